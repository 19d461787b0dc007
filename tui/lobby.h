/* lobby.h - a place to play: an archive, entered under a name. What the lobby and its tables share. */
#ifndef CHESSCADE_LOBBY_H
#define CHESSCADE_LOBBY_H

#include "archive/journal.h"
#include "archive/live_watch.h"
#include "archive/presence.h"
#include "archive/talk.h"
#include "tui/app.h"
#include "tui/page.h"

enum { MUTED_MAX = 8, GAME_MARK_ROOM = 8, SESSIONS_OF_A_PLAYER_MAX = 16 };

struct lobby_place {
    char *path; /* as the archive was named, for opening its list of games */
    struct store *store;
    struct presence *presence; /* NULL: only looking (chesscade next) */
    char name[PLAYER_NAME_MAX + 1];
    char session[8]; /* of this login, for taking a seat over */
    char muted[MUTED_MAX][PLAYER_NAME_MAX + 1]; /* who is not heard */
    int mutes;
    char followed[PLAYER_NAME_MAX + 1]; /* whose games are watched; "" nobody's */
    char shown[ULID_LENGTH + 1];        /* the last of them that was opened */
    int64_t begun[GAMES_BEGUN_MAX];     /* times at which the latest games were begun from here, the latest first */
    char host[64];                      /* its name, for the title; "" not told */
    struct player_names names;          /* everybody met here, to tell apart those who look alike */
    char (*round)[ULID_LENGTH + 1];     /* [rounds] the games `game-next` goes through: lobby_tables.c */
    int rounds, round_at;
    char round_mark[GAME_MARK_ROOM];                /* of the one it went to last */
};

/* Be woken by what happens to live games, who comes and goes, and talk. */
struct live_watch *lobby_watch(struct lobby_place *place);

/* Enter an archive. `appear`: be seen by others; `guest`: from afar, by a name the system does not know (guest.h). FAIL_TEXT for
 * a name that is none, FAIL_LIMIT for one that is here SESSIONS_OF_A_PLAYER_MAX times, and what opening says. */
int lobby_enter(struct lobby_place *place, const char *path, const char *name, bool appear, bool guest, struct note *why);
void lobby_leave(struct lobby_place *place);

/* Who is at work, by the uid: never by the environment. "" when the system does not know. */
const char *lobby_own_name(void);

/* ---- names that look alike: lobby_names.c ---- */
/* A name was met: somebody here, at a table, in talk, or a member of the archive's group. */
void lobby_know(struct lobby_place *place, const char *name);
void lobby_know_seats(struct lobby_place *place, const struct live_game *live);
/* Is somebody of that name known here: met, or with a game among the latest of the archive? Who never came has left no trace. */
bool lobby_has_met(struct lobby_place *place, const char *name);
/* To be shown after a name: "!" when somebody else's looks like it, else "". `place` may be NULL. */
const char *lobby_name_mark(const struct lobby_place *place, const char *name);
/* "look alike: bill (you) and b1ll, in capitals BILL and B1LL"; false, and "", when no names do. */
bool lobby_names_tell(const struct lobby_place *place, char *out, size_t size);

/* ---- talk: lobby_talk.c ---- */
/* Is that person not muted? */
bool lobby_hears(const struct lobby_place *place, const char *name);
/* Mute somebody, or hear them again; false when too many are muted. */
bool lobby_mute_turn(struct lobby_place *place, const char *name);
/* "bob, eve": who is muted; false, and "", when nobody is. */
bool lobby_mutes_tell(const struct lobby_place *place, char *out, size_t size);
/* ":mute NAME": hear somebody no more, or again. */
void lobby_mute(struct app *app, struct lobby_place *place, const char *name);
/* Add what was said in a room by those who are heard, a paragraph a line: how many. */
int lobby_talk_page(struct lobby_place *place, const struct talk_room *talk, struct page *page);
/* Say something in a room; "" is nothing. Why not is shown. */
void lobby_say(struct app *app, struct lobby_place *place, struct talk_room *talk, const char *text);

