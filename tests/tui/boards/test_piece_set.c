/* test_piece_set.c - piece sets: errors name the line; the set `art` has every piece of every game
 * in every size, White unlike Black; marks stand beside pieces and facings show. */
#include "config.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "tui/app/app.h"
#include "tui/app/settings.h"
#include "tui/boards/piece_set.h"

#include <string.h>

static struct piece_set *load(const char *name)
{
    struct piece_set *set;
    struct note why;
    char file[64];
    snprintf(file, sizeof file, "themes/pieces/%s.txt", name);
    if (piece_set_load(source_file(file), "", &set, &why) < 0)
        fail_msg("%s", why.text);
    return set;
}

/* ---------------------------------------------------------------- reading */

#define K "King white\n"

static void errors_name_the_line(void **state)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"King white\n|a|\n",
         "set:1: A line such as \"size 5x4 utf8\" must come before the first picture"},
        {"size 1x1\n",
         "set:1: A size is written as 5x4, and is at most 13x6; a character set follows: utf8 or ascii"},
        {"\nsize 14x1 utf8\n",
         "set:2: A size is written as 5x4, and is at most 13x6; a character set follows: utf8 or ascii"},
        {"size 1x1 latin1\n", "set:1: Write the character set after the size: utf8 or ascii"},
        {"size 1x1 utf8 bold\n", "set:1: Only the word coloured may follow the character set"},
        {"size 1x1 utf8\nKing\n",
         "set:2: Begin a picture with the names of its kinds and white, black, red or nobody"},
        {"size 1x1 utf8\nKing green\n",
         "set:2: Begin a picture with the names of its kinds and white, black, red or nobody"},
        {"size 1x1 utf8\n, King white\n", "set:2: A name is missing between two commas"},
        {"size 1x1 utf8\nfacing up white\n",
         "set:2: A facing is one of n, ne, e, se, s, sw, w, nw and none"},
        {"size 1x1 utf8\n|a|\n",
         "set:2: This row belongs to no picture: a heading such as \"King white\" is missing"},
        {"size 2x1 utf8\n" K "|a|\n",
         "set:3: The row has 1 columns, but the size of its section is 2x1"},
        {"size 1x1 utf8\n" K "|ab|\n",
         "set:3: The row has 2 columns, but the size of its section is 1x1"},
        {"size 1x1 utf8\n" K "|a\n",
         "set:3: The row has no closing bar: write it between two bars"},
        {"size 1x1 utf8\n" K "|a|\n|b|\n", "set:4: The picture has more than its 1 rows"},
        {"size 1x2 utf8\n" K "|a|\n; end\n", "set:2: The picture has 1 of its 2 rows"},
        {"size 1x2 utf8\n" K "|a|", "set:2: The picture has 1 of its 2 rows"},
        {"size 1x1 ascii\n" K "|\u2588|\n",
         "set:3: The row has a character that is not ASCII, in a section for ASCII"},
        {"size 1x1 utf8\n" K "|\u4E2D|\n",
         "set:3: The row has a character that is not one column wide"},
        {"size 1x1 utf8\n" K "|\a|\n",
         "set:3: The row has a character that is not one column wide"},
        {"size 1x1 utf8\n" K "|\xFF|\n", "set:3: The row is not UTF-8"},
        {"size 1x1 utf8\n" K "|a|\n" K "|b|\n",
         "set:4: The picture of King is already defined in line 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct piece_set *set;
        struct note why;
        assert_int_equal(piece_set_read(wrong[i].text, strlen(wrong[i].text), "set", &set, &why),
                         FAIL_TEXT);
        assert_string_equal(why.text, wrong[i].why);
    }
}

static void a_zero_byte_is_refused(void **state)
{
    static const char text[] = "size 1x1 utf8\nKing\0 white\n|a|\n";
    struct piece_set *set;
    struct note why;
    (void)state;
    assert_int_equal(piece_set_read(text, sizeof text - 1, "set", &set, &why), FAIL_TEXT);
    assert_string_equal(why.text, "set:2: The line has a zero byte");
}

/* What reading allows and checking does not. */
static void a_check_names_the_line(void **state)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"size 1x1 utf8\nKnigt white\n|a|\n",
         "set:2: No game has a kind of piece named Knigt: did you mean 'Knight'?"},
        {"size 1x1 utf8\nKing white\n|a|\nKing black\n|a|\n",
         "set:4: The picture of Black's King is the same as White's in line 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct piece_set *set;
        struct note why;
        assert_int_equal(piece_set_read(wrong[i].text, strlen(wrong[i].text), "set", &set, &why),
                         0);
        assert_int_equal(piece_set_check(set, &why), FAIL_TEXT);
        assert_string_equal(why.text, wrong[i].why);
        piece_set_free(set);
    }
}

