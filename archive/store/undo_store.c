/* undo_store.c - stores the undo history of saved games: see store.h.
 *
 * It is stored beside the drafts as <id>.past, but is not a draft: no one holds it, and if one user
 * has two terminals, the later save wins. It is written as a whole. A reader checks that it belongs
 * to the stored version. It begins with a checksum of the rest, so that undo offers only what is
 * intact. */
#include "config.h"
#include "archive/util/fs.h"
#include "archive/store/backend.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 64, SUM = 79 /* bytes of the line with the checksum */ };

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

/* If there are more than STORE_PAST_GAMES, deletes the oldest, but never the one just written, even
 * if the clock is wrong; false if there are not so many. */
static bool drop_oldest(int folder, const char *written)
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
        n++;
        if (strcmp(entry->d_name, written) != 0 && (!*oldest || older)) {
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

/* Deletes a game's history in all places except `but`. */
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

/* The checksum, as a document before the others. */
static void sum_line(const char *bytes, size_t size, char out[SUM + 1])
{
    struct version version;
    size_t used = 0;
    version_of(&version, 0, bytes, size);
    text_add(out, SUM + 1, &used, "---\nsha256: '");
    for (size_t i = 0; i < sizeof version.hash; i++)
        text_add(out, SUM + 1, &used, "%02x", version.hash[i]);
    text_add(out, SUM + 1, &used, "'\n");
}

int store_past_save(struct store *store, const char *id, const char *bytes, size_t size, struct note *why)
{
    char name[NAME_ROOM], *whole = memory_new(SUM + size + 1, 1);
    int result = FAIL_SYSTEM;
    past_name(name, id);
    sum_line(bytes, size, whole);
    memcpy(whole + SUM, bytes, size);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        int folder = drafts_folder(store, place, true);
        result = folder < 0 ? file_fail(why, "its folder cannot be opened")
                            : file_write(folder, name, whole, SUM + size, false, why);
        while (result == 0 && drop_oldest(folder, name))
            continue;
        if (result == 0)
            drop_but(store, id, (int)place);
        if (folder >= 0)
            close(folder);
    }
    free(whole);
    return result;
}

static int read_whole(int folder, const char *name, char **bytes, size_t *size, struct note *why)
{
    char line[SUM + 1], *read;
    size_t n;
    int result = file_read(folder, name, SUM + STORE_PAST_MOST, &read, &n, NULL, why);
    if (result < 0)
        return result;
    if (n >= SUM)
        sum_line(read + SUM, n - SUM, line);
    if (n < SUM || memcmp(read, line, SUM) != 0) {
        free(read);
        return note_fail(why, FAIL_TEXT, -1, "the file that kept it is damaged");
    }
    memmove(read, read + SUM, n - SUM + 1);
    *bytes = read;
    *size = n - SUM;
    return 0;
}

int store_past_read(struct store *store, const char *id, char **bytes, size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    int result = note_fail(why, FAIL_NAME, -1, "no earlier changes are known");
    past_name(name, id);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        int folder = drafts_folder(store, place, false);
        struct note reason;
        bool none = folder < 0 && (errno == ENOENT || errno == EROFS || errno == EACCES /* nothing was written there */);
        int got = none         ? FAIL_NAME
                  : folder < 0 ? file_fail(&reason, "its folder cannot be opened")
                               : read_whole(folder, name, bytes, size, &reason);
        if (got == 0 || (got != FAIL_NAME && result == FAIL_NAME)) {
            result = got;
            if (got < 0 && why)
                *why = reason;
        }
        if (folder >= 0)
            close(folder);
    }
    return result;
}
