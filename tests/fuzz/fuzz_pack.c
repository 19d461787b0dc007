/* fuzz_pack.c - packs and the files kept beside them. The first byte chooses the test:
 *
 * - p: the rest is a pack. Scanning it whole and in pieces gives the same list (except for where a
 *   damaged game ends), and every game can be read.
 * - s: changes to the list's sidecar, with matching check values. Whatever it says, nothing outside
 *   it is read.
 * - S: changes to the file of the sidecar. It is not trusted, and the list is the true one.
 * - r: changes to rows of an index, with matching check values. Whatever they say, nothing outside
 *   them is read.
 * - R: changes to rows of an index without new check values. The rows are rejected.
 *
 * A change is three bytes: an offset (two) and the new byte. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "archive/index/part.h"
#include "archive/pack/pack.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char game[] =
    "chesscade: 1\nid: '01JD9T6Z0A4C8E2G6J0M4P8R2%c'\nrev: 1\nvariant: 'classical'\nnotation: 'long'\n"
    "players:\n- {side: 'w', name: 'Ana %c'}\n- {side: 'b', name: 'Boris'}\nresult: {score: '*'}\n"
    "comment: '%s'\nmoves:\n- {m: 'Pe2-e4'}\n- {m: 'Pe7-e5'}\n- {m: '%s'}\n- {m: 'Nb8-c6'}\n";
static const char damaged[] = "chesscade: 1\nid: 01JD9T6Z0A4C8E2G6J0M4P8R2Z\nvariant: [\n";

enum { GAMES = 5, OTHER = 1, DAMAGED = 3 }; /* OTHER: another ply and text */

static struct sidecar_place beside;
static int folder; /* the folder of packs and sidecars */
static struct catalog true_list;
static struct part_rows true_rows;

/* The bytes of a genuine file. */
struct kept {
    uint8_t *bytes;
    size_t size;
};
static struct kept list_kept;

static void write_file(const char *name, const void *bytes, size_t size)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fuzz_require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    close(fd);
}

static struct kept read_file(const char *name)
{
    struct kept kept;
    struct stat stat;
    int fd = openat(folder, name, O_RDONLY);
    fuzz_require(fd >= 0 && fstat(fd, &stat) == 0);
    kept.size = (size_t)stat.st_size;
    kept.bytes = memory_new(kept.size + 1, 1);
    fuzz_require(file_read_at(fd, 0, (char *)kept.bytes, kept.size));
    close(fd);
    return kept;
}

/* Set an old time, so that sidecars are trusted. */
static void make_old(const char *name)
{
    struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    fuzz_require(utimensat(folder, name, times, 0) == 0);
}

static struct pack *open_pack(const char *file)
{
    struct pack *pack;
    struct note why;
    fuzz_require(pack_open(&pack, beside.room, file, &beside, &yaml_limits_default, &why) == 0);
    return pack;
}

enum { SEAL = 77 };

/* A part of an index of the games of a pack. */
static void make_rows(struct pack *pack)
{
    struct shared_plies shared = {.table = {.n = 0}};
    struct part_making making;
    pthread_mutex_init(&shared.lock, NULL);
    part_begin(&making, &shared, true);
    for (int i = 0; i < GAMES; i++) {
        struct record *record = NULL;
        char *bytes;
        size_t size;
        fuzz_require(pack_bytes(pack, i, &bytes, &size, NULL) == 0);
        fuzz_require((record_read(bytes, size, 1, &yaml_limits_default, &record, NULL, NULL) ==
                      0) == (i != DAMAGED));
        part_add(&making, i == DAMAGED ? NULL : record, (uint64_t)i + 1);
        if (i != DAMAGED)
            record_free(record);
        free(bytes);
    }
    part_finish(&making, SEAL, &true_rows);
    part_end(&making);
    ply_table_clear(&shared.table);
}

