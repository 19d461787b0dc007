/* page.c - panels of word-wrapped paragraphs: see page.h. */
#include "tui/widgets/page.h"

#include "core/base.h"
#include "tui/widgets/text_editor.h"

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

static void add_row(struct page *page, enum role ink, int indent, const char *text, int length)
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
        add_row(page, ink, indent, text + from, end - from);
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
        add_row(page, ROLE_TEXT, 0, "", 0);
}

void page_draw(const struct page *page, struct scene *scene, const struct area *area, int top)
{
    int rows = area->rows;
    bool more = page->rows - top > rows && rows > 1; /* a panel of one row has no room for the note */
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
        scene_textf(scene, area->row + rows - 1, area->column, area->columns, ROLE_DIM, ROLE_TEXT, "%s)", text);
    }
}
