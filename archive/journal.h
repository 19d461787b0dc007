/* journal.h - a live game: in the directory of files live/<id>.jnl, append-only, shared by every client of
 * the host.
 *
 * Writing: take the lock of the game, read on to the end, check the new record against it, append it in one
 * write, fdatasync, drop the lock; only then it is shown to anybody. Reading needs no lock; a reader waits
 * for a writer that is not done. A last line without its line feed, or with zeros where the disk got nothing
 * of it, is a write that broke off and that nobody was shown: readers pass it by, the next writer cuts it
 * away. A line of talk that does not fit is passed by, too, and said to be (`passed`). Anything else that does not fit makes the journal read only, and `trouble` says why: a kind of record or a version of
 * the game that is not known yet is told to be a newer program's, everything else to be damage. When the game is over it is
 * compiled into an ordinary game of the archive, exactly once, and the journal goes to the trash.
 */
#ifndef CHESSCADE_JOURNAL_H
#define CHESSCADE_JOURNAL_H

#include "archive/live_game.h"
#include "archive/store.h"

enum {
    JOURNAL_BYTES_MAX = 4 << 20, /* of it the end of the game has the last room, */
    JOURNAL_PLAY_BYTES_MAX = JOURNAL_BYTES_MAX - (64 << 10), /* plies and offers what is before it, */
    JOURNAL_SEEN_BYTES_MAX = JOURNAL_BYTES_MAX - (256 << 10), /* who comes and goes ... */
    JOURNAL_TALK_BYTES_MAX = 2 << 20, /* ... and talk at the table what is before that, the gallery left out: */
    JOURNAL_GALLERY_BYTES_MAX = 1 << 20, /* it has room of its own, */
    JOURNAL_WATCHER_BYTES_MAX = 128 << 10, /* and each who talks there so much of it; so nobody keeps a game from going on, or from
                                              ending, and no watcher the players or other watchers from talking */
    GAMES_OF_A_PLAYER_MAX = 20,
    GAMES_BEGUN_MAX = 30 /* in a minute, from one login: each wakes everybody and leaves a file */
};

struct journal {
    struct live_game live; /* as far as it was read */
    bool broken;           /* read only from here on */
    bool newer;            /* ... and not damaged: a newer version of the program wrote what comes */
    struct note trouble;   /* why */
    int passed;            /* damaged lines of talk that were skipped */
    struct note passed_why; /* what is wrong with the first of them */
    bool torn;             /* behind the last record one broke off: it was there when opened, or was cut away since */
    bool finished;         /* it was compiled, and the journal is in the trash */
    /* The rest is the journal's own. */
    struct store *store;   /* borrowed: it outlives the journal */
    int fd, lock;          /* the file; its lock file, for asking */
    char *user;
    int64_t size;          /* bytes read */
};

/* What is said of a torn journal, behind "the". */
#define JOURNAL_TORN "last record broke off when power or program went; nobody saw it: left out"

/* Begin a game: `open` is an open record without `game`, which is set here; the new game's id goes to `id`. */
int journal_create(struct store *store, struct journal_record *open, char id[ULID_LENGTH + 1], struct note *why);
/* Open a live game and read it; `user` is whose locks these are. FAIL_NAME: there is none of that id. FAIL_BUSY: for a second
 * somebody was writing to it. A broken journal opens, without rules if not even its first record is to be read. */
int journal_open(struct journal **out, struct store *store, const char *user, const char *id, struct note *why);
void journal_free(struct journal *journal);

/* Is the journal of a live game sound? Reads it, and nothing else: no lock is made or asked for. FAIL_TEXT and why, FAIL_NAME
 * when there is none (any more). */
int journal_check(struct store *store, const char *id, struct note *why);
/* For messages: where the journal is within the store ("live/<id>.jnl"). */
void journal_label(const char *id, char *label, size_t size);
/* Another number whenever a live game went on; -1: there is none of that id. */
int64_t journal_size(struct store *store, const char *id);

/* Read what others have written: the number of records, FAIL_BUSY when somebody writes just now (ask again in some
 * milliseconds). When the game was compiled meanwhile `finished` is set; when the journal was repaired, everything is read anew. */
int journal_read_on(struct journal *journal);
/* Is there anything to read on? Asks for the size of the file, and no more. */
bool journal_grew(const struct journal *journal);
/* Append a record, which is the caller's again afterwards; its keys but seq, at and crc are set. On failure nothing is
 * in the file: FAIL_RULE and others of live_game_apply(), FAIL_BUSY, FAIL_SYSTEM (disk full, ...), FAIL_LIMIT,
 * FAIL_CONFLICT (the game was finished meanwhile, or the journal is broken). */
int journal_append(struct journal *journal, struct journal_record *record, struct note *why);
/* When the game is over: close and compile it. Does nothing and is 0 when it is not over. Anybody may do it, also when
 * somebody else has begun. */
int journal_finish(struct journal *journal, struct note *why);

/* The ids of all journals, each ULID_LENGTH + 1 bytes, oldest first; the list is the caller's. */
int journal_list(struct store *store, char (**ids)[ULID_LENGTH + 1]);
/* Finish what a crash left over: games that are over and were not compiled. The number finished. */
int journal_recover(struct store *store, const char *user);

/* Now, as the times of journals are: UTC milliseconds. */
int64_t journal_clock(void);

#endif
