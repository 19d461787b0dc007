/* yaml_write.c - writes YAML in canonical form: see yaml_write.h.
 *
 * Does not use libyaml's emitter, which folds lines by its own rules and cannot tell whether
 * something fits a line. The canonical form is simple enough to be written directly.
 * tests/archive/test_yaml.c checks that libyaml can read all of it, and that a parsed file is
 * written back with the same bytes. */
#include "archive/yaml/yaml_write.h"

#include "archive/util/sanitize.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Reserves room for `size` bytes and a NUL. Returns where to write them. */
static inline char *yaml_write_room_for(struct yaml_text *text, size_t size)
{
    enum { USUAL = 512 }; /* smallest number of bytes to allocate */
    int need = text->n + (int)size + 1;
    assert(size < INT32_MAX / 2 && text->n < INT32_MAX / 2);
    if (text->room < need)
        text->v = memory_room(text->v, &text->room, need > USUAL ? need : USUAL, 1);
    return text->v + text->n;
}

static inline void yaml_write_put(struct yaml_text *text, const char *bytes, size_t size)
{
    memcpy(yaml_write_room_for(text, size), bytes, size);
    text->n += (int)size;
    text->v[text->n] = '\0';
}

void yaml_text_add(struct yaml_text *text, const char *bytes, size_t size)
{
    yaml_write_put(text, bytes, size);
}

void yaml_text_clear(struct yaml_text *text)
{
    free(text->v);
    *text = (struct yaml_text){0};
}

static inline void yaml_write_add(struct yaml_text *out, const char *text)
{
    yaml_write_put(out, text, strlen(text));
}

static void indent_by(struct yaml_text *out, int columns)
{
    static const char blanks[] = "                                ";
    for (int part; columns > 0; columns -= part) {
        part = columns < (int)sizeof blanks - 1 ? columns : (int)sizeof blanks - 1;
        yaml_write_put(out, blanks, (size_t)part);
    }
}

/* -------------------------------------------------------------------------------------------------
 * scalars */

/* True for characters that are written as escapes: control characters, line breaks of any YAML
 * version, and characters that are invisible or reverse text. The list is fixed, so that a newer
 * Unicode library cannot change what is written. */
bool yaml_escapes(int32_t c)
{
    return (c < 0x20 && c != '\n') || (c >= 0x7F && c <= 0x9F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x061C ||
           c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c & 0xFFFE) == 0xFFFE ||
           (c >= 0xE0000 && c <= 0xE007F);
}

/* The properties of a text that decide how it is written. */
struct looks {
    bool apostrophe, escape_signs /* contains " or \ */, lines, unprintable;
    bool broken;     /* is not valid UTF-8 */
    bool blank_end;  /* a line ends with a blank, which nobody would see in a literal block */
    bool only_lines; /* consists of line feeds only */
};

enum { NO_CHARACTER = -1 };

/* Returns the next character of a text and its length in bytes. For invalid UTF-8 returns
 * NO_CHARACTER and length 1. */
static utf8proc_int32_t next_character(const char *text, size_t *length)
{
    utf8proc_int32_t c = (unsigned char)text[0];
    *length = 1;
    if (c < 0x80)
        return c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
    if (n <= 0)
        return NO_CHARACTER;
    *length = (size_t)n;
    return c;
}

/* Returns the number of leading characters that do not affect how a text is written: printable
 * ASCII except quotes, backslashes and blanks. Most texts have no others. The table has one bit per
 * character. */
static inline size_t yaml_write_ordinary(const char *text)
{
    static const uint64_t says_nothing[4] = {~0ull << ('!' & 63) & ~(1ull << '"') & ~(1ull << '\''),
                                             ~(1ull << ('\\' & 63)) & ~(1ull << (0x7F & 63))};
    size_t n = 0;
    for (unsigned char c; c = (unsigned char)text[n], says_nothing[c >> 6] >> (c & 63) & 1; n++)
        continue;
    return n;
}

static struct looks yaml_write_look_at(const char *text)
{
    struct looks looks = {.only_lines = true};
    size_t length;
    for (const char *t = text; *t; t += length) {
        length = yaml_write_ordinary(t);
        if (length) {
            looks.only_lines = false;
            continue;
        }
        utf8proc_int32_t c = next_character(t, &length);
        looks.apostrophe |= c == '\'';
        looks.escape_signs |= c == '"' || c == '\\';
        looks.lines |= c == '\n';
        looks.only_lines &= c == '\n';
        looks.broken |= c == NO_CHARACTER;
        looks.unprintable |= c != NO_CHARACTER && yaml_escapes(c);
        looks.blank_end |= c == ' ' && (t[1] == '\n' || !t[1]);
    }
    return looks;
}

