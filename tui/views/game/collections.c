/* collections.c - the game as a whole: whose notes are shown, its tags, its collections.
 *
 * Every annotator is a layer: their signed comments, marks and lines. "nobody" is the layer of unsigned notes and
 * of all annotation glyphs. Hiding a layer changes what is shown, never the game; merging one makes its notes the
 * game's own. */
#include "config.h"
#include "tui/views/game/collections.h"

#include "archive/record/tags.h"
#include "tui/views/collect_prompt.h"
#include "tui/session/query_complete.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- layers */

bool table_hides(const struct table *table, const char *by)
{
    return layers_hide(&table->layers, by);
}

bool table_hides_any(const struct table *table)
{
    return layers_hide_any(&table->layers);
}

static void count_layers(struct table *table)
{
    layers_count(&table->layers, table_record(table));
}

static void switch_layer(struct view *view, int at)
{
    struct table *table = table_of(view);
    table->layers.v[at].hidden = !table->layers.v[at].hidden;
    table->tree_stale = true;
    app_say(view->app, "the notes of %s are %s", table->layers.v[at].by,
            table->layers.v[at].hidden ? "hidden" : "shown");
}

enum { MERGING = LAYERS_MAX /* menu values above those of the layers */ };

static void merge_menu(struct table *table);

static void choose_layer(struct view *view, int at)
{
    if (at == MERGING)
        merge_menu(table_of(view));
    else
        switch_layer(view, at);
}

static bool has_signed(const struct table *table)
{
    for (int i = 0; i < table->layers.n; i++)
        if (layer_is_signed(&table->layers.v[i]))
            return true;
    return false;
}

/* True if a layer can be chosen. People whose notes became the game's own have no layer any more, but a hidden one
 * can always be shown. */
static bool is_layer(const struct layer *layer)
{
    return layer->notes || layer->hidden;
}

static void layers_menu(struct table *table)
{
    int n = 0;
    for (int i = 0; i < table->layers.n; i++)
        n += is_layer(&table->layers.v[i]);
    if (!n) {
        app_say(table->view.app, "nobody has written notes on this game");
        return;
    }
    table_menu_open(table, "whose notes: Enter shows, hides", choose_layer);
    for (int i = 0; i < table->layers.n; i++) {
        char text[MENU_TEXT_MAX];
        if (!is_layer(&table->layers.v[i]))
            continue;
        snprintf(text, sizeof text, "%s %.40s, %d", table->layers.v[i].hidden ? "[ ]" : "[x]",
                 table->layers.v[i].by, table->layers.v[i].notes);
        table_menu_add(table, i, text);
    }
    if (table->writable && has_signed(table))
        table_menu_add(table, MERGING, "make notes the game's own ...");
}

static bool written_here(struct table *table, const char *by)
{
    return layer_written_at(table_record(table), &table->spot, by);
}

/* Make the notes of a layer the game's own: those on the present ply, or all. */
static void merge_layer(struct table *table, const char *by, bool here)
{
    if (table_refuses(table))
        return;
    if (here && !written_here(table, by)) {
        app_say(table->view.app, "%s has written nothing here", by);
        return;
    }
    table_before_change(table, "merging notes");
    int n = layer_merge(table_record(table), by, here ? &table->spot : NULL);
    bool done = table_changed(table);
    count_layers(table);
    if (done)
        app_say(table->view.app, "%d note%s of %s %s the game's own now", n, n == 1 ? "" : "s", by, n == 1 ? "is" : "are");
}

/* Each layer has two entries: merge its notes here, or all of them. */
static void choose_merge(struct view *view, int value)
{
    struct table *table = table_of(view);
    char by[LAYER_NAME_ROOM];
    snprintf(by, sizeof by, "%s", table->layers.v[value / 2].by); /* layers are counted anew while merging */
    merge_layer(table, by, value % 2 == 0);
}

