/* test_place_commands.c - commands that tell where the reader is, and those that go to a number
 * (tui/session/commands/place_commands.c). */
#include "config.h"
#include "tests/support/croatian.h"
#include "tests/support/told_reader.h"

#include "archive/record/header_values.h"

/* 1. e4 e5 2. Nf3 with a judgement and a comment, and 1... c5 by Ana, with a title. */
static void begin_annotated(void)
{
    struct record *record = record_new("classical");
    struct spot first = {.ply = 1}, side = {.ply = 1};
    struct note why;
    line_append(&record->moves, "Pe2-e4");
    line_append(&record->moves, "Pe7-e5");
    line_append(&record->moves, "Ng1-f3");
    assert_int_equal(edit_play(record, &side, "Pc7-c5", &why), 1);
    edit_sign_line(record, &side, "Ana");
    edit_nag(record, &first, 3);
    edit_comment(record, &first, "Bea", "two lines,\none sentence");
    begin_record(record);
}

static void go(int ply)
{
    session_go(&reader.game, &(struct spot){.ply = ply});
}

static void the_place_is_told(void **state)
{
    (void)state;
    begin_annotated();
    assert_told(REQ_TELL, "", "This is the start of the game\nWhite is to move\n");
    assert_string_equal(reader.title, "Where you are");
    assert_string_equal(reader.said, "");
    go(1);
    assert_told(REQ_TELL, "",
                "Ply 1, White: e4\n"
                "White Pawn from e2 goes to e4\n"
                "Judgement: brilliant move\n"
                "Comment by Bea: two lines, one sentence\n"
                "Black is to move\n"
                "Choice 1: e5\n"
                "Choice 2: c5, a variation\n");
    assert_string_equal(reader.said,
                        "{step-next} goes on with choice 1, {line N} with another one; ");
    reader.game.choice = 1; /* the other one is chosen */
    run_command(REQ_TELL, "");
    assert_string_equal(reader.said,
                        "{step-next} goes on with choice 2, {line N} with another one; ");
    go(3);
    reader.form = FORM_LONG;
    assert_told(REQ_TELL, "",
                "Ply 3, White: Ng1-f3\n"
                "White Knight from g1 goes to f3\n"
                "Black is to move\n"
                "This is the end of the line\n");
    end();
}

/* In a game in play or a live game more plies are to come. */
static void a_game_in_play_has_no_end_yet(void **state)
{
    (void)state;
    begin_annotated();
    go(3);
    assert_told(REQ_TURN, "", "Black is to move\nThis is the end of the line\n");
    reader.game.live = true;
    assert_told(REQ_TURN, "", "Black is to move\n");
    reader.game.live = false;
    reader.game.play = true;
    assert_told(REQ_TURN, "", "Black is to move\n");
    record_set_text(session_record(&reader.game), "result.score", "1-0");
    assert_told(REQ_TURN, "", "Black was to move when the game ended\nThe result is 1-0\n");
    end();
}

/* Who must answer a draw offer comes after the place. */
static void an_offer_is_told_with_the_place(void **state)
{
    (void)state;
    begin("classical", "");
    reader.game.play = true;
    session_offer_draw(&reader.game);
    run_command(REQ_TELL, "");
    assert_int_equal(reader.kind, GAME_OFFERED);
    end();
}

