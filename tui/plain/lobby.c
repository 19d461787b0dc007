/* lobby.c - plain mode's lobby: who is here, which games are played, starting and joining games.
 * See plain_internal.h. */
#include "config.h"

#include "tui/plain/plain_internal.h"
#include "tui/session/new_game.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/words/live_words.h"
#include "tui/system/process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- entering, leaving */

void plain_lobby_leave(struct plain *plain)
{
    struct plain_lobby *lobby = plain->lobby;
    if (!lobby)
        return;
    plain_attend_no_more(plain);
    plain_live_close(plain);
    plain_together_close(plain);
    lobby_games_clear(&lobby->games);
    free(lobby->order);
    lobby_session_end(&lobby->session);
    free(lobby);
    plain->lobby = NULL;
}

static void plain_lobby_told(void *client, const struct lobby_news *news);

bool plain_lobby_enter(struct plain *plain, const char *path)
{
    struct lobby_place place;
    struct note why = {0};
    const char *name = plain->options->name ? plain->options->name : lobby_own_name();
    bool own = !path;
    if (own)
        path = place_own();
    if ((own && place_own_make(&why) < 0) ||
        lobby_enter(&place, path, name, true, plain->options->restricted, &why) < 0) {
        plain_say(plain, "The lobby of %.300s cannot be entered: %s", path, why.text);
        return false;
    }
    plain_close_game(plain);
    plain_lobby_leave(plain);
    plain->lobby = memory_new(1, sizeof *plain->lobby);
    place.tell = plain_lobby_told;
    place.client = plain;
    lobby_session_begin(&plain->lobby->session, &place);
    lobby_session_watch(&plain->lobby->session);
    plain_live_ready(plain);
    plain_together_ready(plain);
    plain_say(
        plain,
        "You are in the lobby as %s. Games and their chat are recorded; everyone may watch games "
        "that are not private",
        place.name);
    return plain_open_store(plain, path, false);
}

const char *plain_lobby_name(const struct plain *plain)
{
    return plain->lobby->session.place.name;
}

/* ---------------------------------------------------------------- the games */

static void number_games(struct plain_lobby *lobby)
{
    lobby_games_look(&lobby->games, &lobby->session.place);
    free(lobby->order);
    lobby->order = memory_new((size_t)lobby->games.n + 1, sizeof *lobby->order);
    lobby_games_sort(&lobby->games, NULL, lobby->order);
}

static void plain_lobby_tell_game(struct plain *plain, int number, const struct lobby_game *game)
{
    char seats[300], state[120], idle[CLOCK_ROOM];
    if (game->broken && !game->sides) {
        plain_say(plain, "Game %d, %s: %s, cannot be shown", number, game->mark,
                  game->newer ? "of a newer version of the program" : "damaged");
        return;
    }
    lobby_seats_words(&plain->lobby->session.place, game, seats, sizeof seats);
    lobby_age(game->last, idle);
    if (game->broken)
        snprintf(state, sizeof state, "%s, only for reading",
                 game->newer ? "of a newer version of the program" : "damaged");
    else if (*game->refused)
        snprintf(state, sizeof state, "%s", game->refused);
    else if (game->challenged)
        snprintf(state, sizeof state, "you are invited to play");
    else if (game->waits)
        snprintf(state, sizeof state,
                 game->free_side == NOBODY ? "waits for players" : "you can sit down");
    else if (game->own_turn)
        snprintf(state, sizeof state, "it is your turn");
    else if (*game->to_move == '(')
        snprintf(state, sizeof state, "you see it some plies late");
    else if (*game->to_move)
        snprintf(state, sizeof state, "%s is to move", game->to_move);
    else
        snprintf(state, sizeof state, "over");
    plain_say(plain, "Game %d, %s: %s%s%s%s, %s; %s; %d %s, the last change was %s ago; %d %s%s",
              number, game->mark, game->variant, *game->control ? ", clock " : "", game->control,
              game->is_strict ? ", strict" : "", seats, state, game->plies,
              game->plies == 1 ? "ply" : "plies", idle, game->watchers,
              game->watchers == 1 ? "watches" : "watch", game->is_private ? "; private" : "");
}

static void plain_games(struct plain *plain, const char *argument)
{
    struct plain_lobby *lobby = plain->lobby;
    (void)argument;
    number_games(lobby);
    lobby_session_tell_alike(&plain->lobby->session);
    for (int i = 0; i < lobby->games.n; i++)
        plain_lobby_tell_game(plain, i + 1, &lobby->games.v[lobby->order[i]]);
    if (lobby->games.n == 0)
        plain_say(plain, "No game is being played; type \"seek VARIANT\" to start one");
}

