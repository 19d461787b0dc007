/* yaml_read.c - builds a tree of values from libyaml's events and checks every limit: see
 * yaml_read.h.
 *
 * Nothing here recurses: the lists and maps that are still open are on a stack, whose size `depth`
 * limits. libyaml returns 1 for success and counts positions in characters; only this file uses
 * these conventions. */
#include "config.h"
#include "archive/yaml/yaml_read.h"

#include "archive/util/string_pool.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include <yaml.h>

const struct yaml_limits yaml_limits_default = {
    .file_bytes = 4 << 20,
    .scalar_bytes = 64 << 10,
    .key_bytes = 128, /* other YAML writers cannot write longer keys as simple keys */
    .nodes = 200000,
    .depth = 512,
    .flow_depth = 8,
    .plies = 20000,
    .variations = 100,
    .marks = 256,
};

const char *place_words(struct place place, char words[PLACE_ROOM])
{
    words[0] = '\0';
    if (place.line)
        snprintf(words, PLACE_ROOM, "line %d, column %d: ", place.line, place.column);
    return words;
}

/* Plies up to this length recur often and are interned. Longer texts, such as names, would fill the
 * string pool. */
enum { PLY_USUAL = 7 };

/* A list or map that is not complete yet. */
struct yaml_read_level {
    struct value *value; /* the list or map itself, which is an entry of its parent. The pointer
                            stays valid, because the parent gets no new entry while this level is
                            open */
    bool flow, keyed; /* flow: written with [] or {}. keyed: the last entry has a key and waits for
                         its value */
};

struct yaml_read_parse {
    const struct yaml_limits *limits;
    const char *bytes;
    size_t size;
    int first_line;
    yaml_parser_t parser;
    struct value *root;
    struct yaml_read_level *level;
    int depth, room, flow_depth, nodes;
    /* State of the search for '#' comments. */
    bool remarks, any_hash, ascii; /* ascii: true if each character is one byte */
    size_t byte, index; /* how far the search for '#' comments has got, in bytes and characters */
    struct place *place;
    struct note *why;
};

static int refuse_at(struct yaml_read_parse *reading, enum fail fail, int line, int column,
                     const char *text)
{
    if (reading->place)
        *reading->place = (struct place){line + reading->first_line, column + 1};
    return note_fail(reading->why, fail, -1, "%s", text);
}

static int yaml_read_refuse(struct yaml_read_parse *reading, enum fail fail, yaml_mark_t mark,
                            const char *text)
{
    return refuse_at(reading, fail, (int)mark.line, (int)mark.column, text);
}

/* -------------------------------------------------------------------------------------------
 * characters */

/* True if YAML allows a character without an escape (YAML 1.1, 5.1). */
static bool yaml_read_printable(utf8proc_int32_t c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0x7E) || c == 0x85 ||
           (c >= 0xA0 && c != 0xFEFF && c != 0xFFFE && c != 0xFFFF);
}

static int refuse_character(struct yaml_read_parse *reading, size_t at, const char *text)
{
    int line = 0, column = 0;
    for (size_t i = 0; i < at; i++) {
        column += ((unsigned char)reading->bytes[i] & 0xC0) != 0x80;
        if (reading->bytes[i] == '\n') {
            line++;
            column = 0;
        }
    }
    return refuse_at(reading, FAIL_TEXT, line, column, text);
}

/* True if the next eight bytes are all printable ASCII or line feeds, which need no closer check.
 * The sum of two numbers below 0x80 does not carry into the next byte. */
static inline bool all_usual(const char *bytes)
{
    const uint64_t ones = 0x0101010101010101u, high = ones * 0x80, most = ones * 0x7F;
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    if (eight & high)
        return false;
    uint64_t printed = eight + ones * (0x80 - ' '), no_feed = (eight ^ (ones * '\n')) + most,
             no_delete = (eight ^ most) + most;
    return ((printed | ~no_feed) & no_delete & high) == high;
}

