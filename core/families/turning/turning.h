/* turning.h - declarations shared by the files of the Turning family (rules/turning.md). The other
 * modules see only what turning.c exports.
 *
 *   turning.c       the variants; pieces as lists of elements, the ring rule, patterns by facing
 *   armies.c        armies: names, texts, limits, the mirror image for Black
 *   bitboard.c      a packed position: legal moves, attacks, counting plies
 *   generate.c      converts moves to actions, lists all plies, composes plies
 *   notation.c      the opening position, position texts, plies in long and short form
 *   refusals.c      explains why a move is illegal, and describes pieces
 *   search_rules.c  how the engine searches
 *
 * A *code* is a kind of piece with its facing in one byte: kind * 8 + facing. A square is a cell of
 * the 8x8 board: a1 is 0, h1 is 7, a8 is 56. Facings are numbered clockwise from 0, which is north.
 * The code calls a piece a man. */
#ifndef CHESSCADE_CORE_FAMILIES_TURNING_TURNING_H
#define CHESSCADE_CORE_FAMILIES_TURNING_TURNING_H

#include "core/family_list.h"
#include "core/presentation.h"

enum { SQUARES = 64, FACINGS = 8, CODES = 256 };
enum {
    KING = 1,
    PAWN = 2
}; /* numbers of these kinds in both alphabets; other kinds are found by their letters */

/* ---- pieces (rules/turning.md 2, 3) */

enum how { LEAP, MOVE_ONLY, CAPTURE_ONLY, SLIDE, SLIDE_4, HALF_SLIDE };

/* One vector of a piece that faces north: `x` files to the right and `y` ranks up, as White sees
 * the board. */
struct element {
    int8_t x, y;
    uint8_t how; /* enum how: how the piece moves along this vector */
};

enum { ELEMENTS_MAX = 20 };

struct man {
    struct element element[ELEMENTS_MAX];
    int elements;
};

/* An alphabet is the set of piece letters in section 3.4 or in section 3.5 of the rules. */
struct alphabet {
    const struct kind *kinds; /* array of count + 1 kinds; index 0 is unused */
    const struct man *men;    /* the movement of each kind, with the same indices as `kinds` */
    int count;
    bool quarter; /* true for the alphabet of section 3.5 */
};
enum { ARMIES_KINDS = 26, QUARTER_KINDS = 17 };
extern const struct kind turning_armies_kinds[], turning_quarter_kinds[];
extern const struct alphabet turning_armies, turning_quarter;

/* Rotates a vector to the right by a number of eighths of a full turn, by the ring rule (2.2). */
void turning_vector(int *x, int *y, int eighths);

/* Where a piece with a given facing can move. Leaps are a set of squares, as seen from a piece on
 * d4. Slides are a range for each of 16 lines: the 8 directions, then the 8 Knight's leaps, both
 * clockwise. */
enum { LINE_COUNT = 16, HOME = 27 /* d4: a pattern gives the moves of a piece on this square */ };
enum range { RANGE_NONE, RANGE_FULL, RANGE_4, RANGE_HALF, RANGES };

struct pattern {
    uint64_t leaps, goes, takes; /* squares, as seen from d4, to which it leaps: to move or capture,
                                    only to move, only to capture */
    uint64_t strikes; /* squares, as seen from d4, on which it would attack a King, even with pieces
                         in between */
    uint64_t lines;   /* lines along which the piece slides, one bit for each */
    uint8_t slide[LINE_COUNT]; /* enum range for each line */
};

/* Computes the pattern of a piece with a facing. With `relative` (option of section 10), half
 * slides attack only the next square. */
void turning_pattern(const struct man *man, int facing, bool relative, struct pattern *out);
bool turning_same_pattern(const struct pattern *a, const struct pattern *b);
/* Moves a set of squares from d4 to `square`: the set that a piece on d4 would have becomes the set
 * of a piece on `square`. Drops the squares that fall off the board. */
static inline uint64_t turning_placed(uint64_t near, int square)
{
    static const uint64_t window[8] = {0x0F0F0F0F0F0F0F0F, 0x1F1F1F1F1F1F1F1F, 0x3F3F3F3F3F3F3F3F,
                                       0x7F7F7F7F7F7F7F7F, 0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC,
                                       0xF8F8F8F8F8F8F8F8, 0xF0F0F0F0F0F0F0F0};
    uint64_t shifted = square >= HOME ? near << (square - HOME) : near >> (HOME - square);
    return shifted & window[square & 7];
}

/* Sets *x and *y to the vector of a line; 0 <= line < LINE_COUNT. */
void turning_line(int line, int *x, int *y);

/* ---- armies (5) */

enum { ARMY_MEN = 8 };

struct army {
    uint8_t code[ARMY_MEN]; /* codes of the eight pieces from the a-file on, with their facings on
                               the board */
};

/* ---- a ruleset of the family */

