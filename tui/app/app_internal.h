/* app_internal.h - internals of the app, for its own files only.
 *
 * The files of this folder include it, and view_options.c, which tries out settings. Other views
 * use app.h. */
#ifndef CHESSCADE_TUI_APP_APP_INTERNAL_H
#define CHESSCADE_TUI_APP_APP_INTERNAL_H

#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/widgets/editors.h"
#include "tui/widgets/theme.h"

enum { VIEWS_MAX = 24, HITS_MAX = 64, HISTORY_MAX = 50 };

/* The state of the last line: a prompt, a question, or nothing. */
struct prompting {
    bool open, asking;
    bool burst, untold; /* a burst of keys is being processed; changed() is still due */
    struct view *view;  /* receives the answers */
    struct prompt prompt;
    struct edit_line line;
    char note[512];
    bool note_whole; /* the note gets rows of its own if it does not fit on the line */
    char question[256];
    void (*answer)(struct view *view, bool yes);
    char *history[HISTORY_MAX]; /* of all prompts in this session, oldest first, each "label\ntext"
                                 */
    int remembered, recalled;   /* recalled: counted back from the newest, 0 is the text being typed
                                 */
};

/* A clickable word on the screen, and its request. */
struct hit {
    int row, column, columns;
    enum request request;
};

/* The piece set in use. `auto` is not loaded before a board is drawn. */
struct shown_pieces {
    struct piece_set *set; /* NULL: letters */
    bool loaded;
    bool ascii; /* the terminal has no characters for pictures beyond ASCII */
    bool few;   /* 8 or 16 colours */
};

struct app {
    struct view *view[VIEWS_MAX];
    bool closing[VIEWS_MAX];
    int views;
    int depth; /* nested calls into views; closed views are freed at depth 0 */
    bool over, interrupted;
    struct bindings bindings;
    struct key_sequence typed;   /* an incomplete key sequence */
    struct key_sequence pressed; /* the keys that caused the current request, if any did */
    struct prompting prompting;
    char message[512];
    bool message_is_error;
    char *setting[SETTINGS];
    struct theme theme;
    struct shown_pieces *pieces;
    enum charset terminal_charset;
    char palette_word[8];
    bool mono, slow;
    unsigned wishes;
    char notice[128];
    bool restricted;
    char *clipboard;
    bool no_clipboard; /* the terminal has none */
    char *line;        /* app_line() */
    char *to_edit;     /* text for the user's own editor */
    char *said;        /* messages not yet fetched by app_said(), one line each */
    char draft[STORE_DRAFT_NAME_ROOM];
    int64_t fixed; /* milliseconds of fixed time; -1: use the real clock */
    char today[16];
    char *data, *user;
    bool named; /* the user set the name, with $CHESSCADE_USER */
    struct hit hit[HITS_MAX];
    int hits;
    int rows, columns; /* of the last frame; 0 before the first */
    struct area body;  /* ... of the last frame */
};

/* Rewrite a key as people read it: a lone "<Enter>" becomes Enter, "<C-l>" ^L, "<Digit>" 1-9. */
void app_plain_key(char *text, enum request request);
/* Enter and leave a call into a view. Calls nest; leaving the outermost one frees the views closed
 * meanwhile. */
void app_enter(struct app *app);
void app_exit(struct app *app);
/* Close the view on top (or, with `all`, the program); ask first if something would be lost. */
void app_ask_close(struct app *app, bool all);
/* Leave the program; always ask first. */
void app_ask_leave(struct app *app);

/* Queue a message for app_said(). */
void app_tell(struct app *app, const char *text);

void prompting_key(struct app *app, uint32_t key);
void prompting_paste(struct app *app, const char *text);
void prompting_forget(struct app *app, const struct view *view); /* the view is closed */
void prompting_clear(struct app *app);
/* Draw a sentence over the rows above, at most five, so that its last row is `row`. */
void app_sentence(struct scene *scene, int row, const char *text, enum role ink);
/* Draw the prompt or question on a row. True if there is one. */
bool prompting_draw(const struct app *app, struct scene *scene, int row);

/* ---- colon.c */
void colon_open(struct app *app);
/* Run one line of the `:` language. */
int colon_run(struct app *app, const char *line, struct note *why);

/* ---- settings.c */
void settings_begin(struct app *app, const char *user);
void settings_clear(struct app *app);
const char *setting_name(enum setting_id id);
const char *setting_values(enum setting_id id);
const char *setting_help(enum setting_id id);
/* The setting with this name, or SETTINGS. */
enum setting_id setting_named(const char *name);
/* Write the listed value number `index` to `out`. False if there are not so many. */
bool setting_value(enum setting_id id, int index, char *out, size_t size);

#endif
