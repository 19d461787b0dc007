/* lobby.h - the lobby: an archive to play in, entered under a name. What the lobby and its tables
 * share. */
#ifndef CHESSCADE_TUI_SESSION_LOBBY_H
#define CHESSCADE_TUI_SESSION_LOBBY_H

#include "archive/live/journal.h"
#include "archive/live/people.h"

enum { MUTED_MAX = 8, GAME_MARK_ROOM = 8, SESSIONS_OF_A_PLAYER_MAX = 16 };

struct lobby_place {
    char *path; /* as the user named the archive, for opening its list of games */
    struct store *store;
    struct presence *presence; /* NULL: not present, only looking (chesscade next) */
    char name[PLAYER_NAME_MAX + 1];
    char session[8];                            /* of this login, for taking over a seat */
    char muted[MUTED_MAX][PLAYER_NAME_MAX + 1]; /* players whose talk is hidden */
    int mutes;
    char followed[PLAYER_NAME_MAX + 1]; /* the player whose games are watched; "" nobody */
    char shown[ULID_LENGTH + 1];        /* the last game opened because of that */
    int64_t begun[GAMES_BEGUN_MAX]; /* when the latest games were started from here, newest first */
    char host[64];                  /* the host's name, for the title; "" unknown */
    struct player_names names;      /* every name met here, to detect lookalikes */
    char (*round)[ULID_LENGTH + 1]; /* [rounds] the games `game-next` goes through:
                                       tui/views/lobby/view_lobby.c */
    int rounds, round_at;
    char round_mark[GAME_MARK_ROOM]; /* of the game it went to last */
};

/* A watch that wakes us for changes of live games, for players who come and go, and for talk. */
struct live_watch *lobby_watch(struct lobby_place *place);

/* Enter an archive. `appear`: be visible to others; `guest`: a remote user whose name the system
 * does not know (archive/store/guest_policy.h). FAIL_TEXT for an invalid name, FAIL_LIMIT if the
 * name has SESSIONS_OF_A_PLAYER_MAX sessions already, and the errors of opening a store. */
int lobby_enter(struct lobby_place *place, const char *path, const char *name, bool appear,
                bool guest, struct note *why);
void lobby_leave(struct lobby_place *place);

/* The user's name by uid, never from the environment. "" if the system does not know it. */
const char *lobby_own_name(void);

/* ---- lookalike names ---- */
/* Remember a name that was met: of a player here, at a table, in talk, or of a member of the
 * archive's group. */
void lobby_know(struct lobby_place *place, const char *name);
void lobby_know_seats(struct lobby_place *place, const struct live_game *live);
/* True if the name is known here: it was met, or one of the archive's latest games has a player of
 * that name. */
bool lobby_has_met(struct lobby_place *place, const char *name);
/* A mark to show after a name: "!" if it looks like somebody else's, else "". `place` may be NULL.
 */
const char *lobby_name_mark(const struct lobby_place *place, const char *name);
/* "look alike: bill (you) and b1ll, in capitals BILL and B1LL"; false, and "", if no names do. */
bool lobby_names_tell(const struct lobby_place *place, char *out, size_t size);

/* ---- talk ---- */
/* True if this player is not muted. */
bool lobby_hears(const struct lobby_place *place, const char *name);
/* Mute or unmute a player. False if too many are muted. */
bool lobby_mute_turn(struct lobby_place *place, const char *name);
/* "bob, eve": the muted players; false, and "", if there are none. */
bool lobby_mutes_tell(const struct lobby_place *place, char *out, size_t size);
/* Append a record, with the reason in `why` on failure. Frees its value in any case. */
int lobby_append(struct journal *journal, struct journal_record *record, struct note *why);

/* The index of a finished game in the store's list, scanning it if necessary; -1 if it is not
 * there. */
int lobby_find(struct lobby_place *place, const char *id);
/* True if this name may see the game: it is not live, or not private, or private to this name. */
bool lobby_may_see(struct lobby_place *place, const char *id);
/* Take a seat kept for this name, or a free one. FAIL_RULE if there is none left. */
int lobby_sit_down(struct lobby_place *place, const char *id, struct note *why);
/* Find a rematch of a finished game: one that a player of that game has started and that keeps a
 * seat for this name. False if there is none; else `by` is who started it. */
bool lobby_find_rematch(struct lobby_place *place, const struct live_game *game,
                        char id[ULID_LENGTH + 1], char by[PLAYER_NAME_MAX + 1]);
/* Who has to answer a proposal of a side: "bob is"; with three players "the others are". Returns
 * `out`. */
const char *lobby_asked(const struct live_game *live, int side, char *out, size_t size);
/* For a game that was refused (live_is_news()): "declined by bob". */
void lobby_refused(const struct live_game *live, char *out, size_t size);
/* Decline a seat kept for this name; the game is cancelled. */
int lobby_decline(struct lobby_place *place, const char *id, struct note *why);
/* Cancel a game at which this name sits and that has not begun. FAIL_RULE if it has begun or
 * belongs to somebody else. */
int lobby_withdraw(struct lobby_place *place, const char *id, struct note *why);
/* The settings of a new game. */
struct seek {
    const struct ruleset *rules;
    const char *name[SIDES_MAX]; /* who sits where: own name, another name (a challenge), "" open to
                                    all */
    const char *control;         /* "" for none */
    bool by_lot; /* ... in some order: sides are drawn by lot when all seats are taken */
    bool is_private, is_strict; /* strict: takebacks and adjourning need agreement */
    int delay;                  /* how many plies watchers are behind */
    int grace;                  /* minutes for which the clock waits for a lost connection */
    const char *after;          /* id of the game this is the rematch of; NULL: none */
};
/* Start a game and write its id. Seats of others stay open until they sit down. FAIL_LIMIT if this
 * name has too many games. */
int lobby_begin_game(struct lobby_place *place, const struct seek *seek, char id[ULID_LENGTH + 1],
                     struct note *why);

/* "#J9M3": the end of an id, for display. */
void game_mark(const char *id, char out[GAME_MARK_ROOM]);

#endif
