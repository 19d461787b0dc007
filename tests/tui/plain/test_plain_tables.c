/* test_plain_tables.c - tables in plain mode: games of two and three from login to the archive,
 * time, two logins, delayed galleries. */
#include "config.h"
#include "tests/support/plain_people.h"

#include "archive/util/sanitize.h"
#include "archive/live/people.h"

/* A player takes the last ply back: at once, or by agreement if it was made more than two seconds
 * ago. */
static void takes_back(struct plain_person *player, struct plain_person *other)
{
    types(player, "takeback");
    if (!hears_first(other, "The last ply is taken back.", "proposes to take back 1 ply")) {
        types(other, "accept");
        hears(other, "The last ply is taken back.");
    }
    hears(player, "The last ply is taken back.");
}

/* Two play from login to the archived game while a third watches: turning the board, offers, chat,
 * notes, a rematch. */
static void two_can_play_from_login_to_the_archive(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false),
                        cle = come("cle", false), dan = come("dan", false);
    char score[32];
    int plies;
    (void)state;
    types(&ana, "challenge bob turning-chess side=white clock=15+10");
    hears(&ana, "White is ana, that is you.");
    hears(&ana, "Black is reserved for bob.");
    hears(&ana, "The game waits for bob.");
    hears(&ana, "Type \"wait\" to wait for them.");
    hears(&bob, "You are invited to play turning-chess, ana against you: \"join #");
    hears(&bob, "\" or \"refuse #");
    types(&cle, "join 1");
    hears(&cle, "No seat is free any more."); /* the seat is reserved for bob */
    types(&ana, "e4");
    hears(&ana, "The game waits for its players.");
    types(&bob, "games");
    hears(&bob, "Game 1, #");
    hears(&bob, "ana against you; you are invited to play; 0 plies");
    types(&bob, "join 1");
    hears(&bob, "You play Black.");
    hears(&ana, "bob joins as Black.");
    hears(&ana, "Your move.");
    types(&cle, "watch 1");
    hears(&cle, "You watch.");
    types(&cle, "e4");
    hears(&cle, "You watch this game.");

    types(&ana, "lift e2");
    types(&ana, "to e4");
    types(&ana, "turn-piece right");
    hears(&ana, "Ply 1, White: e4(r).");
    hears(&bob, "White Pawn from e2 goes to e4 and turns one eighth to the right.");
    hears(&bob, "Your move.");
    hears(&cle, "White Pawn from e2 goes to e4 and turns one eighth to the right.");
    types(&ana, "d4");
    hears(&ana, "bob is to move.");
    types(&ana, "cascades reach:P@a3");
    hears(&ana, "Nobody gets help in a live game; you can search it when it is over.");
    types(&ana, "computer 3");
    hears(&ana, "This game is not being played here.");
    types(&ana, "play-now");
    hears(&ana, "The computer is not thinking.");
    types(&cle, "cascades check");
    hears(&cle, "Nobody gets help in a live game");
    types(&bob, "comment mine");
    hears(&bob, "you can write notes when it is over.");
    types(&bob, "e5");
    hears(&bob, "Ply 2, Black: e5.");
    hears(&ana, "Ply 2, Black: e5.");
    hears(&ana, "Your move.");
    hears(&ana, "Black has 0:15:10 left."); /* with the increment; the clocks run from the next ply
                                               on */

    types(&ana, "say good luck \033[2J");
    hears(&bob, "ana says: good luck ?[2J.");
    types(&cle, "say they are slow");
    hears(&cle, "Sent to the watchers.");
    types(&bob, "say thanks");
    does_not_hear(&ana, "slow", "bob says: thanks.");

    takes_back(&bob, &ana);
    hears(&cle, "The last ply is taken back.");
    types(&bob, "d5");
    hears(&ana, "Ply 2, Black: d5.");
    types(&ana, "back");
    hears(&ana, "Ply 1, White: e4(r).");
    types(&ana, "d4");
    hears(&ana, "This is an earlier position: \"end\" goes to the current one.");
    types(&ana, "end");
    hears(&ana, "Ply 2, Black: d5.");

    types(&ana, "offer pause");
    hears(&ana, "You propose a pause; bob is asked.");
    hears(&bob, "ana proposes a pause: \"accept\" or \"decline\".");
    types(&bob, "accept");
    hears(&ana, "The game is paused");
    types(&ana, "Nf3");
    hears(&ana, "The game is paused");
    types(&bob, "offer resume");
    hears(&ana, "bob proposes to resume: \"accept\" or \"decline\".");
    types(&ana, "accept");
    hears(&bob, "The game continues.");
    types(&bob, "draw");
    hears(&ana, "bob proposes a draw: \"accept\" or \"decline\".");
    types(&ana, "decline");
    hears(&bob, "The offer of a draw is off: ana declines.");

    types(&ana, "diff all");
    hears(&ana, "Nothing is saved in a live game; you can compare it when it is over.");
    types(&bob, "resign White");
    hears(&bob, "You play Black, and can only resign for yourself.");
    types(&bob, "resign ana");
    hears(&bob, "You play Black, and can only resign for yourself.");

    types(&ana, "leave");
    hears(&ana, "You have left the game");
    hears(&bob, "ana is away.");
    types(&ana, "join 1");
    hears(&ana, "Your move.");
    hears(&bob, "ana is here.");
    types(&ana, "resign white");
    hears(&ana, "Black has won: resignation.");
    hears(&bob, "Black has won: resignation.");
    hears(&bob, "The result is 0-1.");
    hears(&bob, "The game is in the archive as game 1");
    hears(&cle, "The game is in the archive as game 1");
    types(&cle, "comment it was short");
    hears(&cle, "The comment is written.");
    types(&cle, "save");
    hears(&cle, "Saved as revision 2.");
    /* people still have the game open: the lobby lists it, and others can come to read it */
    types(&dan, "games");
    hears(&dan, "ana - bob; over;");
    types(&dan, "watch 1");
    hears(&dan, "This is a game of Turning Chess");
    hears(&dan, "its result is 0-1.");
    types(&bob, "rematch");
    hears(&bob, "You play White."); /* one seat further */
    hears(&ana, "join #");          /* bob, who now sits in the first seat, against you */
    types(&bob, "resign");
    hears(&bob, "The game is withdrawn.");
    assert_int_equal(games_kept(score, &plies), 1);
    assert_string_equal(score, "0-1");
    assert_int_equal(plies, 2);
    assert_int_equal(journals(), 0);
    leave(&ana);
    leave(&bob);
    leave(&cle);
    leave(&dan);
}

