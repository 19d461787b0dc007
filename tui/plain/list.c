/* list.c - plain mode's lists: prints the games found page by page, opens archives, starts new
 * games; import and export. The commands that list games and open them are in
 * tui/session/commands/archive_commands.c. */
#include "config.h"

#include "archive/import/import.h"
#include "tui/export/formats.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/archive/games.h"
#include "tui/session/new_game.h"
#include "tui/system/process.h"
#include "tui/session/words/list_words.h"

#include <limits.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- listing */

void plain_tell_more(struct plain *plain)
{
    char words[LIST_WORDS_ROOM];
    int n = plain->archive.found.n,
        until = plain->listed + PLAIN_PAGE < n ? plain->listed + PLAIN_PAGE : n;
    for (; plain->listed < until; plain->listed++)
        plain_say(plain, "%s",
                  words_found(&plain->archive.found, plain->store, plain->listed, words));
    if (plain->listed < n)
        plain_say(plain, "There are %d more; type \"more\" to see them", n - plain->listed);
}

static void plain_more(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain->listed < plain->archive.found.n && !archive_session_found_count(&plain->archive))
        plain_say(plain, "The games have new numbers now; type \"list\" again");
    else if (plain->listed >= plain->archive.found.n)
        plain_say(plain, "There are no more games in the list; type \"list\" to list them again");
    plain_tell_more(plain);
}

static void plain_open_archive(struct plain *plain, const char *argument)
{
    if (!*argument)
        plain_say(plain, "%s", plain->store ? store_title(plain->store) : "No archive is open");
    else if (plain->options->restricted)
        plain_say(plain, "You cannot open another archive here");
    else if (plain_may_close(plain, PLAIN_CLOSE))
        plain_go_to_store(plain, argument);
}

/* ---------------------------------------------------------------- new games */

/* Open the user's own archive in place of the open one. If that is impossible, tell why and return
 * false. */
static bool open_own(struct plain *plain)
{
    struct store *store;
    struct note why;
    if (games_open_own(&store, &why) < 0) {
        plain_refuse(plain, why.text);
        return false;
    }
    plain_close_store(plain);
    plain->store = store;
    store_scan(store, INT_MAX);
    return true;
}

/* Open the archive that new games go to: the open one, or the user's own (games_go_to()).
 * Returns true if it opened the user's own. */
static bool plain_store_for_new(struct plain *plain)
{
    bool guest = plain->options->restricted; /* the only archive of a guest is the shared one */
    if (guest ? plain->store && store_writable(plain->store, NULL) : games_go_to(plain->store))
        return false;
    if (guest)
        plain_say(plain, "This game cannot be saved anywhere");
    else if (open_own(plain))
        return true;
    plain_close_store(plain);
    return false;
}

/* Begin a planned game, and clear the plan. */
static void begin_planned(struct plain *plain, struct new_game_plan *plan)
{
    struct spot spot = spot_start();
    const char *player[SIDES_MAX];
    for (int i = 0; i < SIDES_MAX; i++)
        player[i] = plan->player[i];
    plain_close_game(plain);
    bool other = plain->store != NULL;
    if (plain_store_for_new(plain) && other)
        plain_say(plain, "Your own archive is open now");
    plain_begin_game(plain,
                     new_game_record(plan->rules, plan->placed ? &plan->start : NULL,
                                     plain->options->today, player, plan->clock),
                     &spot);
    new_game_clear(plan);
    plain->game.play = true;
    session_seats_open(&plain->game);
    const char *const *summary = plain->game.rules->summary;
    if (summary[0])
        plain_say(plain, "%s%s%s%s%s", summary[0], summary[1] ? " " : "",
                  summary[1] ? summary[1] : "", summary[1] && summary[2] ? " " : "",
                  summary[1] && summary[2] ? summary[2] : "");
    plain_say(plain, "A new game of %s begins", ruleset_title(plain->game.rules));
    plain_tell(plain);
}

bool plain_new_game_with(struct plain *plain, const char *variant, const struct setting *named,
                         int n, const char *position)
{
    struct new_game_plan plan;
    struct note why;
    bool read = new_game_read(variant, named, n, position, &plan, &why) == 0;
    if (read)
        begin_planned(plain, &plan);
    else
        plain_no_variant(plain, &why);
    return read;
}

static void plain_variants(struct plain *plain, const char *argument)
{
    const struct rules *rules;
    const struct variant *variant;
    (void)argument;
    for (int i = 0; (variant = variant_at(i, false, &rules)) != NULL; i++)
        plain_say(plain, "%s: %s, %s, board %s, %d sides", variant->id, variant->title,
                  rules->title, variant->board, variant->sides);
}

