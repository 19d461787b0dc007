/* view_archive.c - the list of games of an archive, with a preview of the game at the cursor. */
#include "config.h"

#include "archive/merge/merge_save.h"
#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "tui/export/formats.h"
#include "tui/session/archive/games.h"
#include "tui/session/commands/archive_commands.h"
#include "tui/views/prompts.h"
#include "tui/views/archive/archive_internal.h"
#include "tui/views/navigation.h"
#include "tui/views/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE_FROM = 132, /* fewest columns of a screen with the preview beside the list */
    BELOW_FROM = 16, /* fewest rows of the body for a preview */
    PREVIEW_ROWS = 10,
    PREVIEW_ROWS_TALL = 18
};

/* Open the game at an index, or the text of a damaged one. */
static void archive_open_at(struct archive *archive, int at);

/* Resume a game with unsaved changes, which may be no longer in the archive. */
static void archive_resume_draft(struct archive *archive, const char *id)
{
    int at = store_find(archive->store, id);
    if (at >= 0)
        list_go(&archive->games.list, at);
    if (at >= 0)
        open_game(archive->view.app, &archive->games, at);
    else if (*archive->path)
        open_draft(archive->view.app, archive->path, id);
    else
        app_error(archive->view.app, "the game is no longer in this archive");
}

static void archive_show_change(struct view *view, const struct archive_event *event)
{
    struct archive *archive = archive_of(view);
    if (event->kind == ARCHIVE_FOUND && event->id)
        app_try_open(view->app, &collection_view,
                     &(struct collection_open){.store = archive->store, .id = event->id});
    if (event->kind == ARCHIVE_RESUMES)
        archive_resume_draft(archive, event->id);
    if (event->kind == ARCHIVE_OPENS || (event->kind == ARCHIVE_QUESTION && event->at >= 0))
        list_go(&archive->games.list, event->at); /* the event is about this game */
    if (event->kind == ARCHIVE_OPENS)
        archive_open_at(archive, event->at);
    if (event->kind != ARCHIVE_RENUMBERED)
        return;
    preview_forget(&archive->preview);
    archive_scan(archive, SCAN_NEXT, true);
    if (event->id && store_find(archive->store, event->id) >= 0)
        list_go(&archive->games.list, store_find(archive->store, event->id));
}

static int archive_open(struct view *view, const void *argument, struct note *why)
{
    struct archive *archive = archive_of(view);
    const struct archive_open *open = argument;
    archive->borrowed = open->store != NULL;
    archive->store = open->store;
    bool guest = app_restricted(view->app); /* all guests share one system user */
    struct store_options how = {.user = guest ? app_user(view->app) : NULL, .guest = guest};
    int status = archive->borrowed ? 0 : store_open(&archive->store, open->path, &how, why);
    if (status < 0)
        return status;
    view->store = archive->store;
    archive->path = memory_text(open->path ? open->path : "");
    snprintf(archive->name, sizeof archive->name, "%s", open->name ? open->name : "");
    archive->indexing.process.fd = archive->importing.process.fd = archive->watch = -1;
    archive->looked = app_now(view->app);
    if (!store_unchecked(archive->store))
        /* watch before the files are read, so that no change is missed */
        archive_begin_watching(archive);
    archive->preview.at = -1;
    archive->previewing = true;
    view->keymap[view->keymaps++] = KEYMAP_ARCHIVE;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    archive_screen_begin(&archive->screen, view, archive_show_change);
    game_list_begin(&archive->games, archive->store, view);
    if (open->here)
        game_list_set_here(&archive->games, open->here);
    if (!archive->borrowed && (open->filter || store_reads_files(archive->store)))
        /* open the index now for a filter, or if files must be read anyway; otherwise it is opened
         * after the first screen, which it would delay */
        archive_open_index(archive);
    if (!archive->borrowed)
        archive_look_for_drafts(archive);
    archive_scan(archive, SCAN_FIRST, false);
    if (*store_unread(archive->store))
        app_error(view->app, "some games are missing: %s", store_unread(archive->store));
    if (open->filter && game_list_filter(&archive->games, open->filter, why) < 0)
        app_error(view->app, "%s", why->text);
    return 0;
}

static void archive_close(struct view *view)
{
    struct archive *archive = archive_of(view);
    preview_clear(&archive->preview);
    index_process_stop(&archive->indexing);
    import_process_stop(&archive->importing);
    free(archive->import_file);
    free(archive->tags_asked);
    archive_screen_end(&archive->screen);
    game_list_clear(&archive->games);
    index_close(archive->index);
    if (!archive->borrowed)
        store_close(archive->store);
    free(archive->path);
}

static bool archive_hesitate(const struct view *view, char *question, size_t size)
{
    snprintf(question, size,
             "An import is under way. Stop it? Importing the file again resumes there.");
    return archive_of(view)->importing.process.pid > 0;
}

static void archive_rescue(struct view *view)
{
    import_process_cancel(&archive_of(view)->importing);
}

