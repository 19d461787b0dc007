/* opening_tree.h - how games go on from a position: the next plies over the games of a filter, with counts and scores.
 *
 * Main lines are looked at, and the first time a game meets the position. Positions are told by their hashes, so plies
 * that lead to the same position are one row, and a count may be off by one in some thousand million. */
#ifndef CHESSCADE_OPENING_TREE_H
#define CHESSCADE_OPENING_TREE_H

#include "archive/finder.h"

struct opening_row {
    char variant[65];
    char *ply;        /* as a game has it; "" for games that end here */
    int side;         /* who plays it */
    int games;
    int scored;       /* of them with a result that gives points */
    double points;    /* of the side that plays, over the scored games */
    int won, drawn, lost;
    bool cascades;    /* the variant has them: */
    double members;   /* how many members the plies of these games have, on average */
};

struct opening_tree;

/* Begin with the games a finder (through, borrowed, as is the index, which may be NULL) has found. `here` (borrowed): the
 * position; NULL: the opening position of each game's own variant. */
void opening_tree_open(struct opening_tree **out, struct store *store, struct index *index, const struct finder *finder,
                       const struct position *here);
void opening_tree_close(struct opening_tree *tree);

/* Look at so many more games; true while there are others. With an index the first call does nearly all. */
bool opening_tree_step(struct opening_tree *tree, int games);

/* The rows, by variant, the most played first. Borrowed until the next step. */
int opening_tree_count(const struct opening_tree *tree);
const struct opening_row *opening_tree_row(const struct opening_tree *tree, int row);

#endif
