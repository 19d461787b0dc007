/* markdown.c - the pen for Markdown: variations are nested block quotes. See document.h. */
#include "config.h"
#include "tui/export/document.h"

#include "archive/util/sanitize.h"

#include <stdlib.h>
#include <string.h>

struct markdown_pen {
    struct pen pen;
    int depth; /* nesting depth of variations */
    bool open; /* true while a paragraph of plies is open */
};

/* Write a text of the record, cleaned and escaped. */
static void markdown_put_escaped(struct pen *pen, const char *text)
{
    char *clean = clean_copy(text, CLEAN_LINES);
    for (const char *c = clean; *c; c++) {
        bool entity = *c == '&' && c[strcspn(c, " ;")] == ';';
        if (entity || strchr("\\`*_{}[]<>#|~$", *c))
            fprintf(pen->out, "\\%c", *c);
        else
            fputc(*c == '\n' ? ' ' : *c, pen->out);
    }
    free(clean);
}

/* Write a text at the beginning of a row, cleaned and escaped. At the beginning of a row, blanks,
 * certain signs or a number could start a code block, a list or a rule. */
static void markdown_put_row(struct pen *pen, const char *text)
{
    text += strspn(text, " \t\r\n");
    int digits = (int)strspn(text, "0123456789");
    if (strchr(".)", text[digits]) && digits && text[digits])
        fprintf(pen->out, "%.*s\\%c", digits, text, text[digits]);
    else if (*text && strchr("+-=", *text))
        fprintf(pen->out, "\\%c", *text);
    else
        digits = -1;
    markdown_put_escaped(pen, text + digits + 1);
}

/* Begin a row with one quote mark for each level of nesting. */
static void begin_row(struct pen *pen)
{
    for (int i = 0; i < ((struct markdown_pen *)pen)->depth; i++)
        fputs("> ", pen->out);
}

/* Write a text keeping its rows, but without empty ones. */
static void put_rows(struct pen *pen, const char *text)
{
    for (;;) {
        size_t length = strcspn(text, "\n"), next = length + strspn(text + length, " \t\r\n");
        char *row = memory_cut(text, length);
        markdown_put_row(pen, row);
        free(row);
        if (!text[next])
            break;
        text += next;
        fputs("  \n", pen->out);
        begin_row(pen);
    }
}

/* End a row and add an empty one. */
static void end_block(struct pen *pen)
{
    fputc('\n', pen->out);
    begin_row(pen);
    fputc('\n', pen->out);
}

static void markdown_end_paragraph(struct pen *pen)
{
    struct markdown_pen *markdown = (struct markdown_pen *)pen;
    if (markdown->open)
        end_block(pen);
    markdown->open = false;
}

static void markdown_begin_paragraph(struct pen *pen)
{
    struct markdown_pen *markdown = (struct markdown_pen *)pen;
    if (markdown->open)
        fputc(' ', pen->out);
    else
        begin_row(pen);
    markdown->open = true;
}

static void markdown_headers(struct pen *pen, const struct record *record)
{
    const char *name, *value;
    fputs("# ", pen->out);
    score_title(pen, record, markdown_put_escaped);
    fputs("\n\n", pen->out);
    struct score_headers at = {0};
    while (score_header(record, &at, &name, &value)) {
        fprintf(pen->out, "- %s: ", name);
        markdown_put_escaped(pen, value);
        fputc('\n', pen->out);
    }
    fputc('\n', pen->out);
}

static void markdown_note(struct pen *pen, const char *text, const char *by)
{
    markdown_end_paragraph(pen);
    begin_row(pen);
    put_rows(pen, text);
    if (by) {
        fputs(" (", pen->out);
        markdown_put_escaped(pen, by);
        fputs(")", pen->out);
    }
    end_block(pen);
}

static void markdown_ply(struct pen *pen, const char *number, const char *text, bool broken)
{
    markdown_begin_paragraph(pen);
    fprintf(pen->out, "**%s%s", number, *number ? " " : "");
    markdown_put_escaped(pen, text);
    fputs(broken ? "** (cannot be replayed)" : "**", pen->out);
}

static void markdown_diagram(struct pen *pen, const char *picture, const struct marks *marks)
{
    char mark[MARK_TEXT_MAX];
    markdown_end_paragraph(pen);
    if (picture) {
        begin_row(pen);
        fputs("```\n", pen->out);
        for (const char *line = picture; *line;) {
            int length = (int)strcspn(line, "\n");
            begin_row(pen);
            fprintf(pen->out, "%.*s\n", length, line);
            line += length + (line[length] != '\0');
        }
        begin_row(pen);
        fputs("```", pen->out);
        end_block(pen);
    }
    for (int i = 0; i < marks->n; i++) {
        score_mark(&marks->v[i], mark);
        markdown_note(pen, mark, NULL);
    }
}

static void markdown_begin_line(struct pen *pen, const char *title, const char *comment)
{
    markdown_end_paragraph(pen);
    ((struct markdown_pen *)pen)->depth++;
    if (title)
        markdown_note(pen, title, NULL);
    if (comment)
        markdown_note(pen, comment, NULL);
}

static void markdown_end_line(struct pen *pen)
{
    markdown_end_paragraph(pen);
    ((struct markdown_pen *)pen)->depth--;
    begin_row(pen);
    fputc('\n', pen->out);
}

static void markdown_end(struct pen *pen, const char *score)
{
    markdown_end_paragraph(pen);
    if (*score)
        markdown_note(pen, score, NULL);
    fputc('\n', pen->out);
}

const struct pen_ops markdown_pen = {.size = sizeof(struct markdown_pen),
                                     .head = "",
                                     .foot = "",
                                     .headers = markdown_headers,
                                     .note = markdown_note,
                                     .ply = markdown_ply,
                                     .diagram = markdown_diagram,
                                     .begin_line = markdown_begin_line,
                                     .end_line = markdown_end_line,
                                     .end = markdown_end};
