/* table_game.c - the game as a whole: whose notes are shown, its tags, its collections.
 *
 * Every annotator is a layer: comments, marks and lines that are signed, and "nobody", whose are the unsigned ones and
 * the judgements. Hiding one changes what is shown, never the game; merging one makes its notes the game's own. */
#include "config.h"
#include "tui/table_game.h"

#include "archive/tags.h"
#include "tui/collect.h"
#include "tui/query_complete.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- layers */

/* The anonymous notes are a layer of this name. */
static const char nobody[] = "nobody";

static int layer_of(const struct table *table, const char *by)
{
    for (int i = 0; i < table->layers; i++)
        if (!strcmp(table->layer[i].by, by && *by ? by : nobody))
            return i;
    return -1;
}

bool table_hides(const struct table *table, const char *by)
{
    int at = layer_of(table, by);
    return at >= 0 && table->layer[at].hidden;
}

bool table_hides_any(const struct table *table)
{
    for (int i = 0; i < table->layers; i++)
        if (table->layer[i].hidden)
            return true;
    return false;
}

static struct table_layer *add_layer(struct table *table, const char *by)
{
    int at = layer_of(table, by);
    if (at < 0 && table->layers < LAYERS_MAX) {
        at = table->layers++;
        table->layer[at] = (struct table_layer){0};
        snprintf(table->layer[at].by, sizeof table->layer[at].by, "%s", by && *by ? by : nobody);
    }
    if (at >= 0)
        table->layer[at].notes++;
    return at < 0 ? NULL : &table->layer[at];
}

static void count_comments(struct table *table, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        add_layer(table, comments->v[i].by);
}

static void count_rest(struct table *table, const struct notes *notes)
{
    for (int i = 0; i < notes->nags.n; i++)
        add_layer(table, NULL);
    for (int i = 0; i < notes->marks.n; i++)
        add_layer(table, mark_author(&notes->marks.v[i]));
    for (int i = 0; i < notes->alts.n; i++)
        add_layer(table, notes->alts.v[i].by);
}

/* Whoever annotated the game, with how much; what is hidden stays so. */
static void count_layers(struct table *table)
{
    const struct record *record = table_record(table);
    struct spot spot = spot_start();
    for (int i = 0; i < table->layers; i++)
        table->layer[i].notes = 0;
    count_comments(table, &record->comments);
    while (spot_following(record, &spot)) {
        const struct notes *notes = spot_node(record, &spot)->notes;
        if (!notes)
            continue;
        count_comments(table, &notes->comments);
        count_rest(table, notes);
        for (int i = 0; i < notes->step_count; i++)
            count_comments(table, &notes->steps[i].comments);
    }
}

static void switch_layer(struct view *view, int at)
{
    struct table *table = table_of(view);
    table->layer[at].hidden = !table->layer[at].hidden;
    table->tree_stale = true;
    app_say(view->app, "the notes of %s are %s", table->layer[at].by,
            table->layer[at].hidden ? "hidden" : "shown");
}

enum { MERGING = LAYERS_MAX /* behind the layers in the menu */ };

static void merge_menu(struct table *table);

static void choose_layer(struct view *view, int at)
{
    if (at == MERGING)
        merge_menu(table_of(view));
    else
        switch_layer(view, at);
}

/* Whose notes can become the game's own: those of the signed. */
static bool is_signed(const struct table_layer *layer)
{
    return layer->notes && strcmp(layer->by, nobody) != 0;
}

static bool has_signed(const struct table *table)
{
    for (int i = 0; i < table->layers; i++)
        if (is_signed(&table->layer[i]))
            return true;
    return false;
}

static void layers_menu(struct table *table)
{
    if (!table->layers) {
        app_say(table->view.app, "nobody has written notes on this game");
        return;
    }
    table_menu_open(table, "whose notes: Enter shows, hides", choose_layer);
    for (int i = 0; i < table->layers; i++) {
        char text[MENU_TEXT_MAX];
        snprintf(text, sizeof text, "%s %.40s, %d", table->layer[i].hidden ? "[ ]" : "[x]",
                 table->layer[i].by, table->layer[i].notes);
        table_menu_add(table, i, text);
    }
    if (table->writable && has_signed(table))
        table_menu_add(table, MERGING, "make notes the game's own ...");
}

/* What an author said becomes part of the unsigned comment. */
static int merge_comments(struct comments *comments, const char *by)
{
    int n = 0;
    for (int i = 0; i < comments->n;) {
        if (!comments->v[i].by || strcmp(comments->v[i].by, by) != 0) {
            i++;
            continue;
        }
        char *text = memory_text(comments->v[i].text);
        comments_remove(comments, i);
        struct comment *own = comments->n && !comments->v[0].by ? &comments->v[0] : NULL;
        if (own) {
            size_t size = strlen(own->text) + strlen(text) + 2;
            char *both = memory_new(size, 1);
            snprintf(both, size, "%s\n%s", own->text, text);
            text_replace(&own->text, both);
            free(both);
        } else {
            comments_append(comments, text, NULL);
            i++; /* it went to the front */
        }
        free(text);
        n++;
    }
    return n;
}

