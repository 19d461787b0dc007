/* view_home.c - the first screen: games that wait, archives, and what else there is. */
#include "config.h"
#include "tui/list.h"
#include "tui/opening.h"
#include "tui/paths.h"
#include "tui/places.h"
#include "tui/view_variants.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE_WIDE = 20 };

enum entry_what { ENTRY_HEADING, ENTRY_ARCHIVE, ENTRY_DRAFT, ENTRY_REQUEST };

struct entry {
    enum entry_what what;
    char *text;  /* the title; owned */
    char *place; /* path of an archive; owned, NULL without */
    char *id;    /* of a draft's game; owned, NULL without */
    enum request request;
    int number;  /* 1 to 9: the key that opens it; 0 */
};

struct home {
    struct view view;
    struct list list;
    struct entry *entry;
    int entries, room;
};

/* ---- what is there ---- */

static struct entry *add(struct home *home, enum entry_what what, const char *text)
{
    home->entry = memory_room(home->entry, &home->room, home->entries + 1, sizeof *home->entry);
    struct entry *entry = &home->entry[home->entries++];
    *entry = (struct entry){.what = what, .text = memory_text(text)};
    return entry;
}

static void number(struct home *home, struct entry *entry)
{
    int n = 1;
    for (int i = 0; i < home->entries; i++)
        if (home->entry[i].number >= n)
            n = home->entry[i].number + 1;
    entry->number = n <= 9 ? n : 0;
}

static void add_archive(struct home *home, const char *title, const char *path)
{
    struct entry *entry = add(home, ENTRY_ARCHIVE, title);
    entry->place = memory_text(path);
    number(home, entry);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void add_archives(struct home *home)
{
    char *recent[RECENT_MAX];
    char samples[PATH_ROOM];
    int n = recent_read(recent);
    snprintf(samples, sizeof samples, "%s", place_samples());
    char *real_samples = realpath(samples, NULL), *real_own = realpath(place_own(), NULL);
    add(home, ENTRY_HEADING, "archives");
    add_archive(home, "Your games", place_own());
    if (path_exists(samples))
        add_archive(home, "Sample games", samples);
    for (int i = 0; i < n; i++)
        if ((!real_samples || strcmp(recent[i], real_samples) != 0) && (!real_own || strcmp(recent[i], real_own) != 0))
            add_archive(home, base_name(recent[i]), recent[i]);
    recent_free(recent, n);
    free(real_samples);
    free(real_own);
}

static void add_request(struct home *home, enum request request, const char *text)
{
    add(home, ENTRY_REQUEST, text)->request = request;
}

static void clear(struct home *home)
{
    for (int i = 0; i < home->entries; i++) {
        free(home->entry[i].text);
        free(home->entry[i].place);
        free(home->entry[i].id);
    }
    home->entries = 0;
}

static void collect(struct home *home)
{
    clear(home);
    add_archives(home);
    add(home, ENTRY_HEADING, "and");
    add_request(home, REQ_NEW, "New game");
    add_request(home, REQ_RULES, "Rules");
    add_request(home, REQ_OPTIONS, "Options");
    add_request(home, REQ_HELP, "Help");
    add_request(home, REQ_LEAVE, "Leave");
    list_set(&home->list, home->entries);
}

/* ---- drawing ---- */

static void entry_text(const struct list *list, int item, char *out, size_t size)
{
    const struct home *home = list->owner;
    const struct entry *entry = &home->entry[item];
    snprintf(out, size, "%s %s", entry->text, entry->place ? entry->place : "");
}

static bool entry_stands(const struct list *list, int item)
{
    const struct home *home = list->owner;
    return home->entry[item].what != ENTRY_HEADING;
}

/* A path with the home folder as ~. */
static void short_path(const char *path, char *out, size_t size)
{
    const char *folder = getenv("HOME");
    size_t length = folder ? strlen(folder) : 0;
    bool inside = length > 1 && !strncmp(path, folder, length) && path[length] == '/';
    snprintf(out, size, "%s%s", inside ? "~" : "", inside ? path + length : path);
}

static void draw_entry(const struct list *list, int item, struct scene *scene, const struct area *line,
                       enum role ground)
{
    const struct home *home = list->owner;
    const struct entry *entry = &home->entry[item];
    int row = line->row, column = line->column + 1, end = line->column + line->columns - 1;
    char key[64], path[PATH_ROOM];
    if (entry->what == ENTRY_HEADING) {
        scene_text(scene, row, column, end - column, entry->text, ROLE_DIM, ROLE_TEXT);
        return;
    }
    if (entry->number)
        snprintf(key, sizeof key, "%d", entry->number);
    else
        app_key_text(home->view.app, &home->view, entry->request, key, sizeof key);
    scene_text(scene, row, column + 2, 3, key, ROLE_LABEL, ground);
    column += 6;
    int after = list_text(list, scene, row, column, end - column, entry->text, ROLE_TEXT, ground);
    if (!entry->place)
        return;
    column = after + 2 > column + TITLE_WIDE ? after + 2 : column + TITLE_WIDE;
    short_path(entry->place, path, sizeof path);
    list_text(list, scene, row, column, end - column, path, ROLE_DIM, ground);
}

static const struct list_ops list_ops = {.draw = draw_entry, .text = entry_text, .stands = entry_stands};

static void home_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct home *home = (struct home *)view;
    snprintf(face->title, sizeof face->title, "chesscade");
    snprintf(face->title_side, sizeof face->title_side, "%s", app_user(view->app));
    snprintf(face->mode, sizeof face->mode, "HOME");
    if (home->list.filter[0])
        list_status(&home->list, "lines", face->status, sizeof face->status);
    list_draw(&home->list, scene, body);
}

