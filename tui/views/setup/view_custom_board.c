/* view_custom_board.c - the editor for custom Croatian boards: size, Light's ranks, the Monoliths,
 * the King's castling partner. Dark's side mirrors Light's. The board is written as a definition
 * (rules/croatian.md 16) and validated by the rules, whose error is shown. Enter continues to a new
 * game on this board. */
#include "config.h"
#include "core/util/ascii.h"
#include "core/families/croatian/custom_board.h"
#include "core/position_text.h"
#include "tui/views/setup/setup.h"
#include "tui/widgets/editors.h"
#include "tui/session/lobby/lobby.h"
#include "tui/views/reader.h"
#include "tui/views/view_variants.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_LEAST = 7, SIZE_MOST = 26, TEXT_ROOM = 2048, REST_ROOM = 256 };

struct own_board {
    struct view view;
    struct lobby_place *place; /* the lobby in which a game on the board is offered; NULL: none */
    int size;
    char at[SIZE_MOST / 2][SIZE_MOST]; /* Light's pieces by rank and file, as letters; '.': empty */
    int monolith_file, monolith_rank; /* the square of the lower Monolith; file -1: there is none */
    char castle[16];
    /* the part of the definition that the editor does not change: ";name=...;colours=..." */
    char rest[REST_ROOM];
    char brush;            /* the piece that Space puts, as a letter; M: the Monoliths */
    struct ruleset *drawn; /* the rules of an empty board of this size, for drawing */
    struct position position;
    struct board_editor editor;
    char text[TEXT_ROOM];    /* the definition of the board */
    struct editor_undo undo; /* the undo history of definitions */
    char classes[120];
    struct note why; /* why the definition is invalid; "": it is valid */
};

static struct own_board *custom_board_own_of(struct view *view)
{
    return (struct own_board *)view;
}

/* How many ranks each side may fill. */
static int ranks_most(const struct own_board *own)
{
    return own->size / 2 - 1;
}

/* ---------------------------------------------------------------- the definition */

static void write_text(struct own_board *own)
{
    size_t used = 0;
    int last = ranks_most(own) - 1;
    while (last > 0 && strspn(own->at[last], ".") >= (size_t)own->size)
        last--;
    own->text[0] = '\0';
    text_add(own->text, sizeof own->text, &used, "custom:size=%d;ranks=", own->size);
    for (int rank = 0; rank <= last; rank++)
        text_add(own->text, sizeof own->text, &used, "%s%.*s", rank ? "/" : "", own->size,
                 own->at[rank]);
    if (own->monolith_file >= 0)
        text_add(own->text, sizeof own->text, &used, ";monolith=%c%d", 'a' + own->monolith_file,
                 own->monolith_rank + 1);
    if (own->castle[0] && strcmp(own->castle, "R") != 0)
        text_add(own->text, sizeof own->text, &used, ";castle=%s", own->castle);
    text_add(own->text, sizeof own->text, &used, "%s", own->rest);
}

static void put_piece(struct own_board *own, int file, int rank, int kind, int side)
{
    cell_t cell = board_at(own->drawn->board, file, rank);
    if (cell != CELL_NONE)
        own->position.at[cell] = (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0};
}

/* Set up the position that the definition stands for, valid or not. (By rules/croatian.md 16 Stars
 * in the left half are Dark's.) */
static void make_position(struct own_board *own)
{
    position_clear(&own->position, own->drawn);
    for (int rank = 0; rank < ranks_most(own); rank++)
        for (int file = 0; file < own->size; file++) {
            int kind = own->at[rank][file] == '.' ? KIND_NONE
                                                  : ruleset_kind(own->drawn, own->at[rank][file]);
            bool crossed = own->at[rank][file] == 'T' && 2 * file < own->size;
            if (kind == KIND_NONE)
                continue;
            put_piece(own, file, rank, kind, crossed ? BLACK : WHITE);
            put_piece(own, file, own->size - 1 - rank, kind, crossed ? WHITE : BLACK);
        }
    if (own->monolith_file >= 0) {
        int kind = ruleset_kind(own->drawn, 'M');
        put_piece(own, own->monolith_file, own->monolith_rank, kind, NOBODY);
        put_piece(own, own->size - 1 - own->monolith_file, own->size - 1 - own->monolith_rank, kind,
                  NOBODY);
    }
}

