/* collections.c - plain mode's collections: listing them, adding games, order and titles, saving
 * searches. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "archive/search/collection.h"
#include "archive/search/search.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- listing */

/* Returns how many games a saved search finds; -1 if its query can no longer be parsed. */
static int count_fitting(struct plain *plain, const char *query)
{
    struct finder *finder;
    if (finder_open(&finder, plain->store, plain->index, query, NULL, NULL) < 0)
        return -1;
    while (finder_step(finder, INT_MAX))
        continue;
    int n = finder_count(finder);
    finder_close(finder);
    return n;
}

static void tell_collection(struct plain *plain, int number, const struct collection *collection)
{
    const char *title = collection_text(collection, "title"),
               *by = collection_text(collection, "by");
    const char *query = collection_text(collection, "query");
    int games = collection_items(collection);
    char search[80] = "";
    if (*query) {
        int fit = count_fitting(plain, query);
        if (fit < 0)
            snprintf(search, sizeof search, ", which is no longer a valid query");
        else
            snprintf(search, sizeof search, ", which finds %d %s", fit,
                     fit == 1 ? "game" : "games");
    }
    plain_say(plain, "Collection %d, %s%s%s: %d %s%s%s%s", number,
              *title ? title : "without a title", *by ? ", by " : "", by, games,
              games == 1 ? "game" : "games", *query ? ", and a saved search, " : "", query, search);
}

/* Load a collection by its number in the list or by its title. Returns false after printing an
 * error. */
static bool plain_collections_load(struct plain *plain, const char *named, struct collection *out)
{
    char(*ids)[ULID_LENGTH + 1];
    struct note why;
    int number = 0, n = store_collections(plain->store, &ids), result = 0;
    bool counted = isdigit((unsigned char)*named) && !named[strspn(named, "0123456789")];
    bool found = false;
    if (store_collection_titled(plain->store, named, out))
        found = true;
    else if (!n)
        plain_say(
            plain,
            "There are no collections here; type \"collect TITLE\" to start one with the open "
            "game");
    else if (!counted)
        plain_say(plain, "There is no collection %.100s; type \"collections\" for a list", named);
    else if (plain_number(plain, named, 1, n, &number)) {
        result = store_collection_load(plain->store, ids[number - 1], out, NULL, &why);
        found = result == 0;
    }
    if (result < 0)
        plain_refuse(plain, why.text);
    free(ids);
    return found;
}

static void plain_collections(struct plain *plain, const char *argument)
{
    char(*ids)[ULID_LENGTH + 1];
    (void)argument;
    int n = store_collections(plain->store, &ids);
    for (int i = 0; i < n; i++) {
        struct collection collection;
        struct note why;
        if (store_collection_load(plain->store, ids[i], &collection, NULL, &why) < 0) {
            plain_say(plain, "Collection %d cannot be read: %s", i + 1, why.text);
            continue;
        }
        tell_collection(plain, i + 1, &collection);
        collection_clear(&collection);
    }
    free(ids);
    if (n)
        plain_say(plain, "Type \"collection N\" to list the games of collection N");
    else
        plain_say(
            plain,
            "There are no collections here; type \"collect TITLE\" to start one with the open "
            "game");
}

/* The number of the ply that a collection's item refers to; -1: the item refers to the whole
 * game. */
static int plain_ply_of(const struct plain *plain, int at, const char *at_ply)
{
    const struct listing *listing = store_listing(plain->store, at);
    if (!at_ply || !*at_ply)
        return -1;
    return collection_ply(at_ply, listing->players > 1 ? listing->players : 2);
}

/* Print the games of a collection. Other commands accept their numbers as they accept those of a
 * list of games. */
