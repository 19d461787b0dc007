/* merge.h - merges two versions of a game that different people changed into one with both changes.
 *
 * This is a three-way merge on the tree of the record. Plies are identified by the plies before
 * them, comments by their authors, marks by shape and cells, lines by their first ply. A change
 * that only one side made is taken over. Lists of comments, marks, judgements, tags and lines get
 * the additions of both sides. Only a field that both changed, and differently, is a conflict: it
 * is listed with both values, and the record gets the chosen one. If the game itself continues in
 * two ways, the one not chosen becomes a variation, so nothing is lost. There is one exception, in
 * games of three players: if a player left the game in only one of the two versions, the plies of
 * one version are illegal in the other. In this case the continuation is a conflict, too, and only
 * the chosen one stays. */
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
    char *base, *mine, *theirs; /* the value of the field in each of the three records. A text is
                                   unchanged; any other value is written on one line. "" if the
                                   field is absent; never NULL */
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
 * difference is a conflict or an addition. choice[n] decides conflict number n; conflicts from
 * number `choices` on are decided by MERGE_MINE. The same three records always give the same
 * conflicts in the same order, whatever is chosen. FAIL_LIMIT, FAIL_TEXT if the result could not be
 * read back; *out is empty then. */
int merge_records(struct merge *out, const struct record *base, const struct record *mine,
                  const struct record *theirs, const enum merge_side *choice, int choices,
                  struct note *why);
void merge_clear(struct merge *merge);

#endif
