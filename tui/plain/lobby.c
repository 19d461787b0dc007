/* lobby.c - plain mode's lobby: entering and leaving it, its news in sentences, games that are read
 * together with others (tui/session/lobby/shared_reading.h), and waiting for people. Its commands
 * are in tui/session/commands/lobby_commands.h. */
#include "config.h"

#include "tui/plain/plain_internal.h"
#include "tui/session/words/live_words.h"
#include "tui/system/process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- reading a game together */

static void plain_told_together(void *client, const struct reading_news *news)
{
    struct plain *plain = client;
    struct worded worded;
    if (news->kind == READING_SAID && !news->yes)
        plain_say(plain, "%s says: %s", news->said->by, news->said->text);
    reading_words(&plain->lobby->together, news, &worded);
    plain_tell_worded(plain, &worded);
    if (news->kind == READING_SHOWN) {
        plain->lobby->shows++;
        plain_tell(plain);
    }
}

static void save_as_leader(void *client)
{
    plain_save(client, "");
}

static bool is_composing(void *client)
{
    return ((struct plain *)client)->game.composing;
}

static void together_ready(struct plain *plain)
{
    plain->lobby->together = (struct shared_reading){.tell = plain_told_together,
                                                     .save = save_as_leader,
                                                     .busy = is_composing,
                                                     .client = plain,
                                                     .place = &plain->lobby->session.place,
                                                     .game = &plain->game};
}

void plain_together_close(struct plain *plain)
{
    if (plain->lobby)
        reading_close(&plain->lobby->together);
}

/* True if others can read the open game as well: it was saved in the lobby's archive. */
static bool plain_is_shared(const struct plain *plain)
{
    return plain->open && plain->game.version.known && !plain_live_on(plain) &&
           !strcmp(store_where(plain->store), store_where(plain->lobby->session.place.store));
}

static void together_attend(struct plain *plain)
{
    struct shared_reading *together = &plain->lobby->together;
    bool shared = plain_is_shared(plain);
    if (!shared || strcmp(together->id, plain_record(plain)->id) != 0)
        reading_close(together);
    if (!shared)
        return;
    if (!*together->id) {
        reading_open(together);
        if (together->talk.n)
            plain_say(plain, "There is a chat about this game; type \"talk\" to read it");
    }
    reading_attend(together);
    reading_announce(together);
}

bool plain_together_refuses(struct plain *plain)
{
    return plain->lobby && reading_refuses(&plain->lobby->together);
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
    plain_tell_worded(plain, &worded);
    if (news->kind == LOBBY_CANCELLED)
        lobby_put_away(&plain->lobby->session.place, news->game->id);
    else if (news->kind == LOBBY_TOLD && news->other)
        plain_tell_lines(plain, news->other, false);
    else if (news->kind == LOBBY_OPENS)
        plain_live_open(plain, news->text);
}

static bool may_go(void *client)
{
    return plain_may_close(client, PLAIN_CLOSE);
}

bool plain_lobby_run(struct plain *plain, enum request command, const char *argument)
{
    struct plain_lobby *lobby = plain->lobby;
    if (!lobby)
        return false;
    struct lobby_here here = {&lobby->session.place, &lobby->table, &lobby->together};
    return lobby_command_run(&here, command, argument);
}

/* ---------------------------------------------------------------- entering, leaving */

void plain_lobby_leave(struct plain *plain)
{
    struct plain_lobby *lobby = plain->lobby;
    if (!lobby)
        return;
    plain_attend_no_more(plain);
    plain_live_close(plain);
    plain_together_close(plain);
    lobby_session_end(&lobby->session);
    free(lobby);
    plain->lobby = NULL;
}

bool plain_lobby_enter(struct plain *plain, const char *path)
{
    struct lobby_place place;
    struct note why = {0};
    if (lobby_enter(&place, path, plain->options->name, true, plain->options->restricted, &why) <
        0) {
        plain_say(plain, "The lobby%s%.300s cannot be entered: %s", path ? " of " : "",
                  path ? path : "", why.text);
        return false;
    }
    plain_close_game(plain);
    plain_lobby_leave(plain);
    plain->lobby = memory_new(1, sizeof *plain->lobby);
    place.tell = plain_lobby_told;
    place.may_go = may_go;
    place.client = plain;
    lobby_session_begin(&plain->lobby->session, &place);
    lobby_session_watch(&plain->lobby->session);
    plain_live_ready(plain);
    together_ready(plain);
    plain_say(
        plain,
        "You are in the lobby as %s. Games and their chat are recorded; everyone may watch games "
        "that are not private",
        place.name);
    return plain_open_store(plain, place.path, false);
}

const char *plain_lobby_name(const struct plain *plain)
{
    return plain->lobby->session.place.name;
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
    lobby_led_on(&session->place, plain->open ? &plain->game : NULL, &plain->lobby->table,
                 &plain->lobby->together);
    int wait = plain_live_attend(plain);
    together_attend(plain);
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
        plain_lobby_run(plain, REQ_GAMES, "");
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
    {REQ_GAMES, NULL},
    {REQ_WHO, NULL},
    {REQ_JOIN, NULL},
    {REQ_WATCH, NULL},
    {REQ_FOLLOW, NULL},
    {REQ_REFUSE, NULL},
    {REQ_WITHDRAW, NULL},
    {REQ_SEEK, NULL},
    {REQ_CHALLENGE, NULL},
    {REQ_WAIT, plain_wait_any},
    {REQ_LEAVE_GAME, plain_leave},
    {0},
};
