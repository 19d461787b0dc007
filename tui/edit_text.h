/* edit_text.h - several lines of text being typed: comments. UTF-8, bounded, broken at words, no terminal. */
#ifndef CHESSCADE_EDIT_TEXT_H
#define CHESSCADE_EDIT_TEXT_H

#include "tui/edit_line.h"

enum { EDIT_TEXT_MAX = 65536 /* bytes: the limit of a text in a file */ };

struct edit_text {
    char *text;      /* valid UTF-8; no control characters but line feeds */
    int length, room;
    int at;          /* byte the cursor stands before */
    int width;       /* columns of the last drawing: up and down go by drawn rows */
    int top;         /* first row drawn */
};

/* Begin with a text; the cursor goes to its end. *edit is zero or a used editor. */
void edit_text_set(struct edit_text *edit, const char *text);
void edit_text_clear(struct edit_text *edit);
/* Type a key: characters, Enter, Backspace, Delete, arrows, Home, End, Ctrl-U, Ctrl-W, Ctrl-K. */
enum edit_answer edit_text_key(struct edit_text *edit, uint32_t key);
/* Put a text in at the cursor: line feeds stay, other control characters become blanks, broken UTF-8 is left out.
 * false when not everything fits: the end is left out. */
bool edit_text_insert(struct edit_text *edit, const char *text);
/* Draw, scrolled so that the cursor is visible, and put the scene's cursor there. */
void edit_text_draw(struct edit_text *edit, struct scene *scene, int row, int column, int rows, int columns);

/* The end of the drawn row of a text that begins at a byte: broken at a blank before `columns`, a cascade too long for a row
 * between its members. *next is the byte the row after it begins at. */
int text_row(const char *text, int length, int from, int columns, int *next);

#endif
