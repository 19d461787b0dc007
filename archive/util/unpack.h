/* unpack.h - decompresses input files (gzip, Zstandard) and reads pipes to their end.
 *
 * The whole input goes to an unnamed temporary file, so that readers can seek in it. Nothing of a
 * truncated or damaged input is used. */
#ifndef CHESSCADE_ARCHIVE_UTIL_UNPACK_H
#define CHESSCADE_ARCHIVE_UTIL_UNPACK_H

#include "core/base.h"

enum {
    UNPACK_FREE = 64 << 20, /* size in bytes up to which every file is decompressed */
    UNPACK_TIMES = 100 /* a file that is larger when decompressed may grow by at most this factor;
                          games grow by a factor of 3 to 30 */
};

/* Returns the program that compressed a file with this beginning: "gzip" or "zstd"; NULL for any
 * other file. */
const char *unpack_packer(const char *bytes, size_t size);

/* A function that unpack() calls every now and then. It returns false to stop the work. */
typedef bool unpack_go_on_fn(void *argument);

/* If *fd is compressed or not a regular file, reads it to the end, replaces *fd by an unnamed file
 * in $TMPDIR, /var/tmp or /tmp with the decompressed contents, and closes the original. *fd is then
 * positioned at its start, whether replaced or not. Needs at most 130 MB of memory, and disk space
 * for the text.
 *
 * On failure *fd stays open:
 *
 * - FAIL_TEXT: the compressed data is damaged or truncated
 * - FAIL_LIMIT: the contents exceed both UNPACK_FREE and UNPACK_TIMES, or need more memory
 * - FAIL_BUSY: go_on() returned false
 * - FAIL_SYSTEM: the file is unreadable, or the disk is full */
int unpack(int *fd, unpack_go_on_fn *go_on, void *argument, struct note *why);

/* ---- Recognizes files without chess games by their first bytes, as file(1) does. */

enum {
    FILE_KIND_BYTES = 512 /* number of bytes at the start of a file that are enough to recognize any
                             format */
};

/* Returns the name of a format that holds no games: a binary format ("a ZIP archive", "an ELF
 * program", "binary data") or another kind of text ("an HTML page"). Returns NULL if the file may
 * hold games in YAML or PGN. */
const char *file_kind_foreign(const char *bytes, size_t size);

/* True if a text contains a tag pair, a chess ply or a result. A text without these is not PGN. */
bool file_kind_has_pgn(const char *bytes, size_t size);

#endif