static void name_classes(struct own_board *own, const struct ruleset *rules)
{
    static const char *const names[] = {"stable",       "universe", "peasant",
                                        "asymmetrical", "castling", "populated"};
    unsigned classes = custom_classes(rules);
    size_t used = 0;
    own->classes[0] = '\0';
    for (int i = 0; i < 6; i++)
        if (classes & 1u << i)
            text_add(own->classes, sizeof own->classes, &used, "%s%s", used ? ", " : "", names[i]);
}

static void custom_board_check(struct own_board *own)
{
    struct ruleset *rules;
    own->why.text[0] = own->classes[0] = '\0';
    write_text(own);
    make_position(own);
    if (ruleset_open(&rules, own->text, NULL, 0, &own->why) < 0)
        return;
    name_classes(own, rules);
    ruleset_free(rules);
}

/* Change the size. The pieces stay where they are, as far as there is room. */
static int custom_board_resize(struct own_board *own, int size, struct note *why)
{
    char id[80];
    struct ruleset *drawn;
    snprintf(id, sizeof id, "custom:size=%d;ranks=K%.*s", size, size - 1,
             ".........................");
    int status = ruleset_open(&drawn, id, NULL, 0, why);
    if (status < 0)
        return status;
    ruleset_free(own->drawn);
    own->drawn = drawn;
    own->size = size;
    for (int rank = 0; rank < SIZE_MOST / 2; rank++)
        for (int file = 0; file < SIZE_MOST; file++)
            if (rank >= ranks_most(own) || file >= size || !own->at[rank][file])
                own->at[rank][file] = '.';
    if (own->monolith_file >= size || own->monolith_rank >= size)
        own->monolith_file = -1;
    custom_board_check(own);
    board_editor_begin(&own->editor, own->view.app, &own->position);
    return 0;
}

static int custom_board_read_field(struct own_board *own, const char *key, int key_length,
                                   const char *value, int length)
{
    int rank = 0, file = 0;
    if (key_length == 5 && !strncmp(key, "ranks", 5)) {
        for (int i = 0; i < length; i++) {
            if (value[i] == '/') {
                rank++;
                file = 0;
            } else if (rank < SIZE_MOST / 2 && file < SIZE_MOST) {
                own->at[rank][file++] = value[i];
            }
        }
    } else if (key_length == 4 && !strncmp(key, "size", 4)) {
        own->size = atoi(value);
    } else if (key_length == 8 && !strncmp(key, "monolith", 8) && length > 1) {
        own->monolith_file = value[0] - 'a';
        own->monolith_rank = atoi(value + 1) - 1;
    } else if (key_length == 6 && !strncmp(key, "castle", 6)) {
        snprintf(own->castle, sizeof own->castle, "%.*s", length, value);
    } else {
        return 0;
    }
    return 1;
}

/* Parse a definition without validating it. custom_board_resize() must be called afterwards. */
static void take_apart(struct own_board *own, const char *text)
{
    size_t used = 0;
    memset(own->at, 0, sizeof own->at);
    own->monolith_file = -1;
    own->rest[0] = own->castle[0] = '\0';
    for (const char *at = custom_definition(text); *at;) {
        int length = (int)strcspn(at, ";"), key = (int)strcspn(at, "=");
        if (key < length && !custom_board_read_field(own, at, key, at + key + 1, length - key - 1))
            text_add(own->rest, sizeof own->rest, &used, ";%.*s", length, at);
        at += length + (at[length] == ';');
    }
}

/* Record a change for undo. */
static void custom_board_keep(struct own_board *own)
{
    editor_undo_keep(&own->undo, own->text, strlen(own->text) + 1);
}

/* Validate a definition and parse it. */
static int custom_board_read_text(struct own_board *own, const char *text, struct note *why)
{
    struct ruleset *rules;
    int status = ruleset_open(&rules, text, NULL, 0, why);
    if (status < 0)
        return status;
    ruleset_free(rules);
    take_apart(own, text);
    status = custom_board_resize(own, own->size, why);
    if (status == 0)
        custom_board_keep(own);
    return status;
}

static int board_open(struct view *view, const void *argument, struct note *why)
{
    struct own_board *own = custom_board_own_of(view);
    const struct own_board_open *open = argument;
    own->place = open->place;
    own->brush = 'P';
    view->keymap[view->keymaps++] = KEYMAP_ARRAY;
    view->keymap[view->keymaps++] = KEYMAP_SETUP;
    return custom_board_read_text(own, open->definition ? open->definition : OWN_BOARD_USUAL, why);
}

