/* croatian.h - what the files of the Croatian family share. Nobody outside this folder includes it.
 *
 * Reading order: variants.c (rows of data), geometry.c (vectors, cells, the numbers of a board), walk.c
 * (where a piece's movement leads), attack.c (who attacks a King), members.c and portals.c (what a piece may
 * do there), chain.c (members in a row), enumerate.c (all plies), find.c (the nearest plies of some kind),
 * search.c (for the engine), compose.c (drafts), notation.c, wanted.c (plies as people write them), parse.c, text.c (positions), judge.c, inspect.c,
 * refuse.c. Section numbers are those of rules/croatian.md. */
#ifndef CHESSCADE_CROATIAN_H
#define CHESSCADE_CROATIAN_H

#include "core/cascades.h"
#include "core/rules.h"

#define RULES "rules/croatian.md " /* before the number of a section, in refusals */

/* In the order in which the variants bring them in (4): the kinds of a variant are the first so many. */
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
}; /* TRANCE: the mark of a Shaman in the air, and of its pattern */

#define KIND_BIT(kind) (1u << (kind))

/* Vector sets (6), each with all signs. */
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

/* The first cell of a set at or after one; CELLS_MAX: there is none among so many cells. */
static inline int cells_next(const cells_t set, int cell, int cells)
{
    for (; cell < cells; cell = (cell / 64 + 1) * 64) {
        uint64_t word = set[cell / 64] >> cell % 64;
        if (word)
            return cell + __builtin_ctzll(word);
    }
    return CELLS_MAX;
}

/* What makes a board (5, 16): read from a row or from a custom definition. */
struct definition {
    int size;
    char ranks[FILES_MAX / 2][FILES_MAX + 1]; /* Light's, from rank 1 upwards */
    int rank_count;
    char monolith[8];    /* the lower one, "" without Monoliths */
    char castle[24];     /* letters of the partners */
    char name[80];       /* of a custom variant, else "" */
    char colours[COLOURS][24]; /* light field, dark field, light piece, dark piece; "" when not given */
};

enum { JUMP_MAX = 7 };

/* Two vectors in turn, beginning with the first one. */
struct centaur_way {
    uint8_t set[2], vector[2], count; /* enum vectors; indices; jumps */
};

/* What a ruleset of this family has worked out: ruleset->own. */
struct croatian {
    struct definition definition;
    struct board *board;           /* this and what else the size alone decides is shared: see ground_of() in geometry.c */
    int size, cells;
    int box, zigzag;               /* ranges of Monolith and Starchild, of the Serpent */
    int castle_least, castle_most; /* how far a King castles */
    int vectors[VECTOR_SETS];      /* in each set */
    int8_t vector[VECTOR_SETS][VECTORS_MAX][2];
    cell_t *next[VECTOR_SETS];     /* [cell * vectors + i]: where the i-th vector leads, or CELL_NONE */
    uint8_t jump[JUMP_MAX][JUMP_MAX]; /* by distance in files and ranks: bits of the sets that have such a vector */
    uint16_t spot[CELLS_MAX];      /* differences of two spots tell the distance of the cells in files and ranks */
    uint32_t *sieve[2];            /* attack.c: by that difference, what kinds could attack from so far at all */
    struct {                       /* centaur.c; NULL on boards without Centaurs */
        int *first;
        struct centaur_way *way;
    } centaur;
    uint8_t half[CELLS_MAX];       /* whose side of the board a cell is on, NOBODY: the central rank */
    uint8_t dark[CELLS_MAX];       /* 1: a dark cell; compare with enum side for "own colour" */
    uint8_t guards[CELLS_MAX];     /* 1: a right to castle may be lost when something changes there */
    uint8_t pawn_steps[FILES_MAX]; /* by ranks in front of the own first: how far a Pawn may go from there */
    struct piece home[CELLS_MAX];  /* the initial setup */
    cell_t king[2];                /* the Kings' initial cells */
    uint32_t partners[2];          /* files of the castling partners' initial cells, by side */
    uint8_t figure[KIND_COUNT];    /* what Pawns promote to (9.3), as it is offered */
    int figures;
    cells_t exempt[2];             /* opening checks (10.1): cells of those that attack the King of a side */
    bool holds;                    /* captured pieces are remembered (14) */
    bool end_of_ply, shaman_stays; /* options */
    struct kind kind[KIND_COUNT + 1];      /* how they move in this variant */
    char moves[KIND_COUNT + 1][200];
};

