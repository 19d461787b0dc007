/* text.c - the pen for plain text: lines of at most 79 columns, notes and variations indented. See
 * document.h. */
#include "config.h"
#include "tui/export/document.h"

#include "archive/util/sanitize.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 79, STEP = 4, INDENT_MAX = 40, LINES_MAX = VARIATION_DEPTH_MAX + 1 };

struct text_pen {
    struct pen pen;
    int column, indent; /* column: position on the line being written. indent: its indentation */
    int outer[LINES_MAX], depth; /* outer: the indentation of each enclosing variation. depth:
                                    number of enclosing variations */
    bool opened; /* true if an opening parenthesis was written just before the next word */
    /* true if notes on the game have been written, and if plies have been written */
    bool noted, begun;
};

/* --------------------------------------------------------------------------------------------------
 * words */

static void finish_row(struct text_pen *pen)
{
    if (pen->column > 0)
        fputc('\n', pen->pen.out);
    pen->column = 0;
}

/* Write one cleaned word, on a new line if it does not fit. `glued`: without a blank before it. */
static void text_put_word(struct text_pen *pen, const char *word, bool glued)
{
    FILE *out = pen->pen.out;
    int width = clean_width(word);
    glued = glued || pen->opened;
    pen->opened = false;
    if (pen->column > pen->indent && pen->column + width + !glued > COLUMNS)
        finish_row(pen);
    if (pen->column == 0)
        pen->column = fprintf(out, "%*s", pen->indent, "");
    else if (pen->column > pen->indent && !glued)
        pen->column += fprintf(out, " ");
    fputs(word, out);
    pen->column += width ? width : 1;
}

/* Write a text of the record, cleaned, word by word, keeping its line feeds. */
static void put_text(struct text_pen *pen, const char *text)
{
    char *clean = clean_copy(text, CLEAN_LINES);
    for (char *at = clean; *at;) {
        size_t length = strcspn(at, " \n");
        char after = at[length];
        at[length] = '\0';
        if (length)
            text_put_word(pen, at, false);
        if (after == '\n')
            finish_row(pen);
        at += length + (after != '\0');
    }
    free(clean);
}

static void put_paragraph(struct text_pen *pen, const char *text, const char *by)
{
    int indent = pen->indent;
    size_t size = strlen(text) + (by ? strlen(by) : 0) + 8;
    char *signed_text = memory_new(size, 1);
    snprintf(signed_text, size, by ? "%s (%s)" : "%s", text, by);
    finish_row(pen);
    pen->indent = indent + STEP;
    put_text(pen, signed_text);
    finish_row(pen);
    pen->indent = indent;
    free(signed_text);
}

/* Put a blank line between the notes on the game and its plies. */
static void begin_plies(struct text_pen *pen)
{
    if (pen->noted && !pen->begun)
        fputc('\n', pen->pen.out);
    pen->begun = true;
}

/* ---------------------------------------------------------------------------------------------------
 * the pen */

static void put_header(struct text_pen *pen, const char *name, const char *value)
{
    char *clean = clean_copy(value, CLEAN_LINE);
    if (*clean && strcmp(clean, "?") != 0)
        fprintf(pen->pen.out, "%-10s %s\n", name, clean);
    free(clean);
}

static void text_headers(struct pen *pen, const struct record *record)
{
    struct text_pen *text = (struct text_pen *)pen;
    const char *name, *value;
    for (int i = 0; i < record_players(record); i++) {
        char side = record_player_side(record, i);
        put_header(text,
                   side == 'w'   ? "White"
                   : side == 'b' ? "Black"
                                 : "Red",
                   record_player(record, side));
    }
    struct score_headers at = {0};
    while (score_header(record, &at, &name, &value))
        if (strcmp(name, "Variant") != 0 || strcmp(value, "classical") != 0)
            put_header(text, name, value);
    fputc('\n', pen->out);
}

static void text_note(struct pen *pen, const char *text, const char *by)
{
    put_paragraph((struct text_pen *)pen, text, by);
    ((struct text_pen *)pen)->noted = true;
}

static void text_ply(struct pen *pen, const char *number, const char *text, bool broken)
{
    struct text_pen *page = (struct text_pen *)pen;
    begin_plies(page);
    put_text(page, number);
    put_text(page, text);
    if (broken)
        put_text(page, "(cannot be replayed)");
}

static void text_diagram(struct pen *pen, const char *picture, const struct marks *marks)
{
    struct text_pen *text = (struct text_pen *)pen;
    char mark[MARK_TEXT_MAX];
    finish_row(text);
    text->begun = true;
    if (picture)
        fputc('\n', pen->out);
    for (const char *line = picture; line && *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(pen->out, "%*s%.*s\n", text->indent + STEP, "", (int)length, line);
        line += length + (line[length] != '\0');
    }
    for (int i = 0; i < marks->n; i++) {
        score_mark(&marks->v[i], mark);
        put_paragraph(text, mark, NULL);
    }
    fputc('\n', pen->out);
}

static void text_begin_line(struct pen *pen, const char *title, const char *comment)
{
    struct text_pen *text = (struct text_pen *)pen;
    finish_row(text);
    text->outer[text->depth++] = text->indent;
    if (text->indent + STEP < INDENT_MAX)
        text->indent += STEP;
    text_put_word(text, "(", false);
    text->opened = true;
    char *whole = score_titled(title ? title : "", comment ? comment : "");
    put_text(text, whole);
    free(whole);
}

static void text_end_line(struct pen *pen)
{
    struct text_pen *text = (struct text_pen *)pen;
    text_put_word(text, ")", true);
    finish_row(text);
    text->indent = text->outer[--text->depth];
}

static void text_end(struct pen *pen, const char *score)
{
    struct text_pen *text = (struct text_pen *)pen;
    begin_plies(text);
    put_text(text, score);
    finish_row(text);
    fputc('\n', pen->out);
}

const struct pen_ops text_pen = {.size = sizeof(struct text_pen),
                                 .head = "",
                                 .foot = "",
                                 .headers = text_headers,
                                 .note = text_note,
                                 .ply = text_ply,
                                 .diagram = text_diagram,
                                 .begin_line = text_begin_line,
                                 .end_line = text_end_line,
                                 .end = text_end};
