/* merge_save.h - saving a game that somebody else may have saved meanwhile: what both did is kept. */
#ifndef CHESSCADE_MERGE_SAVE_H
#define CHESSCADE_MERGE_SAVE_H

#include "archive/edit.h"
#include "archive/merge.h"
#include "archive/store.h"

/* What shall stay of fields two changed, in the order of the conflicts, and which version of theirs it was chosen about: another
 * one has others. */
struct merge_choices {
    const enum merge_side *side; /* [n] */
    int n;
    struct version seen;
};

struct merge_saving {
    struct merge
        merge; /* merge.record: what was saved, where that is more than what was given; NULL otherwise */
    struct record *theirs; /* with conflicts: what is stored now, and its version */
    struct version version;
    bool deleted; /* FAIL_CONFLICT: there is no such game any more */
    bool unseen;  /* there were choices, and what is stored is another version than they are about: none was followed */
};

/* Save as store_save() does. When the game was changed meanwhile, merge (`base` is what *version was of,
 * NULL: not known) and save that: with `choices` (NULL: none were made) if what is stored is the version they are about, and only
 * over that version. FAIL_CONFLICT with saving->merge.conflicts when both changed one field and it was not chosen: nothing is
 * saved then; with saving->deleted; or when what is there cannot be read. *version is that of what is stored
 * after a success, as before otherwise. Clear *saving in every case. */
int merge_save(struct store *store, struct record *record, struct version *version, const struct record *base,
               const struct merge_choices *choices, struct merge_saving *saving, struct note *why);
void merge_saving_clear(struct merge_saving *saving);

/* Undo the latest change of one's own where others' changes were merged in after it: these stay, as if they had been made before.
 * *spot becomes where it was made, *what (may be NULL) says what it was, borrowed until the next change; it can be done again.
 * FAIL_NAME: there is none of one's own; FAIL_CONFLICT: others changed the same after it. Nothing is changed then. */
int merge_undo(struct edits *edits, struct spot *spot, const char **what, struct note *why);

/* What to save of a game being changed: its log goes on from that of the base with what was changed, as revision `rev`. `base` and
 * `by` may be NULL. All else is lent by the record being changed, which must stay as it is until the one is dropped, or, saved, is
 * adopted in place of the other. */
struct record *merge_logged(const struct edits *edits, const struct record *base, int64_t rev, const char *by);
void merge_logged_drop(struct record *logged);
void merge_logged_adopt(struct edits *edits, struct record *logged);

/* What a draft of a game began with, which `version` is of: kept beside it, or what is stored still. Owned by
 * the caller; NULL: nobody knows. */
struct record *merge_draft_base(struct store *store, const char *id, const struct version *version);

/* Where a game that has a file of its own is, as store_label() names it but for what is the game's id: "games/2026/11"; "" else. */
enum { MERGE_FOLDER_ROOM = 80 };
void merge_folder(struct store *store, const char *id, char out[MERGE_FOLDER_ROOM]);

/* What is stored now of a game, FAIL_NAME when it is gone; of one that cannot be read `why` names the file and the line. */
int merge_reload(struct store *store, const char *id, struct record **out, struct version *version,
                 struct note *why);

#endif