static void a_set_that_is_not_there(void **state)
{
    struct piece_set *set;
    struct note why;
    (void)state;
    assert_int_equal(piece_set_load("none-such", "/nowhere", &set, &why), FAIL_NAME);
    assert_non_null(strstr(why.text, "There is no piece set 'none-such'"));
    assert_int_equal(piece_set_load("/nowhere/none.txt", "", &set, &why), FAIL_SYSTEM);
    assert_int_equal(piece_set_load("../x", "", &set, &why), FAIL_SYSTEM);
}

/* The largest picture that fits; ASCII where UTF-8 has none; for colours where there are some. */
static void the_largest_that_fits(void **state)
{
    static const char text[] =
        "size 1x1 utf8\nKing white\n|a|\nsize 1x1 utf8 coloured\nKing white\n|b|\n"
        "size 3x2 utf8\nKing white\n|ccc|\n|ccc|\nsize 5x4 ascii\nKing white\n|ddddd|\n|ddddd|\n|ddddd|\n|ddddd|\n";
    static const struct {
        int columns, rows;
        bool utf8, coloured;
        uint32_t found;
    } wanted[] = {{1, 1, true, false, 'a'}, {1, 1, true, true, 'b'},   {3, 2, true, false, 'c'},
                  {9, 6, true, false, 'c'}, {9, 6, false, false, 'd'}, {4, 6, false, false, 0}};
    struct piece_set *set;
    struct note why;
    (void)state;
    assert_int_equal(piece_set_read(text, strlen(text), "set", &set, &why), 0);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const struct piece_picture *found =
            piece_set_find(set, &(struct picture_wanted){.name = "King",
                                                         .side = WHITE,
                                                         .columns = wanted[i].columns,
                                                         .rows = wanted[i].rows,
                                                         .utf8 = wanted[i].utf8,
                                                         .coloured = wanted[i].coloured});
        assert_int_equal(found ? found->at[0] : 0, wanted[i].found);
    }
    piece_set_free(set);
}

/* ---------------------------------------------------------------- the sets of the program */

static void all_sets_are_right(void **state)
{
    static const char *const names[] = {"letters", "figurines", "art"};
    struct note why;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct piece_set *set = load(names[i]);
        if (piece_set_check(set, &why) < 0)
            fail_msg("%s", why.text);
        piece_set_free(set);
    }
}

static void assert_pictured(const struct piece_set *set, const struct kind *kind, int side,
                            int columns, int rows)
{
    for (int utf8 = 0; utf8 < 2; utf8++) {
        struct picture_wanted wanted = {
            .name = kind->name, .side = side, .columns = columns, .rows = rows, .utf8 = utf8};
        const struct piece_picture *found = piece_set_find(set, &wanted);
        if (!found || (utf8 && !found->utf8) || found->rows < 3)
            fail_msg("%s of side %d has no picture for %dx%d in %s", kind->name, side, columns,
                     rows, utf8 ? "UTF-8" : "ASCII");
    }
}

/* Cells of 5x3, 7x3, 7x4, 9x4, 9x5 and 13x6 leave so much room. Rings have pictures only from 9x5
 * on: in smaller cells their own art draws them. */
static void every_kind_has_its_picture(void **state)
{
    static const int room[][2] = {{3, 3}, {5, 3}, {5, 4}, {7, 4}, {7, 5}, {11, 6}};
    struct piece_set *set = load("art");
    const struct variant *variant;
    const struct rules *rules;
    (void)state;
    for (int v = 0; (variant = variant_at(v, false, &rules)); v++)
        for (int k = 1; k <= variant->kind_count; k++)
            for (int side = 0; side < variant->sides; side++)
                for (size_t i = 0; i < sizeof room / sizeof *room; i++) {
                    bool nobody = !strcmp(variant->kinds[k].name, "Monolith"),
                         rings = !strcmp(variant->id, "turnover");
                    if (side != RED && (!rings || room[i][1] > 4))
                        assert_pictured(set, &variant->kinds[k], nobody ? NOBODY : side, room[i][0],
                                        room[i][1]);
                }
    piece_set_free(set);
}

