/* test_signs.c - the signs of highlights: each is visible without colours, on every board and at
 * every size, and differs from the other signs and from the pieces. docs/screens.md lists them;
 * signs of the families are in their rules. */
#include "config.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "tui/boards/piece_set.h"

#include <string.h>

struct sign {
    enum cell_mark mark;
    int number;
    const char *label;
};

/* The signs that must differ on a cell with a piece, and on an empty one. */
static const struct sign on_piece[] = {
    {MARK_NONE, 0, ""},   {MARK_CURSOR, 0, ""}, {MARK_PICKED, 0, ""},
    {MARK_LAST, 0, ""},   {MARK_TAKE, 0, ""},   {MARK_CHECK, 0, ""},
    {MARK_NUMBER, 1, ""}, {MARK_NUMBER, 2, ""}, {MARK_NOTE, 1, "#g"}};
static const struct sign on_empty[] = {
    {MARK_NONE, 0, ""},   {MARK_CURSOR, 0, ""}, {MARK_PICKED, 0, ""},    {MARK_LAST, 0, ""},
    {MARK_GO, 0, ""},     {MARK_TAKE, 0, ""},   {MARK_FORBIDDEN, 0, ""}, {MARK_NUMBER, 1, ""},
    {MARK_NUMBER, 2, ""}, {MARK_NOTE, 1, "#g"}};
enum {
    ON_PIECE = sizeof on_piece / sizeof *on_piece,
    ON_EMPTY = sizeof on_empty / sizeof *on_empty,
    SIGNS_MOST = 16
};

/* One variant of each family, with a light and a dark cell in the middle of its board. */
static const struct {
    const char *variant, *cell[2];
} boards[] = {{"classical", {"e4", "d4"}},      {"one", {"m12", "n12"}},
              {"turning-chess", {"e4", "d4"}},  {"turnover", {"e4", "d4"}},
              {"grand-triangle", {"g8", "h8"}}, {"triangle-corners-3", {"h3", "g3"}}};
enum { BOARDS = sizeof boards / sizeof *boards };

/* How pieces are drawn; NULL: as letters. */
static struct piece_set *pieces;

static bool is_triangles(const struct board_view *view)
{
    return view->position->rules->board->shape == BOARD_TRIANGLES;
}

/* The board without colours, with these marks on one cell. The caller frees it. */
static char *drawn_with(const struct board_view *view, cell_t cell, const struct sign *first,
                        const struct sign *second)
{
    struct board_mark mark[2];
    struct board_view marked = *view;
    marked.mark = mark;
    for (const struct sign *sign = first; sign; sign = sign == first ? second : NULL) {
        if (sign->mark == MARK_NONE)
            continue;
        mark[marked.marks] = (struct board_mark){
            .cell = cell, .mark = (uint8_t)sign->mark, .number = (uint8_t)sign->number};
        snprintf(mark[marked.marks++].label, sizeof mark->label, "%s", sign->label);
    }
    return board_drawn(&marked);
}

/* On triangles all targets on empty cells have one sign: rules/triangles.md 12.4. */
static bool is_one_sign(const struct board_view *view, const struct sign *one,
                        const struct sign *other)
{
    return is_triangles(view) && one->mark == MARK_GO && other->mark == MARK_TAKE;
}

static void assert_all_differ(const struct board_view *view, cell_t cell, const struct sign *sign,
                              int signs)
{
    char *drawn[SIGNS_MOST];
    for (int i = 0; i < signs; i++) {
        drawn[i] = drawn_with(view, cell, &sign[i], NULL);
        for (int k = 0; k < i; k++)
            if (!is_one_sign(view, &sign[k], &sign[i]) && !strcmp(drawn[i], drawn[k]))
                fail_msg("size %d, charset %d: marks %d and %d look the same:\n%s", view->size,
                         (int)view->charset, (int)sign[k].mark, (int)sign[i].mark, drawn[i]);
    }
    for (int i = 0; i < signs; i++)
        free(drawn[i]);
}

/* A highlight is still visible under the cursor; with two columns at least that there is one. On
 * triangles there is one mark (12.4). */
static void assert_seen_under_cursor(const struct board_view *view, cell_t cell,
                                     const struct sign *sign, int signs)
{
    static const struct sign cursor = {MARK_CURSOR, 0, ""};
    char *alone = drawn_with(view, cell, &cursor, NULL);
    for (int i = 2; i < signs; i++) {
        char *both = drawn_with(view, cell, &cursor, &sign[i]);
        if (!strcmp(alone, both))
            fail_msg("size %d, charset %d: mark %d is not seen under the cursor:\n%s", view->size,
                     (int)view->charset, (int)sign[i].mark, both);
        free(both);
    }
    free(alone);
}

