/* croatian.h - what the files of the Croatian family share. Only files of this folder may include
 * it.
 *
 * Reading order: croatian.c (the variants as rows of data), geometry.c (vectors, cells, the numbers
 * of a board), movement.c (where a piece's movement leads), attack.c (which pieces attack a King),
 * cascade.c (what a piece may do where it arrives; several members in a row), generate.c (all
 * plies), goal_search.c (the shortest plies that reach a goal), search_rules.c (for the engine),
 * draft.c (plies composed step by step), notation.c (writing plies and positions), parse.c (reading
 * both, and finding the legal ply that a text means), reach.c (what the screen shows of a piece),
 * refusals.c (why a ply is illegal). In the files of this folder a number in parentheses, such as
 * (7.1), is a section of rules/croatian.md.
 *
 * Words: a ply is a chain of *members*, each the move of one piece. A *launching* piece makes the
 * first member; a member may *push* (activate) the piece on its last square, which is then *in the
 * air* and makes the next member with the *momentum* it received. */
#ifndef CHESSCADE_CORE_FAMILIES_CROATIAN_CROATIAN_H
#define CHESSCADE_CORE_FAMILIES_CROATIAN_CROATIAN_H

#include "core/cascades.h"
#include "core/family_list.h"
#include "core/presentation.h"

#define RULES "rules/croatian.md " /* begins a citation; a section number follows */

/* The kinds of pieces, in the order in which the variants introduce them (4). The kinds of a
 * variant are the first kind_count of these. */
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
}; /* TRANCE: the mark of a Shaman in the air, and of the pattern that such a Shaman leaves */

#define KIND_BIT(kind) (1u << (kind))

/* Sets of movement vectors (6). Each set contains its vectors with all combinations of signs. */
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

/* The first cell of a set at or after `cell`; CELLS_MAX if no cell of the set is between `cell` and
 * `cells`. */
static inline int cells_next(const cells_t set, int cell, int cells)
{
    for (; cell < cells; cell = (cell / 64 + 1) * 64) {
        uint64_t word = set[cell / 64] >> cell % 64;
        if (word)
            return cell + __builtin_ctzll(word);
    }
    return CELLS_MAX;
}

/* The definition of a board (5, 16), from a row of the table of variants or from a custom
 * definition. */
struct definition {
    int size;
    char ranks[FILES_MAX / 2][FILES_MAX + 1]; /* the pieces on Light's ranks, from rank 1 upwards */
    int rank_count;
    char monolith[8];          /* square of the lower Monolith, "" if the board has no Monoliths */
    char castle[24];           /* letters of the castling partners */
    char name[80];             /* name of a custom variant, otherwise "" */
    char colours[COLOURS][24]; /* light square, dark square, light piece, dark piece; "" if not
                                  given */
};

enum { JUMP_MAX = 7 };

/* The movement of a Centaur: jumps by two vectors in alternation, beginning with the first. */
struct centaur_way {
    uint8_t set[2], vector[2], count; /* set: enum vectors; vector: indices into the sets; count:
                                         number of jumps */
};

