/* triangles.h - declarations shared by the files of the triangle-chess family: its tables, its
 * compact position, its plies.
 *
 * The rules are in docs/rules/triangles.md; section numbers without a file name refer to it. The
 * files:
 *
 *   triangles.c     tables of pieces, options, set-ups and variants; the struct rules; movement
 *                   computed for a board when a ruleset is set up
 *   compact.c       the compact position: placing and lifting pieces, cells reached and attacked
 *   generate.c      generates legal plies, makes and counts them; composes plies step by step
 *   elimination.c   mate, stalemate, elimination, whose turn it is, verdicts
 *   refusals.c      explains why a ply is illegal; a piece's movement as marks and in words
 *   notation.c      position texts, plies as text
 *   search_rules.c  how the engine searches
 *
 * Movement is described by data: each kind of piece has a set of *elements*. An element is a leap
 * (fixed vectors), a walk (steps in a pattern of turns, stopped by the first piece) or an ahead
 * (steps that depend on the player's forward direction). */
#ifndef CHESSCADE_CORE_FAMILIES_TRIANGLES_TRIANGLES_H
#define CHESSCADE_CORE_FAMILIES_TRIANGLES_TRIANGLES_H

#include "core/family_list.h"
#include "core/presentation.h"
#include "core/families/triangles/cell_set.h"

#define RULES "rules/triangles.md " /* begins a rule reference in messages */

enum {
    TRIANGLE_CELLS = 128,
    NO_CELL = 0xFF,
    PATHS = 6,
    PATH_ROOM = 16,
    PASSED_ROOM = 15,
    MOVES_ROOM = 256
};

/* The elements of which movements consist (section 4). */
enum element {
    LEAP_ORTHOGONAL,
    LEAP_DIAGONAL,
    LEAP_TRIAGONAL,
    LEAP_ELEPHANT,
    LEAP_KNIGHT,
    LEAP_NINJA,
    LEAP_ARCHER,
    LEAPS,
    WALK_ROOK = LEAPS,
    WALK_CROOKED_ROOK,
    WALK_BISHOP,
    WALK_UNICORN,
    WALK_CROOKED_UNICORN,
    WALKS_END,
    AHEAD_SILVER = WALKS_END, /* forward orthogonal steps that may also capture */
    AHEAD_PAWN,               /* moves forward orthogonally, captures forward diagonally */
    AHEAD_GIRL,               /* moves forward orthogonally, captures forward triagonally */
    ELEMENTS
};
enum { WALKS = WALKS_END - LEAPS, AHEADS = ELEMENTS - WALKS_END };
#define ELEMENT(e) (1u << (e))
#define PAWN_LIKE (ELEMENT(AHEAD_PAWN) | ELEMENT(AHEAD_GIRL))

enum setup { CORNERS_3, SIDES_3, CORNERS_2, SIDES_2, CORNER_VS_SIDE, DIAMOND, SETUPS };
enum elimination { ELIMINATION_FREEZE, ELIMINATION_REMOVE, ELIMINATION_TAKEOVER, ELIMINATION_END };
enum bare_rule {
    BARE_NOTHING,
    BARE_LOSES,
    BARE_BACK,
    BARE_DRAWS
}; /* What a bare royal means (8.4): NOTHING in most games, LOSES in grand, BACK in shatranj, DRAWS
      in shatar */
enum multistep { MULTISTEP_NONE, MULTISTEP_INITIAL, MULTISTEP_ALL };

/* How a game differs from the others, apart from its pieces: one row for each variant, indexed by
 * variant.number. */
struct triangle_game {
    enum setup setup;   /* the set-up if no option chooses another */
    const char *swap;   /* pairs of letters: in the set-up, the second letter of a pair replaces the
                           first */
    const char *choice; /* letters of the kinds to which pawn-like pieces may promote */
    enum bare_rule bare;
    bool stalemate_loses;     /* a player without a legal ply loses (8.3) */
    bool bers_mates;          /* a mate counts only if a bers or rook gives check (8.6) */
    enum multistep multistep; /* the rule for multi-step moves if no option chooses another; used
                                 only by corner-vs-side and diamond */
};

