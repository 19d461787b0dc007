/* query.h - the one language that finds games: on the screen, in `list` and `export`, in saved searches.
 *
 *   morphy 1858              every word somewhere in the headers or notes
 *   "open file"              words in a row         /^exd5/   a regular expression over plies and notes
 *   white:morphy result:1-0  key:value              plies:>=40  date:1850..1860  cascade:>=3
 *   a b   a | b   !a  -a     and, or, not           ( )
 *   in:variations            about all that stands in the same parentheses, or is kept under one name
 *
 * Keys: query_keys() lists them with what they mean. A query knows how much of a game it must see: headers only, the
 * record, or its positions; whoever evaluates it gives the rest on demand. */
#ifndef CHESSCADE_QUERY_H
#define CHESSCADE_QUERY_H

#include "archive/listing.h"

#include "core/rules.h"

struct query;

/* What a key is for, for completion and help. */
struct query_key {
    const char *name, *values, *help; /* values: an example of what follows the colon */
};
const struct query_key *query_keys(int *count);

/* Read a query. An empty text is a query that everything fits. `here` is the position that pos:here means, borrowed for
 * the query's life; NULL: pos:here is refused. FAIL_TEXT, and why->offset is the byte that is wrong. */
int query_parse(const char *text, const struct position *here, struct query **out, struct note *why);
/* The same where searches are kept under names: saved:NAME stands for the one of that name. `saved` gives its text, the
 * caller's, or NULL and why there is none; NULL: none are kept.
 * `listed` (may be NULL) tells whether any game fits a query of one header: a variant, a code, a score, a date or an option that this
 * program does not know can be asked for where a game has it. */
struct query_saved {
    char *(*saved)(void *argument, const char *name, struct note *why);
    void *argument;
    bool (*listed)(void *argument, const struct query *one);
};
int query_parse_saved(const char *text, const struct position *here, const struct query_saved *saved, struct query **out,
                      struct note *why);
/* Read an expression about one text: words side by side (and), `|`, `!`, parentheses, "phrases"; a key is a word like others,
 * `-` and `/` letters. FAIL_TEXT as above. */
int query_parse_words(const char *text, struct query **out, struct note *why);
/* Does a text have the words? Of query_parse_words(). */
bool query_words_fit(const struct query *query, const char *text);
void query_free(struct query *query);
/* In how many texts a regular expression was given up, as it took too many steps; they count as texts it does not fit. */
int query_given_up(const struct query *query);

enum query_need { QUERY_LISTING, QUERY_RECORD, QUERY_POSITIONS };
enum query_need query_needs(const struct query *query);

/* What a list can be sorted by; the names end with NULL. */
enum query_order { ORDER_DATE, ORDER_WHITE, ORDER_BLACK, ORDER_RED, ORDER_EVENT, ORDER_SITE, ORDER_ROUND, ORDER_RESULT, ORDER_ECO,
                   ORDER_VARIANT, ORDER_PLIES, ORDER_ID, ORDERS };
extern const char *const query_orders[];
/* The key of a "sort:key" in the query, "" without one; the order is the caller's business. */
const char *query_sort(const struct query *query);

/* A game to be tried. */
struct query_game {
    const struct listing *listing;
    /* The record, loaded when it is asked for; NULL for a damaged game. May be NULL if query_needs() is
     * QUERY_LISTING. Borrowed until the query was tried. */
    const struct record *(*record)(void *argument);
    /* Its bytes as they are stored, which say without any parsing that a word is nowhere in the game. NULL: they are not
     * looked at; so may it give. Borrowed until the query was tried. */
    const char *(*bytes)(void *argument, size_t *size);
    void *argument;
    bool first; /* the first ply that fits will do: those behind it are not counted */
};

/* Where a game fits, for opening it there: the first ply of the main line that fits, -1 for the game as a whole. */
struct query_hit {
    int ply;   /* counted as plies played: 1 the first one, 0 the start; -1 */
    int plies; /* how many plies of the main line fit */
    bool first; /* query_fits(): see struct query_game */
    int from;  /* query_plies(): no ply before this one counts */
};

/* Does a game fit? `hit` may be NULL. */
bool query_fits(const struct query *query, const struct query_game *game, struct query_hit *hit);
/* The plies of the main line that fit, from the first on, as query_hit counts them: at most `room`, the number as result;
 * 0: it does not fit, or as a whole only. */
int query_plies(const struct query *query, const struct query_game *game, int *ply, int room);

#endif
