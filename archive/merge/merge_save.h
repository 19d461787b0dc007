/* merge_save.h - saves a game, merging in what someone else may have saved meanwhile. */
#ifndef CHESSCADE_ARCHIVE_MERGE_MERGE_SAVE_H
#define CHESSCADE_ARCHIVE_MERGE_MERGE_SAVE_H

#include "archive/record/edit.h"
#include "archive/merge/merge.h"
#include "archive/store/store.h"

/* The user's choices for the conflicts, in their order, and the stored version they were made
 * about. They do not apply to any other version. */
struct merge_choices {
    const enum merge_side *side; /* [n] */
    int n;
    struct version seen;
};

struct merge_saving {
    struct merge merge;    /* merge.record: what was saved if it is more than what was passed in;
                              otherwise NULL */
    struct record *theirs; /* on conflicts: the stored record and its version */
    struct version version;
    bool deleted; /* FAIL_CONFLICT: the game has been deleted */
    bool unseen;  /* choices were given but not applied, because the stored version is not the one
                   * they were  made about */
};

/* Saves like store_save(). If the game was changed meanwhile, merges and saves the result (`base`
 * is the record that *version came from, NULL if unknown). Applies `choices` (NULL: none) only if
 * the stored version is the one they were made about, and saves only over that version.
 * FAIL_CONFLICT with saving->merge.conflicts if both changed a field and no choice was given
 * (nothing is saved); with saving->deleted; or if the stored game is unreadable. On success
 * *version is the stored one, otherwise unchanged. Clear *saving in every case. */
int merge_save(struct store *store, struct record *record, struct version *version,
               const struct record *base, const struct merge_choices *choices,
               struct merge_saving *saving, struct note *why);
void merge_saving_clear(struct merge_saving *saving);

/* Undoes the user's latest change, but keeps changes of others that were merged in after it, as if
 * they had been made before. *spot becomes where it was made; *what (may be NULL) describes it and
 * is borrowed until the next change; redo can restore it. FAIL_NAME: the user changed nothing;
 * FAIL_CONFLICT: others changed the same thing afterwards. Nothing is changed then. */
int merge_undo(struct edits *edits, struct spot *spot, const char **what, struct note *why);

/* The record to save as revision `rev` for a game being edited: its log continues that of the base
 * with what was changed. `base` and `by` may be NULL. Everything else is lent by the edited record,
 * which must not change until the result is dropped or, after saving, adopted in its place. */
struct record *merge_logged(const struct edits *edits, const struct record *base, int64_t rev,
                            const char *by);
void merge_logged_drop(struct record *logged);
void merge_logged_adopt(struct edits *edits, struct record *logged);

/* The record a draft began from (its version is `version`): kept beside the draft, or still stored.
 * Owned by the caller; NULL if unknown. */
struct record *merge_draft_base(struct store *store, const char *id, const struct version *version);

/* The folder of a game that has its own file, as store_label() names it without the file name:
 * "games/2026/11"; otherwise "". */
enum { MERGE_FOLDER_ROOM = 80 };
void merge_folder(struct store *store, const char *id, char out[MERGE_FOLDER_ROOM]);

/* Loads the stored version of a game; FAIL_NAME if it is gone. If it is unreadable, `why` names the
 * file and line. */
int merge_reload(struct store *store, const char *id, struct record **out, struct version *version,
                 struct note *why);

#endif
