/* draft.h - composing a ply action by action: choose, undo, finish. See family.h for the idea.
 */
#ifndef CHESSCADE_CORE_DRAFT_H
#define CHESSCADE_CORE_DRAFT_H

#include "core/family.h"

/* Begin a ply from `before`, which must outlive the draft. *draft must be zero or cleared. */
void draft_begin(struct draft *draft, const struct position *before);
/* Free what the draft holds and zero it. */
void draft_clear(struct draft *draft);
/* Copy a draft with its state; `to` must be zero or cleared. */
void draft_copy(struct draft *to, const struct draft *from);

/* List the next choices; *out is emptied first and keeps its memory. */
void draft_choices(const struct draft *draft, struct actions *out);
/* Perform one of the choices (not ACTION_DONE). The action is not checked: passing one that is not
 * a choice is a bug of the caller. Use draft_try() for actions from outside. */
void draft_take(struct draft *draft, struct action action);
/* Perform an action if it is one of the choices, otherwise FAIL_RULE and why. */
int draft_try(struct draft *draft, struct action action, struct note *why);
/* Undo the last `count` actions by replaying the others. */
void draft_back(struct draft *draft, int count);
/* Count the paths of ACTION_STEPs that lead to a cell (rules/triangles.md 6.2); 2 means two or
 * more. *way becomes the ply so far plus the steps of the first path; it must be zero or a used
 * ply. The draft is unchanged afterwards. */
int draft_ways_by_steps(struct draft *draft, cell_t to, struct ply *way);
/* True if the ply may end here. */
bool draft_may_end(const struct draft *draft);
/* End the ply: draft->now becomes the position after it. After that only draft_clear() is allowed.
 * FAIL_RULE if the ply may not end here. */
int draft_finish(struct draft *draft, struct note *why);

/* Play a ply known to be legal in `before`; *after (a different object) becomes the position after
 * it. */
void ply_play(const struct position *before, const struct ply *ply, struct position *after);
/* Play a ply that may be illegal; FAIL_RULE and why at the first action that is not a choice. */
int ply_try(const struct position *before, const struct ply *ply, struct position *after,
            struct note *why);

#endif
