/* turnover.h - what the files of the Turnover family share (rules/turnover.md).
 *
 *   turnover.c        the rows of data, position texts
 *   core/families/turnover/draft.c   movement computed on the board graph, drafts, refusals
 *   core/families/turnover/notation.c   notation
 *   core/families/turnover/generate.c  the fast implementation: a bitboard for each ring, plies, perft, check and siege, verdicts;
 *                     its inline functions are in core/families/turnover/generate.h
 *   core/families/turnover/search_rules.c search rules for the engine
 *
 * A piece is a set of rings, and everything follows from that: which ring travels (the outermost), what stays behind (the
 * others), and what fits together (two sets that share no ring and together form a piece). */
#ifndef CHESSCADE_CORE_FAMILIES_TURNOVER_TURNOVER_H
#define CHESSCADE_CORE_FAMILIES_TURNOVER_TURNOVER_H

#include "core/family.h"

#define RULES "rules/turnover.md " /* precedes a section number in refusals */

enum ring { RING_TOWER = 1, RING_FORT = 2, RING_WALL = 4, RINGS_ALL = 7, RINGS = 3 };

enum turnover_kind { TOWER = 1, FORT, WALL, CITADEL, FORTRESS, CASTLE, TURNOVER_KINDS = CASTLE };

/* The rings of a kind; the kind of a set of rings (KIND_NONE: not a piece); the outermost ring of a set. */
int kind_rings(int kind);
int rings_kind(int rings);
int rings_outermost(int rings);

/* The rank, from 0, on which a side's lone Walls promote. */
static inline int last_row(int side)
{
    return side == WHITE ? 7 : 0;
}

/* A board as two sides by three rings: bit 8 * rank + file is the square, with the same number as its cell. A Castle is on all
 * three of its side's boards. */
struct rings {
    uint64_t of[2][RINGS];
    int side; /* the side to move */
};

/* A ply in eight bytes. The fast generator sets the first four; hop_complete() sets the others. */
struct hop {
    uint8_t from, to;
    uint8_t kind;     /* the kind that was on `from` */
    uint8_t travel;   /* the rings that travel; for a Castle RINGS_ALL or RING_WALL */
    uint8_t verb;     /* ACTION_GO, _TAKE, _FLIP or _JOIN */
    uint8_t met;      /* the kind met on `to`, KIND_NONE on an empty square */
    uint8_t promoted; /* 1: the piece on `to` becomes a Citadel */
    uint8_t spare;
};

enum { HOPS_MAX = 64 * 27 + 64 }; /* no piece has more plies than a Citadel on an empty board */

/* What a ruleset of this family computes: its options, and where pieces go on an empty board. */
struct turnover {
    bool siege_loses, castle_promotes, full_dismount;
    struct kind kind[TURNOVER_KINDS + 1]; /* the ruleset's kinds; the description of the Castle depends on the options */
    char castle[320];
    uint64_t ray[64][SQUARE_DIRECTIONS]; /* the squares from one square to the border */
    uint64_t step[64], leap[64];         /* steps of a Castle, leaps of a Fortress */
    uint64_t ahead[2][64], aslant[2][64], two_ahead[2][64]; /* ahead and diagonally forward: of a Wall; two ahead: of a Wall
                                                             * that dismounts from a Castle */
};

static inline const struct turnover *turnover_of(const struct position *position)
{
    return position->rules->own;
}

/* core/families/turnover/generate.c */
void turnover_fill(struct turnover *own, const struct board *board); /* fill the tables of squares */
void rings_read(struct rings *rings, const struct position *position);
/* List every ply, whether or not the game is over; returns their number. */
int rings_hops(const struct turnover *own, const struct rings *rings, struct hop out[HOPS_MAX]);
/* The same for certain pieces to certain squares. */
int rings_hops_within(const struct turnover *own, const struct rings *rings, uint64_t movers, uint64_t within,
                      struct hop out[HOPS_MAX]);
/* True if no ply of the side to move saves its last Castle from capture (8.3). */
bool rings_besieged(const struct turnover *own, const struct rings *rings);
void hop_complete(const struct turnover *own, const struct rings *rings, struct hop *hop);
/* Convert a complete hop to a ply of actions. */
void hop_compose(const struct hop *hop, int side, struct ply *out);
void turnover_judge(const struct position *position, const struct context *context, struct verdict *out);
/* True if the game has ended on the board (a draw that must be claimed does not count). */
bool turnover_over(const struct position *position);
int turnover_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument);
uint64_t turnover_perft(const struct position *position, int depth, const struct limits *limits, bool bulk);

/* core/families/turnover/search_rules.c */
extern const struct search_rules turnover_search;

/* core/families/turnover/draft.c */
void turnover_begin(struct draft *draft);
void turnover_choices(const struct draft *draft, struct actions *out);
void turnover_take(struct draft *draft, const struct action *action);
void turnover_finish(struct draft *draft);
int turnover_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void turnover_why_not(const struct draft *draft, cell_t to, struct note *why);
void turnover_reach(const struct position *position, cell_t cell, struct actions *out);
const char *turnover_part(const struct position *position, const struct action *action);
/* Write why the piece of the side to move on `from` has no ply to `to`; `travel`: the rings it should go with, or 0. False: it
 * never moves that way. */
bool turnover_no_way(const struct position *position, struct piece piece, cell_t from, cell_t to, int travel,
                     struct note *why);

/* core/families/turnover/notation.c */
/* Convert a ply of actions to a complete hop. */
struct hop hop_of(const struct ply *ply);
int turnover_format(const struct position *position, const struct ply *ply, enum form form, char *buffer,
                    size_t size);
int turnover_parse(const struct position *position, const char *text, struct ply *out, struct note *why);

#endif
