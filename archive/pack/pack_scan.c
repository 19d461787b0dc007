/* pack_scan.c - scans the documents of a pack, in parallel if necessary: see archive/pack/pack_reader.h.
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
#include "config.h"
#include "archive/pack/pack_reader.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK_FIRST = 1 << 17, BLOCK = 1 << 20, /* bytes per read: at first enough for a screen of games */
    MARKER = 4,                             /* bytes needed to recognize a line `---` */
    THREADS_MOST = 8
};

void pack_scanner_begin(struct pack_scanner *scanner, int fd, const struct yaml_limits *limits, uint64_t size)
{
    *scanner = (struct pack_scanner){.fd = fd, .limits = limits, .size = size, .stop = size, .line = 1};
}

void pack_scanner_end(struct pack_scanner *scanner)
{
    free(scanner->buffer);
    scanner->buffer = NULL;
    scanner->n = scanner->room = 0;
}

/* Enough bytes for any game and the beginning of what follows it. */
static size_t enough(const struct pack_scanner *scanner)
{
    return (size_t)scanner->limits->file_bytes + 2 * MARKER;
}

/* Reads more bytes than are available from the scanner's position on. False if there are no more. */
static bool fill(struct pack_scanner *scanner)
{
    bool within = scanner->buffer && scanner->at >= scanner->from && scanner->at <= scanner->from + scanner->n;
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

static int lines_in(const char *bytes, size_t size)
{
    int lines = 0;
    for (const char *at = bytes, *end = bytes + size; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        lines++;
    return lines;
}

void pack_list_add(struct catalog *list, const struct listing *listing, uint64_t start, uint32_t line)
{
    struct pack_spot spot = {(uint32_t)start, (uint32_t)(start >> 32), line};
    catalog_add(list, listing);
    memcpy((char *)list->column[COLUMN_OWN] + (size_t)(list->count - 1) * sizeof spot, &spot, sizeof spot);
}

/* True if a `---` marker begins here; needs four bytes. */
static bool is_marker(const char *bytes)
{
    return !memcmp(bytes, "---", 3) && memchr(" \t\r\n", bytes[3], 4);
}

/* Looks for a `---` that belongs to another scanner, in the empty documents before a piece or after
 * the directives it begins with. Returns its offset; 0 if there is none. */
static size_t others_from(const struct pack_scanner *scanner, const char *bytes, size_t size, size_t start, size_t stop)
{
    const char *end = bytes + (stop > start + 3 ? stop : start + 3 < size ? start + 3 : size);
    for (const char *at = bytes; (at = memmem(at, (size_t)(end - at), "\n---", 4)); at++)
        if (at + 4 < bytes + size && is_marker(at + 1) && scanner->at + (uint64_t)(at + 1 - bytes) >= scanner->stop)
            return (size_t)(at + 1 - bytes);
    return 0;
}

/* The last `---` in empty documents; 0 if there is none. */
static size_t last_marker(const char *bytes, size_t size)
{
    size_t last = 0;
    for (const char *at = bytes, *end = bytes + size; (at = memmem(at, (size_t)(end - at), "\n---", MARKER)); at += MARKER)
        if (at + MARKER < end && is_marker(at + 1))
            last = (size_t)(at + 1 - bytes);
    return last;
}

/* Advances over bytes that were read, counting lines. */
static size_t pass(struct pack_scanner *scanner, const char *bytes, size_t size)
{
    scanner->line += (uint32_t)lines_in(bytes, size);
    return size;
}

/* Adds a document; one that exceeds the size limit becomes a damaged game, whatever it contains. */
static void add_document(struct pack_scanner *scanner, struct catalog *list, struct listing *listing, size_t size, uint64_t start,
                         uint32_t line)
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
static bool pass_large(struct pack_scanner *scanner, struct catalog *list, const char *bytes, size_t size)
{
    struct yaml_piece piece = {0};
    struct listing listing = {0};
    yaml_next(bytes, size, &piece);
    add_document(scanner, list, &listing, size, scanner->at + piece.start, scanner->line + (uint32_t)piece.line - 1);
    listing_clear(&listing);
    for (size_t from = piece.start;; from = 0) {
        const char *feed = bytes + from, *end = bytes + size;
        while ((feed = memchr(feed, '\n', (size_t)(end - feed))) && (end - feed <= MARKER || !yaml_is_marker(feed + 1, MARKER)))
            feed++;
        bool last = scanner->at + size == scanner->size;
        size_t keep = last ? 0 : MARKER; /* a marker may begin in these bytes */
        scanner->at += pass(scanner, bytes, feed ? (size_t)(feed + 1 - bytes) : size - keep);
        if (feed || last)
            return true;
        scanner->n = 0;
        if (!fill(scanner))
            return false;
        bytes = scanner->buffer;
        size = scanner->n;
    }
}

/* Lists the game at the scanner's position. Returns the number of bytes consumed, 0 if more must be
 * read; updates the scanner's line. */
static size_t take_next(struct pack_scanner *scanner, struct catalog *list, const char *bytes, size_t size)
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
        return pass(scanner, bytes, others ? others : last ? size : empty);
    uint32_t line = scanner->line + (uint32_t)piece.line - 1;
    listing_read(&listing, bytes + piece.start, piece.end - piece.start, (int)line, scanner->limits);
    add_document(scanner, list, &listing, piece.end - piece.start, scanner->at + piece.start, line);
    listing_clear(&listing);
    return pass(scanner, bytes, piece.end);
}

bool pack_scanner_next(struct pack_scanner *scanner, struct catalog *list)
{
    int before = list->count;
    while (scanner->at < scanner->size && list->count == before) {
        bool within = scanner->buffer && scanner->at >= scanner->from && scanner->at < scanner->from + scanner->n;
        const char *bytes = within ? scanner->buffer + (scanner->at - scanner->from) : NULL;
        size_t size = within ? scanner->n - (size_t)(scanner->at - scanner->from) : 0;
        if (scanner->at >= scanner->stop && size > 3 && is_marker(bytes))
            return false;
        size_t used = size ? take_next(scanner, list, bytes, size) : 0;
        bool large = !used && size > enough(scanner);
        if (large ? !pass_large(scanner, list, bytes, size) : !used && !fill(scanner))
            break;
        scanner->at += used;
    }
    return list->count > before;
}

/* Advances to the first `---` at or after the scanner's position, unless that belongs to another
 * scanner. */
static void pack_scanner_align(struct pack_scanner *scanner)
{
    while (scanner->at < scanner->stop && fill(scanner)) {
        const char *at = scanner->buffer, *end = scanner->buffer + scanner->n;
        while ((at = memmem(at, (size_t)(end - at), "\n---", 4)) && at + 4 < end && !is_marker(at + 1))
            at += 4;
        if (at && at + 4 < end) {
            scanner->at += (uint64_t)(at + 1 - scanner->buffer);
            return;
        }
        /* Continue where "\n---" and the character after it may begin. */
        bool last = scanner->from + scanner->n == scanner->size;
        scanner->at = last ? scanner->size : scanner->at + (scanner->n > 4 ? scanner->n - 4 : scanner->n);
        scanner->n = 0;
    }
    scanner->at = scanner->size;
}

/* -------------------------------------------------------------------------------------------------
 * in parallel */

struct chunk {
    struct pack_scanner scanner;
    struct catalog list;
    bool align;
    pthread_t thread;
    bool started;
};

static void *scan_chunk(void *argument)
{
    struct chunk *chunk = argument;
    if (chunk->align)
        pack_scanner_align(&chunk->scanner);
    chunk->scanner.line = 1;
    while (chunk->scanner.at < chunk->scanner.size && pack_scanner_next(&chunk->scanner, &chunk->list))
        continue;
    return NULL;
}

/* Appends the games of a chunk, adding the scanner's line number to theirs. */
static void join_chunk(struct pack_scanner *scanner, struct catalog *list, struct chunk *chunk)
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
    struct chunk *chunk = memory_new((size_t)threads, sizeof *chunk);
    for (int i = 0; i < threads; i++)
        chunk[i].list.own = list->own;
    while (at < scanner->size && !scanner->failed) {
        int n = 0;
        for (; n < threads && at < scanner->size; n++) {
            struct pack_scanner *one = &chunk[n].scanner;
            pack_scanner_begin(one, scanner->fd, scanner->limits, scanner->size);
            chunk[n].align = at > first;
            one->at = chunk[n].align ? at - 1 : at; /* include the line feed before a `---` that is exactly here */
            at = scanner->size - at > chunk_size ? at + chunk_size : scanner->size;
            one->stop = at;
            chunk[n].started = n > 0 && pthread_create(&chunk[n].thread, NULL, scan_chunk, &chunk[n]) == 0;
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
