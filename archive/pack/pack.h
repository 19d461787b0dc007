/* pack.h - a read-only file of very many games: packs/<name>.yaml, a stream of documents.
 *
 * The file is authoritative. The list of its games (archive/summary/summary_table.h) with their
 * offsets is cached in a sidecar and rebuilt by scanning the file if no valid one exists, which
 * takes a second or two for a million games. We use our own sidecar format rather than SQLite: one
 * SQLite row per game takes four times the space, and longer to write than scanning the file
 * takes. */
#ifndef CHESSCADE_ARCHIVE_PACK_PACK_H
#define CHESSCADE_ARCHIVE_PACK_PACK_H

#include "archive/summary/cache_file.h"
#include "archive/summary/summary_table.h"

struct pack;

/* Opens the item `file` of a room; `beside` is where its sidecars are, the files that cache its
 * list. All arguments are copied or held. If `beside` is NULL, the file may be any
 * stream of games that the user opens: it has no sidecars, and if the list of its games would
 * exceed 36 MB (very many short games), only the first ones are listed. FAIL_SYSTEM, FAIL_TEXT. */
int pack_open(struct pack **out, struct room *room, const char *file,
              const struct sidecar_place *beside, const struct yaml_limits *limits,
              struct note *why);
void pack_close(struct pack *pack);

/* pack_name() is the file's name without its extension; pack_stamp() is the file's stamp at the
 * time it was opened. */
const char *pack_name(const struct pack *pack);
const struct file_stamp *pack_stamp(const struct pack *pack);

/* Scans up to `games` more games. With INT_MAX scans all of them, in parallel. Returns true while
 * there are unscanned games. */
bool pack_scan(struct pack *pack, int games);
bool pack_scanned(const struct pack *pack);
/* True if the pack has more games than are listed. This is known once the scan is complete. */
bool pack_cut_short(const struct pack *pack);
/* pack_list() has the games scanned so far; pack_total() is the number of all games, an estimate
 * until the scan is complete. */
const struct catalog *pack_list(const struct pack *pack);
int pack_total(const struct pack *pack);

/* Takes over the list of a pack that the caller has just written (the open file), so that the pack
 * need not be scanned. If the list does not match the file, it is discarded. *list
 * is empty afterwards in any case. */
void pack_adopt(struct pack *pack, int fd, struct catalog *list);

/* Reads the bytes of a game, NUL-terminated and owned by the caller. pack_line() is the line of
 * the file at which they begin, from 1. */
int pack_bytes(const struct pack *pack, int at, char **bytes, size_t *size, struct note *why);
int pack_line(const struct pack *pack, int at);

/* True if the file has been replaced. False if it was deleted: the open file can still be read. */
bool pack_is_replaced(const struct pack *pack);
/* Opens the new file if the pack has been replaced, and then returns true. */
bool pack_refresh(struct pack *pack);

/* ---- Internals of packs, for pack*.c and for archive/store/stream/yaml_stream.c, which rewrites
 * such files. */

/* The version of the sidecar that caches a pack's list. Increase it if games are listed
 * differently. */
enum { PACK_HEADERS = 4 };

/* The byte at which a game begins in its pack. Each entry of a pack's list stores one in its
 * column COLUMN_OWN. */
struct pack_spot {
    uint32_t low, high; /* the low and high 32 bits of the offset */
    uint32_t line;
};

/* Iterates over the documents in a range of a file. */
struct pack_scanner {
    int fd;
    const struct yaml_limits *limits;
    uint64_t size; /* size of the file in bytes */
    uint64_t at;   /* offset from which to look for the next document */
    uint64_t stop; /* the scanner ends at this offset: documents whose `---` is here or later belong
                      to the next scanner */
    uint32_t line; /* line number of `at`, from 1 */
    char *buffer;  /* [room + 1] bytes of the file from `from` on, NUL-terminated */
    uint64_t from;
    size_t n, room;
    bool failed; /* true if the file could not be read to its end */
};

void pack_scanner_begin(struct pack_scanner *scanner, int fd, const struct yaml_limits *limits,
                        uint64_t size);
void pack_scanner_end(struct pack_scanner *scanner);
/* Adds the next game to a list; false if there are no more. */
bool pack_scanner_next(struct pack_scanner *scanner, struct catalog *list);

/* Adds a game that begins at that byte and line to the list of a pack. */
void pack_list_add(struct catalog *list, const struct listing *listing, uint64_t start,
                   uint32_t line);
/* Scans from the scanner's position to the end of the file in parallel, in chunks of that size. */
enum { PACK_CHUNK = 16 << 20 };
void pack_scan_all(struct pack_scanner *scanner, uint64_t chunk_size, struct catalog *list);

struct pack {
    struct room *room;
    int fd;
    char *file, *name; /* the file name, and the pack's name, which is that without .yaml */
    struct sidecar_place beside;
    struct yaml_limits limits;
    struct file_stamp stamp;
    struct catalog list;
    struct pack_scanner scanner;
    bool scanned;
    bool alone, cut_short; /* alone: opened without sidecars. cut_short: the pack has more games
                              than can be listed */
};

/* The offset at which a game begins. For the index after the last game: the offset at which the
 * last game ends. */
uint64_t pack_start_of(const struct pack *pack, int at);

#endif
