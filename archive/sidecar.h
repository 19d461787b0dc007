/* sidecar.h - a file of numbers beside the games, as it stands in memory: written whole, believed only if it fits.
 *
 * It holds what can be made anew at any time, so nothing is mended: a file of another format, of another file than the one it was
 * made from, or cut off, is no sidecar. It is mapped, so that all programs share it and opening it costs what is looked at; each
 * block of a part has a check value, which is looked at before the block is. */
#ifndef CHESSCADE_SIDECAR_H
#define CHESSCADE_SIDECAR_H

#include "archive/file.h"

enum { SIDECAR_PARTS = 22, SIDECAR_NUMBERS = 8, SIDECAR_BLOCK = 1 << 16 };

/* Where sidecars are kept: a folder, and what their names begin with there. A descriptor of -1: nowhere. */
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
    struct file_stamp of; /* the file it was made from, as it was before it was read */
    int64_t number[SIDECAR_NUMBERS];
    struct sidecar_part part[SIDECAR_PARTS];
};

/* Write one, and take away what others that were killed while writing have left there. Nothing is flushed: after a crash it
 * may be none. FAIL_SYSTEM leaves the one before. */
int sidecar_write(const struct sidecar_place *place, const char *name, const struct sidecar *sidecar, struct note *why);

/* One that is mapped. */
struct sidecar_map {
    struct sidecar sidecar;  /* its parts are in the map */
    bool (*look)(const struct sidecar *sidecar, int part, const void *bytes, size_t size);
    void *base;
    size_t size;
    const uint64_t *check;   /* of the blocks of all parts */
    int first[SIDECAR_PARTS + 1]; /* the first block of each part */
    uint8_t *sound;          /* bits: blocks that were looked at */
};
/* Map one of that kind that was made from the file as it is now; NULL: there is none. A file changed so shortly before the sidecar
 * was made that its times might not tell is not believed. `look` (may be NULL) is asked for each block before it is believed:
 * whether it can be what it should. */
struct sidecar_map *sidecar_open(const struct sidecar_place *place, const char *name, uint32_t kind, const struct file_stamp *of,
                                 bool (*look)(const struct sidecar *sidecar, int part, const void *bytes, size_t size));
void sidecar_close(struct sidecar_map *map);
/* Are some bytes of a part what was written? */
bool sidecar_is_sound(struct sidecar_map *map, int part, uint64_t from, uint64_t size);

/* Take away what writers of large files have left in a folder that were killed: what nobody has written to for a minute and whose
 * process is gone, and, since numbers of processes come again and other machines have their own, whatever has been at rest for an
 * hour. */
void sidecar_sweep(int folder);

/* A check value: every changed bit shows. `seed` goes in. */
uint64_t sidecar_check(const void *bytes, size_t size, uint64_t seed);

#endif