static void plies_are_listed_from_here_on(void **state)
{
    (void)state;
    begin_annotated();
    assert_told(REQ_PLIES, "",
                "Ply 1, White: e4, with notes\nPly 2, Black: e5\nPly 3, White: Nf3\n");
    assert_told(REQ_PLIES, "1", "Ply 1, White: e4, with notes\n");
    run_command(REQ_LAYER, "Bea off"); /* the judgement is unsigned */
    assert_told(REQ_PLIES, "1", "Ply 1, White: e4, with notes\n");
    run_command(REQ_LAYER, "nobody off");
    assert_told(REQ_PLIES, "1", "Ply 1, White: e4\n");
    run_command(REQ_LAYER, "all");
    assert_int_equal(reader.game.spot.ply, 0); /* the reader stays */
    go(1);
    reader.game.choice = 1; /* the chosen continuation is listed */
    assert_told(REQ_PLIES, "", "Ply 2, Black: c5\n");
    go(3);
    assert_told(REQ_PLIES, "", "This is the end of the line\n");
    assert_refused(REQ_PLIES, "none", "give a number from 1 to 100000, not 'none'");
    go(1);
    session_guess_toggle(&reader.game);
    assert_refused(REQ_PLIES, "", "the following plies are hidden while you guess them");
    end();
}

static void the_last_ply_is_told(void **state)
{
    (void)state;
    begin_annotated();
    assert_told(REQ_LAST_PLY, "", "This is the start of the game; there is no last ply\n");
    go(2);
    assert_told(REQ_LAST_PLY, "",
                "The last ply is ply 2, Black: e5\nBlack Pawn from e7 goes to e5\n");
    end();
}

/* Continuations are hidden with their annotator, and from a user who guesses. */
static void continuations_are_told(void **state)
{
    (void)state;
    begin_annotated();
    assert_told(REQ_LINES, "", "There are no variations here\n");
    assert_string_equal(reader.said, "");
    go(1);
    assert_told(REQ_LINES, "", "Choice 1: e5\nChoice 2: c5, a variation\n");
    assert_string_equal(reader.said,
                        "{step-next} goes on with choice 1, {line N} with another one; ");
    run_command(REQ_LAYER, "Ana off");
    assert_told(REQ_LINES, "", "Choice 1: e5\n");
    run_command(REQ_LAYER, "all");
    session_guess_toggle(&reader.game);
    assert_refused(REQ_LINES, "", "the following plies are hidden while you guess them");
    assert_refused(REQ_LINE, "9", "the following plies are hidden while you guess them");
    assert_refused(REQ_COPY_LINE, "", "the following plies are hidden while you guess them");
    end();
}

/* The variation of the wave: Qa1~Wa5~Wc5~Rd5, with notes on its members. */
static void begin_cascade(void)
{
    struct record *record = record_new("mirandas-veil");
    record_set_text(record, "start.position", WAVES);
    line_append(&record->moves, "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]");
    edit_step_comment(&record->moves.v[0], 2, 0, "Ana", "on the second");
    begin_record(record);
    go(1);
}

static void members_are_told_with_their_notes(void **state)
{
    (void)state;
    begin_cascade();
    assert_told(REQ_MEMBERS, "",
                "Member 1 of 4: White Queen from c1 goes to a1 and activates the White Wave there "
                "with momentum 2\n"
                "Member 2 of 4: White Wave from a1 goes to a5 and activates the Black Wave there "
                "with momentum 2\n"
                "Comment by Ana: on the second\n"
                "Member 3 of 4: Black Wave from a5 goes to c5 and activates the White Rook there "
                "with momentum 2\n"
                "Member 4 of 4: White Rook from c5 goes to d5\n");
    run_command(REQ_TELL, "");
    assert_string_equal(reader.said, "the members of the ply have notes; {members} tells them; ");
    edit_step_comment(&session_record(&reader.game)->moves.v[0], 6, 0, NULL, "lost");
    run_command(REQ_MEMBERS, "");
    assert_non_null(
        strstr(reader.text, "\nA note on member 6, which this ply does not have\nComment: lost\n"));
    layers_count(&reader.game.layers, session_record(&reader.game));
    run_command(REQ_LAYER, "nobody off"); /* the note is hidden with whoever wrote it */
    run_command(REQ_MEMBERS, "");
    assert_null(strstr(reader.text, "member 6"));
    assert_non_null(strstr(reader.text, "on the second"));
    go(0);
    assert_refused(REQ_MEMBERS, "", "there is no ply with members here");
    end();
}

