/* ply_replace.h - replaces a ply of a record by another, keeping what follows as long as it is legal. */
#ifndef CHESSCADE_TUI_SESSION_PLY_REPLACE_H
#define CHESSCADE_TUI_SESSION_PLY_REPLACE_H

#include "archive/replay/replay.h"
#include "tui/session/game_line.h"

/* Write, in the record's notation, the ply that is to replace the one at a spot (not the start); `before` is the
 * position it is played in. FAIL_TEXT: `text` is not a ply there; FAIL_RULE: that ply is there already, or notes
 * would lose the members they belong to; FAIL_LIMIT as ply_kept(). */
int ply_replace_read(const struct record *record, const struct spot *spot, const struct position *before, const char *text,
                     char out[PLY_ROOM], struct note *why);
/* After edit_replace(): cut the line at the first ply that is no longer legal. Returns how many plies then follow
 * the one at the spot. The track is left at the end of the line. */
int ply_replace_cut(struct record *record, const struct spot *spot, struct track *track);

#endif
