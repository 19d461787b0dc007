/* shared_reading.h - several people read a game of the archive together, without a screen. One of
 * them leads; the others see what the leader shows and writes, or read on their own.
 *
 * Only stored data is exchanged: the leader saves every change, and announces revision and spot to
 * the others (archive/live/people.h). Followers load that revision and go to that spot. The baton
 * is a lock beside the game: one session at a time can hold it, and it is released when that
 * session ends.
 *
 * The client is the screen (tui/views/game/following.c) or plain mode (tui/plain/lobby.c). It
 * calls a function here for everything that a user does; during the call the reading reports what
 * happens as news. */
#ifndef CHESSCADE_TUI_SESSION_SHARED_READING_H
#define CHESSCADE_TUI_SESSION_SHARED_READING_H

#include "tui/session/game_session.h"
#include "tui/session/lobby/lobby.h"

enum reading_news_kind {
    READING_CAME,  /* The person `text` has opened the game as well. */
    READING_WENT,  /* The person `text` has left the game. */
    READING_SAID,  /* Somebody has said `said` about the game. `yes`: the user, at another terminal.
                    */
    READING_LED,   /* The person `text` now leads. `yes`: the user follows. */
    READING_UNLED, /* The person `text` no longer leads, and nobody does. */
    READING_LEADING,    /* The user leads now: call reading_announce() soon. */
    READING_LAID_DOWN,  /* The user no longer leads. */
    READING_NO_LEAD,    /* The user cannot lead. `text`: who leads; NULL: see `why`, or if that is
                           NULL, too, somebody has taken the lead just now. */
    READING_ALONE,      /* The user has chosen to follow nobody. */
    READING_ALONG,      /* The user has chosen to follow the leader `text`; NULL: nobody leads. */
    READING_LEADS,      /* The user has chosen to follow, but leads. */
    READING_MOVED_AWAY, /* The user has gone to another spot, and so no longer follows `text`. */
    READING_SHOWN,      /* The user is now where the leader `text` is. */
    READING_UNSAVED,    /* The user no longer follows `text`, whose changes cannot be loaded before
                           the user's own are saved. */
    READING_NOT_LOADED, /* The changes of the leader `text` cannot be loaded; `why` has the reason.
                         */
    READING_FOLLOWS     /* The user may change nothing, because `text` leads. */
};

struct reading_news {
    enum reading_news_kind kind;
    bool yes;
    const char *text;
    const struct said *said;
    const struct note *why;
};

struct shared_reading {
    /* Set by the client before reading_open(). */
    void (*tell)(void *client, const struct reading_news *news);
    /* Save the changes of the user, who leads. */
    void (*save)(void *client);
    /* Merge the stored version into the game. NULL: session_reload(), but only if nothing is
     * unsaved. */
    void (*load)(void *client);
    /* True if the user is writing or composing, and must not be taken to another spot. */
    bool (*busy)(void *client);
    void *client;
    struct lobby_place *place; /* borrowed */
    struct game_session *game; /* borrowed */

    char id[ULID_LENGTH + 1]; /* the id of the game; "": nothing is read together */
    struct person *person;    /* [persons] the other people in the game */
    int persons;
    struct talk_room talk; /* the chat about the game since it ended */
    struct baton *baton;   /* the lock that the leader holds; NULL: the user does not lead */
    bool local;            /* the user follows nobody */

    /* The remaining members are private. */
    /* What the user, leading, has announced last; while following, the announcement that was
     * followed last. */
    char shown[PRESENCE_TEXT_MAX + 1];
    struct spot at; /* where following has taken the reader: one who is elsewhere has moved away */
    bool led;       /* the reader is being taken to the leader, and does not move alone */
    unsigned tried; /* edits.number at the leader's last attempt to save */
};

/* Begin to read the game of the session together with others, or end it. reading_close() also
 * gives back the lead, keeps the client's members, and does nothing if nothing is open. */
void reading_open(struct shared_reading *reading);
void reading_close(struct shared_reading *reading);

/* The person who leads; NULL: nobody, or the user. */
const struct person *reading_leader(const struct shared_reading *reading);
/* The leader whom the user follows; NULL: nobody. */
const struct person *reading_followed(const struct shared_reading *reading);

/* See who is here and what was said, and follow the leader. Call this when something may have
 * changed. */
void reading_attend(struct shared_reading *reading);
/* Call this when the reader may be at another spot: a follower who went there alone no longer
 * follows. reading_attend() calls it, too. */
void reading_moved(struct shared_reading *reading);
/* If the user leads: save what is unsaved, and announce the state of the game if it is new. A save
 * that failed is tried again only after another change. During a trial nothing is announced. */
void reading_announce(struct shared_reading *reading);

/* Take the lead, or lay it down. */
void reading_lead(struct shared_reading *reading);
/* Follow whoever leads, or stop following. */
void reading_sync(struct shared_reading *reading);
/* True if the user follows somebody and so may change nothing; the client has then been told. */
bool reading_refuses(struct shared_reading *reading);

#endif
