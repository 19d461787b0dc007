/* piece_card.c - diagrams of a piece's moves: see piece_card.h. */
#include "tui/views/piece_card.h"

#include "tui/boards/marks.h"
#include "tui/boards/board_scene.h"

#include <stdlib.h>
#include <string.h>

enum {
    DESCRIBED_ROOM = 200,
    PART_ROWS = 7 /* fewest rows in which a part of a board of triangles is useful */
};

struct piece piece_at_first(const struct ruleset *rules, int kind)
{
    struct piece found = {.kind = (uint8_t)kind, .side = WHITE};
    struct position *start = memory_new(1, sizeof *start);
    rules->rules->setup(rules, start);
    for (int cell = 0; cell < rules->board->cells; cell++)
        if (start->at[cell].kind == kind &&
            (start->at[cell].side == WHITE || start->at[cell].side == NOBODY)) {
            found = start->at[cell];
            break;
        }
    free(start);
    return found;
}

static cell_t middle_of_rank(const struct board *board, int rank)
{
    cell_t cell = board_at(board, (board->files - 1) / 2, rank);
    for (int file = 0; cell == CELL_NONE && file < board->files; file++)
        cell = board_at(board, file, rank);
    return cell == CELL_NONE ? 0 : cell;
}

/* A cell near the middle of the board, so that the pattern of moves is complete. */
static cell_t piece_card_middle(const struct board *board)
{
    return middle_of_rank(board, (board->ranks - 1) / 2);
}

/* Returns how many moves a piece has from a cell, and writes the rules' description of the piece
 * there. */
static int ways_from(const struct ruleset *rules, struct piece piece, cell_t cell, char *words,
                     size_t size)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    pattern_alone(rules, piece, cell, alone, &reach);
    int n = reach.n;
    piece_describe(alone, cell, words, size);
    actions_free(&reach);
    free(alone);
    return n;
}

/* Compares two adjacent squares. If the rules describe the piece differently on them, because its
 * moves depend on the square's colour, returns the square with more moves and writes its
 * description to `words`. Otherwise returns `cell`, and `words` is "". */
static cell_t richer_field(const struct ruleset *rules, struct piece piece, cell_t cell,
                           cell_t beside, char words[DESCRIBED_ROOM])
{
    char there[DESCRIBED_ROOM];
    int ways = ways_from(rules, piece, cell, words, DESCRIBED_ROOM),
        others = ways_from(rules, piece, beside, there, sizeof there);
    if (!strcmp(words, there))
        words[0] = '\0';
    else if (others > ways)
        memcpy(words, there, DESCRIBED_ROOM);
    return *words && others > ways ? beside : cell;
}

enum {
    CELLS_MOST = 2,
    PICTURED = 64 /* the number of triangles on the board of the author's pictures */
};

/* Where a kind is shown on the board of 64 triangles: where its picture has it, or else on h4, in
 * the middle. */
static const char *cells_of_kind(const struct ruleset *rules, int kind)
{
    const struct source_picture *picture = kind_picture(rules, kind);
    return picture ? picture->cells : "h4";
}

/* Where a kind is shown on any board of triangles: on the cells of its picture, moved to the
 * middle, or if `like` is given, on one cell that points the same way as `like`. A picture may show
 * the kind on two cells. Larger boards use only the first of them, because Pawns move so far there
 * that the targets from both cells would overlap. */
static int triangles_for(const struct ruleset *rules, struct piece piece, cell_t like,
                         cell_t cell[CELLS_MOST])
{
    const struct board *board = rules->board;
    const struct board_cell *at = &board->cell[piece_card_middle(board)];
    const char *names = like == CELL_NONE                ? cells_of_kind(rules, piece.kind)
                        : board->cell[like].up == at->up ? "h4"
                                                         : "h3";
    int n = 0;
    for (; *names && (!n || board->cells == PICTURED); names += names[2] ? 3 : 2) {
        cell[n] = board_at(board, at->file + names[0] - 'h', at->rank + names[1] - '4');
        n += cell[n] != CELL_NONE;
    }
    return n;
}

/* Find the cells near the middle of the board where the card shows the piece. Returns their number,
 * which is 1 on squares. `words` is as in richer_field(). */
static int cells_for(const struct ruleset *rules, struct piece piece, cell_t like,
                     cell_t cell[CELLS_MOST], char words[DESCRIBED_ROOM])
{
    const struct board *board = rules->board;
    words[0] = '\0';
    if (board->shape == BOARD_TRIANGLES)
        return triangles_for(rules, piece, like, cell);
    cell_t in_middle = piece_card_middle(board),
           beside = board_at(board, board->cell[in_middle].file - 1, board->cell[in_middle].rank);
    cell[0] =
        beside == CELL_NONE ? in_middle : richer_field(rules, piece, in_middle, beside, words);
    return 1;
}

