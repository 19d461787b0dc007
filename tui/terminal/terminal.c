/* terminal.c - controls the terminal: modes, signals, waiting, sending. See terminal.h. */
#include "config.h"
#include "tui/terminal/terminal.h"

#include "archive/store/store.h"
#include "tui/system/process.h"
#include "tui/terminal/caps.h"
#include "tui/terminal/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    ESCAPE_WAIT = 30 /* milliseconds that a lone Esc waits for the rest of a sequence */,
    END_WAIT = 300 /* milliseconds to wait for output when the program ends */,
    RESTORE_ROOM = 256,
    ANSWER_PIECES = 400 /* the most milliseconds between the parts of an answer */,
    ANSWER_WAIT = 10000 /* milliseconds after which no answer will come */,
    START_WAIT =
        1000 /* the same, for what is asked at the start: local terminals answer at once */,
    FLASH_TIME = 120 /* milliseconds for which a flash is seen */,
    SYNCHRONIZE_FROM =
        1024 /* frames of this many bytes and more are sent as synchronized updates */,
    PASTE_WAIT = 3000 /* milliseconds without a byte after which a paste counts as ended */
};

/* What is asked at the start: whether the focus is reported, the ground, and the attributes, which
 * every terminal tells: after these no other answer will come. */
static const char questions[] = "\033[?1004$p\033]11;?\a\033[c";

static char question[] = "\033[5n"; /* requests the terminal's status; a terminal answers "ESC [ 0
                                       n" */

/* The connection to the terminal: whether it is slow, and how many bytes are still in transit. To
 * find out, the program requests the terminal's status; the terminal answers only after it has
 * processed everything sent before the request. One request at a time. */
struct wire {
    bool slow;   /* true if the connection is slow, so that few bytes should be sent */
    int answers; /* number of answers so far, up to ANSWERS_TRUSTED; the first one decides `slow` */
    int64_t asked; /* time of the unanswered request; 0 if there is none */
    int before;    /* bytes sent before the request and not acknowledged yet */
    int behind;    /* bytes sent after the request, or after the last acknowledged one */
};

struct terminal {
    struct termios before, raw;
    struct input input;
    struct screen *screen;
    struct wire wire;
    bool taken, gone, synchronized, mouse, ansi, xterm, focused;
    enum terminal_ground ground;
    int64_t asked; /* time of the questions at the start that are not answered yet; 0: none */
    int64_t flash; /* time at which a flash ends; 0: there is none */
    char pending[RESTORE_ROOM]; /* control strings to send before the next bytes */
    int pendings;
    int escape_wait; /* milliseconds that an Esc waits for the rest of a sequence */
    loop_handle input_watch, signal_watch;
};

/* Everything that signal handlers may use: one terminal, flags, a pipe, and the bytes that
 * restore the screen. */
static struct {
    volatile sig_atomic_t hangup, resized, suspend, continued, interrupt, ending;
    int pipe[2];
    bool active;
    struct termios before;
    char restore[RESTORE_ROOM];
    int restore_n;
    char draft[STORE_DRAFT_NAME_ROOM];
    volatile sig_atomic_t titled;  /* the window has a title of this program */
    volatile sig_atomic_t draft_n; /* length of the draft's name; 0 also while the name changes */
} signals = {.pipe = {-1, -1}};

/* ---- the connection ---- */

enum {
    ANSWER_LATE = 400 /* milliseconds: below 200 kbit/s a first screen of 10 KB takes longer */,
    ASK_FROM = 64 /* bytes sent before a request is worthwhile: a dozen cursor movements */,
    UNDER_WAY_MOST = 256 /* bytes that may be in transit before the next frame waits */,
    COUNT_MOST = 1 << 20,
    ANSWERS_TRUSTED = 2,
    ANSWER_GONE = 2000,
    ANSWER_GONE_BYTE = 4 /* milliseconds added to ANSWER_GONE for each byte sent before the request;
                            after that time no answer will come */
};

