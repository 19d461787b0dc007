/* generate.h - inline functions on the bitboards of Turnover Chess, for core/families/turnover/generate.c and core/families/turnover/search_rules.c. */
#ifndef CHESSCADE_CORE_FAMILIES_TURNOVER_GENERATE_H
#define CHESSCADE_CORE_FAMILIES_TURNOVER_GENERATE_H

#include "core/families/turnover/turnover.h"

enum { T, F, W }; /* indices into struct rings */

static inline int lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline int highest(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}

static inline uint64_t bit(unsigned cell)
{
    return (uint64_t)1 << cell;
}

/* The squares a slide reaches, including the first occupied one of each line. Square numbers increase in the directions NORTH,
 * NORTH_EAST, EAST and NORTH_WEST, so there the first piece met is the lowest bit. */
static inline uint64_t slide(const struct turnover *own, int from, int direction, uint64_t occupied)
{
    uint64_t ray = own->ray[from][direction], met = ray & occupied;
    if (!met)
        return ray;
    bool rising = direction <= EAST || direction == NORTH_WEST;
    return ray ^ own->ray[rising ? lowest(met) : highest(met)][direction];
}

static inline uint64_t straight(const struct turnover *own, int from, uint64_t occupied)
{
    return slide(own, from, NORTH, occupied) | slide(own, from, EAST, occupied) |
           slide(own, from, SOUTH, occupied) | slide(own, from, WEST, occupied);
}

static inline uint64_t diagonal(const struct turnover *own, int from, uint64_t occupied)
{
    return slide(own, from, NORTH_EAST, occupied) | slide(own, from, SOUTH_EAST, occupied) |
           slide(own, from, SOUTH_WEST, occupied) | slide(own, from, NORTH_WEST, occupied);
}

/* ---- the board */

static inline uint64_t castles(const struct rings *rings, int side)
{
    return rings->of[side][T] & rings->of[side][F] & rings->of[side][W];
}

static inline uint64_t occupied_by(const struct rings *rings, int side)
{
    return rings->of[side][T] | rings->of[side][F] | rings->of[side][W];
}

/* The squares where a travelling set of rings joins the piece that is there; a whole Castle joins nothing. */
static inline uint64_t fitting(const struct rings *rings, int travel)
{
    uint64_t forts = rings->of[WHITE][F] | rings->of[BLACK][F];
    if (travel == RING_FORT)
        return (rings->of[WHITE][T] | rings->of[BLACK][T] | rings->of[WHITE][W] | rings->of[BLACK][W]) &
               ~forts;
    if (travel == RING_TOWER)
        return forts & ~(rings->of[WHITE][T] | rings->of[BLACK][T]);
    return travel == RING_WALL ? forts & ~(rings->of[WHITE][W] | rings->of[BLACK][W]) : 0;
}

static inline void promote(const struct turnover *own, struct rings *rings, int side, uint64_t to)
{
    uint64_t *of = rings->of[side];
    bool lone_wall = (of[W] & to) && !(of[F] & to), castle = of[T] & of[F] & of[W] & to;
    if (!lone_wall && !(castle && own->castle_promotes))
        return;
    of[W] &= ~to;
    of[F] |= to;
    of[T] |= to;
}

/* The board after a ply; the piece met is joined or captured. */
static inline void rings_make(const struct turnover *own, const struct rings *before, const struct hop *hop,
                              struct rings *after)
{
    int side = before->side;
    uint64_t from = bit(hop->from), to = bit(hop->to);
    uint64_t gained = fitting(before, hop->travel) & to;
    for (int r = 0; r < RINGS; r++) {
        uint64_t goes = (uint64_t)0 - (hop->travel >> r & 1);
        after->of[side][r] =
            (before->of[side][r] & ~(from & goes)) | (to & goes) | (before->of[!side][r] & gained);
        after->of[!side][r] = before->of[!side][r] & ~to;
    }
    after->side = !side;
    if (hop->to >> 3 == last_row(side))
        promote(own, after, side, to);
}

/* True if `side`, were it to move, could capture the enemy Castle on `cell`: any ring that arrives there captures it, because a
 * Castle has all three. Only a Wall moving straight ahead and a dismounting Wall capture nothing. */
static inline bool attacked(const struct turnover *own, const struct rings *rings, int cell, int side)
{
    const uint64_t *of = rings->of[side];
    uint64_t occupied = occupied_by(rings, WHITE) | occupied_by(rings, BLACK);
    uint64_t citadels = of[T] & of[F] & ~of[W], towers = of[T] & ~of[F], forts = of[F] & ~of[T] & ~of[W];
    return (own->step[cell] & castles(rings, side)) || (own->leap[cell] & of[F] & of[W] & ~of[T]) ||
           (own->aslant[!side][cell] & of[W] & ~of[F]) ||
           (straight(own, cell, occupied) & (towers | citadels)) ||
           (diagonal(own, cell, occupied) & (forts | citadels));
}

/* True if the side to move is in check, rules/turnover.md 8.2. */
static inline bool is_checked(const struct turnover *own, const struct rings *rings)
{
    uint64_t set = castles(rings, rings->side);
    return set && !(set & (set - 1)) && attacked(own, rings, lowest(set), !rings->side);
}

#endif
