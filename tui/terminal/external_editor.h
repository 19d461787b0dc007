/* external_editor.h - a text changed in the user's own editor, which has the terminal meanwhile. */
#ifndef CHESSCADE_EXTERNAL_EDITOR_H
#define CHESSCADE_EXTERNAL_EDITOR_H

#include "tui/terminal/terminal.h"

/* Run $VISUAL, else $EDITOR, else vi (its words parted by blanks; no shell reads them) on a file of its own with this text, and
 * wait for its end. *out is what it has left, the caller's, at most EDIT_TEXT_MAX bytes, as they are. FAIL_SYSTEM: it could
 * not be run, ended saying that it failed, or the terminal went away; the text is as it was then. */
int external_editor(struct terminal *terminal, const char *text, char **out, struct note *why);

#endif
