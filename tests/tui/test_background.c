/* test_background.c - background processes of the client: updating the index of an archive, and
 * importing a file. They are stopped, killed and started again: finished work stays, and no process
 * is left behind. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/index/index.h"
#include "archive/util/lock.h"
#include "tui/workers/import_worker.h"
#include "tui/workers/index_worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GAMES = 700,
    MANY_GAMES = 40000,
    PATIENCE = 60000 /* milliseconds; reached only if something is wrong */
};

static char top[256];

static const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static void write_games(const char *name, int games)
{
    FILE *file = fopen(in_top(name), "w");
    assert_non_null(file);
    for (int i = 0; i < games; i++)
        fprintf(
            file,
            "[White \"Ana %d\"]\n[Black \"Boris\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n",
            i);
    assert_int_equal(fclose(file), 0);
}

static void must(int result, const struct note *why)
{
    if (result < 0)
        fail_msg("%s", why->text);
}

static struct store *open_archive(const char *name)
{
    struct store *store = NULL;
    struct note why = {.text = ""};
    must(store_open(&store, in_top(name), NULL, &why), &why);
    store_scan(store, INT_MAX);
    return store;
}

static void new_archive(const char *name)
{
    struct note why = {.text = ""};
    must(store_create(in_top(name), name, &why), &why);
}

static int make_top(void **state)
{
    (void)state;
    if (!make_folder(top, "background"))
        return -1;
    write_games("some.pgn", GAMES);
    write_games("many.pgn", MANY_GAMES);
    new_archive("indexed");
    struct store *store = open_archive("indexed");
    struct import_report report;
    struct note why = {.text = ""};
    must(import_file(store, in_top("some.pgn"), &(struct import_options){0}, &report, &why), &why);
    store_close(store);
    make_old(in_top("indexed/games")); /* an index leaves out files that changed in the last two
                                          seconds */
    return 0;
}

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

/* Wait for a message from a process. */
static void wait_for(const struct background *background)
{
    struct pollfd news = {.fd = background->fd, .events = POLLIN};
    if (poll(&news, 1, PATIENCE) == 0)
        fail_msg("no news of a process for a minute");
}

/* No child process is left, not even a zombie. */
static void assert_no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* --- the index --- */

/* True if the index knows all games. */
static bool complete(void)
{
    struct store *store = open_archive("indexed");
    struct index *index = NULL;
    if (index_open(&index, store, false, NULL) < 0)
        index = NULL;
    bool all = index && !index_wanted(index, store);
    index_close(index);
    store_close(store);
    return all;
}

static void drop_index(void)
{
    unlink(in_top("indexed/.index/v1.sqlite3"));
    assert_false(complete());
}

static void run_to_end(struct index_process *process, struct store *store)
{
    index_process_start(process, in_top("indexed"), store);
    assert_true(process->process.pid > 0);
    while (!index_process_read(process))
        wait_for(&process->process);
    assert_true(process->ended);
    assert_int_equal(process->process.pid, 0);
    assert_int_equal(process->process.fd, -1);
    assert_no_child_is_left();
}

static void the_index_is_built(void **state)
{
    (void)state;
    struct index_process process = {0};
    struct store *store = open_archive("indexed");
    drop_index();
    run_to_end(&process, store);
    assert_int_equal(process.total, GAMES);
    assert_false(index_process_read(&process));  /* it has already ended once */
    assert_int_equal(store_count(store), GAMES); /* our own store is unchanged */
    store_close(store);
    assert_true(complete());
}

/* Killed at any moment: the process ends, the index is still only a cache, and the next process
 * completes it. */
static void a_killed_index_process_can_be_repeated(void **state)
{
    (void)state;
    struct store *store = open_archive("indexed");
    for (int news = 0; news < 4; news++) {
        struct index_process process = {0};
        drop_index();
        index_process_start(&process, in_top("indexed"), store);
        for (int i = 0; i < news && !index_process_read(&process); i++)
            wait_for(&process.process);
        if (process.process.pid)
            assert_int_equal(kill(process.process.pid, SIGKILL), 0);
        while (!process.ended)
            if (!index_process_read(&process))
                wait_for(&process.process);
        assert_no_child_is_left();
        index_process_stop(&process);
        run_to_end(&process, store);
        assert_true(complete());
    }
    store_close(store);
}

static void an_index_process_can_be_stopped(void **state)
{
    (void)state;
    struct store *store = open_archive("indexed");
    struct index_process process = {0};
    drop_index();
    index_process_stop(&process); /* none is running */
    index_process_start(&process, in_top("indexed"), store);
    index_process_stop(&process);
    assert_int_equal(process.process.pid, 0);
    assert_false(process.ended);
    assert_no_child_is_left();
    index_process_start(&process, in_top("no such archive"), store); /* there is nothing to do */
    while (!index_process_read(&process))
        wait_for(&process.process);
    assert_int_equal(process.total, 0);
    run_to_end(&process, store);
    store_close(store);
    assert_true(complete());
}

/* Reading the games is half of the work: progress is reported from the start, and never
 * decreases. */
