/* replace.c - `:replace`: replaces the present ply by another; what follows is kept as long as it is legal. */
#include "config.h"
#include "tui/session/ply_replace.h"
#include "tui/views/game/game_internal.h"

static bool replace(struct view *view, const char *text)
{
    struct table *table = (struct table *)view;
    const struct line *line = spot_line(table_record(table), &table->spot);
    int followed = line->n - table->spot.ply;
    char written[PLY_ROOM], label[60], what[80];
    struct note why;
    if (!*text)
        return true;
    if (ply_replace_read(table_record(table), &table->spot, &table->track.before, text, written, &why) < 0) {
        app_error(view->app, "%s", why.text);
        return false;
    }
    table_ply_label(table, label, sizeof label);
    snprintf(what, sizeof what, "%.30s in place of %.30s", written, label);
    table_before_change(table, what);
    edit_replace(table_record(table), &table->spot, written);
    int kept = ply_replace_cut(table_record(table), &table->spot, &table->track);
    if (!table_changed(table))
        return true;
    table_reread(table);
    if (kept < followed)
        app_say(view->app, "%s; %d of the %d plies after it are left - {undo} undoes", what, kept, followed);
    else
        app_say(view->app, "%s - {undo} undoes", what);
    return true;
}

bool table_can_replace(const struct table *table)
{
    return table->rules && !table->live && table->spot.ply > 0 && (table->writable || table->trial) && !table->track.broken &&
           !table_walks(table);
}

bool table_replace(struct table *table, const struct event *event)
{
    if (event->request != REQ_REPLACE)
        return false;
    if (table_refuses(table))
        return true;
    if (*event->argument)
        replace(&table->view, event->argument);
    else
        app_prompt(table->view.app, &table->view, &(struct prompt){.label = "replace it by: ", .done = replace});
    return true;
}
