/* view_help.c - `?`: lists every request that is possible in the view from which it was opened, to
 * be searched, filtered and run. A second `?` adds the requests of all other views, and begins with
 * the ten keys that matter most. */
#include "config.h"
#include "tui/app/list.h"
#include "tui/widgets/page.h"
#include "tui/app/view.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEYS_WIDE = 22,
    KEYS_NARROW = 14,   /* columns of the keys and the gap after them on narrow screens */
    NARROW_BELOW = 100, /* screens with fewer columns are narrow */
    /* On screens with fewer columns the lines are cut, and the current one is shown in full at
     * the bottom. */
    FOOT_BELOW = 70,
    FOOT_FROM = 8,
    FOOT_ROWS = 2 /* rows at the bottom for the current line */
};

/* The keys to learn first: they mean the same nearly everywhere (docs/keys.md). */
static const struct {
    enum keymap keymap;
    enum request request;
    const char *words; /* what it does, everywhere */
} ten[] = {
    {KEYMAP_LIST, REQ_ENTER, "open, choose; on a board lift a piece, drop it, play"},
    {KEYMAP_LIST, REQ_DOWN, "go down; h j k l and the arrows go everywhere, on boards, too"},
    {KEYMAP_EVERYWHERE, REQ_ESCAPE, "cancel one thing: a prompt, a filter, a lifted piece"},
    {KEYMAP_EVERYWHERE, REQ_CLOSE, "back: close this screen"},
    {KEYMAP_EVERYWHERE, REQ_NEXT_PANEL, "go to the next panel: moves, notes, board"},
    {KEYMAP_EVERYWHERE, REQ_ACTIONS, "list the actions possible here: take back, resign, save ..."},
    {KEYMAP_TABLE, REQ_TYPE_MOVE, "at a game: type a move, as in 'e4'"},
    {KEYMAP_TABLE, REQ_STEP_NEXT, "at a game: one ply forward; < goes back"},
    {KEYMAP_TABLE, REQ_INSPECT, "at a game: what is on this cell, and what can it do?"},
    {KEYMAP_EVERYWHERE, REQ_UNDO, "undo the last change"},
};
enum { TEN = sizeof ten / sizeof *ten };

/* A line: a heading of a keymap, or a request with its keys. */
struct help_line {
    uint8_t keymap;
    uint16_t request;  /* REQ_NONE: the line is the heading of the keymap */
    const char *words; /* what it says; NULL: what the request does, or where the keymap is active
                        */
};

struct help {
    struct view view;
    /* the view whose requests are listed; borrowed, below this one on the stack */
    struct view *asked;
    struct list list;
    struct help_line *line;
    int lines, room;
    bool everything;  /* also list what is not possible in that view */
    struct page page; /* the text at the bottom */
};

static void all_keys(const struct help *help, const struct help_line *line, char *out, size_t size)
{
    app_keys_text(help->view.app, (enum keymap)line->keymap, (enum request)line->request, out,
                  size);
}

static bool asked_in(const struct help *help, enum keymap keymap)
{
    for (int i = 0; i < help->asked->keymaps; i++)
        if (help->asked->keymap[i] == keymap)
            return true;
    return false;
}

/* What a request does in the view whose requests are listed. */
static const char *help_words_of(const struct help *help, const struct help_line *line)
{
    return line->words ? line->words
           : asked_in(help, (enum keymap)line->keymap)
               ? app_request_help(help->asked, (enum request)line->request)
               : request_help((enum request)line->request);
}

static void help_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct help *help = list->owner;
    const struct help_line *line = &help->line[item];
    char keys[128];
    all_keys(help, line, keys, sizeof keys);
    snprintf(out, size, "%s %s %s", keys, request_name((enum request)line->request),
             help_words_of(help, line));
}

static bool help_line_stands(const struct list *list, int item)
{
    const struct help *help = list->owner;
    return help->line[item].request != REQ_NONE;
}

