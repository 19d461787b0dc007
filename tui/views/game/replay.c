/* replay.c - moves through the tree of a game: steps, choosing continuations, jumps, folds,
 * automatic replay. */
#include "config.h"

#include "tui/session/describe.h"
#include "tui/session/words/place_words.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_PLIES = 5 };

/* The cell where the last ply ended; CELL_NONE: there is no last ply. */
static cell_t last_end(const struct table *table)
{
    const struct track *track = &table->game.track;
    return track->plies ? ply_end(&track->ply[track->plies - 1]) : CELL_NONE;
}

/* Move the cursor to the cell where the last ply ended, and scroll a large board to it. */
static void look_at_last(struct table *table)
{
    cell_t end = last_end(table);
    if (end != CELL_NONE)
        table->cursor = end;
}

void table_look(struct table *table)
{
    int row, column;
    if (!table->game.rules || !table->board_seen || table->marking || last_end(table) == CELL_NONE)
        return;
    struct board_view view = table_board_view(table);
    if (!board_art_for(table->game.rules)->locate(&view, last_end(table), &row, &column))
        look_at_last(table);
}

void table_moved(struct table *table, const struct spot *from)
{
    const struct record *record = table_record(table);
    const struct spot *here = &table->game.spot;
    bool fork = !spot_valid(record, from) || spot_choices(record, from) > 1 ||
                spot_choices(record, here) > 1;
    table_remember_jump(table, from);
    if (!spot_same(from, here))
        table_together_moved(table);
    table->back = spot_plies(here) < spot_plies(from);
    table->reason.text[0] = '\0';
    table->notes_top = 0;
    table->tree_scrolled = false;
    table->tree_stale = table->tree_stale || fork;
    table_compose_reset(table);
    /* live.c sets the result text of a live game. */
    if (!table->live)
        table_read_result(table);
    if (table->game.rules && table->focus != FOCUS_BOARD && !table->marking)
        look_at_last(table);
}

void table_reread(struct table *table)
{
    int choice = table->game.choice;
    table->tree_stale = true;
    session_reread(&table->game);
    table->game.choice = choice < spot_choices(table_record(table), &table->game.spot) ? choice : 0;
}

void table_stop(struct table *table)
{
    table->playing = false;
    app_stop(&table->view, &table->stepping);
    table_clock_wake(table);
    table_computer_wake(table);
    table_endgame_wake(table);
}

/* Handle Up and Down: choose another continuation if there are several, otherwise scroll. */
static void game_replay_choose(struct table *table, int step)
{
    if (spot_choices(table_record(table), &table->game.spot) > 1) {
        if (session_choose(&table->game, step))
            table->tree_stale = true;
        return;
    }
    table->tree_scrolled = true;
    table->tree_top += step;
}

static bool can_fold(const struct table *table, const char *deed)
{
    bool can = tree_has_variations(table_record(table));
    if (!can)
        app_say(table->view.app, "this game has no variations: there is nothing to %s", deed);
    return can;
}

static void toggle_fold(struct table *table)
{
    struct spot line = table->game.spot;
    if (!can_fold(table, "fold"))
        return;
    if (!line.depth) {
        app_say(table->view.app, "the main line cannot be folded: {fold-all} folds its variations");
        return;
    }
    bool folded = tree_fold(&table->folds, &line);
    /* A variation of a single ply looks the same folded and unfolded, so say which it is. */
    app_say(table->view.app,
            folded ? "this line is folded: {fold} unfolds it" : "this line is unfolded");
    table->tree_stale = table->refolded = true;
}

/* Show a cascade with one row for each member, or in one row again. The cascade is the ply on the
 * board; or the next ply, if that is being stepped through or is the only cascade of the two. */
static void game_replay_explode(struct table *table)
{
    const struct record *record = table_record(table);
    struct spot spot = table->game.spot, ahead = spot;
    bool more = spot_next(record, &ahead, table->game.choice);
    if (more && (session_walks(&table->game) || !tree_can_explode(spot_node(record, &spot))))
        spot = ahead;
    if (!tree_can_explode(spot_node(record, &spot))) {
        app_say(table->view.app, "this ply has one member");
        return;
    }
    tree_explode(&table->folds, &spot);
    table->tree_stale = table->refolded = true;
}

static void game_replay_fold_all(struct table *table, int all)
{
    if (!can_fold(table, all ? "fold" : "unfold"))
        return;
    table->folds.folds = 0;
    table->folds.all = all;
    app_say(table->view.app,
            all ? "every line is folded: {unfold-all} unfolds them" : "every line is unfolded");
    table->tree_stale = table->refolded = true;
}

/* ---------------------------------------------------------------- automatic replay */

