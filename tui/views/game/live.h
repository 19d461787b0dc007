/* live.h - a live game, played or watched through its journal: for the files of this folder only.
 *
 * The view is the same as for replay: tui/session/lobby/live_table.h rebuilds the record whenever
 * something arrives, and only playing a ply differs. The user may step back at any time (the title
 * says "BEHIND 3"); G returns to the latest ply. When the game is over, the view shows the
 * archive's copy, which can be annotated like any other game. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_LIVE_H
#define CHESSCADE_TUI_VIEWS_GAME_LIVE_H

#include "tui/session/lobby/live_table.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/views/game/game_internal.h"

struct table_live {
    struct live_table at; /* the table; it reports to this view */
    bool opening;         /* the user has not taken a place yet */
    /* a watcher has just come: if only one panel fits the screen, show the board */
    bool board_first;
    int plies;  /* the number of plies of the game when the last news had been told */
    int unread; /* lines of chat that came since the user last looked at the notes panel */
    bool begun; /* a ply was being composed when the last news came */
    int gone;   /* the number of players who had left when the user was last shown who left */
    /* timers of app_at(): to look for news of the live game, to draw again what changes with
     * time, and to notify the user */
    loop_handle polling, beating, noticing;
    /* app_now() when to notify the user that it is the user's turn; TICK_NEVER: do not */
    int64_t notice_at;
    bool replaced; /* another view, perhaps of the same game, now announces where the user is */
};

/* Stop watching for changes. following.c uses this as well. */
void table_watch_end(struct table *table);
/* "!" to show after a name that looks like another known name, otherwise "". */
static inline const char *table_name_mark(const struct table *table, const char *name)
{
    return lobby_name_mark(table->from.place, name);
}

/* ---- live.c: all of these functions may be called for games that are not live. */
void table_live_open(struct table *table);
void table_live_close(struct table *table, bool hangup);
/* True if this is a live game in progress, which cannot be annotated. */
bool table_live_on(const struct table *table);
/* True if the user plays in the live game. */
bool table_live_plays(const struct table *table);
/* True if the user may begin a ply here; if not, the reason has been shown. Always true for games
 * that are not live. */
bool table_live_may_play(struct table *table);
void table_live_play(struct table *table, const struct ply *ply);
bool table_live_request(struct table *table, const struct event *event);
/* True for a watcher who has just come, if the layout must still decide whether the board is
 * visible. True only once. */
bool table_live_board_first(struct table *table);
/* Returns -1 if this is not a request of live games, otherwise 1 or 0: whether it is possible
 * now. */
int table_live_can(const struct table *table, enum request request);
void table_live_tick(struct table *table);
/* If the followed player has begun another game, open it in place of this one and return true. */
bool table_led_on(struct table *table);

/* ---- live_draw.c */
/* Write the note beside a player: "away 0:42", "watches"; "": nothing. */
void table_live_seat(const struct table *table, int side, char *out, size_t size);
/* True if the game waits for players and the sides will be drawn by lot, so nobody has a side
 * yet. */
bool table_live_by_lot(const struct table *table);
void table_live_face(const struct table *table, struct face *face);
void table_live_notes(struct table *table, struct page *page);
/* Add the chat that this user may read; after the game also that of the watchers. */
void table_live_add_talk(const struct table *table, struct page *page);

static inline const struct live_game *live_game_of(const struct table *table)
{
    return live_table_game(&table->live->at);
}

#endif
