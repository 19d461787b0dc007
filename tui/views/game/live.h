/* live.h - a table with a live game, played or watched through its journal: for the files of this
 * folder only.
 *
 * It is the same table as for replay: the record is rebuilt from the journal whenever something
 * arrives, and only the way of playing a ply differs. A reader may step back at any time ("BEHIND
 * 3"); G returns to the live end. When the game is over, the table shows the archive's copy, which
 * can be annotated like any other game. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_LIVE_H
#define CHESSCADE_TUI_VIEWS_GAME_LIVE_H

#include "tui/session/lobby.h"
#include "tui/views/game/game_internal.h"

struct table_live {
    struct lobby_place *place; /* borrowed */
    struct journal *journal;   /* owned */
    uint8_t side;              /* enum side; NOBODY: the user only watches */
    bool ended;                /* the table shows the archive's copy */
    uint8_t stage;             /* enum live_stage, as last shown */
    bool lot;                  /* sides had not been drawn yet */
    bool board_first; /* a watcher has just come: if only one panel fits the screen, show the board
                       */
    int records, plies, swaps, exits; /* how much of the journal is shown */
    int talks, unread;     /* lines of chat; those unread since the user last looked at the notes */
    struct person *person; /* [persons] at this table */
    int persons;
    bool people_stale; /* someone came or left since people_at, an app_now() time */
    int64_t people_at, people_stamp;
    int64_t stirred_at; /* app_now() of the last event: soon after one the game is polled often, if
                           the system cannot notify */
    int64_t due; /* app_now() when something other than polling is due; TICK_NEVER: not known yet */
    uint8_t offer_kind;  /* enum live_offer_kind, as last shown */
    uint8_t offer_by;    /* enum side: who made that offer */
    int64_t offer_since; /* app_now() when the offer last changed: an answer must wait a moment */
    int64_t missed[SIDES_MAX]; /* app_now() since when a player has been absent; 0: present */
    int64_t lost_at;   /* app_now() when an absent player counts as disconnected; TICK_NEVER */
    int64_t notice_at; /* app_now() when the user is notified that it is their turn; TICK_NEVER */
    char rematch[ULID_LENGTH + 1]; /* the rematch that another player has started; "": none */
    bool told_broken;              /* the user knows that the journal is damaged */
    bool told_torn;                /* ... that a record is incomplete */
    int told_passed;               /* damaged lines of talk reported so far */
    bool asked;    /* the user was asked whether to take over their seat from another login */
    bool replaced; /* another table, perhaps of the same game, now announces where the user is */
};

/* Stop watching for changes; used by following.c, too. */
void table_watch_end(struct table *table);
/* "!" after a name that looks like that of someone else seen here; else "". */
static inline const char *table_name_mark(const struct table *table, const char *name)
{
    return lobby_name_mark(table->from.place, name);
}

/* live.c: all of these may be called for tables that are not live. */
int table_live_open(struct table *table, struct note *why);
void table_live_close(struct table *table, bool hangup);
/* True if a live game is in progress here, so that the table cannot be annotated. */
bool table_live_on(const struct table *table);
/* True if the user plays in that game. */
bool table_live_plays(const struct table *table);
/* True if the user may begin a ply here; if not, the reason is shown. Always true for tables that
 * are not live. */
bool table_live_may_play(struct table *table);
void table_live_play(struct table *table, const struct ply *ply);
bool table_live_request(struct table *table, const struct event *event);
/* True, once, for a watcher who has just come, if the layout must still decide whether the board is
 * visible. */
bool table_live_board_first(struct table *table);
/* -1: not a request of live games; else whether it is possible now. */
int table_live_can(const struct table *table, enum request request);
void table_live_tick(struct table *table);
/* True if this user may read that line. */
bool table_live_hears(const struct table_live *live, const struct live_talk *talk);

/* ---- live_draw.c */
void table_live_clock(const struct table *table, int side, char out[CLOCK_ROOM]);
/* The note beside a seat: "away 0:42", "watches"; "": nothing. */
void table_live_seat(const struct table *table, int side, char *out, size_t size);
/* True if the game still waits for players and sides will be drawn by lot, so that nobody has a
 * side yet. */
bool table_live_by_lot(const struct table *table);
void table_live_face(const struct table *table, struct face *face);
void table_live_notes(struct table *table, struct page *page);
/* Add the chat that this user may read; when the game is over also the gallery's. */
void table_live_add_talk(const struct table *table, struct page *page);

/* ---- The internals of a live table, for live.c and live_draw.c only.
 *
 *   live.c       opening, updates from the journal, timers
 *   live.c  a player's actions: plies, offers; which requests are possible
 *   live.c  chat
 *   live.c   the result, the archive's copy, a rematch
 *   live_draw.c  what is drawn besides board and moves */

static inline const struct live_game *live_game_of(const struct table *table)
{
    return &table->live->journal->live;
}

/* ---- live.c */
/* Show the present state of the journal. */
void table_live_update(struct table *table);
/* Replace the record on the table, which takes ownership; a reader at the end of the old one moves
 * to the end of the new one. */
void table_live_put_record(struct table *table, struct record *record);

/* True if a watcher may sit down here: on a free seat, or on their own seat that another login
 * held. */
bool table_live_seat_is_free(const struct table *table);
void table_live_sit_down(struct table *table);

/* How many of the latest plies are still hidden from this watcher because the gallery has a delay.
 */
int table_live_hidden(const struct table_live *live);
bool table_live_late(const struct table_live *live);

/* ---- live_draw.c */
/* True if a session with that name is at this table now. */
bool table_live_sits(const struct table_live *live, const char *name);

/* ---- live.c */
/* Begin a record of your own side. */
struct journal_record table_live_record(const struct table *table, enum journal_event event);
/* Append it and show the result; a failure is shown as a message. */
bool table_live_append(struct table *table, struct journal_record *record);

/* Count the lines of chat since the last look. */
void table_live_notice_talk(struct table *table);
/* Handle a typed line: it goes to the table or to the gallery. */
bool table_live_said(struct view *view, const char *text);
void table_live_talk(struct table *table);

void table_live_tell_result(struct table *table);
/* The game is over: add it to the archive and show the archive's copy. */
void table_live_finish(struct table *table);
void table_live_rematch(struct table *table);
/* Replace this table by the table of another game. */
void table_live_open_instead(struct table *table, const char *id);
/* If another player has started a rematch, say so, once. */
void table_live_look_for_rematch(struct table *table);

#endif
