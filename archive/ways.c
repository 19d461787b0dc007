/* ways.c - see ways.h. */
#include "archive/ways.h"

#include "archive/board_hash.h"
#include "archive/follow.h"
#include "archive/index.h"
#include "archive/index_parts.h"
#include "archive/query_parts.h"
#include "core/draft.h"
#include "core/search.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS_MOST = 1 << 18, PLIES_REPLAYED = 1000 };

struct way {
    uint32_t before, hash; /* the way without its last position */
    int ply, games, example;
    bool sure;
};

/* A game that came on a way. */
struct came {
    int at;
    uint32_t way;
};

static uint32_t *slot_of(const struct ways *ways, uint32_t before, uint32_t hash)
{
    uint64_t mixed = ((uint64_t)before << 32 | hash) * 0x9E3779B97F4A7C15u;
    uint32_t at = (uint32_t)(mixed >> 32) & (ways->slots - 1);
    while (ways->slot[at] && (ways->way[ways->slot[at]].before != before || ways->way[ways->slot[at]].hash != hash))
        at = (at + 1) & (ways->slots - 1);
    return &ways->slot[at];
}

/* The way that goes on from another one; 0: there are too many. */
static uint32_t way_on(struct ways *ways, uint32_t before, uint32_t hash, int ply)
{
    if (!ways->slots) {
        ways->slots = 2 * WAYS_MOST;
        ways->slot = memory_new(ways->slots, sizeof *ways->slot);
        ways->n = 1;
    }
    uint32_t *slot = slot_of(ways, before, hash);
    if (!*slot && ways->n < WAYS_MOST) {
        ways->way = memory_room(ways->way, &ways->room, ways->n + 1, sizeof *ways->way);
        ways->way[ways->n] = (struct way){.before = before, .hash = hash, .ply = ply};
        *slot = (uint32_t)ways->n++;
    }
    return *slot;
}

void ways_came(struct ways *ways, uint32_t variant, const uint32_t *hash, int n, int at)
{
    uint32_t way = n <= WAYS_PLIES ? way_on(ways, 0, variant, -1) : 0;
    for (int i = 0; i < n && way; i++)
        way = way_on(ways, way, hash[i], i);
    if (!way)
        return;
    ways->came = memory_room(ways->came, &ways->came_room, ways->comers + 1, sizeof *ways->came);
    ways->came[ways->comers++] = (struct came){at, way};
    if (!ways->way[way].games++)
        ways->way[way].example = at;
}

struct counting {
    const struct position *position;
    uint32_t hash;
    int n;
};

static int count_ply(const struct ply *ply, void *argument)
{
    struct counting *counting = argument;
    struct position after;
    ply_play(counting->position, ply, &after);
    counting->n += index_short_hash(board_hash(&after)) == counting->hash;
    return 0;
}

/* Does exactly one ply lead to a hash? */
static bool one_ply_to(const struct position *position, uint32_t hash)
{
    struct limits limits = {.cascade = 1};
    struct counting counting = {position, hash, 0};
    search_plies(position, &limits, count_ply, &counting);
    return counting.n == 1;
}

/* Does a game follow a way, so that everybody who came by the same hashes was in the same positions? */
static bool follows(const struct record *record, const uint32_t *hash, int last)
{
    struct follower *board = memory_new(1, sizeof *board);
    struct ruleset *rules = NULL;
    bool same = index_starts_as_set_up(record) && follow_open(board, record, &rules, NULL) == 0 &&
                !rules->rules->find; /* plies without end cannot all be looked at */
    for (int i = 0; same && i <= last; i++) {
        struct position position;
        char written[PLY_ROOM];
        follow_position(board, &position);
        same = index_short_hash(board_hash(&position)) == hash[i];
        if (i > 0 && i <= record->moves.n)
            follow_leave(board, &record->moves.v[i - 1]);
        if (same && i < last)
            same = one_ply_to(&position, hash[i + 1]) && i < record->moves.n &&
                   follow_play(board, record->moves.v[i].text, written, sizeof written);
    }
    ruleset_free(rules);
    free(board);
    return same;
}

/* Replay the example of a way: does everybody who comes so meet the term there? */
static bool replay(const struct ways *ways, const struct way *way, const struct query *query, const struct term *term,
                   ways_load_fn *load, void *argument)
{
    uint32_t hash[WAYS_PLIES];
    struct query_hit hit = {.ply = -1, .first = true};
    struct record *record = load(argument, way->example);
    if (!record)
        return false;
    for (const struct way *at = way; at->ply >= 0; at = &ways->way[at->before])
        hash[at->ply] = at->hash;
    bool sure = follows(record, hash, way->ply) && query_record_fits(query, term, record, &hit) && hit.ply == way->ply;
    record_free(record);
    return sure;
}

void ways_make_sure(struct ways *ways, const struct query *query, const struct term *term, ways_load_fn *load,
                    void *argument, uint8_t *sure)
{
    int plies = 0;
    for (int i = 1; i < ways->n && plies < PLIES_REPLAYED; i++)
        if (ways->way[i].games >= WAYS_WORTH) {
            ways->way[i].sure = replay(ways, &ways->way[i], query, term, load, argument);
            plies += ways->way[i].ply + 1;
        }
    for (int i = 0; i < ways->comers; i++)
        if (ways->way[ways->came[i].way].sure)
            sieve_put(sure, ways->came[i].at);
    free(ways->way);
    free(ways->slot);
    free(ways->came);
    *ways = (struct ways){0};
}
