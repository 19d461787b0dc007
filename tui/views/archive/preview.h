/* preview.h - a small preview of a stored game: its board after a ply, the players, and the note
 * there. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_PREVIEW_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_PREVIEW_H

#include "archive/replay/replay.h"
#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/boards/board_scene.h"

struct preview {
    int at; /* the index of the game in its list; -1: none */
    /* the number of plies played on the board; -1: the preview chooses, see preview_load() */
    int ply;
    struct record *record;
    /* the replayed game; without rules if the variant is unknown or the game is damaged */
    struct replay replay;
    struct spot spot;
    char why[320]; /* what is wrong with the game; "": nothing */
    bool is_text;  /* the game is damaged and shown as text */
};

/* Free what the preview owns. */
void preview_clear(struct preview *preview);
/* Discard the loaded game, because it may have changed. */
void preview_forget(struct preview *preview);
/* Load the game at index `at` of the store, unless it is already shown; -1: none. `ply` is the
 * number of plies to play; -1: up to the first note, or to the end if there is none. */
void preview_load(struct preview *preview, struct store *store, int at, int ply);
/* Like preview_load() for a record, which the preview takes ownership of. */
void preview_show(struct preview *preview, struct record *record, int ply);
/* Play the next ply of the main line. Returns false if there is none or it cannot be replayed. */
bool preview_step(struct preview *preview);
/* Put the position and the last ply into a scene for the board. Returns where that ply ends; before
 * the first ply, the cell of the player's King or, in a game without Kings, of the player's first
 * piece. Call this only if preview->replay.rules is not NULL. */
cell_t preview_board(const struct preview *preview, struct board_scene *board);
/* Write the last ply, "7... Nf6". Returns false before the first ply. Call this only if
 * preview->replay.rules is not NULL. */
bool preview_ply(const struct preview *preview, char *out, size_t size);
/* Draw the preview: the board on the left and words on the right, or below the board if the area is
 * narrow. */
void preview_draw(const struct preview *preview, const struct app *app, struct scene *scene,
                  const struct area *area);

#endif
