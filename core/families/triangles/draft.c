/* draft.c - compose a ply by choices.
 *
 * A position has few plies, so the choices are simply the next actions of all legal plies that begin with the actions chosen so
 * far. A ply is PICK; then GO, TAKE or PASSANT, or one STEP after another for a move that could have several; then PROMOTE if
 * the piece becomes another. */
#include "core/families/triangles/triangles.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- plies and actions */

void triangles_actions(const struct triangle_position *position, const struct triangle_ply *ply, struct ply *out)
{
    int code = position->at[ply->from], taken = ply->taken != NO_CELL ? position->at[ply->taken] : 0;
    uint8_t kind = (uint8_t)code_kind(code), side = (uint8_t)code_side(code);
    enum verb verb = !taken ? ACTION_GO : ply->taken == ply->to ? ACTION_TAKE : ACTION_PASSANT;
    out->n = 0;
    ply_add(out, (struct action){ACTION_PICK, kind, side, 0, ply->from, ply->from});
    if (ply->stepping) {
        cell_t from = ply->from;
        for (int i = 0; i <= ply->passed_count; i++) {
            cell_t to = i < ply->passed_count ? ply->passed[i] : ply->to;
            ply_add(out, (struct action){ACTION_STEP, 0, 0, 0, from, to});
            from = to;
        }
    } else {
        ply_add(out, (struct action){(uint8_t)verb, (uint8_t)code_kind(taken), taken ? (uint8_t)code_side(taken) : 0, 0,
                                     ply->from, ply->to});
    }
    if (ply->becomes)
        ply_add(out, (struct action){ACTION_PROMOTE, ply->becomes, side, 0, CELL_NONE, ply->to});
}

/* ---------------------------------------------------------------- the draft */

void triangles_begin(struct draft *draft)
{
    draft->stage = 0;
}

static bool begins_with(const struct ply *ply, const struct ply *start)
{
    if (ply->n < start->n)
        return false;
    for (int i = 0; i < start->n; i++)
        if (!action_same(ply->v[i], start->v[i]))
            return false;
    return true;
}

void triangles_choices(const struct draft *draft, struct actions *out)
{
    struct triangle_position position;
    struct triangle_list list = {0};
    struct ply ply = {0};
    triangles_load(&position, draft->before);
    triangles_collect(&position, &list);
    for (int i = 0; i < list.n; i++) {
        triangles_actions(&position, &list.v[i], &ply);
        if (!begins_with(&ply, &draft->ply))
            continue;
        if (ply.n == draft->ply.n)
            actions_add_once(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
        else
            actions_add_once(out, ply.v[draft->ply.n]);
    }
    ply_free(&ply);
    free(list.v);
}

/* After a STEP the piece is put on the board, because the ply may end there; the next STEP picks it up again. */
void triangles_take(struct draft *draft, const struct action *action)
{
    struct position *now = &draft->now;
    if (action->verb == ACTION_PICK) {
        draft->held = now->at[action->from];
        draft->hand = action->from;
        now->at[action->from] = (struct piece){0};
        return;
    }
    if (action->verb == ACTION_PROMOTE) {
        now->at[action->to] = (struct piece){.kind = action->kind, .side = action->side};
        return;
    }
    struct piece piece = draft->held.kind ? draft->held : now->at[action->from];
    now->at[action->from] = (struct piece){0};
    if (action->verb == ACTION_PASSANT)
        now->at[now->passed[now->passed_count - 1]] = (struct piece){0};
    now->at[action->to] = piece;
    draft->held = (struct piece){0};
    draft->hand = action->verb == ACTION_STEP ? action->to : CELL_NONE;
    draft->moves = 1;
}

void triangles_finish(struct draft *draft)
{
    struct triangle_position position;
    triangles_load(&position, draft->before);
    struct triangle_ply ply = triangles_compact(&position, &draft->ply);
    triangles_make(&position, &ply);
    triangles_store(&position, &draft->now);
}