/* Count sent bytes. True if a status request should follow them: only on a slow connection, and
 * not after a mere cursor movement. */
static bool wire_sent(struct wire *wire, int bytes)
{
    wire->behind += bytes < COUNT_MOST - wire->behind ? bytes : COUNT_MOST - wire->behind;
    return wire->slow && wire->answers > 0 && !wire->asked && wire->behind >= ASK_FROM;
}

/* Record that a status request was sent, after all bytes counted by wire_sent(). */
static void wire_asked(struct wire *wire)
{
    wire->asked = milliseconds();
    wire->before = wire->behind;
    wire->behind = 0;
}

/* Record an answer; ignores one that was not requested. */
static void wire_answered(struct wire *wire)
{
    if (!wire->asked)
        return;
    if (!wire->answers)
        wire->slow = milliseconds() - wire->asked > ANSWER_LATE;
    wire->answers += wire->answers < ANSWERS_TRUSTED;
    wire->asked = 0;
    wire->before = 0;
}

/* Forget the request, because another program had the terminal for a while: no answer will come. */
static void wire_forget(struct wire *wire)
{
    wire->asked = 0;
    wire->before = wire->behind = 0;
}

/* The milliseconds for which an answer is still expected, from a terminal that has answered
 * before; -1 if none is expected. */
static int wire_wait(const struct wire *wire)
{
    if (!wire->asked || !wire->answers)
        return -1;
    int64_t left =
        wire->asked + ANSWER_GONE + (int64_t)wire->before * ANSWER_GONE_BYTE - milliseconds();
    return left > 0 ? (int)left : -1;
}

/* ---- signals ---- */

static void terminal_wake(void)
{
    ssize_t written = write(signals.pipe[1], "", 1);
    /* if the write fails because the pipe is full, its older bytes wake the program */
    (void)written;
}

/* True in the background, where the program must neither change the terminal nor read from it. */
bool terminal_behind(const struct terminal *terminal)
{
    pid_t ahead = tcgetpgrp(STDIN_FILENO);
    (void)terminal;
    return ahead > 0 && ahead != getpgrp();
}

/* Write everything. If the program has been asked to end, do not wait for a terminal that
 * accepts no output. */
static void terminal_write_all(const char *bytes, size_t length)
{
    while (length > 0) {
        struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};
        if (signals.hangup && poll(&ready, 1, END_WAIT) == 0)
            return;
        ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
            if (poll(&out, 1, 1000) <= 0)
                return;
            continue;
        }
        if (written < 0 && errno == EINTR && signals.suspend && terminal_behind(NULL))
            return; /* another program has the terminal; everything is redrawn afterwards */
        if (written < 0 && errno != EINTR)
            return; /* reading input will report the dead terminal */
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

static const char title_push[] = "\033[22;2t", title_pop[] = "\033[23;2t";

/* Restore the screen and the modes. Uses only async-signal-safe calls. */
static void terminal_restore(void)
{
    if (signals.titled)
        terminal_write_all(title_pop, sizeof title_pop - 1);
    signals.titled = 0;
    terminal_write_all(signals.restore, (size_t)signals.restore_n);
    tcsetattr(STDIN_FILENO, TCSANOW, &signals.before);
}

/* Handle the alarm of terminal_end_within(): restore the terminal and exit. */
static void give_up(void)
{
    if (signals.active)
        terminal_restore();
    _exit(1);
}

static void on_signal(int number)
{
    int saved = errno;
    switch (number) {
    case SIGWINCH:
        signals.resized = 1;
        break;
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        signals.suspend = 1;
        break;
    case SIGCONT:
        signals.continued = 1;
        break;
    case SIGINT:
        signals.interrupt = 1;
        break;
    case SIGALRM:
        if (signals.ending)
            give_up();
        signals.hangup = 1;
        break;
    default:
        signals.hangup = 1;
        break;
    }
    terminal_wake();
    errno = saved;
}

/* Handle a crash, or a request for a core dump: restore the terminal with async-signal-safe
 * calls, print a message, and let the signal kill the program. */
