/* rows.h - the row format of the index: for very many codes, which games of a part have each code.
 *
 * A row is
 *
 *   check    checksum of everything that follows, seeded with the row's key
 *   last     the last key it covers: the rows of a kind together cover every key, so that a missing row is noticed
 *   entries  each a code, as its distance to the previous one, and the size and bytes of its value
 *
 * The key of a row is that of its first code: the code without its lowest `shift` bits. Numbers are
 * stored seven bits per byte, lowest first, with the high bit set in all bytes but the last.
 *
 * The value of a code depends on the kind (part.h) and is mostly a list of games. It begins with
 * two bytes: 0x8000 plus the game for a single game; 0x4000 if a bit for each game of the part
 * follows; otherwise the number of bytes that follow, which hold each game as its distance to the
 * previous one. */
#ifndef CHESSCADE_ARCHIVE_INDEX_ROWS_H
#define CHESSCADE_ARCHIVE_INDEX_ROWS_H

#include "archive/yaml/yaml_write.h"

enum { PART_BITS = 14, PART_GAMES = 1 << PART_BITS /* games per part at most */, ROW_HEAD = 12 };

/* ------------------------------------------------------------------------------------------------------ writing */

struct row {
    uint32_t first; /* key */
    int at, size;   /* bytes in rows.out */
};

/* The rows of one kind. Zero-initialize all but shift. */
struct rows {
    int shift;
    struct yaml_text out;
    struct row *row; /* [n] */
    int n, room;
    uint64_t before; /* the last code added */
};

/* Add codes in ascending order, each once. */
void rows_put(struct rows *rows, uint64_t code, const struct yaml_text *kept);
/* Ends the rows: the last one covers all remaining keys. Checksums are made with `seed` and the
 * key. */
void rows_end(struct rows *rows, uint64_t seed);
void rows_clear(struct rows *rows);

void number_put(struct yaml_text *out, uint64_t number);
/* Writes ascending game numbers, each below `games`, the number of games of the part. */
void list_put(struct yaml_text *out, const uint16_t *game, int n, int games);

/* ------------------------------------------------------------------------------------------------------ reading */

/* Iterates over the entries of a row. */
struct row_reader {
    const uint8_t *at, *end;
    uint64_t code;        /* of the entry */
    const uint8_t *kept;  /* [size] its value */
    size_t size;
    bool bad;             /* the data is not a valid row */
};

/* False if the bytes are not a valid row with that key. *last gets the last key it covers. */
bool row_open(struct row_reader *reader, const void *bytes, size_t size, uint64_t seed, uint32_t first, int shift, uint32_t *last);
/* False if there are no more entries, or the row is invalid (bad). */
bool row_next(struct row_reader *reader);

/* Read a number (false if there is none) or a list (-1 if there is none). Games are written to
 * `game` [games] in ascending order. */
bool number_take(const uint8_t **at, const uint8_t *end, uint64_t *number);
int list_take(const uint8_t **at, const uint8_t *end, int games, uint16_t *game);

#endif
