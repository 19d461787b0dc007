/* turnover.h - what the files of the Turnover family share (rules/turnover.md).
 *
 * turnover.c       the rows of data, position texts
 * turnover_move.c  the movement as data over the board graph, drafts, why not
 * turnover_text.c  notation
 * turnover_rings.c the fast way: a bitboard for each ring, plies, perft, check and siege, how a position stands;
 *                  with turnover_rings.h, its tools
 * turnover_search.c the same for the engine
 *
 * A piece is a set of rings, and everything follows from that: which ring travels (the outermost), what stays
 * (the others), and what fits (two sets that share no ring and together are a piece). */
#ifndef CHESSCADE_TURNOVER_H
#define CHESSCADE_TURNOVER_H

#include "core/rules.h"

#define RULES "rules/turnover.md " /* before the number of a section, in refusals */

enum ring { RING_TOWER = 1, RING_FORT = 2, RING_WALL = 4, RINGS_ALL = 7, RINGS = 3 };

enum turnover_kind { TOWER = 1, FORT, WALL, CITADEL, FORTRESS, CASTLE, TURNOVER_KINDS = CASTLE };

/* The rings of a kind, the kind that a set of rings is (KIND_NONE: no piece), and the outermost of a set. */
int kind_rings(int kind);
int rings_kind(int rings);
int rings_outermost(int rings);

/* The rank, from 0, on which a side's lone Walls are promoted. */
static inline int last_row(int side)
{
    return side == WHITE ? 7 : 0;
}

/* A board as two sides by three rings: bit 8 * rank + file is the square, which is its cell too. A Castle is
 * on three of a side's boards. */
struct rings {
    uint64_t of[2][RINGS];
    int side; /* to move */
};

/* A ply in eight bytes. The fast generator fills the first four; hop_complete() the others. */
struct hop {
    uint8_t from, to;
    uint8_t kind;     /* what stood on `from` */
    uint8_t travel;   /* the rings that go; of a Castle RINGS_ALL or RING_WALL */
    uint8_t verb;     /* ACTION_GO, _TAKE, _FLIP or _JOIN */
    uint8_t met;      /* the kind met on `to`, KIND_NONE on an empty square */
    uint8_t promoted; /* 1: a Citadel stands on `to` in the end */
    uint8_t spare;
};

enum { HOPS_MAX = 64 * 27 + 64 }; /* no piece has more plies than a Citadel on an empty board */

/* What a ruleset of this family knows: its options, and where pieces go on an empty board. */
struct turnover {
    bool siege_loses, castle_promotes, full_dismount;
    struct kind kind[TURNOVER_KINDS + 1]; /* the ruleset's: the words of the Castle say what the options make of it */
    char castle[320];
    uint64_t ray[64][SQUARE_DIRECTIONS]; /* the squares from here to the border */
    uint64_t step[64], leap[64];         /* of a Castle, of a Fortress */
    uint64_t ahead[2][64], aslant[2][64], two_ahead[2][64]; /* of a Wall; of a Castle's dismounting Wall */
};

static inline const struct turnover *turnover_of(const struct position *position)
{
    return position->rules->own;
}

/* turnover_rings.c */
void turnover_fill(struct turnover *own, const struct board *board); /* the tables of squares */
void rings_read(struct rings *rings, const struct position *position);
/* Every ply, game over or not; the number of them. */
int rings_hops(const struct turnover *own, const struct rings *rings, struct hop out[HOPS_MAX]);
/* The same of certain pieces, to certain squares. */
int rings_hops_within(const struct turnover *own, const struct rings *rings, uint64_t movers, uint64_t within,
                      struct hop out[HOPS_MAX]);
/* Whether no ply of the side to move keeps its last Castle from being taken (8.3). */
bool rings_besieged(const struct turnover *own, const struct rings *rings);
void hop_complete(const struct turnover *own, const struct rings *rings, struct hop *hop);
/* The ply of a complete hop as actions. */
void hop_compose(const struct hop *hop, int side, struct ply *out);
void turnover_judge(const struct position *position, const struct context *context, struct verdict *out);
/* Whether the game has ended on the board (draws by claim do not end it). */
bool turnover_over(const struct position *position);
int turnover_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument);
uint64_t turnover_perft(const struct position *position, int depth, const struct limits *limits, bool bulk);

/* turnover_search.c */
extern const struct search_rules turnover_search;

/* turnover_move.c */
void turnover_begin(struct draft *draft);
void turnover_choices(const struct draft *draft, struct actions *out);
void turnover_take(struct draft *draft, const struct action *action);
void turnover_finish(struct draft *draft);
int turnover_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void turnover_why_not(const struct draft *draft, cell_t to, struct note *why);
void turnover_reach(const struct position *position, cell_t cell, struct actions *out);
const char *turnover_part(const struct position *position, const struct action *action);
/* Why the piece on `from` of the side to move has no ply to `to`; `travel`: the rings it should
 * go with, or 0. False: it does not move so at all. */
bool turnover_no_way(const struct position *position, struct piece piece, cell_t from, cell_t to, int travel,
                     struct note *why);

/* turnover_text.c */
/* A ply of actions as a complete hop. */
struct hop hop_of(const struct ply *ply);
int turnover_format(const struct position *position, const struct ply *ply, enum form form, char *buffer,
                    size_t size);
int turnover_parse(const struct position *position, const char *text, struct ply *out, struct note *why);

#endif
