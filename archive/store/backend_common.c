/* backend_common.c - what every kind of store begins and ends with: see archive/store/backend.h. */
#include "config.h"
#include "archive/store/backend.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    free(store->where);
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

static int by_id(const void *a, const void *b)
{
    return strcmp(a, b);
}

int store_folder_ids(struct store *store, const char *name, const char *ending, char (**ids)[ULID_LENGTH + 1])
{
    int n = 0, room = 0, folder = store_folder(store, name, false);
    DIR *stream = folder >= 0 ? fdopendir(folder) : NULL;
    *ids = NULL;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char id[ULID_LENGTH + 1];
        if (file_is_temporary(entry->d_name) && !store->read_only)
            file_sweep(folder, entry->d_name);
        snprintf(id, sizeof id, "%.26s", entry->d_name);
        if (!ulid_valid(id) || strcmp(entry->d_name + ULID_LENGTH, ending) != 0)
            continue;
        *ids = memory_room(*ids, &room, n + 1, sizeof **ids);
        memcpy((*ids)[n++], id, sizeof id);
    }
    if (stream)
        closedir(stream);
    else if (folder >= 0)
        close(folder);
    if (n)
        qsort(*ids, (size_t)n, sizeof **ids, by_id);
    return n;
}