static void on_crash(int number)
{
    static const char broken[] = "\r\nchesscade: an error in the program ended it",
                      asked[] = "\r\nchesscade: a signal ended it",
                      kept[] = "; what you changed is kept as a draft, ",
                      offered[] = ", and offered next time";
    if (signals.active) {
        terminal_restore();
        if (number == SIGQUIT)
            terminal_write_all(asked, sizeof asked - 1);
        else
            terminal_write_all(broken, sizeof broken - 1);
        if (signals.draft_n) { /* without a draft nothing was changed, or everything is saved */
            terminal_write_all(kept, sizeof kept - 1);
            terminal_write_all(signals.draft, (size_t)signals.draft_n);
            terminal_write_all(offered, sizeof offered - 1);
        }
        terminal_write_all("\r\n", 2);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* The caught signals besides those that stop or end the program. */
static const int caught[] = {SIGWINCH, SIGCONT, SIGINT};
static const int stopping[] = {SIGTSTP, SIGTTIN, SIGTTOU};
enum { CAUGHT = sizeof caught / sizeof *caught, STOPPING = sizeof stopping / sizeof *stopping };

static void terminal_catch(const int *number, int n)
{
    /* without SA_RESTART, so that a signal ends a read */
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < n; i++)
        sigaction(number[i], &action, NULL);
}

static void by_default(const int *number, int n)
{
    for (int i = 0; i < n; i++)
        signal(number[i], SIG_DFL);
}

static int signals_begin(struct note *why)
{
    if (pipe(signals.pipe) < 0)
        return note_fail(why, FAIL_SYSTEM, -1, "The system has no pipe left: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        fcntl(signals.pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(signals.pipe[i], F_SETFD, FD_CLOEXEC);
    }
    terminal_catch(caught, CAUGHT);
    process_signals_on_end(on_signal);
    process_signals_on_crash(on_crash);
    signal(SIGPIPE, SIG_IGN);
    return 0;
}

static void signals_end(void)
{
    by_default(caught, CAUGHT);
    by_default(stopping, STOPPING);
    process_signals_on_end(NULL);
    process_signals_on_crash(NULL);
    signal(SIGPIPE, SIG_DFL);
    for (int i = 0; i < 2; i++) {
        close(signals.pipe[i]);
        signals.pipe[i] = -1;
    }
    signals.active = false;
}

/* ---- modes ---- */

/* Append a capability without its delays: terminals that need them no longer exist. */
static void terminal_add(char *buffer, int room, int *n, const char *text)
{
    while (*text && *n < room - 1) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            buffer[(*n)++] = *text++;
    }
    buffer[*n] = '\0';
}

static void prepare_restore(const struct terminal *terminal)
{
    char *to = signals.restore;
    int n = 0;
    if (terminal->xterm)
        terminal_add(to, RESTORE_ROOM, &n,
                     "\033[?2026l\033[?1006l\033[?1002l\033[?2004l\033[?1004l\033[?5l");
    terminal_add(to, RESTORE_ROOM, &n, caps_text("sgr0"));
    terminal_add(to, RESTORE_ROOM, &n, caps_text("rmkx"));
    terminal_add(to, RESTORE_ROOM, &n, caps_text("cnorm"));
    terminal_add(to, RESTORE_ROOM, &n, caps_text("clear"));
    terminal_add(to, RESTORE_ROOM, &n, caps_text("rmcup"));
    signals.restore_n = n;
}

static void terminal_later(struct terminal *terminal, const char *text)
{
    terminal_add(terminal->pending, RESTORE_ROOM, &terminal->pendings, text);
}

/* Take over the terminal. In the background this stops the program until the shell brings it to the
 * front. */