static void archive_resume(struct view *view)
{
    struct archive *archive = archive_of(view);
    preview_forget(&archive->preview);
    game_list_forget(&archive->games);
    if (!archive->borrowed)
        archive_look_for_drafts(archive);
    /* Another view of the same store may have deleted games, or scanned more of them. */
    if (store_refresh_behind(archive->store) || store_total(archive->store) != archive->total ||
        store_generation(archive->store) != archive->generation ||
        store_changes(archive->store) != archive->changes)
        archive_scan(archive, SCAN_NEXT, true);
    else if (store_unchecked(archive->store) ||
             store_count(archive->store) != archive->games.list.items)
        archive_scan(archive, SCAN_NEXT, false);
}

/* ---- drawing ---- */

static void archive_fill_face(const struct archive *archive, struct face *face)
{
    const struct store *store = archive->store;
    int total = store_total(store), loaded = store_count(store),
        finding = game_list_found(&archive->games);
    const char *title = store_title(store);
    size_t used;
    snprintf(face->title, sizeof face->title, "%.120s%s%.100s", *title ? title : archive->path,
             *archive->name ? ": " : "", archive->name);
    if (loaded < total)
        snprintf(face->title_side, sizeof face->title_side, "loading %d%%",
                 total ? (int)((int64_t)loaded * 100 / total) : 100);
    else
        snprintf(face->title_side, sizeof face->title_side, "%d game%s", total,
                 total == 1 ? "" : "s");
    used = strlen(face->title_side);
    if (finding >= 0) {
        text_add(face->title_side, sizeof face->title_side, &used, ", finding %d%%", finding);
    } else if (archive->importing.process.pid) {
        char importing[64];
        archive_import_show(archive, importing, sizeof importing);
        text_add(face->title_side, sizeof face->title_side, &used, ", %s", importing);
    } else if (archive->indexing.process.pid && archive->indexing.total) {
        text_add(face->title_side, sizeof face->title_side, &used, ", indexing %d%%",
                 (int)((int64_t)archive->indexing.done * 100 / archive->indexing.total));
    }
    snprintf(face->mode, sizeof face->mode, "ARCHIVE");
    list_status(&archive->games.list, "games", face->status, sizeof face->status);
    used = strlen(face->status);
    if (archive->games.tags)
        text_add(face->status, sizeof face->status, &used, "  %d tagged%s", archive->games.tags,
                 archive->on_tagged ? ", the next command works on them" : "");
    if (archive->games.list.search[0])
        text_add(face->status, sizeof face->status, &used, "  / %s", archive->games.list.search);
    text_add(face->status, sizeof face->status, &used, "  by %s",
             game_list_sort_name(&archive->games));
    used = 0;
    int draft, drafts = game_list_drafts(&archive->games, &draft);
    if (drafts)
        text_add(face->status_side, sizeof face->status_side, &used, "%d draft%s", drafts,
                 drafts == 1 ? "" : "s");
    if (!store_writable(store, NULL))
        text_add(face->status_side, sizeof face->status_side, &used, "%sread-only",
                 drafts ? "  " : "");
}

/* Load the preview of the game under the cursor, at the first ply that matches the filter. */
static void load_preview(struct archive *archive)
{
    int at = list_item(&archive->games.list), ply;
    bool met = at >= 0 && game_list_hits(&archive->games, at, &ply, 1) > 0;
    preview_load(&archive->preview, archive->store, at, met ? ply : -1);
}

static void archive_draw_preview(struct archive *archive, struct scene *scene,
                                 const struct area *area)
{
    load_preview(archive);
    preview_draw(&archive->preview, archive->view.app, scene, area);
}

static void archive_draw(struct view *view, struct scene *scene, const struct area *body,
                         struct face *face)
{
    struct archive *archive = archive_of(view);
    struct area list = *body, heads = *body;
    archive_catch_up(archive);
    bool beside = archive->previewing && body->columns >= SIDE_FROM && body->rows >= BELOW_FROM;
    bool below = archive->previewing && !beside && body->rows >= BELOW_FROM;
    if (beside) {
        int wide = body->columns >= 190 ? 118 : 84;
        struct area side = {body->row + 1, body->column + wide + 2, body->rows - 1,
                            body->columns - wide - 3};
        list.columns = heads.columns = wide;
        app_wall(view->app, scene, body->row, body->column + wide, body->rows);
        archive_draw_preview(archive, scene, &side);
    } else if (below) {
        int rows = body->rows >= 34 ? PREVIEW_ROWS_TALL : PREVIEW_ROWS;
        struct area side = {body->row + body->rows - rows + 1, body->column + 1, rows - 1,
                            body->columns - 2};
        list.rows -= rows;
        app_rule(view->app, scene, side.row - 1, body->column, body->columns);
        archive_draw_preview(archive, scene, &side);
    }
    heads.rows = list.rows > 2;
    archive->heads = heads;
    if (heads.rows) {
        game_list_heads(&archive->games, scene, &heads);
        list.row++;
        list.rows--;
    }
    archive_fill_face(archive, face);
    game_list_note(&archive->games);
    list_draw(&archive->games.list, scene, &list);
}

static int archive_lines_in(const char *bytes, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n';
    return lines;
}

/* If the archive is a single file, returns how many lines of it precede a game. Returns 0 if each
 * game has a file of its own, and so its own line numbers. */
static int lines_before(struct archive *archive, int at, int line, int own_lines)
{
    int lines = 0;
    char *bytes;
    size_t size;
    for (int i = 0; line > own_lines + 1 && i < at; i++)
        if (store_bytes(archive->store, i, &bytes, &size, NULL) == 0) {
            lines += archive_lines_in(bytes, size);
            free(bytes);
        }
    return lines;
}

