/* test_game_session.c - an open game without a screen (tui/session/game_session.h): what it tells
 * its client, saving while others save, clocks, and the computer. */
#include "config.h"
#include "tests/support/listener.h"

#include "archive/record/header_values.h"
#include "core/family.h"

#include <signal.h>
#include <sys/resource.h>

/* ---------------------------------------------------------------- playing */

static void plies_are_told(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana, "classical", "");
    assert_true(plays(&ana, "f3"));
    assert_true(ana.last.yes); /* new */
    assert_true(plays(&ana, "e5"));
    assert_true(plays(&ana, "g4"));
    assert_told(&ana, "played played played");
    assert_true(plays(&ana, "Qh4"));
    assert_told(&ana, "ended played");
    assert_false(plays(&ana, "e4"));
    assert_int_equal(ana.last.cause, REFUSED_FINISHED);
    session_take_back(&ana.game);
    assert_int_equal(ana.last.count, 1);
    assert_told(&ana, "refused taken-back");
    assert_false(session_over(&ana.game));
    struct spot start = spot_start();
    session_go(&ana.game, &start);
    assert_true(plays(&ana, "f3"));
    assert_false(ana.last.yes); /* it was there */
    listener_end(&ana);
}

static void a_game_that_is_read_gets_variations(void **state)
{
    struct listener ana;
    struct record *record = record_new("classical");
    (void)state;
    line_append(&record->moves, "e4");
    listener_open(&ana, NULL, record, NULL, false);
    assert_true(plays(&ana, "d4"));
    assert_told(&ana, "variation played");
    struct spot first = ana.game.spot;
    /* the next ply continues the variation */
    assert_true(plays(&ana, "e5"));
    assert_told(&ana, "played");
    session_go(&ana.game, &first);
    assert_true(plays(&ana, "Nf6"));
    assert_told(&ana, "variation played");
    session_go(&ana.game, &first);
    const struct notes *notes = spot_node(record, &(struct spot){.ply = 1})->notes;
    assert_int_equal(notes->alts.n, 1);
    assert_string_equal(notes->alts.v[0].by, "ana");
    session_resign(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NOT_IN_PLAY);
    ana.game.writable = false;
    assert_false(plays(&ana, "d5"));
    assert_int_equal(ana.last.cause, REFUSED_READ_ONLY);
    session_trial_begin(&ana.game); /* there everything may be changed */
    assert_true(plays(&ana, "d5"));
    session_trial_end(&ana.game, true);
    assert_true(ana.game.trial); /* not into a game that may not be changed */
    session_trial_end(&ana.game, false);
    assert_told(&ana, "refused refused trial variation played refused trial-over");
    ana.game.writable = ana.led = true;
    assert_false(plays(&ana, "c5")); /* the client has told why */
    assert_told(&ana, "");
    listener_end(&ana);
}

static void a_ply_that_loses_is_told_before(void **state)
{
    struct listener ana;
    struct ply ply = {0};
    struct note why;
    (void)state;
    struct record *record = record_new("turnover");
    record_set_text(record, "start.position", "8/8/8/3Kk3/2f5/8/8/8 w - - 0 1");
    listener_open(&ana, NULL, record, NULL, true);
    const struct position *now = &ana.game.track.now;
    assert_int_equal(now->rules->rules->parse(now, "Kxe5", &ply, &why), 0);
    assert_false(session_loses(&ana.game, &ply)); /* it wins */
    assert_told(&ana, "");
    ply_free(&ply);
    /* White takes the only Castle apart */
    assert_int_equal(now->rules->rules->parse(now, "K^c4/W", &ply, &why), 0);
    assert_true(session_loses(&ana.game, &ply));
    assert_told(&ana, "loses");
    assert_string_equal(ana.text, "K^c4/W");
    assert_string_equal(ana.why, "no castles");
    assert_string_equal(ana.last.rule, "rules/turnover.md 8.1");
    assert_int_equal(session_record(&ana.game)->moves.n, 0); /* told, not played */
    ply_free(&ply);
    listener_end(&ana);
}

/* ---------------------------------------------------------------- ends */

