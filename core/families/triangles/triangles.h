/* triangles.h - what the files of the triangle-chess family share: its tables, its compact
 * position, its plies.
 *
 * The rules are docs/rules/triangles.md; plain section numbers refer to it. The files:
 *
 *   triangles.c     rows of data (pieces, their movement, options, set-ups); the struct rules;
 *                   movement computed for a board when a ruleset opens
 *   compact.c       the compact position: placing and lifting pieces, cells reached and attacked
 *   generate.c      every legal ply, making one, counting; composing a ply by choices
 *   elimination.c   mate, stalemate, elimination, whose turn it is, verdicts
 *   refusals.c      why a ply is refused; a piece's movement as marks and in words
 *   notation.c      position texts, plies as text
 *   search_rules.c  search rules for the engine
 *
 * Movement is data: a kind of piece has a set of *elements*. Each element is a leap (fixed
 * vectors), a walk (steps in a pattern of turns, stopped by the first piece) or an ahead (steps
 * that depend on the player's forward direction). */
#ifndef CHESSCADE_CORE_FAMILIES_TRIANGLES_TRIANGLES_H
#define CHESSCADE_CORE_FAMILIES_TRIANGLES_TRIANGLES_H

#include "core/family_list.h"
#include "core/presentation.h"
#include "core/families/triangles/cell_set.h"

#define RULES "rules/triangles.md " /* precedes a section number in refusals */

enum {
    TRIANGLE_CELLS = 128,
    NO_CELL = 0xFF,
    PATHS = 6,
    PATH_ROOM = 16,
    PASSED_ROOM = 15,
    MOVES_ROOM = 256
};

/* The elements of movement, section 4. */
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
    AHEAD_SILVER = WALKS_END, /* forward orthogonal steps, which may also capture */
    AHEAD_PAWN,               /* forward orthogonal to move, forward diagonal to capture */
    AHEAD_GIRL,               /* forward orthogonal to move, forward triagonal to capture */
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
}; /* 8.4: most games, grand, shatranj, shatar */
enum multistep { MULTISTEP_NONE, MULTISTEP_INITIAL, MULTISTEP_ALL };

/* What differs between games besides the pieces: a row for each variant, indexed by variant.number.
 */
struct triangle_game {
    enum setup setup;   /* unless an option overrides it */
    const char *swap;   /* pairs of letters: the first is replaced by the second in the set-up */
    const char *choice; /* letters of the kinds a pawn-like piece may promote to */
    enum bare_rule bare;
    bool stalemate_loses;     /* 8.3 */
    bool bers_mates;          /* 8.6: mate counts only if a bers or rook gives check */
    enum multistep multistep; /* unless an option overrides it; corner-vs-side and diamond only */
};

/* A walk precomputed for the board: six paths from each cell, each a list of cells that ends with
 * NO_CELL. Paths 0, 2 and 4 turn left first, paths 1, 3 and 5 right. For circular walks (rook,
 * unicorn) a path of CIRCLE cells lies completely on the board: one more step returns to the start.
 */
enum { CIRCLE = 5 };
struct triangle_walk {
    uint8_t path[TRIANGLE_CELLS][PATHS][PATH_ROOM];
    struct cells mask[TRIANGLE_CELLS][PATHS]; /* the cells of each path */
    struct cells whole[TRIANGLE_CELLS];       /* the cells of all six paths */
    struct cells first[TRIANGLE_CELLS];       /* the first cells of the paths */
};

/* Everything that follows from the set-up and from how the kinds move: nearly all the work of
 * opening a ruleset, so rulesets that differ only in other options share it. */
struct triangle_ground {
    struct board *board;
    uint32_t used;                   /* every element that some kind has */
    uint8_t list_used[ELEMENTS + 1]; /* the same as a list that ends with ELEMENTS */
    struct cells leap[LEAPS][TRIANGLE_CELLS];
    struct cells near[KINDS_MAX][TRIANGLE_CELLS]; /* leaps and first cells of walks: if none is
                                                     free, the piece is stuck */
    struct cells step[SIDES_MAX][TRIANGLE_CELLS]; /* forward orthogonal steps */
    /* The cells an ahead captures on from a cell. */
    struct cells aim[AHEADS][SIDES_MAX][TRIANGLE_CELLS];
    /* The cells from which it captures on a cell. */
    struct cells aimed_from[AHEADS][SIDES_MAX][TRIANGLE_CELLS];
    /* The cells from which a piece with an element could capture on a cell with nothing between;
     * `from_afar`: with any element. */
    struct cells from[ELEMENTS][TRIANGLE_CELLS], from_afar[TRIANGLE_CELLS];
    struct cells last[SIDES_MAX]; /* promotion cells, 6.4 */
    struct cells zone[SIDES_MAX]; /* the cells on which multi-step moves must stay, 6.2; empty if
                                     the player has none */
    struct triangle_walk walk[WALKS]; /* only the walks in use are computed */
};

