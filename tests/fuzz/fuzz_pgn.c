/* fuzz_pgn.c - any bytes as PGN: every game found can be written as YAML, which can be read again,
 * and as PGN, which gives the same game when read and written once more. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "archive/pgn/pgn.h"
#include "archive/record/record.h"

#include <string.h>

static void same_again(const char *pgn)
{
    struct pgn_reader reader;
    pgn_begin(&reader, pgn, strlen(pgn));
    struct record *record = pgn_next(&reader);
    fuzz_require(record != NULL);
    char *again = pgn_write(record);
    fuzz_require(!strcmp(pgn, again));
    free(again);
    record_free(record);
    pgn_end(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *charset;
    size_t length;
    char *text = pgn_to_utf8((const char *)bytes, size, NULL, &charset, &length);
    struct pgn_reader reader;
    struct record *record;
    pgn_begin(&reader, text, length);
    while ((record = pgn_next(&reader)) != NULL) {
        struct yaml_text yaml = {0};
        char *pgn = pgn_write(record);
        record_write(record, &yaml);
        fuzz_require(yaml.n > 0 && pgn[0]);
        struct record *again;
        struct note why;
        record->rev = 1;
        yaml.n = 0;
        record_write(record, &yaml);
        int result = record_read(yaml.v, (size_t)yaml.n, 1, NULL, &again, NULL, &why);
        fuzz_require(result == 0 || result == FAIL_LIMIT);
        if (result == 0)
            record_free(again);
        yaml_text_clear(&yaml);
        same_again(pgn);
        free(pgn);
        record_free(record);
    }
    pgn_end(&reader);
    free(text);
    return 0;
}
