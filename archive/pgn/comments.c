/* comments.c - parses and writes PGN comments with the commands in them: see archive/pgn/pgn_internal.h.
 *
 * Commands in a comment, "[%clk 0:41:07]", become clocks, evaluations and marks; our own commands,
 * "[%cc.mark ...]", carry what PGN cannot express (archive/pgn/comment_commands.c); all other commands are kept
 * verbatim. For a ply we write one PGN comment for each of its comments, then one with all its
 * commands, so that reading them back gives the same notes. */
#include "archive/pgn/pgn_internal.h"

#include "archive/record/schema.h"
#include "archive/util/string_pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = 70000, COMMENT_MAX = 60000 };

/* Stands for a closing brace, which no PGN comment can contain. */
static const char close_brace[] = "[%cc.close]";

/* --- reading a comment --- */

/* Keeps a command verbatim: on the ply, or if there is none, on what the comment begins. */
static void keep_command(struct notes *notes, struct pgn_comment *out, const char *text, size_t length)
{
    struct value *list = notes ? value_list(&notes->other, "commands") : &out->commands;
    list->type = VALUE_LIST;
    struct value *command = value_append(list);
    word_drop(command->text);
    command->text = pgn_cut(text, length);
    for (char *t = command->text; *t; t++)
        if ((unsigned char)*t < ' ')
            *t = ' '; /* line breaks of the file may be anywhere */
}

/* Adds marks of one author; invalid ones remain a command. */
static bool take_colours(const char *name, const char *arguments, struct notes *notes, struct marks *marks, struct pgn_comment *out)
{
    int before = marks->n;
    char *rest;
    if (!pgn_colours_read(arguments, name[1] == 'a', marks, &rest))
        return false;
    for (int i = before; out->marks_by && i < marks->n; i++) {
        marks->v[i].extra.type = VALUE_MAP;
        value_set(&marks->v[i].extra, "by", out->marks_by, false);
    }
    if (rest) {
        struct pgn_text command = {0};
        pgn_put(&command, "[%");
        pgn_put(&command, name);
        pgn_put(&command, " ");
        pgn_put(&command, rest);
        pgn_put(&command, "]");
        keep_command(notes, out, command.text, (size_t)command.length);
        free(command.text);
        free(rest);
    }
    return true;
}

/* Reads the keys of a line; `commands` must be a list of texts, otherwise they are dropped. */
static void take_line_keys(const char *arguments, struct value *line)
{
    pgn_more_take(arguments, "more", NULL, line);
    for (int i = line->n; i-- > 0;) {
        const struct value *value = &line->entry[i].value;
        bool commands = !strcmp(line->entry[i].key, "commands") && value->type == VALUE_LIST;
        for (int k = 0; commands && k < value->n; k++)
            commands = value->entry[k].value.type == VALUE_TEXT;
        if (!commands && schema_key_named(schema_line, line->entry[i].key))
            value_remove(line, i);
    }
}

/* Reads a clock or an evaluation. If it is in another form than ours, the command is also kept
 * verbatim. */
static bool take_value(const char *name, const char *arguments, struct notes *notes, bool *exact)
{
    char clock[PGN_CLOCK_ROOM];
    if (!strcmp(name, "eval"))
        return !value_at(&notes->other, "eval") && pgn_eval_read(arguments, &notes->other, exact);
    char **slot = !strcmp(name, "clk") ? &notes->clk : !strcmp(name, "emt") ? &notes->emt : NULL;
    if (!slot || *slot)
        return false;
    *exact = pgn_is_clock(arguments);
    if (!*exact && !pgn_clock_read(arguments, clock))
        return false;
    *slot = memory_text(*exact ? arguments : clock);
    return true;
}

/* [%cc.more]: keys of the ply. */
static bool take_more(const char *arguments, struct notes *notes)
{
    struct value map = {.type = VALUE_MAP};
    bool taken = pgn_more_take(arguments, "ply", NULL, &map);
    if (taken) {
        notes->other.type = VALUE_MAP;
        pgn_ply_take(&map, &notes->other);
    }
    value_clear(&map);
    return taken;
}

/* [%cc.ply]: the text of the ply, NULL if it is invalid. */
static char *ply_text(const char *arguments)
{
    char *text = pgn_value_take(arguments, "text");
    if (text && strlen(text) > PLY_BYTES_MAX) {
        free(text);
        return NULL;
    }
    return text;
}

