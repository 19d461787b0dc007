/* option_values.h - the values an option of a variant has, in a row to choose from and in words. */
#ifndef CHESSCADE_OPTION_VALUES_H
#define CHESSCADE_OPTION_VALUES_H

#include "core/ruleset.h"
#include "tui/page.h"

#define OPTION_AS_USUAL "as usual" /* of an option that is a free text, and not set */

/* Columns of the values in a row. */
int option_values_width(const struct option *option);
/* "a [b] c": at most so many of the values "a|b|c", the one that holds in brackets, before them if it is none of them. In a row too
 * narrow for all those that fit; only the one that holds where it would not be seen among them. */
void option_values_draw(const char *values, int most, const char *holds, struct scene *scene, int row, int column, int end,
                        enum role ground);
/* "a, b, c. Usually: a." */
void option_values_write(const struct option *option, struct page *page);

/* The value that is so many further in an option's list, which it has: round and round. */
void option_values_step(const struct option *option, const char *value, int by, char *out, size_t size);

#endif
