/* board_art.c - the table of board arts, and what they have in common: see board_art.h. */
#include "tui/boards/board_art.h"
#include "core/families/croatian/custom_board.h"
#include "tui/boards/pieces.h"
#include "tui/boards/triangles.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* All board arts. The first that fits a board is used; the last one fits every board of squares. */
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

/* The number of characters that the whole picture takes at a size. */
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
        return sizes - 1; /* the size that draws no cell outlines */
    /* If no size fits, the result is the smallest one. */
    for (int size = 0, least = INT_MAX; size < sizes; size++) {
        int area = area_of(view, size, &tall, &wide);
        if (area < least) {
            least = area;
            best = size;
        }
    }
    for (int size = best; size >= 0 && (most < 0 || smaller <= most);
         size = board_size_step(view, size, 1)) {
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

/* True if the board is a diamond, the only board of triangles that becomes lower when rotated. */
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
        /* sizes are compared by their width at the rotation `from` */
        area_of(&unturned, size, &tall, &wide);
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

/* Sums up the rows and the columns of the pieces in a side's army in the opening position.
 * Returns the number of pieces. */
static int army_place(const struct board_view *view, int side, int *rows, int *columns)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int pieces = 0, row, column;
    *rows = *columns = 0;
    for (int c = 0; c < view->position->rules->board->cells; c++)
        if (view->position->at[c].kind && view->position->at[c].side == side &&
            art->locate(view, (cell_t)c, &row, &column)) {
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
    /* Only these rotations keep the board upright. */
    for (int turn = 0; turn < 6; turn += diamond ? 3 : 2) {
        struct board_view view = {.position = &opening, .size = 1, .turn = turn};
        int rows, columns, pieces = army_place(&view, side, &rows, &columns);
        /* Sums of rows are compared, with a tolerance of one row for each piece. */
        bool lower = rows > most_rows + pieces, as_low = rows >= most_rows - pieces;
        if (most_rows < 0 || lower || (as_low && columns < least_columns)) {
            best = turn;
            most_rows = rows;
            least_columns = columns;
        }
    }
    return best;
}

/* The cell next to `cell` on a board of squares; `cell` itself at the border. `up` and `right` are
 * directions on the rotated board. */
static cell_t walk_squares(const struct board_view *view, cell_t cell, int up, int right)
{
    const struct board *board = view->position->rules->board;
    int sign = view->turn & 1 ? -1 : 1;
    cell_t to =
        board_at(board, board->cell[cell].file + sign * right, board->cell[cell].rank + sign * up);
    return to == CELL_NONE ? cell : to;
}

/* The cell next to `cell` on a board of triangles. `up` and `right` are directions on the rotated
 * board: left and right go to the next column, up and down to the same column in the next row. At
 * the border, the result is the nearest cell whose middle lies in that direction. */
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

cell_t board_walk_around(const struct board_view *view, cell_t cell, int up, int right)
{
    cell_t to = board_walk(view, cell, up, right);
    if (to != cell)
        return to;
    for (int i = 0; i < view->position->rules->board->cells; i++)
        to = board_walk(view, to, -up, -right);
    return to;
}

cell_t board_nearest(const struct board_view *view, int row, int column)
{
    const struct board_art *art = board_art_for(view->position->rules);
    struct board_view whole = *view;
    cell_t nearest = CELL_NONE;
    int tall, wide, at_row, at_column, least = 0;
    whole.rows = whole.columns = 0;
    art->measure(&whole, &tall, &wide);
    if (tall <= view->rows && wide <= view->columns)
        return CELL_NONE;
    for (int cell = 0; cell < view->position->rules->board->cells; cell++) {
        if (!art->locate(view, (cell_t)cell, &at_row, &at_column))
            continue;
        int distance = abs(at_row - row) + abs(at_column - column);
        if (nearest == CELL_NONE || distance < least) {
            nearest = (cell_t)cell;
            least = distance;
        }
    }
    return nearest;
}

cell_t board_home(const struct position *start, int side)
{
    enum { FAR = 1000 };
    struct position position;
    position_copy(&position, start);
    position.side = (uint8_t)side;
    const struct board *board = start->rules->board;
    cell_t middle = board_at(board, board->files / 2, 1), home = middle == CELL_NONE ? 0 : middle;
    const struct board_cell *here = &board->cell[home];
    struct draft draft = {0};
    struct actions picks = {0};
    int nearest = 0;
    draft_begin(&draft, &position);
    draft_choices(&draft, &picks);
    for (int i = 0; i < picks.n; i++) {
        const struct board_cell *there = &board->cell[picks.v[i].to];
        int far = 1 + abs(there->file - here->file) + 2 * abs(there->rank - here->rank);
        if (start->at[picks.v[i].to].side != side)
            /* prefer the side's own pieces to neutral ones, and to pieces that the move would
             * activate */
            far += FAR;
        if (picks.v[i].verb == ACTION_PICK && (!nearest || far < nearest)) {
            nearest = far;
            home = picks.v[i].to;
        }
    }
    actions_free(&picks);
    draft_clear(&draft);
    return home;
}

/* ---- Helpers that all piece pictures share: ink, putting characters into a cell, dark cells
 * without colours. See pieces.h. */

enum role piece_ink(struct piece piece)
{
    static const enum role inks[] = {ROLE_WHITE, ROLE_BLACK, ROLE_RED, ROLE_NOBODY};
    return inks[piece.side];
}

void cell_put(struct cell_picture *picture, const struct cell_size *size, int row, int column,
              uint32_t character, enum role ink)
{
    if (row < 0 || column < 0 || row >= size->rows || column >= size->columns)
        return;
    picture->at[row][column] = character;
    picture->ink[row][column] = (uint8_t)ink;
}

int facing_seen(const struct board_view *view, int facing)
{
    return (facing + 4 * (view->turn & 1)) % 8;
}

/* Draw an empty cell. The smallest cells have no room for a pattern: they show a colon if dark,
 * a dot if light. */
void cell_empty(const struct board_view *view, cell_t cell, const struct cell_size *size,
                struct cell_picture *out)
{
    bool dark = view->position->rules->board->cell[cell].dark, utf8 = view->charset == CHARSET_UTF8;
    if (size->columns < 3) {
        if (view->shaded)
            cell_put(out, size, 0, 0, dark ? ':' : utf8 ? 0xB7 : '.', ROLE_LINE);
        return;
    }
    int step = size->columns == 3 ? 1 : 2;
    for (int row = 0; view->shaded && dark && row < size->rows; row++)
        for (int column = step - 1; column < size->columns; column += step)
            cell_put(out, size, row, column, ':', ROLE_LINE);
}

/* Draw the pattern of a dark cell beside a picture, where only the outer columns have room for
 * it. */
static void shade_sides(const struct board_view *view, cell_t cell, const struct cell_size *size,
                        struct cell_picture *out)
{
    bool dark = view->position->rules->board->cell[cell].dark;
    for (int row = 0; view->shaded && dark && row < size->rows; row++)
        for (int column = 0; column < size->columns; column += size->columns - 1)
            if (!out->at[row][column])
                cell_put(out, size, row, column, ':', ROLE_LINE);
}

/* Draw the pattern of a dark cell: in cells of one row beside the letter, in larger ones in the
 * rows that are free. */
void cell_shade(const struct board_view *view, cell_t cell, const struct cell_size *size,
                struct cell_picture *out)
{
    struct cell_picture shade = {0};
    if (size->columns < 3)
        return;
    if (out->wide) {
        shade_sides(view, cell, size, out);
        return;
    }
    cell_empty(view, cell, size, &shade);
    for (int row = 0; row < size->rows; row++) {
        bool used = false;
        for (int column = 0; column < size->columns && size->rows > 1; column++)
            used |= out->at[row][column] != 0;
        for (int column = 0; column < size->columns && !used; column++)
            if (!out->at[row][column] && shade.at[row][column])
                cell_put(out, size, row, column, shade.at[row][column], ROLE_LINE);
    }
}

/* ---- The board colours that a variant's own source prescribes: see board_art.h. */

/* The colours of rules/croatian.md 19.1, measured from the book's pictures. The variants "odd-ID"
 * have the colours of the variant ID. */
static const struct {
    const char *id;
    int rgb[BOARD_COLOURS];
} book[] = {
    {"classical", {0xEFEFEF, 0x606060, 0xB0B0B0, 0x202020}},
    {"croatian-ties", {0xEFEFEF, 0xFF0000, 0xB0B0B0, 0x600000}},
    {"mayan-ascendancy", {0xFFFF00, 0x007FCF, 0x8F8F00, 0x002F5F}},
    {"age-of-aquarius", {0xFFFFDF, 0x3FBF3F, 0xB0B080, 0x1F5F1F}},
    {"mirandas-veil", {0xFFFFDF, 0x300050, 0xFF90FF, 0x7F307F}},
    {"nineteen", {0xDFDF7F, 0xFFFFFF, 0xA0A050, 0x424242}},
    {"hemeras-dawn", {0x501008, 0x909090, 0xFF0000, 0x303030}},
    {"tamoanchan-revisited", {0x10F0E0, 0x0030B0, 0x10F030, 0x200070}},
    {"conquest-of-tlalocan", {0x10F0E0, 0xFF0000, 0x10F030, 0x800000}},
    {"discovery", {0xFFFFDF, 0xB0B0B0, 0x808080, 0x00372F}},
    {"one", {0xFFFFFF, 0x500070, 0xFF60FF, 0x300050}},
};

/* Read a colour of a custom variant: as in theme files, or as #rgb. */
static bool board_art_read_colour(const char *word, colour_t *out)
{
    char full[8];
    if (word[0] != '#' || strlen(word) != 4)
        return theme_colour(word, out) && *out != COLOUR_DEFAULT;
    for (int i = 0; i < 6; i++)
        full[1 + i] = word[1 + i / 2];
    full[0] = '#';
    full[7] = '\0';
    return theme_colour(full, out);
}

/* The four colours of a custom variant. False if one of them is missing or invalid. */
static bool custom_colours(const struct ruleset *rules, struct board_colours *out)
{
    struct board_colours read;
    for (int i = 0; i < BOARD_COLOURS; i++)
        if (!board_art_read_colour(custom_colour(rules, i), &read.colour[i]))
            return false;
    *out = read;
    return true;
}

bool board_colours(const struct ruleset *rules, struct board_colours *out)
{
    const char *id = rules->id;
    if (custom_colours(rules, out))
        return true;
    if (!strncmp(id, "odd-", 4))
        id += 4;
    for (size_t i = 0; i < sizeof book / sizeof *book; i++)
        if (!strcmp(id, book[i].id)) {
            for (int k = 0; k < BOARD_COLOURS; k++)
                out->colour[k] = COLOUR_RGB | book[i].rgb[k];
            return true;
        }
    return false;
}
