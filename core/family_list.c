/* family_list.c - the list of families, and looking up variants by id: see variant.h. */
#include "core/family_list.h"

#include "core/util/spelling.h"

#include <stdlib.h>
#include <string.h>

/* The families in display order. The null family comes last and is only listed on request. */
static const struct rules *const families[] = {
    &orthodox_rules, &croatian_rules, &triangles_rules,
    &turning_rules,  &turnover_rules, &null_rules,
};
enum { FAMILIES = sizeof families / sizeof *families };

const struct variant *variant_at(int index, bool all, const struct rules **rules)
{
    for (int f = 0; f < FAMILIES; f++) {
        if (families[f] == &null_rules && !all)
            continue;
        if (index < families[f]->variant_count) {
            if (rules)
                *rules = families[f];
            return &families[f]->variants[index];
        }
        index -= families[f]->variant_count;
    }
    return NULL;
}

/* True if the variant has the given id. An id such as "custom:size=8;..." belongs to the variant
 * "custom". */
static bool id_fits(const char *id, const struct variant *variant)
{
    size_t length = strcspn(id, ":");
    if (strlen(variant->id) != length || memcmp(variant->id, id, length) != 0)
        return false;
    return id[length] == '\0' || !strcmp(variant->id, "custom");
}

static const struct variant *variant_named(const char *id, const struct rules **rules)
{
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, true, rules)); i++)
        if (id_fits(id, variant))
            return variant;
    return NULL;
}

static int family_list_fail_unknown(const char *id, struct note *why)
{
    struct spelling spelling = {.typed = id};
    const struct variant *variant;
    char hint[SPELLING_HINT_ROOM];
    if (!why) /* `why` is NULL, so nobody would see a suggestion */
        return FAIL_NAME;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        spelling_try(&spelling, variant->id);
    spelling_hint(&spelling, hint, sizeof hint);
    return note_fail(why, FAIL_NAME, 0, "there is no variant '%.60s'%s", id,
                     *hint ? hint : "; 'chesscade variants' lists them");
}

static const char custom_prefix[] = "custom:";
enum { CUSTOM_PREFIX_LENGTH = sizeof custom_prefix - 1 };

const char *custom_definition(const char *id)
{
    return strncmp(id, custom_prefix, CUSTOM_PREFIX_LENGTH) ? NULL : id + CUSTOM_PREFIX_LENGTH;
}

char *custom_variant(const char *definition)
{
    size_t room = CUSTOM_PREFIX_LENGTH + strlen(definition) + 1, used = 0;
    char *id = memory_new(room, 1);
    text_add(id, room, &used, "%s%s", custom_prefix, definition);
    return id;
}

/* Open the custom variant whose definition is setting[at]; the other settings are its options. */
static int open_defined(struct ruleset **out, const struct setting *setting, int settings, int at,
                        struct note *why)
{
    char *id = custom_variant(setting[at].value);
    struct setting *others = memory_new((size_t)settings, sizeof *others);
    int n = 0;
    for (int i = 0; i < settings; i++)
        if (i != at)
            others[n++] = setting[i];
    int result = ruleset_open(out, id, others, n, why);
    free(others);
    free(id);
    return result;
}

int ruleset_open(struct ruleset **out, const char *id, const struct setting *setting, int settings,
                 struct note *why)
{
    for (int i = 0; i < settings && !strcmp(id, "custom"); i++)
        if (!strcmp(setting[i].name, CUSTOM_DEFINITION) && setting[i].value)
            return open_defined(out, setting, settings, i, why);
    const struct rules *rules = NULL;
    const struct variant *variant = variant_named(id, &rules);
    if (!variant)
        return family_list_fail_unknown(id, why);
    return ruleset_open_variant(out, rules, variant, id, setting, settings, why);
}
