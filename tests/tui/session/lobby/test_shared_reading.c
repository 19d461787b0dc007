/* test_shared_reading.c - several people read a game together
 * (tui/session/lobby/shared_reading.h): the news and the spot of each, with live games in a folder
 * and in memory. */
#include "config.h"
#include "tests/support/live_both.h"
#include "tests/support/session_club.h"

#include "core/family.h"
#include "tui/session/commands/lobby_commands.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/session/lobby/shared_reading.h"
#include "tui/session/words/live_words.h"

static char game_id[ULID_LENGTH + 1];

/* ---- people: each keeps the news: "came bob, led ana" */

static const char *const news_names[] = {
    [READING_CAME] = "came",
    [READING_WENT] = "went",
    [READING_SAID] = "said",
    [READING_LED] = "led",
    [READING_UNLED] = "unled",
    [READING_LEADING] = "leading",
    [READING_LAID_DOWN] = "laid-down",
    [READING_NO_LEAD] = "no-lead",
    [READING_ALONE] = "alone",
    [READING_ALONG] = "along",
    [READING_LEADS] = "leads",
    [READING_MOVED_AWAY] = "moved-away",
    [READING_SHOWN] = "shown",
    [READING_UNSAVED] = "unsaved",
    [READING_NOT_LOADED] = "not-loaded",
    [READING_FOLLOWS] = "follows",
};

struct reader {
    struct lobby_place place;
    struct game_session game;
    struct shared_reading reading;
    char told[600];
    size_t used;
    bool busy; /* writing */
    bool yes;  /* of the last news */
    int saves, loads;
    char lobby[200]; /* what the lobby told last, in words */
};

static void hear_lobby(void *client, const struct lobby_news *news)
{
    struct reader *reader = client;
    struct worded worded;
    lobby_words(&reader->place, news, &worded);
    snprintf(reader->lobby, sizeof reader->lobby, "%.199s",
             news->kind == LOBBY_TOLD && news->other ? news->other : worded.text);
}

static void hear(void *client, const struct reading_news *news)
{
    struct reader *reader = client;
    reader->yes = news->yes;
    text_add(reader->told, sizeof reader->told, &reader->used, "%s%s%s%s", reader->used ? ", " : "",
             news_names[news->kind], news->text || news->said ? " " : "",
             news->said   ? news->said->text
             : news->text ? news->text
                          : "");
}

#define assert_told(reader, events)                  \
    do {                                             \
        assert_string_equal((reader)->told, events); \
        (reader)->told[0] = '\0';                    \
        (reader)->used = 0;                          \
    } while (0)

static void saves(void *client)
{
    struct reader *reader = client;
    reader->saves++;
    session_save(&reader->game, NULL, 0);
}

static void merges(void *client)
{
    struct reader *reader = client;
    struct note why;
    reader->loads++;
    session_reload(&reader->game, &why);
}

static bool is_busy(void *client)
{
    return ((struct reader *)client)->busy;
}

static void told_by_game(void *self, const struct game_event *event)
{
    struct reader *reader = self;
    if (event->kind == GAME_MOVED) /* as the screen does */
        reading_moved(&reader->reading);
}

static int64_t no_time(void *self)
{
    (void)self;
    return 0;
}

static const char *name_of(void *self)
{
    return ((struct reader *)self)->place.name;
}

static void label(void *self, char *out, size_t size)
{
    (void)self;
    snprintf(out, size, "here");
}

static bool refuses(void *self)
{
    return reading_refuses(&((struct reader *)self)->reading);
}

static const struct game_client reads = {.tell = told_by_game,
                                         .now = no_time,
                                         .author = name_of,
                                         .saver = name_of,
                                         .label = label,
                                         .refuses = refuses};