/* A walk, computed in advance for all cells of the board. From each cell there are six paths, each
 * a list of cells that ends with NO_CELL. Paths 0, 2 and 4 turn left first, paths 1, 3 and 5 right.
 * In the circular walks (rook, unicorn), a path of CIRCLE cells is completely on the board: one
 * more step leads back to the start. */
enum { CIRCLE = 5 };
struct triangle_walk {
    uint8_t path[TRIANGLE_CELLS][PATHS][PATH_ROOM];
    struct cells mask[TRIANGLE_CELLS][PATHS]; /* the cells of each path as a set */
    struct cells whole[TRIANGLE_CELLS];       /* the cells of all six paths from each cell */
    struct cells first[TRIANGLE_CELLS];       /* the first cells of the six paths from each cell */
};

/* All data that depends only on the set-up and on how the kinds move. Computing it is nearly all of
 * the work of setting up a ruleset, so rulesets that differ only in other options share it. */
struct triangle_ground {
    struct board *board;
    uint32_t used;                   /* set of the elements that any kind has */
    uint8_t list_used[ELEMENTS + 1]; /* the elements in `used` as a list; ELEMENTS ends it */
    struct cells leap[LEAPS][TRIANGLE_CELLS];
    struct cells near[KINDS_MAX][TRIANGLE_CELLS]; /* cells of leaps and first cells of walks; a
                                                     piece cannot move if none of them is free */
    struct cells step[SIDES_MAX][TRIANGLE_CELLS]; /* cells of the forward orthogonal steps, for each
                                                     forward direction and cell */
    /* For an ahead (a forward step): the cells on which it captures from a cell. */
    struct cells aim[AHEADS][SIDES_MAX][TRIANGLE_CELLS];
    /* For an ahead (a forward step): the cells from which it captures on a cell. */
    struct cells aimed_from[AHEADS][SIDES_MAX][TRIANGLE_CELLS];
    /* The cells from which a piece with an element could capture on a cell if the board were empty.
     * `from_afar` is the same for any element. */
    struct cells from[ELEMENTS][TRIANGLE_CELLS], from_afar[TRIANGLE_CELLS];
    struct cells last[SIDES_MAX];     /* cells on which a player's pieces promote (6.4) */
    struct cells zone[SIDES_MAX];     /* cells on which a player's multi-step moves must stay (6.2);
                                         empty if there are none */
    struct triangle_walk walk[WALKS]; /* computed only for the walks that some kind has */
};

/* The data of a ruleset of this family: ruleset->own. */
struct triangles {
    const struct triangle_game *game;
    const struct triangle_ground *ground;
    enum setup setup;
    int cells, sides;
    enum elimination elimination;
    enum multistep multistep;
    bool null_moves, row6, stalemate_out, capture_rule; /* settings from options: null-moves (9.2),
                                                           promotion=row6 (6.4), stalemate
                                                           and mate-rule (9.4) */
    int steps_most;             /* largest number of steps in a multi-step move */
    uint8_t forward[SIDES_MAX]; /* forward direction of each player (2.3) */
    char choice[20]; /* letters of the kinds to which a pawn-like piece may promote, as a string */
    uint8_t choices[20], choice_count; /* kinds to which a pawn-like piece may promote, ending with
                                          KIND_NONE; and their number */
    uint8_t royal_kind;
    struct kind kind[KINDS_MAX]; /* the kinds, with descriptions that the options change */
    char moves[KINDS_MAX][MOVES_ROOM];
    uint32_t movement[KINDS_MAX]; /* set of elements of each kind */
    uint8_t list[KINDS_MAX][4]; /* the elements of each kind as a list, which ends with ELEMENTS */
    uint8_t becomes[KINDS_MAX]; /* what each kind becomes by capturing a compound piece (9.3);
                                   KIND_NONE if it stays the same */
    bool compound[KINDS_MAX];
    uint8_t initial[TRIANGLE_CELLS]; /* code of the piece on each cell in the opening; 0 if there is
                                        none */
};

