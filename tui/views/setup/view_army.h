/* view_army.h - opening the editor for the armies of a Turning Chess game. */
#ifndef CHESSCADE_TUI_VIEWS_SETUP_VIEW_ARMY_H
#define CHESSCADE_TUI_VIEWS_SETUP_VIEW_ARMY_H

#include "core/variant.h"
#include "tui/app/view_list.h"

enum { ARMY_TEXT = 80 }; /* enough for eight tokens */

/* Gives both armies, as texts, to the view below; `beyond`: they exceed the limits on arrays, which must be lifted. */
typedef void army_chosen(struct view *below, const char *white, const char *black, bool beyond);

struct army_open {
    const struct ruleset *rules; /* of the game; borrowed */
    const char *army[2];         /* names or texts, White's and Black's; "": the variant's own army */
    army_chosen *chosen;
};

#endif
