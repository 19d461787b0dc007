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

void tell_done(struct view *view, int result, const struct note *said)
{
    char words[sizeof said->text + 100];
    app_words(view->app, view, said->text, words, sizeof words);
    if (result < 0)
        app_error(view->app, "%s", words);
    else
        app_say(view->app, "%s", words);
}

static void told_kept(struct view *view, int result, const struct note *said)
{
    tell_done(view, result, said);
    collection_clear(&keeping.collection);
}

static void keep_asked(struct view *view, bool yes)
{
    struct note said;
    if (yes)
        told_kept(view, collecting_search(keeping.store, &keeping.collection, keeping.query, &said),
                  &said);
    collection_clear(&keeping.collection);
}

static bool keep_done(struct view *view, const char *text)
{
    struct note said;
    char question[sizeof said.text];
    if (!*text)
        return true;
    collection_clear(&keeping.collection);
    int result = collecting_keep(keeping.store, text, app_author(view->app, keeping.store),
                                 keeping.query, &keeping.collection, &said);
    if (result < 2) {
        told_kept(view, result, &said);
        return result >= 0;
    }
    clean_text(question, sizeof question, said.text, CLEAN_LINE);
    app_ask(view->app, view, question, keep_asked);
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
