/* memory_deeds.h - the work that test_memory.c does while memory runs out, from loading a game to
 * an evening in the lobby. After a failure each task continues as the program would, and claims
 * only what the program reported. */
#ifndef CHESSCADE_TESTS_SUPPORT_MEMORY_DEEDS_H
#define CHESSCADE_TESTS_SUPPORT_MEMORY_DEEDS_H

#include "tests/support/testing.h"

#include "archive/search/collection.h"
#include "archive/report/duplicates.h"
#include "archive/record/edit.h"
#include "archive/util/fs.h"
#include "archive/search/search.h"
#include "archive/import/import.h"
#include "archive/import/import_source.h"
#include "archive/live/journal.h"
#include "archive/pgn/pgn.h"
#include "archive/query/query.h"
#include "archive/replay/replay.h"
#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/app/config_files.h"
#include "tui/export/formats.h"
#include "tui/widgets/key.h"
#include "tui/plain/plain.h"
#include "tui/views/game/game.h"
#include "tui/widgets/theme.h"
#include "tui/views/setup/setup.h"
#include "tui/views/view_variants.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#define MARKED "01JD9T4W8M6Q2R7XK5V3B0N1HC"

/* The archive has one game; the club is empty or has what the last task left there; the file has
 * the games below. */
static char archive[PATH_MAX], club[PATH_MAX], pgn_file[PATH_MAX];

/* What a task claims to have done. Another process checks it afterwards. A task that is killed
 * halfway has already written its earlier claims. */
static struct claims {
    int turn; /* counts the runs, so that each differs */
    bool kept, saved, asked, unread;
    int imported, found[5];
} * claims;

static void load_and_replay(void)
{
    struct store *store;
    struct record *record;
    struct note why;
    if (store_open(&store, archive, NULL, &why) < 0)
        return;
    store_scan(store, 10);
    if (store_count(store) && store_load(store, 0, &record, NULL, NULL, &why) == 0) {
        replay_check(record, NULL, NULL);
        record_free(record);
    }
    store_close(store);
}

static void edit_and_save(void)
{
    struct store *store;
    struct record *record;
    struct version version;
    struct edits edits = {0};
    struct spot spot = spot_start();
    struct note why;
    char said[40];
    if (store_open(&store, archive, NULL, &why) < 0)
        return;
    store_scan(store, 10);
    snprintf(said, sizeof said, "said at turn %d.", claims->turn);
    if (store_count(store) && store_load(store, 0, &record, &version, NULL, &why) == 0) {
        edits_begin(&edits, record);
        edits_mark(&edits, &spot, "a comment");
        edit_comment(record, &spot, "ana", said);
        spot_next(record, &spot, 0);
        edit_nag(record, &spot, 1);
        claims->kept = store_draft_save(store, record, &version, &why) == 0;
        claims->saved = store_save(store, record, &version, &why) == 0;
        edits_clear(&edits);
    }
    store_close(store);
}

static const char games[] =
    "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 {open file} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n"
    "[White \"Cle\"]\n[Black \"Ana\"]\n\n1. d4 Zz9 *\n";

static void import(void)
{
    static const char pgn[] =
        "[White \"A\"]\n[Black \"B\"]\n[X \"y\"]\n\n1. e4 {a [%clk 0:01:00]} (1. d4 d5) e5 $1 2. Nf3 1-0\n";
    const char *charset;
    size_t length;
    struct pgn_reader reader;
    struct record *record;
    char *text = pgn_to_utf8(pgn, sizeof pgn - 1, NULL, &charset, &length);
    pgn_begin(&reader, text, length);
    while ((record = pgn_next(&reader)) != NULL) {
        free(pgn_write(record));
        record_free(record);
    }
    pgn_end(&reader);
    free(text);
}

/* Queries with long and short texts, headers, plies and positions; and which of `games` each
 * finds. */
