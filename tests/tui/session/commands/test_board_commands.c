/* test_board_commands.c - the board in words, as commands of the open game
 * (tui/session/commands/board_commands.c). */
#include "config.h"
#include "tests/support/told_reader.h"

/* ---- the commands */

static void the_board_is_told_rank_by_rank(void **state)
{
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    assert_told(REQ_BOARD, "",
                "Rank 8: Black King on e8\n"
                "Ranks 7 to 3: empty\n"
                "Rank 2: White Pawn on e2\n"
                "Rank 1: White Rook on a1; White King on e1; White Rook on h1\n");
    assert_string_equal(reader.title, "The board");
    assert_told(REQ_ROW, "1", "Rank 1: White Rook on a1; White King on e1; White Rook on h1");
    assert_string_equal(reader.title, ""); /* one sentence */
    assert_told(REQ_ROW, "h", "File h: White Rook on h1");
    assert_refused(REQ_ROW, "9", "give a file from a to h or a rank from 1 to 8");
    assert_refused(REQ_ROW, "1x", "give a file from a to h or a rank from 1 to 8");
    assert_refused(REQ_ROW, "i", "give a file from a to h or a rank from 1 to 8");
    end();
}

static void pieces_are_found_by_their_letter(void **state)
{
    static const char refused[] =
        "give the letter of a piece: upper case for White's, lower case for Black's";
    char with_red[120];
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    assert_told(REQ_PIECES, "R", "White Rook: a1; h1");
    assert_told(REQ_PIECES, "r", "Black has no Rook");
    assert_refused(REQ_PIECES, "", refused);
    assert_refused(REQ_PIECES, "R'x", refused);
    assert_refused(REQ_PIECES, "R'", refused); /* there is no Red in this game */
    assert_refused(REQ_PIECES, "Z", refused);
    end();
    begin("triangle-corners-3", "");
    snprintf(with_red, sizeof with_red, "%s, with an apostrophe for Red's", refused);
    assert_refused(REQ_PIECES, "Z", with_red);
    game_command_run(&reader.game, REQ_PIECES, "K'");
    assert_int_equal(reader.kind, GAME_TOLD);
    assert_int_equal(strncmp(reader.text, "Red King: ", strlen("Red King: ")), 0);
    end();
}

static void a_square_is_told(void **state)
{
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    assert_told(REQ_LOOK, "a1", "a1: White Rook; dark square");
    assert_told(REQ_LOOK, "d5", "d5: nothing; light square");
    assert_refused(REQ_LOOK, "j1", "'j1' is not a cell of this board; cells are named like a1");
    game_command_run(&reader.game, REQ_LOOK, "");
    assert_int_equal(reader.kind, GAME_ASKS);
    assert_string_equal(reader.title, "a cell");
    end();
}

static void moves_and_captures_are_listed(void **state)
{
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    assert_told(REQ_MOVES_FROM, "e2", "From e2 it can go to e3; go to e4");
    game_command_run(&reader.game, REQ_MOVES_FROM, "e8");
    assert_int_equal(strncmp(reader.text, "No piece can move from e8: ", 27), 0);
    assert_refused(REQ_MOVES_FROM, "e2e4",
                   "'e2e4' is not a square: this tells where the piece on a square can move; "
                   "{type-move} plays a ply");
    assert_told(REQ_ATTACKERS, "d1",
                "These pieces could capture on d1: White Rook on a1; White King on e1");
    assert_told(REQ_ATTACKERS, "b5", "No piece could capture on b5");
    end();
}

/* The Castle on h3 can go to g2, but only joins the Citadel of its own side there; the Wall on f1
 * captures it (rules/turnover.md 4). */
static void who_joins_a_piece_does_not_attack_it(void **state)
{
    (void)state;
    begin("turnover", "1c1c4/W2W1f2/1s2W3/2W5/8/7k/6c1/K4W2 b - - 0 1");
    assert_true(game_command_run(&reader.game, REQ_MOVES_FROM, "h3"));
    assert_non_null(strstr(reader.text, "join the Black Citadel on g2"));
    assert_told(REQ_ATTACKERS, "g2", "These pieces could capture on g2: White Wall on f1");
    end();
}