/* White's picture and Black's differ by more than the size of their letter. */
static void white_is_unlike_black(void **state)
{
    struct piece_set *set = load("art");
    const struct piece_picture *white, *black;
    (void)state;
    for (int i = 0; (white = piece_set_at(set, i)); i++)
        for (int k = 0; white->side == WHITE && white->rows > 2 && (black = piece_set_at(set, k));
             k++)
            if (black->side != WHITE && black->side != SIDES_ALL &&
                !strcmp(black->name, white->name) && black->columns == white->columns &&
                black->rows == white->rows && black->utf8 == white->utf8 &&
                !memcmp(white->at, black->at,
                        (size_t)(white->columns * white->rows) * sizeof *white->at))
                fail_msg("lines %d and %d show the same %s", white->line, black->line, white->name);
    piece_set_free(set);
}

/* ---------------------------------------------------------------- on boards */

struct cell_seen {
    uint32_t at[6][13];
};

/* Draw a view, and the cells it shows into `out` [cells]. */
static void see_board(const struct board_view *view, struct cell_seen *out)
{
    const struct board_art *art = board_art_for(view->position->rules);
    const struct board *board = view->position->rules->board;
    struct scene scene = {0};
    int rows, columns, row, column;
    art->measure(view, &rows, &columns);
    int tall = rows / board->ranks, wide = columns / board->files;
    scene_begin(&scene, view->rows ? view->rows : rows, view->columns ? view->columns : columns);
    art->draw(view, &scene, 0, 0);
    memset(out, 0, (size_t)board->cells * sizeof *out);
    for (int cell = 0; cell < board->cells; cell++) {
        if (!art->locate(view, (cell_t)cell, &row, &column))
            continue;
        for (int r = 0; r < tall; r++)
            for (int c = 0; c < wide; c++)
                out[cell].at[r][c] = scene
                                         .glyph[(row - (tall - 1) / 2 + r) * scene.columns +
                                                column - (wide - 1) / 2 + c]
                                         .character;
    }
    scene_free(&scene);
}

static int size_named(const struct board_view *view, const char *name)
{
    const struct board_art *art = board_art_for(view->position->rules);
    for (int size = 0; size < art->sizes(view); size++)
        if (art->size_name(view, size) && !strcmp(art->size_name(view, size), name))
            return size;
    fail_msg("no size %s", name);
    return -1;
}

static bool is_taken(uint32_t character)
{
    return character && character != ' ' && character != ':';
}

static void assert_marked(const struct ruleset *rules, const struct board_view *view, int cell,
                          const struct cell_seen *plain, const struct cell_seen *seen)
{
    const char *name = rules->kinds[view->position->at[cell].kind].name;
    bool shown = false;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 13; c++) {
            if (is_taken(plain->at[r][c]) && plain->at[r][c] != seen->at[r][c])
                fail_msg("size %d: mark %d hides part of %s", view->size, view->mark[0].mark, name);
            shown |= plain->at[r][c] != seen->at[r][c] && is_taken(seen->at[r][c]);
        }
    if (!shown)
        fail_msg("size %d: mark %d is not seen on %s", view->size, view->mark[0].mark, name);
}

/* Every sign of a mark shows beside the pieces at the top and at the bottom of the largest board,
 * and hides nothing of them. */
static void marks_stand_beside_pictures(void **state)
{
    enum { RANKS = 3, FILES = 14, CELLS = 26 * 26 };
    static const struct cell_size_named {
        const char *name;
        int columns, rows;
    } sizes[] = {{"5x3", 5, 3}, {"7x3", 7, 3},   {"7x4", 7, 4},  {"9x4", 9, 4},
                 {"9x5", 9, 5}, {"11x5", 11, 5}, {"13x6", 13, 6}};
    static struct position position;
    static struct cell_seen plain[CELLS], seen[CELLS];
    static struct board_mark marks[CELLS];
    struct ruleset *rules = open_position("one", NULL, &position);
    struct piece_set *set = load("art");
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int mark = MARK_CURSOR; mark <= MARK_NOTE; mark++)
            for (int place = 0; place < 4; place++) { /* top and bottom, in ASCII and UTF-8 */
                struct board_view view = {.position = &position,
                                          .pieces = set,
                                          .shaded = true,
                                          .charset = place & 1 ? CHARSET_UTF8 : CHARSET_ASCII,
                                          .rows = RANKS * sizes[i].rows + 1,
                                          .columns = FILES * sizes[i].columns,
                                          .top = place & 2 ? 0 : 26 - RANKS};
                view.size = size_named(&view, sizes[i].name);
                see_board(&view, plain);
                view.mark = marks;
                view.marks = rules->board->cells;
                for (int cell = 0; cell < view.marks; cell++) {
                    marks[cell] = (struct board_mark){
                        .cell = (cell_t)cell, .mark = (uint8_t)mark, .number = 3};
                    if (mark == MARK_NOTE)
                        memcpy(marks[cell].label, "1>", 3);
                }
                see_board(&view, seen);
                for (int cell = 0; cell < view.marks; cell++)
                    if (position.at[cell].kind && plain[cell].at[1][sizes[i].columns / 2])
                        assert_marked(rules, &view, cell, &plain[cell], &seen[cell]);
            }
    piece_set_free(set);
    ruleset_free(rules);
}