/* What this family computes when it opens a ruleset: ruleset->own. */
struct croatian {
    struct definition definition;
    struct board *board; /* the board and all data that depend only on its size are shared between
                            rulesets: see croatian_ground_of() in geometry.c */
    int size, cells;
    int box, zigzag; /* box: range of Monoliths and Starchildren; zigzag: range of Serpents */
    int castle_least, castle_most; /* least and greatest number of squares the King moves in
                                      castling */
    int vectors[VECTOR_SETS];      /* number of vectors in each set */
    int8_t vector[VECTOR_SETS][VECTORS_MAX][2];
    cell_t *next[VECTOR_SETS]; /* [cell * vectors + i]: the cell to which the i-th vector of the set
                                  leads, or CELL_NONE */
    uint8_t jump[JUMP_MAX][JUMP_MAX]; /* [distance in files][distance in ranks]: bits of the sets
                                         that contain a vector of this length */
    uint16_t spot[CELLS_MAX]; /* by cell: a number such that spot[to] - spot[from] identifies the
                                 difference in files and ranks */
    uint32_t *sieve[2];       /* tables of attack.c, read by sieve_of(): for a difference spot[to] -
                                 spot[from], the kinds that could attack from `from` to `to` */
    struct {                  /* tables of movement.c; NULL on boards without Centaurs */
        int *first;
        struct centaur_way *way;
    } centaur;
    uint8_t half[CELLS_MAX];   /* the side in whose half of the board the cell is; NOBODY on the
                                  central rank */
    uint8_t dark[CELLS_MAX];   /* 1: a dark cell, 0: a light one. dark[cell] == side means that the
                                  cell has the side's own colour */
    uint8_t guards[CELLS_MAX]; /* 1: a change on this cell may lose a castling right */
    uint8_t pawn_steps[FILES_MAX]; /* how far a Pawn may move, by the number of ranks it has
                                      advanced from its own first rank */
    struct piece home[CELLS_MAX];  /* the initial setup: the piece on each cell */
    cell_t king[2];                /* the Kings' initial cells */
    uint32_t partners[2]; /* by side: bits of the files on which the castling partners begin */
    uint8_t figure[KIND_COUNT]; /* kinds that Pawns may promote to (9.3), in the order in which they
                                   are offered */
    int figures;
    cells_t exempt[2]; /* opening checks (10.1): the initial cells of pieces that attack the King of
                          each side */
    bool holds;        /* true if positions count captured pieces (14) */
    bool end_of_ply, shaman_stays;    /* options */
    struct kind kind[KIND_COUNT + 1]; /* the kinds with descriptions of their movement in this
                                         variant */
    char moves[KIND_COUNT + 1][200];
};

/* The castling rights of a side: a bit for the file of each partner. Light's are stored in
 * position->rights, Dark's in position->family[0..3]. */
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

/* Set the castling rights of a side: a bit for the file of each partner it may still castle
 * with. */
void rights_set(struct position *position, int side, uint32_t files);

/* ------------------------------------------------------------------------
 * croatian.c, custom_board.c, geometry.c */

enum { VARIANTS = 19 }; /* 18 rows and the row "custom" */
extern const struct variant croatian_variants[VARIANTS];
extern const struct kind croatian_kinds[];

/* Write the definition of a row of the table; not for the row "custom". */
void variant_definition(const struct variant *variant, struct definition *out);
/* Parse a custom definition, "key=value" separated by ';' (16). FAIL_TEXT with the offset of the
 * error. */
int definition_read(struct definition *out, const char *text, struct note *why);

/* Members of struct rules; core/family.h has their contracts. */
int croatian_open(struct ruleset *ruleset, struct note *why);
void croatian_close(struct ruleset *ruleset);
void croatian_setup(const struct ruleset *ruleset, struct position *out);

static inline const char *croatian_name(struct piece piece)
{
    return croatian_kinds[piece.kind].name;
}

/* "White " or "Black " for the owner of a piece, "" if nobody owns it. The names Light and Dark are
 * only used for squares. */
static inline const char *croatian_owner(struct piece piece)
{
    return piece.side == WHITE ? "White " : piece.side == BLACK ? "Black " : "";
}

/* "White " or "Black " for the owner of a pattern (7.3), if the movement of the pattern depends on
 * its owner: on the forward direction, or on the colour of squares. "" for other patterns. */
static inline const char *croatian_pattern_owner(struct piece like)
{
    bool matters = like.kind == PAWN || like.kind == UNICORN || like.kind == CENTAUR ||
                   (like.kind == SHAMAN && like.mark != TRANCE);
    return matters ? croatian_owner(like) : "";
}

/* The kind with a letter, among all sixteen kinds; KIND_NONE if there is none. */
int kind_of_letter(char letter);

static inline char letter_of(int kind)
{
    return croatian_kinds[kind].letter;
}

/* The cell one rank forward for a side and `dx` files to the right (negative: left); CELL_NONE off
 * the board. */
static inline cell_t forward_of(const struct croatian *own, cell_t cell, int side, int dx)
{
    const struct board_cell *at = &own->board->cell[cell];
    int file = at->file + dx, rank = at->rank + (side == BLACK ? -1 : 1);
    bool on_board = file >= 0 && file < own->size && rank >= 0 && rank < own->size;
    return on_board ? (cell_t)(rank * own->size + file) : CELL_NONE;
}

