/* navigation.h - opens archives, games, new games, bookmarks, conflicts and live tables for other
 * views.
 *
 * Errors are shown in the app, unless a function takes `why`. */
#ifndef CHESSCADE_TUI_VIEWS_NAVIGATION_H
#define CHESSCADE_TUI_VIEWS_NAVIGATION_H

#include "archive/merge/merge.h"
#include "archive/report/statistics.h"
#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/app.h"
#include "tui/app/view.h"
#include "tui/session/bookmarks.h"
#include "tui/session/lobby.h"

struct game_list; /* tui/views/archive/game_list.h */

/* Open an archive, a file of games, or one game on the table, and add the path to the recent
 * places. */
int open_place(struct app *app, const char *path, struct note *why);
/* The same, with errors shown. The user's own archive is created if it does not exist. */
bool open_archive(struct app *app, const char *path);
/* Open a game of a list; J and K go along the list. The list must outlive the game's view. */
bool open_game(struct app *app, struct game_list *games, int at);
/* Show how the games of an archive continue from a position (copied; NULL: from the opening
 * positions), and which games reach it. The archive is that of this view or of the nearest one
 * below, else the user's own. */
bool open_openings(struct app *app, struct view *view, const struct position *here);
/* `among`: only games that match this query; "": all. */
bool open_position(struct app *app, struct view *view, const struct position *here,
                   const char *among);
/* The same for the archive at a path, from a table whose own store is refreshed by another view. */
void open_openings_of(struct app *app, const char *path, const struct position *here);
void open_position_of(struct app *app, const char *path, const struct position *here);
/* The archive that open_openings() and open_position() use; NULL, after showing an error, if there
 * is none. The caller frees *filter, the filter of its list ("" if none). *owned: it is the user's
 * own archive, opened for this call; the caller closes it. */
struct store *open_store_below(struct app *app, struct view *view, char **filter, bool *owned);
/* Show counts of games, and a cross table if they form one, as a text to read. */
bool open_statistics(struct app *app, const char *title, struct statistics *statistics);
/* Resume a draft of an archive. */
bool open_draft(struct app *app, const char *path, const char *id);
/* Open the list of an archive's games that match a filter, under a title of its own. */
bool open_games(struct app *app, const char *path, const char *filter, const char *title);
/* Open a saved game by its id, at a spot (copied; NULL: where the user left it); with `play`, to go
 * on with it after its last ply. */
bool open_saved(struct app *app, const char *path, const char *id, const struct spot *spot,
                bool play);
/* Open the game of a bookmark: from a store that has it (borrowed; may be NULL), else from the
 * archive in the bookmark. */
bool open_bookmark(struct app *app, struct store *store, const struct bookmark *bookmark);
/* Start a game for players who share this keyboard. Names and the clock (in the syntax of
 * archive/record/header_values.h) may be "". Settings that differ from the defaults are in the
 * ruleset. True if the game is on the screen. */
bool open_new_game(struct app *app, const struct ruleset *rules,
                   const char *const player[SIDES_MAX], const char *clock);
/* The same from a position; NULL: the opening position. */
bool open_game_from(struct app *app, const struct ruleset *rules, const struct position *start,
                    const char *const player[SIDES_MAX], const char *clock);
/* Take a position as text, perhaps preceded by settings: play it, or count how games continue from
 * it. */
void open_position_text(struct app *app, struct view *view, const char *variant, const char *text,
                        bool openings);

/* ---- The home screen: what other views ask it to show. */

/* Offer the drafts whose games are no longer in an archive, on the home screen, beside the other
 * drafts. The last call for an archive counts. */
void home_offer(struct app *app, const char *path, char (*ids)[ULID_LENGTH + 1], int n);

/* ---- The list of bookmarks in all games: go to one, in the game below or another, or remove one.
 */

/* The argument of bookmarks_view; NULL: no game is open below. */
struct bookmarks_open {
    const char *id;               /* of the game below */
    const struct bookmarks *only; /* copied: show only these, which are not stored; NULL: the user's
                                     bookmarks */
    /* Go to a bookmark of that game. */
    void (*go)(struct view *below, const struct bookmark *bookmark);
    /* With `only`: called when one was removed. */
    void (*removed)(struct view *below, const struct bookmark *bookmark);
};

/* ---- Opening the view of conflicts: fields that two people changed, each to be resolved as mine
 * or theirs. */

struct conflict_open {
    struct merge *merge; /* the view takes ownership of its conflicts */
    struct view *below;  /* the view of the game */
    const char *theirs;  /* who made the other changes, "": unknown; borrowed during opening */
    /* Save with these choices, in the order of the conflicts. The view is then closing. */
    void (*done)(struct view *below, const enum merge_side *choice, int n);
};

extern const struct view_ops conflict_view; /* argument: struct conflict_open */

/* ---- What any view may do in the lobby; view_lobby.c has the functions. */

/* ":mute NAME": mute or unmute a player. */
void lobby_mute(struct app *app, struct lobby_place *place, const char *name);

/* Say something in a room; "" does nothing. Failures are shown. */
void lobby_say(struct app *app, struct lobby_place *place, struct talk_room *talk,
               const char *text);

/* Open the table of a live game: as a player if this name has a seat there, else as a watcher.
 * Errors are shown. The place must outlive the table. */
bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id);

/* ":follow NAME": from now on, open each game this player sits down at. The same name again, or "",
 * stops it. */
void lobby_follow(struct app *app, struct lobby_place *place, const char *name);

/* If the followed player has sat down at a game other than `here` ("": the lobby) and the last one
 * shown, open it and return true. */
bool lobby_follow_on(struct app *app, struct lobby_place *place, const char *here);

#endif