static void open_damaged(struct archive *archive, int at)
{
    const struct listing *listing = store_listing(archive->store, at);
    char title[128], *bytes;
    struct note why;
    size_t size;
    snprintf(title, sizeof title, "Game %d, damaged: %.90s", at + 1, listing->why);
    int line = listing->place.line;
    if (store_bytes(archive->store, at, &bytes, &size, &why) < 0) {
        app_error(archive->view.app, "%s", why.text);
        return;
    }
    line -= lines_before(archive, at, line, archive_lines_in(bytes, size));
    struct pager_open open = {.title = title, .text = bytes, .line = line};
    app_try_open(archive->view.app, &pager_view, &open);
}

static void archive_open_at(struct archive *archive, int at)
{
    if (store_listing(archive->store, at)->damaged)
        open_damaged(archive, at);
    else if (!open_game(archive->view.app, &archive->games, at))
        archive_look_again(archive); /* the game may have been deleted */
}

/* Add a game to what is copied: as the archive stores it, or in a file format. */
static bool add_copy(struct archive *archive, int at, enum game_format format, bool first,
                     FILE *out)
{
    char *bytes;
    size_t size;
    struct record *record;
    if (format != GAME_FORMATS && format != GAME_YAML) {
        if (store_load(archive->store, at, &record, NULL, NULL, NULL) < 0)
            return false;
        char *text = game_text(record, format, app_charset(archive->view.app));
        fputs(text, out);
        free(text);
        record_free(record);
        return true;
    }
    if (store_bytes(archive->store, at, &bytes, &size, NULL) < 0)
        return false;
    if (!first)
        fputs("---\n", out);
    fwrite(bytes, 1, size, out);
    free(bytes);
    return true;
}

/* Copy games as the archive stores them, or write them to a file in the format of its extension:
 * after `;` the tagged games, otherwise the game under the cursor. */
static void copy_games(struct archive *archive, const char *file)
{
    enum game_format format = game_format_of_file(file);
    char *text = NULL;
    size_t n = 0;
    int count = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return;
    fputs(game_text_head(format), out);
    for (int i = 0; i < archive->games.list.n; i++) {
        int at = list_shown(&archive->games.list, i);
        bool wanted = archive->on_tagged ? game_list_tagged(&archive->games, at)
                                         : at == list_item(&archive->games.list);
        count += wanted && add_copy(archive, at, format, count == 0, out);
    }
    fputs(game_text_foot(format), out);
    fclose(out);
    char what[80];
    snprintf(what, sizeof what, "%d game%s%s", count, count == 1 ? "" : "s",
             game_format_told(file));
    app_copy(archive->view.app, what, text, file);
    free(text);
}

/* Add games to a collection in the order of the list: after `;` the tagged games, otherwise the
 * game under the cursor. */
static void archive_collect(struct archive *archive, const char *title)
{
    const struct game_list *games = &archive->games;
    char(*id)[ULID_LENGTH + 1] = memory_new((size_t)games->list.n + 1, sizeof *id);
    int n = 0;
    for (int i = 0; i < games->list.n; i++) {
        int at = list_shown(&games->list, i);
        if (archive->on_tagged ? game_list_tagged(games, at) : at == list_item(&games->list))
            memcpy(id[n++], store_listing(archive->store, at)->id, sizeof *id);
    }
    if (n)
        collect_games(&archive->view, archive->store, id, n, title);
    free(id);
}

/* True while the list is being loaded or searched. */
static bool is_under_way(const struct archive *archive)
{
    return store_count(archive->store) < store_total(archive->store) ||
           game_list_found(&archive->games) >= 0;
}

/* Tell the session what is shown, for a command, and what `here` means in a query. */
static struct archive_session *archive_session_now(struct archive *archive, enum request command)
{
    struct archive_session *session = &archive->screen.session;
    const struct list *list = &archive->games.list;
    bool on_games =
        command == REQ_STATISTICS || command == REQ_DUPLICATES || command == REQ_COLLECT_LISTED;
    int n = on_games ? list->n : 0;
    listed_games_begin(&session->found, archive->store, n);
    for (int i = 0; i < n; i++)
        session->found.at[i] = list_shown(list, i);
    if (list->filter[0])
        session->found.search = game_list_search(&archive->games);
    session->index = archive->index;
    session->partial = is_under_way(archive);
    if (list_item(list) >= 0)
        load_preview(archive);
    session->here = list_item(list) >= 0 && archive->preview.replay.rules
                        ? &archive->preview.replay.track.now
                        : NULL;
    return session;
}

/* Show the duplicates among the games that match a query, or without one, among those shown. */
static void find_duplicates(struct archive *archive, const char *query)
{
    struct archive_session *session = archive_session_now(archive, REQ_DUPLICATES);
    struct listed_games own = {0}, *games;
    if (session->partial && !*query) {
        app_say(archive->view.app, "not all games are counted yet");
        return;
    }
    games = archive_session_games(session, query, &own);
    if (games)
        app_try_open(
            archive->view.app, &duplicates_view,
            &(struct duplicates_open){.store = archive->store, .place = games->at, .n = games->n});
    listed_games_clear(&own);
}

