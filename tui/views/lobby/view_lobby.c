/* view_lobby.c - the lobby: games that wait for the user, games in play, free seats; following a
 * player, opening games, tagging several of them, and chat. */
#include "config.h"

#include "archive/query/query.h"
#include "archive/util/sanitize.h"
#include "core/position_text.h"
#include "tui/app/view.h"
#include "tui/export/formats.h"
#include "tui/session/lobby/live_table.h"
#include "tui/views/navigation.h"
#include "tui/views/game/game.h"
#include "tui/views/lobby/lobby_internal.h"
#include "tui/views/view_variants.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    REFRESH = 1000 /* least milliseconds between two updates */,
    LOOK_EVERY = 30000,
    LOOK_WITHOUT = 2000
};
/* -------------------------------------------------------------------------------------------------
 * the view */

static void lobby_lobby_watch(struct lobby *lobby)
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
    lobby_lobby_watch(lobby);
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

/* Update the lobby. A change wakes the view at once, but on a busy host the view updates once a
 * second at most. It does not update while the user types, or while another view covers it. */
static void lobby_look_again(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    int64_t now = app_now(view->app), next = view->fd >= 0 ? LOOK_EVERY : LOOK_WITHOUT;
    if (app_top(view->app) != view) {
        watch_no_more(lobby); /* resume() starts to watch again */
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

/* Notify a user who may be looking elsewhere that a game has begun to wait. The title shows the
 * notification until the user does something. */
static void lobby_tick(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    bool due = lobby->notice_at != TICK_NEVER && app_now(view->app) >= lobby->notice_at;
    if (due && app_top(view->app) == view) {
        app_notify(view->app, lobby->notice);
        lobby->notice_at = TICK_NEVER;
        lobby->told = true;
    }
    lobby_look_again(view);
    if (app_top(view->app) == view && lobby->notice_at != TICK_NEVER &&
        lobby->notice_at < view->wake)
        view->wake = lobby->notice_at;
}

static void lobby_resume(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    if (!lobby->watch)
        lobby_lobby_watch(lobby);
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

/* The name of a player in the game that could be mistaken for someone else's name; NULL: none. */
static const char *who_asks(const struct lobby *lobby, const struct lobby_game *game)
{
    for (int side = 0; side < game->sides; side++)
        if (game->seat[side].taken && *lobby_name_mark(&lobby->place, game->seat[side].name))
            return game->seat[side].name;
    return NULL;
}

/* Ask before taking a seat: the question has the terms of the game and how to decline, within 80
 * columns. */
static void ask_to_sit(struct lobby *lobby, const struct lobby_game *game)
{
    const char *asker = who_asks(lobby, game), *decline = game->challenged ? ", :decline" : "";
    char question[200];
    if (asker)
        snprintf(question, sizeof question, "%s! is not %s. Take the free seat? (n watches%s)",
                 asker, player_names_like(&lobby->place.names, asker), decline);
    else
        snprintf(question, sizeof question, "Take the free seat: %s, %s%s%s? (n watches%s)",
                 game->lot ? "side by lot" : side_name(game->free_side),
                 *game->control ? game->control : "no clock", game->is_private ? ", private" : "",
                 game->is_strict ? ", strict" : "", decline);
    memcpy(lobby->asked, game->id, sizeof lobby->asked);
    app_ask(lobby->view.app, &lobby->view, question, answer_sit);
}

static void lobby_open_line(struct lobby *lobby, const struct lobby_line *line)
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

/* Open the first of the tagged games. In its view the command game-next goes to the others. */
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

static bool lobby_pick(struct lobby *lobby, int number)
{
    for (int i = 0; i < lobby->lines; i++)
        if (number && lobby->line[i].number == number) {
            list_go(&lobby->list, i);
            lobby_open_line(lobby, &lobby->line[i]);
            return true;
        }
    app_say(lobby->view.app, "there is no line with that number");
    return true;
}

static void lobby_sort_by(struct lobby *lobby, int step)
{
    char stand[64];
    snprintf(stand, sizeof stand, "%s", lobby_standing_on(lobby));
    if (step)
        lobby->sort = (enum lobby_sort)(((int)lobby->sort + step + SORTS) % SORTS);
    else
        lobby->reversed = !lobby->reversed;
    lobby_build(lobby, stand);
}

/* Move the cursor to a random game other than the current one. */
static void lobby_go_by_chance(struct lobby *lobby)
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

static void lobby_new_game(struct lobby *lobby, const char *variant)
{
    struct seek_open seek = {&lobby->place, variant};
    struct variants_open variants = {.purpose = VARIANTS_SEEK, .place = &lobby->place};
    if (*variant)
        app_try_open(lobby->view.app, &seek_view, &seek);
    else
        app_try_open(lobby->view.app, &variants_view, &variants);
}

static bool lobby_typed_talk(struct view *view, const char *text)
{
    struct lobby *lobby = (struct lobby *)view;
    lobby_say(view->app, &lobby->place, &lobby->talk, text);
    return true;
}

static void lobby_talk(struct lobby *lobby, const char *text)
{
    struct prompt prompt = {.label = "to the lobby: ", .done = lobby_typed_talk};
    if (*text)
        lobby_typed_talk(&lobby->view, text);
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
    case REQ_RANDOM:
        return true;
    default:
        return lobby_tag_can(lobby, request) == 1 || list_can(&lobby->list, request);
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
            lobby_open_line(lobby, &lobby->line[item]);
        return true;
    case REQ_PICK:
        return lobby_pick(lobby, event->digit);
    case REQ_NEW:
        return lobby_new_game(lobby, event->argument), true;
    case REQ_RULES:
        return app_try_open(view->app, &variants_view, &rules), true;
    case REQ_ARCHIVES: {
        struct note why;
        if (open_place(view->app, lobby->place.path, &why) < 0)
            app_error(view->app, "%s", why.text);
        return true;
    }
    case REQ_SORT:
        return lobby_sort_by(lobby, 0), true;
    case REQ_SORT_NEXT:
        return lobby_sort_by(lobby, 1), true;
    case REQ_SORT_PREVIOUS:
        return lobby_sort_by(lobby, -1), true;
    case REQ_RANDOM:
        return lobby_go_by_chance(lobby), true;
    case REQ_FOLLOW:
        lobby_follow(view->app, &lobby->place, event->argument);
        lobby_follow_on(view->app, &lobby->place, "");
        return true;
    case REQ_CHAT:
        return lobby_talk(lobby, event->argument), true;
    case REQ_MUTE:
        return lobby_mute(view->app, &lobby->place, event->argument), true;
    case REQ_ESCAPE:
        return lobby_tag_escape(lobby) || list_request(&lobby->list, event);
    default:
        return list_request(&lobby->list, event);
    }
}

static const struct hint *lobby_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, "watch, sit"}, {REQ_PICK, REQ_NONE, NULL},
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

/* ---- Follows a player from game to game: see tui/session/lobby/lobby.h. */

void lobby_follow(struct app *app, struct lobby_place *place, const char *name)
{
    place->shown[0] = '\0';
    if (*place->followed && (!*name || !strcmp(name, place->followed))) {
        app_say(app, "you no longer follow %s", place->followed);
        place->followed[0] = '\0';
    } else if (player_name_check(name, NULL) < 0 || !strcmp(name, place->name)) {
        app_error(app, ":follow NAME watches what they play");
    } else {
        snprintf(place->followed, sizeof place->followed, "%s", name);
        app_say(app, "you follow %s: their next game is opened for you", name);
    }
}

bool lobby_follow_on(struct app *app, struct lobby_place *place, const char *here)
{
    char id[ULID_LENGTH + 1] = "";
    struct person *all;
    if (!*place->followed || app_prompting(app))
        return false;
    int n = presence_list(place->presence, &all);
    bool together = false;
    for (int i = 0; i < n; i++)
        if (all[i].plays && !strcmp(all[i].name, place->followed)) {
            together = together || !strcmp(all[i].game, here);
            snprintf(id, sizeof id, "%s", all[i].game);
        }
    free(all);
    /* Do not follow into private games, which would reveal them. */
    if (!*id || together || !strcmp(id, place->shown) || !lobby_may_see(place, id))
        return false;
    snprintf(place->shown, sizeof place->shown, "%s", id);
    return lobby_open_table(app, place, id);
}

/* ---- Opens the lobby's games, and steps from game to game: see tui/session/lobby/lobby.h. */

/* Prepare to open a finished game, which several people may read together
 * (tui/views/game/game_internal.h). */
static int set_finished(struct lobby_place *place, const char *id, struct table_open *open,
                        struct note *why)
{
    int at = lobby_find(place, id);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "that game no longer exists");
    return table_load(place->store, at, open, NULL, why);
}