/* Castling rights are files of partners: Light's in `rights`, Dark's in family[0..3]. */
static inline uint32_t rights_of(const struct position *position, int side)
{
    const uint8_t *dark = position->family;
    return side == WHITE ? position->rights
                         : dark[0] | (uint32_t)dark[1] << 8 | (uint32_t)dark[2] << 16 | (uint32_t)dark[3] << 24;
}

static inline const struct croatian *croatian_of(const struct position *position)
{
    return position->rules->own;
}

/* The partners a side may still castle with, bit by file. */
void rights_set(struct position *position, int side, uint32_t files);

/* ------------------------------------------------------------------------ variants.c, custom.c, geometry.c */

enum { VARIANTS = 19 }; /* 18 rows and custom */
extern const struct variant croatian_variants[VARIANTS];
extern const struct kind croatian_kinds[];

/* The definition of a row that is not custom. */
void variant_definition(const struct variant *variant, struct definition *out);
/* Read a custom definition, "key=value" separated by ';' (16). FAIL_TEXT with the offset. */
int definition_read(struct definition *out, const char *text, struct note *why);

/* What struct rules asks for: see core/rules.h. */
int croatian_open(struct ruleset *ruleset, struct note *why);
void croatian_close(struct ruleset *ruleset);
void croatian_setup(const struct ruleset *ruleset, struct position *out);

static inline const char *croatian_name(struct piece piece)
{
    return croatian_kinds[piece.kind].name;
}

/* "White ", "Black ", as the sides are named everywhere; or "" for nobody's. Light and dark are only cells. */
static inline const char *croatian_owner(struct piece piece)
{
    return piece.side == WHITE ? "White " : piece.side == BLACK ? "Black " : "";
}

/* The same of a pattern (7.3) where its colour matters: for directions and for the colours of fields. */
static inline const char *croatian_pattern_owner(struct piece like)
{
    bool matters = like.kind == PAWN || like.kind == UNICORN || like.kind == CENTAUR ||
                   (like.kind == SHAMAN && like.mark != TRANCE);
    return matters ? croatian_owner(like) : "";
}

/* The kind of a letter among all sixteen, KIND_NONE for another one. */
int kind_of_letter(char letter);

static inline char letter_of(int kind)
{
    return croatian_kinds[kind].letter;
}

/* The forward neighbour of a cell for a side, and the cell `dx` files beside that one. CELL_NONE off the
 * board. */
static inline cell_t forward_of(const struct croatian *own, cell_t cell, int side, int dx)
{
    const struct board_cell *at = &own->board->cell[cell];
    int file = at->file + dx, rank = at->rank + (side == BLACK ? -1 : 1);
    bool on_board = file >= 0 && file < own->size && rank >= 0 && rank < own->size;
    return on_board ? (cell_t)(rank * own->size + file) : CELL_NONE;
}

/* How many ranks a cell is in front of a side's first one. */
static inline int advance_of(const struct croatian *own, cell_t cell, int side)
{
    int rank = own->board->cell[cell].rank;
    return side == BLACK ? own->size - 1 - rank : rank;
}

static inline bool is_passive(int kind)
{
    return kind == PYRAMID || kind == WAVE;
}

/* Pieces that move by themselves, Monoliths left aside: they are nobody's. */
static inline bool is_active(int kind)
{
    return !is_passive(kind) && kind != STAR && kind != MONOLITH;
}

/* ---------------------------------------------------------------------------------------------- text.c */

/* What struct rules asks for: see core/rules.h. */
int croatian_read(const struct ruleset *ruleset, const char *text, struct position *out, struct note *why);
int croatian_write(const struct position *position, char *buffer, size_t size);

/* ---------------------------------------------------------------------------------------------- walk.c */

enum reach_flags { REACH_QUIET = 1, REACH_CLAIM = 2 }; /* may end there if it is empty, if it is occupied */

struct reached {
    cell_t cell;
    uint8_t steps;
    uint8_t flags;
};

