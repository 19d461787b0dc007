/* term.c - the terminal: see term.h. */
#include "config.h"
#include "tui/term.h"
#include "archive/store.h"
#include "tui/control.h"
#include "tui/milliseconds.h"
#include "tui/process_signals.h"
#include "tui/term_line.h"

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

enum { ESCAPE_WAIT = 30 /* ms a lone Esc waits for the rest of a sequence */, RESTORE_ROOM = 256, WATCH_MAX = 16,
       ANSWER_PIECES = 400 /* ms between those of an answer */, ANSWER_WAIT = 10000 /* ms: it does not come any more */,
       SEQUENCE_WAIT = 1000 /* ms */,
       PASTE_WAIT = 3000 /* ms without a byte: the end of a paste is lost */ };

static char question[] = "\033[5n"; /* is the terminal there? It says "ESC [ 0 n" */

struct term {
    struct termios before, raw;
    struct input input;
    struct term_line line;
    bool taken, gone, synchronized, mouse, ansi, xterm;
    int64_t heard; /* when bytes came last */
    char pending[RESTORE_ROOM]; /* control strings that go out with the next bytes */
    int pendings;
    int escape_wait; /* milliseconds */
};

/* What the handlers may touch: one terminal, flags, a pipe, and the bytes that restore the screen. */
static struct {
    volatile sig_atomic_t hangup, resized, suspend, continued, interrupt, ending;
    int pipe[2];
    bool active;
    struct termios before;
    char restore[RESTORE_ROOM];
    int restore_n;
    char draft[STORE_DRAFT_NAME_ROOM];
    volatile sig_atomic_t draft_n; /* 0: while it changes, too */
} signals = {.pipe = {-1, -1}};

/* ---- capabilities ---- */

