/* board_hash.h - a position as a number, for finding it among millions: variant, side to move, what stands where.
 *
 * Castling rights, counts and holdings are left out, as the pos: of a query leaves them out; position_hash() of the core
 * has them and leaves out the variant. Equal positions have
 * equal hashes in every run of the program; a hit is verified by who needs to be sure. */
#ifndef CHESSCADE_BOARD_HASH_H
#define CHESSCADE_BOARD_HASH_H

#include "core/rules.h"

enum { BOARD_HASH_SEED = 1 }; /* another number where the hashes are others: indexes are rebuilt then */

/* Of a position with its ruleset. */
uint64_t board_hash(const struct position *position);

/* The same of many positions of one game: of each only what is not as in the one before is looked at closely. */
struct board_hasher {
    uint64_t variant, men; /* the parts of the hash that do not depend on the side to move */
    struct piece at[CELLS_MAX]; /* of the position before, at first an empty board */
};

void board_hasher_begin(struct board_hasher *hasher, const struct ruleset *rules);
uint64_t board_hasher_of(struct board_hasher *hasher, const struct position *position);

#endif
