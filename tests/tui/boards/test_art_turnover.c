/* test_art_turnover.c - the pictures of Turnover Chess, to the letter those of its rules text,
 * section 14. */
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "tui/boards/board_scene.h"
#include "tui/boards/pieces.h"

static struct ruleset *rules;

static const char pieces_small[] = "    T     F     W     C     S     K\n"
                                   "ASCII White\n"
                                   "    o     O    [ ]    @    [O]   [@]\n"
                                   "ASCII Black\n"
                                   "    x     X    { }    #    {X}   {#}\n"
                                   "Unicode White\n"
                                   "    ◦     ○    │ │    ◎    │○│   │◎│\n"
                                   "Unicode Black\n"
                                   "    •     ●    ┃ ┃    ◉    ┃●┃   ┃◉┃\n";

static const char pieces_medium[] = "     T       F       W       C       S       K\n"
                                    "ASCII White\n"
                                    "     o      ( )    [   ]    (o)    [( )]   [(o)]\n"
                                    "     T       F       W       C       S       K\n"
                                    "ASCII Black\n"
                                    "     *      { }    #   #    {*}    #{ }#   #{*}#\n"
                                    "     t       f       w       c       s       k\n"
                                    "Unicode White\n"
                                    "     ◦      ( )    │   │    (◦)    │( )│   │(◦)│\n"
                                    "     T       F       W       C       S       K\n"
                                    "Unicode Black\n"
                                    "     •      ( )    ┃   ┃    (•)    ┃( )┃   ┃(•)┃\n"
                                    "     t       f       w       c       s       k\n";

static const char pieces_tall[] = "     T       F       W       C       S       K\n"
                                  "ASCII White\n"
                                  "            .-.    .---.    .-.    .---.   .---.\n"
                                  "     o      ( )    |   |    (o)    |( )|   |(o)|\n"
                                  "            '-'    '---'    '-'    '---'   '---'\n"
                                  "ASCII Black\n"
                                  "            ===    #####    ===    #####   #####\n"
                                  "     *      { }    #   #    {*}    #{ }#   #{*}#\n"
                                  "            ===    #####    ===    #####   #####\n"
                                  "Unicode White\n"
                                  "            ╭─╮    ╭───╮    ╭─╮    ╭───╮   ╭───╮\n"
                                  "     ◦      ( )    │   │    (◦)    │( )│   │(◦)│\n"
                                  "            ╰─╯    ╰───╯    ╰─╯    ╰───╯   ╰───╯\n"
                                  "Unicode Black\n"
                                  "            ┏━┓    ┏━━━┓    ┏━┓    ┏━━━┓   ┏━━━┓\n"
                                  "     •      ( )    ┃   ┃    (•)    ┃( )┃   ┃(•)┃\n"
                                  "            ┗━┛    ┗━━━┛    ┗━┛    ┗━━━┛   ┗━━━┛\n";

static const char pieces_large[] = "      T         F         W         C         S         K\n"
                                   "ASCII White\n"
                                   "              .---.    .-----.    .---.    .-----.   .-----.\n"
                                   "      o       (   )    |     |    ( o )    |(   )|   |( o )|\n"
                                   "              '---'    '-----'    '---'    '-----'   '-----'\n"
                                   "ASCII Black\n"
                                   "              =====    #######    =====    #######   #######\n"
                                   "      *       {   }    #     #    { * }    #{   }#   #{ * }#\n"
                                   "              =====    #######    =====    #######   #######\n"
                                   "Unicode White\n"
                                   "              ╭───╮    ╭─────╮    ╭───╮    ╭─────╮   ╭─────╮\n"
                                   "      ◦       (   )    │     │    ( ◦ )    │(   )│   │( ◦ )│\n"
                                   "              ╰───╯    ╰─────╯    ╰───╯    ╰─────╯   ╰─────╯\n"
                                   "Unicode Black\n"
                                   "              ┏━━━┓    ┏━━━━━┓    ┏━━━┓    ┏━━━━━┓   ┏━━━━━┓\n"
                                   "      •       (   )    ┃     ┃    ( • )    ┃(   )┃   ┃( • )┃\n"
                                   "              ┗━━━┛    ┗━━━━━┛    ┗━━━┛    ┗━━━━━┛   ┗━━━━━┛\n";