static void terminal_take(struct terminal *terminal)
{
    by_default(stopping, STOPPING);
    while (tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->raw) < 0 && errno == EINTR &&
           !signals.hangup)
        continue;
    terminal_catch(stopping, STOPPING);
    terminal->pendings = 0;
    wire_forget(&terminal->wire);
    terminal_later(terminal, caps_text("smcup"));
    terminal_later(terminal, caps_text("smkx"));
    terminal_later(terminal, caps_text("enacs"));
    if (terminal->xterm)
        terminal_later(terminal, "\033[?2004h\033[?1004h");
    if (terminal->xterm && !terminal->asked && terminal->ground == GROUND_UNKNOWN) {
        terminal_later(terminal, questions);
        terminal->asked = milliseconds();
    }
    if (terminal->xterm && !terminal->synchronized && getenv("COLORTERM"))
        terminal_later(terminal, "\033[?2026$p");
    signals.active = terminal->taken = true;
    if (terminal->mouse)
        terminal_mouse(terminal, true);
}

/* The milliseconds for which an answer to the questions at the start is expected; -1: none is. */
static int start_wait(const struct terminal *terminal)
{
    int64_t left = terminal->asked + START_WAIT - milliseconds();
    return terminal->asked && left > 0 ? (int)left : -1;
}

/* The milliseconds for which any answer is expected; -1: none is. */
static int any_wait(const struct terminal *terminal)
{
    int wire = wire_wait(&terminal->wire), start = start_wait(terminal);
    return wire > start ? wire : start;
}

/* Read the answers that a slow terminal has not sent yet, so that the next program does not get
 * them. */
static void hear_out(struct terminal *terminal)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!signals.hangup && !terminal_behind(terminal) && any_wait(terminal) >= 0)
        if (terminal_input(terminal).what == INPUT_NOTHING && any_wait(terminal) >= 0)
            poll(&in, 1, any_wait(terminal));
}

static void give_back(struct terminal *terminal)
{
    if (!terminal->taken)
        return;
    signal(SIGTTOU, SIG_IGN); /* the screen is restored even from the background; the shell has
                                 restored the modes */
    if (!terminal->gone && signals.titled)
        terminal_write_all(title_pop, sizeof title_pop - 1);
    signals.titled = 0;
    terminal->flash = 0;
    if (!terminal->gone)
        terminal_write_all(signals.restore, (size_t)signals.restore_n);
    hear_out(terminal);
    if (!terminal_behind(terminal))
        tcsetattr(STDIN_FILENO, signals.hangup ? TCSANOW : TCSADRAIN, &terminal->before);
    signals.active = terminal->taken = false;
}

int terminal_open(struct terminal **out, struct note *why)
{
    int status = terminal_usable(why);
    if (status < 0)
        return status;
    struct terminal *terminal = memory_new(1, sizeof *terminal);
    terminal->escape_wait = ESCAPE_WAIT;
    if (tcgetattr(STDIN_FILENO, &terminal->before) < 0 || (status = signals_begin(why)) < 0) {
        free(terminal);
        return status < 0 ? status
                          : note_fail(why, FAIL_SYSTEM, -1, "Cannot set up the terminal: %s",
                                      strerror(errno));
    }
    terminal->raw = terminal->before;
    terminal->raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    terminal->raw.c_oflag &= ~(tcflag_t)OPOST;
    terminal->raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    terminal->raw.c_cc[VMIN] = 1;
    terminal->raw.c_cc[VTIME] = 0;
    terminal->ansi = caps_ansi();
    terminal->xterm = terminal_xterm();
    /* Serial lines below this speed are slow; pseudo-terminals report exactly this speed. */
    terminal->wire.slow = cfgetospeed(&terminal->before) < B38400;
    signals.before = terminal->before;
    prepare_restore(terminal);
    terminal_take(terminal);
    if ((status = screen_new(&terminal->screen, why)) < 0) {
        terminal_close(terminal);
        return status;
    }
    *out = terminal;
    return 0;
}

void terminal_close(struct terminal *terminal)
{
    if (!terminal)
        return;
    give_back(terminal);
    /* Some versions of ncurses set the modes of the terminal when a screen is freed. In the
     * background the signal for that would stop the program instead of letting it end. */
    signal(SIGTTOU, SIG_IGN);
    screen_free(terminal->screen);
    signals_end();
    input_clear(&terminal->input);
    free(terminal);
    caps_forget();
}

