/* fuzz_ply.c - the first byte chooses a variant; each line of the rest is the text of a ply in the
 * position reached by the legal ones before it. An accepted ply is legal, and its long form reads
 * back as the same ply. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "core/draft.h"

enum { WRITTEN_ROOM = 8192, PLIES = 60 };

/* Play a text; true if it is a legal ply. */
static bool play(struct position *now, const char *text)
{
    static struct position after;
    static char written[WRITTEN_ROOM];
    struct ply ply = {0}, again = {0};
    struct note why;
    const struct rules *family = now->rules->rules;
    bool legal = family->parse(now, text, &ply, &why) == 0;
    if (legal) {
        fuzz_require(family->format(now, &ply, FORM_LONG, written, sizeof written) < WRITTEN_ROOM);
        fuzz_require(family->parse(now, written, &again, &why) == 0);
        fuzz_require(ply_try(now, &ply, &after, &why) == 0);
        family->format(now, &ply, FORM_SHORT, written, sizeof written);
        position_copy(now, &after);
    } else {
        fuzz_require(why.text[0]);
    }
    ply_free(&ply);
    ply_free(&again);
    return legal;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct position now;
    if (!size || size > 4096)
        return 0;
    const struct ruleset *rules = fuzz_rules(bytes[0]);
    char *text = fuzz_text(bytes + 1, size - 1), *rest = text, *line;
    rules->rules->setup(rules, &now);
    for (int i = 0; i < PLIES && (line = strsep(&rest, "\n")) != NULL; i++) {
        struct verdict verdict;
        rules->rules->judge(&now, &(struct context){.limits = {.cascade = 1}, .times = 1},
                            &verdict);
        if (verdict_over(&verdict))
            break;
        play(&now, line);
    }
    free(text);
    return 0;
}
