/* position.h - a position: pieces on a board and whose turn it is, as one value that can be copied.
 *
 * It holds everything a position text says (docs/notation.md, "Position text") and nothing else.
 * Facts that follow from the options alone are in the ruleset that the position points to. */
#ifndef CHESSCADE_CORE_POSITION_H
#define CHESSCADE_CORE_POSITION_H

#include "core/board.h"

struct ruleset;

enum side {
    WHITE,
    BLACK,
    RED,
    SIDES_MAX,
    NOBODY = SIDES_MAX
}; /* NOBODY owns neutral pieces (Monoliths) */

enum { KIND_NONE = 0, KINDS_MAX = 32 };

/* A piece on a cell. An empty cell is all zero (kind KIND_NONE). */
struct piece {
    uint8_t kind;   /* index into the ruleset's kinds, KIND_NONE: empty */
    uint8_t side;   /* enum side */
    uint8_t facing; /* Turning games: 0..7, clockwise from north; otherwise 0 */
    uint8_t mark;   /* an attribute that the family defines: triangle games mark a piece that has
                       moved, is frozen, or was taken over. 0 if there is no attribute */
};

enum { PASSED_MAX = 32 };

struct position {
    const struct ruleset *rules; /* borrowed: must outlive the position */
    uint8_t side;                /* enum side: the side to move */
    uint8_t passed_count;        /* number of cells in passed[] */
    uint8_t family[6]; /* small facts about the position; each family defines and documents them */
    uint32_t rights;   /* castling rights still held, as bits that the family defines */
    uint32_t halfmove; /* plies since the last irreversible ply */
    uint32_t fullmove; /* number of the full move: 1 at the start, incremented after the last side
                          in turn order */
    cell_t passed[PASSED_MAX]; /* en passant: the cells that the last ply passed over, in order. In
                                  triangle games the cell on which the ply ended comes after them */
    uint16_t held[SIDES_MAX][KINDS_MAX]; /* number of captured pieces that may return, by owner and
                                            kind */
    struct piece at[CELLS_MAX]; /* the pieces by cell; elements beyond the last cell of the board
                                   are neither used nor copied */
};

/* An empty board of the ruleset: White to move, no rights, halfmove 0, fullmove 1. */
void position_clear(struct position *position, const struct ruleset *rules);

/* Copy only the cells that the board has: on small boards several times as fast as a struct
 * assignment. */
void position_copy(struct position *to, const struct position *from);

/* True if pieces, side, rights, passed cells, held pieces and family facts are equal. Ignores the
 * counters `halfmove` and `fullmove`. */
bool position_same(const struct position *a, const struct position *b);

/* A 64-bit hash of everything that position_same() compares. It is the same in every run and on
 * every machine, so it can be stored. Different positions collide with a probability of 2^-64. */
uint64_t position_hash(const struct position *position);

/* The side to move passes: the next player in turn order who is not out is to move, and the passed
 * cells are cleared. No game allows it; annotators show threats with it. */
void position_pass(struct position *position);

/* The first cell with a piece of that kind and side, or CELL_NONE. */
cell_t position_find(const struct position *position, int kind, int side);

#endif
