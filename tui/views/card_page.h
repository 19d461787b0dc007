/* card_page.h - the card of a cell: a text, and beside or below it a picture of how the piece
 * moves. */
#ifndef CHESSCADE_TUI_VIEWS_CARD_PAGE_H
#define CHESSCADE_TUI_VIEWS_CARD_PAGE_H

#include "tui/app/app.h"
#include "tui/widgets/page.h"

struct card_page {
    const struct app *app;
    const struct ruleset *rules;
    struct piece piece; /* without a kind: the cell is empty, and there is no picture */
    cell_t cell;
    bool in_hand; /* the piece makes a move, so an example in which another moves it is left out */
    bool alone;   /* the card has the whole screen */
    void (*add_text)(void *argument, struct page *page);
    void *argument;
};

/* Lay out the text in *page, which is zero or a used page, and draw as much of the picture as fits.
 * *text is set to the part of the area that is left for the text, which the caller draws. Returns
 * true if the whole picture is visible, or if the piece has none. */
bool card_page_lay_out(const struct card_page *card, struct page *page, struct scene *scene,
                       const struct area *area, struct area *text);
/* True if an area has room for the whole picture and the text. The piece must have a picture. */
bool card_page_fits(const struct card_page *card, const struct area *area);

#endif
