/* ordering.c - which ply to search next. The better the order, the smaller the tree. The order is:
 * the ply from the transposition table; captures that win material; quiet plies by their success
 * elsewhere (history, also in reply to the previous ply); captures that lose material; finally, in
 * games with cascades, plies with more members. A stage is generated only if the stage before it
 * has caused no cutoff. */
#include "core/engine/parts.h"

#include <stdlib.h>

enum { HISTORY_MOST = 16384 };
enum stage {
    STAGE_TABLE,
    STAGE_GAINS,
    STAGE_PICK_GAINS,
    STAGE_QUIET,
    STAGE_PICK_QUIET,
    STAGE_BAD,
    STAGE_CASCADES,
    STAGE_PICK_CASCADES,
    STAGE_WIDENED,
    STAGE_END
};

void memory_make(struct memory *memory, int slots)
{
    uint64_t square = (uint64_t)slots * (uint64_t)slots;
    memory->slots = slots;
    memory->follow_size = square <= 1u << 20 ? (uint32_t)square : 1u << 20;
    for (int side = 0; side < SIDES_MAX; side++) {
        memory->quiet[side] = memory_new((size_t)slots, sizeof **memory->quiet);
        memory->gains[side] = memory_new((size_t)slots, sizeof **memory->gains);
    }
    for (int i = 0; i < 2; i++)
        memory->after[i] = memory_new(memory->follow_size, sizeof **memory->after);
    memory->answer = memory_new((size_t)slots * SIDES_MAX, sizeof *memory->answer);
}

void memory_free(struct memory *memory)
{
    for (int side = 0; side < SIDES_MAX; side++) {
        free(memory->quiet[side]);
        free(memory->gains[side]);
    }
    free(memory->after[0]);
    free(memory->after[1]);
    free(memory->answer);
    *memory = (struct memory){0};
}

void memory_clear(struct memory *memory)
{
    size_t slots = (size_t)memory->slots;
    for (int side = 0; side < SIDES_MAX; side++) {
        memset(memory->quiet[side], 0, slots * sizeof **memory->quiet);
        memset(memory->gains[side], 0, slots * sizeof **memory->gains);
    }
    for (int i = 0; i < 2; i++)
        memset(memory->after[i], 0, memory->follow_size * sizeof **memory->after);
    memset(memory->answer, 0, slots * SIDES_MAX * sizeof *memory->answer);
}

/* The index in memory->after of the ply with slot `slot` as a reply to the ply with slot
 * `before`. */
static inline uint32_t ordering_follow(const struct memory *memory, uint32_t before, uint32_t slot)
{
    uint64_t index = (uint64_t)before * (uint64_t)memory->slots + slot;
    return index < memory->follow_size ? (uint32_t)index
                                       : (uint32_t)(hash_mix(index) & (memory->follow_size - 1));
}

/* The frame of the node `back` plies before this node. NULL if there is no such node or a null move
 * was made there. */
static inline const struct frame *frame_before(const struct worker *worker, int ply, int back)
{
    const struct frame *frame = ply >= back ? &worker->frame[ply - back] : NULL;
    return frame && frame->low ? frame : NULL;
}

int order_quiet(const struct worker *worker, int ply, const struct search_ply *candidate)
{
    const struct memory *memory = &worker->memory;
    const struct search_head *head = state_at(worker, ply);
    int order = memory->quiet[head->side][candidate->slot];
    for (int i = 0; i < 2; i++) {
        const struct frame *before = frame_before(worker, ply, i + 1);
        if (before)
            order += memory->after[i][ordering_follow(memory, before->slot, candidate->slot)];
    }
    return order;
}

static void ordering_bump(int16_t *entry, int by)
{
    *entry = (int16_t)(*entry + by - *entry * (by < 0 ? -by : by) / HISTORY_MOST);
}

static void learn_quiet(struct worker *worker, int ply, int side, const struct search_ply *of,
                        int by)
{
    struct memory *memory = &worker->memory;
    ordering_bump(&memory->quiet[side][of->slot], by);
    for (int i = 0; i < 2; i++) {
        const struct frame *before = frame_before(worker, ply, i + 1);
        if (before)
            ordering_bump(&memory->after[i][ordering_follow(memory, before->slot, of->slot)], by);
    }
}

void learn(struct worker *worker, int ply, const struct search_ply *best, int depth,
           const struct search_ply *tried, int n)
{
    const struct search_head *head = state_at(worker, ply);
    struct memory *memory = &worker->memory;
    int by = depth > 14 ? 1600 : 16 * depth * depth / 2 + 64 * depth;
    if (by > 1600)
        by = 1600;
    for (int i = 0; i < n; i++) {
        if (tried[i].code == best->code)
            continue;
        if (tried[i].flags & SEARCH_GAINS)
            ordering_bump(&memory->gains[head->side][tried[i].slot], -by);
        else if (!(best->flags & SEARCH_GAINS))
            learn_quiet(worker, ply, head->side, &tried[i], -by);
    }
    if (best->flags & SEARCH_GAINS) {
        ordering_bump(&memory->gains[head->side][best->slot], by);
        return;
    }
    learn_quiet(worker, ply, head->side, best, by);
    struct frame *frame = &worker->frame[ply];
    if (frame->killer[0] != (uint32_t)best->code) {
        frame->killer[1] = frame->killer[0];
        frame->killer[0] = (uint32_t)best->code;
    }
    const struct frame *before = frame_before(worker, ply, 1);
    if (before)
        memory->answer[(size_t)head->side * (size_t)memory->slots + before->slot] =
            (uint32_t)best->code;
}

