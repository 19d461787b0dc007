/* view_lobby.c - the lobby: games that wait for you, games in play, free seats, and everything else. */
#include "config.h"
#include "tui/views/lobby/lobby_internal.h"
#include "tui/views/navigation.h"
#include "tui/views/view_variants.h"
#include "tui/app/view_list.h"

#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

enum { REFRESH = 1000 /* milliseconds: the shortest time between two updates */, LOOK_EVERY = 30000, LOOK_WITHOUT = 2000 };
/* ------------------------------------------------------------------------------------------------- the view */

static void watch(struct lobby *lobby)
{
    lobby->watch = lobby_watch(&lobby->place);
    lobby->view.fd = live_watch_fd(lobby->watch);
}

static void watch_no_more(struct lobby *lobby)
{
    live_watch_free(lobby->watch);
    lobby->watch = NULL;
    lobby->view.fd = -1;
}

static int lobby_open(struct view *view, const void *argument, struct note *why)
{
    struct lobby *lobby = (struct lobby *)view;
    (void)why;
    lobby->place = *(const struct lobby_place *)argument;
    view->keymap[view->keymaps++] = KEYMAP_LOBBY;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&lobby->list, &lobby_list_ops, view, lobby);
    talk_begin(&lobby->talk, TALK_LOBBY);
    journal_recover(lobby->place.store, lobby->place.name);
    watch(lobby);
    lobby_look(lobby);
    lobby_drop_notice(lobby); /* the user has just come and sees what waits */
    view->wake = app_now(view->app) + REFRESH;
    return 0;
}

static void lobby_close(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    watch_no_more(lobby);
    list_clear(&lobby->list);
    lobby_games_clear(&lobby->games);
    free(lobby->line);
    free(lobby->tag);
    talk_clear(&lobby->talk);
    page_free(&lobby->page);
    lobby_leave(&lobby->place);
}

/* Changes wake the view at once, but on a busy host it updates once a second at most; nothing moves while the user
 * types, or while another view covers this one. */
static void look_again(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    int64_t now = app_now(view->app), next = view->fd >= 0 ? LOOK_EVERY : LOOK_WITHOUT;
    if (app_top(view->app) != view) {
        watch_no_more(lobby); /* resume() starts watching again */
        view->wake = TICK_NEVER;
        return;
    }
    live_watch_told(lobby->watch);
    talk_read_on(&lobby->talk, lobby->place.store);
    if (now - lobby->looked < REFRESH || app_prompting(view->app)) {
        view->wake = now + REFRESH;
        return;
    }
    lobby_look(lobby);
    if (!lobby_follow_on(view->app, &lobby->place, ""))
        view->wake = now + next;
    else
        lobby_drop_notice(lobby);
}

/* Notify a user who is looking elsewhere that a game has begun to wait; the title shows it until they do something. */
static void lobby_tick(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    bool due = lobby->notice_at != TICK_NEVER && app_now(view->app) >= lobby->notice_at;
    if (due && app_top(view->app) == view) {
        app_notify(view->app, lobby->notice);
        lobby->notice_at = TICK_NEVER;
        lobby->told = true;
    }
    look_again(view);
    if (app_top(view->app) == view && lobby->notice_at != TICK_NEVER && lobby->notice_at < view->wake)
        view->wake = lobby->notice_at;
}

static void lobby_resume(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    if (!lobby->watch)
        watch(lobby);
    lobby_look(lobby);
    lobby_drop_notice(lobby);
    view->wake = app_now(view->app) + REFRESH;
}

static void answer_sit(struct view *view, bool yes)
{
    struct lobby *lobby = (struct lobby *)view;
    char id[ULID_LENGTH + 1];
    struct note why;
    memcpy(id, lobby->asked, sizeof id);
    *lobby->asked = '\0';
    if (yes && lobby_sit_down(&lobby->place, id, &why) < 0) {
        app_error(view->app, "%s", why.text);
        lobby_look(lobby);
        return;
    }
    lobby_open_table(view->app, &lobby->place, id);
}

/* A player at the table whose name could be mistaken for someone else's; NULL: none. */
static const char *who_asks(const struct lobby *lobby, const struct lobby_game *game)
{
    for (int side = 0; side < game->sides; side++)
        if (game->seat[side].taken && *lobby_name_mark(&lobby->place, game->seat[side].name))
            return game->seat[side].name;
    return NULL;
}

