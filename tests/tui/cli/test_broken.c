/* test_broken.c - the program breaks while the user writes: it has used up its stack, which its
 * signal handlers then cannot use, or its cleanup never finishes. The terminal is restored, the
 * program says what happened, and the draft is kept.
 *
 * The client runs in a child process with a terminal of its own; two functions of the app are
 * replaced by broken ones. */
#include "config.h"
#include "tests/support/pty.h"

#include "tui/cli/client.h"

#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <termios.h>
#include <time.h>

enum {
    PATIENCE = 120000,
    SCREEN = 1 << 20,
    LIMIT = 1 << 20 /* size of the stack in bytes, so that it is used up sooner */
};

static char home[256];
static bool deep, endless;  /* which failure to simulate */
static char screen[SCREEN]; /* everything sent to the terminal */
static size_t sent;

bool __real_app_tick(struct app *app);
bool __wrap_app_tick(struct app *app);
void __real_app_rescue(struct app *app);
void __wrap_app_rescue(struct app *app);

static int dig(volatile int *above)
{
    volatile int here[256] = {*above + 1};
    return *here ? dig(here) + here[255] : 0;
}

/* Breaks when the file `dig` appears. */
bool __wrap_app_tick(struct app *app)
{
    volatile int bottom = 1;
    if (deep && access(in_folder(home, "dig"), F_OK) == 0)
        dig(&bottom);
    return __real_app_tick(app);
}

void __wrap_app_rescue(struct app *app)
{
    __real_app_rescue(app);
    while (endless)
        pause();
}

static _Noreturn void run_client(const char *slave, const char *path)
{
    char *words[] = {(char *)"chesscade", (char *)(uintptr_t)path, NULL};
    struct rlimit small = {LIMIT, LIMIT};
    setsid();
    int fd = open(slave, O_RDWR);
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) < 0)
        _exit(126);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    setrlimit(RLIMIT_STACK, &small);
    setlocale(LC_CTYPE, "");
    _exit(client_run(2, words));
}

/* Read output until it contains the text. */
static void await(int master, const char *text)
{
    struct pollfd fd = {.fd = master, .events = POLLIN};
    for (int waited = 0; waited < PATIENCE; waited += 20) {
        while (poll(&fd, 1, 20) > 0 && sent < SCREEN - 1) {
            ssize_t n = read(master, screen + sent, SCREEN - 1 - sent);
            if (n <= 0)
                break;
            sent += (size_t)n;
            screen[sent] = '\0';
        }
        if (strstr(screen, text))
            return;
    }
    fail_msg("no '%s' comes", text);
}

