/* cache_file.h - a disposable cache file: a memory image on disk, written atomically, checksummed,
 * and mapped for reading.
 *
 * It holds only what can be rebuilt at any time, so nothing is repaired: a file that has another
 * format, was made from another file, or is truncated is ignored. Mapping it lets all programs
 * share it, and opening it costs only what is read. Each block of a part has a checksum, which is
 * verified before the block is first used. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_CACHE_FILE_H
#define CHESSCADE_ARCHIVE_SUMMARY_CACHE_FILE_H

#include "archive/util/fs.h"

enum { SIDECAR_PARTS = 22, SIDECAR_NUMBERS = 8, SIDECAR_BLOCK = 1 << 16 };

/* Where sidecars are kept: a folder, and a prefix for their names there. Folder -1: nowhere. */
struct sidecar_place {
    int folder;
    char prefix[40];
};

struct sidecar_part {
    void *bytes;
    uint64_t size;
};

struct sidecar {
    uint32_t kind;
    struct file_stamp of; /* the file it was made from, as it was before reading */
    int64_t number[SIDECAR_NUMBERS];
    struct sidecar_part part[SIDECAR_PARTS];
};

/* Writes a sidecar and removes what killed writers have left. Nothing is flushed: after a crash it
 * may be missing. FAIL_SYSTEM keeps the previous one. */
int sidecar_write(const struct sidecar_place *place, const char *name,
                  const struct sidecar *sidecar, struct note *why);

/* A mapped sidecar. */
struct sidecar_map {
    struct sidecar sidecar; /* its parts point into the map */
    bool (*look)(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
    void *base;
    size_t size;
    const uint64_t *check;        /* checksums of the blocks of all parts */
    int first[SIDECAR_PARTS + 1]; /* the first block of each part */
    uint8_t *sound;               /* bits: blocks already verified */
};
/* Maps a sidecar of that kind made from the current version of a file; NULL if there is none. A
 * sidecar made so soon after a change to the file that the file's times might not show another
 * change is not trusted. `look` (may be NULL) checks each block's plausibility before it is used.
 */
struct sidecar_map *sidecar_open(const struct sidecar_place *place, const char *name, uint32_t kind,
                                 const struct file_stamp *of,
                                 bool (*look)(const struct sidecar *sidecar, int part,
                                              const void *bytes, size_t size));
void sidecar_close(struct sidecar_map *map);
/* True if some bytes of a part are as they were written. */
bool sidecar_is_sound(struct sidecar_map *map, int part, uint64_t from, uint64_t size);

/* Removes what killed writers of large files have left in a folder: temporary files not written to
 * for a minute whose process is gone. As process numbers are reused and other machines have their
 * own, also everything that has not changed for an hour. */
void sidecar_sweep(int folder);

/* A checksum that detects every changed bit; `seed` is included. */
uint64_t sidecar_check(const void *bytes, size_t size, uint64_t seed);

#endif
