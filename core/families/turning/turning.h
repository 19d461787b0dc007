/* turning.h - what the files of the Turning family share (rules/turning.md); turning.c exports the
 * family.
 *
 *   turning.c       the variants; pieces as lists of elements, the ring rule, patterns by facing
 *   armies.c        armies: names, texts, limits, Black's mirror image
 *   bitboard.c      a packed position: legal moves, attacks, perft
 *   generate.c      moves as actions, listing all plies, composing plies
 *   notation.c      the opening position, position texts, plies in long and short form
 *   refusals.c      why a move is refused, and pieces in words
 *   search_rules.c  search rules for the engine
 *
 * A *code* is a piece (in the code: a man) with its facing in one byte: kind * 8 + facing. A square
 * is a cell of the 8x8 board: a1 is 0, h1 7, a8 56. Facings are directions of a board of squares: 0
 * is north, clockwise. */
#ifndef CHESSCADE_CORE_FAMILIES_TURNING_TURNING_H
#define CHESSCADE_CORE_FAMILIES_TURNING_TURNING_H

#include "core/family_list.h"
#include "core/presentation.h"

enum { SQUARES = 64, FACINGS = 8, CODES = 256 };
enum { KING = 1, PAWN = 2 }; /* kinds in both alphabets; the others are found by letter */

/* ---- pieces (rules/turning.md 2, 3) */

enum how { LEAP, MOVE_ONLY, CAPTURE_ONLY, SLIDE, SLIDE_4, HALF_SLIDE };

/* One vector of a piece that faces north: x files to the right, y ranks up, from White's point of
 * view. */
struct element {
    int8_t x, y;
    uint8_t how; /* enum how */
};

enum { ELEMENTS_MAX = 20 };

struct man {
    struct element element[ELEMENTS_MAX];
    int elements;
};

/* An alphabet: the letters of section 3.4 or of 3.5. */
struct alphabet {
    const struct kind *kinds; /* [count + 1], index 0 unused */
    const struct man *men;    /* in the same order */
    int count;
    bool quarter; /* true for the alphabet of 3.5 */
};
enum { ARMIES_KINDS = 26, QUARTER_KINDS = 17 };
extern const struct kind turning_armies_kinds[], turning_quarter_kinds[];
extern const struct alphabet turning_armies, turning_quarter;

/* Rotate a vector by eighths to the right: the ring rule, 2.2. */
void turning_vector(int *x, int *y, int eighths);

/* Where a piece can go with a given facing. Leaps are sets of squares as seen from d4; slides are a
 * range for each of 16 lines: the 8 directions, then the 8 Knight's squares, both clockwise. */
enum { LINE_COUNT = 16, HOME = 27 /* d4 */ };
enum range { RANGE_NONE, RANGE_FULL, RANGE_4, RANGE_HALF, RANGES };

struct pattern {
    uint64_t leaps, goes, takes; /* move or capture, move only, capture only */
    uint64_t strikes; /* the squares from which it attacks a King, whatever stands between */
    uint64_t lines;   /* the lines it slides along, one bit each */
    uint8_t slide[LINE_COUNT]; /* enum range */
};

/* The pattern of a piece with a facing; with `relative`, half slides attack only the next square
 * (10). */
void turning_pattern(const struct man *man, int facing, bool relative, struct pattern *out);
bool turning_same_pattern(const struct pattern *a, const struct pattern *b);
/* Move a set of squares as seen from d4 to `square`, dropping what falls off the board. */
static inline uint64_t turning_placed(uint64_t near, int square)
{
    static const uint64_t window[8] = {0x0F0F0F0F0F0F0F0F, 0x1F1F1F1F1F1F1F1F, 0x3F3F3F3F3F3F3F3F,
                                       0x7F7F7F7F7F7F7F7F, 0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC,
                                       0xF8F8F8F8F8F8F8F8, 0xF0F0F0F0F0F0F0F0};
    uint64_t shifted = square >= HOME ? near << (square - HOME) : near >> (HOME - square);
    return shifted & window[square & 7];
}

/* The vector of a line, 0 <= line < LINE_COUNT. */
void turning_line(int line, int *x, int *y);

/* ---- armies (5) */

enum { ARMY_MEN = 8 };

struct army {
    uint8_t code[ARMY_MEN]; /* from the a-file on, with the facings as on the board */
};

/* ---- a ruleset of the family */

/* The difference of two squares, x files and y ranks, as an index; different for all differences
 * that occur on the board. */
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

/* After which kind of move a piece turns. */
enum occasion { AFTER_MOVE, AFTER_CASTLING, AFTER_PROMOTION, OCCASIONS };

/* The turns a piece may make (6.1), each with the resulting code. */
struct turns {
    uint8_t n;
    int8_t turn[3];
    uint8_t code[3];
};

/* ruleset.own */
struct turning {
    const struct alphabet *alphabet;
    struct army army[2];
    uint32_t promotions; /* the kinds a Pawn may promote to, one bit each (6.4) */
    int knight, bede;    /* kinds N and D of 3.4, KIND_NONE in the quarter alphabet */
    enum may_turn may_turn;
    enum bare_king bare_king;
    bool relative, castle, castle_turn, promotion_turn, promotion_pawn;
    uint8_t period[KINDS_MAX];
    struct pattern pattern[CODES];
    struct turns turns[OCCASIONS][2][CODES];   /* by occasion, side, code */
    uint64_t ray[RANGES][LINE_COUNT][SQUARES]; /* the squares of a line from a square, limited by a
                                                  range */
    uint64_t near[DIFFERENCES]; /* by difference of squares: that square as seen from d4, 0: too far
                                 */
    uint8_t line[DIFFERENCES];  /* by difference of squares: the line that leads there, LINE_COUNT:
                                   none */
};

