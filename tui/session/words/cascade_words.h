/* cascade_words.h - a search for plies that reach a goal (core/cascades.h) as a person asks for it,
 * and why it found nothing. The screen searches in a process of its own (tui/views/cascades), the
 * command `cascades` at once. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_CASCADE_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_CASCADE_WORDS_H

#include "core/cascades.h"

enum { CASCADE_MOVES_MOST = 40 }; /* the most moves in a ply that a person can ask for */

struct cascade_asked {
    char text[64]; /* the goal as it was typed: "capture:e5" */
    struct goal goal;
    bool all;  /* "all": any cascade, so `goal` is unused */
    int moves; /* how many moves a ply may have */
};

/* Read a goal and perhaps a number of moves: "check", "capture:e5 8"; without a number it is
 * `usual`. Fails as goal_read() does, and with FAIL_TEXT if the number is none. */
int cascade_asked_read(const struct ruleset *rules, const char *text, int usual,
                       struct cascade_asked *asked, struct note *why);

/* Write why a search found no ply, and what to do now. `further` says how to search further, as
 * "{cascades check 12} searches further"; NULL: it cannot be done. Names commands in braces and
 * begins with a small letter. */
void words_no_cascade(const struct position *position, const struct goal *goal,
                      const struct cascade_result *result, const char *further, char *out,
                      size_t size);

#endif
