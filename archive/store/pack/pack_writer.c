/* pack_writer.c - writes packs that survive interruption; see pack_writer.h.
 *
 * Games are appended through a buffer to packs/.<name>.part. Every FLUSH_EACH bytes, at a mark, the
 * part is flushed with fdatasync(), and then the state file is replaced atomically. It says how
 * many bytes of the part are valid and how far in the source they reach. Whatever follows those
 * bytes is unreliable: resuming truncates it (open_part()) and continues reading the source there.
 * So no game is lost or written twice, and an import of a million games waits for the disk only now
 * and then.
 *
 * At the end, the part is flushed, gets its final name by link(2), which refuses to replace an
 * existing pack, and the folder is flushed. If the process is killed between these steps, the pack
 * may have both names; pack_is_whole() recognizes a finished pack by the provenance of its last
 * game and removes the leftovers.
 *
 * While writing, the list of the pack can be built, too (pack_writer_list()), so that the finished
 * pack need not be scanned. It is discarded when it needs more than LIST_MOST bytes.
 *
 * The modification time of a finished pack is set back by some seconds (pack_writer_settle()).
 * Sidecars do not trust a file that has just changed, because a further change might leave its
 * stamp the same; but this file will not change any more. */
#include "config.h"
#include "archive/store/pack/pack_writer.h"

#include "archive/summary/summary_table.h"
#include "archive/util/lock.h"
#include "archive/pack/pack.h"
#include "archive/store/backend.h"
#include "archive/store/packs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    NAME_ROOM = 128,
    STATE_BYTES = 4096,
    SOURCE_ROOM = 65,
    BUFFER = 64 << 10,
    FLUSH_EACH = 16 << 20, /* bytes after which the writer waits for the disk */
    LIST_MOST = 40 << 20 /* largest size in bytes of the list built while writing, enough for half a
                            million games; it keeps within the 64 MB of R14 (docs/robustness.md) */
};

struct pack_writer {
    struct store *store;
    struct lock lock;
    struct room *packs;
    int fd;
    char name[NAME_ROOM], part[NAME_ROOM], state[NAME_ROOM], source[SOURCE_ROOM];
    char *buffer; /* buffer for output; NULL until something is written */
    size_t buffered;
    uint64_t size;         /* number of bytes written, including those in the buffer */
    uint64_t flushed;      /* number of bytes that are certainly on disk */
    struct pack_mark mark; /* the last mark: where the source stood when the part had grown to
                              `marked` bytes */
    uint64_t marked;
    struct yaml_text text;
    struct id_set ids;   /* the ids of the store and the pack, used if knows_ids */
    bool knows_ids;      /* true if duplicate ids are to be refused */
    struct catalog list; /* the list of the games written, used if `lists` */
    bool lists;          /* true if the list is being built */
    uint32_t line;       /* line number at which the next game begins */
    bool leaves;         /* true if the pack is not to be added to the store's list */
};

/* ---------------------------------------------------------------------------------------------------
 * state */

static int64_t number_at(const struct value *map, const char *key)
{
    return strtoll(value_text(map, key), NULL, 10);
}

static void put_number(struct value *map, const char *key, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    value_set(map, key, text, true);
}

/* Flushes the part, then writes the last mark to the state file. */
static int keep_state(struct pack_writer *writer, struct note *why)
{
    struct value state = {.type = VALUE_MAP};
    struct yaml_text text = {0};
    if (fdatasync(writer->fd) < 0)
        return file_fail(why, "the pack cannot be written");
    value_set(&state, "source", writer->source, false);
    put_number(&state, "bytes", writer->marked);
    put_number(&state, "games", (uint64_t)writer->mark.games);
    put_number(&state, "line", (uint64_t)writer->mark.line);
    put_number(&state, "byte", writer->mark.at);
    yaml_write(&text, &state);
    int result = room_write(writer->packs, writer->state, text.v, (size_t)text.n, false, why);
    yaml_text_clear(&text);
    value_clear(&state);
    writer->flushed = writer->marked;
    return result;
}

