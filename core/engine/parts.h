/* parts.h - what the files of the engine share. Only files of this folder may include it.
 *
 *   engine.c     opening the engine, the game so far, thinking: threads, iterations, reports
 *   tree.c       the search tree: alpha-beta with its reductions and extensions, quiescence
 *   root.c       the plies of the root: listing them, widening cascades, turning compact codes into
 *                plies of actions; when to stop; how weaker levels choose
 *   ordering.c   which ply to search next, and the history that decides it
 *   evaluate.c   the value of a position
 *   values.c     the values of pieces and cells, computed from their movement; parsing of weights
 *   net.c        a small neural net that evaluates instead, for some variants
 *   weights.c    learnt weights, compiled in from the folder weights
 *   table.c      the transposition table
 *   endgame.c    tables of endgames with few pieces
 *   adapter.c    search rules for families that have none
 *   uci_text.c   plies as UCI text */
#ifndef CHESSCADE_CORE_ENGINE_PARTS_H
#define CHESSCADE_CORE_ENGINE_PARTS_H

#include "core/engine/endgame.h"
#include "core/engine/engine.h"
#include "core/engine/net.h"
#include "core/search_rules.h"

enum {
    DEPTH_MAX = 100,
    PLY_MAX = 128,      /* greatest number of plies from the root to a node */
    SCORE_NONE = 32767, /* marks a missing score; no score has this value */
    SCORE_INFINITE = 32500,
    SCORE_CLAMP = 30000 /* evaluations lie between -SCORE_CLAMP and SCORE_CLAMP */
};

/* ---- table.c: a transposition table that threads share without locks */

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct hash_slot {
    _Atomic uint64_t key, data; /* `key` is stored XORed with `data`, so that a slot which two
                                   threads wrote at once is not recognised */
};

struct hash_table {
    void *memory;
    struct hash_slot *slot; /* [buckets * 4], inside `memory` */
    size_t buckets;         /* a power of two */
    uint8_t age;
};

struct hash_hit {
    uint32_t low; /* low 32 bits of the best ply's code; 0: no best ply known */
    int16_t score, eval;
    uint8_t depth, bound;
};

void hash_table_make(struct hash_table *table, int megabytes);
void hash_table_free(struct hash_table *table);
void hash_table_clear(struct hash_table *table);
/* Prefetch the slots of a key that will be probed soon. */
void hash_table_fetch(const struct hash_table *table, uint64_t key);
bool hash_table_probe(const struct hash_table *table, uint64_t key, struct hash_hit *hit);
void hash_table_store(struct hash_table *table, uint64_t key, const struct hash_hit *hit);
int hash_table_full(const struct hash_table *table); /* slots used by the current search, in
                                                        thousandths */

/* ---- values.c, evaluate.c */

struct evaluator {
    const struct ruleset *ruleset;
    const struct search_rules *rules;
    struct search_tables *tables;
    int32_t full; /* total force of all seats in the opening: with this force left, only the values
                     of the opening count */
    int16_t early[SEARCH_FEATURES_MAX], late[SEARCH_FEATURES_MAX]; /* weights of the features in the
                                                                      opening and in the endgame */
    uint8_t *flags;  /* [pieces]: enum search_piece_flags */
    uint8_t *steps;  /* [cells * cells]: number of steps from one cell to another, at most 255 */
    uint8_t *edge;   /* [cells]: 0 in the centre .. 100 where a royal piece has the least room */
    int widest;      /* the greatest number in `steps` */
    bool prior;      /* true if values come from mobility alone */
    struct net *net; /* evaluates instead of the tables and features; NULL: none */
    int drive_below; /* a seat with less force than this is hunted by a seat with enough force to
                        mate */
};

/* Compute the tables and weights of a ruleset. `weights` is a text that README describes, or NULL.
 * If the text cannot be parsed it is ignored and `why` says so. */
void evaluator_make(struct evaluator *evaluator, const struct ruleset *ruleset, const char *weights,
                    struct note *why);
void evaluator_free(struct evaluator *evaluator);
/* The value of each seat alone, without its opponents, interpolated between opening and endgame. */
void evaluate_seats(const struct evaluator *evaluator, void *work, const void *state,
                    int seat[SIDES_MAX]);
