/* duplicates.c - finds duplicate games; see duplicates.h.
 *
 * All games are first reduced to small candidates: a hash of variant, start and plies, hashes of
 * the surnames, and which players are known. Sorted by the first hash, possible pairs are
 * neighbours. Within a group of equal hashes, comparing each game with each other would be too
 * slow, since very many games may have the same few plies, or none. Therefore the games of a group
 * are looked up by the players that two similar games must have in common. For each set of sides
 * that two games may both name, the games are sorted by which sides they name and by the names on
 * the sides of the set (struct same). Only games found this way are loaded and compared exactly
 * (duplicates_likeness()).
 *
 * Games that continue where others end are found similarly: a second sort groups them by a hash of
 * their first DUPLICATE_BEGIN plies, players, date and round. Each game of a group is loaded
 * once, and the hash of each of its beginnings is looked up among the games of the group; each
 * shorter game is then paired with the longest that continues it.
 *
 * Brief games (fewer than DUPLICATE_PLIES plies) are duplicates only if everything is equal: a
 * digest of everything compared decides, and they are not loaded again.
 *
 * Memory: a candidate has a few dozen bytes, so that an archive of millions of games fits. */
#include "config.h"

#include "archive/report/duplicates.h"
#include "archive/merge/merge_save.h"
#include "archive/search/collection.h"
#include "core/position.h"
#include "core/util/ascii.h"

#include <assert.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

enum {
    KNOWN_ALL = (1 << SIDES_MAX) - 1,
    SETS = 1 << SIDES_MAX /* number of sets of sides */,
    SURNAME_ROOM = 64
};
enum { NAME_BITS = 20, KNOWN_AT = NAME_BITS * SIDES_MAX, REST_BITS = 28 };

/* A game reduced to hashes. There is one for each game of an archive, so it is small. */
struct duplicates_candidate {
    uint64_t hash; /* hash of variant, start and plies */
    uint64_t who;  /* hashes of the surnames by side, NAME_BITS each; for a brief game, a digest of
                      everything that is compared */
    int place;
    unsigned known : SIDES_MAX; /* bit set of the sides whose player is known */
    unsigned brief : 1; /* true for a game with few or no plies, whose duplicates must be equal in
                           everything */
    unsigned rest : REST_BITS; /* for a brief game, more bits of the digest in `who`; for a longer
                                  game, a hash of its beginning, or 0 if no beginning is compared */
};

static uint64_t duplicates_hash_of(const struct record *record, int plies)
{
    uint64_t hash = hash_text(hash_text(HASH_START, record_variant(record)),
                              record_text(record, "start.position"));
    for (int i = 0; i < plies; i++)
        hash = hash_text(hash, record->moves.v[i].text);
    return hash;
}

/* True if both games have the same first plies. */
static bool begin_alike(const struct record *a, const struct record *b, int plies)
{
    if (strcmp(record_variant(a), record_variant(b)) != 0 || a->moves.n < plies ||
        b->moves.n < plies ||
        strcmp(record_text(a, "start.position"), record_text(b, "start.position")) != 0)
        return false;
    for (int i = 0; i < plies; i++)
        if (strcmp(a->moves.v[i].text, b->moves.v[i].text) != 0)
            return false;
    return true;
}

static bool same_game(const struct record *a, const struct record *b)
{
    return a->moves.n == b->moves.n && begin_alike(a, b, a->moves.n);
}

/* True if a word is only an initial, with or without a dot: "G", "G.", "G.K." */
static bool is_initial(const char *word, const char *end)
{
    int letters = 0, dots = 0;
    for (const char *t = word; t < end; t++) {
        dots += *t == '.';
        letters += *t != '.' && ((unsigned char)*t & 0xC0) != 0x80;
    }
    return letters == 1 || (letters > 1 && dots == letters);
}

/* Finds the last word of a text; *end becomes the end of the word. */
static const char *duplicates_last_word(const char *text, const char **end)
{
    while (*end > text && (*end)[-1] == ' ')
        --*end;
    const char *begin = *end;
    while (begin > text && begin[-1] != ' ')
        begin--;
    return begin;
}

/* Extracts the surname in small letters: "morphy" from "Morphy, Paul", "Paul Morphy", "P.
 * MORPHY" or "Morphy P.". */
