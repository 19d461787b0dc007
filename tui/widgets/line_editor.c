/* line_editor.c - edits one line of text: see tui/widgets/line_editor.h. */
#include "tui/widgets/line_editor.h"

#include "tui/widgets/key.h"

#include <string.h>
#include <utf8proc.h>

void edit_line_set(struct edit_line *line, const char *text)
{
    line->length = line->at = 0;
    line->text[0] = '\0';
    edit_line_insert(line, text);
}

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static int before(const struct edit_line *line, int at)
{
    if (at > 0)
        at--;
    while (at > 0 && continues(line->text[at]))
        at--;
    return at;
}

static int after(const struct edit_line *line, int at)
{
    if (at < line->length)
        at++;
    while (at < line->length && continues(line->text[at]))
        at++;
    return at;
}

static enum edit_answer cut(struct edit_line *line, int from, int to)
{
    if (from == to)
        return EDIT_MOVED;
    memmove(line->text + from, line->text + to, (size_t)(line->length - to + 1));
    line->length -= to - from;
    line->at = from;
    return EDIT_CHANGED;
}

static int word_before(const struct edit_line *line)
{
    int at = line->at;
    while (at > 0 && line->text[at - 1] == ' ')
        at--;
    while (at > 0 && line->text[at - 1] != ' ')
        at--;
    return at;
}

static bool insert_character(struct edit_line *line, utf8proc_int32_t character)
{
    utf8proc_uint8_t bytes[4];
    int length = (int)utf8proc_encode_char(character, bytes);
    if (length <= 0 || line->length + length > EDIT_LINE_MAX)
        return false;
    memmove(line->text + line->at + length, line->text + line->at, (size_t)(line->length - line->at + 1));
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
        if (!insert_character(line, character))
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
    case K_LEFT: return move_to(line, before(line, line->at));
    case K_RIGHT: return move_to(line, after(line, line->at));
    case K_HOME: return move_to(line, 0);
    case K_END:
    case K_CONTROL_E: return move_to(line, line->length);
    case K_BACKSPACE: return cut(line, before(line, line->at), line->at);
    case K_DELETE:
    case K_CONTROL_D: return cut(line, line->at, after(line, line->at));
    case K_CONTROL_U: return cut(line, 0, line->at);
    case K_CONTROL_K: return cut(line, line->at, line->length);
    case K_CONTROL_W: return cut(line, word_before(line), line->at);
    default: break;
    }
    if (key < 32 || key == 127 || key >= K_UP || (key >= 128 && key < 160))
        return EDIT_UNUSED;
    return insert_character(line, (utf8proc_int32_t)key) ? EDIT_CHANGED : EDIT_FULL;
}

/* The columns that scene_text() needs for the text. */
static int columns_of(const char *text, int length)
{
    int columns = 0;
    for (int i = 0, width; i < length; columns += width)
        i += scene_step(text + i, &width);
    return columns;
}

void edit_line_draw(const struct edit_line *line, struct scene *scene, int row, int column, int width,
                    enum role ink, enum role ground)
{
    int from = 0, columns = columns_of(line->text, line->at);
    if (width < 1)
        return;
    while (columns >= width && from < line->at) { /* linear in the length: a pasted line is long */
        int next = after(line, from);
        columns -= columns_of(line->text + from, next - from);
        from = next;
    }
    scene_fill(scene, row, column, width, ink, ground, true);
    scene_text(scene, row, column, width, line->text + from, ink, ground);
    scene->cursor_row = row;
    scene->cursor_column = column + columns;
}
