/* squares.c - draws boards of squares, 1x1 to 26x26: cells, backgrounds, marks, coordinates, the
 * viewport.
 *
 * pieces.h draws what is inside a cell. Cells touch; without colours, families that want a grid
 * get lines between them. Ranks are numbered on the left (on wide boards on the right too), files
 * below.
 *
 * If the room is too small, frame_of() shows a part of the board, the viewport, and the numbers of
 * hidden ranks and files stand beside the file letters or on a line below them. In a replay, where
 * nobody moves the cursor, empty ranks in the middle are left out instead (square_fold()), and a
 * line in their place names them: so both ends of the board are visible and nothing scrolls. */
#include "tui/boards/board_scene.h"
#include "tui/boards/marks.h"
#include "tui/boards/piece_pictures.h"
#include "tui/widgets/page.h"

#include <string.h>

enum {
    MARGIN = 3,
    WIDE_FILES = 12,
    FOLLOW_MARGIN = 3,
    COUNT_MOST = 9 /* largest number of hidden ranks that fits into the margin */
};

/* The ways to draw pieces: those of single families, then letters. The first that fits a game is
 * used. */
static const struct piece_art *const arts[] = {
    &turning_pieces,
    &turnover_pieces,
    &letter_pieces,
};
enum { ARTS = sizeof arts / sizeof *arts };

/* The way to draw the pieces of a game; never NULL. Members that are NULL fall back to those of
 * letter_pieces. */
static const struct piece_art *piece_art_for(const struct ruleset *rules)
{
    int i = 0;
    while (i < ARTS - 1 && !arts[i]->fits(rules))
        i++;
    return arts[i];
}

/* The layout of a picture, derived from its view. */
struct squares_frame {
    const struct board *board;
    const struct cell_size *size;
    int grid, across, down; /* grid: 1 if lines separate the cells. across, down: distance between
                               neighbouring cells in characters */
    int left_margin, right_margin, labels;
    int top, left, ranks, files; /* the visible part: first row and column, and number of ranks and
                                    files */
    bool cut;      /* true if part of the board is hidden; the picture then says how much */
    bool cut_line; /* true if the picture says on a line of its own how much is hidden */
    /* the first `fold` rows are drawn, and the next `folded` ranks are left out; folded is 0 to
     * draw all */
    int fold, folded;
};

static const struct cell_size *size_of(const struct board_view *view)
{
    const struct piece_art *art = piece_art_for(view->position->rules);
    const struct cell_size *ladder = art->ladder ? art->ladder : letter_pieces.ladder;
    int rungs = art->ladder ? art->rungs : letter_pieces.rungs;
    int size = view->size < 0 ? 0 : view->size >= rungs ? rungs - 1 : view->size;
    return &ladder[size];
}

static int squares_clamp(int value, int least, int most)
{
    return value > most ? (most < least ? least : most) : value < least ? least : value;
}

/* The number of cells that fit into the room; at least one. */
static int cells_in(int room, int pitch, int all)
{
    return squares_clamp(room / pitch, 1, all);
}

/* The number of ranks to leave out so that the others fit, with one line for the gap; 0 if that
 * does not help. */
static int ranks_to_fold(const struct board_view *view, const struct squares_frame *frame, int tall,
                         int wide)
{
    int room = view->rows - frame->labels - 1;
    if (frame->grid || !view->rows || tall <= view->rows ||
        (view->columns && wide > view->columns) || room < 2 * frame->down)
        return 0;
    return frame->board->ranks - room / frame->down;
}

/* shown_row() is the row of the board, from the top as seen, that the visible row `row` shows.
 * squares_line_of() is the line of the picture on which that visible row begins. */
static int shown_row(const struct squares_frame *frame, int row)
{
    return row < frame->fold || !frame->folded ? frame->top + row : row + frame->folded;
}

static int squares_line_of(const struct squares_frame *frame, int row)
{
    return row * frame->down + (frame->folded && row >= frame->fold);
}

