/* text_editor.c - edits several lines of text, as in comments: see tui/widgets/text_editor.h. */
#include "tui/widgets/text_editor.h"

#include "tui/widgets/key.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

void edit_text_clear(struct edit_text *edit)
{
    free(edit->text);
    *edit = (struct edit_text){0};
}

void edit_text_set(struct edit_text *edit, const char *text)
{
    edit->length = edit->at = edit->top = 0;
    if (edit->text)
        edit->text[0] = '\0';
    edit_text_insert(edit, text);
    if (!edit->text)
        edit->text = memory_room(NULL, &edit->room, 1, 1), edit->text[0] = '\0';
}

/* ---------------------------------------------------------------- rows */

static int characters(const char *text, int at, int *columns)
{
    return scene_step(text + at, columns);
}

/* True if the text from `at` to the next blank is too long for a row. This is a cascade, which is broken between
 * members. */
static bool is_too_long(const char *text, int length, int at, int columns)
{
    int column = 0;
    while (at < length && text[at] != ' ' && text[at] != '\n' && column <= columns) {
        int width;
        at += characters(text, at, &width);
        column += width;
    }
    return column > columns;
}

int text_row(const char *text, int length, int from, int columns, int *next)
{
    int at = from, column = 0, blank = -1, member = -1; /* after the last '~' */
    while (at < length && text[at] != '\n') {
        int width, bytes = characters(text, at, &width);
        if (column + width > columns) {
            if (member > from && member > blank && is_too_long(text, length, blank > from ? blank + 1 : from, columns)) {
                *next = member;
                return member;
            }
            if (blank > from) {
                *next = blank + 1;
                return blank;
            }
            *next = at > from ? at : at + bytes;
            return *next;
        }
        if (text[at] == ' ')
            blank = at;
        column += width;
        at += bytes;
        if (text[at - 1] == '~')
            member = at;
    }
    *next = at < length ? at + 1 : length + 1;
    return at;
}

/* The row the cursor is in, where that row begins, and the cursor's column. */
static int cursor_row(const struct edit_text *edit, int *start, int *column)
{
    int from = 0, row = 0, next, end;
    for (;; row++, from = next) {
        end = text_row(edit->text, edit->length, from, edit->width, &next);
        if (edit->at < next || next > edit->length)
            break;
    }
    *start = from;
    *column = 0;
    for (int at = from; at < edit->at && at < end;) {
        int width;
        at += characters(edit->text, at, &width);
        *column += width;
    }
    return row;
}

static int row_start(const struct edit_text *edit, int row)
{
    int from = 0, next;
    while (row-- > 0 && from <= edit->length) {
        text_row(edit->text, edit->length, from, edit->width, &next);
        from = next;
    }
    return from;
}

/* Move the cursor to a column of a row, or to the row's end. */
static enum edit_answer go_to_row(struct edit_text *edit, int row, int column)
{
    int from = row_start(edit, row), next;
    if (row < 0 || from > edit->length)
        return EDIT_MOVED;
    int end = text_row(edit->text, edit->length, from, edit->width, &next);
    int at = from;
    for (int c = 0; at < end && c < column;) {
        int width;
        at += characters(edit->text, at, &width);
        c += width;
    }
    edit->at = at;
    return EDIT_MOVED;
}

/* ---------------------------------------------------------------- changes */

static enum edit_answer cut(struct edit_text *edit, int from, int to)
{
    if (from >= to)
        return EDIT_MOVED;
    memmove(edit->text + from, edit->text + to, (size_t)(edit->length - to + 1));
    edit->length -= to - from;
    edit->at = from;
    return EDIT_CHANGED;
}

static bool insert_character(struct edit_text *edit, utf8proc_int32_t character)
{
    utf8proc_uint8_t bytes[4];
    int length = (int)utf8proc_encode_char(character, bytes);
    if (edit->length + length > EDIT_TEXT_MAX)
        return false;
    edit->text = memory_room(edit->text, &edit->room, edit->length + length + 1, 1);
    memmove(edit->text + edit->at + length, edit->text + edit->at, (size_t)(edit->length - edit->at));
    memcpy(edit->text + edit->at, bytes, (size_t)length);
    edit->length += length;
    edit->at += length;
    edit->text[edit->length] = '\0';
    return true;
}

