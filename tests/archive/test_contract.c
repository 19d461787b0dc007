/* test_contract.c - what store.h promises, on every kind of store that can be saved in and has
 * rooms: a folder, and the memory of the test. */
#include "config.h"
#include "tests/support/club.h"

#include "archive/search/collection.h"
#include "archive/store/backend.h"
#include "archive/store/edit_history.h"
#include "archive/store/memory/game_memory.h"
#include "archive/store/pack/pack_writer.h"

#include <limits.h>

static const char *where; /* the place of the stores */

static int in_a_folder(void **state)
{
    struct note why = {0};
    if (make_top(state) < 0 || store_create(in_top("club"), "Club archive", &why) < 0)
        return -1;
    static char path[512];
    snprintf(path, sizeof path, "%s", in_top("club"));
    where = path;
    return 0;
}

static int in_memory(void **state)
{
    if (make_top(state) < 0)
        return -1;
    stores_also(&memory_store);
    where = "memory:club";
    return 0;
}

static int leave(void **state)
{
    memory_store_clear();
    stores_also(NULL);
    return drop_top(state);
}

static struct store *open_as(const char *user, bool read_only)
{
    struct store *store = NULL;
    struct note why = {0};
    struct store_options options = {.user = user, .read_only = read_only};
    if (store_open(&store, where, &options, &why) < 0)
        fail_msg("%s: %s", where, why.text);
    store_scan(store, INT_MAX);
    return store;
}

static void a_saved_game_is_listed_and_read_back(void **state)
{
    (void)state;
    struct store *store = open_as("ana", false);
    struct version version = {0}, loaded;
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    assert_int_equal(record->rev, 1);
    line_append(&record->moves, "Nf3");
    must_save(store, record, &version);
    assert_int_equal(record->rev, 2);
    assert_int_equal(store_count(store), 1);
    assert_int_equal(store_listing(store, 0)->plies, 3);
    struct record *again = must_load(store, record->id, &loaded);
    assert_true(record_same(record, again));
    assert_memory_equal(loaded.hash, version.hash, sizeof version.hash);
    store_close(store);
    store = open_as("ivo", false);
    assert_int_equal(store_count(store), 1);
    assert_string_equal(store_listing(store, 0)->player[0], "Ana");
    store_close(store);
    record_free(again);
    record_free(record);
}

/* Promise R6: nobody overwrites what somebody else has saved meanwhile. */
static void changes_of_others_are_never_overwritten(void **state)
{
    (void)state;
    struct store *ana = open_as("ana", false), *ivo = open_as("ivo", false);
    struct version mine = {0}, theirs, none = {0};
    struct note why = {0};
    struct record *record = new_game("Ana"), *other;
    must_save(ana, record, &mine);
    assert_int_equal(store_find(ivo, record->id), -1);
    assert_true(store_refresh(ivo));
    store_scan(ivo, INT_MAX);
    other = must_load(ivo, record->id, &theirs);
    line_append(&other->moves, "Nf3");
    must_save(ivo, other, &theirs);
    line_append(&record->moves, "d4");
    assert_int_equal(store_save(ana, record, &mine, &why), FAIL_CONFLICT);
    assert_int_equal(record->rev, 1);
    assert_int_equal(store_remove(ana, record->id, &mine, &why), FAIL_CONFLICT);
    assert_int_equal(store_save(ana, record, &none, &why), FAIL_CONFLICT); /* the id exists */
    assert_true(store_refresh(ana));
    assert_false(store_refresh(ana));
    record_free(record);
    record = must_load(ana, other->id, &mine);
    assert_true(record_same(record, other));
    store_close(ana);
    store_close(ivo);
    record_free(record);
    record_free(other);
}

/* The list has the games in the order of their ids, whoever saves and removes them. */
static void the_list_follows_every_change(void **state)
{
    (void)state;
    enum { GAMES = 5 };
    struct store *ana = open_as("ana", false), *ivo = open_as("ivo", false);
    struct record *record[GAMES];
    struct version version[GAMES] = {0};
    for (int i = 0; i < GAMES; i++)
        record[i] = new_game("Ana");
    static const int order[] = {3, 0, 4, 1, 2};
    for (int i = 0; i < GAMES; i++)
        must_save(i % 2 ? ivo : ana, record[order[i]], &version[order[i]]);
    for (int k = 0; k < 2; k++) {
        struct store *store = k ? ivo : ana;
        store_refresh(store);
        store_scan(store, INT_MAX);
        assert_int_equal(store_count(store), GAMES);
        for (int i = 1; i < GAMES; i++)
            assert_true(strcmp(store_listing(store, i - 1)->id, store_listing(store, i)->id) < 0);
    }
    assert_int_equal(store_remove(ana, record[1]->id, &version[1], &(struct note){0}), 0);
    assert_int_equal(store_find(ana, record[1]->id), -1);
    assert_int_equal(store_count(ana), GAMES - 1);
    assert_true(store_refresh(ivo));
    store_scan(ivo, INT_MAX);
    assert_int_equal(store_count(ivo), GAMES - 1);
    struct room *trash = store_room(ana, ROOM_OF_TRASH, false);
    char name[60];
    assert_non_null(trash);
    snprintf(name, sizeof name, "%s.1.yaml", record[1]->id);
    assert_true(room_has(trash, name));
    room_close(trash);
    for (int i = 0; i < GAMES; i++)
        record_free(record[i]);
    store_close(ana);
    store_close(ivo);
}

