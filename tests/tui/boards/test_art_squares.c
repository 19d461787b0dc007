/* test_art_squares.c - the program draws the pictures of rules/croatian.md 19.2: the opening of
 * Croatian Ties, and the book's diagram of the Pegasus (5.1). Also the map beside a board of which
 * only part is seen. */
#include "config.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "tui/boards/board_scene.h"
#include "tui/widgets/page.h"

#include <string.h>

enum { PICTURE = 4096 };

/* A picture of tests/pictures/croatian.txt, starting at its first line of letters; the first
 * picture is number 0. */
static void wanted_picture(int number, char out[PICTURE])
{
    char line[256];
    size_t used = 0;
    bool inside = false;
    FILE *in = fopen(source_file("tests/pictures/croatian.txt"), "r");
    assert_non_null(in);
    for (int at = -1; fgets(line, sizeof line, in);) {
        bool files = !strncmp(line, "     a  b", 9);
        if (files && !inside)
            at++;
        if (at == number && (files || inside || line[0] != '\n') && line[0] != '#')
            used += (size_t)snprintf(out + used, PICTURE - used, "%s", line);
        if (files)
            inside = !inside;
    }
    fclose(in);
    assert_true(used > 0);
}

/* Compare as many lines as the picture has; below them the program prints the side to move. */
static void assert_shown(const struct board_view *view, const char *wanted)
{
    char *shown = board_picture(view);
    for (const char *want = wanted, *line = shown; *want;) {
        int length = (int)strcspn(want, "\n"), has = (int)strcspn(line, "\n");
        while (length && want[length - 1] == ' ')
            length--;
        while (has && line[has - 1] == ' ')
            has--;
        if (length != has || strncmp(want, line, (size_t)length) != 0)
            fail_msg("'%.*s', not '%.*s'", has, line, length, want);
        want += strcspn(want, "\n") + 1;
        line += strcspn(line, "\n") + 1;
    }
    free(shown);
}

static struct ruleset *open_ties(struct position *position, const char *text)
{
    struct ruleset *rules = open_position("croatian-ties", NULL, position);
    if (text)
        position_clear(position, rules);
    for (; text && *text; text += 3) { /* "Gc2": letter, file, rank */
        int kind = ruleset_kind(rules, text[0] >= 'a' ? (char)(text[0] - 'a' + 'A') : text[0]);
        cell_t cell = board_at(rules->board, text[1] - 'a', text[2] - '1');
        position->at[cell] = (struct piece){(uint8_t)kind, text[0] >= 'a' ? BLACK : WHITE, 0, 0};
    }
    return rules;
}

static void the_opening_of_ties_is_as_in_the_rules(void **state)
{
    (void)state;
    static struct position position;
    char wanted[PICTURE];
    struct ruleset *rules = open_ties(&position, NULL);
    wanted_picture(0, wanted);
    assert_shown(&(struct board_view){.position = &position, .size = -1, .coordinates = true},
                 wanted);
    ruleset_free(rules);
}

/* The squares in the directions of the Pegasus, numbered as in the book: counterclockwise from
 * (2,1). */
static void the_pegasus_is_as_in_the_book(void **state)
{
    (void)state;
    static const int8_t directions[][2] = {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {2, -1}};
    static struct position position;
    char wanted[PICTURE];
    struct board_mark mark[64];
    int marks = 0;
    struct ruleset *rules = open_ties(&position, "Gc2Pb4pg4");
    for (int d = 0; d < 6; d++)
        for (int n = 1;; n++) {
            cell_t cell =
                board_at(rules->board, 2 + n * directions[d][0], 1 + n * directions[d][1]);
            if (cell == CELL_NONE)
                break;
            mark[marks++] =
                (struct board_mark){.cell = cell, .mark = MARK_NUMBER, .number = (uint8_t)(d + 1)};
        }
    wanted_picture(1, wanted);
    assert_shown(
        &(struct board_view){
            .position = &position, .size = -1, .coordinates = true, .mark = mark, .marks = marks},
        wanted);
    ruleset_free(rules);
}

/* One character for two by two cells: 13 by 13 for 26 by 26. There is no map if the whole board is
 * seen. */
