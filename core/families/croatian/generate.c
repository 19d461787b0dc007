/* generate.c - list every ply of a position, depth first, on one board and with an explicit stack:
 * only the limits bound the length of a ply, not the size of the machine's stack.
 *
 * All plies found here have different long forms, because the text of a member shows every choice
 * that members_of() made. */
#include "core/families/croatian/croatian.h"

#include <stdlib.h>

/* Called for the last member of each ply, with the chain before that member. The function must
 * leave the chain as it was. A result other than 0 stops the enumeration. */
typedef int leaf_fn(struct chain *chain, const struct member *last, void *argument);

/* One level of the depth-first search: the members of one piece in the air. */
struct croatian_level {
    int first, next, end; /* indices in the list of members; next - 1: the member being followed */
    struct pushed pushed; /* what chain_pull() needs to undo the member being followed */
};

/* The stack of levels, with the members of all levels in one list. A leaf_fn may search the
 * position after the ply with the same stack: it adds levels on top. */
struct walk_stack {
    struct chain *chain;
    struct members members;
    struct croatian_level *level;
    int depth, room;
};

static void open_level(struct walk_stack *stack)
{
    stack->level = memory_room(stack->level, &stack->room, stack->depth + 1, sizeof *stack->level);
    struct croatian_level *level = &stack->level[stack->depth++];
    level->first = level->next = stack->members.n;
    members_of(stack->chain);
    level->end = stack->members.n;
}

/* Pass the members that end the ply to `leaf`, and stop at the next member that continues the ply.
 * A leaf may use the stack and thereby move its arrays, so they are addressed by index. */
static int hand_leaves(struct walk_stack *stack, leaf_fn *leaf, void *argument)
{
    int top = stack->depth - 1, i = stack->level[top].next, end = stack->level[top].end, stop = 0;
    for (; i < end && !stop && stack->members.v[i].ending != PUSHES; i++)
        stop = leaf(stack->chain, &stack->members.v[i], argument);
    stack->level[top].next = i;
    return stop;
}

/* List all plies that the piece just lifted can launch. */
static int croatian_follow_all(struct walk_stack *stack, leaf_fn *leaf, void *argument)
{
    struct chain *chain = stack->chain;
    int bottom = stack->depth, stop = 0;
    open_level(stack);
    while (stack->depth > bottom) {
        stop = stop ? stop : hand_leaves(stack, leaf, argument);
        struct croatian_level *level = &stack->level[stack->depth - 1];
        if (level->next < level->end && !stop) {
            chain_push(chain, &stack->members.v[level->next++], &level->pushed);
            open_level(stack);
            continue;
        }
        stack->members.n = level->first;
        stack->depth--;
        if (stack->depth > bottom) {
            level = &stack->level[stack->depth - 1];
            chain_pull(chain, &stack->members.v[level->next - 1], &level->pushed);
        }
    }
    return stop;
}

static int croatian_each_ply(struct walk_stack *stack, struct chain *chain, int cap, leaf_fn *leaf,
                             void *argument)
{
    int stop = 0;
    stack->chain = chain;
    chain->out = &stack->members;
    chain->most = cap;
    for (int i = 0; i < chain->launches && !stop; i++) {
        chain_lift(chain, chain->launch[i]);
        stop = croatian_follow_all(stack, leaf, argument);
        chain_drop(chain);
    }
    return stop;
}

static void stack_free(struct walk_stack *stack)
{
    free(stack->members.v);
    free(stack->level);
}

/* ---- listing */
struct croatian_listing {
    struct walk_stack stack;
    struct ply ply;
    ply_fn *each;
    void *argument;
};

static int croatian_list_ply(struct chain *chain, const struct member *last, void *argument)
{
    struct croatian_listing *listing = argument;
    const struct walk_stack *stack = &listing->stack;
    (void)chain;
    const struct member *first =
        stack->depth > 1 ? &stack->members.v[stack->level[0].next - 1] : last;
    ply_add_launch(&listing->ply, first->piece, first->from);
    for (int i = 0; i + 1 < stack->depth; i++)
        ply_add_member(&listing->ply, &stack->members.v[stack->level[i].next - 1]);
    ply_add_member(&listing->ply, last);
    return listing->each(&listing->ply, listing->argument);
}

int croatian_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument)
{
    struct position now;
    struct chain chain;
    struct croatian_listing listing = {.each = each, .argument = argument};
    position_copy(&now, position);
    chain_begin(&chain, &now, NULL);
    int stop =
        croatian_each_ply(&listing.stack, &chain, limits->cascade, croatian_list_ply, &listing);
    stack_free(&listing.stack);
    ply_free(&listing.ply);
    return stop;
}

/* ---- counting */
struct croatian_count {
    struct walk_stack *stack;
    int depth, cap;
    bool bulk;
    uint64_t total;
};

static uint64_t croatian_count_from(struct walk_stack *stack, struct position *now, int depth,
                                    int cap, bool bulk);

static int croatian_count_ply(struct chain *chain, const struct member *last, void *argument)
{
    struct croatian_count *counting = argument;
    struct finished finished;
    chain_finish(chain, last, &finished);
    counting->total += counting->depth == 1
                           ? 1
                           : croatian_count_from(counting->stack, chain->now, counting->depth - 1,
                                                 counting->cap, counting->bulk);
    chain_resume(chain, &finished);
    return 0;
}

/* Count the plies of `depth` from a position; changes `now` temporarily. */
static uint64_t croatian_count_from(struct walk_stack *stack, struct position *now, int depth,
                                    int cap, bool bulk)
{
    struct chain chain, *below = stack->chain;
    struct croatian_count counting = {stack, depth, cap, bulk, 0};
    stack->members.tallying = bulk && depth == 1;
    stack->members.tally = 0;
    chain_begin(&chain, now, NULL);
    croatian_each_ply(stack, &chain, cap, croatian_count_ply, &counting);
    stack->chain = below;
    if (!stack->members.tallying)
        return counting.total;
    stack->members.tallying = false;
    return stack->members.tally;
}

uint64_t croatian_perft(const struct position *position, int depth, const struct limits *limits,
                        bool bulk)
{
    struct position now;
    struct walk_stack stack = {0};
    position_copy(&now, position);
    uint64_t total = croatian_count_from(&stack, &now, depth, limits->cascade, bulk);
    stack_free(&stack);
    return total;
}