static void help_draw_line(const struct list *list, int item, struct scene *scene,
                           const struct area *area, enum role ground)
{
    const struct help *help = list->owner;
    const struct help_line *line = &help->line[item];
    char keys[128];
    if (line->request == REQ_NONE) {
        list_text(list, scene, area->row, area->column + 1, area->columns - 1,
                  line->words ? line->words : keymap_where((enum keymap)line->keymap), ROLE_DIM,
                  ROLE_TEXT);
        return;
    }
    all_keys(help, line, keys, sizeof keys);
    int column = area->column + 3, end = area->column + area->columns - 1;
    int gap = area->columns < NARROW_BELOW ? KEYS_NARROW : KEYS_WIDE;
    for (char *last; scene_columns(keys) >= gap && (last = strrchr(keys, ' '));)
        *last = '\0'; /* if space is short, drop the last of several keys of the same request */
    int written =
        list_text(list, scene, area->row, column, KEYS_WIDE - 2, keys, ROLE_LABEL, ground) - column;
    column += written + 1 > gap ? written + 1 : gap; /* long keys push the text to the right */
    int after = list_text(list, scene, area->row, column, end - column, help_words_of(help, line),
                          ROLE_TEXT, ground);
    const char *name = request_name((enum request)line->request);
    int wide = (int)strlen(name);
    if (after + 3 + wide <= end)
        list_text(list, scene, area->row, end - wide, wide, name, ROLE_DIM, ground);
}

static const struct list_ops list_ops = {
    .draw = help_draw_line, .text = help_line_text, .stands = help_line_stands};

static void help_add_line(struct help *help, enum keymap keymap, enum request request,
                          const char *words)
{
    help->line = memory_room(help->line, &help->room, help->lines + 1, sizeof *help->line);
    help->line[help->lines++] = (struct help_line){(uint8_t)keymap, (uint16_t)request, words};
}

/* True if a request is already listed with the same keys. */
static bool listed_so(const struct help *help, enum request request, const char *keys)
{
    char other[128];
    for (int i = 0; i < help->lines; i++)
        if (help->line[i].request == request) {
            all_keys(help, &help->line[i], other, sizeof other);
            if (!strcmp(other, keys))
                return true;
        }
    return false;
}

/* Add the requests that are bound in a keymap and possible now, under a heading. */
static void add_keymap(struct help *help, enum keymap keymap)
{
    const struct app *app = help->view.app;
    int heading = help->lines;
    char keys[128];
    help_add_line(help, keymap, REQ_NONE, NULL);
    for (int r = REQ_NONE + 1; r < REQUESTS; r++)
        if (*app_keys_text(app, keymap, (enum request)r, keys, sizeof keys) &&
            (help->everything || (!listed_so(help, (enum request)r, keys) &&
                                  app_can(app, help->asked, (enum request)r))) &&
            r != REQ_HELP)
            help_add_line(help, keymap, (enum request)r, NULL);
    if (help->lines == heading + 1)
        help->lines = heading;
}

/* Add the requests without a key, which can be run from here or by `:name`. */
static void add_keyless(struct help *help)
{
    const struct app *app = help->view.app;
    for (int r = REQ_NONE + 1; r < REQUESTS; r++) {
        bool bound = false;
        for (int i = 0; i < help->lines; i++)
            bound = bound || help->line[i].request == r;
        if (!bound && r != REQ_HELP &&
            (help->everything || app_can(app, help->asked, (enum request)r)))
            help_add_line(help, KEYMAP_EVERYWHERE, (enum request)r, NULL);
    }
}

/* Add the ten keys to learn first, with the keys that the user has bound to them. */
static void add_ten(struct help *help)
{
    help_add_line(help, KEYMAP_EVERYWHERE, REQ_NONE, "the ten keys that matter most");
    for (int i = 0; i < TEN; i++)
        help_add_line(help, ten[i].keymap, ten[i].request, ten[i].words);
}

/* List what is possible in the view, and if help->everything is true also the requests of all other
 * keymaps. */
