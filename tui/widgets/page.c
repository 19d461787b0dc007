/* page.c - panels of word-wrapped paragraphs, and the visible part of a board: see page.h. */
#include "tui/widgets/page.h"
#include "core/base.h"
#include "tui/widgets/editors.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void page_begin(struct page *page, int width)
{
    page->rows = page->pooled = 0;
    page->width = width > 4 ? width : 4;
    page->keys = NULL;
}

void page_free(struct page *page)
{
    free(page->row);
    free(page->pool);
    *page = (struct page){0};
}

static void page_add_row(struct page *page, enum role ink, int indent, const char *text, int length)
{
    page->row = memory_room(page->row, &page->row_room, page->rows + 1, sizeof *page->row);
    page->pool = memory_room(page->pool, &page->pool_room, page->pooled + length + 1, 1);
    page->row[page->rows++] = (struct page_row){page->pooled, (short)indent, (uint8_t)ink};
    memcpy(page->pool + page->pooled, text, (size_t)length);
    page->pool[page->pooled + length] = '\0';
    page->pooled += length + 1;
}

void page_add(struct page *page, enum role ink, int hang, const char *text)
{
    int length = (int)strlen(text), from = 0, next;
    hang = hang < page->width / 2 ? hang : page->width / 2;
    for (int indent = 0; from <= length; from = next, indent = hang) {
        int end = text_row(text, length, from, page->width - indent, &next);
        if (from == length && length > 0)
            break;
        page_add_row(page, ink, indent, text + from, end - from);
    }
}

void page_addf(struct page *page, enum role ink, int hang, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    page_add(page, ink, hang, text);
}

void page_gap(struct page *page)
{
    if (page->rows && page->pool[page->row[page->rows - 1].text])
        page_add_row(page, ROLE_TEXT, 0, "", 0);
}

void page_draw(const struct page *page, struct scene *scene, const struct area *area, int top)
{
    int rows = area->rows;
    /* true if rows below are hidden and there is room to say so; a panel of one row has none */
    bool more = page->rows - top > rows && rows > 1;
    for (int r = 0; r < rows - more && top + r < page->rows; r++) {
        const struct page_row *row = &page->row[top + r];
        scene_text(scene, area->row + r, area->column + row->indent, area->columns - row->indent,
                   page->pool + row->text, (enum role)row->ink, ROLE_TEXT);
    }
    if (more) {
        char text[100];
        int left = page->rows - top - rows + 1;
        int length = snprintf(text, sizeof text, "(%d more %s", left, left == 1 ? "line" : "lines");
        if (page->keys && length + 3 + (int)strlen(page->keys) <= area->columns)
            length += snprintf(text + length, sizeof text - (size_t)length, ": %s", page->keys);
        scene_textf(scene, area->row + rows - 1, area->column, area->columns, ROLE_DIM, ROLE_TEXT,
                    "%s)", text);
    }
}

/* ---- Chooses which part of a board that is too large for the screen is visible: see page.h.
 *
 * Each function handles one direction, rows or columns, and returns the first visible line. Two
 * aims compete:
 *
 *   - The lines that matter must be visible: the cursor with a margin (viewport_followed), or,
 *     during a replay, the end of the present ply and of as many of the next ones as possible
 *     (viewport_kept). Looking ahead avoids scrolling at every ply.
 *   - Scrolling must be cheap. On a checkered board an even step leaves the ground of every square
 *     on the screen as it was, so that a terminal gets only the pieces that change; an odd step
 *     swaps light and dark everywhere, which costs thousands of bytes on a large board. Steps are
 *     therefore even wherever an even step does the job, and long (a quarter of what is visible),
 *     so that they are rare.
 *
 * viewport_kept() gives up the even step only if that shows more than twice as many of the next
 * lines. viewport_begun() has nothing on the screen to preserve: it chooses a first line from which
 * the following scroll will be an even step. */

