/* query_complete.c - completion for queries and tags being typed: see query_complete.h. */
#include "config.h"

#include "tui/session/archive/query_complete.h"
#include "archive/search/collection.h"
#include "core/util/ascii.h"
#include "core/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_ROOM = 200 };

struct query_complete_candidate {
    char *text;
    int games; /* the number of games that have this value; 0: not counted */
};

struct candidates {
    const char *begun;
    /* [n] The candidates, in the order in which they were found. */
    struct query_complete_candidate *v;
    int *slot; /* [slots] A hash table of indices into v; -1: empty. */
    int n, room, slots;
};

/* ---- collecting ---- */

static unsigned query_complete_hash_of(const char *text)
{
    unsigned hash = 5381;
    for (; *text; text++)
        hash = hash * 33 + (unsigned char)*text;
    return hash;
}

static int *find_slot(const struct candidates *candidates, const char *text)
{
    unsigned at = query_complete_hash_of(text) & (unsigned)(candidates->slots - 1);
    while (candidates->slot[at] >= 0 && strcmp(candidates->v[candidates->slot[at]].text, text) != 0)
        at = (at + 1) & (unsigned)(candidates->slots - 1);
    return &candidates->slot[at];
}

static void query_complete_widen(struct candidates *candidates)
{
    enum { LEAST = 64 };
    free(candidates->slot);
    candidates->slots = candidates->slots ? candidates->slots * 4 : LEAST;
    candidates->slot = memory_new((size_t)candidates->slots, sizeof *candidates->slot);
    memset(candidates->slot, 0xFF, (size_t)candidates->slots * sizeof *candidates->slot);
    for (int i = 0; i < candidates->n; i++)
        *find_slot(candidates, candidates->v[i].text) = i;
}

static void query_complete_add(struct candidates *candidates, const char *text, int games)
{
    if (!*text || ascii_ncasecmp(text, candidates->begun, strlen(candidates->begun)) != 0)
        return;
    if (candidates->n * 2 >= candidates->slots)
        query_complete_widen(candidates);
    int *slot = find_slot(candidates, text);
    if (*slot < 0) {
        candidates->v =
            memory_room(candidates->v, &candidates->room, candidates->n + 1, sizeof *candidates->v);
        candidates->v[candidates->n] = (struct query_complete_candidate){.text = memory_text(text)};
        *slot = candidates->n++;
    }
    candidates->v[*slot].games += games;
}

static void query_complete_add_words(struct candidates *candidates, const char *const *words)
{
    for (; *words; words++)
        query_complete_add(candidates, *words, 0);
}

/* Add the facts of a game that are marked with a letter: archive/summary/summary.h. */
static void add_facts(struct candidates *candidates, char letter, const char *facts, int games)
{
    for (const char *fact = facts; *fact;) {
        size_t length = strcspn(fact, "\n");
        if (*fact == letter) {
            char *text = memory_cut(fact + 1, length - 1);
            query_complete_add(candidates, text, games);
            free(text);
        }
        fact += length + (fact[length] == '\n');
    }
}

/* The letter of the facts that a query key searches; 0: the key does not search facts. */
static char query_complete_letter_of(const char *key)
{
    return !strcmp(key, "tag")      ? FACT_TAG
           : !strcmp(key, "end")    ? FACT_END
           : !strcmp(key, "clock")  ? FACT_CLOCK
           : !strcmp(key, "option") ? FACT_OPTION
                                    : '\0';
}

/* Count those texts of a game's summary that a query key searches. */
static void query_complete_meet(struct texts_met *met, const char *key,
                                const struct listing *listing)
{
    static const char *const sides[] = {"white", "black", "red"};
    for (int i = 0; i < listing->players; i++) {
        bool side = !strcmp(key, "player");
        for (int s = 0; s < 3; s++)
            side = side || (!strcmp(key, sides[s]) && listing->side[i] == sides[s][0]);
        if (side)
            texts_meet(met, listing->player[i]);
    }
    const char *text = query_complete_letter_of(key) ? listing->facts
                       : !strcmp(key, "event")       ? listing->event
                       : !strcmp(key, "site")        ? listing->site
                       : !strcmp(key, "round")       ? listing->round
                       : !strcmp(key, "variant")     ? listing->variant
                       : !strcmp(key, "result")      ? listing->score
                       : !strcmp(key, "eco")         ? listing->eco
                       : !strcmp(key, "date")        ? listing->date
                                                     : NULL;
    if (text)
        texts_meet(met, text);
}

/* Add a value of a key that `games` games have. For a date its year is added first. */
static void query_complete_add_text(struct candidates *candidates, const char *key,
                                    const char *text, int games)
{
    char year[5];
    char letter = query_complete_letter_of(key);
    snprintf(year, sizeof year, "%.4s", text);
    if (letter)
        add_facts(candidates, letter, text, games);
    else if (strcmp(text, "?") != 0 && strncmp(text, "????", 4) != 0)
        query_complete_add(
            candidates, !strcmp(key, "date") && strlen(candidates->begun) < 4 ? year : text, games);
}

