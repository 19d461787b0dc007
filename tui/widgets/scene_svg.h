/* scene_svg.h - a scene with its colours as an SVG picture, for documents. */
#ifndef CHESSCADE_TUI_WIDGETS_SCENE_SVG_H
#define CHESSCADE_TUI_WIDGETS_SCENE_SVG_H

#include "tui/widgets/scene.h"
#include "tui/widgets/theme.h"

/* Print a scene as a complete SVG document: as a terminal with a dark background would show it with
 * so many colours. Every column is 8 units wide and every row 16 high. Blocks and quadrants are
 * drawn as rectangles, all other characters as text of a monospaced font. */
void scene_print_svg(const struct scene *scene, const struct theme *theme, enum palette palette,
                     FILE *out);

#endif