/* By how many ranks a cell is in front of a side's first rank. */
static inline int advance_of(const struct croatian *own, cell_t cell, int side)
{
    int rank = own->board->cell[cell].rank;
    return side == BLACK ? own->size - 1 - rank : rank;
}

static inline bool is_passive(int kind)
{
    return kind == PYRAMID || kind == WAVE;
}

/* True for kinds that move by themselves. False for Monoliths, which nobody owns. */
static inline bool is_active(int kind)
{
    return !is_passive(kind) && kind != STAR && kind != MONOLITH;
}

/* ----------------------------------------------------------------------------------------------
 * notation.c */

/* Members of struct rules; core/family.h has their contracts. */
int croatian_read(const struct ruleset *ruleset, const char *text, struct position *out,
                  struct note *why);
int croatian_write(const struct position *position, char *buffer, size_t size);

/* ----------------------------------------------------------------------------------------------
 * movement.c */

enum reach_flags {
    REACH_QUIET = 1,
    REACH_CLAIM = 2
}; /* QUIET: the piece may end on the cell if it is empty. CLAIM: the piece may end on it if it is
      occupied */

struct reached {
    cell_t cell;
    uint8_t steps;
    uint8_t flags;
};

/* The cells to which a movement leads. A cell that several paths reach is listed once, with the
 * path that gives the best momentum (D6). */
struct reaches {
    struct reached v[CELLS_MAX];
    int n;
    bool longest; /* true if the longest path counts, because a launching piece gains momentum;
                     false if the shortest counts */
    bool several; /* true if several paths may reach a cell; only then `turn`, `seen` and `slot` are
                     used */
    uint32_t turn, seen[CELLS_MAX]; /* seen[cell] == turn means that the cell is in v[slot[cell]];
                                       turn 0: `seen` has not been cleared yet */
    uint16_t slot[CELLS_MAX];
};

enum { ENDLESS = 255 };
enum {
    SHAMAN_AT_OWN = 5,
    SHAMAN_ELSEWHERE = 3
}; /* greatest number of squares that a Shaman rides: from a cell of its own colour, and from other
      cells (6) */

/* How a piece moves: the input of walk(). */
struct gait {
    uint8_t kind; /* kind of the piece */
    uint8_t side; /* enum side: this side's forward direction and colour are used */
    bool trance;  /* true for a Shaman in trance */
    bool passive; /* true for a Pyramid; `kind` is then the kind that it moves like */
    bool wave;    /* true for a Wave; `kind` is then the kind that it moves like */
    bool journey; /* true for the second leg of a star-journey, whose range is not limited */
    int limit;    /* maximal number of steps: the momentum if the piece spends momentum, otherwise
                     ENDLESS */
};

/* List the cells to which a movement leads from `from`. The moving piece must not be on the
 * board. */
void walk(const struct croatian *own, const struct piece *at, cell_t from, const struct gait *gait,
          struct reaches *out);
/* List the cells of the best path to `to`, from the first step to the last. `longest` as in struct
 * reaches. Returns their number, 0 if there is no path. */
int walk_path(const struct croatian *own, const struct piece *at, cell_t from,
              const struct gait *gait, bool longest, cell_t to, cell_t *out, int room);
/* Like walk_path(), but on a board without other pieces. */
int walk_path_alone(const struct croatian *own, cell_t from, const struct gait *gait, bool longest,
                    cell_t to, cell_t out[CELLS_MAX]);
/* True for Waves and Shamans in trance, which neither need nor spend momentum. */
static inline bool is_weightless(struct piece piece)
{
    return piece.kind == WAVE || piece.mark == TRANCE;
}

/* Set *out to the way the piece in the air moves. `player` is the side to move. */
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

/* The cells of pieces that attack a cell. */
struct attackers {
    cell_t v[ATTACKERS_MAX];
    int n;
};

/* True for kinds that attack. False for passive pieces, Stars, Monoliths and Starchildren. */
static inline bool can_attack(int kind)
{
    const uint32_t never = KIND_BIT(KIND_NONE) | KIND_BIT(PYRAMID) | KIND_BIT(WAVE) |
                           KIND_BIT(STAR) | KIND_BIT(MONOLITH) | KIND_BIT(STARCHILD);
    return !(never & KIND_BIT(kind));
}

