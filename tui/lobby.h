/* lobby.h - a place to play: an archive, entered under a name. What the lobby and its tables share. */
#ifndef CHESSCADE_LOBBY_H
#define CHESSCADE_LOBBY_H

#include "archive/journal.h"
#include "archive/presence.h"
#include "tui/app.h"

struct lobby_place {
    char *path;
    int root; /* descriptor of the archive's folder */
    struct store *store;
    struct presence *presence; /* NULL: only looking (chesscade next) */
    char name[PLAYER_NAME_MAX + 1];
    char session[8]; /* of this login, for taking a seat over */
};

/* Enter an archive. `appear`: be seen by others. FAIL_TEXT for a name that is none, and what opening says. */
int lobby_enter(struct lobby_place *place, const char *path, const char *name, bool appear, struct note *why);
void lobby_leave(struct lobby_place *place);

/* Append a record and show why not; its value is cleared in any case. */
int lobby_append(struct lobby_place *place, struct journal *journal, struct journal_record *record, struct note *why);

/* Open the table of a live game: as a player if this name has a seat there, else as a watcher. Errors are said. The
 * place must outlive the table. */
bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id);
/* Take a seat kept for this name, or a free one. FAIL_RULE: there is none any more. */
int lobby_sit_down(struct lobby_place *place, const char *id, struct note *why);

/* What a new game is to be. */
struct seek {
    const struct ruleset *rules;
    const char *name[SIDES_MAX]; /* who is to sit where: own name, another one (a challenge), "" open to all */
    const char *control;         /* "" none */
    bool is_private;
    int delay;                   /* plies watchers are behind */
};
/* Begin a game: its id. Seats of others wait until they sit down. FAIL_LIMIT: this name has too many games. */
int lobby_begin_game(struct lobby_place *place, const struct seek *seek, char id[ULID_LENGTH + 1], struct note *why);

/* "#J9M3": the end of an id, for people. */
enum { GAME_MARK_ROOM = 8 };
void game_mark(const char *id, char out[GAME_MARK_ROOM]);

extern const struct view_ops lobby_view; /* argument: struct lobby_place *, which becomes the view's own */
extern const struct view_ops seek_view;  /* argument: struct seek_open */
struct seek_open {
    struct lobby_place *place;
    const char *variant; /* id; copied */
};

#endif