/* A client without a picture selects a member, and notes then belong to it. */
static void a_member_is_selected_for_notes(void **state)
{
    (void)state;
    begin_cascade();
    assert_told(REQ_MEMBER_NEXT, "2",
                "Member 2 of 4: White Wave from a1 goes to a5 and activates the Black Wave there "
                "with momentum 2\n"
                "Comment by Ana: on the second\n");
    assert_non_null(strstr(reader.said, "{member-next 0} returns to the whole ply"));
    const struct node *node = &session_record(&reader.game)->moves.v[0];
    run_command(REQ_COMMENT, "mine");
    assert_string_equal(edit_step_comment_text(node, 2, 0, "ana"), "mine");
    run_command(REQ_MEMBER_NEXT, "0");
    assert_string_equal(reader.said, "notes go to the whole ply again; ");
    run_command(REQ_COMMENT, "of the ply");
    assert_string_equal(edit_comment_text(session_record(&reader.game), &reader.game.spot, "ana"),
                        "of the ply");
    assert_refused(REQ_MEMBER_NEXT, "5", "give a number from 0 to 4, not '5'");
    run_command(REQ_MEMBER_NEXT, "");
    assert_int_equal(reader.kind, GAME_ASKS);
    run_command(REQ_MEMBER_NEXT, "3");
    go(1); /* going anywhere, even here, selects none */
    assert_int_equal(reader.game.member, 0);
    go(0);
    assert_refused(REQ_MEMBER_NEXT, "1", "there is no ply with members here");
    end();
}

/* A client that shows a ply half-made steps to the member. */
static void a_member_is_stepped_to(void **state)
{
    (void)state;
    begin_cascade();
    reader.ops.steps = true;
    run_command(REQ_MEMBER_NEXT, "2");
    assert_int_equal(reader.game.spot.ply, 0);
    assert_int_equal(reader.game.walk.member, 2);
    assert_int_equal(reader.game.member, 0);
    run_command(REQ_TELL, "");
    assert_non_null(strstr(reader.text, "\nInside the next ply: member 2 of 4"));
    end();
}

/* `go-to` counts plies; for a client with score sheets, moves. */
static void a_number_leads_to_a_ply_or_a_move(void **state)
{
    (void)state;
    begin_annotated();
    run_command(REQ_GO_TO, "2");
    assert_int_equal(reader.kind, GAME_ARRIVED);
    assert_int_equal(reader.game.spot.ply, 2);
    assert_refused(REQ_GO_TO, "4", "this line has no ply 4");
    run_command(REQ_GO_TO, "0");
    assert_int_equal(reader.game.spot.ply, 0);
    run_command(REQ_GO_TO, "");
    assert_int_equal(reader.kind, GAME_ASKS);
    assert_string_equal(reader.title, "the number of a ply");
    reader.ops.counts_moves = true;
    run_command(REQ_GO_TO, "2.");
    assert_int_equal(reader.game.spot.ply, 3);
    run_command(REQ_GO_TO, "1");
    assert_int_equal(reader.game.spot.ply, 1);
    assert_refused(REQ_GO_TO, "3", "this line has no move 3");
    assert_refused(REQ_GO_TO, "x", "give a number from 0 to 100000, not 'x'");
    run_command(REQ_GO_TO, "");
    assert_string_equal(reader.title, "the number of a move");
    end();
    /* a game that begins with Black's tenth move */
    begin("classical", "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 10");
    line_append(&session_record(&reader.game)->moves, "Pe7-e5");
    line_append(&session_record(&reader.game)->moves, "Pe2-e4");
    reader.ops.counts_moves = true;
    run_command(REQ_GO_TO, "11");
    assert_int_equal(reader.game.spot.ply, 2);
    run_command(REQ_GO_TO, "10");
    assert_int_equal(reader.game.spot.ply, 1);
    run_command(REQ_GO_TO, "3");
    assert_int_equal(reader.game.spot.ply, 0);
    end();
}

