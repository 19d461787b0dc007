/* view.h - a view: one kind of screen. Views stand on a stack; the one on top has the keys.
 *
 * A view file exports one `const struct view_ops NAME_view` and nothing else. Keys come in as requests (requests.h),
 * pictures go out as scenes (scene.h): a view knows neither keys nor terminals, so the same view runs under the
 * client, under `chesscade snapshot` and in tests. What it may ask of the program is in app.h. The smallest view is
 * view_rules.c; read that first. */
#ifndef CHESSCADE_VIEW_H
#define CHESSCADE_VIEW_H

#include "tui/request.h"
#include "tui/scene.h"
#include "tui/terminal/input.h"

struct app;
struct list;
struct store;
struct view;

/* A request on its way to a view. */
struct event {
    enum request request;
    uint32_t key; /* the last key of the sequence that asked; 0 when it was typed by name or clicked */
    int digit;    /* where the binding had <Digit>: which one; 0 without */
    const char *argument; /* what followed the name after ':', "" without; never NULL */
};

/* A part of the scene. */
struct area {
    int row, column, rows, columns;
};

/* What stands around the body of a view: draw() fills it in, the app draws it. Texts are cleaned and cut by the app.
 * On small terminals the app leaves lines out, the status line last. */
struct face {
    char title[256];      /* line 1, left: what is on the screen */
    char title_side[128]; /* line 1, right */
    char title_ply[32];   /* line 1, last: the ply on the board, in the look that it has among the moves */
    char mode[32];        /* status line, first: "REPLAY" is shown as "-- REPLAY --" */
    char status[256];     /* status line: filter, counts */
    bool alone;           /* on a screen of one row the status line stands there, in place of the body */
    bool status_of_ply;   /* which tells of nothing but the ply on the board, and looks like title_ply */
    char status_side[64]; /* status line, right: saved, draft, read-only */
};

/* A word of the hint line: one or two requests that belong together, and what they do in a word; NULL: the request's
 * own hint. A list of them ends with REQ_NONE. What is not bound or not possible now is not shown. */
struct hint {
    uint16_t first, second; /* enum request */
    const char *word;
};

struct view_ops {
    const char *name; /* "archive": for :view, scripts and the manual */
    size_t size;      /* of the view's own struct, which begins with a struct view */
    bool over;        /* drawn over the view below it instead of in its place */

    /* Begin; the struct is zero but for its struct view. `argument` is what app_open() was given. On failure the view
     * is freed without close(). */
    int (*open)(struct view *view, const void *argument, struct note *why);
    /* Let go of everything the view owns. */
    void (*close)(struct view *view);

    /* Draw the whole body into an area of a blank scene, place the cursor on the active cell or line, fill in *face (zero).
     * Called after every event, so it must be quick, and may be called at any size. No key comes before the first call. */
    void (*draw)(struct view *view, struct scene *scene, const struct area *body, struct face *face);

    /* Do what is asked; false: nothing for this view, and the app tries its own answer (help, close, ...). */
    bool (*request)(struct view *view, const struct event *event);
    /* Would request() do something now? Decides what help and hints show. May be NULL: every request that is bound in
     * one of the view's own keymaps. */
    bool (*can)(const struct view *view, enum request request);
    /* What a request does here, where the words of requests.h say it of other views; NULL: they are true here, too. May be NULL. */
    const char *(*words)(const struct view *view, enum request request);
    /* The words of the hint line, most useful first. */
    const struct hint *(*hints)(const struct view *view);

    /* A key before it becomes a request, for views in which text is typed; true: taken. May be NULL. */
    bool (*key)(struct view *view, uint32_t key);
    /* A pasted text, already bounded; true: taken. May be NULL. */
    bool (*paste)(struct view *view, const char *text);
    /* What has become of the text given to app_edit_outside(), as the user's editor left it. NULL: nothing is given to it. */
    void (*edited)(struct view *view, const char *text);
    /* The mouse within the body. True: taken. May be NULL: clicks on the view's list, if it has one, choose, and open what is
     * chosen already, as Enter does. */
    bool (*mouse)(struct view *view, const struct mouse *mouse);

    /* Time has come (view->wake), or view->fd is readable. May be NULL. */
    void (*tick)(struct view *view);
    /* Does closing lose something? Write the question ("Changes are not saved. Close all the same?") and return true:
     * then only `y` closes. May be NULL. */
    bool (*hesitate)(const struct view *view, char *question, size_t size);
    /* What became of the view since this was asked last, in a sentence, for those who hear the screen; brief: something is said
     * besides. False: nothing that the cursor's line does not tell. May be NULL. */
    bool (*aloud)(struct view *view, bool brief, char *out, size_t size);
    /* The terminal is gone or the program is told to end: bring what must not be lost to disk, quickly and without
     * drawing or asking. May be NULL. */
    void (*rescue)(struct view *view);
    /* A view above was closed, or the program came back from being suspended: look at the disk again. May be NULL. */
    void (*resume)(struct view *view);
};

enum { VIEW_KEYMAPS = 4, TICK_NEVER = -1 };

/* What every view begins with. */
struct view {
    const struct view_ops *ops;
    struct app *app;
    uint8_t keymap[VIEW_KEYMAPS]; /* enum keymap: the active ones, first asked first; the view sets them */
    int keymaps;
    int64_t wake; /* app_now() at which tick() is wanted; TICK_NEVER; open() finds TICK_NEVER */
    struct store *store; /* the archive whose games these are, borrowed, for the views above; NULL without one */
    struct list *list; /* the list that has the focus, for the prompts of list.c; NULL without one */
    int fd;       /* wakes tick() when readable; -1: none; open() finds -1 */
    bool drawn;   /* by the app at the size of the last frame, so that the view knows it */
    bool idle;    /* set by tick(): nothing came of it, so what is on the screen needs no drawing */
};

#endif
