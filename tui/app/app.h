/* app.h - the program around the views: the view stack, the prompt, messages, settings and time.
 *
 * The app turns keys into requests and views into a scene; it knows nothing of a terminal. client.c
 * feeds it from a terminal, script.c from a key script. Views hold a borrowed `struct app *`. */
#ifndef CHESSCADE_TUI_APP_APP_H
#define CHESSCADE_TUI_APP_APP_H

#include "tui/boards/board_art.h"
#include "tui/app/settings.h"
#include "tui/widgets/theme.h"
#include "tui/app/view.h"

/* ---- views ---- */

/* Open a view on top of the stack. On failure nothing changes and `why` gives the reason. */
int app_open(struct app *app, const struct view_ops *ops, const void *argument, struct note *why);
/* Like app_open(), but shows a failure as an error message. True if the view is open. */
bool app_try_open(struct app *app, const struct view_ops *ops, const void *argument);
/* Close the view at the end of the current event, without asking; its struct is freed then. Closing
 * the last view ends the program. */
void app_close(struct app *app, struct view *view);
/* The view directly below `view`, or NULL. */
struct view *app_below(const struct app *app, const struct view *view);

/* The request with this name (as typed after ':'), or REQ_NONE. */
enum request app_command(const char *name);

/* ---- messages: shown on the last line until the next key ---- */

