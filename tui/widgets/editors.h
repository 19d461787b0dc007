/* editors.h - edits one line (prompts, filters, forms) or several lines of text (comments), with
 * undo. UTF-8 of limited length; knows nothing of a terminal. */
#ifndef CHESSCADE_TUI_WIDGETS_EDITORS_H
#define CHESSCADE_TUI_WIDGETS_EDITORS_H

#include "core/base.h"
#include "tui/widgets/scene.h"

#include <stdbool.h>
#include <stddef.h>

enum { EDIT_LINE_MAX = 2000 /* the longest line, in bytes */ };

struct edit_line {
    char text[EDIT_LINE_MAX + 1]; /* the text: valid UTF-8 without control characters */
    int length;                   /* length of the text in bytes */
    int at;                       /* the cursor is before this byte */
};

enum edit_answer {
    EDIT_UNUSED,
    EDIT_MOVED,
    EDIT_CHANGED,
    EDIT_FULL /* the character did not fit */
};

/* Replace the text; the cursor goes to its end. */
void edit_line_set(struct edit_line *line, const char *text);
/* Handle a key: characters, Backspace, Delete, Left, Right, Home, End, Ctrl-U, Ctrl-W, Ctrl-K,
 * Ctrl-E. */
enum edit_answer edit_line_key(struct edit_line *line, uint32_t key);
/* Insert a text. Control characters become blanks; invalid UTF-8 and what does not fit are left
 * out. False if something did not fit. */
bool edit_line_insert(struct edit_line *line, const char *text);
/* Draw within `width` columns, scrolled so that the cursor is visible, and set the scene's
 * cursor. */
void edit_line_draw(const struct edit_line *line, struct scene *scene, int row, int column,
                    int width, enum role ink, enum role ground);

/* ---- Edits several lines of text, as in comments. UTF-8 of limited length, wrapped at words. */

enum { EDIT_TEXT_MAX = 65536 /* size limit in bytes for a text in a file */ };

struct edit_text {
    char *text; /* the text: valid UTF-8 whose only control characters are line feeds */
    int length, room;
    int at;    /* the cursor is before this byte */
    int width; /* number of columns when last drawn, because Up and Down move by drawn rows */
    int top;   /* the first row that is drawn */
};

/* Begin with a text; the cursor goes to its end. *edit is zero or a used editor. */
void edit_text_set(struct edit_text *edit, const char *text);
void edit_text_clear(struct edit_text *edit);
/* Handle a key: characters, Enter, Backspace, Delete, arrows, Home, End, Ctrl-U, Ctrl-W, Ctrl-K. */
enum edit_answer edit_text_key(struct edit_text *edit, uint32_t key);
/* Insert a text. Line feeds stay, other control characters become blanks, invalid UTF-8 is left
 * out. False if the text does not fit; its end is then left out. */
bool edit_text_insert(struct edit_text *edit, const char *text);
/* Draw, scrolled so that the cursor is visible, and set the scene's cursor. */
void edit_text_draw(struct edit_text *edit, struct scene *scene, int row, int column, int rows,
                    int columns);

/* The byte after the drawn row that begins at byte `from`. A row is broken at a blank before
 * `columns`; a cascade too long for a row is broken between its members. *next is the byte at
 * which the following row begins. */
int text_row(const char *text, int length, int from, int columns, int *next);

/* ---- Undo and redo for the editors of positions, armies and boards.
 *
 * The views pass a copy of whatever they edit: the first when they begin, then one after each
 * change. At most EDITOR_UNDO_MAX changes are kept; the oldest are dropped. */

enum { EDITOR_UNDO_MAX = 50 };

struct editor_undo {
    struct {
        void *bytes;
        size_t size;
    } state[EDITOR_UNDO_MAX + 1]; /* [states] the states of the text, oldest first */
    int states, now;              /* number of states, and index of the current one */
};

void editor_undo_free(struct editor_undo *undo);

/* Add the present state of the text. Does nothing if it equals the current state; otherwise the
 * states after that one, which redo would return to, are dropped. */
void editor_undo_keep(struct editor_undo *undo, const void *bytes, size_t size);

/* True if undo is possible; with `redo`, if redo is possible. */
bool editor_undo_can(const struct editor_undo *undo, bool redo);

/* Go back one state; with `redo`, forward one. Returns the state that is then current, valid
 * until the next editor_undo_keep(); NULL if there is none. */
const void *editor_undo_step(struct editor_undo *undo, bool redo);

/* ---- Combines a filter with what the user types to change it. archive/query/query.h reads the
 * result. */

/* Combine a typed text with the current filter: "& x" narrows, "+x" adds, "-x" excludes, "!x"
 * negates, "x" replaces. False if the result is too long. */
bool filter_join(const char *before, const char *typed, char *out, size_t size);
/* The expression in a typed text, without the leading sign of filter_join(). */
const char *filter_rest(const char *typed);

#endif
