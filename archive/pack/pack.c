/* pack.c - opens packs, read-only files of very many games; see pack.h.
 *
 * A pack is a stream of YAML documents that is never changed, only replaced as a whole by another
 * file. For each game, its list holds the headers and the byte offset and line where the game
 * begins (struct pack_spot), so reading a game takes one pread(). The list is cached in a sidecar
 * that carries the stamp of the file; if there is no valid sidecar, the file is scanned
 * in portions for the screen or completely by several threads, and the sidecar is
 * written afterwards.
 *
 * The file may be replaced or, against the rules, overwritten at any time. The open descriptor
 * keeps a replaced file readable. An overwritten file is noticed because its stamp changes: every
 * read compares it afterwards and fails rather than return bytes of two versions.
 *
 * A stream opened directly by the user (`alone`) has no sidecar and is always scanned; to limit
 * memory, only the first games are listed if there are too many. */
#include "config.h"

#include "archive/pack/pack.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_ROOM = 256,
    BYTES_A_GAME =
        1200 /* bytes per game, to estimate the number of games before the first one is read */,
    LIST_MOST = 36 << 20, /* size limit in bytes of the list of a file that is opened
                             directly */
    MARKER = 4            /* length of a `---` marker with its line feed */
};

/* ---------------------------------------------------------------------------------------------------
 * the list */

static void sidecar_name(const struct pack *pack, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "%.200s.headers", pack->name);
}

static void keep_list(const struct pack *pack, const struct catalog *list)
{
    char name[NAME_ROOM];
    struct sidecar sidecar = {.kind = PACK_HEADERS, .of = pack->stamp};
    sidecar_name(pack, name);
    /* If writing the list fails, the file is scanned again next time. */
    catalog_write(list, &pack->beside, name, &sidecar);
}

/* Implements catalog_mend_fn. */
static bool make_list_anew(void *argument, struct catalog *anew)
{
    const struct pack *pack = argument;
    struct pack_scanner scanner;
    pack_scanner_begin(&scanner, pack->fd, &pack->limits, (uint64_t)pack->stamp.size);
    pack_scan_all(&scanner, PACK_CHUNK, anew);
    bool good = !scanner.failed && !file_is_changed(pack->fd, &pack->stamp);
    pack_scanner_end(&scanner);
    if (good)
        keep_list(pack, anew);
    return good;
}

static bool find_list(struct pack *pack)
{
    char name[NAME_ROOM];
    sidecar_name(pack, name);
    struct sidecar_map *map =
        sidecar_open(&pack->beside, name, PACK_HEADERS, &pack->stamp, catalog_look);
    if (map && catalog_open(&pack->list, map, make_list_anew, pack))
        return true;
    sidecar_close(map);
    return false;
}

/* Call after opening the file: uses the cached list, or begins to scan. */
static void pack_begin(struct pack *pack)
{
    pack_scanner_end(&pack->scanner);
    catalog_clear(&pack->list);
    pack->cut_short = false;
    pack_scanner_begin(&pack->scanner, pack->fd, &pack->limits, (uint64_t)pack->stamp.size);
    pack->scanned = find_list(pack);
}

static void pack_finish(struct pack *pack)
{
    struct stat stat;
    pack->scanned = true;
    bool whole = !pack->scanner.failed;
    pack_scanner_end(&pack->scanner);
    struct file_stamp now = {0};
    if (fstat(pack->fd, &stat) == 0)
        now = file_stamp_of(&stat);
    if (whole && file_stamp_same(&now, &pack->stamp))
        keep_list(pack, &pack->list);
}

bool pack_scan(struct pack *pack, int games)
{
    if (pack->scanned)
        return false;
    if (games == INT_MAX && !pack->alone) {
        pack_scan_all(&pack->scanner, PACK_CHUNK, &pack->list);
        pack_finish(pack);
        return false;
    }
    for (; games > 0 && !pack->scanned; games--) {
        pack->cut_short = pack->alone && catalog_bytes(&pack->list) > LIST_MOST;
        if (pack->cut_short || !pack_scanner_next(&pack->scanner, &pack->list) ||
            pack->scanner.at == pack->scanner.size)
            pack_finish(pack);
    }
    return !pack->scanned;
}

