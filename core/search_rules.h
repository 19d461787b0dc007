/* search_rules.h - what a family supplies so that the engine can search it fast.
 *
 * struct rules (family.h) is complete but made for people: plies are lists of actions, positions
 * are large. A family may also provide `const struct search_rules *search`: a compact state,
 * compact plies, and the few functions that a search calls millions of times. Read
 * core/families/orthodox/search_rules.c next as an example. For families, or options, without
 * search rules the engine uses core/engine/adapter.c, which calls plies() and judge() and is some
 * hundred times slower. tests/core/test_search_rules.c compares both.
 *
 * THE STATE is a plain value of state_size() bytes that begins with a struct search_head. The
 * engine keeps states in its own memory, aligned to 16 bytes, copies them with memcpy and discards
 * them without notice. So a state must not contain pointers to memory that must be freed, nor
 * pointers into itself. make() reads one state and writes another (copy-make): there is no undo.
 *
 * THE PLY is a struct search_ply of fixed size. Its `code` identifies it among all plies of the
 * position. If plies fit into 64 bits, the code is all that make() needs. Otherwise (cascades) the
 * rest is in the *body*: bytes stored beside the list, usually the cells that change and their new
 * contents, so that making a long cascade costs no more than making a single move.
 *
 * LEGALITY may be left to make(): generate() may list plies that leave the player's own royal
 * attacked, provided make() refuses them. List only legal plies if that is cheap; otherwise let
 * make() test, because most listed plies are never made.
 *
 * VALUES. The family knows no values. The engine provides struct search_tables: for each owner,
 * piece and cell a random key, an early and a late value. The family calls search_put() and
 * search_lift() for every change on the board; they update key, score, force and count in the head.
 * A *piece* here is a number 0 .. pieces-1 that the family chooses. It stands for every property of
 * a piece that matters except the owner: the kind (triangles), kind and facing (Turning), and so
 * on.
 *
 * THREE PLAYERS. `side` in the head says whose turn it is, `living` which players are still in. The
 * turn order follows the rules. make() eliminates the players that a capture eliminates; stuck()
 * eliminates a player who has no ply on their turn. Nothing else differs from two players.
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
    uint64_t key;   /* random number: what this piece contributes to the key of a position */
    int16_t early;  /* value in the opening, in hundredths of a pawn */
    int16_t late;   /* value in the endgame, in hundredths of a pawn. For a royal piece only the
                       differences between cells have a meaning, because it cannot be exchanged */
    uint16_t force; /* worth of a piece that is neither royal nor pawn-like, the same on every cell;
                       otherwise 0. The sum of all forces measures the phase of the game. */
    uint16_t spare;
};

struct search_tables {
    int sides, pieces, cells;
    struct search_entry *entry; /* [(owner * pieces + piece) * cells + cell]; owner 0..sides-1, or
                                 * `sides` for NOBODY, whose values and force are 0 */
    int16_t *worth; /* [pieces]: worth in hundredths of a pawn, for any owner and cell; royals 0 */
};

/* The index of a piece's owner in the tables; neutral pieces have the last index. */
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

/* New tables for the pieces of a ruleset under these search rules. Their keys are the same in every
 * run; their values are zero. Free the tables with search_tables_free(), which accepts NULL. */
struct search_tables *search_tables_new(const struct search_rules *search,
                                        const struct ruleset *ruleset);
void search_tables_free(struct search_tables *tables);

/* A random key for a fact that is not a piece on a cell: whose turn, rights, cells passed over,
 * pieces in hand. `which` < 256 is the sort of fact: 0 means whose turn it is, and the family
 * defines the other numbers. `value` < 2^48. Costs two multiplications. */
static inline uint64_t search_fact(unsigned which, uint64_t value)
{
    return hash_mix(0x5851F42D4C957F2Du + ((uint64_t)which << 48) + value);
}

/* ---- the state */

enum search_check { SEARCH_CHECK_UNKNOWN, SEARCH_CHECK_NO, SEARCH_CHECK_YES };

/* The beginning of every state. All members are valid after load() and make(). Two states of the
 * same position have the same head, except for `check`, whatever plies led to them. */
struct search_head {
    uint64_t key; /* covers everything that affects which plies are possible and how the game ends,
                     except counters. Two positions have the same key if rules.identity() (without
                     it: position_hash()) gives both the same value; all others have different keys,
                     apart from collisions. Contains search_fact(0, side). */
    int32_t early[SIDES_MAX], late[SIDES_MAX]; /* sums of the values of a seat's pieces */
    int32_t force[SIDES_MAX];                  /* sum of `force` of a seat's pieces */
    uint16_t count[SIDES_MAX]; /* number of a seat's pieces on the board, including royals */
    cell_t royal[SIDES_MAX];   /* the cell of the seat's royal piece (any of them if there are
                                  several), or CELL_NONE */
    uint16_t halfmove; /* plies since the last irreversible one, like position.halfmove, at most
                          65535 */
    uint8_t side;      /* enum side: the side to move */
    uint8_t living;    /* bit 1 << seat for each player who is not out; always 3 with two players */
    uint8_t check;     /* enum search_check of the side to move, if in_check() has determined it */
    uint8_t spare[7];
};

