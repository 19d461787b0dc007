/* test_plain_lobby.c - playing with others in plain mode: each person is a process of its own that speaks through pipes.
 *
 * A person types lines and hears sentences; every wait is for a sentence, with a limit. */
#include "config.h"
#include "tests/testing.h"

#include "archive/journal.h"
#include "archive/store.h"
#include "tui/plain.h"
#include "tui/plain_input.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PEOPLE = 4, HEARD = 1 << 20, PATIENCE = 120000 /* milliseconds */ };

static char home[256];
static char club[PATH_MAX];

struct person {
    pid_t process;
    int in, out;
    char *heard; /* [HEARD] */
    size_t length, taken; /* taken: found by hears() so far */
};

static int inputs[PEOPLE], outputs[PEOPLE], people; /* of those who are here */

static struct person come(const char *name, bool restricted)
{
    struct person person = {.heard = memory_new(HEARD, 1)};
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    person.process = fork();
    assert_true(person.process >= 0);
    if (person.process == 0) {
        struct plain_options options = {.lobby = club, .name = name, .restricted = restricted, .today = "2026-01-31"};
        close(in[1]);
        close(out[0]);
        for (int i = 0; i < people; i++) { /* or nobody's input would ever end */
            close(inputs[i]);
            close(outputs[i]);
        }
        plain_input_end_on_signals();
        FILE *hears = fdopen(in[0], "r"), *says = fdopen(out[1], "w");
        int status = plain_run(&options, hears, says);
        fclose(hears);
        fclose(says);
        _exit(status);
    }
    close(in[0]);
    close(out[1]);
    assert_true(people < PEOPLE);
    person.in = inputs[people] = in[1];
    person.out = outputs[people++] = out[0];
    return person;
}

static void types(struct person *person, const char *line)
{
    size_t length = strlen(line);
    assert_int_equal(write(person->in, line, length), (int)length);
    assert_int_equal(write(person->in, "\n", 1), 1);
}

static bool read_more(struct person *person)
{
    struct pollfd fd = {.fd = person->out, .events = POLLIN};
    if (poll(&fd, 1, PATIENCE) <= 0)
        return false;
    ssize_t n = read(person->out, person->heard + person->length, HEARD - 1 - person->length);
    if (n > 0)
        person->length += (size_t)n;
    return n > 0;
}

/* Wait until a text is said, after what was waited for before. */
static void hears(struct person *person, const char *text)
{
    for (;;) {
        const char *found = strstr(person->heard + person->taken, text);
        if (found) {
            person->taken = (size_t)(found - person->heard) + strlen(text);
            return;
        }
        if (!read_more(person))
            fail_msg("'%s' is not said, but:\n%s", text, person->heard + person->taken);
    }
}

/* Nothing of that kind was said since what was waited for last; `until` is. */
static void does_not_hear(struct person *person, const char *text, const char *until)
{
    size_t from = person->taken;
    hears(person, until);
    char end = person->heard[person->taken];
    person->heard[person->taken] = '\0';
    if (strstr(person->heard + from, text))
        fail_msg("'%s' is said: %s", text, person->heard + from);
    person->heard[person->taken] = end;
}

