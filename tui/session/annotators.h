/* annotators.h - shows or hides the notes of single annotators: every annotator of a game is a
 * layer.
 *
 * Signed comments, marks and variations belong to whoever signed them; unsigned ones, and all
 * judgements, belong to "nobody". Hiding a layer changes only what is shown, never the game;
 * merging one makes its notes the game's own (unsigned). */
#ifndef CHESSCADE_TUI_SESSION_ANNOTATORS_H
#define CHESSCADE_TUI_SESSION_ANNOTATORS_H

#include "archive/record/cursor.h"

enum { LAYERS_MAX = 16, LAYER_NAME_ROOM = 64 };

struct layer {
    char by[LAYER_NAME_ROOM]; /* "nobody": unsigned notes */
    int notes;
    bool hidden;
};

/* Zero to begin with. */
struct layers {
    struct layer v[LAYERS_MAX];
    int n;
};

/* The index of an author's layer, NULL or "" for nobody; -1 if the author has no notes. */
int layers_find(const struct layers *layers, const char *by);
bool layers_hide(const struct layers *layers, const char *by);
bool layers_hide_any(const struct layers *layers);
/* True if the layer has signed notes, which can be merged. */
bool layer_is_signed(const struct layer *layer);
/* Count the notes of every annotator. Hidden layers stay hidden. */
void layers_count(struct layers *layers, const struct record *record);
/* True if the author wrote anything on the ply of a spot (at the start: on the game). */
bool layer_written_at(const struct record *record, const struct spot *spot, const char *by);
/* Make the notes of an author the game's own: those at a spot, or (NULL) all. Returns how many
 * there were. */
int layer_merge(struct record *record, const char *by, const struct spot *only);

#endif
