/* store_stream.c - a store that is one file: a single game, or games one after the other with `---` between them.
 *
 * Made for looking into and for small collections: saving rewrites the whole file, by the same protocol as a game of
 * a directory (lock, compare, temporary file, rename). All other documents, damaged ones too, keep their bytes.
 * Games are not deleted from a stream: there is no trash beside it. */
#include "config.h"
#include "archive/store_parts.h"

#include "archive/file.h"
#include "archive/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STREAM_BYTES = 256 << 20 };

struct stream {
    struct store store;
    int folder;
    char *name; /* in the folder */
    char *bytes;
    size_t size;
    struct file_stamp stamp;
    struct yaml_piece *piece; /* [store.total] */
    int room;
};

/* ------------------------------------------------------------------------------------------------- reading */

/* A file that is worth it is looked at before it is in memory: one document larger than any may be is refused here. */
static int look_for_large(int fd, struct note *why)
{
    enum { WORTH = 16 << 20, PORTION = 256 << 10, MARKER = 5 /* a line feed, three signs, and what follows them */ };
    struct stat stat;
    uint64_t began = 0, at = 0, size = fstat(fd, &stat) == 0 ? (uint64_t)stat.st_size : 0;
    int line = 1, began_line = 1, result = 0, most = yaml_limits_default.file_bytes;
    char *bytes = size > WORTH ? memory_new(PORTION, 1) : NULL;
    for (uint64_t n; bytes && result == 0 && at + MARKER < size; at += n - MARKER) {
        n = size - at < PORTION ? size - at : PORTION;
        if (!file_read_at(fd, at, bytes, n))
            break; /* reading it says why */
        const char *stop = bytes + n - MARKER;
        for (const char *feed = bytes; (feed = memchr(feed, '\n', (size_t)(stop - feed))); feed++) {
            line++;
            if (yaml_is_marker(feed + 1, MARKER - 1)) {
                began = at + (uint64_t)(feed + 1 - bytes);
                began_line = line;
            }
        }
        if (at + n - began > (uint64_t)most + PORTION)
            result = note_fail(why, FAIL_LIMIT, -1, "line %d: the game is larger than %d bytes", began_line, most);
    }
    free(bytes);
    return result;
}

static int read_file(struct stream *stream, char **bytes, size_t *size, struct note *why)
{
    int fd = openat(stream->folder, stream->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int result = fd < 0 ? 0 : look_for_large(fd, why);
    if (fd >= 0)
        close(fd);
    return result < 0 ? result : file_read(stream->folder, stream->name, STREAM_BYTES, bytes, size, &stream->stamp, why);
}

/* Take over the file's bytes as they are now. */
static void take_bytes(struct stream *stream, char *bytes, size_t size)
{
    struct yaml_piece piece = {0};
    free(stream->bytes);
    stream->bytes = bytes;
    stream->size = size;
    stream->store.total = 0;
    store_forget(&stream->store);
    while (yaml_next(bytes, size, &piece)) {
        stream->piece = memory_room(stream->piece, &stream->room, stream->store.total + 1, sizeof piece);
        stream->piece[stream->store.total++] = piece;
    }
}

static void look(struct store *store)
{
    struct stream *stream = (struct stream *)store;
    const struct yaml_piece *piece = &stream->piece[store->list.count];
    struct listing listing = {0};
    listing_read(&listing, stream->bytes + piece->start, piece->end - piece->start, piece->line, &store->limits);
    store_append(store, &listing);
}

/* Look at so many games, all told. */
static void look_at(struct store *store, int games)
{
    while (store->list.count < games && store->list.count < store->total)
        look(store);
}

static bool refresh(struct store *store, bool behind)
{
    (void)behind;
    struct stream *stream = (struct stream *)store;
    struct file_stamp stamp;
    struct stat stat;
    char *bytes;
    size_t size;
    if (fstatat(stream->folder, stream->name, &stat, 0) == 0) {
        stamp = file_stamp_of(&stat);
        if (file_stamp_same(&stamp, &stream->stamp))
            return false;
    }
    if (read_file(stream, &bytes, &size, NULL) < 0)
        return false; /* deleted or unreadable: what was read stays to be looked at */
    take_bytes(stream, bytes, size);
    return true;
}

static void label(struct store *store, int at, char *label_of, size_t size, char id[ULID_LENGTH + 1], int *line)
{
    if (size)
        *label_of = '\0';
    *id = '\0';
    *line = ((struct stream *)store)->piece[at].line;
}

static int game_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why)
{
    struct stream *stream = (struct stream *)store;
    const struct yaml_piece *piece = &stream->piece[at];
    (void)why;
    *size = piece->end - piece->start;
    *bytes = memory_new(*size + 1, 1);
    memcpy(*bytes, stream->bytes + piece->start, *size);
    return 0;
}