static void know_keys(struct input *input)
{
    static const struct {
        const char *name;
        uint32_t key;
    } keys[] = {{"kcuu1", K_UP},   {"kcud1", K_DOWN},    {"kcub1", K_LEFT}, {"kcuf1", K_RIGHT}, {"khome", K_HOME},
                {"kend", K_END},   {"kpp", K_PAGE_UP},   {"knp", K_PAGE_DOWN}, {"kich1", K_INSERT},
                {"kdch1", K_DELETE}, {"kcbt", K_BACKTAB}, {"kent", K_ENTER}, {"kbs", K_BACKSPACE}, {"kf1", K_F1},
                {"kf2", K_F2},     {"kf3", K_F3},        {"kf4", K_F4},     {"kf5", K_F5},      {"kf6", K_F6},
                {"kf7", K_F7},     {"kf8", K_F8},        {"kf9", K_F9},     {"kf10", K_F10},    {"kf11", K_F11},
                {"kf12", K_F12}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        input_know(input, control_known(keys[i].name), keys[i].key);
}

/* ---- signals ---- */

static void wake(void)
{
    ssize_t written = write(signals.pipe[1], "", 1);
    (void)written; /* a full pipe wakes as well */
}

/* Nobody in the background may change the terminal or read from it. */
bool term_behind(const struct term *term)
{
    pid_t ahead = tcgetpgrp(STDIN_FILENO);
    (void)term;
    return ahead > 0 && ahead != getpgrp();
}

static void write_all(const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
            if (poll(&out, 1, 1000) <= 0)
                return;
            continue;
        }
        if (written < 0 && errno == EINTR && signals.suspend && term_behind(NULL))
            return; /* for as long as others have the terminal; it is drawn anew then */
        if (written < 0 && errno != EINTR)
            return; /* a dead terminal shows itself where its input is read */
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

/* With calls a handler may make. */
static void restore(void)
{
    write_all(signals.restore, (size_t)signals.restore_n);
    tcsetattr(STDIN_FILENO, TCSANOW, &signals.before);
}

/* Time to end is over. */
static void give_up(void)
{
    if (signals.active)
        restore();
    _exit(1);
}

static void on_signal(int number)
{
    int saved = errno;
    switch (number) {
    case SIGWINCH: signals.resized = 1; break;
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU: signals.suspend = 1; break;
    case SIGCONT: signals.continued = 1; break;
    case SIGINT: signals.interrupt = 1; break;
    case SIGALRM:
        if (signals.ending)
            give_up();
        signals.hangup = 1;
        break;
    default: signals.hangup = 1; break;
    }
    wake();
    errno = saved;
}

/* The program is broken, or somebody wants its core: give the terminal back with calls a handler may make, say so, and die
 * of it. */
static void on_crash(int number)
{
    static const char broken[] = "\r\nchesscade: an error in the program ended it", asked[] = "\r\nchesscade: it was told to quit",
                      kept[] = "; what you changed is kept as a draft, ", offered[] = ", and offered next time";
    if (signals.active) {
        restore();
        if (number == SIGQUIT)
            write_all(asked, sizeof asked - 1);
        else
            write_all(broken, sizeof broken - 1);
        if (signals.draft_n) { /* without one nothing was changed, or all is saved */
            write_all(kept, sizeof kept - 1);
            write_all(signals.draft, (size_t)signals.draft_n);
            write_all(offered, sizeof offered - 1);
        }
        write_all("\r\n", 2);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static const int caught[] = {SIGWINCH, SIGCONT, SIGINT};      /* beside those that stop or end it */
static const int stopping[] = {SIGTSTP, SIGTTIN, SIGTTOU};
enum { CAUGHT = sizeof caught / sizeof *caught, STOPPING = sizeof stopping / sizeof *stopping };

static void catch(const int *number, int n)
{
    struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART: reads come back */
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
    catch(caught, CAUGHT);
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

/* Append a capability, its delays left out: terminals that need them are gone. */
static void add(char *buffer, int room, int *n, const char *text)
{
    while (*text && *n < room - 1) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            buffer[(*n)++] = *text++;
    }
    buffer[*n] = '\0';
}

static void prepare_restore(const struct term *term)
{
    char *to = signals.restore;
    int n = 0;
    if (term->xterm)
        add(to, RESTORE_ROOM, &n, "\033[?2026l\033[?1006l\033[?1002l\033[?2004l");
    add(to, RESTORE_ROOM, &n, control_known("sgr0"));
    add(to, RESTORE_ROOM, &n, control_known("rmkx"));
    add(to, RESTORE_ROOM, &n, control_known("cnorm"));
    add(to, RESTORE_ROOM, &n, control_known("clear"));
    add(to, RESTORE_ROOM, &n, control_known("rmcup"));
    signals.restore_n = n;
}

static void later(struct term *term, const char *text)
{
    add(term->pending, RESTORE_ROOM, &term->pendings, text);
}

/* From the background this stops the program until the shell brings it to the front. */
static void take(struct term *term)
{
    by_default(stopping, STOPPING);
    while (tcsetattr(STDIN_FILENO, TCSADRAIN, &term->raw) < 0 && errno == EINTR && !signals.hangup)
        continue;
    catch(stopping, STOPPING);
    term->pendings = 0;
    term_line_forget(&term->line);
    later(term, control_known("smcup"));
    later(term, control_known("smkx"));
    if (term->xterm)
        later(term, "\033[?2004h");
    if (term->xterm && !term->synchronized && getenv("COLORTERM"))
        later(term, "\033[?2026$p");
    signals.active = term->taken = true;
    if (term->mouse)
        term_mouse(term, true);
}

static int answer_wait(const struct term *term)
{
    return term_line_wait(&term->line, milliseconds());
}

/* What a slow terminal still has to answer is not for who gets it next. */
static void hear_out(struct term *term)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!signals.hangup && !term_behind(term) && answer_wait(term) >= 0)
        if (term_input(term).what == INPUT_NOTHING && answer_wait(term) >= 0)
            poll(&in, 1, answer_wait(term));
}

static void give_back(struct term *term)
{
    if (!term->taken)
        return;
    signal(SIGTTOU, SIG_IGN); /* the screen is to be as it was in the background, too; its modes the shell has seen to */
    if (!term->gone)
        write_all(signals.restore, (size_t)signals.restore_n);
    hear_out(term);
    if (!term_behind(term))
        tcsetattr(STDIN_FILENO, TCSADRAIN, &term->before);
    signals.active = term->taken = false;
}

int term_open(struct term **out, struct note *why)
{
    int status = term_usable(why);
    if (status < 0)
        return status;
    struct term *term = memory_new(1, sizeof *term);
    term->escape_wait = ESCAPE_WAIT;
    if (tcgetattr(STDIN_FILENO, &term->before) < 0 || (status = signals_begin(why)) < 0) {
        free(term);
        return status < 0 ? status : note_fail(why, FAIL_SYSTEM, -1, "The terminal says no: %s", strerror(errno));
    }
    term->raw = term->before;
    term->raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    term->raw.c_oflag &= ~(tcflag_t)OPOST;
    term->raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    term->raw.c_cc[VMIN] = 1;
    term->raw.c_cc[VTIME] = 0;
    term->ansi = control_ansi();
    term->xterm = term_xterm();
    know_keys(&term->input);
    term->line.slow = cfgetospeed(&term->before) < B38400; /* pseudo-terminals say 38400 */
    signals.before = term->before;
    prepare_restore(term);
    take(term);
    *out = term;
    return 0;
}

void term_close(struct term *term)
{
    if (!term)
        return;
    give_back(term);
    signals_end();
    input_clear(&term->input);
    free(term);
    control_forget();
}

void term_escape(struct term *term, int milliseconds)
{
    term->escape_wait = milliseconds > 0 ? milliseconds : ESCAPE_WAIT;
}

void term_mouse(struct term *term, bool on)
{
    static const char *const modes[] = {"\033[?1006l\033[?1002l", "\033[?1002h\033[?1006h"};
    if (term->xterm && (on || term->mouse))
        later(term, modes[on]);
    term->mouse = on;
}

void term_size(const struct term *term, int *rows, int *columns)
{
    struct winsize size = {0};
    (void)term;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0) {
        int lines = control_count("lines"), wide = control_count("cols");
        *rows = lines > 0 ? lines : 24;
        *columns = wide > 0 ? wide : 80;
        return;
    }
    *rows = size.ws_row > 1000 ? 1000 : size.ws_row;
    *columns = size.ws_col > 1000 ? 1000 : size.ws_col;
}

