/* pieces.c - draws pieces as pictures of a piece set, or as letters.
 *
 * This works for every game on squares. */
#include "core/families/turning/turning.h"
#include "core/family_list.h"
#include "core/position_text.h"
#include "tui/boards/piece_pictures.h"

static const struct cell_size letter_ladder[] = {
    {"1x1", 1, 1, false}, {"2x1", 2, 1, false},   {"3x1", 3, 1, false},   {"5x2", 5, 2, false},
    {"5x3", 5, 3, false}, {"7x3", 7, 3, false},   {"7x4", 7, 4, false},   {"9x4", 9, 4, false},
    {"9x5", 9, 5, false}, {"11x5", 11, 5, false}, {"13x6", 13, 6, false},
};

static bool letter_fits(const struct ruleset *rules)
{
    return rules->board->shape == BOARD_SQUARES;
}

static void letter_piece(const struct board_view *view, cell_t cell, const struct cell_size *size,
                         struct cell_picture *out)
{
    char letters[4];
    struct piece piece = view->position->at[cell];
    bool drawn = picture_put(view, piece, size, false, out);
    piece_letters(view->position->rules, piece, letters);
    for (int i = 0; !drawn && letters[i]; i++)
        cell_put(out, size, cell_letter_row(size), cell_middle(size) + i, (uint8_t)letters[i],
                 piece_ink(piece));
    cell_shade(view, cell, size, out);
}

/* Print a square as in rules/croatian.md 19.2: three columns wide with its frame. A mark is one
 * character in an empty square, or parentheses around a piece. */
static void show_field(const struct board_view *view, cell_t cell, FILE *out)
{
    const struct position *position = view->position;
    bool dark = position->rules->board->cell[cell].dark;
    struct piece piece = position->at[cell];
    const struct board_mark *mark = NULL;
    char letters[4] = "", side = dark ? ':' : ' ';
    for (int i = 0; i < view->marks && !mark; i++)
        if (view->mark[i].cell == cell)
            mark = &view->mark[i];
    if (piece.kind)
        piece_letters(position->rules, piece, letters);
    else
        letters[0] = side;
    if (mark && !piece.kind && mark->mark == MARK_NUMBER)
        letters[0] = (char)('0' + mark->number % 10);
    else if (mark && !piece.kind && mark_look_usual(mark->mark, CHARSET_ASCII, true).empty)
        letters[0] = (char)mark_look_usual(mark->mark, CHARSET_ASCII, true).empty;
    if (mark && piece.kind)
        fprintf(out, "(%s)", letters);
    else if (letters[1])
        fprintf(out, "%c%s", side, letters);
    else
        fprintf(out, "%c%s%c", side, letters, side);
}

static void show_files(const struct board_view *view, FILE *out)
{
    int files = view->position->rules->board->files;
    fprintf(out, "    ");
    for (int i = 0; i < files; i++)
        fprintf(out, " %c ", 'a' + (view->turn & 1 ? files - 1 - i : i));
    fputc('\n', out);
}

static void show_border(int files, FILE *out)
{
    fprintf(out, "   +");
    for (int i = 0; i < 3 * files; i++)
        fputc('-', out);
    fprintf(out, "+\n");
}

/* Print "White to move", and below it the captured pieces that can return. */
static void show_state(const struct position *position, FILE *out)
{
    struct verdict verdict;
    position_judge(position, &verdict);
    fprintf(out, "%s to move", side_name(position->side));
    if (verdict.outcome != OUTCOME_PLAYING) {
        char text[100];
        verdict_text(&verdict, text, sizeof text);
        fprintf(out, ", %s", text);
    }
    fputc('\n', out);
    bool any = false;
    for (int side = 0; side < SIDES_MAX; side++)
        for (int kind = 1; kind <= position->rules->kind_count; kind++)
            for (int i = 0; i < position->held[side][kind]; i++) {
                char letters[4];
                piece_letters(position->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0},
                              letters);
                fprintf(out, "%s%s", any ? " " : "captured: ", letters);
                any = true;
            }
    if (any)
        fputc('\n', out);
}

