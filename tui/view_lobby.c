/* view_lobby.c - the lobby: games that wait for you, games being played, free seats, and what else there is. */
#include "config.h"
#include "archive/watch.h"
#include "tui/list.h"
#include "tui/lobby_games.h"
#include "tui/opening.h"
#include "tui/view_variants.h"
#include "tui/views.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REFRESH = 1000 /* milliseconds: at most so often */, LOOK_EVERY = 30000, LOOK_WITHOUT = 2000 };

enum line_what { LINE_HEADING, LINE_HEAD, LINE_GAME, LINE_REQUEST };

struct lobby_line {
    enum line_what what;
    int game;          /* of LINE_GAME: index into games.v */
    enum request request;
    const char *text;  /* constant */
    int number;        /* 1 to 9, 0 */
};

/* S(name, "heading") */
#define LOBBY_SORTS(S) S(SORT_IDLE, "idle") S(SORT_VARIANT, "variant") S(SORT_SEATS, "seats") S(SORT_MOVER, "to move") \
    S(SORT_PLY, "ply") S(SORT_STARTED, "started") S(SORT_WATCHERS, "watch")
enum lobby_sort {
#define SORT_NAME(name, text) name,
    LOBBY_SORTS(SORT_NAME)
#undef SORT_NAME
    SORTS
};
static const char *const sort_names[] = {
#define SORT_TEXT(name, text) text,
    LOBBY_SORTS(SORT_TEXT)
#undef SORT_TEXT
};

struct lobby {
    struct view view;
    struct lobby_place place;
    struct lobby_games games;
    struct list list;
    struct lobby_line *line;
    int lines, room;
    enum lobby_sort sort;
    bool reversed;
    int64_t looked;
};

/* ------------------------------------------------------------------------------------------------- sorting */

static const struct lobby_games *sorted_games;
static enum lobby_sort sorted_by;

static int by_sort(const void *a, const void *b)
{
    const struct lobby_game *one = &sorted_games->v[*(const int *)a], *other = &sorted_games->v[*(const int *)b];
    int order = 0;
    switch (sorted_by) {
    case SORT_VARIANT: order = strcmp(one->variant, other->variant); break;
    case SORT_SEATS: order = strcmp(one->seats, other->seats); break;
    case SORT_MOVER: order = strcmp(one->to_move, other->to_move); break;
    case SORT_STARTED: order = (other->started > one->started) - (other->started < one->started); break;
    case SORT_PLY: order = other->plies - one->plies; break;
    case SORT_WATCHERS: order = other->watchers - one->watchers; break;
    default: order = (other->last > one->last) - (other->last < one->last);
    }
    return order ? order : strcmp(one->id, other->id);
}

/* ------------------------------------------------------------------------------------------------- the lines */

static struct lobby_line *add(struct lobby *lobby, enum line_what what, const char *text)
{
    lobby->line = memory_room(lobby->line, &lobby->room, lobby->lines + 1, sizeof *lobby->line);
    struct lobby_line *line = &lobby->line[lobby->lines++];
    *line = (struct lobby_line){.what = what, .text = text};
    return line;
}

enum group { GROUP_RESUME, GROUP_OWN, GROUP_SEATS, GROUP_PLAYED, GROUP_TOGETHER, GROUPS };

static enum group group_of(const struct lobby_game *game)
{
    if (game->over)
        return GROUP_TOGETHER;
    if (game->own_turn || game->challenged)
        return GROUP_RESUME;
    if (game->own_side != NOBODY)
        return GROUP_OWN;
    return game->waits && game->free_side != NOBODY ? GROUP_SEATS : GROUP_PLAYED;
}

static void add_games(struct lobby *lobby, const int *order, enum group group, int *number)
{
    static const char *const headings[] = {"WAITS FOR YOU", "your games", "open seats", "being played",
                                           "looked at together"};
    bool any = false;
    for (int i = 0; i < lobby->games.n; i++) {
        int game = order[lobby->reversed ? lobby->games.n - 1 - i : i];
        if (group_of(&lobby->games.v[game]) != group)
            continue;
        if (!any)
            add(lobby, LINE_HEAD, headings[group]);
        any = true;
        struct lobby_line *line = add(lobby, LINE_GAME, "");
        line->game = game;
        line->number = *number < 9 ? ++*number : 0;
    }
}

