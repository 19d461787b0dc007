/* loading.c - keeps the list of an archive's games current.
 *
 * It scans games in portions, starts the indexer, and applies changes by others. Changes are applied only while the
 * user is idle (is_at_rest()), because they move games to other indices. Large archives (INDEX_WORTH games or more)
 * get an index and, where the system can report changes, a watch; all others are polled. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"
#include "tui/views/view_home.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MANY = 200000, SCAN_MANY = 4000, /* packs and unchanged files are scanned faster than new files */
    LOOK_EVERY = 2000, /* ms between polls for changes by others while idle */
    LOOK_AT_MANY_EVERY = 30000, /* the same for large archives without a watch: packs, network file systems */
    SETTLE = 300       /* ms to wait for further changes: git pull writes many files */
};

/* Open the index as it is now, if there is one. */
void archive_open_index(struct archive *archive)
{
    index_close(archive->index);
    archive->index = NULL;
    archive->index_taken = true;
    if (store_total(archive->store) >= INDEX_WORTH)
        index_open(&archive->index, archive->store, false, NULL);
    const char *notice = archive->index ? index_notice(archive->index) : NULL;
    if (notice)
        app_say(archive->view.app, "%s", notice);
}

/* Wait for a background process, else for changes by others. */
static void choose_descriptor(struct archive *archive)
{
    if (archive->watch >= 0)
        archive->watch = store_watch(archive->store); /* a view above may already have applied the changes */
    archive->view.fd = archive->importing.process.pid  ? archive->importing.process.fd
                       : archive->indexing.process.pid ? archive->indexing.process.fd
                                                       : archive->watch;
}

/* Index a large archive, once, after everything has been scanned. */
static void start_indexing(struct archive *archive)
{
    if (archive->importing.process.pid || archive->indexing.process.pid || archive->indexing.ended || archive->borrowed ||
        store_total(archive->store) < INDEX_WORTH)
        return;
    if (!archive->index_taken) {
        archive->view.wake = app_now(archive->view.app);
        return;
    }
    if (index_wanted(archive->index, archive->store))
        index_process_start(&archive->indexing, archive->path, archive->store);
    else
        archive->indexing.process.fd = -1;
    archive->indexing.ended = !archive->indexing.process.pid;
    choose_descriptor(archive);
}

/* True if the list must poll for changes, because the system does not report them. */
static bool looks_by_itself(const struct archive *archive)
{
    return !archive->borrowed && !archive->importing.process.pid && archive->watch < 0;
}

/* The app_now() of the next poll. */
static int64_t next_look(const struct archive *archive)
{
    return archive->looked + (store_total(archive->store) < INDEX_WORTH ? LOOK_EVERY : LOOK_AT_MANY_EVERY);
}

/* True if nobody is using the list, so that its games may get other indices. Tags are kept by index, so they block it
 * too. */
static bool is_at_rest(const struct archive *archive)
{
    return app_at_rest(archive->view.app, &archive->view) && !archive->games.tags && !archive->on_tagged &&
           store_count(archive->store) >= store_total(archive->store) && !store_unchecked(archive->store) &&
           game_list_found(&archive->games) < 0;
}

/* Setting up a watch on very many files takes longer than showing the first screen of a cached list, so it happens
 * after that is drawn. */
void archive_begin_watching(struct archive *archive)
{
    if (archive->watching || archive->borrowed || store_total(archive->store) < INDEX_WORTH)
        return;
    archive->watching = true;
    archive->watch = store_watch(archive->store);
    choose_descriptor(archive);
}

/* The scan has found other games than the list had: keep the cursor on its game, and watch again, as the folders may
 * have changed. */
static void take_other_places(struct archive *archive, const char *id)
{
    int item = *id ? store_find(archive->store, id) : -1;
    if (item >= 0)
        list_go(&archive->games.list, item);
    preview_forget(&archive->preview);
    if (*store_unread(archive->store))
        app_error(archive->view.app, "not all its games: %s", store_unread(archive->store));
    archive->watching = false;
    archive_begin_watching(archive);
}

void archive_look_for_drafts(struct archive *archive)
{
    game_list_look_for_drafts(&archive->games);
    archive->drafts_new = true;
}

/* Offer the drafts of deleted games on the home screen. Returns how many there are if there are more than before,
 * else 0. */
static int offer_left(struct archive *archive)
{
    char(*ids)[ULID_LENGTH + 1];
    if (!archive->drafts_new)
        return 0;
    archive->drafts_new = false;
    if (app_restricted(archive->view.app)) /* the home screen belongs to the account, not to the guest */
        return 0;
    int n = game_list_drafts_left(&archive->games, &ids), before = archive->drafts_left;
    home_offer(archive->view.app, archive->path, ids, n);
    free(ids);
    archive->drafts_left = n;
    return n > before ? n : 0;
}

/* As soon as the list is complete, tell the user about unsaved changes. */
static void tell_drafts(struct archive *archive)
{
    int at, n = archive->drafts_told ? 0 : game_list_drafts(&archive->games, &at), left = offer_left(archive);
    archive->drafts_told = true;
    if (n && left)
        app_say(archive->view.app, "unsaved changes: %d (+), and %d in games gone from here (see the first screen)", n, left);
    else if (left == 1)
        app_say(archive->view.app, "A game gone from here has unsaved changes; the first screen lists them");
    else if (left)
        app_say(archive->view.app, "%d games gone from here have unsaved changes; the first screen lists them", left);
    else if (n == 1)
        app_say(archive->view.app, "Game %d (+) has unsaved changes; {enter} resumes it", at + 1);
    else if (n)
        app_say(archive->view.app, "%d games (+) have unsaved changes; {enter} resumes one", n);
}

