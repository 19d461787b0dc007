/* journal_repair.h - what is damaged of live games and of talk put right, for `chesscade verify --repair`. The old file stays beside
 * the new one, as NAME.damaged. */
#ifndef CHESSCADE_JOURNAL_REPAIR_H
#define CHESSCADE_JOURNAL_REPAIR_H

#include "archive/journal.h"

enum { REPAIR_NAME_ROOM = ULID_LENGTH + 32 };

struct journal_repaired {
    int mended;         /* lines of talk that were damaged: written anew, or a word in their place that they are lost */
    int dropped;        /* records of who came or went, or lines among talk that are none: left out */
    int cut;            /* records of a game from the first that does not fit on: left out, since nothing could follow it */
    struct note cut_by; /* what is wrong with that one */
    char kept[REPAIR_NAME_ROOM]; /* the name of the old file */
};

/* Repair the journal of a live game; `user` is whose lock it is. 0: it is sound, and nothing was written; 1: it was repaired. FAIL_TEXT
 * and why when that cannot be: not even its first record is to be read, or a newer version of the program wrote it. */
int journal_repair(struct store *store, const char *user, const char *id, struct journal_repaired *done, struct note *why);

/* Every file of talk, by its name (lobby.log, lobby.old, ID.log): the list is the caller's, each to be freed. */
int talk_files(struct store *store, char ***names);
/* Is every line of it one of talk? FAIL_TEXT and the first that is not; FAIL_NAME: there is no such file. */
int talk_check(struct store *store, const char *name, struct note *why);
/* The same as journal_repair() for a file of talk. */
int talk_repair(struct store *store, const char *user, const char *name, struct journal_repaired *done, struct note *why);

#endif
