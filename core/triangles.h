/* triangles.h - the family of triangle chess, seen from inside: its tables, its compact position, its plies.
 *
 * The rules are docs/rules/triangles.md. How the files share the work:
 *
 *   triangles_variants.c  rows of data: pieces, their movement, options, set-ups
 *   triangles_tables.c    movement laid out over a board: what a ruleset works out when it opens
 *   triangles_moves.c     the compact position: pieces put and lifted, cells reached and attacked
 *   triangles_plies.c     the generator: every legal ply; making one; counting
 *   triangles_players.c   who is in, out, mated, stalemated; whose turn it is; what a position is
 *   triangles_draft.c     composing a ply by choices
 *   triangles_why.c       why a ply is refused
 *   triangles_reach.c     a piece's movement for the eye: marks, the cells it walks over, its author's picture
 *   triangles_words.c     pieces in words: how they move under the options chosen
 *   triangles_text.c      position texts
 *   triangles_notation.c  plies as text
 *   triangles_search.c    the same for the engine
 *   triangles.c           the table of functions that rules.h asks for
 *
 * Movement is data: a kind of piece has a set of *elements*, each a leap (fixed vectors), a walk (steps in a
 * pattern of turns, stopped by the first piece) or an ahead (steps that know which way is forward). */
#ifndef CHESSCADE_TRIANGLES_H
#define CHESSCADE_TRIANGLES_H

#include "core/rules.h"
#include "core/triangles_cells.h"

#define RULES "rules/triangles.md " /* before the number of a section, in refusals */

enum { TRIANGLE_CELLS = 128, NO_CELL = 0xFF, PATHS = 6, PATH_ROOM = 16, PASSED_ROOM = 15, MOVES_ROOM = 256 };

/* The elements of movement, rules/triangles.md 4. */
enum element {
    LEAP_ORTHOGONAL, LEAP_DIAGONAL, LEAP_TRIAGONAL, LEAP_ELEPHANT, LEAP_KNIGHT, LEAP_NINJA, LEAP_ARCHER, LEAPS,
    WALK_ROOK = LEAPS, WALK_CROOKED_ROOK, WALK_BISHOP, WALK_UNICORN, WALK_CROOKED_UNICORN, WALKS_END,
    AHEAD_SILVER = WALKS_END, /* forward orthogonal steps that also capture */
    AHEAD_PAWN,               /* forward orthogonal to go, forward diagonal to take */
    AHEAD_GIRL,               /* forward orthogonal to go, forward triagonal to take */
    ELEMENTS
};
enum { WALKS = WALKS_END - LEAPS, AHEADS = ELEMENTS - WALKS_END };
#define ELEMENT(e) (1u << (e))
#define PAWN_LIKE (ELEMENT(AHEAD_PAWN) | ELEMENT(AHEAD_GIRL))

enum setup { CORNERS_3, SIDES_3, CORNERS_2, SIDES_2, CORNER_VS_SIDE, DIAMOND, SETUPS };
enum elimination { ELIMINATION_FREEZE, ELIMINATION_REMOVE, ELIMINATION_TAKEOVER, ELIMINATION_END };
enum bare_rule { BARE_NOTHING, BARE_LOSES, BARE_BACK, BARE_DRAWS }; /* 8.4: elsewhere, grand, shatranj, shatar */
enum multistep { MULTISTEP_NONE, MULTISTEP_INITIAL, MULTISTEP_ALL };

/* What differs from game to game besides the pieces: a row beside each variant, by variant.number. */
struct triangle_game {
    enum setup setup;         /* unless an option says so */
    const char *swap;         /* pairs of letters: what stands in the place of what in the set-up */
    const char *choice;       /* letters a pawn-like piece may become */
    enum bare_rule bare;
    bool stalemate_loses;     /* 8.3 */
    bool bers_mates;          /* 8.6: mate counts only with a bers or rook */
    enum multistep multistep; /* unless an option says so; corner-vs-side and diamond only */
};

/* A walk laid out over the board: from each cell six paths, each a list of cells that NO_CELL ends. Paths 0, 2, 4
 * turn left first, 1, 3, 5 right; of a circle (rook, unicorn) a path of CIRCLE cells is one that is wholly on the
 * board: one step more leads back. */
enum { CIRCLE = 5 };
struct triangle_walk {
    uint8_t path[TRIANGLE_CELLS][PATHS][PATH_ROOM];
    struct cells mask[TRIANGLE_CELLS][PATHS]; /* the cells of each path */
    struct cells whole[TRIANGLE_CELLS];       /* of all six */
    struct cells first[TRIANGLE_CELLS];       /* where they begin */
};

