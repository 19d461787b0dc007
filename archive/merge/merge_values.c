/* merge_values.c - merges maps, sets and lists of named elements: see archive/merge/merge_internal.h. */
#include "config.h"
#include "archive/merge/merge_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const struct value *value)
{
    return value->text ? value->text : "";
}

bool merge_same(const struct value *a, const struct value *b)
{
    return !a || !b ? a == b : merge_compare(a, b) == 0;
}

int merge_compare(const struct value *a, const struct value *b)
{
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    if (a->type == VALUE_TEXT)
        return strcmp(text_of(a), text_of(b));
    int n = a->n < b->n ? a->n : b->n;
    for (int i = 0; i < n; i++) {
        const struct entry *one = &a->entry[i], *other = &b->entry[i];
        int order = one->key && other->key ? strcmp(one->key, other->key) : 0;
        if (!order)
            order = merge_compare(&one->value, &other->value);
        if (order)
            return order;
    }
    return (a->n > b->n) - (a->n < b->n);
}

/* ---------------------------------------------------------------------------------------------------- names */

/* Lists whose elements are identified by some of their keys, separated by spaces; in other lists
 * only identical elements are paired. `twice`: if two people each add an element with the same
 * name, both are kept. */
static const struct naming {
    const char *list, *keys;
    bool twice;
} namings[] = {
    {"comments", "by lang", true},
    {"marks", "as at from to path cells", false},
    {"steps", "part step", false},
    {"players", "side", false},
    {"alts", "title kind by moves", false},
    {"then", "title kind by moves", false},
    {"headers", "name", true},
    {"links", "url", false},
    {"events", "is side by", true},
    {NULL, NULL, true},
};

/* True for lists that are sets of texts or numbers. */
static bool is_set(const char *key)
{
    static const char *const sets[] = {"nags", "tags", "annotators", "commands"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(sets[i], key))
            return true;
    return false;
}

static const struct naming *naming_of(const char *list)
{
    const struct naming *naming = namings;
    while (naming->list && strcmp(naming->list, list) != 0)
        naming++;
    return naming;
}

/* A line is identified by its first ply. */
static const struct value *name_part(const struct value *element, const char *key)
{
    const struct value *value = value_at(element, key);
    if (value && !strcmp(key, "moves"))
        value = value->n ? value_at(&value->entry[0].value, "m") : NULL;
    return value;
}

