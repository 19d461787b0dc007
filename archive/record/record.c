/* record.c - creates, copies, counts and changes records, and accesses their headers: see
 * record.h. */
#include "archive/record/record.h"
#include "archive/util/string_pool.h"
#include "core/variant.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------
 * records */

struct record *record_new(const char *variant)
{
    struct record *record = memory_new(1, sizeof *record);
    record->major = 1;
    ulid_new(record->id);
    /* Classical chess uses SAN, as all programs do. The other variants use long notation. It can be
     * read without knowing the position, so old games stay readable even if the rules of
     * disambiguation change. */
    record->notation = strcmp(variant, "classical") ? NOTATION_LONG : NOTATION_SAN;
    record->head.type = VALUE_MAP;
    record_set_variant(record, variant);
    value_list(&record->head, "players");
    return record;
}

void record_set_variant(struct record *record, const char *id)
{
    const char *definition = custom_definition(id);
    value_set(&record->head, "variant", definition ? "custom" : id, false);
    if (definition)
        value_set(value_map(value_map(&record->head, "rules"), "options"), CUSTOM_DEFINITION,
                  definition, false);
}

void record_free(struct record *record)
{
    if (!record || record->holders-- > 0)
        return;
    value_clear(&record->head);
    comments_clear(&record->comments);
    marks_clear(&record->marks);
    line_clear(&record->moves);
    free(record->unparsed);
    free(record->remarks);
    free(record);
}

struct record *record_copy(const struct record *from)
{
    struct record *to = memory_new(1, sizeof *to);
    *to = *from;
    to->holders = 0;
    value_copy(&to->head, &from->head);
    comments_copy(&to->comments, &from->comments);
    marks_copy(&to->marks, &from->marks);
    line_copy(&to->moves, &from->moves);
    to->unparsed = text_copy(from->unparsed);
    to->remarks = text_copy(from->remarks);
    return to;
}

struct record *record_hold(struct record *record)
{
    record->holders++;
    return record;
}

struct record *record_own(struct record *record)
{
    if (!record->holders)
        return record;
    struct record *copy = record_copy(record);
    record_free(record);
    return copy;
}

static bool record_is_one_of(const char *key, const char *const *keys)
{
    while (*keys && !key_is(key, *keys))
        keys++;
    return *keys;
}

struct record *record_lend(const struct record *from, const char *const *own)
{
    struct record *to = memory_new(1, sizeof *to);
    int n = from->head.n;
    *to = *from;
    to->holders = 0;
    to->head.entry = NULL;
    to->head.room = 0;
    to->head.entry = memory_room(NULL, &to->head.room, n + 1, sizeof *to->head.entry);
    for (int i = 0; i < n; i++) {
        struct entry *entry = &to->head.entry[i];
        *entry = from->head.entry[i];
        if (!record_is_one_of(entry->key, own))
            continue;
        entry->key = word_share(entry->key, strlen(entry->key));
        value_copy(&entry->value, &from->head.entry[i].value);
    }
    return to;
}

void record_part(struct record *record, const char *const *own)
{
    assert(!record->holders);
    for (int i = 0; i < record->head.n; i++) {
        struct entry *entry = &record->head.entry[i];
        if (!record_is_one_of(entry->key, own))
            continue;
        word_drop(entry->key);
        value_clear(&entry->value);
    }
    free(record->head.entry);
    free(record);
}

const char *record_variant(const struct record *record)
{
    return value_text(&record->head, "variant");
}

int record_players(const struct record *record)
{
    const struct value *players = value_at(&record->head, "players");
    return players ? players->n : 0;
}

static struct value *player_at(const struct record *record, int at)
{
    const struct value *players = value_at(&record->head, "players");
    return players && at < players->n ? &players->entry[at].value : NULL;
}

char record_player_side(const struct record *record, int at)
{
    return value_text(player_at(record, at), "side")[0];
}

static struct value *record_player_of(const struct record *record, char side)
{
    const struct value *players = value_at(&record->head, "players");
    for (int i = 0; players && i < players->n; i++)
        if (value_text(&players->entry[i].value, "side")[0] == side)
            return &players->entry[i].value;
    return NULL;
}

const char *record_player(const struct record *record, char side)
{
    return value_text(record_player_of(record, side), "name");
}

const char *record_player_known(const struct record *record, char side)
{
    const char *name = record_player(record, side);
    return strcmp(name, "?") ? name : "";
}

