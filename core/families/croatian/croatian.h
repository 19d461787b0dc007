/* croatian.h - what the files of the Croatian family share. Only files of this folder may include
 * it.
 *
 * Reading order: croatian.c (the variants as rows of data), geometry.c (vectors, cells, the numbers
 * of a board), movement.c (where a piece's movement leads), attack.c (who attacks a King),
 * cascade.c (what a piece may do where it arrives; several members in a row), generate.c (all
 * plies), goal_search.c (the shortest plies that reach a goal), search_rules.c (for the engine),
 * draft.c (plies composed step by step), notation.c (writing plies and positions), parse.c (reading
 * both, and finding the legal ply that a text means), reach.c (what the screen shows of a piece),
 * refusals.c (why a ply is illegal). Section numbers are those of rules/croatian.md.
 *
 * Words: a ply is a chain of *members*, each the move of one piece. A *launching* piece makes the
 * first member; a member may *push* (activate) the piece on its last square, which is then *in the
 * air* and makes the next member with the *momentum* it received. */
#ifndef CHESSCADE_CORE_FAMILIES_CROATIAN_CROATIAN_H
#define CHESSCADE_CORE_FAMILIES_CROATIAN_CROATIAN_H

#include "core/cascades.h"
#include "core/family_list.h"
#include "core/presentation.h"

#define RULES "rules/croatian.md " /* precedes a section number in refusals */

/* In the order in which the variants introduce them (4): a variant's kinds are the first kind_count
 * of these. */
enum kinds {
    PAWN = 1,
    KNIGHT,
    BISHOP,
    ROOK,
    QUEEN,
    KING,
    PEGASUS,
    PYRAMID,
    UNICORN,
    WAVE,
    STAR,
    CENTAUR,
    SERPENT,
    SHAMAN,
    MONOLITH,
    STARCHILD,
    KINDS_END
};
enum {
    KIND_COUNT = KINDS_END - 1,
    TRANCE = 1
}; /* TRANCE: mark of a Shaman in the air, and of its pattern */

#define KIND_BIT(kind) (1u << (kind))

/* Sets of vectors (6); each contains all combinations of signs. */
enum vectors { ORTHOGONAL, DIAGONAL, KNIGHTS, LONG_JUMPS, NEAR_JUMPS, FAR_JUMPS, VECTOR_SETS };
enum { VECTORS_MAX = 40, COLOURS = 4 };

typedef uint64_t cells_t[(CELLS_MAX + 63) / 64]; /* a set of cells */

static inline void cells_add(cells_t set, cell_t cell)
{
    set[cell / 64] |= (uint64_t)1 << cell % 64;
}