static void offers_go_round(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana, "triangle-corners-3", "");
    session_accept(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NO_OFFER);
    assert_told(&ana, "refused");
    session_offer_draw(&ana.game);
    assert_int_equal(ana.last.next, BLACK);
    session_accept(&ana.game);
    assert_int_equal(ana.last.side, BLACK);
    session_decline(&ana.game);
    assert_told(&ana, "offered agreed declined");
    session_resign(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NO_PLY); /* there is no ply to record it with */
    assert_true(plays(&ana, "Pd4-e4"));
    session_resign(&ana.game);
    assert_told(&ana, "refused played left");
    assert_int_equal(ana.last.side, BLACK);
    session_resign(&ana.game);
    assert_told(&ana, "ended left");
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "1-0-0");
    listener_end(&ana);
}

static void playing_on_reopens_the_game(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana, "classical", "");
    assert_true(plays(&ana, "e4"));
    session_resign(&ana.game);
    assert_int_equal(ana.last.side, WHITE);
    session_offer_draw(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_OVER);
    assert_true(plays(&ana, "e5"));
    assert_told(&ana, "played ended refused reopened played");
    session_undo(&ana.game, 1, false);
    assert_true(session_over(&ana.game));
    session_redo(&ana.game);
    session_redo(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NOTHING_TO_REDO);
    assert_told(&ana, "undone undone refused");
    session_claim(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_RULES);
    listener_end(&ana);
}

static void a_flag_ends_the_game(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana, "classical", "1");
    assert_int_equal(session_clock_wait(&ana.game), -1);
    assert_true(plays(&ana, "e4"));
    assert_true(plays(&ana, "e5"));
    assert_int_equal(session_clock_wait(&ana.game), 60000);
    ana.now = 59999;
    assert_false(session_clock_fallen(&ana.game));
    ana.now = 60000;
    assert_false(plays(&ana, "Nf3")); /* too late, although nobody has looked */
    assert_told(&ana, "played played ended");
    assert_string_equal(record_text(session_record(&ana.game), "result.reason"), "time");
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "0-1");
    listener_end(&ana);
}

/* ---------------------------------------------------------------- notes and lines */

static void notes_and_lines_are_told(void **state)
{
    struct listener ana;
    struct record *record = record_new("classical");
    struct spot spot = {.ply = 1};
    struct session_place here = {0}, before = {.before = true};
    (void)state;
    for (const char *ply = "e4\0e5\0Nf3\0"; *ply; ply += strlen(ply) + 1)
        line_append(&record->moves, ply);
    listener_open(&ana, NULL, record, NULL, false);
    session_judge_ply(&ana.game, &here, 1);
    assert_int_equal(ana.last.cause, REFUSED_NO_PLY);
    session_go(&ana.game, &spot);
    session_judge_ply(&ana.game, &here, 1);
    session_comment(&ana.game, &here, "after");
    session_comment(&ana.game, &before, "before");
    assert_string_equal(session_comment_text(&ana.game, &here), "after");
    assert_string_equal(session_comment_text(&ana.game, &before), "before");
    session_comment(&ana.game, &here, "");
    assert_false(ana.last.yes);
    session_mark(&ana.game, &here, "circle", "e4", "red");
    assert_int_equal(ana.last.count, 1);
    session_mark(&ana.game, &here, "circle", "e4", "red");
    assert_int_equal(ana.last.count, -1);
    assert_told(&ana, "refused judged commented commented commented marked marked");
    assert_true(session_replace(&ana.game, "d4")); /* e5 is legal after it, and so is Nf3 */
    assert_int_equal(ana.last.count, 2);
    assert_false(session_replace(&ana.game, "e9"));
    session_null_move(&ana.game);
    session_go(&ana.game, &spot);
    char *line = session_line_text(&ana.game, 0);
    assert_string_equal(line, "e5 Nf3");
    session_graft(&ana.game, line);
    assert_int_equal(ana.last.count, 0); /* they are there */
    session_graft(&ana.game, "c5 c3 nonsense");
    assert_int_equal(ana.last.count, 2);
    free(line);
    session_delete(&ana.game);
    assert_told(&ana, "replaced refused passed grafted refused grafted deleted");
    assert_int_equal(session_record(&ana.game)->moves.n, 0);
    assert_true(session_undo(&ana.game, 20, false) > 5);
    assert_string_equal(spot_node(session_record(&ana.game), &spot)->text, "e4");
    listener_end(&ana);
}

static void a_line_moves_up(void **state)
{
    struct listener ana;
    struct record *record = record_new("classical");
    (void)state;
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    listener_open(&ana, NULL, record, NULL, false);
    session_promote(&ana.game);
    assert_told(&ana, "refused"); /* the start is in no line */
    assert_true(plays(&ana, "d4"));
    hush(&ana);
    session_promote(&ana.game);
    assert_told(&ana, "moved-up");
    assert_int_equal(ana.game.spot.depth, 0);
    assert_string_equal(record->moves.v[0].text, "d4");
    assert_string_equal(record->moves.v[0].notes->alts.v[0].v[0].text, "e4");
    session_promote(&ana.game);
    assert_told(&ana, "refused"); /* it is the main line now */
    listener_end(&ana);
}

