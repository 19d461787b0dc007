/* ply_match.h - finds which continuation of the record equals a given ply. Files may spell plies in any form
 * people type, so they are compared as plies, not as texts. */
#ifndef CHESSCADE_TUI_SESSION_PLY_MATCH_H
#define CHESSCADE_TUI_SESSION_PLY_MATCH_H

#include "archive/replay/replay.h"

/* The ply to find: `text` is what ply_kept() returns for a ply legal in `now`, the position at the spot. All
 * borrowed. */
struct way_sought {
    const struct record *record;
    const struct position *now;
    const char *text;
};

/* The continuation at the spot that equals this ply, -1: none. */
int way_sought_find(const struct way_sought *sought, const struct spot *spot);
/* True if a text of the record is this ply. */
bool way_sought_is(const struct way_sought *sought, const char *text);
/* For a ply that equals no continuation: what differs, if it is only what the piece does after its move: "its turn
 * is not". Constant text, or NULL. */
const char *way_sought_near(const struct way_sought *sought, const struct spot *spot);

#endif
