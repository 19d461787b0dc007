/* past.c - what was changed in a game before it was saved, kept for undo: see store.h.
 *
 * It lies beside the drafts, <id>.past, and is no draft: nobody holds it, of two terminals of one user the later save has it, and
 * it is written whole. Whoever reads it looks whether it is of the version that is stored. */
#include "config.h"
#include "archive/file.h"
#include "archive/store_parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 64 };

static void past_name(char name[NAME_ROOM], const char *id)
{
    snprintf(name, NAME_ROOM, "%.26s.past", id);
}

static bool names_past(const char *name)
{
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "%.26s", name);
    return ulid_valid(id) && !strcmp(name + ULID_LENGTH, ".past");
}

/* The oldest of more than STORE_PAST_GAMES goes away; false when there are not so many. */
static bool drop_oldest(int folder)
{
    char oldest[NAME_ROOM] = "";
    struct timespec then = {0};
    int n = 0, again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = again >= 0 ? fdopendir(again) : NULL;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        struct stat stat;
        if (!names_past(entry->d_name) || fstatat(folder, entry->d_name, &stat, AT_SYMLINK_NOFOLLOW) < 0)
            continue;
        bool older = stat.st_mtim.tv_sec < then.tv_sec ||
                     (stat.st_mtim.tv_sec == then.tv_sec && stat.st_mtim.tv_nsec < then.tv_nsec);
        if (n++ == 0 || older) {
            then = stat.st_mtim;
            past_name(oldest, entry->d_name);
        }
    }
    if (stream)
        closedir(stream);
    else if (again >= 0)
        close(again);
    return n > STORE_PAST_GAMES && unlinkat(folder, oldest, 0) == 0;
}

/* Out of every place, or out of all but one. */
static void drop_but(struct store *store, const char *id, int but)
{
    char name[NAME_ROOM];
    past_name(name, id);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        int folder = (int)place == but ? -1 : drafts_folder(store, place, false);
        if (folder >= 0) {
            unlinkat(folder, name, 0);
            close(folder);
        }
    }
}

void store_past_drop(struct store *store, const char *id)
{
    drop_but(store, id, -1);
}

int store_past_save(struct store *store, const char *id, const char *bytes, size_t size, struct note *why)
{
    char name[NAME_ROOM];
    int result = FAIL_SYSTEM;
    past_name(name, id);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        int folder = drafts_folder(store, place, true);
        result = folder < 0 ? file_fail(why, "its folder cannot be opened") : file_write(folder, name, bytes, size, false, why);
        while (result == 0 && drop_oldest(folder))
            continue;
        if (result == 0)
            drop_but(store, id, (int)place);
        if (folder >= 0)
            close(folder);
    }
    return result;
}

int store_past_read(struct store *store, const char *id, char **bytes, size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    int result = note_fail(why, FAIL_NAME, -1, "nothing is known of what was changed before");
    past_name(name, id);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        int folder = drafts_folder(store, place, false);
        if (folder < 0)
            continue;
        result = file_read(folder, name, STORE_PAST_MOST, bytes, size, NULL, why);
        close(folder);
    }
    return result;
}
