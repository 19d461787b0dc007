/* test_live_table.c - a live game without a client (tui/session/lobby/live_table.h): what the
 * people at it are told, with live games in a folder and in memory. */
#include "config.h"
#include "tests/support/live_both.h"
#include "tests/support/session_club.h"

#include "core/family.h"
#include "tui/session/lobby/live_table.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/commands/lobby_commands.h"
#include "tui/session/commands/table_commands.h"

#include <unistd.h>

/* ---- people: each keeps what he is told, "came record told", and the time is what the test says
 */

static const char *const news_names[] = {
    [NEWS_REFUSED] = "refused",     [NEWS_CAME] = "came",       [NEWS_SEATED] = "seated",
    [NEWS_WATCHING] = "watching",   [NEWS_SAID] = "said",       [NEWS_SENT] = "sent",
    [NEWS_DRAWN] = "drawn",         [NEWS_JOINED] = "joined",   [NEWS_BEGUN] = "begun",
    [NEWS_RECORD] = "record",       [NEWS_LEFT] = "left",       [NEWS_PAUSED] = "paused",
    [NEWS_RESUMED] = "resumed",     [NEWS_SWAPPED] = "swapped", [NEWS_AGREED] = "agreed",
    [NEWS_OFFER_OFF] = "off",       [NEWS_OFFERED] = "offered", [NEWS_PROPOSED] = "proposed",
    [NEWS_TOOK_BACK] = "took-back", [NEWS_TAKEN] = "taken",     [NEWS_OVER] = "over",
    [NEWS_TOLD] = "told",           [NEWS_PEOPLE] = "people",   [NEWS_HERE] = "here",
    [NEWS_BROKEN] = "broken",       [NEWS_TORN] = "torn",       [NEWS_PASSED] = "passed",
    [NEWS_NOT_FILED] = "not-filed", [NEWS_FILED] = "filed",     [NEWS_REMATCH] = "rematch",
    [NEWS_OPENS] = "opens",
};

struct sitter {
    struct lobby_place place;
    struct game_session game;
    struct live_table table;
    char told[600];
    size_t used;
    struct table_news last; /* the last news other than NEWS_TOLD */
    char text[200], why[600];
    char content[300]; /* of the last GAME_TOLD */
    int64_t now;
};

static void hear(void *client, const struct table_news *news)
{
    struct sitter *sitter = client;
    /* these come with most others */
    if (news->kind == NEWS_CAME || news->kind == NEWS_TOLD || news->kind == NEWS_PEOPLE)
        return;
    sitter->last = *news;
    snprintf(sitter->text, sizeof sitter->text, "%s",
             news->talk   ? news->talk->text
             : news->text ? news->text
                          : "");
    snprintf(sitter->why, sizeof sitter->why, "%s", news->why ? news->why->text : "");
    text_add(sitter->told, sizeof sitter->told, &sitter->used, "%s%s", sitter->used ? " " : "",
             news_names[news->kind]);
}

static void hear_game(void *client, const struct game_event *event)
{
    struct sitter *sitter = client;
    if (event->kind == GAME_TOLD)
        snprintf(sitter->content, sizeof sitter->content, "%s", event->content);
}

static void hear_lobby(void *client, const struct lobby_news *news)
{
    struct sitter *sitter = client;
    if (news->kind == LOBBY_TOLD)
        snprintf(sitter->content, sizeof sitter->content, "%s",
                 news->other ? news->other : news->text);
}

static int64_t time_of(void *client)
{
    return ((struct sitter *)client)->now;
}

static const char *nobody(void *client)
{
    (void)client;
    return NULL;
}

static void no_label(void *client, char *out, size_t size)
{
    (void)client;
    snprintf(out, size, "here");
}

static const struct game_client listens = {
    .tell = hear_game, .now = time_of, .author = nobody, .saver = nobody, .label = no_label};

#define assert_told(sitter, events)                  \
    do {                                             \
        assert_string_equal((sitter)->told, events); \
        (sitter)->told[0] = '\0';                    \
        (sitter)->used = 0;                          \
    } while (0)

