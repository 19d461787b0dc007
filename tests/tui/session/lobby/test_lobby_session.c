/* test_lobby_session.c - a lobby without a client (tui/session/lobby/lobby_session.h): what people
 * in it do, and what news they get, with live games in a folder and in memory. */
#include "config.h"
#include "tests/support/live_both.h"
#include "tests/support/session_club.h"

#include "core/family.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/session/lobby/shared_reading.h"

/* ---- people: each keeps the news: "waits off" */

static const char *const news_names[] = {
    [LOBBY_REFUSED] = "refused",
    [LOBBY_SAID] = "said",
    [LOBBY_PASSED] = "passed",
    [LOBBY_ALIKE] = "alike",
    [LOBBY_WAITS] = "waits",
    [LOBBY_CANCELLED] = "cancelled",
    [LOBBY_CALLED_OFF] = "off",
    [LOBBY_NOT_CALLED_OFF] = "not-off",
    [LOBBY_CALLED_OFF_SUM] = "sum",
    [LOBBY_FOLLOWING] = "following",
    [LOBBY_UNFOLLOWED] = "unfollowed",
    [LOBBY_MUTED] = "muted",
    [LOBBY_MUTES] = "mutes",
    [LOBBY_LIKE] = "like",
    [LOBBY_UNKNOWN] = "unknown",
    [LOBBY_SENT] = "sent",
    [LOBBY_TOLD] = "told",
    [LOBBY_OPENS] = "opens",
};

struct guest {
    struct lobby_session lobby;
    char told[600];
    size_t used;
    enum lobby_refusal cause;
    char text[400], id[ULID_LENGTH + 1];
};

static void hear(void *client, const struct lobby_news *news)
{
    struct guest *guest = client;
    guest->cause = news->cause;
    snprintf(guest->text, sizeof guest->text, "%s",
             news->why    ? news->why->text
             : news->said ? news->said->text
             : news->text ? news->text
                          : "");
    snprintf(guest->id, sizeof guest->id, "%s", news->game ? news->game->id : "");
    text_add(guest->told, sizeof guest->told, &guest->used, "%s%s", guest->used ? " " : "",
             news_names[news->kind]);
}

#define assert_told(guest, events)                  \
    do {                                            \
        assert_string_equal((guest)->told, events); \
        (guest)->told[0] = '\0';                    \
        (guest)->used = 0;                          \
    } while (0)

static void comes(struct guest *guest, const char *name)
{
    struct lobby_place place;
    struct note why;
    *guest = (struct guest){0};
    if (lobby_enter(&place, club, name, true, false, &why) < 0)
        fail_msg("%s", why.text);
    place.tell = hear;
    place.client = guest;
    lobby_session_begin(&guest->lobby, &place);
    lobby_session_watch(&guest->lobby);
}

static void leaves(struct guest *guest)
{
    lobby_session_end(&guest->lobby);
}

static void looks(struct guest *guest)
{
    lobby_session_hear(&guest->lobby);
    lobby_session_look(&guest->lobby, "");
}

static const struct seek_wish usual = {.side = "",
                                       .other = {"", ""},
                                       .clock = "",
                                       .watchers = "",
                                       .mode = "",
                                       .delay = "",
                                       .grace = ""};

static bool seeks(struct guest *guest, const char *variant, struct seek_wish wish,
                  char id[ULID_LENGTH + 1])
{
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    bool begun = lobby_seek(&guest->lobby.place, rules, &wish, id);
    ruleset_free(rules);
    return begun;
}

static const struct lobby_game *game_of(const struct guest *guest, const char *id)
{
    for (int i = 0; i < guest->lobby.games.n; i++)
        if (!strcmp(guest->lobby.games.v[i].id, id))
            return &guest->lobby.games.v[i];
    return NULL;
}

/* ---------------------------------------------------------------- games */

