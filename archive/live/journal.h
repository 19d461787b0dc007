/* journal.h - the journal of a live game: an append-only file live/<id>.jnl shared by all clients
 * of the host.
 *
 * To write, a process takes the game's lock, reads to the end, validates the new record against the
 * game, appends it in one write, calls fdatasync and drops the lock; only then does anyone see it.
 * Reading needs no lock; a reader waits for a writer that is not done. A last line without a line
 * feed, or with zeros the disk never replaced, is an interrupted write that no one has seen:
 * readers skip it, the next writer truncates it. A damaged line of talk is skipped too and counted
 * in `passed`. Anything else that is invalid makes the journal read only, and `trouble` says why:
 * an unknown kind of record or version of the game is reported as written by a newer program,
 * everything else as damage. When the game is over, it is compiled exactly once into an ordinary
 * game of the archive, and the journal goes to the trash. */
#ifndef CHESSCADE_ARCHIVE_LIVE_JOURNAL_H
#define CHESSCADE_ARCHIVE_LIVE_JOURNAL_H

#include "archive/live/live_game.h"
#include "archive/store/lock.h"
#include "archive/store/store.h"

enum {
    JOURNAL_BYTES_MAX = 4 << 20, /* the last 64 KB are reserved for the end of the game, */
    /* Plies and offers may use what is before that, */
    JOURNAL_PLAY_BYTES_MAX = JOURNAL_BYTES_MAX - (64 << 10),
    /* Arrivals and departures this much ... */
    JOURNAL_SEEN_BYTES_MAX = JOURNAL_BYTES_MAX - (256 << 10),
    JOURNAL_TALK_BYTES_MAX = 2 << 20, /* ... and talk at the table this much, without the gallery:
                                       */
    JOURNAL_GALLERY_BYTES_MAX = 1 << 20,   /* the gallery has its own quota, */
    JOURNAL_WATCHER_BYTES_MAX = 128 << 10, /* and each watcher this much of it. So no one can keep a
                                            * game from continuing or ending, and no watcher can
                                            * silence the players or other watchers */
    GAMES_OF_A_PLAYER_MAX = 20,
    GAMES_BEGUN_MAX = 30 /* per minute from one login: each wakes everyone and leaves a file */
};

struct journal {
    struct live_game live; /* as far as it has been read */
    bool broken;           /* read only from here on */
    bool newer; /* ... because a newer version of the program wrote the rest, not because of damage
                 */
    struct note trouble;    /* why it is broken */
    int passed;             /* damaged lines of talk that were skipped */
    struct note passed_why; /* what is wrong with the first of them */
    bool torn;     /* the last record was cut off: it is still there, or was truncated since */
    bool finished; /* it was compiled, and the journal is in the trash */
    /* Private to journal*.c. */
    struct store *store; /* borrowed: it must outlive the journal */
    int fd, lock;        /* the file; its lock file, for testing the lock */
    char *user;
    int64_t size; /* bytes read so far */
};

/* Message about a torn journal; follows "the". */
#define JOURNAL_TORN "last record is incomplete (the program or the power failed): left out"

/* Starts a game: `open` is an open record without `game`, which is set here. The new game's id goes
 * to `id`. */
int journal_create(struct store *store, struct journal_record *open, char id[ULID_LENGTH + 1],
                   struct note *why);
/* Opens and reads a live game; `user` is the owner of its locks. FAIL_NAME: no game has that id.
 * FAIL_BUSY: someone was writing to it for a whole second. A broken journal opens too, without
 * rules if even its first record is unreadable. */
int journal_open(struct journal **out, struct store *store, const char *user, const char *id,
                 struct note *why);
void journal_free(struct journal *journal);

/* Checks the journal of a live game by reading it; takes and tests no lock. FAIL_TEXT and why if it
 * is damaged, FAIL_NAME if there is none (any more). */
int journal_check(struct store *store, const char *id, struct note *why);
/* For messages: the path of the journal within the store ("live/<id>.jnl"). */
void journal_label(const char *id, char *label, size_t size);
/* Changes whenever a live game has new records; -1 if no game has that id. */
int64_t journal_size(struct store *store, const char *id);

/* Reads what others have written. Returns the number of records, or FAIL_BUSY if someone is writing
 * (try again in some milliseconds). Sets `finished` if the game was compiled meanwhile; reads
 * everything again if the journal was repaired. */
int journal_read_on(struct journal *journal);
/* True if there is anything new to read. Only asks for the size of the file. */
bool journal_grew(const struct journal *journal);
/* Appends a record, which stays the caller's; all its keys but seq, at and crc must be set. On
 * failure nothing is written: FAIL_RULE and others from live_game_apply(), FAIL_BUSY, FAIL_SYSTEM
 * (disk full, ...), FAIL_LIMIT, FAIL_CONFLICT (the game was finished meanwhile, or the journal is
 * broken). */
int journal_append(struct journal *journal, struct journal_record *record, struct note *why);
/* If the game is over, closes and compiles it; otherwise does nothing and returns 0. Anyone may
 * call it, even if someone else has already begun. */
int journal_finish(struct journal *journal, struct note *why);

/* The ids of all journals, each ULID_LENGTH + 1 bytes, oldest first; the caller owns the list. */
int journal_list(struct store *store, char (**ids)[ULID_LENGTH + 1]);
/* Compiles games that are over but were left uncompiled by a crash. Returns their number. */
int journal_recover(struct store *store, const char *user);

/* The current time as journals store it: UTC milliseconds. */
int64_t journal_clock(void);

/* ---- Internals of a journal, for journal.c and for people.c, which needs its file names. */

enum { JOURNAL_NAME_ROOM = ULID_LENGTH + 8 };

/* The name of a journal's file in live/ and in trash/. */
void journal_name(const char *id, char out[JOURNAL_NAME_ROOM]);

/* Takes the lock of a game, which all its writers share; lock_drop() when done. FAIL_SYSTEM. */
int journal_lock(struct journal *journal, struct lock *lock, struct note *why);
/* With the lock held: read to the end and truncate a torn record (FAIL_CONFLICT if it is finished
 * or broken); append a record. */
int journal_read_locked(struct journal *journal, struct note *why);
int journal_append_locked(struct journal *journal, struct journal_record *record, struct note *why);

#endif
