/* term.h - the terminal: what it can do, its modes, its size, its signals, its bytes. One at a time.
 *
 * Only control.c knows curses, and only its terminfo part: what is drawn when is ours (paint.c), so that a frame is one
 * write and an idle screen sends nothing. Signal handlers set flags and write a byte to a pipe, nothing
 * else; whatever happens, term_close() or the crash handler gives the terminal back as it was. */
#ifndef CHESSCADE_TERM_H
#define CHESSCADE_TERM_H

#include "tui/board_art.h"
#include "tui/input.h"
#include "tui/theme.h"

struct term;

/* Can the client run here? Standard input and output are a terminal that can address its cursor. Otherwise `why` says
 * what to do instead. */
int term_usable(struct note *why);

/* Take the terminal: raw mode, alternate screen, signals. Fails where term_usable() does. */
int term_open(struct term **out, struct note *why);
/* Give it back as it was. NULL is allowed. */
void term_close(struct term *term);

/* Does the terminal take what xterm and its kin do: the mouse, pastes in brackets, strings for its title and the clipboard? A vt100
 * would show those strings. */
bool term_xterm(void);
/* The charset of the locale. */
enum charset term_charset(void);
/* How many colours: `wanted` is auto, rgb, 256, 16, 8 or none. */
enum palette term_palette(const char *wanted);
void term_mouse(struct term *term, bool on);
/* How many milliseconds a lone Esc waits for the rest of a key's sequence: longer on slow lines. */
void term_escape(struct term *term, int milliseconds);

/* Which curses this is, and how many colours the terminal has by the system's book of terminals; -1: it is not in there. */
const char *term_library(void);
int term_colours(void);

/* Rows and columns, 1 to 1000. */
void term_size(const struct term *term, int *rows, int *columns);

enum term_woken {
    TERM_INPUT = 1,   /* term_input() may have events */
    TERM_RESIZED = 2, /* or the screen is lost: draw everything */
    TERM_SUSPEND = 4, /* somebody sent SIGTSTP, SIGTTIN or SIGTTOU, or it goes on in the background */
    TERM_HANGUP = 8,  /* the terminal is gone, or SIGTERM: save and end */
    TERM_INTERRUPT = 16,
    TERM_OTHER = 32   /* one of the watched descriptors is readable: its bit in *readable */
};

/* Sleep until something happens or so many milliseconds are over (-1: as long as it takes). Returns enum term_woken bits,
 * 0 when time is over. */
unsigned term_wait(struct term *term, int milliseconds, const int *watched, int watches, unsigned *readable);
/* The next event, INPUT_NOTHING when there is none. */
struct input_event term_input(struct term *term);

/* Is the terminal another's now, who has to be waited for by term_suspend()? */
bool term_behind(const struct term *term);
/* Give the terminal back, stop until the shell continues us in the foreground, take it again; not when we are to end. */
void term_suspend(struct term *term);
/* Give the terminal to another program, which is waited for and may be stopped with us; take it again. */
void term_lend(struct term *term);
void term_regain(struct term *term);
/* What a crash says is kept, copied; "": no draft in particular. */
void term_draft_is(struct term *term, const char *name);
/* The process is to end: when it has not after so many seconds, give the terminal back and end where it stands. */
void term_end_within(struct term *term, unsigned seconds);
/* Has the terminal gone away, or were we told to end? */
bool term_gone(const struct term *term);

/* Send bytes, all of them, in one write where the system takes them. */
void term_write(struct term *term, const char *bytes, size_t length);
bool term_synchronized(const struct term *term);
/* With the next bytes. */
void term_bell(struct term *term);
/* Find out whether the line is slow, now that a whole screen has been sent over it: ask for an answer if the session is a
 * remote one. term_slow() is true once the answer came late; on serial lines it goes by their speed. */
void term_try_line(struct term *term);
bool term_slow(const struct term *term);
/* Is so much on its way over a slow line that a frame sent now would be seen late? A later one, which shows more, is better then:
 * term_wait() comes back when it is to be sent. Never for long where the terminal does not answer any more. */
bool term_full(const struct term *term);

#endif
