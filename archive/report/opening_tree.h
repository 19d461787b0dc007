/* opening_tree.h - opening statistics: the next plies from a position over a set of games, with
 * counts and scores.
 *
 *  In each game only the first time that its main line reaches the position is counted.
 *  Positions are compared by their hashes, so different plies that lead to the same position
 *  share a row, and a hash collision may make a count wrong by one in some thousand million. */
#ifndef CHESSCADE_ARCHIVE_REPORT_OPENING_TREE_H
#define CHESSCADE_ARCHIVE_REPORT_OPENING_TREE_H

#include "archive/search/search.h"

struct opening_row {
    char variant[65];
    char *ply; /* the next ply in the notation of a game; "" for games that end here */
    int side;  /* the side that makes the ply */
    int games;
    int scored;    /* number of games whose result gives points */
    double points; /* points that the side that makes the ply got in these games */
    int won, drawn, lost;
    bool cascades;  /* true if the variant has cascades */
    double members; /* average number of members of the plies in this row */
};

struct opening_tree;

/* Starts a tree over the games of a finder that has tested all games. The finder and the index
 * (may be NULL) are borrowed, as is the position `here`; if it is NULL, the start position of
 * each game's own variant is used. */
void opening_tree_open(struct opening_tree **out, struct store *store, struct index *index,
                       const struct finder *finder, const struct position *here);
void opening_tree_close(struct opening_tree *tree);

/* Examines up to `games` more games; returns true while there are more. With an index the first
 * call does nearly all the work. */
bool opening_tree_step(struct opening_tree *tree, int games);

/* The rows of the tree, sorted by variant; within a variant, the most played ply comes first. They
 * are borrowed until the next step. */
int opening_tree_count(const struct opening_tree *tree);
const struct opening_row *opening_tree_row(const struct opening_tree *tree, int row);

#endif
