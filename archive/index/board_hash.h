/* board_hash.h - hashes a position (variant, side to move, pieces on their squares) to find it
 * among millions.
 *
 * The hash leaves out castling rights, counters and holdings, as the pos: term of a query does.
 * position_hash() of the core includes them and leaves out the variant. Equal positions have equal
 * hashes in every run of the program. Different positions may collide, so verify a hit if you need
 * to be certain. */
#ifndef CHESSCADE_ARCHIVE_INDEX_BOARD_HASH_H
#define CHESSCADE_ARCHIVE_INDEX_BOARD_HASH_H

#include "core/family.h"

enum {
    BOARD_HASH_SEED = 1
}; /* change this number whenever the hashes change, so that indexes are rebuilt */

/* The hash of a position, including its ruleset's variant. */
uint64_t board_hash(const struct position *position);

/* Hashes many positions of one game incrementally: only what differs from the previous position is
 * hashed anew. */
struct board_hasher {
    uint64_t variant, men;      /* the parts of the hash that do not depend on the side to move */
    struct piece at[CELLS_MAX]; /* the pieces of the previous position; initially an empty board */
};

void board_hasher_begin(struct board_hasher *hasher, const struct ruleset *rules);
uint64_t board_hasher_of(struct board_hasher *hasher, const struct position *position);

#endif