/* Evaluate without features: a fast first test. True if the score is so far outside the window
 * (alpha, beta) that features could hardly bring it inside. False: call evaluate(). */
bool evaluate_roughly(const struct evaluator *evaluator, const void *state, int alpha, int beta,
                      int *score);
/* The value of a position. Two players: for the side to move. Three players: for `root` against the
 * others, negated if another player is to move. `memory` belongs to the thread; it is used only if
 * there is a net. */
int evaluate(const struct evaluator *evaluator, struct net_memory *memory, void *work,
             const void *state, int root);

/* The text of the weights that were learnt for this variant; NULL if there are none. */
const char *weights_learnt(const struct ruleset *ruleset);

/* ---- ordering.c */

/* What one thread has learnt about which plies are good. "Slot" is search_ply.slot. */
struct memory {
    int slots;
    int16_t *quiet[SIDES_MAX]; /* [slots]: history of quiet plies */
    int16_t *after[2]; /* [follow_size]: history of quiet plies as replies to the ply made one ply
                          (after[0]) or two plies (after[1]) before */
    int16_t *gains[SIDES_MAX]; /* [slots]: history of captures */
    uint32_t follow_size; /* size of each array in `after`: slots * slots, or a smaller power of two
                             if that is too large */
    uint32_t *answer; /* [slots * SIDES_MAX]: low 32 bits of the code of the ply that refuted the
                         previous one */
};

void memory_make(struct memory *memory, int slots);
void memory_free(struct memory *memory);
void memory_clear(struct memory *memory);

struct frame {
    uint32_t killer[2]; /* low 32 bits of the codes of two quiet plies that caused cutoffs */
    uint32_t low;       /* low 32 bits of the code of the ply made at this node; 0: a null move */
    uint32_t slot;
    int eval;
    uint8_t side; /* the side that moved */
    bool gains, check;
    uint32_t excluded; /* low 32 bits of the code of a ply that the search skips (singular
                          extensions) */
};

struct worker;

struct picker {
    int stage;
    int from, bad, next, end; /* indices in the worker's list of plies */
    int heap;
    size_t body_from;
    uint32_t low; /* low 32 bits of the code of the ply that the transposition table suggests */
    bool quiet_wanted; /* false in quiescence */
    bool found;        /* true if the table's ply exists; it is returned first */
    int cap;           /* greatest number of members in a ply */
    bool more;         /* true if plies with more members than `cap` may exist */
    uint8_t flags;     /* enum picked: the class of the last ply returned */
};
enum picked { PICKED_TABLE = 1, PICKED_GOOD = 2, PICKED_BAD = 4, PICKED_KILLER = 8 };

/* Start iterating over the plies of a node's state, best first. The plies are in the worker's list
 * from picker->from on, until picker_end(). */
void picker_begin(struct picker *picker, struct worker *worker, int ply, uint32_t low, bool quiet,
                  int cap);
/* The index of the next ply in the worker's list, -1 at the end. */
int picker_next(struct picker *picker, struct worker *worker, int ply);
/* After picker_next() returned -1: list the plies with more members, at most `cap`. False if there
 * are none. */
bool picker_widen(struct picker *picker, struct worker *worker, int ply, int cap);
void picker_end(struct picker *picker, struct worker *worker);
/* The history score of a quiet ply at this node, about -32000 .. 32000. */
int order_quiet(const struct worker *worker, int ply, const struct search_ply *candidate);
/* Learn that `best` caused a cutoff, and that the other plies of the `n` in `tried`, which were
 * searched before it, did not. */
void learn(struct worker *worker, int ply, const struct search_ply *best, int depth,
           const struct search_ply *tried, int n);

/* ---- tree.c */

struct root_ply {
    struct search_ply ply;
    int score, before; /* scores of this iteration and of the previous one, or SCORE_NONE */
    uint64_t nodes;
    int pv_length;
    uint64_t pv[ENGINE_PV_MAX];
};