static void comes(struct reader *reader, const char *name)
{
    struct note why;
    *reader = (struct reader){.game = {.ops = &reads, .client = reader}};
    if (lobby_enter(&reader->place, club, name, true, false, &why) < 0)
        fail_msg("%s", why.text);
    reader->reading = (struct shared_reading){.tell = hear,
                                              .save = saves,
                                              .busy = is_busy,
                                              .client = reader,
                                              .place = &reader->place,
                                              .game = &reader->game};
}

/* Open the only game of the club, and read it with the others. */
static void opens(struct reader *reader)
{
    struct table_open open = {0};
    struct note why;
    reader->game.store = reader->place.store;
    int at = lobby_find(&reader->place, game_id);
    if (table_load(reader->game.store, at, &open, NULL, &why) < 0)
        fail_msg("%s", why.text);
    reader->game.version = open.version;
    edits_begin(&reader->game.edits, open.record);
    session_begin(&reader->game);
    session_recall(&reader->game);
    session_reread(&reader->game);
    reading_open(&reader->reading);
}

static void attends(struct reader *reader)
{
    reading_attend(&reader->reading);
    reading_announce(&reader->reading);
}

static void leaves(struct reader *reader)
{
    reading_close(&reader->reading);
    reading_close(&reader->reading); /* closing twice does nothing */
    session_clear(&reader->game);
    lobby_leave(&reader->place);
}

/* Go to a ply of the main line. */
static void goes(struct reader *reader, int ply)
{
    struct spot spot = spot_start();
    spot_go(session_record(&reader->game), &spot, ply);
    session_go(&reader->game, &spot);
}

static void comments(struct reader *reader, const char *text)
{
    if (!session_refuses(&reader->game))
        session_comment(&reader->game, &(struct session_place){0}, text);
}

static const char *comment_of(const struct reader *reader)
{
    const struct node *node = spot_node(session_record(&reader->game), &reader->game.spot);
    const struct notes *notes = node ? node->notes : NULL;
    return notes && notes->comments.n ? notes->comments.v[0].text : "";
}

#define assert_ply(reader, at) assert_int_equal(spot_plies(&(reader)->game.spot), at)

/* Ana and Bob have the game 1. e4 e5 2. Nf3 open, and have no news. */
static void sit_down(struct reader *ana, struct reader *bob)
{
    struct record *record = record_new("classical");
    record_set_player(record, 'w', "ana");
    record_set_player(record, 'b', "bob");
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    line_append(&record->moves, "Nf3");
    comes(ana, "ana");
    comes(bob, "bob");
    struct version version = {0};
    struct note why;
    if (store_save(ana->place.store, record, &version, &why) < 0)
        fail_msg("%s", why.text);
    snprintf(game_id, sizeof game_id, "%s", record->id);
    record_free(record);
    opens(ana);
    opens(bob);
    attends(ana);
    attends(bob);
    assert_told(ana, "came bob");
    assert_told(bob, "came ana");
}

/* Ana leads and Bob, who follows, is where she is. */
static void lead_along(struct reader *ana, struct reader *bob)
{
    sit_down(ana, bob);
    reading_lead(&ana->reading);
    assert_told(ana, "leading");
    attends(ana);
    attends(bob);
    assert_told(bob, "led ana, shown ana");
}

/* ---------------------------------------------------------------- */