static const char opening_ascii[] = " 8 {#} . {#} . {#} . {#} .\n"
                                    " 7  . {#} . {#} . {#} . {#}\n"
                                    " 6     .     .     .     .\n"
                                    " 5  .     .     .     .\n"
                                    " 4     .     .     .     .\n"
                                    " 3  .     .     .     .\n"
                                    " 2    [@]   [@]   [@]   [@]\n"
                                    " 1 [@]   [@]   [@]   [@]\n"
                                    "    a  b  c  d  e  f  g  h\n"
                                    "   White to move\n";

static const char opening_unicode[] = " 8 ┃◉┃ · ┃◉┃ · ┃◉┃ · ┃◉┃ ·\n"
                                      " 7  · ┃◉┃ · ┃◉┃ · ┃◉┃ · ┃◉┃\n"
                                      " 6     ·     ·     ·     ·\n"
                                      " 5  ·     ·     ·     ·\n"
                                      " 4     ·     ·     ·     ·\n"
                                      " 3  ·     ·     ·     ·\n"
                                      " 2    │◎│   │◎│   │◎│   │◎│\n"
                                      " 1 │◎│   │◎│   │◎│   │◎│\n"
                                      "    a  b  c  d  e  f  g  h\n"
                                      "   White to move\n";

static const char all_medium[] = "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   |#{*}#| : : | {*} | : : |#{*}#| : : |     | : : |\n"
                                 " 8 |  k  | : : |  c  | : : |  k  | : : |     | : : |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   | : : |#{*}#| : : | { } | : : |     | : : |#{*}#|\n"
                                 " 7 | : : |  k  | : : |  f  | : : |     | : : |  k  |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   |     | : : |  *  | : : |     |#{ }#|     | : : |\n"
                                 " 6 |     | : : |  t  | : : |     |  s  |     | : : |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   | : : |     | : : |#   #| : : |     | : : |     |\n"
                                 " 5 | : : |     | : : |  w  | : : |     | : : |     |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   |     | : : |[   ]| : : |[( )]| : : |     | : : |\n"
                                 " 4 |     | : : |  W  | : : |  S  | : : |     | : : |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   | : : | ( ) | : : |  o  | : : |     | : : |     |\n"
                                 " 3 | : : |  F  | : : |  T  | : : |     | : : |     |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   |     | : : |     | (o) |     |[(o)]|     |[(o)]|\n"
                                 " 2 |     | : : |     |  C  |     |  K  |     |  K  |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "   |[(o)]|     |[(o)]|     | : : |     | : : |     |\n"
                                 " 1 |  K  |     |  K  |     | : : |     | : : |     |\n"
                                 "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                                 "      a     b     c     d     e     f     g     h\n"
                                 "   Black to move\n";

static const char all_tall[] = "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                               "   |┏━━━┓| · · | ┏━┓ | · · |┏━━━┓| · · |     | · · |\n"
                               " 8 |┃(•)┃| · · | (•) | · · |┃(•)┃| · · |     | · · |\n"
                               "   |┗━━━┛| · · | ┗━┛ | · · |┗━━━┛| · · |     | · · |\n"
                               "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                               "   | · · |┏━━━┓| · · | ┏━┓ | · · |     | · · |┏━━━┓|\n"
                               " 7 | · · |┃(•)┃| · · | ( ) | · · |     | · · |┃(•)┃|\n"
                               "   | · · |┗━━━┛| · · | ┗━┛ | · · |     | · · |┗━━━┛|\n"
                               "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                               "   |     | · · |     | · · |     |┏━━━┓|     | · · |\n"
                               " 6 |     | · · |  •  | · · |     |┃( )┃|     | · · |\n"
                               "   |     | · · |     | · · |     |┗━━━┛|     | · · |\n"
                               "   +-----+-----+-----+-----+-----+-----+-----+-----+\n"
                               "   | · · |     | · · |┏━━━┓| · · |     | · · |     |\n"
                               " 5 | · · |     | · · |┃   ┃| · · |     | · · |     |\n"
                               "   | · · |     | · · |┗━━━┛| · · |     | · · |     |\n"
                               "   +-----+-----+-----+-----+-----+-----+-----+-----+\n";