/* The state of one search thread. */
struct worker {
    struct engine *engine;
    const struct search_rules *rules;
    const struct evaluator *evaluator;
    void *work;
    unsigned char *states; /* [PLY_MAX + 2] states of state_size bytes: state_at() */
    size_t state_size;
    struct search_list list; /* plies of all nodes on the current path, as a stack */
    struct memory memory;
    struct net_memory net_memory; /* used only if the evaluator has a net */
    struct frame frame[PLY_MAX + 4];
    uint64_t *keys; /* position keys of the game before the root, then of the current path;
                       keys[history] is the root's */
    int history;
    struct root_ply *root;
    int roots, line;           /* the search covers the `roots` plies from root[line] on */
    const unsigned char *body; /* bodies of the root's plies */
    uint64_t pv[PLY_MAX + 1][ENGINE_PV_MAX];
    int pv_length[PLY_MAX + 1];
    uint64_t nodes;
    int deepest, index;
    int seat;       /* the side to move at the root */
    bool two;       /* true if only two players are in, so plain alpha-beta is correct */
    int check_in;   /* how many nodes to search before reading the clock again */
    int null_below; /* the search tries no null move before this ply number (verification search) */
};

static inline void *state_at(const struct worker *worker, int ply)
{
    return worker->states + (size_t)ply * worker->state_size;
}

static inline const void *body_at(const struct worker *worker, const struct search_ply *ply)
{
    return worker->list.body ? worker->list.body + ply->body : NULL;
}

/* Initialise the tables that all searches share. */
void search_prepare(void);
/* Search the root's plies from worker->line on; stores scores in worker->root and sorts it. */
int search_root(struct worker *worker, int depth, int alpha, int beta);

/* ---- root.c: the budget of a search */

struct budget {
    const struct engine_host *host;
    const struct engine_limits *limits;
    int64_t begun, soft, hard; /* microseconds; begun: the start; soft, hard: limits for the time
                                  since then, 0: none */
    int64_t pondered;          /* time spent pondering, which does not count */
    int every;                 /* nodes between two readings of the clock */
    int64_t looked;
    bool was_pondering;
    bool alarmed; /* the best ply of the last iteration has just turned out to be bad, and no other
                     has been searched as deep: a search by nodes may take more of them */
};

void budget_begin(struct budget *budget, const struct engine_host *host,
                  const struct engine_limits *limits, int side, int plies);
int64_t budget_spent(struct budget *budget); /* microseconds */
/* budget_over(): true if the search must stop now. budget_enough(): true if another iteration is
 * not worthwhile. `calm`, in percent, scales the time: lower if the best ply is clear. */
bool budget_over(struct budget *budget, uint64_t nodes);
bool budget_enough(struct budget *budget, int calm);

/* ---- engine.c */

struct engine {
    const struct ruleset *ruleset;
    const struct search_rules *rules;
    struct evaluator evaluator;
    struct hash_table table;
    struct worker **worker; /* [threads] */
    int threads;
    struct position position; /* the position to search */
    uint64_t *keys;           /* keys of the positions before `position` in the game */
    int key_count, key_room, plies;
    struct endgames *endgames; /* NULL: the ruleset can have none */
    bool draws; /* true if 50 plies of each side without progress are a draw; the search treats
    repetition as a draw in every game */
    /* The members below are valid only while the engine thinks. */
    struct budget budget;
    struct search_list root; /* the root's plies with their bodies */
    atomic_bool halt;
    const struct engine_limits *limits;
    const struct engine_host *host;
    bool tabled; /* the search looks into the tables of endgames */
};

/* The score of a state `ply` plies from the root by the tables of endgames; false if none knows it,
 * or if the game would be drawn before by a rule that counts plies. */
bool endgame_score(const struct worker *worker, int ply, int *score);

/* ---- root.c */

/* List the legal plies of engine->position in engine->root. */
void root_list(struct engine *engine, struct worker *worker);
/* Convert the best line of a root ply from codes to plies of actions in `out`, an array of `room`
 * plies. Returns the number of plies converted. */
int line_unpack(struct engine *engine, struct worker *worker, const struct root_ply *root,
                struct ply *out, int room);

/* ---- adapter.c: search rules for any family, built on its plies() and judge(). They serve custom
 * boards, unusual options and new families. */

extern const struct search_rules adapter_search;

/* Choose the search rules for a ruleset: the family's own, or else the adapter. */
const struct search_rules *adapter_choose(const struct ruleset *ruleset);

#endif
