/* cache_file.c - disposable cache files with checksums, mapped for reading: see cache_file.h. */
#include "config.h"
#include "archive/summary/cache_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMAT = 5, NAME_ROOM = 256, ALIGN = 64 };

static const char magic[8] = {'c', 'h', 'e', 's', 's', 'c', 'd', '\n'};
static const uint64_t part_most = (uint64_t)1 << 36;

/* The head of the file, in the byte order of the machine that wrote it. A machine with another byte
 * order takes it for another format, and ignores the file. After the head follow the checksums of
 * the blocks of all parts, then the parts, each at a multiple of ALIGN, and at the end ALIGN
 * zeros. */
struct cache_file_head {
    char magic[8];
    uint32_t format, kind;
    struct file_stamp of;
    int64_t made, number[SIDECAR_NUMBERS];
    uint64_t size[SIDECAR_PARTS], blocks_check, own_check;
};

/* Adds up eight sums in parallel. With a single sum, the processor would have to wait for each
 * multiplication. */
enum { SUMS = 8, WORDS = SUMS * sizeof(uint64_t) };
struct sums {
    uint64_t sum[SUMS];
};

static const uint64_t odd = 0x9E3779B97F4A7C15u;

static uint64_t cache_file_mixed(uint64_t sum, uint64_t word)
{
    return ((sum << 29 | sum >> 35) ^ word) * odd;
}

uint64_t sidecar_check(const void *bytes, size_t size, uint64_t seed)
{
    struct sums sums;
    uint64_t word[SUMS], rest = size;
    const char *at = bytes; /* `bytes` may be NULL if `size` is 0 */
    for (int i = 0; i < SUMS; i++)
        sums.sum[i] = seed + (uint64_t)i + 1;
    for (; size >= WORDS; size -= WORDS, at += WORDS) {
        memcpy(word, at, WORDS);
        for (int i = 0; i < SUMS; i++)
            sums.sum[i] = cache_file_mixed(sums.sum[i], word[i]);
    }
    for (; size; size--)
        rest = (rest << 7 | rest >> 57) * odd ^ (unsigned char)*at++;
    for (int i = 0; i < SUMS; i++)
        rest = cache_file_mixed(rest, sums.sum[i]);
    return rest ^ rest >> 32;
}

/* Rounds an offset up to a multiple of ALIGN, where the next part may begin. */
static uint64_t cache_file_aligned(uint64_t at)
{
    return (at + ALIGN - 1) / ALIGN * ALIGN;
}

static uint64_t blocks_of(uint64_t size)
{
    return (size + SIDECAR_BLOCK - 1) / SIDECAR_BLOCK;
}

static uint64_t check_of_block(const void *part, uint64_t size, uint64_t block, int number)
{
    uint64_t from = block * SIDECAR_BLOCK, left = size - from;
    return sidecar_check((const char *)part + from, left < SIDECAR_BLOCK ? left : SIDECAR_BLOCK,
                         block << 8 | (uint64_t)number);
}

static void cache_file_name_of(const struct sidecar_place *place, const char *name,
                               char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "%s%.200s", place->prefix, name);
}

/* ---------------------------------------------------------------------------------------------------
 * writing */

/* Computes the checksums of all blocks and sets *n to their number. The caller owns the result. */
static uint64_t *check_blocks(const struct sidecar *sidecar, uint64_t *n)
{
    *n = 0;
    for (int i = 0; i < SIDECAR_PARTS; i++)
        *n += blocks_of(sidecar->part[i].size);
    uint64_t *check = memory_new((size_t)*n + 1, sizeof *check), at = 0;
    for (int i = 0; i < SIDECAR_PARTS; i++)
        for (uint64_t block = 0; block < blocks_of(sidecar->part[i].size); block++)
            check[at++] = check_of_block(sidecar->part[i].bytes, sidecar->part[i].size, block, i);
    return check;
}

/* Writes bytes, and then zeros up to the next multiple of ALIGN. */
static bool put_aligned(int fd, const void *bytes, uint64_t size)
{
    static const char zeros[ALIGN];
    return (!size || file_put(fd, bytes, size)) &&
           file_put(fd, zeros, cache_file_aligned(size) - size);
}

static bool put_all(int fd, const struct cache_file_head *head, const uint64_t *check,
                    uint64_t blocks, const struct sidecar *sidecar)
{
    static const char zeros[ALIGN];
    bool done =
        put_aligned(fd, head, sizeof *head) && put_aligned(fd, check, blocks * sizeof *check);
    for (int i = 0; i < SIDECAR_PARTS && done; i++)
        done = put_aligned(fd, sidecar->part[i].bytes, sidecar->part[i].size);
    return done && file_put(fd, zeros, ALIGN);
}

int sidecar_write(const struct sidecar_place *place, const char *name,
                  const struct sidecar *sidecar, struct note *why)
{
    char final[NAME_ROOM], temporary[NAME_ROOM + 40];
    struct cache_file_head head;
    uint64_t blocks;
    if (!place->room)
        return note_fail(why, FAIL_SYSTEM, -1, "there is no folder to store the index in");
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.format = FORMAT;
    head.kind = sidecar->kind;
    head.of = sidecar->of;
    head.made = file_now();
    memcpy(head.number, sidecar->number, sizeof head.number);
    for (int i = 0; i < SIDECAR_PARTS; i++)
        head.size[i] = sidecar->part[i].size;
    uint64_t *check = check_blocks(sidecar, &blocks);
    head.blocks_check = sidecar_check(check, blocks * sizeof *check, 0);
    head.own_check = sidecar_check(&head, offsetof(struct cache_file_head, own_check), 0);
    room_sweep(place->room, true);
    cache_file_name_of(place, name, final);
    snprintf(temporary, sizeof temporary, ".%s.%ld.tmp", final, (long)getpid());
    room_remove(place->room, temporary);
    int fd = room_open(place->room, temporary, ROOM_PRIVATE);
    bool done = fd >= 0 && put_all(fd, &head, check, blocks, sidecar);
    int saved = errno;
    free(check);
    if (fd >= 0 && close(fd) < 0 && done) {
        saved = errno;
        done = false;
    }
    if (done && room_rename(place->room, temporary, final, false) < 0) {
        saved = errno;
        done = false;
    }
    if (!done && fd >= 0)
        room_remove(place->room, temporary);
    errno = saved;
    return done ? 0 : file_fail(why, "the index cannot be written");
}

