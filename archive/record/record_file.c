/* record_file.c - converts trees of values to records, and writes records as YAML: see record.h.
 *
 * schema_settle() has already validated types and limits. The conversion only moves texts from the
 * tree to the record, so it cannot fail. */
#include "archive/record/record.h"
#include "archive/record/schema.h"
#include "archive/util/string_pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Moves the value of a key out of a map, and returns a zero value if the key is absent. The emptied
 * entry gets a NULL key; record_file_rest() removes it. */
static struct value record_file_take(struct value *map, const char *key)
{
    for (int i = 0; i < map->n; i++) {
        struct entry *entry = &map->entry[i];
        if (!entry->key || strcmp(entry->key, key))
            continue;
        struct value value = entry->value;
        word_drop(entry->key);
        *entry = (struct entry){0};
        return value;
    }
    return (struct value){0};
}

static char *take_text(struct value *map, const char *key)
{
    return word_own(record_file_take(map, key).text);
}

static bool take_flag(struct value *map, const char *key)
{
    char *text = take_text(map, key);
    bool set = text && !strcmp(text, "true");
    free(text);
    return set;
}

static int64_t record_file_take_number(struct value *map, const char *key)
{
    char *text = take_text(map, key);
    int64_t number = text ? strtoll(text, NULL, 10) : 0;
    free(text);
    return number;
}

/* Moves all remaining entries out of a map. Call it when the known keys have been taken from the
 * map. */
static struct value record_file_rest(struct value *map)
{
    struct value left = *map;
    int n = 0;
    for (int i = 0; i < left.n; i++)
        if (left.entry[i].key)
            left.entry[n++] = left.entry[i];
    left.n = n;
    if (!n) {
        free(left.entry);
        left = (struct value){.type = VALUE_MAP};
    }
    *map = (struct value){0};
    return left;
}

static char **take_cells(struct value *map, const char *key)
{
    struct value list = record_file_take(map, key);
    if (!list.n)
        return value_clear(&list), NULL;
    char **cells = memory_new((size_t)list.n + 1, sizeof *cells);
    for (int i = 0; i < list.n; i++) {
        cells[i] = word_own(list.entry[i].value.text);
        list.entry[i].value.text = NULL;
    }
    value_clear(&list);
    return cells;
}

static void record_file_take_nags(struct value *map, struct nags *out)
{
    struct value list = record_file_take(map, "nags");
    out->n = out->room = list.n;
    out->v = list.n ? memory_new((size_t)list.n, sizeof *out->v) : NULL;
    for (int i = 0; i < list.n; i++)
        out->v[i] = (int)strtol(list.entry[i].value.text, NULL, 10);
    value_clear(&list);
}

/* Moves the keys `comment` and `comments` of an element into a list of comments. */
static void take_comments(struct value *map, struct comments *out)
{
    char *text = take_text(map, "comment");
    struct value list = record_file_take(map, "comments");
    int anonymous = text != NULL;
    out->n = out->room = list.n + anonymous;
    out->style = list.style;
    out->v = out->n ? memory_new((size_t)out->n, sizeof *out->v) : NULL;
    if (text)
        out->v[0] = (struct comment){.text = text, .extra.type = VALUE_MAP};
    for (int i = 0; i < list.n; i++) {
        struct comment *comment = &out->v[i + anonymous];
        struct value *one = &list.entry[i].value;
        /* The canonical style marks the comment of the key `comment`, so a comment of this list
         * must get another style. Compute the style while the map still has all its keys: any key,
         * even an unknown one, may require the block layout. */
        uint8_t style = one->style != STYLE_CANONICAL ? one->style
                        : value_flat(one)             ? STYLE_FLOW
                                                      : STYLE_BLOCK;
        comment->text = take_text(one, "text");
        comment->by = take_text(one, "by");
        comment->lang = take_text(one, "lang");
        comment->on_date = take_text(one, "on_date");
        comment->is_private = take_flag(one, "private");
        comment->style = style;
        comment->extra = record_file_rest(one);
    }
    value_clear(&list);
}

