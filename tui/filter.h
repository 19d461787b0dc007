/* filter.h - filter expressions: words stand side by side (and), `|` (or), `!` (not), parentheses, "phrases". */
#ifndef CHESSCADE_FILTER_H
#define CHESSCADE_FILTER_H

#include "core/base.h"

enum { FILTER_DEPTH_MAX = 50, FILTER_WORD_MAX = 256 };

/* Does the word (a bare one, a phrase without its quotes, or key:value) fit? */
typedef bool filter_fn(const void *argument, const char *word);

/* Whether an expression fits. An empty one fits everything; what is not closed is taken as closed at the end, since people
 * see the list while they type. */
bool filter_fits(const char *expression, filter_fn *fits, const void *argument);

/* Whether an expression is whole, for when it is no longer being typed: 0, or FAIL_TEXT, and why->offset is where it is wrong. */
int filter_check(const char *expression, struct note *why);

/* Join a new text with the filter before: "& x" narrows, "+x" adds, "-x" takes away, "!x" negates, "x" replaces. False:
 * it does not fit. */
bool filter_join(const char *before, const char *typed, char *out, size_t size);
/* The part of what was typed that is an expression: all behind such a sign. */
const char *filter_rest(const char *typed);

#endif