static void a_store_opened_for_reading_saves_nothing(void **state)
{
    (void)state;
    struct store *store = open_as("ana", true);
    struct version version = {0};
    struct note why = {0};
    struct record *record = new_game("Ana");
    assert_int_equal(store_save(store, record, &version, &why), FAIL_SYSTEM);
    assert_string_equal(why.text, "the archive is read only: it was opened only for reading");
    assert_null(store_room(store, "collections", true));
    store_close(store);
    record_free(record);
}

/* A draft has one holder, comes back with its base, and is gone when it is dropped. */
static void drafts_are_kept_and_held(void **state)
{
    (void)state;
    struct store *ana = open_as("ana", false), *again = open_as("ana", false),
                 *ivo = open_as("ivo", false);
    struct version version = {0}, from;
    struct note why = {0};
    struct record *record = new_game("Ana"), *draft;
    char(*ids)[ULID_LENGTH + 1], name[STORE_DRAFT_NAME_ROOM];
    must_save(ana, record, &version);
    assert_int_equal(store_draft_keep_base(ana, record, &version, &why), 0);
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_draft_save(ana, record, &version, &why), 0);
    assert_int_equal(store_draft_log(ana, record->id, "one", 3, true, &why), 0);
    assert_int_equal(store_draft_log(ana, record->id, "two", 3, false, &why), 0);
    store_draft_name(ana, record->id, name, sizeof name);
    assert_int_equal(strncmp(name, "drafts/ana/", 11), 0);
    assert_int_equal(store_draft_load(again, record->id, &draft, &from, &why), FAIL_NAME);
    assert_int_equal(store_draft_load(ivo, record->id, &draft, &from, &why), FAIL_NAME);
    store_draft_leave(ana, record->id);
    assert_true(store_draft_more(again, record->id));
    assert_int_equal(store_draft_load(again, record->id, &draft, &from, &why), 0);
    assert_true(record_same(draft, record));
    assert_memory_equal(from.hash, version.hash, sizeof from.hash);
    record_free(draft);
    assert_int_equal(store_draft_base(again, record->id, &draft, &from, &why), 0);
    assert_int_equal(draft->moves.n, 2);
    record_free(draft);
    char *log;
    size_t size;
    assert_int_equal(store_draft_log_read(again, record->id, 100, &log, &size, &why), 0);
    assert_int_equal(size, 6);
    assert_memory_equal(log, "onetwo", 6);
    free(log);
    assert_int_equal(store_drafts(ana, &ids), 1);
    free(ids);
    store_draft_drop(again, record->id);
    assert_int_equal(store_drafts(ana, &ids), 0);
    free(ids);
    store_close(ana);
    store_close(again);
    store_close(ivo);
    record_free(record);
}

/* The undo history of a game is kept until the game is deleted; the oldest of too many goes. */
static void histories_are_kept(void **state)
{
    (void)state;
    struct store *store = open_as("ana", false);
    struct note why = {0};
    char(*id)[ULID_LENGTH + 1] = memory_new(STORE_PAST_GAMES + 2, sizeof *id), *bytes;
    size_t size;
    int kept = 0;
    for (int i = 0; i < STORE_PAST_GAMES + 2; i++) {
        ulid_new(id[i]);
        assert_int_equal(store_past_save(store, id[i], "abc", 3, &why), 0);
    }
    for (int i = 0; i < STORE_PAST_GAMES + 2; i++)
        if (store_past_read(store, id[i], &bytes, &size, &why) == 0) {
            kept++;
            assert_int_equal(size, 3);
            free(bytes);
        }
    assert_int_equal(kept, STORE_PAST_GAMES);
    store_past_drop(store, id[STORE_PAST_GAMES + 1]);
    assert_int_equal(store_past_read(store, id[STORE_PAST_GAMES + 1], &bytes, &size, &why),
                     FAIL_NAME);
    free(id);
    store_close(store);
}

