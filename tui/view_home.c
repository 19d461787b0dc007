/* view_home.c - the first screen: what there is to do. */
#include "config.h"
#include "tui/list.h"
#include "tui/views.h"

#include <stdlib.h>
#include <string.h>

struct home {
    struct view view;
    struct list list;
};

static const struct {
    enum request request;
    const char *text;
} entries[] = {{REQ_OPTIONS, "Options"}, {REQ_HELP, "Help"}};
enum { ENTRIES = sizeof entries / sizeof *entries };

static void entry_text(const struct list *list, int item, char *out, size_t size)
{
    (void)list;
    snprintf(out, size, "%s", entries[item].text);
}

static void draw_entry(const struct list *list, int item, struct scene *scene, const struct area *line,
                       enum role ground)
{
    list_text(list, scene, line->row, line->column + 2, line->columns - 2, entries[item].text, ROLE_TEXT, ground);
}

static const struct list_ops list_ops = {.draw = draw_entry, .text = entry_text};

static int home_open(struct view *view, const void *argument, struct note *why)
{
    struct home *home = (struct home *)view;
    (void)argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_HOME;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&home->list, &list_ops, view, home);
    list_set(&home->list, ENTRIES);
    return 0;
}

static void home_close(struct view *view)
{
    list_clear(&((struct home *)view)->list);
}

static void home_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct home *home = (struct home *)view;
    snprintf(face->title, sizeof face->title, "chesscade");
    snprintf(face->title_side, sizeof face->title_side, "%s", app_user(view->app));
    snprintf(face->mode, sizeof face->mode, "HOME");
    list_draw(&home->list, scene, body);
}

static bool home_request(struct view *view, const struct event *event)
{
    struct home *home = (struct home *)view;
    if (event->request == REQ_ENTER)
        return app_request(view->app, entries[list_item(&home->list)].request, ""), true;
    return list_request(&home->list, event);
}

static bool home_can(const struct view *view, enum request request)
{
    const struct home *home = (const struct home *)view;
    return request == REQ_ENTER || list_can(&home->list, request);
}

static const struct hint *home_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, NULL},   {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_OPTIONS, REQ_NONE, NULL}, {REQ_LEAVE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops home_view = {
    .name = "home",
    .size = sizeof(struct home),
    .open = home_open,
    .close = home_close,
    .draw = home_draw,
    .request = home_request,
    .can = home_can,
    .hints = home_hints,
};
