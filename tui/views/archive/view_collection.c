/* view_collection.c - the collections of an archive: each is a heading with its games below, in
 * order. The user can open a game at its ply, move games, remove them, and rename the collection.
 * Each change is saved at once. */
#include "config.h"

#include "tui/views/archive/archive_internal.h"
#include "archive/query/query.h"
#include "archive/search/collection.h"
#include "tui/app/list.h"
#include "tui/session/archive/collecting.h"
#include "tui/session/archive/games.h"
#include "tui/session/commands/archive_commands.h"
#include "tui/views/prompts.h"
#include "tui/views/archive/game_list.h"
#include "tui/views/game/game.h"
#include "tui/views/navigation.h"
#include "tui/views/list_and_board.h"

#include <stdlib.h>
#include <string.h>

/* A line of the list: a collection (item -1) or one of its games. */
struct collection_line {
    int collection, item;
};

struct collections {
    struct view view;
    struct store *store; /* borrowed */
    struct list list;
    struct collection *collection; /* [n] */
    int n;
    struct collection_line *line; /* [lines] */
    int lines, room;
    uint64_t known; /* a hash of all collections when they were loaded: state_of_all() */
    int64_t look;   /* app_now() when to check for changes */
    struct archive_screen screen; /* runs commands that name a collection */
    struct search_counts counts;
    struct outside outside;
    loop_handle counting, looking; /* when to count the next portion; when to check for changes */
};

/* Find what the line under the cursor stands for. Returns false if there is no line. */
static bool collections_current(const struct collections *collections, struct collection_line *out);
/* collections_load() reads all collections again. The next function only rebuilds the lines. */
static void collections_load(struct collections *collections);
static void collections_set_lines(struct collections *collections);

/* Change the collection or the game of the line under the cursor. These functions ask for missing
 * values. */
static void collections_ask_search(struct collections *collections);
static void collections_ask_title(struct collections *collections);
static void collections_ask_remove(struct collections *collections);
static void collections_ask_new(struct collections *collections);
/* Move the game of the line under the cursor up (-1) or down (1) by one place in its collection. */
static void collections_move(struct collections *collections, int step);

enum {
    PORTION = 1000,
    LOOK_EVERY = 3000 /* milliseconds between checks for changes by others while idle */
};

static void collections_tick(void *argument);

/* Continue to count soon. */
static void collections_count_on(struct collections *collections)
{
    struct view *view = &collections->view;
    app_at(view, &collections->counting, app_now(view->app), collections_tick, collections);
}

static struct collections *collections_of(struct view *view)
{
    return (struct collections *)view;
}

/* ---- the collections ---- */

static void collections_set_lines(struct collections *collections)
{
    collections->lines = 0;
    for (int c = 0; c < collections->n; c++)
        for (int i = -1; i < collection_items(&collections->collection[c]); i++) {
            collections->line = memory_room(collections->line, &collections->room,
                                            collections->lines + 1, sizeof *collections->line);
            collections->line[collections->lines++] = (struct collection_line){c, i};
        }
    list_set(&collections->list, collections->lines);
}

static void collection_forget(struct collections *collections)
{
    for (int i = 0; i < collections->n; i++)
        collection_clear(&collections->collection[i]);
    free(collections->collection);
    collections->collection = NULL;
    collections->n = 0;
}

static uint64_t add_value(uint64_t state, const struct value *value)
{
    state = hash_text(state, value->text);
    for (int i = 0; i < value->n; i++)
        state = add_value(hash_text(state, value->entry[i].key), &value->entry[i].value);
    return state;
}

/* A hash of all collections. It differs if someone has changed one of them. */
static uint64_t state_of_all(struct store *store)
{
    char(*ids)[ULID_LENGTH + 1];
    uint64_t state = HASH_START;
    int n = store_collections(store, &ids);
    for (int i = 0; i < n; i++) {
        struct collection collection;
        state = hash_text(state, ids[i]);
        if (store_collection_load(store, ids[i], &collection, NULL, NULL) < 0)
            continue;
        state = add_value(state, &collection.root);
        collection_clear(&collection);
    }
    free(ids);
    return state;
}