static void help_collect(struct help *help)
{
    help->lines = 0;
    if (help->everything)
        add_ten(help);
    for (int i = 0; i < help->asked->keymaps; i++)
        add_keymap(help, (enum keymap)help->asked->keymap[i]);
    add_keymap(help, KEYMAP_EVERYWHERE);
    for (int k = KEYMAP_EVERYWHERE + 1; k < KEYMAPS && help->everything; k++)
        if (!asked_in(help, (enum keymap)k))
            add_keymap(help, (enum keymap)k);
    add_keyless(help);
    list_set(&help->list, help->lines);
}

static int help_open(struct view *view, const void *argument, struct note *why)
{
    struct help *help = (struct help *)view;
    (void)why;
    help->asked = (struct view *)argument;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&help->list, &list_ops, view, help);
    help_collect(help);
    return 0;
}

static void help_close(struct view *view)
{
    struct help *help = (struct help *)view;
    list_clear(&help->list);
    page_free(&help->page);
    free(help->line);
}

/* On narrow screens, show the full description of the line under the cursor below the list. */
static void draw_foot(struct help *help, struct scene *scene, const struct area *body,
                      struct area *list)
{
    int item = list_item(&help->list);
    if (body->columns >= FOOT_BELOW || body->rows < FOOT_FROM)
        return;
    list->rows -= FOOT_ROWS + 1;
    struct area foot = {list->row + list->rows + 1, body->column + 1, FOOT_ROWS, body->columns - 1};
    app_rule(help->view.app, scene, foot.row - 1, body->column, body->columns);
    page_begin(&help->page, foot.columns);
    if (item >= 0 && help->line[item].request != REQ_NONE)
        page_add(&help->page, ROLE_COMMENT, 0, help_words_of(help, &help->line[item]));
    page_draw(&help->page, scene, &foot, 0);
}

static void help_draw(struct view *view, struct scene *scene, const struct area *body,
                      struct face *face)
{
    struct help *help = (struct help *)view;
    struct area area = *body;
    snprintf(face->title, sizeof face->title,
             help->everything ? "Commands, here and elsewhere" : "Commands here");
    snprintf(face->mode, sizeof face->mode, "HELP");
    list_status(&help->list, "commands", face->status, sizeof face->status);
    draw_foot(help, scene, body, &area);
    list_draw(&help->list, scene, &area);
}

/* Close the help, then pass the request to the view from which it was opened. */
static void help_run(struct help *help)
{
    struct app *app = help->view.app;
    int item = list_item(&help->list);
    if (item < 0)
        return;
    enum request request = (enum request)help->line[item].request;
    app_close(app, &help->view);
    app_request(app, request, "");
}

static bool help_request(struct view *view, const struct event *event)
{
    struct help *help = (struct help *)view;
    if (event->request == REQ_ENTER)
        return help_run(help), true;
    if (event->request == REQ_HELP) {
        help->everything = true;
        help_collect(help);
        list_go(&help->list, 1);
        return true;
    }
    if (list_request(&help->list, event))
        return true;
    if (event->request == REQ_ESCAPE)
        return app_close(view->app, view), true;
    return false;
}

static bool help_can(const struct view *view, enum request request)
{
    const struct help *help = (const struct help *)view;
    return list_can(&help->list, request) || (request == REQ_ENTER && help->list.n > 0) ||
           (request == REQ_HELP && !help->everything);
}

static const struct hint *help_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, "do it"}, {REQ_DOWN, REQ_UP, "move"},  {REQ_SEARCH, REQ_NONE, NULL},
        {REQ_FILTER, REQ_NONE, NULL},   {REQ_CLOSE, REQ_NONE, NULL}, {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops help_view = {
    .name = "help",
    .size = sizeof(struct help),
    .open = help_open,
    .close = help_close,
    .draw = help_draw,
    .request = help_request,
    .can = help_can,
    .hints = help_hints,
};
