/* view_collection_edit.c - changes collections from their screen: search, order, titles, items.
 *
 * Every change is saved at once. */
#include "config.h"
#include "tui/views/archive/view_collection_internal.h"

#include "tui/session/query_complete.h"

static struct collections *collections_of(struct view *view)
{
    return (struct collections *)view;
}

/* Save a collection. If somebody else has changed it meanwhile, show their version instead of overwriting it. */
static void save(struct collections *collections, int at)
{
    struct note why;
    int result = store_collection_save(collections->store, &collections->collection[at], &why);
    if (result < 0)
        app_error(collections->view.app, "%s", why.text);
    if (result == FAIL_CONFLICT)
        collections_load(collections);
    else
        collections_set_lines(collections);
}

static bool search_done(struct view *view, const char *text)
{
    struct collections *collections = collections_of(view);
    struct collection_line line;
    struct note why;
    if (!collections_current(collections, &line))
        return true;
    const char *title = collection_text(&collections->collection[line.collection], "title");
    if (store_query_can_be(collections->store, title, text, &why) < 0) {
        app_prompt_refuse(view->app, text, why.offset, why.text);
        return false;
    }
    collection_set(&collections->collection[line.collection], "query", text);
    save(collections, line.collection);
    search_counts_start(&collections->counts, collections->n, false);
    view->wake = app_now(view->app);
    return true;
}

static bool search_complete(struct view *view, const char *text, char *out, size_t size)
{
    return query_complete_typed(view, collections_of(view)->store, text, out, size);
}

void collections_ask_search(struct collections *collections)
{
    struct collection_line line;
    if (!collections_current(collections, &line))
        return;
    app_prompt(collections->view.app, &collections->view,
               &(struct prompt){.label = "what it looks for: ", .done = search_done, .complete = search_complete,
                                .text = collection_text(&collections->collection[line.collection], "query")});
}

void collections_move(struct collections *collections, int step)
{
    struct collection_line line;
    if (!collections_current(collections, &line) || line.item < 0 ||
        !collection_move(&collections->collection[line.collection], line.item, step))
        return;
    int item = list_item(&collections->list);
    save(collections, line.collection);
    list_go(&collections->list, item + step);
}

static void answer_remove(struct view *view, bool yes)
{
    struct collections *collections = collections_of(view);
    struct collection_line line;
    struct note why;
    if (!yes || !collections_current(collections, &line))
        return;
    if (line.item >= 0) {
        collection_remove(&collections->collection[line.collection], line.item);
        save(collections, line.collection);
        return;
    }
    if (store_collection_remove(collections->store, &collections->collection[line.collection], &why) < 0)
        app_error(view->app, "%s", why.text);
    collections_load(collections);
}

void collections_ask_remove(struct collections *collections)
{
    struct collection_line line;
    if (collections_current(collections, &line))
        app_ask(collections->view.app, &collections->view,
                line.item < 0 ? "Remove the whole collection? Its games stay."
                              : "Take the game out of the collection?",
                answer_remove);
}

static bool rename_done(struct view *view, const char *text)
{
    struct collections *collections = collections_of(view);
    struct collection_line line;
    if (!collections_current(collections, &line))
        return true;
    if (line.item < 0)
        collection_set(&collections->collection[line.collection], "title", text);
    else
        collection_set_item(&collections->collection[line.collection], line.item, "title", text);
    save(collections, line.collection);
    return true;
}

void collections_ask_title(struct collections *collections)
{
    struct collection_line line;
    if (!collections_current(collections, &line))
        return;
    struct collection *collection = &collections->collection[line.collection];
    struct prompt prompt = {.label = "title: ",
                            .done = rename_done,
                            .text = line.item < 0 ? collection_text(collection, "title")
                                                  : collection_item(collection, line.item).title};
    app_prompt(collections->view.app, &collections->view, &prompt);
}

static bool new_done(struct view *view, const char *text)
{
    struct collections *collections = collections_of(view);
    struct collection collection;
    struct note why;
    if (!*text)
        return true;
    collection_begin(&collection, text, app_author(view->app, collections->store));
    if (store_collection_save(collections->store, &collection, &why) < 0)
        app_error(view->app, "%s", why.text);
    collection_clear(&collection);
    collections_load(collections);
    return true;
}

void collections_ask_new(struct collections *collections)
{
    static const struct prompt prompt = {.label = "title of the new collection: ", .done = new_done};
    app_prompt(collections->view.app, &collections->view, &prompt);
}
