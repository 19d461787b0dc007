/* store_base.c - what every kind of store begins and ends with: see store_parts.h. */
#include "archive/store_parts.h"

#include <errno.h>
#include <stdlib.h>

void store_close(struct store *store)
{
    if (!store)
        return;
    store_packs_close(store);
    store_drafts_leave(store);
    store->kind->close(store);
    catalog_clear(&store->list);
    free(store->shown);
    free(store->title);
    free(store->user);
    free(store);
}

void store_append(struct store *store, struct listing *listing)
{
    catalog_add(&store->list, listing);
    listing_clear(listing);
}

void store_forget(struct store *store)
{
    catalog_forget(&store->list);
}

int store_folder(struct store *store, const char *name, bool create)
{
    errno = ENOTDIR;
    return store->kind->folder ? store->kind->folder(store, name, create) : FAIL_SYSTEM;
}