/* Add the values of a key that the games of a store have. */
static void add_of_games(struct candidates *candidates, struct store *store, const char *key)
{
    struct texts_met met = {.n = 0};
    for (int i = 0; i < store_count(store); i++) {
        const struct listing *listing = store_listing(store, i);
        if (!listing->damaged)
            query_complete_meet(&met, key, listing);
    }
    for (int i = 0; i < met.n; i++)
        query_complete_add_text(candidates, key, met.v[i].text, met.v[i].times);
    texts_met_clear(&met);
}

static void add_saved(struct candidates *candidates, struct store *store)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = store_collections(store, &ids);
    for (int i = 0; i < n; i++) {
        struct collection collection;
        if (store_collection_load(store, ids[i], &collection, NULL, NULL) < 0)
            continue;
        if (*collection_text(&collection, "query"))
            query_complete_add(candidates, collection_text(&collection, "title"), 0);
        collection_clear(&collection);
    }
    free(ids);
}

static void add_families(struct candidates *candidates)
{
    const struct rules *rules;
    for (int i = 0; variant_at(i, false, &rules); i++)
        query_complete_add(candidates, rules->family, 0);
}

/* Add all values that a key can have in this archive. */
static void add_values(struct candidates *candidates, struct store *store, const char *key)
{
    static const char *const has[] = {"comment", "line", "nag",    "mark",
                                      "clock",   "step", "broken", NULL};
    static const char *const statuses[] = {"damaged", "good", "live", "over", NULL};
    static const char *const in[] = {"variations", NULL}, *const here[] = {"here", NULL};
    static const char *const sorts[] = {"date",  "white",  "black", "event",   "site",
                                        "round", "result", "eco",   "variant", "plies",
                                        "-date", "-plies", NULL};
    static const struct {
        const char *key;
        const char *const *words;
    } lists[] = {{"has", has},  {"status", statuses}, {"in", in},
                 {"pos", here}, {"near", here},       {"sort", sorts}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(lists[i].key, key)) {
            query_complete_add_words(candidates, lists[i].words);
            return;
        }
    if (!strcmp(key, "saved"))
        add_saved(candidates, store);
    else if (!strcmp(key, "family"))
        add_families(candidates);
    else
        add_of_games(candidates, store, key);
}

/* ---- the last word ---- */

/* Find where the last word of a query begins, after operators such as '-' and '('. */
static const char *query_complete_last_word(const char *text)
{
    const char *start = text;
    bool quoted = false;
    for (const char *at = text; *at; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (!quoted && strchr(" \t|(", *at))
            start = at + 1;
    }
    while (*start && strchr("!-&+", *start))
        start++;
    return start;
}

static int query_complete_by_games(const void *a, const void *b)
{
    const struct query_complete_candidate *one = a, *other = b;
    return one->games != other->games ? other->games - one->games
                                      : ascii_casecmp(one->text, other->text);
}

/* The number of bytes, in whole characters, that all candidates have in common, ignoring case. */
static size_t query_complete_common(const struct candidates *candidates)
{
    const char *first = candidates->v[0].text;
    size_t same = strlen(first);
    for (int i = 1; i < candidates->n; i++)
        while (ascii_ncasecmp(first, candidates->v[i].text, same) != 0)
            same--;
    while (same && ((unsigned char)first[same] & 0xC0) == 0x80)
        same--;
    return same;
}

/* Write the completed text into `out`: the first `head` bytes of the text, then what the candidates
 * have in common. */
static void query_complete_put(const struct candidates *candidates, const char *text, size_t head,
                               bool is_key, char *out, size_t size)
{
    const char *first = candidates->v[0].text;
    size_t same = query_complete_common(candidates);
    bool one = candidates->n == 1, quote = !is_key && strpbrk(first, " ()|\"") != NULL &&
                                           (one || strcspn(first, " ()|\"") < same);
    const char *behind = !one ? "" : is_key ? ":" : quote ? "\" " : " ";
    snprintf(out, size, "%.*s%s%.*s%s", (int)head, text, quote ? "\"" : "", (int)same, first,
             behind);
}

static void query_complete_tell(const struct candidates *candidates, bool is_key, char *note,
                                size_t size)
{
    size_t used = 0;
    note[0] = '\0';
    for (int i = 0; i < candidates->n && used + 40 < size; i++) {
        text_add(note, size, &used, "%s%.40s%s", i ? "  " : "", candidates->v[i].text,
                 is_key ? ":" : "");
        if (candidates->v[i].games)
            text_add(note, size, &used, " %d", candidates->v[i].games);
    }
}