/* Three sides in the lobby: one resigns, the others play on and agree to a draw. */
static void three_can_play_from_login_to_the_archive(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false),
                        cle = come("cle", false);
    char score[32];
    int plies;
    (void)state;
    sit_down_three(&ana, &bob, &cle, "side=white");
    plays(&ana, "Nh1", &bob);
    types(&bob, "resign");
    hears(&cle, "bob resigns; the others play on.");
    hears(&cle, "Your move.");
    types(&bob, "choices");
    hears(&bob, "You are out of the game and watch it.");
    types(&cle, "draw");
    hears(&cle, "You propose a draw; the others are asked.");
    hears(&ana, "cle proposes a draw: \"accept\" or \"decline\".");
    does_not_hear(&ana, "bob has not answered", "cle agrees.");
    types(&ana, "accept");
    hears(&cle, "The game is drawn: agreement.");
    hears(&cle, "The game is in the archive as game 1");
    hears(&bob, "The game is in the archive as game 1");
    assert_int_equal(games_kept(score, &plies), 1);
    assert_string_equal(score, "1/2-0-1/2");
    leave(&ana);
    leave(&bob);
    leave(&cle);
}

/* A player who runs out of time loses; both players learn it without typing a line. */
static void running_out_of_time_loses(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    sit_down(&ana, &bob, "classical side=white clock=0+1");
    types(&ana, "e4");
    types(&ana, "wait");
    hears(&bob, "Your move.");
    types(&bob, "e5"); /* from here on the clocks run */
    hears(&ana, "Your move.");
    hears(&ana, "Black has won: time.");
    hears(&bob, "Black has won: time.");
    leave(&ana);
    leave(&bob);
}

/* Both players have left while their clocks run: a user who opens the lobby sees that the time is
 * over, and the game is in the archive. */
