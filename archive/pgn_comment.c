/* pgn_comment.c - comments of PGN and the commands in them, in both directions: see pgn_parts.h.
 *
 * A comment's commands, "[%clk 0:41:07]", become clocks, evaluations and marks; commands of ours, "[%cc.mark ...]", carry
 * what PGN has no word for; every other command is kept verbatim. What is written for a ply is one comment for each of its
 * comments, then one with all its commands, so that reading it back gives the same notes. */
#include "archive/pgn_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = 70000, MARKS_MAX = 256 };

/* A closing brace, which no comment of PGN can hold. */
static const char close_brace[] = "[%cc.close]";

/* --- values of our own commands: key="value", with %XX for the few signs that would end something --- */

static bool needs_code(char c)
{
    return c == '"' || c == '%' || c == ']' || c == '[' || c == '{' || c == '}' || (unsigned char)c < ' ';
}

static void put_value(struct pgn_text *out, const char *key, const char *value)
{
    char code[8];
    if (!value)
        return;
    pgn_put(out, " ");
    pgn_put(out, key);
    pgn_put(out, "=\"");
    for (const char *v = value; *v; v++) {
        snprintf(code, sizeof code, needs_code(*v) ? "%%%02X" : "%c", (unsigned char)*v);
        pgn_put(out, code);
    }
    pgn_put(out, "\"");
}

static int hex(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The value of a key in the arguments of a command, decoded and owned by the caller; NULL without one. */
static char *take_value(const char *arguments, const char *key)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%s=\"", key);
    const char *at = arguments;
    for (at = strstr(at, wanted); at && at != arguments && at[-1] != ' '; at = strstr(at + 1, wanted))
        continue;
    if (!at)
        return NULL;
    at += strlen(wanted);
    size_t length = strcspn(at, "\""), n = 0;
    char *value = memory_new(length + 1, 1);
    for (size_t i = 0; i < length; i++)
        if (at[i] == '%' && i + 2 < length + 1 && hex(at[i + 1]) >= 0 && hex(at[i + 2]) >= 0) {
            value[n++] = (char)(16 * hex(at[i + 1]) + hex(at[i + 2]));
            i += 2;
        } else {
            value[n++] = at[i];
        }
    value[n] = '\0';
    return value;
}

static int take_number(const char *arguments, const char *key)
{
    char *value = take_value(arguments, key);
    int number = value ? atoi(value) : 0;
    free(value);
    return number > 0 ? number : 0;
}

/* A list of words as a NULL-terminated list of texts; NULL for NULL. */
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

/* The length of a cell's name at the beginning of a text, 0 for none. */
static size_t cell_length(const char *text)
{
    if (text[0] < 'a' || text[0] > 'z' || text[1] < '1' || text[1] > '9')
        return 0;
    return text[2] >= '0' && text[2] <= '9' ? 3 : 2;
}

/* "Gd4,Re5" or "Ge2e4,Rd1d8" as marks; false (and nothing added) when it is anything else. */
static bool read_colour_list(const char *text, bool arrows, struct marks *marks)
{
    int before = marks->n;
    for (const char *at = text; *at;) {
        const char *colour = colour_named(*at);
        size_t first = colour ? cell_length(at + 1) : 0;
        size_t second = first && arrows ? cell_length(at + 1 + first) : 0;
        char next = first ? at[1 + first + second] : 'x';
        if (!first || (arrows && !second) || (next != ',' && next != '\0') || marks->n >= MARKS_MAX) {
            while (marks->n > before)
                marks_remove(marks, marks->n - 1);
            return false;
        }
        struct mark *mark = marks_append(marks, arrows ? "arrow" : "square");
        mark->color = memory_text(colour);
        *(arrows ? &mark->from : &mark->at) = pgn_cut(at + 1, first);
        if (arrows)
            mark->to = pgn_cut(at + 1 + first, second);
        at += 1 + first + second + (next == ',');
    }
    return true;
}

static bool is_bare(const struct mark *mark)
{
    return !mark->label && !mark->path && !mark->cells && mark->extra.n == 0 && colour_letter(mark->color);
}

static bool is_square(const struct mark *mark)
{
    return is_bare(mark) && !strcmp(mark->as, "square") && mark->at && !mark->from && !mark->to;
}

static bool is_arrow(const struct mark *mark)
{
    return is_bare(mark) && !strcmp(mark->as, "arrow") && mark->from && mark->to && !mark->at;
}

static void put_mark_values(struct pgn_text *out, const struct mark *mark)
{
    char *path = mark->path ? join_words(mark->path) : NULL, *cells = mark->cells ? join_words(mark->cells) : NULL;
    put_value(out, "as", mark->as);
    put_value(out, "color", mark->color);
    put_value(out, "label", mark->label);
    put_value(out, "at", mark->at);
    put_value(out, "from", mark->from);
    put_value(out, "to", mark->to);
    put_value(out, "path", path);
    put_value(out, "cells", cells);
    free(path);
    free(cells);
}

