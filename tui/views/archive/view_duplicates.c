/* view_duplicates.c - duplicate games of an archive, as pairs: the user compares both games, merges
 * them into one, and can undo that. The search runs in small portions. Pairs are stored as ids,
 * because the indices of games change when games are deleted. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"

#include "archive/report/duplicates.h"
#include "archive/merge/merge_save.h"
#include "tui/views/archive/game_list.h"
#include "tui/app/list.h"
#include "tui/system/process.h"
#include "tui/views/game/game.h"

#include <stdlib.h>
#include <string.h>

enum {
    PORTION = 50 /* number of games that are compared at a time */,
    MILLISECONDS = 25,
    DETAILS = 3 /* rows */,
    SIDES = 2
};

struct archive_duplicates_pair {
    struct duplicate_ids ids; /* ids of both games; the first was created before the second */
    bool exact, merged;
};

/* The games as they were before a merge, for undoing it. */
struct merged {
    int pair;
    struct record *before[SIDES], *after;
    struct version version; /* the stored version of `after` */
};

struct duplicates {
    struct view view;
    struct store *store;                  /* borrowed */
    struct duplicate_search *search;      /* NULL: the search is complete */
    int generation, total;                /* the state of the store during the search */
    int places;                           /* number of games that are searched */
    struct archive_duplicates_pair *pair; /* [pairs] */
    int pairs;
    struct merged *merged; /* [merges] The merge made last is undone first. */
    int merges, room;
    struct list list;
    int side;              /* which game of the pair was opened last */
    loop_handle searching; /* when to search on */
};

static struct duplicates *duplicates_of(struct view *view)
{
    return (struct duplicates *)view;
}

/* ---- searching ---- */

static void duplicates_note_state(struct duplicates *duplicates)
{
    duplicates->generation = store_generation(duplicates->store);
    duplicates->total = store_total(duplicates->store);
}

static void take_pairs(struct duplicates *duplicates)
{
    int n = duplicates_count(duplicates->search);
    duplicates->pair = memory_new((size_t)n + 1, sizeof *duplicates->pair);
    duplicates->pairs = n;
    for (int i = 0; i < n; i++) {
        const struct duplicate *found = duplicates_at(duplicates->search, i);
        duplicates->pair[i].exact = found->exact;
        duplicates->pair[i].ids = duplicate_ids_of(duplicates->store, found);
    }
    duplicates_close(duplicates->search);
    duplicates->search = NULL;
    list_set(&duplicates->list, n);
}

static void duplicates_tick(void *argument)
{
    struct duplicates *duplicates = argument;
    struct view *view = &duplicates->view;
    int64_t until = milliseconds() + MILLISECONDS;
    bool more = duplicates->search != NULL;
    if (!more)
        return;
    if (store_generation(duplicates->store) != duplicates->generation ||
        store_total(duplicates->store) != duplicates->total) {
        app_error(view->app, "the archive has changed: search for duplicates again");
        app_close(view->app, view);
        return;
    }
    while (more && milliseconds() < until)
        more = duplicates_step(duplicates->search, PORTION);
    if (!more)
        take_pairs(duplicates);
    else
        app_at(view, &duplicates->searching, app_now(view->app), duplicates_tick, duplicates);
}

/* ---- drawing ---- */

/* The listing of a game of a pair, borrowed, and its index in the store; NULL: the game no longer
 * exists. */
static const struct listing *listing_of(const struct duplicates *duplicates,
                                        const struct archive_duplicates_pair *pair, int side,
                                        int *at)
{
    char id[ULID_LENGTH + 1];
    duplicate_id(&pair->ids, side, id);
    *at = store_find(duplicates->store, id);
    const struct listing *listing = *at < 0 ? NULL : store_listing(duplicates->store, *at);
    return listing && !listing->damaged ? listing : NULL;
}

