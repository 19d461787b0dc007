/* board_scene.c - a position with its marks, ready to be drawn: see board_scene.h. */
#include "tui/boards/board_scene.h"

#include "tui/session/describe.h"
#include "tui/session/ply_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_scene_begin(struct board_scene *scene, const struct position *position)
{
    position_copy(&scene->shown, position);
    scene->marks = 0;
}

void board_scene_free(struct board_scene *scene)
{
    free(scene->mark);
    scene->mark = NULL;
    scene->marks = scene->room = 0;
}

void board_scene_add(struct board_scene *scene, cell_t cell, enum cell_mark mark, int number,
                     const char *label)
{
    if (cell == CELL_NONE || mark == MARK_NONE)
        return;
    scene->mark = memory_room(scene->mark, &scene->room, scene->marks + 1, sizeof *scene->mark);
    struct board_mark *added = &scene->mark[scene->marks++];
    *added = (struct board_mark){.cell = cell, .mark = (uint8_t)mark, .number = (uint8_t)number};
    for (int i = 0; label && i < 2 && label[i]; i++)
        added->label[i] = label[i] > ' ' && label[i] <= '~' ? label[i] : '?';
}

void board_scene_draft(struct board_scene *scene, const struct draft *draft)
{
    position_copy(&scene->shown, &draft->now);
    bool held = draft->held.kind && draft->hand != CELL_NONE;
    /* the piece in hand hides the one on its cell, which it has activated or passes over */
    if (held)
        scene->shown.at[draft->hand] = draft->held;
    for (int i = draft->ply.n - 1; i >= 0; i--)
        if (draft->ply.v[i].verb == ACTION_PICK || draft->ply.v[i].verb == ACTION_PUSH) {
            board_scene_add(scene, draft->ply.v[i].to, MARK_PICKED, 0, NULL);
            break;
        }
}

void board_scene_walk(struct board_scene *scene, const struct draft *draft, bool made)
{
    if (made)
        position_copy(&scene->shown, &draft->now);
    else
        board_scene_draft(scene, draft);
}

void board_scene_words(const struct board_scene *scene, cell_t cell, cell_t hand, char *out,
                       size_t size, size_t *used)
{
    bool told[MARK_NOTE + 1] = {false};
    for (int i = 0; i < scene->marks; i++) {
        const struct board_mark *mark = &scene->mark[i];
        if (mark->cell != cell || told[mark->mark])
            continue;
        told[mark->mark] = true;
        if (mark->mark == MARK_CHECK)
            text_add(out, size, used, ", in check");
        else if (mark->mark == MARK_LAST)
            text_add(out, size, used, ", of the last ply");
        else if (mark->mark == MARK_NOTE)
            text_add(out, size, used, ", marked%s%s", mark->number ? " " : "",
                     mark->number ? mark_color_name(mark->number) : "");
        else if (mark->mark == MARK_PICKED && hand != cell)
            text_add(out, size, used, ", where it was lifted");
    }
}

enum cell_mark mark_of_action(const struct action *action)
{
    switch (action->verb) {
    case ACTION_GO:
    case ACTION_STEP:
    case ACTION_PORTAL:
    case ACTION_SUMMON:
        return MARK_GO;
    case ACTION_TAKE:
    case ACTION_PASSANT:
        return MARK_TAKE;
    case ACTION_PUSH:
        return MARK_PUSH;
    case ACTION_DIVE:
    case ACTION_JOURNEY:
        return MARK_DIVE;
    case ACTION_CONVERT:
    case ACTION_PROMOTE:
    case ACTION_TELEPORT:
    case ACTION_SPLIT:
    case ACTION_FLIP:
        return MARK_TRANSFORM;
    case ACTION_JOIN:
        return MARK_JOIN;
    case ACTION_CASTLE:
        return MARK_CASTLE;
    default:
        return MARK_NONE;
    }
}

void board_scene_choices(struct board_scene *scene, const struct actions *choices, const bool *dead,
                         bool numbers)
{
    for (int i = 0, number = 0; i < choices->n; i++) {
        const struct action *action = &choices->v[i];
        enum cell_mark mark = mark_of_action(action);
        if (mark == MARK_NONE)
            continue;
        char label[16] = "";
        if (numbers && ++number < 100)
            snprintf(label, sizeof label, "%d", number);
        board_scene_add(scene, action->to, dead && dead[i] ? MARK_FORBIDDEN : mark, 0, label);
    }
}

/* The cell where the member of a ply ends that begins with action *i. Sets *i to the action after
 * that member. */
static cell_t board_scene_member_end(const struct ply *ply, int *i)
{
    cell_t end = ply->v[*i].to;
    for (++*i; *i < ply->n && ply->v[*i].verb != ACTION_PICK && ply->v[*i].verb != ACTION_PUSH;
         ++*i)
        if (ply->v[*i].to != CELL_NONE && ply->v[*i].verb != ACTION_CONVERT)
            end = ply->v[*i].to;
    return *i < ply->n && ply->v[*i].verb == ACTION_PUSH ? ply->v[*i].to : end;
}

