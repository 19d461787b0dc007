/* club.h - the archive that the store tests start with: a club archive in the test's own folder,
 * which is emptied before each test. */
#ifndef CHESSCADE_TESTS_SUPPORT_CLUB_H
#define CHESSCADE_TESTS_SUPPORT_CLUB_H

#include "tests/support/testing.h"

#include "archive/store/store.h"

#include <fcntl.h>

static char top[256]; /* the test's folder */

static inline const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static inline int make_top(void **state)
{
    (void)state;
    if (!make_quick_folder(top, "store"))
        return -1;
    setenv("XDG_STATE_HOME", in_top("state"), 1); /* the store creates it when it saves something
                                                     there */
    return 0;
}

/* Remove a folder and everything in it. */
static inline int drop_top(void **state)
{
    if (getuid() == 0 && seteuid(0) < 0)
        return -1;
    (void)state;
    chmod(top, 0700);
    chmod(in_top("club"), 0700);
    remove_folder(top);
    return 0;
}

static inline struct store *must_open(const char *where)
{
    struct store *store = NULL;
    struct note why = {0};
    if (store_open(&store, where, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s: %s", where, why.text);
    return store;
}

static inline struct store *new_archive(void)
{
    struct note why = {0};
    if (store_create(in_top("club"), "Club archive", &why) < 0)
        fail_msg("%s", why.text);
    return must_open(in_top("club"));
}

static inline struct record *new_game(const char *white)
{
    struct record *record = record_new("classical");
    record_set_player(record, 'w', white);
    record_set_player(record, 'b', "Ivo");
    record_set_text(record, "event.name", "Test");
    record_set_text(record, "event.date", "2026-11-21");
    record_set_text(record, "result.score", "1-0");
    line_append(&record->moves, "e4");
    comments_append(&node_notes(line_append(&record->moves, "e5"))->comments, "a comment", NULL);
    return record;
}

static inline void must_save(struct store *store, struct record *record, struct version *version)
{
    struct note why = {0};
    if (store_save(store, record, version, &why) < 0)
        fail_msg("%s", why.text);
}

static inline struct record *must_load(struct store *store, const char *id, struct version *version)
{
    struct record *record = NULL;
    struct note why = {0};
    store_scan(store, 1000000);
    if (store_load(store, store_find(store, id), &record, version, NULL, &why) < 0)
        fail_msg("%s: %s", id, why.text);
    return record;
}

/* The path of a game's file. Only tests use it. */
static inline const char *file_of(const char *id)
{
    static char path[512];
    for (int year = 1970; year < 2200; year++)
        for (int month = 1; month <= 12; month++) {
            snprintf(path, sizeof path, "%s/club/games/%04d/%02d/%s.yaml", top, year, month, id);
            if (access(path, F_OK) == 0)
                return path;
        }
    fail_msg("no file of %s", id);
    return NULL;
}

static inline void put_file(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

static inline char *get_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = memory_new(1 << 20, 1);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

enum outside {
    OUTSIDE_SAVE,
    OUTSIDE_SAME_SIZE,
    OUTSIDE_REPLACED,
    OUTSIDE_DELETED,
    OUTSIDE_BROKEN,
    OUTSIDES
};

/* Change a game's file without using the store. OUTSIDE_SAME_SIZE also restores its time, as touch
 * -r does. */
static inline void change_outside(enum outside how, const char *path, const char *id)
{
    struct stat before;
    char *text = get_file(path);
    assert_int_equal(stat(path, &before), 0);
    if (how == OUTSIDE_SAVE) {
        struct store *other = must_open(in_top("club"));
        struct version version;
        struct record *record = must_load(other, id, &version);
        line_append(&record->moves, "Bb5");
        must_save(other, record, &version);
        record_free(record);
        store_close(other);
    } else if (how == OUTSIDE_DELETED) {
        unlink(path);
    } else if (how == OUTSIDE_BROKEN) {
        put_file(path, "chesscade: [");
    } else {
        memcpy(strstr(text, "e4"), "d4", 2);
        if (how == OUTSIDE_REPLACED)
            unlink(path);
        put_file(path, text);
        const struct timespec times[2] = {before.st_atim, before.st_mtim};
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    free(text);
}

/* A test that starts with an empty folder. */
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_top, drop_top)

#endif
