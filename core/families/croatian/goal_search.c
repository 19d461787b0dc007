/* goal_search.c - find the shortest plies that reach a goal (core/cascades.h), and find out whether
 * any legal ply exists.
 *
 * A cascade has no maximal length: pieces can push each other in circles. But what a chain can
 * still do depends only on its state before the next member: the board, the piece in the air, its
 * momentum, the pattern for passive pieces, and which of the pieces that attacked the King before
 * the ply, or of the passed Pawns, the ply has touched (10.2, 9.2). The number of states is finite,
 * so a search that visits each state once ends, although the number of plies is infinite.
 *
 * The search is breadth first over these states. A node is a member that activated a piece, with
 * its parent. To restore its state, expand_node() replays its members on the board, which needs
 * less memory than a board for each node. Nodes are created in order of their number of moves, so
 * the first plies found are the shortest; the search then drops all longer ones. States are stored
 * as 64-bit hashes: a collision would hide a chain, with negligible probability. Among plies
 * through the same state only one is reported.
 *
 * any_ply() looks for any legal ply, to detect mate and stalemate. It first searches within the
 * limits, expanding at most LOOKS_WITHIN nodes. If that is not conclusive, it searches without a
 * limit of members but with at most STATES_BEYOND states, because a verdict must be fast. Only a
 * complete search without a ply proves that no ply exists; otherwise the answer is PLY_BEYOND, and
 * attack.c marks the verdict as unsure. */
#include "core/families/croatian/croatian.h"

#include "core/cascades.h"

#include <limits.h>
#include <stdlib.h>

enum {
    STATES_DEFAULT = 4000000,
    LOOKS_WITHIN = 100000, /* most nodes that the first search for a verdict may expand; games
                              need hundreds, boards full of Waves millions */
    STATES_BEYOND = 500,   /* most states that the second search for a verdict may store; it has
                              no limit of members */
    PROGRESS_EVERY = 256   /* nodes between two calls of progress() */
};

/* A ply that has not ended: its last member, which activated a piece, and its parent. */
struct croatian_node {
    struct member member;
    int parent; /* index of the node with the previous member; -1 if this is the first member */
    int moves;
    uint64_t board; /* hash of the changes the ply has made to the board */
};

struct croatian_finder {
    struct chain chain;
    struct members members;
    const struct goal *goal;
    const struct cascade_search *search;
    ply_fn *each;
    void *argument;
    struct cascade_result *result;
    struct croatian_node *node;
    int nodes, room;
    uint64_t *seen; /* hash table with open addressing of the states seen; 0 is a free slot */
    size_t seen_count, seen_room;
    struct ply ply;
    bool first_only; /* true: stop at the first ply, because only its existence matters */
    int looks;       /* greatest number of nodes to expand */
    bool beyond; /* true once the search has met a ply that continues after search->moves members.
                    It does not follow such plies; one is enough to know that they exist */
};

static uint64_t piece_hash(cell_t cell, struct piece piece)
{
    uint64_t what = (uint64_t)cell << 16 | (uint64_t)piece.kind << 8 | (uint64_t)(piece.side + 1);
    return piece.kind ? hash_mix(what) : 0;
}

static uint64_t croatian_board_after(const struct croatian_finder *finder,
                                     const struct member *member, int parent)
{
    uint64_t board =
        parent < 0 ? 0 - piece_hash(member->from, member->piece) : finder->node[parent].board;
    cell_t end = member_end(member);
    return board - piece_hash(end, member->met) + piece_hash(end, member->piece);
}

/* A hash of every fact on which the continuation of a chain depends. */
static uint64_t state_hash(const struct chain *chain, uint64_t board)
{
    uint64_t touched = 0;
    for (int i = 0; i < chain->before.n; i++)
        touched |= (uint64_t)cells_has(chain->touched, chain->before.v[i]) << i;
    if (chain->now->passed_count) {
        cell_t victim = forward_of(chain->own, chain->now->passed[chain->now->passed_count - 1],
                                   !chain->now->side, 0);
        touched |= (uint64_t)cells_has(chain->touched, victim) << ATTACKERS_MAX;
    }
    uint64_t air = (uint64_t)chain->hand | (uint64_t)chain->air.kind << 16 |
                   (uint64_t)chain->air.side << 24 | (uint64_t)chain->momentum << 28 |
                   (uint64_t)chain->pattern.kind << 40 | (uint64_t)chain->pattern.side << 48 |
                   (uint64_t)chain->pattern.mark << 52;
    uint64_t hash = hash_mix(board + hash_mix(air + 1) + 3 * hash_mix(touched + 2));
    return hash ? hash : 1;
}

