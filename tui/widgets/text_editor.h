/* text_editor.h - edits several lines of text, as in comments. UTF-8 of limited length, wrapped at words. */
#ifndef CHESSCADE_TUI_WIDGETS_TEXT_EDITOR_H
#define CHESSCADE_TUI_WIDGETS_TEXT_EDITOR_H

#include "tui/widgets/line_editor.h"

enum { EDIT_TEXT_MAX = 65536 /* bytes: the limit for a text in a file */ };

struct edit_text {
    char *text;      /* valid UTF-8; line feeds are the only control characters */
    int length, room;
    int at;          /* byte before which the cursor stands */
    int width;       /* columns of the last drawing, because Up and Down go by drawn rows */
    int top;         /* first row drawn */
};

/* Begin with a text; the cursor goes to its end. *edit is zero or a used editor. */
void edit_text_set(struct edit_text *edit, const char *text);
void edit_text_clear(struct edit_text *edit);
/* Handle a key: characters, Enter, Backspace, Delete, arrows, Home, End, Ctrl-U, Ctrl-W, Ctrl-K. */
enum edit_answer edit_text_key(struct edit_text *edit, uint32_t key);
/* Insert a text: line feeds stay, other control characters become blanks, invalid UTF-8 is left out. False if it does
 * not all fit; its end is left out then. */
bool edit_text_insert(struct edit_text *edit, const char *text);
/* Draw, scrolled so that the cursor is visible, and set the scene's cursor. */
void edit_text_draw(struct edit_text *edit, struct scene *scene, int row, int column, int rows, int columns);

/* The end of the drawn row that begins at byte `from`. A row is broken at a blank before `columns`, and a cascade too
 * long for a row between its members. *next is the byte at which the following row begins. */
int text_row(const char *text, int length, int from, int columns, int *next);

#endif
