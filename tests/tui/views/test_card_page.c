/* test_card_page.c - the card of a cell on boards of squares (tui/views/card_page.h): where the
 * diagram of the piece's moves stands, and what is left for the text. (Cards of triangles are among
 * the golden screens.) */
#include "config.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "tui/boards/marks.h"
#include "tui/views/card_page.h"

#include <stdlib.h>
#include <string.h>

static struct page page;
static struct scene scene;

static void add_words(void *argument, struct page *to)
{
    page_add(to, ROLE_TEXT, 0, argument);
}

static struct card_page card_of(const struct ruleset *rules, char letter)
{
    static char words[] = "a piece";
    int kind = letter ? ruleset_kind(rules, letter) : KIND_NONE;
    return (struct card_page){.rules = rules,
                              .piece = {(uint8_t)kind, WHITE, 0, 0},
                              .cell = cell_of(rules, "d4"),
                              .add_text = add_words,
                              .argument = words};
}

static bool laid_out(const struct card_page *card, int rows, int columns, struct area *text)
{
    const struct area area = {0, 0, rows, columns};
    scene_begin(&scene, rows, columns);
    return card_page_lay_out(card, &page, &scene, &area, text);
}

static void a_wide_card_has_its_diagram_beside_the_text(void **state)
{
    struct area text;
    (void)state;
    struct ruleset *rules = open_variant("classical");
    struct card_page card = card_of(rules, 'N');
    assert_true(laid_out(&card, 16, 60, &text));
    assert_int_equal(text.rows, 16);
    assert_true(text.columns <= 60 - PATTERN_COLUMNS);
    char *drawn = scene_picture(&scene);
    /* A Knight on d4 reaches c6 and e6, the third row from the top; see the legend below. */
    assert_non_null(strstr(drawn, "O: it is here"));
    assert_non_null(strstr(drawn, ". . x . x . . ."));
    free(drawn);
    assert_int_equal(page.rows, 1); /* the text is laid out for the caller to draw */
    assert_true(card_page_fits(&card, &(struct area){0, 0, 16, 60}));
    ruleset_free(rules);
}

static void a_narrow_card_has_its_diagram_below_the_text(void **state)
{
    struct area text;
    (void)state;
    struct ruleset *rules = open_variant("classical");
    struct card_page card = card_of(rules, 'N');
    assert_true(laid_out(&card, 24, 36, &text));
    assert_int_equal(text.columns, 36);
    assert_int_equal(text.rows, 24 - PATTERN_ROWS - 1);
    /* Without room for both there is only the text. */
    assert_false(laid_out(&card, 10, 30, &text));
    assert_int_equal(text.rows, 10);
    assert_false(card_page_fits(&card, &(struct area){0, 0, 10, 30}));
    ruleset_free(rules);
}

static void an_empty_cell_has_only_its_text(void **state)
{
    struct area text;
    (void)state;
    struct ruleset *rules = open_variant("classical");
    struct card_page card = card_of(rules, 0);
    assert_true(laid_out(&card, 10, 30, &text));
    assert_int_equal(text.rows, 10);
    assert_int_equal(text.columns, 30);
    ruleset_free(rules);
}

static int free_all(void **state)
{
    (void)state;
    page_free(&page);
    scene_free(&scene);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wide_card_has_its_diagram_beside_the_text),
        cmocka_unit_test(a_narrow_card_has_its_diagram_below_the_text),
        cmocka_unit_test(an_empty_cell_has_only_its_text),
    };
    return cmocka_run_group_tests_name("cards of cells", tests, NULL, free_all);
}
