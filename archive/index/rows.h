/* rows.h - what an index keeps of a part of the games, as rows of bytes: which games have each of very many codes.
 *
 * A row is
 *
 *   check    a check value of all that follows, with the row's key
 *   last     the last key it answers for: the rows of a kind together answer for every one, so that a missing row is noticed
 *   entries  each a code, as its distance to the one before it, and the size and bytes of what is kept of it
 *
 * The key of a row is that of its first code: a code without its lowest `shift` bits. Numbers are of seven bits a byte, the
 * lowest first, the high bit set before the last.
 *
 * What is kept of a code is up to its kind (part.h), mostly a list of games: two bytes, which are 0x8000 and the game where
 * it is a single one; 0x4000 where a bit for each game of the part follows; and the number of bytes that follow otherwise, which
 * are the games by the distance to the one before. */
#ifndef CHESSCADE_INDEX_ROWS_H
#define CHESSCADE_INDEX_ROWS_H

#include "archive/yaml_out.h"

enum { PART_BITS = 14, PART_GAMES = 1 << PART_BITS /* games of a part at most */, ROW_HEAD = 12 };

/* ------------------------------------------------------------------------------------------------------ writing */

struct row {
    uint32_t first; /* key */
    int at, size;   /* bytes in rows.out */
};

/* The rows of one kind. Zero but for shift to begin with. */
struct rows {
    int shift;
    struct yaml_text out;
    struct row *row; /* [n] */
    int n, room;
    uint64_t before; /* the code put last */
};

/* Codes come in rising order, each once. */
void rows_put(struct rows *rows, uint64_t code, const struct yaml_text *kept);
/* No more: the last row answers for all keys that are left. Check values are made with `seed` and the key. */
void rows_end(struct rows *rows, uint64_t seed);
void rows_clear(struct rows *rows);

void number_put(struct yaml_text *out, uint64_t number);
/* Rising games below `games`, the games of the part. */
void list_put(struct yaml_text *out, const uint16_t *game, int n, int games);

/* ------------------------------------------------------------------------------------------------------ reading */

/* Goes through the entries of a row. */
struct row_reader {
    const uint8_t *at, *end;
    uint64_t code;        /* of the entry */
    const uint8_t *kept;  /* [size] what is kept of it */
    size_t size;
    bool bad;             /* what is there is no row */
};

/* False: the bytes are no row of that key. `last` gets the last key it answers for. */
bool row_open(struct row_reader *reader, const void *bytes, size_t size, uint64_t seed, uint32_t first, int shift, uint32_t *last);
/* False: there is no further one, or (bad) it cannot be read. */
bool row_next(struct row_reader *reader);

/* Read a number, a list: false, and -1, where there is none. Games come rising into `game` [games]. */
bool number_take(const uint8_t **at, const uint8_t *end, uint64_t *number);
int list_take(const uint8_t **at, const uint8_t *end, int games, uint16_t *game);

#endif