bool record_is_named(const struct record *record)
{
    const char *event = record_text(record, "event.name");
    for (int i = 0; i < record_players(record); i++)
        if (*record_player_known(record, record_player_side(record, i)))
            return true;
    return !*event || !strcmp(event, "?");
}

int record_title(const struct record *record, char *buffer, size_t size)
{
    size_t used = 0;
    if (!record_is_named(record))
        return snprintf(buffer, size, "%s", record_text(record, "event.name"));
    if (size)
        buffer[0] = '\0';
    for (int i = 0; i < record_players(record); i++) {
        const char *name = record_player(record, record_player_side(record, i));
        text_add(buffer, size, &used, "%s%s", i ? " - " : "", *name ? name : "?");
    }
    return (int)used;
}

void record_set_player(struct record *record, char side, const char *name)
{
    struct value *player = record_player_of(record, side);
    if (!player) {
        player = value_append(value_list(&record->head, "players"));
        value_clear(player);
        player->type = VALUE_MAP;
        value_set(player, "side", (char[]){side, '\0'}, false);
    }
    value_set(player, "name", name, false);
}

const char *record_text(const struct record *record, const char *path)
{
    return value_path(&record->head, path);
}

/* Removes the key given by a path like "event.name". If `event` becomes empty, removes it, too. */
static void remove_path(struct value *map, const char *path)
{
    size_t length = strcspn(path, ".");
    for (int i = 0; i < map->n; i++) {
        if (strncmp(map->entry[i].key, path, length) || map->entry[i].key[length])
            continue;
        struct value *value = &map->entry[i].value;
        if (path[length] && value->type == VALUE_MAP)
            remove_path(value, path + length + 1);
        if (!path[length] || (value->type == VALUE_MAP && !value->n))
            value_remove(map, i);
        return;
    }
}

void record_set_text(struct record *record, const char *path, const char *text)
{
    struct value *map = &record->head;
    if (!text || !*text) {
        remove_path(map, path);
        return;
    }
    for (size_t length; path[length = strcspn(path, ".")]; path += length + 1) {
        char *key = word_share(path, length);
        map = value_map(map, key);
        word_drop(key);
    }
    value_set(map, path, text, false);
}

/* --------------------------------------------------------------------------------------------------
 * counts */

static void count_line(const struct line *line, bool main, struct record_counts *out);

static void count_lines(const struct lines *lines, struct record_counts *out)
{
    out->variations += lines->n;
    for (int i = 0; i < lines->n; i++)
        count_line(&lines->v[i], false, out);
}

static void count_notes(const struct notes *notes, struct record_counts *out)
{
    out->comments += notes->comments.n + (notes->before != NULL);
    out->nags += notes->nags.n;
    out->marks += notes->marks.n;
    out->clocks += (notes->clk != NULL) + (notes->emt != NULL);
    out->broken += notes->broken;
    out->steps += notes->step_count;
    for (int i = 0; i < notes->step_count; i++) {
        out->comments += notes->steps[i].comments.n;
        out->nags += notes->steps[i].nags.n;
        out->marks += notes->steps[i].marks.n;
    }
    count_lines(&notes->alts, out);
}

static void count_line(const struct line *line, bool main, struct record_counts *out)
{
    out->plies += line->n;
    if (main)
        out->main_plies += line->n;
    out->comments += line->comment != NULL;
    for (int i = 0; i < line->n; i++)
        if (line->v[i].notes)
            count_notes(line->v[i].notes, out);
    if (line->then)
        count_lines(line->then, out);
}

void record_count(const struct record *record, struct record_counts *out)
{
    *out = (struct record_counts){.comments = record->comments.n, .marks = record->marks.n};
    count_line(&record->moves, true, out);
}

/* ---- Lines of plies and their notes (comments, marks, judgements, notes inside plies): see
 * record.h. */

/* ---------------------------------------------------------------------------------------------------
 * texts */

char *text_copy(const char *text)
{
    return text ? memory_text(text) : NULL;
}

void text_replace(char **text, const char *with)
{
    char *copy = with && *with ? memory_text(with) : NULL;
    word_drop(*text); /* do not use free(): the text of a ply may be shared */
    *text = copy;
}

static void cells_clear(char ***cells)
{
    for (char **cell = *cells; cell && *cell; cell++)
        free(*cell);
    free(*cells);
    *cells = NULL;
}

