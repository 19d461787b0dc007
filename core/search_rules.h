/* search_rules.h - what a family supplies so that the engine can search it fast.
 *
 * struct rules (family.h) is complete but made for people: plies are lists of actions,
 * positions are large. A family may also provide `const struct search_rules *search`: a compact
 * state, compact plies, and the few functions that a search calls millions of times. Read
 * core/families/orthodox/search_rules.c next as an example. For families, or options, without
 * search rules the engine uses core/engine/adapter.c, which works through plies() and judge() and
 * is some hundred times slower. tests/core/test_search_rules.c compares both.
 *
 * THE STATE is a plain value of state_size() bytes that begins with a struct search_head. The
 * engine keeps states in its own memory, aligned to 16, copies them with memcpy and discards them
 * without notice; so a state must not contain pointers to memory that must be freed, nor pointers
 * into itself. make() reads one state and writes another (copy-make): there is no undo.
 *
 * THE PLY is a struct search_ply of fixed size. Its `code` identifies it among all plies of the
 * position. Families whose plies fit into 64 bits need nothing else. Others (cascades) put whatever
 * else make() needs into the *body*: bytes stored beside the list, usually the cells that change
 * and their new contents, so that making a long cascade costs no more than making a single move.
 *
 * LEGALITY may be left to make(): generate() may list plies that leave the player's own royal
 * attacked, provided make() refuses them. List only legal plies if that is cheap; otherwise let
 * make() test, because most listed plies are never made.
 *
 * VALUES. The family knows no values. The engine provides struct search_tables: for each owner,
 * piece and cell a random key, an early and a late value. The family calls search_put() and
 * search_lift() for every change on the board; they update key, score, force and count in the head.
 * A *piece* here is a number 0 .. pieces-1 that the family chooses, for everything about a cell
 * that matters except the owner: the kind (triangles), kind and facing (Turning), and so on.
 *
 * THREE PLAYERS. `side` in the head says whose turn it is, `living` who is still in. The turn order
 * follows the rules; nothing else differs: make() eliminates the players that a capture eliminates,
 * stuck() a player who has no ply on their turn.
 *
 * THREADS. All functions except open() and close() may run in several threads at once, each with
 * its own `work`. Nothing here reads a clock, prints, or fails: states and plies always come from
 * the functions below, never from outside. */
#ifndef CHESSCADE_CORE_SEARCH_RULES_H
#define CHESSCADE_CORE_SEARCH_RULES_H

#include "core/family.h"

#include <string.h>

/* ---- values and keys, built by the engine for a ruleset */

/* The value of one piece of one owner on one cell. */
struct search_entry {
    uint64_t key;   /* random: its contribution to a position's key */
    int16_t early;  /* value in hundredths of a pawn in the opening ... */
    int16_t late;   /* ... and in the endgame. For a royal piece only the differences between cells
                       mean something: it cannot be exchanged */
    uint16_t force; /* for pieces that are neither royal nor pawn-like: their worth, the same on
                     * every cell; otherwise 0. Measures the phase. */
    uint16_t spare;
};

struct search_tables {
    int sides, pieces, cells;
    struct search_entry *entry; /* [(owner * pieces + piece) * cells + cell]; owner 0..sides-1, or
                                 * `sides` for NOBODY, whose values and force are 0 */
    int16_t *worth; /* [pieces]: hundredths of a pawn, independent of owner and cell; royals 0 */
};

/* An owner's index in the tables; that of neutral pieces comes last. */
static inline int search_owner(const struct search_tables *tables, int side)
{
    return side < tables->sides ? side : tables->sides;
}

static inline const struct search_entry *search_entry(const struct search_tables *tables, int side,
                                                      int piece, int cell)
{
    return &tables->entry[(size_t)(search_owner(tables, side) * tables->pieces + piece) *
                              (size_t)tables->cells +
                          (size_t)cell];
}

struct search_rules;

/* New tables with keys and zero values for the pieces of a ruleset under these search rules. The
 * keys are the same in every run. Free them with search_tables_free(), which accepts NULL. */
struct search_tables *search_tables_new(const struct search_rules *search,
                                        const struct ruleset *ruleset);
void search_tables_free(struct search_tables *tables);

/* A random key for a fact other than pieces on cells: whose turn, rights, cells passed over, pieces
 * in hand. `which` < 256 is the sort of fact (0: whose turn; the family defines the others),
 * `value` < 2^48. Costs two multiplications. */
static inline uint64_t search_fact(unsigned which, uint64_t value)
{
    return hash_mix(0x5851F42D4C957F2Du + ((uint64_t)which << 48) + value);
}