void pack_adopt(struct pack *pack, int fd, struct catalog *list)
{
    struct stat stat;
    if (pack->scanned || pack->list.count || fstat(fd, &stat) < 0)
        return;
    struct file_stamp stamp = file_stamp_of(&stat);
    if (!file_stamp_same(&stamp, &pack->stamp))
        return;
    catalog_clear(&pack->list);
    pack->list = *list;
    *list = (struct catalog){0};
    pack_finish(pack);
}

bool pack_scanned(const struct pack *pack)
{
    return pack->scanned;
}

bool pack_cut_short(const struct pack *pack)
{
    return pack->cut_short;
}

const struct catalog *pack_list(const struct pack *pack)
{
    return &pack->list;
}

int pack_total(const struct pack *pack)
{
    int count = pack->list.count;
    if (pack->scanned)
        return count;
    uint64_t each = count ? pack->scanner.at / (uint64_t)count + 1 : BYTES_A_GAME;
    uint64_t left = (pack->scanner.size - pack->scanner.at) / each + 1;
    return left < (uint64_t)(INT_MAX / 2 - count) ? count + (int)left : INT_MAX / 2;
}

/* ----------------------------------------------------------------------------------------------------
 * games */

static struct pack_spot spot_of(const struct pack *pack, int at)
{
    struct pack_spot spot;
    memcpy(&spot, catalog_own(&pack->list, at), sizeof spot);
    return spot;
}

uint64_t pack_start_of(const struct pack *pack, int at)
{
    if (at == pack->list.count)
        return pack->scanned && !pack->cut_short ? (uint64_t)pack->stamp.size : pack->scanner.at;
    struct pack_spot spot = spot_of(pack, at);
    return (uint64_t)spot.high << 32 | spot.low;
}

int pack_line(const struct pack *pack, int at)
{
    uint32_t line = spot_of(pack, at).line;
    return line < INT_MAX ? (int)line : INT_MAX;
}

/* The number of bytes, out of those up to the next game, that belong to this game itself. Remarks
 * and document ends may lie between the two games. */
static size_t own_bytes(const char *bytes, size_t size)
{
    struct yaml_piece piece = {0};
    if (!memmem(bytes, size, "\n---", 4) && !memmem(bytes, size, "\n...", 4))
        return size;
    return yaml_next(bytes, size, &piece) && piece.start == 0 ? piece.end : size;
}

int pack_bytes(const struct pack *pack, int at, char **bytes, size_t *size, struct note *why)
{
    uint64_t from = pack_start_of(pack, at), to = pack_start_of(pack, at + 1);
    if (to <= from || to > (uint64_t)pack->stamp.size)
        return note_fail(why, FAIL_SYSTEM, -1, "the file was changed meanwhile");
    size_t most = (size_t)pack->limits.file_bytes + 2 * MARKER,
           length = to - from < most ? (size_t)(to - from) : most;
    char *read = memory_new(length + 1, 1);
    int result = 0;
    if (!file_read_at(pack->fd, from, read, length) || file_is_changed(pack->fd, &pack->stamp))
        result = note_fail(why, FAIL_SYSTEM, -1,
                           "the file cannot be read: it may have been changed meanwhile");
    *size = own_bytes(read, length); /* remarks and empty documents may follow the game */
    if (result == 0 && *size > (size_t)pack->limits.file_bytes + MARKER)
        result = note_fail(why, FAIL_LIMIT, -1, "the game is larger than %d bytes",
                           pack->limits.file_bytes);
    if (result < 0) {
        free(read);
        return result;
    }
    *bytes = read;
    read[*size] = '\0';
    return 0;
}

/* --------------------------------------------------------------------------------------------------
 * opening */

const char *pack_name(const struct pack *pack)
{
    return pack->name;
}

const struct file_stamp *pack_stamp(const struct pack *pack)
{
    return &pack->stamp;
}

