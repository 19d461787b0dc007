/* view_bookmarks.c - the list of bookmarks: see navigation.h. Bookmarks of the game in the view
 * below come first; each group is sorted newest first. */
#include "config.h"
#include "tui/views/navigation.h"

#include "tui/app/list.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLY_WIDE = 18,
    ARCHIVE_WIDE = 24,
    ARCHIVE_FROM = 70 /* fewest columns in which the archive of a bookmark is shown as well */
};

struct bookmark_list {
    struct view view;
    struct list list;
    struct bookmarks all;
    struct bookmarks_open from;
    char id[ULID_LENGTH + 1]; /* the id of the game in the view below; "": none */
    int *item;                /* [items] a heading (HEAD_...) or an index into `all` */
    int items, room;
};
enum { HEAD_HERE = -1, HEAD_ELSEWHERE = -2 };

static struct bookmark_list *list_of(struct view *view)
{
    return (struct bookmark_list *)view;
}

static const char *const heads[] = {"in this game", "in other games"};

static const struct bookmark *bookmark_at(const struct bookmark_list *bookmarks, int item)
{
    int at = item >= 0 && item < bookmarks->items ? bookmarks->item[item] : HEAD_HERE;
    return at >= 0 ? &bookmarks->all.v[at] : NULL;
}

/* ---- the bookmarks ---- */

static void views_bookmarks_add(struct bookmark_list *bookmarks, int what)
{
    bookmarks->item = memory_room(bookmarks->item, &bookmarks->room, bookmarks->items + 1,
                                  sizeof *bookmarks->item);
    bookmarks->item[bookmarks->items++] = what;
}

static void add_those(struct bookmark_list *bookmarks, bool here)
{
    bool headed = false;
    for (int i = bookmarks->all.n - 1; i >= 0; i--) {
        if (here != !strcmp(bookmarks->all.v[i].id, bookmarks->id))
            continue;
        if (!headed && bookmarks->id[0])
            views_bookmarks_add(bookmarks, here ? HEAD_HERE : HEAD_ELSEWHERE);
        headed = true;
        views_bookmarks_add(bookmarks, i);
    }
}

static void set_items(struct bookmark_list *bookmarks)
{
    bookmarks->items = 0;
    add_those(bookmarks, true);
    add_those(bookmarks, false);
    list_set(&bookmarks->list, bookmarks->items);
}

/* ---- drawing ---- */

static const char *bookmarks_told(const struct bookmark *bookmark, short part,
                                  const char *otherwise)
{
    return bookmark->text[part] ? bookmark->text + part : otherwise;
}

static const char *bookmarks_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void bookmarks_item_text(const struct list *list, int item, char *out, size_t size)
{
    const struct bookmark *bookmark = bookmark_at(list->owner, item);
    out[0] = '\0';
    if (bookmark)
        snprintf(out, size, "%.100s %.200s %.600s", bookmarks_told(bookmark, bookmark->ply, ""),
                 bookmarks_told(bookmark, bookmark->game, ""),
                 bookmarks_told(bookmark, bookmark->archive, ""));
}

static bool bookmarks_item_stands(const struct list *list, int item)
{
    return bookmark_at(list->owner, item) != NULL;
}

static void bookmarks_draw_item(const struct list *list, int item, struct scene *scene,
                                const struct area *line, enum role ground)
{
    const struct bookmark_list *bookmarks = list->owner;
    const struct bookmark *bookmark = bookmark_at(bookmarks, item);
    int column = line->column + 2, end = line->column + line->columns - 1;
    if (!bookmark) {
        scene_text(scene, line->row, line->column + 1, line->columns - 1,
                   heads[-1 - bookmarks->item[item]], ROLE_DIM, ROLE_TEXT);
        return;
    }
    char ply[24];
    snprintf(ply, sizeof ply, "ply %d", spot_plies(&bookmark->spot));
    list_text(list, scene, line->row, column, PLY_WIDE - 1,
              bookmarks_told(bookmark, bookmark->ply, ply), ROLE_TEXT, ground);
    column += PLY_WIDE;
    int wide = line->columns >= ARCHIVE_FROM ? ARCHIVE_WIDE : 0;
    list_text(list, scene, line->row, column, end - column - wide,
              bookmarks_told(bookmark, bookmark->game, bookmark->id), ROLE_TEXT, ground);
    if (wide)
        list_text(list, scene, line->row, end - wide + 1, wide - 1,
                  bookmarks_base_name(bookmarks_told(bookmark, bookmark->archive, "")), ROLE_DIM,
                  ground);
}

static const struct list_ops list_ops = {
    .draw = bookmarks_draw_item, .text = bookmarks_item_text, .stands = bookmarks_item_stands};

static void bookmarks_draw(struct view *view, struct scene *scene, const struct area *body,
                           struct face *face)
{
    struct bookmark_list *bookmarks = list_of(view);
    snprintf(face->title, sizeof face->title, "Bookmarks");
    snprintf(face->mode, sizeof face->mode, "BOOKMARKS");
    if (bookmarks->list.filter[0])
        list_status(&bookmarks->list, "bookmarks", face->status, sizeof face->status);
    else
        snprintf(face->status, sizeof face->status, "%d bookmark%s", bookmarks->all.n,
                 bookmarks->all.n == 1 ? "" : "s");
    list_draw(&bookmarks->list, scene, body);
}

/* ---- the view ---- */

