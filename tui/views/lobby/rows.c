/* rows.c - builds, sorts and draws the lines of the lobby. See lobby_internal.h. */
#include "config.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/views/game/game.h"
#include "tui/views/lobby/lobby_internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const sort_names[] = {
#define SORT_TEXT(name, text) text,
    LOBBY_SORTS(SORT_TEXT)
#undef SORT_TEXT
};

/* -------------------------------------------------------------------------------------------------
 * sorting */

static enum lobby_sort sorted_by;
static bool sorted_back;

static int by_sort(const struct lobby_game *one, const struct lobby_game *other)
{
    int order = 0;
    switch (sorted_by) {
    case SORT_VARIANT:
        order = strcmp(one->variant, other->variant);
        break;
    case SORT_SEATS:
        order = strcmp(one->seats, other->seats);
        break;
    case SORT_MOVER:
        order = strcmp(one->to_move, other->to_move);
        break;
    case SORT_STARTED:
        order = (other->started > one->started) - (other->started < one->started);
        break;
    case SORT_PLY:
        order = other->plies - one->plies;
        break;
    case SORT_WATCHERS:
        order = other->watchers - one->watchers;
        break;
    default:
        order = (other->last > one->last) - (other->last < one->last);
    }
    order = order ? order : strcmp(one->id, other->id);
    return sorted_back ? -order : order;
}

/* -------------------------------------------------------------------------------------------------
 * the lines */

static struct lobby_line *rows_add(struct lobby *lobby, enum line_what what, const char *text)
{
    lobby->line = memory_room(lobby->line, &lobby->room, lobby->lines + 1, sizeof *lobby->line);
    struct lobby_line *line = &lobby->line[lobby->lines++];
    *line = (struct lobby_line){.what = what, .text = text};
    return line;
}

static void add_games(struct lobby *lobby, const int *order, enum lobby_group group, int *number)
{
    static const char *const headings[] = {"WAITS FOR YOU", "your games", "open seats",
                                           "being played", "read together"};
    bool any = false;
    for (int i = 0; i < lobby->session.games.n; i++) {
        int game = order[i];
        if (lobby_group_of(&lobby->session.games.v[game]) != group)
            continue;
        if (!any)
            rows_add(lobby, LINE_HEAD, headings[group]);
        any = true;
        struct lobby_line *line = rows_add(lobby, LINE_GAME, "");
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
    if (lobby->lines)
        rows_add(lobby, LINE_HEADING, "and");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        rows_add(lobby, LINE_REQUEST, rows[i].text)->request = rows[i].request;
}

const char *lobby_standing_on(const struct lobby *lobby)
{
    int item = list_item(&lobby->list);
    if (item < 0 || item >= lobby->lines)
        return "";
    return lobby->line[item].what == LINE_GAME ? lobby->session.games.v[lobby->line[item].game].id
                                               : lobby->line[item].text;
}

void lobby_build(struct lobby *lobby, const char *stand)
{
    int number = 0, *order = memory_new((size_t)lobby->session.games.n + 1, sizeof *order);
    sorted_by = lobby->sort;
    sorted_back = lobby->reversed;
    lobby->session.order = by_sort; /* so that :games gives the same numbers */
    lobby_games_sort(&lobby->session.games, by_sort, order);
    lobby->lines = 0;
    for (enum lobby_group group = 0; group <= LOBBY_GROUP_TOGETHER; group++)
        add_games(lobby, order, group, &number);
    lobby_number_games(&lobby->session, &lobby->session.games, order);
    free(order);
    add_requests(lobby);
    list_set(&lobby->list, lobby->lines);
    for (int i = 0; i < lobby->lines; i++) {
        const struct lobby_line *line = &lobby->line[i];
        if (!strcmp(line->what == LINE_GAME ? lobby->session.games.v[line->game].id : line->text,
                    stand))
            list_go(&lobby->list, i);
    }
}

/* Move the cursor to the first game that waits for the user. If the lobby was empty, move it to the
 * first game of any kind, because the user was waiting for a game. */
static void go_to_waiting(struct lobby *lobby, bool was_empty)
{
    for (int i = 0; i < lobby->lines; i++)
        if (lobby->line[i].what == LINE_GAME) {
            if (was_empty ||
                lobby_group_of(&lobby->session.games.v[lobby->line[i].game]) == LOBBY_GROUP_WAITS)
                list_go(&lobby->list, i);
            return; /* games that wait come first in the list */
        }
}

void lobby_drop_notice(struct lobby *lobby)
{
    app_stop(&lobby->view, &lobby->noticing);
    if (lobby->told)
        app_notify_over(lobby->view.app);
    lobby->told = false;
}

void lobby_look(struct lobby *lobby)
{
    char stand[64];
    bool was_empty = !lobby->session.games.n;
    snprintf(stand, sizeof stand, "%s", lobby_standing_on(lobby));
    lobby_session_look(&lobby->session, "");
    lobby->on_tagged = lobby->on_tagged && lobby->session.tags;
    if (!lobby->session.waiting)
        lobby_drop_notice(lobby);
    lobby_build(lobby, stand);
    if (!strcmp(stand, lobby->placed)) {
        go_to_waiting(lobby, was_empty);
        snprintf(lobby->placed, sizeof lobby->placed, "%s", lobby_standing_on(lobby));
    }
    lobby_session_hear(&lobby->session);
    lobby->looked = app_now(lobby->view.app);
}

/* -------------------------------------------------------------------------------------------------
 * drawing */

static void rows_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct lobby *lobby = list->owner;
    const struct lobby_line *line = &lobby->line[item];
    if (line->what != LINE_GAME) {
        snprintf(out, size, "%s", line->text);
        return;
    }
    const struct lobby_game *game = &lobby->session.games.v[line->game];
    snprintf(out, size, "%s %s %s %s", game->mark, game->variant, game->seats, game->to_move);
}

