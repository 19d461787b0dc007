/* test_faults.c - system calls fail while the program reads: listing, searching, loading, drafts,
 * plain mode. Every call fails once, with every error: the program gives an answer or a sentence,
 * and the next attempt succeeds. For saving see test_crash.c. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/query/query.h"
#include "archive/replay/replay.h"
#include "archive/store/store.h"
#include "tests/faults/faults.h"
#include "tui/app/app_internal.h"
#include "tui/app/config_files.h"
#include "tui/plain/plain.h"
#include "tui/widgets/theme.h"
#include "tui/session/variant_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[] = "/tmp/chesscade-faults-XXXXXX";
static char archive[PATH_MAX], board[PATH_MAX];
static const char own[] = "size = 7\nranks = R..K..R\n";

/* Returns 1 for success, 0 for a refusal with a sentence. */
static int list_and_load(void)
{
    struct store *store;
    struct record *record;
    struct note why = {{0}, -1};
    int done = 0;
    if (store_open(&store, archive, NULL, &why) < 0) {
        assert_true(why.text[0]);
        return 0;
    }
    store_scan(store, 100);
    for (int i = 0; i < store_count(store); i++) {
        const struct listing *listing = store_listing(store, i);
        assert_true(!listing->damaged || listing->why[0]);
        if (store_load(store, i, &record, NULL, NULL, &why) == 0) {
            done += replay_check(record, NULL, NULL) == 0 && record->moves.n == 2;
            record_free(record);
        } else {
            assert_true(why.text[0]);
        }
    }
    store_close(store);
    return done == 2;
}

static int talk(void)
{
    static char typed[] = "list e4 | text:x\nopen 1\nnext\nd5\nquit\nquit\n";
    char *answer = NULL;
    size_t size = 0;
    FILE *in = fmemopen(typed, sizeof typed - 1, "r"), *out = open_memstream(&answer, &size);
    struct plain_options options = {.path = archive, .today = "2026-01-31"};
    int status = plain_run(&options, in, out);
    fclose(in);
    fclose(out);
    assert_true(size > 0);
    free(answer);
    return status == 0;
}

static int drafts(void)
{
    struct store *store;
    struct record *record;
    struct version version;
    struct note why = {{0}, -1};
    char(*ids)[ULID_LENGTH + 1];
    int done = 0;
    if (store_open(&store, archive, NULL, &why) < 0)
        return 0;
    store_scan(store, 100);
    if (store_count(store) && store_load(store, 0, &record, &version, NULL, &why) == 0) {
        done = store_draft_save(store, record, &version, &why) == 0;
        assert_true(done || why.text[0]);
        record_free(record);
    }
    store_drafts(store, &ids);
    free(ids);
    store_close(store);
    return done;
}

/* Streams meet the same faults: when they are opened, and each time their buffer is filled. */
static ssize_t read_stream(void *cookie, char *bytes, size_t size)
{
    return faults_strike('r') ? -1 : read(*(int *)cookie, bytes, size);
}

static int close_stream(void *cookie)
{
    int status = close(*(int *)cookie);
    free(cookie);
    return status;
}

static FILE *open_stream(const char *path)
{
    int fd = faults_strike('o') ? -1 : open(path, O_RDONLY | O_CLOEXEC),
        *cookie = fd < 0 ? NULL : memory_new(1, sizeof *cookie);
    if (!cookie)
        return NULL;
    *cookie = fd;
    return fopencookie(cookie, "r",
                       (cookie_io_functions_t){.read = read_stream, .close = close_stream});
}

FILE *__wrap_path_open(const char *path);
FILE *__wrap_path_open(const char *path)
{
    return open_stream(path);
}

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode)
{
    return mode[0] == 'r' ? open_stream(path) : __real_fopen(path, mode);
}