static struct squares_frame frame_of(const struct board_view *view)
{
    struct squares_frame frame = {.board = view->position->rules->board, .size = size_of(view)};
    frame.grid = frame.size->grid && view->shaded; /* with colours grid lines are not needed */
    frame.across = frame.size->columns + frame.grid;
    frame.down = frame.size->rows + frame.grid;
    frame.ranks = frame.board->ranks;
    frame.files = frame.board->files;
    if (view->coordinates) {
        frame.left_margin = MARGIN;
        frame.right_margin = frame.files > WIDE_FILES ? MARGIN : 0;
        frame.labels = 1;
    }
    int tall = frame.ranks * frame.down + frame.grid + frame.labels;
    int wide = frame.files * frame.across + frame.grid + frame.left_margin + frame.right_margin;
    frame.cut = (view->rows && tall > view->rows) || (view->columns && wide > view->columns);
    if (view->folded && view->folded == ranks_to_fold(view, &frame, tall, wide)) {
        frame.fold = view->fold;
        frame.folded = view->folded;
        frame.ranks -= frame.folded;
    } else if (frame.cut) {
        int room = view->rows ? view->rows - frame.grid - frame.labels : tall, all = frame.ranks;
        int shown = cells_in(room, frame.down, all);
        frame.cut_line = !frame.right_margin || (view->columns && wide > view->columns) ||
                         all - shown > COUNT_MOST;
        frame.ranks = cells_in(room - frame.cut_line, frame.down, all);
        if (view->columns)
            frame.files =
                cells_in(view->columns - frame.grid - frame.left_margin - frame.right_margin,
                         frame.across, frame.files);
        frame.top = squares_clamp(view->top, 0, frame.board->ranks - frame.ranks);
        frame.left = squares_clamp(view->left, 0, frame.board->files - frame.files);
    }
    return frame;
}

/* The cell in a row from the top and a column from the left, as seen on the rotated board. */
static cell_t cell_seen(const struct board_view *view, int row, int column)
{
    const struct board *board = view->position->rules->board;
    return view->turn & 1 ? board_at(board, board->files - 1 - column, row)
                          : board_at(board, column, board->ranks - 1 - row);
}

static void place_seen(const struct board_view *view, cell_t cell, int *row, int *column)
{
    const struct board *board = view->position->rules->board;
    int file = board->cell[cell].file, rank = board->cell[cell].rank;
    *row = view->turn & 1 ? rank : board->ranks - 1 - rank;
    *column = view->turn & 1 ? board->files - 1 - file : file;
}

/* ---------------------------------------------------------------- drawing */

/* Draw the contents of a cell, without marks. */
static void fill_cell(const struct board_view *view, const struct piece_art *art, cell_t cell,
                      const struct cell_size *size, struct cell_picture *picture)
{
    if (view->position->at[cell].kind)
        (art->piece ? art->piece : letter_pieces.piece)(view, cell, size, picture);
    else
        (art->empty ? art->empty : letter_pieces.empty)(view, cell, size, picture);
}

/* True if a cell shows a second mark besides `first`, if there is room. The cursor allows any
 * second mark; an annotator's mark or a check allows the last ply; a check also allows an
 * annotator's mark. */
static bool goes_with(const struct board_mark *first, const struct board_mark *mark)
{
    if (mark->mark == MARK_NOTE)
        return first->mark == MARK_CURSOR || first->mark == MARK_CHECK;
    return first->mark == MARK_CURSOR ||
           (mark->mark == MARK_LAST && (first->mark == MARK_NOTE || first->mark == MARK_CHECK));
}

/* Show that a sign is hidden. In a cell of two columns the brackets of the cursor leave no room for
 * another sign beside a piece, so they become braces. `before` is the character that the first
 * column had before the other sign was tried; if the column has changed, the sign is visible. */
static void squares_tell_hidden(const struct cell_size *size, uint32_t before,
                                struct cell_picture *picture)
{
    uint32_t *row = picture->at[cell_letter_row(size)];
    if (size->columns != 2 || row[1] != ']' || row[0] != before)
        return;
    row[1] = '}';
    if (row[0] == '[')
        row[0] = '{';
}

