/* archive_session.h - an open archive, without a screen: the games last found, duplicate games,
 * deleted games, and the question that the user has been asked last. What a person can do with it
 * are commands (tui/session/commands/archive_commands.h); what comes of them are events. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_ARCHIVE_SESSION_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_ARCHIVE_SESSION_H

#include "archive/index/index.h"
#include "archive/store/store.h"
#include "tui/commands/commands.h"
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
     * `lines` (may be NULL) describes the game with the index `at`. */
    ARCHIVE_QUESTION,
    /* The games in `found` are others. `text` is a heading for them, `lines` follow them. `id` is
     * the collection that has them; NULL: they were searched for. */
    ARCHIVE_FOUND,
    ARCHIVE_COLLECTED,  /* a collection has changed */
    ARCHIVE_RENUMBERED, /* the games may have other numbers now; none are found any more */
};

struct archive_event {
    enum archive_event_kind kind;
    const char *text, *lines, *hint;
    enum request command;
    const char *argument, *id;
    int at;
};

/* What the session asks its client, which shows the archive to a person. */
struct archive_client {
    void (*tell)(void *self, const struct archive_event *event);
    /* True if the user is one of several guests who share one system user. */
    bool (*guest)(void *self);
    /* The name that signs new collections; NULL: they are unsigned. */
    const char *(*author)(void *self);
};

/* Zero-initialise, then set the first four members. The client owns the store and the index, and
 * calls archive_session_clear() before it closes them. */
struct archive_session {
    const struct archive_client *ops;
    void *client;
    struct store *store;
    struct index *index;       /* NULL: none */
    struct listed_games found; /* the games last listed */
    /* The question asked last: its command, and a hash of what it asks. 0: none. */
    enum request asked;
    uint64_t asked_what;
};

void archive_session_clear(struct archive_session *archive);
/* Forget the games last found. */
void archive_session_forget_found(struct archive_session *archive);
/* How many games are listed; 0 if the store's indices have changed since, and then they are
 * forgotten. */
int archive_session_founds(struct archive_session *archive);
/* Forget the question asked last, unless it is about this command. */
void archive_session_no_question(struct archive_session *archive, enum request command);

/* ---- For the commands. */

bool archive_is_guest(const struct archive_session *archive);
const char *archive_author(const struct archive_session *archive);

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
/* Read the next word of *text and advance past it and the blanks after it. Returns false at the end
 * of the text. */
bool archive_read_word(const char **text, char *out, size_t size);

/* Lines that a command tells. */
struct archive_lines {
    FILE *file;
    char *text;
    size_t size;
};

void archive_lines_begin(struct archive_lines *lines);
/* Ends the lines and returns their text, which the caller frees. */
char *archive_lines_end(struct archive_lines *lines);

#endif