/* What a ruleset of this family computes when it opens: ruleset->own. */
struct triangles {
    const struct triangle_game *game;
    const struct triangle_ground *ground;
    enum setup setup;
    int cells, sides;
    enum elimination elimination;
    enum multistep multistep;
    bool null_moves, row6, stalemate_out, capture_rule; /* options of 9.2, 5 and 9.4 */
    int steps_most;                                     /* maximal steps of a multi-step move */
    uint8_t forward[SIDES_MAX]; /* the forward direction of each player, 2.3 */
    char choice[20]; /* letters of the kinds a pawn-like piece may promote to; ends with NUL */
    uint8_t choices[20], choice_count; /* the same as kinds, ending with KIND_NONE; their number */
    uint8_t royal_kind;
    struct kind kind[KINDS_MAX]; /* the ruleset's kinds, with descriptions adapted to the options */
    char moves[KINDS_MAX][MOVES_ROOM];
    uint32_t movement[KINDS_MAX]; /* set of elements of each kind */
    uint8_t list[KINDS_MAX][4];   /* the same as a list that ends with ELEMENTS */
    uint8_t becomes[KINDS_MAX];   /* what a kind becomes by capturing a compound piece; KIND_NONE:
                                     unchanged (9.3) */
    bool compound[KINDS_MAX];
    uint8_t initial[TRIANGLE_CELLS]; /* the code of the piece on a cell in the opening, 0: none */
};

/* How a pawn-like kind captures: AHEAD_PAWN or AHEAD_GIRL. */
static inline int triangles_ahead(const struct triangles *own, int kind)
{
    return own->movement[kind] & ELEMENT(AHEAD_PAWN) ? AHEAD_PAWN : AHEAD_GIRL;
}

/* The code of a piece in a compact position: kind, owner, frozen flag; 0 is an empty cell. */
enum { CODE_KIND = 0x1F, CODE_SIDE = 5, CODE_FROZEN = 0x80 };
static inline int code_kind(int code)
{
    return code & CODE_KIND;
}
static inline int code_side(int code)
{
    return code >> CODE_SIDE & 3;
}

/* Why the second-to-last player went out; stored in position.family[0] when only one player is
 * left, otherwise 0. */
enum out_reason { OUT_UNKNOWN, OUT_CHECKMATE, OUT_KING_CAPTURED, OUT_STALEMATE, OUT_RETIRED };

/* A position for counting and judging, small enough to be copied for every ply. */
struct triangle_position {
    const struct triangles *own;
    struct cells of[SIDES_MAX];    /* live pieces by owner */
    struct cells frozen;           /* obstacles: pieces of eliminated players, 8.8 */
    struct cells heads[SIDES_MAX]; /* live pieces by the player whose forward direction they use
                                    * (the owner; after a takeover, 9.4, another player) */
    struct cells has[ELEMENTS];    /* live pieces by element of movement */
    struct cells fresh;            /* pawn-like pieces that have not moved yet */
    const struct triangle_ground *ground; /* same as own->ground */
    uint32_t halfmove, fullmove;
    uint8_t side;
    uint8_t royal[SIDES_MAX]; /* the cell of each living player's royal; NO_CELL: out */
    uint8_t reason;           /* enum out_reason of the last elimination */
    uint8_t passed_count;
    uint8_t passed[PASSED_ROOM]; /* the en passant field: cells passed over, then the last cell */
    uint8_t at[TRIANGLE_CELLS];  /* codes */
};

/* A ply in the generator's form. */
struct triangle_ply {
    uint8_t from, to;
    uint8_t taken;    /* the cell of the captured piece (differs from `to` en passant), NO_CELL if
                         there is none */
    uint8_t becomes;  /* the kind the piece becomes, KIND_NONE: unchanged */
    uint8_t stepping; /* 1: a multi-step move, or one that could have been continued as such;
                         composed of ACTION_STEPs */
    uint8_t passed_count; /* number of cells passed over by a multi-step move */
    uint8_t passed[PASSED_ROOM];
};

