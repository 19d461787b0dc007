/* test_art_turning.c - the pictures of the Turning family, to the letter those of its rules text,
 * section 11. */
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "core/families/turning/turning.h"
#include "tui/boards/marks.h"
#include "tui/boards/pieces.h"

static const char fibnif[] =
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n"
    ". . x . x . . .    . . x . . . . .    . . . . . . . .    . . . . x . . .\n"
    ". . x . x . . .    . x . x . . . .    . x x . x x . .    . . . x . x . .\n"
    ". . . O . . . .    . . x O x . . .    . . . O . . . .    . . x O x . . .\n"
    ". . x . x . . .    . . . x . x . .    . x x . x x . .    . x . x . . . .\n"
    ". . x . x . . .    . . . . x . . .    . . . . . . . .    . . x . . . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n";

static const char bishight[] =
    ". . . . . . . x    . . . x . . . .    . . . . . . . x    . . . . . . . .\n"
    "x . . . . . x .    . . . x . . . .    . . . . . . x .    . . . . . . . .\n"
    ". x . . . x . .    . . . x . . . .    . . x . . x . .    . . x . x . . .\n"
    ". . x . x . . .    . x . x . . . .    . x . . x . . .    . x . . . . . .\n"
    ". . . O . . . .    . . . O x x x x    . . . O . . . .    . . . O x x x x\n"
    ". x . . . x . .    . x . . . . . .    . x . . x . . .    . x . x . . . .\n"
    ". . x . x . . .    . . x . x . . .    . . x . . x . .    . . . x . . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . x .    . . . x . . . .\n"
    "\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . x . . . .\n"
    ". . . . . . . .    . . . . . . . .    x . . . . . . .    . . . x . . . .\n"
    ". . x . x . . .    . . x . x . . .    . x . . x . . .    . . . x . . . .\n"
    ". x . . . x . .    . . . . . x . .    . . x . . x . .    . . . x . x . .\n"
    ". . . O . . . .    x x x O . . . .    . . . O . . . .    x x x O . . . .\n"
    ". . x . x . . .    . . . x . x . .    . . x . . x . .    . . . . . x . .\n"
    ". x . . . x . .    . . . x . . . .    . x . . x . . .    . . x . x . . .\n"
    "x . . . . . x .    . . . x . . . .    x . . . . . . .    . . . . . . . .\n";

static const char pawn[] =
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n"
    ". . c m c . . .    . . . c m . . .    . . . . c . . .    . . . . . . . .\n"
    ". . . O . . . .    . . . O c . . .    . . . O m . . .    . . . O c . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . c . . .    . . . c m . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n"
    ". . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .\n";

static const char board_small[] = "8  r  .  b  q  k  .  n  r\n"
                                  "7  .  p  p  .  .  p  p  p\n"
                                  "6  .  .  n  .  .  .  .  .\n"
                                  "5  p  .  .  p  .  .  .  .\n"
                                  "4  .  .  .  P ,p  .  .  R'\n"
                                  "3  .  . `P  .  .  .  .  .\n"
                                  "2  P  P  .  .  P  P  P  .\n"
                                  "1  .  N  B  Q  K  B  N  .\n"
                                  "   a  b  c  d  e  f  g  h\n";

static const char board_picked[] = "8  r  .  b xq  k  .  n  r\n"
                                   "7  .  p  p  .  x  p  p  p\n"
                                   "6  .  .  n  .  .  x  .  .\n"
                                   "5  p  .  .  p  .  .  x  .\n"
                                   "4  .  .  .  P ,p  .  .  R'\n"
                                   "3  .  . `P  .  .  .  x  .\n"
                                   "2  P  P  .  .  P  P  P  .\n"
                                   "1  .  N  B  Q  K  B  N  .\n"
                                   "   a  b  c  d  e  f  g  h\n";

static const char board_quarterhorse[] = "8  l  s> l, q, k ,l ,s  l\n"
                                         "7  p  p  p  p  p  p  p  p\n"
                                         "6  .  .  .  .  .  .  .  .\n"
                                         "5  .  .  .  .  .  .  .  .\n"
                                         "4  .  .  .  .  .  .  .  .\n"
                                         "3  .  .  .  .  .  .  .  .\n"
                                         "2  P  P  P  P  P  P  P  P\n"
                                         "1  L  S' L' Q  K `L <S  L\n"
                                         "   a  b  c  d  e  f  g  h\n";

static const char part_unicode_small[] = "4  ·  ·  ·  P  p↙ ·  ·  R↗\n"
                                         "3  ·  ·  P↖ ·  ·  ·  ·  ·\n";

static const char part_medium[] = "4   ·    ·    ·    P    p↙   ·    ·    R↗\n"
                                  "                                      =B\n"
                                  "3   ·    ·    P↖   ·    ·    ·    ·    ·\n";

