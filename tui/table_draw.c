/* table_draw.c - the table's panels: where they are, and drawing them.
 *
 * The board stands left, as large as the room allows; moves and notes stand right of it, one above the other or, on
 * wide terminals, side by side; on narrow ones they stand below it, or the panel with the focus takes the screen. */
#include "config.h"
#include "tui/table_game.h"
#include "tui/table_live.h"
#include "tui/table_together.h"

#include "core/position_text.h"
#include "tui/board_map.h"

#include <string.h>

enum {
    PANEL_LEAST = 24,  /* columns a panel right of the board needs */
    PANEL_TIGHT = 18,  /* ... beside a board that is too large for the screen anyway */
    WIDE = 132,        /* columns from which two panels stand side by side */
    WIDE_PANELS = 66,  /* ... and their columns together */
    NOTES_LEAST = 5,
    BELOW_LEAST = 9,   /* rows of panels below a board */
    BELOW_WIDE = 50,   /* columns from which they stand side by side there */
    CELL_LEAST = 3,    /* columns of a cell: smaller ones only where there is no room for one panel beside these */
    CELL_CALM = 10,    /* columns of the largest cell that is chosen without asking */
    SIDE_COLUMNS = 6,  /* of a side's name before a player's */
    CELL_ROOM = 8      /* rows of a board below which it is not worth drawing */
};

struct board_view table_board_view(const struct table *table)
{
    const struct app *app = table->view.app;
    return (struct board_view){
        .position = table->rules ? &table->board.shown : NULL,
        .size = table->layout.size,
        .turn = table->turn,
        .charset = app_charset(app),
        .coordinates = app_choice(app, SET_COORDINATES) == 0,
        .symbols = app_choice(app, SET_PIECES) == 1,
        .shaded = app_mono(app),
        .quiet = !app_mono(app),
        .still = table->focus != FOCUS_BOARD && !table->marking,
        .mark = table->board.mark,
        .marks = table->board.marks,
        .top = table->board_top,
        .left = table->board_left,
        .rows = table->layout.board.rows,
        .columns = table->layout.board.columns,
    };
}

/* ---------------------------------------------------------------- layout */

/* The largest size the setting allows; with `a11y` by itself none that has a grid or more than a row for a rank. */
static int size_most(const struct table *table)
{
    enum { WITHOUT_GRID = 2 };
    int choice = app_choice(table->view.app, SET_CELLS);
    if (choice <= 0 && app_choice(table->view.app, SET_A11Y) == 1)
        return WITHOUT_GRID;
    return choice <= 0 ? -1 : choice;
}

/* The size to begin with: what fits, but no cells in which a letter is lost; zi makes them larger. */
static int calm_size(const struct table *table, const struct board_view *view)
{
    const struct board *board = table->rules->board;
    struct board_view probe = *view;
    int size = table->layout.fit, tall, wide;
    for (int next = size; next >= 0 && board->shape == BOARD_SQUARES; next = board_size_step(view, size, -1)) {
        probe.size = size = next;
        board_art_for(table->rules)->measure(&probe, &tall, &wide);
        if (wide / board->files <= CELL_CALM)
            break;
    }
    return size;
}

/* Choose the size of the cells for a room; when none fits, the largest whose width fits, seen through a viewport: it may
 * take `most` columns. */
static void choose_size(struct table *table, int rows, int columns, int most)
{
    struct board_view view = table_board_view(table);
    const struct board_art *art = board_art_for(table->rules);
    struct table_layout *layout = &table->layout;
    int tall, wide;
    view.rows = view.columns = 0;
    if (!table->turned) {
        view.turn = table->turn = board_turn_to_fit(&view, rows, columns);
        if (!table->turn && (view.turn = table->turn = board_turn_to_fit(&view, rows, most)) != 0)
            columns = most;
    }
    layout->fit = board_fit(&view, rows, columns, size_most(table));
    view.size = layout->fit;
    art->measure(&view, &tall, &wide);
    for (int step = 0; tall > rows && art->follow && step < 2; step++) {
        int next = board_size_step(&view, layout->fit, 1);
        view.size = next;
        if (next < 0)
            break;
        int rows_before = tall;
        art->measure(&view, &tall, &wide);
        if (wide > most || tall > rows_before) /* wider cells only: more ranks are seen of lower ones */
            break;
        columns = wide > columns ? wide : columns;
        layout->fit = next;
    }
    layout->size = calm_size(table, &view);
    for (int left = table->zoom; left; left += left > 0 ? -1 : 1) {
        int next = layout->size == layout->fit && left > 0 ? -1 : board_size_step(&view, layout->size, left > 0 ? 1 : -1);
        if (next < 0)
            break;
        layout->size = next;
    }
    view.size = layout->size;
    art->measure(&view, &tall, &wide);
    layout->board.rows = tall < rows ? tall : rows;
    layout->board.columns = wide < columns ? wide : columns;
}

