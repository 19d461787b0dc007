/* view_game.c - the view of a game, which the code calls a table. This file has opening, requests,
 * keys and mouse; game_internal.h says where the rest is.
 *
 * Reading, annotating and playing are one view: what may be changed depends on where the game is
 * stored, and the meaning of keys on the panel with the focus. */
#include "config.h"

#include "archive/live/journal.h"
#include "core/presentation.h"
#include "tui/app/app.h"
#include "tui/session/archive/searches.h"
#include "tui/system/paths.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/game.h"
#include "tui/views/game/live.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- opening */

static int table_open(struct view *view, const void *argument, struct note *why)
{
    (void)why;
    struct table *table = table_of(view);
    char key[32];
    table->from = *(const struct table_open *)argument;
    table->from.record = NULL;
    table->game.ops = &table_game_client;
    table->game.client = table;
    table->game.store = table->from.store;
    table->game.version = table->from.version;
    table->game.draft = table->from.draft;
    table->game.play = table->from.play;
    snprintf(table->where, sizeof table->where, "%s", table->from.where ? table->from.where : "");
    edits_begin(&table->game.edits, ((const struct table_open *)argument)->record);
    table->openings = table->from.openings;
    table->brush = 1;
    table->typed_at = TICK_NEVER;
    table->pressed = CELL_NONE;
    table->tree_stale = true;
    view->store = table->game.store;
    session_begin(&table->game);
    if (table->game.rules) {
        table->cursor = board_home(&table->game.start, table->game.start.side);
        /* Keys may arrive before the first drawing, so the board must show something. */
        position_copy(&table->board.shown, &table->game.start);
    }
    ply_texts_begin(&table->texts, table->game.rules ? &table->game.start : NULL,
                    table_record(table)->notation);
    table_come_in(table);
    table_merge_open(table);
    table_live_open(table);
    table_reread(table);
    table_read_result(table);
    session_seats_open(&table->game);
    table_clock_wake(table);
    table_computer_wake(table); /* it may be the computer's turn already */
    table_endgame_wake(table);
    table_set_keymaps(table);
    table_openings_watch(table);
    if (table->live)
        table_live_tick(table);
    else if (table->from.place)
        table_together_open(table, table->from.place);
    if (table->game.draft)
        app_say(view->app, "unsaved changes restored; :w saves them");
    else if (table->from.spoilt.text[0])
        app_error(view->app, "%s", table->from.spoilt.text);
    else if (*record_text(table_record(table), "event.control.text") && table_stands_still(table))
        app_say(view->app, "the clocks are stopped; to resume: %s, then \"resume\"",
                app_key_text(view->app, view, REQ_ACTIONS, key, sizeof key));
    return 0;
}

static void table_close(struct view *view)
{
    struct table *table = table_of(view);
    session_trial_drop(&table->game);
    session_seats_close(&table->game);
    table_leave(table);
    table_live_close(table, false);
    table_together_close(table);
    endgame_process_leave(&table->endgame);
    if (table->game.base && table->game.draft_kept && session_is_saved(&table->game))
        session_draft_drop(&table->game); /* every change was undone, so no draft is needed */
    if (table->game.store)
        store_draft_leave(table->game.store, table_record(table)->id);
    table_compose_reset(table);
    ply_free(&table->losing);
    table_forget_typed(table);
    ply_texts_clear(&table->texts);
    openings_panel_close(table->openings);
    board_here_free(table->search_here);
    tree_free(&table->tree);
    page_free(&table->page);
    board_scene_free(&table->board);
    edit_text_clear(&table->editor);
    tree_folds_free(&table->folds);
    struct store *store = table->game.store;
    session_clear(&table->game);
    if (table->from.owns_store)
        store_close(store);
}

/* ---------------------------------------------------------------- keys */

static const uint8_t of_focus[] = {
    [FOCUS_BOARD] = KEYMAP_BOARD, [FOCUS_MOVES] = KEYMAP_MOVES, [FOCUS_NOTES] = KEYMAP_NOTES};

