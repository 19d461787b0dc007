/* layers.h - whose notes are shown: every annotator of a game is a layer.
 *
 * Comments, marks and lines that are signed belong to who signed them; those that are not, and all judgements, to "nobody".
 * Hiding a layer changes what is shown, never the game; merging one makes its notes the game's own. */
#ifndef CHESSCADE_LAYERS_H
#define CHESSCADE_LAYERS_H

#include "archive/spot.h"

enum { LAYERS_MAX = 16, LAYER_NAME_ROOM = 64 };

struct layer {
    char by[LAYER_NAME_ROOM]; /* "nobody": what is not signed */
    int notes;
    bool hidden;
};

/* Zero to begin with. */
struct layers {
    struct layer v[LAYERS_MAX];
    int n;
};

/* The layer of an author, NULL or "" for nobody; -1: has no notes. */
int layers_find(const struct layers *layers, const char *by);
bool layers_hide(const struct layers *layers, const char *by);
bool layers_hide_any(const struct layers *layers);
/* Can its notes become the game's own? They are there, and signed. */
bool layer_is_signed(const struct layer *layer);
/* Whoever annotated the game, with how much; what is hidden stays so. */
void layers_count(struct layers *layers, const struct record *record);
/* Has somebody written anything on the ply of a spot, at the start on the game? */
bool layer_written_at(const struct record *record, const struct spot *spot, const char *by);
/* Make the notes of an author the game's own: those at a spot, or (NULL) all. How many there were. */
int layer_merge(struct record *record, const char *by, const struct spot *only);

#endif
