/* test_list.c - the list of a folder as it was another time: shown at once, held against the files,
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

/* The index, and with it the list, brought up to date. */
static void bring_up(void)
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

/* It is there before anything was looked at, and it is the list. */
static void the_list_is_shown_at_once(void **state)
{
    (void)state;
    age_games();
    bring_up();
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
    assert_false(index_wanted(index, store)); /* all is as it is kept */
    index_close(index);
    assert_false(store_refresh(store));
    store_close(store);
}

/* A file changed in place, its size and time put back: nothing is decided by the old listing. */
static void a_changed_file_is_noticed(void **state)
{
    (void)state;
    size_t size;
    struct stat stat_of;
    age_games();
    bring_up();
    struct store *store = open_club();
    char *path = path_of(store, 5), *bytes = read_file(path, &size);
    assert_int_equal(stat(path, &stat_of), 0);
    memcpy(strstr(bytes, "Event 05"), "Tneve 05", 8);
    write_file(path, bytes, size);
    assert_int_equal(
        utimensat(AT_FDCWD, path, (struct timespec[2]){stat_of.st_atim, stat_of.st_mtim}, 0), 0);
    store_close(store);
    store = open_club();
    assert_true(store_unchecked(store)); /* the folder is the same */
    assert_string_equal(store_listing(store, 5)->event, "Event 05");
    assert_int_equal(found(store, "event:tneve"), 1); /* a search waits for the truth */
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

/* Files that come, go, or get another name change their folder: it is collected anew. */
static void other_files_are_noticed(void **state)
{
    (void)state;
    char path[800], away[900];
    size_t size;
    age_games();
    bring_up();
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
    bring_up();
    assert_int_equal(rename(away, path), 0);
    store = open_club();
    look_at_all(store);
    assert_int_equal(store_find(store, ids[7]), 7);
    /* and while it is open */
    age_games();
    store_close(store);
    bring_up();
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

/* A folder that has changed - a game gone, one come, one written anew - costs nothing of that: what
 * is kept is shown, and becomes what is there. */
static void a_changed_folder_is_mended(void **state)
{
    (void)state;
    char gone[800], other[800], event[40], text[60];
    struct note why = {.text = ""};
    struct version version, fresh = {0};
    struct record *record, *added = record_new("classical");
    size_t size;
    age_games();
    bring_up();
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
        assert_int_equal(store_count(store), GAMES); /* as it was */
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
            int was = i < 7 ? i : i + 1; /* the one that came is the youngest */
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
                                truth
                              */
        store_close(store);
    }
    /* and what is kept then is what is there */
    age_games();
    bring_up();
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
    /* very many new ones are loaded, not read at once */
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
static void saving_goes_on_meanwhile(void **state)
{
    (void)state;
    struct record *record;
    struct version version;
    struct note why = {.text = ""};
    age_games();
    bring_up();
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

/* Coming back to the list: what changed in place is noticed behind it. */
static void changes_are_noticed_behind(void **state)
{
    (void)state;
    size_t size;
    age_games();
    bring_up();
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
    assert_int_equal(store_load(store, 9, &record, NULL, NULL, NULL), 0); /* opened before the list
                                                                             has seen it */
    assert_string_equal(record_text(record, "event.name"), "Event 09");
    record_free(record);
    assert_false(store_refresh_behind(store));
    look_at_all(store);
    assert_true(store_changes(store) != changes);
    assert_string_equal(store_listing(store, 9)->event, "Event 09");
    assert_int_equal(unlink(path), 0);
    assert_true(store_refresh_behind(store)); /* its folder tells */
    look_at_all(store);
    assert_int_equal(store_count(store), GAMES - 1);
    write_file(path, bytes, size);
    free(bytes);
    store_close(store);
}

/* Without the rest of the index, which is made anew: it knows the games that were not looked at
 * again. */
static void the_index_is_made_from_it(void **state)
{
    (void)state;
    char path[400];
    struct index *index;
    age_games();
    bring_up();
    snprintf(path, sizeof path, "%s/.index/v1.sqlite3", club);
    assert_int_equal(unlink(path), 0);
    bring_up();
    struct store *store = open_club();
    assert_true(store_unchecked(store));
    assert_int_equal(index_open(&index, store, false, NULL), 0);
    look_at_all(store);
    assert_false(index_wanted(index, store));
    index_close(index);
    store_close(store);
}

/* Cut off, with any byte changed, of a later format: the same games, and the file is made anew. */
static void it_is_only_a_cache(void **state)
{
    (void)state;
    size_t size;
    age_games();
    bring_up();
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
    bring_up();
    size_t again;
    free(read_file(kept, &again));
    assert_int_equal(again, size);
    free(good);
}

/* What was written within two seconds of being looked at may be written again without looking
 * other: git's rule. */
static void what_was_just_written_is_not_believed(void **state)
{
    const int64_t second = 1000000000, looked = 1700000000 * second;
    (void)state;
    assert_true(file_stamp_tells(&(struct file_stamp){.mtime = looked - 3 * second}, looked));
    assert_false(file_stamp_tells(&(struct file_stamp){.mtime = looked - second}, looked));
    assert_false(file_stamp_tells(&(struct file_stamp){.mtime = looked + second}, looked)); /* a
                                                                                               clock
                                                                                               that
                                                                                               went
                                                                                               back
                                                                                             */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_is_shown_at_once),
        cmocka_unit_test(a_changed_file_is_noticed),
        cmocka_unit_test(other_files_are_noticed),
        cmocka_unit_test(a_changed_folder_is_mended),
        cmocka_unit_test(saving_goes_on_meanwhile),
        cmocka_unit_test(changes_are_noticed_behind),
        cmocka_unit_test(the_index_is_made_from_it),
        cmocka_unit_test(it_is_only_a_cache),
        cmocka_unit_test(what_was_just_written_is_not_believed),
    };
    return cmocka_run_group_tests_name("list", tests, make_club, drop_club);
}