static int pack_open_file(struct pack *pack, struct note *why)
{
    struct stat stat;
    int fd = room_open(pack->room, pack->file, ROOM_READ);
    if (fd < 0 || file_stat_settled(fd, NULL, &stat) < 0 || !S_ISREG(stat.st_mode)) {
        int result = fd < 0 ? file_fail(why, "the file cannot be opened")
                            : note_fail(why, FAIL_TEXT, -1, "it is not a plain file");
        if (fd >= 0)
            close(fd);
        return result;
    }
    if (pack->fd >= 0)
        close(pack->fd);
    pack->fd = fd;
    pack->stamp = file_stamp_of(&stat);
    return 0;
}

int pack_open(struct pack **out, struct room *room, const char *file,
              const struct sidecar_place *beside, const struct yaml_limits *limits,
              struct note *why)
{
    struct pack *pack = memory_new(1, sizeof *pack);
    size_t length = strlen(file);
    pack->fd = -1;
    pack->room = room_hold(room);
    pack->file = memory_text(file);
    pack->name = memory_text(file);
    if (length > 5 && !strcmp(file + length - 5, ".yaml"))
        pack->name[length - 5] = '\0';
    pack->alone = !beside;
    if (beside)
        pack->beside = *beside;
    if (pack->beside.room)
        room_hold(pack->beside.room);
    pack->limits = *limits;
    pack->list.own = sizeof(struct pack_spot);
    int result = pack_open_file(pack, why);
    if (result < 0) {
        pack_close(pack);
        return result;
    }
    pack_begin(pack);
    *out = pack;
    return 0;
}

bool pack_is_replaced(const struct pack *pack)
{
    struct stat stat;
    if (!room_has(pack->room, pack->file))
        return false; /* the file was deleted, but the open file can still be read */
    if (!room_is(pack->room, pack->file, pack->fd) || fstat(pack->fd, &stat) < 0)
        return true;
    struct file_stamp now = file_stamp_of(&stat);
    return !file_stamp_same(&now, &pack->stamp);
}

bool pack_refresh(struct pack *pack)
{
    if (!pack_is_replaced(pack) || pack_open_file(pack, NULL) < 0)
        return false;
    pack_begin(pack);
    return true;
}

void pack_close(struct pack *pack)
{
    if (!pack)
        return;
    pack_scanner_end(&pack->scanner);
    catalog_clear(&pack->list);
    if (pack->fd >= 0)
        close(pack->fd);
    room_close(pack->room);
    room_close(pack->beside.room);
    free(pack->file);
    free(pack->name);
    free(pack);
}

/* ---- Scans the documents of a pack, in parallel if necessary: see pack.h.
 *
 * A line `---` begins a document wherever it occurs, even inside what looks like a text. So the
 * file can be cut at any such line, and the pieces can be scanned at the same time without knowing
 * what precedes them.
 *
 * A scanner covers the documents whose `---` lies before its `stop`; the document at the cut
 * belongs to the scanner in whose range its `---` begins, and that scanner reads beyond its range
 * to finish it. At the start of its range, a scanner first moves on to the first `---`
 * (pack_scanner_align()). Each piece counts its lines from 1; joining the pieces in order adds the
 * number of lines before them (join_chunk()).
 *
 * A scanner reads blocks and asks yaml_next() for the next document. If the document ends exactly
 * with the block, it may continue, and the block is enlarged. A document larger than any game may
 * be is listed as damaged and skipped without being in memory as a whole (pass_large()). */

enum {
    BLOCK_FIRST = 1 << 17,
    BLOCK = 1 << 20, /* bytes per read; the first read has BLOCK_FIRST bytes, enough for a screen of
                        games */
    PACK_SCAN_MARKER = 4, /* number of bytes needed to recognize a line `---` */
    THREADS_MOST = 8
};

void pack_scanner_begin(struct pack_scanner *scanner, int fd, const struct yaml_limits *limits,
                        uint64_t size)
{
    *scanner =
        (struct pack_scanner){.fd = fd, .limits = limits, .size = size, .stop = size, .line = 1};
}

