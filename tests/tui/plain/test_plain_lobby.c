/* test_plain_lobby.c - the lobby in plain mode: refusals, private games, challenges, rematches,
 * guests, hang-ups. */
#include "config.h"
#include "tests/support/plain_people.h"

/* A signal ends the dialogue cleanly: the player leaves the seat, and a ply reported as played is
 * kept. */
static void signals_end_the_dialogue_cleanly(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    sit_down(&ana, &bob, "classical side=white");
    types(&ana, "e4");
    hears(&ana, "Ply 1, White: e4.");
    kill(ana.process, SIGTERM);
    hears(&bob, "Ply 1, White: e4.");
    hears(&bob, "ana is away.");
    leave(&ana);
    types(&bob, "wait 60"); /* it is his own turn: at once */
    types(&bob, "resign");
    hears(&bob, "White has won: resignation.");
    leave(&bob);
}

/* The list shows the clock of a game and how strict it is; unreadable chat is left out, with a
 * message. */
static void the_lobby_shows_clocks_and_strictness(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true);
    char path[PATH_MAX + 20];
    (void)state;
    types(&ana, "seek classical side=white clock=15+10 mode=strict");
    hears(&ana, "White is ana, that is you.");
    types(&bob, "games");
    hears(&bob, "classical, clock 15+10, strict, ana against an open seat; you can sit down");
    types(&ana, "leave");
    types(&ana, "seek turnover side=white");
    hears(&ana, "White is ana, that is you.");
    types(&bob, "games");
    hears(&bob, "turnover, ana against an open seat");
    types(&ana, "leave");
    types(&ana, "say hello");
    hears(&bob, "ana says in the lobby: hello.");
    snprintf(path, sizeof path, "%s/talk/lobby.log", club);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs("- {seq: 0, what somebody said\n", file);
    fclose(file);
    hears(&bob, "A line of the lobby's chat cannot be read and is left out.");
    types(&ana, "say again");
    hears(&bob, "ana says in the lobby: again.");
    leave(&ana);
    leave(&bob);
}

/* Remote users cannot leave the archive; nobody gets further than the commands allow. */
static void forbidden_commands_are_refused(void **state)
{
    static const struct {
        const char *typed, *answer;
    } rows[] = {{"archive /", "You cannot open another archive here."},
                {"lobby /tmp", "This is the only lobby here."},
                {"join 1", "No game is being played."},
                {"join #ZZZZ", "There is no game #ZZZZ here."},
                {"watch ../../etc/passwd", "No game is being played."},
                {"offer draw", "You are in no live game"},
                {"rematch", "You can start a rematch when a game that was played here is over."},
                {"seek", "Give a variant"},
                {"seek nonsense", "nonsense"},
                {"seek classical side=green", "A side is white or black, not 'green'."},
                {"seek classical clock=never", "'never' is not a time control"},
                {"seek classical delay=99", "Give a number from 0 to 20"},
                {"seek classical watchers=some", "Watchers must be \"nobody\" or \"everybody\"."},
                {"seek classical against=../x", "A name begins"},
                {"seek classical clock", "not of the form NAME=VALUE"},
                {"challenge ana classical", "That is you."},
                {"challenge nobody classical", "No player called nobody is known here yet"},
                {"resign", "You"},
                /* An invited player is not here yet */
                {"challenge nobody classical", "No player called nobody is known here yet"},
                {"resign", "You"},
                {"challenge \033[2J classical", "A name begins"},
                {"mute", "Nobody is muted;"},
                {"mute ana", "That is you."},
                {"mute ../x", "A name begins"},
                {"mute bob", "bob is muted; repeat to unmute"},
                {"mute", "Muted: bob;"},
                {"mute bob", "bob is unmuted"},
                {"follow", "You follow nobody"},
                {"follow ../x", "A name begins"},
                {"follow ana", "That is you."},
                {"follow bob", "You follow bob:"},
                {"follow", "You no longer follow bob."},
                {"wait 0", "Nothing waits for you."},
                {"wait -1", "number from 0"},
                {"leave", "type \"quit\" to leave the program."}};
    struct plain_person ana = come("ana", true);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        types(&ana, rows[i].typed);
        hears(&ana, rows[i].answer);
    }
    types(&ana, "quit");
    leave(&ana);
}

