/* caps.h - what terminfo knows of the terminal, for this folder only: entries, and their strings
 * and numbers by name. */
#ifndef CHESSCADE_TUI_TERMINAL_CAPS_H
#define CHESSCADE_TUI_TERMINAL_CAPS_H

#include "tui/widgets/theme.h"

enum { CAPS_ENTRY_ROOM = 64 };

/* Load the terminfo entry for $TERM: its own, or xterm-256color for an xterm-like terminal that
 * terminfo does not know. False if there is none. Loaded once. */
bool caps_learn(void);
/* Free the loaded entry. */
void caps_forget(void);
/* True if the loaded entry is not the one that $TERM names. */
bool caps_is_taken_for(void);

/* The entry that newterm() must open for a palette: the loaded one, or one of the same terminal
 * with more colours or with direct colours ("xterm-direct"). If there is none, *palette becomes the
 * best available. Valid until the next call. */
const char *caps_entry(enum palette *palette);

/* A capability by its terminfo name: "", false, or a negative number if the entry lacks it. Strings
 * are borrowed until another entry is opened. */
const char *caps_text(const char *name);
bool caps_flag(const char *name);
int caps_number(const char *name);
/* True if the control sequences in the entry are those of ISO 6429. */
bool caps_ansi(void);

#endif
