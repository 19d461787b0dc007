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
    JOURNAL_VERSION = 2,     /* highest value of `chesscade` in an open record that this program can
                                play */
    JOURNAL_VERSION_LOT = 2, /* first journal version that has sides drawn by lot */
    TALK_BYTES_MAX = 2048,
    TALK_KEPT = 400, /* number of lines of talk kept in memory, for the players' room ("table") and
                        for the watchers' room ("gallery") each */
    OFFERS_KEPT = 5, /* number of latest offers whose times are kept, for each side */
    TAKEBACK_GRACE = 2000, /* milliseconds in which you can take back your own last ply without
                              asking */
    GALLERY_DELAY_MAX = 20,
    GRACE_MAX = 60,      /* minutes */
    CHALLENGE_DAYS = 14, /* days that an open game waits for players after its last record; then it
                            is cancelled */
    /* When a game is refused, its creator gets a message at the next login within this many days.
     */
    NEWS_DAYS = 60,
    SWAPS_KEPT = 16 /* largest number of exchanges of sides that the archived game records */
};

enum live_stage {
    LIVE_NEW,   /* state before the open record was applied */
    LIVE_SEATS, /* waiting for players to sit down */
    LIVE_PLAYING,
    LIVE_PAUSED, /* paused by agreement: the clocks are stopped and plies are refused */
    LIVE_OVER,   /* the result is known; the close record follows */
    LIVE_CLOSED
};

/* The kinds of offers: O(name, text in the journal, phrase used in messages) */
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
    uint8_t kind; /* kind of the open offer (enum live_offer_kind); LIVE_NO_OFFER if no offer is
                     open */
    uint8_t by;   /* the side that made the offer (enum side) */
    bool agreed[SIDES_MAX]; /* true for each side that has agreed, including the side that made the
                               offer */
    int count;              /* for a takeback offer: number of plies to take back */
    int64_t at;
};

struct live_seat {
    /* the player in the seat, or the only one who may take it; "" if anyone may take it */
    char name[PLAYER_NAME_MAX + 1];
    char session[12]; /* login session of the player in the seat; "" before the first login */
    bool taken, present;
    bool lost; /* true if the connection was lost involuntarily, so that the grace time applies */
    int64_t away_since; /* time at which the player left; 0 if the player is
                           present or has not been seen yet */
    int64_t grace; /* grace time left: how long the clock still waits while the player's connection
                      is lost */
    int64_t left;  /* clock time at the start of the side's current or next turn */
};

struct live_ply {
    char *text; /* the ply in long notation */
    uint8_t side;
    int64_t at;
    int64_t left; /* time left on the mover's clock after the ply */
};

struct live_talk {
    char by[PLAYER_NAME_MAX + 1];
    bool gallery;
    int number; /* number of this line of talk, from 1, counting everything ever said in the game */
    int plies; /* number of plies that had been played when it was said; reduced when they are taken
                  back */
    int64_t at;
    char *text; /* the text said, one line; clean it before display */
};

/* What a person has said to the gallery, the room of the watchers. */
struct live_talker {
    char by[PLAYER_NAME_MAX + 1];
    int64_t bytes; /* total bytes of this person's lines in the journal */
};

struct live_exit {
    int plies;
    uint8_t side;
    bool time; /* true if the side lost on time, false if it resigned */
};

struct live_game {
    char id[ULID_LENGTH + 1];
    enum live_stage stage;
    struct ruleset *rules; /* rules of the game, owned; NULL before the open record */
    struct game game;
    struct live_seat seat[SIDES_MAX]; /* [rules->sides] the seats */
    struct live_ply *ply;             /* [game.plies] the plies of the game */
    int ply_room;
    struct live_exit exit[SIDES_MAX]; /* [exits] sides that resigned or were flagged while others
                                         played on */
    int exits;
    char control_text[40];
    struct control control;
    bool is_private, casual;
    bool lot;   /* sides are drawn by lot when all players are seated; until then the order of
                 * seats means nothing */
    bool drawn; /* true once the lot has been drawn */
    int gallery_delay; /* number of plies by which watchers see the game late */
    int grace;         /* grace time of each player, in minutes: how long the clock waits for a lost
                          connection */
    char after[ULID_LENGTH + 1]; /* the game of which this is the rematch; "": none */
    struct live_offer offer;
    uint8_t answered_no; /* 1 + the side that declined or withdrew the latest offer or refused its
                            seat; 0 if no one did */
    int64_t offered_at[SIDES_MAX][OFFERS_KEPT]; /* times of each side's offers, latest first */
    int64_t turn_since;                         /* when the clock of the side to move started */
    int64_t opened_at, last_at;
    struct live_talk *talk; /* [talks] the latest lines of each room, in order; older lines are only
                               in the file */
    int talks, talk_room, talks_ever;
    struct live_talker *talker; /* [talkers] the gallery's talkers so far, one entry each */
    int talkers, talker_room;
    int64_t gallery_bytes;   /* total bytes that have been said in the gallery */
    int swapped[SWAPS_KEPT]; /* [swaps] for each exchange of sides, the number of plies played
                                before it */
    int swaps;
    bool aborted;
    bool refused; /* true if the game was cancelled because a seat was declined or no one took it in
                     time */
    char opener[PLAYER_NAME_MAX + 1]; /* name of the person who opened the game */
    char reason[40];                  /* reason of the result */
    int records;
    uint32_t crc;
};