static bool tag_query(struct view *view, const char *text)
{
    struct note why;
    int n = *text ? game_list_tag_fits(&archive_of(view)->games, text, &why) : 0;
    if (n < 0)
        app_prompt_refuse(view->app, text, why.offset, why.text);
    else if (*text)
        app_say(view->app, "%d game%s tagged", n, n == 1 ? "" : "s");
    return n >= 0;
}

static void archive_tag_and_step(struct archive *archive)
{
    struct event down = {.request = REQ_DOWN, .argument = ""};
    game_list_tag(&archive->games, list_item(&archive->games.list));
    list_request(&archive->games.list, &down);
}

static bool archive_escape(struct archive *archive, const struct event *event)
{
    if (archive->on_tagged)
        archive->on_tagged = false;
    else if (list_request(&archive->games.list, event))
        return true;
    else if (archive->games.tags)
        game_list_untag(&archive->games);
    else
        return false;
    return true;
}

static void find_position(struct archive *archive)
{
    struct preview *preview = &archive->preview;
    load_preview(archive);
    if (preview->replay.rules)
        open_position(archive->view.app, &archive->view, &preview->replay.track.now, "");
}

/* In the query that is about to be typed, let pos:here mean the position of the preview. */
static void offer_here(struct archive *archive)
{
    struct preview *preview = &archive->preview;
    if (list_item(&archive->games.list) >= 0)
        load_preview(archive);
    game_list_offer_here(&archive->games,
                         list_item(&archive->games.list) >= 0 && preview->replay.rules
                             ? &preview->replay.track.now
                             : NULL);
}

static void archive_copy_position(struct archive *archive, const char *file)
{
    struct preview *preview = &archive->preview;
    char text[POSITION_TEXT_MAX + 1];
    load_preview(archive);
    if (!preview->replay.rules)
        return;
    preview->replay.rules->rules->write(&preview->replay.track.now, text, sizeof text);
    app_copy(archive->view.app, "the position", text, file);
}

/* True if the view below is the home screen, which lists the archives. */
static bool over_home(const struct archive *archive)
{
    const struct view *below = app_below(archive->view.app, &archive->view);
    return below && below->ops == &home_view;
}

static bool archive_can(const struct view *view, enum request request);

static bool archive_request(struct view *view, const struct event *event)
{
    static const struct prompt tag_prompt = {
        .label = "tag lines that match: ", .done = tag_query, .complete = list_complete};
    struct archive *archive = archive_of(view);
    if (archive_catch_up(archive) && event->request != REQ_ESCAPE &&
        !archive_can(view, event->request))
        return true; /* the game that the question was about is gone */
    game_list_note(&archive->games);
    if ((event->request == REQ_STATISTICS || event->request == REQ_DUPLICATES) &&
        !*event->argument && !archive->games.list.n) {
        app_error(view->app, "no games are shown; {escape} clears the filter");
        return true;
    }
    switch (event->request) {
    case REQ_ENTER:
        if (list_item(&archive->games.list) >= 0)
            archive_open_at(archive, list_item(&archive->games.list));
        break;
    case REQ_MAXIMISE:
    case REQ_PREVIOUS_PANEL:
    case REQ_NEXT_PANEL:
        archive->previewing = !archive->previewing;
        break;
    case REQ_OPTIONS:
        return app_try_open(view->app, &columns_view, &(struct columns_open){&archive->games}),
               true;
    case REQ_SORT:
        game_list_sort(&archive->games, 0);
        break;
    case REQ_SORT_NEXT:
        game_list_sort(&archive->games, 1);
        break;
    case REQ_SORT_PREVIOUS:
        game_list_sort(&archive->games, -1);
        break;
    case REQ_TAG:
        archive_tag_and_step(archive);
        break;
    case REQ_TAG_QUERY:
        offer_here(archive);
        app_prompt(view->app, view, &tag_prompt);
        break;
    case REQ_FILTER:
        offer_here(archive);
        return list_request(&archive->games.list, event);
    case REQ_ON_TAGGED:
        archive->on_tagged = true;
        return true;
    case REQ_COPY_GAME:
        copy_games(archive, event->argument);
        break;
    case REQ_COPY_POSITION:
        archive_copy_position(archive, event->argument);
        break;
    case REQ_ARCHIVES:
        if (!over_home(archive))
            return false;
        app_close(view->app, view);
        break;
    case REQ_OPENINGS:
        open_openings(view->app, view, NULL, event->argument);
        break;
    case REQ_SEARCH_POSITION:
        find_position(archive);
        break;
    case REQ_DELETE:
        archive_ask_delete(archive);
        return true;
    case REQ_IMPORT:
        archive_import(archive, event->argument);
        break;
    case REQ_TAGS:
        archive_ask_tags(archive, event->argument);
        break;
    case REQ_COLLECT:
        archive_collect(archive, event->argument);
        break;
    case REQ_DUPLICATES:
        find_duplicates(archive, event->argument);
        break;
    case REQ_BOOKMARKS:
        return false; /* a view of the program */
    case REQ_COLLECTIONS:
        return app_try_open(view->app, &collection_view,
                            &(struct collection_open){.store = archive->store}),
               true;
    case REQ_NEW:
        return open_new(view->app, event->argument), true;
    case REQ_VARIANTS:
        return open_new(view->app, ""), true;
    case REQ_RULES:
        rules_open(view->app,
                   store_listing(archive->store, list_item(&archive->games.list))->variant);
        break;
    case REQ_UNDO:
        return archive_session_undo(&archive->screen.session);
    case REQ_ESCAPE:
        return archive_escape(archive, event);
    default:
        if (!archive_command_is(event->request))
            return list_request(&archive->games.list, event);
        archive_session_now(archive, event->request);
        archive_screen_run(&archive->screen, event->request, event->argument);
    }
    archive->on_tagged = false;
    return true;
}