/* If an archive cannot be opened, the user stays in the lobby and in the seat; if it can, the user
 * leaves both. */
static void an_archive_that_cannot_be_opened_changes_nothing(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    sit_down(&ana, &bob, "classical side=white");
    types(&ana, "archive /nowhere/at/all");
    hears(&ana, "/nowhere/at/all: ");
    types(&ana, "e4");
    hears(&ana, "Ply 1, White: e4.");
    hears(&bob, "Ply 1, White: e4.");
    char command[PATH_MAX + 20];
    snprintf(command, sizeof command, "archive %s", club);
    types(&ana, command);
    hears(&ana, "You have left the lobby.");
    hears(&bob, "ana is away.");
    leave(&ana);
    types(&bob, "resign");
    hears(&bob, "White has won: resignation.");
    leave(&bob);
}

/* A user who follows another is brought to the table of each of their games, unless the user has a
 * seat. */
static void followers_are_brought_to_each_game(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true);
    (void)state;
    types(&eve, "follow ana");
    hears(&eve, "You follow ana:");
    types(&ana, "challenge bob classical side=white");
    hears(&eve, "ana, whom you follow, has started to play; opening that game.");
    hears(&eve, "You watch");
    hears(&bob, "You are invited");
    types(&bob, "join 1");
    hears(&ana, "Your move.");
    types(&ana, "e4");
    hears(&eve, "Ply 1, White: e4.");
    types(&ana, "resign");
    hears(&eve, "Black has won: resignation.");
    types(&ana, "leave");
    types(&ana, "seek turnover");
    hears(&eve, "ana, whom you follow, has started to play; opening that game.");
    hears(&eve, "Turnover Chess");
    types(&eve, "leave");
    types(&eve, "follow");
    hears(&eve, "You no longer follow ana.");
    types(&eve, "seek turning-chess");
    types(&eve, "follow ana");
    hears(&eve, "You follow ana:");
    types(&eve, "who");
    does_not_hear(&eve, "whom you follow", "eve, that is you"); /* a player stays at the table */
    types(&eve, "quit");
    leave(&eve);
    types(&ana, "quit");
    leave(&ana);
    types(&bob, "quit");
    leave(&bob);
}

/* One line can withdraw several games; those of others, and those that have begun, stay. */
static void several_games_can_be_withdrawn(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true);
    (void)state;
    types(&ana, "challenge bob classical side=white");
    hears(&bob, "You are invited to play classical");
    types(&ana, "leave");
    types(&ana, "challenge bob turnover side=white");
    hears(&bob, "You are invited to play turnover");
    types(&ana, "leave");
    types(&ana, "seek turning-chess side=white");
    types(&ana, "leave");
    types(&ana, "seek one side=white");
    types(&ana, "leave");
    types(&ana, "games");
    hears(&ana, "Game 4,");
    types(&bob, "games");
    hears(&bob, "Game 4,");
    types(&bob, "withdraw 3 4");
    hears(&bob, "you do not play in that game");
    hears(&bob, "you do not play in that game");
    types(&bob, "join 3");
    hears(&bob, "You play Black");
    types(&bob, "leave");
    types(&bob, "games");
    hears(&bob, "Game 1, ");
    types(&bob, "refuse 1 2");
    hears(&bob, "You have declined: the game #");
    hears(&bob, "You have declined: the game #");
    hears(&ana, "is cancelled: declined by bob");
    hears(&ana, "is cancelled: declined by bob");
    types(&ana, "games");
    hears(&ana, "Game 2, ");
    types(&ana, "withdraw 2 3");
    hears(&ana, "Give a number from 1 to 2, not '3'.");
    types(&ana, "withdraw 1 2");
    hears(&ana, "Not withdrawn, #");
    hears(&ana, "that game has begun: open it to resign");
    hears(&ana, "You have withdrawn: the game #");
    types(&ana, "games");
    hears(&ana, "Game 1, ");
    types(&ana, "quit");
    leave(&ana);
    types(&bob, "quit");
    leave(&bob);
}