static void board_close(struct view *view)
{
    struct own_board *own = custom_board_own_of(view);
    board_editor_free(&own->editor);
    editor_undo_free(&own->undo);
    ruleset_free(own->drawn);
}

/* ---------------------------------------------------------------- drawing */

static void board_draw(struct view *view, struct scene *scene, const struct area *body,
                       struct face *face)
{
    struct own_board *own = custom_board_own_of(view);
    struct page *page = board_editor_begin_page(&own->editor, &own->position, body);
    const struct kind *kind = &own->drawn->kinds[ruleset_kind(own->drawn, own->brush)];
    char palette[64], words[80], key[64], keyed[120];
    size_t used = 0;
    palette[0] = '\0';
    for (int i = 1; i <= own->drawn->kind_count; i++) {
        char letter = own->drawn->kinds[i].letter;
        text_add(palette, sizeof palette, &used, letter == own->brush ? "[%c]" : " %c ", letter);
    }
    page_addf(page, ROLE_MOVE, 0, "%s puts: %c  %s",
              app_words(view->app, view, "{put}", key, sizeof key), own->brush, kind->name);
    page_add(page, ROLE_TEXT, 0, palette);
    board_editor_piece_words(own->drawn, own->position.at[own->editor.cursor], words, sizeof words);
    page_addf(page, ROLE_TEXT, 0, "%s: %s", board_name(own->drawn->board, own->editor.cursor),
              words);
    page_addf(page, ROLE_TEXT, 0, "%d by %d; pieces on %d ranks of each side at most", own->size,
              own->size, ranks_most(own));
    page_addf(page, ROLE_TEXT, 0, "the King castles with: %s", own->castle[0] ? own->castle : "R");
    page_gap(page);
    if (own->why.text[0])
        page_addf(page, ROLE_ERROR, 0, "Not ready: %s", own->why.text);
    else
        page_add(page, ROLE_GLYPH, 0,
                 app_words(view->app, view,
                           "This board can be played: {enter} continues to a new game.", keyed,
                           sizeof keyed));
    if (own->classes[0])
        page_addf(page, ROLE_DIM, 0, "class: %s", own->classes);
    page_gap(page);
    page_add(page, ROLE_LABEL, 0, "Its text:");
    page_add(page, ROLE_COMMENT, 0, own->text);
    page_gap(page);
    static const enum request keys[] = {REQ_PIECE_NEXT,   REQ_PIECE_TYPE,    REQ_TAKE_OFF,
                                        REQ_LARGER_BOARD, REQ_SMALLER_BOARD, REQ_SETUP_CASTLING,
                                        REQ_SETUP_TEXT};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        page_addf(page, ROLE_DIM, 6, "%-5s %s",
                  app_key_text(view->app, view, keys[i], key, sizeof key),
                  app_request_help(view, keys[i]));
    const char *named = strstr(own->rest, ";name=");
    const char *name = named ? named + strlen(";name=") : "";
    snprintf(face->title, sizeof face->title, "A board of your own%s%.*s", *name ? ": " : "",
             (int)strcspn(name, ";"), name);
    snprintf(face->mode, sizeof face->mode, "BOARD");
    snprintf(face->status, sizeof face->status, "%.240s",
             own->why.text[0] ? own->why.text : "ready for a new game");
    board_editor_draw(&own->editor, scene);
}

/* ---------------------------------------------------------------- changing */

/* Find the square of Light's half that the cursor is on. Dark's half is the mirror image of
 * Light's. */
static bool custom_board_place_of(const struct own_board *own, int *file, int *rank)
{
    const struct board *board = own->drawn->board;
    *file = board->cell[own->editor.cursor].file;
    *rank = board->cell[own->editor.cursor].rank;
    if (*rank >= own->size - *rank)
        *rank = own->size - 1 - *rank;
    return *rank < ranks_most(own);
}

static bool is_monolith(const struct own_board *own)
{
    return own->position.at[own->editor.cursor].side == NOBODY &&
           own->position.at[own->editor.cursor].kind;
}

/* Undo or redo. The cursor stays where it is, if that square still exists. */
static void custom_board_undo(struct own_board *own, bool redo)
{
    struct note why;
    int file = own->drawn->board->cell[own->editor.cursor].file,
        rank = own->drawn->board->cell[own->editor.cursor].rank;
    const char *text = editor_undo_step(&own->undo, redo);
    if (!text)
        return;
    take_apart(own, text);
    if (custom_board_resize(own, own->size, &why) < 0)
        app_error(own->view.app, "%s", why.text);
    cell_t cell = board_at(own->drawn->board, file, rank);
    if (cell != CELL_NONE)
        own->editor.cursor = cell;
}

