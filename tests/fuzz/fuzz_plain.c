/* fuzz_plain.c - any text as a dialogue of plain mode: nothing but printable characters comes out. The first byte picks
 * the variant. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "tui/plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *answer = NULL;
    size_t length = 0;
    if (size < 2 || size > 2000 || memmem(bytes, size, "archive", 7))
        return 0;
    fuzz_home();
    FILE *in = fmemopen((void *)(uintptr_t)(bytes + 1), size - 1, "r"), *out = open_memstream(&answer, &length);
    struct plain_options options = {.variant = fuzz_rules(bytes[0])->id, .today = "2026-01-31", .user = "ana"};
    plain_run(&options, in, out);
    fclose(in);
    fclose(out);
    for (size_t i = 0; i < length; i++)
        fuzz_require((unsigned char)answer[i] >= 0x20 || answer[i] == '\n');
    free(answer);
    return 0;
}
