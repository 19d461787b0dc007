/* yaml_plain.c - the plain way of reading what this program writes: see yaml_plain.h.
 *
 * Only what cannot mean anything else is read here: one key or item a line, blanks for indentation, texts in quotes
 * or plain that end on their line, lists and mappings in brackets on one line or several, remarks behind blanks or on
 * lines of their own. Nesting is recursion,
 * counted against the limit of depth. Places are those libyaml would give. */
#include "archive/yaml_plain.h"

#include "archive/words.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 64, /* of one map: to look for one that stands twice is quick */
       PLY_USUAL = 7 /* letters of plies that occur again and again; names are longer: they would fill the room of words */ };

struct plain {
    const struct yaml_limits *limits;
    const char *at, *end; /* the next byte; behind the last, which is a line feed */
    int number;           /* of the line */
    const char *counted;  /* a place in it, and its column, from 1 */
    int column;
    int nodes, depth;
    bool remarks; /* there were some */
};

static bool value_read(struct plain *plain, struct value *out, int columns, bool item);

/* ------------------------------------------------------------------------------------------------- scalars */

static void set_place(struct plain *plain, const char *at, uint32_t *line, uint16_t *column)
{
    for (; plain->counted < at; plain->counted++)
        plain->column += ((unsigned char)*plain->counted & 0xC0) != 0x80;
    *line = (uint32_t)plain->number;
    *column = (uint16_t)(plain->column < UINT16_MAX ? plain->column : UINT16_MAX);
}

static bool count_node(struct plain *plain)
{
    return plain->nodes++ < plain->limits->nodes;
}

/* A line break to YAML 1.1 that is none to us: NEL, line and paragraph separator; behind a byte beyond ASCII. */
static bool other_break(const char *at)
{
    return (at[0] == '\xC2' && at[1] == '\x85') ||
           (at[0] == '\xE2' && at[1] == '\x80' && (at[2] == '\xA8' || at[2] == '\xA9'));
}

/* Two single quotes are one. */
static void join_quotes(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++) {
        *to++ = *c;
        c += *c == '\'';
    }
    *to = '\0';
}