/* What follows from where the armies start and how their kinds move: nearly all the work of opening a ruleset, so that those
 * with other options besides share it. */
struct triangle_ground {
    struct board *board;
    uint32_t used;                   /* every element some kind has */
    uint8_t list_used[ELEMENTS + 1]; /* the same as a list, ELEMENTS ends it */
    struct cells leap[LEAPS][TRIANGLE_CELLS];
    struct cells near[KINDS_MAX][TRIANGLE_CELLS]; /* leaps, and where walks begin: one of these is free or nothing is */
    struct cells step[SIDES_MAX][TRIANGLE_CELLS];              /* forward orthogonal steps */
    struct cells aim[AHEADS][SIDES_MAX][TRIANGLE_CELLS];       /* where an ahead captures from a cell */
    struct cells aimed_from[AHEADS][SIDES_MAX][TRIANGLE_CELLS]; /* from where it captures onto a cell */
    /* From where a piece with an element captures onto a cell if nothing is between; with any element. */
    struct cells from[ELEMENTS][TRIANGLE_CELLS], from_afar[TRIANGLE_CELLS];
    struct cells last[SIDES_MAX];    /* promotion cells, 6.4 */
    struct cells zone[SIDES_MAX];    /* of multi-step moves, 6.2; empty: the player has none */
    struct triangle_walk walk[WALKS]; /* only those in use are laid out */
};

/* What a ruleset of this family works out when it opens: ruleset->own. */
struct triangles {
    const struct triangle_game *game;
    const struct triangle_ground *ground;
    enum setup setup;
    int cells, sides;
    enum elimination elimination;
    enum multistep multistep;
    bool null_moves, row6, stalemate_out, capture_rule; /* options of 9.2, 5 and 9.4 */
    int steps_most;                  /* of a multi-step move */
    uint8_t forward[SIDES_MAX];      /* directions of the board, 2.3 */
    char choice[20];                 /* letters of the kinds a pawn-like piece may become; "" ends it */
    uint8_t choices[20], choice_count; /* the same as kinds, KIND_NONE ends it; their number */
    uint8_t royal_kind;
    struct kind kind[KINDS_MAX];     /* the ruleset's, in words that say what the options make of them */
    char moves[KINDS_MAX][MOVES_ROOM];
    uint32_t movement[KINDS_MAX];    /* set of elements of each kind */
    uint8_t list[KINDS_MAX][4];      /* the same as a list, ELEMENTS ends it */
    uint8_t becomes[KINDS_MAX];      /* what a kind becomes by capturing a compound, KIND_NONE: it stays (9.3) */
    bool compound[KINDS_MAX];
    uint8_t initial[TRIANGLE_CELLS]; /* the code of the piece there in the opening, 0: none */
};

/* How a pawn-like kind captures: AHEAD_PAWN or AHEAD_GIRL. */
static inline int triangles_ahead(const struct triangles *own, int kind)
{
    return own->movement[kind] & ELEMENT(AHEAD_PAWN) ? AHEAD_PAWN : AHEAD_GIRL;
}

/* The code of a piece in a compact position: kind, owner, frozen or not; 0 is an empty cell. */
enum { CODE_KIND = 0x1F, CODE_SIDE = 5, CODE_FROZEN = 0x80 };
static inline int code_kind(int code)
{
    return code & CODE_KIND;
}
static inline int code_side(int code)
{
    return code >> CODE_SIDE & 3;
}

/* Why the last player but one went out; stored in position.family[0] when only one is left, else 0. */
enum out_reason { OUT_UNKNOWN, OUT_CHECKMATE, OUT_KING_CAPTURED, OUT_STALEMATE, OUT_RETIRED };

/* A position for counting and judging: small enough to be copied for every ply. */
struct triangle_position {
    const struct triangles *own;
    struct cells of[SIDES_MAX];    /* live pieces by owner */
    struct cells frozen;           /* obstacles: pieces of eliminated players, 8.8 */
    struct cells heads[SIDES_MAX]; /* live pieces by the player whose forward they use (owner, or 9.4 takeover) */
    struct cells has[ELEMENTS];    /* live pieces by element of movement */
    struct cells fresh;            /* pawn-like pieces that have not moved */
    const struct triangle_ground *ground; /* the same as own->ground */
    uint32_t halfmove, fullmove;
    uint8_t side;
    uint8_t royal[SIDES_MAX];      /* the cell of each living player's royal, NO_CELL: out */
    uint8_t reason;                /* enum out_reason of the last elimination */
    uint8_t passed_count;
    uint8_t passed[PASSED_ROOM];   /* the ep field: cells passed over and the end */
    uint8_t at[TRIANGLE_CELLS];    /* codes */
};

