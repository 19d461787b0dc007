/* yaml_stream.c - a store that is one file: a single game, or several separated by `---`.
 *
 * It is scanned like a pack (archive/pack/pack.h), so that it need not fit in memory, but it can be
 * saved: the whole file is rewritten by the same protocol as a game of a directory (lock, compare,
 * temporary file, rename). All other documents, even damaged ones, keep their bytes. Games cannot
 * be deleted from a stream, since there is no trash beside it. */
#include "config.h"
#include "archive/store/backend.h"

#include "archive/util/lock.h"
#include "archive/pack/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FIRST_GAMES = 2 /* number of games scanned on opening, to find out whether the file is a single
                       game */
};

/* A store whose games are all in one pack; the store itself has none. */
struct stream {
    struct store store;
    int folder;
    struct room *room; /* the folder as a room, which owns its descriptor */
    char *name;        /* file name in the folder */
};

static struct pack *pack_of(const struct stream *stream)
{
    return stream->store.shelf->pack;
}

/* Scans up to `games` games of the file's current contents again. */
static void look_anew(struct stream *stream, int games)
{
    stream->store.unread[1].text[0] = '\0';
    stream->store.shelf->seen = 0;
    store_packs_scan(&stream->store, games);
}

static bool yaml_stream_refresh(struct store *store, bool behind)
{
    struct stream *stream = (struct stream *)store;
    (void)behind;
    if (!pack_refresh(pack_of(stream)))
        return false;
    look_anew(stream, FIRST_GAMES);
    return true;
}

/* -------------------------------------------------------------------------------------------------
 * writing */

/* True if a document equals that of a game, byte for byte, except for a '---' line. */
static bool is_same(const struct yaml_text *text, const char *bytes, size_t size)
{
    size_t marker = size > 4 && !memcmp(bytes, "---\n", 4) ? 4 : 0;
    return size - marker == (size_t)text->n && !memcmp(bytes + marker, text->v, (size_t)text->n);
}

/* Returns the index of the document that a save replaces: the one whose bytes are those of
 * `version`. For a new game, returns the number of documents. If the file already contains the new
 * document, because an earlier save of ours was reported as failed, sets *there and gives `text`
 * the '---' line of that document. */
static int find_place(struct stream *stream, const struct record *record,
                      const struct version *version, struct yaml_text *text, bool *there,
                      struct note *why)
{
    struct pack *pack = pack_of(stream);
    int place = -1, same = 0;
    pack_scan(pack, INT_MAX);
    for (int at = 0; at < pack->list.count && !*there; at++) {
        char id[ULID_LENGTH + 1], *bytes;
        size_t size;
        if (!catalog_id(&pack->list, at, id) || strcmp(id, record->id) != 0)
            continue;
        int result = pack_bytes(pack, at, &bytes, &size, why);
        if (result < 0)
            return result;
        same++;
        *there = is_same(text, bytes, size);
        if (*there) {
            yaml_text_clear(text);
            yaml_text_add(text, bytes, size);
        }
        if (*there || (place < 0 && version_fits(version, bytes, size)))
            place = at;
        free(bytes);
    }
    if (*there || (version->known && place >= 0))
        return place;
    if (version->known)
        return note_fail(
            why, FAIL_CONFLICT, -1,
            "someone else changed the game in the file meanwhile: nothing was overwritten");
    if (same)
        return note_fail(why, FAIL_CONFLICT, -1,
                         "a game with that id already exists; nothing was written");
    if (pack->cut_short) /* the list lacks games of the file: one of them may have the same id, and
                            no one would see a new game behind them */
        return note_fail(
            why, FAIL_LIMIT, -1,
            "the file has more games than the program can read; save the game in an archive");
    return pack->list.count;
}

/* Checks that no one has replaced or changed the file since it was scanned. */
static int check_there(const struct stream *stream, struct note *why)
{
    struct stat stat;
    if (fstatat(stream->folder, stream->name, &stat, AT_SYMLINK_NOFOLLOW) < 0)
        return file_fail(why, "the file cannot be read");
    struct file_stamp stamp = file_stamp_of(&stat);
    return file_stamp_same(&stamp, &pack_of(stream)->stamp)
               ? 0
               : note_fail(why, FAIL_CONFLICT, -1,
                           "someone else changed the file meanwhile: nothing was overwritten");
}