/* Describe a game of a pair: "12 Ana - Boris, 1858, 1-0, notes". */
static void game_words(const struct duplicates *duplicates,
                       const struct archive_duplicates_pair *pair, int side, bool brief, char *out,
                       size_t size)
{
    int at;
    size_t used = 0;
    char seats[200];
    const struct listing *listing = listing_of(duplicates, pair, side, &at);
    out[0] = '\0';
    if (!listing) {
        snprintf(out, size, "(not here)");
        return;
    }
    listing_seats(listing, brief, seats, sizeof seats);
    text_add(out, size, &used, "%d %s", at + 1, seats);
    const char *const told[] = {brief ? "" : listing->event, listing->date, listing->score};
    for (int i = 0; i < 3; i++)
        if (*told[i])
            text_add(out, size, &used, ", %.60s", told[i]);
    if (!brief)
        text_add(out, size, &used, ", %d plies", listing->plies);
    if (listing->notes)
        text_add(out, size, &used, ", notes");
}

static void pair_text(const struct list *list, int item, char *out, size_t size)
{
    const struct duplicates *duplicates = list->owner;
    const struct archive_duplicates_pair *pair = &duplicates->pair[item];
    char game[SIDES][300];
    for (int s = 0; s < SIDES; s++)
        game_words(duplicates, pair, s, true, game[s], sizeof game[s]);
    if (pair->merged)
        snprintf(out, size, "merged   %s", game[0]);
    else
        snprintf(out, size, "%-8s %s  =  %s", pair->exact ? "same" : "similar", game[0], game[1]);
}

static void draw_pair(const struct list *list, int item, struct scene *scene,
                      const struct area *line, enum role ground)
{
    const struct duplicates *duplicates = list->owner;
    char text[LIST_TEXT_MAX];
    pair_text(list, item, text, sizeof text);
    list_text(list, scene, line->row, line->column + 1, line->columns - 2, text,
              duplicates->pair[item].merged ? ROLE_DIM : ROLE_TEXT, ground);
}

static const struct list_ops list_ops = {.draw = draw_pair, .text = pair_text};

static void duplicates_draw(struct view *view, struct scene *scene, const struct area *body,
                            struct face *face)
{
    struct duplicates *duplicates = duplicates_of(view);
    struct area list = *body;
    int item = list_item(&duplicates->list);
    snprintf(face->title, sizeof face->title, "Duplicate games in %.200s",
             store_title(duplicates->store));
    snprintf(face->mode, sizeof face->mode, "DUPLICATES");
    snprintf(face->status_side, sizeof face->status_side, "%s",
             store_writable(duplicates->store, NULL) ? "" : "read-only");
    if (duplicates->search)
        snprintf(face->status, sizeof face->status, "looking through %d games, %d%%",
                 duplicates->places, duplicates_tried(duplicates->search));
    else
        list_status(&duplicates->list, "pairs", face->status, sizeof face->status);
    if (!duplicates->search && !duplicates->pairs) {
        scene_textf(scene, body->row, body->column + 1, body->columns - 2, ROLE_DIM, ROLE_TEXT,
                    "None of the %d game%s shown is a duplicate.", duplicates->places,
                    duplicates->places == 1 ? "" : "s");
        return;
    }
    if (item >= 0 && body->rows > 8) {
        list.rows -= DETAILS;
        app_rule(view->app, scene, body->row + list.rows, body->column, body->columns);
        for (int s = 0; s < SIDES; s++) {
            char game[LIST_TEXT_MAX];
            game_words(duplicates, &duplicates->pair[item], s, false, game, sizeof game);
            scene_text_cut(scene, body->row + list.rows + 1 + s, body->column + 1,
                           body->columns - 2, game, ROLE_TEXT, ROLE_TEXT, app_cut_sign(view->app));
        }
    }
    if (!duplicates->search)
        list_draw(&duplicates->list, scene, &list);
}

/* ---- comparing ---- */

static int duplicates_neighbour(void *argument, int step, struct table_open *out, struct note *why);

static int load_game(struct duplicates *duplicates, int side, struct table_open *out,
                     struct note *why)
{
    static char where[160]; /* borrowed until the next call; the game's view copies it */
    struct table_open open = {
        .where = where, .list = duplicates, .neighbour = duplicates_neighbour};
    int item = list_item(&duplicates->list), at;
    if (item >= 0)
        listing_of(duplicates, &duplicates->pair[item], side, &at);
    if (item < 0 || at < 0)
        return note_fail(why, FAIL_NAME, -1, "the game is no longer in this archive");
    int result = table_load(duplicates->store, at, &open, NULL, why);
    if (result < 0)
        return result;
    snprintf(where, sizeof where, "%s game of pair %d", side ? "second" : "first", item + 1);
    duplicates->side = side;
    *out = open;
    return 0;
}

