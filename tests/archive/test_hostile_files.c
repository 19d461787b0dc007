/* test_hostile_files.c - files in an archive that are not what their names say, cannot be read, or
 * change while they are read. docs/robustness.md has the list; malicious games are in
 * test_hostile.c and test_hostile_games.c. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/store/store.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[] = "/tmp/chesscade-hostile-XXXXXX";
static const char sound[] =
    "chesscade: 1\nid: '%s'\nrev: 7\nvariant: 'classical'\nnotation: 'san'\n"
    "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n";

static const char *in_games(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/club/games/2024/11/%s", top, name);
    return path;
}

static void make_archive(void)
{
    struct store *store = NULL;
    struct note why;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/club", top);
    if (store_create(path, "Club", &why) < 0 || store_open(&store, path, NULL, &why) < 0)
        fail_msg("%s", why.text);
    store_close(store);
    static const char *const folders[] = {"games", "games/2024", "games/2024/11"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/club/%s", top, folders[i]);
        if (mkdir(path, 0700) < 0 && access(path, X_OK) < 0)
            fail_msg("%s", path);
    }
}

/* No file with the name of a game stops the list, hangs it, or leads out of the archive. */
static void files_that_are_not_games_are_listed_as_damaged(void **state)
{
    static const char *const ids[] = {"01JD9T4W8M6Q2R7XK5V3B0N1H0", "01JD9T4W8M6Q2R7XK5V3B0N1H1",
                                      "01JD9T4W8M6Q2R7XK5V3B0N1H2", "01JD9T4W8M6Q2R7XK5V3B0N1H3",
                                      "01JD9T4W8M6Q2R7XK5V3B0N1H4", "01JD9T4W8M6Q2R7XK5V3B0N1H5",
                                      "01JD9T4W8M6Q2R7XK5V3B0N1H6"};
    enum { IDS = sizeof ids / sizeof *ids };
    char name[IDS][40], text[1000], outside[PATH_MAX], path[PATH_MAX];
    struct note why;
    struct store *store;
    (void)state;
    make_archive();
    for (int i = 0; i < IDS; i++)
        snprintf(name[i], sizeof name[i], "%s.yaml", ids[i]);
    snprintf(text, sizeof text, sound, ids[0]);
    write_file(in_games(name[0]), text, strlen(text));            /* a valid game */
    assert_int_equal(mkdir(in_games(name[1]), 0700), 0);          /* a folder */
    assert_int_equal(mkfifo(in_games(name[2]), 0600), 0);         /* a pipe without a writer */
    assert_int_equal(symlink("/dev/zero", in_games(name[3])), 0); /* a device, by a link */
    write_file(in_games(name[4]), "", 0);                         /* an empty file */
    write_file(in_games(name[5]), "", 0);
    assert_int_equal(truncate(in_games(name[5]), (off_t)8 << 30), 0); /* 8 GB of holes */
    snprintf(outside, sizeof outside, "%s/outside", top);
    write_file(outside, text, strlen(text));
    assert_int_equal(link(outside, in_games(name[6])), 0); /* a hard link, with another game's id */
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    store_scan(store, 100);
    assert_int_equal(store_count(store), IDS);
    for (int i = 0; i < IDS; i++) {
        const struct listing *listing = store_listing(store, store_find(store, ids[i]));
        struct record *record;
        if (listing->damaged != (i > 0))
            fail_msg("%s: %s", ids[i], listing->damaged ? listing->why : "is not damaged");
        assert_true(i == 0 || listing->why[0]);
        int result = store_load(store, store_find(store, ids[i]), &record, NULL, NULL, &why);
        if (result == 0 && i > 0 && i != 6) /* the last one is whole but a different game: it is
                                               read and reported as damaged */
            fail_msg("%s is loaded", ids[i]);
        if (result == 0)
            record_free(record);
        else
            assert_true(why.text[0]);
    }
    store_close(store);
}

/* A copy that another program made beside a game, or a file with a long name, belongs to no game:
 * it has no id, so it cannot be mistaken for the game. */
