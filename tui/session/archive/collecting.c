/* collecting.c - what a person does with collections: see collecting.h. */
#include "config.h"

#include "tui/session/archive/collecting.h"

#include "tui/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Store a collection. Returns 1, or FAIL_... and then *said says why. */
static int collecting_save(struct store *store, struct collection *collection, struct note *said)
{
    int result = store_collection_save(store, collection, said);
    return result < 0 ? result : 1;
}

/* ---------------------------------------------------------------- adding games */

static void tell_added(const char *title, int added, int n, int ply, struct note *said)
{
    title = words_as_is(title);
    if (n == 1 && ply)
        note_set(said, -1, "the game is added to '%.100s', at ply %d", title, ply);
    else if (n == 1)
        note_set(said, -1, "the game is added to '%.100s'", title);
    else
        note_set(said, -1, "added to '%.100s': %d of %d games", title, added, n);
}

int collecting_add(struct store *store, const char *title, const char *by,
                   const char (*id)[ULID_LENGTH + 1], int n, int ply, struct note *said)
{
    struct collection collection;
    char at_ply[24] = "";
    int result = 0;
    if (!store_collection_titled(store, title, &collection))
        collection_begin(&collection, title, by);
    if (ply)
        snprintf(at_ply, sizeof at_ply, "%d", ply);
    int added = collection_add_games(&collection, id, n, at_ply);
    if (!added)
        note_set(said, -1,
                 n == 1 ? "the game is in that collection already"
                        : "these games are in that collection already");
    else
        result = collecting_save(store, &collection, said);
    if (result > 0)
        tell_added(title, added, n, ply, said);
    collection_clear(&collection);
    return result;
}

int collecting_new(struct store *store, const char *title, const char *by, struct note *said)
{
    struct collection collection;
    int result = 0;
    if (store_collection_titled(store, title, &collection)) {
        note_set(said, -1, "there already is a collection %.100s", words_as_is(title));
    } else {
        collection_begin(&collection, title, by);
        result = collecting_save(store, &collection, said);
        if (result > 0)
            note_set(said, -1, "the collection %.100s is made", words_as_is(title));
    }
    collection_clear(&collection);
    return result;
}

/* ---------------------------------------------------------------- the games of a collection */

int collecting_item_of(const struct collection *collection, const char *game, int before)
{
    int item = before - 1;
    for (; item >= 0; item--) {
        const char *of = collection_item(collection, item).game;
        if (of && !strcmp(of, game))
            break;
    }
    return item;
}

/* The number of an item's game in the archive; 0 if it is not there. */
static int number_of(struct store *store, const struct collection *collection, int item)
{
    const char *game = collection_item(collection, item).game;
    return store_find(store, game ? game : "") + 1;
}

/* Store a collection after a change of the game `number`. */
static int save_item(struct store *store, struct collection *collection, int number,
                     const char *done, struct note *said)
{
    int result = collecting_save(store, collection, said);
    if (result > 0)
        note_set(said, -1, "game %d %s", number, done);
    return result;
}

int collecting_take_out(struct store *store, struct collection *collection, int item,
                        struct note *said)
{
    int number = number_of(store, collection, item);
    collection_remove(collection, item);
    return save_item(store, collection, number,
                     "is removed from the collection; it stays in the archive", said);
}

int collecting_move(struct store *store, struct collection *collection, int item, int step,
                    struct note *said)
{
    int number = number_of(store, collection, item);
    if (!collection_move(collection, item, step)) {
        note_set(said, -1, "game %d is already the %s of that collection", number,
                 step < 0 ? "first" : "last");
        return 0;
    }
    return save_item(store, collection, number,
                     step < 0 ? "has moved up by one" : "has moved down by one", said);
}

int collecting_describe(struct store *store, struct collection *collection, int item,
                        const char *title, struct note *said)
{
    collection_set_item(collection, item, "title", title);
    return save_item(store, collection, number_of(store, collection, item),
                     *title ? "has this description in the collection now"
                            : "has no description in the collection now",
                     said);
}

