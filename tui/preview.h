/* preview.h - a game of a store in small: its board at a ply, who played, what the note there says. */
#ifndef CHESSCADE_PREVIEW_H
#define CHESSCADE_PREVIEW_H

#include "archive/replay.h"
#include "archive/store.h"
#include "tui/app.h"

struct preview {
    int at;  /* the place of the game that is shown, -1: none */
    int ply; /* plies played of what is shown; -1: it is chosen by its notes */
    struct record *record;
    struct replay replay; /* without rules: the variant is not known here, or the game is damaged */
    struct spot spot;
    char why[320];        /* what is wrong with it; "" */
    bool is_text;  /* a damaged game */
};

/* Free what it has. */
void preview_clear(struct preview *preview);
/* Forget what is shown: it may have changed. */
void preview_forget(struct preview *preview);
/* Load the game at a place of the list, unless it is shown already; -1: none. `ply`: after so many plies; -1: at the first
 * note, or the end. */
void preview_load(struct preview *preview, struct store *store, int at, int ply);
/* Draw it: the board to the left, words to the right, or below where the room is narrow. */
void preview_draw(const struct preview *preview, const struct app *app, struct scene *scene, const struct area *area);

#endif
