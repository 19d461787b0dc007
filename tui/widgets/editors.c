/* editors.c - edits one or several lines of text, with undo; filters: see editors.h. */
#include "config.h"

#include "tui/widgets/editors.h"
#include "core/base.h"
#include "tui/widgets/key.h"

#include <stdio.h>
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

static int editors_characters(const char *text, int at, int *columns)
{
    return scene_step(text + at, columns);
}

/* True if the text from `at` to the next blank, a cascade, is too long for a row; it is then
 * broken between members. */
static bool is_too_long(const char *text, int length, int at, int columns)
{
    int column = 0;
    while (at < length && text[at] != ' ' && text[at] != '\n' && column <= columns) {
        int width;
        at += editors_characters(text, at, &width);
        column += width;
    }
    return column > columns;
}

int text_row(const char *text, int length, int from, int columns, int *next)
{
    int at = from, column = 0, blank = -1, member = -1; /* member: the byte after the last '~' of
                                                           the row, where a cascade may be broken;
                                                           -1 if there is none */
    while (at < length && text[at] != '\n') {
        int width, bytes = editors_characters(text, at, &width);
        if (column + width > columns) {
            if (member > from && member > blank &&
                is_too_long(text, length, blank > from ? blank + 1 : from, columns)) {
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

/* The row in which the cursor is, the byte at which that row begins, and the cursor's column. */
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
        at += editors_characters(edit->text, at, &width);
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
        at += editors_characters(edit->text, at, &width);
        c += width;
    }
    edit->at = at;
    return EDIT_MOVED;
}

/* ---------------------------------------------------------------- changes */

static enum edit_answer editors_cut(struct edit_text *edit, int from, int to)
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
    memmove(edit->text + edit->at + length, edit->text + edit->at,
            (size_t)(edit->length - edit->at));
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
        if (character != 127 && (character < 128 || character > 159) &&
            !insert_character(edit, character))
            return false;
    }
    return true;
}

static int editors_before(const struct edit_text *edit, int at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)edit->text[at] & 0xC0) == 0x80);
    return at < 0 ? 0 : at;
}

static int editors_after(const struct edit_text *edit, int at)
{
    int width;
    return at < edit->length ? at + editors_characters(edit->text, at, &width) : at;
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
    /* Handles characters first, since finding the rows of a long text takes time. */
    if (key == '\n' || (key >= 32 && key < 127) || (key >= 160 && key < 0x110000))
        return insert_character(edit, (utf8proc_int32_t)key) ? EDIT_CHANGED : EDIT_FULL;
    int row = cursor_row(edit, &start, &column);
    int end = text_row(edit->text, edit->length, start, edit->width, &next);
    switch (key) {
    case K_LEFT:
        edit->at = editors_before(edit, edit->at);
        return EDIT_MOVED;
    case K_RIGHT:
        edit->at = editors_after(edit, edit->at);
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
        return editors_cut(edit, editors_before(edit, edit->at), edit->at);
    case K_DELETE:
        return editors_cut(edit, edit->at, editors_after(edit, edit->at));
    case K_CONTROL_U:
        return editors_cut(edit, start, edit->at);
    case K_CONTROL_K:
        return editors_cut(edit, edit->at, end);
    case K_CONTROL_W:
        return editors_cut(edit, word_before(edit), edit->at);
    default:
        return EDIT_UNUSED;
    }
}

