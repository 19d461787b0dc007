/* triangles.c - draws boards of triangles in strokes, exactly as their author drew them
 * (rules/triangles.md 12).
 *
 * Geometry. triangles.h turns the board by sixths and gives each cell a row (a line of
 * strokes across the board), a column in half sides, and a direction, up or down. Everything after
 * that is the same for every turn. At scale k a half side is 2k characters wide and a row is 2k
 * lines high, so an up cell at column c spans the characters 4k wide from 2kc:
 *
 *       /\        line 0: the cell's tip; its inside has no columns yet
 *      /  \       line i: the inside grows by one column on each side
 *     ------      a line of dashes between two rows, except in compact sizes
 *
 * triangles_inside() is the whole geometry: the columns of a cell on its line i. A down cell is the
 * same upside down. Neighbours share a stroke; the cell on its right draws it, on that cell's plain
 * background, and the last cell of a row draws the stroke on its own right too. So every place on
 * the board belongs to a cell, and triangles_hit() is the inverse of triangles_inside(): a stroke
 * belongs to the cell whose tip it forms.
 *
 * Sizes. Base, double, triple and fourfold have k = 1 to 4 and lines of dashes between the rows.
 * The compact sizes draw the floor of an up cell as `_` on its last line instead, which saves a
 * line per row. The least size, for screens too low even for that, has no strokes at all: two
 * characters per cell in one line per row, and in an empty cell a dot at the foot (up) or at the
 * top (down).
 *
 * Filled boards (view->fill) have the same cells and compact sizes. Where a stroke would be, a
 * character shows part of the cell below the stroke in that cell's colour on the ground of the
 * other: three quarters of it for `/`, one quarter for `\`. So the edges go in steps of half a
 * character, and every cell stands a quarter of a character to the left of its strokes.
 *
 * Limits. Boards have at most LATTICE_CELLS cells; loops over all cells are fast enough. Scales are
 * integers, because strokes need a slope of one character per line. */
#include "core/families/triangles/triangles.h"
#include "core/position_text.h"
#include "tui/boards/piece_pictures.h"
#include "tui/boards/triangles.h"
#include "tui/widgets/page.h"

#include <string.h>

enum { MARGIN_RANK = 3, MARGIN_NAME = 4 };

struct picture {
    const struct board_view *view;
    const struct board *board;
    int cells, rows, columns; /* numbers of cells, rows and columns of the rotated board */
    int scale;                /* the scale k of rules/triangles.md 12 */
    bool compact;
    bool least;  /* true to draw without strokes, each cell as two characters on one line */
    bool filled; /* true to fill cells with colour instead of drawing strokes */
    bool ceiling, cellar; /* true if there are dashes above the first row, and below the last row */
    int margin;           /* columns at the left for rank numbers or cell names */
    bool upright;         /* true if rows are ranks: the board is not rotated, or by half a turn */
    const struct lattice_spot *spot;
    /* The scene to draw into, and where. */
    struct scene *scene;
    int top, left;                /* upper left corner of the picture in the scene */
    int skip_lines, skip_columns; /* lines and columns hidden by the viewport */
    int room_lines, room_columns; /* size of the visible part of the board, without names and
                                     coordinates */
    bool files;                   /* true to draw the file letters below the board */
    bool cut; /* true if part of the board is hidden; a line then says how much */
};

