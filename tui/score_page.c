/* score_page.c - see score_page.h. */
#include "config.h"
#include "tui/score_page.h"

#include "archive/clean.h"
#include "archive/replay.h"
#include "tui/nag.h"
#include "tui/ply_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct paper {
    FILE *out;
    enum charset charset;
    bool html;
    const struct record *record;
    struct replay replay;
    struct ply_texts texts;
    int depth; /* inside so many variations */
    bool open; /* a paragraph of plies has begun */
};

const char *score_page_head(enum score_markup markup)
{
    return markup == SCORE_HTML
               ? "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>Games</title>\n"
                 "<style>body{max-width:46em;margin:2em auto;font-family:serif}pre{line-height:1.1}"
                 "blockquote{border-left:2px solid "
                 "#999;margin-left:1em;padding-left:1em}</style>\n</head>\n<body>\n"
               : "";
}

const char *score_page_foot(enum score_markup markup)
{
    return markup == SCORE_HTML ? "</body>\n</html>\n" : "";
}

/* ------------------------------------------------------------------------------------------------ the markup
 */

/* A text of the record: cleaned, and nothing in it is markup. */
static void put_escaped(struct paper *paper, const char *text)
{
    char *clean = clean_copy(text, CLEAN_LINES);
    for (const char *c = clean; *c; c++) {
        if (paper->html && strchr("&<>\"", *c))
            fprintf(paper->out, "&#%d;", *c);
        else if (*c == '\n')
            fputs(paper->html ? "<br>" : " ", paper->out);
        else if (!paper->html && strchr("\\`*_{}[]<>#|~+-!$&", *c))
            fprintf(paper->out, "\\%c", *c);
        else
            fputc(*c, paper->out);
    }
    free(clean);
}

/* Markdown quotes line by line. */
static void begin_row(struct paper *paper)
{
    for (int i = 0; i < paper->depth && !paper->html; i++)
        fputs("> ", paper->out);
}

static void end_row(struct paper *paper)
{
    fputc('\n', paper->out);
    if (!paper->html) {
        begin_row(paper);
        fputc('\n', paper->out);
    }
}

static void end_paragraph(struct paper *paper)
{
    if (!paper->open)
        return;
    if (paper->html)
        fputs("</p>", paper->out);
    end_row(paper);
    paper->open = false;
}

static void begin_paragraph(struct paper *paper)
{
    if (paper->open) {
        fputc(' ', paper->out);
        return;
    }
    begin_row(paper);
    if (paper->html)
        fputs("<p>", paper->out);
    paper->open = true;
}

static void put_paragraph(struct paper *paper, const char *text, const char *by)
{
    end_paragraph(paper);
    begin_paragraph(paper);
    fputs(paper->html ? "<em>" : "", paper->out);
    put_escaped(paper, text);
    if (by) {
        fputs(" (", paper->out);
        put_escaped(paper, by);
        fputs(")", paper->out);
    }
    fputs(paper->html ? "</em>" : "", paper->out);
    end_paragraph(paper);
}

/* ------------------------------------------------------------------------------------------------- diagrams
 */

static void put_mark(struct paper *paper, const struct mark *mark)
{
    char text[300];
    size_t used = 0;
    text_add(text, sizeof text, &used, "%s", mark->as ? mark->as : "mark");
    if (mark->at)
        text_add(text, sizeof text, &used, " %s", mark->at);
    if (mark->from && mark->to)
        text_add(text, sizeof text, &used, " %s-%s", mark->from, mark->to);
    for (char **cell = mark->path ? mark->path : mark->cells; cell && *cell; cell++)
        text_add(text, sizeof text, &used, " %s", *cell);
    if (mark->color)
        text_add(text, sizeof text, &used, " %s", mark->color);
    if (mark->label)
        text_add(text, sizeof text, &used, " \"%s\"", mark->label);
    put_paragraph(paper, text, NULL);
}

