/* app_parts.h - the inside of the app, shared by its own files only: app.c, app_keys.c, app_draw.c, prompt.c,
 * colon.c, settings.c, config_files.c, report.c, and view_options.c, which tries settings. Other views see app.h. */
#ifndef CHESSCADE_APP_PARTS_H
#define CHESSCADE_APP_PARTS_H

#include "archive/store.h"
#include "tui/app.h"
#include "tui/edit_line.h"
#include "tui/theme.h"

enum { VIEWS_MAX = 24, HITS_MAX = 64, HISTORY_MAX = 50 };

/* What is typed at the last line: a prompt, a question, or nothing. */
struct prompting {
    bool open, asking;
    bool burst, untold; /* keys come in a burst; the view has not been told yet what they changed */
    struct view *view; /* who gets the answers */
    struct prompt prompt;
    struct edit_line line;
    char note[512];
    bool note_whole; /* it has rows of its own where the line has no room */
    char question[256];
    void (*answer)(struct view *view, bool yes);
    char *history[HISTORY_MAX]; /* all prompts of a session, oldest first, each "label\ntext" */
    int remembered, recalled;   /* recalled: counted back from the newest, 0 is what is being typed */
};

/* A word of the screen that can be clicked: its request. */
struct hit {
    int row, column, columns;
    enum request request;
};

struct app {
    struct view *view[VIEWS_MAX];
    bool closing[VIEWS_MAX];
    int views;
    int depth; /* calls into views under way: closed views are freed at depth 0 */
    bool over, interrupted;
    struct bindings bindings;
    struct key_sequence typed; /* the keys of a sequence that is not complete */
    struct key_sequence pressed; /* those of the request being done, if keys asked for it */
    struct prompting prompting;
    char message[512];
    bool message_is_error;
    char *setting[SETTINGS];
    struct theme theme;
    enum charset terminal_charset;
    char palette_word[8];
    bool mono, slow;
    unsigned wishes;
    char notice[128];
    bool restricted;
    char *clipboard;
    bool no_clipboard; /* the terminal has none */
    char *line; /* app_line() */
    char *to_edit; /* by the user's own editor */
    char *said; /* messages nobody has taken yet, a line each */
    char draft[STORE_DRAFT_NAME_ROOM];
    int64_t fixed; /* milliseconds of fixed time, -1: the real clock */
    char today[16];
    char *data, *user;
    bool named; /* the user said that is who they are: $CHESSCADE_USER */
    struct hit hit[HITS_MAX];
    int hits;
    int rows, columns; /* of the last frame, 0: there was none */
    struct area body; /* ... */
};

/* A written key as people read it: "<Enter>" standing alone is Enter, "<C-l>" ^L, "<Digit>" 1-9. */
void app_plain_key(char *text, enum request request);
/* Enter and leave a call into a view: nested, views closed meanwhile are freed at the last leave. */
void app_enter(struct app *app);
void app_exit(struct app *app);
/* Close the view on top (or, with `all`, the program), asking first where something would be lost. */
void app_ask_close(struct app *app, bool all);
/* The same of the program, but asking in any case. */
void app_ask_leave(struct app *app);

/* Somebody besides the screen may hear this (app_said()). */
void app_tell(struct app *app, const char *text);

/* prompt.c */
void prompting_key(struct app *app, uint32_t key);
void prompting_paste(struct app *app, const char *text);
void prompting_forget(struct app *app, const struct view *view); /* the view is closed */
void prompting_clear(struct app *app);
/* Draw a sentence with its last row there, as many rows as it takes (at most five), over what is above. */
void app_sentence(struct scene *scene, int row, const char *text, enum role ink);
/* Draw the prompt or question on a row: true if there is one. */
bool prompting_draw(const struct app *app, struct scene *scene, int row);

/* colon.c */
void colon_open(struct app *app);
/* Do one line of the `:` language. */
int colon_run(struct app *app, const char *line, struct note *why);

/* settings.c */
void settings_begin(struct app *app, const char *user);
void settings_clear(struct app *app);
const char *setting_name(enum setting_id id);
const char *setting_values(enum setting_id id);
const char *setting_help(enum setting_id id);
/* The setting of a name, SETTINGS without one. */
enum setting_id setting_named(const char *name);
/* The listed value number `index`: true and in `out`, false past the end. */
bool setting_value(enum setting_id id, int index, char *out, size_t size);

#endif