void table_set_keymaps(struct table *table)
{
    struct view *view = &table->view;
    view->keymaps = 0;
    if (table->marking)
        view->keymap[view->keymaps++] = KEYMAP_MARKS;
    view->keymap[view->keymaps++] = of_focus[table->focus];
    view->keymap[view->keymaps++] = KEYMAP_TABLE;
}

static bool table_key(struct view *view, uint32_t key)
{
    struct table *table = table_of(view);
    if (table->menu.title && table->menu.n == 0)
        table->menu.title = NULL;
    if (table->menu.title)
        return table_menu_key(table, key);
    if (!table->editing)
        return table_number_key(table, key);
    return table_comment_key(table, key);
}

/* ---------------------------------------------------------------- requests */

static void next_panel(struct table *table, int step)
{
    static const char *const panels[] = {
        [FOCUS_BOARD] = "the board", [FOCUS_MOVES] = "the moves", [FOCUS_NOTES] = "the notes"};
    if (table->inspecting) /* the card covers the panels, so close it first */
        table_close_card(table);
    /* If the board was shown in place of the moves, the first step uncovers the moves. */
    bool uncovers = table->layout.stands_in && step > 0;
    table->board_first = false;
    if (!uncovers)
        do
            table->focus = (enum panel_focus)(((int)table->focus + step + 3) % 3);
        while (table->focus == FOCUS_BOARD && !table->game.rules);
    table_set_keymaps(table);
    table_deed(table, "%s", panels[table->focus]);
}

/* Give the whole screen to the panel with the focus, or to the card that covers the panels; a
 * second time, restore the layout. */
static void give_room(struct table *table)
{
    if (table->inspecting &&
        (table->card_alone || table->picture_waits || !table_card_has_screen(table))) {
        table->card_alone = !table->card_alone;
        table->notes_top = 0;
        table_deed(table, table->card_alone ? "the card is shown on the whole screen"
                                            : "the card is back in its panel");
    } else {
        table->maximised = !table->maximised;
    }
}

/* Handle Esc: it undoes one thing at a time. */
static bool game_escape(struct table *table)
{
    if (table->inspecting && table->card_alone) {
        give_room(table);
    } else if (table_card_is_last(table)) {
        table_close_card(table);
    } else if (table->marking && *table->arrow) {
        table->arrow[0] = '\0';
        table_deed(table, "no arrow is drawn");
    } else if (table->marking) {
        table->marking = false;
        table_set_keymaps(table);
    } else if (table->game.composing) {
        /* Marking can begin while a ply is composed, so Esc has ended the marking first. */
        table_compose_reset(table);
        table_deed(table, "the ply is dropped");
    } else if (table->inspecting) {
        table_close_card(table);
    } else if (session_walks(&table->game)) {
        table->game.walk = (struct walk_place){0};
    } else if (table->maximised) {
        table->maximised = false;
    } else {
        return false;
    }
    return true;
}

/* True for requests that a menu or the comment editor handles as if they were keys: Ctrl-C and
 * clicks on the hint line arrive as requests. */
static bool typed_request(struct table *table, enum request request)
{
    bool menu = table->menu.title, closes = request == REQ_ESCAPE;
    uint32_t key = request == REQ_UP                               ? K_UP
                   : request == REQ_DOWN                           ? K_DOWN
                   : request == REQ_SELECT || request == REQ_ENTER ? K_ENTER
                                                                   : K_ESCAPE;
    if ((!menu && !table->editing) || (!closes && (!menu || key == K_ESCAPE)))
        return false;
    return table_key(&table->view, key);
}

static bool in_notes(struct table *table, enum request request)
{
    int page = table->layout.notes.rows > 1 ? table->layout.notes.rows - 1 : 1;
    switch (request) {
    case REQ_DOWN:
        table->notes_top++;
        return true;
    case REQ_UP:
        table->notes_top--;
        return true;
    case REQ_PAGE_DOWN:
        table->notes_top += page;
        return true;
    case REQ_PAGE_UP:
        table->notes_top -= page;
        return true;
    case REQ_FIRST:
        table->notes_top = 0;
        return true;
    case REQ_LAST:
        table->notes_top = table->page.rows;
        return true;
    default:
        return false;
    }
}

