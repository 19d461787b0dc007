/* id_set.h - a hash set for very many game ids. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_ID_SET_H
#define CHESSCADE_ARCHIVE_SUMMARY_ID_SET_H

#include "archive/summary/summary_table.h"

/* Zero-initialize. Ids are packed by catalog_pack_id(); the all-zero id is never in the set. */
struct id_set {
    uint8_t (*slot)[PACKED_ID]; /* [slots]; all zero: empty */
    int slots, used;
};

/* Returns false if the id was already in the set. */
bool id_set_add(struct id_set *set, const uint8_t packed[PACKED_ID]);
bool id_set_has(const struct id_set *set, const uint8_t packed[PACKED_ID]);
void id_set_clear(struct id_set *set);

#endif
