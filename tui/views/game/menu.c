/* menu.c - the table's menus, shown in place of the notes: promotions, annotation glyphs, actions. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include <stdio.h>

void table_menu_open(struct table *table, const char *title, void (*chosen)(struct view *, int))
{
    table->menu.title = title;
    table->menu.n = table->menu.at = 0;
    table->menu.chosen = chosen;
    table->menu.cancelled = NULL;
    table->menu.remark[0] = '\0';
}

void table_menu_add(struct table *table, int value, const char *text)
{
    struct table_menu *menu = &table->menu;
    if (menu->n == MENU_ITEMS_MAX)
        return;
    menu->value[menu->n] = value;
    snprintf(menu->item[menu->n++], MENU_TEXT_MAX, "%s", text);
}

void table_menu_take(struct table *table)
{
    struct table_menu *menu = &table->menu;
    int value = menu->value[menu->at];
    void (*chosen)(struct view *, int) = menu->chosen;
    menu->title = NULL;
    chosen(&table->view, value);
}

bool table_menu_key(struct table *table, uint32_t key)
{
    struct table_menu *menu = &table->menu;
    switch (key) {
    case 'j':
    case K_DOWN:
        menu->at = (menu->at + 1) % menu->n;
        return true;
    case 'k':
    case K_UP:
        menu->at = (menu->at + menu->n - 1) % menu->n;
        return true;
    case K_ENTER:
    case ' ':
        table_menu_take(table);
        return true;
    case K_ESCAPE:
    case 'q':
    case K_BACKSPACE:
        menu->title = NULL;
        if (menu->cancelled)
            menu->cancelled(&table->view);
        return true;
    default:
        if (key >= '1' && key <= '9' && (int)key - '1' < menu->n) {
            menu->at = (int)key - '1';
            table_menu_take(table);
            return true;
        }
        for (int i = 1; i <= menu->n; i++) { /* go to the next entry that begins with the letter */
            int at = (menu->at + i) % menu->n;
            if ((uint32_t)menu->item[at][0] == key) {
                menu->at = at;
                return true;
            }
        }
        return app_beside(table->view.app, key) || (key != ':' && key != '?' && key < 0x110000);
    }
}

/* Lay the entries out as rows of the page; a long one takes several. */
static void lay_menu_out(struct table_menu *menu, struct page *page, int columns, int rows)
{
    page_begin(page, columns);
    for (int i = 0; i < menu->n; i++) {
        menu->row[i] = page->rows;
        page_addf(page, ROLE_TEXT, 2, "%c %s", i == menu->at ? '>' : ' ', menu->item[i]);
    }
    menu->row[menu->n] = page->rows;
    if (*menu->remark)
        page_addf(page, ROLE_DIM, 2, "  %s", menu->remark);
    menu->top = menu->row[menu->at + 1] > rows ? menu->row[menu->at + 1] - rows : 0;
}

void table_menu_draw(struct table *table, struct scene *scene, const struct area *area)
{
    struct table_menu *menu = &table->menu;
    struct page *page = &table->page;
    lay_menu_out(menu, page, area->columns, area->rows - 1);
    char title[160], more[40] = "";
    if (page->rows > area->rows - 1) /* not all of it is visible */
        snprintf(more, sizeof more, ", %d of %d", menu->at + 1, menu->n);
    snprintf(title, sizeof title, "%.100s%s", menu->title, more);
    scene_text_cut(scene, area->row, area->column, area->columns, title, ROLE_LABEL, ROLE_TEXT, app_cut_sign(table->view.app));
    for (int r = 0; r < area->rows - 1 && menu->top + r < page->rows; r++) {
        const struct page_row *line = &page->row[menu->top + r];
        bool here = menu->top + r >= menu->row[menu->at] && menu->top + r < menu->row[menu->at + 1];
        enum role ground = here ? ROLE_SELECTED : ROLE_TEXT;
        int row = area->row + 1 + r;
        scene_fill(scene, row, area->column, area->columns, ROLE_TEXT, ground, true);
        scene_text(scene, row, area->column + line->indent, area->columns - line->indent, page->pool + line->text,
                   menu->top + r < menu->row[menu->n] ? ROLE_TEXT : ROLE_DIM, ground);
        if (menu->top + r == menu->row[menu->at]) {
            scene->cursor_row = row;
            scene->cursor_column = area->column;
        }
    }
}

int table_menu_at(const struct table *table, int row)
{
    const struct table_menu *menu = &table->menu;
    for (int i = 0; i < menu->n; i++)
        if (row >= 0 && menu->top + row >= menu->row[i] && menu->top + row < menu->row[i + 1])
            return i;
    return -1;
}