static inline const struct turning *turning_of(const struct ruleset *rules)
{
    return rules->own;
}

static inline uint8_t turning_code(int kind, int facing)
{
    return (uint8_t)(kind * FACINGS + facing);
}

/* The line from one square to another, LINE_COUNT: none. */
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

/* The facing that represents all facings with the same pattern; 3.1. */
int turning_canonical(const struct turning *turning, int side, int kind, int facing);

/* Parse the options white, black and army, and set turning->army and promotions. */
int turning_read_armies(struct turning *turning, const struct ruleset *ruleset, struct note *why);
/* The default army of a variant, by variant.number. */
extern const char *const turning_army_of[];

/* The facing whose pattern is the mirror image (ranks reversed) of that of a piece facing
 * `facing`; 5. */
int turning_mirror(const struct turning *turning, int kind, int facing);

/* The kind whose initial pattern, for the same owner, equals the current pattern of a turned piece.
 * KIND_NONE if there is none or the piece has its initial facing. */
int turning_like(const struct turning *turning, struct piece piece);

/* True if a piece on a square could reach no square even on an empty board; 3.3. */
bool turning_dead(const struct turning *turning, int code, int square);

/* ---- the packed position (bitboard.c) */

enum { RIGHT_WHITE_SHORT = 1, RIGHT_WHITE_LONG = 2, RIGHT_BLACK_SHORT = 4, RIGHT_BLACK_LONG = 8 };

struct turning_board {
    uint64_t men[2];
    uint8_t code[SQUARES]; /* code of the piece there; undefined for empty squares */
    uint8_t king[2];
    uint8_t side, rights;
    uint8_t passed; /* the square passed over by a double step, SQUARES: none */
};

/* A move without promotion and turn. */
struct turning_move {
    uint8_t from, to;
    uint8_t verb; /* ACTION_GO, _TAKE, _PASSANT or _CASTLE */
};

enum { TURNING_MOVES_MAX = 1100 }; /* an upper bound: 32 pieces to 32 squares each, and castling */

void turning_pack(const struct position *position, struct turning_board *out);
/* List the legal moves of a side that has its King; returns their number. A position that is over
 * because a King is bare has moves too. */
int turning_moves(const struct turning *turning, const struct turning_board *board,
                  struct turning_move *out);
/* The same for certain pieces to certain squares; castling is listed whatever its goal. */
int turning_moves_within(const struct turning *turning, const struct turning_board *board,
                         uint64_t movers, uint64_t goals, struct turning_move *out);
/* True if the side to move may legally capture en passant. */
bool turning_can_take_passed(const struct turning *turning, const struct turning_board *board);
/* Make a move; the piece arrives unchanged, neither promoted nor turned. */
void turning_make(const struct turning *turning, struct turning_board *board,
                  struct turning_move move);
/* The squares a piece could move to (`take`: capture on), legal or not; for reach(). */
uint64_t turning_reach(const struct turning *turning, const struct turning_board *board, int square,
                       bool take);
/* The enemy pieces that could capture a King of `side` on `square`. */
uint64_t turning_attackers(const struct turning *turning, const struct turning_board *board,
                           int side, int square);

/* Those of the given pieces that could, with the given squares occupied. */
uint64_t turning_attackers_among(const struct turning *turning, const struct turning_board *board,
                                 uint64_t men, int square, uint64_t occupied);
/* The squares where a piece could capture an enemy, or protects a piece of its own side. */
uint64_t turning_covers(const struct turning *turning, const struct turning_board *board,
                        int square);

/* Castling of the side to move: goals of the King and of the corner piece. */
struct castling {
    uint8_t corner, king_goal, corner_goal;
    uint8_t right;        /* RIGHT_... */
    uint64_t empty, safe; /* squares that must be empty; squares that must not be attacked */
};
void turning_castling(const struct turning *turning, const struct turning_board *board,
                      bool long_side, struct castling *out);

/* The square of the piece that may turn after a move; *occasion is set. */
int turning_turner(const struct turning *turning, const struct turning_board *board,
                   struct turning_move move, enum occasion *occasion);
/* The code of a piece to which a Pawn with code `pawn` has just promoted. */
int turning_promoted(const struct turning *turning, int side, int kind, int pawn);

/* True if the game is over regardless of legal moves: by the bare-king rule, or because a King was
 * captured, which is only possible after a position text that leaves a King in check. *out becomes
 * the verdict. */
bool turning_over(const struct turning *turning, const struct turning_board *board,
                  struct verdict *out);

/* ---- search_rules.c */
extern const struct search_rules turning_search;

uint64_t turning_perft(const struct position *position, int depth, const struct limits *limits,
                       bool bulk);

/* ---- plies as actions (generate.c) */

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

/* Write why the piece on `from` cannot go to `to` (SQUARES: cannot move at all). */
void turning_explain(const struct position *position, int from, int to, struct note *why);
/* True if the piece, with its current facing, could get there without pieces in its way and
 * ignoring check: used to choose the piece a text may mean. */
bool turning_may_mean(const struct position *position, int from, int to);
/* Write why the side to move cannot castle. */
void turning_explain_castling(const struct position *position, bool long_side, struct note *why);
int turning_describe(const struct position *position, cell_t cell, char *buffer, size_t size);
/* The name of a facing, "ne", and the inverse: -1 for any other text. */
const char *turning_facing_name(int facing);
int turning_facing_named(const char *text, int length);

#endif