static void picture_begin(struct picture *picture, const struct board_view *view)
{
    int turns = view->turn % 6;
    *picture = (struct picture){.view = view, .board = view->position->rules->board};
    picture->cells = picture->board->cells;
    /* The least size counts as compact too. */
    picture->least = view->size == TRIANGLES_LEAST;
    picture->filled = view->fill != FILL_NONE && !picture->least;
    /* Filled cells need no dashes between the rows, either. */
    picture->compact =
        view->size == TRIANGLES_COMPACT || view->size >= TRIANGLES_SCALES || picture->filled;
    picture->scale = view->size <= TRIANGLES_BASE || picture->least ? 1
                     : view->size < TRIANGLES_SCALES                ? view->size
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

/* The number of lines that the inside of a cell takes. */
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

/* Put a character of the board. Line and column are counted in the picture without its margin. */
static void boards_triangles_put(const struct picture *picture, int line, int column,
                                 uint32_t character, enum role ink, enum role ground)
{
    line -= picture->skip_lines;
    column -= picture->skip_columns;
    if (line < 0 || column < 0 || line >= picture->room_lines || column >= picture->room_columns)
        return;
    scene_put(picture->scene, picture->top + line, picture->left + picture->margin + column,
              character, ink, ground);
}

static void triangles_stroke(const struct picture *picture, int line, int column, char character,
                             enum role ground)
{
    boards_triangles_put(picture, line, column,
                         triangle_character(picture->view, (uint8_t)character), ROLE_LINE, ground);
}

/* The inside of a cell on its line i: its columns are `from` to `end` - 1. */
static void triangles_inside(const struct picture *picture, const struct lattice_spot *spot, int i,
                             int *from, int *end)
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

/* The background of a cell without marks. */
static enum role triangles_ground(const struct board_view *view, int cell)
{
    static const enum role four[] = {ROLE_LIGHT_CELL, ROLE_DARK_CELL, ROLE_THIRD_CELL,
                                     ROLE_FOURTH_CELL};
    const struct board *board = view->position->rules->board;
    return view->colours == COLOURS_FOUR  ? four[triangle_quarter(board, cell)]
           : view->colours == COLOURS_ONE ? ROLE_LIGHT_CELL
                                          : plain_ground(board, cell);
}

/* Put a character that lies on the stroke between two cells. `below` and `above` are the roles of
 * those cells: `below` is the ink of the character, `above` its ground. The character is `corner`
 * with FILL_CORNERS, otherwise `quarters`; if both roles are equal, only the ground is put.
 * ROLE_TEXT means outside the board; only `above` can be that. */
static void triangles_edge(const struct picture *picture, int line, int column, uint32_t quarters,
                           uint32_t corner, enum role below, enum role above)
{
    uint32_t character = picture->view->fill == FILL_CORNERS ? corner : quarters;
    boards_triangles_put(picture, line, column, below == above ? 0 : character, below, above);
}

enum {
    STEP_SLASH = 0x259F,
    STEP_BACKSLASH = 0x2596,
    STEP_UPPER_LEFT = 0x2598,
    STEP_UPPER_RIGHT = 0x259C,
    CORNER_SLASH = 0x25E2,
    CORNER_BACKSLASH = 0x25E3,
    CORNER_UPPER_LEFT = 0x25E4,
    CORNER_UPPER_RIGHT = 0x25E5
};

/* Fill a cell with the colour of its ground, and draw its left edge; the last cell of a row also
 * draws the right one. `beside` is the ground of the cell on its left, ROLE_TEXT if it is the
 * first of its row. */
static void triangles_fill(const struct picture *picture, int cell, enum role ground,
                           enum role beside)
{
    const struct lattice_spot *spot = &picture->spot[cell];
    int line = line_of_row(picture, spot->row);
    for (int i = 0; i < lines_a_cell(picture); i++) {
        int from, end;
        triangles_inside(picture, spot, i, &from, &end);
        for (int column = from; column < end; column++)
            boards_triangles_put(picture, line + i, column, 0, ROLE_TEXT, ground);
        if (spot->up)
            triangles_edge(picture, line + i, from - 1, STEP_SLASH, CORNER_SLASH, ground, beside);
        else if (beside == ROLE_TEXT)
            triangles_edge(picture, line + i, from - 1, STEP_UPPER_RIGHT, CORNER_UPPER_RIGHT,
                           ground, beside);
        else
            triangles_edge(picture, line + i, from - 1, STEP_BACKSLASH, CORNER_BACKSLASH, beside,
                           ground);
        if (spot->last && spot->up)
            triangles_edge(picture, line + i, end, STEP_BACKSLASH, CORNER_BACKSLASH, ground,
                           ROLE_TEXT);
        else if (spot->last)
            triangles_edge(picture, line + i, end, STEP_UPPER_LEFT, CORNER_UPPER_LEFT, ground,
                           ROLE_TEXT);
    }
}

/* Draw a cell's inside and its strokes. A stroke has the plain background of the cell on its
 * right; the last stroke of a row, that of the cell on its left. So cells share the columns of a
 * line as evenly as triangles do, without gaps. A mark changes only the background of the
 * inside; the strokes stay as they are, which saves bytes. */
static void draw_inside(const struct picture *picture, int cell, enum role ground)
{
    const struct lattice_spot *spot = &picture->spot[cell];
    enum role plain = triangles_ground(picture->view, cell);
    int k = picture->scale, line = line_of_row(picture, spot->row);
    for (int i = 0; i < lines_a_cell(picture); i++) {
        int from, end;
        triangles_inside(picture, spot, i, &from, &end);
        if (!picture->least)
            triangles_stroke(picture, line + i, from - 1, spot->up ? '/' : '\\', plain);
        if (!picture->least && spot->last)
            triangles_stroke(picture, line + i, end, spot->up ? '\\' : '/', plain);
        bool floor = picture->compact && !picture->least && spot->up && i == 2 * k - 1;
        for (int column = from; column < end; column++)
            boards_triangles_put(picture, line + i, column, floor ? '_' : 0,
                                 floor ? ROLE_LINE : ROLE_TEXT, ground);
    }
    if (picture->least)
        boards_triangles_put(picture, line, 2 * spot->column, spot->up ? '.' : '\'', ROLE_LINE,
                             ground);
}

/* True if the owner sign of the cell on the left is where a sign on the left of this cell would
 * be. */
static bool is_owned(const struct picture *picture, int cell)
{
    const struct lattice_spot *spot = picture->spot;
    for (int c = 0; c < picture->cells; c++)
        if (spot[c].row == spot[cell].row && spot[c].column == spot[cell].column - 1)
            return triangle_label(picture->view, c).character[1] != 0;
    return false;
}

/* The picture of the piece on a cell. It is as wide as the inside of the cell at the line where
 * the picture begins: three columns in triple cells, five in larger ones, one in smaller ones.
 * NULL if the piece is drawn as a letter. */
static const struct piece_picture *triangles_token(const struct picture *picture, int cell)
{
    struct piece piece = picture->view->position->at[cell];
    int k = picture->scale, columns = k < 3 ? 1 : k == 3 ? 3 : 5, rows = k < 3 ? 1 : 3;
    return piece.kind ? picture_for(picture->view, piece, columns, rows) : NULL;
}

/* Draw the picture `token` of a piece, with the piece's letter in its middle. */
static void triangles_draw_token(const struct picture *picture, const struct piece_picture *token,
                                 int line, int column, const struct triangle_label *label)
{
    for (int r = 0; r < token->rows; r++)
        for (int c = 0; c < token->columns; c++) {
            uint32_t character = token->at[r * token->columns + c];
            boards_triangles_put(picture, line - token->rows / 2 + r,
                                 column - token->columns / 2 + c,
                                 character == PICTURE_LETTER ? label->character[0] : character,
                                 label->ink, label->ground);
        }
}

/* Draw a cell's piece and marks. Beside a picture, marks stand farther from the middle than
 * beside a letter. */
static void triangles_draw_label(const struct picture *picture, int cell,
                                 const struct triangle_label *label)
{
    const struct piece_picture *token = triangles_token(picture, cell);
    int line, column, half = token ? token->columns / 2 : 0;
    label_place(picture, cell, &line, &column);
    if (token)
        triangles_draw_token(picture, token, line, column, label);
    else if (label->character[0])
        boards_triangles_put(picture, line, column, label->character[0], label->ink, label->ground);
    if (label->character[1])
        boards_triangles_put(picture, line, column + 1 + half, label->character[1], label->mark_ink,
                             label->ground);
    /* true for a single sign: it must not overwrite the neighbour's sign, but a pair of brackets
     * may */
    bool alone = picture->least && !label->right;
    if (label->left && !(alone && is_owned(picture, cell)))
        boards_triangles_put(picture, line, column - 1 - half, label->left, ROLE_MARK,
                             label->ground);
    if (label->right && (!picture->least || !label->character[1]))
        boards_triangles_put(picture, line, column + half + (picture->least ? 1 : 2), label->right,
                             ROLE_MARK, label->ground);
}

/* Draw the dashes between rows row - 1 and row: under the up cells of the upper row and over the
 * down cells of the lower one. They have the plain background of the cell above, or, where there is
 * none, below: so there are no stripes between the rows. */
static void draw_dashes(const struct picture *picture, int row)
{
    int k = picture->scale;
    for (int pass = 0; pass < 2; pass++)
        for (int c = 0; c < picture->cells; c++) {
            const struct lattice_spot *spot = &picture->spot[c];
            if (spot->up != (pass == 1) || spot->row != (spot->up ? row - 1 : row))
                continue;
            for (int column = 2 * k * spot->column; column < 2 * k * (spot->column + 2); column++)
                triangles_stroke(picture, line_of_row(picture, row) - 1, column, '-',
                                 triangles_ground(picture->view, c));
        }
}

/* ---------------------------------------------------------------- coordinates (rules/triangles.md
 * 12) */

/* The leftmost cell of a row. */
static int first_of_row(const struct picture *picture, int row)
{
    int found = -1;
    for (int c = 0; c < picture->cells; c++)
        if (picture->spot[c].row == row &&
            (found < 0 || picture->spot[c].column < picture->spot[found].column))
            found = c;
    return found;
}

static void draw_name(const struct picture *picture, int cell, const char *name)
{
    int line, unused;
    label_place(picture, cell, &line, &unused);
    line -= picture->skip_lines;
    if (line >= 0 && line < picture->room_lines)
        scene_text(picture->scene, picture->top + line, picture->left, MARGIN_NAME, name,
                   ROLE_LABEL, ROLE_TEXT);
}

/* Draw the file letters below the visible part of the board. */
static void draw_files(const struct picture *picture)
{
    int k = picture->scale, files = picture->board->files;
    for (int f = 0; f < files; f++) {
        int seen = picture->view->turn % 6 ? files - 1 - f : f;
        int column = 2 * k * seen + (picture->least ? 0 : 2 * k - 1) - picture->skip_columns;
        if (column >= 0 && column < picture->room_columns)
            scene_put(picture->scene, picture->top + picture->room_lines,
                      picture->left + picture->margin + column, (uint32_t)('a' + f), ROLE_LABEL,
                      ROLE_TEXT);
    }
}

/* State how many ranks (or rows of a turned board) and files are outside the viewport. */
static void triangles_draw_hidden(const struct picture *picture)
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
    viewport_hidden(hidden, picture->view->charset == CHARSET_UTF8, picture->room_columns, text,
                    sizeof text);
    scene_text(picture->scene, picture->top + below, picture->left + picture->margin,
               picture->room_columns, text, ROLE_DIM, ROLE_TEXT);
}