/* search_put() records that a piece arrives on an empty cell, search_lift() that a piece leaves a
 * cell. Call them for every change on the board. */
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

/* Record that a piece goes from one cell to an empty cell, unchanged. */
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

/* Start an empty board: all zero, royals CELL_NONE, all players living; sets `side` and its part of
 * the key. */
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
    SEARCH_GAINS = 1, /* the ply changes the material or its owner: it captures, promotes, converts
                         or summons */
    SEARCH_PROMOTES = 2, /* a pawn-like piece becomes something better */
    SEARCH_CASTLES = 4,
    SEARCH_UNDER = 8 /* a promotion that is rarely best, so the engine tries it last; not set for
                        the best choices */
};

struct search_ply {
    uint64_t code; /* identifies the ply among all plies of its position: the same whenever the ply
                      is generated again, different for another ply, never 0. If possible, pack the
                      ply itself into 32 bits with the same meaning in any position, so that find()
                      works. With `merges` the code is a hash of the outcome. */
    uint32_t body; /* offset of the ply's body in list->body; 0 if bodies are not used */
    uint32_t slot; /* index in the engine's history of good plies, 0 .. slots-1. It says which piece
                      goes where. The best index is piece * cells + goal. Number the pieces without
                      their facings: a finer index would make the history sparse */
    int16_t gain;  /* material that the mover gains at once (captured pieces, promotion), by
                      tables->worth */
    int16_t risk;  /* tables->worth of the piece on the goal after the ply (royal: 0) */
    uint8_t flags; /* enum search_ply_flags */
    uint8_t members; /* number of moves in the ply: 1, in cascades more */
    uint16_t spare;
    int32_t order; /* reserved for the engine; generators leave it 0 */
};

/* A growing stack of plies. Initialise it to zero. Generators append to it. */
struct search_list {
    struct search_ply *v;
    int n, room;
    unsigned char *body; /* bodies of all plies, one after another; the family aligns them if it
                            must */
    size_t body_used, body_room;
    int most; /* greatest number of plies the list may have; 0: no limit */
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
    SEARCH_WANT_GAINS = 1, /* plies with SEARCH_GAINS */
    SEARCH_WANT_QUIET = 2, /* plies without SEARCH_GAINS */
    SEARCH_WANT_ALL = 3
};

/* Whether the game is over, and who won, as one number. */
enum search_end {
    SEARCH_PLAYING,
    SEARCH_MORE, /* more plies may exist; only stuck() returns this (see the comment on stuck()) */
    SEARCH_DRAW, /* a draw among the players who are living */
    SEARCH_WON   /* SEARCH_WON + the winner's seat, such as SEARCH_WON + WHITE */
};

/* ---- pieces, for evaluation */

enum search_piece_flags {
    SEARCH_ROYAL = 1,  /* a player who loses this piece loses the game */
    SEARCH_PAWN = 2,   /* may promote */
    SEARCH_UNUSED = 4, /* this number stands for no piece; the other members are meaningless */
    SEARCH_PASSIVE = 8 /* cannot move by itself */
};

/* What a piece number stands for. */
struct search_piece {
    struct piece piece; /* kind, facing and mark as in positions; `side` is not used. Can be passed
                           to rules.reach() */
    uint8_t flags;      /* enum search_piece_flags */
    uint16_t promoted;  /* number of the best piece it may promote to; its own number if it does not
                           promote */
    int16_t worth; /* worth of the piece in hundredths of a pawn, if the family knows it better than
                      mobility shows, for example from the number of rings. 0: the engine uses
                      mobility */
};

/* One piece on the board. */
struct search_man {
    cell_t cell;
    uint16_t piece;
    uint8_t side;
};

