/* clock.h - a monotonic clock for measuring durations. Times shown to the user come from app_now(). */
#ifndef CHESSCADE_TUI_SYSTEM_CLOCK_H
#define CHESSCADE_TUI_SYSTEM_CLOCK_H

#include <stdint.h>

/* Since an arbitrary moment that is fixed for the process. */
int64_t milliseconds(void);

#endif
