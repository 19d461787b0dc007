/* option_values.h - the values of a variant's option, as a row to choose from and in words. */
#ifndef CHESSCADE_TUI_APP_OPTION_VALUES_H
#define CHESSCADE_TUI_APP_OPTION_VALUES_H

#include "core/variant.h"
#include "tui/widgets/page.h"

#define OPTION_AS_USUAL "as usual" /* for a free-text option that is not set */

/* Columns that the values take in a row. */
int option_values_width(const struct option *option);
/* "a [b] c": at most `most` of the values "a|b|c", with the current one in brackets, or in front if it is not among
 * them. A narrow row shows the values that fit; if the current one would not be visible among them, only that. */
void option_values_draw(const char *values, int most, const char *holds, struct scene *scene, int row, int column, int end,
                        enum role ground);
/* "a, b, c. Usually: a." */
void option_values_write(const struct option *option, struct page *page);

/* The value `by` places further in an option's list of values, cyclically. */
void option_values_step(const struct option *option, const char *value, int by, char *out, size_t size);

#endif