static void one_leads_and_the_other_follows(void **state)
{
    struct reader ana, bob;
    (void)state;
    lead_along(&ana, &bob);
    goes(&ana, 2);
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "shown ana");
    assert_ply(&bob, 2);
    attends(&ana); /* nothing is new */
    attends(&bob);
    assert_told(&bob, "");

    comments(&ana, "the best by test");
    attends(&ana);
    assert_int_equal(ana.saves, 1);
    attends(&bob);
    assert_told(&bob, "shown ana");
    assert_string_equal(comment_of(&bob), "the best by test");
    comments(&bob, "no");
    assert_told(&bob, "follows ana");
    assert_string_equal(comment_of(&bob), "the best by test");
    reading_lead(&bob.reading);
    assert_told(&bob, "no-lead ana");
    reading_sync(&ana.reading);
    assert_told(&ana, "leads");

    bob.busy = true; /* he is not taken anywhere while he writes */
    goes(&ana, 1);
    attends(&ana);
    attends(&bob);
    assert_ply(&bob, 2);
    bob.busy = false;
    attends(&bob);
    assert_ply(&bob, 1);
    assert_told(&bob, "shown ana");
    session_trial_begin(&ana.game); /* nothing of a trial is shown */
    goes(&ana, 3);
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "");
    session_trial_end(&ana.game, false);

    reading_lead(&ana.reading);
    assert_told(&ana, "laid-down");
    attends(&bob);
    assert_told(&bob, "unled ana");
    goes(&bob, 0);
    reading_lead(&bob.reading);
    attends(&bob);
    assert_told(&bob, "leading");
    attends(&ana);
    assert_told(&ana, "led bob, shown bob");
    assert_ply(&ana, 0);
    leaves(&bob); /* the lead ends with its session */
    attends(&ana);
    assert_told(&ana, "went bob, unled bob");
    reading_lead(&ana.reading);
    assert_told(&ana, "leading");
    leaves(&ana);
}

static void who_moves_away_reads_alone(void **state)
{
    struct reader ana, bob;
    (void)state;
    lead_along(&ana, &bob);
    goes(&bob, 3);
    assert_told(&bob, "moved-away ana");
    goes(&ana, 1);
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "");
    assert_ply(&bob, 3);
    reading_sync(&bob.reading);
    assert_told(&bob, "along ana, shown ana");
    assert_ply(&bob, 1);
    reading_sync(&bob.reading);
    assert_told(&bob, "alone ana");
    comments(&bob, "mine"); /* which he may do now */
    assert_string_equal(comment_of(&bob), "mine");
    assert_told(&bob, "");
    reading_lead(&ana.reading);
    attends(&bob);
    assert_told(&bob, "unled ana");
    reading_lead(&ana.reading);
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "led ana");
    assert_false(bob.yes); /* he does not follow */
    leaves(&ana);
    reading_sync(&bob.reading); /* whoever will lead */
    assert_told(&bob, "went ana, unled ana, along");
    leaves(&bob);
}

/* The leader deletes the ply at which a follower stands: he has not moved away. */
static void a_deleted_ply_is_not_a_move_away(void **state)
{
    struct reader ana, bob;
    (void)state;
    lead_along(&ana, &bob);
    goes(&ana, 3);
    attends(&ana);
    attends(&bob);
    assert_ply(&bob, 3);
    session_delete(&ana.game);
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "shown ana, shown ana");
    assert_ply(&bob, 2);
    /* nor if his client loads that before the leader shows it */
    session_delete(&ana.game);
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    merges(&bob);
    assert_ply(&bob, 1);
    attends(&bob);
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "shown ana");
    assert_false(bob.reading.local);
    leaves(&ana);
    leaves(&bob);
}

static void unsaved_changes_are_kept(void **state)
{
    struct reader ana, bob;
    (void)state;
    sit_down(&ana, &bob);
    comments(&bob, "mine");
    reading_lead(&ana.reading);
    comments(&ana, "hers");
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "led ana, unsaved ana");
    assert_true(bob.reading.local && !session_is_saved(&bob.game));
    bob.reading.load = merges; /* as the screen does */
    reading_sync(&bob.reading);
    assert_told(&bob, "along ana, shown ana");
    assert_int_equal(bob.loads, 1);
    leaves(&ana);
    leaves(&bob);
}

