/* game_search.h - searches one game with the query language (archive/query/query.h), ply by ply:
 * "/pos:here", "/nag:??". */
#ifndef CHESSCADE_TUI_SESSION_GAME_SEARCH_H
#define CHESSCADE_TUI_SESSION_GAME_SEARCH_H

#include "archive/record/cursor.h"
#include "core/family.h"
#include "tui/session/ply_text.h"

struct game_search;

/* True if a text is a query, because it contains a key such as "pos:"; otherwise the text is to be
 * found literally. */
bool game_search_is_query(const char *text);
/* Prepare to search a record that begins at `start` and must not change until the search is closed.
 * All arguments are borrowed. `here` is as in query_parse(). FAIL_TEXT, with why->offset, if the
 * query is invalid. */
int game_search_open(struct game_search **out, const struct record *record,
                     const struct position *start, const char *text, const struct position *here,
                     struct note *why);
void game_search_close(struct game_search *search);
/* True if the query matches the ply at a spot, or the position after it. */
bool game_search_fits(struct game_search *search, const struct spot *spot);

/* Find the next spot (step 1) or the previous one (-1) in reading order, wrapping round, that the
 * query matches; or if `query` is NULL, whose ply or notes have `text`, in any case of letters.
 * `texts` are the texts of the record's plies. Returns false if there is none. */
bool game_search_find(struct game_search *query, const char *text, const struct record *record,
                      struct ply_texts *texts, int step, struct spot *spot);

#endif