static void what_is_impossible_is_refused(void **state)
{
    struct listener ana;
    struct record *record = record_new("classical");
    static const struct session_place here;
    (void)state;
    listener_begin(&ana, "classical", "");
    session_take_back(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NO_PLY);
    session_decline(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NO_OFFER);
    session_null_move(&ana.game);
    assert_string_equal(ana.why, "you cannot pass in a game: null moves are only for variations");
    assert_false(session_replace(&ana.game, "e4"));
    assert_int_equal(ana.last.cause, REFUSED_NO_PLY);
    session_merge_layer(&ana.game, "bob", true);
    assert_int_equal(ana.last.cause, REFUSED_NOTHING_THERE);
    assert_told(&ana, "refused refused refused refused refused");
    assert_int_equal(session_record(&ana.game)->moves.n, 0);
    assert_int_equal(ana.game.edits.undos, 0);
    assert_true(plays(&ana, "e4"));
    session_go(&ana.game, &(struct spot){0});
    session_offer_draw(&ana.game);
    assert_int_equal(ana.last.cause, REFUSED_NOT_THE_END);
    ana.led = true; /* the client says why */
    hush(&ana);
    session_take_back(&ana.game);
    session_null_move(&ana.game);
    session_promote(&ana.game);
    session_delete(&ana.game);
    session_graft(&ana.game, "e5");
    session_mark(&ana.game, &here, "circle", "e4", "red");
    session_merge_layer(&ana.game, "ana", false);
    assert_told(&ana, "");
    assert_int_equal(session_record(&ana.game)->moves.n, 1);
    listener_end(&ana);
    line_append(&record->moves, "e5"); /* not a ply of White */
    listener_open(&ana, NULL, record, NULL, true);
    session_go(&ana.game, &(struct spot){.ply = 1});
    assert_false(plays(&ana, "e4"));
    assert_int_equal(ana.last.cause, REFUSED_BROKEN);
    assert_false(session_replace(&ana.game, "e4"));
    assert_int_equal(ana.last.cause, REFUSED_BROKEN);
    listener_end(&ana);
    listener_open(&ana, NULL, record_new("no-such-game"), NULL, true);
    assert_false(session_may_play(&ana.game));
    assert_int_equal(ana.last.cause, REFUSED_UNKNOWN);
    listener_end(&ana);
}

/* ---------------------------------------------------------------- guessing */

static void guesses_are_counted(void **state)
{
    struct listener ana;
    struct record *record = record_new("classical");
    (void)state;
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    listener_open(&ana, NULL, record, NULL, false);
    session_guess_toggle(&ana.game);
    assert_false(plays(&ana, "d4"));
    assert_true(plays(&ana, "e4"));
    assert_int_equal(ana.last.count, 1);
    assert_int_equal(ana.last.of, 2);
    assert_true(plays(&ana, "e5"));
    assert_false(plays(&ana, "Nf3"));
    session_guess_toggle(&ana.game);
    assert_told(&ana, "guessing ill guessed guessed guess-end guess-end");
    assert_true(edits_saved(&ana.game.edits));
    listener_end(&ana);
}

/* ---------------------------------------------------------------- saving */

static struct store *club_of(const char *user)
{
    struct store *store;
    struct note why;
    if (store_open(&store, club, &(struct store_options){.user = user}, &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 1000))
        continue;
    return store;
}

/* Open the only game of the club. */
static void listener_join(struct listener *listener, const char *user)
{
    struct store *store = club_of(user);
    struct table_open open = {0};
    struct note why;
    assert_int_equal(table_load(store, 0, &open, NULL, &why), 0);
    listener_open(listener, store, open.record, &open.version, false);
}

static void listener_leave(struct listener *listener)
{
    struct store *store = listener->game.store;
    listener_end(listener);
    store_close(store);
}

static void comments(struct listener *listener, int ply, const char *text)
{
    session_go(&listener->game, &(struct spot){.ply = ply});
    session_comment(&listener->game, &(struct session_place){0}, text);
    listener->told[0] = '\0';
    listener->used = 0;
}