static void place_seats(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    int spare = body->rows - layout->board.rows;
    layout->seat_row[0] = layout->seat_row[1] = -1;
    layout->seat_column = body->column + 1;
    layout->seat_width = layout->board.columns > 24 ? layout->board.columns - 1 : 24;
    if (spare >= 2) {
        layout->board.row++;
        layout->seat_row[0] = body->row;
    }
    if (spare >= 1)
        layout->seat_row[1] = layout->board.row + layout->board.rows;
    layout->seats_stacked = table->rules->sides > 2 && spare >= 1 + table->rules->sides;
}

/* Moves and notes share an area: side by side when it is wide, else one above the other. */
static void share(struct table_layout *layout, struct area area, int wide)
{
    if (area.columns >= wide) {
        int moves = (area.columns - 3) / 2;
        layout->moves = (struct area){area.row, area.column, area.rows, moves};
        layout->notes = (struct area){area.row, area.column + moves + 3, area.rows, area.columns - moves - 3};
        return;
    }
    int notes = area.rows * 2 / 5;
    notes = notes < NOTES_LEAST ? NOTES_LEAST : notes;
    if (notes > area.rows - 3)
        notes = 0;
    layout->moves = (struct area){area.row, area.column, area.rows - notes - (notes > 0), area.columns};
    layout->notes = (struct area){area.row + area.rows - notes, area.column, notes, area.columns};
}

/* The map of a board that is seen in part takes the place of the moves while the cursor goes about on the board, or the
 * room beside the board where that is alone. */
static void place_map(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    struct board_view view = table_board_view(table);
    int rows, columns;
    if (table->focus != FOCUS_BOARD || !layout->board.rows || !board_map_measure(&view, &rows, &columns))
        return;
    if (!layout->moves.rows && !layout->notes.rows) {
        int left = layout->board.columns + 2;
        if (body->columns - left >= columns && body->rows >= rows)
            layout->map = (struct area){body->row, body->column + left, rows, columns};
        return;
    }
    if (layout->moves.columns < columns || layout->moves.column != layout->notes.column ||
        body->rows < rows + 1 + NOTES_LEAST)
        return;
    int below = layout->moves.row + rows + 1;
    layout->map = (struct area){layout->moves.row, layout->moves.column, rows, columns};
    layout->notes.rows = layout->moves.row + body->rows - below;
    layout->notes.row = below;
    layout->moves.rows = 0;
}

/* One panel alone: that with the focus. */
static void alone(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    struct area area = {body->row, body->column + 1, body->rows, body->columns - 1};
    if (table->focus == FOCUS_BOARD && table->rules) {
        choose_size(table, body->rows, body->columns, body->columns);
        place_seats(table, body);
    } else if (table->focus == FOCUS_NOTES) {
        layout->notes = area;
    } else {
        layout->moves = area;
    }
}

static void blank_layout(struct table *table, const struct area *body)
{
    table->layout = (struct table_layout){.seat_row = {-1, -1}, .board = {body->row, body->column, 0, 0}};
}