static bool has(const struct table *table, enum table_need need)
{
    const struct game_session *game = &table->game;
    switch (need) {
    case IF_BOARD:
        return game->rules != NULL;
    case IF_CURSOR:
        return table->focus == FOCUS_BOARD || table->marking;
    case IF_MARKING:
        return table->marking;
    case IF_COMPOSING:
        return table->game.composing;
    case IF_UNCOMPOSED:
        return !table->game.composing;
    case IF_WRITABLE:
        return game->writable;
    case IF_UNSAVED:
        return game->writable && game->store &&
               (!session_is_saved(game) || !game->version.known || game->gone);
    case IF_UNDO:
        return table->game.composing || game_command_can(game, REQ_UNDO);
    case IF_MOVES:
        return game->edits.record->moves.n > 0;
    case IF_PLY:
        return game->spot.ply > 0;
    case IF_SEARCHED:
        return table->search[0];
    case IF_HITS:
        return table->from.hits > 0;
    case IF_LIST:
        return table->from.neighbour != NULL;
    case IF_REPLAYING:
        return table->playing;
    case IF_PANEL:
        return table->openings != NULL;
    case IF_NOT_LIVE:
        return !table->live;
    case IF_NOT_PLAYING:
        return !table_live_plays(table);
    default:
        return true;
    }
}

/* Returns the first row of a request that is possible now; NULL: none is. */
static const struct table_action *possible(const struct table *table, enum request request)
{
    static const struct table_action *const lists[] = {
        table_computer_actions, table_search_actions, table_board_actions,    table_edit_actions,
        table_play_actions,     table_game_actions,   table_openings_actions, table_replay_actions};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct table_action *row = lists[i]; row->request != REQ_NONE; row++)
            if (row->request == request && has(table, row->need[0]) && has(table, row->need[1]) &&
                (!row->can || row->can(table, request)))
                return row;
    return NULL;
}

/* True if a command that plain mode has as well is possible now. */
static bool shared_can(const struct table *table, enum request request)
{
    bool notes = request == REQ_COMMENT || request == REQ_MARK_CELL || request == REQ_MARK_ARROW;
    bool other = (request == REQ_REPLACE && (table->live || session_walks(&table->game))) ||
                 (notes && table->live);
    return !other && game_command_can(&table->game, request);
}

bool table_do(struct table *table, const struct event *event)
{
    const struct table_action *row = possible(table, event->request);
    if (!row)
        return shared_can(table, event->request) &&
               game_command_run(&table->game, event->request, event->argument);
    if (row->event)
        return row->event(table, event);
    if (row->act)
        row->act(table);
    else if (row->with)
        row->with(table, event->argument);
    else
        row->by(table, row->step);
    return true;
}

static bool game_request(struct view *view, const struct event *event)
{
    struct table *table = table_of(view);
    table->refusal.text[0] = '\0';
    if (typed_request(table, event->request))
        return true;
    if (table->playing && event->request != REQ_PLAY && event->request != REQ_FASTER &&
        event->request != REQ_SLOWER)
        table_stop(table);
    switch (event->request) {
    case REQ_NEXT_PANEL:
    case REQ_PREVIOUS_PANEL:
        next_panel(table, event->request == REQ_NEXT_PANEL ? 1 : -1);
        return true;
    case REQ_MAXIMISE:
        give_room(table);
        return true;
    case REQ_ESCAPE:
        return game_escape(table);
    case REQ_ACTIONS:
        table_actions(table);
        return true;
    default:
        break;
    }
    bool page = event->request == REQ_PAGE_DOWN || event->request == REQ_PAGE_UP;
    /* A card or a list of choices is open. */
    bool reads = (table->inspecting || table->game.composing) && !table->marking;
    if (reads && page && table->notes_cut)
        return in_notes(table, event->request);
    if (table->focus == FOCUS_NOTES && !table->marking && in_notes(table, event->request))
        return true;
    if (reads)
        table->notes_top = 0;
    return table_live_request(table, event) || table_do(table, event);
}

