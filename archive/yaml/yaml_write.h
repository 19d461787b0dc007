/* yaml_write.h - writes values as YAML in one canonical form: the same values always give the same
 * bytes.
 *
 * docs/archive.md, "What is written", defines the form: every text is quoted (single quotes; double
 * quotes if it has an apostrophe or needs escapes; a literal block if it has several lines); only
 * keys, numbers and flags are plain; block style, indented by two spaces, lists not indented under
 * their key; a mapping of scalars and flat lists is written on one line if it fits 120 columns;
 * nothing is ever folded. Values with a style of their own (of unknown keys, or lists and maps laid
 * out differently by someone) keep it. */
#ifndef CHESSCADE_ARCHIVE_YAML_YAML_WRITE_H
#define CHESSCADE_ARCHIVE_YAML_YAML_WRITE_H

#include "archive/yaml/value.h"

enum { YAML_COLUMNS = 120 };

/* A growing text; zero-initialize. */
struct yaml_text {
    char *v; /* [n], NUL-terminated once something was written */
    int n, room;
};
void yaml_text_add(struct yaml_text *text, const char *bytes, size_t size);
void yaml_text_clear(struct yaml_text *text);

/* A list whose values are generated one by one while it is written, so that a long list never
 * exists as a whole. */
struct yaml_made {
    void (*make)(struct yaml_made *made, int at); /* generates value `at` into `value` */
    void (*done)(struct yaml_made *made);         /* the value was written and may be freed */
    struct value value;
};
/* The list as a value of type VALUE_MADE, to be written while `made` exists. Its values are maps,
 * or its style is STYLE_BLOCK. */
struct value yaml_made_value(struct yaml_made *made, enum value_style style, int n);

/* Appends a map or list as a document in block style, ending with a line feed. */
void yaml_write(struct yaml_text *out, const struct value *root);
/* Appends any value on one line, without a final line feed: for journal records. */
void yaml_write_line(struct yaml_text *out, const struct value *value);
/* True if this character is always written as an escape, such as \e or \u202E. */
bool yaml_escapes(int32_t character);

#endif
