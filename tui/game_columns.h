/* game_columns.h - the columns of the list of games: which there are, what stands in them, how wide each is. */
#ifndef CHESSCADE_GAME_COLUMNS_H
#define CHESSCADE_GAME_COLUMNS_H

#include "archive/store.h"

/* C(enum name, "name", head, least width, greatest width: 0, as wide as the head, what stands in it); those up to GAME_NOTES are
 * there as far as there is room when nobody chose any, in this order. */
#define GAME_COLUMNS(C)                                                                                      \
    C(GAME_NUMBER, "number", "#", 3, 10, "its place in the archive")                                         \
    C(GAME_DATE, "date", "date", 10, 10, "when it was played")                                               \
    C(GAME_SEATS, "seats", "seats", 20, 60, "who played; a lesson's title")                                  \
    C(GAME_EVENT, "event", "event", 16, 40, "on what occasion")                                              \
    C(GAME_VARIANT, "variant", "variant", 13, 24, "what was played")                                         \
    C(GAME_RESULT, "result", "result", 7, 11, "how many points each has")                                    \
    C(GAME_PLIES, "plies", "plies", 5, 7, "how long it is, variations not counted")                          \
    C(GAME_NOTES, "notes", "notes", 5, 5, "did somebody annotate it?")                                       \
    C(GAME_END, "end", "end", 8, 16, "what it ended by: checkmate, time, ...")                               \
    C(GAME_CASCADES, "cascades", "casc", 4, 5, "members of a ply on average; nothing without cascades")      \
    C(GAME_SITE, "site", "site", 8, 30, "where it was played")                                               \
    C(GAME_ROUND, "round", "round", 5, 8, "of the event")                                                    \
    C(GAME_OPENING, "eco", "eco", 3, 5, "the code of the opening, of ordinary chess")                         \
    C(GAME_TAGS, "tags", "tags", 8, 30, "the tags it was given")

enum game_column {
#define GAME_COLUMN_ENUM(name, text, head, least, most, help) name,
    GAME_COLUMNS(GAME_COLUMN_ENUM)
#undef GAME_COLUMN_ENUM
    GAME_COLUMN_COUNT,
    GAME_COLUMNS_USUAL = GAME_NOTES + 1
};

const char *game_column_name(enum game_column column);
const char *game_column_head(enum game_column column);
const char *game_column_help(enum game_column column);

/* Which are shown, in their order. */
struct game_columns {
    enum game_column v[GAME_COLUMN_COUNT];
    int n;
    bool chosen; /* false: the usual ones, those there is room for */
};

/* From the setting `columns`: names with blanks between them, "" for the usual ones. FAIL_NAME, *columns untouched, for a name that
 * is none or is there twice. */
int game_columns_read(const char *text, struct game_columns *columns, struct note *why);
void game_columns_write(const struct game_columns *columns, char *out, size_t size);

/* "Ana - Boris - Cle"; brief: without what follows a comma. */
void listing_seats(const struct listing *listing, bool brief, char *out, size_t size);
/* The same in at most so many columns, of three players: the longest names are cut first, "Alex. - Bart. - Cle", so that all
 * are seen. */
void listing_seats_within(const struct listing *listing, int most, bool brief, char *out, size_t size);
/* Has nobody who plays a name, as in a lesson, but the game an event, its title? */
bool listing_titled(const struct listing *listing);
/* What stands in a column: a text of the listing's, or one made in `room`. */
enum { GAME_COLUMN_TEXT_ROOM = 512 };
const char *game_column_text(const struct listing *listing, int at, enum game_column column, bool brief,
                             char room[GAME_COLUMN_TEXT_ROOM]);

/* Columns of the longest text of each column, of the games that were measured. */
struct game_widths {
    int wants[GAME_COLUMN_COUNT];
    int brief;    /* of the seats without what follows a comma */
    int title;    /* of the titles of games nobody has a name in */
    int measured; /* so many games from the first one */
};

/* Measure games of a store that were not, of the first ones. */
void game_widths_measure(struct game_widths *widths, struct store *store);

/* A line's columns: where each begins, and how wide it is; 0: it is left out. */
struct game_layout {
    int at[GAME_COLUMN_COUNT], width[GAME_COLUMN_COUNT];
    bool brief;
};

/* In `total` columns, for `games` games sorted by `sort`. */
struct game_layout game_layout(const struct game_columns *columns, const struct game_widths *widths, enum game_column sort,
                               int games, int total);

#endif
