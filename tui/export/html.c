/* html.c - the pen for HTML: variations are nested block quotes. See document.h. */
#include "config.h"
#include "tui/export/document.h"

#include "archive/util/sanitize.h"

#include <stdlib.h>
#include <string.h>

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Games</title>\n"
    "<style>body{max-width:46em;margin:2em auto;padding:0 1em;font-family:serif}pre{line-height:1.1;overflow-x:auto}"
    "blockquote{border-left:2px solid #999;margin-left:1em;padding-left:1em}</style>\n</head>\n<body>\n";

struct html_pen {
    struct pen pen;
    bool open; /* true while a paragraph of plies is open */
};

/* Write a text of the record, cleaned and escaped. */
static void html_put_escaped(struct pen *pen, const char *text)
{
    char *clean = clean_copy(text, CLEAN_LINES);
    for (const char *c = clean; *c; c++)
        if (strchr("&<>\"", *c))
            fprintf(pen->out, "&#%d;", *c);
        else if (*c == '\n')
            fputs("<br>", pen->out);
        else
            fputc(*c, pen->out);
    free(clean);
}

static void html_end_paragraph(struct pen *pen)
{
    struct html_pen *html = (struct html_pen *)pen;
    if (html->open)
        fputs("</p>\n", pen->out);
    html->open = false;
}

static void html_begin_paragraph(struct pen *pen)
{
    struct html_pen *html = (struct html_pen *)pen;
    fputs(html->open ? " " : "<p>", pen->out);
    html->open = true;
}

static void html_headers(struct pen *pen, const struct record *record)
{
    const char *name, *value;
    fputs("<h1>", pen->out);
    score_title(pen, record, html_put_escaped);
    fputs("</h1>\n<ul>\n", pen->out);
    struct score_headers at = {0};
    while (score_header(record, &at, &name, &value)) {
        fprintf(pen->out, "<li>%s: ", name);
        html_put_escaped(pen, value);
        fputs("</li>\n", pen->out);
    }
    fputs("</ul>\n", pen->out);
}

static void html_note(struct pen *pen, const char *text, const char *by)
{
    html_end_paragraph(pen);
    fputs("<p><em>", pen->out);
    html_put_escaped(pen, text);
    if (by) {
        fputs(" (", pen->out);
        html_put_escaped(pen, by);
        fputs(")", pen->out);
    }
    fputs("</em></p>\n", pen->out);
}

static void html_ply(struct pen *pen, const char *number, const char *text, bool broken)
{
    html_begin_paragraph(pen);
    fprintf(pen->out, "<b>%s%s", number, *number ? " " : "");
    html_put_escaped(pen, text);
    fputs(broken ? "</b> (cannot be replayed)" : "</b>", pen->out);
}

/* Write a picture. Its characters are our own, so only those special in HTML need escaping. */
static void html_diagram(struct pen *pen, const char *picture, const struct marks *marks)
{
    char mark[MARK_TEXT_MAX];
    html_end_paragraph(pen);
    if (picture)
        fputs("<pre>\n", pen->out);
    for (const char *c = picture; c && *c; c++)
        if (strchr("&<>", *c))
            fprintf(pen->out, "&#%d;", *c);
        else
            fputc(*c, pen->out);
    if (picture)
        fputs("</pre>\n", pen->out);
    for (int i = 0; i < marks->n; i++) {
        score_mark(&marks->v[i], mark);
        html_note(pen, mark, NULL);
    }
}

static void html_begin_line(struct pen *pen, const char *title, const char *comment)
{
    html_end_paragraph(pen);
    fputs("<blockquote>\n", pen->out);
    if (title)
        html_note(pen, title, NULL);
    if (comment)
        html_note(pen, comment, NULL);
}

static void html_end_line(struct pen *pen)
{
    html_end_paragraph(pen);
    fputs("</blockquote>\n", pen->out);
}

static void html_end(struct pen *pen, const char *score)
{
    html_end_paragraph(pen);
    if (*score)
        html_note(pen, score, NULL);
    fputc('\n', pen->out);
}

const struct pen_ops html_pen = {.size = sizeof(struct html_pen),
                                 .head = page_head,
                                 .foot = "</body>\n</html>\n",
                                 .headers = html_headers,
                                 .note = html_note,
                                 .ply = html_ply,
                                 .diagram = html_diagram,
                                 .begin_line = html_begin_line,
                                 .end_line = html_end_line,
                                 .end = html_end};
