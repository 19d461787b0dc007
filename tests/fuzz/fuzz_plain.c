/* fuzz_plain.c - any text as a dialogue of plain mode: the output has only printable characters.
 * The first byte chooses the variant or, one time in four, a lobby, where the text may start games
 * and play them. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "archive/store/store.h"
#include "tui/plain/plain.h"

#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *answer = NULL;
    size_t length = 0;
    if (size < 2 || size > 2000 || memmem(bytes, size, "archive", 7) ||
        memmem(bytes, size, "lobby", 5) || memmem(bytes, size, "import", 6) ||
        memmem(bytes, size, "export", 6) || memmem(bytes, size, "wait", 4))
        return 0; /* other folders are not the fuzzer's, and no other player will come, so waiting
                     is pointless */
    fuzz_home();
    FILE *in = fmemopen((void *)(uintptr_t)(bytes + 1), size - 1, "r"),
         *out = open_memstream(&answer, &length);
    struct plain_options options = {
        .variant = fuzz_rules(bytes[0])->id, .today = "2026-01-31", .user = "ana"};
    char club[100];
    snprintf(club, sizeof club, "%s/club", getenv("HOME"));
    if (bytes[0] % 4 == 3 && (access(club, R_OK) == 0 || store_create(club, "Club", NULL) == 0)) {
        options.lobby = club;
        options.name = "ana";
        options.restricted = true;
    }
    plain_run(&options, in, out);
    fclose(in);
    fclose(out);
    for (size_t i = 0; i < length; i++)
        fuzz_require((unsigned char)answer[i] >= 0x20 || answer[i] == '\n');
    free(answer);
    return 0;
}
