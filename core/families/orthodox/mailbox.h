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
    ROW = 16,              /* add this to a cell to get the cell above it */
    MAILBOX_SIZE_MAX = 10, /* maximal number of files and ranks */
    MAILBOX_CELLS = (MAILBOX_SIZE_MAX + 4) * ROW,
    MAILBOX_PIECES_MAX = MAILBOX_SIZE_MAX * MAILBOX_SIZE_MAX,
    MAILBOX_PLIES_MAX = 4096 /* upper bound: 99 Queens of one side have at most 35 plies each */
};

enum man { NO_MAN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PEGASUS, MEN };

/* A cell contains 0 if it is empty, enum man with the bit of its side if a piece is on it, or
 * MAN_BORDER if it is off the board. */
enum { MAN_OF = 0x0F, MAN_WHITE = 0x10, MAN_BLACK = 0x20, MAN_BORDER = 0x40 };

/* Bits of castling rights, the same as in position.rights. */
enum { RIGHT_K = 1, RIGHT_Q = 2, RIGHT_k = 4, RIGHT_q = 8 };

/* The rules of a variant with its options; this family's ruleset.own. */
struct orthodox {
    int size; /* the board is size x size */
    int rush; /* greatest length of a Pawn's first move: EPL of rules/croatian.md 5 */
    int castle_least, castle_most; /* least and greatest number of squares the King moves in
                                      castling; least > most: no castling */
    struct kind kind[8];           /* how the pieces move on this board */
    char pawn[80], king[80];
    bool pegasus; /* true if there may be Pegasi */
    bool san;     /* true if the short form of a ply is SAN */
    int promotions;
    uint8_t promotion[MEN];     /* [promotions]: enum man of the pieces a Pawn may promote to, best
                                   first */
    uint8_t man_of[KINDS_MAX];  /* enum man for each kind of the ruleset */
    uint8_t kind_of[MEN];       /* kind of the ruleset for each enum man */
    struct piece piece[2][MEN]; /* the piece of each side as a position stores it. A whole struct is
                                   copied at once, because reading members just written one by one
                                   would stall the processor */
    uint8_t inside[MAILBOX_PIECES_MAX]; /* mailbox cell for each cell_t */
    cell_t outside[MAILBOX_CELLS];      /* cell_t for each mailbox cell, CELL_NONE for the border */
    uint8_t king_home[2];               /* mailbox cell of the King's initial square, by side */
    uint8_t partner_home[2][2];    /* mailbox cell of the castling partner's initial square, by side
                                      and hand (0 right, 1 left) */
    uint8_t keep[MAILBOX_CELLS];   /* by cell: mask of the castling rights that remain when the
                                      contents of the cell change */
    uint8_t border[MAILBOX_CELLS]; /* the contents of an empty board */
};

/* A ply of this family: one move. */
struct mailbox_ply {
    uint8_t from, to; /* mailbox cells */
    uint8_t promoted; /* enum man, or NO_MAN */
    uint8_t how;      /* enum mailbox_how */
};
enum mailbox_how { PLAINLY, PASSING, CASTLING_RIGHT, CASTLING_LEFT };

/* What a ply changes besides the pieces. It cannot be restored from the ply alone, so an undo keeps
 * a copy. */
struct mailbox_state {
    uint8_t rights;
    uint8_t passed;       /* the first of the cells that the last ply passed over, for en passant */
    uint8_t passed_count; /* number of cells passed over; 0: none */
    uint8_t check;        /* enum mailbox_check: whether the side to move is in check, or unknown */
    uint32_t halfmove;
};
enum mailbox_check { CHECK_UNKNOWN, CHECK_NO, CHECK_YES };

struct mailbox {
    const struct orthodox *orthodox;
    uint8_t side;     /* WHITE or BLACK */
    uint8_t king[2];  /* cell of the King by side; 0 (a border cell) if the side has no King */
    uint8_t count[2]; /* number of pieces of each side */
    struct mailbox_state state;
    uint32_t fullmove;
    uint8_t at[MAILBOX_CELLS];
    uint8_t slot[MAILBOX_CELLS];         /* by cell: index of the piece on it in list[side] */
    uint8_t list[2][MAILBOX_PIECES_MAX]; /* by side: cells of its pieces, unordered */
};

