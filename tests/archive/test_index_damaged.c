/* test_index_damaged.c - an index that is broken, held, unreadable, old, forged or another's: the
 * same answers as without one. */
#include "config.h"
#include "tests/support/indexed_club.h"

#include <time.h>

/* Broken in every way we know: the same answers, made anew with a notice. */
static void a_broken_index_is_made_anew(void **state)
{
    (void)state;
    static const struct {
        int from, size;
        bool cut, noticed;
    } damage[] = {
        {0, 100, false, true},    /* no SQLite file any more */
        {0, 40, true, true},      /* nor this one */
        {8192, 400, true, true},  /* cut off */
        {100, 4000, false, true}, /* the schema */
        {0, 0, true, true},       /* empty */
    };
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++)
        for (int create = 0; create < 2; create++) {
            struct store *store;
            open_store(&store);
            struct index *index = must_index(store, true);
            bring_up(index);
            index_close(index);
            store_close(store);
            overwrite(sidecar, damage[i].from, (size_t)damage[i].size, damage[i].cut);
            open_store(&store);
            if (index_open(&index, store, create, NULL) < 0)
                index = NULL;
            if (create) {
                assert_non_null(index);
                bring_up(index);
                if (damage[i].noticed)
                    assert_non_null(index_notice(index));
            }
            same_answers(store, index, 9);
            index_close(index);
            store_close(store);
        }
}

/* An index another program holds is left as it is, and said to be held; games are found without it.
 */