static const struct {
    const char *query;
    int found;
} queries[] = {{"text:\"open file\"", 1},
               {"text:op white:ana", 1},
               {"ana", 2},
               {"move:c5 in:variations", 1},
               {"pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"", 1}};
enum { QUERIES = sizeof queries / sizeof *queries };
_Static_assert(sizeof claims->found / sizeof *claims->found == QUERIES, "each has a claim");

/* -1 if the search failed and reported it. */
static int found_by(struct store *store, struct index *index, const char *query)
{
    struct finder *finder;
    struct note why;
    if (finder_open(&finder, store, index, query, NULL, &why) < 0)
        return -1;
    while (finder_step(finder, 10))
        continue;
    int found = finder_count(finder);
    finder_close(finder);
    return found;
}

/* True if the store reported games that it could not read. They may be missing from the results. */
static bool some_are_unread(struct store *store)
{
    bool unread = *store_unread(store);
    for (int i = 0; i < store_count(store); i++)
        unread = unread || store_listing(store, i)->damaged;
    return unread;
}

static void import_and_ask(const char *pack)
{
    struct store *store;
    struct import_report report = {0};
    struct index *index = NULL;
    struct note why;
    if (store_open(&store, club, NULL, &why) < 0)
        return;
    bool imported =
        import_file(store, pgn_file, &(struct import_options){.pack = pack}, &report, &why) == 0;
    claims->imported = imported ? report.games : 0;
    if (index_open(&index, store, true, &why) == 0)
        while (index_step(index, 10, NULL, NULL))
            continue;
    for (int i = 0; i < QUERIES; i++)
        claims->found[i] = found_by(store, index, queries[i].query);
    claims->unread = some_are_unread(store);
    claims->asked = imported; /* else the program reported that it does not know what is there */
    index_close(index);
    store_close(store);
}

static void import_and_index(void)
{
    import_and_ask(NULL);
}

static void import_into_a_pack(void)
{
    import_and_ask("all");
}

/* Start a game for two, write its plies to the journal, and compile it into the archive. */
static void live_game(void)
{
    static const char *const plies[] = {"Pf2-f3", "Pe7-e5", "Pg2-g4", "Qd8-h4"};
    struct journal *journal;
    struct store *store;
    struct journal_record record;
    struct note why;
    char id[ULID_LENGTH + 1];
    if (store_open(&store, club, NULL, &why) < 0)
        return;
    journal_record_begin(&record, JOURNAL_OPEN);
    value_set(&record.value, "variant", "classical", false);
    struct value *sides = value_list(&record.value, "sides");
    value_put(value_append(sides), "ana", STYLE_CANONICAL);
    value_put(value_append(sides), "bob", STYLE_CANONICAL);
    int result = journal_create(store, &record, id, &why);
    journal_record_clear(&record);
    if (result == 0 && journal_open(&journal, store, "ana", id, &why) == 0) {
        for (int i = 0; i < 4; i++) {
            journal_record_begin(&record, JOURNAL_PLY);
            value_set(&record.value, "side", i % 2 ? "b" : "w", false);
            value_set(&record.value, "m", plies[i], false);
            journal_append(journal, &record, &why);
            journal_record_clear(&record);
        }
        journal_finish(journal, &why);
        journal_free(journal);
    }
    store_close(store);
}

/* Run the lines that a user types. The output does not matter here. */
static void type_lines(const struct plain_options *options, const char *typed)
{
    FILE *in = fmemopen((void *)typed, strlen(typed), "r"), *out = fopen("/dev/null", "w");
    if (in && out)
        plain_run(options, in, out);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

static void search_and_play(void)
{
    type_lines(
        &(struct plain_options){.path = archive, .today = "2026-01-31"},
        "list text:x | pos:\"8/8/8/8/8/8/8/K1k5 w - - 0 1\"\nopen 1\nnext\nd4\nlift e7\nchoices\ne5\nsave\nquit\nquit\n");
}

/* Press these keys one by one, and draw the screen after each. */
static void press(struct app *app, const char *keys)
{
    for (const char *key = keys; *key; key++) {
        struct scene scene = {0};
        app_key(app, (uint32_t)*key);
        scene_begin(&scene, 24, 80);
        app_draw(app, &scene);
        scene_free(&scene);
    }
}

/* Draw the user's own settings and a position set up by hand. Neither leaves anything on the
 * disk. */
static void own_settings_and_board(void)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    static struct position position;
    struct ruleset *rules = NULL;
    struct theme theme;
    struct note why;
    config_files_read(app);
    theme_load("own", "", &theme, &why);
    if (ruleset_open(&rules, "classical", NULL, 0, &why) == 0) {
        rules->rules->setup(rules, &position);
        if (app_open(app, &setup_view, &(struct setup_open){.position = &position}, &why) == 0)
            press(app, "l p q u j j s c u t");
        ruleset_free(rules);
    }
    app_free(app);
}

/* Another user comments on the first ply. */
static void comment_elsewhere(struct store *store)
{
    struct record *record;
    struct version version;
    struct note why;
    struct spot spot = spot_start();
    spot.ply = 1;
    if (store_load(store, 0, &record, &version, NULL, &why) < 0)
        return;
    edit_comment(record, &spot, "ana", "theirs");
    store_save(store, record, &version, &why);
    record_free(record);
}

/* Comment on a game while another user comments on it, too; answer the question by keeping our own
 * version. */
static void resolve(void)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    static const char typed[] = "lcmine\033:save\nm\n";
    struct table_open open = {.where = "A"};
    struct store *store = NULL;
    struct note why;
    if (store_open(&store, archive, &(struct store_options){.user = "ana"}, &why) == 0) {
        store_scan(store, 10);
        if (store_count(store) && table_load(store, 0, &open, NULL, &why) == 0 &&
            app_open(app, &table_view, &open, &why) == 0)
            for (const char *key = typed; *key; key++) {
                app_key(app, *key == '\n' ? K_ENTER : *key == '\033' ? K_ESCAPE : (uint32_t)*key);
                if (*key == '\033')
                    comment_elsewhere(store);
            }
    }
    app_free(app);
    store_close(store);
}

/* Compose a board and draw it; save a bookmark and a collection. The earlier ones must survive in
 * any case. */
static void own_board_and_kept(void)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    struct collection collection;
    struct bookmarks marks = {0};
    struct left left = {.panel = 1};
    struct store *store;
    struct note why;
    app_set(app, "a11y", "on", &why);
    if (app_open(app, &own_board_view, &(struct own_board_open){.definition = NULL}, &why) == 0)
        press(app, "l k ]x+-C");
    app_free(app);
    left.spot = spot_start();
    left.spot.ply = 2;
    bookmarks_read(MARKED, &marks);
    bookmarks_toggle(&marks, MARKED, &left.spot);
    bookmarks_write(MARKED, &marks);
    bookmarks_clear(&marks);
    left_write(MARKED, &left);
    if (store_open(&store, archive, &(struct store_options){.user = "ana"}, &why) < 0)
        return;
    collection_begin(&collection, "A study", "ana");
    collection_add(&collection, MARKED, "a game", "1.2");
    if (store_collection_save(store, &collection, &why) == 0)
        store_collection_remove(store, &collection, &why);
    collection_clear(&collection);
    store_close(store);
}

