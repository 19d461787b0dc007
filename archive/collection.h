/* collection.h - a study, a tournament, a book: an ordered list of games of an archive, and a saved query
 * after them.
 *
 * A collection holds no games, only their ids; a game that is gone leaves a line that says so. Keys nobody
 * knows are kept, as in games. Format: docs/archive.md, `kind: 'collection'`. */
#ifndef CHESSCADE_COLLECTION_H
#define CHESSCADE_COLLECTION_H

#include "archive/query.h"
#include "archive/store.h"

/* Texts are as the file has them, "" where there is none: clean them before showing. Borrowed until the next
 * change. */
struct collection {
    struct value root;      /* the whole file as a tree: what follows are ways to look at it */
    char *remarks;          /* the '#' lines it begins with, verbatim; NULL: none. Others are lost by saving, which keeps the old file
                             * in the trash */
    struct version version; /* of the store it came from; all zero: never saved */
};

struct collection_item {
    const char *game; /* its id */
    const char *title, *at_ply, *comment;
};

/* A new one with a new id. */
void collection_begin(struct collection *collection, const char *title, const char *by);
void collection_clear(struct collection *collection);
const char *collection_text(const struct collection *collection,
                            const char *key); /* "id" "title" "by" "query" */
void collection_set(struct collection *collection, const char *key, const char *text); /* "" removes */
int collection_items(const struct collection *collection);
struct collection_item collection_item(const struct collection *collection, int at);
/* Where it was read: the game of an item, or (-1) the id of the collection. */
struct place collection_place(const struct collection *collection, int at);
/* Add a game at the end; title and at_ply may be NULL. False: it is in it already, at that ply. */
bool collection_add(struct collection *collection, const char *game, const char *title, const char *at_ply);
void collection_remove(struct collection *collection, int at);
/* Move an item up (-1) or down (1); false at the ends. */
bool collection_move(struct collection *collection, int at, int step);
/* Set "title", "at_ply" or "comment" of an item; "" removes. */
void collection_set_item(struct collection *collection, int at, const char *key, const char *text);

/* Read one from bytes, and append it in canonical form: same data, same bytes. */
int collection_read(struct collection *out, const char *bytes, size_t size, struct place *place,
                    struct note *why);
void collection_write(const struct collection *collection, struct yaml_text *out);

/* The ids of the collections of a store, in the order they were made; the list is the caller's. None where
 * the store keeps none. */
int store_collections(struct store *store, char (**ids)[ULID_LENGTH + 1]);
int store_collection_load(struct store *store, const char *id, struct collection *out, struct place *place,
                          struct note *why);
/* For messages: where a collection is within the store ("collections/<id>.yaml"). */
void collection_label(const char *id, char *label, size_t size);
/* The collection of a title, as it is written or else whatever the capitals; false: there is none. */
bool store_collection_titled(struct store *store, const char *title, struct collection *out);
/* Read a query (archive/query.h) as it is meant in a store: saved:TITLE is the search of a collection. */
int store_query(struct store *store, const char *text, const struct position *here, struct query **out, struct note *why);
/* Can a query be kept as the search of that title? FAIL_TEXT as store_query(), and when it would stand for itself. */
int store_query_can_be(struct store *store, const char *title, const char *text, struct note *why);
/* Save as store_save() does: compare and swap by collection->version. A guest's collections are signed by them, and theirs
 * alone: FAIL_RULE for those of others, here and in removing. */
int store_collection_save(struct store *store, struct collection *collection, struct note *why);
/* How many collections have one of these games; what cannot be read is none. */
int store_collections_with(struct store *store, const char (*games)[ULID_LENGTH + 1], int n);
/* Every collection that has one game has another in its place from now on. Where others change one at the same moment it is looked
 * at again; one that cannot be read stays as it is. Fails as saving one does, some of them changed. */
int store_collections_refer(struct store *store, const char *from, const char *to, struct note *why);
/* Move it to the trash. */
int store_collection_remove(struct store *store, const struct collection *collection, struct note *why);

/* How many plies of the game `at_ply` means: "7" is seven plies, "3.1" the first side's ply of the third
 * move, with so many sides. 0 for what is neither. */
int collection_ply(const char *at_ply, int sides);

#endif
