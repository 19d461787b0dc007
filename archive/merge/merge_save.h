/* merge_save.h - saves a game, merging in what someone else may have saved meanwhile. */
#ifndef CHESSCADE_ARCHIVE_MERGE_MERGE_SAVE_H
#define CHESSCADE_ARCHIVE_MERGE_MERGE_SAVE_H

#include "archive/record/edit.h"
#include "archive/merge/merge.h"
#include "archive/store/store.h"

/* The user's choices for the conflicts, in the order of the conflicts, and the stored version
 * that caused them. The choices apply to no other version. */
struct merge_choices {
    const enum merge_side *side; /* [n] the side chosen for each conflict */
    int n;
    struct version seen;
};

struct merge_saving {
    struct merge merge;    /* merge.record: the saved record if changes of others were merged in,
                              otherwise NULL */
    struct record *theirs; /* theirs, version: on conflicts, the stored record and its version */
    struct version version;
    bool deleted; /* on FAIL_CONFLICT: true if the game has been deleted */
    bool unseen;  /* true if the choices were not applied because the stored version has changed
                     again */
};

/* Saves like store_save(). If the game was changed meanwhile, merges both versions and saves the
 * result (`base` is the record that *version came from, NULL if unknown). `choices` (NULL: none)
 * decide the conflicts with the stored version choices->seen; they are ignored if another version
 * is stored now. Only the version that was merged is ever overwritten. FAIL_CONFLICT in three
 * cases, with nothing saved: both changed a field and no choice was given (see
 * saving->merge.conflicts); the game was deleted (saving->deleted); the stored game is unreadable.
 * On success *version is the stored version, otherwise it is unchanged. Clear *saving in every
 * case. */
int merge_save(struct store *store, struct record *record, struct version *version,
               const struct record *base, const struct merge_choices *choices,
               struct merge_saving *saving, struct note *why);
void merge_saving_clear(struct merge_saving *saving);

/* Undoes the user's latest change, but keeps changes of others that were merged in after it, as if
 * they had been made before. *spot becomes the ply or note that was changed. *what (may be NULL)
 * describes the change and is borrowed until the next change. Redo can restore the change.
 * FAIL_NAME: the user changed nothing. FAIL_CONFLICT: others changed the same element afterwards;
 * nothing is changed then. */
int merge_undo(struct edits *edits, struct spot *spot, const char **what, struct note *why);

/* Makes the record to save as revision `rev` for a game being edited: the log of `base` is
 * continued with the latest changes. `base` and `by` may be NULL. All other data is borrowed from
 * the edited record, which must not change before one of the following two functions is called:
 * merge_logged_drop(), or after saving merge_logged_adopt(), which puts the result in place of the
 * edited record. */
struct record *merge_logged(const struct edits *edits, const struct record *base, int64_t rev,
                            const char *by);
void merge_logged_drop(struct record *logged);
void merge_logged_adopt(struct edits *edits, struct record *logged);

/* Returns the record from which a draft was begun: the copy kept beside the draft, or else the
 * stored game. Owned by the caller. NULL if neither exists, or if the one found is not the version
 * `version`. */
struct record *merge_draft_base(struct store *store, const char *id, const struct version *version);

/* Writes the folder part of what store_label() returns for a game: "games/2026/11"; "" if the game
 * has no file of its own. */
enum { MERGE_FOLDER_ROOM = 80 };
void merge_folder(struct store *store, const char *id, char out[MERGE_FOLDER_ROOM]);

/* Loads the stored version of a game; FAIL_NAME if it is gone. If it is unreadable, `why` names the
 * file and line. */
int merge_reload(struct store *store, const char *id, struct record **out, struct version *version,
                 struct note *why);

#endif
