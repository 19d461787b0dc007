/* search_rules.h - what a family supplies so that the engine can search it fast.
 *
 * struct rules (core/rules.h) is complete but made for people: plies are lists of actions, positions are large. A family
 * may offer `const struct search_rules *search` besides: a compact state, compact plies, and the few questions a search
 * asks millions of times. Read core/orthodox_search.c next: the example. Families, or options, that have none are served
 * by core/engine/adapter.c over plies() and judge(), some hundred times slower. tests/test_search_rules.c holds the two
 * against each other.
 *
 * THE STATE is a plain value of state_size() bytes that begins with a struct search_head. The engine keeps states in its
 * own memory, aligned to 16, copies them with memcpy and forgets them without telling; so a state holds no pointer to
 * memory that must be freed, nor into itself. make() reads one state and writes another (copy-make): there is no undo.
 *
 * THE PLY is a struct search_ply of fixed size. Its `code` names it among all plies of the position. Families whose plies
 * fit into 64 bits need nothing else. Others (cascades) put what more make() needs into the *body*: bytes beside the list,
 * usually the cells that change and what is there afterwards, so that making a long cascade costs no more than a move.
 *
 * LEGALITY may be left to make(): generate() may list plies that leave the own royal attacked if make() refuses them.
 * List legal plies only where that is cheap; else let make() test, because most listed plies are never made.
 *
 * VALUES. The family knows no values. The engine hands over struct search_tables: for each owner, piece and cell a random
 * key, an early and a late value. The family calls search_put() and search_lift() for every change on the board, which keep
 * key, score, force and count of the head. A *piece* here is a number 0 .. pieces-1 of the family's own choice, of
 * everything on a cell that matters but the owner: the kind (triangles), kind and facing (Turning), and so on.
 *
 * THREE PLAYERS. `side` of the head is whose turn it is, `living` says who is still in. Turns go round as the rules say,
 * nothing else differs: make() eliminates whom a capture eliminates, stuck() whoever has no ply on their turn.
 *
 * THREADS. All functions but open() and close() may run in several threads at once, each with a `work` of its own.
 * Nothing here looks at a clock, prints, or fails: states and plies come from the functions below, never from outside. */
#ifndef CHESSCADE_SEARCH_RULES_H
#define CHESSCADE_SEARCH_RULES_H

#include "core/rules.h"

#include <string.h>

/* ---- values and keys, made by the engine for a ruleset */

/* What one piece of one owner on one cell counts for. */
struct search_entry {
    uint64_t key;   /* random: part of the key of a position */
    int16_t early;  /* value in hundredths of a pawn in the opening ... */
    int16_t late;   /* ... and in the endgame; royals: only the difference between cells */
    uint16_t force; /* of pieces that are neither royal nor pawn-like: their worth, the
                     * same on every cell; else 0. Measures the phase. */
    uint16_t spare;
};

struct search_tables {
    int sides, pieces, cells;
    struct search_entry *entry; /* [(owner * pieces + piece) * cells + cell]; owner 0..sides-1, `sides` for NOBODY's,
                                 * whose values and force are 0 */
    int16_t *worth;             /* [pieces]: hundredths of a pawn, whoever owns it and wherever; royals 0 */
};

/* The owner's index in the tables: neutral pieces have the last one. */
static inline int search_owner(const struct search_tables *tables, int side)
{
    return side < tables->sides ? side : tables->sides;
}

static inline const struct search_entry *search_entry(const struct search_tables *tables, int side, int piece, int cell)
{
    return &tables->entry[(size_t)(search_owner(tables, side) * tables->pieces + piece) * (size_t)tables->cells +
                          (size_t)cell];
}

struct search_rules;

/* Tables with keys, all values 0, for the pieces that these search rules know in a ruleset. The keys are the same in every
 * run. search_tables_free() frees them; NULL is allowed there. */
struct search_tables *search_tables_new(const struct search_rules *search, const struct ruleset *ruleset);
void search_tables_free(struct search_tables *tables);

/* A random number for a fact beside pieces on cells: whose turn, rights, cells passed over, pieces in hand. `which` < 256
 * tells the kinds of facts apart (0: whose turn, the others are the family's own), `value` < 2^48. Costs two
 * multiplications. */
