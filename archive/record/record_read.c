/* record_read.c - converts a tree of values to a record: see record_file.h.
 *
 * schema_settle() has validated types and limits before; here texts only change owners, and nothing
 * can fail. */
#include "archive/record/record_file.h"
#include "archive/record/schema.h"
#include "archive/util/string_pool.h"

#include <stdlib.h>
#include <string.h>

/* Takes a key's value out of a map, leaving a hole (NULL key) until close_holes(). A zero value if
 * it is absent. */
static struct value take(struct value *map, const char *key)
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
    return word_own(take(map, key).text);
}

static bool take_flag(struct value *map, const char *key)
{
    char *text = take_text(map, key);
    bool set = text && !strcmp(text, "true");
    free(text);
    return set;
}

static int64_t take_number(struct value *map, const char *key)
{
    char *text = take_text(map, key);
    int64_t number = text ? strtoll(text, NULL, 10) : 0;
    free(text);
    return number;
}

/* What is left of a map after its known keys were taken. */
static struct value rest(struct value *map)
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
    struct value list = take(map, key);
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

static void take_nags(struct value *map, struct nags *out)
{
    struct value list = take(map, "nags");
    out->n = out->room = list.n;
    out->v = list.n ? memory_new((size_t)list.n, sizeof *out->v) : NULL;
    for (int i = 0; i < list.n; i++)
        out->v[i] = (int)strtol(list.entry[i].value.text, NULL, 10);
    value_clear(&list);
}

/* Takes `comment` and `comments` of an element. */
static void take_comments(struct value *map, struct comments *out)
{
    char *text = take_text(map, "comment");
    struct value list = take(map, "comments");
    int anonymous = text != NULL;
    out->n = out->room = list.n + anonymous;
    out->style = list.style;
    out->v = out->n ? memory_new((size_t)out->n, sizeof *out->v) : NULL;
    if (text)
        out->v[0] = (struct comment){.text = text, .extra.type = VALUE_MAP};
    for (int i = 0; i < list.n; i++) {
        struct comment *comment = &out->v[i + anonymous];
        struct value *one = &list.entry[i].value;
        /* Never canonical, unlike `comment`. Determined before its keys are taken, since an unknown
         * key may be what is not flat. */
        uint8_t style = one->style != STYLE_CANONICAL ? one->style : value_flat(one) ? STYLE_FLOW : STYLE_BLOCK;
        comment->text = take_text(one, "text");
        comment->by = take_text(one, "by");
        comment->lang = take_text(one, "lang");
        comment->on_date = take_text(one, "on_date");
        comment->is_private = take_flag(one, "private");
        comment->style = style;
        comment->extra = rest(one);
    }
    value_clear(&list);
}

static void take_marks(struct value *map, struct marks *out)
{
    struct value list = take(map, "marks");
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
        mark->extra = rest(one);
    }
    value_clear(&list);
}

static void take_steps(struct value *map, struct notes *notes)
{
    struct value list = take(map, "steps");
    notes->step_count = notes->step_room = list.n;
    notes->steps_style = list.style;
    notes->steps = list.n ? memory_new((size_t)list.n, sizeof *notes->steps) : NULL;
    for (int i = 0; i < list.n; i++) {
        struct step_note *step = &notes->steps[i];
        struct value *one = &list.entry[i].value;
        step->part = (int)take_number(one, "part");
        step->step = (int)take_number(one, "step");
        step->after = take_text(one, "after");
        take_nags(one, &step->nags);
        take_comments(one, &step->comments);
        take_marks(one, &step->marks);
        step->style = one->style;
        step->extra = rest(one);
    }
    value_clear(&list);
}

static void read_line(struct line *line, struct value *map);

static void take_lines(struct value *map, const char *key, struct lines *out)
{
    struct value list = take(map, key);
    out->n = out->room = list.n;
    out->style = list.style;
    out->v = list.n ? memory_new((size_t)list.n, sizeof *out->v) : NULL;
    for (int i = 0; i < list.n; i++)
        read_line(&out->v[i], &list.entry[i].value);
    value_clear(&list);
}

static struct notes *read_notes(struct value *map)
{
    struct notes *notes = memory_new(1, sizeof *notes);
    char *side = take_text(map, "side");
    notes->side = side ? side[0] : 0;
    free(side);
    notes->gap = take_flag(map, "gap");
    notes->broken = take_flag(map, "broken");
    take_nags(map, &notes->nags);
    notes->before = take_text(map, "before");
    take_comments(map, &notes->comments);
    take_marks(map, &notes->marks);
    notes->clk = take_text(map, "clk");
    notes->emt = take_text(map, "emt");
    notes->utc = take_text(map, "utc");
    take_steps(map, notes);
    take_lines(map, "alts", &notes->alts);
    notes->style = map->style;
    notes->other = rest(map);
    return notes;
}

static void take_moves(struct value *map, struct line *line)
{
    struct value list = take(map, "moves");
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
            node->notes = read_notes(ply);
        } else {
            node->text = ply->text;
            ply->text = NULL;
        }
    }
    value_clear(&list);
    struct lines then = {0};
    take_lines(map, "then", &then);
    if (then.n)
        *line_then(line) = then;
}

static void read_line(struct line *line, struct value *map)
{
    line->title = take_text(map, "title");
    line->kind = take_text(map, "kind");
    line->by = take_text(map, "by");
    line->comment = take_text(map, "comment");
    take_moves(map, line);
    line->style = map->style;
    line->extra = rest(map);
}

static struct record *read_game(struct yaml_document *document)
{
    struct record *record = memory_new(1, sizeof *record);
    struct value *root = &document->root;
    record->major = (int)take_number(root, "chesscade");
    record->rev = take_number(root, "rev");
    char *id = take_text(root, "id"), *notation = take_text(root, "notation");
    memcpy(record->id, id, ULID_LENGTH);
    record->notation = !strcmp(notation, "san")    ? NOTATION_SAN
                       : !strcmp(notation, "long") ? NOTATION_LONG
                                                   : NOTATION_SHORT;
    free(id);
    free(notation);
    take_comments(root, &record->comments);
    take_marks(root, &record->marks);
    take_moves(root, &record->moves);
    record->unparsed = take_text(root, "unparsed");
    record->head = rest(root);
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
                *place = (struct place){(int)players->entry[i].value.line, players->entry[i].value.column};
            return note_fail(why, FAIL_TEXT, -1, "two players have the side '%s'", side);
        }
    return 0;
}

int record_settle(struct yaml_document *document, const struct yaml_limits *limits, struct record **out,
                  struct place *place, struct note *why)
{
    /* Files of a later major version can only be viewed: what does not fit our schema is skipped. */
    bool later = strtol(value_text(&document->root, "chesscade"), NULL, 10) > SCHEMA_MAJOR;
    int result = schema_settle(&document->root, schema_game, limits, later, place, why);
    if (result == 0)
        result = check_sides(&document->root, place, why);
    if (result == 0)
        *out = read_game(document);
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
