/* view_lobby.c - the lobby: games that wait for the user, games in play, free seats; following a
 * player, opening games, tagging several of them, and chat. */
#include "config.h"

#include "archive/query/query.h"
#include "archive/util/sanitize.h"
#include "core/position_text.h"
#include "tui/app/view.h"
#include "tui/export/formats.h"
#include "tui/session/commands/lobby_commands.h"
#include "tui/session/words/live_words.h"
#include "tui/views/navigation.h"
#include "tui/views/game/game.h"
#include "tui/views/lobby/lobby_internal.h"
#include "tui/views/reader.h"
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

static void lobby_tick(void *argument);

/* Begin to watch for changes, unless that is done already. */
static void watch_changes(struct lobby *lobby)
{
    app_watch(&lobby->view, &lobby->watching, lobby_session_watch(&lobby->session), lobby_tick,
              lobby);
}

static void watch_no_more(struct lobby *lobby)
{
    app_stop(&lobby->view, &lobby->watching);
    lobby_session_unwatch(&lobby->session);
}

static void lobby_look_after(struct lobby *lobby, int milliseconds)
{
    app_at(&lobby->view, &lobby->looking, app_now(lobby->view.app) + milliseconds, lobby_tick,
           lobby);
}

/* Notify a user who may be looking elsewhere that a game has begun to wait. The title shows the
 * notification until the user does something. */
static void lobby_notify(void *argument)
{
    struct lobby *lobby = argument;
    struct view *view = &lobby->view;
    if (app_top(view->app) != view)
        return;
    app_notify(view->app, lobby->notice);
    lobby->told = true;
}

/* Another game has begun to wait: notify the user after a while. */
static void notice_waiting(struct lobby *lobby, const struct lobby_game *game)
{
    snprintf(lobby->notice, sizeof lobby->notice,
             game->own_turn ? "chesscade: your move in %s" : "chesscade: you are asked to play %s",
             game->mark);
    app_at(&lobby->view, &lobby->noticing,
           app_now(lobby->view.app) +
               1000 * strtol(app_setting(lobby->view.app, SET_NOTICE), NULL, 10),
           lobby_notify, lobby);
}

static void lobby_say(struct lobby *lobby, const struct lobby_news *news)
{
    struct app *app = lobby->view.app;
    struct worded worded;
    char text[WORDED_ROOM];
    lobby_words(&lobby->session.place, news, &worded);
    (worded.error ? app_error : app_say)(
        app, "%s", app_words(app, app_top(app), worded.text, text, sizeof text));
}

static void lobby_told(void *client, const struct lobby_news *news)
{
    struct lobby *lobby = client;
    struct app *app = lobby->view.app;
    switch (news->kind) {
    case LOBBY_WAITS:
        notice_waiting(lobby, news->game);
        break;
    case LOBBY_OPENS:
        lobby_open_table(app, &lobby->session.place, news->text);
        break;
    case LOBBY_TOLD:
        if (news->other)
            app_try_open(
                app, &pager_view,
                &(struct pager_open){.title = news->text, .text = memory_text(news->other)});
        else
            lobby_say(lobby, news);
        break;
    case LOBBY_SAID: /* the list shows it */
    case LOBBY_SENT:
    case LOBBY_PASSED:
    case LOBBY_ALIKE:
    case LOBBY_CANCELLED:
        break;
    default:
        lobby_say(lobby, news);
    }
}

static int lobby_open(struct view *view, const void *argument, struct note *why)
{
    struct lobby *lobby = (struct lobby *)view;
    (void)why;
    struct lobby_place place = *(const struct lobby_place *)argument;
    place.tell = lobby_told;
    place.client = lobby;
    lobby_session_begin(&lobby->session, &place);
    view->keymap[view->keymaps++] = KEYMAP_LOBBY;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&lobby->list, &lobby_list_ops, view, lobby);
    watch_changes(lobby);
    lobby_look(lobby);
    lobby_drop_notice(lobby); /* the user has just come and sees what waits */
    lobby_look_after(lobby, REFRESH);
    return 0;
}

static void lobby_close(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    watch_no_more(lobby);
    list_clear(&lobby->list);
    free(lobby->line);
    page_free(&lobby->page);
    lobby_session_end(&lobby->session);
}

/* Update the lobby. A change wakes the view at once, but on a busy host the view updates once a
 * second at most. It does not update while the user types, or while another view covers it. */
