/* plain_lobby.h - plain mode on one host with others: for plain_lobby.c, plain_live.c, plain_news.c, plain_talk.c,
 * plain_follow.c and plain_together.c only. */
#ifndef CHESSCADE_PLAIN_LOBBY_H
#define CHESSCADE_PLAIN_LOBBY_H

#include "tui/lobby_games.h"
#include "tui/plain_parts.h"

/* A table, and how much of it has been told. */
struct plain_table {
    struct journal *journal; /* owned; NULL: at no table */
    uint8_t side;            /* enum side; NOBODY: a watcher */
    bool held;               /* the seat is held by another login of this name */
    bool ended;              /* the archive's game is open instead */
    bool told_torn;          /* that a record of the journal broke off */
    int told_passed;         /* damaged lines of talk reported so far */
    uint8_t stage;           /* enum live_stage */
    int records, talks, exits, swaps;
    struct live_offer offer;
    bool lot;                /* sides were still to be drawn */
    bool taken[SIDES_MAX], here[SIDES_MAX];
};

/* A game of the archive that others may be at, too. */
struct plain_together {
    char game[ULID_LENGTH + 1]; /* "": none is open */
    struct person *person;      /* [persons] the others at it */
    int persons;
    struct talk_room talk;      /* what is said there since it is over */
    struct baton *baton;        /* held while leading; NULL: not */
    unsigned tried;             /* leading: the changes it was last tried to save, as edits.number */
    bool local;                 /* follows nobody, by choice */
    char shown[PRESENCE_TEXT_MAX + 1]; /* to the others; following, by the leader, as far as it was followed */
    struct spot at;             /* ... and where that is: who is elsewhere has gone there */
    int shows;                  /* so often something was shown */
};

struct plain_lobby {
    struct lobby_place place;
    struct lobby_games games; /* as they were numbered last */
    int *order;               /* [games.n] the games by number */
    struct lobby_games seen;  /* at the last look */
    char (*told)[ULID_LENGTH + 1]; /* [tolds] games that wait for this name, which it knows */
    int tolds;
    int alike_of;             /* names known when those who look alike were told, and what was said */
    char alike[400];
    struct live_watch *watch;
    struct talk_room talk;    /* of the lobby */
    struct plain_table table;
    struct plain_together together;
};

/* plain_lobby.c */
/* Begin a game and go to its table. */
void plain_lobby_begin(struct plain *plain, const struct seek *seek);

/* Tell which names look alike, when there are others than were told. */
void plain_tell_alike(struct plain *plain);

/* plain_live.c */
/* Go to a table: as a player if this name has a seat there. */
void plain_live_open(struct plain *plain, const char *id);
/* Take the own seat, also from another login. */
void plain_live_sit(struct plain *plain);
/* A record of the own side; append it and tell what came of it: false after a sentence. */
struct journal_record plain_live_record(const struct plain *plain, enum journal_event event);
bool plain_live_append(struct plain *plain, struct journal_record *record);
/* Has something come that is to be answered: the turn, an offer, an end? `plies` were there before. */
bool plain_live_waits_for_us(const struct plain *plain, int plies);

/* Look who is here; changes are told if `tell`. */
void plain_look_around(struct plain *plain, bool tell);

/* plain_news.c */
/* The game as far as this reader may see it, the caller's. */
struct record *plain_shown_record(const struct plain *plain);
/* Tell what has happened since it was told last; who sits where; how the game ended. */
void plain_tell_news(struct plain *plain);
void plain_tell_seats(struct plain *plain);
void plain_tell_end(struct plain *plain);

static inline struct live_game *plain_live_game(const struct plain *plain)
{
    return &plain->lobby->table.journal->live;
}

/* plain_follow.c: the command, and going to the table of whoever is followed, if they play and one is free to. */
void plain_follow(struct plain *plain, const char *argument);
void plain_follow_on(struct plain *plain);

/* plain_together.c: the commands; and tell what the others at the game do that is open, and them what is done here. */
void plain_lead(struct plain *plain, const char *argument);
void plain_sync(struct plain *plain, const char *argument);
void plain_together_attend(struct plain *plain);

/* plain_talk.c */
/* Where the players may change sides meanwhile, say by whom a record is. */
void plain_live_sign(const struct plain *plain, struct journal_record *record);
/* Tell what is new in the lobby's talk, where one is at no table. */
void plain_attend_lobby_talk(struct plain *plain);
/* May this user read that line? */
bool plain_hears(const struct plain *plain, const struct live_talk *talk);
void plain_tell_talk(struct plain *plain, const struct live_talk *talk);
void plain_tell_offer(struct plain *plain);
void plain_tell_clocks(struct plain *plain);

#endif
