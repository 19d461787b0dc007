/* record.c - creates, copies and counts records, and accesses players and other headers. See record.h. */
#include "archive/record/record.h"

#include "archive/util/string_pool.h"
#include "core/variant.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- records */

struct record *record_new(const char *variant)
{
    struct record *record = memory_new(1, sizeof *record);
    record->major = 1;
    ulid_new(record->id);
    /* Orthodox games use SAN, as everywhere. Other variants use long forms, which need no context,
     * so a later change to the rules of disambiguation cannot make their games unreadable. */
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
        value_set(value_map(value_map(&record->head, "rules"), "options"), CUSTOM_DEFINITION, definition, false);
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

static bool is_one_of(const char *key, const char *const *keys)
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
        if (!is_one_of(entry->key, own))
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
        if (!is_one_of(entry->key, own))
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

static struct value *player_of(const struct record *record, char side)
{
    const struct value *players = value_at(&record->head, "players");
    for (int i = 0; players && i < players->n; i++)
        if (value_text(&players->entry[i].value, "side")[0] == side)
            return &players->entry[i].value;
    return NULL;
}

const char *record_player(const struct record *record, char side)
{
    return value_text(player_of(record, side), "name");
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
    struct value *player = player_of(record, side);
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

/* Removes "event.name", and `event` too if nothing is left in it. */
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

/* -------------------------------------------------------------------------------------------------- counts */

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
