/* test_game_search.c - searching in one game (tui/session/game_search.h): texts and queries,
 * forward and backward in reading order, with wrapping. */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/session/game_search.h"

/* A game with everything that a search looks at. The spots in reading order: 0 the start, 1 e4,
 * 2 e5, 1.0/1 c5 and 1.0/2 Nf3 (the variation that replaces e5), 3 Nf3, 4 Nc6. */
struct searched {
    struct ruleset *rules;
    struct position start;
    struct record *record;
    struct ply_texts texts;
};

static struct searched game;

static int make_game(void **state)
{
    (void)state;
    game.rules = open_position("classical", NULL, &game.start);
    struct record *record = game.record = record_new("classical");
    for (const char *ply = "e4\0e5\0Nf3\0Nc6\0"; *ply; ply += strlen(ply) + 1)
        line_append(&record->moves, ply);
    record_set_player(record, 'w', "Morphy");
    comments_append(&record->comments, "A friendly game", "Ana");
    struct notes *notes = node_notes(&record->moves.v[1]);
    nags_add(&notes->nags, 4); /* ?? */
    struct line *line = lines_append(&notes->alts);
    text_replace(&line->title, "Sicilian");
    text_replace(&line->comment, "sharper");
    text_replace(&line->by, "Boris");
    line_append(line, "c5");
    line_append(line, "Nf3");
    comments_append(&node_notes(&record->moves.v[2])->comments, "Develops, says M\u00FCller", NULL);
    notes = node_notes(&record->moves.v[3]);
    text_replace(&notes->before, "Natural");
    comments_append(&notes_step(notes, 1, 1)->comments, "over the Pawn", NULL);
    ply_texts_begin(&game.texts, &game.start, record->notation);
    return 0;
}

static int drop_game(void **state)
{
    (void)state;
    ply_texts_clear(&game.texts);
    record_free(game.record);
    ruleset_free(game.rules);
    return 0;
}

/* Where a search from a spot arrives; "none" if nothing is found. Valid until the next call. */
static const char *found_by(struct game_search *query, const char *text, const char *from, int step)
{
    static char to[60];
    struct spot spot, before;
    assert_true(spot_read(from, &spot));
    before = spot;
    if (!game_search_find(query, text, game.record, &game.texts, step, &spot)) {
        assert_true(spot_same(&spot, &before) || step < 0);
        return "none";
    }
    assert_true(spot_write(&spot, to, sizeof to));
    return to;
}

struct search_row {
    const char *text, *from;
    int step;
    const char *to;
};