/* Handles a known command; *exact becomes false if it must also be kept verbatim. */
static bool take_command(const char *name, const char *arguments, struct notes *notes, struct marks *marks,
                         struct pgn_comment *out, bool *exact)
{
    if (!strcmp(name, "by") || !strcmp(name, "cc.lang") || !strcmp(name, "cc.date")) {
        char **slot = name[0] == 'b' ? &out->by : !strcmp(name, "cc.lang") ? &out->lang : &out->on_date;
        char keyed[600];
        if (*slot || strlen(arguments) > 500)
            return false;
        snprintf(keyed, sizeof keyed, "v=%s", arguments);
        *slot = pgn_value_take(keyed, "v");
        if (*slot && slot == &out->on_date && !schema_fits(*slot, SHAPE_DATE)) {
            free(*slot);
            *slot = NULL;
        }
        return *slot != NULL;
    }
    if (!strcmp(name, "cc.private"))
        return out->is_private = true;
    if (!strcmp(name, "cc.then"))
        return out->then = true;
    if (!strcmp(name, "cc.rest"))
        return out->rest = true;
    if (!strcmp(name, "cc.line")) {
        free(out->title);
        free(out->kind);
        out->title = pgn_value_take(arguments, "title");
        out->kind = pgn_value_take(arguments, "kind");
        take_line_keys(arguments, &out->line);
        return out->of_line = true;
    }
    if (!strcmp(name, "cc.also"))
        return pgn_more_take(arguments, "keys", schema_comment, &out->also);
    if (!strcmp(name, "cc.game") && !notes)
        return pgn_more_take(arguments, "head", NULL, &out->game);
    if (!strcmp(name, "cc.marks")) {
        free(out->marks_by);
        out->marks_by = pgn_value_take(arguments, "by");
        return true;
    }
    if (!strcmp(name, "csl") || !strcmp(name, "cal"))
        return marks && take_colours(name, arguments, notes, marks, out);
    if (!strcmp(name, "cc.mark"))
        return marks && pgn_mark_take(arguments, marks);
    if (!notes)
        return false;
    if (!strcmp(name, "cc.more"))
        return take_more(arguments, notes);
    if (!strcmp(name, "cc.ply") && !out->ply)
        return (out->ply = ply_text(arguments)) != NULL;
    if (!strcmp(name, "cc.step") || !strcmp(name, "cc.stepmark"))
        return pgn_step_take(name, arguments, notes);
    if (!strcmp(name, "cc.gap"))
        return notes->gap = true;
    if (!strcmp(name, "cc.side") && strchr("wbr", arguments[0]) && !arguments[1])
        return notes->side = arguments[0], true;
    if (!strcmp(name, "cc.utc") && !notes->utc && schema_fits(arguments, SHAPE_UTC))
        return notes->utc = memory_text(arguments), true;
    return take_value(name, arguments, notes, exact);
}

/* Reads a command at the start of a text; `close` is its first ']' (NULL: none). It is handled or
 * kept verbatim. Returns its length, 0 if it is none. */
static size_t read_command(const char *text, const char *close, struct notes *notes, struct marks *marks,
                           struct pgn_comment *out)
{
    if (!close || close - text < 3 || close - text > VALUE_MAX || text[1] != '%')
        return 0;
    size_t whole = (size_t)(close - text) + 1;
    char *inside = pgn_cut(text + 2, whole - 3);
    for (char *t = inside; *t; t++)
        if (*t == '\n' || *t == '\t')
            *t = ' ';
    size_t name = strcspn(inside, " ");
    char *arguments = pgn_cut(inside + name, strlen(inside) - name);
    inside[name] = '\0';
    bool exact = true;
    if (!take_command(inside, arguments, notes, notes ? &notes->marks : marks, out, &exact) || !exact)
        keep_command(notes, out, text, whole);
    free(inside);
    free(arguments);
    return whole;
}

/* Reads a character written as a command: returns its length, 0 if there is none. */
static size_t take_sign(const char *text, size_t length, char sign[8])
{
    if (length >= sizeof close_brace - 1 && !memcmp(text, close_brace, sizeof close_brace - 1)) {
        sign[0] = '}';
        sign[1] = '\0';
        return sizeof close_brace - 1;
    }
    return pgn_character_take(text, length, sign);
}

