/* paint.h - a scene onto the terminal: only the cells that changed, in one write; nothing when nothing changed. */
#ifndef CHESSCADE_PAINT_H
#define CHESSCADE_PAINT_H

#include "tui/board_art.h"
#include "tui/theme.h"

struct term;
struct paint;

/* A painter for a terminal that is open (borrowed). */
struct paint *paint_new(struct term *term);
void paint_free(struct paint *paint);
/* Another theme (borrowed until the next call), palette or charset; the next frame sends what they change. */
void paint_looks(struct paint *paint, const struct theme *theme, enum palette palette, enum charset charset);
/* Nobody knows what the screen shows: the next frame clears it and sends everything. */
void paint_forget(struct paint *paint);
void paint_frame(struct paint *paint, const struct scene *scene);

#endif