static void copies_are_not_mistaken_for_the_game(void **state)
{
    static const char id[] = "01JD9T4W8M6Q2R7XK5V3B0N1H0";
    static const struct {
        const char *name, *says;
    } rows[] = {
        {"01JD9T4W8M6Q2R7XK5V3B0N1H0 (copy of yesterday).yaml",
         "the file name is too long: a game's file"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H0 2.yaml",
         "its id is 01JD9T4W8M6Q2R7XK5V3B0N1H0, but the file is named"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H0.yaml.yaml", "the file name is too long: a game's file"},
        {"x.yaml", "its id is 01JD9T4W8M6Q2R7XK5V3B0N1H0, but the file is named x.yaml"},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    char text[1000], path[PATH_MAX];
    struct store *store;
    struct note why;
    bool told[ROWS] = {false};
    (void)state;
    make_archive();
    snprintf(text, sizeof text, sound, id);
    write_file(in_games("01JD9T4W8M6Q2R7XK5V3B0N1H0.yaml"), text, strlen(text));
    for (int i = 0; i < ROWS; i++)
        write_file(in_games(rows[i].name), text, strlen(text));
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    store_scan(store, 100);
    assert_int_equal(store_count(store), ROWS + 1);
    for (int at = 0; at < ROWS + 1; at++) {
        const struct listing *listing = store_listing(store, at);
        assert_int_equal(listing->damaged, at != store_find(store, id));
        assert_string_equal(listing->id, listing->damaged ? "" : id);
        for (int i = 0; i < ROWS && listing->damaged; i++)
            told[i] = told[i] || !strncmp(listing->why, rows[i].says, strlen(rows[i].says));
    }
    for (int i = 0; i < ROWS; i++)
        if (!told[i])
            fail_msg("%s is not told", rows[i].name);
    store_close(store);
}

/* The store follows no link, not even one in the place of a folder, and reports that its games are
 * missing from the list. */
static void linked_folders_are_reported(void **state)
{
    static const struct {
        const char *name; /* below the archive */
        bool link;
        const char *says;
    } rows[] = {
        {"games/2023", true, "the folder games/2023 cannot be read: it is a symbolic link"},
        {"games/2024/12", true, "the folder games/2024/12 cannot be read: it is a symbolic link"},
        {"games/2022", false, ""}, /* a file there has no games */
        {"packs", true, "the packs cannot be read: it is not a folder"},
        {"packs", false, "the packs cannot be read: it is not a folder"},
    };
    char path[PATH_MAX], name[PATH_MAX + 40];
    struct store *store;
    struct note why;
    (void)state;
    make_archive();
    snprintf(path, sizeof path, "%s/club", top);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(name, sizeof name, "%s/%s", path, rows[i].name);
        if (rows[i].link)
            assert_int_equal(symlink(top, name), 0);
        else
            write_file(name, "x", 1);
        assert_int_equal(store_open(&store, path, NULL, &why), 0);
        store_scan(store, 100);
        assert_string_equal(store_unread(store), rows[i].says);
        store_close(store);
        assert_int_equal(unlink(name), 0);
    }
}

/* An error names a line if the file has one, and otherwise none. */
static void an_error_names_an_existing_line(void **state)
{
    static const struct {
        const char *manifest, *says;
    } rows[] = {
        {"chesscade: 1\nkind: 'game'\nid: '01JD9TD0V4Z8C2F6J0M4Q8T2W6'\n",
         "archive.yaml, line 2, column 7: its archive.yaml does not say 'kind: archive'"},
        {"chesscade: 1\nid: 'x'\n", "archive.yaml, line 2, column 5: 'id' should be"},
        {"", "archive.yaml, line 1, column 1: the file contains no data"},
    };
    char path[PATH_MAX], words[PLACE_ROOM];
    struct note why;
    struct store *store;
    (void)state;
    make_archive();
    assert_string_equal(place_words((struct place){0}, words), "");
    assert_string_equal(place_words((struct place){INT_MAX, 65535}, words),
                        "line 2147483647, column 65535: ");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(path, sizeof path, "%s/club/archive.yaml", top);
        write_file(path, rows[i].manifest, strlen(rows[i].manifest));
        snprintf(path, sizeof path, "%s/club", top);
        assert_true(store_open(&store, path, NULL, &why) < 0);
        if (strncmp(why.text, rows[i].says, strlen(rows[i].says)) != 0)
            fail_msg("'%s' is not '%s'", why.text, rows[i].says);
    }
}

/* A game and a folder without read permission: the game is listed as damaged, with the reason; the
 * folder is skipped. */
