/* test_import.c - files into a store and out again: nothing rejected, nothing lost, nothing twice. */
#include "config.h"
#include "tests/testing.h"

#include "archive/finder.h"
#include "archive/import.h"
#include "archive/opening_tree.h"
#include "archive/pgn.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[256];

static const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static int make_top(void **state)
{
    (void)state;
    return make_folder(top, "import") ? 0 : -1;
}

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static struct store *new_archive(const char *name)
{
    struct store *store = NULL;
    struct note why = {.text = ""};
    if (store_create(in_top(name), name, &why) < 0 || store_open(&store, in_top(name), NULL, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    return store;
}

static const char *new_file(const char *name, const char *bytes, size_t size)
{
    const char *path = in_top(name);
    write_file(path, bytes, size);
    return path;
}

static struct import_report import(struct store *store, const char *path, const struct import_options *options)
{
    static const struct import_options none;
    struct import_report report;
    struct note why = {.text = ""};
    if (import_file(store, path, options ? options : &none, &report, &why) < 0)
        fail_msg("%s: %s", path, why.text);
    while (store_scan(store, INT_MAX))
        continue;
    return report;
}

static struct record *load(struct store *store, int at)
{
    struct record *record = NULL;
    struct note why = {.text = ""};
    if (store_load(store, at, &record, NULL, NULL, &why) < 0)
        fail_msg("game %d: %s", at, why.text);
    return record;
}

/* All games of a store as PGN, owned. */
static char *export(struct store *store)
{
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    for (int i = 0; i < store_count(store); i++) {
        struct record *record = load(store, i);
        char *text = pgn_write(record);
        yaml_text_add(&out, text, strlen(text));
        free(text);
        record_free(record);
    }
    return out.v;
}

/* A record without what an import adds, as YAML, owned. */
static char *essence(struct record *record)
{
    struct yaml_text out = {0};
    memset(record->id, '0', ULID_LENGTH);
    value_set(&record->head, "provenance", NULL, false);
    record_write(record, &out);
    return out.v;
}

static void same_games(struct store *a, struct store *b)
{
    assert_int_equal(store_count(a), store_count(b));
    for (int i = 0; i < store_count(a); i++) {
        struct record *one = load(a, i), *other = load(b, i);
        char *first = essence(one), *second = essence(other);
        assert_string_equal(first, second);
        free(first);
        free(second);
        record_free(one);
        record_free(other);
    }
}

/* Import, export, import: the same records; and the file is kept byte for byte. */
static int goes_round(const char *file, const char *name)
{
    char path[8192];
    snprintf(path, sizeof path, "%s", file);
    char first[300], second[300], kept[200];
    struct stat before, after;
    snprintf(first, sizeof first, "first-%s", name);
    snprintf(second, sizeof second, "second-%s", name);
    struct store *a = new_archive(first), *b = new_archive(second);
    struct import_report report = import(a, path, NULL);
    assert_int_equal(report.damaged, 0);
    assert_int_equal(store_count(a), report.games);
    snprintf(kept, sizeof kept, "first-%.60s/imports/%s.pgn", name, report.sha256);
    assert_int_equal(stat(path, &before), 0);
    assert_int_equal(stat(in_top(kept), &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    char *text = export(a);
    char out[300];
    snprintf(out, sizeof out, "out-%s", name);
    import(b, new_file(out, text ? text : "", text ? strlen(text) : 0), NULL);
    same_games(a, b);
    free(text);
    store_close(a);
    store_close(b);
    return report.games;
}

static const char several[] =
    "[Event \"One\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "1. e4 {[%clk 0:41:07] good} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)) 2. Nf3!? $14 1-0\n\n"
    "[Event \"Two\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nf6 {lost} 3. d4 *\n\n"
    "[Event \"Three\"]\n[Variant \"  Standard \"]\n\n1. d4 *\n\n"
    "[Event \"Four\"]\n[Variant \"custom:size=8\"]\n\n1. d4 *\n";

static void games_come_back(void **state)
{
    (void)state;
    assert_int_equal(goes_round(new_file("several.pgn", several, strlen(several)), "several.pgn"), 4);
}

static void what_was_imported_is_passed_over(void **state)
{
    (void)state;
    struct store *store = new_archive("club");
    const char *path = new_file("a.pgn", several, strlen(several));
    assert_false(import(store, path, NULL).before);
    struct import_report report = import(store, path, NULL);
    assert_true(report.before);
    assert_int_equal(report.games, 0);
    assert_int_equal(store_count(store), 4);
    report = import(store, path, &(struct import_options){.again = true});
    assert_int_equal(report.games, 4);
    assert_int_equal(store_count(store), 8);
    struct record *record = load(store, 1);
    assert_string_equal(record_text(record, "provenance.from"), "pgn");
    assert_string_equal(record_text(record, "provenance.file"), "a.pgn");
    assert_string_equal(record_text(record, "provenance.game"), "2");
    assert_string_equal(record_text(record, "provenance.sha256"), report.sha256);
    record_free(record);
    store_close(store);
}

static bool stop_at_once(void *argument, size_t done, size_t size, int games)
{
    (void)argument;
    assert_true(done <= size);
    return games == 0;
}

static void a_stopped_import_goes_on(void **state)
{
    (void)state;
    enum { GAMES = 2300 };
    struct yaml_text text = {0};
    for (int i = 0; i < GAMES; i++) {
        char game[100];
        snprintf(game, sizeof game, "[Event \"%d\"]\n\n1. e4 *\n\n", i);
        yaml_text_add(&text, game, strlen(game));
    }
    struct store *store = new_archive("cut");
    const char *path = new_file("many.pgn", text.v, (size_t)text.n);
    struct import_report report = import(store, path, &(struct import_options){.progress = stop_at_once});
    assert_true(report.stopped);
    assert_true(report.games > 0 && report.games < GAMES);
    int first = report.games;
    struct record *wrong = load(store, 0); /* one that somebody has changed says that it is a game the file cannot have */
    struct version version = {0};
    ulid_new(wrong->id);
    value_set(value_map(&wrong->head, "provenance"), "game", "2147483647", true);
    struct note why = {0};
    if (store_save(store, wrong, &version, &why) < 0)
        fail_msg("%s", why.text);
    report = import(store, path, NULL);
    assert_int_equal(store_remove(store, wrong->id, &version, NULL), 0);
    record_free(wrong);
    assert_false(report.before);
    assert_int_equal(report.there, first);
    assert_int_equal(report.games, GAMES - first);
    assert_true(import(store, path, NULL).before);
    assert_int_equal(store_count(store), GAMES);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(atoi(store_listing(store, i)->event), i); /* in the order of the file, none twice */
    yaml_text_clear(&text);
    store_close(store);
}

/* What progress() was told, and when it says to stop. */
struct told {
    int calls, stop_at; /* at which call; 0: never */
    size_t done, before_games; /* the last, and the last one before there were games */
    bool back;          /* it went back, or was more than all */
};

static bool keep_told(void *argument, size_t done, size_t size, int games)
{
    struct told *told = argument;
    told->back |= done < told->done || done > size;
    told->done = done;
    if (!games)
        told->before_games = done;
    return ++told->calls != told->stop_at;
}

static int files_in(const char *folder)
{
    int n = 0;
    DIR *files = opendir(in_top(folder));
    while (files && readdir(files))
        n++;
    if (files)
        closedir(files);
    return n > 2 ? n - 2 : 0; /* . and .. */
}

/* A large file is looked at and kept before there are games: whoever waits sees how far that is, and can stop it at every step;
 * nothing is left of it then, and the next import is as the first. */
static void a_file_is_stopped_before_its_games(void **state)
{
    (void)state;
    enum { GAMES = 6000, PORTIONS = 4 /* of 256 KB, the last one not full */, FILLING = 130 };
    struct yaml_text text = {0};
    char game[200];
    snprintf(game, sizeof game, "[Event \"%0*d\"]\n\n1. e4 *\n\n", FILLING, 0);
    for (int i = 0; i < GAMES; i++)
        yaml_text_add(&text, game, strlen(game));
    struct store *store = new_archive("early");
    char path[300];
    snprintf(path, sizeof path, "%s", new_file("early.pgn", text.v, (size_t)text.n));
    for (int stop = 1; stop <= 2 * PORTIONS; stop++) {
        struct told told = {.stop_at = stop};
        struct import_report report = import(store, path, &(struct import_options){
                                                 .progress = keep_told, .argument = &told, .pack = "early"});
        assert_true(report.stopped);
        assert_int_equal(told.calls, stop);
        assert_int_equal(report.games, 0);
        assert_int_equal(files_in("early/imports"), 0);
    }
    struct told told = {0};
    struct import_report report =
        import(store, path, &(struct import_options){.progress = keep_told, .argument = &told, .pack = "early"});
    assert_int_equal(report.games, GAMES);
    assert_false(told.back);
    assert_true(told.before_games > 0 && told.before_games < told.done);
    assert_int_equal(files_in("early/imports"), 1);
    yaml_text_clear(&text);
    store_close(store);
}

/* A pack is of one file: another one is not mixed with it, whether it is whole or only begun, and what to do is said. */
static void a_pack_is_of_one_file(void **state)
{
    (void)state;
    enum { GAMES = 30000 };
    struct import_options options = {.pack = "club"};
    struct import_report report;
    struct note why = {.text = ""};
    struct store *store = new_archive("packs");
    struct yaml_text text = {0};
    char large[300], small[300], game[100];
    for (int i = 0; i < GAMES; i++) {
        snprintf(game, sizeof game, "[White \"%d\"]\n\n1. e4 e5 2. Nf3 *\n\n", i);
        yaml_text_add(&text, game, strlen(game));
    }
    snprintf(large, sizeof large, "%s", new_file("large.pgn", text.v, (size_t)text.n));
    snprintf(small, sizeof small, "%s", new_file("small.pgn", "1. d4 *\n", 8));
    options.progress = stop_at_once;
    report = import(store, large, &options);
    assert_true(report.stopped);
    assert_true(report.games > 0 && report.games < GAMES);
    options.progress = NULL;
    assert_int_equal(import_file(store, small, &options, &report, &why), FAIL_CONFLICT);
    assert_string_equal(why.text, "a pack of that name was begun from another file: import that one to its end, or delete "
                                  "packs/.club.part");
    report = import(store, large, &options); /* to its end: it has lost nothing by that */
    assert_int_equal(store_count(store), GAMES);
    assert_int_equal(import_file(store, small, &options, &report, &why), FAIL_CONFLICT);
    assert_string_equal(why.text, "there is a pack of that name already, and it is whole: if it was made of this file, its games "
                                  "are in the archive; if not, choose another name");
    assert_int_equal(store_count(store), GAMES);
    yaml_text_clear(&text);
    store_close(store);
}

/* More plies than the archive takes: the game is in the list all the same, and says where the rest is. */
static void too_large_a_game_leaves_its_headers(void **state)
{
    (void)state;
    static const char text[] = "[Event \"Big\"]\n[White \"Eve\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"Small\"]\n\n1. d4 *\n";
    struct store *store = new_archive("big");
    store_close(store);
    FILE *manifest = fopen(in_top("big/archive.yaml"), "a");
    assert_non_null(manifest);
    fprintf(manifest, "limits: {plies: 3}\n");
    fclose(manifest);
    assert_int_equal(store_open(&store, in_top("big"), NULL, NULL), 0);
    struct import_report report = import(store, new_file("big.pgn", text, strlen(text)), NULL);
    assert_int_equal(report.games, 2);
    assert_int_equal(store_count(store), 2);
    bool big = false;
    for (int i = 0; i < 2; i++) {
        struct record *record = load(store, i);
        if (!strcmp(record_text(record, "event.name"), "Big")) {
            big = true;
            assert_string_equal(record_player(record, 'w'), "Eve");
            assert_non_null(strstr(record->comments.v[0].text, report.sha256));
        }
        record_free(record);
    }
    assert_true(big);
    store_close(store);
}

static int remarks;
static char remark_text[400];
static void keep_remark(void *argument, int game, const char *text)
{
    (void)argument, (void)game;
    remarks++;
    snprintf(remark_text, sizeof remark_text, "%s", text);
}

static void a_bad_document_costs_itself(void **state)
{
    (void)state;
    static const char stream[] =
        "---\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 7\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves: ['e4']\n"
        "---\nchesscade: 1\nid: [\n"
        "---\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HD'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: 'C'}\n- {side: 'b', name: 'D'}\nmoves: ['d4']\n";
    struct store *store = new_archive("stream");
    const char *path = new_file("stream.yaml", stream, strlen(stream));
    struct import_report report = import(store, path, &(struct import_options){.remark = keep_remark});
    assert_false(report.pgn);
    assert_int_equal(report.games, 2);
    assert_int_equal(report.damaged, 1);
    assert_int_equal(remarks, 1);
    assert_non_null(strstr(remark_text, "line 1"));
    char *bytes;
    size_t size;
    assert_int_equal(store_bytes(store, 0, &bytes, &size, NULL), 0);
    assert_int_equal(strncmp(stream + 4, bytes, size), 0); /* the same bytes, rev and all */
    free(bytes);
    report = import(store, path, NULL);
    assert_int_equal(report.there, 2);
    assert_int_equal(report.games, 0);
    store_close(store);
}

static void told_line(void *argument, int game, const char *text)
{
    (void)game;
    sscanf(text, "line %d", (int *)argument);
}

/* A stream larger than what is read of it at once, with documents that are larger too, games twice, bad ones, and much that is no
 * game: the others are there, once each, and where the bad one is is said by its line. */
static void a_large_stream_is_read_in_portions(void **state)
{
    (void)state;
    enum { GAMES = 2500, LARGE = 1100, BAD = 1800, LINE_ROOM = 2000, LINES_LARGE = 2000 };
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    struct yaml_text text = {0};
    char line[LINE_ROOM];
    int lines = 0, bad_line = 0, told = 0;
    for (int i = 0; i < GAMES; i++) {
        int number = i % 5 == 4 ? i - 1 : i; /* every fifth has the id of the one before it */
        snprintf(line, sizeof line,
                 "---\nchesscade: 1\nid: '01HZZZZZZZZZZZZZZZZZZZ0%c%c%c'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                 "players:\n- {side: 'w', name: 'A %d'}\n- {side: 'b', name: 'B'}\n", letters[number >> 10 & 31],
                 letters[number >> 5 & 31], letters[number & 31], i);
        yaml_text_add(&text, line, strlen(line));
        for (int k = 0; i == LARGE && k < LINES_LARGE; k++) {
            snprintf(line, sizeof line, "x_%d: '%01000d'\n", k, k);
            yaml_text_add(&text, line, strlen(line));
        }
        snprintf(line, sizeof line, i == BAD ? "moves: [\n" : "moves:\n- 'e4'\n# %0300d\n", i);
        yaml_text_add(&text, line, strlen(line));
        if (i == BAD)
            for (const char *c = text.v; (c = strchr(c, '\n')); c++)
                lines++;
    }
    bad_line = lines + 1; /* where something was to follow */
    struct store *store = new_archive("large");
    const char *path = new_file("large.yaml", text.v, (size_t)text.n);
    struct import_report report = import(store, path, &(struct import_options){.remark = told_line, .argument = &told});
    assert_int_equal(report.damaged, 1);
    assert_int_equal(report.games, GAMES - GAMES / 5 - 1);
    assert_int_equal(report.there, GAMES / 5);
    assert_int_equal(store_count(store), report.games);
    assert_true(told == bad_line || told == bad_line - 1);
    for (int i = 0; i < store_count(store); i++) /* of games of one id it is the first */
        assert_int_not_equal(atoi(store_listing(store, i)->player[0] + 2) % 5, 4);
    store_close(store);
    yaml_text_clear(&text);
}

/* Bytes of chance, and pieces of PGN in any order: every file is taken. */
static void no_file_is_rejected(void **state)
{
    (void)state;
    static const char *const pieces[] = {"[Event \"", "\"]", "1. e4 ", "(", ")", "{", "}", "\n", "\n\n", ";", "%", "$7 ", "1-0",
                                         "\x1b[31m", "\xFF", "\xC3\xA9", "Nf3 ", "--", "\\", "\"", "[%clk 1:", "\xE2\x80\xAE", "..."};
    enum { FILES = 60, LENGTH = 400 };
    uint32_t chance = 20261121;
    struct store *store = new_archive("chance");
    for (int f = 0; f < FILES; f++) {
        struct yaml_text text = {0};
        for (int i = 0; i < LENGTH; i++) {
            chance = chance * 1664525 + 1013904223;
            char byte = (char)(chance >> 24);
            const char *piece = pieces[(chance >> 8) % (sizeof pieces / sizeof *pieces)];
            if (f % 3 == 0)
                yaml_text_add(&text, &byte, 1);
            else
                yaml_text_add(&text, piece, strlen(piece));
        }
        struct import_report report = import(store, new_file("chance.pgn", text.v, (size_t)text.n), NULL);
        if (report.pgn)
            assert_int_equal(report.damaged, 0);
        yaml_text_clear(&text);
    }
    for (int i = 0; i < store_count(store); i++)
        assert_false(store_listing(store, i)->damaged);
    store_close(store);
}

static void the_charset_may_be_told(void **state)
{
    (void)state;
    static const char text[] = "[White \"Andr\x82\"]\n\n1. e4 *\n";
    struct store *store = new_archive("charset");
    const char *path = new_file("c.pgn", text, strlen(text));
    import(store, path, NULL);
    import(store, path, &(struct import_options){.charset = "CP1252", .again = true});
    assert_string_equal(store_listing(store, 0)->player[0], "Andr\xC3\xA9");
    assert_string_equal(store_listing(store, 1)->player[0], "Andr\xE2\x80\x9A");
    store_close(store);
}

static void games_are_found_and_sorted(void **state)
{
    (void)state;
    static const char text[] = "[White \"Zoe\"]\n[Date \"1990.01.01\"]\n\n1. e4 e5 *\n\n"
                               "[White \"Ana\"]\n[Date \"1980.01.01\"]\n\n1. d4 {open file} d5 *\n\n"
                               "[White \"Ivo\"]\n[Date \"2000.01.01\"]\n\n1. e4 c5 2. Nf3 *\n";
    static const struct {
        const char *query, *whites;
    } asked[] = {
        {"", "Zoe Ana Ivo "},          {"sort:date", "Ana Zoe Ivo "},       {"sort:-date", "Ivo Zoe Ana "},
        {"move:e4 sort:white", "Ivo Zoe "}, {"text:\"open file\"", "Ana "}, {"plies:>2", "Ivo "},
        {"sort:plies white:o", "Zoe Ivo "},
    };
    struct store *store = new_archive("find");
    import(store, new_file("f.pgn", text, strlen(text)), NULL);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct finder *finder;
        char whites[100] = "";
        assert_int_equal(finder_open(&finder, store, NULL, asked[i].query, NULL, NULL), 0);
        while (finder_step(finder, 1))
            continue;
        for (int f = 0; f < finder_count(finder); f++) {
            strcat(whites, store_listing(store, finder_at(finder, f))->player[0]);
            strcat(whites, " ");
        }
        assert_string_equal(whites, asked[i].whites);
        finder_close(finder);
    }
    store_close(store);
}

/* A PGN file is a store by itself, with the games an import of it has. */
static void a_pgn_file_opens_directly(void **state)
{
    (void)state;
    static const char headless[] = "1. e4 1-0\n\n1. d4 *\n";
    struct store *store = new_archive("imported"), *file;
    struct note why = {.text = ""};
    import(store, new_file("direct.pgn", several, strlen(several)), NULL);
    char id[ULID_LENGTH + 1] = "";
    for (int time = 0; time < 2; time++) {
        if (store_open(&file, in_top("direct.pgn"), NULL, &why) < 0)
            fail_msg("%s", why.text);
        while (store_scan(file, 1))
            continue;
        same_games(store, file);
        if (time)
            assert_string_equal(store_listing(file, 3)->id, id); /* the same every time */
        snprintf(id, sizeof id, "%s", store_listing(file, 3)->id);
        struct record *record = load(file, 3);
        assert_string_equal(record->id, id);
        struct version version = {0};
        assert_int_equal(store_save(file, record, &version, &why), FAIL_SYSTEM);
        assert_non_null(strstr(why.text, "import"));
        record_free(record);
        store_close(file);
    }
    store_close(store);
    assert_int_equal(store_open(&file, new_file("headless.pgn", headless, strlen(headless)), NULL, &why), 0);
    while (store_scan(file, 1))
        continue;
    assert_int_equal(store_count(file), 2);
    assert_int_equal(store_total(file), 2);
    store_close(file);
    assert_int_equal(store_open(&file, new_file("empty.pgn", "", 0), NULL, &why), 0);
    assert_false(store_scan(file, 1));
    assert_int_equal(store_count(file), 0);
    store_close(file);
}

/* Five games, counted by hand; two reach the same position by other plies. */
static void the_tree_counts(void **state)
{
    (void)state;
    static const char text[] = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n"
                               "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n[Result \"*\"]\n\n1. d4 *\n\n"
                               "[Result \"*\"]\n\n*\n";
    static const struct {
        const char *ply;
        int games, scored, won, drawn, lost;
    } expected[] = {{"e4", 3, 3, 1, 1, 1}, {"", 1, 0, 0, 0, 0}, {"d4", 1, 0, 0, 0, 0}};
    struct store *store = new_archive("tree");
    struct finder *finder;
    struct opening_tree *tree;
    import(store, new_file("t.pgn", text, strlen(text)), NULL);
    assert_int_equal(finder_open(&finder, store, NULL, "", NULL, NULL), 0);
    while (finder_step(finder, INT_MAX))
        continue;
    opening_tree_open(&tree, store, NULL, finder, NULL);
    while (opening_tree_step(tree, 1))
        continue;
    assert_int_equal(opening_tree_count(tree), 3);
    for (int i = 0; i < 3; i++) {
        const struct opening_row *row = opening_tree_row(tree, i);
        assert_string_equal(row->ply, expected[i].ply);
        assert_int_equal(row->games, expected[i].games);
        assert_int_equal(row->scored, expected[i].scored);
        assert_int_equal(row->won, expected[i].won);
        assert_int_equal(row->drawn, expected[i].drawn);
        assert_int_equal(row->lost, expected[i].lost);
    }
    opening_tree_close(tree);
    finder_close(finder);
    store_close(store);
}

static char real_files[4096];

static void real_files_go_round(void **state)
{
    (void)state;
    DIR *directory = opendir(real_files);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[8192];
        size_t length = strlen(entry->d_name);
        if (length < 4 || length > 60 || strcmp(entry->d_name + length - 4, ".pgn") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", real_files, entry->d_name);
        assert_true(goes_round(path, entry->d_name) > 0);
    }
    closedir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(games_come_back, make_top, drop_top),
        cmocka_unit_test_setup_teardown(what_was_imported_is_passed_over, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_stopped_import_goes_on, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_file_is_stopped_before_its_games, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_pack_is_of_one_file, make_top, drop_top),
        cmocka_unit_test_setup_teardown(too_large_a_game_leaves_its_headers, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_bad_document_costs_itself, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_large_stream_is_read_in_portions, make_top, drop_top),
        cmocka_unit_test_setup_teardown(no_file_is_rejected, make_top, drop_top),
        cmocka_unit_test_setup_teardown(the_charset_may_be_told, make_top, drop_top),
        cmocka_unit_test_setup_teardown(games_are_found_and_sorted, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_pgn_file_opens_directly, make_top, drop_top),
        cmocka_unit_test_setup_teardown(the_tree_counts, make_top, drop_top),
        cmocka_unit_test_setup_teardown(real_files_go_round, make_top, drop_top),
    };
    size_t n = sizeof tests / sizeof *tests;
    const char *folder = getenv("CHESSCADE_PGN");
    snprintf(real_files, sizeof real_files, "%s", folder ? folder : source_file("../shared/data"));
    DIR *directory = opendir(real_files);
    if (directory)
        closedir(directory);
    else
        n--; /* no real files here: CHESSCADE_PGN names their folder */
    return _cmocka_run_group_tests("import", tests, n, NULL, NULL);
}
