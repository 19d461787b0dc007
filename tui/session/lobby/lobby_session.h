/* lobby_session.h - what a person can do in a lobby, without a screen: hear what waits, talk, mute,
 * follow a player, start a game, join, decline and withdraw games, tag them, and step through them.
 *
 * The clients are the screen (tui/views/lobby) and plain mode (tui/plain/lobby.c). They call a
 * function here for everything that a user does; during the call the lobby reports what happens as
 * news. Functions that take the place only can be called from the views of games too. */
#ifndef CHESSCADE_TUI_SESSION_LOBBY_SESSION_H
#define CHESSCADE_TUI_SESSION_LOBBY_SESSION_H

#include "tui/session/game_open.h"
#include "tui/session/lobby/lobby_games.h"
#include "tui/session/new_game.h"

struct game_session;
struct live_table;
struct shared_reading;

enum lobby_news_kind {
    LOBBY_REFUSED,   /* What the user wanted was not done; `cause` and `why` say why. */
    LOBBY_SAID,      /* `said` was said in the lobby by somebody else. */
    LOBBY_PASSED,    /* A line of the lobby's talk cannot be read. */
    LOBBY_ALIKE,     /* Some names look alike: `text` is what lobby_names_tell() writes. */
    LOBBY_WAITS,     /* `game` has begun to wait for the user: for a ply, or an answer. */
    LOBBY_CANCELLED, /* `game`, which the user started, was refused. Told until the client calls
                        lobby_put_away(). */
    /* The user has declined or (`yes`) withdrawn the game with the mark `text`. */
    LOBBY_CALLED_OFF,
    /* The game with the mark `text` could not be declined or (`yes`) withdrawn; `why` has the
     * reason. */
    LOBBY_NOT_CALLED_OFF,
    /* The sum after several games: `ended` of `games` were declined or (`yes`) withdrawn. `why` is
     * the reason of the last failure; NULL: there was none. */
    LOBBY_CALLED_OFF_SUM,
    LOBBY_FOLLOWING,  /* The user now follows the player `text`. */
    LOBBY_UNFOLLOWED, /* The user no longer follows the player `text`. */
    LOBBY_MUTED,      /* The player `text` is muted, or (`yes`) is no longer. */
    LOBBY_MUTES,      /* The muted players are `text`; "": nobody is. */
    LOBBY_LIKE,       /* The user has named a player `text`, which looks like the known `other`. */
    LOBBY_UNKNOWN,    /* The user has named a player `text`, whom nobody here has met. */
    LOBBY_SENT,       /* What the user said was sent: to those who read the open game, or (`yes`) to
                         the lobby. */
    LOBBY_TOLD,       /* What a command tells: `text` is a title, and `other` has sentences, each on
                         a line of its own. `other` NULL: `text` is the only sentence. */
    LOBBY_OPENS       /* The client must open the game with the id `text`. `other`: the player who
                         plays it and whom the user follows; NULL: the user wants to go there. */
};

enum lobby_refusal {
    LOBBY_INVALID, /* `why` has a sentence */
    LOBBY_SELF,    /* the user has named himself */
    LOBBY_FULL,    /* MUTED_MAX players are muted */
    LOBBY_NOBODY   /* no name was given, and nobody is followed */
};

struct lobby_news {
    enum lobby_news_kind kind;
    enum lobby_refusal cause;
    bool yes;
    const char *text, *other;
    const struct note *why;
    const struct said *said;
    const struct lobby_game *game;
    int ended, games;
};

/* A lobby that is open. The client sets `place.tell` and `place.client`. */
struct lobby_session {
    struct lobby_place place;
    struct lobby_games games; /* at the last lobby_session_look() */
    struct talk_room talk;
    /* the watch for changes; NULL: none */
    struct live_watch *watch;
    /* [waiting] ids of the waiting games of which the client has news already */
    char (*told)[ULID_LENGTH + 1];
    int waiting;
    /* the number of known names at the last LOBBY_ALIKE; `alike` is the text of that news */
    int alike_of;
    char alike[400];
    char (*tag)[ULID_LENGTH + 1]; /* [tags] the ids of the tagged games */
    int tags, tag_room;
    /* [numbers] the ids of the games as last listed: a game's number is its place, from 1 */
    char (*number)[ULID_LENGTH + 1];
    int numbers;
    lobby_order_fn *order; /* how the client sorts and numbers the games; NULL: by age */
};

/* ---- entering, looking */

/* Begin a session of a lobby that was entered. Takes over *place. Reads the talk without telling
 * it, and adds games to the archive whose players did not. */
void lobby_session_begin(struct lobby_session *lobby, const struct lobby_place *place);
/* Leave the lobby and free everything. */
void lobby_session_end(struct lobby_session *lobby);
/* Watch for changes, or stop to watch. lobby_session_watch() returns a descriptor as
 * live_watch_fd() does. */
