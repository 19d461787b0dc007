/* value.c - YAML values as trees: see value.h.
 *
 * Functions here recurse as deeply as a value is nested. The limit is `depth` in struct
 * yaml_limits, which the YAML reader enforces. */
#include "archive/yaml/value.h"

#include "archive/util/string_pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void value_clear(struct value *value)
{
    for (int i = 0; i < value->n; i++) {
        struct value *inner = &value->entry[i].value;
        word_drop(value->entry[i].key);
        if (inner->entry)
            value_clear(inner);
        else
            word_drop(inner->text); /* most values are texts, and have nothing else to free */
    }
    free(value->entry);
    word_drop(value->text);
    *value = (struct value){0};
}

void value_copy(struct value *to, const struct value *from)
{
    *to = *from;
    to->text = from->text ? memory_text(from->text) : NULL;
    to->room = from->n;
    to->entry = from->n ? memory_new((size_t)from->n, sizeof *to->entry) : NULL;
    for (int i = 0; i < from->n; i++) {
        const struct entry *entry = &from->entry[i];
        to->entry[i].key = entry->key ? word_share(entry->key, strlen(entry->key)) : NULL;
        to->entry[i].key_style = entry->key_style;
        value_copy(&to->entry[i].value, &entry->value);
    }
}

static bool value_same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

bool value_same(const struct value *a, const struct value *b)
{
    if (a->type != b->type || a->style != b->style || a->n != b->n ||
        !value_same_text(a->text, b->text))
        return false;
    for (int i = 0; i < a->n; i++) {
        const struct entry *one = &a->entry[i], *other = &b->entry[i];
        if (!value_same_text(one->key, other->key) || !value_same(&one->value, &other->value))
            return false;
    }
    return true;
}

static int value_index_of(const struct value *map, const char *key)
{
    if (!map || map->type != VALUE_MAP)
        return -1;
    for (int i = 0; i < map->n; i++)
        if (key_is(map->entry[i].key, key))
            return i;
    return -1;
}

/* If `key` is the first component of `path`, returns the rest of the path, which begins with a dot
 * or is empty; otherwise NULL. */
static const char *step_along(const char *key, const char *path)
{
    while (*key && *key == *path)
        key++, path++;
    return !*key && (!*path || *path == '.') ? path : NULL;
}

struct value *value_at(const struct value *map, const char *key)
{
    int at = value_index_of(map, key);
    return at < 0 ? NULL : &map->entry[at].value;
}

static const char *value_text_of(const struct value *value)
{
    return value && value->type == VALUE_TEXT && value->text ? value->text : "";
}

const char *value_text(const struct value *map, const char *key)
{
    return value_text_of(value_at(map, key));
}

const char *value_path(const struct value *map, const char *path)
{
    for (;;) {
        const char *rest = NULL;
        int at = 0;
        for (; map && map->type == VALUE_MAP && at < map->n; at++)
            if ((rest = step_along(map->entry[at].key, path)))
                break;
        if (!rest)
            return "";
        map = &map->entry[at].value;
        if (!*rest)
            return value_text_of(map);
        path = rest + 1;
    }
}

struct value *value_add(struct value *container, const char *key)
{
    assert(container->type == (key ? VALUE_MAP : VALUE_LIST));
    container->entry =
        memory_room(container->entry, &container->room, container->n + 1, sizeof *container->entry);
    struct entry *entry = &container->entry[container->n++];
    *entry = (struct entry){.key = key ? word_share(key, strlen(key)) : NULL};
    return &entry->value;
}

void value_fit(struct value *container)
{
    enum { FEW = 2 }; /* a larger array is kept as it is: less than half of its memory is unused */
    if (!container->n || container->n > FEW || container->n == container->room)
        return;
    /* Copy the entries to a new array. If realloc() shrank the old array, it would leave gaps
     * between allocations that are too small for the next array. */
    struct entry *fitting = memory_new((size_t)container->n, sizeof *fitting);
    memcpy(fitting, container->entry, (size_t)container->n * sizeof *fitting);
    free(container->entry);
    container->entry = fitting;
    container->room = container->n;
}

void value_remove(struct value *container, int at)
{
    assert(at >= 0 && at < container->n);
    word_drop(container->entry[at].key);
    value_clear(&container->entry[at].value);
    container->n--;
    memmove(container->entry + at, container->entry + at + 1,
            (size_t)(container->n - at) * sizeof *container->entry);
}

void value_put(struct value *value, const char *text, enum value_style style)
{
    enum {
        SHARED = 3
    }; /* "w", "?", "1-0" occur in every game and are shared. Longer texts, such as names, would
          fill the string pool. */
    size_t length = strlen(text);
    /* Copy before clearing: `text` may be the text of this value. */
    char *copy = length <= SHARED ? word_share(text, length) : memory_cut(text, length);
    value_clear(value);
    *value = (struct value){.type = VALUE_TEXT, .style = (uint8_t)style, .text = copy};
}

void value_set(struct value *map, const char *key, const char *text, bool plain)
{
    int at = value_index_of(map, key);
    if (text) {
        struct value *value = at < 0 ? value_add(map, key) : &map->entry[at].value;
        value_put(value, text, plain ? STYLE_PLAIN : STYLE_CANONICAL);
    } else if (at >= 0) {
        value_remove(map, at);
    }
}

static struct value *value_made(struct value *map, const char *key, enum value_type type)
{
    struct value *value = value_at(map, key);
    if (!value)
        value = value_add(map, key);
    if (value->type != type) {
        value_clear(value);
        value->type = (uint8_t)type;
    }
    return value;
}

struct value *value_map(struct value *map, const char *key)
{
    return value_made(map, key, VALUE_MAP);
}

struct value *value_list(struct value *map, const char *key)
{
    return value_made(map, key, VALUE_LIST);
}

struct value *value_append(struct value *list)
{
    struct value *value = value_add(list, NULL);
    value_put(value, "", STYLE_CANONICAL);
    return value;
}

bool value_flat(const struct value *value)
{
    for (int i = 0; i < value->n; i++) {
        const struct value *item = value->type == VALUE_MADE ? value : &value->entry[i].value;
        if (item->type == VALUE_MAP || item->type == VALUE_MADE ||
            (item->type == VALUE_LIST && value->type == VALUE_LIST))
            return false;
        for (int j = 0; j < item->n; j++)
            if (item->entry[j].value.type != VALUE_TEXT)
                return false;
    }
    return true;
}
