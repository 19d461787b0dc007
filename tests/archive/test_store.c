/* test_store.c - saving games: changes by others, locks, file modes, full disks, read-only
 * archives. */
#include "config.h"
#include "tests/support/club.h"

#include "archive/search/collection.h"
#include "archive/live/journal.h"
#include "archive/util/lock.h"
#include "archive/store/pack/pack_writer.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

/* An archive can be created in an empty folder, which may already be a git repository; .gitignore
 * then lists the files that git should ignore. */
static void an_archive_can_be_created_in_an_empty_folder(void **state)
{
    struct note why = {0};
    size_t size;
    (void)state;
    assert_int_equal(mkdir(in_top("repo"), 0700) | mkdir(in_top("repo/.git"), 0700), 0);
    assert_int_equal(store_create(in_top("repo"), "Repo", &why), 0);
    char *text = read_file(in_top("repo/.gitignore"), &size);
    assert_non_null(memmem(text, size, "/drafts/\n", 9));
    assert_non_null(memmem(text, size, "/.lock/\n", 8));
    assert_non_null(memmem(text, size, "/here/\n", 7));
    free(text);
    assert_int_equal(store_create(in_top("repo"), "Again", &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "not empty"));
    assert_int_equal(mkdir(in_top("own"), 0700), 0);
    write_file(in_top("own/.gitignore"), "*.bak\n", 6);
    assert_int_equal(store_create(in_top("own"), "Own", &why), 0);
    text = read_file(in_top("own/.gitignore"), &size);
    assert_int_equal(size, 6); /* the user's own file stays */
    free(text);
}

static void a_saved_game_is_read_back(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0}, loaded;
    struct record *record = new_game("Ana"), *again;
    assert_string_equal(store_title(store), "Club archive");
    must_save(store, record, &version);
    assert_int_equal(record->rev, 1);
    line_append(&record->moves, "Nf3");
    must_save(store, record, &version);
    assert_int_equal(record->rev, 2);
    again = must_load(store, record->id, &loaded);
    assert_true(record_same(record, again));
    assert_memory_equal(loaded.hash, version.hash, sizeof version.hash);
    store_close(store);
    store = must_open(in_top("club"));
    assert_false(store_scan(store, 10));
    const struct listing *listing = store_listing(store, 0);
    assert_string_equal(listing->player[0], "Ana");
    assert_string_equal(listing->date, "2026-11-21");
    assert_int_equal(listing->plies, 3);
    assert_true(listing->notes);
    assert_false(listing->damaged);
    store_close(store);
    record_free(record);
    record_free(again);
}

/* ---------------------------------------------------------------------------------------------
 * conflicts */

/* Promises R6 and R7: what another program changed between our load and our save is never
 * overwritten. */
static void changes_of_others_are_never_overwritten(void **state)
{
    (void)state;
    struct store *store = new_archive();
    for (enum outside how = 0; how < OUTSIDES; how++) {
        struct version version = {0}, mine;
        struct note why = {0};
        struct record *record = new_game("Ana");
        must_save(store, record, &version);
        const char *path = file_of(record->id);
        change_outside(how, path, record->id);
        char *there = get_file(path);
        mine = version;
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_save(store, record, &mine, &why), FAIL_CONFLICT);
        assert_non_null(strstr(why.text, "meanwhile"));
        assert_int_equal(record->rev, 1);
        assert_memory_equal(&mine, &version, sizeof mine);
        char *after = get_file(path);
        if (there)
            assert_string_equal(after, there);
        else
            assert_null(after);
        free(there);
        free(after);
        record_free(record);
    }
    store_close(store);
}

static void an_id_is_given_once(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct record *one = new_game("Ana"), *other = new_game("Mia");
    struct version version = {0}, none = {0};
    struct note why = {0};
    memcpy(other->id, one->id, sizeof one->id);
    must_save(store, one, &version);
    assert_int_equal(store_save(store, other, &none, &why), FAIL_CONFLICT);
    record_free(other);
    other = must_load(store, one->id, NULL);
    assert_string_equal(record_player(other, 'w'), "Ana");
    record_free(one);
    record_free(other);
    store_close(store);
}