/* Nobody can watch a private game, not even a user who saw it waiting for its players. */
static void private_games_cannot_be_watched(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true);
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
    types(&eve, "watch 1"); /* a number of the list she saw before */
    does_not_hear(&eve, "This is game", "That game is private.");
    types(&eve, "games");
    does_not_hear(&eve, "ana", "No game is being played");
    types(&eve, "who");
    hears(&eve, "ana is playing at a private game.");
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

/* A journal whose only record is this many days old: ana challenges bob, or anybody. */
static void challenge_before(int days, const char *whom)
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

/* If a challenge expires, or is declined while the challenger is away, the challenger learns of it
 * once, on return. */
static void failed_challenges_are_reported_once(void **state)
{
    struct plain_person ana = come("ana", true), bob;
    (void)state;
    types(&ana, "challenge bob classical side=white");
    hears(&ana, "is reserved for bob");
    types(&ana, "quit");
    leave(&ana);
    challenge_before(CHALLENGE_DAYS, "bob");
    challenge_before(CHALLENGE_DAYS, "");
    challenge_before(CHALLENGE_DAYS - 1, "");
    bob = come("bob", true);
    hears(&bob, "You are invited to play classical");
    types(&bob, "games");
    does_not_hear(&bob, "turnover", "Game 2, #"); /* nor the other one */
    types(&bob, "refuse 1");
    hears(&bob, "You have declined");
    types(&bob, "games");
    does_not_hear(&bob, "Game 2", "Game 1, #");
    types(&bob, "watch 3");
    hears(&bob, "number from 1 to 1");
    types(&bob, "quit");
    leave(&bob);
    assert_int_equal(journals(), 4); /* nobody else removes what ana has not read */
    ana = come("ana", true);
    hears(&ana, "of classical, you against bob, is cancelled: declined by bob");
    hears(&ana, "of turnover, you against bob, is cancelled: nobody took the free seat in 14 days");
    hears(
        &ana,
        "of classical, you against an open seat, is cancelled: nobody took the free seat in 14 days");
    types(&ana, "quit");
    leave(&ana);
    assert_int_equal(journals(), 1);
    ana = come("ana", true);
    types(&ana, "games");
    does_not_hear(&ana, "is off", "Game 1, #");
    types(&ana, "quit");
    leave(&ana);
}

/* A challenged player declines; a strict game can be adjourned only by agreement, and so can its
 * rematch, which both ask for and one starts. */