static void saves_of_others_are_merged(void **state)
{
    struct listener ana, bea;
    struct note why;
    (void)state;
    struct record *record = record_new("classical");
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Bea");
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    listener_open(&ana, club_of("ana"), record, NULL, false);
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    assert_int_equal(ana.last.count, 1); /* for the first time */
    assert_false(session_may_save(&ana.game));
    assert_int_equal(ana.last.cause, REFUSED_UNCHANGED);
    listener_join(&bea, "bea");
    comments(&ana, 1, "first");
    comments(&bea, 2, "second");
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    assert_int_equal(session_save(&bea.game, NULL, 0), 0);
    assert_true(bea.last.yes); /* with hers */
    assert_told(&ana, "saved");
    assert_int_equal(session_reload(&ana.game, &why), TAKEN_ALL);
    assert_string_equal(
        edit_comment_text(session_record(&ana.game), &(struct spot){.ply = 2}, "ana"), "second");
    /* both change the same */
    comments(&ana, 1, "of ana");
    comments(&bea, 1, "of bea");
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    bea.used = 0;
    assert_int_equal(session_save(&bea.game, NULL, 0), FAIL_CONFLICT);
    assert_told(&bea, "conflict");
    assert_int_equal(bea.game.saving.merge.conflicts, 1);
    enum merge_side choice = MERGE_MINE;
    /* a choice without having seen the conflict does not count */
    assert_int_equal(session_save(&bea.game, &choice, 1), FAIL_CONFLICT);
    assert_true(bea.game.saving.unseen);
    assert_int_equal(session_save_answered(&bea.game, "mine"), FAIL_CONFLICT);
    assert_int_equal(session_save_answered(&bea.game, "mine hers"), FAIL_TEXT);
    assert_int_equal(bea.last.cause, REFUSED_TEXT);
    bea.game.offered = bea.game.saving.version;
    /* another change may bring other conflicts: the answer is for those that were shown */
    comments(&bea, 2, "later");
    assert_int_equal(session_save_answered(&bea.game, "mine"), FAIL_CONFLICT);
    bea.game.offered = bea.game.saving.version;
    assert_int_equal(session_save_answered(&bea.game, "mine"), 0);
    assert_told(&bea, "conflict saved");
    /* nobody undoes what others did without being asked */
    assert_int_equal(session_reload(&ana.game, &why), TAKEN_ALL);
    assert_int_equal(session_undo(&ana.game, 1, false), 0);
    assert_true(ana.last.cause == REFUSED_OF_OTHERS || ana.last.cause == REFUSED_OTHERS_SINCE);
    assert_int_equal(session_undo(&ana.game, 1, true), 1);
    listener_leave(&bea);
    listener_leave(&ana);
}

/* Others save while a game is open: a look merges it and tells of it once. */
static void what_others_save_is_noticed(void **state)
{
    struct listener ana, bea;
    (void)state;
    listener_join(&ana, "ana");
    listener_join(&bea, "bea");
    assert_false(session_look(&ana.game));
    assert_told(&ana, "");
    comments(&bea, 2, "of bea");
    assert_int_equal(session_save(&bea.game, NULL, 0), 0);
    session_compose_begin(&ana.game); /* a ply in progress refers to the record as it is */
    assert_false(session_look(&ana.game));
    session_compose_drop(&ana.game);
    assert_true(session_look(&ana.game));
    assert_int_equal(ana.last.count, TAKEN_ALL);
    assert_told(&ana, "others-saved");
    assert_false(session_look(&ana.game));
    comments(&bea, 2, "of bea again");
    assert_int_equal(session_save(&bea.game, NULL, 0), 0);
    comments(&ana, 1, "of ana");
    assert_true(session_look(&ana.game));
    assert_int_equal(ana.last.count, TAKEN_BOTH);
    comments(&bea, 1, "of bea");
    assert_int_equal(session_save(&bea.game, NULL, 0), 0);
    ana.used = 0;
    assert_true(session_look(&ana.game)); /* both wrote about the first ply, under their names */
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    assert_told(&ana, "others-saved saved");
    /* a conflict that was shown is not told again */
    assert_true(session_look(&bea.game));
    record_set_player(session_record(&ana.game), 'w', "Anna");
    record_set_player(session_record(&bea.game), 'w', "Anne");
    comments(&ana, 1, "with a name");
    comments(&bea, 2, "with another name");
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    assert_int_equal(session_save(&bea.game, NULL, 0), FAIL_CONFLICT);
    bea.used = 0;
    assert_false(session_look(&bea.game));
    assert_int_equal(bea.used, 0);
    listener_leave(&bea);
    listener_leave(&ana);
}

