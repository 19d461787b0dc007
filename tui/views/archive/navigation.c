/* navigation.c - opens archives, games and new games for other views: see
 * tui/views/navigation.h. Also what a click in the list of games does, and
 * what it tells screen readers. */
#include "config.h"
#include "tui/session/archive/games.h"
#include "tui/session/new_game.h"
#include "tui/session/keyboard_clock.h"
#include "tui/views/navigation.h"

#include "tui/views/archive/game_list.h"
#include "tui/widgets/editors.h"
#include "tui/system/paths.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/views/game/game.h"
#include "tui/views/archive/archive_internal.h"
#include "tui/views/reader.h"
#include "tui/views/view_variants.h"

#include <stdlib.h>
#include <string.h>

static int navigation_open_path(struct app *app, const char *path, struct note *why)
{
    struct archive_open open = {.path = path};
    int status = path_is_folder(path) ? FAIL_NAME : table_open_file(app, path, why);
    return status == FAIL_NAME ? app_open(app, &archive_view, &open, why) : status;
}

int open_place(struct app *app, const char *path, struct note *why)
{
    int status = navigation_open_path(app, path, why);
    /* what guests open must not appear in the account's list of recent archives */
    if (status == 0 && !app_restricted(app))
        recent_add(path);
    return status;
}