static void invitations_wait_and_are_declined(void **state)
{
    struct guest ana, bob;
    char id[3][ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    struct seek_wish wish = usual;
    wish.side = "black";
    wish.other[0] = "bob";
    wish.clock = "3-days";
    wish.mode = "strict";
    wish.watchers = "nobody";
    assert_true(lobby_may_invite(&ana.lobby.place, "bob"));
    assert_true(seeks(&ana, "classical", wish, id[0]));
    assert_true(seeks(&ana, "classical", wish, id[1]));
    looks(&bob);
    assert_told(&bob, "waits waits");
    looks(&bob); /* they are told once */
    assert_told(&bob, "");
    assert_int_equal(bob.lobby.waiting, 2);
    const struct lobby_game *game = game_of(&bob, id[0]);
    assert_true(game->challenged && game->is_private && game->is_strict);
    assert_int_equal(game->free_side, WHITE);
    assert_string_equal(game->control, "3 days");
    assert_int_equal(lobby_group_of(game), LOBBY_GROUP_WAITS);
    lobby_tag(&bob.lobby, id[0]);
    snprintf(id[2], sizeof id[2], "%s", id[0]);
    assert_int_equal(lobby_call_off(&bob.lobby.place, id, 3, false), 2);
    assert_told(&bob, "off off not-off sum");
    assert_string_equal(bob.text, "you are not invited to that game");
    looks(&bob);
    assert_false(lobby_tagged(&bob.lobby, id[0])); /* it is no longer listed */
    looks(&ana);
    assert_told(&ana, "unknown cancelled cancelled");
    assert_string_equal(game_of(&ana, id[1])->refused, "declined by bob");
    lobby_put_away(&ana.lobby.place, id[0]);
    looks(&ana);
    assert_told(&ana, "cancelled");
    leaves(&ana);
    leaves(&bob);
}

static void seats_are_taken_and_games_withdrawn(void **state)
{
    struct guest ana, bob, cle;
    char id[2][ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    comes(&cle, "cle");
    assert_true(seeks(&ana, "classical", usual, id[0]));
    assert_true(seeks(&ana, "classical", usual, id[1]));
    looks(&ana);
    looks(&bob);
    looks(&cle);
    assert_told(&bob, "");
    assert_int_equal(lobby_group_of(game_of(&ana, id[0])), LOBBY_GROUP_OWN);
    assert_int_equal(lobby_group_of(game_of(&bob, id[0])), LOBBY_GROUP_SEATS);
    assert_true(lobby_join(&bob.lobby.place, id[0]));
    assert_false(lobby_join(&cle.lobby.place, id[0]));
    assert_string_equal(cle.text, "no seat is free any more");
    assert_int_equal(lobby_call_off(&ana.lobby.place, id, 2, true), 1);
    assert_told(&ana, "not-off off sum");
    looks(&cle);
    assert_null(game_of(&cle, id[1]));
    assert_int_equal(lobby_group_of(game_of(&cle, id[0])), LOBBY_GROUP_PLAYED);
    /* what is open at a table, and its neighbours */
    struct table_open open;
    struct note why;
    char where[GAME_MARK_ROOM], (*round)[ULID_LENGTH + 1] = memory_new(2, sizeof *round);
    memcpy(round, id, sizeof id);
    lobby_set_round(&cle.lobby.place, round, 2);
    assert_int_equal(lobby_round_open(&cle.lobby.place, id[0], &open, where, &why), 0);
    assert_non_null(open.neighbour);
    record_free(open.record);
    journal_free(open.journal);
    assert_true(open.neighbour(open.list, 1, &open, &why) < 0); /* the other was withdrawn */
    assert_string_equal(why.text, "this is the last of these games");
    assert_int_equal(lobby_table_open(&cle.lobby.place, id[1], &open, where, &why), FAIL_NAME);
    leaves(&ana);
    leaves(&bob);
    leaves(&cle);
}

static void wrong_wishes_are_refused(void **state)
{
    static const struct {
        struct seek_wish wish;
        const char *why;
    } cases[] = {
        {{"red", {"", ""}, "", "", "", "", ""}, "a side is white or black, not 'red'"},
        {{"", {"", ""}, "", "some", "", "", ""}, "watchers must be \"nobody\" or \"everybody\""},
        {{"", {"", ""}, "", "", "hard", "", ""}, "a game is casual or strict, not 'hard'"},
        {{"", {"", ""}, "", "", "", "99", ""}, "give a number from 0 to 20, not '99'"},
        {{"", {"", ""}, "", "", "", "", "x"}, "give a number from 0 to 60, not 'x'"},
    };
    struct guest ana;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_false(seeks(&ana, "classical", cases[i].wish, id));
        assert_told(&ana, "refused");
        assert_string_equal(ana.text, cases[i].why);
    }
    struct seek_wish wish = usual;
    wish.clock = "soon";
    assert_false(seeks(&ana, "classical", wish, id));
    assert_told(&ana, "refused");
    looks(&ana);
    assert_int_equal(ana.lobby.games.n, 0);
    leaves(&ana);
}

/* ---------------------------------------------------------------- people */

/* Words become settings of the game or options of its variant. */
static void wishes_are_read_from_words(void **state)
{
    struct guest ana;
    struct new_words words = {0};
    struct seek_wish wish;
    struct ruleset *rules;
    struct note why;
    const char *text = "side=white clock=3-days siege=lose third=cle mode=strict watchers=nobody "
                       "delay=2 grace=5";
    (void)state;
    comes(&ana, "ana");
    assert_int_equal(new_words_read(&text, NULL, &words, &why), 0);
    assert_true(lobby_wish_read(&ana.lobby.place, "turnover", &words, "bob", &wish, &rules));
    assert_told(&ana, "unknown unknown"); /* nobody has met bob and cle */
    assert_string_equal(wish.side, "white");
    assert_string_equal(wish.other[0], "bob");
    assert_string_equal(wish.other[1], "cle");
    assert_string_equal(wish.clock, "3-days");
    assert_string_equal(wish.mode, "strict");
    assert_string_equal(wish.watchers, "nobody");
    assert_string_equal(wish.delay, "2");
    assert_string_equal(wish.grace, "5");
    assert_true(ruleset_has(rules, "siege", "lose"));
    ruleset_free(rules);
    assert_false(lobby_wish_read(&ana.lobby.place, "classical", &words, "", &wish, &rules));
    assert_told(&ana, "refused"); /* it has no siege */
    assert_false(lobby_wish_read(&ana.lobby.place, "turnover", &words, "ana", &wish, &rules));
    assert_int_equal(ana.cause, LOBBY_SELF);
    leaves(&ana);
}

/* Players can be named by their sides, as for a game at one keyboard; the user has the seat with
 * their own name, or the first one without a name. */
static void players_are_named_by_their_sides(void **state)
{
    static const struct {
        const char *variant, *typed, *side, *other[2];
    } wishes[] = {
        {"classical", "white=ana", "White", {"", ""}},
        {"classical", "white=bob", "Black", {"bob", ""}},
        {"classical", "black=bob clock=5+3", "White", {"bob", ""}},
        {"classical", "white=bob black=ana", "Black", {"bob", ""}},
        {"triangle-corners-3", "black=bob", "White", {"bob", ""}},
        {"triangle-corners-3", "red=cle white=ana", "White", {"", "cle"}},
        {"triangle-corners-3", "white=bob red=cle", "Black", {"bob", "cle"}},
    };
    struct guest ana;
    struct seek_wish wish;
    struct ruleset *rules;
    struct note why;
    (void)state;
    comes(&ana, "ana");
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        struct new_words words = {0};
        const char *text = wishes[i].typed;
        assert_int_equal(new_words_read(&text, NULL, &words, &why), 0);
        assert_true(
            lobby_wish_read(&ana.lobby.place, wishes[i].variant, &words, "", &wish, &rules));
        assert_string_equal(wish.side, wishes[i].side);
        assert_string_equal(wish.other[0], wishes[i].other[0]);
        assert_string_equal(wish.other[1], wishes[i].other[1]);
        ruleset_free(rules);
    }
    /* The user must be one of the players, and each seat may be given only once. */
    static const struct {
        const char *words, *against;
    } wrong[] = {{"white=bob black=cle", ""},
                 {"side=white white=bob", ""},
                 {"white=cle", "bob"},
                 {"against=bob white=cle", ""}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct new_words words = {0};
        const char *text = wrong[i].words;
        assert_int_equal(new_words_read(&text, NULL, &words, &why), 0);
        assert_false(lobby_wish_read(&ana.lobby.place, "classical", &words, wrong[i].against, &wish,
                                     &rules));
        assert_int_equal(ana.cause, LOBBY_INVALID);
    }
    struct new_words own = {0};
    const char *text = "white=ana";
    assert_int_equal(new_words_read(&text, NULL, &own, &why), 0);
    assert_true(lobby_wish_read(&ana.lobby.place, "classical", &own, "bob", &wish, &rules));
    assert_string_equal(wish.other[0], "bob");
    ruleset_free(rules);
    leaves(&ana);
}

