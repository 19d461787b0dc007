/* test_index_damaged.c - an index that is damaged, locked, unreadable, outdated, forged or from
 * another archive: the answers are the same as without one. */
#include "config.h"
#include "tests/support/indexed_club.h"

#include <time.h>

/* The index is damaged in every way we know: the answers stay the same, and it is rebuilt with a
 * notice. */
static void a_damaged_index_is_rebuilt(void **state)
{
    (void)state;
    static const struct {
        int from, size;
        bool cut, noticed;
    } damage[] = {
        {0, 100, false, true},    /* no longer an SQLite file */
        {0, 40, true, true},      /* not one, either */
        {8192, 400, true, true},  /* truncated */
        {100, 4000, false, true}, /* the schema */
        {0, 0, true, true},       /* empty */
    };
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++)
        for (int create = 0; create < 2; create++) {
            struct store *store;
            open_store(&store);
            struct index *index = must_index(store, true);
            update_index(index);
            index_close(index);
            store_close(store);
            overwrite(sidecar, damage[i].from, (size_t)damage[i].size, damage[i].cut);
            open_store(&store);
            if (index_open(&index, store, create, NULL) < 0)
                index = NULL;
            if (create) {
                assert_non_null(index);
                update_index(index);
                if (damage[i].noticed)
                    assert_non_null(index_notice(index));
            }
            same_answers(store, index, 9);
            index_close(index);
            store_close(store);
        }
}

/* If another program has locked the index, it is left alone and reported; searches work without
 * it. */
static void a_locked_index_is_left_alone(void **state)
{
    (void)state;
    struct store *store;
    struct stat before, after;
    struct note why;
    sqlite3 *holder;
    open_store(&store);
    struct index *index = must_index(store, true);
    update_index(index);
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
    assert_non_null(strstr(notice, "another program is using the index"));
    same_answers(store, index, 9);
    int before_free, after_free;
    assert_ptr_equal(index_of(store, &before_free), index);
    assert_null(index->file);
    assert_int_equal(sqlite3_close(holder), SQLITE_OK);
    index->try_at = 0; /* as if a second had passed */
    /* It is back, and the caller learns that it is a different file */
    assert_ptr_equal(index_of(store, &after_free), index);
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

/* Only a damaged index is rebuilt. If the system refuses something, for example memory, the index
 * stays as it is on the disk, and the answers are right without it. */
static void an_index_survives_a_failed_call(void **state)
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
        update_index(index);
        assert_int_equal(stat(sidecar, &before), 0);
        index_fail(index, rows[i].code);
        /* It is tried again */
        bool busy = rows[i].code == SQLITE_BUSY || rows[i].code == SQLITE_LOCKED;
        const char *notice = index_notice(index);
        assert_int_equal(notice == NULL, busy);
        assert_int_equal(busy || !strstr(notice, "rebuilding it"), rows[i].kept);
        same_answers(store, index, 9);
        assert_int_equal(stat(sidecar, &after), 0);
        bool same = before.st_ino == after.st_ino && before.st_size == after.st_size;
        if (rows[i].kept && !same)
            fail_msg("after %d the index is another", rows[i].code);
        /* An index that is damaged every time is not rebuilt for ever */
        for (int n = index->failures; !rows[i].kept && n < 4; n++) {
            index_fail(index, SQLITE_CORRUPT);
            assert_int_equal(index->file != NULL, n < 2);
        }
        index_close(index);
        store_close(store);
    }
}

/* As a user whom the system really refuses: an archive with an index that this user may not
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
    update_index(index);
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

/* An index that may not be read is reported, and searches work without it. */
static void an_unreadable_index_is_reported(void **state)
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

/* An index of another version is not damage, and the notice says so. The version is at byte 60 of
 * an SQLite file. */
static void an_index_of_another_version_is_rebuilt(void **state)
{
    (void)state;
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    update_index(index);
    index_close(index);
    /* An older version, and a future one */
    static const char *const versions[] = {"\0\0\0\1", "\x7F\xFF\xFF\xFF"};
    for (int i = 0; i < 2; i++) {
        int fd = open(sidecar, O_WRONLY);
        assert_int_equal(pwrite(fd, versions[i], 4, 60), 4);
        close(fd);
        index = must_index(store, true);
        update_index(index);
        assert_string_equal(index_notice(index),
                            "the index was from another version of chesscade; rebuilding it");
        same_answers(store, index, 9);
        index_close(index);
    }
    store_close(store);
}

/* Triggers and views that others add to an index do not run. */
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
        update_index(index);
        index_close(index);
        assert_int_equal(sqlite3_open(sidecar, &file), SQLITE_OK);
        assert_int_equal(sqlite3_exec(file, evil[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(file), SQLITE_OK);
        index = must_index(store, true);
        update_index(index);
        assert_string_equal(index_notice(index), "the index was damaged; rebuilding it");
        same_answers(store, index, 9);
        index_close(index);
        store_close(store);
    }
}

/* A pipe without a writer in the place of one of SQLite's side files: the program does not wait for
 * it. */
