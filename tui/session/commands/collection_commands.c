/* collection_commands.c - the commands that act on the collections of an archive: see
 * archive_commands_internal.h. What they change is stored by tui/session/archive/collecting.h. */
#include "config.h"

#include "archive/search/collection.h"
#include "tui/session/archive/collecting.h"
#include "tui/session/archive/searches.h"
#include "tui/session/commands/archive_commands_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char no_collections[] =
    "there are no collections here; {collect TITLE} starts one with the open game";

/* ---------------------------------------------------------------- listing */

static void tell_collection(struct archive_session *archive, int number,
                            const struct collection *collection, struct sentences *lines)
{
    const char *title = collection_text(collection, "title"),
               *by = collection_text(collection, "by");
    const char *query = collection_text(collection, "query");
    int games = collection_items(collection);
    char search[80] = "";
    if (*query) {
        int fit = searches_count(archive->store, archive->index, query);
        if (fit < 0)
            snprintf(search, sizeof search, ", which is no longer a valid query");
        else
            snprintf(search, sizeof search, ", which finds %d %s", fit,
                     fit == 1 ? "game" : "games");
    }
    sentences_addf(lines, "Collection %d, %s%s%s: %d %s%s%s%s", number,
                   *title ? title : "without a title", *by ? ", by " : "", by, games,
                   games == 1 ? "game" : "games", *query ? ", and a saved search, " : "", query,
                   search);
}

void archive_tell_collections(struct archive_session *archive, const char *argument)
{
    char(*ids)[ULID_LENGTH + 1];
    struct sentences lines;
    (void)argument;
    int n = store_collections(archive->store, &ids);
    sentences_begin(&lines);
    for (int i = 0; i < n; i++) {
        struct collection collection;
        struct note why;
        if (store_collection_load(archive->store, ids[i], &collection, NULL, &why) < 0) {
            sentences_addf(&lines, "Collection %d cannot be read: %s", i + 1, why.text);
            continue;
        }
        tell_collection(archive, i + 1, &collection, &lines);
        collection_clear(&collection);
    }
    free(ids);
    char *text = sentences_end(&lines);
    if (n)
        archive_tell(archive, &(struct archive_event){
                                  .kind = ARCHIVE_TOLD,
                                  .text = "Collections",
                                  .lines = text,
                                  .hint = "type {collection N} to list the games of collection N"});
    else
        archive_say(archive, "%s", no_collections);
    free(text);
}

/* Load a collection by its number in the list, its title or its id. Returns false after telling
 * why that is impossible. */
static bool load(struct archive_session *archive, const char *named, struct collection *out)
{
    char(*ids)[ULID_LENGTH + 1];
    struct note why;
    int number = 0, n = store_collections(archive->store, &ids), result = -1;
    bool counted = *named && !named[strspn(named, "0123456789")];
    why.text[0] = '\0';
    if (store_collection_titled(archive->store, named, out))
        result = 0;
    else if (ulid_valid(named))
        result = store_collection_load(archive->store, named, out, NULL, &why);
    else if (!n)
        note_set(&why, -1, "%s", no_collections);
    else if (!counted)
        note_set(&why, -1, "there is no collection %.100s; {collections} lists them",
                 words_as_is(named));
    else if (archive_read_number(archive, named, 1, n, &number))
        result = store_collection_load(archive->store, ids[number - 1], out, NULL, &why);
    if (result < 0 && *why.text)
        archive_refuse(archive, "%s", why.text);
    free(ids);
    return result == 0;
}

/* Write what a collection says about its games, and its saved search. */
static void tell_items(struct archive_session *archive, const struct collection *collection,
                       struct sentences *lines)
{
    const char *query = collection_text(collection, "query");
    for (int i = 0; i < collection_items(collection); i++) {
        struct collection_item item = collection_item(collection, i);
        int at = store_find(archive->store, item.game ? item.game : "");
        bool titled = item.title && *item.title, noted = item.comment && *item.comment;
        if (at >= 0 && (titled || noted))
            sentences_addf(lines, "On game %d: %s%s%s", at + 1, titled ? item.title : "",
                           titled && noted ? ": " : "", noted ? item.comment : "");
    }
    if (*query)
        sentences_addf(lines, "The collection has a saved search, %s", query);
}