void terminal_escape(struct terminal *terminal, int milliseconds)
{
    terminal->escape_wait = milliseconds > 0 ? milliseconds : ESCAPE_WAIT;
}

void terminal_mouse(struct terminal *terminal, bool on)
{
    static const char *const modes[] = {"\033[?1006l\033[?1002l", "\033[?1002h\033[?1006h"};
    if (terminal->xterm && (on || terminal->mouse))
        terminal_later(terminal, modes[on]);
    terminal->mouse = on;
}

void terminal_size(const struct terminal *terminal, int *rows, int *columns)
{
    struct winsize size = {0};
    (void)terminal;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0) {
        int lines = caps_number("lines"), wide = caps_number("cols");
        *rows = lines > 0 ? lines : 24;
        *columns = wide > 0 ? wide : 80;
        return;
    }
    *rows = size.ws_row > 1000 ? 1000 : size.ws_row;
    *columns = size.ws_col > 1000 ? 1000 : size.ws_col;
}

/* Take the terminal back and discard what was typed meanwhile, since it was for the other
 * program. In the background this stops the program again until the shell brings it to the
 * front, but not if the program has been asked to end. */
static void come_back(struct terminal *terminal)
{
    while (!signals.hangup && tcflush(STDIN_FILENO, TCIFLUSH) < 0 && errno == EINTR)
        continue;
    if (!signals.hangup) /* newer versions of ncurses call tcflush() here, which stops it, too */
        input_forget(&terminal->input);
    screen_forget(terminal->screen);
    signals.suspend = signals.continued = 0;
    if (!signals.hangup)
        terminal_take(terminal);
}

void terminal_suspend(struct terminal *terminal)
{
    give_back(terminal);
    by_default(stopping, STOPPING);
    raise(SIGTSTP);
    come_back(terminal);
}

void terminal_lend(struct terminal *terminal)
{
    give_back(terminal);
    by_default(stopping, STOPPING);
    signal(SIGINT, SIG_IGN);
}

void terminal_regain(struct terminal *terminal)
{
    static const int interrupt[] = {SIGINT};
    terminal_catch(interrupt, 1);
    come_back(terminal);
}

void terminal_draft_is(struct terminal *terminal, const char *name)
{
    (void)terminal;
    if (!strcmp(signals.draft, name))
        return;
    signals.draft_n = 0;
    snprintf(signals.draft, sizeof signals.draft, "%s", name);
    signals.draft_n = (sig_atomic_t)strlen(signals.draft);
}

void terminal_end_within(struct terminal *terminal, unsigned seconds)
{
    (void)terminal;
    signals.ending = 1;
    alarm(seconds);
}

bool terminal_gone(const struct terminal *terminal)
{
    (void)terminal;
    return signals.hangup;
}

/* ---- waiting and bytes ---- */

static unsigned take_flags(struct terminal *terminal)
{
    unsigned woken = 0;
    if (signals.hangup)
        woken |= TERMINAL_HANGUP;
    if (signals.suspend)
        woken |= TERMINAL_SUSPEND;
    if (signals.interrupt)
        woken |= TERMINAL_INTERRUPT;
    if (signals.continued && !signals.suspend) { /* a signal that this program did not see stopped
                                                    it */
        if (terminal_behind(terminal))
            woken |= TERMINAL_SUSPEND;
        else
            terminal_take(terminal);
        woken |= TERMINAL_RESIZED;
    }
    if (signals.resized)
        woken |= TERMINAL_RESIZED;
    signals.suspend = signals.interrupt = signals.continued = signals.resized = 0;
    return woken;
}

