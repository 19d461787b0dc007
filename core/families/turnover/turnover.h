/* turnover.h - declarations shared by the files of the Turnover family (rules/turnover.md):
 *
 *   turnover.c      the variants, position texts; a fast implementation with a bitboard for each
 *                   ring: plies, counting plies, check, siege, verdicts (inline functions are here)
 *   draft.c         movement computed on the board graph, composing plies, explaining refusals
 *   notation.c      plies as text
 *   search_rules.c  how the engine searches
 *
 * A piece is a set of rings. This set determines everything: which ring moves (the outermost),
 * which rings stay behind (the others), and which pieces fit together (two sets without a common
 * ring that together form a piece). */
#ifndef CHESSCADE_CORE_FAMILIES_TURNOVER_TURNOVER_H
#define CHESSCADE_CORE_FAMILIES_TURNOVER_TURNOVER_H

#include "core/family_list.h"
#include "core/presentation.h"

/* The start of a rule reference in messages; a section number follows. */
#define RULES "rules/turnover.md "

enum ring { RING_TOWER = 1, RING_FORT = 2, RING_WALL = 4, RINGS_ALL = 7, RINGS = 3 };

enum turnover_kind { TOWER = 1, FORT, WALL, CITADEL, FORTRESS, CASTLE, TURNOVER_KINDS = CASTLE };

/* kind_rings() returns the set of rings of a kind. rings_kind() returns the kind of a set of rings;
 * KIND_NONE if they are not a piece. rings_outermost() returns the outermost ring of a set. */
int kind_rings(int kind);
int rings_kind(int rings);
int rings_outermost(int rings);

/* Returns the rank, counted from 0, on which a side's single Walls promote. */
static inline int last_row(int side)
{
    return side == WHITE ? 7 : 0;
}

/* A board as six sets of squares, one for each side and ring. Bit 8 * rank + file stands for a
 * square and is also the number of its cell. The square of a Castle is in all three sets of its
 * side. */
struct rings {
    uint64_t of[2][RINGS];
    int side; /* enum side: the side to move */
};

/* A ply in eight bytes. The fast generator sets `from`, `to`, `kind` and `travel`; hop_complete()
 * sets the rest. */
struct hop {
    uint8_t from, to;
    uint8_t kind;     /* kind of the piece that was on `from` */
    uint8_t travel;   /* set of the rings that move; for a Castle RINGS_ALL or RING_WALL */
    uint8_t verb;     /* ACTION_GO, ACTION_TAKE, ACTION_FLIP or ACTION_JOIN */
    uint8_t met;      /* kind of the piece that was on `to`; KIND_NONE if the square was empty */
    uint8_t promoted; /* 1 if the piece on `to` is promoted to a Citadel */
    uint8_t spare;
};

enum {
    HOPS_MAX = 64 * 27 + 64
}; /* upper bound: no piece has more plies than a Citadel on an empty board */

/* The data of a ruleset of this family: its options, and where pieces can move on an empty
 * board. */
struct turnover {
    bool siege_loses, castle_promotes, full_dismount;
    struct kind kind[TURNOVER_KINDS + 1]; /* the kinds of pieces; the Castle's description depends
                                             on the options */
    char castle[320];
    uint64_t ray[64][SQUARE_DIRECTIONS]; /* for each square and direction: the squares from there to
                                            the edge */
    uint64_t step[64], leap[64]; /* squares to which a Castle steps; squares to which a Fortress
                                    leaps */
    /* For each side and square. Of a Wall: the squares straight and diagonally ahead. Of a Wall
     * that dismounts from a Castle: the square two ahead. */
    uint64_t ahead[2][64], diagonal_ahead[2][64], two_ahead[2][64];
};

static inline const struct turnover *turnover_of(const struct position *position)
{
    return position->rules->own;
}

/* ---- defined in turnover.c */
/* Fills the tables of squares in *own. */
void turnover_fill(struct turnover *own, const struct board *board);
void rings_read(struct rings *rings, const struct position *position);
/* Lists every ply, even if the game is over. Returns the number of plies. */
int rings_hops(const struct turnover *own, const struct rings *rings, struct hop out[HOPS_MAX]);
/* Like rings_hops(), but only for the pieces on the squares `movers` and only to the squares
 * `within`. */
