/* preview.h - a small preview of a stored game: its board at a ply, the players, the note there. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_PREVIEW_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_PREVIEW_H

#include "archive/replay/replay.h"
#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/boards/board_scene.h"

struct preview {
    int at;  /* the place of the game shown, -1: none */
    int ply; /* plies played in what is shown; -1: chosen by the game's notes */
    struct record *record;
    struct replay replay; /* without rules if the variant is unknown or the game is damaged */
    struct spot spot;
    char why[320]; /* what is wrong with it; "": nothing */
    bool is_text;  /* it is damaged and shown as text */
};

/* Free what the preview owns. */
void preview_clear(struct preview *preview);
/* Discard what is shown, as it may have changed. */
void preview_forget(struct preview *preview);
/* Load the game at a place of the list, unless it is already shown; -1: none. `ply`: after how many
 * plies; -1: at the first note, else the end. */
void preview_load(struct preview *preview, struct store *store, int at, int ply);
/* The same with a record, which the preview takes over. */
void preview_show(struct preview *preview, struct record *record, int ply);
/* Go one ply on along the main line. False: it ends here, or cannot be replayed further. */
bool preview_step(struct preview *preview);
/* Put the position and the last ply into a scene for the board. Returns where that ply ends; before
 * the first ply, the cell of the player's King or, in a game without Kings, of the player's first
 * piece. Not without rules. */
cell_t preview_board(const struct preview *preview, struct board_scene *board);
/* The last ply, "7... Nf6"; false before the first. Not without rules. */
bool preview_ply(const struct preview *preview, char *out, size_t size);
/* Draw it: the board on the left and words on the right, or below if the area is narrow. */
void preview_draw(const struct preview *preview, const struct app *app, struct scene *scene,
                  const struct area *area);

#endif
