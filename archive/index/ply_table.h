/* ply_table.h - the different plies of all games as they are written, each under a number: lists of an index name plies so. */
#ifndef CHESSCADE_INDEX_PLY_TABLE_H
#define CHESSCADE_INDEX_PLY_TABLE_H

#include "archive/yaml_out.h"

/* Number 0 stands for every ply that is not in the table, which has no more than so many plies and bytes. */
enum { PLY_OTHER, PLY_TABLE_MOST = 1 << 20, PLY_TABLE_BYTES = 32 << 20 };

struct ply_table {
    struct yaml_text pool; /* the plies, a NUL behind each */
    int *at;               /* [n] where number i + 1 begins in it */
    int n, room;
    uint32_t *slot;        /* [slots] a hash table of the numbers; 0: empty */
    uint32_t slots;
};

/* The number of a ply of so many bytes, which is put in if it is not there; PLY_OTHER: there is no room. */
uint32_t ply_table_put(struct ply_table *table, const char *ply, size_t size);
/* Borrowed until a ply is put in; NULL: there is none of that number. */
const char *ply_table_text(const struct ply_table *table, uint32_t number);
void ply_table_clear(struct ply_table *table);

#endif