static void record_file_take_marks(struct value *map, struct marks *out)
{
    struct value list = record_file_take(map, "marks");
    out->n = out->room = list.n;
    out->style = list.style;
    out->v = list.n ? memory_new((size_t)list.n, sizeof *out->v) : NULL;
    for (int i = 0; i < list.n; i++) {
        struct mark *mark = &out->v[i];
        struct value *one = &list.entry[i].value;
        mark->as = take_text(one, "as");
        mark->color = take_text(one, "color");
        mark->label = take_text(one, "label");
        mark->at = take_text(one, "at");
        mark->from = take_text(one, "from");
        mark->to = take_text(one, "to");
        mark->path = take_cells(one, "path");
        mark->cells = take_cells(one, "cells");
        mark->style = one->style;
        mark->extra = record_file_rest(one);
    }
    value_clear(&list);
}

static void record_file_take_steps(struct value *map, struct notes *notes)
{
    struct value list = record_file_take(map, "steps");
    notes->step_count = notes->step_room = list.n;
    notes->steps_style = list.style;
    notes->steps = list.n ? memory_new((size_t)list.n, sizeof *notes->steps) : NULL;
    for (int i = 0; i < list.n; i++) {
        struct step_note *step = &notes->steps[i];
        struct value *one = &list.entry[i].value;
        step->part = (int)record_file_take_number(one, "part");
        step->step = (int)record_file_take_number(one, "step");
        step->after = take_text(one, "after");
        record_file_take_nags(one, &step->nags);
        take_comments(one, &step->comments);
        record_file_take_marks(one, &step->marks);
        step->style = one->style;
        step->extra = record_file_rest(one);
    }
    value_clear(&list);
}

static void record_file_read_line(struct line *line, struct value *map);

static void record_file_take_lines(struct value *map, const char *key, struct lines *out)
{
    struct value list = record_file_take(map, key);
    out->n = out->room = list.n;
    out->style = list.style;
    out->v = list.n ? memory_new((size_t)list.n, sizeof *out->v) : NULL;
    for (int i = 0; i < list.n; i++)
        record_file_read_line(&out->v[i], &list.entry[i].value);
    value_clear(&list);
}

static struct notes *record_file_read_notes(struct value *map)
{
    struct notes *notes = memory_new(1, sizeof *notes);
    char *side = take_text(map, "side");
    notes->side = side ? side[0] : 0;
    free(side);
    notes->gap = take_flag(map, "gap");
    notes->broken = take_flag(map, "broken");
    record_file_take_nags(map, &notes->nags);
    notes->before = take_text(map, "before");
    take_comments(map, &notes->comments);
    record_file_take_marks(map, &notes->marks);
    notes->clk = take_text(map, "clk");
    notes->emt = take_text(map, "emt");
    notes->utc = take_text(map, "utc");
    record_file_take_steps(map, notes);
    record_file_take_lines(map, "alts", &notes->alts);
    notes->style = map->style;
    notes->other = record_file_rest(map);
    return notes;
}

static void take_moves(struct value *map, struct line *line)
{
    struct value list = record_file_take(map, "moves");
    line->n = line->room = list.n;
    line->moves_style = list.style;
    line->v = list.n ? memory_new((size_t)list.n, sizeof *line->v) : NULL;
    for (int i = 0; i < list.n; i++) {
        struct value *ply = &list.entry[i].value;
        struct node *node = &line->v[i];
        node->line = ply->line;
        node->column = ply->column;
        if (ply->type == VALUE_MAP) {
            node->text = take_text(ply, "m");
            node->notes = record_file_read_notes(ply);
        } else {
            node->text = ply->text;
            ply->text = NULL;
        }
    }
    value_clear(&list);
    struct lines then = {0};
    record_file_take_lines(map, "then", &then);
    if (then.n)
        *line_then(line) = then;
}

static void record_file_read_line(struct line *line, struct value *map)
{
    line->title = take_text(map, "title");
    line->kind = take_text(map, "kind");
    line->by = take_text(map, "by");
    line->comment = take_text(map, "comment");
    take_moves(map, line);
    line->style = map->style;
    line->extra = record_file_rest(map);
}

