/* file_kind.h - what a file is that holds no games of chess: by the bytes it begins with, as the program file(1) tells it. */
#ifndef CHESSCADE_FILE_KIND_H
#define CHESSCADE_FILE_KIND_H

#include "core/base.h"

enum { FILE_KIND_BYTES = 512 /* of a file's beginning, enough to tell each kind by */ };

/* "a ZIP archive", "an ELF program", "binary data": what bytes are that begin a file and are no text; "HTML" and the like for texts
 * that never are games. NULL: they may be games in YAML or PGN. */
const char *file_kind_foreign(const char *bytes, size_t size);

/* True if there is something of a PGN in these bytes of a text: a tag pair, a ply on a board of chess, a result. A text without any
 * of them has no game in it. */
bool file_kind_has_pgn(const char *bytes, size_t size);

#endif
