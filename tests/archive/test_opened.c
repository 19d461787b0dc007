/* test_opened.c - opening and listing an archive: damaged games, changes by others, the order, the
 * trash, streams, single games, the manifest, and files that are not archives. */
#include "config.h"
#include "tests/support/club.h"

#include <dirent.h>
#include <fcntl.h>

/* -------------------------------------------------------------------------------------------------
 * damage */

static const char sound[] =
    "chesscade: 1\nid: '%s'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
    "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n%s";

static void damaged_games_are_listed(void **state)
{
    (void)state;
    static const struct {
        const char *id, *id_inside, *rest;
        int line, column; /* counted by hand in `sound` */
        const char *says;
    } games[] = {
        {"01JD9T4W8M6Q2R7XK5V3B0N1H0", "01JD9T4W8M6Q2R7XK5V3B0N1H0", "- m: 'e5'\n  nags: [1\n", 13,
         1, "not YAML"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H1", "01JD9T4W8M6Q2R7XK5V3B0N1H1", "- 'e5'\n  x: 1\n", 12, 3,
         "not YAML"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H2", "01JD9T4W8M6Q2R7XK5V3B0N1HX", "- 'e5'\n", 0, 0, "named"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H3", "01JD9T4W8M6Q2R7XK5V3B0N1H3", "- 'e5\xff'\n", 11, 6,
         "UTF-8"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H4", "01JD9T4W8M6Q2R7XK5V3B0N1H4", "- &a 'e5'\n", 11, 3,
         "anchors"},
    };
    struct store *store = new_archive();
    char text[1000];
    assert_int_equal(mkdir(in_top("club/games"), 0700) | mkdir(in_top("club/games/2024"), 0700) |
                         mkdir(in_top("club/games/2024/11"), 0700),
                     0);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char name[100];
        snprintf(text, sizeof text, sound, games[i].id_inside, games[i].rest);
        snprintf(name, sizeof name, "club/games/2024/11/%s.yaml", games[i].id);
        put_file(in_top(name), text);
    }
    snprintf(text, sizeof text, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H9", "");
    put_file(in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1H9.yaml"), text);
    assert_int_equal(
        symlink("/etc/passwd", in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1HA.yaml")), 0);
    assert_int_equal(mkfifo(in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1HB.yaml"), 0600), 0);
    assert_int_equal(mkdir(in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1HC.yaml"), 0700), 0);
    store_close(store);
    store = must_open(in_top("club"));
    while (store_scan(store, 1)) {
    }
    assert_int_equal(store_count(store), 9);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct listing *listing = store_listing(store, store_find(store, games[i].id));
        char *bytes;
        size_t size;
        struct note why;
        assert_true(listing->damaged);
        assert_int_equal(listing->place.line, games[i].line);
        assert_int_equal(listing->place.column, games[i].column);
        if (!strstr(listing->why, games[i].says))
            fail_msg("'%s' does not say '%s'", listing->why, games[i].says);
        assert_int_equal(store_bytes(store, (int)i, &bytes, &size, &why), 0);
        assert_non_null(strstr(bytes, "chesscade: 1"));
        free(bytes);
    }
    for (int i = 6; i < 9; i++)
        assert_true(store_listing(store, i)->damaged);
    assert_false(store_listing(store, 5)->damaged);
    store_close(store);
}

static void changes_are_noticed(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    store_scan(store, 10);
    assert_false(store_refresh(store));
    assert_int_equal(store_count(store), 1);
    change_outside(OUTSIDE_SAME_SIZE, file_of(record->id), record->id);
    assert_true(store_refresh(store));
    assert_int_equal(store_count(store), 0);
    store_scan(store, 10);
    assert_int_equal(store_count(store), 1);
    unlink(file_of(record->id));
    assert_true(store_refresh(store));
    assert_int_equal(store_total(store), 0);
    record_free(record);
    store_close(store);
}

/* Files saved and changed again within one tick of the system's clock, with the same size and
 * time. */
static void changes_within_a_tick_are_noticed(void **state)
{
    (void)state;
    struct store *store = new_archive();
    for (int round = 0; round < 25; round++) {
        struct version version = {0};
        struct record *record = new_game("Ana");
        must_save(store, record, &version);
        store_scan(store, 100);
        change_outside(OUTSIDE_SAME_SIZE, file_of(record->id), record->id);
        assert_true(store_refresh(store));
        store_scan(store, 100);
        change_outside(OUTSIDE_DELETED, file_of(record->id), record->id);
        record_free(record);
    }
    store_close(store);
}

static void the_list_keeps_its_order(void **state)
{
    (void)state;
    struct store *store = new_archive();
    static const char last[] = "5 3 9 0 7 1";
    store_scan(store, 10);
    for (const char *l = last; *l; l += 1 + (l[1] == ' ')) {
        struct record *record = new_game("Ana");
        struct version version = {0};
        snprintf(record->id, sizeof record->id, "01JD9T4W8M6Q2R7XK5V3B0N1H%c", *l);
        must_save(store, record, &version);
        record_free(record);
    }
    assert_int_equal(store_count(store), 6);
    for (int i = 1; i < 6; i++)
        assert_true(strcmp(store_listing(store, i - 1)->id, store_listing(store, i)->id) < 0);
    struct version version;
    struct note why;
    struct record *record = must_load(store, "01JD9T4W8M6Q2R7XK5V3B0N1H7", &version);
    assert_int_equal(store_remove(store, record->id, &version, &why), 0);
    assert_int_equal(store_count(store), 5);
    assert_int_equal(store_find(store, record->id), -1);
    assert_int_equal(access(in_top("club/trash/01JD9T4W8M6Q2R7XK5V3B0N1H7.1.yaml"), F_OK), 0);
    record_free(record);
    store_close(store);
}

/* YAML comments written by hand do not survive a save: the old file goes to the trash. */
static void lost_yaml_comments_are_in_the_trash(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    char text[1000], trash[200];
    must_save(store, record, &version);
    snprintf(text, sizeof text, sound, record->id, "- 'e5' # a remark\n");
    put_file(file_of(record->id), text);
    record_free(record);
    store_refresh(store);
    record = must_load(store, store_listing(store, store_scan(store, 1))->id, &version);
    assert_true(record->lost_remarks);
    must_save(store, record, &version);
    snprintf(trash, sizeof trash, "club/trash/%s.1.yaml", record->id);
    char *kept = get_file(in_top(trash));
    assert_string_equal(kept, text);
    free(kept);
    record_free(record);
    store_close(store);
}

/* An editor changes a file without a new revision: earlier trash of the same revision is not
 * overwritten. */
static void the_trash_keeps_all_of_one_revision(void **state)
{
    (void)state;
    static const char *const said[] = {"one", "two", "two", "three"},
                             *const names[] = {".1.yaml", ".1.2.yaml", ".1.3.yaml"},
                             *const held[] = {"# one\n", "# two\n", "# three\n"};
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    char text[1000], more[100], path[200], id[ULID_LENGTH + 1];
    must_save(store, record, &version);
    memcpy(id, record->id, sizeof id);
    record_free(record);
    for (int i = 0; i < 4; i++) {
        snprintf(more, sizeof more, "- 'e5' # %s\n", said[i]);
        snprintf(text, sizeof text, sound, id, more);
        put_file(file_of(id), text);
        store_refresh(store);
        store_scan(store, 10);
        record = must_load(store, id, &version);
        must_save(store, record, &version);
        record_free(record);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "club/trash/%s%s", id, names[i]);
        char *kept = get_file(in_top(path));
        assert_non_null(strstr(kept, held[i]));
        free(kept);
    }
    /* The same content is kept only once */
    snprintf(path, sizeof path, "club/trash/%s.1.4.yaml", id);
    assert_int_equal(access(in_top(path), F_OK), -1);
    store_close(store);
}

/* -------------------------------------------------------------------------------------------------
 * streams */

static void a_stream_is_a_store(void **state)
{
    (void)state;
    char one[1000], bad[1000], two[1000], whole[4000];
    struct note why = {0};
    struct version version, old;
    snprintf(one, sizeof one, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H1", "");
    snprintf(bad, sizeof bad, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H2", "- 'e5\n");
    snprintf(two, sizeof two, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H3", "");
    snprintf(whole, sizeof whole, "%s---\n%s---\n# remark\n%s", one, bad, two);
    put_file(in_top("games.yaml"), whole);
    struct store *store = must_open(in_top("games.yaml"));
    while (store_scan(store, 1)) {
    }
    assert_int_equal(store_count(store), 3);
    assert_true(store_listing(store, 1)->damaged);
    /* 10 lines, the marker, the 11th line of the second document */
    assert_int_equal(store_listing(store, 1)->place.line, 22);
    struct record *record = must_load(store, "01JD9T4W8M6Q2R7XK5V3B0N1H3", &version);
    old = version;
    line_append(&record->moves, "e5");
    must_save(store, record, &version);
    char *text = get_file(in_top("games.yaml")), expected[4000];
    char *saved = strstr(two, "rev: 1");
    saved[5] = '2';
    snprintf(expected, sizeof expected, "%s---\n%s---\n# remark\n%s- 'e5'\n", one, bad, two);
    assert_string_equal(text, expected);
    free(text);
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_save(store, record, &old, &why), FAIL_CONFLICT);
    assert_int_equal(store_count(store), 3);
    must_save(store, record, &version);
    record_free(record);
    struct record *new = new_game("Mia");
    version = (struct version){0};
    must_save(store, new, &version);
    assert_int_equal(store_total(store), 4);
    record = must_load(store, new->id, NULL);
    assert_true(record_same(record, new));
    record_free(record);
    record_free(new);
    store_close(store);
}

static void a_single_game_is_a_store(void **state)
{
    (void)state;
    char text[1000];
    struct version version;
    snprintf(text, sizeof text, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H1", "");
    put_file(in_top("game.yaml"), text);
    assert_int_equal(chmod(in_top("game.yaml"), 0640), 0);
    struct store *store = must_open(in_top("game.yaml"));
    struct record *record = must_load(store, "01JD9T4W8M6Q2R7XK5V3B0N1H1", &version);
    line_append(&record->moves, "c5");
    must_save(store, record, &version);
    char *now = get_file(in_top("game.yaml"));
    assert_memory_equal(now, "chesscade: 1\n", 13);
    assert_non_null(strstr(now, "rev: 2\n"));
    assert_non_null(strstr(now, "- 'e4'\n- 'c5'\n"));
    struct stat stat_of;
    assert_int_equal(stat(in_top("game.yaml"), &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 0777, 0640);
    free(now);
    record_free(record);
    store_close(store);
}

/* archive.yaml narrows the limits and says where games are. */
static void the_manifest_is_obeyed(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct note why = {0};
    store_close(store);
    put_file(in_top("club/archive.yaml"),
             "chesscade: 1\nkind: 'archive'\nid: '01JD9TD0V4Z8C2F6J0M4Q8T2W6'\n"
             "title: 'Small'\nlayout: 'hash'\nlimits: {plies: 2, x_other: 1}\n");
    store = must_open(in_top("club"));
    assert_string_equal(store_title(store), "Small");
    struct record *record = new_game("Ana");
    memcpy(record->id, "01JD9T4W8M6Q2R7XK5V3B0N17Q", sizeof record->id);
    must_save(store, record, &version);
    assert_int_equal(access(in_top("club/games/7Q/01JD9T4W8M6Q2R7XK5V3B0N17Q.yaml"), F_OK), 0);
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_save(store, record, &version, &why), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "too many plies"));
    store_close(store);
    store = must_open(in_top("club"));
    store_scan(store, 10);
    assert_int_equal(store_count(store), 1);
    record_free(record);
    store_close(store);
}

/* Opening an archive with a pack examines the folder of the index. Once that exists, opening writes
 * nothing and flushes nothing; a flush takes longer than everything else. */
static void opening_writes_nothing(void **state)
{
    (void)state;
    struct timespec long_ago[2] = {{1000000000, 0}, {1000000000, 0}};
    struct stat stat_now;
    store_close(new_archive());
    assert_int_equal(mkdir(in_top("club/packs"), 0700), 0);
    put_file(in_top("club/packs/some.yaml"),
             "chesscade: 1\nid: '01M80D4X0G9JE61NP9CAR2TY5F'\nrev: 1\nvariant: 'classical'\n"
             "players: [{side: 'w', name: 'Ana'}, {side: 'b', name: 'Ivo'}]\n"
             "result: {score: '*'}\nmoves:\n- 'e4'\n");
    assert_int_equal(utimensat(AT_FDCWD, in_top("club/packs/some.yaml"), long_ago, 0), 0);
    for (int i = 0; i < 2; i++) {
        struct store *store = must_open(in_top("club"));
        store_scan(store, 10);
        assert_int_equal(store_count(store), 1);
        store_close(store);
        assert_int_equal(access(in_top("club/.index/.gitignore"), F_OK), 0);
        assert_int_equal(stat(in_top("club/.index"), &stat_now), 0);
        assert_true(i == 0 || stat_now.st_mtime == long_ago[0].tv_sec);
        assert_int_equal(utimensat(AT_FDCWD, in_top("club/.index"), long_ago, 0), 0);
    }
}

static void a_file_that_is_not_an_archive_is_refused(void **state)
{
    (void)state;
    struct store *store = NULL;
    struct note why;
    assert_int_equal(store_open(&store, in_top("nothing"), NULL, &why), FAIL_SYSTEM);
    assert_int_equal(store_open(&store, top, NULL, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "no archive.yaml"));
    assert_int_equal(store_open(&store, "/dev/null", NULL, &why), FAIL_TEXT);
    put_file(in_top("archive.yaml"), "chesscade: 1\nkind: 'archive'\nid: 'x'\n");
    assert_int_equal(store_open(&store, top, NULL, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "archive.yaml, line 3, column 5"));
    assert_null(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(damaged_games_are_listed),
        CASE(changes_are_noticed),
        CASE(changes_within_a_tick_are_noticed),
        CASE(the_list_keeps_its_order),
        CASE(lost_yaml_comments_are_in_the_trash),
        CASE(the_trash_keeps_all_of_one_revision),
        CASE(a_stream_is_a_store),
        CASE(a_single_game_is_a_store),
        CASE(the_manifest_is_obeyed),
        CASE(opening_writes_nothing),
        CASE(a_file_that_is_not_an_archive_is_refused),
    };
    return cmocka_run_group_tests_name("opened", tests, NULL, NULL);
}
