/* catalog_parts.h - a catalog as the first parts and numbers of a sidecar, where what its owner adds comes after them. */
#ifndef CHESSCADE_CATALOG_PARTS_H
#define CHESSCADE_CATALOG_PARTS_H

#include "archive/catalog.h"
#include "archive/sidecar.h"

enum { CATALOG_GAMES = 0 /* which number */, CATALOG_NUMBERS = 3, CATALOG_PARTS = COLUMNS + 2 };

/* Name the catalog in a sidecar; the bytes stay the catalog's. */
void catalog_to_parts(const struct catalog *catalog, struct sidecar *sidecar);
/* The sidecar_look_fn to read a catalog with. */
bool catalog_part_sound(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
/* Take the parts, read so, over in place of what the catalog holds, which has the same `own`. False: they are no catalog, and
 * nothing is taken. */
bool catalog_from_parts(struct catalog *catalog, struct sidecar *sidecar);

#endif
