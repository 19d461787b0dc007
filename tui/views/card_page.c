/* card_page.c - the card of a cell: its text, and a picture of the piece's moves; see card_page.h.
 * On boards of squares the diagram is drawn as in the source, on triangles on the board itself. If
 * a panel has no room for the whole diagram, the card can fill the screen. */
#include "config.h"

#include "tui/views/card_page.h"

#include "tui/boards/marks.h"
#include "tui/views/piece_card.h"

enum {
    LEGEND_ROWS = 4,
    LEGEND_COLUMNS = 16,
    TEXT_LEAST = 21,
    TEXT_MOST = 60 /* columns of the text beside a diagram */,
    TEXT_ROWS = PATTERN_ROWS /* rows of the text above a diagram */,
    TRIANGLES_GAP = 2, /* columns between the text and a board of triangles */
    TRIANGLES_LEAST = 6,
    TRIANGLES_MOST = 18, /* rows of a diagram of triangles below the text */
    AUTHOR_TRIANGLES = 64,
    AUTHOR_ROWS = 25, /* rows of the board in its author's pictures */
    CARD_WORDS_ROOM = 200
};

/* ---------------------------------------------------------------- squares */

/* True if a card can have a diagram: on boards of squares, for a piece that can move on an empty
 * board, or that an example shows moved by another piece. While the piece is making a move the
 * example is left out. */
static bool has_diagram(const struct card_page *card)
{
    struct piece piece = card->piece;
    if (!piece.kind || card->rules->board->shape != BOARD_SQUARES ||
        (card->in_hand && pattern_is_example(card->rules, piece, card->cell)))
        return false;
    return pattern_is(card->rules, piece, card->cell);
}

/* Where a diagram of `cells` squares a side and its legend are drawn. */
struct card_diagram {
    int cells, row, column, legend_row, legend_column;
};

/* Find a place for a diagram with this many squares a side, and give the remaining area to the
 * text. In a wide panel the diagram is beside the text, otherwise below it; its legend is beside it
 * or, in a narrow panel, below it. */
