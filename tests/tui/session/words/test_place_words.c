/* test_place_words.c - what there is to tell at a place of a game
 * (tui/session/words/place_words.h), in its order, without the notes of hidden annotators. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/record/header_values.h"
#include "core/family.h"
#include "tui/session/describe.h"
#include "tui/session/words/place_words.h"

#include <string.h>

/* 1. e4 e5 2. Nf3 with notes of all sorts on the first ply, and 1... c5 by Ana as a variation. */
static void session_start(struct game_session *game)
{
    struct record *record = record_new("classical");
    struct spot first = {.ply = 1}, side = {.ply = 1};
    struct note why;
    line_append(&record->moves, "Pe2-e4");
    line_append(&record->moves, "Pe7-e5");
    line_append(&record->moves, "Ng1-f3");
    assert_int_equal(edit_play(record, &side, "Pc7-c5", &why), 1);
    edit_sign_line(record, &side, "Ana");
    record_set_text(record, "event.name", "Club");
    record_set_text(record, "event.round", "2");
    record_set_text(record, "event.site", "?");
    record_set_text(record, "result.score", "*");
    edit_comment(record, &(struct spot){0}, "Ana", "about the game");
    edit_nag(record, &first, 3);
    edit_nag(record, &first, 250);
    edit_comment(record, &first, NULL, "unsigned");
    edit_comment(record, &first, "Bea", "of Bea");
    edit_mark(record, &first, "Ana", "circle", "e4", "red");
    edit_mark(record, &first, NULL, "arrow", "d1 f3 h5", "green");
    edit_mark(record, &first, NULL, "arrow", "e2 e4", "blue");
    edit_step_comment(&record->moves.v[0], 1, 0, "Ana", "on a member");
    struct notes *notes = record->moves.v[0].notes;
    text_replace(&notes->before, "it begins");
    text_replace(&notes->clk, "0:01:05");
    text_replace(&notes->emt, "0:00:07");
    *game = (struct game_session){.offer = -1};
    edits_begin(&game->edits, record);
    assert_int_equal(session_open_rules(game), 0);
}

static void session_stop(struct game_session *game)
{
    track_clear(&game->track);
    edits_clear(&game->edits);
    ruleset_free(game->rules);
}

static void go_to(struct game_session *game, struct spot spot)
{
    game->spot = spot;
    track_go(&game->track, session_record(game), &game->spot);
}

struct wanted {
    enum told_kind kind;
    const char *text, *brief, *by;
    int number, member;
};

static void assert_told(struct game_session *game, const struct wanted *wanted, int n)
{
    struct told_list told = {0};
    told_here(game, &told);
    for (int i = 0; i < n && i < told.n; i++) {
        const struct told *entry = &told.v[i];
        if (entry->kind != wanted[i].kind || strcmp(entry->text, wanted[i].text) != 0)
            fail_msg("entry %d: kind %d '%s', not %d '%s'", i, (int)entry->kind, entry->text,
                     (int)wanted[i].kind, wanted[i].text);
        assert_string_equal(entry->brief ? entry->brief : "",
                            wanted[i].brief ? wanted[i].brief : "");
        assert_string_equal(entry->by ? entry->by : "", wanted[i].by ? wanted[i].by : "");
        assert_int_equal(entry->number, wanted[i].number);
        assert_int_equal(entry->member, wanted[i].member);
    }
    assert_int_equal(told.n, n);
    told_free(&told);
    assert_int_equal(told.n, 0);
}

static void a_ply_has_all_its_notes_in_order(void **state)
{
    static const struct wanted all[] = {
        {TOLD_JUDGEMENT, "brilliant move", NULL, NULL, 3, 0},
        {TOLD_JUDGEMENT, "", NULL, NULL, 250, 0},
        {TOLD_CLOCK, "0:01:05", NULL, NULL, 0, 0},
        {TOLD_SPENT, "0:00:07", NULL, NULL, 0, 0},
        {TOLD_BEFORE, "it begins", NULL, NULL, 0, 0},
        {TOLD_COMMENT, "unsigned", NULL, NULL, 0, 0},
        {TOLD_COMMENT, "of Bea", NULL, "Bea", 0, 0},
        {TOLD_MEMBER, "member 1", NULL, NULL, 0, 1},
        {TOLD_COMMENT, "on a member", NULL, "Ana", 0, 1},
        {TOLD_MARK, "red circle on e4", "e4 red", NULL, 0, 0},
        {TOLD_MARK, "green arrow d1 f3 h5", "1> d1-f3-h5 green", NULL, 0, 0},
        {TOLD_MARK, "blue arrow from e2 to e4", "2> e2-e4 blue", NULL, 0, 0},
    };
    struct game_session game;
    (void)state;
    session_start(&game);
    go_to(&game, (struct spot){.ply = 1});
    assert_told(&game, all, 12);
    session_stop(&game);
}

