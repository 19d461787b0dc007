/* search.h - walking the plies of a position: listing them, counting them.
 *
 * These are the generic walks over drafts, right for every family and fast for none; a family's own
 * plies() and perft() are used where it has them, unless the caller asks for the drafts. The contract test
 * holds the two against each other on every variant. */
#ifndef CHESSCADE_SEARCH_H
#define CHESSCADE_SEARCH_H

#include "core/rules.h"

/* Every legal ply of a position, each distinct long form once: the family's plies(), or the drafts walked. Nothing
 * for a position that is over. Result 0, or what the callback stopped with. */
int search_plies(const struct position *position, const struct limits *limits, ply_fn *each, void *argument);

/* The long forms of all plies, by the drafts if that is asked for, sorted by byte: their number. The caller frees each text and
 * the list. */
int search_texts(const struct position *position, const struct limits *limits, bool by_drafts, char ***out);

/* Number of ply sequences of that depth (0: 1), every leaf made unless `bulk`. */
uint64_t search_perft(const struct position *position, int depth, const struct limits *limits, bool bulk);

/* The same by the draft route, always. */
uint64_t search_perft_drafts(const struct position *position, int depth, const struct limits *limits);

/* Does choosing that lead into a dead end? Looks at most so many activations further, and at most at *work states,
 * which it counts down; where it does not see the end of it, it does not call it one. */
bool search_dead_end(const struct draft *draft, struct action choice, int activations, int *work);

#endif
