/* viewport.h - chooses which part of a board that is too large for the screen is visible, in lines: rows from the
 * top, or columns from the left.
 *
 * `first` is the first visible line, `shown` how many of `all` lines are visible, `at` a line that must be visible. */
#ifndef CHESSCADE_TUI_WIDGETS_VIEWPORT_H
#define CHESSCADE_TUI_WIDGETS_VIEWPORT_H

#include <stdbool.h>
#include <stddef.h>

/* The first line that gives `at` a margin on both sides where the board allows; scrolls by more than one line at a
 * time. */
int viewport_followed(int first, int shown, int all, int at, int margin);

/* The first line such that `at` is visible, and as many as possible of the first lines of `next`, which will be
 * looked at later; unchanged if that already holds. */
int viewport_kept(int first, int shown, int all, int at, const int *next, int nexts);

/* The same when nothing is on the screen yet: as low as possible, and a whole number of steps away from where it
 * will have to go. */
int viewport_begun(int shown, int all, int at, const int *next, int nexts);

/* "hidden: 7 above, 6 below, 3 left, 5 right", omitting zeros; if that is wider than `wide`, "^7 v6 <3 >5". The
 * four counts are in the order of the words. */
void viewport_hidden(const int hidden[4], bool utf8, int wide, char *out, size_t size);

#endif
