/* journal_internal.h - internals of a journal, for journal*.c and for live_watch.c, which needs its file names. */
#ifndef CHESSCADE_ARCHIVE_LIVE_JOURNAL_INTERNAL_H
#define CHESSCADE_ARCHIVE_LIVE_JOURNAL_INTERNAL_H

#include "archive/live/journal.h"
#include "archive/store/lock.h"

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
