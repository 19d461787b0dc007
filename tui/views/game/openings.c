/* openings.c - the openings panel of a table: counts how the archive's games continue from the position on
 * the board. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "tui/views/navigation.h"
#include "tui/views/game/openings_panel.h"
#include "tui/views/game/live.h"

#include <stdlib.h>

static void show(struct table *table)
{
    struct app *app = table->view.app;
    struct note why;
    char *filter;
    bool owned;
    struct store *store = open_store_below(app, &table->view, &filter, &owned);
    if (!store)
        return;
    int status = openings_panel_open(&table->openings, store, owned, filter, &table->track.now, &why);
    free(filter);
    if (status == 0)
        return;
    if (owned)
        store_close(store);
    app_error(app, "%s", why.text);
}

bool table_openings(struct table *table, const struct event *event)
{
    switch (event->request) {
    case REQ_OPENINGS_PANEL:
        if (table->openings) {
            openings_panel_leave(table->openings, &table->view);
            openings_panel_close(table->openings);
            table->openings = NULL;
            table->counting = false;
        } else {
            show(table);
            table->view.wake = app_now(table->view.app); /* start polling for changes by others */
        }
        return true;
    case REQ_OPENINGS_LOCK:
        if (!table->openings)
            return false;
        openings_panel_lock(table->openings, !openings_panel_locked(table->openings));
        app_say(table->view.app, openings_panel_locked(table->openings) ? "the openings stay at this position"
                                                                        : "the openings follow the board");
        return true;
    default:
        return false;
    }
}

void table_openings_tick(struct table *table)
{
    if (table->openings && !table->trial && !table_live_on(table))
        openings_panel_look(table->openings, &table->view);
}

void table_openings_draw(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.openings;
    struct view *view = &table->view;
    if (!table->openings || !area->rows)
        return;
    if (!table->track.broken)
        openings_panel_follow(table->openings, &table->track.now);
    table->counting = openings_panel_step(table->openings);
    if (table->counting && !table->playing) /* during automatic replay drawing repeats anyway */
        view->wake = app_now(view->app);
    app_rule(view->app, scene, area->row - 1, area->column - 1, area->columns + 1);
    openings_panel_draw(table->openings, scene, area);
}