/* An editor may be writing the file just now, so only the second look tells. */
static void a_game_that_is_gone_is_noticed_at_the_second_look(void **state)
{
    struct listener ana;
    struct note why;
    (void)state;
    listener_join(&ana, "ana");
    struct store *other = club_of("bea");
    struct version version;
    struct record *record;
    assert_int_equal(store_load(other, 0, &record, &version, NULL, &why), 0);
    assert_int_equal(store_remove(other, record->id, &version, &why), 0);
    assert_false(session_look(&ana.game));
    assert_told(&ana, "");
    assert_false(session_look(&ana.game));
    assert_true(ana.last.yes);
    assert_false(session_look(&ana.game));
    assert_told(&ana, "unreadable");
    assert_int_equal(session_save_answered(&ana.game, ""), 0);
    assert_false(session_look(&ana.game));
    assert_told(&ana, "saved");
    record_free(record);
    store_close(other);
    listener_leave(&ana);
}

static void a_deleted_game_is_saved_anew(void **state)
{
    struct listener ana;
    struct note why;
    (void)state;
    listener_join(&ana, "ana");
    struct store *other = club_of("bea");
    struct version version;
    struct record *record;
    assert_int_equal(store_load(other, 0, &record, &version, NULL, &why), 0);
    comments(&ana, 1, "still here");
    assert_int_equal(store_remove(other, record->id, &version, &why), 0);
    assert_int_equal(session_save(&ana.game, NULL, 0), FAIL_CONFLICT);
    assert_told(&ana, "question");
    assert_string_equal(ana.text, "The game was deleted meanwhile. Save it anyway?");
    session_save_not(&ana.game); /* no: the next save asks again */
    assert_int_equal(session_save_answered(&ana.game, ""), FAIL_CONFLICT);
    assert_told(&ana, "question");
    assert_int_equal(session_save_answered(&ana.game, ""), 0);
    assert_told(&ana, "saved");
    record_free(record);
    store_close(other);
    listener_leave(&ana);
}

/* The answer to the question holds until the game is saved, also when conflicts come after it. */
static void saving_asks_before_it_loses_remarks(void **state)
{
    struct listener ana;
    (void)state;
    listener_join(&ana, "ana");
    const char *id = session_record(&ana.game)->id, remark[] = "# a remark\n";
    int at = store_find(ana.game.store, id);
    char label[100], path[300], found[ULID_LENGTH + 1];
    size_t size;
    int line;
    store_label(ana.game.store, at, label, sizeof label, found, &line);
    snprintf(path, sizeof path, "%s", in_folder(club, label));
    char *bytes = read_file(path, &size), *with = memory_new(size + sizeof remark, 1);
    memcpy(with, bytes, size);
    memcpy(with + size, remark, sizeof remark);
    write_file(path, with, size + sizeof remark - 1);
    free(with);
    free(bytes);
    assert_int_equal(session_reload(&ana.game, &(struct note){.text = ""}), TAKEN_ALL);
    hush(&ana);
    comments(&ana, 1, "one more");
    assert_int_equal(session_save_answered(&ana.game, ""), FAIL_CONFLICT);
    assert_told(&ana, "question");
    assert_int_equal(ana.last.command, REQ_SAVE);
    assert_string_equal(ana.text,
                        "Saving loses the file's # remarks; the old file goes to the trash. Save?");
    session_save_not(&ana.game);
    assert_int_equal(session_save_answered(&ana.game, ""), FAIL_CONFLICT);
    assert_told(&ana, "question");
    assert_int_equal(session_save_answered(&ana.game, "hers"), FAIL_TEXT);
    hush(&ana);
    assert_int_equal(session_save_answered(&ana.game, ""), 0);
    assert_told(&ana, "saved");
    comments(&ana, 1, "and one more");
    assert_int_equal(session_save_answered(&ana.game, ""), 0);
    assert_told(&ana, "saved");
    listener_leave(&ana);
}

