/* position.c - copy, compare and hash positions, and lists of actions: see position.h and
 * action.h. */
#include "core/position.h"
#include "core/action.h"
#include "core/family.h"

#include <stdlib.h>
#include <string.h>

static size_t used_bytes(const struct ruleset *rules)
{
    return offsetof(struct position, at) + (size_t)rules->board->cells * sizeof(struct piece);
}

void position_clear(struct position *position, const struct ruleset *rules)
{
    memset(position, 0, used_bytes(rules));
    position->rules = rules;
    position->fullmove = 1;
}

void position_copy(struct position *to, const struct position *from)
{
    memcpy(to, from, used_bytes(from->rules));
}

bool position_same(const struct position *a, const struct position *b)
{
    return a->rules == b->rules && a->side == b->side && a->rights == b->rights &&
           a->passed_count == b->passed_count &&
           !memcmp(a->passed, b->passed, a->passed_count * sizeof *a->passed) &&
           !memcmp(a->family, b->family, sizeof a->family) &&
           !memcmp(a->held, b->held, sizeof a->held) &&
           !memcmp(a->at, b->at, (size_t)a->rules->board->cells * sizeof *a->at);
}

/* The hash is a sum of hashed (place, content) pairs. So the order of cells does not matter and no
 * table of random keys is needed. Each pair is hashed as a number, so byte order does not matter
 * either. */
uint64_t position_hash(const struct position *position)
{
    uint64_t hash =
        hash_mix(0x9E3779B97F4A7C15u + position->side + ((uint64_t)position->rights << 8));
    int cells = position->rules->board->cells;
    for (int c = 0; c < cells; c++) {
        const struct piece *piece = &position->at[c];
        if (piece->kind)
            hash +=
                hash_mix((uint64_t)c << 32 | (uint64_t)piece->kind << 24 |
                         (uint64_t)piece->side << 16 | (uint64_t)piece->facing << 8 | piece->mark);
    }
    for (int i = 0; i < position->passed_count; i++)
        hash += hash_mix((uint64_t)1 << 48 | (uint64_t)i << 32 | position->passed[i]);
    for (int i = 0; i < (int)sizeof position->family; i++)
        if (position->family[i])
            hash += hash_mix((uint64_t)2 << 48 | (uint64_t)i << 32 | position->family[i]);
    for (int side = 0; side < SIDES_MAX; side++)
        for (int kind = 0; kind < KINDS_MAX; kind++)
            if (position->held[side][kind])
                hash += hash_mix((uint64_t)3 << 48 | (uint64_t)(side * KINDS_MAX + kind) << 32 |
                                 position->held[side][kind]);
    return hash;
}

cell_t position_find(const struct position *position, int kind, int side)
{
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].kind == kind && position->at[c].side == side)
            return (cell_t)c;
    return CELL_NONE;
}

void position_pass(struct position *position)
{
    if (position->rules->rules->pass) {
        position->rules->rules->pass(position);
        return;
    }
    position->side = (uint8_t)((position->side + 1) % position->rules->sides);
    position->passed_count = 0;
    position->halfmove++;
    position->fullmove += position->side == WHITE;
}

/* ---- Growing lists of actions: see action.h. */

void actions_add(struct actions *list, struct action action)
{
    list->v = memory_room(list->v, &list->room, list->n + 1, sizeof *list->v);
    list->v[list->n++] = action;
}

void actions_add_once(struct actions *list, struct action action)
{
    for (int i = list->n - 1; i >= 0; i--) /* search backwards, because equal actions are usually
                                              close together */
        if (action_same(list->v[i], action))
            return;
    actions_add(list, action);
}

void actions_free(struct actions *list)
{
    free(list->v);
    *list = (struct actions){0};
}

void ply_add(struct ply *ply, struct action action)
{
    ply->v = memory_room(ply->v, &ply->room, ply->n + 1, sizeof *ply->v);
    ply->v[ply->n++] = action;
}

void ply_copy(struct ply *to, const struct ply *from)
{
    to->v = memory_room(to->v, &to->room, from->n, sizeof *to->v);
    if (from->n)
        memcpy(to->v, from->v, (size_t)from->n * sizeof *to->v);
    to->n = from->n;
}

bool ply_same(const struct ply *a, const struct ply *b)
{
    return a->n == b->n && (a->n == 0 || !memcmp(a->v, b->v, (size_t)a->n * sizeof *a->v));
}

void ply_free(struct ply *ply)
{
    free(ply->v);
    *ply = (struct ply){0};
}

bool action_same(struct action a, struct action b)
{
    return !memcmp(&a, &b, sizeof a);
}
