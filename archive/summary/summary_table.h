/* summary_table.h - a *catalog* is a compact table of the headers of many games; also sets of game
 * ids.
 *
 * A catalog has one column per header and stores each distinct text once. A game takes 66 bytes if
 * all its names occur in other games, plus the bytes that the owner of the catalog adds. A query on
 * headers tests each distinct text once and then only compares numbers (archive/index/prefilter.h).
 *
 * A catalog is written to disk as a memory image and mapped from there (cache_file.h). If the image
 * turns out to be damaged, the owner rebuilds the catalog before any wrong data is returned. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_TABLE_H
#define CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_TABLE_H

#include "archive/summary/cache_file.h"
#include "archive/summary/summary.h"

/* The text columns of a catalog. Each holds, for each game, the offset of the text in the pool. */
enum catalog_text {
    CATALOG_VARIANT,
    CATALOG_EVENT,
    CATALOG_SITE,
    CATALOG_ROUND,
    CATALOG_DATE,
    CATALOG_SCORE,
    CATALOG_ECO,
    CATALOG_FACTS,
    CATALOG_PLAYER,
    CATALOG_TEXTS = CATALOG_PLAYER + LISTING_PLAYERS
};

/* The columns of a catalog. The text columns come first, with the numbers of enum catalog_text. */
enum catalog_column {
    COLUMN_ID = CATALOG_TEXTS,
    COLUMN_PLIES,
    COLUMN_CASCADED,
    COLUMN_SEATS,
    COLUMN_FLAGS,
    COLUMN_OWN,
    COLUMNS
};

/* The reason why a damaged game cannot be read. Only damaged games have such an entry. */
struct damage {
    int32_t at, line, column;
    uint32_t why; /* offset of the message in the pool of texts */
};

/* A function of the owner. It rebuilds a damaged catalog into `anew`, which is empty, and returns
 * false if this is not possible now. */
struct catalog;
typedef bool catalog_mend_fn(void *argument, struct catalog *anew);

struct catalog {
    int count, room;
    size_t own; /* number of bytes per game in COLUMN_OWN, which the owner may use; may be 0 */
    void *column[COLUMNS]; /* one array for each column: `room` cells of catalog_width() bytes */
    struct damage *damage; /* array of `damages` entries, sorted by the index of the game */
    int damages, damage_room;
    char *pool; /* the pool: all texts, each with a NUL; offset 0 is "" */
    int pool_used, pool_room;
    uint32_t *slot; /* [slots] hash table of the offsets of texts; 0 is a free slot. It is built
                       when a text is first added */
    int slots, slots_used;
    struct sidecar_map *map; /* the sidecar whose read-only memory holds columns, damages and texts;
                                NULL if the catalog owns them */
    struct sidecar_map *old; /* a sidecar used earlier, whose texts may still be in use */
    uint32_t sound; /* one bit for each part of `map`, set when the whole part has been verified */
    catalog_mend_fn *mend;
    void *mender;
};

/* catalog_width() returns the number of bytes per game in a column, catalog_bytes() the memory that
 * the whole catalog uses. */
size_t catalog_width(const struct catalog *catalog, enum catalog_column column);
size_t catalog_bytes(const struct catalog *catalog);

/* Frees a catalog and makes it empty. A zeroed catalog is empty, too. */
void catalog_clear(struct catalog *catalog);
/* Removes all games from a catalog but keeps the texts in the pool. */
void catalog_forget(struct catalog *catalog);

/* Return a whole column and the pool of texts, read only. Access catalog->column[] directly only if
 * the catalog is not mapped. */
const void *catalog_column(const struct catalog *catalog, enum catalog_column column);
const char *catalog_pool(const struct catalog *catalog);

/* Add a listing at the end, insert it before the game with index `at`, or replace that game. The
 * catalog copies the listing. */
void catalog_add(struct catalog *catalog, const struct listing *listing);
void catalog_insert(struct catalog *catalog, int at, const struct listing *listing);
void catalog_set(struct catalog *catalog, int at, const struct listing *listing);
void catalog_remove(struct catalog *catalog, int at);
/* Appends all games of another catalog, including the owner's bytes. Both catalogs must have the
 * same `own`. */
void catalog_join(struct catalog *catalog, const struct catalog *other);