/* Resumes where the state file says; without one, starts at the beginning. */
static int find_state(struct pack_writer *writer, struct note *why)
{
    struct yaml_document document;
    struct stat stat;
    char *bytes;
    size_t size;
    writer->mark = (struct pack_mark){.line = 1};
    int result = room_read(writer->packs, writer->state, STATE_BYTES, &bytes, &size, why);
    if (result == FAIL_NAME)
        return 0;
    if (result < 0)
        return result;
    result = yaml_read(bytes, size, 1, NULL, &document, NULL, NULL);
    free(bytes);
    if (result < 0)
        return 0; /* the file is not in our format: start at the beginning */
    const struct value *root = &document.root;
    int64_t there = number_at(root, "bytes"), games = number_at(root, "games"),
            line = number_at(root, "line");
    int64_t at = number_at(root, "byte");
    bool same = !strcmp(value_text(root, "source"), writer->source);
    bool sound = value_at(root, "byte") && there >= 0 && games >= 0 && games < INT32_MAX &&
                 line > 0 && line < INT32_MAX && at >= 0 && fstat(writer->fd, &stat) == 0 &&
                 stat.st_size >= there;
    yaml_document_clear(&document);
    if (!same)
        return note_fail(
            why, FAIL_CONFLICT, -1,
            "an unfinished import of another file uses this pack name: finish that import, or delete packs/%s",
            writer->part);
    if (sound) {
        writer->mark = (struct pack_mark){(int)games, (int)line, (size_t)at};
        writer->size = writer->flushed = writer->marked = (uint64_t)there;
    }
    return 0;
}

/* --------------------------------------------------------------------------------------------------
 * opening */

/* The length of a file name without its extension, if it has one. */
static int stem_length(const char *name, int length)
{
    int dot = length - 1;
    while (dot > 0 && name[dot] != '.')
        dot--;
    return dot > 0 ? dot : length;
}

/* Both games.pgn and games.pgn.gz become "games". */
void pack_name_for(const char *file, char name[static PACK_NAME_MOST + 1])
{
    const char *slash = strrchr(file, '/'), *from = slash ? slash + 1 : file;
    int length = stem_length(from, (int)strlen(from)), n = 0;
    if (!strcmp(from + length, ".gz") || !strcmp(from + length, ".zst"))
        length = stem_length(from, length);
    for (int i = 0; i < length && n < PACK_NAME_MOST; i++) {
        bool fits =
            from[i] &&
            strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", from[i]);
        fits = fits || (n > 0 && strchr("-.", from[i]));
        if (fits || n > 0)
            name[n++] = fits ? from[i] : '-';
    }
    name[n] = '\0';
}

static bool is_name(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    size_t length = strlen(name);
    return length > 0 && length <= PACK_NAME_MOST && name[0] != '.' && name[0] != '-' &&
           strspn(name, letters) == length;
}

static void pack_writer_name_files(const char *name, char file[NAME_ROOM], char part[NAME_ROOM],
                                   char state[NAME_ROOM])
{
    snprintf(file, NAME_ROOM, "%.100s.yaml", name);
    snprintf(part, NAME_ROOM, ".%.100s.part", name);
    snprintf(state, NAME_ROOM, ".%.100s.state", name);
}

static void free_writer(struct pack_writer *writer)
{
    if (writer->fd >= 0)
        close(writer->fd);
    room_close(writer->packs);
    if (writer->lock.fd >= 0)
        lock_drop(&writer->lock);
    yaml_text_clear(&writer->text);
    id_set_clear(&writer->ids);
    catalog_clear(&writer->list);
    free(writer->buffer);
    free(writer);
}

static int take_lock(struct pack_writer *writer, const char *name, struct note *why)
{
    char lock[NAME_ROOM];
    struct store *store = writer->store;
    struct room *locks = store_room(store, ROOM_OF_LOCKS, true);
    if (!locks)
        return file_fail(why, "the pack cannot be locked");
    snprintf(lock, sizeof lock, "pack-%s", name);
    int result = lock_take(&writer->lock, locks, lock, store->user, why);
    room_close(locks);
    return result;
}

