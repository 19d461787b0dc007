/* edit_history.h - a log of a draft's changes, so that undo reaches back through all of them after
 * a restart.
 *
 * drafts/<user>/<id>.undo is an append-only stream of YAML documents: the game before the first
 * change; after each change the game and a description; and the words undo and redo where those
 * were done. It is deleted with the draft.
 *
 * When the game is saved, the log is kept as drafts/<user>/<id>.past, headed by the revision and
 * checksum of the saved version. As long as that version is current, undo reaches back to before
 * the save. */
#ifndef CHESSCADE_ARCHIVE_STORE_EDIT_HISTORY_H
#define CHESSCADE_ARCHIVE_STORE_EDIT_HISTORY_H

#include "archive/record/edit.h"
#include "archive/store/store.h"

enum edit_log_event { LOGGED_CHANGE, LOGGED_UNDO, LOGGED_REDO };

/* Logs the latest change to `edits`. A new log starts with everything that can be undone; a full
 * log drops its oldest changes. *begun (initially false) is true while the log on disk can be
 * continued. If writing fails, *begun becomes false, and only undo after a restart is lost. */
void edit_log_note(struct store *store, const struct edits *edits, enum edit_log_event event,
                   bool *begun);

/* Restores the changes that led to a draft into *edits (zero, or replaced). Changes missing from
 * the log become one last step. Returns false, changing nothing, if there is no readable log. The
 * draft is copied. */
bool edit_log_read(struct store *store, const struct record *draft, struct edits *edits);
/* Restores the changes of the draft in `edits` from its log, one by one. Without a readable log
 * they become one step from `base` (no step if `base` is NULL), and the history then owns
 * `base`. True if there is a log to continue. */
bool edit_log_resume(struct store *store, struct record *base, struct edits *edits);

/* Call after saving the game as `version`: keeps as much of its undo and redo history as fits. A
 * failure only costs undo. */
void edit_log_keep(struct store *store, const struct edits *edits, const struct version *version);
/* Call after loading the game as `version`: restores its history into *edits, which holds only the
 * game. Returns false, changing nothing, if there is no history, someone else has changed the game
 * since, or the history is unreadable; *why explains the last case and is "" otherwise. */
bool edit_log_recall(struct store *store, const struct version *version, struct edits *edits,
                     struct note *why);

#endif