/* Prepare to open a live game. The text written to `where` is borrowed by *open. */
static int set_table(struct lobby_place *place, const char *id, struct table_open *open,
                     char where[GAME_MARK_ROOM], struct note *why)
{
    struct journal *journal;
    int result = journal_open(&journal, place->store, place->name, id, why);
    game_mark(id, where);
    *open = (struct table_open){.place = place, .where = where};
    if (result == FAIL_NAME) {
        struct note first = *why;
        result = set_finished(place, id, open, why);
        if (result == FAIL_NAME)
            *why = first;
        return result;
    }
    if (result < 0)
        return result;
    result = live_table_may_see(journal, place->name, why);
    if (result < 0) {
        journal_free(journal);
        return result;
    }
    open->journal = journal;
    open->record = live_table_record(&journal->live, place->name);
    spot_end(open->record, &open->spot);
    return 0;
}

static int round_at(const struct lobby_place *place, const char *id)
{
    for (int i = 0; i < place->rounds; i++)
        if (!strcmp(place->round[i], id))
            return i;
    return -1;
}

/* Load the next or previous game that can be opened. */
static int lobby_neighbour(void *list, int step, struct table_open *open, struct note *why)
{
    struct lobby_place *place = list;
    for (int at = place->round_at + step; at >= 0 && at < place->rounds; at += step)
        if (set_table(place, place->round[at], open, place->round_mark, why) == 0) {
            place->round_at = at;
            open->neighbour = lobby_neighbour;
            open->list = place;
            return 0;
        }
    return note_fail(why, FAIL_NAME, -1, "this is the %s of these games",
                     step > 0 ? "last" : "first");
}