static int by_plies(const struct lobby_game *one, const struct lobby_game *other)
{
    return other->plies - one->plies;
}

/* What waits for the user comes first, and in a group the order is the client's, or by age. */
static void games_are_sorted_by_groups(void **state)
{
    struct lobby_game list[] = {
        {.id = "4", .own_side = NOBODY, .free_side = NOBODY, .plies = 1},
        {.id = "3", .own_side = NOBODY, .free_side = NOBODY, .plies = 9},
        {.id = "2", .own_side = NOBODY, .free_side = WHITE, .waits = true},
        {.id = "1", .own_side = NOBODY, .free_side = NOBODY, .plies = 5},
        {.id = "5", .own_side = BLACK, .free_side = NOBODY, .own_turn = true},
        {.id = "0", .over = true},
    };
    const struct lobby_games games = {.v = list, .n = sizeof list / sizeof *list};
    static const char by_age[] = "521340", plies[] = "523140";
    int order[sizeof list / sizeof *list];
    (void)state;
    lobby_games_sort(&games, NULL, order);
    for (int i = 0; i < games.n; i++)
        assert_int_equal(list[order[i]].id[0], by_age[i]);
    lobby_games_sort(&games, by_plies, order);
    for (int i = 0; i < games.n; i++)
        assert_int_equal(list[order[i]].id[0], plies[i]);
}