/* Finds invalid characters before libyaml does: for invalid UTF-8 it reports only a byte offset,
 * but users need line and column. */
static int check_characters(struct yaml_read_parse *reading)
{
    reading->ascii = true;
    for (size_t i = 0; i < reading->size;) {
        while (reading->size - i >= sizeof(uint64_t) && all_usual(reading->bytes + i))
            i += sizeof(uint64_t);
        if (i == reading->size)
            break;
        unsigned char byte = (unsigned char)reading->bytes[i];
        utf8proc_int32_t c = byte;
        utf8proc_ssize_t length = 1;
        if (byte == '\n' || (byte >= ' ' && byte < 0x7F)) {
            i++;
            continue;
        }
        reading->ascii &= byte < 0x80;
        if (byte >= 0x80)
            length = utf8proc_iterate((const utf8proc_uint8_t *)reading->bytes + i,
                                      (utf8proc_ssize_t)(reading->size - i), &c);
        if (length <= 0)
            return refuse_character(reading, i, "this is not UTF-8: save the file in UTF-8");
        if (!yaml_read_printable(c)) {
            char text[80];
            snprintf(text, sizeof text, "the character U+%04X must be written as an escape here",
                     (unsigned)c);
            return refuse_character(reading, i, text);
        }
        i += (size_t)length;
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------
 * remarks */

bool yaml_is_marker(const char *line, size_t length)
{
    return length >= 3 && (!memcmp(line, "---", 3) || !memcmp(line, "...", 3)) &&
           (length == 3 || strchr(" \t\r\n", line[3]));
}

static size_t line_end(const char *bytes, size_t size, size_t at)
{
    const char *end = at < size ? memchr(bytes + at, '\n', size - at) : NULL;
    return end ? (size_t)(end - bytes) + 1 : size;
}

/* Returns the offset of the first line that is neither blank nor a '#' comment. *remarks_end is the
 * end of the last '#' comment before it. */
static size_t first_content(const char *bytes, size_t size, size_t at, size_t *remarks_end)
{
    while (at < size) {
        size_t end = line_end(bytes, size, at), c = at;
        while (c < end && strchr(" \t\r\n", bytes[c]))
            c++;
        if (c < end && bytes[c] == '#') {
            if (remarks_end)
                *remarks_end = end;
        } else if (c < end) {
            return at;
        }
        at = end;
    }
    return size;
}

/* Appends lines without carriage returns, each ended by a line feed. */
static void add_remarks(char **remarks, const char *bytes, size_t size)
{
    size_t had = *remarks ? strlen(*remarks) : 0, n = had;
    char *text = memory_new(had + size + 2, 1);
    if (had)
        memcpy(text, *remarks, had);
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != '\r')
            text[n++] = bytes[i];
    if (n > had && text[n - 1] != '\n')
        text[n++] = '\n';
    free(*remarks);
    *remarks = text;
}

/* Collects the '#' comments before the first key; they may stand before or after a '---' line. */
static void take_leading_remarks(struct yaml_read_parse *reading, struct yaml_document *out)
{
    size_t at = 0;
    for (int side = 0; side < 2; side++) {
        size_t end = 0, content = first_content(reading->bytes, reading->size, at, &end);
        if (end > at) {
            while (at < end && strchr("\r\n", reading->bytes[at]))
                at++;
            add_remarks(&out->remarks, reading->bytes + at, end - at);
        }
        at = content;
        size_t next = line_end(reading->bytes, reading->size, at);
        if (side == 1 || !yaml_is_marker(reading->bytes + at, next - at) ||
            first_content(reading->bytes, next, at + 3, NULL) != next)
            break;
        if (memchr(reading->bytes + at, '#', next - at))
            out->lost_remarks = true;
        at = next;
    }
    reading->byte = at;
    for (size_t i = 0; i < at; i++)
        reading->index += ((unsigned char)reading->bytes[i] & 0xC0) != 0x80;
}

static void advance_to(struct yaml_read_parse *reading, size_t index)
{
    if (reading->ascii && index > reading->index && index <= reading->size) {
        reading->byte += index - reading->index;
        reading->index = index;
        return;
    }
    while (reading->index < index && reading->byte < reading->size) {
        reading->byte++;
        while (reading->byte < reading->size &&
               ((unsigned char)reading->bytes[reading->byte] & 0xC0) == 0x80)
            reading->byte++;
        reading->index++;
    }
}

/* Looks for a '#' comment before this event. Any '#' between two scalars begins one, because YAML
 * has no other use for it. The first line of a block scalar may have a comment, too. */
static void look_for_remarks(struct yaml_read_parse *reading, const yaml_event_t *event)
{
    if (!reading->any_hash || reading->remarks)
        return;
    size_t from = reading->byte;
    advance_to(reading, event->start_mark.index);
    if (event->type == YAML_SCALAR_EVENT &&
        (event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
         event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE))
        reading->remarks =
            memchr(reading->bytes + reading->byte, '#',
                   line_end(reading->bytes, reading->size, reading->byte) - reading->byte);
    if (reading->byte > from && memchr(reading->bytes + from, '#', reading->byte - from))
        reading->remarks = true;
    if (event->type == YAML_SCALAR_EVENT)
        advance_to(reading, event->end_mark.index);
}

/* ----------------------------------------------------------------------------------------------
 * events */

static enum value_style scalar_style(yaml_scalar_style_t style)
{
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
        return STYLE_SINGLE;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return STYLE_DOUBLE;
    case YAML_LITERAL_SCALAR_STYLE:
        return STYLE_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE:
        return STYLE_FOLDED;
    default:
        return STYLE_PLAIN;
    }
}

