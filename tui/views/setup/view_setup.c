/* view_setup.c - the position editor: the user puts pieces on the board, chooses the side to move,
 * and edits the rest as text. The position is written as text and parsed by the rules, whose error
 * is shown. Enter starts a game from it. */
#include "config.h"
#include "core/util/ascii.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "tui/views/setup/setup.h"
#include "tui/widgets/editors.h"
#include "tui/session/keyboard_clock.h"
#include "tui/views/navigation.h"
#include "tui/views/piece_card.h"
#include "tui/session/position_editor.h"
#include "tui/views/reader.h"
#include "tui/session/describe.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = POSITION_TEXT_MAX + 1 };

struct setup {
    struct view view;
    struct ruleset *rules;
    struct position position;
    struct board_editor editor;
    struct piece brush; /* the piece that Space puts on the board */
    char text[TEXT_ROOM];
    struct note why; /* why the position is invalid; "": it is valid */
    char over[160];  /* why a game would be over in this position; "": it would not */
    /* the undo history of positions, each followed by the text of the clock */
    struct editor_undo undo;
    /* the players of the game that will be started from the position; "": unknown */
    char *player[SIDES_MAX];
    char *clock; /* the time control; "": none */
};

static struct setup *setup_of(struct view *view)
{
    return (struct setup *)view;
}

static void setup_judge(struct setup *setup, const struct position *position)
{
    struct verdict verdict;
    position_judge(position, &verdict);
    if (verdict_over(&verdict))
        words_verdict(position, &verdict, setup->over, sizeof setup->over);
}

/* Write the position as text, and check whether the rules accept it and whether any ply is
 * possible. The parsed text may differ: castling rights of pieces that are not on their initial
 * squares are left out until they return. */
static void setup_check(struct setup *setup)
{
    const struct rules *rules = setup->rules->rules;
    struct position *read = memory_new(1, sizeof *read);
    setup->why.text[0] = setup->over[0] = '\0';
    if (rules->write(&setup->position, setup->text, sizeof setup->text) >=
        (int)sizeof setup->text) {
        note_set(&setup->why, -1, "the text of this position is too long");
    } else if (rules->read(setup->rules, setup->text, read, &setup->why) == 0) {
        rules->write(read, setup->text, sizeof setup->text);
        setup_judge(setup, read);
    }
    free(read);
}

/* Returns a copy of the edited position, owned by the caller. If the position's text is valid, the
 * copy is what the parser makes of this text. */
static struct position *as_read(const struct setup *setup)
{
    struct position *read = memory_new(1, sizeof *read);
    if (setup->why.text[0] || setup->rules->rules->read(setup->rules, setup->text, read, NULL) < 0)
        position_copy(read, &setup->position);
    return read;
}

static void setup_keep(struct setup *setup)
{
    size_t length = strlen(setup->clock) + 1, size = sizeof setup->position + length;
    char *bytes = memory_new(1, size);
    memcpy(bytes, &setup->position, sizeof setup->position);
    memcpy(bytes + sizeof setup->position, setup->clock, length);
    editor_undo_keep(&setup->undo, bytes, size);
    free(bytes);
}

/* Call this after a change: records it for undo, and validates the position. */
static void setup_changed(struct setup *setup)
{
    setup_keep(setup);
    setup_check(setup);
}

static int setup_open(struct view *view, const void *argument, struct note *why)
{
    struct setup *setup = setup_of(view);
    const struct setup_open *open = argument;
    const struct position *position = open->position;
    const struct ruleset *rules = position->rules;
    int status = ruleset_open(&setup->rules, rules->id, rules->setting, rules->settings, why);
    if (status < 0)
        return status;
    position_copy(&setup->position, position);
    setup->position.rules = setup->rules;
    board_editor_begin(&setup->editor, view->app, &setup->position);
    setup->brush = piece_at_first(setup->rules, 1);
    view->keymap[view->keymaps++] = KEYMAP_SETUP;
    for (int side = 0; side < SIDES_MAX; side++)
        setup->player[side] = memory_text(open->player[side] ? open->player[side] : "");
    setup->clock = memory_text(open->clock ? open->clock : "");
    setup_changed(setup);
    return 0;
}

