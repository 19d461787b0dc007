/* columns.h - the columns of the list of games: their names, contents and widths. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_COLUMNS_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_COLUMNS_H

#include "archive/store/store.h"

/* The columns of the list: C(enum name, "name", heading, least width, greatest width, help). A
 * greatest width of 0 means the width of the heading. If the user has chosen no columns, those up
 * to GAME_NOTES are shown in this order, as far as there is room. */
#define GAME_COLUMNS(C)                                                               \
    C(GAME_NUMBER, "number", "#", 3, 10, "the game's place in the archive")           \
    C(GAME_DATE, "date", "date", 10, 10, "when it was played")                        \
    C(GAME_SEATS, "seats", "seats", 20, 60, "who played; a lesson's title")           \
    C(GAME_EVENT, "event", "event", 16, 40, "the tournament or match")                \
    C(GAME_VARIANT, "variant", "variant", 13, 24, "the variant played")               \
    C(GAME_RESULT, "result", "result", 7, 11, "how many points each has")             \
    C(GAME_PLIES, "plies", "plies", 5, 7, "the number of plies, without variations")  \
    C(GAME_NOTES, "notes", "notes", 5, 5, "annotated")                                \
    C(GAME_END, "end", "end", 8, 16, "how the game ended: checkmate, time, ...")      \
    C(GAME_CASCADES, "cascades", "casc", 4, 5,                                        \
      "members per ply on average; empty without cascades")                           \
    C(GAME_SITE, "site", "site", 8, 30, "where it was played")                        \
    C(GAME_ROUND, "round", "round", 5, 8, "of the event")                             \
    C(GAME_OPENING, "eco", "eco", 3, 5, "the code of the opening, in ordinary chess") \
    C(GAME_TAGS, "tags", "tags", 8, 30, "the tags of the game")

enum game_column {
#define GAME_COLUMN_ENUM(name, text, head, least, most, help) name,
    GAME_COLUMNS(GAME_COLUMN_ENUM)
#undef GAME_COLUMN_ENUM
        GAME_COLUMN_COUNT,
    GAME_COLUMNS_USUAL = GAME_NOTES + 1
};

const char *game_column_name(enum game_column column);
const char *game_column_head(enum game_column column);
/* The least and the greatest width of a column of the list, in columns of the screen. */
int game_column_least(enum game_column column);
int game_column_most(enum game_column column);
const char *game_column_help(enum game_column column);

/* The columns to show, in this order. */
struct game_columns {
    enum game_column v[GAME_COLUMN_COUNT];
    int n;
    bool chosen; /* chosen by the user; false: the default columns, as far as there is room */
};

/* Read the setting `columns`: names separated by blanks, or "" for the default columns. FAIL_NAME,
 * with *columns unchanged, if a name is unknown or occurs twice. */
int game_columns_read(const char *text, struct game_columns *columns, struct note *why);
void game_columns_write(const struct game_columns *columns, char *out, size_t size);

/* Write the players of a game: "Ana - Boris - Cle". `brief` leaves out what follows a comma in a
 * name. */
void listing_seats(const struct listing *listing, bool brief, char *out, size_t size);
/* True if any player has a name. The sides of a lesson are called "?", as in PGN. */
bool listing_named(const struct listing *listing);
/* True if no player has a name but the game has an event, which then serves as its title, as in
 * lessons. */
bool listing_titled(const struct listing *listing);
/* The text of one column of a game: borrowed from the listing, or written into `room`. */
enum { GAME_COLUMN_TEXT_ROOM = 512 };
const char *game_column_text(const struct listing *listing, int at, enum game_column column,
                             bool brief, char room[GAME_COLUMN_TEXT_ROOM]);

#endif