static void take_mark_values(const char *arguments, struct marks *marks)
{
    char *as = take_value(arguments, "as");
    struct mark *mark = marks_append(marks, as ? as : "label");
    free(as);
    mark->color = take_value(arguments, "color");
    mark->label = take_value(arguments, "label");
    mark->at = take_value(arguments, "at");
    mark->from = take_value(arguments, "from");
    mark->to = take_value(arguments, "to");
    mark->path = split_words(take_value(arguments, "path"));
    mark->cells = split_words(take_value(arguments, "cells"));
}

/* Neighbouring plain marks of one kind share a command, so that their order survives. */
static void put_marks(struct pgn_text *out, const struct marks *marks)
{
    for (int i = 0; i < marks->n; i++) {
        const struct mark *mark = &marks->v[i];
        bool square = is_square(mark), arrow = is_arrow(mark);
        if (!square && !arrow) {
            pgn_put(out, "[%cc.mark");
            put_mark_values(out, mark);
            pgn_put(out, "] ");
            continue;
        }
        bool follows = i > 0 && (square ? is_square(mark - 1) : is_arrow(mark - 1));
        bool followed = i + 1 < marks->n && (square ? is_square(mark + 1) : is_arrow(mark + 1));
        char text[32];
        snprintf(text, sizeof text, "%c%s%s", colour_letter(mark->color), square ? mark->at : mark->from,
                 square ? "" : mark->to);
        pgn_put(out, follows ? "," : square ? "[%csl " : "[%cal ");
        pgn_put(out, text);
        pgn_put(out, followed ? "" : "] ");
    }
}

/* --- steps: notes inside a ply --- */

static struct step_note *step_of(struct notes *notes, int part, int step)
{
    for (int i = 0; i < notes->step_count; i++)
        if (notes->steps[i].part == part && notes->steps[i].step == step)
            return &notes->steps[i];
    notes->steps = memory_room(notes->steps, &notes->step_room, notes->step_count + 1, sizeof *notes->steps);
    struct step_note *note = &notes->steps[notes->step_count++];
    *note = (struct step_note){.part = part, .step = step};
    return note;
}

static void take_step(const char *name, const char *arguments, struct notes *notes)
{
    int part = take_number(arguments, "part");
    struct step_note *step = step_of(notes, part ? part : 1, take_number(arguments, "step"));
    if (!strcmp(name, "cc.stepmark")) {
        take_mark_values(arguments, &step->marks);
        return;
    }
    char *nags = take_value(arguments, "nags"), *save = NULL;
    for (char *nag = nags ? strtok_r(nags, " ", &save) : NULL; nag; nag = strtok_r(NULL, " ", &save))
        nags_add(&step->nags, atoi(nag));
    free(nags);
    char *after = take_value(arguments, "after"), *text = take_value(arguments, "text");
    if (after && !step->after)
        step->after = after;
    else
        free(after);
    if (text) {
        char *by = take_value(arguments, "by");
        struct comment *comment = comments_append(&step->comments, text, by);
        comment->lang = take_value(arguments, "lang");
        comment->on_date = take_value(arguments, "date");
        free(by);
    }
    free(text);
}

static void put_step_head(struct pgn_text *out, const char *command, const struct step_note *step)
{
    char number[16];
    pgn_put(out, command);
    snprintf(number, sizeof number, "%d", step->part);
    put_value(out, "part", number);
    snprintf(number, sizeof number, "%d", step->step);
    if (step->step)
        put_value(out, "step", number);
}

static void put_step(struct pgn_text *out, const struct step_note *step)
{
    put_step_head(out, "[%cc.step", step);
    put_value(out, "after", step->after);
    if (step->nags.n) {
        char nags[256];
        size_t used = 0;
        for (int i = 0; i < step->nags.n; i++)
            text_add(nags, sizeof nags, &used, "%s%d", i ? " " : "", step->nags.v[i]);
        put_value(out, "nags", nags);
    }
    for (int i = 0; i < step->comments.n; i++) {
        const struct comment *comment = &step->comments.v[i];
        if (i > 0) {
            pgn_put(out, "] ");
            put_step_head(out, "[%cc.step", step);
        }
        put_value(out, "text", comment->text);
        put_value(out, "by", comment->by);
        put_value(out, "lang", comment->lang);
        put_value(out, "date", comment->on_date);
    }
    pgn_put(out, "] ");
    for (int i = 0; i < step->marks.n; i++) {
        put_step_head(out, "[%cc.stepmark", step);
        put_mark_values(out, &step->marks.v[i]);
        pgn_put(out, "] ");
    }
}