void pgn_comment_read(const char *text, size_t length, struct notes *notes, struct marks *marks,
                      struct pgn_comment *out)
{
    *out = (struct pgn_comment){.text = memory_new(length + 1, 1), .line.type = VALUE_MAP, .game.type = VALUE_MAP,
                                .also.type = VALUE_MAP};
    size_t n = 0;
    int lines = 0;
    bool gap = false;
    const char *close = text; /* the first ']' from here on */
    for (size_t i = 0; i < length;) {
        if (text[i] == '[' && close && close <= text + i)
            close = memchr(text + i, ']', length - i);
        char sign[8] = {text[i], '\0'};
        size_t escape = text[i] != '[' ? 0 : take_sign(text + i, length - i, sign);
        size_t command = escape || text[i] != '[' ? 0 : read_command(text + i, close, notes, marks, out);
        if (command || (!escape && strchr(" \t\n", text[i]))) {
            lines += text[i] == '\n';
            gap = true;
            i += command ? command : 1;
            continue;
        }
        if (gap && n > 0)
            out->text[n++] = lines > 1 ? '\n' : ' '; /* a blank line stands for a line feed in the comment */
        gap = false;
        lines = 0;
        for (const char *byte = sign; *byte; byte++)
            out->text[n++] = *byte; /* never longer than the command was */
        i += escape ? escape : 1;
    }
    out->text[n] = '\0';
}

void pgn_comment_free(struct pgn_comment *comment)
{
    free(comment->text);
    free(comment->by);
    free(comment->lang);
    free(comment->on_date);
    free(comment->title);
    free(comment->kind);
    free(comment->ply);
    free(comment->marks_by);
    value_clear(&comment->line);
    value_clear(&comment->game);
    value_clear(&comment->also);
    value_clear(&comment->commands);
}

void pgn_comment_add(struct comments *comments, const struct pgn_comment *read)
{
    const char *text = read->text;
    for (size_t left = strlen(text); left > 0;) {
        size_t n = left;
        if (n > COMMENT_MAX)
            for (n = COMMENT_MAX; ((unsigned char)text[n] & 0xC0) == 0x80;)
                n--;
        char *piece = memory_new(n + 1, 1);
        memcpy(piece, text, n);
        struct comment *comment = comments_append(comments, piece, read->by);
        free(piece);
        if (read->lang)
            comment->lang = memory_text(read->lang);
        if (read->on_date)
            comment->on_date = memory_text(read->on_date);
        comment->is_private = read->is_private;
        if (text == read->text)
            value_copy(&comment->extra, &read->also);
        text += n;
        left -= n;
    }
}

/* Allocation size: exact for short texts, a power of two for long ones, which may grow very often. */
static size_t room_of(size_t size)
{
    size_t room = 1 << 10;
    if (size <= room)
        return size;
    while (room < size)
        room *= 2;
    return room;
}

void pgn_text_join(char **to, size_t *length, const char *text)
{
    size_t more = strlen(text), before = *to ? *length + 1 : 0, size = before + more + 1;
    if (!*to || room_of(size) != room_of(before)) {
        char *wider = realloc(*to, room_of(size));
        if (!wider)
            memory_exhausted();
        *to = wider;
    }
    if (before)
        (*to)[before - 1] = ' ';
    memcpy(*to + before, text, more + 1);
    *length = size - 1;
}

void pgn_line_head_take(struct line *line, struct pgn_comment *read)
{
    char **slots[] = {&line->title, &line->kind, &line->by}, **values[] = {&read->title, &read->kind, &read->by};
    for (int i = 0; i < 3; i++)
        if (!*slots[i]) {
            *slots[i] = *values[i];
            *values[i] = NULL;
        }
    if (!line->extra.n) {
        struct value extra = line->extra;
        line->extra = read->line;
        read->line = extra;
    }
}

/* --- writing --- */

static void put_argument(struct pgn_text *out, const char *command, const char *value)
{
    if (!value)
        return;
    struct pgn_text quoted = {0};
    pgn_value_put(&quoted, "", value); /* ' ="value"' */
    pgn_put(out, command);
    pgn_put(out, quoted.text + 2);
    pgn_put(out, "] ");
    free(quoted.text);
}

