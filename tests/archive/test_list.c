/* test_list.c - the cached list of a folder: shown at once, then validated against the files; it is
 * only a cache. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/search/search.h"
#include "archive/store/backend.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 40 };

static char top[256], club[300], kept[400];
static char ids[GAMES][ULID_LENGTH + 1];

static void age_games(void)
{
    char games[400];
    snprintf(games, sizeof games, "%s/games", club);
    make_old(games);
}

static struct store *open_club(void)
{
    struct store *store = NULL;
    struct note why = {.text = ""};
    if (store_open(&store, club, NULL, &why) < 0)
        fail_msg("%s", why.text);
    return store;
}

static void look_at_all(struct store *store)
{
    while (store_scan(store, 7))
        continue;
}

/* Bring the index, and with it the list, up to date. */
static void update_index(void)
{
    struct store *store = open_club();
    struct index *index;
    assert_int_equal(index_open(&index, store, true, NULL), 0);
    while (index_step(index, 50, NULL, NULL))
        continue;
    index_close(index);
    store_close(store);
}

static char *path_of(const struct store *store, int at)
{
    static char path[800];
    char label[400], id[ULID_LENGTH + 1];
    int line;
    store_label((struct store *)store, at, label, sizeof label, id, &line);
    snprintf(path, sizeof path, "%s/%s", club, label);
    return path;
}