/* Of two highlights on a cell both are visible: an annotator's mark does not hide the last ply, nor
 * a check the mark. */
static void assert_both_seen(const struct board_view *view, cell_t cell)
{
    static const struct sign note = {MARK_NOTE, 1, "#g"}, last = {MARK_LAST, 0, ""},
                             check = {MARK_CHECK, 0, ""};
    const struct sign *const rows[][2] = {{&note, &last}, {&check, &note}, {&check, &last}};
    bool piece = view->position->at[cell].kind != KIND_NONE;
    for (int i = 0; i < (piece ? 3 : 1); i++) {
        char *alone = drawn_with(view, cell, rows[i][0], NULL),
             *other = drawn_with(view, cell, rows[i][1], NULL);
        char *both = drawn_with(view, cell, rows[i][0], rows[i][1]);
        if (!strcmp(both, alone) || !strcmp(both, other))
            fail_msg("size %d, charset %d: one of marks %d and %d is not seen:\n%s", view->size,
                     (int)view->charset, (int)rows[i][0]->mark, (int)rows[i][1]->mark, both);
        free(alone);
        free(other);
        free(both);
    }
}

/* Calls `check` for each board, size, charset and both cells, on an empty position. */
typedef void check_fn(struct board_view *view, struct position *position, cell_t cell);

static void on_all_boards(check_fn *check)
{
    static struct position position;
    for (int i = 0; i < BOARDS; i++) {
        struct ruleset *rules = open_variant(boards[i].variant);
        if (pieces && rules->board->cells > 128) { /* test_piece_set.c draws those of the largest */
            ruleset_free(rules);
            continue;
        }
        struct board_view view = {.position = &position,
                                  .pieces = pieces,
                                  .shaded = true,
                                  .coordinates = true,
                                  .least = true};
        position_clear(&position, rules);
        for (int c = 0; c < 2; c++)
            assert_int_equal(rules->board->cell[cell_of(rules, boards[i].cell[c])].dark, c);
        int sizes = board_art_for(rules)->sizes(&view);
        /* Each cell and each charset once is enough for sanitizers. */
        /* With sanitizers each cell and each charset once is enough */
        for (view.size = 0; view.size < sizes;
             view.size += (SANITIZED || pieces) && sizes > 3 ? 3 : 1)
            for (int c = 0; c < 4; c += SANITIZED ? 3 : 1) {
                view.charset = c & 1 ? CHARSET_UTF8 : CHARSET_ASCII;
                check(&view, &position, cell_of(rules, boards[i].cell[c / 2]));
            }
        ruleset_free(rules);
    }
}

/* The inner columns of a square: 1x1 has no room for a sign beside a piece, 2x1 has room for
 * one. */
static int columns_of(const struct board_view *view)
{
    const char *name = board_art_for(view->position->rules)->size_name(view, view->size);
    if (name && !strcmp(name, "small"))
        return 3;
    return is_triangles(view) || !name || name[1] != 'x' ? 5 : name[0] - '0';
}

static void empty_cells(struct board_view *view, struct position *position, cell_t cell)
{
    (void)position;
    if (columns_of(view) > 3 && !is_triangles(view))
        assert_both_seen(view, cell);
    if (columns_of(view) > 1)
        assert_all_differ(view, cell, on_empty, ON_EMPTY);
    if (columns_of(view) > 1 && !is_triangles(view))
        assert_seen_under_cursor(view, cell, on_empty, ON_EMPTY);
}

/* Every piece of every side; pieces of Turning Chess facing every way. */
static void each_piece(const struct board_view *view, struct position *position, cell_t cell,
                       check_fn *check)
{
    const struct ruleset *rules = position->rules;
    struct board_view own = *view;
    for (int kind = 1; kind <= rules->kind_count; kind++)
        for (int side = 0; side < rules->sides; side++)
            for (int facing = 0; facing < (!strcmp(rules->id, "turning-chess") ? 8 : 1); facing++) {
                position->at[cell] =
                    (struct piece){(uint8_t)kind, (uint8_t)side, (uint8_t)facing, 0};
                check(&own, position, cell);
            }
    position->at[cell] = (struct piece){0};
}

static void one_piece(struct board_view *view, struct position *position, cell_t cell)
{
    (void)position;
    if (columns_of(view) > 3 && strcmp(position->rules->id, "turnover") != 0 &&
        !is_triangles(view)) /* rings fill their cells */
        assert_both_seen(view, cell);
    if (columns_of(view) > 1)
        assert_all_differ(view, cell, on_piece, ON_PIECE);
    if (columns_of(view) > 1 && !is_triangles(view))
        assert_seen_under_cursor(view, cell, on_piece, ON_PIECE);
}

