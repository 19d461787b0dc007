/* marks.c - places marks in the cells of a square board; diagrams of how pieces move.
 *
 * A mark stands beside or round a piece, or in the middle of an empty cell. Without colours it may
 * also cover part of a piece that fills its cell. marks.h says what each mark looks
 * like. */
#include "tui/boards/marks.h"
#include "tui/session/describe.h"
#include "tui/boards/pieces.h"

#include <stdlib.h>
#include <string.h>

static bool marks_is_free(const struct cell_picture *picture, const struct cell_size *size, int row,
                          int column)
{
    return row >= 0 && column >= 0 && row < size->rows && column < size->columns &&
           (!picture->at[row][column] || picture->ink[row][column] == ROLE_LINE);
}

/* The row of a cell that a mark tries at each attempt: the letter's row first, then those below,
 * then those above. */
static int mark_row(const struct cell_size *size, int attempt)
{
    return (cell_letter_row(size) + attempt) % size->rows;
}

/* For terminals without colours: if the piece leaves no room for a sign beside it, put the sign
 * over a part of the picture that repeats elsewhere in it. That is the upper edge, or in a cell of
 * one line the last character, unless the middle is free, as in the ring of a Wall. False if the
 * cell is too small even for that. */
static bool put_over(struct cell_picture *picture, const struct cell_size *size, uint32_t left,
                     uint32_t right)
{
    int middle = cell_middle(size);
    if (size->rows == 1 && size->columns < 3)
        return false;
    if (size->rows == 1) {
        int column = marks_is_free(picture, size, 0, middle) ? middle : size->columns - 1;
        cell_put(picture, size, 0, column, right, ROLE_MARK);
        return true;
    }
    if (left)
        cell_put(picture, size, 0, middle - 1, left, ROLE_MARK);
    cell_put(picture, size, 0, left ? middle + 1 : middle, right, ROLE_MARK);
    return true;
}

/* The first row in which the places at this distance on both sides of the middle are free; -1 if
 * there is none. */
static int free_row(const struct cell_picture *picture, const struct cell_size *size, int reach)
{
    int middle = cell_middle(size);
    for (int i = 0; i < size->rows; i++)
        if (marks_is_free(picture, size, mark_row(size, i), middle - reach) &&
            marks_is_free(picture, size, mark_row(size, i), middle + reach))
            return mark_row(size, i);
    return -1;
}

/* Put a pair of signs on both sides of the middle. They stand right beside a picture and move
 * outwards if there is no room; otherwise they stand at the edges of the cell, but at most `most`
 * columns from the middle, and move inwards. A sign whose place is not free is left out. True if at
 * least one sign was put. */
static bool put_pair(struct cell_picture *picture, const struct cell_size *size, uint32_t left,
                     uint32_t right, int most)
{
    int middle = cell_middle(size), edge = size->columns - 1 - middle, row = -1;
    int widest = edge > most ? most : edge, step = picture->wide ? 1 : -1;
    int reach = picture->wide ? picture->wide / 2 + 1 : widest;
    for (; reach > 0 && reach <= edge && row < 0; reach += step)
        row = free_row(picture, size, reach);
    reach = row < 0 ? widest : reach - step;
    row = row < 0 ? cell_letter_row(size) : row;
    int l = middle - reach, r = middle + reach;
    /* an empty cell has room for both signs, a cell with a letter only for the right one */
    if (size->columns == 2)
        l = marks_is_free(picture, size, row, 0) ? 0 : -1;
    bool left_free = marks_is_free(picture, size, row, l),
         right_free = marks_is_free(picture, size, row, r);
    if (left_free)
        cell_put(picture, size, row, l, left, ROLE_MARK);
    if (right_free)
        cell_put(picture, size, row, r, right, ROLE_MARK);
    return left_free || right_free;
}

/* Put one character beside a piece, at most two columns away: on its left if that is free,
 * otherwise on its right, otherwise on another row. False if there is no room. */
static bool put_beside(struct cell_picture *picture, const struct cell_size *size,
                       uint32_t character)
{
    const int half = picture->wide / 2, offset[] = {-half - 2, -half - 1, half + 1, half + 2};
    for (int i = 0; i < size->rows; i++)
        for (int k = size->columns < 5; k < 4; k++) {
            int row = mark_row(size, i), column = cell_middle(size) + offset[k];
            if (marks_is_free(picture, size, row, column)) {
                cell_put(picture, size, row, column, character, ROLE_MARK);
                return true;
            }
        }
    return false;
}

