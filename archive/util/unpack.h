/* unpack.h - decompresses input files (gzip, Zstandard) and reads pipes completely before use.
 *
 * The whole input goes to an unnamed temporary file, so that readers can seek, and nothing of a
 * truncated or damaged file is ever used. */
#ifndef CHESSCADE_ARCHIVE_UTIL_UNPACK_H
#define CHESSCADE_ARCHIVE_UTIL_UNPACK_H

#include "core/base.h"

enum {
    UNPACK_FREE = 64 << 20, /* size that any file may have after decompression; more only if it is
                               at most */
    UNPACK_TIMES = 100 /* this many times its compressed size: games grow by a factor of 3 to 30 */
};

/* The program whose compressed files begin so: "gzip" or "zstd"; NULL: neither. */
const char *unpack_packer(const char *bytes, size_t size);

/* Called now and then; return false to stop. */
typedef bool unpack_go_on_fn(void *argument);

/* If *fd is not a regular file, or is compressed, reads it to the end: *fd becomes an unnamed file
 * in $TMPDIR, /var/tmp or /tmp with the decompressed contents, and the original is closed. In any
 * case *fd is positioned at its start. Needs at most 130 MB of memory, and disk space for the text.
 * On failure *fd is still open. FAIL_TEXT: the compressed data is damaged or truncated; FAIL_LIMIT:
 * it grows beyond what UNPACK_FREE and UNPACK_TIMES allow, or needs more memory; FAIL_BUSY: go_on()
 * asked to stop; FAIL_SYSTEM: it is unreadable, or there is no disk space. */
int unpack(int *fd, unpack_go_on_fn *go_on, void *argument, struct note *why);

/* ---- Recognizes files that hold no chess games by their first bytes, like file(1). */

enum {
    FILE_KIND_BYTES = 512 /* bytes from the start of a file that suffice to recognize each kind */
};

/* Names the format if the first bytes are not text ("a ZIP archive", "an ELF program", "binary
 * data") or are a text that never holds games ("HTML"). NULL if they may be games in YAML or PGN.
 */
const char *file_kind_foreign(const char *bytes, size_t size);

/* True if a text contains any sign of PGN: a tag pair, a chess ply or a result. A text without any
 * holds no game. */
bool file_kind_has_pgn(const char *bytes, size_t size);

#endif