/* Set the tables that the user can step through, in this order. Takes ownership of the ids. */
static void lobby_set_round(struct lobby_place *place, char (*id)[ULID_LENGTH + 1], int n)
{
    free(place->round);
    place->round = id;
    place->rounds = n;
    place->round_at = 0;
}

bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id)
{
    struct table_open open;
    struct note why = {0};
    char where[GAME_MARK_ROOM];
    int at = round_at(place, id);
    if (set_table(place, id, &open, where, &why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    if (at >= 0 && place->rounds > 1) {
        place->round_at = at;
        open.neighbour = lobby_neighbour;
        open.list = place;
    }
    return table_try_open(app, &open);
}

/* Load the record of a live or finished game, with only what the user place->name may see. The
 * caller frees it. FAIL_RULE if this user may not see the game. */
static int lobby_game_record(struct lobby_place *place, const char *id, struct record **out,
                             struct note *why)
{
    struct journal *journal;
    int result = journal_open(&journal, place->store, place->name, id, why), at;
    if (result == FAIL_NAME && (at = lobby_find(place, id)) >= 0)
        return store_load(place->store, at, out, NULL, NULL, why);
    if (result < 0)
        return result;
    result = live_table_may_see(journal, place->name, why);
    if (result == 0) {
        *out = live_record(&journal->live);
        int hidden = live_hidden(&journal->live, place->name);
        if (hidden)
            line_cut(&(*out)->moves, journal->live.game.plies - hidden);
    }
    journal_free(journal);
    return result;
}

/* ---- Acts on several games of the lobby at once: tagging, and requests for all tagged games.
 *
 * `t` tags a game, `T` tags all games that match a query. After `;` the next request applies to all
 * tagged games: decline, withdraw, copy, step from game to game. See lobby_internal.h. */

/* ---- tags ---- */

static int tag_of(const struct lobby *lobby, const char *id)
{
    for (int i = 0; i < lobby->tags; i++)
        if (!strcmp(lobby->tag[i], id))
            return i;
    return -1;
}

bool lobby_tagged(const struct lobby *lobby, const char *id)
{
    return tag_of(lobby, id) >= 0;
}

static void lobby_add_tag(struct lobby *lobby, const char *id)
{
    lobby->tag = memory_room(lobby->tag, &lobby->tag_room, lobby->tags + 1, sizeof *lobby->tag);
    snprintf(lobby->tag[lobby->tags++], sizeof *lobby->tag, "%s", id);
}

static void drop_tag(struct lobby *lobby, int at)
{
    memmove(lobby->tag + at, lobby->tag + at + 1,
            (size_t)(--lobby->tags - at) * sizeof *lobby->tag);
}

void lobby_check_tags(struct lobby *lobby)
{
    for (int i = lobby->tags - 1; i >= 0; i--) {
        bool here = false;
        for (int k = 0; k < lobby->games.n && !here; k++)
            here = !strcmp(lobby->games.v[k].id, lobby->tag[i]);
        if (!here)
            drop_tag(lobby, i);
    }
    lobby->on_tagged = lobby->on_tagged && lobby->tags;
}

static void lobby_tag_and_step(struct lobby *lobby)
{
    const char *id = lobby_game_of(lobby, list_item(&lobby->list))->id;
    struct event down = {.request = REQ_DOWN, .argument = ""};
    int at = tag_of(lobby, id);
    if (at >= 0)
        drop_tag(lobby, at);
    else
        lobby_add_tag(lobby, id);
    list_request(&lobby->list, &down);
}

static bool tag_fits(struct view *view, const char *text)
{
    struct lobby *lobby = (struct lobby *)view;
    struct query *words;
    struct note why;
    int n = 0;
    if (query_parse_words(text, &words, &why) < 0) {
        app_prompt_refuse(view->app, text, why.offset, why.text);
        return false;
    }
    for (int i = 0; *text && i < lobby->list.n; i++) {
        const struct lobby_game *game = lobby_game_of(lobby, list_shown(&lobby->list, i));
        if (!game || lobby_tagged(lobby, game->id) ||
            !list_text_fits(&lobby->list, list_shown(&lobby->list, i), words))
            continue;
        lobby_add_tag(lobby, game->id);
        n++;
    }
    query_free(words);
    if (*text)
        app_say(view->app, "%d game%s tagged", n, n == 1 ? "" : "s");
    return true;
}

/* ---- requests for one game or all tagged ones ---- */

typedef bool fits_fn(const struct lobby_game *game);

static bool is_challenge(const struct lobby_game *game)
{
    return game->challenged;
}

/* True if the game has not begun and the user has a seat in it. */
static bool lobby_is_open(const struct lobby_game *game)
{
    return game->waits && game->own_side != NOBODY && !game->broken && !*game->refused;
}

static bool is_any(const struct lobby_game *game)
{
    (void)game;
    return true;
}

/* True if the request applies to the game of this line. */
static bool lobby_is_meant(const struct lobby *lobby, int item, fits_fn *fits)
{
    const struct lobby_game *game = lobby_game_of(lobby, item);
    if (!game || !fits(game))
        return false;
    if (lobby->on_tagged)
        return lobby_tagged(lobby, game->id);
    return *lobby->asked ? !strcmp(game->id, lobby->asked) : item == list_item(&lobby->list);
}

/* List the ids of the shown games that the request applies to, in order. Returns how many. `ids`
 * may be NULL; otherwise the caller frees *ids. */
static int lobby_games_meant(const struct lobby *lobby, fits_fn *fits,
                             char (**ids)[ULID_LENGTH + 1])
{
    int n = 0;
    if (ids)
        *ids = memory_new((size_t)lobby->list.n + 1, sizeof **ids);
    for (int i = 0; i < lobby->list.n; i++) {
        int item = list_shown(&lobby->list, i);
        if (!lobby_is_meant(lobby, item, fits))
            continue;
        if (ids)
            memcpy((*ids)[n], lobby_game_of(lobby, item)->id, sizeof **ids);
        n++;
    }
    return n;
}

/* Cancel the games that the request applies to. Some may have begun meanwhile, so show how many
 * were cancelled, and why the last failure happened. */
static void end_them(struct view *view, bool yes, fits_fn *fits,
                     int (*end)(struct lobby_place *, const char *, struct note *),
                     const char *done)
{
    struct lobby *lobby = (struct lobby *)view;
    char(*ids)[ULID_LENGTH + 1];
    struct note why;
    int n = yes ? lobby_games_meant(lobby, fits, &ids) : 0, ended = 0;
    for (int i = 0; i < n; i++)
        ended += end(&lobby->place, ids[i], &why) == 0;
    if (yes)
        free(ids);
    lobby->on_tagged = false;
    *lobby->asked = '\0';
    if (ended < n)
        app_error(view->app, "%d of %d %s; %s", ended, n, done, why.text);
    else if (yes)
        app_say(view->app, n == 1 ? "%s: the game is cancelled" : "%s: %d games are cancelled",
                done, n);
    lobby_look(lobby);
}

static void answer_decline(struct view *view, bool yes)
{
    end_them(view, yes, is_challenge, lobby_decline, "declined");
}

static void answer_withdraw(struct view *view, bool yes)
{
    end_them(view, yes, lobby_is_open, lobby_withdraw, "withdrawn");
}

/* Decline invitations. A single one is declined without asking, as in the view of its game. */
static void lobby_lobby_decline(struct lobby *lobby)
{
    char question[80];
    int n = lobby_games_meant(lobby, is_challenge, NULL);
    snprintf(question, sizeof question, "Decline %d games?", n);
    if (n == 1)
        answer_decline(&lobby->view, true);
    else
        app_ask(lobby->view.app, &lobby->view, question, answer_decline);
}

static void lobby_lobby_withdraw(struct lobby *lobby)
{
    char question[80];
    int n = lobby_games_meant(lobby, lobby_is_open, NULL);
    const struct lobby_game *game = lobby_game_of(lobby, list_item(&lobby->list));
    if (game)
        memcpy(lobby->asked, game->id, sizeof lobby->asked);
    snprintf(question, sizeof question, n == 1 ? "Withdraw the game?" : "Withdraw %d games?", n);
    app_ask(lobby->view.app, &lobby->view, question, answer_withdraw);
}

/* Copy games in the format of the file's extension, or else as YAML. */
static void lobby_copy(struct lobby *lobby, const char *file)
{
    enum game_format format = game_format_of_file(file);
    char(*ids)[ULID_LENGTH + 1], *text = NULL, what[80];
    int n = lobby_games_meant(lobby, is_any, &ids), copied = 0;
    size_t size = 0;
    struct note why;
    FILE *out = open_memstream(&text, &size);
    if (format == GAME_FORMATS)
        format = GAME_YAML;
    for (int i = 0; out && i < n; i++) {
        struct record *record;
        if (lobby_game_record(&lobby->place, ids[i], &record, &why) < 0)
            continue;
        fputs(copied ? "" : game_text_head(format), out);
        game_text_put(record, format, app_charset(lobby->view.app), out);
        record_free(record);
        copied++;
    }
    free(ids);
    if (!out)
        return;
    fputs(copied ? game_text_foot(format) : "", out);
    fclose(out);
    snprintf(what, sizeof what, "%d game%s%s", copied, copied == 1 ? "" : "s",
             game_format_told(file));
    if (copied)
        app_copy(lobby->view.app, what, text, file);
    else
        app_error(lobby->view.app, "%s", why.text);
    free(text);
}

void lobby_begin_round(struct lobby *lobby)
{
    char(*ids)[ULID_LENGTH + 1] = memory_new((size_t)lobby->lines + 1, sizeof *ids);
    const struct lobby_game *here = lobby_game_of(lobby, list_item(&lobby->list));
    bool tagged = lobby->tags && (lobby->on_tagged || (here && lobby_tagged(lobby, here->id)));
    int n = 0;
    for (int i = 0; i < lobby->list.n; i++) {
        const struct lobby_game *game = lobby_game_of(lobby, list_shown(&lobby->list, i));
        if (game && (!tagged || lobby_tagged(lobby, game->id)))
            memcpy(ids[n++], game->id, sizeof *ids);
    }
    lobby_set_round(&lobby->place, ids, n);
}

/* ---- requests ---- */

bool lobby_tag_escape(struct lobby *lobby)
{
    if (lobby->on_tagged)
        lobby->on_tagged = false;
    else if (lobby->tags && !list_can(&lobby->list, REQ_ESCAPE))
        lobby->tags = 0;
    else
        return false;
    return true;
}

int lobby_tag_can(const struct lobby *lobby, enum request request)
{
    switch (request) {
    case REQ_TAG:
        return lobby_game_of(lobby, list_item(&lobby->list)) != NULL;
    case REQ_TAG_QUERY:
        return lobby->games.n > 0;
    case REQ_ON_TAGGED:
        return lobby->tags > 0;
    case REQ_DECLINE:
        return lobby_games_meant(lobby, is_challenge, NULL) > 0;
    case REQ_RESIGN:
        return lobby_games_meant(lobby, lobby_is_open, NULL) > 0;
    case REQ_COPY_GAME:
        return lobby_games_meant(lobby, is_any, NULL) > 0;
    default:
        return -1;
    }
}

bool lobby_tag_request(struct lobby *lobby, const struct event *event)
{
    static const struct prompt tag_prompt = {.label = "tag lines that match: ", .done = tag_fits};
    if (lobby_tag_can(lobby, event->request) != 1)
        return false;
    switch (event->request) {
    case REQ_TAG:
        lobby_tag_and_step(lobby);
        break;
    case REQ_TAG_QUERY:
        app_prompt(lobby->view.app, &lobby->view, &tag_prompt);
        break;
    case REQ_ON_TAGGED:
        lobby->on_tagged = true;
        return true;
    case REQ_DECLINE:
        lobby_lobby_decline(lobby);
        return true;
    case REQ_RESIGN:
        lobby_lobby_withdraw(lobby);
        return true;
    default:
        lobby_copy(lobby, event->argument);
    }
    lobby->on_tagged = false;
    return true;
}

/* ---- Talk outside of games in progress, and muting. */

void lobby_mute(struct app *app, struct lobby_place *place, const char *name)
{
    char muted[MUTED_MAX * (PLAYER_NAME_MAX + 2)];
    bool heard = lobby_hears(place, name);
    struct note why;
    if (!*name && lobby_mutes_tell(place, muted, sizeof muted))
        app_say(app, "muted: %s; :mute NAME unmutes", muted);
    else if (!*name)
        app_say(app, "nobody is muted; :mute NAME mutes a player");
    else if (!strcmp(name, place->name))
        app_error(app, "that is you");
    else if (heard && player_name_check(name, &why) < 0)
        app_error(app, "%s", why.text);
    else if (!lobby_mute_turn(place, name))
        app_error(app, "at most %d people can be muted: :mute NAME unmutes one", MUTED_MAX);
    else
        app_say(app, heard ? "%s is muted; repeat to unmute" : "%s is unmuted", name);
}

void lobby_say(struct app *app, struct lobby_place *place, struct talk_room *talk, const char *text)
{
    struct note why;
    if (*text && talk_say(talk, place->store, place->name, text, &why) < 0)
        app_error(app, "%s", why.text);
}