void archive_tell_collection(struct archive_session *archive, const char *argument)
{
    struct collection collection;
    struct sentences lines;
    char heading[400], hint[400] = "";
    size_t used = 0;
    if (!*argument)
        archive_ask_for(archive, REQ_COLLECTION, "the number or title of a collection");
    if (!*argument || !load(archive, argument, &collection))
        return;
    int n = collection_items(&collection);
    int gone = listed_games_of(&archive->found, archive->store, &collection);
    const char *title = collection_text(&collection, "title");
    heading[0] = '\0';
    text_add(heading, sizeof heading, &used, "%.300s has %d %s", *title ? title : "This collection",
             n, n == 1 ? "game" : "games");
    if (gone)
        text_add(heading, sizeof heading, &used, "; %d of them %s no longer in the archive", gone,
                 gone == 1 ? "is" : "are");
    sentences_begin(&lines);
    tell_items(archive, &collection, &lines);
    char *text = sentences_end(&lines);
    if (*collection_text(&collection, "query"))
        snprintf(hint, sizeof hint, "type {filter} and saved:\"%.300s\" to run the saved search",
                 words_as_is(title));
    archive_tell(archive, &(struct archive_event){.kind = ARCHIVE_FOUND,
                                                  .text = heading,
                                                  .lines = text,
                                                  .hint = *hint ? hint : NULL,
                                                  .id = collection_text(&collection, "id")});
    free(text);
    collection_clear(&collection);
}

/* ---------------------------------------------------------------- changing */

/* Tell what came of a change, and if something was stored, that a collection is another one. */
static void tell_changed(struct archive_session *archive, int result, const struct note *said)
{
    archive_tell_result(archive, result, said);
    if (result > 0)
        archive_tell(archive, &(struct archive_event){.kind = ARCHIVE_COLLECTED});
}

/* True if collections can be made and a title is given; otherwise tells the reason. */
static bool may_make(struct archive_session *archive, enum request command, const char *title)
{
    struct note why;
    if (!store_writable(archive->store, &why))
        archive_refuse(archive, "%s", why.text);
    else if (!*title)
        archive_ask_for(archive, command,
                        command == REQ_KEEP_SEARCH
                            ? "the title of the collection that keeps this search"
                            : "the title of a new or existing collection");
    else
        return true;
    return false;
}

void archive_collect_listed(struct archive_session *archive, const char *title)
{
    struct note said;
    int n = 0, games = archive_session_found_count(archive);
    if (!games)
        archive_refuse(archive, "no games are listed; {filter QUERY} lists those that match");
    else if (archive->partial)
        archive_refuse(archive, "the games are still being found; try again when all are listed");
    if (!games || archive->partial || !may_make(archive, REQ_COLLECT_LISTED, title))
        return;
    char(*id)[ULID_LENGTH + 1] = memory_new((size_t)games, sizeof *id);
    for (int i = 0; i < games; i++) {
        const struct listing *listing = store_listing(archive->store, archive->found.at[i]);
        if (!listing->damaged)
            memcpy(id[n++], listing->id, sizeof *id);
    }
    int result = collecting_add(archive->store, title, archive_author(archive),
                                (const char(*)[ULID_LENGTH + 1]) id, n, 0, &said);
    tell_changed(archive, result, &said);
    free(id);
}

void archive_keep_search(struct archive_session *archive, const char *title)
{
    struct collection collection;
    struct note said;
    const char *search = archive->found.search;
    if (!search)
        archive_refuse(archive, "there is no search to keep; {filter QUERY} searches, then "
                                "{keep-search TITLE} keeps that search");
    if (!search || !may_make(archive, REQ_KEEP_SEARCH, title))
        return;
    int result =
        collecting_keep(archive->store, title, archive_author(archive), search, &collection, &said);
    bool ask = result == 2;
    char about[ULID_LENGTH + 40];
    snprintf(about, sizeof about, "%s %s", collection_text(&collection, "id"),
             collection_text(&collection, "rev"));
    if (ask && archive_confirmed(archive, about,
                                 &(struct archive_event){.kind = ARCHIVE_QUESTION,
                                                         .command = REQ_KEEP_SEARCH,
                                                         .text = said.text,
                                                         .argument = title,
                                                         .at = -1})) {
        ask = false;
        result = collecting_search(archive->store, &collection, search, &said);
    }
    if (!ask)
        tell_changed(archive, result, &said);
    collection_clear(&collection);
}