static bool seen_put(uint64_t *seen, size_t room, uint64_t key)
{
    size_t i = key & (room - 1);
    for (; seen[i]; i = (i + 1) & (room - 1))
        if (seen[i] == key)
            return false;
    seen[i] = key;
    return true;
}

/* Store a state; false if it was already stored. */
static bool croatian_seen_add(struct croatian_finder *finder, uint64_t key)
{
    if (2 * (finder->seen_count + 1) > finder->seen_room) {
        size_t room = finder->seen_room ? 2 * finder->seen_room : 256;
        uint64_t *wider = memory_new(room, sizeof *wider);
        for (size_t i = 0; i < finder->seen_room; i++)
            if (finder->seen[i])
                seen_put(wider, room, finder->seen[i]);
        free(finder->seen);
        finder->seen = wider;
        finder->seen_room = room;
    }
    if (!seen_put(finder->seen, finder->seen_room, key))
        return false;
    finder->seen_count++;
    return true;
}

static bool gives_check(const struct position *after)
{
    const struct croatian *own = croatian_of(after);
    cell_t king = position_find(after, KING, after->side);
    struct attackers attackers = {.n = 0};
    if (king != CELL_NONE)
        attackers_of(own, after->at, king, !after->side, &attackers);
    return attackers.n > 0;
}

static bool touches_cell(const struct chain *chain, const struct member *last, cell_t cell)
{
    cell_t touched[MEMBER_TOUCHES];
    bool found = cells_has(chain->touched, cell);
    for (int i = member_touches(last, touched) - 1; i >= 0; i--)
        found = found || touched[i] == cell;
    return found;
}

static bool is_goal(struct croatian_finder *finder, const struct member *last)
{
    const struct goal *goal = finder->goal;
    struct chain *chain = &finder->chain;
    struct finished finished;
    bool found;
    switch (goal->verb) {
    case GOAL_CAPTURE:
        return (last->ending == CAPTURES && member_end(last) == goal->cell) ||
               (last->ending == PASSES && last->aside == goal->cell);
    case GOAL_REACH:
        if (!touches_cell(chain, last, goal->cell))
            return false;
        chain_finish(chain, last, &finished);
        found = chain->now->at[goal->cell].kind == goal->kind;
        chain_resume(chain, &finished);
        return found;
    case GOAL_CHECK:
        chain_finish(chain, last, &finished);
        found = gives_check(chain->now);
        chain_resume(chain, &finished);
        return found;
    case GOAL_PROMOTE:
        return last->promotion != KIND_NONE;
    case GOAL_SUMMON:
        return last->summoned != KIND_NONE;
    default:
        return true;
    }
}

/* List the nodes from the first member to this node, as indices. The caller frees the list. */
static int *croatian_path_to(const struct croatian_finder *finder, int node, int *count)
{
    *count = node < 0 ? 0 : finder->node[node].moves;
    int *path = memory_new((size_t)*count, sizeof *path);
    for (int i = *count - 1; i >= 0; i--) {
        path[i] = node;
        node = finder->node[node].parent;
    }
    return path;
}

static int croatian_report(struct croatian_finder *finder, int parent, const struct member *last)
{
    int count;
    int *path = croatian_path_to(finder, parent, &count);
    const struct member *first = count ? &finder->node[path[0]].member : last;
    ply_add_launch(&finder->ply, first->piece, first->from);
    for (int i = 0; i < count; i++)
        ply_add_member(&finder->ply, &finder->node[path[i]].member);
    ply_add_member(&finder->ply, last);
    free(path);
    finder->result->found++;
    finder->result->moves = count + 1;
    if (finder->first_only)
        return 1;
    return finder->each(&finder->ply, finder->argument);
}

static int tell_progress(struct croatian_finder *finder, int node)
{
    if (!finder->search->progress || node % PROGRESS_EVERY != 0)
        return 0;
    return finder->search->progress(finder->node[node].moves, finder->seen_count,
                                    finder->search->argument);
}

/* Try all members of the piece in the air: report those that end the ply and reach the goal, and
 * store activations as new nodes. */
static int croatian_expand(struct croatian_finder *finder, int parent)
{
    struct chain *chain = &finder->chain;
    int moves = parent < 0 ? 1 : finder->node[parent].moves + 1, stop = 0;
    finder->members.n = 0;
    chain->most = finder->beyond && moves >= finder->search->moves ? moves : INT_MAX;
    members_of(chain);
    for (int i = 0; i < finder->members.n && !stop; i++) {
        struct member member = finder->members.v[i];
        struct pushed pushed;
        if (member.ending != PUSHES) {
            if (is_goal(finder, &member))
                stop = croatian_report(finder, parent, &member);
            continue;
        }
        if (finder->result->found || (finder->beyond && moves >= finder->search->moves))
            continue; /* a shorter ply was found, or longer plies are known to exist */
        uint64_t board = croatian_board_after(finder, &member, parent);
        chain_push(chain, &member, &pushed);
        bool fresh = croatian_seen_add(finder, state_hash(chain, board));
        chain_pull(chain, &member, &pushed);
        if (!fresh)
            continue;
        if (moves >= finder->search->moves) {
            finder->beyond = true;
            continue;
        }
        finder->node =
            memory_room(finder->node, &finder->room, finder->nodes + 1, sizeof *finder->node);
        finder->node[finder->nodes++] = (struct croatian_node){member, parent, moves, board};
    }
    return stop;
}

