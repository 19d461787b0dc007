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

/* How many games a search finds; -1: it can no longer be parsed. */
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
            snprintf(search, sizeof search, ", which cannot be searched");
        else
            snprintf(search, sizeof search, ", which finds %d %s", fit,
                     fit == 1 ? "game" : "games");
    }
    plain_say(plain, "Collection %d, %s%s%s: %d %s%s%s%s", number,
              *title ? title : "without a title", *by ? ", by " : "", by, games,
              games == 1 ? "game" : "games", *query ? ", and a search, " : "", query, search);
}

/* Load a collection by its number in the list or by its title. False after printing an error. */
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
            "There are no collections here: collect TITLE begins one with the game that is open");
    else if (!counted)
        plain_say(plain, "There is no collection %.100s: collections lists them", named);
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
        plain_say(plain, "collection N shows the games of one");
    else
        plain_say(
            plain,
            "There are no collections here: collect TITLE begins one with the game that is open");
}

/* The ply that an item refers to, -1: none. */
static int plain_ply_of(const struct plain *plain, int at, const char *at_ply)
{
    const struct listing *listing = store_listing(plain->store, at);
    if (!at_ply || !*at_ply)
        return -1;
    return collection_ply(at_ply, listing->players > 1 ? listing->players : 2);
}

/* List the games of a collection, which become the games last listed. */
static void plain_collection(struct plain *plain, const char *argument)
{
    struct collection collection;
    if (!*argument) {
        plain_say(plain,
                  "Say which collection, by its number or its title: collections shows them");
        return;
    }
    if (!plain_collections_load(plain, argument, &collection))
        return;
    int n = collection_items(&collection), gone = 0;
    const char *title = collection_text(&collection, "title"),
               *query = collection_text(&collection, "query");
    plain_forget_found(plain);
    store_refresh(plain->store);
    store_scan(plain->store, INT_MAX); /* find every game now in the archive: items whose games are
                                        * not scanned would not be found */
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
        plain_say(plain, "%d of them %s not in the archive any more", gone,
                  gone == 1 ? "is" : "are");
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
        plain_say(plain, "It keeps a search, %s: list saved:\"%s\" shows what fits", query, title);
    collection_clear(&collection);
}

/* ---------------------------------------------------------------- changing */

/* The collection with that title, created if it does not exist. False after printing an error:
 * nothing can be changed here. */
static bool plain_begin(struct plain *plain, const char *title, const char *usage,
                        struct collection *out)
{
    struct note why;
    if (!store_writable(plain->store, &why)) {
        plain_refuse(plain, why.text);
        return false;
    }
    if (!*title) {
        plain_say(plain, "Say the title of a collection, one that is there or a new one: %s",
                  usage);
        return false;
    }
    if (!store_collection_titled(plain->store, title, out))
        collection_begin(out, title, plain_author(plain));
    return true;
}

/* Save a collection and free it; false after printing an error. */
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
        plain_say(plain, "This game is not in the archive yet: save saves it");
        return;
    }
    if (!plain_begin(plain, argument, "collect TITLE", &collection))
        return;
    int ply = plain->game.spot.depth ? 0 : spot_plies(&plain->game.spot);
    if (ply)
        snprintf(at_ply, sizeof at_ply, "%d", ply);
    if (!collection_add(&collection, plain_record(plain)->id, NULL, at_ply)) {
        plain_say(plain, "The game is in that collection already");
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
        plain_say(plain, "No games are listed: list QUERY shows those that fit");
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
        plain_say(plain, "All these games are in that collection already");
        collection_clear(&collection);
    } else if (plain_finish(plain, &collection)) {
        plain_say(plain, "%d of the %d %s listed %s added to %s", added, of,
                  of == 1 ? "game" : "games", added == 1 ? "is" : "are", argument);
    }
}

static void plain_keep(struct plain *plain, const char *argument)
{
    struct collection collection;
    struct note why;
    if (!plain->search) {
        plain_say(plain,
                  "Nothing was searched for: use list QUERY or search QUERY, then keep TITLE");
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
        plain_say(plain, "%s is kept as %s: list saved:\"%s\" searches again", plain->search,
                  argument, argument);
}

/* Parse "3 Openings ...": the number of a game, and a collection by number or title (one word if
 * `more` follows, else the rest of the line). False after printing an error, or `usage` if those
 * words are missing; else *argument is what remains. */
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
        plain_say(plain, "Say which game, and of which collection: %s", usage);
        return false;
    }
    return plain_number(plain, game, 1, total ? total : 1, number) &&
           plain_collections_load(plain, named, out);
}

