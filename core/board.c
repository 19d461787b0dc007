/* board.c - build boards of squares and of triangles: see board.h.
 *
 * Geometry of triangles (rules/triangles.md 2): a cell is addressed by rank (from the bottom) and
 * absolute column (from the left). Cells of a rank point up and down in turn; `up` follows from the
 * parity of column + rank. Columns are half a cell wide, so neighbours in a rank differ by one
 * column. A cell has 12 neighbours, one in every direction of 30 degrees: 3 share an edge
 * (orthogonal steps), 6 share a corner on a line of cells with the same orientation (diagonal), 3
 * lie opposite across a corner (triagonal). The differences in column and rank that belong to a
 * direction depend on whether the cell points up or down; hence the two rows of triangle_step. */
#include "core/board.h"

#include <stdlib.h>
#include <string.h>

static struct board *board_new(enum board_shape shape, int files, int ranks, int cells,
                               int directions)
{
    struct board *board = memory_new(1, sizeof *board);
    board->shape = shape;
    board->files = files;
    board->ranks = ranks;
    board->directions = directions;
    board->cell = memory_new((size_t)cells, sizeof *board->cell);
    board->next = memory_new((size_t)(cells * directions), sizeof *board->next);
    memset(board->at, 0xFF, sizeof board->at);
    return board;
}

static void board_add(struct board *board, int file, int rank)
{
    struct board_cell *cell = &board->cell[board->cells];
    char *name = cell->name; /* snprintf would be too slow: a check of an archive opens a board for
                                each game */
    *name++ = (char)('a' + file);
    if (rank >= 9)
        *name++ = (char)('0' + (rank + 1) / 10 % 10);
    *name = (char)('0' + (rank + 1) % 10);
    cell->file = (uint8_t)file;
    cell->rank = (uint8_t)rank;
    board->at[rank][file] = (cell_t)board->cells++;
}

cell_t board_at(const struct board *board, int file, int rank)
{
    bool inside = file >= 0 && rank >= 0 && file < board->files && rank < board->ranks;
    return inside ? board->at[rank][file] : CELL_NONE;
}

