/* lobby_games.h - the live games of an archive in short: what the lobby lists. */
#ifndef CHESSCADE_LOBBY_GAMES_H
#define CHESSCADE_LOBBY_GAMES_H

#include "tui/lobby.h"

struct lobby_game {
    char id[ULID_LENGTH + 1];
    char mark[GAME_MARK_ROOM];
    char variant[48];
    char seats[120];   /* "ana, bob!, (open)": of names marked as lobby_name_mark() says */
    struct {
        char name[PLAYER_NAME_MAX + 1];
        bool taken;
    } seat[SIDES_MAX]; /* [sides] of a live game */
    uint8_t sides;     /* 0: over */
    bool lot;          /* who plays which is drawn when everybody sits */
    char to_move[PLAYER_NAME_MAX + 1];
    int plies, watchers;
    int64_t started, last; /* milliseconds since 1970 */
    int64_t overdue;   /* when one that waits is off */
    int64_t flag_at;   /* when the time of the side to move is over; 0: no clock runs */
    int64_t deadline;  /* of this name, whose turn it is, while the clock runs; 0: none */
    bool newer;        /* broken, as far as this version of the program knows: a newer one wrote there */
    bool broken, is_private, is_strict, waits; /* waits for players */
    char control[40];  /* "" none */
    char refused[PLAYER_NAME_MAX + 24]; /* "declined by bob": begun by this name, which has not seen that; "" */
    bool declined;                      /* ... by somebody; else nobody came */
    bool over;         /* in the archive, and people are looking at it together */
    uint8_t own_side;  /* enum side: where this name sits; NOBODY */
    bool own_turn;
    uint8_t free_side; /* a seat this name may take; NOBODY */
    bool challenged;   /* ... because it is kept for this name */
    int64_t size;      /* of the journal when it was read */
};

struct lobby_games {
    struct lobby_game *v;
    int n, room;
    struct person *person; /* everybody here */
    int persons;
};

/* Look again; games that have not grown are not read again. */
void lobby_games_look(struct lobby_games *games, struct lobby_place *place);
void lobby_games_clear(struct lobby_games *games);
/* Milliseconds until time is over in one of them, `most` at the most; never less than half a second: what cannot be written then is
 * tried again. */
int lobby_games_due(const struct lobby_games *games, int most);

/* "0:07", "2 h", "3 d" since a time. */
void lobby_age(int64_t since, char out[CLOCK_ROOM]);

#endif
