/* pack_parts.h - a pack from inside: for the files pack*.c. */
#ifndef CHESSCADE_PACK_PARTS_H
#define CHESSCADE_PACK_PARTS_H

#include "archive/pack.h"

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
/* Move on to the first `---` at the scanner's place or behind it. */
void pack_scanner_align(struct pack_scanner *scanner);
/* Add the next game to a list; false: there is none. */
bool pack_scanner_next(struct pack_scanner *scanner, struct catalog *list);

/* pack_scan.c: scan from a scanner's place to the end of the file, with all processors, each a piece of that size. */
enum { PACK_CHUNK = 16 << 20 };
void pack_scan_all(struct pack_scanner *scanner, uint64_t chunk_size, struct catalog *list);

/* Bytes of the file; false when they are not there. */
bool pack_read(int fd, uint64_t from, char *bytes, size_t size);

/* The index of positions: a head, and pieces of games in their order. What stands before a piece: */
struct pack_piece {
    uint32_t first, games;
    uint64_t bytes, check; /* of what follows: counts, counts of main lines, hashes */
};
enum { PACK_POSITIONS_HEAD = 2 * sizeof(uint64_t) + sizeof(struct file_stamp) + 2 * sizeof(uint64_t) }; /* bytes */
/* Its check value; `bytes` are those that follow. */
uint64_t pack_piece_check(const struct pack_piece *piece, const void *bytes);

struct pack_positions {
    bool opened, writing;
    int fd;        /* -1: there is none */
    int games;     /* in the pieces */
    uint64_t end;  /* of the last good piece */
    uint64_t *at;  /* [pieces] where each begins */
    int pieces, room;
};

struct pack {
    int folder, fd;
    char *file, *name; /* the name is the file's without .yaml */
    struct sidecar_place beside;
    struct yaml_limits limits;
    struct file_stamp stamp;
    struct catalog list;
    struct pack_scanner scanner;
    bool scanned;
    struct pack_positions positions;
};

#endif