static void draw_cell(const struct board_view *view, cell_t cell, const struct cell_size *size,
                      struct scene *scene, int row, int column)
{
    const struct piece_art *art = piece_art_for(view->position->rules);
    struct cell_picture picture = {0};
    enum role own = plain_ground(view->position->rules->board, cell), ground = own;
    const struct board_mark *first = NULL, *last = NULL;
    fill_cell(view, art, cell, size, &picture);
    for (int i = 0; i < view->marks; i++) {
        const struct board_mark *mark = &view->mark[i];
        if (mark->cell != cell)
            continue;
        if (last && !goes_with(last, mark))
            continue;
        uint32_t before = picture.at[cell_letter_row(size)][0];
        bool grounded = cell_mark(view, art, mark, size,
                                  view->shaded && (!last || last->mark == MARK_CURSOR), &picture);
        if (!first && grounded)
            ground = mark_ground(mark);
        if (first && first->mark == MARK_CURSOR)
            squares_tell_hidden(size, before, &picture);
        first = first ? first : mark;
        last = mark;
    }
    bool slim = first && ((first->mark == MARK_LAST && view->shaded) ||
                          (view->slim && (first->mark == MARK_LAST || first->mark == MARK_CURSOR)));
    for (int r = 0; r < size->rows; r++)
        for (int c = 0; c < size->columns; c++)
            scene_put(scene, row + r, column + c, picture.at[r][c],
                      picture.at[r][c] ? (enum role)picture.ink[r][c] : ROLE_TEXT,
                      slim && r != cell_letter_row(size) ? own : ground);
}

static void draw_labels(const struct board_view *view, const struct squares_frame *frame,
                        struct scene *scene, int row, int column)
{
    int bottom = row + squares_line_of(frame, frame->ranks) + frame->grid;
    int right = column + frame->left_margin + frame->files * frame->across + frame->grid;
    for (int r = 0; r < frame->ranks; r++) {
        int rank = frame->board->cell[cell_seen(view, shown_row(frame, r), 0)].rank + 1;
        int line = row + squares_line_of(frame, r) + frame->grid + frame->size->rows / 2;
        if (frame->size->rows > 2 || !frame->grid)
            line = row + squares_line_of(frame, r) + frame->grid + cell_letter_row(frame->size);
        scene_textf(scene, line, column, MARGIN, ROLE_LABEL, ROLE_TEXT, "%2d", rank);
        if (frame->right_margin)
            scene_textf(scene, line, right + 1, MARGIN, ROLE_LABEL, ROLE_TEXT, "%d", rank);
    }
    for (int c = 0; c < frame->files; c++) {
        int file = frame->board->cell[cell_seen(view, 0, frame->left + c)].file;
        scene_put(scene, bottom,
                  column + frame->left_margin + c * frame->across + frame->grid +
                      cell_middle(frame->size),
                  (uint32_t)('a' + file), ROLE_LABEL, ROLE_TEXT);
    }
}

static void draw_grid(const struct squares_frame *frame, struct scene *scene, int row, int column)
{
    int tall = frame->ranks * frame->down, wide = frame->files * frame->across;
    for (int r = 0; r <= tall; r++)
        for (int c = 0; c <= wide; c++) {
            bool line = r % frame->down == 0, post = c % frame->across == 0;
            if (line || post)
                scene_put(scene, row + r, column + c,
                          line && post ? '+'
                          : line       ? '-'
                                       : '|',
                          ROLE_LINE, ROLE_TEXT);
        }
}

/* State how much is outside the viewport, on a line below the files. */
static void squares_draw_hidden(const struct board_view *view, const struct squares_frame *frame,
                                struct scene *scene, int row, int column)
{
    int wide = frame->files * frame->across + frame->right_margin;
    const int hidden[] = {frame->top, frame->board->ranks - frame->top - frame->ranks, frame->left,
                          frame->board->files - frame->left - frame->files};
    char text[100];
    viewport_hidden(hidden, view->charset == CHARSET_UTF8, wide, text, sizeof text);
    scene_text(scene, row, column, wide, text, ROLE_DIM, ROLE_TEXT);
}

/* Write the numbers of hidden ranks beside the file letters: "v6" on their left, "^7" on their
 * right. */
static void draw_counts(const struct board_view *view, const struct squares_frame *frame,
                        struct scene *scene, int row, int column)
{
    int below = frame->board->ranks - frame->top - frame->ranks;
    bool utf8 = view->charset == CHARSET_UTF8;
    if (below)
        scene_textf(scene, row, column, MARGIN, ROLE_DIM, ROLE_TEXT, "%s%d", utf8 ? "\u2193" : "v",
                    below);
    if (frame->top)
        scene_textf(scene, row,
                    column + frame->left_margin + frame->files * frame->across + frame->grid + 1,
                    MARGIN, ROLE_DIM, ROLE_TEXT, "%s%d", utf8 ? "\u2191" : "^", frame->top);
}