void cells_replace(char ***cells, const char *names)
{
    char **list = memory_new(strlen(names) / 2 + 2, sizeof *list);
    int n = 0;
    for (names += strspn(names, " "); *names; names += strspn(names, " ")) {
        size_t length = strcspn(names, " ");
        list[n] = memory_new(length + 1, 1);
        memcpy(list[n++], names, length);
        names += length;
    }
    cells_clear(cells);
    if (n)
        *cells = list;
    else
        free(list);
}

static char **cells_copy(char **cells)
{
    int n = 0;
    if (!cells)
        return NULL;
    while (cells[n])
        n++;
    char **copy = memory_new((size_t)n + 1, sizeof *copy);
    for (int i = 0; i < n; i++)
        copy[i] = memory_text(cells[i]);
    return copy;
}

/* ---------------------------------------------------------------------------------------- comments
 * and marks */

static void comment_clear(struct comment *comment)
{
    free(comment->text);
    free(comment->by);
    free(comment->lang);
    free(comment->on_date);
    value_clear(&comment->extra);
}

void comments_clear(struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        comment_clear(&comments->v[i]);
    free(comments->v);
    *comments = (struct comments){0};
}

static bool is_anonymous(const struct comment *comment)
{
    return !comment->by && comment->style == STYLE_CANONICAL;
}

struct comment *comments_append(struct comments *comments, const char *text, const char *by)
{
    int at = comments->n;
    if (!by && !(comments->n && is_anonymous(&comments->v[0])))
        at = 0;
    if (!comments->room)
        comments->v = memory_new((size_t)(comments->room = 1), sizeof *comments->v);
    comments->v = memory_room(comments->v, &comments->room, comments->n + 1, sizeof *comments->v);
    memmove(comments->v + at + 1, comments->v + at,
            (size_t)(comments->n - at) * sizeof *comments->v);
    comments->n++;
    comments->v[at] = (struct comment){.text = memory_text(text), .by = text_copy(by)};
    return &comments->v[at];
}

void comments_remove(struct comments *comments, int at)
{
    assert(at >= 0 && at < comments->n);
    comment_clear(&comments->v[at]);
    comments->n--;
    memmove(comments->v + at, comments->v + at + 1,
            (size_t)(comments->n - at) * sizeof *comments->v);
}

void comments_copy(struct comments *to, const struct comments *from)
{
    *to = (struct comments){.n = from->n, .room = from->n, .style = from->style};
    to->v = from->n ? memory_new((size_t)from->n, sizeof *to->v) : NULL;
    for (int i = 0; i < from->n; i++) {
        const struct comment *one = &from->v[i];
        to->v[i] = *one;
        to->v[i].text = text_copy(one->text);
        to->v[i].by = text_copy(one->by);
        to->v[i].lang = text_copy(one->lang);
        to->v[i].on_date = text_copy(one->on_date);
        value_copy(&to->v[i].extra, &one->extra);
    }
}

static void mark_clear(struct mark *mark)
{
    free(mark->as);
    free(mark->color);
    free(mark->label);
    free(mark->at);
    free(mark->from);
    free(mark->to);
    cells_clear(&mark->path);
    cells_clear(&mark->cells);
    value_clear(&mark->extra);
}

void marks_clear(struct marks *marks)
{
    for (int i = 0; i < marks->n; i++)
        mark_clear(&marks->v[i]);
    free(marks->v);
    *marks = (struct marks){0};
}

struct mark *marks_append(struct marks *marks, const char *as)
{
    if (!marks->room) /* Start with room for one mark: a ply rarely has more than one, and a file
                         may have a hundred thousand members with one mark each. */
        marks->v = memory_new((size_t)(marks->room = 1), sizeof *marks->v);
    marks->v = memory_room(marks->v, &marks->room, marks->n + 1, sizeof *marks->v);
    marks->v[marks->n] = (struct mark){.as = memory_text(as)};
    return &marks->v[marks->n++];
}

void marks_remove(struct marks *marks, int at)
{
    assert(at >= 0 && at < marks->n);
    mark_clear(&marks->v[at]);
    marks->n--;
    memmove(marks->v + at, marks->v + at + 1, (size_t)(marks->n - at) * sizeof *marks->v);
}

