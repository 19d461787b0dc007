/* edit.h - edits a record (plies, lines, comments, judgements, marks) with undo and redo.
 *
 * Games are small, so undo keeps whole copies of the record. */
#ifndef CHESSCADE_ARCHIVE_RECORD_EDIT_H
#define CHESSCADE_ARCHIVE_RECORD_EDIT_H

#include "archive/record/cursor.h"

enum { UNDO_MAX = 200 };

struct edit_state {
    struct record *record;
    struct spot spot; /* where the change was made */
    unsigned number;
    char what[80]; /* the change that follows this state: "comment on 12. Nf3" */
};

struct edits {
    struct record *record; /* owned: the current state */
    unsigned number; /* number of the current state: a new one with every edit, the former one again
                      * after undo */
    unsigned saved; /* number of the state on disk; a number that no state has if none of them is on
                       disk */
    unsigned since; /* number of the state from which the unsaved changes began */
    unsigned last;
    struct edit_state *undo, *redo; /* [undos], [redos]: latest last */
    int undos, redos, undo_room, redo_room;
};

/* Starts with a record that counts as saved and takes ownership of it. *edits must be zero or
 * cleared. */
void edits_begin(struct edits *edits, struct record *record);
void edits_clear(struct edits *edits);

/* Call edits_mark() before a change, with what it is and where the reader is. If nothing changed
 * after all, edits_forget() undoes the call. */
void edits_mark(struct edits *edits, const struct spot *spot, const char *what);
void edits_forget(struct edits *edits);
/* The same if `base` (may be NULL) is the version on disk: if it equals the state before the
 * change, undo shares it instead of copying a large game once more. */
void edits_mark_from(struct edits *edits, struct record *base, const struct spot *spot,
                     const char *what);
/* Makes another record (ownership taken) the current state, as the result of a change. */
void edits_lead_to(struct edits *edits, struct record *record, const struct spot *spot,
                   const char *what);
/* Reverts a change as if it had never been made: redo does not offer it. *spot becomes where it was
 * made. */
void edits_take_back(struct edits *edits, struct spot *spot);
/* Undoes your latest change but keeps later changes made by others, as merge_undo() computes it:
 * drops `n` states from the undo list, and the current record (now in the redo list) is replaced by
 * `left` (ownership taken). `others` (owned, may be NULL) is the state from which the changes of
 * others led to `left`; it goes to the undo list. */
void edits_undo_below(struct edits *edits, int n, struct record *others, struct record *left,
                      struct spot *spot);
/* Undo or redo one change; false if there is none. *spot (where the reader is) becomes where the
 * change was made; *what (may be NULL) describes it and is borrowed until the next change. */
bool edits_undo(struct edits *edits, struct spot *spot, const char **what);
bool edits_redo(struct edits *edits, struct spot *spot, const char **what);
bool edits_saved(const struct edits *edits);
/* Records that the current state is now on disk. */
void edits_set_saved(struct edits *edits);
/* Records that no state is on disk because someone else changed the game there. Unsaved changes
 * stay unsaved. */
void edits_set_other(struct edits *edits);
/* Finds the state on disk: the latest state (current, undone or earlier) equal to `base`; none if
 * no state is. */
void edits_find_saved(struct edits *edits, const struct record *base);
/* If the current state equals `base`, the version on disk, apart from the revision, counts it as
 * saved. */
void edits_match_saved(struct edits *edits, const struct record *base);
/* True if the last change, which undo would revert, was made by someone else. */
bool edits_last_is_of_others(const struct edits *edits);
/* The description of a change that came from a merge rather than from the user. */
extern const char edits_of_others[];
/* Describes the unsaved changes: "comment on 3. Nf3, and 2 more"; if saved changes were undone:
 * "undone: ...". */
void edits_tell_unsaved(const struct edits *edits, char *out, size_t size);

/* Finds which continuation of a spot is the ply with that text: a choice for spot_next(), or -1. */
int edit_find(const struct record *record, const struct spot *spot, const char *text);
/* Plays a ply: follows an existing line, extends the current line, or starts a new line here. *spot
 * moves to the ply. Returns 1 if the record changed, 0 if the ply existed; FAIL_LIMIT if variations
 * are nested too deeply. */
int edit_play(struct record *record, struct spot *spot, const char *text, struct note *why);
/* Replaces the text of a ply (copied). Its notes, variations and the following plies stay, whether
 * still legal or not. */
void edit_replace(struct record *record, const struct spot *spot, const char *text);
/* If the spot is at the first ply of a new variation, sets its author. Does nothing elsewhere, or
 * if the variation has an author. */
void edit_sign_line(struct record *record, const struct spot *spot, const char *by);
/* Records the side of a ply if it is not the next in turn after `before` (both as enum side),
 * because a player of three is out or has no legal ply. Readers that only count plies can then
 * number them correctly. */
void edit_tell_side(struct record *record, const struct spot *spot, int before, int side,
                    int sides);
/* Exchanges the line of a spot with its parent line, from the fork on; *spot stays on its ply. */
int edit_promote(struct record *record, struct spot *spot, struct note *why);
/* Deletes the current ply and the rest of its line. A line that loses its first ply is removed; if
 * other lines branch off at the deleted ply, the first of them replaces it. *spot moves to the
 * previous ply. */
int edit_delete(struct record *record, struct spot *spot, struct note *why);
/* Sets, changes or (empty text) removes an author's comment on a ply; at the start, on the game.
 * NULL: the anonymous comment. */
void edit_comment(struct record *record, const struct spot *spot, const char *by, const char *text);
/* The comment of an author there, "" if there is none. */
const char *edit_comment_text(const struct record *record, const struct spot *spot, const char *by);
/* Toggles a judgement. A ply keeps at most one of the six move judgements. Does nothing at the
 * start. */
void edit_nag(struct record *record, const struct spot *spot, int nag);
/* Toggles a mark of an author (NULL: no author): a shape on one cell, an arrow between two, or a
 * path through all the cells in `cells`, separated by spaces. The same mark again removes it; a
 * different colour changes it. Affects only marks of this author or without an author. */
void edit_mark(struct record *record, const struct spot *spot, const char *by, const char *as,
               const char *cells, const char *color);
/* The author of a mark; NULL if it has none. */
const char *mark_author(const struct mark *mark);
/* The marks of a spot; NULL if there are none. */
const struct marks *edit_marks(const struct record *record, const struct spot *spot);
const struct comments *edit_comments(const struct record *record, const struct spot *spot);

/* The same for a note inside a ply: on a member (part, from 1; step 0) or on a step of its path
 * (from 1). Notes that become empty are removed. */
/* NULL if there is none. */
const struct step_note *edit_step(const struct node *node, int part, int step);
const char *edit_step_comment_text(const struct node *node, int part, int step, const char *by);
void edit_step_comment(struct node *node, int part, int step, const char *by, const char *text);
void edit_step_nag(struct node *node, int part, int step, int nag);
void edit_step_mark(struct node *node, int part, int step, const char *by, const char *as,
                    const char *cells, const char *color);

#endif
