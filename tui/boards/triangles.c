/* triangles.c - draws boards of triangles in strokes, exactly as their author drew them (rules/triangles.md 12).
 *
 * Geometry. tui/boards/triangle_rotation.h turns the board by sixths and gives each cell a row (a line of strokes across the board), a
 * column in half sides, and a direction, up or down. Everything after that is the same for every turn. At scale k a
 * half side is 2k characters wide and a row is 2k lines high, so an up cell at column c spans the characters 4k wide
 * from 2kc:
 *
 *       /\        line 0: the cell's tip; its inside has no columns yet
 *      /  \       line i: the inside grows by one column on each side
 *     ------      a line of dashes between two rows, except in compact sizes
 *
 * inside() is the whole geometry: the columns of a cell on its line i. A down cell is the same upside down.
 * Neighbours share a stroke; the cell on its right draws it, on that cell's plain background, and the last cell of a
 * row draws the stroke on its own right too. So every place on the board belongs to a cell, and triangles_hit() is
 * the inverse of inside(): a stroke belongs to the cell whose tip it forms.
 *
 * Sizes. Base, double, triple and fourfold have k = 1 to 4 and lines of dashes between the rows. The compact sizes
 * draw the floor of an up cell as `_` on its last line instead, which saves a line per row. The least size, for
 * screens too low even for that, has no strokes at all: two characters per cell in one line per row, and in an empty
 * cell a dot at the foot (up) or at the top (down).
 *
 * Limits. Boards have at most LATTICE_CELLS cells; loops over all cells are fast enough. Scales are integers, because
 * strokes need a slope of one character per line. */
#include "tui/boards/triangle_rotation.h"
#include "tui/boards/mark_signs.h"
#include "tui/boards/triangle_labels.h"
#include "tui/widgets/viewport.h"

#include <string.h>

enum { MARGIN_RANK = 3, MARGIN_NAME = 4 };

struct picture {
    const struct board_view *view;
    const struct board *board;
    int cells, rows, columns;     /* of the turned board */
    int scale;                    /* k of rules/triangles.md 12.3 */
    bool compact;
    bool least;                   /* no strokes, a cell is two characters in one line */
    bool ceiling, cellar;         /* dashes above the first row, below the last */
    int margin;                   /* columns on the left for rank numbers or cell names */
    bool upright;                 /* rows are ranks: not turned, or turned by half */
    const struct lattice_spot *spot;
    /* Where to draw. */
    struct scene *scene;
    int top, left;                /* in the scene */
    int skip_lines, skip_columns; /* hidden by the viewport */
    int room_lines, room_columns; /* visible part of the board, without names and coordinates */
    bool files;                   /* the file letters are below that, */
    bool cut;                     /* ... and, if part of the board is hidden, a line that says how much */
};

static void picture_begin(struct picture *picture, const struct board_view *view)
{
    int turns = view->turn % 6;
    *picture = (struct picture){.view = view, .board = view->position->rules->board};
    picture->cells = picture->board->cells;
    picture->compact = view->size == TRIANGLES_COMPACT || view->size >= TRIANGLES_SCALES; /* includes the least size */
    picture->least = view->size == TRIANGLES_LEAST;
    picture->scale = view->size <= TRIANGLES_BASE || picture->least ? 1
                     : view->size < TRIANGLES_SCALES             ? view->size
                                                                 : view->size - TRIANGLES_SCALES + 2;
    picture->upright = turns % 3 == 0;
    picture->margin = !view->coordinates ? 0 : picture->upright ? MARGIN_RANK : MARGIN_NAME;
    const struct lattice *turned = lattice_turned(picture->board, turns);
    picture->rows = turned->rows;
    picture->columns = turned->columns;
    picture->spot = turned->spot;
    picture->ceiling = !picture->compact && turned->down_first;
    picture->cellar = !picture->compact && turned->up_last;
}

static int lines_a_row(const struct picture *picture)
{
    return picture->least ? 1 : 2 * picture->scale + !picture->compact;
}

/* The lines that the inside of a cell takes. */
static int lines_a_cell(const struct picture *picture)
{
    return picture->least ? 1 : 2 * picture->scale;
}

/* The first line of a row, where its strokes begin. */
static int line_of_row(const struct picture *picture, int row)
{
    return picture->ceiling + row * lines_a_row(picture);
}

static int lines_of_board(const struct picture *picture)
{
    return line_of_row(picture, picture->rows) - (!picture->compact && !picture->cellar);
}

static int columns_of_board(const struct picture *picture)
{
    return 2 * picture->scale * picture->columns - (picture->least ? 2 : 0);
}