/* Write what a key expects if its values cannot be listed. */
static void query_complete_explain(const char *name, char *note, size_t size)
{
    int count;
    const struct query_key *key = query_keys(&count);
    for (int i = 0; i < count; i++)
        if (!strcmp(key[i].name, name))
            snprintf(note, size, "%s, as %s:%s", key[i].help, name, key[i].values);
}

static void query_complete_clear(struct candidates *candidates)
{
    for (int i = 0; i < candidates->n; i++)
        free(candidates->v[i].text);
    free(candidates->v);
    free(candidates->slot);
}

/* If there are several candidates, describe them. Frees them, and returns how many there were. */
static int query_complete_finish(struct candidates *candidates, bool is_key, char *note,
                                 size_t note_size)
{
    int n = candidates->n;
    if (n > 1 && !is_key)
        qsort(candidates->v, (size_t)n, sizeof *candidates->v, query_complete_by_games);
    if (n > 1)
        query_complete_tell(candidates, is_key, note, note_size);
    query_complete_clear(candidates);
    return n;
}

int query_values(struct store *store, const char *key, const char *begun, query_value_told *told,
                 void *argument)
{
    struct candidates candidates = {.begun = begun};
    add_values(&candidates, store, key);
    int n = candidates.n;
    if (n > 1)
        qsort(candidates.v, (size_t)n, sizeof *candidates.v, query_complete_by_games);
    for (int i = 0; i < n; i++)
        told(argument, candidates.v[i].text, candidates.v[i].games);
    query_complete_clear(&candidates);
    return n;
}

int query_complete(struct store *store, const char *text, char *out, size_t size, char *note,
                   size_t note_size)
{
    const char *word = query_complete_last_word(text), *colon = strchr(word, ':');
    struct candidates candidates = {.begun = colon ? colon + 1 : word};
    char key[WORD_ROOM];
    bool is_key = !colon;
    note[0] = '\0';
    if (colon) {
        snprintf(key, sizeof key, "%.*s", (int)(colon - word), word);
        size_t head = (size_t)(candidates.begun - text);
        candidates.begun += *candidates.begun == '"';
        add_values(&candidates, store, key);
        if (candidates.n)
            query_complete_put(&candidates, text, head, false, out, size);
        else
            query_complete_explain(key, note, note_size);
    } else {
        int count;
        const struct query_key *keys = query_keys(&count);
        for (int i = 0; i < count; i++)
            query_complete_add(&candidates, keys[i].name, 0);
        if (candidates.n)
            query_complete_put(&candidates, text, (size_t)(word - text), true, out, size);
    }
    return query_complete_finish(&candidates, is_key, note, note_size);
}

/* Complete the last tag of a list. A sign before the tag (used to change the tags of several games)
 * is kept. A comma or a blank ends a tag unless the tag is quoted. */
int tags_complete(struct store *store, const char *text, char *out, size_t size, char *note,
                  size_t note_size)
{
    const char *word = text;
    bool quoted = false;
    for (const char *at = text; *at; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (!quoted && strchr(" \t,", *at))
            word = at + 1;
    }
    word += *word == '+' || *word == '-';
    struct candidates candidates = {.begun = word + (*word == '"')};
    note[0] = '\0';
    add_of_games(&candidates, store, "tag");
    if (candidates.n)
        query_complete_put(&candidates, text, (size_t)(word - text), false, out, size);
    return query_complete_finish(&candidates, false, note, note_size);
}

/* ---- Counts the distinct texts of a column: see query_complete.h. */

static uint32_t *texts_met_find_slot(const struct texts_met *met, const char *text)
{
    size_t at = (size_t)(((uint64_t)(uintptr_t)text * UINT64_C(0x9E3779B97F4A7C15)) >> 20) &
                (met->slots - 1);
    while (met->slot[at] && met->v[met->slot[at] - 1].text != text)
        at = (at + 1) & (met->slots - 1);
    return &met->slot[at];
}

static void texts_met_widen(struct texts_met *met)
{
    enum { TEXTS_MET_LEAST = 1024 };
    free(met->slot);
    met->slots = met->slots ? met->slots * 4 : TEXTS_MET_LEAST;
    met->slot = memory_new(met->slots, sizeof *met->slot);
    for (int i = 0; i < met->n; i++)
        *texts_met_find_slot(met, met->v[i].text) = (uint32_t)i + 1;
}

uint32_t texts_meet(struct texts_met *met, const char *text)
{
    if ((size_t)met->n * 2 >= met->slots)
        texts_met_widen(met);
    uint32_t *slot = texts_met_find_slot(met, text);
    if (!*slot) {
        met->v = memory_room(met->v, &met->room, met->n + 1, sizeof *met->v);
        met->v[met->n] = (struct text_met){text, (uint32_t)met->n, 0};
        *slot = (uint32_t)++met->n;
    }
    met->v[*slot - 1].times++;
    return *slot - 1;
}

void texts_met_clear(struct texts_met *met)
{
    free(met->v);
    free(met->slot);
    *met = (struct texts_met){.n = 0};
}
