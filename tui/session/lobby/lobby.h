/* lobby.h - the lobby: an archive in which several people play live games, entered under a name.
 * State and functions that the lobby and its games share. */
#ifndef CHESSCADE_TUI_SESSION_LOBBY_H
#define CHESSCADE_TUI_SESSION_LOBBY_H

#include "archive/live/journal.h"
#include "archive/live/people.h"

enum { MUTED_MAX = 8, GAME_MARK_ROOM = 8, SESSIONS_OF_A_PLAYER_MAX = 16 };

struct lobby_news; /* lobby_session.h */
struct lobby_session;

struct lobby_place {
    /* Reports news of the lobby to the client; NULL: nobody listens. */
    void (*tell)(void *client, const struct lobby_news *news);
    /* True if the user may go to another game now; if not, the client has said why. NULL: always.
     */
    bool (*may_go)(void *client);
    void *client;
    struct lobby_session *lobby; /* the session that this is part of; NULL: none */
    char *path; /* the path of the archive as the user typed it, for opening its list of games */
    struct store *store;
    /* announces this user to the others; NULL: the user only looks at the lobby and is not
     * announced, as in `chesscade next` */
    struct presence *presence;
    char name[PLAYER_NAME_MAX + 1];
    /* identifies this login, so that another login of the same name can take over a seat */
    char session[8];
    char muted[MUTED_MAX][PLAYER_NAME_MAX + 1]; /* names of players whose chat is hidden */
    int mutes;
    char followed[PLAYER_NAME_MAX + 1]; /* the player whose games are watched; "": nobody */
    char shown[ULID_LENGTH + 1]; /* the last game that was opened because `followed` plays it */
    /* when this login started its latest games, newest first */
    int64_t begun[GAMES_BEGUN_MAX];
    char host[64];             /* the host's name for the title; "": unknown */
    struct player_names names; /* every name met in this lobby, to detect names that look alike */
    /* [rounds] The games that the command `game-next` goes through: tui/views/lobby/view_lobby.c */
    char (*round)[ULID_LENGTH + 1];
    int rounds, round_at;
    char round_mark[GAME_MARK_ROOM]; /* the mark of the game that `game-next` opened last */
};

/* A watch with a descriptor that becomes readable when a live game changes, a player comes or goes,
 * or somebody writes in the chat. */
struct live_watch *lobby_watch(struct lobby_place *place);

/* Enter the lobby of an archive. `path` NULL: the user's own archive, which is made if it does not
 * exist. `name` NULL: the user's system name. `appear`: announce the user to others. `guest`: the
 * user is remote, and the system does not know the name (archive/store/guest_policy.h). FAIL_TEXT
 * for an invalid name, FAIL_LIMIT if the name already has SESSIONS_OF_A_PLAYER_MAX sessions, or an
 * error of opening the store. */
int lobby_enter(struct lobby_place *place, const char *path, const char *name, bool appear,
                bool guest, struct note *why);
void lobby_leave(struct lobby_place *place);

/* The system name of the user who runs the program, found by uid and never from the environment. ""
 * if the system does not know the user. */
const char *lobby_own_name(void);

/* ---- names that look alike ---- */
/* Remember a name, to compare other names with it: the name of a player who is present, has a
 * seat or wrote in the chat, or of a member of the archive's group. */
void lobby_know(struct lobby_place *place, const char *name);
void lobby_know_seats(struct lobby_place *place, const struct live_game *live);
/* True if the name was met in this lobby, or belongs to a player of one of the archive's latest
 * games. */
bool lobby_has_met(struct lobby_place *place, const char *name);
/* A mark to show after a name: "!" if the name looks like another known name, otherwise "". `place`
 * may be NULL. */
const char *lobby_name_mark(const struct lobby_place *place, const char *name);
/* Describe the known names that look alike: "look alike: bill (you) and b1ll, in capitals BILL and
 * B1LL". Returns false and writes "" if there are none. */
bool lobby_names_tell(const struct lobby_place *place, char *out, size_t size);

/* ---- talk ---- */
/* True if this player is not muted. */
bool lobby_hears(const struct lobby_place *place, const char *name);
/* Mute or unmute a player. False if too many are muted. */
bool lobby_mute_turn(struct lobby_place *place, const char *name);
/* List the muted players: "bob, eve". Returns false and writes "" if there are none. */
bool lobby_mutes_tell(const struct lobby_place *place, char *out, size_t size);
/* Append a record to a journal and free the record's value. On failure `why` has the reason. */
int lobby_append(struct journal *journal, struct journal_record *record, struct note *why);

/* The index of a finished game in the store's list. Scans the list if necessary; -1 if the game is
 * not there. */
int lobby_find(struct lobby_place *place, const char *id);
/* True if this user may see the game: it is not live, or not private, or this user is one of its
 * players. */
bool lobby_may_see(struct lobby_place *place, const char *id);
/* Take a seat that is reserved for this user, or a free one. FAIL_RULE if there is none left. */
int lobby_sit_down(struct lobby_place *place, const char *id, struct note *why);
/* Find a rematch of a finished game: a game that another player of it has started, with a seat
 * reserved for this user. Returns false if there is none; otherwise `id` is the rematch and `by`
 * who started it. */
bool lobby_find_rematch(struct lobby_place *place, const struct live_game *game,
                        char id[ULID_LENGTH + 1], char by[PLAYER_NAME_MAX + 1]);
/* Write who has to answer a proposal of a side: "bob is", or with three players "the others are".
 * Returns `out`. */
const char *lobby_asked(const struct live_game *live, int side, char *out, size_t size);
/* Write why a game was refused (see live_is_news()): "declined by bob". */
void lobby_refused(const struct live_game *live, char *out, size_t size);
/* Decline a seat that is reserved for this user, which cancels the game. */
int lobby_decline(struct lobby_place *place, const char *id, struct note *why);
/* Cancel a game in which this user has a seat and which has not begun. FAIL_RULE if it has begun or
 * somebody else started it. */
int lobby_withdraw(struct lobby_place *place, const char *id, struct note *why);
/* The settings of a new game. */
struct seek {
    const struct ruleset *rules;
    /* [sides] Who has each seat: this user's name, another name (an invitation), or "" for a
     * seat open to all. */
    const char *name[SIDES_MAX];
    const char *control; /* the time control; "": no clocks */
    /* the sides in `name` are not final: they are drawn by lot when all seats are taken */
    bool by_lot;
    /* is_private: only the players see the game. is_strict: takebacks and adjourning need
     * agreement. */
    bool is_private, is_strict;
    int delay;         /* how many plies watchers are behind the game */
    int grace;         /* for how many minutes the clock waits for a lost connection */
    const char *after; /* the id of the game that this is a rematch of; NULL: none */
};
/* Start a game and write its id. Seats of other people stay open until they take them. FAIL_LIMIT
 * if this user has too many games. */
int lobby_begin_game(struct lobby_place *place, const struct seek *seek, char id[ULID_LENGTH + 1],
                     struct note *why);

/* Write the mark that names a game on the screen, made from the end of its id: "#J9M3". */
void game_mark(const char *id, char out[GAME_MARK_ROOM]);

#endif
