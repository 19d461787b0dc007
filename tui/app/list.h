/* list.h - the list widget for games, variants, requests and options: cursor, pages, search,
 * filter, mouse.
 *
 * The owner keeps the items and supplies their drawing and their searchable text. The list keeps
 * which of them are shown and in which order. A view with a list sets view->list, so that the
 * prompts of `/` and `&` find it. */
#ifndef CHESSCADE_TUI_APP_LIST_H
#define CHESSCADE_TUI_APP_LIST_H

#include "tui/app/app.h"

/* LIST_CHIP: bytes of a filter that the status line shows; 80 columns have room for them. */
enum { LIST_TEXT_MAX = 1024, LIST_FILTER_ROOM = 4096, LIST_CHIP = 32 };

struct query;

struct list_ops {
    /* Draw an item into one row. `ground` is ROLE_SELECTED on the line under the cursor, else
     * ROLE_TEXT. */
    void (*draw)(const struct list *list, int item, struct scene *scene, const struct area *line,
                 enum role ground);
    /* The text that search and filter examine. */
    void (*text)(const struct list *list, int item, char *out, size_t size);
    /* For a filter language of the owner: read() reads an expression ("": none), then fits() says
     * which items match. On FAIL_TEXT the previous filter stays. If both are NULL, the filter is
     * words of query_parse_words() in the items' texts. */
    int (*read)(struct list *list, const char *expression, struct note *why);
    bool (*fits)(const struct list *list, int item);
    /* Check an expression without using it. Set together with `read`. */
    int (*check)(const struct list *list, const char *expression, struct note *why);
    /* Complete a filter being typed, and describe the possibilities: query_complete.h. May be NULL.
     */
    int (*complete)(const struct list *list, const char *text, char *out, size_t size, char *note,
                    size_t note_size);
    /* True if the cursor may stand on the item; other items are headings. NULL: on all. */
    bool (*stands)(const struct list *list, int item);
};

struct list {
    const struct list_ops *ops;
    struct view *view; /* borrowed */
    void *owner;       /* borrowed; passed to the ops */
    int items;
    int *order;   /* [items] the owner's sort order: list_order(); NULL: unsorted */
    int *fitting; /* [n] the items that match the filter, see list_shown(); NULL: all, unsorted */
    int n, room;
    int cursor, top;  /* lines, that is, indices into `fitting` */
    struct area area; /* of the last drawing: its rows are a page, and clicks are matched against it
                       */
    char filter[LIST_FILTER_ROOM], search[256];
    char kept_filter[LIST_FILTER_ROOM]; /* the previous filter, while a new one is typed */
    struct query *words; /* the filter, if the owner has no language of its own; NULL: none */
    int kept_item;
    bool replacing; /* while the owner reads what is typed: it replaces the previous filter */
    bool counting;  /* show the number of matches beside the prompt */
};

/* Begin an empty list; *list is overwritten. Everything is borrowed except the list itself. */
void list_begin(struct list *list, const struct list_ops *ops, struct view *view, void *owner);
void list_clear(struct list *list);
/* Set the number of items. Order and filter are rebuilt; the cursor stays on its item if possible.
 */
void list_set(struct list *list, int items);
/* list_order() returns the items in their order, for the owner to sort; list_ordered() shows the
 * new order. */
int *list_order(struct list *list);
void list_ordered(struct list *list);
/* Set a filter as if it had been typed. On FAIL_TEXT the previous one stays. */
int list_filter(struct list *list, const char *filter, struct note *why);
/* The set of matching items may have changed: filter again. */
void list_sift(struct list *list);
/* The item on a line, 0..n-1. */
int list_shown(const struct list *list, int line);
/* The item under the cursor; -1 if nothing is shown. */
int list_item(const struct list *list);
/* True if an expression of query_parse_words() matches the text of an item. */
bool list_text_fits(const struct list *list, int item, const struct query *words);
/* Move the cursor to an item, if it is shown. */
void list_go(struct list *list, int item);
/* The first item of the next group, or (step -1) of the previous one, cyclically. Groups begin with
 * headings. -1 if the filter leaves no other group. */
int list_next_group(const struct list *list, int step);

/* Tab in a filter prompt, for the prompts of the list's view. */
bool list_complete(struct view *view, const char *text, char *out, size_t size);

/* Handle cursor keys, pages, `/ n N`, `&`, and Esc while there is a filter or a search to clear.
 * False if the request is not for the list. */
bool list_request(struct list *list, const struct event *event);
bool list_can(const struct list *list, enum request request);
/* A click moves the cursor to a line of the last drawing. Returns true for a click on the line
 * under the cursor: open it. The wheel scrolls wherever the pointer is. */
bool list_mouse(struct list *list, const struct mouse *mouse);
void list_draw(struct list *list, struct scene *scene, const struct area *area);
/* "9 of 412", preceded by the filter, "& mate ", if there is one. */
void list_status(const struct list *list, const char *things, char *out, size_t size);

/* Draw a text and highlight matches of a search. Returns the column after it. */
int text_found(struct scene *scene, int row, int column, int width, const char *text,
               const char *search, enum role ink, enum role ground);
/* The same with the list's search, and a sign at the end if the text is cut. */
int list_text(const struct list *list, struct scene *scene, int row, int column, int width,
              const char *text, enum role ink, enum role ground);

#endif