static inline uint64_t search_fact(unsigned which, uint64_t value)
{
    return hash_mix(0x5851F42D4C957F2Du + ((uint64_t)which << 48) + value);
}

/* ---- the state */

enum search_check { SEARCH_CHECK_UNKNOWN, SEARCH_CHECK_NO, SEARCH_CHECK_YES };

/* What every state begins with. After load() and make() all of it is right. A state of the same position that came by
 * another way has the same head but for `check`. */
struct search_head {
    uint64_t key;                    /* of all that matters for what can be played and how it ends, counters left aside:
                                      * equal exactly where rules.identity() or position_hash() is, but for collisions.
                                      * Contains search_fact(0, side). */
    int32_t early[SIDES_MAX], late[SIDES_MAX]; /* sums of the entries of a seat's pieces */
    int32_t force[SIDES_MAX];        /* likewise */
    uint16_t count[SIDES_MAX];       /* pieces of a seat on the board, royals included */
    cell_t royal[SIDES_MAX];         /* the cell of the seat's royal, CELL_NONE: it has none (with several: any) */
    uint16_t halfmove;               /* plies since the last irreversible one, as position.halfmove, at most 65535 */
    uint8_t side;                    /* enum side: whose turn */
    uint8_t living;                  /* bit 1 << seat for who is not out; two players: always 3 */
    uint8_t check;                   /* enum search_check: of the side to move, where in_check() has worked it out */
    uint8_t spare[7];
};

/* A piece comes to an empty cell, or goes away: for every change on the board. */
static inline void search_put(struct search_head *head, const struct search_tables *tables, int side, int piece, int cell)
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

static inline void search_lift(struct search_head *head, const struct search_tables *tables, int side, int piece, int cell)
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

/* The same piece goes from one cell to an empty one. */
static inline void search_move(struct search_head *head, const struct search_tables *tables, int side, int piece, int from,
                               int to)
{
    const struct search_entry *a = search_entry(tables, side, piece, from), *b = search_entry(tables, side, piece, to);
    head->key ^= a->key ^ b->key;
    if (side >= tables->sides)
        return;
    head->early[side] += b->early - a->early;
    head->late[side] += b->late - a->late;
}

/* An empty board: all zero, royals CELL_NONE, everybody living; side and its fact set. */
static inline void search_head_clear(struct search_head *head, const struct search_tables *tables, int side)
{
    memset(head, 0, sizeof *head);
    for (int seat = 0; seat < SIDES_MAX; seat++)
        head->royal[seat] = CELL_NONE;
    head->side = (uint8_t)side;
    head->living = (uint8_t)((1 << tables->sides) - 1);
    head->key = search_fact(0, (uint64_t)side);
}

/* Pass the turn to a seat: side, its part of the key, and check unknown again. */
static inline void search_turn(struct search_head *head, int side)
{
    head->key ^= search_fact(0, head->side) ^ search_fact(0, (uint64_t)side);
    head->side = (uint8_t)side;
    head->check = SEARCH_CHECK_UNKNOWN;
}

/* ---- plies */

enum search_ply_flags {
    SEARCH_GAINS = 1,    /* it captures, promotes, converts or calls back: what material there is, or whose, changes */
    SEARCH_PROMOTES = 2, /* a pawn-like piece becomes something better */
    SEARCH_CASTLES = 4,
    SEARCH_UNDER = 8     /* a promotion that is rarely best: the engine looks at it last. Not set: the best choices */
};

struct search_ply {
    uint64_t code;   /* names the ply among all of its position: the same whenever it is generated again, another one for
                      * another ply; never 0. Best a packing of the ply itself into 32 bits that means the same in any
                      * position, so that find() works. With `merges`: a hash of the outcome. */
    uint32_t body;   /* where its body begins in list->body; 0 where bodies are not used */
    uint32_t slot;   /* 0 .. slots-1: what goes where, for the engine's memory of good plies (history). Best
                      * piece * cells + goal without finer detail (facings) that would thin it out */
    int16_t gain;    /* material that the mover wins at once, by tables->worth: captured pieces, promotion */
    int16_t risk;    /* tables->worth of the piece that stands on the goal afterwards (royal: 0) */
    uint8_t flags;   /* enum search_ply_flags */
    uint8_t members; /* moves it consists of: 1, in cascades more */
    uint16_t spare;
    int32_t order;   /* the engine's own; 0 */
};