static void time_runs_out_for_absent_players(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false),
                        cle = come("cle", false);
    char score[32] = "";
    int plies = 0;
    (void)state;
    sit_down(&ana, &bob, "classical side=white clock=0+1");
    types(&ana, "e4");
    hears(&bob, "Ply 1, White");
    types(&bob, "e5");
    hears(&ana, "Your move.");
    types(&ana, "quit");
    types(&bob, "quit");
    leave(&ana);
    leave(&bob);
    types(&cle, "games"); /* and watches, from the lobby */
    for (int i = 0; i < PATIENCE / 50 && !games_kept(score, &plies); i++)
        usleep(50000);
    assert_string_equal(score, "0-1");
    assert_int_equal(plies, 2);
    types(&cle, "quit");
    leave(&cle);
}

/* Of three players, the one who runs out of time is out, and everyone learns it; the others play
 * on. */
static void of_three_only_the_player_out_of_time_is_out(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false),
                        cle = come("cle", false);
    (void)state;
    sit_down_three(&ana, &bob, &cle, "side=white clock=0+1");
    plays(&ana, "e4", &bob);
    plays(&bob, "g4", &cle);
    types(&cle, "Nk4"); /* from here on the clocks run */
    types(&cle, "wait");
    types(&bob, "wait");
    hears(&ana, "Your move.");
    hears(&cle, "ana has run out of time; the others play on.");
    hears(&bob, "ana has run out of time; the others play on.");
    hears(&bob, "Your move.");
    hears(&cle, "Red has won: time.");
    leave(&ana);
    leave(&bob);
    leave(&cle);
}

/* A second login watches until it takes over the seat. */
static void a_second_login_can_take_over_the_seat(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false),
                        again = come("ana", false);
    (void)state;
    sit_down(&ana, &bob, "classical side=white");
    types(&again, "join 1");
    hears(&again, "Your seat is in use at another login, so you watch: \"sit\" takes it over.");
    types(&again, "e4");
    hears(&again, "You watch this game.");
    types(&again, "sit");
    hears(&again, "You play White.");
    hears(&ana, "You are playing from another login now");
    types(&ana, "e4");
    hears(&ana, "You watch this game.");
    types(&again, "e4");
    hears(&bob, "Ply 1, White: e4.");
    types(&bob, "resign");
    hears(&again, "White has won: resignation.");
    leave(&ana);
    leave(&bob);
    leave(&again);
}

/* Send bytes as they are, without a line feed. */
static void sends(struct plain_person *person, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(person->in, bytes, length);
        assert_true(n > 0);
        bytes += n;
        length -= (size_t)n;
    }
}

/* A watcher sends binary data: the game goes on, nobody receives a byte of it raw, and the journal
 * is valid; the same in the lobby. */