/* The lines of a picture as they are: its characters are ours, but for markup's own. */
static void put_picture(struct paper *paper, const char *picture)
{
    begin_row(paper);
    fputs(paper->html ? "<pre>\n" : "```\n", paper->out);
    for (const char *line = picture; *line;) {
        int length = (int)strcspn(line, "\n");
        begin_row(paper);
        for (int i = 0; i < length; i++)
            if (paper->html && strchr("&<>", line[i]))
                fprintf(paper->out, "&#%d;", line[i]);
            else
                fputc(line[i], paper->out);
        fputc('\n', paper->out);
        line += length + (line[length] != '\0');
    }
    begin_row(paper);
    fputs(paper->html ? "</pre>" : "```", paper->out);
    end_row(paper);
}

static void put_diagram(struct paper *paper, const struct spot *spot, const struct marks *marks)
{
    char *picture = NULL;
    size_t size = 0;
    end_paragraph(paper);
    if (paper->replay.rules && replay_go(&paper->replay, paper->record, spot, NULL) == 0) {
        FILE *out = open_memstream(&picture, &size);
        struct board_view view = {.position = &paper->replay.game.now,
                                  .size = -1,
                                  .charset = paper->charset,
                                  .coordinates = true,
                                  .shaded = true};
        if (!out)
            memory_exhausted();
        board_art_for(paper->replay.rules)->show(&view, out);
        fclose(out);
        put_picture(paper, picture);
        free(picture);
    }
    for (int i = 0; i < marks->n; i++)
        put_mark(paper, &marks->v[i]);
}

/* --------------------------------------------------------------------------------------------------- plies
 */

static bool put_comments(struct paper *paper, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        put_paragraph(paper, comments->v[i].text ? comments->v[i].text : "", comments->v[i].by);
    return comments->n > 0;
}

static bool put_steps(struct paper *paper, const struct notes *notes)
{
    for (int i = 0; i < notes->step_count; i++) {
        const struct step_note *step = &notes->steps[i];
        char where[80];
        if (!step->comments.n)
            continue;
        snprintf(where, sizeof where, step->step ? "Member %d, step %d:" : "Member %d:", step->part,
                 step->step);
        put_paragraph(paper, where, NULL);
        put_comments(paper, &step->comments);
    }
    return notes->step_count > 0;
}

static void put_line(struct paper *paper, struct spot *spot, uint64_t path, int number, int side);

static void put_lines(struct paper *paper, const struct spot *from, int at, const struct lines *lines,
                      uint64_t path, int number, int side)
{
    for (int i = 0; i < lines->n && from->depth < VARIATION_DEPTH_MAX; i++) {
        struct spot spot = *from;
        end_paragraph(paper);
        spot.branch[spot.depth++] = (struct branch){at, i};
        spot.ply = 0;
        if (paper->html)
            fputs("<blockquote>\n", paper->out);
        paper->depth++;
        if (lines->v[i].title)
            put_paragraph(paper, lines->v[i].title, NULL);
        if (lines->v[i].comment)
            put_paragraph(paper, lines->v[i].comment, NULL);
        put_line(paper, &spot, path, number, side);
        end_paragraph(paper);
        paper->depth--;
        fputs(paper->html ? "</blockquote>\n" : "", paper->out);
        if (!paper->html) {
            begin_row(paper);
            fputc('\n', paper->out);
        }
    }
}

static void put_ply(struct paper *paper, const struct spot *spot, uint64_t path, int number, int side,
                    bool numbered)
{
    const struct node *node = spot_node(paper->record, spot);
    const struct notes *notes = node->notes;
    char nag[64];
    begin_paragraph(paper);
    fputs(paper->html ? "" : "**", paper->out);
    fputs(paper->html ? "<b>" : "", paper->out);
    if (numbered || side == 0)
        fprintf(paper->out, "%d%s ", number, side == 0 ? "." : "...");
    put_escaped(paper, ply_text(&paper->texts, paper->record, spot, path));
    for (int i = 0; notes && i < notes->nags.n; i++) {
        nag_write(notes->nags.v[i], paper->charset, nag, sizeof nag);
        fputs(notes->nags.v[i] <= 6 ? "" : " ", paper->out);
        put_escaped(paper, nag);
    }
    fputs(paper->html ? "</b>" : "**", paper->out);
    if (notes && notes->broken)
        put_escaped(paper, " (cannot be followed)");
}

