/* view_home.c - the home screen: games that wait, archives, and everything else. */
#include "config.h"
#include "archive/store/store.h"
#include "tui/app/list.h"
#include "tui/views/navigation.h"
#include "tui/system/paths.h"
#include "tui/session/bookmarks.h"
#include "tui/views/view_variants.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE_WIDE = 20 };

enum line_what { LINE_HEADING, LINE_ARCHIVE, LINE_DRAFT, LINE_REQUEST };

struct home_line {
    enum line_what what;
    char *text;  /* the title; owned */
    char *place; /* path of an archive; owned, NULL: none */
    char *id;    /* of a draft's game; owned, NULL: none */
    enum request request;
    int number; /* 1 to 9: the key that opens it; 0: none */
};

/* A draft, found by an archive's list, whose game is no longer in the archive. */
struct home_offer {
    char *path; /* owned */
    char id[ULID_LENGTH + 1];
};

struct home {
    struct view view;
    struct list list;
    struct home_line *line;
    int lines, room;
    struct home_offer *offer; /* [offers] */
    int offers, offer_room;
    bool drawn, told; /* the tip of the day has been shown: once a session is enough */
    bool stale;       /* rebuild when next drawn, since this view is often below another one */
};

/* ---- the lines ---- */

static struct home_line *home_add(struct home *home, enum line_what what, const char *text)
{
    home->line = memory_room(home->line, &home->room, home->lines + 1, sizeof *home->line);
    struct home_line *line = &home->line[home->lines++];
    *line = (struct home_line){.what = what, .text = memory_text(text)};
    return line;
}

static void home_number(struct home *home, struct home_line *line)
{
    int n = 1;
    for (int i = 0; i < home->lines; i++)
        if (home->line[i].number >= n)
            n = home->line[i].number + 1;
    line->number = n <= 9 ? n : 0;
}

static void add_archive(struct home *home, const char *title, const char *path)
{
    struct home_line *line = home_add(home, LINE_ARCHIVE, title);
    line->place = memory_text(path);
    home_number(home, line);
}

static const char *home_base_name(const char *path)
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
    home_add(home, LINE_HEADING, "archives");
    if (path_exists(place_own())) /* it is created when the first game is saved */
        add_archive(home, "Your games", place_own());
    if (path_exists(samples))
        add_archive(home, "Sample games", samples);
    for (int i = 0; i < n; i++)
        if ((!real_samples || strcmp(recent[i], real_samples) != 0) &&
            (!real_own || strcmp(recent[i], real_own) != 0))
            add_archive(home, home_base_name(recent[i]), recent[i]);
    recent_free(recent, n);
    free(real_samples);
    free(real_own);
}

static void add_request(struct home *home, enum request request, const char *text)
{
    home_add(home, LINE_REQUEST, text)->request = request;
}

static void home_clear(struct home *home)
{
    for (int i = 0; i < home->lines; i++) {
        free(home->line[i].text);
        free(home->line[i].place);
        free(home->line[i].id);
    }
    home->lines = 0;
}

/* Add a draft to resume; `only_new`: only if its game was never saved, so that no list of games
 * shows it. */
static void add_draft(struct home *home, struct store *store, const char *path, const char *id,
                      bool only_new, const char *more)
{
    struct record *record;
    struct version version;
    char text[256], title[160];
    if (store_draft_load(store, id, &record, &version, NULL) < 0)
        return;
    if (only_new && version.known) {
        record_free(record);
        return;
    }
    record_title(record, title, sizeof title);
    snprintf(text, sizeof text, "%.60s  %.150s  not saved%s", record_variant(record), title, more);
    record_free(record);
    if (!home->lines)
        home_add(home, LINE_HEADING, "unsaved games");
    struct home_line *line = home_add(home, LINE_DRAFT, text);
    line->place = memory_text(path);
    line->id = memory_text(id);
    home_number(home, line);
}

static void add_drafts(struct home *home, const char *path, bool only_new)
{
    struct store *store;
    char(*ids)[ULID_LENGTH + 1];
    if (!path_exists(path) || store_open(&store, path, NULL, NULL) < 0)
        return;
    int n = store_drafts(store, &ids);
    for (int i = 0; i < n; i++)
        add_draft(home, store, path, ids[i], only_new, "");
    free(ids);
    store_close(store);
}

static void add_offers(struct home *home)
{
    struct store *store;
    for (int i = 0; i < home->offers; i++) {
        const struct home_offer *offer = &home->offer[i];
        if (store_open(&store, offer->path, NULL, NULL) < 0)
            continue;
        add_draft(home, store, offer->path, offer->id, false, ", its game was deleted");
        store_close(store);
    }
}

