/* app.h - the program around the views: their stack, the prompt, messages, settings, time.
 *
 * The app turns keys into requests and views into a scene; it knows no terminal. client.c feeds it from a terminal,
 * script.c from a key script. Views hold a borrowed `struct app *`. */
#ifndef CHESSCADE_APP_H
#define CHESSCADE_APP_H

#include "tui/board_art.h"
#include "tui/settings.h"
#include "tui/theme.h"
#include "tui/view.h"

/* ---- views ---- */

/* Open a view on top. On failure nothing changes and `why` says why. */
int app_open(struct app *app, const struct view_ops *ops, const void *argument, struct note *why);
/* The same, with a failure shown as an error message; true when it is open. */
bool app_try_open(struct app *app, const struct view_ops *ops, const void *argument);
/* Close the view at the end of this event (the struct is freed then), without asking. The last one ends the program. */
void app_close(struct app *app, struct view *view);
/* The view below this one, NULL without. */
struct view *app_below(const struct app *app, const struct view *view);

/* What a word behind ':' asks for, REQ_NONE when it is no request's name. */
enum request app_command(const char *name);

/* ---- messages: on the last line until the next key ---- */

/* A sentence without its full stop, as printf has it; an error is one that something was refused or failed for. */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_error(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Where what was changed last is kept, for a crash to name it (store_draft_name()). */
void app_draft_is(struct app *app, const char *name);
/* How much of that fits in one line. */
int app_message_columns(const struct app *app);

/* ---- the prompt: one line of typing at the bottom, for the view on top ---- */

struct prompt {
    const char *label; /* "/", "& ", "go to move: "; borrowed for as long as the prompt is open */
    const char *text;  /* what is there to begin with; NULL: nothing */
    /* After every change of the text (once after all of a burst's), once at the start included. May be NULL. */
    void (*changed)(struct view *view, const char *text);
    /* Enter. False: the prompt stays open (an error was said, the text is kept for correction). */
    bool (*done)(struct view *view, const char *text);
    /* Esc. May be NULL. */
    void (*cancelled)(struct view *view);
    /* Tab: write the text as far as it can be completed; false: there is nothing to complete. May be NULL. */
    bool (*complete)(struct view *view, const char *text, char *out, size_t size);
    /* Space: write what stands for the text, the first of its matches; false: it is a blank. May be NULL. */
    bool (*first)(struct view *view, const char *text, char *out, size_t size);
    /* A key that is not typing (arrows up and down, Space in a list of matches): true: taken. May be NULL. */
    bool (*key)(struct view *view, uint32_t key);
};

/* Open it (copied); one that is open is cancelled. Where its text is longer than a line may be, that is said instead. */
void app_prompt(struct app *app, struct view *view, const struct prompt *prompt);
/* Is something being typed or asked? */
bool app_prompting(const struct app *app);
/* Is this view on top, with nothing typed or asked there: may what it shows change under the user's hands? */
bool app_at_rest(const struct app *app, const struct view *view);
/* What was typed cannot be taken: say why, and at which character where that is known (`byte`, else -1), where the cursor goes
 * then; done() returns false, and the text stays to be corrected. */
void app_prompt_refuse(struct app *app, const char *typed, int byte, const char *why);
/* Replace what is typed; changed() is called. */
void app_prompt_set(struct app *app, const char *text);
/* Show a short text behind what is being typed: matches, a hint. "" for nothing. */
void app_prompt_note(struct app *app, const char *text);
/* The same of what can follow, asked for with Tab: where the line is too short for it, in rows above. */
void app_prompt_choices(struct app *app, const char *text);

/* A question on the last line, answered by one key; every key but `y` is a no. */
void app_ask(struct app *app, struct view *view, const char *question, void (*answer)(struct view *view, bool yes));

/* ---- what the views look at ---- */

/* The characters of boards and texts: ASCII or UTF-8. */
enum charset app_charset(const struct app *app);
/* Behind what there is no room for. */
uint32_t app_cut_sign(const struct app *app);
/* The same for whoever paints: CHARSET_LINES where the lines between panels are drawn as the terminal can. */
enum charset app_terminal_charset(const struct app *app);
/* A setting as text, and as the index among its listed values (-1: another text). */
const char *app_setting(const struct app *app, enum setting_id id);
int app_choice(const struct app *app, enum setting_id id);
/* Change a setting: the listed values, free text. */
int app_set(struct app *app, const char *name, const char *value, struct note *why);
/* Milliseconds of a clock that only goes forward. */
int64_t app_now(const struct app *app);
/* Today as 2026-01-31. */
const char *app_today(const struct app *app);
/* Who the user is: the setting `name`, else $CHESSCADE_USER, else the system's name of the user. In a lobby
 * the name one has there. */
const char *app_user(const struct app *app);
/* Who signs what is written in an archive (NULL: in none): the same, but where others write, too, nobody chooses a name. */
const char *app_author(const struct app *app, const struct store *store);
/* Are comments, marks and variations signed there? Not where one is alone and never said a name. */
bool app_signs(const struct app *app, const struct store *store);
/* The folder of samples, rules and themes. Never NULL. */
const char *app_data(const struct app *app);

/* ---- keys ---- */

/* The first key of a request as it is bound here ("<Enter>" is written "Enter"); "" when there is none. */
const char *app_key_text(const struct app *app, const struct view *view, enum request request, char *buffer,
                         size_t size);
/* A text in which {undo} stands for the key that does it: "%s - {undo} undoes"; ":undo" where none does. app_say() and app_error()
 * read their formats so. Returns the buffer. */
const char *app_words(const struct app *app, const struct view *view, const char *text, char *buffer, size_t size);
/* The same of a format: a key is not taken for a directive. */
const char *app_format(const struct app *app, const struct view *view, const char *format, char *buffer, size_t size);
/* Every key of a request in one keymap, a blank between them. */
const char *app_keys_text(const struct app *app, enum keymap keymap, enum request request, char *buffer, size_t size);
/* Has the request a key of its own in the keymaps of this view? */
bool app_binds(const struct app *app, const struct view *view, enum request request);
/* Can this request be made of this view (or of the program while it is on top)? */
bool app_can(const struct app *app, const struct view *view, enum request request);
/* What a request does where this view is on top, a phrase for lists. */
const char *app_request_help(const struct view *view, enum request request);
/* Make a request as if its key had been pressed. */
void app_request(struct app *app, enum request request, const char *argument);
/* Draw the screen again or suspend the program where something is typed or asked, by a key that is no use there. False: the key
 * stands for something else. */
bool app_beside(struct app *app, uint32_t key);

/* Draw the user's attention from elsewhere: the bell, the terminal's title, a notice where there are such. */
void app_notify(struct app *app, const char *text);
/* What was told last is so no more: the title says it no longer. Nothing where nothing was told. */
void app_notify_over(struct app *app);

/* Copy a text for the user: to the terminal's clipboard (OSC 52) and to a file, whose path is said: a new one of that name,
 * or with "" the one that is kept for this. */
void app_copy(struct app *app, const char *what, const char *text, const char *file);
/* Keep a line of plies, separated by blanks, to be put in at this table or another one; and the one kept last, borrowed, "" none. */
void app_keep_line(struct app *app, const char *plies);
const char *app_line(const struct app *app);

/* ---- drawing ---- */

/* The body of the last frame, for mouse(). */
struct area app_body(const struct app *app);
/* A line across or down, in the frame's role. */
void app_rule(const struct app *app, struct scene *scene, int row, int column, int columns);
void app_wall(const struct app *app, struct scene *scene, int row, int column, int rows);

/* ---- for client.c, script.c and tests: the app from outside ---- */

struct app_options {
    enum charset charset;     /* what the terminal can show */
    const char *fixed_time;   /* "2026-01-31T12:00:00": the date, and time stands still but for app_advance(); NULL:
                                 the real clock */
    const char *user;         /* whose notes these are when nothing else says so; NULL: the system's name of the user */
};

/* Without a view: app_open() the first one. Settings and keys are the usual ones. */
struct app *app_new(const struct app_options *options);
/* Closes every view, without asking. */
void app_free(struct app *app);
void app_key(struct app *app, uint32_t key);
/* Keys that are here at once, between begin and end: what they type at a prompt is told to its view at the end, or before the
 * first key that is more than typing, not for each of them. */
void app_burst_begin(struct app *app);
void app_burst_end(struct app *app);
void app_paste(struct app *app, const char *text);
void app_mouse(struct app *app, const struct mouse *mouse);
/* Let every view whose time has come tick; true: something may have come of it that is to be drawn. */
bool app_tick(struct app *app);
/* Milliseconds until a view wants to tick, -1: none does. */
int app_wait(const struct app *app);
/* With fixed time: go on by so many milliseconds, ticking on the way. */
void app_advance(struct app *app, int milliseconds);
/* Draw everything into a scene of the size it has been begun with. */
void app_draw(struct app *app, struct scene *scene);
bool app_over(const struct app *app);
/* The draft that keeps what was changed last and is not saved; "" there is none. */
const char *app_draft(const struct app *app);
/* Call rescue() of every view. */
void app_rescue(struct app *app);
void app_resume(struct app *app);
/* The view on top, NULL when there is none. */
struct view *app_top(const struct app *app);
/* Descriptors views wait for: at most `room`; the number. */
int app_descriptors(const struct app *app, int *fd, int room);
void app_readable(struct app *app, int fd);

/* What the app wants of the terminal; read and cleared by whoever has one. */
const struct theme *app_theme(const struct app *app);
/* Whether the line to the terminal is slow, as far as somebody has found out. */
void app_slow_line(struct app *app, bool slow);
/* Whether what is copied gets into a clipboard of the terminal's; so it is until somebody says no. */
void app_clipboard_is(struct app *app, bool there);
/* Is as little as possible to be sent? So says the setting `style`, or the line. */
bool app_light(const struct app *app);
/* The palette that is used, for the status line; flat: light and dark cells have the same ground in it. */
void app_palette(struct app *app, enum palette palette, bool flat);
/* Is as little as possible to move by itself? So say the settings `motion` and `a11y`. */
bool app_reduced(const struct app *app);
/* Are there no colours, or none on boards, so that their fields are told apart by characters? */
bool app_mono(const struct app *app);

enum app_wish { WISH_REDRAW = 1, WISH_SUSPEND = 2, WISH_BELL = 4, WISH_LOOKS = 8 /* theme, colours, mouse changed */,
                WISH_NOTICE = 16, WISH_EDITOR = 32 };
/* Bits of enum app_wish. */
unsigned app_wishes(struct app *app);
/* The text of WISH_NOTICE, cleaned; "": what was told is over. */
const char *app_notice(const struct app *app);
/* From now on nothing outside the archive can be reached: no files by name, no suspending, no other name and no program that
 * is told messages, though a file of the host said so. */
void app_restrict(struct app *app);
bool app_restricted(const struct app *app);
/* With the setting `messages`: what was said, asked and noticed since this was called last, a line each; NULL: nothing. The
 * caller frees it and hands it to the program of that setting (message_hook.h). */
char *app_said(struct app *app);
/* Have the user's own editor change a text while the screen is given up: it comes back by the view's `edited`. Not for those
 * who came by a key: they start no programs. */
void app_edit_outside(struct app *app, const char *text);
/* The text of WISH_EDITOR, the caller's; and what has become of it. */
char *app_to_edit(struct app *app);
void app_edited(struct app *app, const char *text);
/* A text for the clipboard, NULL without; the caller frees it. */
char *app_clipboard(struct app *app);

#endif
