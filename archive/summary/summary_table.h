/* summary_table.h - a compact table of game headers (one column per header, each distinct text
 * stored once), and sets of game ids.
 *
 * A game takes 66 bytes plus whatever its owner adds, if its names occur already. A query on
 * headers tests each distinct text once and then only compares numbers (archive/index/prefilter.h).
 * A catalog is written to disk as a memory image and mapped from there
 * (cache_file.h). If the mapped image turns out to be damaged, the owner rebuilds
 * the catalog before anyone sees wrong data. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_TABLE_H
#define CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_TABLE_H

#include "archive/summary/cache_file.h"
#include "archive/summary/summary.h"

/* The texts of a game, each stored as an offset into the pool. */
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

/* Columns. The texts come first and keep their own numbers. */
enum catalog_column {
    COLUMN_ID = CATALOG_TEXTS,
    COLUMN_PLIES,
    COLUMN_CASCADED,
    COLUMN_SEATS,
    COLUMN_FLAGS,
    COLUMN_OWN,
    COLUMNS
};

/* Why a damaged game cannot be read. Few games have an entry. */
struct damage {
    int32_t at, line, column;
    uint32_t why; /* offset of the message in the pool */
};

/* Rebuilds a damaged catalog into the empty catalog `anew`. Returns false if it cannot be rebuilt
 * now. */
struct catalog;
typedef bool catalog_mend_fn(void *argument, struct catalog *anew);

struct catalog {
    int count, room;
    size_t own;            /* bytes per game in COLUMN_OWN, reserved for the owner; 0: none */
    void *column[COLUMNS]; /* [room] of catalog_width() bytes each */
    struct damage *damage; /* [damages], sorted by index of the game */
    int damages, damage_room;
    char *pool; /* texts, each NUL-terminated; offset 0 is "" */
    int pool_used, pool_room;
    uint32_t *slot; /* [slots] hash table of text offsets, built when a text is first added; 0:
                       empty */
    int slots, slots_used;
    struct sidecar_map *map; /* if set, columns, damages and texts are read-only in this map; NULL:
                              * they are in the catalog's own memory */
    struct sidecar_map *old; /* an earlier map from which texts may still be borrowed */
    uint32_t sound;          /* bits: parts of the map whose checksums have been verified */
    catalog_mend_fn *mend;
    void *mender;
};

/* Bytes per game in a column; and of the whole catalog in memory. */
size_t catalog_width(const struct catalog *catalog, enum catalog_column column);
size_t catalog_bytes(const struct catalog *catalog);

/* A zeroed catalog is empty. */
void catalog_clear(struct catalog *catalog);
/* Removes all games but keeps the texts. */
void catalog_forget(struct catalog *catalog);

/* A whole column, read only (use list->column[] only if the catalog is not mapped); and the pool of
 * texts. */
const void *catalog_column(const struct catalog *catalog, enum catalog_column column);
const char *catalog_pool(const struct catalog *catalog);

/* Adds a listing at the end, inserts it before index `at`, or replaces the one there. The listing
 * is copied and stays the caller's. */
void catalog_add(struct catalog *catalog, const struct listing *listing);
void catalog_insert(struct catalog *catalog, int at, const struct listing *listing);
void catalog_set(struct catalog *catalog, int at, const struct listing *listing);
void catalog_remove(struct catalog *catalog, int at);
/* Appends all games of another catalog, including the owner's bytes. Both must have the same `own`.
 */
void catalog_join(struct catalog *catalog, const struct catalog *other);

/* Removes, adds and keeps games in one pass: `from` [count] gives the former index of each game, -1
 * for a new one. The columns of a new game are zero until catalog_set(). */
void catalog_arrange(struct catalog *catalog, const int *from, int count);

/* Fills a listing. Its texts belong to the catalog and are valid until games are added; do not
 * clear it. */
void catalog_get(const struct catalog *catalog, int at, struct listing *listing);
/* Adds the games whose id begins with `start` to a set (one bit per index). */
void catalog_with_id(const struct catalog *catalog, const char *start, uint8_t *set);
/* The index of a game; -1 if it is not there. */
int catalog_find(const struct catalog *catalog, const char *id);

/* The id of a game; false if it has none. */
bool catalog_id(const struct catalog *catalog, int at, char id[ULID_LENGTH + 1]);
/* The sort key of an id: compare these bits first, then the PACKED_ID bytes. All are zero if a game
 * has no id. */
uint8_t catalog_id_more(const struct catalog *catalog, int at);
const uint8_t *catalog_packed_id(const struct catalog *catalog, int at);
/* Single headers. A text is borrowed as in catalog_get(). */
const char *catalog_text(const struct catalog *catalog, int at, enum catalog_text text);
int catalog_players(const struct catalog *catalog, int at);
int catalog_cascaded(const struct catalog *catalog, int at);
int catalog_plies(const struct catalog *catalog, int at);
bool catalog_damaged(const struct catalog *catalog, int at);
bool catalog_notes(const struct catalog *catalog, int at);
/* Decode a byte of COLUMN_SEATS: the side of a player (0 if there is no such player), and the
 * number of players. */
char catalog_seat(uint8_t seats, int player);
int catalog_seats_players(uint8_t seats);
/* Packs an id into 16 bytes plus two bits that do not fit; false if it is not a valid id. */
enum { PACKED_ID = 16 };
bool catalog_pack_id(const char *id, uint8_t packed[PACKED_ID], uint8_t *more);
void catalog_unpack_id(const uint8_t packed[PACKED_ID], uint8_t more, char id[ULID_LENGTH + 1]);

/* The COLUMN_OWN bytes of a game. */
const void *catalog_own(const struct catalog *catalog, int at);

/* Writes a catalog beside the games, as derived from the file in `place`. In `more` the caller sets
 * the kind and file, the parts from CATALOG_PARTS on and the numbers from CATALOG_NUMBERS on. */
enum { CATALOG_NUMBERS = 3, CATALOG_PARTS = COLUMNS + 2 };
int catalog_write(const struct catalog *catalog, const struct sidecar_place *place,
                  const char *name, struct sidecar *more);
/* Replaces the contents of the catalog, which must have the same `own`, by a mapped catalog.
 * Returns false if the map is not a catalog; the map then stays the caller's. */
bool catalog_open(struct catalog *catalog, struct sidecar_map *map, catalog_mend_fn *mend,
                  void *mender);
/* The validation callback to pass when mapping the file. */
bool catalog_look(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
/* Copies a mapped catalog into memory, as every change requires. Returns false if the map is
 * damaged. Texts already given out stay valid. */
bool catalog_take(struct catalog *catalog);

/* True if all the text offsets of a column lie within a pool of `pool` bytes. */
bool catalog_texts_sound(const uint32_t *text, size_t count, uint32_t pool);

/* ---- A hash set for very many game ids. */

/* Zero-initialize. Ids are packed by catalog_pack_id(); the all-zero id is never in the set. */
struct id_set {
    uint8_t (*slot)[PACKED_ID]; /* [slots]; all zero: empty */
    int slots, used;
};

/* Returns false if the id was already in the set. */
bool id_set_add(struct id_set *set, const uint8_t packed[PACKED_ID]);
bool id_set_has(const struct id_set *set, const uint8_t packed[PACKED_ID]);
void id_set_clear(struct id_set *set);

#endif