/* True if some moves of the piece cannot capture, or can only capture. Such moves have labels, see
 * board_scene_reach(). */
static bool is_lettered(const struct board_scene *scene)
{
    for (int i = 0; i < scene->marks; i++)
        if (scene->mark[i].label[0])
            return true;
    return false;
}

/* On triangles, label the moves with the author's letters, m and c. */
static void letter_marks(struct board_scene *scene)
{
    bool lettered = is_lettered(scene);
    for (int i = 0; i < scene->marks && lettered; i++)
        memcpy(scene->mark[i].label, scene->mark[i].label[0] ? "c" : "m", 2);
}

/* Put a piece alone on the board, on one or more cells. */
static void put_on(struct board_scene *scene, const struct ruleset *rules, struct piece piece,
                   const cell_t *cell, int n)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    position_clear(alone, rules);
    alone->side = piece.side == NOBODY ? WHITE : piece.side;
    for (int i = 0; i < n; i++)
        alone->at[cell[i]] = piece;
    board_scene_begin(scene, alone);
    for (int i = 0; i < n; i++)
        board_scene_reach(scene, cell[i]);
    letter_marks(scene);
    if (!scene->marks && pattern_alone(rules, piece, cell[0], &scene->shown, &reach))
        board_scene_choices(scene, &reach, NULL, false);
    actions_free(&reach);
    free(alone);
}

/* Put a piece alone near the middle of the board. Returns its cell, the first if there are two. */
static cell_t put_alone(struct board_scene *scene, const struct ruleset *rules, struct piece piece,
                        cell_t like)
{
    char words[DESCRIBED_ROOM];
    cell_t cell[CELLS_MOST];
    int n = cells_for(rules, piece, like, cell, words);
    put_on(scene, rules, piece, cell, n);
    return cell[0];
}

/* Set up the source's picture of the piece, without the piece itself. Returns the rules of its
 * board, which the caller frees and the scene borrows; NULL: there is no picture. */
static struct ruleset *put_as_pictured(struct board_scene *scene, const struct ruleset *rules,
                                       struct piece piece)
{
    const struct source_picture *picture = kind_picture(rules, piece.kind);
    struct ruleset *game = NULL, *on = NULL;
    if (!picture ||
        ruleset_open(&game, picture->variant, &picture->setting, picture->setting.name != NULL,
                     NULL) < 0 ||
        ruleset_open(&on, picture->board, NULL, 0, NULL) < 0) {
        ruleset_free(game);
        return NULL;
    }
    const struct board *from = game->board, *to = on->board;
    struct board_scene there = {0};
    struct position *empty = memory_new(1, sizeof *empty);
    cell_t cell[CELLS_MOST];
    int n = 0, up = from->ranks - to->ranks;
    for (const char *name = picture->cells; *name; name += name[2] ? 3 : 2)
        cell[n++] = board_at(from, name[0] - 'a', name[1] - '1' + up);
    put_on(&there, game, piece_at_first(game, ruleset_kind(game, picture->letter)), cell, n);
    position_clear(empty, on);
    board_scene_begin(scene, empty);
    for (int i = 0; i < there.marks; i++) {
        const struct board_mark *mark = &there.mark[i];
        cell_t here = board_at(to, from->cell[mark->cell].file, from->cell[mark->cell].rank - up);
        if (here != CELL_NONE)
            board_scene_add(scene, here, (enum cell_mark)mark->mark, mark->number, mark->label);
    }
    free(empty);
    board_scene_free(&there);
    ruleset_free(game);
    return on;
}

/* Add the piece to the picture, with the source's letters. */
static void put_letters(struct board_scene *scene, const struct source_picture *picture)
{
    for (const char *name = picture->cells; *name; name += name[2] ? 3 : 2) {
        cell_t cell = board_at(scene->shown.rules->board, name[0] - 'a', name[1] - '1');
        board_scene_add(scene, cell, MARK_NOTE, 0, picture->label);
    }
}

static bool same_marks(const struct board_scene *a, const struct board_scene *b)
{
    bool same = a->marks == b->marks;
    for (int i = 0; i < a->marks && same; i++)
        same = a->mark[i].cell == b->mark[i].cell && !strcmp(a->mark[i].label, b->mark[i].label);
    return same;
}

