/* pieces_turning.c - draws the pieces of Turning Chess: a letter, and a mark for the direction it faces.
 *
 * See rules/turning.md 11.2. A piece that faces as it did at first has no mark. Small cells have room for a tick
 * beside the letter. Larger ones have a pointer on the side it faces, and "=B", the letter of the piece whose initial
 * pattern it has now. */
#include "tui/boards/piece_art.h"

#include "core/position_text.h"
#include "core/families/turning/turning.h"

static const struct cell_size ladder[] = {
    {"3x1", 3, 1, false}, {"5x2", 5, 2, false}, {"5x3", 5, 3, false},   {"7x3", 7, 3, false},
    {"7x4", 7, 4, false}, {"9x4", 9, 4, false}, {"11x5", 11, 5, false}, {"13x6", 13, 6, false},
};

static const uint32_t arrows[FACINGS] = {0x2191, 0x2197, 0x2192, 0x2198, 0x2193, 0x2199, 0x2190, 0x2196};

static bool turning_fits(const struct ruleset *rules)
{
    return rules->rules == &turning_rules;
}

/* Put a tick beside the letter, in cells one or two lines high. In ASCII it is on the left for facings with west in
 * them. */
static void put_tick(const struct cell_size *size, int facing, enum charset charset, enum role ink,
                     struct cell_picture *out)
{
    static const char ticks[FACINGS] = {'^', '\'', '>', ',', 'v', ',', '<', '`'};
    bool left = charset == CHARSET_ASCII && facing > SOUTH;
    cell_put(out, size, cell_letter_row(size), cell_middle(size) + (left ? -1 : 1),
             charset == CHARSET_UTF8 ? arrows[facing] : (uint8_t)ticks[facing], ink);
}

/* Put a pointer next to the letter, on the side it faces. */
static void put_pointer(const struct cell_size *size, int facing, enum charset charset, enum role ink,
                        struct cell_picture *out)
{
    static const char pointers[FACINGS] = {'^', '/', '>', '\\', 'v', '/', '<', '\\'};
    int x = facing == NORTH || facing == SOUTH ? 0 : facing < SOUTH ? 1 : -1;
    int y = facing == EAST || facing == WEST ? 0 : facing > EAST && facing < WEST ? -1 : 1;
    cell_put(out, size, cell_letter_row(size) - y, cell_middle(size) + x,
             charset == CHARSET_UTF8 ? arrows[facing] : (uint8_t)pointers[facing], ink);
}

/* Put "=B" on the last line, which cells of two lines, and of four or more, can spare. */
static void put_likeness(const struct board_view *view, struct piece man, const struct cell_size *size,
                         struct cell_picture *out)
{
    const struct ruleset *rules = view->position->rules;
    int like = turning_like(turning_of(rules), man), left = cell_middle(size) - 1;
    if (!like || size->rows == 1 || size->rows == 3)
        return;
    cell_put(out, size, size->rows - 1, left, '=', ROLE_MARK);
    cell_put(out, size, size->rows - 1, left + 1, (uint8_t)rules->kinds[like].letter, ROLE_MARK);
}

static void turning_piece_art(const struct board_view *view, cell_t cell, const struct cell_size *size,
                              struct cell_picture *out)
{
    struct piece man = view->position->at[cell];
    const struct turning *turning = turning_of(view->position->rules);
    bool dead = turning_dead(turning, turning_code(man.kind, man.facing), cell);
    enum role ink = dead ? ROLE_DIM : piece_ink(man);
    char letters[4];
    piece_letters(view->position->rules, man, letters);
    cell_put(out, size, cell_letter_row(size), cell_middle(size), (uint8_t)letters[0], ink);
    int facing = facing_seen(view, man.facing);
    if (man.facing != turning_first(man.side)) {
        (size->rows < 3 ? put_tick : put_pointer)(size, facing, view->charset, ink, out);
        put_likeness(view, man, size, out);
    }
    if (size->rows > 1) /* one-line cells have ticks */
        cell_shade(view, cell, size, out);
}

/* Draw a dot; without colours, dark cells have the pattern that all boards share. */
static void turning_empty(const struct board_view *view, cell_t cell, const struct cell_size *size,
                          struct cell_picture *out)
{
    if (view->shaded && view->position->rules->board->cell[cell].dark)
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
        if (position->at[cell].kind && rules->kinds[position->at[cell].kind].letter == sign - 'a' + 'A')
            return (uint8_t)other;
    return (uint8_t)sign;
}

/* Mark destinations as the source's diagrams do: `x`, and `c` where a Pawn can only capture, also en passant; but
 * never with a letter that a piece has. Light empty cells have dots. */
static bool turning_mark(const struct board_view *view, const struct cell_size *size, enum cell_mark mark, struct mark_look *out)
{
    (void)size;
    if (mark != MARK_GO && (mark != MARK_TAKE || view->charset == CHARSET_UTF8))
        return false;
    if (view->charset == CHARSET_UTF8)
        *out = mark_look_usual(mark, view->charset, true);
    else
        *out = (struct mark_look){
            0, 0, mark == MARK_TAKE ? sign_or(view->position, 'c', '*') : sign_or(view->position, 'x', '+'), 'x'};
    return true;
}

/* Each line: the rank, a blank, eight cells; the files below. Dots do not distinguish light and dark. */
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
        scene_put(&scene, i * size->rows + cell_letter_row(size), 0, (uint32_t)('1' + rank), ROLE_LABEL,
                  ROLE_TEXT);
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