static void a_held_index_is_left_alone(void **state)
{
    (void)state;
    struct store *store;
    struct stat before, after;
    struct note why;
    sqlite3 *holder;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    index_close(index);
    store_close(store);
    assert_int_equal(stat(sidecar, &before), 0);
    assert_int_equal(sqlite3_open(sidecar, &holder), SQLITE_OK);
    assert_int_equal(sqlite3_exec(holder, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    open_store(&store);
    assert_int_equal(index_open(&index, store, true, &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "another program"));
    assert_int_equal(index_open(&index, store, false, &why), 0);
    const char *notice = index_notice(index);
    assert_non_null(notice);
    assert_non_null(strstr(notice, "another program is at work"));
    same_answers(store, index, 9);
    int before_free, after_free;
    assert_ptr_equal(index_of(store, &before_free), index);
    assert_null(index->file);
    assert_int_equal(sqlite3_close(holder), SQLITE_OK);
    index->try_at = 0;                                     /* a second has passed */
    assert_ptr_equal(index_of(store, &after_free), index); /* it is back, and whoever searches knows
                                                              that it is another one */
    assert_non_null(index->file);
    assert_int_not_equal(before_free, after_free);
    assert_false(index_wanted(index, store));
    same_answers(store, index, 9);
    assert_null(index_notice(index));
    index_close(index);
    store_close(store);
    assert_int_equal(stat(sidecar, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_size, after.st_size);
}

/* Only what is damaged is made anew: where the system refuses something, memory among it, the index
 * stays as it is on the disk, and the answers are right without it. */
static void a_refused_index_is_not_thrown_away(void **state)
{
    static const struct {
        int code;
        bool kept;
    } rows[] = {{SQLITE_NOMEM, true},    {SQLITE_FULL, true},     {SQLITE_IOERR, true},
                {SQLITE_READONLY, true}, {SQLITE_CANTOPEN, true}, {SQLITE_PERM, true},
                {SQLITE_BUSY, true},     {SQLITE_LOCKED, true},   {SQLITE_CORRUPT, false},
                {SQLITE_NOTADB, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct store *store;
        struct stat before, after;
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        assert_int_equal(stat(sidecar, &before), 0);
        index_fail(index, rows[i].code);
        bool busy = rows[i].code == SQLITE_BUSY || rows[i].code == SQLITE_LOCKED; /* it is asked
                                                                                     again */
        const char *notice = index_notice(index);
        assert_int_equal(notice == NULL, busy);
        assert_int_equal(busy || !strstr(notice, "rebuilding it"), rows[i].kept);
        same_answers(store, index, 9);
        assert_int_equal(stat(sidecar, &after), 0);
        bool same = before.st_ino == after.st_ino && before.st_size == after.st_size;
        if (rows[i].kept && !same)
            fail_msg("after %d the index is another", rows[i].code);
        for (int n = index->failures; !rows[i].kept && n < 4; n++) { /* damaged each time, it is not
                                                                        made for ever */
            index_fail(index, SQLITE_CORRUPT);
            assert_int_equal(index->file != NULL, n < 2);
        }
        index_close(index);
        store_close(store);
    }
}

/* As a user whom the system does refuse: an archive with an index of their own that they may not
 * read. */
static void look_without_rights(const char *where)
{
    struct store *store;
    struct index *index;
    struct note why;
    int result;
    struct record *record = random_game("classical", NULL, 1);
    if (geteuid() == 0 &&
        (chown(where, 65534, 65534) < 0 || setgid(65534) < 0 || setuid(65534) < 0))
        _exit(3);
    if (store_create(where, "Unread", &why) < 0 || store_open(&store, where, NULL, &why) < 0 ||
        store_add(store, &record, 1, &result, &why) < 0)
        _exit(4);
    index = must_index(store, true);
    bring_up(index);
    char path[sizeof index->path];
    memcpy(path, index->path, sizeof path);
    index_close(index);
    if (chmod(path, 0) < 0 || access(path, R_OK) == 0)
        _exit(5);
    const char *notice = index_open(&index, store, false, &why) == 0 ? index_notice(index) : NULL;
    if (!notice || strncmp(notice, "the index cannot be read: ", 26) != 0 || index->file)
        _exit(6);
    char *found = answer(store, index, "variant:classical", NULL);
    if (strncmp(found, record->id, ULID_LENGTH) != 0)
        _exit(7);
    index_close(index);
    if (index_open(&index, store, true, &why) == 0 ||
        strncmp(why.text, "the index cannot be read: ", 26) != 0)
        _exit(8);
    store_close(store);
    _exit(0);
}

/* What may not be read is said, and done without. */
static void an_unreadable_index_is_said(void **state)
{
    (void)state;
    char where[256];
    int status;
    assert_true(make_folder(where, "unread"));
    pid_t child = fork();
    if (child == 0)
        look_without_rights(where);
    assert_int_equal(waitpid(child, &status, 0), child);
    remove_folder(where);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* An index of another version is no damage, and said to be what it is. The version stands at byte
 * 60 of an SQLite file. */
static void an_older_index_is_made_anew(void **state)
{
    (void)state;
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    index_close(index);
    static const char *const versions[] = {"\0\0\0\1", "\x7F\xFF\xFF\xFF"}; /* an older one, and one
                                                                               of the future */
    for (int i = 0; i < 2; i++) {
        int fd = open(sidecar, O_WRONLY);
        assert_int_equal(pwrite(fd, versions[i], 4, 60), 4);
        close(fd);
        index = must_index(store, true);
        bring_up(index);
        assert_string_equal(index_notice(index),
                            "the index was of another version of chesscade; rebuilding it");
        same_answers(store, index, 9);
        index_close(index);
    }
    store_close(store);
}

/* What others put into an index is not run: triggers and views among its tables. */
static void triggers_are_not_run(void **state)
{
    static const char *const evil[] = {
        "CREATE TRIGGER evil AFTER INSERT ON part BEGIN DELETE FROM part; END",
        "CREATE VIEW evil AS SELECT * FROM part"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct store *store;
        sqlite3 *file;
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        index_close(index);
        assert_int_equal(sqlite3_open(sidecar, &file), SQLITE_OK);
        assert_int_equal(sqlite3_exec(file, evil[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(file), SQLITE_OK);
        index = must_index(store, true);
        bring_up(index);
        assert_string_equal(index_notice(index), "the index was damaged; rebuilding it");
        same_answers(store, index, 9);
        index_close(index);
        store_close(store);
    }
}

/* A pipe in the place of a file SQLite has beside its own, which nobody writes to: it is not waited
 * for. */
static void a_pipe_is_not_waited_for(void **state)
{
    static const char *const beside[] = {"-journal", "-wal", "-shm"};
    (void)state;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        struct store *store;
        char pipe_there[sizeof sidecar + 16];
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        index_close(index);
        snprintf(pipe_there, sizeof pipe_there, "%s%s", sidecar, beside[i]);
        assert_int_equal(mkfifo(pipe_there, 0600), 0);
        alarm(30);
        index = must_index(store, true);
        bring_up(index);
        alarm(0);
        assert_string_equal(index_notice(index), "the index was damaged; rebuilding it");
        same_answers(store, index, 9);
        index_close(index);
        store_close(store);
    }
}

/* Bytes changed anywhere: never a crash, never another answer. */
static void a_rotten_index_does_no_harm(void **state)
{
    (void)state;
    struct stat size;
    struct store *store;
    for (int i = 0; i < 8; i++) {
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        index_close(index);
        store_close(store);
        assert_int_equal(stat(sidecar, &size), 0);
        overwrite(sidecar, 8192 * (1 + chance((int)(size.st_size / 8192) - 1)), 8192, false);
        open_store(&store);
        index = must_index(store, true);
        bring_up(index);
        while (store_scan(store, INT_MAX))
            continue;
        assert_int_equal(store_count(store), games_made);
        for (int at = 0; at < games_made; at++)
            assert_string_equal(store_listing(store, at)->variant,
                                store_listing(plain, at)->variant);
        index_close(index);
        store_close(store);
        unlink(sidecar);
    }
}

/* Nothing but the SQLite file tells what is listed. */
static void drop_list(void)
{
    char path[420];
    snprintf(path, sizeof path, "%s/.index/v1.list", club);
    unlink(path);
}

static void make_index(void)
{
    struct store *store;
    unlink(sidecar);
    open_store(&store);
    struct index *index = must_index(store, true);
    bring_up(index);
    index_close(index);
    store_close(store);
}

/* All games are listed and found as if there were no index. */
static void as_without_index(bool create)
{
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, create);
    if (create)
        bring_up(index);
    same_answers(store, index, 9);
    char *found = answer(store, index, "morphy", NULL),
         *false_ones = answer(store, index, "murphy", NULL);
    assert_string_equal(found, truth[0][1]); /* the same query */
    assert_string_equal(false_ones, "");
    for (int at = 0; at < games_made; at++)
        assert_true(listing_same(store_listing(store, at), store_listing(plain, at)));
    free(found);
    free(false_ones);
    index_close(index);
    store_close(store);
}

/* A game with a note about Morphy, too. */
static struct yaml_text told_of_morphy(int at)
{
    struct record *record;
    struct yaml_text text = {0};
    assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
    comments_append(&record->comments, "as Morphy, Paul would have played", "eva");
    record_write(record, &text);
    record_free(record);
    return text;
}

/* What was changed less than two seconds ago may be changed again without another stamp: it is
 * tried, and in the index when it has rested. */
static void a_file_that_did_not_rest_is_tried(void **state)
{
    char label[200], path[600], id[ULID_LENGTH + 1], wanted[80];
    size_t size;
    int line, at = 0;
    struct timespec now;
    struct store *store;
    (void)state;
    while (at < games_made && strcmp(store_listing(plain, at)->player[0], "Morphy, Paul") != 0)
        at++;
    assert_true(at < games_made);
    snprintf(wanted, sizeof wanted, "%s@-1 ", store_listing(plain, at)->id);
    store_label(plain, at, label, sizeof label, id, &line);
    snprintf(path, sizeof path, "%s/%s", club, label);
    char *bytes = read_file(path, &size);
    struct yaml_text text = told_of_morphy(at);
    unlink(sidecar);
    write_file(path, text.v, (size_t)text.n);
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += 1;
    assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){now, now}, 0), 0); /* for a slow
                                                                                          machine */
    open_store(&store);
    struct index *index = must_index(store, true);
    index->part_games = PART_GAMES;
    bring_up(index); /* it does not wait for the time to come */
    char *found = answer(store, index, "text:\"as morphy, paul\"", NULL);
    assert_string_equal(found, wanted);
    assert_true(sieve_has(index->unknown, at));
    free(found);
    now.tv_sec -= 1;
    assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){now, now}, 0), 0);
    store_refresh(store);
    bring_up(index); /* until it has rested */
    found = answer(store, index, "text:\"as morphy, paul\"", NULL);
    assert_string_equal(found, wanted);
    assert_false(sieve_has(index->unknown, at));
    free(found);
    index_close(index);
    store_close(store);
    write_file(path, bytes, size);
    free(bytes);
    yaml_text_clear(&text);
    age(club);
    unlink(sidecar);
    drop_list();
}

