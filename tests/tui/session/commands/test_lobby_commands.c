/* test_lobby_commands.c - the commands of a lobby without a client
 * (tui/session/commands/lobby_commands.h), with live games in a folder and in memory. */
#include "config.h"
#include "tests/support/live_both.h"
#include "tests/support/session_club.h"

#include "core/family.h"
#include "tui/session/commands/lobby_commands.h"
#include "tui/session/words/live_words.h"

/* A person in the lobby keeps the last news of it, and the sentences that were told. */
struct guest {
    struct lobby_session lobby;
    struct lobby_here here;
    struct lobby_news last;
    char text[WORDED_ROOM]; /* of the last news: its reason or its text */
    char told[2000];        /* the text of the last LOBBY_TOLD */
    bool stays;             /* does not go to another game */
};

static void hear(void *client, const struct lobby_news *news)
{
    struct guest *guest = client;
    struct worded worded;
    guest->last = *news;
    lobby_words(&guest->lobby.place, news, &worded);
    snprintf(guest->text, sizeof guest->text, "%s",
             news->kind == LOBBY_OPENS ? news->text : worded.text);
    if (news->kind == LOBBY_TOLD)
        snprintf(guest->told, sizeof guest->told, "%s", news->other ? news->other : "");
}

static bool may_go(void *client)
{
    return !((struct guest *)client)->stays;
}

static void comes(struct guest *guest, const char *name)
{
    struct lobby_place place;
    struct note why;
    *guest = (struct guest){0};
    if (lobby_enter(&place, club, name, true, false, &why) < 0)
        fail_msg("%s", why.text);
    place.tell = hear;
    place.may_go = may_go;
    place.client = guest;
    lobby_session_begin(&guest->lobby, &place);
    guest->here.place = &guest->lobby.place;
}

static void leaves(struct guest *guest)
{
    lobby_session_end(&guest->lobby);
}

static void runs(struct guest *guest, enum request command, const char *argument)
{
    assert_int_equal(lobby_command_can(&guest->here, command), 1);
    guest->last = (struct lobby_news){0};
    guest->text[0] = '\0';
    assert_true(lobby_command_run(&guest->here, command, argument));
}

#define assert_says(guest, what, sentence)            \
    do {                                              \
        assert_int_equal((guest)->last.kind, what);   \
        assert_string_equal((guest)->text, sentence); \
    } while (0)

static void assert_told(const struct guest *guest, const char *part)
{
    if (!strstr(guest->told, part))
        fail_msg("'%s' is not in '%s'", part, guest->told);
}

/* ---------------------------------------------------------------- games */

static void games_are_sought_joined_and_watched(void **state)
{
    struct guest ana, bob, eve;
    char id[ULID_LENGTH + 1], mark[GAME_MARK_ROOM];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    comes(&eve, "eve");
    runs(&ana, REQ_GAMES, "");
    assert_says(&ana, LOBBY_TOLD, "no game is being played; {seek VARIANT} starts one");
    runs(&ana, REQ_JOIN, "1");
    assert_says(&ana, LOBBY_REFUSED, "no game is being played");
    runs(&ana, REQ_SEEK, "classical side=white clock=15+10 mode=strict");
    assert_int_equal(ana.last.kind, LOBBY_OPENS);
    memcpy(id, ana.text, sizeof id);
    game_mark(id, mark);
    runs(&bob, REQ_GAMES, "");
    assert_told(&bob, "Game 1, #");
    assert_told(&bob, ": classical, clock 15+10, strict, ana against an open seat; you can sit "
                      "down; 0 plies, the last change was 0:00 ago; 0 people watch\n");
    runs(&bob, REQ_WATCH, mark);
    assert_says(&bob, LOBBY_OPENS, id);
    runs(&bob, REQ_JOIN, "2");
    assert_says(&bob, LOBBY_REFUSED, "give a number from 1 to 1, not '2'");
    runs(&bob, REQ_JOIN, "");
    assert_says(&bob, LOBBY_REFUSED, "give the number of a game, or its mark, such as #J9M3");
    bob.stays = true; /* then he does not take the seat */
    runs(&bob, REQ_JOIN, "1");
    runs(&eve, REQ_GAMES, "");
    assert_told(&eve, "ana against an open seat;");
    bob.stays = false;
    runs(&bob, REQ_JOIN, "1");
    assert_says(&bob, LOBBY_OPENS, id);
    runs(&bob, REQ_JOIN, "1"); /* again: he has a seat there */
    assert_says(&bob, LOBBY_OPENS, id);
    runs(&eve, REQ_JOIN, mark);
    assert_says(&eve, LOBBY_REFUSED, "no seat is free any more");
    runs(&eve, REQ_GAMES, "");
    assert_told(&eve, "ana against bob; ana is to move;");
    runs(&bob, REQ_GAMES, "");
    assert_told(&bob, "ana against you;");
    runs(&ana, REQ_GAMES, "");
    assert_told(&ana, "you against bob; it is your turn;");
    runs(&ana, REQ_WATCH, "#ZZZZ");
    assert_says(&ana, LOBBY_REFUSED, "there is no game #ZZZZ here");
    leaves(&ana);
    leaves(&bob);
    leaves(&eve);
}

