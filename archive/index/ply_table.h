/* ply_table.h - numbers the distinct plies (as written) of all games, so that lists of an index can refer to them. */
#ifndef CHESSCADE_ARCHIVE_INDEX_PLY_TABLE_H
#define CHESSCADE_ARCHIVE_INDEX_PLY_TABLE_H

#include "archive/yaml/yaml_write.h"

/* Number 0 stands for every ply that is not in the table. The other two are the table's limits. */
enum { PLY_OTHER, PLY_TABLE_MOST = 1 << 20, PLY_TABLE_BYTES = 32 << 20 };

struct ply_table {
    struct yaml_text pool; /* the plies, each NUL-terminated */
    int *at;               /* [n] where number i + 1 begins in the pool */
    int n, room;
    uint32_t *slot;        /* [slots] hash table of numbers; 0: empty */
    uint32_t slots;
};

/* The number of a ply of `size` bytes, added if it is new; PLY_OTHER if there is no room. */
uint32_t ply_table_put(struct ply_table *table, const char *ply, size_t size);
/* Borrowed until a ply is added; NULL if no ply has that number. */
const char *ply_table_text(const struct ply_table *table, uint32_t number);
void ply_table_clear(struct ply_table *table);

#endif