static void lobby_tick(void *argument)
{
    struct lobby *lobby = argument;
    struct view *view = &lobby->view;
    if (app_top(view->app) != view) {
        watch_no_more(lobby); /* resume() starts to watch again */
        app_stop(view, &lobby->looking);
        return;
    }
    live_watch_told(lobby->session.watch);
    lobby_session_hear(&lobby->session);
    if (app_now(view->app) - lobby->looked < REFRESH || app_prompting(view->app)) {
        lobby_look_after(lobby, REFRESH);
        return;
    }
    lobby_look(lobby);
    if (!lobby_led_on(&lobby->session.place, NULL, NULL, NULL))
        lobby_look_after(lobby, lobby->watching ? LOOK_EVERY : LOOK_WITHOUT);
    else
        lobby_drop_notice(lobby);
}

static void lobby_resume(struct view *view)
{
    struct lobby *lobby = (struct lobby *)view;
    watch_changes(lobby);
    lobby_look(lobby);
    lobby_drop_notice(lobby);
    lobby_look_after(lobby, REFRESH);
}

static void answer_sit(struct view *view, bool yes)
{
    struct lobby *lobby = (struct lobby *)view;
    char id[ULID_LENGTH + 1];
    struct note why;
    memcpy(id, lobby->asked, sizeof id);
    *lobby->asked = '\0';
    if (yes && lobby_sit_down(&lobby->session.place, id, &why) < 0) {
        app_error(view->app, "%s", why.text);
        lobby_look(lobby);
        return;
    }
    lobby_open_table(view->app, &lobby->session.place, id);
}

/* The name of a player in the game that could be mistaken for someone else's name; NULL: none. */
static const char *who_asks(const struct lobby *lobby, const struct lobby_game *game)
{
    for (int side = 0; side < game->sides; side++)
        if (game->seat[side].taken &&
            *lobby_name_mark(&lobby->session.place, game->seat[side].name))
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
                 asker, player_names_like(&lobby->session.place.names, asker), decline);
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
    const struct lobby_game *game = &lobby->session.games.v[line->game];
    lobby_begin_round(lobby);
    if (game->free_side == NOBODY) {
        lobby_open_table(app, &lobby->session.place, game->id);
        return;
    }
    ask_to_sit(lobby, game);
}

