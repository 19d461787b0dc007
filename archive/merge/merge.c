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
 * 2. Otherwise lists of plies are merged as lines.
 * 3. Lists whose elements have names (comments by author, marks by shape and cells, players by
 *    side, ...) are merged element by element; both sides' additions are kept.
 * 4. Maps are merged key by key.
 * 5. Anything else is a conflict: a field that both changed differently, or an element that one
 *    side deleted and the other changed. It is listed, and the chosen side wins.
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
#include "config.h"

#include "archive/merge/merge_internal.h"
#include "archive/record/record.h"
#include "archive/record/schema.h"
#include "archive/yaml/yaml_write.h"
#include "core/position_text.h"

#include <inttypes.h>
#include <stdarg.h>
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

/* Visits every element of a tree that has comments or is a ply. With `even` normalizes the element,
 * otherwise undoes the normalization. */
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

static void merge_walk(struct value *root, bool even)
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
    ((struct record *)record)->rev = rev > 0 ? rev : 1; /* no file may have revision 0 */
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
    merge_walk(out, true);
    return 0;
}

/* Sets `end`, whose check values depend on the plies. Copies it from the side that has the same
 * plies as the result; drops it if neither has. */
static void settle_end(struct value *tree, const struct value *mine, const struct value *theirs)
{
    const struct value *moves = value_at(tree, "moves"), *from = NULL, *sides[] = {mine, theirs};
    for (int s = 0; s < 2 && !from; s++) {
        const struct value *other = value_at(sides[s], "moves");
        bool same = moves && other && moves->n == other->n;
        for (int i = 0; same && i < moves->n; i++)
            same = !strcmp(value_text(&moves->entry[i].value, "m"),
                           value_text(&other->entry[i].value, "m"));
        from = same ? value_at(sides[s], "end") : NULL;
    }
    drop_key(tree, "end");
    if (from)
        value_copy(value_add(tree, "end"), from);
}

/* A comparison that sorts the log by revision. settle_log() then keeps its last entries. */
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

static int merge_record_of(struct value *tree, struct record **out, struct note *why)
{
    struct yaml_document document = {.root = *tree};
    *tree = (struct value){0};
    merge_walk(&document.root, false);
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

/* -------------------------------------------------------------------------------------------------
 * records */

/* If at most one side changed anything, returns that side's record, unchanged to the byte;
 * otherwise NULL. */
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
                  const struct record *theirs, const enum merge_side *choice, int choices,
                  struct note *why)
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
        result = merge_record_of(&merged, &out->record, why);
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
        const char *remarks =
            base && mine->remarks && base->remarks && !strcmp(mine->remarks, base->remarks)
                ? theirs->remarks
            : mine->remarks ? mine->remarks
                            : theirs->remarks;
        out->record->remarks = remarks ? memory_text(remarks) : NULL;
    }
    out->record->lost_remarks = theirs->lost_remarks;
    return 0;
}

/* ---- Lists the conflicts of a merge, and describes where they are: see
 * merge_internal.h. */

size_t merge_enter(struct merging *merging, const char *format, ...)
{
    size_t mark = merging->used;
    va_list list;
    va_start(list, format);
    int n = vsnprintf(merging->where + mark, sizeof merging->where - mark, format, list);
    va_end(list);
    size_t room = sizeof merging->where - 1 - mark;
    merging->used = mark + ((size_t)n < room ? (size_t)n : room);
    return mark;
}

void merge_leave(struct merging *merging, size_t mark)
{
    merging->used = mark;
    merging->where[mark] = '\0';
}

enum merge_side merge_conflict(struct merging *merging, const char *base, const char *mine,
                               const char *theirs, bool both)
{
    struct merge *out = merging->out;
    const char *where = merging->where;
    out->conflict =
        memory_room(out->conflict, &out->room, out->conflicts + 1, sizeof *out->conflict);
    enum merge_side side =
        out->conflicts < merging->choices ? merging->choice[out->conflicts] : MERGE_MINE;
    if (side == MERGE_BOTH && !both)
        side = MERGE_MINE;
    out->conflict[out->conflicts++] =
        (struct conflict){.where = memory_text(where + strspn(where, ": ")),
                          .base = memory_text(base),
                          .mine = memory_text(mine),
                          .theirs = memory_text(theirs),
                          .both = both,
                          .chosen = side};
    return side;
}

