/* merge.c - three-way merge of records: converts them to trees of values and back. See merge.h.
 *
 * The records are first converted to trees in the form of their files, so that unknown keys are
 * merged like all others, and normalized: every ply becomes a map, every comment an entry of
 * `comments` (walk(..., true)). After merging, this is reversed.
 *
 * merge_value() decides what to do with one value of base, mine and theirs:
 *
 * 1. If only one side changed it, that side wins; if both changed it in the same way, that is the
 *    result.
 * 2. Otherwise lists of plies are merged as lines (merge_plies.c).
 * 3. Lists whose elements have names (comments by author, marks by shape and cells, players by
 *    side, ...) are merged element by element; both sides' additions are kept (merge_values.c).
 * 4. Maps are merged key by key.
 * 5. Anything else is a conflict: a field that both changed differently, or an element that one
 *    side deleted and the other changed. It is listed, and the chosen side wins
 *    (merge_conflicts.c).
 *
 * Plies are compared by position in the line only as long as all previous plies are equal, because
 * a ply means something else in another position. Where the main lines part, one continuation stays
 * the main line and the other becomes a variation, so nothing is lost.
 *
 * Whoever merges, additions of both sides and competing variations are put in the same order, that
 * of merge_compare(), so that two people who merge the same versions do not get two different
 * files. The conflicts and their order do not depend on the choices, so that choices can refer to
 * conflicts by number.
 *
 * Some keys have values that follow from others: `end` is taken from the side whose plies the
 * result has, or dropped (settle_end()); `log` is sorted by revision and shortened (settle_log()).
 *
 * Limits: if both sides reordered a list, one of the two orders wins silently; two edits of one
 * text conflict as a whole, since there is no merging within texts. */
#include "archive/merge/merge_internal.h"

#include "archive/record/record_file.h"
#include "archive/record/schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------
 * normalizing */

static void drop_key(struct value *map, const char *key)
{
    for (int i = 0; i < map->n; i++)
        if (!strcmp(map->entry[i].key, key)) {
            value_remove(map, i);
            return;
        }
}

/* Turns `comment: 'x'` into the first entry of `comments`, without an author. */
static void even_comments(struct value *map)
{
    struct value *text = value_at(map, "comment"), old;
    if (!text)
        return;
    char *copy = memory_text(text->text ? text->text : "");
    drop_key(map, "comment");
    struct value *list = value_list(map, "comments");
    old = *list;
    *list = (struct value){.type = VALUE_LIST, .style = old.style};
    struct value *first = value_add(list, NULL);
    first->type = VALUE_MAP;
    value_set(first, "text", copy, false);
    for (int i = 0; i < old.n; i++)
        value_copy(value_add(list, NULL), &old.entry[i].value);
    value_clear(&old);
    free(copy);
}

static void odd_comments(struct value *map)
{
    struct value *list = value_at(map, "comments");
    for (int i = 0; list && i < list->n; i++) {
        const struct value *one = &list->entry[i].value;
        if (one->n != 1 || strcmp(one->entry[0].key, "text"))
            continue;
        char *copy = memory_text(one->entry[0].value.text ? one->entry[0].value.text : "");
        value_remove(list, i);
        if (!list->n)
            drop_key(map, "comments");
        value_set(map, "comment", copy, false);
        free(copy);
        return;
    }
}

/* Visits every element of a tree that has comments or is a ply: to normalize the tree, or to undo
 * that. */
static void walk_line(struct value *line, bool even);

static void walk_lines(struct value *map, const char *key, bool even)
{
    struct value *list = value_at(map, key);
    for (int i = 0; list && i < list->n; i++)
        walk_line(&list->entry[i].value, even);
}

static void walk_ply(struct value *ply, bool even)
{
    if (even && ply->type == VALUE_TEXT) {
        struct value map = {.type = VALUE_MAP};
        *value_add(&map, "m") = *ply;
        *ply = map;
    }
    struct value *steps = value_at(ply, "steps");
    for (int i = 0; steps && i < steps->n; i++)
        (even ? even_comments : odd_comments)(&steps->entry[i].value);
    (even ? even_comments : odd_comments)(ply);
    walk_lines(ply, "alts", even);
    if (!even && ply->n == 1 && !strcmp(ply->entry[0].key, "m")) {
        struct value text = ply->entry[0].value;
        ply->entry[0].value = (struct value){0};
        value_clear(ply);
        *ply = text;
    }
}

static void walk_line(struct value *line, bool even)
{
    struct value *moves = value_at(line, "moves");
    for (int i = 0; moves && i < moves->n; i++)
        walk_ply(&moves->entry[i].value, even);
    walk_lines(line, "then", even);
}

static void walk(struct value *root, bool even)
{
    (even ? even_comments : odd_comments)(root);
    walk_line(root, even);
}

/* --------------------------------------------------------------------------------------------------
 * trees */