/* turning_vector_index() returns a number for the vector of x files and y ranks between two
 * squares. Each vector on the board has a different number. turning_difference() returns this
 * number for two squares. */
enum { DIFFERENCES = 256 };
static inline int turning_vector_index(int x, int y)
{
    return 16 * y + x + 119;
}

static inline int turning_difference(int from, int to)
{
    return (to + (to & 56)) - (from + (from & 56)) + turning_vector_index(0, 0);
}

enum may_turn { TURN_MAY, TURN_MUST, TURN_NONE };
enum bare_king { BARE_OFF, BARE_WIN, BARE_SHATRANJ };

/* The kinds of moves after which a piece may turn. */
enum occasion { AFTER_MOVE, AFTER_CASTLING, AFTER_PROMOTION, OCCASIONS };

/* The turns that a piece may make (6.1), each with the code of the turned piece. */
struct turns {
    uint8_t n;
    int8_t turn[3];
    uint8_t code[3];
};

/* The data of a ruleset of this family: ruleset.own. */
struct turning {
    const struct alphabet *alphabet;
    struct army army[2];
    uint32_t promotions; /* kinds to which a Pawn may promote, one bit for each (6.4) */
    int knight, bede;    /* the kinds N and D of section 3.4; KIND_NONE in the other alphabet */
    enum may_turn may_turn;
    enum bare_king bare_king;
    bool relative, castle, castle_turn, promotion_turn, promotion_pawn;
    uint8_t period[KINDS_MAX];
    struct pattern pattern[CODES];
    struct turns turns[OCCASIONS][2][CODES]; /* turns that a piece may make, for each occasion, side
                                                and code */
    uint64_t ray[RANGES][LINE_COUNT][SQUARES]; /* for each range, line and square: the squares on
                                                  the line from that square up to the end of the
                                                  range */
    uint64_t near[DIFFERENCES]; /* for each turning_vector_index(): the square that the vector
                                   reaches from d4, as a set; 0 if it is off the board */
    uint8_t line[DIFFERENCES];  /* for each turning_vector_index(): the line in the direction of the
                                   vector; LINE_COUNT if there is none */
};

static inline const struct turning *turning_of(const struct ruleset *rules)
{
    return rules->own;
}

static inline uint8_t turning_code(int kind, int facing)
{
    return (uint8_t)(kind * FACINGS + facing);
}

/* Returns the line that leads from one square to another; LINE_COUNT if none does. */
static inline int turning_line_between(const struct turning *turning, int from, int to)
{
    return turning->line[turning_difference(from, to)];
}

static inline int turning_first(int side)
{
    return side == BLACK ? SOUTH : NORTH;
}

static inline struct piece turning_piece(int code, int side)
{
    return (struct piece){(uint8_t)(code / FACINGS), (uint8_t)side, (uint8_t)(code % FACINGS), 0};
}

/* Returns the facing that stands for all facings with the same pattern (3.1). */
int turning_canonical(const struct turning *turning, int side, int kind, int facing);

/* Parses the options white, black and army, and sets turning->army and turning->promotions. */
int turning_read_armies(struct turning *turning, const struct ruleset *ruleset, struct note *why);
/* The text of the default army of each variant, by variant.number. */
extern const char *const turning_army_of[];

/* Mirrors a facing by exchanging ranks 1 and 8 (5): the kind's pattern with the returned facing is
 * the mirror image of its pattern with `facing`. */
int turning_mirror(const struct turning *turning, int kind, int facing);

/* Returns the kind that `piece` moves like now that it is turned. At the start of the game, that
 * kind has the pattern that `piece` has now, for the same owner. KIND_NONE if there is no such
 * kind, or if the piece is not turned. */
int turning_like(const struct turning *turning, struct piece piece);

/* True if a piece on a square could not move to any square even on an empty board (3.3). */
bool turning_dead(const struct turning *turning, int code, int square);

/* ---- the packed position, defined in bitboard.c */

enum { RIGHT_WHITE_SHORT = 1, RIGHT_WHITE_LONG = 2, RIGHT_BLACK_SHORT = 4, RIGHT_BLACK_LONG = 8 };

struct turning_board {
    uint64_t men[2];
    uint8_t code[SQUARES]; /* code of the piece on each square; undefined for empty squares */
    uint8_t king[2];
    uint8_t side, rights;
    uint8_t passed; /* the square that a double step has just passed over, or SQUARES */
};

/* A move without its promotion and turn. */
struct turning_move {
    uint8_t from, to;
    uint8_t verb; /* ACTION_GO, ACTION_TAKE, ACTION_PASSANT or ACTION_CASTLE */
};

enum { TURNING_MOVES_MAX = 1100 }; /* upper bound: 32 pieces with 32 squares each, and castling */

void turning_pack(const struct position *position, struct turning_board *out);
/* Lists the legal moves of the side to move, which must have a King. Returns their number. Also
 * lists moves in a position that is over because a King is bare. */
