/* journal_parts.h - the inside of a journal, for journal*.c and live_watch.c, which knows their names. */
#ifndef CHESSCADE_JOURNAL_PARTS_H
#define CHESSCADE_JOURNAL_PARTS_H

#include "archive/journal.h"
#include "archive/lock.h"

enum { JOURNAL_NAME_ROOM = ULID_LENGTH + 8 };

/* The name of its file in live/ and in trash/. */
void journal_name(const char *id, char out[JOURNAL_NAME_ROOM]);

/* Take the lock of a game, shared by all who write to it; lock_drop() when done. FAIL_SYSTEM. */
int journal_lock(struct journal *journal, struct lock *lock, struct note *why);
/* With the lock held: read to the end and mend it (FAIL_CONFLICT: finished or broken); append. */
int journal_read_locked(struct journal *journal, struct note *why);
int journal_append_locked(struct journal *journal, struct journal_record *record, struct note *why);

#endif
