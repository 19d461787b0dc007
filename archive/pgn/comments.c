/* comments.c - parses and writes PGN comments with the commands in them: see
 * pgn_internal.h.
 *
 * Commands in a comment, "[%clk 0:41:07]", become clocks, evaluations and marks. Our own commands,
 * "[%cc.mark ...]", carry what PGN cannot express. (The commands for headers and for keys of plies
 * are in extensions.c.) All other commands are kept verbatim. For a ply we write one PGN comment
 * for each of its comments, then one with all its commands, so that reading them back gives the
 * same notes. */
#include "config.h"

#include "archive/pgn/pgn_internal.h"
#include "archive/record/edit.h"
#include "archive/record/schema.h"
#include "archive/util/string_pool.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { VALUE_MAX = 70000, COMMENT_MAX = 60000 };

/* The command for a closing brace, which no PGN comment can contain. */
static const char close_brace[] = "[%cc.close]";

/* --- reading a comment --- */

/* Keeps a command verbatim in the notes of the ply. If the comment belongs to no ply, keeps it for
 * the game or the variation that begins with the comment. */
static void keep_command(struct notes *notes, struct pgn_comment *out, const char *text,
                         size_t length)
{
    struct value *list = notes ? value_list(&notes->other, "commands") : &out->commands;
    list->type = VALUE_LIST;
    struct value *command = value_append(list);
    word_drop(command->text);
    command->text = pgn_cut(text, length);
    for (char *t = command->text; *t; t++)
        if ((unsigned char)*t < ' ')
            *t = ' '; /* the file may have line breaks anywhere in the text */
}

/* Adds marks that all have the same author. If some are invalid, a command with these is kept
 * verbatim. */
static bool take_colours(const char *name, const char *arguments, struct notes *notes,
                         struct marks *marks, struct pgn_comment *out)
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

/* Reads the keys of a variation that this program does not know, and its `commands` if they are a
 * list of texts. Drops all other keys. */
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

/* Reads [%cc.more], the keys of a ply. */
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

/* Reads the text of the ply in [%cc.ply]; NULL if it is invalid. */
static char *comments_ply_text(const char *arguments)
{
    char *text = pgn_value_take(arguments, "text");
    if (text && strlen(text) > PLY_BYTES_MAX) {
        free(text);
        return NULL;
    }
    return text;
}

