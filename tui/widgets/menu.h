/* menu.h - a menu in a panel: a title, entries of one or more rows each, and a remark below them.
 * It is scrolled so that the selected entry is visible. */
#ifndef CHESSCADE_TUI_WIDGETS_MENU_H
#define CHESSCADE_TUI_WIDGETS_MENU_H

#include "tui/widgets/page.h"

#include <stdint.h>

enum { MENU_ITEMS_MAX = 64, MENU_TEXT_MAX = 160 };

struct menu {
    const char *title; /* NULL: no menu is open */
    char item[MENU_ITEMS_MAX][MENU_TEXT_MAX];
    int value[MENU_ITEMS_MAX];
    /* a line below the entries that says what is not available, and why; "": nothing */
    char remark[MENU_TEXT_MAX];
    int n, at; /* number of entries, and the selected one */
    /* as drawn: how many rows the title takes; below it the first row of each entry, and the first
     * row that is visible */
    int heads, row[MENU_ITEMS_MAX + 1], top;
};

enum menu_answer {
    MENU_UNUSED,
    MENU_MOVED,  /* another entry is selected, or the same one */
    MENU_CHOSEN, /* the user takes the selected entry */
    MENU_LEFT    /* the user leaves the menu without a choice */
};

/* Open a menu without entries. `title` is borrowed. */
void menu_begin(struct menu *menu, const char *title);
/* Add an entry. Entries beyond MENU_ITEMS_MAX are dropped. */
void menu_add(struct menu *menu, int value, const char *text);
/* Handle a key: j and k or Down and Up, Enter or Space, Esc, q or Backspace; a digit takes an
 * entry, another character selects the next entry that begins with it. The menu must have entries.
 */
enum menu_answer menu_key(struct menu *menu, uint32_t key);
/* Draw the menu into an area and set the scene's cursor. *page is zero or a used page. */
void menu_draw(struct menu *menu, struct page *page, struct scene *scene, const struct area *area);
/* The index of the entry in a row, counted from the first row of the area; -1: no entry is there.
 */
int menu_hit(const struct menu *menu, int row);

#endif