/* ------------------------------------------------------------------------------------------------- writing */

/* The piece a save replaces: by the version's bytes; -1 when it is not there, or, for a new game, at the end. */
static int piece_of(struct stream *stream, const struct record *record, const struct version *version,
                    struct note *why)
{
    struct store *store = &stream->store;
    for (int i = 0; version->known && i < store->total; i++) {
        const struct yaml_piece *piece = &stream->piece[i];
        if (version_fits(version, stream->bytes + piece->start, piece->end - piece->start))
            return i;
    }
    if (version->known)
        return note_fail(why, FAIL_CONFLICT, -1,
                         "somebody else changed the game in the file meanwhile: nothing was overwritten");
    look_at(store, store->total);
    if (catalog_find(&store->list, record->id) >= 0)
        return note_fail(why, FAIL_CONFLICT, -1, "there is a game of that id already: nothing was written");
    return store->total;
}

/* Whether a document is in the file already, byte for byte: our own save of before, whose end was not certain. It gets
 * the '---' line it has there. */
static bool holds(const struct stream *stream, struct yaml_text *text)
{
    for (int i = 0; i < stream->store.total; i++) {
        const struct yaml_piece *piece = &stream->piece[i];
        const char *bytes = stream->bytes + piece->start;
        size_t size = piece->end - piece->start, marker = size > 4 && !memcmp(bytes, "---\n", 4) ? 4 : 0;
        if (size - marker != (size_t)text->n || memcmp(bytes + marker, text->v, (size_t)text->n))
            continue;
        yaml_text_clear(text);
        yaml_text_add(text, bytes, size);
        return true;
    }
    return false;
}

/* The whole file with one document in the place of a piece, or after the last one; `text` becomes that document with
 * its '---' line if it has one. */
static void put_document(const struct stream *stream, int at, struct yaml_text *text, struct yaml_text *file)
{
    bool last = at == stream->store.total;
    size_t start = last ? stream->size : stream->piece[at].start, end = last ? stream->size : stream->piece[at].end;
    bool alone = start == 0 && end == stream->size && !(end >= 3 && !memcmp(stream->bytes, "---", 3));
    struct yaml_text document = {0};
    yaml_text_add(file, stream->bytes, start);
    if (start && stream->bytes[start - 1] != '\n')
        yaml_text_add(file, "\n", 1);
    if (!alone)
        yaml_text_add(&document, "---\n", 4);
    yaml_text_add(&document, text->v, (size_t)text->n);
    yaml_text_clear(text);
    *text = document;
    yaml_text_add(file, text->v, (size_t)text->n);
    yaml_text_add(file, stream->bytes + end, stream->size - end);
}