static void a_save_that_fails_loses_nothing(void **state)
{
    struct listener ana;
    struct rlimit limit, none;
    (void)state;
    listener_join(&ana, "ana");
    comments(&ana, 1, "kept");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none = limit;
    none.rlim_cur = 0; /* a full disk */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    int result = session_save(&ana.game, NULL, 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_true(result < 0);
    assert_told(&ana, "not-saved");
    assert_false(session_is_saved(&ana.game));
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    listener_leave(&ana);
}

/* Where the user left a game is remembered, but not for guests, nor of games in play and live
 * games. */
static void the_reader_comes_back(void **state)
{
    static const struct spot second = {.ply = 2}, beyond = {.ply = 200};
    struct listener ana;
    struct left left;
    (void)state;
    setenv("XDG_DATA_HOME", top, 1);
    listener_join(&ana, "ana");
    session_set_first_spot(&ana.game, NULL, false, &left);
    assert_int_equal(ana.game.spot.ply, 0);
    assert_int_equal(left.panel, -1);
    session_go(&ana.game, &second);
    assert_false(session_get_left(&ana.game, true, &left));
    ana.guest = true;
    assert_false(session_get_left(&ana.game, false, &left));
    ana.guest = false;
    assert_true(session_get_left(&ana.game, false, &left));
    assert_int_equal(left.spot.ply, 2);
    left.panel = 1;
    left.fold[0] = second;
    left.fold[1] = beyond; /* a spot that the game no longer has */
    left.folds = 2;
    left_write(session_record(&ana.game)->id, &left);
    listener_leave(&ana);
    listener_join(&ana, "ana");
    session_set_first_spot(&ana.game, NULL, false, &left);
    assert_int_equal(ana.game.spot.ply, 2);
    assert_int_equal(ana.game.came.ply, 2);
    assert_int_equal(left.panel, 1);
    assert_int_equal(left.folds, 1);
    session_set_first_spot(&ana.game, &beyond, false, &left); /* where the game ends */
    assert_int_equal(ana.game.spot.ply, session_record(&ana.game)->moves.n);
    session_set_first_spot(&ana.game, NULL, true, &left);
    assert_int_equal(ana.game.spot.ply, 0);
    ana.guest = true;
    session_set_first_spot(&ana.game, NULL, false, &left);
    assert_int_equal(ana.game.spot.ply, 0);
    ana.guest = false;
    ana.game.play = true; /* a game in play begins at its end */
    session_set_first_spot(&ana.game, NULL, false, &left);
    assert_int_equal(ana.game.spot.ply, session_record(&ana.game)->moves.n);
    assert_false(session_get_left(&ana.game, false, &left));
    listener_leave(&ana);
}

/* In a rematch the players rotate by one seat; a side without a name keeps its own. */
static void in_a_rematch_the_players_rotate(void **state)
{
    struct listener listener;
    (void)state;
    struct record *record = record_new("triangle-corners-3");
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Black");
    record_set_player(record, 'r', "Cle");
    keyboard_clock_write(record, "5+3");
    listener_open(&listener, NULL, record, NULL, true);
    assert_false(session_may_rematch(&listener.game));
    record_set_text(record, "result.score", "1-0-0");
    assert_true(session_may_rematch(&listener.game));
    struct record *again = session_rematch(&listener.game, "2026-11-29");
    assert_string_equal(record_player(again, 'w'), "White"); /* the seat of Black had no name */
    assert_string_equal(record_player(again, 'b'), "Cle");
    assert_string_equal(record_player(again, 'r'), "Ana");
    assert_string_equal(record_text(again, "event.control.text"), "5+3");
    assert_string_equal(record_text(again, "event.date"), "2026-11-29");
    assert_string_equal(record_text(again, "result.score"), "*");
    record_free(again);
    listener_end(&listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_are_told),
        cmocka_unit_test(a_game_that_is_read_gets_variations),
        cmocka_unit_test(a_ply_that_loses_is_told_before),
        cmocka_unit_test(offers_go_round),
        cmocka_unit_test(playing_on_reopens_the_game),
        cmocka_unit_test(a_flag_ends_the_game),
        cmocka_unit_test(notes_and_lines_are_told),
        cmocka_unit_test(a_line_moves_up),
        cmocka_unit_test(what_is_impossible_is_refused),
        cmocka_unit_test(guesses_are_counted),
        cmocka_unit_test(saves_of_others_are_merged),
        cmocka_unit_test(what_others_save_is_noticed),
        cmocka_unit_test(a_game_that_is_gone_is_noticed_at_the_second_look),
        cmocka_unit_test(the_reader_comes_back),
        cmocka_unit_test(a_deleted_game_is_saved_anew),
        cmocka_unit_test(saving_asks_before_it_loses_remarks),
        cmocka_unit_test(a_save_that_fails_loses_nothing),
        cmocka_unit_test(in_a_rematch_the_players_rotate),
    };
    return cmocka_run_group_tests(tests, make_club, drop_club);
}