/* A ply as the generator makes it. */
struct triangle_ply {
    uint8_t from, to;
    uint8_t taken;        /* the cell of the captured piece (en passant: not `to`), NO_CELL without one */
    uint8_t becomes;      /* the kind it turns into, KIND_NONE: it stays */
    uint8_t stepping;     /* 1: a move of steps, which might have gone on or does; composed by ACTION_STEP */
    uint8_t passed_count; /* cells passed over by a multi-step move */
    uint8_t passed[PASSED_ROOM];
};

/* The marks of pieces in a struct position: the attributes of rules/triangles.md 3. */
enum triangle_mark { TRIANGLE_PLAIN, TRIANGLE_MOVED, TRIANGLE_FROZEN, TRIANGLE_GOES /* + enum side */ };

static inline const struct triangles *triangles_of(const struct ruleset *ruleset)
{
    return ruleset->own;
}

/* triangles_variants.c */
enum { TRIANGLE_VARIANTS = 11 };
extern const struct variant triangle_variants[TRIANGLE_VARIANTS];
/* Settle the options into *own and the ruleset's kinds; FAIL_TEXT for a combination that is refused. Gives the
 * placement of the opening with this game's letters. */
int triangles_settle(struct ruleset *ruleset, struct triangles *own, char placement[160], struct note *why);
/* The movement of a kind by its name, as a set of elements. */
uint32_t triangles_movement(const char *name);

/* triangles_tables.c */
/* Give settled rules their board, their lists of elements and the ground, which is never freed, as little as its board. Threads
 * may open rules at the same time. */
void triangles_lay_out(struct ruleset *ruleset, struct triangles *own);

/* triangles_moves.c */
void triangles_load(struct triangle_position *out, const struct position *position);
void triangles_store(const struct triangle_position *from, struct position *out);
void triangles_lift(struct triangle_position *position, int cell);
/* Put a piece that uses the forward of `head` on an empty cell. */
void triangles_put(struct triangle_position *position, int cell, int kind, int side, int head);
void triangles_freeze(struct triangle_position *position, int cell);
/* The player whose forward the piece on a cell uses: the owner's, but for pieces taken over. */
static inline int triangles_head(const struct triangle_position *position, int cell)
{
    int owner = code_side(position->at[cell]);
    for (int side = 0; side < position->own->sides && !cells_has(position->heads[owner], cell); side++)
        if (cells_has(position->heads[side], cell))
            return side;
    return owner;
}
/* How many players are not out. */
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
/* The cells a piece reaches, the first piece met on every path among them, whosoever it is; a pawn-like piece's
 * forward steps. Null moves are left aside. */
struct cells triangles_targets(const struct triangle_position *position, int cell, struct cells occupied);
/* Whether a full free circle leads a piece back to its cell (9.2). */
bool triangles_null_move(const struct triangles *own, uint32_t movement, int cell, struct cells occupied);
/* Whether one of `foes` could capture on a cell, were the board occupied so. */
bool triangles_attacked(const struct triangle_position *position, int cell, struct cells foes, struct cells occupied);
/* Where a piece that comes to stand ends every way `foes` have of capturing on a cell: on the only one of them that
 * could, or between. Every cell when none could. */
struct cells triangles_relief(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells occupied);
/* Those of `foes` that could. */
struct cells triangles_attackers(const struct triangle_position *position, int cell, struct cells foes, struct cells occupied);
/* Those of `own_cells` that alone stand between the cell and a walking piece of `foes`. */
struct cells triangles_pinned(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells own_cells, struct cells occupied);

/* triangles_plies.c. A visit that does not return 0 stops the generator, which returns the same. */
typedef int triangle_visit(const struct triangle_ply *ply, void *argument);

/* A growing list of plies: zero to begin with, free(list.v) to end. */
struct triangle_list {
    struct triangle_ply *v;
    int n, room;
};
/* Every legal ply of the side to move by section 6, material ends (8.4, 8.5) left aside. */
int triangles_generate(const struct triangle_position *position, triangle_visit *visit, void *argument);
/* The same, safe or not (8.1 left aside). */
int triangles_generate_all(const struct triangle_position *position, triangle_visit *visit, void *argument);
/* The legal plies of some of the pieces: captures and promotions, the others, or both. */
enum triangle_want { WANT_GAINS = 1, WANT_QUIET = 2, WANT_ALL_PLIES = 3 };
int triangles_generate_wanted(const struct triangle_position *position, struct cells movers, unsigned want, triangle_visit *visit,
                              void *argument);