static void ages_and_due_times_are_written(void **state)
{
    static const struct {
        int seconds;
        const char *text;
    } rows[] = {{7, "0:07"}, {3599, "59:59"}, {2 * 3600, "2 h"}, {3 * 24 * 3600, "3 d"}};
    struct lobby_game list[] = {{.flag_at = 0}, {.flag_at = 1, .broken = true}, {.flag_at = 0}};
    const struct lobby_games games = {.v = list, .n = 3};
    char text[CLOCK_ROOM];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        lobby_age(journal_clock() - (int64_t)rows[i].seconds * 1000 - 100, text);
        assert_string_equal(text, rows[i].text);
    }
    assert_int_equal(lobby_games_due(&games, 5000), 5000); /* no clock runs */
    list[2].flag_at = journal_clock() + 3000;
    assert_in_range(lobby_games_due(&games, 5000), 1000, 3000);
    list[2].flag_at = 1; /* at most twice a second */
    assert_int_equal(lobby_games_due(&games, 5000), 500);
}

static void names_are_looked_at(void **state)
{
    struct guest ana, bob;
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bill");
    looks(&ana);
    assert_false(lobby_may_invite(&ana.lobby.place, "ana"));
    assert_int_equal(ana.cause, LOBBY_SELF);
    assert_false(lobby_may_invite(&ana.lobby.place, "a b"));
    assert_true(lobby_may_invite(&ana.lobby.place, "zed"));
    assert_true(lobby_may_invite(&ana.lobby.place, "bill"));
    assert_true(lobby_may_invite(&ana.lobby.place, ""));
    assert_told(&ana, "refused refused unknown");
    assert_true(lobby_may_invite(&ana.lobby.place, "b1ll"));
    assert_told(&ana, "like");
    leaves(&ana);
    leaves(&bob);
}

static void people_talk_and_are_muted(void **state)
{
    struct guest ana, bob;
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    assert_true(lobby_talk(&bob.lobby.place, &bob.lobby.talk, "hello"));
    assert_false(lobby_talk(&bob.lobby.place, &bob.lobby.talk, ""));
    looks(&ana);
    assert_told(&ana, "said");
    assert_string_equal(ana.text, "hello");
    looks(&bob); /* not his own words */
    assert_told(&bob, "");
    lobby_mute_player(&ana.lobby.place, "bob");
    lobby_mute_player(&ana.lobby.place, "");
    assert_string_equal(ana.text, "bob");
    assert_true(lobby_talk(&bob.lobby.place, &bob.lobby.talk, "hello?"));
    looks(&ana);
    lobby_mute_player(&ana.lobby.place, "bob");
    lobby_mute_player(&ana.lobby.place, "ana");
    assert_told(&ana, "muted mutes muted refused");
    for (int i = 0; i <= MUTED_MAX; i++)
        lobby_mute_player(&ana.lobby.place, (char[]){'x', (char)('a' + i), '\0'});
    assert_int_equal(ana.cause, LOBBY_FULL);
    leaves(&ana);
    leaves(&bob);
}

