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
    int keys;          /* distance of `best` from `typed` in typing errors */
};

/* Try a name. It is near enough if it differs from `typed` by at most three typing errors, by at
 * most a third as many as the name has characters (rounded up; leading dashes do not count), and by
 * fewer than `typed` has characters. A typing error is a wrong, missing or extra character, or two
 * swapped neighbours. Among equally near names the first tried wins. Compares bytes, ignoring the
 * case of letters. */
void spelling_try(struct spelling *spelling, const char *name);

/* Writes ": did you mean 'name'?", or "" if no name is near enough. Returns `out`. */
const char *spelling_hint(const struct spelling *spelling, char *out, size_t size);

#endif