static void binary_input_reaches_nobody(void **state)
{
    static const char *const texts[] = {"\xFF\xFE",
                                        "caf\xE9",
                                        "\xC0\xAF\xE0\x80\xAF",
                                        "\xED\xA0\x80\xED\xB0\x80",
                                        "\x9B"
                                        "2J",
                                        "\xC2\x9B"
                                        "2J",
                                        "\x1B[2J\x07",
                                        "\xE2\x80\xAE"
                                        "evil",
                                        "\xF4\x90\x80\x80",
                                        "\xEF\xBF\xBF"};
    enum { TEXTS = sizeof texts / sizeof *texts, MEGABYTE = 1 << 20, LONGEST = 65000 };
    struct plain_person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true),
                        kim = come("kim", true);
    struct live_summary *list;
    char line[200], *much = memory_new(MEGABYTE, 1);
    struct store *archive;
    struct note why = {0};
    (void)state;
    sit_down(&ana, &bob, "classical side=white");
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    types(&kim, "watch 1");
    hears(&kim, "You watch");
    for (int i = 0; i < TEXTS / 2; i++) { /* to the gallery; ten lines in ten seconds are the limit
                                           */
        snprintf(line, sizeof line, "say %s.", texts[i]);
        types(&eve, line);
        hears(&eve, "Sent to the watchers");
    }
    hears(&kim, "eve says to the watchers: \xEF\xBF\xBD\xEF\xBF\xBD.");
    hears(&kim, "eve says to the watchers: caf\xEF\xBF\xBD.");
    types(&ana, "e4");
    hears(&bob, "Ply 1, White: e4.");
    types(&eve, "leave");
    hears(&eve, "You have left the game");
    for (int i = TEXTS / 2; i < TEXTS; i++) {
        snprintf(line, sizeof line, "say %s.", texts[i]);
        types(&eve, line);
        hears(&eve, "Sent to the lobby");
    }
    for (int i = 0; i < TEXTS; i++) { /* as names, challenges, games, commands */
        snprintf(line, sizeof line, "%s %s side=%s", i % 2 ? "seek" : "challenge", texts[i],
                 texts[i]);
        types(&eve, line);
        snprintf(line, sizeof line, "%s%s", i % 3 ? "mute " : i % 2 ? "follow " : "", texts[i]);
        types(&eve, line);
    }
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    memset(much, 'x', MEGABYTE);
    sends(&eve, "say ", 4);
    sends(&eve, much, MEGABYTE); /* a line that does not end yet makes nobody wait */
    types(&bob, "e5");
    hears(&ana, "Ply 2, Black: e5.");
    hears(&eve, "Ply 2, Black: e5.");
    sends(&eve, "\n", 1);
    hears(&eve, "This line is longer than");
    memset(much, 0xFF, LONGEST);
    sends(&eve, "say ", 4);
    sends(&eve, much, LONGEST);
    sends(&eve, "\n", 1);
    hears(&eve, "A chat line must have 1 to 2048 bytes");
    types(&ana, "say and I say \xE9t\xE9");
    hears(&bob, "ana says: and I say \xEF\xBF\xBDt\xEF\xBF\xBD.");
    types(&ana, "Nf3");
    hears(&bob, "Ply 3, White: Nf3.");
    assert_int_equal(store_open(&archive, club, NULL, NULL), 0);
    int n = journal_list(archive, &list);
    assert_int_equal(n, 1);
    if (journal_check(archive, list[0].id, &why) < 0)
        fail_msg("%s", why.text);
    struct talk_room talk;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_read_on(&talk, archive), TEXTS - TEXTS / 2);
    assert_int_equal(talk.passed, 0);
    talk_clear(&talk);
    free(list);
    store_close(archive);
    types(&bob, "resign");
    hears(&ana, "White has won: resignation.");
    hears(&eve, "White has won: resignation.");
    struct plain_person *all[] = {&ana, &bob, &eve, &kim};
    for (int i = 0; i < 4; i++) {
        char *mended = clean_mended(all[i]->heard); /* all of it is UTF-8 */
        assert_null(mended);
        assert_null(strstr(all[i]->heard, "\xC2\x9B"));
        assert_null(strstr(all[i]->heard, "\xE2\x80\xAE"));
    }
    free(much);
    leave(&ana); /* and no control characters but line feeds */
    leave(&bob);
    leave(&eve);
    leave(&kim);
}

/* Chat at plies that are taken back stays; a player who waits for the opponent's first ply can stop
 * the game alone. */
static void chat_outlives_a_takeback(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true);
    (void)state;
    sit_down(&ana, &bob, "classical side=white clock=15");
    plays(&ana, "e4", &bob);
    plays(&bob, "e5", &ana);
    types(&bob, "say mine was bad");
    hears(&ana, "bob says: mine was bad");
    takes_back(&bob, &ana);
    types(&ana, "talk");
    hears(&ana, "bob says: mine was bad");
    types(&ana, "offer abort"); /* only one ply: agreement is not needed */
    hears(&ana, "The game is aborted.");
    hears(&bob, "The game is aborted.");
    leave(&ana);
    leave(&bob);
}

/* In a delayed gallery everything that could reveal later plies is delayed; in the lobby, a watcher
 * chats like everyone. */
