/* drafts.h - finds a choice of an unfinished ply by its action and its cell. */
#ifndef CHESSCADE_TESTS_SUPPORT_DRAFTS_H
#define CHESSCADE_TESTS_SUPPORT_DRAFTS_H

#include "tests/support/testing.h"

#include "core/draft.h"

/* The choice with this verb on this cell. The test fails if the draft does not offer it. */
static inline struct action action_to(const struct draft *draft, enum verb verb, const char *cell)
{
    struct actions choices = {0};
    struct action found = {.verb = ACTION_NONE};
    cell_t to = board_cell_named(draft->now.rules->board, cell, NULL);
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !found.verb; i++)
        if (choices.v[i].verb == verb && choices.v[i].to == to)
            found = choices.v[i];
    actions_free(&choices);
    if (!found.verb)
        fail_msg("no such choice at %s", cell);
    return found;
}

#endif