void pack_scanner_end(struct pack_scanner *scanner)
{
    free(scanner->buffer);
    scanner->buffer = NULL;
    scanner->n = scanner->room = 0;
}

/* A number of bytes that is enough for any game and the beginning of what follows it. */
static size_t pack_enough(const struct pack_scanner *scanner)
{
    return (size_t)scanner->limits->file_bytes + 2 * PACK_SCAN_MARKER;
}

/* Reads more bytes than are available from the scanner's position on. False if the file has no
 * more. */
static bool pack_fill(struct pack_scanner *scanner)
{
    bool within = scanner->buffer && scanner->at >= scanner->from &&
                  scanner->at <= scanner->from + scanner->n;
    size_t kept = within ? scanner->n - (size_t)(scanner->at - scanner->from) : 0;
    uint64_t next = scanner->at + kept, left = scanner->size - next;
    if (!left)
        return false;
    size_t room = scanner->room >= BLOCK ? scanner->room : scanner->room ? BLOCK : BLOCK_FIRST;
    while (room < kept + BLOCK_FIRST)
        room *= 2;
    char *buffer = room == scanner->room ? scanner->buffer : memory_new(room + 1, 1);
    if (kept)
        memmove(buffer, scanner->buffer + scanner->n - kept, kept);
    if (buffer != scanner->buffer)
        free(scanner->buffer);
    scanner->buffer = buffer;
    scanner->room = room;
    scanner->from = scanner->at;
    size_t more = left < room - kept ? (size_t)left : room - kept;
    scanner->failed |= !file_read_at(scanner->fd, next, buffer + kept, more);
    scanner->n = scanner->failed ? kept : kept + more;
    buffer[scanner->n] = '\0';
    return !scanner->failed;
}

static int pack_lines_in(const char *bytes, size_t size)
{
    int lines = 0;
    for (const char *at = bytes, *end = bytes + size; (at = memchr(at, '\n', (size_t)(end - at)));
         at++)
        lines++;
    return lines;
}

void pack_list_add(struct catalog *list, const struct listing *listing, uint64_t start,
                   uint32_t line)
{
    struct pack_spot spot = {(uint32_t)start, (uint32_t)(start >> 32), line};
    catalog_add(list, listing);
    memcpy((char *)list->column[COLUMN_OWN] + (size_t)(list->count - 1) * sizeof spot, &spot,
           sizeof spot);
}

/* True if a `---` marker begins at these bytes, of which at least four must be available. */
static bool is_marker(const char *bytes)
{
    return !memcmp(bytes, "---", 3) && memchr(" \t\r\n", bytes[3], 4);
}

/* Returns the offset of a `---` at or after scanner->stop, which belongs to the next scanner; 0 if
 * there is none. Looks through the empty documents before a document and the directives that the
 * document begins with. */
static size_t others_from(const struct pack_scanner *scanner, const char *bytes, size_t size,
                          size_t start, size_t stop)
{
    const char *end = bytes + (stop > start + 3 ? stop : start + 3 < size ? start + 3 : size);
    for (const char *at = bytes; (at = memmem(at, (size_t)(end - at), "\n---", 4)); at++)
        if (at + 4 < bytes + size && is_marker(at + 1) &&
            scanner->at + (uint64_t)(at + 1 - bytes) >= scanner->stop)
            return (size_t)(at + 1 - bytes);
    return 0;
}

/* The offset of the last `---` in bytes that contain no document; 0 if there is none. */
static size_t last_marker(const char *bytes, size_t size)
{
    size_t last = 0;
    for (const char *at = bytes, *end = bytes + size;
         (at = memmem(at, (size_t)(end - at), "\n---", PACK_SCAN_MARKER)); at += PACK_SCAN_MARKER)
        if (at + PACK_SCAN_MARKER < end && is_marker(at + 1))
            last = (size_t)(at + 1 - bytes);
    return last;
}

/* Advances over bytes that were read, counting lines. */
static size_t pack_pass(struct pack_scanner *scanner, const char *bytes, size_t size)
{
    scanner->line += (uint32_t)pack_lines_in(bytes, size);
    return size;
}

