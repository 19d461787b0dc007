/* navigation.h - opens archives, games, new games, bookmarks, conflicts and live games for other
 * views.
 *
 * Errors are shown on the screen, unless a function takes `why`. */
#ifndef CHESSCADE_TUI_VIEWS_NAVIGATION_H
#define CHESSCADE_TUI_VIEWS_NAVIGATION_H

#include "archive/merge/merge.h"
#include "archive/report/statistics.h"
#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/app.h"
#include "tui/app/view.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/lobby/lobby.h"

struct game_list; /* tui/views/archive/game_list.h */

/* Open an archive, a file of games, or the only game of a file, and add the path to the recently
 * opened archives. */
int open_place(struct app *app, const char *path, struct note *why);
/* Open an archive or file as open_place() does, and show errors. The user's own archive is created
 * if it does not exist. */
bool open_archive(struct app *app, const char *path);
/* Open a game of a list. In the game's view J and K go along the list, which must outlive that
 * view. */
bool open_game(struct app *app, struct game_list *games, int at);
/* Show how the games of an archive continue from a position, and which games reach it. The position
 * is copied; NULL means the opening positions. The archive is that of `view` or of the nearest view
 * below it that has one, else the user's own. Only games that match the query are counted, where
 * `here` is that position; "": those that match the filter of the archive's list. */
bool open_openings(struct app *app, struct view *view, const struct position *here,
                   const char *query);
/* Show which games of an archive reach a position. `among`: only games that match this query; "":
 * all. */
bool open_position(struct app *app, struct view *view, const struct position *here,
                   const char *among);
/* Like open_openings() and open_position(), for all games of the archive at a path. Live games use
 * these functions, because another view refreshes their store. */
void open_openings_of(struct app *app, const char *path, const struct position *here,
                      const char *query);
void open_position_of(struct app *app, const char *path, const struct position *here);
/* The archive that open_openings() and open_position() use; NULL, after showing an error, if there
 * is none. The caller frees *filter, the filter of that archive's list ("" if none). *owned: the
 * archive is the user's own and was opened by this call; the caller closes it. */
struct store *open_store_below(struct app *app, struct view *view, char **filter, bool *owned);
/* Show statistics of games in the pager, with a cross table if few enough players met each
 * other. */
bool open_statistics(struct app *app, const char *title, struct statistics *statistics);
/* Resume a game with unsaved changes from its draft; `path` is the archive, `id` the game. */
bool open_draft(struct app *app, const char *path, const char *id);
/* Open the list of an archive's games that match a filter, under a title of its own. */
bool open_games(struct app *app, const char *path, const char *filter, const char *title);
/* Open a saved game by its id at a spot of its move tree (copied; NULL: at the ply where the user
 * left the game). With `play`, the user continues the game after its last ply. */
bool open_saved(struct app *app, const char *path, const char *id, const struct spot *spot,
                bool play);
/* Open the game of a bookmark from a store that has it (borrowed; may be NULL), or else from the
 * archive that the bookmark names. */
bool open_bookmark(struct app *app, struct store *store, const struct bookmark *bookmark);
/* Start a game for players who share this keyboard. Names and time control (as in
 * archive/record/header_values.h) may be "". The ruleset has the settings that differ from the
 * defaults. Returns true if the game is on the screen. */
bool open_new_game(struct app *app, const struct ruleset *rules,
                   const char *const player[SIDES_MAX], const char *clock);
/* Start a game as typed after `:new`, see new_game_typed(); without words, list the variants. */
void open_new(struct app *app, const char *typed);
/* Start a game from a position, otherwise as open_new_game() does. NULL: the opening position. */
bool open_game_from(struct app *app, const struct ruleset *rules, const struct position *start,
                    const char *const player[SIDES_MAX], const char *clock);
/* Play from a position given as text, perhaps preceded by settings, or show how games continue from
 * it: `openings` is the query for that, NULL plays. */
void open_position_text(struct app *app, struct view *view, const char *variant, const char *text,
                        const char *openings);

/* ---- The home screen: what other views ask it to show */

/* Let the home screen offer drafts whose games are no longer in an archive, beside the other
 * drafts. A later call for the same archive replaces the earlier one. */
void home_offer(struct app *app, const char *path, char (*ids)[ULID_LENGTH + 1], int n);

/* ---- The list of bookmarks in all games: the user can go to one, in the game below or another
 * game, or remove one. */

/* The argument of bookmarks_view. NULL: no game is open in the view below. */
struct bookmarks_open {
    const char *id; /* the id of the game in the view below */
    /* Show only these bookmarks, which are not stored in the user's file; copied. NULL: show the
     * user's bookmarks. */
    const struct bookmarks *only;
    /* Go to a bookmark in the game of the view below. */
    void (*go)(struct view *below, const struct bookmark *bookmark);
    /* Called when one of the bookmarks in `only` was removed. */
    void (*removed)(struct view *below, const struct bookmark *bookmark);
};

/* ---- Opening the view of conflicts: for each field that two people changed, the user chooses
 * which version to keep. */

struct conflict_open {
    struct merge *merge; /* the view takes ownership of the conflicts in `merge` */
    struct view *below;  /* the view of the game, below this one */
    const char *theirs;  /* who made the other changes; "": unknown; borrowed during the call */
    /* Save the game with these choices, in the order of the conflicts. Called while the view is
     * closing. */
    void (*done)(struct view *below, const enum merge_side *choice, int n);
};

extern const struct view_ops conflict_view; /* argument: struct conflict_open */

/* ---- view_lobby.c: games of the lobby, opened from any view. */

/* Open a live game: as a player if this user has a seat, otherwise as a watcher. Errors are shown.
 * `place` must outlive the game's view. */
bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id);

#endif
