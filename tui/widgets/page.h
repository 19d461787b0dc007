/* page.h - a panel of text in paragraphs: word-wrapped, with a role for each paragraph, scrollable. */
#ifndef CHESSCADE_TUI_WIDGETS_PAGE_H
#define CHESSCADE_TUI_WIDGETS_PAGE_H

#include "tui/widgets/scene.h"
#include "tui/app/view.h"

struct page_row {
    int text; /* offset into pool */
    short indent;
    uint8_t ink;
};

struct page {
    struct page_row *row;
    char *pool;
    int rows, pooled, row_room, pool_room;
    int width;
    const char *keys; /* the keys that scroll to what is below, shown where there is room; borrowed until the page is
                       * drawn; NULL: none */
};

/* Begin an empty page `width` columns wide; *page is zero or a used page. */
void page_begin(struct page *page, int width);
void page_free(struct page *page);
/* Add a paragraph, keeping its line feeds. Rows after the first are indented by `hang` columns. */
void page_add(struct page *page, enum role ink, int hang, const char *text);
void page_addf(struct page *page, enum role ink, int hang, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Add an empty row, unless the page is empty or already ends with one. */
void page_gap(struct page *page);
/* Draw the rows from `top` on; if more rows are below, the last row says so. */
void page_draw(const struct page *page, struct scene *scene, const struct area *area, int top);

#endif
