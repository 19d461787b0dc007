/* view.h - the interface of a view, which is one kind of screen. Views form a stack, and the top
 * one gets the keys.
 *
 * The file of a view exports one `const struct view_ops NAME_view` and nothing else. Keys reach the
 * view as requests (command_table.h), and it draws scenes (scene.h). A view knows neither keys nor
 * terminals, so the same view runs on the screen, in `chesscade snapshot` and in tests. app.h has
 * what a view may ask of the program. The smallest view is view_rules.c; read that first. */
#ifndef CHESSCADE_TUI_APP_VIEW_H
#define CHESSCADE_TUI_APP_VIEW_H

#include "tui/app/bindings.h"
#include "tui/system/loop.h"
#include "tui/terminal/input.h"
#include "tui/widgets/scene.h"

struct app;
struct list;
struct store;
struct view;

/* A request on its way to a view. */
struct event {
    enum request request;
    uint32_t key; /* The last key of the sequence; 0 if the request was typed by name or clicked. */
    int digit;    /* the digit typed, if the binding has <Digit>; otherwise 0 */
    /* the text after the name, if the request was typed after ':'; otherwise "", never NULL */
    const char *argument;
};

/* The text around the body of a view: draw() fills it in, and the app draws it, cut and without
 * control characters. On small terminals the app omits lines, the status line last. */
struct face {
    char title[256];      /* line 1, left: what is on the screen */
    char title_side[128]; /* line 1, right */
    /* line 1, last: the ply on the board, in the same colours as in the moves panel */
    char title_ply[32];
    char mode[32];    /* status line, first: the mode; "REPLAY" is shown as "-- REPLAY --" */
    char status[256]; /* status line: filter, counts */
    bool alone;       /* on a screen of one row, show the status line there and not the body */
    /* The status line describes only the ply on the board, and has the colours of title_ply. */
    bool status_of_ply;
    char status_side[64]; /* status line, right: saved, draft, read-only */
};

/* An entry of the hint line: one or two related requests, and a word for what they do (NULL: the
 * request's own hint). A list of hints ends with REQ_NONE. Entries that are unbound or impossible
 * now are not shown. */
struct hint {
    uint16_t first, second; /* enum request */
    const char *word;
};

struct view_ops {
    const char *name; /* the name used by :view, scripts and the manual, for example "archive" */
    size_t size;      /* the size of the view's own struct, which begins with a struct view */
    bool over;        /* the view is drawn over the view below it and does not replace it */

    /* Open the view. The struct is zero except for its struct view. `argument` is what app_open()
     * was given. On failure the view is freed without calling close(). */
    int (*open)(struct view *view, const void *argument, struct note *why);
    /* Free everything the view owns. */
    void (*close)(struct view *view);

    /* Draw the whole body into an area of a blank scene, place the cursor on the active cell or
     * line, and fill in *face, which is zero. Called after each event, so it must be fast, and
     * possibly at any size. No key arrives before the first call. */
    void (*draw)(struct view *view, struct scene *scene, const struct area *body,
                 struct face *face);

    /* Handle a request. Returns false if the request is not for this view; the app then handles it
     * (help, close, ...). */
    bool (*request)(struct view *view, const struct event *event);
    /* True if request() would do something now; help and hints show only such requests. NULL: every
     * request that is bound in one of the view's own keymaps is possible. */
    bool (*can)(const struct view *view, enum request request);
    /* Returns what a request does in this view if the text in command_table.h describes other
     * views, and NULL if that text is right here. The member itself may be NULL. */
    const char *(*words)(const struct view *view, enum request request);
    /* The entries of the hint line, most useful first. */
    const struct hint *(*hints)(const struct view *view);

    /* Handle a key before it becomes a request, in views where text is typed. Returns true if the
     * key was handled. May be NULL. */
    bool (*key)(struct view *view, uint32_t key);
    /* Handle a pasted text, whose length is already limited. Returns true if it was handled. May be
     * NULL. */
    bool (*paste)(struct view *view, const char *text);
    /* Receives the text given to app_edit_outside() as the user's editor has left it. NULL: the
     * view uses no editor. */
    void (*edited)(struct view *view, const char *text);
    /* Handle the mouse within the body. Returns true if it was handled. NULL: if the view has a
     * list, a click moves its cursor, and a click on the current line opens the line as Enter
     * does. */
    bool (*mouse)(struct view *view, const struct mouse *mouse);