static void collections_load(struct collections *collections)
{
    char(*ids)[ULID_LENGTH + 1];
    struct note why;
    collection_forget(collections);
    int n = store_collections(collections->store, &ids);
    collections->collection = memory_new((size_t)n + 1, sizeof *collections->collection);
    for (int i = 0; i < n; i++) {
        struct place place = {0};
        if (store_collection_load(collections->store, ids[i],
                                  &collections->collection[collections->n], &place, &why) == 0)
            collections->n++;
        else {
            char where[PLACE_ROOM];
            app_error(collections->view.app, "collection %s%s%s%s", ids[i],
                      place.line ? ", " : ": ", place_words(place, where), why.text);
        }
    }
    free(ids);
    uint64_t known = state_of_all(collections->store);
    search_counts_start(&collections->counts, collections->n, known == collections->known);
    collections->known = known;
    collections->look = app_now(collections->view.app) + LOOK_EVERY;
    collections_count_on(collections);
    collections_set_lines(collections);
}

/* Show changes by others, even those made by an editor or git pull. The cursor stays on its
 * line. */
static bool look_at_others(struct collections *collections)
{
    struct view *view = &collections->view;
    int item = list_item(&collections->list);
    /* If games have changed, the searches are counted again. */
    bool other = outside_take(&collections->outside);
    if (app_now(view->app) >= collections->look) {
        collections->look = app_now(view->app) + LOOK_EVERY;
        if (app_at_rest(view->app, view) &&
            state_of_all(collections->store) != collections->known) {
            collections_load(collections);
            list_go(&collections->list, item);
            other = true;
        }
    }
    app_at(view, &collections->looking, collections->look, collections_tick, collections);
    return other;
}

static void collections_tick(void *argument)
{
    struct collections *collections = argument;
    bool told;
    if (search_counts_step(&collections->counts, collections->collection, &told)) {
        collections_count_on(collections);
    } else if (look_at_others(collections)) {
        told = true;
        collections_count_on(collections);
    }
    collections->view.idle = !told;
}

/* ---- drawing ---- */

static void collection_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct collections *collections = list->owner;
    const struct collection_line *line = &collections->line[item];
    const struct collection *collection = &collections->collection[line->collection];
    if (line->item < 0) {
        const char *title = collection_text(collection, "title"),
                   *by = collection_text(collection, "by");
        bool searches = *collection_text(collection, "query");
        int items = collection_items(collection);
        size_t used = 0;
        char fit[40];
        search_counts_text(&collections->counts, line->collection, fit, sizeof fit);
        text_add(out, size, &used, "%.300s%s%.100s  (", *title ? title : "without a title",
                 *by ? ", by " : "", by);
        if (items || !searches)
            text_add(out, size, &used, "%d%s", items, searches ? ", and " : "");
        text_add(out, size, &used, "%s)", searches ? fit : "");
        return;
    }
    struct collection_item game = collection_item(collection, line->item);
    char seats[200] = "";
    int at = games_place_of(collections->store, game.game);
    const struct listing *listing = at < 0 ? NULL : store_listing(collections->store, at);
    if (listing && !listing->damaged)
        listing_seats(listing, false, seats, sizeof seats);
    size_t used = 0;
    out[0] = '\0';
    text_add(out, size, &used, "%2d  %.200s%s%s", line->item + 1, game.title,
             *game.title ? "  " : "", listing ? seats : "(the game is not here)");
    const char *const told[] = {listing ? listing->score : "", listing ? listing->date : "",
                                listing ? listing->variant : ""};
    for (int i = 0; i < 3; i++)
        if (*told[i])
            text_add(out, size, &used, ", %.40s", told[i]);
    if (*game.at_ply)
        text_add(out, size, &used, ", at %.20s", game.at_ply);
}

