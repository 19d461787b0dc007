/* orthodox_mailbox.h - a compact position of orthodox chess on square boards of 7x7 to 10x10, for speed.
 *
 * Cells lie in rows of 16 with a border round the board, two cells wide, so that a step or a Knight's jump
 * in any direction is one addition and ends on the border when it leaves the board. What `struct position`
 * says of a game of this family is all in here; mailbox_load() and mailbox_store() go between the two. The
 * draft, the lists of plies, perft, SAN and the import of games all use this one set of rules
 * (rules/croatian.md 6, 8.3, 9, 10). */
#ifndef CHESSCADE_ORTHODOX_MAILBOX_H
#define CHESSCADE_ORTHODOX_MAILBOX_H

#include "core/position.h"
#include "core/ruleset.h"

enum {
    ROW = 16,                          /* from a cell to the one above it */
    MAILBOX_SIZE_MAX = 10,             /* files and ranks */
    MAILBOX_CELLS = (MAILBOX_SIZE_MAX + 4) * ROW,
    MAILBOX_PIECES_MAX = MAILBOX_SIZE_MAX * MAILBOX_SIZE_MAX,
    MAILBOX_PLIES_MAX = 4096           /* more than 99 Queens of one side could have: 35 each */
};

enum man { NO_MAN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PEGASUS, MEN };

/* What stands on a cell: 0, or a man with the bit of its side; MAN_BORDER off the board. */
enum { MAN_OF = 0x0F, MAN_WHITE = 0x10, MAN_BLACK = 0x20, MAN_BORDER = 0x40 };

/* Rights to castle, as in position.rights. */
enum { RIGHT_K = 1, RIGHT_Q = 2, RIGHT_k = 4, RIGHT_q = 8 };

/* What the rules of a variant and its options come to; ruleset.own of the family. */
struct orthodox {
    int size;                          /* n of the board */
    int rush;                          /* longest first move of a Pawn, EPL */
    int castle_least, castle_most;     /* fields the King may go; least > most: no castling */
    struct kind kind[8];               /* how they move on this board */
    char pawn[64], king[80];
    bool pegasus;                      /* there may be Pegasi */
    bool san;                          /* the short form is SAN */
    int promotions;
    uint8_t promotion[MEN];            /* enum man [promotions], the best first */
    uint8_t man_of[KINDS_MAX];         /* enum man by kind of the ruleset */
    uint8_t kind_of[MEN];              /* and back */
    struct piece piece[2][MEN];        /* a man of a side as positions have it, to be copied whole: parts written are waited for */
    uint8_t inside[MAILBOX_PIECES_MAX];/* mailbox cell by cell_t */
    cell_t outside[MAILBOX_CELLS];     /* and back, CELL_NONE for the border */
    uint8_t king_home[2];              /* by side */
    uint8_t partner_home[2][2];        /* by side; towards the right hand, the left hand */
    uint8_t keep[MAILBOX_CELLS];       /* rights that survive a change on a cell */
    uint8_t border[MAILBOX_CELLS];     /* an empty board */
};

/* A ply of this family: one move. */
struct mailbox_ply {
    uint8_t from, to; /* mailbox cells */
    uint8_t promoted; /* enum man, or NO_MAN */
    uint8_t how;      /* enum mailbox_how */
};
enum mailbox_how { PLAINLY, PASSING, CASTLING_RIGHT, CASTLING_LEFT };

/* The part of a position a ply cannot take back by itself. */
struct mailbox_state {
    uint8_t rights;
    uint8_t passed;       /* first of the cells passed over by the last ply */
    uint8_t passed_count; /* 0: none */
    uint8_t check;        /* enum mailbox_check: whether the side to move is in check, where that is known */
    uint32_t halfmove;
};
enum mailbox_check { CHECK_UNKNOWN, CHECK_NO, CHECK_YES };

struct mailbox {
    const struct orthodox *orthodox;
    uint8_t side;                            /* WHITE or BLACK */
    uint8_t king[2];                         /* cells, 0 (border) for a side without King */
    uint8_t count[2];                        /* pieces by side */
    struct mailbox_state state;
    uint32_t fullmove;
    uint8_t at[MAILBOX_CELLS];
    uint8_t slot[MAILBOX_CELLS];             /* by cell: where in its side's list the piece is */
    uint8_t list[2][MAILBOX_PIECES_MAX];     /* cells of the pieces, in no order */
};

struct mailbox_undo {
    struct mailbox_state state;
    uint8_t taken, taken_at, taken_slot; /* what was taken, 0 nothing; where; its place in the list */
};