/* The board left of the panels; nothing is laid out when it does not fit there. */
static void beside(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    blank_layout(table, body);
    int columns = body->columns - (body->columns >= WIDE ? WIDE_PANELS : PANEL_LEAST) - 3;
    choose_size(table, body->rows, columns, columns + PANEL_LEAST - PANEL_TIGHT);
    struct board_view view = table_board_view(table);
    bool squares = table->rules->board->shape == BOARD_SQUARES;
    bool dense = squares && layout->board.columns < CELL_LEAST * table->rules->board->files;
    if (body->columns >= WIDE && (dense || layout->board.rows * 5 < body->rows * 3)) /* rather a larger board than two panels */
        choose_size(table, body->rows, body->columns - PANEL_LEAST - 13, body->columns - PANEL_LEAST - 13);
    int tall, wide, column = body->column + layout->board.columns + 3;
    view = table_board_view(table);
    view.rows = view.columns = 0;
    board_art_for(table->rules)->measure(&view, &tall, &wide);
    if (body->columns - layout->board.columns < PANEL_TIGHT + 3 || body->rows < CELL_ROOM ||
        wide > layout->board.columns) {
        blank_layout(table, body);
        return;
    }
    place_seats(table, body);
    share(layout, (struct area){body->row, column, body->rows, body->columns - column}, WIDE_PANELS);
}

/* The board above the panels: false when there is no room for that. */
static bool below(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    struct area upper = *body;
    upper.rows = body->rows - BELOW_LEAST - 1;
    blank_layout(table, body);
    if (upper.rows < CELL_ROOM)
        return false;
    choose_size(table, upper.rows, body->columns, body->columns);
    struct board_view view = table_board_view(table);
    int tall, wide;
    view.rows = view.columns = 0;
    board_art_for(table->rules)->measure(&view, &tall, &wide);
    if (tall > upper.rows || wide > body->columns)
        return false;
    place_seats(table, &upper);
    int seats = layout->seats_stacked ? table->rules->sides : layout->seat_row[1] >= 0;
    int row = layout->board.row + layout->board.rows + seats + 1;
    share(layout, (struct area){row, body->column + 1, body->row + body->rows - row, body->columns - 1}, BELOW_WIDE);
    return true;
}

static int room_of(const struct table_layout *layout)
{
    return layout->board.rows * layout->board.columns;
}

static void lay_out(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    blank_layout(table, body);
    if (!table->rules) {
        share(layout, (struct area){body->row, body->column + 1, body->rows, body->columns - 1}, WIDE_PANELS);
        return;
    }
    if (table->maximised || body->columns < 30) {
        alone(table, body);
        place_map(table, body);
        return;
    }
    beside(table, body);
    struct table_layout across = *layout;
    int turn = table->turn;
    if (body->columns < WIDE && below(table, body) && room_of(layout) * 2 > room_of(&across) * 3)
        return;
    *layout = across;
    table->turn = turn;
    if (!layout->board.rows)
        alone(table, body);
    place_map(table, body);
}

/* Cards and diagrams take the room of the moves above them. */
static void widen_notes(struct table_layout *layout)
{
    if (layout->map.rows) {
        layout->notes.rows += layout->notes.row - layout->map.row;
        layout->notes.row = layout->map.row;
        layout->map.rows = 0;
    }
    if (!layout->moves.rows || !layout->notes.rows || layout->moves.column != layout->notes.column)
        return;
    layout->notes.rows += layout->notes.row - layout->moves.row;
    layout->notes.row = layout->moves.row;
    layout->moves.rows = 0;
}

/* ---------------------------------------------------------------- the board */

/* The marks of the ply, but for those of annotators who are hidden. */
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
    if (cursor && !app_light(table->view.app)) /* else the terminal's own cursor tells */
        board_scene_add(board, table->cursor, MARK_CURSOR, 0, NULL);
    if (table->composing) {
        board_scene_draft(board, &table->compose.draft);
        board_scene_choices(board, &table->compose.choices, table->numbers);
        if (compose_can_turn(&table->compose)) { /* what it will reach from here, turned so */
            const struct ply *ply = &table->compose.draft.ply;
            for (int i = ply->n - 1; i >= 0; i--)
                if (ply->v[i].verb != ACTION_TURN && ply->v[i].verb != ACTION_PROMOTE) {
                    board_scene_reach(board, ply->v[i].to);
                    break;
                }
        }
        return;
    }
    if (table_walks(table)) {
        table_walk_board(table);
        return;
    }
    if (table->inspecting) {
        board_scene_reach(board, table->cursor);
        return;
    }
    if (!table->marks_hidden && !table->guessing)
        add_notes(table, board);
    board_scene_check(board, track_verdict(&table->track));
    if (track->plies && !track->broken)
        board_scene_last(board, &track->ply[track->plies - 1]);
}