static bool rows_line_stands(const struct list *list, int item)
{
    const struct lobby *lobby = list->owner;
    return lobby->line[item].what >= LINE_GAME;
}

/* The columns where the parts of a line begin; 0: there is no room for this part. */
struct rows_layout {
    int mark, variant, seats, mover, ply, started, idle, watch;
};

static struct rows_layout rows_columns_of(const struct area *area)
{
    enum { MOST = 132 }; /* in wider lines the parts that belong together would be too far apart */
    int right = area->column + (area->columns < MOST ? area->columns : MOST) - 1,
        left = area->column + 6;
    struct rows_layout at = {.mark = left,
                             .variant = left + 7,
                             .watch = right - 5,
                             .idle = right - 12,
                             .ply = right - 17};
    if (area->columns >= 100) {
        at.started = at.idle - 8;
        at.ply -= 8;
    }
    at.mover = at.ply - 10;
    at.seats = at.variant + 20;
    if (at.mover - at.seats < 14)
        at.mover = at.ply; /* on narrow screens leave out who is to move */
    if (at.mover - at.seats < 16)
        /* on even narrower screens cut the names of variants before those of players */
        at.seats = at.mover - 16;
    return at;
}

static void draw_head(const struct lobby *lobby, const struct lobby_line *line, struct scene *scene,
                      const struct area *area)
{
    struct rows_layout at = rows_columns_of(area);
    bool waits = !strncmp(line->text, "WAITS", 5);
    (void)lobby;
    scene_text(scene, area->row, area->column + 1, area->columns, line->text,
               waits ? ROLE_GLYPH : ROLE_DIM, ROLE_TEXT);
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

/* Write who is to move, or else the game's state. */
static const char *mover_of(const struct lobby *lobby, const struct lobby_game *game, char *out,
                            size_t size)
{
    snprintf(out, size, "%s%s", game->to_move,
             lobby_name_mark(&lobby->session.place, game->to_move));
    if (*game->refused)
        return game->declined ? "declined" : "no answer";
    if (game->broken)
        return game->newer ? "newer" : "damaged";
    return game->over         ? "over"
           : game->challenged ? "asks you"
           : game->waits      ? "waits"
           : game->own_turn   ? "you"
                              : out;
}

static void draw_game(const struct list *list, const struct lobby_game *game, struct scene *scene,
                      const struct area *area, enum role ground)
{
    struct rows_layout at = rows_columns_of(area);
    const struct lobby *lobby = list->owner;
    char idle[CLOCK_ROOM], to_move[PLAYER_NAME_MAX + 2];
    const char *mover = mover_of(lobby, game, to_move, sizeof to_move);
    int row = area->row, end = area->column + area->columns;
    lobby_age(game->last, idle);
    list_text(list, scene, row, at.mark, 6, game->mark, ROLE_LABEL, ground);
    if (area->columns < 60) {
        list_text(list, scene, row, at.variant, end - at.variant, game->seats, ROLE_TEXT, ground);
        return;
    }
    list_text(list, scene, row, at.variant, at.seats - at.variant - 1, game->variant, ROLE_TEXT,
              ground);
    list_text(list, scene, row, at.seats, at.mover - at.seats - 1, game->seats, ROLE_TEXT, ground);
    if (at.mover != at.ply)
        list_text(list, scene, row, at.mover, 9, mover, game->own_turn ? ROLE_GLYPH : ROLE_TEXT,
                  ground);
    scene_textf(scene, row, at.ply, 4, ROLE_TEXT, ground, "%3d", game->plies);
    if (at.started) {
        char started[CLOCK_ROOM];
        lobby_age(game->started, started);
        scene_textf(scene, row, at.started, 7, ROLE_TEXT, ground, "%s", started);
    }
    scene_textf(scene, row, at.idle, 6, ROLE_TEXT, ground, "%s", idle);
    scene_textf(scene, row, at.watch, 5, ROLE_TEXT, ground, "%3d", game->watchers);
}

static void rows_draw_line(const struct list *list, int item, struct scene *scene,
                           const struct area *area, enum role ground)
{
    const struct lobby *lobby = list->owner;
    const struct lobby_line *line = &lobby->line[item];
    char key[64] = "";
    if (line->what == LINE_HEAD || line->what == LINE_HEADING) {
        if (line->what == LINE_HEAD)
            draw_head(lobby, line, scene, area);
        else
            scene_text(scene, area->row, area->column + 1, area->columns, line->text, ROLE_DIM,
                       ROLE_TEXT);
        return;
    }
    if (line->what == LINE_GAME &&
        lobby_tagged(&lobby->session, lobby->session.games.v[line->game].id))
        scene_put(scene, area->row, area->column, '*', ROLE_GLYPH, ground);
    if (line->number)
        snprintf(key, sizeof key, "%d", line->number);
    else if (line->what == LINE_REQUEST)
        app_key_text(lobby->view.app, &lobby->view, line->request, key, sizeof key);
    scene_text(scene, area->row, area->column + 3, 3, key, ROLE_LABEL, ground);
    if (line->what == LINE_GAME)
        draw_game(list, &lobby->session.games.v[line->game], scene, area, ground);
    else
        list_text(list, scene, area->row, area->column + 6, area->columns - 7, line->text,
                  ROLE_TEXT, ground);
}

const struct list_ops lobby_list_ops = {
    .draw = rows_draw_line, .text = rows_line_text, .stands = rows_line_stands};

/* List everybody who is present, each name once. Returns how many. */
static int rows_people(const struct lobby *lobby, char *out, size_t size)
{
    size_t used = 0;
    int names = 0;
    for (int i = 0; i < lobby->session.games.persons; i++) {
        bool before = false;
        for (int k = 0; k < i; k++)
            before |=
                !strcmp(lobby->session.games.person[k].name, lobby->session.games.person[i].name);
        if (!before && ++names <= 8)
            text_add(out, size, &used, "%s%s%s", used ? ", " : "",
                     lobby->session.games.person[i].name,
                     lobby_name_mark(&lobby->session.place, lobby->session.games.person[i].name));
    }
    if (names > 8)
        text_add(out, size, &used, " and %d more", names - 8);
    return names;
}

/* Draw the latest chat at the bottom of the area, and shrink the area. */
static void draw_talk(struct lobby *lobby, struct scene *scene, struct area *area)
{
    int most = area->rows / 3 < LOBBY_TALK_ROWS ? area->rows / 3
                                                : LOBBY_TALK_ROWS * (area->rows > 30 ? 2 : 1);
    page_begin(&lobby->page, area->columns - 2);
    if (most < 2 || !talk_page(&lobby->session.place, &lobby->session.talk, &lobby->page))
        return;
    int rows = lobby->page.rows < most - 1 ? lobby->page.rows : most - 1;
    struct area talk = {area->row + area->rows - rows, area->column + 1, rows, area->columns - 2};
    area->rows -= rows + 1;
    scene_text(scene, area->row + area->rows, area->column + 1, area->columns, "said here",
               ROLE_DIM, ROLE_TEXT);
    page_draw(&lobby->page, scene, &talk, lobby->page.rows - rows);
}

/* True if the lobby is that of the user's own games and nobody else can come in. */
static bool is_alone(const struct lobby *lobby)
{
    const struct store *store = lobby->session.place.store;
    return !store_shared(store) && place_same(store_where(store), place_own());
}

/* Draw a notice that every visitor must see at the bottom of the area, and shrink the area. */
static void draw_recorded(struct lobby *lobby, struct scene *scene, struct area *area)
{
    page_begin(&lobby->page, area->columns - 2);
    page_add(&lobby->page, ROLE_DIM, 0,
             is_alone(lobby)
                 ? "Only you can come in here; docs/ssh.md tells how to invite others."
                 : "Games and talk are recorded; games that are not private may be watched.");
    area->rows -= lobby->page.rows;
    struct area bottom = {area->row + area->rows, area->column + 1, lobby->page.rows,
                          area->columns - 2};
    page_draw(&lobby->page, scene, &bottom, 0);
}

void lobby_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct lobby *lobby = (struct lobby *)view;
    struct area area = *body;
    char here[400] = "";
    int persons = rows_people(lobby, here, sizeof here);
    snprintf(face->title, sizeof face->title, "%.100s%s%s",
             is_alone(lobby) ? "Lobby" : store_title(lobby->session.place.store),
             *lobby->session.place.host ? " on " : "", lobby->session.place.host);
    snprintf(face->title_side, sizeof face->title_side, "%s   %d %s here",
             lobby->session.place.name, persons, persons == 1 ? "person" : "people");
    snprintf(face->mode, sizeof face->mode, "LOBBY");
    size_t used = 0;
    if (lobby->list.filter[0]) {
        list_status(&lobby->list, "lines", face->status, sizeof face->status);
        used = strlen(face->status);
        text_add(face->status, sizeof face->status, &used, "   ");
    }
    if (lobby->session.tags)
        text_add(face->status, sizeof face->status, &used, "%d tagged%s   ", lobby->session.tags,
                 lobby->on_tagged ? ", next command works on them" : "");
    text_add(face->status, sizeof face->status, &used, "sort: %s%s%s%s", sort_names[lobby->sort],
             lobby->reversed ? ", reversed" : "",
             *lobby->session.place.followed ? "   following " : "", lobby->session.place.followed);
    text_add(face->status, sizeof face->status, &used, "   refresh %d s", lobby->watching ? 1 : 2);
    if (body->rows > 8) {
        char alike[400];
        draw_recorded(lobby, scene, &area);
        scene_textf(scene, area.row + --area.rows, body->column + 1, body->columns - 1, ROLE_DIM,
                    ROLE_TEXT, "here: %s", here);
        if (lobby_names_tell(&lobby->session.place, alike, sizeof alike))
            scene_textf(scene, area.row + --area.rows, body->column + 1, body->columns - 1,
                        ROLE_GLYPH, ROLE_TEXT, "! %s", alike);
    }
    draw_talk(lobby, scene, &area);
    list_draw(&lobby->list, scene, &area);
}