static void write_single(struct yaml_text *out, const char *text)
{
    yaml_write_add(out, "'");
    for (const char *t = text;; t++) {
        size_t length = strcspn(t, "'");
        yaml_write_put(out, t, length);
        t += length;
        if (!*t)
            break;
        yaml_write_add(out, "''");
    }
    yaml_write_add(out, "'");
}

static void write_escape(struct yaml_text *out, utf8proc_int32_t c)
{
    static const char named[] = "\"\"\\\\\na\tt\rr\x1B"
                                "e\x07"
                                "a\x08"
                                "b\x0B"
                                "v\x0C"
                                "f";
    char text[16];
    for (const char *n = named; *n; n += 2)
        if (c == n[0] && c != '\n') {
            snprintf(text, sizeof text, "\\%c", n[1]);
            yaml_write_add(out, text);
            return;
        }
    if (c == '\n')
        snprintf(text, sizeof text, "\\n");
    else if (c < 0x100)
        snprintf(text, sizeof text, "\\x%02X", (unsigned)c);
    else
        snprintf(text, sizeof text, c < 0x10000 ? "\\u%04X" : "\\U%08X", (unsigned)c);
    yaml_write_add(out, text);
}

static void write_double(struct yaml_text *out, const char *text)
{
    size_t length;
    yaml_write_add(out, "\"");
    for (const char *t = text; *t; t += length) {
        utf8proc_int32_t c = next_character(t, &length);
        if (c == '"' || c == '\\' || c == '\n' || yaml_escapes(c))
            write_escape(out, c);
        else
            yaml_write_put(out, t, length);
    }
    yaml_write_add(out, "\"");
}

static bool can_be_literal(const struct looks *looks)
{
    return looks->lines && !looks->unprintable && !looks->blank_end && !looks->only_lines;
}

/* Writes a block scalar: its header (|-, |, |+ or with >) and its lines, indented by `columns`. The
 * caller writes the line feed after the last line. */
static void write_block(struct yaml_text *out, const char *text, int columns, bool folded)
{
    size_t length = strlen(text);
    bool keep = length > 1 && text[length - 1] == '\n' && text[length - 2] == '\n';
    yaml_write_add(out, folded ? ">" : "|");
    if (text[0] == ' ' || text[0] == '\n')
        yaml_write_add(out, "2");
    if (keep)
        yaml_write_add(out, "+");
    else if (length && text[length - 1] != '\n')
        yaml_write_add(out, "-");
    size_t end = length && text[length - 1] == '\n' ? length - 1 : length;
    for (size_t at = 0; at <= end;) {
        size_t line = strcspn(text + at, "\n");
        if (at + line > end)
            line = end - at;
        yaml_write_add(out, "\n");
        if (line)
            indent_by(out, columns);
        yaml_write_put(out, text + at, line);
        at += line + 1;
        if (folded && at < end) {
            yaml_write_add(out, "\n"); /* a folded block needs an empty line for each line feed */
        }
    }
}

/* True if a text may keep its folded style: folding and reading it back does not change it. */
static bool can_be_folded(const char *text)
{
    if (text[0] == '\n' || text[0] == ' ')
        return false;
    for (const char *t = strchr(text, '\n'); t; t = strchr(t + 1, '\n'))
        if (t[1] == '\n' || t[1] == ' ')
            return false;
    return true;
}

static void write_canonical(struct yaml_text *out, const char *text, bool flow, int columns)
{
    size_t length = yaml_write_ordinary(text);
    if (!text[length]) {
        char *at = yaml_write_room_for(out, length + 2);
        *at = '\'';
        memcpy(at + 1, text, length);
        memcpy(at + 1 + length, "'", 2);
        out->n += (int)length + 2;
        return;
    }
    struct looks looks = yaml_write_look_at(text);
    if (looks.broken) { /* no one has validated this text. Readers replace invalid bytes by U+FFFD,
                           so write U+FFFD */
        char *mended = clean_mended(text);
        write_canonical(out, mended, flow, columns);
        free(mended);
        return;
    }
    if (!flow && can_be_literal(&looks))
        write_block(out, text, columns, false);
    else if (looks.unprintable || looks.lines)
        write_double(out, text);
    else if (looks.apostrophe && !looks.escape_signs)
        write_double(out, text);
    else
        write_single(out, text);
}

/* True if a text written without quotes is read back as the same plain scalar. In flow style,
 * characters that could end it are not allowed. */