static void plain_who(struct plain *plain, const char *argument)
{
    struct person *person;
    int n = presence_list(plain->lobby->session.place.presence, &person);
    (void)argument;
    for (int i = 0; i < n; i++)
        lobby_know(&plain->lobby->session.place, person[i].name);
    lobby_session_tell_alike(&plain->lobby->session);
    for (int i = 0; i < n; i++) {
        char mark[GAME_MARK_ROOM];
        bool hidden = !lobby_may_see(&plain->lobby->session.place, person[i].game);
        game_mark(person[i].game, mark);
        plain_say(plain, "%s%s is %s%s", person[i].name, person[i].self ? ", that is you," : "",
                  !*person[i].game  ? "in the lobby"
                  : person[i].plays ? "playing at "
                                    : "watching ",
                  hidden            ? "a private game"
                  : *person[i].game ? mark
                                    : "");
    }
    free(person);
}

/* Find a game by its number in the last list, or by its game mark, such as #J9M3. Returns NULL
 * after printing an error. */
static const struct lobby_game *plain_game_named(struct plain *plain, const char *text)
{
    struct plain_lobby *lobby = plain->lobby;
    int number;
    if (!lobby->order || *text == '#')
        number_games(lobby);
    for (int i = 0; *text == '#' && i < lobby->games.n; i++)
        if (!ascii_casecmp(lobby->games.v[i].mark, text))
            return &lobby->games.v[i];
    if (*text == '#')
        plain_say(plain, "There is no game %.20s here", text);
    else if (lobby->games.n == 0)
        plain_say(plain, "No game is being played");
    else if (plain_number(plain, text, 1, lobby->games.n, &number))
        return &lobby->games.v[lobby->order[number - 1]];
    return NULL;
}

static void go_to(struct plain *plain, const char *argument, bool sit)
{
    const struct lobby_game *game = plain_game_named(plain, argument);
    char id[ULID_LENGTH + 1];
    if (!game || !plain_may_close(plain, PLAIN_CLOSE))
        return;
    snprintf(id, sizeof id, "%s", game->id);
    if (!sit || lobby_join(&plain->lobby->session.place, game))
        plain_live_open(plain, id);
}

static void plain_join(struct plain *plain, const char *argument)
{
    go_to(plain, argument, true);
}

static void plain_lobby_watch(struct plain *plain, const char *argument)
{
    go_to(plain, argument, false);
}

/* Parse numbers of the last list and game marks; write the ids of their games to *ids, which the
 * caller frees. Returns how many; on an error prints it and returns 0 with *ids NULL. */
static int games_named(struct plain *plain, const char *argument, char (**ids)[ULID_LENGTH + 1])
{
    char word[40];
    int n = 0, room = 0;
    *ids = NULL;
    do {
        plain_word(&argument, word, sizeof word);
        const struct lobby_game *game = plain_game_named(plain, word);
        if (!game) {
            free(*ids);
            *ids = NULL;
            return 0;
        }
        *ids = memory_room(*ids, &room, n + 1, sizeof **ids);
        snprintf((*ids)[n++], sizeof **ids, "%s", game->id);
    } while (*argument);
    return n;
}

/* Cancel the games that the argument names. */
static void call_off(struct plain *plain, const char *argument, bool withdraw)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = games_named(plain, argument, &ids);
    lobby_call_off(&plain->lobby->session.place, ids, n, withdraw);
    free(ids);
}

static void plain_lobby_refuse(struct plain *plain, const char *argument)
{
    call_off(plain, argument, false);
}

static void plain_withdraw(struct plain *plain, const char *argument)
{
    call_off(plain, argument, true);
}

/* ---------------------------------------------------------------- beginning a game */

static void begin(struct plain *plain, const char *argument, const char *against)
{
    struct lobby_place *place = &plain->lobby->session.place;
    char variant[64], id[ULID_LENGTH + 1];
    struct new_words named = {0};
    struct seek_wish wish;
    struct ruleset *rules;
    struct note why;
    if (!plain_word(&argument, variant, sizeof variant))
        plain_say(plain, "Give a variant, as in \"seek classical\"; type \"variants\" for a "
                         "list");
    else if (new_words_read(&argument, NULL, &named, &why) < 0)
        plain_refuse(plain, why.text);
    else if (lobby_wish_read(place, variant, &named, against, &wish, &rules)) {
        if (plain_may_close(plain, PLAIN_CLOSE) && lobby_seek(place, rules, &wish, id))
            plain_live_open(plain, id);
        ruleset_free(rules);
    }
}

static void plain_seek(struct plain *plain, const char *argument)
{
    begin(plain, argument, "");
}

static void plain_challenge(struct plain *plain, const char *argument)
{
    char name[PLAYER_NAME_MAX + 2];
    if (plain_word(&argument, name, sizeof name))
        begin(plain, argument, name);
    else
        plain_say(plain, "Give a player and a variant, as in \"challenge bob classical\"");
}

/* ---------------------------------------------------------------- news */

