/* live_game.h - the state of a live game, computed from its journal: seats, clocks, offers, talk.
 *
 * The state is a pure fold over the records: the same records produce the same state on every
 * client at any time. Each record is validated against the state so far (whose turn is it, is the
 * ply legal, may this be agreed to) and is either applied as a whole or refused without any change.
 * Nothing here touches files or the clock: journal.h stores the records. */
#ifndef CHESSCADE_ARCHIVE_LIVE_LIVE_GAME_H
#define CHESSCADE_ARCHIVE_LIVE_LIVE_GAME_H

#include "archive/record/header_values.h"
#include "archive/live/journal_line.h"
#include "archive/record/record.h"
#include "core/game.h"

enum {
    JOURNAL_VERSION = 2,     /* highest `chesscade` of an open record that this program can play */
    JOURNAL_VERSION_LOT = 2, /* ... first version with sides drawn by lot */
    TALK_BYTES_MAX = 2048,
    TALK_KEPT = 400, /* lines of talk kept in memory, for the table and for the gallery each */
    OFFERS_KEPT = 5, /* for each side, the times of this many latest offers are kept */
    TAKEBACK_GRACE = 2000, /* milliseconds in which you can take back your own last ply without
                              asking */
    GALLERY_DELAY_MAX = 20,
    GRACE_MAX = 60,      /* minutes */
    CHALLENGE_DAYS = 14, /* seats stay open this many days after the last record; then the game is
                            off */
    NEWS_DAYS = 60,      /* for this many days the opener of a game sees that no one joined it */
    SWAPS_KEPT = 16      /* exchanges of sides that the archived game records */
};

enum live_stage {
    LIVE_NEW,   /* before the open record */
    LIVE_SEATS, /* waiting for players to sit down */
    LIVE_PLAYING,
    LIVE_PAUSED, /* by agreement: clocks are stopped, plies are refused */
    LIVE_OVER,   /* there is a result; the close record follows */
    LIVE_CLOSED
};

/* O(name, text, phrase used in messages) */
#define LIVE_OFFERS_LIST(O)                            \
    O(LIVE_DRAW, "draw", "a draw")                     \
    O(LIVE_TAKEBACK, "takeback", "to take back")       \
    O(LIVE_ABORT, "abort", "to stop without a result") \
    O(LIVE_PAUSE, "pause", "a pause")                  \
    O(LIVE_ADJOURN, "adjourn", "to adjourn")           \
    O(LIVE_RESUME, "resume", "to resume")              \
    O(LIVE_SWAP, "swap", "to change sides")

enum live_offer_kind {
    LIVE_NO_OFFER,
#define LIVE_OFFER_NAME(name, text, said) name,
    LIVE_OFFERS_LIST(LIVE_OFFER_NAME)
#undef LIVE_OFFER_NAME
        LIVE_OFFERS
};

struct live_offer {
    uint8_t kind;           /* enum live_offer_kind; LIVE_NO_OFFER: no offer is open */
    uint8_t by;             /* enum side */
    bool agreed[SIDES_MAX]; /* the sides that have agreed, including the author */
    int count;              /* plies to take back */
    int64_t at;
};

struct live_seat {
    char name[PLAYER_NAME_MAX + 1]; /* "": open to everyone */
    char session[12]; /* the login of the player that has the seat, "" before the first */
    bool taken, present;
    bool lost;          /* connection lost involuntarily: the grace time of the game covers it */
    int64_t away_since; /* 0: present, or not seen yet */
    int64_t grace; /* grace time left: how long the clock still waits while the player's connection
                      is lost */
    int64_t left;  /* clock time at the start of the side's current or next turn */
};

struct live_ply {
    char *text; /* in long form */
    uint8_t side;
    int64_t at;
    int64_t left; /* the mover's clock after it */
};

struct live_talk {
    char by[PLAYER_NAME_MAX + 1];
    bool gallery;
    int number; /* from 1, counting everything ever said */
    int plies;  /* plies played when it was said; reduced when they are taken back */
    int64_t at;
    char *text; /* uncleaned, one line */
};

/* What a player has said to the gallery. */
struct live_talker {
    char by[PLAYER_NAME_MAX + 1];
    int64_t bytes; /* of the talker's lines in the journal */
};

struct live_exit {
    int plies;
    uint8_t side;
    bool time; /* flagged; otherwise resigned */
};

struct live_game {
    char id[ULID_LENGTH + 1];
    enum live_stage stage;
    struct ruleset *rules; /* owned; NULL before the open record */
    struct game game;
    struct live_seat seat[SIDES_MAX]; /* [rules->sides] */
    struct live_ply *ply;             /* [game.plies] */
    int ply_room;
    struct live_exit exit[SIDES_MAX]; /* [exits] sides that resigned or were flagged while others
                                         played on */
    int exits;
    char control_text[40];
    struct control control;
    bool is_private, casual;
    bool lot;   /* sides are drawn by lot when all players are seated; until then the order of
                 * seats means nothing */
    bool drawn; /* ... and the lot was drawn */
    int gallery_delay;           /* how many plies watchers are behind */
    int grace;                   /* minutes for each player: see live_seat */
    char after[ULID_LENGTH + 1]; /* the game of which this is the rematch; "": none */
    struct live_offer offer;
    uint8_t answered_no; /* 1 + the side that declined or withdrew the latest offer, or the seat; 0:
                            no one */
    int64_t offered_at[SIDES_MAX][OFFERS_KEPT]; /* latest first */
    int64_t turn_since;                         /* when the clock of the side to move started */
    int64_t opened_at, last_at;
    struct live_talk *talk; /* [talks] the latest of each room in order; older ones are only in the
                               file */
    int talks, talk_room, talks_ever;
    struct live_talker *talker; /* [talkers] in the gallery */
    int talkers, talker_room;
    int64_t gallery_bytes;   /* said to the gallery by all of them */
    int swapped[SWAPS_KEPT]; /* [swaps] plies played when the players exchanged sides */
    int swaps;
    bool aborted;
    bool refused; /* ... because a seat was declined, or no one took it in time */
    char opener[PLAYER_NAME_MAX + 1]; /* who started the game */
    char reason[40];                  /* of the result */
    int records;
    uint32_t crc;
};

