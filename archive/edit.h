/* edit.h - changing a record: new plies and lines, comments, judgements, marks; undo and redo.
 *
 * Games are small, so undo keeps whole copies of the record. */
#ifndef CHESSCADE_EDIT_H
#define CHESSCADE_EDIT_H

#include "archive/spot.h"

enum { UNDO_MAX = 200 };

struct edit_state {
    struct record *record;
    struct spot spot;  /* where the change was made from */
    unsigned number;
    char what[80];       /* the change that leads on from this state: "comment on 12. Nf3" */
};

struct edits {
    struct record *record; /* owned: the present state */
    unsigned number;       /* of the present state; changes with every edit, comes back with undo */
    unsigned saved;        /* of the state that is on disk; a number no state has where that is none of them */
    unsigned since;        /* of the state the unsaved changes began from */
    unsigned last;
    struct edit_state *undo, *redo; /* [undos], [redos]: the latest last */
    int undos, redos, undo_room, redo_room;
};

/* Begin with a record that counts as saved; it is owned from now on. *edits is zero or was cleared. */
void edits_begin(struct edits *edits, struct record *record);
void edits_clear(struct edits *edits);

/* Call before a change: what it is, and where the reader stands. edits_forget() takes the call back when nothing was
 * changed after all. */
void edits_mark(struct edits *edits, const struct spot *spot, const char *what);
void edits_forget(struct edits *edits);
/* The same where `base` (may be NULL) is what is on disk: if it is the state before the change it is held for undo, so that a large
 * game is not there once more. */
void edits_mark_from(struct edits *edits, struct record *base, const struct spot *spot, const char *what);
/* The change leads to another record, owned from now on, which becomes the present state. */
void edits_lead_to(struct edits *edits, struct record *record, const struct spot *spot, const char *what);
/* Take a change back as if it had not been made: it cannot be done again. *spot becomes where it was made. */
void edits_take_back(struct edits *edits, struct spot *spot);
/* The latest change undone with others' left in, as merge_undo() does: of the undo list `n` states go away, the present record
 * becomes `left` (owned from now on), which `others` (owned, may be NULL) led to through the changes of others. */
void edits_undo_below(struct edits *edits, int n, struct record *others, struct record *left, struct spot *spot);
/* Undo or redo one change; false when there is none. *spot, where the reader stands, becomes where it was made; *what (may be
 * NULL) says what it was, borrowed until the next change. */
bool edits_undo(struct edits *edits, struct spot *spot, const char **what);
bool edits_redo(struct edits *edits, struct spot *spot, const char **what);
bool edits_saved(const struct edits *edits);
/* The present state is on disk now. */
void edits_set_saved(struct edits *edits);
/* None of the states is on disk: somebody else has changed the game there. What is unsaved stays so. */
void edits_set_other(struct edits *edits);
/* The state that is on disk is the latest that is the same as `base`, present, undone or before; none where there is none. */
void edits_find_saved(struct edits *edits, const struct record *base);
/* The present state is the same as `base`, which is on disk, but for the revision: then it counts as saved. */
void edits_match_saved(struct edits *edits, const struct record *base);
/* Is the last change, which undo would take back, somebody else's? */
bool edits_last_is_of_others(const struct edits *edits);
/* What a change is called that is a merge's, not the user's own. */
extern const char edits_of_others[];
/* What the user changed since then: "comment on 3. Nf3, and 2 more"; of what was saved and is undone: "undone: ...". */
void edits_tell_unsaved(const struct edits *edits, char *out, size_t size);

/* What leads from a spot to the ply of that text: a choice of spot_next(), or -1. */
int edit_find(const struct record *record, const struct spot *spot, const char *text);
/* Go on with a ply: along a way that exists, at the end of the line, or as a new line here. *spot moves to it. 1: the
 * record was changed, 0: the ply was there; FAIL_LIMIT: variations are too deep. */
int edit_play(struct record *record, struct spot *spot, const char *text, struct note *why);
/* Another text for the ply of a spot (copied); its notes, its variations and what follows stay, legal or not. */
void edit_replace(struct record *record, const struct spot *spot, const char *text);
/* A spot at the first ply of a new variation: say whose it is. Nothing happens elsewhere, or where somebody said so. */
void edit_sign_line(struct record *record, const struct spot *spot, const char *by);
/* The ply of a spot is of `side`, after one of `before` (as enum side): where that is not whose turn it was, since a player
 * of three is out or has no ply, it is said, so that plies are numbered right by those who only count. */
void edit_tell_side(struct record *record, const struct spot *spot, int before, int side, int sides);
/* Exchange the line of a spot with the one it leaves, from the fork on; *spot stays on its ply. */
int edit_promote(struct record *record, struct spot *spot, struct note *why);
/* Delete the present ply and what follows it in its line; a line that loses its first ply goes away, and where other
 * lines left from the deleted ply the first of them takes its place. *spot moves to the ply before. */
int edit_delete(struct record *record, struct spot *spot, struct note *why);
/* Set, change or (text empty) remove the comment of that author on a ply; at the start: on the game. NULL: the
 * anonymous one. */
void edit_comment(struct record *record, const struct spot *spot, const char *by, const char *text);
/* The comment an author has there, "" without one. */
const char *edit_comment_text(const struct record *record, const struct spot *spot, const char *by);
/* Toggle a judgement; of the six judgements of moves only one stays. At the start nothing happens. */
void edit_nag(struct record *record, const struct spot *spot, int nag);
/* Toggle a mark of an author (NULL: nobody's): a shape at a cell, an arrow between two, or one through all that `cells` names, a
 * space between them. The same mark again erases it; with another colour it changes: the author's own, and nobody's. */
void edit_mark(struct record *record, const struct spot *spot, const char *by, const char *as, const char *cells,
               const char *color);
/* Whose a mark is: NULL for nobody's. */
const char *mark_author(const struct mark *mark);
/* The marks of a spot, NULL without any. */
const struct marks *edit_marks(const struct record *record, const struct spot *spot);
const struct comments *edit_comments(const struct record *record, const struct spot *spot);

/* The same inside a ply of the record: on a member (part, counted from 1; step 0), or on a step of its path (counted from
 * 1). What says nothing any more is removed. */
const struct step_note *edit_step(const struct node *node, int part, int step); /* NULL without one */
const char *edit_step_comment_text(const struct node *node, int part, int step, const char *by);
void edit_step_comment(struct node *node, int part, int step, const char *by, const char *text);
void edit_step_nag(struct node *node, int part, int step, int nag);
void edit_step_mark(struct node *node, int part, int step, const char *by, const char *as, const char *cells,
                    const char *color);

#endif
