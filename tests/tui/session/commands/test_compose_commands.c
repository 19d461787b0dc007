/* test_compose_commands.c - plies typed or composed in words, as commands of the open game
 * (tui/session/commands/compose_commands.c). */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/record/edit.h"
#include "core/family.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/new_game.h"

/* ---- a client that keeps what it is told, and plays as plain mode does */

static struct {
    struct game_session game;
    char text[4000]; /* the sentences of the last command, one a line */
    bool refused, complete;
} player;

static void hear(void *self, const struct game_event *event)
{
    size_t used = strlen(player.text);
    (void)self;
    player.refused = player.refused || event->kind == GAME_REFUSED;
    player.complete = player.complete || (event->kind == GAME_COMPOSED && event->yes);
    if (event->kind == GAME_REFUSED)
        text_add(player.text, sizeof player.text, &used, "%s\n", event->why->text);
    else if (event->kind == GAME_SAID || event->kind == GAME_ASKS)
        text_add(player.text, sizeof player.text, &used, "%s\n", event->text);
    else if (event->kind == GAME_TOLD || event->kind == GAME_COMPOSED)
        text_add(player.text, sizeof player.text, &used, "%s", event->content);
}

static int64_t now(void *self)
{
    (void)self;
    return 0;
}

static const struct game_client ops = {
    .tell = hear, .now = now, .author = client_name, .label = client_label};

static void begin(const char *variant, const char *position)
{
    struct new_game_plan plan;
    struct note why;
    const char *seat[SIDES_MAX] = {"", "", ""};
    if (new_game_read(variant, NULL, 0, position, &plan, &why) < 0)
        fail_msg("%s", why.text);
    player.game = (struct game_session){.ops = &ops, .offer = -1};
    edits_begin(&player.game.edits, new_game_record(plan.rules, plan.placed ? &plan.start : NULL,
                                                    "2026-01-31", seat, ""));
    session_begin(&player.game);
    new_game_clear(&plan);
}

static void run(enum request command, const char *argument)
{
    player.text[0] = '\0';
    player.refused = player.complete = false;
    assert_true(game_command_run(&player.game, command, argument));
    if (player.complete)
        session_compose_play(&player.game);
}

static void assert_told(enum request command, const char *argument, const char *text)
{
    run(command, argument);
    assert_false(player.refused);
    assert_string_equal(player.text, text);
}

static void assert_refused(enum request command, const char *argument, const char *text)
{
    run(command, argument);
    assert_true(player.refused);
    assert_string_equal(player.text, text);
}

static const char *last_ply(void)
{
    const struct record *record = session_record(&player.game);
    assert_true(record->moves.n > 0);
    return record->moves.v[record->moves.n - 1].text;
}

static void end(void)
{
    session_clear(&player.game);
}

/* ---- the commands */

static void a_ply_is_typed_whole(void **state)
{
    (void)state;
    begin("classical", "");
    assert_told(REQ_TYPE_MOVE, "", "a ply\n");
    assert_told(REQ_TYPE_MOVE, "e4", "");
    assert_string_equal(last_ply(), "e4");
    run(REQ_TYPE_MOVE, "e4");
    assert_true(player.refused); /* Black has no pawn that goes there */
    assert_int_equal(session_record(&player.game)->moves.n, 1);
    end();
}

/* A ply is played as soon as there is nothing left to choose. */
static void a_piece_is_lifted_and_moved(void **state)
{
    (void)state;
    begin("classical", "");
    assert_refused(REQ_TO, "e4", "no piece is lifted: {select CELL} lifts one\n");
    assert_told(REQ_SELECT, "", "a cell\n");
    run(REQ_SELECT, "e7");
    assert_true(player.refused); /* it is White's turn */
    assert_false(player.game.composing);
    assert_told(REQ_SELECT, "e2",
                "The White Pawn is in hand over e2\n"
                "There are 2 choices; {number-targets} lists them\n");
    assert_told(REQ_NUMBER_TARGETS, "", "Choice 1: go to e3\nChoice 2: go to e4\n");
    run(REQ_TO, "e5");
    assert_true(player.refused);
    assert_told(REQ_TO, "e4", "");
    assert_string_equal(last_ply(), "e4");
    assert_false(player.game.composing);
    end();
}