static void cascades_are_found(void **state)
{
    (void)state;
    begin_cascade();
    go(0);
    assert_told(REQ_CASCADES, "check", "Found: Rp3+\nFound: Rc16+\n"); /* one move does */
    reader.form = FORM_LONG;
    assert_told(REQ_CASCADES, "check 8", "Found: Re3-p3\nFound: Rc5-c16\n");
    assert_refused(REQ_CASCADES, "reach:Q@a1 1",
                   "no ply of at most 1 member can do this, but a longer one might: 1 partial "
                   "cascade was searched; {cascades reach:Q@a1 2} searches further");
    assert_refused(REQ_CASCADES, "check 41", "give a number from 1 to 40, not '41'");
    assert_refused(REQ_CASCADES, "check +8", "give a number from 1 to 40, not '+8'");
    assert_refused(REQ_CASCADES, "check many", "give a number from 1 to 40, not 'many'");
    assert_refused(REQ_CASCADES, "nonsense",
                   "a goal is capture:CELL, reach:LETTER@CELL, check, promote, summon or any");
    assert_refused(REQ_CASCADES, "",
                   "give a goal for the ply: capture:CELL, reach:LETTER@CELL, check, promote or "
                   "summon");
    reader.game.live = true;
    assert_false(game_command_can(&reader.game, REQ_CASCADES));
    assert_refused(REQ_CASCADES, "check",
                   "nobody gets help in a live game; you can search it when it is over");
    end();
    begin("classical", ""); /* a game without cascades: every ply is searched */
    assert_false(game_command_can(&reader.game, REQ_CASCADES));
    assert_refused(REQ_CASCADES, "check",
                   "no ply can do this: all 20 were searched; try another goal or position");
    end();
}

/* Where no ply can follow, or the position is not known, nothing is searched. */
static void cascades_need_a_position_with_plies(void **state)
{
    struct record *record = record_new("classical");
    (void)state;
    begin("classical", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"); /* mate */
    assert_refused(REQ_CASCADES, "check",
                   "White has won: checkmate (rules/classical.md 5.1); no ply comes after that");
    end();
    line_append(&record->moves, "e4");
    line_append(&record->moves, "Ke4");
    begin_record(record);
    go(2);
    assert_true(reader.game.track.broken);
    run_command(REQ_CASCADES, "check");
    assert_int_equal(reader.kind, GAME_REFUSED);
    assert_string_equal(reader.text, reader.game.track.why.text);
    end();
    begin_record(record_new("no such variant"));
    run_command(REQ_CASCADES, "check");
    assert_int_equal(reader.kind, GAME_REFUSED);
    assert_string_equal(reader.text, reader.game.unknown.text);
    end();
}

/* In a live game nobody tries or guesses plies. */
static void a_live_game_is_not_studied(void **state)
{
    (void)state;
    begin_annotated();
    reader.game.live = true;
    assert_refused(REQ_TRIAL, "", "you cannot start a trial in a live game");
    assert_false(reader.game.trial);
    assert_refused(REQ_GUESS, "", "you cannot guess plies in a game that is being played");
    assert_false(reader.game.guessing);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_place_is_told),
        cmocka_unit_test(a_game_in_play_has_no_end_yet),
        cmocka_unit_test(an_offer_is_told_with_the_place),
        cmocka_unit_test(plies_are_listed_from_here_on),
        cmocka_unit_test(the_last_ply_is_told),
        cmocka_unit_test(continuations_are_told),
        cmocka_unit_test(members_are_told_with_their_notes),
        cmocka_unit_test(a_member_is_selected_for_notes),
        cmocka_unit_test(a_member_is_stepped_to),
        cmocka_unit_test(a_number_leads_to_a_ply_or_a_move),
        cmocka_unit_test(cascades_are_found),
        cmocka_unit_test(cascades_need_a_position_with_plies),
        cmocka_unit_test(a_live_game_is_not_studied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