/* The cells a movement leads to, each once; with several paths the best momentum counts (D6). */
struct reaches {
    struct reached v[CELLS_MAX];
    int n;
    bool longest; /* a launching piece builds momentum: the longest path counts; else the shortest */
    bool several; /* a cell may be reached by several paths: only then the following is in use */
    uint32_t turn, seen[CELLS_MAX]; /* seen[cell] == turn: the cell is in v at slot[cell]; turn 0: not cleared yet */
    uint16_t slot[CELLS_MAX];
};

enum { ENDLESS = 255 };
enum { SHAMAN_AT_OWN = 5, SHAMAN_ELSEWHERE = 3 }; /* fields a Shaman rides, from a cell of the own colour, from another (6) */

/* How a piece moves. */
struct gait {
    uint8_t kind; /* of the piece */
    uint8_t side; /* whose forward and colour count */
    bool trance;  /* a Shaman in trance */
    bool passive; /* a Pyramid that follows the pattern `kind` */
    bool wave;    /* a Wave that follows it */
    bool journey; /* the second leg of a star-journey: no box */
    int limit;    /* steps at most: the momentum of a spending piece, else ENDLESS */
};

/* Where the movement leads from a cell; the piece itself is not on the board. */
void walk(const struct croatian *own, const struct piece *at, cell_t from, const struct gait *gait,
          struct reaches *out);
/* The cells of the best path to a cell, from the first step to the last; their number, 0 without a path. */
int walk_path(const struct croatian *own, const struct piece *at, cell_t from, const struct gait *gait,
              bool longest, cell_t to, cell_t *out, int room);
/* The same were nobody else on the board. */
int walk_path_alone(const struct croatian *own, cell_t from, const struct gait *gait, bool longest, cell_t to,
                    cell_t out[CELLS_MAX]);
/* Waves and Shamans in trance need no momentum and spend none. */
static inline bool is_weightless(struct piece piece)
{
    return piece.kind == WAVE || piece.mark == TRANCE;
}

/* How the piece in the air moves. */
static inline void gait_of(struct piece air, struct piece pattern, bool launching, int momentum, int player,
                           struct gait *out)
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

/* ---------------------------------------------------------------------------------------------- attack.c */

enum { ATTACKERS_MAX = 32 };

/* Cells of pieces that attack another one. */
struct attackers {
    cell_t v[ATTACKERS_MAX];
    int n;
};

/* Pieces that attack: not the passive and dormant ones, Monoliths and Starchildren. */
static inline bool can_attack(int kind)
{
    const uint32_t never = KIND_BIT(KIND_NONE) | KIND_BIT(PYRAMID) | KIND_BIT(WAVE) | KIND_BIT(STAR) |
                           KIND_BIT(MONOLITH) | KIND_BIT(STARCHILD);
    return !(never & KIND_BIT(kind));
}

/* Add to *out those of `enemy` on the cells `men` that attack `cell` (10.1). A King's opening checks do not count. Pieces that
 * alone stand in the way of one are added to `pins`, which may be NULL. */
void attackers_among(const struct croatian *own, const struct piece *at, cell_t cell, int enemy, const cell_t *men,
                     int count, struct attackers *out, uint64_t *pins);
/* Where a piece must arrive to end all these attacks on a cell at once: on the only attacker or between. At least those cells. */
void relief_of(const struct croatian *own, const struct piece *at, cell_t cell, const struct attackers *attackers, cells_t out);
/* All of `enemy` that attack `cell`, whatever was in *out. */
void attackers_of(const struct croatian *own, const struct piece *at, cell_t cell, int enemy, struct attackers *out);

/* The kinds a side has on the board, as bits. */
uint32_t kinds_on_board(const struct croatian *own, const struct piece *at, int side);

/* Work out own->sieve, once for a board. */
void sieve_lay_out(struct croatian *own);
/* What kinds could attack a cell from another one, standing there on a cell of the own colour or not, were nobody between. */
static inline uint32_t sieve_of(const struct croatian *own, cell_t from, cell_t to, bool own_colour)
{
    return own->sieve[own_colour][own->spot[to] - own->spot[from] + own->spot[own->cells - 1]];
}

