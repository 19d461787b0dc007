/* ply_replace.h - another ply in the place of one of a record; what follows is kept as long as it is legal. */
#ifndef CHESSCADE_PLY_REPLACE_H
#define CHESSCADE_PLY_REPLACE_H

#include "archive/replay.h"
#include "tui/track.h"

/* The text in the record's notation of the ply that is to stand instead of that at a spot, which is not the start; `before` is the
 * position it is played in. FAIL_TEXT: it is no ply there; FAIL_RULE: it is there already, or notes would lose their members;
 * FAIL_LIMIT as ply_kept(). */
int ply_replace_read(const struct record *record, const struct spot *spot, const struct position *before, const char *text,
                     char out[PLY_ROOM], struct note *why);
/* After edit_replace(): cut the line from its first ply on that cannot be played any more. How many plies follow the one at
 * the spot then. The track is at the end of the line afterwards. */
int ply_replace_cut(struct record *record, const struct spot *spot, struct track *track);

#endif
