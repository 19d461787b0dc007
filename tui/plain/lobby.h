/* lobby.h - plain mode with other people on one host: the state and functions that tui/plain/lobby.c,
 * tui/plain/live.c, tui/plain/live_news.c, tui/plain/talk.c, tui/plain/follow.c and tui/plain/following.c share. */
#ifndef CHESSCADE_TUI_PLAIN_LOBBY_H
#define CHESSCADE_TUI_PLAIN_LOBBY_H

#include "tui/session/lobby_games.h"
#include "tui/plain/plain_internal.h"

/* A live table, and how much of it has been reported to the user. */
struct plain_table {
    struct journal *journal; /* owned; NULL: at no table */
    uint8_t side;            /* enum side; NOBODY: a watcher */
    bool held;               /* another login of this name holds the seat */
    bool ended;              /* the game is over: the archive's copy is open instead */
    bool told_torn;          /* the user knows that a record of the journal is incomplete */
    int told_passed;         /* damaged lines of talk reported so far */
    uint8_t stage;           /* enum live_stage */
    int records, talks, exits, swaps;
    struct live_offer offer;
    bool lot;                /* sides had not been drawn yet */
    bool taken[SIDES_MAX], here[SIDES_MAX];
};

/* A game of the archive that others may have open, too. */
struct plain_together {
    char game[ULID_LENGTH + 1]; /* "": none is open */
    struct person *person;      /* [persons] the others who have it open */
    int persons;
    struct talk_room talk;      /* what has been said there since the game ended */
    struct baton *baton;        /* held while leading; NULL: not leading */
    unsigned tried;             /* while leading: the value of edits.number at the last attempt to save */
    bool local;                 /* the user chose to follow nobody */
    char shown[PRESENCE_TEXT_MAX + 1]; /* what the others see of us; while following: the leader's last state that was
                                        * followed */
    struct spot at;             /* ... and that spot: if the user is elsewhere, they moved away themselves */
    int shows;                  /* how often something was shown */
};

struct plain_lobby {
    struct lobby_place place;
    struct lobby_games games; /* as last numbered for the user */
    int *order;               /* [games.n] maps a number to a game */
    struct lobby_games seen;  /* the games at the last poll */
    char (*told)[ULID_LENGTH + 1]; /* [tolds] games waiting for this name that the user knows of */
    int tolds;
    int alike_of;             /* how many names were known when similar names were last reported, and that report */
    char alike[400];
    struct live_watch *watch;
    struct talk_room talk;    /* the lobby's chat */
    struct plain_table table;
    struct plain_together together;
};

/* tui/plain/lobby.c */
/* Begin a game and go to its table. */
void plain_lobby_begin(struct plain *plain, const struct seek *seek);

/* Report similar-looking names, if new ones have come since the last report. */
void plain_tell_alike(struct plain *plain);

/* tui/plain/live.c */
/* Go to a table: as a player if this name has a seat there, else as a watcher. */
void plain_live_open(struct plain *plain, const char *id);
/* Take your own seat, even if another login of the name holds it. */
void plain_live_sit(struct plain *plain);
/* Begin a record of your own side; append one and report the result: false after printing why it failed. */
struct journal_record plain_live_record(const struct plain *plain, enum journal_event event);
bool plain_live_append(struct plain *plain, struct journal_record *record);
/* True if something needs an answer: your turn, an offer, the end. For a watcher: if plies were played (`plies`:
 * how many there were before), or the game is over. */
bool plain_live_waits_for_us(const struct plain *plain, int plies);

/* Check who is here; report changes if `tell`. */
void plain_look_around(struct plain *plain, bool tell);

/* tui/plain/live_news.c */
/* The game as far as this reader may see it; owned by the caller. */
struct record *plain_shown_record(const struct plain *plain);
/* Report what has happened since the last report; who has which seat; how the game ended. */
void plain_tell_news(struct plain *plain);
void plain_tell_seats(struct plain *plain);
void plain_tell_end(struct plain *plain);

static inline struct live_game *plain_live_game(const struct plain *plain)
{
    return &plain->lobby->table.journal->live;
}

/* tui/plain/follow.c: the command; and going to the table where the followed person plays, once the user is free to go. */
void plain_follow(struct plain *plain, const char *argument);
void plain_follow_on(struct plain *plain);

/* tui/plain/following.c: the commands; and exchanging news with the others who have the same game open. */
void plain_lead(struct plain *plain, const char *argument);
void plain_sync(struct plain *plain, const char *argument);
void plain_together_attend(struct plain *plain);

/* tui/plain/talk.c */
/* Add the author to a record, in games where the players may exchange sides. */
void plain_live_sign(const struct plain *plain, struct journal_record *record);
/* Report new chat of the lobby while the user is at no table. */
void plain_attend_lobby_talk(struct plain *plain);
/* True if this user may read that line. */
bool plain_hears(const struct plain *plain, const struct live_talk *talk);
void plain_tell_talk(struct plain *plain, const struct live_talk *talk);
void plain_tell_offer(struct plain *plain);
void plain_tell_clocks(struct plain *plain);

#endif
