/* value.h - a YAML value as a tree: what the archive keeps of keys it does not interpret, and headers.
 *
 * A value remembers how it was written (plain, quoted, literal; block or flow), so that what nobody changed is
 * written back as it was found. Texts are UTF-8. */
#ifndef CHESSCADE_VALUE_H
#define CHESSCADE_VALUE_H

#include "core/base.h"

#include <string.h>

enum value_type { VALUE_TEXT, VALUE_LIST, VALUE_MAP, VALUE_MADE /* a list while it is written: archive/yaml_out.h */ };

enum value_style {
    STYLE_CANONICAL, /* made by the program, or read in canonical form: the writer's rules decide */
    STYLE_PLAIN,     /* a scalar written without quotes: a number, true, false, or a foreign one */
    STYLE_SINGLE, STYLE_DOUBLE, STYLE_LITERAL, STYLE_FOLDED, /* scalars */
    STYLE_BLOCK, STYLE_FLOW                                  /* lists and maps */
};

struct value {
    uint8_t type;    /* enum value_type */
    uint8_t style;   /* enum value_style */
    uint16_t column; /* where it was read, from 1; line 0: it was not read from a file. Not compared. */
    uint32_t line;
    char *text;      /* of a text; shared or on the heap, as a key; nobody changes it; NULL is the empty text */
    struct entry *entry; /* [n] of a list (key NULL) or a map */
    int n, room;
};

struct entry {
    char *key;         /* shared or on the heap: archive/words.h; NULL in lists */
    uint8_t key_style; /* enum value_style: how an unknown key was written */
    uint16_t column;   /* where the key was read, as in struct value */
    uint32_t line;
    struct value value;
};

/* Is it the key of that name? They mostly differ in their first letter. */
static inline bool key_is(const char *key, const char *name)
{
    return *key == *name && !strcmp(key, name);
}

/* Free what it has, down to the leaves; it is zero then. */
void value_clear(struct value *value);
/* A deep copy; *to is overwritten. */
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
/* Append an entry to a map (the key is copied) or, with a NULL key, to a list, without looking for one of that
 * name. */
struct value *value_add(struct value *container, const char *key);
/* A list or map that was read whole gives back room it does not need: files may have very many of one entry or two. */
void value_fit(struct value *container);
/* All scalars, or flat lists of scalars: what the canonical form puts on one line if it fits. */
bool value_flat(const struct value *value);
void value_remove(struct value *container, int at);
/* Make a value a text. `text` is copied. */
void value_put(struct value *value, const char *text, enum value_style style);

#endif