/* Removes, reorders and adds games in one pass. from[i] is the old index of the game that gets
 * index i, or -1 for a new game; `count` is the new number of games. A new game has zeros in all
 * columns until catalog_set(). */
void catalog_arrange(struct catalog *catalog, const int *from, int count);

/* Fills a listing from the catalog, which owns its texts: they are valid until a game is added. Do
 * not call listing_clear() for it. */
void catalog_get(const struct catalog *catalog, int at, struct listing *listing);
/* Adds all games whose id begins with `start` to a set, which has one bit for each index. */
void catalog_with_id(const struct catalog *catalog, const char *start, uint8_t *set);
/* Returns the index of the game with that id; -1 if there is none. */
int catalog_find(const struct catalog *catalog, const char *id);

/* Writes the id of a game; false if it has none. */
bool catalog_id(const struct catalog *catalog, int at, char id[ULID_LENGTH + 1]);
/* These two together are the sort key of an id: compare catalog_id_more() first and then the
 * PACKED_ID bytes. All are zero if a game has no id. */
uint8_t catalog_id_more(const struct catalog *catalog, int at);
const uint8_t *catalog_packed_id(const struct catalog *catalog, int at);
/* Return a single header of a game. Texts are valid as long as those of catalog_get(). */
const char *catalog_text(const struct catalog *catalog, int at, enum catalog_text text);
int catalog_players(const struct catalog *catalog, int at);
int catalog_cascaded(const struct catalog *catalog, int at);
int catalog_plies(const struct catalog *catalog, int at);
bool catalog_damaged(const struct catalog *catalog, int at);
bool catalog_notes(const struct catalog *catalog, int at);
/* Sets bit i % 8 of bits[i / 8] for each game i with notes. */
void catalog_mark_notes(const struct catalog *catalog, uint8_t *bits);
/* Decode a byte of COLUMN_SEATS: catalog_seat() returns the side of a player, or 0 if there is no
 * such player; catalog_seats_players() returns the number of players. */
char catalog_seat(uint8_t seats, int player);
int catalog_seats_players(uint8_t seats);
/* Packs an id into 16 bytes; the two bits that do not fit go to *more. Returns false if the id is
 * invalid. */
enum { PACKED_ID = 16 };
bool catalog_pack_id(const char *id, uint8_t packed[PACKED_ID], uint8_t *more);
void catalog_unpack_id(const uint8_t packed[PACKED_ID], uint8_t more, char id[ULID_LENGTH + 1]);

/* Returns the owner's bytes (COLUMN_OWN) of a game. */
const void *catalog_own(const struct catalog *catalog, int at);

/* Writes a catalog as a sidecar. In `more`, the caller sets the kind, the stamp of the file it was
 * made from, the parts from CATALOG_PARTS on, and the numbers from CATALOG_NUMBERS on. */
enum { CATALOG_NUMBERS = 3, CATALOG_PARTS = COLUMNS + 2 };
int catalog_write(const struct catalog *catalog, const struct sidecar_place *place,
                  const char *name, struct sidecar *more);
/* Makes a catalog use the data of a mapped sidecar instead of its own. Both must have the same
 * `own`. Returns false, and does not take over the map, if the sidecar is not a catalog. */
bool catalog_open(struct catalog *catalog, struct sidecar_map *map, catalog_mend_fn *mend,
                  void *mender);
/* Checks a block of a catalog for plausibility: pass this function as `look` to sidecar_open(). */
bool catalog_look(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
/* Copies a mapped catalog into its own memory, which is necessary before a change. Returns false if
 * the map is damaged. Texts that were returned before stay valid. */
bool catalog_take(struct catalog *catalog);

/* True if all text offsets in a column are less than `pool`, the size of the pool in bytes. */
bool catalog_texts_sound(const uint32_t *text, size_t count, uint32_t pool);

/* ---- A hash set for very many game ids. */

/* A set of ids, as packed by catalog_pack_id(). Initialize it with zero. An id that consists of
 * zeros cannot be in a set. */
struct id_set {
    uint8_t (*slot)[PACKED_ID]; /* array of `slots` ids; a free slot consists of zeros */
    int slots, used;
};

/* Adds an id. Returns false if the set contains it already. */
bool id_set_add(struct id_set *set, const uint8_t packed[PACKED_ID]);
bool id_set_has(const struct id_set *set, const uint8_t packed[PACKED_ID]);
void id_set_clear(struct id_set *set);

#endif
