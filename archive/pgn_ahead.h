/* pgn_ahead.h - the games of a large PGN text, read by other threads while the caller is busy with those before.
 *
 * A text is cut where a game certainly begins: at tags behind an empty line behind what is no tag. Each piece is read by
 * itself (archive/pgn.h) and the games come out in their order, exactly those a single reader gives. */
#ifndef CHESSCADE_PGN_AHEAD_H
#define CHESSCADE_PGN_AHEAD_H

#include "archive/pgn.h"

struct pgn_ahead;

/* Begin with a text as pgn_begin() takes it, cut into pieces of about `piece` bytes (0: a good size); `busy`: the caller has
 * work of its own, and a processor is left for it. Small texts, and all of them where there is one processor only, are
 * read by the caller's own thread. */
void pgn_ahead_begin(struct pgn_ahead **out, const char *text, size_t length, size_t piece, bool busy);
/* The next game, the caller's, as pgn_next() gives it; NULL behind the last. *number counts from 1, *at (may be NULL) is how far
 * the text has been read, about. Ids are given here: games in order have ids in order. */
struct record *pgn_ahead_next(struct pgn_ahead *ahead, int *number, size_t *at);
/* At any time; games not asked for are dropped. */
void pgn_ahead_end(struct pgn_ahead *ahead);

#endif
