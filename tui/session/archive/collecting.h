/* collecting.h - what a person does with collections (archive/search/collection.h).
 *
 * Each function changes a collection, stores it and writes a sentence about it into *said: what was
 * done, or why not. A sentence begins with a small letter and has no full stop; it names commands
 * as {collections}, see GAME_SAID of tui/session/game_session.h. The functions return 1 if the
 * collection is stored, 0 if there was nothing to change, and FAIL_... if it cannot be stored. The
 * collection then keeps the change; after FAIL_CONFLICT somebody else has changed it, and it must
 * be loaded again. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_COLLECTING_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_COLLECTING_H

#include "archive/search/collection.h"

/* Add games to the collection with a title, which is made if there is none; `by` signs a new one
 * (NULL: unsigned). `ply` is a number of plies for all of them; 0: the whole games. */
int collecting_add(struct store *store, const char *title, const char *by,
                   const char (*id)[ULID_LENGTH + 1], int n, int ply, struct note *said);
/* Make an empty collection. 0 if there is one with this title. */
int collecting_new(struct store *store, const char *title, const char *by, struct note *said);

/* The last item before item `before` that is a game; -1: none. */
int collecting_item_of(const struct collection *collection, const char *game, int before);
int collecting_take_out(struct store *store, struct collection *collection, int item,
                        struct note *said);
/* Move an item up (-1) or down (1) by one. */
int collecting_move(struct store *store, struct collection *collection, int item, int step,
                    struct note *said);
/* Give an item a title; "" removes it. */
int collecting_describe(struct store *store, struct collection *collection, int item,
                        const char *title, struct note *said);

/* Change the title. 0 if another collection has it. */
int collecting_rename(struct store *store, struct collection *collection, const char *title,
                      struct note *said);
/* Set the saved search; "" removes it. FAIL_TEXT with said->offset if it is not a query that the
 * collection can have; then it is unchanged. */
int collecting_search(struct store *store, struct collection *collection, const char *query,
                      struct note *said);
/* Save a search under a title, as collecting_search() does; `by` signs a new collection. 2: a
 * collection with that title exists, and *said asks whether its search shall be replaced, or added
 * to its games; collecting_search() with *out then does it. *out is cleared by the caller, also
 * after a failure. */
int collecting_keep(struct store *store, const char *title, const char *by, const char *query,
                    struct collection *out, struct note *said);
/* Move the collection to the trash. */
int collecting_delete(struct store *store, const struct collection *collection, struct note *said);

/* Complete a text to the first title that begins with it. Returns false if there is none. */
bool collecting_complete(struct store *store, const char *text, char *out, size_t size);

#endif