static int merge_notes(struct notes *notes, const char *by)
{
    int n = merge_comments(&notes->comments, by);
    for (int i = 0; i < notes->step_count; i++)
        n += merge_comments(&notes->steps[i].comments, by);
    for (int i = 0; i < notes->marks.n; i++) {
        const char *author = mark_author(&notes->marks.v[i]);
        if (!author || strcmp(author, by) != 0)
            continue;
        value_set(&notes->marks.v[i].extra, "by", NULL, false);
        n++;
    }
    for (int i = 0; i < notes->alts.n; i++)
        if (notes->alts.v[i].by && !strcmp(notes->alts.v[i].by, by)) {
            text_replace(&notes->alts.v[i].by, NULL);
            n++;
        }
    return n;
}

static bool comments_by(const struct comments *comments, const char *by)
{
    for (int i = 0; i < comments->n; i++)
        if (comments->v[i].by && !strcmp(comments->v[i].by, by))
            return true;
    return false;
}

/* Has somebody written anything on this ply? */
static bool notes_by(const struct notes *notes, const char *by)
{
    bool some = notes && comments_by(&notes->comments, by);
    for (int i = 0; notes && i < notes->step_count; i++)
        some = some || comments_by(&notes->steps[i].comments, by);
    for (int i = 0; notes && i < notes->marks.n; i++) {
        const char *author = mark_author(&notes->marks.v[i]);
        some = some || (author && !strcmp(author, by));
    }
    for (int i = 0; notes && i < notes->alts.n; i++)
        some = some || (notes->alts.v[i].by && !strcmp(notes->alts.v[i].by, by));
    return some;
}

static bool written_here(struct table *table, const char *by)
{
    const struct node *node = spot_node(table_record(table), &table->spot);
    return node ? notes_by(node->notes, by) : comments_by(&table_record(table)->comments, by);
}

/* Make the notes of a layer the game's own: those of the ply on the board, or all. */
static void merge_layer(struct table *table, const char *by, bool here)
{
    struct spot spot = spot_start();
    int n = 0;
    if (table_refuses(table))
        return;
    if (here && !written_here(table, by)) {
        app_say(table->view.app, "%s has written nothing here", by);
        return;
    }
    table_before_change(table, "merging notes");
    if (!here || spot_same(&spot, &table->spot))
        n += merge_comments(&table_record(table)->comments, by);
    while (spot_following(table_record(table), &spot)) {
        struct node *node = spot_node(table_record(table), &spot);
        if (node->notes && (!here || spot_same(&spot, &table->spot)))
            n += merge_notes(node->notes, by);
    }
    bool done = table_changed(table);
    count_layers(table);
    if (done)
        app_say(table->view.app, "%d note%s of %s %s the game's own now", n, n == 1 ? "" : "s", by, n == 1 ? "is" : "are");
}

/* A layer twice: its notes here, all of them. */
static void choose_merge(struct view *view, int value)
{
    struct table *table = table_of(view);
    char by[LAYER_NAME_ROOM];
    snprintf(by, sizeof by, "%s", table->layer[value / 2].by); /* counted anew while it is merged */
    merge_layer(table, by, value % 2 == 0);
}

static void merge_menu(struct table *table)
{
    table_menu_open(table, "whose notes become the game's own", choose_merge);
    for (int i = 0; i < table->layers; i++) {
        char text[MENU_TEXT_MAX];
        if (!is_signed(&table->layer[i]))
            continue;
        snprintf(text, sizeof text, "what %.40s wrote here", table->layer[i].by);
        if (written_here(table, table->layer[i].by))
            table_menu_add(table, 2 * i, text);
        snprintf(text, sizeof text, "all that %.40s wrote, %d", table->layer[i].by, table->layer[i].notes);
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
        for (int i = 0; i < table->layers; i++)
            table->layer[i].hidden = false;
        app_say(table->view.app, "all notes are shown");
        return;
    }
    bool here = length > 11 && !strcmp(words + length - 11, " merge here"),
         merge = here || (length > 6 && !strcmp(words + length - 6, " merge"));
    snprintf(by, sizeof by, "%.*s", (int)(length - (off ? 4 : on ? 3 : here ? 11 : merge ? 6 : 0)), words);
    int at = layer_of(table, by);
    if (at < 0) {
        app_error(table->view.app, "%s has written no notes on this game", by);
        return;
    }
    if (merge) {
        merge_layer(table, by, here);
        return;
    }
    if (!((off && table->layer[at].hidden) || (on && !table->layer[at].hidden)))
        switch_layer(&table->view, at);
}

/* ---------------------------------------------------------------- tags and collections */

static bool tags_done(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    table_before_change(table, "the tags");
    record_set_tags(table_record(table), text);
    table_changed(table);
    return true;
}

static bool tags_complete_here(struct view *view, const char *text, char *out, size_t size)
{
    return tags_complete_typed(view, table_of(view)->from.store, text, out, size);
}

static void tags(struct table *table, const char *argument)
{
    char text[256];
    struct prompt prompt = {.label = "tags: ", .text = text, .done = tags_done, .complete = tags_complete_here};
    if (table_refuses(table))
        return;
    if (*argument) {
        tags_done(&table->view, argument);
        return;
    }
    record_tags(table_record(table), text, sizeof text);
    app_prompt(table->view.app, &table->view, &prompt);
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