static const char all_large[] =
    "   +-------+-------+-------+-------+-------+-------+-------+-------+\n"
    "   |#######| : : : | ===== | : : : |#######| : : : |       | : : : |\n"
    " 8 |#{ * }#| : : : | { * } | : : : |#{ * }#| : : : |       | : : : |\n"
    "   |#######| : : : | ===== | : : : |#######| : : : |       | : : : |\n"
    "   +-------+-------+-------+-------+-------+-------+-------+-------+\n"
    "   | : : : |#######| : : : | ===== | : : : |       | : : : |#######|\n"
    " 7 | : : : |#{ * }#| : : : | {   } | : : : |       | : : : |#{ * }#|\n"
    "   | : : : |#######| : : : | ===== | : : : |       | : : : |#######|\n"
    "   +-------+-------+-------+-------+-------+-------+-------+-------+\n"
    "   |       | : : : |       | : : : |       |#######|       | : : : |\n"
    " 6 |       | : : : |   *   | : : : |       |#{   }#|       | : : : |\n"
    "   |       | : : : |       | : : : |       |#######|       | : : : |\n"
    "   +-------+-------+-------+-------+-------+-------+-------+-------+\n"
    "   | : : : |       | : : : |#######| : : : |       | : : : |       |\n"
    " 5 | : : : |       | : : : |#     #| : : : |       | : : : |       |\n"
    "   | : : : |       | : : : |#######| : : : |       | : : : |       |\n"
    "   +-------+-------+-------+-------+-------+-------+-------+-------+\n";

/* Every kind once, as in the picture of the rules. */
static const char all_kinds[] = "k1c1k3/1k1f3k/2t2s2/3w4/2W1S3/1F1T4/3C1K1K/K1K5 b - - 0 1";

static int open_rules(void **state)
{
    struct note why;
    (void)state;
    return ruleset_open(&rules, "turnover", NULL, 0, &why);
}

static int close_rules(void **state)
{
    (void)state;
    ruleset_free(rules);
    return 0;
}

/* A line of the tables of pieces: six cells, each after three spaces, without spaces at the end. */
static void print_cells(const struct board_view *view, const struct cell_size *size, int rank,
                        int row, FILE *out)
{
    struct scene scene = {0};
    scene_begin(&scene, 1, 6 * (size->columns + 3));
    for (int kind = 0; kind < 6; kind++) {
        struct cell_picture picture = {0};
        turnover_pieces.piece(view, board_at(rules->board, kind, rank), size, &picture);
        for (int c = 0; c < size->columns; c++)
            scene_put(&scene, 0, kind * (size->columns + 3) + 3 + c, picture.at[row][c], ROLE_TEXT,
                      ROLE_TEXT);
    }
    scene_print(&scene, out);
    scene_free(&scene);
}

static void check_pieces(int rung, const char *wanted)
{
    static const char *const heads[] = {"ASCII White", "ASCII Black", "Unicode White",
                                        "Unicode Black"};
    const struct cell_size *size = &turnover_pieces.ladder[rung];
    struct position position;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    read_position(rules, "tfwcsk2/8/8/8/8/8/8/TFWCSK2 w - - 0 1", &position);
    for (int k = 0; k < 6; k++)
        fprintf(out, "%*c", k ? size->columns + 3 : 3 + cell_middle(size) + 1, "TFWCSK"[k]);
    fputc('\n', out);
    for (int h = 0; h < 4; h++) {
        struct board_view view = {.position = &position,
                                  .size = rung,
                                  .charset = h < 2 ? CHARSET_ASCII : CHARSET_UTF8,
                                  .shaded = true};
        fprintf(out, "%s\n", heads[h]);
        for (int row = 0; row < size->rows; row++)
            print_cells(&view, size, h % 2 ? 7 : 0, row, out);
    }
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
}

