/* pack.c - opens packs, read-only files of very many games; see pack.h.
 *
 * A pack is a stream of YAML documents that is never changed, only replaced as a whole by another
 * file. For each game, its list holds the headers and the byte offset and line where the game
 * begins (struct pack_spot), so reading a game takes one pread(). The list is cached in a sidecar
 * that carries the stamp of the file; if there is no valid sidecar, the file is scanned
 * (pack_scan.c), in portions for the screen or completely by several threads, and the sidecar is
 * written afterwards.
 *
 * The file may be replaced or, against the rules, overwritten at any time. The open descriptor
 * keeps a replaced file readable. An overwritten file is noticed because its stamp changes: every
 * read compares it afterwards and fails rather than return bytes of two versions.
 *
 * A stream opened directly by the user (`alone`) has no sidecar and is always scanned; to limit
 * memory, only the first games are listed if there are too many. */
#include "config.h"
#include "archive/pack/pack_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_ROOM = 256, BYTES_A_GAME = 1200 /* an estimate before the first one */,
    LIST_MOST = 36 << 20, /* size limit of the list of a file opened directly */
    MARKER = 4            /* length of a `---` marker with its line feed */
};

/* --------------------------------------------------------------------------------------------------- the list */

static void sidecar_name(const struct pack *pack, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "%.200s.headers", pack->name);
}

static void keep_list(const struct pack *pack, const struct catalog *list)
{
    char name[NAME_ROOM];
    struct sidecar sidecar = {.kind = PACK_HEADERS, .of = pack->stamp};
    sidecar_name(pack, name);
    catalog_write(list, &pack->beside, name, &sidecar); /* if it fails, the file is scanned again next time */
}

/* Implements catalog_mend_fn. */
static bool make_list_anew(void *argument, struct catalog *anew)
{
    const struct pack *pack = argument;
    struct pack_scanner scanner;
    pack_scanner_begin(&scanner, pack->fd, &pack->limits, (uint64_t)pack->stamp.size);
    pack_scan_all(&scanner, PACK_CHUNK, anew);
    bool good = !scanner.failed && !file_is_changed(pack->fd, &pack->stamp);
    pack_scanner_end(&scanner);
    if (good)
        keep_list(pack, anew);
    return good;
}

static bool find_list(struct pack *pack)
{
    char name[NAME_ROOM];
    sidecar_name(pack, name);
    struct sidecar_map *map = sidecar_open(&pack->beside, name, PACK_HEADERS, &pack->stamp, catalog_look);
    if (map && catalog_open(&pack->list, map, make_list_anew, pack))
        return true;
    sidecar_close(map);
    return false;
}

/* After opening the file: uses the cached list, or begins to scan. */
static void begin(struct pack *pack)
{
    pack_scanner_end(&pack->scanner);
    catalog_clear(&pack->list);
    pack->cut_short = false;
    pack_scanner_begin(&pack->scanner, pack->fd, &pack->limits, (uint64_t)pack->stamp.size);
    pack->scanned = find_list(pack);
}

static void finish(struct pack *pack)
{
    struct stat stat;
    pack->scanned = true;
    bool whole = !pack->scanner.failed;
    pack_scanner_end(&pack->scanner);
    struct file_stamp now = {0};
    if (fstat(pack->fd, &stat) == 0)
        now = file_stamp_of(&stat);
    if (whole && file_stamp_same(&now, &pack->stamp))
        keep_list(pack, &pack->list);
}

bool pack_scan(struct pack *pack, int games)
{
    if (pack->scanned)
        return false;
    if (games == INT_MAX && !pack->alone) {
        pack_scan_all(&pack->scanner, PACK_CHUNK, &pack->list);
        finish(pack);
        return false;
    }
    for (; games > 0 && !pack->scanned; games--) {
        pack->cut_short = pack->alone && catalog_bytes(&pack->list) > LIST_MOST;
        if (pack->cut_short || !pack_scanner_next(&pack->scanner, &pack->list) || pack->scanner.at == pack->scanner.size)
            finish(pack);
    }
    return !pack->scanned;
}

void pack_adopt(struct pack *pack, const struct file_stamp *stamp, struct catalog *list)
{
    if (pack->scanned || pack->list.count || !file_stamp_same(stamp, &pack->stamp))
        return;
    catalog_clear(&pack->list);
    pack->list = *list;
    *list = (struct catalog){0};
    finish(pack);
}

bool pack_scanned(const struct pack *pack)
{
    return pack->scanned;
}

bool pack_cut_short(const struct pack *pack)
{
    return pack->cut_short;
}

const struct catalog *pack_list(const struct pack *pack)
{
    return &pack->list;
}

int pack_total(const struct pack *pack)
{
    int count = pack->list.count;
    if (pack->scanned)
        return count;
    uint64_t each = count ? pack->scanner.at / (uint64_t)count + 1 : BYTES_A_GAME;
    uint64_t left = (pack->scanner.size - pack->scanner.at) / each + 1;
    return left < (uint64_t)(INT_MAX / 2 - count) ? count + (int)left : INT_MAX / 2;
}

/* ---------------------------------------------------------------------------------------------------- games */