static void texts_are_found_in_plies_and_notes(void **state)
{
    static const struct search_row rows[] = {
        {"e5", "0", 1, "2"},
        {"nc6", "0", 1, "4"},
        {"friendly", "2", 1, "0"},
        {"ana", "2", 1, "0"}, /* who wrote the comment */
        {"SICILIAN", "0", 1, "1.0/1"},
        {"sharper", "0", 1, "1.0/1"},
        {"boris", "0", 1, "1.0/1"},
        {"develops", "0", 1, "3"},
        {"muller", "0", 1, "3"},
        {"natural", "0", 1, "4"},
        {"over the pawn", "0", 1, "4"},
        {"Qh5", "0", 1, "none"},
        {"Qh5", "3", -1, "none"},
        {"Morphy", "0", 1, "none"}, /* headers are neither plies nor notes */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(found_by(NULL, rows[i].text, rows[i].from, rows[i].step), rows[i].to);
}

static void searches_wrap_in_both_directions(void **state)
{
    static const struct search_row rows[] = {
        /* A variation is read after the ply it replaces, so its Nf3 comes first */
        {"Nf3", "0", 1, "1.0/2"},
        {"Nf3", "1.0/2", 1, "3"},
        {"Nf3", "3", 1, "1.0/2"},
        {"Nf3", "4", 1, "1.0/2"},
        {"Nf3", "4", -1, "3"},
        {"Nf3", "3", -1, "1.0/2"},
        {"Nf3", "1.0/2", -1, "3"},
        {"Nf3", "0", -1, "3"},
        /* The only hit is found again from itself */
        {"natural", "4", 1, "4"},
        {"natural", "4", -1, "4"},
        {"friendly", "0", 1, "0"},
        {"friendly", "0", -1, "0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(found_by(NULL, rows[i].text, rows[i].from, rows[i].step), rows[i].to);
}

/* Files may store plies in their long form, and people type what they see. */
static void plies_are_found_as_stored_and_as_shown(void **state)
{
    (void)state;
    struct ply_texts texts = {0};
    struct spot spot = spot_start();
    struct record *record = record_new("classical");
    record->notation = NOTATION_LONG;
    line_append(&record->moves, "Ng1-f3");
    ply_texts_begin(&texts, &game.start, record->notation);
    assert_true(game_search_find(NULL, "g1-f3", record, &texts, 1, &spot));
    assert_int_equal(spot.ply, 1);
    spot = spot_start();
    assert_true(game_search_find(NULL, "Nf3", record, &texts, 1, &spot));
    assert_int_equal(spot.ply, 1);
    ply_texts_clear(&texts);
    record_free(record);
}

static void queries_are_known_by_their_keys(void **state)
{
    static const char *const queries[] = {"pos:here", "nag:??",     "-nag:??",      "(has:comment)",
                                          "!move:e4", "e4|has:nag", "e4 text:sharp"};
    static const char *const texts[] = {"",          "e4",        "Nf3",    "position:here",
                                        "xpos:here", "idea: Nf3", "nag ??", "pos"};
    (void)state;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (!game_search_is_query(queries[i]))
            fail_msg("'%s' is a query", queries[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (game_search_is_query(texts[i]))
            fail_msg("'%s' is no query", texts[i]);
}

static void queries_find_single_plies(void **state)
{
    static const struct search_row rows[] = {
        {"nag:??", "0", 1, "2"},
        {"nag:??", "2", -1, "2"},
        {"nag:!", "0", 1, "none"},
        {"move:Nf3", "0", 1, "1.0/2"},
        {"move:Nf3", "1.0/2", 1, "3"},
        {"move:Nf3", "3", 1, "1.0/2"},
        {"move:Nf3", "0", -1, "3"},
        {"ply:e?", "1", 1, "2"},
        {"move:c5 | move:Nc6", "0", 1, "1.0/1"},
        {"move:c5 | move:Nc6", "1.0/1", 1, "4"},
        {"text:develops", "0", 1, "3"},
        /* The headers are those of the whole game */
        {"white:morphy move:Nc6", "0", 1, "4"},
        {"white:nobody move:Nc6", "0", 1, "none"},
        {"variant:classical move:c5", "0", 1, "1.0/1"},
        /* The position is that after the ply */
        {"piece:N@f3", "0", 1, "1.0/2"},
        {"piece:n@c6", "0", 1, "4"},
        {"capture:Q", "0", 1, "none"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_search *query;
        struct note why;
        if (game_search_open(&query, game.record, &game.start, rows[i].text, NULL, &why) < 0)
            fail_msg("%s: %s", rows[i].text, why.text);
        const char *to = found_by(query, rows[i].text, rows[i].from, rows[i].step);
        if (strcmp(to, rows[i].to) != 0)
            fail_msg("%s from %s: %s, not %s", rows[i].text, rows[i].from, to, rows[i].to);
        game_search_close(query);
    }
    game_search_close(NULL);
}

/* `here` is the position that was given when the search was opened: that of a spot of the game. */
static void positions_are_found(void **state)
{
    static const char *const spots[] = {"0", "1", "2", "1.0/1", "1.0/2", "3", "4"};
    (void)state;
    for (size_t i = 0; i < sizeof spots / sizeof *spots; i++) {
        struct track track = {0};
        struct game_search *query;
        struct spot spot;
        struct note why;
        assert_true(spot_read(spots[i], &spot));
        track_begin(&track, &game.start);
        track_go(&track, game.record, &spot);
        assert_int_equal(
            game_search_open(&query, game.record, &game.start, "pos:here", &track.now, &why), 0);
        /* Every position of this game is another one, so this spot is the only hit */
        assert_string_equal(found_by(query, "", "0", 1), spots[i]);
        assert_string_equal(found_by(query, "", "4", -1), spots[i]);
        assert_true(game_search_fits(query, &spot));
        game_search_close(query);
        track_clear(&track);
    }
}

static void invalid_queries_are_explained(void **state)
{
    struct game_search *query;
    struct note why = {.text = ""};
    (void)state;
    assert_int_equal(
        game_search_open(&query, game.record, &game.start, "move:e4 nag:zz", NULL, &why),
        FAIL_TEXT);
    assert_int_equal(why.offset, 12); /* the byte where the value begins */
    assert_true(*why.text);
    assert_int_equal(game_search_open(&query, game.record, &game.start, "pos:here", NULL, &why),
                     FAIL_TEXT); /* no board, no `here` */
    /* A code that the program does not know is accepted if the game has it */
    assert_int_equal(
        game_search_open(&query, game.record, &game.start, "eco:Z99 move:e5", NULL, &why),
        FAIL_TEXT);
    record_set_text(game.record, "opening.eco", "Z99");
    assert_int_equal(
        game_search_open(&query, game.record, &game.start, "eco:Z99 move:e5", NULL, &why), 0);
    assert_string_equal(found_by(query, "", "0", 1), "2");
    game_search_close(query);
    record_set_text(game.record, "opening.eco", NULL);
}

/* What follows an illegal ply has no positions, so no query matches there; texts are found. */
static void plies_after_an_illegal_one_do_not_match(void **state)
{
    struct game_search *query;
    struct ply_texts texts = {0};
    struct spot spot = spot_start();
    struct note why;
    (void)state;
    struct record *record = record_new("classical");
    for (const char *ply = "e4\0Qh1\0Nf3\0"; *ply; ply += strlen(ply) + 1)
        line_append(&record->moves, ply);
    ply_texts_begin(&texts, &game.start, record->notation);
    assert_int_equal(game_search_open(&query, record, &game.start, "move:Nf3", NULL, &why), 0);
    assert_false(game_search_find(query, "", record, &texts, 1, &spot));
    assert_false(game_search_fits(query, &(struct spot){.ply = 3}));
    game_search_close(query);
    assert_true(game_search_find(NULL, "Nf3", record, &texts, 1, &spot));
    assert_int_equal(spot.ply, 3);
    ply_texts_clear(&texts);
    record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_found_in_plies_and_notes),
        cmocka_unit_test(searches_wrap_in_both_directions),
        cmocka_unit_test(plies_are_found_as_stored_and_as_shown),
        cmocka_unit_test(queries_are_known_by_their_keys),
        cmocka_unit_test(queries_find_single_plies),
        cmocka_unit_test(positions_are_found),
        cmocka_unit_test(invalid_queries_are_explained),
        cmocka_unit_test(plies_after_an_illegal_one_do_not_match),
    };
    return cmocka_run_group_tests(tests, make_game, drop_game);
}