/* Adds a document; one that exceeds the size limit becomes a damaged game, whatever it contains. */
static void pack_add_document(struct pack_scanner *scanner, struct catalog *list,
                              struct listing *listing, size_t size, uint64_t start, uint32_t line)
{
    char why[80];
    if (size > (size_t)scanner->limits->file_bytes) {
        snprintf(why, sizeof why, "the game is larger than %d bytes", scanner->limits->file_bytes);
        listing_clear(listing);
        listing_damage(listing, "", (struct place){(int)line, 1}, why);
    }
    pack_list_add(list, listing, start, line);
}

/* Lists and skips a document that exceeds the size limit. False if the file cannot be read that
 * far. */
static bool pass_large(struct pack_scanner *scanner, struct catalog *list, const char *bytes,
                       size_t size)
{
    struct yaml_piece piece = {0};
    struct listing listing = {0};
    yaml_next(bytes, size, &piece);
    pack_add_document(scanner, list, &listing, size, scanner->at + piece.start,
                      scanner->line + (uint32_t)piece.line - 1);
    listing_clear(&listing);
    for (size_t from = piece.start;; from = 0) {
        const char *feed = bytes + from, *end = bytes + size;
        while ((feed = memchr(feed, '\n', (size_t)(end - feed))) &&
               (end - feed <= PACK_SCAN_MARKER || !yaml_is_marker(feed + 1, PACK_SCAN_MARKER)))
            feed++;
        bool last = scanner->at + size == scanner->size;
        size_t keep = last ? 0 : PACK_SCAN_MARKER; /* this many bytes at the end are read again,
                                                      because a marker that begins in them may not
                                                      be complete yet */
        scanner->at += pack_pass(scanner, bytes, feed ? (size_t)(feed + 1 - bytes) : size - keep);
        if (feed || last)
            return true;
        scanner->n = 0;
        if (!pack_fill(scanner))
            return false;
        bytes = scanner->buffer;
        size = scanner->n;
    }
}

/* Lists the game at the scanner's position. Returns the number of bytes consumed, 0 if more must be
 * read; updates the scanner's line. */
static size_t take_next(struct pack_scanner *scanner, struct catalog *list, const char *bytes,
                        size_t size)
{
    bool last = scanner->from + scanner->n == scanner->size || scanner->failed;
    struct yaml_piece piece = {0};
    struct listing listing = {0};
    bool found = yaml_next(bytes, size, &piece);
    if (!last && found && piece.end == size)
        return 0;
    size_t empty = found ? piece.start : last_marker(bytes, size);
    size_t others = others_from(scanner, bytes, size, empty, found ? piece.end : 0);
    if (others || !found)
        return pack_pass(scanner, bytes, others ? others : last ? size : empty);
    uint32_t line = scanner->line + (uint32_t)piece.line - 1;
    listing_read(&listing, bytes + piece.start, piece.end - piece.start, (int)line,
                 scanner->limits);
    pack_add_document(scanner, list, &listing, piece.end - piece.start, scanner->at + piece.start,
                      line);
    listing_clear(&listing);
    return pack_pass(scanner, bytes, piece.end);
}

bool pack_scanner_next(struct pack_scanner *scanner, struct catalog *list)
{
    int before = list->count;
    while (scanner->at < scanner->size && list->count == before) {
        bool within = scanner->buffer && scanner->at >= scanner->from &&
                      scanner->at < scanner->from + scanner->n;
        const char *bytes = within ? scanner->buffer + (scanner->at - scanner->from) : NULL;
        size_t size = within ? scanner->n - (size_t)(scanner->at - scanner->from) : 0;
        if (scanner->at >= scanner->stop && size > 3 && is_marker(bytes))
            return false;
        size_t used = size ? take_next(scanner, list, bytes, size) : 0;
        bool large = !used && size > pack_enough(scanner);
        if (large ? !pass_large(scanner, list, bytes, size) : !used && !pack_fill(scanner))
            break;
        scanner->at += used;
    }
    return list->count > before;
}

/* Advances to the first `---` at or after the scanner's position, even if it is beyond
 * scanner->stop. If none is found, advances to the end of the file. */