static int look_without_rights(const char *path, const char *id)
{
    struct store *store;
    struct record *record;
    struct note why = {0};
    if (store_open(&store, path, NULL, &why) < 0)
        return 2;
    store_scan(store, 100);
    int at = store_find(store, id);
    bool said = at >= 0 && store_listing(store, at)->damaged &&
                strstr(store_listing(store, at)->why, "permission") &&
                store_load(store, at, &record, NULL, NULL, &why) < 0 &&
                strstr(why.text, "permission");
    store_close(store);
    return said ? 0 : 3;
}

static void unreadable_files_are_reported(void **state)
{
    enum { NOBODY_ID = 65534 };
    static const char id[] = "01JD9T4W8M6Q2R7XK5V3B0N1H0";
    static const char *const folders[] = {"", "/club", "/club/games", "/club/games/2024",
                                          "/club/games/2024/11"};
    char text[1000], path[PATH_MAX], game[PATH_MAX], shut[PATH_MAX + 40];
    int status;
    (void)state;
    make_archive();
    snprintf(path, sizeof path, "%s/club", top);
    snprintf(game, sizeof game, "%s", in_games("01JD9T4W8M6Q2R7XK5V3B0N1H0.yaml"));
    snprintf(text, sizeof text, sound, id);
    write_file(game, text, strlen(text));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(shut, sizeof shut, "%s%s", top, folders[i]);
        assert_int_equal(chmod(shut, 0755), 0);
    }
    snprintf(shut, sizeof shut, "%s/archive.yaml", path);
    assert_int_equal(chmod(shut, 0644), 0);
    snprintf(shut, sizeof shut, "%s/games/2023", path);
    assert_int_equal(mkdir(shut, 0), 0);
    assert_int_equal(chmod(game, 0), 0);
    pid_t child = fork();
    if (child == 0) {
        setenv("HOME", "/", 1);
        if (geteuid() == 0 && (setgid(NOBODY_ID) < 0 || setuid(NOBODY_ID) < 0))
            _exit(1);
        /* Unless the folder above is closed to other users */
        _exit(access(path, X_OK) < 0 ? 0 : look_without_rights(path, id));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    chmod(game, 0600);
    rmdir(shut);
    assert_int_equal(status, 0);
}

/* A file that is replaced between two reads, or grows during one, gives the old game, the new game,
 * or an error sentence. */
static void files_that_change_are_read_whole(void **state)
{
    enum { ROUNDS = 400 };
    static const char id[] = "01JD9T4W8M6Q2R7XK5V3B0N1H0";
    char text[1000], other[PATH_MAX], path[PATH_MAX], game[PATH_MAX];
    struct store *store;
    struct note why;
    (void)state;
    make_archive();
    snprintf(game, sizeof game, "%s", in_games("01JD9T4W8M6Q2R7XK5V3B0N1H0.yaml"));
    snprintf(other, sizeof other, "%s/other", top);
    snprintf(text, sizeof text, sound, id);
    size_t length = strlen(text);
    write_file(game, text, length);
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    store_scan(store, 100);
    pid_t child = fork();
    if (child == 0) { /* another process replaces and truncates the file and lets it grow, until it
                         is killed */
        for (int i = 0;; i++) {
            int fd = open(i % 2 ? game : other, O_WRONLY | O_CREAT | O_TRUNC, 0600);
            for (size_t at = 0; fd >= 0 && at < length; at += 50)
                if (write(fd, text + at, length - at < 50 ? length - at : 50) < 0)
                    break;
            close(fd);
            if (i % 2 == 0)
                rename(other, game);
        }
    }
    for (int i = 0; i < ROUNDS; i++) {
        struct record *record;
        if (store_load(store, store_find(store, id), &record, NULL, NULL, &why) == 0) {
            assert_int_equal(record->moves.n, 1);
            record_free(record);
        } else {
            assert_true(why.text[0]);
        }
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    store_close(store);
}

static int begin(void **state)
{
    (void)state;
    memcpy(top + sizeof top - 7, "XXXXXX", 6);
    return mkdtemp(top) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_that_are_not_games_are_listed_as_damaged, begin, end),
        cmocka_unit_test_setup_teardown(copies_are_not_mistaken_for_the_game, begin, end),
        cmocka_unit_test_setup_teardown(linked_folders_are_reported, begin, end),
        cmocka_unit_test_setup_teardown(an_error_names_an_existing_line, begin, end),
        cmocka_unit_test_setup_teardown(unreadable_files_are_reported, begin, end),
        cmocka_unit_test_setup_teardown(files_that_change_are_read_whole, begin, end),
    };
    return cmocka_run_group_tests_name("hostile files", tests, NULL, NULL);
}