/* Add to *out those pieces of `enemy` on the cells `men` that attack `cell` (10.1). A King's
 * opening checks do not count. If exactly one piece stands between one of `men` and `cell`, the
 * cell of that piece is added to `pins`, which may be NULL. */
void attackers_among(const struct croatian *own, const struct piece *at, cell_t cell, int enemy,
                     const cell_t *men, int count, struct attackers *out, uint64_t *pins);
/* Write to *out the cells on which an arriving piece could end all attacks of `attackers` on `cell`
 * at once: the cell of the only attacker, or cells between. *out may also contain other cells. */
void relief_of(const struct croatian *own, const struct piece *at, cell_t cell,
               const struct attackers *attackers, cells_t out);
/* List in *out all pieces of `enemy` that attack `cell`. */
void attackers_of(const struct croatian *own, const struct piece *at, cell_t cell, int enemy,
                  struct attackers *out);

/* The kinds a side has on the board, as a set of bits. */
uint32_t kinds_on_board(const struct croatian *own, const struct piece *at, int side);

/* Build own->sieve, once for each board. */
void sieve_lay_out(struct croatian *own);
/* The kinds that could attack `to` from `from` if nothing stood between. `own_colour`: `from` has
 * the attacker's own colour. */
static inline uint32_t sieve_of(const struct croatian *own, cell_t from, cell_t to, bool own_colour)
{
    return own->sieve[own_colour][own->spot[to] - own->spot[from] + own->spot[own->cells - 1]];
}

/* Compute own->exempt from the initial setup (D12). */
void find_opening_checks(struct croatian *own);

/* ----------------------------------------------------------------------------------------------
 * movement.c */

/* Build own->centaur, the table of all sequences of a Centaur's jumps, once for each board. */
void centaur_lay_out(struct croatian *own);
void centaur_free(struct croatian *own);
/* The sequences of two or more jumps by which a Centaur covers the distance dx, dy; returns their
 * number. `own_colour`: the Centaur begins on a cell of its own colour. A sequence may lead across
 * the border. */
int centaur_ways(const struct croatian *own, bool own_colour, int dx, int dy,
                 const struct centaur_way **out);

/* ----------------------------------------------------------------------------------------------
 * cascade.c: what a piece may do where it arrives */

/* How a member of a ply ends (7.1). */
enum ending { LANDS, CAPTURES, PASSES, PUSHES, CONVERTS, PROMOTES, DIVES, TELEPORTS, CASTLES };

/* One member of a ply: the move of one piece, with all its side effects. */
struct member {
    struct piece piece; /* the moving piece */
    struct piece met;   /* the contents of the cell `to` before the move */
    cell_t from, to;
    cell_t leg; /* the cell where the second leg of a star-journey ends (`to` is then the Monolith's
                   cell); otherwise CELL_NONE */
    cell_t portal; /* the cell where a piece reappears after DIVES or TELEPORTS */
    cell_t aside;  /* for PASSES the cell of the captured Pawn, for CASTLES the cell of the castling
                      partner; if `summoned` is set, the cell of the summoned piece */
    uint8_t ending;    /* enum ending */
    uint8_t left;      /* momentum that PUSHES passes on */
    uint8_t side;      /* owner of the piece that reappears after DIVES or TELEPORTS */
    uint8_t promotion; /* the kind a Pawn promotes to, or KIND_NONE */
    uint8_t summoned;  /* the kind of the piece summoned back, or KIND_NONE */
};

struct members {
    struct member *v;
    int n, room;
    bool tallying; /* true: members that end the ply are not listed, only counted in `tally` */
    uint64_t tally;
};

/* The cell where a member's movement ends. */
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

/* A ply in progress, in the form that the generators use. The piece in the air is not on the
 * board. */