/* The games, the last but one of them damaged, with their list and a part of an index. */
static void begin(void)
{
    char text[6000];
    int n = 0;
    fuzz_home();
    folder = open(getenv("HOME"), O_RDONLY | O_DIRECTORY);
    fuzz_require(folder >= 0);
    beside.room = room_of_folder(folder, NULL);
    for (int i = 0; i < GAMES; i++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "---\n");
        n += i == DAMAGED ? snprintf(text + n, sizeof text - (size_t)n, "%s", damaged)
                          : snprintf(text + n, sizeof text - (size_t)n, game, 'A' + i, 'A' + i,
                                     i == OTHER ? "elsewhere" : "Kibitzer",
                                     i == OTHER ? "Nb1-c3" : "Ng1-f3");
    }
    write_file("true.yaml", text, (size_t)n);
    make_old("true.yaml");
    struct pack *pack = open_pack("true.yaml");
    pack_scan(pack, INT_MAX);
    fuzz_require(pack_list(pack)->count == GAMES && catalog_damaged(pack_list(pack), DAMAGED));
    true_list.own = sizeof(struct pack_spot);
    catalog_join(&true_list, pack_list(pack));
    make_rows(pack);
    pack_close(pack);
    list_kept = read_file("true.headers");
}

/* Change some of the bytes. */
static void change(uint8_t *target, size_t room, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i + 2 < size && room; i += 3)
        target[(size_t)(bytes[i] << 8 | bytes[i + 1]) % room] = bytes[i + 2];
}

static struct kept copy_of(const struct kept *kept)
{
    struct kept copy = {memory_new(kept->size + 1, 1), kept->size};
    memcpy(copy.bytes, kept->bytes, kept->size);
    return copy;
}

/* Read everything in a list. */
static void look_at(const struct catalog *list)
{
    size_t length = 0;
    for (int i = 0; i < list->count; i++) {
        struct listing listing;
        catalog_get(list, i, &listing);
        const char *const texts[] = {listing.variant,   listing.event,     listing.site,
                                     listing.round,     listing.date,      listing.score,
                                     listing.eco,       listing.player[0], listing.player[1],
                                     listing.player[2], listing.why,       listing.id};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            length += strlen(texts[t]);
        fuzz_require(listing.players <= LISTING_PLAYERS);
        if (*listing.id)
            catalog_find(list, listing.id);
    }
    fuzz_require(length < INT_MAX);
}

/* And read every game of it. */
static void look(struct pack *pack)
{
    struct note why;
    look_at(pack_list(pack));
    for (int i = 0; i < pack_list(pack)->count; i++) {
        char *bytes;
        size_t size;
        if (pack_bytes(pack, i, &bytes, &size, &why) == 0) {
            fuzz_require(bytes[size] == '\0');
            free(bytes);
        } else {
            fuzz_require(why.text[0]);
        }
    }
    fuzz_require(pack_total(pack) >= pack_list(pack)->count);
}

static bool same_list(const struct catalog *a, const struct catalog *b)
{
    for (int i = 0; i < a->count && i < b->count; i++) {
        struct listing one, other;
        catalog_get(a, i, &one);
        catalog_get(b, i, &other);
        if (strcmp(one.id, other.id) || one.damaged != other.damaged || one.plies != other.plies ||
            one.players != other.players || strcmp(one.variant, other.variant) ||
            strcmp(one.event, other.event) || strcmp(one.player[0], other.player[0]) ||
            strcmp(one.why, other.why))
            return false;
    }
    return a->count == b->count;
}

/* -------------------------------------------------------------------------------------------------
 * the kinds */

/* The list of a pack, by one scanner or in pieces of this size. */
static struct catalog list_of(int fd, size_t size, uint64_t piece)
{
    struct catalog list = {.own = sizeof(struct pack_spot)};
    struct pack_scanner scanner;
    pack_scanner_begin(&scanner, fd, &yaml_limits_default, size);
    if (piece)
        pack_scan_all(&scanner, piece, &list);
    while (!piece && pack_scanner_next(&scanner, &list))
        continue;
    pack_scanner_end(&scanner);
    return list;
}

static void try_pack(const uint8_t *bytes, size_t size)
{
    write_file("any.yaml", bytes, size);
    int fd = openat(folder, "any.yaml", O_RDONLY);
    fuzz_require(fd >= 0);
    struct catalog whole = list_of(fd, size, 0), pieces = list_of(fd, size, 64);
    fuzz_require(whole.damages || same_list(&whole, &pieces));
    look_at(&whole);
    look_at(&pieces);
    catalog_clear(&whole);
    catalog_clear(&pieces);
    close(fd);
    if (size % 16)
        return;
    unlinkat(folder, "any.headers", 0);
    struct pack *pack = open_pack("any.yaml"); /* rarely, because it waits until the file is old
                                                  enough */
    pack_scan(pack, INT_MAX);
    look(pack);
    pack_close(pack);
}