/* Returns how a pawn-like kind captures: AHEAD_PAWN or AHEAD_GIRL. */
static inline int triangles_ahead(const struct triangles *own, int kind)
{
    return own->movement[kind] & ELEMENT(AHEAD_PAWN) ? AHEAD_PAWN : AHEAD_GIRL;
}

/* The code of a piece in a compact position consists of its kind, its owner and a flag for frozen
 * pieces; 0 is an empty cell. */
enum { CODE_KIND = 0x1F, CODE_SIDE = 5, CODE_FROZEN = 0x80 };
static inline int code_kind(int code)
{
    return code & CODE_KIND;
}
static inline int code_side(int code)
{
    return code >> CODE_SIDE & 3;
}

/* The reason for the last elimination. It is stored in position.family[0] when only one player is
 * left; before that, position.family[0] is 0. */
enum out_reason { OUT_UNKNOWN, OUT_CHECKMATE, OUT_KING_CAPTURED, OUT_STALEMATE, OUT_RETIRED };

/* A position for counting plies and judging. It is small, because it is copied for every ply. */
struct triangle_position {
    const struct triangles *own;
    struct cells of[SIDES_MAX];    /* pieces of each player, without frozen ones */
    struct cells frozen;           /* pieces of eliminated players, which are obstacles (8.8) */
    struct cells heads[SIDES_MAX]; /* live pieces by the player whose forward direction they use:
                                      their owner, except after a takeover (9.4) */
    struct cells has[ELEMENTS]; /* for each element, the live pieces whose movement contains it */
    struct cells fresh;         /* pawn-like pieces that have not moved yet */
    const struct triangle_ground *ground; /* the same as own->ground */
    uint32_t halfmove, fullmove;
    uint8_t side;
    uint8_t royal[SIDES_MAX]; /* cell of each player's royal piece; NO_CELL if the player is out */
    uint8_t reason;           /* enum out_reason of the last elimination */
    uint8_t passed_count;
    uint8_t passed[PASSED_ROOM]; /* for en passant: the cells that the last ply passed over, then
                                    the cell where it ended */
    uint8_t at[TRIANGLE_CELLS];  /* code of the piece on each cell */
};

/* A ply as the generator makes it. */
struct triangle_ply {
    uint8_t from, to;
    uint8_t taken;   /* cell of the captured piece, which en passant is not `to`; NO_CELL if nothing
                        is captured */
    uint8_t becomes; /* kind that the piece becomes; KIND_NONE if it stays the same */
    uint8_t stepping; /* 1 if the ply consists of ACTION_STEPs: a multi-step move, or a single step
                         that could have been continued */
    uint8_t passed_count; /* number of cells that a multi-step move passes over */
    uint8_t passed[PASSED_ROOM];
};

/* The marks of pieces in a struct position (the attributes of section 3). */
enum triangle_mark {
    TRIANGLE_PLAIN,
    TRIANGLE_MOVED,
    TRIANGLE_FROZEN,
    TRIANGLE_GOES /* TRIANGLE_GOES + side: a piece with the forward direction of another side */
};

static inline const struct triangles *triangles_of(const struct ruleset *ruleset)
{
    return ruleset->own;
}

/* ---- defined in triangles.c */
enum { TRIANGLE_VARIANTS = 11 };
extern const struct variant triangle_variants[TRIANGLE_VARIANTS];
/* Applies the options to *own and to the ruleset's kinds. `placement` is set to the opening
 * position, in the letters of this game. FAIL_TEXT if two options exclude each other. */
int triangles_settle(struct ruleset *ruleset, struct triangles *own, char placement[160],
                     struct note *why);
/* Returns the movement of a kind, given by its name, as a set of elements. */
uint32_t triangles_movement(const char *name);

/* Sets the board, the lists of elements and `ground` of a ruleset, after the options were applied.
 * Ground and board are shared by rulesets and never freed. Thread-safe. */
void triangles_lay_out(struct ruleset *ruleset, struct triangles *own);