static bool can_be_plain(const char *text, bool flow)
{
    size_t length = strspn(text, "0123456789");
    if (length && !text[length])
        return true;
    struct looks looks = yaml_write_look_at(text);
    length = strlen(text);
    if (looks.lines || looks.unprintable || looks.broken || !length)
        return !length && !flow;
    if (strchr(" ,[]{}#&*!|>'\"%@`", text[0]) ||
        (strchr("-?:", text[0]) && (!text[1] || strchr(" ,[]{}", text[1]))))
        return false;
    if (strstr(text, ": ") || strstr(text, " #") || text[length - 1] == ':' ||
        text[length - 1] == ' ')
        return false;
    return !flow || !strpbrk(text, ",[]{}");
}

static void write_scalar(struct yaml_text *out, const struct value *value, bool flow, int columns)
{
    const char *text = value->text ? value->text : "";
    size_t digits = 0;
    while (value->style == STYLE_PLAIN && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    if (digits && !text[digits]) {
        yaml_write_put(out, text, digits);
        return;
    }
    if (value->style == STYLE_CANONICAL) {
        write_canonical(out, text, flow, columns);
        return;
    }
    struct looks looks = yaml_write_look_at(text);
    if (looks.broken) {
        write_canonical(out, text, flow, columns);
        return;
    }
    switch (value->style) {
    case STYLE_PLAIN:
        if (can_be_plain(text, flow)) {
            yaml_write_add(out, text);
            return;
        }
        break;
    case STYLE_SINGLE:
        if (!looks.lines && !looks.unprintable) {
            write_single(out, text);
            return;
        }
        break;
    case STYLE_DOUBLE:
        write_double(out, text);
        return;
    case STYLE_FOLDED:
    case STYLE_LITERAL:
        if (flow || looks.unprintable || looks.blank_end || looks.only_lines)
            break;
        write_block(out, text, columns, value->style == STYLE_FOLDED && can_be_folded(text));
        return;
    default:
        break;
    }
    write_canonical(out, text, flow, columns);
}

static void write_key(struct yaml_text *out, const struct entry *entry)
{
    bool style_kept = entry->key_style == STYLE_SINGLE || entry->key_style == STYLE_DOUBLE;
    size_t length = 0;
    while ((entry->key[length] >= 'a' && entry->key[length] <= 'z') || entry->key[length] == '_')
        length++;
    if (!style_kept && length && !entry->key[length]) { /* a key of only letters and _ needs no
                                                           quotes */
        char *at = yaml_write_room_for(out, length + 1);
        memcpy(at, entry->key, length);
        memcpy(at + length, ":", 2);
        out->n += (int)length + 1;
        return;
    }
    struct value key = {.type = VALUE_TEXT, .style = entry->key_style, .text = entry->key};
    if (key.style == STYLE_CANONICAL || key.style == STYLE_LITERAL || key.style == STYLE_FOLDED)
        key.style = STYLE_PLAIN;
    write_scalar(out, &key, true, 0);
    yaml_write_add(out, ":");
}

/* ---------------------------------------------------------------------------------------------
 * containers */

struct value yaml_made_value(struct yaml_made *made, enum value_style style, int n)
{
    return (struct value){
        .type = VALUE_MADE, .style = (uint8_t)style, .text = (char *)made, .n = n};
}

/* Returns an item of a list or map. An item built while writing exists until item_done(). */
static inline const struct value *item_at(const struct value *of, int at)
{
    if (of->type != VALUE_MADE)
        return &of->entry[at].value;
    struct yaml_made *made = (struct yaml_made *)of->text;
    made->make(made, at);
    return &made->value;
}

static inline void item_done(const struct value *of)
{
    struct yaml_made *made = of->type == VALUE_MADE ? (struct yaml_made *)of->text : NULL;
    if (made)
        made->done(made);
}

static bool can_be_flow(const struct value *value)
{
    if (value->type == VALUE_TEXT) {
        const char *text = value->text ? value->text : "";
        if (value->style == STYLE_LITERAL || value->style == STYLE_FOLDED)
            return false;
        if (value->style == STYLE_PLAIN)
            return can_be_plain(text, true);
        return value->style == STYLE_DOUBLE || !strchr(text, '\n');
    }
    if (value->style == STYLE_BLOCK && value->n)
        return false;
    bool all = true;
    for (int i = 0; all && i < value->n; i++) {
        all = can_be_flow(item_at(value, i));
        item_done(value);
    }
    return all;
}

static void write_flow(struct yaml_text *out, const struct value *value)
{
    if (value->type == VALUE_TEXT) {
        write_scalar(out, value, true, 0);
        return;
    }
    yaml_write_add(out, value->type == VALUE_MAP ? "{" : "[");
    for (int i = 0; i < value->n; i++) {
        if (i)
            yaml_write_add(out, ", ");
        if (value->type == VALUE_MAP) {
            write_key(out, &value->entry[i]);
            yaml_write_add(out, " ");
        }
        write_flow(out, item_at(value, i));
        item_done(value);
    }
    yaml_write_add(out, value->type == VALUE_MAP ? "}" : "]");
}

/* True if everything from the last line feed to the end of `out` fits on a line. The bytes from
 * `before` on contain no line feed. */
static bool yaml_write_line_fits(const struct yaml_text *out, int before)
{
    const char *end = out->v + out->n, *line = out->v + before;
    int column = 0;
    while (line > out->v && end - line <= YAML_COLUMNS && line[-1] != '\n')
        line--;
    if (end - line <= YAML_COLUMNS)
        return true;
    for (line = end; line > out->v && column <= YAML_COLUMNS && line[-1] != '\n'; line--)
        column += (line[-1] & 0xC0) != 0x80;
    return column <= YAML_COLUMNS;
}

/* Writes a value on the current line if it fits. Otherwise writes nothing and returns false. */
static bool try_flow(struct yaml_text *out, const struct value *value)
{
    if (value->type == VALUE_MADE && value->style != STYLE_FLOW)
        return false; /* the items of such a list are maps, so it cannot be on one line */
    if (value->n && (value->style == STYLE_BLOCK ||
                     (value->style != STYLE_FLOW && !value_flat(value)) || !can_be_flow(value)))
        return false;
    int before = out->n;
    write_flow(out, value);
    if (!value->n || value->style == STYLE_FLOW || yaml_write_line_fits(out, before))
        return true;
    out->n = before;
    out->v[before] = '\0';
    return false;
}

static void write_entries(struct yaml_text *out, const struct value *value, int columns);

enum { BARE_SIGNS = 5 };

/* Writes a value after "key:" or "-", and the line feed after the value. `columns` is the
 * indentation of the keys of its parent. */
static void write_value(struct yaml_text *out, const struct value *value, int columns, bool item)
{
    if (value->type == VALUE_TEXT) {
        if (!(value->style == STYLE_PLAIN && !(value->text && value->text[0])))
            yaml_write_add(out, " ");
        write_scalar(out, value, false, columns + 2);
        yaml_write_add(out, "\n");
        return;
    }
    int before = out->n;
    yaml_write_add(out, " ");
    if (try_flow(out, value)) {
        yaml_write_add(out, "\n");
        return;
    }
    if (item) { /* "- - 'a'", "- key: 'a'": write the first entry on the line of the dash */
        write_entries(out, value, columns + 2);
        return;
    }
    out->n = before;
    yaml_write_add(out, "\n");
    int inner = value->type == VALUE_MAP ? columns + 2 : columns;
    indent_by(out, inner);
    write_entries(out, value, inner);
}

/* Writes a list item like "- 'e4'", the form of most lines in most games. Writes nothing and
 * returns false if the item has another form. */
static bool write_bare_item(struct yaml_text *out, const struct value *value)
{
    const char *text = value->text ? value->text : "";
    size_t length;
    if (value->type != VALUE_TEXT || value->style != STYLE_CANONICAL ||
        text[length = yaml_write_ordinary(text)])
        return false;
    char *at = yaml_write_room_for(out, length + BARE_SIGNS);
    memcpy(at, "- '", 3);
    memcpy(at + 3, text, length);
    memcpy(at + 3 + length, "'\n", 3);
    out->n += (int)length + BARE_SIGNS;
    return true;
}

/* Writes the entries of a list or map in block style. The caller has already indented the first
 * line. */
static void write_entries(struct yaml_text *out, const struct value *value, int columns)
{
    for (int i = 0; i < value->n; i++) {
        bool in_list = value->type != VALUE_MAP;
        const struct value *item = item_at(value, i);
        if (i)
            indent_by(out, columns);
        if (!in_list || !write_bare_item(out, item)) {
            if (in_list)
                yaml_write_add(out, "-");
            else
                write_key(out, &value->entry[i]);
            write_value(out, item, columns, in_list);
        }
        item_done(value);
    }
}

void yaml_write(struct yaml_text *out, const struct value *root)
{
    if (root->n && root->type != VALUE_TEXT) {
        write_entries(out, root, 0);
        return;
    }
    write_flow(out, root);
    yaml_write_add(out, "\n");
}

void yaml_write_line(struct yaml_text *out, const struct value *value)
{
    write_flow(out, value);
}
