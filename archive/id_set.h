/* id_set.h - very many ids of games, to be asked whether one is among them. */
#ifndef CHESSCADE_ID_SET_H
#define CHESSCADE_ID_SET_H

#include "archive/catalog.h"

/* Zero to begin with. Ids are packed as catalog_pack_id() does; one that is all zero is never in it. */
struct id_set {
    uint8_t (*slot)[PACKED_ID]; /* [slots]; all zero: empty */
    int slots, used;
};

/* False: it was in it already. */
bool id_set_add(struct id_set *set, const uint8_t packed[PACKED_ID]);
bool id_set_has(const struct id_set *set, const uint8_t packed[PACKED_ID]);
void id_set_clear(struct id_set *set);

#endif