/* A dark cell looks dark without colours under a piece, too. */
static void dark_cells_stay_dark(void **state)
{
    static struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct piece_set *set = load("art");
    struct board_view view = {
        .position = &position, .pieces = set, .shaded = true, .charset = CHARSET_UTF8};
    (void)state;
    view.size = size_named(&view, "7x4");
    static struct cell_seen seen[64];
    see_board(&view, seen);
    for (int cell = 0; cell < rules->board->cells; cell++) {
        bool dark = false;
        for (int r = 0; r < 4; r++)
            dark |= seen[cell].at[r][0] == ':' || seen[cell].at[r][1] == ':';
        assert_int_equal(dark, rules->board->cell[cell].dark);
    }
    piece_set_free(set);
    ruleset_free(rules);
}

/* Each facing looks different, for men of both sides, in every size. */
static void facings_show(void **state)
{
    static const char *const sizes[] = {"5x3", "7x3", "7x4", "9x4", "11x5", "13x6"};
    static struct position position;
    struct ruleset *rules = open_position("turning-forward-fides", NULL, &position);
    struct piece_set *set = load("art");
    cell_t cell = board_at(rules->board, 3, 3);
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int charset = CHARSET_ASCII; charset <= CHARSET_UTF8; charset++)
            for (int side = WHITE; side <= BLACK; side++) {
                static struct cell_seen seen[64];
                struct cell_seen facings[8];
                struct board_view view = {
                    .position = &position, .pieces = set, .charset = (enum charset)charset};
                view.size = size_named(&view, sizes[i]);
                for (int facing = 0; facing < 8; facing++) {
                    position.at[cell] = (struct piece){(uint8_t)ruleset_kind(rules, 'T'),
                                                       (uint8_t)side, (uint8_t)facing, 0};
                    see_board(&view, seen);
                    facings[facing] = seen[cell];
                    for (int other = 0; other < facing; other++)
                        if (!memcmp(&facings[other], &facings[facing], sizeof *facings))
                            fail_msg("%s: facings %d and %d look the same", sizes[i], other,
                                     facing);
                }
            }
    piece_set_free(set);
    ruleset_free(rules);
}

/* True if the cell e2 of the opening shows a picture, not a letter. *ascii: all of it is ASCII. */
static bool is_pictured(struct board_view *view, const char *size, bool *ascii)
{
    static struct cell_seen seen[26 * 26];
    const struct ruleset *rules = view->position->rules;
    int taken = 0;
    view->size = size_named(view, size);
    see_board(view, seen);
    *ascii = true;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 13; c++) {
            uint32_t character = seen[board_at(rules->board, 4, 1)].at[r][c];
            taken += character != 0;
            *ascii = *ascii && character < 0x80;
        }
    return taken > 1;
}

/* `auto` draws letters in small cells, on the largest boards in cells of 7x3 too. A terminal
 * without the characters shows the ASCII pictures, though its locale is UTF-8. */
static void pictures_where_they_belong(void **state)
{
    static const struct {
        const char *size;
        bool large_pieces, slim, pictured;
    } rows[] = {{"5x3", true, false, false}, {"7x3", true, false, true},
                {"7x3", true, true, false},  {"7x4", true, true, true},
                {"5x2", false, false, true}, {"3x1", false, false, false}};
    static struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct piece_set *set = load("art");
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct board_view view = {.position = &position,
                                  .pieces = set,
                                  .charset = CHARSET_UTF8,
                                  .large_pieces = rows[i].large_pieces,
                                  .slim = rows[i].slim};
        bool ascii;
        if (is_pictured(&view, rows[i].size, &ascii) != rows[i].pictured ||
            ascii == rows[i].pictured)
            fail_msg("row %zu: %s", i, rows[i].size);
        view.ascii_pieces = true;
        is_pictured(&view, rows[i].size, &ascii);
        assert_true(ascii);
        view.pieces = NULL;
        assert_false(is_pictured(&view, rows[i].size, &ascii));
    }
    piece_set_free(set);
    ruleset_free(rules);
}

