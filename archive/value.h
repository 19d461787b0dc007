/* value.h - a YAML value as a tree: what the archive keeps of keys it does not interpret, and headers.
 *
 * A value remembers how it was written (plain, quoted, literal; block or flow), so that what nobody changed is
 * written back as it was found. Texts are UTF-8 and owned by their value. */
#ifndef CHESSCADE_VALUE_H
#define CHESSCADE_VALUE_H

#include "core/base.h"

enum value_type { VALUE_TEXT, VALUE_LIST, VALUE_MAP };

enum value_style {
    STYLE_CANONICAL, /* made by the program, or read in canonical form: the writer's rules decide */
    STYLE_PLAIN,     /* a scalar written without quotes: a number, true, false, or a foreign one */
    STYLE_SINGLE, STYLE_DOUBLE, STYLE_LITERAL, STYLE_FOLDED, /* scalars */
    STYLE_BLOCK, STYLE_FLOW                                  /* lists and maps */
};

struct value {
    uint8_t type;  /* enum value_type */
    uint8_t style; /* enum value_style */
    char *text;    /* of a text; owned */
    struct entry *entry; /* [n] of a list (key NULL) or a map */
    int n, room;
};

struct entry {
    char *key; /* owned; NULL in lists */
    struct value value;
};

void value_clear(struct value *value);
void value_copy(struct value *to, const struct value *from);
bool value_same(const struct value *a, const struct value *b);

/* The value of a key of a map, NULL when absent or when `map` is NULL or no map. Borrowed. */
struct value *value_at(const struct value *map, const char *key);
/* The text of a key of a map, "" when absent or no text. Borrowed. */
const char *value_text(const struct value *map, const char *key);
/* The same along "event.name". */
const char *value_path(const struct value *map, const char *path);
/* Set a key of a map to a text (canonical style; a number or boolean with `plain`); NULL removes the key. */
void value_set(struct value *map, const char *key, const char *text, bool plain);
/* A key's value made a map or a list, new and empty when it was absent. Borrowed until the map changes. */
struct value *value_map(struct value *map, const char *key);
struct value *value_list(struct value *map, const char *key);
/* Append to a list; the new value is an empty text. Borrowed until the list changes. */
struct value *value_append(struct value *list);

#endif