static bool letter_show(const struct board_view *view, FILE *out)
{
    if (view->size >= 0)
        return false;
    const struct board *board = view->position->rules->board;
    bool turned = view->turn & 1;
    show_files(view, out);
    show_border(board->files, out);
    for (int row = 0; row < board->ranks; row++) {
        int rank = turned ? row : board->ranks - 1 - row;
        fprintf(out, "%2d |", rank + 1);
        for (int column = 0; column < board->files; column++)
            show_field(view, board_at(board, turned ? board->files - 1 - column : column, rank),
                       out);
        fprintf(out, "| %d\n", rank + 1);
    }
    show_border(board->files, out);
    show_files(view, out);
    show_state(view->position, out);
    return true;
}

const struct piece_art letter_pieces = {
    .name = "letters",
    .fits = letter_fits,
    .ladder = letter_ladder,
    .rungs = sizeof letter_ladder / sizeof *letter_ladder,
    .piece = letter_piece,
    .empty = cell_empty,
    .show = letter_show,
};

/* ---- Draws the pieces of Turning Chess: a letter, and a mark for the direction it faces.
 *
 * See rules/turning.md, "On the screen". A piece that faces as it did at first has no mark. Small
 * cells have room for a tick beside the letter. Larger ones have a pointer on the side it faces,
 * and "=B", the letter of the piece whose initial pattern it has now. Pictures stand in frames with
 * a beak on that side; they are those of that other piece, with the letter of the piece itself. */

static const struct cell_size ladder[] = {
    {"3x1", 3, 1, false}, {"5x2", 5, 2, false}, {"5x3", 5, 3, false},   {"7x3", 7, 3, false},
    {"7x4", 7, 4, false}, {"9x4", 9, 4, false}, {"11x5", 11, 5, false}, {"13x6", 13, 6, false},
};

static const uint32_t arrows[FACINGS] = {0x2191, 0x2197, 0x2192, 0x2198,
                                         0x2193, 0x2199, 0x2190, 0x2196};

static bool turning_fits(const struct ruleset *rules)
{
    return rules->rules == &turning_rules;
}

/* Show a facing by a tick beside the letter, in cells of one or two lines. In ASCII the tick for
 * southwest, west and northwest is on the left. */
static void put_tick(const struct cell_size *size, int facing, enum charset charset, enum role ink,
                     struct cell_picture *out)
{
    static const char ticks[FACINGS] = {'^', '\'', '>', ',', 'v', ',', '<', '`'};
    bool left = charset == CHARSET_ASCII && facing > SOUTH;
    cell_put(out, size, cell_letter_row(size), cell_middle(size) + (left ? -1 : 1),
             charset == CHARSET_UTF8 ? arrows[facing] : (uint8_t)ticks[facing], ink);
}

/* Show a facing by a pointer next to the letter, on the side that the piece faces. */
static void put_pointer(const struct cell_size *size, int facing, enum charset charset,
                        enum role ink, struct cell_picture *out)
{
    static const char pointers[FACINGS] = {'^', '/', '>', '\\', 'v', '/', '<', '\\'};
    int x = facing == NORTH || facing == SOUTH ? 0 : facing < SOUTH ? 1 : -1;
    int y = facing == EAST || facing == WEST ? 0 : facing > EAST && facing < WEST ? -1 : 1;
    cell_put(out, size, cell_letter_row(size) - y, cell_middle(size) + x,
             charset == CHARSET_UTF8 ? arrows[facing] : (uint8_t)pointers[facing], ink);
}

/* Write on the last line the kind that the piece moves like, as "=B". Cells of one or three lines
 * have no room for that. */
static void put_likeness(const struct board_view *view, struct piece man,
                         const struct cell_size *size, struct cell_picture *out)
{
    const struct ruleset *rules = view->position->rules;
    int like = turning_like(turning_of(rules), man), left = cell_middle(size) - 1;
    if (!like || size->rows == 1 || size->rows == 3)
        return;
    cell_put(out, size, size->rows - 1, left, '=', ROLE_MARK);
    cell_put(out, size, size->rows - 1, left + 1, (uint8_t)rules->kinds[like].letter, ROLE_MARK);
}

