/* test_sidecar.c - a sidecar file is read back as written, or not at all: whichever byte is
 * changed, wherever it is cut, whatever sizes its header promises. A list read from it is valid, or
 * not used. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/summary/summary_table.h"
#include "archive/summary/cache_file.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KIND = 7, GAMES = 30000 /* GAMES: more than a block */, HEAD_MOST = 1024 };

static char top[256];
static struct sidecar_place place = {.prefix = "a."};
static int folder; /* the folder of `place` */
static struct file_stamp of;
static uint32_t names[GAMES], same[GAMES];
static uint8_t zeros[GAMES], odd[5] = {1, 1, 1, 1, 2};

static int make_top(void **state)
{
    struct stat stat;
    (void)state;
    if (!make_quick_folder(top, "sidecar"))
        return -1;
    folder = open(top, O_RDONLY | O_DIRECTORY);
    place.room = room_of_folder(folder, NULL);
    write_file(in_folder(top, "of"), "x", 1);
    struct timespec long_ago[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    if (utimensat(folder, "of", long_ago, 0) < 0 || fstatat(folder, "of", &stat, 0) < 0)
        return -1;
    of = file_stamp_of(&stat);
    for (uint32_t i = 0; i < GAMES; i++) {
        names[i] = i * 2654435761u;
        same[i] = 0x01020304;
    }
    return 0;
}

static int drop_top(void **state)
{
    (void)state;
    room_close(place.room);
    remove_folder(top);
    return 0;
}

/* Parts of several blocks, of less than one, of a few bytes, and an empty one. */
static struct sidecar sample_parts(void)
{
    struct sidecar sidecar = {.kind = KIND, .of = of, .number = {GAMES}};
    sidecar.part[0] = (struct sidecar_part){names, sizeof names};
    sidecar.part[1] = (struct sidecar_part){same, sizeof same};
    sidecar.part[2] = (struct sidecar_part){zeros, sizeof zeros};
    sidecar.part[3] = (struct sidecar_part){odd, sizeof odd};
    sidecar.part[4] = (struct sidecar_part){same, sizeof same};
    sidecar.part[SIDECAR_PARTS - 1] = (struct sidecar_part){same, sizeof *same};
    return sidecar;
}

/* True if all parts are intact. */
static bool is_sound(struct sidecar_map *map)
{
    bool sound = true;
    for (int i = 0; i < SIDECAR_PARTS && sound; i++)
        sound = sidecar_is_sound(map, i, 0, map->sidecar.part[i].size);
    return sound;
}

static void is_read_back(void)
{
    struct sidecar written = sample_parts();
    struct sidecar_map *map = sidecar_open(&place, "list", KIND, &of, NULL);
    assert_non_null(map);
    assert_true(is_sound(map));
    assert_int_equal(map->sidecar.number[0], GAMES);
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        assert_int_equal(map->sidecar.part[i].size, written.part[i].size);
        if (written.part[i].size)
            assert_memory_equal(map->sidecar.part[i].bytes, written.part[i].bytes,
                                written.part[i].size);
    }
    sidecar_close(map);
}

/* True if there is no sidecar, or a part of it is not what was written. */
static bool is_rejected(void)
{
    struct sidecar_map *map = sidecar_open(&place, "list", KIND, &of, NULL);
    bool none = !map || !is_sound(map);
    sidecar_close(map);
    return none;
}

/* True if every part is what it was, although a byte between the parts has changed. */
static bool is_harmless(void)
{
    struct sidecar written = sample_parts();
    struct sidecar_map *map = sidecar_open(&place, "list", KIND, &of, NULL);
    bool same_parts = map != NULL;
    for (int i = 0; i < SIDECAR_PARTS && same_parts; i++)
        same_parts = !written.part[i].size || !memcmp(map->sidecar.part[i].bytes,
                                                      written.part[i].bytes, written.part[i].size);
    sidecar_close(map);
    return same_parts;
}

static void a_sidecar_is_read_as_written(void **state)
{
    struct sidecar sidecar = sample_parts();
    (void)state;
    assert_int_equal(sidecar_write(&place, "list", &sidecar, NULL), 0);
    is_read_back();
}

/* The next write removes what a killed writer left, but not what may still be being written. */
static void leftovers_of_killed_writers_are_removed(void **state)
{
    struct sidecar sidecar = sample_parts();
    char name[4][80];
    pid_t gone = fork();
    (void)state;
    if (gone == 0)
        _exit(0);
    assert_int_equal(waitpid(gone, NULL, 0), gone);
    const struct {
        long process, rested;
        bool stays;
    } left[] = {{gone, 120, false}, {gone, 0, true}, {getppid(), 120, true}, {1, 7200, false}};
    for (int i = 0; i < 4; i++) {
        snprintf(name[i], sizeof name[i], ".a.list%d.%ld.tmp", i, left[i].process);
        write_file(in_folder(top, name[i]), "x", 1);
        struct timespec at[2] = {{.tv_sec = time(NULL) - left[i].rested},
                                 {.tv_sec = time(NULL) - left[i].rested}};
        assert_int_equal(utimensat(folder, name[i], at, 0), 0);
    }
    assert_int_equal(sidecar_write(&place, "list", &sidecar, NULL), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(faccessat(folder, name[i], F_OK, 0) == 0, left[i].stays);
        unlinkat(folder, name[i], 0);
    }
    is_read_back();
}