static const char part_tall[] = "                                        /\n"
                                "4   .    .    .    P    p    .    .    R\n"
                                "                       /\n"
                                "             \\\n"
                                "3   .    .    P    .    .    .    .    .\n";

static const char middlegame[] =
    "r1bqk1nr/1pp2ppp/2n5/p2p4/3Pp(sw)2R(ne)/2P(nw)5/PP2PPP1/1NBQKBN1 w kq - 0 9";

/* ---- 11.1 */

/* Diagrams of a piece, four facings to a row. */
static void check_patterns(const char *id, char letter, const int *facing, int count,
                           const char *wanted)
{
    struct ruleset *rules = open_variant(id);
    struct scene scene = {0};
    scene_begin(&scene, count / 4 * (PATTERN_ROWS + 1) - 1,
                4 * (PATTERN_COLUMNS + PATTERN_GAP) - PATTERN_GAP);
    for (int i = 0; i < count; i++)
        pattern_draw(
            rules,
            (struct piece){(uint8_t)ruleset_kind(rules, letter), WHITE, (uint8_t)facing[i], 0},
            CELL_NONE, &scene, i / 4 * (PATTERN_ROWS + 1), i % 4 * (PATTERN_COLUMNS + PATTERN_GAP));
    /* In white, as signs on cells are, it could not be read on a white terminal */
    for (int i = 0; i < scene.rows * scene.columns; i++)
        assert_true(scene.glyph[i].ground == ROLE_TEXT &&
                    (scene.glyph[i].ink < ROLE_WHITE || scene.glyph[i].ink == ROLE_LINE));
    char *text = scene_picture(&scene);
    scene_free(&scene);
    assert_string_equal(text, wanted);
    free(text);
    ruleset_free(rules);
}

static void patterns_are_those_of_the_source(void **state)
{
    static const int left[] = {NORTH, NORTH_WEST, WEST, SOUTH_WEST};
    static const int round_about[] = {NORTH, NORTH_EAST, EAST, SOUTH_EAST,
                                      SOUTH, SOUTH_WEST, WEST, NORTH_WEST};
    (void)state;
    check_patterns("turning-nutty-knights", 'I', left, 4, fibnif);
    check_patterns("turning-forward-fides", 'H', round_about, 8, bishight);
    check_patterns("turning-chess", 'P', round_about, 4, pawn);
}

/* Three diagrams for a Pawn to choose from, two for a Rook, none for a Knight. */
static void turns_are_offered_as_diagrams(void **state)
{
    static const struct {
        const char *from, *to;
        int count, facing[3];
    } table[] = {{"a2", "a3", 3, {NORTH_WEST, NORTH, NORTH_EAST}},
                 {"h1", "h5", 2, {NORTH, NORTH_EAST}},
                 {"b1", "c3", 0, {0}}};
    struct ruleset *rules = open_variant("turning-chess");
    struct position position;
    (void)state;
    read_position(rules, "4k3/8/8/8/8/8/P7/1N2K2R w - - 0 1", &position);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct draft draft = {0};
        struct piece piece[PATTERN_TURNS];
        int turn[PATTERN_TURNS];
        struct note why;
        cell_t from = board_cell_named(rules->board, table[i].from, NULL);
        cell_t to = board_cell_named(rules->board, table[i].to, NULL);
        draft_begin(&draft, &position);
        assert_int_equal(
            draft_try(&draft,
                      (struct action){ACTION_PICK, position.at[from].kind, WHITE, 0, from, from},
                      &why),
            0);
        assert_int_equal(draft_try(&draft, (struct action){ACTION_GO, 0, 0, 0, from, to}, &why), 0);
        assert_int_equal(pattern_turns(&draft, piece, turn), table[i].count);
        for (int n = 0; n < table[i].count; n++)
            assert_int_equal(piece[n].facing, table[i].facing[n]);
        draft_clear(&draft);
    }
    ruleset_free(rules);
}

/* A piece in a corner shows the corner; a large board shows the part around the piece, a small one
 * all of it. */
static void patterns_fit_other_boards(void **state)
{
    struct ruleset *chess = open_variant("turning-chess"), *small = open_variant("null");
    struct scene scene = {0};
    (void)state;
    scene_begin(&scene, PATTERN_ROWS, PATTERN_COLUMNS);
    pattern_draw(chess, (struct piece){PAWN, WHITE, NORTH, 0}, 8, &scene, 0, 0);
    char *text = scene_picture(&scene);
    assert_string_equal(text,
                        ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n"
                        "m . . . . . . .\nm c . . . . . .\nO . . . . . . .\n. . . . . . . .\n");
    free(text);
    /* Black ink is meant for cells of a board: on the ground of text it would be invisible. */
    scene_begin(&scene, PATTERN_ROWS, PATTERN_COLUMNS);
    pattern_draw(chess, (struct piece){PAWN, BLACK, SOUTH, 0}, 8, &scene, 0, 0);
    for (int i = 0; i < scene.rows * scene.columns; i++)
        assert_true(scene.glyph[i].ground != ROLE_TEXT || scene.glyph[i].ink != ROLE_BLACK);
    scene_begin(&scene, PATTERN_ROWS, PATTERN_COLUMNS);
    pattern_draw(small, (struct piece){1, WHITE, 0, 0}, CELL_NONE, &scene, 0, 0);
    text = scene_picture(&scene);
    scene_free(&scene);
    assert_string_equal(text, "\n\n\n\n\nx x x\nx O x\nx x x\n");
    free(text);
    ruleset_free(chess);
    ruleset_free(small);
}

