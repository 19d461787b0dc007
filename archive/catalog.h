/* catalog.h - the listings of very many games in little room: a column for each header, each different text once.
 *
 * A game takes 66 bytes and what its owner adds, wherever its names were seen before. Queries on headers look at each
 * different text once and at numbers for the rest (archive/sieve.h). A catalog goes to a file as it stands in memory, and is
 * looked at there (archive/sidecar.h): what is not as it was written is made anew by the owner before anybody sees it. */
#ifndef CHESSCADE_CATALOG_H
#define CHESSCADE_CATALOG_H

#include "archive/listing.h"
#include "archive/sidecar.h"

/* The texts of a game, each an offset into the pool. */
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

/* Columns: the texts come first, under their own numbers. */
enum catalog_column { COLUMN_ID = CATALOG_TEXTS, COLUMN_PLIES, COLUMN_CASCADED, COLUMN_SEATS, COLUMN_FLAGS, COLUMN_OWN, COLUMNS };

/* Why a damaged game cannot be read; few games have that. */
struct damage {
    int32_t at, line, column;
    uint32_t why; /* text */
};

/* Make a catalog that is not what it was anew, into an empty one; false: that cannot be done now. */
struct catalog;
typedef bool catalog_mend_fn(void *argument, struct catalog *anew);

struct catalog {
    int count, room;
    size_t own;            /* bytes of COLUMN_OWN a game, the owner's; 0: none */
    void *column[COLUMNS]; /* [room] of catalog_width() bytes */
    struct damage *damage; /* [damages], by place */
    int damages, damage_room;
    char *pool;            /* texts, each with its NUL; "" at 0 */
    int pool_used, pool_room;
    uint32_t *slot;        /* [slots] a hash table of the texts' offsets, made when a text is added; 0: empty */
    int slots, slots_used;
    struct sidecar_map *map; /* the columns, damages and texts are there and do not change; NULL: they are its own */
    struct sidecar_map *old; /* a map that texts may still be borrowed from */
    uint32_t sound;          /* bits: parts of the map that were checked as a whole */
    catalog_mend_fn *mend;
    void *mender;
};

/* Bytes a game takes in a column; and all of them in memory. */
size_t catalog_width(const struct catalog *catalog, enum catalog_column column);
size_t catalog_bytes(const struct catalog *catalog);

/* A catalog of zeros is empty. */
void catalog_clear(struct catalog *catalog);
/* Forget the games, keep the texts. */
void catalog_forget(struct catalog *catalog);

/* A whole column, to be looked at only: list->column[] is for one that is not mapped. And the texts. */
const void *catalog_column(const struct catalog *catalog, enum catalog_column column);
const char *catalog_pool(const struct catalog *catalog);

/* Put a listing in: at the end, before a place, in the place of another one. It is not taken over. */
void catalog_add(struct catalog *catalog, const struct listing *listing);
void catalog_insert(struct catalog *catalog, int at, const struct listing *listing);
void catalog_set(struct catalog *catalog, int at, const struct listing *listing);
void catalog_remove(struct catalog *catalog, int at);
/* All games of another one at the end; what is its owner's is copied. Both have the same `own`. */
void catalog_join(struct catalog *catalog, const struct catalog *other);

/* Some games gone, some new, the others in the order they have: `from` [count] tells which place each had, -1: none; its cells are
 * zero until catalog_set(). */
void catalog_arrange(struct catalog *catalog, const int *from, int count);

/* Fill a listing; its texts are the catalog's until games are put in, and it is not to be cleared. */
void catalog_get(const struct catalog *catalog, int at, struct listing *listing);
/* Add the games whose id begins so to a set, bits over places. */
void catalog_with_id(const struct catalog *catalog, const char *start, uint8_t *set);
/* The place of a game, -1. */
int catalog_find(const struct catalog *catalog, const char *id);

/* The id of a game; false: it has none. */
bool catalog_id(const struct catalog *catalog, int at, char id[ULID_LENGTH + 1]);
/* How ids stand in an order: by these bits, then by PACKED_ID bytes; where a game has none all are zero. */
uint8_t catalog_id_more(const struct catalog *catalog, int at);
const uint8_t *catalog_packed_id(const struct catalog *catalog, int at);
/* Single headers. A text is borrowed as above. */
const char *catalog_text(const struct catalog *catalog, int at, enum catalog_text text);
int catalog_players(const struct catalog *catalog, int at);
int catalog_cascaded(const struct catalog *catalog, int at);
int catalog_plies(const struct catalog *catalog, int at);
bool catalog_damaged(const struct catalog *catalog, int at);
bool catalog_notes(const struct catalog *catalog, int at);
/* Of a byte of COLUMN_SEATS: the side of a player (0: there is none), and how many players there are. */
char catalog_seat(uint8_t seats, int player);
int catalog_seats_players(uint8_t seats);
/* An id in 16 bytes, and two bits that do not fit; false: it is none. */
enum { PACKED_ID = 16 };
bool catalog_pack_id(const char *id, uint8_t packed[PACKED_ID], uint8_t *more);
void catalog_unpack_id(const uint8_t packed[PACKED_ID], uint8_t more, char id[ULID_LENGTH + 1]);

/* The bytes of COLUMN_OWN of a game. */
const void *catalog_own(const struct catalog *catalog, int at);

/* Write a catalog beside the games, made from that file; `more`, of which the parts from CATALOG_PARTS and numbers from
 * CATALOG_NUMBERS on are filled, and its kind and file. */
enum { CATALOG_NUMBERS = 3, CATALOG_PARTS = COLUMNS + 2 };
int catalog_write(const struct catalog *catalog, const struct sidecar_place *place, const char *name, struct sidecar *more);
/* Take one that is mapped over in the place of what the catalog holds, which has the same `own`. False: it is no catalog; the map stays
 * the caller's. */
bool catalog_open(struct catalog *catalog, struct sidecar_map *map, catalog_mend_fn *mend, void *mender);
/* The function to map it with. */
bool catalog_look(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
/* Take a mapped one into memory of its own, as every change does; false: it is not what it was. Texts given out stay. */
bool catalog_take(struct catalog *catalog);

/* Are texts of games, as they stand in a column, within a pool of so many bytes? */
bool catalog_texts_sound(const uint32_t *text, size_t count, uint32_t pool);
#endif
