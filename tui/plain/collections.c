/* collections.c - plain mode's collections: listing them, adding games, order and titles, saving
 * searches. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "archive/search/collection.h"
#include "archive/search/search.h"
#include "tui/session/archive/collecting.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char no_collections[] =
    "There are no collections here; type \"collect TITLE\" to start one with the open game";

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
        plain_say(plain, "%s", no_collections);
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
        plain_say(plain, "%s", no_collections);
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
    int n = collection_items(&collection);
    const char *title = collection_text(&collection, "title"),
               *query = collection_text(&collection, "query");
    int gone = listed_games_of(&plain->found, plain->store, &collection);
    plain->listed = 0;
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

/* True if collections can be made and a title is given; if not, the reason has been printed. */
static bool may_make(struct plain *plain, const char *title, const char *usage)
{
    struct note why;
    if (!store_writable(plain->store, &why))
        plain_refuse(plain, why.text);
    else if (!*title)
        plain_say(plain, "Give the title of a new or existing collection: %s", usage);
    else
        return true;
    return false;
}

static void collect_listed(struct plain *plain, const char *argument)
{
    struct note said;
    int n = 0;
    if (!plain_founds(plain)) {
        plain_say(plain, "No games are listed; type \"list QUERY\" to list those that match");
        return;
    }
    if (!may_make(plain, argument, "collect-listed TITLE"))
        return;
    char(*id)[ULID_LENGTH + 1] = memory_new((size_t)plain->found.n, sizeof *id);
    for (int i = 0; i < plain->found.n; i++) {
        const struct listing *listing = store_listing(plain->store, plain->found.at[i]);
        if (!listing->damaged)
            memcpy(id[n++], listing->id, sizeof *id);
    }
    collecting_add(plain->store, argument, plain_author(plain), (const char(*)[ULID_LENGTH + 1]) id,
                   n, 0, &said);
    plain_told(plain, said.text);
    free(id);
}

static void plain_keep(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note said;
    if (!plain->found.search) {
        plain_say(plain, "There is no search to keep; type \"search QUERY\", then \"keep TITLE\"");
        return;
    }
    if (!may_make(plain, argument, "keep TITLE"))
        return;
    int result = collecting_keep(plain->store, argument, plain_author(plain), plain->found.search,
                                 &collection, &said);
    if (result == 2 && !plain_asked_twice(plain, collection_text(&collection, "id"), said.text,
                                          "keep", argument)) {
        collection_clear(&collection);
        return;
    }
    if (result == 2)
        collecting_search(plain->store, &collection, plain->found.search, &said);
    plain_told(plain, said.text);
    collection_clear(&collection);
}

/* Parse the number of a game, and then the number or title of a collection, as in "3 Openings".
 * If `more` is true the collection is one word and other words may follow; otherwise it is the rest
 * of the line. *argument is advanced to what remains. Returns the id of the game; NULL after
 * printing an error, or `usage` if words are missing. */
static const char *read_game_of(struct plain *plain, const char **argument, bool more,
                                const char *usage, struct collection *out)
{
    char game[20], title[300];
    int number, total = store_count(plain->store);
    const char *named = title;
    bool read = plain_word(argument, game, sizeof game);
    if (more)
        read = read && plain_word(argument, title, sizeof title);
    else
        named = *argument;
    if (!read || !*named) {
        plain_say(plain, "Give the number of a game, and a collection: %s", usage);
        return NULL;
    }
    if (!plain_number(plain, game, 1, total ? total : 1, &number) ||
        !plain_collections_load(plain, named, out))
        return NULL;
    const struct listing *listing = store_listing(plain->store, number - 1);
    if (listing && collecting_item_of(out, listing->id, collection_items(out)) >= 0)
        return listing->id;
    plain_say(plain, "Game %d is not in that collection", number);
    collection_clear(out);
    return NULL;
}

static void plain_take_out(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note said;
    const char *game = read_game_of(plain, &argument, false, "take-out N TITLE", &collection);
    if (!game)
        return;
    for (int i = collection_items(&collection), done = 1;
         done > 0 && (i = collecting_item_of(&collection, game, i)) >= 0;)
        done = collecting_take_out(plain->store, &collection, i, &said);
    plain_told(plain, said.text);
    collection_clear(&collection);
}

/* Move the item of a game one place up or down in its collection. If the collection has the game
 * twice, move the last item that can move. */
static void move_item(struct plain *plain, const char *argument, int step, const char *usage)
{
    struct collection collection;
    struct note said;
    const char *game = read_game_of(plain, &argument, false, usage, &collection);
    if (!game)
        return;
    for (int i = collection_items(&collection), done = 0;
         done == 0 && (i = collecting_item_of(&collection, game, i)) >= 0;)
        done = collecting_move(plain->store, &collection, i, step, &said);
    plain_told(plain, said.text);
    collection_clear(&collection);
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
    struct note said;
    const char *game =
        read_game_of(plain, &argument, true, "name-game N COLLECTION WORDS", &collection);
    if (!game)
        return;
    for (int i = collection_items(&collection), done = 1;
         done > 0 && (i = collecting_item_of(&collection, game, i)) >= 0;)
        done = collecting_describe(plain->store, &collection, i, argument, &said);
    plain_told(plain, said.text);
    collection_clear(&collection);
}

/* The command `rename`, as in "rename 2 Endings". */
static void rename_collection(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note said;
    char word[300];
    if (!plain_word(&argument, word, sizeof word) || !*argument) {
        plain_say(plain, "Give the number of a collection and its new title: rename 1 Endings");
    } else if (plain_collections_load(plain, word, &collection)) {
        collecting_rename(plain->store, &collection, argument, &said);
        plain_told(plain, said.text);
        collection_clear(&collection);
    }
}

static void delete_collection(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note said;
    char question[200];
    if (!*argument) {
        plain_say(plain,
                  "Give the number or title of a collection; type \"collections\" for a list");
        return;
    }
    if (!plain_collections_load(plain, argument, &collection))
        return;
    snprintf(question, sizeof question, "The collection %.100s cannot be restored.",
             collection_text(&collection, "title"));
    if (plain_asked_twice(plain, collection_text(&collection, "id"), question, "delete-collection",
                          argument)) {
        collecting_delete(plain->store, &collection, &said);
        plain_told(plain, said.text);
    }
    collection_clear(&collection);
}

const struct plain_handler plain_collect_handlers[] = {
    {REQ_COLLECTIONS, plain_collections},
    {REQ_COLLECTION, plain_collection},
    {REQ_COLLECT, NULL},
    {REQ_COLLECT_LISTED, collect_listed},
    {REQ_REMOVE, plain_take_out},
    {REQ_MOVE_UP, move_up},
    {REQ_MOVE_DOWN, move_down},
    {REQ_NAME_GAME, plain_name_game},
    {REQ_RENAME, rename_collection},
    {REQ_DELETE_COLLECTION, delete_collection},
    {REQ_KEEP_SEARCH, plain_keep},
    {0},
};
