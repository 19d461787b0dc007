/* table_live.h - a table at which a game is played or watched over a journal: for the table_*.c files only.
 *
 * The same table as for replay: its record is made from the journal anew whenever something arrives, and where a played
 * ply goes is the one difference. Stepping back is the reader's own affair: "BEHIND 3", and G goes to the live end. When
 * the game is over it is the archive's game that stands on the table, to be annotated like any other. */
#ifndef CHESSCADE_TABLE_LIVE_H
#define CHESSCADE_TABLE_LIVE_H

#include "tui/lobby.h"
#include "tui/table_parts.h"

struct table_live {
    struct lobby_place *place; /* borrowed */
    struct journal *journal;   /* owned */
    uint8_t side;              /* enum side; NOBODY: a watcher */
    bool ended;                /* the archive's game is on the table */
    uint8_t stage;             /* enum live_stage, as it was shown last */
    bool lot;             /* sides were still to be drawn */
    bool board_first;     /* a watcher has just come: where one panel has the screen it is the board */
    int records, plies, swaps, exits; /* of the journal, as far as they are shown */
    int talks, unread;         /* ever said; said since the notes were looked at */
    struct person *person;     /* [persons] at this table */
    int persons;
    bool people_stale;         /* somebody came or went since the look at people_at, app_now() */
    int64_t people_at, people_stamp;
    int64_t stirred_at; /* app_now() at which something happened last: the game is looked at often then, where
                           nothing wakes us */
    int64_t due;               /* app_now() at which there is something to do but look; TICK_NEVER: not known yet */
    uint8_t offer_kind;        /* enum live_offer_kind, as it was shown last */
    uint8_t offer_by;          /* enum side, of that */
    int64_t offer_since;       /* app_now() of the last change of the offer: answers wait a moment */
    int64_t missed[SIDES_MAX]; /* app_now() since which a player is nowhere to be seen; 0 */
    int64_t lost_at;           /* ... at which one is taken for lost; TICK_NEVER */
    int64_t notice_at;         /* app_now() at which the user is told that it is their turn; TICK_NEVER */
    char rematch[ULID_LENGTH + 1]; /* another player has begun it; "" not yet */
    bool told_broken;          /* that the journal is damaged */
    bool told_torn;            /* that a record broke off */
    int told_passed;           /* damaged lines of talk reported so far */
    bool asked;                /* whether to take the seat over from another login */
    bool replaced;             /* by a table, perhaps of the same game, that says where the user is */
};

/* Nothing is watched any more: also for table_together.c. */
void table_watch_end(struct table *table);
/* "!" after a name that looks like that of somebody else who was met here; else "". */
static inline const char *table_name_mark(const struct table *table, const char *name)
{
    return lobby_name_mark(table->from.place, name);
}

/* table_live.c: all may be called for tables that are not live */
int table_live_open(struct table *table, struct note *why);
void table_live_close(struct table *table, bool hangup);
/* Is a game going on here, so that this is no table to write at? */
bool table_live_on(const struct table *table);
/* Does the user play in that game? */
bool table_live_plays(const struct table *table);
/* May the user begin a ply here? If not, it is said. True for tables that are not live. */
bool table_live_may_play(struct table *table);
void table_live_play(struct table *table, const struct ply *ply);
bool table_live_request(struct table *table, const struct event *event);
/* Has a watcher come of whom it is not known yet whether the board is seen? Answered once. */
bool table_live_board_first(struct table *table);
/* -1: not a matter of live games; else whether it can be done. */
int table_live_can(const struct table *table, enum request request);
void table_live_tick(struct table *table);
/* May this user read that line? */
bool table_live_hears(const struct table_live *live, const struct live_talk *talk);

/* table_live_draw.c */
void table_live_clock(const struct table *table, int side, char out[CLOCK_ROOM]);
/* "away 0:42", "watches": what is to be said of a seat; "" nothing. */
void table_live_seat(const struct table *table, int side, char *out, size_t size);
/* Does the game wait for players, and the lot, so that nobody has a side yet? */
bool table_live_by_lot(const struct table *table);
void table_live_face(const struct table *table, struct face *face);
void table_live_notes(struct table *table, struct page *page);
/* What was said here, as far as this user may read it: when the game is over the gallery too. */
void table_live_add_talk(const struct table *table, struct page *page);

#endif