/* Reports that a pack has this name. A pack has its final name only if it is complete, even if a
 * later step of its import failed. */
static int name_taken(struct note *why)
{
    return note_fail(
        why, FAIL_CONFLICT, -1,
        "a pack of that name exists; if it was made from another file, choose a different name");
}

/* True if the last game of a pack has this source in its provenance, which is near the end of the
 * file. */
static bool ends_with_source(int fd, const char *source)
{
    enum { TAIL = 64 << 10 };
    char *tail = memory_new(TAIL + 1, 1), line[SOURCE_ROOM + 16];
    off_t size = lseek(fd, 0, SEEK_END);
    size_t n = size < 0 ? 0 : size < TAIL ? (size_t)size : TAIL;
    bool read = n > 0 && file_read_at(fd, (uint64_t)size - n, tail, n);
    const char *game = read ? tail : "";
    for (const char *next = game; (next = strstr(next, "\n---\n")); next++)
        game = next;
    snprintf(line, sizeof line, "\n  sha256: '%.64s'\n", source);
    bool ends = strstr(game, line) != NULL;
    free(tail);
    return ends;
}

bool pack_is_whole(struct store *store, const char *name, const char *source)
{
    char file[NAME_ROOM], part[NAME_ROOM], state[NAME_ROOM];
    struct room *packs = is_name(name) ? store_room(store, ROOM_OF_PACKS, false) : NULL;
    pack_writer_name_files(name, file, part, state);
    int fd = packs ? room_open(packs, file, ROOM_READ) : -1;
    bool whole = fd >= 0 && ends_with_source(fd, source);
    if (whole) {
        room_remove(packs, part); /* removes the second name of the finished pack */
        room_remove(packs, state);
    }
    if (fd >= 0)
        close(fd);
    room_close(packs);
    return whole;
}

static int open_part(struct pack_writer *writer, struct note *why)
{
    if (room_has(writer->packs, writer->name))
        return name_taken(why);
    writer->fd = room_open(writer->packs, writer->part, ROOM_OWN);
    if (writer->fd < 0)
        return file_fail(why, "the pack cannot be written");
    int result = find_state(writer, why);
    if (result == 0 && (ftruncate(writer->fd, (off_t)writer->size) < 0 ||
                        lseek(writer->fd, (off_t)writer->size, SEEK_SET) < 0))
        result = file_fail(why, "the pack cannot be written");
    return result;
}

int pack_name_check(const char *name, struct note *why)
{
    if (is_name(name))
        return 0;
    return note_fail(
        why, FAIL_NAME, -1,
        "'%.60s' cannot be the name of a pack: use letters, digits, - _ . and at most %d characters",
        name, PACK_NAME_MOST);
}

int pack_writer_begin(struct pack_writer **out, struct store *store, const char *name,
                      const char *source, struct pack_mark *mark, struct note *why)
{
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    if (!store_has_rooms(store))
        return note_fail(why, FAIL_RULE, -1,
                         "only an archive folder can hold packs, not a single file");
    if (pack_name_check(name, why) < 0)
        return FAIL_NAME;
    struct pack_writer *writer = memory_new(1, sizeof *writer);
    *writer = (struct pack_writer){.store = store, .lock = {-1}, .fd = -1};
    pack_writer_name_files(name, writer->name, writer->part, writer->state);
    snprintf(writer->source, SOURCE_ROOM, "%.64s", source);
    writer->packs = store_room(store, ROOM_OF_PACKS, true);
    if (writer->packs)
        room_sweep(writer->packs, false);
    int result =
        writer->packs ? take_lock(writer, name, why) : file_fail(why, "the pack cannot be written");
    if (result == 0)
        result = open_part(writer, why);
    if (result < 0) {
        free_writer(writer);
        return result;
    }
    *mark = writer->mark;
    *out = writer;
    return 0;
}

/* --------------------------------------------------------------------------------------------------
 * writing */

static int put(struct pack_writer *writer, const char *bytes, size_t size, struct note *why)
{
    return file_put(writer->fd, bytes, size) ? 0 : file_fail(why, "the pack cannot be written");
}