/* Append a record and show why not; its value is cleared in any case. */
int lobby_append(struct journal *journal, struct journal_record *record, struct note *why);

/* ---- tables: lobby_tables.c ---- */
/* Open the table of a live game: as a player if this name has a seat there, else as a watcher. Errors are said. The
 * place must outlive the table. */
bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id);
/* From these tables the next and the one before can be opened, in this order. The ids are the place's from now on. */
void lobby_set_round(struct lobby_place *place, char (*id)[ULID_LENGTH + 1], int n);

/* ":follow NAME": from now on the games this player sits down at are opened; the same name again or "": no more. */
void lobby_follow(struct app *app, struct lobby_place *place, const char *name);
/* Has who is followed sat down at another game than `here` ("": the lobby) and the one shown last? Then it is opened:
 * true. */
bool lobby_follow_on(struct app *app, struct lobby_place *place, const char *here);

/* The place of a game that is over in the list of the store, which is looked through again if need be; -1. */
int lobby_find(struct lobby_place *place, const char *id);
/* Is that no live game, or one that is not private, or not to this name? */
bool lobby_may_see(struct lobby_place *place, const char *id);
/* Take a seat kept for this name, or a free one. FAIL_RULE: there is none any more. */
int lobby_sit_down(struct lobby_place *place, const char *id, struct note *why);
/* A game one of the players of that one, which is over, has begun as its rematch and keeps a seat in for this name, and who that
 * is; false: none. */
bool lobby_find_rematch(struct lobby_place *place, const struct live_game *game, char id[ULID_LENGTH + 1],
                        char by[PLAYER_NAME_MAX + 1]);
/* Who answers a proposal of a side: "bob is", of three players "the others are". Returns `out`. */
const char *lobby_asked(const struct live_game *live, int side, char *out, size_t size);
/* Of a game that was refused (live_is_news()): "declined by bob". */
void lobby_refused(const struct live_game *live, char *out, size_t size);
/* Refuse a seat kept for this name: the game is off. */
int lobby_decline(struct lobby_place *place, const char *id, struct note *why);
/* Take a game back that this name sits at and that has not begun. FAIL_RULE: it has, or is another's. */
int lobby_withdraw(struct lobby_place *place, const char *id, struct note *why);
/* The game of an id as this name may see it now, live or in the archive; the caller's. FAIL_RULE: it may not. */
int lobby_game_record(struct lobby_place *place, const char *id, struct record **out, struct note *why);

/* What a new game is to be. */
struct seek {
    const struct ruleset *rules;
    const char *name[SIDES_MAX]; /* who is to sit where: own name, another one (a challenge), "" open to all */
    const char *control;         /* "" none */
    bool by_lot;                 /* ... in some order: sides are drawn when everybody sits */
    bool is_private, is_strict;  /* strict: nothing is taken back or adjourned unasked */
    int delay;                   /* plies watchers are behind */
    int grace;                   /* minutes a clock waits for a lost connection */
    const char *after;           /* id of the game it is the rematch of; NULL: none */
};
/* Begin a game: its id. Seats of others wait until they sit down. FAIL_LIMIT: this name has too many games. */
int lobby_begin_game(struct lobby_place *place, const struct seek *seek, char id[ULID_LENGTH + 1], struct note *why);

/* "#J9M3": the end of an id, for people. */
void game_mark(const char *id, char out[GAME_MARK_ROOM]);

/* An app whose first view is the lobby: argv is that of the command, its name first; its words are put in order. The user of
 * `app_options` is filled in here, the process is not restricted. NULL, and the exit status, after a line on `err`. */
struct app *lobby_app(int argc, char **argv, const struct app_options *app_options, int *status, FILE *err);

extern const struct view_ops lobby_view; /* argument: struct lobby_place *, which becomes the view's own */
extern const struct view_ops seek_view;  /* argument: struct seek_open */
struct seek_open {
    struct lobby_place *place;
    const char *variant; /* id; copied */
};

#endif
