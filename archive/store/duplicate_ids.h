/* duplicate_ids.h - finds duplicate ids in a store: copies of a file in several folders, or of a document in a stream.
 *
 * Only one of the games with an id is used. */
#ifndef CHESSCADE_ARCHIVE_STORE_DUPLICATE_IDS_H
#define CHESSCADE_ARCHIVE_STORE_DUPLICATE_IDS_H

#include "archive/store/store.h"

struct twins {
    struct twin *v; /* [n] owned: sorted by id, then index */
    int n;
};

/* Collects them from all scanned games; clear it afterwards. Games without a known id are left out. */
void twins_of(struct twins *twins, const struct store *store);
/* The first index of a game with this id, -1 if it is not duplicated. */
int twins_first(const struct twins *twins, const char *id);
void twins_clear(struct twins *twins);

#endif
