/* line_editor.h - edits one line of text: prompts, filters, forms. UTF-8 of limited length; knows nothing of a terminal. */
#ifndef CHESSCADE_TUI_WIDGETS_LINE_EDITOR_H
#define CHESSCADE_TUI_WIDGETS_LINE_EDITOR_H

#include "tui/widgets/scene.h"

enum { EDIT_LINE_MAX = 2000 /* bytes */ };

struct edit_line {
    char text[EDIT_LINE_MAX + 1]; /* valid UTF-8 without control characters */
    int length;                   /* bytes */
    int at;                       /* byte before which the cursor stands */
};

enum edit_answer { EDIT_UNUSED, EDIT_MOVED, EDIT_CHANGED, EDIT_FULL /* no room for the character */ };

/* Replace the text; the cursor goes to its end. */
void edit_line_set(struct edit_line *line, const char *text);
/* Handle a key: characters, Backspace, Delete, Left, Right, Home, End, Ctrl-U, Ctrl-W, Ctrl-K, Ctrl-E. */
enum edit_answer edit_line_key(struct edit_line *line, uint32_t key);
/* Insert a text: control characters become blanks, invalid UTF-8 and what does not fit are left out. False if
 * something did not fit. */
bool edit_line_insert(struct edit_line *line, const char *text);
/* Draw within `width` columns, scrolled so that the cursor is visible, and set the scene's cursor. */
void edit_line_draw(const struct edit_line *line, struct scene *scene, int row, int column, int width,
                    enum role ink, enum role ground);

#endif