static int check_node(struct yaml_read_parse *reading, const yaml_event_t *event,
                      const yaml_char_t *anchor, const yaml_char_t *tag)
{
    if (anchor)
        return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                "anchors (&) are not allowed in these files");
    if (tag)
        return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                "tags (!) are not allowed in these files");
    if (reading->nodes++ >= reading->limits->nodes)
        return yaml_read_refuse(reading, FAIL_LIMIT, event->start_mark,
                                "the file holds too many values");
    return 0;
}

static struct yaml_read_level *yaml_read_top(struct yaml_read_parse *reading)
{
    return reading->depth ? &reading->level[reading->depth - 1] : NULL;
}

static bool wants_key(struct yaml_read_parse *reading)
{
    struct yaml_read_level *level = yaml_read_top(reading);
    return level && level->value->type == VALUE_MAP && !level->keyed;
}

/* Returns the value that the next event must fill: a new entry of the list, the value of the last
 * key, or the root. */
static struct value *next_value(struct yaml_read_parse *reading)
{
    struct yaml_read_level *level = yaml_read_top(reading);
    if (!level)
        return reading->root;
    if (level->value->type == VALUE_LIST)
        return value_add(level->value, NULL);
    level->keyed = false;
    return &level->value->entry[level->value->n - 1].value;
}

static void set_place(const struct yaml_read_parse *reading, yaml_mark_t mark, uint32_t *line,
                      uint16_t *column)
{
    *line = (uint32_t)mark.line + (uint32_t)reading->first_line;
    *column = mark.column < UINT16_MAX ? (uint16_t)(mark.column + 1) : UINT16_MAX;
}

static int on_key(struct yaml_read_parse *reading, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    if (event->data.scalar.length > (size_t)reading->limits->key_bytes)
        return yaml_read_refuse(reading, FAIL_LIMIT, event->start_mark, "the key is too long");
    if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !strcmp(text, "<<"))
        return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                "merge keys (<<) are not allowed in these files");
    struct yaml_read_level *level = yaml_read_top(reading);
    value_add(level->value, text);
    struct entry *entry = &level->value->entry[level->value->n - 1];
    entry->key_style = (uint8_t)scalar_style(event->data.scalar.style);
    set_place(reading, event->start_mark, &entry->line, &entry->column);
    level->keyed = true;
    return 0;
}

