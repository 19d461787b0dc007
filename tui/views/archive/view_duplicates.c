/* view_duplicates.c - duplicate games of an archive, as pairs: the user compares both games, merges
 * them into one, and can undo that. The search runs in small portions. Pairs are stored as ids,
 * because the indices of games change when games are deleted. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"

#include "archive/report/duplicates.h"
#include "tui/session/commands/archive_commands.h"
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

struct duplicates {
    struct view view;
    struct store *store;             /* borrowed */
    struct duplicate_search *search; /* NULL: the search is complete */
    int generation, total;           /* the state of the store during the search */
    int places;                      /* number of games that are searched */
    struct archive_screen screen;    /* has the pairs, and merges them */
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
    pairs_take(&duplicates->screen.session.pairs, duplicates->store,
               duplicates_at(duplicates->search, 0), n);
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

/* Describe a game of a pair: "12 Ana - Boris, 1858, 1-0, notes". */
static void game_words(const struct duplicates *duplicates, const struct duplicate_pair *pair,
                       int side, bool brief, char *out, size_t size)
{
    int at = pair_at(pair, duplicates->store, side);
    size_t used = 0;
    char seats[200];
    out[0] = '\0';
    if (at < 0) {
        snprintf(out, size, "(not here)");
        return;
    }
    const struct listing *listing = store_listing(duplicates->store, at);
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
    const struct duplicate_pair *pair = &duplicates->screen.session.pairs.v[item];
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
              duplicates->screen.session.pairs.v[item].merged ? ROLE_DIM : ROLE_TEXT, ground);
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
    if (!duplicates->search && !duplicates->screen.session.pairs.n) {
        scene_textf(scene, body->row, body->column + 1, body->columns - 2, ROLE_DIM, ROLE_TEXT,
                    "There are no duplicates among the %d game%s shown.", duplicates->places,
                    duplicates->places == 1 ? "" : "s");
        return;
    }
    if (item >= 0 && body->rows > 8) {
        list.rows -= DETAILS;
        app_rule(view->app, scene, body->row + list.rows, body->column, body->columns);
        for (int s = 0; s < SIDES; s++) {
            char game[LIST_TEXT_MAX];
            game_words(duplicates, &duplicates->screen.session.pairs.v[item], s, false, game,
                       sizeof game);
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
    int item = list_item(&duplicates->list);
    int at =
        item < 0 ? -1 : pair_at(&duplicates->screen.session.pairs.v[item], duplicates->store, side);
    if (at < 0)
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

/* Merge the pair with a number, or without one, the pair under the cursor. */
static void duplicates_merge_pair(struct duplicates *duplicates, const char *argument)
{
    char number[16];
    int n = atoi(argument);
    snprintf(number, sizeof number, "%d", list_item(&duplicates->list) + 1);
    if (n > 0 && n <= duplicates->screen.session.pairs.n)
        list_go(&duplicates->list, n - 1);
    archive_screen_run(&duplicates->screen, REQ_MERGE, *argument ? argument : number);
}

/* After a merge is undone, go to its pair. */
static void duplicates_show_change(struct view *view, const struct archive_event *event)
{
    struct duplicates *duplicates = duplicates_of(view);
    const struct duplicate_pairs *pairs = &duplicates->screen.session.pairs;
    char id[ULID_LENGTH + 1];
    for (int i = 0; event->kind == ARCHIVE_RENUMBERED && event->id && i < pairs->n; i++) {
        duplicate_id(&pairs->v[i].ids, 0, id);
        if (!strcmp(id, event->id))
            list_go(&duplicates->list, i);
    }
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
        duplicates_merge_pair(duplicates, event->argument);
        return true;
    case REQ_UNDO:
        return archive_session_undo(&duplicates->screen.session);
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
        /* another pair can be named; one that is merged already is refused with a sentence */
        return duplicates->screen.session.pairs.n > 0 && store_writable(duplicates->store, NULL);
    case REQ_UNDO:
        return archive_session_may_undo(&duplicates->screen.session);
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
    archive_screen_begin(&duplicates->screen, view, duplicates_show_change);
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
    archive_screen_end(&duplicates->screen);
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