/* Opens the genuine pack, with whatever the program trusts of the sidecar and the index. */
static struct pack *open_true(void)
{
    struct pack *pack = open_pack("true.yaml");
    pack_scan(pack, INT_MAX);
    look(pack);
    return pack;
}

static void try_list(const uint8_t *bytes, size_t size)
{
    struct stat stat;
    struct sidecar sidecar;
    write_file("true.headers", list_kept.bytes, list_kept.size);
    fuzz_require(fstatat(folder, "true.yaml", &stat, 0) == 0);
    struct file_stamp stamp = file_stamp_of(&stat);
    struct sidecar_map *map = sidecar_open(&beside, "true.headers", PACK_HEADERS, &stamp, NULL);
    fuzz_require(map != NULL);
    sidecar = map->sidecar;
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        void *copy = memory_new((size_t)sidecar.part[i].size + 1, 1);
        if (sidecar.part[i].size)
            memcpy(copy, sidecar.part[i].bytes, (size_t)sidecar.part[i].size);
        sidecar.part[i].bytes = copy;
    }
    sidecar_close(map);
    for (size_t i = 0; i + 2 < size; i += 3) { /* a part or, after the parts, the numbers; an offset
                                                  in it; the new byte */
        int part = bytes[i] % (SIDECAR_PARTS + 1);
        uint8_t *target =
            part < SIDECAR_PARTS ? sidecar.part[part].bytes : (uint8_t *)sidecar.number;
        size_t room =
            part < SIDECAR_PARTS ? (size_t)sidecar.part[part].size : sizeof sidecar.number;
        if (room)
            target[bytes[i + 1] % room] = bytes[i + 2];
    }
    fuzz_require(sidecar_write(&beside, "true.headers", &sidecar, NULL) == 0);
    for (int i = 0; i < SIDECAR_PARTS; i++)
        free(sidecar.part[i].bytes);
    pack_close(open_true());
}

/* The file of the list, changed without new check values. */
static void try_file(const uint8_t *bytes, size_t size)
{
    struct kept kept = copy_of(&list_kept);
    change(kept.bytes, kept.size, bytes, size);
    write_file("true.headers", kept.bytes, kept.size);
    free(kept.bytes);
    struct pack *pack = open_true();
    fuzz_require(same_list(pack_list(pack), &true_list));
    pack_close(pack);
}

/* The row of the kind that the first byte names, changed, and loaded into another part. */
static void try_row(const uint8_t *bytes, size_t size, bool sealed)
{
    enum part_kind kind = (enum part_kind)(size ? bytes[0] % PART_KINDS : 0);
    const struct rows *rows = &true_rows.kind[kind];
    struct kept row = copy_of(&(struct kept){(uint8_t *)rows->out.v, (size_t)rows->row[0].size});
    struct part_making making;
    struct row_reader reader;
    uint32_t last;
    static const int to[GAMES] = {0, 1, 2, 3, 4};
    if (size)
        change(row.bytes, row.size, bytes + 1, size - 1);
    bool same = !memcmp(row.bytes, rows->out.v, row.size);
    uint64_t seed = part_seed(SEAL, kind),
             check = sidecar_check(row.bytes + sizeof check, row.size - sizeof check, seed);
    if (sealed)
        memcpy(row.bytes, &check, sizeof check);
    bool is_row = row_open(&reader, row.bytes, row.size, seed, 0, part_shift(kind), &last);
    fuzz_require(sealed || is_row == same);
    part_begin(&making, NULL, true);
    for (int i = 0; i < GAMES; i++)
        part_add(&making, NULL, (uint64_t)i + 1);
    bool taken = is_row && part_take(&making, kind, &reader, GAMES, to);
    fuzz_require(taken || !same);
    if (taken) {
        struct part_rows again;
        part_finish(&making, SEAL, &again);
        part_rows_clear(&again);
    }
    part_end(&making);
    free(row.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!true_list.count)
        begin();
    switch (size ? bytes[0] : 0) {
    case 'p':
        try_pack(bytes + 1, size - 1);
        break;
    case 's':
        try_list(bytes + 1, size - 1);
        break;
    case 'S':
        try_file(bytes + 1, size - 1);
        break;
    case 'r':
        try_row(bytes + 1, size - 1, true);
        break;
    case 'R':
        try_row(bytes + 1, size - 1, false);
        break;
    default:
        break;
    }
    return 0;
}