static inline int man_bit(int side)
{
    return side == WHITE ? MAN_WHITE : MAN_BLACK;
}

static inline int forward_of(int side)
{
    return side == WHITE ? ROW : -ROW;
}

/* File and rank, 0.., of a cell of the board. */
static inline int mailbox_file(int cell)
{
    return cell % ROW - 2;
}

static inline int mailbox_rank(int cell)
{
    return cell / ROW - 2;
}

static inline int mailbox_cell(int file, int rank)
{
    return (rank + 2) * ROW + file + 2;
}

/* The rank, 0.., a Pawn of that side promotes on. */
static inline int last_rank(const struct orthodox *orthodox, int side)
{
    return side == WHITE ? orthodox->size - 1 : 0;
}

/* The vectors of a man's steps; ridden without end or made once. Nothing for Pawns. */
struct steps {
    const int8_t *vector;
    int count;
    bool ride;
};
extern const struct steps man_steps[MEN];

/* The vector from one cell towards another along a rank, a file, a diagonal or, if `jumps`, a line of
 * Knight's jumps; 0 where there is none. */
static inline int line_between(int from, int to, bool jumps)
{
    int files = mailbox_file(to) - mailbox_file(from), rows = mailbox_rank(to) - mailbox_rank(from);
    bool along = files == 0 || rows == 0 || files == rows || files == -rows;
    if (!along && !jumps)
        return 0;
    int file = (files > 0) - (files < 0), row = (rows > 0) - (rows < 0);
    if (along)
        return row * ROW + file;
    if (files == 2 * rows || files == -2 * rows)
        return row * ROW + 2 * file;
    if (rows == 2 * files || rows == -2 * files)
        return 2 * row * ROW + file;
    return 0;
}
/* Whether a man goes along such a vector, once or more. False for Pawns. */
bool man_goes_along(int man, int vector);

/* Between the two forms of a position. Loading drops rights to castle of men that are not at home; storing
 * leaves out->rules alone: it must be set. */
void mailbox_load(struct mailbox *mailbox, const struct position *position);
void mailbox_store(const struct mailbox *mailbox, struct position *out);

/* The side to move does nothing; mailbox_unpass() takes it back with the state from before. */
void mailbox_pass(struct mailbox *mailbox);
void mailbox_unpass(struct mailbox *mailbox, const struct mailbox_state *before);

/* Make a legal ply, and take it back again: the last one made first. `undo` is filled by play. */
void mailbox_play(struct mailbox *mailbox, struct mailbox_ply ply, struct mailbox_undo *undo);
void mailbox_back(struct mailbox *mailbox, struct mailbox_ply ply, const struct mailbox_undo *undo);

/* Whether `side` attacks a cell (rules/croatian.md 10.1). */
bool mailbox_attacked(const struct mailbox *mailbox, int cell, int side);
/* The cells of its men that do, at most `room`; the number as result. */
int mailbox_attackers(const struct mailbox *mailbox, int cell, int side, uint8_t *out, int room);
/* Whether the King of a side is attacked; false without one. */
bool mailbox_in_check(const struct mailbox *mailbox, int side);

/* All legal plies of the side to move: their number, at most MAILBOX_PLIES_MAX. The mailbox is changed
 * during the call and back as it was after it. */
int mailbox_plies(struct mailbox *mailbox, struct mailbox_ply *out);
/* The same of those that capture or promote, or of the others. */
enum mailbox_want { MAILBOX_GAINS = 1, MAILBOX_QUIET = 2, MAILBOX_ALL = 3 };
int mailbox_plies_wanted(struct mailbox *mailbox, unsigned want, struct mailbox_ply *out);
/* Has the side to move no legal ply? */
bool mailbox_stuck(struct mailbox *mailbox);
/* Number of ply sequences of `depth` >= 1; `bulk` counts the last ply without making it. */
uint64_t mailbox_perft(struct mailbox *mailbox, int depth, bool bulk);

/* Whether a ply that its man could make leaves the own King safe. Notes in the mailbox whether it is in
 * check. */
bool mailbox_safe(struct mailbox *mailbox, struct mailbox_ply ply);
/* Whether the ply just played gave check, which is noted too: cheaper than mailbox_in_check(), and right
 * when the other side was not in check before it, as in every legal position. */
bool mailbox_gives_check(struct mailbox *mailbox, struct mailbox_ply last);

/* Legal castling to the right (hand 0) or left (1): the plies, at most MAILBOX_SIZE_MAX, shortest first. */
int mailbox_castling(struct mailbox *mailbox, int hand, struct mailbox_ply *out);

#endif
