/* live.h - a live game, played or watched through its journal: for the files of this folder only.
 *
 * The view is the same as for replay: the record is rebuilt from the journal whenever something
 * arrives, and only playing a ply differs. The user may step back at any time (the title says
 * "BEHIND 3"); G returns to the latest ply. When the game is over, the view shows the archive's
 * copy, which can be annotated like any other game. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_LIVE_H
#define CHESSCADE_TUI_VIEWS_GAME_LIVE_H

#include "tui/session/lobby.h"
#include "tui/views/game/game_internal.h"

struct table_live {
    struct lobby_place *place; /* borrowed */
    struct journal *journal;   /* owned */
    uint8_t side;              /* the user's side, an enum side; NOBODY: the user only watches */
    bool ended;                /* the game is over, and the view shows the archive's copy */
    uint8_t stage;             /* the enum live_stage that was last shown */
    bool lot;                  /* the sides had not been drawn by lot when last shown */
    /* a watcher has just come: if only one panel fits the screen, show the board */
    bool board_first;
    int records, plies, swaps, exits; /* how many of the journal's records, plies, swaps and exits
                                         are shown */
    /* talks: lines of chat. unread: lines that came since the user last looked at the notes
     * panel. */
    int talks, unread;
    struct person *person; /* [persons] the people who have this game open */
    int persons;
    bool people_stale; /* someone has come or left since `people_at`, an app_now() time */
    int64_t people_at, people_stamp;
    /* app_now() of the last event. If the system cannot notify us, the game is polled often for
     * a while after an event. */
    int64_t stirred_at;
    /* app_now() when something other than polling is due; TICK_NEVER: not computed yet */
    int64_t due;
    uint8_t offer_kind; /* the kind of the open offer as last shown (enum live_offer_kind) */
    uint8_t offer_by;   /* the side that made the open offer (enum side) */
    /* app_now() when the offer last changed; an answer must wait a moment, so that it cannot
     * answer another offer by mistake */
    int64_t offer_since;
    int64_t missed[SIDES_MAX]; /* app_now() since when each player has been absent; 0: present */
    /* app_now() when an absent player counts as disconnected; TICK_NEVER: nobody is absent */
    int64_t lost_at;
    /* app_now() when to notify the user that it is the user's turn; TICK_NEVER: do not */
    int64_t notice_at;
    /* the id of the rematch that another player has started; "": none */
    char rematch[ULID_LENGTH + 1];
    bool told_broken; /* the user has been told that the journal is damaged */
    bool told_torn;   /* the user has been told that a record of the journal is incomplete */
    int told_passed;  /* how many damaged lines of chat the user has been told about */
    bool asked;       /* the user was asked whether to take over the seat from another login */
    bool replaced;    /* another view, perhaps of the same game, now announces where the user is */
};

/* Stop watching for changes. following.c uses this as well. */
void table_watch_end(struct table *table);
/* "!" to show after a name that looks like another known name, otherwise "". */
static inline const char *table_name_mark(const struct table *table, const char *name)
{
    return lobby_name_mark(table->from.place, name);
}

/* ---- live.c: all of these functions may be called for games that are not live. */
int table_live_open(struct table *table, struct note *why);
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
/* True if this user may read that line of chat. */
bool table_live_hears(const struct table_live *live, const struct live_talk *talk);

/* ---- live_draw.c */
void table_live_clock(const struct table *table, int side, char out[CLOCK_ROOM]);
/* Write the note beside a player: "away 0:42", "watches"; "": nothing. */
void table_live_seat(const struct table *table, int side, char *out, size_t size);
/* True if the game waits for players and the sides will be drawn by lot, so nobody has a side
 * yet. */
bool table_live_by_lot(const struct table *table);
void table_live_face(const struct table *table, struct face *face);
void table_live_notes(struct table *table, struct page *page);
/* Add the chat that this user may read; after the game also that of the watchers. */
void table_live_add_talk(const struct table *table, struct page *page);

/* ---- The internals of a live game, for live.c and live_draw.c only.
 *
 *   live.c       opens the game, updates it from the journal, timers; plies and offers of
 *                players; chat; the end of the game, the archive's copy, a rematch
 *   live_draw.c  draws what a live game shows besides board and moves */

static inline const struct live_game *live_game_of(const struct table *table)
{
    return &table->live->journal->live;
}

/* ---- live.c */
/* Show the present state of the journal. */
void table_live_update(struct table *table);
/* Replace the record of the view, which takes ownership. A user at the end of the old record moves
 * to the end of the new one. */
void table_live_put_record(struct table *table, struct record *record);

/* True if a watcher may take a seat here: a free one, or the user's own seat that another login
 * held. */
bool table_live_seat_is_free(const struct table *table);
void table_live_sit_down(struct table *table);

/* How many of the latest plies are hidden from this watcher, because the game has a delay for
 * watchers. */
int table_live_hidden(const struct table_live *live);
bool table_live_late(const struct table_live *live);

/* ---- live_draw.c */
/* True if a session with that name has this game open as a player now. */
bool table_live_sits(const struct table_live *live, const char *name);

/* ---- live.c */
/* Prepare a journal record of the user's own side. */
struct journal_record table_live_record(const struct table *table, enum journal_event event);
/* Append a journal record and show the result; a failure is shown as a message. */
bool table_live_append(struct table *table, struct journal_record *record);

/* Update the number of unread lines of chat. */
void table_live_notice_talk(struct table *table);
/* Handle a line of chat that was typed: send it to the players or to the watchers. */
bool table_live_said(struct view *view, const char *text);
void table_live_talk(struct table *table);

void table_live_tell_result(struct table *table);
/* Call this when the game is over: adds it to the archive and shows the archive's copy. */
void table_live_finish(struct table *table);
void table_live_rematch(struct table *table);
/* Close this game and open another live game in its place. */
void table_live_open_instead(struct table *table, const char *id);
/* If another player has started a rematch, show that once. */
void table_live_look_for_rematch(struct table *table);

#endif