/* Judgements and the comment before the ply have no author. */
static void notes_of_hidden_annotators_are_left_out(void **state)
{
    static const struct wanted unhidden[] = {
        {TOLD_CLOCK, "0:01:05", NULL, NULL, 0, 0},
        {TOLD_SPENT, "0:00:07", NULL, NULL, 0, 0},
        {TOLD_COMMENT, "of Bea", NULL, "Bea", 0, 0},
        {TOLD_MEMBER, "member 1", NULL, NULL, 0, 1},
    };
    struct game_session game;
    (void)state;
    session_start(&game);
    go_to(&game, (struct spot){.ply = 1});
    layers_count(&game.layers, session_record(&game));
    game.layers.v[layers_find(&game.layers, NULL)].hidden = true;
    game.layers.v[layers_find(&game.layers, "Ana")].hidden = true;
    assert_told(&game, unhidden, 4);
    session_stop(&game);
}

static void the_start_has_headers_and_the_comments_on_the_game(void **state)
{
    static const struct wanted all[] = {
        {TOLD_VARIANT, "Classical Chess", NULL, NULL, 0, 0},
        {TOLD_HEADER, "Club, round 2", NULL, NULL, 0, 0},
        {TOLD_HEADER, "not finished", NULL, NULL, 0, 0},
        {TOLD_COMMENT, "about the game", NULL, "Ana", 0, 0},
    };
    struct game_session game;
    (void)state;
    session_start(&game);
    assert_told(&game, all, 4);
    session_stop(&game);
}

static void a_variation_has_its_author_and_a_check_its_verdict(void **state)
{
    static const struct wanted line[] = {{TOLD_LINE, " {Ana}", NULL, NULL, 0, 0}};
    static const char *const mate[] = {"Pf2-f3", "Pe7-e5", "Pg2-g4", "Qd8-h4"};
    struct game_session game;
    struct spot side = {.ply = 1};
    struct told_list told = {0};
    (void)state;
    session_start(&game);
    assert_true(spot_next(session_record(&game), &side, 1));
    go_to(&game, side);
    assert_told(&game, line, 1);
    session_stop(&game);
    struct record *record = record_new("classical");
    game = (struct game_session){.offer = -1};
    edits_begin(&game.edits, record);
    assert_int_equal(session_open_rules(&game), 0);
    for (int i = 0; i < 4; i++)
        line_append(&record->moves, mate[i]);
    go_to(&game, (struct spot){.ply = 4});
    told_here(&game, &told);
    assert_int_equal(told.n, 1);
    assert_int_equal(told.v[0].kind, TOLD_VERDICT);
    char words[300];
    words_verdict(&game.track.now, track_verdict(&game.track), words, sizeof words);
    assert_string_equal(words, told.v[0].text); /* one sentence, whoever tells it */
    assert_memory_equal(words, "Black has won: checkmate", strlen("Black has won: checkmate"));
    told_free(&told);
    session_stop(&game);
}

static void where_and_when_is_told_as_far_as_known(void **state)
{
    struct record *record = record_new("classical");
    char text[600];
    (void)state;
    words_occasion(record, text, sizeof text);
    assert_string_equal(text, "");
    record_set_text(record, "event.name", "Club");
    record_set_text(record, "event.round", "2");
    record_set_text(record, "event.site", "?");
    record_set_text(record, "event.date", "1858-\?\?-\?\?");
    words_occasion(record, text, sizeof text);
    assert_string_equal(text, "Club, round 2, 1858");
    record_set_text(record, "event.date", "\?\?\?\?-\?\?-\?\?");
    words_occasion(record, text, sizeof text);
    assert_string_equal(text, "Club, round 2");
    words_opening(record, text, sizeof text);
    assert_string_equal(text, "");
    record_set_text(record, "opening.name", "Philidor Defense");
    words_opening(record, text, sizeof text);
    assert_string_equal(text, "Philidor Defense");
    record_free(record);
}

enum { SENTENCES_ROOM = 600 };

static void keep_sentence(void *argument, const char *sentence)
{
    char *all = argument;
    size_t used = strlen(all);
    text_add(all, SENTENCES_ROOM, &used, "%s.", sentence);
}

#define assert_turn(game, sentences)          \
    do {                                      \
        char all[SENTENCES_ROOM] = "";        \
        words_turn(game, keep_sentence, all); \
        assert_string_equal(all, sentences);  \
    } while (0)

