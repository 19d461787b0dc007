/* list.h - the list widget for games, variants, requests and options: cursor, pages, search,
 * filter, mouse.
 *
 * The owner has the items, draws them, and supplies their text for searching. The list knows which
 * items are shown and in which order. A view with a list sets view->list, so that the prompts of
 * `/` and `&` find the list. */
#ifndef CHESSCADE_TUI_APP_LIST_H
#define CHESSCADE_TUI_APP_LIST_H

#include "tui/app/app.h"

/* LIST_CHIP: the number of bytes of a filter that the status line shows, for which 80 columns have
 * room */
enum { LIST_TEXT_MAX = 1024, LIST_FILTER_ROOM = 4096, LIST_CHIP = 32 };

struct query;

struct list_ops {
    /* Draw an item into one row. `ground` is ROLE_SELECTED on the line under the cursor, otherwise
     * ROLE_TEXT. */
    void (*draw)(const struct list *list, int item, struct scene *scene, const struct area *line,
                 enum role ground);
    /* Write the text of an item that search and filter examine. */
    void (*text)(const struct list *list, int item, char *out, size_t size);
    /* For owners with a filter language of their own: read() parses an expression ("": none), and
     * then fits() says which items match. On FAIL_TEXT the previous filter stays. If both are NULL,
     * the filter is a list of words (query_parse_words()) that are found in the items' texts. */
    int (*read)(struct list *list, const char *expression, struct note *why);
    bool (*fits)(const struct list *list, int item);
    /* Check a filter expression without using it. Must be set together with `read`. */
    int (*check)(const struct list *list, const char *expression, struct note *why);
    /* Complete a filter that is being typed, and describe the candidates: query_complete.h. May be
     * NULL. */
    int (*complete)(const struct list *list, const char *text, char *out, size_t size, char *note,
                    size_t note_size);
    /* True if the cursor may be on the item; other items are headings. NULL: it may be on all
     * items. */
    bool (*stands)(const struct list *list, int item);
};

struct list {
    const struct list_ops *ops;
    struct view *view; /* borrowed */
    void *owner;       /* borrowed; passed to the functions of `ops` */
    int items;
    int *order; /* [items] The owner's sort order, see list_order(); NULL: unsorted. */
    /* [n] The items that match the filter, see list_shown(); NULL: all items, unsorted. */
    int *fitting;
    int n, room;
    /* the line under the cursor, and the first visible line; lines are indices into `fitting` */
    int cursor, top;
    /* The area of the last drawing. Its rows are a page, and clicks are matched against it. */
    struct area area;
    char filter[LIST_FILTER_ROOM], search[256];
    char kept_filter[LIST_FILTER_ROOM]; /* the previous filter, while a new one is typed */
    /* the parsed filter, if the owner has no language of its own; NULL: none */
    struct query *words;
    int kept_item;
    bool replacing; /* the owner is reading a typed filter that replaces the previous one */
    bool counting;  /* show the number of matches beside the prompt */
};

/* Begin an empty list; *list is overwritten. All arguments except the list itself are borrowed. */
void list_begin(struct list *list, const struct list_ops *ops, struct view *view, void *owner);
void list_clear(struct list *list);
/* Set the number of items, and rebuild order and filter. The cursor stays on its item if
 * possible. */
void list_set(struct list *list, int items);
/* list_order() returns the items in their order, for the owner to sort. list_ordered() shows the
 * new order. */
int *list_order(struct list *list);
void list_ordered(struct list *list);
/* Set a filter as if it had been typed. On FAIL_TEXT the previous filter stays. */
int list_filter(struct list *list, const char *filter, struct note *why);
/* Filter again, because other items may match the filter now. */
void list_sift(struct list *list);
/* The item on a line; lines are counted from 0 to n - 1. */
int list_shown(const struct list *list, int line);
/* The item under the cursor; -1 if no items are shown. */
int list_item(const struct list *list);
/* True if a filter of words (query_parse_words()) matches the text of an item. */
bool list_text_fits(const struct list *list, int item, const struct query *words);
/* Move the cursor to an item, if the item is shown. */
void list_go(struct list *list, int item);
/* The first item of the next group, or with step -1 of the previous group, cyclically. A group
 * begins with a heading. -1 if the filter leaves no other group. */
int list_next_group(const struct list *list, int step);

/* Handle Tab in the filter prompt of a view's list. */
bool list_complete(struct view *view, const char *text, char *out, size_t size);

/* Handle the cursor keys, pages, `/ n N`, `&`, and Esc while there is a filter or a search to
 * clear. Returns false for other requests. */
bool list_request(struct list *list, const struct event *event);
bool list_can(const struct list *list, enum request request);
/* Handle a click, which moves the cursor to a line, and the wheel, which scrolls wherever the
 * pointer is. Returns true for a click on the line under the cursor, which the caller should
 * open. */
bool list_mouse(struct list *list, const struct mouse *mouse);
void list_draw(struct list *list, struct scene *scene, const struct area *area);
/* Write "9 of 412", preceded by the filter, "& mate ", if there is one. */
void list_status(const struct list *list, const char *things, char *out, size_t size);

/* Draw a text and highlight the matches of a search. Returns the column after the text. */
int text_found(struct scene *scene, int row, int column, int width, const char *text,
               const char *search, enum role ink, enum role ground);
/* Draw a text and highlight the matches of the list's search, with a sign at the end if the text is
 * cut. Returns the column after it. */
int list_text(const struct list *list, struct scene *scene, int row, int column, int width,
              const char *text, enum role ink, enum role ground);

#endif