void marks_copy(struct marks *to, const struct marks *from)
{
    *to = (struct marks){.n = from->n, .room = from->n, .style = from->style};
    to->v = from->n ? memory_new((size_t)from->n, sizeof *to->v) : NULL;
    for (int i = 0; i < from->n; i++) {
        const struct mark *one = &from->v[i];
        to->v[i] = *one;
        to->v[i].as = text_copy(one->as);
        to->v[i].color = text_copy(one->color);
        to->v[i].label = text_copy(one->label);
        to->v[i].at = text_copy(one->at);
        to->v[i].from = text_copy(one->from);
        to->v[i].to = text_copy(one->to);
        to->v[i].path = cells_copy(one->path);
        to->v[i].cells = cells_copy(one->cells);
        value_copy(&to->v[i].extra, &one->extra);
    }
}

void nags_add(struct nags *nags, int nag)
{
    for (int i = 0; i < nags->n; i++)
        if (nags->v[i] == nag) {
            nags->n--;
            memmove(nags->v + i, nags->v + i + 1, (size_t)(nags->n - i) * sizeof *nags->v);
            return;
        }
    nags->v = memory_room(nags->v, &nags->room, nags->n + 1, sizeof *nags->v);
    nags->v[nags->n++] = nag;
}

const char *nag_mark(int nag)
{
    static const char *const marks[NAG_JUDGEMENTS] = {"!", "?", "!!", "??", "!?", "?!"};
    assert(nag >= 1 && nag <= NAG_JUDGEMENTS);
    return marks[nag - 1];
}

static void nags_copy(struct nags *to, const struct nags *from)
{
    *to = (struct nags){.n = from->n, .room = from->n};
    to->v = from->n ? memory_new((size_t)from->n, sizeof *to->v) : NULL;
    if (from->n)
        memcpy(to->v, from->v, (size_t)from->n * sizeof *to->v);
}

/* ---------------------------------------------------------------------------------------------------
 * notes */

static void step_clear(struct step_note *step)
{
    free(step->after);
    free(step->nags.v);
    comments_clear(&step->comments);
    marks_clear(&step->marks);
    value_clear(&step->extra);
}

struct step_note *notes_step(struct notes *notes, int part, int step)
{
    for (int i = 0; i < notes->step_count; i++)
        if (notes->steps[i].part == part && notes->steps[i].step == step)
            return &notes->steps[i];
    notes->steps =
        memory_room(notes->steps, &notes->step_room, notes->step_count + 1, sizeof *notes->steps);
    notes->steps[notes->step_count] = (struct step_note){.part = part, .step = step};
    return &notes->steps[notes->step_count++];
}

void notes_tidy_step(struct notes *notes, const struct step_note *step)
{
    if (step->nags.n || step->comments.n || step->marks.n || step->extra.n)
        return;
    int at = (int)(step - notes->steps);
    assert(at >= 0 && at < notes->step_count);
    step_clear(&notes->steps[at]);
    notes->step_count--;
    memmove(notes->steps + at, notes->steps + at + 1,
            (size_t)(notes->step_count - at) * sizeof *notes->steps);
}

static void notes_free(struct notes *notes)
{
    if (!notes)
        return;
    free(notes->nags.v);
    free(notes->before);
    comments_clear(&notes->comments);
    marks_clear(&notes->marks);
    free(notes->clk);
    free(notes->emt);
    free(notes->utc);
    for (int i = 0; i < notes->step_count; i++)
        step_clear(&notes->steps[i]);
    free(notes->steps);
    lines_clear(&notes->alts);
    value_clear(&notes->other);
    free(notes);
}

static void lines_copy(struct lines *to, const struct lines *from)
{
    *to = (struct lines){.n = from->n, .room = from->n, .style = from->style};
    to->v = from->n ? memory_new((size_t)from->n, sizeof *to->v) : NULL;
    for (int i = 0; i < from->n; i++)
        line_copy(&to->v[i], &from->v[i]);
}

