/* list_and_board.c - divides the body of a view between a list and a board: see tui/views/list_and_board.h. */
#include "tui/views/list_and_board.h"

enum { HIGH = 30 /* rows from which the board may go below */, WIDE = 100 /* columns from which it may not */,
       LIST_ROWS = 10 /* rows that the list keeps then */, BELOW_ROWS = 18 /* rows from which a cut board may go below */ };

/* Choose the largest size at which the whole board fits. False if it has to be cut or is too wide. */
static bool settle(struct board_view *view, int rows, int columns)
{
    if (rows < 1 || columns < 1)
        return false;
    if (board_fit_whole(view, false, rows, columns) || board_fit_whole(view, true, rows, columns))
        return true;
    int tall, wide;
    view->size = board_fit(view, rows, columns, -1);
    board_art_for(view->position->rules)->measure(view, &tall, &wide);
    view->rows = tall < rows ? tall : rows;
    view->columns = wide < columns ? wide : columns;
    return false;
}

static int room_of(const struct board_view *view)
{
    return view->rows * view->columns;
}

/* Place the board below `rows` rows of the list. */
static enum board_place place_below(int rows, struct area *list, struct area *board)
{
    list->rows = rows;
    board->row += rows + 1;
    board->rows -= rows + 1;
    return BOARD_BELOW;
}

enum board_place board_below_rows(struct board_view *view, const struct area *body, int rows, struct area *list, struct area *board)
{
    *list = *board = *body;
    settle(view, body->rows - rows - 1, body->columns);
    return place_below(rows, list, board);
}

enum board_place board_beside_list(struct board_view *view, const struct area *body, int columns, struct area *list,
                                   struct area *board)
{
    struct board_view beside = *view, below = *view;
    int room = body->columns - columns - 2, high = body->rows / 3 > LIST_ROWS ? body->rows / 3 : LIST_ROWS, tall, wide;
    *list = *board = *body;
    bool whole = settle(&beside, body->rows, room);
    if (body->rows >= HIGH && body->columns < WIDE && settle(&below, body->rows - high - 1, body->columns) &&
        (!whole || room_of(&below) * 2 > room_of(&beside) * 3)) {
        *view = below;
        return place_below(high, list, board);
    }
    if (!whole && room > 0) {
        beside.rows = beside.columns = 0;
        board_art_for(view->position->rules)->measure(&beside, &tall, &wide);
        whole = wide <= room; /* show as many of its ranks as there are rows */
        beside.rows = tall < body->rows ? tall : body->rows;
        beside.columns = wide;
    }
    if (whole) {
        *view = beside;
        list->columns = body->columns - beside.columns - 2;
        board->column += list->columns + 2;
        board->columns = beside.columns;
        return BOARD_BESIDE;
    }
    if (body->rows < BELOW_ROWS)
        return BOARD_NOWHERE;
    return board_below_rows(view, body, body->rows / 2 - 1, list, board);
}
