/* yaml_out.h - writing values as YAML in one canonical form: the same values are always the same bytes.
 *
 * The form is that of docs/archive.md, "What is written": every text is quoted (single quotes, double where
 * the text has an apostrophe or needs escapes, a literal block where it has lines); nothing else is plain but keys,
 * numbers and flags; block style, two blanks, lists not indented under their key; a mapping of scalars and flat lists
 * in one line if it fits 120 columns; nothing is ever folded. Values with a style of their own (of unknown keys, of
 * lists and maps somebody laid out otherwise) keep it. */
#ifndef CHESSCADE_YAML_OUT_H
#define CHESSCADE_YAML_OUT_H

#include "archive/value.h"

enum { YAML_COLUMNS = 120 };

/* Text that grows; zero to begin with. */
struct yaml_text {
    char *v; /* [n], and a NUL after it once something was written */
    int n, room;
};
void yaml_text_add(struct yaml_text *text, const char *bytes, size_t size);
void yaml_text_clear(struct yaml_text *text);

/* A list whose values are made one after another as they are written, so that a long one is never there as a whole. */
struct yaml_made {
    void (*make)(struct yaml_made *made, int at); /* put value `at` into `value` */
    void (*done)(struct yaml_made *made);         /* it was written: what it took may go */
    struct value value;
};
/* It as a value of type VALUE_MADE, to be written while `made` is there. Its values are maps, or its style is STYLE_BLOCK. */
struct value yaml_made_value(struct yaml_made *made, enum value_style style, int n);

/* Append a map or list as a document in block style, ending in a line feed. */
void yaml_write(struct yaml_text *out, const struct value *root);
/* Append any value on one line, without a line feed at the end: journal records. */
void yaml_write_line(struct yaml_text *out, const struct value *value);
/* Is this character written as an escape, \e or \u202E, wherever it stands? */
bool yaml_escapes(int32_t character);

#endif
