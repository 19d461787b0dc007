/* view_army.h - the armies of a Turning game put together on the board: how that is opened. */
#ifndef CHESSCADE_VIEW_ARMY_H
#define CHESSCADE_VIEW_ARMY_H

#include "core/ruleset.h"
#include "tui/views.h"

enum { ARMY_TEXT = 80 }; /* room of eight tokens */

/* The view below takes both armies, as texts; `beyond`: they break the limits on arrays, which are to be lifted. */
typedef void army_chosen(struct view *below, const char *white, const char *black, bool beyond);

struct army_open {
    const struct ruleset *rules; /* of the game; borrowed */
    const char *army[2];         /* names or texts, White's and Black's; "": the variant's */
    army_chosen *chosen;
};

#endif
