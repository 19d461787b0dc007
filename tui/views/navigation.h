/* navigation.h - opens archives, games and new games for other views.
 *
 * Errors are shown in the app, unless a function takes `why`. */
#ifndef CHESSCADE_TUI_VIEWS_NAVIGATION_H
#define CHESSCADE_TUI_VIEWS_NAVIGATION_H

#include "archive/report/statistics.h"
#include "core/family.h"
#include "tui/session/bookmarks.h"
#include "tui/views/archive/game_list.h"

/* Open an archive, a file of games, or one game on the table, and add the path to the recent places. */
int open_place(struct app *app, const char *path, struct note *why);
/* The same, with errors shown. The user's own archive is created if it does not exist. */
bool open_archive(struct app *app, const char *path);
/* Open a game of a list; J and K go along the list. The list must outlive the game's view. */
bool open_game(struct app *app, struct game_list *games, int at);
/* Show how the games of an archive continue from a position (copied; NULL: from the opening positions), and which
 * games reach it. The archive is that of this view or of the nearest one below, else the user's own. */
bool open_openings(struct app *app, struct view *view, const struct position *here);
/* `among`: only games that match this query; "": all. */
bool open_position(struct app *app, struct view *view, const struct position *here, const char *among);
/* The same for the archive at a path, from a table whose own store is refreshed by another view. */
void open_openings_of(struct app *app, const char *path, const struct position *here);
void open_position_of(struct app *app, const char *path, const struct position *here);
/* The archive that open_openings() and open_position() use, and its filter ("" if none), which the caller frees.
 * *owned: it is the user's own, opened for the caller. NULL if there is none; an error has been shown. */
struct store *open_store_below(struct app *app, struct view *view, char **filter, bool *owned);
/* Show counts of games, and a cross table if they form one, as a text to read. */
bool open_statistics(struct app *app, const char *title, struct statistics *statistics);
/* Resume a draft of an archive. */
bool open_draft(struct app *app, const char *path, const char *id);
/* Open the game of a bookmark: from a store that has it (borrowed; may be NULL), else from the archive in the
 * bookmark. */
bool open_bookmark(struct app *app, struct store *store, const struct bookmark *bookmark);
/* Start a game for players who share this keyboard. Names and the clock (in the syntax of archive/record/time_control.h) may be "".
 * Settings that differ from the defaults are in the ruleset. True if the game is on the screen. */
bool open_new_game(struct app *app, const struct ruleset *rules, const char *const player[SIDES_MAX],
                   const char *clock);
/* The same from a position; NULL: the opening position. */
bool open_game_from(struct app *app, const struct ruleset *rules, const struct position *start,
                    const char *const player[SIDES_MAX], const char *clock);
/* Take a position as text, perhaps preceded by settings: play it, or count how games continue from it. */
void open_position_text(struct app *app, struct view *view, const char *variant, const char *text, bool openings);

#endif