/* Make a pack of games with one duplicate, export its games as text, find the duplicates, and merge
 * them. */
static void pack_duplicates_export(void)
{
    struct store *store;
    struct import_report report = {0};
    struct duplicate *pair;
    struct note why;
    if (store_open(&store, club, NULL, &why) < 0)
        return;
    import_file(store, pgn_file, &(struct import_options){.pack = "pack"}, &report, &why);
    import_file(store, pgn_file, &(struct import_options){.again = true}, &report, &why);
    store_scan(store, INT_MAX);
    int n = store_count(store), place[16], pairs;
    for (int i = 0; i < n && i < 16; i++) {
        struct record *record;
        place[i] = i;
        if (store_load(store, i, &record, NULL, NULL, &why) < 0)
            continue;
        for (int format = 0; format < GAME_FORMATS; format++)
            free(game_text(record, (enum game_format)format, CHARSET_UTF8));
        record_free(record);
    }
    pairs = duplicates_find(store, place, n < 16 ? n : 16, &pair);
    if (pairs > 0) {
        char ids[2][ULID_LENGTH + 1];
        int differ;
        snprintf(ids[0], sizeof ids[0], "%s", store_listing(store, pair[0].first)->id);
        snprintf(ids[1], sizeof ids[1], "%s", store_listing(store, pair[0].second)->id);
        /* The one in the pack is read-only, so it stays */
        duplicates_merge(store, ids[1], ids[0], &differ, &why);
    }
    free(pair);
    store_close(store);
}