void board_scene_last(struct board_scene *scene, const struct ply *ply)
{
    int members = ply_walk_members(ply);
    for (int i = 0, member = 1; i < ply->n; member++) {
        cell_t from = ply->v[i].verb == ACTION_CASTLE || ply->v[i].verb == ACTION_PICK
                          ? ply->v[i].to
                          : CELL_NONE;
        if (member == 1)
            board_scene_add(scene, from, MARK_LAST, 0, NULL);
        cell_t to = board_scene_member_end(ply, &i);
        if (to != from)
            board_scene_add(scene, to, members > 1 ? MARK_NUMBER : MARK_LAST, member, NULL);
    }
}

void board_scene_begun(struct board_scene *scene, const struct ply *ply)
{
    if (ply_walk_members(ply) > 1)
        board_scene_last(scene, ply);
}

cell_t board_scene_looked_at(const struct board_scene *scene, cell_t other)
{
    for (int i = scene->marks - 1; i >= 0; i--)
        if (scene->mark[i].mark == MARK_LAST || scene->mark[i].mark == MARK_NUMBER)
            return scene->mark[i].cell;
    return other;
}

void board_scene_check(struct board_scene *scene, const struct verdict *verdict)
{
    const struct position *position = &scene->shown;
    const struct ruleset *rules = position->rules;
    bool mated =
        verdict->outcome == OUTCOME_WIN && verdict->reason && !strcmp(verdict->reason, "checkmate");
    if (verdict->outcome != OUTCOME_CHECK && verdict->outcome != OUTCOME_DOUBLE_CHECK && !mated)
        return;
    for (int cell = 0; cell < rules->board->cells; cell++) {
        struct piece piece = position->at[cell];
        /* with three players, the side to move after a mate is the one that gave it */
        if (mated && piece.side == verdict->winner)
            continue;
        if (piece.kind && piece.side == position->side && rules->kinds[piece.kind].royal)
            board_scene_add(scene, (cell_t)cell, MARK_CHECK, 0, NULL);
    }
}

/* The label "x" for an empty cell on a board of triangles where the piece can only capture (en
 * passant), because there one sign means both moving and capturing. NULL for any other cell. */
static const char *only_label(const struct board_scene *scene, const struct actions *reach,
                              int index)
{
    const struct action *action = &reach->v[index];
    bool other = scene->shown.rules->board->shape != BOARD_TRIANGLES ||
                 scene->shown.at[action->to].kind != KIND_NONE || action->verb != ACTION_TAKE;
    for (int i = 0; i < reach->n && !other; i++)
        other = reach->v[i].to == action->to && reach->v[i].verb != action->verb;
    return other ? NULL : "x";
}

void board_scene_reach(struct board_scene *scene, cell_t cell)
{
    struct actions reach = {0};
    if (!scene->shown.at[cell].kind)
        return;
    scene->shown.rules->rules->reach(&scene->shown, cell, &reach);
    for (int i = 0; i < reach.n; i++)
        if (reach.v[i].verb != ACTION_GO || !scene->shown.at[reach.v[i].to].kind)
            board_scene_add(scene, reach.v[i].to, mark_of_action(&reach.v[i]), 0,
                            only_label(scene, &reach, i));
    actions_free(&reach);
}

static cell_t board_scene_cell_named(const struct board_scene *scene, const char *name)
{
    int length;
    cell_t cell = name ? board_cell_named(scene->shown.rules->board, name, &length) : CELL_NONE;
    return cell != CELL_NONE && !name[length] ? cell : CELL_NONE;
}

/* Mark the cells of an arrow. The cells where it bends come last, because a cell with several marks
 * shows the first one. */
static void add_arrow(struct board_scene *scene, char *const *cell, int color, int number)
{
    char label[16];
    int last = 0;
    while (cell[last + 1])
        last++;
    snprintf(label, sizeof label, "%d>", number % 10);
    board_scene_add(scene, board_scene_cell_named(scene, cell[0]), MARK_NOTE, color, label);
    snprintf(label, sizeof label, ">%d", number % 10);
    board_scene_add(scene, board_scene_cell_named(scene, cell[last]), MARK_NOTE, color, label);
    snprintf(label, sizeof label, "-%d", number % 10);
    for (int i = 1; i < last; i++)
        board_scene_add(scene, board_scene_cell_named(scene, cell[i]), MARK_NOTE, color, label);
}

void board_scene_notes(struct board_scene *scene, const struct marks *marks)
{
    for (int i = 0, arrows = 0; marks && i < marks->n; i++) {
        const struct mark *mark = &marks->v[i];
        int color = mark_color_number(mark->color);
        const char plain[] = {'#', color ? *mark_color_name(color) : '\0', '\0'};
        const char *label = mark->label && *mark->label ? mark->label : plain;
        if (mark->from && mark->to)
            add_arrow(scene, (char *[]){mark->from, mark->to, NULL}, color, ++arrows);
        if (mark->path && mark->path[0])
            add_arrow(scene, mark->path, color, ++arrows);
        if (mark->at)
            board_scene_add(scene, board_scene_cell_named(scene, mark->at), MARK_NOTE, color,
                            label);
        for (int k = 0; mark->cells && mark->cells[k]; k++)
            board_scene_add(scene, board_scene_cell_named(scene, mark->cells[k]), MARK_NOTE, color,
                            label);
    }
}