static void comes(struct sitter *sitter, const char *name)
{
    struct note why;
    *sitter = (struct sitter){.game = {.ops = &listens, .client = sitter}, .now = 1000000};
    if (lobby_enter(&sitter->place, club, name, true, false, &why) < 0)
        fail_msg("%s", why.text);
    sitter->table = (struct live_table){.tell = hear,
                                        .client = sitter,
                                        .place = &sitter->place,
                                        .game = &sitter->game,
                                        .watched = true,
                                        .side = NOBODY};
}

static void opens(struct sitter *sitter, const char *id)
{
    struct journal *journal;
    struct note why;
    if (journal_open(&journal, sitter->place.store, sitter->place.name, id, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(live_table_may_see(journal, sitter->place.name, &why), 0);
    edits_begin(&sitter->game.edits, live_table_record(&journal->live, sitter->place.name));
    session_begin(&sitter->game);
    spot_end(session_record(&sitter->game), &sitter->game.spot);
    session_reread(&sitter->game);
    live_table_open(&sitter->table, journal);
    live_table_begin(&sitter->table);
}

static void closes(struct sitter *sitter)
{
    live_table_part(&sitter->table, false);
    live_table_clear(&sitter->table);
    session_clear(&sitter->game);
}

static void leaves(struct sitter *sitter)
{
    closes(sitter);
    lobby_leave(&sitter->place);
}

static void attends(struct sitter *sitter)
{
    assert_true(live_table_attend(&sitter->table, true));
}

static bool plays(struct sitter *sitter, const char *text)
{
    struct game_session *game = &sitter->game;
    struct ply ply = {0};
    struct note why;
    bool played = live_table_may_play(&sitter->table) &&
                  game->rules->rules->parse(&game->track.now, text, &ply, &why) == 0 &&
                  live_table_play(&sitter->table, &ply);
    ply_free(&ply);
    return played;
}

/* Start a game with open seats for everybody but the one who starts it, who has the first. */
static void seeks(struct sitter *sitter, struct seek seek, const char *variant,
                  char id[ULID_LENGTH + 1])
{
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    seek.rules = rules;
    seek.control = seek.control ? seek.control : "";
    for (int side = 0; side < rules->sides; side++)
        seek.name[side] = side ? "" : sitter->place.name;
    if (lobby_begin_game(&sitter->place, &seek, id, &why) < 0)
        fail_msg("%s", why.text);
    ruleset_free(rules);
    opens(sitter, id);
}

static void joins(struct sitter *sitter, const char *id)
{
    struct note why;
    if (lobby_sit_down(&sitter->place, id, &why) < 0)
        fail_msg("%s", why.text);
    opens(sitter, id);
}

/* Ana has White, Bob Black; neither has news. */
static void sit_down(struct sitter *ana, struct sitter *bob, struct seek seek)
{
    char id[ULID_LENGTH + 1];
    comes(ana, "ana");
    comes(bob, "bob");
    seeks(ana, seek, "classical", id);
    assert_told(ana, "record seated");
    assert_int_equal(ana->last.side, WHITE);
    joins(bob, id);
    assert_told(bob, "seated");
    assert_int_equal(bob->last.side, BLACK);
    attends(ana);
    assert_told(ana, "joined begun record here");
}

/* ---------------------------------------------------------------- two players */

static void two_play_to_the_archive(void **state)
{
    struct sitter ana, bob;
    char id[ULID_LENGTH + 1];
    (void)state;
    sit_down(&ana, &bob, (struct seek){.control = "15"});
    attends(&bob);
    assert_told(&bob, "");
    assert_false(plays(&bob, "e5"));
    assert_int_equal(bob.last.cause, TABLE_TURN);
    assert_string_equal(bob.why, "ana is to move");
    assert_true(plays(&ana, "e4"));
    assert_told(&ana, "record");
    assert_true(ana.last.yes && ana.last.of == 1 && ana.last.first == 0);
    attends(&bob);
    assert_told(&bob, "refused record");
    assert_true(live_table_waits_for_user(&bob.table, 0));
    assert_int_equal(live_table_clock(&bob.table, BLACK), 15 * 60000); /* not running yet */
    char clock[CLOCK_ROOM];
    assert_true(live_table_clock_text(&bob.table, BLACK, clock));
    assert_string_equal(clock, "0:15:00");
    assert_true(plays(&bob, "e5"));
    live_table_take_back(&bob.table); /* at once, without asking */
    assert_told(&bob, "record record took-back");
    assert_int_equal(session_record(&bob.game)->moves.n, 1);
    assert_true(plays(&bob, "c5"));
    attends(&ana);
    assert_told(&ana, "record");
    assert_string_equal(session_record(&ana.game)->moves.v[1].text, "Pc7-c5");
    struct spot start = spot_start();
    session_go(&ana.game, &start);
    assert_false(plays(&ana, "Nf3"));
    assert_int_equal(ana.last.cause, TABLE_EARLIER);
    live_table_say(&ana.table, "good luck");
    assert_told(&ana, "refused said sent");
    attends(&bob);
    assert_told(&bob, "record said");
    assert_string_equal(bob.text, "good luck");
    live_table_resign(&bob.table);
    assert_told(&bob, "record over filed");
    assert_true(bob.last.yes);
    attends(&ana);
    assert_told(&ana, "record over filed");
    assert_int_equal(ana.game.spot.ply, 0); /* the reader stays where she reads */
    assert_false(live_table_on(&ana.table));
    /* both want another game: the second joins that of the first */
    assert_true(live_table_rematch(&bob.table, id));
    live_table_look_for_rematch(&ana.table);
    closes(&bob);
    opens(&bob, id);
    assert_int_equal(bob.table.side, WHITE);
    char other[ULID_LENGTH + 1];
    assert_true(live_table_rematch(&ana.table, other));
    assert_string_equal(other, id);
    assert_told(&ana, "rematch");
    closes(&ana);
    opens(&ana, id);
    assert_int_equal(ana.table.side, BLACK);
    leaves(&ana);
    leaves(&bob);
}

static void offers_are_answered(void **state)
{
    struct sitter ana, bob;
    (void)state;
    sit_down(&ana, &bob, (struct seek){0});
    live_table_answer(&bob.table, true);
    assert_int_equal(bob.last.cause, TABLE_NO_OFFER);
    live_table_take_back(&bob.table);
    assert_int_equal(bob.last.cause, TABLE_NO_PLY);
    assert_told(&bob, "refused refused");
    live_table_propose(&ana.table, LIVE_PAUSE);
    assert_told(&ana, "proposed");
    assert_string_equal(ana.text, "bob is");
    attends(&bob);
    assert_told(&bob, "offered");
    bob.table.answer_after = 300;
    live_table_answer(&bob.table, true);
    assert_int_equal(bob.last.cause, TABLE_NEW_OFFER);
    bob.now += 300;
    live_table_answer(&bob.table, true);
    assert_told(&bob, "refused record paused");
    attends(&ana);
    assert_told(&ana, "record paused");
    assert_false(plays(&ana, "e4"));
    assert_int_equal(ana.last.cause, TABLE_PAUSED);
    live_table_propose(&bob.table, LIVE_RESUME);
    attends(&ana);
    live_table_answer(&ana.table, true);
    assert_told(&ana, "refused offered record resumed");
    attends(&bob);
    assert_told(&bob, "proposed record resumed");
    live_table_propose(&bob.table, LIVE_SWAP);
    attends(&ana);
    live_table_answer(&ana.table, true);
    assert_told(&ana, "offered record swapped");
    assert_int_equal(ana.table.side, BLACK);
    attends(&bob);
    assert_int_equal(bob.table.side, WHITE);
    assert_told(&bob, "proposed record swapped");
    live_table_propose(&bob.table, LIVE_DRAW);
    attends(&ana);
    live_table_answer(&ana.table, false);
    assert_told(&ana, "offered off");
    attends(&bob);
    assert_told(&bob, "proposed off");
    assert_string_equal(bob.text, ": ana declines");
    live_table_claim(&bob.table);
    assert_told(&bob, "refused"); /* there is nothing to claim */
    live_table_propose(&bob.table, LIVE_ABORT);
    assert_told(&bob, "record over filed");
    assert_false(bob.last.yes); /* nothing was played */
    leaves(&ana);
    leaves(&bob);
}

static void commands_are_possible_in_time(void **state)
{
    struct sitter ana, bob;
    (void)state;
    sit_down(&ana, &bob, (struct seek){0});
    assert_int_equal(table_command_can(&ana.table, REQ_OFFER_DRAW), 1);
    assert_int_equal(table_command_can(&ana.table, REQ_ACCEPT), 0);
    assert_int_equal(table_command_can(&ana.table, REQ_SAVE), 0);
    assert_int_equal(table_command_can(&ana.table, REQ_FLIP), -1);
    assert_false(table_command_run(&ana.table, REQ_FLIP, ""));
    assert_true(plays(&ana, "e4"));
    attends(&bob);
    assert_told(&ana, "record");
    assert_true(table_command_run(&bob.table, REQ_OFFER_DRAW, ""));
    attends(&ana);
    assert_told(&ana, "offered");
    assert_int_equal(table_command_can(&ana.table, REQ_OFFER_PAUSE), 0); /* an offer is open */
    assert_int_equal(table_command_can(&ana.table, REQ_ACCEPT), 1);
    assert_int_equal(table_command_can(&bob.table, REQ_ACCEPT), 0); /* it is his own */
    assert_int_equal(table_command_can(&ana.table, REQ_REMATCH), 0);
    assert_int_equal(table_command_can(&bob.table, REQ_DECLINE), 1); /* he takes it back */
    assert_int_equal(table_command_can(&ana.table, REQ_GO_ON), 0);
    assert_int_equal(table_command_can(&ana.table, REQ_OFFER_ABORT), 0);
    assert_true(table_command_run(&bob.table, REQ_DECLINE, ""));
    assert_true(table_command_run(&bob.table, REQ_OFFER, "pause"));
    attends(&ana);
    assert_true(table_command_run(&ana.table, REQ_ACCEPT, ""));
    attends(&bob);
    assert_int_equal(table_command_can(&bob.table, REQ_GO_ON), 1);
    assert_int_equal(table_command_can(&bob.table, REQ_OFFER), 1);
    assert_true(table_command_run(&bob.table, REQ_GO_ON, ""));
    attends(&ana);
    assert_true(table_command_run(&ana.table, REQ_ACCEPT, ""));
    attends(&bob);
    assert_true(table_command_run(&ana.table, REQ_TAKE_BACK, "")); /* at once, or as an offer */
    attends(&bob);
    if (live_table_game(&bob.table)->offer.kind)
        assert_true(table_command_run(&bob.table, REQ_ACCEPT, ""));
    attends(&ana);
    assert_int_equal(session_record(&ana.game)->moves.n, 0);
    assert_true(plays(&ana, "e4"));
    attends(&bob);
    assert_true(table_command_run(&bob.table, REQ_OFFER_DRAW, ""));
    attends(&ana);
    ana.told[0] = '\0';
    ana.used = 0;
    assert_true(table_command_run(&ana.table, REQ_ACCEPT, ""));
    assert_told(&ana, "record over filed");
    assert_int_equal(table_command_can(&ana.table, REQ_SAVE), -1);
    assert_int_equal(table_command_can(&ana.table, REQ_REMATCH), 1);
    /* the archive's copy is at the table */
    assert_int_equal(ana.last.count, store_find(ana.place.store, live_table_game(&ana.table)->id));
    assert_true(ana.game.version.known && ana.game.writable);
    assert_int_equal(ana.game.spot.ply, 1);
    assert_true(table_command_run(&ana.table, REQ_REMATCH, ""));
    assert_told(&ana, "opens");
    leaves(&ana);
    leaves(&bob);
}

static void seats_are_taken_by_a_command(void **state)
{
    struct sitter ana, bob, eve;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    comes(&eve, "eve");
    seeks(&ana, (struct seek){0}, "classical", id);
    assert_told(&ana, "record seated");
    opens(&bob, id);
    opens(&eve, id);
    assert_int_equal(table_command_can(&bob.table, REQ_SIT), 1);
    assert_true(table_command_run(&bob.table, REQ_SIT, ""));
    assert_int_equal(bob.last.kind, NEWS_OPENS);
    assert_string_equal(bob.text, id);
    attends(&eve);
    assert_int_equal(table_command_can(&eve.table, REQ_SIT), 0); /* no seat is left */
    assert_int_equal(table_command_can(&eve.table, REQ_RESIGN), 0);
    attends(&ana);
    assert_told(&ana, "joined begun record");
    assert_int_equal(table_command_can(&ana.table, REQ_CLOCK), 0); /* this game has no clocks */
    assert_int_equal(table_command_can(&ana.table, REQ_OFFER), 1);
    assert_int_equal(table_command_can(&eve.table, REQ_OFFER), 0);
    assert_true(table_command_run(&ana.table, REQ_OFFER, "nonsense"));
    assert_told(&ana, "refused");
    assert_true(table_command_run(&ana.table, REQ_OFFER, "draw"));
    assert_told(&ana, "proposed");
    assert_int_equal(live_table_game(&ana.table)->offer.kind, LIVE_DRAW);
    assert_int_equal(table_command_can(&ana.table, REQ_OFFER), 0); /* one is open */
    leaves(&eve);
    leaves(&bob);
    leaves(&ana);
}

/* At a live game the commands of the lobby act on its talk. */
static void players_talk_by_commands(void **state)
{
    struct sitter ana, bob;
    (void)state;
    sit_down(&ana, &bob, (struct seek){0});
    struct lobby_here at_ana = {&ana.place, &ana.table, NULL},
                      at_bob = {&bob.place, &bob.table, NULL};
    ana.place.tell = bob.place.tell = hear_lobby;
    ana.place.client = &ana;
    bob.place.client = &bob;
    assert_int_equal(lobby_command_can(&at_ana, REQ_JOIN), 0); /* no session of the lobby is open */
    assert_int_equal(lobby_command_can(&at_ana, REQ_CHAT), 1);
    assert_true(lobby_command_run(&at_bob, REQ_TALK, ""));
    assert_string_equal(bob.content, "nothing has been said");
    assert_true(lobby_command_run(&at_ana, REQ_CHAT, "good luck"));
    assert_told(&ana, "said sent");
    attends(&bob);
    assert_string_equal(bob.text, "good luck");
    assert_true(lobby_command_run(&at_bob, REQ_CHAT, "you too"));
    assert_true(lobby_command_run(&at_bob, REQ_TALK, ""));
    assert_string_equal(bob.content, "ana says: good luck\nbob says: you too\n");
    assert_true(lobby_command_run(&at_bob, REQ_TALK, "1"));
    assert_string_equal(bob.content, "bob says: you too\n");
    assert_int_equal(lobby_command_can(&at_ana, REQ_MUTE), 1);
    assert_true(lobby_command_run(&at_ana, REQ_MUTE, "eve"));
    assert_false(lobby_hears(&ana.place, "eve"));
    assert_true(lobby_command_run(&at_ana, REQ_FOLLOW, "bob"));
    assert_string_equal(ana.place.followed, "bob");
    leaves(&bob);
    leaves(&ana);
}

static void a_repetition_is_claimed(void **state)
{
    static const char *const plies[] = {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"};
    struct sitter ana, bob;
    (void)state;
    sit_down(&ana, &bob, (struct seek){0});
    for (int i = 0; i < 8; i++) {
        assert_int_equal(table_command_can(&ana.table, REQ_CLAIM_DRAW), i % 2 == 0);
        assert_true(plays(i % 2 ? &bob : &ana, plies[i]));
        attends(i % 2 ? &ana : &bob);
    }
    assert_true(table_command_run(&ana.table, REQ_CLAIM_DRAW, ""));
    assert_int_equal(ana.last.kind, NEWS_FILED);
    assert_string_equal(live_table_game(&ana.table)->reason, "threefold");
    assert_int_equal(table_command_can(&ana.table, REQ_CLAIM_DRAW), 0);
    assert_int_equal(table_command_can(&ana.table, REQ_CHAT), -1); /* with those who read it now */
    leaves(&ana);
    leaves(&bob);
}

static void a_flag_falls(void **state)
{
    struct sitter ana, bob;
    (void)state;
    sit_down(&ana, &bob, (struct seek){.control = "0+1"});
    assert_true(plays(&ana, "e4"));
    attends(&bob);
    assert_true(plays(&bob, "e5"));
    attends(&ana);
    assert_in_range(live_table_wait(&ana.table), 1, 2001);
    while (live_table_on(&bob.table)) /* whoever sees it first records it for all */
        attends(&bob);
    assert_int_equal(bob.last.kind, NEWS_FILED);
    assert_string_equal(live_table_game(&bob.table)->reason, "time");
    attends(&ana);
    assert_int_equal(ana.last.kind, NEWS_FILED);
    leaves(&ana);
    leaves(&bob);
}

static void a_lost_connection_is_recorded(void **state)
{
    struct sitter ana, bob;
    (void)state;
    sit_down(&ana, &bob, (struct seek){0});
    presence_leave(bob.place.presence); /* as if it was killed */
    bob.place.presence = NULL;
    attends(&ana);
    assert_told(&ana, "here");
    assert_false(ana.last.yes);
    assert_true(live_table_game(&ana.table)->seat[BLACK].present);
    assert_in_range(live_table_wait(&ana.table), 1, 1500);
    ana.now += 1500;
    attends(&ana);
    assert_false(live_table_game(&ana.table)->seat[BLACK].present);
    assert_true(live_table_game(&ana.table)->seat[BLACK].lost);
    live_table_clear(&bob.table);
    leaves(&bob);
    leaves(&ana);
}

static void another_login_takes_the_seat(void **state)
{
    struct sitter ana, bob, again;
    (void)state;
    sit_down(&ana, &bob, (struct seek){0});
    comes(&again, "bob");
    opens(&again, live_table_game(&bob.table)->id);
    assert_told(&again, "watching");
    assert_true(again.last.yes && again.table.held);
    assert_false(plays(&again, "e5"));
    assert_int_equal(again.last.cause, TABLE_WATCHES);
    char id[ULID_LENGTH + 1];
    assert_true(live_table_seat_is_free(&again.table));
    assert_false(live_table_sit_down(&again.table, id)); /* the game stays open */
    assert_told(&again, "refused seated");
    attends(&bob);
    assert_told(&bob, "taken");
    assert_int_equal(bob.table.side, NOBODY);
    live_table_watch(&bob.table);
    assert_false(live_table_sit_down(&again.table, id));
    assert_int_equal(again.last.cause, TABLE_SEATED);
    leaves(&again);
    leaves(&ana);
    leaves(&bob);
}

static void sides_are_drawn_by_lot(void **state)
{
    struct sitter ana, bob;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    seeks(&ana, (struct seek){.by_lot = true}, "classical", id);
    joins(&bob, id);
    assert_told(&bob, "seated");
    attends(&ana);
    assert_told(&ana, "record seated drawn begun record");
    assert_int_equal(ana.table.side + bob.table.side, WHITE + BLACK);
    leaves(&ana);
    leaves(&bob);
}

/* ---------------------------------------------------------------- three players, watchers */

static void of_three_one_leaves(void **state)
{
    struct sitter ana, bob, cle;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    comes(&cle, "cle");
    seeks(&ana, (struct seek){0}, "triangle-corners-3", id);
    joins(&bob, id);
    joins(&cle, id);
    attends(&ana);
    attends(&bob);
    assert_true(plays(&ana, "Pd4-e4"));
    ana.told[0] = bob.told[0] = cle.told[0] = '\0';
    ana.used = bob.used = cle.used = 0;
    attends(&bob);
    live_table_resign(&bob.table);
    assert_told(&bob, "record record left");
    assert_int_equal(bob.last.side, BLACK);
    assert_int_equal(bob.last.count, 1); /* the others play on */
    assert_false(plays(&bob, "Pg5-g4"));
    assert_int_equal(bob.last.cause, TABLE_OUT);
    attends(&cle);
    assert_told(&cle, "record left");
    live_table_propose(&cle.table, LIVE_DRAW);
    assert_string_equal(cle.text, "the others are");
    attends(&ana);
    live_table_answer(&ana.table, true);
    assert_true(live_table_game(&ana.table)->stage >= LIVE_OVER);
    assert_int_equal(ana.last.kind, NEWS_FILED);
    leaves(&ana);
    leaves(&bob);
    leaves(&cle);
}

/* From the clocks a late watcher could see who is thinking, and for how long. */
static void assert_no_clocks(struct sitter *late)
{
    char clock[CLOCK_ROOM];
    struct yaml_text text = {0};
    record_write(session_record(&late->game), &text);
    assert_null(strstr(text.v, "clk"));
    free(text.v);
    assert_false(live_table_clock_text(&late->table, WHITE, clock));
    assert_true(game_command_run(&late->game, REQ_TELL, ""));
    assert_null(strstr(late->content, "clock"));
    assert_null(strstr(late->content, "left"));
}

static void a_late_watcher_learns_nothing_early(void **state)
{
    struct sitter ana, bob, eve;
    (void)state;
    sit_down(&ana, &bob, (struct seek){.delay = 1, .control = "15"});
    comes(&eve, "eve");
    opens(&eve, live_table_game(&ana.table)->id);
    assert_told(&eve, "watching");
    assert_true(live_table_late(&eve.table));
    assert_int_equal(table_command_can(&eve.table, REQ_CLOCK), 1);
    assert_true(table_command_run(&eve.table, REQ_CLOCK, ""));
    assert_string_equal(eve.content, "You see the game 1 ply late and without its clocks\n");
    assert_true(table_command_run(&ana.table, REQ_CLOCK, ""));
    assert_string_equal(ana.content, "White has 0:15:00 left, Black has 0:15:00 left\n"
                                     "The clocks are stopped until each side has played once\n");
    assert_true(plays(&ana, "e4"));
    attends(&eve);
    assert_told(&eve, "");
    assert_int_equal(session_record(&eve.game)->moves.n, 0);
    attends(&bob);
    live_table_propose(&bob.table, LIVE_DRAW);
    attends(&eve);
    assert_told(&eve, "");
    assert_true(plays(&bob, "e5"));
    attends(&eve);
    assert_told(&eve, "record");
    assert_int_equal(session_record(&eve.game)->moves.n, 1);
    assert_int_equal(live_table_hidden(&eve.table), 1);
    assert_no_clocks(&eve);
    assert_string_equal(session_record(&ana.game)->moves.v[0].notes->clk, "0:15:00");
    live_table_say(&eve.table, "slow"); /* only watchers hear it */
    assert_told(&eve, "said sent");
    attends(&ana);
    assert_null(strstr(ana.told, "said"));
    leaves(&eve);
    leaves(&ana);
    leaves(&bob);
}

/* Whoever is at a live table, nothing but the journal changes its record. */
static void a_live_game_is_not_tried_or_changed(void **state)
{
    static const struct {
        enum request command;
        const char *argument;
    } rows[] = {{REQ_TRIAL, ""},      {REQ_GUESS, ""},        {REQ_NULL_MOVE, ""},
                {REQ_COMMENT, "x"},   {REQ_NAG_PALETTE, "!"}, {REQ_MARK_CELL, "e4"},
                {REQ_TAGS, "x"},      {REQ_DELETE, ""},       {REQ_REPLACE, "d4"},
                {REQ_PROMOTE, ""},    {REQ_UNDO, ""},         {REQ_REDO, ""},
                {REQ_TAKE_BACK, ""},  {REQ_RESIGN, ""},       {REQ_OFFER_DRAW, ""},
                {REQ_CLAIM_DRAW, ""}, {REQ_REMATCH, ""},      {REQ_DIFF, "all"}};
    struct sitter ana, bob, eve;
    (void)state;
    sit_down(&ana, &bob, (struct seek){.control = ""});
    comes(&eve, "eve");
    opens(&eve, live_table_game(&ana.table)->id);
    assert_true(plays(&ana, "e4"));
    attends(&bob);
    attends(&eve);
    struct game_session *games[] = {&ana.game, &bob.game, &eve.game};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct record *record = session_record(games[i]);
        for (size_t row = 0; row < COUNT_OF(rows); row++) {
            assert_true(game_command_run(games[i], rows[row].command, rows[row].argument));
            assert_false(games[i]->trial || games[i]->guessing);
            assert_ptr_equal(session_record(games[i]), record);
            assert_int_equal(games[i]->edits.undos, 0);
        }
        session_trial_begin(games[i]);
        session_guess_toggle(games[i]);
        assert_false(games[i]->trial || games[i]->guessing);
    }
    assert_true(plays(&bob, "e5"));
    attends(&ana);
    assert_true(plays(&ana, "Nf3"));
    leaves(&eve);
    leaves(&ana);
    leaves(&bob);
}

static void a_private_game_is_closed_to_watchers(void **state)
{
    struct sitter ana, bob, eve;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    comes(&bob, "bob");
    comes(&eve, "eve");
    seeks(&ana, (struct seek){.is_private = true}, "classical", id);
    opens(&eve, id);
    assert_told(&eve, "watching");
    assert_true(live_table_seat_is_free(&eve.table));
    joins(&bob, id);
    assert_false(live_table_attend(&eve.table, true));
    char taken[ULID_LENGTH + 1];
    assert_false(live_table_sit_down(&eve.table, taken));
    assert_int_equal(eve.last.kind, NEWS_REFUSED);
    leaves(&ana);
    leaves(&bob);
    leaves(&eve);
}

static void a_game_is_withdrawn(void **state)
{
    struct sitter ana;
    char id[ULID_LENGTH + 1];
    (void)state;
    comes(&ana, "ana");
    seeks(&ana, (struct seek){0}, "classical", id);
    assert_false(plays(&ana, "e4"));
    assert_int_equal(ana.last.cause, TABLE_SEATS);
    live_table_resign(&ana.table);
    assert_int_equal(ana.last.kind, NEWS_FILED);
    assert_false(ana.last.yes);
    assert_false(live_table_quiet(&ana.table));
    leaves(&ana);
}

int main(void)
{
    const struct CMUnitTest both[] = {
        cmocka_unit_test(two_play_to_the_archive),
        cmocka_unit_test(offers_are_answered),
        cmocka_unit_test(commands_are_possible_in_time),
        cmocka_unit_test(seats_are_taken_by_a_command),
        cmocka_unit_test(players_talk_by_commands),
        cmocka_unit_test(a_repetition_is_claimed),
        cmocka_unit_test(a_flag_falls),
        cmocka_unit_test(a_lost_connection_is_recorded),
        cmocka_unit_test(another_login_takes_the_seat),
        cmocka_unit_test(sides_are_drawn_by_lot),
        cmocka_unit_test(of_three_one_leaves),
        cmocka_unit_test(a_late_watcher_learns_nothing_early),
        cmocka_unit_test(a_live_game_is_not_tried_or_changed),
        cmocka_unit_test(a_private_game_is_closed_to_watchers),
        cmocka_unit_test(a_game_is_withdrawn),
    };
    return run_on_both(both, COUNT_OF(both), NULL, 0, make_club, drop_club);
}
