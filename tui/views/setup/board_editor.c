/* board_editor.c - a board on which the user places pieces, beside a panel of text: see
 * setup.h. */
#include "config.h"
#include "tui/views/setup/setup.h"

#include "core/position_text.h"
#include "tui/app/app.h"
#include "tui/session/describe.h"

#include <string.h>

enum {
    PANEL_LEAST = 25 /* columns kept for the panel; the rest of 80 columns has room for a turned
                        diamond */
    ,
    PANEL_TIGHT = 24 /* columns kept for the panel if the board would otherwise be cut */
    ,
    PANEL_ROWS = 3,
    BOARD_LEAST = 8,
    BOARD_ROWS = 5,
    PANEL_BELOW = 12 /* fewest rows of the panel if it is below the board although the board would
                        fit beside it */
};

void board_editor_begin(struct board_editor *editor, struct app *app,
                        const struct position *position)
{
    const struct board *board = position->rules->board;
    editor->app = app;
    position_copy(&editor->board.shown, position);
    editor->cursor = board_at(board, board->files / 2, 1);
    if (editor->cursor == CELL_NONE)
        editor->cursor = 0;
}

void board_editor_free(struct board_editor *editor)
{
    board_scene_free(&editor->board);
    page_free(&editor->page);
}

static struct board_view board_editor_view_of(const struct board_editor *editor, int rows,
                                              int columns)
{
    const struct board_art *art = board_art_for(editor->board.shown.rules);
    /* If few bytes should be sent (app_light()), the terminal's own cursor shows the cell. */
    bool cursor = !app_light(editor->app);
    struct board_view view = {.position = &editor->board.shown,
                              .charset = app_charset(editor->app),
                              .coordinates = true,
                              .turn = editor->turn,
                              .least = editor->least,
                              .plain = app_choice(editor->app, SET_A11Y) == 1,
                              .shaded = app_mono(editor->app),
                              .mark = editor->board.mark,
                              .marks = cursor ? editor->board.marks : 0};
    app_pieces(editor->app, &view);
    view.size = board_fit(&view, rows, columns, -1);
    view.rows = rows;
    view.columns = columns;
    view.top = editor->top;
    view.left = editor->left;
    if (art->follow)
        art->follow(&view, editor->cursor);
    return view;
}

/* Place as much of the board as fits. Returns true if the whole board fits. */
static bool place_board(struct board_editor *editor, const struct area *body, int rows, int columns,
                        bool least)
{
    int tall, wide;
    editor->least = least;
    editor->turn = 0;
    struct board_view view = board_editor_view_of(editor, rows, columns);
    editor->turn = board_turn_to_fit(&view, 0, rows, columns);
    view = board_editor_view_of(editor, rows, columns);
    board_art_for(editor->board.shown.rules)->measure(&view, &tall, &wide);
    editor->drawn = (struct area){body->row, body->column, tall < rows ? tall : rows,
                                  wide < columns ? wide : columns};
    return tall <= rows && wide <= columns;
}

/* On tall screens, place the board above the panel, if it is whole there and would be cut or much
 * smaller beside the panel. */
static bool place_above(struct board_editor *editor, const struct area *body, bool whole_beside,
                        bool least)
{
    struct area beside = editor->drawn;
    if (body->rows <= PANEL_BELOW + BOARD_LEAST ||
        !place_board(editor, body, body->rows - PANEL_BELOW - 1, body->columns, least))
        return false;
    return !whole_beside ||
           editor->drawn.rows * editor->drawn.columns * 2 > beside.rows * beside.columns * 3;
}

/* Place the board beside or above the panel. Triangles are drawn without lines only if this makes
 * the whole board visible, or at least all its ranks. */
static bool board_editor_place(struct board_editor *editor, const struct area *body)
{
    int columns = body->columns - PANEL_LEAST - 3, tight = body->columns - PANEL_TIGHT - 3;
    for (int least = 0; least < 2; least++) {
        int most = least ? tight : columns;
        bool whole = place_board(editor, body, body->rows, most, least);
        if (place_above(editor, body, whole, least))
            return true;
        if (place_board(editor, body, body->rows, most, least))
            return false;
    }
    place_board(editor, body, body->rows, tight,
                2 * editor->board.shown.rules->board->ranks >= body->rows);
    return false;
}

/* Place the board beside the panel, or above it on narrow screens. If there is room for only one of
 * them, the panel lists the pieces. */
