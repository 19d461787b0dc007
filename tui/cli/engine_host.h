/* engine_host.h - gives the engine a clock and threads (struct engine_host in core/engine/engine.h). */
#ifndef CHESSCADE_TUI_CLI_ENGINE_HOST_H
#define CHESSCADE_TUI_CLI_ENGINE_HOST_H

#include <stdint.h>

/* Members of struct engine_host; their last argument is unused. */
int64_t engine_host_now(void *argument);
void engine_host_together(int n, void (*job)(int index, void *data), void *data, void *argument);

#endif
