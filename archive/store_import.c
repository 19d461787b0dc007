/* store_import.c - adding many games at once, and keeping the files they came from: see store.h.
 *
 * A file is kept as imports/<sha256>.part while its games are being added and as imports/<sha256>.pgn when they all
 * are: an import that was cut off is told from one that is done. */
#include "config.h"
#include "archive/store_parts.h"

#include "archive/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 80, SHA256_LETTERS = 64 };

static const char done_ending[] = "pgn", begun_ending[] = "part";

static bool add_singly(struct store *store, struct record *const *records, int n, int *results, struct note *why)
{
    for (int i = 0; i < n; i++) {
        struct version version = {.rev = records[i]->rev - 1};
        results[i] = store->kind->save(store, records[i], &version, why);
        if (results[i] == FAIL_SYSTEM || results[i] == FAIL_BUSY)
            return false;
    }
    return true;
}

int store_add(struct store *store, struct record *const *records, int n, int *results, struct note *why)
{
    int *own = results ? NULL : memory_new((size_t)n, sizeof *own), result = 0;
    int *each = results ? results : own;
    for (int i = 0; i < n; i++) {
        each[i] = FAIL_SYSTEM; /* until it is added */
        if (records[i]->rev < 1)
            records[i]->rev = 1;
    }
    if (!store_writable(store, why))
        result = FAIL_SYSTEM;
    else if (store->kind->add)
        result = store->kind->add(store, records, n, each, why);
    else if (!add_singly(store, records, n, each, why))
        result = FAIL_SYSTEM;
    free(own);
    return result;
}

/* ------------------------------------------------------------------------------------------ imported files */

static bool name_of(const char *sha256, const char *ending, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "%.*s.%s", SHA256_LETTERS, sha256, ending);
    return strlen(sha256) == SHA256_LETTERS && strspn(sha256, "0123456789abcdef") == SHA256_LETTERS;
}

static bool is_there(int folder, const char *sha256, const char *ending)
{
    char name[NAME_ROOM];
    struct stat stat;
    return name_of(sha256, ending, name) && fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(stat.st_mode);
}

enum import_state store_import_state(struct store *store, const char *sha256)
{
    int folder = store->kind->folder ? store->kind->folder(store, "imports", false) : -1;
    if (folder < 0)
        return IMPORT_NONE;
    enum import_state state = is_there(folder, sha256, done_ending)    ? IMPORT_DONE
                              : is_there(folder, sha256, begun_ending) ? IMPORT_BEGUN
                                                                       : IMPORT_NONE;
    close(folder);
    return state;
}

int store_import_begin(struct store *store, const char *sha256, const char *bytes, size_t size, struct note *why)
{
    char name[NAME_ROOM];
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    if (!store->kind->folder || store_import_state(store, sha256) != IMPORT_NONE)
        return 0;
    if (!name_of(sha256, begun_ending, name))
        return note_fail(why, FAIL_TEXT, -1, "that is no SHA-256");
    int folder = store->kind->folder(store, "imports", true);
    if (folder < 0)
        return file_fail(why, "the imported file cannot be kept");
    int result = file_write(folder, name, bytes, size, false, why);
    close(folder);
    return result;
}

int store_import_done(struct store *store, const char *sha256, struct note *why)
{
    char begun[NAME_ROOM], done[NAME_ROOM];
    int folder = store->kind->folder ? store->kind->folder(store, "imports", false) : -1, result = 0;
    if (folder < 0)
        return 0;
    if (name_of(sha256, begun_ending, begun) && name_of(sha256, done_ending, done) &&
        is_there(folder, sha256, begun_ending) &&
        (renameat(folder, begun, folder, done) < 0 || folder_sync(folder) < 0))
        result = file_fail(why, "the imported file cannot be kept");
    close(folder);
    return result;
}
