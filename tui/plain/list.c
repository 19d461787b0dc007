/* list.c - plain mode's lists: lists and searches games, opens listed games, starts new ones;
 * statistics, duplicates, import and export. */
#include "config.h"

#include "archive/import/import.h"
#include "archive/report/duplicates.h"
#include "archive/report/opening_tree.h"
#include "archive/report/statistics.h"
#include "archive/search/collection.h"
#include "archive/search/search.h"
#include "archive/util/sanitize.h"
#include "core/position_text.h"
#include "tui/export/formats.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/describe.h"
#include "tui/session/archive/games.h"
#include "tui/session/new_game.h"
#include "tui/session/archive/query_complete.h"
#include "tui/system/process.h"
#include "tui/session/game_open.h"
#include "tui/workers/import_worker.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- listing */

/* Print one line about a game. `fits` is appended; it says where the game matches the query. */
static void plain_tell_game(struct plain *plain, int at, const char *fits)
{
    const struct listing *game = store_listing(plain->store, at);
    char players[600] = "", known_date[WORDS_DATE_ROOM];
    const char *date = words_date(game->date, known_date);
    if (game->damaged) {
        char where[PLACE_ROOM];
        plain_say(plain, "Game %d is damaged: %s%s", at + 1, place_words(game->place, where),
                  game->why);
        return;
    }
    bool known = false;
    for (int i = 0; i < game->players; i++)
        known = known || (*game->player[i] && strcmp(game->player[i], "?") != 0);
    bool titled = !known && *game->event && strcmp(game->event, "?") != 0;
    /* If no player is known, the event is printed instead of the players. */
    if (titled)
        snprintf(players, sizeof players, "%.300s", game->event);
    else
        words_players((const char *const *)game->player, game->players, true, "somebody", players,
                      sizeof players);
    plain_say(
        plain, "Game %d: %s%s%s%s%s, %d %s, %s%s%s%s", at + 1, players, *players ? ", " : "",
        game->variant, *date ? ", " : "", date, game->plies, game->plies == 1 ? "ply" : "plies",
        !*game->score || !strcmp(game->score, "*") ? "no result yet" : "result ",
        !strcmp(game->score, "*") ? "" : game->score, game->notes ? ", with notes" : "", fits);
}

/* Print one sentence about the game at index `at` of the store. */
static void plain_tell_listing(struct plain *plain, int at)
{
    plain_tell_game(plain, at, "");
}

static void tell_found(struct plain *plain, int number)
{
    char fits[60] = "";
    int hit = listed_games_hit(&plain->archive.found, plain->store, number);
    if (hit > 0)
        snprintf(fits, sizeof fits, "; it matches at ply %d", hit);
    else if (hit == 0)
        snprintf(fits, sizeof fits, "; it matches at the start");
    plain_tell_game(plain, plain->archive.found.at[number], fits);
}

void plain_tell_more(struct plain *plain)
{
    int n = plain->archive.found.n,
        until = plain->listed + PLAIN_PAGE < n ? plain->listed + PLAIN_PAGE : n;
    for (; plain->listed < until; plain->listed++)
        tell_found(plain, plain->listed);
    if (plain->listed < n)
        plain_say(plain,
                  "There are %d more; type \"more\" to see "
                  "them",
                  n - plain->listed);
}

/* Print what is wrong with a query. */
static void refuse_query(struct plain *plain, const char *query, const struct note *why)
{
    plain_say(plain, "The query is invalid at character %d: %s%s",
              text_character(query, why->offset), why->text,
              strncmp(why->text, "there is no key", strlen("there is no key")) != 0
                  ? ""
                  : "; type \"search-keys\" for a list of keys");
}

static void tell_given_up(struct plain *plain, const char *why)
{
    if (*why)
        plain_say(plain, "The search is incomplete: %s", why);
}

/* The board that `here` means in a query; NULL: none is open. */
static const struct position *board_here(const struct plain *plain)
{
    return plain->open && plain->game.rules ? &plain->game.track.now : NULL;
}

/* ---------------------------------------------------------------- search keys */

struct telling {
    struct plain *plain;
    const char *key;
    int told;
};

static void tell_value(void *argument, const char *text, int games)
{
    struct telling *telling = argument;
    const char *quote = strpbrk(text, " ()|\"") ? "\"" : "";
    if (telling->told++ >= PLAIN_PAGE)
        return;
    if (games)
        plain_say(telling->plain, "%s:%s%s%s: %d %s", telling->key, quote, text, quote, games,
                  games == 1 ? "game" : "games");
    else
        plain_say(telling->plain, "%s:%s%s%s", telling->key, quote, text, quote);
}

