/* board_map.c - the overview map beside a partly visible board: see board_map.h.
 *
 * The board's art says which cells are visible. */
#include "tui/boards/board_map.h"

enum { BLOCK = 2 };

bool board_map_measure(const struct board_view *view, int *rows, int *columns)
{
    const struct board *board = view->position->rules->board;
    struct board_view whole = *view;
    int tall, wide;
    whole.rows = whole.columns = 0;
    board_art_for(view->position->rules)->measure(&whole, &tall, &wide);
    *rows = (board->ranks + BLOCK - 1) / BLOCK;
    *columns = (board->files + BLOCK - 1) / BLOCK;
    return board->shape == BOARD_SQUARES && (tall > view->rows || wide > view->columns);
}

/* The sign for a block of cells, and whether any of it is visible on the board. */
static uint32_t block_sign(const struct board_view *view, int file, int rank, cell_t cursor, bool *seen)
{
    const struct position *position = view->position;
    const struct board *board = position->rules->board;
    bool here = false;
    int sides = 0, nobody = 0, row, column;
    *seen = false;
    for (int i = 0; i < BLOCK * BLOCK; i++) {
        cell_t cell = board_at(board, file + i % BLOCK, rank + i / BLOCK);
        if (cell == CELL_NONE)
            continue;
        here = here || cell == cursor;
        *seen = *seen || board_art_for(position->rules)->locate(view, cell, &row, &column);
        struct piece piece = position->at[cell];
        if (piece.kind && piece.side == NOBODY)
            nobody = position->rules->kinds[piece.kind].letter;
        else if (piece.kind)
            sides |= 1 << piece.side;
    }
    uint32_t empty = *seen ? ':' : '.';
    return here                  ? '+'
           : sides == 1 << WHITE ? 'o'
           : sides == 1 << BLACK ? '*'
           : sides               ? '%'
           : nobody              ? (uint32_t)nobody
                                 : empty;
}

void board_map_draw(const struct board_view *view, cell_t cursor, struct scene *scene, int row, int column)
{
    int rows, columns;
    board_map_measure(view, &rows, &columns);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            int up = view->turn & 1 ? r : rows - 1 - r, right = view->turn & 1 ? columns - 1 - c : c;
            bool seen;
            uint32_t sign = block_sign(view, right * BLOCK, up * BLOCK, cursor, &seen);
            scene_put(scene, row + r, column + c, sign, sign == '.' || sign == ':' ? ROLE_DIM : ROLE_TEXT,
                      seen ? ROLE_SELECTED : ROLE_TEXT);
        }
}

cell_t board_map_hit(const struct board_view *view, int row, int column)
{
    const struct board *board = view->position->rules->board;
    int rows, columns;
    if (!board_map_measure(view, &rows, &columns) || row < 0 || row >= rows || column < 0 || column >= columns)
        return CELL_NONE;
    int up = view->turn & 1 ? row : rows - 1 - row, right = view->turn & 1 ? columns - 1 - column : column;
    return board_at(board, right * BLOCK, up * BLOCK);
}

void board_map_legend(struct scene *scene, int row, int column, int columns)
{
    enum { LINES = 5, WIDE = 7, NARROW = 5 };
    static const char *const line[LINES] = {"o White", "* Black", "% both", "+ you", ": seen"};
    static const char *const brief[LINES] = {"o Wh.", "* Bl.", "% all", "+ you", ": in"};
    for (int i = 0; i < LINES && columns >= NARROW; i++)
        scene_text(scene, row + i, column, columns, columns < WIDE ? brief[i] : line[i], ROLE_DIM, ROLE_TEXT);
}
