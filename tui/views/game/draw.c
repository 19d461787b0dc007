/* draw.c - draws the table's panels in the places that tui/views/game/layout.c chose. */
#include "config.h"
#include "tui/views/game/collections.h"
#include "tui/views/game/live.h"
#include "tui/views/game/following.h"

#include "core/position_text.h"
#include "tui/boards/board_map.h"
#include "tui/session/describe.h"

#include <string.h>

struct board_view table_board_view(const struct table *table)
{
    const struct app *app = table->view.app;
    bool large = table->rules && table->rules->board->cells >= TABLE_LARGE_BOARD;
    return (struct board_view){
        .position = table->rules ? &table->board.shown : NULL,
        .size = table->layout.size,
        .turn = table->turn,
        .charset = app_charset(app),
        .coordinates = app_choice(app, SET_COORDINATES) == 0,
        .symbols = app_choice(app, SET_PIECES) == 1,
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
}

/* ---------------------------------------------------------------- the board */

/* Add the marks of the ply, except those of hidden annotators. */
static void add_notes(struct table *table, struct board_scene *board)
{
    const struct marks *marks = edit_marks(table_record(table), &table->spot);
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
    const struct track *track = &table->track;
    board_scene_begin(board, &track->now);
    bool cursor = table->focus == FOCUS_BOARD || table->marking || table->inspecting;
    if (cursor && !app_light(table->view.app)) /* otherwise the terminal's own cursor shows it */
        board_scene_add(board, table->cursor, MARK_CURSOR, 0, NULL);
    if (table->composing) {
        board_scene_draft(board, &table->compose.draft);
        board_scene_choices(board, &table->compose.choices, table->compose.dead, table->numbers);
        if (compose_can_turn(&table->compose)) /* what the piece will reach from here with this facing */
            board_scene_reach(board, compose_turner(&table->compose));
        if (!table->numbers) /* the possible choices */
            board_scene_begun(board, &table->compose.draft.ply);
        return;
    }
    if (table_walks(table)) {
        table_walk_board(table);
        return;
    }
    board_scene_check(board, track_verdict(&table->track));
    if (table->inspecting) {
        board_scene_reach(board, table->cursor);
        return;
    }
    if (!table->marks_hidden && !table->guessing)
        add_notes(table, board);
    if (track->plies && !track->broken)
        board_scene_last(board, &track->ply[track->plies - 1]);
}

cell_t table_looked_at(const struct table *table)
{
    return board_scene_looked_at(&table->board, table->cursor);
}

/* Choose the visible part of a board that is too large. If it has to scroll during a replay, it moves to where the
 * next plies will be visible, too: on a slow terminal each scroll costs as much as several plies. */
static void follow(struct table *table, const struct board_art *art, struct board_view *view)
{
    enum { AHEAD = 24 };
    cell_t next[AHEAD];
    int row, column;
    view->unseen = !table->board_seen;
    table->board_seen = true;
    if (view->still && !table_walks(table) && (view->unseen || !art->locate(view, table->cursor, &row, &column))) {
        view->next = next;
        view->nexts = table->back ? track_behind(&table->track, next, AHEAD)
                                  : track_ahead(&table->track, table_record(table), &table->spot, table->choice, next, AHEAD);
    }
    art->follow(view, table->cursor);
    view->next = NULL;
    view->nexts = 0;
    table->board_top = view->top;
    table->board_left = view->left;
    table->board_fold = view->fold;
    table->board_folded = view->folded;
}

static void draw_board(struct table *table, struct scene *scene)
{
    const struct table_layout *layout = &table->layout;
    const struct board_art *art = board_art_for(table->rules);
    struct board_view view = table_board_view(table);
    int row, column;
    if (art->follow)
        follow(table, art, &view);
    art->draw(&view, scene, layout->board.row, layout->board.column);
    table_draw_seats(table, scene);
    bool cursor = table->focus == FOCUS_BOARD || table->marking || table->inspecting;
    cell_t cell = cursor ? table->cursor : table_looked_at(table);
    if ((cursor || table_walks(table) || scene->cursor_row < 0) && art->locate(&view, cell, &row, &column)) {
        scene->cursor_row = layout->board.row + row;
        scene->cursor_column = layout->board.column + column;
    }
}

/* ---------------------------------------------------------------- the moves */

static bool hides(const void *reader, const char *by)
{
    return table_hides(reader, by);
}

static void build_tree(struct table *table, int width)
{
    const struct record *record = table_record(table);
    struct tree_source *source = &table->source;
    bool roomy = table->layout.notes.rows == 0 || table->layout.moves.rows > 30;
    enum charset charset = app_charset(table->view.app);
    enum tree_comments comments = roomy ? TREE_COMMENTS_SHORT : TREE_COMMENTS_MARK;
    if (table->layout.detail.rows)
        comments = TREE_COMMENTS_MARK; /* moves are more important than comments, which the next panel shows */
    else if (table->layout.notes.rows == 0)
        comments = TREE_COMMENTS_FULL;
    if (!table->tree_stale && source->width == width && source->charset == charset && source->comments == comments)
        return;
    *source = (struct tree_source){
        .record = record,
        .texts = &table->texts,
        .sides = table->rules ? table->rules->sides : 2,
        .first_number = table->rules ? (int)table->start.fullmove : 1,
        .first_side = table->rules ? table->start.side : 0,
        .width = width,
        .charset = charset,
        .comments = comments,
        .spot = &table->spot,
        .choice = table->choice,
        .folded = table->fold,
        .folds = table->folds,
        .fold_all = table->fold_all,
        .exploded = table->explode,
        .explosions = table->explosions,
        .hides = table_hides_any(table) ? hides : NULL,
        .reader = table,
        .hide_rest = table->guessing,
        .result = table->result_text,
    };
    tree_build(&table->tree, source);
    table->tree_stale = false;
}

/* The row of the member shown, while a ply is stepped through; -1: none. */
static int find_member(struct table *table)
{
    struct tree_source *source = &table->source;
    struct spot ahead = table->spot;
    source->member = table_walks(table) && spot_next(table_record(table), &ahead, table->choice) ? table_walk_part(table) : 0;
    source->walked = source->member ? tree_find(&table->tree, &ahead) : -1;
    return tree_row_of_member(&table->tree, source->walked, source->member);
}

static void draw_moves(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.moves;
    build_tree(table, area->columns);
    int current = tree_nearest(&table->tree, &table->spot), row = tree_row_of(&table->tree, current);
    int member = find_member(table);
    int fork = tree_fork_rows(&table->tree), chosen = tree_row_of_choice(&table->tree, table->choice);
    int below = fork ? fork + 1 : 2;
    if (current < 0)
        row = 0;
    if (member >= 0)
        row = member;
    if (!table->tree_scrolled) {
        int margin = area->rows / 4;
        below = below > margin ? below : margin;
        below = below < area->rows - 1 ? below : area->rows - 1;
        if (row + below >= table->tree_top + area->rows)
            table->tree_top = row + below - area->rows + 1;
        if (row - margin < table->tree_top)
            table->tree_top = row - margin;
        if (chosen >= table->tree_top + area->rows)
            table->tree_top = chosen - area->rows + 1;
    }
    if (table->tree_top > table->tree.rows - area->rows)
        table->tree_top = table->tree.rows - area->rows;
    if (table->tree_top < 0)
        table->tree_top = 0;
    tree_draw(&table->tree, &table->source, scene, area->row, area->column, area->rows, table->tree_top, current);
    if (current < 0 && member < 0) { /* the start of the game is not a ply of the tree */
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
    if (table->tree.rows == 0)
        scene_text(scene, area->row, area->column + 1, area->columns, "no moves yet", ROLE_DIM, ROLE_TEXT);
}

/* ---------------------------------------------------------------- everything */

/* On a very wide screen, draw the list that the game came from on the left; returns the area that is left for the
 * table. */
static struct area dock(struct table *table, struct scene *scene, const struct area *body)
{
    enum { DOCK_FROM = 200, DOCK = 48 };
    struct area left = *body;
    if (body->columns < DOCK_FROM || !table->from.dock || table->maximised)
        return left;
    table->from.dock(table->from.list, scene, &(struct area){body->row, body->column, body->rows, DOCK - 2});
    app_wall(table->view.app, scene, body->row, body->column + DOCK - 2, body->rows);
    left.column += DOCK;
    left.columns -= DOCK;
    return left;
}

void table_draw(struct view *view, struct scene *scene, const struct area *whole, struct face *face)
{
    struct table *table = table_of(view);
    struct table_layout *layout = &table->layout;
    struct area room = dock(table, scene, whole), *body = &room;
    if (table->rules)
        table_make_board(table);
    table_lay_out(table, body);
    table_face(table, whole, face);
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
        draw_board(table, scene);
    if (layout->board.rows && (layout->moves.rows || layout->notes.rows)) {
        const struct area *panel = layout->moves.rows ? &layout->moves : layout->map.rows ? &layout->map : &layout->notes;
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
            app_rule(view->app, scene, layout->notes.row - 1, layout->notes.column - 1, layout->notes.columns + 1);
        }
    }
    if (layout->moves.rows && layout->notes.rows) {
        if (layout->notes.column > layout->moves.column)
            app_wall(view->app, scene, layout->notes.row, layout->notes.column - 2, layout->notes.rows);
        else
            app_rule(view->app, scene, layout->notes.row - 1, layout->notes.column - 1, layout->notes.columns + 1);
    }
    table->notes_cut = false;
    if (layout->notes.rows)
        table_draw_notes(table, scene, &layout->notes);
    table_openings_draw(table, scene);
}