struct page *board_editor_begin_page(struct board_editor *editor, const struct position *position,
                                     const struct area *body)
{
    const struct area *drawn = &editor->drawn;
    board_scene_begin(&editor->board, position);
    board_scene_add(&editor->board, editor->cursor, MARK_CURSOR, 0, NULL);
    editor->above = board_editor_place(editor, body);
    if (!editor->above && drawn->columns < BOARD_LEAST && body->rows > PANEL_ROWS + BOARD_ROWS) {
        editor->above = true;
        place_board(editor, body, body->rows - PANEL_ROWS - 1, body->columns, false);
    }
    editor->panel = (struct area){body->row, body->column + drawn->columns + 3, body->rows,
                                  body->columns - drawn->columns - 3};
    if (editor->above)
        editor->panel = (struct area){body->row + drawn->rows + 1, body->column,
                                      body->rows - drawn->rows - 1, body->columns};
    if (drawn->columns < BOARD_LEAST) {
        editor->drawn.columns = 0;
        editor->panel = *body;
    }
    page_begin(&editor->page, editor->panel.columns);
    return &editor->page;
}

void board_editor_draw(struct board_editor *editor, struct scene *scene)
{
    const struct board_art *art = board_art_for(editor->board.shown.rules);
    const struct area *drawn = &editor->drawn;
    int row, column;
    int past = editor->page.rows - editor->panel.rows;
    editor->cut = past > 0;
    editor->read = editor->read > past ? past : editor->read;
    editor->read = editor->read < 0 ? 0 : editor->read;
    page_draw(&editor->page, scene, &editor->panel, editor->read);
    if (!drawn->columns)
        return;
    struct board_view view = board_editor_view_of(editor, drawn->rows, drawn->columns);
    editor->top = view.top;
    editor->left = view.left;
    art->draw(&view, scene, drawn->row, drawn->column);
    if (art->locate(&view, editor->cursor, &row, &column)) {
        scene->cursor_row = drawn->row + row;
        scene->cursor_column = drawn->column + column;
    }
    if (editor->above)
        app_rule(editor->app, scene, editor->panel.row - 1, editor->panel.column,
                 editor->panel.columns);
    else
        app_wall(editor->app, scene, editor->panel.row, editor->panel.column - 2,
                 editor->panel.rows);
}

bool board_editor_walk(struct board_editor *editor, enum request request)
{
    struct board_view view =
        board_editor_view_of(editor, editor->drawn.rows, editor->drawn.columns);
    int up = request == REQ_UP ? 1 : request == REQ_DOWN ? -1 : 0;
    int right = request == REQ_RIGHT ? 1 : request == REQ_LEFT ? -1 : 0;
    if (request == REQ_PAGE_DOWN || request == REQ_PAGE_UP) {
        int page = editor->panel.rows > 2 ? editor->panel.rows - 2 : 1;
        editor->read += request == REQ_PAGE_DOWN ? page : -page;
        return true;
    }
    if (!up && !right)
        return false;
    editor->cursor = board_walk(&view, editor->cursor, up, right);
    return true;
}

cell_t board_editor_hit(const struct board_editor *editor, const struct mouse *mouse)
{
    struct board_view view =
        board_editor_view_of(editor, editor->drawn.rows, editor->drawn.columns);
    if (mouse->what != MOUSE_PRESS || !editor->drawn.columns)
        return CELL_NONE;
    return board_art_for(editor->board.shown.rules)
        ->hit(&view, mouse->row - editor->drawn.row, mouse->column - editor->drawn.column);
}

bool board_editor_aloud(struct board_editor *editor, const struct position *position,
                        const char *puts, const char *state, char *out, size_t size)
{
    char now[EDITOR_TELLS][EDITOR_TOLD_ROOM], content[EDITOR_TOLD_ROOM / 2],
        field[EDITOR_TOLD_ROOM / 3];
    char key[64];
    size_t used = 0;
    words_content(position, editor->cursor, content, sizeof content);
    words_field(position, editor->cursor, field, sizeof field);
    snprintf(now[0], sizeof now[0], "%s: %s; %s.",
             board_name(position->rules->board, editor->cursor), content, field);
    snprintf(now[1], sizeof now[1], "%s puts: %.200s.",
             app_words(editor->app, app_top(editor->app), "{put}", key, sizeof key), puts);
    snprintf(now[2], sizeof now[2], "%.250s.", state);
    out[0] = '\0';
    for (int i = 0; i < EDITOR_TELLS; i++)
        if (strcmp(now[i], editor->told[i]) != 0) {
            if (editor->telling)
                text_add(out, size, &used, "%s%s", used ? " " : "", now[i]);
            memcpy(editor->told[i], now[i], sizeof now[i]);
        }
    editor->telling = true;
    return *out != '\0';
}

void board_editor_piece_words(const struct ruleset *rules, struct piece piece, char *out,
                              size_t size)
{
    if (piece.kind)
        words_piece(rules, piece, out, size);
    else
        snprintf(out, size, "empty");
}
