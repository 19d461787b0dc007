/* merge.h - merges two versions of a game that different people changed into one with both changes.
 *
 * This is a three-way merge on the tree of the record. Plies are identified by the plies before
 * them, comments by their authors, marks by shape and cells, lines by their first ply. What only
 * one side changed is taken over; lists of comments, marks, judgements, tags and lines get the
 * additions of both. Only a field that both changed, and differently, is a conflict: it is listed
 * with both values, and the record gets the chosen one. If the game itself continues in two ways,
 * the one not chosen becomes a variation, so nothing is lost. There is one exception: if on one
 * side a player of three left the game and on the other it continued without that, the plies of one
 * cannot follow the other's. Then which of them to keep is a conflict, too. */
#ifndef CHESSCADE_ARCHIVE_MERGE_MERGE_H
#define CHESSCADE_ARCHIVE_MERGE_MERGE_H

#include "archive/record/record.h"

enum merge_side {
    MERGE_MINE,
    MERGE_THEIRS,
    MERGE_BOTH /* MERGE_BOTH joins two texts, one after the other */
};

struct conflict {
    char *where; /* description of the field in conflict: "ply 12 Nf3: comment by ana" */
    char *base, *mine, *theirs; /* the field's value in each of the three records: a text unchanged,
                                   any other value on one line; "" if the field is absent; never
                                   NULL */
    bool both;                  /* true if MERGE_BOTH is allowed */
    bool stays;                 /* true if the version not chosen is kept as a variation */
    enum merge_side chosen;
};

struct merge {
    struct record *record; /* the merged record, owned; it has the revision of `theirs`, so that it
                              can be saved over that version */
    struct conflict *conflict; /* [conflicts] */
    int conflicts, room;
};

/* Merges `mine` and `theirs`. `base` is their common ancestor; if it is NULL (unknown), every
 * difference is a conflict or an addition. choice[n] decides conflict n (MERGE_MINE beyond
 * `choices`). The same three records always give the same conflicts in the same order, whatever
 * is chosen. FAIL_LIMIT, FAIL_TEXT if the result could not be read back; *out is empty then. */
int merge_records(struct merge *out, const struct record *base, const struct record *mine,
                  const struct record *theirs, const enum merge_side *choice, int choices,
                  struct note *why);
void merge_clear(struct merge *merge);

#endif