static void cells_with_pieces(struct board_view *view, struct position *position, cell_t cell)
{
    each_piece(view, position, cell, one_piece);
}

static void signs_of_empty_cells_differ(void **state)
{
    (void)state;
    on_all_boards(empty_cells);
}

static void signs_of_pieces_differ(void **state)
{
    (void)state;
    on_all_boards(cells_with_pieces);
}

/* Beside pictures, too, which fill their cells. */
static void signs_of_pictures_differ(void **state)
{
    struct note why;
    (void)state;
    if (piece_set_load(source_file("themes/pieces/art.txt"), "", &pieces, &why) < 0)
        fail_msg("%s", why.text);
    on_all_boards(cells_with_pieces);
    piece_set_free(pieces);
    pieces = NULL;
}

/* The number of a choice is shown whole, or replaced by a general sign: half of "30" would be
 * another number. */
static void assert_whole_number(struct board_view *view, struct position *position, cell_t cell)
{
    enum cell_mark mark = position->at[cell].kind ? MARK_TAKE : MARK_GO;
    static const char *const other[] = {"31", "40"};
    struct sign plain = {mark, 0, ""}, number = {mark, 0, "30"};
    char *sign = drawn_with(view, cell, &plain, NULL),
         *thirty = drawn_with(view, cell, &number, NULL);
    for (int i = 0; i < 2; i++) {
        struct sign next = {mark, 0, ""};
        next.label = other[i];
        char *drawn = drawn_with(view, cell, &next, NULL);
        if (strcmp(thirty, sign) != 0 && !strcmp(thirty, drawn))
            fail_msg("size %d, charset %d: 30 and %s look the same:\n%s", view->size,
                     (int)view->charset, other[i], drawn);
        free(drawn);
    }
    free(sign);
    free(thirty);
}

static void numbers_on_cells(struct board_view *view, struct position *position, cell_t cell)
{
    assert_whole_number(view, position, cell);
    each_piece(view, position, cell, assert_whole_number);
}

static void numbers_are_shown_whole(void **state)
{
    (void)state;
    on_all_boards(numbers_on_cells);
}

/* A piece on the board does not look like a sign on an empty cell. */
static void assert_no_sign(struct board_view *view, struct position *position, cell_t cell)
{
    const struct piece piece = position->at[cell];
    position->at[0] = piece;
    char *drawn = board_drawn(view);
    position->at[cell] = (struct piece){0};
    for (int i = 1; i < ON_EMPTY; i++) {
        char *sign = drawn_with(view, cell, &on_empty[i], NULL);
        if (!strcmp(drawn, sign))
            fail_msg("size %d, charset %d: mark %d looks like a piece:\n%s", view->size,
                     (int)view->charset, (int)on_empty[i].mark, drawn);
        free(sign);
    }
    free(drawn);
    position->at[0] = (struct piece){0};
}

static void signs_are_no_pieces(struct board_view *view, struct position *position, cell_t cell)
{
    each_piece(view, position, cell, assert_no_sign);
}

static void no_sign_looks_like_a_piece(void **state)
{
    (void)state;
    on_all_boards(signs_are_no_pieces);
}

/* The signs of ux.md L10, unless a family's rules have others or something on the board looks like
 * them: the selected piece in parentheses, the last ply underlined, a dot where a piece may go, x
 * where it captures, ! for check. */
