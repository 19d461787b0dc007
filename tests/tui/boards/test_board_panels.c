/* test_board_panels.c - the places of a board and the panels around it (tui/boards/board_panels.h):
 * on screens of all sizes, and for what must be readable. */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/boards/board_panels.h"

#include <stdlib.h>

static struct position *shown;

/* Panels around the opening position of a variant, as when a game is opened to be read. */
static struct board_panels panels_of(struct ruleset *rules)
{
    read_position(rules, NULL, shown);
    return (struct board_panels){.view = {.position = shown, .coordinates = true},
                                 .rules = rules,
                                 .size_most = -1,
                                 .focus = FOCUS_MOVES};
}

static bool inside(const struct area *area, const struct area *body)
{
    return area->row >= body->row && area->column >= body->column &&
           area->row + area->rows <= body->row + body->rows &&
           area->column + area->columns <= body->column + body->columns;
}

static bool overlap(const struct area *a, const struct area *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns && b->column < a->column + a->columns;
}

/* Whatever is shown lies inside the screen, and nothing lies on anything else. */
static void assert_in_order(const struct board_panels *panels, const struct area *body,
                            const char *what)
{
    const struct panel_layout *layout = &panels->layout;
    const struct area *areas[] = {&layout->board, &layout->moves,    &layout->notes,
                                  &layout->map,   &layout->openings, &layout->detail};
    enum { AREAS = sizeof areas / sizeof *areas };
    bool any = false;
    for (int i = 0; i < AREAS; i++) {
        if (areas[i]->rows <= 0)
            continue;
        any = true;
        if (!inside(areas[i], body))
            fail_msg("%s, %dx%d: area %d is off the screen", what, body->columns, body->rows, i);
        for (int k = 0; k < i; k++)
            if (areas[k]->rows > 0 && overlap(areas[i], areas[k]))
                fail_msg("%s, %dx%d: area %d lies on area %d", what, body->columns, body->rows, i,
                         k);
    }
    if (!any)
        fail_msg("%s, %dx%d: nothing is shown", what, body->columns, body->rows);
}

static void panels_never_overlap(void **state)
{
    static const char *const variants[] = {"classical", "mirandas-veil",  "turning-chess",
                                           "turnover",  "grand-triangle", "triangle-corners-3"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct ruleset *rules = open_variant(variants[v]);
        for (int rows = 1; rows <= 70; rows += 3)
            for (int columns = 20; columns <= 250; columns += 11)
                for (int way = 0; way < 3 * 8; way++) {
                    struct area body = {1, 0, rows, columns};
                    struct board_panels panels = panels_of(rules);
                    panels.focus = (enum panel_focus)(way % 3);
                    panels.maximised = way / 3 & 1;
                    panels.card = way / 3 & 2;
                    panels.openings = way / 3 & 4;
                    board_panels_lay_out(&panels, &body);
                    assert_in_order(&panels, &body, variants[v]);
                }
        ruleset_free(rules);
    }
}

/* On 80 columns the board is at the left and the moves are above the notes; on a wide screen they
 * are side by side. */
static void panels_stand_beside_the_board(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    struct board_panels panels = panels_of(rules);
    const struct panel_layout *layout = &panels.layout;
    board_panels_lay_out(&panels, &(struct area){1, 0, 21, 80});
    assert_true(layout->board.rows && layout->moves.column > layout->board.columns);
    assert_int_equal(layout->moves.column, layout->notes.column);
    assert_true(layout->moves.row < layout->notes.row);
    panels = panels_of(rules);
    board_panels_lay_out(&panels, &(struct area){1, 0, 40, 160});
    assert_int_equal(layout->moves.row, layout->notes.row);
    assert_true(layout->moves.column < layout->notes.column);
    assert_true(layout->seat_row[0] >= 0 && layout->seat_row[1] >= 0);
    ruleset_free(rules);
}

