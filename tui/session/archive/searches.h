/* searches.h - searches for games of an archive: what "here" means in a query, and the games that
 * were found. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_SEARCHES_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_SEARCHES_H

#include "archive/index/index.h"
#include "archive/search/collection.h"
#include "archive/search/search.h"
#include "core/family.h"

/* ---- The position that "here" means in a query, copied because the board may move on before the
 * query is used. */

struct board_here;

/* Copy a position, together with its ruleset. NULL if the ruleset cannot be opened. */
struct board_here *board_here_new(const struct position *position);
void board_here_free(struct board_here *here); /* NULL is allowed */
/* The copied position; borrowed. NULL if `here` is NULL. */
const struct position *board_here_position(const struct board_here *here);

/* True if a query mentions "here". */
bool board_here_asked(const char *query);
/* Replace "here" in a query by the position as text. Returns a new string, which is the query as it
 * was if it has no "here" or `here` is NULL. */
char *board_here_write_out(const struct board_here *here, const char *query);

/* ---- The games last found, in order. */

/* Zero-initialise. The store that is passed to the functions must be the one that was searched, or
 * the games must be forgotten first. */
struct listed_games {
    int *at;  /* [n] indices into the store; see listed_games_count() */
    int *hit; /* [n] see listed_games_hit() */
    int n;
    int generation; /* the store's generation when they were found */
    /* What was searched for, with `here` replaced by its board, and its parsed form. NULL: all
     * games were listed, or those of a collection. */
    char *search;
    struct query *query;
    struct board_here *here;         /* what `here` means in `query` */
    char given_up[FINDER_TOLD_ROOM]; /* why the search is incomplete; "": it is complete */
};

/* Begin a search; `index` NULL: without one. Otherwise like finder_open(). */
int listed_games_open(struct finder **out, struct store *store, struct index *index,
                      const char *query, const struct position *here, struct note *why);
/* Returns how many games match a query, such as a saved search; FAIL_... if it is not a query. */
int searches_count(struct store *store, struct index *index, const char *query);
/* Find the games that match a query, or all games if it is "". `here` is as in query_parse() and is
 * copied. Fails as finder_open() does, and then the games found before stay. */
int listed_games_search(struct listed_games *found, struct store *store, struct index *index,
                        const char *query, const struct position *here, struct note *why);
/* Make room for `n` games, which the caller enters in found->at, without hits. */
void listed_games_begin(struct listed_games *found, const struct store *store, int n);
/* Take the games of a collection that are in the store, each with its ply. Returns how many are
 * not there any more. */
int listed_games_of(struct listed_games *found, struct store *store,
                    const struct collection *collection);
void listed_games_clear(struct listed_games *found);

/* How many games were found; 0 if the indices of the store have changed since. */
int listed_games_count(const struct listed_games *found, const struct store *store);
/* The first ply at which the `i`-th game matches the query, or which the collection gives; -1:
 * none. The game is loaded only for this. */
int listed_games_hit(struct listed_games *found, struct store *store, int i);
/* The hit of the game at an index of the store; -1 if it was not found. */
int listed_games_hit_at(struct listed_games *found, struct store *store, int at);

#endif
