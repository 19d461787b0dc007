/* test_power.c - promise R2 for deletions, and for new folders.
 *
 * The power fails after any call while a game or a collection is deleted, an archive created, or a
 * first draft saved, and everything not flushed is lost. A deleted item is in its place or in the
 * trash, whole; once the deletion was reported, it does not come back. What was reported as saved
 * exists, with all folders above it. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/search/collection.h"
#include "archive/store/store.h"
#include "tests/faults/faults.h"
#include "tests/faults/power.h"
#include "tui/session/archive/bookmarks.h"

#include <limits.h>
#include <unistd.h>

static char top[256], club[PATH_MAX], disk[300], collection_id[ULID_LENGTH + 1];
static const char game_id[] = "01JD9T4W8M6Q2R7XK5V3B0N1H0";

static struct store *open_club(void)
{
    struct store *store;
    struct note why;
    if (store_open(&store, club, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s", why.text);
    store_scan(store, INT_MAX);
    return store;
}

static struct record *new_game(void)
{
    struct record *record = record_new("classical");
    memcpy(record->id, game_id, sizeof game_id);
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    line_append(&record->moves, "e4");
    return record;
}

static void save_game(struct store *store)
{
    struct record *record = new_game();
    struct version version = {0};
    struct note why;
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
}

/* A club with a game and a collection. */
static struct store *new_club(void)
{
    struct collection collection;
    struct note why;
    remove_folder(club);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
    struct store *store = open_club();
    save_game(store);
    collection_begin(&collection, "Openings", "ana");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    snprintf(collection_id, sizeof collection_id, "%s", collection_text(&collection, "id"));
    collection_clear(&collection);
    return store;
}

static bool in_trash(const char *id)
{
    char path[PATH_MAX + 100];
    snprintf(path, sizeof path, "%s/trash/%s.1.yaml", club, id);
    return access(path, R_OK) == 0;
}

static void look_for_game(int acknowledged)
{
    struct store *store = open_club();
    int at = store_find(store, game_id);
    bool trash = in_trash(game_id);
    assert_true(at < 0 || !store_listing(store, at)->damaged);
    if (acknowledged ? at >= 0 || !trash : at < 0 && !trash)
        fail_msg("a game that was%s deleted: %s, %s in the trash", acknowledged ? "" : " being",
                 at < 0 ? "gone" : "there", trash ? "and" : "not");
    store_close(store);
}

static void a_deleted_game_stays_deleted(void **state)
{
    struct store *store = new_club();
    struct record *record;
    struct version version;
    struct note why;
    (void)state;
    assert_int_equal(store_load(store, store_find(store, game_id), &record, &version, NULL, &why),
                     0);
    record_free(record);
    power_begin(club);
    assert_int_equal(store_remove(store, game_id, &version, &why), 0);
    power_acknowledge();
    assert_true(power_end() > 3);
    store_close(store);
    assert_true(power_replay(look_for_game) > 10);
}

static void look_for_collection(int acknowledged)
{
    struct store *store = open_club();
    struct collection collection;
    bool there = store_collection_titled(store, "Openings", &collection),
         trash = in_trash(collection_id);
    if (there)
        collection_clear(&collection);
    if (acknowledged ? there || !trash : !there && !trash)
        fail_msg("a collection that was%s deleted: %s, %s in the trash",
                 acknowledged ? "" : " being", there ? "there" : "gone", trash ? "and" : "not");
    store_close(store);
}

static void a_deleted_collection_stays_deleted(void **state)
{
    struct store *store = new_club();
    struct collection collection;
    struct note why;
    (void)state;
    assert_true(store_collection_titled(store, "Openings", &collection));
    power_begin(club);
    assert_int_equal(store_collection_remove(store, &collection, &why), 0);
    power_acknowledge();
    assert_true(power_end() > 3);
    collection_clear(&collection);
    store_close(store);
    assert_true(power_replay(look_for_collection) > 10);
}

/* ------------------------------------------------------------------------- new folders */

static void new_disk(void)
{
    remove_folder(disk);
    assert_int_equal(mkdir(disk, 0700), 0);
}

/* The creation of the archive is acknowledged first, then the save of a game. */
static void look_for_new(int acknowledged)
{
    struct store *store = NULL;
    struct note why;
    if (store_open(&store, place_own(), &(struct store_options){.user = "ana"}, &why) < 0) {
        if (acknowledged)
            fail_msg("an archive that was made is none: %s", why.text);
        return;
    }
    store_scan(store, INT_MAX);
    int at = store_find(store, game_id);
    assert_true(at < 0 || !store_listing(store, at)->damaged);
    if (acknowledged > 1 && at < 0)
        fail_msg("a game that was saved is not there");
    store_close(store);
}

static void a_new_archive_survives_with_all_folders_above_it(void **state)
{
    struct store *store;
    struct note why;
    (void)state;
    new_disk();
    setenv("XDG_DATA_HOME", in_folder(disk, "a/b"), 1);
    power_begin(disk);
    assert_int_equal(place_own_make(&why), 0); /* a/b/chesscade/games */
    power_acknowledge();
    assert_int_equal(store_open(&store, place_own(), &(struct store_options){.user = "ana"}, &why),
                     0);
    save_game(store);
    power_acknowledge();
    assert_true(power_end() > 10);
    store_close(store);
    assert_true(power_replay(look_for_new) > 100);
    setenv("XDG_DATA_HOME", top, 1);
}