static void pieces_are_drawn_as_in_the_rules(void **state)
{
    (void)state;
    check_pieces(0, pieces_small);
    check_pieces(1, pieces_medium);
    check_pieces(2, pieces_tall);
    check_pieces(3, pieces_large);
}

/* The beginning of what `show` prints, or all of it. */
static void check_board(const char *position_text, int size, enum charset charset,
                        const char *wanted, bool whole)
{
    struct position position;
    struct board_view view = {.position = &position,
                              .size = size,
                              .charset = charset,
                              .coordinates = true,
                              .shaded = true};
    read_position(rules, position_text, &position);
    char *text = board_picture(&view);
    if (!whole && strlen(text) > strlen(wanted))
        text[strlen(wanted)] = '\0';
    assert_string_equal(text, wanted);
    free(text);
}

static void boards_are_drawn_as_in_the_rules(void **state)
{
    static const char opening[] = "k1k1k1k1/1k1k1k1k/8/8/8/8/1K1K1K1K/K1K1K1K1 w - - 0 1";
    (void)state;
    check_board(opening, -1, CHARSET_ASCII, opening_ascii, true);
    check_board(opening, 0, CHARSET_ASCII, opening_ascii, true);
    check_board(opening, 0, CHARSET_UTF8, opening_unicode, true);
    check_board(all_kinds, 1, CHARSET_ASCII, all_medium, true);
    check_board(all_kinds, 2, CHARSET_UTF8, all_tall, false);
    check_board(all_kinds, 3, CHARSET_ASCII, all_large, false);
}

/* "Black's point of view turns the board by 180 degrees." */
static void black_sees_the_board_turned(void **state)
{
    static const char turned[] = " 1     .     .    [@]   [@]\n"
                                 " 2 [@]   [@]    @     .\n"
                                 " 3     .     .  o  .  O  .\n"
                                 " 4  .     . [O] . [ ] .\n"
                                 " 5     .     . { } .     .\n"
                                 " 6  .    {X}    .  x  .\n"
                                 " 7 {#} .     .  X  . {#} .\n"
                                 " 8  .     . {#} .  #  . {#}\n"
                                 "    h  g  f  e  d  c  b  a\n"
                                 "   Black to move\n";
    struct position position;
    struct board_view view = {
        .position = &position, .size = 0, .turn = 1, .coordinates = true, .shaded = true};
    (void)state;
    read_position(rules, all_kinds, &position);
    char *text = board_picture(&view);
    assert_string_equal(text, turned);
    free(text);
}

/* A mark does not change how a stack looks. If the stack fills its cell and there are no colours,
 * the mark replaces a part of the outer ring that is drawn a second time. Every mark is visible at
 * every size. */