bool piece_has_picture(const struct ruleset *rules, struct piece piece)
{
    struct board_scene card = {0}, pictured = {0};
    struct ruleset *on = put_as_pictured(&pictured, rules, piece);
    if (on)
        put_alone(&card, rules, piece, CELL_NONE);
    bool has = on && (on->board->cells != rules->board->cells || !same_marks(&card, &pictured));
    board_scene_free(&card);
    board_scene_free(&pictured);
    ruleset_free(on);
    return has;
}

int piece_picture_words(const struct ruleset *rules, struct piece piece, char *out, size_t size)
{
    const struct source_picture *picture = kind_picture(rules, piece.kind);
    struct board_scene pictured = {0};
    struct ruleset *on = put_as_pictured(&pictured, rules, piece);
    size_t used = 0;
    if (size)
        out[0] = '\0';
    if (on)
        text_add(out, size, &used, "As its author drew it%s%s%s%s.%s",
                 on->board->cells != rules->board->cells ? ", on " : "",
                 on->board->cells != rules->board->cells ? on->variant->board : "",
                 picture->army ? ", of an army of " : "", picture->army ? picture->army : "",
                 is_lettered(&pictured) ? " m: move only, c: capture only." : "");
    board_scene_free(&pictured);
    ruleset_free(on);
    return (int)used;
}

bool piece_has_card(const struct ruleset *rules, struct piece piece)
{
    struct board_scene scene = {0};
    put_alone(&scene, rules, piece, CELL_NONE);
    bool has = scene.marks > 0;
    board_scene_free(&scene);
    return has;
}

int piece_card_words(const struct ruleset *rules, struct piece piece, char *out, size_t size)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct board_scene scene = {0};
    struct actions reach = {0};
    char words[DESCRIBED_ROOM];
    size_t used = 0;
    cell_t cell[CELLS_MOST];
    cells_for(rules, piece, CELL_NONE, cell, words);
    const struct example *example =
        pattern_signs(rules, piece, pattern_alone(rules, piece, cell[0], alone, &reach));
    if (size)
        out[0] = '\0';
    if (example)
        text_add(out, size, &used, "%s", example->sentence);
    else if (*words)
        text_add(out, size, &used, "Here %s.", words);
    else if (rules->board->shape == BOARD_TRIANGLES &&
             (put_alone(&scene, rules, piece, CELL_NONE), is_lettered(&scene)))
        text_add(out, size, &used, "m: move only, c: capture only.");
    board_scene_free(&scene);
    actions_free(&reach);
    free(alone);
    return (int)used;
}

static struct board_view piece_card_view_of(const struct app *app, const struct position *position,
                                            int rows, int columns, bool coordinates)
{
    struct board_view view = {.position = position,
                              .charset = app_charset(app),
                              .coordinates = coordinates,
                              .plain = app_choice(app, SET_A11Y) == 1,
                              .shaded = app_mono(app)};
    int tall, wide;
    app_pieces(app, &view);
    view.size = board_fit(&view, rows, columns, -1);
    board_art_for(position->rules)->measure(&view, &tall, &wide);
    view.rows = tall < rows ? tall : rows;
    view.columns = wide < columns ? wide : columns;
    return view;
}

/* How to draw a whole position. If it does not fit, it is turned or has the smallest size. */
static struct board_view view_of_whole(const struct app *app, const struct position *position,
                                       int rows, int columns)
{
    struct board_view view = piece_card_view_of(app, position, rows, columns, true);
    if (!board_fit_whole(&view, false, rows, columns))
        board_fit_whole(&view, true, rows, columns);
    return view;
}

int piece_card_rows(const struct app *app, const struct ruleset *rules, int rows, int columns)
{
    struct position *empty = memory_new(1, sizeof *empty);
    position_clear(empty, rules);
    struct board_view view = piece_card_view_of(app, empty, rows, columns, true);
    board_fit_whole(&view, false, rows, columns);
    free(empty);
    return view.rows;
}

static void views_piece_card_draw(const struct board_view *of, const struct board_scene *board,
                                  cell_t about, struct scene *scene, const struct area *area)
{
    struct board_view view = *of;
    const struct board_art *art = board_art_for(board->shown.rules);
    view.mark = board->mark;
    view.marks = board->marks;
    int tall, wide;
    art->measure(&view, &tall, &wide);
    if (!art->follow && (tall > area->rows || wide > area->columns))
        return; /* not even part of it can be drawn */
    if (art->follow && about != CELL_NONE)
        art->follow(&view, about);
    art->draw(&view, scene, area->row, area->column);
}

