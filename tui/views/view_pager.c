/* view_pager.c - shows a text: rules, a damaged file, a diff. Scrolled and searched, with emphasised headings. */
#include "config.h"
#include "archive/util/folded.h"
#include "tui/app/list.h"
#include "tui/views/reader.h"
#include "tui/views/view_pager.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_COLUMNS = 79 };

/* A screen row: `length` bytes of a line, from offset `at`. */
struct pager_row {
    int line, at, length;
};

struct pager {
    struct reader reader; /* its lines are the rows */
    char title[128];
    char *text;  /* with NULs in place of line ends */
    char **line; /* [lines] into text */
    int lines, room;
    struct pager_row *row; /* [reader.n] the lines, broken for `columns` */
    int row_room, columns;
    bool changes;
    int marked; /* the highlighted line, -1: none */
};

static void split(struct pager *pager)
{
    for (char *at = pager->text; at;) {
        char *end = strchr(at, '\n');
        if (end)
            *end++ = '\0';
        at[strcspn(at, "\r")] = '\0';
        if (*at || end) {
            pager->line = memory_room(pager->line, &pager->room, pager->lines + 1, sizeof *pager->line);
            pager->line[pager->lines++] = at;
        }
        at = end;
    }
}

static int row_of(const struct pager *pager, int line, int at)
{
    int low = 0, high = pager->reader.n;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        const struct pager_row *row = &pager->row[middle];
        bool behind = row->line > line || (row->line == line && row->at > at);
        low = behind ? low : middle;
        high = behind ? middle : high;
    }
    return low;
}

static int line_at_top(const struct pager *pager)
{
    return pager->reader.top < pager->reader.n ? pager->row[pager->reader.top].line : 0;
}

/* Break the lines for so many columns; the line at the top stays there. */
static void fold(struct pager *pager, int columns)
{
    struct pager_row top = pager->reader.top < pager->reader.n ? pager->row[pager->reader.top] : (struct pager_row){0};
    pager->columns = columns;
    pager->reader.n = 0;
    for (int i = 0; i < pager->lines; i++) {
        struct pager_row row = {.line = i};
        do {
            row.at += row.length;
            row.length = scene_line(pager->line[i] + row.at, columns);
            pager->row = memory_room(pager->row, &pager->row_room, pager->reader.n + 1, sizeof *pager->row);
            pager->row[pager->reader.n++] = row;
        } while (pager->line[i][row.at + row.length]);
    }
    pager->reader.top = row_of(pager, top.line, top.at);
}

/* The first row of the next line that contains the search text. */
static int find(const struct reader *reader, int from, int step)
{
    const struct pager *pager = (const struct pager *)reader;
    for (int i = 0, length; i < pager->lines; i++) {
        int at = ((line_at_top(pager) + from + i * step) % pager->lines + pager->lines) % pager->lines;
        int found = folded_find(pager->line[at], reader->search, &length);
        if (found >= 0)
            return row_of(pager, at, found);
    }
    return -1;
}

static int pager_open(struct view *view, const void *argument, struct note *why)
{
    struct pager *pager = (struct pager *)view;
    const struct pager_open *open = argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_PAGER;
    snprintf(pager->title, sizeof pager->title, "%s", open->title);
    pager->text = open->text;
    split(pager);
    pager->changes = open->changes;
    pager->marked = open->line - 1;
    fold(pager, USUAL_COLUMNS);
    pager->reader.top = open->line > 6 ? row_of(pager, open->line - 6, 0) : 0;
    pager->reader.rows = 20;
    pager->reader.find = find;
    return 0;
}

static void pager_close(struct view *view)
{
    struct pager *pager = (struct pager *)view;
    free(pager->row);
    free(pager->line);
    free(pager->text);
}

/* The role for a line of a diff; other texts are plain. */
static enum role role_of(const struct pager *pager, const char *line)
{
    if (!pager->changes)
        return ROLE_TEXT;
    return line[0] == '+' ? ROLE_GLYPH : line[0] == '-' ? ROLE_ERROR : line[0] == '@' ? ROLE_LABEL : ROLE_DIM;
}

static void draw_row(const struct pager *pager, struct scene *scene, const struct pager_row *row, const struct area *area)
{
    const char *line = pager->line[row->line];
    size_t hashes = strspn(line, "#");
    bool heading = !pager->changes && hashes > 0 && hashes < 5 && line[hashes] == ' ';
    int skipped = heading && !row->at ? (int)hashes + 1 : 0;
    enum role ground = row->line == pager->marked ? ROLE_SELECTED : ROLE_TEXT;
    char *part = memory_cut(line + row->at, (size_t)row->length);
    scene_fill(scene, area->row, area->column, area->columns, ROLE_TEXT, ground, true);
    text_found(scene, area->row, area->column + 1, area->columns - 1, part + (skipped < row->length ? skipped : row->length),
               pager->reader.search, heading ? ROLE_LABEL : role_of(pager, line), ground);
    free(part);
}

static void pager_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct pager *pager = (struct pager *)view;
    pager->reader.rows = body->rows;
    if (pager->columns != body->columns - 1)
        fold(pager, body->columns - 1);
    reader_settle(&pager->reader);
    int last = pager->reader.top + pager->reader.rows < pager->reader.n ? pager->reader.top + pager->reader.rows : pager->reader.n;
    for (int r = pager->reader.top; r < last; r++)
        draw_row(pager, scene, &pager->row[r], &(struct area){body->row + r - pager->reader.top, body->column, 1, body->columns});
    snprintf(face->title, sizeof face->title, "%s", pager->title);
    snprintf(face->mode, sizeof face->mode, "TEXT");
    snprintf(face->status, sizeof face->status, "lines %d-%d of %d%s%.100s", pager->lines ? line_at_top(pager) + 1 : 0,
             last ? pager->row[last - 1].line + 1 : 0, pager->lines, pager->reader.search[0] ? "  / " : "", pager->reader.search);
    scene->cursor_row = body->row;
    scene->cursor_column = body->column;
}

static bool pager_request(struct view *view, const struct event *event)
{
    return reader_request((struct reader *)view, event);
}

static bool pager_can(const struct view *view, enum request request)
{
    return reader_can((const struct reader *)view, request);
}

static const struct hint *pager_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_DOWN, REQ_UP, "scroll"},      {REQ_PAGE_DOWN, REQ_PAGE_UP, "page"},
                                        {REQ_SEARCH, REQ_NONE, NULL},      {REQ_SEARCH_NEXT, REQ_SEARCH_PREVIOUS, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},       {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool pager_mouse(struct view *view, const struct mouse *mouse)
{
    reader_mouse((struct reader *)view, mouse);
    return true;
}

const struct view_ops pager_view = {
    .name = "text",
    .size = sizeof(struct pager),
    .open = pager_open,
    .close = pager_close,
    .draw = pager_draw,
    .request = pager_request,
    .can = pager_can,
    .hints = pager_hints,
    .mouse = pager_mouse,
};
