/* pack_find.c - asking the positions of a pack: which games meet one, and how they go on. See pack_parts.h.
 *
 * The entries say which games may meet a position, with 28 bits of its hash; which of them surely do is known by the way they
 * came (ways.h), so that very common positions cost a look at some numbers a game. A part that is not what its check value
 * says is left out with everything behind it, and these games may fit anything. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/query_parts.h"
#include "archive/sieve.h"
#include "archive/ways.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------- reading a piece */

/* A piece, its parts read when they are asked for. */
struct reader {
    struct pack_positions *positions;
    struct pack_piece piece;
    uint64_t at; /* of its parts in the file */
    void *part[PART_ENTRIES];
    uint32_t *entry; /* of the group read last */
    int group, entry_room;
    uint64_t first_entry;
    bool bad;
};

static bool begin(struct reader *reader, struct pack *pack, int number)
{
    struct pack_positions *positions = &pack->positions;
    *reader = (struct reader){.positions = positions, .group = -1};
    reader->at = positions->at[number] + sizeof reader->piece;
    reader->bad = !pack_piece_read(positions, positions->at[number], &reader->piece) ||
                  (uint64_t)reader->piece.first + reader->piece.games > (uint64_t)pack->list.count;
    return !reader->bad;
}

static void end(struct reader *reader)
{
    for (int i = 0; i < PART_ENTRIES; i++)
        free(reader->part[i]);
    free(reader->entry);
}

/* NULL: it is not what it was. */
static const void *part_of(struct reader *reader, int part)
{
    if (reader->part[part] || reader->bad)
        return reader->bad ? NULL : reader->part[part];
    uint64_t from = pack_piece_part(&reader->piece, part);
    size_t size = (size_t)(pack_piece_part(&reader->piece, part + 1) - from);
    char *bytes = memory_new(size, 1);
    if (!pack_read(reader->positions->fd, reader->at + from, bytes, size) ||
        sidecar_check(bytes, size, reader->piece.first) != reader->piece.check_part[part]) {
        free(bytes);
        reader->bad = true;
        return NULL;
    }
    for (int i = 0; part == PART_KNOWN && i < (int)reader->piece.games; i++)
        reader->bad |= (bytes[i] & KNOWN_POSITIONS) > PIECE_OPENING;
    reader->part[part] = bytes;
    return reader->bad ? NULL : bytes;
}

static const uint32_t *column_of(struct reader *reader, int ply)
{
    return part_of(reader, PART_COLUMN + ply);
}

static int game_of(uint32_t entry)
{
    return (int)(entry & 0xFFFF);
}

/* The entries of a bucket, sorted; their number, -1: it cannot be told. */
static int bucket_of(struct reader *reader, uint32_t bucket, const uint32_t **entries)
{
    const uint32_t *starts = part_of(reader, PART_STARTS);
    int group = (int)bucket / GROUP_BUCKETS;
    if (!starts)
        return -1;
    if (group != reader->group) {
        uint64_t first = starts[group * GROUP_BUCKETS], n = starts[(group + 1) * GROUP_BUCKETS] - first;
        bool rising = starts[(group + 1) * GROUP_BUCKETS] <= reader->piece.entries;
        for (int b = group * GROUP_BUCKETS; b < (group + 1) * GROUP_BUCKETS; b++)
            rising = rising && starts[b] <= starts[b + 1];
        if (!rising) {
            reader->bad = true;
            return -1;
        }
        reader->entry = memory_room(reader->entry, &reader->entry_room, (int)n + 1, sizeof *reader->entry);
        reader->first_entry = first;
        reader->group = group;
        if (!pack_read(reader->positions->fd,
                       reader->at + pack_piece_part(&reader->piece, PART_ENTRIES) + first * sizeof *reader->entry,
                       (char *)reader->entry, n * sizeof *reader->entry) ||
            sidecar_check(reader->entry, n * sizeof *reader->entry, reader->piece.first) != reader->piece.check_group[group]) {
            reader->bad = true;
            return -1;
        }
    }
    *entries = reader->entry + (starts[bucket] - reader->first_entry);
    return (int)(starts[bucket + 1] - starts[bucket]);
}

