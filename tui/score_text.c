/* score_text.c - see score_text.h. */
#include "config.h"
#include "tui/score_text.h"

#include "archive/clean.h"
#include "archive/replay.h"
#include "tui/nag.h"
#include "tui/ply_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 79, STEP = 4, INDENT_MAX = 40, WORD_ROOM = 64 };

struct page {
    FILE *out;
    enum charset charset;
    const struct record *record;
    struct replay replay;
    struct ply_texts texts;
    int column, indent; /* of the line being written */
};

/* -------------------------------------------------------------------------------------------------- words */

static void end_line(struct page *page)
{
    if (page->column > 0)
        fputc('\n', page->out);
    page->column = 0;
}

/* One word, cleaned already, on a new line if it does not fit; `glued` to the one before. */
static void put_word(struct page *page, const char *word, bool glued)
{
    int width = clean_width(word);
    if (page->column > page->indent && page->column + width + !glued > COLUMNS)
        end_line(page);
    if (page->column == 0)
        page->column = fprintf(page->out, "%*s", page->indent, "");
    else if (page->column > page->indent && !glued)
        page->column += fprintf(page->out, " ");
    fputs(word, page->out);
    page->column += width ? width : 1;
}

/* A text of the record, cleaned, word by word; line feeds stay. */
static void put_text(struct page *page, const char *text)
{
    char *clean = clean_copy(text, CLEAN_LINES);
    for (char *at = clean; *at;) {
        size_t length = strcspn(at, " \n");
        char after = at[length];
        at[length] = '\0';
        if (length)
            put_word(page, at, false);
        if (after == '\n')
            end_line(page);
        at += length + (after != '\0');
    }
    free(clean);
}

static void put_paragraph(struct page *page, int indent, const char *text)
{
    int before = page->indent;
    end_line(page);
    page->indent = indent;
    put_text(page, text);
    end_line(page);
    page->indent = before;
}

/* ------------------------------------------------------------------------------------------------- diagrams */

static void put_mark(struct page *page, const struct mark *mark)
{
    char text[200];
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
    put_paragraph(page, page->indent + STEP, text);
}

/* The board at a spot and what is marked on it. */
static void put_diagram(struct page *page, const struct spot *spot, const struct marks *marks)
{
    char *picture = NULL;
    size_t size = 0;
    if (page->replay.rules && replay_go(&page->replay, page->record, spot, NULL) == 0) {
        FILE *out = open_memstream(&picture, &size);
        struct board_view view = {.position = &page->replay.game.now, .size = -1, .charset = page->charset,
                                  .coordinates = true, .shaded = true};
        if (!out)
            memory_exhausted();
        board_art_for(page->replay.rules)->show(&view, out);
        fclose(out);
        end_line(page);
        fputc('\n', page->out);
        for (const char *line = picture; *line;) {
            size_t length = strcspn(line, "\n");
            fprintf(page->out, "%*s%.*s\n", page->indent + STEP, "", (int)length, line);
            line += length + (line[length] != '\0');
        }
        free(picture);
    }
    for (int i = 0; i < marks->n; i++)
        put_mark(page, &marks->v[i]);
    end_line(page);
    fputc('\n', page->out);
}

/* --------------------------------------------------------------------------------------------------- plies */

static bool put_comments(struct page *page, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++) {
        const struct comment *comment = &comments->v[i];
        size_t size = strlen(comment->text) + (comment->by ? strlen(comment->by) : 0) + 8;
        char *text = memory_new(size, 1);
        snprintf(text, size, "%s%s%s%s", comment->text, comment->by ? " (" : "", comment->by ? comment->by : "",
                 comment->by ? ")" : "");
        put_paragraph(page, page->indent + STEP, text);
        free(text);
    }
    return comments->n > 0;
}

static bool put_step_notes(struct page *page, const struct notes *notes)
{
    for (int i = 0; i < notes->step_count; i++) {
        const struct step_note *step = &notes->steps[i];
        char where[80];
        if (!step->comments.n)
            continue;
        snprintf(where, sizeof where, step->step ? "Member %d, step %d:" : "Member %d:", step->part, step->step);
        put_paragraph(page, page->indent + STEP, where);
        put_comments(page, &step->comments);
    }
    return notes->step_count > 0;
}

static void put_line(struct page *page, struct spot *spot, uint64_t path, int number, int side);

/* Lines that leave at a ply of the spot's line (`at` plies played before them). */
static void put_lines(struct page *page, const struct spot *from, int at, const struct lines *lines, uint64_t path,
                      int number, int side)
{
    for (int i = 0; i < lines->n && from->depth < VARIATION_DEPTH_MAX; i++) {
        struct spot spot = *from;
        int indent = page->indent;
        end_line(page);
        spot.branch[spot.depth++] = (struct branch){at, i};
        spot.ply = 0;
        page->indent = indent + STEP < INDENT_MAX ? indent + STEP : indent;
        put_word(page, "(", false);
        if (lines->v[i].title)
            put_text(page, lines->v[i].title);
        if (lines->v[i].comment)
            put_text(page, lines->v[i].comment);
        put_line(page, &spot, path, number, side);
        put_word(page, ")", true);
        end_line(page);
        page->indent = indent;
    }
}