/* Add the legal plies of a position to a list; none when it is over. */
void triangles_collect(const struct triangle_position *position, struct triangle_list *list);
bool triangles_has_ply(const struct triangle_position *position);
/* Do a ply, the passing of the turn left aside. */
void triangles_do(struct triangle_position *position, const struct triangle_ply *ply);
/* Do a ply with all its consequences, the passing of the turn included. */
void triangles_make(struct triangle_position *position, const struct triangle_ply *ply);
uint64_t triangles_count(const struct triangle_position *position, int depth, bool bulk);
/* The generator's form of a ply put together as actions. */
struct triangle_ply triangles_compact(const struct triangle_position *position, const struct ply *ply);

/* triangles_players.c */
bool triangles_in_check(const struct triangle_position *position, int side);
/* Put a player out. `giver` NOBODY: without one. */
void triangles_eliminate(struct triangle_position *position, int side, int giver, enum out_reason reason);
/* The side to move, of three, has no ply, the game not being over: it is put out, or its turn passes; *passes counts turns that
 * passed so, one after the other. True: it is a draw, and the turn stays here. */
bool triangles_stuck(struct triangle_position *position, int *passes);
/* From the side to move on: find whose turn it really is (8.8, "look at"). Two-player games: nothing to do. */
void triangles_settle_turn(struct triangle_position *position);
/* The turn passes to the next player who is not out, not asking whether there is a ply. */
void triangles_hand_over(struct triangle_position *position);
/* The turn passes to the next player, and on as far as it must. */
void triangles_pass_turn(struct triangle_position *position);
/* Whether a position is over by 8.4, 8.5 or 8.8, without looking for plies where it can be helped. */
bool triangles_over_by_material(const struct triangle_position *position, struct verdict *verdict);
/* The side to move has no ply and nobody went out for it. */
void triangles_judge_stuck(const struct triangle_position *position, bool check, struct verdict *out);
/* What a position is: the same question of either kind of position. */
void triangles_weigh(const struct triangle_position *position, const struct context *context, struct verdict *out);
void triangles_judge(const struct position *position, const struct context *context, struct verdict *out);
void triangles_retire(struct position *position, int side);
void triangles_pass(struct position *position);
const char *triangles_why_out(const struct position *before, const struct ply *ply, int side);

/* triangles_search.c */
extern const struct search_rules triangles_search;

/* triangles_draft.c */
void triangles_begin(struct draft *draft);
void triangles_choices(const struct draft *draft, struct actions *out);
void triangles_take(struct draft *draft, const struct action *action);
void triangles_finish(struct draft *draft);
/* A generator's ply as actions; triangles_compact() is the way back. */
void triangles_actions(const struct triangle_position *position, const struct triangle_ply *ply, struct ply *out);

/* triangles_why.c */
/* Whether a piece that is refused would go there but for something that could be different, or does not move so at all. */
enum nearness { NEARNESS_NONE, NEARNESS_RULE };
/* Why the piece on `from` may not go to `to`; why->offset -1. */
enum nearness triangles_refuse(const struct position *position, int from, int to, struct note *why);
/* Why the piece on a cell cannot be picked. */
void triangles_refuse_pick(const struct position *position, cell_t cell, struct note *why);
void triangles_why_not(const struct draft *draft, cell_t to, struct note *why);

/* triangles_reach.c */
void triangles_reach(const struct position *position, cell_t cell, struct actions *out);
int triangles_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
const struct source_picture *triangles_picture(const struct ruleset *ruleset, int kind);

/* triangles_words.c */
/* Give the ruleset kinds whose words say what the options make of their movement. */
void triangles_tell_kinds(struct ruleset *ruleset, struct triangles *own);
int triangles_describe(const struct position *position, cell_t cell, char *buffer, size_t size);

/* triangles_text.c */
int triangles_read(const struct ruleset *ruleset, const char *text, struct position *out, struct note *why);
int triangles_write(const struct position *position, char *buffer, size_t size);

/* triangles_notation.c */
int triangles_format(const struct position *position, const struct ply *ply, enum form form, char *buffer,
                     size_t size);
int triangles_parse(const struct position *position, const char *text, struct ply *out, struct note *why);

#endif