static void plain_collection(struct plain *plain, const char *argument)
{
    struct collection collection;
    if (!*argument) {
        plain_say(plain,
                  "Give the number or title of a collection; type \"collections\" for a list");
        return;
    }
    if (!plain_collections_load(plain, argument, &collection))
        return;
    int n = collection_items(&collection), gone = 0;
    const char *title = collection_text(&collection, "title"),
               *query = collection_text(&collection, "query");
    plain_forget_found(plain);
    store_refresh(plain->store);
    /* Scan the whole archive, because items are only found if their games have been scanned. */
    store_scan(plain->store, INT_MAX);
    plain->found = memory_new((size_t)n + 1, sizeof *plain->found);
    plain->hit = memory_new((size_t)n + 1, sizeof *plain->hit);
    for (int i = 0; i < n; i++) {
        struct collection_item item = collection_item(&collection, i);
        int at = store_find(plain->store, item.game ? item.game : "");
        gone += at < 0;
        if (at < 0)
            continue;
        plain->found[plain->founds] = at;
        plain->hit[plain->founds++] = plain_ply_of(plain, at, item.at_ply);
    }
    plain_note_found(plain);
    plain_say(plain, "%s has %d %s", *title ? title : "This collection", n,
              n == 1 ? "game" : "games");
    if (gone)
        plain_say(plain, "%d of them %s no longer in the archive", gone, gone == 1 ? "is" : "are");
    plain_tell_more(plain);
    for (int i = 0; i < n; i++) {
        struct collection_item item = collection_item(&collection, i);
        int at = store_find(plain->store, item.game ? item.game : "");
        if (at >= 0 && ((item.title && *item.title) || (item.comment && *item.comment)))
            plain_say(plain, "On game %d: %s%s%s", at + 1, item.title ? item.title : "",
                      item.title && *item.title && item.comment && *item.comment ? ": " : "",
                      item.comment ? item.comment : "");
    }
    if (*query)
        plain_say(plain,
                  "The collection has a saved search, %s; type list saved:\"%s\" to run "
                  "it",
                  query, title);
    collection_clear(&collection);
}

/* ---------------------------------------------------------------- changing */

/* Load the collection with this title, or create it if there is none. Returns false after printing
 * an error, for example if the archive is read-only. */
static bool plain_begin(struct plain *plain, const char *title, const char *usage,
                        struct collection *out)
{
    struct note why;
    if (!store_writable(plain->store, &why)) {
        plain_refuse(plain, why.text);
        return false;
    }
    if (!*title) {
        plain_say(plain, "Give the title of a new or existing collection: %s", usage);
        return false;
    }
    if (!store_collection_titled(plain->store, title, out))
        collection_begin(out, title, plain_author(plain));
    return true;
}

/* Save a collection and free it. Returns false after printing an error. */
static bool plain_finish(struct plain *plain, struct collection *collection)
{
    struct note why;
    int result = store_collection_save(plain->store, collection, &why);
    collection_clear(collection);
    if (result < 0)
        plain_refuse(plain, why.text);
    return result == 0;
}

static void plain_collect(struct plain *plain, const char *argument)
{
    struct collection collection;
    char at_ply[24] = "";
    if (plain_live_on(plain) || !plain->store ||
        store_find(plain->store, plain_record(plain)->id) < 0) {
        plain_say(plain, "This game is not in the archive yet; type \"save\" to save it");
        return;
    }
    if (!plain_begin(plain, argument, "collect TITLE", &collection))
        return;
    int ply = plain->game.spot.depth ? 0 : spot_plies(&plain->game.spot);
    if (ply)
        snprintf(at_ply, sizeof at_ply, "%d", ply);
    if (!collection_add(&collection, plain_record(plain)->id, NULL, at_ply)) {
        plain_say(plain, "The game is already in that collection");
        collection_clear(&collection);
    } else if (plain_finish(plain, &collection)) {
        if (ply)
            plain_say(plain, "The game is added to %s, at ply %d", argument, ply);
        else
            plain_say(plain, "The game is added to %s", argument);
    }
}