static void the_index_reports_progress_from_the_start(void **state)
{
    enum { LOOKED_AT = 5000 };
    struct index_process process = {0};
    struct import_report report;
    struct note why = {.text = ""};
    int news[2], first = -1, before = 0, got;
    (void)state;
    new_archive("looked at");
    write_games("looked at.pgn", LOOKED_AT);
    struct store *store = open_archive("looked at");
    must(import_file(store, in_top("looked at.pgn"), &(struct import_options){0}, &report, &why),
         &why);
    index_process_start(&process, in_top("looked at"), store);
    while ((got = background_next(&process.process, news, sizeof news)) >= 0) {
        if (!got) {
            wait_for(&process.process);
            continue;
        }
        assert_int_equal(news[1], LOOKED_AT);
        assert_in_range(news[0], before, LOOKED_AT);
        before = news[0];
        first = first < 0 ? before : first;
    }
    index_process_stop(&process);
    store_close(store);
    assert_in_range(first, 1, LOOKED_AT / 2);
    assert_true(before > LOOKED_AT / 2);
}

/* The process that waits for it is gone: it ends by itself, without being killed. */
static void the_index_process_ends_without_its_client(void **state)
{
    (void)state;
    struct store *store = open_archive("indexed");
    struct index_process process = {0};
    int status = 0;
    drop_index();
    index_process_start(&process, in_top("indexed"), store);
    close(process.process.fd);
    while (waitpid(process.process.pid, &status, 0) < 0 && errno == EINTR)
        continue;
    assert_true(WIFEXITED(status) || (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE));
    store_close(store);
}

/* The client is killed: the process stops in the middle of its work, which holds the lock of the
 * index. */
static void the_index_process_ends_with_a_killed_client(void **state)
{
    (void)state;
#ifdef __linux__
    int said[2], status;
    pid_t pid = 0, client;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    assert_int_equal(pipe(said), 0);
    drop_index();
    if ((client = fork()) == 0) {
        struct index_process process = {0};
        index_process_start(&process, in_top("indexed"), open_archive("indexed"));
        wait_for(&process.process);
        kill(process.process.pid, SIGSTOP);
        write(said[1], &process.process.pid, sizeof pid);
        pause();
        _exit(0);
    }
    assert_int_equal(read(said[0], &pid, sizeof pid), sizeof pid);
    assert_int_equal(kill(client, SIGKILL), 0);
    assert_int_equal(waitpid(client, NULL, 0), client);
    kill(pid, SIGCONT);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    close(said[0]);
    close(said[1]);
#endif
}

/* --- importing --- */

static int games_in(const char *name)
{
    struct store *store = open_archive(name);
    int count = store_count(store);
    store_close(store);
    return count;
}

static void start(struct import_process *process, const char *archive, const char *file,
                  const char *pack)
{
    struct note why = {.text = ""};
    struct store *store = open_archive(archive);
    must(import_process_start(process, in_top(archive), in_top(file), pack, store, &why), &why);
#ifdef F_SETPIPE_SZ
    fcntl(process->process.fd, F_SETPIPE_SZ, 4096); /* room for few messages: the process must wait
                                                       for a slow reader */
#endif
    store_close(store); /* the child process has its own */
}

static void finish(struct import_process *process)
{
    while (!import_process_read(process))
        wait_for(&process->process);
    assert_true(process->ended);
    assert_no_child_is_left();
}

static void an_import_makes_a_pack(void **state)
{
    (void)state;
    struct import_process process = {0};
    new_archive("packed");
    start(&process, "packed", "some.pgn", "some");
    finish(&process);
    assert_false(process.failed);
    assert_string_equal(process.text, "700 games; in the pack some");
    assert_int_equal(games_in("packed"), GAMES);
    start(&process, "packed", "some.pgn", "other"); /* once more */
    finish(&process);
    assert_string_equal(process.text, "imported before; nothing was added");
    assert_int_equal(games_in("packed"), GAMES);
    /* without a name the size of the file decides, as in plain mode */
    write_games("large.pgn", GAMES + 200);
    new_archive("by size");
    start(&process, "by size", "some.pgn", NULL);
    finish(&process);
    assert_string_equal(process.text, "700 games");
    start(&process, "by size", "large.pgn", NULL);
    finish(&process);
    assert_string_equal(process.text, "900 games; in the pack large");
    new_archive("single");
    start(&process, "single", "large.pgn", "");
    finish(&process);
    assert_string_equal(process.text, "900 games");
    assert_int_equal(games_in("single"), GAMES + 200);
}

static void failures_are_reported(void **state)
{
    (void)state;
    struct import_process process = {0};
    new_archive("failing");
    start(&process, "failing", "no such.pgn", NULL);
    finish(&process);
    assert_true(process.failed);
    assert_non_null(strstr(process.text, "cannot be read"));
    start(&process, "failing", "some.pgn", "no/name");
    finish(&process);
    assert_true(process.failed);
    assert_non_null(strstr(process.text, "cannot be the name of a pack"));
    FILE *file = fopen(in_top("bad.yaml"), "w");
    fprintf(file, "---\nchesscade: 1\nvariant: 'classical'\n---\nchesscade: [\n");
    fclose(file);
    start(&process, "failing", "bad.yaml", NULL);
    finish(&process);
    assert_true(process.failed);
    assert_string_equal(
        process.text,
        "0 games, 2 could not be read; game 1: line 2, column 1: 'id' is missing here");
}

