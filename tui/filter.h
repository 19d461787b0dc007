/* filter.h - a filter and what is typed to change it, which are read by archive/query.h. */
#ifndef CHESSCADE_FILTER_H
#define CHESSCADE_FILTER_H

#include "core/base.h"

/* Join a new text with the filter before: "& x" narrows, "+x" adds, "-x" takes away, "!x" negates, "x" replaces. False:
 * it does not fit. */
bool filter_join(const char *before, const char *typed, char *out, size_t size);
/* The part of what was typed that is an expression: all behind such a sign. */
const char *filter_rest(const char *typed);

#endif