static int empty_buffer(struct pack_writer *writer, struct note *why)
{
    size_t size = writer->buffered;
    writer->buffered = 0;
    return size ? put(writer, writer->buffer, size, why) : 0;
}

static int pack_writer_append(struct pack_writer *writer, const char *bytes, size_t size,
                              struct note *why)
{
    int result = writer->buffered + size > BUFFER ? empty_buffer(writer, why) : 0;
    if (!writer->buffer)
        writer->buffer = memory_new(BUFFER, 1);
    if (result == 0 && size > BUFFER) {
        result = put(writer, bytes, size, why);
    } else if (result == 0) {
        memcpy(writer->buffer + writer->buffered, bytes, size);
        writer->buffered += size;
    }
    writer->size += result == 0 ? size : 0;
    return result;
}

/* Checks that the bytes of a game can be read back. If so, adds it to the list; *lines becomes
 * its number of lines, including the marker. */
static int pack_writer_check(const struct yaml_limits *limits, const char *bytes, size_t size,
                             struct listing *listing, int *lines, struct note *why)
{
    if (size > (size_t)limits->file_bytes)
        return note_fail(why, FAIL_LIMIT, -1, "the game is larger than %d bytes",
                         limits->file_bytes);
    int result = listing_read(listing, bytes, size, 1, limits);
    if (result < 0) {
        note_fail(why, result, -1, "the game could not be read again after saving: %s",
                  listing->why);
        listing_clear(listing);
        return result;
    }
    *lines = 1;
    for (size_t i = 0; i < size; i++)
        *lines += bytes[i] == '\n';
    return 0;
}

/* Records the id of a game; false if it is a duplicate. */
static bool note_id(struct pack_writer *writer, const char *id)
{
    uint8_t packed[PACKED_ID], more;
    return !catalog_pack_id(id, packed, &more) || id_set_add(&writer->ids, packed);
}

/* Records the ids of the games that an interrupted import has written to the part. The part has
 * each id on a line of its own, because this program wrote it. */
static int note_ids_of_part(struct pack_writer *writer, struct note *why)
{
    char line[80];
    int fd = room_open(writer->packs, writer->part, ROOM_READ);
    FILE *part = fd < 0 ? NULL : fdopen(fd, "r");
    if (!part) {
        if (fd >= 0)
            close(fd);
        return file_fail(why, "the pack cannot be read");
    }
    bool begins = true;
    while (fgets(line, sizeof line, part)) {
        if (begins && !strncmp(line, "id: '", 5)) {
            line[5 + ULID_LENGTH] = '\0';
            note_id(writer, line + 5);
        }
        begins = strchr(line, '\n') != NULL;
    }
    bool failed = ferror(part) != 0;
    fclose(part);
    return failed ? file_fail(why, "the pack cannot be read") : 0;
}

int pack_writer_know_ids(struct pack_writer *writer, struct note *why)
{
    store_scan(writer->store, INT_MAX);
    store_ids(writer->store, &writer->ids);
    writer->knows_ids = true;
    return writer->size ? note_ids_of_part(writer, why) : 0;
}

int pack_writer_add(struct pack_writer *writer, struct record *record, struct note *why)
{
    struct yaml_text *text = &writer->text;
    if (writer->knows_ids && !note_id(writer, record->id))
        return note_fail(why, FAIL_CONFLICT, -1, "a game with that id already exists");
    if (record->rev < 1)
        record->rev = 1;
    text->n = 0;
    yaml_text_add(text, "---\n", 4);
    record_write(record, text);
    struct listing listing = {0};
    int lines = 0, result = pack_writer_check(&writer->store->limits, text->v + 4,
                                              (size_t)text->n - 4, &listing, &lines, why);
    if (result == 0)
        pack_writer_note(writer, &listing, lines);
    listing_clear(&listing);
    return result < 0 ? result : pack_writer_append(writer, text->v, (size_t)text->n, why);
}

