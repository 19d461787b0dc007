/* live_table.h - a live game that the user plays or watches, without a screen: its seats, plies,
 * offers, clocks and talk, who is at the table, and its end.
 *
 * The journal (archive/live/journal.h) is the only truth about a live game. Each action of the user
 * is a record appended to the journal, and the client learns of it only when that record, like
 * those of all others, is read back. So all clients show the same game, whatever the order in which
 * things happen.
 *
 * There is no server. Duties that belong to nobody in particular are done by whichever session sees
 * them first, and the journal refuses the second attempt: recording a fallen flag or a lost
 * connection, and adding a finished game to the archive.
 *
 * The client is the screen (tui/views/game/live.c) or plain mode (tui/plain/live.c). It calls a
 * function here for everything that a user does, and live_table_attend() when something may have
 * changed. During a call the table reports what has happened as news, in order. Times are
 * milliseconds of the clock of the game session, unless they come from the journal. */
#ifndef CHESSCADE_TUI_SESSION_LIVE_TABLE_H
#define CHESSCADE_TUI_SESSION_LIVE_TABLE_H

#include "tui/session/game_session.h"
#include "tui/session/lobby/lobby.h"

enum table_news_kind {
    NEWS_REFUSED, /* What the user wanted was not done; `cause` and `why` say why. */
    NEWS_CAME,    /* New records have been read, and the news that follow tell what they say. `yes`:
                     they have plies, or take plies back. */
    NEWS_SEATED,  /* The user now has the seat `side`. */
    NEWS_WATCHING, /* The user watches. `yes`: another login of the same name has the user's seat.
                    */
    NEWS_SAID,     /* `talk` was said. `yes`: by the user. */
    NEWS_SENT,     /* What the user said was sent. `yes`: to the watchers. */
    NEWS_DRAWN,    /* All seats are taken, and the sides were drawn by lot. `side` is the user's. */
    NEWS_JOINED,   /* The player of `side` has sat down. */
    NEWS_BEGUN,    /* The game begins. */
    NEWS_RECORD,   /* The record of the game session was replaced: its last `count` plies were taken
                      back, and `of` plies are new after the first `first`. `yes`: the reader was at
                      the end of the game and is there again. */
    NEWS_LEFT,     /* `side` has left a game of three. `yes`: its time ran out; else it resigned.
                      `count` is 1 if the others play on. */
    NEWS_PAUSED,   /* The game is paused. */
    NEWS_RESUMED,  /* The game continues after a pause. */
    NEWS_SWAPPED,  /* The players have changed sides. `side` is now the user's. */
    NEWS_AGREED,   /* `side` agrees to the open offer. */
    NEWS_OFFER_OFF, /* An offer has ended without agreement. `count` is its kind, an enum
                       live_offer_kind; `text` says who ended it, or is "". */
    NEWS_OFFERED,   /* Another player has made an offer: the `offer` of the table. */
    NEWS_PROPOSED,  /* The user's own offer, of the kind `count`, is open; `text` says who must
                       answer: "bob is". */
    NEWS_TOOK_BACK, /* The user's own last ply was taken back without asking. */
    NEWS_TAKEN,     /* Another login has taken over the user's seat, so the user watches. */
    NEWS_OVER,      /* The game is over. */
    NEWS_TOLD,      /* This is the last of the news after NEWS_CAME. `yes`: it may be another
                       player's turn. */
    NEWS_PEOPLE,    /* `person` of the table was read again. */
    NEWS_HERE,      /* The player of `side` has come (`yes`) or gone. */
    NEWS_BROKEN,    /* The journal is damaged, so the game cannot continue; `why` has the reason. */
    NEWS_TORN,      /* The last record of the journal is incomplete; see JOURNAL_TORN. */
    NEWS_PASSED,    /* `count` lines of the talk cannot be read. */
    NEWS_NOT_FILED, /* The finished game cannot be saved in the archive yet; `why` has the reason.
                     */
    NEWS_FILED,   /* The table has ended. `yes`: the archive has the game, and the game session now
                     has the archive's copy, which can be annotated; `count` is its index in the
                     archive, or negative if the copy cannot be opened. Otherwise nothing was
                     played, so the game is not stored. */
    NEWS_REMATCH, /* The player `text` has started a rematch, which live_table_rematch() joins. */
    NEWS_OPENS,   /* The client must open the live game with the id `text` instead of this one,
                     which it may close. No other news follows. */
};