static bool same_name(const struct naming *naming, const struct value *a, const struct value *b)
{
    char keys[64], *rest = NULL;
    if (!naming->keys || a->type != VALUE_MAP || b->type != VALUE_MAP)
        return merge_same(a, b);
    snprintf(keys, sizeof keys, "%s", naming->keys);
    for (char *key = strtok_r(keys, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
        if (!merge_same(name_part(a, key), name_part(b, key)))
            return false;
    return true;
}

/* What identifies an element, to follow the name of its list: " by ana", " arrow", " 12"; "" if it
 * has no name. */
static void element_words(const struct naming *naming, const struct value *element, char *out, size_t size)
{
    char keys[64], *rest = NULL;
    snprintf(keys, sizeof keys, "%s", naming->keys ? naming->keys : "");
    out[0] = '\0';
    for (char *key = strtok_r(keys, " ", &rest); key && !*out; key = strtok_r(NULL, " ", &rest)) {
        const struct value *part = name_part(element, key);
        if (part && part->type == VALUE_TEXT && *text_of(part))
            snprintf(out, size, "%s %.60s", !strcmp(key, "by") ? " by" : "", text_of(part));
    }
}

/* ---------------------------------------------------------------------------------------------------- lists */

static const struct value *item(const struct value *list, int at)
{
    return list && at >= 0 && at < list->n ? &list->entry[at].value : NULL;
}

static int items(const struct value *list)
{
    return list ? list->n : 0;
}

/* Which elements of `side` correspond to those of `base`: of[base index], -1 if deleted; from[side
 * index], -1 if new. Identical ones are paired first, then those with equal names in order. The
 * caller owns both lists. */
struct pairing {
    int *of, *from;
};

static struct pairing pair(const struct naming *naming, const struct value *base, const struct value *side)
{
    struct pairing pairing = {memory_new((size_t)items(base) + 1, sizeof(int)),
                              memory_new((size_t)items(side) + 1, sizeof(int))};
    for (int i = 0; i < items(base); i++)
        pairing.of[i] = -1;
    for (int j = 0; j < items(side); j++)
        pairing.from[j] = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < items(base); i++)
            for (int j = 0; j < items(side) && pairing.of[i] < 0; j++)
                if (pairing.from[j] < 0 && (pass ? same_name(naming, item(base, i), item(side, j))
                                                 : merge_same(item(base, i), item(side, j)))) {
                    pairing.of[i] = j;
                    pairing.from[j] = i;
                }
    return pairing;
}

static void put(struct value *list, const struct value *value)
{
    value_copy(value_add(list, NULL), value);
}

static bool in_order(const struct pairing *pairing, int n)
{
    int last = -1;
    for (int j = 0; j < n; j++) {
        if (pairing->from[j] >= 0 && pairing->from[j] < last)
            return false;
        if (pairing->from[j] >= 0)
            last = pairing->from[j];
    }
    return true;
}

struct sides {
    const struct value *base, *mine, *theirs;
    struct pairing mines, theirss;
    const struct naming *naming;
    const char *key;
};

/* Merges what both sides made of an element of the base. */
static void put_kept(struct merging *merging, const struct sides *sides, int at, struct value *to)
{
    const struct value *base = item(sides->base, at), *mine = item(sides->mine, sides->mines.of[at]),
                       *theirs = item(sides->theirs, sides->theirss.of[at]);
    struct value merged;
    char words[80];
    element_words(sides->naming, base, words, sizeof words);
    size_t mark = merge_enter(merging, "%s", words);
    if (merge_value(merging, NULL, base, mine, theirs, &merged))
        *value_add(to, NULL) = merged;
    merge_leave(merging, mark);
}

/* The new elements of one side, as indices. */
static int *added(const struct pairing *pairing, const struct value *side, int *n)
{
    int *list = memory_new((size_t)items(side) + 1, sizeof *list);
    *n = 0;
    for (int j = 0; j < items(side); j++)
        if (pairing->from[j] < 0)
            list[(*n)++] = j;
    return list;
}

/* Merges additions that are the same thing; then appends the others, first those of one side, then
 * those of the other, in an order that is the same for everyone. */
static void put_added(struct merging *merging, const struct sides *sides, struct value *to)
{
    int m, t, order = 0;
    int *mine = added(&sides->mines, sides->mine, &m), *theirs = added(&sides->theirss, sides->theirs, &t);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < t && mine[i] >= 0; j++) {
            const struct value *a = item(sides->mine, mine[i]), *b = item(sides->theirs, theirs[j]);
            struct value merged;
            if (!b || !(merge_same(a, b) || (!sides->naming->twice && same_name(sides->naming, a, b))))
                continue;
            char words[80];
            element_words(sides->naming, a, words, sizeof words);
            size_t mark = merge_enter(merging, "%s", words);
            if (merge_value(merging, NULL, NULL, a, b, &merged))
                *value_add(to, NULL) = merged;
            merge_leave(merging, mark);
            mine[i] = theirs[j] = -1;
        }
    for (int i = 0, j = 0; !order && (i < m || j < t);) {
        while (i < m && mine[i] < 0)
            i++;
        while (j < t && theirs[j] < 0)
            j++;
        if (i >= m || j >= t)
            break;
        order = merge_compare(item(sides->mine, mine[i++]), item(sides->theirs, theirs[j++]));
    }
    for (int turn = 0; turn < 2; turn++) {
        bool first = (order <= 0) == (turn == 0);
        for (int i = 0; i < (first ? m : t); i++)
            if ((first ? mine : theirs)[i] >= 0)
                put(to, item(first ? sides->mine : sides->theirs, (first ? mine : theirs)[i]));
    }
    free(mine);
    free(theirs);
}

/* Elements of the base in the order of the side that reordered them, then additions. */
static void merge_items(struct merging *merging, struct sides *sides, struct value *to)
{
    sides->mines = pair(sides->naming, sides->base, sides->mine);
    sides->theirss = pair(sides->naming, sides->base, sides->theirs);
    bool by_mine = !in_order(&sides->mines, items(sides->mine));
    const struct pairing *order = by_mine ? &sides->mines : &sides->theirss;
    for (int j = 0; j < items(by_mine ? sides->mine : sides->theirs); j++)
        if (order->from[j] >= 0)
            put_kept(merging, sides, order->from[j], to);
    for (int i = 0; i < items(sides->base); i++)
        if (order->of[i] < 0)
            put_kept(merging, sides, i, to);
    put_added(merging, sides, to);
    free(sides->mines.of);
    free(sides->mines.from);
    free(sides->theirss.of);
    free(sides->theirss.from);
}

/* ------------------------------------------------------------------------------------------------------ maps */

static bool has_key(const struct value *map, const char *key)
{
    return value_at(map, key) != NULL;
}

/* A key in words for users. */
static const char *key_words(const char *key)
{
    static const char *const words[][2] = {
        {"nags", "judgement"},      {"alts", "variation"}, {"then", "variation behind the end"}, {"m", "the ply"},
        {"before", "comment before the ply"}, {"comments", "comment"}, {"marks", "mark"}, {"steps", "member"},
        {"players", "player"}, {"headers", "header"}, {"links", "link"}, {"events", "event"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], key))
            return words[i][1];
    return key;
}

/* The text of a comment is described as the comment itself. */
static bool is_text_of_comment(const struct merging *merging, const char *key)
{
    const char *last = strrchr(merging->where, ':');
    return !strcmp(key, "text") && last && !strncmp(last, ": comment", 9);
}

