/* import_by_size.h - imports a file as a pack or as single files, depending on its size. */
#ifndef CHESSCADE_ARCHIVE_IMPORT_IMPORT_BY_SIZE_H
#define CHESSCADE_ARCHIVE_IMPORT_IMPORT_BY_SIZE_H

#include "archive/import/import.h"
#include "archive/store/pack/pack_writer.h"

/* Like import_games(), but a file of 64 KB or more becomes a pack named after it; if a pack made
 * from another file has that name, a similar name is used. `pack` gets the name, or "" if the games
 * became single files. Ignores options->pack. */
int import_by_size(struct store *store, struct import_source *source, const struct import_options *options,
                   char pack[static PACK_NAME_MOST + 1], struct import_report *report, struct note *why);

#endif
