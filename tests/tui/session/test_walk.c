/* test_walk.c - stepping through a ply of an open game, by members and by cells, and from note to
 * note (tui/session/session_walk.c). */
#include "config.h"
#include "tests/support/croatian.h"
#include "tests/support/session_club.h"

#include "archive/record/header_values.h"
#include "tui/session/game_session.h"

#include <string.h>

/* The Wave example of the book: five members, of which the first passes b1 and a1, and the second
 * four cells. A shorter cascade is a variation. */
static const char cascade[] = "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-e5]~[We5-b5]",
                  shorter[] = "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]";

static void hear_nothing(void *self, const struct game_event *event)
{
    (void)self;
    (void)event;
}

static const struct game_client deaf = {
    .tell = hear_nothing, .author = client_name, .saver = client_name, .label = client_label};

static void session_start(struct game_session *game)
{
    struct record *record = record_new("mirandas-veil");
    struct spot start = spot_start();
    struct note why;
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    record_set_text(record, "start.position", WAVES);
    line_append(&record->moves, cascade);
    line_append(&record->moves, "Kp16-p15");
    assert_int_equal(edit_play(record, &start, shorter, &why), 1);
    *game = (struct game_session){.ops = &deaf, .offer = -1};
    edits_begin(&game->edits, record);
    session_begin(game);
    session_reread(game);
}

static void assert_at(struct game_session *game, int ply, int member, int cell)
{
    if (spot_plies(&game->spot) != ply || game->walk.member != member || game->walk.cell != cell)
        fail_msg("at %d, %d, %d, not %d, %d, %d", spot_plies(&game->spot), game->walk.member,
                 game->walk.cell, ply, member, cell);
}

static void members_are_stepped_through_and_back(void **state)
{
    struct game_session game;
    char text[400];
    (void)state;
    session_start(&game);
    assert_false(session_walks(&game));
    assert_false(session_walk_back(&game)); /* the start of the game */
    for (int member = 1; member <= 5; member++) {
        assert_true(session_walk_on(&game));
        assert_at(&game, 0, member, 0);
    }
    assert_true(session_walks(&game));
    assert_int_equal(session_walk_part(&game), 5);
    session_walk_label(&game, text, sizeof text);
    assert_string_equal(text, "member 5 [We5-b5]");
    assert_true(session_walk_on(&game)); /* past the ply */
    assert_at(&game, 1, 0, 0);
    assert_true(session_walk_on(&game)); /* a ply of one member is one step */
    assert_at(&game, 2, 0, 0);
    assert_false(session_walk_on(&game)); /* the end of the line */
    assert_true(session_walk_back(&game));
    assert_at(&game, 1, 0, 0);
    assert_true(session_walk_back(&game)); /* the cascade, whole, before its last member is undone
                                            */
    assert_at(&game, 0, 5, 0);
    assert_true(session_walk_back(&game));
    assert_at(&game, 0, 4, 0);
    /* Going anywhere ends the walk. */
    session_go(&game, &game.spot);
    assert_false(session_walks(&game));
    session_clear(&game);
}

static void a_member_is_stepped_through_cell_by_cell(void **state)
{
    struct game_session game;
    char text[400];
    (void)state;
    session_start(&game);
    assert_true(session_walk_cell_on(&game)); /* b1 */
    assert_at(&game, 0, 0, 1);
    assert_int_equal(session_walk_part(&game), 1);
    session_walk_label(&game, text, sizeof text);
    assert_string_equal(text, "member 1 [Qc1-a1], step 1");
    session_walk_words(&game, false, text, sizeof text);
    assert_string_equal(text, "step 1 of member 1 of 5");
    assert_true(session_walk_cell_on(&game)); /* a1 ends the member */
    assert_at(&game, 0, 1, 0);
    assert_true(session_walk_cell_on(&game)); /* a2 */
    assert_at(&game, 0, 1, 1);
    assert_true(session_walk_back(&game)); /* to where the member begins */
    assert_at(&game, 0, 1, 0);
    assert_true(session_walk_cell_back(&game)); /* b1 again */
    assert_at(&game, 0, 0, 1);
    assert_true(session_walk_past(&game));
    assert_at(&game, 1, 0, 0);
    session_clear(&game);
}