static void collect_listed(struct plain *plain, const char *argument)
{
    struct collection collection;
    int added = 0;
    if (!plain_founds(plain)) {
        plain_say(plain, "No games are listed; type \"list QUERY\" to list those that match");
        return;
    }
    if (!plain_begin(plain, argument, "collect-listed TITLE", &collection))
        return;
    for (int i = 0; i < plain->founds; i++) {
        const struct listing *listing = store_listing(plain->store, plain->found[i]);
        if (!listing->damaged)
            added += collection_add(&collection, listing->id, NULL, "");
    }
    int of = plain->founds;
    if (!added) {
        plain_say(plain, "All these games are already in that collection");
        collection_clear(&collection);
    } else if (plain_finish(plain, &collection)) {
        plain_say(plain, "%d of the %d listed %s %s added to %s", added, of,
                  of == 1 ? "game" : "games", added == 1 ? "is" : "are", argument);
    }
}

static void plain_keep(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note why;
    if (!plain->search) {
        plain_say(plain, "There is no search to keep; type \"search QUERY\", then \"keep TITLE\"");
        return;
    }
    if (!plain_begin(plain, argument, "keep TITLE", &collection))
        return;
    if (store_query_can_be(plain->store, argument, plain->search, &why) < 0) {
        plain_refuse(plain, why.text);
        collection_clear(&collection);
        return;
    }
    collection_set(&collection, "query", plain->search);
    if (plain_finish(plain, &collection))
        plain_say(plain,
                  "The search %s is kept as %s; type list saved:\"%s\" to repeat "
                  "it",
                  plain->search, argument, argument);
}

/* Parse the number of a game, and then the number or title of a collection, as in "3 Openings".
 * If `more` is true the collection is one word and other words may follow; otherwise it is the rest
 * of the line. *argument is advanced to what remains. On failure prints an error, or `usage` if
 * words are missing, and returns false. */
static bool read_game_of(struct plain *plain, const char **argument, bool more, const char *usage,
                         int *number, struct collection *out)
{
    char game[20], title[300];
    int total = store_count(plain->store);
    const char *named = title;
    bool read = plain_word(argument, game, sizeof game);
    if (more)
        read = read && plain_word(argument, title, sizeof title);
    else
        named = *argument;
    if (!read || !*named) {
        plain_say(plain, "Give the number of a game, and a collection: %s", usage);
        return false;
    }
    return plain_number(plain, game, 1, total ? total : 1, number) &&
           plain_collections_load(plain, named, out);
}

/* True if item `at` of a collection is the game with this number in the archive. */
static bool is_item(const struct plain *plain, const struct collection *collection, int at,
                    int number)
{
    const char *game = collection_item(collection, at).game;
    return game && store_find(plain->store, game) == number - 1;
}

/* Save a collection in which `done` items of game `number` were changed, and print `said`. If
 * `done` is 0, print that the game is not in the collection. */
static void finish_items(struct plain *plain, struct collection *collection, int number, int done,
                         const char *said)
{
    if (done)
        done = plain_finish(plain, collection) ? done : -1;
    else
        collection_clear(collection);
    if (!done)
        plain_say(plain, "Game %d is not in that collection", number);
    else if (done > 0)
        plain_say(plain, "Game %d %s", number, said);
}

static void plain_take_out(struct plain *plain, const char *argument)
{
    struct collection collection;
    int number, out = 0;
    if (!read_game_of(plain, &argument, false, "take-out N TITLE", &number, &collection))
        return;
    for (int i = collection_items(&collection) - 1; i >= 0; i--)
        if (is_item(plain, &collection, i, number)) {
            collection_remove(&collection, i);
            out++;
        }
    finish_items(plain, &collection, number, out,
                 "is removed from the collection; it stays in the archive");
}

/* Move the item of a game one place up or down in its collection. If the collection has the game
 * twice, move the first item that can move. */