/* A growing stack of plies: zero to begin with. Generators append. */
struct search_list {
    struct search_ply *v;
    int n, room;
    unsigned char *body; /* of all of them, one after the other; aligned only as the family aligns them */
    size_t body_used, body_room;
    int most;            /* do not let n grow beyond it; 0: no limit */
};

void search_list_free(struct search_list *list);
/* Room for at least so many plies. */
void search_list_grow(struct search_list *list, int need);
/* Append a ply, all zero. */
static inline struct search_ply *search_list_add(struct search_list *list)
{
    if (list->n == list->room)
        search_list_grow(list, list->n + 1);
    list->v[list->n] = (struct search_ply){0};
    return &list->v[list->n++];
}
/* Append so many bytes of body, not initialised; their offset. Pointers into list->body become invalid. */
size_t search_list_body(struct search_list *list, size_t bytes);

/* Which plies generate() is to list. */
enum search_want {
    SEARCH_WANT_GAINS = 1, /* those with SEARCH_GAINS */
    SEARCH_WANT_QUIET = 2, /* the others */
    SEARCH_WANT_ALL = 3
};

/* How a game ends, as one number. */
enum search_end {
    SEARCH_PLAYING,
    SEARCH_MORE, /* only from stuck(), see there */
    SEARCH_DRAW, /* between those who are living */
    SEARCH_WON   /* + the winner's seat: SEARCH_WON + WHITE */
};

/* ---- pieces, for evaluation */

enum search_piece_flags {
    SEARCH_ROYAL = 1,  /* losing it loses the game */
    SEARCH_PAWN = 2,   /* may promote */
    SEARCH_UNUSED = 4, /* a number that no piece has; the rest of the struct does not count */
    SEARCH_PASSIVE = 8 /* cannot move by itself */
};

/* What one piece number stands for. */
struct search_piece {
    struct piece piece; /* as positions have it, `side` left aside: what rules.reach() can be asked about */
    uint8_t flags;      /* enum search_piece_flags */
    uint16_t promoted;  /* the best piece number it may promote to; itself where it does not promote */
    int16_t worth;      /* a hint in hundredths of a pawn where the family knows better than its mobility tells (0: no
                         * hint), for example of rings in a tower */
};

/* One piece on the board. */
struct search_man {
    cell_t cell;
    uint16_t piece;
    uint8_t side;
};

/* A number the evaluation is linear in, besides the entries of the tables. Weights in hundredths of a pawn for each unit;
 * these are the defaults, learnt ones replace them. */
struct search_feature {
    const char *name; /* a word for files of weights: "mobility-rook" */
    int16_t early, late;
};
enum { SEARCH_FEATURES_MAX = 64 };

/* ---- the family's part. Members may not be NULL unless said so. */

struct search_rules {
    /* Plies with the same outcome are listed once; `code` is a hash of the outcome. Else every long form is listed. */
    bool merges;
    /* Plies may have more than one member: generate() heeds `least` and `most`. */
    bool cascades;
    /* Doing nothing is nearly always worse than the best ply, so that a search may try it for a bound (null move). False
     * for families full of zugzwang. */
    bool null_move;

    /* Bytes of a state, a multiple of 16. */
    size_t (*state_size)(const struct ruleset *ruleset);
    /* How many piece numbers there are, and how many slots of plies. */
    int (*pieces)(const struct ruleset *ruleset);
    int (*slots)(const struct ruleset *ruleset);
    /* What a piece number stands for. *out is zero. */
    void (*piece)(const struct ruleset *ruleset, int piece, struct search_piece *out);
    /* The least number of plies in which a pawn-like piece of that side on that cell reaches a promotion cell on an empty
     * board; 0: it stands on one, -1: never. Only asked for pieces with SEARCH_PAWN; NULL: there are none. */
    int (*distance)(const struct ruleset *ruleset, int side, int piece, cell_t cell);
    /* What the cell adds to the worth of a piece, early and late, hundredths of a pawn, where the family knows it better than
     * mobility tells; false: it does not. NULL: never. */
    bool (*place)(const struct ruleset *ruleset, int side, int piece, cell_t cell, int *early, int *late);