struct board *board_squares(int files, int ranks)
{
    static const int8_t step[SQUARE_DIRECTIONS][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                                      {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    struct board *board = board_new(BOARD_SQUARES, files, ranks, files * ranks, SQUARE_DIRECTIONS);
    for (int rank = 0; rank < ranks; rank++)
        for (int file = 0; file < files; file++)
            board_add(board, file, rank);
    for (int c = 0; c < board->cells; c++) {
        struct board_cell *cell = &board->cell[c];
        cell->dark = (cell->file + cell->rank + files - 1) % 2 != 0; /* the lower right corner is
                                                                        light, see rules/croatian.md
                                                                        3 */
        cell->x = (int16_t)(2 * cell->file + 1);
        cell->y = (int16_t)(2 * cell->rank + 1);
        for (int d = 0; d < SQUARE_DIRECTIONS; d++)
            board->next[c * SQUARE_DIRECTIONS + d] =
                board_at(board, cell->file + step[d][0], cell->rank + step[d][1]);
    }
    return board;
}

/* The steps of rules/triangles.md 2.2 as (column, rank), by direction (angle / 30): first from a
 * cell that points down, then from a cell that points up. */
static const int8_t triangle_step[2][TRIANGLE_DIRECTIONS][2] = {
    /* down */ {{2, 0},
                {2, 1},
                {1, 1},
                {0, 1},
                {-1, 1},
                {-2, 1},
                {-2, 0},
                {-1, 0},
                {-1, -1},
                {0, -1},
                {1, -1},
                {1, 0}},
    /* up   */
    {{2, 0},
     {1, 0},
     {1, 1},
     {0, 1},
     {-1, 1},
     {-1, 0},
     {-2, 0},
     {-2, -1},
     {-1, -1},
     {0, -1},
     {1, -1},
     {2, -1}},
};

static void join_triangles(struct board *board)
{
    for (int c = 0; c < board->cells; c++) {
        struct board_cell *cell = &board->cell[c];
        cell->up = (cell->file + cell->rank + 1) % 2 != 0; /* a cell points up if its column plus
                                                              its rank, counted from 1, is odd.
                                                              `rank` counts from 0 */
        cell->dark = cell->up;
        cell->x = (int16_t)(cell->file + 1);
        cell->y = (int16_t)(2 * cell->rank + 1);
        for (int d = 0; d < TRIANGLE_DIRECTIONS; d++) {
            const int8_t *step = triangle_step[cell->up][d];
            board->next[c * TRIANGLE_DIRECTIONS + d] =
                board_at(board, cell->file + step[0], cell->rank + step[1]);
        }
    }
}

struct board *board_triangle(void)
{
    struct board *board = board_new(BOARD_TRIANGLES, 15, 8, 64, TRIANGLE_DIRECTIONS);
    for (int rank = 0; rank < 8; rank++)
        for (int file = rank; file <= 14 - rank; file++)
            board_add(board, file, rank);
    join_triangles(board);
    return board;
}

struct board *board_diamond(void)
{
    struct board *board = board_new(BOARD_TRIANGLES, 15, 16, 128, TRIANGLE_DIRECTIONS);
    for (int rank = 0; rank < 16; rank++) {
        int margin = rank < 8 ? 7 - rank : rank - 8;
        for (int file = margin; file <= 14 - margin; file++)
            board_add(board, file, rank);
    }
    join_triangles(board);
    return board;
}

void board_free(struct board *board)
{
    if (!board)
        return;
    free(board->cell);
    free(board->next);
    free(board);
}

cell_t board_cell_named(const struct board *board, const char *text, int *length)
{
    int file = text[0] - 'a', rank = 0, n = 1;
    if (length)
        *length = 0;
    if (file < 0 || file >= board->files || text[1] == '0')
        return CELL_NONE;
    for (; text[n] >= '0' && text[n] <= '9' && rank < 100; n++)
        rank = 10 * rank + (text[n] - '0');
    cell_t cell = board_at(board, file, rank - 1);
    if (length && cell != CELL_NONE)
        *length = n;
    return cell;
}

/* Write a note that says which cells exist. On a board of triangles the note lists the cells of the
 * rank that `name` gives. If the board has no such rank, the note says how many ranks there are. */
static void board_refuse_name(const struct board *board, const char *name, const char *rule,
                              int offset, struct note *why)
{
    int digits = (int)strspn(name + 1, "0123456789"), first = -1, last = -1;
    long rank = digits > 3 ? 0 : strtol(name + 1, NULL, 10);
    digits = digits > 6 ? 6 : digits;
    for (int c = 0; c < board->cells; c++)
        if (board->cell[c].rank == rank - 1) {
            first = first < 0 ? c : first;
            last = c;
        }
    if (board->shape == BOARD_SQUARES)
        note_set(why, offset, "there is no cell %.*s: this board has a1 to %s (%s)", digits + 1,
                 name, board_name(board, (cell_t)(board->cells - 1)), rule);
    else if (first < 0)
        note_set(why, offset, "there is no cell %.*s: this board has the ranks 1 to %d (%s)",
                 digits + 1, name, board->ranks, rule);
    else if (first == last)
        note_set(why, offset, "there is no cell %.*s: rank %ld has %s only (%s)", digits + 1, name,
                 rank, board_name(board, (cell_t)first), rule);
    else
        note_set(why, offset, "there is no cell %.*s: rank %ld has %s to %s (%s)", digits + 1, name,
                 rank, board_name(board, (cell_t)first), board_name(board, (cell_t)last), rule);
}

bool board_refuses_name(const struct board *board, const char *text, const char *rule,
                        struct note *why)
{
    for (const char *at = text; *at; at++) {
        bool named = at[0] >= 'a' && at[0] <= 'z' && at[1] >= '0' && at[1] <= '9';
        if (!named || (*at == 'x' && board->files <= 'x' - 'a') ||
            board_cell_named(board, at, NULL) != CELL_NONE)
            continue;
        board_refuse_name(board, at, rule, (int)(at - text), why);
        return true;
    }
    return false;
}

const char *board_name(const struct board *board, cell_t cell)
{
    return cell < board->cells ? board->cell[cell].name : "-";
}
