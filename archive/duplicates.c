/* duplicates.c - see duplicates.h.
 *
 * Very many games may have the same plies, or none, and each other players: they are not compared with each other, but looked up
 * by what would make them alike. */
#include "config.h"
#include "archive/duplicates.h"

#include "archive/merge_save.h"

#include "core/position.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN_ALL = (1 << SIDES_MAX) - 1, LOOKUPS = 1 << SIDES_MAX, SURNAME_ROOM = 64, SAID_MOST = 256 };

struct said {
    uint16_t size;
    char text[];
};

/* A game as far as it matters: found by hashes of what it has, compared by that itself. There is one of each game: it is small. */
struct candidate {
    uint64_t hash;            /* variant, start, plies */
    struct said *said;        /* all that is compared of a game of few plies, if it is short; else NULL: it is loaded for that */
    uint32_t name[SIDES_MAX]; /* the surname of a side */
    uint32_t exact;           /* players, date, result as they stand */
    int place;
    unsigned plies : 29, known : SIDES_MAX; /* known: the sides whose player is, as bits */
};

static const uint64_t seed = 14695981039346656037u;

static uint64_t add_hash(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return (hash ^ 0xFF) * 1099511628211u;
}

static uint64_t hash_of(const struct record *record)
{
    uint64_t hash = add_hash(seed, record_variant(record));
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
static void surname(const char *name, char out[SURNAME_ROOM])
{
    const char *end = strchr(name, ','), *begin = name;
    if (!end) {
        end = name + strlen(name);
        const char *blank = strrchr(name, ' ');
        begin = blank ? blank + 1 : name;
    }
    size_t length = (size_t)(end - begin) < SURNAME_ROOM - 1 ? (size_t)(end - begin) : SURNAME_ROOM - 1;
    for (size_t i = 0; i < length; i++)
        out[i] = (char)tolower((unsigned char)begin[i]);
    out[length] = '\0';
}

static bool is_unknown(const char *surname_of)
{
    return !*surname_of || !strcmp(surname_of, "?");
}

static bool alike(const char *a, const char *b)
{
    char one[SURNAME_ROOM], other[SURNAME_ROOM];
    surname(a, one);
    surname(b, other);
    return is_unknown(one) || is_unknown(other) || !strcmp(one, other);
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

struct duplicate_search {
    struct store *store;
    int *place; /* [n] */
    int n, next;
    struct candidate *candidate; /* [candidates] */
    int candidates, from; /* those before were paired */
    bool sorted;
    struct duplicate *v;  /* [found] */
    int found, room;
};

/* Games of few plies, or none, are duplicates only if all is the same: of very many of them that is kept, not loaded once more. */
static void keep_said(struct candidate *candidate, const char *const said[], int n)
{
    size_t size = 0, at = 0;
    for (int i = 0; i < n; i++)
        size += strlen(said[i]) + 1;
    if (size > SAID_MOST)
        return;
    candidate->said = memory_new(sizeof *candidate->said + size, 1);
    candidate->said->size = (uint16_t)size;
    for (int i = 0; i < n; at += strlen(said[i++]) + 1)
        memcpy(candidate->said->text + at, said[i], strlen(said[i]) + 1);
}

static struct candidate candidate_of(const struct record *record, int place)
{
    static const char letters[SIDES_MAX] = "wbr";
    enum { OTHERS = 4 };
    struct candidate candidate = {.hash = hash_of(record), .exact = (uint32_t)seed, .place = place,
                                  .plies = (unsigned)record->moves.n};
    const char *date = record_text(record, "event.date"), *score = record_text(record, "result.score");
    const char *said[SIDES_MAX + OTHERS + DUPLICATE_PLIES];
    int n = 0;
    for (int side = 0; side < SIDES_MAX; side++) {
        const char *name = record_player(record, letters[side]);
        char last[SURNAME_ROOM];
        surname(name, last);
        candidate.known |= is_unknown(last) ? 0 : 1U << side;
        candidate.name[side] = (uint32_t)add_hash(seed, last);
        candidate.exact = (uint32_t)add_hash(candidate.exact, name);
        said[n++] = name;
    }
    candidate.exact = (uint32_t)add_hash(candidate.exact, date);
    candidate.exact = (uint32_t)add_hash(candidate.exact, score);
    if (record->moves.n >= DUPLICATE_PLIES)
        return candidate;
    said[n++] = date;
    said[n++] = score;
    said[n++] = record_variant(record);
    said[n++] = record_text(record, "start.position");
    for (int i = 0; i < record->moves.n; i++)
        said[n++] = record->moves.v[i].text;
    keep_said(&candidate, said, n);
    return candidate;
}

/* ------------------------------------------------------------------------------------- games of the same plies */

/* What somebody may look a game up by. */
struct handle {
    uint64_t key;
    int at; /* among the games of the same plies */
    int next; /* of the first handle of a key: how many of the others were gone through */
};

/* A key: the sides whose players the game looked for knows, and the names of some of them. */
static uint64_t key_of(const struct candidate *candidate, unsigned known, unsigned names)
{
    uint64_t key = seed ^ known << SIDES_MAX ^ names;
    for (int side = 0; side < SIDES_MAX; side++)
        if (names & 1U << side)
            key = (key ^ candidate->name[side]) * 1099511628211u;
    return key;
}

static int by_key(const void *a, const void *b)
{
    const struct handle *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->at > other->at) - (one->at < other->at);
}

/* Games of the same plies, and their handles in the order of their keys. */
struct same {
    const struct candidate *game; /* [n] */
    int n;
    bool brief; /* with so few plies that all else must be the same, too */
    bool *taken; /* [n]: they are like an earlier one */
    struct handle *handle;
    int handles;
};

static void add_handle(struct same *same, int at, uint64_t key)
{
    same->handle[same->handles++] = (struct handle){.key = key, .at = at};
}

/* A game can be looked up by the names of any of its known players: whoever looks may not know the others. */
static void make_handles(struct same *same)
{
    same->handle = memory_new((size_t)same->n * (same->brief ? 1 : LOOKUPS), sizeof *same->handle);
    for (int at = 0; at < same->n; at++) {
        const struct candidate *game = &same->game[at];
        if (same->brief) {
            add_handle(same, at, game->exact);
            continue;
        }
        for (unsigned names = 0; names <= KNOWN_ALL; names++)
            if (!(names & ~game->known))
                add_handle(same, at, key_of(game, game->known, names));
    }
    qsort(same->handle, (size_t)same->handles, sizeof *same->handle, by_key);
}

/* The first handle of a key; NULL: there is none. */
static struct handle *first_of(const struct same *same, uint64_t key)
{
    int low = 0, high = same->handles;
    while (low < high) {
        int middle = (low + high) / 2;
        if (same->handle[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < same->handles && same->handle[low].key == key ? &same->handle[low] : NULL;
}

/* The next game of a key behind a place that is like none yet; -1. What was passed by is not looked at again. */
static int next_of(const struct same *same, struct handle *first, int behind)
{
    for (; first + first->next < same->handle + same->handles && first[first->next].key == first->key; first->next++) {
        int at = first[first->next].at;
        if (at > behind && !same->taken[at])
            return at;
    }
    return -1;
}

/* Where those are found that may be like a game: one place for each set of players they may know. How many. */
static int look_up(const struct same *same, const struct candidate *game, struct handle *list[LOOKUPS])
{
    int n = 0;
    if (same->brief)
        return (list[0] = first_of(same, game->exact)) != NULL;
    for (unsigned known = 0; known <= KNOWN_ALL; known++)
        if ((list[n] = first_of(same, key_of(game, known, known & game->known))))
            n++;
    return n;
}

/* The first of them behind a place; -1. */
static int next_alike(const struct same *same, struct handle *const list[LOOKUPS], int n, int behind)
{
    int best = -1, from = 0;
    for (int i = 0; i < n; i++) {
        int at = next_of(same, list[i], behind);
        if (at >= 0 && (best < 0 || at < best)) {
            best = at;
            from = i;
        }
    }
    if (best >= 0)
        list[from]->next++;
    return best;
}

/* How like two games are: see likeness(). The first is loaded when it is needed for that; FAIL_SYSTEM: it cannot be. */
static int compare(struct store *store, const struct candidate *one, struct record **record, const struct candidate *another)
{
    struct record *other;
    if (one->said && another->said)
        return one->said->size == another->said->size && !memcmp(one->said->text, another->said->text, one->said->size) ? 2 : 0;
    if (!*record && store_load(store, one->place, record, NULL, NULL, NULL) < 0)
        return FAIL_SYSTEM;
    if (store_load(store, another->place, &other, NULL, NULL, NULL) < 0)
        return 0;
    int like = same_game(*record, other) ? likeness(*record, other) : 0;
    record_free(other);
    return like;
}

/* The pairs among games of one hash: each game with the first one that is like it. */
static void pair(struct store *store, const struct candidate *game, int n, struct duplicate **out, int *found, int *room)
{
    struct same same = {.game = game, .n = n, .brief = game->plies < DUPLICATE_PLIES, .taken = memory_new((size_t)n, 1)};
    make_handles(&same);
    for (int i = 0; i < n; i++) {
        struct handle *list[LOOKUPS];
        struct record *record = NULL;
        int lists = same.taken[i] ? 0 : look_up(&same, &game[i], list), at;
        while (lists && (at = next_alike(&same, list, lists, i)) >= 0) {
            int like = compare(store, &game[i], &record, &game[at]);
            if (like < 0)
                break;
            if (!like)
                continue;
            same.taken[at] = true;
            *out = memory_room(*out, room, *found + 1, sizeof **out);
            (*out)[(*found)++] = (struct duplicate){game[i].place, game[at].place, like == 2};
        }
        record_free(record);
    }
    free(same.handle);
    free(same.taken);
}

void duplicates_open(struct duplicate_search **out, struct store *store, const int *place, int n)
{
    struct duplicate_search *search = memory_new(1, sizeof *search);
    search->store = store;
    search->n = n;
    search->place = memory_new((size_t)n + 1, sizeof *search->place);
    memcpy(search->place, place, (size_t)n * sizeof *place);
    search->candidate = memory_new((size_t)n + 1, sizeof *search->candidate);
    *out = search;
}

void duplicates_close(struct duplicate_search *search)
{
    if (!search)
        return;
    for (int i = 0; i < search->candidates; i++)
        free(search->candidate[i].said);
    free(search->place);
    free(search->candidate);
    free(search->v);
    free(search);
}

static void look_at(struct duplicate_search *search, int place)
{
    struct record *record;
    if (store_load(search->store, place, &record, NULL, NULL, NULL) < 0)
        return;
    search->candidate[search->candidates++] = candidate_of(record, place);
    record_free(record);
}

bool duplicates_step(struct duplicate_search *search, int games)
{
    for (; games > 0 && search->next < search->n; games--)
        look_at(search, search->place[search->next++]);
    if (search->next < search->n)
        return true;
    if (!search->sorted) {
        free(search->place);
        search->place = NULL;
        qsort(search->candidate, (size_t)search->candidates, sizeof *search->candidate, by_hash);
    }
    search->sorted = true;
    while (games > 0 && search->from < search->candidates) {
        const struct candidate *candidate = search->candidate + search->from;
        int same = 1;
        while (search->from + same < search->candidates && candidate[same].hash == candidate->hash)
            same++;
        if (same > 1) {
            pair(search->store, candidate, same, &search->v, &search->found, &search->room);
            games -= same;
        }
        search->from += same;
    }
    return search->from < search->candidates;
}

int duplicates_tried(const struct duplicate_search *search)
{
    return search->n ? (int)((int64_t)search->next * 100 / search->n) : 100;
}

int duplicates_count(const struct duplicate_search *search)
{
    return search->found;
}

const struct duplicate *duplicates_at(const struct duplicate_search *search, int at)
{
    return &search->v[at];
}

int duplicates_find(struct store *store, const int *place, int n, struct duplicate **out)
{
    struct duplicate_search *search;
    duplicates_open(&search, store, place, n);
    while (duplicates_step(search, INT_MAX))
        continue;
    int found = search->found;
    *out = search->v;
    search->v = NULL;
    duplicates_close(search);
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
    bool saved = result == 0 && !record_same(merge.record, keep);
    if (saved)
        result = store_save(store, merge.record, &version, why);
    if (result == 0 && (result = store_remove(store, second, &other_version, why)) < 0 && saved) {
        keep->rev = merge.record->rev;
        store_save(store, keep, &version, NULL); /* it does not have the notes of one that stays */
    }
    merge_clear(&merge);
    record_free(keep);
    record_free(other);
    return result;
}
