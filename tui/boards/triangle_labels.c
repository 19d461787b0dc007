/* triangle_labels.c - pieces and marks as the few characters that fit a cell: see tui/boards/triangle_labels.h. */
#include "tui/boards/triangle_labels.h"

#include "core/position_text.h"
#include "core/families/triangles/triangles.h"
#include "tui/boards/mark_signs.h"

uint32_t triangle_character(const struct board_view *view, uint32_t character)
{
    if (view->charset != CHARSET_UTF8)
        return character;
    switch (character) {
    case '/': return 0x2571;
    case '\\': return 0x2572;
    case '-': return 0x2500;
    case '*': return 0x2022;
    default: return character;
    }
}

static void label_piece(const struct board_view *view, int cell, struct triangle_label *label)
{
    static const enum role inks[] = {ROLE_WHITE, ROLE_BLACK, ROLE_RED, ROLE_NOBODY};
    struct piece piece = view->position->at[cell];
    char letters[4];
    if (!piece.kind)
        return;
    bool frozen = piece.mark == TRIANGLE_FROZEN;
    piece_letters(view->position->rules, piece, letters);
    label->character[0] = (uint8_t)letters[0];
    label->character[1] = frozen ? (piece.side == RED ? ',' : '.') : (uint8_t)letters[1];
    label->ink = label->mark_ink = frozen ? ROLE_FROZEN : inks[piece.side];
}

/* Put a pair of characters around the label, for marks that have one. */
static bool mark_pair(enum cell_mark mark, struct triangle_label *label)
{
    static const char pairs[][2] = {[MARK_CURSOR] = {'[', ']'}, [MARK_PICKED] = {'{', '}'},
                                    [MARK_LAST] = {'(', ')'},   [MARK_CHECK] = {'!', '!'}};
    if (mark > MARK_CHECK || !pairs[mark][0])
        return false;
    if (!label->left) { /* only one pair for each cell: the cursor's, which is added before all others (12.4) */
        label->left = (uint8_t)pairs[mark][0];
        label->right = (uint8_t)pairs[mark][1];
    }
    return true;
}

/* Put a single character: in the first place of an empty cell; after the piece; or, if its owner's sign is there,
 * beside the piece: on the right, except in the smallest size, where the cell to the right begins there. */
static void mark_sign(const struct board_view *view, uint32_t sign, bool occupied, struct triangle_label *label)
{
    if (occupied && label->character[1]) {
        uint32_t *beside = view->size == TRIANGLES_LEAST ? &label->left : &label->right;
        if (!*beside)
            *beside = sign;
        return;
    }
    label->character[occupied] = sign;
    label->mark_ink = ROLE_MARK;
    if (!occupied)
        label->ink = ROLE_MARK;
}

/* A piece that can be captured has the sign in place of its owner's (12.4). */
static void mark_target(const struct board_view *view, uint32_t sign, bool occupied, struct triangle_label *label)
{
    label->character[1] = 0;
    mark_sign(view, sign, occupied, label);
}

/* Put a user's own mark, "#g" or an arrow's "1>": its two characters enclose a piece, if nothing else does and
 * strokes separate the cells. */
static void mark_note(const struct board_view *view, const char *text, bool occupied, struct triangle_label *label)
{
    if (occupied && view->size != TRIANGLES_LEAST && text[0] && text[1] && !label->left && !label->right) {
        label->left = (uint8_t)text[0];
        label->right = (uint8_t)text[1];
        return;
    }
    mark_sign(view, (uint8_t)text[0], occupied, label);
    if (!occupied)
        label->character[1] = (uint8_t)text[1];
}

static void label_mark(const struct board_view *view, const struct board_mark *mark, struct triangle_label *label)
{
    struct piece piece = view->position->at[mark->cell];
    bool occupied = piece.kind != KIND_NONE;
    if (mark_pair((enum cell_mark)mark->mark, label))
        return;
    bool around = view->size != TRIANGLES_LEAST && !label->left && !label->right;
    if ((mark->label[0] && (!occupied || around || !mark_long_number(mark))) || mark->mark == MARK_NOTE)
        mark_note(view, mark->label[0] ? mark->label : "#", occupied, label);
    else if (mark->mark == MARK_NUMBER)
        mark_sign(view, (uint32_t)(mark->number < 10 ? '0' + mark->number : 'a' + (mark->number - 10) % 26), occupied, label);
    else if (mark->mark == MARK_FORBIDDEN)
        mark_sign(view, 'x', occupied, label);
    else if (mark->mark == MARK_ATTACK)
        mark_sign(view, '^', occupied, label);
    else if (mark->mark != MARK_NONE)
        mark_target(view, triangle_character(view, occupied && piece.side == RED ? '"' : '*'), occupied, label);
}

struct triangle_label triangle_label(const struct board_view *view, int cell)
{
    const struct board_mark *first = NULL;
    enum role ground = plain_ground(view->position->rules->board, cell);
    struct triangle_label label = {.ink = ROLE_TEXT, .mark_ink = ROLE_TEXT, .ground = ground};
    label_piece(view, cell, &label);
    for (int i = 0; i < view->marks; i++) {
        const struct board_mark *mark = &view->mark[i];
        if (mark->cell != cell)
            continue;
        label_mark(view, mark, &label);
        if (first)
            break;
        first = mark;
        label.ground = mark_ground(mark);
        if (mark->mark != MARK_CURSOR)
            break;
    }
    return label;
}
