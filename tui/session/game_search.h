/* game_search.h - searches one game with the query language (archive/query/query.h), ply by ply: "/pos:here", "/nag:??". */
#ifndef CHESSCADE_TUI_SESSION_GAME_SEARCH_H
#define CHESSCADE_TUI_SESSION_GAME_SEARCH_H

#include "archive/record/cursor.h"
#include "core/family.h"

struct game_search;

/* True if the text is a query, because it contains a key, and not plain text to find literally. */
bool game_search_is_query(const char *text);
/* Prepare a search in a record that begins at `start` and does not change meanwhile; all borrowed. `here` as in
 * query_parse(). FAIL_TEXT and why->offset if the query is invalid. */
int game_search_open(struct game_search **out, const struct record *record, const struct position *start, const char *text,
                     const struct position *here, struct note *why);
void game_search_close(struct game_search *search);
/* True if the query matches the ply at a spot, or the position after it. */
bool game_search_fits(struct game_search *search, const struct spot *spot);

#endif