static void plain_new_game(struct plain *plain, const char *typed)
{
    struct new_game_plan plan;
    struct note why;
    if (!*typed)
        plain_say(plain, "Give a variant, as in \"new classical\"; type \"variants\" for a list");
    else if (new_game_typed(typed, &plan, &why) < 0)
        plain_no_variant(plain, &why);
    else if (plain_may_close(plain, PLAIN_CLOSE))
        begin_planned(plain, &plan);
    else
        new_game_clear(&plan);
}

const struct plain_handler plain_list_handlers[] = {
    {REQ_ARCHIVES, plain_open_archive},
    {REQ_FILTER, NULL},
    {REQ_SEARCH_KEYS, NULL},
    {REQ_MORE, plain_more},
    {REQ_OPENINGS, NULL},
    {REQ_PICK, NULL},
    {REQ_DRAFTS, NULL},
    {REQ_GO_ON, plain_resume},
    {REQ_VARIANTS, plain_variants},
    {REQ_NEW, plain_new_game},
    {0},
};

/* ---------------------------------------------------------------- import and export */

enum { NEWS_EACH = 10000 /* milliseconds between two reports of progress */ };

struct plain_job {
    struct plain *plain;
    int64_t told;
};

/* Report progress. Returns false to stop the import: after Ctrl-C, or after a signal that also ends
 * the program. */
static bool told_progress(void *argument, size_t done, size_t size, int games)
{
    struct plain_job *importing = argument;
    int64_t now = milliseconds();
    enum plain_wake wake = plain_input_pause(importing->plain->input, 0);
    if (wake == PLAIN_WAKE_END)
        importing->plain->over = true;
    if (wake == PLAIN_WAKE_END || wake == PLAIN_WAKE_INTERRUPT)
        return false;
    if (now - importing->told < NEWS_EACH)
        return true;
    importing->told = now;
    plain_say(importing->plain, "%d games so far, %d %% of the file", games,
              size ? (int)(done * 100 / size) : 100);
    fflush(importing->plain->out);
    return !ferror(importing->plain->out);
}

static void told_remark(void *argument, int game, const char *text)
{
    plain_say(((struct plain_job *)argument)->plain, "Game %d of the file: %s", game, text);
}

static void plain_import(struct plain *plain, const char *argument)
{
    char path[PATH_ROOM], text[400], pack[PACK_NAME_MOST + 1];
    struct plain_job importing = {plain, milliseconds()};
    const struct import_options options = {
        .progress = told_progress, .argument = &importing, .remark = told_remark};
    struct import_report report = {0};
    struct note why;
    bool guest = plain->options->restricted;
    bool own =
        !guest && (!plain->store || (!plain->lobby && place_is_samples(store_where(plain->store))));
    if (plain->store && !own && !games_may_import(plain->store, guest, &why)) {
        plain_refuse(plain, why.text);
        return;
    }
    if (!*argument) {
        plain_say(plain, "Give the name of a PGN or YAML file: import FILE");
        return;
    }
    if (import_file_named(argument, path, &why) < 0) {
        plain_say(plain, "%s", why.text);
        return;
    }
    if (own && plain_may_close(plain, PLAIN_CLOSE)) {
        /* The game is closed first, because it is one of the archive that is left. */
        plain_close_game(plain);
        if (!open_own(plain))
            return;
        plain_say(plain, "Your own archive is open now");
    } else if (own || !plain->store) {
        return;
    }
    if (import_file_by_size(plain->store, path, &options, pack, &report, &why) < 0) {
        plain_refuse(plain, why.text);
        if (!report.games)
            return; /* what was listed is still right */
    } else {
        words_imported(&report, pack, text, sizeof text);
        plain_say(plain, "%s%s", report.before ? "This file was " : "Imported: ", text);
        if (*pack && !report.before && report.games + report.there > 0)
            plain_say(plain,
                      "A pack is read-only; a game of it that you change becomes a separate file");
    }
    if (plain->store) { /* so that the new games can be opened by their numbers */
        store_refresh(plain->store);
        store_scan(plain->store, INT_MAX);
    }
    archive_session_forget_found(&plain->archive); /* The import may have renumbered the games. */
    plain->listed = 0;
}

static void plain_export(struct plain *plain, const char *argument)
{
    char *text = game_text_file(plain_record(plain), game_format_of_file(argument),
                                plain->options->ascii ? CHARSET_ASCII : CHARSET_UTF8),
         what[80];
    snprintf(what, sizeof what, "the game%s", game_format_told(argument));
    session_copy(&plain->game, REQ_COPY_GAME, what, text, argument);
    free(text);
}

const struct plain_handler plain_archive_handlers[] = {
    {REQ_STATISTICS, NULL},
    {REQ_DUPLICATES, NULL},
    {REQ_MERGE, NULL},
    {REQ_TRASH, NULL},
    {REQ_IMPORT, plain_import},
    {REQ_COPY_GAME, plain_export},
    {0},
};