static void the_last_ply_and_the_turn_are_sentences(void **state)
{
    struct game_session game;
    char text[WORDS_ROOM];
    (void)state;
    session_start(&game);
    go_to(&game, (struct spot){0});
    words_last_ply(&game, text, sizeof text);
    assert_string_equal(text, "");
    assert_turn(&game, "White is to move.");
    go_to(&game, (struct spot){.ply = 3});
    words_last_ply(&game, text, sizeof text);
    assert_string_equal(text, "White Knight from g1 goes to f3");
    assert_turn(&game, "Black is to move.");
    /* somebody who resigns is no longer to move */
    record_set_text(session_record(&game), "result.score", "1-0");
    record_set_text(session_record(&game), "result.reason", "resignation");
    assert_turn(&game, "Black was to move when the game ended.The result is 1-0: resignation.");
    go_to(&game, (struct spot){.ply = 2});
    assert_turn(&game, "White is to move.");
    text_replace(&session_record(&game)->moves.v[1].text, "Ke4");
    go_to(&game, (struct spot){.ply = 2});
    words_last_ply(&game, text, sizeof text);
    assert_string_equal(text, "");
    assert_non_null(strstr(game.track.why.text, "e4"));
    session_stop(&game);
}

/* The notes in sentences; those on members are only announced. */
static void notes_are_sentences(void **state)
{
    struct game_session game;
    char all[SENTENCES_ROOM] = "";
    (void)state;
    session_start(&game);
    go_to(&game, (struct spot){.ply = 1});
    session_record(&game)->moves.v[0].notes->gap = true;
    assert_true(words_notes_here(&game, keep_sentence, all));
    assert_string_equal(all, "Judgement: brilliant move.Judgement number 250."
                             "The clock shows 0:01:05.The ply took 0:00:07."
                             "Comment before the ply: it begins."
                             "Comment: unsigned.Comment by Bea: of Bea."
                             "Mark: red circle on e4.Mark: green arrow d1 f3 h5."
                             "Mark: blue arrow from e2 to e4."
                             "The file marks that plies are missing here.");
    go_to(&game, (struct spot){0});
    all[0] = '\0';
    assert_false(words_notes_here(&game, keep_sentence, all));
    assert_string_equal(all, "Comment on the game by Ana: about the game.");
    session_stop(&game);
}

static void the_heading_is_told_in_sentences(void **state)
{
    struct game_session game;
    char told[SENTENCES_ROOM] = "";
    (void)state;
    session_start(&game);
    record_set_player(session_record(&game), 'b', "Ivo");
    record_set_text(session_record(&game), "opening.name", "sicilian defence");
    words_heading(&game, keep_sentence, told);
    assert_string_equal(told, "This is a game of Classical Chess, Club, round 2."
                              "Sicilian defence."
                              "Black is Ivo."
                              "The game has 3 plies; its result is open.");
    session_stop(&game);
    /* without rules it is only a text */
    struct record *record = record_new("no-such-variant");
    record_set_text(record, "result.score", "1-0");
    game = (struct game_session){.unknown = {.text = "it is unknown"}};
    edits_begin(&game.edits, record);
    told[0] = '\0';
    words_heading(&game, keep_sentence, told);
    assert_string_equal(told, "This is a game of no-such-variant."
                              "The game has 0 plies; its result is 1-0."
                              "The game can only be read as text: it is unknown.");
    edits_clear(&game.edits);
}

/* A note that was written on another member says so. */
static void a_note_on_a_member_says_what_it_was_written_on(void **state)
{
    struct game_session game;
    struct told_list told = {0};
    (void)state;
    session_start(&game);
    go_to(&game, (struct spot){.ply = 1});
    struct step_note *step = &session_record(&game)->moves.v[0].notes->steps[0];
    text_replace(&step->after, "Pe2-e4");
    told_step(&game, &game.track.before, &game.track.ply[0], step, &told);
    assert_int_equal(told.n, 1);
    told_free(&told);
    text_replace(&step->after, "Pd2-d4");
    told_step(&game, &game.track.before, &game.track.ply[0], step, &told);
    assert_int_equal(told.n, 2);
    assert_int_equal(told.v[0].kind, TOLD_ELSEWHERE);
    assert_string_equal(told.v[0].text, "this note was written on Pd2-d4 and moved here");
    assert_int_equal(told.v[0].member, 1);
    told_free(&told);
    session_stop(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ply_has_all_its_notes_in_order),
        cmocka_unit_test(notes_of_hidden_annotators_are_left_out),
        cmocka_unit_test(the_start_has_headers_and_the_comments_on_the_game),
        cmocka_unit_test(a_variation_has_its_author_and_a_check_its_verdict),
        cmocka_unit_test(where_and_when_is_told_as_far_as_known),
        cmocka_unit_test(the_last_ply_and_the_turn_are_sentences),
        cmocka_unit_test(the_heading_is_told_in_sentences),
        cmocka_unit_test(notes_are_sentences),
        cmocka_unit_test(a_note_on_a_member_says_what_it_was_written_on),
    };
    return cmocka_run_group_tests_name("what there is to tell", tests, NULL, NULL);
}