bool edit_text_insert(struct edit_text *edit, const char *text)
{
    while (*text) {
        utf8proc_int32_t character;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &character);
        text += length > 0 ? length : 1;
        if (length <= 0 || character == '\r')
            continue;
        if (character < 32 && character != '\n')
            character = ' ';
        if (character != 127 && (character < 128 || character > 159) && !insert_character(edit, character))
            return false;
    }
    return true;
}

static int before(const struct edit_text *edit, int at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)edit->text[at] & 0xC0) == 0x80);
    return at < 0 ? 0 : at;
}

static int after(const struct edit_text *edit, int at)
{
    int width;
    return at < edit->length ? at + characters(edit->text, at, &width) : at;
}

static int word_before(const struct edit_text *edit)
{
    int at = edit->at;
    while (at > 0 && (edit->text[at - 1] == ' ' || edit->text[at - 1] == '\n'))
        at--;
    while (at > 0 && edit->text[at - 1] != ' ' && edit->text[at - 1] != '\n')
        at--;
    return at;
}

enum edit_answer edit_text_key(struct edit_text *edit, uint32_t key)
{
    int start, column, next;
    if (!edit->width)
        edit->width = 40;
    if (key == K_ENTER)
        key = '\n';
    if (key == '\n' || (key >= 32 && key < 127) || (key >= 160 && key < 0x110000)) /* first, as working out the rows of a long
                                                                                      text takes time */
        return insert_character(edit, (utf8proc_int32_t)key) ? EDIT_CHANGED : EDIT_FULL;
    int row = cursor_row(edit, &start, &column);
    int end = text_row(edit->text, edit->length, start, edit->width, &next);
    switch (key) {
    case K_LEFT:
        edit->at = before(edit, edit->at);
        return EDIT_MOVED;
    case K_RIGHT:
        edit->at = after(edit, edit->at);
        return EDIT_MOVED;
    case K_UP:
        return go_to_row(edit, row - 1, column);
    case K_DOWN:
        return go_to_row(edit, row + 1, column);
    case K_HOME:
        edit->at = start;
        return EDIT_MOVED;
    case K_END:
    case K_CONTROL_E:
        edit->at = end;
        return EDIT_MOVED;
    case K_BACKSPACE:
    case 8:
        return cut(edit, before(edit, edit->at), edit->at);
    case K_DELETE:
        return cut(edit, edit->at, after(edit, edit->at));
    case K_CONTROL_U:
        return cut(edit, start, edit->at);
    case K_CONTROL_K:
        return cut(edit, edit->at, end);
    case K_CONTROL_W:
        return cut(edit, word_before(edit), edit->at);
    default:
        return EDIT_UNUSED;
    }
}

void edit_text_draw(struct edit_text *edit, struct scene *scene, int row, int column, int rows, int columns)
{
    int start, cursor_column;
    edit->width = columns > 1 ? columns - 1 : 1; /* leave room for the cursor after the last character */
    int at = cursor_row(edit, &start, &cursor_column);
    if (at < edit->top)
        edit->top = at;
    if (at >= edit->top + rows)
        edit->top = at - rows + 1;
    int from = row_start(edit, edit->top), next;
    for (int r = 0; r < rows && from <= edit->length; r++, from = next) {
        char line[1024];
        int end = text_row(edit->text, edit->length, from, edit->width, &next);
        int bytes = end - from < (int)sizeof line - 1 ? end - from : (int)sizeof line - 1;
        memcpy(line, edit->text + from, (size_t)bytes);
        line[bytes] = '\0';
        scene_text(scene, row + r, column, columns, line, ROLE_PROMPT, ROLE_TEXT);
    }
    scene->cursor_row = row + at - edit->top;
    scene->cursor_column = column + cursor_column;
}
