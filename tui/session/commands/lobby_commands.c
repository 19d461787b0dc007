/* lobby_commands.c - the commands of a lobby: see lobby_commands.h. The list of them is at the end.
 */
#include "config.h"

#include "tui/session/commands/lobby_commands.h"

#include "archive/util/sanitize.h"
#include "core/util/ascii.h"
#include "tui/session/commands/commands_internal.h"
#include "tui/session/words/live_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what is told */

/* Tell the sentences; if there are none, tell the sentence `nothing`. */
static void tell_all(const struct lobby_here *here, struct sentences *telling, const char *title,
                     const char *nothing)
{
    char *text = sentences_end(telling);
    lobby_tell(here->place, &(struct lobby_news){.kind = LOBBY_TOLD,
                                                 .text = *text ? title : nothing,
                                                 .other = *text ? text : NULL});
    free(text);
}

static struct live_table *table_of(const struct lobby_here *here)
{
    return here->table && live_table_on(here->table) ? here->table : NULL;
}

static struct shared_reading *reading_of(const struct lobby_here *here)
{
    return here->reading && *here->reading->id ? here->reading : NULL;
}

static void refuse(const struct lobby_here *here, const char *why)
{
    lobby_refuse(here->place, LOBBY_INVALID, "%s", why);
}

/* Let the client open a game. At a live game the table tells it, so that the client closes the
 * table. */
static void open_game(const struct lobby_here *here, const char *id)
{
    if (here->table && here->table->journal)
        live_table_tell(here->table, &(struct table_news){.kind = NEWS_OPENS, .text = id});
    else
        lobby_tell(here->place, &(struct lobby_news){.kind = LOBBY_OPENS, .text = id});
}

static bool may_go(const struct lobby_here *here)
{
    return !here->place->may_go || here->place->may_go(here->place->client);
}

/* ---------------------------------------------------------------- arguments */

static bool read_number(const struct lobby_here *here, const char *text, int most, int *out)
{
    struct note why;
    return argument_number(text, 1, most, out, &why) == 0 ||
           lobby_refuse(here->place, LOBBY_INVALID, "%s", why.text);
}

/* Read the games again, and number them if `again`, or if none has a number yet. */
static void list_games(const struct lobby_here *here, struct lobby_games *games, bool again)
{
    lobby_games_look(games, here->place);
    if (!again && here->place->lobby->numbers)
        return;
    int *order = memory_new((size_t)games->n + 1, sizeof *order);
    lobby_games_sort(games, here->place->lobby->order, order);
    lobby_number_games(here->place->lobby, games, order);
    free(order);
}

/* Find a game by its number or mark, such as #J9M3. Returns false after telling that there is
 * none. */
static bool find_game(const struct lobby_here *here, const char *text, char id[ULID_LENGTH + 1])
{
    const struct lobby_session *lobby = here->place->lobby;
    struct lobby_games games = {0};
    int number;
    *id = '\0';
    list_games(here, &games, false);
    for (int i = 0; *text == '#' && i < games.n && !*id; i++)
        if (!ascii_casecmp(games.v[i].mark, text))
            snprintf(id, ULID_LENGTH + 1, "%s", games.v[i].id);
    lobby_games_clear(&games);
    if (*text == '#')
        return *id || lobby_refuse(here->place, LOBBY_INVALID, "there is no game %.20s here", text);
    if (lobby->numbers == 0)
        return lobby_refuse(here->place, LOBBY_INVALID, "no game is being played");
    if (!read_number(here, text, lobby->numbers, &number))
        return false;
    snprintf(id, ULID_LENGTH + 1, "%s", lobby->number[number - 1]);
    return true;
}

/* ---------------------------------------------------------------- games, people */

static void tell_games(const struct lobby_here *here, const char *argument)
{
    const struct lobby_session *lobby = here->place->lobby;
    struct lobby_games games = {0};
    struct sentences telling;
    char words[WORDED_ROOM];
    (void)argument;
    list_games(here, &games, true);
    lobby_session_tell_alike(here->place->lobby);
    sentences_begin(&telling);
    for (int i = 0; i < lobby->numbers; i++)
        for (int k = 0; k < games.n; k++)
            if (!strcmp(games.v[k].id, lobby->number[i])) {
                lobby_game_words(here->place, &games.v[k], i + 1, words, sizeof words);
                sentences_add(&telling, words);
            }
    lobby_games_clear(&games);
    tell_all(here, &telling, "The games of the lobby",
             "no game is being played; {seek VARIANT} starts one");
}