/* Keys, options, start screen and a theme: a file that cannot be read is reported. */
static int settings(void)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    struct theme theme;
    struct note why = {{0}, -1};
    char keys[80];
    config_files_read(app);
    int themed = theme_load("own", "", &theme, &why);
    assert_true(themed == 0 || why.text[0]);
    app_keys_text(app, KEYMAP_MOVES, REQ_STEP_NEXT, keys, sizeof keys);
    const char *speed = app_setting(app, SET_SPEED), *pause = app_setting(app, SET_PAUSE);
    bool all = !strcmp(keys, "F9") && !strcmp(speed, "30") && !strcmp(pause, "stop");
    if (!all && !app->message[0])
        fail_msg("keys %s, speed %s, pause %s, and nothing is said", keys, speed, pause);
    app_free(app);
    return all && themed == 0;
}

/* A custom board whose definition is in a file. */
static int own_board(void)
{
    char *id = NULL;
    struct note why = {{0}, -1};
    int result = variant_named_id(board, &id, &why);
    assert_true(result == 0 ? !strcmp(id, "custom:size=7;ranks=R..K..R") : why.text[0]);
    free(id);
    return result == 0;
}

static void fail_everywhere(const char *name, int (*deed)(void))
{
    static const int errors[] = {EIO, EINTR, EMFILE, ENOMEM, EACCES};
    char left[sizeof archive + 10];
    snprintf(left, sizeof left, "%s/drafts", archive);
    faults_begin(FAULT_NONE, 0, 0);
    assert_int_equal(deed(), 1);
    int calls = faults_end();
    assert_true(calls > 2);
    for (size_t e = 0; e < sizeof errors / sizeof *errors; e++)
        for (int at = 1; at <= calls; at += EACH_CALL) {
            faults_begin(FAULT_ERROR, at, errors[e]);
            deed();
            faults_end();
            if (deed() != 1)
                fail_msg("%s does not come back after error %d of call %d", name, errors[e], at);
            remove_folder(left); /* only a limited number is kept for a game */
        }
}

static void failed_calls_do_no_harm_to_listing_and_loading(void **state)
{
    (void)state;
    fail_everywhere("listing and loading", list_and_load);
}

static void failed_calls_do_no_harm_to_plain_mode(void **state)
{
    (void)state;
    fail_everywhere("plain mode", talk);
}

static void failed_calls_do_no_harm_to_drafts(void **state)
{
    (void)state;
    fail_everywhere("drafts", drafts);
}

static void failed_calls_do_no_harm_to_settings(void **state)
{
    (void)state;
    fail_everywhere("settings", settings);
}

static void failed_calls_do_no_harm_to_custom_boards(void **state)
{
    (void)state;
    fail_everywhere("a board of the user", own_board);
}

static int begin(void **state)
{
    struct store *store;
    struct note why;
    int saved = 0;
    (void)state;
    if (!mkdtemp(top))
        return -1;
    setenv("HOME", top, 1);
    setenv("XDG_DATA_HOME", top, 1);
    if (!make_settings(top))
        return -1;
    snprintf(archive, sizeof archive, "%s/archive", top);
    snprintf(board, sizeof board, "custom:@%s/board", top);
    write_file(in_folder(top, "board"), own, sizeof own - 1);
    if (store_create(archive, "A", &why) < 0 || store_open(&store, archive, NULL, &why) < 0)
        return -1;
    for (int i = 0; i < 2 && saved == 0; i++) {
        struct record *record = record_new("classical");
        struct version version = {0};
        record_set_player(record, 'w', "Ana");
        record_set_player(record, 'b', "Boris");
        line_append(&record->moves, "e4");
        line_append(&record->moves, "e5");
        saved = store_save(store, record, &version, &why);
        record_free(record);
    }
    store_close(store);
    return saved;
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
        cmocka_unit_test(failed_calls_do_no_harm_to_listing_and_loading),
        cmocka_unit_test(failed_calls_do_no_harm_to_plain_mode),
        cmocka_unit_test(failed_calls_do_no_harm_to_drafts),
        cmocka_unit_test(failed_calls_do_no_harm_to_settings),
        cmocka_unit_test(failed_calls_do_no_harm_to_custom_boards),
    };
    return cmocka_run_group_tests_name("a system that says no", tests, begin, end);
}
