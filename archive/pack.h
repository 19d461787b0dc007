/* pack.h - very many games in one file that is only read: packs/<name>.yaml, a stream of documents.
 *
 * The file is the truth. Its list (archive/catalog.h) with the place of each game is kept in a sidecar, made by
 * scanning the file when there is none that fits: a second or two for a million games. A sidecar of our own and no
 * SQLite for this: a row per game in SQLite takes four times the room and longer to write than scanning takes. */
#ifndef CHESSCADE_PACK_H
#define CHESSCADE_PACK_H

#include "archive/catalog.h"
#include "archive/sidecar.h"

struct pack;

/* Open packs/`file` in a folder; `beside`: where its sidecars are. All is copied or kept open. FAIL_SYSTEM, FAIL_TEXT. With
 * `beside` NULL it is any stream of games somebody opens: it has no sidecars, and where its games are so many and short that their
 * list would take more than 36 MB only the first are looked at. */
int pack_open(struct pack **out, int folder, const char *file, const struct sidecar_place *beside,
              const struct yaml_limits *limits, struct note *why);
void pack_close(struct pack *pack);

/* The file's name without its ending; and its stamp, when it was opened. */
const char *pack_name(const struct pack *pack);
const struct file_stamp *pack_stamp(const struct pack *pack);

/* Look at so many more games, or (INT_MAX) at all of them as fast as the machine can; true while there are others. */
bool pack_scan(struct pack *pack, int games);
bool pack_scanned(const struct pack *pack);
/* Are there more games than were looked at? Known when it was scanned. */
bool pack_cut_short(const struct pack *pack);
/* The games looked at; and how many there are, a guess until it was scanned. */
const struct catalog *pack_list(const struct pack *pack);
int pack_total(const struct pack *pack);

/* The list of a pack that was written just now, by whoever wrote the file with that stamp: it is not scanned then. Whatever is
 * taken over, *list is empty afterwards; where it does not fit, nothing happens. */
void pack_adopt(struct pack *pack, const struct file_stamp *stamp, struct catalog *list);

/* The bytes of a game, NUL behind them, the caller's; the line they begin at in the file, from 1. */
int pack_bytes(const struct pack *pack, int at, char **bytes, size_t *size, struct note *why);
int pack_line(const struct pack *pack, int at);

/* Is the file another one now? False where it was deleted: what was opened stays to be looked at. */
bool pack_is_replaced(const struct pack *pack);
/* If so it is looked at anew: true. */
bool pack_refresh(struct pack *pack);

#endif
