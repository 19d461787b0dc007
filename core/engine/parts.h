/* parts.h - what the files of the engine share. Nobody outside this folder includes it.
 *
 *   engine.c     opening, the game so far, thinking: threads, iterations, what is reported
 *   tree.c       the tree: alpha-beta with everything that makes it smaller, quiescence
 *   root.c       the plies of the position asked about: listing them, widening cascades
 *   ordering.c   which ply comes next, and what is remembered for that
 *   evaluate.c   what a position is worth
 *   values.c     what pieces and cells are worth, from how they move; weights read from a text
 *   table.c      positions met before
 *   budget.c     when to stop
 *   lines.c      codes as plies that people know
 *   adapter.c    search rules for families without their own */
#ifndef CHESSCADE_ENGINE_PARTS_H
#define CHESSCADE_ENGINE_PARTS_H

#include "core/engine/adapter.h"
#include "core/engine/engine.h"
#include "core/search_rules.h"

enum {
    DEPTH_MAX = 100,
    PLY_MAX = 128,          /* deepest node of a search */
    SCORE_NONE = 32767,     /* no score; outside all others */
    SCORE_INFINITE = 32500,
    SCORE_CLAMP = 30000     /* evaluations lie between this and its negative */
};

/* ---- table.c: a table of positions that threads share without locks */

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct table_slot {
    _Atomic uint64_t key, data; /* the key mixed with the data, so that a torn slot is not believed */
};

struct table {
    void *memory;
    struct table_slot *slot; /* [buckets * 4], in it */
    size_t buckets;          /* a power of two */
    uint8_t age;
};

struct table_hit {
    uint32_t low; /* of the best ply's code; 0: none known */
    int16_t score, eval;
    uint8_t depth, bound;
};

void table_make(struct table *table, int megabytes);
void table_free(struct table *table);
void table_clear(struct table *table);
void table_fetch(const struct table *table, uint64_t key); /* it will be asked for soon */
bool table_probe(const struct table *table, uint64_t key, struct table_hit *hit);
void table_store(struct table *table, uint64_t key, const struct table_hit *hit);
int table_full(const struct table *table); /* thousandths, of this search's */

/* ---- values.c, evaluate.c */

struct evaluator {
    const struct ruleset *ruleset;
    const struct search_rules *rules;
    struct search_tables *tables;
    int32_t full;                           /* force of all seats in the opening: the early phase */
    int16_t early[SEARCH_FEATURES_MAX], late[SEARCH_FEATURES_MAX]; /* weights */
    uint8_t *flags;                         /* [pieces]: enum search_piece_flags */
    uint8_t *steps;                         /* [cells * cells]: how many cells apart, 255 at most */
    uint8_t *edge;                          /* [cells]: 0 in the middle .. 100 where a royal has the least room */
    int widest;                             /* the largest of `steps` */
    bool prior;                             /* values made from mobility only */
    int drive_below;                        /* force of a seat under which it is hunted */
};

/* Fill the tables and weights of a ruleset; `weights` as README says, or NULL; `why` gets why it is left aside. */
void evaluator_make(struct evaluator *evaluator, const struct ruleset *ruleset, const char *weights, struct note *why);
void evaluator_free(struct evaluator *evaluator);
/* Worth of each seat by itself, tapered: without what others have. */
void evaluate_seats(const struct evaluator *evaluator, void *work, const void *state, int seat[SIDES_MAX]);
/* Without features, where that is far enough outside of a window that they cannot matter; false: ask evaluate(). */
bool evaluate_roughly(const struct evaluator *evaluator, const void *state, int alpha, int beta, int *score);
/* Two players: for the side to move. Three: for `root` against the others, negative when another one moves. */
int evaluate(const struct evaluator *evaluator, void *work, const void *state, int root);

/* ---- ordering.c */

/* What one thread has learnt about which plies are good. */
struct memory {
    int slots;
    int16_t *quiet[SIDES_MAX];   /* [slots] */
    int16_t *after[2];           /* [follow_size]: by the ply one and two before, and this one */
    int16_t *gains[SIDES_MAX];   /* [slots]: captures */
    uint32_t follow_size;        /* a power of two, or slots * slots */
    uint32_t *answer;            /* [slots * SIDES_MAX]: low code that refuted the ply before */
};

void memory_make(struct memory *memory, int slots);
void memory_free(struct memory *memory);
void memory_clear(struct memory *memory);

struct frame {
    uint32_t killer[2]; /* low codes */
    uint32_t low;       /* of the ply made from here, 0: passed */
    uint32_t slot;
    int eval;
    uint8_t side;       /* who moved */
    bool gains, check;
    uint32_t excluded;  /* low code that is left out (singular extensions) */
};

struct worker;

