/* viewport.h - which part of a board too large for its room is seen, counted in lines: rows from the top, columns from the left.
 *
 * `first` is the first line seen now, `shown` how many are seen of `all`, `at` the line that has to be seen. */
#ifndef CHESSCADE_VIEWPORT_H
#define CHESSCADE_VIEWPORT_H

#include <stdbool.h>
#include <stddef.h>

/* The first line so that `at` has a margin round it as far as the board goes; not a line at a time. */
int viewport_followed(int first, int shown, int all, int at, int margin);

/* The first line so that `at` is seen, and as many as can be of the first of those looked at next; the same while that is. */
int viewport_kept(int first, int shown, int all, int at, const int *next, int nexts);

/* The same where nothing is on the screen yet: as low as can be, and an even step from where it will have to go. */
int viewport_begun(int shown, int all, int at, const int *next, int nexts);

/* "hidden: 7 above, 6 below, 3 left, 5 right", as far as something is; where that is wider than `wide`, "^7 v6 <3 >5". The
 * four counts are in the order of the words. */
void viewport_hidden(const int hidden[4], bool utf8, int wide, char *out, size_t size);

#endif