static void turning_piece_art(const struct board_view *view, cell_t cell,
                              const struct cell_size *size, struct cell_picture *out)
{
    struct piece man = view->position->at[cell];
    const struct turning *turning = turning_of(view->position->rules);
    bool dead = turning_dead(turning, turning_code(man.kind, man.facing), cell);
    enum role ink = dead ? ROLE_DIM : piece_ink(man);
    bool turned = man.facing != turning_first(man.side);
    int facing = facing_seen(view, man.facing), like = turned ? turning_like(turning, man) : 0;
    if (picture_put_facing(view, man, like ? like : man.kind, turned ? facing : FRAME_PLAIN, size,
                           ink, out)) {
        cell_shade(view, cell, size, out);
        return;
    }
    cell_put(out, size, cell_letter_row(size), cell_middle(size), picture_letter(view, man), ink);
    if (turned) {
        (size->rows < 3 ? put_tick : put_pointer)(size, facing, view->charset, ink, out);
        put_likeness(view, man, size, out);
    }
    if (size->rows > 1) /* one-line cells have ticks instead */
        cell_shade(view, cell, size, out);
}

/* With colours (view->bare) draw nothing, because a dot would look like a target. Otherwise draw a
 * dot or, in a dark cell if colours do not tell cells apart (view->shaded), the pattern that all
 * boards share. */
static void turning_empty(const struct board_view *view, cell_t cell, const struct cell_size *size,
                          struct cell_picture *out)
{
    if (view->bare || (view->shaded && view->position->rules->board->cell[cell].dark))
        cell_empty(view, cell, size, out);
    else
        cell_put(out, size, cell_letter_row(size), cell_middle(size),
                 view->charset == CHARSET_UTF8 ? 0xB7 : '.', ROLE_LINE);
}

/* An ASCII sign, or `other` if it would be read as the letter of a piece on the board. */
static uint32_t sign_or(const struct position *position, char sign, char other)
{
    const struct ruleset *rules = position->rules;
    for (int cell = 0; cell < rules->board->cells; cell++)
        if (position->at[cell].kind &&
            rules->kinds[position->at[cell].kind].letter == sign - 'a' + 'A')
            return (uint8_t)other;
    return (uint8_t)sign;
}

/* Mark destinations in ASCII as the source's diagrams do: with `x`, but with `c` on an empty cell
 * where a Pawn can only capture (en passant). If a piece on the board has that letter, empty cells
 * use `+` for `x` and `*` for `c`. In UTF-8, light empty cells contain dots, so a dot cannot be the
 * sign. */
static bool turning_mark(const struct board_view *view, const struct cell_size *size,
                         enum cell_mark mark, struct mark_look *out)
{
    (void)size;
    if (mark != MARK_GO && (mark != MARK_TAKE || view->charset == CHARSET_UTF8))
        return false;
    if (view->charset == CHARSET_UTF8)
        *out = mark_look_usual(mark, view->charset, true);
    else
        *out = (struct mark_look){0, 0,
                                  mark == MARK_TAKE ? sign_or(view->position, 'c', '*')
                                                    : sign_or(view->position, 'x', '+'),
                                  'x'};
    return true;
}

/* Print the board: on each line the rank, a blank and eight cells, and the files below. Light and
 * dark empty cells look the same. */
static bool turning_show(const struct board_view *view, FILE *out)
{
    enum { MARGIN = 2 };
    struct board_view plain = *view;
    const struct board *board = view->position->rules->board;
    const struct cell_size *size = &ladder[view->size < 0 ? 0 : view->size];
    struct scene scene = {0};
    plain.size = view->size < 0 ? 0 : view->size;
    plain.coordinates = plain.shaded = false;
    plain.rows = plain.columns = 0;
    scene_begin(&scene, board->ranks * size->rows + 1, MARGIN + board->files * size->columns);
    square_art.draw(&plain, &scene, 0, MARGIN);
    for (int i = 0; i < board->ranks; i++) {
        int rank = view->turn & 1 ? i : board->ranks - 1 - i;
        int file = view->turn & 1 ? board->files - 1 - i : i;
        scene_put(&scene, i * size->rows + cell_letter_row(size), 0, (uint32_t)('1' + rank),
                  ROLE_LABEL, ROLE_TEXT);
        scene_put(&scene, board->ranks * size->rows, MARGIN + i * size->columns + cell_middle(size),
                  (uint32_t)('a' + file), ROLE_LABEL, ROLE_TEXT);
    }
    scene_print(&scene, out);
    scene_free(&scene);
    return true;
}

