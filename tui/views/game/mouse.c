/* mouse.c - the mouse on the table: clicking cells, dragging pieces, drawing arrows, clicking plies of the
 * tree, the wheel. */
#include "config.h"
#include "tui/boards/board_map.h"
#include "tui/views/game/game_internal.h"

#include <stdlib.h>

static bool inside(const struct area *area, const struct mouse *mouse)
{
    return mouse->row >= area->row && mouse->row < area->row + area->rows && mouse->column >= area->column &&
           mouse->column < area->column + area->columns;
}

/* The cell under the mouse, CELL_NONE: none. */
static cell_t cell_at(struct table *table, const struct mouse *mouse)
{
    struct board_view view = table_board_view(table);
    const struct area *area = &table->layout.board;
    return board_art_for(table->rules)->hit(&view, mouse->row - area->row, mouse->column - area->column);
}

/* True if the piece in hand is there: a click puts it back, unless it is dragged on. */
static bool holds(const struct table *table, cell_t cell)
{
    return table->composing && table->compose.draft.held.kind && table->compose.draft.hand == cell;
}

/* Move only the cursor there, scrolling a large board if necessary. */
static void look_at(struct table *table, cell_t cell)
{
    if (cell == CELL_NONE)
        return;
    table->cursor = cell;
    table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
}

/* The visible cell nearest to a place outside the cells, as on the names of ranks and files. CELL_NONE if the whole
 * board is visible. */
static cell_t cell_beside(struct table *table, const struct mouse *mouse)
{
    struct board_view view = table_board_view(table);
    const struct area *area = &table->layout.board;
    const struct board_art *art = board_art_for(table->rules);
    cell_t nearest = CELL_NONE;
    int tall, wide, row, column, least = 0;
    struct board_view whole = view;
    whole.rows = whole.columns = 0;
    art->measure(&whole, &tall, &wide);
    if (tall <= area->rows && wide <= area->columns)
        return CELL_NONE;
    for (int cell = 0; cell < table->rules->board->cells; cell++) {
        if (!art->locate(&view, (cell_t)cell, &row, &column))
            continue;
        int distance = abs(row - (mouse->row - area->row)) + abs(column - (mouse->column - area->column));
        if (nearest == CELL_NONE || distance < least) {
            nearest = (cell_t)cell;
            least = distance;
        }
    }
    return nearest;
}

static void press_board(struct table *table, const struct mouse *mouse)
{
    cell_t cell = cell_at(table, mouse);
    if (cell == CELL_NONE) {
        look_at(table, cell_beside(table, mouse));
        return;
    }
    table->cursor = cell;
    table->pressed = cell;
    table->held = holds(table, cell);
    if (!table->marking && mouse->button == 1 && !table->inspecting && !table->held) {
        table->focus = FOCUS_BOARD;
        table_select(table, cell);
    }
    table_set_keymaps(table);
}

/* A click on the line about a cell, if there is no board: it gets the focus; a second click is Enter. */
static void press_detail(struct table *table)
{
    if (table->focus == FOCUS_BOARD)
        table_select(table, table->cursor);
    table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
}

static void mark(struct table *table, enum request request, cell_t cell)
{
    struct event event = {.request = request, .argument = ""};
    table->cursor = cell;
    table_edit(table, &event);
}

/* The button was released: on the same cell it was a click; on another a piece was dragged, or an arrow drawn. */
static void release_board(struct table *table, const struct mouse *mouse)
{
    cell_t from = table->pressed, to = cell_at(table, mouse);
    table->pressed = CELL_NONE;
    if (from == CELL_NONE || to == CELL_NONE)
        return;
    if (table->marking && from == to) {
        mark(table, REQ_MARK_CELL, to);
    } else if (table->marking) {
        table->arrow[0] = '\0';
        mark(table, REQ_MARK_ARROW, from);
        mark(table, REQ_MARK_ARROW, to);
    } else if (!table->inspecting && holds(table, from) && (from != to || table->held)) {
        table_select(table, to);
        table_set_keymaps(table);
    }
}

static void click_moves(struct table *table, const struct mouse *mouse)
{
    const struct area *area = &table->layout.moves;
    const struct tree_piece *piece =
        tree_hit(&table->tree, table->tree_top + mouse->row - area->row, mouse->column - area->column);
    struct spot to = table->spot;
    table->focus = FOCUS_MOVES;
    table_set_keymaps(table);
    if (!piece)
        return;
    if (piece->choice >= 0) {
        if (spot_next(table_record(table), &to, piece->choice))
            table_go(table, &to);
    } else if (piece->ply >= 0) {
        tree_spot(&table->tree, piece->ply, &to);
        if (!piece->member || !table_walk_to(table, &to, piece->member))
            table_go(table, &to);
    }
}

static bool wheel(struct table *table, const struct mouse *mouse)
{
    int step = mouse->what == MOUSE_WHEEL_DOWN ? 1 : -1;
    if (inside(&table->layout.notes, mouse)) {
        table->notes_top += step;
    } else if (inside(&table->layout.moves, mouse)) {
        table->tree_scrolled = true;
        table->tree_top += 3 * step;
    } else if (!table->editing && !table->menu.title) { /* the editor or the menu belongs to this ply */
        struct event event = {.request = step > 0 ? REQ_STEP_NEXT : REQ_STEP_BACK, .argument = ""};
        table_replay(table, &event);
    }
    return true;
}

bool table_mouse(struct view *view, const struct mouse *mouse)
{
    struct table *table = table_of(view);
    if (mouse->what == MOUSE_WHEEL_UP || mouse->what == MOUSE_WHEEL_DOWN)
        return wheel(table, mouse);
    if (mouse->what == MOUSE_RELEASE && table->rules && !table->editing)
        return release_board(table, mouse), true;
    if (mouse->what != MOUSE_PRESS || table->editing)
        return false;
    table->refusal.text[0] = '\0';
    table->pressed = CELL_NONE;
    if (table->menu.title && inside(&table->layout.notes, mouse)) {
        int item = table_menu_at(table, mouse->row - table->layout.notes.row - 1);
        if (item >= 0) {
            table->menu.at = item;
            table_menu_take(table);
        }
    } else if (inside(&table->layout.turns, mouse)) {
        int eighth = table_turn_at(table, &table->layout.turns, mouse->row, mouse->column);
        if (eighth)
            table_turn(table, eighth);
    } else if (inside(&table->layout.board, mouse) && table->rules) {
        press_board(table, mouse);
    } else if (inside(&table->layout.map, mouse) && table->rules) {
        struct board_view board = table_board_view(table);
        look_at(table, board_map_hit(&board, mouse->row - table->layout.map.row, mouse->column - table->layout.map.column));
    } else if (inside(&table->layout.detail, mouse)) {
        press_detail(table);
    } else if (inside(&table->layout.moves, mouse)) {
        click_moves(table, mouse);
    } else if (inside(&table->layout.notes, mouse)) {
        table->focus = FOCUS_NOTES;
        table_set_keymaps(table);
    } else {
        return false;
    }
    return true;
}
