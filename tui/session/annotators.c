/* annotators.c - shows, hides and merges the notes of single annotators: see annotators.h. */
#include "config.h"
#include "tui/session/annotators.h"

#include "archive/record/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char nobody[] = "nobody";

int layers_find(const struct layers *layers, const char *by)
{
    for (int i = 0; i < layers->n; i++)
        if (!strcmp(layers->v[i].by, by && *by ? by : nobody))
            return i;
    return -1;
}

bool layers_hide(const struct layers *layers, const char *by)
{
    int at = layers_find(layers, by);
    return at >= 0 && layers->v[at].hidden;
}

bool layers_hide_any(const struct layers *layers)
{
    for (int i = 0; i < layers->n; i++)
        if (layers->v[i].hidden)
            return true;
    return false;
}

static bool shows_any(const struct layers *layers, const struct comments *comments,
                      const struct nags *nags, const struct marks *marks)
{
    bool shows = nags->n && !layers_hide(layers, NULL);
    for (int i = 0; i < comments->n; i++)
        shows = shows || !layers_hide(layers, comments->v[i].by);
    for (int i = 0; i < marks->n; i++)
        shows = shows || !layers_hide(layers, mark_author(&marks->v[i]));
    return shows;
}

bool layers_show_step(const struct layers *layers, const struct step_note *step)
{
    return shows_any(layers, &step->comments, &step->nags, &step->marks);
}

bool layers_show_ply(const struct layers *layers, const struct node *node)
{
    const struct notes *notes = node ? node->notes : NULL;
    if (!notes)
        return false;
    bool shows = shows_any(layers, &notes->comments, &notes->nags, &notes->marks) ||
                 (notes->before && !layers_hide(layers, NULL));
    for (int i = 0; i < notes->step_count; i++)
        shows = shows || layers_show_step(layers, &notes->steps[i]);
    return shows;
}

bool layer_is_signed(const struct layer *layer)
{
    return layer->notes && strcmp(layer->by, nobody) != 0;
}

/* ---------------------------------------------------------------- counting */

static void annotators_add(struct layers *layers, const char *by)
{
    int at = layers_find(layers, by);
    if (at < 0 && layers->n < LAYERS_MAX) {
        at = layers->n++;
        layers->v[at] = (struct layer){0};
        snprintf(layers->v[at].by, sizeof layers->v[at].by, "%s", by && *by ? by : nobody);
    }
    if (at >= 0)
        layers->v[at].notes++;
}

static void count_comments(struct layers *layers, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        annotators_add(layers, comments->v[i].by);
}

static void count_rest(struct layers *layers, const struct notes *notes)
{
    for (int i = 0; i < notes->nags.n; i++)
        annotators_add(layers, NULL);
    for (int i = 0; i < notes->marks.n; i++)
        annotators_add(layers, mark_author(&notes->marks.v[i]));
    for (int i = 0; i < notes->alts.n; i++)
        annotators_add(layers, notes->alts.v[i].by);
}

void layers_count(struct layers *layers, const struct record *record)
{
    struct spot spot = spot_start();
    for (int i = 0; i < layers->n; i++)
        layers->v[i].notes = 0;
    count_comments(layers, &record->comments);
    while (spot_following(record, &spot)) {
        const struct notes *notes = spot_node(record, &spot)->notes;
        if (!notes)
            continue;
        count_comments(layers, &notes->comments);
        count_rest(layers, notes);
        for (int i = 0; i < notes->step_count; i++)
            count_comments(layers, &notes->steps[i].comments);
    }
}

/* ---------------------------------------------------------------- merging */

/* Append an author's comments to the unsigned comment of the same ply. */
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
            i++; /* the new unsigned comment was inserted at the front, so all indices grew by 1 */
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

/* True if the author has any notes on this ply. */
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

bool layer_written_at(const struct record *record, const struct spot *spot, const char *by)
{
    const struct node *node = spot_node(record, spot);
    return node ? notes_by(node->notes, by) : comments_by(&record->comments, by);
}

int layer_merge(struct record *record, const char *by, const struct spot *only)
{
    struct spot spot = spot_start();
    int n = 0;
    if (!only || spot_same(&spot, only))
        n += merge_comments(&record->comments, by);
    while (spot_following(record, &spot)) {
        struct node *node = spot_node(record, &spot);
        if (node->notes && (!only || spot_same(&spot, only)))
            n += merge_notes(node->notes, by);
    }
    return n;
}
