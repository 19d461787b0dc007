/* fuzz_variant.c - a variant as a user writes it: the first line is an id, or "custom:..." with a
 * definition; the others are options, "name=value". If it opens, its opening position is written,
 * read back and judged. The whole text is also read as a definition file. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "core/families/croatian/custom_board.h"
#include "core/position_text.h"
#include "core/enumerate.h"

enum { SETTINGS_MAX = 8 };

/* Split a text into an id, its first line, and settings. Returns the number of settings. */
static int cut(char *text, struct setting setting[SETTINGS_MAX])
{
    int n = 0;
    for (char *line = strchr(text, '\n'); line && n < SETTINGS_MAX;) {
        *line++ = '\0';
        char *next = strchr(line, '\n'), *value = strchr(line, '=');
        if (value && (!next || value < next)) {
            *value++ = '\0';
            setting[n++] = (struct setting){line, value};
        }
        line = next;
    }
    return n;
}

static int count(const struct ply *ply, void *argument)
{
    int *plies = argument;
    fuzz_require(ply->n > 0);
    return ++*plies > 100;
}

static void try_ruleset(const struct ruleset *rules)
{
    static struct position opening, again;
    char written[POSITION_TEXT_MAX + 1];
    const struct limits limits = {.cascade = 1};
    struct verdict verdict;
    struct note why;
    int plies = 0;
    rules->rules->setup(rules, &opening);
    fuzz_require(rules->rules->write(&opening, written, sizeof written) < (int)sizeof written);
    if (rules->rules->read(rules, written, &again, &why) == 0)
        fuzz_require(position_same(&opening, &again));
    rules->rules->judge(&opening, &(struct context){.limits = limits, .times = 1}, &verdict);
    search_plies(&opening, &limits, count, &plies);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct setting setting[SETTINGS_MAX];
    struct ruleset *rules;
    struct note why = {.text = ""};
    char *text = fuzz_text(bytes, size), *id;
    if (custom_id(text, &id, &why) == 0) {
        fuzz_require(ruleset_open(&rules, id, NULL, 0, &why) == 0);
        ruleset_free(rules);
        free(id);
    } else {
        fuzz_require(why.text[0]);
    }
    why.text[0] = '\0';
    if (ruleset_open(&rules, text, setting, cut(text, setting), &why) == 0) {
        try_ruleset(rules);
        ruleset_free(rules);
    } else {
        fuzz_require(why.text[0]);
    }
    free(text);
    return 0;
}
