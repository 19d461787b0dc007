/* prompts.c - prompts that several views have: adding to a collection, completing queries and tags.
 * See prompts.h. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "tui/app/app.h"
#include "tui/session/archive/collecting.h"
#include "tui/session/archive/query_complete.h"
#include "tui/views/prompts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of the prompt. Only one prompt can be open at a time. */
static struct {
    struct store *store;
    char (*id)[ULID_LENGTH + 1]; /* [n], owned */
    int n;
} collecting;

static bool collect_done(struct view *view, const char *text)
{
    struct note said;
    if (*text &&
        collecting_add(collecting.store, text, app_author(view->app, collecting.store),
                       (const char(*)[ULID_LENGTH + 1]) collecting.id, collecting.n, 0, &said) < 0)
        app_error(view->app, "%s", said.text);
    else if (*text)
        app_say(view->app, "%s", said.text);
    return true;
}

static bool collect_complete(struct view *view, const char *text, char *out, size_t size)
{
    (void)view;
    return collecting_complete(collecting.store, text, out, size);
}

static struct {
    struct store *store;
    char *query; /* owned; may be long if it contains a position */
    /* The collection that gets the search, as it was when the user was asked. */
    struct collection collection;
} keeping;

static void keep_it(struct view *view)
{
    struct note said;
    char words[sizeof said.text + 100];
    if (collecting_search(keeping.store, &keeping.collection, keeping.query, &said) < 0)
        app_error(view->app, "%s", said.text);
    else
        app_say(view->app, "%s", app_words(view->app, view, said.text, words, sizeof words));
    collection_clear(&keeping.collection);
}

static void keep_asked(struct view *view, bool yes)
{
    if (yes)
        keep_it(view);
    collection_clear(&keeping.collection);
}

/* If a collection with this title exists, say what it searches for and whose it is, and ask before
 * replacing its search. */
static void ask_to_keep(struct view *view)
{
    const struct collection *collection = &keeping.collection;
    const char *by = collection_text(collection, "by"),
               *author = app_author(view->app, keeping.store);
    bool own = !*by || (author && !strcmp(by, author));
    char title[40], whose[24], query[48], question[200];
    int n = collection_items(collection);
    clean_text(title, sizeof title, collection_text(collection, "title"), CLEAN_LINE);
    clean_text(whose, sizeof whose, own ? "" : by, CLEAN_LINE);
    clean_text(query, sizeof query, collection_text(collection, "query"), CLEAN_LINE);
    int used = snprintf(question, sizeof question, "'%s'%s%s ", title, own ? "" : " of ", whose);
    if (*query)
        snprintf(question + used, sizeof question - (size_t)used,
                 "searches for %s already. Replace that search?", query);
    else
        snprintf(question + used, sizeof question - (size_t)used,
                 "is a collection of %d game%s. Add this search to it?", n, n == 1 ? "" : "s");
    app_ask(view->app, view, question, keep_asked);
}

static bool keep_done(struct view *view, const char *text)
{
    struct note why;
    if (!*text)
        return true;
    if (store_query_can_be(keeping.store, text, keeping.query, &why) < 0) {
        app_error(view->app, "%s", why.text);
        return false;
    }
    collection_clear(&keeping.collection);
    if (!store_collection_titled(keeping.store, text, &keeping.collection)) {
        collection_begin(&keeping.collection, text, app_author(view->app, keeping.store));
        keep_it(view);
    } else if (strcmp(collection_text(&keeping.collection, "query"), keeping.query) != 0) {
        ask_to_keep(view);
    } else {
        app_say(view->app, "'%.100s' already has this search; {collections} lists the collections",
                collection_text(&keeping.collection, "title"));
        collection_clear(&keeping.collection);
    }
    return true;
}

void keep_search(struct view *view, struct store *store, const char *query)
{
    static const struct prompt prompt = {.label = "save this search as: ", .done = keep_done};
    keeping.store = store;
    free(keeping.query);
    keeping.query = memory_text(query);
    app_prompt(view->app, view, &prompt);
}

void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n)
{
    static const struct prompt prompt = {.label = "add to the collection (Tab lists them): ",
                                         .done = collect_done,
                                         .complete = collect_complete};
    struct note why;
    if (!store_writable(store, &why)) {
        app_error(view->app, "%s", why.text);
        return;
    }
    collecting.store = store;
    collecting.n = n;
    free(collecting.id);
    collecting.id = memory_new((size_t)n + 1, sizeof *id);
    memcpy(collecting.id, id, (size_t)n * sizeof *id);
    app_prompt(view->app, view, &prompt);
}

/* ---- See prompts.h. */

bool tags_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                         size_t size)
{
    char note[480] = "";
    int n = store ? tags_complete(store, text, out, size, note, sizeof note) : 0;
    if ((n == 0 || !strcmp(out, text)) && *note)
        app_prompt_choices(view->app, note);
    return n && strcmp(out, text) != 0;
}

bool query_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                          size_t size)
{
    char note[480] = "";
    int n = query_complete(store, text, out, size, note, sizeof note);
    bool same = n == 0 || !strcmp(out, text);
    if (same && *note)
        app_prompt_choices(view->app, note);
    return !same;
}