static void drain_pipe(void)
{
    char bytes[64];
    while (read(signals.pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

/* The milliseconds to wait for the next bytes of a paste. */
static int paste_wait(const struct terminal *terminal)
{
    int64_t left = terminal->input.heard + PASTE_WAIT - milliseconds();
    return left < 0 ? 0 : left > PASTE_WAIT ? PASTE_WAIT : (int)left;
}

/* The most milliseconds to sleep because of the terminal itself; -1: no limit. */
static int own_wait(const struct terminal *terminal)
{
    int paste = input_pastes(&terminal->input) ? paste_wait(terminal) : -1;
    int answer = wire_wait(&terminal->wire);
    int64_t flash = terminal->flash ? terminal->flash - milliseconds() : -1;
    int least = paste < 0 || (answer >= 0 && answer < paste) ? answer : paste;
    return !terminal->flash             ? least
           : flash <= 0                 ? 0
           : least < 0 || flash < least ? (int)flash
                                        : least;
}

static void end_flash(struct terminal *terminal)
{
    static const char off[] = "\033[?5l";
    if (!terminal->flash || milliseconds() < terminal->flash)
        return;
    terminal->flash = 0;
    terminal_write(terminal, off, sizeof off - 1);
}

unsigned terminal_wait(struct terminal *terminal, struct loop *loop)
{
    loop_watch(loop, &terminal->input_watch, terminal, STDIN_FILENO, LOOP_READABLE, NULL, NULL);
    loop_watch(loop, &terminal->signal_watch, terminal, signals.pipe[0], LOOP_READABLE, NULL, NULL);
    int ready = loop_wait(loop, own_wait(terminal));
    end_flash(terminal);
    if (ready == 0)
        return input_pastes(&terminal->input) ? TERMINAL_INPUT : 0;
    if (loop_found(loop, terminal->signal_watch))
        drain_pipe();
    unsigned woken = take_flags(terminal);
    if (ready < 0)
        return woken;
    unsigned found = loop_found(loop, terminal->input_watch);
    if (found)
        woken |= found & LOOP_INPUT ? TERMINAL_INPUT : TERMINAL_HANGUP;
    if (woken & TERMINAL_HANGUP)
        terminal->gone = !signals.hangup || found & LOOP_HANGUP;
    return woken;
}

/* True if the other end of the terminal is gone, so that nothing more can be read. */
static bool hung_up(struct terminal *terminal)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, 0) <= 0 || !(in.revents & (POLLHUP | POLLERR | POLLNVAL)))
        return false;
    signals.hangup = 1;
    terminal->gone = true;
    terminal_wake();
    return true;
}

/* The milliseconds that an Esc waits for more. While an answer is expected it waits longer,
 * since the answer begins with Esc too and may be slow on a bad connection. */
static int escape_wait(const struct terminal *terminal)
{
    bool expected = start_wait(terminal) >= 0 ||
                    (terminal->wire.asked && milliseconds() - terminal->wire.asked < ANSWER_WAIT);
    return expected && terminal->escape_wait < ANSWER_PIECES ? ANSWER_PIECES
                                                             : terminal->escape_wait;
}

struct input_event terminal_input(struct terminal *terminal)
{
    for (;;) {
        input_escape(escape_wait(terminal));
        struct input_event event = input_next(&terminal->input);
        if (event.what == INPUT_NOTHING && !hung_up(terminal) && input_pastes(&terminal->input) &&
            paste_wait(terminal) == 0)
            return input_end_paste(&terminal->input);
        if (event.what == INPUT_SYNCHRONIZED)
            terminal->synchronized = true;
        else if (event.what == INPUT_FOCUS_IN || event.what == INPUT_FOCUS_OUT)
            terminal->focused = event.what == INPUT_FOCUS_IN;
        else if (event.what == INPUT_GROUND)
            terminal->ground = event.key ? GROUND_LIGHT : GROUND_DARK;
        else if (event.what == INPUT_ATTRIBUTES)
            terminal->asked = 0;
        else if (event.what == INPUT_ANSWER)
            wire_answered(&terminal->wire);
        else
            return event;
    }
}

