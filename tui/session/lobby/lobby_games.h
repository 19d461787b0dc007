/* lobby_games.h - summaries of an archive's live games, for the lobby's list. */
#ifndef CHESSCADE_TUI_SESSION_LOBBY_GAMES_H
#define CHESSCADE_TUI_SESSION_LOBBY_GAMES_H

#include "archive/record/cursor.h"
#include "tui/session/lobby/lobby.h"

struct lobby_game {
    char id[ULID_LENGTH + 1];
    char mark[GAME_MARK_ROOM];
    char variant[48];
    char seats[120]; /* the players with the marks of lobby_name_mark(), "ana, bob!, (open)" */
    struct {
        char name[PLAYER_NAME_MAX + 1];
        bool taken;
    } seat[SIDES_MAX]; /* [sides] The seats of a live game; unused if the game is over. */
    uint8_t sides;     /* the number of sides; 0: the game is over */
    bool lot;          /* sides are drawn by lot when all seats are taken */
    char to_move[PLAYER_NAME_MAX + 1];
    int plies, watchers;
    int64_t started, last; /* milliseconds since 1970 */
    int64_t overdue;       /* when a game that waits for players expires */
    int64_t flag_at;       /* when the time of the side to move runs out; 0: no clock runs */
    /* when this user's own time runs out, if it is this user's turn and the clock runs; 0: none */
    int64_t deadline;
    bool newer; /* the journal looks damaged, but a newer version of the program wrote it */
    bool broken, is_private, is_strict, waits; /* waits: the game waits for players */
    char control[40];                          /* the time control; "": no clocks */
    /* Why a game that this user started was refused, "declined by bob", if the user has not seen
     * it yet; "": it was not. */
    char refused[PLAYER_NAME_MAX + 24];
    bool declined; /* The game was refused because somebody declined; false: because nobody came. */
    bool over;     /* The game is in the archive, and people read it together. */
    uint8_t own_side; /* the side, an enum side, of this user's seat; NOBODY: the user has none */
    bool own_turn;
    uint8_t free_side; /* the side of a seat that this user may take; NOBODY: none */
    bool challenged;   /* the seat `free_side` is reserved for this user */
    int64_t size;      /* the length of the journal when it was read, in bytes */
};

/* The groups of the list of games, in order. */
enum lobby_group {
    LOBBY_GROUP_WAITS,   /* the game waits for this user */
    LOBBY_GROUP_OWN,     /* this user's other games */
    LOBBY_GROUP_SEATS,   /* games with free seats */
    LOBBY_GROUP_PLAYED,  /* all others that are played */
    LOBBY_GROUP_TOGETHER /* games of the archive that people read together */
};
enum lobby_group lobby_group_of(const struct lobby_game *game);
/* Compares two games of a group, as for qsort(). */
typedef int lobby_order_fn(const struct lobby_game *a, const struct lobby_game *b);

struct lobby_games {
    struct lobby_game *v;
    int n, room;
    struct person *person; /* [persons] Everybody who is present in the lobby. */
    int persons;
};

/* Update the summaries. A journal that has not grown is not read again. */
void lobby_games_look(struct lobby_games *games, struct lobby_place *place);
void lobby_games_clear(struct lobby_games *games);
/* Write the indices of the games into out[games->n]: sorted by group, within a group by `order`,
 * and then by age. If `order` is NULL, a group is sorted by age alone, so games keep their numbers
 * when new ones begin. */
void lobby_games_sort(const struct lobby_games *games, lobby_order_fn *order, int *out);
/* Milliseconds until the time runs out in one of the games, at most `most`. At least half a second,
 * because a result that could not be written is retried. */
int lobby_games_due(const struct lobby_games *games, int most);

/* Write how long ago `since` was: "0:07", "2 h", "3 d". */
void lobby_age(int64_t since, char out[CLOCK_ROOM]);

#endif