/* In a folder that exists already, made by a user who did not flush it either. */
static void a_new_archive_in_an_empty_folder_survives(void **state)
{
    struct note why;
    (void)state;
    new_disk();
    setenv("XDG_DATA_HOME", disk, 1);
    power_begin(disk);
    assert_int_equal(mkdir(in_folder(disk, "chesscade"), 0700) | mkdir(place_own(), 0700), 0);
    int folder = open(disk, O_RDONLY | O_DIRECTORY);
    assert_int_equal(fsync(folder), 0);
    close(folder);
    assert_int_equal(store_create(place_own(), "Games", &why), 0);
    power_acknowledge();
    assert_true(power_end() > 5);
    assert_true(power_replay(look_for_new) > 10);
    setenv("XDG_DATA_HOME", top, 1);
}

static int create_with(enum fault fault, int at, int error)
{
    struct note why = {{0}, -1};
    new_disk();
    faults_begin(fault, at, error);
    int result = store_create(in_folder(disk, "club"), "Club", &why);
    faults_end();
    assert_true(result == 0 || why.text[0]);
    return result;
}

/* A folder cannot be flushed: if the file system never can, that does not matter; an error of the
 * disk is reported. */
static void a_disk_error_while_creating_an_archive_is_reported(void **state)
{
    int flushes = 0;
    (void)state;
    assert_int_equal(create_with(FAULT_NONE, 0, 0), 0);
    char *calls = memory_text(faults_log());
    for (int i = 0; calls[i]; i++)
        if (calls[i] == 'D') {
            assert_int_equal(create_with(FAULT_ERROR, i + 1, EINVAL), 0);
            assert_int_equal(create_with(FAULT_ERROR, i + 1, EIO), FAIL_SYSTEM);
            flushes++;
        }
    free(calls);
    assert_int_equal(flushes, 2); /* the archive's own folder, and the one above */
}

/* In that case the whole disk is flushed, if possible. */
static void an_archive_survives_below_an_unreadable_folder(void **state)
{
    (void)state;
    new_disk();
    give_up_rights(top);
    assert_int_equal(chmod(disk, 0300), 0);
    struct note why = {{0}, -1};
    faults_begin(FAULT_NONE, 0, 0);
    int result = store_create(in_folder(disk, "club"), "Club", &why);
    faults_end();
    chmod(disk, 0700);
    take_rights_back(top);
    assert_int_equal(result, 0);
#ifdef HAVE_SYNCFS
    assert_non_null(strchr(faults_log(), 'F'));
#endif
}

static void look_for_draft(int acknowledged)
{
    struct store *store = NULL;
    struct record *record = NULL;
    struct version version;
    struct note why;
    assert_int_equal(
        store_open(&store, club, &(struct store_options){.user = "ana", .read_only = true}, &why),
        0);
    int result = store_draft_load(store, game_id, &record, &version, &why);
    if (acknowledged && result < 0)
        fail_msg("a draft that was kept is lost: %s", why.text);
    if (result == 0)
        record_free(record);
    store_close(store);
}

/* Drafts of an archive that cannot be written are in the user's own folder: ~/.local/state, or
 * $XDG_STATE_HOME. */
static void the_first_draft_in_the_users_folder_survives(void **state)
{
    (void)state;
    store_close(new_club());
    for (int named = 0; named < 2; named++) {
        struct store *store = NULL;
        struct record *record = new_game();
        struct version version = {0};
        struct note why;
        new_disk();
        if (named)
            setenv("XDG_STATE_HOME", in_folder(disk, "state"), 1);
        setenv("HOME", disk, 1);
        assert_int_equal(store_open(&store, club,
                                    &(struct store_options){.user = "ana", .read_only = true},
                                    &why),
                         0);
        power_begin(disk);
        assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        power_acknowledge();
        assert_true(power_end() > 5);
        record_free(record);
        store_close(store);
        assert_true(power_replay(look_for_draft) > 10);
    }
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", top, 1);
}

static int begin(void **state)
{
    (void)state;
    if (!make_quick_home(top, "power"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(disk, sizeof disk, "%s/disk", top);
    return 0;
}

static int end(void **state)
{
    (void)state;
    power_tell();
    remove_folder(top);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deleted_game_stays_deleted),
        cmocka_unit_test(a_deleted_collection_stays_deleted),
        cmocka_unit_test(a_new_archive_survives_with_all_folders_above_it),
        cmocka_unit_test(a_new_archive_in_an_empty_folder_survives),
        cmocka_unit_test(a_disk_error_while_creating_an_archive_is_reported),
        cmocka_unit_test(an_archive_survives_below_an_unreadable_folder),
        cmocka_unit_test(the_first_draft_in_the_users_folder_survives),
    };
    return cmocka_run_group_tests_name("the power lost while something is deleted, or new", tests,
                                       begin, end);
}
