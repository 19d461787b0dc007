/* external_editor.h - lets the user change a text in their own editor, which gets the terminal
 * meanwhile. */
#ifndef CHESSCADE_TUI_TERMINAL_EXTERNAL_EDITOR_H
#define CHESSCADE_TUI_TERMINAL_EXTERNAL_EDITOR_H

#include "tui/terminal/terminal.h"

/* Let the user edit a text: run $VISUAL, else $EDITOR, else vi on a temporary file, and wait for
 * it. The command is split at blanks and not passed to a shell. *out is the resulting text,
 * unchecked, at most EDIT_TEXT_MAX bytes; the caller frees it. FAIL_SYSTEM if the editor could
 * not run or reported failure, or if the terminal went away; the text is then unchanged. */
int external_editor(struct terminal *terminal, const char *text, char **out, struct note *why);

#endif