static void the_chosen_continuation_is_stepped_through(void **state)
{
    struct game_session game;
    struct spot to = spot_start();
    struct ply ply = {0};
    (void)state;
    session_start(&game);
    assert_true(spot_next(session_record(&game), &to, 1));
    assert_true(session_walk_to(&game, &to, 4));
    assert_int_equal(game.choice, 1);
    assert_at(&game, 0, 4, 0);
    assert_string_equal(session_walk_node(&game)->text, shorter);
    assert_true(session_walk_ply(&game, &ply));
    assert_int_equal(ply_walk_members(&ply), 4);
    ply_free(&ply);
    assert_false(session_walk_to(&game, &(struct spot){0}, 1)); /* no ply leads to the start */
    session_clear(&game);
}

static void hidden_annotators_are_left_out_of_the_choice(void **state)
{
    struct game_session game;
    struct spot side = spot_start();
    (void)state;
    session_start(&game);
    game.walk.member = 2;
    assert_false(session_choose(&game, -1));
    assert_int_equal(game.walk.member, 2);
    assert_true(session_choose(&game, 1));
    assert_int_equal(game.choice, 1);
    assert_false(session_walks(&game));
    assert_false(session_choose(&game, 1));
    assert_true(session_choose(&game, -1));
    assert_int_equal(game.choice, 0);
    assert_true(spot_next(session_record(&game), &side, 1));
    edit_sign_line(session_record(&game), &side, "Ana");
    layers_count(&game.layers, session_record(&game));
    game.layers.v[layers_find(&game.layers, "Ana")].hidden = true;
    assert_false(session_choose(&game, 1));
    session_clear(&game);
}

/* The notes on members come before those on the whole ply. */
static void notes_are_found_in_reading_order(void **state)
{
    struct game_session game;
    (void)state;
    session_start(&game);
    struct record *record = session_record(&game);
    edit_step_comment(&record->moves.v[0], 3, 0, NULL, "on a member");
    edit_step_comment(&record->moves.v[0], 2, 2, NULL, "on a step of one");
    edit_comment(record, &(struct spot){.ply = 1}, NULL, "on the ply");
    assert_true(session_walk_noted(&game, 1));
    assert_at(&game, 0, 1, 2);
    assert_string_equal(session_walk_note(&game)->comments.v[0].text, "on a step of one");
    assert_true(session_walk_noted(&game, 1));
    assert_at(&game, 0, 3, 0);
    assert_true(session_walk_noted(&game, 1));
    assert_at(&game, 1, 0, 0);
    assert_false(session_walk_noted(&game, 1));
    assert_true(session_walk_noted(&game, -1));
    assert_at(&game, 0, 3, 0);
    assert_true(session_walk_noted(&game, -1));
    assert_at(&game, 0, 1, 2);
    session_clear(&game);
}

/* What is typed on a member is stored in the draft, and the game stays as it is until the text is
 * complete. */
static void a_comment_that_is_typed_on_a_member_is_only_in_the_draft(void **state)
{
    struct game_session game;
    struct session_place here;
    struct record *draft;
    struct version version;
    struct note why;
    (void)state;
    session_start(&game);
    assert_int_equal(store_open(&game.store, club, NULL, &why), 0);
    game.writable = true;
    assert_true(session_walk_on(&game));
    here = (struct session_place){session_walk_node(&game), session_walk_part(&game), 0, false};
    assert_true(session_keep_typed(&game, &here, "half a sent"));
    assert_string_equal(session_comment_text(&game, &here), "");
    if (store_draft_load(game.store, session_record(&game)->id, &draft, &version, &why) < 0)
        fail_msg("%s", why.text);
    assert_string_equal(edit_step_comment_text(&draft->moves.v[0], 1, 0, "ana"), "half a sent");
    record_free(draft);
    /* The text is discarded. */
    session_forget_typed(&game);
    if (store_draft_load(game.store, session_record(&game)->id, &draft, &version, &why) == 0) {
        assert_string_equal(edit_step_comment_text(&draft->moves.v[0], 1, 0, "ana"), "");
        record_free(draft);
    }
    store_close(game.store);
    game.store = NULL;
    session_clear(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_stepped_through_and_back),
        cmocka_unit_test(a_member_is_stepped_through_cell_by_cell),
        cmocka_unit_test(the_chosen_continuation_is_stepped_through),
        cmocka_unit_test(hidden_annotators_are_left_out_of_the_choice),
        cmocka_unit_test(a_comment_that_is_typed_on_a_member_is_only_in_the_draft),
        cmocka_unit_test(notes_are_found_in_reading_order),
    };
    return cmocka_run_group_tests_name("stepping through a ply", tests, make_club, drop_club);
}
