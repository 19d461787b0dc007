/* sidecar.h - a file of numbers beside the games, as it stands in memory: written whole, believed only if it fits.
 *
 * It holds what can be made anew at any time, so nothing is mended: a file of another format, of another file than
 * the one it was made from, cut off or changed by a single bit is no sidecar, and is made again. It is read, never
 * mapped: one that shrinks meanwhile must not kill us. */
#ifndef CHESSCADE_SIDECAR_H
#define CHESSCADE_SIDECAR_H

#include "archive/file.h"

enum { SIDECAR_PARTS = 22, SIDECAR_NUMBERS = 8 };

/* Where sidecars are kept: a folder, and what their names begin with there. A descriptor of -1: nowhere. */
struct sidecar_place {
    int folder;
    char prefix[40];
};

struct sidecar_part {
    void *bytes;
    uint64_t size;
    uint32_t cell; /* bytes of one of its cells: where all are the same it is written once. 0: it has none, or not to be written */
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
/* Asked for the bytes of each part, stretch by stretch as they are read, while the processor has them at hand: whole cells, the one
 * that stands for all once. Its numbers are known. False: they cannot be what they should. */
typedef bool sidecar_look_fn(const struct sidecar *sidecar, int part, const void *bytes, size_t size);

/* Read one of that kind that was made from the file as it is now; the parts are the caller's, NUL behind them. False:
 * there is none. A file changed so shortly before the sidecar was made that its times might not tell is not believed. `look`
 * may be NULL. */
bool sidecar_read(const struct sidecar_place *place, const char *name, uint32_t kind, const struct file_stamp *of,
                  sidecar_look_fn *look, struct sidecar *sidecar);
/* The same without the parts: whether there is one as far as its head tells, and its numbers. */
bool sidecar_look(const struct sidecar_place *place, const char *name, uint32_t kind, const struct file_stamp *of,
                  int64_t number[SIDECAR_NUMBERS]);
void sidecar_clear(struct sidecar *sidecar);

/* Take away what writers of large files have left in a folder that were killed: what nobody has written to for a minute and whose
 * process is gone, and, since numbers of processes come again and other machines have their own, whatever has been at rest for an
 * hour. */
void sidecar_sweep(int folder);

/* Memory that is about to be filled: have the system hand it out at once, which takes a third of the time it takes page by page. */
void sidecar_hand_out(void *memory, size_t size);

/* A check value: every changed bit shows. `seed` goes in. */
uint64_t sidecar_check(const void *bytes, size_t size, uint64_t seed);

#endif