bool pack_compose(const struct yaml_limits *limits, struct record *record, struct yaml_text *out,
                  struct listing *listing, int *lines)
{
    enum { MARKER = 4 };
    int before = out->n;
    if (record->rev < 1)
        record->rev = 1;
    yaml_text_add(out, "---\n", MARKER);
    record_write(record, out);
    if (pack_writer_check(limits, out->v + before + MARKER, (size_t)(out->n - before) - MARKER,
                          listing, lines, NULL) == 0)
        return true;
    out->n = before;
    return false;
}

void pack_writer_list(struct pack_writer *writer)
{
    writer->lists = writer->size == 0;
    writer->list.own = sizeof(struct pack_spot);
    writer->line = 1;
}

void pack_writer_leave(struct pack_writer *writer)
{
    writer->leaves = true;
}

static size_t list_bytes(const struct pack_writer *writer)
{
    return catalog_bytes(&writer->list) + (size_t)writer->ids.slots * sizeof *writer->ids.slot;
}

void pack_writer_note(struct pack_writer *writer, const struct listing *listing, int lines)
{
    enum { NOW_AND_THEN = 1024 };
    if (!writer->lists)
        return;
    writer->lists = writer->list.count % NOW_AND_THEN != 0 || list_bytes(writer) <= LIST_MOST;
    if (!writer->lists) {
        catalog_clear(&writer->list);
        return;
    }
    pack_list_add(&writer->list, listing, writer->size, writer->line);
    writer->line += (uint32_t)lines;
}

int pack_writer_put(struct pack_writer *writer, const char *bytes, size_t size, struct note *why)
{
    return pack_writer_append(writer, bytes, size, why);
}

/* Makes everything up to the last mark durable. Bytes behind the mark may be written, too; resuming
 * the pack truncates them. */
static int pack_writer_flush(struct pack_writer *writer, struct note *why)
{
    int result = empty_buffer(writer, why);
    return result < 0 ? result : keep_state(writer, why);
}

int pack_writer_mark(struct pack_writer *writer, const struct pack_mark *mark, struct note *why)
{
    writer->mark = *mark;
    writer->marked = writer->size;
    return writer->marked - writer->flushed < FLUSH_EACH ? 0 : pack_writer_flush(writer, why);
}

/* ---------------------------------------------------------------------------------------------------
 * ending */

/* Sets the modification time of the finished pack back. Sidecars do not trust a file that has
 * just changed, but this file will not change any more. */
static void pack_writer_settle(int fd)
{
    enum { SECONDS = 4 };
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_nsec = 0}};
    times[1].tv_sec = time(NULL) - SECONDS;
    futimens(fd, times);
}

static int pack_writer_finish(struct pack_writer *writer, struct note *why)
{
    int result = empty_buffer(writer, why);
    if (result < 0)
        return result;
    pack_writer_settle(writer->fd);
    if (fsync(writer->fd) < 0)
        return file_fail(why, "the pack cannot be written");
    if (room_rename(writer->packs, writer->part, writer->name, true) < 0)
        return errno == EEXIST ? name_taken(why)
                               : file_fail(why, "the pack cannot be renamed to its final name");
    room_remove(writer->packs, writer->state);
    if (room_sync(writer->packs) < 0)
        return file_fail(why,
                         "the pack was written, but a power failure now might still destroy it");
    return 0;
}

/* Ends a pack that has got no games: deletes its temporary files, so that no pack is created. */
static int leave_nothing(struct pack_writer *writer)
{
    room_remove(writer->packs, writer->part);
    room_remove(writer->packs, writer->state);
    return 0;
}

int pack_writer_end(struct pack_writer *writer, struct note *why)
{
    struct store *store = writer->store;
    int result = writer->size ? pack_writer_finish(writer, why) : leave_nothing(writer);
    if (result == 0 && !writer->leaves)
        store_packs_open(store);
    if (result == 0 && writer->lists && writer->size)
        store_packs_adopt(store, writer->name, writer->fd, &writer->list);
    free_writer(writer);
    return result;
}

int pack_writer_stop(struct pack_writer *writer, struct note *why)
{
    int result = writer->marked > writer->flushed ? pack_writer_flush(writer, why) : 0;
    free_writer(writer);
    return result;
}