static void setup_close(struct view *view)
{
    struct setup *setup = setup_of(view);
    editor_undo_free(&setup->undo);
    free(setup->clock);
    for (int side = 0; side < SIDES_MAX; side++)
        free(setup->player[side]);
    board_editor_free(&setup->editor);
    ruleset_free(setup->rules);
}

/* ---------------------------------------------------------------- drawing */

/* Add in words what the position's text says besides the pieces. */
static void setup_add_state(struct setup *setup, struct page *page)
{
    const struct position *position = &setup->position;
    struct position_fields fields;
    char held[200];
    size_t used = 0;
    held[0] = '\0';
    page_addf(page, ROLE_TEXT, 0, "%s to move", side_name(position->side));
    if (*setup->clock)
        page_addf(page, ROLE_TEXT, 2, "clock %s", setup->clock);
    for (int side = 0; side < SIDES_MAX; side++)
        for (int kind = 1; kind <= setup->rules->kind_count; kind++)
            for (int i = 0; i < position->held[side][kind]; i++) {
                char letters[4];
                piece_letters(setup->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0},
                              letters);
                text_add(held, sizeof held, &used, " %s", letters);
            }
    if (used)
        page_addf(page, ROLE_TEXT, 2, "captured:%s", held);
    if (position_split(&fields, setup->text, POSITION_FIELDS, NULL) < 0)
        return;
    if (fields.field[2].length && *fields.field[2].at != '-')
        page_addf(page, ROLE_TEXT, 2, "may castle: %.*s", fields.field[2].length,
                  fields.field[2].at);
    if (fields.field[3].length && *fields.field[3].at != '-')
        page_addf(page, ROLE_TEXT, 2, "en passant at: %.*s", fields.field[3].length,
                  fields.field[3].at);
}

/* Add a line with a key and what it does. */
static void add_key(struct setup *setup, struct page *page, enum request request)
{
    char key[64];
    if (app_can(setup->view.app, &setup->view, request))
        page_addf(page, ROLE_DIM, 6, "%-5s %s",
                  app_key_text(setup->view.app, &setup->view, request, key, sizeof key),
                  app_request_help(&setup->view, request));
}

static void setup_draw(struct view *view, struct scene *scene, const struct area *body,
                       struct face *face)
{
    struct setup *setup = setup_of(view);
    struct page *page = board_editor_begin_page(&setup->editor, &setup->position, body);
    cell_t cursor = setup->editor.cursor;
    char letters[4], words[80], carried[400], key[64], keyed[120];
    piece_letters(setup->rules, setup->brush, letters);
    board_editor_piece_words(setup->rules, setup->brush, words, sizeof words);
    page_addf(page, ROLE_MOVE, 0, "%s puts: %s  %s",
              app_words(view->app, view, "{put}", key, sizeof key), letters, words);
    board_editor_piece_words(setup->rules, setup->position.at[cursor], words, sizeof words);
    words_carried(&setup->position, cursor, carried, sizeof carried);
    page_addf(page, ROLE_TEXT, 0, "%s: %s%s%s", board_name(setup->rules->board, cursor), words,
              *carried ? ", " : "", carried);
    setup_add_state(setup, page);
    page_gap(page);
    if (setup->why.text[0])
        page_addf(page, ROLE_ERROR, 0, "Not ready: %s", setup->why.text);
    else if (setup->over[0])
        page_addf(page, ROLE_GLYPH, 0, "The game is over here. %s", setup->over);
    else
        page_add(page, ROLE_GLYPH, 0,
                 app_words(view->app, view, "This position can be played: {enter} begins.", keyed,
                           sizeof keyed));
    page_gap(page);
    page_add(page, ROLE_LABEL, 0, "Its text:");
    page_add(page, ROLE_COMMENT, 0, setup->text);
    page_gap(page);
    static const enum request keys[] = {REQ_SETUP_SIDE, REQ_SETUP_CASTLING, REQ_SETUP_PASSED,
                                        REQ_PIECE_TURN, REQ_SETUP_HOLD,     REQ_SETUP_RELEASE,
                                        REQ_SETUP_TEXT, REQ_SETUP_CLOCK};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        add_key(setup, page, keys[i]);
    snprintf(face->title, sizeof face->title, "Set up a position of %s",
             ruleset_title(setup->rules));
    snprintf(face->mode, sizeof face->mode, "SETUP");
    snprintf(face->status, sizeof face->status, "%.240s",
             setup->why.text[0] ? setup->why.text
             : setup->over[0]   ? "the game is over here"
                                : "ready to begin");
    board_editor_draw(&setup->editor, scene);
}