/* Fill own->exempt from the initial setup (D12). */
void find_opening_checks(struct croatian *own);

/* ---------------------------------------------------------------------------------------------- centaur.c */

/* Every way of a Centaur in jumps, once for a board: own->centaur. */
void centaur_lay_out(struct croatian *own);
void centaur_free(struct croatian *own);
/* The ways of two jumps and more over a distance, beginning on a cell of the own colour or of the other one: their
 * number. They may lead over the border. */
int centaur_ways(const struct croatian *own, bool own_colour, int dx, int dy, const struct centaur_way **out);

/* ------------------------------------------------------------------------------------ members.c, portals.c */

/* How a member ends (7.1). */
enum ending { LANDS, CAPTURES, PASSES, PUSHES, CONVERTS, PROMOTES, DIVES, TELEPORTS, CASTLES };

/* One move of a ply with all its side effects. */
struct member {
    struct piece piece; /* the one that moves */
    struct piece met;   /* what stood on the last cell before */
    cell_t from, to;
    cell_t leg;        /* the second leg of a star-journey ends here, `to` is the Monolith's; or CELL_NONE */
    cell_t portal;     /* DIVES, TELEPORTS: where the piece reappears */
    cell_t aside;      /* PASSES: the Pawn taken; CASTLES: the partner; with `summoned`: its cell */
    uint8_t ending;    /* enum ending */
    uint8_t left;      /* PUSHES: the momentum handed on */
    uint8_t side;      /* DIVES, TELEPORTS: the owner of the piece that reappears */
    uint8_t promotion; /* the kind a Pawn becomes, or KIND_NONE */
    uint8_t summoned;  /* the kind called back, or KIND_NONE */
};

struct members {
    struct member *v;
    int n, room;
    bool tallying; /* those that end the ply are counted, not kept */
    uint64_t tally;
};

/* Where a member's movement ends. */
static inline cell_t member_end(const struct member *member)
{
    return member->leg != CELL_NONE ? member->leg : member->to;
}

/* The cells a member touches besides the ones before. */
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
    if (member->ending == CASTLES) /* the partner lands beside the King */
        out[n++] = (cell_t)(member->to + (member->from < member->to ? -1 : 1));
    return n;
}

enum { MEMBER_ACTIONS = 6 };

/* A ply in the making, as generators see it. The piece in the air is not on the board. */
struct chain {
    const struct croatian *own;
    struct position *now; /* borrowed, changed and restored */
    struct piece air;     /* the piece that must move, kind KIND_NONE: none is lifted */
    cell_t hand;          /* where it is */
    int momentum;
    struct piece pattern; /* how passive pieces move; mark TRANCE */
    int moves;            /* members made; 0: `air` is launching */
    int most;             /* members that go on beyond so many are left out */
    int least;            /* those that end a ply sooner, too */
    bool no_landings;     /* plain landings are left out */
    bool cut;             /* a member was left out because of `most` */
    bool pawn_moved;
    cells_t touched;
    /* What 10.2 needs of the position before the ply. */
    struct attackers before;
    cells_t pins;   /* pieces that alone keep somebody from attacking the King */
    cell_t king;    /* own King's cell now */
    /* The same now, with the piece in the air off the board. From the launch on a filled cell stays filled and an
     * empty one empty until the last member: only who arrives and who is carried off changes who attacks. */
    struct attackers threats;
    bool aware;     /* `threats` is known */
    bool pressed;   /* by `threats` that end only where something arrives in `relief` */
    cells_t relief;
    bool unpinned;  /* nothing changed since `before` but that an unpinned piece was lifted */
    bool relieved;  /* `relief_before`, that of `before`, is known */
    cells_t relief_before;
    bool careless;  /* members_of() does not ask 10.2: to explain refusals */
    struct members *out;    /* where members_of() puts what it finds */
    int launches, foes, hosts; /* cells in `launch`, `foe`, `host` */
    struct reaches reaches; /* this and what follows is not cleared by chain_begin() */
    /* Before the ply: what may launch; enemies that can attack; Stars and Monoliths. */
    cell_t launch[CELLS_MAX], foe[CELLS_MAX], host[CELLS_MAX];
    /* What the end of the ply settles, as it is before: chain_resume() takes it from here after every one. */
    uint32_t halfmove, rights[2]; /* by side */
    uint8_t passed_count;
    cell_t passed[PASSED_MAX];
};

