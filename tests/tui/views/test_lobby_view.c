/* test_lobby_view.c - the lobby on the screen: the commands after ':' that plain mode has too
 * (tui/session/commands/lobby_commands.h), in the lobby and at a table. */
#include "config.h"
#include "tests/support/live_both.h"
#include "tests/support/session_club.h"

#include "tui/app/app.h"
#include "tui/app/view.h"
#include "tui/session/lobby/lobby_session.h"

static struct scene scene;

/* Returns true if the screen shows both texts in one line, in this order. */
static bool shows_both(struct app *app, const char *text, const char *then)
{
    enum { ROWS = 24, COLUMNS = 100 };
    char line[COLUMNS + 1];
    scene_begin(&scene, ROWS, COLUMNS);
    app_draw(app, &scene);
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < COLUMNS; i++) {
            uint32_t c = scene.glyph[row * COLUMNS + i].character;
            line[i] = (char)(c >= ' ' && c < 0x7F ? c : ' ');
        }
        line[COLUMNS] = '\0';
        if (strstr(line, text) && strstr(strstr(line, text), then))
            return true;
    }
    return false;
}

/* Returns true if the screen shows a text in one line. */
static bool shows(struct app *app, const char *text)
{
    return shows_both(app, text, "");
}

#define assert_shows(app, text)                            \
    do {                                                   \
        if (!shows(app, text))                             \
            fail_msg("the screen does not show %s", text); \
    } while (0)

static void keys(struct app *app, const char *text)
{
    while (*text && !app_over(app))
        app_key(app, key_read(&text));
}