/* The marks of pieces in a struct position: the attributes of section 3. */
enum triangle_mark {
    TRIANGLE_PLAIN,
    TRIANGLE_MOVED,
    TRIANGLE_FROZEN,
    TRIANGLE_GOES /* + enum side */
};

static inline const struct triangles *triangles_of(const struct ruleset *ruleset)
{
    return ruleset->own;
}

/* ---- triangles.c */
enum { TRIANGLE_VARIANTS = 11 };
extern const struct variant triangle_variants[TRIANGLE_VARIANTS];
/* Apply the options to *own and the ruleset's kinds; FAIL_TEXT for a forbidden combination.
 * `placement` becomes the opening in this game's letters. */
int triangles_settle(struct ruleset *ruleset, struct triangles *own, char placement[160],
                     struct note *why);
/* The movement of a kind, by its name, as a set of elements. */
uint32_t triangles_movement(const char *name);

/* Set the board, the lists of elements and the ground of rules whose options are applied. Ground
 * and board are shared and never freed. Several threads may open rules at the same time. */
void triangles_lay_out(struct ruleset *ruleset, struct triangles *own);

/* ---- compact.c */
void triangles_load(struct triangle_position *out, const struct position *position);
void triangles_store(const struct triangle_position *from, struct position *out);
void triangles_lift(struct triangle_position *position, int cell);
/* Place a piece that uses the forward direction of player `head` on an empty cell. */
void triangles_put(struct triangle_position *position, int cell, int kind, int side, int head);
void triangles_freeze(struct triangle_position *position, int cell);
/* The player whose forward direction the piece on a cell uses: its owner, except after a takeover.
 */
static inline int triangles_head(const struct triangle_position *position, int cell)
{
    int owner = code_side(position->at[cell]);
    for (int side = 0; side < position->own->sides && !cells_has(position->heads[owner], cell);
         side++)
        if (cells_has(position->heads[side], cell))
            return side;
    return owner;
}
/* The number of players who are not out. */
static inline int triangles_living(const struct triangle_position *position)
{
    int living = 0;
    for (int side = 0; side < position->own->sides; side++)
        living += position->royal[side] != NO_CELL;
    return living;
}
struct cells triangles_occupied(const struct triangle_position *position);
/* The live pieces of all living opponents of a player. */
struct cells triangles_foes(const struct triangle_position *position, int side);
/* The cells a piece reaches, including the first piece met on every path, whoever owns it; for
 * pawn-like pieces the forward steps. Null moves are not included. */
struct cells triangles_targets(const struct triangle_position *position, int cell,
                               struct cells occupied);
/* True if a full circle of free cells leads a piece back to its cell (9.2). */
bool triangles_null_move(const struct triangles *own, uint32_t movement, int cell,
                         struct cells occupied);
/* True if one of `foes` could capture on a cell, with the given cells occupied. */
bool triangles_attacked(const struct triangle_position *position, int cell, struct cells foes,
                        struct cells occupied);
/* The cells where an arriving piece ends every possibility of `foes` to capture on a cell: on the
 * only attacker, or between. All cells if there is no attacker. */
struct cells triangles_relief(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells occupied);
/* Those of `foes` that could capture on a cell. */
struct cells triangles_attackers(const struct triangle_position *position, int cell,
                                 struct cells foes, struct cells occupied);
/* Those of `own_cells` that alone stand between the cell and a walking piece of `foes`. */
struct cells triangles_pinned(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells own_cells, struct cells occupied);

/* generate.c. If a visit returns something other than 0, the generator
 * stops and returns it. */
typedef int triangle_visit(const struct triangle_ply *ply, void *argument);

/* A growing list of plies. Initialise it to zero; free it with free(list.v). */
struct triangle_list {
    struct triangle_ply *v;
    int n, room;
};
/* Every legal ply of the side to move by section 6, ignoring ends by material (8.4, 8.5). */
int triangles_generate(const struct triangle_position *position, triangle_visit *visit,
                       void *argument);
/* The same including plies that leave the royal attacked (ignoring 8.1). */
int triangles_generate_all(const struct triangle_position *position, triangle_visit *visit,
                           void *argument);
/* The legal plies of some pieces: captures and promotions, the others, or both. */
enum triangle_want { WANT_GAINS = 1, WANT_QUIET = 2, WANT_ALL_PLIES = 3 };
int triangles_generate_wanted(const struct triangle_position *position, struct cells movers,
                              unsigned want, triangle_visit *visit, void *argument);
