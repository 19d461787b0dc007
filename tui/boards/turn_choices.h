/* turn_choices.h - the facings that a piece which has moved may turn to, drawn side by side as
 * diagrams of its moves. All functions may be called when there is nothing to turn. */
#ifndef CHESSCADE_TUI_BOARDS_TURN_CHOICES_H
#define CHESSCADE_TUI_BOARDS_TURN_CHOICES_H

#include "tui/session/compose.h"
#include "tui/widgets/scene.h"

/* The number of facings to choose from; 0: the piece cannot turn, or the board has no squares. */
int turn_choices(const struct compose *compose);
/* How many rows the diagrams need in an area that also has text; 0 if there is nothing to choose or
 * no room. */
int turn_choices_rows(const struct compose *compose, const struct area *area);
/* Draw as many diagrams as fit, the present facing among them. */
void turn_choices_draw(const struct compose *compose, struct scene *scene, const struct area *area);
/* How many eighths of a circle a click on one of the diagrams drawn in `area` turns the piece; 0:
 * the click is on no facing, or on the present one. */
int turn_choices_hit(const struct compose *compose, const struct area *area, int row, int column);

#endif
