/* app_internal.h - the internals of the app, for the files of this folder and view_options.c, which
 * tries out settings. Other views use app.h. */
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
    /* burst: keys that arrived together are being processed. untold: one of them has changed the
     * text, so changed() must be called after the burst. */
    bool burst, untold;
    struct view *view; /* the view that receives the answers */
    struct prompt prompt;
    struct edit_line line;
    char note[512];
    bool note_whole; /* show the note in rows of its own if it does not fit on the prompt's line */
    char question[256];
    void (*answer)(struct view *view, bool yes);
    /* What was typed at all prompts in this session, oldest first, each as "label\ntext". */
    char *history[HISTORY_MAX];
    /* remembered: number of entries. recalled: which entry is shown, counted back from the newest;
     * 0: the text being typed */
    int remembered, recalled;
};

/* A word on the screen that can be clicked, and its request. */
struct hit {
    int row, column, columns;
    enum request request;
};

/* The piece set in use. The set `auto` is loaded when a board is first drawn. */
struct shown_pieces {
    struct piece_set *set; /* NULL: pieces are drawn as letters */
    bool loaded;
    bool ascii; /* the terminal lacks the characters for pictures beyond ASCII */
    bool texts; /* screens become texts without colours */
    bool few;   /* the terminal has only 8 or 16 colours */
};

struct app {
    struct view *view[VIEWS_MAX];
    bool closing[VIEWS_MAX];
    int views;
    int depth; /* The number of nested calls into views. Closed views are freed when it is 0. */
    bool over, interrupted;
    struct loop *loop;
    bool stirred; /* a function that the loop has called may have changed the screen */
    struct bindings bindings;
    struct key_sequence typed;   /* the keys typed so far of an incomplete key sequence */
    struct key_sequence pressed; /* the keys that caused the current request, if keys did */
    struct prompting prompting;
    char message[512];
    bool message_is_error;
    char *setting[SETTINGS];
    struct theme theme;
    struct shown_pieces *pieces;
    enum charset terminal_charset;
    char palette_word[8];
    bool mono, slow, light_ground;
    unsigned wishes;
    char notice[128];
    bool restricted;
    char *clipboard;
    bool no_clipboard; /* programs cannot write to the terminal's clipboard */
    char *to_edit;     /* the text for the user's editor */
    char *said;        /* messages that app_said() has not returned yet, one line each */
    char draft[STORE_DRAFT_NAME_ROOM];
    int64_t fixed; /* the fixed time in milliseconds; -1: use the real clock */
    char today[16];
    char *data, *user;
    bool named; /* the user has set a name, by the setting or $CHESSCADE_USER */
    struct hit hit[HITS_MAX];
    int hits;
    int rows, columns; /* the size of the last frame; 0 before the first */
    struct area body;  /* the area of the view's body in the last frame */
};

/* Rewrite the name of a key as people read it: "<Enter>" alone becomes Enter, "<C-l>" ^L, "<Digit>"
 * 1-9. */
void app_plain_key(char *text, enum request request);
/* Call these before and after each call into a view. Calls nest; the end of the outermost one frees
 * the views that were closed meanwhile. */
void app_enter(struct app *app);
void app_exit(struct app *app);
/* Close the view on top, or with `all` the program. Ask first if something would be lost. */
void app_ask_close(struct app *app, bool all);
/* End the program, but ask first in any case. */
void app_ask_leave(struct app *app);

/* Add a message to those that app_said() returns. */
void app_tell(struct app *app, const char *text);

void prompting_key(struct app *app, uint32_t key);
void prompting_paste(struct app *app, const char *text);
/* Call this when the view is closed. */
void prompting_forget(struct app *app, const struct view *view);
void prompting_clear(struct app *app);
/* Draw a sentence on at most five rows, of which the last one is `row`. */
void app_sentence(struct scene *scene, int row, const char *text, enum role ink);
/* Draw the prompt or the question on a row. Returns true if there is one. */
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
/* The setting with a name; SETTINGS: there is none. */
enum setting_id setting_named(const char *name);
/* Write the listed value with this index to `out`. Returns false if the setting has fewer
 * values. */
bool setting_value(enum setting_id id, int index, char *out, size_t size);

#endif