/* The numbers are those of the last list, even if games have begun or ended since. */
static void games_are_challenged_refused_and_withdrawn(void **state)
{
    struct guest ana, bob;
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    runs(&ana, REQ_CHALLENGE, "bob");
    assert_says(&ana, LOBBY_REFUSED,
                "give a player and a variant, as in {challenge bob classical}");
    runs(&ana, REQ_SEEK, "");
    assert_says(&ana, LOBBY_REFUSED, "give a variant, as in {seek classical clock=15+10}");
    runs(&ana, REQ_SEEK, "classical clock");
    assert_int_equal(ana.last.kind, LOBBY_REFUSED);
    runs(&ana, REQ_CHALLENGE, "ana classical");
    assert_says(&ana, LOBBY_REFUSED, "that is you");
    runs(&ana, REQ_CHALLENGE, "bob classical side=white");
    assert_int_equal(ana.last.kind, LOBBY_OPENS);
    runs(&ana, REQ_CHALLENGE, "bob turnover side=white");
    runs(&bob, REQ_GAMES, "");
    assert_told(&bob, "ana against you; you are invited to play;");
    assert_told(&bob, "\nGame 2, #");
    runs(&ana, REQ_SEEK, "one");
    runs(&bob, REQ_REFUSE, "3");
    assert_says(&bob, LOBBY_REFUSED, "give a number from 1 to 2, not '3'");
    runs(&bob, REQ_REFUSE, "");
    assert_says(&bob, LOBBY_REFUSED, "give the numbers of games, or their marks, such as #J9M3");
    runs(&bob, REQ_REFUSE, "1 1");
    assert_says(&bob, LOBBY_CALLED_OFF_SUM, "1 of 2 declined; you are not invited to that game");
    runs(&bob, REQ_WITHDRAW, "2");
    assert_int_equal(bob.last.kind, LOBBY_NOT_CALLED_OFF);
    runs(&bob, REQ_REFUSE, "2");
    assert_int_equal(bob.last.kind, LOBBY_CALLED_OFF);
    runs(&ana, REQ_GAMES, "");
    assert_told(&ana, "you against bob; declined by bob;");
    assert_told(&ana, "one, ");
    runs(&ana, REQ_WITHDRAW, "3");
    assert_int_equal(ana.last.kind, LOBBY_CALLED_OFF);
    leaves(&ana);
    leaves(&bob);
}

/* A finished game that somebody reads is listed, and can be opened but not joined. */
static void games_that_are_read_are_listed(void **state)
{
    struct record *record = record_new("classical");
    struct version version = {0};
    struct guest ana, bob;
    struct note why;
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    record_set_player(record, 'w', "cle");
    record_set_player(record, 'b', "dan");
    line_append(&record->moves, "e4");
    assert_true(store_save(ana.lobby.place.store, record, &version, &why) >= 0);
    presence_go(ana.lobby.place.presence, record->id, false);
    runs(&bob, REQ_GAMES, "");
    assert_told(&bob, ": classical, cle - dan; over; 1 ply, the last change was ");
    assert_told(&bob, "; 1 person watches\n");
    runs(&bob, REQ_GAMES, ""); /* the same again, from what is known already */
    assert_told(&bob, "cle - dan; over;");
    runs(&bob, REQ_JOIN, "1");
    assert_int_equal(bob.last.kind, LOBBY_REFUSED);
    runs(&bob, REQ_WATCH, "1");
    assert_says(&bob, LOBBY_OPENS, record->id);
    record_free(record);
    leaves(&ana);
    leaves(&bob);
}