/* A user enters the lobby in plain mode, chats, starts a game and leaves it. */
static void lobby_in_lines(void)
{
    type_lines(
        &(struct plain_options){.lobby = club, .name = "ana", .today = "2026-01-31"},
        "who\nsay good evening\ntalk\nseek classical side=white\ngames\nsay hello\nclock\nleave\ngames\nquit\n");
}

/* A valid game in a form that our writer never writes, so that libyaml must read it. */
static struct record *sound_game(void)
{
    static const char text[] =
        "chesscade: 1\nid: 01JD9T4W8M6Q2R7XK5V3B0N1HC\nrev: 1\nvariant: classical\nnotation: san\n"
        "players: [ {side: w, name: Ana}, {side: b, name: Ivo} ]\n"
        "moves:\n- m: e4\n  nags: [220]\n  marks: [ {at: e4, as: square} ]\n  comment: >-\n    ahead\n- e5\n";
    struct record *record;
    struct place place;
    struct note why;
    if (record_read(text, sizeof text - 1, 1, NULL, &record, &place, &why) < 0)
        _exit(3); /* running out of memory must not make a game look damaged */
    return record;
}

static void read_and_write(void)
{
    struct record *record = sound_game();
    struct yaml_text text = {0};
    for (int i = 0; i < 100; i++) { /* more keys than the first allocation has room for */
        char key[] = {'x', '_', (char)('a' + i / 10), (char)('a' + i % 10), '\0'};
        value_set(&record->head, key, "of another program", false);
    }
    record_write(record, &text);
    yaml_text_clear(&text);
    free(game_text(record, GAME_MARKDOWN, CHARSET_UTF8)); /* with a diagram */
    record_free(record);
}

/* Texts that grow while the program reads them: a file whose reported size is zero, and comments
 * before a variation. */
static void read_what_grows(void)
{
    static const char pgn[] = "1. e4 ({ahead} {again} 1. d4 {behind} {it}) *\n";
    struct pgn_reader reader;
    struct record *record;
    char *bytes;
    size_t size;
    struct note why;
    pgn_begin(&reader, pgn, sizeof pgn - 1);
    while ((record = pgn_next(&reader)) != NULL)
        record_free(record);
    pgn_end(&reader);
    int folder = open("/proc/self", O_RDONLY | O_DIRECTORY);
    if (folder < 0)
        return;
    if (file_read(folder, "status", 1 << 20, &bytes, &size, NULL, &why) < 0)
        _exit(3); /* it must be readable */
    free(bytes);
    close(folder);
}

/* Read a PGN file first as a whole, then in portions. */
static void read_in_portions(void)
{
    struct import_source source;
    struct import_window window = {0};
    struct import_report report = {0};
    struct store *store;
    struct note why;
    if (store_open(&store, pgn_file, NULL, &why) == 0) {
        store_scan(store, 10);
        if (store_count(store) != 2)
            _exit(3);
        store_close(store);
    }
    if (import_source_open(&source, pgn_file, &(struct import_options){0}, &report, false, &why) ==
        0) {
        if (import_window_move(&window, &source, 0, 100, &why) < 0)
            _exit(3); /* what is there must be readable */
        import_source_close(&source);
    }
    free(window.v);
}

static const struct {
    const char *name;
    void (*run)(void);
    bool fresh; /* use a new archive for each run */
    bool every; /* fail each allocation once */
} deeds[] = {{"a game in and out", read_and_write, false, true},
             {"texts that grow", read_what_grows, false, true},
             {"a file in portions", read_in_portions, false, true},
             {"load and replay", load_and_replay, false, false},
             {"edit and save", edit_and_save, false, false},
             {"import", import, false, false},
             {"search and play", search_and_play, false, false},
             {"import and index", import_and_index, true, false},
             {"a pack and its index", import_into_a_pack, true, false},
             {"a live game", live_game, true, false},
             {"settings and a board", own_settings_and_board, false, false},
             {"a conflict", resolve, false, false},
             {"a board, a bookmark, a collection", own_board_and_kept, false, false},
             {"a pack, duplicates, export", pack_duplicates_export, true, false},
             {"the lobby", lobby_in_lines, true, false}};
enum { DEEDS = sizeof deeds / sizeof *deeds };

#endif