/* A value in readable form: texts unchanged, comments as their texts, lines as their plies,
 * anything else on one line. */
static char *merge_words_of(const struct value *value)
{
    struct yaml_text line = {0};
    if (!value)
        return memory_text("");
    if (value->type == VALUE_TEXT)
        return memory_text(value->text ? value->text : "");
    if (*value_text(value, "text"))
        return memory_text(value_text(value, "text"));
    const struct value *moves = value_at(value, "moves");
    if (moves && moves->n) {
        char plies[400];
        merge_plies_text(moves, 0, plies, sizeof plies);
        return memory_text(plies);
    }
    yaml_write_line(&line, value);
    char *text = memory_text(line.v ? line.v : "");
    yaml_text_clear(&line);
    return text;
}

static bool is_prose(const char *key)
{
    return key && (!strcmp(key, "text") || !strcmp(key, "before") || !strcmp(key, "comment"));
}

bool merge_choose(struct merging *merging, const char *key, const struct value *base,
                  const struct value *mine, const struct value *theirs, struct value *to)
{
    char *was = merge_words_of(base), *one = merge_words_of(mine), *other = merge_words_of(theirs);
    bool both =
        is_prose(key) && mine && theirs && mine->type == VALUE_TEXT && theirs->type == VALUE_TEXT;
    enum merge_side side = merge_conflict(merging, was, one, other, both);
    const struct value *taken = side == MERGE_THEIRS ? theirs : mine;
    if (taken)
        value_copy(to, taken);
    if (side == MERGE_BOTH) {
        size_t size = strlen(one) + strlen(other) + 3;
        char *joined = memory_new(size, 1);
        snprintf(joined, size, "%s\n\n%s", one, other);
        value_put(to, joined, STYLE_CANONICAL);
        free(joined);
    }
    free(was);
    free(one);
    free(other);
    return taken != NULL;
}

/* ---- Merges lines of plies: see merge_internal.h.
 *
 * Two plies are the same if their texts and all plies before them are equal, because only then do
 * they belong to the same position. The common plies of both sides are merged one by one, with
 * their notes. From the ply at which the lines part, there are two continuations (merge_rest()):
 *
 * - If one side still has the base's continuation, the other one's wins. If the base ended there
 *   and only one side went on, that is the result.
 * - Otherwise one of them becomes the line and the other a variation at its first ply
 *   (keep_as_line()). In the main line this is a conflict for the user to decide, unless one side
 *   merely changed notes on the base's continuation, which the other side replaced. In a variation,
 *   merge_compare() decides silently.
 *
 * In a game of three players this is impossible if a player left the game on one side only: the
 * plies after that have different movers, and those of one version do not fit into the other, even
 * as a variation. Then the user chooses one continuation as a whole, and the other one is lost
 * (take_whole_rest()). */

static const struct value *merge_ply(const struct value *line, int at)
{
    return line && at < line->n ? &line->entry[at].value : NULL;
}

static int merge_merge_plies(const struct value *line)
{
    return line ? line->n : 0;
}

/* The number of leading plies that are equal in both. */
static int merge_common(const struct value *a, const struct value *b)
{
    int n = 0;
    while (merge_ply(a, n) && merge_ply(b, n) &&
           !strcmp(value_text(merge_ply(a, n), "m"), value_text(merge_ply(b, n), "m")))
        n++;
    return n;
}

/* True if two lines continue identically from a ply on, including notes. */
static bool same_rest(const struct value *a, const struct value *b, int from)
{
    if (merge_merge_plies(a) != merge_merge_plies(b))
        return false;
    for (int i = from; i < merge_merge_plies(a); i++)
        if (!merge_same(merge_ply(a, i), merge_ply(b, i)))
            return false;
    return true;
}

static void put_rest(struct value *to, const struct value *line, int from)
{
    for (int i = from; i < merge_merge_plies(line); i++)
        value_copy(value_add(to, NULL), merge_ply(line, i));
}

void merge_plies_text(const struct value *line, int from, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = from; i < merge_merge_plies(line) && used + 40 < size; i++)
        text_add(out, size, &used, "%s%.40s", used ? " " : "", value_text(merge_ply(line, i), "m"));
}