const struct piece_art turning_pieces = {
    .name = "turning",
    .fits = turning_fits,
    .ladder = ladder,
    .rungs = sizeof ladder / sizeof *ladder,
    .piece = turning_piece_art,
    .empty = turning_empty,
    .mark = turning_mark,
    .show = turning_show,
};

/* ---- Draws the stacks of Turnover Chess as nested rings (rules/turnover.md, "On the screen").
 *
 * A Tower is a disc, a Fort a ring round it, a Wall a ring round both. Pictures are composed from
 * these rings, so a stack looks like what it is made of. White has thin open signs and Black heavy
 * ones, so the sides differ even without colours. */

enum { TOWER_RING = 1, FORT_RING = 2, WALL_RING = 4 };

enum {
    SMALL,
    MEDIUM,
    TALL,
    LARGE,
    LARGEST,
    PLAIN,
    SIZES
}; /* PLAIN: like MEDIUM, without the grid, for low screens */

static const struct cell_size pieces_turnover_ladder[SIZES] = {
    {"small", 3, 1, false}, {"medium", 5, 2, true},  {"tall", 5, 3, true},
    {"large", 7, 3, true},  {"largest", 9, 5, true}, {NULL, 5, 2, false}};

/* The frame of a ring: its corners and edges, clockwise from the upper left one. */
struct pieces_frame {
    uint32_t upper_left, upper, upper_right, right, lower_right, lower, lower_left, left;
};

/* The signs of one side in one charset. */
struct signs {
    uint32_t tower, fort, both, wall[2]; /* for small sizes: the inside of a Tower, a Fort or both,
                                            and the two sides of a Wall */
    uint32_t disc;                       /* for larger sizes: the Tower */
    uint32_t bare_wall[2];               /* for medium sizes: the sides of a Wall without a frame */
    struct pieces_frame fort_ring, wall_ring;
};

static const struct signs signs[2][2] =
    {
        [CHARSET_ASCII] =
            {
                {'o',
                 'O',
                 '@',
                 {'[', ']'},
                 'o',
                 {'[', ']'},
                 {'.', '-', '.', ')', '\'', '-', '\'', '('},
                 {'.', '-', '.', '|', '\'', '-', '\'', '|'}},
                {'x',
                 'X',
                 '#',
                 {'{', '}'},
                 '*',
                 {'#', '#'},
                 {'=', '=', '=', '}', '=', '=', '=', '{'},
                 {'#', '#', '#', '#', '#', '#', '#', '#'}},
            },
        [CHARSET_UTF8] =
            {
                {0x25E6,
                 0x25CB,
                 0x25CE,
                 {0x2502, 0x2502},
                 0x25E6,
                 {0x2502, 0x2502},
                 {0x256D, 0x2500, 0x256E, ')', 0x256F, 0x2500, 0x2570, '('},
                 {0x256D, 0x2500, 0x256E, 0x2502, 0x256F, 0x2500, 0x2570, 0x2502}},
                {0x2022,
                 0x25CF,
                 0x25C9,
                 {0x2503, 0x2503},
                 0x2022,
                 {0x2503, 0x2503},
                 {0x250F, 0x2501, 0x2513, ')', 0x251B, 0x2501, 0x2517, '('},
                 {0x250F, 0x2501, 0x2513, 0x2503, 0x251B, 0x2501, 0x2517, 0x2503}},
            },
};

static bool turnover_fits(const struct ruleset *rules)
{
    return rules->rules == &turnover_rules;
}

/* The rings of a stack, as bits, from its letter. */
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