/* Put up to two characters in the middle of an empty cell, or beside a piece. */
static void put_label(struct cell_picture *picture, const struct cell_size *size, const char *label,
                      bool occupied, bool over)
{
    int middle = cell_middle(size);
    if (occupied) {
        bool room = true;
        for (int i = 0; label[i] && room; i++)
            room = put_beside(picture, size, (uint8_t)label[i]);
        if (!room && over)
            put_over(picture, size, label[1] ? (uint8_t)label[0] : 0,
                     (uint8_t)(label[1] ? label[1] : label[0]));
    } else {
        for (int i = 0; label[i]; i++)
            cell_put(picture, size, cell_letter_row(size), middle + i, (uint8_t)label[i],
                     ROLE_MARK);
    }
}

/* True if there is room for both digits of a number. */
static bool has_room_for_two(const struct cell_picture *picture, const struct cell_size *size,
                             bool occupied)
{
    struct cell_picture tried = *picture;
    if (!occupied)
        return cell_middle(size) + 1 < size->columns;
    return put_beside(&tried, size, '0') && put_beside(&tried, size, '0');
}

/* The greatest distance from the middle at which a pair of signs may stand. The pair of the last
 * ply, which is drawn anew with every ply, stays beside the letter. */
static int pair_reach(const struct board_mark *mark, const struct cell_size *size,
                      const struct cell_picture *picture)
{
    int row = cell_letter_row(size), middle = cell_middle(size);
    bool close = !picture->wide && marks_is_free(picture, size, row, middle - 1) &&
                 marks_is_free(picture, size, row, middle + 1);
    return mark->mark == MARK_LAST && close ? 1 : 3;
}

static struct mark_look look_of(const struct board_view *view, const struct piece_art *art,
                                const struct cell_size *size, enum cell_mark mark)
{
    struct mark_look look;
    if (art->mark && art->mark(view, size, mark, &look))
        return look;
    return mark_look_usual(mark, view->charset, view->shaded && size->columns < 3);
}

/* True if a sign would be lost in the pattern of a dark cell, so that the pattern is removed
 * from its row. */
static bool is_faint(const struct board_mark *mark, const struct mark_look *look,
                     const struct cell_size *size)
{
    return mark->mark == MARK_LAST ? size->columns > 3 : look->empty == '.' || look->empty == 0xB7;
}

static void clear_pattern(struct cell_picture *picture, const struct cell_size *size)
{
    int row = cell_letter_row(size);
    for (int column = 0; column < size->columns; column++)
        if (picture->ink[row][column] == ROLE_LINE)
            cell_put(picture, size, row, column, 0, ROLE_TEXT);
}

bool cell_mark(const struct board_view *view, const struct piece_art *art,
               const struct board_mark *mark, const struct cell_size *size, bool over,
               struct cell_picture *picture)
{
    bool occupied = view->position->at[mark->cell].kind != KIND_NONE;
    struct mark_look look = look_of(view, art, size, mark->mark);
    char label[3] = "";
    if (mark->label[0] && (!mark_long_number(mark) || has_room_for_two(picture, size, occupied)))
        memcpy(label, mark->label, sizeof label);
    else if (mark->mark == MARK_NUMBER)
        label[0] = (char)(mark->number < 10 ? '0' + mark->number : 'a' + (mark->number - 10) % 26);
    else if (mark->mark == MARK_NOTE)
        label[0] = '#';
    label[2] = '\0';
    if (mark->mark == MARK_LAST && view->quiet)
        return true; /* the background shows the mark, and the move list names the ply */
    if (is_faint(mark, &look, size) && !occupied)
        clear_pattern(picture, size);
    if (look.left || look.right) {
        bool seen =
            put_pair(picture, size, look.left, look.right, pair_reach(mark, size, picture)) ||
            (over && put_over(picture, size, look.left, look.right));
        return !seen || mark->mark != MARK_LAST || !view->shaded || !view->slim;
    }
    if (label[0])
        put_label(picture, size, label, occupied, over);
    else if (occupied && look.occupied) {
        if (!put_beside(picture, size, look.occupied) && over)
            put_over(picture, size, 0, look.occupied);
    } else if (!occupied && look.empty)
        cell_put(picture, size, cell_letter_row(size), cell_middle(size), look.empty, ROLE_MARK);
    return true;
}