/* A text in quotes: '' is a quote within single ones, and escapes are left to libyaml. */
static bool quoted_read(struct plain *plain, struct value *out)
{
    const char quote = *plain->at, *from = plain->at + 1, *c = from;
    int doubled = 0;
    for (;; c++) {
        if (*c == quote && quote == '\'' && c[1] == quote) {
            doubled++;
            c++;
        } else if (*c == quote) {
            break;
        } else if (*c == '\n' || *c == '\r' || (*c == '\\' && quote == '"') ||
                   ((unsigned char)*c >= 0x80 && other_break(c))) {
            return false;
        }
    }
    if (c - from - doubled > plain->limits->scalar_bytes)
        return false;
    bool ply = c - from <= PLY_USUAL && !doubled;
    *out = (struct value){.type = VALUE_TEXT, .style = quote == '"' ? STYLE_DOUBLE : STYLE_SINGLE,
                          .text = ply ? word_share(from, (size_t)(c - from)) : memory_cut(from, (size_t)(c - from))};
    if (doubled)
        join_quotes(out->text);
    plain->at = c + 1;
    return true;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Does a plain text go on with this sign? Outside of brackets to the line's end or a remark; what may begin or end anything
 * else is for libyaml. In brackets words, and blanks between them. */
static bool goes_on(const char *c, bool flow)
{
    if (*c == ' ') {
        while (*c == ' ')
            c++;
        return flow ? is_word(*c) : *c != '\n' && *c != '#' && *c != ':';
    }
    if (flow)
        return is_word(*c) || ((*c == '-' || *c == '+' || *c == '/') && is_word(c[1]));
    return *c != '\n' && *c != '\t' && *c != '\r' && !(*c == ':' && (c[1] == ' ' || c[1] == '\n' || c[1] == '\t')) &&
           ((unsigned char)*c < 0x80 || !other_break(c));
}

/* A number, true, a date, a name: nothing in it that could mean something else. */
static bool word_read(struct plain *plain, struct value *out, bool flow)
{
    const char *from = plain->at, *c = from + (*from == '-');
    if (!is_word(*c) || *c == '.')
        return false; /* '- ' is an item, '...' ends a document */
    while (goes_on(c, flow))
        c++;
    if (c - from > plain->limits->scalar_bytes)
        return false;
    *out = (struct value){.type = VALUE_TEXT, .style = STYLE_PLAIN, .text = memory_cut(from, (size_t)(c - from))};
    plain->at = c;
    return true;
}

static bool scalar_read(struct plain *plain, struct value *out, bool flow)
{
    const char *from = plain->at;
    if (!count_node(plain) || !(*from == '\'' || *from == '"' ? quoted_read(plain, out) : word_read(plain, out, flow)))
        return false;
    set_place(plain, from, &out->line, &out->column);
    return true;
}

/* "key:" and what it is the key of: the next entry of a map, without its value. NULL: it is no plain key, or there
 * already. */
static struct entry *key_read(struct plain *plain, struct value *map)
{
    const char *from = plain->at, *c = from;
    while ((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_')
        c++;
    size_t length = (size_t)(c - from);
    if (!length || map->n == KEYS_MAX || *c != ':' || (c[1] != ' ' && c[1] != '\n') || length > (size_t)plain->limits->key_bytes ||
        !count_node(plain))
        return NULL;
    for (int i = 0; i < map->n; i++)
        if (!strncmp(map->entry[i].key, from, length) && !map->entry[i].key[length])
            return NULL;
    map->entry = memory_room(map->entry, &map->room, map->n + 1, sizeof *map->entry);
    struct entry *entry = &map->entry[map->n++];
    *entry = (struct entry){.key = word_share(from, length), .key_style = STYLE_PLAIN};
    set_place(plain, from, &entry->line, &entry->column);
    plain->at = c + 1;
    return entry;
}

/* ------------------------------------------------------------------------------------------ in brackets */

static bool open_container(struct plain *plain, struct value *out, enum value_type type, enum value_style style)
{
    *out = (struct value){.type = (uint8_t)type, .style = (uint8_t)style};
    set_place(plain, plain->at, &out->line, &out->column);
    return count_node(plain) && ++plain->depth <= plain->limits->depth;
}

static struct value *next_item(struct value *list)
{
    list->entry = memory_room(list->entry, &list->room, list->n + 1, sizeof *list->entry);
    list->entry[list->n] = (struct entry){0};
    return &list->entry[list->n++].value;
}

/* Blanks, and lines that end: what follows on another line stands away from the margin. False: it does not. */
static bool flow_blanks(struct plain *plain)
{
    bool fed = false;
    for (;; plain->at++) {
        if (*plain->at == '\n' && plain->at + 1 < plain->end) {
            plain->counted = plain->at + 1;
            plain->column = 1;
            plain->number++;
            fed = true;
        } else if (*plain->at != ' ') {
            return !fed || plain->at > plain->counted;
        }
    }
}

/* [a, b] and {k: a, l: b} with a blank behind each colon. */
static bool flow_read(struct plain *plain, struct value *out, int inside)
{
    bool map = *plain->at == '{', fine = inside < plain->limits->flow_depth;
    const char end = map ? '}' : ']';
    fine = open_container(plain, out, map ? VALUE_MAP : VALUE_LIST, STYLE_FLOW) && fine;
    plain->at++;
    fine = flow_blanks(plain) && fine;
    for (bool first = true; fine && *plain->at != end; first = false) {
        struct value *value = NULL;
        if (!first && (fine = *plain->at == ',')) {
            plain->at++;
            fine = flow_blanks(plain) && *plain->at != end;
        }
        if (fine && map) {
            struct entry *entry = key_read(plain, out);
            fine = entry && *plain->at == ' ' && flow_blanks(plain);
            value = entry ? &entry->value : NULL;
        } else if (fine) {
            value = next_item(out);
        }
        if (fine)
            fine = *plain->at == '[' || *plain->at == '{' ? flow_read(plain, value, inside + 1)
                                                           : scalar_read(plain, value, true);
        fine = fine && flow_blanks(plain);
    }
    value_fit(out);
    plain->at += fine;
    plain->depth--;
    return fine;
}

/* ---------------------------------------------------------------------------------------------- in lines */

/* The line feed behind blanks and a remark, which stands at the margin or behind a blank; NULL: something else is there. */
static const char *remark_end(struct plain *plain, const char *at, bool margin)
{
    const char *from = at;
    while (*at == ' ')
        at++;
    if (*at == '\n')
        return at == from || margin ? at : NULL;
    if (*at != '#' || (at == from && !margin))
        return NULL;
    for (; *at != '\n'; at++)
        if (*at == '\r' || ((unsigned char)*at >= 0x80 && other_break(at)))
            return NULL;
    plain->remarks = true;
    return at;
}

/* What has to stand behind a value: the end of its line. Lines without anything but remarks are passed by. */
static bool line_ends(struct plain *plain)
{
    const char *feed = *plain->at == '\n' ? plain->at : remark_end(plain, plain->at, false);
    if (!feed)
        return false;
    while (feed) {
        plain->counted = plain->at = feed + 1;
        plain->column = 1;
        plain->number++;
        bool odd = plain->at < plain->end && (*plain->at == ' ' || *plain->at == '#' || *plain->at == '\n');
        feed = odd ? remark_end(plain, plain->at, true) : NULL;
    }
    return true;
}

/* The blanks before the next line; -1: there is none. */
static int indentation(const struct plain *plain)
{
    int n = 0;
    if (plain->at == plain->end)
        return -1;
    while (plain->at[n] == ' ')
        n++;
    return n;
}

/* Is there an item at the next line's beginning, behind its blanks? */
static bool item_here(const char *at)
{
    return at[0] == '-' && at[1] == ' ';
}

/* The entries of a map or list whose first is here, `columns` from the left; the others have lines of their own. */
static bool block_read(struct plain *plain, struct value *out, int columns)
{
    bool list = item_here(plain->at), fine;
    fine = open_container(plain, out, list ? VALUE_LIST : VALUE_MAP, STYLE_BLOCK);
    for (bool first = true; fine; first = false) {
        if (!first) {
            if (indentation(plain) != columns || item_here(plain->at + columns) != list)
                break; /* it is over; whether it ended well is seen by whoever goes on */
            plain->at += columns;
        }
        if (list) {
            plain->at += 2;
            fine = value_read(plain, next_item(out), columns + 2, true);
        } else {
            struct entry *entry = key_read(plain, out);
            fine = entry && value_read(plain, &entry->value, columns, false);
        }
    }
    value_fit(out);
    plain->depth--;
    return fine;
}

/* Behind "key:", or behind "- " of an item: a value, and the end of its last line. `columns`: of the map the key is
 * in, of what stands behind the dash. */
static bool value_read(struct plain *plain, struct value *out, int columns, bool item)
{
    if (!item && *plain->at == '\n') { /* on the lines below: deeper, or a list that is not */
        line_ends(plain);
        int inner = indentation(plain);
        if (inner < columns || (inner == columns && !item_here(plain->at + inner)))
            return false;
        plain->at += inner;
        return block_read(plain, out, inner);
    }
    if (!item && *plain->at != ' ')
        return false;
    while (!item && *plain->at == ' ')
        plain->at++;
    if (*plain->at == '[' || *plain->at == '{')
        return flow_read(plain, out, 0) && line_ends(plain);
    if (item) {
        const char *c = plain->at;
        while ((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_')
            c++;
        if (c > plain->at && *c == ':')
            return block_read(plain, out, columns);
    }
    return scalar_read(plain, out, false) && line_ends(plain);
}

bool yaml_plain_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                     struct value *out, bool *remarks)
{
    struct plain plain = {.limits = limits, .at = bytes, .end = bytes + size, .number = first_line,
                          .counted = bytes, .column = 1};
    struct value root = {0};
    if (size < 5 || bytes[size - 1] != '\n')
        return false;
    if (!memcmp(bytes, "---\n", 4)) {
        plain.at += 3;
        line_ends(&plain);
    }
    /* A document of ours begins with a key at the margin. */
    if (*plain.at >= 'a' && *plain.at <= 'z' && block_read(&plain, &root, 0) && plain.at == plain.end) {
        *out = root;
        *remarks = plain.remarks;
        return true;
    }
    value_clear(&root);
    return false;
}
