/* archive.c - plain mode's commands for many games at once: statistics, duplicates, deleting, import and
 * export. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "archive/util/sanitize.h"
#include "archive/search/collection.h"
#include "archive/report/duplicates.h"
#include "archive/search/search.h"
#include "archive/import/import_by_size.h"
#include "archive/report/statistics.h"
#include "tui/export/formats.h"
#include "tui/workers/import_worker.h"
#include "tui/system/clock.h"
#include "tui/system/paths.h"
#include "tui/session/archive_places.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The places of the games that a command is about, owned by the caller: those that match a query; without one those
 * last listed, or all. Returns their number, -1 after printing an error. */
static int games_meant(struct plain *plain, const char *query, int **place)
{
    if (!*query && plain_founds(plain)) {
        *place = memory_new((size_t)plain->founds, sizeof **place);
        memcpy(*place, plain->found, (size_t)plain->founds * sizeof **place);
        return plain->founds;
    }
    struct finder *finder = plain_find(plain, query, plain->open && plain->rules ? &plain->track.now : NULL);
    if (!finder)
        return -1;
    plain_find_all(plain, finder);
    int n = finder_count(finder);
    *place = memory_new((size_t)n + 1, sizeof **place);
    for (int i = 0; i < n; i++)
        (*place)[i] = finder_at(finder, i);
    finder_close(finder);
    return n;
}

/* ---------------------------------------------------------------- counting */

static void statistics(struct plain *plain, const char *argument)
{
    int *place, n = games_meant(plain, argument, &place);
    char *text = NULL;
    size_t size;
    if (n < 0)
        return;
    if (!n) {
        plain_say(plain, "There are no games to count");
        free(place);
        return;
    }
    struct statistics *statistics = statistics_new();
    for (int i = 0; i < n; i++)
        statistics_add(statistics, store_listing(plain->store, place[i]));
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    statistics_tell(statistics, out);
    fclose(out);
    plain_print(plain, text);
    free(text);
    statistics_free(statistics);
    free(place);
}

/* ---------------------------------------------------------------- duplicate games */

static void duplicates(struct plain *plain, const char *query)
{
    int *place, n = games_meant(plain, query, &place);
    struct duplicate *pair;
    if (n < 0)
        return;
    int pairs = duplicates_find(plain->store, place, n, &pair);
    free(plain->pair);
    plain->pair = memory_new((size_t)pairs + 1, sizeof *plain->pair);
    plain->pairs = pairs;
    for (int i = 0; i < pairs; i++) {
        plain->pair[i] = duplicate_ids_of(plain->store, &pair[i]);
        if (i < PLAIN_PAGE) {
            plain_say(plain, "Pair %d, %s:", i + 1, pair[i].exact ? "the same" : "alike: other names, date or result");
            plain_tell_listing(plain, pair[i].first);
            plain_tell_listing(plain, pair[i].second);
        }
    }
    if (pairs > PLAIN_PAGE)
        plain_say(plain, "There are %d more pairs: use a query to list fewer games", pairs - PLAIN_PAGE);
    if (pairs)
        plain_say(plain, "merge N makes one game of such a pair, with the notes of both");
    else
        plain_say(plain, "None of the %d games is a duplicate", n);
    free(pair);
    free(place);
}

static void merge(struct plain *plain, const char *argument)
{
    int number, differ = 0;
    struct note why;
    if (!plain->pairs)
        plain_say(plain, "No pairs are listed: duplicates lists games that are there twice");
    if (!plain->pairs || !plain_number(plain, argument, 1, plain->pairs, &number))
        return;
    char pair[2][ULID_LENGTH + 1];
    for (int which = 0; which < 2; which++)
        duplicate_id(&plain->pair[number - 1], which, pair[which]);
    if (plain->open && (!strcmp(plain_record(plain)->id, pair[0]) || !strcmp(plain_record(plain)->id, pair[1]))) {
        plain_say(plain, "One of the two is open: close closes it");
    } else if (duplicates_merge(plain->store, pair[0], pair[1], &differ, &why) < 0) {
        plain_refuse(plain, why.text);
    } else {
        plain_forget_found(plain); /* the numbers of the games have changed */
        plain_say(plain, "The first game has the notes of both now; the second is in the trash");
        if (differ)
            plain_say(plain, "%d field%s of the second %s other; those of the first stay", differ, differ == 1 ? "" : "s",
                      differ == 1 ? "was" : "were");
    }
}