static void strict_games_are_adjourned_by_agreement(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true);
    (void)state;
    types(&ana, "challenge bob classical side=white mode=fierce");
    hears(&ana, "A game is casual or strict, not 'fierce'.");
    types(&ana, "challenge bob classical side=white grace=99");
    hears(&ana, "Give a number from 0 to 60");
    types(&ana, "challenge bob turnover");
    hears(&bob, "You are invited to play turnover");
    types(&bob, "refuse 1");
    hears(&bob, "You have declined: the game #");
    hears(&ana, "The game is cancelled: declined by bob");
    types(&bob, "refuse 1");
    hears(&bob, "that game is over or never began.");
    types(&ana, "challenge bob classical side=white clock=15 mode=strict grace=2");
    hears(&bob, "You are invited to play classical");
    types(&bob, "games"); /* the numbers are those of the last list */
    hears(&bob, "you are invited to play");
    types(&bob, "join 1");
    hears(&ana, "Your move.");
    plays(&ana, "e4", &bob);
    types(&bob, "offer adjourn");
    hears(&ana, "bob proposes to adjourn: \"accept\" or \"decline\"");
    types(&ana, "decline");
    hears(&bob, "The offer to adjourn is off: ana declines");
    types(&bob, "resign");
    hears(&ana, "\"rematch\" plays again");
    hears(&bob, "\"rematch\" plays again");
    types(&bob, "rematch");
    hears(&bob, "This is game #");
    hears(&ana, "You are invited to play classical");
    types(&ana, "rematch");
    hears(&ana, "You play Black.");
    hears(&bob, "Your move.");
    types(&bob, "e4");
    hears(&ana, "Your move.");
    types(&bob, "offer adjourn");
    hears(&ana, "bob proposes to adjourn: \"accept\" or \"decline\"");
    types(&ana, "resign");
    hears(&bob, "White has won: resignation.");
    types(&ana, "quit");
    leave(&ana);
    types(&bob, "quit");
    leave(&bob);
    assert_int_equal(strict_games_played(), 2);
}

/* The place where an account stopped reading a game is stored. That of a guest is not, because many
 * guests share the account. */
static void the_reading_position_of_guests_is_not_stored(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true);
    char path[sizeof home + 32];
    (void)state;
    snprintf(path, sizeof path, "%s/chesscade/places", home);
    unlink(path);
    sit_down(&ana, &bob, "classical side=white");
    plays(&ana, "e4", &bob);
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

/* Nobody can fill the others' lobby with games. */
static void the_number_of_games_per_user_is_limited(void **state)
{
    struct plain_person ana = come("ana", true);
    char score[32];
    int plies;
    int64_t began = journal_clock();
    (void)state;
    for (int i = 0; i < GAMES_OF_A_PLAYER_MAX; i++) {
        types(&ana, "seek classical side=white");
        hears(&ana, "This is game #");
    }
    types(&ana, "challenge bob classical");
    hears(&ana, "You already have 20 games; finish one first");
    types(&ana, "resign"); /* the last one is withdrawn */
    hears(&ana, "ithdrawn");
    types(&ana, "challenge bob classical");
    hears(&ana, "is reserved for bob");
    /* Nor can a user flood the others by withdrawing games */
    for (int i = GAMES_OF_A_PLAYER_MAX + 1; i < GAMES_BEGUN_MAX; i++) {
        types(&ana, "resign");
        hears(&ana, "ithdrawn");
        types(&ana, "seek classical side=white");
        hears(&ana, "This is game #");
    }
    types(&ana, "resign");
    hears(&ana, "ithdrawn");
    types(&ana, "seek classical side=white");
    hears(&ana, journal_clock() - began < 50000 ? "t most 30 games a minute; wait a little" : "");
    types(&ana, "quit");
    leave(&ana);
    assert_int_equal(games_kept(score, &plies), 0);
}

/* A player who names no side gets one by lot when the last seat is taken. Until then nobody knows
 * it, so withdrawing reveals nothing. */
static void sides_are_drawn_when_the_last_seat_is_taken(void **state)
{
    (void)state;
    struct plain_person ana = come("ana", true), bob;
    types(&ana, "challenge bob classical");
    hears(&ana, "A seat is taken by ana, that is you");
    hears(&ana, "A seat is reserved for bob");
    hears(&ana, "your side is drawn by lot when all seats are taken");
    does_not_hear(&ana, "You play", "Type \"wait\" to wait for them");
    bob = come("bob", true);
    types(&bob, "games");
    hears(&bob, "ana against you, sides drawn by lot");
    types(&bob, "join 1");
    hears(&bob, "ou play ");
    hears(&ana, "sides are drawn by lot");
    hears(&ana, ", that is you");
    hears(&ana, "The game begins");
    types(&ana, "resign");
    hears(&ana, "The result is");
    hears(&bob, "The result is");
    types(&ana, "quit");
    types(&bob, "quit");
    leave(&ana);
    leave(&bob);
}

