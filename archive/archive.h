/* archive.h - everything that the archive offers, on one page and in reading order.
 *
 * For programs that use the library and for newcomers, like core/chesscade.h, which it includes.
 * The sources of chesscade include the single headers they need instead.
 *
 * In short: store_open() opens an archive, a YAML file or a PGN file; store_scan() lists its games,
 * store_load() reads one as a struct record, store_save() writes it back and never overwrites what
 * somebody else has saved meanwhile; replay_open() and replay_go() play a record on a board.
 * Nothing here prints. Texts are UTF-8, and as files have them: sanitize.h before a terminal shows
 * them. */
#ifndef CHESSCADE_ARCHIVE_ARCHIVE_H
#define CHESSCADE_ARCHIVE_ARCHIVE_H

#include "core/chesscade.h"

/* 1. A game: its record, places in it, changes to it. */
#include "archive/record/record.h"
#include "archive/record/header_values.h"
#include "archive/record/cursor.h"
#include "archive/record/edit.h"

/* 2. On a board; as PGN; as one line of a list. */
#include "archive/replay/replay.h"
#include "archive/pgn/pgn.h"
#include "archive/summary/summary.h"

/* 3. Where games are kept; merging what two people saved; checking. */
#include "archive/store/store.h"
#include "archive/store/verify.h"
#include "archive/merge/merge.h"
#include "archive/merge/merge_save.h"

/* 4. Finding and counting. */
#include "archive/query/query.h"
#include "archive/search/search.h"
#include "archive/search/collection.h"
#include "archive/report/opening_tree.h"
#include "archive/report/statistics.h"
#include "archive/report/duplicates.h"
#include "archive/import/import.h"

/* 5. Games that are being played, and who is here. live_backend.h: where else they could be
 * kept. */
#include "archive/live/live_game.h"
#include "archive/live/journal.h"
#include "archive/live/people.h"
#include "archive/store/live_backend.h"

/* 6. Texts from files, made fit for a terminal. */
#include "archive/util/sanitize.h"

#endif