static void a_player_is_followed(void **state)
{
    struct guest ana, bob;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    lobby_follow_player(&bob.lobby.place, "");
    assert_int_equal(bob.cause, LOBBY_NOBODY);
    lobby_follow_player(&bob.lobby.place, "bob");
    assert_int_equal(bob.cause, LOBBY_SELF);
    lobby_follow_player(&bob.lobby.place, "ana");
    assert_told(&bob, "refused refused following");
    assert_false(lobby_led_on(&bob.lobby.place, NULL, NULL, NULL));
    assert_true(seeks(&ana, "classical", usual, id));
    presence_go(ana.lobby.place.presence, id, true);
    struct shared_reading reading = {.id = "01"}; /* he has another game of the archive open */
    struct game_session game = {.composing = true};
    struct baton *some_baton = (struct baton *)&reading;
    assert_false(lobby_led_on(&bob.lobby.place, &game, NULL, &reading)); /* he begins a ply */
    game = (struct game_session){.trial = true};
    assert_false(lobby_led_on(&bob.lobby.place, &game, NULL, &reading));
    game = (struct game_session){.offer = -1};
    assert_false(lobby_led_on(&bob.lobby.place, &game, NULL, NULL)); /* a game of his own */
    reading.baton = some_baton;
    assert_false(lobby_led_on(&bob.lobby.place, &game, NULL, &reading)); /* he leads */
    reading.baton = NULL;
    assert_told(&bob, "");
    assert_true(lobby_led_on(&bob.lobby.place, NULL, NULL, NULL));
    assert_told(&bob, "opens");
    assert_string_equal(bob.text, id);
    assert_false(lobby_led_on(&bob.lobby.place, NULL, NULL, NULL)); /* only once */
    lobby_follow_player(&bob.lobby.place, "ana");
    assert_told(&bob, "unfollowed");
    leaves(&ana);
    leaves(&bob);
}

/* A lobby is named by a path as people type it; without one it is that of the user's own archive.
 */
static void a_lobby_is_entered_by_its_path(void **state)
{
    struct lobby_place place;
    struct note why;
    (void)state;
    assert_int_equal(lobby_enter(&place, "~/club", "ana", true, false, &why), 0);
    assert_string_equal(place.path, club);
    lobby_leave(&place);
    assert_int_equal(lobby_enter(&place, "~/nowhere", "ana", true, false, &why), FAIL_SYSTEM);
    assert_int_equal(lobby_enter(&place, NULL, "ana", true, false, &why), 0);
    assert_string_equal(place.path, place_own());
    lobby_leave(&place);
    assert_int_equal(lobby_enter(&place, club, NULL, true, false, &why),
                     *lobby_own_name() ? 0 : FAIL_TEXT);
    assert_string_equal(place.name, lobby_own_name());
    lobby_leave(&place);
}

int main(void)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test_setup_teardown(wrong_wishes_are_refused, make_club, drop_club),
        cmocka_unit_test_setup_teardown(invitations_wait_and_are_declined, make_club, drop_club),
        cmocka_unit_test_setup_teardown(seats_are_taken_and_games_withdrawn, make_club, drop_club),
        cmocka_unit_test_setup_teardown(wishes_are_read_from_words, make_club, drop_club),
        cmocka_unit_test_setup_teardown(players_are_named_by_their_sides, make_club, drop_club),
        cmocka_unit_test_setup_teardown(games_are_sorted_by_groups, make_club, drop_club),
        cmocka_unit_test_setup_teardown(ages_and_due_times_are_written, make_club, drop_club),
        cmocka_unit_test_setup_teardown(names_are_looked_at, make_club, drop_club),
        cmocka_unit_test_setup_teardown(people_talk_and_are_muted, make_club, drop_club),
        cmocka_unit_test_setup_teardown(a_player_is_followed, make_club, drop_club),
        cmocka_unit_test_setup_teardown(a_lobby_is_entered_by_its_path, make_club, drop_club),
    };
    return run_on_both(both, COUNT_OF(both), NULL, 0, NULL, NULL);
}
