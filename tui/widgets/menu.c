/* menu.c - a menu in a panel: see menu.h. */
#include "config.h"

#include "tui/widgets/menu.h"

#include "tui/widgets/key.h"

#include <stdio.h>

void menu_begin(struct menu *menu, const char *title)
{
    menu->title = title;
    menu->n = menu->at = 0;
    menu->remark[0] = '\0';
}

void menu_add(struct menu *menu, int value, const char *text)
{
    if (menu->n == MENU_ITEMS_MAX)
        return;
    menu->value[menu->n] = value;
    snprintf(menu->item[menu->n++], MENU_TEXT_MAX, "%s", text);
}

enum menu_answer menu_key(struct menu *menu, uint32_t key)
{
    switch (key) {
    case 'j':
    case K_DOWN:
        menu->at = (menu->at + 1) % menu->n;
        return MENU_MOVED;
    case 'k':
    case K_UP:
        menu->at = (menu->at + menu->n - 1) % menu->n;
        return MENU_MOVED;
    case K_ENTER:
    case ' ':
        return MENU_CHOSEN;
    case K_ESCAPE:
    case 'q':
    case K_BACKSPACE:
        return MENU_LEFT;
    default:
        if (key >= '1' && key <= '9' && (int)key - '1' < menu->n) {
            menu->at = (int)key - '1';
            return MENU_CHOSEN;
        }
        for (int i = 1; i <= menu->n; i++) {
            int at = (menu->at + i) % menu->n;
            if ((uint32_t)menu->item[at][0] == key) {
                menu->at = at;
                return MENU_MOVED;
            }
        }
        return MENU_UNUSED;
    }
}

/* Lay out the title and, below it, the entries. A long text takes several rows. */
static void menu_lay_out(struct menu *menu, const char *title, struct page *page,
                         const struct area *area)
{
    page_begin(page, area->columns);
    page_addf(page, ROLE_LABEL, 0, "%s", title);
    if (page->rows >= area->rows) /* no room for both */
        page_begin(page, area->columns);
    menu->heads = page->rows;
    for (int i = 0; i < menu->n; i++) {
        menu->row[i] = page->rows - menu->heads;
        page_addf(page, ROLE_TEXT, 2, "%c %s", i == menu->at ? '>' : ' ', menu->item[i]);
    }
    menu->row[menu->n] = page->rows - menu->heads;
    if (*menu->remark)
        page_addf(page, ROLE_DIM, 2, "  %s", menu->remark);
    /* With the last entry the remark is shown, too, as far as there is room for both. */
    int rows = area->rows - menu->heads, selected = menu->row[menu->at],
        end = menu->at + 1 < menu->n ? menu->row[menu->at + 1] : page->rows - menu->heads;
    menu->top = end <= rows ? 0 : end - rows < selected ? end - rows : selected;
}

void menu_draw(struct menu *menu, struct page *page, struct scene *scene, const struct area *area)
{
    menu_lay_out(menu, menu->title, page, area);
    if (page->rows > area->rows) { /* the page has more rows than are visible */
        char title[160];
        snprintf(title, sizeof title, "%.100s, %d of %d", menu->title, menu->at + 1, menu->n);
        menu_lay_out(menu, title, page, area);
    }
    for (int r = 0; r < menu->heads && r < area->rows; r++)
        scene_text(scene, area->row + r, area->column, area->columns,
                   page->pool + page->row[r].text, ROLE_LABEL, ROLE_TEXT);
    int rows = area->rows - menu->heads;
    for (int r = 0; r < rows && menu->heads + menu->top + r < page->rows; r++) {
        const struct page_row *line = &page->row[menu->heads + menu->top + r];
        bool here = menu->top + r >= menu->row[menu->at] && menu->top + r < menu->row[menu->at + 1];
        enum role ground = here ? ROLE_SELECTED : ROLE_TEXT;
        int row = area->row + menu->heads + r;
        scene_fill(scene, row, area->column, area->columns, ROLE_TEXT, ground, true);
        scene_text(scene, row, area->column + line->indent, area->columns - line->indent,
                   page->pool + line->text,
                   menu->top + r < menu->row[menu->n] ? ROLE_TEXT : ROLE_DIM, ground);
        if (menu->top + r == menu->row[menu->at]) {
            scene->cursor_row = row;
            scene->cursor_column = area->column;
        }
    }
}

int menu_hit(const struct menu *menu, int row)
{
    row -= menu->heads;
    for (int i = 0; i < menu->n; i++)
        if (row >= 0 && menu->top + row >= menu->row[i] && menu->top + row < menu->row[i + 1])
            return i;
    return -1;
}
