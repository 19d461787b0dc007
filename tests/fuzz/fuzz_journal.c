/* fuzz_journal.c - lines of a journal: valid records are applied to a game. A line `!REST` counts
 * as a record without its crc, so that the fuzzer gets past the checksum. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "archive/live/live_game.h"
#include "archive/yaml/yaml_read.h"

static bool record_of(const char *line, uint32_t before, struct journal_record *record)
{
    struct yaml_document document = {0};
    struct yaml_text text = {0};
    struct note why;
    bool done = false;
    if (line[0] != '!')
        return journal_line_read(line, strlen(line), before, record, &why) == 0;
    if (yaml_read(line + 1, strlen(line + 1), 1, NULL, &document, NULL, &why) < 0)
        return false;
    if (document.root.type == VALUE_MAP) { /* write it as a line and read it back, as if a writer
                                              had appended it */
        struct journal_record given = {.value = document.root};
        journal_line_write(&given, before, &text);
        done =
            text.n > 0 && journal_line_read(text.v, (size_t)text.n - 1, before, record, &why) == 0;
        document.root = given.value;
    }
    yaml_text_clear(&text);
    yaml_document_clear(&document);
    return done;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct live_game live;
    char *text = fuzz_text(bytes, size), *rest = text, *line;
    struct note why;
    live_game_begin(&live, "01JD9T6Z0A4C8E2G6J0M4P8R2T");
    while ((line = strsep(&rest, "\n")) != NULL) {
        struct journal_record record = {0};
        if (!record_of(line, live.crc, &record))
            continue;
        if (live_game_apply(&live, &record, &why) < 0)
            fuzz_require(why.text[0]);
        else
            live.crc = record.crc;
        journal_record_clear(&record);
    }
    if (live.rules) {
        struct record *record = live_record(&live);
        record_free(record);
    }
    live_game_clear(&live);
    free(text);
    return 0;
}
