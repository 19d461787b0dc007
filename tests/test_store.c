/* test_store.c - keeping games: a directory archive and a stream, saving, conflicts, drafts, damage, full disks. */
#include "config.h"
#include "tests/testing.h"

#include "archive/edit_log.h"
#include "archive/store.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A folder of the test's own, emptied before each test. */
static char top[256];

static const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static int make_top(void **state)
{
    (void)state;
    if (!make_quick_folder(top, "store"))
        return -1;
    setenv("XDG_STATE_HOME", in_top("state"), 1); /* made when something is kept there */
    return 0;
}

/* Remove a folder with all that is in it. */
static int drop_top(void **state)
{
    if (getuid() == 0 && seteuid(0) < 0)
        return -1;
    (void)state;
    chmod(top, 0700);
    chmod(in_top("club"), 0700);
    remove_folder(top);
    return 0;
}

static struct store *must_open(const char *where)
{
    struct store *store = NULL;
    struct note why = {0};
    if (store_open(&store, where, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s: %s", where, why.text);
    return store;
}

static struct store *new_archive(void)
{
    struct note why = {0};
    if (store_create(in_top("club"), "Club archive", &why) < 0)
        fail_msg("%s", why.text);
    return must_open(in_top("club"));
}

/* In an empty folder, which may be git's already; git is told what it need not know of. */
static void an_archive_begins_in_an_empty_folder(void **state)
{
    struct note why = {0};
    size_t size;
    (void)state;
    assert_int_equal(mkdir(in_top("repo"), 0700) | mkdir(in_top("repo/.git"), 0700), 0);
    assert_int_equal(store_create(in_top("repo"), "Repo", &why), 0);
    char *text = read_file(in_top("repo/.gitignore"), &size);
    assert_non_null(memmem(text, size, "/drafts/\n", 9));
    assert_non_null(memmem(text, size, "/.lock/\n", 8));
    free(text);
    assert_int_equal(store_create(in_top("repo"), "Again", &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "not empty"));
    assert_int_equal(mkdir(in_top("own"), 0700), 0);
    write_file(in_top("own/.gitignore"), "*.bak\n", 6);
    assert_int_equal(store_create(in_top("own"), "Own", &why), 0);
    text = read_file(in_top("own/.gitignore"), &size);
    assert_int_equal(size, 6); /* somebody's own stays */
    free(text);
}

static struct record *new_game(const char *white)
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

static void must_save(struct store *store, struct record *record, struct version *version)
{
    struct note why = {0};
    if (store_save(store, record, version, &why) < 0)
        fail_msg("%s", why.text);
}

static struct record *must_load(struct store *store, const char *id, struct version *version)
{
    struct record *record = NULL;
    struct note why = {0};
    store_scan(store, 1000000);
    if (store_load(store, store_find(store, id), &record, version, NULL, &why) < 0)
        fail_msg("%s: %s", id, why.text);
    return record;
}

/* The path of a game's file; only tests know of one. */
static const char *file_of(const char *id)
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

static void put_file(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

static char *get_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = memory_new(1 << 20, 1);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void saved_games_come_back(void **state)
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

/* --------------------------------------------------------------------------------------------- conflicts */

enum outside { OUTSIDE_SAVE, OUTSIDE_SAME_SIZE, OUTSIDE_REPLACED, OUTSIDE_DELETED, OUTSIDE_BROKEN, OUTSIDES };

/* Change a game's file behind the store's back; for OUTSIDE_SAME_SIZE with its time set back, as touch -r does. */
static void change_outside(enum outside how, const char *path, const char *id)
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

/* Promises R6 and R7: whoever changed a game between our load and our save is never overwritten. */
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

/* One of several processes that annotate the same games; it loads anew whenever another was faster. */
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

/* R6: savers at the same time never lose each other's work. */
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
                if (sscanf(record->moves.v[i].notes->comments.v[c].text, "note %d of %d", &note, &process) == 2)
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

/* R1 as a reader sees it: while a game is saved over and over, every look at it finds a whole one. */
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

/* The lock of a game held by somebody else: the save gives up after two seconds and says who. */
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
    assert_non_null(strstr(why.text, "ana, process")); /* the last to have held it, as far as anybody knows */
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

/* ------------------------------------------------------------------------------------------- full, read only */

/* R8: the system refuses at every size; the old file is whole, the record is as it was, a message says why. */
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
    if (geteuid() == 0) { /* root may write all the same: as nobody, whom all of it is given */
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
    /* the edit is kept all the same */
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

/* ---------------------------------------------------------------------------------------------------- drafts */

static void drafts_are_per_user(void **state)
{
    (void)state;
    static const char *const names[] = {"ana", "..", "-rf", "a/b", "", "\xC4\x8Ditalac"};
    struct store *store = new_archive();
    struct version version = {0}, base;
    struct record *record = new_game("Ana"), *draft;
    struct note why = {0};
    must_save(store, record, &version);
    store_close(store);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char(*ids)[ULID_LENGTH + 1];
        assert_int_equal(store_open(&store, in_top("club"), &(struct store_options){.user = names[i]}, &why), 0);
        assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), FAIL_NAME);
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        assert_int_equal(store_drafts(store, &ids), 1);
        assert_string_equal(ids[0], record->id);
        free(ids);
        assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), 0);
        assert_true(record_same(record, draft));
        assert_memory_equal(&base, &version, sizeof base);
        record_free(draft);
        if (i == 0) {
            store_draft_drop(store, record->id);
            assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), FAIL_NAME);
            assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        }
        store_close(store);
    }
    record_free(record);
}