static void add_new_games(struct home *home)
{
    char *recent[RECENT_MAX], *own = realpath(place_own(), NULL);
    int n = recent_read(recent);
    for (int i = 0; i < n; i++)
        if (path_is_folder(recent[i]) && (!own || strcmp(recent[i], own) != 0))
            add_drafts(home, recent[i], true);
    recent_free(recent, n);
    free(own);
}

static void home_collect(struct home *home)
{
    home_clear(home);
    add_drafts(home, place_own(), false);
    add_new_games(home);
    add_offers(home);
    if (!place_toured()) {
        home_add(home, LINE_HEADING, "new here?");
        add_request(home, REQ_TOUR, "A tour of five keys, twenty seconds");
    }
    add_archives(home);
    home_add(home, LINE_HEADING, "what to do");
    add_request(home, REQ_NEW, "New game");
    add_request(home, REQ_COMPUTER, "Play against the computer");
    add_request(home, REQ_RULES, "Rules");
    add_request(home, REQ_OPTIONS, "Options");
    add_request(home, REQ_HELP, "Help");
    add_request(home, REQ_LEAVE, "Leave");
    list_set(&home->list, home->lines);
}

/* ---- drawing ---- */

static void home_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct home *home = list->owner;
    const struct home_line *line = &home->line[item];
    snprintf(out, size, "%s %s", line->text, line->place ? line->place : "");
}

static bool home_line_stands(const struct list *list, int item)
{
    const struct home *home = list->owner;
    return home->line[item].what != LINE_HEADING;
}

/* Write a path with ~ for the home folder. */
static void short_path(const char *path, char *out, size_t size)
{
    const char *folder = getenv("HOME");
    size_t length = folder ? strlen(folder) : 0;
    bool inside = length > 1 && !strncmp(path, folder, length) && path[length] == '/';
    snprintf(out, size, "%s%s", inside ? "~" : "", inside ? path + length : path);
}

static void home_draw_line(const struct list *list, int item, struct scene *scene,
                           const struct area *area, enum role ground)
{
    const struct home *home = list->owner;
    const struct home_line *line = &home->line[item];
    int row = area->row, column = area->column + 1, end = area->column + area->columns - 1;
    char key[64], path[PATH_ROOM];
    if (line->what == LINE_HEADING) {
        scene_text(scene, row, column, end - column, line->text, ROLE_DIM, ROLE_TEXT);
        return;
    }
    if (line->number)
        snprintf(key, sizeof key, "%d", line->number);
    else
        app_key_text(home->view.app, &home->view, line->request, key, sizeof key);
    scene_text(scene, row, column + 2, 3, key, ROLE_LABEL, ground);
    column += 6;
    int after = list_text(list, scene, row, column, end - column, line->text, ROLE_TEXT, ground);
    if (!line->place)
        return;
    column = after + 2 > column + TITLE_WIDE ? after + 2 : column + TITLE_WIDE;
    short_path(line->place, path, sizeof path);
    list_text(list, scene, row, column, end - column, path, ROLE_DIM, ground);
}

static const struct list_ops list_ops = {
    .draw = home_draw_line, .text = home_line_text, .stands = home_line_stands};

/* The tip of the day. */
static const char *tip_of_day(const struct app *app)
{
    static const char *const tips[] = {
        "{inspect} describes the cell under the cursor",
        "{trial} at a game: try moves freely; {trial} again restores it",
        "{search-position} at a game finds other games with its position",
        "{filter} in every list shows what fits: has:nag plies:>60",
        "{note-previous} and {note-next} go from note to note of a game",
        "{rules} anywhere: the rules, with positions to play on",
        "{help} once more lists the commands of all views",
        "{guess} at a game: guess the next ply, which is hidden",
        "{type-move} types a move; Tab completes it, a number goes there",
        "{flip} turns the board, {zoom-in} and {zoom-out} change its size",
        "{bookmark} sets a bookmark, {bookmarks} lists them and goes to one",
        "{openings} at a game counts what was played from there",
        "{charset} switches between UTF-8, ASCII and drawn lines",
        "{member-back} and {member-next} walk through the members of a cascade",
    };
    const char *today = app_today(app); /* 2026-11-22 */
    int day = strlen(today) >= 10 ? atoi(today + 5) * 31 + atoi(today + 8) : 0;
    return tips[day % (int)(sizeof tips / sizeof *tips)];
}