/* An archive with the same ids, of other players; with its index. */
static void make_other(const char *where)
{
    struct store *store;
    struct note why;
    char games[400];
    int result;
    if (store_create(where, "Other", &why) < 0 || store_open(&store, where, NULL, &why) < 0)
        fail_msg("%s", why.text);
    for (int at = 0; at < games_made; at++) {
        struct record *record;
        assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
        record_set_player(record, 'w', "Murphy, Paul");
        assert_int_equal(store_add(store, &record, 1, &result, &why), 0);
        record_free(record);
    }
    store_close(store);
    snprintf(games, sizeof games, "%s/games", where);
    age(games);
    assert_int_equal(store_open(&store, where, NULL, &why), 0);
    struct index *index = must_index(store, true);
    bring_up(index);
    char *found = answer(store, index, "murphy", NULL);
    assert_true(*found);
    free(found);
    index_close(index);
    store_close(store);
}

/* A file is another as soon as anything of it is: each alone, on file systems that tell less than
 * others. */
static void anything_tells_files_apart(void **state)
{
    static const struct file_stamp all = {.dev = 1, .ino = 2, .size = 3, .mtime = 4, .ctime = 5};
    struct file_stamp other[] = {all, all, all, all, all};
    (void)state;
    other[0].dev++;
    other[1].ino++;
    other[2].size++;
    other[3].mtime++;
    other[4].ctime++;
    assert_true(file_stamp_same(&all, &all));
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        assert_false(file_stamp_same(&all, &other[i]));
}