static inline bool cells_has(const cells_t set, cell_t cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

/* The first cell of a set at or after `cell`; CELLS_MAX if there is none below `cells`. */
static inline int cells_next(const cells_t set, int cell, int cells)
{
    for (; cell < cells; cell = (cell / 64 + 1) * 64) {
        uint64_t word = set[cell / 64] >> cell % 64;
        if (word)
            return cell + __builtin_ctzll(word);
    }
    return CELLS_MAX;
}

/* The definition of a board (5, 16), from a row or from a custom definition. */
struct definition {
    int size;
    char ranks[FILES_MAX / 2][FILES_MAX + 1]; /* Light's ranks, from rank 1 upwards */
    int rank_count;
    char monolith[8];          /* square of the lower one, "" without Monoliths */
    char castle[24];           /* letters of the castling partners */
    char name[80];             /* of a custom variant, else "" */
    char colours[COLOURS][24]; /* light square, dark square, light piece, dark piece; "" if not
                                  given */
};

enum { JUMP_MAX = 7 };

/* A Centaur's movement: two vectors in alternation, beginning with the first. */
struct centaur_way {
    uint8_t set[2], vector[2], count; /* set: enum vectors; vector: indices into the sets; count:
                                         number of jumps */
};

/* What a ruleset of this family computes when it opens: ruleset->own. */
struct croatian {
    struct definition definition;
    struct board *board; /* shared, like all data that depend on the size alone: see ground_of() in
                            geometry.c */
    int size, cells;
    int box, zigzag; /* box: range of Monoliths and Starchildren; zigzag: range of Serpents */
    int castle_least, castle_most; /* least and greatest number of squares the King moves in
                                      castling */
    int vectors[VECTOR_SETS];      /* number of vectors in each set */
    int8_t vector[VECTOR_SETS][VECTORS_MAX][2];
    cell_t *next[VECTOR_SETS];        /* [cell * vectors + i]: the cell the i-th vector leads to, or
                                         CELL_NONE */
    uint8_t jump[JUMP_MAX][JUMP_MAX]; /* by distance in files and ranks: bits of the sets that
                                         contain such a vector */
    uint16_t spot[CELLS_MAX]; /* the difference of two of these numbers determines the distance in
                                 files and ranks */
    uint32_t *sieve[2]; /* attack.c: by that difference, the kinds that could possibly attack over
                           it */
    struct {            /* movement.c; NULL on boards without Centaurs */
        int *first;
        struct centaur_way *way;
    } centaur;
    uint8_t half[CELLS_MAX];   /* the side whose half of the board a cell is in; NOBODY: the central
                                  rank */
    uint8_t dark[CELLS_MAX];   /* 1: a dark cell; compares with enum side for "own colour" */
    uint8_t guards[CELLS_MAX]; /* 1: a change on this cell may lose a castling right */
    uint8_t pawn_steps[FILES_MAX]; /* how far a Pawn may move, by its number of ranks in front of
                                      its own first rank */
    struct piece home[CELLS_MAX];  /* the initial setup */
    cell_t king[2];                /* the Kings' initial cells */
    uint32_t partners[2];       /* files of the castling partners' initial cells as bits, by side */
    uint8_t figure[KIND_COUNT]; /* what Pawns may promote to (9.3), in the order in which it is
                                   offered */
    int figures;
    cells_t exempt[2]; /* opening checks (10.1): initial cells of the pieces that attack the King of
                          a side */
    bool holds;        /* true if captured pieces are remembered (14) */
    bool end_of_ply, shaman_stays;    /* options */
    struct kind kind[KIND_COUNT + 1]; /* how the kinds move in this variant */
    char moves[KIND_COUNT + 1][200];
};

/* Castling rights are bits by the partner's file: Light's are in `rights`, Dark's in family[0..3].
 */
static inline uint32_t rights_of(const struct position *position, int side)
{
    const uint8_t *dark = position->family;
    return side == WHITE ? position->rights
                         : dark[0] | (uint32_t)dark[1] << 8 | (uint32_t)dark[2] << 16 |
                               (uint32_t)dark[3] << 24;
}

static inline const struct croatian *croatian_of(const struct position *position)
{
    return position->rules->own;
}

/* Set the partners a side may still castle with, a bit for each file. */
void rights_set(struct position *position, int side, uint32_t files);

/* ------------------------------------------------------------------------
 * croatian.c, custom_board.c, geometry.c */

enum { VARIANTS = 19 }; /* 18 rows and custom */
extern const struct variant croatian_variants[VARIANTS];
extern const struct kind croatian_kinds[];

/* The definition of a row that is not a custom variant. */
void variant_definition(const struct variant *variant, struct definition *out);
/* Parse a custom definition, "key=value" separated by ';' (16). FAIL_TEXT with the offset. */
int definition_read(struct definition *out, const char *text, struct note *why);

/* Members of struct rules: see core/family.h. */
int croatian_open(struct ruleset *ruleset, struct note *why);
void croatian_close(struct ruleset *ruleset);
void croatian_setup(const struct ruleset *ruleset, struct position *out);

static inline const char *croatian_name(struct piece piece)
{
    return croatian_kinds[piece.kind].name;
}

/* "White " or "Black ", the names used for sides everywhere, or "" for nobody's piece. Light and
 * dark are only used for squares. */
static inline const char *croatian_owner(struct piece piece)
{
    return piece.side == WHITE ? "White " : piece.side == BLACK ? "Black " : "";
}

/* The same for a pattern (7.3), but "" unless its colour matters for the direction of movement or
 * the colour of squares. */
static inline const char *croatian_pattern_owner(struct piece like)
{
    bool matters = like.kind == PAWN || like.kind == UNICORN || like.kind == CENTAUR ||
                   (like.kind == SHAMAN && like.mark != TRANCE);
    return matters ? croatian_owner(like) : "";
}

/* The kind of a letter among all sixteen, KIND_NONE if there is none. */
int kind_of_letter(char letter);

static inline char letter_of(int kind)
{
    return croatian_kinds[kind].letter;
}

/* The neighbour of a cell one rank forward for a side and `dx` files beside it. CELL_NONE off the
 * board. */
static inline cell_t forward_of(const struct croatian *own, cell_t cell, int side, int dx)
{
    const struct board_cell *at = &own->board->cell[cell];
    int file = at->file + dx, rank = at->rank + (side == BLACK ? -1 : 1);
    bool on_board = file >= 0 && file < own->size && rank >= 0 && rank < own->size;
    return on_board ? (cell_t)(rank * own->size + file) : CELL_NONE;
}

/* How many ranks a cell is in front of a side's first rank. */
static inline int advance_of(const struct croatian *own, cell_t cell, int side)
{
    int rank = own->board->cell[cell].rank;
    return side == BLACK ? own->size - 1 - rank : rank;
}

static inline bool is_passive(int kind)
{
    return kind == PYRAMID || kind == WAVE;
}

/* True for kinds that move by themselves. Not true for Monoliths, which nobody owns. */
static inline bool is_active(int kind)
{
    return !is_passive(kind) && kind != STAR && kind != MONOLITH;
}

/* ----------------------------------------------------------------------------------------------
 * notation.c */

/* Members of struct rules: see core/family.h. */
int croatian_read(const struct ruleset *ruleset, const char *text, struct position *out,
                  struct note *why);
int croatian_write(const struct position *position, char *buffer, size_t size);

/* ----------------------------------------------------------------------------------------------
 * movement.c */

enum reach_flags {
    REACH_QUIET = 1,
    REACH_CLAIM = 2
}; /* may end there if the cell is empty (quiet), if occupied (claim) */

struct reached {
    cell_t cell;
    uint8_t steps;
    uint8_t flags;
};

/* The cells a movement leads to, each once. If several paths lead to a cell, the one with the best
 * momentum counts (D6). */
struct reaches {
    struct reached v[CELLS_MAX];
    int n;
    bool longest; /* a launching piece gains momentum, so the longest path counts; otherwise the
                     shortest */
    bool several; /* true if a cell may be reached by several paths; the members below are used only
                     then */
    uint32_t turn, seen[CELLS_MAX]; /* seen[cell] == turn: the cell is in v at slot[cell]; turn 0:
                                       not yet cleared */
    uint16_t slot[CELLS_MAX];
};

enum { ENDLESS = 255 };
enum {
    SHAMAN_AT_OWN = 5,
    SHAMAN_ELSEWHERE = 3
}; /* squares a Shaman rides from its own colour, from the other (6) */

/* How a piece moves. */
struct gait {
    uint8_t kind; /* kind of the piece */
    uint8_t side; /* the side whose forward direction and colour count */
    bool trance;  /* true for a Shaman in trance */
    bool passive; /* true for a Pyramid that follows the pattern `kind` */
    bool wave;    /* true for a Wave that follows it */
    bool journey; /* true for the second leg of a star-journey: no box limit */
    int limit;    /* maximal steps: the momentum of a piece that spends it, otherwise ENDLESS */
};

/* Compute where a movement leads from a cell. The moving piece must not be on the board. */
void walk(const struct croatian *own, const struct piece *at, cell_t from, const struct gait *gait,
          struct reaches *out);
/* The cells of the best path to a cell, from the first step to the last; returns their number, 0 if
 * there is no path. */
int walk_path(const struct croatian *own, const struct piece *at, cell_t from,
              const struct gait *gait, bool longest, cell_t to, cell_t *out, int room);
/* The same on a board without other pieces. */
int walk_path_alone(const struct croatian *own, cell_t from, const struct gait *gait, bool longest,
                    cell_t to, cell_t out[CELLS_MAX]);
/* True for Waves and Shamans in trance, which neither need nor spend momentum. */
static inline bool is_weightless(struct piece piece)
{
    return piece.kind == WAVE || piece.mark == TRANCE;
}

/* Compute how the piece in the air moves. */
static inline void gait_of(struct piece air, struct piece pattern, bool launching, int momentum,
                           int player, struct gait *out)
{
    bool passive = is_passive(air.kind);
    struct piece like = passive ? pattern : air;
    out->kind = like.kind;
    out->side = like.kind == MONOLITH ? (uint8_t)player : like.side;
    out->trance = like.mark == TRANCE;
    out->passive = air.kind == PYRAMID;
    out->wave = air.kind == WAVE;
    out->journey = false;
    out->limit = launching || is_weightless(air) ? ENDLESS : momentum;
}

/* ----------------------------------------------------------------------------------------------
 * attack.c */

enum { ATTACKERS_MAX = 32 };

/* Cells of the pieces that attack some cell. */
struct attackers {
    cell_t v[ATTACKERS_MAX];
    int n;
};

/* True for kinds that attack: not passive or dormant pieces, Monoliths or Starchildren. */
static inline bool can_attack(int kind)
{
    const uint32_t never = KIND_BIT(KIND_NONE) | KIND_BIT(PYRAMID) | KIND_BIT(WAVE) |
                           KIND_BIT(STAR) | KIND_BIT(MONOLITH) | KIND_BIT(STARCHILD);
    return !(never & KIND_BIT(kind));
}

/* Add to *out those pieces of `enemy` on the cells `men` that attack `cell` (10.1). A King's
 * opening checks do not count. Pieces that stand alone between an attacker and `cell` are added to
 * `pins`, which may be NULL. */
void attackers_among(const struct croatian *own, const struct piece *at, cell_t cell, int enemy,
                     const cell_t *men, int count, struct attackers *out, uint64_t *pins);
/* The cells on which an arriving piece ends all these attacks at once: the cell of the only
 * attacker, or cells between. *out may contain more cells than those. */
void relief_of(const struct croatian *own, const struct piece *at, cell_t cell,
               const struct attackers *attackers, cells_t out);
/* Find all pieces of `enemy` that attack `cell`; the previous contents of *out are discarded. */
void attackers_of(const struct croatian *own, const struct piece *at, cell_t cell, int enemy,
                  struct attackers *out);

/* The kinds a side has on the board, as a set of bits. */
uint32_t kinds_on_board(const struct croatian *own, const struct piece *at, int side);

/* Build own->sieve, once for each board. */
void sieve_lay_out(struct croatian *own);
/* The kinds that could attack `to` from `from` with nothing between; `own_colour`: `from` has the
 * attacker's own colour. */
static inline uint32_t sieve_of(const struct croatian *own, cell_t from, cell_t to, bool own_colour)
{
    return own->sieve[own_colour][own->spot[to] - own->spot[from] + own->spot[own->cells - 1]];
}

/* Compute own->exempt from the initial setup (D12). */
void find_opening_checks(struct croatian *own);

/* ----------------------------------------------------------------------------------------------
 * movement.c */

/* Build own->centaur, all jump sequences of a Centaur, once for each board. */
void centaur_lay_out(struct croatian *own);
void centaur_free(struct croatian *own);
/* The sequences of two or more jumps that cover a distance, for a Centaur that begins on a cell of
 * its own colour or of the other; returns their number. They may cross the border. */
int centaur_ways(const struct croatian *own, bool own_colour, int dx, int dy,
                 const struct centaur_way **out);

/* ------------------------------------------------------------ what a piece may do where it arrives
 */

/* How a member ends (7.1). */
enum ending { LANDS, CAPTURES, PASSES, PUSHES, CONVERTS, PROMOTES, DIVES, TELEPORTS, CASTLES };

/* One member of a ply (the move of one piece) with all its side effects. */
struct member {
    struct piece piece; /* the moving piece */
    struct piece met;   /* what was on the last cell before */
    cell_t from, to;
    cell_t leg; /* where the second leg of a star-journey ends (`to` is then the Monolith's cell),
                   or CELL_NONE */
    cell_t portal; /* DIVES, TELEPORTS: where a piece reappears */
    cell_t aside; /* PASSES: cell of the captured Pawn; CASTLES: of the partner; with `summoned`: of
                     the summoned piece */
    uint8_t ending;    /* enum ending */
    uint8_t left;      /* PUSHES: the momentum passed on */
    uint8_t side;      /* DIVES, TELEPORTS: the owner of the piece that reappears */
    uint8_t promotion; /* the kind a Pawn promotes to, or KIND_NONE */
    uint8_t summoned;  /* the kind of the piece summoned back, or KIND_NONE */
};

struct members {
    struct member *v;
    int n, room;
    bool tallying; /* true: members that end the ply are only counted */
    uint64_t tally;
};

/* Where a member's movement ends. */
static inline cell_t member_end(const struct member *member)
{
    return member->leg != CELL_NONE ? member->leg : member->to;
}

/* List the cells a member changes. */
enum { MEMBER_TOUCHES = 6 };
static inline int member_touches(const struct member *member, cell_t out[MEMBER_TOUCHES])
{
    int n = 0;
    out[n++] = member->from;
    out[n++] = member->to;
    if (member->leg != CELL_NONE)
        out[n++] = member->leg;
    if (member->ending <= CAPTURES)
        return n;
    if (member->portal != CELL_NONE)
        out[n++] = member->portal;
    if (member->aside != CELL_NONE)
        out[n++] = member->aside;
    if (member->ending == CASTLES) /* the partner lands next to the King */
        out[n++] = (cell_t)(member->to + (member->from < member->to ? -1 : 1));
    return n;
}

enum { MEMBER_ACTIONS = 6 };

/* A ply in progress, as the generators see it. The piece in the air is not on the board. */
struct chain {
    const struct croatian *own;
    struct position *now; /* borrowed; changed, and restored afterwards */
    struct piece air;     /* the piece that has to move; kind KIND_NONE: no piece has been lifted */
    cell_t hand;          /* the cell it is on */
    int momentum;
    struct piece pattern; /* the pattern that passive pieces follow; mark TRANCE */
    int moves;            /* members made so far; 0: `air` is launching */
    int most;             /* limit: members that continue the ply beyond this number are left out */
    int least;            /* members that end the ply with fewer are left out too */
    bool no_landings;     /* true: plain landings are left out */
    bool cut;             /* set if `most` caused a member to be left out */
    bool pawn_moved;
    cells_t touched;
    /* Facts about the position before the ply that 10.2 needs. */
    struct attackers before;
    cells_t pins; /* pieces that alone keep an enemy from attacking the King */
    cell_t king;  /* current cell of the player's King */
    /* The attackers now, with the piece in the air off the board. From the launch until the last
     * member an occupied cell stays occupied and an empty one empty, so only pieces that arrive or
     * are carried off change who attacks. */
    struct attackers threats;
    bool aware;   /* true if `threats` is known */
    bool pressed; /* true if a last member must arrive in `relief` to end `threats` */
    cells_t relief;
    bool unpinned; /* true if nothing has changed since `before` except that an unpinned piece was
                      lifted */
    bool relieved; /* true if `relief_before`, the relief for `before`, is known */
    cells_t relief_before;
    bool careless;             /* true: members_of() skips rule 10.2; used to explain refusals */
    struct members *out;       /* where members_of() puts its results */
    int launches, foes, hosts; /* numbers of cells in `launch`, `foe`, `host` */
    struct reaches reaches;    /* chain_begin() does not clear this member and those below */
    /* Cells before the ply: of pieces that may launch; of enemies that can attack; of Stars and
     * Monoliths. */
    cell_t launch[CELLS_MAX], foe[CELLS_MAX], host[CELLS_MAX];
    /* The values before the ply of what its end changes; chain_resume() restores them after every
     * ply. */
    uint32_t halfmove, rights[2]; /* by side */
    uint8_t passed_count;
    cell_t passed[PASSED_MAX];
};

/* Append the legal members of the piece in the air to chain->out. */
void members_of(struct chain *chain);
/* Append a member if 10.2 allows it. */
void member_keep(struct chain *chain, const struct member *member);
/* The same, once for each promotion choice if the member brings a Pawn to its last rank at `cell`.
 */
void member_keep_promoting(struct chain *chain, struct member *member, int kind, int side,
                           cell_t cell);
/* Add the dives of the piece in the air into the Star or Monolith where the member ends
 * (8.6, 8.8, 8.9). */
void add_dives(struct chain *chain, const struct member *member);
/* Add the teleports by the Monolith in the air (8.8). */
void add_teleports(struct chain *chain, const struct member *member);
/* Add the second legs of a Starchild that met the Monolith on member->to after `steps` steps (8.9).
 */
void add_journeys(struct chain *chain, const struct member *member, int steps);
/* Perform a member on a board from which its piece has been lifted. PUSHES: the activated piece is
 * taken off the board. */
void member_apply(const struct croatian *own, struct position *position,
                  const struct member *member);
/* Update the lists of captured pieces (14) for a member; `by` is 1, or -1 to undo that. */
void member_count_held(const struct croatian *own, struct position *position,
                       const struct member *member, int by);
/* The actions of a member, after the one that picked or pushed its piece; returns their number. */
int member_actions(const struct member *member, struct action out[MEMBER_ACTIONS]);
/* Set *ply to the launch of a piece; append a member's actions. */
void ply_add_launch(struct ply *ply, struct piece piece, cell_t from);
void ply_add_member(struct ply *ply, const struct member *member);

/* ----------------------------------------------------------------------------------------------
 * cascade.c */

/* Begin a ply from the position `now`, which is borrowed. */
void chain_begin(struct chain *chain, struct position *now, struct members *out);
/* The same if the set of occupied cells is already known. */
void chain_begin_among(struct chain *chain, struct position *now, struct members *out,
                       const cells_t occupied);
/* Lift a launching piece; put it back. */
void chain_lift(struct chain *chain, cell_t cell);
void chain_drop(struct chain *chain);
/* What chain_push() changed, for chain_pull() to restore. */
struct pushed {
    struct piece air, pattern;
    cell_t hand, king;
    int momentum;
    bool from_touched, to_touched, pawn_moved, aware;
    struct attackers threats;
};
/* Make a member that ends in an activation; undo it. */
void chain_push(struct chain *chain, const struct member *member, struct pushed *pushed);
void chain_pull(struct chain *chain, const struct member *member, const struct pushed *pushed);
/* True if the player may launch the piece on a cell (7.1). */
bool may_launch(const struct position *position, cell_t cell);
/* What chain_finish() changed, for chain_resume() to restore. */
struct finished {
    cell_t cell[MEMBER_TOUCHES];
    struct piece piece[MEMBER_TOUCHES];
    int touches, changes; /* touches: cells touched; changes: of these, the first ones whose piece
                             changed */
    bool guarded;         /* true if castling rights may have been lost */
    struct member last;   /* the last member, if captured pieces are remembered */
};
/* Make the last member of a ply: the board becomes the position after it. And undo it. */
void chain_finish(struct chain *chain, const struct member *last, struct finished *out);
void chain_resume(struct chain *chain, const struct finished *finished);
/* True if the last member of a ply resets the counter of reversible plies (14). */
bool member_irreversible(const struct member *member, int player);
/* True if one of the player's Pawns moves two or more squares (9.2). */
bool member_is_long_step(const struct croatian *own, const struct member *member, int player);
/* Remove the castling rights that a change on a cell, or on a set of cells, loses for good (9.1).
 */
void lose_rights(const struct croatian *own, struct position *position, cell_t cell);
void lose_all_rights(const struct croatian *own, struct position *position, const cells_t touched);
/* Do what happens at the end of a ply: en passant, counters, turn. `pawn_from`, `pawn_to`: the long
 * step of a Pawn with which the player ended the ply, or CELL_NONE. */
void ply_settle(const struct croatian *own, struct position *position, bool irreversible,
                cell_t pawn_from, cell_t pawn_to);

/* -------------------------------------------------------------------------------------
 * generate.c, goal_search.c */

int croatian_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument);
uint64_t croatian_perft(const struct position *position, int depth, const struct limits *limits,
                        bool bulk);