/* ---------------------------------------------------------------- changing */

static void setup_put(struct setup *setup, struct piece piece)
{
    setup->position.at[setup->editor.cursor] = piece;
    setup->position.passed_count = 0;
    setup_changed(setup);
}

/* Select the next piece to put: all kinds of a side in turn, then those of the next side. */
static void setup_next_brush(struct setup *setup, int step)
{
    int kinds = setup->rules->kind_count, sides = setup->rules->sides;
    int side = setup->brush.side == NOBODY ? 0 : setup->brush.side;
    int at = (side * kinds + setup->brush.kind - 1 + step + kinds * sides) % (kinds * sides);
    struct piece piece = piece_at_first(setup->rules, at % kinds + 1);
    bool neutral = piece.side == NOBODY;
    if (!neutral && at / kinds != piece.side) {
        piece.side = (uint8_t)(at / kinds);
        /* Use the facing of a piece of the same kind and side on the board. */
        for (int cell = 0; cell < setup->rules->board->cells; cell++)
            if (setup->position.at[cell].kind == piece.kind &&
                setup->position.at[cell].side == piece.side) {
                piece = setup->position.at[cell];
                break;
            }
    }
    setup->brush = piece;
}

static bool setup_piece_typed(struct view *view, const char *text)
{
    struct setup *setup = setup_of(view);
    if (!*text)
        return true;
    if (!strcmp(text, ".")) {
        setup_put(setup, (struct piece){0});
        return true;
    }
    int kind = ruleset_kind(setup->rules, (char)ascii_upper((unsigned char)*text));
    bool third = text[1] == '\'' && !text[2];
    if (kind == KIND_NONE || (text[1] && !third) || (third && setup->rules->sides < 3)) {
        app_error(
            view->app,
            "'%.20s' is not a piece of this game: K is White's King, k Black's%s, and . means none",
            text, setup->rules->sides > 2 ? ", K' Red's" : "");
        return false;
    }
    setup->brush = piece_at_first(setup->rules, kind);
    if (setup->brush.side != NOBODY)
        setup->brush.side = third ? RED : ascii_islower((unsigned char)*text) ? BLACK : WHITE;
    if (setup->brush.side == BLACK && setup->brush.facing == 0 &&
        presentation_of(setup->rules)->turns)
        setup->brush.facing = 4;
    setup_put(setup, setup->brush);
    return true;
}

/* Accept a changed position, or show why it was refused. Frees `made`. */
static bool setup_take_over(struct setup *setup, int result, struct position *made,
                            const struct note *why)
{
    if (result < 0) {
        app_error(setup->view.app, "%s", why->text);
    } else {
        position_copy(&setup->position, made);
        setup_changed(setup);
    }
    free(made);
    return result >= 0;
}

static bool clock_typed(struct view *view, const char *text)
{
    struct setup *setup = setup_of(view);
    struct note why;
    if (keyboard_clock_check(text, &why) < 0)
        return app_error(view->app, "%s", why.text), false;
    free(setup->clock);
    setup->clock = memory_text(!strcmp(text, "none") ? "" : text);
    setup_keep(setup);
    return true;
}

static bool setup_text_typed(struct view *view, const char *text)
{
    struct setup *setup = setup_of(view);
    struct position *read = memory_new(1, sizeof *read);
    struct note why;
    return setup_take_over(setup, setup->rules->rules->read(setup->rules, text, read, &why), read,
                           &why);
}

