/* edit_log.h - the changes of a draft one after another, so that undo leads back through all of them after a restart.
 *
 * drafts/<user>/<id>.undo is a stream of YAML documents that is only appended to: the game before the first change, the game
 * after each change with what it was, and the words undo and redo where these were done. It goes with the draft.
 *
 * When the game is saved the same is kept in drafts/<user>/<id>.past, behind the revision and the checksum of what was saved: as
 * long as the game is that version, undo leads back to before the save. */
#ifndef CHESSCADE_EDIT_LOG_H
#define CHESSCADE_EDIT_LOG_H

#include "archive/edit.h"
#include "archive/store.h"

enum edit_log_event { LOGGED_CHANGE, LOGGED_UNDO, LOGGED_REDO };

/* Note what has just been done to `edits`. A log that begins has all that can be undone, and one that is full lets go of
 * its oldest changes. *begun (false at first) says
 * whether the log goes on. Failures are of no consequence but for undo after a restart: *begun is false then. */
void edit_log_note(struct store *store, const struct edits *edits, enum edit_log_event event, bool *begun);

/* The changes that led to a draft, in *edits (zero, or replaced). What the log does not know of leads on in one step. False,
 * and nothing changed, when there is no log that can be read. The draft is copied. */
bool edit_log_read(struct store *store, const struct record *draft, struct edits *edits);
/* The changes of the draft that `edits` has: those of its log, one by one; without a log they are one step from `base` (NULL:
 * not known, none), which undo holds where it leads to it. True: there is a log, which goes on. */
bool edit_log_resume(struct store *store, struct record *base, struct edits *edits);

/* The game was saved as that version: keep what can be undone and done again of it for the next time, as much of it as there is
 * room for. Failures are of no consequence but for undo. */
void edit_log_keep(struct store *store, const struct edits *edits, const struct version *version);
/* A game was loaded, as that version: what led to it goes into *edits, which has nothing but the game. False, and nothing changed,
 * when nothing is known of it, when it has been changed since by somebody else, or when it cannot be read: *why says that, and is
 * "" otherwise. */
bool edit_log_recall(struct store *store, const struct version *version, struct edits *edits, struct note *why);

#endif