/* ---- 11.2 */

static void check_board(const char *id, const char *position, enum charset charset, int size,
                        const char *part)
{
    struct ruleset *rules = open_variant(id);
    struct position start;
    read_position(rules, position, &start);
    struct board_view view = {
        .position = &start, .size = size, .charset = charset, .coordinates = true, .shaded = true};
    char *text = board_picture(&view);
    if (!strstr(text, part))
        fail_msg("not\n%s but\n%s", part, text);
    free(text);
    ruleset_free(rules);
}

static void boards_are_those_of_the_rules(void **state)
{
    enum { MEDIUM = 1, TALL = 2 };
    (void)state;
    check_board("turning-chess", middlegame, CHARSET_ASCII, -1, board_small);
    check_board("turning-quarterhorse", NULL, CHARSET_ASCII, -1, board_quarterhorse);
    check_board("turning-chess", middlegame, CHARSET_UTF8, -1, part_unicode_small);
    check_board("turning-chess", middlegame, CHARSET_UTF8, MEDIUM, part_medium);
    check_board("turning-chess", middlegame, CHARSET_ASCII, TALL, part_tall);
}

/* With the Rook on h4 selected: its present pattern, with the goals marked as a client marks
 * them. */
static void goals_are_marked(void **state)
{
    struct ruleset *rules = open_variant("turning-chess");
    struct position position;
    struct actions reach = {0};
    struct board_mark mark[SQUARES];
    int marks = 0;
    (void)state;
    read_position(rules, middlegame, &position);
    rules->rules->reach(&position, board_cell_named(rules->board, "h4", NULL), &reach);
    for (int i = 0; i < reach.n; i++)
        if (reach.v[i].verb == ACTION_TAKE)
            mark[marks++] =
                (struct board_mark){.cell = reach.v[i].to,
                                    .mark = position.at[reach.v[i].to].kind ? MARK_TAKE : MARK_GO};
    struct board_view view = {.position = &position, .size = -1, .mark = mark, .marks = marks};
    char *text = board_picture(&view);
    assert_string_equal(text, board_picked);
    free(text);
    actions_free(&reach);
    ruleset_free(rules);
}

/* From Black's side the ranks, the files and the facings are turned by half. */
static void the_other_side_sees_facings_turned(void **state)
{
    struct ruleset *rules = open_variant("turning-chess");
    struct position position;
    (void)state;
    read_position(rules, middlegame, &position);
    struct board_view view = {.position = &position, .size = -1, .turn = 1};
    char *text = board_picture(&view);
    assert_non_null(strstr(text, "4 ,R  .  .  p' P  .  .  .\n"));
    assert_non_null(strstr(text, "   h  g  f  e  d  c  b  a\n"));
    free(text);
    ruleset_free(rules);
}

/* The eight marks of each way of drawing, on White Pawns; the first facing has none. */
static void every_facing_has_its_mark(void **state)
{
    static const char pawns[] = "4k3/8/8/PP(ne)P(e)P(se)P(s)P(sw)P(w)P(nw)/8/8/8/4K3 w - - 0 1";
    (void)state;
    check_board("turning-chess", pawns, CHARSET_ASCII, -1, "\n5  P  P' P> P, Pv,P <P `P\n");
    check_board("turning-chess", pawns, CHARSET_UTF8, -1, "\n5  P  P↗ P→ P↘ P↓ P↙ P← P↖\n");
    check_board("turning-chess", pawns, CHARSET_ASCII, 2,
                "\n          /                           \\\n"
                "5   P    P    P>   P    P    P   <P    P\n"
                "                    \\   v   /\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_those_of_the_source),
        cmocka_unit_test(turns_are_offered_as_diagrams),
        cmocka_unit_test(patterns_fit_other_boards),
        cmocka_unit_test(boards_are_those_of_the_rules),
        cmocka_unit_test(goals_are_marked),
        cmocka_unit_test(the_other_side_sees_facings_turned),
        cmocka_unit_test(every_facing_has_its_mark),
    };
    return cmocka_run_group_tests_name("art of turning", tests, NULL, NULL);
}
