/* fuzz_record.c - any bytes as a game file: an accepted game is written, and reads back the
 * same. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "archive/summary/summary.h"
#include "archive/record/record.h"
#include "archive/replay/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct record *record, *again;
    struct listing listing = {0};
    struct place place;
    struct note why;
    listing_read(&listing, (const char *)bytes, size, 1, NULL);
    listing_clear(&listing);
    if (record_read((const char *)bytes, size, 1, NULL, &record, &place, &why) < 0) {
        fuzz_require(why.text[0]);
        return 0;
    }
    struct yaml_text first = {0}, second = {0};
    record_write(record, &first);
    /* Or quotes make it longer than a limit */
    if (record_read(first.v, (size_t)first.n, 1, NULL, &again, &place, &why) == 0) {
        record_write(again, &second);
        fuzz_require(first.n == second.n && !memcmp(first.v, second.v, (size_t)first.n));
        record_free(again);
    }
    replay_check(record, NULL, NULL);
    yaml_text_clear(&first);
    yaml_text_clear(&second);
    record_free(record);
    return 0;
}
