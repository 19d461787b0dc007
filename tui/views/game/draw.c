/* draw.c - draws the panels of the view of a game in the places that tui/boards/board_panels.c
 * chose. */
#include "config.h"

#include "core/position_text.h"
#include "tui/boards/board_scene.h"
#include "tui/session/words/place_words.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct board_view table_board_view(const struct table *table)
{
    const struct app *app = table->view.app;
    bool large = table->game.rules && table->game.rules->board->cells >= TABLE_LARGE_BOARD;
    struct board_view view = {
        .position = table->game.rules ? &table->board.shown : NULL,
        .size = table->layout.size,
        .turn = table->turn,
        .charset = app_charset(app),
        .coordinates = app_choice(app, SET_COORDINATES) == 0,
        .shaded = app_mono(app),
        .quiet = !app_mono(app) && large,
        .least = true,
        .plain = app_choice(app, SET_A11Y) == 1,
        .slim = large,
        .still = table->focus != FOCUS_BOARD && !table->marking,
        .mark = table->board.mark,
        .marks = table->board.marks,
        .top = table->board_top,
        .left = table->board_left,
        .fold = table->board_fold,
        .folded = table->board_folded,
        .rows = table->layout.board.rows,
        .columns = table->layout.board.columns,
    };
    app_pieces(app, &view);
    return view;
}

/* ---------------------------------------------------------------- the board */

/* Add the marks of the current ply to the board, except those of hidden annotators. */
static void add_notes(struct table *table, struct board_scene *board)
{
    const struct marks *marks = edit_marks(table_record(table), &table->game.spot);
    struct marks shown;
    if (!table_hides_any(table)) {
        board_scene_notes(board, marks);
        return;
    }
    for (int i = 0; marks && i < marks->n; i++)
        if (!table_hides(table, mark_author(&marks->v[i]))) {
            shown = (struct marks){.v = &marks->v[i], .n = 1};
            board_scene_notes(board, &shown);
        }
}

void table_make_board(struct table *table)
{
    struct board_scene *board = &table->board;
    const struct track *track = &table->game.track;
    board_scene_begin(board, &track->now);
    bool cursor = table->focus == FOCUS_BOARD || table->marking || table->inspecting;
    /* In the light style the terminal's own cursor shows the cell. */
    if (cursor && !app_light(table->view.app))
        board_scene_add(board, table->cursor, MARK_CURSOR, 0, NULL);
    if (table->game.composing) {
        board_scene_draft(board, &table->game.compose.draft);
        board_scene_choices(board, &table->game.compose.choices, table->game.compose.dead,
                            table->numbers);
        /* mark what the piece will reach from here with its present facing */
        if (compose_can_turn(&table->game.compose))
            board_scene_reach(board, compose_turner(&table->game.compose));
        if (!table->numbers) /* mark the cells of the possible choices */
            board_scene_begun(board, &table->game.compose.draft.ply);
        return;
    }
    if (session_walks(&table->game)) {
        table_walk_board(table);
        return;
    }
    board_scene_check(board, track_verdict(&table->game.track));
    if (table->inspecting) {
        board_scene_reach(board, table->cursor);
        return;
    }
    if (!table->marks_hidden && !table->game.guessing)
        add_notes(table, board);
    if (track->plies && !track->broken)
        board_scene_last(board, &track->ply[track->plies - 1]);
}

cell_t table_looked_at(const struct table *table)
{
    return board_scene_looked_at(&table->board, table->cursor);
}

/* Choose the visible part of a board that is larger than its panel. If the board has to scroll
 * during a replay, scroll to where the next plies will be visible as well, because on a slow
 * terminal each scroll costs as much as several plies. */
static void game_draw_follow(struct table *table, const struct board_art *art,
                             struct board_view *view)
{
    enum { AHEAD = 24 };
    cell_t next[AHEAD];
    int row, column;
    view->unseen = !table->board_seen;
    table->board_seen = true;
    if (view->still && !session_walks(&table->game) &&
        (view->unseen || !art->locate(view, table->cursor, &row, &column))) {
        view->next = next;
        view->nexts = table->back ? track_behind(&table->game.track, next, AHEAD)
                                  : track_ahead(&table->game.track, table_record(table),
                                                &table->game.spot, table->game.choice, next, AHEAD);
    }
    art->follow(view, table->cursor);
    view->next = NULL;
    view->nexts = 0;
    table->board_top = view->top;
    table->board_left = view->left;
    table->board_fold = view->fold;
    table->board_folded = view->folded;
}