static void collection_draw_line(const struct list *list, int item, struct scene *scene,
                                 const struct area *area, enum role ground)
{
    const struct collections *collections = list->owner;
    bool heading = collections->line[item].item < 0;
    char text[LIST_TEXT_MAX];
    collection_line_text(list, item, text, sizeof text);
    list_text(list, scene, area->row, area->column + (heading ? 1 : 3), area->columns - 4, text,
              heading ? ROLE_LABEL : ROLE_TEXT, ground);
}

static const struct list_ops list_ops = {.draw = collection_draw_line,
                                         .text = collection_line_text};

static void collection_draw_none(struct scene *scene, const struct area *body)
{
    static const char *const lines[] = {
        "No collections yet; + makes one.",
        "gC adds a game to a collection, in the game or in the list."};
    int row = body->row, columns = body->columns > 2 ? body->columns - 2 : 1, length;
    for (int i = 0; i < 2; i++)
        for (const char *at = lines[i]; *at && row < body->row + body->rows; at += length, row++) {
            length = scene_line(at, columns);
            scene_textf(scene, row, body->column + 1, columns, ROLE_DIM, ROLE_TEXT, "%.*s", length,
                        at);
        }
}

static void collections_draw(struct view *view, struct scene *scene, const struct area *body,
                             struct face *face)
{
    struct collections *collections = collections_of(view);
    const struct collection_line *line = NULL;
    int item = list_item(&collections->list);
    snprintf(face->title, sizeof face->title, "Collections of %.200s",
             store_title(collections->store));
    snprintf(face->mode, sizeof face->mode, "COLLECTIONS");
    list_status(&collections->list, "lines", face->status, sizeof face->status);
    snprintf(face->status_side, sizeof face->status_side, "%s",
             store_writable(collections->store, NULL) ? "" : "read-only");
    struct area list = *body;
    if (item >= 0)
        line = &collections->line[item];
    if (line && body->rows > 8) {
        const struct collection *collection = &collections->collection[line->collection];
        const char *query = collection_text(collection, "query");
        const char *comment = line->item < 0 ? collection_text(collection, "comment")
                                             : collection_item(collection, line->item).comment;
        list.rows -= 3;
        app_rule(view->app, scene, body->row + list.rows, body->column, body->columns);
        uint32_t sign = app_cut_sign(view->app);
        int row = body->row + list.rows + 1, columns = body->columns - 2;
        char fits[LIST_TEXT_MAX];
        scene_text_cut(scene, row, body->column + 1, columns, comment, ROLE_COMMENT, ROLE_TEXT,
                       sign);
        snprintf(fits, sizeof fits, "and games that match: %s", query);
        if (*query)
            scene_text_cut(scene, row + 1, body->column + 1, columns, fits, ROLE_DIM, ROLE_TEXT,
                           sign);
    }
    if (collections->lines)
        list_draw(&collections->list, scene, &list);
    else
        collection_draw_none(scene, body);
}

/* ---- requests ---- */

static bool collections_current(const struct collections *collections, struct collection_line *out)
{
    int item = list_item(&collections->list);
    if (item >= 0)
        *out = collections->line[item];
    return item >= 0;
}

/* Open the games that match a collection's search. */
static void collection_open_search(struct collections *collections,
                                   const struct collection *collection)
{
    const char *query = collection_text(collection, "query");
    struct archive_open open = {
        .store = collections->store, .filter = query, .name = collection_text(collection, "title")};
    if (*query)
        app_try_open(collections->view.app, &archive_view, &open);
    else
        app_say(collections->view.app,
                "this collection has no saved search; {keep-search} saves one");
}

static int collection_neighbour(void *argument, int step, struct table_open *out, struct note *why);

