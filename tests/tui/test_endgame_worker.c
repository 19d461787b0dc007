/* test_endgame_worker.c - the promises of endgame_worker.h and endgame_files.h: a table comes into
 * the user's cache without the client, two processes do not make it at once, a killed process
 * leaves nothing that is believed, and damaged files are refused. */
#include "config.h"
#include "tests/support/positions.h"

#include "core/engine/endgame.h"
#include "tui/session/endgame_note.h"
#include "tui/system/endgame_files.h"
#include "tui/workers/endgame_worker.h"

#include <poll.h>
#include <signal.h>

/* On the smallest board with tables. */
#define VARIANT "odd-classical"
#define KRK "7/7/7/4k2/7/7/KR5 w - - 0 1"
#define KRRK "7/7/7/4k2/7/7/KRR4 w - - 0 1"

static char cache[256];

static int begin(void **state)
{
    (void)state;
    return make_folder(cache, "endgame-worker") ? setenv("XDG_CACHE_HOME", cache, 1) : -1;
}

static int end(void **state)
{
    (void)state;
    remove_folder(cache);
    return 0;
}

static const char *tables_folder(void)
{
    static char folder[300];
    snprintf(folder, sizeof folder, "%s/chesscade/endgames", cache);
    return folder;
}

/* The number of tables in the cache; the name of one of them. */
static int tables_kept(char name[300])
{
    int n = 0;
    DIR *open = opendir(tables_folder());
    for (struct dirent *entry; open && (entry = readdir(open));)
        if (strstr(entry->d_name, ".endgame")) {
            snprintf(name, 300, "%s", entry->d_name);
            n++;
        }
    if (open)
        closedir(open);
    return n;
}

/* True if the tables in the cache know a position. */
static bool known(const char *text)
{
    char note[ENDGAME_NOTE_ROOM];
    struct position position;
    struct ruleset *rules = open_position(VARIANT, text, &position);
    endgame_note_again();
    bool told = endgame_note(&position, note);
    ruleset_free(rules);
    return told;
}

static void start(struct endgame_process *process, const char *text)
{
    struct position position;
    struct ruleset *rules = open_position(VARIANT, text, &position);
    endgame_process_start(process, &position);
    assert_true(process->process.pid > 0);
    ruleset_free(rules);
}

/* Wait for the next news. True if the process has ended. */
static bool wait_for_news(struct endgame_process *process)
{
    struct pollfd pipe = {.fd = process->process.fd, .events = POLLIN};
    poll(&pipe, 1, -1);
    return endgame_process_read(process);
}

static void wait_for_begin(struct endgame_process *process)
{
    while (!process->begun)
        assert_false(wait_for_news(process));
}

static void wait_for_end(struct endgame_process *process)
{
    while (!wait_for_news(process))
        continue;
}

/* The client leaves: the process goes on and keeps its table. A second process waits for it, and
 * then finds the table made. */
static void a_process_outlives_its_client(void **state)
{
    struct endgame_process process = {0}, second = {0};
    (void)state;
    start(&process, KRK);
    wait_for_begin(&process);
    endgame_process_leave(&process);
    start(&second, KRK);
    wait_for_end(&second);
    assert_true(known(KRK));
}

/* While one process makes tables, another one waits, and ends if nobody wants its table. */
static void only_one_works(void **state)
{
    struct endgame_process process = {0};
    char name[300];
    (void)state;
    int claim = endgame_files_claim();
    assert_true(claim >= 0);
    start(&process, KRK);
    pid_t pid = process.process.pid;
    assert_false(endgame_process_read(&process));
    endgame_process_leave(&process);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(tables_kept(name), 0);
    close(claim);
}

/* A killed process leaves no table that is believed, and nothing that keeps others from it. */
static void a_killed_process_harms_nothing(void **state)
{
    struct endgame_process process = {0};
    (void)state;
    start(&process, KRRK);
    wait_for_begin(&process);
    kill(process.process.pid, SIGKILL);
    wait_for_end(&process);
    assert_false(known(KRRK));
    int claim = endgame_files_claim();
    assert_true(claim >= 0);
    close(claim);
}

/* A process gives up when its folder is deleted. */
static void a_deleted_folder_ends_it(void **state)
{
    struct endgame_process process = {0};
    (void)state;
    start(&process, KRRK);
    wait_for_begin(&process);
    remove_folder(cache);
    wait_for_end(&process);
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    int byte = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 1, file);
    assert_int_equal(fclose(file), 0);
}

/* And it is refused if any part of its file is damaged. */
static void a_table_comes_into_the_cache(void **state)
{
    static const long bytes[] = {0, 40, 70, 90, 110, 5000, -1}; /* version, head, values */
    struct endgame_process process = {0};
    char name[300], path[700];
    struct stat stat_of;
    (void)state;
    assert_false(known(KRK));
    start(&process, KRK);
    wait_for_end(&process);
    assert_true(known(KRK));
    assert_int_equal(tables_kept(name), 1);
    snprintf(path, sizeof path, "%s/%s", tables_folder(), name);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        change_byte(path, bytes[i]);
        assert_false(known(KRK));
        change_byte(path, bytes[i]);
        assert_true(known(KRK));
    }
    assert_int_equal(stat(path, &stat_of), 0);
    static const int shorter[] = {1, 4096, 40000};
    for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++) {
        assert_int_equal(truncate(path, stat_of.st_size - shorter[i]), 0);
        assert_false(known(KRK));
    }
    assert_int_equal(truncate(path, stat_of.st_size + 1), 0);
    assert_false(known(KRK));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_table_comes_into_the_cache, begin, end),
        cmocka_unit_test_setup_teardown(a_process_outlives_its_client, begin, end),
        cmocka_unit_test_setup_teardown(only_one_works, begin, end),
        cmocka_unit_test_setup_teardown(a_killed_process_harms_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_deleted_folder_ends_it, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
