/* screen.h - a scene through curses: what is sent to the terminal so that it shows the scene, nothing when it does already.
 *
 * curses writes into a file in memory, not to the terminal: its own write() goes on for ever while a terminal takes nothing, and
 * a frame is to go out at once, with what curses does not know around it. So nothing here waits, sends, or changes modes; curses
 * is not told when the terminal is another's for a while, and is asked for everything anew afterwards. One screen at a time. */
#ifndef CHESSCADE_TERMINAL_SCREEN_H
#define CHESSCADE_TERMINAL_SCREEN_H

#include "tui/board_art.h"
#include "tui/theme.h"

struct screen;

/* Fails with FAIL_SYSTEM. What terminfo knows must be at hand, and the handlers of signals set: curses leaves those alone. */
int screen_new(struct screen **out, struct note *why);
void screen_free(struct screen *screen);
/* Is there no such memory, so that curses writes to the terminal itself? What is to be there before a frame is sent before it. */
bool screen_is_direct(const struct screen *screen);

/* Another theme (borrowed until the next call), palette or charset; the next frame sends what they change. To be called before the
 * first frame. */
void screen_looks(struct screen *screen, const struct theme *theme, enum palette palette, enum charset charset);
/* Nobody knows what the terminal shows: the next frame clears it and sends everything. */
void screen_forget(struct screen *screen);

/* The bytes after which the terminal shows a scene, in the colours it had from the beginning and with its cursor where the scene
 * has it. Borrowed until the next call. */
const char *screen_frame(struct screen *screen, const struct scene *scene, size_t *length);

#endif