/* True if the item at that place of a collection is the game with that number. */
static bool is_item(const struct plain *plain, const struct collection *collection, int at,
                    int number)
{
    const char *game = collection_item(collection, at).game;
    return game && store_find(plain->store, game) == number - 1;
}

/* Save a collection after `done` items of a game were changed, and report the result; 0: the game
 * is not in it. */
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
                 "is taken out of the collection; it stays in the archive");
}

/* Move an item one place up or down; if the game is in the collection twice, the first item that
 * can move. */
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
        plain_say(plain, "Game %d is the %s of that collection already", number,
                  step < 0 ? "first" : "last");
        collection_clear(&collection);
        return;
    }
    finish_items(plain, &collection, number, found,
                 step < 0 ? "is one place further up" : "is one place further down");
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
                 *argument ? "has its words there" : "has no words there any more");
}

/* `rename 2 Endings` */
static void rename_collection(struct plain *plain, const char *argument)
{
    struct collection collection, other;
    char word[300];
    if (!plain_word(&argument, word, sizeof word) || !*argument) {
        plain_say(plain,
                  "Say which collection, by its number, and its new title: rename 1 Endings");
        return;
    }
    if (!plain_collections_load(plain, word, &collection))
        return;
    if (store_collection_titled(plain->store, argument, &other)) {
        bool same = !strcmp(collection_text(&other, "id"), collection_text(&collection, "id"));
        collection_clear(&other);
        if (!same) {
            plain_say(plain, "There is a collection %s already", argument);
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
                  "Say which collection, by its number or its title: collections shows them");
        return;
    }
    if (!plain_collections_load(plain, argument, &collection))
        return;
    const char *title = collection_text(&collection, "title"),
               *id = collection_text(&collection, "id");
    if (strcmp(plain->doomed, id) != 0) { /* deleting cannot be undone */
        snprintf(plain->doomed, sizeof plain->doomed, "%s", id);
        plain_say(
            plain,
            "The collection %s cannot be brought back: say delete-collection %s again to delete it",
            title, argument);
    } else if (store_collection_remove(plain->store, &collection, &why) < 0) {
        plain_refuse(plain, why.text);
    } else {
        plain->doomed[0] = '\0';
        plain_say(plain, "The collection %s is deleted; its games stay in the archive", title);
    }
    collection_clear(&collection);
}

const struct plain_command plain_collect_commands[] = {
    {"collections", NULL, "", "shows the collections of the archive, and what their searches find",
     NEED_STORE, plain_collections},
    {"collection", NULL, "N or TITLE",
     "shows the games of a collection; they are the games listed then", NEED_STORE,
     plain_collection},
    {"collect", NULL, "TITLE",
     "adds the game, at this ply, to a collection; one that is not there begins", NEED_GAME,
     plain_collect},
    {"collect-listed", NULL, "TITLE", "adds all games listed last", NEED_STORE, collect_listed},
    {"take-out", NULL, "N TITLE", "removes the game with that number from a collection", NEED_STORE,
     plain_take_out},
    {"move-up", NULL, "N TITLE",
     "puts the game with that number one place further up in a collection", NEED_STORE, move_up},
    {"move-down", NULL, "N TITLE", "puts the game with that number one place further down",
     NEED_STORE, move_down},
    {"name-game", NULL, "N COLLECTION [WORDS]",
     "sets the words for the game with that number in a collection, or clears them", NEED_STORE,
     plain_name_game},
    {"rename", NULL, "COLLECTION TITLE", "renames the collection with that number", NEED_STORE,
     rename_collection},
    {"delete-collection", NULL, "N or TITLE", "deletes a collection; its games stay", NEED_STORE,
     delete_collection},
    {"keep", NULL, "TITLE", "keeps the last search under a title: list saved:TITLE searches again",
     NEED_STORE, plain_keep},
    {0},
};
