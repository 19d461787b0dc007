/* terminal.h - the terminal: what it can do, its modes, its size, its signals, what it shows and what is typed. One at a time.
 *
 * curses draws (screen.c) and reads keys (input.c); no other folder knows it. A frame is one write, and an idle screen sends nothing.
 * Signal handlers set flags and write a byte to a pipe, nothing else; whatever happens, terminal_close() or the crash handler gives
 * the terminal back as it was. */
#ifndef CHESSCADE_TERMINAL_H
#define CHESSCADE_TERMINAL_H

#include "tui/board_art.h"
#include "tui/terminal/input.h"
#include "tui/theme.h"

struct terminal;

/* Can the client run here? Standard input and output are a terminal that can address its cursor. Otherwise `why` says
 * what to do instead. */
int terminal_usable(struct note *why);

/* Does terminfo not know this terminal, so that it is taken for another? A sentence about that. */
bool terminal_taken_for(char *sentence, size_t size);

/* Take the terminal: raw mode, alternate screen, signals. Fails where terminal_usable() does. */
int terminal_open(struct terminal **out, struct note *why);
/* Give it back as it was. NULL is allowed. */
void terminal_close(struct terminal *terminal);

/* Does the terminal take what xterm and its kin do: the mouse, pastes in brackets, strings for its title and the clipboard? A vt100
 * would show those strings. */
bool terminal_xterm(void);
/* The charset of the locale. */
enum charset terminal_charset(void);
/* How many colours: `wanted` is auto, rgb, 256, 16, 8 or none; fewer where terminfo knows no way to more. */
enum palette terminal_palette(const char *wanted);
void terminal_mouse(struct terminal *terminal, bool on);
/* How many milliseconds a lone Esc waits for the rest of a key's sequence: longer on slow lines. */
void terminal_escape(struct terminal *terminal, int milliseconds);

/* Which curses this is, and how many colours the terminal has by the system's book of terminals; -1: it is not in there. */
const char *terminal_library(void);
int terminal_colours(void);

/* Rows and columns, 1 to 1000. */
void terminal_size(const struct terminal *terminal, int *rows, int *columns);

enum terminal_woken {
    TERMINAL_INPUT = 1,   /* terminal_input() may have events */
    TERMINAL_RESIZED = 2, /* or the screen is lost: draw everything */
    TERMINAL_SUSPEND = 4, /* somebody sent SIGTSTP, SIGTTIN or SIGTTOU, or it goes on in the background */
    TERMINAL_HANGUP = 8,  /* the terminal is gone, or SIGTERM: save and end */
    TERMINAL_INTERRUPT = 16,
    TERMINAL_OTHER = 32   /* one of the watched descriptors is readable: its bit in *readable */
};

/* Sleep until something happens or so many milliseconds are over (-1: as long as it takes). Returns enum terminal_woken bits,
 * 0 when time is over. */
unsigned terminal_wait(struct terminal *terminal, int milliseconds, const int *watched, int watches, unsigned *readable);
/* The next event, INPUT_NOTHING when there is none. */
struct input_event terminal_input(struct terminal *terminal);

/* Is the terminal another's now, who has to be waited for by terminal_suspend()? */
bool terminal_behind(const struct terminal *terminal);
/* Give the terminal back, stop until the shell continues us in the foreground, take it again; not when we are to end. */
void terminal_suspend(struct terminal *terminal);
/* Give the terminal to another program, which is waited for and may be stopped with us; take it again. */
void terminal_lend(struct terminal *terminal);
void terminal_regain(struct terminal *terminal);
/* What a crash says is kept, copied; "": no draft in particular. */
void terminal_draft_is(struct terminal *terminal, const char *name);
/* The process is to end: when it has not after so many seconds, give the terminal back and end where it stands. */
void terminal_end_within(struct terminal *terminal, unsigned seconds);
/* Has the terminal gone away, or were we told to end? */
bool terminal_gone(const struct terminal *terminal);

/* Another theme (borrowed until the next call), palette or charset. To be called before the first frame. */
void terminal_looks(struct terminal *terminal, const struct theme *theme, enum palette palette, enum charset charset);
/* Show a scene: only what changed is sent, in one write; nothing when nothing changed. */
void terminal_show(struct terminal *terminal, const struct scene *scene);
/* Nobody knows what the terminal shows: the next scene is sent whole. */
void terminal_redraw(struct terminal *terminal);

/* Send bytes that are no part of a scene, all of them, in one write where the system takes them. */
void terminal_write(struct terminal *terminal, const char *bytes, size_t length);
/* With the next bytes. */
void terminal_bell(struct terminal *terminal);
/* Find out whether the line is slow, now that a whole screen has been sent over it: ask for an answer if the session is a
 * remote one. terminal_slow() is true once the answer came late; on serial lines it goes by their speed. */
void terminal_try_line(struct terminal *terminal);
bool terminal_slow(const struct terminal *terminal);
/* Is so much on its way over a slow line that a frame sent now would be seen late? A later one, which shows more, is better then:
 * terminal_wait() comes back when it is to be sent. Never for long where the terminal does not answer any more. */
bool terminal_full(const struct terminal *terminal);

#endif