static int save_locked(struct stream *stream, struct record *record, struct version *version, struct note *why)
{
    struct store *store = &stream->store;
    struct yaml_text text, file = {0};
    char *bytes;
    size_t size;
    int64_t rev = version->rev + 1;
    bool there = false;
    int result = store_compose(store, record, rev, &text, why);
    if (result < 0)
        return result;
    result = read_file(stream, &bytes, &size, why);
    if (result == 0) {
        if (size == stream->size && !memcmp(bytes, stream->bytes, size))
            free(bytes);
        else
            take_bytes(stream, bytes, size);
        there = holds(stream, &text);
        result = there ? file_flush(stream->folder, stream->name, why) : piece_of(stream, record, version, why);
    }
    if (result >= 0 && there) {
        yaml_text_add(&file, stream->bytes, stream->size);
    } else if (result >= 0) {
        put_document(stream, result, &text, &file);
        result = file_write(stream->folder, stream->name, file.v, (size_t)file.n, false, why);
    }
    if (result == 0) {
        int seen = store->list.count;
        record->rev = rev;
        record->lost_remarks = false;
        version_of(version, rev, text.v, (size_t)text.n);
        take_bytes(stream, file.v, (size_t)file.n);
        file.v = NULL;
        look_at(store, seen + 1);
        struct stat stat;
        if (file_stat_settled(stream->folder, stream->name, &stat) == 0)
            stream->stamp = file_stamp_of(&stat);
    }
    free(file.v);
    yaml_text_clear(&text);
    return result;
}

static int save(struct store *store, struct record *record, struct version *version, struct note *why)
{
    struct stream *stream = (struct stream *)store;
    struct lock lock;
    char name[NAME_MAX + 1];
    if (record->lost_remarks)
        return note_fail(why, FAIL_RULE, -1,
                         "the file holds '#' remarks that saving would lose; copy the game into an archive");
    snprintf(name, sizeof name, ".%.90s.lock", stream->name);
    int result = lock_take(&lock, stream->folder, name, store->user, why);
    if (result < 0)
        return result;
    result = save_locked(stream, record, version, why);
    lock_drop(&lock);
    return result;
}

static int remove_game(struct store *store, const char *id, const struct version *version, struct note *why)
{
    (void)store, (void)id, (void)version;
    return note_fail(why, FAIL_RULE, -1, "games are not deleted from a single file; copy them into an archive");
}

static void close_stream(struct store *store)
{
    struct stream *stream = (struct stream *)store;
    if (stream->folder >= 0)
        close(stream->folder);
    free(stream->name);
    free(stream->bytes);
    free(stream->piece);
}

static const struct store_kind stream_kind = {.look = look, .refresh = refresh, .label = label, .bytes = game_bytes,
                                              .save = save, .remove = remove_game, .close = close_stream};

int stream_open(struct store **out, const char *where, bool read_only, struct note *why)
{
    char *path = realpath(where, NULL); /* a link to a game is followed here, once */
    if (!path)
        return file_fail(why, "the file cannot be opened");
    char *slash = strrchr(path, '/');
    struct stream *stream = memory_new(1, sizeof *stream);
    struct store *store = &stream->store;
    char *bytes;
    size_t size;
    store->kind = &stream_kind;
    store->limits = yaml_limits_default;
    store->title = memory_text(slash + 1);
    stream->name = memory_text(slash + 1);
    slash[slash == path] = '\0';
    stream->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(path);
    int result = stream->folder < 0 ? file_fail(why, "the file's folder cannot be opened")
                                    : read_file(stream, &bytes, &size, why);
    if (result < 0) {
        store_close(store);
        return result;
    }
    take_bytes(stream, bytes, size);
    store->read_only = read_only;
    snprintf(store->why_read_only, sizeof store->why_read_only, "it was opened for reading");
    if (!read_only && (faccessat(stream->folder, ".", W_OK | X_OK, AT_EACCESS) < 0 ||
                       faccessat(stream->folder, stream->name, W_OK, AT_EACCESS) < 0)) {
        store->read_only = true;
        snprintf(store->why_read_only, sizeof store->why_read_only, "%s",
                 errno == EROFS ? "the disk is read only" : "you have no permission to write the file");
    }
    *out = store;
    return 0;
}
