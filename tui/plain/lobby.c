/* lobby.c - plain mode's lobby: who is here, which games are played, starting and joining games.
 * See plain_internal.h. */
#include "config.h"

#include "tui/plain/plain_internal.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/bookmarks.h"
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
    plain_live_close(plain);
    plain_together_close(plain);
    lobby_games_clear(&lobby->games);
    lobby_games_clear(&lobby->seen);
    free(lobby->order);
    free(lobby->told);
    talk_clear(&lobby->talk);
    live_watch_free(lobby->watch);
    lobby_leave(&lobby->place);
    free(lobby);
    plain->lobby = NULL;
}

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
    plain->lobby->place = place;
    plain->lobby->watch = lobby_watch(&plain->lobby->place);
    plain_live_ready(plain);
    talk_begin(&plain->lobby->talk, TALK_LOBBY);
    talk_read_on(&plain->lobby->talk, place.store);
    journal_recover(place.store, place.name);
    plain_say(
        plain,
        "You are in the lobby as %s. Games and their chat are recorded; everyone may watch games "
        "that are not private",
        place.name);
    return plain_open_store(plain, path, false);
}

const char *plain_lobby_name(const struct plain *plain)
{
    return plain->lobby->place.name;
}

/* ---------------------------------------------------------------- the games */

enum group { GROUP_WAITS, GROUP_OWN, GROUP_SEATS, GROUP_PLAYED };

static enum group plain_group_of(const struct lobby_game *game)
{
    if (game->own_turn || game->challenged)
        return GROUP_WAITS;
    if (game->own_side != NOBODY)
        return GROUP_OWN;
    return game->waits && game->free_side != NOBODY ? GROUP_SEATS : GROUP_PLAYED;
}

static const struct lobby_game *sorted;

/* Sort order of the list: games that wait for the user, the user's other games, games with free
 * seats, all others. In each group the oldest game is first, so that numbers stay the same. */
static int by_group(const void *a, const void *b)
{
    const struct lobby_game *one = &sorted[*(const int *)a], *other = &sorted[*(const int *)b];
    int order = (int)plain_group_of(one) - (int)plain_group_of(other);
    return order ? order : strcmp(one->id, other->id);
}

static void number_games(struct plain_lobby *lobby)
{
    lobby_games_look(&lobby->games, &lobby->place);
    free(lobby->order);
    lobby->order = memory_new((size_t)lobby->games.n + 1, sizeof *lobby->order);
    for (int i = 0; i < lobby->games.n; i++)
        lobby->order[i] = i;
    sorted = lobby->games.v;
    if (lobby->games.n)
        qsort(lobby->order, (size_t)lobby->games.n, sizeof *lobby->order, by_group);
}

/* Describe the seats: "ana against bob, who is asked". The user's own name becomes "you". */
static void seats_in_words(const struct plain *plain, const struct lobby_game *game, char *out,
                           size_t size)
{
    const struct lobby_place *place = &plain->lobby->place;
    size_t used = 0;
    out[0] = '\0';
    if (!game->sides)
        text_add(out, size, &used, "%s", game->seats);
    for (int side = 0; side < game->sides; side++) {
        const char *name = game->seat[side].name, *like = player_names_like(&place->names, name);
        text_add(out, size, &used, "%s", !side ? "" : game->sides == 2 ? " against " : ", ");
        if (!strcmp(name, place->name))
            text_add(out, size, &used, "you");
        else if (!*name)
            text_add(out, size, &used, "an open seat");
        else
            text_add(out, size, &used, "%s%s%s%s%s", name, like ? " (not " : "", like ? like : "",
                     like ? ")" : "",
                     game->seat[side].taken || *game->refused ? "" : ", who is invited");
    }
    if (game->lot)
        text_add(out, size, &used, ", sides drawn by lot");
}

void plain_tell_alike(struct plain *plain)
{
    struct plain_lobby *lobby = plain->lobby;
    char text[400];
    int known = lobby->alike_of;
    lobby->alike_of = lobby->place.names.n;
    if (known != lobby->alike_of && lobby_names_tell(&lobby->place, text, sizeof text) &&
        strcmp(text, lobby->alike)) {
        snprintf(lobby->alike, sizeof lobby->alike, "%s", text);
        plain_say(plain, "Take care, some names %s", text);
    }
}

