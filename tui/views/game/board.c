/* board.c - requests while the board has the focus: moving the cursor, composing plies, inspecting
 * cells. */
#include "config.h"

#include "core/presentation.h"
#include "tui/boards/board_scene.h"
#include "tui/boards/turn_choices.h"
#include "tui/session/describe.h"
#include "tui/session/words/cell_facts.h"
#include "tui/session/words/compose_ways.h"
#include "tui/views/card_page.h"
#include "tui/views/cascades/view_cascades.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"
#include "tui/views/setup/setup.h"
#include "tui/views/reader.h"

#include <stdlib.h>
#include <string.h>

static void menu_chosen(struct view *view, int value);
static void menu_cancelled(struct view *view);

/* Close the menu of choices if a command has changed the position that it belongs to. */
static void close_menu(struct table *table)
{
    if (table->chosen == menu_chosen)
        table->menu.title = NULL;
}

void table_compose_reset(struct table *table)
{
    close_menu(table);
    session_compose_drop(&table->game);
    table->numbers = false;
}

/* ---------------------------------------------------------------- playing a ply */

static void table_play_for_seat(struct table *table, const struct ply *ply)
{
    if (table_live_on(table)) {
        table_live_play(table, ply);
        return;
    }
    if (!session_play(&table->game, ply))
        table_compose_reset(table);
}

bool table_ended_meanwhile(struct table *table)
{
    if (!table->over || table->was_over)
        return false;
    app_say(table->view.app, "the game has ended meanwhile: %s", table->result_text);
    return true;
}

static void answer_losing(struct view *view, bool yes)
{
    struct table *table = table_of(view);
    if (yes && table_ended_meanwhile(table))
        return;
    if (yes)
        table_play_for_seat(table, &table->losing);
    else if (table->game.composing)
        compose_back(&table->game.compose);
}

/* Play a ply. If the ply loses the game at once, ask for confirmation first. */
void table_play_ply(struct table *table, const struct ply *ply)
{
    bool game = table_live_on(table) || (table->game.play && !table->game.trial);
    if (!game || !session_loses(&table->game, ply)) {
        table_play_for_seat(table, ply);
        return;
    }
    ply_copy(&table->losing, ply);
    table->was_over = table->over;
}

void table_ask_losing(struct table *table, const char *loses)
{
    char question[400];
    snprintf(question, sizeof question, "%.380s. Play it?", loses);
    app_ask(table->view.app, &table->view, question, answer_losing);
}

static void answer_confirm(struct view *view, bool yes)
{
    struct table *table = table_of(view);
    struct ply ply = {0};
    if (yes && table->game.composing) {
        ply_copy(&ply, &table->game.compose.draft.ply);
        table_play_ply(table, &ply);
        ply_free(&ply);
    } else if (table->game.composing) {
        compose_back(&table->game.compose);
    }
}

/* True if the ply's effects go beyond moving: it captures, promotes, converts and so on. */
static bool game_board_irreversible(const struct ply *ply)
{
    for (int i = 0; i < ply->n; i++)
        if (ply->v[i].verb != ACTION_PICK && ply->v[i].verb != ACTION_GO &&
            ply->v[i].verb != ACTION_STEP)
            return true;
    return false;
}

void table_composed(struct table *table)
{
    struct compose *compose = &table->game.compose;
    table->reason.text[0] = '\0';
    if (compose->state == COMPOSE_IDLE) {
        table_compose_reset(table);
        return;
    }
    if (compose->state == COMPOSE_CHOICE) {
        table_menu_open(table, "choose", menu_chosen);
        table->cancelled = menu_cancelled;
        for (int i = 0; i < compose->menu.n; i++) {
            char words[MENU_TEXT_MAX], keyed[MENU_TEXT_MAX];
            compose_words(compose, &compose->menu.v[i], words, sizeof words);
            table_menu_add(table, i,
                           app_words(table->view.app, &table->view, words, keyed, sizeof keyed));
        }
        struct note refused;
        if (compose_refused(compose, &refused))
            rule_number_brief(refused.text, table->menu.remark, sizeof table->menu.remark);
        return;
    }
    if (compose->state != COMPOSE_DONE)
        return;
    int confirm = app_choice(table->view.app, SET_CONFIRM);
    if (confirm == 2 || (confirm == 1 && game_board_irreversible(&compose->draft.ply))) {
        char text[160], question[200];
        compose_text(compose, text, sizeof text);
        snprintf(question, sizeof question, "Play %s?", text);
        app_ask(table->view.app, &table->view, question, answer_confirm);
        return;
    }
    answer_confirm(&table->view, true);
}