static void pack_scanner_align(struct pack_scanner *scanner)
{
    while (scanner->at < scanner->stop && pack_fill(scanner)) {
        const char *at = scanner->buffer, *end = scanner->buffer + scanner->n;
        while ((at = memmem(at, (size_t)(end - at), "\n---", 4)) && at + 4 < end &&
               !is_marker(at + 1))
            at += 4;
        if (at && at + 4 < end) {
            scanner->at += (uint64_t)(at + 1 - scanner->buffer);
            return;
        }
        /* Read the last bytes again: "\n---" may begin in them, and is not complete yet. */
        bool last = scanner->from + scanner->n == scanner->size;
        scanner->at =
            last ? scanner->size : scanner->at + (scanner->n > 4 ? scanner->n - 4 : scanner->n);
        scanner->n = 0;
    }
    scanner->at = scanner->size;
}

/* -------------------------------------------------------------------------------------------------
 * in parallel */

struct pack_chunk {
    struct pack_scanner scanner;
    struct catalog list;
    bool align;
    pthread_t thread;
    bool started;
};

static void *scan_chunk(void *argument)
{
    struct pack_chunk *chunk = argument;
    if (chunk->align)
        pack_scanner_align(&chunk->scanner);
    chunk->scanner.line = 1;
    while (chunk->scanner.at < chunk->scanner.size &&
           pack_scanner_next(&chunk->scanner, &chunk->list))
        continue;
    return NULL;
}

/* Appends the games of a chunk, adding the scanner's line number to theirs. */
static void join_chunk(struct pack_scanner *scanner, struct catalog *list, struct pack_chunk *chunk)
{
    uint32_t lines = chunk->scanner.line - 1;
    for (int i = 0; i < chunk->list.count; i++) {
        char *own = (char *)chunk->list.column[COLUMN_OWN] + (size_t)i * sizeof(struct pack_spot);
        struct pack_spot spot;
        memcpy(&spot, own, sizeof spot);
        spot.line += scanner->line - 1;
        memcpy(own, &spot, sizeof spot);
    }
    for (int i = 0; i < chunk->list.damages; i++)
        chunk->list.damage[i].line += chunk->list.damage[i].line ? (int32_t)scanner->line - 1 : 0;
    catalog_join(list, &chunk->list);
    scanner->line += lines;
    scanner->failed |= chunk->scanner.failed;
}

void pack_scan_all(struct pack_scanner *scanner, uint64_t chunk_size, struct catalog *list)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = processors < 1 ? 1 : processors > THREADS_MOST ? THREADS_MOST : (int)processors;
    uint64_t first = scanner->at, at = first;
    struct pack_chunk *chunk = memory_new((size_t)threads, sizeof *chunk);
    for (int i = 0; i < threads; i++)
        chunk[i].list.own = list->own;
    while (at < scanner->size && !scanner->failed) {
        int n = 0;
        for (; n < threads && at < scanner->size; n++) {
            struct pack_scanner *one = &chunk[n].scanner;
            pack_scanner_begin(one, scanner->fd, scanner->limits, scanner->size);
            chunk[n].align = at > first;
            one->at = chunk[n].align ? at - 1 : at; /* include the line feed before a `---` that is
                                                       exactly at this offset */
            at = scanner->size - at > chunk_size ? at + chunk_size : scanner->size;
            one->stop = at;
            chunk[n].started =
                n > 0 && pthread_create(&chunk[n].thread, NULL, scan_chunk, &chunk[n]) == 0;
        }
        for (int i = 0; i < n; i++)
            if (!chunk[i].started)
                scan_chunk(&chunk[i]);
        for (int i = 0; i < n; i++) {
            if (chunk[i].started)
                pthread_join(chunk[i].thread, NULL);
            join_chunk(scanner, list, &chunk[i]);
            pack_scanner_end(&chunk[i].scanner);
            catalog_forget(&chunk[i].list);
        }
        scanner->at = at;
    }
    for (int i = 0; i < threads; i++)
        catalog_clear(&chunk[i].list);
    free(chunk);
}