/* Change the state of the piece under the cursor, by one of the functions of
 * tui/session/position_editor.h. */
static void change_state(struct setup *setup, int (*change)(const struct position *, cell_t,
                                                            struct position *, struct note *))
{
    struct position *made = memory_new(1, sizeof *made), *now = as_read(setup);
    struct note why = {.offset = -1};
    setup_take_over(setup, change(now, setup->editor.cursor, made, &why), made, &why);
    free(now);
}

static void setup_setup_hold(struct setup *setup, int by)
{
    struct position *made = memory_new(1, sizeof *made);
    struct note why = {.offset = -1};
    setup_take_over(setup, setup_hold(&setup->position, setup->brush, by, made, &why), made, &why);
}

static void setup_clear(struct setup *setup)
{
    bool empty = true;
    for (int cell = 0; cell < setup->rules->board->cells; cell++)
        empty = empty && !setup->position.at[cell].kind;
    if (empty)
        setup->rules->rules->setup(setup->rules, &setup->position);
    else
        position_clear(&setup->position, setup->rules);
    setup_changed(setup);
}

static void setup_undo(struct setup *setup, bool redo)
{
    const char *bytes = editor_undo_step(&setup->undo, redo);
    if (!bytes)
        return;
    position_copy(&setup->position, (const struct position *)(const void *)bytes);
    free(setup->clock);
    setup->clock = memory_text(bytes + sizeof setup->position);
    setup_check(setup);
}

static void setup_begin(struct setup *setup)
{
    const char *player[SIDES_MAX] = {setup->player[0], setup->player[1], setup->player[2]};
    struct app *app = setup->view.app;
    struct position *now = as_read(setup);
    if (setup->why.text[0])
        app_error(app, "%s", setup->why.text);
    else if (open_game_from(app, setup->rules, now, player, setup->clock))
        app_close(app, &setup->view);
    free(now);
}

/* Search the archive for the position as it would be played. */
static void setup_look_for(struct setup *setup, enum request request, const char *query)
{
    struct app *app = setup->view.app;
    struct position *now = as_read(setup);
    if (setup->why.text[0])
        app_error(app, "%s", setup->why.text);
    else if (request == REQ_OPENINGS)
        open_openings(app, &setup->view, now, query);
    else
        open_position(app, &setup->view, now, "");
    free(now);
}

static bool setup_request(struct view *view, const struct event *event)
{
    struct setup *setup = setup_of(view);
    switch (event->request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_LEFT:
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
    case REQ_RIGHT:
        return board_editor_walk(&setup->editor, event->request);
    case REQ_ENTER:
        setup_begin(setup);
        return true;
    case REQ_PUT:
        setup_put(setup, setup->brush);
        return true;
    case REQ_TAKE_OFF:
        setup_put(setup, (struct piece){0});
        return true;
    case REQ_PIECE_NEXT:
        setup_next_brush(setup, 1);
        return true;
    case REQ_PIECE_PREVIOUS:
        setup_next_brush(setup, -1);
        return true;
    case REQ_PIECE_TURN:
        change_state(setup, setup_next_mark);
        return true;
    case REQ_SETUP_CASTLING:
        change_state(setup, setup_toggle_castling);
        return true;
    case REQ_SETUP_PASSED:
        change_state(setup, setup_next_passed);
        return true;
    case REQ_SETUP_HOLD:
        setup_setup_hold(setup, 1);
        return true;
    case REQ_SETUP_RELEASE:
        setup_setup_hold(setup, -1);
        return true;
    case REQ_PIECE_TYPE:
        app_prompt(view->app, view,
                   &(struct prompt){.label = setup->rules->sides > 2 ? "piece (K k K' . ...): "
                                                                     : "piece (K k . ...): ",
                                    .done = setup_piece_typed});
        return true;
    case REQ_SETUP_SIDE:
        setup->position.side = (uint8_t)((setup->position.side + 1) % setup->rules->sides);
        setup_changed(setup);
        return true;
    case REQ_SETUP_TEXT:
        app_prompt(
            view->app, view,
            &(struct prompt){.label = "text: ", .text = setup->text, .done = setup_text_typed});
        return true;
    case REQ_SETUP_CLOCK:
        app_prompt(view->app, view,
                   &(struct prompt){
                       .label = "clock (5+3, none): ", .text = setup->clock, .done = clock_typed});
        return true;
    case REQ_SETUP_CLEAR:
        setup_clear(setup);
        return true;
    case REQ_UNDO:
    case REQ_REDO:
        setup_undo(setup, event->request == REQ_REDO);
        return true;
    case REQ_COPY_POSITION:
        app_copy(view->app, "the position", setup->text, event->argument);
        return true;
    case REQ_OPENINGS:
    case REQ_SEARCH_POSITION:
        setup_look_for(setup, event->request, event->argument);
        return true;
    case REQ_RULES:
        return rules_open(view->app, setup->rules->id), true;
    default:
        return false;
    }
}