/* Load the game of a line, to be shown at its ply. */
static int load_item(struct collections *collections, const struct collection_line *line,
                     struct table_open *out, struct note *why)
{
    static char where[160]; /* borrowed until the next call; the game's view copies it */
    const struct collection *collection = &collections->collection[line->collection];
    struct collection_item item = collection_item(collection, line->item);
    struct table_open open = {
        .where = where, .list = collections, .neighbour = collection_neighbour};
    int at = games_place_of(collections->store, item.game);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "the game is no longer in this archive");
    int result = table_load(collections->store, at, &open, NULL, why);
    if (result < 0)
        return result;
    snprintf(where, sizeof where, "%.120s, %d of %d", collection_text(collection, "title"),
             line->item + 1, collection_items(collection));
    int sides = record_players(open.record);
    open.spot = spot_start();
    open.at_spot = item.at_ply && *item.at_ply;
    open.spot.ply = collection_ply(item.at_ply, sides > 1 ? sides : 2);
    if (open.spot.ply > open.record->moves.n)
        open.spot.ply = open.record->moves.n;
    *out = open;
    return 0;
}

/* Load the next readable game of the same collection, and move the cursor to it. */
static int collection_neighbour(void *argument, int step, struct table_open *out, struct note *why)
{
    struct collections *collections = argument;
    struct list *list = &collections->list;
    struct collection_line here, line;
    bool known = collections_current(collections, &here);
    for (int i = list->cursor + step; known && i >= 0 && i < list->n; i += step) {
        line = collections->line[list_shown(list, i)];
        if (line.collection != here.collection || line.item < 0)
            break;
        if (load_item(collections, &line, out, why) == 0) {
            list->cursor = i;
            return 0;
        }
    }
    return note_fail(why, FAIL_NAME, -1,
                     step > 0 ? "This is the last game of the collection"
                              : "This is the first game of the collection");
}

static void open_item(struct collections *collections)
{
    struct collection_line line;
    struct table_open open;
    struct note why;
    if (!collections_current(collections, &line))
        return;
    if (line.item < 0)
        collection_open_search(collections, &collections->collection[line.collection]);
    else if (load_item(collections, &line, &open, &why) < 0)
        app_error(collections->view.app, "%s", why.text);
    else
        table_try_open(collections->view.app, &open);
}

/* Show statistics of the games in a collection. (For the games that its search finds, the list of
 * games shows them.) */
static void collection_show_statistics(struct collections *collections)
{
    struct collection_line line;
    char title[200];
    if (!collections_current(collections, &line))
        return;
    const struct collection *collection = &collections->collection[line.collection];
    struct listed_games games = {0};
    listed_games_of(&games, collections->store, collection);
    snprintf(title, sizeof title, "Statistics of %.150s", collection_text(collection, "title"));
    archive_count(&collections->screen.session, title, &games);
    listed_games_clear(&games);
}

/* Go to the collection with an id. */
static void collections_go(struct collections *collections, const char *id)
{
    for (int i = 0; i < collections->lines; i++) {
        const struct collection_line *line = &collections->line[i];
        if (line->item < 0 &&
            !strcmp(collection_text(&collections->collection[line->collection], "id"), id))
            list_go(&collections->list, i);
    }
}

static void collections_show_change(struct view *view, const struct archive_event *event)
{
    if (event->kind == ARCHIVE_FOUND)
        collections_go(collections_of(view), event->id);
    else if (event->kind == ARCHIVE_COLLECTED)
        collections_load(collections_of(view));
}

/* True if a command names its collection, and so is not about the line under the cursor. */
static bool names_collection(enum request request, const char *argument)
{
    switch (request) {
    case REQ_COLLECTION:
    case REQ_NAME_GAME:
    case REQ_DELETE_COLLECTION:
        return true;
    case REQ_REMOVE:
    case REQ_MOVE_UP:
    case REQ_MOVE_DOWN:
    case REQ_RENAME:
        return *argument;
    default:
        return false;
    }
}

/* True if a command about the line under the cursor has none that it can change. */
static bool lacks_line(const struct collections *collections, enum request request)
{
    int item = list_item(&collections->list);
    switch (request) {
    case REQ_MOVE_UP:
    case REQ_MOVE_DOWN:
        return item < 0 || collections->line[item].item < 0;
    case REQ_REMOVE:
    case REQ_RENAME:
        return item < 0;
    default:
        return false;
    }
}