static int page_clamp(int value, int least, int most)
{
    return value > most ? (most < least ? least : most) : value < least ? least : value;
}

/* The even number nearest to 0 between two bounds; false if there is none. */
static bool even_step(int least, int most, int *step)
{
    int from = least + (least & 1), to = most - (most & 1);
    *step = page_clamp(0, from, to);
    return from <= to;
}

int viewport_followed(int first, int shown, int all, int at, int margin)
{
    /* leave at least two lines between the margins, so that there is a choice of two steps, one of
     * them even */
    margin = page_clamp(margin, 0, (shown - 2) / 2);
    int up = first - (at - margin), down = at + margin - (first + shown - 1), far = shown / 4, step;
    /* scrolling further would lose the margin on the other side */
    int rest = shown - 1 - 2 * margin;
    if (up > 0 && even_step(up > far ? up : far, page_clamp(up + rest, 0, first), &step))
        return first - step;
    if (down > 0 &&
        even_step(down > far ? down : far, page_clamp(down + rest, 0, all - shown - first), &step))
        return first + step;
    return page_clamp(first + (down > 0 ? down : 0) - (up > 0 ? up : 0), 0, all - shown);
}

/* A range of possible first lines. page_narrowed() takes the lines of `next` in order, and each
 * time reduces the range to first lines from which that line is visible too. It stops when no first
 * line would remain, or with `even` none that is an even step away from `first`. Returns how many
 * lines of `next` are then visible. */
struct firsts {
    int least, most;
};
static int page_narrowed(struct firsts *firsts, int first, int shown, const int *next, int nexts,
                         bool even)
{
    int n = 0, step;
    for (; n < nexts; n++) {
        struct firsts both = {next[n] - shown + 1 > firsts->least ? next[n] - shown + 1
                                                                  : firsts->least,
                              next[n] < firsts->most ? next[n] : firsts->most};
        if (both.least > both.most ||
            (even && !even_step(both.least - first, both.most - first, &step)))
            break;
        *firsts = both;
    }
    return n;
}

int viewport_kept(int first, int shown, int all, int at, const int *next, int nexts)
{
    struct firsts even = {page_clamp(at - shown + 1, 0, all - shown),
                          page_clamp(at, 0, all - shown)},
                  any = even;
    int step;
    if (first >= even.least && first <= even.most)
        return first;
    int with_any = page_narrowed(&any, first, shown, next, nexts, false);
    int with_even = page_narrowed(&even, first, shown, next, nexts, true);
    if (with_any <= 2 * (with_even + 1) && even_step(even.least - first, even.most - first, &step))
        return first + step;
    return page_clamp(first, any.least, any.most);
}

int viewport_begun(int shown, int all, int at, const int *next, int nexts)
{
    struct firsts now = {page_clamp(at - shown + 1, 0, all - shown),
                         page_clamp(at, 0, all - shown)},
                  later = {0, all - shown};
    int with = page_narrowed(&now, 0, shown, next, nexts, false), step;
    page_narrowed(&later, 0, shown, next + with, nexts - with, false);
    int aim = later.least == later.most ? later.least : all - shown;
    return even_step(now.least - aim, now.most - aim, &step) ? aim + step : now.most;
}

void viewport_hidden(const int hidden[4], bool utf8, int wide, char *out, size_t size)
{
    static const char *const word[] = {"above", "below", "left", "right"};
    static const char *const ascii[] = {"^", "v", "<", ">"};
    static const char *const arrow[] = {"\u2191", "\u2193", "\u2190", "\u2192"};
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < 4; i++)
        if (hidden[i])
            text_add(out, size, &used, "%s%d %s", used ? ", " : "hidden: ", hidden[i], word[i]);
    if ((int)used <= wide)
        return;
    used = 0;
    for (int i = 0; i < 4; i++)
        if (hidden[i])
            text_add(out, size, &used, "%s%s%d", used ? " " : "", utf8 ? arrow[i] : ascii[i],
                     hidden[i]);
}