struct mailbox_undo {
    struct mailbox_state state;
    uint8_t taken, taken_at, taken_slot; /* the captured piece, 0 for none; its cell; its index in
                                            the list of its side */
};

static inline int man_bit(int side)
{
    return side == WHITE ? MAN_WHITE : MAN_BLACK;
}

static inline int forward_of(int side)
{
    return side == WHITE ? ROW : -ROW;
}

/* File and rank of a cell of the board, counted from 0. */
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

/* The rank, counted from 0, on which a side's Pawns promote. */
static inline int last_rank(const struct orthodox *orthodox, int side)
{
    return side == WHITE ? orthodox->size - 1 : 0;
}

/* The vectors of a piece's steps. If `ride` the piece may repeat a vector any number of times,
 * otherwise it makes one step. Empty for Pawns. */
struct steps {
    const int8_t *vector;
    int count;
    bool ride;
};
extern const struct steps man_steps[MEN];

/* The vector of one step from one cell towards another if they are on one rank, file or diagonal
 * or, with `jumps`, on one line of Knight's jumps. Returns 0 for any other two cells. */
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
/* True if the piece can make one or more steps with this vector. False for Pawns. */
bool man_goes_along(int man, int vector);

/* mailbox_load() converts a position into a mailbox. It drops castling rights of pieces that are
 * not on their initial squares. mailbox_store() converts back. It does not set out->rules: the
 * caller must. */
void mailbox_load(struct mailbox *mailbox, const struct position *position);
void mailbox_store(const struct mailbox *mailbox, struct position *out);

/* mailbox_pass(): the side to move passes. mailbox_unpass() undoes that; `before` is the state
 * before the pass. */
void mailbox_pass(struct mailbox *mailbox);
void mailbox_unpass(struct mailbox *mailbox, const struct mailbox_state *before);

/* mailbox_play() makes a legal ply and fills *undo. mailbox_back() undoes the last ply made. */
void mailbox_play(struct mailbox *mailbox, struct mailbox_ply ply, struct mailbox_undo *undo);
void mailbox_back(struct mailbox *mailbox, struct mailbox_ply ply, const struct mailbox_undo *undo);

/* True if `side` attacks a cell (rules/croatian.md 10.1). */
bool mailbox_attacked(const struct mailbox *mailbox, int cell, int side);
/* List the cells of the pieces of `side` that attack `cell`, at most `room`; returns their
 * number. */
int mailbox_attackers(const struct mailbox *mailbox, int cell, int side, uint8_t *out, int room);
/* True if the King of a side is attacked; false if the side has no King. */
bool mailbox_in_check(const struct mailbox *mailbox, int side);

/* List all legal plies of the side to move; returns their number, at most MAILBOX_PLIES_MAX.
 * Changes the mailbox temporarily. */
int mailbox_plies(struct mailbox *mailbox, struct mailbox_ply *out);
/* List the legal plies that `want` selects: captures and promotions, or the other plies. */
enum mailbox_want { MAILBOX_GAINS = 1, MAILBOX_QUIET = 2, MAILBOX_ALL = 3 };
int mailbox_plies_wanted(struct mailbox *mailbox, unsigned want, struct mailbox_ply *out);
/* True if the side to move has no legal ply. */
bool mailbox_stuck(struct mailbox *mailbox);
/* Count the sequences of `depth` >= 1 plies. With `bulk` the last ply of a sequence is counted
 * without being made. */
uint64_t mailbox_perft(struct mailbox *mailbox, int depth, bool bulk);

/* True if a ply leaves the King of its own side safe. Apart from check, the ply must follow the
 * movement of its piece. Stores in the mailbox whether the side to move is in check. */
bool mailbox_safe(struct mailbox *mailbox, struct mailbox_ply ply);
/* True if the ply just played gave check; also stores the result in the mailbox. Cheaper than
 * mailbox_in_check(). Correct only if the side now to move was not in check before the ply, as in
 * every legal position. */
bool mailbox_gives_check(struct mailbox *mailbox, struct mailbox_ply last);

/* List the legal castling plies to the right (hand 0) or left (1), shortest first; returns their
 * number, at most MAILBOX_SIZE_MAX. */
int mailbox_castling(struct mailbox *mailbox, int hand, struct mailbox_ply *out);

#endif
