/* archive_places.c - the archives a user has, kept in small files of the user's data folder: see tui/session/archive_places.h. */
#include "config.h"
#include "tui/session/archive_places.h"

#include "archive/store/store.h"
#include "tui/system/data_folder.h"
#include "tui/system/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *place_own(void)
{
    static char path[PATH_ROOM];
    return path_own("games", path, sizeof path) ? path : "";
}

int place_own_make(struct note *why)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s", place_own());
    if (!*path)
        return note_fail(why, FAIL_SYSTEM, -1, "there is no home folder");
    if (path_exists(path))
        return 0;
    if (!path_make_folders(path))
        return note_fail(why, FAIL_SYSTEM, -1, "the folders it lies in cannot be flushed to the disk");
    return store_create(path, "Your games", why);
}

bool place_has_games(const char *path)
{
    struct store *store;
    if (!path_exists(path) || store_open(&store, path, NULL, NULL) < 0)
        return false;
    store_scan(store, 1);
    bool some = store_total(store) > 0;
    store_close(store);
    return some;
}

bool place_has_drafts(const char *path)
{
    struct store *store;
    char(*ids)[ULID_LENGTH + 1] = NULL;
    if (!path_exists(path) || store_open(&store, path, NULL, NULL) < 0)
        return false;
    bool some = store_drafts(store, &ids) > 0;
    free(ids);
    store_close(store);
    return some;
}

const char *place_samples(void)
{
    static char path[PATH_ROOM];
    return path_join(data_folder(), "samples", path, sizeof path) ? path : "";
}

bool place_same(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool place_is_samples(const char *path)
{
    return place_same(path, place_samples());
}

bool place_toured(void)
{
    char path[PATH_ROOM];
    return !path_own("toured", path, sizeof path) || path_exists(path);
}

void place_tour_seen(void)
{
    char path[PATH_ROOM];
    if (!path_own("toured", path, sizeof path))
        return;
    path_make_folders(path);
    FILE *file = fopen(path, "w");
    if (file)
        fclose(file);
}

int recent_read(char *recent[RECENT_MAX])
{
    char path[PATH_ROOM];
    int n = 0;
    FILE *file = path_own("recent", path, sizeof path) ? path_open(path) : NULL;
    if (!file)
        return 0;
    while (n < RECENT_MAX && fgets(path, sizeof path, file)) {
        path[strcspn(path, "\n")] = '\0';
        if (path[0] == '/')
            recent[n++] = memory_text(path);
    }
    fclose(file);
    return n;
}

void recent_free(char **path, int n)
{
    for (int i = 0; i < n; i++)
        free(path[i]);
}

void recent_add(const char *opened)
{
    char path[PATH_ROOM], fresh[PATH_ROOM + 8];
    char *recent[RECENT_MAX], *full = realpath(opened, NULL);
    if (!full || strchr(full, '\n') || !path_own("recent", path, sizeof path)) {
        free(full);
        return;
    }
    snprintf(fresh, sizeof fresh, "%s.new", path);
    path_make_folders(fresh);
    int lock = path_lock(path), n = recent_read(recent);
    FILE *file = n && !strcmp(recent[0], full) ? NULL : fopen(fresh, "w");
    if (file) {
        fprintf(file, "%s\n", full);
        for (int i = 0, kept = 1; i < n && kept < RECENT_MAX; i++)
            if (strcmp(recent[i], full) != 0 && ++kept)
                fprintf(file, "%s\n", recent[i]);
        if (fclose(file) != 0 || rename(fresh, path) != 0)
            unlink(fresh);
    }
    if (lock >= 0)
        close(lock);
    recent_free(recent, n);
    free(full);
}
