/* view_setup.c - a position set up by hand: pieces put on the board, the side to move, the rest in its text.
 *
 * Whatever stands there is written as text and read back by the rules, whose sentence is shown when they refuse it. Enter
 * begins a game from it. */
#include "config.h"
#include "core/position_text.h"
#include "tui/board_scene.h"
#include "tui/opening.h"
#include "tui/page.h"
#include "tui/piece_card.h"
#include "tui/view_pager.h"
#include "tui/view_setup.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL_LEAST = 26, TEXT_ROOM = POSITION_TEXT_MAX + 1, KEPT_MAX = 50 };

struct setup {
    struct view view;
    struct ruleset *rules;
    struct position position;
    cell_t cursor;
    struct piece brush; /* what Space puts */
    char text[TEXT_ROOM];
    struct note why;    /* why it is refused; "" */
    struct position *kept; /* [keeps] to undo */
    int keeps, keep_room;
    struct board_scene board;
    struct page page;
    struct area drawn;  /* where the board is */
};

static struct setup *setup_of(struct view *view)
{
    return (struct setup *)view;
}

/* The position as text, and whether the rules take it. */
static void check(struct setup *setup)
{
    struct position *read = memory_new(1, sizeof *read);
    setup->why.text[0] = '\0';
    if (setup->rules->rules->write(&setup->position, setup->text, sizeof setup->text) >= (int)sizeof setup->text)
        note_set(&setup->why, -1, "the text of this position is too long");
    else
        setup->rules->rules->read(setup->rules, setup->text, read, &setup->why);
    free(read);
}

static void keep(struct setup *setup)
{
    if (setup->keeps == KEPT_MAX)
        memmove(setup->kept, setup->kept + 1, (size_t)--setup->keeps * sizeof *setup->kept);
    setup->kept = memory_room(setup->kept, &setup->keep_room, setup->keeps + 1, sizeof *setup->kept);
    position_copy(&setup->kept[setup->keeps++], &setup->position);
}

static int setup_open(struct view *view, const void *argument, struct note *why)
{
    struct setup *setup = setup_of(view);
    const struct position *position = ((const struct setup_open *)argument)->position;
    const struct ruleset *rules = position->rules;
    int status = ruleset_open(&setup->rules, rules->id, rules->setting, rules->settings, why);
    if (status < 0)
        return status;
    position_copy(&setup->position, position);
    setup->position.rules = setup->rules;
    position_copy(&setup->board.shown, &setup->position); /* keys may come before the first drawing */
    setup->brush = piece_at_first(setup->rules, 1);
    setup->cursor = board_at(setup->rules->board, setup->rules->board->files / 2, 1);
    if (setup->cursor == CELL_NONE)
        setup->cursor = 0;
    view->keymap[view->keymaps++] = KEYMAP_SETUP;
    check(setup);
    return 0;
}

static void setup_close(struct view *view)
{
    struct setup *setup = setup_of(view);
    free(setup->kept);
    board_scene_free(&setup->board);
    page_free(&setup->page);
    ruleset_free(setup->rules);
}

/* ---------------------------------------------------------------- drawing */

static struct board_view view_of(const struct setup *setup, int rows, int columns)
{
    struct board_view view = {.position = &setup->board.shown,
                              .charset = app_charset(setup->view.app),
                              .coordinates = true,
                              .shaded = app_mono(setup->view.app),
                              .mark = setup->board.mark,
                              .marks = setup->board.marks};
    view.size = board_fit(&view, rows, columns, -1);
    view.rows = rows;
    view.columns = columns;
    if (board_art_for(setup->rules)->follow)
        board_art_for(setup->rules)->follow(&view, setup->cursor);
    return view;
}

static const char *side_words(const struct setup *setup, struct piece piece)
{
    (void)setup;
    return piece.side == NOBODY ? "neutral" : side_name(piece.side);
}

static void draw_panel(struct setup *setup, struct scene *scene, const struct area *area)
{
    struct page *page = &setup->page;
    char letters[4];
    piece_letters(setup->rules, setup->brush, letters);
    page_begin(page, area->columns);
    page_addf(page, ROLE_MOVE, 0, "Space puts: %s  %s %s", letters, side_words(setup, setup->brush),
              setup->rules->kinds[setup->brush.kind].name);
    struct piece here = setup->position.at[setup->cursor];
    page_addf(page, ROLE_TEXT, 0, "%s: %s %s", board_name(setup->rules->board, setup->cursor),
              here.kind ? side_words(setup, here) : "empty", here.kind ? setup->rules->kinds[here.kind].name : "");
    page_addf(page, ROLE_TEXT, 0, "%s to move", side_name(setup->position.side));
    page_gap(page);
    if (setup->why.text[0])
        page_addf(page, ROLE_ERROR, 0, "Not yet: %s", setup->why.text);
    else
        page_add(page, ROLE_GLYPH, 0, "This position can be played: Enter begins.");
    page_gap(page);
    page_add(page, ROLE_LABEL, 0, "Its text:");
    page_add(page, ROLE_COMMENT, 0, setup->text);
    page_draw(page, scene, area, 0);
}