void archive_scan(struct archive *archive, int games, bool other)
{
    int before = store_count(archive->store), item = list_item(&archive->games.list);
    int generation = store_generation(archive->store);
    bool moved = generation != archive->generation; /* by a view above */
    char id[ULID_LENGTH + 1] = "";
    if (item >= 0 && item < before && store_unchecked(archive->store))
        snprintf(id, sizeof id, "%s", store_listing(archive->store, item)->id);
    bool unread = *store_unread(archive->store) != '\0';
    bool more = store_scan(archive->store, games);
    if (!unread && *store_unread(archive->store))
        app_error(archive->view.app, "not all its games: %s", store_unread(archive->store));
    /* A view above may have saved meanwhile. */
    other = other || store_changes(archive->store) != archive->changes || store_generation(archive->store) != archive->generation;
    archive->changes = store_changes(archive->store);
    archive->total = store_total(archive->store);
    archive->generation = store_generation(archive->store);
    int64_t later = app_now(archive->view.app) + LOOK_EVERY; /* do not poll before the list is idle */
    archive->view.wake = more                       ? app_now(archive->view.app)
                         : looks_by_itself(archive) ? (next_look(archive) > later ? next_look(archive) : later)
                         : archive->told            ? app_now(archive->view.app) + (is_at_rest(archive) ? SETTLE : LOOK_EVERY)
                                                    : TICK_NEVER;
    if (other || store_count(archive->store) != before || archive->games.list.items != store_count(archive->store))
        game_list_update(&archive->games, other);
    if (moved)
        game_list_go_back(&archive->games);
    if (store_generation(archive->store) != generation)
        take_other_places(archive, id);
    if (game_list_find(&archive->games))
        archive->view.wake = app_now(archive->view.app);
    if (!more) {
        tell_drafts(archive);
        start_indexing(archive);
    }
}

bool archive_catch_up(struct archive *archive)
{
    if (store_count(archive->store) >= archive->games.list.items && store_generation(archive->store) == archive->generation)
        return false;
    archive_scan(archive, SCAN_NEXT, true);
    return true;
}

void archive_look_again(struct archive *archive)
{
    if (!store_refresh(archive->store))
        return;
    preview_forget(&archive->preview);
    archive_scan(archive, SCAN_NEXT, true);
}

static int portion(const struct archive *archive)
{
    return store_total(archive->store) > MANY || store_unchecked(archive->store) ? SCAN_MANY : SCAN_NEXT;
}

/* Show the imported games in the list. If a view above may rely on the current indices, that waits. */
static void take_imported(struct archive *archive)
{
    archive->indexing.ended = false; /* there is more to index */
    if (app_top(archive->view.app) == &archive->view)
        archive_scan(archive, portion(archive), store_refresh(archive->store));
}

/* Apply changes by others. True if there were any. */
static bool take_changes(struct archive *archive)
{
    bool changed;
    archive->looked = app_now(archive->view.app);
    if (archive->watch < 0) /* the scan that follows finds changes within many files */
        return store_total(archive->store) < INDEX_WORTH ? store_refresh(archive->store) : store_refresh_behind(archive->store);
    changed = store_take_told(archive->store);
    archive->told = 0;
    archive->watch = store_watch(archive->store);
    choose_descriptor(archive);
    return changed;
}

/* While the user is idle: apply changes by others, and keep the cursor on its game. */
static bool look_at_rest(struct archive *archive)
{
    char id[ULID_LENGTH + 1] = "";
    int item = list_item(&archive->games.list);
    bool told = archive->watch >= 0 && store_told(archive->store); /* false if a view above has applied it already */
    archive->told = !told ? 0 : archive->told ? archive->told : app_now(archive->view.app);
    bool now = archive->watch >= 0 ? archive->told && app_now(archive->view.app) >= archive->told + SETTLE &&
                                         !archive->importing.process.pid
                                   : looks_by_itself(archive) && app_now(archive->view.app) >= next_look(archive);
    if (!now || !is_at_rest(archive))
        return false;
    if (item >= 0)
        snprintf(id, sizeof id, "%s", store_listing(archive->store, item)->id);
    if (!take_changes(archive))
        return false;
    preview_forget(&archive->preview);
    archive_scan(archive, INDEX_WORTH, true);
    item = *id ? store_find(archive->store, id) : -1;
    if (item >= 0)
        list_go(&archive->games.list, item);
    return true;
}

void archive_tick(struct view *view)
{
    struct archive *archive = archive_of(view);
    if (!archive->index_taken && !archive->borrowed)
        archive_open_index(archive);
    archive_begin_watching(archive);
    if (archive->importing.process.pid) {
        bool imported = archive_import_read(archive);
        choose_descriptor(archive);
        if (imported)
            take_imported(archive);
    } else {
        bool indexed = archive->indexing.process.pid && index_process_read(&archive->indexing);
        choose_descriptor(archive);
        if (indexed)
            archive_open_index(archive);
    }
    if (!look_at_rest(archive))
        archive_scan(archive, portion(archive), false);
}