/* ---------------------------------------------------------------------------------------------------
 * reading */

/* Checks that the parts described in a head fit into a file of `bytes` bytes, and stores their
 * addresses in the map. */
static bool take_parts(struct sidecar_map *map, const struct cache_file_head *head, uint64_t bytes)
{
    uint64_t blocks = 0, at;
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        if (head->size[i] > part_most || head->size[i] > bytes)
            return false;
        map->first[i] = (int)blocks;
        blocks += blocks_of(head->size[i]);
    }
    map->first[SIDECAR_PARTS] = (int)blocks;
    at = cache_file_aligned(sizeof *head) + cache_file_aligned(blocks * sizeof *map->check);
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        map->sidecar.part[i] = (struct sidecar_part){(char *)map->base + at, head->size[i]};
        at += cache_file_aligned(head->size[i]);
        if (at > bytes)
            return false;
    }
    if (at + ALIGN != bytes)
        return false;
    map->check = (const uint64_t *)(const void *)((const char *)map->base +
                                                  cache_file_aligned(sizeof *head));
    return sidecar_check(map->check, blocks * sizeof *map->check, 0) == head->blocks_check;
}

/* True if a head is undamaged and belongs to a sidecar of this kind, made from this version of the
 * file. */
static bool cache_file_fits(const struct cache_file_head *head, uint32_t kind,
                            const struct file_stamp *of)
{
    return !memcmp(head->magic, magic, sizeof magic) && head->format == FORMAT &&
           head->kind == kind && file_stamp_same(&head->of, of) &&
           file_stamp_tells(of, head->made) &&
           head->own_check == sidecar_check(head, offsetof(struct cache_file_head, own_check), 0);
}

struct sidecar_map *sidecar_open(const struct sidecar_place *place, const char *name, uint32_t kind,
                                 const struct file_stamp *of,
                                 bool (*look)(const struct sidecar *sidecar, int part,
                                              const void *bytes, size_t size))
{
    char final[NAME_ROOM];
    struct stat stat;
    struct cache_file_head head;
    cache_file_name_of(place, name, final);
    int fd = place->room ? room_open(place->room, final, ROOM_READ) : -1;
    if (fd < 0)
        return NULL;
    struct sidecar_map *map = memory_new(1, sizeof *map);
    map->base = MAP_FAILED;
    map->look = look;
    bool good = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_uid == geteuid() &&
                file_read_at(fd, 0, &head, sizeof head) && cache_file_fits(&head, kind, of);
    if (good) {
        map->size = (size_t)stat.st_size;
        map->base = mmap(NULL, map->size, PROT_READ, MAP_SHARED, fd, 0);
    }
    close(fd);
    if (good && map->base != MAP_FAILED && take_parts(map, &head, map->size)) {
        map->sidecar.kind = kind;
        map->sidecar.of = *of;
        memcpy(map->sidecar.number, head.number, sizeof head.number);
        map->sound = memory_new((size_t)map->first[SIDECAR_PARTS] / 8 + 1, 1);
        return map;
    }
    sidecar_close(map);
    return NULL;
}

void sidecar_close(struct sidecar_map *map)
{
    if (!map)
        return;
    if (map->base != MAP_FAILED)
        munmap(map->base, map->size);
    free(map->sound);
    free(map);
}

/* Asks the system to load all pages that are about to be read. Loading them one by one takes
 * several times as long. */
static void map_pages(const void *bytes, uint64_t size)
{
#ifdef MADV_POPULATE_READ
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)bytes / page * page;
    /* If the system refuses, the pages are loaded one by one. */
    madvise((void *)from, (uintptr_t)bytes + size - from, MADV_POPULATE_READ);
#else
    (void)bytes, (void)size;
#endif
}

bool sidecar_is_sound(struct sidecar_map *map, int part, uint64_t from, uint64_t size)
{
    const struct sidecar_part *of = &map->sidecar.part[part];
    if (!size)
        return true;
    if (size > SIDECAR_BLOCK)
        map_pages((const char *)of->bytes + from, size);
    for (uint64_t block = from / SIDECAR_BLOCK; block <= (from + size - 1) / SIDECAR_BLOCK;
         block++) {
        int number = map->first[part] + (int)block;
        uint64_t begin = block * SIDECAR_BLOCK, left = of->size - begin;
        if (map->sound[number / 8] >> number % 8 & 1)
            continue;
        if (check_of_block(of->bytes, of->size, block, part) != map->check[number] ||
            (map->look && !map->look(&map->sidecar, part, (const char *)of->bytes + begin,
                                     left < SIDECAR_BLOCK ? left : SIDECAR_BLOCK)))
            return false;
        map->sound[number / 8] |= (uint8_t)(1u << number % 8);
    }
    return true;
}