/* rules.find: see core/cascades.h. `each` may be NULL: stop at the first ply found. */
void croatian_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result);

/* PLY_FOUND: there is a legal ply of at most `cap` members. PLY_NONE: there is none of any length.
 * PLY_BEYOND: unknown; there may be a longer one, or one after more states than a verdict has time
 * for. */
enum any_ply { PLY_FOUND, PLY_NONE, PLY_BEYOND };
enum any_ply any_ply(const struct position *position, int cap);

/* ----------------------------------------------------------------------------------------------
 * compose.c */

/* Members of struct rules: see core/family.h. */
void croatian_begin(struct draft *draft);
void croatian_choices(const struct draft *draft, struct actions *out);
void croatian_take(struct draft *draft, const struct action *action);
void croatian_finish(struct draft *draft);
/* Set up a chain in the state of a draft between two members. `now` provides memory for its board.
 */
void chain_of_draft(struct chain *chain, const struct draft *draft, struct position *now,
                    struct members *out);
/* The same at the beginning of the member in progress, with its changes to the board undone. */
void chain_before_member(struct chain *chain, const struct draft *draft, struct position *now,
                         struct members *out);
/* The index of that member's first action in the draft's ply; *origin becomes the cell where its
 * piece stood. */
int member_start(const struct draft *draft, cell_t *origin);
/* True if a member begins with these `count` actions. */
bool member_begins(const struct member *member, const struct action *taken, int count);

