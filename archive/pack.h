/* pack.h - very many games in one file that is only read: packs/<name>.yaml, a stream of documents.
 *
 * The file is the truth. Its list (archive/catalog.h) with the place of each game is kept in a sidecar, made by
 * scanning the file when there is none that fits: a second or two for a million games. A sidecar of our own and no
 * SQLite for this: a row per game in SQLite takes four times the room and longer to write than scanning takes. */
#ifndef CHESSCADE_PACK_H
#define CHESSCADE_PACK_H

#include "archive/catalog.h"
#include "archive/positions.h"
#include "archive/sidecar.h"

struct pack;

/* Open packs/`file` in a folder; `beside`: where its sidecars are. All is copied or kept open. FAIL_SYSTEM, FAIL_TEXT. With
 * `beside` NULL it is any stream of games somebody opens: it has no sidecars, and where its games are so many and short that their
 * list would take more than 36 MB only the first are looked at. */
int pack_open(struct pack **out, int folder, const char *file, const struct sidecar_place *beside,
              const struct yaml_limits *limits, struct note *why);
void pack_close(struct pack *pack);

/* The file's name without its ending. */
const char *pack_name(const struct pack *pack);

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

/* Bring the index of positions, plies and texts up to date with some thousand games more; true while there are others. *done games
 * are in it. It is three files beside the list's, added to in pieces, so that building them can be cut off at any time. */
bool pack_index_step(struct pack *pack, int *done);
/* Is every game in it? */
bool pack_indexed(struct pack *pack);
/* Another process may have added to the index: open it anew when it is asked next. */
void pack_index_forget(struct pack *pack);
/* Which of its games may fit a query: sieve_catalog(), with what is known of its positions, plies and texts. */
struct query;
struct sieve_set;
struct sieve_set pack_sieve(struct pack *pack, const struct query *query);
/* How its main lines go on from a position: `each` is called for the games of which the index knows that their main line
 * meets one of the hashes: `met` which one, the hash of the next position in `next`, 0 at the end of the line. The set of
 * games of which everything was said so, the caller's; NULL: none. */
uint8_t *pack_continuations(struct pack *pack, const uint32_t *hash, int hashes, positions_goes_on_fn *each, void *argument);

/* The games from a place on of which query_bytes_lack() does not say that they lack a word: bits over *n games, from `from` on, as
 * many as are in some megabytes; the caller's. So a million games are gone through in some tenths of a second. */
uint8_t *pack_with_word(const struct pack *pack, const char *word, int from, int *n);

/* Is the file another one now? False where it was deleted: what was opened stays to be looked at. */
bool pack_is_replaced(const struct pack *pack);
/* If so it is looked at anew: true. */
bool pack_refresh(struct pack *pack);

#endif