/* ---- the state */

enum search_check { SEARCH_CHECK_UNKNOWN, SEARCH_CHECK_NO, SEARCH_CHECK_YES };

/* The beginning of every state. All of it is valid after load() and make(). A state of the same
 * position reached in another way has the same head, except for `check`. */
struct search_head {
    uint64_t key; /* covers everything that affects which plies are possible and how the game ends,
                   * except counters: equal exactly if rules.identity() or position_hash() is equal,
                   * apart from collisions. Contains search_fact(0, side). */
    int32_t early[SIDES_MAX], late[SIDES_MAX]; /* sums over the pieces of a seat */
    int32_t force[SIDES_MAX];                  /* likewise */
    uint16_t count[SIDES_MAX];                 /* pieces of a seat on the board, including royals */
    cell_t royal[SIDES_MAX]; /* the cell of the seat's royal (any one if there are several), or
                                CELL_NONE */
    uint16_t halfmove; /* plies since the last irreversible one, like position.halfmove, at most
                          65535 */
    uint8_t side;      /* enum side: the side to move */
    uint8_t living;    /* bit 1 << seat for each player who is not out; two players: always 3 */
    uint8_t check;     /* enum search_check of the side to move, if in_check() has determined it */
    uint8_t spare[7];
};

/* A piece arrives on an empty cell; a piece leaves. Call them for every change on the board. */
static inline void search_put(struct search_head *head, const struct search_tables *tables,
                              int side, int piece, int cell)
{
    const struct search_entry *entry = search_entry(tables, side, piece, cell);
    head->key ^= entry->key;
    if (side >= tables->sides)
        return;
    head->early[side] += entry->early;
    head->late[side] += entry->late;
    head->force[side] += entry->force;
    head->count[side]++;
}

static inline void search_lift(struct search_head *head, const struct search_tables *tables,
                               int side, int piece, int cell)
{
    const struct search_entry *entry = search_entry(tables, side, piece, cell);
    head->key ^= entry->key;
    if (side >= tables->sides)
        return;
    head->early[side] -= entry->early;
    head->late[side] -= entry->late;
    head->force[side] -= entry->force;
    head->count[side]--;
}

/* A piece goes from one cell to an empty one, unchanged. */
static inline void search_move(struct search_head *head, const struct search_tables *tables,
                               int side, int piece, int from, int to)
{
    const struct search_entry *a = search_entry(tables, side, piece, from),
                              *b = search_entry(tables, side, piece, to);
    head->key ^= a->key ^ b->key;
    if (side >= tables->sides)
        return;
    head->early[side] += b->early - a->early;
    head->late[side] += b->late - a->late;
}

/* An empty board: all zero, royals CELL_NONE, all players living, `side` and its key set. */
static inline void search_head_clear(struct search_head *head, const struct search_tables *tables,
                                     int side)
{
    memset(head, 0, sizeof *head);
    for (int seat = 0; seat < SIDES_MAX; seat++)
        head->royal[seat] = CELL_NONE;
    head->side = (uint8_t)side;
    head->living = (uint8_t)((1 << tables->sides) - 1);
    head->key = search_fact(0, (uint64_t)side);
}

/* Pass the turn to a seat: sets side and its part of the key; check becomes unknown. */
static inline void search_turn(struct search_head *head, int side)
{
    head->key ^= search_fact(0, head->side) ^ search_fact(0, (uint64_t)side);
    head->side = (uint8_t)side;
    head->check = SEARCH_CHECK_UNKNOWN;
}

/* ---- plies */

enum search_ply_flags {
    SEARCH_GAINS = 1, /* it captures, promotes, converts or summons: it changes the material or its
                         owner */
    SEARCH_PROMOTES = 2, /* a pawn-like piece becomes something better */
    SEARCH_CASTLES = 4,
    SEARCH_UNDER = 8 /* a promotion that is rarely best, so the engine tries it last; not set for
                        the best choices */
};

struct search_ply {
    uint64_t code; /* identifies the ply among all plies of its position: the same whenever the ply
                    * is generated again, different for another ply, never 0. Best a packing of the
                    * ply itself into 32 bits with the same meaning in any position, so that find()
                    * works. With `merges`: a hash of the outcome. */
    uint32_t body; /* offset of its body in list->body; 0 if bodies are not used */
    uint32_t slot; /* 0 .. slots-1: what goes where, for the history of good plies. Best piece *
                    * cells + goal, without finer detail (facings), which would make it sparse */
    int16_t gain;  /* material that the mover gains at once, by tables->worth: captured pieces,
                      promotion */
    int16_t risk;  /* tables->worth of the piece on the goal afterwards (royal: 0) */
    uint8_t flags; /* enum search_ply_flags */
    uint8_t members; /* number of moves it consists of: 1, in cascades more */
    uint16_t spare;
    int32_t order; /* for the engine's use; 0 */
};

