/* cache_file.h - disposable cache files, called *sidecars* because they lie beside the file that
 * they were made from. A sidecar is a memory image: written atomically, with checksums, and mapped
 * for reading.
 *
 * A sidecar holds only data that can be rebuilt at any time, so nothing is repaired: a sidecar that
 * is truncated, has another format or was made from another version of its file is ignored. Because
 * it is mapped, all processes share its memory, and opening it reads only the pages that are used.
 * A sidecar has several parts, each divided into blocks. Each block has a checksum, which is
 * verified before the block is first used. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_CACHE_FILE_H
#define CHESSCADE_ARCHIVE_SUMMARY_CACHE_FILE_H

#include "archive/util/fs.h"
#include "archive/util/room.h"

enum { SIDECAR_PARTS = 22, SIDECAR_NUMBERS = 8, SIDECAR_BLOCK = 1 << 16 };

/* Where sidecars are stored: a room, and a prefix for their names in it. If `room` is NULL, no
 * sidecars are written. */
struct sidecar_place {
    struct room *room;
    char prefix[40];
};

struct sidecar_part {
    void *bytes;
    uint64_t size;
};

struct sidecar {
    uint32_t kind;
    struct file_stamp of; /* stamp of the file that the sidecar was made from, taken before that
                             file was read */
    int64_t number[SIDECAR_NUMBERS];
    struct sidecar_part part[SIDECAR_PARTS];
};

/* Writes a sidecar, and removes temporary files of processes that were killed. Does not flush
 * anything, so the sidecar may be missing after a crash. On FAIL_SYSTEM the previous version
 * stays. */
int sidecar_write(const struct sidecar_place *place, const char *name,
                  const struct sidecar *sidecar, struct note *why);

/* A sidecar mapped into memory. */
struct sidecar_map {
    struct sidecar sidecar; /* the contents; all parts point into the mapped memory */
    bool (*look)(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
    void *base;
    size_t size;
    const uint64_t *check;        /* checksums of the blocks of all parts */
    int first[SIDECAR_PARTS + 1]; /* number of the first block of each part */
    uint8_t *sound; /* one bit for each block: set when its checksum has been verified */
};
/* Maps the sidecar `name` of the given kind if it was made from the current version of a file,
 * whose stamp is `of`; NULL if there is none. Ignores a sidecar made so soon after a change to the
 * file that another change could have left the same stamp. `look` (may be NULL) is called for each
 * block before its first use, and returns false if the contents are not plausible. */
struct sidecar_map *sidecar_open(const struct sidecar_place *place, const char *name, uint32_t kind,
                                 const struct file_stamp *of,
                                 bool (*look)(const struct sidecar *sidecar, int part,
                                              const void *bytes, size_t size));
void sidecar_close(struct sidecar_map *map);
/* Verifies the blocks that contain these bytes of a part, unless they are verified already. Returns
 * true if the checksums of all of them are right. */
bool sidecar_is_sound(struct sidecar_map *map, int part, uint64_t from, uint64_t size);

/* Computes a checksum that detects every change of a single bit. `seed` is included in the
 * checksum. */
uint64_t sidecar_check(const void *bytes, size_t size, uint64_t seed);

#endif
