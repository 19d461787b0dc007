/* extensions.c - writes and reads what PGN cannot express, in our own commands.
 *
 * "[%cc.game head="{...}"]" holds the headers that tags cannot express. "[%cc.more ply="{...}"]"
 * holds the keys of a ply. The text between the quotes is YAML on one line. What concerns only the
 * game's file in its archive (its log, its provenance) is not exported. */
#include "archive/pgn/pgn_internal.h"

#include "archive/record/schema.h"
#include "archive/util/string_pool.h"
#include "archive/yaml/yaml_read.h"
#include "archive/yaml/yaml_write.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------
 * values */

void pgn_more_put(struct pgn_text *out, const char *key, const struct value *map)
{
    struct yaml_text line = {0};
    if (map->n) {
        yaml_write_line(&line, map);
        pgn_value_put(out, key, line.v);
    }
    yaml_text_clear(&line);
}

/* Normalizes the layout of a value, since the layout of a command is not part of the game. */
static void be_canonical(struct value *value)
{
    if (value->style != STYLE_PLAIN)
        value->style = STYLE_CANONICAL;
    for (int i = 0; i < value->n; i++)
        be_canonical(&value->entry[i].value);
}

bool pgn_more_take(const char *arguments, const char *key, const struct schema_key *known,
                   struct value *map)
{
    struct yaml_limits limits = yaml_limits_default;
    struct yaml_document document;
    char *text = pgn_value_take(arguments, key);
    limits.flow_depth = limits.depth / 4;
    bool read = text && yaml_read(text, strlen(text), 1, &limits, &document, NULL, NULL) == 0;
    free(text);
    if (!read)
        return false;
    bool is_map = document.root.type == VALUE_MAP && !map->n;
    if (is_map) {
        value_clear(map);
        *map = document.root;
        be_canonical(map);
        for (int i = map->n; known && i-- > 0;)
            if (schema_key_named(known, map->entry[i].key))
                value_remove(map, i);
        document.root = (struct value){0};
    }
    yaml_document_clear(&document);
    return is_map;
}

/* The key for the points of a result. Normally they follow from the Result tag, and no command
 * gives them. If a command does, it gives all of them; an empty list means that there are none. */
static const char points[] = "points";

/* Merges a map into another one, key by key. */
static void merge_into(struct value *to, const struct value *from)
{
    for (int i = 0; i < from->n; i++) {
        const struct value *value = &from->entry[i].value;
        bool whole = !strcmp(from->entry[i].key, points) && value->type == VALUE_MAP;
        if (whole && !value->n) {
            value_set(to, points, NULL, false);
            continue;
        }
        struct value *there = value_at(to, from->entry[i].key);
        if (!whole && there && there->type == VALUE_MAP && value->type == VALUE_MAP) {
            merge_into(there, value);
            continue;
        }
        if (there)
            value_clear(there);
        else
            there = value_add(to, from->entry[i].key);
        value_copy(there, value);
    }
}

/* Merges one key; keeps the former value if the result would not fit the schema. */
static void take_key(struct value *to, const struct entry *entry, const struct schema_key *keys)
{
    const struct schema_key *known = schema_key_named(keys, entry->key);
    struct schema_key table[2] = {{0}, {0}};
    struct value one = {.type = VALUE_MAP}, more = {.type = VALUE_MAP};
    struct value *there = value_at(to, entry->key);
    if (there)
        value_copy(value_add(&one, entry->key), there);
    value_copy(value_add(&more, entry->key), &entry->value);
    merge_into(&one, &more);
    if (known) {
        table[0] = *known;
        table[0].required = false;
    }
    if ((!known || schema_settle(&one, table, NULL, false, NULL, NULL) == 0) && one.n) {
        if (there)
            value_clear(there);
        else
            there = value_add(to, entry->key);
        value_copy(there, &one.entry[0].value);
    }
    value_clear(&one);
    value_clear(&more);
}