/* What was typed meanwhile was not for us. In the background this stops again, until the shell brings us to the front; a
 * process that is to end does not wait for that. */
static void come_back(struct term *term)
{
    while (!signals.hangup && tcflush(STDIN_FILENO, TCIFLUSH) < 0 && errno == EINTR)
        continue;
    input_forget(&term->input);
    signals.suspend = signals.continued = 0;
    if (!signals.hangup)
        take(term);
}

void term_suspend(struct term *term)
{
    give_back(term);
    by_default(stopping, STOPPING);
    raise(SIGTSTP);
    come_back(term);
}

void term_lend(struct term *term)
{
    give_back(term);
    by_default(stopping, STOPPING);
    signal(SIGINT, SIG_IGN);
}

void term_regain(struct term *term)
{
    static const int interrupt[] = {SIGINT};
    catch(interrupt, 1);
    come_back(term);
}

void term_draft_is(struct term *term, const char *name)
{
    (void)term;
    if (!strcmp(signals.draft, name))
        return;
    signals.draft_n = 0;
    snprintf(signals.draft, sizeof signals.draft, "%s", name);
    signals.draft_n = (sig_atomic_t)strlen(signals.draft);
}

void term_end_within(struct term *term, unsigned seconds)
{
    (void)term;
    signals.ending = 1;
    alarm(seconds);
}

bool term_gone(const struct term *term)
{
    (void)term;
    return signals.hangup;
}

/* ---- waiting and bytes ---- */

static unsigned take_flags(struct term *term)
{
    unsigned woken = 0;
    if (signals.hangup)
        woken |= TERM_HANGUP;
    if (signals.suspend)
        woken |= TERM_SUSPEND;
    if (signals.interrupt)
        woken |= TERM_INTERRUPT;
    if (signals.continued && !signals.suspend) { /* stopped by somebody who did not ask */
        if (term_behind(term))
            woken |= TERM_SUSPEND;
        else
            take(term);
        woken |= TERM_RESIZED;
    }
    if (signals.resized)
        woken |= TERM_RESIZED;
    signals.suspend = signals.interrupt = signals.continued = signals.resized = 0;
    return woken;
}