int turning_moves(const struct turning *turning, const struct turning_board *board,
                  struct turning_move *out);
/* Like turning_moves(), but only for the pieces on the squares `movers` and only to the squares
 * `goals`. Castling is always listed. */
int turning_moves_within(const struct turning *turning, const struct turning_board *board,
                         uint64_t movers, uint64_t goals, struct turning_move *out);
/* True if the side to move may legally capture en passant. */
bool turning_can_take_passed(const struct turning *turning, const struct turning_board *board);
/* Makes a move. The moved piece is neither promoted nor turned. */
void turning_make(const struct turning *turning, struct turning_board *board,
                  struct turning_move move);
/* Returns the squares to which a piece could move, or with `take` the squares on which it could
 * capture, even if that would leave its King in check. Used by reach(). */
uint64_t turning_reach(const struct turning *turning, const struct turning_board *board, int square,
                       bool take);
/* Returns the enemy pieces that could capture a King of `side` on `square`. */
uint64_t turning_attackers(const struct turning *turning, const struct turning_board *board,
                           int side, int square);

/* Returns the pieces among `men` that could capture a King on `square` if exactly the squares
 * `occupied` were occupied. */
uint64_t turning_attackers_among(const struct turning *turning, const struct turning_board *board,
                                 uint64_t men, int square, uint64_t occupied);
/* Returns the squares on which a piece could capture an enemy or protects a piece of its own
 * side. */
uint64_t turning_covers(const struct turning *turning, const struct turning_board *board,
                        int square);

/* Castling of the side to move: the corner piece's square, and where the King and the corner piece
 * go. */
struct castling {
    uint8_t corner, king_goal, corner_goal;
    uint8_t right; /* the right that it needs: one of RIGHT_WHITE_SHORT to RIGHT_BLACK_LONG */
    uint64_t empty, safe; /* squares that must be empty; squares that no enemy piece may attack */
};
void turning_castling(const struct turning *turning, const struct turning_board *board,
                      bool long_side, struct castling *out);

/* Returns the square of the piece that may turn after a move, and sets *occasion. */
int turning_turner(const struct turning *turning, const struct turning_board *board,
                   struct turning_move move, enum occasion *occasion);
/* Returns the code of the piece that a Pawn with the code `pawn` becomes when it promotes to
 * `kind`. */
int turning_promoted(const struct turning *turning, int side, int kind, int pawn);

/* True if the game is over even if there are legal moves: because a King is bare (by the option),
 * or because a King was captured. A King can only be captured if a position text gave a position in
 * which the side not to move is in check. Sets *out to the verdict. */
bool turning_over(const struct turning *turning, const struct turning_board *board,
                  struct verdict *out);

/* ---- defined in search_rules.c */
extern const struct search_rules turning_search;

uint64_t turning_perft(const struct position *position, int depth, const struct limits *limits,
                       bool bulk);

/* ---- converting plies to actions, defined in generate.c */

struct action turning_pick(const struct turning_board *board, int square);
struct action turning_step(const struct turning *turning, const struct turning_board *board,
                           struct turning_move move);
struct action turning_promote(int side, int kind, int square);
struct action turning_turn(int square, int turn);
int turning_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                  void *argument);

/* ---- composing plies (generate.c): see core/family.h */

void turning_begin(struct draft *draft);
void turning_choices(const struct draft *draft, struct actions *out);
void turning_take(struct draft *draft, const struct action *action);
void turning_finish(struct draft *draft);
int turning_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void turning_why_not(const struct draft *draft, cell_t to, struct note *why);

/* ---- texts */

void turning_setup(const struct ruleset *ruleset, struct position *out);
int turning_read(const struct ruleset *ruleset, const char *text, struct position *out,
                 struct note *why);
int turning_write(const struct position *position, char *buffer, size_t size);

int turning_format(const struct position *position, const struct ply *ply, enum form form,
                   char *buffer, size_t size);
int turning_parse(const struct position *position, const char *text, struct ply *out,
                  struct note *why);

/* Explains why the piece on `from` cannot move to `to`; if `to` is SQUARES, why it cannot move at
 * all. */
void turning_explain(const struct position *position, int from, int to, struct note *why);
/* True if a piece with its current facing could move to `to` if no pieces were in its way and it
 * could ignore check. Used to find the piece that a text means. */
bool turning_may_mean(const struct position *position, int from, int to);
/* Explains why the side to move cannot castle. */
void turning_explain_castling(const struct position *position, bool long_side, struct note *why);
int turning_describe(const struct position *position, cell_t cell, char *buffer, size_t size);
/* turning_facing_name() returns the name of a facing, like "ne". turning_facing_named() returns the
 * facing with a name; -1 if there is none. */
const char *turning_facing_name(int facing);
int turning_facing_named(const char *text, int length);

#endif