static struct pack_spot spot_of(const struct pack *pack, int at)
{
    struct pack_spot spot;
    memcpy(&spot, catalog_own(&pack->list, at), sizeof spot);
    return spot;
}

uint64_t pack_start_of(const struct pack *pack, int at)
{
    if (at == pack->list.count)
        return pack->scanned && !pack->cut_short ? (uint64_t)pack->stamp.size : pack->scanner.at;
    struct pack_spot spot = spot_of(pack, at);
    return (uint64_t)spot.high << 32 | spot.low;
}

int pack_line(const struct pack *pack, int at)
{
    uint32_t line = spot_of(pack, at).line;
    return line < INT_MAX ? (int)line : INT_MAX;
}

/* The part of the bytes before the next game that belongs to this one: remarks and document ends
 * may lie between them. */
static size_t own_bytes(const char *bytes, size_t size)
{
    struct yaml_piece piece = {0};
    if (!memmem(bytes, size, "\n---", 4) && !memmem(bytes, size, "\n...", 4))
        return size;
    return yaml_next(bytes, size, &piece) && piece.start == 0 ? piece.end : size;
}

int pack_bytes(const struct pack *pack, int at, char **bytes, size_t *size, struct note *why)
{
    uint64_t from = pack_start_of(pack, at), to = pack_start_of(pack, at + 1);
    if (to <= from || to > (uint64_t)pack->stamp.size)
        return note_fail(why, FAIL_SYSTEM, -1, "the file was changed meanwhile");
    size_t most = (size_t)pack->limits.file_bytes + 2 * MARKER, length = to - from < most ? (size_t)(to - from) : most;
    char *read = memory_new(length + 1, 1);
    int result = 0;
    if (!file_read_at(pack->fd, from, read, length) || file_is_changed(pack->fd, &pack->stamp))
        result = note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: it may have been changed meanwhile");
    *size = own_bytes(read, length); /* remarks and empty documents may follow it */
    if (result == 0 && *size > (size_t)pack->limits.file_bytes + MARKER)
        result = note_fail(why, FAIL_LIMIT, -1, "the game is larger than %d bytes", pack->limits.file_bytes);
    if (result < 0) {
        free(read);
        return result;
    }
    *bytes = read;
    read[*size] = '\0';
    return 0;
}

/* -------------------------------------------------------------------------------------------------- opening */

const char *pack_name(const struct pack *pack)
{
    return pack->name;
}

const struct file_stamp *pack_stamp(const struct pack *pack)
{
    return &pack->stamp;
}

static int open_file(struct pack *pack, struct note *why)
{
    struct stat stat;
    int fd = openat(pack->folder, pack->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || file_stat_settled(fd, NULL, &stat) < 0 || !S_ISREG(stat.st_mode)) {
        int result = fd < 0 ? file_fail(why, "the file cannot be opened")
                            : note_fail(why, FAIL_TEXT, -1, "it is no plain file");
        if (fd >= 0)
            close(fd);
        return result;
    }
    if (pack->fd >= 0)
        close(pack->fd);
    pack->fd = fd;
    pack->stamp = file_stamp_of(&stat);
    return 0;
}

int pack_open(struct pack **out, int folder, const char *file, const struct sidecar_place *beside,
              const struct yaml_limits *limits, struct note *why)
{
    struct pack *pack = memory_new(1, sizeof *pack);
    size_t length = strlen(file);
    pack->fd = -1;
    pack->folder = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    pack->file = memory_text(file);
    pack->name = memory_text(file);
    if (length > 5 && !strcmp(file + length - 5, ".yaml"))
        pack->name[length - 5] = '\0';
    pack->alone = !beside;
    if (beside)
        pack->beside = *beside;
    pack->beside.folder = !beside || beside->folder < 0 ? -1 : fcntl(beside->folder, F_DUPFD_CLOEXEC, 0);
    pack->limits = *limits;
    pack->list.own = sizeof(struct pack_spot);
    int result = pack->folder < 0 ? file_fail(why, "the file cannot be opened") : open_file(pack, why);
    if (result < 0) {
        pack_close(pack);
        return result;
    }
    begin(pack);
    *out = pack;
    return 0;
}

bool pack_is_replaced(const struct pack *pack)
{
    struct stat stat;
    if (fstatat(pack->folder, pack->file, &stat, AT_SYMLINK_NOFOLLOW) < 0)
        return false; /* deleted: the open file can still be read */
    struct file_stamp now = file_stamp_of(&stat);
    return !file_stamp_same(&now, &pack->stamp);
}

bool pack_refresh(struct pack *pack)
{
    if (!pack_is_replaced(pack) || open_file(pack, NULL) < 0)
        return false;
    begin(pack);
    return true;
}

void pack_close(struct pack *pack)
{
    if (!pack)
        return;
    pack_scanner_end(&pack->scanner);
    catalog_clear(&pack->list);
    if (pack->fd >= 0)
        close(pack->fd);
    if (pack->folder >= 0)
        close(pack->folder);
    if (pack->beside.folder >= 0)
        close(pack->beside.folder);
    free(pack->file);
    free(pack->name);
    free(pack);
}