void pgn_comment_write(const struct comment *comment, struct pgn_text *out, pgn_word_fn *put)
{
    struct pgn_text word = {0};
    pgn_put(&word, "{");
    put_argument(&word, "[%by ", comment->by);
    put_argument(&word, "[%cc.lang ", comment->lang);
    put_argument(&word, "[%cc.date ", comment->on_date);
    if (comment->is_private)
        pgn_put(&word, "[%cc.private] ");
    if (comment->extra.n) {
        pgn_put(&word, "[%cc.also");
        pgn_more_put(&word, "keys", &comment->extra);
        pgn_put(&word, "] ");
    }
    pgn_text_put(&word, comment->text);
    pgn_put(&word, "}");
    put(out, word.text);
    free(word.text);
}

void pgn_line_write(const struct line *line, bool then, struct pgn_text *out, pgn_word_fn *put)
{
    struct pgn_text word = {0};
    pgn_put(&word, "{");
    if (then)
        pgn_put(&word, "[%cc.then] ");
    const struct value *commands = value_at(&line->extra, "commands");
    bool told = commands && pgn_commands_are_told(commands, PGN_AT_LINE, NULL);
    struct value more = {.type = VALUE_MAP};
    for (int i = 0; i < line->extra.n; i++)
        if (!told || strcmp(line->extra.entry[i].key, "commands") != 0)
            value_copy(value_add(&more, line->extra.entry[i].key), &line->extra.entry[i].value);
    if (line->title || line->kind || more.n || !line->n) {
        pgn_put(&word, "[%cc.line");
        pgn_value_put(&word, "title", line->title);
        pgn_value_put(&word, "kind", line->kind);
        pgn_more_put(&word, "more", &more);
        pgn_put(&word, "] ");
    }
    put_argument(&word, "[%by ", line->by);
    if (told)
        pgn_commands_put(&word, commands);
    pgn_text_put(&word, line->comment ? line->comment : "");
    pgn_put(&word, "}");
    if (word.length > 2)
        put(out, word.text);
    free(word.text);
    value_clear(&more);
}

/* Writes the commands collected in `word` as a separate comment, if there are any. */
static void put_commands(struct pgn_text *out, struct pgn_text *word, pgn_word_fn *put)
{
    if (word->length > 1) {
        word->text[--word->length] = '\0'; /* the last space */
        pgn_put(word, "}");
        put(out, word->text);
    }
    free(word->text);
}

void pgn_marks_write(const struct marks *marks, struct pgn_text *out, pgn_word_fn *put)
{
    struct pgn_text word = {0};
    pgn_put(&word, "{");
    pgn_marks_put(&word, marks);
    put_commands(out, &word, put);
}

static void put_plain(struct pgn_text *out, const char *command, const char *value)
{
    if (!value)
        return;
    pgn_put(out, command);
    pgn_put(out, value);
    pgn_put(out, "] ");
}

void pgn_notes_write(const struct notes *notes, struct pgn_text *out, pgn_word_fn *put)
{
    for (int i = 0; i < notes->comments.n; i++)
        pgn_comment_write(&notes->comments.v[i], out, put);
    struct pgn_text word = {0};
    char side[2] = {notes->side, '\0'};
    const struct value *eval = value_at(&notes->other, "eval"), *commands = value_at(&notes->other, "commands");
    bool told = commands && pgn_commands_are_told(commands, PGN_AT_PLY, notes);
    struct pgn_as_written written = told ? pgn_as_written(notes) : (struct pgn_as_written){.clk = false};
    pgn_put(&word, "{");
    put_plain(&word, "[%clk ", written.clk ? NULL : notes->clk);
    put_plain(&word, "[%emt ", written.emt ? NULL : notes->emt);
    put_plain(&word, "[%cc.utc ", notes->utc);
    put_plain(&word, "[%cc.side ", notes->side ? side : NULL);
    if (notes->gap)
        pgn_put(&word, "[%cc.gap] ");
    if (eval && eval->type == VALUE_MAP && !written.eval)
        pgn_eval_put(&word, eval);
    pgn_marks_put(&word, &notes->marks);
    for (int i = 0; i < notes->step_count; i++)
        pgn_step_put(&word, &notes->steps[i]);
    pgn_ply_put(&word, notes);
    if (told)
        pgn_commands_put(&word, commands);
    put_commands(out, &word, put);
}