    /* What one thread needs besides states: tables of values (borrowed), tables of the family, room for generating, caches.
     * NULL: the family leaves these rules (an unusual option) to the adapter. */
    void *(*open)(const struct ruleset *ruleset, const struct search_tables *tables);
    void (*close)(void *work);

    /* A position as a state. The position is not over, or may be: then ended() or stuck() says so. */
    void (*load)(void *work, const struct position *position, void *state);
    /* Append the plies that are wanted: those with `least` to `most` members (without cascades: all have one, and nothing is
     * listed if least > 1). Each at most once in a call; calls with other `want`, or numbers of members that do not overlap,
     * list different plies (with `merges` the same outcome may come again with more members). May list plies that make()
     * refuses. Never called when ended() says it is over. True: there may be plies with more than `most` members, or
     * list->most was in the way. */
    bool (*generate)(void *work, const void *state, unsigned want, int least, int most, struct search_list *list);
    /* Append the ply whose code has these low 32 bits if it is one that generate() would list here, else false: the engine's
     * table keeps so much of a code, and it may come from another position or a collision. Much cheaper than generate(), or
     * NULL. May say false though there is such a ply (cascades): the engine then meets it among the generated ones. */
    bool (*find)(void *work, const void *state, uint32_t low, struct search_list *list);
    /* Make a ply listed here: *after is the state after it, whose turn it is included. `body` points to its body, NULL
     * where bodies are not used. False: it is not legal, *after is undefined. `after` never is `before`. */
    bool (*make)(void *work, const void *before, const struct search_ply *ply, const void *body, void *after);
    /* Append the compact form of a legal ply, as generate() would list it; false: it has none (beyond what is kept). NULL:
     * the engine looks for the same outcome. */
    bool (*pack)(void *work, const void *state, const struct ply *ply, struct search_list *list);
    /* A listed, legal ply as actions; *out is zero or a ply to be overwritten. Its long form is one of rules.plies() (with
     * `merges`: of one of those with its outcome). */
    void (*unpack)(void *work, const void *state, const struct search_ply *ply, const void *body, struct ply *out);

    /* Whether the side to move is in check, by the rules of the game (not: whether it could be captured in a game that
     * knows no check). Notes it in head->check. NULL: the game knows no check. */
    bool (*in_check)(void *work, void *state);
    /* Whether the game has ended, whatever plies there are: enum search_end. Repetition and plies without change (ruleset's
     * draws) are the engine's business; draws that "go on" in lists of plies (bare kings) are draws here. */
    int (*ended)(void *work, const void *state);
    /* generate() with every member and make() left no legal ply to the side to move: what that means, enum search_end.
     * SEARCH_MORE: there are legal plies with more members than were asked for, or perhaps; the engine looks on up to
     * LIMITS_DEFAULT, then takes its evaluation. SEARCH_PLAYING: three players, the mover was put out and *state is the
     * position with the next one to move; if that one has no ply either, the engine calls again. */
    int (*stuck)(void *work, void *state);
    /* The side to move does nothing, as position_pass(). Only called out of check. NULL: the engine does not try it. */
    void (*pass)(void *work, const void *before, void *after);

    /* Whether the captures on the goal of a ply that begin with it win at least `threshold` (hundredths of a pawn, may be
     * negative) for the mover if both sides stop when they like: static exchange evaluation by tables->worth. NULL: the
     * engine guesses from gain and risk. */
    bool (*exchange)(void *work, const void *state, const struct search_ply *ply, const void *body, int threshold);
    /* Whether a seat attacks a cell: could capture a piece of another seat there, own checks left aside. NULL: not known. */
    bool (*attacked)(void *work, const void *state, cell_t cell, int side);
    /* The pieces on the board, in any order: at most `room`; their number. */
    int (*men)(void *work, const void *state, struct search_man *out, int room);

    /* Features of the evaluation, [features]; at most SEARCH_FEATURES_MAX. 0: none. */
    const struct search_feature *feature;
    int features;
    /* Count the features for each seat that is in: out[seat][feature], all zero at the call. The evaluation of two players
     * is the difference. Values of some hundred at most. NULL without features. */
    void (*count)(void *work, const void *state, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX]);
};

/* The families' own, each in core/FAMILY_search, are declared in the family's header and named in its struct rules. */

#endif
