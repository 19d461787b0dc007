/* showcase.h - shows sample games that play by themselves on the home screen, on one board, or on
 * one board for each family if there is room. It also draws any game as a board with a few lines of
 * text below. */
#ifndef CHESSCADE_TUI_VIEWS_HOME_SHOWCASE_H
#define CHESSCADE_TUI_VIEWS_HOME_SHOWCASE_H

#include "tui/views/archive/preview.h"

/* Milliseconds between plies if one board is shown; with several boards half of this. */
enum { SHOWCASE_BOARDS = 4, SHOWCASE_PACE = 2000 };

struct showcase {
    struct app *app;     /* borrowed */
    struct store *store; /* the samples; NULL: not opened yet, or they cannot be opened */
    bool opened;         /* opening was tried */
    struct show {
        struct preview preview; /* preview.at: the game's index in the store; -1: no game */
        int group;              /* an enum show_group: the kind of game that is shown */
        int pause;              /* for how many more steps the end of the game is shown */
        struct area area;       /* where the board was drawn last */
    } show[SHOWCASE_BOARDS];
    int shows;  /* how many boards were drawn last: 1 or SHOWCASE_BOARDS */
    int next;   /* counts the steps; the board that plays next is number `next` modulo `shows` */
    int unseen; /* plies played since the user last did something */
    int rows, columns; /* of the last drawing */
};

/* Begin without a game. *showcase is zero. */
void showcase_begin(struct showcase *showcase, struct app *app);
void showcase_clear(struct showcase *showcase);
/* Draw the boards. The first drawing chooses the games, which depend on the date. */
void showcase_draw(struct showcase *showcase, struct scene *scene, const struct area *area);
/* Play one ply on one board. Returns false if nothing moved: there are no samples, the settings
 * forbid motion, or the user has done nothing for some minutes. */
bool showcase_step(struct showcase *showcase);
/* Milliseconds between two steps; -1: the boards do not move. */
int showcase_pace(const struct showcase *showcase);
/* Call this when the user has done something: the boards go on moving. */
void showcase_touch(struct showcase *showcase);
/* The game whose board was drawn at a row and column of the screen; NULL: there is no board. */
const struct preview *showcase_at(const struct showcase *showcase, int row, int column);
/* The store of the samples, which the first call opens; NULL: it cannot be opened. */
struct store *showcase_samples(struct showcase *showcase);

/* Draw a game: its board centred at the top, and below it the title, `words` (a paragraph, may be
 * ""), the last ply, and as much of the comment on this ply as fits. */
void showcase_draw_game(const struct app *app, const struct preview *preview, const char *title,
                        const char *words, struct scene *scene, const struct area *area);

#endif