static const char *setup_words(const struct view *view, enum request request)
{
    (void)view;
    return request == REQ_ENTER ? "begin the game from this position" : NULL;
}

static const struct hint *setup_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_PUT, REQ_NONE, "put"},           {REQ_PIECE_PREVIOUS, REQ_PIECE_NEXT, "which"},
        {REQ_PAGE_DOWN, REQ_NONE, "more"},    {REQ_PIECE_TYPE, REQ_NONE, NULL},
        {REQ_TAKE_OFF, REQ_NONE, NULL},       {REQ_SETUP_SIDE, REQ_NONE, NULL},
        {REQ_SETUP_CASTLING, REQ_NONE, NULL}, {REQ_SETUP_TEXT, REQ_NONE, NULL},
        {REQ_ENTER, REQ_NONE, "begin"},       {REQ_SETUP_CLEAR, REQ_NONE, NULL},
        {REQ_CLOSE, REQ_NONE, NULL},          {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool setup_can(const struct view *view, enum request request)
{
    unsigned edits = position_edits(((const struct setup *)view)->rules);
    switch (request) {
    case REQ_SETUP_CASTLING:
        return edits & EDIT_CASTLING;
    case REQ_SETUP_PASSED:
        return edits & EDIT_PASSED;
    case REQ_PIECE_TURN:
        return edits & (EDIT_FACING | EDIT_MARK);
    case REQ_SETUP_HOLD:
    case REQ_SETUP_RELEASE:
        return edits & EDIT_HELD;
    case REQ_UNDO:
    case REQ_REDO:
        return editor_undo_can(&((const struct setup *)view)->undo, request == REQ_REDO);
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
        return ((const struct setup *)view)->editor.cut;
    default:
        return app_binds(view->app, view, request);
    }
}

static bool setup_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct setup *setup = setup_of(view);
    char puts[80], state[300];
    (void)brief;
    board_editor_piece_words(setup->rules, setup->brush, puts, sizeof puts);
    if (setup->why.text[0])
        snprintf(state, sizeof state, "Not ready: %.200s; %s to move", setup->why.text,
                 side_name(setup->position.side));
    else if (setup->over[0])
        snprintf(state, sizeof state, "The game is over here. %s", setup->over);
    else
        snprintf(state, sizeof state, "This position can be played, %s to move",
                 side_name(setup->position.side));
    return board_editor_aloud(&setup->editor, &setup->position, puts, state, out, size);
}

static bool setup_mouse(struct view *view, const struct mouse *mouse)
{
    struct setup *setup = setup_of(view);
    cell_t cell = board_editor_hit(&setup->editor, mouse);
    if (cell == CELL_NONE)
        return false;
    setup->editor.cursor = cell;
    setup_put(setup, mouse->button == 3 ? (struct piece){0} : setup->brush);
    return true;
}

const struct view_ops setup_view = {
    .name = "setup",
    .size = sizeof(struct setup),
    .open = setup_open,
    .close = setup_close,
    .draw = setup_draw,
    .request = setup_request,
    .can = setup_can,
    .words = setup_words,
    .hints = setup_hints,
    .mouse = setup_mouse,
    .aloud = setup_aloud,
};