static bool collections_request(struct view *view, const struct event *event)
{
    struct collections *collections = collections_of(view);
    if (names_collection(event->request, event->argument))
        return archive_screen_run(&collections->screen, event->request, event->argument);
    if (lacks_line(collections, event->request)) {
        app_error(view->app, "choose a game of a collection first");
        return true;
    }
    switch (event->request) {
    case REQ_ENTER:
        open_item(collections);
        return true;
    case REQ_MOVE_UP:
        collections_move(collections, -1);
        return true;
    case REQ_MOVE_DOWN:
        collections_move(collections, 1);
        return true;
    case REQ_REMOVE:
        collections_ask_remove(collections);
        return true;
    case REQ_RENAME:
        collections_ask_title(collections);
        return true;
    case REQ_STATISTICS:
        collection_show_statistics(collections);
        return true;
    case REQ_KEEP_SEARCH:
        collections_ask_search(collections);
        return true;
    case REQ_NEW_COLLECTION:
        collections_ask_new(collections);
        return true;
    default:
        return list_request(&collections->list, event);
    }
}

static bool collections_can(const struct view *view, enum request request)
{
    const struct collections *collections = (const struct collections *)view;
    int item = list_item(&collections->list);
    bool writable = store_writable(collections->store, NULL);
    switch (request) {
    case REQ_ENTER:
        return item >= 0;
    case REQ_STATISTICS:
        return item >= 0 &&
               collection_items(&collections->collection[collections->line[item].collection]) > 0;
    case REQ_MOVE_UP:
    case REQ_MOVE_DOWN:
    case REQ_REMOVE:
    case REQ_RENAME: /* the argument can name a line other than that of the cursor */
        return collections->n > 0 && writable;
    case REQ_KEEP_SEARCH:
        return item >= 0 && writable;
    case REQ_NEW_COLLECTION:
        return writable;
    default:
        return names_collection(request, "") || list_can(&collections->list, request);
    }
}

static const struct hint *collections_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, NULL},
                                        {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_MOVE_DOWN, REQ_MOVE_UP, "reorder"},
                                        {REQ_RENAME, REQ_NONE, NULL},
                                        {REQ_REMOVE, REQ_NONE, NULL},
                                        {REQ_NEW_COLLECTION, REQ_NONE, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static int collections_open(struct view *view, const void *argument, struct note *why)
{
    struct collections *collections = collections_of(view);
    (void)why;
    const struct collection_open *open = argument;
    collections->store = view->store = open->store;
    archive_screen_begin(&collections->screen, view, collections_show_change);
    collections->counts.store = collections->store;
    outside_begin(&collections->outside, collections->store, view, collections_tick, collections);
    view->keymap[view->keymaps++] = KEYMAP_COLLECTION;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&collections->list, &list_ops, view, collections);
    collections_load(collections);
    if (open->id)
        collections_go(collections, open->id);
    else if (collections->lines > 1 && collections->line[1].item >= 0)
        list_go(&collections->list, 1);
    return 0;
}

static void collections_close(struct view *view)
{
    struct collections *collections = collections_of(view);
    archive_screen_end(&collections->screen);
    search_counts_clear(&collections->counts);
    list_clear(&collections->list);
    collection_forget(collections);
    free(collections->line);
}

static void collections_resume(struct view *view)
{
    collections_load(collections_of(view));
}

const struct view_ops collection_view = {
    .name = "collections",
    .size = sizeof(struct collections),
    .open = collections_open,
    .close = collections_close,
    .draw = collections_draw,
    .request = collections_request,
    .can = collections_can,
    .hints = collections_hints,
    .resume = collections_resume,
};

/* ---- Changes collections from their screen: search, order, titles, games. Each change is saved at
 * once. */

static struct collections *view_collection_edit_collections_of(struct view *view)
{
    return (struct collections *)view;
}

/* Show the changed collections. `result` and `said` are what a function of collecting.h returned:
 * if nothing was stored, show why; if somebody else has changed the collection meanwhile, show
 * that version. */
static void collections_changed(struct collections *collections, int result,
                                const struct note *said)
{
    if (result <= 0)
        tell_done(&collections->view, FAIL_RULE, said);
    if (result == FAIL_CONFLICT)
        collections_load(collections);
    else
        collections_set_lines(collections);
}

