/* positions.h - which games meet which positions, as hashes, in a file beside what it was made from: for packs (places in
 * the pack are its numbers) and for the index of files (whose numbers are SQLite's).
 *
 * It is a head, and pieces of games in the order of their numbers, so that building it can be cut off at any time. A piece is,
 * one after another,
 *
 *   the head below
 *   known    a byte a game: so many of its positions are in the columns, and KNOWN_SET_UP
 *   columns  PIECE_OPENING of them: the hashes of the start and of the positions after the first plies of the main lines
 *   starts   where in the entries each bucket begins
 *   entries  which games meet a position, anywhere, variations too: in PIECE_BUCKETS buckets by the first bits of its hash,
 *            each entry the other bits of the hash and the game, in their order
 *
 * Every part has its check value, the entries one for each group of buckets, so that a search reads and checks little. */
#ifndef CHESSCADE_POSITIONS_H
#define CHESSCADE_POSITIONS_H

#include "archive/catalog.h"
#include "archive/pieces.h"

enum {
    GAME_BITS = 14, BUCKET_BITS = 14, /* with the bits of a hash in an entry: 32 */
    PIECE_GAMES = 1 << GAME_BITS, PIECE_OPENING = 32, PIECE_BUCKETS = 1 << BUCKET_BITS, GROUP_BUCKETS = 64,
    PIECE_GROUPS = PIECE_BUCKETS / GROUP_BUCKETS, PIECE_ENTRIES_MOST = 1 << 28,
    KNOWN_SET_UP = 0x80, KNOWN_POSITIONS = 0x7F, /* the game begins as its variant is set up; see index_starts_as_set_up() */
    PART_KNOWN = 0, PART_COLUMN = 1, PART_STARTS = PART_COLUMN + PIECE_OPENING, PART_ENTRIES
};

struct positions_piece {
    uint32_t first, games;
    uint64_t entries;
    uint64_t check_part[PART_ENTRIES], check_group[PIECE_GROUPS];
    uint64_t check; /* of all before it */
};

static inline uint32_t positions_bucket(uint32_t hash)
{
    return hash >> (32 - BUCKET_BITS);
}
static inline uint32_t positions_entry(uint32_t hash, uint32_t game)
{
    return hash << GAME_BITS | game;
}

_Static_assert(GAME_BITS <= BUCKET_BITS, "a bucket and an entry have all bits of a hash");

extern const struct pieces_kind positions_kind;

/* A piece being made: its games are added by their number in it. Very many are made at a time, so nothing is kept twice. */
struct positions_making {
    int first, games;
    uint8_t *known;               /* [games] */
    struct positions_met *met;    /* [games] where its hashes are */
    uint32_t *hash;               /* [hashes] of all games */
    int hashes, room;
    struct positions_piece *made; /* the piece as it is written, in the place of all these; NULL: not yet */
};
void positions_making_begin(struct positions_making *making, int first, int games);
/* The hashes are those of index_hashes(). */
void positions_making_add(struct positions_making *making, int game, const uint32_t *hashes, int n, int main, bool set_up);
/* All its games are there: the part of the work that positions_append() does else, for any thread. */
void positions_making_finish(struct positions_making *making);
void positions_making_end(struct positions_making *making);
/* Append it to the file; false: it could not be written. */
bool positions_append(struct pieces *positions, struct positions_making *making);

/* Bytes of a piece, and of its parts before one, without the head. */
uint64_t positions_piece_bytes(const struct positions_piece *piece);
uint64_t positions_piece_part(const struct positions_piece *piece, int part);
/* Put the check values into a piece's head; its parts, of so many bytes at least, are as they shall be. */
void positions_piece_seal(struct positions_piece *piece, const void *parts);
/* Read a piece's head; false: it is none. */
bool positions_piece_read(const struct pieces *positions, uint64_t at, struct positions_piece *piece);

/* What is asked is of games of a catalog. */
struct positions_asking {
    struct pieces *positions;
    const struct catalog *list;
    const int32_t *place_of; /* [numbers] of a number in the catalog, -1: of none; NULL: they are the places */
    int numbers;
};

/* Add the games that meet one of some hashes to a set of places, and to `ways` how those came that came early. Pieces that
 * are not what they were are cut off: of games from positions->games on nothing is said. */
struct ways;
void positions_meet(const struct positions_asking *asking, const uint32_t *hash, int hashes, uint8_t *may, struct ways *ways);
/* The same of very many hashes; `set_up` are those of them that matter where a game begins as its variant is set up. */
struct sieve_many;
void positions_meet_any(const struct positions_asking *asking, const struct sieve_many *many, const struct sieve_many *set_up,
                        uint8_t *may, struct ways *ways);
/* How main lines go on: `each` is called for places of games whose main line meets a hash: `met` which one, and the hash of the
 * next position, 0 at the end of the line. `told` gets the numbers of which everything was said. */
typedef void positions_goes_on_fn(void *argument, int at, int met, uint32_t next);
void positions_go_on(const struct positions_asking *asking, const uint32_t *hash, int hashes, positions_goes_on_fn *each,
                     void *argument, uint8_t *told);

#endif