struct chain {
    const struct croatian *own;
    struct position *now; /* borrowed; the generators change it and restore it */
    struct piece air; /* the piece that must move next; kind KIND_NONE: no piece has been lifted */
    cell_t hand;      /* the cell from which `air` moves */
    int momentum;
    struct piece pattern; /* the pattern that passive pieces follow; its mark may be TRANCE */
    int moves;            /* number of members made so far; 0: `air` is launching */
    int most;  /* greatest number of members in a ply; a member that would continue a longer ply is
                  left out */
    int least; /* least number of members in a ply; a member that would end a shorter ply is left
                  out */
    bool no_landings; /* true: members that end by landing on an empty cell are left out */
    bool cut;         /* set to true if a member was left out because of `most` */
    bool pawn_moved;
    cells_t touched;
    /* The enemy pieces that attacked the player's King before the ply; needed for 10.2. */
    struct attackers before;
    cells_t pins; /* before the ply: the cell of each piece that stands alone between an enemy piece
                     and the King */
    cell_t king;  /* current cell of the player's King */
    /* The enemy pieces that attack the King now, while the piece in the air is off the board.
     * Between the launch and the last member, occupied cells stay occupied and empty cells stay
     * empty. So attacks change only when a piece arrives or is carried off. */
    struct attackers threats;
    bool aware;   /* true if `threats` is known */
    bool pressed; /* true if the last member must arrive on a cell of `relief`; otherwise the
                     attacks in `threats` remain */
    cells_t relief;
    bool unpinned; /* true if the only change since the position before the ply is that an unpinned
                      piece was lifted */
    bool relieved; /* true if `relief_before` has been computed: the cells on which a piece would
                      end the attacks in `before` */
    cells_t relief_before;
    bool careless; /* true: members_of() does not check rule 10.2 (safety of the King); used to
                      explain refusals */
    struct members *out;       /* members_of() appends its results here */
    int launches, foes, hosts; /* number of cells in `launch`, in `foe` and in `host` */
    struct reaches reaches;    /* chain_begin() does not clear `reaches` and the members below it */
    /* Cells, in the position before the ply, of pieces that may launch (`launch`), of enemy pieces
     * that can attack (`foe`), and of Stars and Monoliths (`host`). */
    cell_t launch[CELLS_MAX], foe[CELLS_MAX], host[CELLS_MAX];
    /* Values of the position before the ply: chain_resume() restores them after every ply that
     * chain_finish() has ended. */
    uint32_t halfmove, rights[2]; /* rights: castling rights by side */
    uint8_t passed_count;
    cell_t passed[PASSED_MAX];
};

/* Append the legal members of the piece in the air to chain->out. */
void members_of(struct chain *chain);
/* Append a member to chain->out if it does not violate 10.2 (safety of the King). */
void member_keep(struct chain *chain, const struct member *member);
/* Append a member as member_keep() does. If the member brings a Pawn of `side` to its last rank on
 * `cell`, append it once for each promotion choice. */
void member_keep_promoting(struct chain *chain, struct member *member, int kind, int side,
                           cell_t cell);
/* Add the dives of the piece in the air into the Star or Monolith on the cell where the member ends
 * (8.6, 8.8, 8.9). */
void add_dives(struct chain *chain, const struct member *member);
/* Add the teleports by the Monolith in the air (8.8). */
void add_teleports(struct chain *chain, const struct member *member);
/* Add the second legs of a Starchild that reached the Monolith on member->to after `steps` steps
 * (8.9). */
void add_journeys(struct chain *chain, const struct member *member, int steps);
/* Perform a member on a board from which its piece has been lifted. For PUSHES the activated piece
 * is also taken off the board. */
void member_apply(const struct croatian *own, struct position *position,
                  const struct member *member);
/* Update the lists of captured pieces (14) for a member: `by` is 1 to perform it, -1 to undo it. */
void member_count_held(const struct croatian *own, struct position *position,
                       const struct member *member, int by);
/* List the actions of a member, except the action that picked or pushed its piece; returns their
 * number. */
int member_actions(const struct member *member, struct action out[MEMBER_ACTIONS]);
/* ply_add_launch() sets *ply to the launch of a piece. ply_add_member() appends the actions of a
 * member. */
void ply_add_launch(struct ply *ply, struct piece piece, cell_t from);
void ply_add_member(struct ply *ply, const struct member *member);

