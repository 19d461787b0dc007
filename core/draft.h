/* draft.h - composing a ply: choose, take back, finish. See rules.h for the idea. */
#ifndef CHESSCADE_DRAFT_H
#define CHESSCADE_DRAFT_H

#include "core/rules.h"

/* Begin a ply from `before`, which must outlive the draft. *draft is zero or was cleared. */
void draft_begin(struct draft *draft, const struct position *before);
/* Free what the draft holds and make it zero. */
void draft_clear(struct draft *draft);
/* A second draft in the same state; `to` is zero or was cleared. */
void draft_copy(struct draft *to, const struct draft *from);

/* The next choices; *out is emptied first and keeps its room. */
void draft_choices(const struct draft *draft, struct actions *out);
/* Take one of the choices (not ACTION_DONE). Asserts nothing: an action that is no choice is the caller's bug;
 * use draft_try() for actions from outside. */
void draft_take(struct draft *draft, struct action action);
/* Take an action if it is one of the choices, else FAIL_RULE and why. */
int draft_try(struct draft *draft, struct action action, struct note *why);
/* Take back the last `count` actions by replaying the others. */
void draft_back(struct draft *draft, int count);
/* The ways by ACTION_STEPs to a cell (rules/triangles.md 6.2): their number, 2 for more. *way is the whole ply so far and the steps
 * of the first; it is zero or was used before. The draft is as before. */
int draft_ways_by_steps(struct draft *draft, cell_t to, struct ply *way);
/* True if the ply may end now. */
bool draft_may_end(const struct draft *draft);
/* End the ply: draft->now is the position after it. The draft can only be cleared then. FAIL_RULE if it may
 * not end now. */
int draft_finish(struct draft *draft, struct note *why);

/* Play a ply known to be legal in `before`: *after (not the same object) becomes the position after it. */
void ply_play(const struct position *before, const struct ply *ply, struct position *after);
/* Play a ply of unknown origin; FAIL_RULE and why at the first action that is no choice. */
int ply_try(const struct position *before, const struct ply *ply, struct position *after, struct note *why);

#endif