static bool collection_search_done(struct view *view, const char *text)
{
    struct collections *collections = view_collection_edit_collections_of(view);
    struct collection_line line;
    struct note said;
    if (!collections_current(collections, &line))
        return true;
    int result = collecting_search(collections->store, &collections->collection[line.collection],
                                   text, &said);
    if (result == FAIL_TEXT) {
        app_prompt_refuse(view->app, text, said.offset, said.text);
        return false;
    }
    collections_changed(collections, result, &said);
    search_counts_start(&collections->counts, collections->n, false);
    collections_count_on(collections);
    return true;
}

static bool collection_search_complete(struct view *view, const char *text, char *out, size_t size)
{
    return query_complete_typed(view, view_collection_edit_collections_of(view)->store, text, out,
                                size);
}

static void collections_ask_search(struct collections *collections)
{
    struct collection_line line;
    if (!collections_current(collections, &line))
        return;
    app_prompt(collections->view.app, &collections->view,
               &(struct prompt){
                   .label = "its search: ",
                   .done = collection_search_done,
                   .complete = collection_search_complete,
                   .text = collection_text(&collections->collection[line.collection], "query")});
}

static void collections_move(struct collections *collections, int step)
{
    struct collection_line line;
    struct note said;
    if (!collections_current(collections, &line) || line.item < 0)
        return;
    int item = list_item(&collections->list);
    int result = collecting_move(collections->store, &collections->collection[line.collection],
                                 line.item, step, &said);
    if (!result)
        return;
    collections_changed(collections, result, &said);
    list_go(&collections->list, item + step);
}

static void answer_remove(struct view *view, bool yes)
{
    struct collections *collections = view_collection_edit_collections_of(view);
    struct collection_line line;
    struct note said;
    if (!yes || !collections_current(collections, &line))
        return;
    struct collection *collection = &collections->collection[line.collection];
    if (line.item >= 0) {
        int result = collecting_take_out(collections->store, collection, line.item, &said);
        collections_changed(collections, result, &said);
        return;
    }
    if (collecting_delete(collections->store, collection, &said) < 0)
        tell_done(view, FAIL_RULE, &said);
    collections_load(collections);
}

static void collections_ask_remove(struct collections *collections)
{
    struct collection_line line;
    if (collections_current(collections, &line))
        app_ask(collections->view.app, &collections->view,
                line.item < 0 ? "Remove the whole collection? Its games stay."
                              : "Take the game out of the collection?",
                answer_remove);
}

static bool rename_done(struct view *view, const char *text)
{
    struct collections *collections = view_collection_edit_collections_of(view);
    struct collection_line line;
    struct note said;
    if (!collections_current(collections, &line))
        return true;
    struct collection *collection = &collections->collection[line.collection];
    int result = line.item < 0
                     ? collecting_rename(collections->store, collection, text, &said)
                     : collecting_describe(collections->store, collection, line.item, text, &said);
    collections_changed(collections, result, &said);
    return true;
}

static void collections_ask_title(struct collections *collections)
{
    struct collection_line line;
    if (!collections_current(collections, &line))
        return;
    struct collection *collection = &collections->collection[line.collection];
    struct prompt prompt = {.label = "title: ",
                            .done = rename_done,
                            .text = line.item < 0 ? collection_text(collection, "title")
                                                  : collection_item(collection, line.item).title};
    app_prompt(collections->view.app, &collections->view, &prompt);
}

static bool new_done(struct view *view, const char *text)
{
    struct collections *collections = view_collection_edit_collections_of(view);
    struct note said;
    if (*text && collecting_new(collections->store, text, app_author(view->app, collections->store),
                                &said) <= 0)
        tell_done(view, FAIL_RULE, &said);
    collections_load(collections);
    return true;
}

static void collections_ask_new(struct collections *collections)
{
    static const struct prompt prompt = {.label = "title of the new collection: ",
                                         .done = new_done};
    app_prompt(collections->view.app, &collections->view, &prompt);
}
