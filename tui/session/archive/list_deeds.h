/* list_deeds.h - what a person does with the games of a list: deleting them, merging duplicates,
 * and undoing both; and what may be imported.
 *
 * `said` gets a sentence about what was done, or why not, in the form of collecting.h. `guest`: the
 * user is one of several guests who share one system user, and may change only games. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_LIST_DEEDS_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_LIST_DEEDS_H

#include "archive/report/duplicates.h"
#include "archive/store/store.h"
#include "tui/system/paths.h"

/* ---- Deleting games. */

enum { DELETED_MOST = 1000, LIST_QUESTION_ROOM = 240 };

/* The games deleted last, which can be put back. Zero-initialise. */
struct deleted_games {
    struct record **v;
    int n; /* 0 also if more than DELETED_MOST were deleted */
};

/* True if the user may delete games of the archive. */
bool games_may_delete(const struct store *store, bool guest, struct note *said);
/* Write the question that comes first: "2 collections have the game. Move game 12, Ana - Ivo, to
 * the trash?". */
void games_ask_delete(struct store *store, const char (*id)[ULID_LENGTH + 1], int n,
                      char out[LIST_QUESTION_ROOM]);
/* Move games to the trash; *last then has them, or if none was moved, those of before. *gone is how
 * many were moved. FAIL_NAME if none of them was there any more; other failures stop at the game
 * that cannot be deleted. */
int games_delete(struct store *store, const char (*id)[ULID_LENGTH + 1], int n,
                 struct deleted_games *last, int *gone, struct note *said);
/* Put the games back that were deleted last, and forget them. Fails as store_add() does; they are
 * then kept. */
int games_undelete(struct store *store, struct deleted_games *last, struct note *said);
void deleted_games_clear(struct deleted_games *last);

/* ---- Merging duplicates. */

struct duplicate_pair {
    struct duplicate_ids ids; /* stay valid when the indices of games change */
    bool exact, merged;
};

struct pair_merge;

/* The pairs found, and the merges that can be undone, latest first. Zero-initialise. */
struct duplicate_pairs {
    struct duplicate_pair *v; /* [n] */
    struct pair_merge *merge; /* [merges] */
    int n, merges, room;
};

/* Replace the pairs by those found; *pairs is zero or has earlier ones. Merges can still be
 * undone. */
void pairs_take(struct duplicate_pairs *pairs, struct store *store, const struct duplicate *found,
                int n);
void pairs_clear(struct duplicate_pairs *pairs);
/* The index of the first (0) or second (1) game of a pair in the store, if it is readable; -1: it
 * is no longer there. */
int pair_at(const struct duplicate_pair *pair, struct store *store, int which);
/* True if the user may merge a pair now. `out` then has the question that comes first. */
bool pair_may_merge(const struct duplicate_pair *pair, struct store *store, bool guest,
                    char out[LIST_QUESTION_ROOM], struct note *said);
/* Merge a pair as duplicates_merge() does, and scan the store again. */
int pairs_merge(struct duplicate_pairs *pairs, int i, struct store *store, struct note *said);
/* Undo the latest merge, but keep what others have changed since. `id` gets the id of the first
 * game. FAIL_NAME if nothing was merged. */
int pairs_unmerge(struct duplicate_pairs *pairs, struct store *store, char id[ULID_LENGTH + 1],
                  struct note *said);

/* ---- Importing. */

/* True if the user may import games into the archive. */
bool games_may_import(const struct store *store, bool guest, struct note *said);
/* Write the path of a file that the user has typed. FAIL_SYSTEM if it cannot be read. */
int import_file_named(const char *typed, char path[PATH_ROOM], struct note *said);

#endif