/* Open the first of the tagged games. In its view the command game-next goes to the others. */
static void go_to_tagged(struct lobby *lobby)
{
    lobby_begin_round(lobby);
    lobby->on_tagged = false;
    for (int i = 0; i < lobby->lines && lobby->session.place.rounds; i++)
        if (lobby_game_of(lobby, i) &&
            !strcmp(lobby_game_of(lobby, i)->id, lobby->session.place.round[0]))
            list_go(&lobby->list, i);
    if (lobby->session.place.rounds)
        lobby_open_table(lobby->view.app, &lobby->session.place, lobby->session.place.round[0]);
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

/* Run a command of tui/session/commands/lobby_commands.h. Returns false if it is none of those. */
static bool lobby_run(struct lobby *lobby, enum request command, const char *argument)
{
    struct lobby_place *place = &lobby->session.place;
    if (!lobby_command_run(&(struct lobby_here){.place = place}, command, argument))
        return false;
    if (command == REQ_FOLLOW)
        lobby_led_on(place, NULL, NULL, NULL);
    if (app_top(lobby->view.app) == &lobby->view)
        lobby_look(lobby);
    return true;
}

/* With a variant alone the form asks for the rest; with more words a game begins, as by `:seek`. */
static void lobby_new_game(struct lobby *lobby, const char *variant)
{
    struct seek_open seek = {&lobby->session.place, variant};
    struct variants_open variants = {.purpose = VARIANTS_SEEK, .place = &lobby->session.place};
    if (strchr(variant, ' '))
        lobby_run(lobby, REQ_SEEK, variant);
    else if (*variant)
        app_try_open(lobby->view.app, &seek_view, &seek);
    else
        app_try_open(lobby->view.app, &variants_view, &variants);
}

static bool lobby_typed_talk(struct view *view, const char *text)
{
    return !*text || lobby_run((struct lobby *)view, REQ_CHAT, text);
}

static void lobby_speak(struct lobby *lobby)
{
    struct prompt prompt = {.label = "to the lobby: ", .done = lobby_typed_talk};
    app_prompt(lobby->view.app, &lobby->view, &prompt);
}

static bool lobby_can(const struct view *view, enum request request)
{
    struct lobby *lobby = (struct lobby *)view;
    struct lobby_here here = {.place = &lobby->session.place};
    switch (request) {
    case REQ_ENTER:
    case REQ_PICK:
    case REQ_NEW:
    case REQ_RULES:
    case REQ_ARCHIVES:
    case REQ_SORT:
    case REQ_SORT_NEXT:
    case REQ_SORT_PREVIOUS:
    case REQ_RANDOM:
        return true;
    default:
        return lobby_command_can(&here, request) == 1 || lobby_tag_can(lobby, request) == 1 ||
               list_can(&lobby->list, request);
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
        if (open_place(view->app, lobby->session.place.path, &why) < 0)
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
    case REQ_CHAT:
        return *event->argument ? lobby_run(lobby, REQ_CHAT, event->argument)
                                : (lobby_speak(lobby), true);
    case REQ_ESCAPE:
        return lobby_tag_escape(lobby) || list_request(&lobby->list, event);
    default:
        return lobby_run(lobby, event->request, event->argument) ||
               list_request(&lobby->list, event);
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
    .resume = lobby_resume,
};

/* ---- Opens the lobby's games. */

bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id)
{
    struct table_open open;
    struct note why = {0};
    char where[GAME_MARK_ROOM];
    if (lobby_round_open(place, id, &open, where, &why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    return table_try_open(app, &open);
}

/* ---- Acts on several games of the lobby at once: tagging, and requests for all tagged games.
 *
 * `t` tags a game, `T` tags all games that match a query. After `;` the next request applies to all
 * tagged games: decline, withdraw, copy, step from game to game. See lobby_internal.h. */

/* ---- tags ---- */

static void lobby_tag_and_step(struct lobby *lobby)
{
    const char *id = lobby_game_of(lobby, list_item(&lobby->list))->id;
    struct event down = {.request = REQ_DOWN, .argument = ""};
    if (lobby_tagged(&lobby->session, id))
        lobby_untag(&lobby->session, id);
    else
        lobby_tag(&lobby->session, id);
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
        if (!game || lobby_tagged(&lobby->session, game->id) ||
            !list_text_fits(&lobby->list, list_shown(&lobby->list, i), words))
            continue;
        lobby_tag(&lobby->session, game->id);
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
        return lobby_tagged(&lobby->session, game->id);
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

/* Cancel the games that the request applies to. */
static void end_them(struct view *view, bool yes, bool withdraw)
{
    struct lobby *lobby = (struct lobby *)view;
    char(*ids)[ULID_LENGTH + 1] = NULL;
    int n = yes ? lobby_games_meant(lobby, withdraw ? lobby_is_open : is_challenge, &ids) : 0;
    lobby_call_off(&lobby->session.place, ids, n, withdraw);
    free(ids);
    lobby->on_tagged = false;
    *lobby->asked = '\0';
    lobby_look(lobby);
}

static void answer_decline(struct view *view, bool yes)
{
    end_them(view, yes, false);
}

static void answer_withdraw(struct view *view, bool yes)
{
    end_them(view, yes, true);
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
        struct table_open open;
        char where[GAME_MARK_ROOM];
        if (lobby_table_open(&lobby->session.place, ids[i], &open, where, &why) < 0)
            continue;
        fputs(copied ? "" : game_text_head(format), out);
        game_text_put(open.record, format, app_charset(lobby->view.app), out);
        record_free(open.record);
        journal_free(open.journal);
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
    bool tagged = lobby->session.tags &&
                  (lobby->on_tagged || (here && lobby_tagged(&lobby->session, here->id)));
    int n = 0;
    for (int i = 0; i < lobby->list.n; i++) {
        const struct lobby_game *game = lobby_game_of(lobby, list_shown(&lobby->list, i));
        if (game && (!tagged || lobby_tagged(&lobby->session, game->id)))
            memcpy(ids[n++], game->id, sizeof *ids);
    }
    lobby_set_round(&lobby->session.place, ids, n);
}

/* ---- requests ---- */

bool lobby_tag_escape(struct lobby *lobby)
{
    if (lobby->on_tagged)
        lobby->on_tagged = false;
    else if (lobby->session.tags && !list_can(&lobby->list, REQ_ESCAPE))
        lobby->session.tags = 0;
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
        return lobby->session.games.n > 0;
    case REQ_ON_TAGGED:
        return lobby->session.tags > 0;
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
    case REQ_RESIGN:
        if (*event->argument) { /* the games are named, and need not be under the cursor */
            app_request(lobby->view.app, event->request == REQ_DECLINE ? REQ_REFUSE : REQ_WITHDRAW,
                        event->argument);
            return true;
        }
        if (event->request == REQ_DECLINE)
            lobby_lobby_decline(lobby);
        else
            lobby_lobby_withdraw(lobby);
        return true;
    default:
        lobby_copy(lobby, event->argument);
    }
    lobby->on_tagged = false;
    return true;
}
