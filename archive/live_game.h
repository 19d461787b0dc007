/* live_game.h - what the records of a journal make: a game being played, its seats, clocks, offers and talk.
 *
 * A pure fold: the same records always make the same game, on every client, whatever the hour. Each record is
 * checked against what came before it (whose turn, legal or not, may this be agreed to) and either applied whole or
 * refused and nothing changed. No file and no clock is touched here: journal.h keeps the records. */
#ifndef CHESSCADE_LIVE_GAME_H
#define CHESSCADE_LIVE_GAME_H

#include "archive/control.h"
#include "archive/journal_line.h"
#include "archive/player_name.h"
#include "archive/record.h"
#include "core/game.h"

enum {
    JOURNAL_VERSION = 2,   /* `chesscade` of an open record, at most: that of the first program that can play the game */
    JOURNAL_VERSION_LOT = 2, /* ... sides by lot */
    TALK_BYTES_MAX = 2048,
    TALK_KEPT = 400,       /* lines of talk remembered, of the table and of the gallery each */
    OFFERS_KEPT = 5,       /* times of a side's latest offers */
    TAKEBACK_GRACE = 2000, /* milliseconds in which one's own last ply can be taken back unasked */
    GALLERY_DELAY_MAX = 20,
    GRACE_MAX = 60,        /* minutes */
    CHALLENGE_DAYS = 14,   /* so long seats wait since the last record; then the game is off */
    NEWS_DAYS = 60,        /* so long who began a game is told that nobody would play it */
    SWAPS_KEPT = 16        /* changes of sides that the archived game tells */
};

enum live_stage {
    LIVE_NEW,     /* before the open record */
    LIVE_SEATS,   /* waits for players to sit down */
    LIVE_PLAYING,
    LIVE_PAUSED,  /* by agreement: clocks stand, plies are refused */
    LIVE_OVER,    /* there is a result; the close record follows */
    LIVE_CLOSED
};

/* O(name, text, how it is said) */
#define LIVE_OFFERS_LIST(O)                                                                                  \
    O(LIVE_DRAW, "draw", "a draw")                                                                           \
    O(LIVE_TAKEBACK, "takeback", "to take back")                                                             \
    O(LIVE_ABORT, "abort", "to stop without a result")                                                       \
    O(LIVE_PAUSE, "pause", "a pause")                                                                        \
    O(LIVE_ADJOURN, "adjourn", "to adjourn")                                                                 \
    O(LIVE_RESUME, "resume", "to go on")                                                                     \
    O(LIVE_SWAP, "swap", "to change sides")

enum live_offer_kind {
    LIVE_NO_OFFER,
#define LIVE_OFFER_NAME(name, text, said) name,
    LIVE_OFFERS_LIST(LIVE_OFFER_NAME)
#undef LIVE_OFFER_NAME
    LIVE_OFFERS
};

struct live_offer {
    uint8_t kind;           /* enum live_offer_kind; LIVE_NO_OFFER: none stands */
    uint8_t by;             /* enum side */
    bool agreed[SIDES_MAX]; /* who has, the author included */
    int count;              /* plies to take back */
    int64_t at;
};

struct live_seat {
    char name[PLAYER_NAME_MAX + 1]; /* "": open to everybody */
    char session[12];               /* which login of the player has the seat, "" before the first */
    bool taken, present;
    bool lost;          /* away by no will of theirs: the grace of the game covers it */
    int64_t away_since; /* 0: here, or never seen yet */
    int64_t grace;      /* left for the clock to wait while the player's connection is lost */
    int64_t left; /* of the clock, at the beginning of the side's present or next turn */
};

struct live_ply {
    char *text;     /* long form */
    uint8_t side;
    int64_t at;
    int64_t left;   /* of the mover's clock after it */
};

struct live_talk {
    char by[PLAYER_NAME_MAX + 1];
    bool gallery;
    int number;     /* from 1, of all that was ever said */
    int plies;      /* played when it was said; fewer after these were taken back */
    int64_t at;
    char *text;     /* uncleaned, one line */
};

/* What somebody has said to the gallery. */
struct live_talker {
    char by[PLAYER_NAME_MAX + 1];
    int64_t bytes; /* of the lines in the journal */
};

struct live_exit {
    int plies;
    uint8_t side;
    bool time; /* flagged; else resigned */
};

struct live_game {
    char id[ULID_LENGTH + 1];
    enum live_stage stage;
    struct ruleset *rules; /* owned; NULL before the open record */
    struct game game;
    struct live_seat seat[SIDES_MAX]; /* [rules->sides] */
    struct live_ply *ply;  /* [game.plies] */
    int ply_room;
    struct live_exit exit[SIDES_MAX]; /* [exits] who resigned or was flagged while others played on */
    int exits;
    char control_text[40];
    struct control control;
    bool is_private, casual;
    bool lot;              /* who plays which side is drawn when everybody sits: until then the order of the seats says nothing */
    bool drawn;            /* ... and was */
    int gallery_delay;     /* plies watchers are behind */
    int grace;             /* minutes for each player: see live_seat */
    char after[ULID_LENGTH + 1]; /* the game this is the rematch of; "" none */
    struct live_offer offer;
    uint8_t answered_no;   /* 1 + the side that declined the latest offer or took it back, or the seat; 0: nobody did */
    int64_t offered_at[SIDES_MAX][OFFERS_KEPT]; /* the latest first */
    int64_t turn_since;    /* when the clock of the side to move began to run */
    int64_t opened_at, last_at;
    struct live_talk *talk; /* [talks] the latest of each room, as said; older ones are in the file */
    int talks, talk_room, talks_ever;
    struct live_talker *talker; /* [talkers] to the gallery */
    int talkers, talker_room;
    int64_t gallery_bytes; /* said to the gallery by all of them */
    int swapped[SWAPS_KEPT];     /* [swaps] plies played when the players changed sides */
    int swaps;
    bool aborted;
    bool refused;          /* ... because a seat was declined, or nobody took it in time */
    char opener[PLAYER_NAME_MAX + 1]; /* who began it */
    char reason[40];       /* of the result */
    int records;
    uint32_t crc;
};