static void game_draw_draw_board(struct table *table, struct scene *scene)
{
    const struct panel_layout *layout = &table->layout;
    const struct board_art *art = board_art_for(table->game.rules);
    struct board_view view = table_board_view(table);
    int row, column;
    if (art->follow)
        game_draw_follow(table, art, &view);
    art->draw(&view, scene, layout->board.row, layout->board.column);
    table_draw_seats(table, scene);
    bool cursor = table->focus == FOCUS_BOARD || table->marking || table->inspecting;
    cell_t cell = cursor ? table->cursor : table_looked_at(table);
    if ((cursor || session_walks(&table->game) || scene->cursor_row < 0) &&
        art->locate(&view, cell, &row, &column)) {
        scene->cursor_row = layout->board.row + row;
        scene->cursor_column = layout->board.column + column;
    }
}

/* ---------------------------------------------------------------- the moves */

static bool game_draw_hides(const void *reader, const char *by)
{
    return table_hides(reader, by);
}

static void build_tree(struct table *table, int width)
{
    const struct record *record = table_record(table);
    struct tree_source *source = &table->source;
    const struct panel_layout *layout = &table->layout;
    /* Without room for all, the moves are more important than comments: the notes panel shows
     * those on the current ply. */
    bool roomy = layout->notes.rows == 0 || layout->moves.rows > 30;
    enum charset charset = app_charset(table->view.app);
    enum tree_comments comments =
        roomy && !layout->detail.rows ? TREE_COMMENTS_FULL : TREE_COMMENTS_MARK;
    if (!table->tree_stale && source->width == width && source->charset == charset &&
        source->comments == comments)
        return;
    *source = (struct tree_source){
        .record = record,
        .texts = &table->texts,
        .sides = table->game.rules ? table->game.rules->sides : 2,
        .first_number = table->game.rules ? (int)table->game.start.fullmove : 1,
        .first_side = table->game.rules ? table->game.start.side : 0,
        .width = width,
        .charset = charset,
        .comments = comments,
        .spot = &table->game.spot,
        .choice = table->game.choice,
        .folds = &table->folds,
        .hides = table_hides_any(table) ? game_draw_hides : NULL,
        .reader = table,
        .hide_rest = table->game.guessing,
        .result = table->result_text,
    };
    tree_build(&table->tree, source);
    table->tree_stale = false;
}

/* The row of the member that is shown while the user steps through a ply; -1: none. */
static int find_member(struct table *table)
{
    struct tree_source *source = &table->source;
    struct spot ahead = table->game.spot;
    source->member =
        session_walks(&table->game) && spot_next(table_record(table), &ahead, table->game.choice)
            ? session_walk_part(&table->game)
            : 0;
    source->walked = source->member ? tree_find(&table->tree, &ahead) : -1;
    return tree_row_of_member(&table->tree, source->walked, source->member);
}