void table_compose_status(const struct table *table, char *out, size_t size)
{
    char text[300];
    compose_status(&table->game.compose, text, sizeof text);
    app_words(table->view.app, &table->view, text, out, size);
}

bool table_compose_back(struct table *table)
{
    if (!table->game.composing || !compose_back(&table->game.compose))
        return false;
    close_menu(table);
    table_composed(table);
    return true;
}

/* Show why an attempt was refused. If the message has room, also show the key that opens the rule
 * it cites. */
static void game_board_refuse(struct table *table, const struct note *why)
{
    struct app *app = table->view.app;
    char key[32], number[RULE_NUMBER_ROOM];
    struct note *refusal = &table->refusal;
    *refusal = *why;
    app_words(app, &table->view, why->text, refusal->text, sizeof refusal->text);
    table->reason = *refusal;
    if (rule_number_in(why->text, number) &&
        *app_key_text(app, &table->view, REQ_RULES, key, sizeof key)) {
        rule_number_brief(table->reason.text, refusal->text, sizeof refusal->text);
        size_t used = strlen(refusal->text), most = (size_t)app_message_columns(app);
        bool leads = refusal->text[used - 1] == ')' &&
                     (used > most || used + strlen(key) + strlen(",  to read") <= most);
        if (leads) {
            used--;
            text_add(refusal->text, sizeof refusal->text, &used, ", %s to read)", key);
        }
    }
    app_error(app, "%s", refusal->text);
}

static void menu_chosen(struct view *view, int value)
{
    struct table *table = table_of(view);
    struct note why = {.offset = -1};
    if (table->game.composing && compose_choose(&table->game.compose, value, &why) == 0)
        table_composed(table);
}

static void menu_cancelled(struct view *view)
{
    struct table *table = table_of(view);
    if (table->game.composing) {
        compose_back(&table->game.compose);
        table_composed(table);
    }
}

bool table_may_play(struct table *table)
{
    if (!session_may_play(&table->game) || !table_live_may_play(table))
        return false;
    session_compose_begin(&table->game);
    return true;
}

static void table_select(struct table *table, cell_t cell)
{
    struct note why = {.offset = -1};
    if (!table_may_play(table))
        return;
    table->cursor = cell;
    if (compose_select(&table->game.compose, cell, &why) < 0) {
        if (!why.text[0])
            note_set(&why, -1, "no move is possible there");
        game_board_refuse(table, &why);
        if (table->game.compose.draft.ply.n == 0)
            table_compose_reset(table);
        return;
    }
    table_composed(table);
}

/* For users of a screen reader: say which number stands for which target square. */
static void tell_numbers(struct table *table)
{
    char told[TABLE_DEED_ROOM] = "";
    if (table->numbers)
        compose_targets_words(&table->game.compose, told, sizeof told);
    table_deed(table, "%s", *told ? told : "no numbers");
}

static bool has_targets(const struct table *table, enum request request)
{
    (void)request;
    int targets = 0;
    if (table->game.composing)
        compose_target(&table->game.compose, 0, &targets);
    return targets > 0;
}