static int on_scalar(struct yaml_read_parse *reading, const yaml_event_t *event)
{
    int result = check_node(reading, event, event->data.scalar.anchor, event->data.scalar.tag);
    if (result < 0)
        return result;
    if (event->data.scalar.length > (size_t)reading->limits->scalar_bytes)
        return yaml_read_refuse(reading, FAIL_LIMIT, event->start_mark, "the text is too long");
    if (memchr(event->data.scalar.value, '\0', event->data.scalar.length))
        return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                "a text cannot hold the character U+0000");
    if (wants_key(reading))
        return on_key(reading, event);
    struct value *value = next_value(reading);
    const char *text = (const char *)event->data.scalar.value;
    const size_t length = event->data.scalar.length;
    bool ply = length <= PLY_USUAL && event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    *value = (struct value){.type = VALUE_TEXT,
                            .style = (uint8_t)scalar_style(event->data.scalar.style),
                            .text = ply ? word_share(text, length) : memory_cut(text, length)};
    set_place(reading, event->start_mark, &value->line, &value->column);
    return 0;
}

static int on_open(struct yaml_read_parse *reading, const yaml_event_t *event, enum value_type type,
                   bool flow, const yaml_char_t *anchor, const yaml_char_t *tag)
{
    int result = check_node(reading, event, anchor, tag);
    if (result < 0)
        return result;
    if (wants_key(reading))
        return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark, "a key must be a text");
    if (reading->depth >= reading->limits->depth ||
        (flow && reading->flow_depth >= reading->limits->flow_depth))
        return yaml_read_refuse(reading, FAIL_LIMIT, event->start_mark,
                                "lists and mappings are nested too deeply");
    struct value *value = next_value(reading);
    *value = (struct value){.type = (uint8_t)type, .style = flow ? STYLE_FLOW : STYLE_BLOCK};
    set_place(reading, event->start_mark, &value->line, &value->column);
    reading->level =
        memory_room(reading->level, &reading->room, reading->depth + 1, sizeof *reading->level);
    reading->level[reading->depth++] = (struct yaml_read_level){.value = value, .flow = flow};
    reading->flow_depth += flow;
    return 0;
}

static int yaml_read_by_key(const void *a, const void *b)
{
    const struct entry *one = *(const struct entry *const *)a,
                       *other = *(const struct entry *const *)b;
    int order = strcmp(one->key, other->key);
    return order ? order : (one > other) - (one < other);
}

/* Returns the second of two entries with the same key; NULL if all keys differ. */
static const struct entry *key_twice(const struct value *map)
{
    enum { FEW = 12 };
    if (map->n <= FEW) {
        for (int i = 1; i < map->n; i++)
            for (int j = 0; j < i; j++)
                if (!strcmp(map->entry[i].key, map->entry[j].key))
                    return &map->entry[i];
        return NULL;
    }
    const struct entry **sorted = memory_new((size_t)map->n, sizeof *sorted), *found = NULL;
    for (int i = 0; i < map->n; i++)
        sorted[i] = &map->entry[i];
    qsort(sorted, (size_t)map->n, sizeof *sorted, yaml_read_by_key);
    for (int i = 1; i < map->n && !found; i++)
        if (!strcmp(sorted[i]->key, sorted[i - 1]->key))
            found = sorted[i];
    free(sorted);
    return found;
}

static int on_close(struct yaml_read_parse *reading)
{
    struct yaml_read_level level = reading->level[--reading->depth];
    reading->flow_depth -= level.flow;
    value_fit(level.value);
    const struct entry *twice = level.value->type == VALUE_MAP ? key_twice(level.value) : NULL;
    if (!twice)
        return 0;
    char text[200];
    snprintf(text, sizeof text, "the key '%.*s' occurs twice in one mapping", 128, twice->key);
    return refuse_at(reading, FAIL_TEXT, (int)twice->line - reading->first_line, twice->column - 1,
                     text);
}