/* Draw "-- ranks 10 to 16 are empty ---" in place of the omitted ranks. */
static void draw_fold(const struct board_view *view, const struct squares_frame *frame,
                      struct scene *scene, int row, int column)
{
    int wide = frame->files * frame->across;
    int from = frame->board->cell[cell_seen(view, frame->fold, 0)].rank + 1;
    int to = frame->board->cell[cell_seen(view, frame->fold + frame->folded - 1, 0)].rank + 1;
    uint32_t line = view->charset == CHARSET_ASCII ? '-' : 0x2500;
    for (int c = 0; c < wide; c++)
        scene_put(scene, row, column + c, line, ROLE_LINE, ROLE_TEXT);
    scene_textf(scene, row, column + 2, wide - 2, ROLE_DIM, ROLE_TEXT, " ranks %d to %d are empty ",
                from < to ? from : to, from < to ? to : from);
}

static void square_draw(const struct board_view *view, struct scene *scene, int row, int column)
{
    struct squares_frame frame = frame_of(view);
    int x = column + frame.left_margin;
    scene->board = view->position->rules;
    if (frame.grid)
        draw_grid(&frame, scene, row, x);
    for (int r = 0; r < frame.ranks; r++)
        for (int c = 0; c < frame.files; c++)
            draw_cell(view, cell_seen(view, shown_row(&frame, r), frame.left + c), frame.size,
                      scene, row + squares_line_of(&frame, r) + frame.grid,
                      x + c * frame.across + frame.grid);
    if (view->coordinates)
        draw_labels(view, &frame, scene, row, column);
    if (frame.folded)
        draw_fold(view, &frame, scene, row + frame.fold * frame.down, x);
    else if (frame.cut && frame.cut_line)
        squares_draw_hidden(view, &frame, scene,
                            row + frame.ranks * frame.down + frame.grid + frame.labels, x);
    else if (frame.cut)
        draw_counts(view, &frame, scene, row + frame.ranks * frame.down + frame.grid, column);
}

/* ---------------------------------------------------------------- where things are */

static bool square_fits(const struct ruleset *rules)
{
    return rules->board->shape == BOARD_SQUARES;
}

bool board_is_filled(const struct board_view *view)
{
    const struct position *position = view->position;
    const struct cell_size *size = size_of(view);
    if (piece_art_for(position->rules) != &letter_pieces)
        return false;
    for (int cell = 0; cell < position->rules->board->cells; cell++)
        if (position->at[cell].kind) {
            const struct piece_picture *picture =
                picture_for(view, position->at[cell], size->columns - 2, size->rows);
            return picture && picture->columns == size->columns - 2;
        }
    return false;
}

static int square_sizes(const struct board_view *view)
{
    const struct piece_art *art = piece_art_for(view->position->rules);
    return art->ladder ? art->rungs : letter_pieces.rungs;
}

static const char *square_size_name(const struct board_view *view, int size)
{
    struct board_view other = *view;
    other.size = size;
    return size_of(&other)->name;
}

static void square_measure(const struct board_view *view, int *rows, int *columns)
{
    struct board_view whole = *view;
    whole.rows = whole.columns = 0;
    struct squares_frame frame = frame_of(&whole);
    *rows = frame.ranks * frame.down + frame.grid + frame.labels;
    *columns = frame.files * frame.across + frame.grid + frame.left_margin + frame.right_margin;
}

static bool square_locate(const struct board_view *view, cell_t cell, int *row, int *column)
{
    struct squares_frame frame = frame_of(view);
    int r, c;
    place_seen(view, cell, &r, &c);
    r -= frame.top;
    c -= frame.left;
    if (frame.folded && r >= frame.fold && (r -= frame.folded) < frame.fold)
        return false;
    if (r < 0 || c < 0 || r >= frame.ranks || c >= frame.files)
        return false;
    *row = squares_line_of(&frame, r) + frame.grid + cell_letter_row(frame.size);
    *column = frame.left_margin + c * frame.across + frame.grid + cell_middle(frame.size);
    return true;
}

static cell_t square_hit(const struct board_view *view, int row, int column)
{
    struct squares_frame frame = frame_of(view);
    row -= frame.grid;
    column -= frame.left_margin + frame.grid;
    if (frame.folded && row >= frame.fold * frame.down && --row < frame.fold * frame.down)
        return CELL_NONE; /* the place is in the line that stands for the omitted ranks */
    if (row < 0 || column < 0 || row >= frame.ranks * frame.down ||
        column >= frame.files * frame.across)
        return CELL_NONE;
    return cell_seen(view, shown_row(&frame, row / frame.down), frame.left + column / frame.across);
}