/* ----------------------------------------------------------------------------------------------
 * cascade.c */

/* Begin a ply from the position `now`, which is borrowed. */
void chain_begin(struct chain *chain, struct position *now, struct members *out);
/* Like chain_begin(), if the caller already knows the set of occupied cells. */
void chain_begin_among(struct chain *chain, struct position *now, struct members *out,
                       const cells_t occupied);
/* chain_lift() lifts the launching piece from a cell; chain_drop() puts it back. */
void chain_lift(struct chain *chain, cell_t cell);
void chain_drop(struct chain *chain);
/* The values that chain_push() changed and chain_pull() restores. */
struct pushed {
    struct piece air, pattern;
    cell_t hand, king;
    int momentum;
    bool from_touched, to_touched, pawn_moved, aware;
    struct attackers threats;
};
/* chain_push() makes a member that ends in an activation; chain_pull() undoes it. */
void chain_push(struct chain *chain, const struct member *member, struct pushed *pushed);
void chain_pull(struct chain *chain, const struct member *member, const struct pushed *pushed);
/* True if the player may launch the piece on a cell (7.1). */
bool may_launch(const struct position *position, cell_t cell);
/* The values that chain_finish() changed and chain_resume() restores. */
struct finished {
    cell_t cell[MEMBER_TOUCHES];
    struct piece piece[MEMBER_TOUCHES];
    int touches, changes; /* touches: number of cells touched; changes: number of those whose piece
                             changed, which come first */
    bool guarded;         /* true if castling rights may have been lost */
    struct member last;   /* the last member of the ply; only set if the variant remembers captured
                             pieces */
};
/* chain_finish() makes the last member of a ply: the board becomes the position after the ply.
 * chain_resume() undoes that. */
void chain_finish(struct chain *chain, const struct member *last, struct finished *out);
void chain_resume(struct chain *chain, const struct finished *finished);
/* True if the last member of a ply resets the counter of reversible plies (14). */
bool member_irreversible(const struct member *member, int player);
/* True if a member moves one of the player's Pawns two or more squares (9.2). */
bool member_is_long_step(const struct croatian *own, const struct member *member, int player);
/* Remove the castling rights that are lost for good when a cell, or a set of cells, changes
 * (9.1). */
void lose_rights(const struct croatian *own, struct position *position, cell_t cell);
void lose_all_rights(const struct croatian *own, struct position *position, const cells_t touched);
/* Do what happens at the end of a ply: en passant, counters, turn. If the player ended the ply with
 * the long step of a Pawn, `pawn_from` and `pawn_to` are its cells; otherwise CELL_NONE. */
void ply_settle(const struct croatian *own, struct position *position, bool irreversible,
                cell_t pawn_from, cell_t pawn_to);

/* -------------------------------------------------------------------------------------
 * generate.c, goal_search.c */

int croatian_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument);
uint64_t croatian_perft(const struct position *position, int depth, const struct limits *limits,
                        bool bulk);

/* rules.find: see core/cascades.h. If `each` is NULL the search stops at the first ply found. */
void croatian_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result);

/* Result of any_ply(). PLY_FOUND: there is a legal ply of at most `cap` members. PLY_NONE: there is
 * no legal ply of any length. PLY_BEYOND: none was found within that limit, but a longer ply exists
 * or may exist (the search for it stops after a number of states). */
enum any_ply { PLY_FOUND, PLY_NONE, PLY_BEYOND };
enum any_ply any_ply(const struct position *position, int cap);

/* ----------------------------------------------------------------------------------------------
 * draft.c */

/* Members of struct rules; core/family.h has their contracts. */
void croatian_begin(struct draft *draft);
void croatian_choices(const struct draft *draft, struct actions *out);
void croatian_take(struct draft *draft, const struct action *action);
void croatian_finish(struct draft *draft);
/* Set up a chain in the state of a draft between two members. *now receives the chain's board. */
void chain_of_draft(struct chain *chain, const struct draft *draft, struct position *now,
                    struct members *out);
/* Set up a chain in the state of a draft before the member in progress: what that member has
 * changed on the board is undone. *now receives the chain's board. */
void chain_before_member(struct chain *chain, const struct draft *draft, struct position *now,
                         struct members *out);
