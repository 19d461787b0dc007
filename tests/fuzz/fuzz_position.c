/* fuzz_position.c - the first byte chooses a variant, the others are a position text: an accepted
 * position is written in canonical form and judged. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "core/draft.h"
#include "core/position_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct position position, again;
    char written[POSITION_TEXT_MAX + 1], rewritten[POSITION_TEXT_MAX + 1];
    struct note why;
    if (!size)
        return 0;
    const struct ruleset *rules = fuzz_rules(bytes[0]);
    char *text = fuzz_text(bytes + 1, size - 1);
    if (rules->rules->read(rules, text, &position, &why) < 0) {
        fuzz_require(why.text[0]);
    } else {
        struct verdict verdict;
        struct draft draft = {0};
        struct actions choices = {0};
        int length = rules->rules->write(&position, written, sizeof written);
        if (length < (int)sizeof written) {
            fuzz_require(rules->rules->read(rules, written, &again, &why) == 0);
            rules->rules->write(&again, rewritten, sizeof rewritten);
            fuzz_require(!strcmp(written, rewritten) && position_same(&position, &again));
        }
        rules->rules->judge(&position, &(struct context){.limits = {.cascade = 1}, .times = 1},
                            &verdict);
        draft_begin(&draft, &position);
        draft_choices(&draft, &choices);
        actions_free(&choices);
        draft_clear(&draft);
    }
    free(text);
    return 0;
}
