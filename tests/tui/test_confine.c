/* test_confine.c - in restricted mode the system limits what a session can use: each limit, the
 * remaining environment, and the refusal of anything more. It runs in child processes, because the
 * limits are permanent. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/system/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* If the condition fails, exit the child with its line number. */
#define MUST(holds)                    \
    do {                               \
        if (!(holds))                  \
            _exit(__LINE__ % 251 + 1); \
    } while (0)

static bool is_limited(int resource, rlim_t most, rlim_t hard)
{
    struct rlimit now, more = {most + 1, hard + 1};
    return getrlimit(resource, &now) == 0 && now.rlim_cur == most && now.rlim_max == hard &&
           (geteuid() == 0 || setrlimit(resource, &more) < 0); /* root may raise them again */
}

static void in_a_child(void (*look)(void))
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        confine_process();
        look();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status))
        fail_msg("line %d, or so many times 251 more, does not hold", WEXITSTATUS(status) - 1);
}

static void look_at_limits(void)
{
    MUST(is_limited(RLIMIT_CORE, 0, 0));
    MUST(is_limited(RLIMIT_NPROC, 0, 0));
    MUST(is_limited(RLIMIT_NOFILE, CONFINE_FILES, CONFINE_FILES));
    MUST(is_limited(RLIMIT_FSIZE, CONFINE_FILE_BYTES, CONFINE_FILE_BYTES));
    MUST(is_limited(RLIMIT_CPU, CONFINE_PROCESSOR_SECONDS,
                    CONFINE_PROCESSOR_SECONDS + CONFINE_PROCESSOR_MORE));
#if !SANITIZED
    MUST(is_limited(RLIMIT_AS, CONFINE_MEMORY_BYTES, CONFINE_MEMORY_BYTES));
#endif
#ifdef __linux__
    MUST(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
    MUST(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0);
#endif
}

static void every_limit_is_set(void **state)
{
    (void)state;
    in_a_child(look_at_limits);
}

static void ask_for_more(void)
{
    static const char bytes[4096];
    char path[] = "/tmp/chesscade-confine-XXXXXX";
    int fd = mkstemp(path), files = 0;
    MUST(fd >= 0 && unlink(path) == 0);
    MUST(pwrite(fd, bytes, sizeof bytes, CONFINE_FILE_BYTES - (off_t)sizeof bytes) ==
         (ssize_t)sizeof bytes);
    /* And no signal kills the process */
    MUST(pwrite(fd, bytes, sizeof bytes, CONFINE_FILE_BYTES) < 0 && errno == EFBIG);
    while (files <= CONFINE_FILES && dup(fd) >= 0)
        files++;
    MUST(files < CONFINE_FILES && errno == EMFILE);
#if !SANITIZED
    MUST(malloc((size_t)CONFINE_MEMORY_BYTES) == NULL);
#endif
    if (geteuid() != 0)
        MUST(fork() < 0 && errno == EAGAIN);
}

static void going_over_a_limit_is_refused(void **state)
{
    (void)state;
    in_a_child(ask_for_more);
}

static void look_at_environment(void)
{
    MUST(!strcmp(getenv("TERM"), "xterm-256color"));
    MUST(!strcmp(getenv("LC_CTYPE"), "C.UTF-8"));
    for (char **each = environ; *each; each++)
        MUST(!strncmp(*each, "TERM=", 5) || !strncmp(*each, "LC_CTYPE=", 9));
}

static void the_environment_is_cleaned(void **state)
{
    static const char *const hostile[] = {"HOME",
                                          "USER",
                                          "PATH",
                                          "TERMINFO",
                                          "TERMINFO_DIRS",
                                          "TERMCAP",
                                          "NCURSES_NO_SETBUF",
                                          "NCURSES_TRACE",
                                          "XDG_CONFIG_HOME",
                                          "XDG_DATA_HOME",
                                          "XDG_STATE_HOME",
                                          "LD_PRELOAD_",
                                          "LOCPATH",
                                          "LANGUAGE",
                                          "LC_MESSAGES",
                                          "TZ",
                                          "COLUMNS",
                                          "LINES",
                                          "ESCDELAY",
                                          "NO_COLOR",
                                          "CHESSCADE_DATA",
                                          "CHESSCADE_USER",
                                          "CHESSCADE_ARCHIVE",
                                          "SSH_ORIGINAL_COMMAND",
                                          "EDITOR",
                                          "PAGER",
                                          "SHELL",
                                          "IFS",
                                          "ENV",
                                          "MALLOC_CONF_",
                                          "TMPDIR"};
    (void)state;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
        setenv(hostile[i], "/tmp/evil", 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_CTYPE", "C.UTF-8", 1);
    setenv("LANG", "../../tmp/evil", 1);
    setenv("LC_ALL", ".hidden", 1);
    setenv("COLORTERM", "truecolor;touch x", 1);
    in_a_child(look_at_environment);
}

static void look_at_lengths(void)
{
    MUST(getenv("LC_ALL") && strlen(getenv("LC_ALL")) == 63);
    MUST(!getenv("TERM") && !getenv("LANG") && !getenv("COLORTERM"));
}

/* Harmless characters are harmless only in small numbers: a program that reads such a value may
 * have little room, or use it as a file name. */
static void long_values_are_dropped(void **state)
{
    char text[4097];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[4096] = '\0';
    setenv("TERM", text, 1);
    text[64] = '\0';
    setenv("LANG", text, 1);
    text[63] = '\0';
    setenv("LC_ALL", text, 1);
    setenv("COLORTERM", "", 1);
    in_a_child(look_at_lengths);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit_is_set), cmocka_unit_test(going_over_a_limit_is_refused),
        cmocka_unit_test(the_environment_is_cleaned), cmocka_unit_test(long_values_are_dropped)};
    return cmocka_run_group_tests_name("confinement", tests, NULL, NULL);
}
