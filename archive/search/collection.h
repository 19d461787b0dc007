/* collection.h - an ordered list of games (a study, a tournament, a book) with an optional saved
 * query.
 *
 * A collection holds only the ids of games. If a game has been deleted, its line says so. Unknown
 * keys are kept, as in games. Format: docs/archive.md, `kind: 'collection'`. */
#ifndef CHESSCADE_ARCHIVE_SEARCH_COLLECTION_H
#define CHESSCADE_ARCHIVE_SEARCH_COLLECTION_H

#include "archive/query/query.h"
#include "archive/store/store.h"

/* The texts are as in the file ("" if missing): clean them before display. They are borrowed
 * until the next change of the collection. */
struct collection {
    struct value root; /* the whole file as a tree; the accessors below read from it */
    char *remarks; /* the file's leading '#' lines, verbatim; NULL if there are none. Saving drops
                      '#' lines elsewhere in the file, but first moves the old file to the trash */
    struct version version; /* the stored version that the collection was loaded from; all zero if
                               it was never saved */
};

struct collection_item {
    const char *game; /* the id of the game */
    const char *title, *at_ply, *comment;
};

/* Starts a new collection with a new id. */
void collection_begin(struct collection *collection, const char *title, const char *by);
void collection_clear(struct collection *collection);
/* Returns a text of the collection: `key` is "id", "title", "by" or "query". */
const char *collection_text(const struct collection *collection, const char *key);
/* Sets a text of the collection; the text "" removes the key. */
void collection_set(struct collection *collection, const char *key, const char *text);
int collection_items(const struct collection *collection);
struct collection_item collection_item(const struct collection *collection, int at);
/* Returns the line and column of the game of item `at` in the file; if `at` is -1, those of the
 * collection's id. */
struct place collection_place(const struct collection *collection, int at);
/* Appends a game; title and at_ply may be NULL. Returns false if the collection already has it at
 * that ply. */
bool collection_add(struct collection *collection, const char *game, const char *title,
                    const char *at_ply);
/* The same for many games, in the time of sorting them. Returns how many were appended. */
int collection_add_games(struct collection *collection, const char (*game)[ULID_LENGTH + 1], int n,
                         const char *at_ply);
void collection_remove(struct collection *collection, int at);
/* Moves an item up (-1) or down (1); false if it is already first or last. */
bool collection_move(struct collection *collection, int at, int step);
/* Sets "title", "at_ply" or "comment" of an item; "" removes it. */
void collection_set_item(struct collection *collection, int at, const char *key, const char *text);

/* collection_read() reads a collection from bytes. collection_write() appends one to `out` in
 * canonical form: the same data always gives the same bytes. */
int collection_read(struct collection *out, const char *bytes, size_t size, struct place *place,
                    struct note *why);
void collection_write(const struct collection *collection, struct yaml_text *out);

/* The ids of the collections of a store, oldest first; the caller owns the list. Empty if the store
 * cannot hold collections. */
int store_collections(struct store *store, char (**ids)[ULID_LENGTH + 1]);
int store_collection_load(struct store *store, const char *id, struct collection *out,
                          struct place *place, struct note *why);
/* The path of a collection within the store ("collections/<id>.yaml"), for messages. */
void collection_label(const char *id, char *label, size_t size);
/* Finds the collection with a title: an exact match first, otherwise ignoring case. False if there
 * is none. */
bool store_collection_titled(struct store *store, const char *title, struct collection *out);
/* Parses a query (archive/query/query.h) in the context of a store: saved:TITLE expands to the
 * saved query of that collection. */
int store_query(struct store *store, const char *text, const struct position *here,
                struct query **out, struct note *why);
/* Checks that a query can be saved under a title. Fails like store_query(), and with FAIL_TEXT
 * if the saved query would refer to itself. */
int store_query_can_be(struct store *store, const char *title, const char *text, struct note *why);
/* Saves like store_save(): compare-and-swap on collection->version. A guest's collections are
 * signed with the guest's name, and a guest can change or remove only those: FAIL_RULE for
 * others. */
int store_collection_save(struct store *store, struct collection *collection, struct note *why);
/* The number of collections that contain at least one of these games. Unreadable collections are
 * not counted. */
int store_collections_with(struct store *store, const char (*games)[ULID_LENGTH + 1], int n);
/* Replaces one game by another in every collection. If someone else changes a collection
 * meanwhile, it is read again and the replacement repeated; an unreadable collection is skipped.
 * If saving fails, some collections may already be changed. */
int store_collections_refer(struct store *store, const char *from, const char *to,
                            struct note *why);
/* Moves a collection to the trash. */
int store_collection_remove(struct store *store, const struct collection *collection,
                            struct note *why);

/* Converts `at_ply` to a number of plies: "7" is seven plies, "3.1" is the first side's ply of the
 * third move, with `sides` players. 0 if it is neither. */
int collection_ply(const char *at_ply, int sides);

#endif