static int make_club(void **state)
{
    (void)state;
    struct store *store;
    struct note why = {.text = ""};
    struct record *record[GAMES];
    int results[GAMES];
    if (!make_folder(top, "list"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(kept, sizeof kept, "%s/.index/v1.list", club);
    assert_int_equal(store_create(club, "Club", &why), 0);
    store = open_club();
    for (int i = 0; i < GAMES; i++) {
        char text[40];
        record[i] = record_new("classical");
        snprintf(text, sizeof text, "Event %02d", i);
        record_set_text(record[i], "event.name", text);
        record_set_player(record[i], 'w', i % 2 ? "Ana" : "Boris");
        record_set_player(record[i], 'b', "Cle");
    }
    if (store_add(store, record, GAMES, results, &why) < 0)
        return -1;
    for (int i = 0; i < GAMES; i++) {
        if (results[i] != 0)
            return -1;
        memcpy(ids[i], record[i]->id, sizeof ids[i]);
        record_free(record[i]);
    }
    store_close(store);
    return 0;
}

static int drop_club(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static int found(struct store *store, const char *query)
{
    struct finder *finder;
    assert_int_equal(finder_open(&finder, store, NULL, query, NULL, NULL), 0);
    while (finder_step(finder, 3))
        continue;
    int n = finder_count(finder);
    finder_close(finder);
    return n;
}

/* The cached list is there before any file was read, and it is complete. */
static void the_list_is_shown_at_once(void **state)
{
    (void)state;
    age_games();
    update_index();
    assert_int_equal(access(kept, F_OK), 0);
    struct store *store = open_club();
    assert_int_equal(store_count(store), GAMES);
    assert_true(store_unchecked(store));
    for (int i = 0; i < GAMES; i++) {
        char event[40];
        snprintf(event, sizeof event, "Event %02d", i);
        assert_string_equal(store_listing(store, i)->event, event);
        assert_string_equal(store_listing(store, i)->id, ids[i]);
        assert_int_equal(store_find(store, ids[i]), i);
        struct record *record;
        assert_int_equal(store_load(store, i, &record, NULL, NULL, NULL), 0);
        record_free(record);
    }
    int changes = store_changes(store);
    look_at_all(store);
    assert_false(store_unchecked(store));
    assert_int_equal(store_changes(store), changes);
    assert_int_equal(found(store, "white:ana"), GAMES / 2);
    struct index *index;
    assert_int_equal(index_open(&index, store, false, NULL), 0);
    assert_false(index_wanted(index, store)); /* everything is as cached */
    index_close(index);
    assert_false(store_refresh(store));
    store_close(store);
}

/* A file changed in place, with its size and time restored: the old listing decides nothing. */
static void a_changed_file_is_noticed(void **state)
{
    (void)state;
    size_t size;
    struct stat stat_of;
    age_games();
    update_index();
    struct store *store = open_club();
    char *path = path_of(store, 5), *bytes = read_file(path, &size);
    assert_int_equal(stat(path, &stat_of), 0);
    memcpy(strstr(bytes, "Event 05"), "Tneve 05", 8);
    write_file(path, bytes, size);
    assert_int_equal(
        utimensat(AT_FDCWD, path, (struct timespec[2]){stat_of.st_atim, stat_of.st_mtim}, 0), 0);
    store_close(store);
    store = open_club();
    assert_true(store_unchecked(store)); /* the folder's time is unchanged */
    assert_string_equal(store_listing(store, 5)->event, "Event 05");
    assert_int_equal(found(store, "event:tneve"), 1); /* a search waits for the validation */
    store_close(store);
    store = open_club();
    int changes = store_changes(store);
    look_at_all(store);
    assert_true(store_changes(store) != changes);
    assert_string_equal(store_listing(store, 5)->event, "Tneve 05");
    struct index *index;
    assert_int_equal(index_open(&index, store, false, NULL), 0);
    assert_true(index_wanted(index, store));
    index_close(index);
    store_close(store);
    memcpy(strstr(bytes, "Tneve 05"), "Event 05", 8);
    write_file(path, bytes, size);
    free(bytes);
}

/* Files that are added, removed or renamed change their folder: it is read again. */
static void added_and_removed_files_are_noticed(void **state)
{
    (void)state;
    char path[800], away[900];
    size_t size;
    age_games();
    update_index();
    struct store *store = open_club();
    snprintf(path, sizeof path, "%s", path_of(store, 7));
    store_close(store);
    snprintf(away, sizeof away, "%s/away.yaml", top);
    char *bytes = read_file(path, &size);
    assert_int_equal(rename(path, away), 0);
    store = open_club();
    look_at_all(store);
    assert_int_equal(store_count(store), GAMES - 1);
    assert_int_equal(store_find(store, ids[7]), -1);
    assert_int_equal(found(store, "event:event"), GAMES - 1);
    store_close(store);
    age_games();
    update_index();
    assert_int_equal(rename(away, path), 0);
    store = open_club();
    look_at_all(store);
    assert_int_equal(store_find(store, ids[7]), 7);
    /* The same while the archive is open. */
    age_games();
    store_close(store);
    update_index();
    store = open_club();
    assert_true(store_unchecked(store));
    assert_int_equal(unlink(path), 0);
    assert_true(store_refresh(store));
    look_at_all(store);
    assert_int_equal(store_count(store), GAMES - 1);
    write_file(path, bytes, size);
    assert_true(store_refresh(store));
    look_at_all(store);
    assert_int_equal(store_count(store), GAMES);
    store_close(store);
    free(bytes);
}

/* A changed folder (one game gone, one added, one rewritten) does not discard the cache: the cached
 * list is shown at once and then corrected. */
static void the_list_of_a_changed_folder_is_corrected(void **state)
{
    (void)state;
    char gone[800], other[800], event[40], text[60];
    struct note why = {.text = ""};
    struct version version, fresh = {0};
    struct record *record, *added = record_new("classical");
    size_t size;
    age_games();
    update_index();
    struct store *store = open_club();
    snprintf(gone, sizeof gone, "%s", path_of(store, 7));
    char *bytes = read_file(gone, &size);
    assert_int_equal(store_load(store, 20, &record, &version, NULL, NULL), 0);
    record_set_text(record, "event.name", "Event twenty");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_set_text(added, "event.name", "Event late");
    record_set_player(added, 'w', "Ana");
    record_set_player(added, 'b', "Cle");
    assert_int_equal(store_save(store, added, &fresh, &why), 0);
    store_close(store);
    assert_int_equal(unlink(gone), 0);
    for (int portion = 1; portion < 400; portion *= 7) {
        store = open_club();
        assert_int_equal(store_count(store), GAMES); /* as before */
        assert_true(store_unchecked(store));
        assert_string_equal(store_listing(store, 7)->event, "Event 07");
        int generation = store_generation(store);
        while (store_scan(store, portion))
            continue;
        assert_false(store_unchecked(store));
        assert_true(store_generation(store) != generation);
        assert_int_equal(store_count(store), GAMES);
        assert_int_equal(store_find(store, ids[7]), -1);
        for (int i = 0; i < GAMES; i++) {
            int was = i < 7 ? i : i + 1; /* the new game is the youngest */
            snprintf(event, sizeof event,
                     was == 20      ? "Event twenty"
                     : was == GAMES ? "Event late"
                                    : "Event %02d",
                     was);
            assert_string_equal(store_listing(store, i)->event, event);
            assert_string_equal(store_listing(store, i)->id, was == GAMES ? added->id : ids[was]);
            struct record *there;
            assert_int_equal(store_load(store, i, &there, NULL, NULL, NULL), 0);
            assert_string_equal(there->id, store_listing(store, i)->id);
            record_free(there);
        }
        store_close(store);
        store = open_club();
        assert_int_equal(found(store, "event:late | event:\"event 07\" | event:twenty"),
                         2); /* a
                                search
                                waits
                                for
                                the
                                validation
                              */
        store_close(store);
    }
    /* The list cached after that is correct. */
    age_games();
    update_index();
    store = open_club();
    assert_int_equal(store_count(store), GAMES);
    assert_string_equal(store_listing(store, GAMES - 1)->event, "Event late");
    look_at_all(store);
    assert_int_equal(store_remove(store, added->id, &fresh, &why), 0);
    snprintf(text, sizeof text, "Event 20");
    record_set_text(record, "event.name", text);
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    record_free(added);
    store_close(store);
    /* A very large number of new games is loaded step by step, not at once. */
    snprintf(other, sizeof other, "%.*s", (int)(strlen(gone) - ULID_LENGTH - 5), gone);
    enum { MANY = 501 };
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < MANY; i++) {
            char path[900], id[ULID_LENGTH + 1];
            snprintf(id, sizeof id, "01JD0000000000000000000%03u", (unsigned)i % 1000);
            snprintf(path, sizeof path, "%s%s.yaml", other, id);
            memcpy(strstr(bytes, "\nid: '") + 6, id, ULID_LENGTH);
            if (turn == 0)
                write_file(path, bytes, size);
            else
                assert_int_equal(unlink(path), 0);
        }
        store = open_club();
        assert_int_equal(store_count(store), GAMES);
        look_at_all(store);
        assert_int_equal(store_count(store), GAMES - 1 + (turn ? 0 : MANY));
        assert_int_equal(found(store, "white:cle | black:cle"), GAMES - 1 + (turn ? 0 : MANY));
        store_close(store);
        if (turn)
            break;
        age_games();
    }
    memcpy(strstr(bytes, "\nid: '") + 6, ids[7], ULID_LENGTH);
    write_file(gone, bytes, size);
    free(bytes);
}

/* Saving and deleting while listings wait to be checked. */
static void saving_works_during_validation(void **state)
{
    (void)state;
    struct record *record;
    struct version version;
    struct note why = {.text = ""};
    age_games();
    update_index();
    struct store *store = open_club();
    store_scan(store, 10);
    assert_true(store_unchecked(store));
    assert_int_equal(store_load(store, 20, &record, &version, NULL, NULL), 0);
    record_set_text(record, "event.name", "Event twenty");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    assert_string_equal(store_listing(store, 20)->event, "Event twenty");
    record_set_text(record, "event.name", "Event 20");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    struct record *other = record_new("classical");
    record_set_player(other, 'w', "Ana");
    record_set_player(other, 'b', "Cle");
    struct version fresh = {0};
    assert_int_equal(store_save(store, other, &fresh, &why), 0);
    assert_int_equal(store_count(store), GAMES + 1);
    look_at_all(store);
    for (int i = 0; i < GAMES; i++)
        assert_string_equal(store_listing(store, i)->id, ids[i]);
    assert_int_equal(store_remove(store, other->id, &fresh, &why), 0);
    assert_int_equal(store_count(store), GAMES);
    assert_int_equal(found(store, "event:event"), GAMES);
    record_free(other);
    store_close(store);
}

/* Back in the list: files changed in place are noticed in the background. */
static void changes_are_noticed_in_the_background(void **state)
{
    (void)state;
    size_t size;
    age_games();
    update_index();
    struct store *store = open_club();
    look_at_all(store);
    char *path = path_of(store, 9), *bytes = read_file(path, &size);
    assert_false(store_refresh_behind(store));
    assert_true(store_unchecked(store));
    look_at_all(store);
    memcpy(strstr(bytes, "Event 09"), "Tneve 09", 8);
    write_file(path, bytes, size);
    assert_false(store_refresh_behind(store));
    assert_int_equal(found(store, "event:tneve"), 1);
    memcpy(strstr(bytes, "Tneve 09"), "Event 09", 8);
    write_file(path, bytes, size);
    int changes = store_changes(store);
    struct record *record;
    /* Opened before the list has noticed */
    assert_int_equal(store_load(store, 9, &record, NULL, NULL, NULL), 0);
    assert_string_equal(record_text(record, "event.name"), "Event 09");
    record_free(record);
    assert_false(store_refresh_behind(store));
    look_at_all(store);
    assert_true(store_changes(store) != changes);
    assert_string_equal(store_listing(store, 9)->event, "Event 09");
    assert_int_equal(unlink(path), 0);
    assert_true(store_refresh_behind(store)); /* the folder's time gives it away */
    look_at_all(store);
    assert_int_equal(store_count(store), GAMES - 1);
    write_file(path, bytes, size);
    free(bytes);
    store_close(store);
}

/* The rest of the index is missing and rebuilt: it uses the cached games that were not read
 * again. */
static void the_index_is_rebuilt_from_the_list(void **state)
{
    (void)state;
    char path[400];
    struct index *index;
    age_games();
    update_index();
    snprintf(path, sizeof path, "%s/.index/v1.sqlite3", club);
    assert_int_equal(unlink(path), 0);
    update_index();
    struct store *store = open_club();
    assert_true(store_unchecked(store));
    assert_int_equal(index_open(&index, store, false, NULL), 0);
    look_at_all(store);
    assert_false(index_wanted(index, store));
    index_close(index);
    store_close(store);
}

/* Truncated, with any byte changed, or of a later format: the games are the same, and the file is
 * rebuilt. */
static void the_list_is_only_a_cache(void **state)
{
    (void)state;
    size_t size;
    age_games();
    update_index();
    char *good = read_file(kept, &size);
    for (int turn = 0; turn < 60; turn++) {
        size_t at = (size_t)turn * size / 60;
        if (turn % 3 == 0) {
            write_file(kept, good, at);
        } else {
            good[at] ^= 16;
            write_file(kept, good, size);
            good[at] ^= 16;
        }
        struct store *store = open_club();
        look_at_all(store);
        assert_int_equal(store_count(store), GAMES);
        for (int i = 0; i < GAMES; i++) {
            char event[40];
            snprintf(event, sizeof event, "Event %02d", i);
            assert_string_equal(store_listing(store, i)->event, event);
        }
        store_close(store);
    }
    update_index();
    size_t again;
    free(read_file(kept, &again));
    assert_int_equal(again, size);
    free(good);
}

/* A file read within two seconds of being written may be written again without looking different:
 * git's rule. */
static void recent_files_are_not_trusted(void **state)
{
    const int64_t second = 1000000000, looked = 1700000000 * second;
    (void)state;
    assert_true(file_stamp_tells(&(struct file_stamp){.mtime = looked - 3 * second}, looked));
    assert_false(file_stamp_tells(&(struct file_stamp){.mtime = looked - second}, looked));
    /* A clock that was set back */
    assert_false(file_stamp_tells(&(struct file_stamp){.mtime = looked + second}, looked));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_is_shown_at_once),
        cmocka_unit_test(a_changed_file_is_noticed),
        cmocka_unit_test(added_and_removed_files_are_noticed),
        cmocka_unit_test(the_list_of_a_changed_folder_is_corrected),
        cmocka_unit_test(saving_works_during_validation),
        cmocka_unit_test(changes_are_noticed_in_the_background),
        cmocka_unit_test(the_index_is_rebuilt_from_the_list),
        cmocka_unit_test(the_list_is_only_a_cache),
        cmocka_unit_test(recent_files_are_not_trusted),
    };
    return cmocka_run_group_tests_name("list", tests, make_club, drop_club);
}