/* Line and column of the first of the two characters of a cell's label, without the margin. */
static void label_place(const struct picture *picture, int cell, int *line, int *column)
{
    const struct lattice_spot *spot = &picture->spot[cell];
    int k = picture->scale;
    *line = line_of_row(picture, spot->row) + (picture->least ? 0 : spot->up ? k : k - 1);
    *column = 2 * k * spot->column + (picture->least ? 0 : 2 * k - 1);
}

/* ---------------------------------------------------------------- strokes */

/* Put a character of the board; line and column are those of the picture, without the margin. */
static void put(const struct picture *picture, int line, int column, uint32_t character, enum role ink, enum role ground)
{
    line -= picture->skip_lines;
    column -= picture->skip_columns;
    if (line < 0 || column < 0 || line >= picture->room_lines || column >= picture->room_columns)
        return;
    scene_put(picture->scene, picture->top + line, picture->left + picture->margin + column, character, ink, ground);
}

static void stroke(const struct picture *picture, int line, int column, char character, enum role ground)
{
    put(picture, line, column, triangle_character(picture->view, (uint8_t)character), ROLE_LINE, ground);
}

/* The inside of a cell on its line i: columns `from` to `end` - 1. */
static void inside(const struct picture *picture, const struct lattice_spot *spot, int i, int *from, int *end)
{
    int k = picture->scale, x = 2 * k * spot->column;
    if (picture->least) {
        *from = x;
        *end = x + 2;
        return;
    }
    *from = spot->up ? x + 2 * k - i : x + i + 1;
    *end = spot->up ? x + 2 * k + i : x + 4 * k - 1 - i;
}

/* Draw a cell's inside and its strokes. A stroke has the plain background of the cell on its right, or, if it is the
 * last of its row, of the cell on its left. So cells share the columns of a line as evenly as triangles do, without
 * gaps. A mark changes only the background of the inside: the strokes stay as they are, which saves bytes. */
static void draw_inside(const struct picture *picture, int cell, enum role ground)
{
    const struct lattice_spot *spot = &picture->spot[cell];
    enum role plain = plain_ground(picture->board, cell);
    int k = picture->scale, line = line_of_row(picture, spot->row);
    for (int i = 0; i < lines_a_cell(picture); i++) {
        int from, end;
        inside(picture, spot, i, &from, &end);
        if (!picture->least)
            stroke(picture, line + i, from - 1, spot->up ? '/' : '\\', plain);
        if (!picture->least && spot->last)
            stroke(picture, line + i, end, spot->up ? '\\' : '/', plain);
        bool floor = picture->compact && !picture->least && spot->up && i == 2 * k - 1;
        for (int column = from; column < end; column++)
            put(picture, line + i, column, floor ? '_' : 0, floor ? ROLE_LINE : ROLE_TEXT, ground);
    }
    if (picture->least)
        put(picture, line, 2 * spot->column, spot->up ? '.' : '\'', ROLE_LINE, ground);
}

/* True if the owner sign of the cell on the left occupies the place of a sign on this cell's left. */
static bool is_owned(const struct picture *picture, int cell)
{
    const struct lattice_spot *spot = picture->spot;
    for (int c = 0; c < picture->cells; c++)
        if (spot[c].row == spot[cell].row && spot[c].column == spot[cell].column - 1)
            return triangle_label(picture->view, c).character[1] != 0;
    return false;
}

static void draw_label(const struct picture *picture, int cell, const struct triangle_label *label)
{
    int line, column;
    label_place(picture, cell, &line, &column);
    for (int i = 0; i < 2; i++)
        if (label->character[i])
            put(picture, line, column + i, label->character[i], i ? label->mark_ink : label->ink, label->ground);
    bool alone = picture->least && !label->right; /* a single sign, not a pair of brackets: do not overwrite the neighbour's
                                                     sign */
    if (label->left && !(alone && is_owned(picture, cell)))
        put(picture, line, column - 1, label->left, ROLE_MARK, label->ground);
    if (label->right && (!picture->least || !label->character[1]))
        put(picture, line, column + (picture->least ? 1 : 2), label->right, ROLE_MARK, label->ground);
}

/* Draw the dashes between rows row - 1 and row: under the up cells of the upper row and over the down cells of the
 * lower one. */
static void draw_dashes(const struct picture *picture, int row)
{
    int least = 1000, most = -1, k = picture->scale;
    for (int c = 0; c < picture->cells; c++) {
        const struct lattice_spot *spot = &picture->spot[c];
        if (spot->up ? spot->row != row - 1 : spot->row != row)
            continue;
        least = spot->column < least ? spot->column : least;
        most = spot->column > most ? spot->column : most;
    }
    for (int column = 2 * k * least; column < 2 * k * most + 4 * k; column++)
        stroke(picture, line_of_row(picture, row) - 1, column, '-', ROLE_TEXT);
}

/* ---------------------------------------------------------------- coordinates (12.2) */