static int duplicates_neighbour(void *argument, int step, struct table_open *out, struct note *why)
{
    int side = ((struct duplicates *)argument)->side + step;
    return side < 0 || side >= SIDES
               ? note_fail(why, FAIL_NAME, -1, "this is the %s game of the pair",
                           side < 0 ? "first" : "second")
               : load_game(argument, side, out, why);
}

static void open_pair(struct duplicates *duplicates)
{
    struct table_open open;
    struct note why;
    if (load_game(duplicates, 0, &open, &why) < 0)
        app_error(duplicates->view.app, "%s", why.text);
    else
        table_try_open(duplicates->view.app, &open);
}

/* ---- merging, and undoing it ---- */

static void merged_clear(struct merged *merged)
{
    record_free(merged->before[0]);
    record_free(merged->before[1]);
    record_free(merged->after);
}

static int archive_duplicates_merge(struct duplicates *duplicates, int item, int *differ,
                                    struct note *why)
{
    struct archive_duplicates_pair *pair = &duplicates->pair[item];
    struct merged merged = {.pair = item};
    char id[SIDES][ULID_LENGTH + 1];
    int result = 0;
    for (int s = 0; s < SIDES; s++)
        duplicate_id(&pair->ids, s, id[s]);
    for (int s = 0; s < SIDES && result == 0; s++)
        result = merge_reload(duplicates->store, id[s], &merged.before[s], NULL, why);
    if (result == 0)
        result = duplicates_merge(duplicates->store, id[0], id[1], differ, why);
    if (result == 0)
        result = merge_reload(duplicates->store, id[0], &merged.after, &merged.version, why);
    if (result < 0) {
        merged_clear(&merged);
        return result;
    }
    duplicates->merged = memory_room(duplicates->merged, &duplicates->room, duplicates->merges + 1,
                                     sizeof *duplicates->merged);
    duplicates->merged[duplicates->merges++] = merged;
    pair->merged = true;
    return 0;
}

static void answer_merge(struct view *view, bool yes)
{
    struct duplicates *duplicates = duplicates_of(view);
    int item = list_item(&duplicates->list), differ = 0;
    struct note why;
    if (!yes || item < 0)
        return;
    int result = archive_duplicates_merge(duplicates, item, &differ, &why);
    while (store_scan(duplicates->store, PORTION))
        continue;
    if (result < 0)
        app_error(view->app, "%s", why.text);
    else if (differ)
        app_say(view->app,
                "merged; %d field%s of the second game differed; the trash keeps %s; {undo} undoes",
                differ, differ == 1 ? "" : "s", differ == 1 ? "it" : "them");
    else
        app_say(view->app, "merged; {undo} undoes");
}

static void ask_merge(struct duplicates *duplicates)
{
    struct app *app = duplicates->view.app;
    const struct archive_duplicates_pair *pair = &duplicates->pair[list_item(&duplicates->list)];
    struct note why;
    int at;
    if (app_restricted(app)) /* all guests share these games */
        app_error(app, "only the archive's owner can merge games");
    else if (!store_writable(duplicates->store, &why))
        app_error(app, "%s", why.text);
    else if (pair->merged || !listing_of(duplicates, pair, 0, &at) ||
             !listing_of(duplicates, pair, 1, &at))
        app_say(app, pair->merged ? "these two games are merged already"
                                  : "one of the two games is no longer here");
    else if (store_loses_remarks(duplicates->store, listing_of(duplicates, pair, 0, &at)->id))
        app_ask(app, &duplicates->view,
                "Merge the two games? Saving the first loses its # remarks; its old file and the "
                "second go to the trash.",
                answer_merge);
    else
        app_ask(app, &duplicates->view,
                pair->exact
                    ? "Merge the two games? The first gets the notes of the second, which goes to "
                      "the trash."
                    : "These games differ. Merge them? The first keeps its headers, the second "
                      "goes to the trash.",
                answer_merge);
}