int lobby_session_watch(struct lobby_session *lobby);
void lobby_session_unwatch(struct lobby_session *lobby);
/* Send new lines of talk as news. Returns how many there were. */
int lobby_session_hear(struct lobby_session *lobby);
/* Read games and people again, and send news of games that have begun to wait. `here` is the game
 * that the user has open, of which no news is sent; "": none. */
void lobby_session_look(struct lobby_session *lobby, const char *here);
/* Send LOBBY_ALIKE if new names look like others. */
void lobby_session_tell_alike(struct lobby_session *lobby);
/* The user knows that this game was refused: remove it. */
void lobby_put_away(struct lobby_place *place, const char *id);

/* ---- talk, muting, following */

/* Send a line to a room. "" sends nothing. Returns true if it was sent. */
bool lobby_talk(struct lobby_place *place, struct talk_room *talk, const char *text);
/* Mute a player, or unmute; "": tell who is muted. */
void lobby_mute_player(struct lobby_place *place, const char *name);
/* From now on open each game in which this player takes a seat. The same name again, or "", stops
 * it. */
void lobby_follow_player(struct lobby_place *place, const char *name);
/* If the followed player has taken a seat in a game other than the open one and the last one opened
 * so, and the user may be taken there without asking, tell LOBBY_OPENS and return true. A user who
 * plays, writes or leads here is not taken there. Each of the pointers may be NULL: no game, no
 * live game, or no game of the lobby's archive is open. */
bool lobby_led_on(struct lobby_place *place, const struct game_session *game,
                  const struct live_table *table, const struct shared_reading *reading);

/* ---- starting, ending games */

/* The settings of a new game as people write them; "": the usual. */
struct seek_wish {
    const char *side;     /* "white"; "" or "by lot": sides are drawn by lot */
    const char *other[2]; /* who has the other seats, in order; "": open to all */
    const char *clock;    /* "15+10", "3-days" */
    const char *watchers; /* "everybody", "nobody" */
    const char *mode;     /* "casual", "strict" */
    const char *delay, *grace;
};
/* Read the settings of a new game from words NAME=VALUE: "side", "against", "third", "clock",
 * "watchers", "delay", "mode" and "grace" become members of *wish, which are borrowed from the
 * words, and so do "white", "black" and "red", which name players as for a game at one keyboard;
 * the others are options of the variant, and *rules is opened with them. `against` is who
 * has the first of the other seats if the words do not say it. Returns false
 * after telling why the variant, an option or a player cannot be used. */
bool lobby_wish_read(struct lobby_place *place, const char *variant, const struct new_words *words,
                     const char *against, struct seek_wish *wish, struct ruleset **rules);
/* True if the user may name this player for a seat. Sends news if the name is unknown or looks like
 * another. */
bool lobby_may_invite(struct lobby_place *place, const char *name);
/* Start a game. Returns true if the client must open the game `id`. */
bool lobby_seek(struct lobby_place *place, const struct ruleset *rules,
                const struct seek_wish *wish, char id[ULID_LENGTH + 1]);
/* Take a seat, unless the user has one in that game. False if there is none left. */
bool lobby_join(struct lobby_place *place, const char *id);
/* Decline or (`withdraw`) withdraw games, and tell about each, and if there are several, the sum.
 * Returns how many are cancelled. */
int lobby_call_off(struct lobby_place *place, char (*ids)[ULID_LENGTH + 1], int n, bool withdraw);

/* ---- numbers, by which commands name games
 *
 * Number games in an order that lobby_games_sort() has written. */
void lobby_number_games(struct lobby_session *lobby, const struct lobby_games *games,
                        const int *order);

/* ---- tags */
bool lobby_tagged(const struct lobby_session *lobby, const char *id);
void lobby_tag(struct lobby_session *lobby, const char *id);
void lobby_untag(struct lobby_session *lobby, const char *id);

/* ---- opening games, stepping from game to game */

/* Prepare to open a live game, or one of the archive. The text written to `where` is borrowed by
 * *open. Fails if this user may not see the game. */
int lobby_table_open(struct lobby_place *place, const char *id, struct table_open *open,
                     char where[GAME_MARK_ROOM], struct note *why);
/* Prepare to open a game of the round, so that the user can step to its neighbours. */
int lobby_round_open(struct lobby_place *place, const char *id, struct table_open *open,
                     char where[GAME_MARK_ROOM], struct note *why);
/* Set the games that the user can step through, in this order. Takes ownership of the ids. */
void lobby_set_round(struct lobby_place *place, char (*id)[ULID_LENGTH + 1], int n);

/* ---- for tui/session/commands/lobby_commands.c */
void lobby_tell(const struct lobby_place *place, const struct lobby_news *news);
/* Tell LOBBY_REFUSED. Returns false. */
bool lobby_refuse(const struct lobby_place *place, enum lobby_refusal cause, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

#endif
