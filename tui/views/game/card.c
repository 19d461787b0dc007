/* card.c - the card of a cell on the screen: the text of tui/views/game/inspect.c, and a diagram of its piece's moves,
 * on squares as in the source, on triangles on the board itself. If a panel has no room for the whole picture, the
 * card can have the screen. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "tui/boards/move_patterns.h"
#include "tui/views/piece_card.h"

enum { LEGEND_ROWS = 4, LEGEND_COLUMNS = 16,
       TEXT_LEAST = 21, TEXT_MOST = 60 /* columns of the text beside a diagram */, TEXT_ROWS = PATTERN_ROWS /* rows above one */,
       TRIANGLES_GAP = 2, /* columns between the text and a board of triangles */
       TRIANGLES_LEAST = 6, TRIANGLES_MOST = 18, /* rows of a diagram of triangles below the text */
       AUTHOR_TRIANGLES = 64, AUTHOR_ROWS = 25, /* size of the board in its author's pictures, and rows of these */
       WORDS_ROOM = 200 };

static struct piece piece_of(const struct table *table)
{
    return table->board.shown.at[table->cursor];
}

/* ---------------------------------------------------------------- squares */

/* True if a diagram makes sense: on boards of squares, for a piece that moves on an empty board, by itself or moved
 * by others. For a piece in the air its targets are on the board already, so no example is needed. */
static bool has_diagram(const struct table *table)
{
    struct piece piece = piece_of(table);
    if (!piece.kind || table->rules->board->shape != BOARD_SQUARES ||
        (table_in_the_air(table, table->cursor) && pattern_is_example(table->rules, piece, table->cursor)))
        return false;
    return pattern_is(table->rules, piece, table->cursor);
}

/* The place of a diagram and its legend. */
struct diagram {
    int cells, row, column, legend_row, legend_column;
};

/* Find a place for a diagram with so many cells a side, and leave the rest to the text: beside the text in a wide
 * panel, else below it; the legend beside it or, in a narrow panel, below it. */
static bool place_diagram(const struct area *area, int cells, struct area *text, struct diagram *out)
{
    int wide = 2 * cells - 1;
    *text = *area;
    *out = (struct diagram){.cells = cells, .row = area->row, .column = area->column};
    if (area->columns >= wide + 4 + TEXT_LEAST && area->rows >= cells + LEGEND_ROWS) {
        text->columns -= wide + 4;
        out->column = out->legend_column = text->column + text->columns + 2;
        out->legend_row = area->row + cells;
        return true;
    }
    bool beside = area->columns >= wide + 2 + LEGEND_COLUMNS;
    int rows = cells + (beside ? 0 : LEGEND_ROWS);
    if (area->columns <= wide || area->rows < rows + TEXT_ROWS)
        return false;
    text->rows -= rows + 1;
    out->row = area->row + area->rows - rows;
    out->legend_row = beside ? out->row : out->row + cells;
    out->legend_column = beside ? area->column + wide + 2 : area->column;
    return true;
}

/* Draw the diagram: on an empty chessboard as in the source, on larger boards the part around the cell. */
static void draw_diagram(struct table *table, struct scene *scene, const struct diagram *diagram)
{
    static const char *const legend[LEGEND_ROWS] = {"O it stands here", "x goes or takes", "m only goes", "c only takes"};
    bool chess_board = table->rules->board->cells <= 64;
    const struct example *example =
        pattern_draw_part(table->rules, piece_of(table), chess_board ? CELL_NONE : table->cursor,
                          diagram->cells, scene, diagram->row, diagram->column);
    for (int i = 0; i < LEGEND_ROWS; i++)
        scene_text(scene, diagram->legend_row + i, diagram->legend_column, LEGEND_COLUMNS,
                   i && example ? example->legend[i - 1] : legend[i], ROLE_DIM, ROLE_TEXT);
}

/* Cells a side of a diagram that shows every leap. */
static int whole_diagram(const struct table *table)
{
    return pattern_whole(table->rules, piece_of(table), table->cursor);
}

/* Draw the diagram, whole or else part of it, and leave the remaining area to the text. True if all of it is
 * visible. */
static bool put_diagram(struct table *table, struct scene *scene, const struct area *area, struct area *text)
{
    struct diagram diagram;
    bool whole = place_diagram(area, whole_diagram(table), text, &diagram);
    if (whole || place_diagram(area, PATTERN_CELLS, text, &diagram))
        draw_diagram(table, scene, &diagram);
    else
        *text = *area;
    return whole;
}

/* ---------------------------------------------------------------- triangles */

/* True if the author's picture, on his board of 64 triangles, is used: only if the present board differs from that. */
static bool is_the_authors(const struct table *table)
{
    return table->rules->board->cells != AUTHOR_TRIANGLES && piece_has_picture(table->rules, piece_of(table));
}

static void picture_words(const struct table *table, bool authors, char *out, size_t size)
{
    if (authors)
        piece_picture_words(table->rules, piece_of(table), out, size);
    else
        piece_card_words(table->rules, piece_of(table), out, size);
}

