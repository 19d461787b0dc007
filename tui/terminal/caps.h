/* caps.h - what terminfo knows of the terminal, for this folder: names of entries, strings and numbers by their names. */
#ifndef CHESSCADE_TERMINAL_CAPS_H
#define CHESSCADE_TERMINAL_CAPS_H

#include "tui/theme.h"

enum { CAPS_ENTRY_ROOM = 64 };

/* Have an entry at hand that stands for $TERM: its own, or xterm-256color for terminals of that kind which terminfo does not know.
 * False when there is none. It is read once. */
bool caps_learn(void);
/* Let go of it. */
void caps_forget(void);
/* Was another entry taken than the one $TERM names? */
bool caps_is_taken_for(void);

/* The entry that newterm() is to open for a palette: the one at hand, or one of the same terminal that has more colours or direct
 * ones ("xterm-direct"). Where there is none *palette becomes the best there is. Valid until the next call. */
const char *caps_entry(enum palette *palette);

/* What the entry has by a name of terminfo: "" or false without, a negative number without. Strings are borrowed until another
 * entry is opened. */
const char *caps_text(const char *name);
bool caps_flag(const char *name);
int caps_number(const char *name);
/* Are its strings those of ISO 6429? */
bool caps_ansi(void);

#endif