static void setup_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct setup *setup = setup_of(view);
    int tall, wide, row, column;
    board_scene_begin(&setup->board, &setup->position);
    board_scene_add(&setup->board, setup->cursor, MARK_CURSOR, 0, NULL);
    struct board_view board = view_of(setup, body->rows, body->columns - PANEL_LEAST - 3);
    const struct board_art *art = board_art_for(setup->rules);
    art->measure(&board, &tall, &wide);
    board.rows = setup->drawn.rows = tall < body->rows ? tall : body->rows;
    board.columns = setup->drawn.columns =
        wide < body->columns - PANEL_LEAST - 3 ? wide : body->columns - PANEL_LEAST - 3;
    setup->drawn.row = body->row;
    setup->drawn.column = body->column;
    snprintf(face->title, sizeof face->title, "Set up a position of %s", setup->rules->variant->title);
    snprintf(face->mode, sizeof face->mode, "SETUP");
    snprintf(face->status, sizeof face->status, "%.240s", setup->why.text[0] ? setup->why.text : "ready to begin");
    if (board.columns < 8) { /* no room for a board: the panel alone */
        draw_panel(setup, scene, body);
        return;
    }
    art->draw(&board, scene, body->row, body->column);
    if (art->locate(&board, setup->cursor, &row, &column)) {
        scene->cursor_row = body->row + row;
        scene->cursor_column = body->column + column;
    }
    struct area panel = {body->row, body->column + board.columns + 3, body->rows,
                         body->columns - board.columns - 3};
    app_wall(view->app, scene, body->row, panel.column - 2, body->rows);
    draw_panel(setup, scene, &panel);
}

/* ---------------------------------------------------------------- changing */

static void put(struct setup *setup, struct piece piece)
{
    keep(setup);
    setup->position.at[setup->cursor] = piece;
    setup->position.passed_count = 0;
    check(setup);
}

/* The next piece to put: kinds in turn, then those of the next side. */
static void next_brush(struct setup *setup, int step)
{
    int kinds = setup->rules->kind_count, sides = setup->rules->sides;
    int side = setup->brush.side == NOBODY ? 0 : setup->brush.side;
    int at = (side * kinds + setup->brush.kind - 1 + step + kinds * sides) % (kinds * sides);
    struct piece piece = piece_at_first(setup->rules, at % kinds + 1);
    bool neutral = piece.side == NOBODY;
    if (!neutral && at / kinds != piece.side) {
        piece.side = (uint8_t)(at / kinds);
        for (int cell = 0; cell < setup->rules->board->cells; cell++) /* as this side's stands at first */
            if (setup->position.at[cell].kind == piece.kind && setup->position.at[cell].side == piece.side) {
                piece = setup->position.at[cell];
                break;
            }
    }
    setup->brush = piece;
}

static bool piece_typed(struct view *view, const char *text)
{
    struct setup *setup = setup_of(view);
    if (!*text)
        return true;
    if (!strcmp(text, ".")) {
        put(setup, (struct piece){0});
        return true;
    }
    int kind = ruleset_kind(setup->rules, (char)toupper((unsigned char)*text));
    bool third = text[1] == '\'' && !text[2];
    if (kind == KIND_NONE || (text[1] && !third) || (third && setup->rules->sides < 3)) {
        app_error(view->app, "'%.20s' is no piece of this game: K is White's King, k Black's%s, . none", text,
                  setup->rules->sides > 2 ? ", K' Red's" : "");
        return false;
    }
    setup->brush = piece_at_first(setup->rules, kind);
    if (setup->brush.side != NOBODY)
        setup->brush.side = third ? RED : islower((unsigned char)*text) ? BLACK : WHITE;
    if (setup->brush.side == BLACK && setup->brush.facing == 0 && !strcmp(setup->rules->rules->family, "turning"))
        setup->brush.facing = 4;
    put(setup, setup->brush);
    return true;
}

static bool text_typed(struct view *view, const char *text)
{
    struct setup *setup = setup_of(view);
    struct position *read = memory_new(1, sizeof *read);
    struct note why;
    bool good = setup->rules->rules->read(setup->rules, text, read, &why) == 0;
    if (good) {
        keep(setup);
        position_copy(&setup->position, read);
        check(setup);
    } else {
        app_error(view->app, "%s", why.text);
    }
    free(read);
    return good;
}

static void turn_here(struct setup *setup)
{
    struct piece piece = setup->position.at[setup->cursor];
    if (!piece.kind || strcmp(setup->rules->rules->family, "turning") != 0) {
        app_say(setup->view.app, "nothing turns here");
        return;
    }
    piece.facing = (uint8_t)((piece.facing + 1) % 8);
    put(setup, piece);
}

