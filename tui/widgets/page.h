/* page.h - the visible part of a board that is too large, and a panel of text in paragraphs:
 * word-wrapped, with a role for each paragraph, scrollable. */
#ifndef CHESSCADE_TUI_WIDGETS_PAGE_H
#define CHESSCADE_TUI_WIDGETS_PAGE_H

#include "tui/widgets/scene.h"

#include <stdbool.h>
#include <stddef.h>

struct page_row {
    int text; /* offset of the row's text in the pool */
    short indent;
    uint8_t ink;
};

struct page {
    struct page_row *row;
    char *pool;
    int rows, pooled, row_room, pool_room;
    int width;
    const char *keys; /* names of the keys that scroll down, shown where there is room; borrowed
                         until the page is drawn; NULL if there are none */
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

/* ---- Chooses which part of a board that is too large for the screen is visible, in lines: rows
 * from the top, or columns from the left.
 *
 * `first` is the first visible line, `shown` how many of `all` lines are visible, `at` a line that
 * must be visible. */

/* The first visible line to choose so that `at` has a margin on both sides where the board allows.
 * If the viewport must scroll, it scrolls by more than one line. */
int viewport_followed(int first, int shown, int all, int at, int margin);

/* The first visible line to choose so that `at` is visible, and also as many as possible of the
 * lines `next` that will be looked at later, beginning with next[0]. It stays `first` if `at` is
 * visible already. */
int viewport_kept(int first, int shown, int all, int at, const int *next, int nexts);

/* Like viewport_kept(), but for a board that is not on the screen yet. Starts as near as possible
 * to the first line that the rest of `next` requires, an even number of lines away from it. If the
 * rest allows several first lines, starts as near as possible to the end of the board. */
int viewport_begun(int shown, int all, int at, const int *next, int nexts);

/* Writes what is hidden on each side, omitting zeros: "hidden: 7 above, 6 below, 3 left, 5
 * right"; if that is wider than `wide` columns, "^7 v6 <3 >5". hidden[] has the counts above,
 * below, left and right. */
void viewport_hidden(const int hidden[4], bool utf8, int wide, char *out, size_t size);

#endif