/* At a table, who has its seats and who has answered an offer comes first. */
static void tell_people(const struct lobby_here *here, const char *argument)
{
    struct sentences telling;
    struct person *person;
    char words[200];
    int n = presence_list(here->place->presence, &person);
    (void)argument;
    for (int i = 0; i < n; i++)
        lobby_know(here->place, person[i].name);
    lobby_session_tell_alike(here->place->lobby);
    sentences_begin(&telling);
    if (table_of(here)) {
        live_words_table(here->table, sentences_add, &telling);
        live_words_answers(here->table, sentences_add, &telling);
    }
    for (int i = 0; i < n; i++) {
        lobby_person_words(here->place, &person[i], words, sizeof words);
        sentences_add(&telling, words);
    }
    free(person);
    tell_all(here, &telling, "The people in the lobby", "nobody is here");
}

static void go_to(const struct lobby_here *here, enum request command, const char *argument)
{
    char id[ULID_LENGTH + 1];
    if (!*argument)
        refuse(here, "give the number of a game, or its mark, such as #J9M3");
    else if (find_game(here, argument, id) && may_go(here) &&
             (command == REQ_WATCH || lobby_join(here->place, id)))
        open_game(here, id);
}

static void join(const struct lobby_here *here, const char *argument)
{
    go_to(here, REQ_JOIN, argument);
}

static void watch(const struct lobby_here *here, const char *argument)
{
    go_to(here, REQ_WATCH, argument);
}

/* Decline or withdraw the games that the argument names. */
static void call_off(const struct lobby_here *here, enum request command, const char *argument)
{
    char(*ids)[ULID_LENGTH + 1] = NULL, word[40];
    int n = 0, room = 0;
    bool found = true;
    if (!*argument)
        refuse(here, "give the numbers of games, or their marks, such as #J9M3");
    while (found && argument_word(&argument, word, sizeof word)) {
        ids = memory_room(ids, &room, n + 1, sizeof *ids);
        found = find_game(here, word, ids[n++]);
    }
    if (found && n)
        lobby_call_off(here->place, ids, n, command == REQ_WITHDRAW);
    free(ids);
}

static void decline(const struct lobby_here *here, const char *argument)
{
    call_off(here, REQ_REFUSE, argument);
}

static void withdraw(const struct lobby_here *here, const char *argument)
{
    call_off(here, REQ_WITHDRAW, argument);
}

/* ---------------------------------------------------------------- beginning a game */

static void begin(const struct lobby_here *here, const char *argument, const char *against)
{
    struct lobby_place *place = here->place;
    char variant[64], id[ULID_LENGTH + 1];
    struct new_words named = {0};
    struct seek_wish wish;
    struct ruleset *rules;
    struct note why;
    argument_word(&argument, variant, sizeof variant);
    if (new_words_read(&argument, NULL, &named, &why) < 0) {
        refuse(here, why.text);
    } else if (lobby_wish_read(place, variant, &named, against, &wish, &rules)) {
        if (may_go(here) && lobby_seek(place, rules, &wish, id))
            open_game(here, id);
        ruleset_free(rules);
    }
}

static void seek(const struct lobby_here *here, const char *argument)
{
    if (*argument)
        begin(here, argument, "");
    else
        refuse(here, "give a variant, as in {seek classical clock=15+10}");
}

static void challenge(const struct lobby_here *here, const char *argument)
{
    char name[PLAYER_NAME_MAX + 2];
    const char *rest = argument;
    if (argument_word(&rest, name, sizeof name) && *rest)
        begin(here, rest, name);
    else
        refuse(here, "give a player and a variant, as in {challenge bob classical}");
}

/* ---------------------------------------------------------------- chat, people */

/* Players talk to everybody at the table, watchers to each other; readers of a finished game to
 * each other, and everybody else to the lobby. */
static void say(const struct lobby_here *here, const char *argument)
{
    struct shared_reading *reading = reading_of(here);
    if (!*argument)
        refuse(here, "give what you want to say, as in {chat good luck}");
    else if (table_of(here))
        live_table_say(here->table, argument);
    else if (lobby_talk(here->place, reading ? &reading->talk : &here->place->lobby->talk,
                        argument))
        lobby_tell(here->place, &(struct lobby_news){.kind = LOBBY_SENT, .yes = !reading});
}