static int on_event(struct yaml_read_parse *reading, const yaml_event_t *event, int *documents)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (event->data.document_start.version_directive ||
            event->data.document_start.tag_directives.start !=
                event->data.document_start.tag_directives.end)
            return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                    "directives (%) are not allowed in these files");
        if ((*documents)++)
            return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                    "a second document begins here");
        return 0;
    case YAML_ALIAS_EVENT:
        return yaml_read_refuse(reading, FAIL_TEXT, event->start_mark,
                                "aliases (*) are not allowed in these files");
    case YAML_SCALAR_EVENT:
        return on_scalar(reading, event);
    case YAML_SEQUENCE_START_EVENT:
        return on_open(reading, event, VALUE_LIST,
                       event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE,
                       event->data.sequence_start.anchor, event->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return on_open(reading, event, VALUE_MAP,
                       event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE,
                       event->data.mapping_start.anchor, event->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return on_close(reading);
    default:
        return 0;
    }
}

/* True if a line begins with a conflict marker, as git and other tools leave them: seven times <,
 * |, = or >. */
static bool marks_conflict(const char *line, size_t size)
{
    static const char marks[] = "<|=>";
    size_t n = 0;
    while (n < size && n < 8 && line[n] == line[0])
        n++;
    return n == 7 && strchr(marks, line[0]) && line[0] && (n == size || strchr(" \r\n", line[n]));
}

/* Returns the number of the first line with a conflict marker, counted from 0; -1 if there is
 * none. */
static int conflict_line(const struct yaml_read_parse *reading)
{
    int line = 0;
    for (size_t at = 0; at < reading->size;
         at = line_end(reading->bytes, reading->size, at), line++)
        if (marks_conflict(reading->bytes + at, reading->size - at))
            return line;
    return -1;
}

static int refuse_yaml(struct yaml_read_parse *reading)
{
    const yaml_parser_t *parser = &reading->parser;
    char text[200];
    if (parser->error == YAML_MEMORY_ERROR)
        memory_exhausted();
    int line = conflict_line(reading);
    if (line >= 0)
        return refuse_at(
            reading, FAIL_TEXT, line, 0,
            "unresolved merge conflict (<<<<<<< to >>>>>>>): keep one version and delete the markers");
    snprintf(text, sizeof text, "this is not YAML: %s%s%s",
             parser->problem ? parser->problem : "it ends too early", parser->context ? ", " : "",
             parser->context ? parser->context : "");
    /* Report an unclosed quote where it was opened; libyaml reports it at the end of the file. */
    bool token = parser->context && !strncmp(parser->context, "while scanning a quoted", 23);
    return yaml_read_refuse(reading, FAIL_TEXT, token ? parser->context_mark : parser->problem_mark,
                            text);
}

static int read_events(struct yaml_read_parse *reading)
{
    int result = 0, documents = 0;
    bool done = false;
    while (result == 0 && !done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&reading->parser, &event))
            return refuse_yaml(reading);
        result = on_event(reading, &event, &documents);
        if (result == 0 && (event.type == YAML_SCALAR_EVENT || event.type == YAML_STREAM_END_EVENT))
            look_for_remarks(reading, &event);
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    if (result == 0 && documents == 0)
        return refuse_at(reading, FAIL_TEXT, 0, 0, "the file contains no data");
    return result;
}

/* Refuses directives before libyaml sees them: libyaml compares every %TAG with every other, which
 * is slow if a file has many. Any line that begins with % counts as a directive. A quoted text
 * could contain such a line, but no program writes one. */
static int check_directives(struct yaml_read_parse *reading)
{
    const char *bytes = reading->bytes, *at = bytes;
    if (!reading->size || !memchr(bytes, '%', reading->size) ||
        (*at != '%' && !(at = memmem(bytes, reading->size, "\n%", 2))))
        return 0;
    int line = 0;
    for (const char *b = bytes; b <= at && *at == '\n'; b++)
        line += *b == '\n';
    return refuse_at(reading, FAIL_TEXT, line, 0, "directives (%) are not allowed in these files");
}

