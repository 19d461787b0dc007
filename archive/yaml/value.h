/* value.h - a YAML value as a tree, for headers and for keys that the archive does not interpret.
 *
 * A value remembers how it was written (plain, quoted, literal; block or flow), so that unchanged
 * values are written back as they were. Texts are UTF-8. */
#ifndef CHESSCADE_ARCHIVE_YAML_VALUE_H
#define CHESSCADE_ARCHIVE_YAML_VALUE_H

#include "core/base.h"

#include <string.h>

enum value_type {
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_MAP,
    VALUE_MADE /* a list generated on the fly: yaml_write.h */
};

enum value_style {
    STYLE_CANONICAL, /* made by the program, or read in canonical form: the writer chooses the style
                      */
    STYLE_PLAIN,     /* a scalar without quotes: a number, true, false, or someone else's style */
    STYLE_SINGLE,
    STYLE_DOUBLE,
    STYLE_LITERAL,
    STYLE_FOLDED, /* scalars */
    STYLE_BLOCK,
    STYLE_FLOW /* lists and maps */
};

struct value {
    uint8_t type;    /* enum value_type */
    uint8_t style;   /* enum value_style */
    uint16_t column; /* where it was read, from 1; line 0: not read from a file. Ignored in
                        comparisons. */
    uint32_t line;
    char *text; /* of a text; shared or on the heap, like a key; immutable; NULL is the empty text
                 */
    struct entry *entry; /* [n] entries of a list (with NULL keys) or a map */
    int n, room;
};

struct entry {
    char *key;         /* shared or on the heap: archive/util/string_pool.h; NULL in lists */
    uint8_t key_style; /* enum value_style: how an unknown key was written */
    uint16_t column;   /* where the key was read, as in struct value */
    uint32_t line;
    struct value value;
};

/* True if a key has that name. Tests the first letter first, in which most differ. */
static inline bool key_is(const char *key, const char *name)
{
    return *key == *name && !strcmp(key, name);
}

/* Frees the contents, recursively; the value is zero afterwards. */
void value_clear(struct value *value);
/* A deep copy; *to is overwritten. */
void value_copy(struct value *to, const struct value *from);
bool value_same(const struct value *a, const struct value *b);

/* The value of a key of a map; NULL if it is absent, or `map` is NULL or not a map. Borrowed. */
struct value *value_at(const struct value *map, const char *key);
/* The text of a key of a map; "" if it is absent or not a text. Borrowed. */
const char *value_text(const struct value *map, const char *key);
/* The same along a path such as "event.name". */
const char *value_path(const struct value *map, const char *path);
/* Sets a key of a map to a text (canonical style; with `plain` a number or boolean); NULL removes
 * the key. */
void value_set(struct value *map, const char *key, const char *text, bool plain);
/* The map or list under a key, created empty if it was absent. Borrowed until the map changes. */
struct value *value_map(struct value *map, const char *key);
struct value *value_list(struct value *map, const char *key);
/* Appends an empty text to a list and returns it. Borrowed until the list changes. */
struct value *value_append(struct value *list);
/* Appends an entry to a map (the key is copied), or with a NULL key to a list, without looking for
 * an existing key. */
struct value *value_add(struct value *container, const char *key);
/* Shrinks a list or map that was read completely to its size: files may have very many with one or
 * two entries. */
void value_fit(struct value *container);
/* True for scalars and flat lists of scalars: what the canonical form puts on one line if it fits.
 */
bool value_flat(const struct value *value);
void value_remove(struct value *container, int at);
/* Sets a value to a text, which is copied. */
void value_put(struct value *value, const char *text, enum value_style style);

#endif
