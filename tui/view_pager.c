/* view_pager.c - a text to read: rules, a damaged file, changes. Scrolled and searched; headings stand out. */
#include "config.h"
#include "tui/filter.h"
#include "tui/list.h"
#include "tui/view_pager.h"

#include <stdlib.h>
#include <string.h>

struct pager {
    struct view view;
    char title[128];
    char *text;  /* its line ends are NULs */
    char **line; /* [lines] into text */
    int lines, room;
    bool changes;
    int top, marked; /* marked: a line that is pointed at, -1 without */
    int rows;
    char search[256];
    int kept_top;
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
    pager->top = open->line > 6 ? open->line - 6 : 0;
    pager->rows = 20;
    return 0;
}

static void pager_close(struct view *view)
{
    struct pager *pager = (struct pager *)view;
    free(pager->line);
    free(pager->text);
}

static void clamp(struct pager *pager)
{
    if (pager->top > pager->lines - pager->rows)
        pager->top = pager->lines - pager->rows;
    if (pager->top < 0)
        pager->top = 0;
}

/* What a line of changes is drawn in; other texts are text. */
static enum role role_of(const struct pager *pager, const char *line)
{
    if (!pager->changes)
        return ROLE_TEXT;
    return line[0] == '+' ? ROLE_GLYPH : line[0] == '-' ? ROLE_ERROR : line[0] == '@' ? ROLE_LABEL : ROLE_DIM;
}

static void pager_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct pager *pager = (struct pager *)view;
    pager->rows = body->rows;
    clamp(pager);
    for (int r = 0; r < body->rows && pager->top + r < pager->lines; r++) {
        const char *line = pager->line[pager->top + r];
        size_t hashes = strspn(line, "#");
        bool heading = !pager->changes && hashes > 0 && hashes < 5 && line[hashes] == ' ';
        enum role ground = pager->top + r == pager->marked ? ROLE_SELECTED : ROLE_TEXT;
        scene_fill(scene, body->row + r, body->column, body->columns, ROLE_TEXT, ground, true);
        text_found(scene, body->row + r, body->column + 1, body->columns - 1, heading ? line + hashes + 1 : line,
                   pager->search, heading ? ROLE_LABEL : role_of(pager, line), ground);
    }
    int last = pager->top + pager->rows < pager->lines ? pager->top + pager->rows : pager->lines;
    snprintf(face->title, sizeof face->title, "%s", pager->title);
    snprintf(face->mode, sizeof face->mode, "TEXT");
    snprintf(face->status, sizeof face->status, "lines %d-%d of %d%s%.100s", pager->lines ? pager->top + 1 : 0, last,
             pager->lines, pager->search[0] ? "  / " : "", pager->search);
    scene->cursor_row = body->row;
    scene->cursor_column = body->column;
}

/* ---- search ---- */

/* The next line with the search text, going round; -1 without one. */
static int find(const struct pager *pager, int from, int step)
{
    for (int i = 0, length; i < pager->lines; i++) {
        int at = ((from + i * step) % pager->lines + pager->lines) % pager->lines;
        if (text_find(pager->line[at], pager->search, &length) >= 0)
            return at;
    }
    return -1;
}

static void search_changed(struct view *view, const char *text)
{
    struct pager *pager = (struct pager *)view;
    snprintf(pager->search, sizeof pager->search, "%s", text);
    pager->top = pager->kept_top;
    int at = *text && pager->lines ? find(pager, pager->top, 1) : -1;
    if (at >= 0)
        pager->top = at;
    else if (*text)
        app_prompt_note(view->app, "nowhere in this text");
}

static bool search_done(struct view *view, const char *text)
{
    (void)view;
    (void)text;
    return true;
}

static void search_cancelled(struct view *view)
{
    struct pager *pager = (struct pager *)view;
    pager->search[0] = '\0';
    pager->top = pager->kept_top;
}

static void search_step(struct pager *pager, int step)
{
    int at = find(pager, pager->top + step, step);
    if (at >= 0)
        pager->top = at;
    else
        app_say(pager->view.app, "'%s' is nowhere in this text", pager->search);
}

static bool pager_request(struct view *view, const struct event *event)
{
    static const struct prompt prompt = {
        .label = "/", .changed = search_changed, .done = search_done, .cancelled = search_cancelled};
    struct pager *pager = (struct pager *)view;
    int page = pager->rows > 2 ? pager->rows - 1 : 1;
    switch (event->request) {
    case REQ_UP: pager->top--; break;
    case REQ_DOWN: pager->top++; break;
    case REQ_PAGE_UP: pager->top -= page; break;
    case REQ_PAGE_DOWN: pager->top += page; break;
    case REQ_FIRST: pager->top = 0; break;
    case REQ_LAST: pager->top = pager->lines; break;
    case REQ_SEARCH_NEXT: search_step(pager, 1); break;
    case REQ_SEARCH_PREVIOUS: search_step(pager, -1); break;
    case REQ_SEARCH:
        pager->kept_top = pager->top;
        app_prompt(view->app, view, &prompt);
        break;
    case REQ_ESCAPE:
        if (!pager->search[0])
            return false;
        pager->search[0] = '\0';
        break;
    default: return false;
    }
    clamp(pager);
    return true;
}

static bool pager_can(const struct view *view, enum request request)
{
    const struct pager *pager = (const struct pager *)view;
    switch (request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_PAGE_UP:
    case REQ_PAGE_DOWN:
    case REQ_FIRST:
    case REQ_LAST: return pager->lines > pager->rows;
    case REQ_SEARCH: return pager->lines > 0;
    case REQ_SEARCH_NEXT:
    case REQ_SEARCH_PREVIOUS: return pager->search[0] != '\0';
    default: return false;
    }
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
    struct pager *pager = (struct pager *)view;
    if (mouse->what == MOUSE_WHEEL_UP || mouse->what == MOUSE_WHEEL_DOWN)
        pager->top += mouse->what == MOUSE_WHEEL_UP ? -3 : 3;
    clamp(pager);
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
