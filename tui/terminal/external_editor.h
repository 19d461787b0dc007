/* external_editor.h - lets the user change a text in their own editor, which gets the terminal
 * meanwhile. */
#ifndef CHESSCADE_TUI_TERMINAL_EXTERNAL_EDITOR_H
#define CHESSCADE_TUI_TERMINAL_EXTERNAL_EDITOR_H

#include "tui/terminal/terminal.h"

/* Run $VISUAL, else $EDITOR, else vi (words separated by blanks, read by no shell) on a temporary
 * file with this text, and wait for it. *out is the resulting text, unchecked, at most
 * EDIT_TEXT_MAX bytes; the caller frees it. FAIL_SYSTEM if the editor could not run or reported
 * failure, or if the terminal went away; the text is unchanged then. */
int external_editor(struct terminal *terminal, const char *text, char **out, struct note *why);

#endif
