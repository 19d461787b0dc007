/* opening.h - what views open for each other: archives, games of them, new games. Errors are said in the app. */
#ifndef CHESSCADE_OPENING_H
#define CHESSCADE_OPENING_H

#include "archive/statistics.h"
#include "core/rules.h"
#include "tui/bookmarks.h"
#include "tui/game_list.h"

/* Open an archive, a file of games, or one game on the table, and remember the place. */
int open_place(struct app *app, const char *path, struct note *why);
/* The same, errors said; the user's own archive is made when it is not there yet. */
bool open_archive(struct app *app, const char *path);
/* Open the game at a place of a store; J and K go along the list. It outlives the game's view. */
bool open_game(struct app *app, struct game_list *games, int at);
/* How the games of an archive go on from a position (copied; NULL: from the openings), and the games that have it: of the
 * archive of this view or of the nearest below it, else of the user's own. */
bool open_openings(struct app *app, struct view *view, const struct position *here);
/* `among`: of games that fit that query alone; "": of all. */
bool open_position(struct app *app, struct view *view, const struct position *here, const char *among);
/* The same in the archive of a path, from a table whose own store is another's to refresh. */
void open_openings_of(struct app *app, const char *path, const struct position *here);
void open_position_of(struct app *app, const char *path, const struct position *here);
/* The archive those look into, and the filter on it ("" without), the caller's; *owned: it is the user's own, opened for the
 * caller. NULL: there is none, and it was said why. */
struct store *open_store_below(struct app *app, struct view *view, char **filter, bool *owned);
/* Counts of games, and a cross table where they make one, as a text to read. */
bool open_statistics(struct app *app, const char *title, struct statistics *statistics);
/* Go on with a draft of an archive. */
bool open_draft(struct app *app, const char *path, const char *id);
/* Open the game of a bookmark there: from a store that has it (borrowed; NULL: none), else from the archive told. */
bool open_bookmark(struct app *app, struct store *store, const struct bookmark *bookmark);
/* Start a game for those at this keyboard; names may be "", the clock, as control.h reads it, too. The settings that are
 * not defaults are the ruleset's. True when the game is on the screen. */
bool open_new_game(struct app *app, const struct ruleset *rules, const char *const player[SIDES_MAX],
                   const char *clock);
/* The same from a position; NULL: the opening. */
bool open_game_from(struct app *app, const struct ruleset *rules, const struct position *start,
                    const char *const player[SIDES_MAX], const char *clock);
/* A position as text, settings may stand before it: play it, or count how games go on from it. */
void open_position_text(struct app *app, struct view *view, const char *variant, const char *text, bool openings);

#endif