/* Draw the coordinates. If rows are ranks, number them and draw the file letters below;
 * otherwise write the name of the first cell of each row. */
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
    static const char *const names[TRIANGLES_SIZES] = {"compact", "base", "double", "triple",
                                                       "fourfold"};
    (void)view;
    return names[size]; /* the larger compact sizes have no names */
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
    /* File letters are left out if the whole board fits only without them. */
    picture->files = view->coordinates && picture->upright && (wide || view->rows != lines);
    picture->cut = wide || (view->rows && lines + picture->files > view->rows);
    picture->room_lines =
        view->rows ? least_of(view->rows - picture->files - picture->cut, lines) : lines;
    if (picture->room_lines < 1)
        picture->room_lines = 1;
    picture->room_columns =
        view->columns ? least_of(view->columns - picture->margin, columns) : columns;
    picture->skip_lines = least_of(view->top * lines_a_row(picture), lines - picture->room_lines);
    picture->skip_columns =
        least_of(view->left * 2 * picture->scale, columns - picture->room_columns);
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
        if (!picture.filled)
            draw_inside(&picture, c, labels[c].ground);
    }
    for (int c = 0; picture.filled && c < picture.cells; c++) {
        cell_t beside = lattice_beside(picture.board, view->turn % 6, (cell_t)c, 0, -1);
        triangles_fill(&picture, c, labels[c].ground,
                       beside == CELL_NONE ? ROLE_TEXT : labels[beside].ground);
    }
    for (int r = !picture.ceiling; !picture.compact && r < picture.rows + picture.cellar; r++)
        draw_dashes(&picture, r);
    for (int c = 0; c < picture.cells; c++) /* the labels come last, since a pair of brackets
                                               replaces strokes of neighbours */
        triangles_draw_label(&picture, c, &labels[c]);
    if (view->coordinates)
        draw_coordinates(&picture);
    if (picture.cut)
        triangles_draw_hidden(&picture);
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

