/* test_keys.c - bytes become keys, mouse events and pastes. A child process reads from a
 * pseudo-terminal as the client does, and prints each event on a line. */
#include "config.h"
#include "tests/support/pty.h"

#include "core/base.h"
#include "tui/terminal/terminal.h"

#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum {
    PATIENCE = 120000 /* milliseconds; reached only if something is wrong */,
    ESCAPE_LONG = 1500,
    ESCAPE_SHORT = 30,
    LINE_ROOM = 256,
    /* keys that make the child print what the terminal has said, set a title, flash, and end */
    LOOK = 0x10FFF0,
    NAME = 0x10FFF1,
    FLASH = 0x10FFF2,
    OVER = 0x10FFF3
};

static pid_t child;
static int master = -1, told = -1;

/* ---- the child ---- */

static void tell(FILE *out, const struct input_event *event)
{
    if (event->what == INPUT_KEY)
        fprintf(out, "key %x\n", (unsigned)event->key);
    else if (event->what == INPUT_MOUSE)
        fprintf(out, "mouse %d %d at %d %d\n", event->mouse.what, event->mouse.button,
                event->mouse.row, event->mouse.column);
    else if (event->what == INPUT_PASTE)
        fprintf(out, "paste %zu %.40s\n", strlen(event->text),
                strlen(event->text) > 40 ? "" : event->text);
    fflush(out);
}

static _Noreturn void read_keys(const char *slave, const char *term, const char *locale, int escape,
                                FILE *out)
{
    struct terminal *terminal;
    struct theme theme;
    struct scene scene = {0};
    struct input_event event;
    struct note why;
    setsid();
    int fd = open(slave, O_RDWR);
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) < 0 || dup2(fd, 0) < 0 || dup2(fd, 1) < 0)
        _exit(126);
    setenv("TERM", term, 1);
    setenv("LC_ALL", locale, 1);
    if (terminal_usable(&why) < 0 || terminal_open(&terminal, &why) < 0)
        _exit(125);
    theme_default(&theme);
    terminal_looks(terminal, &theme, PALETTE_NONE, terminal_charset());
    terminal_escape(terminal, escape);
    scene_begin(&scene, 24, 80);
    terminal_show(terminal, &scene);
    fprintf(out, "ready\n");
    fflush(out);
    struct loop *loop = loop_new(NULL, NULL);
    bool over = false;
    while (!over && !(terminal_wait(terminal, loop) & TERMINAL_HANGUP))
        while ((event = terminal_input(terminal)).what != INPUT_NOTHING) {
            if (event.what == INPUT_KEY && event.key == LOOK)
                fprintf(out, "focused %d, ground %d\n", terminal_focused(terminal),
                        (int)terminal_ground(terminal));
            else if (event.what == INPUT_KEY && event.key == NAME)
                terminal_title(terminal, "a title");
            else if (event.what == INPUT_KEY && event.key == OVER)
                over = true;
            else if (event.what == INPUT_KEY && event.key == FLASH)
                terminal_flash(terminal);
            tell(out, &event);
            terminal_show(terminal, &scene);
        }
    terminal_close(terminal);
    loop_free(loop);
    _exit(0);
}

/* ---- the terminal ---- */

static char sent[1 << 16]; /* what the child has sent since begin(); what is too much is dropped */
static size_t sent_n;

static bool drain(void)
{
    char bytes[4096];
    ssize_t n = 1;
    struct pollfd fd = {.fd = master, .events = POLLIN};
    while (n > 0 && poll(&fd, 1, 0) > 0)
        if ((n = read(master, bytes, sizeof bytes)) > 0 && sent_n + (size_t)n < sizeof sent) {
            memcpy(sent + sent_n, bytes, (size_t)n);
            sent_n += (size_t)n;
            sent[sent_n] = '\0';
        }
    return n > 0;
}

/* The next line of the child, without its line end; reads what the child draws meanwhile. */
static const char *next_line(void)
{
    static char line[LINE_ROOM];
    int n = 0;
    struct pollfd fds[2] = {{.fd = told, .events = POLLIN}, {.fd = master, .events = POLLIN}};
    while (n < LINE_ROOM - 1) {
        if (poll(fds, 2, PATIENCE) <= 0)
            fail_msg("nothing more comes");
        if (fds[1].revents & POLLIN)
            drain();
        if (!(fds[0].revents & (POLLIN | POLLHUP)))
            continue;
        if (read(told, line + n, 1) != 1)
            fail_msg("the child has ended");
        if (line[n] == '\n')
            break;
        n++;
    }
    line[n] = '\0';
    return line;
}