static void leave(struct person *person)
{
    int status;
    close(person->in);
    while (read_more(person)) {
    }
    close(person->out);
    for (int i = 0; i < people; i++)
        if (inputs[i] == person->in) {
            inputs[i] = inputs[--people];
            outputs[i] = outputs[people];
        }
    assert_int_equal(waitpid(person->process, &status, 0), person->process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (const unsigned char *c = (const unsigned char *)person->heard; *c; c++)
        assert_true(*c >= 0x20 || *c == '\n');
    free(person->heard);
}

/* After a failure nobody stays. */
static int everybody_leaves(void **state)
{
    (void)state;
    while (people > 0) {
        close(inputs[--people]);
        close(outputs[people]);
    }
    return 0;
}

/* The number of games of the club's archive, and the score of the last. */
static int games_kept(char score[32], int *plies)
{
    struct store *store;
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    store_scan(store, INT_MAX);
    int n = store_count(store);
    if (n) {
        snprintf(score, 32, "%s", store_listing(store, n - 1)->score);
        *plies = store_listing(store, n - 1)->plies;
    }
    store_close(store);
    return n;
}

/* Games that were begun as strict ones, with two minutes of grace. */
static int strict_games_played(void)
{
    char command[300];
    int n = 0;
    snprintf(command, sizeof command, "cat '%.200s'/trash/*.jnl | grep -c \"mode: 'strict', grace: 2\"", club);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%d", &n), 1);
    pclose(pipe);
    return n;
}

static int journals(void)
{
    char(*ids)[ULID_LENGTH + 1];
    struct store *store;
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    int n = journal_list(store, &ids);
    free(ids);
    store_close(store);
    return n;
}

/* ---------------------------------------------------------------- the tests */

/* Two play from login to the archived game; a third watches: turning, offers, talk, notes, a rematch. */
static void test_a_game_of_two(void **state)
{
    struct person ana = come("ana", false), bob = come("bob", false), cle = come("cle", false);
    char score[32];
    int plies;
    (void)state;
    types(&ana, "challenge bob turning-chess side=white clock=15+10");
    hears(&ana, "White is ana, that is you.");
    hears(&ana, "Black is kept for bob.");
    hears(&bob, "You are asked to play turning-chess, ana against you: join #");
    types(&cle, "join 1");
    hears(&cle, "There is no free seat any more."); /* it is kept for bob */
    types(&ana, "e4");
    hears(&ana, "The game waits for its players.");
    types(&bob, "games");
    hears(&bob, "Game 1, #");
    hears(&bob, "ana against you; you are asked to sit down; 0 plies");
    types(&bob, "join 1");
    hears(&bob, "You play Black.");
    hears(&ana, "bob sits down as Black.");
    hears(&ana, "It is your turn.");
    types(&cle, "watch 1");
    hears(&cle, "You watch.");
    types(&cle, "e4");
    hears(&cle, "You watch this game.");

    types(&ana, "lift e2");
    types(&ana, "to e4");
    types(&ana, "turn-piece right");
    hears(&ana, "Ply 1, White: e4(r).");
    hears(&bob, "White Pawn from e2 goes to e4 and turns one eighth to the right.");
    hears(&bob, "It is your turn.");
    hears(&cle, "White Pawn from e2 goes to e4 and turns one eighth to the right.");
    types(&ana, "d4");
    hears(&ana, "It is the turn of bob.");
    types(&bob, "comment mine");
    hears(&bob, "notes are for when it is over.");
    types(&bob, "e5");
    hears(&bob, "Ply 2, Black: e5.");
    hears(&ana, "Ply 2, Black: e5.");
    hears(&ana, "It is your turn.");
    hears(&ana, "Black has 0:15:10 left."); /* with the increment; the clocks run from the next ply on */

    types(&ana, "say good luck \033[2J");
    hears(&bob, "ana says: good luck ?[2J.");
    types(&cle, "say they are slow");
    hears(&cle, "It is said to the gallery.");
    types(&bob, "say thanks");
    does_not_hear(&ana, "slow", "bob says: thanks.");

    types(&bob, "takeback"); /* at once, or by agreement when two seconds have gone */
    types(&bob, "clock");
    hears(&bob, "White has ");
    if (!strstr(bob.heard, "The last ply is taken back.")) {
        types(&ana, "wait");
        hears(&ana, "bob proposes to take back 1 ply: accept or decline.");
        types(&ana, "accept");
    }
    hears(&ana, "The last ply is taken back.");
    hears(&cle, "The last ply is taken back.");
    types(&bob, "d5");
    hears(&ana, "Ply 2, Black: d5.");
    types(&ana, "back");
    hears(&ana, "Ply 1, White: e4(r).");
    types(&ana, "d4");
    hears(&ana, "You look at an earlier position: end goes to the present one.");
    types(&ana, "end");
    hears(&ana, "Ply 2, Black: d5.");

    types(&ana, "offer pause");
    hears(&bob, "ana proposes a pause: accept or decline.");
    types(&bob, "accept");
    hears(&ana, "The game is paused");
    types(&ana, "Nf3");
    hears(&ana, "The game is paused");
    types(&bob, "offer resume");
    hears(&ana, "bob proposes to go on: accept or decline.");
    types(&ana, "accept");
    hears(&bob, "The game goes on.");
    types(&bob, "draw");
    hears(&ana, "bob proposes a draw: accept or decline.");
    types(&ana, "decline");
    hears(&bob, "The offer of a draw is off: no, says ana.");

    types(&ana, "leave");
    hears(&ana, "You have left the table");
    hears(&bob, "ana is away.");
    types(&ana, "join 1");
    hears(&ana, "It is your turn.");
    hears(&bob, "ana is here.");
    types(&ana, "resign");
    hears(&ana, "Black has won: resignation.");
    hears(&bob, "Black has won: resignation.");
    hears(&bob, "The result is 0-1.");
    hears(&bob, "The game is in the archive as game 1");
    hears(&cle, "The game is in the archive as game 1");
    types(&cle, "comment it was short");
    hears(&cle, "The comment is written.");
    types(&cle, "save");
    hears(&cle, "Saved as revision 2.");
    types(&bob, "rematch");
    hears(&bob, "You play White."); /* one seat further */
    hears(&ana, "you: join #"); /* bob, who sits first now, against you */
    types(&bob, "resign");
    hears(&bob, "The game is withdrawn.");
    assert_int_equal(games_kept(score, &plies), 1);
    assert_string_equal(score, "0-1");
    assert_int_equal(plies, 2);
    assert_int_equal(journals(), 0);
    leave(&ana);
    leave(&bob);
    leave(&cle);
}

/* Three sides, a cascade's worth of seats: one resigns, the others play on and agree to a draw. */
static void test_a_game_of_three(void **state)
{
    struct person ana = come("ana", false), bob = come("bob", false), cle = come("cle", false);
    char score[32];
    int plies;
    (void)state;
    types(&ana, "seek triangle-corners-3 side=white");
    hears(&ana, "Red is open.");
    types(&bob, "join 1");
    hears(&bob, "You play Black.");
    types(&cle, "join 1");
    hears(&cle, "You play Red.");
    hears(&ana, "It is your turn.");
    types(&ana, "Nh1");
    hears(&bob, "It is your turn.");
    types(&bob, "resign");
    hears(&cle, "Black resigns; the others play on.");
    hears(&cle, "It is your turn.");
    types(&bob, "choices");
    hears(&bob, "It is the turn of cle.");
    types(&cle, "draw");
    hears(&ana, "cle proposes a draw: accept or decline.");
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

/* Who does not play in time has lost; it is told to both without a line being typed. */
static void test_time(void **state)
{
    struct person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    types(&ana, "challenge bob classical side=white clock=0+3");
    types(&bob, "wait");
    hears(&bob, "You are asked to play");
    types(&bob, "join 1");
    hears(&ana, "It is your turn.");
    types(&ana, "e4");
    types(&ana, "wait");
    hears(&bob, "It is your turn.");
    types(&bob, "e5"); /* from here on the clocks run */
    hears(&ana, "It is your turn.");
    hears(&ana, "Black has won: time.");
    hears(&bob, "Black has won: time.");
    leave(&ana);
    leave(&bob);
}

/* Of three the one whose time is over is out, and all are told so; the others play on. */
static void test_time_of_three(void **state)
{
    struct person ana = come("ana", false), bob = come("bob", false), cle = come("cle", false);
    (void)state;
    types(&ana, "seek triangle-corners-3 side=white clock=0+3");
    hears(&ana, "Red is open.");
    types(&bob, "join 1");
    hears(&bob, "You play Black.");
    types(&cle, "join 1");
    hears(&cle, "You play Red.");
    hears(&ana, "It is your turn.");
    types(&ana, "e4");
    hears(&bob, "It is your turn.");
    types(&bob, "g4");
    hears(&cle, "It is your turn.");
    types(&cle, "Nk4"); /* from here on the clocks run */
    types(&cle, "wait");
    types(&bob, "wait");
    hears(&ana, "It is your turn.");
    hears(&cle, "The time of White is over; the others play on.");
    hears(&bob, "The time of White is over; the others play on.");
    hears(&bob, "It is your turn.");
    hears(&cle, "Red has won: time.");
    leave(&ana);
    leave(&bob);
    leave(&cle);
}

/* A second login watches until it takes the seat over. */
static void test_two_logins(void **state)
{
    struct person ana = come("ana", false), bob = come("bob", false), again = come("ana", false);
    (void)state;
    types(&ana, "challenge bob classical side=white");
    hears(&bob, "You are asked");
    types(&bob, "join 1");
    hears(&ana, "It is your turn.");
    types(&again, "join 1");
    hears(&again, "You sit here from another login: sit takes the seat over, until then you watch.");
    types(&again, "e4");
    hears(&again, "You watch this game.");
    types(&again, "sit");
    hears(&again, "You play White.");
    hears(&ana, "Your seat was taken over from another login");
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

/* Who sees a game late hears late what could tell what has been played, and talks in the lobby like everybody. */
static void test_a_late_gallery(void **state)
{
    struct person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true);
    (void)state;
    hears(&ana, "list tells them"); /* she is here */
    types(&eve, "say does anybody play?");
    hears(&ana, "eve says in the lobby: does anybody play?");
    types(&ana, "challenge bob classical side=white delay=2 clock=15");
    hears(&bob, "You are asked");
    types(&bob, "join 1");
    hears(&ana, "It is your turn.");
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    types(&eve, "clock"); /* before the first ply, too: the answer does not change with it */
    hears(&eve, "You see the game 2 plies late, and no clocks");
    types(&ana, "e4");
    hears(&bob, "Ply 1, White: e4.");
    types(&eve, "clock");
    hears(&eve, "You see the game 2 plies late, and no clocks");
    types(&bob, "say my plan is e5");
    hears(&ana, "bob says: my plan is e5");
    types(&bob, "e5");
    hears(&ana, "Ply 2, Black: e5.");
    types(&ana, "offer draw");
    hears(&bob, "ana proposes a draw");
    types(&eve, "clock");
    hears(&eve, "You see the game 2 plies late, and no clocks");
    types(&eve, "talk");
    hears(&eve, "Nothing has been said");
    types(&bob, "decline");
    hears(&ana, "The offer of a draw is off: no, says bob");
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

/* Who resigned of three is told to a late gallery with the plies around it. */
static void test_a_late_gallery_of_three(void **state)
{
    struct person ana = come("ana", true), bob = come("bob", true), cle = come("cle", true), eve = come("eve", true);
    (void)state;
    types(&ana, "seek triangle-corners-3 side=white delay=1");
    hears(&ana, "Red is open.");
    types(&bob, "join 1");
    hears(&bob, "You play Black.");
    types(&cle, "join 1");
    hears(&cle, "You play Red.");
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    hears(&ana, "It is your turn.");
    types(&ana, "Nh1");
    hears(&bob, "It is your turn.");
    types(&bob, "resign");
    hears(&cle, "Black resigns; the others play on.");
    types(&eve, "say dear watchers");
    types(&eve, "talk");
    does_not_hear(&eve, "resigns", "eve says to the gallery: dear watchers");
    types(&cle, "Nm3-j3");
    hears(&ana, "It is your turn.");
    hears(&eve, "Ply 1, White: Nh1.");
    hears(&eve, "Black resigns; the others play on.");
    leave(&ana);
    leave(&bob);
    leave(&cle);
    leave(&eve);
}

/* A signal ends the dialogue in order: the seat is left, and a ply told as made is kept. */
static void test_signals(void **state)
{
    struct person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    types(&ana, "challenge bob classical side=white");
    hears(&bob, "You are asked");
    types(&bob, "join 1");
    hears(&ana, "It is your turn.");
    types(&ana, "e4");
    hears(&ana, "Ply 1, White: e4.");
    kill(ana.process, SIGTERM);
    hears(&bob, "Ply 1, White: e4.");
    hears(&bob, "ana is away.");
    leave(&ana);
    types(&bob, "wait 60"); /* its own turn: at once */
    types(&bob, "resign");
    hears(&bob, "White has won: resignation.");
    leave(&bob);
}

/* Whoever comes from afar comes no further than the archive; nobody comes further than the words allow. */
static void test_what_is_refused(void **state)
{
    static const struct {
        const char *typed, *answer;
    } rows[] = {{"archive /", "No other archive can be opened here."},
                {"lobby /tmp", "You are in the only lobby there is here."},
                {"join 1", "No game is being played."},
                {"join #ZZZZ", "There is no game #ZZZZ here."},
                {"watch ../../etc/passwd", "No game is being played."},
                {"offer draw", "You are at no table"},
                {"rematch", "A rematch is for the players of a game that is over."},
                {"seek", "Say which game"},
                {"seek nonsense", "nonsense"},
                {"seek classical side=green", "A side is white or black, not 'green'."},
                {"seek classical clock=never", "'never' is no time control"},
                {"seek classical delay=99", "A number from 0 to 20 is wanted here"},
                {"seek classical watchers=some", "Watchers are nobody or everybody."},
                {"seek classical against=../x", "A name begins"},
                {"seek classical clock", "NAME=VALUE is expected"},
                {"challenge ana classical", "That is you."},
                {"challenge nobody classical", "Nobody called nobody has been met here yet"},
                {"resign", "You"},
                {"challenge nobody classical", "Nobody called nobody has been met here yet"}, /* to be asked is not to be here */
                {"resign", "You"},
                {"challenge \033[2J classical", "A name begins"},
                {"mute", "Everybody is heard."},
                {"mute ana", "That is you."},
                {"mute ../x", "A name begins"},
                {"mute bob", "bob is not heard any more"},
                {"mute", "Not heard: bob."},
                {"mute bob", "bob is heard again"},
                {"wait 0", "Nothing has happened that waits for you."},
                {"wait -1", "A number from 0"},
                {"leave", "quit leaves the program."}};
    struct person ana = come("ana", true);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        types(&ana, rows[i].typed);
        hears(&ana, rows[i].answer);
    }
    types(&ana, "quit");
    leave(&ana);
}

/* A private game is nobody's to watch, who saw it wait for its players neither. */
static void test_a_private_game(void **state)
{
    struct person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true);
    (void)state;
    types(&ana, "seek classical side=white watchers=nobody");
    hears(&ana, "This is game #");
    types(&eve, "games");
    hears(&eve, "private");
    types(&eve, "watch 1");
    hears(&eve, "You watch");
    types(&bob, "join 1");
    hears(&bob, "You play Black");
    hears(&ana, "The game begins");
    types(&ana, "e4");
    hears(&bob, "Ply 1, White: e4.");
    does_not_hear(&eve, "e4", "That game is private.");
    types(&eve, "watch 1"); /* of the list she saw before */
    does_not_hear(&eve, "This is game", "That game is private.");
    types(&eve, "games");
    does_not_hear(&eve, "ana", "No game is being played");
    types(&eve, "who");
    hears(&eve, "ana is playing at a private table.");
    does_not_hear(&eve, "#", "eve, that is you, is in the lobby.");
    types(&ana, "who");
    hears(&ana, "bob is playing at #");
    types(&eve, "quit");
    leave(&eve);
    types(&bob, "resign");
    leave(&bob);
    types(&ana, "quit");
    leave(&ana);
}

/* A journal whose one record is so many days old: ana asks bob, or anybody. */
static void ask_before(int days, const char *whom)
{
    struct yaml_text line = {0};
    char id[ULID_LENGTH + 1], path[PATH_MAX + 64];
    struct journal_record open;
    ulid_new(id);
    journal_record_begin(&open, JOURNAL_OPEN);
    open.at = journal_clock() - (int64_t)days * 24 * 3600 * 1000;
    value_set(&open.value, "game", id, false);
    value_set(&open.value, "variant", *whom ? "turnover" : "classical", false);
    struct value *sides = value_list(&open.value, "sides");
    value_put(value_append(sides), "ana", STYLE_CANONICAL);
    value_put(value_append(sides), whom, STYLE_CANONICAL);
    value_set(&open.value, "waits", "b", false);
    journal_line_write(&open, 0, &line);
    journal_record_clear(&open);
    snprintf(path, sizeof path, "%.4000s/live", club);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%.4000s/live/%s.jnl", club, id);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(line.v, 1, (size_t)line.n, file), (size_t)line.n);
    assert_int_equal(fclose(file), 0);
    yaml_text_clear(&line);
}

/* Who was asked and does not come, or says no while nobody is there to hear it: who asked is told when they come, once. */
static void test_challenges_that_come_to_nothing(void **state)
{
    struct person ana = come("ana", true), bob;
    (void)state;
    types(&ana, "challenge bob classical side=white");
    hears(&ana, "is kept for bob");
    types(&ana, "quit");
    leave(&ana);
    ask_before(CHALLENGE_DAYS, "bob");
    ask_before(CHALLENGE_DAYS, "");
    ask_before(CHALLENGE_DAYS - 1, "");
    bob = come("bob", true);
    hears(&bob, "You are asked to play classical");
    types(&bob, "games");
    does_not_hear(&bob, "turnover", "Game 2, #"); /* nor the other one */
    types(&bob, "refuse 1");
    hears(&bob, "It is declined");
    types(&bob, "games");
    does_not_hear(&bob, "Game 2", "Game 1, #");
    types(&bob, "watch 3");
    hears(&bob, "A number from 1 to 1");
    types(&bob, "quit");
    leave(&bob);
    assert_int_equal(journals(), 4); /* nobody else puts away what ana has not heard */
    ana = come("ana", true);
    hears(&ana, "of classical, you against bob, is off: declined by bob");
    hears(&ana, "of turnover, you against bob, is off: nobody came in 14 days");
    hears(&ana, "of classical, you against an open seat, is off: nobody came in 14 days");
    types(&ana, "quit");
    leave(&ana);
    assert_int_equal(journals(), 1);
    ana = come("ana", true);
    types(&ana, "games");
    does_not_hear(&ana, "is off", "Game 1, #");
    types(&ana, "quit");
    leave(&ana);
}

/* Who is asked declines; a strict game is adjourned by agreement only, and so is its rematch, which both ask for and one begins. */
static void test_a_strict_game_and_its_rematch(void **state)
{
    struct person ana = come("ana", true), bob = come("bob", true);
    (void)state;
    types(&ana, "challenge bob classical side=white mode=fierce");
    hears(&ana, "A game is casual or strict, not 'fierce'.");
    types(&ana, "challenge bob classical side=white grace=99");
    hears(&ana, "A number from 0 to 60 is wanted here");
    types(&ana, "challenge bob turnover");
    hears(&bob, "You are asked to play turnover");
    types(&bob, "refuse 1");
    hears(&bob, "It is declined: the game is off.");
    hears(&ana, "The game is off: declined by bob");
    types(&bob, "refuse 1");
    hears(&bob, "That game is over or was never begun.");
    types(&ana, "challenge bob classical side=white clock=15 mode=strict grace=2");
    hears(&bob, "You are asked to play classical");
    types(&bob, "games"); /* the numbers are those of the last list */
    hears(&bob, "you are asked to sit down");
    types(&bob, "join 1");
    hears(&ana, "It is your turn.");
    types(&ana, "e4");
    hears(&bob, "It is your turn.");
    types(&bob, "offer adjourn");
    hears(&ana, "bob proposes to adjourn: accept or decline");
    types(&ana, "decline");
    hears(&bob, "The offer to adjourn is off: no, says ana");
    types(&bob, "resign");
    hears(&ana, "rematch begins another one");
    hears(&bob, "rematch begins another one");
    types(&bob, "rematch");
    hears(&bob, "This is game #");
    hears(&ana, "You are asked to play classical");
    types(&ana, "rematch");
    hears(&ana, "You play Black.");
    hears(&bob, "It is your turn.");
    types(&bob, "e4");
    hears(&ana, "It is your turn.");
    types(&bob, "offer adjourn");
    hears(&ana, "bob proposes to adjourn: accept or decline");
    types(&ana, "resign");
    hears(&bob, "White has won: resignation.");
    types(&ana, "quit");
    leave(&ana);
    types(&bob, "quit");
    leave(&bob);
    assert_int_equal(strict_games_played(), 2);
}

/* Where an account left a game is remembered for it; guests are many, and are not. */
static void test_where_guests_left_a_game(void **state)
{
    struct person ana = come("ana", true), bob = come("bob", true);
    char path[sizeof home + 32];
    (void)state;
    snprintf(path, sizeof path, "%s/chesscade/places", home);
    unlink(path);
    types(&ana, "challenge bob classical side=white");
    hears(&bob, "You are asked");
    types(&bob, "join 1");
    hears(&ana, "It is your turn.");
    types(&ana, "e4");
    hears(&bob, "It is your turn.");
    types(&bob, "resign");
    hears(&ana, "The game is in the archive");
    hears(&bob, "The game is in the archive");
    types(&ana, "quit");
    leave(&ana);
    for (int guest = 1; guest >= 0; guest--) {
        ana = come("ana", guest);
        types(&ana, "open 1");
        types(&ana, "next");
        hears(&ana, "Ply 1, White: e4.");
        types(&ana, "close");
        types(&ana, "quit");
        leave(&ana);
        assert_int_equal(access(path, F_OK) == 0, !guest);
    }
    types(&bob, "quit");
    leave(&bob);
}

/* Nobody fills the lobby of the others with games. */
static void test_twenty_games_are_enough(void **state)
{
    struct person ana = come("ana", true);
    char score[32];
    int plies;
    (void)state;
    for (int i = 0; i < GAMES_OF_A_PLAYER_MAX; i++) {
        types(&ana, "seek classical side=white");
        hears(&ana, "This is game #");
    }
    types(&ana, "challenge bob classical");
    hears(&ana, "You have 20 games already: finish one first");
    types(&ana, "resign"); /* the last one is withdrawn */
    hears(&ana, "ithdrawn");
    types(&ana, "challenge bob classical");
    hears(&ana, "is kept for bob");
    types(&ana, "quit");
    leave(&ana);
    assert_int_equal(games_kept(score, &plies), 0);
}

static int begin(void **state)
{
    (void)state;
    if (!make_folder(home, "plain-lobby"))
        return -1;
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("CHESSCADE_DATA", home, 1);
    signal(SIGPIPE, SIG_IGN);
    return 0;
}

/* Every test has an archive of its own. */
static int found_a_club(void **state)
{
    static int clubs;
    char path[PATH_MAX + 20];
    (void)state;
    snprintf(club, sizeof club, "%s/club%d", home, ++clubs);
    if (mkdir(club, 0700) < 0)
        return -1;
    snprintf(path, sizeof path, "%s/archive.yaml", club);
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fputs("chesscade: 1\nkind: 'archive'\nid: '01JD9TD0V4Z8C2F6J0M4Q8T2W6'\ntitle: 'Club'\nlayout: 'month'\n", file);
    fclose(file);
    return 0;
}

static int leave_home(void **state)
{
    (void)state;
    remove_folder(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_game_of_two, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_a_game_of_three, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_time, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_time_of_three, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_two_logins, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_a_late_gallery, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_a_late_gallery_of_three, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_signals, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_what_is_refused, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_a_private_game, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_challenges_that_come_to_nothing, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_a_strict_game_and_its_rematch, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_where_guests_left_a_game, found_a_club, everybody_leaves),
        cmocka_unit_test_setup_teardown(test_twenty_games_are_enough, found_a_club, everybody_leaves),
    };
    return cmocka_run_group_tests_name("plain mode with others", tests, begin, leave_home);
}
