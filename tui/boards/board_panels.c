/* board_panels.c - chooses the places of a board and the panels around it.
 *
 * The board is on the left, as large as the space allows; moves and notes are to its right, one
 * above the other or, on wide terminals, side by side; on narrow terminals they are below it, or
 * the panel with the focus takes the screen. If there is no room for a board at all, a line
 * describes one cell.
 *
 * place_panels() tries these layouts and keeps the best:
 *
 *   1. without_board(): below WORDS_COLUMNS or WORDS_ROWS a board is only drawn if all of it fits.
 *   2. alone(): a maximised panel.
 *   3. beside() and below(): below() wins only if its board has
 *      more than one and a half times the area, and never on a wide terminal. Both begin with
 *      blank_layout(), so trying one leaves nothing of the other.
 *   4. alone(), if no board fits beside a panel.
 *
 * Then the seats, the overview of a partly visible board, the openings panel and what must be
 * readable now (a menu, the editor, a card: make_room()) get their places.
 *
 * The cell size is chosen by choose_size(): first the largest that fits (layout->fit), then
 * calm_size() goes down to cells that are comfortable to read, from where the user's zoom goes
 * down, or up to the largest that fits. For a board that cannot fit, wider cells are preferred as
 * long as they do not cost ranks, and the board becomes a viewport (tui/widgets/page.h). Everything
 * is recomputed at every drawing: there is no state but the user's choices (focus, zoom, turn,
 * maximised). */
#include "config.h"

#include "tui/boards/board_panels.h"

#include <limits.h>

enum {
    PANEL_LEAST = 24, /* columns that a panel to the right of the board needs */
    /* The least columns of a panel beside a board that cannot fit the screen, or beside cells of
     * two columns. */
    PANEL_TIGHT = 18,
    WIDE = 132, /* moves and notes are side by side on screens of at least this many columns */
    WIDE_PANELS = 66, /* columns that both panels have together when they are side by side */
    NOTES_LEAST = 5,
    BELOW_LEAST = 9, /* rows of the panels below a board */
    BELOW_WIDE = 50, /* the panels below a board are side by side if they have at least this many
                        columns */
    /* Columns of a cell. A cell is smaller only if otherwise not even one panel would fit beside
     * the board. */
    CELL_LEAST = 3,
    /* Columns of the largest cell that is chosen automatically, unless pictures of pieces fill
     * larger cells. */
    CELL_CALM = 10,
    /* Column where players' names begin in a corner of a board of triangles; cell names are to
     * the left. */
    CORNER_LEFT = 5,
    CORNER_COLUMNS = 24,
    /* On screens of at least this many rows the panels have room for the players' names. */
    SEATS_BESIDE = 22,
    /* Only boards of up to this many cells show the players in the panels; on larger boards the
     * status line shows whose turn it is. */
    SEATS_CELLS = 144,
    /* On a body of fewer columns a board is drawn only if the whole board is visible. */
    WORDS_COLUMNS = 40,
    /* On a body of fewer rows (a screen of 12 rows has 9) a board is drawn only if the whole
     * board is visible. */
    WORDS_ROWS = 9,
    CELL_ROOM = 8 /* fewest rows for which a board is worth drawing */
};

/* The board in the place and size chosen so far. */
static struct board_view panels_view(const struct board_panels *p)
{
    struct board_view view = p->view;
    view.size = p->layout.size;
    view.turn = p->turn;
    view.rows = p->layout.board.rows;
    view.columns = p->layout.board.columns;
    return view;
}

static bool without_strokes(const struct board_panels *p)
{
    return p->rules->board->shape == BOARD_TRIANGLES && p->line_a_rank;
}

/* The initial cell size: the largest that fits, but not so large that a letter looks lost in its
 * cell. The user can enlarge cells with zi. */
static int calm_size(const struct board_panels *p, const struct board_view *view)
{
    const struct board *board = p->rules->board;
    struct board_view probe = *view;
    int size = p->layout.fit, tall, wide;
    for (int next = size; next >= 0 && without_strokes(p); next = board_size_step(view, size, -1))
        size = next;
    for (int next = size; next >= 0 && board->shape == BOARD_SQUARES;
         next = board_size_step(view, size, -1)) {
        probe.size = size = next;
        board_art_for(p->rules)->measure(&probe, &tall, &wide);
        if ((wide / board->files <= CELL_CALM || board_is_filled(&probe)) &&
            (!p->line_a_rank || board_line_a_rank(view, size)))
            break;
    }
    return size;
}