/* --- clocks and evaluations --- */

/* H:MM:SS with up to three decimals: what the archive calls a clock. */
static bool is_clock(const char *text)
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

/* "0.17", "-1.20,18", "#-3": an evaluation that can be written back to the byte. */
static bool read_eval(const char *text, struct value *other)
{
    char number[16], depth[16] = "", sign = 0;
    const char *t = text, *key = "cp";
    if (*t == '#') {
        key = "mate";
        t++;
    }
    if (*t == '-')
        sign = *t++;
    size_t whole = strspn(t, "0123456789"), used = 0;
    if (whole < 1 || whole > 6 || (whole > 1 && t[0] == '0'))
        return false;
    if (sign)
        text_add(number, sizeof number, &used, "-");
    if (!strcmp(key, "mate")) {
        text_add(number, sizeof number, &used, "%.*s", (int)whole, t);
        t += whole;
    } else {
        if (t[whole] != '.' || strspn(t + whole + 1, "0123456789") != 2)
            return false;
        int cents = atoi(t) * 100 + atoi(t + whole + 1);
        if (sign && cents == 0)
            return false;
        text_add(number, sizeof number, &used, "%d", cents);
        t += whole + 3;
    }
    if (*t == ',') {
        size_t digits = strspn(t + 1, "0123456789");
        if (digits < 1 || digits > 4 || t[1] == '0' || t[1 + digits])
            return false;
        snprintf(depth, sizeof depth, "%s", t + 1);
    } else if (*t) {
        return false;
    }
    struct value *eval = value_map(other, "eval");
    value_set(eval, key, number, true);
    if (*depth)
        value_set(eval, "depth", depth, true);
    return true;
}

static void put_eval(struct pgn_text *out, const struct value *eval)
{
    char text[64];
    const char *mate = value_text(eval, "mate"), *cp = value_text(eval, "cp"), *depth = value_text(eval, "depth");
    int cents = atoi(cp);
    if (*mate)
        snprintf(text, sizeof text, "[%%eval #%s", mate);
    else
        snprintf(text, sizeof text, "[%%eval %s%d.%02d", cents < 0 ? "-" : "", abs(cents) / 100, abs(cents) % 100);
    pgn_put(out, text);
    snprintf(text, sizeof text, "%s%s] ", *depth ? "," : "", depth);
    pgn_put(out, text);
}

/* --- reading a comment --- */

/* A command is for us, and is done. */
static bool take_command(const char *name, const char *arguments, struct notes *notes, struct marks *marks,
                         struct pgn_comment *out)
{
    if (!strcmp(name, "by") || !strcmp(name, "cc.lang") || !strcmp(name, "cc.date")) {
        char **slot = name[0] == 'b' ? &out->by : !strcmp(name, "cc.lang") ? &out->lang : &out->on_date;
        char keyed[600];
        if (*slot || strlen(arguments) > 500)
            return false;
        snprintf(keyed, sizeof keyed, "v=%s", arguments);
        *slot = take_value(keyed, "v");
        return *slot != NULL;
    }
    if (!strcmp(name, "cc.private"))
        return out->is_private = true;
    if (!strcmp(name, "cc.then"))
        return out->then = true;
    if (!strcmp(name, "cc.line")) {
        free(out->title);
        free(out->kind);
        out->title = take_value(arguments, "title");
        out->kind = take_value(arguments, "kind");
        return true;
    }
    if (!strcmp(name, "csl") || !strcmp(name, "cal"))
        return marks && read_colour_list(arguments, name[1] == 'a', marks);
    if (!strcmp(name, "cc.mark")) {
        if (marks)
            take_mark_values(arguments, marks);
        return marks != NULL;
    }
    if (!notes)
        return false;
    if (!strcmp(name, "cc.step") || !strcmp(name, "cc.stepmark"))
        return take_step(name, arguments, notes), true;
    if (!strcmp(name, "cc.gap"))
        return notes->gap = true;
    if (!strcmp(name, "cc.side") && strchr("wbr", arguments[0]) && !arguments[1])
        return notes->side = arguments[0], true;
    if (!strcmp(name, "cc.utc") && !notes->utc)
        return notes->utc = memory_text(arguments), true;
    bool clk = !strcmp(name, "clk"), emt = !strcmp(name, "emt");
    if ((clk || emt) && is_clock(arguments) && !(clk ? notes->clk : notes->emt)) {
        *(clk ? &notes->clk : &notes->emt) = memory_text(arguments);
        return true;
    }
    return !strcmp(name, "eval") && !value_at(&notes->other, "eval") && read_eval(arguments, &notes->other);
}

