/* test_hangup.c - promise R10: the terminal closes after any key, also during a game of the lobby.
 * The program then exits by itself within five seconds, uses less than a fifth of a second of
 * processor time for it, and does not crash; what was written is kept, and the journal records that
 * the player is away. */
#include "config.h"
#include "tests/support/live_club.h"
#include "tests/support/pty.h"

#include "core/base.h"

#include <dirent.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    POINTS = 50,
    PATIENCE = 120000 /* milliseconds; reached only if something is wrong */,
    GONE = 5000,
    PROCESSOR = 200000000 /* nanoseconds */
};

/* Open a game, go forward two plies, write a comment, play a variation, search: one key each. The
 * comment starts at the fourth key; "keep" is complete at the twelfth. */
static const char keys[] = "\rllcxyz keep this\033mNc6\r/keep\r&ana\r\033qj\r:set confirm always\r";
enum { COMMENT_AT = 6, KEEP_AT = 12 };

static char home[] = "/tmp/chesscade-hangup-XXXXXX";

static void make_home(void)
{
    if (!mkdtemp(home))
        fail_msg("%s", home);
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
}

static void remove_home(void)
{
    remove_folder(home);
    memcpy(home + sizeof home - 7, "XXXXXX", 6);
}

static void copy_file(const char *from, const char *to)
{
    char bytes[65536];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    size_t n = fread(bytes, 1, sizeof bytes, in);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    fclose(out);
}

/* told: the program gets a signal; otherwise it can only notice the end of its input. */
static void be_told(bool told)
{
    sigset_t hangup;
    sigemptyset(&hangup);
    sigaddset(&hangup, SIGHUP);
    sigprocmask(told ? SIG_UNBLOCK : SIG_BLOCK, &hangup, NULL);
}

static void run_program(const char *slave, bool told)
{
    char path[PATH_MAX];
    be_told(told);
    snprintf(path, sizeof path, "%s/game.yaml", home);
    pty_run(slave, "xterm", path);
}

/* Read what the program draws, until it has read every key and is idle. */
static void drain(int master, int slave)
{
    struct pollfd fd = {.fd = master, .events = POLLIN};
    char bytes[4096];
    int unread = 0;
    for (int waited = 0; waited < PATIENCE; waited += 60) {
        while (poll(&fd, 1, 60) > 0 && read(master, bytes, sizeof bytes) > 0)
            continue;
        if (ioctl(slave, FIONREAD, &unread) < 0 || unread == 0)
            return;
    }
    fail_msg("%d keys are not read", unread);
}

static bool is_there(const char *folder, const char *text)
{
    DIR *stream = opendir(folder);
    bool found = false;
    for (struct dirent *entry; stream && !found && (entry = readdir(stream));) {
        char path[PATH_MAX], bytes[8192];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%.2000s/%.255s", folder, entry->d_name);
        FILE *file = fopen(path, "rb");
        size_t n = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
        bytes[n] = '\0';
        if (file)
            fclose(file);
        found = strstr(bytes, text) || is_there(path, text);
    }
    if (stream)
        closedir(stream);
    return found;
}

/* Sanitizers are slow: by what factor to extend the limits. */
static int patience(void)
{
    const char *times = getenv("CHESSCADE_PATIENCE");
    return times && atoi(times) > 1 ? atoi(times) : 1;
}

/* Nanoseconds of processor time that a child has used so far. */
static int64_t used_by(pid_t child)
{
    clockid_t clock;
    struct timespec used;
    assert_int_equal(clock_getcpuclockid(child, &clock), 0);
    assert_int_equal(clock_gettime(clock, &used), 0);
    return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}

static int64_t used_in_all(const struct rusage *usage)
{
    return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * INT64_C(1000000000) +
           (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * INT64_C(1000);
}

/* The terminal is gone: the program must exit soon, without a crash. */
static void await_end(pid_t child, int count, int64_t used)
{
    struct rusage usage;
    int status;
    pid_t ended = 0;
    for (int waited = 0;
         waited < GONE * patience() && !(ended = wait4(child, &status, WNOHANG, &usage));
         waited += 5)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    if (!ended) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        fail_msg("it goes on after a hang-up behind key %d", count);
    }
    if (!WIFEXITED(status) && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP))
        fail_msg("after key %d it ended with status %x", count, status);
    int64_t more = used_in_all(&usage) - used;
    if (more >= (int64_t)PROCESSOR * patience())
        fail_msg("after key %d it used a processor for %d ms to end", count, (int)(more / 1000000));
}

static void hang_up_after(int count, bool told)
{
    char slave[PTY_NAME_ROOM];
    int master = pty_open(slave);
    pid_t child = fork();
    if (child == 0)
        run_program(slave, told);
    int other_end = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct pollfd fd = {.fd = master, .events = POLLIN};
    if (poll(&fd, 1, PATIENCE) != 1)
        fail_msg("nothing is drawn");
    drain(master, other_end);
    for (int i = 0; i < count; i++) {
        assert_int_equal(write(master, keys + i, 1), 1);
        drain(master, other_end);
    }
    int64_t used = used_by(child);
    close(other_end);
    close(master);
    await_end(child, count, used);
}