static void a_delayed_gallery_learns_nothing_early(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true);
    (void)state;
    hears(&ana, "type \"list\" to see them"); /* she is here */
    types(&eve, "say does anybody play?");
    hears(&ana, "eve says in the lobby: does anybody play?");
    sit_down(&ana, &bob, "classical side=white delay=2 clock=15");
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    types(&eve, "clock"); /* also before the first ply, so that the answer reveals nothing */
    hears(&eve, "You see the game 2 plies late and without its clocks");
    types(&ana, "e4");
    hears(&bob, "Ply 1, White: e4.");
    types(&eve, "clock");
    hears(&eve, "You see the game 2 plies late and without its clocks");
    types(&bob, "say my plan is e5");
    hears(&ana, "bob says: my plan is e5");
    types(&bob, "e5");
    hears(&ana, "Ply 2, Black: e5.");
    types(&ana, "offer draw");
    hears(&bob, "ana proposes a draw");
    types(&eve, "clock");
    hears(&eve, "You see the game 2 plies late and without its clocks");
    types(&eve, "talk");
    hears(&eve, "Nothing has been said");
    types(&bob, "decline");
    hears(&ana, "The offer of a draw is off: bob declines");
    types(&ana, "Nf3");
    hears(&bob, "Ply 3, White: Nf3.");
    does_not_hear(&eve, "draw", "Ply 1, White: e4.");
    types(&bob, "Nc6");
    hears(&ana, "Ply 4, Black: Nc6.");
    hears(&eve, "Ply 2, Black: e5.");
    types(&eve, "talk");
    hears(&eve, "bob says: my plan is e5");
    types(&ana, "offer swap");
    hears(&bob, "ana proposes to change sides");
    types(&bob, "accept");
    hears(&bob, "you play White now");
    hears(&ana, "you play Black now");
    types(&bob, "d4");
    hears(&ana, "Ply 5, White: d4.");
    leave(&ana);
    leave(&bob);
    leave(&eve);
}

/* A watcher can take a free seat without leaving the table; nobody can take an occupied one. */
static void a_watcher_can_take_a_free_seat(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true), cle = come("cle", true);
    (void)state;
    types(&ana, "seek turnover side=white");
    hears(&ana, "White is ana, that is you.");
    types(&cle, "watch 1");
    hears(&cle, "You watch");
    types(&bob, "watch 1");
    hears(&bob, "You watch");
    types(&bob, "sit");
    hears(&bob, "You play Black.");
    hears(&ana, "bob joins as Black.");
    types(&bob, "sit");
    hears(&bob, "You already have this seat.");
    hears(&cle, "bob joins as Black."); /* until this program knows that the seat is taken, it
                                               tries to sit down */
    types(&cle, "sit");
    hears(&cle, "You have no seat in this game, so you watch.");
    leave(&ana);
    leave(&bob);
    leave(&cle);
}

/* When one of three resigns, a delayed gallery learns it together with the plies around it. */
static void a_delayed_gallery_of_three_learns_of_resignations_in_order(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true), cle = come("cle", true),
                        eve = come("eve", true);
    (void)state;
    sit_down_three(&ana, &bob, &cle, "side=white delay=1");
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    plays(&ana, "Nh1", &bob);
    types(&bob, "resign");
    hears(&cle, "bob resigns; the others play on.");
    types(&eve, "say dear watchers");
    types(&eve, "talk");
    does_not_hear(&eve, "resigns", "eve says to the watchers: dear watchers");
    types(&cle, "Nm3-j3");
    hears(&ana, "Your move.");
    hears(&eve, "Ply 1, White: Nh1.");
    hears(&eve, "bob resigns; the others play on.");
    leave(&ana);
    leave(&bob);
    leave(&cle);
    leave(&eve);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_CLUB(two_can_play_from_login_to_the_archive),
        IN_A_CLUB(three_can_play_from_login_to_the_archive),
        IN_A_CLUB(running_out_of_time_loses),
        IN_A_CLUB(time_runs_out_for_absent_players),
        IN_A_CLUB(of_three_only_the_player_out_of_time_is_out),
        IN_A_CLUB(binary_input_reaches_nobody),
        IN_A_CLUB(chat_outlives_a_takeback),
        IN_A_CLUB(a_second_login_can_take_over_the_seat),
        IN_A_CLUB(a_watcher_can_take_a_free_seat),
        IN_A_CLUB(a_delayed_gallery_learns_nothing_early),
        IN_A_CLUB(a_delayed_gallery_of_three_learns_of_resignations_in_order),
    };
    return cmocka_run_group_tests_name("plain mode, tables", tests, begin, leave_home);
}