/* The leftmost cell of a row. */
static int first_of_row(const struct picture *picture, int row)
{
    int found = -1;
    for (int c = 0; c < picture->cells; c++)
        if (picture->spot[c].row == row && (found < 0 || picture->spot[c].column < picture->spot[found].column))
            found = c;
    return found;
}

static void draw_name(const struct picture *picture, int cell, const char *name)
{
    int line, unused;
    label_place(picture, cell, &line, &unused);
    line -= picture->skip_lines;
    if (line >= 0 && line < picture->room_lines)
        scene_text(picture->scene, picture->top + line, picture->left, MARGIN_NAME, name, ROLE_LABEL, ROLE_TEXT);
}

/* Draw the file letters below the visible part of the board. */
static void draw_files(const struct picture *picture)
{
    int k = picture->scale, files = picture->board->files;
    for (int f = 0; f < files; f++) {
        int seen = picture->view->turn % 6 ? files - 1 - f : f;
        int column = 2 * k * seen + (picture->least ? 0 : 2 * k - 1) - picture->skip_columns;
        if (column >= 0 && column < picture->room_columns)
            scene_put(picture->scene, picture->top + picture->room_lines, picture->left + picture->margin + column,
                      (uint32_t)('a' + f), ROLE_LABEL, ROLE_TEXT);
    }
}

/* State how many ranks (or rows of a turned board) and files are outside the viewport. */
static void draw_hidden(const struct picture *picture)
{
    int top = picture->rows, bottom = -1, left = picture->columns, right = -1, line, column;
    for (int c = 0; c < picture->cells; c++) {
        const struct lattice_spot *spot = &picture->spot[c];
        label_place(picture, c, &line, &column);
        line -= picture->skip_lines;
        column -= picture->skip_columns;
        if (line >= 0 && line < picture->room_lines) {
            top = spot->row < top ? spot->row : top;
            bottom = spot->row > bottom ? spot->row : bottom;
        }
        if (column >= 0 && column < picture->room_columns) {
            left = spot->column < left ? spot->column : left;
            right = spot->column > right ? spot->column : right;
        }
    }
    const int hidden[] = {top, picture->rows - 1 - bottom, left, picture->columns - 2 - right};
    int below = picture->room_lines + picture->files;
    char text[100];
    viewport_hidden(hidden, picture->view->charset == CHARSET_UTF8, picture->room_columns, text, sizeof text);
    scene_text(picture->scene, picture->top + below, picture->left + picture->margin, picture->room_columns, text, ROLE_DIM,
               ROLE_TEXT);
}

/* If rows are ranks, number them and draw the files below; in other turns, name the first cell of each row. */
static void draw_coordinates(const struct picture *picture)
{
    for (int row = 0; row < picture->rows; row++) {
        int first = first_of_row(picture, row);
        char number[8];
        snprintf(number, sizeof number, "%2d", picture->board->cell[first].rank + 1);
        draw_name(picture, first, picture->upright ? number : picture->board->cell[first].name);
    }
    if (picture->files)
        draw_files(picture);
}

/* ---------------------------------------------------------------- the art */

static bool triangles_fit(const struct ruleset *rules)
{
    return rules->board->shape == BOARD_TRIANGLES;
}

static int triangles_sizes(const struct board_view *view)
{
    return view->least || view->plain ? TRIANGLES_SIZES : TRIANGLES_LEAST;
}

static const char *triangles_size_name(const struct board_view *view, int size)
{
    static const char *const names[TRIANGLES_SIZES] = {"compact", "base", "double", "triple", "fourfold"};
    (void)view;
    return names[size]; /* the larger compact sizes have none */
}

