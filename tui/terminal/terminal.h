/* terminal.h - the terminal: capabilities, modes, size, signals, output and input. One at a time.
 *
 * curses draws (screen.c) and reads keys (input.c); no other folder knows it. A frame is one write,
 * and an idle screen sends nothing. Signal handlers only set flags and write a byte to a pipe.
 * Whatever happens, terminal_close() or the crash handler restores the terminal. */
#ifndef CHESSCADE_TUI_TERMINAL_TERMINAL_H
#define CHESSCADE_TUI_TERMINAL_TERMINAL_H

#include "tui/boards/board_art.h"
#include "tui/system/loop.h"
#include "tui/terminal/input.h"
#include "tui/widgets/theme.h"

struct terminal;

/* Checks whether the client can run here: standard input and output must be a terminal with an
 * addressable cursor. If not, `why` says what the user can do instead. */
int terminal_usable(struct note *why);

/* True if terminfo does not know this terminal, so that the entry of a similar one is used;
 * writes a sentence that says so. */
bool terminal_taken_for(char *sentence, size_t size);

/* Takes over the terminal: raw mode, alternate screen, signals. Fails if terminal_usable()
 * fails. */
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
/* The palette to use when the user wants `wanted` (auto, rgb, 256, 16, 8 or none), with fewer
 * colours if terminfo does not allow that many. */
enum palette terminal_palette(const char *wanted);
void terminal_mouse(struct terminal *terminal, bool on);
/* Set how many milliseconds a lone Esc waits for the rest of an escape sequence. Slow
 * connections need more. */
void terminal_escape(struct terminal *terminal, int milliseconds);

/* terminal_library() is the version of curses. terminal_colours() is the number of colours that
 * terminfo lists for the terminal, -1 if it does not know the terminal. */
const char *terminal_library(void);
int terminal_colours(void);

/* Get the size of the terminal: rows and columns, each 1 to 1000. */
void terminal_size(const struct terminal *terminal, int *rows, int *columns);

enum terminal_woken {
    TERMINAL_INPUT = 1,   /* there may be events: call terminal_input() */
    TERMINAL_RESIZED = 2, /* the terminal was resized or the screen's contents are lost: draw
                             everything */
    TERMINAL_SUSPEND = 4, /* SIGTSTP, SIGTTIN or SIGTTOU arrived, or the program runs in the
                             background */
    TERMINAL_HANGUP = 8,  /* the terminal has gone away, or SIGTERM arrived: save and end */
    TERMINAL_INTERRUPT = 16
};

/* Sleep in a loop, which then watches the terminal as well, until something happens. Returns enum
 * terminal_woken bits; 0 if it was something else than the terminal, which loop_run() then
 * serves. The loop must not be freed while the terminal is waited for again. */
unsigned terminal_wait(struct terminal *terminal, struct loop *loop);
/* The next event; INPUT_NOTHING if there is none. */
struct input_event terminal_input(struct terminal *terminal);

/* True if another process group has the terminal; then call terminal_suspend() to wait for it. */
bool terminal_behind(const struct terminal *terminal);
/* Restore the terminal, stop until the shell continues the program in the foreground, and take
 * the terminal over again. Does nothing if the program has been asked to end. */
void terminal_suspend(struct terminal *terminal);
/* Lend the terminal to another program, then take it back. The caller waits for that program;
 * job control may stop it together with this one. */
void terminal_lend(struct terminal *terminal);
void terminal_regain(struct terminal *terminal);
/* Set the name of the draft that the crash message says was saved; it is copied. "" if there is
 * none. */
void terminal_draft_is(struct terminal *terminal, const char *name);
/* Call when the program is ending: if it is still running after this many seconds, the terminal
 * is restored and the program exits at once. */
void terminal_end_within(struct terminal *terminal, unsigned seconds);
/* True if the terminal has gone away, or a signal asked the program to end. */
bool terminal_gone(const struct terminal *terminal);

/* Set another theme (borrowed until the next call), palette or charset. Call it before the first
 * frame. */
void terminal_looks(struct terminal *terminal, const struct theme *theme, enum palette palette,
                    enum charset charset);
/* Show a scene: send only what changed, in one write. */
void terminal_show(struct terminal *terminal, const struct scene *scene);
/* Send the next scene whole, because the terminal's contents are unknown. */
void terminal_redraw(struct terminal *terminal);

/* Send bytes outside of a scene, all of them, in one write if the system takes them. */
void terminal_write(struct terminal *terminal, const char *bytes, size_t length);
/* Ring the bell together with the next bytes sent. */
void terminal_bell(struct terminal *terminal);
/* Flash the whole screen, where the terminal can; otherwise ring the bell. */
void terminal_flash(struct terminal *terminal);
/* Set the window's title. When the program ends, or lends the terminal, the title becomes what it
 * was before, if the terminal keeps titles. The text has no control characters. */
void terminal_title(struct terminal *terminal, const char *text);
/* True if the terminal has reported that it is the one that the user looks at. False if it is not,
 * or if it reports no such thing. */
bool terminal_focused(const struct terminal *terminal);
/* What the terminal has said about its own ground. It is asked when it is opened, and nobody waits
 * for the answer: it may come during any terminal_input(), or never. */
enum terminal_ground { GROUND_UNKNOWN, GROUND_DARK, GROUND_LIGHT };
enum terminal_ground terminal_ground(const struct terminal *terminal);
/* Measure the connection after a whole screen has been sent. In a remote session this requests
 * an answer from the terminal; if the answer comes late, terminal_slow() is true. Serial lines
 * are judged by their speed. */
void terminal_try_line(struct terminal *terminal);
bool terminal_slow(const struct terminal *terminal);
/* True if so much is in transit over a slow connection that a frame sent now would be seen late.
 * Wait and send a later frame instead: terminal_wait() returns when that is possible. Never true
 * for long if the terminal has stopped answering. */
bool terminal_full(const struct terminal *terminal);

#endif