bool table_number_key(struct table *table, uint32_t key)
{
    int targets;
    if (!table->game.composing || !table->numbers)
        return false;
    if (key >= '0' && key <= '9')
        table->number = table->number * 10 + (int)(key - '0');
    else if (key != K_ENTER || !table->number)
        return table->number = 0, false;
    cell_t cell = compose_target(&table->game.compose, table->number, &targets);
    if (cell == CELL_NONE) {
        if (targets)
            app_error(table->view.app, "the targets are numbered 1 to %d", targets);
        else
            app_error(table->view.app, "there is no target left to choose: {select} plays the "
                                       "ply");
        table->number = 0;
    } else if (key == K_ENTER || table->number * 10 > targets) {
        table->number = 0;
        table_select(table, cell);
    } else {
        app_say(table->view.app, "%d: type another digit, or press Enter", table->number);
    }
    return true;
}

/* Turn the piece that has just moved by this many eighths of a circle. */
static void table_turn(struct table *table, int eighth)
{
    struct note why = {.offset = -1};
    if (!table->game.composing)
        compose_begin(&table->game.compose, &table->game.track.now);
    if (compose_turn(&table->game.compose, eighth, &why) < 0)
        game_board_refuse(table, &why);
    if (!table->game.composing)
        compose_clear(&table->game.compose);
}

/* ---------------------------------------------------------------- the cursor, the board's size */

static void move_cursor(struct table *table, int up, int right)
{
    struct board_view view = table_board_view(table);
    bool wraps = app_choice(table->view.app, SET_WRAP) != 0;
    table->cursor = (wraps ? board_walk_around : board_walk)(&view, table->cursor, up, right);
}

/* True if the whole board would fit the screen in this size if it were alone there. */
static bool fits_alone(const struct table *table, int size)
{
    struct board_view view = table_board_view(table);
    struct area body = app_body(table->view.app);
    int rows, columns;
    view.size = size;
    view.rows = view.columns = 0;
    board_art_for(table->game.rules)->measure(&view, &rows, &columns);
    return table->focus == FOCUS_BOARD && !table->maximised && rows <= body.rows &&
           columns <= body.columns;
}

static void say_no_room(struct table *table, int next)
{
    bool limited = app_choice(table->view.app, SET_CELLS) > 0;
    char key[64];
    if (!limited && fits_alone(table, next))
        app_say(table->view.app,
                "no room for a larger board beside the panels: %s shows it on the whole screen",
                app_key_text(table->view.app, &table->view, REQ_MAXIMISE, key, sizeof key));
    else
        app_say(table->view.app, "there is no room for a larger board%s",
                limited ? ", or the option 'cells' forbids it" : "");
}

static void game_board_zoom(struct table *table, int step)
{
    struct board_view view = table_board_view(table);
    const struct board_art *art = board_art_for(table->game.rules);
    int next = board_size_step(&view, table->layout.size, step);
    int size = step > 0 && table->layout.size == table->layout.fit ? -1 : next;
    if (size < 0) {
        if (next < 0)
            app_say(table->view.app,
                    step < 0 ? "there is no smaller size" : "this is the largest size there is");
        else
            say_no_room(table, next);
        return;
    }
    table->zoom += step;
    if (art->size_name && art->size_name(&view, size))
        app_say(table->view.app, "board size: %s", art->size_name(&view, size));
}

static void game_board_flip(struct table *table, int step)
{
    int turns = table->game.rules->board->shape == BOARD_SQUARES ? 2 : 6;
    table->turn = (table->turn + step + turns) % turns;
    table->turned = true;
    table_deed(table, "the board is turned");
}

/* Open or close the card of the cell under the cursor; or tell all about a cell that is named. */
static void game_board_inspect(struct table *table, const char *cell)
{
    if (*cell) {
        game_command_run(&table->game, REQ_INSPECT, cell);
        return;
    }
    if (table->inspecting)
        table_close_card(table);
    else
        table->inspecting = true;
    table->asked = table->game.composing;
    if (table->inspecting && table->focus == FOCUS_MOVES)
        table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
}

static void cursor_up(struct table *table, int step)
{
    move_cursor(table, step, 0);
}

static void cursor_right(struct table *table, int step)
{
    move_cursor(table, 0, step);
}