/* Ask before sitting down: the terms of the game and how to decline, within 80 columns. */
static void ask_to_sit(struct lobby *lobby, const struct lobby_game *game)
{
    const char *asker = who_asks(lobby, game), *decline = game->challenged ? ", :decline" : "";
    char question[200];
    if (asker)
        snprintf(question, sizeof question, "%s! plays, not %s. Take the free seat? (n watches%s)", asker,
                 player_names_like(&lobby->place.names, asker), decline);
    else
        snprintf(question, sizeof question, "Take the free seat: %s, %s%s%s? (n watches%s)",
                 game->lot ? "side by lot" : side_name(game->free_side), *game->control ? game->control : "no clock",
                 game->is_private ? ", private" : "", game->is_strict ? ", strict" : "", decline);
    memcpy(lobby->asked, game->id, sizeof lobby->asked);
    app_ask(lobby->view.app, &lobby->view, question, answer_sit);
}

static void open_line(struct lobby *lobby, const struct lobby_line *line)
{
    struct app *app = lobby->view.app;
    if (line->what == LINE_REQUEST) {
        app_request(app, line->request, "");
        return;
    }
    if (line->what != LINE_GAME)
        return;
    const struct lobby_game *game = &lobby->games.v[line->game];
    lobby_begin_round(lobby);
    if (game->free_side == NOBODY) {
        lobby_open_table(app, &lobby->place, game->id);
        return;
    }
    ask_to_sit(lobby, game);
}

/* Go to the first of the tagged games; its table knows the others. */
static void go_to_tagged(struct lobby *lobby)
{
    lobby_begin_round(lobby);
    lobby->on_tagged = false;
    for (int i = 0; i < lobby->lines && lobby->place.rounds; i++)
        if (lobby_game_of(lobby, i) && !strcmp(lobby_game_of(lobby, i)->id, lobby->place.round[0]))
            list_go(&lobby->list, i);
    if (lobby->place.rounds)
        lobby_open_table(lobby->view.app, &lobby->place, lobby->place.round[0]);
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
    snprintf(stand, sizeof stand, "%s", lobby_standing_on(lobby));
    if (step)
        lobby->sort = (enum lobby_sort)(((int)lobby->sort + step + SORTS) % SORTS);
    else
        lobby->reversed = !lobby->reversed;
    lobby_build(lobby, stand);
}

/* Go to a random game, but not the one under the cursor. */
static void go_by_chance(struct lobby *lobby)
{
    int games = 0, here = list_item(&lobby->list);
    for (int i = 0; i < lobby->lines; i++)
        games += lobby->line[i].what == LINE_GAME && i != here;
    int at = games ? (int)(app_now(lobby->view.app) % games) : -1;
    for (int i = 0; i < lobby->lines; i++)
        if (lobby->line[i].what == LINE_GAME && i != here && at-- == 0)
            list_go(&lobby->list, i);
    if (!games)
        app_say(lobby->view.app, "there is no other game here");
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

static bool typed_talk(struct view *view, const char *text)
{
    struct lobby *lobby = (struct lobby *)view;
    lobby_say(view->app, &lobby->place, &lobby->talk, text);
    return true;
}

static void talk(struct lobby *lobby, const char *text)
{
    struct prompt prompt = {.label = "to the lobby: ", .done = typed_talk};
    if (*text)
        typed_talk(&lobby->view, text);
    else
        app_prompt(lobby->view.app, &lobby->view, &prompt);
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
    case REQ_CHAT:
    case REQ_MUTE:
    case REQ_RANDOM: return true;
    default: return lobby_tag_can(lobby, request) == 1 || list_can(&lobby->list, request);
    }
}

static bool lobby_request(struct view *view, const struct event *event)
{
    struct lobby *lobby = (struct lobby *)view;
    struct variants_open rules = {.purpose = VARIANTS_RULES};
    int item = list_item(&lobby->list);
    lobby_drop_notice(lobby); /* the user is active here, so sees what waits */
    if (lobby_tag_request(lobby, event))
        return true;
    switch (event->request) {
    case REQ_ENTER:
        if (lobby->on_tagged)
            go_to_tagged(lobby);
        else if (item >= 0)
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
    case REQ_CHAT: return talk(lobby, event->argument), true;
    case REQ_MUTE: return lobby_mute(view->app, &lobby->place, event->argument), true;
    case REQ_ESCAPE: return lobby_tag_escape(lobby) || list_request(&lobby->list, event);
    default: return list_request(&lobby->list, event);
    }
}

static const struct hint *lobby_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, "watch, sit"}, {REQ_PICK, REQ_NONE, NULL},
                                        {REQ_NEW, REQ_NONE, "new"},          {REQ_CHAT, REQ_NONE, NULL},
                                        {REQ_ON_TAGGED, REQ_NONE, NULL},     {REQ_SORT_NEXT, REQ_NONE, "sort"},
                                        {REQ_ARCHIVES, REQ_NONE, NULL},      {REQ_RULES, REQ_NONE, NULL},
                                        {REQ_TAG, REQ_NONE, NULL},           {REQ_RANDOM, REQ_NONE, "random"},
                                        {REQ_LEAVE, REQ_NONE, NULL},         {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
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
    .tick = lobby_tick,
    .resume = lobby_resume,
};
