/* openings_panel.h - how the games of an archive go on from the position on a board, as a panel beside it: it follows the
 * board, or is locked and stays at a position while the board goes elsewhere. */
#ifndef CHESSCADE_OPENINGS_PANEL_H
#define CHESSCADE_OPENINGS_PANEL_H

#include "archive/store.h"
#include "core/rules.h"
#include "tui/app.h"

struct openings_panel;

/* Begin over the games of a store that fit a query (archive/query.h), "" for all. With `owns_store` it is the panel's from
 * now on. FAIL_TEXT: the query cannot be read; the store is the caller's then. */
int openings_panel_open(struct openings_panel **out, struct store *store, bool owns_store, const char *query,
                        const struct position *here, struct note *why);
void openings_panel_close(struct openings_panel *panel);

/* Which games it counts, borrowed. */
const char *openings_panel_query(const struct openings_panel *panel);
/* The board shows this position now (copied); nothing happens when it is locked. */
void openings_panel_follow(struct openings_panel *panel, const struct position *here);
/* Count on for a portion of games; true while there are others. To be called before every drawing. */
bool openings_panel_step(struct openings_panel *panel);
/* For tick(), when the view has nothing else to do: takes over what others did in the store, and counts anew (outside.h). */
void openings_panel_look(struct openings_panel *panel, struct view *view);
/* The view goes on without it. */
void openings_panel_leave(struct openings_panel *panel, struct view *view);
void openings_panel_lock(struct openings_panel *panel, bool locked);
bool openings_panel_locked(const struct openings_panel *panel);
void openings_panel_draw(const struct openings_panel *panel, struct scene *scene, const struct area *area);

#endif
