/* croatian.c - the Croatian family as a struct rules, and queries about custom boards (core/families/croatian/custom_board.h). */
#include "core/families/croatian/croatian.h"

#include "core/families/croatian/custom_board.h"

#include <string.h>

const struct rules croatian_rules = {
    .family = "croatian",
    .title = "Croatian Chess",
    .variants = croatian_variants,
    .variant_count = VARIANTS,
    .open = croatian_open,
    .close = croatian_close,
    .setup = croatian_setup,
    .read = croatian_read,
    .write = croatian_write,
    .begin = croatian_begin,
    .choices = croatian_choices,
    .take = croatian_take,
    .finish = croatian_finish,
    .path = croatian_path,
    .why_not = croatian_why_not,
    .judge = croatian_judge,
    .format = croatian_format,
    .parse = croatian_parse,
    .plies = croatian_plies,
    .perft = croatian_perft,
    .find = croatian_find,
    .reach = croatian_reach,
    .example = croatian_example,
    .signs = croatian_signs,
    .describe = croatian_describe,
    .describe_hand = croatian_describe_hand,
    .search = &croatian_search,
};

/* ---- custom boards (16) */

static const struct definition *definition_of(const struct ruleset *ruleset)
{
    return ruleset->rules == &croatian_rules ? &((const struct croatian *)ruleset->own)->definition : NULL;
}

static bool all_occur(const struct definition *definition, const char *letters)
{
    for (; *letters; letters++) {
        bool found = false;
        for (int rank = 0; rank < definition->rank_count && !found; rank++)
            found = strchr(definition->ranks[rank], *letters) != NULL;
        if (!found)
            return false;
    }
    return true;
}

/* True if a rank is its own mirror image, ignoring the two middle files of an even board or the middle file of an odd one. */
static bool is_mirrored(const char *rank, int size)
{
    for (int i = 0; i < (size - 1) / 2; i++)
        if (rank[i] != rank[size - 1 - i])
            return false;
    return true;
}

unsigned custom_classes(const struct ruleset *ruleset)
{
    const struct definition *definition = definition_of(ruleset);
    unsigned classes = 0;
    if (!definition)
        return 0;
    classes |= all_occur(definition, "NGUC") ? CLASS_STABLE : 0;
    classes |= all_occur(definition, "AWT") ? CLASS_UNIVERSE : 0;
    classes |= all_occur(definition, "P") ? 0 : CLASS_PEASANT;
    for (int rank = 0; rank < definition->rank_count; rank++)
        classes |= is_mirrored(definition->ranks[rank], definition->size) ? 0 : CLASS_ASYMMETRICAL;
    classes |= strspn(definition->castle, "R") == strlen(definition->castle) ? 0 : CLASS_CASTLING;
    classes |= definition->rank_count > 2 ? CLASS_POPULATED : 0;
    return classes;
}

const char *custom_name(const struct ruleset *ruleset)
{
    const struct definition *definition = definition_of(ruleset);
    return definition ? definition->name : "";
}

const char *custom_colour(const struct ruleset *ruleset, int index)
{
    const struct definition *definition = definition_of(ruleset);
    return definition && index >= 0 && index < COLOURS ? definition->colours[index] : "";
}