/* The plies of a line from an index on, as a list. */
static struct value rest_of(const struct value *line, int from)
{
    struct value list = {.type = VALUE_LIST};
    put_rest(&list, line, from);
    return list;
}

/* True if the list already has this line. */
static bool has_line(const struct value *lines, const struct value *line)
{
    for (int i = 0; i < merge_merge_plies(lines); i++)
        if (merge_same(&lines->entry[i].value, line))
            return true;
    return false;
}

static void drop_alts(struct value *moves)
{
    struct value *first = moves->n ? &moves->entry[0].value : NULL;
    for (int i = 0; first && i < first->n; i++)
        if (!strcmp(first->entry[i].key, "alts")) {
            value_remove(first, i);
            return;
        }
}

/* Keeps the lines that replaced the first ply of the losing continuation. Lines that the base
 * had are left out: the winning continuation has them too, or someone removed them, perhaps to
 * make one the main line. */
static void merge_keep_lines(struct value *alts, const struct value *base, const struct value *lost)
{
    const struct value *own = value_at(lost, "alts"), *known = value_at(base, "alts");
    for (int i = 0; i < merge_merge_plies(own); i++)
        if (!has_line(alts, merge_ply(own, i)) && !has_line(known, merge_ply(own, i)))
            value_copy(value_add(alts, NULL), merge_ply(own, i));
}

/* Two continuations compete, and one has lost: keeps it as a variation of the first ply of the
 * other. If there is already a variation with the same first ply, because someone promoted the
 * other line, both are versions of one line and are merged. */
static void keep_as_line(struct merging *merging, struct value *to, int at,
                         const struct value *base, const struct value *lost)
{
    struct value *alts = value_list(&to->entry[at].value, "alts");
    struct value moves = rest_of(lost, at), was = rest_of(base, at);
    merge_keep_lines(alts, merge_ply(base, at), merge_ply(lost, at));
    drop_alts(&moves);
    drop_alts(&was);
    int line = 0;
    while (line < alts->n && !merge_common(value_at(&alts->entry[line].value, "moves"), &moves))
        line++;
    if (line < alts->n) {
        struct value merged, *there = value_at(&alts->entry[line].value, "moves");
        merging->lines++;
        merge_plies(merging, merge_common(&was, &moves) ? &was : NULL, there, &moves, &merged);
        merging->lines--;
        value_clear(there);
        *there = merged;
        value_clear(&moves);
    } else {
        struct value *new = value_add(alts, NULL);
        new->type = VALUE_MAP;
        *value_add(new, "moves") = moves;
    }
    value_clear(&was);
}

/* True if my continuation stays the line and theirs becomes a variation. Asks the user only about
 * the main line, and only if both sides changed the continuation of the base. */
static bool take_mine(struct merging *merging, const struct value *base, const struct value *mine,
                      const struct value *theirs, int at)
{
    bool known = merge_ply(base, at) != NULL;
    if (known && merge_common(base, mine) > at && merge_ply(theirs, at))
        return false; /* mine changed only notes, theirs replaced the plies */
    if (known && merge_common(base, theirs) > at && merge_ply(mine, at))
        return true;
    if (merging->lines && merge_ply(mine, at) && merge_ply(theirs, at))
        return merge_compare(merge_ply(mine, at), merge_ply(theirs, at)) < 0;
    char was[400], one[400], other[400];
    merge_plies_text(base, at, was, sizeof was);
    merge_plies_text(mine, at, one, sizeof one);
    merge_plies_text(theirs, at, other, sizeof other);
    const struct value *last = at ? merge_ply(mine, at - 1) : NULL;
    const char *what = merging->lines ? "line" : "game";
    size_t mark = last ? merge_enter(merging, ": how the %s continues after ply %d %.40s", what, at,
                                     value_text(last, "m"))
                       : merge_enter(merging, ": how the %s begins", what);
    enum merge_side side = merge_conflict(merging, was, one, other, false);
    merging->out->conflict[merging->out->conflicts - 1].stays =
        merge_ply(mine, at) && merge_ply(theirs, at);
    merge_leave(merging, mark);
    return side != MERGE_THEIRS;
}