static bool extensions_is_one_of(const char *key, const char *const *names)
{
    while (*names && strcmp(*names, key) != 0)
        names++;
    return *names != NULL;
}

/* -------------------------------------------------------------------------------------------------
 * plies */

/* The keys of a ply that the schema knows and that [%cc.more] may set. It may also set any key that
 * the schema does not know. */
static const char *const of_plies[] = {"eval", "events", "quiz", "links", "commands", NULL};

void pgn_ply_take(const struct value *map, struct value *other)
{
    for (int i = 0; i < map->n; i++)
        if (extensions_is_one_of(map->entry[i].key, of_plies) ||
            !schema_key_named(schema_ply, map->entry[i].key))
            take_key(other, &map->entry[i], schema_ply);
}

/* True if `told`, the values already expressed in the PGN, contains everything in `wanted`. */
static bool extensions_is_told(const struct value *told, const struct value *wanted)
{
    if (!told || told->type != wanted->type)
        return false;
    if (wanted->type == VALUE_TEXT)
        return !strcmp(told->text ? told->text : "", wanted->text ? wanted->text : "");
    if (wanted->type == VALUE_LIST && told->n != wanted->n)
        return false;
    for (int i = 0; i < wanted->n; i++)
        if (!extensions_is_told(wanted->type == VALUE_LIST ? &told->entry[i].value
                                                           : value_at(told, wanted->entry[i].key),
                                &wanted->entry[i].value))
            return false;
    return true;
}

static bool eval_is_told(const struct value *eval)
{
    struct pgn_text text = {0};
    struct value again = {.type = VALUE_MAP};
    static const char begin[] = "[%eval "; /* the command begins with this and ends with "] ", which
                                              is cut off below */
    if (!pgn_eval_put(&text, eval))
        return false;
    text.text[text.length - 2] = '\0';
    bool told = pgn_eval_read(text.text + sizeof begin - 1, &again, NULL) &&
                extensions_is_told(value_at(&again, "eval"), eval);
    value_clear(&again);
    free(text.text);
    return told;
}

/* True if a command can be written into a comment unchanged. */
static bool is_command(const struct value *command)
{
    const char *text = command->text ? command->text : "";
    size_t length = strlen(text);
    char sign[8];
    return length > 3 && text[0] == '[' && text[1] == '%' && strcspn(text, "]") == length - 1 &&
           !strchr(text, '}') && !pgn_character_take(text, length, sign) && pgn_is_clean(text);
}

void pgn_commands_put(struct pgn_text *out, const struct value *commands)
{
    for (int i = 0; i < commands->n; i++) {
        pgn_put(out, commands->entry[i].value.text ? commands->entry[i].value.text : "");
        pgn_put(out, " ");
    }
}

static bool extensions_same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

/* True if the first command with this name gives the value that the ply has, but writes it in a
 * notation other than ours. */
static bool is_said_by(const struct value *commands, const char *name, const struct notes *notes)
{
    bool said = false;
    for (int i = 0; i < commands->n && !said; i++) {
        const char *text = commands->entry[i].value.text;
        size_t length = strlen(name);
        if (!text || strncmp(text + 2, name, length) != 0 || text[2 + length] != ' ')
            continue;
        struct notes read = {.other.type = VALUE_MAP};
        struct pgn_comment comment;
        pgn_comment_read(text, strlen(text), &read, NULL, &comment);
        bool eval = *name == 'e' && name[1] == 'v';
        const struct value *kept = value_at(&read.other, "commands"),
                           *wanted = value_at(&notes->other, "eval");
        said = kept && kept->n == 1 &&
               (eval           ? wanted && extensions_is_told(value_at(&read.other, "eval"), wanted)
                : *name == 'c' ? read.clk && extensions_same_text(read.clk, notes->clk)
                               : read.emt && extensions_same_text(read.emt, notes->emt));
        pgn_comment_free(&comment);
        free(read.clk);
        free(read.emt);
        marks_clear(&read.marks);
        value_clear(&read.other);
        if (*text)
            break; /* only the first command of that name counts */
    }
    return said;
}

