/* list.h - the one list widget: games, variants, requests, options. Cursor, pages, search, filter, mouse.
 *
 * The owner keeps the items and says how one is drawn and what text is searched; the list keeps which of them are shown,
 * in which order. A view with a list sets view->list, so that the prompts of `/` and `&` find it. */
#ifndef CHESSCADE_LIST_H
#define CHESSCADE_LIST_H

#include "tui/app.h"

/* LIST_CHIP: bytes of a filter in the status line, which 80 columns have room for. */
enum { LIST_TEXT_MAX = 1024, LIST_FILTER_ROOM = 4096, LIST_CHIP = 32 };

struct query;

struct list_ops {
    /* Draw an item into one row. `ground` is ROLE_SELECTED on the line under the cursor, else ROLE_TEXT. */
    void (*draw)(const struct list *list, int item, struct scene *scene, const struct area *line, enum role ground);
    /* The text that search and filter look at. */
    void (*text)(const struct list *list, int item, char *out, size_t size);
    /* A filter of the owner's own language: read the expression ("": none), then say which items fit. FAIL_TEXT leaves
     * the one before. All NULL: words of query_parse_words() in the items' texts. */
    int (*read)(struct list *list, const char *expression, struct note *why);
    bool (*fits)(const struct list *list, int item);
    /* Could an expression be read? It goes with `read`. */
    int (*check)(const struct list *list, const char *expression, struct note *why);
    /* Complete a filter being typed, and note what it can be: query_complete.h. May be NULL. */
    int (*complete)(const struct list *list, const char *text, char *out, size_t size, char *note, size_t note_size);
    /* May the cursor stand on the item? NULL: on all. Others are headings. */
    bool (*stands)(const struct list *list, int item);
};

struct list {
    const struct list_ops *ops;
    struct view *view; /* borrowed */
    void *owner;       /* borrowed; the ops' own */
    int items;
    int *order;        /* [items] the owner may sort them: list_order(); NULL: as they are */
    int *fitting;      /* [n] items that fit the filter, list_shown(); NULL: all, in the order they are */
    int n, room;
    int cursor, top;   /* lines: indices into fitting */
    struct area area;  /* of the last drawing: its rows are a page, and where lines can be clicked */
    char filter[LIST_FILTER_ROOM], search[256];
    char kept_filter[LIST_FILTER_ROOM]; /* while a filter is typed: the one before */
    struct query *words; /* the filter, where the owner reads none of its own; NULL: none */
    int kept_item;
    bool replacing; /* while the owner reads what is typed: it is not joined with the filter before */
    bool counting; /* beside what is typed stands how many items are left */
};

/* Empty; *list is overwritten. All but the list itself is borrowed. */
void list_begin(struct list *list, const struct list_ops *ops, struct view *view, void *owner);
void list_clear(struct list *list);
/* There are so many items now; order and filter are made new, the cursor stays on its item where it can. */
void list_set(struct list *list, int items);
/* The items in their order, for the owner to put them in another, which is shown from list_ordered() on. */
int *list_order(struct list *list);
void list_ordered(struct list *list);
/* Put a filter on the list as if it had been typed; FAIL_TEXT leaves the one before. */
int list_filter(struct list *list, const char *filter, struct note *why);
/* More items fit the filter than before, or others: ask again which. */
void list_sift(struct list *list);
/* The item on a line, which is one of the n shown. */
int list_shown(const struct list *list, int line);
/* The item under the cursor, -1 when nothing is shown. */
int list_item(const struct list *list);
/* Does an expression of query_parse_words() fit the text of an item? */
bool list_text_fits(const struct list *list, int item, const struct query *words);
/* Put the cursor on an item, if it is shown. */
void list_go(struct list *list, int item);
/* The first item of the next group, or (step -1) of the one before, round and round, where groups begin with items the cursor does
 * not stand on. -1 when the filter leaves nothing of another. */
int list_next_group(const struct list *list, int step);

/* Tab where a filter is typed: for the prompts of the list's view. */
bool list_complete(struct view *view, const char *text, char *out, size_t size);

/* Cursor, pages, `/ n N`, `&`, and Esc as long as there is a filter or a search to undo. False: not for the list. */
bool list_request(struct list *list, const struct event *event);
bool list_can(const struct list *list, enum request request);
/* A click on a line, where the list was drawn last, moves the cursor; on the line under the cursor it says true: open it. The
 * wheel scrolls, wherever it is turned. */
bool list_mouse(struct list *list, const struct mouse *mouse);
void list_draw(struct list *list, struct scene *scene, const struct area *area);
/* "9 of 412", and the filter chip "& mate " before it when there is one. */
void list_status(const struct list *list, const char *things, char *out, size_t size);

/* Draw a text with the places that a search found in the role of matches. The column after it. */
int text_found(struct scene *scene, int row, int column, int width, const char *text, const char *search, enum role ink,
               enum role ground);
/* The same with the list's search, and a sign at the end of what there is no room for. */
int list_text(const struct list *list, struct scene *scene, int row, int column, int width, const char *text,
              enum role ink, enum role ground);

#endif
