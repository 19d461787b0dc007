/* pieces_letters.c - draws pieces as letters, or as chess figures if the charset has them.
 *
 * This works for every game on squares. */
#include "tui/boards/piece_art.h"

#include "core/position_text.h"

static const struct cell_size letter_ladder[] = {
    {"1x1", 1, 1, false}, {"2x1", 2, 1, false}, {"3x1", 3, 1, false},  {"5x2", 5, 2, false}, {"5x3", 5, 3, false},
    {"7x3", 7, 3, false}, {"7x4", 7, 4, false}, {"9x4", 9, 4, false}, {"9x5", 9, 5, false}, {"11x5", 11, 5, false},
    {"13x6", 13, 6, false},
};

static bool letter_fits(const struct ruleset *rules)
{
    return rules->board->shape == BOARD_SQUARES;
}

/* The figure of an orthodox chess piece, or 0. The filled pawn is left out: many terminals show it as a wide emoji. */
static uint32_t figure_of(const struct board_view *view, struct piece piece)
{
    static const struct {
        char letter;
        uint32_t white, black;
    } figures[] = {{'K', 0x2654, 0x265A}, {'Q', 0x2655, 0x265B}, {'R', 0x2656, 0x265C},
                   {'B', 0x2657, 0x265D}, {'N', 0x2658, 0x265E}, {'P', 0x2659, 0}};
    char letter = view->position->rules->kinds[piece.kind].letter;
    if (!view->symbols || view->charset != CHARSET_UTF8 || piece.side > BLACK)
        return 0;
    for (int i = 0; i < 6; i++)
        if (figures[i].letter == letter)
            return view->shaded ? (piece.side == WHITE ? figures[i].white : figures[i].black)
                   : figures[i].black ? figures[i].black /* colours tell the sides apart */
                                      : figures[i].white;
    return 0;
}

static void letter_piece(const struct board_view *view, cell_t cell, const struct cell_size *size,
                         struct cell_picture *out)
{
    char letters[4];
    struct piece piece = view->position->at[cell];
    uint32_t figure = figure_of(view, piece);
    piece_letters(view->position->rules, piece, letters);
    if (figure)
        cell_put(out, size, cell_letter_row(size), cell_middle(size), figure, piece_ink(piece));
    for (int i = 0; !figure && letters[i]; i++)
        cell_put(out, size, cell_letter_row(size), cell_middle(size) + i, (uint8_t)letters[i], piece_ink(piece));
    cell_shade(view, cell, size, out);
}

/* rules/croatian.md 19.2: a framed square is three columns wide. A mark is one character in an empty square, or
 * parentheses round a piece. */
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
                piece_letters(position->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0}, letters);
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
            show_field(view, board_at(board, turned ? board->files - 1 - column : column, rank), out);
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
