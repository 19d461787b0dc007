/* enumerate.h - list and count the plies of a position, in any family.
 *
 * These generic walks over drafts work for every family but are slow; a family's own plies() and
 * perft() are used if it has them, unless the caller asks for drafts. The contract test compares
 * both on every variant. */
#ifndef CHESSCADE_CORE_ENUMERATE_H
#define CHESSCADE_CORE_ENUMERATE_H

#include "core/family.h"

/* Pass every legal ply to `each`, each distinct long form once: by the family's plies(), otherwise
 * by walking drafts. Nothing for a position that is over. Returns 0, or the result with which the
 * callback stopped. */
int search_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                 void *argument);

/* The long forms of all plies, sorted by bytes; returns their number. `by_drafts` forces the walk
 * over drafts. The caller frees each text and the list. */
int search_texts(const struct position *position, const struct limits *limits, bool by_drafts,
                 char ***out);

/* Count the sequences of `depth` plies (depth 0: 1); every leaf is made unless `bulk`. */
uint64_t search_perft(const struct position *position, int depth, const struct limits *limits,
                      bool bulk);

/* The same, always by walking drafts. */
uint64_t search_perft_drafts(const struct position *position, int depth,
                             const struct limits *limits);

/* True if choosing this certainly leads to a dead end. Looks at most `activations` activations
 * ahead and visits at most *work states, which it counts down; if a limit is reached the answer is
 * false. */
bool search_dead_end(const struct draft *draft, struct action choice, int activations, int *work);

#endif
