/* piece_art.c - helpers that all piece pictures share: ink, putting characters into a cell, dark cells without
 * colours. See piece_art.h. */
#include "tui/boards/piece_art.h"

enum role piece_ink(struct piece piece)
{
    static const enum role inks[] = {ROLE_WHITE, ROLE_BLACK, ROLE_RED, ROLE_NOBODY};
    return inks[piece.side];
}

void cell_put(struct cell_picture *picture, const struct cell_size *size, int row, int column, uint32_t character,
              enum role ink)
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

/* The smallest cells have no room for a pattern: they show a colon if dark, a dot if light. */
void cell_empty(const struct board_view *view, cell_t cell, const struct cell_size *size, struct cell_picture *out)
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

/* In cells of one row the pattern is beside the letter, in larger ones in the rows that are free. */
void cell_shade(const struct board_view *view, cell_t cell, const struct cell_size *size, struct cell_picture *out)
{
    struct cell_picture shade = {0};
    if (size->columns < 3)
        return;
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
