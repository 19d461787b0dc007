/* editor_undo.h - what was on the board of an editor before its changes, to be undone and done again.
 *
 * The views that put positions, armies and boards together keep copies of whatever they are made of: after each change, the
 * first when they begin. Only so many changes are known; the oldest go first. */
#ifndef CHESSCADE_EDITOR_UNDO_H
#define CHESSCADE_EDITOR_UNDO_H

#include <stdbool.h>
#include <stddef.h>

enum { EDITOR_UNDO_MAX = 50 };

struct editor_undo {
    struct {
        void *bytes;
        size_t size;
    } state[EDITOR_UNDO_MAX + 1]; /* [states], oldest first */
    int states, now;              /* which of them is on the board */
};

void editor_undo_free(struct editor_undo *undo);

/* Keep what is on the board now. If it is what was there before, nothing has changed; else what could be done again is gone. */
void editor_undo_keep(struct editor_undo *undo, const void *bytes, size_t size);

/* Is there anything to undo, or to do again? */
bool editor_undo_can(const struct editor_undo *undo, bool redo);

/* What was on the board before, or what was undone last, which is there now; NULL: nothing. Good until something is kept. */
const void *editor_undo_step(struct editor_undo *undo, bool redo);

#endif
