/* positions_find.c - asking which games meet a position, and how they go on: see positions.h.
 *
 * The entries say which games meet a position, by its hash; which of them surely do is known by the way they came (ways.h), so
 * that very common positions cost a look at some numbers a game. A part that is not what its check value says is left out with
 * everything behind it. */
#include "config.h"
#include "archive/positions.h"

#include "archive/sieve.h"
#include "archive/ways.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------- reading a piece */

/* A piece, its parts read when they are asked for. */
struct reader {
    struct pieces *positions;
    struct positions_piece piece;
    uint64_t at; /* of its parts in the file */
    void *part[PART_ENTRIES];
    uint32_t *entry; /* of the group read last */
    int group, entry_room;
    uint64_t first_entry;
    bool bad;
};

static bool begin(struct reader *reader, const struct positions_asking *asking, int number)
{
    struct pieces *positions = asking->positions;
    const struct pieces_spot *spot = &positions->piece[number];
    *reader = (struct reader){.positions = positions, .group = -1};
    reader->at = spot->at + sizeof reader->piece;
    reader->bad = !positions_piece_read(positions, spot->at, &reader->piece) || reader->piece.check != spot->check ||
                  (uint64_t)reader->piece.first + reader->piece.games > (uint64_t)asking->numbers;
    return !reader->bad;
}

