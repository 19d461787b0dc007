/* edit.h - edits a record (plies, lines, comments, judgements, marks) with undo and redo.
 *
 * Games are small, so the undo list holds complete copies of earlier states of the record. */
#ifndef CHESSCADE_ARCHIVE_RECORD_EDIT_H
#define CHESSCADE_ARCHIVE_RECORD_EDIT_H

#include "archive/record/cursor.h"

enum { UNDO_MAX = 200 };

struct edit_state {
    struct record *record;
    struct spot spot; /* where the user was when the change was made */
    unsigned number;
    char what[80]; /* describes the change that was made to this state: "comment on 12. Nf3" */
};

struct edits {
    struct record *record; /* the current state of the record; owned by this struct */
    unsigned number; /* number of the current state; each edit takes a new number, and undo restores
                        the old one */
    unsigned saved;  /* number of the state that equals the file on disk; if no state does, a number
                        that none has */
    unsigned since;  /* number of the state to which the first unsaved change was made */
    unsigned last;
    struct edit_state *undo, *redo; /* arrays of `undos` and `redos` states, the latest one last */
    int undos, redos, undo_room, redo_room;
};

/* Starts editing a record that counts as saved, and takes ownership of it. *edits must be zero or
 * cleared. */
void edits_begin(struct edits *edits, struct record *record);
void edits_clear(struct edits *edits);

/* Call edits_mark() before each change: `what` describes the change, and `spot` is where the user
 * is. If the record did not change after all, call edits_forget() to remove the mark. */
void edits_mark(struct edits *edits, const struct spot *spot, const char *what);
void edits_forget(struct edits *edits);
/* Like edits_mark(). `base` (may be NULL) is the version on disk. If the current state equals it,
 * the undo list shares `base` instead of copying a large game again. */
void edits_mark_from(struct edits *edits, struct record *base, const struct spot *spot,
                     const char *what);
/* Makes `record` (takes ownership) the current state; undo returns to the previous one. `what`
 * describes the change between the two. */
void edits_lead_to(struct edits *edits, struct record *record, const struct spot *spot,
                   const char *what);
/* Reverts the latest change as if it had never been made, so redo does not offer it. Sets *spot to
 * where the change was made. */
void edits_take_back(struct edits *edits, struct spot *spot);
/* Undoes the user's latest change but keeps later changes by other users; merge_undo() computes the
 * result. Drops `n` states from the undo list, moves the current record to the redo list and makes
 * `left` (takes ownership) the current one. `others` (owned, may be NULL) goes to the undo list: it
 * is the state before the changes of other users that have led to `left`. */
void edits_undo_below(struct edits *edits, int n, struct record *others, struct record *left,
                      struct spot *spot);
/* Undo or redo one change; false if there is none. *spot is where the user is, and is set to where
 * the change was made. *what (`what` may be NULL) is set to a description of the change, valid
 * until the next change. */
bool edits_undo(struct edits *edits, struct spot *spot, const char **what);
bool edits_redo(struct edits *edits, struct spot *spot, const char **what);
bool edits_saved(const struct edits *edits);
/* Marks the current state as saved. Call it after writing the game to disk. */
void edits_set_saved(struct edits *edits);
/* Call this when another user has changed the game on disk, so that no state here equals the file.
 * Unsaved changes remain unsaved. */
void edits_set_other(struct edits *edits);
/* Marks the latest state that equals `base` as the state on disk. Searches the current state, the
 * redo list and the undo list; if none equals it, no state is on disk. */
void edits_find_saved(struct edits *edits, const struct record *base);
/* Marks the current state as saved if it equals `base`, the version on disk. Ignores the revision
 * number. */
void edits_match_saved(struct edits *edits, const struct record *base);
/* True if the latest change, which undo would revert, was made by another user. */
bool edits_last_is_of_others(const struct edits *edits);
/* The description of a change that was merged from another user. */
extern const char edits_of_others[];
/* Describes the unsaved changes: "comment on 3. Nf3, and 2 more". If changes that had been saved
 * were undone, the text begins with "undone: ". */
