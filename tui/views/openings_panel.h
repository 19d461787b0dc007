/* openings_panel.h - a panel beside a board that counts how an archive's games continue from the
 * current position.
 *
 * The panel follows the board, or is locked: it then stays at one position while the board moves
 * on. */
#ifndef CHESSCADE_TUI_VIEWS_OPENINGS_PANEL_H
#define CHESSCADE_TUI_VIEWS_OPENINGS_PANEL_H

#include "archive/store/store.h"
#include "core/position.h"
#include "tui/app/view.h"

struct openings_panel;

/* Open a panel for the games of a store that match a query (archive/query/query.h); "" means all
 * games. With `owns_store` the panel takes ownership of the store. FAIL_TEXT if the query is
 * invalid; the caller then still owns the store. */
int openings_panel_open(struct openings_panel **out, struct store *store, bool owns_store,
                        const char *query, const struct position *here, struct note *why);
void openings_panel_close(struct openings_panel *panel);

/* The panel's query; borrowed. */
const char *openings_panel_query(const struct openings_panel *panel);
/* Call this when the board shows another position (copied). Ignored while the panel is locked. */
void openings_panel_follow(struct openings_panel *panel, const struct position *here);
/* Count another portion of the games. Returns true while there are more to count. Call this before
 * every drawing. */
bool openings_panel_step(struct openings_panel *panel);
/* From now on call `look(argument)` whenever the view should call openings_panel_look(). */
void openings_panel_watch(struct openings_panel *panel, struct view *view, loop_fn *look,
                          void *argument);
/* Undo openings_panel_watch(), before the panel goes to another view. */
void openings_panel_leave(struct openings_panel *panel);
/* Apply changes by others to the store, and count again (tui/views/list_and_board.h). With `later`
 * the view has something else to do, so that happens later. */
void openings_panel_look(struct openings_panel *panel, bool later);
void openings_panel_lock(struct openings_panel *panel, bool locked);
bool openings_panel_locked(const struct openings_panel *panel);
void openings_panel_draw(const struct openings_panel *panel, struct scene *scene,
                         const struct area *area);

#endif