static void small_screens_show_one_thing(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    struct board_panels panels = panels_of(rules);
    const struct panel_layout *layout = &panels.layout;
    /* Below 9 rows there is a line about one cell, and the moves below it. */
    board_panels_lay_out(&panels, &(struct area){0, 0, 5, 80});
    assert_int_equal(layout->detail.rows, 1);
    assert_int_equal(layout->board.rows, 0);
    assert_int_equal(layout->moves.rows, 4);
    panels = panels_of(rules);
    panels.composing = true;
    board_panels_lay_out(&panels, &(struct area){0, 0, 5, 80});
    assert_int_equal(layout->notes.rows, 4); /* which describe the ply */
    ruleset_free(rules);
    /* A board of 16 files fits 40 columns only alone: it stands in for the moves of a game just
     * opened. */
    const struct area narrow = {0, 0, 18, 40};
    rules = open_variant("mirandas-veil");
    panels = panels_of(rules);
    panels.board_first = true;
    board_panels_lay_out(&panels, &narrow);
    assert_true(layout->stands_in);
    assert_true(layout->board.rows > 0);
    panels = panels_of(rules);
    board_panels_lay_out(&panels, &narrow);
    assert_false(layout->stands_in);
    assert_int_equal(layout->moves.rows, narrow.rows);
    panels = panels_of(rules);
    panels.board_now = true;
    board_panels_lay_out(&panels, &narrow);
    assert_int_equal(panels.focus, FOCUS_BOARD);
    assert_true(layout->board.rows > 0);
    ruleset_free(rules);
}

static void what_must_be_readable_gets_room(void **state)
{
    (void)state;
    struct area body = {1, 0, 21, 80};
    struct ruleset *rules = open_variant("classical");
    struct board_panels panels = panels_of(rules);
    const struct panel_layout *layout = &panels.layout;
    board_panels_lay_out(&panels, &body);
    int moves = layout->moves.rows, notes = layout->notes.rows;
    assert_true(moves > 0);
    /* A menu that fits leaves the moves in their place, a longer one does not. */
    panels = panels_of(rules);
    panels.list = true;
    panels.entries = notes;
    board_panels_lay_out(&panels, &body);
    assert_int_equal(layout->moves.rows, moves);
    panels = panels_of(rules);
    panels.list = true;
    panels.entries = notes + 1;
    board_panels_lay_out(&panels, &body);
    assert_int_equal(layout->moves.rows, 0);
    assert_true(layout->notes.rows > notes);
    panels = panels_of(rules);
    panels.card = panels.card_alone = true;
    board_panels_lay_out(&panels, &body);
    assert_int_equal(layout->board.rows, 0);
    assert_int_equal(layout->notes.rows, body.rows);
    /* Without a notes panel a card stands in place of the moves. */
    panels = panels_of(rules);
    panels.card = panels.maximised = true;
    board_panels_lay_out(&panels, &body);
    assert_int_equal(layout->moves.rows, 0);
    assert_true(layout->notes.rows > 0);
    ruleset_free(rules);
}

static void the_user_can_zoom_within_what_fits(void **state)
{
    (void)state;
    struct area body = {1, 0, 50, 160};
    struct ruleset *rules = open_variant("classical");
    struct board_panels panels = panels_of(rules);
    board_panels_lay_out(&panels, &body);
    int rows = panels.layout.board.rows;
    panels = panels_of(rules);
    panels.zoom = -1;
    board_panels_lay_out(&panels, &body);
    assert_true(panels.layout.board.rows < rows);
    panels = panels_of(rules);
    panels.line_a_rank = true;
    panels.size_most = 2;
    board_panels_lay_out(&panels, &body);
    assert_true(panels.layout.board.rows < rows);
    assert_true(board_line_a_rank(&panels.view, panels.layout.size));
    ruleset_free(rules);
}

static int make_shown(void **state)
{
    (void)state;
    shown = memory_new(1, sizeof *shown);
    return 0;
}

static int free_shown(void **state)
{
    (void)state;
    free(shown);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_never_overlap),
        cmocka_unit_test(panels_stand_beside_the_board),
        cmocka_unit_test(small_screens_show_one_thing),
        cmocka_unit_test(what_must_be_readable_gets_room),
        cmocka_unit_test(the_user_can_zoom_within_what_fits),
    };
    return cmocka_run_group_tests_name("places of panels", tests, make_shown, free_shown);
}
