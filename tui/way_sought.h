/* way_sought.h - which of the plies that come next in a record a ply is. A file may spell its plies as people type them; here they
 * are compared as plies. */
#ifndef CHESSCADE_WAY_SOUGHT_H
#define CHESSCADE_WAY_SOUGHT_H

#include "archive/replay.h"

/* What is looked for: `text` is what ply_kept() makes of a ply that is legal in `now`, the position at the spot. All borrowed. */
struct way_sought {
    const struct record *record;
    const struct position *now;
    const char *text;
};

/* The way on from the spot that is this ply, -1 when none is. */
int way_sought_find(const struct way_sought *sought, const struct spot *spot);
/* Is the text of a record this ply? */
bool way_sought_is(const struct way_sought *sought, const char *text);
/* Of a ply that is none of the ways: what keeps it from being one, when it is only what the piece does after its move: "its turn
 * is not". Constant text, or NULL. */
const char *way_sought_near(const struct way_sought *sought, const struct spot *spot);

#endif