static void duplicates_surname(const char *name, char out[SURNAME_ROOM])
{
    name += strspn(name, " ");
    const char *end = strchr(name, ','), *begin = name;
    if (!end) {
        end = name + strlen(name);
        begin = duplicates_last_word(name, &end);
        while (begin > name && is_initial(begin, end)) {
            end = begin;
            begin = duplicates_last_word(name, &end);
        }
    }
    size_t length =
        (size_t)(end - begin) < SURNAME_ROOM - 1 ? (size_t)(end - begin) : SURNAME_ROOM - 1;
    for (size_t i = 0; i < length; i++)
        out[i] = (char)ascii_lower((unsigned char)begin[i]);
    out[length] = '\0';
}

static bool is_unknown(const char *surname_of)
{
    return !*surname_of || !strcmp(surname_of, "?");
}

static bool duplicates_alike(const char *a, const char *b)
{
    char one[SURNAME_ROOM], other[SURNAME_ROOM];
    duplicates_surname(a, one);
    duplicates_surname(b, other);
    return is_unknown(one) || is_unknown(other) || !strcmp(one, other);
}

/* How alike two games with the same plies are: 2 for the same players, date and result, 1 for
 * similar players, 0 otherwise. */
static int duplicates_likeness(const struct record *a, const struct record *b)
{
    bool exact = !strcmp(record_text(a, "event.date"), record_text(b, "event.date")) &&
                 !strcmp(record_text(a, "result.score"), record_text(b, "result.score"));
    for (int i = 0; i < record_players(a); i++) {
        char side = record_player_side(a, i);
        if (!duplicates_alike(record_player(a, side), record_player(b, side)))
            return 0;
        exact = exact && !strcmp(record_player(a, side), record_player(b, side));
    }
    return exact ? 2 : a->moves.n >= DUPLICATE_PLIES ? 1 : 0;
}

/* A comparison that sorts possible pairs next to each other; equal brief games become
 * neighbours. */
static int by_hash(const void *a, const void *b, const void *context)
{
    const struct duplicates_candidate *one = a, *other = b;
    (void)context;
    if (one->hash != other->hash)
        return one->hash < other->hash ? -1 : 1;
    if (one->brief != other->brief)
        return one->brief ? -1 : 1;
    if (one->brief && one->who != other->who)
        return one->who < other->who ? -1 : 1;
    if (one->brief && one->rest != other->rest)
        return one->rest < other->rest ? -1 : 1;
    return (one->place > other->place) - (one->place < other->place);
}

static unsigned duplicates_begun(const struct duplicates_candidate *candidate)
{
    return candidate->brief ? 0 : candidate->rest;
}

static int by_begun(const void *a, const void *b, const void *context)
{
    unsigned one = duplicates_begun(a), other = duplicates_begun(b);
    if (one != other)
        return one < other ? -1 : 1;
    return by_hash(a, b, context);
}

static int by_places(const void *a, const void *b, const void *context)
{
    const struct duplicate *one = a, *other = b;
    (void)context;
    if (one->first != other->first)
        return one->first < other->first ? -1 : 1;
    return (one->second > other->second) - (one->second < other->second);
}

typedef int order_fn(const void *a, const void *b, const void *context);

