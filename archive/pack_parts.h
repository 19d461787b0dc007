/* pack_parts.h - a pack from inside: for the files pack*.c, and store_stream.c, which writes such a file anew. */
#ifndef CHESSCADE_PACK_PARTS_H
#define CHESSCADE_PACK_PARTS_H

#include "archive/pack.h"

/* The kind of sidecar that its list is kept in: another number when it is read otherwise. */
enum { PACK_HEADERS = 4 };

/* Where a game begins: COLUMN_OWN of a pack's list. */
struct pack_spot {
    uint32_t low, high; /* the byte */
    uint32_t line;
};

/* Goes through the documents of a file from one place to another. */
struct pack_scanner {
    int fd;
    const struct yaml_limits *limits;
    uint64_t size;       /* of the file */
    uint64_t at;         /* the next document begins here or later */
    uint64_t stop;       /* documents that begin at a `---` from here on are another's */
    uint32_t line;       /* of `at`, from 1 */
    char *buffer;        /* [room + 1] bytes from `from` on, NUL behind them */
    uint64_t from;
    size_t n, room;
    bool failed;         /* the file could not be read to its end */
};

void pack_scanner_begin(struct pack_scanner *scanner, int fd, const struct yaml_limits *limits, uint64_t size);
void pack_scanner_end(struct pack_scanner *scanner);
/* Add the next game to a list; false: there is none. */
bool pack_scanner_next(struct pack_scanner *scanner, struct catalog *list);

/* pack_scan.c: add a game that begins at a byte and line to the list of a pack. */
void pack_list_add(struct catalog *list, const struct listing *listing, uint64_t start, uint32_t line);
/* Scan from a scanner's place to the end of the file, with all processors, each a piece of that size. */
enum { PACK_CHUNK = 16 << 20 };
void pack_scan_all(struct pack_scanner *scanner, uint64_t chunk_size, struct catalog *list);

struct pack {
    int folder, fd;
    char *file, *name; /* the name is the file's without .yaml */
    struct sidecar_place beside;
    struct yaml_limits limits;
    struct file_stamp stamp;
    struct catalog list;
    struct pack_scanner scanner;
    bool scanned;
    bool alone, cut_short; /* opened without sidecars; its games are too many for a list */
};

/* Where a game begins in the file; of the number of games: where the last one ends. */
uint64_t pack_start_of(const struct pack *pack, int at);

#endif
