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

/* The index of positions: a head, and pieces of games in their order. A piece is, one after another,
 *
 *   the head below
 *   known    a byte a game: so many of its positions are in the columns, and KNOWN_SET_UP
 *   columns  PIECE_OPENING of them: the hashes of the start and of the positions after the first plies of the main lines
 *   starts   where in the entries each bucket begins
 *   entries  which games meet a position, anywhere, variations too: in PIECE_BUCKETS buckets by the first bits of its hash,
 *            each entry more bits of the hash and the game, in their order
 *
 * Every part has its check value, the entries one for each group of buckets, so that a search reads and checks little. */
enum {
    PIECE_GAMES = 16384, PIECE_OPENING = 32, PIECE_BUCKETS = 4096, GROUP_BUCKETS = 16,
    PIECE_GROUPS = PIECE_BUCKETS / GROUP_BUCKETS, PIECE_ENTRIES_MOST = 1 << 28,
    KNOWN_SET_UP = 0x80, KNOWN_POSITIONS = 0x7F, /* the game begins as its variant is set up; see index_starts_as_set_up() */
    PART_KNOWN = 0, PART_COLUMN = 1, PART_STARTS = PART_COLUMN + PIECE_OPENING, PART_ENTRIES
};

enum { PACK_POSITIONS_HEAD = 2 * sizeof(uint64_t) + sizeof(struct file_stamp) + 2 * sizeof(uint64_t) }; /* bytes */

struct pack_piece {
    uint32_t first, games;
    uint64_t entries;
    uint64_t check_part[PART_ENTRIES], check_group[PIECE_GROUPS];
    uint64_t check; /* of all before it */
};

static inline uint32_t pack_bucket(uint32_t hash)
{
    return hash >> 20;
}
static inline uint32_t pack_entry(uint32_t hash, uint32_t game)
{
    return (hash >> 4 & 0xFFFF) << 16 | game;
}

struct pack_positions {
    bool opened, writing;
    int fd;        /* -1: there is none */
    int games;     /* in the pieces */
    uint64_t end;  /* of the last good piece */
    uint64_t *at;  /* [pieces] where each begins */
    int pieces, room;
};

/* Bytes of a piece, and of its parts before one, without the head. */
uint64_t pack_piece_bytes(const struct pack_piece *piece);
uint64_t pack_piece_part(const struct pack_piece *piece, int part);
/* Put the check values into a piece's head; its parts, of so many bytes at least, are as they shall be. */
void pack_piece_seal(struct pack_piece *piece, const void *parts);
/* Read a piece's head; false: it is none. */
bool pack_piece_read(const struct pack_positions *positions, uint64_t at, struct pack_piece *piece);

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

/* Open the index, for writing if it is to be brought up to date. */
void pack_positions_open(struct pack *pack, bool write);

#endif
