/* position.h - pieces on a board and whose turn it is: one value that can be copied.
 *
 * Everything a position text says (docs/notation.md, "Position text") is in here and nothing else; what a
 * family works out once from its options is in the ruleset the position points to. */
#ifndef CHESSCADE_POSITION_H
#define CHESSCADE_POSITION_H

#include "core/board.h"

struct ruleset;

enum side { WHITE, BLACK, RED, SIDES_MAX, NOBODY = SIDES_MAX }; /* NOBODY owns neutral pieces (Monoliths) */

enum { KIND_NONE = 0, KINDS_MAX = 32 };

/* A piece on a cell; all zero with kind KIND_NONE is an empty cell. */
struct piece {
    uint8_t kind;   /* index into the ruleset's kinds, KIND_NONE: empty */
    uint8_t side;   /* enum side */
    uint8_t facing; /* Turning games: 0..7 clockwise from north; else 0 */
    uint8_t mark;   /* a family's own attribute, e.g. triangles: moved, frozen, taken over; else 0 */
};

enum { PASSED_MAX = 32 };

struct position {
    const struct ruleset *rules;  /* borrowed: outlives the position */
    uint8_t side;                 /* enum side: who is to move */
    uint8_t passed_count;         /* cells in passed[] */
    uint8_t family[6];            /* a family's own small facts; documented in its file */
    uint32_t rights;              /* castling rights still held; bits are the family's own */
    uint32_t halfmove;            /* plies since the last irreversible one */
    uint32_t fullmove;            /* from 1, +1 after the last side in turn order */
    cell_t passed[PASSED_MAX];    /* the ep field: cells passed over, first to last (triangles: + the end) */
    uint16_t held[SIDES_MAX][KINDS_MAX]; /* captured pieces that may come back, by owner and kind */
    struct piece at[CELLS_MAX];   /* by cell; those past the board's cells are not used and not copied */
};

/* Empty board of the ruleset, White to move, no rights, halfmove 0, fullmove 1. */
void position_clear(struct position *position, const struct ruleset *rules);

/* Copy only what the board uses: several times faster than a struct assignment on small boards. */
void position_copy(struct position *to, const struct position *from);

/* The same pieces, side, rights, ep field, held pieces and family facts; counters are not compared. */
bool position_same(const struct position *a, const struct position *b);

/* A 64-bit number of everything position_same() compares. Equal positions have equal numbers in every run and
 * on every machine, so it can be stored; different ones have different numbers but for one chance in 2^64. */
uint64_t position_hash(const struct position *position);

/* The side to move does nothing, which no game allows: annotators show a threat so. The next in turn order who is
 * not out moves, and what was passed over is forgotten. */
void position_pass(struct position *position);

/* The first cell with a piece of that kind and side, CELL_NONE without one. */
cell_t position_find(const struct position *position, int kind, int side);

#endif
