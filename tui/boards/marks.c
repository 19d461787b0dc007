/* marks.c - places marks in the cells of a square board.
 *
 * A mark stands beside or round a piece, or in the middle of an empty cell. Without colours it may also cover part of
 * a piece that fills its cell. tui/boards/mark_signs.h says what each mark looks like. */
#include "tui/boards/piece_art.h"

#include <string.h>

static bool is_free(const struct cell_picture *picture, const struct cell_size *size, int row, int column)
{
    return row >= 0 && column >= 0 && row < size->rows && column < size->columns &&
           (!picture->at[row][column] || picture->ink[row][column] == ROLE_LINE);
}

/* The rows of a cell in the order in which marks try them: the letter's row, those below, those above. */
static int mark_row(const struct cell_size *size, int attempt)
{
    return (cell_letter_row(size) + attempt) % size->rows;
}

/* Without colours, if the piece leaves no room at all: put the sign over the piece's upper edge, or in a one-line
 * cell over its last character. What it hides shows elsewhere in the piece's picture too. */
static bool put_over(struct cell_picture *picture, const struct cell_size *size, uint32_t left, uint32_t right)
{
    int middle = cell_middle(size);
    if (size->rows == 1 && size->columns < 3)
        return false;
    if (size->rows == 1) {
        cell_put(picture, size, 0, size->columns - 1, right, ROLE_MARK);
        return true;
    }
    if (left)
        cell_put(picture, size, 0, middle - 1, left, ROLE_MARK);
    cell_put(picture, size, 0, left ? middle + 1 : middle, right, ROLE_MARK);
    return true;
}

/* The first row with free places at this distance on both sides of the middle, or -1. */
static int free_row(const struct cell_picture *picture, const struct cell_size *size, int reach)
{
    int middle = cell_middle(size);
    for (int i = 0; i < size->rows; i++)
        if (is_free(picture, size, mark_row(size, i), middle - reach) && is_free(picture, size, mark_row(size, i), middle + reach))
            return mark_row(size, i);
    return -1;
}

/* Put a pair of signs at the edges of the cell, at most `most` columns from the middle, or inside a pair that is
 * there already. Occupied places are kept. True if at least one of the two was put. */
static bool put_pair(struct cell_picture *picture, const struct cell_size *size, uint32_t left, uint32_t right, int most)
{
    int middle = cell_middle(size), widest = size->columns - 1 - middle, reach, row = -1;
    widest = widest > most ? most : widest;
    for (reach = widest; reach > 0 && row < 0; reach--)
        row = free_row(picture, size, reach);
    reach = row < 0 ? widest : reach + 1;
    row = row < 0 ? cell_letter_row(size) : row;
    int l = middle - reach, r = middle + reach;
    if (size->columns == 2) /* round an empty cell, behind a letter */
        l = is_free(picture, size, row, 0) ? 0 : -1;
    bool left_free = is_free(picture, size, row, l), right_free = is_free(picture, size, row, r);
    if (left_free)
        cell_put(picture, size, row, l, left, ROLE_MARK);
    if (right_free)
        cell_put(picture, size, row, r, right, ROLE_MARK);
    return left_free || right_free;
}

/* Put one character beside a piece: on its left if free, else on its right, else on another row. False if there is no
 * room. */
static bool put_beside(struct cell_picture *picture, const struct cell_size *size, uint32_t character)
{
    static const int8_t offset[] = {-2, -1, 1, 2};
    for (int i = 0; i < size->rows; i++)
        for (int k = size->columns < 5; k < 4; k++) {
            int row = mark_row(size, i), column = cell_middle(size) + offset[k];
            if (is_free(picture, size, row, column)) {
                cell_put(picture, size, row, column, character, ROLE_MARK);
                return true;
            }
        }
    return false;
}

/* Put up to two characters in the middle of an empty cell, or beside a piece. */
static void put_label(struct cell_picture *picture, const struct cell_size *size, const char *label, bool occupied, bool over)
{
    int middle = cell_middle(size);
    if (occupied) {
        bool room = true;
        for (int i = 0; label[i] && room; i++)
            room = put_beside(picture, size, (uint8_t)label[i]);
        if (!room && over)
            put_over(picture, size, label[1] ? (uint8_t)label[0] : 0, (uint8_t)(label[1] ? label[1] : label[0]));
    } else {
        for (int i = 0; label[i]; i++)
            cell_put(picture, size, cell_letter_row(size), middle + i, (uint8_t)label[i], ROLE_MARK);
    }
}

/* True if both digits of a number fit. */
static bool has_room_for_two(const struct cell_picture *picture, const struct cell_size *size, bool occupied)
{
    struct cell_picture tried = *picture;
    if (!occupied)
        return cell_middle(size) + 1 < size->columns;
    return put_beside(&tried, size, '0') && put_beside(&tried, size, '0');
}

/* How far from the middle a pair may stand. The pair of the last ply, which moves with every ply, stays close to the
 * letter. */
static int pair_reach(const struct board_mark *mark, const struct cell_size *size, const struct cell_picture *picture)
{
    int row = cell_letter_row(size), middle = cell_middle(size);
    bool close = is_free(picture, size, row, middle - 1) && is_free(picture, size, row, middle + 1);
    return mark->mark == MARK_LAST && close ? 1 : 3;
}

static struct mark_look look_of(const struct board_view *view, const struct piece_art *art, const struct cell_size *size,
                                enum cell_mark mark)
{
    struct mark_look look;
    if (art->mark && art->mark(view, size, mark, &look))
        return look;
    return mark_look_usual(mark, view->charset, view->shaded && size->columns < 3);
}

/* True for a sign that would be lost in the pattern of a dark cell: the pattern is removed from its row. */
static bool is_faint(const struct board_mark *mark, const struct mark_look *look, const struct cell_size *size)
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

bool cell_mark(const struct board_view *view, const struct piece_art *art, const struct board_mark *mark,
               const struct cell_size *size, bool over, struct cell_picture *picture)
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
        return true; /* the background shows it, and the move is in the list beside the board */
    if (is_faint(mark, &look, size) && !occupied)
        clear_pattern(picture, size);
    if (look.left || look.right) {
        bool seen = put_pair(picture, size, look.left, look.right, pair_reach(mark, size, picture)) ||
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