static void draw_moves(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.moves;
    build_tree(table, area->columns);
    int current = tree_nearest(&table->tree, &table->game.spot), member = find_member(table);
    int row = member >= 0 ? member : current >= 0 ? tree_row_of(&table->tree, current) : 0;
    if (!table->tree_scrolled)
        table->tree_top =
            tree_followed(&table->tree, table->tree_top, area->rows, row, table->game.choice);
    if (table->tree_top > table->tree.rows - area->rows)
        table->tree_top = table->tree.rows - area->rows;
    if (table->tree_top < 0)
        table->tree_top = 0;
    tree_draw(&table->tree, &table->source, scene, area->row, area->column, area->rows,
              table->tree_top, current);
    if (current < 0 && member < 0) { /* the start of the game has no row of its own in the tree */
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
    if (table->tree.rows == 0)
        scene_text(scene, area->row, area->column + 1, area->columns, "no moves yet", ROLE_DIM,
                   ROLE_TEXT);
}

/* ---------------------------------------------------------------- the places */

/* Choose where the panels are (tui/boards/board_panels.h), in table->layout. */
static void lay_out(struct table *table, const struct area *body)
{
    const struct app *app = table->view.app;
    int cells = app_choice(app, SET_CELLS);
    bool lines = app_choice(app, SET_A11Y) == 1 && cells <= 0;
    enum { WITHOUT_GRID = 2 }; /* the largest size without a grid, for `a11y` alone */
    if (table->marking || (table->game.composing && !table->asked))
        table->card_alone = false; /* arrows are drawn on the board, so show it */
    struct board_panels panels = {
        .view = table_board_view(table),
        .rules = table->game.rules,
        .line_a_rank = lines,
        .size_most = lines        ? WITHOUT_GRID
                     : cells <= 0 ? -1
                                  : cells,
        .zoom = table->zoom,
        .seat_turn = table->seat_turn,
        .turn = table->turn,
        .turned = table->turned,
        .maximised = table->maximised,
        .board_first = table->board_first && !table->game.choice,
        .board_now = table_live_board_first(table),
        .composing = table->game.composing,
        .list = table->editing || table->menu.title,
        .entries = table->menu.title && !table->editing ? table->menu.n + 1 : 0,
        .card = table->inspecting,
        .card_alone = table->card_alone,
        .wide = table_wants_room(table),
        .openings = table->openings != NULL,
        .focus = table->focus,
    };
    board_panels_lay_out(&panels, body);
    table->focus = panels.focus;
    table->turn = panels.turn;
    table->layout = panels.layout;
}

/* ---- The title, the mode and the status line around the panels. */

/* True if the title or the status line must show whose turn it is. This is not needed when a
 * two-player game is replayed on a very large board with the moves beside it, because the column of
 * the ply shows the turn. Two more places that change with every ply would add a third to the bytes
 * that a slow terminal is sent. */
bool table_tells_turn(const struct table *table)
{
    if (table_live_by_lot(table) || table_ended(table))
        return false; /* sides are not assigned yet, or the game is over */
    return table->game.rules->board->cells < TABLE_LARGE_BOARD || !table->layout.moves.rows ||
           table->game.rules->sides > 2 || table->game.play || table->game.composing ||
           table->game.guessing || table_live_on(table);
}

void table_ply_label(struct table *table, char *out, size_t size)
{
    const struct record *record = table_record(table);
    const struct node *node = spot_node(record, &table->game.spot);
    char number[24] = "";
    int used = 0;
    if (!node) {
        snprintf(out, size, "start");
        return;
    }
    uint64_t path = path_start();
    for (int i = 0, plies = spot_plies(&table->game.spot); i < plies; i++)
        path = path_on(path, spot_path(record, &table->game.spot, i)->text);
    if (table->game.rules && !table->game.track.broken) {
        const struct position *before = &table->game.track.before;
        used = ply_number_write((int)before->fullmove, before->side, table->game.rules->sides,
                                number, sizeof number - 1);
        if (before->side == 0 || table->game.rules->sides > 2)
            number[used] = ' ';
    }
    snprintf(out, size, "%s%s", number, ply_text(&table->texts, record, &table->game.spot, path));
}

/* Write the title at a level of `shortness`: 0 in full; 1 with only "4 of 28" to say which game of
 * the list this is; 2 without that; 3 also without the result of an unfinished game. */
static void write_title(const struct table *table, int shortness, struct face *face)
{
    const struct record *record = table_record(table);
    const char *score = record_text(record, "result.score");
    int sides = table->game.rules ? table->game.rules->sides : 2;
    size_t used = 0;
    const char *where = strrchr(table->where, '/') ? strrchr(table->where, '/') + 1 : table->where;
    const char *number = strrchr(where, ',');
    if (shortness && number)
        where = number + 2;
    if (shortness > 1)
        where = "";
    face->title[0] = '\0';
    text_add(face->title, sizeof face->title, &used, "%s%s", where, *where ? "  " : "");
    const char *player[SIDES_MAX];
    char nameless[120];
    for (int side = 0; side < sides; side++)
        player[side] = record_player_known(record, side_letter(side));
    bool resumed = table->from.resumed && table->game.rules &&
                   words_nameless_game(ruleset_title(table->game.rules), player, sides, nameless,
                                       sizeof nameless);
    bool named = record_is_named(record) && !resumed;
    if (resumed)
        text_add(face->title, sizeof face->title, &used, "%s", nameless);
    else if (!named)
        text_add(face->title, sizeof face->title, &used, "%.120s",
                 record_text(record, "event.name"));
    if (named) {
        char marked[SIDES_MAX][64], players[200];
        for (int side = 0; side < sides; side++) {
            snprintf(marked[side], sizeof marked[side], "%.40s%s", player[side],
                     table_name_mark(table, player[side]));
            player[side] = marked[side];
        }
        words_players(player, sides, false, NULL, players, sizeof players);
        text_add(face->title, sizeof face->title, &used, "%s", players);
    }
    bool ended = *score && strcmp(score, "*") != 0;
    if (ended || shortness < 3)
        text_add(face->title, sizeof face->title, &used, "  %s", *score ? score : "*");
}

static void game_draw_title(struct table *table, struct face *face, int columns)
{
    enum { SHORTEST = 3 };
    const struct record *record = table_record(table);
    char label[200];
    int plies = spot_plies(&table->game.spot),
        rest = spot_line(record, &table->game.spot)->n - table->game.spot.ply;
    label[0] = '\0';
    /* If the moves are visible the ply is marked there, and each changed line is expensive on a
     * slow terminal. */
    if (!table->layout.moves.rows)
        table_ply_label(table, label, sizeof label);
    snprintf(face->title_side, sizeof face->title_side, "%.80s", label);
    snprintf(face->title_ply, sizeof face->title_ply, "%*d/%d",
             plies + rest > 99  ? 3
             : plies + rest > 9 ? 2
                                : 1,
             plies, plies + rest);
    int aside = scene_columns(face->title_side) + scene_columns(face->title_ply) + (*label ? 6 : 4);
    for (int shortness = 0; shortness <= SHORTEST; shortness++) {
        write_title(table, shortness, face);
        if (scene_columns(face->title) + aside <= columns)
            break;
        if (shortness == SHORTEST && !plies)
            face->title_side[0] = '\0'; /* omit "start", because the counter 0/35 shows it */
    }
    size_t used = strlen(face->title);
    const char *variant = record_variant(record);
    char own[80];
    /* The whole definition of a custom board would not fit, so show its name and size. */
    if (table->game.rules && custom_definition(table->game.rules->id)) {
        const struct rules *rules = table->game.rules->rules;
        const char *name = rules->name ? rules->name(table->game.rules) : "";
        snprintf(own, sizeof own, "%.60s %dx%d", *name ? name : "custom",
                 table->game.rules->board->files, table->game.rules->board->ranks);
        variant = own;
    }
    if (scene_columns(face->title) + aside + 2 + scene_columns(variant) <= columns)
        text_add(face->title, sizeof face->title, &used, "  %s", variant);
}

/* Describe automatic replay: "[####......] 12/33 2.0 s a ply", or inside a ply "[####......] 12/33
 * member 2 of 5 1.0 s a member". */
static void play_status(struct table *table, char *out, size_t size)
{
    enum { BAR = 10 };
    static const char full[] = "##########", rest[] = "..........";
    int plies = spot_plies(&table->game.spot),
        all = plies + spot_line(table_record(table), &table->game.spot)->n - table->game.spot.ply;
    int done = all ? plies * BAR / all : BAR;
    bool members = session_walks(&table->game);
    double seconds =
        atoi(app_setting(table->view.app, members ? SET_MEMBER_SPEED : SET_SPEED)) / 10.0;
    int used = snprintf(out, size, "[%.*s%.*s] %d/%d  ", done, full, BAR - done, rest, plies, all);
    if (members)
        table_walk_status(table, out + used, size - (size_t)used);
    size_t length = strlen(out);
    text_add(out, size, &length, members ? "  %.1f s a member" : "%.1f s a ply", seconds);
}

/* If the board is alone on the screen, show the ply being composed on one line: in the title, or in
 * the status line if there is no title. On the narrowest screens it replaces the mode as well. */
static void title_alone(struct table *table, const struct area *whole, struct face *face)
{
    enum { MODE_FROM = 40 /* columns */ };
    bool titled = whole->row > 0;
    char text[200], state[200];
    if (!table->game.composing || !table->layout.board.rows || table->layout.notes.rows ||
        table->layout.moves.rows)
        return;
    compose_text(&table->game.compose, text, sizeof text);
    table_compose_status(table, state, sizeof state);
    if (titled)
        face->title_side[0] = face->title_ply[0] = face->status[0] = '\0';
    else if (whole->columns < MODE_FROM)
        face->mode[0] = '\0';
    snprintf(titled ? face->title : face->status, titled ? sizeof face->title : sizeof face->status,
             "%.80s  %.150s", text, state);
}

/* Add the names of hidden annotators, so that the user always sees that notes are hidden. */
static void add_hidden(const struct layers *layers, char *out, size_t size)
{
    size_t used = strlen(out);
    int hidden = 0, last = 0;
    for (int i = 0; i < layers->n; i++)
        if (layers->v[i].hidden) {
            hidden++;
            last = i;
        }
    if (hidden == 1)
        text_add(out, size, &used, ", %.24s hidden",
                 last == layers_find(layers, NULL) ? "unsigned notes" : layers->v[last].by);
    else if (hidden)
        text_add(out, size, &used, ", notes of %d hidden", hidden);
}

static void game_draw_status(struct table *table, struct face *face)
{
    static const char *const words[] = {"BOARD", "REPLAY", "NOTES"};
    const char *word = table->editing          ? "COMMENT"
                       : table->marking        ? "MARKS"
                       : table->game.composing ? "COMPOSE"
                       : table->game.trial     ? "TRIAL"
                       : table->game.guessing  ? "GUESS"
                       : table->game.play      ? (table->over ? "OVER" : "PLAY")
                       : table->playing        ? "AUTOPLAY"
                                               : words[table->focus];
    snprintf(face->mode, sizeof face->mode, "%s", word);
    snprintf(face->status_side, sizeof face->status_side, "%s", table_state(table));
    add_hidden(&table->game.layers, face->status_side, sizeof face->status_side);
    if (table->game.composing) {
        char text[160], state[200];
        compose_text(&table->game.compose, text, sizeof text);
        table_compose_status(table, state, sizeof state);
        snprintf(face->status, sizeof face->status, "pending: %.80s   %.150s", text, state);
    } else if (table->playing) {
        play_status(table, face->status, sizeof face->status);
    } else if (table->game.track.broken) {
        snprintf(face->status, sizeof face->status,
                 "the plies from %d on cannot be replayed: %.180s", table->game.track.plies + 1,
                 table->game.track.why.text);
    } else if (!table->game.rules) {
        snprintf(face->status, sizeof face->status, "%.250s", table->game.unknown.text);
    } else if (session_walks(&table->game) && !table->marking) {
        table_walk_status(table, face->status, sizeof face->status);
    } else if (table->marking) {
        snprintf(face->status, sizeof face->status, "brush %s%s%s", mark_color_name(table->brush),
                 *table->arrow ? ", arrow from " : "", table->arrow);
    } else if (*table_computer_status(table)) {
        snprintf(face->status, sizeof face->status, "%s", table_computer_status(table));
    } else if (table->game.offer >= 0) {
        table_offer_text(table, face->status, sizeof face->status);
    } else if (table_hit(table)) {
        snprintf(face->status, sizeof face->status, "match %d of %d%s", table_hit(table),
                 table->from.hits, table->from.hits > 1 ? ", n next" : "");
    } else if (((table->layout.board.rows && table->layout.seat_row[1] < 0) ||
                table->layout.detail.rows) &&
               table_tells_turn(table)) {
        char clock[CLOCK_ROOM];
        bool told = table_clock_text(table, table->game.track.now.side, clock);
        snprintf(face->status, sizeof face->status, "%s %s", side_name(table->game.track.now.side),
                 told ? clock + table_clock_noughts(clock) : "to move");
        face->status_of_ply = true;
    } else if (table->game.spot.depth) {
        snprintf(face->status, sizeof face->status, "variation, %s",
                 table->game.spot.depth == 1 ? "^ to the game" : "^ up");
    } else if (table->game.rules && table->game.track.plies && !table_ended(table) &&
               ply_walk_members(&table->game.track.ply[table->game.track.plies - 1]) > 1) {
        char text[160];
        snprintf(face->status, sizeof face->status, "a cascade of %d members: %s",
                 ply_walk_members(&table->game.track.ply[table->game.track.plies - 1]),
                 app_words(table->view.app, &table->view, "{member-back} walks through it", text,
                           sizeof text));
    }
}

/* Write title, mode and status of a game whose view has the area `whole`. */
static void write_face(struct table *table, const struct area *whole, struct face *face)
{
    game_draw_title(table, face, whole->columns);
    game_draw_status(table, face);
    title_alone(table, whole, face);
}

/* ---------------------------------------------------------------- everything */

/* On a very wide screen, draw on the left the list that the game was opened from. Returns the area
 * that is left for the game. */
static struct area game_draw_dock(struct table *table, struct scene *scene, const struct area *body)
{
    enum { DOCK_FROM = 200, DOCK = 48 };
    struct area left = *body;
    if (body->columns < DOCK_FROM || !table->from.dock || table->maximised)
        return left;
    table->from.dock(table->from.list, scene,
                     &(struct area){body->row, body->column, body->rows, DOCK - 2});
    app_wall(table->view.app, scene, body->row, body->column + DOCK - 2, body->rows);
    left.column += DOCK;
    left.columns -= DOCK;
    return left;
}

void table_draw(struct view *view, struct scene *scene, const struct area *whole, struct face *face)
{
    struct table *table = table_of(view);
    struct panel_layout *layout = &table->layout;
    struct area room = game_draw_dock(table, scene, whole), *body = &room;
    if (table->game.rules)
        table_make_board(table);
    lay_out(table, body);
    write_face(table, whole, face);
    if (table->live)
        table_live_face(table, face);
    table_together_face(table, face);
    if (layout->moves.rows)
        draw_moves(table, scene);
    if (layout->detail.rows) {
        table_words_face(table, scene, face);
        table_words_draw(table, scene);
    }
    if (layout->board.rows)
        game_draw_draw_board(table, scene);
    if (layout->board.rows && (layout->moves.rows || layout->notes.rows)) {
        const struct area *panel = layout->moves.rows ? &layout->moves
                                   : layout->map.rows ? &layout->map
                                                      : &layout->notes;
        if (panel->column > layout->board.column + layout->board.columns)
            app_wall(view->app, scene, body->row, panel->column - 2, body->rows);
        else
            app_rule(view->app, scene, panel->row - 1, body->column, body->columns);
    }
    if (layout->map.rows) {
        struct board_view board = table_board_view(table);
        cell_t cursor = app_light(view->app) ? CELL_NONE : table->cursor;
        board_map_draw(&board, cursor, scene, layout->map.row, layout->map.column);
        if (layout->notes.rows) {
            board_map_legend(scene, layout->map.row, layout->map.column + layout->map.columns + 1,
                             layout->notes.columns - layout->map.columns - 1);
            app_rule(view->app, scene, layout->notes.row - 1, layout->notes.column - 1,
                     layout->notes.columns + 1);
        }
    }
    if (layout->moves.rows && layout->notes.rows) {
        if (layout->notes.column > layout->moves.column)
            app_wall(view->app, scene, layout->notes.row, layout->notes.column - 2,
                     layout->notes.rows);
        else
            app_rule(view->app, scene, layout->notes.row - 1, layout->notes.column - 1,
                     layout->notes.columns + 1);
    }
    table->notes_cut = false;
    if (layout->notes.rows)
        table_draw_notes(table, scene, &layout->notes);
    table_openings_draw(table, scene);
}

/* ---- Describes changes in a sentence, for screen readers: after a step the ply, inside a ply what
 * is in the air, and for the cursor on the board what is on its cell. */

struct aloud {
    char *out;
    size_t size, used;
};

static void say_aloud(void *self, const char *sentence)
{
    struct aloud *aloud = self;
    text_add(aloud->out, aloud->size, &aloud->used, "%s%.240s.", aloud->used ? " " : "", sentence);
}

/* Describe the last ply: "cle: 1...e5: Black Pawn from e7 goes to e5"; then whose turn it is, or
 * how the game ended. In a live game the player is named. */
static void tell_ply(struct table *table, bool brief, char *out, size_t size)
{
    char label[300], words[WORDS_ROOM], text[600];
    size_t used = 0;
    struct aloud aloud = {out, size, 0};
    const struct track *track = &table->game.track;
    const struct node *node = spot_node(table_record(table), &table->game.spot);
    const char *name = record_player_known(table_record(table), side_letter(track->before.side));
    out[0] = '\0';
    if (!node) {
        say_aloud(&aloud, "The start of the game");
    } else if (!track->broken) {
        table_ply_label(table, label, sizeof label);
        words_last_ply(&table->game, words, sizeof words);
        if (table_live_on(table))
            text_add(text, sizeof text, &used, "%s%s: ", name, table_name_mark(table, name));
        text_add(text, sizeof text, &used, "%.160s%s%.200s%s", label, *words ? ": " : "", words,
                 layers_show_ply(&table->game.layers, node) ? ", with notes" : "");
        text_add(out, size, &aloud.used, "%s.", text);
    }
    if (!brief || track->broken)
        words_turn(&table->game, say_aloud, &aloud);
}

void table_deed(struct table *table, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(table->deed, sizeof table->deed, format, list);
    va_end(list);
}

/* Describe the ply being composed: its last member, and what can be chosen next. */
static void tell_pending(struct table *table, char *out, size_t size)
{
    const struct compose *compose = &table->game.compose;
    const struct ply *ply = &compose->draft.ply;
    char status[300];
    size_t used = 0;
    out[0] = '\0';
    if (compose->draft.moves)
        words_member(&compose->before, ply, ply_walk_members(ply) - 1, out, size);
    used = strlen(out);
    table_compose_status(table, status, sizeof status);
    text_add(out, size, &used, "%s%s", used && *status ? ": " : "", status);
}

bool table_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct table *table = table_of(view);
    struct table_told now = {.spot = table->game.spot,
                             .walk = table->game.walk,
                             .cursor = table->cursor,
                             .told = true},
                      was = table->told;
    if (table->game.composing)
        tell_pending(table, now.pending, sizeof now.pending);
    char deed[TABLE_DEED_ROOM];
    snprintf(deed, sizeof deed, "%s", table->deed);
    table->deed[0] = '\0';
    table->told = now;
    out[0] = '\0';
    if (!was.told || !table->game.rules || table->editing || table->menu.title)
        return false;
    if (!spot_same(&was.spot, &now.spot)) {
        tell_ply(table, brief, out, size);
    } else if (was.walk.member != now.walk.member || was.walk.cell != now.walk.cell) {
        table_walk_aloud(table, out, size);
    } else if (*now.pending && strcmp(was.pending, now.pending) != 0) {
        snprintf(out, size, "%s", now.pending);
    } else if (*deed) {
        snprintf(out, size, "%s", deed);
    } else if (was.cursor != now.cursor && now.cursor != CELL_NONE) {
        table_make_board(table);
        table_tell_cell(table, now.cursor, out, size);
    }
    return *out != '\0';
}

/* ---- Menus in place of the notes panel: promotions, judgements, actions. */

void table_menu_open(struct table *table, const char *title, void (*chosen)(struct view *, int))
{
    menu_begin(&table->menu, title);
    table->chosen = chosen;
    table->cancelled = NULL;
}

void table_menu_add(struct table *table, int value, const char *text)
{
    menu_add(&table->menu, value, text);
}

void table_menu_take(struct table *table)
{
    int value = table->menu.value[table->menu.at];
    void (*chosen)(struct view *, int) = table->chosen;
    table->menu.title = NULL;
    chosen(&table->view, value);
}

bool table_menu_key(struct table *table, uint32_t key)
{
    switch (menu_key(&table->menu, key)) {
    case MENU_MOVED:
        return true;
    case MENU_CHOSEN:
        table_menu_take(table);
        return true;
    case MENU_LEFT:
        table->menu.title = NULL;
        if (table->cancelled)
            table->cancelled(&table->view);
        return true;
    default:
        return app_beside(table->view.app, key) || (key != ':' && key != '?' && key < 0x110000);
    }
}