struct pgn_as_written pgn_as_written(const struct notes *notes)
{
    const struct value *commands = value_at(&notes->other, "commands");
    if (!commands)
        return (struct pgn_as_written){.clk = false};
    return (struct pgn_as_written){notes->clk && is_said_by(commands, "clk", notes),
                                   notes->emt && is_said_by(commands, "emt", notes),
                                   value_at(&notes->other, "eval") &&
                                       is_said_by(commands, "eval", notes)};
}

/* True if a comment contained nothing but commands that are kept verbatim or go to the ply's
 * notes. */
static bool extensions_is_bare(const struct pgn_comment *read)
{
    return !*read->text && !read->by && !read->lang && !read->on_date && !read->title &&
           !read->kind && !read->ply && !read->marks_by && !read->is_private && !read->then &&
           !read->rest && !read->of_line && !read->line.n && !read->game.n && !read->also.n;
}

/* Writes a ply's clocks and evaluation before its commands. */
static void put_values(struct pgn_text *out, const struct notes *notes)
{
    const struct value *eval = value_at(&notes->other, "eval");
    struct pgn_as_written written = pgn_as_written(notes);
    const char *const values[] = {written.clk ? NULL : notes->clk, written.emt ? NULL : notes->emt};
    for (int i = 0; i < 2; i++)
        if (values[i]) {
            pgn_put(out, i ? "[%emt " : "[%clk ");
            pgn_put(out, values[i]);
            pgn_put(out, "] ");
        }
    if (eval && eval->type == VALUE_MAP && !written.eval)
        pgn_eval_put(out, eval);
}

bool pgn_commands_are_told(const struct value *commands, enum pgn_place place,
                           const struct notes *notes)
{
    for (int i = 0; i < commands->n; i++)
        if (!is_command(&commands->entry[i].value))
            return false;
    if (commands->type != VALUE_LIST || !commands->n)
        return false;
    struct pgn_text text = {0};
    struct notes again = {.other.type = VALUE_MAP};
    struct marks marks = {0};
    struct pgn_comment read;
    if (notes)
        put_values(&text, notes);
    pgn_commands_put(&text, commands);
    pgn_comment_read(text.text, (size_t)text.length, notes ? &again : NULL,
                     place == PGN_AT_GAME ? &marks : NULL, &read);
    const struct value *kept = notes ? value_at(&again.other, "commands") : &read.commands;
    const struct value *eval = notes ? value_at(&notes->other, "eval") : NULL,
                       *other = value_at(&again.other, "eval");
    bool told = extensions_is_bare(&read) && kept && extensions_is_told(kept, commands) &&
                !marks.n && !again.marks.n && !again.step_count && !again.gap && !again.side &&
                !again.utc && again.other.n == 1 + (other != NULL) - !notes;
    if (told && notes)
        told = extensions_same_text(again.clk, notes->clk) &&
               extensions_same_text(again.emt, notes->emt) &&
               (!other || (eval && extensions_is_told(other, eval)));
    struct node node = {.notes = memory_new(1, sizeof *node.notes)};
    *node.notes = again;
    struct line line = {.v = memory_new(1, sizeof *line.v), .n = 1, .room = 1};
    node.text = word_share("", 0);
    line.v[0] = node;
    line_clear(&line);
    marks_clear(&marks);
    pgn_comment_free(&read);
    free(text.text);
    return told;
}

void pgn_ply_put(struct pgn_text *out, const struct notes *notes)
{
    const struct value *other = &notes->other, *commands = value_at(other, "commands");
    bool told = commands && pgn_commands_are_told(commands, PGN_AT_PLY, notes),
         eval = told && pgn_as_written(notes).eval;
    struct value more = {.type = VALUE_MAP};
    for (int i = 0; i < other->n; i++) {
        const struct entry *entry = &other->entry[i];
        if (!strcmp(entry->key, "eval") ? eval || eval_is_told(&entry->value)
                                        : told && !strcmp(entry->key, "commands"))
            continue;
        value_copy(value_add(&more, entry->key), &entry->value);
    }
    if (more.n) {
        pgn_put(out, "[%cc.more");
        pgn_more_put(out, "ply", &more);
        pgn_put(out, "] ");
    }
    value_clear(&more);
}