static bool place_diagram(const struct area *area, int cells, struct area *text,
                          struct card_diagram *out)
{
    int wide = 2 * cells - 1;
    *text = *area;
    *out = (struct card_diagram){.cells = cells, .row = area->row, .column = area->column};
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

/* Draw the diagram: on an empty chessboard as in the source; on larger boards only the part around
 * the cell. */
static void draw_diagram(const struct card_page *card, struct scene *scene,
                         const struct card_diagram *diagram)
{
    static const char *const legend[LEGEND_ROWS] = {"O: it is here", "x: move/capture",
                                                    "m: move only", "c: capture only"};
    bool chess_board = card->rules->board->cells <= 64;
    const struct example *example =
        pattern_draw_part(card->rules, card->piece, chess_board ? CELL_NONE : card->cell,
                          diagram->cells, scene, diagram->row, diagram->column);
    for (int i = 0; i < LEGEND_ROWS; i++)
        scene_text(scene, diagram->legend_row + i, diagram->legend_column, LEGEND_COLUMNS,
                   i && example ? example->legend[i - 1] : legend[i], ROLE_DIM, ROLE_TEXT);
}

/* Returns how many squares a side a diagram needs to show every leap. */
static int whole_diagram(const struct card_page *card)
{
    return pattern_whole(card->rules, card->piece, card->cell);
}

/* Draw the diagram, or the part of it that fits, and give the remaining area to the text. Returns
 * true if the whole diagram is visible. */
static bool put_card_diagram(const struct card_page *card, struct scene *scene,
                             const struct area *area, struct area *text)
{
    struct card_diagram diagram;
    bool whole = place_diagram(area, whole_diagram(card), text, &diagram);
    if (whole || place_diagram(area, PATTERN_CELLS, text, &diagram))
        draw_diagram(card, scene, &diagram);
    else
        *text = *area;
    return whole;
}

/* ---------------------------------------------------------------- triangles */

/* True if the author's picture on a board of 64 triangles is used: only if the present board is a
 * different one. */
static bool is_the_authors(const struct card_page *card)
{
    return card->rules->board->cells != AUTHOR_TRIANGLES &&
           piece_has_picture(card->rules, card->piece);
}

static void picture_words(const struct card_page *card, bool authors, char *out, size_t size)
{
    if (authors)
        piece_picture_words(card->rules, card->piece, out, size);
    else
        piece_card_words(card->rules, card->piece, out, size);
}

static void draw_picture(const struct card_page *card, bool authors, struct scene *scene,
                         const struct area *area)
{
    if (authors)
        piece_picture_draw(card->app, card->rules, card->piece, card->cell, scene, area);
    else
        piece_card_draw(card->app, card->rules, card->piece, card->cell, scene, area);
}

/* Find a place for the picture to the right of the text, in the size of the author's picture.
 * Returns false if the whole picture does not fit there. */
static bool place_beside(const struct card_page *card, bool authors, const struct area *area,
                         struct area *picture)
{
    bool small = authors || card->rules->board->cells == AUTHOR_TRIANGLES;
    *picture = *area;
    picture->columns -= TEXT_LEAST + TRIANGLES_GAP;
    if (small && picture->rows > AUTHOR_ROWS)
        picture->rows = AUTHOR_ROWS;
    if (!piece_picture_fits(card->app, card->rules, card->piece, card->cell, authors, picture))
        return false;
    int left = area->columns - TRIANGLES_GAP - picture->columns;
    picture->column = area->column + (left < TEXT_MOST ? left : TEXT_MOST) + TRIANGLES_GAP;
    return true;
}

/* Draw the author's picture below the text, if the whole picture fits. */
static bool put_authors_below(const struct card_page *card, const struct page *page,
                              struct scene *scene, const struct area *area, struct area *text)
{
    char words[CARD_WORDS_ROOM];
    struct page caption = {0};
    picture_words(card, true, words, sizeof words);
    page_begin(&caption, area->columns);
    page_add(&caption, ROLE_DIM, 0, words);
    int left = area->rows - page->rows - caption.rows;
    struct area below = {area->row, area->column, left < TRIANGLES_MOST ? left : TRIANGLES_MOST,
                         area->columns};
    bool whole = piece_picture_fits(card->app, card->rules, card->piece, card->cell, true, &below);
    if (whole) {
        below.row = area->row + area->rows - below.rows;
        below.columns = area->columns;
        struct area above = {below.row - caption.rows, area->column, caption.rows, area->columns};
        page_draw(&caption, scene, &above, 0);
        draw_picture(card, true, scene, &below);
        text->rows = area->rows - below.rows - caption.rows;
    }
    page_free(&caption);
    return whole;
}

/* Draw below the text: the author's picture, or else the piece alone on its board as far as it
 * fits. Returns true if everything is visible. */
static bool put_below(const struct card_page *card, bool authors, const struct page *page,
                      struct scene *scene, const struct area *area, struct area *text)
{
    struct piece piece = card->piece;
    int left = area->rows - page->rows - 1, rows = left < TRIANGLES_MOST ? left : TRIANGLES_MOST;
    struct area below = {area->row + area->rows - rows, area->column, rows, area->columns},
                room = below;
    char words[CARD_WORDS_ROOM];
    if (rows < TRIANGLES_LEAST)
        return false;
    if (authors && put_authors_below(card, page, scene, area, text))
        return true;
    if (!piece_has_card(card->rules, piece))
        return false;
    picture_words(card, false, words, sizeof words);
    /* The caption is in the row between the text and the picture. */
    scene_text(scene, below.row - 1, below.column, below.columns, words, ROLE_DIM, ROLE_TEXT);
    draw_picture(card, false, scene, &below);
    text->rows = area->rows - rows - 1;
    return !authors && piece_picture_fits(card->app, card->rules, piece, card->cell, false, &room);
}

/* ---------------------------------------------------------------- the card */

/* What kind of picture a card has. */
struct card_kind {
    bool squares, triangles, authors;
};

static struct card_kind kind_of_card(const struct card_page *card)
{
    struct card_kind kind = {.squares = has_diagram(card)};
    bool triangles = card->piece.kind && card->rules->board->shape == BOARD_TRIANGLES;
    kind.authors = triangles && is_the_authors(card);
    kind.triangles = kind.authors || (triangles && piece_has_card(card->rules, card->piece));
    return kind;
}

bool card_page_lay_out(const struct card_page *card, struct page *page, struct scene *scene,
                       const struct area *area, struct area *text)
{
    struct card_kind kind = kind_of_card(card);
    struct area picture;
    *text = *area;
    bool beside = kind.triangles && card->alone && place_beside(card, kind.authors, area, &picture);
    bool whole =
        kind.squares ? put_card_diagram(card, scene, area, text) : !kind.triangles || beside;
    if (beside)
        text->columns = picture.column - TRIANGLES_GAP - text->column;
    page_begin(page, text->columns);
    card->add_text(card->argument, page);
    if (beside) {
        char words[CARD_WORDS_ROOM];
        picture_words(card, kind.authors, words, sizeof words);
        page_add(page, ROLE_DIM, 0, words);
        draw_picture(card, kind.authors, scene, &picture);
    } else if (kind.triangles) {
        whole = put_below(card, kind.authors, page, scene, area, text);
    }
    return whole;
}

bool card_page_fits(const struct card_page *card, const struct area *area)
{
    struct card_kind kind = kind_of_card(card);
    struct card_diagram unused;
    struct area picture;
    return kind.triangles ? place_beside(card, kind.authors, area, &picture)
                          : place_diagram(area, whole_diagram(card), &picture, &unused);
}