/* One of several processes that annotate the same games; it loads again whenever another one was
 * faster. */
static void annotate(int process, char ids[][ULID_LENGTH + 1], int games, int notes)
{
    struct store *store = must_open(in_top("club"));
    for (int i = 0; i < notes; i++) {
        char text[40];
        struct note why;
        int result;
        snprintf(text, sizeof text, "note %d of %d", i, process);
        do {
            struct version version;
            struct record *record = must_load(store, ids[(i + process) % games], &version);
            comments_append(&node_notes(&record->moves.v[i % 2])->comments, text, "ana");
            result = store_save(store, record, &version, &why);
            record_free(record);
            if (result < 0 && result != FAIL_CONFLICT && result != FAIL_BUSY)
                _exit(1);
        } while (result < 0);
    }
    store_close(store);
    _exit(0);
}

/* R6: simultaneous savers never lose each other's work. */
static void many_savers_lose_nothing(void **state)
{
    (void)state;
    enum { PROCESSES = 6, GAMES = 3, NOTES = 40 };
    struct store *store = new_archive();
    char ids[GAMES][ULID_LENGTH + 1];
    for (int g = 0; g < GAMES; g++) {
        struct record *record = new_game("Ana");
        struct version version = {0};
        must_save(store, record, &version);
        memcpy(ids[g], record->id, sizeof record->id);
        record_free(record);
    }
    for (int p = 0; p < PROCESSES; p++)
        if (fork() == 0)
            annotate(p, ids, GAMES, NOTES);
    for (int p = 0, status; p < PROCESSES; p++) {
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    bool found[PROCESSES][NOTES] = {{false}};
    int64_t saves = 0;
    for (int g = 0; g < GAMES; g++) {
        struct record *record = must_load(store, ids[g], NULL);
        saves += record->rev - 1;
        for (int i = 0; i < 2; i++)
            for (int c = 0; c < record->moves.v[i].notes->comments.n; c++) {
                int note, process;
                if (sscanf(record->moves.v[i].notes->comments.v[c].text, "note %d of %d", &note,
                           &process) == 2)
                    found[process][note] = true;
            }
        record_free(record);
    }
    assert_int_equal(saves, PROCESSES * NOTES);
    for (int p = 0; p < PROCESSES; p++)
        for (int i = 0; i < NOTES; i++)
            assert_true(found[p][i]);
    store_close(store);
}

/* R1 for readers: while a game is saved again and again, every read finds a whole game. */
static void a_reader_never_sees_half_a_game(void **state)
{
    (void)state;
    const int saves = getenv("CHESSCADE_LONG") ? 10000 : 1500;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    pid_t child = fork();
    if (child == 0) {
        struct note why;
        for (int i = 0; i < saves; i++) {
            if (i % 50 == 49)
                line_cut(&record->moves, 2);
            line_append(&record->moves, "Nf3");
            if (store_save(store, record, &version, &why) < 0)
                _exit(1);
        }
        _exit(0);
    }
    int looks = 0, status = 0;
    int64_t rev = 0;
    for (; waitpid(child, &status, WNOHANG) == 0; looks++) {
        struct record *seen = must_load(store, record->id, NULL);
        assert_true(seen->rev >= rev);
        rev = seen->rev;
        record_free(seen);
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(looks > 0);
    struct record *last = must_load(store, record->id, NULL);
    assert_int_equal(last->rev, saves + 1);
    record_free(last);
    record_free(record);
    store_close(store);
}

/* Another process holds the lock of a game: the save gives up after two seconds and names the
 * holder. */
static void a_held_lock_is_named(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct note why = {0};
    struct record *record = new_game("Ana");
    int ready[2], go[2];
    char byte = 0;
    must_save(store, record, &version);
    assert_int_equal(pipe(ready) | pipe(go), 0);
    pid_t child = fork();
    if (child == 0) {
        char path[600];
        snprintf(path, sizeof path, "%s/club/.lock/%s", top, record->id);
        int fd = open(path, O_RDWR);
        struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        byte = fd >= 0 && fcntl(fd, F_OFD_SETLK, &range) == 0;
        if (write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) < 0)
            _exit(1);
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 1);
    assert_int_equal(store_save(store, record, &version, &why), FAIL_BUSY);
    assert_non_null(strstr(why.text, "ana, process")); /* the last known holder */
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    must_save(store, record, &version); /* R11: a killed process leaves no lock */
    for (int i = 0; i < 2; i++) {
        close(ready[i]);
        close(go[i]);
    }
    record_free(record);
    store_close(store);
}

/* A lock excludes everyone else, even in the same process. Waiting for it ends after two seconds
 * and leaves no descriptor open. */
static void a_lock_has_one_holder(void **state)
{
    (void)state;
    enum { NEARLY = 1900, FAR_MORE = 8000 /* milliseconds */ };
    struct lock one, other;
    struct note why = {0};
    struct timespec before, after;
    int folder = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct room *room = room_of_folder(folder, NULL);
    assert_int_equal(lock_take(&one, room, "lock", "ana\xE2\x80\xAE\nand more", &why), 0);
    assert_true(fcntl(one.fd, F_GETFD) & FD_CLOEXEC); /* no child process still holds it when its
                                                         holder is killed (R11) */
    int next = dup(folder), again;
    close(next);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(lock_take(&other, room, "lock", "ivo", &why), FAIL_BUSY);
    clock_gettime(CLOCK_MONOTONIC, &after);
    int64_t waited =
        (int64_t)(after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
    assert_in_range(waited, NEARLY, FAR_MORE);
    assert_non_null(strstr(why.text, "is saving this game; try again"));
    assert_null(strstr(why.text, "\xE2\x80\xAE")); /* a name cannot reverse the text, */
    assert_null(strstr(why.text, "more"));         /* and is one line */
    assert_int_equal(lock_try(&other, room, "lock"), 0);
    assert_int_equal(again = dup(folder), next); /* no descriptor was left open */
    close(again);
    lock_drop(&one);
    assert_int_equal(lock_try(&other, room, "lock"), 1);
    lock_drop(&other);
    room_close(room);
}

/* ------------------------------------------------------------ full disks and read-only archives */

/* R8: the write fails at every size; the old file is whole, the record is unchanged, and a message
 * gives the reason. */
static void a_full_disk_keeps_the_old_game(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0}, before;
    struct record *record = new_game("Ana");
    struct rlimit usual, small;
    must_save(store, record, &version);
    char *old = get_file(file_of(record->id));
    line_append(&record->moves, "Nf3");
    before = version;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &usual);
    for (rlim_t size = 0; size < 200; size += 37) {
        struct note why = {0};
        small = (struct rlimit){size, usual.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        int result = store_save(store, record, &version, &why);
        setrlimit(RLIMIT_FSIZE, &usual);
        assert_int_equal(result, FAIL_SYSTEM);
        assert_non_null(strstr(why.text, "larger than this system allows"));
        assert_int_equal(record->rev, 1);
        assert_memory_equal(&before, &version, sizeof before);
        char *now = get_file(file_of(record->id));
        assert_string_equal(now, old);
        free(now);
    }
    must_save(store, record, &version);
    signal(SIGXFSZ, SIG_DFL);
    free(old);
    record_free(record);
    store_close(store);
}

static void a_read_only_archive_is_read(void **state)
{
    (void)state;
    struct store *store = new_archive(), *reader = NULL;
    struct version version = {0};
    struct note why = {0};
    struct record *record = new_game("Ana"), *again;
    must_save(store, record, &version);
    store_close(store);
    chmod(in_top("club"), 0555);
    struct store_options options = {.user = "ana"};
    if (geteuid() == 0) { /* root can always write, so become nobody, who gets all of it */
        char command[600];
        snprintf(command, sizeof command, "chown -R 65534 '%s'", top);
        assert_int_equal(system(command), 0);
        assert_int_equal(seteuid(65534), 0);
    }
    assert_int_equal(store_open(&reader, in_top("club"), &options, &why), 0);
    again = must_load(reader, record->id, &version);
    assert_true(record_same(record, again));
    assert_false(store_writable(reader, &why));
    assert_int_equal(store_save(reader, again, &version, &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "no permission"));
    /* The edit is kept as a draft. */
    line_append(&again->moves, "Nf3");
    assert_int_equal(store_draft_save(reader, again, &version, &why), 0);
    record_free(record);
    struct version base;
    assert_int_equal(store_draft_load(reader, again->id, &record, &base, &why), 0);
    assert_true(record_same(record, again));
    record_free(record);
    record_free(again);
    store_close(reader);
    if (getuid() == 0)
        assert_int_equal(seteuid(0), 0);
}

static int check_mode(const char *path, const struct stat *stat, int kind, struct FTW *where)
{
    (void)where;
    mode_t wanted = kind == FTW_F ? 0660 : 0770;
    if ((stat->st_mode & 0777) != wanted)
        fail_msg("%s has mode %o", path, (unsigned)stat->st_mode & 0777);
    return 0;
}

/* What a group member writes in the group's archive the others can write, too, whatever the
 * umask. */
static void files_have_the_mode_of_the_archive(void **state)
{
    (void)state;
    mode_t mask = umask(0027);
    struct note why;
    struct version version = {0}, none = {0};
    struct record *record = new_game("Ana"), *other = new_game("Cle");
    assert_int_equal(mkdir(in_top("club"), 0700) | chmod(in_top("club"), 0770), 0);
    struct store *store = new_archive();
    assert_int_equal(store_save(store, record, &version, &why), 0);
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    assert_int_equal(store_draft_keep_base(store, record, &version, &why), 0);
    assert_int_equal(store_draft_log(store, record->id, "a\n", 2, true, &why), 0);
    assert_int_equal(store_draft_log(store, record->id, "b\n", 2, false, &why), 0);
    assert_int_equal(store_save(store, other, &none, &why), 0);
    assert_int_equal(store_remove(store, other->id, &none, &why), 0);
    record_free(record);
    record_free(other);
    store_close(store);
    assert_int_equal(nftw(in_top("club"), check_mode, 10, FTW_PHYS), 0);
    umask(mask);
}

/* A temporary file in a folder of the club, "club/trash/.file.123.tmp". */
static const char *half_written(const char *folder, int process)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/club/%s/.file.%d.tmp", top, folder, process);
    return path;
}