static int pause_of(const struct table *table)
{
    int tenths = atoi(app_setting(table->view.app, SET_SPEED));
    return (tenths > 0 ? tenths : 20) * 100;
}

static int member_pause_of(const struct table *table)
{
    int tenths = atoi(app_setting(table->view.app, SET_MEMBER_SPEED));
    return (tenths > 0 ? tenths : 10) * 100;
}

static void step_by_itself(void *argument)
{
    struct table *table = argument;
    struct view *view = &table->view;
    if (!table->playing)
        return;
    if (!(app_reduced(view->app) ? session_walk_past(&table->game)
                                 : session_walk_on(&table->game))) {
        table_stop(table);
        app_say(view->app, "the replay has come to its end");
        return;
    }
    bool noted = session_walks(&table->game)
                     ? session_walk_note(&table->game) != NULL
                     : node_is_noted(spot_node(table_record(table), &table->game.spot));
    int choice = noted ? app_choice(view->app, SET_PAUSE) : 1;
    if (choice == 2) {
        table_stop(table);
        app_say(view->app, "the replay stopped at a note");
        return;
    }
    int pause = session_walks(&table->game) ? member_pause_of(table) : pause_of(table);
    app_at(view, &table->stepping, app_now(view->app) + pause * (choice == 0 ? 3 : 1),
           step_by_itself, table);
}

static void play_by_itself(struct table *table)
{
    if (table->playing) {
        table_stop(table);
        return;
    }
    table->playing = true;
    app_at(&table->view, &table->stepping, app_now(table->view.app) + pause_of(table),
           step_by_itself, table);
}

void table_news(void *argument)
{
    struct table *table = argument;
    table_live_tick(table);
    table_together_look(table);
    table_merge_wake(table); /* the live game may have ended just now */
    table_endgame_wake(table);
}

/* Change the speed of the automatic replay of plies, or of the members of one ply. */
static void game_replay_speed(struct table *table, int step)
{
    static const char *const speeds[] = {"2", "5", "10", "15", "20", "30", "50", "100"};
    bool members = session_walks(&table->game);
    const char *now = app_setting(table->view.app, members ? SET_MEMBER_SPEED : SET_SPEED);
    int at = 0;
    while (at < 7 && strcmp(speeds[at], now) != 0)
        at++;
    at += step;
    if (at >= 0 && at < 8)
        app_set(table->view.app, members ? "member-speed" : "speed", speeds[at], NULL);
    app_say(table->view.app, members ? "%.1f seconds a member" : "%.1f seconds a ply",
            (members ? member_pause_of(table) : pause_of(table)) / 1000.0);
}

/* ---------------------------------------------------------------- jumps */

/* Returns false, so that a prompt stays open, if there is no such number. */
static bool go_to_number(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    int before = table->refusals;
    game_command_run(&table->game, REQ_GO_TO, text);
    return table->refusals == before;
}

static bool ask_number(struct table *table, const struct event *event)
{
    static char digits[4];
    snprintf(digits, sizeof digits, "%d", event->digit);
    if (*event->argument) {
        go_to_number(&table->view, event->argument);
        return true;
    }
    app_prompt(
        table->view.app, &table->view,
        &(struct prompt){
            .label = "go to move: ", .text = event->digit ? digits : "", .done = go_to_number});
    return true;
}

/* Show the next game of a list in the same way as the previous one: the same annotators are hidden,
 * and the search can be continued. */
static void look_alike(struct table *table, struct table *before)
{
    memcpy(table->search, before->search, sizeof table->search);
    table->search_here = before->search_here;
    before->search_here = NULL;
    table->marks_hidden = before->marks_hidden;
    table->zoom = before->zoom;
    if (before->turned && table->game.rules && before->game.rules &&
        !strcmp(table->game.rules->id, before->game.rules->id)) {
        table->turned = true;
        table->turn = before->turn;
    }
    for (int i = 0; i < before->game.layers.n && table->game.layers.n < LAYERS_MAX; i++) {
        int at = layers_find(&table->game.layers, before->game.layers.v[i].by);
        if (!before->game.layers.v[i].hidden)
            continue;
        if (at < 0)
            table->game.layers.v[at = table->game.layers.n++] = before->game.layers.v[i];
        table->game.layers.v[at].hidden = true;
    }
    table_reread(table);
}

static void game_replay_neighbour(struct table *table, int step)
{
    struct table_open open = {0};
    struct note why;
    if (table->game.trial && !edits_saved(&table->game.edits)) {
        app_error(table->view.app, "end the trial first: {trial}");
    } else if (!table->from.neighbour) {
        app_say(table->view.app, "this game was not opened from a list");
    } else if (table->from.neighbour(table->from.list, step, &open, &why) < 0) {
        app_say(table->view.app, "%s", why.text);
    } else {
        struct app *app = table->view.app;
        if (table->openings)
            openings_panel_leave(table->openings);
        open.openings = table->openings;
        table->openings = NULL; /* the new view owns the panel now */
        if (table_try_open(app, &open)) {
            look_alike(table_of(app_top(app)), table);
            app_close(app, &table->view);
        } else {
            table->openings = open.openings;
            table_openings_watch(table);
        }
    }
}