/* A term of the evaluation: a count multiplied by a weight. It is added to the values in the
 * tables. Weights are hundredths of a pawn per unit. These are the defaults; learnt weights replace
 * them. */
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
    /* True: passing is nearly always worse than the best ply, so the engine may try a null move to
     * get a bound. False for families in which zugzwang is frequent. */
    bool null_move;

    /* Size of a state in bytes, a multiple of 16. */
    size_t (*state_size)(const struct ruleset *ruleset);
    /* pieces(): how many piece numbers there are. slots(): how many values search_ply.slot can
     * have. */
    int (*pieces)(const struct ruleset *ruleset);
    int (*slots)(const struct ruleset *ruleset);
    /* Describe a piece number. *out is zero at the call. */
    void (*piece)(const struct ruleset *ruleset, int piece, struct search_piece *out);
    /* The least number of plies in which the pawn-like piece of `side` on `cell` reaches a
     * promotion cell on an empty board; 0: it is already there, -1: never. Only called for pieces
     * with SEARCH_PAWN. May be NULL if there are none. */
    int (*distance)(const struct ruleset *ruleset, int side, int piece, cell_t cell);
    /* The value of a cell for a piece, in addition to the worth of the piece: *early and *late, in
     * hundredths of a pawn. Returns false if the family knows no more than mobility tells. May be
     * NULL: always false. */
    bool (*place)(const struct ruleset *ruleset, int side, int piece, cell_t cell, int *early,
                  int *late);

    /* Allocate what one thread needs besides states: the family's own tables, memory for
     * generating, caches. `tables` is borrowed. Returns NULL if the family does not support these
     * rules (an unusual option): the engine then uses the adapter. */
    void *(*open)(const struct ruleset *ruleset, const struct search_tables *tables);
    void (*close)(void *work);

    /* Convert a position into a state. The position may be over: then ended() or stuck() says
     * so. */
    void (*load)(void *work, const struct position *position, void *state);
    /* Append the wanted plies with `least` to `most` members. Without cascades every ply has one
     * member, so nothing is listed if least > 1. A call lists each ply at most once. Calls with
     * disjoint `want`, or with ranges of members that do not overlap, list different plies (with
     * `merges` an outcome may recur with more members). Plies that make() refuses may be listed.
     * Never called if ended() says that the game is over. Returns true if plies with more than
     * `most` members may exist, or if list->most was reached. */
    bool (*generate)(void *work, const void *state, unsigned want, int least, int most,
                     struct search_list *list);
    /* Append the ply whose code has these low 32 bits, provided generate() would list it here;
     * otherwise return false. The engine's table stores only this part of a code, so the code may
     * come from another position or collide with another code. Must be much cheaper than
     * generate(). With cascades it may return false although the ply exists: the engine then finds
     * the ply when it generates all plies. May be NULL. */
    bool (*find)(void *work, const void *state, uint32_t low, struct search_list *list);
    /* Make a listed ply: *after becomes the state after it, including the turn. `body` points to
     * the ply's body, NULL if bodies are not used. False if the ply is illegal; *after is then
     * undefined. `after` and `before` must be different objects. */
    bool (*make)(void *work, const void *before, const struct search_ply *ply, const void *body,
                 void *after);
    /* Append the compact form of a legal ply, as generate() would list it. False if the ply is too
     * long for a compact form. May be NULL: the engine searches for a listed ply with the same
     * outcome. */
    bool (*pack)(void *work, const void *state, const struct ply *ply, struct search_list *list);
    /* Convert a listed, legal ply to actions. *out is zero or a ply to overwrite. The long form of
     * *out is one that rules.plies() lists (with `merges`: one with the same outcome). */
    void (*unpack)(void *work, const void *state, const struct search_ply *ply, const void *body,
                   struct ply *out);

    /* True if the side to move is in check by the rules of the game (not merely capturable in a
     * game without check). Stores the result in head->check. May be NULL: the game has no check. */
    bool (*in_check)(void *work, void *state);
    /* Whether the game is over regardless of the available plies: enum search_end. The engine
     * handles repetition and plies without progress (ruleset.draws). A draw after which plies may
     * still be listed (bare kings) counts as a draw here. */
    int (*ended)(void *work, const void *state);
    /* The engine calls this if the side to move has no legal ply: make() refused every ply that
     * generate() listed, with any number of members. Returns what that means, enum search_end.
     * SEARCH_MORE: legal plies with more members than requested exist or may exist; the engine
     * searches up to LIMITS_DEFAULT, then uses its evaluation. SEARCH_PLAYING: of three players the
     * mover was eliminated, and *state is now the position with the next player to move; if that
     * player has no ply either, the engine calls again. */
    int (*stuck)(void *work, void *state);
    /* The side to move passes, like position_pass(). Never called in check. May be NULL: the engine
     * does not try null moves. */
    void (*pass)(void *work, const void *before, void *after);

    /* Static exchange evaluation by tables->worth: true if a ply and the captures on its goal that
     * follow win at least `threshold` (hundredths of a pawn, may be negative) for the mover. Each
     * side may stop capturing when it likes. May be NULL: the engine estimates it from gain and
     * risk. */
    bool (*exchange)(void *work, const void *state, const struct search_ply *ply, const void *body,
                     int threshold);
    /* True if a seat attacks a cell: it could capture another seat's piece there. Whether that
     * would expose its own royal does not matter. May be NULL: unknown. */
    bool (*attacked)(void *work, const void *state, cell_t cell, int side);
    /* List the pieces on the board, in any order, at most `room`; returns their number. */
    int (*men)(void *work, const void *state, struct search_man *out, int room);

    /* The features of the evaluation, [features]; at most SEARCH_FEATURES_MAX, 0: none. */
    const struct search_feature *feature;
    int features;
    /* Count the features for each seat that is in: out[seat][feature], all zero at the call. With
     * two players the evaluation is the difference. Values should not exceed some hundred. May be
     * NULL without features. */
    void (*count)(void *work, const void *state, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX]);
};

/* Each family defines its search rules in its folder, in search_rules.c, declares them in its
 * header, and names them in its struct rules. */

#endif
