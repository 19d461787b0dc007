/* pack_reader.h - internals of packs, for pack*.c and for archive/store/stream/yaml_stream.c, which rewrites such files. */
#ifndef CHESSCADE_ARCHIVE_PACK_PACK_READER_H
#define CHESSCADE_ARCHIVE_PACK_PACK_READER_H

#include "archive/pack/pack.h"

/* The version of the sidecar that caches its list: increase it if games are listed differently. */
enum { PACK_HEADERS = 4 };

/* Where a game begins: COLUMN_OWN of a pack's list. */
struct pack_spot {
    uint32_t low, high; /* the byte offset */
    uint32_t line;
};

/* Iterates over the documents in a range of a file. */
struct pack_scanner {
    int fd;
    const struct yaml_limits *limits;
    uint64_t size;       /* of the file */
    uint64_t at;         /* the next document begins here or later */
    uint64_t stop;       /* documents whose `---` is here or later belong to another scanner */
    uint32_t line;       /* line number of `at`, from 1 */
    char *buffer;        /* [room + 1] bytes of the file from `from` on, NUL-terminated */
    uint64_t from;
    size_t n, room;
    bool failed;         /* the file could not be read to its end */
};

void pack_scanner_begin(struct pack_scanner *scanner, int fd, const struct yaml_limits *limits, uint64_t size);
void pack_scanner_end(struct pack_scanner *scanner);
/* Adds the next game to a list; false if there are no more. */
bool pack_scanner_next(struct pack_scanner *scanner, struct catalog *list);

/* pack_scan.c: adds a game that begins at that byte and line to the list of a pack. */
void pack_list_add(struct catalog *list, const struct listing *listing, uint64_t start, uint32_t line);
/* Scans from the scanner's position to the end of the file in parallel, in chunks of that size. */
enum { PACK_CHUNK = 16 << 20 };
void pack_scan_all(struct pack_scanner *scanner, uint64_t chunk_size, struct catalog *list);

struct pack {
    int folder, fd;
    char *file, *name; /* the name is the file name without .yaml */
    struct sidecar_place beside;
    struct yaml_limits limits;
    struct file_stamp stamp;
    struct catalog list;
    struct pack_scanner scanner;
    bool scanned;
    bool alone, cut_short; /* opened without sidecars; has more games than can be listed */
};

/* The offset where a game begins; for the index one past the last game, where that game ends. */
uint64_t pack_start_of(const struct pack *pack, int at);

#endif