void edits_tell_unsaved(const struct edits *edits, char *out, size_t size);

/* Returns the number of the continuation that begins with the ply `text`, for use with spot_next();
 * -1 if there is none. */
int edit_find(const struct record *record, const struct spot *spot, const char *text);
/* Plays a ply: follows an existing line, extends the current line, or starts a new variation here.
 * Moves *spot to the ply. Returns 1 if the record changed, 0 if the ply existed, or FAIL_LIMIT if
 * variations are nested too deeply. */
int edit_play(struct record *record, struct spot *spot, const char *text, struct note *why);
/* Replaces the text of a ply with a copy of `text`. The notes, the variations and the following
 * plies stay, even those that have become illegal. */
void edit_replace(struct record *record, const struct spot *spot, const char *text);
/* Sets the author of a new variation, if `spot` is at its first ply. Does nothing anywhere else,
 * and never replaces an author. */
void edit_sign_line(struct record *record, const struct spot *spot, const char *by);
/* Stores the side of a ply if the turn did not pass to the next side after `before` (both are enum
 * side): with three players, one may be out or have no legal ply. Programs that only count plies
 * can then number them correctly. */
void edit_tell_side(struct record *record, const struct spot *spot, int before, int side,
                    int sides);
/* Exchanges the line of a spot with its parent line, from the fork on. *spot stays on the same
 * ply. */
int edit_promote(struct record *record, struct spot *spot, struct note *why);
/* Deletes the current ply and the rest of its line. If other lines replace the deleted ply, the
 * first of them becomes the rest of this line. A variation without plies is removed. *spot moves to
 * the previous ply. */
int edit_delete(struct record *record, struct spot *spot, struct note *why);
/* Sets, changes or (if `text` is empty) removes the comment of the author `by` on a ply. At the
 * start of the game it is a comment on the game. `by` NULL stands for the anonymous comment. */
void edit_comment(struct record *record, const struct spot *spot, const char *by, const char *text);
/* Returns the comment of the author `by` on the ply of a spot; "" if there is none. */
const char *edit_comment_text(const struct record *record, const struct spot *spot, const char *by);
/* Adds a judgement to a ply, or removes it if the ply has it already. A ply has at most one of the
 * six move judgements, so adding one removes the others. Does nothing at the start of the game. */
void edit_nag(struct record *record, const struct spot *spot, int nag);
/* Adds a mark of the author `by` (NULL: no author) to a ply. `cells` names the cells, separated by
 * spaces: one cell for a shape, two for an arrow, more for a path. Drawing an identical mark
 * removes it; drawing one in another colour or shape replaces it. Never changes marks of other
 * authors. */
void edit_mark(struct record *record, const struct spot *spot, const char *by, const char *as,
               const char *cells, const char *color);
/* Returns the author of a mark, or NULL if it has none. */
const char *mark_author(const struct mark *mark);
/* edit_marks() and edit_comments() return the marks and the comments of a spot; NULL if there are
 * none. */
const struct marks *edit_marks(const struct record *record, const struct spot *spot);
const struct comments *edit_comments(const struct record *record, const struct spot *spot);

/* The functions below do the same for notes inside a ply. `part` is a member of a cascade, counted
 * from 1; `step` is a step of its path, counted from 1, or 0 for the whole member. A note that
 * becomes empty is removed. */
/* Returns the note on a member or step; NULL if there is none. */
const struct step_note *edit_step(const struct node *node, int part, int step);
const char *edit_step_comment_text(const struct node *node, int part, int step, const char *by);
void edit_step_comment(struct node *node, int part, int step, const char *by, const char *text);
void edit_step_nag(struct node *node, int part, int step, int nag);
void edit_step_mark(struct node *node, int part, int step, const char *by, const char *as,
                    const char *cells, const char *color);

#endif