/* The entries of a hash: the games that meet it; their number, -1: it cannot be told. */
static int games_with(struct reader *reader, uint32_t hash, const uint32_t **games)
{
    uint32_t from = pack_entry(hash, 0), to = pack_entry(hash, 0xFFFF);
    const uint32_t *entry = NULL;
    int n = bucket_of(reader, pack_bucket(hash), &entry), low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (entry[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    *games = entry + low;
    if (n < 0)
        return -1;
    for (high = low; high < n && entry[high] <= to; high++)
        reader->bad |= entry[high] < from || game_of(entry[high]) >= (int)reader->piece.games;
    return reader->bad ? -1 : high - low;
}

/* From a bad piece on nothing is certain; whoever builds the index next writes over it. */
static void cut_off(struct pack_positions *positions, int piece)
{
    positions->pieces = piece;
    positions->games = piece * PIECE_GAMES;
    positions->end = positions->at[piece];
}

/* Where the main lines of games first meet a hash: plies[] of -1 become its column. Games whose first positions do not have
 * it keep that. Stops when few are left. False: a part is bad. */
static bool find_plies(struct reader *reader, uint32_t hash, const uint32_t *games, int n, int8_t *plies)
{
    enum { FEW = 8 };
    const uint8_t *known = part_of(reader, PART_KNOWN);
    int left = n;
    memset(plies, -1, (size_t)n);
    for (int ply = 0; ply < PIECE_OPENING && left > FEW && known; ply++) {
        const uint32_t *column = column_of(reader, ply);
        if (!column)
            return false;
        for (int i = 0; i < n; i++) {
            int game = game_of(games[i]);
            if (plies[i] < 0 && column[game] == hash && ply < (known[game] & KNOWN_POSITIONS)) {
                plies[i] = (int8_t)ply;
                left--;
            }
        }
    }
    return known;
}

/* --------------------------------------------------------------------------------------------------- searching */

struct asking {
    struct pack *pack;
    const struct query *query;
    struct sieve_set set;
    struct ways ways;
};

/* Note on which ways the games of a piece came to a hash. */
static bool note_ways(struct asking *asking, struct reader *reader, uint32_t hash, const uint32_t *games, int n)
{
    const uint32_t *variant = asking->pack->list.column[CATALOG_VARIANT];
    int8_t *plies = memory_new((size_t)n, 1);
    const uint8_t *known = part_of(reader, PART_KNOWN);
    bool good = find_plies(reader, hash, games, n, plies);
    for (int i = 0; good && i < n; i++) {
        int game = game_of(games[i]), at = (int)reader->piece.first + game;
        uint32_t way[PIECE_OPENING];
        if (plies[i] < 0 || !(known[game] & KNOWN_SET_UP))
            continue;
        for (int ply = 0; ply <= plies[i]; ply++)
            way[ply] = column_of(reader, ply)[game]; /* they were all looked at */
        ways_came(&asking->ways, variant[at], way, plies[i] + 1, at);
    }
    free(plies);
    return good;
}

static bool search_piece(struct asking *asking, int number, const uint32_t *hash, int hashes)
{
    struct reader reader;
    begin(&reader, asking->pack, number);
    for (int h = 0; h < hashes && !reader.bad; h++) {
        const uint32_t *games;
        int n = games_with(&reader, hash[h], &games);
        for (int i = 0; i < n; i++)
            sieve_put(asking->set.may, (int)reader.piece.first + game_of(games[i]));
        if (n >= WAYS_WORTH)
            note_ways(asking, &reader, hash[h], games, n);
    }
    end(&reader);
    return !reader.bad;
}

/* Add the games of a piece with any of very many hashes, which are sorted. */
static bool search_many(struct pack *pack, int number, const uint32_t *hash, int hashes, uint8_t *may)
{
    struct reader reader;
    begin(&reader, pack, number);
    for (int b = 0, h = 0; b < PIECE_BUCKETS && !reader.bad; b++) {
        const uint32_t *entry;
        int n = bucket_of(&reader, (uint32_t)b, &entry);
        for (int i = 0; i < n && h < hashes && pack_bucket(hash[h]) == (uint32_t)b;) {
            uint32_t wanted = pack_entry(hash[h], 0) >> 16, there = entry[i] >> 16;
            if (wanted == there && game_of(entry[i]) < (int)reader.piece.games)
                sieve_put(may, (int)reader.piece.first + game_of(entry[i]));
            if (there <= wanted)
                i++;
            else
                h++;
        }
        while (h < hashes && pack_bucket(hash[h]) == (uint32_t)b)
            h++;
    }
    end(&reader);
    return !reader.bad;
}

/* The games with a position near one. */
static struct sieve_set near_positions(struct pack *pack, const uint32_t *hash, int hashes)
{
    struct pack_positions *positions = &pack->positions;
    uint8_t *may = memory_new(sieve_bytes(pack->list.count), 1);
    for (int p = 0; p < positions->pieces; p++)
        if (!search_many(pack, p, hash, hashes, may))
            cut_off(positions, p);
    for (int i = positions->games; i < pack->list.count; i++)
        sieve_put(may, i);
    return (struct sieve_set){.may = may};
}

static struct record *load(void *argument, int at)
{
    const struct pack *pack = argument;
    struct record *record = NULL;
    char *bytes;
    size_t size;
    if (pack_bytes(pack, at, &bytes, &size, NULL) < 0)
        return NULL;
    if (record_read(bytes, size, 1, &pack->limits, &record, NULL, NULL) < 0)
        record = NULL;
    free(bytes);
    return record;
}

static struct sieve_set with_positions(struct pack *pack, const struct query *query, const struct term *term,
                                       const uint32_t *hash, int hashes)
{
    struct pack_positions *positions = &pack->positions;
    struct asking asking = {.pack = pack, .query = query};
    asking.set.may = memory_new(sieve_bytes(pack->list.count), 1);
    asking.set.sure = memory_new(sieve_bytes(pack->list.count), 1);
    for (int p = 0; p < positions->pieces; p++)
        if (!search_piece(&asking, p, hash, hashes))
            cut_off(positions, p);
    ways_make_sure(&asking.ways, query, term, load, pack, asking.set.sure);
    for (int i = positions->games; i < pack->list.count; i++)
        sieve_put(asking.set.may, i);
    return asking.set;
}

static struct sieve_set set_of(void *argument, const struct term *term)
{
    const struct asking *asking = argument;
    struct pack *pack = asking->pack;
    uint32_t hash[SIEVE_HASHES], *many;
    if (term->kind != TERM_KEY || (term->key != ASK_POS && term->key != ASK_NEAR))
        return (struct sieve_set){0};
    pack_positions_open(pack, false);
    if (term->key == ASK_NEAR) {
        struct sieve_set set = {0};
        int n = pack->positions.pieces ? sieve_near(&pack->list, asking->query, term, &many) : -1;
        if (n < 0)
            return set;
        set = near_positions(pack, many, n);
        free(many);
        return set;
    }
    int hashes = pack->positions.pieces ? sieve_hashes(&pack->list, asking->query, term, hash) : -1;
    return hashes < 0 ? (struct sieve_set){0} : with_positions(pack, asking->query, term, hash, hashes);
}

struct sieve_set pack_sieve(struct pack *pack, const struct query *query)
{
    struct asking asking = {.pack = pack, .query = query};
    return sieve_catalog(&pack->list, query, set_of, &asking);
}

/* ------------------------------------------------------------------------------------------------- going on */

struct going_on {
    struct pack *pack;
    pack_goes_on_fn *each;
    void *argument;
    uint8_t *told;
};

/* Tell of the games of a piece that meet a hash; those of which that cannot be told are not in the set. */
static bool tell_games(struct going_on *going, struct reader *reader, uint32_t hash, int number)
{
    const uint32_t *games;
    int n = games_with(reader, hash, &games), first = (int)reader->piece.first;
    if (n <= 0)
        return n == 0;
    int8_t *plies = memory_new((size_t)n, 1);
    const uint8_t *known = part_of(reader, PART_KNOWN);
    bool good = find_plies(reader, hash, games, n, plies);
    for (int i = 0; good && i < n; i++) {
        int game = game_of(games[i]), there = known[game] & KNOWN_POSITIONS, next = plies[i] + 1;
        const uint32_t *column = plies[i] >= 0 && next < there ? column_of(reader, next) : NULL;
        good = !reader->bad;
        if (good && plies[i] >= 0 && (column || there < PIECE_OPENING))
            going->each(going->argument, first + game, number, column ? column[game] : 0);
        else
            going->told[(first + game) / 8] &= (uint8_t)~(1u << (first + game) % 8);
    }
    free(plies);
    return good;
}

uint8_t *pack_continuations(struct pack *pack, const uint32_t *hash, int hashes, pack_goes_on_fn *each, void *argument)
{
    struct pack_positions *positions = &pack->positions;
    pack_positions_open(pack, false);
    if (!positions->pieces)
        return NULL;
    struct going_on going = {pack, each, argument, memory_new(sieve_bytes(pack->list.count), 1)};
    for (int p = 0; p < positions->pieces; p++) {
        struct reader reader;
        bool good = begin(&reader, pack, p);
        int first = (int)reader.piece.first, games = good ? (int)reader.piece.games : 0;
        for (int i = 0; i < games; i++)
            sieve_put(going.told, first + i);
        for (int h = 0; h < hashes && good; h++)
            good = tell_games(&going, &reader, hash[h], h);
        end(&reader);
        if (good)
            continue;
        for (int i = first; i < first + games; i++) /* what was told of some of them stays told */
            going.told[i / 8] &= (uint8_t)~(1u << i % 8);
        cut_off(positions, p);
    }
    return going.told;
}
