/* action.c - growing lists of actions: see action.h. */
#include "core/action.h"

#include <stdlib.h>
#include <string.h>

void actions_add(struct actions *list, struct action action)
{
    list->v = memory_room(list->v, &list->room, list->n + 1, sizeof *list->v);
    list->v[list->n++] = action;
}

void actions_add_once(struct actions *list, struct action action)
{
    for (int i = list->n - 1; i >= 0; i--) /* backwards, because equal actions are usually close together */
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