static int check_mode(const char *path, const struct stat *stat, int kind, struct FTW *where)
{
    (void)where;
    mode_t wanted = kind == FTW_F ? 0660 : 0770;
    if ((stat->st_mode & 0777) != wanted)
        fail_msg("%s has mode %o", path, (unsigned)stat->st_mode & 0777);
    return 0;
}

/* What one of a group writes in its archive the others can write, too, whatever the umask. */
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

/* How many plies the draft has that a store is given; -1: it is given none. */
static int plies_of_draft(struct store *store, const char *id)
{
    struct record *draft;
    if (store_draft_load(store, id, &draft, NULL, NULL) < 0)
        return -1;
    int plies = draft->moves.n;
    record_free(draft);
    return plies;
}

/* Two terminals of one user change a game: each has its draft, whatever happens to the other, and what was left by one that
 * was killed waits for the next. */
static void every_terminal_has_its_draft(void **state)
{
    (void)state;
    struct store_options ana = {.user = "ana"};
    struct store *first = new_archive(), *second, *third;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    must_save(first, record, &version);
    store_close(first);
    assert_int_equal(store_open(&first, in_top("club"), &ana, &why), 0);
    assert_int_equal(store_open(&second, in_top("club"), &ana, &why), 0);
    int plies = record->moves.n;
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(second, record->id), -1); /* somebody is at it */
    line_append(&record->moves, "Nf6");
    assert_int_equal(store_draft_save(second, record, &version, &why), 0);
    assert_int_equal(store_draft_save(second, record, &version, &why), 0); /* and again */
    assert_int_equal(plies_of_draft(first, record->id), plies + 1);
    assert_int_equal(plies_of_draft(second, record->id), plies + 2);
    char(*ids)[ULID_LENGTH + 1];
    assert_int_equal(store_drafts(first, &ids), 1);
    free(ids);
    store_close(second); /* as if it had been killed: its draft waits */
    assert_true(store_draft_more(first, record->id));
    store_draft_drop(first, record->id);
    assert_int_equal(store_open(&third, in_top("club"), &ana, &why), 0);
    assert_int_equal(plies_of_draft(third, record->id), plies + 2);
    assert_int_equal(plies_of_draft(first, record->id), -1);
    /* Whoever begins now does not write over what the third goes on with. */
    record->moves.n = plies;
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(third, record->id), plies + 2);
    store_draft_drop(third, record->id);
    store_draft_drop(first, record->id);
    store_close(third);
    assert_int_equal(store_drafts(first, &ids), 0);
    store_close(first);
    DIR *stream = opendir(in_top("club/drafts/ana"));
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        assert_true(entry->d_name[0] == '.'); /* nothing is left */
    closedir(stream);
    free(ids);
    record_free(record);
}