/* The cell at a place of the picture. A stroke belongs to the cell whose tip it forms: above the
 * middle to the cell that points up, below it to the one that points down; at the border to the
 * only cell. So every place on the board belongs to a cell, however small the cells are. */
static cell_t triangles_hit(const struct board_view *view, int row, int column)
{
    struct picture picture;
    cell_t edge = CELL_NONE;
    picture_begin(&picture, view);
    open_viewport(&picture);
    column -= picture.margin;
    if (row < 0 || column < 0 || row >= picture.room_lines || column >= picture.room_columns)
        return CELL_NONE; /* the place is outside the cells: on the name of a rank, file or cell, or
                             on the line that says how much of the board is hidden */
    row += picture.skip_lines;
    column += picture.skip_columns;
    for (int c = 0; c < picture.cells; c++) {
        int i = row - line_of_row(&picture, picture.spot[c].row), from, end;
        if (i < 0 || i >= lines_a_cell(&picture))
            continue;
        triangles_inside(&picture, &picture.spot[c], i, &from, &end);
        if (column >= from && column < end)
            return (cell_t)c;
        bool stroke = !picture.least && (column == from - 1 || column == end);
        if (stroke && (edge == CELL_NONE || picture.spot[c].up == (i < picture.scale)))
            edge = (cell_t)c;
    }
    return edge;
}