/* ---------------------------------------------------------------- people */

static void people_are_told_and_talk(void **state)
{
    struct guest ana, bob;
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    runs(&ana, REQ_WHO, "");
    assert_told(&ana, "ana, that is you, is in the lobby\n");
    assert_told(&ana, "bob is in the lobby\n");
    runs(&ana, REQ_TALK, "");
    assert_says(&ana, LOBBY_TOLD, "nothing has been said");
    runs(&bob, REQ_CHAT, "");
    assert_says(&bob, LOBBY_REFUSED, "give what you want to say, as in {chat good luck}");
    runs(&bob, REQ_CHAT, "hello\a");
    assert_says(&bob, LOBBY_SENT, "sent to the lobby");
    runs(&bob, REQ_CHAT, "and good luck");
    lobby_session_hear(&ana.lobby);
    runs(&ana, REQ_TALK, "");
    assert_string_equal(ana.told,
                        "bob says in the lobby: hello?\nbob says in the lobby: and good luck\n");
    runs(&ana, REQ_TALK, "1");
    assert_string_equal(ana.told, "bob says in the lobby: and good luck\n");
    runs(&ana, REQ_TALK, "many");
    assert_int_equal(ana.last.kind, LOBBY_REFUSED);
    runs(&ana, REQ_MUTE, "bob");
    assert_says(&ana, LOBBY_MUTED, "bob is muted; repeat to unmute");
    runs(&ana, REQ_TALK, "");
    assert_string_equal(ana.told, "");
    runs(&ana, REQ_FOLLOW, "bob");
    assert_int_equal(ana.last.kind, LOBBY_FOLLOWING);
    leaves(&ana);
    leaves(&bob);
}

/* Nobody sees which private game a person is at. */
static void private_games_are_not_named(void **state)
{
    struct guest ana, eve;
    char mark[GAME_MARK_ROOM], sentence[80];
    (void)state;
    comes(&ana, "ana");
    comes(&eve, "eve");
    runs(&ana, REQ_CHALLENGE, "bob classical side=white watchers=nobody");
    presence_go(ana.lobby.place.presence, ana.text, true);
    game_mark(ana.text, mark);
    snprintf(sentence, sizeof sentence, "ana, that is you, is playing at %s\n", mark);
    runs(&ana, REQ_WHO, "");
    assert_told(&ana, sentence);
    runs(&eve, REQ_WHO, "");
    assert_told(&eve, "ana is playing at a private game\n");
    leaves(&ana);
    leaves(&eve);
}

static void without_a_lobby_or_a_game_nothing_is_possible(void **state)
{
    struct lobby_here nowhere = {0};
    struct guest ana;
    (void)state;
    comes(&ana, "ana");
    assert_int_equal(lobby_command_can(&nowhere, REQ_WHO), 0);
    assert_false(lobby_command_run(&nowhere, REQ_WHO, ""));
    assert_int_equal(lobby_command_can(&ana.here, REQ_LEAD), 0);
    assert_true(lobby_command_run(&ana.here, REQ_LEAD, ""));
    assert_says(&ana, LOBBY_REFUSED,
                "only games of the lobby's archive can be read together; {pick N} opens one");
    assert_int_equal(lobby_command_can(&ana.here, REQ_UNDO), -1);
    assert_false(lobby_command_run(&ana.here, REQ_UNDO, ""));
    leaves(&ana);
}

int main(void)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test_setup_teardown(games_are_sought_joined_and_watched, make_club, drop_club),
        cmocka_unit_test_setup_teardown(games_are_challenged_refused_and_withdrawn, make_club,
                                        drop_club),
        cmocka_unit_test_setup_teardown(games_that_are_read_are_listed, make_club, drop_club),
        cmocka_unit_test_setup_teardown(people_are_told_and_talk, make_club, drop_club),
        cmocka_unit_test_setup_teardown(private_games_are_not_named, make_club, drop_club),
        cmocka_unit_test_setup_teardown(without_a_lobby_or_a_game_nothing_is_possible, make_club,
                                        drop_club),
    };
    return run_on_both(both, COUNT_OF(both), NULL, 0, NULL, NULL);
}
