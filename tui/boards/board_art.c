/* board_art.c - the table of board arts, and what they have in common: see board_art.h. */
#include "tui/boards/board_art.h"

#include "tui/boards/triangle_rotation.h"

#include <limits.h>
#include <stdlib.h>

/* The first that fits is used; the last fits every board of squares. */
static const struct board_art *const arts[] = {
    &triangle_art,
    &square_art,
};
enum { ARTS = sizeof arts / sizeof *arts };

const struct board_art *board_art_for(const struct ruleset *rules)
{
    int i = 0;
    while (i < ARTS - 1 && !arts[i]->fits(rules))
        i++;
    return arts[i];
}

/* The characters that the whole picture takes at a size. */
static int area_of(const struct board_view *view, int size, int *rows, int *columns)
{
    struct board_view probe = *view;
    probe.size = size;
    probe.rows = probe.columns = 0;
    board_art_for(view->position->rules)->measure(&probe, rows, columns);
    return *rows * *columns;
}

int board_size_step(const struct board_view *view, int size, int step)
{
    int sizes = board_art_for(view->position->rules)->sizes(view), rows, columns;
    int here = area_of(view, size, &rows, &columns), best = -1, found = 0;
    for (int other = 0; other < sizes; other++) {
        int area = area_of(view, other, &rows, &columns);
        bool beyond = step > 0 ? area > here : area < here;
        if (beyond && (best < 0 || (step > 0 ? area < found : area > found))) {
            best = other;
            found = area;
        }
    }
    return best;
}

bool board_line_a_rank(const struct board_view *view, int size)
{
    int tall, wide;
    area_of(view, size, &tall, &wide);
    return tall <= view->position->rules->board->ranks + view->coordinates;
}

int board_fit(const struct board_view *view, int rows, int columns, int most)
{
    int sizes = board_art_for(view->position->rules)->sizes(view), tall, wide;
    int best = 0, found = 0, smaller = 0;
    if (view->plain && view->position->rules->board->shape == BOARD_TRIANGLES)
        return sizes - 1; /* the size without outlines */
    for (int size = 0, least = INT_MAX; size < sizes; size++) { /* start with the smallest, in case none fits */
        int area = area_of(view, size, &tall, &wide);
        if (area < least) {
            least = area;
            best = size;
        }
    }
    for (int size = best; size >= 0 && (most < 0 || smaller <= most); size = board_size_step(view, size, 1)) {
        int area = area_of(view, size, &tall, &wide);
        if (view->plain && !board_line_a_rank(view, size))
            break;
        if (tall <= rows && wide <= columns && area > found) {
            best = size;
            found = area;
        }
        smaller++;
    }
    return best;
}

/* True for a diamond: of the boards of triangles only it becomes lower when turned. */
static bool is_diamond(const struct board *board)
{
    return board->shape == BOARD_TRIANGLES && board->ranks > board->files;
}

int board_turn_to_fit(const struct board_view *view, int from, int rows, int columns)
{
    struct board_view probe = *view, unturned = *view;
    int best = from, found = 0, tall, wide;
    unturned.turn = from;
    if (!is_diamond(view->position->rules->board))
        return from;
    for (int i = 0; i < 6; i++) {
        probe.turn = (from + i) % 6;
        int size = board_fit(&probe, rows, columns, -1);
        area_of(&probe, size, &tall, &wide);
        if (tall > rows || wide > columns)
            continue;
        area_of(&unturned, size, &tall, &wide); /* compare sizes by their width at the same turn */
        if (wide > found) {
            best = probe.turn;
            found = wide;
        }
    }
    return best;
}

bool board_fit_whole(struct board_view *view, bool least, int rows, int columns)
{
    struct board_view whole = *view;
    int tall, wide;
    whole.rows = whole.columns = 0;
    whole.least = least;
    whole.turn = board_turn_to_fit(&whole, view->turn, rows, columns);
    whole.size = board_fit(&whole, rows, columns, -1);
    area_of(&whole, whole.size, &tall, &wide);
    if (tall > rows || wide > columns)
        return false;
    whole.rows = tall;
    whole.columns = wide;
    *view = whole;
    return true;
}

/* Sums of the rows and columns of a side's army in the opening position. Returns its number of pieces. */
static int army_place(const struct board_view *view, int side, int *rows, int *columns)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int pieces = 0, row, column;
    *rows = *columns = 0;
    for (int c = 0; c < view->position->rules->board->cells; c++)
        if (view->position->at[c].kind && view->position->at[c].side == side && art->locate(view, (cell_t)c, &row, &column)) {
            *rows += row;
            *columns += column;
            pieces++;
        }
    return pieces;
}

int board_turn_for(const struct ruleset *rules, int side)
{
    if (rules->board->shape == BOARD_SQUARES || side == WHITE)
        return side == BLACK;
    bool diamond = is_diamond(rules->board);
    struct position opening;
    int best = 0, most_rows = -1, least_columns = 0;
    rules->rules->setup(rules, &opening);
    for (int turn = 0; turn < 6; turn += diamond ? 3 : 2) { /* the turns that leave the board upright */
        struct board_view view = {.position = &opening, .size = 1, .turn = turn};
        int rows, columns, pieces = army_place(&view, side, &rows, &columns);
        bool lower = rows > most_rows + pieces, as_low = rows >= most_rows - pieces; /* compare averages, with a tolerance of
                                                                                        one line */
        if (most_rows < 0 || lower || (as_low && columns < least_columns)) {
            best = turn;
            most_rows = rows;
            least_columns = columns;
        }
    }
    return best;
}

/* Squares: the next file or rank on the turned board. */
static cell_t walk_squares(const struct board_view *view, cell_t cell, int up, int right)
{
    const struct board *board = view->position->rules->board;
    int sign = view->turn & 1 ? -1 : 1;
    cell_t to = board_at(board, board->cell[cell].file + sign * right, board->cell[cell].rank + sign * up);
    return to == CELL_NONE ? cell : to;
}

/* Triangles: left and right go to the next column, up and down to the same column in the next row, as seen on the
 * turned board; at the border, to the nearest cell whose middle lies in that direction. */
static cell_t walk_triangles(const struct board_view *view, cell_t cell, int up, int right)
{
    cell_t next = lattice_beside(view->position->rules->board, view->turn % 6, cell, up, right);
    if (next != CELL_NONE)
        return next;
    const struct board_art *art = board_art_for(view->position->rules);
    struct board_view whole = *view;
    int row, column, best = 0;
    cell_t found = cell;
    whole.rows = whole.columns = whole.top = whole.left = 0;
    if (!art->locate(&whole, cell, &row, &column))
        return cell;
    for (int c = 0; c < view->position->rules->board->cells; c++) {
        int r, k;
        if (c == cell || !art->locate(&whole, (cell_t)c, &r, &k))
            continue;
        int along = up ? (row - r) * up : (k - column) * right;
        int aside = up ? abs(k - column) : abs(r - row) * 3;
        if (along <= 0 || (up && aside > 4 * along + 2))
            continue;
        int cost = (up ? 2 * along : along) + 2 * aside;
        if (found == cell || cost < best) {
            best = cost;
            found = (cell_t)c;
        }
    }
    return found;
}

cell_t board_walk(const struct board_view *view, cell_t cell, int up, int right)
{
    if (view->position->rules->board->shape == BOARD_SQUARES)
        return walk_squares(view, cell, up, right);
    return walk_triangles(view, cell, up, right);
}