/* The contents of the new file: the old file, in which `bytes` replace the bytes between the
 * offsets `start` and `end`. */
struct rewriting {
    const struct stream *stream;
    uint64_t start, end;
    const char *bytes;
    size_t size;
};

/* Writes some bytes at the end of the new file, and verifies them. */
static int put_and_look(int fd, const char *bytes, size_t size, struct note *why)
{
    char *again = memory_new(size + 1, 1);
    off_t at = lseek(fd, 0, SEEK_CUR);
    int result = 0;
    if (at < 0 || !file_put(fd, bytes, size) || !file_read_at(fd, (uint64_t)at, again, size))
        result = file_fail(why, "the game cannot be saved");
    else if (memcmp(bytes, again, size) != 0)
        result = note_fail(why, FAIL_SYSTEM, -1,
                           "the disk returned other bytes than were written to it");
    free(again);
    return result;
}

/* Copies some bytes of the existing file to the end of the new one, and verifies them. */
static int yaml_stream_copy(const struct pack *pack, uint64_t from, uint64_t to, int fd,
                            struct note *why)
{
    enum { PORTION = 64 << 10 };
    char *bytes = memory_new(PORTION, 1);
    int result = 0;
    for (size_t n; result == 0 && from < to; from += n) {
        n = to - from < PORTION ? (size_t)(to - from) : PORTION;
        result = file_read_at(pack->fd, from, bytes, n)
                     ? put_and_look(fd, bytes, n, why)
                     : note_fail(why, FAIL_SYSTEM, -1,
                                 "the file cannot be read: it may have been changed meanwhile");
    }
    free(bytes);
    return result;
}

static int yaml_stream_rewrite(void *argument, int fd, struct note *why)
{
    const struct rewriting *rewriting = argument;
    const struct pack *pack = pack_of(rewriting->stream);
    int result = yaml_stream_copy(pack, 0, rewriting->start, fd, why);
    if (result == 0)
        result = put_and_look(fd, rewriting->bytes, rewriting->size, why);
    if (result == 0)
        result = yaml_stream_copy(pack, rewriting->end, (uint64_t)pack->stamp.size, fd, why);
    return result < 0 ? result : check_there(rewriting->stream, why);
}

/* Writes the file with one document replaced or added; `text` becomes that document, with its
 * '---' line if it has one. */
static int put_document(struct stream *stream, int at, struct yaml_text *text, struct note *why)
{
    struct pack *pack = pack_of(stream);
    uint64_t file = (uint64_t)pack->stamp.size;
    struct rewriting rewriting = {.stream = stream, .start = file, .end = file};
    struct yaml_text document = {0}, written = {0};
    bool marked = file > 0;
    char *old, before = '\n';
    size_t size;
    if (at < pack->list.count) {
        int result = pack_bytes(pack, at, &old, &size, why);
        if (result < 0)
            return result;
        rewriting.start = pack_start_of(pack, at);
        rewriting.end = rewriting.start + size;
        marked =
            rewriting.start > 0 || rewriting.end < file || (size >= 3 && !memcmp(old, "---", 3));
        free(old);
    }
    if (rewriting.start && !file_read_at(pack->fd, rewriting.start - 1, &before, 1))
        return file_fail(why, "the file cannot be read");
    if (marked)
        yaml_text_add(&document, "---\n", 4);
    yaml_text_add(&document, text->v, (size_t)text->n);
    yaml_text_clear(text);
    *text = document;
    if (before != '\n')
        yaml_text_add(&written, "\n", 1);
    yaml_text_add(&written, text->v, (size_t)text->n);
    rewriting.bytes = written.v;
    rewriting.size = (size_t)written.n;
    int result =
        file_make(stream->folder, stream->name, true, yaml_stream_rewrite, &rewriting, why);
    yaml_text_clear(&written);
    return result;
}