static void a_pipe_is_not_waited_for(void **state)
{
    static const char *const beside[] = {"-journal", "-wal", "-shm"};
    (void)state;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        struct store *store;
        char pipe_there[sizeof sidecar + 16];
        open_store(&store);
        struct index *index = must_index(store, true);
        update_index(index);
        index_close(index);
        snprintf(pipe_there, sizeof pipe_there, "%s%s", sidecar, beside[i]);
        assert_int_equal(mkfifo(pipe_there, 0600), 0);
        alarm(30);
        index = must_index(store, true);
        update_index(index);
        alarm(0);
        assert_string_equal(index_notice(index), "the index was damaged; rebuilding it");
        same_answers(store, index, 9);
        index_close(index);
        store_close(store);
    }
}

/* Bytes changed anywhere: never a crash, never a wrong answer. */
static void random_damage_to_an_index_does_no_harm(void **state)
{
    (void)state;
    struct stat size;
    struct store *store;
    for (int i = 0; i < 8; i++) {
        open_store(&store);
        struct index *index = must_index(store, true);
        update_index(index);
        index_close(index);
        store_close(store);
        assert_int_equal(stat(sidecar, &size), 0);
        overwrite(sidecar, 8192 * (1 + chance((int)(size.st_size / 8192) - 1)), 8192, false);
        open_store(&store);
        index = must_index(store, true);
        update_index(index);
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

/* Remove the cached list, so that only the SQLite file says what is listed. */
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
    update_index(index);
    index_close(index);
    store_close(store);
}

/* Every game is listed and found as if there were no index. */
static void assert_as_without_index(bool create)
{
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, create);
    if (create)
        update_index(index);
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

/* A game with an additional note about Morphy. */
static struct yaml_text noted_morphy(int at)
{
    struct record *record;
    struct yaml_text text = {0};
    assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
    comments_append(&record->comments, "as Morphy, Paul would have played", "eva");
    record_write(record, &text);
    record_free(record);
    return text;
}

/* A file changed less than two seconds ago may change again without a new time: it is searched
 * directly, and indexed when it is old enough. */
static void a_recently_changed_file_is_searched_directly(void **state)
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
    struct yaml_text text = noted_morphy(at);
    unlink(sidecar);
    write_file(path, text.v, (size_t)text.n);
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += 1;
    /* For a slow machine. */
    assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){now, now}, 0), 0);
    open_store(&store);
    struct index *index = must_index(store, true);
    index->part_games = PART_GAMES;
    update_index(index); /* the index does not wait for that time */
    char *found = answer(store, index, "text:\"as morphy, paul\"", NULL);
    assert_string_equal(found, wanted);
    assert_true(prefilter_has(index->unknown, at));
    free(found);
    now.tv_sec -= 1;
    assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){now, now}, 0), 0);
    store_refresh(store);
    update_index(index); /* once the file is old enough */
    found = answer(store, index, "text:\"as morphy, paul\"", NULL);
    assert_string_equal(found, wanted);
    assert_false(prefilter_has(index->unknown, at));
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

/* An archive with the same ids but other players, and its index. */
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
    update_index(index);
    char *found = answer(store, index, "murphy", NULL);
    assert_true(*found);
    free(found);
    index_close(index);
    store_close(store);
}

/* Any single difference tells two files apart, because some file systems report less than
 * others. */
static void any_difference_tells_files_apart(void **state)
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

/* The index of another archive, copied here with all its side files. */
static void the_index_of_another_archive_is_not_trusted(void **state)
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
                continue; /* the list of files just written is not cached */
            char *bytes = read_file(from, &size);
            write_file(to, bytes, size);
            free(bytes);
        }
        drop_list(); /* then the index itself must answer */
        assert_as_without_index(create);
    }
    unlink(sidecar);
}

/* Building the index removes files that older versions made for packs; files that only look
 * similar, or belong to another archive, stay. */
static void index_files_of_older_versions_are_removed(void **state)
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
        assert_int_equal(access(path[i], F_OK), 0); /* a search removes nothing */
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
        cmocka_unit_test(a_damaged_index_is_rebuilt),
        cmocka_unit_test(a_locked_index_is_left_alone),
        cmocka_unit_test(an_unreadable_index_is_reported),
        cmocka_unit_test(an_index_survives_a_failed_call),
        cmocka_unit_test(an_index_of_another_version_is_rebuilt),
        cmocka_unit_test(triggers_are_not_run),
        cmocka_unit_test(a_pipe_is_not_waited_for),
        cmocka_unit_test(random_damage_to_an_index_does_no_harm),
        cmocka_unit_test(a_recently_changed_file_is_searched_directly),
        cmocka_unit_test(any_difference_tells_files_apart),
        cmocka_unit_test(the_index_of_another_archive_is_not_trusted),
        cmocka_unit_test(index_files_of_older_versions_are_removed),
    };
    return cmocka_run_group_tests_name("index_damaged", tests, make_archive, drop_archive);
}
