/* openings.c - the openings panel in the view of a game (tui/views/openings_panel.h): counts how an
 * archive's games continue from the position on the board. */
#include "config.h"

#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"

#include <stdlib.h>

/* Call this when others may have changed the archive. The panel counts more games at every drawing;
 * until all are counted, their indices stay. */
static void look_at_archive(void *argument)
{
    struct table *table = argument;
    openings_panel_look(table->openings, table->counting || table->playing || table->game.trial ||
                                             table_live_on(table));
}

void table_openings_watch(struct table *table)
{
    if (table->openings)
        openings_panel_watch(table->openings, &table->view, look_at_archive, table);
}

static void openings_show(struct table *table)
{
    struct app *app = table->view.app;
    struct note why;
    char *filter;
    bool owned;
    struct store *store = open_store_below(app, &table->view, &filter, &owned);
    if (!store)
        return;
    int status =
        openings_panel_open(&table->openings, store, owned, filter, &table->game.track.now, &why);
    free(filter);
    if (status == 0) {
        table_openings_watch(table);
        return;
    }
    if (owned)
        store_close(store);
    app_error(app, "%s", why.text);
}

static void openings_toggle(struct table *table)
{
    if (table->openings) {
        openings_panel_close(table->openings);
        table->openings = NULL;
        table->counting = false;
    } else {
        openings_show(table);
    }
}

static void openings_lock(struct table *table)
{
    openings_panel_lock(table->openings, !openings_panel_locked(table->openings));
    app_say(table->view.app, openings_panel_locked(table->openings)
                                 ? "the openings stay at this position"
                                 : "the openings follow the board");
}

const struct table_action table_openings_actions[] = {
    {REQ_OPENINGS_PANEL, {IF_BOARD, IF_NOT_LIVE}, .act = openings_toggle},
    {REQ_OPENINGS_LOCK, {IF_PANEL}, .act = openings_lock},
    {0},
};

/* The next drawing counts on. */
static void table_counts_on(void *argument)
{
    (void)argument;
}

void table_openings_draw(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.openings;
    struct view *view = &table->view;
    if (!table->openings || !area->rows)
        return;
    if (!table->game.track.broken)
        openings_panel_follow(table->openings, &table->game.track.now);
    table->counting = openings_panel_step(table->openings);
    /* during automatic replay the screen is redrawn anyway */
    if (table->counting && !table->playing)
        app_at(view, &table->counts, app_now(view->app), table_counts_on, table);
    app_rule(view->app, scene, area->row - 1, area->column - 1, area->columns + 1);
    openings_panel_draw(table->openings, scene, area);
}