static void merge_rest(struct merging *merging, const struct value *base, const struct value *mine,
                       const struct value *theirs, int at, struct value *to)
{
    bool shared = merge_common(base, mine) >= at && merge_common(base, theirs) >= at;
    if (!merge_ply(mine, at) && !merge_ply(theirs, at))
        return;
    if (!shared)
        base = NULL;
    if (same_rest(base, theirs, at) || (!base && !merge_ply(theirs, at))) {
        put_rest(to, mine, at);
    } else if (same_rest(base, mine, at) || (!base && !merge_ply(mine, at))) {
        put_rest(to, theirs, at);
    } else if (merge_ply(base, at) == NULL && (!merge_ply(mine, at) || !merge_ply(theirs, at))) {
        put_rest(to, merge_ply(mine, at) ? mine : theirs, at); /* only one side went on */
    } else {
        bool by_mine = take_mine(merging, base, mine, theirs, at);
        const struct value *won = by_mine ? mine : theirs, *lost = by_mine ? theirs : mine;
        put_rest(to, won, at);
        if (merge_ply(won, at) && merge_ply(lost, at))
            keep_as_line(merging, to, at, base, lost);
    }
}

/* --------------------------------------------------------------- players who left (events of a
 * ply) */

/* Returns the next event of the ply at index `at`, from event *i on, by which a player leaves a
 * three-player game; NULL if there are no more. */
static const struct value *next_leaver(const struct value *line, int at, int *i)
{
    const struct value *events = value_at(merge_ply(line, at), "events");
    while (events && *i < events->n) {
        const struct value *event = &events->entry[(*i)++].value;
        const char *is = value_text(event, "is");
        if (!strcmp(is, "resigns") || !strcmp(is, "flag") || !strcmp(is, "out"))
            return event;
    }
    return NULL;
}

static bool same_leavers(const struct value *a, const struct value *b, int at)
{
    const struct value *one, *other;
    int i = 0, k = 0;
    do {
        one = next_leaver(a, at, &i);
        other = next_leaver(b, at, &k);
    } while (one && other && !strcmp(value_text(one, "side"), value_text(other, "side")));
    return !one && !other;
}

/* Describes who left after the ply before `at`, and how the line continues: "Red is out; Kg7". */
static void tell_rest(const struct value *line, int at, char *out, size_t size)
{
    char rest[300];
    size_t used = 0;
    const struct value *event;
    merge_plies_text(line, at, rest, sizeof rest);
    out[0] = '\0';
    for (int i = 0; (event = next_leaver(line, at - 1, &i));)
        text_add(out, size, &used, "%s%s is out", used ? ", " : "",
                 side_name(side_of_letter(*value_text(event, "side"))));
    text_add(out, size, &used, "%s%s", used && *rest ? "; " : "", rest);
}

/* True if both versions changed how a line continues from a ply, and a player has left before that
 * ply in only one of them. The turn order then differs, so the plies of one version are illegal in
 * the other, even as a variation. */
static bool parted_by_leaving(const struct value *base, const struct value *mine,
                              const struct value *theirs, int at)
{
    bool shared = merge_common(base, mine) >= at && merge_common(base, theirs) >= at;
    if (!at || (!merge_ply(mine, at) && !merge_ply(theirs, at)) ||
        same_leavers(mine, theirs, at - 1))
        return false;
    return !shared || ((!same_rest(base, mine, at) || !same_leavers(base, mine, at - 1)) &&
                       (!same_rest(base, theirs, at) || !same_leavers(base, theirs, at - 1)));
}

/* Lets the user choose one version, whose events and plies are taken as a whole. */
static void take_whole_rest(struct merging *merging, const struct value *base,
                            const struct value *mine, const struct value *theirs, int at,
                            struct value *to)
{
    char was[400] = "", one[400], other[400];
    if (merge_merge_plies(base) >= at)
        tell_rest(base, at, was, sizeof was);
    tell_rest(mine, at, one, sizeof one);
    tell_rest(theirs, at, other, sizeof other);
    size_t mark =
        merge_enter(merging, ": how the %s continues after ply %d %.40s",
                    merging->lines ? "line" : "game", at, value_text(merge_ply(mine, at - 1), "m"));
    const struct value *won =
        merge_conflict(merging, was, one, other, false) == MERGE_THEIRS ? theirs : mine;
    merge_leave(merging, mark);
    struct value *last = &to->entry[at - 1].value;
    const struct value *events = value_at(merge_ply(won, at - 1), "events");
    for (int i = last->n; i-- > 0;)
        if (!strcmp(last->entry[i].key, "events"))
            value_remove(last, i);
    if (events)
        value_copy(value_add(last, "events"), events);
    put_rest(to, won, at);
}

