/* reader.c - shows a text on the screen that can be scrolled and searched: see reader.h. */
#include "config.h"

#include "tui/views/reader.h"
#include "archive/util/sanitize.h"
#include "tui/app/list.h"

#include <stdlib.h>
#include <string.h>

/* The current line: the cursor's line, or without a cursor the first visible line. */
static int *reader_place_of(struct reader *reader)
{
    return reader->pointed ? &reader->at : &reader->top;
}

void reader_settle(struct reader *reader)
{
    if (reader->pointed) {
        reader->at = reader->at >= reader->n ? reader->n - 1 : reader->at < 0 ? 0 : reader->at;
        reader->top = reader->at < reader->top                   ? reader->at
                      : reader->at >= reader->top + reader->rows ? reader->at - reader->rows + 1
                                                                 : reader->top;
    }
    if (reader->top > reader->n - reader->rows)
        reader->top = reader->n - reader->rows;
    if (reader->top < 0)
        reader->top = 0;
}

static void reader_search_changed(struct view *view, const char *text)
{
    struct reader *reader = (struct reader *)view;
    snprintf(reader->search, sizeof reader->search, "%s", text);
    *reader_place_of(reader) = reader->kept_at;
    int at = *text ? reader->find(reader, 0, 1) : -1;
    if (at >= 0)
        *reader_place_of(reader) = at;
    else if (*text)
        app_prompt_note(view->app, "not in this text");
}

static bool reader_search_done(struct view *view, const char *text)
{
    (void)view;
    (void)text;
    return true;
}

static void reader_search_cancelled(struct view *view)
{
    struct reader *reader = (struct reader *)view;
    reader->search[0] = '\0';
    *reader_place_of(reader) = reader->kept_at;
}

static void reader_search_step(struct reader *reader, int step)
{
    int at = reader->find(reader, step, step);
    if (at >= 0)
        *reader_place_of(reader) = at;
    else
        app_say(reader->view.app, "'%s' is not in this text", reader->search);
}

/* Move the cursor and the visible part by this many lines. */
static void reader_scroll(struct reader *reader, int lines)
{
    reader->at += lines;
    reader->top += lines;
}

bool reader_request(struct reader *reader, const struct event *event)
{
    static const struct prompt prompt = {.label = "/",
                                         .changed = reader_search_changed,
                                         .done = reader_search_done,
                                         .cancelled = reader_search_cancelled};
    int page = reader->rows > 2 ? reader->rows - 1 : 1;
    switch (event->request) {
    case REQ_UP:
        --*reader_place_of(reader);
        break;
    case REQ_DOWN:
        ++*reader_place_of(reader);
        break;
    case REQ_PAGE_UP:
        reader_scroll(reader, -page);
        break;
    case REQ_PAGE_DOWN:
        reader_scroll(reader, page);
        break;
    case REQ_FIRST:
        *reader_place_of(reader) = 0;
        break;
    case REQ_LAST:
        *reader_place_of(reader) = reader->n;
        break;
    case REQ_SEARCH_NEXT:
        reader_search_step(reader, 1);
        break;
    case REQ_SEARCH_PREVIOUS:
        reader_search_step(reader, -1);
        break;
    case REQ_SEARCH:
        reader->kept_at = *reader_place_of(reader);
        app_prompt(reader->view.app, &reader->view, &prompt);
        break;
    case REQ_ESCAPE:
        if (!reader->search[0])
            return false;
        reader->search[0] = '\0';
        break;
    default:
        return false;
    }
    reader_settle(reader);
    return true;
}

bool reader_can(const struct reader *reader, enum request request)
{
    switch (request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_PAGE_UP:
    case REQ_PAGE_DOWN:
    case REQ_FIRST:
    case REQ_LAST:
        return reader->n > (reader->pointed ? 1 : reader->rows);
    case REQ_SEARCH:
        return reader->n > 0;
    case REQ_SEARCH_NEXT:
    case REQ_SEARCH_PREVIOUS:
        return reader->search[0] != '\0';
    default:
        return false;
    }
}

bool reader_mouse(struct reader *reader, const struct mouse *mouse)
{
    if (mouse->what != MOUSE_WHEEL_UP && mouse->what != MOUSE_WHEEL_DOWN)
        return false;
    reader_scroll(reader, mouse->what == MOUSE_WHEEL_UP ? -3 : 3);
    reader_settle(reader);
    return true;
}

/* ---- The pager: shows a text, such as a damaged file or a diff, with emphasised headings. */

enum { USUAL_COLUMNS = 79 };

/* A row of the screen: `length` bytes of a line, from offset `at` on. */
struct pager_row {
    int line, at, length;
};

struct pager {
    struct reader reader; /* the lines of the reader are the rows of the screen */
    char title[128];
    char *text;  /* the text, with NULs in place of line ends */
    char **line; /* [lines] pointers into `text` */
    int lines, room;
    struct pager_row *row; /* [reader.n] The rows: the lines, broken for `columns` columns. */
    int row_room, columns;
    bool changes;
    int marked; /* the highlighted line; -1: none */
};