/* The index of another archive: copied here with all that belongs to it. */
static void a_foreign_index_is_not_believed(void **state)
{
    (void)state;
    static const char *const files[] = {"v1.sqlite3", "v1.list"};
    char where[300];
    snprintf(where, sizeof where, "%.280s/other", top);
    make_index();
    make_other(where);
    for (int create = 0; create < 2; create++) {
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            char from[420], to[420];
            size_t size;
            snprintf(from, sizeof from, "%s/.index/%s", where, files[i]);
            snprintf(to, sizeof to, "%s/.index/%s", club, files[i]);
            if (i > 0 && access(from, F_OK) != 0)
                continue; /* a list of files just written is not kept */
            char *bytes = read_file(from, &size);
            write_file(to, bytes, size);
            free(bytes);
        }
        drop_list(); /* what the index says of a game is asked for then */
        as_without_index(create);
    }
    unlink(sidecar);
}

/* What older versions indexed packs with goes when the index is made; what only looks like it, or
 * is another archive's, stays. */
static void files_of_older_versions_go(void **state)
{
    (void)state;
    static const struct {
        const char *name, *bytes;
        bool goes;
    } file[] = {
        {"all.positions", "chesspo\n and more", true},
        {"all.plies", "chesspl\n", true},
        {"a pack.with dots.texts", "chesstx\n", true},
        {"notes.texts", "my own words", false},
        {"empty.plies", "", false},
        {".texts", "chesstx\n", false},
        {"all.headers", "chesscd\n", false},
        {"all.positions.kept", "chesspo\n", false},
    };
    enum { FILES = sizeof file / sizeof *file };
    struct store *store;
    char folder[400], path[FILES][500];
    snprintf(folder, sizeof folder, "%s", sidecar);
    *strrchr(folder, '/') = '\0';
    open_store(&store);
    for (int i = 0; i < FILES; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", folder, file[i].name);
        write_file(path[i], file[i].bytes, strlen(file[i].bytes));
    }
    struct index *index = NULL;
    if (index_open(&index, store, false, NULL) == 0)
        index_close(index);
    for (int i = 0; i < FILES; i++)
        assert_int_equal(access(path[i], F_OK), 0); /* searching removes nothing */
    index = must_index(store, true);
    for (int i = 0; i < FILES; i++) {
        assert_int_equal(access(path[i], F_OK) == 0, !file[i].goes);
        unlink(path[i]);
    }
    index_close(index);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_index_is_made_anew),
        cmocka_unit_test(a_held_index_is_left_alone),
        cmocka_unit_test(an_unreadable_index_is_said),
        cmocka_unit_test(a_refused_index_is_not_thrown_away),
        cmocka_unit_test(an_older_index_is_made_anew),
        cmocka_unit_test(triggers_are_not_run),
        cmocka_unit_test(a_pipe_is_not_waited_for),
        cmocka_unit_test(a_rotten_index_does_no_harm),
        cmocka_unit_test(a_file_that_did_not_rest_is_tried),
        cmocka_unit_test(anything_tells_files_apart),
        cmocka_unit_test(a_foreign_index_is_not_believed),
        cmocka_unit_test(files_of_older_versions_go),
    };
    return cmocka_run_group_tests_name("index_damaged", tests, make_archive, drop_archive);
}
