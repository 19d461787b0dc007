/* new_game.h - a new game as a person words it: "new VARIANT NAME=VALUE ...". The names are options
 * of the variant; "white", "black" and "red" for players; "clock" for a time control. */
#ifndef CHESSCADE_TUI_SESSION_NEW_GAME_H
#define CHESSCADE_TUI_SESSION_NEW_GAME_H

#include "archive/record/record.h"
#include "core/family.h"

enum { NEW_WORDS_MAX = 16, NEW_WORD_ROOM = 300 };

/* NAME=VALUE words. Zero-initialise. */
struct new_words {
    char text[NEW_WORDS_MAX][NEW_WORD_ROOM];
    struct setting setting[NEW_WORDS_MAX]; /* [n] names and values, borrowed from `text` */
    int n;
};

/* Read the words up to the word `until`, or to the end of the text if `until` is NULL, and advance
 * *text past them. NAME="VALUE" may have blanks in its value. FAIL_TEXT. */
int new_words_read(const char **text, const char *until, struct new_words *out, struct note *why);

/* The side that "white", "black" or "red" names; NOBODY: it is no such name. */
int new_game_seat(const char *name);
/* Read a position. An error gives its place as a character of the text. */
int new_game_position(const struct ruleset *rules, const char *text, struct position *out,
                      struct note *why);

struct new_game_plan {
    struct ruleset *rules; /* owned */
    struct position start;
    bool placed;                           /* the game begins at `start`, not at the usual set-up */
    char player[SIDES_MAX][NEW_WORD_ROOM]; /* "": unknown */
    char clock[NEW_WORD_ROOM];             /* "": no clocks */
};

/* Make a plan of words. `position` is the text of the start position ("": the usual one), unless
 * one of the words is "position". If that fails *out need not be cleared. */
int new_game_read(const char *variant, const struct setting *word, int n, const char *position,
                  struct new_game_plan *out, struct note *why);
/* Make a plan of what a person has typed, as in "classical white=Ana clock=5+3 position=TEXT". The
 * position reaches to the end of the text; it, or all of position=TEXT, may stand in quotes. */
int new_game_typed(const char *text, struct new_game_plan *out, struct note *why);
void new_game_clear(struct new_game_plan *plan);

/* The record of a new game with these players ("": unknown) and this time control ("": no clocks),
 * which keyboard_clock_check() must have accepted. `start` NULL: the usual set-up. */
struct record *new_game_record(const struct ruleset *rules, const struct position *start,
                               const char *date, const char *const player[SIDES_MAX],
                               const char *clock);

#endif
