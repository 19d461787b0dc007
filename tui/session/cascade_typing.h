/* cascade_typing.h - the possible continuations of a cascade whose first members have been typed. */
#ifndef CHESSCADE_TUI_SESSION_CASCADE_TYPING_H
#define CHESSCADE_TUI_SESSION_CASCADE_TYPING_H

#include "core/family.h"

/* Receives a text that begins with what was typed, in one of the two forms; the text is valid during the call.
 * Return nonzero to stop. */
typedef int continuation_fn(enum form form, const char *text, void *argument);

/* List what may follow the members in the first `length` bytes of a text, each of which activates the next piece:
 * plies that end after one more member, and members that activate a piece, with '~' appended. With length 0 only
 * the latter. Nothing is listed if those members are illegal or cannot be parsed. */
void typed_cascade(const struct position *position, const char *text, size_t length, continuation_fn *each, void *argument);

#endif
