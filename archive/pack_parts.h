/* pack_parts.h - a pack from inside: for the files pack*.c, and store_stream.c, which writes such a file anew. */
#ifndef CHESSCADE_PACK_PARTS_H
#define CHESSCADE_PACK_PARTS_H

#include "archive/pack.h"
#include "archive/plies.h"
#include "archive/positions.h"
#include "archive/sieve.h"
#include "archive/texts.h"

/* The kind of sidecar that its list is kept in: another number when it is read otherwise. */
enum { PACK_HEADERS = 3 };

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
    int promised; /* games of a list that is known and waits to be read until more than the first are asked for; 0: none */
    struct pieces positions, plies, texts;
    int text_games; /* in a piece of the texts, fewer where games have very many */
};

/* pack_index.c: so many pieces of the index of so many games are made at a time, on so many processors: no more than there is room
 * for in the 128 bytes a game that are promised, beside the list of the games. */
int pack_index_threads(int games, long processors);
/* The file of their texts. */
void pack_open_texts(struct pack *pack, bool write);
/* pack_texts.c: the games in which a term of a query may be met, by the letters of their texts. */
struct term;
struct sieve_set pack_with_text(struct pack *pack, const struct term *term);

/* Where a game begins in the file; of the number of games: where the last one ends. */
uint64_t pack_start_of(const struct pack *pack, int at);

#endif