/* Print all query keys. For one key, print the values of it that occur in this archive, or only
 * those that begin with the given text. */
static void search_keys(struct plain *plain, const char *argument)
{
    int count;
    const struct query_key *key = query_keys(&count);
    struct telling telling = {plain, NULL, 0};
    char word[40];
    plain_word(&argument, word, sizeof word);
    word[strcspn(word, ":")] = '\0';
    for (int i = 0; i < count; i++) {
        if (*word && strcmp(key[i].name, word) != 0)
            continue;
        plain_say(plain, "%s, as %s:%s: %s", key[i].name, key[i].name, key[i].values, key[i].help);
        telling.key = key[i].name;
    }
    if (!telling.key) {
        plain_say(plain, "There is no key '%.30s'; type \"search-keys\" for a list", word);
    } else if (!*word) {
        plain_say(plain,
                  "Type \"search-keys\" and a key, as in \"search-keys variant\", for its values "
                  "in this archive");
    } else {
        query_values(plain->store, telling.key, argument, tell_value, &telling);
        if (telling.told > PLAIN_PAGE)
            plain_say(plain,
                      "There are %d more; type \"search-keys %s\" and first letters to see fewer",
                      telling.told - PLAIN_PAGE, telling.key);
    }
}

static void plain_list(struct plain *plain, const char *argument)
{
    struct note why;
    int n = listed_games_search(&plain->archive.found, plain->store, plain->index, argument,
                                board_here(plain), &why);
    if (n < 0) {
        refuse_query(plain, argument, &why);
        return;
    }
    plain->listed = 0;
    tell_given_up(plain, plain->archive.found.given_up);
    int total = store_count(plain->store);
    if (*argument)
        plain_say(plain, "%d of %d games match", n, total);
    else
        plain_say(plain, total == 1 ? "There is %d game" : "There are %d games", total);
    plain_tell_more(plain);
}

/* Print which continuations the games have from the board, or if no board is open, from the
 * beginning. With a query, only the games that match it are counted. */
static void plain_openings(struct plain *plain, const char *argument)
{
    const struct position *here = board_here(plain);
    char given_up[FINDER_TOLD_ROOM];
    struct opening_tree *tree;
    struct finder *finder;
    struct note why;
    if (listed_games_open(&finder, plain->store, plain->index, argument, here, &why) < 0) {
        refuse_query(plain, argument, &why);
        return;
    }
    while (finder_step(finder, INT_MAX))
        continue;
    if (finder_given_up(finder, given_up))
        tell_given_up(plain, given_up);
    opening_tree_open(&tree, plain->store, plain->index, finder, here);
    while (opening_tree_step(tree, INT_MAX))
        continue;
    if (!opening_tree_count(tree))
        plain_say(plain, "No game has this position");
    for (int i = 0; i < opening_tree_count(tree); i++) {
        const struct opening_row *row = opening_tree_row(tree, i);
        char score[80] = "";
        if (row->scored)
            snprintf(score, sizeof score, ", %s scores %.1f %%: %d won, %d drawn, %d lost",
                     side_name(row->side), 100 * row->points / row->scored, row->won, row->drawn,
                     row->lost);
        char members[60] = "";
        if (row->cascades)
            snprintf(members, sizeof members, ", %.2f members a ply", row->members);
        plain_say(plain, "%s%s%s: %d %s%s%s", here ? "" : row->variant, here ? "" : ", ",
                  *row->ply ? row->ply : "The game ends here", row->games,
                  row->games == 1 ? "game" : "games", score, members);
    }
    opening_tree_close(tree);
    finder_close(finder);
}

static void plain_more(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain->listed < plain->archive.found.n && !plain_founds(plain))
        plain_say(plain, "The games have new numbers now; type \"list\" again");
    else if (plain->listed >= plain->archive.found.n)
        plain_say(plain, "There are no more games in the list; type \"list\" to list them again");
    plain_tell_more(plain);
}