struct picker {
    int stage;
    int from, bad, next, end; /* indices of the list */
    int heap;
    size_t body_from;
    uint32_t low;             /* of the table's ply */
    bool quiet_wanted;        /* false in quiescence */
    bool found;               /* the table's ply was given first */
    int cap;                  /* members of cascades */
    bool more;                /* there may be longer ones */
    uint8_t flags;            /* of the last one: enum picked */
};
enum picked { PICKED_TABLE = 1, PICKED_GOOD = 2, PICKED_BAD = 4, PICKED_KILLER = 8 };

/* Plies of the state of a node, best first. They lie in the worker's list from picker->from on, until picker_end(). */
void picker_begin(struct picker *picker, struct worker *worker, int ply, uint32_t low, bool quiet, int cap);
/* The next one's index, -1 at the end. */
int picker_next(struct picker *picker, struct worker *worker, int ply);
/* List those with more members, after the end: `cap` at most. False: nothing more. */
bool picker_widen(struct picker *picker, struct worker *worker, int ply, int cap);
void picker_end(struct picker *picker, struct worker *worker);
/* What is known of a quiet ply from here, about -32000 .. 32000 */
int order_quiet(const struct worker *worker, int ply, const struct search_ply *candidate);
/* A ply refuted; those tried before it did not. */
void learn(struct worker *worker, int ply, const struct search_ply *best, int depth, const struct search_ply *tried, int n);

/* ---- tree.c */

struct root_ply {
    struct search_ply ply;
    int score, before;      /* of this iteration and the last one, SCORE_NONE */
    uint64_t nodes;
    int pv_length;
    uint64_t pv[ENGINE_PV_MAX];
};

/* One thread. */
struct worker {
    struct engine *engine;
    const struct search_rules *rules;
    const struct evaluator *evaluator;
    void *work;
    unsigned char *states;      /* [PLY_MAX + 2] */
    size_t state_size;
    struct search_list list;    /* of all nodes on the path, a stack */
    struct memory memory;
    struct frame frame[PLY_MAX + 4];
    uint64_t *keys;             /* of the game before and the path: the root's is keys[history] */
    int history;
    struct root_ply *root;
    int roots, line;            /* root[line] and after are searched */
    const unsigned char *body;  /* of the root's plies */
    uint64_t pv[PLY_MAX + 1][ENGINE_PV_MAX];
    int pv_length[PLY_MAX + 1];
    uint64_t nodes;
    int deepest, index;
    int seat;                   /* whose root it is */
    bool two;                   /* two players are in: plain search */
    int check_in;               /* nodes until the clock is looked at */
    int null_below;             /* no null move before this ply (verification) */
};

static inline void *state_at(const struct worker *worker, int ply)
{
    return worker->states + (size_t)ply * worker->state_size;
}

static inline const void *body_at(const struct worker *worker, const struct search_ply *ply)
{
    return worker->list.body ? worker->list.body + ply->body : NULL;
}

/* Fill what is the same for all searches. */
void search_prepare(void);
/* Search the root's plies from worker->line on; scores into worker->root, which is put in order. */
int search_root(struct worker *worker, int depth, int alpha, int beta);

/* ---- budget.c */

struct budget {
    const struct engine_host *host;
    const struct engine_limits *limits;
    int64_t begun, soft, hard; /* microseconds; soft, hard: since `begun`, 0: none */
    int64_t pondered;          /* that time which did not count */
    int every;                 /* nodes between two looks at the clock */
    int64_t looked;
    bool was_pondering;
};

void budget_begin(struct budget *budget, const struct engine_host *host, const struct engine_limits *limits, int side, int plies);
int64_t budget_spent(struct budget *budget); /* microseconds */
/* Must we stop now? And: is there no sense in another iteration? `calm` in hundredths: less for a ply that is sure. */
bool budget_over(struct budget *budget, uint64_t nodes);
bool budget_enough(struct budget *budget, int calm);

/* ---- engine.c */

struct engine {
    const struct ruleset *ruleset;
    const struct search_rules *rules;
    struct evaluator evaluator;
    struct table table;
    struct worker **worker; /* [threads] */
    int threads;
    struct position position; /* to think about */
    uint64_t *keys;           /* of the positions before it */
    int key_count, key_room, plies;
    bool draws;               /* repetition and 100 plies without change are draws */
    /* while thinking */
    struct budget budget;
    struct search_list root;  /* the plies of the root, with their bodies */
    atomic_bool halt;
    const struct engine_limits *limits;
    const struct engine_host *host;
};

/* ---- root.c, lines.c */

/* The legal plies of the position into engine->root. */
void root_list(struct engine *engine, struct worker *worker);
/* A line of codes from the position as plies: *out is a growing list of `n`. Gives how many could be read. */
int line_unpack(struct engine *engine, struct worker *worker, const struct root_ply *root, struct ply *out, int room);

#endif