static bool table_request(struct view *view, const struct event *event)
{
    bool done = game_request(view, event);
    /* whatever was done, it may be the computer's turn now, or a clock may run */
    table_clock_wake(table_of(view));
    table_computer_wake(table_of(view));
    table_endgame_wake(table_of(view));
    return done;
}

/* True for a request that belongs to lists, other views, or a panel without the focus. Saving is
 * excluded, because its key works in all panels; so are commands that can name their cell. */
static bool of_elsewhere(const struct table *table, enum request request)
{
    static const uint8_t always[] = {KEYMAP_EVERYWHERE, KEYMAP_TABLE, KEYMAP_MOVES};
    for (int i = 0; i < 3; i++)
        if (request_bound_in(request, always[i]))
            return false;
    return request != REQ_SAVE && !game_command_is(request) && !request_is_keyless(request) &&
           !request_bound_in(request, of_focus[table->focus]) &&
           !(table->marking && request_bound_in(request, KEYMAP_MARKS));
}

static bool table_can(const struct view *view, enum request request)
{
    const struct table *table = (const struct table *)view;
    int live = table_live_can(table, request);
    if (live >= 0)
        return live;
    if (of_elsewhere(table, request))
        return false;
    switch (request) {
    case REQ_ESCAPE:
    case REQ_NEXT_PANEL:
    case REQ_PREVIOUS_PANEL:
    case REQ_MAXIMISE:
    case REQ_ACTIONS:
    case REQ_FIRST: /* in the notes */
    case REQ_LAST:
        return true;
    default:
        return possible(table, request) || shared_can(table, request);
    }
}

/* The hints for a card; first what can be done with the card itself. */
static const struct hint *card_hints(const struct table *table, bool watches)
{
    static struct hint hints[9];
    int n = 0;
    memset(hints, 0, sizeof hints);
    if (table->notes_cut)
        hints[n++] = (struct hint){REQ_PAGE_DOWN, REQ_NONE, "more"};
    if (table->picture_waits || table->card_alone)
        hints[n++] =
            (struct hint){REQ_MAXIMISE, REQ_NONE, table->card_alone ? "the board" : "its picture"};
    hints[n++] = (struct hint){REQ_RULES, REQ_NONE, "its rule"};
    hints[n++] = (struct hint){table->card_alone ? REQ_INSPECT : REQ_ESCAPE, REQ_NONE, "close it"};
    if (!watches) {
        hints[n++] = (struct hint){REQ_SELECT, REQ_NONE, "lift, drop"};
        hints[n++] = (struct hint){REQ_TYPE_MOVE, REQ_NONE, "type"};
    }
    hints[n++] = (struct hint){REQ_STEP_BACK, REQ_STEP_NEXT, "step"};
    hints[n] = (struct hint){REQ_NEXT_PANEL, REQ_NONE, NULL};
    return hints;
}