static void the_terminal_may_close_after_any_key(void **state)
{
    char path[PATH_MAX];
    const char *only = getenv("CHESSCADE_POINT");
    (void)state;
    for (int count = only ? atoi(only) : 0; count < POINTS && count < (int)sizeof keys;
         count += getenv("CHESSCADE_LONG") ? 1 : 7) {
        make_home();
        snprintf(path, sizeof path, "%s/game.yaml", home);
        copy_file(source_file("tests/screens/club.yaml"), path);
        hang_up_after(count, count % 2 == 0);
        if (count >= COMMENT_AT && !is_there(home, count < KEEP_AT ? "xy" : "keep"))
            fail_msg("the comment is lost after key %d", count);
        remove_home();
        if (only)
            break;
    }
}

/* A terminal that accepts no more output: the program blocks in the middle of a frame, and still
 * exits on a signal. */
static void a_blocked_terminal_does_not_keep_the_program(void **state)
{
    char slave[PTY_NAME_ROOM], path[PATH_MAX];
    int unread = 0, before = -1;
    (void)state;
    make_home();
    snprintf(path, sizeof path, "%s/game.yaml", home);
    copy_file(source_file("tests/screens/club.yaml"), path);
    int master = pty_open(slave);
    pid_t child = fork();
    if (child == 0)
        run_program(slave, true);
    int other_end = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct pollfd fd = {.fd = master, .events = POLLIN};
    assert_int_equal(poll(&fd, 1, PATIENCE), 1);
    drain(master, other_end);
    for (int waited = 0; waited < PATIENCE && (unread == 0 || unread != before); waited += 300) {
        static const char redraw[] = "\f\f\f\f\f\f\f\f";
        before = unread;
        if (unread == 0)
            assert_int_equal(write(master, redraw, sizeof redraw - 1), sizeof redraw - 1);
        /* Otherwise it may only be slow */
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        assert_int_equal(ioctl(other_end, FIONREAD, &unread), 0);
    }
    int64_t used = used_by(child);
    kill(child, SIGTERM);
    await_end(child, 0, used);
    close(other_end);
    close(master);
    remove_home();
}

/* The last record of a journal, as written. */
static void last_record(const char *id, char *out, size_t size)
{
    size_t length;
    char *bytes = read_file(path_of("live", id, ".jnl"), &length), *line = bytes;
    assert_non_null(bytes);
    for (char *c = bytes; *c; c++)
        if (*c == '\n' && c[1])
            line = c + 1;
    snprintf(out, size, "%s", line);
    free(bytes);
}

static void await_record(const char *id, int master, const char *wanted)
{
    char line[2000], drawn[4096];
    struct pollfd fd = {.fd = master, .events = POLLIN};
    for (int waited = 0; waited < PATIENCE; waited += 20) {
        last_record(id, line, sizeof line);
        if (strstr(line, wanted))
            return;
        if (poll(&fd, 1, 20) > 0)
            (void)!read(master, drawn, sizeof drawn);
    }
    fail_msg("no record with %s", wanted);
}

/* If a player of a lobby game loses the connection, the journal records that the player is away,
 * and why. */
static void a_player_who_hangs_up_is_recorded_as_away(void **state)
{
    char slave[PTY_NAME_ROOM], club[300], id[ULID_LENGTH + 1], line[2000];
    for (int told = 0; told < 2; told++) {
        assert_int_equal(setup(state), 0);
        setenv("HOME", top, 1);
        snprintf(club, sizeof club, "%s/club", top);
        struct journal *journal =
            new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, NULL);
        snprintf(id, sizeof id, "%s", journal->live.id);
        journal_free(journal);
        int master = pty_open(slave);
        pid_t child = fork();
        if (child == 0) {
            be_told(told);
            pty_run_words(slave, "xterm",
                          (char *const[]){(char *)"chesscade", (char *)"lobby", (char *)"--as",
                                          (char *)"ana", club, NULL});
        }
        int other_end = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
        struct pollfd fd = {.fd = master, .events = POLLIN};
        assert_int_equal(poll(&fd, 1, PATIENCE), 1);
        drain(master, other_end);
        assert_int_equal(write(master, "\r", 1), 1); /* the cursor is on the waiting game */
        await_record(id, master, "ev: 'back'");
        drain(master, other_end);
        int64_t used = used_by(child);
        close(other_end);
        close(master);
        await_end(child, 1, used);
        last_record(id, line, sizeof line);
        if (!strstr(line, "ev: 'gone', side: 'w', why: 'hangup'"))
            fail_msg("the last record is %s", line);
        teardown(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terminal_may_close_after_any_key),
        cmocka_unit_test(a_blocked_terminal_does_not_keep_the_program),
        cmocka_unit_test(a_player_who_hangs_up_is_recorded_as_away)};
    return cmocka_run_group_tests_name("hanging up", tests, NULL, NULL);
}