void live_game_begin(struct live_game *live, const char *id);
void live_game_clear(struct live_game *live);

/* Applies the next record. If it cannot follow, returns FAIL_RULE, FAIL_TEXT or FAIL_NAME and why,
 * and changes nothing. FAIL_NAME is for what a newer version of the program may have written: an
 * unknown variant, offer or reason. The caller must check the crc and the number of the record. */
int live_game_apply(struct live_game *live, const struct journal_record *record, struct note *why);

/* Skips an unreadable record of talk with that crc. */
void live_game_pass_by(struct live_game *live, uint32_t crc);

/* ---- queries ---- */
/* The side of a record: where the player in its `name` sits, otherwise its `side`. NOBODY if there
 * is none. */
int live_record_side(const struct live_game *live, const struct journal_record *record);
/* True if players may exchange sides between composing and writing a record. The record must then
 * say by whom it is. */
bool live_sides_may_change(const struct live_game *live);
/* The side a player has, NOBODY for a watcher. */
int live_side_of(const struct live_game *live, const char *name);
/* The seat a player may take: one reserved for the player first (*kept, may be NULL), otherwise the
 * first open one; NOBODY. */
int live_free_seat(const struct live_game *live, const char *name, bool *kept);
/* True if a player may see the game: it is public, or the player has or may take a seat. */
bool live_may_see(const struct live_game *live, const char *name);
/* True if the game has waited too long for players at time `now`. Whoever notices writes the record
 * that it is off. */
bool live_overdue(const struct live_game *live, int64_t now);
/* True if the game was refused and its opener has not seen that yet. Until then no one else puts
 * the journal away. */
bool live_is_news(const struct live_game *live, int64_t now);
/* True if the side is still playing: not resigned, flagged or otherwise out. */
bool live_alive(const struct live_game *live, int side);
/* True if that player has a seat and is not out. */
bool live_plays(const struct live_game *live, const char *name);
/* The room in which this name talks: "table" for a player still in the game, "gallery" for
 * watchers and eliminated players. */
const char *live_room(const struct live_game *live, const char *name);
/* True if a player may read a line of talk. Players do not hear the gallery before the end;
 * watchers of a delayed gallery hear the players with the same delay as they see the plies. */
bool live_hears(const struct live_game *live, const char *name, const struct live_talk *talk);
/* True if a record of talk goes to the gallery. */
bool live_to_gallery(const struct journal_record *record);
/* Bytes in the journal used by a player's lines to the gallery. */
int64_t live_gallery_bytes(const struct live_game *live, const char *name);
/* True if a side may abort the game alone, whatever the others and the clock say: before the second
 * ply, or with three players while one of them has not played yet. So no one has to wait for a
 * player who never starts. */
bool live_may_abort(const struct live_game *live, int side);
/* How many of the latest plies a player may not see yet because the gallery is delayed. */
int live_hidden(const struct live_game *live, const char *name);
/* True if a watcher sees the game with a delay. Then the watcher sees no turn, clocks or offers,
 * from the start: their changes would reveal that a ply was played. */
bool live_is_late(const struct live_game *live, const char *name);
/* What a side's clock shows at time `now`; 0 or less: time is over. It waits while the side's
 * connection is lost, until the grace time is used up. */
int64_t live_clock(const struct live_game *live, int side, int64_t now);
/* True if the clock of the side to move is running. */
bool live_clock_runs(const struct live_game *live);
bool live_has_clock(const struct live_game *live);
const char *live_offer_text(int kind); /* "draw" */
const char *live_offer_said(int kind); /* "a draw" */
/* What goes between "the offer" and the text of live_offer_said(): "of " or nothing. */
const char *live_offer_of(int kind);
/* What follows "the offer is off" for an offer made by `by`: ": no, says ana", ": ana takes it
 * back", "". */
void live_offer_off(const struct live_game *live, int by, char *out, size_t size);
int live_offer_named(const char *text); /* LIVE_NO_OFFER if no offer has that name */
/* The grace time that a side has used by being away in the current turn, at time `now`. */
int64_t live_graced(const struct live_game *live, int side, int64_t now);
/* "1-0", "1/2-1/2", "0-0-1", "*". */
void live_score(const struct live_game *live, char *out, size_t size);

/* The game as an archive record: id, players, control, plies with clocks, result; without the talk.
 * The same game always makes the same record; its rev is 0. Free it with record_free(). */
struct record *live_record(const struct live_game *live);

#endif
