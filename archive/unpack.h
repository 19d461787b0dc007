/* unpack.h - files of games that come through a pipe or are packed by gzip or Zstandard: unpacked, as a whole, into a file without
 * a name, so that what reads them may go to and fro, and nothing of a file that is cut short or damaged is ever used. */
#ifndef CHESSCADE_UNPACK_H
#define CHESSCADE_UNPACK_H

#include "core/base.h"

enum {
    UNPACK_FREE = 64 << 20, /* bytes that any file may become; more than that only if it is no more than */
    UNPACK_TIMES = 100      /* so many times as large as it was: games become 3 to 30 times as large */
};

/* The program that packs files which begin so: "gzip" or "zstd"; NULL: they are not packed by these. */
const char *unpack_packer(const char *bytes, size_t size);

/* Asked now and then, false: stop. */
typedef bool unpack_go_on_fn(void *argument);

/* If *fd is no plain file, or is packed, read it to its end: *fd becomes a file without a name, in $TMPDIR, /var/tmp or /tmp, with
 * what came, unpacked, and the other is closed. *fd is read from its beginning in any case. It needs 130 MB of memory at most, and
 * the disk that the text needs. On failure *fd is still open.
 * FAIL_TEXT: what is packed is damaged or cut short; FAIL_LIMIT: it becomes larger than UNPACK_FREE and UNPACK_TIMES allow, or
 * needs more memory; FAIL_BUSY: go_on() said to stop; FAIL_SYSTEM: it cannot be read, or there is no room. */
int unpack(int *fd, unpack_go_on_fn *go_on, void *argument, struct note *why);

#endif
