/* lines.c - convert codes of plies to plies of actions: each code is searched among the plies of its position. */
#include "core/engine/parts.h"

/* The index of the listed ply with that code at a node, -1 if none. `list` is separate from the worker's list. */
static int look_for(struct worker *worker, const void *state, uint64_t code, int least, int most, struct search_list *list)
{
    int from = list->n;
    worker->rules->generate(worker->work, state, SEARCH_WANT_ALL, least, most, list);
    for (int i = from; i < list->n; i++)
        if (list->v[i].code == code)
            return i;
    return -1;
}

int line_unpack(struct engine *engine, struct worker *worker, const struct root_ply *root, struct ply *out, int room)
{
    const struct search_rules *rules = engine->rules;
    struct search_list list = {.most = 50000};
    int n = 0;
    if (room < 1)
        return 0;
    const unsigned char *body = engine->root.body ? engine->root.body + root->ply.body : NULL;
    rules->unpack(worker->work, state_at(worker, 0), &root->ply, body, &out[n++]);
    bool made = rules->make(worker->work, state_at(worker, 0), &root->ply, body, state_at(worker, 1));
    while (made && n < root->pv_length && n < room && n < PLY_MAX - 2) {
        void *state = state_at(worker, n);
        list.n = 0;
        list.body_used = 0;
        if (rules->ended(worker->work, state) != SEARCH_PLAYING)
            break;
        int at = look_for(worker, state, root->pv[n], 1, 1, &list);
        if (at < 0 && rules->cascades)
            at = look_for(worker, state, root->pv[n], 2, 2, &list);
        if (at < 0)
            break;
        struct search_ply ply = list.v[at];
        const void *with = list.body ? list.body + ply.body : NULL;
        made = rules->make(worker->work, state, &ply, with, state_at(worker, n + 1));
        if (made)
            rules->unpack(worker->work, state, &ply, with, &out[n++]);
    }
    search_list_free(&list);
    return n;
}