/* ---- the picker */

static void swap_plies(struct search_ply *a, struct search_ply *b)
{
    struct search_ply kept = *a;
    *a = *b;
    *b = kept;
}

/* Swap the ply with the highest order among from .. end-1 to `from`. */
static void select_best(struct search_list *list, int from, int end)
{
    int best = from;
    for (int i = from + 1; i < end; i++)
        if (list->v[i].order > list->v[best].order)
            best = i;
    if (best != from)
        swap_plies(&list->v[from], &list->v[best]);
}

/* Move v[at] down to its place in a heap of `n` plies, whose best ply is v[0]. */
static void ordering_sift(struct search_ply *v, int at, int n)
{
    struct search_ply kept = v[at];
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && v[child + 1].order > v[child].order)
            child++;
        if (v[child].order <= kept.order)
            break;
        v[at] = v[child];
    }
    v[at] = kept;
}

static void make_heap(struct search_ply *v, int n)
{
    for (int i = n / 2 - 1; i >= 0; i--)
        ordering_sift(v, i, n);
}

void picker_begin(struct picker *picker, struct worker *worker, int ply, uint32_t low, bool quiet,
                  int cap)
{
    (void)ply;
    *picker = (struct picker){.stage = STAGE_TABLE, .low = low, .quiet_wanted = quiet, .cap = cap};
    picker->from = picker->bad = picker->next = picker->end = worker->list.n;
    picker->body_from = worker->list.body_used;
}

void picker_end(struct picker *picker, struct worker *worker)
{
    worker->list.n = picker->from;
    worker->list.body_used = picker->body_from;
}

/* Set the order of captures and promotions: mainly by their gain, then by how cheap the moving
 * piece is and by history. Unlikely promotions come last. */
static void order_gains(struct worker *worker, int ply, int from)
{
    struct search_list *list = &worker->list;
    const struct search_head *head = state_at(worker, ply);
    for (int i = from; i < list->n; i++) {
        struct search_ply *v = &list->v[i];
        v->order = 16 * v->gain - v->risk + worker->memory.gains[head->side][v->slot] / 16 -
                   (v->flags & SEARCH_UNDER ? 1 << 16 : 0);
    }
}

/* Set the order of quiet plies: killers and the answer to the previous ply first, then by
 * history. */
static void order_quiets(struct worker *worker, int ply, int from)
{
    struct search_list *list = &worker->list;
    const struct frame *frame = &worker->frame[ply], *before = frame_before(worker, ply, 1);
    const struct search_head *head = state_at(worker, ply);
    uint32_t answer =
        before ? worker->memory
                     .answer[(size_t)head->side * (size_t)worker->memory.slots + before->slot]
               : 0;
    for (int i = from; i < list->n; i++) {
        struct search_ply *v = &list->v[i];
        uint32_t low = (uint32_t)v->code;
        v->order = order_quiet(worker, ply, v);
        if (low == frame->killer[0])
            v->order += 1 << 20;
        else if (low == frame->killer[1])
            v->order += 1 << 19;
        else if (low == answer)
            v->order += 1 << 18;
        if (v->flags & SEARCH_GAINS)
            v->order += 8 * v->gain; /* in games with cascades, captures and quiet plies are in one
                                        list, so captures are ordered here too */
    }
}

/* If the table's ply was already returned, remove it from the plies from `from` on. */
static void drop_table_ply(struct picker *picker, struct search_list *list, int from)
{
    for (int i = from; picker->low && picker->found && i < list->n; i++)
        if ((uint32_t)list->v[i].code == picker->low)
            list->v[i--] = list->v[--list->n];
}

static bool ordering_generate(struct worker *worker, int ply, unsigned want, int least, int most)
{
    return worker->rules->generate(worker->work, state_at(worker, ply), want, least, most,
                                   &worker->list);
}

/* True if a capture loses material, or if the ply is an unlikely promotion. */
static bool ordering_loses(const struct worker *worker, int ply, const struct search_ply *v)
{
    if (v->flags & SEARCH_UNDER)
        return true;
    if (worker->rules->exchange)
        return !worker->rules->exchange(worker->work, state_at(worker, ply), v, body_at(worker, v),
                                        0);
    return v->gain < 0;
}

/* Append the table's ply to the list if find() can produce it, and return its index. If it returns
 * -1, a later stage recognises the ply among those generated. */
