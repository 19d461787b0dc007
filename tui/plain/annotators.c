/* annotators.c - plain mode's choice of whose notes are shown (tui/session/annotators.h), and adopting them into the game. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include <stdio.h>
#include <string.h>

static void tell_layers(struct plain *plain)
{
    const struct layers *layers = &plain->layers;
    bool any = false;
    for (int i = 0; i < layers->n; i++) {
        if (!layers->v[i].notes)
            continue;
        any = true;
        plain_say(plain, "Of %s: %d %s, %s", layers->v[i].by, layers->v[i].notes, layers->v[i].notes == 1 ? "note" : "notes",
                  layers->v[i].hidden ? "hidden" : "told");
    }
    if (any)
        plain_say(plain, "layer NAME off hides the notes of one, layer NAME on shows them again");
    else
        plain_say(plain, "Nobody has written notes on this game");
}

static void merge(struct plain *plain, const char *by, bool here)
{
    if (!plain_writable(plain))
        return;
    if (here && !layer_written_at(plain_record(plain), &plain->spot, by)) {
        plain_say(plain, "%s has written nothing here", by);
        return;
    }
    plain_before_change(plain, "merging notes");
    int n = layer_merge(plain_record(plain), by, here ? &plain->spot : NULL);
    if (!n)
        edits_forget(&plain->edits);
    bool done = !n || plain_changed(plain);
    layers_count(&plain->layers, plain_record(plain));
    if (done)
        plain_say(plain, "%d %s of %s %s the game's own now", n, n == 1 ? "note" : "notes", by, n == 1 ? "is" : "are");
}

/* If a text ends with these words, cut them off and return true. */
static bool ends_with(char *text, const char *words)
{
    size_t length = strlen(text), end = strlen(words);
    if (length <= end || strcmp(text + length - end, words) != 0)
        return false;
    text[length - end] = '\0';
    return true;
}

static void layer(struct plain *plain, const char *argument)
{
    char by[LAYER_NAME_ROOM + 20];
    layers_count(&plain->layers, plain_record(plain));
    if (!*argument) {
        tell_layers(plain);
        return;
    }
    if (!strcmp(argument, "all")) {
        for (int i = 0; i < plain->layers.n; i++)
            plain->layers.v[i].hidden = false;
        plain_say(plain, "All notes are told");
        return;
    }
    snprintf(by, sizeof by, "%s", argument);
    bool here = ends_with(by, " merge here"), merged = here || ends_with(by, " merge");
    bool off = !merged && ends_with(by, " off"), on = !merged && !off && ends_with(by, " on");
    int at = layers_find(&plain->layers, by);
    if (at < 0 || (!plain->layers.v[at].notes && (merged || !plain->layers.v[at].hidden))) {
        plain_say(plain, "%.60s has written no notes on this game: layer shows who has", by);
    } else if (merged && !layer_is_signed(&plain->layers.v[at])) {
        plain_say(plain, "Unsigned notes are the game's own already");
    } else if (merged) {
        merge(plain, by, here);
    } else {
        bool *hidden = &plain->layers.v[at].hidden;
        *hidden = off || (!on && !*hidden);
        plain_say(plain, "The notes of %s are %s", by, *hidden ? "hidden" : "told");
    }
}

const struct plain_command plain_layer_commands[] = {
    {"layer", "layers", "[NAME on|off|merge|merge here] or all",
     "shows who wrote notes, hides or shows those of one, or makes them the game's own", NEED_GAME, layer},
    {0},
};