/* True for a board of more than SEATS_CELLS squares that is drawn with cells of one column, which
 * leave no separate place for signs. */
static bool is_narrow(const struct board_panels *p, int columns)
{
    const struct board *board = p->rules->board;
    return board->shape == BOARD_SQUARES && board->cells > SEATS_CELLS &&
           columns < 2 * board->files;
}

/* Choose the cell size for the available space. If no size fits, use the largest whose width fits,
 * and show a part of the board. A board that is cut, or that fits only with cells of one column,
 * may take `most` columns. */
static void choose_size(struct board_panels *p, int rows, int columns, int most)
{
    struct board_view view = panels_view(p);
    const struct board_art *art = board_art_for(p->rules);
    struct panel_layout *layout = &p->layout;
    int tall, wide;
    view.plain = false; /* the user can select every size that fits with zi */
    view.rows = view.columns = 0;
    if (!p->turned && without_strokes(p)) {
        /* with `a11y` a row of the screen must be a rank */
        view.turn = p->turn = p->seat_turn;
    } else if (!p->turned) {
        int from = p->seat_turn;
        view.turn = p->turn = board_turn_to_fit(&view, from, rows, columns);
        if (p->turn == from &&
            (view.turn = p->turn = board_turn_to_fit(&view, from, rows, most)) != from)
            columns = most;
    }
    layout->fit = board_fit(&view, rows, columns, p->size_most);
    view.size = layout->fit;
    art->measure(&view, &tall, &wide);
    for (int step = 0; (tall > rows || is_narrow(p, wide)) && art->follow && step < 2; step++) {
        int next = board_size_step(&view, layout->fit, 1);
        view.size = next;
        if (next < 0)
            break;
        int rows_before = tall;
        art->measure(&view, &tall, &wide);
        /* only widen the cells, because lower cells show more ranks */
        if (wide > most || tall > rows_before)
            break;
        columns = wide > columns ? wide : columns;
        layout->fit = next;
    }
    layout->size = calm_size(p, &view);
    for (int left = p->zoom; left; left += left > 0 ? -1 : 1) {
        int next = layout->size == layout->fit && left > 0
                       ? -1
                       : board_size_step(&view, layout->size, left > 0 ? 1 : -1);
        if (next < 0)
            break;
        layout->size = next;
    }
    view.size = layout->size;
    art->measure(&view, &tall, &wide);
    if (wide > columns)
        tall++; /* one more line shows how much of the board is hidden */
    layout->board.rows = tall < rows ? tall : rows;
    layout->board.columns = wide < columns ? wide : columns;
}

/* Boards of triangles leave corners of their area empty. True if a corner on the left has room for
 * this many rows and columns; *row is its first row. */
static bool free_corner(const struct board_panels *p, int rows, int columns, int *row)
{
    const struct board_art *art = board_art_for(p->rules);
    struct board_view view = panels_view(p);
    int last = p->layout.board.rows - rows;
    for (int i = 0; i < 2; i++) {
        bool free = p->rules->board->shape == BOARD_TRIANGLES && last > 0;
        *row = i ? last - 1 : 0; /* the file letters are below */
        /* Leave a column free for the edge of a triangle. */
        for (int r = 0; free && r < rows; r++)
            for (int c = CORNER_LEFT; free && c < CORNER_LEFT + columns + 2; c++)
                free = art->hit(&view, *row + r, c) == CELL_NONE;
        if (free)
            return true;
    }
    return false;
}

/* Put the names of all players in a corner of the board, if no rows are left for them elsewhere. */
static void seats_in_corner(struct board_panels *p, int row)
{
    struct panel_layout *layout = &p->layout;
    layout->seat_row[0] = layout->board.row + row;
    layout->seat_row[1] = layout->seat_row[0] + (p->rules->sides == 2);
    layout->seat_column = layout->board.column + CORNER_LEFT;
    layout->seat_width = CORNER_COLUMNS;
    layout->seats_stacked = p->rules->sides > 2;
}

static void place_seats(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    int spare = body->rows - layout->board.rows, sides = p->rules->sides, row;
    if (spare < (sides > 2 ? 1 + sides : 2) && free_corner(p, sides, CORNER_COLUMNS, &row)) {
        seats_in_corner(p, row);
        return;
    }
    layout->seat_row[0] = layout->seat_row[1] = -1;
    layout->seat_column = body->column + 1;
    layout->seat_width = layout->board.columns > 24 ? layout->board.columns - 1 : 24;
    if (spare >= 2) {
        layout->board.row++;
        layout->seat_row[0] = body->row;
    }
    if (spare >= 1)
        layout->seat_row[1] = layout->board.row + layout->board.rows;
    layout->seats_stacked = sides > 2 && spare >= 1 + sides;
}