static void draw_picture(struct table *table, bool authors, struct scene *scene, const struct area *area)
{
    if (authors)
        piece_picture_draw(table->view.app, table->rules, piece_of(table), table->cursor, scene, area);
    else
        piece_card_draw(table->view.app, table->rules, piece_of(table), table->cursor, scene, area);
}

/* Find a place for the picture to the right of the text, in the size of the author's; false: not all of it fits
 * there. */
static bool place_beside(const struct table *table, bool authors, const struct area *area, struct area *picture)
{
    bool small = authors || table->rules->board->cells == AUTHOR_TRIANGLES;
    *picture = *area;
    picture->columns -= TEXT_LEAST + TRIANGLES_GAP;
    if (small && picture->rows > AUTHOR_ROWS)
        picture->rows = AUTHOR_ROWS;
    if (!piece_picture_fits(table->view.app, table->rules, piece_of(table), table->cursor, authors, picture))
        return false;
    int left = area->columns - TRIANGLES_GAP - picture->columns;
    picture->column = area->column + (left < TEXT_MOST ? left : TEXT_MOST) + TRIANGLES_GAP;
    return true;
}

/* Draw the author's picture below the text, if there is room for all of it. */
static bool put_authors_below(struct table *table, struct scene *scene, const struct area *area, struct area *text)
{
    char words[WORDS_ROOM];
    struct page page = {0};
    picture_words(table, true, words, sizeof words);
    page_begin(&page, area->columns);
    page_add(&page, ROLE_DIM, 0, words);
    int left = area->rows - table->page.rows - page.rows;
    struct area below = {area->row, area->column, left < TRIANGLES_MOST ? left : TRIANGLES_MOST, area->columns};
    bool whole = piece_picture_fits(table->view.app, table->rules, piece_of(table), table->cursor, true, &below);
    if (whole) {
        below.row = area->row + area->rows - below.rows;
        below.columns = area->columns;
        struct area above = {below.row - page.rows, area->column, page.rows, area->columns};
        page_draw(&page, scene, &above, 0);
        draw_picture(table, true, scene, &below);
        text->rows = area->rows - below.rows - page.rows;
    }
    page_free(&page);
    return whole;
}

/* Draw below the text: the author's picture, else the piece alone on its board, as much as fits. True if all of it
 * is visible. */
static bool put_below(struct table *table, bool authors, struct scene *scene, const struct area *area, struct area *text)
{
    struct piece piece = piece_of(table);
    int left = area->rows - table->page.rows - 1, rows = left < TRIANGLES_MOST ? left : TRIANGLES_MOST;
    struct area below = {area->row + area->rows - rows, area->column, rows, area->columns}, room = below;
    char words[WORDS_ROOM];
    if (rows < TRIANGLES_LEAST)
        return false;
    if (authors && put_authors_below(table, scene, area, text))
        return true;
    if (!piece_has_card(table->rules, piece))
        return false;
    picture_words(table, false, words, sizeof words);
    scene_text(scene, below.row - 1, below.column, below.columns, words, ROLE_DIM, ROLE_TEXT); /* in the separating row */
    draw_picture(table, false, scene, &below);
    text->rows = area->rows - rows - 1;
    return !authors && piece_picture_fits(table->view.app, table->rules, piece, table->cursor, false, &room);
}

/* ---------------------------------------------------------------- the card */

void table_close_card(struct table *table)
{
    table->inspecting = table->card_alone = false;
    table->notes_top = 0;
}

bool table_card_has_screen(const struct table *table)
{
    return table->inspecting && table->layout.notes.rows && !table->layout.board.rows && !table->layout.moves.rows;
}

void table_draw_card(struct table *table, struct scene *scene, const struct area *area)
{
    struct area text = *area, picture;
    struct diagram unused;
    const struct area *body = &table->layout.body;
    struct piece piece = piece_of(table);
    bool squares = has_diagram(table), triangles = piece.kind && table->rules->board->shape == BOARD_TRIANGLES;
    bool authors = triangles && is_the_authors(table);
    triangles = authors || (triangles && piece_has_card(table->rules, piece));
    bool beside = triangles && table->card_alone && place_beside(table, authors, area, &picture);
    bool whole = squares ? put_diagram(table, scene, area, &text) : !triangles || beside;
    if (beside)
        text.columns = picture.column - TRIANGLES_GAP - text.column;
    page_begin(&table->page, text.columns);
    table_add_card(table, &table->page);
    if (beside) {
        char words[WORDS_ROOM];
        picture_words(table, authors, words, sizeof words);
        page_add(&table->page, ROLE_DIM, 0, words);
        draw_picture(table, authors, scene, &picture);
    } else if (triangles) {
        whole = put_below(table, authors, scene, area, &text);
    }
    table->picture_waits = !whole && !table->card_alone &&
                           (triangles ? place_beside(table, authors, body, &picture)
                                      : place_diagram(body, whole_diagram(table), &picture, &unused));
    table_scroll_notes(table, text.rows);
    page_draw(&table->page, scene, &text, table->notes_top);
    if (table_card_has_screen(table) && !table->marking) { /* there is no board for a cursor */
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
}