static void add_requests(struct lobby *lobby)
{
    static const struct {
        enum request request;
        const char *text;
    } rows[] = {{REQ_NEW, "New game, or a challenge"},
                {REQ_ARCHIVES, "Finished games"},
                {REQ_RULES, "Rules"},
                {REQ_OPTIONS, "Options"},
                {REQ_LEAVE, "Leave"}};
    add(lobby, LINE_HEADING, "and");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add(lobby, LINE_REQUEST, rows[i].text)->request = rows[i].request;
}

/* What the cursor stands on, to be found again: a game's id or a request's text. */
static const char *standing_on(const struct lobby *lobby)
{
    int item = list_item(&lobby->list);
    if (item < 0 || item >= lobby->lines)
        return "";
    return lobby->line[item].what == LINE_GAME ? lobby->games.v[lobby->line[item].game].id : lobby->line[item].text;
}

static void build(struct lobby *lobby, const char *stand)
{
    int number = 0, *order = memory_new((size_t)lobby->games.n + 1, sizeof *order);
    for (int i = 0; i < lobby->games.n; i++)
        order[i] = i;
    sorted_games = &lobby->games;
    sorted_by = lobby->sort;
    if (lobby->games.n)
        qsort(order, (size_t)lobby->games.n, sizeof *order, by_sort);
    lobby->lines = 0;
    for (enum group group = 0; group < GROUPS; group++)
        add_games(lobby, order, group, &number);
    free(order);
    add_requests(lobby);
    list_set(&lobby->list, lobby->lines);
    for (int i = 0; i < lobby->lines; i++) {
        const struct lobby_line *line = &lobby->line[i];
        if (!strcmp(line->what == LINE_GAME ? lobby->games.v[line->game].id : line->text, stand))
            list_go(&lobby->list, i);
    }
}

static void look(struct lobby *lobby)
{
    char stand[64];
    snprintf(stand, sizeof stand, "%s", standing_on(lobby));
    lobby_games_look(&lobby->games, &lobby->place);
    build(lobby, stand);
    lobby->looked = app_now(lobby->view.app);
}

/* ------------------------------------------------------------------------------------------------- drawing */

static void line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct lobby *lobby = list->owner;
    const struct lobby_line *line = &lobby->line[item];
    if (line->what != LINE_GAME) {
        snprintf(out, size, "%s", line->text);
        return;
    }
    const struct lobby_game *game = &lobby->games.v[line->game];
    snprintf(out, size, "%s %s %s %s", game->mark, game->variant, game->seats, game->to_move);
}

static bool line_stands(const struct list *list, int item)
{
    const struct lobby *lobby = list->owner;
    return lobby->line[item].what >= LINE_GAME;
}

/* Columns of a line of that width; what there is no room for stands at 0. */
struct columns {
    int mark, variant, seats, mover, ply, started, idle, watch;
};

static struct columns columns_of(const struct area *area)
{
    int right = area->column + area->columns - 1, left = area->column + 6;
    struct columns at = {.mark = left, .variant = left + 7, .watch = right - 5, .idle = right - 12, .ply = right - 17};
    if (area->columns >= 100) {
        at.started = at.idle - 8;
        at.ply -= 8;
    }
    at.mover = at.ply - 10;
    at.seats = at.variant + 20;
    if (at.mover - at.seats < 14)
        at.mover = at.ply; /* narrow: whose turn it is stands in the seats no more */
    if (at.mover - at.seats < 16)
        at.seats = at.mover - 16; /* narrower: names of variants are cut before those of players */
    return at;
}

static void draw_head(const struct lobby *lobby, const struct lobby_line *line, struct scene *scene,
                      const struct area *area)
{
    struct columns at = columns_of(area);
    bool waits = !strncmp(line->text, "WAITS", 5);
    (void)lobby;
    scene_text(scene, area->row, area->column + 1, area->columns, line->text, waits ? ROLE_GLYPH : ROLE_DIM, ROLE_TEXT);
    if (area->columns < 60)
        return;
    scene_text(scene, area->row, at.seats, 10, "seats", ROLE_DIM, ROLE_TEXT);
    if (at.mover != at.ply)
        scene_text(scene, area->row, at.mover, 9, "to move", ROLE_DIM, ROLE_TEXT);
    scene_text(scene, area->row, at.ply, 4, "ply", ROLE_DIM, ROLE_TEXT);
    if (at.started)
        scene_text(scene, area->row, at.started, 7, "started", ROLE_DIM, ROLE_TEXT);
    scene_text(scene, area->row, at.idle, 6, "idle", ROLE_DIM, ROLE_TEXT);
    scene_text(scene, area->row, at.watch, 6, "watch", ROLE_DIM, ROLE_TEXT);
}

