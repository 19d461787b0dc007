/* pieces_turnover.c - draws the stacks of Turnover Chess as nested rings (rules/turnover.md 14).
 *
 * A Tower is a disc, a Fort a ring round it, a Wall a ring round both. Pictures are composed from these rings, so a
 * stack looks like what it is made of. White has thin open signs and Black heavy ones, so the sides differ even
 * without colours. */
#include "tui/boards/piece_art.h"

#include "core/position_text.h"

enum { TOWER_RING = 1, FORT_RING = 2, WALL_RING = 4 };

enum { SMALL, MEDIUM, TALL, LARGE, PLAIN, SIZES }; /* PLAIN: medium without the grid, for low screens */

static const struct cell_size ladder[SIZES] = {
    {"small", 3, 1, false}, {"medium", 5, 2, true}, {"tall", 5, 3, true}, {"large", 7, 3, true}, {NULL, 5, 2, false}};

/* The frame of a ring: its corners and edges, clockwise from the upper left one. */
struct frame {
    uint32_t upper_left, upper, upper_right, right, lower_right, lower, lower_left, left;
};

/* The signs of one side in one charset. */
struct signs {
    uint32_t tower, fort, both, wall[2]; /* small sizes: the inside, and the two sides of a Wall */
    uint32_t disc;                       /* larger sizes: the Tower */
    uint32_t bare_wall[2];               /* medium sizes: the sides of a Wall without a frame */
    struct frame fort_ring, wall_ring;
};

static const struct signs signs[2][2] = {
    [CHARSET_ASCII] = {
        {'o', 'O', '@', {'[', ']'}, 'o', {'[', ']'},
         {'.', '-', '.', ')', '\'', '-', '\'', '('}, {'.', '-', '.', '|', '\'', '-', '\'', '|'}},
        {'x', 'X', '#', {'{', '}'}, '*', {'#', '#'},
         {'=', '=', '=', '}', '=', '=', '=', '{'}, {'#', '#', '#', '#', '#', '#', '#', '#'}},
    },
    [CHARSET_UTF8] = {
        {0x25E6, 0x25CB, 0x25CE, {0x2502, 0x2502}, 0x25E6, {0x2502, 0x2502},
         {0x256D, 0x2500, 0x256E, ')', 0x256F, 0x2500, 0x2570, '('},
         {0x256D, 0x2500, 0x256E, 0x2502, 0x256F, 0x2500, 0x2570, 0x2502}},
        {0x2022, 0x25CF, 0x25C9, {0x2503, 0x2503}, 0x2022, {0x2503, 0x2503},
         {0x250F, 0x2501, 0x2513, ')', 0x251B, 0x2501, 0x2517, '('},
         {0x250F, 0x2501, 0x2513, 0x2503, 0x251B, 0x2501, 0x2517, 0x2503}},
    },
};

static bool turnover_fits(const struct ruleset *rules)
{
    return rules->rules == &turnover_rules;
}

/* The rings of a stack, by its letter. */
static int rings_of(const struct board_view *view, struct piece piece)
{
    switch (view->position->rules->kinds[piece.kind].letter) {
    case 'T':
        return TOWER_RING;
    case 'F':
        return FORT_RING;
    case 'W':
        return WALL_RING;
    case 'C':
        return TOWER_RING | FORT_RING;
    case 'S':
        return FORT_RING | WALL_RING;
    default:
        return TOWER_RING | FORT_RING | WALL_RING;
    }
}

static void put_small(struct cell_picture *out, const struct cell_size *size, const struct signs *sign,
                      int rings, enum role ink)
{
    bool tower = rings & TOWER_RING, fort = rings & FORT_RING;
    if (tower || fort)
        cell_put(out, size, 0, 1, tower && fort ? sign->both : tower ? sign->tower : sign->fort, ink);
    if (rings & WALL_RING) {
        cell_put(out, size, 0, 0, sign->wall[0], ink);
        cell_put(out, size, 0, 2, sign->wall[1], ink);
    }
}

/* Put the upper and lower edges of a ring `margin` columns inside the cell's sides. */
static void put_edges(struct cell_picture *out, const struct cell_size *size, const struct frame *frame,
                      int margin, enum role ink)
{
    int last = size->columns - 1 - margin, bottom = size->rows - 1;
    for (int column = margin + 1; column < last; column++) {
        cell_put(out, size, 0, column, frame->upper, ink);
        cell_put(out, size, bottom, column, frame->lower, ink);
    }
    cell_put(out, size, 0, margin, frame->upper_left, ink);
    cell_put(out, size, 0, last, frame->upper_right, ink);
    cell_put(out, size, bottom, margin, frame->lower_left, ink);
    cell_put(out, size, bottom, last, frame->lower_right, ink);
}