void merge_plies(struct merging *merging, const struct value *base, const struct value *mine,
                 const struct value *theirs, struct value *to)
{
    int shared = merge_common(mine, theirs), known_mine = merge_common(base, mine),
        known_theirs = merge_common(base, theirs);
    *to = (struct value){.type = VALUE_LIST};
    for (int i = 0; i < shared; i++) {
        const struct value *was = i < known_mine && i < known_theirs ? merge_ply(base, i) : NULL;
        struct value merged;
        size_t mark = merge_enter(merging, "%sply %d %.40s", merging->used ? ", " : "", i + 1,
                                  value_text(merge_ply(mine, i), "m"));
        merging->lines++;
        bool there =
            merge_value(merging, "ply", was, merge_ply(mine, i), merge_ply(theirs, i), &merged);
        merging->lines--;
        merge_leave(merging, mark);
        if (there)
            *value_add(to, NULL) = merged;
    }
    if (parted_by_leaving(base, mine, theirs, shared) && to->n == shared)
        take_whole_rest(merging, base, mine, theirs, shared, to);
    else
        merge_rest(merging, base, mine, theirs, shared, to);
}

/* ---- Merges maps, sets and lists of named elements: see merge_internal.h. */

static const char *merge_text_of(const struct value *value)
{
    return value->text ? value->text : "";
}

bool merge_same(const struct value *a, const struct value *b)
{
    return !a || !b ? a == b : merge_compare(a, b) == 0;
}

int merge_compare(const struct value *a, const struct value *b)
{
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    if (a->type == VALUE_TEXT)
        return strcmp(merge_text_of(a), merge_text_of(b));
    int n = a->n < b->n ? a->n : b->n;
    for (int i = 0; i < n; i++) {
        const struct entry *one = &a->entry[i], *other = &b->entry[i];
        int order = one->key && other->key ? strcmp(one->key, other->key) : 0;
        if (!order)
            order = merge_compare(&one->value, &other->value);
        if (order)
            return order;
    }
    return (a->n > b->n) - (a->n < b->n);
}

/* ----------------------------------------------------------------------------------------------------
 * names */

/* The keys that identify the elements of a list, separated by spaces; in lists not named here
 * only identical elements are paired. `twice`: if two people each add an element with the same
 * name, both are kept. */
static const struct naming {
    const char *list, *keys;
    bool twice;
} namings[] = {
    {"comments", "by lang", true},
    {"marks", "as at from to path cells", false},
    {"steps", "part step", false},
    {"players", "side", false},
    {"alts", "title kind by moves", false},
    {"then", "title kind by moves", false},
    {"headers", "name", true},
    {"links", "url", false},
    {"events", "is side by", true},
    {NULL, NULL, true},
};

/* True for lists that are sets of texts or numbers. */
static bool merge_is_set(const char *key)
{
    static const char *const sets[] = {"nags", "tags", "annotators", "commands"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(sets[i], key))
            return true;
    return false;
}

static const struct naming *naming_of(const char *list)
{
    const struct naming *naming = namings;
    while (naming->list && strcmp(naming->list, list) != 0)
        naming++;
    return naming;
}

/* The value of an element under a key that identifies it. For the key `moves` of a line, this is
 * the line's first ply. */
static const struct value *name_part(const struct value *element, const char *key)
{
    const struct value *value = value_at(element, key);
    if (value && !strcmp(key, "moves"))
        value = value->n ? value_at(&value->entry[0].value, "m") : NULL;
    return value;
}