/* ---- The overview map beside a partly visible board: see board_scene.h.
 *
 * The board's art says which cells are visible. */

enum { BLOCK = 2 };

bool board_map_measure(const struct board_view *view, int *rows, int *columns)
{
    const struct board *board = view->position->rules->board;
    struct board_view whole = *view;
    int tall, wide;
    whole.rows = whole.columns = 0;
    board_art_for(view->position->rules)->measure(&whole, &tall, &wide);
    *rows = (board->ranks + BLOCK - 1) / BLOCK;
    *columns = (board->files + BLOCK - 1) / BLOCK;
    return board->shape == BOARD_SQUARES && (tall > view->rows || wide > view->columns);
}

/* The sign for a block of cells; *seen is true if any of the block is visible on the board. */
static uint32_t block_sign(const struct board_view *view, int file, int rank, cell_t cursor,
                           bool *seen)
{
    const struct position *position = view->position;
    const struct board *board = position->rules->board;
    bool here = false;
    int sides = 0, nobody = 0, row, column;
    *seen = false;
    for (int i = 0; i < BLOCK * BLOCK; i++) {
        cell_t cell = board_at(board, file + i % BLOCK, rank + i / BLOCK);
        if (cell == CELL_NONE)
            continue;
        here = here || cell == cursor;
        *seen = *seen || board_art_for(position->rules)->locate(view, cell, &row, &column);
        struct piece piece = position->at[cell];
        if (piece.kind && piece.side == NOBODY)
            nobody = position->rules->kinds[piece.kind].letter;
        else if (piece.kind)
            sides |= 1 << piece.side;
    }
    uint32_t empty = *seen ? ':' : '.';
    return here                  ? '+'
           : sides == 1 << WHITE ? 'o'
           : sides == 1 << BLACK ? '*'
           : sides               ? '%'
           : nobody              ? (uint32_t)nobody
                                 : empty;
}

void board_map_draw(const struct board_view *view, cell_t cursor, struct scene *scene, int row,
                    int column)
{
    int rows, columns;
    board_map_measure(view, &rows, &columns);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            int up = view->turn & 1 ? r : rows - 1 - r,
                right = view->turn & 1 ? columns - 1 - c : c;
            bool seen;
            uint32_t sign = block_sign(view, right * BLOCK, up * BLOCK, cursor, &seen);
            scene_put(scene, row + r, column + c, sign,
                      sign == '.' || sign == ':' ? ROLE_DIM : ROLE_TEXT,
                      seen ? ROLE_SELECTED : ROLE_TEXT);
        }
}

cell_t board_map_hit(const struct board_view *view, int row, int column)
{
    const struct board *board = view->position->rules->board;
    int rows, columns;
    if (!board_map_measure(view, &rows, &columns) || row < 0 || row >= rows || column < 0 ||
        column >= columns)
        return CELL_NONE;
    int up = view->turn & 1 ? row : rows - 1 - row,
        right = view->turn & 1 ? columns - 1 - column : column;
    return board_at(board, right * BLOCK, up * BLOCK);
}

void board_map_legend(struct scene *scene, int row, int column, int columns)
{
    enum { LINES = 5, WIDE = 7, NARROW = 5 };
    static const char *const line[LINES] = {"o White", "* Black", "% both", "+ you", ": seen"};
    static const char *const brief[LINES] = {"o Wh.", "* Bl.", "% all", "+ you", ": in"};
    for (int i = 0; i < LINES && columns >= NARROW; i++)
        scene_text(scene, row + i, column, columns, columns < WIDE ? brief[i] : line[i], ROLE_DIM,
                   ROLE_TEXT);
}

/* ---- Decides which empty ranks of a tall board are left out: see board_scene.h. */

bool fold_fits(const struct fold_rows *rows, int first, int count)
{
    bool fits = count > 0 && first > 0 && first + count < rows->n;
    for (int row = first; row < first + count && fits; row++)
        fits = !rows->used[row];
    return fits;
}

int fold_find(const struct fold_rows *rows, int count, const int *next, int nexts)
{
    int best = 0, longest = -1, nearest = 0;
    for (int first = 1; first + count < rows->n; first++) {
        if (!fold_fits(rows, first, count))
            continue;
        int lasts = 0, away = abs(2 * first + count - rows->n);
        while (lasts < nexts && (next[lasts] < first || next[lasts] >= first + count))
            lasts++;
        if (lasts > longest || (lasts == longest && away < nearest)) {
            best = first;
            longest = lasts;
            nearest = away;
        }
    }
    return best;
}