/* The number, if it is wanted, the ply and its judgements. */
static void put_ply(struct page *page, const struct spot *spot, uint64_t path, int number, int side, bool numbered)
{
    const struct node *node = spot_node(page->record, spot);
    const struct notes *notes = node->notes;
    char word[WORD_ROOM], nag[WORD_ROOM];
    if (numbered || side == 0) {
        snprintf(word, sizeof word, "%d%s", number, side == 0 ? "." : "...");
        put_word(page, word, false);
    }
    char *text = clean_copy(ply_text(&page->texts, page->record, spot, path), CLEAN_LINE);
    put_word(page, text, false);
    free(text);
    for (int i = 0; notes && i < notes->nags.n; i++) {
        nag_write(notes->nags.v[i], page->charset, nag, sizeof nag);
        put_word(page, nag, notes->nags.v[i] <= 6);
    }
    if (notes && notes->broken)
        put_text(page, "(cannot be followed)");
}

/* The plies of the line a spot (at its beginning) is in; plies before it have the number `path`. */
static void put_line(struct page *page, struct spot *spot, uint64_t path, int number, int side)
{
    const struct line *line = spot_line(page->record, spot);
    int sides = page->replay.rules ? page->replay.rules->sides : 2;
    bool numbered = true;
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        uint64_t before = path;
        spot->ply = i + 1;
        path = path_on(path, line->v[i].text);
        if (notes && notes->before)
            put_paragraph(page, page->indent + STEP, notes->before);
        put_ply(page, spot, path, number, side, numbered || (notes && notes->before));
        numbered = false;
        if (notes) {
            numbered = put_comments(page, &notes->comments);
            numbered = put_step_notes(page, notes) || numbered;
            if (notes->marks.n)
                put_diagram(page, spot, &notes->marks);
            numbered = numbered || notes->marks.n || notes->alts.n;
            struct spot fork = *spot;
            fork.ply = i;
            put_lines(page, &fork, i, &notes->alts, before, number, side);
        }
        side = (side + 1) % sides;
        number += side == 0;
    }
    if (line->then)
        put_lines(page, spot, line->n, line->then, path, number, side);
}

/* -------------------------------------------------------------------------------------------------- headers */

static void put_header(struct page *page, const char *name, const char *value)
{
    char *clean = clean_copy(value, CLEAN_LINE);
    if (*clean && strcmp(clean, "?") != 0)
        fprintf(page->out, "%-10s %s\n", name, clean);
    free(clean);
}

static void put_headers(struct page *page)
{
    static const struct {
        const char *name, *path;
    } headers[] = {{"Event", "event.name"}, {"Site", "event.site"}, {"Round", "event.round"},
                   {"Date", "event.date"}, {"Result", "result.score"}, {"Reason", "result.reason"},
                   {"Opening", "opening.name"}, {"Start", "start.position"}};
    const struct record *record = page->record;
    for (int i = 0; i < record_players(record); i++) {
        char side = record_player_side(record, i);
        put_header(page, side == 'w' ? "White" : side == 'b' ? "Black" : "Red", record_player(record, side));
    }
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        put_header(page, headers[i].name, record_text(record, headers[i].path));
    if (strcmp(record_variant(record), "classical") != 0)
        put_header(page, "Variant", record_variant(record));
    fputc('\n', page->out);
}

char *score_text(const struct record *record, enum charset charset)
{
    char *text = NULL;
    size_t size = 0;
    struct page page = {.out = open_memstream(&text, &size), .charset = charset, .record = record};
    struct spot spot = spot_start();
    int number = 1, side = 0;
    if (!page.out)
        memory_exhausted();
    const struct position *start = NULL;
    replay_open(&page.replay, record, NULL);
    if (page.replay.rules) {
        start = &page.replay.game.now;
        number = (int)start->fullmove;
        side = start->side;
    }
    ply_texts_begin(&page.texts, start, record->notation);
    put_headers(&page);
    if (put_comments(&page, &record->comments))
        fputc('\n', page.out);
    if (record->marks.n)
        put_diagram(&page, &spot, &record->marks);
    put_line(&page, &spot, path_start(), number, side);
    if (record->unparsed)
        put_paragraph(&page, STEP, record->unparsed);
    put_text(&page, record_text(record, "result.score"));
    end_line(&page);
    fputc('\n', page.out);
    ply_texts_clear(&page.texts);
    replay_clear(&page.replay);
    fclose(page.out);
    return text;
}
