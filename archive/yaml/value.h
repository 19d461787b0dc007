/* value.h - a YAML value as a tree: for headers, and for keys that the archive does not interpret.
 *
 * A value keeps the style in which it was written (plain, quoted, literal; block or flow), so that
 * an unchanged value is written back in the same style. Texts are UTF-8. */
#ifndef CHESSCADE_ARCHIVE_YAML_VALUE_H
#define CHESSCADE_ARCHIVE_YAML_VALUE_H

#include "core/base.h"

#include <string.h>

enum value_type {
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_MAP,
    VALUE_MADE /* a list whose items are built while it is written: see yaml_write.h */
};

enum value_style {
    STYLE_CANONICAL, /* for a value made by the program or read in canonical form: the writer
                        chooses the style */
    STYLE_PLAIN, /* a scalar without quotes: a number, true, false, or any text that another program
                    left unquoted */
    STYLE_SINGLE,
    STYLE_DOUBLE,
    STYLE_LITERAL,
    STYLE_FOLDED, /* PLAIN to FOLDED are styles for scalars */
    STYLE_BLOCK,
    STYLE_FLOW /* BLOCK and FLOW are styles for lists and maps */
};

struct value {
    uint8_t type;    /* enum value_type */
    uint8_t style;   /* enum value_style */
    uint16_t column; /* position in the file together with `line`, both from 1; `line` is 0 if the
                        value was not read from a file. Comparisons ignore both */
    uint32_t line;
    char *text;          /* text of a scalar, NULL if empty; immutable; shared or on the heap, see
                            archive/util/string_pool.h */
    struct entry *entry; /* array of the `n` entries of a list or map */
    int n, room;
};

struct entry {
    char *key;         /* NULL in lists; shared or on the heap, see archive/util/string_pool.h */
    uint8_t key_style; /* enum value_style: the style of the key in the file, stored for unknown
                          keys */
    uint16_t column; /* position of the key in the file, from 1; `line` is 0 if the key was not read
                        from a file */
    uint32_t line;
    struct value value;
};

/* True if a key has that name. Compares the first letters first, because most names differ
 * there. */
static inline bool key_is(const char *key, const char *name)
{
    return *key == *name && !strcmp(key, name);
}

/* Frees everything in a value, recursively, and sets the value to zero. */
void value_clear(struct value *value);
/* Copies a value recursively. Overwrites *to without freeing it. */
void value_copy(struct value *to, const struct value *from);
bool value_same(const struct value *a, const struct value *b);

/* Returns the value of a key in a map; NULL if the key is absent, or if `map` is NULL or not a map.
 * The map owns the value. */
struct value *value_at(const struct value *map, const char *key);
/* Returns the text of a key in a map; "" if the key is absent or its value is not a text. The map
 * owns the text. */
const char *value_text(const struct value *map, const char *key);
/* Like value_text(), for a path of keys such as "event.name". */
const char *value_path(const struct value *map, const char *path);
/* Sets a key of a map to a text in canonical style, or with `plain` to a number or boolean. `text`
 * NULL removes the key. */
void value_set(struct value *map, const char *key, const char *text, bool plain);
/* Return the map or list of a key; an empty one is created if the key is absent. Valid until the
 * map changes. */
struct value *value_map(struct value *map, const char *key);
struct value *value_list(struct value *map, const char *key);
/* Appends an empty text to a list and returns it. Valid until the list changes. */
struct value *value_append(struct value *list);
/* Appends an entry to a map, with a copy of the key, or to a list if `key` is NULL. Does not check
 * whether the map already has the key. */
struct value *value_add(struct value *container, const char *key);
/* Frees the unused memory of a list or map that is complete. This matters because a file may have
 * very many lists or maps with one or two entries. */
void value_fit(struct value *container);
/* True for a scalar or a flat list of scalars. The canonical form puts such a value on one line if
 * it fits. */
bool value_flat(const struct value *value);
void value_remove(struct value *container, int at);
/* Sets a value to a copy of a text. */
void value_put(struct value *value, const char *text, enum value_style style);

#endif
