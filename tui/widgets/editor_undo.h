/* editor_undo.h - undo and redo for the editors of positions, armies and boards.
 *
 * The views pass a copy of whatever they edit: the first when they begin, then one after each change. At most
 * EDITOR_UNDO_MAX changes are kept; the oldest are dropped. */
#ifndef CHESSCADE_TUI_WIDGETS_EDITOR_UNDO_H
#define CHESSCADE_TUI_WIDGETS_EDITOR_UNDO_H

#include <stdbool.h>
#include <stddef.h>

enum { EDITOR_UNDO_MAX = 50 };

struct editor_undo {
    struct {
        void *bytes;
        size_t size;
    } state[EDITOR_UNDO_MAX + 1]; /* [states], oldest first */
    int states, now;              /* the current one */
};

void editor_undo_free(struct editor_undo *undo);

/* Add the current state. If it equals the last one, nothing has changed; otherwise the redo states are dropped. */
void editor_undo_keep(struct editor_undo *undo, const void *bytes, size_t size);

/* True if there is something to undo, or with `redo` to redo. */
bool editor_undo_can(const struct editor_undo *undo, bool redo);

/* Step back, or with `redo` forward. Returns the state that is current now, valid until the next editor_undo_keep();
 * NULL if there is none. */
const void *editor_undo_step(struct editor_undo *undo, bool redo);

#endif