/* Point at the cell under the cursor, or lift the piece on the cell that was typed. */
static void game_board_select(struct table *table, const char *typed)
{
    /* Hide the card, because the result of the request is visible only on the board. */
    table->card_alone = false;
    if (*typed)
        game_command_run(&table->game, REQ_SELECT, typed);
    else
        table_select(table, table->cursor);
}

static void game_board_drop(struct table *table)
{
    if (!table_compose_back(table))
        app_say(table->view.app, "you have not begun a ply");
}

static void number_targets(struct table *table)
{
    table->numbers = table->game.composing && !table->numbers;
    table->number = 0;
    tell_numbers(table);
}

static bool can_turn(const struct table *table, enum request request)
{
    (void)request;
    return presentation_of(table->game.rules)->turns;
}

static void show_marks(struct table *table)
{
    table->marks_hidden = !table->marks_hidden;
    app_say(table->view.app, table->marks_hidden ? "marks are hidden" : "marks are shown");
}

/* Open the rules at the section that was typed, at the piece whose card is shown, at the rule that
 * the last refusal or the end of the game cites, or else at the top. */
static void read_rules(struct table *table, const char *typed)
{
    const struct ruleset *rules = table->game.rules;
    if (*typed) {
        rules_show(table->view.app, typed, rules);
        return;
    }
    const struct verdict *verdict =
        table->game.track.broken ? NULL : track_verdict(&table->game.track);
    struct piece piece = table->board.shown.at[table->cursor];
    const char *rule = "";
    if (table->inspecting && piece.kind)
        rule = rules->kinds[piece.kind].source;
    else if (table->reason.text[0])
        rule = table->reason.text;
    else if (verdict && verdict_over(verdict))
        rule = verdict->rule;
    rules_open_of(table->view.app, rules, rule ? rule : "");
}

/* ---------------------------------------------------------------- the cascade finder */

static void play_found(struct view *view, const struct ply *ply)
{
    struct table *table = table_of(view);
    struct ply mine = {0};
    ply_copy(&mine, ply);
    table_play_ply(table, &mine);
    ply_free(&mine);
}

bool table_can_find(const struct table *table)
{
    return game_command_can(&table->game, REQ_CASCADES);
}

static bool can_find(const struct table *table, enum request request)
{
    (void)request;
    return table_can_find(table);
}

static void find_cascades(struct table *table, const char *goal)
{
    struct cascades_open open = {&table->game.track.now, table->cursor, goal, play_found};
    app_try_open(table->view.app, &cascades_view, &open);
}

static void game_board_openings(struct table *table, const char *query)
{
    if (table->live)
        open_openings_of(table->view.app, table->live->at.place->path, &table->game.track.now,
                         query);
    else
        open_openings(table->view.app, &table->view, &table->game.track.now, query);
}

static void find_position(struct table *table)
{
    if (table->live)
        open_position_of(table->view.app, table->live->at.place->path, &table->game.track.now);
    else
        open_position(table->view.app, &table->view, &table->game.track.now,
                      table->openings ? openings_panel_query(table->openings) : "");
}

static void set_up(struct table *table)
{
    const char *clock = record_text(table_record(table), "event.control.text");
    struct setup_open open = {.position = &table->game.track.now,
                              .clock = table->game.play ? clock : NULL};
    app_try_open(table->view.app, &setup_view, &open);
}

