/* import_by_size.h - a file of games into an archive, where nobody said whether they become a pack or files of their own. */
#ifndef CHESSCADE_IMPORT_BY_SIZE_H
#define CHESSCADE_IMPORT_BY_SIZE_H

#include "archive/import.h"
#include "archive/pack_writer.h"

/* Import as import_games() does: a file of 64 KB or more becomes a pack named after it, or like it where a pack of that name is made
 * of another file. `pack` is its name then, and "" where each game has a file. options->pack is not looked at. */
int import_by_size(struct store *store, struct import_source *source, const struct import_options *options,
                   char pack[static PACK_NAME_MOST + 1], struct import_report *report, struct note *why);

#endif