/* Wait until at least this many games are reported. */
static void wait_for_games(struct import_process *process, int games)
{
    while (process->games < games && !import_process_read(process))
        wait_for(&process->process);
    if (process->ended)
        fail_msg("the import was through before it could be stopped");
}

static void a_cancelled_import_is_continued(void **state)
{
    (void)state;
    struct import_process process = {0};
    int added = 0;
    new_archive("cancelled");
    start(&process, "cancelled", "many.pgn", "many");
    wait_for_games(&process, 1);
    import_process_cancel(&process);
    finish(&process);
    assert_true(process.failed);
    assert_non_null(strstr(process.text, "stopped; import the file again to resume"));
    assert_int_equal(sscanf(process.text, "%d games", &added), 1);
    assert_in_range(added, 1, MANY_GAMES - 1);
    assert_int_equal(games_in("cancelled"), 0); /* it is not a pack yet */
    start(&process, "cancelled", "many.pgn", "many");
    finish(&process);
    assert_false(process.failed);
    assert_non_null(strstr(process.text, "were already there")); /* those were not read again */
    assert_int_equal(games_in("cancelled"), MANY_GAMES);
}

static void a_killed_import_is_continued(void **state)
{
    (void)state;
    struct import_process process = {0};
    new_archive("killed");
    start(&process, "killed", "many.pgn", "many");
    wait_for_games(&process, 1);
    assert_int_equal(kill(process.process.pid, SIGKILL), 0);
    finish(&process);
    assert_true(process.failed);
    assert_non_null(strstr(process.text, "killed"));
    start(&process, "killed", "many.pgn", "many");
    wait_for_games(&process, 1);
    import_process_stop(&process); /* the view is closed */
    assert_int_equal(process.process.pid, 0);
    assert_no_child_is_left();
    start(&process, "killed", "many.pgn", "many");
    finish(&process);
    assert_false(process.failed);
    assert_int_equal(games_in("killed"), MANY_GAMES);
}

/* --- locks --- */

/* Two pipes: on one a process reports that it is running, on the other it waits until it may
 * end. */
struct ends {
    int say, wait;
};

static void stay(int fd, void *argument)
{
    const struct ends *ends = argument;
    char bytes[4];
    (void)fd;
    signal(SIGTERM, SIG_IGN); /* takes its time when asked to end */
    if (write(ends->say, "x", 1) == 1)
        while (read(ends->wait, bytes, sizeof bytes) < 0 && errno == EINTR)
            continue;
}

/* A killed client leaves no lock, even if its background process is still running. */
static void locks_go_with_the_client(void **state)
{
    (void)state;
    int said[2], go[2], folder = open(top, O_RDONLY | O_DIRECTORY);
    char bytes[4];
    struct lock lock;
    struct room *room = room_of_folder(folder, NULL);
    assert_true(folder >= 0 && pipe(said) == 0 && pipe(go) == 0);
    pid_t client = fork();
    if (client == 0) {
        struct background background;
        close(go[1]);
        if (lock_take(&lock, room, "client", "ana", NULL) == 0)
            background_start(&background, stay, &(struct ends){said[1], go[0]}, NULL);
        for (;;)
            pause();
    }
    assert_true(client > 0);
    close(said[1]);
    close(go[0]);
    struct pollfd news = {.fd = said[0], .events = POLLIN};
    assert_int_equal(poll(&news, 1, PATIENCE), 1);
    assert_int_equal(read(said[0], bytes, sizeof bytes), 1);
    assert_int_equal(lock_try(&lock, room, "client"), 0);
    assert_int_equal(kill(client, SIGKILL), 0);
    assert_int_equal(waitpid(client, NULL, 0), client);
    assert_int_equal(poll(&news, 1, 0), 0); /* it is still there, so it might still write */
    assert_int_equal(lock_try(&lock, room, "client"), 1);
    assert_true(lock_is_held(&lock));
    lock_drop(&lock);
    close(go[1]);
    assert_int_equal(read(said[0], bytes, sizeof bytes), 0); /* now it has ended */
    close(said[0]);
    room_close(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_is_built),
        cmocka_unit_test(a_killed_index_process_can_be_repeated),
        cmocka_unit_test(an_index_process_can_be_stopped),
        cmocka_unit_test(the_index_process_ends_without_its_client),
        cmocka_unit_test(the_index_reports_progress_from_the_start),
        cmocka_unit_test(the_index_process_ends_with_a_killed_client),
        cmocka_unit_test(an_import_makes_a_pack),
        cmocka_unit_test(failures_are_reported),
        cmocka_unit_test(a_cancelled_import_is_continued),
        cmocka_unit_test(a_killed_import_is_continued),
        cmocka_unit_test(locks_go_with_the_client),
    };
    return cmocka_run_group_tests(tests, make_top, drop_top);
}
