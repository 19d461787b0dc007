/* query.h - the query language that finds games: on the screen, in `list` and `export`, in saved
 * searches.
 *
 *   morphy 1858              every word somewhere in the headers or notes
 *   "open file"              consecutive words
 *   /^exd5/                  a regular expression over plies and notes
 *   white:morphy result:1-0  key:value
 *   plies:>=40  date:1850..1860  cascade:>=3
 *   a b   a | b   !a  -a     and, or, not           ( )
 *   in:variations            applies to everything in the same parentheses or saved query
 *
 * query_keys() lists the keys with their meaning. A query knows how much of a game it needs: only
 * the headers, or also the record, or also the positions. The evaluator loads the record and sets
 * up positions on demand. */
#ifndef CHESSCADE_ARCHIVE_QUERY_QUERY_H
#define CHESSCADE_ARCHIVE_QUERY_QUERY_H

#include "archive/summary/summary.h"

#include "core/family.h"

struct query;

/* Describes a key, for completion and help. */
struct query_key {
    const char *name, *values, *help; /* values: an example of what follows the colon */
};
const struct query_key *query_keys(int *count);

/* Parses a query. An empty text matches every game. `here` is the position that pos:here means,
 * borrowed as long as the query exists. If `here` is NULL, the parser refuses pos:here. FAIL_TEXT,
 * with why->offset at the invalid byte. */
int query_parse(const char *text, const struct position *here, struct query **out,
                struct note *why);
/* Callbacks for parsing a query that refers to saved searches. `saved` returns the text of the
 * search NAME, for which saved:NAME stands; the caller owns the text. If there is no such search,
 * `saved` returns NULL and sets *why. A NULL callback means that there are no saved searches.
 * `listed` (may be NULL) returns true if some game matches a query about one header. So a variant,
 * code, score, date or option that this program does not know is accepted if some game has it. */
struct query_saved {
    char *(*saved)(void *argument, const char *name, struct note *why);
    void *argument;
    bool (*listed)(void *argument, const struct query *one);
};
int query_parse_saved(const char *text, const struct position *here,
                      const struct query_saved *saved, struct query **out, struct note *why);
/* Parses an expression that tests a single text. It may contain words side by side (all must
 * occur), `|`, `!`, parentheses and "phrases". Keys have no special meaning, and `-` and `/` are
 * ordinary characters. FAIL_TEXT as in query_parse(). */
int query_parse_words(const char *text, struct query **out, struct note *why);
/* True if a text matches a query from query_parse_words(). */
bool query_words_fit(const struct query *query, const char *text);
void query_free(struct query *query);
/* The number of texts for which a regular expression gave up because it took too many steps; they
 * count as not matching. */
int query_given_up(const struct query *query);

enum query_need { QUERY_LISTING, QUERY_RECORD, QUERY_POSITIONS };
enum query_need query_needs(const struct query *query);

/* The sort keys of lists. query_order_names[] ends with NULL. */
enum query_order {
    ORDER_DATE,
    ORDER_WHITE,
    ORDER_BLACK,
    ORDER_RED,
    ORDER_EVENT,
    ORDER_SITE,
    ORDER_ROUND,
    ORDER_RESULT,
    ORDER_ECO,
    ORDER_VARIANT,
    ORDER_PLIES,
    ORDER_ID,
    ORDERS
};
extern const char *const query_orders[];
/* The key that "sort:key" names in the query, "" if it names none. The query does not sort; the
 * caller does. */
const char *query_sort(const struct query *query);

/* A game to test. */
struct query_game {
    const struct listing *listing;
    /* The record, loaded on demand; NULL for a damaged game. The callback may be NULL if
     * query_needs() is QUERY_LISTING. Borrowed until the test is done. */
    const struct record *(*record)(void *argument);
    /* The game's stored bytes, which can show without parsing that a word does not occur in it.
     * The callback may be NULL or return NULL. The bytes are borrowed until the test is done. */
    const char *(*bytes)(void *argument, size_t *size);
    void *argument;
    bool first; /* true to stop at the first matching ply instead of counting all of them */
};

/* Where a game matches, in order to open it there: the first matching ply of the main line, or -1
 * for the game as a whole. */
struct query_hit {
    int ply;   /* number of plies played up to the match, the matching ply included: 1 for the first
                  ply, 0 for the start; -1 if the game matches as a whole */
    int plies; /* number of matching plies in the main line */
    bool first; /* for query_fits(): true to stop at the first matching ply (see struct query_game)
                 */
    int from;   /* for query_plies(): ignore plies before this one */
};

/* True if a game matches; `hit` may be NULL. */
bool query_fits(const struct query *query, const struct query_game *game, struct query_hit *hit);
/* Lists the matching plies of the main line, first to last and numbered as in struct query_hit,
 * at most `room` of them. Returns their number: 0 if the game does not match, or matches only as
 * a whole. */
int query_plies(const struct query *query, const struct query_game *game, int *ply, int room);

#endif