static void plain_lobby_told(void *client, const struct lobby_news *news)
{
    struct plain *plain = client;
    struct worded worded;
    if (plain_live_on(plain) && (news->kind == LOBBY_SAID || news->kind == LOBBY_PASSED))
        return;
    if (news->kind == LOBBY_SAID)
        plain_say(plain, "%s says in the lobby: %s", news->said->by, news->said->text);
    lobby_words(&plain->lobby->session.place, news, &worded);
    if (*worded.text)
        plain_tell_worded(plain, &worded);
    if (news->kind == LOBBY_WAITS)
        plain_say(plain,
                  news->game->challenged ? "Type \"join %s\" to play, \"refuse %s\" to decline"
                                         : "Type \"join %s\" to open it",
                  news->game->mark, news->game->mark);
    if (news->kind == LOBBY_CANCELLED)
        lobby_put_away(&plain->lobby->session.place, news->game->id);
}

/* ---------------------------------------------------------------- waiting */

void plain_attend(struct plain *plain)
{
    if (!plain->lobby) {
        plain_attend_no_more(plain);
        return;
    }
    struct lobby_session *session = &plain->lobby->session;
    live_watch_told(session->watch);
    lobby_session_hear(session);
    plain_follow_on(plain);
    int wait = plain_live_attend(plain);
    plain_together_attend(plain);
    lobby_session_look(session, plain_live_on(plain) ? plain_live_game(plain)->id : "");
    if (wait > 500)
        wait = lobby_games_due(&session->games, wait);
    int fd = live_watch_fd(session->watch);
    /* plain_attend() is called again before each sleep, so these only end the sleep */
    loop_watch(plain->loop, &plain->waits.lobby, plain, fd, LOOP_READABLE, NULL, NULL);
    plain_at(plain, &plain->waits.look, fd < 0 && wait > 1000 ? 1000 : wait, NULL);
}

void plain_attend_no_more(struct plain *plain)
{
    loop_cancel(plain->loop, &plain->waits.lobby);
    loop_cancel(plain->loop, &plain->waits.look);
}

/* The command `wait` in a lobby: wait until it is the user's turn or something needs an answer. A
 * watcher waits until something is played or shown. */
static void plain_wait(struct plain *plain, const char *argument)
{
    int most = INT_MAX;
    if (*argument && !plain_number(plain, argument, 0, 1000000, &most))
        return;
    int plies = plain_live_on(plain) ? plain_record(plain)->moves.n : 0;
    int64_t until = milliseconds() / 1000 + most;
    int shows = plain->lobby->shows;
    for (;;) {
        bool table = plain_live_on(plain);
        plain_attend(plain);
        if (table &&
            (!plain_live_on(plain) || live_table_waits_for_user(&plain->lobby->table, plies)))
            return;
        if (!table && (plain->lobby->session.waiting || plain->lobby->shows != shows))
            return;
        fflush(plain->out);
        int64_t left = until - milliseconds() / 1000;
        if (left <= 0) {
            plain_say(plain, "Nothing waits for you");
            return;
        }
        if (!plain_pause(plain, left < 1000 ? (int)left * 1000 : -1))
            return;
    }
}

/* ---------------------------------------------------------------- commands */

static void plain_enter(struct plain *plain, const char *argument)
{
    if (plain->options->restricted && (*argument || plain->lobby))
        plain_say(plain, "This is the only lobby here");
    else if (plain_may_close(plain, PLAIN_CLOSE) &&
             plain_lobby_enter(plain, *argument ? argument : NULL))
        plain_games(plain, "");
}

static void plain_leave(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_live_on(plain)) {
        plain_close_game(plain);
        plain_say(plain, "You have left the game; it continues when you come back");
    } else if (plain->options->restricted) {
        plain_say(plain, "You are in the lobby; type \"quit\" to leave the program");
    } else {
        plain_lobby_leave(plain);
        plain_say(plain, "You have left the lobby");
    }
}

/* The command `wait`: wait for the computer, or in a lobby for the other people. */
static void plain_wait_any(struct plain *plain, const char *argument)
{
    if (session_computer_to_move(&plain->game))
        plain_computer_wait(plain);
    else if (plain->lobby)
        plain_wait(plain, argument);
    else
        plain_say(plain, "There is nobody to wait for; the computer is not to move, and you are "
                         "in no lobby");
}

const struct plain_handler plain_lobby_handlers[] = {
    {REQ_LOBBY, plain_enter},
    {REQ_GAMES, plain_games},
    {REQ_WHO, plain_who},
    {REQ_JOIN, plain_join},
    {REQ_WATCH, plain_lobby_watch},
    {REQ_FOLLOW, plain_follow},
    {REQ_REFUSE, plain_lobby_refuse},
    {REQ_WITHDRAW, plain_withdraw},
    {REQ_SEEK, plain_seek},
    {REQ_CHALLENGE, plain_challenge},
    {REQ_WAIT, plain_wait_any},
    {REQ_LEAVE_GAME, plain_leave},
    {0},
};