static uint32_t letter_of(const struct board_view *view, struct piece piece)
{
    char letters[4];
    piece_letters(view->position->rules, piece, letters);
    return (uint8_t)letters[0];
}

static void turnover_piece(const struct board_view *view, cell_t cell, const struct cell_size *size,
                           struct cell_picture *out)
{
    struct piece piece = view->position->at[cell];
    const struct signs *sign = &signs[view->charset][piece.side];
    enum role ink = piece_ink(piece);
    int rings = rings_of(view, piece), row = cell_letter_row(size), last = size->columns - 1;
    if (size->rows == 1 && view->plain) { /* brackets mean nothing in speech and braille; the letter does */
        cell_put(out, size, 0, cell_middle(size), letter_of(view, piece), ink);
        return;
    }
    if (size->rows == 1) {
        put_small(out, size, sign, rings, ink);
        return;
    }
    bool framed = size->rows > 2;
    if (rings & TOWER_RING)
        cell_put(out, size, row, cell_middle(size), sign->disc, ink);
    if (rings & FORT_RING) {
        cell_put(out, size, row, 1, sign->fort_ring.left, ink);
        cell_put(out, size, row, last - 1, sign->fort_ring.right, ink);
    }
    if (rings & WALL_RING) {
        cell_put(out, size, row, 0, framed ? sign->wall_ring.left : sign->bare_wall[0], ink);
        cell_put(out, size, row, last, framed ? sign->wall_ring.right : sign->bare_wall[1], ink);
    }
    if (framed && rings & WALL_RING)
        put_edges(out, size, &sign->wall_ring, 0, ink);
    else if (framed && rings & FORT_RING)
        put_edges(out, size, &sign->fort_ring, 1, ink);
    if (!framed)
        cell_put(out, size, 1, cell_middle(size), letter_of(view, piece), ink);
}

/* Draw a dark square: a dot in the middle, or stripes on every second column. */
static void turnover_empty(const struct board_view *view, cell_t cell, const struct cell_size *size,
                           struct cell_picture *out)
{
    if (!view->shaded || !view->position->rules->board->cell[cell].dark)
        return;
    uint32_t dot = view->charset == CHARSET_UTF8 ? 0xB7 : size->rows == 1 ? '.' : ':';
    for (int row = 0; row < size->rows; row++)
        for (int column = 1; column < size->columns; column += 2)
            cell_put(out, size, row, column, dot, ROLE_LINE);
}

/* The usual brackets round a cell would look like rings. So a ring that turns a piece over or joins it is marked with
 * its sign in the notation, and a destination with a dot, or with a cross if dark squares have dots: a bullet would
 * look like a Tower. */
static bool turnover_mark(const struct board_view *view, const struct cell_size *size, enum cell_mark mark, struct mark_look *out)
{
    bool dotted = view->shaded && (size->rows == 1 || view->charset == CHARSET_UTF8);
    if (mark == MARK_CURSOR)
        *out = (struct mark_look){'>', '<', 0, 0};
    else if (mark == MARK_PICKED)
        *out = (struct mark_look){'/', '\\', 0, 0};
    else if (mark == MARK_LAST)
        *out = (struct mark_look){'_', '_', 0, 0};
    else if (mark == MARK_TRANSFORM)
        *out = (struct mark_look){0, 0, '^', '^'};
    else if (mark == MARK_GO)
        *out = (struct mark_look){0, 0, dotted ? '+' : '.', '+'};
    else if (mark == MARK_TAKE && size->rows == 1 && view->charset != CHARSET_UTF8)
        *out = (struct mark_look){0, 0, '*', 'x'}; /* an x alone is Black's Tower */
    else
        return false;
    return true;
}

/* Print the board as it is drawn everywhere, and below it the side to move. */
static bool turnover_show(const struct board_view *view, FILE *out)
{
    struct board_view plain = *view;
    struct scene scene = {0};
    int rows, columns;
    if (plain.size < 0)
        plain.size = SMALL;
    square_art.measure(&plain, &rows, &columns);
    scene_begin(&scene, rows, columns);
    square_art.draw(&plain, &scene, 0, 0);
    scene_print(&scene, out);
    scene_free(&scene);
    fprintf(out, "   %s to move\n", side_name(view->position->side));
    return true;
}

const struct piece_art turnover_pieces = {
    .name = "rings",
    .fits = turnover_fits,
    .ladder = ladder,
    .rungs = SIZES,
    .piece = turnover_piece,
    .empty = turnover_empty,
    .mark = turnover_mark,
    .show = turnover_show,
};
