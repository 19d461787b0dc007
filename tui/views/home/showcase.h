/* showcase.h - sample games that play by themselves on the home screen: one board, or one for each
 * family where there is room; and any game as a board with a few lines of words below it. */
#ifndef CHESSCADE_TUI_VIEWS_HOME_SHOWCASE_H
#define CHESSCADE_TUI_VIEWS_HOME_SHOWCASE_H

#include "tui/views/archive/preview.h"

enum { SHOWCASE_BOARDS = 4, SHOWCASE_PACE = 2000 /* ms from one ply to the next */ };

struct showcase {
    struct app *app;     /* borrowed */
    struct store *store; /* the samples; NULL: not opened yet, or not there */
    bool opened;         /* opening was tried */
    struct show {
        struct preview preview; /* .at: its place in the store; -1: no game */
        int group;              /* what kind of game it shows */
        int pause;              /* steps that the end of a game still stays */
        struct area area;       /* where it was drawn last */
    } show[SHOWCASE_BOARDS];
    int shows;         /* boards drawn last: 1 or SHOWCASE_BOARDS */
    int next;          /* the board that moves next */
    int unseen;        /* plies since somebody last pressed a key */
    int rows, columns; /* of the last drawing */
};

/* Begin without a game. *showcase is zero. */
void showcase_begin(struct showcase *showcase, struct app *app);
void showcase_clear(struct showcase *showcase);
/* Draw it; the games are chosen when it is drawn first, by the day. */
void showcase_draw(struct showcase *showcase, struct scene *scene, const struct area *area);
/* Play one ply on one board. False if nothing moves: there are no samples, as little as possible is
 * to move, or nobody has pressed a key for minutes. */
bool showcase_step(struct showcase *showcase);
/* Milliseconds until the next step; -1: nothing moves. */
int showcase_pace(const struct showcase *showcase);
/* Somebody is there: go on moving. */
void showcase_touch(struct showcase *showcase);
/* The game whose board is at a place of the screen; NULL: none is. */
const struct preview *showcase_at(const struct showcase *showcase, int row, int column);
/* The store of the samples, opened if need be; NULL: there are none. */
struct store *showcase_samples(struct showcase *showcase);

/* Draw a game: its board in the middle at the top, below it `words` (paragraphs, may be ""), the
 * ply on the board, and as much of the note there as fits. */
void showcase_draw_game(const struct app *app, const struct preview *preview, const char *title,
                        const char *words, struct scene *scene, const struct area *area);

#endif