static void collections_are_kept(void **state)
{
    (void)state;
    struct store *store = open_as("ana", false), *other = open_as("ivo", false);
    struct collection collection, again;
    struct note why = {0};
    char(*ids)[ULID_LENGTH + 1], id[ULID_LENGTH + 1];
    ulid_new(id);
    collection_begin(&collection, "Mates", "ana");
    collection_add(&collection, id, NULL, "3");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    assert_int_equal(store_collections(other, &ids), 1);
    assert_int_equal(store_collection_load(other, ids[0], &again, NULL, &why), 0);
    assert_string_equal(collection_item(&again, 0).game, id);
    collection_set(&again, "title", "Better mates");
    assert_int_equal(store_collection_save(other, &again, &why), 0);
    assert_int_equal(store_collection_save(store, &collection, &why), FAIL_CONFLICT);
    assert_int_equal(store_collection_remove(other, &again, &why), 0);
    free(ids);
    assert_int_equal(store_collections(store, &ids), 0);
    free(ids);
    collection_clear(&collection);
    collection_clear(&again);
    store_close(store);
    store_close(other);
}

/* A pack belongs to any store that has rooms: it is listed after the games, and a game of it that
 * is changed is copied out, which hides it in the pack. */
static void packs_lie_beside_the_games(void **state)
{
    (void)state;
    enum { PACKED = 3 };
    struct store *store = open_as("ana", false), *other;
    struct version version = {0};
    struct note why = {0};
    struct pack_writer *writer;
    struct pack_mark mark;
    char id[PACKED][ULID_LENGTH + 1];
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    record_free(record);
    if (pack_writer_begin(&writer, store, "many", "", &mark, &why) < 0)
        fail_msg("%s", why.text);
    for (int i = 0; i < PACKED; i++) {
        record = new_game("Mia");
        memcpy(id[i], record->id, sizeof id[i]);
        assert_int_equal(pack_writer_add(writer, record, &why), 0);
        record_free(record);
    }
    assert_int_equal(pack_writer_end(writer, &why), 0);
    store_scan(store, INT_MAX);
    assert_int_equal(store_count(store), 1 + PACKED);
    assert_true(store_is_packed(store, store_find(store, id[1])));
    other = open_as("ivo", false);
    assert_int_equal(store_count(other), 1 + PACKED);
    record = must_load(store, id[1], &version);
    assert_int_equal(store_remove(store, id[1], &version, &why), FAIL_RULE);
    line_append(&record->moves, "Nf3");
    must_save(store, record, &version);
    assert_int_equal(store_count(store), 1 + PACKED);
    assert_false(store_is_packed(store, store_find(store, id[1])));
    store_look_in_packs(other, id[1]);
    assert_false(store_is_packed(other, store_find(other, id[1])));
    assert_int_equal(pack_writer_begin(&writer, store, "many", "", &mark, &why), FAIL_CONFLICT);
    record_free(record);
    store_close(store);
    store_close(other);
}

static bool go_on(void *argument, size_t bytes)
{
    (void)argument, (void)bytes;
    return true;
}

static void imported_files_are_kept(void **state)
{
    static const char sha256[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    (void)state;
    struct store *store = open_as("ana", false);
    struct note why = {0};
    char bytes[4] = "";
    write_file(in_top("file"), "abc", 3);
    int fd = open(in_top("file"), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    store_import_rooms(store);
    assert_int_equal(store_import_state(store, sha256), IMPORT_NONE);
    assert_int_equal(store_import_begin(store, sha256, fd, false, go_on, NULL, &why), 0);
    assert_int_equal(store_import_state(store, sha256), IMPORT_BEGUN);
    assert_int_equal(store_import_done(store, sha256, &why), 0);
    assert_int_equal(store_import_state(store, sha256), IMPORT_DONE);
    close(fd);
    fd = store_import_open(store, sha256);
    assert_int_equal(read(fd, bytes, sizeof bytes), 3);
    assert_string_equal(bytes, "abc");
    close(fd);
    store_close(store);
}

#define CASES(setup, place)                                                                       \
    {"a saved game is listed and read back, " place, a_saved_game_is_listed_and_read_back, setup, \
     leave, NULL},                                                                                \
        {"changes of others are never overwritten, " place,                                       \
         changes_of_others_are_never_overwritten, setup, leave, NULL},                            \
        {"the list follows every change, " place, the_list_follows_every_change, setup, leave,    \
         NULL},                                                                                   \
        {"a store opened for reading saves nothing, " place,                                      \
         a_store_opened_for_reading_saves_nothing, setup, leave, NULL},                           \
        {"drafts are kept and held, " place, drafts_are_kept_and_held, setup, leave, NULL},       \
        {"histories are kept, " place, histories_are_kept, setup, leave, NULL},                   \
        {"collections are kept, " place, collections_are_kept, setup, leave, NULL},               \
        {"packs lie beside the games, " place, packs_lie_beside_the_games, setup, leave, NULL},   \
    {                                                                                             \
        "imported files are kept, " place, imported_files_are_kept, setup, leave, NULL            \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASES(in_a_folder, "in a folder"),
#ifdef __linux__ /* rooms in memory need memfd_create() */
        CASES(in_memory, "in memory"),
#endif
    };
    return cmocka_run_group_tests_name("contract of stores", tests, NULL, NULL);
}