/* ---- the view ---- */

static int home_open(struct view *view, const void *argument, struct note *why)
{
    struct home *home = (struct home *)view;
    (void)argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_HOME;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&home->list, &list_ops, view, home);
    collect(home);
    return 0;
}

static void home_close(struct view *view)
{
    struct home *home = (struct home *)view;
    clear(home);
    free(home->entry);
    list_clear(&home->list);
}

static void home_resume(struct view *view)
{
    collect((struct home *)view);
}

static void open_entry(struct home *home, const struct entry *entry)
{
    struct app *app = home->view.app;
    if (entry->what == ENTRY_REQUEST)
        app_request(app, entry->request, "");
    else if (entry->what == ENTRY_ARCHIVE)
        open_archive(app, entry->place);
    else if (entry->what == ENTRY_DRAFT)
        open_draft(app, entry->place, entry->id);
}

static bool pick(struct home *home, int number)
{
    for (int i = 0; i < home->entries; i++)
        if (number && home->entry[i].number == number) {
            list_go(&home->list, i);
            open_entry(home, &home->entry[i]);
            return true;
        }
    app_say(home->view.app, "No line has that number");
    return true;
}

static bool home_request(struct view *view, const struct event *event)
{
    struct home *home = (struct home *)view;
    struct variants_open variants = {event->request == REQ_NEW ? VARIANTS_NEW : VARIANTS_RULES};
    int item = list_item(&home->list);
    switch (event->request) {
    case REQ_ENTER:
        if (item >= 0)
            open_entry(home, &home->entry[item]);
        return true;
    case REQ_PICK: return pick(home, event->digit);
    case REQ_NEW:
    case REQ_RULES: return app_try_open(view->app, &variants_view, &variants), true;
    case REQ_ARCHIVES: return list_go(&home->list, 1), true;
    default: return list_request(&home->list, event);
    }
}

static bool home_can(const struct view *view, enum request request)
{
    const struct home *home = (const struct home *)view;
    switch (request) {
    case REQ_ENTER: return list_item(&home->list) >= 0;
    case REQ_PICK:
    case REQ_NEW:
    case REQ_RULES:
    case REQ_ARCHIVES: return true;
    case REQ_RANDOM: return false;
    default: return list_can(&home->list, request);
    }
}

static const struct hint *home_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, NULL},   {REQ_PICK, REQ_NONE, NULL},
                                        {REQ_DOWN, REQ_UP, "move"},    {REQ_NEW, REQ_NONE, NULL},
                                        {REQ_RULES, REQ_NONE, NULL},   {REQ_OPTIONS, REQ_NONE, NULL},
                                        {REQ_LEAVE, REQ_NONE, NULL},   {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool home_mouse(struct view *view, const struct mouse *mouse)
{
    struct home *home = (struct home *)view;
    struct area area = app_body(view->app);
    if (list_mouse(&home->list, mouse, &area))
        open_entry(home, &home->entry[list_item(&home->list)]);
    return true;
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
    .mouse = home_mouse,
    .resume = home_resume,
};