static void open_number(struct plain *plain, const char *argument)
{
    int number, total = store_count(plain->store);
    int at = ulid_valid(argument) ? store_find(plain->store, argument) : -1;
    if (at < 0) {
        if (!total)
            plain_say(plain,
                      "There are no games here; type \"new VARIANT\" to start one, or \"import "
                      "FILE\" to import some");
        if (!total || !plain_number(plain, argument, 1, total, &number))
            return;
        at = number - 1;
    }
    if (plain_may_close(plain, PLAIN_CLOSE))
        plain_open_at(plain, at, listed_games_hit_at(&plain->archive.found, plain->store, at));
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

/* Open the archive that new games go to: the open one, or the user's own (games_go_to()).
 * Returns true if it opened the user's own. */
static bool plain_store_for_new(struct plain *plain)
{
    struct store *store;
    struct note why;
    bool guest = plain->options->restricted; /* the only archive of a guest is the shared one */
    if (guest ? plain->store && store_writable(plain->store, NULL) : games_go_to(plain->store))
        return false;
    plain_close_store(plain);
    if (guest)
        plain_say(plain, "This game cannot be saved anywhere");
    else if (place_own_make(&why) == 0 && store_open(&store, place_own(), NULL, &why) == 0) {
        plain->store = store;
        store_scan(store, INT_MAX);
        return true;
    } else {
        plain_say(plain, "This game cannot be saved anywhere: %s", why.text);
    }
    return false;
}

bool plain_new_game_with(struct plain *plain, const char *variant, const struct setting *named,
                         int n, const char *position)
{
    struct new_game_plan plan;
    struct note why;
    struct spot spot = spot_start();
    if (new_game_read(variant, named, n, position, &plan, &why) < 0) {
        plain_no_variant(plain, &why);
        return false;
    }
    const char *player[SIDES_MAX];
    for (int i = 0; i < SIDES_MAX; i++)
        player[i] = plan.player[i];
    plain_close_game(plain);
    bool other = plain->store != NULL;
    if (plain_store_for_new(plain) && other)
        plain_say(plain, "Your own archive is open now");
    plain_begin_game(plain,
                     new_game_record(plan.rules, plan.placed ? &plan.start : NULL,
                                     plain->options->today, player, plan.clock),
                     &spot);
    new_game_clear(&plan);
    plain->game.play = true;
    session_seats_open(&plain->game);
    const char *const *summary = plain->game.rules->summary;
    if (summary[0])
        plain_say(plain, "%s%s%s%s%s", summary[0], summary[1] ? " " : "",
                  summary[1] ? summary[1] : "", summary[1] && summary[2] ? " " : "",
                  summary[1] && summary[2] ? summary[2] : "");
    plain_say(plain, "A new game of %s begins", ruleset_title(plain->game.rules));
    plain_tell(plain);
    return true;
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

/* Copy the argument without the quotes that a shell needs around position=TEXT, or around TEXT
 * alone. Apostrophes that mark Red's pieces are kept. */
static char *without_quotes(const char *argument)
{
    static const char name[] = "position=";
    char *copy = memory_text(argument), *at = strstr(copy, name);
    if (!at)
        return copy;
    char *last = at + strlen(at) - 1,
         *quote = at > copy && (at[-1] == '"' || at[-1] == '\'') ? at - 1 : at + strlen(name);
    if ((*quote == '"' || *quote == '\'') && last > quote && *last == *quote) {
        *last = '\0';
        memmove(quote, quote + 1, strlen(quote));
    }
    return copy;
}

static void plain_new_game(struct plain *plain, const char *typed)
{
    char variant[NEW_WORD_ROOM], *whole = without_quotes(typed);
    const char *argument = whole;
    struct new_words named = {0};
    struct note why;
    if (!plain_word(&argument, variant, sizeof variant))
        plain_say(plain, "Give a variant, as in \"new classical\"; type \"variants\" for a "
                         "list");
    else if (new_words_read(&argument, "position=", &named, &why) < 0)
        plain_refuse(plain, why.text);
    else if (plain_may_close(plain, PLAIN_CLOSE))
        plain_new_game_with(plain, variant, named.setting, named.n,
                            *argument ? argument + strlen("position=") : "");
    free(whole);
}

const struct plain_handler plain_list_handlers[] = {
    {REQ_ARCHIVES, plain_open_archive},
    {REQ_FILTER, plain_list},
    {REQ_SEARCH_KEYS, search_keys},
    {REQ_MORE, plain_more},
    {REQ_OPENINGS, plain_openings},
    {REQ_PICK, open_number},
    {REQ_DRAFTS, plain_tell_drafts},
    {REQ_GO_ON, plain_resume},
    {REQ_VARIANTS, plain_variants},
    {REQ_NEW, plain_new_game},
    {0},
};

/* ---- Plain mode's commands for many games at once: statistics, duplicates, deleting, import and
 * export. */

/* The games that a command works on, as found: those that match the query. Without a query: the
 * games last listed, or all games if none are listed. `own` keeps games that were not listed; the
 * caller clears it. Returns NULL after printing an error. */
static struct listed_games *plain_games_meant(struct plain *plain, const char *query,
                                              struct listed_games *own)
{
    struct note why;
    if (!*query && plain_founds(plain))
        return &plain->archive.found;
    if (listed_games_search(own, plain->store, plain->index, query, board_here(plain), &why) < 0) {
        refuse_query(plain, query, &why);
        return NULL;
    }
    tell_given_up(plain, own->given_up);
    return own;
}

/* ---------------------------------------------------------------- counting */

static void plain_statistics(struct plain *plain, const char *argument)
{
    struct listed_games own = {0}, *games = plain_games_meant(plain, argument, &own);
    char *text = NULL;
    size_t size;
    if (!games)
        return;
    if (!games->n) {
        plain_say(plain, "There are no games to count");
        listed_games_clear(&own);
        return;
    }
    struct statistics *statistics = statistics_new();
    for (int i = 0; i < games->n; i++)
        statistics_add(statistics, store_listing(plain->store, games->at[i]));
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    statistics_tell(statistics, out);
    fclose(out);
    plain_print(plain, text);
    free(text);
    statistics_free(statistics);
    listed_games_clear(&own);
}

/* ---------------------------------------------------------------- duplicate games */

static void plain_duplicates(struct plain *plain, const char *query)
{
    struct listed_games own = {0}, *games = plain_games_meant(plain, query, &own);
    struct duplicate *pair;
    if (!games)
        return;
    int pairs = duplicates_find(plain->store, games->at, games->n, &pair);
    pairs_take(&plain->pairs, plain->store, pair, pairs);
    for (int i = 0; i < pairs && i < PLAIN_PAGE; i++) {
        plain_say(plain, "Pair %d, %s:", i + 1,
                  pair[i].exact ? "the same" : "alike, but with other names, date or result");
        plain_tell_listing(plain, pair[i].first);
        plain_tell_listing(plain, pair[i].second);
    }
    if (pairs > PLAIN_PAGE)
        plain_say(plain, "There are %d more pairs; give a query to compare fewer games",
                  pairs - PLAIN_PAGE);
    if (pairs)
        plain_say(plain, "Type \"merge N\" to merge pair N, keeping the notes of both games");
    else
        plain_say(plain, "None of the %d games is a duplicate", games->n);
    free(pair);
    listed_games_clear(&own);
}

/* True if the open game is at an index of the store; the user has then been told. */
static bool is_open(struct plain *plain, int at)
{
    bool open =
        plain->open && !strcmp(plain_record(plain)->id, store_listing(plain->store, at)->id);
    if (open)
        plain_say(plain, "Game %d is open; type \"close\" first", at + 1);
    return open;
}

/* Print what was done with games of the list, which may have new numbers now. */
static void tell_deed(struct plain *plain, int result, const struct note *said)
{
    if (result >= 0)
        plain_forget_found(plain);
    plain_told(plain, said->text);
}

static void undo_merge(struct plain *plain)
{
    struct note said;
    int pair = pairs_unmerge(&plain->pairs, plain->store, &said);
    tell_deed(plain, pair, &said);
}

static void plain_merge(struct plain *plain, const char *argument)
{
    int number;
    struct note said;
    char question[LIST_QUESTION_ROOM], id[ULID_LENGTH + 1];
    if (!plain->pairs.n)
        plain_say(plain, "No pairs are listed; type \"duplicates\" to list them");
    if (!plain->pairs.n || !plain_number(plain, argument, 1, plain->pairs.n, &number))
        return;
    const struct duplicate_pair *pair = &plain->pairs.v[number - 1];
    if (!pair_may_merge(pair, plain->store, plain->options->restricted, question, &said)) {
        plain_told(plain, said.text);
        return;
    }
    duplicate_id(&pair->ids, 0, id);
    if (is_open(plain, pair_at(pair, plain->store, 0)) ||
        is_open(plain, pair_at(pair, plain->store, 1)) ||
        !plain_asked_twice(plain, id, question, "merge", argument))
        return;
    tell_deed(plain, pairs_merge(&plain->pairs, number - 1, plain->store, &said), &said);
    plain->undo_deed = undo_merge;
}

/* ---------------------------------------------------------------- deleting games */

static void undelete(struct plain *plain)
{
    struct note said;
    int result = games_undelete(plain->store, &plain->deleted, &said);
    store_scan(plain->store, INT_MAX);
    tell_deed(plain, result, &said);
}

bool plain_undo_deed(struct plain *plain)
{
    bool deed = plain->undo_deed && (plain->deleted.n || plain->pairs.merges);
    if (deed)
        plain->undo_deed(plain);
    plain->undo_deed = NULL;
    return deed;
}

/* Delete a game. The user must ask twice; the first time only the game is described. */
static void plain_trash(struct plain *plain, const char *argument)
{
    struct note said;
    int number, gone, total = store_count(plain->store);
    char question[LIST_QUESTION_ROOM], id[1][ULID_LENGTH + 1];
    if (!games_may_delete(plain->store, plain->options->restricted, &said)) {
        plain_told(plain, said.text);
        return;
    }
    if (!total)
        plain_say(plain, "There are no games here");
    if (!total || !plain_number(plain, argument, 1, total, &number))
        return;
    snprintf(id[0], sizeof id[0], "%s", store_listing(plain->store, number - 1)->id);
    if (!*id[0]) {
        plain_say(plain, "This file is not named like a game; delete it outside the program");
        return;
    }
    if (is_open(plain, number - 1))
        return;
    if (strcmp(plain->doomed, id[0]) != 0)
        plain_tell_listing(plain, number - 1);
    games_ask_delete(plain->store, (const char(*)[ULID_LENGTH + 1]) id, 1, question);
    if (!plain_asked_twice(plain, id[0], question, "trash", argument))
        return;
    int result = games_delete(plain->store, (const char(*)[ULID_LENGTH + 1]) id, 1, &plain->deleted,
                              &gone, &said);
    store_refresh(plain->store);
    tell_deed(plain, result, &said);
    plain->undo_deed = undelete;
}

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

static int import_path(struct store *store, const char *path, const struct import_options *options,
                       char pack[static PACK_NAME_MOST + 1], struct import_report *report,
                       struct note *why)
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

static void plain_import(struct plain *plain, const char *argument)
{
    char path[PATH_ROOM], text[400], pack[PACK_NAME_MOST + 1];
    struct plain_job importing = {plain, milliseconds()};
    const struct import_options options = {
        .progress = told_progress, .argument = &importing, .remark = told_remark};
    struct import_report report = {0};
    struct note why;
    bool samples = plain->store && !plain->lobby && place_is_samples(store_where(plain->store));
    if ((samples || !plain->store) && !plain->options->restricted && *argument &&
        plain_may_close(plain, PLAIN_CLOSE)) {
        /* The game must be closed first, because the user's own archive may have to be opened. */
        plain_close_game(plain);
        if (plain_store_for_new(plain))
            plain_say(plain, "Your own archive is open now");
    }
    if (plain->store && !games_may_import(plain->store, plain->options->restricted, &why))
        plain_refuse(plain, why.text);
    else if (!*argument)
        plain_say(plain, "Give the name of a PGN or YAML file: import FILE");
    else if (!plain->store)
        return;
    else if (import_file_named(argument, path, &why) < 0)
        plain_say(plain, "%s", why.text);
    else if (import_path(plain->store, path, &options, pack, &report, &why) < 0)
        plain_refuse(plain, why.text);
    else {
        import_report_text(&report, text, sizeof text);
        plain_say(plain,
                  report.before ? "This file was imported before; nothing was added"
                                : "Imported: %s",
                  text);
        if (*pack && !report.before && report.games + report.there > 0)
            plain_say(
                plain,
                "The games are in the pack %s, which is read-only; if you change one of its games, "
                "that game becomes a separate file",
                pack);
    }
    plain_forget_found(plain); /* The import may have renumbered the games. */
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
    {REQ_STATISTICS, plain_statistics},
    {REQ_DUPLICATES, plain_duplicates},
    {REQ_MERGE, plain_merge},
    {REQ_TRASH, plain_trash},
    {REQ_IMPORT, plain_import},
    {REQ_COPY_GAME, plain_export},
    {0},
};