/* Undo a merge: restore the second game, and the first as it was before, but keep what others have
 * changed in the first game since. */
static int duplicates_unmerge(struct duplicates *duplicates, struct merged *merged,
                              struct note *why)
{
    struct record *first = record_copy(merged->before[0]);
    struct merge_saving saving = {0};
    int added = 0, result = store_add(duplicates->store, &merged->before[1], 1, &added, why);
    if (result == 0 && added < 0 && added != FAIL_CONFLICT)
        result = note_fail(why, added, -1, "the second game cannot be put back");
    if (result == 0 && !record_same(merged->before[0], merged->after)) {
        first->rev = merged->after->rev;
        result = merge_save(duplicates->store, first, &merged->version, merged->after, NULL,
                            &saving, why);
    }
    merge_saving_clear(&saving);
    record_free(first);
    return result;
}

static void undo_merge(struct duplicates *duplicates)
{
    struct app *app = duplicates->view.app;
    struct note why;
    if (!duplicates->merges) {
        app_say(app, "nothing was merged here");
        return;
    }
    struct merged *merged = &duplicates->merged[duplicates->merges - 1];
    int item = merged->pair, result = duplicates_unmerge(duplicates, merged, &why);
    while (store_scan(duplicates->store, PORTION))
        continue;
    if (result < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    merged_clear(merged);
    duplicates->merges--;
    duplicates->pair[item].merged = false;
    list_go(&duplicates->list, item);
    app_say(app, "the merge is undone: these are two games again");
}

/* ---- the view ---- */

static bool duplicates_request(struct view *view, const struct event *event)
{
    struct duplicates *duplicates = duplicates_of(view);
    switch (event->request) {
    case REQ_ENTER:
        open_pair(duplicates);
        return true;
    case REQ_MERGE:
        ask_merge(duplicates);
        return true;
    case REQ_UNDO:
        undo_merge(duplicates);
        return true;
    default:
        return list_request(&duplicates->list, event);
    }
}

static bool duplicates_can(const struct view *view, enum request request)
{
    const struct duplicates *duplicates = (const struct duplicates *)view;
    int item = list_item(&duplicates->list);
    switch (request) {
    case REQ_ENTER:
        return item >= 0;
    case REQ_MERGE:
        return item >= 0 && !duplicates->pair[item].merged &&
               store_writable(duplicates->store, NULL);
    case REQ_UNDO:
        return duplicates->merges > 0;
    default:
        return list_can(&duplicates->list, request);
    }
}

static const struct hint *duplicates_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_MERGE, REQ_NONE, NULL},           {REQ_UNDO, REQ_NONE, NULL},
        {REQ_ENTER, REQ_NONE, "look at them"}, {REQ_DOWN, REQ_UP, "move"},
        {REQ_CLOSE, REQ_NONE, NULL},           {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static int duplicates_view_open(struct view *view, const void *argument, struct note *why)
{
    struct duplicates *duplicates = duplicates_of(view);
    const struct duplicates_open *open = argument;
    (void)why;
    duplicates->store = view->store = open->store;
    duplicates->places = open->n;
    duplicates_open(&duplicates->search, open->store, open->place, open->n);
    duplicates_note_state(duplicates);
    view->keymap[view->keymaps++] = KEYMAP_DUPLICATES;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&duplicates->list, &list_ops, view, duplicates);
    app_at(view, &duplicates->searching, app_now(view->app), duplicates_tick, duplicates);
    return 0;
}

static void duplicates_view_close(struct view *view)
{
    struct duplicates *duplicates = duplicates_of(view);
    duplicates_close(duplicates->search);
    for (int i = 0; i < duplicates->merges; i++)
        merged_clear(&duplicates->merged[i]);
    free(duplicates->merged);
    free(duplicates->pair);
    list_clear(&duplicates->list);
}

const struct view_ops duplicates_view = {
    .name = "duplicates",
    .size = sizeof(struct duplicates),
    .open = duplicates_view_open,
    .close = duplicates_view_close,
    .draw = duplicates_draw,
    .request = duplicates_request,
    .can = duplicates_can,
    .hints = duplicates_hints,
};
