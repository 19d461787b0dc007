/* searches.h - searches for games of an archive: what "here" means in a query, the games that were
 * found, and how they go on from a position. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_SEARCHES_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_SEARCHES_H

#include "archive/index/index.h"
#include "archive/report/opening_tree.h"
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
/* The same with a position; NULL: the query stays as it was. */
char *query_written_out(const char *query, const struct position *here);

/* Say why a query cannot be used, without a full stop. `why` is what finder_open() says. */
void search_refusal(const char *query, const struct note *why, struct note *said);
/* A sentence without its full stop that says what a search has left out. Returns false and writes
 * "" if it has left out nothing. */
enum { SEARCH_TOLD_ROOM = FINDER_TOLD_ROOM + 40 };
bool search_given_up(const struct finder *finder, char out[SEARCH_TOLD_ROOM]);

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
    char given_up[SEARCH_TOLD_ROOM]; /* what search_given_up() says */
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

/* ---- How the games that match a query go on from a position: they are found and then counted, in
 * portions. */

/* Zero-initialise. */
struct opening_count {
    struct store *store;
    const char *query;           /* borrowed */
    const struct position *here; /* borrowed; NULL: the start of each game */
    struct finder *finder;       /* NULL: it has not begun, or could not begin */
    struct opening_tree *tree;   /* NULL until the games are found */
    bool found, counted;         /* all games were found; all were counted */
    /* the index and the store when the last portion ended */
    int index_state, total, changes, generation;
};

/* Begin to count, and forget what was counted before. Fails as finder_open() does, and then nothing
 * is counted. */
int opening_count_begin(struct opening_count *count, struct store *store, const char *query,
                        const struct position *here, struct note *why);
/* Count the games that are found already from another position. */
void opening_count_move(struct opening_count *count, const struct position *here);
/* Test up to `find` games, or count up to `look` of those found. Returns true while there is more
 * to do. */
bool opening_count_step(struct opening_count *count, int find, int look);
/* True if the store or its index has changed since the last portion, so that the count must begin
 * again. */
bool opening_count_stale(const struct opening_count *count);
void opening_count_clear(struct opening_count *count);
/* How many games the rows of a tree have together; NULL: 0. */
int opening_tree_games(const struct opening_tree *tree);

#endif