const struct table_action table_board_actions[] = {
    {REQ_UP, {IF_BOARD, IF_CURSOR}, .by = cursor_up, .step = 1},
    {REQ_DOWN, {IF_BOARD, IF_CURSOR}, .by = cursor_up, .step = -1},
    {REQ_LEFT, {IF_BOARD, IF_CURSOR}, .by = cursor_right, .step = -1},
    {REQ_RIGHT, {IF_BOARD, IF_CURSOR}, .by = cursor_right, .step = 1},
    {REQ_SELECT, {IF_BOARD, IF_CURSOR}, .with = game_board_select},
    {REQ_TURN_RIGHT, {IF_BOARD, IF_CURSOR}, can_turn, .by = table_turn, .step = 1},
    {REQ_TURN_LEFT, {IF_BOARD, IF_CURSOR}, can_turn, .by = table_turn, .step = -1},
    {REQ_DROP_MEMBER, {IF_COMPOSING, IF_CURSOR}, .act = game_board_drop},
    {REQ_NUMBER_TARGETS, {IF_BOARD, IF_CURSOR}, has_targets, .act = number_targets},
    {REQ_CASCADES, .can = can_find, .with = find_cascades},
    {REQ_RULES, {IF_BOARD}, .with = read_rules},
    {REQ_OPENINGS, {IF_BOARD, IF_NOT_PLAYING}, .with = game_board_openings},
    {REQ_SEARCH_POSITION, {IF_BOARD, IF_NOT_PLAYING}, .act = find_position},
    {REQ_SETUP, {IF_BOARD}, .act = set_up},
    {REQ_INSPECT, {IF_BOARD}, .with = game_board_inspect},
    {REQ_FLIP, {IF_BOARD}, .by = game_board_flip, .step = 1},
    {REQ_FLIP_BACK, {IF_BOARD}, .by = game_board_flip, .step = -1},
    {REQ_ZOOM_IN, {IF_BOARD}, .by = game_board_zoom, .step = 1},
    {REQ_ZOOM_OUT, {IF_BOARD}, .by = game_board_zoom, .step = -1},
    {REQ_SHOW_MARKS, {IF_BOARD}, .act = show_marks},
    {0},
};

/* ---- The card of a cell: what tui/session/words/cell_facts.h says of it, in a page of
 * tui/views/card_page.h. */

void table_close_card(struct table *table)
{
    table->inspecting = table->card_alone = false;
    table->notes_top = 0;
}

bool table_card_has_screen(const struct table *table)
{
    return table->inspecting && table->layout.notes.rows && !table->layout.board.rows &&
           !table->layout.moves.rows;
}

enum { CELLS_LISTED = 80 /* at most this many target cells are listed by name */ };

/* ---------------------------------------------------------------- the card */

static bool in_the_air(const struct table *table, cell_t cell)
{
    return table->game.composing && compose_in_the_air(&table->game.compose, cell);
}

struct card {
    struct table *table;
    struct page *page;
    enum cell_fact last;
};

static void add_fact(void *argument, enum cell_fact fact, const char *text)
{
    static const struct {
        enum role ink;
        int hang;
    } looks[] = {
        [CELL_CONTENT] = {ROLE_MOVE, 0}, [CELL_GAIT] = {ROLE_COMMENT, 0},
        [CELL_SOURCE] = {ROLE_DIM, 0},   [CELL_STUCK] = {ROLE_DIM, 0},
        [CELL_REACH] = {ROLE_TEXT, 2},   [CELL_REACHED] = {ROLE_TEXT, 2},
        [CELL_GROUND] = {ROLE_DIM, 0},   [CELL_NEIGHBOURS] = {ROLE_TEXT, 2},
    };
    struct card *card = argument;
    char state[400];
    bool piece = card->table->board.shown.at[card->table->cursor].kind;
    /* A blank row stands above and below what the piece on the board can do. */
    if (fact == CELL_GROUND || (piece && fact > CELL_SOURCE && card->last <= CELL_SOURCE))
        page_gap(card->page);
    if (fact == CELL_GROUND && in_the_air(card->table, card->table->cursor)) {
        table_compose_status(card->table, state, sizeof state);
        page_add(card->page, ROLE_TEXT, 0, state);
        page_gap(card->page);
    }
    page_add(card->page, looks[fact].ink, looks[fact].hang, text);
    card->last = fact;
}

