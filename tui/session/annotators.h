/* annotators.h - shows or hides the notes of single annotators. The notes of each annotator of a
 * game are a layer.
 *
 * Signed comments, marks and variations belong to the person who signed them. Unsigned ones, and
 * all judgements, belong to the layer "nobody". Hiding a layer changes only what is shown, never
 * the game. Merging a layer makes its notes unsigned. */
#ifndef CHESSCADE_TUI_SESSION_ANNOTATORS_H
#define CHESSCADE_TUI_SESSION_ANNOTATORS_H

#include "archive/record/cursor.h"

enum { LAYERS_MAX = 16, LAYER_NAME_ROOM = 64 };

struct layer {
    char by[LAYER_NAME_ROOM]; /* the annotator's name; "nobody": the layer of unsigned notes */
    int notes;
    bool hidden;
};

/* The layers of a game. Zero-initialise. */
struct layers {
    struct layer v[LAYERS_MAX];
    int n;
};

/* Returns the index of an author's layer, or -1 if the author has no notes. If `by` is NULL or
 * "", this is the layer "nobody" of unsigned notes. */
int layers_find(const struct layers *layers, const char *by);
bool layers_hide(const struct layers *layers, const char *by);
bool layers_hide_any(const struct layers *layers);
/* True if some note on a member of a ply is not hidden; on the ply or one of its members. */
bool layers_show_step(const struct layers *layers, const struct step_note *step);
bool layers_show_ply(const struct layers *layers, const struct node *node);
/* True if the layer has signed notes, which layer_merge() can make unsigned. */
bool layer_is_signed(const struct layer *layer);
/* Count the notes of each annotator. Hidden layers stay hidden. */
void layers_count(struct layers *layers, const struct record *record);
/* True if the author has notes on the ply at `spot`, or on the whole game if `spot` is the
 * start. */
bool layer_written_at(const struct record *record, const struct spot *spot, const char *by);
/* Make an author's notes unsigned: those on the ply at `only`, or all of them if `only` is NULL.
 * Returns the number of notes changed. */
int layer_merge(struct record *record, const char *by, const struct spot *only);

#endif
