/* merge.h - two people changed one game: a third version with what both did.
 *
 * A three-way merge on the tree of the record. Plies are known by the plies before them, comments by their
 * authors, marks by their shape and cells, lines by their first ply; what only one side changed is taken as
 * it is, lists of comments, marks, judgements, tags and lines get the additions of both. Only a field that
 * both changed, and differently, is a conflict: it is listed with both its values, and the record has the
 * side chosen for it. Where the game itself goes on in two ways, the way not chosen stays as a variation:
 * nothing is lost. Only where somebody of three left the game on one side and it went on without that on the other are the
 * plies of the one none of the other's: which of them it is is asked about, too. */
#ifndef CHESSCADE_MERGE_H
#define CHESSCADE_MERGE_H

#include "archive/record.h"

enum merge_side { MERGE_MINE, MERGE_THEIRS, MERGE_BOTH /* texts, one after the other */ };

struct conflict {
    char *where; /* "ply 12 Nf3: comment by ana" */
    char *base, *mine,
        *theirs; /* on one line or, texts, as they are; "" where the field is absent. Never NULL */
    bool both;   /* MERGE_BOTH is possible */
    bool stays;  /* what is not chosen is not lost: it becomes a variation */
    enum merge_side chosen;
};

struct merge {
    struct record *record;     /* owned; the revision is theirs, so that it can be saved over theirs */
    struct conflict *conflict; /* [conflicts] */
    int conflicts, room;
};

/* Merge. `base` is what both began with; NULL where nobody knows: then all that differs is a conflict or an
 * addition. choice[n] decides conflict n (MERGE_MINE beyond `choices`): the same three records have the same
 * conflicts in the same order, whatever is chosen. FAIL_LIMIT, FAIL_TEXT when the result would not be read
 * again; *out is empty then. */
int merge_records(struct merge *out, const struct record *base, const struct record *mine,
                  const struct record *theirs, const enum merge_side *choice, int choices, struct note *why);
void merge_clear(struct merge *merge);

#endif