/* ---------------------------------------------------------------- deleting games */

/* Remove a game from the store, in whatever version it has there now. */
static int remove_game(struct plain *plain, const char *id, struct note *why)
{
    struct record *record;
    struct version version;
    int at = store_find(plain->store, id);
    int result = at < 0 ? note_fail(why, FAIL_NAME, -1, "the game is not there any more")
                        : store_load(plain->store, at, &record, &version, NULL, why);
    if (result < 0)
        return result;
    record_free(record);
    return store_remove(plain->store, id, &version, why);
}

/* The user must ask twice; the first time, describe the game. */
static void trash(struct plain *plain, const char *argument)
{
    struct note why;
    int number, total = store_count(plain->store);
    if (plain->options->restricted) {
        plain_say(plain, "Games are deleted by those who keep the archive");
        return;
    }
    if (!store_writable(plain->store, &why)) {
        plain_refuse(plain, why.text);
        return;
    }
    if (!total)
        plain_say(plain, "There are no games here");
    if (!total || !plain_number(plain, argument, 1, total, &number))
        return;
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "%s", store_listing(plain->store, number - 1)->id);
    if (!*id) {
        plain_say(plain, "A file that is not named as games are is deleted outside of the program");
    } else if (plain->open && !strcmp(plain_record(plain)->id, id)) {
        plain_say(plain, "This game is open: close closes it");
    } else if (strcmp(plain->doomed, id) != 0) {
        int with = store_collections_with(plain->store, (const char(*)[ULID_LENGTH + 1])&id, 1);
        plain_tell_listing(plain, number - 1);
        if (with)
            plain_say(plain, with == 1 ? "%d collection has it" : "%d collections have it", with);
        snprintf(plain->doomed, sizeof plain->doomed, "%s", id);
        plain_say(plain, "Say trash %d again to move it to the trash", number);
    } else if (remove_game(plain, id, &why) < 0) {
        plain_refuse(plain, why.text);
    } else {
        plain->doomed[0] = '\0';
        store_refresh(plain->store);
        plain_forget_found(plain); /* the numbers of the games have changed */
        plain_say(plain, store_find(plain->store, id) < 0 ? "The game is in the trash; those behind it have other numbers now"
                                                          : "The game is in the trash; it stays as its pack has it");
    }
}

/* ---------------------------------------------------------------- import and export */

enum { NEWS_EACH = 10000 /* milliseconds between two progress reports */ };

struct importing {
    struct plain *plain;
    int64_t told;
};

/* Report progress. Ctrl-C stops the import; a signal that ends the program stops both. */
static bool told_progress(void *argument, size_t done, size_t size, int games)
{
    struct importing *importing = argument;
    int64_t now = milliseconds();
    enum plain_wake wake = plain_input_pause(importing->plain->input, -1, 0);
    if (wake == PLAIN_WAKE_END)
        importing->plain->over = true;
    if (wake == PLAIN_WAKE_END || wake == PLAIN_WAKE_INTERRUPT)
        return false;
    if (now - importing->told < NEWS_EACH)
        return true;
    importing->told = now;
    plain_say(importing->plain, "%d games so far, %d %% of the file", games, size ? (int)(done * 100 / size) : 100);
    fflush(importing->plain->out);
    return !ferror(importing->plain->out);
}

static void told_remark(void *argument, int game, const char *text)
{
    plain_say(((struct importing *)argument)->plain, "Game %d of the file: %s", game, text);
}

