/* openings_panel.h - a panel beside a board that counts how an archive's games continue from the current position.
 *
 * It follows the board, or is locked and stays at a position while the board moves on. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_OPENINGS_PANEL_H
#define CHESSCADE_TUI_VIEWS_GAME_OPENINGS_PANEL_H

#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/app.h"

struct openings_panel;

/* Open a panel for the games of a store that match a query (archive/query/query.h), "" for all. With `owns_store` the panel
 * takes the store over. FAIL_TEXT if the query is invalid; the caller keeps the store then. */
int openings_panel_open(struct openings_panel **out, struct store *store, bool owns_store, const char *query,
                        const struct position *here, struct note *why);
void openings_panel_close(struct openings_panel *panel);

/* The query, borrowed. */
const char *openings_panel_query(const struct openings_panel *panel);
/* The board shows this position now (copied). Ignored while locked. */
void openings_panel_follow(struct openings_panel *panel, const struct position *here);
/* Count another portion of games. True while there are more. Call it before every drawing. */
bool openings_panel_step(struct openings_panel *panel);
/* For tick(), when the view has nothing else to do: apply changes by others in the store, and count again (tui/views/store_poll.h). */
void openings_panel_look(struct openings_panel *panel, struct view *view);
/* Detach from the view, which no longer waits for the panel. */
void openings_panel_leave(struct openings_panel *panel, struct view *view);
void openings_panel_lock(struct openings_panel *panel, bool locked);
bool openings_panel_locked(const struct openings_panel *panel);
void openings_panel_draw(const struct openings_panel *panel, struct scene *scene, const struct area *area);

#endif