static struct record *record_file_read_game(struct yaml_document *document)
{
    struct record *record = memory_new(1, sizeof *record);
    struct value *root = &document->root;
    record->major = (int)record_file_take_number(root, "chesscade");
    record->rev = record_file_take_number(root, "rev");
    char *id = take_text(root, "id"), *notation = take_text(root, "notation");
    memcpy(record->id, id, ULID_LENGTH);
    record->notation = !strcmp(notation, "san")    ? NOTATION_SAN
                       : !strcmp(notation, "long") ? NOTATION_LONG
                                                   : NOTATION_SHORT;
    free(id);
    free(notation);
    take_comments(root, &record->comments);
    record_file_take_marks(root, &record->marks);
    take_moves(root, &record->moves);
    record->unparsed = take_text(root, "unparsed");
    record->head = record_file_rest(root);
    record->remarks = document->remarks;
    document->remarks = NULL;
    record->lost_remarks = document->lost_remarks;
    return record;
}

/* Refuses two players with the same side. */
static int check_sides(const struct value *root, struct place *place, struct note *why)
{
    const struct value *players = value_at(root, "players");
    for (int i = 0; i < players->n; i++)
        for (int j = 0; j < i; j++) {
            const char *side = value_text(&players->entry[i].value, "side");
            if (strcmp(side, value_text(&players->entry[j].value, "side")))
                continue;
            if (place)
                *place = (struct place){(int)players->entry[i].value.line,
                                        players->entry[i].value.column};
            return note_fail(why, FAIL_TEXT, -1, "two players have the side '%s'", side);
        }
    return 0;
}

int record_settle(struct yaml_document *document, const struct yaml_limits *limits,
                  struct record **out, struct place *place, struct note *why)
{
    /* A file of a later major version can only be viewed, so drop what does not fit our schema. */
    bool later = strtol(value_text(&document->root, "chesscade"), NULL, 10) > SCHEMA_MAJOR;
    int result = schema_settle(&document->root, schema_game, limits, later, place, why);
    if (result == 0)
        result = check_sides(&document->root, place, why);
    if (result == 0)
        *out = record_file_read_game(document);
    return result;
}

int record_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                struct record **out, struct place *place, struct note *why)
{
    struct yaml_document document;
    int result = yaml_read(bytes, size, first_line, limits, &document, place, why);
    if (result < 0)
        return result;
    result = record_settle(&document, limits, out, place, why);
    yaml_document_clear(&document);
    return result;
}

/* ---- Writes records as YAML: see record.h.
 *
 * Builds a tree of values in the order of the schema and passes it to the YAML writer. The tree
 * borrows all texts and keys from the record; its own entries are allocated in an arena. The items
 * of long lists are built only while they are written (struct yaml_made): the subtree of a ply is
 * freed before that of the next ply is built. So memory stays small even for a game with very many
 * notes. */

enum {
    BARE_LINE_PLIES = 12,
    SHORT_LIST = 8,
    MANY_PLIES = 256,
    CHUNK_ROOM = 16 << 10,
    FIRST_ROOM = 4 << 10
};

struct record_file_chunk {
    struct record_file_chunk *next;
    size_t used, size;
    max_align_t room[];
};

struct building {
    struct record_file_chunk *chunk;
    size_t used; /* number of bytes in use of `first`, which is large enough for many games */
    max_align_t first[FIRST_ROOM / sizeof(max_align_t)];
};

static void *from_arena(struct building *building, size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    struct record_file_chunk *chunk = building->chunk;
    if (sizeof building->first - building->used >= size) {
        building->used += size;
        return (char *)building->first + building->used - size;
    }
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK_ROOM ? size : CHUNK_ROOM;
        chunk = malloc(sizeof *chunk + room); /* no need to clear the memory: callers initialize
                                                 what they allocate */
        if (!chunk)
            memory_exhausted();
        *chunk = (struct record_file_chunk){.next = building->chunk, .size = room};
        building->chunk = chunk;
    }
    void *memory = (char *)chunk->room + chunk->used;
    chunk->used += size;
    return memory;
}