/* Give three players side by side the full width, which they need. */
static void spread_seats(struct board_panels *p, const struct area *body)
{
    if (p->rules->sides > 2 && !p->layout.seats_stacked)
        p->layout.seat_width = body->columns - 2;
}

/* If the board leaves no rows for the players, put them at the bottom of the panels beside it, but
 * not on short screens, where the panels are short as well. Returns the area left for the
 * panels. */
static struct area seats_beside(struct board_panels *p, struct area panels)
{
    struct panel_layout *layout = &p->layout;
    int sides = p->rules->sides;
    bool placed =
        sides == 2 ? layout->seat_row[0] >= 0 && layout->seat_row[1] >= 0 : layout->seats_stacked;
    if (placed || panels.rows < SEATS_BESIDE || p->rules->board->cells > SEATS_CELLS)
        return panels;
    layout->seat_row[0] = panels.row + panels.rows - sides;
    layout->seat_row[1] = layout->seat_row[0] + (sides == 2);
    layout->seat_column = panels.column;
    layout->seat_width = panels.columns - 1;
    layout->seats_stacked = sides > 2;
    panels.rows -= sides + 1;
    return panels;
}

/* Divide an area between the moves and the notes: side by side if the area is wide, otherwise one
 * above the other. */
static void share(struct panel_layout *layout, struct area area, int wide)
{
    if (area.columns >= wide) {
        int moves = (area.columns - 3) / 2;
        layout->moves = (struct area){area.row, area.column, area.rows, moves};
        layout->notes =
            (struct area){area.row, area.column + moves + 3, area.rows, area.columns - moves - 3};
        return;
    }
    int notes = area.rows * 2 / 5;
    notes = notes < NOTES_LEAST ? NOTES_LEAST : notes;
    if (notes > area.rows - 3)
        notes = 0;
    layout->moves =
        (struct area){area.row, area.column, area.rows - notes - (notes > 0), area.columns};
    layout->notes = (struct area){area.row + area.rows - notes, area.column, notes, area.columns};
}

/* Place the overview of a board that is only partly visible: in place of the moves while the cursor
 * is on the board, or beside the board if there are no panels. */
static void place_map(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    struct board_view view = panels_view(p);
    int rows, columns;
    if (p->focus != FOCUS_BOARD || !layout->board.rows ||
        !board_map_measure(&view, &rows, &columns))
        return;
    if (!layout->moves.rows && !layout->notes.rows) {
        int left = layout->board.columns + 2;
        if (body->columns - left >= columns && body->rows >= rows)
            layout->map = (struct area){body->row, body->column + left, rows, columns};
        return;
    }
    /* The seats may be at the bottom of the panels, so the notes give the last row. */
    int below = layout->moves.row + rows + 1, end = layout->notes.row + layout->notes.rows;
    if (layout->moves.columns < columns || layout->moves.column != layout->notes.column ||
        end < below + NOTES_LEAST)
        return;
    layout->map = (struct area){layout->moves.row, layout->moves.column, rows, columns};
    layout->notes.rows = end - below;
    layout->notes.row = below;
    layout->moves.rows = 0;
}

static void blank_layout(struct board_panels *p, const struct area *body)
{
    p->layout =
        (struct panel_layout){.seat_row = {-1, -1}, .board = {body->row, body->column, 0, 0}};
}

/* Lay out the board alone. Returns true if the whole board is then visible. */
static bool whole(struct board_panels *p, const struct area *body)
{
    blank_layout(p, body);
    choose_size(p, body->rows, body->columns, body->columns);
    struct board_view view = panels_view(p);
    int tall, wide;
    view.rows = view.columns = 0;
    board_art_for(p->rules)->measure(&view, &tall, &wide);
    if (tall > body->rows || wide > body->columns)
        return false;
    place_seats(p, body);
    spread_seats(p, body);
    return true;
}

/* Show only the panel with the focus. If the user has just opened the game to read it, with the
 * focus on the moves, the board replaces the moves, provided that the whole board is visible, no
 * variation is selected and the moves are not maximised. */
