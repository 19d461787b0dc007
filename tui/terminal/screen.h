/* screen.h - turns a scene into the bytes that make the terminal show it, through curses.
 *
 *  There are no bytes if the terminal shows the scene already. curses writes into a file in
 *  memory instead of the terminal, for two reasons: its own write() would block for ever on a
 *  terminal that accepts no output, and a frame must go out in one write, together with
 *  sequences that curses does not know. So nothing here waits, sends or changes modes. curses
 *  does not learn that another program had the terminal for a while; afterwards everything is
 *  redrawn. There is one screen at a time. */
#ifndef CHESSCADE_TUI_TERMINAL_SCREEN_H
#define CHESSCADE_TUI_TERMINAL_SCREEN_H

#include "tui/boards/board_art.h"
#include "tui/widgets/theme.h"

struct screen;

/* Creates the screen; fails with FAIL_SYSTEM. Load the terminfo entry and set the signal
 * handlers first, so that curses leaves them alone. */
int screen_new(struct screen **out, struct note *why);
void screen_free(struct screen *screen);
/* True if no memory file is available and curses writes to the terminal itself. Bytes that must
 * precede a frame are then sent before it is made. */
bool screen_is_direct(const struct screen *screen);

/* Set another theme (borrowed until the next call), palette or charset; the next frame sends the
 * differences. Call it before the first frame. */
void screen_looks(struct screen *screen, const struct theme *theme, enum palette palette,
                  enum charset charset);
/* Makes the next frame clear the terminal and send everything, because the terminal's contents
 * are unknown. */
void screen_forget(struct screen *screen);

/* The bytes that make the terminal show a scene, with its default colours at the end and the cursor
 * where the scene has it. Borrowed until the next call. */
const char *screen_frame(struct screen *screen, const struct scene *scene, size_t *length);

#endif