/* A file that changed just when its sidecar was made may have changed once more in that moment, so
 * the sidecar is not trusted. Nor is one of another user (only root can test that). */
static void recent_sidecars_and_those_of_others_are_not_trusted(void **state)
{
    enum { NOBODY_ID = 65534 };
    struct sidecar sidecar = sample_parts();
    struct file_stamp old = of;
    (void)state;
    of.mtime = file_now();
    sidecar.of = of;
    assert_int_equal(sidecar_write(&place, "list", &sidecar, NULL), 0);
    assert_true(is_rejected());
    of = sidecar.of = old;
    assert_int_equal(sidecar_write(&place, "list", &sidecar, NULL), 0);
    is_read_back();
    if (geteuid() == 0) {
        assert_int_equal(chown(in_folder(top, "a.list"), NOBODY_ID, NOBODY_ID), 0);
        assert_true(is_rejected());
    }
}

static void no_changed_byte_is_trusted(void **state)
{
    struct sidecar sidecar = sample_parts();
    size_t size;
    (void)state;
    assert_int_equal(sidecar_write(&place, "list", &sidecar, NULL), 0);
    char *bytes = read_file(in_folder(top, "a.list"), &size);
    for (size_t at = 0; at < size; at += at < HEAD_MOST || at + 64 > size ? 1 : 97) {
        bytes[at] ^= 0x10;
        write_file(in_folder(top, "a.list"), bytes, size);
        assert_true(is_rejected() || is_harmless());
        bytes[at] ^= 0x10;
        write_file(in_folder(top, "a.list"), bytes, at);
        assert_true(is_rejected());
    }
    write_file(in_folder(top, "a.list"), bytes, size);
    is_read_back();
    free(bytes);
}

/* True if a catalog is accepted when read back from a file. */
static bool is_accepted(const struct catalog *catalog)
{
    struct sidecar sidecar = {.kind = KIND, .of = of};
    struct catalog again = {0};
    assert_int_equal(catalog_write(catalog, &place, "list", &sidecar), 0);
    struct sidecar_map *map = sidecar_open(&place, "list", KIND, &of, catalog_look);
    assert_non_null(map);
    if (!catalog_open(&again, map, NULL, NULL)) {
        sidecar_close(map);
        return false;
    }
    bool taken = catalog_take(&again);
    catalog_clear(&again);
    return taken;
}

/* A list is rejected if a game refers to a text outside the pool, whichever game it is and however
 * far outside, and also if all do. */
static void texts_are_within_the_pool(void **state)
{
    enum { LISTED = 21 };
    struct catalog catalog = {0};
    struct listing listing = {.variant = "classical",
                              .event = "Open",
                              .site = "",
                              .round = "",
                              .date = "",
                              .score = "*",
                              .eco = "",
                              .facts = "",
                              .why = "",
                              .players = 2,
                              .player = {"Ana", "Bo", ""},
                              .side = "wb"};
    (void)state;
    for (int i = 0; i < LISTED; i++)
        catalog_add(&catalog, &listing);
    assert_true(is_accepted(&catalog));
    const uint32_t pool = (uint32_t)catalog.pool_used,
                   far[] = {pool, pool + 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t k = 0; k < sizeof far / sizeof *far; k++)
        for (int c = 0; c < CATALOG_TEXTS; c++) {
            uint32_t *text = catalog.column[c], was = *text;
            for (int i = 0; i < LISTED; i++) {
                text[i] = far[k];
                assert_false(is_accepted(&catalog));
                text[i] = was;
            }
            for (int i = 0; i < LISTED; i++)
                text[i] = far[k];
            assert_false(is_accepted(&catalog));
            for (int i = 0; i < LISTED; i++)
                text[i] = was;
        }
    ((uint32_t *)catalog.column[CATALOG_EVENT])[0] = pool - 1;
    assert_true(is_accepted(&catalog));
    catalog_clear(&catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sidecar_is_read_as_written),
        cmocka_unit_test(leftovers_of_killed_writers_are_removed),
        cmocka_unit_test(recent_sidecars_and_those_of_others_are_not_trusted),
        cmocka_unit_test(no_changed_byte_is_trusted),
        cmocka_unit_test(texts_are_within_the_pool),
    };
    return cmocka_run_group_tests_name("sidecar", tests, make_top, drop_top);
}