/* Append the legal plies of a position to a list; none if it is over. */
void triangles_collect(const struct triangle_position *position, struct triangle_list *list);
bool triangles_has_ply(const struct triangle_position *position);
/* Make a ply without passing the turn. */
void triangles_do(struct triangle_position *position, const struct triangle_ply *ply);
/* Make a ply with all consequences, including passing the turn. */
void triangles_make(struct triangle_position *position, const struct triangle_ply *ply);
uint64_t triangles_count(const struct triangle_position *position, int depth, bool bulk);
/* Convert a ply of actions to the generator's form. */
struct triangle_ply triangles_compact(const struct triangle_position *position,
                                      const struct ply *ply);

/* ---- elimination.c */
bool triangles_in_check(const struct triangle_position *position, int side);
/* Eliminate a player. `giver`: the player who caused it, or NOBODY. */
void triangles_eliminate(struct triangle_position *position, int side, int giver,
                         enum out_reason reason);
/* Called for the side to move, of three, if it has no ply and the game is not over: it is
 * eliminated, or its turn passes. *passes counts consecutive turns that passed in this way. True:
 * the game is drawn, and the turn stays with this side. */
bool triangles_stuck(struct triangle_position *position, int *passes);
/* Find whose turn it really is, starting with the side to move (8.8, "look at"). Does nothing in
 * two-player games. */
void triangles_settle_turn(struct triangle_position *position);
/* Pass the turn to the next player who is not out, without checking whether there is a ply. */
void triangles_hand_over(struct triangle_position *position);
/* Pass the turn to the next player, and further if that player cannot move. */
void triangles_pass_turn(struct triangle_position *position);
/* True if a position is over by 8.4, 8.5 or 8.8. Avoids searching for plies if possible. */
bool triangles_over_by_material(const struct triangle_position *position, struct verdict *verdict);
/* Judge a position in which the side to move has no ply and nobody was eliminated for it. */
void triangles_judge_stuck(const struct triangle_position *position, bool check,
                           struct verdict *out);
/* Judge a position: the same function for both forms of position. */
void triangles_weigh(const struct triangle_position *position, const struct context *context,
                     struct verdict *out);
void triangles_judge(const struct position *position, const struct context *context,
                     struct verdict *out);
void triangles_retire(struct position *position, int side);
void triangles_pass(struct position *position);
const char *triangles_why_out(const struct position *before, const struct ply *ply, int side);

/* ---- search_rules.c */
extern const struct search_rules triangles_search;

/* ---- generate.c */
void triangles_begin(struct draft *draft);
void triangles_choices(const struct draft *draft, struct actions *out);
void triangles_take(struct draft *draft, const struct action *action);
void triangles_finish(struct draft *draft);
/* Convert a generator's ply to actions; triangles_compact() is the inverse. */
void triangles_actions(const struct triangle_position *position, const struct triangle_ply *ply,
                       struct ply *out);

/* ---- refusals.c */
/* NEARNESS_RULE: the piece moves that way, but something forbids it now. NEARNESS_NONE: it never
 * moves that way. */
enum nearness { NEARNESS_NONE, NEARNESS_RULE };
/* Write why the piece on `from` may not go to `to`; sets why->offset to -1. */
enum nearness triangles_refuse(const struct position *position, int from, int to, struct note *why);
/* Write why the piece on a cell cannot be picked. */
void triangles_refuse_pick(const struct position *position, cell_t cell, struct note *why);
void triangles_why_not(const struct draft *draft, cell_t to, struct note *why);

void triangles_reach(const struct position *position, cell_t cell, struct actions *out);
int triangles_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
const struct source_picture *triangles_picture(const struct ruleset *ruleset, int kind);

/* Set the ruleset's kinds, with descriptions adapted to the options. */
void triangles_tell_kinds(struct ruleset *ruleset, struct triangles *own);
int triangles_describe(const struct position *position, cell_t cell, char *buffer, size_t size);

/* ---- notation.c */
int triangles_read(const struct ruleset *ruleset, const char *text, struct position *out,
                   struct note *why);
int triangles_write(const struct position *position, char *buffer, size_t size);

int triangles_format(const struct position *position, const struct ply *ply, enum form form,
                     char *buffer, size_t size);
int triangles_parse(const struct position *position, const char *text, struct ply *out,
                    struct note *why);

#endif
