/* journal.h - the journal of a live game: an append-only log shared by all who play and watch.
 *
 * To write, a process holds the game, reads to the end, validates the new record against the game,
 * appends it and releases the game; only then does anyone see it. Reading needs no hold; a reader
 * waits for a writer that is not done. A last line without a line feed, or with zeros the disk
 * never replaced, is an interrupted write that no one has seen: readers skip it, the next writer
 * cuts it off. A damaged line of talk is skipped too and counted in `passed`. Anything else that is
 * invalid makes the journal read only, and `trouble` says why: an unknown kind of record or version
 * of the game is reported as written by a newer program, everything else as damage. When the game
 * is over, it is compiled exactly once into an ordinary game of the archive, and the journal goes
 * to the trash. Where journals are kept is the store's live_backend:
 * archive/store/live_backend.h. */
#ifndef CHESSCADE_ARCHIVE_LIVE_JOURNAL_H
#define CHESSCADE_ARCHIVE_LIVE_JOURNAL_H

#include "archive/live/live_game.h"
#include "archive/store/live_backend.h"
#include "archive/store/store.h"

enum {
    JOURNAL_BYTES_MAX = 4 << 20, /* Size limit of a journal. Plies cannot use its last 64 KB, which
                                    are reserved for the end of the game */
    /* A journal of this size refuses plies and offers. */
    JOURNAL_PLAY_BYTES_MAX = JOURNAL_BYTES_MAX - (64 << 10),
    /* A journal of this size does not record arrivals and departures any more. */
    JOURNAL_SEEN_BYTES_MAX = JOURNAL_BYTES_MAX - (256 << 10),
    JOURNAL_TALK_BYTES_MAX = 2 << 20,      /* A journal of this size, not counting the talk of the
                                              gallery, refuses talk of the players */
    JOURNAL_GALLERY_BYTES_MAX = 1 << 20,   /* Limit for all talk in the gallery, the room of the
                                              watchers */
    JOURNAL_WATCHER_BYTES_MAX = 128 << 10, /* Limit for one watcher's talk in the gallery, so that
                                              no watcher can silence the others */
    GAMES_OF_A_PLAYER_MAX = 20,
    GAMES_BEGUN_MAX = 30 /* Games that one login may open per minute. There is a limit because each
                            game notifies everyone and leaves a file */
};

struct journal {
    struct live_game live; /* state of the game after the records read so far */
    bool broken;           /* true if no more records can be appended */
    bool newer; /* true if the journal is broken because a newer program wrote it, not because of
                   damage */
    struct note trouble;    /* why the journal is broken */
    int passed;             /* number of damaged lines of talk that were skipped */
    struct note passed_why; /* what is wrong with the first damaged line of talk */
    bool torn;     /* true if the last record was incomplete, even if it has been cut off since */
    bool finished; /* true if the game was compiled and the journal is in the trash */
    /* The members from here on are private to journal*.c. */
    struct store *store; /* borrowed: it must outlive the journal */
    const struct live_backend *backend;
    struct live_log *log;
    char *user;
    int64_t size; /* number of bytes read so far */
};

/* The message about an incomplete last record; it follows the word "the". */
#define JOURNAL_TORN \
    "last entry of the game's journal is incomplete (program or power failure) and was ignored"

/* Starts a game. `open` is a record of the kind JOURNAL_OPEN; its key `game` is set here. `id`
 * becomes the id of the new game. */
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
/* For messages: what the journal is called ("live/<id>.jnl"). */
void journal_label(const char *id, char *label, size_t size);
/* Changes whenever a live game has new records; -1 if no game has that id. */
int64_t journal_size(struct store *store, const char *id);

/* Reads what others have written. Returns the number of records, or FAIL_BUSY if someone is writing
 * (try again in some milliseconds). Sets `finished` if the game was compiled meanwhile; reads
 * everything again if the journal was repaired. */
int journal_read_on(struct journal *journal);
/* True if there is anything new to read. Only asks for the size of the log. */
bool journal_grew(const struct journal *journal);
/* Appends a record, which stays the caller's; all its keys but seq, at and crc must be set. On
 * failure nothing is written: FAIL_RULE and others from live_game_apply(), FAIL_BUSY, FAIL_SYSTEM
 * (disk full, ...), FAIL_LIMIT, FAIL_CONFLICT (the game was finished meanwhile, or the journal is
 * broken). */
int journal_append(struct journal *journal, struct journal_record *record, struct note *why);
/* If the game is over, closes and compiles it; otherwise does nothing and returns 0. Any client
 * may call it, even if another one has already begun. */
int journal_finish(struct journal *journal, struct note *why);

/* All journals, oldest first; the caller owns the list. */
int journal_list(struct store *store, struct live_summary **list);
/* Compiles games that are over but were left uncompiled by a crash. Returns their number. */
int journal_recover(struct store *store, const char *user);

/* The current time as journals store it: UTC milliseconds. */
int64_t journal_clock(void);

/* ---- Internals, for journal.c and people.c */

/* Fails with FAIL_SYSTEM, because the store has no live_backend. */
int live_refuse(struct note *why);
/* Holds a game, so that no one else can write to it. FAIL_SYSTEM; FAIL_BUSY if it is held
 * already. */
int journal_hold(struct journal *journal, struct live_hold **hold, struct note *why);
/* Call the following two functions only while the game is held. journal_read_held() reads to the
 * end and cuts off a torn record; FAIL_CONFLICT if the game is finished or the journal is broken.
 * journal_append_held() appends a record. */
int journal_read_held(struct journal *journal, struct note *why);
int journal_append_held(struct journal *journal, struct journal_record *record, struct note *why);

#endif
