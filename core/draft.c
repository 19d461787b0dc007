/* draft.c - compose a ply, for every family: see draft.h. */
#include "core/draft.h"

#include <assert.h>
#include <string.h>

static void draft_restart(struct draft *draft)
{
    const struct position *before = draft->before;
    struct ply ply = draft->ply;
    position_copy(&draft->now, before);
    draft->held = (struct piece){0};
    draft->hand = CELL_NONE;
    draft->momentum = draft->moves = draft->stage = 0;
    draft->weightless = false;
    draft->pattern = (struct piece){0};
    memset(draft->memo, 0, sizeof draft->memo);
    memset(draft->touched, 0, sizeof draft->touched);
    draft->ply = ply;
    draft->ply.n = 0;
    before->rules->rules->begin(draft);
}

void draft_begin(struct draft *draft, const struct position *before)
{
    draft->before = before;
    draft_restart(draft);
}

void draft_clear(struct draft *draft)
{
    ply_free(&draft->ply);
    draft->before = NULL;
}

void draft_copy(struct draft *to, const struct draft *from)
{
    struct ply ply = to->ply;
    size_t head = offsetof(struct draft, now), tail = offsetof(struct draft, ply);
    memcpy(to, from, head);
    position_copy(&to->now, &from->now);
    memcpy((char *)to + tail, (const char *)from + tail, sizeof *to - tail);
    to->ply = ply;
    ply_copy(&to->ply, &from->ply);
}

void draft_choices(const struct draft *draft, struct actions *out)
{
    out->n = 0;
    draft->before->rules->rules->choices(draft, out);
}

void draft_take(struct draft *draft, struct action action)
{
    assert(action.verb != ACTION_DONE);
    ply_add(&draft->ply, action);
    draft->before->rules->rules->take(draft, &action);
}

int draft_try(struct draft *draft, struct action action, struct note *why)
{
    struct actions choices = {0};
    draft_choices(draft, &choices);
    int found = -1;
    for (int i = 0; i < choices.n && found < 0; i++)
        if (action_same(choices.v[i], action))
            found = i;
    actions_free(&choices);
    if (found < 0) {
        if (action.to != CELL_NONE)
            draft->before->rules->rules->why_not(draft, action.to, why);
        else
            note_set(why, -1, "this choice is not possible here");
        return FAIL_RULE;
    }
    draft_take(draft, action);
    return 0;
}

void draft_back(struct draft *draft, int count)
{
    int keep = draft->ply.n - count;
    assert(count >= 0 && keep >= 0);
    draft_restart(draft);
    for (int i = 0; i < keep; i++) {
        struct action action = draft->ply.v[i];
        draft->ply.n = i + 1;
        draft->before->rules->rules->take(draft, &action);
    }
    draft->ply.n = keep;
}

int draft_ways_by_steps(struct draft *draft, cell_t to, struct ply *way)
{
    struct actions next = {0};
    int ways = 0, begun = draft->ply.n;
    draft_choices(draft, &next);
    for (int i = 0; i < next.n && ways < 2; i++) {
        struct ply other = {0};
        if (next.v[i].verb != ACTION_STEP)
            continue;
        draft_take(draft, next.v[i]);
        int n = next.v[i].to == to ? 1 : draft_ways_by_steps(draft, to, &other);
        if (n && ways == 0)
            ply_copy(way, next.v[i].to == to ? &draft->ply : &other);
        ways += n;
        ply_free(&other);
        draft_back(draft, draft->ply.n - begun);
    }
    actions_free(&next);
    return ways < 2 ? ways : 2;
}

bool draft_may_end(const struct draft *draft)
{
    struct actions choices = {0};
    bool found = false;
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !found; i++)
        found = choices.v[i].verb == ACTION_DONE;
    actions_free(&choices);
    return found;
}

int draft_finish(struct draft *draft, struct note *why)
{
    if (!draft_may_end(draft))
        return note_fail(why, FAIL_RULE, -1,
                         draft->held.kind ? "the ply cannot end with a piece in hand"
                                          : "the ply is not complete yet");
    draft->before->rules->rules->finish(draft);
    return 0;
}

void ply_play(const struct position *before, const struct ply *ply, struct position *after)
{
    struct draft draft;
    draft.ply = (struct ply){0};
    draft_begin(&draft, before);
    draft.ply = *ply; /* Borrow the caller's actions: take() only reads them. */
    for (int i = 0; i < ply->n; i++) {
        draft.ply.n = i + 1;
        before->rules->rules->take(&draft, &ply->v[i]);
    }
    before->rules->rules->finish(&draft);
    position_copy(after, &draft.now);
}

int ply_try(const struct position *before, const struct ply *ply, struct position *after,
            struct note *why)
{
    struct draft draft = {0};
    int result = 0;
    draft_begin(&draft, before);
    for (int i = 0; i < ply->n && result == 0; i++)
        result = draft_try(&draft, ply->v[i], why);
    if (result == 0)
        result = draft_finish(&draft, why);
    if (result == 0)
        position_copy(after, &draft.now);
    draft_clear(&draft);
    return result;
}