/* What was undone before the program ended is done again after it, at the place where it was made. */
static void an_undone_change_is_done_again_later(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = spot_start(), at;
    struct version version = {0};
    bool begun = false;
    const char *what;
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    edits_begin(&edits, record);
    assert_true(spot_next(record, &spot, 0));
    edits_mark(&edits, &spot, "judgement");
    edit_nag(edits.record, &spot, 1);
    edit_log_note(store, &edits, LOGGED_CHANGE, &begun);
    at = spot;
    assert_true(edits_undo(&edits, &at, NULL));
    edit_log_note(store, &edits, LOGGED_UNDO, &begun);
    assert_true(begun && edit_log_read(store, edits.record, &again));
    assert_int_equal(again.undos, 0);
    at = spot_start();
    assert_true(edits_redo(&again, &at, &what));
    assert_string_equal(what, "judgement");
    assert_true(spot_same(&at, &spot));
    assert_true(node_is_noted(spot_node(again.record, &spot)));
    edits_clear(&edits);
    edits_clear(&again);
    store_close(store);
}

/* Of two drafts that were left the later comes first, then the other. */
static void left_drafts_come_one_after_another(void **state)
{
    (void)state;
    struct store_options ana = {.user = "ana"};
    struct store *one = new_archive(), *other;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    must_save(one, record, &version);
    store_close(one);
    assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
    assert_int_equal(store_open(&other, in_top("club"), &ana, &why), 0);
    int plies = record->moves.n;
    for (int i = 1; i <= 2; i++) {
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(i == 1 ? one : other, record, &version, &why), 0);
    }
    store_close(one);
    store_close(other);
    for (int i = 2; i >= 1; i--) {
        assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
        assert_int_equal(plies_of_draft(one, record->id), plies + i);
        assert_int_equal(store_draft_more(one, record->id), i == 2);
        store_draft_drop(one, record->id);
        store_close(one);
    }
    assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
    assert_int_equal(plies_of_draft(one, record->id), -1);
    store_close(one);
    record_free(record);
}

/* --------------------------------------------------------------------------------------------------- damage */

static const char sound[] = "chesscade: 1\nid: '%s'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
                            "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n%s";