/* The first row or column of a viewport of `seen` rows or columns in which `place` is visible, with
 * a margin if possible. It is `first` if nothing needs to scroll. */
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
    /* The division by two is there because a cell is two half sides wide. */
    int columns_seen = picture.room_columns / (2 * picture.scale) - 1;
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

/* Print the picture as in the source: without marks, with coordinates only if `named`, and in
 * the base size unless another is given. */
static void triangles_show(const struct board_view *view, FILE *out)
{
    struct board_view plain = {.position = view->position,
                               .size = view->size < 0 ? TRIANGLES_BASE : view->size,
                               .turn = view->turn,
                               .charset = view->charset,
                               .coordinates = view->named};
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

/* ---- Pieces and marks as the few characters that fit a cell: see triangles.h. */

/* Cells of odd files, shifted so that cells in even places point up, form two quarters, and so do
 * the others. In a row, and from row to row, the two alternate in pairs. */
int triangle_quarter(const struct board *board, int cell)
{
    const struct board_cell *at = &board->cell[cell];
    int rank = at->rank, file = at->file + (at->up != ((at->file + rank) % 2 == 0));
    bool odd = file & 1;
    bool second = (file >> 1 & 1) ^ ((rank + odd) >> 1 & 1);
    return odd ? (second ? 1 : 2) : second ? 3 : 0;
}

uint32_t triangle_character(const struct board_view *view, uint32_t character)
{
    if (view->charset != CHARSET_UTF8)
        return character;
    switch (character) {
    case '/':
        return 0x2571;
    case '\\':
        return 0x2572;
    case '-':
        return 0x2500;
    case '*':
        return 0x2022;
    default:
        return character;
    }
}

static void label_piece(const struct board_view *view, int cell, struct triangle_label *label)
{
    static const enum role inks[] = {ROLE_WHITE, ROLE_BLACK, ROLE_RED, ROLE_NOBODY};
    struct piece piece = view->position->at[cell];
    char letters[4];
    if (!piece.kind)
        return;
    bool frozen = piece.mark == TRIANGLE_FROZEN;
    piece_letters(view->position->rules, piece, letters);
    label->character[0] = (uint8_t)letters[0];
    label->character[1] = frozen ? (piece.side == RED ? ',' : '.') : (uint8_t)letters[1];
    label->ink = label->mark_ink = frozen ? ROLE_FROZEN : inks[piece.side];
}

/* Put the sign of a cell's colour into an empty cell. */
static void label_colour(const struct board_view *view, int cell, struct triangle_label *label)
{
    static const char signs[] = " ,=+";
    const struct board *board = view->position->rules->board;
    if (!view->signs || view->size == TRIANGLES_LEAST || view->position->at[cell].kind)
        return;
    if (view->colours == COLOURS_FOUR)
        label->character[0] = (uint8_t)signs[triangle_quarter(board, cell)];
    else if (view->colours == COLOURS_TWO && board->cell[cell].dark)
        label->character[0] = '=';
    label->ink = ROLE_LINE;
}

/* Put a pair of characters around the label if the mark has one. */
static bool mark_pair(enum cell_mark mark, struct triangle_label *label)
{
    static const char pairs[][2] = {[MARK_CURSOR] = {'[', ']'},
                                    [MARK_PICKED] = {'{', '}'},
                                    [MARK_LAST] = {'(', ')'},
                                    [MARK_CHECK] = {'!', '!'}};
    if (mark > MARK_CHECK || !pairs[mark][0])
        return false;
    if (!label->left) { /* a cell shows only one pair: that of the cursor, whose mark is added
                           before all others (rules/triangles.md 12) */
        label->left = (uint8_t)pairs[mark][0];
        label->right = (uint8_t)pairs[mark][1];
    }
    return true;
}

/* Put a single character into a cell: at the first place of the label if the cell is empty,
 * otherwise at the second, after the piece. If the second place has the sign of the piece's owner,
 * the character goes beside the label: to the right or, in the smallest size, to the left, because
 * the next cell begins on the right. */
static void mark_sign(const struct board_view *view, uint32_t sign, bool occupied,
                      struct triangle_label *label)
{
    if (occupied && label->character[1]) {
        uint32_t *beside = view->size == TRIANGLES_LEAST ? &label->left : &label->right;
        if (!*beside)
            *beside = sign;
        return;
    }
    label->character[occupied] = sign;
    label->mark_ink = ROLE_MARK;
    if (!occupied)
        label->ink = ROLE_MARK;
}

/* Put the sign of a piece that can be captured in place of the sign of its owner
 * (rules/triangles.md 12). */
static void mark_target(const struct board_view *view, uint32_t sign, bool occupied,
                        struct triangle_label *label)
{
    label->character[1] = 0;
    mark_sign(view, sign, occupied, label);
}

/* Put a user's own mark, "#g" or "1>" for an arrow. Its two characters enclose a piece if no
 * other mark does and strokes separate the cells. */
static void mark_note(const struct board_view *view, const char *text, bool occupied,
                      struct triangle_label *label)
{
    if (occupied && view->size != TRIANGLES_LEAST && text[0] && text[1] && !label->left &&
        !label->right) {
        label->left = (uint8_t)text[0];
        label->right = (uint8_t)text[1];
        return;
    }
    mark_sign(view, (uint8_t)text[0], occupied, label);
    if (!occupied)
        label->character[1] = (uint8_t)text[1];
}

static void label_mark(const struct board_view *view, const struct board_mark *mark,
                       struct triangle_label *label)
{
    struct piece piece = view->position->at[mark->cell];
    bool occupied = piece.kind != KIND_NONE;
    if (mark_pair((enum cell_mark)mark->mark, label))
        return;
    bool around = view->size != TRIANGLES_LEAST && !label->left && !label->right;
    if ((mark->label[0] && (!occupied || around || !mark_long_number(mark))) ||
        mark->mark == MARK_NOTE)
        mark_note(view, mark->label[0] ? mark->label : "#", occupied, label);
    else if (mark->mark == MARK_NUMBER)
        mark_sign(
            view,
            (uint32_t)(mark->number < 10 ? '0' + mark->number : 'a' + (mark->number - 10) % 26),
            occupied, label);
    else if (mark->mark == MARK_FORBIDDEN)
        mark_sign(view, 'x', occupied, label);
    else if (mark->mark == MARK_ATTACK)
        mark_sign(view, '^', occupied, label);
    else if (mark->mark != MARK_NONE)
        mark_target(view, triangle_character(view, occupied && piece.side == RED ? '"' : '*'),
                    occupied, label);
}

struct triangle_label triangle_label(const struct board_view *view, int cell)
{
    const struct board_mark *first = NULL;
    enum role ground = triangles_ground(view, cell);
    struct triangle_label label = {.ink = ROLE_TEXT, .mark_ink = ROLE_TEXT, .ground = ground};
    label_piece(view, cell, &label);
    label_colour(view, cell, &label);
    for (int i = 0; i < view->marks; i++) {
        const struct board_mark *mark = &view->mark[i];
        if (mark->cell != cell)
            continue;
        label_mark(view, mark, &label);
        if (first)
            break;
        first = mark;
        label.ground = mark_ground(mark);
        if (mark->mark != MARK_CURSOR)
            break;
    }
    return label;
}

/* ---- Turns boards of triangles by sixths: see triangles.h.
 *
 * All arithmetic is exact, in integers. A cell is known by its middle: x counts half sides and y
 * counts thirds of a rank's height. With a side of 2 units the height of a rank is sqrt(3), so a
 * third of it is 1/sqrt(3). The middle of an up cell is one third above the floor of its rank and
 * that of a down cell two thirds, so y mod 3 (1 or 2) tells up from down, and y / 3 is the rank.
 *
 * Turning a point (X, Y) clockwise by 60 degrees gives (X/2 + Y sqrt(3)/2, Y/2 - X sqrt(3)/2). With
 * X = x and Y = y/sqrt(3) the roots cancel:
 *
 *       x' = (x + y) / 2        y' = (y - 3x) / 2
 *
 * and both are integers again, because the middles of cells have x + y even. A turn maps the
 * lattice onto itself, so the same reading of y works after it. Then the cells are shifted so that
 * rows and columns begin at 0.
 *
 * Limits: at most LATTICE_CELLS cells, and one cached board of each of two sizes. */

/* Turn the middle of a cell by one sixth, clockwise, around the corner (0, 0) of the lattice. */
static void turn_once(int *x, int *y)
{
    int turned = (*x + *y) / 2;
    *y = (*y - 3 * *x) / 2;
    *x = turned;
}

static void place_cells(struct lattice *out, const struct board *board, int turns)
{
    int least_x = 1000, least_rank = 1000, rank[LATTICE_CELLS], last[LATTICE_CELLS] = {0};
    for (int c = 0; c < board->cells; c++) {
        const struct board_cell *cell = &board->cell[c];
        int x = cell->file + 1, y = 3 * cell->rank + (cell->up ? 1 : 2);
        for (int i = 0; i < turns; i++)
            turn_once(&x, &y);
        rank[c] = (y + 300) / 3 - 100; /* the offset makes the division round down below 0 too */
        out->spot[c] = (struct lattice_spot){(int16_t)x, 0, y - 3 * rank[c] == 1, false};
        least_x = x < least_x ? x : least_x;
        least_rank = rank[c] < least_rank ? rank[c] : least_rank;
    }
    for (int c = 0; c < board->cells; c++) {
        out->spot[c].column = (int16_t)(out->spot[c].column - least_x);
        rank[c] -= least_rank;
        out->rows = rank[c] >= out->rows ? rank[c] + 1 : out->rows;
        out->columns =
            out->spot[c].column + 2 > out->columns ? out->spot[c].column + 2 : out->columns;
    }
    for (int c = 0; c < board->cells; c++) {
        out->spot[c].row = (int16_t)(out->rows - 1 - rank[c]);
        out->down_first |= out->spot[c].row == 0 && !out->spot[c].up;
        out->up_last |= out->spot[c].row == out->rows - 1 && out->spot[c].up;
        if (out->spot[c].column > last[rank[c]])
            last[rank[c]] = out->spot[c].column;
    }
    for (int c = 0; c < board->cells; c++)
        out->spot[c].last = out->spot[c].column == last[rank[c]];
}

/* Fitting a board tries sizes and turns dozens of times per frame, so each turn of the two existing
 * boards is computed once. */
const struct lattice *lattice_turned(const struct board *board, int turns)
{
    static struct lattice known[2][6];
    struct lattice *turned = &known[board->cells > LATTICE_CELLS / 2][turns];
    if (!turned->rows)
        place_cells(turned, board, turns);
    return turned;
}

cell_t lattice_beside(const struct board *board, int turns, cell_t cell, int up, int right)
{
    const struct lattice_spot *spot = lattice_turned(board, turns)->spot;
    for (int c = 0; c < board->cells; c++)
        if (spot[c].row == spot[cell].row - up && spot[c].column == spot[cell].column + right)
            return (cell_t)c;
    return CELL_NONE;
}