/* Read the number of a game, and then a collection, as in "3 Openings". If `more` is true the
 * collection is one word, or several in quotes, and other words may follow; otherwise it is the
 * rest of the text. *argument is advanced to what remains. Returns the id of the game; NULL after
 * telling what is wrong. */
static const char *read_game_of(struct archive_session *archive, enum request command,
                                const char **argument, bool more, struct collection *out)
{
    char game[20], title[300];
    int number, total = store_count(archive->store);
    const char *named = title;
    bool read = argument_word(argument, game, sizeof game);
    if (more)
        read = read && argument_quoted(argument, title, sizeof title);
    else
        named = *argument;
    if (!read || !*named) {
        archive_ask_for(archive, command, "the number of a game, and a collection");
        return NULL;
    }
    if (!archive_read_number(archive, game, 1, total ? total : 1, &number) ||
        !load(archive, named, out))
        return NULL;
    const struct listing *listing = store_listing(archive->store, number - 1);
    if (listing && collecting_item_of(out, listing->id, collection_items(out)) >= 0)
        return listing->id;
    archive_refuse(archive, "game %d is not in that collection", number);
    collection_clear(out);
    return NULL;
}

void archive_take_out(struct archive_session *archive, const char *argument)
{
    struct collection collection;
    struct note said;
    const char *game = read_game_of(archive, REQ_REMOVE, &argument, false, &collection);
    if (!game)
        return;
    int done = 1;
    for (int i = collection_items(&collection);
         done > 0 && (i = collecting_item_of(&collection, game, i)) >= 0;)
        done = collecting_take_out(archive->store, &collection, i, &said);
    tell_changed(archive, done, &said);
    collection_clear(&collection);
}

/* Move a game one place up or down in its collection. If the collection has the game twice, the
 * last item that can move is moved. */
static void move_game(struct archive_session *archive, enum request command, const char *argument,
                      int step)
{
    struct collection collection;
    struct note said;
    const char *game = read_game_of(archive, command, &argument, false, &collection);
    if (!game)
        return;
    int done = 0;
    for (int i = collection_items(&collection);
         done == 0 && (i = collecting_item_of(&collection, game, i)) >= 0;)
        done = collecting_move(archive->store, &collection, i, step, &said);
    tell_changed(archive, done, &said);
    collection_clear(&collection);
}

void archive_move_up(struct archive_session *archive, const char *argument)
{
    move_game(archive, REQ_MOVE_UP, argument, -1);
}

void archive_move_down(struct archive_session *archive, const char *argument)
{
    move_game(archive, REQ_MOVE_DOWN, argument, 1);
}

void archive_name_game(struct archive_session *archive, const char *argument)
{
    struct collection collection;
    struct note said;
    const char *game = read_game_of(archive, REQ_NAME_GAME, &argument, true, &collection);
    if (!game)
        return;
    int done = 1;
    for (int i = collection_items(&collection);
         done > 0 && (i = collecting_item_of(&collection, game, i)) >= 0;)
        done = collecting_describe(archive->store, &collection, i, argument, &said);
    tell_changed(archive, done, &said);
    collection_clear(&collection);
}

void archive_rename(struct archive_session *archive, const char *argument)
{
    struct collection collection;
    struct note said;
    char word[300];
    if (!argument_quoted(&argument, word, sizeof word) || !*argument) {
        archive_ask_for(archive, REQ_RENAME, "the number of a collection and its new title");
    } else if (load(archive, word, &collection)) {
        int result = collecting_rename(archive->store, &collection, argument, &said);
        tell_changed(archive, result, &said);
        collection_clear(&collection);
    }
}

void archive_delete_collection(struct archive_session *archive, const char *argument)
{
    struct collection collection;
    struct note said;
    char question[200];
    if (!*argument)
        archive_ask_for(archive, REQ_DELETE_COLLECTION, "the number or title of a collection");
    if (!*argument || !load(archive, argument, &collection))
        return;
    snprintf(question, sizeof question, "Delete the collection %.100s? Its games stay.",
             collection_text(&collection, "title"));
    if (archive_confirmed(archive, collection_text(&collection, "id"),
                          &(struct archive_event){.kind = ARCHIVE_QUESTION,
                                                  .command = REQ_DELETE_COLLECTION,
                                                  .text = question,
                                                  .argument = argument,
                                                  .at = -1})) {
        int result = collecting_delete(archive->store, &collection, &said);
        tell_changed(archive, result, &said);
    }
    collection_clear(&collection);
}
