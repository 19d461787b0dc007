/* prompts.c - prompts that several views have: adding to a collection, completing queries and tags.
 * See prompts.h. */
#include "config.h"

#include "tui/app/app.h"
#include "tui/session/archive/collecting.h"
#include "tui/session/archive/query_complete.h"
#include "tui/views/prompts.h"
#include "tui/views/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of the prompt. Only one prompt can be open at a time. */
static struct {
    struct store *store;
    char (*id)[ULID_LENGTH + 1]; /* [n], owned */
    int n;
} collecting;

static bool collect_done(struct view *view, const char *text)
{
    struct note said;
    if (*text)
        tell_done(view,
                  collecting_add(collecting.store, text, app_author(view->app, collecting.store),
                                 (const char(*)[ULID_LENGTH + 1]) collecting.id, collecting.n, 0,
                                 &said),
                  &said);
    return true;
}

static bool collect_complete(struct view *view, const char *text, char *out, size_t size)
{
    (void)view;
    return collecting_complete(collecting.store, text, out, size);
}

void tell_done(struct view *view, int result, const struct note *said)
{
    char words[sizeof said->text + 100];
    app_words(view->app, view, said->text, words, sizeof words);
    if (result < 0)
        app_error(view->app, "%s", words);
    else
        app_say(view->app, "%s", words);
}

void show_lines(struct view *view, const char *title, const char *lines, const char *hint)
{
    const char *end = strchr(lines, '\n');
    char words[400], *text = NULL;
    size_t size;
    if (!hint && (!end || !end[1])) {
        app_say(view->app, "%.*s", (int)strcspn(lines, "\n"), lines);
        return;
    }
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    fputs(lines, out);
    if (hint)
        fprintf(out, "\n%s\n", app_words(view->app, view, hint, words, sizeof words));
    fclose(out);
    app_try_open(view->app, &pager_view, &(struct pager_open){.title = title, .text = text});
}

void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n,
                   const char *title)
{
    static const struct prompt prompt = {.label = "add to the collection (Tab lists them): ",
                                         .done = collect_done,
                                         .complete = collect_complete};
    struct note why;
    if (!store_writable(store, &why)) {
        app_error(view->app, "%s", why.text);
        return;
    }
    collecting.store = store;
    collecting.n = n;
    free(collecting.id);
    collecting.id = memory_new((size_t)n + 1, sizeof *id);
    memcpy(collecting.id, id, (size_t)n * sizeof *id);
    if (*title)
        collect_done(view, title);
    else
        app_prompt(view->app, view, &prompt);
}

/* ---- See prompts.h. */

bool tags_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                         size_t size)
{
    char note[480] = "";
    int n = store ? tags_complete(store, text, out, size, note, sizeof note) : 0;
    if ((n == 0 || !strcmp(out, text)) && *note)
        app_prompt_choices(view->app, note);
    return n && strcmp(out, text) != 0;
}

bool query_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                          size_t size)
{
    char note[480] = "";
    int n = query_complete(store, text, out, size, note, sizeof note);
    bool same = n == 0 || !strcmp(out, text);
    if (same && *note)
        app_prompt_choices(view->app, note);
    return !same;
}
