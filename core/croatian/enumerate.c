/* enumerate.c - every ply of a position, depth first, on one board and with a stack of our own: the length of
 * a ply is bounded by the limits only, never by the machine's stack.
 *
 * No two plies found here have the same long form: a member's text tells all that members_of() chose. */
#include "core/croatian/croatian.h"

#include <stdlib.h>

/* Called at the last member of each ply, with the chain as it stands before it. Not 0 stops. */
typedef int leaf_fn(const struct chain *chain, const struct member *last, void *argument);

/* One level: the members of the piece in the air, and which of them is being followed. */
struct level {
    int first, next, end; /* indices into the members */
    struct pushed pushed; /* how to take the followed one back */
};

struct walk_stack {
    struct chain *chain;
    struct members members;
    struct level *level;
    int depth, room;
    int cap;
};

static void open_level(struct walk_stack *stack)
{
    stack->level = memory_room(stack->level, &stack->room, stack->depth + 1, sizeof *stack->level);
    struct level *level = &stack->level[stack->depth++];
    level->first = level->next = stack->members.n;
    members_of(stack->chain);
    level->end = stack->members.n;
}

/* Follow the members of the piece just lifted. */
static int follow_all(struct walk_stack *stack, leaf_fn *leaf, void *argument)
{
    struct chain *chain = stack->chain;
    open_level(stack);
    while (stack->depth > 0) {
        struct level *level = &stack->level[stack->depth - 1];
        if (level->next == level->end) {
            stack->members.n = level->first;
            stack->depth--;
            if (stack->depth > 0) {
                level = &stack->level[stack->depth - 1];
                chain_pull(chain, &stack->members.v[level->next - 1], &level->pushed);
            }
            continue;
        }
        struct member member = stack->members.v[level->next++]; /* the list moves when it grows */
        if (member.ending == PUSHES) {
            if (chain->moves + 1 >= stack->cap)
                continue;
            chain_push(chain, &member, &level->pushed);
            open_level(stack);
            continue;
        }
        int stop = leaf(chain, &member, argument);
        if (stop)
            return stop;
    }
    return 0;
}

/* Put everything back after a stop in the middle. */
static void unwind(struct walk_stack *stack)
{
    while (stack->depth > 1) {
        stack->depth--;
        struct level *level = &stack->level[stack->depth - 1];
        chain_pull(stack->chain, &stack->members.v[level->next - 1], &level->pushed);
    }
    stack->depth = 0;
    stack->members.n = 0;
}

static int each_ply(struct chain *chain, int cap, struct walk_stack *stack, leaf_fn *leaf, void *argument)
{
    int stop = 0;
    stack->chain = chain;
    stack->cap = cap;
    chain->out = &stack->members;
    for (int c = 0; c < chain->own->cells && !stop; c++) {
        if (!may_launch(chain->now, (cell_t)c))
            continue;
        chain_lift(chain, (cell_t)c);
        stop = follow_all(stack, leaf, argument);
        unwind(stack);
        chain_drop(chain);
    }
    free(stack->members.v);
    free(stack->level);
    return stop;
}

/* Listing. */
struct listing {
    struct walk_stack stack;
    struct ply ply;
    ply_fn *each;
    void *argument;
};

static int list_ply(const struct chain *chain, const struct member *last, void *argument)
{
    struct listing *listing = argument;
    const struct walk_stack *stack = &listing->stack;
    (void)chain;
    const struct member *first = stack->depth > 1 ? &stack->members.v[stack->level[0].next - 1] : last;
    ply_add_launch(&listing->ply, first->piece, first->from);
    for (int i = 0; i + 1 < stack->depth; i++)
        ply_add_member(&listing->ply, &stack->members.v[stack->level[i].next - 1]);
    ply_add_member(&listing->ply, last);
    return listing->each(&listing->ply, listing->argument);
}

int croatian_plies(const struct position *position, const struct limits *limits, ply_fn *each, void *argument)
{
    struct position now;
    struct chain chain;
    struct listing listing = {.each = each, .argument = argument};
    position_copy(&now, position);
    chain_begin(&chain, &now, NULL);
    int stop = each_ply(&chain, limits->cascade, &listing.stack, list_ply, &listing);
    ply_free(&listing.ply);
    return stop;
}

/* Counting. */
struct counting {
    int depth;
    const struct limits *limits;
    bool bulk;
    uint64_t total;
};

static int count_ply(const struct chain *chain, const struct member *last, void *argument)
{
    struct counting *counting = argument;
    struct position after;
    if (counting->depth == 1 && counting->bulk) {
        counting->total++;
        return 0;
    }
    chain_finish(chain, last, &after);
    counting->total += counting->depth == 1
                           ? 1
                           : croatian_perft(&after, counting->depth - 1, counting->limits, counting->bulk);
    return 0;
}

uint64_t croatian_perft(const struct position *position, int depth, const struct limits *limits, bool bulk)
{
    struct position now;
    struct chain chain;
    struct walk_stack stack = {0};
    struct counting counting = {depth, limits, bulk, 0};
    position_copy(&now, position);
    chain_begin(&chain, &now, NULL);
    each_ply(&chain, limits->cascade, &stack, count_ply, &counting);
    return counting.total;
}