/* A save that fails is tried once for each change. */
static void a_failed_save_is_not_repeated(void **state)
{
    struct reader ana, bob;
    (void)state;
    lead_along(&ana, &bob);
    comments(&bob, "no");
    assert_told(&bob, "follows ana");
    reading_sync(&bob.reading);
    comments(&bob, "his");
    assert_int_equal(session_save(&bob.game, NULL, 0), 0);
    comments(&ana, "hers"); /* a conflict */
    ana.told[0] = '\0';
    attends(&ana);
    attends(&ana);
    int tried = ana.saves;
    goes(&ana, 1);
    attends(&ana);
    assert_int_equal(ana.saves, tried);
    comments(&ana, "of e4");
    attends(&ana);
    assert_true(ana.saves > tried);
    leaves(&ana);
    leaves(&bob);
}

static void readers_talk(void **state)
{
    struct reader ana, bob, cle;
    (void)state;
    sit_down(&ana, &bob);
    assert_true(lobby_talk(&bob.place, &bob.reading.talk, "why not Nf3?"));
    attends(&ana);
    assert_told(&ana, "said why not Nf3?");
    assert_false(ana.yes);
    attends(&bob); /* not his own words */
    assert_told(&bob, "");
    snprintf(ana.place.muted[ana.place.mutes++], sizeof *ana.place.muted, "bob");
    assert_true(lobby_talk(&bob.place, &bob.reading.talk, "hello?"));
    attends(&ana);
    assert_told(&ana, "");
    comes(&cle, "cle"); /* earlier talk is listed, but not told again */
    opens(&cle);
    assert_int_equal(cle.reading.talk.n, 2);
    attends(&cle);
    assert_told(&cle, "came ana, came bob");
    leaves(&cle);
    leaves(&ana);
    leaves(&bob);
}

/* The same by the commands that people type, which also say what was said. */
static void readers_lead_and_talk_by_commands(void **state)
{
    struct reader ana, bob;
    (void)state;
    sit_down(&ana, &bob);
    struct lobby_here at_ana = {&ana.place, NULL, &ana.reading},
                      at_bob = {&bob.place, NULL, &bob.reading};
    bob.place.tell = hear_lobby;
    bob.place.client = &bob;
    assert_int_equal(lobby_command_can(&at_ana, REQ_LEAD), 1);
    assert_true(lobby_command_run(&at_ana, REQ_LEAD, ""));
    assert_told(&ana, "leading");
    attends(&ana);
    attends(&bob);
    assert_told(&bob, "led ana, shown ana");
    assert_true(lobby_command_run(&at_bob, REQ_SYNC, ""));
    assert_told(&bob, "alone ana");
    assert_true(lobby_command_run(&at_bob, REQ_CHAT, "why not Nf3?"));
    assert_string_equal(bob.lobby, "sent to the people at this game");
    attends(&ana);
    assert_told(&ana, "said why not Nf3?");
    assert_true(lobby_command_run(&at_bob, REQ_TALK, ""));
    assert_string_equal(bob.lobby, "bob says: why not Nf3?\n");
    assert_int_equal(lobby_command_can(&at_bob, REQ_WHO), 0); /* no session of the lobby is open */
    leaves(&ana);
    leaves(&bob);
    assert_int_equal(lobby_command_can(&at_ana, REQ_LEAD), 0);
}

int main(void)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test_setup_teardown(one_leads_and_the_other_follows, make_club, drop_club),
        cmocka_unit_test_setup_teardown(who_moves_away_reads_alone, make_club, drop_club),
        cmocka_unit_test_setup_teardown(a_deleted_ply_is_not_a_move_away, make_club, drop_club),
        cmocka_unit_test_setup_teardown(unsaved_changes_are_kept, make_club, drop_club),
        cmocka_unit_test_setup_teardown(a_failed_save_is_not_repeated, make_club, drop_club),
        cmocka_unit_test_setup_teardown(readers_talk, make_club, drop_club),
        cmocka_unit_test_setup_teardown(readers_lead_and_talk_by_commands, make_club, drop_club),
    };
    return run_on_both(both, COUNT_OF(both), NULL, 0, NULL, NULL);
}