/* Send bytes, preceded by pending control strings and sometimes followed by a status request, in
 * one write if the system takes it. */
static void terminal_send(struct terminal *terminal, const struct iovec *bytes, int n)
{
    enum { PARTS_MOST = 5 };
    struct iovec parts[PARTS_MOST] = {{terminal->pending, (size_t)terminal->pendings}};
    int length = terminal->pendings, parts_n = 1;
    for (int i = 0; i < n; i++) {
        length += (int)bytes[i].iov_len;
        parts[parts_n++] = bytes[i];
    }
    if (terminal->gone || !terminal->taken || length == 0)
        return;
    bool asks = wire_sent(&terminal->wire, length);
    if (asks)
        parts[parts_n++] = (struct iovec){question, sizeof question - 1};
    ssize_t written = writev(STDOUT_FILENO, parts, parts_n);
    for (int i = 0; i < parts_n; i++) {
        if (parts[i].iov_len == 0)
            continue;
        size_t done = written < 0                          ? 0
                      : (size_t)written < parts[i].iov_len ? (size_t)written
                                                           : parts[i].iov_len;
        terminal_write_all((char *)parts[i].iov_base + done, parts[i].iov_len - done);
        written -= (ssize_t)done;
    }
    terminal->pendings = 0;
    if (asks)
        wire_asked(&terminal->wire);
}

void terminal_write(struct terminal *terminal, const char *bytes, size_t length)
{
    terminal_send(terminal, &(struct iovec){(void *)(uintptr_t)bytes, length}, 1);
}

void terminal_looks(struct terminal *terminal, const struct theme *theme, enum palette palette,
                    enum charset charset)
{
    screen_looks(terminal->screen, theme, palette, charset);
}

void terminal_redraw(struct terminal *terminal)
{
    screen_forget(terminal->screen);
}

void terminal_show(struct terminal *terminal, const struct scene *scene)
{
    static char begin[] = "\033[?2026h", end[] = "\033[?2026l";
    size_t length;
    if (screen_is_direct(terminal->screen))
        terminal_send(terminal, NULL, 0);
    const char *bytes = screen_frame(terminal->screen, scene, &length);
    size_t around = terminal->synchronized && length >= SYNCHRONIZE_FROM ? sizeof begin - 1 : 0;
    terminal_send(
        terminal,
        (struct iovec[]){{begin, around}, {(void *)(uintptr_t)bytes, length}, {end, around}}, 3);
}

void terminal_bell(struct terminal *terminal)
{
    terminal_later(terminal, "\a");
}

void terminal_flash(struct terminal *terminal)
{
    static const char on[] = "\033[?5h";
    if (!strstr(caps_text("flash"), on)) {
        terminal_bell(terminal);
        return;
    }
    terminal_later(terminal, on);
    terminal->flash = milliseconds() + FLASH_TIME;
}

void terminal_title(struct terminal *terminal, const char *text)
{
    char bytes[256];
    int n =
        snprintf(bytes, sizeof bytes, "%s\033]2;%.200s\a", signals.titled ? "" : title_push, text);
    signals.titled = 1;
    terminal_write(terminal, bytes, (size_t)n);
}

bool terminal_focused(const struct terminal *terminal)
{
    return terminal->focused;
}

enum terminal_ground terminal_ground(const struct terminal *terminal)
{
    return terminal->ground;
}

void terminal_try_line(struct terminal *terminal)
{
    const char *remote = getenv("SSH_CONNECTION");
    if (!terminal->ansi || !remote || !*remote)
        return;
    terminal_write(terminal, question, sizeof question - 1);
    wire_asked(&terminal->wire);
}

bool terminal_slow(const struct terminal *terminal)
{
    return terminal->wire.slow;
}

bool terminal_full(const struct terminal *terminal)
{
    const struct wire *wire = &terminal->wire;
    return wire->answers >= ANSWERS_TRUSTED && wire->slow &&
           wire->before + wire->behind >= UNDER_WAY_MOST && wire_wait(wire) > 0;
}