static void alone(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    bool reads = p->board_first && p->focus == FOCUS_MOVES && !p->maximised;
    if (reads && p->rules && whole(p, body)) {
        layout->stands_in = true;
        return;
    }
    blank_layout(p, body);
    struct area area = {body->row, body->column + 1, body->rows, body->columns - 1};
    if (p->focus == FOCUS_BOARD && p->rules) {
        choose_size(p, body->rows, body->columns, body->columns);
        place_seats(p, body);
        spread_seats(p, body);
    } else if (p->focus == FOCUS_NOTES) {
        layout->notes = area;
    } else {
        layout->moves = area;
    }
}

/* Put the board to the left of the panels. If it does not fit there, nothing is laid out. */
static void beside(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    blank_layout(p, body);
    int columns = body->columns - (body->columns >= WIDE ? WIDE_PANELS : PANEL_LEAST) - 3;
    choose_size(p, body->rows, columns, columns + PANEL_LEAST - PANEL_TIGHT);
    struct board_view view = panels_view(p);
    bool squares = p->rules->board->shape == BOARD_SQUARES;
    bool dense = squares && layout->board.columns < CELL_LEAST * p->rules->board->files;
    /* Prefer a larger board to two panels side by side. */
    if (body->columns >= WIDE && squares && (dense || layout->board.rows * 5 < body->rows * 3))
        choose_size(p, body->rows, body->columns - PANEL_LEAST - 13,
                    body->columns - PANEL_LEAST - 13);
    /* put triangles beside one panel if that allows a larger scale */
    if (body->columns >= WIDE && !squares) {
        int size = layout->size, single = body->columns - PANEL_LEAST - 3;
        choose_size(p, body->rows, single, single);
        if (layout->size == size)
            choose_size(p, body->rows, columns, columns + PANEL_LEAST - PANEL_TIGHT);
    }
    int tall, wide, column = body->column + layout->board.columns + 3;
    view = panels_view(p);
    view.rows = view.columns = 0;
    board_art_for(p->rules)->measure(&view, &tall, &wide);
    if (body->columns - layout->board.columns < PANEL_TIGHT + 3 || body->rows < CELL_ROOM ||
        wide > layout->board.columns) {
        blank_layout(p, body);
        return;
    }
    place_seats(p, body);
    if (layout->seat_column == body->column + 1 && layout->seat_width >= layout->board.columns)
        /* The panels begin in the column after the board, so leave that column free. */
        layout->seat_width = layout->board.columns - 1;
    struct area panels = {body->row, column, body->rows, body->column + body->columns - column};
    share(layout, seats_beside(p, panels), WIDE_PANELS);
}

/* Put the board above the panels. Returns false if there is no room for that. */
static bool below(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    struct area upper = *body;
    upper.rows = body->rows - BELOW_LEAST - 1;
    blank_layout(p, body);
    if (upper.rows < CELL_ROOM)
        return false;
    choose_size(p, upper.rows, body->columns, body->columns);
    struct board_view view = panels_view(p);
    int tall, wide;
    view.rows = view.columns = 0;
    board_art_for(p->rules)->measure(&view, &tall, &wide);
    if (tall > upper.rows || wide > body->columns)
        return false;
    place_seats(p, &upper);
    spread_seats(p, body);
    int seats = layout->seats_stacked ? p->rules->sides : layout->seat_row[1] >= 0;
    int row = layout->board.row + layout->board.rows + seats + 1;
    share(layout,
          (struct area){row, body->column + 1, body->row + body->rows - row, body->columns - 1},
          BELOW_WIDE);
    return true;
}

/* Lay out a small screen: one line that describes a cell, and a panel below it if there is a row
 * for one. */
static void lay_words_out(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    struct area rest = {body->row + 1, body->column + 1, body->rows - 1, body->columns - 1};
    if (!p->turned)
        p->turn = p->seat_turn;
    layout->detail = (struct area){body->row, body->column + 1, 1, body->columns - 1};
    /* An open card says all that the line says and more, so it replaces the line. */
    if (p->card && !p->list) {
        layout->notes = (struct area){body->row, body->column + 1, body->rows, body->columns - 1};
        layout->detail.rows = 0;
        return;
    }
    if (rest.rows < 1)
        return;
    if (p->composing || p->focus == FOCUS_NOTES)
        layout->notes = rest;
    else
        layout->moves = rest;
}

/* Lay out the smallest screens, which have no room for a board. A maximised board is drawn all the
 * same. */
