/* mailbox.h - a compact, fast position of orthodox chess on square boards of 7x7 to 10x10.
 *
 * Cells lie in rows of 16, with a border two cells wide around the board, so that a step or a
 * Knight's jump in any direction is one addition and ends on the border if it leaves the board. The
 * mailbox holds everything that `struct position` says about a game of this family; mailbox_load()
 * and mailbox_store() convert. Drafts, lists of plies, perft, SAN and the import of games all use
 * this one implementation of the rules (rules/croatian.md 6, 8.3, 9, 10). In the code a piece is
 * called a *man*. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_MAILBOX_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_MAILBOX_H

#include "core/position.h"
#include "core/variant.h"

enum {
    ROW = 16,              /* distance from a cell to the one above it */
    MAILBOX_SIZE_MAX = 10, /* maximal number of files and ranks */
    MAILBOX_CELLS = (MAILBOX_SIZE_MAX + 4) * ROW,
    MAILBOX_PIECES_MAX = MAILBOX_SIZE_MAX * MAILBOX_SIZE_MAX,
    MAILBOX_PLIES_MAX = 4096 /* more than 99 Queens of one side could have (35 each) */
};

enum man { NO_MAN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PEGASUS, MEN };

/* The contents of a cell: 0 if empty, a piece with the bit of its side, or MAN_BORDER off the
 * board. */
enum { MAN_OF = 0x0F, MAN_WHITE = 0x10, MAN_BLACK = 0x20, MAN_BORDER = 0x40 };

/* Castling rights, as in position.rights. */
enum { RIGHT_K = 1, RIGHT_Q = 2, RIGHT_k = 4, RIGHT_q = 8 };

/* The rules of a variant with its options; ruleset.own of this family. */
struct orthodox {
    int size;                      /* the board is size x size */
    int rush;                      /* EPL: the longest first move of a Pawn */
    int castle_least, castle_most; /* number of squares the King may move in castling; least > most:
                                      no castling */
    struct kind kind[8];           /* how the pieces move on this board */
    char pawn[64], king[80];
    bool pegasus; /* true if there may be Pegasi */
    bool san;     /* true if the short form is SAN */
    int promotions;
    uint8_t promotion[MEN];     /* [promotions] of enum man, the best first */
    uint8_t man_of[KINDS_MAX];  /* enum man by kind of the ruleset */
    uint8_t kind_of[MEN];       /* and the inverse */
    struct piece piece[2][MEN]; /* the piece of a side as a position stores it, ready to be copied
                                 * as a whole: reading members just written one by one would stall
                                 */
    uint8_t inside[MAILBOX_PIECES_MAX]; /* mailbox cell by cell_t */
    cell_t outside[MAILBOX_CELLS];      /* and the inverse, CELL_NONE for the border */
    uint8_t king_home[2];               /* by side */
    uint8_t partner_home[2][2];         /* by side and hand: 0 right, 1 left */
    uint8_t keep[MAILBOX_CELLS];        /* castling rights that survive a change on a cell */
    uint8_t border[MAILBOX_CELLS];      /* an empty board */
};

/* A ply of this family: one move. */
struct mailbox_ply {
    uint8_t from, to; /* mailbox cells */
    uint8_t promoted; /* enum man, or NO_MAN */
    uint8_t how;      /* enum mailbox_how */
};
enum mailbox_how { PLAINLY, PASSING, CASTLING_RIGHT, CASTLING_LEFT };

/* The part of the state that cannot be restored from the ply. */
struct mailbox_state {
    uint8_t rights;
    uint8_t passed;       /* the first of the cells passed over by the last ply */
    uint8_t passed_count; /* 0: none */
    uint8_t check; /* enum mailbox_check: whether the side to move is in check, if that is known */
    uint32_t halfmove;
};
enum mailbox_check { CHECK_UNKNOWN, CHECK_NO, CHECK_YES };

struct mailbox {
    const struct orthodox *orthodox;
    uint8_t side;     /* WHITE or BLACK */
    uint8_t king[2];  /* cells; 0 (a border cell) for a side without a King */
    uint8_t count[2]; /* number of pieces, by side */
    struct mailbox_state state;
    uint32_t fullmove;
    uint8_t at[MAILBOX_CELLS];
    uint8_t slot[MAILBOX_CELLS];         /* by cell: index of the piece in its side's list */
    uint8_t list[2][MAILBOX_PIECES_MAX]; /* cells of the pieces, unordered */
};

