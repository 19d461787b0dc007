/* kept_imports.c - adds many games at once, and keeps the files they came from: see store.h.
 *
 * A file is kept as imports/<sha256>.part while its games are being added, and as
 * imports/<sha256>.pgn once all have been: so an interrupted import can be told from a finished
 * one. */
#include "config.h"
#include "archive/store/backend.h"

#include "archive/util/fs.h"
#include "archive/summary/summary_table.h"
#include "archive/summary/cache_file.h"

#include <errno.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 80, SHA256_LETTERS = 64 };

static const char room_of_imports[] = "imports", done_ending[] = "pgn", begun_ending[] = "part";

static bool add_singly(struct store *store, struct record *const *records, int n, int *results,
                       struct note *why)
{
    for (int i = 0; i < n; i++) {
        struct version version = {.rev = records[i]->rev - 1};
        results[i] = store->backend->save(store, records[i], &version, why);
        if (results[i] == FAIL_SYSTEM || results[i] == FAIL_BUSY)
            return false;
    }
    return true;
}

/* Adds the games whose ids are not in a pack. */
static int add_unpacked(struct store *store, const struct store_text *texts, int n, int *results,
                        struct note *why)
{
    struct id_set packed = {0};
    struct store_text *left = memory_new((size_t)n, sizeof *left);
    int *place = memory_new((size_t)n, sizeof *place),
        *result_of = memory_new((size_t)n, sizeof *result_of), count = 0;
    store_packs_scan(store, INT_MAX);
    store_packs_ids(store, &packed);
    for (int i = 0; i < n; i++) {
        uint8_t id[PACKED_ID], more;
        if (catalog_pack_id(texts[i].id, id, &more) && id_set_has(&packed, id)) {
            results[i] = FAIL_CONFLICT;
            continue;
        }
        place[count] = i;
        result_of[count] = results[i];
        left[count++] = texts[i];
    }
    int result = count ? store->backend->add(store, left, count, result_of, why) : 0;
    for (int i = 0; i < count; i++)
        results[place[i]] = result_of[i];
    id_set_clear(&packed);
    free(left);
    free(place);
    free(result_of);
    return result;
}

bool store_adds_texts(const struct store *store)
{
    return store->backend->add != NULL;
}

int store_add_texts(struct store *store, const struct store_text *texts, int n, int *results,
                    struct note *why)
{
    for (int i = 0; i < n; i++)
        results[i] = FAIL_SYSTEM; /* the result until the game is added */
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    if (store->guest)
        return note_fail(why, FAIL_RULE, -1, "guests can add games here only by playing them");
    return store->shelves ? add_unpacked(store, texts, n, results, why)
                          : store->backend->add(store, texts, n, results, why);
}

/* Serializes the records and adds those that can be read back. */
static int add_records(struct store *store, struct record *const *records, int n, int *results,
                       struct note *why)
{
    struct store_text *texts = memory_new((size_t)n, sizeof *texts);
    int *place = memory_new((size_t)n, sizeof *place),
        *result_of = memory_new((size_t)n, sizeof *result_of), count = 0;
    for (int i = 0; i < n; i++) {
        struct yaml_text text;
        int composed = store_compose(store, records[i], records[i]->rev, &text, NULL);
        if (composed < 0) {
            results[i] = composed;
            continue;
        }
        place[count] = i;
        memcpy(texts[count].id, records[i]->id, sizeof texts[count].id);
        texts[count].bytes = text.v;
        texts[count++].size = (size_t)text.n;
    }
    int result = store_add_texts(store, texts, count, result_of, why);
    for (int i = 0; i < count; i++) {
        results[place[i]] = result_of[i];
        free((char *)texts[i].bytes);
    }
    free(texts);
    free(place);
    free(result_of);
    return result;
}

int store_add(struct store *store, struct record *const *records, int n, int *results,
              struct note *why)
{
    int *own = results ? NULL : memory_new((size_t)n, sizeof *own), result = 0;
    int *each = results ? results : own;
    for (int i = 0; i < n; i++) {
        each[i] = FAIL_SYSTEM; /* the result until the game is added */
        if (records[i]->rev < 1)
            records[i]->rev = 1;
    }
    if (!store_writable(store, why))
        result = FAIL_SYSTEM;
    else if (store->guest)
        result = note_fail(why, FAIL_RULE, -1, "guests can add games here only by playing them");
    else if (store->backend->add)
        result = add_records(store, records, n, each, why);
    else if (!add_singly(store, records, n, each, why))
        result = FAIL_SYSTEM;
    free(own);
    return result;
}

/* ------------------------------------------------------------------------------------------
 * imported files */

static bool kept_imports_name_of(const char *sha256, const char *ending, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "%.*s.%s", SHA256_LETTERS, sha256, ending);
    return strlen(sha256) == SHA256_LETTERS && strspn(sha256, "0123456789abcdef") == SHA256_LETTERS;
}

/* Opens a kept file; -1 if there is none, or if it is not a plain file. */
static int kept_imports_open(struct room *room, const char *sha256, const char *ending)
{
    char name[NAME_ROOM];
    struct stat stat;
    int fd = kept_imports_name_of(sha256, ending, name) ? room_open(room, name, ROOM_READ) : -1;
    return fd >= 0 && (fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode)) ? file_shut(fd, -1) : fd;
}

