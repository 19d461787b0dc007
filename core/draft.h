/* draft.h - drafts: a ply is composed action by action; the player can undo actions and end the
 * ply. family.h explains the idea. */
#ifndef CHESSCADE_CORE_DRAFT_H
#define CHESSCADE_CORE_DRAFT_H

#include "core/family.h"

/* Begin a ply from `before`, which must outlive the draft. *draft must be zero or cleared. */
void draft_begin(struct draft *draft, const struct position *before);
/* Free what the draft holds and zero it. */
void draft_clear(struct draft *draft);
/* Copy a draft with all its state. `to` must be zero or cleared. */
void draft_copy(struct draft *to, const struct draft *from);

/* List the next choices; *out is emptied first and keeps its memory. */
void draft_choices(const struct draft *draft, struct actions *out);
/* Perform one of the listed choices, except ACTION_DONE. The action is not checked: the caller must
 * pass only listed choices. Use draft_try() for actions from outside. */
void draft_take(struct draft *draft, struct action action);
/* Perform an action if it is one of the choices. If it is none of them: FAIL_RULE, and `why` says
 * the reason. */
int draft_try(struct draft *draft, struct action action, struct note *why);
/* Undo the last `count` actions: the draft begins again and replays the earlier actions. */
void draft_back(struct draft *draft, int count);
/* Count the paths of ACTION_STEPs that lead to a cell (rules/triangles.md 6.2); 2 means two or
 * more. *way becomes the ply so far plus the steps of the first path; it must be zero or a used
 * ply. The draft is unchanged afterwards. */
int draft_ways_by_steps(struct draft *draft, cell_t to, struct ply *way);
/* True if the ply may end here. */
bool draft_may_end(const struct draft *draft);
/* End the ply: draft->now becomes the position after it. Afterwards only draft_clear() may be
 * called on the draft. FAIL_RULE if the ply may not end here. */
int draft_finish(struct draft *draft, struct note *why);

/* Play a ply that the caller knows to be legal in `before`. *after must be a different object; it
 * becomes the position after the ply. */
void ply_play(const struct position *before, const struct ply *ply, struct position *after);
/* Play a ply that may be illegal. If an action is not among the choices: FAIL_RULE and why. */
int ply_try(const struct position *before, const struct ply *ply, struct position *after,
            struct note *why);

#endif