/* -------------------------------------------------------------------------------------------
 * search.c */

extern const struct search_rules croatian_search;

/* -------------------------------------------- attack.c,
 * notation.c, reach.c,
 * reach.c, refusals.c,
 * refusals.c */

/* Members of struct rules: see core/family.h. */
void croatian_judge(const struct position *position, const struct context *context,
                    struct verdict *out);
int croatian_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size);
int croatian_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why);
/* Write a refusal: why the piece in the air of a chain cannot go to a cell; that a member would
 * leave the King attacked, and by which piece; why a piece may not launch. */
void refusal(struct chain *chain, cell_t to, struct note *why);
void refuse_unsafe(const struct chain *chain, const struct member *member, struct note *why);
void refuse_launch(const struct position *position, cell_t cell, struct note *why);
/* True if the launching piece would reach `to` on an empty board, or is a Pawn on the file of `to`.
 * Used to guess which piece a typed text means. */
bool may_mean(const struct position *position, cell_t from, cell_t to);
/* Why none of the legal members is the castling that was written, to the right (1) or left (-1). */
void refuse_castling_text(const struct chain *chain, const struct members *legal, cell_t to,
                          int hand, struct note *why);
/* Why a piece that entered the gate on `host` cannot reappear on a cell; why the second leg of a
 * star-journey that began on `began` cannot end on a cell. */