/* ---- defined in compact.c */
void triangles_load(struct triangle_position *out, const struct position *position);
void triangles_store(const struct triangle_position *from, struct position *out);
void triangles_lift(struct triangle_position *position, int cell);
/* Places a piece on an empty cell. The piece uses the forward direction of the player `head`. */
void triangles_put(struct triangle_position *position, int cell, int kind, int side, int head);
void triangles_freeze(struct triangle_position *position, int cell);
/* Returns the player whose forward direction a piece uses: its owner, except after a takeover. */
static inline int triangles_head(const struct triangle_position *position, int cell)
{
    int owner = code_side(position->at[cell]);
    for (int side = 0; side < position->own->sides && !cells_has(position->heads[owner], cell);
         side++)
        if (cells_has(position->heads[side], cell))
            return side;
    return owner;
}
/* Returns the number of players who are not out. */
static inline int triangles_living(const struct triangle_position *position)
{
    int living = 0;
    for (int side = 0; side < position->own->sides; side++)
        living += position->royal[side] != NO_CELL;
    return living;
}
struct cells triangles_occupied(const struct triangle_position *position);
/* Returns the live pieces of all opponents of a player who are not out. */
struct cells triangles_foes(const struct triangle_position *position, int side);
/* Returns the cells that a piece reaches: on each path all cells up to and including the cell of
 * the first piece, whoever owns it. For pawn-like pieces, returns the cells of the forward steps.
 * Does not include null moves. */
struct cells triangles_targets(const struct triangle_position *position, int cell,
                               struct cells occupied);
/* True if a piece can walk a full circle of free cells back to its own cell (9.2). */
bool triangles_null_move(const struct triangles *own, uint32_t movement, int cell,
                         struct cells occupied);
/* True if one of the pieces `foes` could capture on a cell, if the cells `occupied` were
 * occupied. */
bool triangles_attacked(const struct triangle_position *position, int cell, struct cells foes,
                        struct cells occupied);
/* Returns the cells to which a piece can move so that no piece of `foes` can capture on `cell` any
 * more: the cell of the only attacker and those in between. All cells if there is no attacker. */
struct cells triangles_relief(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells occupied);
/* Returns the pieces of `foes` that could capture on a cell. */
struct cells triangles_attackers(const struct triangle_position *position, int cell,
                                 struct cells foes, struct cells occupied);
/* Returns those pieces on `own_cells` that stand alone between the cell and a walking piece of
 * `foes`. */
struct cells triangles_pinned(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells own_cells, struct cells occupied);

/* A function that the generator calls for each ply. If it does not return 0, the generator stops
 * and returns that value. */
typedef int triangle_visit(const struct triangle_ply *ply, void *argument);

/* A growing list of plies. Initialise it with zero; free it with free(list.v). */
struct triangle_list {
    struct triangle_ply *v;
    int n, room;
};
/* Calls `visit` for every legal ply of the side to move (section 6). Does not test whether the game
 * has ended by lack of material (8.4, 8.5). */
int triangles_generate(const struct triangle_position *position, triangle_visit *visit,
                       void *argument);
/* Like triangles_generate(), but also includes plies that leave the player's own royal attacked,
 * which 8.1 forbids. */
int triangles_generate_all(const struct triangle_position *position, triangle_visit *visit,
                           void *argument);
/* triangles_generate_wanted() is like triangles_generate(), but only for the pieces `movers`.
 * `want` selects captures and promotions, other plies, or both. */
enum triangle_want { WANT_GAINS = 1, WANT_QUIET = 2, WANT_ALL_PLIES = 3 };
int triangles_generate_wanted(const struct triangle_position *position, struct cells movers,
                              unsigned want, triangle_visit *visit, void *argument);
/* Appends the legal plies of a position to a list. Appends nothing if the game is over. */
void triangles_collect(const struct triangle_position *position, struct triangle_list *list);
bool triangles_has_ply(const struct triangle_position *position);
/* Makes a ply, but does not pass the turn to the next player. */
void triangles_do(struct triangle_position *position, const struct triangle_ply *ply);
/* Makes a ply with all its consequences, including the turn of the next player. */
void triangles_make(struct triangle_position *position, const struct triangle_ply *ply);
uint64_t triangles_count(const struct triangle_position *position, int depth, bool bulk);
/* Converts a ply of actions to the generator's form. */
struct triangle_ply triangles_compact(const struct triangle_position *position,
                                      const struct ply *ply);