int rings_hops_within(const struct turnover *own, const struct rings *rings, uint64_t movers,
                      uint64_t within, struct hop out[HOPS_MAX]);
/* True if the side to move has no ply that saves its last Castle from capture (8.3). */
bool rings_besieged(const struct turnover *own, const struct rings *rings);
void hop_complete(const struct turnover *own, const struct rings *rings, struct hop *hop);
/* Converts a complete hop (a ply as bitboards store it) to a ply of actions. */
void hop_compose(const struct hop *hop, int side, struct ply *out);
void turnover_judge(const struct position *position, const struct context *context,
                    struct verdict *out);
/* True if the game has ended on the board. A draw that a player would have to claim does not
 * count. */
bool turnover_over(const struct position *position);
int turnover_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument);
uint64_t turnover_perft(const struct position *position, int depth, const struct limits *limits,
                        bool bulk);

/* ---- defined in search_rules.c */
extern const struct search_rules turnover_search;

/* ---- defined in draft.c */
void turnover_begin(struct draft *draft);
void turnover_choices(const struct draft *draft, struct actions *out);
void turnover_take(struct draft *draft, const struct action *action);
void turnover_finish(struct draft *draft);
int turnover_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void turnover_why_not(const struct draft *draft, cell_t to, struct note *why);
void turnover_reach(const struct position *position, cell_t cell, struct actions *out);
const char *turnover_part(const struct position *position, const struct action *action);
/* Explains why the piece of the side to move on `from` has no ply to `to`. `travel` is the set of
 * rings that the user wants to move, or 0. Returns false if the piece never moves that way. */
bool turnover_no_way(const struct position *position, struct piece piece, cell_t from, cell_t to,
                     int travel, struct note *why);

/* ---- defined in notation.c */
/* Converts a ply of actions to a complete hop (a ply as bitboards store it). */
struct hop hop_of(const struct ply *ply);
int turnover_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size);
int turnover_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why);

/* ---- Inline functions on the bitboards of Turnover Chess, for turnover.c
 * and search_rules.c. */

enum { T, F, W }; /* indices of Tower, Fort and Wall in struct rings */

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

/* Returns the squares that a slide reaches, including the first occupied square in each direction.
 * In the directions NORTH, NORTH_EAST, EAST and NORTH_WEST the square numbers increase, so the
 * first piece in the way is the lowest bit. */
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

/* Returns the squares on which a moving set of rings joins the piece that is there. A whole Castle
 * joins nothing. */
static inline uint64_t fitting(const struct rings *rings, int travel)
{
    uint64_t forts = rings->of[WHITE][F] | rings->of[BLACK][F];
    if (travel == RING_FORT)
        return (rings->of[WHITE][T] | rings->of[BLACK][T] | rings->of[WHITE][W] |
                rings->of[BLACK][W]) &
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

/* Makes a ply on the board. A piece on the goal is joined or captured. */
static inline void rings_make(const struct turnover *own, const struct rings *before,
                              const struct hop *hop, struct rings *after)
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

/* True if `side` could capture the enemy Castle on `cell` if it were to move. Any ring that arrives
 * there captures the Castle, because the Castle has all three rings. Only a Wall that moves
 * straight ahead and a dismounting Wall capture nothing. */
static inline bool attacked(const struct turnover *own, const struct rings *rings, int cell,
                            int side)
{
    const uint64_t *of = rings->of[side];
    uint64_t occupied = occupied_by(rings, WHITE) | occupied_by(rings, BLACK);
    uint64_t citadels = of[T] & of[F] & ~of[W], towers = of[T] & ~of[F],
             forts = of[F] & ~of[T] & ~of[W];
    return (own->step[cell] & castles(rings, side)) || (own->leap[cell] & of[F] & of[W] & ~of[T]) ||
           (own->diagonal_ahead[!side][cell] & of[W] & ~of[F]) ||
           (straight(own, cell, occupied) & (towers | citadels)) ||
           (diagonal(own, cell, occupied) & (forts | citadels));
}

/* True if the side to move is in check (rules/turnover.md 8.2). */
static inline bool is_checked(const struct turnover *own, const struct rings *rings)
{
    uint64_t set = castles(rings, rings->side);
    return set && !(set & (set - 1)) && attacked(own, rings, lowest(set), !rings->side);
}

#endif