static int tree_of(const struct record *record, struct value *out, struct note *why)
{
    struct yaml_text text = {0};
    struct yaml_document document;
    struct note reason;
    int64_t rev = record->rev;
    *out = (struct value){.type = VALUE_MAP};
    ((struct record *)record)->rev = rev > 0 ? rev : 1; /* no file has revision 0 */
    record_write(record, &text);
    ((struct record *)record)->rev = rev;
    int result = yaml_read(text.v, (size_t)text.n, 1, NULL, &document, NULL, &reason);
    yaml_text_clear(&text);
    if (result < 0)
        return note_fail(why, result, -1, "the game cannot be merged: %s", reason.text);
    result = schema_settle(&document.root, schema_game, NULL, true, NULL, &reason);
    if (result < 0) {
        yaml_document_clear(&document);
        return note_fail(why, result, -1, "the game cannot be merged: %s", reason.text);
    }
    *out = document.root;
    document.root = (struct value){0};
    yaml_document_clear(&document);
    drop_key(out, "rev");
    walk(out, true);
    return 0;
}

/* The check values in `end` belong to the plies: takes those of the side whose plies the result
 * has, or none. */
static void settle_end(struct value *tree, const struct value *mine, const struct value *theirs)
{
    const struct value *moves = value_at(tree, "moves"), *from = NULL, *sides[] = {mine, theirs};
    for (int s = 0; s < 2 && !from; s++) {
        const struct value *other = value_at(sides[s], "moves");
        bool same = moves && other && moves->n == other->n;
        for (int i = 0; same && i < moves->n; i++)
            same = !strcmp(value_text(&moves->entry[i].value, "m"), value_text(&other->entry[i].value, "m"));
        from = same ? value_at(sides[s], "end") : NULL;
    }
    drop_key(tree, "end");
    if (from)
        value_copy(value_add(tree, "end"), from);
}

/* Sorts the log by revision; settle_log() keeps its last entries. */
static int by_rev(const void *a, const void *b)
{
    const struct entry *one = a, *other = b;
    int64_t x = strtoll(value_text(&one->value, "rev"), NULL, 10);
    int64_t y = strtoll(value_text(&other->value, "rev"), NULL, 10);
    int order = (x > y) - (x < y);
    return order ? order : merge_compare(&one->value, &other->value);
}

static void settle_log(struct value *tree)
{
    enum { LOG_MAX = 200 };
    struct value *log = value_at(tree, "log");
    if (!log || log->type != VALUE_LIST || !log->n)
        return;
    if (log->n > 1)
        qsort(log->entry, (size_t)log->n, sizeof *log->entry, by_rev);
    while (log->n > LOG_MAX)
        value_remove(log, 0);
}

static int record_of(struct value *tree, struct record **out, struct note *why)
{
    struct yaml_document document = {.root = *tree};
    *tree = (struct value){0};
    walk(&document.root, false);
    int result = record_settle(&document, NULL, out, NULL, why);
    yaml_document_clear(&document);
    return result;
}

void merge_clear(struct merge *merge)
{
    for (int i = 0; i < merge->conflicts; i++) {
        free(merge->conflict[i].where);
        free(merge->conflict[i].base);
        free(merge->conflict[i].mine);
        free(merge->conflict[i].theirs);
    }
    free(merge->conflict);
    record_free(merge->record);
    *merge = (struct merge){0};
}

/* ------------------------------------------------------------------------------------------------- records */

/* If at most one side changed anything: that side's record, unchanged to the byte. */
static const struct record *only_side(const struct record *base, const struct record *mine,
                                      const struct record *theirs, const struct value trees[3])
{
    if (merge_same(&trees[1], &trees[2]))
        return mine;
    if (base && merge_same(&trees[0], &trees[1]))
        return theirs;
    return base && merge_same(&trees[0], &trees[2]) ? mine : NULL;
}

int merge_records(struct merge *out, const struct record *base, const struct record *mine,
                  const struct record *theirs, const enum merge_side *choice, int choices, struct note *why)
{
    const struct record *records[] = {base, mine, theirs};
    struct value trees[3] = {{0}, {0}, {0}}, merged = {0};
    struct merging merging = {.out = out, .choice = choice, .choices = choices};
    int result = 0;
    *out = (struct merge){0};
    for (int i = 0; i < 3 && result == 0; i++)
        if (records[i])
            result = tree_of(records[i], &trees[i], why);
    const struct record *only = result == 0 ? only_side(base, mine, theirs, trees) : NULL;
    if (only) {
        out->record = record_copy(only);
    } else if (result == 0) {
        merge_map(&merging, base ? &trees[0] : NULL, &trees[1], &trees[2], &merged);
        settle_end(&merged, &trees[1], &trees[2]);
        settle_log(&merged);
        char rev[24];
        snprintf(rev, sizeof rev, "%" PRId64, theirs->rev > 0 ? theirs->rev : 1);
        value_set(&merged, "rev", rev, true);
        result = record_of(&merged, &out->record, why);
    }
    for (int i = 0; i < 3; i++)
        value_clear(&trees[i]);
    value_clear(&merged);
    if (result < 0) {
        merge_clear(out);
        return result;
    }
    out->record->rev = theirs->rev;
    if (!only) {
        const char *remarks = base && mine->remarks && base->remarks && !strcmp(mine->remarks, base->remarks)
                                  ? theirs->remarks
                              : mine->remarks ? mine->remarks
                                              : theirs->remarks;
        out->record->remarks = remarks ? memory_text(remarks) : NULL;
    }
    out->record->lost_remarks = theirs->lost_remarks;
    return 0;
}
