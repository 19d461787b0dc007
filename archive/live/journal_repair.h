/* journal_repair.h - repairs damaged journals of live games and files of talk (`chesscade verify
 * --repair`).
 *
 * The old file is kept beside the new one as NAME.damaged. */
#ifndef CHESSCADE_ARCHIVE_LIVE_JOURNAL_REPAIR_H
#define CHESSCADE_ARCHIVE_LIVE_JOURNAL_REPAIR_H

#include "archive/live/journal.h"

struct journal_repaired {
    int mended;  /* number of damaged lines of talk that were recovered, or replaced by a note that
                    their text is lost */
    int dropped; /* number of dropped lines: records of arrivals and departures, or lines in a talk
                    file that are not talk */
    int cut; /* number of records cut off a game from the first invalid one on, since nothing can
                follow an invalid record */
    struct note cut_by;        /* what is wrong with the first record that was cut off */
    char kept[LIVE_NAME_ROOM]; /* name of the old file */
};

/* Repairs the journal of a live game; `user` is the owner of the lock. Returns 0 if the journal
 * is undamaged (nothing is written), 1 if it was repaired. FAIL_TEXT and why if it cannot be
 * repaired: its first record is unreadable, or a newer program wrote it. */
int journal_repair(struct store *store, const char *user, const char *id,
                   struct journal_repaired *done, struct note *why);

/* The names of all files that contain talk (lobby.log, lobby.old, ID.log). The caller frees the
 * list and each name. */
int talk_files(struct store *store, char ***names);
/* Checks that every line of a talk file is valid. FAIL_TEXT reports the first invalid line;
 * FAIL_NAME: there is no such file. */
int talk_check(struct store *store, const char *name, struct note *why);
/* Like journal_repair(), for a file of talk. */
int talk_repair(struct store *store, const char *user, const char *name,
                struct journal_repaired *done, struct note *why);

#endif
