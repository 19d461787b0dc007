/* page.h - text in paragraphs for a panel: broken at words, with roles, scrolled. */
#ifndef CHESSCADE_PAGE_H
#define CHESSCADE_PAGE_H

#include "tui/scene.h"
#include "tui/view.h"

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
    const char *keys; /* that lead to what is below, told where there is room; borrowed until the page is drawn; NULL: none */
};

/* Begin an empty page of that many columns; *page is zero or a used page. */
void page_begin(struct page *page, int width);
void page_free(struct page *page);
/* A paragraph; line feeds in it are kept. Later rows are indented by `hang` columns. */
void page_add(struct page *page, enum role ink, int hang, const char *text);
void page_addf(struct page *page, enum role ink, int hang, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* An empty row, unless the page is empty or the last row is one. */
void page_gap(struct page *page);
/* Draw from row `top` on, and where more is below say so in the last row. */
void page_draw(const struct page *page, struct scene *scene, const struct area *area, int top);

#endif
