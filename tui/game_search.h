/* game_search.h - the language of queries (archive/query.h) asked of one game, ply by ply: "/pos:here", "/nag:??". */
#ifndef CHESSCADE_GAME_SEARCH_H
#define CHESSCADE_GAME_SEARCH_H

#include "archive/spot.h"
#include "core/rules.h"

struct game_search;

/* Is the text a query, and no plain text to be looked for as it stands? It is when a key is in it. */
bool game_search_is_query(const char *text);
/* Look for a query in a record, which begins at `start` and does not change meanwhile; all borrowed. `here` as in query_parse().
 * FAIL_TEXT and why->offset when the query is wrong. */
int game_search_open(struct game_search **out, const struct record *record, const struct position *start, const char *text,
                     const struct position *here, struct note *why);
void game_search_close(struct game_search *search);
/* Does the ply at a spot fit, or the position after it? */
bool game_search_fits(struct game_search *search, const struct spot *spot);

#endif
