/* milliseconds.h - how long something takes: a clock that nobody sets. What people are shown goes by app_now(). */
#ifndef CHESSCADE_MILLISECONDS_H
#define CHESSCADE_MILLISECONDS_H

#include <stdint.h>

/* Since a moment that is the same as long as the program runs. */
int64_t milliseconds(void);

#endif