static void begin(const char *term, const char *locale, int escape)
{
    char slave[PTY_NAME_ROOM];
    int ends[2];
    sent_n = 0;
    master = pty_open(slave);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        close(ends[0]);
        close(master);
        read_keys(slave, term, locale, escape, fdopen(ends[1], "w"));
    }
    close(ends[1]);
    told = ends[0];
    assert_string_equal(next_line(), "ready");
}

/* The terminal goes away, so the child must exit by itself. */
static void end(void)
{
    int status;
    close(master);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true((WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
                (WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP));
    close(told);
}

static void type(const char *bytes, size_t length)
{
    while (length > 0) {
        struct pollfd fd = {.fd = master, .events = POLLOUT};
        assert_true(poll(&fd, 1, PATIENCE) > 0);
        ssize_t n = write(master, bytes, length < 1000 ? length : 1000);
        assert_true(n > 0);
        bytes += n;
        length -= (size_t)n;
        drain();
    }
}

static void type_text(const char *text)
{
    type(text, strlen(text));
}

static void assert_key(uint32_t key)
{
    char line[LINE_ROOM];
    snprintf(line, sizeof line, "key %x", (unsigned)key);
    assert_string_equal(next_line(), line);
}

static void pass(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000,
                                 .tv_nsec = milliseconds % 1000 * 1000000L},
              NULL);
}

/* ---- keys ---- */

struct typed {
    const char *bytes;
    uint32_t key;
};

/* Send each case at once, then a byte at a time; a sign after it makes sure that no extra event is
 * missed. */
static void assert_typed(const struct typed *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int pieces = 0; pieces < 2; pieces++) {
            if (!pieces)
                type_text(cases[i].bytes);
            for (const char *c = cases[i].bytes; pieces && *c; c++)
                type(c, 1);
            type_text("|");
            if (cases[i].key)
                assert_key(cases[i].key);
            assert_key('|');
        }
}

static void keys_of_xterm_are_understood(void **state)
{
    static const struct typed cases[] = {
        {"a", 'a'},
        {"\r", K_ENTER},
        {"\n", K_ENTER},
        {"\t", K_TAB},
        {"\x7f", K_BACKSPACE},
        {"\x08", K_BACKSPACE},
        {"\x0c", 12},
        {"\x1f", 31},
        {"\033[A", K_UP},
        {"\033OA", K_UP},
        {"\033[5~", K_PAGE_UP},
        {"\033[H", K_HOME},
        {"\033[4~", K_END},
        {"\033[7~", K_HOME},
        {"\033[Z", K_BACKTAB},
        {"\033OP", K_F1},
        {"\033[15~", K_F5},
        {"\033[24~", K_F12},
        {"\033[3~", K_DELETE},
        {"\033OM", K_ENTER},
        {"\xc3\xa9", 0xE9},
        {"\xe2\x99\x94", 0x2654},
        {"\xf0\x9f\x99\x82", 0x1F642},
        /* With modifier keys. */
        {"\033[1;5C", K_RIGHT},
        {"\033[1;2A", K_UP},
        {"\033[1;2D", K_LEFT},
        {"\033[1;10B", K_DOWN},
        {"\033[6;5~", K_PAGE_DOWN},
        {"\033[3;2~", K_DELETE},
        {"\033[1;2P", K_F1},
        {"\033[15;5~", K_F5},
        {"\033[1;5H", K_HOME},
        {"\033[1;3F", K_END},
        /* Sequences that are not keys. */
        {"\033[?1;2c", 0},
        {"\033[12;40R", 0},
        {"\033[0n", 0},
        {"\033[I", 0},
        {"\033]11;rgb:0/0/0\033\\", 0},
        {"\033]11;rgb:0/0/0\a", 0},
        {"\033P1$r0m\033\\", 0},
        {"\033[M !!", 0},
        {"\033[99~", 0},
        {"\033Oz", 0},
        {"\033[?2026;2$y", 0},
    };
    static const char *const terms[] = {"xterm-256color", "tmux-256color"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin(terms[i], "C.UTF-8", ESCAPE_LONG);
        assert_typed(cases, sizeof cases / sizeof *cases);
        end();
    }
}