/* The last clock somebody's side had on the way here. */
static const char *clock_of(const struct table *table, int side)
{
    const struct record *record = table_record(table);
    for (int i = spot_plies(&table->spot), sides = table->rules->sides; i > 0; i--) {
        const struct node *node = spot_path(record, &table->spot, i - 1);
        int moved = (table->start.side + i - 1) % sides;
        if (moved == side && node->notes && node->notes->clk)
            return node->notes->clk;
    }
    return "";
}

static void draw_seat(const struct table *table, struct scene *scene, int row, int column, int width, int side)
{
    const struct position *position = &table->track.now;
    const char *name = record_player(table_record(table), side_letter(side)), *clock = clock_of(table, side);
    char live_clock[CLOCK_ROOM], note[48] = "";
    if (table_live_on(table)) {
        table_live_clock(table, side, live_clock);
        table_live_seat(table, side, note, sizeof note);
        clock = live_clock;
    }
    if (!*note && table_is_out(position, side))
        snprintf(note, sizeof note, "out");
    bool moves = position->side == side && !verdict_over(&table->track.verdict);
    uint32_t dot = app_charset(table->view.app) == CHARSET_UTF8 ? 0x25CF : '*';
    if (moves)
        scene_put(scene, row, column, dot, ROLE_TEXT, ROLE_TEXT);
    int used = column + 2;
    if (table->layout.seats_stacked && *name && strcmp(name, side_name(side)) != 0) {
        scene_text(scene, row, used, width - 2, side_name(side), ROLE_DIM, ROLE_TEXT);
        used += SIDE_COLUMNS;
    }
    used = scene_textf(scene, row, used, column + width - used, ROLE_TEXT, ROLE_TEXT, "%s", *name ? name : side_name(side));
    if (used + 1 + (int)strlen(note) + 2 > column + width)
        note[strcspn(note, " ,")] = '\0'; /* "away 0:42": in short */
    if (*note)
        used = scene_textf(scene, row, used + 1, column + width - used - 1, ROLE_DIM, ROLE_TEXT, "(%s)", note);
    for (int kind = 1, any = 0; kind <= table->rules->kind_count; kind++)
        for (int i = 0; i < position->held[side][kind] && i < 8; i++, any = 1) {
            char letters[4];
            piece_letters(table->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0}, letters);
            used = scene_textf(scene, row, used + 1 + !any, 3, ROLE_DIM, ROLE_TEXT, "%s", letters);
        }
    if (*clock && used + 2 + (int)strlen(clock) <= column + width)
        scene_text(scene, row, column + width - (int)strlen(clock), 12, clock, ROLE_LABEL, ROLE_TEXT);
}

/* Whether White's side of the board is the lower one, as it is turned. */
static bool white_is_below(const struct table *table)
{
    bool squares = table->rules->board->shape == BOARD_SQUARES;
    return squares ? table->turn == 0 : table->turn < 2 || table->turn == 5;
}

static void draw_seats(const struct table *table, struct scene *scene)
{
    const struct table_layout *layout = &table->layout;
    if (table->rules->sides == 2) {
        for (int i = 0; i < 2; i++)
            if (layout->seat_row[i] >= 0)
                draw_seat(table, scene, layout->seat_row[i], layout->seat_column, layout->seat_width,
                          (i == 0) == white_is_below(table) ? BLACK : WHITE);
        return;
    }
    int row = layout->seat_row[1] >= 0 ? layout->seat_row[1] : layout->seat_row[0];
    for (int side = 0, width = layout->seat_width; row >= 0 && side < table->rules->sides; side++)
        if (layout->seats_stacked)
            draw_seat(table, scene, row + side, layout->seat_column, width, side);
        else
            draw_seat(table, scene, row, layout->seat_column + side * width / 3, width / 3, side);
}

