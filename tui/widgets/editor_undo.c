/* editor_undo.c - undo and redo for the editors of positions, armies and boards: see editor_undo.h. */
#include "config.h"
#include "tui/widgets/editor_undo.h"

#include "core/base.h"

#include <stdlib.h>
#include <string.h>

static void drop_from(struct editor_undo *undo, int first)
{
    while (undo->states > first)
        free(undo->state[--undo->states].bytes);
}

void editor_undo_free(struct editor_undo *undo)
{
    drop_from(undo, 0);
}

void editor_undo_keep(struct editor_undo *undo, const void *bytes, size_t size)
{
    if (undo->states && undo->state[undo->now].size == size && !memcmp(undo->state[undo->now].bytes, bytes, size))
        return;
    void *copy = memory_new(1, size);
    memcpy(copy, bytes, size);
    drop_from(undo, undo->now + 1);
    if (undo->states > EDITOR_UNDO_MAX) {
        free(undo->state[0].bytes);
        memmove(undo->state, undo->state + 1, (size_t)--undo->states * sizeof *undo->state);
    }
    undo->now = undo->states++;
    undo->state[undo->now].bytes = copy;
    undo->state[undo->now].size = size;
}

bool editor_undo_can(const struct editor_undo *undo, bool redo)
{
    return redo ? undo->now + 1 < undo->states : undo->now > 0;
}

const void *editor_undo_step(struct editor_undo *undo, bool redo)
{
    if (!editor_undo_can(undo, redo))
        return NULL;
    undo->now += redo ? 1 : -1;
    return undo->state[undo->now].bytes;
}