/* Sequences that xterm does not send: curses knows them from terminfo. */
static void keys_of_other_terminals_are_understood(void **state)
{
    static const struct typed cases[] = {
        {"\033[[A", K_F1}, {"\033[[E", K_F5}, {"\033[1~", K_HOME}, {"\033[A", K_UP}};
    (void)state;
    begin("linux", "C.UTF-8", ESCAPE_LONG);
    assert_typed(cases, sizeof cases / sizeof *cases);
    end();
}

/* Escape typed quickly before a key, or Alt with the key: two keys. A sequence that never ends is
 * discarded when no more bytes come; a lone Esc is a key. */
static void escape_before_a_key_is_a_key_of_its_own(void **state)
{
    (void)state;
    begin("xterm-256color", "C.UTF-8", ESCAPE_SHORT);
    type_text("\033x\033\033[A");
    assert_key(K_ESCAPE);
    assert_key('x');
    assert_key(K_ESCAPE);
    assert_key(K_UP);
    type_text("\033");
    assert_key(K_ESCAPE);
    type_text("\033[");
    assert_key(K_ESCAPE);
    assert_key('[');
    type_text("\033[12");
    pass(1500);
    type_text("q");
    assert_key('q');
    type_text("\033[12\033[A"); /* interrupted by the next sequence */
    assert_key(K_UP);
    end();
}

/* UTF-8 is understood in every locale, and invalid bytes do not swallow a key. */
static void utf8_characters_are_keys(void **state)
{
    static const char *const locales[] = {"C.UTF-8", "C"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin("xterm-256color", locales[i], ESCAPE_SHORT);
        type_text("\xc3\xa9\xff"
                  "a\xc3"
                  "b\xe2\x99"
                  "c\x80\xc0\xaf"
                  "d\xed\xa0\x80"
                  "e\xf5\x80\x80\x80"
                  "f\xc3\033[A");
        assert_key(0xE9);
        for (char c = 'a'; c <= 'f'; c++)
            assert_key((uint32_t)c);
        assert_key(K_UP);
        end();
    }
}

/* ---- what the terminal says of itself ---- */

/* Ask the child what it knows. */
static void assert_known(const char *line)
{
    char key[LINE_ROOM];
    type_text("\xf4\x8f\xbf\xb0");
    assert_string_equal(next_line(), line);
    snprintf(key, sizeof key, "key %x", LOOK);
    assert_string_equal(next_line(), key);
}

/* Answers of any form, late or in pieces, are no keys; without one nothing is known. */
static void ground_and_focus_are_what_the_terminal_says(void **state)
{
    (void)state;
    begin("xterm-256color", "C.UTF-8", ESCAPE_LONG);
    assert_non_null(strstr(sent, "\033[?1004h"));
    assert_non_null(strstr(sent, "\033]11;?\a"));
    assert_known("focused 0, ground 0");
    type_text("\033]11;rgb:ffff/fafa/f0f0\033\\");
    assert_known("focused 0, ground 2");
    type_text("\033]11;rgb:1c/1c/1c\a");
    assert_known("focused 0, ground 1");
    type_text("\033]11;rgb:nonsense\a\033]11;\a\033]11;rgb:\033\\\033]10;rgb:ff/ff/ff\a");
    assert_known("focused 0, ground 1");
    for (const char *c = "\033]11;rgb:ff/ff/ff\a\033[?62;22c"; *c; c++)
        type(c, 1);
    assert_known("focused 0, ground 2");
    type_text("\033[?1004;1$y");
    assert_known("focused 1, ground 2");
    type_text("\033[O");
    assert_known("focused 0, ground 2");
    type_text("\033[I");
    assert_known("focused 1, ground 2");
    type_text("\033[?1004;0$y"); /* the terminal knows no such mode */
    assert_known("focused 1, ground 2");
    end();
}

/* Wait until the child has ended by itself, and collect what it sends. An answer that comes when it
 * is about to end is not left to the shell. */
static void wait_for_end(void)
{
    int status;
    while (waitpid(child, &status, WNOHANG) == 0)
        if (!drain())
            break;
    drain();
    close(master);
    close(told);
}

/* The title is put back at the end, and only if it was set. A flash ends by itself. */
static void title_and_flash_do_not_stay(void **state)
{
    (void)state;
    for (int titled = 0; titled < 2; titled++) {
        begin("xterm-256color", "C.UTF-8", ESCAPE_LONG);
        type_text("\033[?62c");
        if (titled) {
            type_text("\xf4\x8f\xbf\xb1");
            assert_key(NAME);
            type_text("\xf4\x8f\xbf\xb2");
            assert_key(FLASH);
            while (!strstr(sent, "\033[?5l"))
                drain();
        }
        type_text("\xf4\x8f\xbf\xb3");
        assert_key(OVER);
        wait_for_end();
        assert_int_equal(strstr(sent, "\033[22;2t\033]2;a title\a") != NULL, titled);
        assert_int_equal(strstr(sent, "\033[23;2t") != NULL, titled);
        assert_int_equal(strstr(sent, "\033[?5h") != NULL, titled);
        assert_non_null(strstr(sent, "\033[?1004l"));
    }
}

