/* duplicates.c - see duplicates.h. */
#include "config.h"
#include "archive/duplicates.h"

#include "archive/merge_save.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game as far as it matters: found by the hash of its plies, compared by them. */
struct candidate {
    uint64_t hash;
    int place, plies;
};

static uint64_t add_hash(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return (hash ^ 0xFF) * 1099511628211u;
}

static uint64_t hash_of(const struct record *record)
{
    uint64_t hash = add_hash(14695981039346656037u, record_variant(record));
    hash = add_hash(hash, record_text(record, "start.position"));
    for (int i = 0; i < record->moves.n; i++)
        hash = add_hash(hash, record->moves.v[i].text);
    return hash;
}

static bool same_game(const struct record *a, const struct record *b)
{
    if (strcmp(record_variant(a), record_variant(b)) != 0 || a->moves.n != b->moves.n ||
        strcmp(record_text(a, "start.position"), record_text(b, "start.position")) != 0)
        return false;
    for (int i = 0; i < a->moves.n; i++)
        if (strcmp(a->moves.v[i].text, b->moves.v[i].text) != 0)
            return false;
    return true;
}

/* "Morphy, Paul", "Paul Morphy", "P. MORPHY": morphy. */
static void surname(const char *name, char out[64])
{
    const char *end = strchr(name, ','), *begin = name;
    if (!end) {
        end = name + strlen(name);
        const char *blank = strrchr(name, ' ');
        begin = blank ? blank + 1 : name;
    }
    int length = (int)(end - begin);
    snprintf(out, 64, "%.*s", length < 63 ? length : 63, begin);
    for (char *c = out; *c; c++)
        *c = (char)tolower((unsigned char)*c);
}

static bool alike(const char *a, const char *b)
{
    char one[64], other[64];
    surname(a, one);
    surname(b, other);
    return !*one || !*other || !strcmp(one, "?") || !strcmp(other, "?") || !strcmp(one, other);
}

/* 2: the same players, date and result; 1: players alike; 0: others. */
static int likeness(const struct record *a, const struct record *b)
{
    bool exact = !strcmp(record_text(a, "event.date"), record_text(b, "event.date")) &&
                 !strcmp(record_text(a, "result.score"), record_text(b, "result.score"));
    for (int i = 0; i < record_players(a); i++) {
        char side = record_player_side(a, i);
        if (!alike(record_player(a, side), record_player(b, side)))
            return 0;
        exact = exact && !strcmp(record_player(a, side), record_player(b, side));
    }
    return exact ? 2 : a->moves.n >= DUPLICATE_PLIES ? 1 : 0;
}

static int by_hash(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    if (one->hash != other->hash)
        return one->hash < other->hash ? -1 : 1;
    return (one->place > other->place) - (one->place < other->place);
}

/* The pairs among games of one hash: each game with the first one that is like it. */
static void pair(struct store *store, const struct candidate *same, int n, struct duplicate **out, int *found,
                 int *room)
{
    struct record **record = memory_new((size_t)n, sizeof *record);
    bool *taken = memory_new((size_t)n, sizeof *taken);
    for (int i = 0; i < n; i++)
        if (store_load(store, same[i].place, &record[i], NULL, NULL, NULL) < 0)
            record[i] = NULL;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && !taken[i]; j++) {
            int like = record[i] && record[j] && !taken[j] && same_game(record[i], record[j])
                           ? likeness(record[i], record[j])
                           : 0;
            if (!like)
                continue;
            taken[j] = true;
            *out = memory_room(*out, room, *found + 1, sizeof **out);
            (*out)[(*found)++] = (struct duplicate){same[i].place, same[j].place, like == 2};
        }
    for (int i = 0; i < n; i++)
        record_free(record[i]);
    free(record);
    free(taken);
}

int duplicates_find(struct store *store, const int *place, int n, struct duplicate **out)
{
    struct candidate *candidate = memory_new((size_t)n + 1, sizeof *candidate);
    int candidates = 0, found = 0, room = 0;
    *out = NULL;
    for (int i = 0; i < n; i++) {
        struct record *record;
        if (store_load(store, place[i], &record, NULL, NULL, NULL) < 0)
            continue;
        candidate[candidates++] = (struct candidate){hash_of(record), place[i], record->moves.n};
        record_free(record);
    }
    qsort(candidate, (size_t)candidates, sizeof *candidate, by_hash);
    for (int from = 0, to; from < candidates; from = to) {
        for (to = from + 1; to < candidates && candidate[to].hash == candidate[from].hash; to++)
            continue;
        if (to - from > 1)
            pair(store, candidate + from, to - from, out, &found, &room);
    }
    free(candidate);
    return found;
}

int duplicates_merge(struct store *store, const char *first, const char *second, int *differ,
                     struct note *why)
{
    struct record *keep = NULL, *other = NULL;
    struct version version, other_version;
    struct merge merge = {0};
    int result = merge_reload(store, first, &keep, &version, why);
    if (result == 0)
        result = merge_reload(store, second, &other, &other_version, why);
    if (result == 0) {
        struct record *same_id = record_copy(other);
        memcpy(same_id->id, keep->id, sizeof keep->id);
        same_id->rev = keep->rev;
        same_id->notation = keep->notation;
        result = merge_records(&merge, NULL, keep, same_id, NULL, 0, why);
        record_free(same_id);
    }
    if (result == 0 && differ)
        *differ = merge.conflicts;
    if (result == 0 && !record_same(merge.record, keep))
        result = store_save(store, merge.record, &version, why);
    if (result == 0)
        result = store_remove(store, second, &other_version, why);
    merge_clear(&merge);
    record_free(keep);
    record_free(other);
    return result;
}