void refuse_portal(const struct chain *chain, cell_t host, cell_t to, struct note *why);
void refuse_leg(const struct chain *chain, cell_t began, cell_t monolith, cell_t to,
                struct note *why);
/* Why the notation of a dive or teleport is wrong although the piece can reappear on that cell. */
void refuse_arrival(const struct chain *chain, const struct members *members, cell_t to,
                    cell_t portal, int promotion, struct note *why);
/* A star-journey as written; CELL_NONE and KIND_NONE for what was not written. */
struct journey {
    cell_t monolith, leg, portal;
    uint8_t summoned;
};
/* Why the written journey is none of these members. */
void refuse_journey(const struct chain *chain, const struct members *members,
                    const struct journey *wanted, struct note *why);
void croatian_reach(const struct position *position, cell_t cell, struct actions *out);
/* Write how the pieces move in this variant, with its numbers and options, and set the ruleset's
 * kinds. */
void croatian_tell_kinds(struct ruleset *ruleset, struct croatian *own);
const struct example *croatian_example(struct position *alone, cell_t cell, struct actions *out);
const struct example *croatian_signs(const struct ruleset *ruleset, int kind);
int croatian_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void croatian_why_not(const struct draft *draft, cell_t to, struct note *why);
int croatian_describe(const struct position *position, cell_t cell, char *buffer, size_t size);
int croatian_describe_hand(const struct draft *draft, char *buffer, size_t size);

/* ---- Parse the text of a ply into members, without checking the rules (13.3). */

/* A member as written. KIND_NONE and CELL_NONE mean that something was not written. */
struct written_member {
    int offset; /* in the text */
    uint8_t kind;
    cell_t from, to;
    uint8_t capture, promotion, conversion;
    uint8_t host, leg_host;
    uint8_t portal_kind, summoned, partner_kind;
    cell_t leg, portal, summon_cell, partner;
    int8_t castle; /* 1: right, -1: left */
    bool passant;
};

/* Parse a text into a list of at least one member, which the caller frees; *count is their number.
 * On FAIL_TEXT `why` has the offset of the error and *out is NULL. */
int wanted_read(const struct croatian *own, const char *text, struct written_member **out,
                int *count, struct note *why);

#endif