static struct notes *notes_copy(const struct notes *from)
{
    if (!from)
        return NULL;
    struct notes *to = memory_new(1, sizeof *to);
    *to = *from;
    nags_copy(&to->nags, &from->nags);
    to->before = text_copy(from->before);
    comments_copy(&to->comments, &from->comments);
    marks_copy(&to->marks, &from->marks);
    to->clk = text_copy(from->clk);
    to->emt = text_copy(from->emt);
    to->utc = text_copy(from->utc);
    to->step_room = from->step_count;
    to->steps = from->step_count ? memory_new((size_t)from->step_count, sizeof *to->steps) : NULL;
    for (int i = 0; i < from->step_count; i++) {
        to->steps[i] = from->steps[i];
        to->steps[i].after = text_copy(from->steps[i].after);
        nags_copy(&to->steps[i].nags, &from->steps[i].nags);
        comments_copy(&to->steps[i].comments, &from->steps[i].comments);
        marks_copy(&to->steps[i].marks, &from->steps[i].marks);
        value_copy(&to->steps[i].extra, &from->steps[i].extra);
    }
    lines_copy(&to->alts, &from->alts);
    value_copy(&to->other, &from->other);
    return to;
}

struct notes *node_notes(struct node *node)
{
    if (!node->notes) {
        node->notes = memory_new(1, sizeof *node->notes);
        node->notes->other.type = VALUE_MAP;
    }
    return node->notes;
}

void node_tidy(struct node *node)
{
    struct notes *notes = node->notes;
    if (!notes)
        return;
    if (notes->side || notes->gap || notes->broken || notes->nags.n || notes->before ||
        notes->comments.n || notes->marks.n || notes->clk || notes->emt || notes->utc ||
        notes->step_count || notes->alts.n || notes->other.n)
        return;
    notes_free(notes);
    node->notes = NULL;
}

static void node_clear(struct node *node)
{
    word_drop(node->text);
    notes_free(node->notes);
    *node = (struct node){0};
}

/* ---------------------------------------------------------------------------------------------------
 * lines */

struct node *line_append(struct line *line, const char *text)
{
    line->v = memory_room(line->v, &line->room, line->n + 1, sizeof *line->v);
    line->v[line->n] = (struct node){.text = word_share(text, strlen(text))};
    return &line->v[line->n++];
}

void line_cut(struct line *line, int from)
{
    assert(from >= 0 && from <= line->n);
    for (int i = from; i < line->n; i++)
        node_clear(&line->v[i]);
    line->n = from;
}

void line_clear(struct line *line)
{
    line_cut(line, 0);
    free(line->v);
    free(line->title);
    free(line->kind);
    free(line->by);
    free(line->comment);
    if (line->then)
        lines_clear(line->then);
    free(line->then);
    value_clear(&line->extra);
    *line = (struct line){0};
}

void line_copy(struct line *to, const struct line *from)
{
    *to = *from;
    to->room = from->n;
    to->v = from->n ? memory_new((size_t)from->n, sizeof *to->v) : NULL;
    for (int i = 0; i < from->n; i++) {
        to->v[i] = from->v[i];
        to->v[i].text =
            from->v[i].text ? word_share(from->v[i].text, strlen(from->v[i].text)) : NULL;
        to->v[i].notes = notes_copy(from->v[i].notes);
    }
    to->title = text_copy(from->title);
    to->kind = text_copy(from->kind);
    to->by = text_copy(from->by);
    to->comment = text_copy(from->comment);
    to->then = NULL;
    if (from->then)
        lines_copy(line_then(to), from->then);
    value_copy(&to->extra, &from->extra);
}

struct lines *line_then(struct line *line)
{
    if (!line->then)
        line->then = memory_new(1, sizeof *line->then);
    return line->then;
}

struct line *lines_insert(struct lines *lines, int at)
{
    assert(at >= 0 && at <= lines->n);
    lines->v = memory_room(lines->v, &lines->room, lines->n + 1, sizeof *lines->v);
    memmove(lines->v + at + 1, lines->v + at, (size_t)(lines->n - at) * sizeof *lines->v);
    lines->n++;
    lines->v[at] = (struct line){.extra.type = VALUE_MAP};
    return &lines->v[at];
}

struct line *lines_append(struct lines *lines)
{
    return lines_insert(lines, lines->n);
}

void lines_remove(struct lines *lines, int at)
{
    assert(at >= 0 && at < lines->n);
    line_clear(&lines->v[at]);
    lines->n--;
    memmove(lines->v + at, lines->v + at + 1, (size_t)(lines->n - at) * sizeof *lines->v);
}

void lines_clear(struct lines *lines)
{
    for (int i = 0; i < lines->n; i++)
        line_clear(&lines->v[i]);
    free(lines->v);
    *lines = (struct lines){0};
}