/* The place of a game of the piece, -1. */
static int place_of(const struct positions_asking *asking, const struct reader *reader, int game)
{
    int number = (int)reader->piece.first + game;
    return asking->place_of ? asking->place_of[number] : number;
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
    uint64_t from = positions_piece_part(&reader->piece, part);
    size_t size = (size_t)(positions_piece_part(&reader->piece, part + 1) - from);
    char *bytes = memory_new(size, 1);
    if (!file_read_at(reader->positions->fd, reader->at + from, bytes, size) ||
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
    return (int)(entry & (PIECE_GAMES - 1));
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
        if (!file_read_at(reader->positions->fd,
                       reader->at + positions_piece_part(&reader->piece, PART_ENTRIES) + first * sizeof *reader->entry,
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
    uint32_t from = positions_entry(hash, 0), to = positions_entry(hash, PIECE_GAMES - 1);
    const uint32_t *entry = NULL;
    int n = bucket_of(reader, positions_bucket(hash), &entry), low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (entry[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    *games = n > 0 ? entry + low : NULL;
    if (n < 0)
        return -1;
    for (high = low; high < n && entry[high] <= to; high++)
        reader->bad |= entry[high] < from || game_of(entry[high]) >= (int)reader->piece.games;
    return reader->bad ? -1 : high - low;
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

/* Note on which ways the games of a piece came to a hash. */
static bool note_ways(const struct positions_asking *asking, struct reader *reader, uint32_t hash, const uint32_t *games, int n,
                      struct ways *ways)
{
    const uint32_t *variant = asking->list->column[CATALOG_VARIANT];
    int8_t *plies = memory_new((size_t)n, 1);
    const uint8_t *known = part_of(reader, PART_KNOWN);
    bool good = find_plies(reader, hash, games, n, plies);
    for (int i = 0; good && i < n; i++) {
        int game = game_of(games[i]), at = place_of(asking, reader, game);
        uint32_t way[PIECE_OPENING];
        if (plies[i] < 0 || !(known[game] & KNOWN_SET_UP) || at < 0)
            continue;
        for (int ply = 0; ply <= plies[i]; ply++)
            way[ply] = column_of(reader, ply)[game]; /* they were all looked at */
        ways_came(ways, variant[at], way, plies[i] + 1, at);
    }
    free(plies);
    return good;
}

static void add_game(const struct positions_asking *asking, const struct reader *reader, uint32_t entry, uint8_t *may)
{
    int at = place_of(asking, reader, game_of(entry));
    if (at >= 0)
        sieve_put(may, at);
}

void positions_meet(const struct positions_asking *asking, const uint32_t *hash, int hashes, uint8_t *may, struct ways *ways)
{
    for (int p = 0; p < asking->positions->pieces; p++) {
        struct reader reader;
        begin(&reader, asking, p);
        for (int h = 0; h < hashes && !reader.bad; h++) {
            const uint32_t *games;
            int n = games_with(&reader, hash[h], &games);
            for (int i = 0; i < n; i++)
                add_game(asking, &reader, games[i], may);
            if (n >= WAYS_WORTH)
                note_ways(asking, &reader, hash[h], games, n, ways);
        }
        end(&reader);
        if (reader.bad)
            pieces_cut_off(asking->positions, p);
    }
}

enum { LEFT_BITS = SIEVE_FIRST_BITS - BUCKET_BITS /* of the first ones of a hash, in an entry of a bucket */ };

/* Does an entry of a bucket begin as one of the hashes? The last bit; `first` is of the bucket. */
static inline uint64_t begins_like(const uint64_t *first, uint32_t entry)
{
    uint32_t left = entry >> (32 - LEFT_BITS);
    return first[left / 64] >> left % 64;
}

/* The next entry that does. Few do, so several are looked at together. */
static int next_like(const uint64_t *first, const uint32_t *entry, int i, int n)
{
    enum { TOGETHER = 4 };
    while (i + TOGETHER <= n && !((begins_like(first, entry[i]) | begins_like(first, entry[i + 1]) |
                                   begins_like(first, entry[i + 2]) | begins_like(first, entry[i + 3])) & 1))
        i += TOGETHER;
    while (i < n && !(begins_like(first, entry[i]) & 1))
        i++;
    return i;
}

/* What is looked for in a piece. */
struct looked_for {
    const struct sieve_many *many; /* the hashes */
    const struct sieve_many *rare; /* those of them that a game from the set-up may come to; NULL: all */
    const uint8_t *known;          /* PART_KNOWN */
    int past;                      /* so many hashes are smaller than those of the bucket, and then than those behind it */
};

/* Are all games of a piece from the set-up? Then there are few hashes that matter. */
static struct looked_for looked_for(struct reader *reader, const struct sieve_many *many, const struct sieve_many *set_up)
{
    const uint8_t *known = reader->bad ? NULL : part_of(reader, PART_KNOWN);
    bool all = known != NULL;
    for (uint32_t game = 0; all && game < reader->piece.games; game++)
        all = known[game] & KNOWN_SET_UP;
    return (struct looked_for){.many = all ? set_up : many, .rare = all ? NULL : set_up, .known = known};
}

/* Add the games of a bucket with any of the hashes. Few entries begin as one of them. */
static void meet_in_bucket(const struct positions_asking *asking, struct reader *reader, uint32_t bucket, struct looked_for *look,
                           uint8_t *may, struct ways *ways)
{
    const struct sieve_many *many = look->many;
    const uint64_t *first = many->first + ((size_t)bucket << LEFT_BITS) / 64;
    const uint32_t *entry = NULL;
    int n = bucket_of(reader, bucket, &entry);
    for (int i = next_like(first, entry, 0, n), end; i < n; i = next_like(first, entry, end, n)) {
        uint32_t hash = bucket << (32 - BUCKET_BITS) | entry[i] >> GAME_BITS;
        end = i + 1;
        while (look->past < many->n && many->hash[look->past] < hash)
            look->past++;
        if (look->past == many->n || many->hash[look->past] != hash)
            continue;
        bool set_up = !look->rare || sieve_is_among(look->rare, hash);
        while (end < n && entry[end] >> GAME_BITS == entry[i] >> GAME_BITS)
            end++;
        for (int at = i; at < end; at++)
            reader->bad |= game_of(entry[at]) >= (int)reader->piece.games;
        for (int at = i; at < end && !reader->bad; at++)
            if (set_up || !(look->known[game_of(entry[at])] & KNOWN_SET_UP))
                add_game(asking, reader, entry[at], may);
        if (set_up && end - i >= WAYS_WORTH && !reader->bad)
            note_ways(asking, reader, hash, entry + i, end - i, ways);
    }
}

void positions_meet_any(const struct positions_asking *asking, const struct sieve_many *many, const struct sieve_many *set_up,
                        uint8_t *may, struct ways *ways)
{
    for (int p = 0; p < asking->positions->pieces; p++) {
        struct reader reader;
        begin(&reader, asking, p);
        struct looked_for look = looked_for(&reader, many, set_up);
        for (uint32_t bucket = 0; bucket < PIECE_BUCKETS && !reader.bad; bucket++)
            meet_in_bucket(asking, &reader, bucket, &look, may, ways);
        end(&reader);
        if (reader.bad)
            pieces_cut_off(asking->positions, p);
    }
}

/* ------------------------------------------------------------------------------------------------- going on */

struct going_on {
    const struct positions_asking *asking;
    positions_goes_on_fn *each;
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
        int at = place_of(going->asking, reader, game);
        const uint32_t *column = plies[i] >= 0 && next < there ? column_of(reader, next) : NULL;
        good = !reader->bad;
        if (good && plies[i] >= 0 && (column || there < PIECE_OPENING)) {
            if (at >= 0)
                going->each(going->argument, at, number, column ? column[game] : 0);
        } else {
            going->told[(first + game) / 8] &= (uint8_t)~(1u << (first + game) % 8);
        }
    }
    free(plies);
    return good;
}

void positions_go_on(const struct positions_asking *asking, const uint32_t *hash, int hashes, positions_goes_on_fn *each,
                     void *argument, uint8_t *told)
{
    struct going_on going = {asking, each, argument, told};
    for (int p = 0; p < asking->positions->pieces; p++) {
        struct reader reader;
        bool good = begin(&reader, asking, p);
        int first = (int)reader.piece.first, games = good ? (int)reader.piece.games : 0;
        for (int i = 0; i < games; i++)
            sieve_put(told, first + i);
        for (int h = 0; h < hashes && good; h++)
            good = tell_games(&going, &reader, hash[h], h);
        end(&reader);
        if (good)
            continue;
        for (int i = first; i < first + games; i++) /* what was told of some of them stays told */
            told[i / 8] &= (uint8_t)~(1u << i % 8);
        pieces_cut_off(asking->positions, p);
    }
}