/* Finds the board rows, as seen, that have a piece or a mark. */
static void rows_used(const struct board_view *view, struct fold_rows *out)
{
    const struct board *board = view->position->rules->board;
    int row, column;
    *out = (struct fold_rows){.n = board->ranks};
    for (int cell = 0; cell < board->cells; cell++)
        if (view->position->at[cell].kind) {
            place_seen(view, (cell_t)cell, &row, &column);
            out->used[row] = true;
        }
    for (int i = 0; i < view->marks; i++) {
        place_seen(view, view->mark[i].cell, &row, &column);
        out->used[row] = true;
    }
}

/* True if the row is visible in the viewport. On a new screen: true if one viewport can show it
 * together with all rows needed next. */
static bool sees_enough(const struct board_view *view, int row, const int *next, int nexts)
{
    struct squares_frame frame = frame_of(view);
    int least = row, most = row;
    for (int i = 0; i < nexts && view->unseen; i++) {
        least = next[i] < least ? next[i] : least;
        most = next[i] > most ? next[i] : most;
    }
    return view->unseen ? most - least < frame.ranks
                        : row >= frame.top && row < frame.top + frame.ranks;
}

/* Leave out empty ranks, preferably the same ones as before, so that nothing moves. False if
 * that is impossible, or if the viewport need not scroll. */
static bool square_fold(struct board_view *view, int row, const int *next, int nexts)
{
    struct board_view whole = *view;
    struct fold_rows rows;
    int tall, wide, was = view->folded;
    whole.rows = whole.columns = whole.folded = view->folded = 0;
    square_measure(&whole, &tall, &wide);
    struct squares_frame frame = frame_of(&whole);
    int folded = ranks_to_fold(view, &frame, tall, wide);
    rows_used(view, &rows);
    rows.used[row] = true;
    if (!folded || (!was && sees_enough(view, row, next, nexts)))
        return false;
    if (was != folded || !fold_fits(&rows, view->fold, folded))
        view->fold = fold_find(&rows, folded, next, nexts);
    view->folded = view->fold ? folded : 0;
    return view->folded > 0;
}

static void square_follow(struct board_view *view, cell_t cell)
{
    enum { NEXT_MOST = 32 };
    struct squares_frame frame = frame_of(view);
    int row, column, rows[NEXT_MOST], columns[NEXT_MOST],
        nexts = view->nexts < NEXT_MOST ? view->nexts : NEXT_MOST;
    place_seen(view, cell, &row, &column);
    if (!view->still) {
        view->folded = 0;
        frame = frame_of(view);
        view->top =
            viewport_followed(frame.top, frame.ranks, frame.board->ranks, row, FOLLOW_MARGIN);
        view->left =
            viewport_followed(frame.left, frame.files, frame.board->files, column, FOLLOW_MARGIN);
        return;
    }
    for (int i = 0; i < nexts; i++)
        place_seen(view, view->next[i], &rows[i], &columns[i]);
    if (square_fold(view, row, rows, nexts))
        return;
    frame = frame_of(view);
    view->top = view->unseen
                    ? viewport_begun(frame.ranks, frame.board->ranks, row, rows, nexts)
                    : viewport_kept(frame.top, frame.ranks, frame.board->ranks, row, rows, nexts);
    view->left =
        view->unseen
            ? viewport_begun(frame.files, frame.board->files, column, columns, nexts)
            : viewport_kept(frame.left, frame.files, frame.board->files, column, columns, nexts);
}

static void square_show(const struct board_view *view, FILE *out)
{
    const struct piece_art *art = piece_art_for(view->position->rules);
    if ((art->show ? art->show : letter_pieces.show)(view, out))
        return;
    struct scene scene = {0};
    int rows, columns;
    square_measure(view, &rows, &columns);
    scene_begin(&scene, rows, columns);
    square_draw(view, &scene, 0, 0);
    scene_print(&scene, out);
    scene_free(&scene);
}

const struct board_art square_art = {
    .name = "squares",
    .fits = square_fits,
    .sizes = square_sizes,
    .measure = square_measure,
    .draw = square_draw,
    .locate = square_locate,
    .hit = square_hit,
    .show = square_show,
    .size_name = square_size_name,
    .follow = square_follow,
};