static void draw_game(const struct list *list, const struct lobby_game *game, struct scene *scene,
                      const struct area *area, enum role ground)
{
    struct columns at = columns_of(area);
    char idle[CLOCK_ROOM];
    const char *mover = game->broken ? "damaged" : game->over ? "over" : game->waits ? "waits" : game->own_turn ? "you" : game->to_move;
    int row = area->row, end = area->column + area->columns;
    lobby_age(game->last, idle);
    list_text(list, scene, row, at.mark, 6, game->mark, ROLE_LABEL, ground);
    if (area->columns < 60) {
        list_text(list, scene, row, at.variant, end - at.variant, game->seats, ROLE_TEXT, ground);
        return;
    }
    list_text(list, scene, row, at.variant, at.seats - at.variant - 1, game->variant, ROLE_TEXT, ground);
    list_text(list, scene, row, at.seats, at.mover - at.seats - 1, game->seats, ROLE_TEXT, ground);
    if (at.mover != at.ply)
        list_text(list, scene, row, at.mover, 9, mover, game->own_turn ? ROLE_GLYPH : ROLE_TEXT, ground);
    scene_textf(scene, row, at.ply, 4, ROLE_TEXT, ground, "%3d", game->plies);
    if (at.started) {
        char started[CLOCK_ROOM];
        lobby_age(game->started, started);
        scene_textf(scene, row, at.started, 7, ROLE_TEXT, ground, "%s", started);
    }
    scene_textf(scene, row, at.idle, 6, ROLE_TEXT, ground, "%s", idle);
    scene_textf(scene, row, at.watch, 5, ROLE_TEXT, ground, "%3d", game->watchers);
}

static void draw_line(const struct list *list, int item, struct scene *scene, const struct area *area, enum role ground)
{
    const struct lobby *lobby = list->owner;
    const struct lobby_line *line = &lobby->line[item];
    char key[64] = "";
    if (line->what == LINE_HEAD || line->what == LINE_HEADING) {
        if (line->what == LINE_HEAD)
            draw_head(lobby, line, scene, area);
        else
            scene_text(scene, area->row, area->column + 1, area->columns, line->text, ROLE_DIM, ROLE_TEXT);
        return;
    }
    if (line->number)
        snprintf(key, sizeof key, "%d", line->number);
    else if (line->what == LINE_REQUEST)
        app_key_text(lobby->view.app, &lobby->view, line->request, key, sizeof key);
    scene_text(scene, area->row, area->column + 3, 3, key, ROLE_LABEL, ground);
    if (line->what == LINE_GAME)
        draw_game(list, &lobby->games.v[line->game], scene, area, ground);
    else
        list_text(list, scene, area->row, area->column + 6, area->columns - 7, line->text, ROLE_TEXT, ground);
}

static const struct list_ops list_ops = {.draw = draw_line, .text = line_text, .stands = line_stands};

static void people(const struct lobby *lobby, char *out, size_t size)
{
    size_t used = 0;
    int names = 0;
    for (int i = 0; i < lobby->games.persons; i++) {
        bool before = false;
        for (int k = 0; k < i; k++)
            before |= !strcmp(lobby->games.person[k].name, lobby->games.person[i].name);
        if (!before && ++names <= 8)
            text_add(out, size, &used, "%s%s", used ? ", " : "", lobby->games.person[i].name);
    }
    if (names > 8)
        text_add(out, size, &used, " and %d more", names - 8);
}

static void lobby_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct lobby *lobby = (struct lobby *)view;
    struct area area = *body;
    char here[400] = "";
    people(lobby, here, sizeof here);
    snprintf(face->title, sizeof face->title, "%.100s", store_title(lobby->place.store));
    snprintf(face->title_side, sizeof face->title_side, "%s", lobby->place.name);
    snprintf(face->mode, sizeof face->mode, "LOBBY");
    if (lobby->list.filter[0])
        list_status(&lobby->list, "lines", face->status, sizeof face->status);
    else
        snprintf(face->status, sizeof face->status, "sort: %s%s%s%s", sort_names[lobby->sort],
                 lobby->reversed ? ", reversed" : "", *lobby->place.followed ? "   following " : "",
                 lobby->place.followed);
    if (body->rows > 8) {
        area.rows -= 2;
        scene_textf(scene, body->row + body->rows - 2, body->column + 1, body->columns - 1, ROLE_DIM, ROLE_TEXT,
                    "here: %s", here);
        scene_text(scene, body->row + body->rows - 1, body->column + 1, body->columns - 1,
                   "Games and talk are recorded; games that are not private may be watched.", ROLE_DIM,
                   ROLE_TEXT);
    }
    list_draw(&lobby->list, scene, &area);
}