/* The number of the search hit that is shown, from 1; 0: the current ply is no hit. */
int table_hit(const struct table *table)
{
    for (int i = 0; i < table->from.hits; i++)
        if (!table->game.spot.depth && table->from.hit[i] == table->game.spot.ply)
            return i + 1;
    return 0;
}

/* Go to the next or previous search hit, wrapping round. */
static void next_hit(struct table *table, int step)
{
    int n = table->from.hits,
        here = table->game.spot.depth ? table->game.spot.branch[0].ply : table->game.spot.ply,
        at = 0;
    struct spot to = spot_start();
    if (n == 0) {
        app_say(table->view.app, "no search hits in this game: search in the list with / or &");
        return;
    }
    if (step > 0)
        while (at < n && table->from.hit[at] <= here)
            at++;
    else
        for (at = n - 1; at >= 0 && table->from.hit[at] >= here;)
            at--;
    to.ply = table->from.hit[(at + n) % n];
    session_go(&table->game, &to);
}

/* ---------------------------------------------------------------- requests */

static bool travel(struct table *table, const struct event *event)
{
    enum request request = event->request == REQ_ENTER || event->request == REQ_PAGE_DOWN
                               ? REQ_STEP_NEXT
                           : event->request == REQ_PAGE_UP ? REQ_STEP_BACK
                                                           : event->request;
    bool page = event->request == REQ_PAGE_DOWN || event->request == REQ_PAGE_UP;
    struct spot here = table->game.spot;
    /* While a ply is stepped through, its start is behind the reader. */
    bool walks = session_walks(&table->game) && (request == REQ_STEP_BACK || request == REQ_START);
    if (walks && (!page || !spot_back(&here)))
        session_go(&table->game, &table->game.spot);
    else
        session_travel(&table->game, request, page ? PAGE_PLIES : 1);
    return true;
}

static bool travel_to_note(struct table *table, const struct event *event)
{
    if (!session_walk_noted(&table->game, event->request == REQ_NOTE_NEXT ? 1 : -1))
        app_say(table->view.app, "there are no notes in that direction");
    return true;
}

/* True for Enter in every panel but the notes, where it only serves an open menu. */
static bool can_enter(const struct table *table, enum request request)
{
    (void)request;
    return table->focus != FOCUS_NOTES || table->menu.title;
}

static bool table_walk(struct table *table, const struct event *event);

const struct table_action table_replay_actions[] = {
    {REQ_STEP_NEXT, .event = travel},
    {REQ_ENTER, .can = can_enter, .event = travel},
    {REQ_STEP_BACK, .event = travel},
    {REQ_PAGE_DOWN, .event = travel},
    {REQ_PAGE_UP, .event = travel},
    {REQ_START, .event = travel},
    {REQ_END, .event = travel},
    {REQ_SIBLING_NEXT, {IF_MOVES}, .event = travel},
    {REQ_SIBLING_PREVIOUS, {IF_MOVES}, .event = travel},
    {REQ_FORK_NEXT, {IF_MOVES}, .event = travel},
    {REQ_FORK_PREVIOUS, {IF_MOVES}, .event = travel},
    {REQ_NOTE_NEXT, .event = travel_to_note},
    {REQ_NOTE_PREVIOUS, .event = travel_to_note},
    {REQ_MEMBER_NEXT, {IF_UNCOMPOSED}, .event = table_walk},
    {REQ_MEMBER_BACK, {IF_UNCOMPOSED}, .event = table_walk},
    {REQ_CELL_NEXT, {IF_UNCOMPOSED}, .event = table_walk},
    {REQ_CELL_BACK, {IF_UNCOMPOSED}, .event = table_walk},
    {REQ_UP, .by = game_replay_choose, .step = -1},
    {REQ_DOWN, .by = game_replay_choose, .step = 1},
    {REQ_GO_TO, .event = ask_number},
    {REQ_EXPLODE, .act = game_replay_explode},
    {REQ_FOLD, .act = toggle_fold},
    {REQ_FOLD_ALL, .by = game_replay_fold_all, .step = true},
    {REQ_UNFOLD_ALL, .by = game_replay_fold_all, .step = false},
    {REQ_PLAY, .act = play_by_itself},
    /* Only during automatic replay, because otherwise "-" begins "--". */
    {REQ_FASTER, {IF_REPLAYING}, .by = game_replay_speed, .step = -1},
    {REQ_SLOWER, {IF_REPLAYING}, .by = game_replay_speed, .step = 1},
    {REQ_GAME_NEXT, {IF_LIST}, .by = game_replay_neighbour, .step = 1},
    {REQ_GAME_PREVIOUS, {IF_LIST}, .by = game_replay_neighbour, .step = -1},
    {REQ_SEARCH_NEXT, {IF_HITS}, .by = next_hit, .step = 1},
    {REQ_SEARCH_PREVIOUS, {IF_HITS}, .by = next_hit, .step = -1},
    {0},
};