static bool archive_can(const struct view *view, enum request request)
{
    const struct archive *archive = archive_of(view);
    int item = list_item(&archive->games.list);
    const struct listing *listing = store_listing(archive->store, item);
    switch (request) {
    case REQ_MAXIMISE:
    case REQ_PREVIOUS_PANEL:
    case REQ_NEXT_PANEL:
    case REQ_OPTIONS:
    case REQ_SORT_NEXT:
    case REQ_SORT_PREVIOUS:
    case REQ_COLLECTIONS:
    case REQ_NEW:
    case REQ_VARIANTS:
        return true;
    case REQ_ARCHIVES:
        return over_home(archive);
    case REQ_IMPORT:
        return archive_can_import(archive);
    case REQ_UNDO:
        return archive_session_may_undo(&archive->screen.session);
    case REQ_OPENINGS:
        return store_total(archive->store) > 0;
    case REQ_COPY_POSITION:
    case REQ_SEARCH_POSITION:
        return listing && !listing->damaged;
    case REQ_FILTER:
        return list_can(&archive->games.list, request);
    case REQ_MERGE:
        return false; /* in the list of duplicates */
    case REQ_DELETE:
    case REQ_TAGS:
    case REQ_COLLECT:
        return item >= 0 && store_writable(archive->store, NULL);
    case REQ_STATISTICS:
    case REQ_DUPLICATES: /* of the games that match a query, or that are shown */
        return store_total(archive->store) > 0;
    case REQ_SORT:
    case REQ_TAG_QUERY:
        return archive->games.list.n > 0;
    case REQ_ENTER:
    case REQ_TAG:
    case REQ_COPY_GAME:
        return item >= 0;
    case REQ_RULES:
        return listing && *listing->variant;
    case REQ_KEEP_SEARCH:
        return archive->games.list.filter[0] && store_writable(archive->store, NULL);
    case REQ_ON_TAGGED:
        return archive->games.tags > 0;
    default:
        return archive_command_is(request) || list_can(&archive->games.list, request);
    }
}

/* What a command does here, if it does something else elsewhere. */
static const char *archive_words(const struct view *view, enum request request)
{
    (void)view;
    switch (request) {
    case REQ_REMOVE:
        return "remove a game from a collection (:remove N TITLE)";
    case REQ_MOVE_UP:
        return "move a game up in a collection (:move-up N TITLE)";
    case REQ_MOVE_DOWN:
        return "move a game down in a collection (:move-down N TITLE)";
    case REQ_RENAME:
        return "change the title of a collection (:rename COLLECTION TITLE)";
    case REQ_PICK:
        return "open a game by its number (:open N)";
    case REQ_GO_ON:
        return "resume a game with unsaved changes (:resume N)";
    default:
        return NULL;
    }
}

static const struct hint *archive_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, NULL},
                                        {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_FILTER, REQ_NONE, NULL},
                                        {REQ_SEARCH, REQ_NONE, NULL},
                                        {REQ_NEW, REQ_NONE, NULL},
                                        {REQ_SORT_NEXT, REQ_SORT_PREVIOUS, "sort"},
                                        {REQ_NEXT_PANEL, REQ_NONE, "preview"},
                                        {REQ_TAG, REQ_NONE, NULL},
                                        {REQ_OPTIONS, REQ_NONE, "columns"},
                                        {REQ_ON_TAGGED, REQ_NONE, NULL},
                                        {REQ_IMPORT, REQ_NONE, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint importing[] = {{REQ_ENTER, REQ_NONE, NULL},
                                            {REQ_DOWN, REQ_UP, "move"},
                                            {REQ_IMPORT, REQ_NONE, "stop the import"},
                                            {REQ_FILTER, REQ_NONE, NULL},
                                            {REQ_SEARCH, REQ_NONE, NULL},
                                            {REQ_CLOSE, REQ_NONE, NULL},
                                            {REQ_NONE, REQ_NONE, NULL}};
    return archive_of(view)->importing.process.pid ? importing : hints;
}

const struct view_ops archive_view = {
    .name = "archive",
    .size = sizeof(struct archive),
    .open = archive_open,
    .close = archive_close,
    .draw = archive_draw,
    .mouse = archive_mouse,
    .request = archive_request,
    .can = archive_can,
    .words = archive_words,
    .hints = archive_hints,
    .aloud = archive_aloud,
    .changed = archive_tick,
    .hesitate = archive_hesitate,
    .rescue = archive_rescue,
    .resume = archive_resume,
};

/* ---- Changes an archive from its list of games: tags and deletes games. */

/* True if a request applies to the game at this index: it is tagged, or no game is tagged and it is
 * under the cursor. */