/* A temporary file that a killed process left a day ago is removed when the next file is written in
 * its folder; one that may still be being written is not. */
static void old_temporary_files_are_removed(void **state)
{
    static const char *const folders[] = {"collections", "live",  "trash",
                                          "imports",     "packs", "drafts/ana"};
    enum { FOLDERS = sizeof folders / sizeof *folders, DAY = 24 * 60 * 60, OLD = 123, FRESH = 124 };
    char(*ids)[ULID_LENGTH + 1];
    struct live_summary *list;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct pack_writer *writer;
    struct pack_mark mark;
    struct note why = {0};
    (void)state;
    must_save(store, record, &version);
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    store_draft_drop(store, record->id);
    for (int i = 0; i < FOLDERS; i++) {
        struct timespec then[2] = {{.tv_sec = time(NULL) - DAY - 10},
                                   {.tv_sec = time(NULL) - DAY - 10}};
        char folder[64];
        snprintf(folder, sizeof folder, "club/%s", folders[i]);
        assert_true(mkdir(in_top(folder), 0700) == 0 || errno == EEXIST);
        write_file(half_written(folders[i], OLD), "x", 1);
        assert_int_equal(utimensat(AT_FDCWD, half_written(folders[i], OLD), then, 0), 0);
        write_file(half_written(folders[i], FRESH), "x", 1);
    }
    assert_int_equal(store_collections(store, &ids), 0);
    assert_int_equal(journal_list(store, &list), 0);
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    assert_int_equal(store_remove(store, record->id, &version, &why), 0);
    const char *none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    /* Not there yet, but its folder was examined */
    assert_true(store_import_begin(store, none, -1, false, NULL, NULL, &why) < 0);
    assert_int_equal(pack_writer_begin(&writer, store, "some", "nothing", &mark, &why), 0);
    assert_int_equal(pack_writer_stop(writer, &why), 0);
    for (int i = 0; i < FOLDERS; i++) {
        if (access(half_written(folders[i], OLD), F_OK) == 0)
            fail_msg("in %s it stays", folders[i]);
        assert_int_equal(access(half_written(folders[i], FRESH), F_OK), 0);
    }
    record_free(record);
    store_close(store);
}