void yaml_document_clear(struct yaml_document *document)
{
    value_clear(&document->root);
    free(document->remarks);
    *document = (struct yaml_document){0};
}

int yaml_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
              struct yaml_document *out, struct place *place, struct note *why)
{
    struct yaml_document document = {0};
    struct yaml_read_parse reading = {.limits = limits ? limits : &yaml_limits_default,
                                      .bytes = bytes,
                                      .size = size,
                                      .first_line = first_line,
                                      .root = &document.root,
                                      .place = place,
                                      .why = why};
    if (size > (size_t)reading.limits->file_bytes) {
        char text[80];
        snprintf(text, sizeof text, "the game is too large; the limit is %d bytes",
                 reading.limits->file_bytes);
        return refuse_at(&reading, FAIL_LIMIT, 0, 0, text);
    }
    if (size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3)) {
        reading.bytes += 3;
        reading.size -= 3;
    }
    int result = check_characters(&reading);
    if (result == 0)
        result = check_directives(&reading);
    if (result < 0)
        return result;
    reading.any_hash = memchr(reading.bytes, '#', reading.size);
    if (reading.any_hash)
        take_leading_remarks(&reading, &document);
    if (!yaml_parser_initialize(&reading.parser))
        memory_exhausted();
    yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)reading.bytes,
                                 reading.size);
    result = read_events(&reading);
    yaml_parser_delete(&reading.parser);
    free(reading.level);
    document.lost_remarks |= reading.remarks;
    if (result < 0)
        yaml_document_clear(&document);
    else
        *out = document;
    return result;
}

bool yaml_has_remarks(const char *bytes, size_t size, bool all)
{
    struct yaml_document document;
    if (!memchr(bytes, '#', size) || yaml_read(bytes, size, 1, NULL, &document, NULL, NULL) < 0)
        return false;
    bool has = document.lost_remarks || (all && document.remarks);
    yaml_document_clear(&document);
    return has;
}

/* ---------------------------------------------------------------------------------------------
 * streams */

bool yaml_next(const char *bytes, size_t size, struct yaml_piece *piece)
{
    size_t at = piece->end, start = at;
    int line = piece->line ? piece->line : 1, start_line;
    bool content = false, marked = false, dashed = false;
    bool directives = false; /* true after a line that begins with %, until the `---` line to which
                                it belongs */
    for (size_t i = piece->start; i < at; i = line_end(bytes, at, i))
        line++;
    start_line = line;
    for (; at < size; line++) {
        size_t end = line_end(bytes, size, at);
        /* Within a document, skip all lines except separator lines. */
        if (content && !directives &&
            !(end - at >= 3 && bytes[at] == bytes[at + 1] &&
              yaml_is_marker(bytes + at, end - at))) {
            at = end;
            continue;
        }
        size_t mark = at == 0 && size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
        bool marker = yaml_is_marker(bytes + at + mark, end - at - mark);
        bool own = directives && marker && bytes[at + mark] == '-';
        bool empty = first_content(bytes, end, at + mark + (marker ? 3 : 0), NULL) == end;
        if (marker && content && !own)
            break;
        if (marker && marked && !own) { /* so far there were only blanks and '#' comments, which are
                                           not a document */
            start = at;
            start_line = line;
        }
        if (marker && bytes[at + mark] == '.') {
            start = end;
            start_line = line + 1;
        }
        marked |= marker;
        dashed = marker ? bytes[at + mark] == '-' : dashed;
        directives = !marker && (empty || bytes[at + mark] == '%') &&
                     (directives || (!empty && !content && !dashed));
        content |= !empty;
        at = end;
    }
    *piece = (struct yaml_piece){start, at, start_line};
    return content;
}