/* ------------------------------------------------------------------------------------------------- the view */

static void watch(struct lobby *lobby)
{
    lobby->view.fd = watch_new();
    watch_add(lobby->view.fd, lobby->place.root, "live", NULL);
    watch_add(lobby->view.fd, lobby->place.root, "here", NULL);
}

static int lobby_open(struct view *view, const void *argument, struct note *why)
{
    struct lobby *lobby = (struct lobby *)view;
    (void)why;
    lobby->place = *(const struct lobby_place *)argument;
    view->keymap[view->keymaps++] = KEYMAP_LOBBY;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&lobby->list, &list_ops, view, lobby);
    journal_recover(lobby->place.root, lobby->place.name, lobby->place.store);
    watch(lobby);
    look(lobby);
    view->wake = app_now(view->app) + REFRESH;
    return 0;
}

static void lobby_close(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    if (view->fd >= 0)
        close(view->fd);
    list_clear(&lobby->list);
    lobby_games_clear(&lobby->games);
    free(lobby->line);
    lobby_leave(&lobby->place);
}

/* Changes wake us at once, but a busy host does not make us look more than once a second; while something is typed, or
 * another view lies over this one, nothing moves. */
static void lobby_tick(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    int64_t now = app_now(view->app), next = view->fd >= 0 ? LOOK_EVERY : LOOK_WITHOUT;
    if (app_top(view->app) != view) {
        if (view->fd >= 0)
            close(view->fd); /* resume() watches again */
        view->fd = -1;
        view->wake = TICK_NEVER;
        return;
    }
    watch_drain(view->fd);
    if (now - lobby->looked < REFRESH || app_prompting(view->app)) {
        view->wake = now + REFRESH;
        return;
    }
    look(lobby);
    if (!lobby_follow_on(view->app, &lobby->place, ""))
        view->wake = now + next;
}

static void lobby_resume(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    if (view->fd < 0)
        watch(lobby);
    look(lobby);
    view->wake = app_now(view->app) + REFRESH;
}

static void answer_sit(struct view *view, bool yes)
{
    struct lobby *lobby = (struct lobby *)view;
    int item = list_item(&lobby->list);
    struct note why;
    if (item < 0 || lobby->line[item].what != LINE_GAME)
        return;
    const struct lobby_game *game = &lobby->games.v[lobby->line[item].game];
    if (yes && lobby_sit_down(&lobby->place, game->id, &why) < 0) {
        app_error(view->app, "%s", why.text);
        look(lobby);
        return;
    }
    lobby_open_table(view->app, &lobby->place, game->id);
}

static void open_line(struct lobby *lobby, const struct lobby_line *line)
{
    struct app *app = lobby->view.app;
    char question[200];
    if (line->what == LINE_REQUEST) {
        app_request(app, line->request, "");
        return;
    }
    if (line->what != LINE_GAME)
        return;
    const struct lobby_game *game = &lobby->games.v[line->game];
    if (game->free_side == NOBODY) {
        lobby_open_table(app, &lobby->place, game->id);
        return;
    }
    snprintf(question, sizeof question, "%s of %s: y takes the free seat, any other key watches%s",
             game->mark, game->variant, game->challenged ? " (:decline refuses)" : "");
    app_ask(app, &lobby->view, question, answer_sit);
}

static const struct lobby_game *game_under_cursor(const struct lobby *lobby)
{
    int item = list_item(&lobby->list);
    return item >= 0 && lobby->line[item].what == LINE_GAME ? &lobby->games.v[lobby->line[item].game] : NULL;
}

static void decline(struct lobby *lobby)
{
    const struct lobby_game *game = game_under_cursor(lobby);
    struct note why;
    if (lobby_decline(&lobby->place, game->id, &why) < 0)
        app_error(lobby->view.app, "%s", why.text);
    else
        app_say(lobby->view.app, "declined: the game is off");
    look(lobby);
}

static bool pick(struct lobby *lobby, int number)
{
    for (int i = 0; i < lobby->lines; i++)
        if (number && lobby->line[i].number == number) {
            list_go(&lobby->list, i);
            open_line(lobby, &lobby->line[i]);
            return true;
        }
    app_say(lobby->view.app, "no line has that number");
    return true;
}