static bool merge_same_name(const struct naming *naming, const struct value *a,
                            const struct value *b)
{
    char keys[64], *rest = NULL;
    if (!naming->keys || a->type != VALUE_MAP || b->type != VALUE_MAP)
        return merge_same(a, b);
    snprintf(keys, sizeof keys, "%s", naming->keys);
    for (char *key = strtok_r(keys, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
        if (!merge_same(name_part(a, key), name_part(b, key)))
            return false;
    return true;
}

/* Describes an element after the name of its list: " by ana", " arrow", " 12"; "" if nothing
 * identifies it. */
static void merge_element_words(const struct naming *naming, const struct value *element, char *out,
                                size_t size)
{
    char keys[64], *rest = NULL;
    snprintf(keys, sizeof keys, "%s", naming->keys ? naming->keys : "");
    out[0] = '\0';
    for (char *key = strtok_r(keys, " ", &rest); key && !*out; key = strtok_r(NULL, " ", &rest)) {
        const struct value *part = name_part(element, key);
        if (part && part->type == VALUE_TEXT && *merge_text_of(part))
            snprintf(out, size, "%s %.60s", !strcmp(key, "by") ? " by" : "", merge_text_of(part));
    }
}

/* ----------------------------------------------------------------------------------------------------
 * lists */

static const struct value *merge_item(const struct value *list, int at)
{
    return list && at >= 0 && at < list->n ? &list->entry[at].value : NULL;
}

static int merge_merge_items(const struct value *list)
{
    return list ? list->n : 0;
}

/* Pairs the elements of `base` and `side`: of[i] is the index in `side` of base element i, -1 if
 * it was deleted; from[i] is the index in `base` of side element i, -1 if it is new. Identical
 * elements are paired first, then those with equal names in order. The caller owns both lists. */
struct pairing {
    int *of, *from;
};

static struct pairing merge_pair(const struct naming *naming, const struct value *base,
                                 const struct value *side)
{
    struct pairing pairing = {memory_new((size_t)merge_merge_items(base) + 1, sizeof(int)),
                              memory_new((size_t)merge_merge_items(side) + 1, sizeof(int))};
    for (int i = 0; i < merge_merge_items(base); i++)
        pairing.of[i] = -1;
    for (int j = 0; j < merge_merge_items(side); j++)
        pairing.from[j] = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < merge_merge_items(base); i++)
            for (int j = 0; j < merge_merge_items(side) && pairing.of[i] < 0; j++)
                if (pairing.from[j] < 0 &&
                    (pass ? merge_same_name(naming, merge_item(base, i), merge_item(side, j))
                          : merge_same(merge_item(base, i), merge_item(side, j)))) {
                    pairing.of[i] = j;
                    pairing.from[j] = i;
                }
    return pairing;
}

static void merge_put(struct value *list, const struct value *value)
{
    value_copy(value_add(list, NULL), value);
}

static bool merge_in_order(const struct pairing *pairing, int n)
{
    int last = -1;
    for (int j = 0; j < n; j++) {
        if (pairing->from[j] >= 0 && pairing->from[j] < last)
            return false;
        if (pairing->from[j] >= 0)
            last = pairing->from[j];
    }
    return true;
}

struct sides {
    const struct value *base, *mine, *theirs;
    struct pairing mines, theirss;
    const struct naming *naming;
    const char *key;
};

/* Merges both sides' versions of an element of the base. */
static void put_kept(struct merging *merging, const struct sides *sides, int at, struct value *to)
{
    const struct value *base = merge_item(sides->base, at),
                       *mine = merge_item(sides->mine, sides->mines.of[at]),
                       *theirs = merge_item(sides->theirs, sides->theirss.of[at]);
    struct value merged;
    char words[80];
    merge_element_words(sides->naming, base, words, sizeof words);
    size_t mark = merge_enter(merging, "%s", words);
    if (merge_value(merging, NULL, base, mine, theirs, &merged))
        *value_add(to, NULL) = merged;
    merge_leave(merging, mark);
}

/* The indices of the elements that one side added. */
static int *merge_added(const struct pairing *pairing, const struct value *side, int *n)
{
    int *list = memory_new((size_t)merge_merge_items(side) + 1, sizeof *list);
    *n = 0;
    for (int j = 0; j < merge_merge_items(side); j++)
        if (pairing->from[j] < 0)
            list[(*n)++] = j;
    return list;
}

/* Merges pairs of additions that are the same element. Then appends all others, first those of
 * one side, then those of the other, in an order that does not depend on who merges. */
static void put_added(struct merging *merging, const struct sides *sides, struct value *to)
{
    int m, t, order = 0;
    int *mine = merge_added(&sides->mines, sides->mine, &m),
        *theirs = merge_added(&sides->theirss, sides->theirs, &t);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < t && mine[i] >= 0; j++) {
            const struct value *a = merge_item(sides->mine, mine[i]),
                               *b = merge_item(sides->theirs, theirs[j]);
            struct value merged;
            if (!b || !(merge_same(a, b) ||
                        (!sides->naming->twice && merge_same_name(sides->naming, a, b))))
                continue;
            char words[80];
            merge_element_words(sides->naming, a, words, sizeof words);
            size_t mark = merge_enter(merging, "%s", words);
            if (merge_value(merging, NULL, NULL, a, b, &merged))
                *value_add(to, NULL) = merged;
            merge_leave(merging, mark);
            mine[i] = theirs[j] = -1;
        }
    for (int i = 0, j = 0; !order && (i < m || j < t);) {
        while (i < m && mine[i] < 0)
            i++;
        while (j < t && theirs[j] < 0)
            j++;
        if (i >= m || j >= t)
            break;
        order = merge_compare(merge_item(sides->mine, mine[i++]),
                              merge_item(sides->theirs, theirs[j++]));
    }
    for (int turn = 0; turn < 2; turn++) {
        bool first = (order <= 0) == (turn == 0);
        for (int i = 0; i < (first ? m : t); i++)
            if ((first ? mine : theirs)[i] >= 0)
                merge_put(to, merge_item(first ? sides->mine : sides->theirs,
                                         (first ? mine : theirs)[i]));
    }
    free(mine);
    free(theirs);
}