static void draw_board(struct table *table, struct scene *scene)
{
    const struct table_layout *layout = &table->layout;
    const struct board_art *art = board_art_for(table->rules);
    struct board_view view = table_board_view(table);
    int row, column;
    if (art->follow) {
        art->follow(&view, table->cursor);
        table->board_top = view.top;
        table->board_left = view.left;
    }
    art->draw(&view, scene, layout->board.row, layout->board.column);
    draw_seats(table, scene);
    bool cursor = table->focus == FOCUS_BOARD || table->marking || table->inspecting;
    if (cursor && art->locate(&view, table->cursor, &row, &column)) {
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
    if (table->layout.notes.rows == 0)
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

static void draw_moves(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.moves;
    build_tree(table, area->columns);
    int current = tree_find(&table->tree, &table->spot), row = tree_row_of(&table->tree, current);
    int choices = spot_choices(table_record(table), &table->spot);
    int below = choices > 1 ? choices + 1 : 2;
    if (current < 0)
        row = 0;
    if (!table->tree_scrolled) {
        int margin = area->rows / 4;
        below = below > margin ? below : margin;
        below = below < area->rows - 1 ? below : area->rows - 1;
        if (row + below >= table->tree_top + area->rows)
            table->tree_top = row + below - area->rows + 1;
        if (row - margin < table->tree_top)
            table->tree_top = row - margin;
    }
    if (table->tree_top > table->tree.rows - area->rows)
        table->tree_top = table->tree.rows - area->rows;
    if (table->tree_top < 0)
        table->tree_top = 0;
    tree_draw(&table->tree, &table->source, scene, area->row, area->column, area->rows, table->tree_top, current);
    if (table->tree.rows == 0)
        scene_text(scene, area->row, area->column + 1, area->columns, "no moves yet", ROLE_DIM, ROLE_TEXT);
}

/* ---------------------------------------------------------------- all of it */

void table_ply_label(struct table *table, char *out, size_t size)
{
    const struct record *record = table_record(table);
    const struct node *node = spot_node(record, &table->spot);
    char number[24] = "";
    int used = 0;
    if (!node) {
        snprintf(out, size, "start");
        return;
    }
    uint64_t path = path_start();
    for (int i = 0, plies = spot_plies(&table->spot); i < plies; i++)
        path = path_on(path, spot_path(record, &table->spot, i)->text);
    if (table->rules && !table->track.broken) {
        const struct position *before = &table->track.before;
        used = ply_number_write((int)before->fullmove, before->side, table->rules->sides, number, sizeof number - 1);
        if (before->side == 0 || table->rules->sides > 2)
            number[used] = ' ';
    }
    snprintf(out, size, "%s%s", number, ply_text(&table->texts, record, &table->spot, path));
}

static void title(struct table *table, struct face *face, int columns)
{
    const struct record *record = table_record(table);
    const char *score = record_text(record, "result.score");
    int sides = table->rules ? table->rules->sides : 2;
    char label[200];
    size_t used = 0;
    const char *where = strrchr(table->where, '/') ? strrchr(table->where, '/') + 1 : table->where;
    text_add(face->title, sizeof face->title, &used, "%s%s", where, *where ? "  " : "");
    for (int side = 0; side < sides; side++) {
        const char *name = record_player(record, side_letter(side));
        text_add(face->title, sizeof face->title, &used, "%s%.40s", side ? " - " : "", *name ? name : side_name(side));
    }
    text_add(face->title, sizeof face->title, &used, "  %s", *score ? score : "*");
    int plies = spot_plies(&table->spot), rest = spot_line(record, &table->spot)->n - table->spot.ply;
    label[0] = '\0';
    if (!table->layout.moves.rows) /* else it is marked there, and every line that changes costs a slow terminal */
        table_ply_label(table, label, sizeof label);
    snprintf(face->title_side, sizeof face->title_side, "%.80s%s%*d/%d", label, *label ? "  " : "",
             plies + rest > 99 ? 3 : plies + rest > 9 ? 2 : 1, plies, plies + rest);
    const char *variant = record_variant(record);
    int taken = scene_columns(face->title) + scene_columns(face->title_side) + (int)strlen(variant);
    if (taken + 6 <= columns)
        text_add(face->title, sizeof face->title, &used, "  %s", variant);
}

static void status(struct table *table, struct face *face)
{
    static const char *const words[] = {"BOARD", "REPLAY", "NOTES"};
    const char *word = table->editing     ? "COMMENT"
                       : table->marking   ? "MARKS"
                       : table->composing ? "COMPOSE"
                       : table->trial     ? "TRIAL"
                       : table->guessing  ? "GUESS"
                       : table->from.play ? "PLAY"
                       : table->playing   ? "AUTOPLAY"
                                          : words[table->focus];
    snprintf(face->mode, sizeof face->mode, "%s", word);
    snprintf(face->status_side, sizeof face->status_side, "%s", table_state(table));
    if (table->composing) {
        char text[160], state[200];
        compose_text(&table->compose, text, sizeof text);
        compose_status(&table->compose, state, sizeof state);
        snprintf(face->status, sizeof face->status, "pending: %.80s   %.150s", text, state);
    } else if (table->track.broken) {
        snprintf(face->status, sizeof face->status, "from ply %d on it does not replay: %.180s", table->track.plies + 1,
                 table->track.why.text);
    } else if (!table->rules) {
        snprintf(face->status, sizeof face->status, "%.250s", table->unknown.text);
    } else if (table_walks(table) && !table->marking) {
        table_walk_status(table, face->status, sizeof face->status);
    } else if (table->marking) {
        snprintf(face->status, sizeof face->status, "brush %s%s%s", mark_color_name(table->brush),
                 table->arrow_from != CELL_NONE ? ", arrow from " : "",
                 table->arrow_from != CELL_NONE ? board_name(table->rules->board, table->arrow_from) : "");
    } else if (table->offer >= 0) {
        snprintf(face->status, sizeof face->status, "%s offers a draw", side_name(table->offer));
    } else if (table_hit(table)) {
        snprintf(face->status, sizeof face->status, "match %d of %d%s", table_hit(table), table->from.hits,
                 table->from.hits > 1 ? ", n next" : "");
    } else if (table->layout.board.rows && table->layout.seat_row[1] < 0) {
        snprintf(face->status, sizeof face->status, "%s to move", side_name(table->track.now.side));
    } else if (table->spot.depth) {
        snprintf(face->status, sizeof face->status, "variation, %s", table->spot.depth == 1 ? "^ to the game" : "^ up");
    }
}

void table_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct table *table = table_of(view);
    struct table_layout *layout = &table->layout;
    if (table->rules)
        table_make_board(table);
    lay_out(table, body);
    if (table_wants_room(table) && !table->editing && !table->menu.title)
        widen_notes(&table->layout);
    title(table, face, body->columns);
    status(table, face);
    if (table->live)
        table_live_face(table, face);
    table_together_face(table, face);
    if (layout->moves.rows)
        draw_moves(table, scene);
    if (layout->board.rows)
        draw_board(table, scene);
    if (layout->board.rows && (layout->moves.rows || layout->notes.rows)) {
        const struct area *panel = layout->moves.rows ? &layout->moves : layout->map.rows ? &layout->map : &layout->notes;
        if (panel->column > layout->board.columns)
            app_wall(view->app, scene, body->row, panel->column - 2, body->rows);
        else
            app_rule(view->app, scene, panel->row - 1, body->column, body->columns);
    }
    if (layout->map.rows) {
        struct board_view board = table_board_view(table);
        cell_t cursor = app_light(view->app) ? CELL_NONE : table->cursor;
        board_map_draw(&board, cursor, scene, layout->map.row, layout->map.column);
        if (layout->notes.rows)
            app_rule(view->app, scene, layout->notes.row - 1, layout->notes.column - 1, layout->notes.columns + 1);
    }
    if (layout->moves.rows && layout->notes.rows) {
        if (layout->notes.column > layout->moves.column)
            app_wall(view->app, scene, layout->notes.row, layout->notes.column - 2, layout->notes.rows);
        else
            app_rule(view->app, scene, layout->notes.row - 1, layout->notes.column - 1, layout->notes.columns + 1);
    }
    if (layout->notes.rows)
        table_draw_notes(table, scene, &layout->notes);
}