/* The index, in the draft's ply, of the first action of the member in progress. *origin becomes the
 * cell where the piece of that member stood. */
int member_start(const struct draft *draft, cell_t *origin);
/* True if the actions of a member begin with these `count` actions. */
bool member_begins(const struct member *member, const struct action *taken, int count);

/* ----------------------------------------------------------------------------------------------
 * search_rules.c */

extern const struct search_rules croatian_search;

/* ----------------------------------------------------------------------------------------------
 * attack.c, notation.c, parse.c, reach.c, refusals.c */

/* Members of struct rules; core/family.h has their contracts. */
void croatian_judge(const struct position *position, const struct context *context,
                    struct verdict *out);
int croatian_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size);
int croatian_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why);
/* Write a refusal. refusal() says why the piece in the air cannot go to `to`. refuse_unsafe() says
 * that a member would leave the King attacked, and by which piece. refuse_launch() says why the
 * piece on `cell` may not launch. */
void refusal(struct chain *chain, cell_t to, struct note *why);
void refuse_unsafe(const struct chain *chain, const struct member *member, struct note *why);
void refuse_launch(const struct position *position, cell_t cell, struct note *why);
/* True if the launching piece on `from` would reach `to` on an empty board, or is a Pawn on the
 * file of `to`. Used to guess which piece a typed text means. */
bool may_mean(const struct position *position, cell_t from, cell_t to);
/* Say why none of the legal members is the castling that was written, to the right (`hand` 1) or
 * left (-1). */
void refuse_castling_text(const struct chain *chain, const struct members *legal, cell_t to,
                          int hand, struct note *why);
/* refuse_portal() says why a piece that entered the Star or Monolith on `host` cannot reappear on
 * `to`. refuse_leg() says why the second leg of a star-journey that began on `began` cannot end on
 * `to`. */
void refuse_portal(const struct chain *chain, cell_t host, cell_t to, struct note *why);
void refuse_leg(const struct chain *chain, cell_t began, cell_t monolith, cell_t to,
                struct note *why);
/* Say why the notation of a dive or teleport is wrong although the piece can reappear on that
 * cell. */
void refuse_arrival(const struct chain *chain, const struct members *members, cell_t to,
                    cell_t portal, int promotion, struct note *why);
/* A star-journey as it was written; CELL_NONE and KIND_NONE stand for parts that were not
 * written. */
struct journey {
    cell_t monolith, leg, portal;
    uint8_t summoned;
};
/* Say why none of these members is the journey that was written. */
void refuse_journey(const struct chain *chain, const struct members *members,
                    const struct journey *wanted, struct note *why);
void croatian_reach(const struct position *position, cell_t cell, struct actions *out);
/* Describe how each kind moves in this variant, with its numbers and options, and make these
 * descriptions the ruleset's kinds. */
void croatian_tell_kinds(struct ruleset *ruleset, struct croatian *own);
const struct example *croatian_example(struct position *alone, cell_t cell, struct actions *out);
const struct example *croatian_signs(const struct ruleset *ruleset, int kind);
int croatian_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void croatian_why_not(const struct draft *draft, cell_t to, struct note *why);
int croatian_describe(const struct position *position, cell_t cell, char *buffer, size_t size);
int croatian_describe_hand(const struct draft *draft, char *buffer, size_t size);

/* ---- Parse the text of a ply into members, without checking the rules (13.3). */

/* A member as it was written. KIND_NONE and CELL_NONE stand for parts that were not written. */
struct written_member {
    int offset; /* byte offset of the member in the text */
    uint8_t kind;
    cell_t from, to;
    uint8_t capture, promotion, conversion;
    uint8_t host, leg_host;
    uint8_t portal_kind, summoned, partner_kind;
    cell_t leg, portal, summon_cell, partner;
    int8_t castle; /* castling to the right: 1, to the left: -1, no castling: 0 */
    bool passant;
};

/* Parse a text into a list of at least one member; *count is their number. The caller frees the
 * list. On FAIL_TEXT `why` has the offset of the error and *out is NULL. */
int wanted_read(const struct croatian *own, const char *text, struct written_member **out,
                int *count, struct note *why);

#endif
