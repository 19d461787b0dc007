/* test_import_large.c - large files are previewed, copied and read in portions; an import can be
 * stopped at any step and resumed. */
#include "config.h"
#include "tests/support/imported.h"

#include <dirent.h>

static bool stop_at_once(void *argument, size_t done, size_t size, int games)
{
    (void)argument;
    assert_true(done <= size);
    return games == 0;
}

static void a_stopped_import_can_be_resumed(void **state)
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
    struct import_report report =
        import(store, path, &(struct import_options){.progress = stop_at_once});
    assert_true(report.stopped);
    assert_true(report.games > 0 && report.games < GAMES);
    int first = report.games;
    /* a changed record claims a game number that the file cannot have */
    struct record *wrong = load(store, 0);
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
    /* In the order of the file, none twice. */
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(atoi(store_listing(store, i)->event), i);
    yaml_text_clear(&text);
    store_close(store);
}

/* The last arguments of progress(), and when it asks to stop. */
struct told {
    int calls, stop_at;        /* the call at which to stop; 0: never */
    size_t done, before_games; /* the last value, and the last one before there were games */
    bool back;                 /* the value decreased, or was more than the whole */
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

/* A large file is examined and copied before there are games: the user sees the progress and can
 * stop at every step. A stopped import leaves nothing, and the next one starts afresh. */
static void an_import_can_be_stopped_before_the_first_game(void **state)
{
    (void)state;
    enum {
        GAMES = 6000,
        PORTIONS = 4 /* portions of 256 KB, the last one not full */,
        FILLING = 130
    };
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
        struct import_report report = import(
            store, path,
            &(struct import_options){.progress = keep_told, .argument = &told, .pack = "early"});
        assert_true(report.stopped);
        assert_int_equal(told.calls, stop);
        assert_int_equal(report.games, 0);
        assert_int_equal(files_in("early/imports"), 0);
    }
    struct told told = {0};
    struct import_report report =
        import(store, path,
               &(struct import_options){.progress = keep_told, .argument = &told, .pack = "early"});
    assert_int_equal(report.games, GAMES);
    assert_false(told.back);
    assert_true(told.before_games > 0 && told.before_games < told.done);
    assert_int_equal(files_in("early/imports"), 1);
    yaml_text_clear(&text);
    store_close(store);
}

/* A pack comes from one file. Importing another file into it is refused, whether the pack is
 * complete or only begun, with advice on what to do. */
static void a_pack_comes_from_one_file(void **state)
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
    assert_string_equal(
        why.text,
        "an unfinished import of another file uses this pack name: finish that import, or delete "
        "packs/.club.part");
    report = import(store, large, &options); /* it can still be completed: the refusal lost nothing
                                              */
    assert_int_equal(store_count(store), GAMES);
    assert_int_equal(import_file(store, small, &options, &report, &why), FAIL_CONFLICT);
    assert_string_equal(
        why.text,
        "a pack of that name exists; if it was made from another file, choose a different name");
    assert_int_equal(store_count(store), GAMES);
    yaml_text_clear(&text);
    store_close(store);
}

static void told_line(void *argument, int game, const char *text)
{
    (void)game;
    sscanf(text, "line %d", (int *)argument);
}

/* A stream larger than one read, with documents that are larger too, duplicates, bad documents, and
 * much that is not a game: every valid game is there exactly once, and the message names the line
 * of the bad one. */
static void a_large_stream_is_read_in_portions(void **state)
{
    (void)state;
    enum { GAMES = 2500, LARGE = 1100, BAD = 1800, LINE_ROOM = 2000, LINES_LARGE = 2000 };
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    struct yaml_text text = {0};
    char line[LINE_ROOM];
    int lines = 0, bad_line = 0, told = 0;
    for (int i = 0; i < GAMES; i++) {
        int number = i % 5 == 4 ? i - 1 : i; /* every fifth game has the id of the one before it */
        snprintf(
            line, sizeof line,
            "---\nchesscade: 1\nid: '01HZZZZZZZZZZZZZZZZZZZ0%c%c%c'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
            "players:\n- {side: 'w', name: 'A %d'}\n- {side: 'b', name: 'B'}\n",
            letters[number >> 10 & 31], letters[number >> 5 & 31], letters[number & 31], i);
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
    bad_line = lines + 1; /* where something should follow */
    struct store *store = new_archive("large");
    const char *path = new_file("large.yaml", text.v, (size_t)text.n);
    struct import_report report =
        import(store, path, &(struct import_options){.remark = told_line, .argument = &told});
    assert_int_equal(report.damaged, 1);
    assert_int_equal(report.games, GAMES - GAMES / 5 - 1);
    assert_int_equal(report.there, GAMES / 5);
    assert_int_equal(store_count(store), report.games);
    assert_true(told == bad_line || told == bad_line - 1);
    for (int i = 0; i < store_count(store); i++) /* of games with the same id, the first one stays
                                                  */
        assert_int_not_equal(atoi(store_listing(store, i)->player[0] + 2) % 5, 4);
    store_close(store);
    yaml_text_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_stopped_import_can_be_resumed),
        CASE(an_import_can_be_stopped_before_the_first_game),
        CASE(a_pack_comes_from_one_file),
        CASE(a_large_stream_is_read_in_portions),
    };
    return cmocka_run_group_tests_name("import_large", tests, NULL, NULL);
}
