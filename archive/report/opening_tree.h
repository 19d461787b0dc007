/* opening_tree.h - opening statistics: the next plies from a position over a set of games, with
 * counts and scores.
 *
 * Counts the first time each main line reaches the position. Positions are compared by their
 * hashes, so different plies that lead to the same position share a row, and a hash collision may
 * make a count wrong by one in some thousand million. */
#ifndef CHESSCADE_ARCHIVE_REPORT_OPENING_TREE_H
#define CHESSCADE_ARCHIVE_REPORT_OPENING_TREE_H

#include "archive/search/search.h"

struct opening_row {
    char variant[65];
    char *ply; /* as a game writes it; "" for games that end here */
    int side;  /* the side that plays it */
    int games;
    int scored;    /* those with a result that gives points */
    double points; /* of the side that plays it, over the scored games */
    int won, drawn, lost;
    bool cascades;  /* the variant has cascades: */
    double members; /* average number of members of these plies */
};

struct opening_tree;

/* Starts with the games found by a finder that is done (borrowed, like the index, which may be
 * NULL). `here` (borrowed) is the position; NULL: the start position of each game's own variant. */
void opening_tree_open(struct opening_tree **out, struct store *store, struct index *index,
                       const struct finder *finder, const struct position *here);
void opening_tree_close(struct opening_tree *tree);

/* Examines up to `games` more; true while there are more. With an index the first call does nearly
 * everything. */
bool opening_tree_step(struct opening_tree *tree, int games);

/* The rows by variant, most played first. Borrowed until the next step. */
int opening_tree_count(const struct opening_tree *tree);
const struct opening_row *opening_tree_row(const struct opening_tree *tree, int row);

#endif