/* Why something was refused. The `why` of the news has a sentence. */
enum table_refusal {
    TABLE_INVALID,   /* the journal refused it, or could not be written */
    TABLE_NO_SEAT,   /* sitting down could not be recorded, so the user watches */
    TABLE_BROKEN,    /* the journal is damaged */
    TABLE_WATCHES,   /* the user has no seat */
    TABLE_OUT,       /* the user has left the game of three */
    TABLE_EARLIER,   /* the reader is not at the end of the game */
    TABLE_SEATS,     /* the game waits for its players */
    TABLE_PAUSED,    /* the game is paused */
    TABLE_OVER,      /* the game is over */
    TABLE_TURN,      /* another player is to move */
    TABLE_NO_PLY,    /* the user has played nothing that could be taken back */
    TABLE_NO_OFFER,  /* no offer is open */
    TABLE_NEW_OFFER, /* the offer has changed less than `answer_after` milliseconds ago */
    TABLE_SEATED,    /* the user has a seat already */
    TABLE_UNFINISHED /* only players of a finished game can start a rematch */
};

struct table_news {
    enum table_news_kind kind;
    enum table_refusal cause;
    int side, first, count, of;
    bool yes;
    const char *text;
    const struct note *why;
    const struct live_talk *talk;
};

struct live_table {
    /* Set by the client before live_table_open(). */
    void (*tell)(void *client, const struct table_news *news);
    void *client;
    struct lobby_place *place; /* borrowed */
    struct store *store;       /* the archive that the client has open; NULL: that of `place` */
    struct game_session *game; /* borrowed; its record is that of the live game until the end */
    bool watched;              /* the client is notified of changes, so the table need not poll */
    int people_every;          /* least milliseconds between checks of who is here, if `watched` */
    int answer_after;          /* milliseconds for which a new offer cannot be answered */

    struct journal *journal; /* owned; NULL: no live game is open */
    uint8_t side;            /* the user's side, an enum side; NOBODY: the user watches */
    bool ended;              /* the game is over and, if anything was played, in the archive */
    bool held;               /* another login of the same name has the user's seat */
    struct person *person;   /* [persons] the people who have this game open, with the user */
    int persons;
    bool here[SIDES_MAX];    /* who of the players is here */
    struct live_offer offer; /* the open offer as last told */
    /* the id of the rematch that another player has started; "": none */
    char rematch[ULID_LENGTH + 1];

    /* The remaining members are private: how much has been told, and when what is due. */
    uint8_t stage;
    int records, talks, swaps, exits, passed;
    bool lot, taken[SIDES_MAX], told_broken, told_torn;
    bool busy; /* another process was writing when the journal was last read */
    bool people_stale;
    int64_t people_at, people_stamp, stirred_at, offer_since, lost_at, missed[SIDES_MAX];
};

/* ---- live_table.c: opening, news, the end */

static inline struct live_game *live_table_game(const struct live_table *table)
{
    return &table->journal->live;
}
/* Fails if the journal has no readable game, or this user may not see it. */
int live_table_may_see(const struct journal *journal, const char *name, struct note *why);
/* The record of a live game as far as the user may see it: watchers may see it some plies late, and
 * then without its clocks. The caller frees it. */
struct record *live_table_record(const struct live_game *live, const char *name);
/* Open the table of a journal, which the table then owns. The record of the game session must be
 * the one that live_table_record() returns. The only news sent is NEWS_PEOPLE. */
void live_table_open(struct live_table *table, struct journal *journal);
/* Take the user's place: the user's seat, if the name has one and no other login holds it. Tells
 * NEWS_SEATED, NEWS_WATCHING, or NEWS_OVER if the game has ended already. */
void live_table_begin(struct live_table *table);
/* Record that the user leaves. `hangup`: the connection was lost. */
void live_table_part(struct live_table *table, bool hangup);
/* Free everything, and make the table ready for another game. The client's members stay. Does not
 * record that the user leaves. */