/* ---- Stepping through the next ply (tui/session/session_walk.c). */

/* Show that nothing follows; or, if the last ply has members, how to step through them. */
static void say_end(struct table *table)
{
    const struct track *track = &table->game.track;
    const char *end = "this is the end of the line";
    char key[32];
    if (!track->plies || ply_walk_members(&track->ply[track->plies - 1]) < 2 ||
        !*app_key_text(table->view.app, &table->view, REQ_MEMBER_BACK, key, sizeof key))
        app_say(table->view.app, "%s", end);
    else
        app_say(table->view.app, "%s: %s goes back into its last ply, member by member", end, key);
}

static bool table_walk(struct table *table, const struct event *event)
{
    bool on = event->request == REQ_MEMBER_NEXT || event->request == REQ_CELL_NEXT, moved;
    switch (event->request) {
    case REQ_MEMBER_NEXT:
        if (*event->argument)
            return game_command_run(&table->game, REQ_MEMBER_NEXT, event->argument);
        moved = session_walk_on(&table->game);
        break;
    case REQ_CELL_NEXT:
        moved = session_walk_cell_on(&table->game);
        break;
    case REQ_MEMBER_BACK:
        moved = session_walk_back(&table->game);
        break;
    case REQ_CELL_BACK:
        moved = session_walk_cell_back(&table->game);
        break;
    default:
        return false;
    }
    if (!moved && on)
        say_end(table);
    else if (!moved)
        app_say(table->view.app, "this is the start of the game");
    return true;
}

/* ---------------------------------------------------------------- what is shown */

void table_walk_board(struct table *table)
{
    struct ply ply = {0};
    struct draft draft = {0};
    cell_t path[WALK_CELLS_MAX];
    struct walk_place place = table->game.walk;
    const struct step_note *note = session_walk_note(&table->game);
    if (!session_walk_ply(&table->game, &ply)) {
        ply_free(&ply);
        return;
    }
    ply_walk_draft(&table->game.track.now, &ply, place, &draft);
    board_scene_walk(&table->board, &draft, ply_walk_is_made(&ply, place));
    if (note && !table->marks_hidden)
        board_scene_notes(&table->board, &note->marks);
    int n = place.member < ply_walk_members(&ply)
                ? ply_walk_path(&table->game.track.now, &ply, place.member, path, WALK_CELLS_MAX)
                : 0;
    for (int i = 0; i < place.cell && i < n; i++)
        board_scene_add(&table->board, path[i], MARK_NUMBER, i + 1, NULL);
    if (!place.cell)
        board_scene_last(&table->board, &draft.ply);
    draft_clear(&draft);
    ply_free(&ply);
}

void table_walk_status(struct table *table, char *out, size_t size)
{
    /* If the notes panel is hidden, the status line describes the member in full. */
    session_walk_words(&table->game, !table->layout.notes.rows || table->editing, out, size);
}

void table_walk_aloud(struct table *table, char *out, size_t size)
{
    out[0] = '\0';
    if (session_walks(&table->game))
        session_walk_words(&table->game, true, out, size);
}

void table_walk_notes(struct table *table, struct page *page)
{
    struct ply ply = {0};
    char text[400];
    const struct step_note *note = session_walk_note(&table->game);
    if (session_walk_ply(&table->game, &ply)) {
        table->game.rules->rules->format(&table->game.track.now, &ply, FORM_SHORT, text,
                                         sizeof text);
        page_add(page, ROLE_DIM, 2, text);
        session_walk_label(&table->game, text, sizeof text);
        page_addf(page, ROLE_MOVE, 2, "%s%s", text,
                  table->game.walk.member == ply_walk_members(&ply) ? ", the last one" : "");
        ply_walk_words(&table->game.track.now, &ply, table->game.walk, text, sizeof text);
        if (*text)
            page_add(page, ROLE_TEXT, 0, text);
    }
    if (note) {
        struct told_list told = {0};
        told_step(&table->game, &table->game.track.now, ply.n ? &ply : NULL, note, &told);
        table_add_told(table, page, &told);
        told_free(&told);
    }
    ply_free(&ply);
}