static void move_item(struct plain *plain, const char *argument, int step, const char *usage)
{
    struct collection collection;
    int number, found = 0;
    bool moved = false;
    if (!read_game_of(plain, &argument, false, usage, &number, &collection))
        return;
    for (int i = 0, n = collection_items(&collection); i < n && !moved; i++)
        if (is_item(plain, &collection, i, number)) {
            found++;
            moved = collection_move(&collection, i, step);
        }
    if (found && !moved) {
        plain_say(plain, "Game %d is already the %s of that collection", number,
                  step < 0 ? "first" : "last");
        collection_clear(&collection);
        return;
    }
    finish_items(plain, &collection, number, found,
                 step < 0 ? "has moved up by one" : "has moved down by one");
}

static void move_up(struct plain *plain, const char *argument)
{
    move_item(plain, argument, -1, "move-up N TITLE");
}

static void move_down(struct plain *plain, const char *argument)
{
    move_item(plain, argument, 1, "move-down N TITLE");
}

static void plain_name_game(struct plain *plain, const char *argument)
{
    struct collection collection;
    int number, named = 0;
    if (!read_game_of(plain, &argument, true, "name-game N COLLECTION WORDS", &number, &collection))
        return;
    for (int i = 0; i < collection_items(&collection); i++)
        if (is_item(plain, &collection, i, number)) {
            collection_set_item(&collection, i, "title", argument);
            named++;
        }
    finish_items(plain, &collection, number, named,
                 *argument ? "has this description in the collection now"
                           : "has no description "
                             "in the collection now");
}

/* The command `rename`, as in "rename 2 Endings". */
static void rename_collection(struct plain *plain, const char *argument)
{
    struct collection collection, other;
    char word[300];
    if (!plain_word(&argument, word, sizeof word) || !*argument) {
        plain_say(plain, "Give the number of a collection and its new title: rename 1 Endings");
        return;
    }
    if (!plain_collections_load(plain, word, &collection))
        return;
    if (store_collection_titled(plain->store, argument, &other)) {
        bool same = !strcmp(collection_text(&other, "id"), collection_text(&collection, "id"));
        collection_clear(&other);
        if (!same) {
            plain_say(plain, "There already is a collection %s", argument);
            collection_clear(&collection);
            return;
        }
    }
    collection_set(&collection, "title", argument);
    if (plain_finish(plain, &collection))
        plain_say(plain, "The collection is called %s now", argument);
}

static void delete_collection(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note why;
    if (!*argument) {
        plain_say(plain,
                  "Give the number or title of a collection; type \"collections\" for a list");
        return;
    }
    if (!plain_collections_load(plain, argument, &collection))
        return;
    const char *title = collection_text(&collection, "title"),
               *id = collection_text(&collection, "id");
    /* Deleting a collection cannot be undone, so the user must ask twice. */
    if (strcmp(plain->doomed, id) != 0) {
        snprintf(plain->doomed, sizeof plain->doomed, "%s", id);
        plain_say(
            plain,
            "The collection %s cannot be restored; type \"delete-collection %s\" again to delete "
            "it",
            title, argument);
    } else if (store_collection_remove(plain->store, &collection, &why) < 0) {
        plain_refuse(plain, why.text);
    } else {
        plain->doomed[0] = '\0';
        plain_say(plain, "The collection %s is deleted; its games stay in the archive", title);
    }
    collection_clear(&collection);
}

const struct plain_handler plain_collect_handlers[] = {
    {REQ_COLLECTIONS, plain_collections}, {REQ_COLLECTION, plain_collection},
    {REQ_COLLECT, plain_collect},         {REQ_COLLECT_LISTED, collect_listed},
    {REQ_REMOVE, plain_take_out},         {REQ_MOVE_UP, move_up},
    {REQ_MOVE_DOWN, move_down},           {REQ_NAME_GAME, plain_name_game},
    {REQ_RENAME, rename_collection},      {REQ_DELETE_COLLECTION, delete_collection},
    {REQ_KEEP_SEARCH, plain_keep},        {0},
};