static void triangles_measure(const struct board_view *view, int *rows, int *columns)
{
    struct picture picture;
    picture_begin(&picture, view);
    *rows = lines_of_board(&picture) + (view->coordinates && picture.upright);
    *columns = picture.margin + columns_of_board(&picture);
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Work out the visible part: view->top counts rows, view->left counts half sides. */
static void open_viewport(struct picture *picture)
{
    const struct board_view *view = picture->view;
    int lines = lines_of_board(picture), columns = columns_of_board(picture);
    bool wide = view->columns && columns + picture->margin > view->columns;
    picture->files = view->coordinates && picture->upright && (wide || view->rows != lines); /* without file letters if the
                                                                                                whole board fits then */
    picture->cut = wide || (view->rows && lines + picture->files > view->rows);
    picture->room_lines = view->rows ? least_of(view->rows - picture->files - picture->cut, lines) : lines;
    if (picture->room_lines < 1)
        picture->room_lines = 1;
    picture->room_columns = view->columns ? least_of(view->columns - picture->margin, columns) : columns;
    picture->skip_lines = least_of(view->top * lines_a_row(picture), lines - picture->room_lines);
    picture->skip_columns = least_of(view->left * 2 * picture->scale, columns - picture->room_columns);
}

static void triangles_draw(const struct board_view *view, struct scene *scene, int row, int column)
{
    struct picture picture;
    picture_begin(&picture, view);
    picture.scene = scene;
    picture.top = row;
    picture.left = column;
    open_viewport(&picture);
    struct triangle_label labels[LATTICE_CELLS];
    for (int c = 0; c < picture.cells; c++) {
        labels[c] = triangle_label(view, c);
        draw_inside(&picture, c, labels[c].ground);
    }
    for (int r = !picture.ceiling; !picture.compact && r < picture.rows + picture.cellar; r++)
        draw_dashes(&picture, r);
    for (int c = 0; c < picture.cells; c++) /* last: a pair of brackets replaces strokes of neighbours */
        draw_label(&picture, c, &labels[c]);
    if (view->coordinates)
        draw_coordinates(&picture);
    if (picture.cut)
        draw_hidden(&picture);
}

static bool triangles_locate(const struct board_view *view, cell_t cell, int *row, int *column)
{
    struct picture picture;
    int line, place;
    picture_begin(&picture, view);
    open_viewport(&picture);
    label_place(&picture, cell, &line, &place);
    line -= picture.skip_lines;
    place -= picture.skip_columns;
    if (line < 0 || place < 0 || line >= picture.room_lines || place >= picture.room_columns)
        return false;
    *row = line;
    *column = place + picture.margin;
    return true;
}

/* A stroke belongs to the cell whose tip it forms: above the middle to the cell that points up, below it to the one
 * that points down; at the border to the only cell there. So every place on the board belongs to a cell, however
 * small the cells are. */
static cell_t triangles_hit(const struct board_view *view, int row, int column)
{
    struct picture picture;
    cell_t edge = CELL_NONE;
    picture_begin(&picture, view);
    open_viewport(&picture);
    column -= picture.margin;
    if (row < 0 || column < 0 || row >= picture.room_lines || column >= picture.room_columns)
        return CELL_NONE; /* a name, or the line that says how much is hidden */
    row += picture.skip_lines;
    column += picture.skip_columns;
    for (int c = 0; c < picture.cells; c++) {
        int i = row - line_of_row(&picture, picture.spot[c].row), from, end;
        if (i < 0 || i >= lines_a_cell(&picture))
            continue;
        inside(&picture, &picture.spot[c], i, &from, &end);
        if (column >= from && column < end)
            return (cell_t)c;
        bool stroke = !picture.least && (column == from - 1 || column == end);
        if (stroke && (edge == CELL_NONE || picture.spot[c].up == (i < picture.scale)))
            edge = (cell_t)c;
    }
    return edge;
}

/* The first of `seen` visible places such that `place` is among them, with a margin if possible. */
static int follow_place(int first, int seen, int place, int margin)
{
    margin = least_of(margin, (seen - 1) / 2);
    if (place - margin < first)
        return place > margin ? place - margin : 0;
    return place + margin >= first + seen ? place + margin - seen + 1 : first;
}

/* Scroll the cell into the viewport, with two rows and four columns around it if possible. */
static void triangles_follow(struct board_view *view, cell_t cell)
{
    struct picture picture;
    picture_begin(&picture, view);
    open_viewport(&picture);
    int rows_seen = (picture.room_lines - picture.ceiling) / lines_a_row(&picture);
    int columns_seen = picture.room_columns / (2 * picture.scale) - 1; /* a cell is two half sides wide */
    const struct lattice_spot *spot = &picture.spot[cell];
    if (picture.room_lines == lines_of_board(&picture))
        view->top = 0;
    else
        view->top = follow_place(view->top, rows_seen > 1 ? rows_seen : 1, spot->row, 2);
    if (picture.room_columns == columns_of_board(&picture))
        view->left = 0;
    else
        view->left = follow_place(view->left, columns_seen > 1 ? columns_seen : 1, spot->column, 4);
}

/* The picture of the source: without marks; coordinates only if named, and the base size unless another is given. */
static void triangles_show(const struct board_view *view, FILE *out)
{
    struct board_view plain = {.position = view->position, .size = view->size < 0 ? TRIANGLES_BASE : view->size,
                               .turn = view->turn, .charset = view->charset, .coordinates = view->named};
    struct scene scene = {0};
    int rows, columns;
    triangles_measure(&plain, &rows, &columns);
    scene_begin(&scene, rows, columns);
    triangles_draw(&plain, &scene, 0, 0);
    scene_print(&scene, out);
    scene_free(&scene);
}

const struct board_art triangle_art = {
    .name = "triangles",
    .fits = triangles_fit,
    .sizes = triangles_sizes,
    .measure = triangles_measure,
    .draw = triangles_draw,
    .locate = triangles_locate,
    .hit = triangles_hit,
    .show = triangles_show,
    .size_name = triangles_size_name,
    .follow = triangles_follow,
};