/* Puts into `to` first the elements of the base, in the order of the side that reordered them, then
 * the additions. */
static void merge_items(struct merging *merging, struct sides *sides, struct value *to)
{
    sides->mines = merge_pair(sides->naming, sides->base, sides->mine);
    sides->theirss = merge_pair(sides->naming, sides->base, sides->theirs);
    bool by_mine = !merge_in_order(&sides->mines, merge_merge_items(sides->mine));
    const struct pairing *order = by_mine ? &sides->mines : &sides->theirss;
    for (int j = 0; j < merge_merge_items(by_mine ? sides->mine : sides->theirs); j++)
        if (order->from[j] >= 0)
            put_kept(merging, sides, order->from[j], to);
    for (int i = 0; i < merge_merge_items(sides->base); i++)
        if (order->of[i] < 0)
            put_kept(merging, sides, i, to);
    put_added(merging, sides, to);
    free(sides->mines.of);
    free(sides->mines.from);
    free(sides->theirss.of);
    free(sides->theirss.from);
}

/* ------------------------------------------------------------------------------------------------------
 * maps */

static bool has_key(const struct value *map, const char *key)
{
    return value_at(map, key) != NULL;
}

/* The name of a key, as users see it. */
static const char *key_words(const char *key)
{
    static const char *const words[][2] = {{"nags", "judgement"},
                                           {"alts", "variation"},
                                           {"then", "variation after the end"},
                                           {"m", "the ply"},
                                           {"before", "comment before the ply"},
                                           {"comments", "comment"},
                                           {"marks", "mark"},
                                           {"steps", "member"},
                                           {"players", "player"},
                                           {"headers", "header"},
                                           {"links", "link"},
                                           {"events", "event"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], key))
            return words[i][1];
    return key;
}

/* True if a key is the text of a comment. A conflict in the text is described as one in the
 * comment. */
static bool is_text_of_comment(const struct merging *merging, const char *key)
{
    const char *last = strrchr(merging->where, ':');
    return !strcmp(key, "text") && last && !strncmp(last, ": comment", 9);
}

static void merge_entry(struct merging *merging, const char *key, const struct value *base,
                        const struct value *mine, const struct value *theirs, struct value *to)
{
    struct value merged;
    bool plies = !strcmp(key, "moves") && mine && theirs && has_key(mine, key) &&
                 has_key(theirs, key); /* plies are described one by one, not as a list */
    bool told = plies || is_text_of_comment(merging, key);
    size_t mark = told ? merging->used : merge_enter(merging, ": %.60s", key_words(key));
    if (merge_value(merging, key, value_at(base, key), value_at(mine, key), value_at(theirs, key),
                    &merged)) {
        const struct value *layout = mine && has_key(mine, key) ? mine : theirs;
        *value_add(to, key) = merged;
        for (int i = 0; layout && i < layout->n; i++)
            if (!strcmp(layout->entry[i].key, key))
                to->entry[to->n - 1].key_style = layout->entry[i].key_style;
    }
    merge_leave(merging, mark);
}