static void free_arena(struct building *building)
{
    for (struct record_file_chunk *chunk = building->chunk, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
}

/* A list whose items are built one by one while they are written. Each item reuses the arena memory
 * of the item before. */
struct making {
    struct yaml_made made; /* must be first, because yaml_made pointers are cast to this struct */
    struct building *building;
    const void *from; /* the part of the record that the list is built from */
    struct value (*one)(struct building *building, const void *from, int at);
    struct record_file_chunk *chunk; /* the end of the arena before the current item was built */
    size_t chunk_used, used;
};

static void make_one(struct yaml_made *made, int at)
{
    struct making *making = (struct making *)made;
    struct building *building = making->building;
    making->chunk = building->chunk;
    making->chunk_used = building->chunk ? building->chunk->used : 0;
    making->used = building->used;
    made->value = making->one(building, making->from, at);
}

static void one_is_done(struct yaml_made *made)
{
    struct making *making = (struct making *)made;
    struct building *building = making->building;
    while (building->chunk != making->chunk) {
        struct record_file_chunk *chunk = building->chunk;
        building->chunk = chunk->next;
        free(chunk);
    }
    if (building->chunk)
        building->chunk->used = making->chunk_used;
    building->used = making->used;
}

/* Makes a list of `n` items; item number `at` is built by one(building, from, at). */
static struct value made_list(struct building *building, int style, int n, const void *from,
                              struct value (*one)(struct building *building, const void *from,
                                                  int at))
{
    struct making *making = from_arena(building, sizeof *making);
    *making = (struct making){.made = {.make = make_one, .done = one_is_done},
                              .building = building,
                              .from = from,
                              .one = one};
    return yaml_made_value(&making->made, (enum value_style)style, n);
}

/* Makes an empty list or map with room for `most` entries. */
static struct value record_file_container(struct building *building, enum value_type type,
                                          int style, int most)
{
    struct value value = {.type = (uint8_t)type, .style = (uint8_t)style, .room = most};
    value.entry = most ? from_arena(building, (size_t)most * sizeof *value.entry) : NULL;
    return value;
}

static struct value *record_file_add(struct value *to, const char *key)
{
    assert(to->n < to->room);
    struct entry *entry = &to->entry[to->n++];
    *entry = (struct entry){.key = (char *)key}; /* only borrowed, because the keys of this tree are
                                                    never freed */
    return &entry->value;
}

static void record_file_add_text(struct value *map, const char *key, const char *text)
{
    if (text)
        *record_file_add(map, key) = (struct value){.type = VALUE_TEXT, .text = (char *)text};
}

static void record_file_add_plain(struct value *map, const char *key, const char *text)
{
    *record_file_add(map, key) =
        (struct value){.type = VALUE_TEXT, .style = STYLE_PLAIN, .text = (char *)text};
}

static void record_file_add_number(struct building *building, struct value *map, const char *key,
                                   int64_t number)
{
    char *room = from_arena(building, NUMBER_TEXT_MAX);
    record_file_add_plain(map, key, text_number(room + NUMBER_TEXT_MAX, number));
}

static void add_flag(struct value *map, const char *key, bool flag)
{
    if (flag)
        record_file_add_plain(map, key, "true");
}

/* ----------------------------------------------------------------------------------- values in
 * schema order */

static struct value record_file_arrange(struct building *building, const struct value *from,
                                        const struct schema_key *key);

static void add_arranged(struct building *building, struct value *to, const struct entry *entry,
                         const struct schema_key *key)
{
    struct value value = key ? record_file_arrange(building, &entry->value, key) : entry->value;
    *record_file_add(to, entry->key) = value;
    to->entry[to->n - 1].key_style = entry->key_style;
}

/* Appends to `to` the entries of `from` whose keys are in `keys`, in the order of `keys`. */
static void add_known(struct building *building, struct value *to, const struct value *from,
                      const struct schema_key *keys)
{
    for (; keys && keys->name; keys++)
        for (int i = 0; i < from->n; i++)
            if (key_is(from->entry[i].key, keys->name)) {
                add_arranged(building, to, &from->entry[i], keys);
                break;
            }
}

static void add_unknown(struct building *building, struct value *to, const struct value *from,
                        const struct schema_key *keys)
{
    for (int i = 0; i < from->n; i++)
        if (!schema_key_named(keys, from->entry[i].key))
            add_arranged(building, to, &from->entry[i], NULL);
}

/* True if all keys of a map are known and in schema order, as in nearly all games. */
static bool record_file_in_order(const struct value *from, const struct schema_key *keys)
{
    int at = 0;
    for (; at < from->n && keys && keys->name; keys++)
        at += key_is(from->entry[at].key, keys->name);
    return at == from->n;
}

static void add_in_order(struct building *building, struct value *to, const struct value *from,
                         const struct schema_key *keys)
{
    for (int at = 0; at < from->n; keys++)
        if (key_is(from->entry[at].key, keys->name))
            add_arranged(building, to, &from->entry[at++], keys);
}

/* Returns a shallow copy of a value in which every map with a known schema has its keys in schema
 * order, followed by the unknown keys. */
static struct value record_file_arrange(struct building *building, const struct value *from,
                                        const struct schema_key *key)
{
    if (from->type == VALUE_TEXT || !key->of)
        return *from;
    struct value to = record_file_container(building, from->type, from->style, from->n);
    if (from->type == VALUE_MAP && record_file_in_order(from, key->of)) {
        add_in_order(building, &to, from, key->of);
        return to;
    }
    if (from->type == VALUE_MAP) {
        add_known(building, &to, from, key->of);
        add_unknown(building, &to, from, key->of);
        return to;
    }
    struct schema_key item = {.type = TYPE_MAP, .of = key->of};
    for (int i = 0; i < from->n; i++)
        *record_file_add(&to, NULL) = record_file_arrange(building, &from->entry[i].value, &item);
    return to;
}

/* ------------------------------------------------------------------------------------- elements of
 * the record */

/* Lets the writer choose the layout of a flat map. Any other map keeps the layout it has in the
 * file, even on one line. */
static struct value record_file_settled(struct value value)
{
    if (value.style == STYLE_FLOW && value_flat(&value))
        value.style = STYLE_CANONICAL;
    return value;
}

static void record_file_add_cells(struct building *building, struct value *map, const char *key,
                                  char *const *cells)
{
    int n = 0;
    while (cells && cells[n])
        n++;
    if (!n)
        return;
    struct value list = record_file_container(building, VALUE_LIST, STYLE_CANONICAL, n);
    for (int i = 0; i < n; i++)
        record_file_add_text(&list, NULL, cells[i]);
    *record_file_add(map, key) = list;
}

/* Adds a list of maps to `map`; adds nothing if the list is empty. */
static void add_list(struct building *building, struct value *map, const char *key, int style,
                     int n, const void *from,
                     struct value (*one)(struct building *building, const void *from, int at))
{
    if (!n)
        return;
    struct value list = n > SHORT_LIST ? made_list(building, style, n, from, one)
                                       : record_file_container(building, VALUE_LIST, style, n);
    for (int i = 0; i < n && list.type == VALUE_LIST; i++)
        *record_file_add(&list, NULL) = one(building, from, i);
    *record_file_add(map, key) = list;
}

static void add_nags(struct building *building, struct value *map, const struct nags *nags)
{
    if (!nags->n)
        return;
    struct value list = record_file_container(building, VALUE_LIST, STYLE_FLOW, nags->n);
    for (int i = 0; i < nags->n; i++)
        record_file_add_number(building, &list, NULL, nags->v[i]);
    *record_file_add(map, "nags") = list;
}

static struct value comment_value(struct building *building, const void *comments, int at)
{
    const struct comment *comment = (const struct comment *)comments + at;
    struct value map =
        record_file_container(building, VALUE_MAP, comment->style, 5 + comment->extra.n);
    record_file_add_text(&map, "by", comment->by);
    record_file_add_text(&map, "lang", comment->lang);
    record_file_add_text(&map, "on_date", comment->on_date);
    add_flag(&map, "private", comment->is_private);
    record_file_add_text(&map, "text", comment->text);
    add_unknown(building, &map, &comment->extra, schema_comment);
    return record_file_settled(map);
}

/* Adds the anonymous comment as the key `comment` and all others as entries of `comments`. */
static void record_file_add_comments(struct building *building, struct value *map,
                                     const struct comments *comments)
{
    int from = 0;
    if (comments->n) {
        const struct comment *first = &comments->v[0];
        from = !first->by && !first->lang && !first->on_date && !first->is_private &&
               !first->extra.n && first->style == STYLE_CANONICAL;
    }
    if (from)
        record_file_add_text(map, "comment", comments->v[0].text);
    if (comments->n == from)
        return;
    add_list(building, map, "comments", comments->style, comments->n - from, comments->v + from,
             comment_value);
}

static struct value mark_value(struct building *building, const void *marks, int at)
{
    const struct mark *mark = (const struct mark *)marks + at;
    /* The label of a facing or a ring is the content of the mark, so it comes before the colour.
     * All other labels come after the colour. */
    bool says = !strcmp(mark->as, "facing") || !strcmp(mark->as, "ring");
    struct value map = record_file_container(building, VALUE_MAP, mark->style, 8 + mark->extra.n);
    record_file_add_text(&map, "at", mark->at);
    record_file_add_text(&map, "from", mark->from);
    record_file_add_text(&map, "to", mark->to);
    record_file_add_cells(building, &map, "path", mark->path);
    record_file_add_cells(building, &map, "cells", mark->cells);
    record_file_add_text(&map, "as", mark->as);
    if (says)
        record_file_add_text(&map, "label", mark->label);
    record_file_add_text(&map, "color", mark->color);
    if (!says)
        record_file_add_text(&map, "label", mark->label);
    add_unknown(building, &map, &mark->extra, schema_mark);
    return record_file_settled(map);
}

static void record_file_add_marks(struct building *building, struct value *map,
                                  const struct marks *marks)
{
    add_list(building, map, "marks", marks->style, marks->n, marks->v, mark_value);
}

static struct value step_value(struct building *building, const void *steps, int at)
{
    const struct step_note *step = (const struct step_note *)steps + at;
    struct value map = record_file_container(building, VALUE_MAP, step->style, 7 + step->extra.n);
    record_file_add_number(building, &map, "part", step->part);
    if (step->step)
        record_file_add_number(building, &map, "step", step->step);
    record_file_add_text(&map, "after", step->after);
    record_file_add_comments(building, &map, &step->comments);
    add_nags(building, &map, &step->nags);
    record_file_add_marks(building, &map, &step->marks);
    add_unknown(building, &map, &step->extra, schema_step);
    return record_file_settled(map);
}

static void record_file_add_line(struct building *building, struct value *map,
                                 const struct line *line, bool root);

static struct value line_value(struct building *building, const void *lines, int at)
{
    const struct line *line = (const struct line *)lines + at;
    struct value map = record_file_container(building, VALUE_MAP, line->style, 6 + line->extra.n);
    record_file_add_text(&map, "title", line->title);
    record_file_add_text(&map, "kind", line->kind);
    record_file_add_text(&map, "by", line->by);
    record_file_add_text(&map, "comment", line->comment);
    add_known(building, &map, &line->extra, schema_key_named(schema_line, "commands"));
    record_file_add_line(building, &map, line, false);
    add_unknown(building, &map, &line->extra, schema_line);
    /* Writes each variation on its own line of the file, so that `grep -n` finds it, unless the
     * file had another layout. */
    if (map.style == STYLE_CANONICAL)
        map.style = STYLE_BLOCK;
    return record_file_settled(map);
}

/* Builds the items one by one even in a short list, because one of the lines may be very long. */
static void add_lines(struct building *building, struct value *map, const char *key,
                      const struct lines *lines)
{
    if (!lines || !lines->n)
        return;
    int style = lines->style == STYLE_CANONICAL ? STYLE_BLOCK : lines->style;
    *record_file_add(map, key) = made_list(building, style, lines->n, lines->v, line_value);
}

/* A ply with only clock data is written on one line. Notes written by people get lines of their
 * own, so that notes by two people can be merged. A ply that had another layout in its file keeps
 * it. */
static int ply_style(const struct notes *notes)
{
    if (notes->style != STYLE_CANONICAL)
        return notes->style;
    bool said = notes->nags.n || notes->before || notes->comments.n || notes->marks.n ||
                notes->step_count || notes->alts.n || notes->other.n;
    return said ? STYLE_BLOCK : STYLE_CANONICAL;
}

static struct value ply_value(struct building *building, const void *nodes, int at)
{
    const struct node *node = (const struct node *)nodes + at;
    const struct notes *notes = node->notes;
    if (!notes)
        return (struct value){.type = VALUE_TEXT, .text = node->text};
    char *side = from_arena(building, 2);
    side[0] = notes->side;
    side[1] = '\0';
    struct value map =
        record_file_container(building, VALUE_MAP, ply_style(notes), 16 + notes->other.n);
    record_file_add_text(&map, "m", node->text);
    record_file_add_text(&map, "side", notes->side ? side : NULL);
    add_flag(&map, "gap", notes->gap);
    add_flag(&map, "broken", notes->broken);
    add_nags(building, &map, &notes->nags);
    record_file_add_text(&map, "clk", notes->clk);
    record_file_add_text(&map, "emt", notes->emt);
    record_file_add_text(&map, "utc", notes->utc);
    const struct value *eval = value_at(&notes->other, "eval");
    if (eval)
        *record_file_add(&map, "eval") =
            record_file_arrange(building, eval, schema_key_named(schema_ply, "eval"));
    record_file_add_text(&map, "before", notes->before);
    record_file_add_comments(building, &map, &notes->comments);
    record_file_add_marks(building, &map, &notes->marks);
    add_list(building, &map, "steps", notes->steps_style, notes->step_count, notes->steps,
             step_value);
    add_lines(building, &map, "alts", &notes->alts);
    add_known(building, &map, &notes->other, schema_key_named(schema_ply, "events"));
    add_unknown(building, &map, &notes->other, schema_ply);
    return record_file_settled(map);
}

/* Adds the keys `moves` and `then`. The main line has one ply per line of the file; a short
 * variation without notes is on a single line. */
static void record_file_add_line(struct building *building, struct value *map,
                                 const struct line *line, bool root)
{
    int style = STYLE_BLOCK, bare = 0;
    while (bare < line->n && bare <= MANY_PLIES && !line->v[bare].notes)
        bare++;
    if (bare == line->n && bare <= BARE_LINE_PLIES &&
        (line->moves_style == STYLE_FLOW || (line->moves_style == STYLE_CANONICAL && !root)))
        style = STYLE_CANONICAL;
    if (bare == line->n) {
        struct value list = record_file_container(building, VALUE_LIST, style, line->n);
        for (int i = 0; i < line->n; i++)
            record_file_add_text(&list, NULL, line->v[i].text);
        *record_file_add(map, "moves") = list;
    } else {
        *record_file_add(map, "moves") = made_list(building, style, line->n, line->v, ply_value);
    }
    add_lines(building, map, "then", line->then);
}

static const char *const notation_names[] = {"san", "long", "short"};

void record_write(const struct record *record, struct yaml_text *out)
{
    struct building building;
    building.chunk = NULL;
    building.used = 0;
    const struct value *head = &record->head;
    struct value root = record_file_container(&building, VALUE_MAP, STYLE_BLOCK, 12 + head->n);
    bool ordered = record_file_in_order(head, schema_game);
    int next = 0; /* index of the next head entry to write, if the head is in schema order */
    for (const struct schema_key *key = schema_game; key->name; key++) {
        const struct value *value = !ordered ? value_at(head, key->name)
                                    : next < head->n && key_is(head->entry[next].key, key->name)
                                        ? &head->entry[next++].value
                                        : NULL;
        if (key_is(key->name, "chesscade"))
            record_file_add_number(&building, &root, key->name, record->major);
        else if (key_is(key->name, "id"))
            record_file_add_text(&root, key->name, record->id);
        else if (key_is(key->name, "rev"))
            record_file_add_number(&building, &root, key->name, record->rev);
        else if (key_is(key->name, "notation"))
            record_file_add_text(&root, key->name, notation_names[record->notation]);
        else if (key_is(key->name, "comment"))
            record_file_add_comments(&building, &root, &record->comments);
        else if (key_is(key->name, "marks"))
            record_file_add_marks(&building, &root, &record->marks);
        else if (key_is(key->name, "moves"))
            record_file_add_line(&building, &root, &record->moves, true);
        else if (key_is(key->name, "unparsed"))
            record_file_add_text(&root, key->name, record->unparsed);
        else if (value)
            *record_file_add(&root, key->name) = record_file_arrange(&building, value, key);
    }
    if (!ordered)
        add_unknown(&building, &root, head, schema_game);
    if (record->remarks)
        yaml_text_add(out, record->remarks, strlen(record->remarks));
    yaml_write(out, &root);
    free_arena(&building);
}

bool record_same(const struct record *a, const struct record *b)
{
    struct yaml_text one = {0}, other = {0};
    record_write(a, &one);
    record_write(b, &other);
    bool same = one.n == other.n && !memcmp(one.v, other.v, (size_t)one.n);
    yaml_text_clear(&one);
    yaml_text_clear(&other);
    return same;
}