    /* A view above this one has taken over what others changed in view->store, so that indices of
     * games have become invalid. Called soon after, with the view as argument. May be NULL. */
    loop_fn *changed;
    /* If closing would lose something, write a question ("Changes are not saved. Close all the
     * same?") and return true: then only `y` closes the view. May be NULL. */
    bool (*hesitate)(const struct view *view, char *question, size_t size);
    /* Describe in one sentence, for screen readers, what has changed since the last call. `brief`:
     * the sentence should be short, because another message is spoken as well. Returns false if the
     * line under the cursor says it all. May be NULL. */
    bool (*aloud)(struct view *view, bool brief, char *out, size_t size);
    /* The terminal is gone or the program must end: quickly save what must not be lost, without
     * drawing or asking. May be NULL. */
    void (*rescue)(struct view *view);
    /* A view above this one was closed, or the program was resumed after a suspend: check the files
     * for changes. May be NULL. */
    void (*resume)(struct view *view);
};

enum { VIEW_KEYMAPS = 4, TICK_NEVER = LOOP_NEVER };

/* The members that each view's struct begins with. */
struct view {
    const struct view_ops *ops;
    struct app *app;
    /* The active keymaps (enum keymap), in order of precedence; set by the view. */
    uint8_t keymap[VIEW_KEYMAPS];
    int keymaps;
    /* The archive whose games the view shows, borrowed; views above this one use it too. NULL:
     * none. */
    struct store *store;
    struct list *list; /* The list that has the focus, for the prompts of list.c; NULL: none. */
    bool drawn; /* the app has drawn the view at the present size, so the view knows that size */
    /* set by a function that app_watch() or app_at() has called, if nothing changed, so that the
     * screen need not be redrawn */
    bool idle;
    loop_handle changing; /* the app's: when changed() is to be called */
};

/* ---- Every view of the screen. A new view file adds one line here. */

extern const struct view_ops army_view; /* argument: struct army_open (tui/views/setup/setup.h) */
extern const struct view_ops archive_view;   /* argument: struct archive_open
                                                (tui/views/archive/archive_internal.h) */
extern const struct view_ops bookmarks_view; /* argument: struct bookmarks_open
                                              * (tui/views/navigation.h) */
extern const struct view_ops cascades_view;  /* argument: struct cascades_open (view_cascades.h) */
/* argument: struct columns_open (tui/views/archive/archive_internal.h); NULL if no list of games is
 * open */
extern const struct view_ops columns_view;
extern const struct view_ops gallery_view;   /* argument: NULL */
extern const struct view_ops help_view;      /* argument: the view whose requests are listed */
extern const struct view_ops home_view;      /* argument: NULL */
extern const struct view_ops lobby_view;     /* argument: struct lobby_place *, which the view takes
                                                over (tui/session/lobby/lobby.h) */
extern const struct view_ops new_view;       /* argument: struct new_open (view_variants.h) */
extern const struct view_ops openings_view;  /* argument: struct openings_open
                                                (tui/views/archive/archive_internal.h) */
extern const struct view_ops options_view;   /* argument: NULL */
extern const struct view_ops own_board_view; /* argument: struct own_board_open */
extern const struct view_ops pager_view;     /* argument: struct pager_open (tui/views/reader.h) */
extern const struct view_ops rules_view; /* argument: struct rules_wanted (tui/views/reader.h) */
extern const struct view_ops seek_view;  /* argument: struct seek_open (view_variants.h) */
extern const struct view_ops setup_view; /* argument: struct setup_open (tui/views/setup/setup.h) */
extern const struct view_ops tour_view;  /* argument: NULL */
extern const struct view_ops variants_view; /* argument: struct variants_open (view_variants.h) */
extern const struct view_ops table_view; /* argument: a struct table_open, tui/views/game/game.h */

struct bookmarks_open;
/* Open the list of bookmarks over a view, or go to the one with a number ("": the list). If there
 * are no bookmarks, only show a message. */
void bookmarks_show(struct app *app, const struct bookmarks_open *open, const char *number);
/* Open the rules that a text asks for, "[VARIANT] [SECTION]"; without a variant those of `rules`,
 * NULL: of none. Shows an error if there is no such variant or section. */
void rules_show(struct app *app, const char *asked_for, const struct ruleset *rules);

#endif