static bool archive_is_meant(const struct archive *archive, int at)
{
    return archive->games.tags ? game_list_tagged(&archive->games, at)
                               : at == list_item(&archive->games.list);
}

/* Change the tags of the games that the request applies to. */
static void change_tags(struct archive *archive, const char *text)
{
    struct note why;
    int changed = 0, result = 0;
    for (int i = 0; i < archive->games.list.n && result >= 0; i++) {
        int at = list_shown(&archive->games.list, i);
        struct record *record;
        struct version version;
        struct merge_saving saving = {0};
        if (!archive_is_meant(archive, at))
            continue;
        result = store_load(archive->store, at, &record, &version, NULL, &why);
        if (result < 0)
            break;
        struct record *base = record_copy(record);
        record_change_tags(record, text);
        if (!record_same(base, record))
            result = merge_save(archive->store, record, &version, base, NULL, &saving, &why);
        changed += result >= 0;
        merge_saving_clear(&saving);
        record_free(record);
        record_free(base);
    }
    if (result < 0)
        app_error(archive->view.app, "%s", why.text);
    else
        app_say(archive->view.app, "changed the tags of %d game%s", changed,
                changed == 1 ? "" : "s");
}

static void answer_tags(struct view *view, bool yes)
{
    if (yes)
        change_tags(archive_of(view), archive_of(view)->tags_asked);
    else
        app_say(view->app, "no tags were changed");
}

/* Ask first if saving would lose YAML comments that somebody wrote into the files. */
static bool archive_tags_done(struct view *view, const char *text)
{
    struct archive *archive = archive_of(view);
    char question[160];
    int lose = 0;
    for (int i = 0; i < archive->games.list.n; i++) {
        int at = list_shown(&archive->games.list, i);
        const struct listing *listing =
            archive_is_meant(archive, at) ? store_listing(archive->store, at) : NULL;
        lose += listing && store_loses_remarks(archive->store, listing->id);
    }
    if (!lose)
        return change_tags(archive, text), true;
    free(archive->tags_asked);
    archive->tags_asked = memory_text(text);
    snprintf(question, sizeof question,
             "Saving removes # remarks from %d file%s; the old %s to the trash. Save?", lose,
             lose == 1 ? "" : "s", lose == 1 ? "file goes" : "files go");
    app_ask(view->app, view, question, answer_tags);
    return true;
}

static bool complete_tags(struct view *view, const char *text, char *out, size_t size)
{
    return tags_complete_typed(view, archive_of(view)->store, text, out, size);
}

void archive_ask_tags(struct archive *archive, const char *argument)
{
    struct record *record;
    struct note why;
    char *text = NULL;
    struct prompt prompt = {
        .label = archive->games.tags ? "tags of the marked games (+word, -word): " : "tags: ",
        .done = archive_tags_done,
        .complete = complete_tags};
    if (!store_writable(archive->store, &why)) {
        app_error(archive->view.app, "%s", why.text);
        return;
    }
    if (*argument) {
        archive_tags_done(&archive->view, argument);
        return;
    }
    if (!archive->games.tags && store_load(archive->store, list_item(&archive->games.list), &record,
                                           NULL, NULL, &why) == 0) {
        text = record_tags(record);
        record_free(record);
    }
    prompt.text = text;
    app_prompt(archive->view.app, &archive->view, &prompt);
    free(text);
}

/* Returns the ids of the games to delete. (Indices change with each deleted game.) The caller frees
 * *ids. */
static int to_be_deleted(const struct archive *archive, char (**ids)[ULID_LENGTH + 1])
{
    const struct game_list *games = &archive->games;
    int n = 0, most = archive->on_tagged ? games->list.n : 0;
    *ids = memory_new((size_t)most + 1, sizeof **ids);
    if (!archive->on_tagged && store_find(archive->store, archive->deleting) >= 0)
        memcpy((*ids)[n++], archive->deleting, sizeof **ids);
    for (int i = 0; i < most; i++)
        if (game_list_tagged(games, list_shown(&games->list, i)) &&
            *store_listing(archive->store, list_shown(&games->list, i))->id)
            snprintf((*ids)[n++], sizeof **ids, "%s",
                     store_listing(archive->store, list_shown(&games->list, i))->id);
    return n;
}

static void archive_answer_delete(struct view *view, bool yes)
{
    struct archive *archive = archive_of(view);
    char(*id)[ULID_LENGTH + 1];
    int n = yes ? to_be_deleted(archive, &id) : 0;
    archive->on_tagged = false;
    if (!yes)
        return;
    if (archive_session_trash(&archive->screen.session, (const char(*)[ULID_LENGTH + 1]) id, n) < n)
        archive_look_again(archive);
    free(id);
}

void archive_ask_delete(struct archive *archive)
{
    struct app *app = archive->view.app;
    char question[LIST_QUESTION_ROOM], (*id)[ULID_LENGTH + 1];
    struct note why;
    if (!games_may_delete(archive->store, app_restricted(app), &why)) {
        app_error(app, "%s", why.text);
        return;
    }
    if (list_item(&archive->games.list) >= 0)
        snprintf(archive->deleting, sizeof archive->deleting, "%s",
                 store_listing(archive->store, list_item(&archive->games.list))->id);
    int n = to_be_deleted(archive, &id);
    bool open = false;
    for (int i = 0; i < n && !open; i++)
        open = archive_refuse_open(&archive->screen.session, id[i]);
    games_ask_delete(archive->store, (const char(*)[ULID_LENGTH + 1]) id, n, question);
    free(id);
    if (open)
        return;
    if (!n && (archive->on_tagged || !*archive->deleting))
        app_error(app, "this file is not named like a game; delete it outside the program");
    else
        app_ask(app, &archive->view, question, archive_answer_delete);
}