void merge_map(struct merging *merging, const struct value *base, const struct value *mine,
               const struct value *theirs, struct value *to)
{
    *to = (struct value){.type = VALUE_MAP};
    for (int i = 0; mine && i < mine->n; i++)
        merge_entry(merging, mine->entry[i].key, base, mine, theirs, to);
    for (int i = 0; theirs && i < theirs->n; i++)
        if (!has_key(mine, theirs->entry[i].key))
            merge_entry(merging, theirs->entry[i].key, base, mine, theirs, to);
}

/* -------------------------------------------------------------------------------------------------
 * anything */

/* The judgement in a list of NAG numbers; 0 if it has none, or several, which a file may
 * contain. */
static int judgement_of(const struct value *nags, int *at)
{
    int found = 0;
    for (int i = 0; i < merge_merge_items(nags); i++) {
        const struct value *value = merge_item(nags, i);
        int nag = value->type == VALUE_TEXT ? atoi(merge_text_of(value)) : 0;
        if (nag < 1 || nag > NAG_JUDGEMENTS)
            continue;
        if (found)
            return 0;
        found = nag;
        *at = i;
    }
    return found;
}

/* Chooses the judgement of a ply, which can have only one: if both sides set a new one, the user
 * decides. */
static void choose_judgement(struct merging *merging, const struct sides *sides, struct value *to)
{
    int at = -1;
    int was = judgement_of(sides->base, &at), mine = judgement_of(sides->mine, &at),
        theirs = judgement_of(sides->theirs, &at);
    if (!mine || !theirs || mine == theirs || mine == was || theirs == was)
        return;
    enum merge_side side =
        merge_conflict(merging, was ? nag_mark(was) : "", nag_mark(mine), nag_mark(theirs), false);
    judgement_of(side == MERGE_THEIRS ? sides->mine : sides->theirs, &at);
    const struct value *dropped =
        merge_item(side == MERGE_THEIRS ? sides->mine : sides->theirs, at);
    for (int i = to->n - 1; i >= 0; i--)
        if (merge_same(&to->entry[i].value, dropped))
            value_remove(to, i);
}

static bool is_type(const struct value *value, enum value_type type)
{
    return !value || value->type == type;
}

/* True if one side deleted an element of the base. If the other side changed it, one version is
 * chosen as a whole, so that half an element never remains. */
static bool merge_gone(const struct value *base, const struct value *mine,
                       const struct value *theirs)
{
    return base && (!mine || !theirs);
}

bool merge_value(struct merging *merging, const char *key, const struct value *base,
                 const struct value *mine, const struct value *theirs, struct value *to)
{
    if (merge_same(mine, theirs) || merge_same(base, theirs) || merge_same(base, mine)) {
        const struct value *taken = merge_same(base, mine) ? theirs : mine;
        if (taken)
            value_copy(to, taken);
        return taken != NULL;
    }
    struct sides sides = {.base = base && base->type == VALUE_LIST ? base : NULL,
                          .mine = mine,
                          .theirs = theirs,
                          .naming = naming_of(key ? key : ""),
                          .key = key};
    bool named = key && (sides.naming->list || merge_is_set(key) || !strcmp(key, "log"));
    if (key && !strcmp(key, "moves") && mine && theirs && is_type(mine, VALUE_LIST) &&
        is_type(theirs, VALUE_LIST)) {
        merge_plies(merging, base, mine, theirs, to);
        return true;
    }
    if (named && is_type(mine, VALUE_LIST) && is_type(theirs, VALUE_LIST)) {
        *to = (struct value){.type = VALUE_LIST};
        merge_items(merging, &sides, to);
        if (!strcmp(key, "nags"))
            choose_judgement(merging, &sides, to);
        if (!to->n)
            value_clear(to);
        return to->type == VALUE_LIST && to->n;
    }
    if (is_type(mine, VALUE_MAP) && is_type(theirs, VALUE_MAP) && !merge_gone(base, mine, theirs)) {
        merge_map(merging, is_type(base, VALUE_MAP) ? base : NULL, mine, theirs, to);
        return true;
    }
    return merge_choose(merging, key, base, mine, theirs, to);
}
