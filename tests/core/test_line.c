/* test_line.c - slow and broken connections: the program asks the terminal for a reply to measure
 * the delay, and the reply comes late, never, in pieces or amid typed keys. It must never count as
 * a key, and drawing adapts to it: on a slow line no frame is sent while the previous one is still
 * on its way, and the next frame shows the newest state. */
#include "config.h"
#include "tests/support/pty.h"

#include "core/base.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum {
    SEEN_ROOM = 1 << 20,
    PATIENCE = 120000,
    LATE = 600 /* milliseconds; terminal.c calls a reply late after 400 */
};

static int master = -1;
static pid_t child;
static char seen[SEEN_ROOM];
static size_t seen_n;

static void read_some(int milliseconds)
{
    struct pollfd fd = {.fd = master, .events = POLLIN};
    if (poll(&fd, 1, milliseconds) <= 0)
        return;
    ssize_t n = read(master, seen + seen_n, SEEN_ROOM - 1 - seen_n);
    seen_n += n > 0 ? (size_t)n : 0;
    seen[seen_n] = '\0';
}

static void await(const char *text)
{
    for (int waited = 0; waited < PATIENCE && !strstr(seen, text); waited += 50)
        read_some(50);
    if (!strstr(seen, text))
        fail_msg("no '%s'", text);
}

/* Ignores what was drawn before. */
static void send(const char *keys)
{
    for (size_t n = 1; n != seen_n;) {
        n = seen_n;
        read_some(100);
    }
    seen_n = 0;
    seen[0] = '\0';
    assert_int_equal(write(master, keys, strlen(keys)), strlen(keys));
}

static void pass(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000,
                                 .tv_nsec = milliseconds % 1000 * 1000000L},
              NULL);
}

/* The third ply of a game on a terminal of 256 colours that was asked and has not replied. */
static int begin(void **state)
{
    char slave[PTY_NAME_ROOM];
    (void)state;
    master = pty_open(slave);
    seen_n = 0;
    seen[0] = '\0';
    child = fork();
    if (child == 0) {
        setenv("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22", 1);
        setenv("LC_ALL", "C", 1);
        unsetenv("COLORTERM");
        unsetenv("NO_COLOR");
        pty_run(slave, "xterm-256color", source_file("tests/screens/opera.yaml"));
    }
    await("\033[5n");
    assert_non_null(strstr(seen, "8;5;"));
    send("lll\f");
    await("3/33");
    return 0;
}

static int end(void **state)
{
    (void)state;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(master);
    return 0;
}

/* The next ply redraws the whole picture: no other key was seen, and the colours are right. */
static void assert_next_ply(bool light)
{
    send("l\f");
    await("4/33");
    for (int i = 0; i < 3; i++)
        read_some(100);
    assert_int_equal(strstr(seen, "8;5;") == NULL, light);
}

static void no_reply_does_no_harm(void **state)
{
    (void)state;
    pass(LATE);
    assert_next_ply(false);
}

static void a_late_reply_is_not_a_key(void **state)
{
    (void)state;
    pass(LATE);
    send("\033[0n");
    assert_next_ply(true);
}

static void a_late_reply_in_pieces_is_not_a_key(void **state)
{
    (void)state;
    pass(LATE);
    for (const char *byte = "\033[0n"; *byte; byte++) {
        send((char[]){*byte, '\0'});
        pass(150);
    }
    assert_next_ply(true);
}

/* "se" and "t mouse off", with the reply between them. */
static void a_reply_while_typing_is_not_a_key(void **state)
{
    (void)state;
    send(":se");
    pass(LATE);
    send("\033[");
    pass(150);
    send("0n");
    send("t nothing\r");
    await("There is no option 'nothing'");
    send("\033"); /* the prompt is still there */
    assert_next_ply(true);
}

/* Only the first reply counts: others were requested by another program. */
static void unrequested_replies_are_ignored(void **state)
{
    (void)state;
    pass(LATE);
    send("\033[0n");
    send("\033[0n\033[3n\033[?1;2c\033[12;40R\033]11;rgb:0000/0000/0000\033\\");
    assert_next_ply(true);
}

/* The line is known to be slow, and the terminal replies. */
static void be_slow(void)
{
    pass(LATE);
    send("\033[0n");
    await("\033[5n"); /* after the picture in fewer colours */
    send("\033[0n");
}

/* ... and must now show a whole screen. */
static void fill_line(void)
{
    be_slow();
    send("\f");
    await("\033[5n");
}

static void frames_wait_for_the_line(void **state)
{
    (void)state;
    fill_line();
    for (int i = 0; i < 3; i++)
        send("l\f");
    pass(300);
    read_some(0);
    assert_int_equal(seen_n, 0);
    send("\033[0n");
    await("6/33");
    assert_null(strstr(seen, "4/33"));
    assert_null(strstr(seen, "5/33"));
}

/* Frames of a few bytes do not wait for a reply. */
static void small_frames_do_not_wait(void **state)
{
    (void)state;
    fill_line();
    send("\033[0n:");
    for (const char *c = "QJZ"; *c; c++) {
        send((char[]){*c, '\0'});
        await((char[]){*c, '\0'});
    }
}

static void a_line_that_stops_replying_is_not_waited_for(void **state)
{
    (void)state;
    be_slow();
    for (int i = 0; i < 4; i++)
        send("l");
    send("l\f");
    read_some(300);
    assert_int_equal(seen_n, 0);
    await("8/33");
    send("l\f"); /* the program does not wait a second time */
    for (int i = 0; i < 10; i++)
        read_some(100);
    assert_non_null(strstr(seen, "9/33"));
}

/* After the program exits, no reply arrives at the shell. */
static void exiting_waits_for_the_reply(void **state)
{
    int status = -1;
    (void)state;
    fill_line();
    send(":qa!\r");
    await("\033[?1049l");
    pass(300);
    assert_int_equal(waitpid(child, &status, WNOHANG), 0);
    send("\033[0n");
    for (int waited = 0; waited < 4000 && waitpid(child, &status, WNOHANG) == 0; waited += 50)
        pass(50);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
#define ON_A_LINE(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        ON_A_LINE(no_reply_does_no_harm),
        ON_A_LINE(a_late_reply_is_not_a_key),
        ON_A_LINE(a_late_reply_in_pieces_is_not_a_key),
        ON_A_LINE(a_reply_while_typing_is_not_a_key),
        ON_A_LINE(unrequested_replies_are_ignored),
        ON_A_LINE(frames_wait_for_the_line),
        ON_A_LINE(small_frames_do_not_wait),
        ON_A_LINE(a_line_that_stops_replying_is_not_waited_for),
        ON_A_LINE(exiting_waits_for_the_reply),
    };
    static char folder[256];
    if (!move_into(folder, "line"))
        return 1;
    setenv("HOME", folder, 1);
    int failed = cmocka_run_group_tests_name("lines", tests, NULL, NULL);
    remove_folder(folder);
    return failed;
}