/* A process that had our process id was killed while it wrote, less than a day ago: its temporary
 * file disturbs nothing and ends up in no file. */
static void a_leftover_with_our_process_id_does_no_harm(void **state)
{
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana"), *again;
    struct note why = {0};
    char name[100], path[600];
    (void)state;
    must_save(store, record, &version);
    /* This creates the folder */
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    store_draft_drop(store, record->id);
    snprintf(name, sizeof name, "club/drafts/ana/.%s.yaml.%ld.tmp", record->id, (long)getpid());
    snprintf(path, sizeof path, "%s", in_top(name));
    write_file(path, "half a game", 11);
    line_append(&record->moves, "Nf3");
    if (store_draft_save(store, record, &version, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(store_draft_load(store, record->id, &again, NULL, &why), 0);
    assert_true(record_same(record, again));
    record_free(again);
    record_free(record);
    store_close(store);
}

/* An import copies its file, which may be large. If it was killed, the next import removes that
 * copy, also of the same file, as soon as nobody can be writing it. */
static void leftovers_of_killed_imports_are_removed(void **state)
{
    static const char *const none =
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    struct timespec then[2] = {{.tv_sec = time(NULL) - 120}, {.tv_sec = time(NULL) - 120}};
    struct store *store = new_archive();
    struct note why;
    char begun[128];
    pid_t gone = fork();
    (void)state;
    if (gone == 0)
        _exit(0);
    assert_int_equal(waitpid(gone, NULL, 0), gone);
    assert_int_equal(mkdir(in_top("club/imports"), 0700), 0);
    snprintf(begun, sizeof begun, "club/imports/%s.part", none);
    write_file(in_top(begun), "", 0);
    write_file(half_written("imports", (int)getppid()), "x", 1);
    assert_int_equal(utimensat(AT_FDCWD, half_written("imports", (int)getppid()), then, 0), 0);
    write_file(half_written("imports", (int)gone), "x", 1);
    assert_int_equal(utimensat(AT_FDCWD, half_written("imports", (int)gone), then, 0), 0);
    assert_int_equal(store_import_begin(store, none, -1, false, NULL, NULL, &why), 0);
    assert_int_not_equal(access(half_written("imports", (int)gone), F_OK), 0);
    assert_int_equal(access(half_written("imports", (int)getppid()), F_OK), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(an_archive_can_be_created_in_an_empty_folder),
        CASE(a_saved_game_is_read_back),
        CASE(changes_of_others_are_never_overwritten),
        CASE(an_id_is_given_once),
        CASE(many_savers_lose_nothing),
        CASE(a_reader_never_sees_half_a_game),
        CASE(a_held_lock_is_named),
        CASE(a_lock_has_one_holder),
        CASE(a_full_disk_keeps_the_old_game),
        CASE(a_read_only_archive_is_read),
        CASE(files_have_the_mode_of_the_archive),
        CASE(old_temporary_files_are_removed),
        CASE(a_leftover_with_our_process_id_does_no_harm),
        CASE(leftovers_of_killed_imports_are_removed),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