static int save_locked(struct stream *stream, struct record *record, struct version *version,
                       struct note *why)
{
    struct store *store = &stream->store;
    struct yaml_text text;
    int64_t rev = version->rev + 1;
    bool there = false;
    int result = store_compose(store, record, rev, &text, why);
    if (result < 0)
        return result;
    /* If others have changed the file, indices of its games are invalid: count this as a new
     * generation. */
    store->generation += pack_refresh(pack_of(stream));
    result = check_there(stream, why);
    int place = result < 0 ? result : find_place(stream, record, version, &text, &there, why);
    if (place < 0)
        result = place;
    else if (there)
        result = file_flush(stream->folder, stream->name, why);
    else
        result = put_document(stream, place, &text, why);
    if (result == 0) {
        record->rev = rev;
        record->lost_remarks = false;
        version_of(version, rev, text.v, (size_t)text.n);
        yaml_text_clear(&text); /* free this first, because listing a large game needs memory */
        pack_refresh(pack_of(stream));
        look_anew(stream, INT_MAX);
    }
    yaml_text_clear(&text);
    return result;
}

static int yaml_stream_save(struct store *store, struct record *record, struct version *version,
                            struct note *why)
{
    struct stream *stream = (struct stream *)store;
    struct lock lock;
    char name[NAME_MAX + 1];
    if (record->lost_remarks || (version->known && store_loses_remarks(store, record->id)))
        return note_fail(
            why, FAIL_RULE, -1,
            "the file holds '#' remarks that saving would lose; copy the game into an archive");
    snprintf(name, sizeof name, ".%.90s.lock", stream->name);
    int result = lock_take(&lock, stream->room, name, store->user, why);
    if (result < 0)
        return result;
    result = save_locked(stream, record, version, why);
    lock_drop(&lock);
    return result;
}

static int yaml_stream_remove_game(struct store *store, const char *id,
                                   const struct version *version, struct note *why)
{
    (void)store, (void)id, (void)version;
    return note_fail(why, FAIL_RULE, -1,
                     "you cannot delete games from a single file; copy them into an archive");
}

static void close_stream(struct store *store)
{
    struct stream *stream = (struct stream *)store;
    room_close(stream->room);
    free(stream->name);
}

static int yaml_stream_open(struct store **out, const char *where, bool read_only, struct note *why)
{
    char *path = realpath(where, NULL); /* this is the only point at which a link to a game file is
                                           followed */
    if (!path)
        return file_fail(why, "the file cannot be opened");
    char *slash = strrchr(path, '/');
    struct stream *stream = memory_new(1, sizeof *stream);
    struct store *store = &stream->store;
    store->backend = &stream_store;
    store->limits = yaml_limits_default;
    store->title = memory_text(slash + 1);
    stream->name = memory_text(slash + 1);
    slash[slash == path] = '\0';
    stream->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    stream->room = room_of_folder(stream->folder, NULL);
    free(path);
    store->shelf = memory_new(1, sizeof *store->shelf);
    int result = stream->folder < 0 ? file_fail(why, "the file's folder cannot be opened")
                                    : pack_open(&store->shelf->pack, stream->room, stream->name,
                                                NULL, &store->limits, why);
    if (result < 0) {
        store_close(store);
        return result;
    }
    store->shelves = 1;
    look_anew(stream, FIRST_GAMES);
    store->read_only = read_only;
    snprintf(store->why_read_only, sizeof store->why_read_only, "it was opened only for reading");
    if (!read_only && (faccessat(stream->folder, ".", W_OK | X_OK, AT_EACCESS) < 0 ||
                       faccessat(stream->folder, stream->name, W_OK, AT_EACCESS) < 0)) {
        store->read_only = true;
        snprintf(store->why_read_only, sizeof store->why_read_only, "%s",
                 errno == EROFS ? "the disk is read only"
                                : "you have no permission to write the file");
    }
    *out = store;
    return 0;
}

static bool yaml_stream_takes(const char *where, enum store_there there)
{
    (void)where;
    return there == THERE_FILE;
}

const struct store_backend stream_store = {.takes = yaml_stream_takes,
                                           .open = yaml_stream_open,
                                           .refresh = yaml_stream_refresh,
                                           .save = yaml_stream_save,
                                           .remove = yaml_stream_remove_game,
                                           .close = close_stream};