static int pick_table(struct picker *picker, struct worker *worker, int ply)
{
    struct search_list *list = &worker->list;
    if (!picker->low)
        return -1;
    if (worker->rules->find &&
        worker->rules->find(worker->work, state_at(worker, ply), picker->low, list)) {
        picker->found = true;
        picker->next = picker->bad = picker->end = list->n;
        picker->flags = PICKED_TABLE;
        return list->n - 1;
    }
    return -1;
}

/* Make a heap of the plies from picker->heap on, best ply at the top. The table's ply is best of
 * all. */
static void heap_plies(struct picker *picker, struct worker *worker, int ply,
                       struct search_list *list)
{
    drop_table_ply(picker, list, picker->heap);
    order_quiets(worker, ply, picker->heap);
    for (int i = picker->heap; picker->low && !picker->found && i < list->n; i++)
        if ((uint32_t)list->v[i].code == picker->low)
            list->v[i].order = 1 << 30;
    make_heap(list->v + picker->heap, list->n - picker->heap);
    picker->end = list->n;
}

int picker_next(struct picker *picker, struct worker *worker, int ply)
{
    struct search_list *list = &worker->list;
    int index;
    picker->flags = 0;
    switch (picker->stage) {
    case STAGE_TABLE:
        picker->stage = STAGE_GAINS;
        if ((index = pick_table(picker, worker, ply)) >= 0)
            return index;
        /* fall through */
    case STAGE_GAINS:
        picker->bad = picker->next = list->n;
        picker->more = ordering_generate(worker, ply, SEARCH_WANT_GAINS, 1, 1);
        drop_table_ply(picker, list, picker->next);
        order_gains(worker, ply, picker->next);
        for (int i = picker->next; picker->low && !picker->found && i < list->n; i++)
            if ((uint32_t)list->v[i].code == picker->low)
                list->v[i].order = 1 << 30;
        picker->end = list->n;
        picker->stage = STAGE_PICK_GAINS;
        /* fall through */
    case STAGE_PICK_GAINS:
        while (picker->next < picker->end) {
            select_best(list, picker->next, picker->end);
            index = picker->next++;
            if (list->v[index].order == 1 << 30) {
                picker->flags = PICKED_TABLE;
                return index;
            }
            if (!ordering_loses(worker, ply, &list->v[index])) {
                picker->flags = PICKED_GOOD;
                return index;
            }
            if (index != picker->bad)
                swap_plies(&list->v[index], &list->v[picker->bad]);
            picker->bad++;
        }
        picker->stage = picker->quiet_wanted ? STAGE_QUIET : STAGE_END;
        if (!picker->quiet_wanted)
            return -1;
        /* fall through */
    case STAGE_QUIET:
        /* The losing captures stay in the list, below picker->next. */
        picker->heap = list->n;
        picker->more |= ordering_generate(worker, ply, SEARCH_WANT_QUIET, 1, 1);
        heap_plies(picker, worker, ply, list);
        picker->stage = STAGE_PICK_QUIET;
        /* fall through */
    case STAGE_PICK_QUIET:
    case STAGE_PICK_CASCADES:
        if (picker->end > picker->heap) {
            struct search_ply *v = list->v + picker->heap;
            int n = --picker->end - picker->heap;
            swap_plies(&v[0], &v[n]);
            if (n > 1)
                ordering_sift(v, 0, n);
            int order = v[n].order;
            bool killer = order >= 1 << 17 && picker->stage == STAGE_PICK_QUIET;
            picker->flags = order >= 1 << 29 ? PICKED_TABLE : killer ? PICKED_KILLER : 0;
            return picker->end;
        }
        if (picker->stage == STAGE_PICK_CASCADES) {
            picker->stage = STAGE_END;
            return -1;
        }
        picker->stage = STAGE_BAD;
        picker->next = picker->found ? picker->from + 1 : picker->from;
        /* fall through */
    case STAGE_BAD:
        if (picker->next < picker->bad) {
            picker->flags = PICKED_BAD;
            return picker->next++;
        }
        picker->stage = STAGE_CASCADES;
        /* fall through */
    case STAGE_CASCADES:
        picker->heap = list->n;
        picker->end = list->n;
        if (worker->rules->cascades && picker->cap > 1) {
            picker->more = ordering_generate(worker, ply, SEARCH_WANT_ALL, 2, picker->cap);
            heap_plies(picker, worker, ply, list);
        }
        picker->stage = STAGE_PICK_CASCADES;
        return picker_next(picker, worker, ply);
    default:
        return -1;
    }
}

bool picker_widen(struct picker *picker, struct worker *worker, int ply, int cap)
{
    struct search_list *list = &worker->list;
    if (!worker->rules->cascades || cap <= picker->cap)
        return false;
    picker->heap = list->n;
    ordering_generate(worker, ply, SEARCH_WANT_ALL, picker->cap + 1, cap);
    order_quiets(worker, ply, picker->heap);
    make_heap(list->v + picker->heap, list->n - picker->heap);
    picker->end = list->n;
    picker->cap = cap;
    picker->stage = STAGE_PICK_CASCADES;
    return picker->end > picker->heap;
}
