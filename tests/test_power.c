/* test_power.c - promise R2 for what is taken away: the power is lost after any call of deleting a game or a collection, and what
 * was not flushed with it. What is deleted is there or in the trash, whole; once it was said to be deleted it does not come back. */
#include "config.h"
#include "tests/testing.h"

#include "archive/collection.h"
#include "archive/store.h"
#include "tests/faults/power.h"

#include <limits.h>
#include <unistd.h>

static char top[256], club[PATH_MAX], collection_id[ULID_LENGTH + 1];
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

/* A game, and a collection. */
static struct store *new_club(void)
{
    struct record *record = record_new("classical");
    struct version version = {0};
    struct collection collection;
    struct note why;
    remove_folder(club);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
    struct store *store = open_club();
    memcpy(record->id, game_id, sizeof game_id);
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    line_append(&record->moves, "e4");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
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
        fail_msg("a game that was%s deleted: %s, %s in the trash", acknowledged ? "" : " being", at < 0 ? "gone" : "there",
                 trash ? "and" : "not");
    store_close(store);
}

static void a_deleted_game_stays_deleted(void **state)
{
    struct store *store = new_club();
    struct record *record;
    struct version version;
    struct note why;
    (void)state;
    assert_int_equal(store_load(store, store_find(store, game_id), &record, &version, NULL, &why), 0);
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
    bool there = store_collection_titled(store, "Openings", &collection), trash = in_trash(collection_id);
    if (there)
        collection_clear(&collection);
    if (acknowledged ? there || !trash : !there && !trash)
        fail_msg("a collection that was%s deleted: %s, %s in the trash", acknowledged ? "" : " being", there ? "there" : "gone",
                 trash ? "and" : "not");
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

static int begin(void **state)
{
    (void)state;
    if (!make_quick_folder(top, "power"))
        return -1;
    setenv("HOME", top, 1);
    setenv("XDG_DATA_HOME", top, 1);
    setenv("XDG_CACHE_HOME", top, 1);
    snprintf(club, sizeof club, "%s/club", top);
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
    };
    return cmocka_run_group_tests_name("the power lost while something is deleted", tests, begin, end);
}
