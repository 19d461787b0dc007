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

enum {
    PART_BITS = 14,
    PART_GAMES = 1 << PART_BITS /* the largest number of games in a part */,
    ROW_HEAD = 12
};

/* ------------------------------------------------------------------------------------------------------
 * writing */

struct row {
    uint32_t first; /* key of the row */
    int at, size;   /* at: offset of the row in rows.out. size: number of its bytes */
};

/* The rows of one kind, being written. Zero-initialize all members but `shift`. */
struct rows {
    int shift;
    struct yaml_text out;
    struct row *row; /* [n] the rows finished so far */
    int n, room;
    uint64_t before; /* the last code added */
};

/* Adds a code with its value. Add codes in ascending order, each once. */
void rows_put(struct rows *rows, uint64_t code, const struct yaml_text *kept);
/* Finishes the rows: the last one then covers all remaining keys. Their checksums are seeded
 * with `seed` and the key of each row. */
void rows_end(struct rows *rows, uint64_t seed);
void rows_clear(struct rows *rows);

void number_put(struct yaml_text *out, uint64_t number);
/* Writes a list of ascending game numbers. Each is below `games`, the number of games of the
 * part. */
void list_put(struct yaml_text *out, const uint16_t *game, int n, int games);

/* ------------------------------------------------------------------------------------------------------
 * reading */

/* Iterates over the entries of a row. */
struct row_reader {
    const uint8_t *at, *end;
    uint64_t code;       /* code of the current entry */
    const uint8_t *kept; /* [size] value of the current entry */
    size_t size;
    bool bad; /* true if the data is not a valid row */
};

/* Starts to read a row. False if the bytes are not a valid row with that key. *last becomes the
 * last key that the row covers. */
bool row_open(struct row_reader *reader, const void *bytes, size_t size, uint64_t seed,
              uint32_t first, int shift, uint32_t *last);
/* Moves to the next entry. False if there are no more, or if the row is invalid (`bad` is then
 * true). */
bool row_next(struct row_reader *reader);

/* number_take() reads a number and returns false if there is none. list_take() reads a list of
 * games into `game` [games] in ascending order and returns its length, -1 if there is none. */
bool number_take(const uint8_t **at, const uint8_t *end, uint64_t *number);
int list_take(const uint8_t **at, const uint8_t *end, int games, uint16_t *game);

/* ---- Numbers the distinct plies (as written) of all games, so that lists of an index can refer to
 * them. */

/* PLY_OTHER is the number of every ply that is not in the table. PLY_TABLE_MOST and
 * PLY_TABLE_BYTES limit the table's plies and their bytes. */
enum { PLY_OTHER, PLY_TABLE_MOST = 1 << 20, PLY_TABLE_BYTES = 32 << 20 };

struct ply_table {
    struct yaml_text pool; /* the texts of the plies, each NUL-terminated */
    int *at;               /* [n] at[i] is the offset in the pool of the ply with number i + 1 */
    int n, room;
    uint32_t *slot; /* [slots] hash table of ply numbers; 0 marks an empty slot */
    uint32_t slots;
};

/* The number of a ply of `size` bytes, added if it is new; PLY_OTHER if there is no room. */
uint32_t ply_table_put(struct ply_table *table, const char *ply, size_t size);
/* The text of the ply with that number, borrowed until a ply is added; NULL if there is none. */
const char *ply_table_text(const struct ply_table *table, uint32_t number);
void ply_table_clear(struct ply_table *table);

/* ---- The searchable texts of a game as the index stores them: folded (archive/util/sanitize.h),
 * one per line. */

/* The columns of searchable texts: header texts that words match (archive/query/query_tree.h),
 * notes, and the authors of notes. */
enum game_texts_column { TEXTS_HEAD, TEXTS_NOTES, TEXTS_AUTHORS, TEXTS_COLUMNS };
enum { TEXTS_JUDGEMENTS = 256 };

struct game_texts {
    struct yaml_text column[TEXTS_COLUMNS];
    uint8_t judged[TEXTS_JUDGEMENTS / 8]; /* bit set of the judgements (NAG numbers) in the game */
    unsigned has; /* properties of the game as query_has_of() returns them */
};

/* Collects the searchable texts of a game. Zero-initialize the struct; a new call discards the
 * previous texts but reuses their memory. */
void game_texts_collect(struct game_texts *texts, const struct record *record);
void game_texts_clear(struct game_texts *texts);

#endif
