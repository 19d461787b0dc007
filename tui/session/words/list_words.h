/* list_words.h - games of an archive as sentences, for lists that are read or heard. They begin
 * with a capital letter and have no full stop. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_LIST_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_LIST_WORDS_H

#include "archive/import/import.h"
#include "archive/store/store.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/archive/games.h"
#include "tui/session/archive/searches.h"

enum { LIST_WORDS_ROOM = 1200 };

/* Describe the game at an index of a store: "Game 3: Ana against Ivo, classical, 2026, 7 plies,
 * result 1-0". Returns `out`. */
const char *words_listing(const struct store *store, int at, char out[LIST_WORDS_ROOM]);
/* Describe the `i`-th game found, and where it matches. Returns `out`. */
const char *words_found(struct listed_games *found, struct store *store, int i,
                        char out[LIST_WORDS_ROOM]);

/* Describe an unsaved game: "2, classical, Ana against Ivo, 7 plies: unsaved changes". Returns
 * `out`. */
const char *words_draft(int number, const struct game_draft *draft, char out[LIST_WORDS_ROOM]);
/* What is unsaved: "unsaved changes", "unsaved changes; the game is no longer in the archive", or
 * "not saved" if the game was never saved. `archive` names the archive. Returns `out`. */
const char *words_draft_state(const struct game_draft *draft, const char *archive,
                              char out[LIST_WORDS_ROOM]);
/* What an import did: "17 games, 2 were already there; in the pack club". `pack`: the pack that was
 * asked for; "" or NULL: none. It begins with a number or a small letter. */
void words_imported(const struct import_report *report, const char *pack, char *out, size_t size);
/* Describe a bookmark: "Bookmark 2: Ana - Ivo, classical, ply 3, White: Nf3", and its archive if
 * that is not `store` (NULL: none is open). */
const char *words_bookmark(int number, const struct bookmark *bookmark, const struct store *store,
                           char out[LIST_WORDS_ROOM]);

#endif