/* ---- Keeps the list of an archive's games current.
 *
 * It scans games in portions, starts the indexer, and applies changes by others. Changes are
 * applied only while the user is idle (is_at_rest()), because they change the indices of games.
 * Large archives (INDEX_WORTH games or more) get an index and, where the system can report changes,
 * a watch; other archives are polled. */

enum {
    MANY = 200000,
    /* number of games scanned at once; packs and unchanged files are faster than new files */
    SCAN_MANY = 4000,
    LOOK_EVERY = 2000, /* ms between checks for changes by others while the user is idle */
    /* ms between checks for changes in large archives that the system does not watch: packs,
     * network file systems */
    LOOK_AT_MANY_EVERY = 30000,
    SETTLE = 300 /* ms to wait for further changes: git pull writes many files */
};

/* Open the search index as it is now, if there is one. */
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

void archive_watch_all(struct archive *archive)
{
    struct view *view = &archive->view;
    if (archive->watch >= 0)
        /* a view above may already have applied the changes */
        archive->watch = store_watch(archive->store);
    app_watch(view, &archive->import_watch, archive->importing.process.fd, archive_tick, archive);
    app_watch(view, &archive->index_watch, archive->indexing.process.fd, archive_tick, archive);
    app_watch(view, &archive->change_watch, archive->watch, archive_tick, archive);
}

/* Start to index a large archive. Called once, after everything has been scanned. */
static void start_indexing(struct archive *archive)
{
    if (archive->importing.process.pid || archive->indexing.process.pid ||
        archive->indexing.ended || archive->borrowed || store_total(archive->store) < INDEX_WORTH)
        return;
    if (!archive->index_taken) {
        archive_tick_at(archive, app_now(archive->view.app));
        return;
    }
    if (index_wanted(archive->index, archive->store))
        index_process_start(&archive->indexing, archive->path, archive->store);
    else
        archive->indexing.process.fd = -1;
    archive->indexing.ended = !archive->indexing.process.pid;
    archive_watch_all(archive);
}

/* True if the list must poll for changes, because the system does not report them. */
static bool looks_by_itself(const struct archive *archive)
{
    return !archive->borrowed && !archive->importing.process.pid && archive->watch < 0;
}

/* app_now() when to check for changes next. */
static int64_t archive_next_look(const struct archive *archive)
{
    return archive->looked +
           (store_total(archive->store) < INDEX_WORTH ? LOOK_EVERY : LOOK_AT_MANY_EVERY);
}

/* True if nobody is using the list, so that the indices of its games may change. They must not
 * change while games are tagged, because tags are stored by index. */
static bool is_at_rest(const struct archive *archive)
{
    return app_at_rest(archive->view.app, &archive->view) && !archive->games.tags &&
           !archive->on_tagged && store_count(archive->store) >= store_total(archive->store) &&
           !store_unchecked(archive->store) && game_list_found(&archive->games) < 0;
}

/* Start to watch the archive's files. For very many files this takes longer than showing the first
 * screen of a cached list, so it happens after that screen is drawn. */
void archive_begin_watching(struct archive *archive)
{
    if (archive->watching || archive->borrowed || store_total(archive->store) < INDEX_WORTH)
        return;
    archive->watching = true;
    archive->watch = store_watch(archive->store);
    archive_watch_all(archive);
}

/* Call this when the scan has found other games than the list had: keeps the cursor on its game,
 * and watches again, because the folders may have changed. */
static void take_other_places(struct archive *archive, const char *id)
{
    int item = *id ? store_find(archive->store, id) : -1;
    if (item >= 0)
        list_go(&archive->games.list, item);
    preview_forget(&archive->preview);
    if (*store_unread(archive->store))
        app_error(archive->view.app, "some games are missing: %s", store_unread(archive->store));
    archive->watching = false;
    archive_begin_watching(archive);
}

void archive_look_for_drafts(struct archive *archive)
{
    game_list_look_for_drafts(&archive->games);
    archive->drafts_new = true;
}

/* Offer the drafts of deleted games on the home screen. Returns how many there are if there are
 * more than before, otherwise 0. */
static int offer_left(struct archive *archive)
{
    char(*ids)[ULID_LENGTH + 1];
    if (!archive->drafts_new)
        return 0;
    archive->drafts_new = false;
    /* a guest has no home screen: it belongs to the user who runs the program */
    if (app_restricted(archive->view.app))
        return 0;
    int n = game_list_drafts_left(&archive->games, &ids), before = archive->drafts_left;
    home_offer(archive->view.app, archive->path, ids, n);
    free(ids);
    archive->drafts_left = n;
    return n > before ? n : 0;
}