static void clear(struct setup *setup)
{
    bool empty = true;
    for (int cell = 0; cell < setup->rules->board->cells; cell++)
        empty = empty && !setup->position.at[cell].kind;
    keep(setup);
    if (empty)
        setup->rules->rules->setup(setup->rules, &setup->position);
    else
        position_clear(&setup->position, setup->rules);
    check(setup);
}

static void undo(struct setup *setup)
{
    if (setup->keeps)
        position_copy(&setup->position, &setup->kept[--setup->keeps]);
    else
        app_say(setup->view.app, "there is nothing to undo");
    check(setup);
}

static void begin(struct setup *setup)
{
    static const char *const nobody[SIDES_MAX] = {"", "", ""};
    struct app *app = setup->view.app;
    if (setup->why.text[0])
        app_error(app, "%s", setup->why.text);
    else if (open_game_from(app, setup->rules, &setup->position, nobody))
        app_close(app, &setup->view);
}

/* What the archive knows of a position as it would be played. */
static void look_for(struct setup *setup, enum request request)
{
    struct app *app = setup->view.app;
    if (setup->why.text[0])
        app_error(app, "%s", setup->why.text);
    else if (request == REQ_OPENINGS)
        open_openings(app, &setup->view, &setup->position);
    else
        open_position(app, &setup->view, &setup->position);
}

static void walk(struct setup *setup, int up, int right)
{
    struct board_view view = view_of(setup, setup->drawn.rows, setup->drawn.columns);
    setup->cursor = board_walk(&view, setup->cursor, up, right);
}

static bool setup_request(struct view *view, const struct event *event)
{
    struct setup *setup = setup_of(view);
    switch (event->request) {
    case REQ_UP: walk(setup, 1, 0); return true;
    case REQ_DOWN: walk(setup, -1, 0); return true;
    case REQ_LEFT: walk(setup, 0, -1); return true;
    case REQ_RIGHT: walk(setup, 0, 1); return true;
    case REQ_ENTER: begin(setup); return true;
    case REQ_PUT: put(setup, setup->brush); return true;
    case REQ_TAKE_OFF: put(setup, (struct piece){0}); return true;
    case REQ_PIECE_NEXT: next_brush(setup, 1); return true;
    case REQ_PIECE_PREVIOUS: next_brush(setup, -1); return true;
    case REQ_PIECE_TURN: turn_here(setup); return true;
    case REQ_PIECE_TYPE:
        app_prompt(view->app, view, &(struct prompt){.label = "piece (K k . ...): ", .done = piece_typed});
        return true;
    case REQ_SETUP_SIDE:
        keep(setup);
        setup->position.side = (uint8_t)((setup->position.side + 1) % setup->rules->sides);
        check(setup);
        return true;
    case REQ_SETUP_TEXT:
        app_prompt(view->app, view, &(struct prompt){.label = "text: ", .text = setup->text, .done = text_typed});
        return true;
    case REQ_SETUP_CLEAR: clear(setup); return true;
    case REQ_UNDO: undo(setup); return true;
    case REQ_OPENINGS:
    case REQ_SEARCH_POSITION: look_for(setup, event->request); return true;
    case REQ_RULES: return rules_open(view->app, setup->rules->id), true;
    default: return false;
    }
}

static const struct hint *setup_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_PUT, REQ_NONE, "put"},          {REQ_PIECE_PREVIOUS, REQ_PIECE_NEXT, "which"},
        {REQ_PIECE_TYPE, REQ_NONE, NULL},    {REQ_TAKE_OFF, REQ_NONE, NULL},
        {REQ_SETUP_SIDE, REQ_NONE, NULL},    {REQ_SETUP_TEXT, REQ_NONE, NULL},
        {REQ_ENTER, REQ_NONE, "begin"},      {REQ_SETUP_CLEAR, REQ_NONE, NULL},
        {REQ_CLOSE, REQ_NONE, NULL},         {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool setup_mouse(struct view *view, const struct mouse *mouse)
{
    struct setup *setup = setup_of(view);
    struct board_view board = view_of(setup, setup->drawn.rows, setup->drawn.columns);
    if (mouse->what != MOUSE_PRESS)
        return false;
    cell_t cell = board_art_for(setup->rules)->hit(&board, mouse->row - setup->drawn.row,
                                                   mouse->column - setup->drawn.column);
    if (cell == CELL_NONE)
        return false;
    setup->cursor = cell;
    put(setup, mouse->button == 3 ? (struct piece){0} : setup->brush);
    return true;
}

const struct view_ops setup_view = {
    .name = "setup",
    .size = sizeof(struct setup),
    .open = setup_open,
    .close = setup_close,
    .draw = setup_draw,
    .request = setup_request,
    .hints = setup_hints,
    .mouse = setup_mouse,
};
