/* near.h - the name somebody may have meant: of those there are, the one fewest keys away from what was typed.
 *
 *     struct near near = {.typed = text};
 *     near_try(&near, name);              for each name there is
 *     near_hint(&near, hint, sizeof hint)  ": did you mean 'name'?", or nothing when none is near */
#ifndef CHESSCADE_NEAR_H
#define CHESSCADE_NEAR_H

#include <stddef.h>

enum { NEAR_HINT_ROOM = 96 };

struct near {
    const char *typed; /* borrowed */
    const char *best;  /* of those tried, borrowed; NULL while none is near enough */
    int keys;          /* how many keys it is away */
};

/* Try a name: it is near when a third of its characters, the dashes before an option's left aside, and three at most, were
 * mistyped, left out, added or changed places with their neighbour. Of names as near as each other the first one stays.
 * Bytes are compared, letters of either case alike. */
void near_try(struct near *near, const char *name);

/* ": did you mean 'name'?"; empty when no name is near. Returns `out`. */
const char *near_hint(const struct near *near, char *out, size_t size);

#endif