/* Pictures fill cells of some sizes: then large ones are chosen by themselves. */
static void pictures_fill_cells(void **state)
{
    static const struct {
        const char *variant, *size;
        bool filled;
    } rows[] = {{"classical", "13x6", true}, {"classical", "11x5", false},
                {"classical", "9x5", true},  {"classical", "9x4", false},
                {"classical", "7x4", true},  {"turning-chess", "13x6", false}};
    struct piece_set *set = load("art");
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct position position;
        struct ruleset *rules = open_position(rows[i].variant, NULL, &position);
        struct board_view view = {.position = &position, .charset = CHARSET_UTF8, .pieces = set};
        view.size = size_named(&view, rows[i].size);
        assert_int_equal(board_is_filled(&view), rows[i].filled);
        view.pieces = NULL;
        assert_false(board_is_filled(&view));
        ruleset_free(rules);
    }
    piece_set_free(set);
}

/* Three owners of a piece in a large triangle look different without colours. */
static void owners_of_triangles_differ(void **state)
{
    static struct position position;
    struct ruleset *rules = open_position("triangle-corners-3", NULL, &position);
    struct piece_set *set = load("art");
    cell_t cell = board_at(rules->board, 7, 3);
    (void)state;
    for (int charset = CHARSET_ASCII; charset <= CHARSET_UTF8; charset++) {
        char *drawn[3];
        struct board_view view = {
            .position = &position, .pieces = set, .charset = (enum charset)charset, .shaded = true};
        view.size = size_named(&view, "triple");
        for (int side = WHITE; side <= RED; side++) {
            position.at[cell] =
                (struct piece){(uint8_t)ruleset_kind(rules, 'Q'), (uint8_t)side, 0, 0};
            drawn[side] = board_drawn(&view);
            for (int other = 0; other < side; other++)
                assert_string_not_equal(drawn[other], drawn[side]);
        }
        for (int side = WHITE; side <= RED; side++)
            free(drawn[side]);
    }
    piece_set_free(set);
    ruleset_free(rules);
}

/* What the option, the terminal and the colours make of a view. */
static void views_of_the_client(void **state)
{
    struct note why;
    (void)state;
    setenv("CHESSCADE_DATA", source_file(""), 1);
    for (int console = 0; console < 2; console++) {
        struct app *app = app_new(&(struct app_options){
            .charset = CHARSET_UTF8, .ascii_pieces = console, .fixed_time = "2026-01-01T12:00:00"});
        for (int palette = PALETTE_NONE; palette <= PALETTE_RGB; palette++) {
            struct board_view view = {0};
            app_palette(app, (enum palette)palette, false);
            app_pieces(app, &view);
            assert_non_null(view.pieces);
            assert_true(view.large_pieces);
            assert_int_equal(view.ascii_pieces,
                             console || palette == PALETTE_8 || palette == PALETTE_16);
        }
        struct board_view view = {0};
        assert_int_equal(app_set(app, "pieces", "symbols", &why), 0); /* the name it had before */
        assert_string_equal(app_setting(app, SET_PIECES), "figurines");
        assert_int_equal(app_set(app, "pieces", "none-such", &why), FAIL_NAME);
        assert_string_equal(app_setting(app, SET_PIECES), "figurines");
        app_pieces(app, &view);
        assert_non_null(view.pieces);
        assert_false(view.large_pieces);
        assert_int_equal(app_set(app, "colors", "16", &why), 0);
        app_palette(app, PALETTE_16, false);
        app_pieces(app, &view);
        assert_int_equal(view.ascii_pieces, console);
        view = (struct board_view){0};
        assert_int_equal(app_set(app, "a11y", "on", &why), 0);
        app_pieces(app, &view);
        assert_null(view.pieces);
        app_free(app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_the_line),        cmocka_unit_test(a_zero_byte_is_refused),
        cmocka_unit_test(a_check_names_the_line),      cmocka_unit_test(a_set_that_is_not_there),
        cmocka_unit_test(the_largest_that_fits),       cmocka_unit_test(all_sets_are_right),
        cmocka_unit_test(every_kind_has_its_picture),  cmocka_unit_test(white_is_unlike_black),
        cmocka_unit_test(marks_stand_beside_pictures), cmocka_unit_test(dark_cells_stay_dark),
        cmocka_unit_test(pictures_where_they_belong),  cmocka_unit_test(pictures_fill_cells),
        cmocka_unit_test(views_of_the_client),         cmocka_unit_test(facings_show),
        cmocka_unit_test(owners_of_triangles_differ),
    };
    return cmocka_run_group_tests_name("piece_set", tests, NULL, NULL);
}