static void damaged_games_are_listed(void **state)
{
    (void)state;
    static const struct {
        const char *id, *id_inside, *rest;
        int line, column; /* counted by hand in `sound` */
        const char *says;
    } games[] = {
        {"01JD9T4W8M6Q2R7XK5V3B0N1H0", "01JD9T4W8M6Q2R7XK5V3B0N1H0", "- m: 'e5'\n  nags: [1\n", 13, 1, "not YAML"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H1", "01JD9T4W8M6Q2R7XK5V3B0N1H1", "- 'e5'\n  x: 1\n", 12, 3, "not YAML"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H2", "01JD9T4W8M6Q2R7XK5V3B0N1HX", "- 'e5'\n", 0, 0, "named"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H3", "01JD9T4W8M6Q2R7XK5V3B0N1H3", "- 'e5\xff'\n", 11, 6, "UTF-8"},
        {"01JD9T4W8M6Q2R7XK5V3B0N1H4", "01JD9T4W8M6Q2R7XK5V3B0N1H4", "- &a 'e5'\n", 11, 3, "anchors"},
    };
    struct store *store = new_archive();
    char text[1000];
    assert_int_equal(mkdir(in_top("club/games"), 0700) | mkdir(in_top("club/games/2024"), 0700) |
                         mkdir(in_top("club/games/2024/11"), 0700), 0);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char name[100];
        snprintf(text, sizeof text, sound, games[i].id_inside, games[i].rest);
        snprintf(name, sizeof name, "club/games/2024/11/%s.yaml", games[i].id);
        put_file(in_top(name), text);
    }
    snprintf(text, sizeof text, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H9", "");
    put_file(in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1H9.yaml"), text);
    assert_int_equal(symlink("/etc/passwd", in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1HA.yaml")), 0);
    assert_int_equal(mkfifo(in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1HB.yaml"), 0600), 0);
    assert_int_equal(mkdir(in_top("club/games/2024/11/01JD9T4W8M6Q2R7XK5V3B0N1HC.yaml"), 0700), 0);
    store_close(store);
    store = must_open(in_top("club"));
    while (store_scan(store, 1)) {
    }
    assert_int_equal(store_count(store), 9);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct listing *listing = store_listing(store, store_find(store, games[i].id));
        char *bytes;
        size_t size;
        struct note why;
        assert_true(listing->damaged);
        assert_int_equal(listing->place.line, games[i].line);
        assert_int_equal(listing->place.column, games[i].column);
        if (!strstr(listing->why, games[i].says))
            fail_msg("'%s' does not say '%s'", listing->why, games[i].says);
        assert_int_equal(store_bytes(store, (int)i, &bytes, &size, &why), 0);
        assert_non_null(strstr(bytes, "chesscade: 1"));
        free(bytes);
    }
    for (int i = 6; i < 9; i++)
        assert_true(store_listing(store, i)->damaged);
    assert_false(store_listing(store, 5)->damaged);
    store_close(store);
}

static void changes_are_noticed(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    store_scan(store, 10);
    assert_false(store_refresh(store));
    assert_int_equal(store_count(store), 1);
    change_outside(OUTSIDE_SAME_SIZE, file_of(record->id), record->id);
    assert_true(store_refresh(store));
    assert_int_equal(store_count(store), 0);
    store_scan(store, 10);
    assert_int_equal(store_count(store), 1);
    unlink(file_of(record->id));
    assert_true(store_refresh(store));
    assert_int_equal(store_total(store), 0);
    record_free(record);
    store_close(store);
}

/* Files that are saved and changed again in the same tick of the system's clock, at the same size and with the same time. */
static void changes_within_a_tick_are_noticed(void **state)
{
    (void)state;
    struct store *store = new_archive();
    for (int round = 0; round < 25; round++) {
        struct version version = {0};
        struct record *record = new_game("Ana");
        must_save(store, record, &version);
        store_scan(store, 100);
        change_outside(OUTSIDE_SAME_SIZE, file_of(record->id), record->id);
        assert_true(store_refresh(store));
        store_scan(store, 100);
        change_outside(OUTSIDE_DELETED, file_of(record->id), record->id);
        record_free(record);
    }
    store_close(store);
}

static void the_list_keeps_its_order(void **state)
{
    (void)state;
    struct store *store = new_archive();
    static const char last[] = "5 3 9 0 7 1";
    store_scan(store, 10);
    for (const char *l = last; *l; l += 1 + (l[1] == ' ')) {
        struct record *record = new_game("Ana");
        struct version version = {0};
        snprintf(record->id, sizeof record->id, "01JD9T4W8M6Q2R7XK5V3B0N1H%c", *l);
        must_save(store, record, &version);
        record_free(record);
    }
    assert_int_equal(store_count(store), 6);
    for (int i = 1; i < 6; i++)
        assert_true(strcmp(store_listing(store, i - 1)->id, store_listing(store, i)->id) < 0);
    struct version version;
    struct note why;
    struct record *record = must_load(store, "01JD9T4W8M6Q2R7XK5V3B0N1H7", &version);
    assert_int_equal(store_remove(store, record->id, &version, &why), 0);
    assert_int_equal(store_count(store), 5);
    assert_int_equal(store_find(store, record->id), -1);
    assert_int_equal(access(in_top("club/trash/01JD9T4W8M6Q2R7XK5V3B0N1H7.1.yaml"), F_OK), 0);
    record_free(record);
    store_close(store);
}

/* Remarks of a person cannot pass through a parser: the old file is in the trash. */
static void lost_remarks_are_in_the_trash(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana");
    char text[1000], trash[200];
    must_save(store, record, &version);
    snprintf(text, sizeof text, sound, record->id, "- 'e5' # a remark\n");
    put_file(file_of(record->id), text);
    record_free(record);
    store_refresh(store);
    record = must_load(store, store_listing(store, store_scan(store, 1))->id, &version);
    assert_true(record->lost_remarks);
    must_save(store, record, &version);
    snprintf(trash, sizeof trash, "club/trash/%s.1.yaml", record->id);
    char *kept = get_file(in_top(trash));
    assert_string_equal(kept, text);
    free(kept);
    record_free(record);
    store_close(store);
}

/* -------------------------------------------------------------------------------------------------- streams */

static void a_stream_is_a_store(void **state)
{
    (void)state;
    char one[1000], bad[1000], two[1000], whole[4000];
    struct note why = {0};
    struct version version, old;
    snprintf(one, sizeof one, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H1", "");
    snprintf(bad, sizeof bad, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H2", "- 'e5\n");
    snprintf(two, sizeof two, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H3", "");
    snprintf(whole, sizeof whole, "%s---\n%s---\n# remark\n%s", one, bad, two);
    put_file(in_top("games.yaml"), whole);
    struct store *store = must_open(in_top("games.yaml"));
    while (store_scan(store, 1)) {
    }
    assert_int_equal(store_count(store), 3);
    assert_true(store_listing(store, 1)->damaged);
    assert_int_equal(store_listing(store, 1)->place.line, 22); /* 10 lines, the marker, the 11th of the second */
    struct record *record = must_load(store, "01JD9T4W8M6Q2R7XK5V3B0N1H3", &version);
    old = version;
    line_append(&record->moves, "e5");
    must_save(store, record, &version);
    char *text = get_file(in_top("games.yaml")), expected[4000];
    char *saved = strstr(two, "rev: 1");
    saved[5] = '2';
    snprintf(expected, sizeof expected, "%s---\n%s---\n# remark\n%s- 'e5'\n", one, bad, two);
    assert_string_equal(text, expected);
    free(text);
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_save(store, record, &old, &why), FAIL_CONFLICT);
    assert_int_equal(store_count(store), 3);
    must_save(store, record, &version);
    record_free(record);
    struct record *new = new_game("Mia");
    version = (struct version){0};
    must_save(store, new, &version);
    assert_int_equal(store_total(store), 4);
    record = must_load(store, new->id, NULL);
    assert_true(record_same(record, new));
    record_free(record);
    record_free(new);
    store_close(store);
}

static void a_single_game_is_a_store(void **state)
{
    (void)state;
    char text[1000];
    struct version version;
    snprintf(text, sizeof text, sound, "01JD9T4W8M6Q2R7XK5V3B0N1H1", "");
    put_file(in_top("game.yaml"), text);
    assert_int_equal(chmod(in_top("game.yaml"), 0640), 0);
    struct store *store = must_open(in_top("game.yaml"));
    struct record *record = must_load(store, "01JD9T4W8M6Q2R7XK5V3B0N1H1", &version);
    line_append(&record->moves, "c5");
    must_save(store, record, &version);
    char *now = get_file(in_top("game.yaml"));
    assert_memory_equal(now, "chesscade: 1\n", 13);
    assert_non_null(strstr(now, "rev: 2\n"));
    assert_non_null(strstr(now, "- 'e4'\n- 'c5'\n"));
    struct stat stat_of;
    assert_int_equal(stat(in_top("game.yaml"), &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 0777, 0640);
    free(now);
    record_free(record);
    store_close(store);
}

/* archive.yaml narrows the limits and says where games lie. */
static void the_manifest_is_obeyed(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct note why = {0};
    store_close(store);
    put_file(in_top("club/archive.yaml"), "chesscade: 1\nkind: 'archive'\nid: '01JD9TD0V4Z8C2F6J0M4Q8T2W6'\n"
                                          "title: 'Small'\nlayout: 'hash'\nlimits: {plies: 2, x_other: 1}\n");
    store = must_open(in_top("club"));
    assert_string_equal(store_title(store), "Small");
    struct record *record = new_game("Ana");
    memcpy(record->id, "01JD9T4W8M6Q2R7XK5V3B0N17Q", sizeof record->id);
    must_save(store, record, &version);
    assert_int_equal(access(in_top("club/games/7Q/01JD9T4W8M6Q2R7XK5V3B0N17Q.yaml"), F_OK), 0);
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_save(store, record, &version, &why), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "too many plies"));
    store_close(store);
    store = must_open(in_top("club"));
    store_scan(store, 10);
    assert_int_equal(store_count(store), 1);
    record_free(record);
    store_close(store);
}

/* Opening an archive with a pack has a look at the folder of the index: once that is made nothing is written there, and
 * nothing flushed, which takes longer than all the rest. */
static void opening_writes_nothing(void **state)
{
    (void)state;
    struct timespec long_ago[2] = {{1000000000, 0}, {1000000000, 0}};
    struct stat stat_now;
    store_close(new_archive());
    assert_int_equal(mkdir(in_top("club/packs"), 0700), 0);
    put_file(in_top("club/packs/some.yaml"), "chesscade: 1\nid: '01M80D4X0G9JE61NP9CAR2TY5F'\nrev: 1\nvariant: 'classical'\n"
                                             "players: [{side: 'w', name: 'Ana'}, {side: 'b', name: 'Ivo'}]\n"
                                             "result: {score: '*'}\nmoves:\n- 'e4'\n");
    assert_int_equal(utimensat(AT_FDCWD, in_top("club/packs/some.yaml"), long_ago, 0), 0);
    for (int i = 0; i < 2; i++) {
        struct store *store = must_open(in_top("club"));
        store_scan(store, 10);
        assert_int_equal(store_count(store), 1);
        store_close(store);
        assert_int_equal(access(in_top("club/.index/.gitignore"), F_OK), 0);
        assert_int_equal(stat(in_top("club/.index"), &stat_now), 0);
        assert_true(i == 0 || stat_now.st_mtime == long_ago[0].tv_sec);
        assert_int_equal(utimensat(AT_FDCWD, in_top("club/.index"), long_ago, 0), 0);
    }
}

static void what_is_no_archive_is_refused(void **state)
{
    (void)state;
    struct store *store = NULL;
    struct note why;
    assert_int_equal(store_open(&store, in_top("nothing"), NULL, &why), FAIL_SYSTEM);
    assert_int_equal(store_open(&store, top, NULL, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "no archive.yaml"));
    assert_int_equal(store_open(&store, "/dev/null", NULL, &why), FAIL_TEXT);
    put_file(in_top("archive.yaml"), "chesscade: 1\nkind: 'archive'\nid: 'x'\n");
    assert_int_equal(store_open(&store, top, NULL, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "archive.yaml, line 3, column 5"));
    assert_null(store);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_top, drop_top)
    const struct CMUnitTest tests[] = {
        CASE(an_archive_begins_in_an_empty_folder),
        CASE(saved_games_come_back),
        CASE(changes_of_others_are_never_overwritten),
        CASE(an_id_is_given_once),
        CASE(many_savers_lose_nothing),
        CASE(a_reader_never_sees_half_a_game),
        CASE(a_held_lock_is_named),
        CASE(a_full_disk_keeps_the_old_game),
        CASE(a_read_only_archive_is_read),
        CASE(drafts_are_per_user), CASE(files_have_the_mode_of_the_archive),
        CASE(every_terminal_has_its_draft),
        CASE(an_undone_change_is_done_again_later),
        CASE(left_drafts_come_one_after_another),
        CASE(damaged_games_are_listed),
        CASE(changes_are_noticed),
        CASE(changes_within_a_tick_are_noticed),
        CASE(the_list_keeps_its_order),
        CASE(lost_remarks_are_in_the_trash),
        CASE(a_stream_is_a_store),
        CASE(a_single_game_is_a_store),
        CASE(the_manifest_is_obeyed),
        CASE(opening_writes_nothing),
        CASE(what_is_no_archive_is_refused),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