/* A growing stack of plies. Initialise it to zero. Generators append to it. */
struct search_list {
    struct search_ply *v;
    int n, room;
    unsigned char *body; /* bodies of all plies, one after the other, aligned only as the family
                            aligns them */
    size_t body_used, body_room;
    int most; /* upper limit of n; 0: no limit */
};

void search_list_free(struct search_list *list);
/* Ensure room for at least `need` plies. */
void search_list_grow(struct search_list *list, int need);
/* Append a ply that is all zero. */
static inline struct search_ply *search_list_add(struct search_list *list)
{
    if (list->n == list->room)
        search_list_grow(list, list->n + 1);
    list->v[list->n] = (struct search_ply){0};
    return &list->v[list->n++];
}
/* Append `bytes` bytes of body, uninitialised; returns their offset. Pointers into list->body
 * become invalid. */
size_t search_list_body(struct search_list *list, size_t bytes);

/* Which plies generate() should list. */
enum search_want {
    SEARCH_WANT_GAINS = 1, /* those with SEARCH_GAINS */
    SEARCH_WANT_QUIET = 2, /* the others */
    SEARCH_WANT_ALL = 3
};

/* The end of a game as one number. */
enum search_end {
    SEARCH_PLAYING,
    SEARCH_MORE, /* only from stuck(), see there */
    SEARCH_DRAW, /* among those who are living */
    SEARCH_WON   /* + the winner's seat: SEARCH_WON + WHITE */
};

/* ---- pieces, for evaluation */

enum search_piece_flags {
    SEARCH_ROYAL = 1,  /* losing it loses the game */
    SEARCH_PAWN = 2,   /* may promote */
    SEARCH_UNUSED = 4, /* a number that stands for no piece; the rest of the struct is meaningless
                        */
    SEARCH_PASSIVE = 8 /* cannot move by itself */
};

/* What a piece number stands for. */
struct search_piece {
    struct piece piece; /* as in positions, `side` is not used; valid for rules.reach() */
    uint8_t flags;      /* enum search_piece_flags */
    uint16_t promoted;  /* the best piece number it may promote to; its own number if it does not
                           promote */
    int16_t worth;      /* a hint in hundredths of a pawn if the family knows more than the piece's
                         * mobility tells, for example      about rings in a tower (0: none) */
};

/* One piece on the board. */
struct search_man {
    cell_t cell;
    uint16_t piece;
    uint8_t side;
};

/* A term in which the evaluation is linear, in addition to the values in the tables. Weights are
 * hundredths of a pawn per unit. These are the defaults; learnt weights replace them. */
struct search_feature {
    const char *name; /* name in weight files: "mobility-rook" */
    int16_t early, late;
};
enum { SEARCH_FEATURES_MAX = 64 };

/* ---- what the family provides. Members must not be NULL unless stated. */

struct search_rules {
    /* True: plies with the same outcome are listed once, and `code` is a hash of the outcome.
     * False: every long form is listed. */
    bool merges;
    /* True: plies may have several members, and generate() respects `least` and `most`. */
    bool cascades;
    /* True: passing is nearly always worse than the best ply, so a search may try it for a bound
     * (null move). False for families full of zugzwang. */
    bool null_move;

    /* Size of a state in bytes, a multiple of 16. */
    size_t (*state_size)(const struct ruleset *ruleset);
    /* The number of piece numbers; the number of slots of plies. */
    int (*pieces)(const struct ruleset *ruleset);
    int (*slots)(const struct ruleset *ruleset);
    /* Describe a piece number. *out is zero at the call. */
    void (*piece)(const struct ruleset *ruleset, int piece, struct search_piece *out);
    /* The least number of plies in which a pawn-like piece of that side on that cell reaches a
     * promotion cell on an empty board; 0: it is on one, -1: never. Only called for pieces with
     * SEARCH_PAWN. May be NULL if there are none. */
    int (*distance)(const struct ruleset *ruleset, int side, int piece, cell_t cell);
    /* What a cell adds to the worth of a piece, early and late, in hundredths of a pawn, if the
     * family knows more than mobility tells. False: it does not. May be NULL: never. */
    bool (*place)(const struct ruleset *ruleset, int side, int piece, cell_t cell, int *early,
                  int *late);