static int bookmarks_open(struct view *view, const void *argument, struct note *why)
{
    struct bookmark_list *bookmarks = list_of(view);
    const struct bookmarks_open *open = argument;
    (void)why;
    if (open)
        bookmarks->from = *open;
    snprintf(bookmarks->id, sizeof bookmarks->id, "%s", open && open->id ? open->id : "");
    bookmarks->from.id = bookmarks->id;
    view->keymap[view->keymaps++] = KEYMAP_BOOKMARKS;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&bookmarks->list, &list_ops, view, bookmarks);
    if (open && open->only)
        bookmarks_copy(&bookmarks->all, open->only);
    else
        bookmarks_read(NULL, &bookmarks->all);
    set_items(bookmarks);
    return 0;
}

static void bookmarks_close(struct view *view)
{
    struct bookmark_list *bookmarks = list_of(view);
    bookmarks_clear(&bookmarks->all);
    list_clear(&bookmarks->list);
    free(bookmarks->item);
}

/* Go to a bookmark of the game in the view below; or open another game above this list, which stays
 * open. */
static void bookmarks_go(struct bookmark_list *bookmarks, const struct bookmark *bookmark)
{
    struct app *app = bookmarks->view.app;
    struct view *below = app_below(app, &bookmarks->view);
    if (bookmarks->from.go && !strcmp(bookmark->id, bookmarks->id)) {
        struct bookmark there = *bookmark;
        app_close(app, &bookmarks->view);
        bookmarks->from.go(below, &there);
    } else {
        open_bookmark(app, below ? below->store : NULL, bookmark);
    }
}

static void bookmarks_take_away(struct bookmark_list *bookmarks, const struct bookmark *bookmark)
{
    struct bookmark gone = *bookmark;
    struct bookmarks kept = {0};
    if (bookmarks->from.only) {
        bookmarks->from.removed(app_below(bookmarks->view.app, &bookmarks->view), &gone);
        bookmarks_toggle(&bookmarks->all, gone.id, &gone.spot);
    } else {
        bookmarks_read(gone.id, &kept);
        struct bookmark *set = bookmarks_toggle(&kept, gone.id, &gone.spot);
        /* If the bookmark was not set, another terminal has removed it, and bookmarks_toggle() set
         * it. */
        if (!set)
            bookmarks_write(gone.id, &kept);
        bookmarks_clear(&kept);
        bookmarks_read(NULL, &bookmarks->all);
    }
    set_items(bookmarks);
    app_say(bookmarks->view.app, "the bookmark is removed");
}

static bool bookmarks_request(struct view *view, const struct event *event)
{
    struct bookmark_list *bookmarks = list_of(view);
    const struct bookmark *bookmark = bookmark_at(bookmarks, list_item(&bookmarks->list));
    if (event->request == REQ_ENTER && bookmark)
        return bookmarks_go(bookmarks, bookmark), true;
    if (event->request == REQ_REMOVE && bookmark)
        return bookmarks_take_away(bookmarks, bookmark), true;
    return list_request(&bookmarks->list, event);
}

static bool bookmarks_can(const struct view *view, enum request request)
{
    const struct bookmark_list *bookmarks = (const struct bookmark_list *)view;
    if (request == REQ_ENTER || request == REQ_REMOVE)
        return bookmark_at(bookmarks, list_item(&bookmarks->list)) != NULL;
    return list_can(&bookmarks->list, request);
}

static const struct hint *bookmarks_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_DOWN, REQ_UP, "move"},   {REQ_ENTER, REQ_NONE, "go there"},
        {REQ_REMOVE, REQ_NONE, NULL}, {REQ_SEARCH, REQ_NONE, NULL},
        {REQ_FILTER, REQ_NONE, NULL}, {REQ_CLOSE, REQ_NONE, NULL},
        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static void bookmarks_resume(struct view *view)
{
    struct bookmark_list *bookmarks = list_of(view);
    if (bookmarks->from.only)
        return;
    bookmarks_read(NULL, &bookmarks->all);
    set_items(bookmarks);
}

/* Go to a bookmark from the view on top. */
static void bookmarks_go_from_top(struct app *app, const struct bookmarks_open *open,
                                  const struct bookmark *bookmark)
{
    struct view *top = app_top(app);
    if (open && open->go && !strcmp(bookmark->id, open->id))
        open->go(top, bookmark);
    else
        open_bookmark(app, top->store, bookmark);
}

void bookmarks_show(struct app *app, const struct bookmarks_open *open, const char *number)
{
    struct bookmarks all = {0};
    struct note why;
    if (open && open->only)
        bookmarks_copy(&all, open->only);
    else if (!app_restricted(app))
        bookmarks_read(NULL, &all);
    bool none = all.n == 0;
    const struct bookmark *one = bookmarks_numbered(&all, number, &why);
    if (one)
        bookmarks_go_from_top(app, open, one);
    else if (!none && *number)
        app_error(app, "%s", why.text);
    bookmarks_clear(&all);
    if (!none && *number)
        return;
    if (none)
        app_say(app, open ? "there are no bookmarks: {bookmark} sets one here"
                          : "there are no bookmarks: at a game, {bookmark} sets one");
    else
        app_try_open(app, &bookmarks_view, open);
}

const struct view_ops bookmarks_view = {
    .name = "bookmarks",
    .size = sizeof(struct bookmark_list),
    .open = bookmarks_open,
    .close = bookmarks_close,
    .draw = bookmarks_draw,
    .request = bookmarks_request,
    .can = bookmarks_can,
    .hints = bookmarks_hints,
    .resume = bookmarks_resume,
};