bool open_archive(struct app *app, const char *path)
{
    struct note why;
    if (!strcmp(path, place_own()) && place_own_make(&why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    if (open_place(app, path, &why) == 0)
        return true;
    app_error(app, "%s", why.text);
    return false;
}

/* ---- games of a list ---- */

/* Write the archive's title and the number of a game in it, for the title line: "Sample games, 3 of
 * 15". The text is borrowed until the next call. */
static const char *navigation_where(const struct game_list *games, int at)
{
    static char text[160];
    snprintf(text, sizeof text, "%.120s, %d of %d", store_title(games->store), at + 1,
             store_total(games->store));
    return text;
}

/* On very wide screens, draw the list beside the game. The cursor of the list stays on the game. */
static void navigation_dock(void *argument, struct scene *scene, const struct area *area)
{
    struct game_list *games = argument;
    struct area list = {area->row + 1, area->column, area->rows - 1, area->columns};
    int row = scene->cursor_row, column = scene->cursor_column;
    game_list_catch_up(games); /* the game's view may have applied changes by others first */
    game_list_heads(games, scene, area);
    list_draw(&games->list, scene, &list);
    scene->cursor_row = row;
    scene->cursor_column = column;
}

static int navigation_load(struct game_list *games, int at, struct table_open *out,
                           struct note *why)
{
    struct table_open open = {.where = navigation_where(games, at), .list = games};
    struct place place;
    int status = table_load(games->store, at, &open, &place, why);
    if (status < 0)
        return status;
    open.spot = spot_start();
    open.hits = open.draft ? 0 : game_list_hits(games, at, open.hit, TABLE_HITS_MAX);
    open.at_spot = open.hits > 0;
    if (open.hits)
        open.spot.ply = open.hit[0];
    *out = open;
    return 0;
}

/* Load the next readable game of the list, and move the list's cursor to it. */
static int navigation_neighbour(void *argument, int step, struct table_open *out, struct note *why)
{
    struct game_list *games = argument;
    struct list *list = &games->list;
    const struct listing *listing = NULL;
    int i = list->cursor + step;
    while (i >= 0 && i < list->n && (listing = store_listing(games->store, list_shown(list, i))) &&
           listing->damaged)
        i += step;
    if (i < 0 || i >= list->n)
        return note_fail(why, FAIL_NAME, -1,
                         step > 0 ? "This is the last game of the list"
                                  : "This is the first game of the list");
    if (!listing)
        return note_fail(why, FAIL_NAME, -1, "The games in the list have changed");
    int status = navigation_load(games, list_shown(list, i), out, why);
    if (status < 0)
        return status;
    out->neighbour = navigation_neighbour;
    out->dock = navigation_dock;
    list->cursor = i;
    game_list_note(games);
    return 0;
}

bool open_game(struct app *app, struct game_list *games, int at)
{
    struct table_open open;
    struct note why;
    if (navigation_load(games, at, &open, &why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    open.neighbour = navigation_neighbour;
    open.dock = navigation_dock;
    return table_try_open(app, &open);
}

/* ---- what an archive knows about a position ---- */

/* The archive of this view or of the nearest view below it, and its filter, which the caller frees;
 * NULL if there is none. Files with a single game are skipped. */
static struct store *store_below(struct app *app, struct view *view, char **filter)
{
    struct store *store = NULL;
    *filter = NULL;
    for (; view; view = app_below(app, view)) {
        if (!store && view->store && (store_total(view->store) > 1 || view->ops == &archive_view))
            store = view->store;
        if (store && view->store == store && view->ops == &archive_view && view->list) {
            /* Elsewhere pos:here would mean another position, so the copy of the filter has the
             * position itself. */
            *filter = game_list_search(view->list->owner);
            break;
        }
    }
    *filter = *filter ? *filter : memory_text("");
    return store;
}

static bool may_open_own(const struct app *app, struct note *why)
{
    if (app_restricted(app))
        note_set(why, -1, "you cannot open an archive in this session");
    return !app_restricted(app) && place_own_make(why) == 0;
}

struct store *open_store_below(struct app *app, struct view *view, char **filter, bool *owned)
{
    struct store *store = store_below(app, view, filter);
    struct note why;
    *owned = !store;
    if (*owned && (!may_open_own(app, &why) || store_open(&store, place_own(), NULL, &why) < 0)) {
        app_error(app, "%s", why.text);
        free(*filter);
        *filter = NULL;
        return NULL;
    }
    return store;
}

bool open_openings(struct app *app, struct view *view, const struct position *here,
                   const char *query)
{
    struct openings_open open = {.here = here};
    char *filter;
    open.store = open_store_below(app, view, &filter, &open.owns_store);
    if (!open.store)
        return false;
    if (*query) {
        free(filter);
        filter = query_written_out(query, here); /* the board of the openings moves on */
    }
    open.query = filter;
    bool opened = app_try_open(app, &openings_view, &open);
    free(filter);
    if (!opened && open.owns_store)
        store_close(open.store);
    return opened;
}

void open_openings_of(struct app *app, const char *path, const struct position *here,
                      const char *query)
{
    char *written = query_written_out(query, here);
    struct openings_open open = {.here = here, .query = written, .owns_store = true};
    struct note why;
    if (store_open(&open.store, path, NULL, &why) < 0)
        app_error(app, "%s", why.text);
    else if (!app_try_open(app, &openings_view, &open))
        store_close(open.store);
    free(written);
}

void open_position_of(struct app *app, const char *path, const struct position *here)
{
    struct archive_open open = {.path = path, .here = here, .filter = "pos:here"};
    app_try_open(app, &archive_view, &open);
}

bool open_position(struct app *app, struct view *view, const struct position *here,
                   const char *among)
{
    char *filter, joined[LIST_FILTER_ROOM];
    struct store *store = store_below(app, view, &filter);
    struct archive_open open = {
        .path = place_own(), .store = store, .here = here, .filter = joined};
    struct note why;
    free(filter);
    if (!filter_join(among, "&pos:here", joined, sizeof joined)) {
        app_error(app, "the filter is too long to add a search for a position");
        return false;
    }
    if (!store && !may_open_own(app, &why)) {
        app_error(app, "%s", why.text);
        return false;
    }
    return app_try_open(app, &archive_view, &open);
}

bool open_statistics(struct app *app, const char *title, struct statistics *statistics)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    int columns = app_body(app).columns - 1; /* as many columns as the pager will use */
    columns = columns < STATISTICS_LEAST     ? STATISTICS_LEAST
              : columns < STATISTICS_COLUMNS ? columns
                                             : STATISTICS_COLUMNS;
    statistics_print(statistics, columns, out);
    fclose(out);
    return app_try_open(app, &pager_view, &(struct pager_open){.title = title, .text = text});
}

bool open_draft(struct app *app, const char *path, const char *id)
{
    struct table_open open = {.owns_store = true, .resumed = true, .where = path};
    struct note why;
    if (store_open(&open.store, path, NULL, &why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    if (table_load_draft(open.store, id, &open, &why) < 0) {
        store_close(open.store);
        app_error(app, "%s", why.text);
        return false;
    }
    bool opened = table_try_open(app, &open);
    if (!opened)
        store_close(open.store);
    return opened;
}

bool open_games(struct app *app, const char *path, const char *filter, const char *title)
{
    struct archive_open open = {.path = path, .filter = filter, .name = title};
    return app_try_open(app, &archive_view, &open);
}

bool open_saved(struct app *app, const char *path, const char *id, const struct spot *spot,
                bool play)
{
    struct table_open open = {
        .owns_store = true, .at_spot = spot != NULL, .resumed = true, .play = play};
    char title[160];
    struct place place;
    struct note why;
    if (store_open(&open.store, path, NULL, &why) < 0)
        return app_error(app, "%s", why.text), false;
    int at = games_place_of(open.store, id);
    snprintf(title, sizeof title, "%.150s", store_title(open.store));
    open.where = title;
    if (spot)
        open.spot = *spot;
    bool opened = false;
    if (at < 0)
        app_error(app, "the game is no longer in %.200s", path);
    else if (table_load(open.store, at, &open, &place, &why) < 0)
        app_error(app, "%s", why.text);
    else
        opened = table_try_open(app, &open);
    if (!opened)
        store_close(open.store);
    return opened;
}

bool open_bookmark(struct app *app, struct store *store, const struct bookmark *bookmark)
{
    struct table_open open = {.spot = spot_start()};
    struct store *found;
    char title[160];
    struct place place;
    struct note why;
    int at = bookmark_find(bookmark, store, &found, &why);
    if (at < 0)
        return app_error(app, "%s", why.text), false;
    open.owns_store = found != store;
    snprintf(title, sizeof title, "%.150s", store_title(found));
    open.where = title;
    bool loaded = table_load(found, at, &open, &place, &why) == 0;
    if (loaded && bookmark_stands(bookmark, open.record, &why)) {
        open.spot = bookmark->spot;
        open.at_spot = true;
    }
    bool opened = loaded && table_try_open(app, &open);
    if (!loaded || (opened && !open.at_spot))
        app_error(app, "%s", why.text);
    if (!opened && open.owns_store)
        store_close(found);
    return opened;
}

/* ---- new games ---- */

bool open_new_game(struct app *app, const struct ruleset *rules,
                   const char *const player[SIDES_MAX], const char *clock)
{
    return open_game_from(app, rules, NULL, player, clock);
}

/* The archive that a new game goes into, if games can be saved there; NULL: the user's own archive.
 * (The samples are read-only, and an archive that guests see is shared.) */
static struct store *archive_of_new(struct app *app)
{
    struct view *view = app_top(app);
    while (view && view->ops != &archive_view && view->ops != &home_view)
        view = app_below(app, view);
    struct store *store =
        view && view->ops == &archive_view && !app_restricted(app) ? view->store : NULL;
    return games_go_to(store) && !place_same(store_where(store), place_own()) ? store : NULL;
}

bool open_game_from(struct app *app, const struct ruleset *rules, const struct position *start,
                    const char *const player[SIDES_MAX], const char *clock)
{
    struct table_open open = {.store = archive_of_new(app), .play = true, .where = "a new game"};
    char where[160];
    struct note why;
    if (open.store) {
        snprintf(where, sizeof where, "%.140s, a new game", store_title(open.store));
        open.where = where;
    } else if (app_restricted(app)) {
        /* the user's own archive belongs to the account */
        note_set(&why, -1, "this game cannot be saved anywhere; games of the lobby are saved");
    } else {
        open.owns_store = games_open_own(&open.store, &why) == 0;
    }
    open.record = new_game_record(rules, start, app_today(app), player, clock);
    if (!table_try_open(app, &open)) {
        if (open.owns_store)
            store_close(open.store);
        return false;
    }
    if (!open.store)
        app_error(app, "%s", why.text);
    return true;
}

void open_new(struct app *app, const char *typed)
{
    struct new_game_plan plan;
    struct note why;
    const char *player[SIDES_MAX];
    if (!*typed) {
        app_try_open(app, &variants_view, &(struct variants_open){.purpose = VARIANTS_NEW});
        return;
    }
    if (new_game_typed(typed, &plan, &why) < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    for (int i = 0; i < SIDES_MAX; i++)
        player[i] = plan.player[i];
    open_game_from(app, plan.rules, plan.placed ? &plan.start : NULL, player, plan.clock);
    new_game_clear(&plan);
}

void open_position_text(struct app *app, struct view *view, const char *variant, const char *text,
                        const char *openings)
{
    enum { MOST = 8 };
    struct ruleset *rules;
    struct position *position = memory_new(1, sizeof *position);
    struct setting setting[MOST];
    struct note why;
    int settings;
    char *copy = memory_text(text), *placement = settings_before(copy, setting, MOST, &settings);
    if (ruleset_open(&rules, variant, setting, settings, &why) < 0) {
        app_error(app, "%s", why.text);
    } else {
        if (rules->rules->read(rules, placement, position, &why) < 0) {
            app_error(app, "%s", why.text);
        } else if (openings) {
            open_openings(app, view, position, openings);
        } else {
            struct table_open open = {.play = true, .where = "an example"};
            open.record = table_new_game(rules, position, app_today(app));
            table_try_open(app, &open);
        }
        ruleset_free(rules);
    }
    free(copy);
    free(position);
}

/* ---- the list of games: clicks, and what screen readers are told ---- */

bool archive_mouse(struct view *view, const struct mouse *mouse)
{
    struct archive *archive = archive_of(view);
    bool press = mouse->what == MOUSE_PRESS && mouse->button == 1;
    if (press && archive->heads.rows && mouse->row == archive->heads.row) {
        int column = game_list_head_at(&archive->games, &archive->heads, mouse->column);
        if (column >= 0)
            game_list_sort_by_column(&archive->games, (enum game_column)column);
    } else if (list_mouse(&archive->games.list, mouse) && app_can(view->app, view, REQ_ENTER)) {
        app_request(view->app, REQ_ENTER, "");
    }
    return true;
}

bool archive_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct archive *archive = archive_of(view);
    char sorted[sizeof archive->sorted];
    snprintf(sorted, sizeof sorted, "%s%s", game_list_sort_name(&archive->games),
             archive->games.descending ? ", falling" : "");
    int tags = archive->games.tags;
    bool first = !*archive->sorted, other = strcmp(archive->sorted, sorted) != 0,
         tagged = archive->tags != tags;
    (void)brief;
    snprintf(archive->sorted, sizeof archive->sorted, "%s", sorted);
    archive->tags = tags;
    if (first || !(other || tagged))
        return false;
    if (other)
        snprintf(out, size, "the games are sorted by %s", sorted);
    else
        snprintf(out, size, "%d %s tagged", tags, tags == 1 ? "game is" : "games are");
    return true;
}
