/* app.h - the program around the views: the stack of views, the prompt, messages, settings and
 * time.
 *
 * The app turns keys into requests and views into a scene; it knows nothing of a terminal. client.c
 * gives it the keys of a terminal, script.c those of a key script. Views hold a borrowed `struct
 * app *`. */
#ifndef CHESSCADE_TUI_APP_APP_H
#define CHESSCADE_TUI_APP_APP_H

#include "tui/boards/board_art.h"
#include "tui/app/settings.h"
#include "tui/widgets/theme.h"
#include "tui/app/view.h"

/* ---- views ---- */

/* Open a view on top of the stack. On failure nothing changes, and `why` has the reason. */
int app_open(struct app *app, const struct view_ops *ops, const void *argument, struct note *why);
/* Open a view as app_open() does, and show a failure as an error message. Returns true if the view
 * is open. */
bool app_try_open(struct app *app, const struct view_ops *ops, const void *argument);
/* Close the view at the end of the current event, without asking; the view's struct is freed then.
 * Closing the last view ends the program. */
void app_close(struct app *app, struct view *view);
/* The view directly below `view` in the stack; NULL: none. */
struct view *app_below(const struct app *app, const struct view *view);

/* ---- messages: shown on the last line until the next key ---- */

/* Show a message, formatted as by printf(): one sentence, written without its full stop.
 * app_error() does the same, but marks the sentence as an error: something was refused or
 * failed. */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_error(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Remember the file that stores the latest unsaved change (store_draft_name()), so that a crash
 * report can name it. */
void app_draft_is(struct app *app, const char *name);
/* The number of columns available for a message on one line. */
int app_message_columns(const struct app *app);

/* ---- the prompt: one line of typing at the bottom, for the view on top ---- */

struct prompt {
    /* the text before what is typed: "/", "& ", "go to move: "; borrowed while the prompt is
     * open */
    const char *label;
    const char *text; /* the initial text; NULL: none */
    /* Called when the prompt opens and after each change of the text, but only once for a burst of
     * keys. May be NULL. */
    void (*changed)(struct view *view, const char *text);
    /* Called when Enter was pressed. Returns false, after showing an error, to keep the prompt open
     * with its text, so that the user can correct the text. */
    bool (*done)(struct view *view, const char *text);
    /* Called when Esc was pressed. May be NULL. */
    void (*cancelled)(struct view *view);
    /* Called when Tab was pressed: writes the completed text to `out`. Returns false if there is
     * nothing to complete. May be NULL. */
    bool (*complete)(struct view *view, const char *text, char *out, size_t size);
    /* Called when Space was pressed: writes the first match for the text to `out`. Returns false to
     * insert an ordinary blank. May be NULL. */
    bool (*first)(struct view *view, const char *text, char *out, size_t size);
    /* Called for any other key before the key is typed, for example for Up and Down in a list of
     * matches. Returns true if the view used the key. May be NULL. */
    bool (*key)(struct view *view, uint32_t key);
};

/* Open a prompt, which is copied, and cancel the one that is open, if any. If the initial text is
 * too long for a line, show an error instead. */
void app_prompt(struct app *app, struct view *view, const struct prompt *prompt);
/* True while a prompt is open. Questions do not count. */
bool app_prompting(const struct app *app);
/* True if this view is on top and no prompt or question is open, so that changing the screen does
 * not disturb the user. */
bool app_at_rest(const struct app *app, const struct view *view);
/* Reject what was typed: show why, and move the cursor to byte `byte` of the text, if that is not
 * -1. done() then returns false, and the text stays to be corrected. */
void app_prompt_refuse(struct app *app, const char *typed, int byte, const char *why);
/* Replace the text of the prompt and call changed(). */
void app_prompt_set(struct app *app, const char *text);
/* Show a short text after the typed text: the number of matches, or a hint. "" removes it. */
void app_prompt_note(struct app *app, const char *text);
/* Show the completions that Tab has found, as app_prompt_note() does, but use the rows above the
 * prompt as well if the line is too short. */
void app_prompt_choices(struct app *app, const char *text);

/* Ask a question on the last line. The next key answers it: `y` means yes, any other key no. */
void app_ask(struct app *app, struct view *view, const char *question,
             void (*answer)(struct view *view, bool yes));

/* ---- what views need to know ---- */

/* The character set for boards and texts: ASCII or UTF-8. */
enum charset app_charset(const struct app *app);
/* Set how the pieces of a board are drawn: with the piece set of the option `pieces`, or with its
 * ASCII pictures if there are 8 or 16 colours. With `a11y` there are no pictures. */
void app_pieces(const struct app *app, struct board_view *view);
/* The character that is drawn where a text is cut off for lack of room. */
uint32_t app_cut_sign(const struct app *app);
/* The character set for drawing. It may be CHARSET_LINES, which app_charset() never is, if the
 * terminal has line-drawing characters. */
enum charset app_terminal_charset(const struct app *app);
/* app_setting() is the value of a setting as text. app_choice() is the index of that value among
 * the setting's listed values, -1 if it is not one of them. */
const char *app_setting(const struct app *app, enum setting_id id);
int app_choice(const struct app *app, enum setting_id id);
/* Change a setting to one of its listed values, or to any text if the setting takes free text. */
int app_set(struct app *app, const char *name, const char *value, struct note *why);
/* The time of a monotonic clock in milliseconds. */
int64_t app_now(const struct app *app);
/* Today's date, "2026-01-31". */
const char *app_today(const struct app *app);
/* The user's name: the setting `name`, else $CHESSCADE_USER, else the system's user name. In a
 * lobby, the name used in the lobby. */
const char *app_user(const struct app *app);
/* The name that signs what the user writes in an archive: app_user(), except in a shared archive,
 * where it is the name that the store has for the user and cannot be chosen. `store` may be
 * NULL. */
const char *app_author(const struct app *app, const struct store *store);
/* True if comments, marks and variations are signed in this archive. They are not if the user is
 * alone in it and has never set a name. */
bool app_signs(const struct app *app, const struct store *store);
/* The path of the folder of rules, themes and samples. Never NULL. */
const char *app_data(const struct app *app);

/* ---- what a view waits for (tui/system/loop.h, also for the order of calls) ----
 *
 * Any number of descriptors and times, each with a handle in the view's struct that is 0 at first.
 * The app cancels all of them when the view is closed. Nothing is called while the view is being
 * closed, and a view that is covered by others is called as well. */

/* Call `function(argument)` whenever the descriptor is readable. It is borrowed: call app_stop()
 * before closing it. `fd` -1 only ends the watch. Repeating a call changes nothing. */
void app_watch(struct view *view, loop_handle *watch, int fd, loop_fn *function, void *argument);
/* Call `function(argument)` once, when app_now() has come to `at`; at once if it has already. The
 * handle's earlier time is forgotten. TICK_NEVER only forgets it. */
void app_at(struct view *view, loop_handle *time, int64_t at, loop_fn *function, void *argument);
/* As app_at(), but an earlier time of the handle stays. */
void app_at_latest(struct view *view, loop_handle *time, int64_t at, loop_fn *function,
                   void *argument);
/* The time that is set for a handle; TICK_NEVER: none. */
int64_t app_due(const struct view *view, loop_handle time);
/* End a watch or forget a time. */
void app_stop(struct view *view, loop_handle *handle);
/* Tell the views below this one that show the same store that its indices are invalid: see
 * changed() in view.h. */
void app_store_changed(struct view *view, const struct store *store);

/* ---- keys ---- */

/* Write the first key bound to a request in this view ("Enter" for "<Enter>"), or "". */
const char *app_key_text(const struct app *app, const struct view *view, enum request request,
                         char *buffer, size_t size);
/* Expand a text in which {undo} stands for the key of the request `undo`, as in "%s - {undo}
 * undoes"; it becomes ":undo" if no key is bound. app_say() and app_error() expand their formats in
 * this way. Returns the buffer. */
const char *app_words(const struct app *app, const struct view *view, const char *text,
                      char *buffer, size_t size);
/* Expand a printf() format as app_words() does. A '%' in the name of a key becomes "%%", so that
 * printf() prints it. */
const char *app_format(const struct app *app, const struct view *view, const char *format,
                       char *buffer, size_t size);
/* Write all keys of a request in one keymap, separated by blanks. */
const char *app_keys_text(const struct app *app, enum keymap keymap, enum request request,
                          char *buffer, size_t size);
/* True if the keymaps of this view bind a key to the request. */
bool app_binds(const struct app *app, const struct view *view, enum request request);
/* True if the view, or the program while the view is on top, can carry out this request now. */
bool app_can(const struct app *app, const struct view *view, enum request request);
/* A phrase for lists that says what a request does when this view is on top. */
const char *app_request_help(const struct view *view, enum request request);
/* Carry out a request as if its key had been pressed. `argument` is the text after its name. */
void app_request(struct app *app, enum request request, const char *argument);
/* Handle a key during a prompt or question, if the key types nothing and is bound to redraw or
 * suspend. Returns false for other keys. */
bool app_beside(struct app *app, uint32_t key);

/* Call the user with the bell, if the setting SET_BELL_TURN, SET_BELL_CHECK or SET_BELL_END wants
 * it. */
void app_call(struct app *app, enum setting_id what);
/* Notify a user who may be looking elsewhere: with the bell, the terminal's title and, where the
 * terminal supports it, a desktop notification. */
void app_notify(struct app *app, const char *text);
/* Remove the notification from the terminal's title, if there is one. */
void app_notify_over(struct app *app);

/* Copy a text to the terminal's clipboard (OSC 52) and to a file, and show the file's path. `file`
 * is the name of a file that must not exist yet; "" stands for a file that each copy overwrites. In
 * restricted mode only the clipboard is used. */
void app_copy(struct app *app, const char *what, const char *text, const char *file);

/* ---- drawing ---- */

/* The area of the view's body in the last frame. A view's mouse() needs it to find what was
 * clicked. */
struct area app_body(const struct app *app);
/* Draw a horizontal or vertical line in the colours of a frame. */
void app_rule(const struct app *app, struct scene *scene, int row, int column, int columns);
void app_wall(const struct app *app, struct scene *scene, int row, int column, int rows);

/* ---- for client.c, script.c and tests: driving the app ---- */

struct app_options {
    enum charset charset; /* the characters that the terminal can display */
    /* the terminal has UTF-8, but not the characters that pieces are drawn with */
    bool ascii_pieces;
    /* screens become texts, whose readers see no colours: triangles are strokes unless the user
     * chooses otherwise */
    bool texts;
    /* Use this date, "2026-01-31T12:00:00", and let time pass only by app_advance(). NULL: the
     * real clock. */
    const char *fixed_time;
    const char *user; /* The user's name if nothing else sets it; NULL: the system's user name. */
};

/* Create an app without a view; the caller opens the first view with app_open(). Settings and keys
 * are the defaults. */
struct app *app_new(const struct app_options *options);
/* Free the app and close all views, without asking. */
void app_free(struct app *app);
void app_key(struct app *app, uint32_t key);
/* Call these functions before and after a series of app_key() for keys that arrived together. The
 * prompt's changed() is then not called after each key, but once: at the end, or before the first
 * key that types nothing. */
void app_burst_begin(struct app *app);
void app_burst_end(struct app *app);
void app_paste(struct app *app, const char *text);
void app_mouse(struct app *app, const struct mouse *mouse);
/* What the views wait for; borrowed. The owner of the terminal sleeps in it, with loop_wait(). */
struct loop *app_loop(const struct app *app);
/* Call what views wait for: the functions of descriptors that loop_wait() has found ready, and of
 * times that have come. Returns true if the screen may need redrawing. */
bool app_tick(struct app *app);
/* Without sleeping, call the functions of the descriptors that are readable. */
void app_hear(struct app *app);
/* With fixed time: advance the clock by this many milliseconds, and call the functions of the times
 * that it reaches. */
void app_advance(struct app *app, int milliseconds);
/* Draw everything into a scene, in the size that the scene was begun with. */
void app_draw(struct app *app, struct scene *scene);
bool app_over(const struct app *app);
/* The name of the draft that stores the latest unsaved change; "" if there is none. */
const char *app_draft(const struct app *app);
/* Call rescue() of each view, because the program must end. */
void app_rescue(struct app *app);
void app_resume(struct app *app);
/* The view on top of the stack; NULL: none. */
struct view *app_top(const struct app *app);

/* What the app wants from the terminal. The owner of the terminal reads this, and clears the
 * wishes. */
const struct theme *app_theme(const struct app *app);
/* Tell the app whether the connection to the terminal is slow. */
void app_slow_line(struct app *app, bool slow);
/* Tell the app whether programs can write to the terminal's clipboard. The app assumes so by
 * default. */
void app_clipboard_is(struct app *app, bool there);
/* True if as few bytes as possible should be sent to the terminal, because of the setting `style`
 * or a slow connection. */
bool app_light(const struct app *app);
/* Tell the app which palette is in use; the status line shows it. `flat`: light and dark cells have
 * the same background in it. */
void app_palette(struct app *app, enum palette palette, bool flat);
/* The terminal's own ground is light, or dark. On a light one the theme `default` is `light`. */
void app_ground_is(struct app *app, bool light);
/* True if as little as possible should move on the screen by itself, because of the settings
 * `motion` and `a11y`. */
bool app_reduced(const struct app *app);
/* True if there are no colours, or none on boards, so that light and dark cells must differ by
 * characters. */
bool app_mono(const struct app *app);

enum app_wish {
    WISH_REDRAW = 1,
    WISH_SUSPEND = 2,
    WISH_BELL = 4,
    WISH_LOOKS = 8 /* the theme, the colours or the use of the mouse have changed */,
    WISH_NOTICE = 16,
    WISH_EDITOR = 32
};
/* Returns the pending wishes as bits of enum app_wish, and clears them. */
unsigned app_wishes(struct app *app);
/* The text of the notification for WISH_NOTICE, without control characters; "" means that the
 * notification is over. */
const char *app_notice(const struct app *app);
/* Enter restricted mode, which lasts until the session ends. Nothing outside the archive can then
 * be reached: no files by name, no suspending, no other user name, and no program for messages,
 * even if the host's file sets one. */
void app_restrict(struct app *app);
bool app_restricted(const struct app *app);
/* With the setting `messages`: all messages, questions and notifications since the last call, one
 * line each; NULL if there are none. The caller frees the text and passes it to the program that
 * the setting names (message_hook.h). */
char *app_said(struct app *app);
/* Let the user change a text in an editor of the user's choice, which gets the terminal meanwhile.
 * The view's edited() receives the result. Refused in restricted mode, where no other program may
 * be started. */
void app_edit_outside(struct app *app, const char *text);
/* app_to_edit() is the text for WISH_EDITOR, which the caller frees. app_edited() passes on the
 * text after editing. */
char *app_to_edit(struct app *app);
void app_edited(struct app *app, const char *text);
/* The text that should go to the clipboard; NULL: none. The caller frees it. */
char *app_clipboard(struct app *app);

#endif