/* Show a sentence without its full stop, formatted as by printf(). app_error() marks it as an
 * error: something was refused or failed. */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_error(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Remember where the latest unsaved change is kept (store_draft_name()), so that a crash report can
 * name it. */
void app_draft_is(struct app *app, const char *name);
/* Columns available for a message on one line. */
int app_message_columns(const struct app *app);

/* ---- the prompt: one line of typing at the bottom, for the view on top ---- */

struct prompt {
    const char *label; /* "/", "& ", "go to move: "; borrowed while the prompt is open */
    const char *text;  /* the initial text; NULL for none */
    /* Called when the prompt opens and after every change of the text, but only once per burst of
     * keys. May be NULL. */
    void (*changed)(struct view *view, const char *text);
    /* Enter was pressed. Return false to keep the prompt open with its text (after showing an
     * error), so that the user can correct it. */
    bool (*done)(struct view *view, const char *text);
    /* Esc was pressed. May be NULL. */
    void (*cancelled)(struct view *view);
    /* Tab was pressed: write the completed text. Return false if there is nothing to complete. May
     * be NULL. */
    bool (*complete)(struct view *view, const char *text, char *out, size_t size);
    /* Space was pressed: write the first match for the text. Return false to insert an ordinary
     * blank. May be NULL. */
    bool (*first)(struct view *view, const char *text, char *out, size_t size);
    /* Called for any other key before it is typed, for example for Up, Down and Space in a list of
     * matches. True if the view used the key. May be NULL. */
    bool (*key)(struct view *view, uint32_t key);
};

/* Open a prompt (copied) and cancel the one that is open, if any. If its text is too long for a
 * line, show an error instead. */
void app_prompt(struct app *app, struct view *view, const struct prompt *prompt);
/* True while a prompt or a question is open. */
bool app_prompting(const struct app *app);
/* True if this view is on top and no prompt or question is open, so what it shows may change
 * without disturbing the user. */
bool app_at_rest(const struct app *app, const struct view *view);
/* Reject what was typed: show why, and move the cursor to the offending character if known (`byte`,
 * else -1). done() then returns false, and the text stays to be corrected. */
void app_prompt_refuse(struct app *app, const char *typed, int byte, const char *why);
/* Replace the typed text and call changed(). */
void app_prompt_set(struct app *app, const char *text);
/* Show a short text after the typed one: the number of matches, or a hint. "" clears it. */
void app_prompt_note(struct app *app, const char *text);
/* Like app_prompt_note(), for the completions that Tab found; uses the rows above the prompt if the
 * line is too short. */
void app_prompt_choices(struct app *app, const char *text);

/* Ask a question on the last line. One key answers it; any key but `y` means no. */
void app_ask(struct app *app, struct view *view, const char *question,
             void (*answer)(struct view *view, bool yes));

/* ---- what views need to know ---- */

/* The character set for boards and texts: ASCII or UTF-8. */
enum charset app_charset(const struct app *app);
/* Set how the pieces of a board are drawn: the piece set of the option `pieces`, its ASCII pictures
 * with 8 or 16 colours; none with a11y. */
void app_pieces(const struct app *app, struct board_view *view);
/* The sign drawn where a text is cut off for lack of room. */
uint32_t app_cut_sign(const struct app *app);
/* The character set for drawing; unlike app_charset() it may be CHARSET_LINES, if the terminal has
 * line-drawing characters. */
enum charset app_terminal_charset(const struct app *app);
/* A setting as text, and as an index into its listed values (-1 if it is not one of them). */
const char *app_setting(const struct app *app, enum setting_id id);
int app_choice(const struct app *app, enum setting_id id);
/* Change a setting to one of its listed values, or to free text where it takes that. */
int app_set(struct app *app, const char *name, const char *value, struct note *why);
/* The time in milliseconds from a monotonic clock. */
int64_t app_now(const struct app *app);
/* Today's date, as 2026-01-31. */
const char *app_today(const struct app *app);
/* The user's name: the setting `name`, else $CHESSCADE_USER, else the system's user name. In a
 * lobby, the name used there. */
const char *app_user(const struct app *app);
/* The name that signs what the user writes in an archive. This is app_user(), except in a shared
 * archive, where it is the name that the store has for the user and cannot be chosen. `store` may
 * be NULL. */
const char *app_author(const struct app *app, const struct store *store);
/* True if comments, marks and variations are signed in this archive. They are not if the user is
 * alone and never set a name. */
bool app_signs(const struct app *app, const struct store *store);
/* The folder of rules, themes and samples. Never NULL. */
const char *app_data(const struct app *app);

/* ---- keys ---- */

/* The first key bound to a request in this view ("<Enter>" is written "Enter"), or "". */
const char *app_key_text(const struct app *app, const struct view *view, enum request request,
                         char *buffer, size_t size);
/* Expand a text in which {undo} stands for the key of that request ("%s - {undo} undoes"); ":undo"
 * if it has no key. app_say() and app_error() expand their formats this way. Returns the buffer. */
const char *app_words(const struct app *app, const struct view *view, const char *text,
                      char *buffer, size_t size);
/* Like app_words(), for a printf() format: a '%' in a key's name is doubled. */
const char *app_format(const struct app *app, const struct view *view, const char *format,
                       char *buffer, size_t size);
/* All keys of a request in one keymap, separated by blanks. */
const char *app_keys_text(const struct app *app, enum keymap keymap, enum request request,
                          char *buffer, size_t size);
/* True if the keymaps of this view bind a key to the request. */
bool app_binds(const struct app *app, const struct view *view, enum request request);
/* True if this view can carry out the request now, or the program can while the view is on top. */
bool app_can(const struct app *app, const struct view *view, enum request request);
/* A phrase for lists: what a request does when this view is on top. */
const char *app_request_help(const struct view *view, enum request request);
/* Carry out a request as if its key had been pressed. */
void app_request(struct app *app, enum request request, const char *argument);
/* During a prompt or question: if this key types nothing and is bound to redraw or suspend, do
 * that. False otherwise. */
bool app_beside(struct app *app, uint32_t key);

/* Get the attention of a user who looks elsewhere: bell, terminal title and, where supported, a
 * desktop notification. */
void app_notify(struct app *app, const char *text);
/* Clear the notification from the terminal's title. Does nothing if there is none. */
void app_notify_over(struct app *app);

/* Copy a text to the terminal's clipboard (OSC 52) and to a file, and show the file's path. `file`
 * names a file that must not exist yet; "" stands for the one that every copy overwrites. In
 * restricted mode only the clipboard is used. */
void app_copy(struct app *app, const char *what, const char *text, const char *file);
/* Keep a line of plies, separated by blanks, to be pasted at this or another table. app_line()
 * returns the line kept last (borrowed), or "". */
void app_keep_line(struct app *app, const char *plies);
const char *app_line(const struct app *app);

/* ---- drawing ---- */

/* The body area of the last frame, for mouse(). */
struct area app_body(const struct app *app);
/* Draw a horizontal or vertical line in the frame's role. */
void app_rule(const struct app *app, struct scene *scene, int row, int column, int columns);
void app_wall(const struct app *app, struct scene *scene, int row, int column, int rows);

/* ---- for client.c, script.c and tests: driving the app ---- */

struct app_options {
    enum charset charset;   /* what the terminal can display */
    bool ascii_pieces;      /* UTF-8, but not the characters that pieces are made of */
    const char *fixed_time; /* "2026-01-31T12:00:00": use this date, and stop time except for
                               app_advance(); NULL: the real clock */
    const char *user; /* the user's name if nothing else sets it; NULL: the system's user name */
};

/* A new app without a view: app_open() the first one. Default settings and keys. */
struct app *app_new(const struct app_options *options);
/* Free the app and close every view, without asking. */
void app_free(struct app *app);
void app_key(struct app *app, uint32_t key);
/* Keys that arrive together go between these two calls. The prompt's changed() is then called once,
 * at the end or before the first key that does not type, instead of after each key. */
void app_burst_begin(struct app *app);
void app_burst_end(struct app *app);
void app_paste(struct app *app, const char *text);
void app_mouse(struct app *app, const struct mouse *mouse);
/* Tick every view whose time has come. True if the screen may need redrawing. */
bool app_tick(struct app *app);
/* Milliseconds until a view wants to tick, or -1. */
int app_wait(const struct app *app);
/* With fixed time: advance the clock by this many milliseconds, ticking on the way. */
void app_advance(struct app *app, int milliseconds);
/* Draw everything into a scene, at the size it was begun with. */
void app_draw(struct app *app, struct scene *scene);
bool app_over(const struct app *app);
/* The draft that keeps the latest unsaved change; "" if there is none. */
const char *app_draft(const struct app *app);
/* Call rescue() of every view. */
void app_rescue(struct app *app);
void app_resume(struct app *app);
/* The view on top, or NULL. */
struct view *app_top(const struct app *app);
/* Fill in the descriptors that views wait for, at most `room`; returns their number. */
int app_descriptors(const struct app *app, int *fd, int room);
void app_readable(struct app *app, int fd);

/* What the app wants from the terminal; the terminal's owner reads and clears it. */
const struct theme *app_theme(const struct app *app);
/* Report whether the connection to the terminal has proved slow. */
void app_slow_line(struct app *app, bool slow);
/* Report whether the terminal has a clipboard that can be written. The app assumes so until told
 * otherwise. */
void app_clipboard_is(struct app *app, bool there);
/* True if as few bytes as possible should be sent, because of the setting `style` or a slow
 * connection. */
bool app_light(const struct app *app);
/* Set the palette in use, for the status line. `flat`: light and dark cells have the same
 * background in it. */
void app_palette(struct app *app, enum palette palette, bool flat);
/* True if as little as possible should move by itself, because of the settings `motion` and `a11y`.
 */
bool app_reduced(const struct app *app);
/* True if there are no colours, or none on boards, so that characters must tell light and dark
 * cells apart. */
bool app_mono(const struct app *app);

enum app_wish {
    WISH_REDRAW = 1,
    WISH_SUSPEND = 2,
    WISH_BELL = 4,
    WISH_LOOKS = 8 /* theme, colours or mouse changed */,
    WISH_NOTICE = 16,
    WISH_EDITOR = 32
};
/* The pending wishes, as bits of enum app_wish; the call clears them. */
unsigned app_wishes(struct app *app);
/* The text of WISH_NOTICE, without control characters; "" means that the notification is over. */
const char *app_notice(const struct app *app);
/* Enter restricted mode, for good: nothing outside the archive can be reached. No files by name, no
 * suspending, no other user name, and no program for messages, even if the host's file sets one. */
void app_restrict(struct app *app);
bool app_restricted(const struct app *app);
/* With the setting `messages`: everything said, asked and notified since the last call, one line
 * each; NULL if nothing. The caller frees it and passes it to the program of that setting
 * (message_hook.h). */
char *app_said(struct app *app);
/* Let the user's own editor change a text while the terminal is lent to it. The result arrives
 * through the view's `edited`. Refused in restricted mode, where no other program may be started.
 */
void app_edit_outside(struct app *app, const char *text);
/* app_to_edit(): the text of WISH_EDITOR, owned by the caller. app_edited(): the text after
 * editing. */
char *app_to_edit(struct app *app);
void app_edited(struct app *app, const char *text);
/* A text for the clipboard, or NULL. The caller frees it. */
char *app_clipboard(struct app *app);

#endif