static void home_draw(struct view *view, struct scene *scene, const struct area *body,
                      struct face *face)
{
    struct home *home = (struct home *)view;
    char tip[120];
    if (home->stale)
        home_collect(home);
    home->stale = false;
    home->drawn = true;
    snprintf(face->title, sizeof face->title, "chesscade");
    snprintf(face->title_side, sizeof face->title_side, "%s", app_user(view->app));
    snprintf(face->mode, sizeof face->mode, "HOME");
    if (!home->told)
        snprintf(face->status, sizeof face->status, "tip: %s",
                 app_words(view->app, view, tip_of_day(view->app), tip, sizeof tip));
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
    home->stale = true;
    return 0;
}

/* Forget the drafts offered for an archive; NULL: for all. */
static void forget_offers(struct home *home, const char *path)
{
    int n = 0;
    for (int i = 0; i < home->offers; i++)
        if (!path || !strcmp(home->offer[i].path, path))
            free(home->offer[i].path);
        else
            home->offer[n++] = home->offer[i];
    home->offers = n;
}

void home_offer(struct app *app, const char *path, char (*ids)[ULID_LENGTH + 1], int n)
{
    struct view *view = app_top(app);
    while (view && view->ops != &home_view)
        view = app_below(app, view);
    /* for the user's own archive all drafts are listed anyway */
    char *full = view && !place_same(path, place_own()) ? realpath(path, NULL) : NULL;
    struct home *home = (struct home *)view;
    if (!full)
        return;
    forget_offers(home, full);
    for (int i = 0; i < n; i++) {
        home->offer =
            memory_room(home->offer, &home->offer_room, home->offers + 1, sizeof *home->offer);
        struct home_offer *offer = &home->offer[home->offers++];
        offer->path = memory_text(full);
        memcpy(offer->id, ids[i], sizeof offer->id);
    }
    home->stale = true;
    free(full);
}

static void home_close(struct view *view)
{
    struct home *home = (struct home *)view;
    home_clear(home);
    forget_offers(home, NULL);
    free(home->offer);
    free(home->line);
    list_clear(&home->list);
}

static void home_resume(struct view *view)
{
    struct home *home = (struct home *)view;
    home->stale = true;
    home->told = home->drawn;
}

static void home_open_line(struct home *home, const struct home_line *line)
{
    struct app *app = home->view.app;
    if (line->what == LINE_REQUEST)
        app_request(app, line->request, "");
    else if (line->what == LINE_ARCHIVE)
        open_archive(app, line->place);
    else if (line->what == LINE_DRAFT)
        open_draft(app, line->place, line->id);
}

static bool home_pick(struct home *home, int number)
{
    for (int i = 0; i < home->lines; i++)
        if (number && home->line[i].number == number) {
            list_go(&home->list, i);
            home_open_line(home, &home->line[i]);
            return true;
        }
    app_say(home->view.app, "There is no line with that number");
    return true;
}

static bool home_request(struct view *view, const struct event *event)
{
    struct home *home = (struct home *)view;
    struct variants_open variants = {.purpose = event->request == REQ_NEW        ? VARIANTS_NEW
                                                : event->request == REQ_COMPUTER ? VARIANTS_COMPUTER
                                                                                 : VARIANTS_RULES};
    int item = list_item(&home->list);
    switch (event->request) {
    case REQ_ENTER:
        if (item >= 0)
            home_open_line(home, &home->line[item]);
        return true;
    case REQ_PICK:
        return home_pick(home, event->digit);
    case REQ_NEW:
    case REQ_COMPUTER:
    case REQ_RULES:
        return app_try_open(view->app, &variants_view, &variants), true;
    case REQ_TOUR:
        return app_try_open(view->app, &tour_view, NULL), true;
    case REQ_ARCHIVES:
        for (int i = 0; i < home->lines; i++)
            if (home->line[i].what == LINE_ARCHIVE)
                return list_go(&home->list, i), true;
        return true;
    default:
        return list_request(&home->list, event);
    }
}

static bool home_can(const struct view *view, enum request request)
{
    const struct home *home = (const struct home *)view;
    switch (request) {
    case REQ_ENTER:
        return list_item(&home->list) >= 0;
    case REQ_PICK:
    case REQ_NEW:
    case REQ_COMPUTER:
    case REQ_RULES:
    case REQ_TOUR:
    case REQ_ARCHIVES:
        return true;
    default:
        return list_can(&home->list, request);
    }
}

static const struct hint *home_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, NULL}, {REQ_PICK, REQ_NONE, NULL},
                                        {REQ_DOWN, REQ_UP, "move"},  {REQ_NEW, REQ_NONE, NULL},
                                        {REQ_RULES, REQ_NONE, NULL}, {REQ_OPTIONS, REQ_NONE, NULL},
                                        {REQ_LEAVE, REQ_NONE, NULL}, {REQ_NONE, REQ_NONE, NULL}};
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
    .resume = home_resume,
};