/* Append the legal members of the piece in the air to chain->out. */
void members_of(struct chain *chain);
/* Append a member if 10.2 allows it. */
void member_keep(struct chain *chain, const struct member *member);
/* The same with each figure a Pawn may become, if it is one that arrives on its last rank at `cell`. */
void member_keep_promoting(struct chain *chain, struct member *member, int kind, int side, cell_t cell);
/* Dives of the piece in the air into the Star or Monolith where the member ends (8.6, 8.8, 8.9). */
void add_dives(struct chain *chain, const struct member *member);
/* Teleports by the Monolith in the air (8.8). */
void add_teleports(struct chain *chain, const struct member *member);
/* Second legs of a Starchild that met the Monolith on member->to after `steps` (8.9). */
void add_journeys(struct chain *chain, const struct member *member, int steps);
/* Carry out a member on a board from which its piece has been lifted. PUSHES: the met piece is taken off. */
void member_apply(const struct croatian *own, struct position *position, const struct member *member);
/* What it does to the lists of captured pieces (14); by -1: take that back. */
void member_count_held(const struct croatian *own, struct position *position, const struct member *member, int by);
/* The actions of a member after its piece was picked or pushed; their number. */
int member_actions(const struct member *member, struct action out[MEMBER_ACTIONS]);
/* Make *ply the launching of a piece; append a member's actions. */
void ply_add_launch(struct ply *ply, struct piece piece, cell_t from);
void ply_add_member(struct ply *ply, const struct member *member);

/* ---------------------------------------------------------------------------------------------- chain.c */

/* Start a ply: `now` is the position before it, borrowed. */
void chain_begin(struct chain *chain, struct position *now, struct members *out);
/* The same where the cells that are not empty are known. */
void chain_begin_among(struct chain *chain, struct position *now, struct members *out, const cells_t occupied);
/* Lift a launching piece; and put it back. */
void chain_lift(struct chain *chain, cell_t cell);
void chain_drop(struct chain *chain);
/* What chain_push() changed, for chain_pull(). */
struct pushed {
    struct piece air, pattern;
    cell_t hand, king;
    int momentum;
    bool from_touched, to_touched, pawn_moved, aware;
    struct attackers threats;
};
/* Make a member that ends in an activation; and unmake it. */
void chain_push(struct chain *chain, const struct member *member, struct pushed *pushed);
void chain_pull(struct chain *chain, const struct member *member, const struct pushed *pushed);
/* Whether the piece on a cell may launch for the player (7.1). */
bool may_launch(const struct position *position, cell_t cell);
/* What chain_finish() changed, for chain_resume(). */
struct finished {
    cell_t cell[MEMBER_TOUCHES];
    struct piece piece[MEMBER_TOUCHES];
    int touches, changes; /* the first so many of the cells touched had another piece */
    bool guarded; /* rights to castle may have gone */
    struct member last; /* where captured pieces are remembered */
};
/* Make the last member of a ply: the board becomes the position after it. And unmake it. */
void chain_finish(struct chain *chain, const struct member *last, struct finished *out);
void chain_resume(struct chain *chain, const struct finished *finished);
/* Whether the last member of a ply ends the row of reversible plies (14). */
bool member_irreversible(const struct member *member, int player);
/* Whether it is a Pawn of the player's that goes two or more steps (9.2). */
bool member_is_long_step(const struct croatian *own, const struct member *member, int player);
/* Rights to castle that are lost for good (9.1) when something changes on a cell, on a set of cells. */
void lose_rights(const struct croatian *own, struct position *position, cell_t cell);
void lose_all_rights(const struct croatian *own, struct position *position, const cells_t touched);
/* End of a ply on the board: en passant, counters, turn. `pawn_from`, `pawn_to`: the long step of a Pawn of the
 * player's that ended it, or CELL_NONE. */
void ply_settle(const struct croatian *own, struct position *position, bool irreversible, cell_t pawn_from,
                cell_t pawn_to);

/* ------------------------------------------------------------------------------------- enumerate.c, find.c */

