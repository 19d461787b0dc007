/* rows.h - the row format of the index: for very many codes, which games of a part have each code.
 *
 * A row is
 *
 *   check    checksum of everything that follows, seeded with the row's key
 *   last     the last key it covers: the rows of a kind together cover every key, so that a
 *            missing row is noticed
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

#include "archive/record/record.h"
#include "archive/yaml/yaml_write.h"

enum { PART_BITS = 14, PART_GAMES = 1 << PART_BITS /* games per part at most */, ROW_HEAD = 12 };

/* ------------------------------------------------------------------------------------------------------
 * writing */

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

/* ------------------------------------------------------------------------------------------------------
 * reading */

/* Iterates over the entries of a row. */
struct row_reader {
    const uint8_t *at, *end;
    uint64_t code;       /* of the entry */
    const uint8_t *kept; /* [size] its value */
    size_t size;
    bool bad; /* the data is not a valid row */
};

/* False if the bytes are not a valid row with that key. *last gets the last key it covers. */
bool row_open(struct row_reader *reader, const void *bytes, size_t size, uint64_t seed,
              uint32_t first, int shift, uint32_t *last);
/* False if there are no more entries, or the row is invalid (bad). */
bool row_next(struct row_reader *reader);

/* Read a number (false if there is none) or a list (-1 if there is none). Games are written to
 * `game` [games] in ascending order. */
bool number_take(const uint8_t **at, const uint8_t *end, uint64_t *number);
int list_take(const uint8_t **at, const uint8_t *end, int games, uint16_t *game);

/* ---- Numbers the distinct plies (as written) of all games, so that lists of an index can refer to
 * them. */

/* Number 0 stands for every ply that is not in the table. The other two are the table's limits. */
enum { PLY_OTHER, PLY_TABLE_MOST = 1 << 20, PLY_TABLE_BYTES = 32 << 20 };

struct ply_table {
    struct yaml_text pool; /* the plies, each NUL-terminated */
    int *at;               /* [n] where number i + 1 begins in the pool */
    int n, room;
    uint32_t *slot; /* [slots] hash table of numbers; 0: empty */
    uint32_t slots;
};

/* The number of a ply of `size` bytes, added if it is new; PLY_OTHER if there is no room. */
uint32_t ply_table_put(struct ply_table *table, const char *ply, size_t size);
/* Borrowed until a ply is added; NULL if no ply has that number. */
const char *ply_table_text(const struct ply_table *table, uint32_t number);
void ply_table_clear(struct ply_table *table);

/* ---- The searchable texts of a game as the index stores them: folded (archive/util/sanitize.h),
 * one per line. */

/* The header texts that words match (archive/query/query_tree.h), the notes, and their authors. */
enum game_texts_column { TEXTS_HEAD, TEXTS_NOTES, TEXTS_AUTHORS, TEXTS_COLUMNS };
enum { TEXTS_JUDGEMENTS = 256 };

struct game_texts {
    struct yaml_text column[TEXTS_COLUMNS];
    uint8_t judged[TEXTS_JUDGEMENTS / 8]; /* bit set of its judgements */
    unsigned has;                         /* as query_has_of() returns it */
};

/* Zero-initialize. Discards what was collected before but keeps its memory. */
void game_texts_collect(struct game_texts *texts, const struct record *record);
void game_texts_clear(struct game_texts *texts);

#endif