static void a_choice_is_made_by_its_number(void **state)
{
    (void)state;
    begin("classical", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_told(REQ_CHOOSE, "x", "the number of a choice\n");
    assert_refused(REQ_CHOOSE, "99", "give a number from 1 to 2, not '99'\n");
    assert_false(player.game.composing);
    assert_told(REQ_SELECT, "a7",
                "The White Pawn is in hand over a7\n"
                "There is one choice; {choose 1} makes it: go to a8\n");
    assert_told(REQ_CHOOSE, "", "the number of a choice\n");
    assert_refused(REQ_CHOOSE, "2", "give a number from 1 to 1, not '2'\n");
    run(REQ_CHOOSE, "1");
    assert_false(player.refused);
    run(REQ_NUMBER_TARGETS, "");
    assert_non_null(strstr(player.text, "become a Knight on a8\n"));
    int number = 1;
    for (const char *line = player.text; strncmp(strchr(line, ':'), ": become a Knight", 17) != 0;
         line = strchr(line, '\n') + 1)
        number++;
    char text[20];
    snprintf(text, sizeof text, "%d", number);
    run(REQ_CHOOSE, text);
    assert_string_equal(last_ply(), "a8=N");
    end();
}

/* Several choices lead to one cell: they are listed, each with its number among all choices. */
static void a_cell_with_several_choices_lists_them(void **state)
{
    (void)state;
    begin("one", "25k/3Q22/26/26/26/26/26/26/26/26/26/3W22/26/26/26/26/26/26/26/26/3I22/6M19/26/"
                 "1M24/26/t24K[U] w - - 0 1");
    run(REQ_SELECT, "d25");
    run(REQ_TO, "d15");
    run(REQ_TO, "d6");
    run(REQ_TO, "b3"); /* a journey or a dive (rules/croatian.md 8) */
    assert_ptr_equal(strstr(player.text, "There are 2 choices on b3; give the number of one\n"),
                     player.text);
    const char *first = strstr(player.text, "\nChoice ");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, "\nChoice "));
    int number = atoi(first + strlen("\nChoice ")), made = player.game.compose.draft.ply.n;
    char text[20];
    snprintf(text, sizeof text, "%d", number);
    run(REQ_CHOOSE, text);
    assert_false(player.refused);
    assert_true(player.game.compose.draft.ply.n > made || !player.game.composing);
    end();
}

static void the_piece_turns_or_the_ply_ends(void **state)
{
    (void)state;
    begin("turning-chess", "7k/8/8/8/8/8/8/K6R w - - 0 1");
    assert_refused(REQ_DONE, "", "you have not begun a ply: {select CELL} begins one\n");
    assert_refused(REQ_TURN_PIECE, "left", "nothing can turn that way here\n");
    assert_told(REQ_TURN_PIECE, "round", "the direction of the turn, right or left\n");
    run(REQ_SELECT, "h1");
    run(REQ_TO, "g1");
    assert_true(player.game.composing); /* it may turn now */
    assert_told(REQ_TURN_PIECE, "right", "");
    assert_string_equal(last_ply(), "Rh1-g1(r)");
    run(REQ_SELECT, "h8");
    run(REQ_TO, "h7");
    run(REQ_SELECT, "g1");
    run(REQ_TO, "f2");
    assert_told(REQ_DONE, "", "");
    assert_string_equal(last_ply(), "Rg1-f2");
    end();
}

static void choices_are_taken_back(void **state)
{
    (void)state;
    begin("grand-triangle", "");
    assert_refused(REQ_DROP_MEMBER, "", "you have not made any choice\n");
    assert_told(REQ_ESCAPE, "", "you have not begun a ply\n");
    run(REQ_SELECT, "g6");
    run(REQ_TO, "g7");
    assert_true(player.game.composing);
    run(REQ_DROP_MEMBER, "");
    assert_ptr_equal(strstr(player.text, "the last choice is taken back\n"), player.text);
    assert_true(session_has_begun(&player.game));
    assert_told(REQ_ESCAPE, "", "the ply is dropped\n");
    assert_false(player.game.composing);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ply_is_typed_whole),
        cmocka_unit_test(a_piece_is_lifted_and_moved),
        cmocka_unit_test(a_choice_is_made_by_its_number),
        cmocka_unit_test(a_cell_with_several_choices_lists_them),
        cmocka_unit_test(the_piece_turns_or_the_ply_ends),
        cmocka_unit_test(choices_are_taken_back),
    };
    return cmocka_run_group_tests_name("plies in words", tests, NULL, NULL);
}