static void drain_pipe(void)
{
    char bytes[64];
    while (read(signals.pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

/* How long the next bytes of a paste are waited for. */
static int paste_wait(const struct term *term)
{
    int64_t left = term->heard + PASTE_WAIT - milliseconds();
    return left < 0 ? 0 : left > PASTE_WAIT ? PASTE_WAIT : (int)left;
}

unsigned term_wait(struct term *term, int milliseconds, const int *watched, int watches, unsigned *readable)
{
    struct pollfd fds[2 + WATCH_MAX] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                        {.fd = signals.pipe[0], .events = POLLIN}};
    unsigned woken = 0;
    watches = watches > WATCH_MAX ? WATCH_MAX : watches;
    for (int i = 0; i < watches; i++)
        fds[2 + i] = (struct pollfd){.fd = watched[i], .events = POLLIN};
    if (input_waits(&term->input) && (milliseconds < 0 || milliseconds > term->escape_wait))
        milliseconds = term->escape_wait;
    if (input_pastes(&term->input) && (milliseconds < 0 || milliseconds > paste_wait(term)))
        milliseconds = paste_wait(term);
    if (answer_wait(term) >= 0 && (milliseconds < 0 || milliseconds > answer_wait(term)))
        milliseconds = answer_wait(term);
    *readable = 0;
    int ready = poll(fds, (nfds_t)(2 + watches), milliseconds);
    if (ready == 0)
        return input_waits(&term->input) || input_pastes(&term->input) ? TERM_INPUT : 0;
    if (ready > 0 && fds[1].revents)
        drain_pipe();
    woken = take_flags(term);
    if (ready < 0)
        return woken;
    if (fds[0].revents & POLLIN)
        woken |= TERM_INPUT;
    else if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        woken |= TERM_HANGUP;
    for (int i = 0; i < watches; i++)
        if (fds[2 + i].revents) {
            *readable |= 1u << i;
            woken |= TERM_OTHER;
        }
    if (woken & TERM_HANGUP)
        term->gone = !signals.hangup || (fds[0].revents & POLLHUP);
    return woken;
}

/* Read what is there without waiting; false when nothing was. The end of the input is a hang-up. */
static bool read_more(struct term *term)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    int room;
    unsigned char *to = input_room(&term->input, &room);
    if (room == 0 || poll(&in, 1, 0) <= 0)
        return false;
    ssize_t n = read(STDIN_FILENO, to, (size_t)room);
    if (n > 0) {
        input_add(&term->input, (int)n);
        term->heard = milliseconds();
        return true;
    }
    if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
        signals.hangup = 1;
        term->gone = true;
        wake();
    }
    return false;
}

/* How long the rest of a sequence is waited for. Nobody types more than its Esc so fast that it comes together: that may take its
 * time on a bad line, and so may an Esc that the answer asked for can begin with. */
static int rest_wait(const struct term *term)
{
    int least = !input_waits_at_escape(&term->input)                                  ? SEQUENCE_WAIT
                : term->line.asked && milliseconds() - term->line.asked < ANSWER_WAIT ? ANSWER_PIECES
                                                                                      : 0;
    return term->escape_wait > least ? term->escape_wait : least;
}

struct input_event term_input(struct term *term)
{
    for (;;) {
        struct input_event event = input_next(&term->input, false); /* first what is there: reading is dear */
        if (event.what == INPUT_NOTHING) {
            struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
            if (read_more(term))
                continue;
            if (!input_waits(&term->input) && !(input_pastes(&term->input) && paste_wait(term) == 0))
                return event;
            if (input_waits(&term->input) && poll(&in, 1, rest_wait(term)) > 0 && !signals.hangup)
                continue;
            event = input_next(&term->input, true);
        }
        if (event.what == INPUT_SYNCHRONIZED)
            term->synchronized = true;
        else if (event.what != INPUT_ANSWER)
            return event;
        else
            term_line_answered(&term->line, milliseconds());
    }
}

void term_write(struct term *term, const char *bytes, size_t length)
{
    if (term->gone || !term->taken || length + (size_t)term->pendings == 0)
        return;
    bool asks = term_line_sent(&term->line, term->pendings + (int)length);
    struct iovec parts[3] = {{term->pending, (size_t)term->pendings}, {(void *)bytes, length},
                             {question, asks ? sizeof question - 1 : 0}};
    ssize_t written = writev(STDOUT_FILENO, parts, 3); /* still one write */
    for (int i = 0; i < 3; i++) {
        if (parts[i].iov_len == 0)
            continue;
        size_t done = written < 0 ? 0 : (size_t)written < parts[i].iov_len ? (size_t)written : parts[i].iov_len;
        write_all((char *)parts[i].iov_base + done, parts[i].iov_len - done);
        written -= (ssize_t)done;
    }
    term->pendings = 0;
    if (asks)
        term_line_asked(&term->line, milliseconds());
}

bool term_synchronized(const struct term *term)
{
    return term->synchronized;
}

void term_bell(struct term *term)
{
    later(term, "\a");
}

void term_try_line(struct term *term)
{
    const char *remote = getenv("SSH_CONNECTION");
    if (!term->ansi || !remote || !*remote)
        return;
    int64_t now = milliseconds();
    term_write(term, question, sizeof question - 1);
    term_line_asked(&term->line, now);
}

bool term_slow(const struct term *term)
{
    return term->line.slow;
}

bool term_full(const struct term *term)
{
    return term_line_full(&term->line, milliseconds());
}