/* A command at the beginning of a text: handled or kept; its length, 0 when it is none. */
static size_t read_command(const char *text, size_t length, struct notes *notes, struct marks *marks,
                           struct pgn_comment *out)
{
    if (length < 4 || text[0] != '[' || text[1] != '%')
        return 0;
    const char *close = memchr(text, ']', length);
    if (!close || close - text > VALUE_MAX)
        return 0;
    size_t whole = (size_t)(close - text) + 1;
    char *inside = pgn_cut(text + 2, whole - 3);
    for (char *t = inside; *t; t++)
        if (*t == '\n' || *t == '\t')
            *t = ' ';
    size_t name = strcspn(inside, " ");
    char *arguments = pgn_cut(inside + name, strlen(inside) - name);
    inside[name] = '\0';
    bool kept = take_command(inside, arguments, notes, notes ? &notes->marks : marks, out);
    if (!kept && notes) {
        struct value *command = value_append(value_list(&notes->other, "commands"));
        free(command->text);
        command->text = pgn_cut(text, whole);
        for (char *t = command->text; *t; t++)
            if (*t == '\n' || *t == '\t')
                *t = ' '; /* the file's lines are folded anywhere */
        kept = true;
    }
    free(inside);
    free(arguments);
    return kept ? whole : 0;
}

void pgn_comment_read(const char *text, size_t length, struct notes *notes, struct marks *marks,
                      struct pgn_comment *out)
{
    *out = (struct pgn_comment){.text = memory_new(length + 1, 1)};
    size_t n = 0;
    int lines = 0;
    bool gap = false;
    for (size_t i = 0; i < length;) {
        bool brace = length - i >= sizeof close_brace - 1 && !memcmp(text + i, close_brace, sizeof close_brace - 1);
        size_t command = brace ? 0 : read_command(text + i, length - i, notes, marks, out);
        if (command || strchr(" \t\n", text[i])) {
            lines += text[i] == '\n';
            gap = true;
            i += command ? command : 1;
            continue;
        }
        if (gap && n > 0)
            out->text[n++] = lines > 1 ? '\n' : ' '; /* a blank line is a line feed of the comment's own */
        gap = false;
        lines = 0;
        out->text[n++] = brace ? '}' : text[i];
        i += brace ? sizeof close_brace - 1 : 1;
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
}

/* --- writing --- */

static void put_comment_text(struct pgn_text *out, const char *text)
{
    for (const char *t = text; *t; t++) {
        char one[2] = {*t, '\0'};
        pgn_put(out, *t == '}' ? close_brace : *t == '\n' ? "\n\n" : one);
    }
}

static void put_argument(struct pgn_text *out, const char *command, const char *value)
{
    if (!value)
        return;
    struct pgn_text quoted = {0};
    put_value(&quoted, "", value); /* ' ="value"' */
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
    put_comment_text(&word, comment->text);
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
    if (line->title || line->kind) {
        pgn_put(&word, "[%cc.line");
        put_value(&word, "title", line->title);
        put_value(&word, "kind", line->kind);
        pgn_put(&word, "] ");
    }
    put_argument(&word, "[%by ", line->by);
    put_comment_text(&word, line->comment ? line->comment : "");
    pgn_put(&word, "}");
    if (word.length > 2)
        put(out, word.text);
    free(word.text);
}

/* Put the commands collected in `word` as a comment of their own, if there are any. */
static void put_commands(struct pgn_text *out, struct pgn_text *word, pgn_word_fn *put)
{
    if (word->length > 1) {
        word->text[--word->length] = '\0'; /* the last blank */
        pgn_put(word, "}");
        put(out, word->text);
    }
    free(word->text);
}

void pgn_marks_write(const struct marks *marks, struct pgn_text *out, pgn_word_fn *put)
{
    struct pgn_text word = {0};
    pgn_put(&word, "{");
    put_marks(&word, marks);
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
    pgn_put(&word, "{");
    put_plain(&word, "[%clk ", notes->clk);
    put_plain(&word, "[%emt ", notes->emt);
    put_plain(&word, "[%cc.utc ", notes->utc);
    put_plain(&word, "[%cc.side ", notes->side ? side : NULL);
    if (notes->gap)
        pgn_put(&word, "[%cc.gap] ");
    if (eval)
        put_eval(&word, eval);
    put_marks(&word, &notes->marks);
    for (int i = 0; i < notes->step_count; i++)
        put_step(&word, &notes->steps[i]);
    for (int i = 0; commands && i < commands->n; i++) {
        pgn_put(&word, commands->entry[i].value.text ? commands->entry[i].value.text : "");
        pgn_put(&word, " ");
    }
    put_commands(out, &word, put);
}