static void marks_do_not_change_stacks(void **state)
{
    static const struct {
        enum cell_mark mark;
        int size;
        const char *shown; /* of the Castle on a1 */
    } rows[] = {
        {MARK_CHECK, 0, " 1 [@!"},        {MARK_CURSOR, 0, " 1 [@<"},
        {MARK_PICKED, 0, " 1 [@\\"},      {MARK_LAST, 0, " 1 [@_"},
        {MARK_TAKE, 0, " 1 [@x"},         {MARK_CURSOR, 1, " 1 |> K <|"},
        {MARK_CHECK, 2, "   |.-!-.|"},    {MARK_CURSOR, 2, "   |.>-<.|"},
        {MARK_PICKED, 2, "   |./-\\.|"},  {MARK_LAST, 2, "   |._-_.|"},
        {MARK_TAKE, 2, "   |.-x-.|"},     {MARK_LAST, 3, " 1 ||(_o_)||"},
        {MARK_TAKE, 3, " 1 ||(xo )||"},   {MARK_CURSOR, 5, "   > K <"},
        {MARK_TAKE, 5, "   x K "},        {MARK_CURSOR, 4, " 1 |>|( o )|<|"},
        {MARK_TAKE, 4, " 1 |x|( o )| |"},
    };
    struct position position;
    (void)state;
    read_position(rules, all_kinds, &position);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct board_mark mark = {board_at(rules->board, 0, 0), (uint8_t)rows[i].mark, 0, ""};
        struct board_view view = {.position = &position,
                                  .size = rows[i].size,
                                  .coordinates = true,
                                  .shaded = true,
                                  .mark = &mark,
                                  .marks = 1};
        char *text = board_picture(&view);
        if (!strstr(text, rows[i].shown))
            fail_msg("size %d, mark %d: no '%s' in\n%s", rows[i].size, (int)rows[i].mark,
                     rows[i].shown, text);
        free(text);
        view.shaded = false; /* with colours the ground shows it */
        if (rows[i].size == 0 || rows[i].size == 2) {
            text = board_picture(&view);
            view.marks = 0;
            char *plain = board_picture(&view);
            assert_string_equal(text, plain);
            free(plain);
            free(text);
        }
    }
}

/* A target for turning over has the sign that the notation uses. */
static void targets_are_marked_with_the_signs_of_notation(void **state)
{
    struct position position;
    (void)state;
    read_position(rules, all_kinds, &position);
    cell_t empty = board_at(rules->board, 1, 0);
    struct board_mark mark[] = {{empty, MARK_TRANSFORM, 0, ""}};
    struct board_view view = {.position = &position,
                              .size = 0,
                              .coordinates = true,
                              .shaded = true,
                              .mark = mark,
                              .marks = 1};
    char *text = board_picture(&view);
    assert_non_null(strstr(text, "\n 1 [@] ^ [@]    .     .\n"));
    free(text);
    const struct action join = {.verb = ACTION_JOIN, .to = empty}; /* "move ., take x, turn over ^,
                                                                      join &": 14 */
    mark[0].mark = (uint8_t)mark_of_action(&join);
    text = board_picture(&view);
    assert_non_null(strstr(text, "\n 1 [@] & [@]    .     .\n"));
    free(text);
}

/* No mark looks like a ring: an empty cell under the cursor does not look like a Wall. */
static void the_cursor_does_not_look_like_a_wall(void **state)
{
    static const enum cell_mark marks[] = {MARK_CURSOR, MARK_PICKED, MARK_LAST};
    struct position position;
    (void)state;
    read_position(rules, all_kinds, &position);
    for (int size = 0; size < turnover_pieces.rungs; size++)
        for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
            struct board_mark mark = {board_at(rules->board, 3, 3), marks[m], 0, ""};
            struct board_view view = {
                .position = &position, .size = size, .mark = &mark, .marks = 1};
            char *plain, *marked = board_picture(&view);
            view.marks = 0;
            plain = board_picture(&view);
            assert_string_not_equal(plain, marked);
            for (const char *a = plain, *b = marked; *a && *b; a++, b++)
                if (*a != *b && strchr("[](){}|#oOxX*@", *b))
                    fail_msg("size %d: mark %d shows as '%c'", size, (int)marks[m], *b);
            free(plain);
            free(marked);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_drawn_as_in_the_rules),
        cmocka_unit_test(boards_are_drawn_as_in_the_rules),
        cmocka_unit_test(black_sees_the_board_turned),
        cmocka_unit_test(marks_do_not_change_stacks),
        cmocka_unit_test(targets_are_marked_with_the_signs_of_notation),
        cmocka_unit_test(the_cursor_does_not_look_like_a_wall),
    };
    return cmocka_run_group_tests_name("art_turnover", tests, open_rules, close_rules);
}
