/* enumerate.h - list and count the plies of a position, in any family.
 *
 * A family may provide fast functions plies() and perft(). For other families the slow functions of
 * this file try every choice of a draft. The contract test compares the fast and the slow functions
 * on every variant. */
#ifndef CHESSCADE_CORE_ENUMERATE_H
#define CHESSCADE_CORE_ENUMERATE_H

#include "core/family.h"

/* Pass every legal ply to `each`, each distinct long form once. Uses the family's plies() if it has
 * one, otherwise tries every choice of a draft. A position that is over has no plies. Returns 0, or
 * the result with which the callback stopped. */
int search_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                 void *argument);

/* The long forms of all plies, sorted by bytes; returns their number. With `by_drafts` the family's
 * plies() is not used. The caller frees each text and the list. */
int search_texts(const struct position *position, const struct limits *limits, bool by_drafts,
                 char ***out);

/* Count the sequences of `depth` plies (depth 0: 1). With `bulk` the last ply of a sequence is
 * counted without being made. */
uint64_t search_perft(const struct position *position, int depth, const struct limits *limits,
                      bool bulk);

/* Like search_perft() without `bulk`, but never uses the family's perft(): tries every choice of a
 * draft. */
uint64_t search_perft_drafts(const struct position *position, int depth,
                             const struct limits *limits);

/* True if after this choice the ply certainly cannot be ended legally (a dead end). Looks at most
 * `activations` activations ahead and visits at most *work states; each visit decrements *work.
 * False if either limit is reached. */
bool search_dead_end(const struct draft *draft, struct action choice, int activations, int *work);

#endif