int croatian_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument);
uint64_t croatian_perft(const struct position *position, int depth, const struct limits *limits, bool bulk);

/* rules.find: core/cascades.h. `each` NULL: stop at the first one. */
void croatian_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result);

/* Whether there is a legal ply of at most `cap` members; none at all; or perhaps, but only a longer one, or one among more
 * states than a verdict may take the time for. */
enum any_ply { PLY_FOUND, PLY_NONE, PLY_BEYOND };
enum any_ply any_ply(const struct position *position, int cap);

/* ---------------------------------------------------------------------------------------------- compose.c */

/* What struct rules asks for: see core/rules.h. */
void croatian_begin(struct draft *draft);
void croatian_choices(const struct draft *draft, struct actions *out);
void croatian_take(struct draft *draft, const struct action *action);
void croatian_finish(struct draft *draft);
/* A chain in the state of a draft between two members. `now` is room for its board. */
void chain_of_draft(struct chain *chain, const struct draft *draft, struct position *now,
                    struct members *out);
/* The same where the member being made began, what it has done to the board undone. */
void chain_before_member(struct chain *chain, const struct draft *draft, struct position *now, struct members *out);
/* Which action of the draft's ply is the first of that member, and the cell where its piece stood. */
int member_start(const struct draft *draft, cell_t *origin);
/* Does a member begin with so many actions? */
bool member_begins(const struct member *member, const struct action *taken, int count);

/* ------------------------------------------------------------------------------------------- search.c */

extern const struct search_rules croatian_search;

/* -------------------------------------------- judge.c, notation.c, inspect.c, example.c, refuse.c, refuse_portal.c */

/* What struct rules asks for: see core/rules.h. */
void croatian_judge(const struct position *position, const struct context *context, struct verdict *out);
int croatian_format(const struct position *position, const struct ply *ply, enum form form, char *buffer,
                    size_t size);
int croatian_parse(const struct position *position, const char *text, struct ply *out, struct note *why);
/* Say why the piece in the air of a chain does not go to a cell; that a member would leave the King attacked, and by
 * whom; why a piece may not launch. */
void refusal(struct chain *chain, cell_t to, struct note *why);
void refuse_unsafe(const struct chain *chain, const struct member *member, struct note *why);
void refuse_launch(const struct position *position, cell_t cell, struct note *why);
/* Would the launching piece get there on an empty board, or is it the Pawn of that file? Of several, which a text may mean. */
bool may_mean(const struct position *position, cell_t from, cell_t to);
/* Why castling that is written so, to the right (1) or left (-1), is none of the legal members of the piece in the air. */
void refuse_castling_text(const struct chain *chain, const struct members *legal, cell_t to, int hand, struct note *why);
/* Why a piece that went into the gate on `host` does not reappear on a cell; why the second leg of a star-journey that began on
 * `began` does not end on one. */
void refuse_portal(const struct chain *chain, cell_t host, cell_t to, struct note *why);
void refuse_leg(const struct chain *chain, cell_t began, cell_t monolith, cell_t to, struct note *why);
/* Why a dive or a teleport to a cell where the piece can reappear is not written so. */
void refuse_arrival(const struct chain *chain, const struct members *members, cell_t to, cell_t portal, int promotion,
                    struct note *why);
/* A star-journey as it is written; what is not written is CELL_NONE, KIND_NONE. */
struct journey {
    cell_t monolith, leg, portal;
    uint8_t summoned;
};
/* Why it is none of these members. */
void refuse_journey(const struct chain *chain, const struct members *members, const struct journey *wanted, struct note *why);
void croatian_reach(const struct position *position, cell_t cell, struct actions *out);
/* Write how the pieces move here, with the numbers and options of the variant, and give them to the ruleset. */
void croatian_tell_kinds(struct ruleset *ruleset, struct croatian *own);
const struct example *croatian_example(struct position *alone, cell_t cell, struct actions *out);
const struct example *croatian_signs(const struct ruleset *ruleset, int kind);
int croatian_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void croatian_why_not(const struct draft *draft, cell_t to, struct note *why);
int croatian_describe(const struct position *position, cell_t cell, char *buffer, size_t size);
int croatian_describe_hand(const struct draft *draft, char *buffer, size_t size);

#endif