void edit_text_draw(struct edit_text *edit, struct scene *scene, int row, int column, int rows,
                    int columns)
{
    int start, cursor_column;
    edit->width = columns > 1 ? columns - 1 : 1; /* leaves room for the cursor after the last
                                                    character */
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

/* ---- Edits one line of text: see editors.h. */

void edit_line_set(struct edit_line *line, const char *text)
{
    line->length = line->at = 0;
    line->text[0] = '\0';
    edit_line_insert(line, text);
}

static bool editors_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static int line_editor_before(const struct edit_line *line, int at)
{
    if (at > 0)
        at--;
    while (at > 0 && editors_continues(line->text[at]))
        at--;
    return at;
}

static int line_editor_after(const struct edit_line *line, int at)
{
    if (at < line->length)
        at++;
    while (at < line->length && editors_continues(line->text[at]))
        at++;
    return at;
}

static enum edit_answer line_editor_cut(struct edit_line *line, int from, int to)
{
    if (from == to)
        return EDIT_MOVED;
    memmove(line->text + from, line->text + to, (size_t)(line->length - to + 1));
    line->length -= to - from;
    line->at = from;
    return EDIT_CHANGED;
}

static int line_editor_word_before(const struct edit_line *line)
{
    int at = line->at;
    while (at > 0 && line->text[at - 1] == ' ')
        at--;
    while (at > 0 && line->text[at - 1] != ' ')
        at--;
    return at;
}

static bool line_editor_insert_character(struct edit_line *line, utf8proc_int32_t character)
{
    utf8proc_uint8_t bytes[4];
    int length = (int)utf8proc_encode_char(character, bytes);
    if (length <= 0 || line->length + length > EDIT_LINE_MAX)
        return false;
    memmove(line->text + line->at + length, line->text + line->at,
            (size_t)(line->length - line->at + 1));
    memcpy(line->text + line->at, bytes, (size_t)length);
    line->length += length;
    line->at += length;
    return true;
}

bool edit_line_insert(struct edit_line *line, const char *text)
{
    while (*text) {
        utf8proc_int32_t character;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &character);
        text += length > 0 ? length : 1;
        if (length <= 0)
            continue;
        if (utf8proc_category(character) == UTF8PROC_CATEGORY_CC)
            character = ' ';
        if (!line_editor_insert_character(line, character))
            return false;
    }
    return true;
}

static enum edit_answer move_to(struct edit_line *line, int at)
{
    line->at = at;
    return EDIT_MOVED;
}

enum edit_answer edit_line_key(struct edit_line *line, uint32_t key)
{
    switch (key) {
    case K_LEFT:
        return move_to(line, line_editor_before(line, line->at));
    case K_RIGHT:
        return move_to(line, line_editor_after(line, line->at));
    case K_HOME:
        return move_to(line, 0);
    case K_END:
    case K_CONTROL_E:
        return move_to(line, line->length);
    case K_BACKSPACE:
        return line_editor_cut(line, line_editor_before(line, line->at), line->at);
    case K_DELETE:
    case K_CONTROL_D:
        return line_editor_cut(line, line->at, line_editor_after(line, line->at));
    case K_CONTROL_U:
        return line_editor_cut(line, 0, line->at);
    case K_CONTROL_K:
        return line_editor_cut(line, line->at, line->length);
    case K_CONTROL_W:
        return line_editor_cut(line, line_editor_word_before(line), line->at);
    default:
        break;
    }
    if (key < 32 || key == 127 || key >= K_UP || (key >= 128 && key < 160))
        return EDIT_UNUSED;
    return line_editor_insert_character(line, (utf8proc_int32_t)key) ? EDIT_CHANGED : EDIT_FULL;
}

/* The columns that scene_text() needs for the text. */
static int editors_columns_of(const char *text, int length)
{
    int columns = 0;
    for (int i = 0, width; i < length; columns += width)
        i += scene_step(text + i, &width);
    return columns;
}

void edit_line_draw(const struct edit_line *line, struct scene *scene, int row, int column,
                    int width, enum role ink, enum role ground)
{
    int from = 0, columns = editors_columns_of(line->text, line->at);
    if (width < 1)
        return;
    while (columns >= width && from < line->at) { /* one pass over the text, since a pasted line may
                                                     be long */
        int next = line_editor_after(line, from);
        columns -= editors_columns_of(line->text + from, next - from);
        from = next;
    }
    scene_fill(scene, row, column, width, ink, ground, true);
    scene_text(scene, row, column, width, line->text + from, ink, ground);
    scene->cursor_row = row;
    scene->cursor_column = column + columns;
}