/* ---- Backgrounds and signs of marked cells: see marks.h. */

bool mark_long_number(const struct board_mark *mark)
{
    return mark->label[0] >= '0' && mark->label[0] <= '9' && mark->label[1] >= '0' &&
           mark->label[1] <= '9';
}

enum role mark_ground(const struct board_mark *mark)
{
    switch (mark->mark) {
    case MARK_CURSOR:
        return ROLE_CURSOR_CELL;
    case MARK_PICKED:
        return ROLE_PICKED_CELL;
    case MARK_LAST:
        return ROLE_LAST_CELL;
    case MARK_GO:
        return ROLE_TARGET_CELL;
    case MARK_TAKE:
        return ROLE_TAKE_CELL;
    case MARK_PUSH:
    case MARK_DIVE:
    case MARK_TRANSFORM:
    case MARK_JOIN:
    case MARK_CASTLE:
        return ROLE_SPECIAL_CELL;
    case MARK_CHECK:
    case MARK_FORBIDDEN:
        return ROLE_CHECK_CELL;
    case MARK_ATTACK:
    case MARK_NUMBER:
        return ROLE_LAST_CELL;
    case MARK_NOTE:
        return (enum role)(ROLE_MARK_1_CELL +
                           (mark->number ? (mark->number - 1) % MARK_COLORS : 0));
    default:
        return ROLE_TEXT;
    }
}

struct mark_look mark_look_usual(enum cell_mark mark, enum charset charset, bool dotted)
{
    bool utf8 = charset == CHARSET_UTF8;
    uint32_t plain = utf8 ? 0x2022 : '+'; /* a sign to use where a dot would not be visible */
    switch (mark) {
    case MARK_CURSOR:
        return (struct mark_look){'[', ']', 0, 0};
    case MARK_PICKED:
        return (struct mark_look){'(', ')', 0, 0};
    case MARK_LAST:
        return (struct mark_look){'_', '_', 0, 0};
    case MARK_GO:
        return (struct mark_look){0, 0, dotted ? plain : utf8 ? 0xB7 : '.', plain};
    case MARK_TAKE:
        return (struct mark_look){0, 0, utf8 ? 0xD7 : 'x', utf8 ? 0xD7 : 'x'};
    case MARK_PUSH:
        return (struct mark_look){0, 0, '@', '@'};
    case MARK_DIVE:
        return (struct mark_look){0, 0, '*', '*'};
    case MARK_TRANSFORM:
        return (struct mark_look){0, 0, '%', '%'};
    case MARK_JOIN:
        return (struct mark_look){0, 0, '&', '&'};
    case MARK_CASTLE:
        return (struct mark_look){0, 0, '=', '='};
    case MARK_FORBIDDEN:
        return (struct mark_look){0, 0, '!', '!'};
    case MARK_CHECK:
        return (struct mark_look){0, 0, '!', '!'};
    case MARK_ATTACK:
        return (struct mark_look){0, 0, '^', '^'};
    default:
        return (struct mark_look){0};
    }
}

/* ---- Draws how pieces move, as diagrams of signs: see marks.h. */

/* The first file or rank of a diagram that has the piece in its middle (the fourth of eight),
 * limited by the edges of the board. */
static int part_start(int at, int all, int cells)
{
    int start = at - (cells - 1) / 2, last = all - cells;
    return start > last ? (last < 0 ? 0 : last) : start < 0 ? 0 : start;
}

const struct example *pattern_alone(const struct ruleset *rules, struct piece piece, cell_t cell,
                                    struct position *out, struct actions *reach)
{
    position_clear(out, rules);
    out->side = piece.side == NOBODY ? WHITE : piece.side;
    out->at[cell] = piece;
    rules->rules->reach(out, cell, reach);
    return reach->n ? NULL : piece_example(out, cell, reach);
}

const struct example *pattern_signs(const struct ruleset *rules, struct piece piece,
                                    const struct example *example)
{
    return example ? example : kind_signs(rules, piece.kind);
}

bool pattern_is(const struct ruleset *rules, struct piece piece, cell_t cell)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    pattern_alone(rules, piece, cell, alone, &reach);
    int n = reach.n;
    actions_free(&reach);
    free(alone);
    return n > 0;
}