static void plain_lobby_tell_game(struct plain *plain, int number, const struct lobby_game *game)
{
    char seats[300], state[120], idle[CLOCK_ROOM];
    if (game->broken && !game->sides) {
        plain_say(plain, "Game %d, %s: %s, cannot be shown", number, game->mark,
                  game->newer ? "of a newer version of the program" : "damaged");
        return;
    }
    seats_in_words(plain, game, seats, sizeof seats);
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
    plain_tell_alike(plain);
    for (int i = 0; i < lobby->games.n; i++)
        plain_lobby_tell_game(plain, i + 1, &lobby->games.v[lobby->order[i]]);
    if (lobby->games.n == 0)
        plain_say(plain, "No game is being played; type \"seek VARIANT\" to start one");
}

static void plain_who(struct plain *plain, const char *argument)
{
    struct person *person;
    int n = presence_list(plain->lobby->place.presence, &person);
    (void)argument;
    for (int i = 0; i < n; i++)
        lobby_know(&plain->lobby->place, person[i].name);
    plain_tell_alike(plain);
    for (int i = 0; i < n; i++) {
        char mark[GAME_MARK_ROOM];
        bool hidden = !lobby_may_see(&plain->lobby->place, person[i].game);
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
    struct note why;
    char id[ULID_LENGTH + 1];
    if (!game || !plain_may_close(plain))
        return;
    snprintf(id, sizeof id, "%s", game->id);
    if (sit && game->own_side == NOBODY && lobby_sit_down(&plain->lobby->place, id, &why) < 0)
        plain_refuse(plain, why.text);
    else
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

/* Cancel the games that the argument names, by calling `off` for each of them. For each game,
 * print that it is cancelled or why it is not. */
static void call_off(struct plain *plain, const char *argument,
                     int (*off)(struct lobby_place *, const char *, struct note *),
                     const char *done)
{
    char(*ids)[ULID_LENGTH + 1], mark[GAME_MARK_ROOM] = "";
    int n = games_named(plain, argument, &ids);
    for (int i = 0; i < n; i++) {
        struct note why;
        game_mark(ids[i], mark);
        if (off(&plain->lobby->place, ids[i], &why) == 0)
            plain_say(plain,
                      n == 1 ? "You have %s: the game is cancelled"
                             : "You have %s: the game %s is "
                               "cancelled",
                      done, mark);
        else if (n == 1)
            plain_refuse(plain, why.text);
        else
            plain_say(plain, "Not %s, %s: %s", done, mark, why.text);
    }
    free(ids);
}

static void plain_lobby_refuse(struct plain *plain, const char *argument)
{
    call_off(plain, argument, lobby_decline, "declined");
}

static void plain_withdraw(struct plain *plain, const char *argument)
{
    call_off(plain, argument, lobby_withdraw, "withdrawn");
}

/* ---------------------------------------------------------------- beginning a game */

void plain_lobby_begin(struct plain *plain, const struct seek *seek)
{
    char id[ULID_LENGTH + 1];
    struct note why;
    if (lobby_begin_game(&plain->lobby->place, seek, id, &why) < 0)
        plain_refuse(plain, why.text);
    else
        plain_live_open(plain, id);
}

/* The settings of a new game besides its variant. */
struct plain_request {
    /* The time control that `clock` set, in the form that archive/record/header_values.h reads. */
    char control[40];
    const char *side, *other[2], *clock, *watchers, *delay, *mode, *grace;
    struct setting option[PLAIN_NAMED_MAX];
    int options;
};

static void sort_wishes(const struct plain_named *named, struct plain_request *wish)
{
    const struct {
        const char *name, **value;
    } known[] = {{"side", &wish->side},   {"against", &wish->other[0]},  {"third", &wish->other[1]},
                 {"clock", &wish->clock}, {"watchers", &wish->watchers}, {"delay", &wish->delay},
                 {"mode", &wish->mode},   {"grace", &wish->grace}};
    enum { KNOWN = sizeof known / sizeof *known };
    for (int i = 0; i < named->n; i++) {
        int at = 0;
        while (at < KNOWN && strcmp(known[at].name, named->setting[i].name) != 0)
            at++;
        if (at < KNOWN)
            *known[at].value = named->setting[i].value;
        else
            wish->option[wish->options++] = named->setting[i];
    }
}

/* The side that a word names; NOBODY without a word, so that sides are drawn by lot; -1 after
 * printing an error. */
static int plain_own_side(struct plain *plain, const struct ruleset *rules, const char *word)
{
    for (int side = 0; side < rules->sides; side++)
        if (!ascii_casecmp(word, side_name(side)))
            return side;
    if (*word) {
        plain_say(plain, "A side is white%s, not '%.40s'",
                  rules->sides == 2 ? " or black" : ", black or red", word);
        return -1;
    }
    return NOBODY;
}

static bool may_be_asked(struct plain *plain, const char *name)
{
    struct note why = {0};
    int result = *name ? player_name_check(name, &why) : 0;
    if (result == 0 && !strcmp(name, plain->lobby->place.name))
        result = note_fail(&why, FAIL_NAME, -1, "that is you");
    if (result < 0)
        plain_refuse(plain, why.text);
    if (result == 0 && *name && !lobby_has_met(&plain->lobby->place, name))
        plain_say(plain,
                  "No player called %s is known here yet; the game waits until %s comes. Type "
                  "\"resign\" to withdraw it",
                  name, name);
    return result == 0;
}

static bool wish_holds(struct plain *plain, struct plain_request *wish, struct seek *seek)
{
    struct control control;
    struct note why;
    int side = plain_own_side(plain, seek->rules, wish->side);
    if (side < 0 || !may_be_asked(plain, wish->other[0]) || !may_be_asked(plain, wish->other[1]) ||
        (*wish->delay && !plain_number(plain, wish->delay, 0, GALLERY_DELAY_MAX, &seek->delay)) ||
        (*wish->grace && !plain_number(plain, wish->grace, 0, GRACE_MAX, &seek->grace)))
        return false;
    snprintf(wish->control, sizeof wish->control, "%s", wish->clock);
    char *blank = strchr(wish->control, '-');
    if (blank)
        *blank = ' '; /* in one word, "3-days" stands for "3 days" */
    if (control_read(wish->control, &control, &why) < 0) {
        plain_refuse(plain, why.text);
        return false;
    }
    if (*wish->watchers && strcmp(wish->watchers, "nobody") != 0 &&
        strcmp(wish->watchers, "everybody") != 0) {
        plain_say(plain, "Watchers must be \"nobody\" or \"everybody\"");
        return false;
    }
    if (*wish->mode && strcmp(wish->mode, "casual") != 0 && strcmp(wish->mode, "strict") != 0) {
        plain_say(plain, "A game is casual or strict, not '%.40s'", wish->mode);
        return false;
    }
    seek->is_strict = !strcmp(wish->mode, "strict");
    seek->control = wish->control;
    seek->is_private = !strcmp(wish->watchers, "nobody");
    seek->by_lot = side == NOBODY;
    for (int at = 0, other = 0; at < seek->rules->sides; at++)
        seek->name[at] =
            at == (seek->by_lot ? 0 : side) ? plain->lobby->place.name : wish->other[other++];
    return true;
}

static void begin(struct plain *plain, const char *argument, const char *against)
{
    char variant[64];
    struct plain_named named = {0};
    struct plain_request wish = {.side = "",
                                 .other = {against, ""},
                                 .clock = "",
                                 .watchers = "",
                                 .delay = "",
                                 .mode = "",
                                 .grace = ""};
    struct ruleset *rules;
    struct note why;
    if (!plain_word(&argument, variant, sizeof variant)) {
        plain_say(plain, "Give a variant, as in \"seek classical\"; type \"variants\" for a "
                         "list");
        return;
    }
    if (!plain_read_named(plain, &argument, NULL, &named))
        return;
    sort_wishes(&named, &wish);
    if (ruleset_open(&rules, variant, wish.option, wish.options, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    struct seek seek = {.rules = rules};
    if (wish_holds(plain, &wish, &seek) && plain_may_close(plain))
        plain_lobby_begin(plain, &seek);
    ruleset_free(rules);
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

/* ---------------------------------------------------------------- waiting */

static bool plain_is_told(const struct plain_lobby *lobby, const char *id)
{
    for (int i = 0; i < lobby->tolds; i++)
        if (!strcmp(lobby->told[i], id))
            return true;
    return false;
}

/* A game that this user started was declined: print that, and remove the game. */
static void tell_refused(struct plain *plain, const struct lobby_game *game)
{
    struct plain_lobby *lobby = plain->lobby;
    struct journal *journal;
    char seats[300];
    if (journal_open(&journal, lobby->place.store, lobby->place.name, game->id, NULL) < 0)
        return;
    seats_in_words(plain, game, seats, sizeof seats);
    plain_say(plain, "Your game %s of %s, %s, is cancelled: %s", game->mark, game->variant, seats,
              game->refused);
    journal_finish(journal, NULL);
    journal_free(journal);
}

/* Print games that have begun to wait for the user. Returns how many games wait. */
static int tell_waiting(struct plain *plain)
{
    struct plain_lobby *lobby = plain->lobby;
    struct lobby_games *now = &lobby->seen;
    const char *here = plain_live_on(plain) ? plain_live_game(plain)->id : "";
    lobby_games_look(now, &lobby->place);
    plain_tell_alike(plain);
    char(*told)[ULID_LENGTH + 1] = memory_new((size_t)now->n + 1, sizeof *told);
    int n = 0;
    for (int i = 0; i < now->n; i++) {
        const struct lobby_game *game = &now->v[i];
        char seats[300];
        if (*game->refused && strcmp(game->id, here) != 0)
            tell_refused(plain, game);
        if (plain_group_of(game) != GROUP_WAITS || !strcmp(game->id, here))
            continue;
        snprintf(told[n++], sizeof *told, "%s", game->id);
        seats_in_words(plain, game, seats, sizeof seats);
        if (!plain_is_told(lobby, game->id))
            plain_say(plain,
                      game->challenged
                          ? "You are invited to play %s, %s; type \"join %s\" to play, \"refuse "
                            "%s\" to decline"
                          : "It is your turn in a game of %s, %s; type \"join %s\" to open it",
                      game->variant, seats, game->mark, game->mark);
    }
    free(lobby->told);
    lobby->told = told;
    lobby->tolds = n;
    return n;
}

int plain_attend(struct plain *plain)
{
    if (!plain->lobby)
        return -1;
    live_watch_told(plain->lobby->watch);
    plain_attend_lobby_talk(plain);
    plain_follow_on(plain);
    int wait = plain_live_attend(plain);
    plain_together_attend(plain);
    tell_waiting(plain);
    if (wait > 500)
        wait = lobby_games_due(&plain->lobby->seen, wait);
    return live_watch_fd(plain->lobby->watch) < 0 && wait > 1000 ? 1000 : wait;
}

int plain_watch(const struct plain *plain)
{
    return plain->lobby ? live_watch_fd(plain->lobby->watch) : -1;
}

/* The command `wait` in a lobby: wait until it is the user's turn or something needs an answer. A
 * watcher waits until something is played or shown. */
static void plain_wait(struct plain *plain, const char *argument)
{
    int most = INT_MAX, pause;
    if (*argument && !plain_number(plain, argument, 0, 1000000, &most))
        return;
    int plies = plain_live_on(plain) ? plain_record(plain)->moves.n : 0;
    int64_t until = milliseconds() / 1000 + most;
    int shows = plain->lobby->together.shows;
    for (;;) {
        bool table = plain_live_on(plain);
        pause = plain_attend(plain);
        if (table &&
            (!plain_live_on(plain) || live_table_waits_for_user(&plain->lobby->table, plies)))
            return;
        if (!table && (plain->lobby->tolds || plain->lobby->together.shows != shows))
            return;
        fflush(plain->out);
        int64_t left = until - milliseconds() / 1000;
        if (left <= 0) {
            plain_say(plain, "Nothing waits for you");
            return;
        }
        if (left < 1000 && (pause < 0 || pause > left * 1000))
            pause = (int)left * 1000;
        enum plain_wake wake = plain_input_pause(plain->input, plain_watch(plain), pause);
        if (wake == PLAIN_WAKE_INTERRUPT) {
            fputc('\n', plain->out); /* Begin a new line after the "^C" that the terminal prints. */
            plain_say(plain, "You no longer wait");
        }
        plain->over = wake == PLAIN_WAKE_END;
        if (plain->over || wake == PLAIN_WAKE_INTERRUPT)
            return;
    }
}

/* ---------------------------------------------------------------- commands */

static void plain_enter(struct plain *plain, const char *argument)
{
    if (plain->options->restricted && (*argument || plain->lobby))
        plain_say(plain, "This is the only lobby here");
    else if (plain_may_close(plain) && plain_lobby_enter(plain, *argument ? argument : NULL))
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