static const struct hint *table_hints(const struct view *view)
{
    static const struct hint cascade[] = {/* hints for plies that may have many members */
                                          {REQ_STEP_BACK, REQ_STEP_NEXT, "step"},
                                          {REQ_MEMBER_BACK, REQ_MEMBER_NEXT, "member"},
                                          {REQ_UP, REQ_DOWN, "choose"},
                                          {REQ_NOTE_PREVIOUS, REQ_NOTE_NEXT, "notes"},
                                          {REQ_INSPECT, REQ_NONE, NULL},
                                          {REQ_CASCADES, REQ_NONE, NULL},
                                          {REQ_COMMENT, REQ_NONE, "comment"},
                                          {REQ_TYPE_MOVE, REQ_NONE, "move"},
                                          {REQ_NEXT_PANEL, REQ_NONE, NULL},
                                          {REQ_SAVE, REQ_NONE, NULL},
                                          {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint walking[] = {/* hints while the user steps through a ply */
                                          {REQ_MEMBER_BACK, REQ_MEMBER_NEXT, "member"},
                                          {REQ_CELL_BACK, REQ_CELL_NEXT, "cell"},
                                          {REQ_STEP_BACK, REQ_STEP_NEXT, "ply"},
                                          {REQ_ESCAPE, REQ_NONE, "the whole ply"},
                                          {REQ_INSPECT, REQ_NONE, NULL},
                                          {REQ_COMMENT, REQ_NONE, "comment"},
                                          {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint moves[] = {{REQ_STEP_BACK, REQ_STEP_NEXT, "step"},
                                        {REQ_UP, REQ_DOWN, "choose"},
                                        {REQ_NOTE_PREVIOUS, REQ_NOTE_NEXT, "notes"},
                                        {REQ_COMMENT, REQ_NONE, "comment"},
                                        {REQ_TYPE_MOVE, REQ_NONE, "move"},
                                        {REQ_INSPECT, REQ_NONE, NULL},
                                        {REQ_MEMBER_BACK, REQ_MEMBER_NEXT, "member"},
                                        {REQ_CASCADES, REQ_NONE, NULL},
                                        {REQ_NEXT_PANEL, REQ_NONE, NULL},
                                        {REQ_SAVE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint waiting[] = {/* hints at the end of a game that can be continued */
                                          {REQ_GO_ON, REQ_NONE, "go on"},
                                          {REQ_STEP_BACK, REQ_STEP_NEXT, "step"},
                                          {REQ_NOTE_PREVIOUS, REQ_NOTE_NEXT, "notes"},
                                          {REQ_COMMENT, REQ_NONE, "comment"},
                                          {REQ_TYPE_MOVE, REQ_NONE, "move"},
                                          {REQ_INSPECT, REQ_NONE, NULL},
                                          {REQ_NEXT_PANEL, REQ_NONE, NULL},
                                          {REQ_SAVE, REQ_NONE, NULL},
                                          {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint board[] = {
        {REQ_SELECT, REQ_NONE, "lift, drop"},   {REQ_TYPE_MOVE, REQ_NONE, "type"},
        {REQ_STEP_BACK, REQ_STEP_NEXT, "step"}, {REQ_INSPECT, REQ_NONE, NULL},
        {REQ_CASCADES, REQ_NONE, NULL},         {REQ_ACTIONS, REQ_NONE, NULL},
        {REQ_FLIP, REQ_NONE, "flip"},           {REQ_COMMENT, REQ_NONE, NULL},
        {REQ_NEXT_PANEL, REQ_NONE, NULL},       {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint stopped[] = {/* the same, with the focus on the board */
                                          {REQ_GO_ON, REQ_NONE, "go on"},
                                          {REQ_SELECT, REQ_NONE, "lift, drop"},
                                          {REQ_STEP_BACK, REQ_STEP_NEXT, "step"},
                                          {REQ_TYPE_MOVE, REQ_NONE, "type"},
                                          {REQ_INSPECT, REQ_NONE, NULL},
                                          {REQ_ACTIONS, REQ_NONE, NULL},
                                          {REQ_FLIP, REQ_NONE, "flip"},
                                          {REQ_NEXT_PANEL, REQ_NONE, NULL},
                                          {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint asked[] = {/* hints for a card opened while a ply is composed */
                                        {REQ_MAXIMISE, REQ_NONE, "its picture"},
                                        {REQ_ESCAPE, REQ_NONE, "close the card"},
                                        {REQ_SELECT, REQ_NONE, "go there"},
                                        {REQ_DROP_MEMBER, REQ_NONE, NULL},
                                        {REQ_RULES, REQ_NONE, "its rule"},
                                        {REQ_PAGE_DOWN, REQ_NONE, "more"},
                                        {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint more[] = {
        {REQ_SELECT, REQ_NONE, "go there"},   {REQ_PAGE_DOWN, REQ_NONE, "more"},
        {REQ_DROP_MEMBER, REQ_NONE, NULL},    {REQ_ESCAPE, REQ_NONE, "drop all"},
        {REQ_NUMBER_TARGETS, REQ_NONE, NULL}, {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint composing[] = {
        {REQ_SELECT, REQ_NONE, "go there"}, {REQ_DROP_MEMBER, REQ_NONE, NULL},
        {REQ_ESCAPE, REQ_NONE, "drop all"}, {REQ_NUMBER_TARGETS, REQ_NONE, NULL},
        {REQ_INSPECT, REQ_NONE, NULL},      {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint dead[] = {/* hints at a dead end of the ply being composed */
                                       {REQ_DROP_MEMBER, REQ_NONE, NULL},
                                       {REQ_ESCAPE, REQ_NONE, "drop all"},
                                       {REQ_INSPECT, REQ_NONE, NULL},
                                       {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint turn[] = {{REQ_TURN_LEFT, REQ_TURN_RIGHT, "turn"},
                                       {REQ_SELECT, REQ_NONE, "play"},
                                       {REQ_DROP_MEMBER, REQ_NONE, NULL},
                                       {REQ_ESCAPE, REQ_NONE, "drop all"},
                                       {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint choosing[] = {/* hints in a menu; over the board Enter is REQ_SELECT,
                                              elsewhere REQ_ENTER */
                                           {REQ_DOWN, REQ_UP, "choose"},
                                           {REQ_SELECT, REQ_NONE, "select"},
                                           {REQ_ENTER, REQ_NONE, "select"},
                                           {REQ_ESCAPE, REQ_NONE, "cancel"},
                                           {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint ready[] = {
        {REQ_SELECT, REQ_NONE, "play"},     {REQ_DROP_MEMBER, REQ_NONE, NULL},
        {REQ_ESCAPE, REQ_NONE, "drop all"}, {REQ_NUMBER_TARGETS, REQ_NONE, NULL},
        {REQ_INSPECT, REQ_NONE, NULL},      {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint playing[] = {/* during automatic replay */
                                          {REQ_PLAY, REQ_NONE, "stop, as any key does"},
                                          {REQ_FASTER, REQ_SLOWER, "faster, slower"},
                                          {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint marks[] = {
        {REQ_MARK_CELL, REQ_NONE, NULL},  {REQ_MARK_ARROW, REQ_NONE, NULL},
        {REQ_MARK_BRUSH, REQ_NONE, NULL}, {REQ_ESCAPE, REQ_NONE, "end"},
        {REQ_UNDO, REQ_NONE, NULL},       {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint editing[] = {{REQ_ESCAPE, REQ_NONE, "keep the comment"},
                                          {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint answering[] = {
        /* hints while an offer is open, because the status line may have no room for the answers */
        {REQ_ACTIONS, REQ_NONE, "accept, decline"}, {REQ_TYPE_MOVE, REQ_NONE, "type"},
        {REQ_STEP_BACK, REQ_STEP_NEXT, "step"},     {REQ_CHAT, REQ_NONE, NULL},
        {REQ_NEXT_PANEL, REQ_NONE, NULL},           {REQ_NONE, REQ_NONE, NULL}};
    const struct table *table = (const struct table *)view;
    /* A player who is out of a game that continues is a watcher. */
    bool stands = table_stands_still(table) && session_at_end(&table->game);
    bool watches = table_live_can(table, REQ_PLAY) == 0 && table_live_can(table, REQ_RESIGN) == 0;
    return table->editing                                                     ? editing
           : table->menu.title                                                ? choosing
           : table->marking                                                   ? marks
           : table->playing                                                   ? playing
           : table_live_can(table, REQ_ACCEPT) == 1 && !table->game.composing ? answering
           : table->card_alone         ? card_hints(table, true)
           : table_card_is_last(table) ? asked + !table->picture_waits
           : table->game.composing     ? (compose_can_turn(&table->game.compose)       ? turn
                                          : table->game.compose.state == COMPOSE_READY ? ready
                                          : table->game.compose.state == COMPOSE_DEAD  ? dead
                                          : table->notes_cut                           ? more
                                                                                       : composing)
           : table->inspecting && table->focus != FOCUS_MOVES
               ? card_hints(table, watches || table->focus != FOCUS_BOARD)
           : session_walks(&table->game)                         ? walking
           : table->focus == FOCUS_BOARD && !watches             ? (stands ? stopped : board)
           : stands                                              ? waiting
           : table->game.rules && table->game.rules->rules->find ? cascade
                                                                 : moves;
}

/* ---------------------------------------------------------------- leaving */

static bool table_hesitate(const struct view *view, char *question, size_t size)
{
    const struct table *table = (const struct table *)view;
    bool saved =
        table->game.trial ? edits_saved(&table->game.kept) : session_is_saved(&table->game);
    bool tried = table->game.trial && (!edits_saved(&table->game.edits) || table_is_typed(table));
    if (!table->game.writable || (saved && !tried && !table_is_typed(table)))
        return false;
    snprintf(question, size,
             tried                    ? "Discard the plies tried and close?"
             : table->game.draft_kept ? "Changes are kept as a draft, not saved. Close?"
                                      : "Changes are not saved. Close anyway?");
    return true;
}

static void table_rescue(struct view *view)
{
    struct table *table = table_of(view);
    struct note why;
    table_live_close(table, true);
    endgame_process_leave(&table->endgame);
    if (table->editing)
        table_close_editor(table, true);
    session_trial_drop(&table->game);
    session_seats_close(&table->game);
    if (table->game.store && !edits_saved(&table->game.edits))
        store_draft_save(table->game.store, table_record(table), &table->game.version, &why);
}

static void table_resume(struct view *view)
{
    table_merge_look(table_of(view));
}

const struct view_ops table_view = {
    .name = "table",
    .size = sizeof(struct table),
    .open = table_open,
    .close = table_close,
    .draw = table_draw,
    .request = table_request,
    .can = table_can,
    .hints = table_hints,
    .key = table_key,
    .paste = table_paste,
    .edited = table_edited,
    .mouse = table_mouse,
    .hesitate = table_hesitate,
    .rescue = table_rescue,
    .resume = table_resume,
    .aloud = table_aloud,
};

/* ---- Opening the view of a game: a new game, or the only one of a file. */

int table_open_on(struct app *app, const struct table_open *open, struct note *why)
{
    int result = app_open(app, &table_view, open, why);
    if (result < 0) { /* Too many views are open, so the game was not opened. */
        record_free(open->record);
        journal_free(open->journal);
    }
    return result;
}

bool table_try_open(struct app *app, const struct table_open *open)
{
    struct note why;
    int result = table_open_on(app, open, &why);
    if (result < 0)
        app_error(app, "%s", why.text);
    return result == 0;
}

bool table_has_game(const struct view *view, const struct store *store, const char *id)
{
    const struct game_session *game = &((const struct table *)view)->game;
    return game->store && !strcmp(session_record(game)->id, id) &&
           place_same(store_where(game->store), store_where(store));
}

int table_open_file(struct app *app, const char *path, struct note *why)
{
    struct store *store;
    struct place place = {0, 0};
    struct table_open open = {.owns_store = true, .where = path};
    int result = store_open(&store, path, NULL, why);
    if (result < 0)
        return result;
    while (store_scan(store, 2) && store_total(store) < 2)
        ;
    if (store_total(store) != 1)
        result = note_fail(why, FAIL_NAME, -1, "the file does not hold exactly one game");
    if (result == 0)
        result = table_load(store, 0, &open, &place, why);
    if (result < 0) {
        struct note said = *why;
        char where[PLACE_ROOM];
        note_set(why, -1, "%s%s", place_words(place, where), said.text);
        store_close(store);
        return result;
    }
    result = table_open_on(app, &open, why);
    if (result < 0)
        store_close(store);
    return result;
}