static int import_path(struct store *store, const char *path, const struct import_options *options,
                       char pack[static PACK_NAME_MOST + 1], struct import_report *report, struct note *why)
{
    struct import_source *source;
    int result = import_open(&source, path, options, report, why);
    pack[0] = '\0';
    if (result < 0)
        return report->stopped ? 0 : result;
    result = import_by_size(store, source, options, pack, report, why);
    import_close(source);
    return result;
}

static void import(struct plain *plain, const char *argument)
{
    char path[PATH_ROOM], text[400], pack[PACK_NAME_MOST + 1];
    struct importing importing = {plain, milliseconds()};
    const struct import_options options = {.progress = told_progress, .argument = &importing, .remark = told_remark};
    struct import_report report = {0};
    struct note why;
    bool samples = plain->store && !plain->lobby && place_is_samples(store_where(plain->store));
    if ((samples || !plain->store) && !plain->options->restricted && *argument && plain_may_close(plain)) {
        plain_close_game(plain); /* imported games go into the same archive as new ones */
        if (plain_store_for_new(plain))
            plain_say(plain, "Your own archive is open now");
    }
    if (plain->options->restricted)
        plain_say(plain, "Games are imported by those who keep the archive");
    else if (!*argument)
        plain_say(plain, "Say which file of games, PGN or YAML: import FILE");
    else if (!plain->store)
        return;
    else if (!store_writable(plain->store, &why))
        plain_refuse(plain, why.text);
    else if (!path_expand(argument, path, sizeof path) || path_is_folder(path) || access(path, R_OK) < 0)
        plain_say(plain, "%.300s cannot be read: %s", argument, path_is_folder(path) ? "it is a folder" : strerror(errno));
    else if (import_path(plain->store, path, &options, pack, &report, &why) < 0)
        plain_refuse(plain, why.text);
    else {
        import_report_text(&report, text, sizeof text);
        plain_say(plain, report.before ? "This file was imported before, and nothing was done" : "Imported: %s", text);
        if (*pack && !report.before && report.games + report.there > 0)
            plain_say(plain, "They are in the pack %s, one file that is only read; a game of it that you change becomes a file "
                             "of its own", pack);
    }
    plain_forget_found(plain); /* the numbers of the games may have changed */
}

static void export(struct plain *plain, const char *argument)
{
    char path[PATH_ROOM];
    if (plain->options->restricted) {
        plain_say(plain, "No files are written here");
        return;
    }
    if (!*argument) {
        plain_say(plain, "Say into which file: FILE.pgn, FILE.html, FILE.md and FILE.txt are in that form, "
                         "others as the archive has it");
        return;
    }
    if (!path_expand(argument, path, sizeof path)) {
        plain_say(plain, "This name is too long for a file");
        return;
    }
    char *text = game_text_file(plain_record(plain), game_format_of_file(path),
                                plain->options->ascii ? CHARSET_ASCII : CHARSET_UTF8);
    if (path_write(path, text, true))
        plain_say(plain, "The game is written to %.300s%s", argument, game_format_told(path));
    else if (errno == EEXIST)
        plain_say(plain, "%.300s is there already: give another name", argument);
    else
        plain_say(plain, "%.300s cannot be written: %s", argument, strerror(errno));
    free(text);
}

const struct plain_command plain_archive_commands[] = {
    {"statistics", NULL, "[QUERY]", "counts results, variants, years and players of the games listed last, or of those that fit",
     NEED_STORE, statistics},
    {"duplicates", NULL, "[QUERY]", "shows which of the games listed last, or of those that fit, are there twice", NEED_STORE,
     duplicates},
    {"merge", NULL, "N", "merges a pair that duplicates listed, with the notes of both", NEED_STORE, merge},
    {"trash", NULL, "N", "moves the game of that number to the trash", NEED_STORE, trash},
    {"import", NULL, "FILE", "imports the games of a PGN or YAML file into the archive", NEED_NOTHING, import},
    {"export", NULL, "FILE", "writes the game to a new file; .pgn, .html, .md and .txt say in which form", NEED_GAME, export},
    {0},
};
