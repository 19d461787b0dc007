/* archive.h - includes everything that the archive offers, on one page and in reading order.
 *
 * It is for programs that use the library, and for newcomers. It also includes core/chesscade.h,
 * which does the same for the core. The sources of chesscade do not include it, but the single
 * headers that they need.
 *
 * In short: store_open() opens an archive, a YAML file or a PGN file. store_scan() lists its games,
 * store_load() reads one as a struct record, and store_save() writes it back, but never overwrites
 * what somebody else has saved in the meantime. replay_open() and replay_go() play a record on a
 * board. Nothing here prints. Texts are UTF-8, exactly as they are in the files: clean them with
 * sanitize.h before a terminal shows them. */
#ifndef CHESSCADE_ARCHIVE_ARCHIVE_H
#define CHESSCADE_ARCHIVE_ARCHIVE_H

#include "core/chesscade.h"

/* 1. A game: its record, positions in the record, and changes to it. */
#include "archive/record/record.h"
#include "archive/record/header_values.h"
#include "archive/record/cursor.h"
#include "archive/record/edit.h"

/* 2. A game on a board, as PGN, and as one line of a list. */
#include "archive/replay/track.h"
#include "archive/replay/replay.h"
#include "archive/pgn/pgn.h"
#include "archive/summary/summary.h"

/* 3. Stores, which keep games; merging the changes of two people; verifying files. */
#include "archive/store/store.h"
#include "archive/store/verify.h"
#include "archive/merge/merge.h"
#include "archive/merge/merge_save.h"

/* 4. Searching, collections, statistics, duplicates and imports. */
#include "archive/query/query.h"
#include "archive/search/search.h"
#include "archive/search/collection.h"
#include "archive/report/opening_tree.h"
#include "archive/report/statistics.h"
#include "archive/report/duplicates.h"
#include "archive/import/import.h"

/* 5. Live games and the users online. live_backend.h lists the functions that a new place for live
 * games must provide. */
#include "archive/live/live_game.h"
#include "archive/live/journal.h"
#include "archive/live/people.h"
#include "archive/store/live_backend.h"

/* 6. Makes texts from files safe to display. */
#include "archive/util/sanitize.h"

#endif