/* True if all marks are visible on the part of the board around a cell. */
static bool shows_marks(const struct board_view *of, const struct board_scene *board, cell_t about)
{
    struct board_view view = *of;
    const struct board_art *art = board_art_for(board->shown.rules);
    int row, column;
    if (art->follow)
        art->follow(&view, about);
    for (int i = 0; i < board->marks; i++)
        if (!art->locate(&view, board->mark[i].cell, &row, &column))
            return false;
    return true;
}

/* Choose how a card is drawn in an area: whole, or as much as fits. Returns true if all its marks
 * are visible. */
static bool view_of_card(const struct app *app, const struct board_scene *board, cell_t cell,
                         cell_t like, const struct area *area, struct board_view *view)
{
    *view = piece_card_view_of(app, &board->shown, area->rows, area->columns, like == CELL_NONE);
    return board_fit_whole(view, false, area->rows, area->columns) ||
           shows_marks(view, board, cell) || board_fit_whole(view, true, area->rows, area->columns);
}

void piece_card_draw(const struct app *app, const struct ruleset *rules, struct piece piece,
                     cell_t like, struct scene *scene, const struct area *area)
{
    struct board_scene board = {0};
    cell_t cell = put_alone(&board, rules, piece, like);
    struct board_view view;
    bool all = view_of_card(app, &board, cell, like, area, &view);
    /* Boards of squares have one line for each rank. */
    if (all || area->rows >= PART_ROWS || rules->board->shape == BOARD_SQUARES)
        views_piece_card_draw(&view, &board, cell, scene, area);
    board_scene_free(&board);
}

/* Choose how a picture is drawn in an area: whole, or as much as fits. */
static struct board_view view_of_picture(const struct app *app, const struct board_scene *board,
                                         cell_t like, int rows, int columns, bool *whole)
{
    struct board_view view =
        piece_card_view_of(app, &board->shown, rows, columns, like == CELL_NONE);
    bool fits =
        board_fit_whole(&view, false, rows, columns) || board_fit_whole(&view, true, rows, columns);
    if (whole)
        *whole = fits;
    return view;
}

int piece_picture_rows(const struct app *app, const struct ruleset *rules, struct piece piece,
                       int rows, int columns)
{
    struct board_scene board = {0};
    struct ruleset *on = put_as_pictured(&board, rules, piece);
    int tall = on ? view_of_picture(app, &board, CELL_NONE, rows, columns, NULL).rows : 0;
    board_scene_free(&board);
    ruleset_free(on);
    return tall;
}

bool piece_picture_fits(const struct app *app, const struct ruleset *rules, struct piece piece,
                        cell_t like, bool pictured, struct area *area)
{
    struct board_scene board = {0};
    struct ruleset *on = pictured ? put_as_pictured(&board, rules, piece) : NULL;
    cell_t cell = pictured ? CELL_NONE : put_alone(&board, rules, piece, like);
    struct board_view view = {0};
    bool fits = false;
    if (on)
        view = view_of_picture(app, &board, like, area->rows, area->columns, &fits);
    else if (!pictured)
        fits = view_of_card(app, &board, cell, like, area, &view);
    if (fits) {
        area->rows = view.rows;
        area->columns = view.columns;
    }
    board_scene_free(&board);
    ruleset_free(on);
    return fits;
}

void piece_picture_draw(const struct app *app, const struct ruleset *rules, struct piece piece,
                        cell_t like, struct scene *scene, const struct area *area)
{
    struct board_scene board = {0};
    struct ruleset *on = put_as_pictured(&board, rules, piece);
    if (on) {
        put_letters(&board, kind_picture(rules, piece.kind));
        struct board_view view =
            view_of_picture(app, &board, like, area->rows, area->columns, NULL);
        views_piece_card_draw(&view, &board, piece_card_middle(on->board), scene, area);
    }
    board_scene_free(&board);
    ruleset_free(on);
}

int position_rows(const struct app *app, const struct position *position, int most, int columns)
{
    /* If nothing fits, use the smallest size. */
    struct board_view view = piece_card_view_of(app, position, 1, columns, true);
    int tall, wide;
    view.rows = view.columns = 0; /* the whole position */
    board_art_for(position->rules)->measure(&view, &tall, &wide);
    if (tall > most || wide > columns) {
        view = view_of_whole(app, position, most, columns);
        board_art_for(position->rules)->measure(&view, &tall, &wide);
    }
    return wide <= columns ? tall : 0;
}

void position_draw(const struct app *app, const struct position *position, struct scene *scene,
                   const struct area *area)
{
    struct board_scene board = {0};
    board_scene_begin(&board, position);
    struct board_view view = view_of_whole(app, &board.shown, area->rows, area->columns);
    views_piece_card_draw(&view, &board, middle_of_rank(position->rules->board, 0), scene, area);
    board_scene_free(&board);
}