static void type(int master, const char *keys)
{
    assert_int_equal(write(master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* True if the text is in a file of the folder, or of the folders in it. */
static bool is_kept(const char *folder, const char *text)
{
    char path[PATH_MAX];
    bool found = false;
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream && !found && (entry = readdir(stream));) {
        struct stat kind;
        snprintf(path, sizeof path, "%.2000s/%.255s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || lstat(path, &kind) < 0)
            continue;
        if (S_ISDIR(kind.st_mode)) {
            found = is_kept(path, text);
        } else if (S_ISREG(kind.st_mode) && kind.st_size > 0) {
            size_t size;
            char *bytes = read_file(path, &size);
            found = strstr(bytes, text);
            free(bytes);
        }
    }
    if (stream)
        closedir(stream);
    return found;
}

/* A game is open, a comment is half written, its draft is on the disk. */
static pid_t begin(int *master, int *slave, struct termios *before)
{
    char name[PTY_NAME_ROOM], path[PATH_MAX];
    *master = pty_open(name);
    *slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_int_equal(tcgetattr(*slave, before), 0);
    sent = 0;
    screen[0] = '\0';
    snprintf(path, sizeof path, "%s/club.yaml", home);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_client(name, path);
    await(*master, "4 games");
    type(*master, "\r");
    await(*master, "Qxf7#");
    type(*master, "chalfway");
    await(*master, "draft kept");
    return child;
}

static void same_modes(int slave, const struct termios *before)
{
    struct termios now;
    assert_int_equal(tcgetattr(slave, &now), 0);
    assert_int_equal(now.c_lflag, before->c_lflag);
    assert_int_equal(now.c_iflag, before->c_iflag);
    assert_int_equal(now.c_oflag, before->c_oflag);
}

/* The last sequences that xterm receives: no mouse, no bracketed paste, the ordinary screen. */
static void assert_restored(int slave, const struct termios *before)
{
    const char *left = strstr(screen, "\033[?1049l");
    assert_non_null(left);
    assert_non_null(strstr(screen, "\033[?1002l"));
    assert_non_null(strstr(screen, "\033[?2004l"));
    assert_null(strstr(left, "\033[?1049h"));
    same_modes(slave, before);
}

static int await_end(pid_t child, int seconds)
{
    int status;
    for (int waited = 0; waited < seconds * 200; waited++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    fail_msg("it does not end");
    return 0;
}

/* A path as printed, "$XDG_STATE_HOME/...yaml,", must name the file with the draft. */
static void assert_names_the_draft(const char *told)
{
    static const char folder[] = "$XDG_STATE_HOME/";
    char path[PATH_MAX];
    size_t size;
    assert_memory_equal(told, folder, sizeof folder - 1);
    told += sizeof folder - 1;
    snprintf(path, sizeof path, "%s/%.*s", getenv("XDG_STATE_HOME"), (int)strcspn(told, ","), told);
    char *bytes = read_file(path, &size);
    assert_non_null(strstr(bytes, "halfway"));
    free(bytes);
}

static void a_stack_overflow_keeps_the_draft(void **state)
{
    struct termios before;
    int master, slave;
    (void)state;
    deep = true;
    pid_t child = begin(&master, &slave, &before);
    fclose(fopen(in_folder(home, "dig"), "w"));
    type(master, "x");
    await(master, "an error in the program ended it; what you changed is kept as a draft, ");
    await(master, " and offered next time");
    assert_names_the_draft(strstr(screen, "as a draft, ") + strlen("as a draft, ")); /* ux.md T4 */
    int status = await_end(child, 120);
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGSEGV : SANITIZED);
    assert_restored(slave, &before);
    unlink(in_folder(home, "dig"));
    assert_true(is_kept(home, "halfway"));
    close(master);
    close(slave);
    deep = false;
}

/* The program exits on a signal even if its cleanup hangs: after a time limit, with the terminal
 * restored. */
static void a_cleanup_that_hangs_is_cut_short(void **state)
{
    struct termios before;
    int master, slave;
    (void)state;
    endless = true;
    pid_t child = begin(&master, &slave, &before);
    kill(child, SIGTERM);
    await(master, "\033[?1049l");
    int status = await_end(child, 120);
    assert_true(WIFEXITED(status));
    assert_restored(slave, &before);
    assert_true(is_kept(home, "halfway"));
    close(master);
    close(slave);
    endless = false;
}

static int make_home(void **state)
{
    size_t size;
    (void)state;
    if (!make_folder(home, "broken"))
        return -1;
    char *bytes = read_file(source_file("tests/screens/club.yaml"), &size);
    FILE *out = fopen(in_folder(home, "club.yaml"), "wb");
    fwrite(bytes, 1, size, out);
    fclose(out);
    free(bytes);
    static const char *const names[] = {"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                        "XDG_CONFIG_HOME", "XDG_CACHE_HOME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        setenv(names[i], home, 1);
    setenv("TERM", "xterm", 1);
    unsetenv("COLORTERM");
    return 0;
}

static int remove_home(void **state)
{
    (void)state;
    remove_folder(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stack_overflow_keeps_the_draft, make_home, remove_home),
        cmocka_unit_test_setup_teardown(a_cleanup_that_hangs_is_cut_short, make_home, remove_home),
    };
    return cmocka_run_group_tests_name("breaking", tests, NULL, NULL);
}