/* Handles a known command; *exact becomes false if it must also be kept verbatim. */
static bool take_command(const char *name, const char *arguments, struct notes *notes,
                         struct marks *marks, struct pgn_comment *out, bool *exact)
{
    if (!strcmp(name, "by") || !strcmp(name, "cc.lang") || !strcmp(name, "cc.date")) {
        char **slot = name[0] == 'b'             ? &out->by
                      : !strcmp(name, "cc.lang") ? &out->lang
                                                 : &out->on_date;
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
        return (out->ply = comments_ply_text(arguments)) != NULL;
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

/* Reads a command at the start of a text; `close` is the first ']' in it (NULL: none). The
 * command is handled or kept verbatim. Returns its length, 0 if there is no command. */
static size_t comments_read_command(const char *text, const char *close, struct notes *notes,
                                    struct marks *marks, struct pgn_comment *out)
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
    if (!take_command(inside, arguments, notes, notes ? &notes->marks : marks, out, &exact) ||
        !exact)
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
    *out = (struct pgn_comment){.text = memory_new(length + 1, 1),
                                .line.type = VALUE_MAP,
                                .game.type = VALUE_MAP,
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
        size_t command = escape || text[i] != '['
                             ? 0
                             : comments_read_command(text + i, close, notes, marks, out);
        if (command || (!escape && strchr(" \t\n", text[i]))) {
            lines += text[i] == '\n';
            gap = true;
            i += command ? command : 1;
            continue;
        }
        if (gap && n > 0)
            out->text[n++] = lines > 1 ? '\n' : ' '; /* a blank line in the file stands for a line
                                                        feed in the comment */
        gap = false;
        lines = 0;
        for (const char *byte = sign; *byte; byte++)
            out->text[n++] = *byte; /* this fits, because the command is at least as long as the
                                       character */
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

/* The size to allocate: exact for short texts, a power of two for long ones, which may grow very
 * often. */
static size_t comments_room_of(size_t size)
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
    if (!*to || comments_room_of(size) != comments_room_of(before)) {
        char *wider = realloc(*to, comments_room_of(size));
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
    char **slots[] = {&line->title, &line->kind, &line->by},
         **values[] = {&read->title, &read->kind, &read->by};
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
    pgn_value_put(&quoted, "", value); /* the characters ' ="value"' */
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
    /* [%cc.line] also shows which ply is replaced by a variation that cannot be played there. */
    if (line->title || line->kind || more.n || !line->n ||
        (line->v[0].notes && line->v[0].notes->broken)) {
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
        word->text[--word->length] = '\0'; /* drop the last space */
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

static void comments_put_plain(struct pgn_text *out, const char *command, const char *value)
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
    const struct value *eval = value_at(&notes->other, "eval"),
                       *commands = value_at(&notes->other, "commands");
    bool told = commands && pgn_commands_are_told(commands, PGN_AT_PLY, notes);
    struct pgn_as_written written =
        told ? pgn_as_written(notes) : (struct pgn_as_written){.clk = false};
    pgn_put(&word, "{");
    comments_put_plain(&word, "[%clk ", written.clk ? NULL : notes->clk);
    comments_put_plain(&word, "[%emt ", written.emt ? NULL : notes->emt);
    comments_put_plain(&word, "[%cc.utc ", notes->utc);
    comments_put_plain(&word, "[%cc.side ", notes->side ? side : NULL);
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

/* ---- Parses and writes commands in PGN comments, "[%clk 0:41:07]": clocks, evaluations, marks,
 * step notes.
 *
 * Our own commands, "[%cc.mark ...]", carry what PGN cannot express, as key="value" pairs. Which
 * commands a comment has, and the text around them, is up to comments.c. */

enum { MARKS_MAX = 256, NAG_DIGITS = 6, NAGS_ALL = 1000000, NAGS_USUAL = 64, NAGS_ADDED = 1000 };

/* --- values of our own commands: key="value", with %XX for the few characters that would end
 * something --- */

static bool needs_code(char c)
{
    return c == '"' || c == '%' || c == ']' || c == '[' || c == '{' || c == '}' ||
           (unsigned char)c < ' ' || c == 0x7F;
}

void pgn_value_put(struct pgn_text *out, const char *key, const char *value)
{
    char code[8];
    if (!value)
        return;
    pgn_put(out, " ");
    pgn_put(out, key);
    pgn_put(out, "=\"");
    bool clean = pgn_is_clean(value); /* if the value has characters that a file must escape, escape
                                         all its non-ASCII bytes */
    for (const char *v = value; *v; v++) {
        bool folded = *v == ' ' && (v == value || v[-1] == ' ' || !v[1]);
        bool coded = needs_code(*v) || folded || (!clean && (unsigned char)*v > 0x7F);
        snprintf(code, sizeof code, coded ? "%%%02X" : "%c", (unsigned char)*v);
        pgn_put(out, code);
    }
    pgn_put(out, "\"");
}

static int comments_hex(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool is_utf8(const char *text, size_t length)
{
    utf8proc_int32_t c;
    for (utf8proc_ssize_t n; length > 0; text += n, length -= (size_t)n)
        if ((n = utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, &c)) <=
            0)
            return false;
    return true;
}

/* The decoded value of a key in a command's arguments, owned by the caller; NULL if it is missing
 * or has no closing quotation mark. */
char *pgn_value_take(const char *arguments, const char *key)
{
    const char *at = arguments, *text = NULL;
    while (!text) {
        at += strspn(at, " ");
        if (!*at)
            return NULL;
        size_t name = strcspn(at, "=\" ");
        bool quoted = !strncmp(at + name, "=\"", 2);
        if (quoted && name == strlen(key) && !memcmp(at, key, name))
            text = at + name + 2;
        else if (quoted)
            at += name + 2 + strcspn(at + name + 2, "\"");
        at += strcspn(at, " ");
    }
    at = text;
    size_t length = strcspn(at, "\""), n = 0;
    if (!at[length])
        return NULL;
    char *value = memory_new(length + 1, 1);
    for (size_t i = 0; i < length; i++)
        if (at[i] == '%' && i + 2 < length + 1 && comments_hex(at[i + 1]) >= 0 &&
            comments_hex(at[i + 2]) >= 0) {
            value[n++] = (char)(16 * comments_hex(at[i + 1]) + comments_hex(at[i + 2]));
            i += 2;
        } else {
            value[n++] = at[i];
        }
    value[n] = '\0';
    if (strlen(value) == n && is_utf8(value, n))
        return value;
    free(value); /* other programs may use % for something else: return the text unchanged */
    return pgn_cut(at, length);
}

static int comments_take_number(const char *arguments, const char *key)
{
    char *value = pgn_value_take(arguments, key);
    int number = value ? atoi(value) : 0;
    free(value);
    return number > 0 ? number : 0;
}

/* Splits words into a NULL-terminated list of texts; NULL for NULL. */
static char **split_words(char *words)
{
    int n = 0, room = 0;
    char **list = NULL, *save = NULL;
    if (!words)
        return NULL;
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        list = memory_room(list, &room, n + 2, sizeof *list);
        list[n++] = memory_text(word);
        list[n] = NULL;
    }
    free(words);
    return list;
}

static char *join_words(char **list)
{
    size_t size = 1;
    for (char **word = list; *word; word++)
        size += strlen(*word) + 1;
    char *text = memory_new(size, 1);
    size_t used = 0;
    for (char **word = list; *word; word++)
        text_add(text, size, &used, "%s%s", used ? " " : "", *word);
    return text;
}

/* --- marks --- */

static const struct {
    char letter;
    const char *name;
} colours[] = {{'G', "green"}, {'R', "red"}, {'Y', "yellow"}, {'B', "blue"}};

static const char *colour_named(char letter)
{
    for (int i = 0; i < 4; i++)
        if (colours[i].letter == letter)
            return colours[i].name;
    return NULL;
}

static char colour_letter(const char *name)
{
    for (int i = 0; name && i < 4; i++)
        if (!strcmp(colours[i].name, name))
            return colours[i].letter;
    return 0;
}

/* The length of a cell name at the start of a text, 0 if there is none. */
static size_t cell_length(const char *text)
{
    if (text[0] < 'a' || text[0] > 'z' || text[1] < '1' || text[1] > '9')
        return 0;
    return text[2] >= '0' && text[2] <= '9' ? 3 : 2;
}

/* Parses one mark of a list, `length` bytes; false if it is invalid. */
static bool comments_read_colour(const char *text, size_t length, bool arrows, struct marks *marks)
{
    const char *colour = colour_named(*text);
    size_t first = colour && length > 2 ? cell_length(text + 1) : 0;
    size_t second = first && arrows ? cell_length(text + 1 + first) : 0;
    if (!first || (arrows && !second) || 1 + first + second != length)
        return false;
    struct mark *mark = marks_append(marks, arrows ? "arrow" : "square");
    mark->color = memory_text(colour);
    *(arrows ? &mark->from : &mark->at) = pgn_cut(text + 1, first);
    if (arrows)
        mark->to = pgn_cut(text + 1 + first, second);
    return true;
}

bool pgn_colours_read(const char *text, bool arrows, struct marks *marks, char **rest)
{
    int before = marks->n;
    size_t used = 0, size = strlen(text) + 1;
    char *others = memory_new(size, 1);
    bool full = false;
    for (const char *at = text; *at;) {
        size_t all = strcspn(at, ","), lead = strspn(at, " "), length = all;
        while (length > lead && at[length - 1] == ' ')
            length--;
        full = full || marks->n >= MARKS_MAX;
        if (length > lead && !full &&
            !comments_read_colour(at + lead, length - lead, arrows, marks))
            text_add(others, size, &used, "%s%.*s", used ? "," : "", (int)(length - lead),
                     at + lead);
        at += all + (at[all] == ',');
    }
    *rest = NULL;
    if (full || marks->n == before) {
        while (marks->n > before)
            marks_remove(marks, marks->n - 1);
        free(others);
        return false;
    }
    if (used)
        *rest = others;
    else
        free(others);
    return true;
}

/* True if a mark has no extra keys but its author. */
static bool is_ordinary(const struct mark *mark)
{
    return mark->extra.n == 0 || (mark->extra.n == 1 && mark_author(mark));
}

static bool comments_is_bare(const struct mark *mark)
{
    return !mark->label && !mark->path && !mark->cells && is_ordinary(mark) &&
           colour_letter(mark->color);
}

static bool comments_is_cell(const char *text)
{
    return *text && cell_length(text) == strlen(text);
}

static bool is_square(const struct mark *mark)
{
    return comments_is_bare(mark) && !strcmp(mark->as, "square") && mark->at &&
           comments_is_cell(mark->at) && !mark->from && !mark->to;
}

static bool is_arrow(const struct mark *mark)
{
    return comments_is_bare(mark) && !strcmp(mark->as, "arrow") && mark->from &&
           comments_is_cell(mark->from) && mark->to && comments_is_cell(mark->to) && !mark->at;
}

static void put_mark_values(struct pgn_text *out, const struct mark *mark)
{
    char *path = mark->path ? join_words(mark->path) : NULL,
         *cells = mark->cells ? join_words(mark->cells) : NULL;
    pgn_value_put(out, "as", mark->as);
    pgn_value_put(out, "color", mark->color);
    pgn_value_put(out, "label", mark->label);
    pgn_value_put(out, "at", mark->at);
    pgn_value_put(out, "from", mark->from);
    pgn_value_put(out, "to", mark->to);
    pgn_value_put(out, "path", path);
    pgn_value_put(out, "cells", cells);
    if (is_ordinary(mark))
        pgn_value_put(out, "by", mark_author(mark));
    else
        pgn_more_put(out, "more", &mark->extra);
    free(path);
    free(cells);
}

static bool are_cells(char **list)
{
    for (char **cell = list; cell && *cell; cell++)
        if (!schema_fits(*cell, SHAPE_CELL))
            return false;
    return true;
}

/* True if the mark has valid cells and a label that is short enough, so that it could be read back
 * from a YAML file. */
static bool mark_fits(const struct mark *mark)
{
    enum { LABEL_MAX = 32 };
    const char *const cells[] = {mark->at, mark->from, mark->to};
    for (int i = 0; i < 3; i++)
        if (cells[i] && !schema_fits(cells[i], SHAPE_CELL))
            return false;
    return are_cells(mark->path) && are_cells(mark->cells) &&
           (!mark->label || strlen(mark->label) <= LABEL_MAX);
}

bool pgn_mark_take(const char *arguments, struct marks *marks)
{
    char *as = marks->n < MARKS_MAX ? pgn_value_take(arguments, "as") : NULL;
    if (!as)
        return false;
    struct mark *mark = marks_append(marks, as);
    free(as);
    mark->color = pgn_value_take(arguments, "color");
    mark->label = pgn_value_take(arguments, "label");
    mark->at = pgn_value_take(arguments, "at");
    mark->from = pgn_value_take(arguments, "from");
    mark->to = pgn_value_take(arguments, "to");
    mark->path = split_words(pgn_value_take(arguments, "path"));
    mark->cells = split_words(pgn_value_take(arguments, "cells"));
    mark->extra.type = VALUE_MAP;
    char *by = pgn_value_take(arguments, "by");
    if (by)
        value_set(&mark->extra, "by", by, false);
    else
        pgn_more_take(arguments, "more", schema_mark, &mark->extra);
    free(by);
    if (!mark_fits(mark)) {
        marks_remove(marks, marks->n - 1);
        return false;
    }
    return true;
}

static bool same_author(const struct mark *a, const struct mark *b)
{
    const char *one = mark_author(a), *other = mark_author(b);
    return one && other ? !strcmp(one, other) : one == other;
}

/* Names the author of the plain marks that follow, unless the mark before them has the same
 * author. */
static void put_author(struct pgn_text *out, const struct mark *mark, const struct mark **before)
{
    static const struct mark nobodys;
    if (!same_author(mark, *before ? *before : &nobodys)) {
        pgn_put(out, "[%cc.marks");
        pgn_value_put(out, "by", mark_author(mark));
        pgn_put(out, "] ");
    }
    *before = mark;
}

/* Consecutive plain marks of one kind and author share a command, so that their order is
 * preserved. */
void pgn_marks_put(struct pgn_text *out, const struct marks *marks)
{
    const struct mark *last = NULL;
    for (int i = 0; i < marks->n; i++) {
        const struct mark *mark = &marks->v[i];
        bool square = is_square(mark), arrow = is_arrow(mark);
        if (!square && !arrow) {
            pgn_put(out, "[%cc.mark");
            put_mark_values(out, mark);
            pgn_put(out, "] ");
            continue;
        }
        bool follows = i > 0 && same_author(mark, mark - 1) &&
                       (square ? is_square(mark - 1) : is_arrow(mark - 1));
        bool followed = i + 1 < marks->n && same_author(mark, mark + 1) &&
                        (square ? is_square(mark + 1) : is_arrow(mark + 1));
        put_author(out, mark, &last);
        char text[32];
        snprintf(text, sizeof text, "%c%s%s", colour_letter(mark->color),
                 square ? mark->at : mark->from, square ? "" : mark->to);
        pgn_put(out, follows ? "," : square ? "[%csl " : "[%cal ");
        pgn_put(out, text);
        pgn_put(out, followed ? "" : "] ");
    }
}

/* --- steps: notes inside a ply --- */

/* Searches only the last few notes: those on one member are usually together, and a ply may have a
 * hundred thousand notes. */
static struct step_note *find_step(struct notes *notes, int part, int step)
{
    enum { LOOK_BACK = 512 };
    for (int i = notes->step_count - 1; i >= 0 && i >= notes->step_count - LOOK_BACK; i--)
        if (notes->steps[i].part == part && notes->steps[i].step == step)
            return &notes->steps[i];
    return NULL;
}

static struct step_note *comments_step_of(struct notes *notes, int part, int step)
{
    struct step_note *there = find_step(notes, part, step);
    if (there)
        return there;
    notes->steps =
        memory_room(notes->steps, &notes->step_room, notes->step_count + 1, sizeof *notes->steps);
    struct step_note *note = &notes->steps[notes->step_count++];
    *note = (struct step_note){.part = part, .step = step};
    return note;
}

static bool comments_is_set(const char *arguments, const char *key)
{
    char *value = pgn_value_take(arguments, key);
    free(value);
    return value != NULL;
}

static void add_nag(struct nags *nags, int nag)
{
    nags->v = memory_room(nags->v, &nags->room, nags->n + 1, sizeof *nags->v);
    nags->v[nags->n++] = nag;
}

/* True if a list has that glyph. If the list is long, looks the glyph up in a set and also adds it
 * to the set. */
static bool comments_has_nag(uint64_t **set, const struct nags *nags, int nag)
{
    if (nags->n < NAGS_USUAL) {
        for (int i = 0; i < nags->n; i++)
            if (nags->v[i] == nag)
                return true;
        return false;
    }
    if (!*set) {
        *set = memory_new(NAGS_ALL / 64, sizeof **set);
        for (int i = 0; i < nags->n; i++)
            (*set)[nags->v[i] / 64] |= 1ull << nags->v[i] % 64;
    }
    bool has = (*set)[nag / 64] >> nag % 64 & 1;
    (*set)[nag / 64] |= 1ull << nag % 64;
    return has;
}

/* Parses glyphs, each once; false if a word is invalid. */
static bool read_nags(const char *arguments, struct nags *nags)
{
    char *text = pgn_value_take(arguments, "nags"), *save = NULL;
    uint64_t *set = NULL;
    bool good = true;
    for (char *word = text ? strtok_r(text, " ", &save) : NULL; word && good;
         word = strtok_r(NULL, " ", &save)) {
        size_t digits = strspn(word, "0123456789");
        good = !word[digits] && digits <= NAG_DIGITS;
        if (good && !comments_has_nag(&set, nags, atoi(word)))
            add_nag(nags, atoi(word));
    }
    free(set);
    free(text);
    return good;
}

/* Joins the glyphs of one step from several commands. */
static void join_nags(struct nags *nags, const struct nags *more)
{
    int before = nags->n;
    for (int i = 0; i < more->n; i++) {
        int at = 0;
        while (at < before && nags->v[at] != more->v[i])
            at++;
        if (at == before)
            add_nag(nags, more->v[i]);
    }
}

/* Adds the glyphs of a step. Returns false and adds nothing if a word is invalid. Also returns
 * false if an earlier command gave the step glyphs and both together are more than NAGS_ADDED:
 * joining them would be slow. The caller then keeps the command verbatim. */
static bool comments_take_nags(const char *arguments, struct notes *notes, int part, int number)
{
    struct nags nags = {0};
    struct step_note *step = find_step(notes, part, number);
    bool good = read_nags(arguments, &nags) &&
                (!nags.n || !step || !step->nags.n || step->nags.n + nags.n <= NAGS_ADDED);
    if (good && nags.n)
        join_nags(&comments_step_of(notes, part, number)->nags, &nags);
    free(nags.v);
    return good;
}

/* An invalid mark must not leave an empty note behind. */
static bool take_step_mark(const char *arguments, struct notes *notes, int part, int number)
{
    bool is_new = !find_step(notes, part, number);
    struct step_note *step = comments_step_of(notes, part, number);
    if (pgn_mark_take(arguments, &step->marks))
        return true;
    if (is_new)
        notes_tidy_step(notes, step);
    return false;
}

bool pgn_step_take(const char *name, const char *arguments, struct notes *notes)
{
    int part = comments_take_number(arguments, "part");
    bool of_mark = !strcmp(name, "cc.stepmark");
    char *as = of_mark ? pgn_value_take(arguments, "as") : NULL;
    bool whole = part > 0 && (as || !of_mark);
    free(as);
    if (!whole)
        return false;
    int number = comments_take_number(arguments, "step");
    if (of_mark)
        return take_step_mark(arguments, notes, part, number);
    if (!comments_take_nags(arguments, notes, part, number))
        return false;
    struct step_note *step = comments_step_of(notes, part, number);
    step->extra.type = VALUE_MAP;
    pgn_more_take(arguments, "more", schema_step, &step->extra);
    char *after = pgn_value_take(arguments, "after"), *text = pgn_value_take(arguments, "text");
    if (after && !step->after)
        step->after = after;
    else
        free(after);
    if (text) {
        char *by = pgn_value_take(arguments, "by");
        struct comment *comment = comments_append(&step->comments, text, by);
        comment->lang = pgn_value_take(arguments, "lang");
        char *date = pgn_value_take(arguments, "date");
        if (date && schema_fits(date, SHAPE_DATE))
            comment->on_date = date;
        else
            free(date);
        comment->is_private = comments_is_set(arguments, "private");
        comment->extra.type = VALUE_MAP;
        pgn_more_take(arguments, "also", schema_comment, &comment->extra);
        free(by);
    }
    free(text);
    return true;
}

static void put_step_head(struct pgn_text *out, const char *command, const struct step_note *step)
{
    char number[16];
    pgn_put(out, command);
    snprintf(number, sizeof number, "%d", step->part);
    pgn_value_put(out, "part", number);
    snprintf(number, sizeof number, "%d", step->step);
    if (step->step)
        pgn_value_put(out, "step", number);
}

static void put_nags(struct pgn_text *out, const struct nags *nags)
{
    size_t room = (size_t)nags->n * 12 + 1, used = 0;
    char *text = nags->n ? memory_new(room, 1) : NULL;
    for (int i = 0; i < nags->n; i++)
        text_add(text, room, &used, "%s%d", i ? " " : "", nags->v[i]);
    pgn_value_put(out, "nags", text);
    free(text);
}

void pgn_step_put(struct pgn_text *out, const struct step_note *step)
{
    put_step_head(out, "[%cc.step", step);
    pgn_value_put(out, "after", step->after);
    pgn_more_put(out, "more", &step->extra);
    put_nags(out, &step->nags);
    for (int i = 0; i < step->comments.n; i++) {
        const struct comment *comment = &step->comments.v[i];
        if (i > 0) {
            pgn_put(out, "] ");
            put_step_head(out, "[%cc.step", step);
        }
        pgn_value_put(out, "text", comment->text);
        pgn_value_put(out, "by", comment->by);
        pgn_value_put(out, "lang", comment->lang);
        pgn_value_put(out, "date", comment->on_date);
        pgn_value_put(out, "private", comment->is_private ? "yes" : NULL);
        pgn_more_put(out, "also", &comment->extra);
    }
    pgn_put(out, "] ");
    for (int i = 0; i < step->marks.n; i++) {
        put_step_head(out, "[%cc.stepmark", step);
        put_mark_values(out, &step->marks.v[i]);
        pgn_put(out, "] ");
    }
}

/* --- clocks and evaluations --- */

/* True for H:MM:SS with up to three decimals: the archive's clock format. */
bool pgn_is_clock(const char *text)
{
    size_t hours = strspn(text, "0123456789");
    const char *t = text + hours;
    if (hours < 1 || hours > 4)
        return false;
    for (int part = 0; part < 2; part++, t += 3)
        if (t[0] != ':' || t[1] < '0' || t[1] > '5' || !isdigit((unsigned char)t[2]))
            return false;
    size_t decimals = *t == '.' ? strspn(t + 1, "0123456789") : 0;
    return *t == '\0' || (*t == '.' && decimals >= 1 && decimals <= 3 && t[1 + decimals] == '\0');
}

/* Parses a part of a clock with at most `most` digits; returns what follows it, or NULL. */
static const char *take_digits(const char *at, size_t most, int *out)
{
    size_t digits = strspn(at, "0123456789");
    *out = digits && digits <= most ? atoi(at) : 0;
    return digits && digits <= most ? at + digits : NULL;
}

bool pgn_clock_read(const char *text, char out[static PGN_CLOCK_ROOM])
{
    enum { PARTS = 3, MINUTE = 60, DECIMALS = 3, HOURS_MOST = 9999 };
    int part[PARTS] = {0}, parts = 0;
    const char *at = text;
    for (; parts < PARTS; parts++) {
        at = take_digits(at, 4, &part[parts]);
        if (!at || *at != ':')
            break;
        at++;
    }
    if (!at || parts == 0 || parts == PARTS)
        return false;
    if (parts == 1) { /* only minutes and seconds were given */
        part[2] = part[1];
        part[1] = part[0] % MINUTE;
        part[0] /= MINUTE;
    }
    size_t decimals = *at == '.' || *at == ',' ? strspn(at + 1, "0123456789") : 0;
    if (part[1] >= MINUTE || part[2] >= MINUTE || part[0] > HOURS_MOST ||
        (decimals ? at[1 + decimals] : *at))
        return false;
    size_t used = 0;
    text_add(out, PGN_CLOCK_ROOM, &used, "%d:%02d:%02d", part[0], part[1], part[2]);
    if (decimals)
        text_add(out, PGN_CLOCK_ROOM, &used, ".%.*s",
                 (int)(decimals < DECIMALS ? decimals : DECIMALS), at + 1);
    return true;
}

/* Parses a mate in a number of moves, "#-3" or "M5"; the sign may stand before or after the
 * letter. NULL if it is invalid. */
static const char *take_mate(const char *at, char out[16])
{
    bool minus = *at == '-', sign = minus || *at == '+';
    at += sign;
    if (*at != '#' && *at != 'M')
        return NULL;
    at++;
    if (!sign && (*at == '-' || *at == '+'))
        minus = *at++ == '-';
    size_t digits = strspn(at, "0123456789");
    if (digits < 1 || digits > 6)
        return NULL;
    snprintf(out, 16, "%s%d", minus ? "-" : "", atoi(at));
    return at + digits;
}

/* Parses an evaluation in pawns with decimals into rounded hundredths. NULL if it is invalid. */
static const char *take_pawns(const char *at, char out[16])
{
    bool minus = *at == '-';
    at += *at == '-' || *at == '+';
    size_t whole = strspn(at, "0123456789"),
           decimals = at[whole] == '.' ? strspn(at + whole + 1, "0123456789") : 0;
    if (whole > 6 || (!whole && !decimals))
        return NULL;
    int cents = 0;
    for (size_t i = 0; i < whole; i++)
        cents = 10 * cents + (at[i] - '0');
    for (size_t i = 0; i < 2; i++)
        cents = 10 * cents + (i < decimals ? at[whole + 1 + i] - '0' : 0);
    cents += decimals > 2 && at[whole + 3] >= '5';
    snprintf(out, 16, "%s%d", minus && cents ? "-" : "", cents);
    return at + whole + (at[whole] == '.') + decimals;
}

/* Writes an evaluation in the form that pgn_eval_put() uses. */
static void eval_text(char *text, size_t size, const char *mate, const char *cp, const char *depth)
{
    long cents = atol(cp);
    size_t used = 0;
    if (*mate)
        text_add(text, size, &used, "#%s", mate);
    else
        text_add(text, size, &used, "%s%ld.%02ld", cents < 0 ? "-" : "", labs(cents) / 100,
                 labs(cents) % 100);
    text_add(text, size, &used, "%s%s", *depth ? "," : "", depth);
}

bool pgn_eval_read(const char *text, struct value *other, bool *exact)
{
    char number[16], depth[16] = "", again[64];
    const char *key = "mate", *at = take_mate(text, number);
    if (!at) {
        key = "cp";
        at = take_pawns(text, number);
    }
    if (!at)
        return false;
    if (*at == ',' || *at == '/') {
        size_t digits = strspn(at + 1, "0123456789");
        if (digits < 1 || digits > 4 || at[1 + digits])
            return false;
        snprintf(depth, sizeof depth, "%d", atoi(at + 1));
    } else if (*at) {
        return false;
    }
    bool mate = *key == 'm';
    eval_text(again, sizeof again, mate ? number : "", mate ? "" : number, depth);
    if (exact)
        *exact = !strcmp(again, text);
    struct value *eval = value_map(other, "eval");
    value_set(eval, key, number, true);
    if (*depth)
        value_set(eval, "depth", depth, true);
    return true;
}

bool pgn_eval_put(struct pgn_text *out, const struct value *eval)
{
    char text[64];
    const char *mate = value_text(eval, "mate"), *cp = value_text(eval, "cp"),
               *depth = value_text(eval, "depth");
    struct value again = {.type = VALUE_MAP};
    bool exact = false;
    if (!*mate && !*cp)
        return false;
    eval_text(text, sizeof text, mate, cp, depth);
    bool read = pgn_eval_read(text, &again, &exact) && exact;
    if (read) {
        pgn_put(out, "[%eval ");
        pgn_put(out, text);
        pgn_put(out, "] ");
    }
    value_clear(&again);
    return read;
}