static void the_map_shows_two_by_two_cells_as_one_sign(void **state)
{
    (void)state;
    static struct position position;
    struct ruleset *rules;
    struct note why;
    struct scene scene = {0};
    int rows, columns, seen = 0;
    assert_int_equal(ruleset_open(&rules, "one", NULL, 0, &why), 0);
    rules->rules->setup(rules, &position);
    struct board_view view = {
        .position = &position, .size = 1, .coordinates = true, .rows = 21, .columns = 60, .top = 6};
    assert_true(board_map_measure(&view, &rows, &columns));
    assert_int_equal(rows, 13);
    assert_int_equal(columns, 13);
    scene_begin(&scene, 13, 13);
    board_map_draw(&view, board_at(rules->board, 4, 4), &scene, 0, 0);
    assert_int_equal(scene.glyph[12 * 13 + 6].character, 'o'); /* the lower ranks are White's, */
    assert_int_equal(scene.glyph[0 * 13 + 6].character, '*');  /* the upper ones Black's, */
    /* Except for the Stars in the corners; */
    assert_int_equal(scene.glyph[12 * 13 + 0].character, '%');
    assert_int_equal(scene.glyph[10 * 13 + 2].character, '+'); /* the cursor is on e5. */
    for (int i = 0; i < 13; i++)
        seen += scene.glyph[i * 13 + 6].ground != ROLE_TEXT;
    assert_int_equal(seen, 10); /* ranks 1 to 20 */
    view.rows = view.columns = 100;
    assert_false(board_map_measure(&view, &rows, &columns));
    scene_free(&scene);
    ruleset_free(rules);
}

/* A board of 26 by 26 seen through 20 ranks: the highest visible rank after looking at `rank`, if
 * the ranks of `next` come next. */
static int seen_from(struct board_view *view, int rank, const char *next)
{
    const struct board *board = view->position->rules->board;
    cell_t cells[8];
    view->nexts = 0;
    for (; next && *next; next++)
        cells[view->nexts++] = board_at(board, 3, *next - 'a');
    view->next = cells;
    square_art.follow(view, board_at(board, 3, rank - 1));
    view->next = NULL;
    return board->ranks - view->top;
}

/* Ranks are letters: a is 1. The view moves by an even number of ranks where possible, so that the
 * colours of the cells stay. */
static void the_viewport_moves_by_pairs_of_ranks(void **state)
{
    (void)state;
    static struct position position;
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, "one", NULL, 0, &why), 0);
    rules->rules->setup(rules, &position);
    for (int rank = 2; rank < 24; rank++) /* no rank is empty */
        position.at[board_at(rules->board, 25, rank)] = (struct piece){.kind = 1, .side = WHITE};
    struct board_view view = {.position = &position,
                              .size = 1,
                              .coordinates = true,
                              .rows = 21,
                              .columns = 60,
                              .still = true,
                              .unseen = true};
    assert_int_equal(seen_from(&view, 2, ""), 20);    /* starts as low as possible, */
    assert_int_equal(seen_from(&view, 2, "dwd"), 21); /* ... or an even step from d..w, 4 to 23, */
    view.unseen = false;
    assert_int_equal(seen_from(&view, 4, "x"), 21); /* and stays while the cell is seen; */
    /* Then it moves so that the next ones are seen, too, */
    assert_int_equal(seen_from(&view, 23, "dwdw"), 23);
    assert_int_equal(seen_from(&view, 24, "ffff"), 25); /* or no further than necessary; */
    /* By one if nothing else shows the cell. */
    assert_int_equal(seen_from(&view, 26, "ggggg"), 26);
    view.still = false;
    view.top = 6;
    /* A cursor has a margin, and does not move the view by one */
    for (int rank = 2, before = 20, moved = 0; rank <= 26; rank++) {
        int first = seen_from(&view, rank, "");
        assert_true(first - rank >= (rank <= 23 ? 3 : 26 - rank) &&
                    rank - (first - 20) > (rank > 3 ? 3 : 0));
        moved += first != before;
        assert_true(moved <= 1);
        before = first;
    }
    ruleset_free(rules);
}

/* However few lines are visible: the rank looked at is among them, with ranks around it if there
 * are any, and looking at it again moves nothing. */