static void merge_entry(struct merging *merging, const char *key, const struct value *base,
                        const struct value *mine, const struct value *theirs, struct value *to)
{
    struct value merged;
    bool plies = !strcmp(key, "moves") && mine && theirs && has_key(mine, key) && has_key(theirs, key); /* described ply by ply */
    bool told = plies || is_text_of_comment(merging, key);
    size_t mark = told ? merging->used : merge_enter(merging, ": %.60s", key_words(key));
    if (merge_value(merging, key, value_at(base, key), value_at(mine, key), value_at(theirs, key), &merged)) {
        const struct value *layout = mine && has_key(mine, key) ? mine : theirs;
        *value_add(to, key) = merged;
        for (int i = 0; layout && i < layout->n; i++)
            if (!strcmp(layout->entry[i].key, key))
                to->entry[to->n - 1].key_style = layout->entry[i].key_style;
    }
    merge_leave(merging, mark);
}

void merge_map(struct merging *merging, const struct value *base, const struct value *mine,
               const struct value *theirs, struct value *to)
{
    *to = (struct value){.type = VALUE_MAP};
    for (int i = 0; mine && i < mine->n; i++)
        merge_entry(merging, mine->entry[i].key, base, mine, theirs, to);
    for (int i = 0; theirs && i < theirs->n; i++)
        if (!has_key(mine, theirs->entry[i].key))
            merge_entry(merging, theirs->entry[i].key, base, mine, theirs, to);
}

/* ------------------------------------------------------------------------------------------------- anything */

/* The judgement in a list of nags; 0 if there is none, or several, which a file may contain. */
static int judgement_of(const struct value *nags, int *at)
{
    int found = 0;
    for (int i = 0; i < items(nags); i++) {
        const struct value *value = item(nags, i);
        int nag = value->type == VALUE_TEXT ? atoi(text_of(value)) : 0;
        if (nag < 1 || nag > NAG_JUDGEMENTS)
            continue;
        if (found)
            return 0;
        found = nag;
        *at = i;
    }
    return found;
}

/* A ply has one judgement: if both sides set a new one, chooses one. */
static void choose_judgement(struct merging *merging, const struct sides *sides, struct value *to)
{
    int at = -1;
    int was = judgement_of(sides->base, &at), mine = judgement_of(sides->mine, &at),
        theirs = judgement_of(sides->theirs, &at);
    if (!mine || !theirs || mine == theirs || mine == was || theirs == was)
        return;
    enum merge_side side = merge_conflict(merging, was ? nag_mark(was) : "", nag_mark(mine), nag_mark(theirs), false);
    judgement_of(side == MERGE_THEIRS ? sides->mine : sides->theirs, &at);
    const struct value *dropped = item(side == MERGE_THEIRS ? sides->mine : sides->theirs, at);
    for (int i = to->n - 1; i >= 0; i--)
        if (merge_same(&to->entry[i].value, dropped))
            value_remove(to, i);
}

static bool is_type(const struct value *value, enum value_type type)
{
    return !value || value->type == type;
}

/* An element that one side deleted and the other changed must not become half an element: one
 * version is chosen as a whole. */
static bool gone(const struct value *base, const struct value *mine, const struct value *theirs)
{
    return base && (!mine || !theirs);
}

bool merge_value(struct merging *merging, const char *key, const struct value *base, const struct value *mine,
                 const struct value *theirs, struct value *to)
{
    if (merge_same(mine, theirs) || merge_same(base, theirs) || merge_same(base, mine)) {
        const struct value *taken = merge_same(base, mine) ? theirs : mine;
        if (taken)
            value_copy(to, taken);
        return taken != NULL;
    }
    struct sides sides = {.base = base && base->type == VALUE_LIST ? base : NULL,
                          .mine = mine,
                          .theirs = theirs,
                          .naming = naming_of(key ? key : ""),
                          .key = key};
    bool named = key && (sides.naming->list || is_set(key) || !strcmp(key, "log"));
    if (key && !strcmp(key, "moves") && mine && theirs && is_type(mine, VALUE_LIST) &&
        is_type(theirs, VALUE_LIST)) {
        merge_plies(merging, base, mine, theirs, to);
        return true;
    }
    if (named && is_type(mine, VALUE_LIST) && is_type(theirs, VALUE_LIST)) {
        *to = (struct value){.type = VALUE_LIST};
        merge_items(merging, &sides, to);
        if (!strcmp(key, "nags"))
            choose_judgement(merging, &sides, to);
        if (!to->n)
            value_clear(to);
        return to->type == VALUE_LIST && to->n;
    }
    if (is_type(mine, VALUE_MAP) && is_type(theirs, VALUE_MAP) && !gone(base, mine, theirs)) {
        merge_map(merging, is_type(base, VALUE_MAP) ? base : NULL, mine, theirs, to);
        return true;
    }
    return merge_choose(merging, key, base, mine, theirs, to);
}