/* Tell the user about unsaved changes as soon as the list is complete. */
static void tell_drafts(struct archive *archive)
{
    int at, n = archive->drafts_told ? 0 : game_list_drafts(&archive->games, &at),
            left = offer_left(archive);
    archive->drafts_told = true;
    if (n && left)
        app_say(archive->view.app,
                "games with unsaved changes: %d (marked +) and %d deleted (see the home screen)", n,
                left);
    else if (left == 1)
        app_say(archive->view.app, "A deleted game has unsaved changes; the home screen lists it");
    else if (left)
        app_say(archive->view.app,
                "%d deleted games have unsaved changes; the home screen lists them", left);
    else if (n == 1)
        app_say(archive->view.app, "Game %d (marked +) has unsaved changes; {enter} resumes it",
                at + 1);
    else if (n)
        app_say(archive->view.app, "%d games (marked +) have unsaved changes; {enter} resumes one",
                n);
}

void archive_scan(struct archive *archive, int games, bool other)
{
    int before = store_count(archive->store), item = list_item(&archive->games.list);
    int generation = store_generation(archive->store);
    bool moved = generation != archive->generation; /* a view above has changed the indices */
    char id[ULID_LENGTH + 1] = "";
    if (item >= 0 && item < before && store_unchecked(archive->store))
        snprintf(id, sizeof id, "%s", store_listing(archive->store, item)->id);
    bool unread = *store_unread(archive->store) != '\0';
    bool more = store_scan(archive->store, games);
    if (!unread && *store_unread(archive->store))
        app_error(archive->view.app, "some games are missing: %s", store_unread(archive->store));
    /* A view above may have saved meanwhile. */
    other = other || store_changes(archive->store) != archive->changes ||
            store_generation(archive->store) != archive->generation;
    archive->changes = store_changes(archive->store);
    archive->total = store_total(archive->store);
    archive->generation = store_generation(archive->store);
    /* Do not check for changes before the list is idle. */
    int64_t later = app_now(archive->view.app) + LOOK_EVERY;
    archive_tick_at(archive,
                    more ? app_now(archive->view.app)
                    : looks_by_itself(archive)
                        ? (archive_next_look(archive) > later ? archive_next_look(archive) : later)
                    : archive->told
                        ? app_now(archive->view.app) + (is_at_rest(archive) ? SETTLE : LOOK_EVERY)
                        : TICK_NEVER);
    if (other || store_count(archive->store) != before ||
        archive->games.list.items != store_count(archive->store))
        game_list_update(&archive->games, other);
    if (moved)
        game_list_go_back(&archive->games);
    if (store_generation(archive->store) != generation)
        take_other_places(archive, id);
    if (game_list_find(&archive->games))
        archive_tick_at(archive, app_now(archive->view.app));
    if (!more) {
        tell_drafts(archive);
        start_indexing(archive);
    }
}

bool archive_catch_up(struct archive *archive)
{
    if (store_count(archive->store) >= archive->games.list.items &&
        store_generation(archive->store) == archive->generation)
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

static int archive_portion(const struct archive *archive)
{
    return store_total(archive->store) > MANY || store_unchecked(archive->store) ? SCAN_MANY
                                                                                 : SCAN_NEXT;
}

/* Show the imported games in the list. If a view above may rely on the current indices, wait until
 * it is closed. */
static void take_imported(struct archive *archive)
{
    archive->indexing.ended = false; /* there are more games to index */
    if (app_top(archive->view.app) == &archive->view)
        archive_scan(archive, archive_portion(archive), store_refresh(archive->store));
}

/* Apply changes by others. Returns true if there were any. */
static bool take_changes(struct archive *archive)
{
    bool changed;
    archive->looked = app_now(archive->view.app);
    if (archive->watch < 0) /* in a large archive, games changed in place are noticed only by the
                               scan that follows */
        return store_total(archive->store) < INDEX_WORTH ? store_refresh(archive->store)
                                                         : store_refresh_behind(archive->store);
    changed = store_take_told(archive->store);
    archive->told = 0;
    archive->watch = store_watch(archive->store);
    archive_watch_all(archive);
    return changed;
}

/* If the user is idle, apply changes by others and keep the cursor on its game. */
static bool look_at_rest(struct archive *archive)
{
    char id[ULID_LENGTH + 1] = "";
    int item = list_item(&archive->games.list);
    /* False if a view above has applied the changes already. */
    bool told = archive->watch >= 0 && store_told(archive->store);
    archive->told = !told ? 0 : archive->told ? archive->told : app_now(archive->view.app);
    bool now =
        archive->watch >= 0
            ? archive->told && app_now(archive->view.app) >= archive->told + SETTLE &&
                  !archive->importing.process.pid
            : looks_by_itself(archive) && app_now(archive->view.app) >= archive_next_look(archive);
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

void archive_tick(void *argument)
{
    struct archive *archive = argument;
    if (!archive->index_taken && !archive->borrowed)
        archive_open_index(archive);
    archive_begin_watching(archive);
    if (archive->importing.process.pid) {
        bool imported = archive_import_read(archive);
        archive_watch_all(archive);
        if (imported)
            take_imported(archive);
    } else {
        bool indexed = archive->indexing.process.pid && index_process_read(&archive->indexing);
        archive_watch_all(archive);
        if (indexed)
            archive_open_index(archive);
    }
    if (!look_at_rest(archive))
        archive_scan(archive, archive_portion(archive), false);
}
