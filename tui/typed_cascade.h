/* typed_cascade.h - how a cascade may go on whose first members have been typed. */
#ifndef CHESSCADE_TYPED_CASCADE_H
#define CHESSCADE_TYPED_CASCADE_H

#include "core/rules.h"

/* A text that begins with what was typed, in one of the two forms; the text lives during the call. Not 0: enough. */
typedef int continuation_fn(enum form form, const char *text, void *argument);

/* What may follow the members in the first `length` bytes of a text, each of which activates the next piece: plies that end
 * after one member more, and members that activate somebody, with a '~' behind them. Of length 0 the latter alone. Nothing when
 * those members are none that can be made, or cannot be read. */
void typed_cascade(const struct position *position, const char *text, size_t length, continuation_fn *each, void *argument);

#endif