static void sort_by(struct lobby *lobby, int step)
{
    char stand[64];
    snprintf(stand, sizeof stand, "%s", standing_on(lobby));
    if (step)
        lobby->sort = (enum lobby_sort)(((int)lobby->sort + step + SORTS) % SORTS);
    else
        lobby->reversed = !lobby->reversed;
    build(lobby, stand);
}

static void go_by_chance(struct lobby *lobby)
{
    int games = 0;
    for (int i = 0; i < lobby->lines; i++)
        games += lobby->line[i].what == LINE_GAME;
    int at = games ? (int)(app_now(lobby->view.app) % games) : -1;
    for (int i = 0; i < lobby->lines; i++)
        if (lobby->line[i].what == LINE_GAME && at-- == 0)
            list_go(&lobby->list, i);
}

static void new_game(struct lobby *lobby, const char *variant)
{
    struct seek_open seek = {&lobby->place, variant};
    struct variants_open variants = {.purpose = VARIANTS_SEEK, .place = &lobby->place};
    if (*variant)
        app_try_open(lobby->view.app, &seek_view, &seek);
    else
        app_try_open(lobby->view.app, &variants_view, &variants);
}

static bool lobby_can(const struct view *view, enum request request)
{
    const struct lobby *lobby = (const struct lobby *)view;
    switch (request) {
    case REQ_ENTER:
    case REQ_PICK:
    case REQ_NEW:
    case REQ_RULES:
    case REQ_ARCHIVES:
    case REQ_SORT:
    case REQ_SORT_NEXT:
    case REQ_SORT_PREVIOUS:
    case REQ_FOLLOW:
    case REQ_RANDOM: return true;
    case REQ_DECLINE: return game_under_cursor(lobby) && game_under_cursor(lobby)->challenged;
    default: return list_can(&lobby->list, request);
    }
}

static bool lobby_request(struct view *view, const struct event *event)
{
    struct lobby *lobby = (struct lobby *)view;
    struct variants_open rules = {.purpose = VARIANTS_RULES};
    int item = list_item(&lobby->list);
    switch (event->request) {
    case REQ_ENTER:
        if (item >= 0)
            open_line(lobby, &lobby->line[item]);
        return true;
    case REQ_PICK: return pick(lobby, event->digit);
    case REQ_NEW: return new_game(lobby, event->argument), true;
    case REQ_RULES: return app_try_open(view->app, &variants_view, &rules), true;
    case REQ_ARCHIVES: {
        struct note why;
        if (open_place(view->app, lobby->place.path, &why) < 0)
            app_error(view->app, "%s", why.text);
        return true;
    }
    case REQ_SORT: return sort_by(lobby, 0), true;
    case REQ_SORT_NEXT: return sort_by(lobby, 1), true;
    case REQ_SORT_PREVIOUS: return sort_by(lobby, -1), true;
    case REQ_RANDOM: return go_by_chance(lobby), true;
    case REQ_FOLLOW:
        lobby_follow(view->app, &lobby->place, event->argument);
        lobby_follow_on(view->app, &lobby->place, "");
        return true;
    case REQ_DECLINE:
        if (!lobby_can(view, REQ_DECLINE))
            return false;
        decline(lobby);
        return true;
    default: return list_request(&lobby->list, event);
    }
}

static const struct hint *lobby_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, "watch, sit"}, {REQ_PICK, REQ_NONE, NULL},
                                        {REQ_NEW, REQ_NONE, "new"},          {REQ_SORT_NEXT, REQ_NONE, "sort"},
                                        {REQ_ARCHIVES, REQ_NONE, NULL},      {REQ_RULES, REQ_NONE, NULL},
                                        {REQ_LEAVE, REQ_NONE, NULL},         {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool lobby_mouse(struct view *view, const struct mouse *mouse)
{
    struct lobby *lobby = (struct lobby *)view;
    struct area area = app_body(view->app);
    if (list_mouse(&lobby->list, mouse, &area) && list_item(&lobby->list) >= 0)
        open_line(lobby, &lobby->line[list_item(&lobby->list)]);
    return true;
}

const struct view_ops lobby_view = {
    .name = "lobby",
    .size = sizeof(struct lobby),
    .open = lobby_open,
    .close = lobby_close,
    .draw = lobby_draw,
    .request = lobby_request,
    .can = lobby_can,
    .hints = lobby_hints,
    .mouse = lobby_mouse,
    .tick = lobby_tick,
    .resume = lobby_resume,
};