struct mailbox_undo {
    struct mailbox_state state;
    uint8_t taken, taken_at, taken_slot; /* the captured piece, 0 for none; its cell; its index in
                                            the list */
};

static inline int man_bit(int side)
{
    return side == WHITE ? MAN_WHITE : MAN_BLACK;
}

static inline int forward_of(int side)
{
    return side == WHITE ? ROW : -ROW;
}

/* File and rank, from 0, of a cell of the board. */
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

/* The rank, from 0, on which a side's Pawns promote. */
static inline int last_rank(const struct orthodox *orthodox, int side)
{
    return side == WHITE ? orthodox->size - 1 : 0;
}

/* The vectors of a piece's steps, each made once or, if `ride`, any number of times. Empty for
 * Pawns. */
struct steps {
    const int8_t *vector;
    int count;
    bool ride;
};
extern const struct steps man_steps[MEN];

/* The vector of one step from one cell towards another along a rank, file or diagonal or, if
 * `jumps`, along a line of Knight's jumps; 0 if they are not on such a line. */
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
/* True if a piece moves along such a vector, by one or more steps. False for Pawns. */
bool man_goes_along(int man, int vector);

/* Convert between the two forms of a position. Loading drops castling rights of pieces that are not
 * on their initial squares. Storing does not set out->rules: the caller must. */
void mailbox_load(struct mailbox *mailbox, const struct position *position);
void mailbox_store(const struct mailbox *mailbox, struct position *out);

/* The side to move passes; mailbox_unpass() undoes that with the previous state. */
void mailbox_pass(struct mailbox *mailbox);
void mailbox_unpass(struct mailbox *mailbox, const struct mailbox_state *before);

/* Make a legal ply; undo the last ply made. mailbox_play() fills *undo. */
void mailbox_play(struct mailbox *mailbox, struct mailbox_ply ply, struct mailbox_undo *undo);
void mailbox_back(struct mailbox *mailbox, struct mailbox_ply ply, const struct mailbox_undo *undo);

/* True if `side` attacks a cell (rules/croatian.md 10.1). */
bool mailbox_attacked(const struct mailbox *mailbox, int cell, int side);
/* List the cells of the pieces that attack it, at most `room`; returns their number. */
int mailbox_attackers(const struct mailbox *mailbox, int cell, int side, uint8_t *out, int room);
/* True if the King of a side is attacked; false if it has none. */
bool mailbox_in_check(const struct mailbox *mailbox, int side);

/* List all legal plies of the side to move; returns their number, at most MAILBOX_PLIES_MAX.
 * Changes the mailbox temporarily. */
int mailbox_plies(struct mailbox *mailbox, struct mailbox_ply *out);
/* The same for captures and promotions only, or for the other plies only. */
enum mailbox_want { MAILBOX_GAINS = 1, MAILBOX_QUIET = 2, MAILBOX_ALL = 3 };
int mailbox_plies_wanted(struct mailbox *mailbox, unsigned want, struct mailbox_ply *out);
/* True if the side to move has no legal ply. */
bool mailbox_stuck(struct mailbox *mailbox);
/* Count the sequences of `depth` >= 1 plies; `bulk` counts the last ply without making it. */
uint64_t mailbox_perft(struct mailbox *mailbox, int depth, bool bulk);

/* True if a ply that its piece could make leaves its own King safe. Stores in the mailbox whether
 * the side is in check. */
bool mailbox_safe(struct mailbox *mailbox, struct mailbox_ply ply);
/* True if the ply just played gave check; stores the result too. Cheaper than mailbox_in_check(),
 * and correct if the other side was not in check before the ply, as in every legal position. */
bool mailbox_gives_check(struct mailbox *mailbox, struct mailbox_ply last);

/* List the legal castling plies to the right (hand 0) or left (1), shortest first; returns their
 * number, at most MAILBOX_SIZE_MAX. */
int mailbox_castling(struct mailbox *mailbox, int hand, struct mailbox_ply *out);

#endif