static int expand_launches(struct croatian_finder *finder)
{
    struct chain *chain = &finder->chain;
    int stop = 0;
    for (int i = 0; i < chain->launches && !stop; i++) {
        chain_lift(chain, chain->launch[i]);
        stop = croatian_expand(finder, -1);
        chain_drop(chain);
    }
    return stop;
}

static int expand_node(struct croatian_finder *finder, int node)
{
    struct chain *chain = &finder->chain;
    int count;
    int *path = croatian_path_to(finder, node, &count);
    struct pushed *pushed = memory_new((size_t)count, sizeof *pushed);
    chain_lift(chain, finder->node[path[0]].member.from);
    for (int i = 0; i < count; i++)
        chain_push(chain, &finder->node[path[i]].member, &pushed[i]);
    int stop = croatian_expand(finder, node);
    for (int i = count - 1; i >= 0; i--)
        chain_pull(chain, &finder->node[path[i]].member, &pushed[i]);
    chain_drop(chain);
    free(path);
    free(pushed);
    return stop;
}

static enum cascade_end croatian_look(struct croatian_finder *finder)
{
    size_t most = finder->search->states ? finder->search->states : STATES_DEFAULT;
    int *looked = &finder->result->looked;
    if (expand_launches(finder))
        return CASCADES_CANCELLED;
    *looked = 1;
    for (int node = 0; node < finder->nodes; node++) {
        *looked = finder->node[node].moves; /* all plies with fewer members have been searched,
                                               because nodes are in order of members */
        if (finder->result->found && finder->node[node].moves >= finder->result->moves)
            return CASCADES_ALL;
        if (finder->seen_count > most || node >= finder->looks)
            return CASCADES_STATES;
        if (tell_progress(finder, node) || expand_node(finder, node))
            return CASCADES_CANCELLED;
    }
    if (finder->nodes)
        *looked = finder->node[finder->nodes - 1].moves + 1;
    return finder->beyond && !finder->result->found ? CASCADES_LIMIT : CASCADES_ALL;
}

/* Implements croatian_find() with a limit on the nodes to expand. If `each` is NULL only the
 * existence of a ply matters. */
static void croatian_goal_search_find(const struct position *position, const struct goal *goal,
                                      const struct cascade_search *search, int looks, ply_fn *each,
                                      void *argument, struct cascade_result *result)
{
    struct position now;
    struct croatian_finder finder; /* for speed the struct is not cleared as a whole: a verdict is
                                      needed after every ply */
    finder.members = (struct members){0};
    finder.goal = goal;
    finder.search = search;
    finder.each = each;
    finder.argument = argument;
    finder.result = result;
    finder.node = NULL;
    finder.seen = NULL;
    finder.nodes = finder.room = 0;
    finder.seen_count = finder.seen_room = 0;
    finder.ply = (struct ply){0};
    finder.first_only = each == NULL;
    finder.looks = looks;
    finder.beyond = false;
    position_copy(&now, position);
    chain_begin(&finder.chain, &now, &finder.members);
    result->end = croatian_look(&finder);
    result->states = finder.seen_count;
    free(finder.members.v);
    free(finder.node);
    free(finder.seen);
    ply_free(&finder.ply);
}

void croatian_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result)
{
    croatian_goal_search_find(position, goal, search, INT_MAX, each, argument, result);
}

enum any_ply any_ply(const struct position *position, int cap)
{
    const struct goal goal = {.verb = GOAL_ANY, .cell = CELL_NONE};
    struct cascade_search search = {.moves = cap};
    struct cascade_result result = {0};
    croatian_goal_search_find(position, &goal, &search, LOOKS_WITHIN, NULL, NULL, &result);
    if (result.found || result.end == CASCADES_ALL)
        return result.found ? PLY_FOUND : PLY_NONE;
    search = (struct cascade_search){.moves = INT32_MAX, .states = STATES_BEYOND};
    croatian_goal_search_find(position, &goal, &search, INT_MAX, NULL, NULL, &result);
    return !result.found && result.end == CASCADES_ALL ? PLY_NONE : PLY_BEYOND;
}