/* ---- the mouse ---- */

/* Mouse events that arrive together are all reported, in order. */
static void mouse_events_are_reported_in_order(void **state)
{
    static const char *const lines[] = {"mouse 0 1 at 2 9",   "mouse 2 1 at 2 299",
                                        "mouse 1 1 at 2 299", "mouse 4 0 at 0 0",
                                        "mouse 0 3 at 0 1",   "key 71"};
    (void)state;
    begin("xterm-256color", "C.UTF-8", ESCAPE_LONG);
    /* Moving without a button, impossible places, and horizontal wheels produce no event. */
    type_text(
        "\033[<0;10;3M\033[<32;300;3M\033[<0;300;3m\033[<65;1;1M\033[<35;5;5M\033[<0;0;0M\033[<66;1;1M\033[<2;2;1Mq");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_string_equal(next_line(), lines[i]);
    for (int i = 0; i < 50; i++)
        type_text("\033[<0;7;7M\033[<0;7;7m");
    for (int i = 0; i < 50; i++) {
        assert_string_equal(next_line(), "mouse 0 1 at 6 6");
        assert_string_equal(next_line(), "mouse 1 1 at 6 6");
    }
    end();
}

/* ---- pastes ---- */

static void pastes_arrive_as_one_event(void **state)
{
    char line[LINE_ROOM], *block = memory_new(PASTE_MAX, 1);
    (void)state;
    begin("xterm-256color", "C.UTF-8", ESCAPE_LONG);
    type_text("a\033[200~two lines \033[A\033[20");
    assert_key('a');
    type_text("1~x\033[B\xc3\xa9");
    assert_string_equal(next_line(), "paste 13 two lines \033[A");
    assert_key('x');
    assert_key(K_DOWN);
    assert_key(0xE9);
    type_text("\033[200~");
    memset(block, 'y', PASTE_MAX);
    for (int i = 0; i < 3; i++)
        type(block, PASTE_MAX);
    type_text("\033[201~z");
    snprintf(line, sizeof line, "paste %d ", PASTE_MAX);
    assert_string_equal(next_line(), line);
    assert_key('z');
    /* The end marker is lost: after three seconds the paste counts as ended, even in the middle of
     * its end marker. */
    type_text("\033[200~lost\033[20");
    assert_string_equal(next_line(), "paste 4 lost");
    type_text("q\033[200~again\033[201~");
    assert_key('q');
    assert_string_equal(next_line(), "paste 5 again");
    end();
    free(block);
}

/* Whatever bytes come, they are read, give only valid keys, and do not spoil what is typed after
 * them. */
static void any_bytes_give_valid_keys(void **state)
{
    uint32_t seed = 1;
    unsigned key = 0;
    (void)state;
    begin("xterm-256color", "C.UTF-8", ESCAPE_SHORT);
    for (int round = 0; round < 2000; round++) {
        char bytes[8];
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 1664525 + 1013904223;
            uint32_t pick = seed >> 24;
            bytes[i] = pick < 60 ? "\033[O;<M~]P\\2017?"[pick % 15] : (char)pick;
        }
        type(bytes, sizeof bytes);
        type_text("\033\\\033[201~\x05"); /* Ends any sequence that may have started. */
        while (key != 5) {
            const char *line = next_line();
            key = 0;
            if (sscanf(line, "key %x", &key) == 1)
                assert_true(key <= K_F12);
        }
        key = 0;
    }
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_xterm_are_understood),
        cmocka_unit_test(keys_of_other_terminals_are_understood),
        cmocka_unit_test(escape_before_a_key_is_a_key_of_its_own),
        cmocka_unit_test(utf8_characters_are_keys),
        cmocka_unit_test(ground_and_focus_are_what_the_terminal_says),
        cmocka_unit_test(title_and_flash_do_not_stay),
        cmocka_unit_test(mouse_events_are_reported_in_order),
        cmocka_unit_test(pastes_arrive_as_one_event),
        cmocka_unit_test(any_bytes_give_valid_keys),
    };
    return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