/* Append a record with its crc to those of a text. */
static void add_record(char *text, size_t size, uint32_t *crc, const char *bare)
{
    size_t length = strlen(text);
    *crc = crc32c(*crc, bare, strlen(bare));
    snprintf(text + length, size - length, "%.*s, crc: '%08x'}\n", (int)strlen(bare) - 1, bare,
             (unsigned)*crc);
}

/* A game whose first record cannot be read is listed as such; so is one that a newer version of the
 * program started or wrote to. No message says that such a game waits. */
static void games_that_cannot_go_on_are_listed_as_such(void **state)
{
#define AT "at: '2026-11-21T20:49:03.120Z', ev: "
    char path[PATH_MAX + 60], text[3][600] = {"- {seq: 0, nonsense}\n"};
    uint32_t crc = 0;
    (void)state;
    add_record(text[1], sizeof text[1], &crc,
               "- {seq: 0, " AT
               "'open', chesscade: 7, game: '01JD9TD0V4Z8C2F6J0M4Q8T2WB', variant: 'x'}");
    crc = 0;
    add_record(text[2], sizeof text[2], &crc,
               "- {seq: 0, " AT "'open', chesscade: 1, game: '01JD9TD0V4Z8C2F6J0M4Q8T2WC', "
               "variant: 'classical', sides: ['ana', 'bob']}");
    add_record(text[2], sizeof text[2], &crc, "- {seq: 1, " AT "'extra_time', side: 'w'}");
#undef AT
    snprintf(path, sizeof path, "%s/live", club);
    assert_int_equal(mkdir(path, 0700), 0);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/live/01JD9TD0V4Z8C2F6J0M4Q8T2W%c.jnl", club, "ABC"[i]);
        write_file(path, text[i], strlen(text[i]));
    }
    struct plain_person ana = come("ana", true);
    types(&ana, "games");
    does_not_hear(
        &ana, "your turn",
        "#T2WC: classical, you against bob; of a newer version of the program, only for reading");
    types(&ana, "games");
    hears(&ana, "#T2WA: damaged, cannot be shown.");
    hears(&ana, "#T2WB: of a newer version of the program, cannot be shown.");
    types(&ana, "join #T2WA");
    hears(&ana, "he game cannot be shown: entry 0 of the game's journal is damaged");
    types(&ana, "watch #T2WB");
    hears(
        &ana,
        "newer version of the program: the game has journal version 7, but this program knows only up to 2");
    types(&ana, "watch #T2WC");
    hears(&ana, "This is game #T2WC");
    types(&ana, "e4");
    hears(
        &ana,
        "The game cannot continue: entry 1 of the game's journal was written by a newer version of "
        "the program");
    types(&ana, "quit");
    leave(&ana);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_CLUB(signals_end_the_dialogue_cleanly),
        IN_A_CLUB(forbidden_commands_are_refused),
        IN_A_CLUB(the_lobby_shows_clocks_and_strictness),
        IN_A_CLUB(several_games_can_be_withdrawn),
        IN_A_CLUB(an_archive_that_cannot_be_opened_changes_nothing),
        IN_A_CLUB(followers_are_brought_to_each_game),
        IN_A_CLUB(private_games_cannot_be_watched),
        IN_A_CLUB(failed_challenges_are_reported_once),
        IN_A_CLUB(strict_games_are_adjourned_by_agreement),
        IN_A_CLUB(the_reading_position_of_guests_is_not_stored),
        IN_A_CLUB(games_that_cannot_go_on_are_listed_as_such),
        IN_A_CLUB(sides_are_drawn_when_the_last_seat_is_taken),
        IN_A_CLUB(the_number_of_games_per_user_is_limited),
    };
    return cmocka_run_group_tests_name("plain mode, the lobby", tests, begin, leave_home);
}