static void custom_board_put(struct own_board *own, char letter)
{
    const struct board *board = own->drawn->board;
    int file, rank;
    bool inside = custom_board_place_of(own, &file, &rank);
    if (is_monolith(own) && letter != 'M') {
        own->monolith_file = -1;
    } else if (letter == 'M') {
        bool lower = 2 * board->cell[own->editor.cursor].rank < own->size;
        int across = board->cell[own->editor.cursor].file;
        own->monolith_file = lower ? across : own->size - 1 - across;
        own->monolith_rank = lower ? board->cell[own->editor.cursor].rank : rank;
    } else if (!inside) {
        app_error(
            own->view.app,
            "pieces begin on the %d outermost ranks of a side, and not in the middle (rules/croatian.md 16)",
            ranks_most(own));
        return;
    }
    if (letter != 'M' && inside)
        own->at[rank][file] = letter;
    custom_board_check(own);
    custom_board_keep(own);
}

static void custom_board_next_brush(struct own_board *own, int step)
{
    int kinds = own->drawn->kind_count, kind = ruleset_kind(own->drawn, own->brush);
    own->brush = own->drawn->kinds[(kind - 1 + step + kinds) % kinds + 1].letter;
}

static bool custom_board_piece_typed(struct view *view, const char *text)
{
    struct own_board *own = custom_board_own_of(view);
    char letter = (char)ascii_upper((unsigned char)*text);
    if (!*text)
        return true;
    if (text[1] || (letter != '.' && ruleset_kind(own->drawn, letter) == KIND_NONE)) {
        app_error(view->app, "'%.20s' is not a piece: one letter, or . for none", text);
        return false;
    }
    if (letter != '.')
        own->brush = letter;
    custom_board_put(own, letter);
    return true;
}

static bool custom_board_text_typed(struct view *view, const char *text)
{
    struct note why = {.offset = -1};
    if (custom_definition(text) &&
        custom_board_read_text(custom_board_own_of(view), text, &why) == 0)
        return true;
    app_error(view->app, "%s",
              why.text[0] ? why.text
                          : "the text of a board begins with custom: (rules/croatian.md 16)");
    return false;
}

static void toggle_castle(struct own_board *own)
{
    char *at = strchr(own->castle, own->brush);
    size_t length = strlen(own->castle);
    if (!own->castle[0])
        length = (size_t)snprintf(own->castle, sizeof own->castle, "R");
    at = strchr(own->castle, own->brush);
    if (at)
        memmove(at, at + 1, strlen(at));
    else if (length + 1 < sizeof own->castle)
        memcpy(own->castle + length, (char[]){own->brush, '\0'}, 2);
    custom_board_check(own);
    custom_board_keep(own);
    if (!own->castle[0])
        app_say(own->view.app, "the King must castle with some piece: Rooks by default");
}

static void custom_board_larger(struct own_board *own, int step)
{
    struct note why;
    int size = own->size + step;
    if (size < SIZE_LEAST || size > SIZE_MOST) {
        app_say(own->view.app, "boards have 7 to 26 files (rules/croatian.md 16)");
        return;
    }
    if (custom_board_resize(own, size, &why) < 0)
        app_error(own->view.app, "%s", why.text);
    custom_board_keep(own);
}

static void custom_board_go_on(struct own_board *own)
{
    struct new_open open = {.variant = own->text};
    struct seek_open seek = {own->place, own->text};
    if (own->why.text[0])
        app_error(own->view.app, "%s", own->why.text);
    else if (own->place)
        app_try_open(own->view.app, &seek_view, &seek);
    else
        app_try_open(own->view.app, &new_view, &open);
}