/* On squares the diagonals are told, outwards; on triangles all lines. */
static void lines_are_told_outwards(void **state)
{
    int lines = 0;
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    game_command_run(&reader.game, REQ_DIAGONALS, "f1");
    assert_int_equal(reader.kind, GAME_TOLD);
    assert_non_null(
        strstr(reader.text, ": e2 White Pawn; d3 nothing; c4 nothing; b5 nothing; a6 nothing"));
    assert_non_null(strstr(reader.text, ": g2 nothing; h3 nothing"));
    assert_null(strstr(reader.text, "e1")); /* not along the rank */
    end();
    begin("grand-triangle", "");
    game_command_run(&reader.game, REQ_DIAGONALS, "h6");
    for (const char *at = reader.text; (at = strchr(at, '\n')); at++)
        lines++;
    assert_true(lines > 2);
    end();
}

/* While a ply is composed, its position is described; but moves are those of the game. */
static void a_composed_ply_is_seen(void **state)
{
    struct note why;
    int length;
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    session_compose_begin(&reader.game);
    cell_t rook = board_cell_named(reader.game.rules->board, "a1", &length);
    assert_int_equal(compose_select(&reader.game.compose, rook, &why), 0); /* lifted */
    assert_told(REQ_LOOK, "a1", "a1: nothing; dark square");
    assert_told(REQ_PIECES, "R", "White Rook: h1");
    /* Going anywhere drops the ply. */
    session_go(&reader.game, &reader.game.spot);
    assert_false(reader.game.composing);
    assert_told(REQ_PIECES, "R", "White Rook: a1; h1");
    end();
}

static void all_about_a_square_is_told(void **state)
{
    (void)state;
    begin("classical", "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
    run_command(REQ_INSPECT, "a1");
    assert_int_equal(reader.kind, GAME_TOLD);
    assert_string_equal(reader.title, "All about a square");
    assert_int_equal(strncmp(reader.text, "a1: White Rook; dark square\nRook: ", 34), 0);
    assert_non_null(strstr(reader.text, "\nThe rule is in rules/classical.md"));
    assert_non_null(strstr(reader.text, "\nGoes to: "));
    assert_null(strstr(reader.text, "royal"));
    run_command(REQ_INSPECT, "e1");
    assert_non_null(strstr(reader.text, "\nIt is royal\n"));
    run_command(REQ_INSPECT, "e4");
    assert_int_equal(strncmp(reader.text, "e4: nothing; light square\n", 26), 0);
    assert_non_null(strstr(reader.text, "\nCan go there: Pe2\n"));
    assert_refused(REQ_INSPECT, "z9", "'z9' is not a cell of this board; cells are named like a1");
    run_command(REQ_INSPECT, "");
    assert_int_equal(reader.kind, GAME_ASKS);
    end();
}

static void draw_a_dot(void *self, FILE *out)
{
    (void)self;
    fputs(".\n", out);
}

static char copied[200];

static void keep_copy(void *self, const char *what, const char *text, const char *file)
{
    (void)self;
    snprintf(copied, sizeof copied, "%s|%s|%s", what, text, file);
}

/* A client that can copy gets the position and the picture; another shows them, or writes them to a
 * file. */
static void the_position_is_handed_over(void **state)
{
    static const char position[] = "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1";
    char path[400];
    size_t size;
    (void)state;
    begin("classical", position);
    reader.ops.draw = draw_a_dot;
    run_command(REQ_COPY_POSITION, "");
    assert_int_equal(reader.kind, GAME_SHOWN);
    assert_string_equal(reader.text, position);
    run_command(REQ_COPY_DIAGRAM, "");
    assert_int_equal(reader.kind, GAME_SHOWN);
    assert_string_equal(reader.text, ".\n");
    snprintf(path, sizeof path, "%s/position", top);
    run_command(REQ_COPY_POSITION, path);
    assert_non_null(strstr(reader.said, "the position is copied to "));
    char *text = read_file(path, &size);
    assert_string_equal(text, position);
    free(text);
    reader.ops.copied = keep_copy;
    run_command(REQ_COPY_POSITION, "file");
    snprintf(path, sizeof path, "the position|%s|file", position);
    assert_string_equal(copied, path);
    run_command(REQ_COPY_DIAGRAM, "");
    assert_string_equal(copied, "the diagram|.\n|");
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_told_rank_by_rank),
        cmocka_unit_test(pieces_are_found_by_their_letter),
        cmocka_unit_test(a_square_is_told),
        cmocka_unit_test(moves_and_captures_are_listed),
        cmocka_unit_test(who_joins_a_piece_does_not_attack_it),
        cmocka_unit_test(lines_are_told_outwards),
        cmocka_unit_test(a_composed_ply_is_seen),
        cmocka_unit_test(all_about_a_square_is_told),
        cmocka_unit_test(the_position_is_handed_over),
    };
    return cmocka_run_group_tests(tests, make_club, drop_club);
}
