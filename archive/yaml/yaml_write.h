/* yaml_write.h - writes values as YAML in one canonical form: the same values always give the same
 * bytes.
 *
 * docs/archive.md, "What is written", defines the form:
 *
 * - Every text is quoted: in single quotes; in double quotes if it has an apostrophe or needs
 *   escapes; as a literal block if it has several lines. Only keys, numbers and flags are plain.
 * - Block style is indented by two spaces; a list is not indented below its key.
 * - A mapping of scalars and flat lists is on one line if it fits 120 columns.
 * - Nothing is ever folded.
 *
 * A value with another style keeps it: the value of an unknown key, or a list or map that was laid
 * out by hand. */
#ifndef CHESSCADE_ARCHIVE_YAML_YAML_WRITE_H
#define CHESSCADE_ARCHIVE_YAML_YAML_WRITE_H

#include "archive/yaml/value.h"

enum { YAML_COLUMNS = 120 };

/* A text that grows as bytes are appended. Initialize it with zero. */
struct yaml_text {
    char *v; /* `n` bytes; NUL-terminated as soon as something has been appended */
    int n, room;
};
void yaml_text_add(struct yaml_text *text, const char *bytes, size_t size);
void yaml_text_clear(struct yaml_text *text);

/* A list whose items are built one by one while it is written, so that a long list is never in
 * memory as a whole. */
struct yaml_made {
    void (*make)(struct yaml_made *made, int at); /* stores item number `at` in `value` */
    void (*done)(struct yaml_made *made); /* called when the item in `value` has been written and
                                             may be freed */
    struct value value;
};
/* Returns a value of type VALUE_MADE that stands for the list; `made` must exist until it is
 * written. Every item must be a map, or `style` must be STYLE_BLOCK. */
struct value yaml_made_value(struct yaml_made *made, enum value_style style, int n);

/* Appends a map or list as a document in block style that ends with a line feed. */
void yaml_write(struct yaml_text *out, const struct value *root);
/* Appends a value of any type on one line, without a line feed at the end. Used for journals. */
void yaml_write_line(struct yaml_text *out, const struct value *value);
/* True if a character is always written as an escape, such as \e or \u202E. */
bool yaml_escapes(int32_t character);

#endif