static void add_said(struct sentences *telling, const char *by, const char *where, const char *text)
{
    char *clean = clean_copy(text, CLEAN_LINE);
    sentences_addf(telling, "%s says%s: %s", by, where, clean);
    free(clean);
}

/* Add the last `count` lines of the chat of a live game that the user may read. */
static void add_table_talk(const struct live_table *table, int count, struct sentences *telling)
{
    const struct live_game *game = live_table_game(table);
    for (int i = game->talks > count ? game->talks - count : 0; i < game->talks; i++)
        if (live_table_hears(table, &game->talk[i]))
            add_said(telling, game->talk[i].by, game->talk[i].gallery ? " to the watchers" : "",
                     game->talk[i].text);
}

/* The same of the chat about the game that is read together; if that is empty, of the lobby. */
static void add_room_talk(const struct lobby_here *here, int count, struct sentences *telling)
{
    const struct shared_reading *reading = reading_of(here);
    bool together = reading && reading->talk.n > 0;
    const struct talk_room *talk = together ? &reading->talk : &here->place->lobby->talk;
    for (int i = talk->n > count ? talk->n - count : 0; i < talk->n; i++)
        if (lobby_hears(here->place, talk->v[i].by))
            add_said(telling, talk->v[i].by, together ? "" : " in the lobby", talk->v[i].text);
}

static void tell_talk(const struct lobby_here *here, const char *argument)
{
    enum { LINES = 20 };
    struct sentences telling;
    int count = LINES;
    if (*argument && !read_number(here, argument, TALK_KEPT, &count))
        return;
    sentences_begin(&telling);
    if (table_of(here))
        add_table_talk(here->table, count, &telling);
    else
        add_room_talk(here, count, &telling);
    tell_all(here, &telling, "The chat", "nothing has been said");
}

static void mute(const struct lobby_here *here, const char *argument)
{
    lobby_mute_player(here->place, argument);
}

static void follow(const struct lobby_here *here, const char *argument)
{
    lobby_follow_player(here->place, argument);
}

static bool is_shared(const struct lobby_here *here)
{
    return reading_of(here) ||
           lobby_refuse(
               here->place, LOBBY_INVALID,
               "only games of the lobby's archive can be read together; {pick N} opens one");
}

static void lead(const struct lobby_here *here, const char *argument)
{
    (void)argument;
    if (is_shared(here))
        reading_lead(here->reading);
}

static void sync_with(const struct lobby_here *here, const char *argument)
{
    (void)argument;
    if (is_shared(here))
        reading_sync(here->reading);
}

/* ---------------------------------------------------------------- all of them */

static const struct {
    enum request command;
    void (*run)(const struct lobby_here *here, const char *argument);
    bool at_games; /* at a game it needs no session of a lobby */
} commands[] = {
    {REQ_GAMES, tell_games, false}, {REQ_WHO, tell_people, false},
    {REQ_JOIN, join, false},        {REQ_WATCH, watch, false},
    {REQ_REFUSE, decline, false},   {REQ_WITHDRAW, withdraw, false},
    {REQ_SEEK, seek, false},        {REQ_CHALLENGE, challenge, false},
    {REQ_CHAT, say, true},          {REQ_TALK, tell_talk, true},
    {REQ_MUTE, mute, true},         {REQ_FOLLOW, follow, true},
    {REQ_LEAD, lead, true},         {REQ_SYNC, sync_with, true},
};
enum { LOBBY_COMMANDS = sizeof commands / sizeof *commands };

static int command_at(enum request command)
{
    for (int i = 0; i < LOBBY_COMMANDS; i++)
        if (commands[i].command == command)
            return i;
    return -1;
}

/* True if there is what the command needs: a lobby, or a game in one. */
static bool can_run(const struct lobby_here *here, int at)
{
    return here->place &&
           (here->place->lobby || (commands[at].at_games && (table_of(here) || reading_of(here))));
}

int lobby_command_can(const struct lobby_here *here, enum request command)
{
    int at = command_at(command);
    bool leads = command == REQ_LEAD || command == REQ_SYNC;
    return at < 0 ? -1 : can_run(here, at) && (!leads || reading_of(here));
}

bool lobby_command_run(const struct lobby_here *here, enum request command, const char *argument)
{
    int at = command_at(command);
    if (at < 0 || !can_run(here, at))
        return false;
    commands[at].run(here, argument);
    return true;
}
