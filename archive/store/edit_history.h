/* edit_history.h - a log of the changes in a draft, so that undo reaches back through all of them
 * after a restart.
 *
 * drafts/<user>/<id>.undo is an append-only stream of YAML documents. The first contains the game
 * before the first change. Each later one contains either the game after a change, with a
 * description of the change, or the word undo or redo. The log is deleted with the draft.
 *
 * When the game is saved, the log is kept as drafts/<user>/<id>.past, which begins with the
 * revision and checksum of the saved version. As long as that version is current, undo reaches back
 * to before the save. */
#ifndef CHESSCADE_ARCHIVE_STORE_EDIT_HISTORY_H
#define CHESSCADE_ARCHIVE_STORE_EDIT_HISTORY_H

#include "archive/record/edit.h"
#include "archive/store/store.h"

enum edit_log_event { LOGGED_CHANGE, LOGGED_UNDO, LOGGED_REDO };

/* Logs the latest change to `edits`. A new log starts with everything that can be undone; a full
 * log drops its oldest changes. *begun, which must be false at first, is true as long as the log on
 * disk can be continued. If writing fails, *begun becomes false; nothing is lost except undo after
 * a restart. */
void edit_log_note(struct store *store, const struct edits *edits, enum edit_log_event event,
                   bool *begun);

/* Restores the changes that led to `draft` into *edits, which may be zero or contain changes, which
 * are then replaced. If changes are missing from the log, they become one last step. Returns false
 * and changes nothing if there is no readable log. *edits gets a copy of the draft. */
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
