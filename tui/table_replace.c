/* table_replace.c - :replace: another ply in the place of the present one; what follows is kept as long as it is legal. */
#include "config.h"
#include "tui/table_parts.h"

#include <string.h>

enum { WRITTEN = 512 };

/* The text of the ply in the record's notation, as it would be played instead of the present one. */
static int read_other(const struct table *table, const char *text, char *out, size_t size, struct note *why)
{
    const struct position *before = &table->track.before;
    const struct record *record = table_record(table);
    const struct node *node = spot_node(record, &table->spot);
    struct spot fork = table->spot;
    struct ply ply = {0};
    int status = ply_read(before, text, &ply, why);
    if (status == 0)
        table->rules->rules->format(before, &ply, record->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT, out, size);
    ply_free(&ply);
    spot_back(&fork);
    if (status < 0)
        return status;
    if (!strcmp(out, node->text))
        return note_fail(why, FAIL_RULE, -1, "%.60s is what is played here", out);
    if (edit_find(record, &fork, out) >= 0)
        return note_fail(why, FAIL_RULE, -1, "%.60s is a variation here already: P moves it up", out);
    if (node->notes && node->notes->step_count)
        return note_fail(why, FAIL_RULE, -1, "there are notes on the members of this ply: play %.60s as a variation", out);
    return 0;
}

/* Cut the line from its first ply on that cannot be played any more; how many plies follow the present one then. */
static int cut_illegal(struct table *table)
{
    struct record *record = table_record(table);
    for (;;) {
        struct spot end = table->spot;
        struct note why;
        spot_end(record, &end);
        track_go(&table->track, record, &end);
        int plies = spot_plies(&end);
        if (!table->track.broken)
            return plies - spot_plies(&table->spot);
        end.ply -= plies - (table->track.plies + 1);
        if (edit_delete(record, &end, &why) < 0)
            return 0;
    }
}

static bool replace(struct view *view, const char *text)
{
    struct table *table = (struct table *)view;
    const struct line *line = spot_line(table_record(table), &table->spot);
    int followed = line->n - table->spot.ply;
    char written[WRITTEN], label[60], what[80];
    struct note why;
    if (!*text)
        return true;
    if (read_other(table, text, written, sizeof written, &why) < 0) {
        app_error(view->app, "%s", why.text);
        return false;
    }
    table_ply_label(table, label, sizeof label);
    snprintf(what, sizeof what, "%.30s in place of %.30s", written, label);
    table_before_change(table, what);
    edit_replace(table_record(table), &table->spot, written);
    int kept = cut_illegal(table);
    if (!table_changed(table))
        return true;
    table_reread(table);
    if (kept < followed)
        app_say(view->app, "%s; %d of the %d plies after it are left - u undoes", what, kept, followed);
    else
        app_say(view->app, "%s - u undoes", what);
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
