/* lobby_games.h - summaries of an archive's live games, for the lobby's list. */
#ifndef CHESSCADE_TUI_SESSION_LOBBY_GAMES_H
#define CHESSCADE_TUI_SESSION_LOBBY_GAMES_H

#include "archive/record/cursor.h"
#include "tui/session/lobby.h"

struct lobby_game {
    char id[ULID_LENGTH + 1];
    char mark[GAME_MARK_ROOM];
    char variant[48];
    char seats[120]; /* "ana, bob!, (open)", with the marks of lobby_name_mark() */
    struct {
        char name[PLAYER_NAME_MAX + 1];
        bool taken;
    } seat[SIDES_MAX]; /* [sides], only of a live game */
    uint8_t sides;     /* 0: the game is over */
    bool lot;          /* sides are drawn by lot when all seats are taken */
    char to_move[PLAYER_NAME_MAX + 1];
    int plies, watchers;
    int64_t started, last; /* milliseconds since 1970 */
    int64_t overdue;       /* when an open game expires */
    int64_t flag_at;       /* when the mover's time runs out; 0: no clock runs */
    int64_t deadline;      /* of this name, if it is to move and the clock runs; 0: none */
    bool newer;            /* looks damaged, but was written by a newer version of the program */
    bool broken, is_private, is_strict, waits; /* waits: for players */
    char control[40];                          /* "" for none */
    char refused[PLAYER_NAME_MAX + 24]; /* "declined by bob": refusal of a game this name started,
                                           not yet seen; "" */
    bool declined;                      /* ... somebody declined; else nobody came */
    bool over;                          /* archived, and people look at it together */
    uint8_t own_side;                   /* enum side: this name's seat, or NOBODY */
    bool own_turn;
    uint8_t free_side; /* a seat this name may take, or NOBODY */
    bool challenged;   /* ... it is kept for this name */
    int64_t size;      /* of the journal when it was read */
};

struct lobby_games {
    struct lobby_game *v;
    int n, room;
    struct person *person; /* everybody present */
    int persons;
};

/* Refresh; games whose journals have not grown are not read again. */
void lobby_games_look(struct lobby_games *games, struct lobby_place *place);
void lobby_games_clear(struct lobby_games *games);
/* Milliseconds until time runs out in one of them, at most `most`. Never less than half a second,
 * because a result that could not be written is retried. */
int lobby_games_due(const struct lobby_games *games, int most);

/* The time since `since`: "0:07", "2 h", "3 d". */
void lobby_age(int64_t since, char out[CLOCK_ROOM]);

/* ---- A shared reading of an archive's game: who has it open, who leads, and what the leader
 * shows. Used by the screen (tui/views/game/game_internal.h) and by plain mode
 * (tui/plain/following.c). */

/* List the others who have a game open: returns how many; the caller frees *out. */
int together_others(struct lobby_place *place, const char *game, struct person **out);
/* Which of them leads; NULL: nobody. */
const struct person *together_leader(const struct person *person, int persons);
/* Encode what the leader shows as "REVISION SPOT"; for a spot too long to encode, the nearest one
 * above it. The reader returns false if there is no valid spot; *rev is set all the same. */
void together_write(int64_t rev, const struct spot *spot, char out[PRESENCE_TEXT_MAX + 1]);
bool together_read(const char *text, int64_t *rev, struct spot *spot);

#endif
