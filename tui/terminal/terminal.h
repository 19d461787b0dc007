/* terminal.h - the terminal: capabilities, modes, size, signals, output and input. One at a time.
 *
 * curses draws (screen.c) and reads keys (input.c); no other folder knows it. A frame is one write,
 * and an idle screen sends nothing. Signal handlers only set flags and write a byte to a pipe.
 * Whatever happens, terminal_close() or the crash handler restores the terminal. */
#ifndef CHESSCADE_TUI_TERMINAL_TERMINAL_H
#define CHESSCADE_TUI_TERMINAL_TERMINAL_H

#include "tui/boards/board_art.h"
#include "tui/terminal/input.h"
#include "tui/widgets/theme.h"

struct terminal;

/* Check whether the client can run here: standard input and output must be a terminal with an
 * addressable cursor. Otherwise `why` says what to do instead. */
int terminal_usable(struct note *why);

/* True if terminfo does not know this terminal, so another entry is used; writes a sentence about
 * that. */
bool terminal_taken_for(char *sentence, size_t size);

/* Take over the terminal: raw mode, alternate screen, signals. Fails where terminal_usable() does.
 */
int terminal_open(struct terminal **out, struct note *why);
/* Restore the terminal as it was. NULL is allowed. */
void terminal_close(struct terminal *terminal);

/* True if the terminal understands xterm's extensions: mouse, bracketed paste, and strings for the
 * title and the clipboard. A vt100 would display those strings. */
bool terminal_xterm(void);
/* The charset of the locale. */
enum charset terminal_charset(void);
/* True on the Linux console, whose fonts have no quadrants to draw pieces with. */
bool terminal_lacks_quadrants(void);
/* The palette for `wanted` (auto, rgb, 256, 16, 8 or none), with fewer colours if terminfo does not
 * allow that many. */
enum palette terminal_palette(const char *wanted);
void terminal_mouse(struct terminal *terminal, bool on);
/* Set how many milliseconds a lone Esc waits for the rest of a sequence; more on slow connections.
 */
void terminal_escape(struct terminal *terminal, int milliseconds);

/* The version of curses; and how many colours the terminal has according to terminfo, -1 if it is
 * not listed there. */
const char *terminal_library(void);
int terminal_colours(void);

/* Rows and columns, 1 to 1000. */
void terminal_size(const struct terminal *terminal, int *rows, int *columns);

enum terminal_woken {
    TERMINAL_INPUT = 1,   /* terminal_input() may have events */
    TERMINAL_RESIZED = 2, /* resized, or the screen's contents are lost: draw everything */
    TERMINAL_SUSPEND = 4, /* SIGTSTP, SIGTTIN or SIGTTOU arrived, or the program runs in the
                             background */
    TERMINAL_HANGUP = 8,  /* the terminal is gone, or SIGTERM arrived: save and end */
    TERMINAL_INTERRUPT = 16,
    TERMINAL_OTHER = 32 /* one of the watched descriptors is readable: its bit in *readable */
};

/* Sleep until something happens or `milliseconds` have passed (-1: no limit). Returns enum
 * terminal_woken bits, 0 on timeout. */
unsigned terminal_wait(struct terminal *terminal, int milliseconds, const int *watched, int watches,
                       unsigned *readable);
/* The next event; INPUT_NOTHING if there is none. */
struct input_event terminal_input(struct terminal *terminal);

/* True if another process group has the terminal; then call terminal_suspend() to wait for it. */
bool terminal_behind(const struct terminal *terminal);
/* Restore the terminal, stop until the shell continues us in the foreground, and take it over
 * again; not when the program is to end. */
void terminal_suspend(struct terminal *terminal);
/* Lend the terminal to another program, which the caller waits for and which may be stopped with
 * us; then take it back. */
void terminal_lend(struct terminal *terminal);
void terminal_regain(struct terminal *terminal);
/* Set what the crash message says is kept; copied. "": no particular draft. */
void terminal_draft_is(struct terminal *terminal, const char *name);
/* The program is ending: if it has not after so many seconds, restore the terminal and exit at
 * once. */
void terminal_end_within(struct terminal *terminal, unsigned seconds);
/* True if the terminal has gone away, or a signal asked the program to end. */
bool terminal_gone(const struct terminal *terminal);

/* Set another theme (borrowed until the next call), palette or charset. Call it before the first
 * frame. */
void terminal_looks(struct terminal *terminal, const struct theme *theme, enum palette palette,
                    enum charset charset);
/* Show a scene: send only what changed, in one write. */
void terminal_show(struct terminal *terminal, const struct scene *scene);
/* The terminal's contents are unknown: send the next scene whole. */
void terminal_redraw(struct terminal *terminal);

/* Send bytes outside of a scene, all of them, in one write if the system takes them. */
void terminal_write(struct terminal *terminal, const char *bytes, size_t length);
/* Ring the bell with the next bytes. */
void terminal_bell(struct terminal *terminal);
/* Measure the connection after a whole screen has been sent: in a remote session, request an answer
 * from the terminal. If it comes late, terminal_slow() is true. Serial lines are judged by their
 * speed. */
void terminal_try_line(struct terminal *terminal);
bool terminal_slow(const struct terminal *terminal);
/* True if so much is in transit over a slow connection that a frame sent now would be seen late. It
 * is better to wait and send a later frame: terminal_wait() returns when that is possible. Never
 * true for long if the terminal has stopped answering. */
bool terminal_full(const struct terminal *terminal);

#endif