static void put_line(struct paper *paper, struct spot *spot, uint64_t path, int number, int side)
{
    const struct line *line = spot_line(paper->record, spot);
    int sides = paper->replay.rules ? paper->replay.rules->sides : 2;
    bool numbered = true;
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        uint64_t before = path;
        spot->ply = i + 1;
        path = path_on(path, line->v[i].text);
        if (notes && notes->before)
            put_paragraph(paper, notes->before, NULL);
        put_ply(paper, spot, path, number, side, numbered || (notes && notes->before));
        numbered = false;
        if (notes) {
            numbered = put_comments(paper, &notes->comments);
            numbered = put_steps(paper, notes) || numbered || notes->marks.n || notes->alts.n;
            if (notes->marks.n)
                put_diagram(paper, spot, &notes->marks);
            struct spot fork = *spot;
            fork.ply = i;
            put_lines(paper, &fork, i, &notes->alts, before, number, side);
        }
        side = (side + 1) % sides;
        number += side == 0;
    }
    if (line->then)
        put_lines(paper, spot, line->n, line->then, path, number, side);
}

/* -------------------------------------------------------------------------------------------------- headers
 */

static void put_headers(struct paper *paper)
{
    static const char *const headers[][2] = {
        {"Event", "event.name"},     {"Site", "event.site"},     {"Round", "event.round"},
        {"Date", "event.date"},      {"Result", "result.score"}, {"Reason", "result.reason"},
        {"Opening", "opening.name"}, {"Variant", "variant"},     {"Start", "start.position"}};
    const struct record *record = paper->record;
    fputs(paper->html ? "<h1>" : "# ", paper->out);
    for (int i = 0; i < record_players(record); i++) {
        fputs(i ? " - " : "", paper->out);
        put_escaped(paper, record_player(record, record_player_side(record, i)));
    }
    fputs(paper->html ? "</h1>\n<ul>\n" : "\n\n", paper->out);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        const char *text = record_text(record, headers[i][1]);
        if (!*text || !strcmp(text, "?"))
            continue;
        fprintf(paper->out, paper->html ? "<li>%s: " : "- %s: ", headers[i][0]);
        put_escaped(paper, text);
        fputs(paper->html ? "</li>\n" : "\n", paper->out);
    }
    fputs(paper->html ? "</ul>\n" : "\n", paper->out);
}

char *score_page(const struct record *record, enum charset charset, enum score_markup markup)
{
    char *text = NULL;
    size_t size = 0;
    struct paper paper = {.out = open_memstream(&text, &size),
                          .charset = charset,
                          .record = record,
                          .html = markup == SCORE_HTML};
    struct spot spot = spot_start();
    const struct position *start = NULL;
    int number = 1, side = 0;
    if (!paper.out)
        memory_exhausted();
    replay_open(&paper.replay, record, NULL);
    if (paper.replay.rules) {
        start = &paper.replay.game.now;
        number = (int)start->fullmove;
        side = start->side;
    }
    ply_texts_begin(&paper.texts, start, record->notation);
    put_headers(&paper);
    put_comments(&paper, &record->comments);
    if (record->marks.n || *record_text(record, "start.position"))
        put_diagram(&paper, &spot, &record->marks);
    put_line(&paper, &spot, path_start(), number, side);
    end_paragraph(&paper);
    if (record->unparsed)
        put_paragraph(&paper, record->unparsed, NULL);
    if (*record_text(record, "result.score"))
        put_paragraph(&paper, record_text(record, "result.score"), NULL);
    fputc('\n', paper.out);
    ply_texts_clear(&paper.texts);
    replay_clear(&paper.replay);
    fclose(paper.out);
    return text;
}