    /* Allocate what one thread needs besides states: tables of values (borrowed), tables of the
     * family, memory for generating, caches. NULL as result: the family leaves these rules (an
     * unusual option) to the adapter. */
    void *(*open)(const struct ruleset *ruleset, const struct search_tables *tables);
    void (*close)(void *work);

    /* Convert a position into a state. The position may be over: then ended() or stuck() says so.
     */
    void (*load)(void *work, const struct position *position, void *state);
    /* Append the wanted plies with `least` to `most` members (without cascades all have one, and
     * nothing is listed if least > 1). A call lists each ply at most once; calls with disjoint
     * `want`, or with ranges of members that do not overlap, list different plies (with `merges` an
     * outcome may recur with more members). It may list plies that make() refuses. Never called if
     * ended() says that the game is over. Returns true if there may be plies with more than `most`
     * members, or if list->most was reached. */
    bool (*generate)(void *work, const void *state, unsigned want, int least, int most,
                     struct search_list *list);
    /* Append the ply whose code has these low 32 bits if generate() would list it here; otherwise
     * return false. The engine's table keeps only this part of a code, and it may belong to another
     * position or be a collision. Must be much cheaper than generate(). It may return false
     * although there is such a ply (cascades): the engine then meets it among the generated ones.
     * May be NULL. */
    bool (*find)(void *work, const void *state, uint32_t low, struct search_list *list);
    /* Make a listed ply: *after becomes the state after it, including the turn. `body` points to
     * its body, NULL if bodies are not used. False: the ply is illegal and *after is undefined.
     * `after` and `before` are different. */
    bool (*make)(void *work, const void *before, const struct search_ply *ply, const void *body,
                 void *after);
    /* Append the compact form of a legal ply, as generate() would list it; false: it has none (it
     * is longer than what is stored). May be NULL: the engine searches for the same outcome. */
    bool (*pack)(void *work, const void *state, const struct ply *ply, struct search_list *list);
    /* Convert a listed, legal ply to actions; *out is zero or a ply to overwrite. Its long form is
     * one that rules.plies() lists (with `merges`: one that has the same outcome). */
    void (*unpack)(void *work, const void *state, const struct search_ply *ply, const void *body,
                   struct ply *out);

    /* True if the side to move is in check by the rules of the game (not merely capturable in a
     * game without check). Stores the result in head->check. May be NULL: the game has no check. */
    bool (*in_check)(void *work, void *state);
    /* Whether the game is over regardless of the available plies: enum search_end. The engine
     * handles repetition and plies without progress (ruleset.draws). Draws that "go on" in lists of
     * plies (bare kings) are draws here. */
    int (*ended)(void *work, const void *state);
    /* Called if generate(), with any number of members, and make() left the side to move without a
     * legal ply; returns what that means, enum search_end. SEARCH_MORE: there are, or may be, legal
     * plies with more members than were requested; the engine searches on up to LIMITS_DEFAULT,
     * then uses its evaluation. SEARCH_PLAYING: of three players the mover was eliminated, and
     * *state is now the position with the next player to move; if that player has no ply either,
     * the engine calls again. */
    int (*stuck)(void *work, void *state);
    /* The side to move passes, like position_pass(). Never called in check. May be NULL: the engine
     * does not try null moves. */
    void (*pass)(void *work, const void *before, void *after);

    /* True if a ply and the captures on its goal that follow win at least `threshold` (hundredths
     * of a pawn, may be negative) for the mover, if each side stops when it likes: static exchange
     * evaluation by tables->worth. May be NULL: the engine estimates it from gain and risk. */
    bool (*exchange)(void *work, const void *state, const struct search_ply *ply, const void *body,
                     int threshold);
    /* True if a seat attacks a cell: it could capture another seat's piece there, ignoring checks
     * to itself. May be NULL: unknown. */
    bool (*attacked)(void *work, const void *state, cell_t cell, int side);
    /* List the pieces on the board, in any order, at most `room`; returns their number. */
    int (*men)(void *work, const void *state, struct search_man *out, int room);

    /* The features of the evaluation, [features], at most SEARCH_FEATURES_MAX; features 0: none. */
    const struct search_feature *feature;
    int features;
    /* Count the features for each seat that is in: out[seat][feature], all zero at the call. With
     * two players the evaluation is the difference. Values should not exceed some hundred. May be
     * NULL without features. */
    void (*count)(void *work, const void *state, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX]);
};

/* Each family's search rules are in core/FAMILY_search.c, are declared in the family's header, and
 * are named in its struct rules. */

#endif
