/* edit_line.h - one line of text being typed: the prompt, filters, forms. UTF-8, bounded, no terminal. */
#ifndef CHESSCADE_EDIT_LINE_H
#define CHESSCADE_EDIT_LINE_H

#include "tui/scene.h"

enum { EDIT_LINE_MAX = 2000 /* bytes */ };

struct edit_line {
    char text[EDIT_LINE_MAX + 1]; /* valid UTF-8 without control characters */
    int length;                   /* bytes */
    int at;                       /* byte the cursor stands before */
};

enum edit_answer { EDIT_UNUSED, EDIT_MOVED, EDIT_CHANGED, EDIT_FULL /* there is no room for it */ };

/* Replace the text; the cursor goes to its end. */
void edit_line_set(struct edit_line *line, const char *text);
/* Type a key: characters, Backspace, Delete, Left, Right, Home, End, Ctrl-U, Ctrl-W, Ctrl-K, Ctrl-E. */
enum edit_answer edit_line_key(struct edit_line *line, uint32_t key);
/* Put a text in at the cursor: control characters become spaces, broken UTF-8 and what does not fit are left out.
 * false when something did not fit. */
bool edit_line_insert(struct edit_line *line, const char *text);
/* Draw within `width` columns, scrolled so that the cursor is visible, and put the scene's cursor there. */
void edit_line_draw(const struct edit_line *line, struct scene *scene, int row, int column, int width,
                    enum role ink, enum role ground);

#endif