/* ---- Undo and redo for the editors of positions, armies and boards: see editors.h. */

static void drop_from(struct editor_undo *undo, int first)
{
    while (undo->states > first)
        free(undo->state[--undo->states].bytes);
}

void editor_undo_free(struct editor_undo *undo)
{
    drop_from(undo, 0);
}

void editor_undo_keep(struct editor_undo *undo, const void *bytes, size_t size)
{
    if (undo->states && undo->state[undo->now].size == size &&
        !memcmp(undo->state[undo->now].bytes, bytes, size))
        return;
    void *copy = memory_new(1, size);
    memcpy(copy, bytes, size);
    drop_from(undo, undo->now + 1);
    if (undo->states > EDITOR_UNDO_MAX) {
        free(undo->state[0].bytes);
        memmove(undo->state, undo->state + 1, (size_t)--undo->states * sizeof *undo->state);
    }
    undo->now = undo->states++;
    undo->state[undo->now].bytes = copy;
    undo->state[undo->now].size = size;
}

bool editor_undo_can(const struct editor_undo *undo, bool redo)
{
    return redo ? undo->now + 1 < undo->states : undo->now > 0;
}

const void *editor_undo_step(struct editor_undo *undo, bool redo)
{
    if (!editor_undo_can(undo, redo))
        return NULL;
    undo->now += redo ? 1 : -1;
    return undo->state[undo->now].bytes;
}

/* ---- Combines a filter with what the user types: see editors.h. */

const char *filter_rest(const char *typed)
{
    typed += *typed && strchr("&+-!", *typed) ? 1 : 0;
    return typed + strspn(typed, " ");
}

/* A part of a filter, with the parentheses that it needs when joined to others. */
struct part {
    const char *open, *text, *close;
};

static struct part editors_part_of(const char *text, bool whole)
{
    return whole ? (struct part){"", text, ""} : (struct part){"(", text, ")"};
}

/* True if the text contains in:variations, which applies to everything in the same parentheses. */
static bool looks_into_variations(const char *text)
{
    return strstr(text, "in:") != NULL;
}

/* Prepares a part of a filter that is joined to others by "and". It needs parentheses if it
 * contains alternatives or in:variations. */
static struct part one_of_all(const char *text)
{
    return editors_part_of(text, !strchr(text, '|') && !looks_into_variations(text));
}

static struct part one_of_several(const char *text)
{
    return editors_part_of(text, !looks_into_variations(text));
}

static struct part editors_negated(const char *text)
{
    return editors_part_of(text, !strpbrk(text, " \t|()\"") && *text != '!' && *text != '-');
}

bool filter_join(const char *before, const char *typed, char *out, size_t size)
{
    char sign = typed[0];
    const char *rest = filter_rest(typed);
    struct part first = one_of_all(before),
                second = sign == '-' || sign == '!' ? editors_negated(rest) : one_of_all(rest);
    int length;
    if (sign == '!' && !*rest && *before) {
        first = editors_negated(before);
        length = snprintf(out, size, "!%s%s%s", first.open, first.text, first.close);
    } else if (sign == '!') {
        length = snprintf(out, size, "%s", typed);
    } else if (!*rest && rest != typed) {
        length = snprintf(out, size, "%s", before);
    } else if (rest == typed || (!*before && sign != '-')) {
        length = snprintf(out, size, "%s", rest);
    } else if (sign == '+') {
        first = one_of_several(before);
        second = one_of_several(rest);
        length = snprintf(out, size, "%s%s%s | %s%s%s", first.open, before, first.close,
                          second.open, rest, second.close);
    } else {
        length = snprintf(out, size, "%s%s%s%s%s%s%s%s", *before ? first.open : "", before,
                          *before ? first.close : "", *before ? " " : "", sign == '-' ? "!" : "",
                          second.open, rest, second.close);
    }
    return length >= 0 && (size_t)length < size;
}