static bool kept_imports_is_there(struct room *room, const char *sha256, const char *ending)
{
    int fd = kept_imports_open(room, sha256, ending);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

enum import_state store_import_state(struct store *store, const char *sha256)
{
    struct room *room = store_room(store, room_of_imports, false);
    if (!room)
        return IMPORT_NONE;
    enum import_state state = kept_imports_is_there(room, sha256, done_ending)    ? IMPORT_DONE
                              : kept_imports_is_there(room, sha256, begun_ending) ? IMPORT_BEGUN
                                                                                  : IMPORT_NONE;
    room_close(room);
    return state;
}

void store_import_rooms(struct store *store)
{
    static const char *const names[] = {ROOM_OF_PACKS, room_of_imports};
    if (store->backend->rooms && !store->read_only)
        store->backend->rooms(store, names, sizeof names / sizeof *names);
}

int store_import_open(struct store *store, const char *sha256)
{
    static const char *const endings[] = {done_ending, begun_ending};
    struct room *room = store_room(store, room_of_imports, false);
    int fd = -1;
    for (int i = 0; room && fd < 0 && i < 2; i++)
        fd = kept_imports_open(room, sha256, endings[i]);
    room_close(room);
    return fd;
}

static void sha256_text(struct sha256_ctx *context, char out[SHA256_LETTERS + 1])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (int i = 0; i < SHA256_DIGEST_SIZE; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/* What to copy, the expected hash, and the callback that asks whether to go on. */
struct copying {
    int from;
    const char *sha256;
    store_import_fn *go_on;
    void *argument;
};

/* Writes a portion to the copy, and reads it back from there. */
static bool copy_portion(int fd, char *bytes, size_t size, size_t at)
{
    errno = EIO; /* for a write() that writes nothing and sets no errno */
    return file_put(fd, bytes, size) && file_read_at(fd, at, bytes, size);
}

/* Copies the file portion by portion and computes the SHA-256 from the copy. It waits for the
 * disk now and then, so that the last wait, which cannot be cancelled, is short. -1 with errno;
 * ECANCELED if the import was stopped. */
static int kept_imports_pour(const struct copying *copying, int to, struct sha256_ctx *context)
{
    enum { ROOM = 256 << 10, FLUSH_EACH = 16 << 20 };
    struct stat stat;
    size_t at = 0, flushed = 0,
           room = fstat(copying->from, &stat) == 0 && stat.st_size < ROOM ? (size_t)stat.st_size + 1
                                                                          : ROOM;
    char *buffer = memory_new(room, 1);
    ssize_t n = lseek(copying->from, 0, SEEK_SET) < 0 ? -1 : 1;
    while (n > 0) {
        do
            n = read(copying->from, buffer, room);
        while (n < 0 && errno == EINTR);
        if (n <= 0)
            break;
        bool wait = at - flushed >= FLUSH_EACH;
        if (!copy_portion(to, buffer, (size_t)n, at) || (wait && fdatasync(to) < 0)) {
            n = -1;
            break;
        }
        sha256_update(context, (size_t)n, (const uint8_t *)buffer);
        at += (size_t)n;
        flushed = wait ? at : flushed;
        if (!copying->go_on(copying->argument, at)) {
            errno = ECANCELED;
            n = -1;
        }
    }
    free(buffer);
    return n < 0 ? -1 : 0;
}

/* Copies the file and verifies that the copy has the hash in its name. */
static int copy_file(void *argument, int fd, struct note *why)
{
    const struct copying *copying = argument;
    struct sha256_ctx context;
    char there[SHA256_LETTERS + 1] = "";
    sha256_init(&context);
    if (kept_imports_pour(copying, fd, &context) < 0)
        return errno == ECANCELED ? note_fail(why, FAIL_BUSY, -1, "the import was stopped")
                                  : file_fail(why, "a copy of the imported file cannot be saved");
    sha256_text(&context, there);
    if (strcmp(there, copying->sha256) != 0)
        return note_fail(why, FAIL_CONFLICT, -1,
                         "the file changed while it was being read; import it again");
    return 0;
}

int store_import_begin(struct store *store, const char *sha256, int fd, bool alone,
                       store_import_fn *go_on, void *argument, struct note *why)
{
    char name[NAME_ROOM];
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    bool begun = store_import_state(store, sha256) != IMPORT_NONE;
    if (!store_has_rooms(store))
        return 0;
    if (!kept_imports_name_of(sha256, begun_ending, name))
        return note_fail(why, FAIL_TEXT, -1, "that is not a SHA-256");
    struct room *room = store_room(store, room_of_imports, !begun);
    if (!room)
        return begun ? 0 : file_fail(why, "a copy of the imported file cannot be saved");
    room_sweep(room, true); /* removes copies left by killed imports, because each takes as much
                               space as its file */
    int result = begun ? 0
                       : room_make(room, name, !alone, copy_file,
                                   &(struct copying){fd, sha256, go_on, argument}, why);
    room_close(room);
    return result;
}

int store_import_done(struct store *store, const char *sha256, struct note *why)
{
    char begun[NAME_ROOM], done[NAME_ROOM];
    struct room *room = store_room(store, room_of_imports, false);
    int result = 0;
    if (!room)
        return 0;
    if (kept_imports_name_of(sha256, begun_ending, begun) &&
        kept_imports_name_of(sha256, done_ending, done) &&
        kept_imports_is_there(room, sha256, begun_ending) &&
        (room_rename(room, begun, done, false) < 0 || room_sync(room) < 0))
        result = file_fail(why, "a copy of the imported file cannot be saved");
    room_close(room);
    return result;
}