/* ----------------------------------------------------------------------------------------------
 * the game */

/* Keys that [%cc.game] leaves out. Some of them concern only the file in its archive; the export
 * writes the rest as tags, plies or comments. */
static const char *const not_of_games[] = {
    "chesscade", "id",      "rev",      "variant", "notation", "log",  "provenance", "journal",
    "end",       "comment", "comments", "marks",   "moves",    "then", NULL};

static void add_untold(const struct value *told, const struct value *wanted, struct value *more,
                       bool top)
{
    for (int i = 0; i < wanted->n; i++) {
        const struct entry *entry = &wanted->entry[i];
        const struct value *there = value_at(told, entry->key);
        if ((top && extensions_is_one_of(entry->key, not_of_games)) ||
            !strcmp(entry->key, points) || extensions_is_told(there, &entry->value))
            continue;
        if (top && !strcmp(entry->key, "commands") &&
            pgn_commands_are_told(&entry->value, PGN_AT_GAME, NULL))
            continue; /* pgn_write() writes these commands as they are */
        struct value *value = value_add(more, entry->key);
        if (entry->value.type == VALUE_MAP && there && there->type == VALUE_MAP) {
            value->type = VALUE_MAP;
            add_untold(there, &entry->value, value, false);
        } else {
            value_copy(value, &entry->value);
        }
    }
}

/* Adds the points if they differ from those that the Result tag implies. If the tag implies points
 * but the result has none, adds an empty list. */
static void add_points(const struct record *told, const struct record *record, struct value *more)
{
    static const struct value none = {.type = VALUE_MAP};
    const struct value *there = value_at(value_at(&told->head, "result"), points);
    const struct value *wanted = value_at(value_at(&record->head, "result"), points);
    if (!there && !wanted)
        return;
    if (!wanted)
        wanted = &none;
    if (wanted->type == VALUE_MAP && there && there->n == wanted->n &&
        extensions_is_told(there, wanted))
        return;
    struct value *to = value_map(more, "result");
    value_set(to, points, NULL, false);
    value_copy(value_add(to, points), wanted);
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}

/* Writes the headers that the tags do not express, in the order of their keys, because the order in
 * a record depends on which headers the tags gave. To find out which these are, it reads the tags
 * back, because this is the most reliable way. */
void pgn_game_put(const struct record *record, const char *tags, struct pgn_text *out)
{
    struct value more = {.type = VALUE_MAP};
    if (!pgn_tags_tell(&record->head, not_of_games)) {
        struct record *told = pgn_tags_read(tags);
        pgn_unknowns_put(told);
        add_untold(&told->head, &record->head, &more, true);
        add_points(told, record, &more);
        record_free(told);
    }
    if (record->unparsed && !pgn_unparsed_is_clean(record))
        value_set(&more, "unparsed", record->unparsed, false);
    if (more.n) {
        qsort(more.entry, (size_t)more.n, sizeof *more.entry, compare_keys);
        pgn_put(out, "{[%cc.game");
        pgn_more_put(out, "head", &more);
        pgn_put(out, "]}");
    }
    value_clear(&more);
}

void pgn_game_take(const struct value *map, struct record *record)
{
    for (int i = 0; i < map->n; i++) {
        const struct entry *entry = &map->entry[i];
        if (!strcmp(entry->key, "unparsed") && entry->value.type == VALUE_TEXT &&
            entry->value.text && !record->unparsed)
            record->unparsed = memory_text(entry->value.text);
        else if (strcmp(entry->key, "unparsed") != 0 &&
                 !extensions_is_one_of(entry->key, not_of_games))
            take_key(&record->head, entry, schema_game);
    }
}