static void put_small(struct cell_picture *out, const struct cell_size *size,
                      const struct signs *sign, int rings, enum role ink)
{
    bool tower = rings & TOWER_RING, fort = rings & FORT_RING;
    if (tower || fort)
        cell_put(out, size, 0, 1,
                 tower && fort ? sign->both
                 : tower       ? sign->tower
                               : sign->fort,
                 ink);
    if (rings & WALL_RING) {
        cell_put(out, size, 0, 0, sign->wall[0], ink);
        cell_put(out, size, 0, 2, sign->wall[1], ink);
    }
}

/* Put the upper and lower edges of a ring `margin` columns inside the cell's sides. */
static void put_edges(struct cell_picture *out, const struct cell_size *size,
                      const struct pieces_frame *frame, int margin, enum role ink)
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

/* Put the whole frame of a ring into the cell, `inside` rows and `inside` + 1 columns from its
 * border. */
static void put_ring(struct cell_picture *out, const struct cell_size *size,
                     const struct pieces_frame *ring, int inside, enum role ink)
{
    int left = inside + 1, right = size->columns - 2 - inside, bottom = size->rows - 1 - inside;
    for (int column = left + 1; column < right; column++) {
        cell_put(out, size, inside, column, ring->upper, ink);
        cell_put(out, size, bottom, column, ring->lower, ink);
    }
    for (int row = inside + 1; row < bottom; row++) {
        cell_put(out, size, row, left, ring->left, ink);
        cell_put(out, size, row, right, ring->right, ink);
    }
    cell_put(out, size, inside, left, ring->upper_left, ink);
    cell_put(out, size, inside, right, ring->upper_right, ink);
    cell_put(out, size, bottom, left, ring->lower_left, ink);
    cell_put(out, size, bottom, right, ring->lower_right, ink);
}

/* Draw a stack in the largest cells, which have room for each ring; marks stand beside the
 * outermost one. */
static void put_nested(struct cell_picture *out, const struct cell_size *size,
                       const struct signs *sign, int rings, enum role ink)
{
    if (rings & WALL_RING)
        put_ring(out, size, &sign->wall_ring, 0, ink);
    if (rings & FORT_RING)
        put_ring(out, size, &sign->fort_ring, 1, ink);
    if (rings & TOWER_RING)
        cell_put(out, size, cell_letter_row(size), cell_middle(size), sign->disc, ink);
    out->wide = (uint8_t)(size->columns - 2);
}

static void pieces_turnover_piece(const struct board_view *view, cell_t cell,
                                  const struct cell_size *size, struct cell_picture *out)
{
    struct piece piece = view->position->at[cell];
    const struct signs *sign = &signs[view->charset][piece.side];
    enum role ink = piece_ink(piece);
    int rings = rings_of(view, piece), row = cell_letter_row(size), last = size->columns - 1;
    if (size->rows == 1 && view->plain) { /* in speech and braille brackets mean nothing, but the
                                             letter does */
        cell_put(out, size, 0, cell_middle(size), picture_letter(view, piece), ink);
        return;
    }
    if (size->rows == 1) {
        put_small(out, size, sign, rings, ink);
        return;
    }
    if (picture_put(view, piece, size, true, out))
        return;
    if (size->rows > 3) {
        put_nested(out, size, sign, rings, ink);
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
        cell_put(out, size, 1, cell_middle(size), picture_letter(view, piece), ink);
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

/* Choose the look of a mark. The usual brackets around a cell would look like rings, so a ring
 * that turns a piece over or joins it is marked with its sign in the notation. A destination is
 * marked with a dot, or with a cross if dark squares have dots: a bullet would look like a
 * Tower. */
static bool turnover_mark(const struct board_view *view, const struct cell_size *size,
                          enum cell_mark mark, struct mark_look *out)
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
        /* an x alone in a cell would be read as Black's Tower */
        *out = (struct mark_look){0, 0, '*', 'x'};
    else
        return false;
    return true;
}

/* Print the board as it is drawn on the screen, and below it the side to move. */
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
    .ladder = pieces_turnover_ladder,
    .rungs = SIZES,
    .piece = pieces_turnover_piece,
    .empty = turnover_empty,
    .mark = turnover_mark,
    .show = turnover_show,
};