static void signs_are_as_documented(void **state)
{
    static const struct {
        const char *variant, *size;
        enum charset charset;
        struct sign sign;
        const char *piece, *empty_light, *empty_dark; /* the row of the letter in cell e4 with a
                                                         White Pawn; d4 and e4 empty */
    } rows[] = {
        {"classical", "3x1", CHARSET_ASCII, {MARK_PICKED, 0, ""}, "(P)", "( )", "(:)"},
        {"classical", "3x1", CHARSET_ASCII, {MARK_LAST, 0, ""}, "_P_", "_ _", "_:_"},
        {"classical", "3x1", CHARSET_ASCII, {MARK_GO, 0, ""}, NULL, " . ", " . "},
        {"classical", "3x1", CHARSET_ASCII, {MARK_TAKE, 0, ""}, "xP ", " x ", ":x:"},
        {"classical", "3x1", CHARSET_ASCII, {MARK_CHECK, 0, ""}, "!P ", NULL, NULL},
        {"classical", "5x2", CHARSET_ASCII, {MARK_PICKED, 0, ""}, "( P )", "(   )", "(: :)"},
        {"classical", "5x2", CHARSET_ASCII, {MARK_LAST, 0, ""}, " _P_ ", " _ _ ", " _ _ "},
        {"classical", "7x3", CHARSET_ASCII, {MARK_LAST, 0, ""}, "  _P_  ", "  _ _  ", "  _ _  "},
        {"classical", "5x2", CHARSET_UTF8, {MARK_GO, 0, ""}, NULL, "  \u00B7  ", "  \u00B7  "},
        {"classical",
         "5x2",
         CHARSET_UTF8,
         {MARK_TAKE, 0, ""},
         "\u00D7 P  ",
         "  \u00D7  ",
         " :\u00D7: "},
        {"classical", "2x1", CHARSET_ASCII, {MARK_LAST, 0, ""}, "P_", "__", "__"},
        /* Empty ones are . and : */
        {"classical", "2x1", CHARSET_ASCII, {MARK_GO, 0, ""}, NULL, "+ ", "+ "},
        {"classical", "2x1", CHARSET_UTF8, {MARK_GO, 0, ""}, NULL, "\u2022 ", "\u2022 "},
        {"turning-chess",
         "3x1",
         CHARSET_ASCII,
         {MARK_GO, 0, ""},
         NULL,
         " x ",
         ":x:"}, /* rules/turning.md
                    11.2 */
        {"turning-chess", "5x2", CHARSET_ASCII, {MARK_LAST, 0, ""}, " _P_ ", " _ _ ", " _ _ "},
        /* Dark ones are . */
        {"turnover", "small", CHARSET_ASCII, {MARK_GO, 0, ""}, NULL, " + ", " + "},
        {"turnover",
         "medium",
         CHARSET_ASCII,
         {MARK_GO, 0, ""},
         NULL,
         "  .  ",
         "  .  "}, /* rules/turnover.md
                      14 */
        {"turnover",
         "medium",
         CHARSET_UTF8,
         {MARK_GO, 0, ""},
         NULL,
         "  +  ",
         " \u00B7+\u00B7 "}, /* dark ones have dots */
    };
    static struct position position;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].variant);
        const struct board_art *art = board_art_for(rules);
        struct board_view view = {
            .position = &position, .shaded = true, .charset = rows[i].charset};
        const char *const wanted[] = {rows[i].piece, rows[i].empty_light, rows[i].empty_dark};
        position_clear(&position, rules);
        while (strcmp(art->size_name(&view, view.size), rows[i].size) != 0)
            assert_true(++view.size < art->sizes(&view));
        for (int k = 0; k < 3; k++) {
            cell_t cell = cell_of(rules, k < 2 ? "e4" : "d4");
            int row, column;
            position.at[cell] = (struct piece){.kind = (uint8_t)(k ? 0 : ruleset_kind(rules, 'P'))};
            char *drawn = wanted[k] ? drawn_with(&view, cell, &rows[i].sign, NULL) : NULL;
            const char *line = drawn;
            assert_true(art->locate(&view, cell, &row, &column));
            for (int r = 0; wanted[k] && r < row; r++)
                line = strchr(line, '\n') + 1;
            if (wanted[k] &&
                (!strstr(line, wanted[k]) || strstr(line, wanted[k]) > strchr(line, '\n')))
                fail_msg("%s %s, mark %d: no '%s' in\n%s", rows[i].variant, rows[i].size,
                         (int)rows[i].sign.mark, wanted[k], drawn);
            free(drawn);
            position.at[cell] = (struct piece){0};
        }
        ruleset_free(rules);
    }
}

/* Without colours the last ply is also underlined, in the row of the letter; but not on boards so
 * large that every byte counts. */
static void the_last_ply_is_underlined(void **state)
{
    static struct position position;
    (void)state;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct board_mark mark = {.cell = cell_of(rules, "a8"), .mark = MARK_LAST};
    for (int slim = 0; slim < 2; slim++) {
        struct board_view view = {.position = &position,
                                  .size = 3,
                                  .shaded = true,
                                  .slim = slim,
                                  .mark = &mark,
                                  .marks = 1};
        struct scene scene = {0};
        scene_begin(&scene, 16, 40);
        square_art.draw(&view, &scene, 0, 0);
        assert_int_equal(scene.glyph[2].ground, slim ? ROLE_LIGHT_CELL : ROLE_LAST_CELL);
        assert_int_equal(scene.glyph[40 + 2].ground, ROLE_LIGHT_CELL);
        assert_int_equal(scene.glyph[1].character, '_');
        scene_free(&scene);
    }
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_of_empty_cells_differ), cmocka_unit_test(signs_of_pieces_differ),
        cmocka_unit_test(signs_of_pictures_differ),    cmocka_unit_test(numbers_are_shown_whole),
        cmocka_unit_test(no_sign_looks_like_a_piece),  cmocka_unit_test(signs_are_as_documented),
        cmocka_unit_test(the_last_ply_is_underlined),
    };
    return cmocka_run_group_tests_name("signs", tests, NULL, NULL);
}