static struct app *app_in_the_lobby(const char *name)
{
    struct lobby_place place;
    struct note why;
    struct app *app = app_new(&(struct app_options){.charset = CHARSET_ASCII, .user = name});
    if (lobby_enter(&place, club, name, true, false, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(app_open(app, &lobby_view, &place, &why), 0);
    return app;
}

static void games_are_begun_and_joined_by_commands(void **state)
{
    struct app *ana = app_in_the_lobby("ana"), *bob = app_in_the_lobby("bob");
    (void)state;
    keys(ana, ":challenge bob<Enter>");
    assert_shows(ana, "give a player and a variant, as in :challenge bob classical");
    keys(ana, ":challenge bob classical side=white clock=15+10<Enter>");
    assert_string_equal(app_top(ana)->ops->name, "table");
    assert_shows(ana, "the game waits for bob");
    keys(bob, ":join 7<Enter>");
    assert_shows(bob, "give a number from 1 to 1, not '7'");
    keys(bob, ":join 1<Enter>"); /* the number that the list shows */
    assert_string_equal(app_top(bob)->ops->name, "table");
    assert_shows(bob, "ana to move");
    keys(bob, ":who<Enter>");
    assert_shows(bob, "White is ana");
    assert_shows(bob, "Black is bob, that is you");
    assert_shows(bob, "ana is playing at #");
    assert_shows(bob, "bob, that is you, is playing at #");
    keys(bob, "q:talk<Enter>");
    assert_shows(bob, "nothing has been said");
    keys(bob, ":chat good luck<Enter>:chat to both<Enter>:talk 2<Enter>");
    assert_shows(bob, "bob says: good luck");
    keys(bob, "q:offer<Enter>");
    assert_shows(bob, "add one of these words to :offer: draw");
    keys(bob, ":seek turnover<Enter>"); /* takes the place of this table */
    assert_shows(bob, "the game waits for anybody");
    keys(bob, "q");
    assert_string_equal(app_top(bob)->ops->name, "lobby");
    app_free(ana);
    app_free(bob);
}

/* `:new VARIANT` asks for the rest; with players it begins a game of the lobby at once. */
static void a_new_game_is_one_of_the_lobby(void **state)
{
    struct app *ana = app_in_the_lobby("ana");
    (void)state;
    keys(ana, ":new classical<Enter>");
    assert_string_equal(app_top(ana)->ops->name, "seek");
    keys(ana, "q");
    assert_string_equal(app_top(ana)->ops->name, "lobby");
    keys(ana, ":new classical white=ana black=bob<Enter>");
    assert_string_equal(app_top(ana)->ops->name, "table");
    assert_shows(ana, "the game waits for bob");
    keys(ana, ":who<Enter>");
    assert_shows(ana, "White is ana, that is you");
    keys(ana, "qq:new classical white=bob black=cle<Enter>");
    assert_shows(ana, "one of the players must be you");
    app_free(ana);
}

static void games_are_listed_and_cancelled_by_commands(void **state)
{
    struct app *ana = app_in_the_lobby("ana"), *bob = app_in_the_lobby("bob");
    (void)state;
    keys(ana, ":games<Enter>");
    assert_shows(ana, "no game is being played; :seek VARIANT starts one");
    keys(ana, ":challenge bob classical<Enter>q:seek turnover<Enter>q");
    keys(ana, ":games<Enter>");
    assert_shows(ana, "Game 2, #");
    keys(ana, "q");
    keys(bob, ":games<Enter>q:refuse 1<Enter>");
    assert_shows(bob, "you have declined: the game #");
    keys(ana, ":withdraw #ZZZZ<Enter>");
    assert_shows(ana, "there is no game #ZZZZ here");
    app_free(ana);
    app_free(bob);
}

/* Neither a player nor a watcher tries plies at a live table, by a key or by a command. */
static void a_live_game_is_not_tried(void **state)
{
    struct app *app[] = {app_in_the_lobby("ana"), app_in_the_lobby("bob"), app_in_the_lobby("eve")};
    (void)state;
    keys(app[0], ":challenge bob classical<Enter>");
    keys(app[1], ":join 1<Enter>");
    keys(app[2], ":watch 1<Enter>");
    for (size_t i = 0; i < COUNT_OF(app); i++) {
        app_tick(app[i]);
        assert_string_equal(app_top(app[i])->ops->name, "table");
        keys(app[i], "x");
        assert_shows(app[i], "you cannot start a trial in a live game");
        keys(app[i], ":trial<Enter>");
        assert_shows(app[i], "you cannot start a trial in a live game");
        keys(app[i], ":null-move<Enter>");
        assert_false(shows(app[i], "TRIAL"));
        keys(app[i], ":resign cle<Enter>");
        assert_false(shows(app[i], "Resign?"));
        assert_false(shows(app[i], "1. --"));
        app_free(app[i]);
    }
}

/* :games numbers the games as the list does, so that :withdraw N ends the game that was told; here
 * by variant, as the list is sorted. */
static void the_text_and_the_list_have_the_same_numbers(void **state)
{
    struct app *ana = app_in_the_lobby("ana");
    (void)state;
    keys(ana, ":seek turnover<Enter>q:seek one<Enter>q:seek classical<Enter>q");
    keys(ana, "."); /* by variant */
    assert_true(shows_both(ana, "1  #", "classical"));
    keys(ana, ":games<Enter>");
    assert_true(shows_both(ana, "Game 1, #", ": classical"));
    assert_true(shows_both(ana, "Game 3, #", ": turnover"));
    keys(ana, "q:withdraw 1<Enter>");
    keys(ana, ":games<Enter>");
    assert_false(shows(ana, ": classical"));
    keys(ana, "q:withdraw 1 2<Enter>");
    assert_shows(ana, "withdrawn: 2 games are cancelled");
    app_free(ana);
}

/* An invitation that is named is declined, wherever the cursor is. */
static void the_invitation_that_is_named_is_declined(void **state)
{
    struct app *ana = app_in_the_lobby("ana"), *bob = app_in_the_lobby("bob");
    (void)state;
    keys(ana, ":challenge bob classical<Enter>q:challenge bob turnover<Enter>q");
    keys(bob, ":games<Enter>");
    bool classical = shows_both(bob, "Game 1, #", ": classical");
    assert_true(classical != shows_both(bob, "Game 2, #", ": classical"));
    keys(bob, "qgg:decline 2<Enter>:games<Enter>"); /* the cursor is on game 1 */
    assert_int_equal(shows(bob, ": classical"), classical);
    assert_int_equal(shows(bob, ": turnover"), !classical);
    app_free(ana);
    app_free(bob);
}

/* Every request, in the lobby and at a live game, with and without an argument. */
static void every_request_works_in_a_lobby(void **state)
{
    static const char *const arguments[] = {"", "1", "#ZZZZ", "bob classical", "draw"};
    struct app *other = app_in_the_lobby("bob");
    (void)state;
    keys(other, ":seek classical<Enter>");
    for (int at_table = 0; at_table < 2; at_table++)
        for (int request = REQ_NONE + 1; request < REQUESTS; request++) {
            struct app *app = app_in_the_lobby("ana");
            if (at_table)
                keys(app, ":seek turnover<Enter>");
            for (size_t a = 0; a < sizeof arguments / sizeof *arguments && !app_over(app); a++) {
                app_request(app, (enum request)request, arguments[a]);
                shows(app, "");
                keys(app, "j<Enter>x<Esc>n<Esc>");
                if (!app_over(app))
                    app_advance(app, 3000);
            }
            free(app_clipboard(app));
            app_free(app);
        }
    app_free(other);
}

/* The first screen opens the lobby of any archive. */
static void a_lobby_is_opened_by_a_command(void **state)
{
    struct app *app = app_new(&(struct app_options){.charset = CHARSET_ASCII, .user = "ana"});
    (void)state;
    assert_int_equal(app_open(app, &home_view, NULL, NULL), 0);
    keys(app, ":lobby ~/nowhere<Enter>");
    assert_string_equal(app_top(app)->ops->name, "home");
    keys(app, ":lobby ~/club<Enter>");
    if (*lobby_own_name()) /* the system knows who runs the test */
        assert_shows(app, "Club");
    app_free(app);
}

int main(void)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test_setup_teardown(games_are_begun_and_joined_by_commands, make_club,
                                        drop_club),
        cmocka_unit_test_setup_teardown(a_new_game_is_one_of_the_lobby, make_club, drop_club),
        cmocka_unit_test_setup_teardown(games_are_listed_and_cancelled_by_commands, make_club,
                                        drop_club),
        cmocka_unit_test_setup_teardown(a_live_game_is_not_tried, make_club, drop_club),
        cmocka_unit_test_setup_teardown(the_text_and_the_list_have_the_same_numbers, make_club,
                                        drop_club),
        cmocka_unit_test_setup_teardown(the_invitation_that_is_named_is_declined, make_club,
                                        drop_club),
    };
    const struct CMUnitTest once[] = {
        cmocka_unit_test_setup_teardown(a_lobby_is_opened_by_a_command, make_club, drop_club),
        cmocka_unit_test_setup_teardown(every_request_works_in_a_lobby, make_club, drop_club),
    };
    int failed = run_on_both(both, COUNT_OF(both), once, COUNT_OF(once), NULL, NULL);
    scene_free(&scene);
    return failed;
}