static void add_card_text(void *argument, struct page *page)
{
    struct table *table = argument;
    const struct position *position = &table->board.shown;
    struct card card = {table, page, CELL_CONTENT};
    struct cell_asked asked = {
        .position = position,
        .cell = table->cursor,
        .begins = !table->game.composing && !session_walks(&table->game) &&
                  !table->game.track.broken && position->at[table->cursor].side == position->side &&
                  !verdict_over(track_verdict(&table->game.track)),
        .turned = table->turn % 2,
        .in_hand = in_the_air(table, table->cursor),
        .most = app_choice(table->view.app, SET_A11Y) == 1 ? 0 : CELLS_LISTED,
    };
    cell_tell(&asked, add_fact, &card);
}

bool table_wants_room(const struct table *table)
{
    return table->game.rules &&
           (table->inspecting || (table->game.composing && turn_choices(&table->game.compose) > 0));
}

void table_draw_card(struct table *table, struct scene *scene, const struct area *area)
{
    struct area text;
    struct card_page card = {
        .app = table->view.app,
        .rules = table->game.rules,
        .piece = table->board.shown.at[table->cursor],
        .cell = table->cursor,
        .in_hand = in_the_air(table, table->cursor),
        .alone = table->card_alone,
        .add_text = add_card_text,
        .argument = table,
    };
    bool whole = card_page_lay_out(&card, &table->page, scene, area, &text);
    table->picture_waits =
        !whole && !table->card_alone && card_page_fits(&card, &table->layout.body);
    table_scroll_notes(table, text.rows);
    page_draw(&table->page, scene, &text, table->notes_top);
    /* The card covers the board, so the terminal's cursor goes to the corner of the card. */
    if (table_card_has_screen(table) && !table->marking) {
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
}

/* ---- The mouse in the view of a game: clicking cells, dragging pieces, drawing arrows, clicking
 * plies of the move tree, the wheel. */

/* The cell under the mouse; CELL_NONE: none. */
static cell_t cell_at(struct table *table, const struct mouse *mouse)
{
    struct board_view view = table_board_view(table);
    const struct area *area = &table->layout.board;
    return board_art_for(table->game.rules)
        ->hit(&view, mouse->row - area->row, mouse->column - area->column);
}

/* True if the piece in hand is on this cell. A click there puts the piece back; a drag moves it. */
static bool game_board_holds(const struct table *table, cell_t cell)
{
    return table->game.composing && table->game.compose.draft.held.kind &&
           table->game.compose.draft.hand == cell;
}

/* Move only the cursor to a cell, and scroll a large board if necessary. */
static void game_board_look_at(struct table *table, cell_t cell)
{
    if (cell == CELL_NONE)
        return;
    table->cursor = cell;
    table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
}

static void press_board(struct table *table, const struct mouse *mouse)
{
    cell_t cell = cell_at(table, mouse);
    if (cell == CELL_NONE) {
        /* A click on the names of ranks and files scrolls a large board. */
        struct board_view view = table_board_view(table);
        game_board_look_at(table, board_nearest(&view, mouse->row - table->layout.board.row,
                                                mouse->column - table->layout.board.column));
        return;
    }
    table->cursor = cell;
    if (mouse->button == 3) {
        if (!table->inspecting)
            app_request(table->view.app, REQ_INSPECT, "");
        return;
    }
    table->pressed = cell;
    table->held = game_board_holds(table, cell);
    if (!table->marking && mouse->button == 1 && !table->inspecting && !table->held) {
        table->focus = FOCUS_BOARD;
        table_select(table, cell);
    }
    table_set_keymaps(table);
}

/* Handle a click on the line that describes a cell on screens without a board: the first click
 * gives it the focus, the second one acts like Enter. */
static void press_detail(struct table *table)
{
    if (table->focus == FOCUS_BOARD)
        table_select(table, table->cursor);
    table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
}

static void game_board_mark(struct table *table, enum request request, cell_t cell)
{
    struct event event = {.request = request, .argument = ""};
    table->cursor = cell;
    table_do(table, &event);
}

/* Handle the release of the button: on the cell where it was pressed it was a click; on another
 * cell a piece was dragged or an arrow drawn. */
static void release_board(struct table *table, const struct mouse *mouse)
{
    cell_t from = table->pressed, to = cell_at(table, mouse);
    table->pressed = CELL_NONE;
    if (from == CELL_NONE || to == CELL_NONE)
        return;
    if (table->marking && from == to) {
        game_board_mark(table, REQ_MARK_CELL, to);
    } else if (table->marking) {
        table->arrow[0] = '\0';
        game_board_mark(table, REQ_MARK_ARROW, from);
        game_board_mark(table, REQ_MARK_ARROW, to);
    } else if (!table->inspecting && game_board_holds(table, from) && (from != to || table->held)) {
        table_select(table, to);
        table_set_keymaps(table);
    }
}

static void click_moves(struct table *table, const struct mouse *mouse)
{
    const struct area *area = &table->layout.moves;
    const struct tree_piece *piece = tree_hit(
        &table->tree, table->tree_top + mouse->row - area->row, mouse->column - area->column);
    struct spot to = table->game.spot;
    table->focus = FOCUS_MOVES;
    table_set_keymaps(table);
    if (!piece)
        return;
    if (piece->choice >= 0) {
        if (spot_next(table_record(table), &to, piece->choice))
            session_go(&table->game, &to);
    } else if (piece->ply >= 0) {
        tree_spot(&table->tree, piece->ply, &to);
        if (!piece->member || !session_walk_to(&table->game, &to, piece->member))
            session_go(&table->game, &to);
    }
}

static bool game_board_wheel(struct table *table, const struct mouse *mouse)
{
    int step = mouse->what == MOUSE_WHEEL_DOWN ? 1 : -1;
    if (area_has(&table->layout.notes, mouse->row, mouse->column)) {
        table->notes_top += step;
    } else if (area_has(&table->layout.moves, mouse->row, mouse->column)) {
        table->tree_scrolled = true;
        table->tree_top += 3 * step;
    } else if (!table->editing && !table->menu.title) { /* An open editor or menu belongs to the
                                                           current ply, so do not leave the ply. */
        struct event event = {.request = step > 0 ? REQ_STEP_NEXT : REQ_STEP_BACK, .argument = ""};
        table_do(table, &event);
    }
    return true;
}

bool table_mouse(struct view *view, const struct mouse *mouse)
{
    struct table *table = table_of(view);
    if (mouse->what == MOUSE_WHEEL_UP || mouse->what == MOUSE_WHEEL_DOWN)
        return game_board_wheel(table, mouse);
    if (mouse->what == MOUSE_RELEASE && table->game.rules && !table->editing)
        return release_board(table, mouse), true;
    if (mouse->what != MOUSE_PRESS || table->editing)
        return false;
    table->refusal.text[0] = '\0';
    table->pressed = CELL_NONE;
    if (table->menu.title && area_has(&table->layout.notes, mouse->row, mouse->column)) {
        int item = menu_hit(&table->menu, mouse->row - table->layout.notes.row);
        if (item >= 0) {
            table->menu.at = item;
            table_menu_take(table);
        }
    } else if (area_has(&table->layout.turns, mouse->row, mouse->column)) {
        int eighth =
            turn_choices_hit(&table->game.compose, &table->layout.turns, mouse->row, mouse->column);
        if (eighth)
            table_turn(table, eighth);
    } else if (area_has(&table->layout.board, mouse->row, mouse->column) && table->game.rules) {
        press_board(table, mouse);
    } else if (area_has(&table->layout.map, mouse->row, mouse->column) && table->game.rules) {
        struct board_view board = table_board_view(table);
        game_board_look_at(table, board_map_hit(&board, mouse->row - table->layout.map.row,
                                                mouse->column - table->layout.map.column));
    } else if (area_has(&table->layout.detail, mouse->row, mouse->column)) {
        press_detail(table);
    } else if (area_has(&table->layout.moves, mouse->row, mouse->column)) {
        click_moves(table, mouse);
    } else if (area_has(&table->layout.notes, mouse->row, mouse->column)) {
        table->focus = FOCUS_NOTES;
        table_set_keymaps(table);
    } else {
        return false;
    }
    return true;
}