void live_game_begin(struct live_game *live, const char *id);
void live_game_clear(struct live_game *live);

/* Take the next record: FAIL_RULE, FAIL_TEXT or FAIL_NAME and why, nothing changed, when it cannot follow. FAIL_NAME is for what
 * a newer version of the program may have written: a variant, an offer, a reason that is not known. The crc and
 * the number of the record are the caller's to check. */
int live_game_apply(struct live_game *live, const struct journal_record *record, struct note *why);

/* Pass a record by that is one of talk and cannot be read; its crc. */
void live_game_pass_by(struct live_game *live, uint32_t crc);

/* ---- questions ---- */
/* The side a record is of: where the player it tells by `name` sits, else its `side`. NOBODY. */
int live_record_side(const struct live_game *live, const struct journal_record *record);
/* May who sits where be another matter when a record is written than when it was thought of? Then it says whose it is. */
bool live_sides_may_change(const struct live_game *live);
/* The side a name sits on, NOBODY for a watcher. */
int live_side_of(const struct live_game *live, const char *name);
/* The seat a name may take: one kept for it first (*kept, which may be NULL), else the first open one; NOBODY. */
int live_free_seat(const struct live_game *live, const char *name, bool *kept);
/* May somebody of that name see the game: is it not private, or is a seat theirs, or one they may take? */
bool live_may_see(const struct live_game *live, const char *name);
/* Has the game waited for players too long, at a time? Whoever sees it writes down that it is off. */
bool live_overdue(const struct live_game *live, int64_t now);
/* Was the game refused, and is that news to who began it? Until they have seen it nobody else puts the journal away. */
bool live_is_news(const struct live_game *live, int64_t now);
/* Does the side still play: not resigned, flagged or otherwise out? */
bool live_alive(const struct live_game *live, int side);
/* Does somebody of that name play: sits there and is not out? */
bool live_plays(const struct live_game *live, const char *name);
/* Which room somebody of that name talks to: "table" who plays, "gallery" all others, who is out among them. */
const char *live_room(const struct live_game *live, const char *name);
/* May somebody of that name read a line of talk? Players do not hear the gallery before the end; watchers of a delayed
 * gallery hear those who sit at the table as late as they see the plies. */
bool live_hears(const struct live_game *live, const char *name, const struct live_talk *talk);
/* Does a record of talk go to the gallery? */
bool live_to_gallery(const struct journal_record *record);
/* Bytes somebody's lines to the gallery take in the journal. */
int64_t live_gallery_bytes(const struct live_game *live, const char *name);
/* May a side stop the game alone, whatever the others and the clock say: before the second ply, of three while one of them has not
 * played yet; so that nobody waits for one who never begins. */
bool live_may_abort(const struct live_game *live, int side);
/* So many of the latest plies are not for somebody of that name yet, where the gallery is delayed. */
int live_hidden(const struct live_game *live, const char *name);
/* Does somebody of that name see the game late? They are told neither whose turn it is nor clocks nor offers, from the first ply
 * on and before: what changes with a ply would tell that there was one. */
bool live_is_late(const struct live_game *live, const char *name);
/* What a side's clock shows at a time; 0 or less: its time is over. It waits while the side's connection is lost, as long
 * as its grace lasts. */
int64_t live_clock(const struct live_game *live, int side, int64_t now);
/* Is the clock of the side to move running? */
bool live_clock_runs(const struct live_game *live);
bool live_has_clock(const struct live_game *live);
const char *live_offer_text(int kind); /* "draw" */
const char *live_offer_said(int kind); /* "a draw" */
/* What stands between "the offer" and that: "of " or nothing. */
const char *live_offer_of(int kind);
/* What is said behind "the offer is off" of one that `by` has made: ": no, says ana", ": ana takes it back", "". */
void live_offer_off(const struct live_game *live, int by, char *out, size_t size);
int live_offer_named(const char *text); /* LIVE_NO_OFFER: none of that name */
/* The grace of a side that is used up by its being away in the present turn, at a time. */
int64_t live_graced(const struct live_game *live, int side, int64_t now);
/* "1-0", "1/2-1/2", "0-0-1", "*". */
void live_score(const struct live_game *live, char *out, size_t size);

/* The game as an archive record: id, players, control, plies with clocks, result; without the talk. The same game makes
 * the same record, its rev is 0. Free with record_free(). */
struct record *live_record(const struct live_game *live);

#endif