/* ---------------------------------------------------------------- the collection itself */

int collecting_rename(struct store *store, struct collection *collection, const char *title,
                      struct note *said)
{
    struct collection other;
    bool taken = store_collection_titled(store, title, &other);
    if (taken) {
        taken = strcmp(collection_text(&other, "id"), collection_text(collection, "id")) != 0;
        collection_clear(&other);
    }
    if (taken) {
        note_set(said, -1, "there already is a collection %.100s", words_as_is(title));
        return 0;
    }
    collection_set(collection, "title", title);
    int result = collecting_save(store, collection, said);
    if (result > 0)
        note_set(said, -1, "the collection is called %.100s now", words_as_is(title));
    return result;
}

int collecting_search(struct store *store, struct collection *collection, const char *query,
                      struct note *said)
{
    char title[120];
    snprintf(title, sizeof title, "%.100s", words_as_is(collection_text(collection, "title")));
    int result = store_query_can_be(store, collection_text(collection, "title"), query, said);
    if (result < 0)
        return result;
    collection_set(collection, "query", query);
    result = collecting_save(store, collection, said);
    if (result > 0 && *query)
        note_set(said, -1, "'%s' now searches for %.140s; {collections} lists the collections",
                 title, words_as_is(query));
    else if (result > 0)
        note_set(said, -1, "'%s' has no saved search now", title);
    return result;
}

/* Ask whether a collection shall get a search: says what it searches for, and whose it is. */
static void ask_to_keep(const struct collection *collection, const char *author, struct note *said)
{
    const char *by = collection_text(collection, "by"),
               *query = collection_text(collection, "query");
    bool own = !*by || (author && !strcmp(by, author));
    int n = collection_items(collection);
    char whose[60];
    snprintf(whose, sizeof whose, "'%.30s'%s%.20s", collection_text(collection, "title"),
             own ? "" : " of ", own ? "" : by);
    if (*query)
        note_set(said, -1, "%s searches for %.45s already. Replace that search?", whose, query);
    else
        note_set(said, -1, "%s is a collection of %d game%s. Add this search to it?", whose, n,
                 n == 1 ? "" : "s");
}

int collecting_keep(struct store *store, const char *title, const char *by, const char *query,
                    struct collection *out, struct note *said)
{
    *out = (struct collection){0};
    struct note why;
    int result = store_query_can_be(store, title, query, &why);
    if (result < 0)
        return note_fail(said, result, why.offset, "%s", words_as_is(why.text));
    if (!store_collection_titled(store, title, out)) {
        collection_begin(out, title, by);
        return collecting_search(store, out, query, said);
    }
    if (!strcmp(collection_text(out, "query"), query)) {
        note_set(said, -1, "'%.100s' already has this search; {collections} lists the collections",
                 words_as_is(collection_text(out, "title")));
        return 0;
    }
    ask_to_keep(out, by, said);
    return 2;
}

int collecting_delete(struct store *store, const struct collection *collection, struct note *said)
{
    int result = store_collection_remove(store, collection, said);
    if (result < 0)
        return result;
    note_set(said, -1, "the collection %.100s is deleted; its games stay in the archive",
             words_as_is(collection_text(collection, "title")));
    return 1;
}

/* ---------------------------------------------------------------- titles */

bool collecting_complete(struct store *store, const char *text, char *out, size_t size)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = store_collections(store, &ids);
    bool fits = false;
    for (int i = 0; i < n && !fits; i++) {
        struct collection collection;
        if (store_collection_load(store, ids[i], &collection, NULL, NULL) < 0)
            continue;
        const char *title = collection_text(&collection, "title");
        fits = !strncmp(title, text, strlen(text));
        if (fits)
            snprintf(out, size, "%s", title);
        collection_clear(&collection);
    }
    free(ids);
    return fits;
}
