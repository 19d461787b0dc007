/* archive_session.h - an open archive, without a screen: the games last found, duplicate games,
 * deleted games, and the question that the user has been asked last. What a person can do with it
 * are commands (tui/session/commands/archive_commands.h); what comes of them are events. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_ARCHIVE_SESSION_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_ARCHIVE_SESSION_H

#include "archive/index/index.h"
#include "archive/report/statistics.h"
#include "archive/store/store.h"
#include "tui/commands/arguments.h"
#include "tui/commands/commands.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/archive/list_deeds.h"
#include "tui/session/archive/searches.h"

#include <stdio.h>

enum archive_event_kind {
    /* `text` says what was done, or why not: a sentence that begins with a small letter and has no
     * full stop. It names commands in braces, as {undo}; the client says how to give them. */
    ARCHIVE_SAID,
    ARCHIVE_REFUSED,
    /* `lines` has sentences, one a line; `text` is their title. `hint` says what to do next, in the
     * form of ARCHIVE_SAID; NULL: nothing. */
    ARCHIVE_TOLD,
    ARCHIVE_ASKS, /* `command` needs an argument, which `text` describes */
    /* `text` asks whether `command` shall be done. Running it again with `argument` does it.
     * `lines` (may be NULL) describes the game with the index `at`, in a line. */
    ARCHIVE_QUESTION,
    /* The games in `found` are others. `text` is a heading for them, `lines` and `hint` follow
     * them. `id` is
     * the collection that has them; NULL: they were searched for. */
    ARCHIVE_FOUND,
    ARCHIVE_OPENS, /* the game at the index `at` is opened, at the ply `hit`; -1: where it was left
                    */
    ARCHIVE_RESUMES,    /* the game with the id `id` is resumed, with its unsaved changes */
    ARCHIVE_GOES_TO,    /* the reader goes to `bookmark` */
    ARCHIVE_STATISTICS, /* `statistics` counts games; `text` is a title for them */
    ARCHIVE_COLLECTED,  /* a collection has changed */
    /* Games were deleted, merged or put back, so they may have other numbers. None are found any
     * more. `id` is a game that was put back; NULL: none. */
    ARCHIVE_RENUMBERED,
};

struct archive_event {
    enum archive_event_kind kind;
    const char *text, *lines, *hint;
    enum request command;
    const char *argument, *id;
    int at, hit;
    struct statistics *statistics; /* borrowed, as is the bookmark */
    const struct bookmark *bookmark;
};

/* What the session asks its client, which shows the archive to a person. */
struct archive_client {
    void (*tell)(void *self, const struct archive_event *event);
    /* True if the user is one of several guests who share one system user. */
    bool (*guest)(void *self);
    /* The name that signs new collections; NULL: they are unsigned. */
    const char *(*author)(void *self);
    /* True if the game with this id is open. */
    bool (*is_open)(void *self, const char *id);
};

/* What the latest deletion or merge can undo. */
enum archive_deed { DEED_NONE, DEED_DELETED, DEED_MERGED };

/* Zero-initialise, then set the client. The client calls archive_session_clear() before it closes
 * the store. */
struct archive_session {
    const struct archive_client *ops;
    void *client;
    int page; /* how many entries of a long list a command tells; 0: all */
    /* What the client sets before each command; all of it is borrowed. */
    struct store *store;
    struct index *index;               /* NULL: none */
    const struct position *here;       /* the board that `here` means in a query; NULL: none */
    bool partial;                      /* the client is still finding games */
    const struct bookmarks *bookmarks; /* the only ones of the user; NULL: those of the user's file
                                        */

    struct listed_games found;    /* the games last listed */
    struct duplicate_pairs pairs; /* the duplicate games, as last listed */
    struct deleted_games deleted; /* the games deleted last */
    enum archive_deed deed;
    /* The question asked last: its command, and a hash of what it asks. 0: none. */
    enum request asked;
    uint64_t asked_what;
};

void archive_session_clear(struct archive_session *archive);
/* Forget the games last found. */
void archive_session_forget_found(struct archive_session *archive);
/* How many games are listed; 0 if the store's indices have changed since, and then they are
 * forgotten. */
int archive_session_found_count(struct archive_session *archive);
/* The games that a command works on: those that match the query, or without a query, those listed
 * last, or all games if none are listed. `own` keeps games that were not listed; the caller clears
 * it. Returns NULL after telling why there are none. */
struct listed_games *archive_session_games(struct archive_session *archive, const char *query,
                                           struct listed_games *own);
/* Tell why a query cannot be used. */
void archive_refuse_query(struct archive_session *archive, const char *query,
                          const struct note *why);
/* True if a deletion or merge can be undone. */
bool archive_session_may_undo(const struct archive_session *archive);
/* Undo the latest deletion or merge. Returns false if there is none. */
bool archive_session_undo(struct archive_session *archive);
/* Move games to the trash. Returns how many were moved. */
int archive_session_trash(struct archive_session *archive, const char (*id)[ULID_LENGTH + 1],
                          int n);
/* Merge a pair of duplicates. */
void archive_session_merge(struct archive_session *archive, int pair);
/* Forget the question asked last, unless it is about this command. */
void archive_session_no_question(struct archive_session *archive, enum request command);

/* True if the game with this id is open; the user has then been told. */
bool archive_refuse_open(struct archive_session *archive, const char *id);

/* ---- For the commands. */

bool archive_is_guest(const struct archive_session *archive);
const char *archive_author(const struct archive_session *archive);

/* Tell an event, with its text in one line and without control characters. */
void archive_tell(struct archive_session *archive, const struct archive_event *event);
/* Tell ARCHIVE_SAID or ARCHIVE_REFUSED. */
void archive_say(struct archive_session *archive, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void archive_refuse(struct archive_session *archive, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Tell what a function of collecting.h or list_deeds.h has said: if `result` is negative, as a
 * refusal. */
void archive_tell_result(struct archive_session *archive, int result, const struct note *said);
/* Tell ARCHIVE_ASKS. */
void archive_ask_for(struct archive_session *archive, enum request command, const char *what);
/* True if the user was asked the same before, and so has given the command again. Otherwise tells
 * the question, an ARCHIVE_QUESTION. `about` is what it asks about: an id, or an id and a
 * revision. */
bool archive_confirmed(struct archive_session *archive, const char *about,
                       const struct archive_event *question);

/* Read a whole number. Returns false after telling what is expected. */
bool archive_read_number(struct archive_session *archive, const char *text, int least, int most,
                         int *out);

#endif
