/* outside_editor.h - a text changed in the user's own editor, which has the terminal meanwhile. */
#ifndef CHESSCADE_OUTSIDE_EDITOR_H
#define CHESSCADE_OUTSIDE_EDITOR_H

#include "tui/term.h"

/* Run $VISUAL, else $EDITOR, else vi (its words parted by blanks; no shell reads them) on a file of its own with this text, and
 * wait for its end. *out is what it has left, the caller's, at most EDIT_TEXT_MAX bytes, as they are. FAIL_SYSTEM: it could
 * not be run, ended saying that it failed, or the terminal went away; the text is as it was then. */
int outside_editor(struct term *term, const char *text, char **out, struct note *why);

#endif
