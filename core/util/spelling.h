/* spelling.h - "did you mean": the known name that is the fewest typing errors away from what was
 * typed.
 *
 *      struct spelling spelling = {.typed = text};
 *      spelling_try(&spelling, name);                  for each known name
 *      spelling_hint(&spelling, hint, sizeof hint);    ": did you mean 'name'?", or nothing */
#ifndef CHESSCADE_CORE_UTIL_SPELLING_H
#define CHESSCADE_CORE_UTIL_SPELLING_H

#include <stddef.h>

enum { SPELLING_HINT_ROOM = 96 };

struct spelling {
    const char *typed; /* borrowed */
    const char *best;  /* the best name tried so far, borrowed; NULL while none is near enough */
    int keys;          /* its distance in typing errors */
};

/* Try a name. It is near enough if at most a third of its characters (not counting leading dashes),
 * and at most three, were mistyped, left out, added or swapped with their neighbour. Of equally
 * near names the first one wins. Compares bytes, ignoring the case of letters. */
void spelling_try(struct spelling *spelling, const char *name);

/* Writes ": did you mean 'name'?", or "" if no name is near enough. Returns `out`. */
const char *spelling_hint(const struct spelling *spelling, char *out, size_t size);

#endif