/* ---- defined in elimination.c */
bool triangles_in_check(const struct triangle_position *position, int side);
/* Eliminates a player. `giver` is the player who caused it, or NOBODY. */
void triangles_eliminate(struct triangle_position *position, int side, int giver,
                         enum out_reason reason);
/* Call this in a game of three if the side to move has no ply and the game is not over. Eliminates
 * that player or passes the turn. *passes counts the consecutive turns passed in this way. Returns
 * true if the game is drawn for this reason; the turn then stays with this side. */
bool triangles_stuck(struct triangle_position *position, int *passes);
/* Finds the player who really has the turn, beginning with the side to move. Skips players who are
 * out. A player without a legal ply is eliminated or passes (8.8, "look at"). Does nothing in
 * two-player games. */
void triangles_settle_turn(struct triangle_position *position);
/* Passes the turn to the next player who is not out, even if this player has no ply. */
void triangles_hand_over(struct triangle_position *position);
/* Passes the turn to the next player who is not out and has a ply. */
void triangles_pass_turn(struct triangle_position *position);
/* True if the game has ended by 8.4, 8.5 or 8.8. Searches for plies only if necessary. */
bool triangles_over_by_material(const struct triangle_position *position, struct verdict *verdict);
/* Judges a position in which the side to move has no ply but was not eliminated for this. */
void triangles_judge_stuck(const struct triangle_position *position, bool check,
                           struct verdict *out);
/* Judge a position. triangles_weigh() takes a compact position, triangles_judge() a struct
 * position. */
void triangles_weigh(const struct triangle_position *position, const struct context *context,
                     struct verdict *out);
void triangles_judge(const struct position *position, const struct context *context,
                     struct verdict *out);
void triangles_retire(struct position *position, int side);
void triangles_pass(struct position *position);
const char *triangles_why_out(const struct position *before, const struct ply *ply, int side);

/* ---- defined in search_rules.c */
extern const struct search_rules triangles_search;

/* ---- defined in generate.c */
void triangles_begin(struct draft *draft);
void triangles_choices(const struct draft *draft, struct actions *out);
void triangles_take(struct draft *draft, const struct action *action);
void triangles_finish(struct draft *draft);
/* Converts a ply of the generator to actions; triangles_compact() does the inverse. */
void triangles_actions(const struct triangle_position *position, const struct triangle_ply *ply,
                       struct ply *out);

/* ---- defined in refusals.c */
/* Why a piece may not move to a cell. NEARNESS_RULE: its movement leads there, but a rule or
 * another piece prevents it now. NEARNESS_NONE: its movement never leads there. */
enum nearness { NEARNESS_NONE, NEARNESS_RULE };
/* Explains why the piece on `from` may not move to `to`. Sets why->offset to -1. */
enum nearness triangles_refuse(const struct position *position, int from, int to, struct note *why);
/* Explains why the piece on a cell cannot be picked. */
void triangles_refuse_pick(const struct position *position, cell_t cell, struct note *why);
void triangles_why_not(const struct draft *draft, cell_t to, struct note *why);

void triangles_reach(const struct position *position, cell_t cell, struct actions *out);
int triangles_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
const struct source_picture *triangles_picture(const struct ruleset *ruleset, int kind);

/* Sets the ruleset's kinds, with descriptions that depend on the options. */
void triangles_tell_kinds(struct ruleset *ruleset, struct triangles *own);
int triangles_describe(const struct position *position, cell_t cell, char *buffer, size_t size);

/* ---- defined in notation.c */
int triangles_read(const struct ruleset *ruleset, const char *text, struct position *out,
                   struct note *why);
int triangles_write(const struct position *position, char *buffer, size_t size);

int triangles_format(const struct position *position, const struct ply *ply, enum form form,
                     char *buffer, size_t size);
int triangles_parse(const struct position *position, const char *text, struct ply *out,
                    struct note *why);

#endif