static void reader_split(struct pager *pager)
{
    for (char *at = pager->text; at;) {
        char *end = strchr(at, '\n');
        if (end)
            *end++ = '\0';
        at[strcspn(at, "\r")] = '\0';
        if (*at || end) {
            pager->line =
                memory_room(pager->line, &pager->room, pager->lines + 1, sizeof *pager->line);
            pager->line[pager->lines++] = at;
        }
        at = end;
    }
}

static int reader_row_of(const struct pager *pager, int line, int at)
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

/* Break the lines for a width in columns. The line at the top of the screen stays there. */
static void reader_fold(struct pager *pager, int columns)
{
    struct pager_row top =
        pager->reader.top < pager->reader.n ? pager->row[pager->reader.top] : (struct pager_row){0};
    pager->columns = columns;
    pager->reader.n = 0;
    for (int i = 0; i < pager->lines; i++) {
        struct pager_row row = {.line = i};
        do {
            row.at += row.length;
            row.length = scene_line(pager->line[i] + row.at, columns);
            pager->row =
                memory_room(pager->row, &pager->row_room, pager->reader.n + 1, sizeof *pager->row);
            pager->row[pager->reader.n++] = row;
        } while (pager->line[i][row.at + row.length]);
    }
    pager->reader.top = reader_row_of(pager, top.line, top.at);
}

/* Returns the first row of the next line that contains the search text. */
static int reader_find(const struct reader *reader, int from, int step)
{
    const struct pager *pager = (const struct pager *)reader;
    for (int i = 0, length; i < pager->lines; i++) {
        int at =
            ((line_at_top(pager) + from + i * step) % pager->lines + pager->lines) % pager->lines;
        int found = folded_find(pager->line[at], reader->search, &length);
        if (found >= 0)
            return reader_row_of(pager, at, found);
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
    reader_split(pager);
    pager->changes = open->changes;
    pager->marked = open->line - 1;
    reader_fold(pager, USUAL_COLUMNS);
    pager->reader.top = open->line > 6 ? reader_row_of(pager, open->line - 6, 0) : 0;
    pager->reader.rows = 20;
    pager->reader.find = reader_find;
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
    return line[0] == '+'   ? ROLE_GLYPH
           : line[0] == '-' ? ROLE_ERROR
           : line[0] == '@' ? ROLE_LABEL
                            : ROLE_DIM;
}

static void reader_draw_row(const struct pager *pager, struct scene *scene,
                            const struct pager_row *row, const struct area *area)
{
    const char *line = pager->line[row->line];
    size_t hashes = strspn(line, "#");
    bool heading = !pager->changes && hashes > 0 && hashes < 5 && line[hashes] == ' ';
    int skipped = heading && !row->at ? (int)hashes + 1 : 0;
    enum role ground = row->line == pager->marked ? ROLE_SELECTED : ROLE_TEXT;
    char *part = memory_cut(line + row->at, (size_t)row->length);
    scene_fill(scene, area->row, area->column, area->columns, ROLE_TEXT, ground, true);
    text_found(scene, area->row, area->column + 1, area->columns - 1,
               part + (skipped < row->length ? skipped : row->length), pager->reader.search,
               heading ? ROLE_LABEL : role_of(pager, line), ground);
    free(part);
}

static void pager_draw(struct view *view, struct scene *scene, const struct area *body,
                       struct face *face)
{
    struct pager *pager = (struct pager *)view;
    pager->reader.rows = body->rows;
    if (pager->columns != body->columns - 1)
        reader_fold(pager, body->columns - 1);
    reader_settle(&pager->reader);
    int last = pager->reader.top + pager->reader.rows < pager->reader.n
                   ? pager->reader.top + pager->reader.rows
                   : pager->reader.n;
    for (int r = pager->reader.top; r < last; r++)
        reader_draw_row(
            pager, scene, &pager->row[r],
            &(struct area){body->row + r - pager->reader.top, body->column, 1, body->columns});
    snprintf(face->title, sizeof face->title, "%s", pager->title);
    snprintf(face->mode, sizeof face->mode, "TEXT");
    snprintf(face->status, sizeof face->status, "lines %d-%d of %d%s%.100s",
             pager->lines ? line_at_top(pager) + 1 : 0, last ? pager->row[last - 1].line + 1 : 0,
             pager->lines, pager->reader.search[0] ? "  / " : "", pager->reader.search);
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
    static const struct hint hints[] = {
        {REQ_DOWN, REQ_UP, "scroll"}, {REQ_PAGE_DOWN, REQ_PAGE_UP, "page"},
        {REQ_SEARCH, REQ_NONE, NULL}, {REQ_SEARCH_NEXT, REQ_SEARCH_PREVIOUS, NULL},
        {REQ_CLOSE, REQ_NONE, NULL},  {REQ_NONE, REQ_NONE, NULL}};
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
