/* control.h - control strings of the terminal: what terminfo knows of it, put together before they are sent, so that it is known
 * how many bytes they are. Strings of ISO 6429 are written without terminfo's help, which takes its time. */
#ifndef CHESSCADE_TUI_CONTROL_H
#define CHESSCADE_TUI_CONTROL_H

#include "tui/theme.h"

enum {
    CONTROL_ROOM = 160,    /* bytes of a control string, or of those of a look */
    CONTROL_CANNOT = 10000 /* bytes of what a terminal cannot do */
};

/* Strings put together; zero to begin with. Copies are values. */
struct control {
    int n; /* of at, or CONTROL_CANNOT */
    char at[CONTROL_ROOM];
};

/* A control string with a number in it. */
struct numbered {
    const char *text; /* "": the terminal has none */
    char ending;      /* of "ESC [ number ending"; '\0': it is another string */
    int add;          /* to the number */
};

/* The string that sets the cursor. */
struct placing {
    const char *text;
    bool plain; /* it is "ESC [ row ; column H" */
};

/* The strings of colours; `n` of them are the terminal's own, not those of ISO 6429. */
struct colouring {
    const char *ink, *ground;
    int n;
};

/* Have terminfo's entry of a terminal at hand, read once; false: there is none. Only one at a time. */
bool control_learn(const char *name);
void control_forget(void);
/* Which curses this is. */
const char *control_library(void);

/* What the terminal that is open has by a name of terminfo: "" without. The strings are borrowed until it is forgotten. */
const char *control_known(const char *name);
bool control_flag(const char *name);
bool control_ansi(void); /* are its strings those of ISO 6429? */
int control_count(const char *name); /* negative without */
struct numbered control_numbered(const char *name);
struct placing control_placing(void);
struct colouring control_colouring(void);

/* Append a string, delays left out: terminals that need them are gone. */
void control_add(struct control *control, const char *text);
void control_add_numbered(struct control *control, const struct numbered *what, int number);
/* Bytes of that: CONTROL_CANNOT where the terminal has none. */
int control_numbered_bytes(const struct numbered *what, int number);
/* Append the string of a look: two of ISO 6429 are one with both their numbers. */
void control_add_look(struct control *control, const char *text);
/* Append the string of a colour, of ink or ground. Colours the terminal does not know are sent as ISO 6429 and xterm have them,
 * since the user says that it has more. */
void control_add_colour(struct control *control, const struct colouring *colouring, colour_t colour, bool ground);
void control_add_place(struct control *control, const struct placing *placing, int row, int column);
/* Append a short string several times, if it is there: CONTROL_CANNOT bytes else. */
void control_add_times(struct control *control, const char *text, int times);

#endif