static void duplicates_exchange(char *a, char *b, size_t size)
{
    char kept[sizeof(struct duplicates_candidate)];
    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

static void duplicates_sift(char *v, size_t at, size_t n, size_t size, order_fn *order,
                            const void *context)
{
    for (size_t below; (below = 2 * at + 1) < n; at = below) {
        if (below + 1 < n && order(v + below * size, v + (below + 1) * size, context) < 0)
            below++;
        if (order(v + at * size, v + below * size, context) >= 0)
            break;
        duplicates_exchange(v + at * size, v + below * size, size);
    }
}

/* Sorts by heap sort, since qsort() would need a copy of very many games. */
static void duplicates_sort(void *list, int n, size_t size, order_fn *order, const void *context)
{
    assert(size <= sizeof(struct duplicates_candidate));
    for (size_t at = (size_t)n / 2; at-- > 0;)
        duplicates_sift(list, at, (size_t)n, size, order, context);
    for (size_t end = (size_t)n; end-- > 1;) {
        duplicates_exchange(list, (char *)list + end * size, size);
        duplicates_sift(list, 0, end, size, order, context);
    }
}

struct duplicate_search {
    struct store *store;
    struct duplicates_candidate *candidate; /* [candidates] the games as hashes. At first the array
                                               has `n` entries, of which those from index `next` on
                                               have not been examined yet: only their member
                                               `place`, the game's index in the store, is set */
    int n, next, candidates;
    int from;  /* number of candidates compared with the other games that have the same plies */
    int begun; /* number of candidates compared with the other games that begin like them; -1 if
                  they are not sorted for that yet */
    bool sorted;
    struct duplicate *v; /* [found] the pairs */
    int found, room;
};

/* Computes the digest of a brief game. Brief games are duplicates only if everything is equal,
 * so very many of them need not be loaded again. */
static void digest_all(struct duplicates_candidate *candidate, const struct record *record,
                       const char *const name[SIDES_MAX])
{
    const char *const other[] = {record_text(record, "event.date"),
                                 record_text(record, "result.score"), record_variant(record),
                                 record_text(record, "start.position")};
    struct sha256_ctx context;
    uint8_t digest[sizeof candidate->who + sizeof(uint32_t)];
    uint32_t rest;
    sha256_init(&context);
    for (int side = 0; side < SIDES_MAX; side++)
        sha256_update(&context, strlen(name[side]) + 1, (const uint8_t *)name[side]);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        sha256_update(&context, strlen(other[i]) + 1, (const uint8_t *)other[i]);
    for (int i = 0; i < record->moves.n; i++)
        sha256_update(&context, strlen(record->moves.v[i].text) + 1,
                      (const uint8_t *)record->moves.v[i].text);
    sha256_digest(&context, sizeof digest, digest);
    memcpy(&candidate->who, digest, sizeof candidate->who);
    memcpy(&rest, digest + sizeof candidate->who, sizeof rest);
    candidate->rest = rest & ((1U << REST_BITS) - 1);
}

static uint64_t name_bits(const char *surname_of)
{
    uint64_t hash = hash_text(HASH_START, surname_of);
    return (hash ^ hash >> 32) & ((1U << NAME_BITS) - 1);
}

static unsigned begun_of(const struct record *record, uint64_t who)
{
    uint64_t hash = hash_text(duplicates_hash_of(record, DUPLICATE_BEGIN) ^ who,
                              record_text(record, "event.date"));
    hash = hash_text(hash, record_text(record, "event.round"));
    return (hash ^ hash >> 32) & ((1U << REST_BITS) - 1);
}

static struct duplicates_candidate candidate_of(const struct record *record, int place)
{
    static const char letters[SIDES_MAX] = "wbr";
    int plies = record->moves.n, known = 0;
    struct duplicates_candidate candidate = {.hash = duplicates_hash_of(record, plies),
                                             .place = place,
                                             .brief = plies < DUPLICATE_PLIES};
    const char *name[SIDES_MAX];
    for (int side = 0; side < SIDES_MAX; side++) {
        char last[SURNAME_ROOM];
        name[side] = record_player(record, letters[side]);
        duplicates_surname(name[side], last);
        candidate.known |= is_unknown(last) ? 0 : 1U << side;
        known += !is_unknown(last);
        candidate.who |= name_bits(last) << side * NAME_BITS;
    }
    if (candidate.brief)
        digest_all(&candidate, record, name);
    if (plies >= DUPLICATE_BEGIN && known == record_players(record))
        candidate.rest = begun_of(record, candidate.who);
    return candidate;
}

static void add_pair(struct duplicate_search *search, const struct duplicates_candidate *first,
                     const struct duplicates_candidate *second, bool exact)
{
    bool turned = first->hash == second->hash && store_is_packed(search->store, second->place) &&
                  !store_is_packed(search->store, first->place);
    search->v = memory_room(search->v, &search->room, search->found + 1, sizeof *search->v);
    search->v[search->found++] = (struct duplicate){(turned ? second : first)->place,
                                                    (turned ? first : second)->place, exact};
}

/* Pairs the brief games of a group with equal hashes. They are sorted so that equal games are
 * neighbours. */
static void pair_brief(struct duplicate_search *search, struct duplicates_candidate *game, int n)
{
    for (int i = 0, from = 0; i < n; i++)
        if (game[i].who != game[from].who || game[i].rest != game[from].rest)
            from = i;
        else if (i > from)
            add_pair(search, &game[from], &game[i], true);
}

/* ------------------------------------------------------------------------------- games with the
 * same plies */

/* A group of games with the same plies. Not every game names the players of all sides. Two games
 * can be similar only if they have the same surnames on all sides that both games name. So for each
 * set of sides that two games may both name, there is an array of the games, sorted by which sides
 * they name and by the names on the sides of the set. */
struct same {
    const struct duplicates_candidate *game; /* [n] the games of the group */
    int n;
    bool *taken;      /* [n] true for games already paired with an earlier game */
    unsigned occurs;  /* one bit for each set of sides: set if these are exactly the known sides of
                         some game in the group */
    int *order[SETS]; /* [count] for each set of sides, the indices of games, sorted by their keys.
                         When no game with a key is left to be paired, the first index with that key
                         is replaced by its complement (~index) */
    int count[SETS];
};

/* Makes a sort key from the set of known sides of a game and the players on the sides in
 * `names`. */
static uint64_t duplicates_key_of(uint64_t who, unsigned known, unsigned names)
{
    uint64_t key = (uint64_t)known << KNOWN_AT;
    for (int side = 0; side < SIDES_MAX; side++)
        if (names & 1U << side)
            key |= who & (uint64_t)((1U << NAME_BITS) - 1) << side * NAME_BITS;
    return key;
}

static uint64_t key_at(const struct same *same, unsigned names, int at)
{
    const struct duplicates_candidate *game = &same->game[at < 0 ? ~at : at];
    return duplicates_key_of(game->who, game->known, names);
}

struct ordering {
    const struct same *same;
    unsigned names;
};

static int duplicates_by_key(const void *a, const void *b, const void *context)
{
    const struct ordering *ordering = context;
    int one = *(const int *)a, other = *(const int *)b;
    uint64_t key = key_at(ordering->same, ordering->names, one),
             other_key = key_at(ordering->same, ordering->names, other);
    if (key != other_key)
        return key < other_key ? -1 : 1;
    return (one > other) - (one < other);
}

/* Returns the sets of sides for which this game must be sorted, one bit for each: those that are
 * known both in this game and in some game of the group. */
static unsigned sets_of(const struct same *same, const struct duplicates_candidate *game)
{
    unsigned sets = 0;
    for (unsigned known = 0; known <= KNOWN_ALL; known++)
        if (same->occurs & 1U << known)
            sets |= 1U << (known & game->known);
    return sets;
}

static void make_orders(struct same *same)
{
    for (int at = 0; at < same->n; at++)
        same->occurs |= 1U << same->game[at].known;
    for (unsigned names = 0; names < SETS; names++) {
        for (int at = 0; at < same->n; at++)
            same->count[names] += (sets_of(same, &same->game[at]) & 1U << names) != 0;
        if (!same->count[names])
            continue;
        same->order[names] = memory_new((size_t)same->count[names], sizeof *same->order[names]);
        for (int at = 0, n = 0; at < same->n; at++)
            if (sets_of(same, &same->game[at]) & 1U << names)
                same->order[names][n++] = at;
        duplicates_sort(same->order[names], same->count[names], sizeof *same->order[names],
                        duplicates_by_key, &(struct ordering){same, names});
    }
}

/* Searches same->order[names] for the first game with a key. Returns its index in that array; if
 * there is none, the index at which it would be inserted. */
static int duplicates_first_of(const struct same *same, unsigned names, uint64_t key)
{
    int low = 0, high = same->count[names];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (key_at(same, names, same->order[names][middle]) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Compares two games exactly, see duplicates_likeness(). Loads the first one on demand; FAIL_SYSTEM
 * if it cannot be loaded. */
static int duplicates_compare(struct store *store, const struct duplicates_candidate *one,
                              struct record **record, const struct duplicates_candidate *another)
{
    struct record *other;
    if (!*record && store_load(store, one->place, record, NULL, NULL, NULL) < 0)
        return FAIL_SYSTEM;
    if (store_load(store, another->place, &other, NULL, NULL, NULL) < 0)
        return 0;
    int like = same_game(*record, other) ? duplicates_likeness(*record, other) : 0;
    record_free(other);
    return like;
}

/* Pairs a game with the similar later games among those whose known sides are exactly `known`.
 * Returns false if the game cannot be loaded. */
static bool pair_one(struct duplicate_search *search, struct same *same, int i, unsigned known,
                     struct record **record)
{
    const struct duplicates_candidate *game = &same->game[i];
    unsigned names = known & game->known;
    uint64_t key = duplicates_key_of(game->who, known, names);
    int *order = same->order[names], from = duplicates_first_of(same, names, key);
    bool others = false; /* true if a later game with the same key turned out not to be similar */
    if (from == same->count[names] || key_at(same, names, order[from]) != key || order[from] < 0)
        return true;
    for (int next = from; next < same->count[names] && key_at(same, names, order[next]) == key;
         next++) {
        int at = order[next],
            like = at <= i || same->taken[at]
                       ? 0
                       : duplicates_compare(search->store, game, record, &same->game[at]);
        if (like < 0)
            return false;
        if (like)
            add_pair(search, game, &same->game[at], like == 2);
        others = others || (!like && at > i && !same->taken[at]);
        same->taken[at] = same->taken[at] || like;
    }
    if (!others)
        order[from] = ~order[from];
    return true;
}

/* Pairs the games with equal plies: each game with the later games that are similar to it, except
 * those already paired with an earlier game. */
static void duplicates_pair(struct duplicate_search *search, struct duplicates_candidate *game,
                            int n)
{
    struct same same = {.game = game, .n = n, .taken = memory_new((size_t)n, 1)};
    make_orders(&same);
    for (int i = 0; i < n; i++) {
        struct record *record = NULL;
        bool readable = !same.taken[i];
        for (unsigned known = 0; readable && known <= KNOWN_ALL; known++)
            if (same.occurs & 1U << known)
                readable = pair_one(search, &same, i, known, &record);
        record_free(record);
    }
    for (int names = 0; names < SETS; names++)
        free(same.order[names]);
    for (int i = 0; i < n; i++)
        if (same.taken[i])
            game[i].rest = 0; /* the game is already in a pair with an earlier one */
    free(same.taken);
}

/* ------------------------------------------------------------------ games of which one continues
 * the other */

/* The longest game found so far that continues a given game. */
struct longer {
    int at; /* index in the group; -1 if there is none */
    int plies;
};

/* Returns the index of the first game whose hash is at least `hash`; `n` if there is none. The
 * games are sorted by hash. */
static int first_with(const struct duplicates_candidate *game, int n, uint64_t hash)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (game[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds the games that are a beginning of this game. In each of them, stores this game as its
 * continuation, unless a longer continuation is already stored there. */
static void tell_shorter(const struct duplicates_candidate *game, int n, int at,
                         const struct record *record, struct longer *longer)
{
    uint64_t hash = duplicates_hash_of(record, DUPLICATE_BEGIN - 1);
    for (int plies = DUPLICATE_BEGIN; plies < record->moves.n; plies++) {
        hash = hash_text(hash, record->moves.v[plies - 1].text);
        for (int i = first_with(game, n, hash); i < n && game[i].hash == hash; i++)
            if (record->moves.n > longer[i].plies)
                longer[i] = (struct longer){at, record->moves.n};
    }
}

static bool duplicates_goes_on(struct store *store, const struct duplicates_candidate *longer,
                               const struct duplicates_candidate *shorter)
{
    struct record *one, *other;
    if (store_load(store, longer->place, &one, NULL, NULL, NULL) < 0)
        return false;
    bool same = store_load(store, shorter->place, &other, NULL, NULL, NULL) == 0;
    if (same) {
        same = begin_alike(one, other, other->moves.n) && duplicates_likeness(one, other);
        record_free(other);
    }
    record_free(one);
    return same;
}

/* Pairs each game with the longest game that continues it, among games with the same beginning.
 * Each game is loaded a few times at most. */
static void pair_begun(struct duplicate_search *search, const struct duplicates_candidate *game,
                       int n)
{
    struct longer *longer = memory_new((size_t)n, sizeof *longer);
    for (int i = 0; i < n; i++)
        longer[i].at = -1;
    for (int i = 0; i < n; i++) {
        struct record *record;
        if (store_load(search->store, game[i].place, &record, NULL, NULL, NULL) < 0)
            continue;
        tell_shorter(game, n, i, record, longer);
        record_free(record);
    }
    for (int i = 0; i < n; i++)
        if (longer[i].at >= 0 && duplicates_goes_on(search->store, &game[longer[i].at], &game[i]))
            add_pair(search, &game[longer[i].at], &game[i], false);
    free(longer);
}

void duplicates_open(struct duplicate_search **out, struct store *store, const int *place, int n)
{
    struct duplicate_search *search = memory_new(1, sizeof *search);
    *search = (struct duplicate_search){.store = store, .n = n, .begun = -1};
    search->candidate = memory_new((size_t)n + 1, sizeof *search->candidate);
    for (int i = 0; i < n; i++)
        search->candidate[i].place = place[i];
    *out = search;
}

void duplicates_close(struct duplicate_search *search)
{
    if (!search)
        return;
    free(search->candidate);
    free(search->v);
    free(search);
}

static void duplicates_look_at(struct duplicate_search *search, int place)
{
    struct record *record;
    if (store_load(search->store, place, &record, NULL, NULL, NULL) < 0)
        return;
    search->candidate[search->candidates++] = candidate_of(record, place);
    record_free(record);
}

/* Pairs the next group of games with equal hashes. Returns the number of games in the group, or 0
 * for a single game. */
static int step_same(struct duplicate_search *search)
{
    struct duplicates_candidate *candidate = search->candidate + search->from;
    int same = 1, found = search->found;
    while (search->from + same < search->candidates && candidate[same].hash == candidate->hash &&
           candidate[same].brief == candidate->brief)
        same++;
    if (same > 1) {
        (candidate->brief ? pair_brief : duplicates_pair)(search, candidate, same);
        duplicates_sort(search->v + found, search->found - found, sizeof *search->v, by_places,
                        NULL);
    }
    search->from += same;
    return same > 1 ? same : 0;
}

/* Pairs the next group of games with the same beginning. Returns the number of games in the group,
 * or 0 if there was nothing to compare. */
static int step_begun(struct duplicate_search *search)
{
    const struct duplicates_candidate *candidate = search->candidate + search->begun;
    int alike = 1, found = search->found;
    while (search->begun + alike < search->candidates &&
           duplicates_begun(&candidate[alike]) == duplicates_begun(candidate))
        alike++;
    bool several = alike > 1 && duplicates_begun(candidate);
    if (several) {
        pair_begun(search, candidate, alike);
        duplicates_sort(search->v + found, search->found - found, sizeof *search->v, by_places,
                        NULL);
    }
    search->begun += alike;
    return several ? alike : 0;
}

bool duplicates_step(struct duplicate_search *search, int games)
{
    for (; games > 0 && search->next < search->n; games--)
        duplicates_look_at(search, search->candidate[search->next++].place);
    if (search->next < search->n)
        return true;
    if (!search->sorted)
        duplicates_sort(search->candidate, search->candidates, sizeof *search->candidate, by_hash,
                        NULL);
    search->sorted = true;
    while (games > 0 && search->from < search->candidates)
        games -= step_same(search);
    if (search->from < search->candidates)
        return true;
    if (search->begun < 0)
        duplicates_sort(search->candidate, search->candidates, sizeof *search->candidate, by_begun,
                        NULL);
    search->begun = search->begun < 0 ? 0 : search->begun;
    while (games > 0 && search->begun < search->candidates)
        games -= step_begun(search);
    if (search->begun < search->candidates)
        return true;
    free(search->candidate); /* only the pairs are still needed */
    search->candidate = NULL;
    search->from = search->begun = search->candidates = 0;
    return false;
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

/* ---- Merges two duplicate games into one; see duplicates.h. */

struct duplicate_ids duplicate_ids_of(struct store *store, const struct duplicate *pair)
{
    const int place[2] = {pair->first, pair->second};
    struct duplicate_ids ids;
    for (int which = 0; which < 2; which++)
        catalog_pack_id(store_listing(store, place[which])->id, ids.packed[which],
                        &ids.more[which]);
    return ids;
}

void duplicate_id(const struct duplicate_ids *ids, int which, char id[ULID_LENGTH + 1])
{
    catalog_unpack_id(ids->packed[which], ids->more[which], id);
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
    if (result == 0 && store_is_packed(store, store_find(store, second)))
        result = note_fail(
            why, FAIL_RULE, -1,
            "the second game is in a pack, which is read-only: it cannot go to the trash");
    if (result == 0) {
        struct record *same_id = record_copy(other);
        memcpy(same_id->id, keep->id, sizeof keep->id);
        same_id->rev = keep->rev;
        same_id->notation = keep->notation;
        /* A merge would mix the provenances of the two games, or report a conflict. So if the first
         * game has a provenance, remove the provenance of the second game. */
        for (const char *const *key = (const char *const[]){"provenance", "journal", NULL}; *key;
             key++)
            if (value_at(&keep->head, *key))
                value_set(&same_id->head, *key, NULL, false);
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
        store_save(store, keep, &version, NULL); /* on failure, restores the first game without the
                                                    notes of the second */
    }
    struct note reason;
    if (result == 0 && (result = store_collections_refer(store, second, first, &reason)) < 0)
        note_set(why, -1,
                 "the games were merged, but a collection still lists the one in the trash: %s",
                 reason.text);
    merge_clear(&merge);
    record_free(keep);
    record_free(other);
    return result;
}