static void the_viewport_shows_what_is_looked_at(void **state)
{
    (void)state;
    for (int all = 1; all <= 26; all++)
        for (int shown = 1; shown <= all; shown++)
            for (int first = 0; first <= all - shown; first++)
                for (int at = 0; at < all; at++) {
                    int now = viewport_followed(first, shown, all, at, 3), edge = shown >= 8   ? 3
                                                                                  : shown >= 4 ? 1
                                                                                               : 0;
                    assert_in_range(now, 0, all - shown);
                    assert_in_range(at, now ? now + edge : 0,
                                    now < all - shown ? now + shown - 1 - edge : all - 1);
                    assert_int_equal(viewport_followed(now, shown, all, at, 3), now);
                }
}

/* The rank of a line of the picture; 0: none. */
static int rank_at(const struct board_view *view, int line)
{
    cell_t cell = square_art.hit(view, line, 9);
    return cell == CELL_NONE ? 0 : view->position->rules->board->cell[cell].rank + 1;
}

/* 26 ranks, 21 lines: the file letters and the line that replaces the omitted ranks take two, so
 * seven empty ranks are omitted. */
static void empty_ranks_are_folded(void **state)
{
    (void)state;
    static struct position position;
    struct ruleset *rules;
    struct note why;
    int row, column;
    assert_int_equal(ruleset_open(&rules, "one", NULL, 0, &why), 0);
    rules->rules->setup(rules, &position);
    const struct board *board = rules->board;
    struct board_view view = {.position = &position,
                              .size = 1,
                              .coordinates = true,
                              .rows = 21,
                              .columns = 60,
                              .still = true,
                              .unseen = true};
    seen_from(&view, 2, "dudu"); /* 2, 4 and 21 are visible at once */
    assert_int_equal(view.folded, 0);
    view.unseen = false;
    seen_from(&view, 24, "cxcx");
    assert_int_equal(view.folded, 7);
    assert_int_equal(rank_at(&view, 0), 26); /* both ends, and every rank with a piece: Monoliths
                                                are on 9 and 18 */
    assert_int_equal(rank_at(&view, 8), 18);
    assert_int_equal(rank_at(&view, 9), 0); /* "ranks 11 to 17 are empty" */
    assert_int_equal(rank_at(&view, 10), 10);
    assert_int_equal(rank_at(&view, 19), 1);
    assert_true(square_art.locate(&view, board_at(board, 3, 0), &row, &column) && row == 19);
    assert_true(square_art.locate(&view, board_at(board, 3, 17), &row, &column) && row == 8);
    assert_false(square_art.locate(&view, board_at(board, 3, 12), &row, &column));
    position.at[board_at(board, 3, 3)] = (struct piece){.kind = 1, .side = WHITE};
    seen_from(&view, 4, ""); /* nothing moves while they are empty */
    assert_int_equal(rank_at(&view, 9), 0);
    /* On 12: the only seven empty ranks left are 2 to 8 */
    position.at[board_at(board, 3, 11)] = (struct piece){.kind = 1, .side = WHITE};
    position.at[board_at(board, 3, 3)] = (struct piece){.kind = KIND_NONE};
    position.at[board_at(board, 3, 19)] = (struct piece){.kind = 1, .side = WHITE}; /* 20 */
    seen_from(&view, 12, "");
    assert_int_equal(view.folded, 0);
    assert_true(square_art.locate(&view, board_at(board, 3, 11), &row, &column));
    position.at[board_at(board, 3, 11)] = (struct piece){.kind = KIND_NONE};
    position.at[board_at(board, 3, 19)] = (struct piece){.kind = KIND_NONE};
    seen_from(&view, 25, "");
    view.still = false; /* a cursor can go to every rank */
    seen_from(&view, 12, "");
    assert_int_equal(view.folded, 0);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opening_of_ties_is_as_in_the_rules),
        cmocka_unit_test(the_pegasus_is_as_in_the_book),
        cmocka_unit_test(the_map_shows_two_by_two_cells_as_one_sign),
        cmocka_unit_test(the_viewport_moves_by_pairs_of_ranks),
        cmocka_unit_test(the_viewport_shows_what_is_looked_at),
        cmocka_unit_test(empty_ranks_are_folded),
    };
    return cmocka_run_group_tests_name("pictures of boards of squares", tests, NULL, NULL);
}