static void merge_menu(struct table *table)
{
    table_menu_open(table, "whose notes become the game's own", choose_merge);
    for (int i = 0; i < table->layers.n; i++) {
        char text[MENU_TEXT_MAX];
        if (!layer_is_signed(&table->layers.v[i]))
            continue;
        snprintf(text, sizeof text, "what %.40s wrote here", table->layers.v[i].by);
        if (written_here(table, table->layers.v[i].by))
            table_menu_add(table, 2 * i, text);
        snprintf(text, sizeof text, "all that %.40s wrote, %d", table->layers.v[i].by, table->layers.v[i].notes);
        table_menu_add(table, 2 * i + 1, text);
    }
}

/* ":layer ana off", ":layer ana on", ":layer ana", ":layer all", ":layer ana merge", ":layer ana merge here". */
static void layers(struct table *table, const char *argument)
{
    char by[LAYER_NAME_ROOM];
    const char *words = argument + strspn(argument, " ");
    size_t length = strlen(words);
    bool off = length > 4 && !strcmp(words + length - 4, " off"),
         on = length > 3 && !strcmp(words + length - 3, " on");
    count_layers(table);
    if (!*words) {
        layers_menu(table);
        return;
    }
    if (!strcmp(words, "all")) {
        for (int i = 0; i < table->layers.n; i++)
            table->layers.v[i].hidden = false;
        app_say(table->view.app, "all notes are shown");
        return;
    }
    bool here = length > 11 && !strcmp(words + length - 11, " merge here"),
         merge = here || (length > 6 && !strcmp(words + length - 6, " merge"));
    snprintf(by, sizeof by, "%.*s", (int)(length - (off ? 4 : on ? 3 : here ? 11 : merge ? 6 : 0)), words);
    int at = layers_find(&table->layers, by);
    if (at < 0 || !is_layer(&table->layers.v[at]) || (merge && !table->layers.v[at].notes)) {
        app_error(table->view.app, "%s has written no notes on this game", by);
        return;
    }
    if (merge && !layer_is_signed(&table->layers.v[at])) {
        app_say(table->view.app, "unsigned notes are the game's own already");
        return;
    }
    if (merge) {
        merge_layer(table, by, here);
        return;
    }
    if (!((off && table->layers.v[at].hidden) || (on && !table->layers.v[at].hidden)))
        switch_layer(&table->view, at);
}

/* ---------------------------------------------------------------- tags and collections */

static bool tags_done(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    table_before_change(table, "the tags");
    record_change_tags(table_record(table), text);
    table_changed(table);
    return true;
}

static bool tags_complete_here(struct view *view, const char *text, char *out, size_t size)
{
    return tags_complete_typed(view, table_of(view)->from.store, text, out, size);
}

static void tags(struct table *table, const char *argument)
{
    struct prompt prompt = {.label = "tags: ", .done = tags_done, .complete = tags_complete_here};
    if (table_refuses(table))
        return;
    if (*argument) {
        tags_done(&table->view, argument);
        return;
    }
    char *text = record_tags(table_record(table));
    prompt.text = text;
    app_prompt(table->view.app, &table->view, &prompt);
    free(text);
}

static void collect(struct table *table)
{
    if (!table->from.store || !table->from.version.known)
        app_error(table->view.app, "save the game first: collections hold saved games");
    else
        collect_games(&table->view, table->from.store, &table_record(table)->id, 1,
                      table->spot.depth ? table->spot.branch[0].ply : table->spot.ply);
}

bool table_game_can(const struct table *table, enum request request)
{
    switch (request) {
    case REQ_TAGS:
        return table->writable;
    case REQ_COLLECT:
        return table->writable && table->from.store && table->from.version.known;
    default:
        return true;
    }
}

bool table_game(struct table *table, const struct event *event)
{
    switch (event->request) {
    case REQ_LAYER:
        layers(table, event->argument);
        return true;
    case REQ_TAGS:
        tags(table, event->argument);
        return true;
    case REQ_COLLECT:
        collect(table);
        return true;
    default:
        return false;
    }
}