static bool board_request(struct view *view, const struct event *event)
{
    struct own_board *own = custom_board_own_of(view);
    switch (event->request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_LEFT:
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
    case REQ_RIGHT:
        return board_editor_walk(&own->editor, event->request);
    case REQ_ENTER:
        custom_board_go_on(own);
        return true;
    case REQ_PUT:
        custom_board_put(own, own->brush);
        return true;
    case REQ_TAKE_OFF:
        custom_board_put(own, '.');
        return true;
    case REQ_PIECE_NEXT:
        custom_board_next_brush(own, 1);
        return true;
    case REQ_PIECE_PREVIOUS:
        custom_board_next_brush(own, -1);
        return true;
    case REQ_PIECE_TYPE:
        app_prompt(view->app, view,
                   &(struct prompt){.label = "piece (K, P, ... or .): ",
                                    .done = custom_board_piece_typed});
        return true;
    case REQ_LARGER_BOARD:
        custom_board_larger(own, 1);
        return true;
    case REQ_SMALLER_BOARD:
        custom_board_larger(own, -1);
        return true;
    case REQ_SETUP_CASTLING:
        toggle_castle(own);
        return true;
    case REQ_UNDO:
    case REQ_REDO:
        custom_board_undo(own, event->request == REQ_REDO);
        return true;
    case REQ_SETUP_CLEAR:
        memset(own->at, '.', sizeof own->at);
        own->monolith_file = -1;
        custom_board_check(own);
        custom_board_keep(own);
        return true;
    case REQ_SETUP_TEXT:
        app_prompt(view->app, view,
                   &(struct prompt){
                       .label = "board: ", .text = own->text, .done = custom_board_text_typed});
        return true;
    case REQ_RULES:
        return rules_open(view->app, "custom"), true;
    default:
        return false;
    }
}

static const char *board_words(const struct view *view, enum request request)
{
    (void)view;
    switch (request) {
    case REQ_ENTER:
        return "continue with this board";
    case REQ_SETUP_CASTLING:
        return "allow or forbid castling with this kind of piece";
    case REQ_SETUP_TEXT:
        return "change the text";
    case REQ_SETUP_CLEAR:
        return "clear the board";
    default:
        return NULL;
    }
}

static bool board_can(const struct view *view, enum request request)
{
    switch (request) {
    case REQ_SETUP_SIDE:
    case REQ_SETUP_PASSED:
    case REQ_SETUP_HOLD:
    case REQ_SETUP_RELEASE:
    case REQ_SETUP_CLOCK:
    case REQ_SEARCH_POSITION:
    case REQ_OPENINGS:
    case REQ_COPY_POSITION:
    case REQ_PIECE_TURN:
    case REQ_NEXT_ARMY:
    case REQ_SAME_ARMY:
        return false;
    case REQ_UNDO:
    case REQ_REDO:
        return editor_undo_can(&((const struct own_board *)view)->undo, request == REQ_REDO);
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
        return ((const struct own_board *)view)->editor.cut;
    default:
        return app_binds(view->app, view, request);
    }
}

static const struct hint *board_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_PUT, REQ_NONE, "put"},
                                        {REQ_PIECE_PREVIOUS, REQ_PIECE_NEXT, "which"},
                                        {REQ_LARGER_BOARD, REQ_SMALLER_BOARD, "size"},
                                        {REQ_PAGE_DOWN, REQ_NONE, "more"},
                                        {REQ_ENTER, REQ_NONE, "continue"},
                                        {REQ_TAKE_OFF, REQ_NONE, NULL},
                                        {REQ_SETUP_CLEAR, REQ_NONE, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool board_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct own_board *own = custom_board_own_of(view);
    char state[300];
    (void)brief;
    if (own->why.text[0])
        snprintf(state, sizeof state, "Not ready: %.200s; %d by %d", own->why.text, own->size,
                 own->size);
    else
        snprintf(state, sizeof state, "This board can be played; %d by %d", own->size, own->size);
    const char *brush = own->drawn->kinds[ruleset_kind(own->drawn, own->brush)].name;
    return board_editor_aloud(&own->editor, &own->position, brush, state, out, size);
}

static bool board_mouse(struct view *view, const struct mouse *mouse)
{
    struct own_board *own = custom_board_own_of(view);
    cell_t cell = board_editor_hit(&own->editor, mouse);
    if (cell == CELL_NONE)
        return false;
    own->editor.cursor = cell;
    custom_board_put(own, mouse->button == 3 ? '.' : own->brush);
    return true;
}

const struct view_ops own_board_view = {
    .name = "own-board",
    .size = sizeof(struct own_board),
    .open = board_open,
    .close = board_close,
    .draw = board_draw,
    .request = board_request,
    .can = board_can,
    .words = board_words,
    .hints = board_hints,
    .mouse = board_mouse,
    .aloud = board_aloud,
};