void live_game_begin(struct live_game *live, const char *id);
void live_game_clear(struct live_game *live);

/* Applies the next record. If the record is not valid at this point, changes nothing and returns
 * FAIL_RULE, FAIL_TEXT or FAIL_NAME and why. FAIL_NAME means that a newer version of the program
 * may have written it: an unknown variant, offer or reason. The caller must have checked the
 * record's crc and number. */
int live_game_apply(struct live_game *live, const struct journal_record *record, struct note *why);

/* Skips an unreadable record of talk whose checksum is `crc`. */
void live_game_pass_by(struct live_game *live, uint32_t crc);

/* ---- queries ---- */
/* The side that a record is from: the seat of the player in its key `name`, otherwise its key
 * `side`. NOBODY if it has neither. */
int live_record_side(const struct live_game *live, const struct journal_record *record);
/* True if the players of this game may exchange sides at any moment, even between composing a
 * record and writing it. Each record must then name its player. */
bool live_sides_may_change(const struct live_game *live);
/* The side that a player has; NOBODY for a watcher. */
int live_side_of(const struct live_game *live, const char *name);
/* The seat that a player may take: a seat reserved for the player if there is one (*kept is then
 * true; may be NULL), otherwise the first open one; NOBODY if there is none. */
int live_free_seat(const struct live_game *live, const char *name, bool *kept);
/* True if a player may see the game: it is public, or the player has or may take a seat. */
bool live_may_see(const struct live_game *live, const char *name);
/* True if at time `now` the game has waited too long for players. The first client that notices
 * this writes the record that cancels the game. */
bool live_overdue(const struct live_game *live, int64_t now);
/* True if the game was refused (a seat was declined, or no one took it in time) less than NEWS_DAYS
 * days before `now`. During these days only the person who opened the game moves the journal to the
 * trash. So this person can still be told that the game was refused. */
bool live_is_news(const struct live_game *live, int64_t now);
/* True if the side is still playing: not resigned, flagged or otherwise out. */
bool live_alive(const struct live_game *live, int side);
/* True if the player has a seat and is still playing. */
bool live_plays(const struct live_game *live, const char *name);
/* The room where the talk of this user goes: "table" for players, "gallery" for watchers and
 * eliminated players. */
const char *live_room(const struct live_game *live, const char *name);
/* True if a player may read a line of talk. Players do not hear the gallery before the end;
 * watchers of a delayed gallery hear the players with the same delay as they see the plies. */
bool live_hears(const struct live_game *live, const char *name, const struct live_talk *talk);
/* True if the line of talk in a journal record was sent to the gallery, the room of those who
 * watch. */
bool live_to_gallery(const struct journal_record *record);
/* Bytes in the journal used by a player's lines to the gallery. */
int64_t live_gallery_bytes(const struct live_game *live, const char *name);
/* True if a side may abort the game without the others' consent, whatever the clock shows:
 * before the second ply, or with three players as long as one of them has not played yet. So no
 * one has to wait for a player who never starts. */
bool live_may_abort(const struct live_game *live, int side);
/* How many of the latest plies a player may not see yet because the gallery is delayed. */
int live_hidden(const struct live_game *live, const char *name);
/* True if a watcher sees the game with a delay. Turn, clocks and offers are hidden from such a
 * watcher from the start, since their changes would reveal that a ply was played. */
bool live_is_late(const struct live_game *live, const char *name);
/* What a side's clock shows at time `now`; 0 or less means that time is over. While the side's
 * connection is lost the clock waits, until the grace time is used up. */
int64_t live_clock(const struct live_game *live, int side, int64_t now);
/* True if the clock of the side to move is running. */
bool live_clock_runs(const struct live_game *live);
bool live_has_clock(const struct live_game *live);
const char *live_offer_text(int kind); /* the word for a kind of offer: "draw" */
const char *live_offer_said(int kind); /* the phrase for a kind of offer: "a draw" */
/* The word between "the offer" and the phrase of live_offer_said(): "of " or nothing. */
const char *live_offer_of(int kind);
/* What follows "the offer is off" for an offer by side `by`: ": no, says ana" if ana declined,
 * ": ana takes it back" if ana withdrew it, or "". */
void live_offer_off(const struct live_game *live, int by, char *out, size_t size);
int live_offer_named(const char *text); /* the kind of offer with that name; LIVE_NO_OFFER if there
                                           is none */
/* The grace time that a side has used in the current turn until `now`, because its connection
 * was lost. */
int64_t live_graced(const struct live_game *live, int side, int64_t now);
/* The score as text: "1-0", "1/2-1/2", "0-0-1" or "*". */
void live_score(const struct live_game *live, char *out, size_t size);

/* Makes the archive record of the game: id, players, control, plies with clocks, result, but no
 * talk. The same game always gives the same record, with rev 0. Free it with record_free(). */
struct record *live_record(const struct live_game *live);

#endif