bool pattern_is_example(const struct ruleset *rules, struct piece piece, cell_t cell)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    const struct example *example = pattern_alone(rules, piece, cell, alone, &reach);
    actions_free(&reach);
    free(alone);
    return example != NULL;
}

/* Finds the sign of every cell, indexed by cell; 0 for none. */
static const struct example *mark_reach(const struct ruleset *rules, struct piece piece,
                                        cell_t cell, char mark[CELLS_MAX])
{
    struct position position;
    struct actions reach = {0};
    const struct example *example = pattern_alone(rules, piece, cell, &position, &reach);
    for (int i = 0; i < reach.n; i++) {
        char *at = &mark[reach.v[i].to];
        char now = reach.v[i].verb == ACTION_GO ? 'm' : reach.v[i].verb == ACTION_TAKE ? 'c' : 'x';
        *at = !*at || *at == now ? now : 'x';
    }
    for (int at = 0; example && at < rules->board->cells; at++)
        if (position.at[at].kind)
            mark[at] = rules->kinds[position.at[at].kind].letter;
    mark[cell] = 'O';
    actions_free(&reach);
    return example;
}

int pattern_whole(const struct ruleset *rules, struct piece piece, cell_t cell)
{
    const struct board *board = rules->board;
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    int farthest = 0;
    pattern_alone(rules, piece, cell, alone, &reach);
    for (int i = 0; i < reach.n; i++) {
        int files = abs(board->cell[reach.v[i].to].file - board->cell[cell].file);
        int ranks = abs(board->cell[reach.v[i].to].rank - board->cell[cell].rank);
        farthest = files > farthest ? files : farthest;
        farthest = ranks > farthest ? ranks : farthest;
    }
    actions_free(&reach);
    free(alone);
    int cells = 2 * farthest + 1;
    return cells > PATTERN_CELLS && cells <= PATTERN_CELLS_MOST && board->files > PATTERN_CELLS
               ? cells
               : PATTERN_CELLS;
}

const struct example *pattern_draw_part(const struct ruleset *rules, struct piece piece,
                                        cell_t cell, int cells, struct scene *scene, int row,
                                        int column)
{
    const struct board *board = rules->board;
    char mark[CELLS_MAX] = {0};
    if (cell == CELL_NONE)
        cell = board_at(board, (board->files - 1) / 2, (board->ranks - 1) / 2);
    int left = part_start(board->cell[cell].file, board->files, cells);
    int bottom = part_start(board->cell[cell].rank, board->ranks, cells);
    const struct example *example = mark_reach(rules, piece, cell, mark);
    for (int r = 0; r < cells; r++)
        for (int c = 0; c < cells; c++) {
            cell_t at = board_at(board, left + c, bottom + cells - 1 - r);
            if (at == CELL_NONE)
                continue;
            enum role ink = mark[at] && mark[at] < 'a' ? ROLE_LABEL
                            : mark[at]                 ? ROLE_TEXT
                                                       : ROLE_LINE;
            scene_put(scene, row + r, column + 2 * c, mark[at] ? (uint8_t)mark[at] : '.', ink,
                      ROLE_TEXT);
        }
    return pattern_signs(rules, piece, example);
}

const struct example *pattern_draw(const struct ruleset *rules, struct piece piece, cell_t cell,
                                   struct scene *scene, int row, int column)
{
    return pattern_draw_part(rules, piece, cell, PATTERN_CELLS, scene, row, column);
}

int pattern_turns(const struct draft *draft, struct piece out[PATTERN_TURNS],
                  int turn[PATTERN_TURNS])
{
    struct actions choices = {0};
    struct draft turned = {0};
    int n = 0;
    draft_choices(draft, &choices);
    for (int wanted = -1; wanted <= 1; wanted++)
        for (int i = 0; i < choices.n && n < PATTERN_TURNS; i++) {
            if (choices.v[i].verb != ACTION_TURN || choices.v[i].turn != wanted)
                continue;
            draft_copy(&turned, draft);
            draft_take(&turned, choices.v[i]);
            turn[n] = wanted;
            out[n++] = turned.now.at[choices.v[i].to];
            draft_clear(&turned);
        }
    actions_free(&choices);
    return n;
}