static bool without_board(struct board_panels *p, const struct area *body)
{
    bool board = p->focus == FOCUS_BOARD;
    if ((body->columns >= WORDS_COLUMNS && body->rows >= WORDS_ROWS) || (p->maximised && board))
        return false;
    if (body->rows < WORDS_ROWS || (!below(p, body) && !(board && whole(p, body)))) {
        blank_layout(p, body);
        lay_words_out(p, body);
    }
    return true;
}

static int room_of(const struct panel_layout *layout)
{
    return layout->board.rows * layout->board.columns;
}

static void place_panels(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    blank_layout(p, body);
    if (!p->rules) {
        share(layout, (struct area){body->row, body->column + 1, body->rows, body->columns - 1},
              WIDE_PANELS);
        return;
    }
    if (without_board(p, body))
        return;
    if (p->maximised) {
        alone(p, body);
        place_map(p, body);
        return;
    }
    beside(p, body);
    struct panel_layout across = *layout;
    int turn = p->turn;
    if (body->columns < WIDE && below(p, body) && room_of(layout) * 2 > room_of(&across) * 3)
        return;
    *layout = across;
    p->turn = turn;
    if (!layout->board.rows)
        alone(p, body);
    place_map(p, body);
}

/* Give the notes panel the place of the moves as well, for cards and diagrams. */
static void widen_notes(struct panel_layout *layout)
{
    if (!layout->notes.rows)
        return;
    if (layout->map.rows) {
        layout->notes.rows += layout->notes.row - layout->map.row;
        layout->notes.row = layout->map.row;
        layout->map.rows = 0;
    }
    if (!layout->moves.rows || layout->moves.column != layout->notes.column)
        return;
    layout->notes.rows += layout->notes.row - layout->moves.row;
    layout->notes.row = layout->moves.row;
    layout->moves.rows = 0;
}

/* Put the openings panel into the lower part of the notes' column, at most a third of its
 * height. */
static void place_openings(struct board_panels *p)
{
    enum { LEAST = 4, MOST = 12, LEFT = 6 /* rows that moves and notes keep */ };
    struct panel_layout *layout = &p->layout;
    struct area *notes = &layout->notes;
    bool stacked = layout->moves.rows && layout->moves.column == notes->column;
    if (!p->openings || !notes->rows || layout->map.rows || p->maximised)
        return;
    struct area area = *notes;
    if (stacked) {
        area.rows += area.row - layout->moves.row;
        area.row = layout->moves.row;
    }
    int rows = area.rows / 3 < LEAST ? LEAST : area.rows / 3 > MOST ? MOST : area.rows / 3;
    if (area.rows - rows - 1 < LEFT)
        return;
    layout->openings = (struct area){area.row + area.rows - rows, area.column, rows, area.columns};
    area.rows -= rows + 1;
    if (stacked)
        share(layout, area, INT_MAX);
    else
        notes->rows = area.rows;
}

/* Give the notes panel the whole screen. */
static void notes_alone(struct panel_layout *layout, const struct area *body)
{
    layout->notes = (struct area){body->row, body->column + 1, body->rows, body->columns - 1};
    layout->board.rows = layout->moves.rows = layout->map.rows = layout->openings.rows =
        layout->detail.rows = 0;
    layout->seat_row[0] = layout->seat_row[1] = -1;
}

/* Make room for a menu, the editor or a card, which belong in the notes panel. If there is no notes
 * panel, show them in place of the moves, beside the board, or instead of the board. */
static void make_room(struct board_panels *p, const struct area *body)
{
    struct panel_layout *layout = &p->layout;
    int beside = layout->board.columns + 3;
    if (layout->notes.rows || (!p->list && !p->card))
        return;
    layout->map.rows = 0;
    if (layout->moves.rows) {
        layout->notes = layout->moves;
        layout->moves.rows = 0;
    } else if (layout->board.rows && body->columns - beside >= PANEL_TIGHT) {
        layout->notes =
            (struct area){body->row, body->column + beside, body->rows, body->columns - beside};
    } else {
        notes_alone(layout, body);
    }
}

void board_panels_lay_out(struct board_panels *p, const struct area *body)
{
    place_panels(p, body);
    if (p->board_now && p->rules && !p->layout.board.rows) {
        p->focus = FOCUS_BOARD;
        place_panels(p, body);
    }
    place_openings(p);
    make_room(p, body);
    if (p->card && p->card_alone && !p->list)
        notes_alone(&p->layout, body);
    else if (p->list ? p->entries > p->layout.notes.rows : p->wide)
        widen_notes(&p->layout); /* all entries at once */
    p->layout.body = *body;
}
