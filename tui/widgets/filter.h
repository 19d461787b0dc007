/* filter.h - combines a filter with what the user types to change it. archive/query/query.h reads the result. */
#ifndef CHESSCADE_TUI_WIDGETS_FILTER_H
#define CHESSCADE_TUI_WIDGETS_FILTER_H

#include "core/base.h"

/* Combine a new text with the current filter: "& x" narrows, "+x" adds, "-x" excludes, "!x" negates, "x" replaces.
 * False if it does not fit. */
bool filter_join(const char *before, const char *typed, char *out, size_t size);
/* The expression in a typed text, after such a sign. */
const char *filter_rest(const char *typed);

#endif
