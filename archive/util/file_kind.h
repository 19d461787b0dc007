/* file_kind.h - recognizes files that hold no chess games by their first bytes, like file(1). */
#ifndef CHESSCADE_ARCHIVE_UTIL_FILE_KIND_H
#define CHESSCADE_ARCHIVE_UTIL_FILE_KIND_H

#include "core/base.h"

enum { FILE_KIND_BYTES = 512 /* bytes from the start of a file that suffice to recognize each kind */ };

/* Names the format if the first bytes are not text ("a ZIP archive", "an ELF program", "binary
 * data") or are a text that never holds games ("HTML"). NULL if they may be games in YAML or PGN. */
const char *file_kind_foreign(const char *bytes, size_t size);

/* True if a text contains any sign of PGN: a tag pair, a chess ply or a result. A text without any
 * holds no game. */
bool file_kind_has_pgn(const char *bytes, size_t size);

#endif