void live_table_clear(struct live_table *table);
/* True if a live game is open and not over. */
bool live_table_on(const struct live_table *table);

/* Read what others have recorded, check who is here, and do what is due. `stirred`: somebody may
 * have come or left. Returns false if the user may not see the game any more, because others have
 * taken all its seats before the first ply: the client must close it. */
bool live_table_attend(struct live_table *table, bool stirred);
/* Milliseconds until live_table_attend() must be called again. */
int live_table_wait(const struct live_table *table);
/* True if there is nothing that live_table_attend() could read or do now. Cheap. */
bool live_table_quiet(const struct live_table *table);
/* True if it is the user's turn, the user must answer an offer, or the game is over. For a watcher:
 * true if the number of plies is no longer `plies`, or the game is over. */
bool live_table_waits_for_user(const struct live_table *table, int plies);
/* True if somebody of this name is at the table as a player. */
bool live_table_sits(const struct live_table *table, const char *name);
/* True if this user may read that line of talk. */
bool live_table_hears(const struct live_table *table, const struct live_talk *talk);
/* live_table_hidden(): how many of the latest plies are hidden from this watcher.
 * live_table_late(): true if the user sees the game late. */
int live_table_hidden(const struct live_table *table);
bool live_table_late(const struct live_table *table);
/* What a side's clock shows, in milliseconds. Not for watchers who see the game late. */
int64_t live_table_clock(const struct live_table *table, int side);
/* Write it in whole seconds, "0:04:59", or as "2 days 3 h". Returns false, and writes "", if the
 * game has no clocks or the user sees the game late. */
bool live_table_clock_text(const struct live_table *table, int side, char out[CLOCK_ROOM]);

/* ---- live_deeds.c: what the user does. Each of these may tell NEWS_REFUSED. */

/* Sit down at the user's own seat, even if another login of the name holds it. */
void live_table_sit(struct live_table *table);
/* Watch, although the name has a seat. */
void live_table_watch(struct live_table *table);
/* True if a watcher may take a seat here. */
bool live_table_seat_is_free(const struct live_table *table);
/* Take the user's own seat or a free one. Returns true if the client must open the game `id` anew,
 * as a player. */
bool live_table_sit_down(struct live_table *table, char id[ULID_LENGTH + 1]);

/* True if the user can play a ply now. */
bool live_table_may_play(struct live_table *table);
bool live_table_play(struct live_table *table, const struct ply *ply);
/* Resign, or withdraw the game if it still waits for players. */
void live_table_resign(struct live_table *table);
/* Claim a draw that the rules allow. */
void live_table_claim(struct live_table *table);
/* Propose something to the others. LIVE_ABORT ends the game at once if live_may_abort();
 * LIVE_TAKEBACK does what live_table_take_back() does. */
void live_table_propose(struct live_table *table, enum live_offer_kind kind);
/* Take back the user's last ply: at once during the first seconds after it; later ask the others
 * to agree. */
void live_table_take_back(struct live_table *table);
/* Answer the offer that was last told. */
void live_table_answer(struct live_table *table, bool agrees);
/* Talk: players to everyone at the table, watchers to the other watchers. */
void live_table_say(struct live_table *table, const char *text);
/* Find out whether another player has started a rematch. */
void live_table_look_for_rematch(struct live_table *table);
/* Join the rematch that another player has started, or start one in which the players rotate by
 * one seat. Returns true if the client must open the game `id`. */
bool live_table_rematch(struct live_table *table, char id[ULID_LENGTH + 1]);

/* ---- internal, for these two files */
void live_table_tell(struct live_table *table, const struct table_news *news);
void live_table_refuse(struct live_table *table, enum table_refusal cause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Prepare a record of the user's own side. */
struct journal_record live_table_prepare(const struct live_table *table, enum journal_event event);
/* A record that says whether the user is present or away. */
struct journal_record live_table_presence(const struct live_table *table, enum journal_event event);
/* Append a record, and tell the news. Returns false if it was refused; the client has then been
 * told. */
bool live_table_append(struct live_table *table, struct journal_record *record);
/* Tell what has been read from the journal and not told yet. */
void live_table_catch_up(struct live_table *table);

#endif
