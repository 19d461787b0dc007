/* input.c - plain mode's input: reading lines from a terminal, a pipe or a text, and waiting for them while
 * others play.
 *
 * Lines are read from the descriptor and not through stdio, because poll() cannot see what stdio has buffered.
 * Signals that end the program write to a pipe of our own, which wakes the poll (the self-pipe technique), so that
 * the dialogue can leave its seats and keep its drafts before it ends. */
#include "config.h"
#include "tui/plain/input.h"

#include "core/base.h"
#include "tui/system/process_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static int end_pipe[2] = {-1, -1}; /* the signal handlers write to [1] */
static const char interrupted = 'i';

static void on_end(int signal)
{
    int saved = errno;
    (void)signal;
    if (write(end_pipe[1], "", 1) < 0) {
        /* the pipe is full: the end is already known */
    }
    errno = saved;
}

static void on_interrupt(int signal)
{
    int saved = errno;
    (void)signal;
    if (write(end_pipe[1], &interrupted, 1) < 0) {
        /* the pipe is full: the key is pressed again and again */
    }
    errno = saved;
}

/* Read what the handlers wrote, one byte at a time, so that each Ctrl-C counts. */
static enum plain_wake told_by_signals(void)
{
    char byte;
    if (read(end_pipe[0], &byte, 1) != 1)
        return PLAIN_WAKE_NEWS;
    return byte == interrupted ? PLAIN_WAKE_INTERRUPT : PLAIN_WAKE_END;
}

void plain_input_end_on_signals(bool typed)
{
    struct sigaction action = {.sa_handler = on_end};
    if (end_pipe[0] >= 0 || pipe(end_pipe) < 0)
        return;
    for (int i = 0; i < 2; i++) {
        fcntl(end_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(end_pipe[i], F_SETFL, O_NONBLOCK);
    }
    sigemptyset(&action.sa_mask);
    process_signals_on_end(on_end);
    if (typed)
        action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* if the reader of the output goes away, write() fails, which is checked after every line */
}

void plain_input_begin(struct plain_input *input, FILE *file, FILE *out)
{
    *input = (struct plain_input){.file = file, .fd = fileno(file), .out = fileno(out)};
}

/* Wait for one of the descriptors, -1: none. Also ends if nobody reads the output any more. */
static enum plain_wake wait_for(const struct plain_input *input, int fd, int watch, int milliseconds)
{
    struct pollfd fds[] = {{.fd = end_pipe[0], .events = POLLIN}, {.fd = input->out}, {.fd = fd, .events = POLLIN},
                           {.fd = watch, .events = POLLIN}};
    int n = poll(fds, sizeof fds / sizeof *fds, milliseconds);
    if (n < 0)
        return errno == EINTR ? PLAIN_WAKE_NEWS : PLAIN_WAKE_END;
    if (fds[1].revents)
        return PLAIN_WAKE_END;
    if (fds[0].revents)
        return told_by_signals();
    return fds[2].revents ? PLAIN_WAKE_INPUT : PLAIN_WAKE_NEWS;
}

enum plain_wake plain_input_wait(const struct plain_input *input, int watch, int milliseconds)
{
    return input->at < input->n || input->fd < 0 ? PLAIN_WAKE_INPUT : wait_for(input, input->fd, watch, milliseconds);
}

enum plain_wake plain_input_pause(const struct plain_input *input, int watch, int milliseconds)
{
    return wait_for(input, -1, watch, milliseconds);
}

/* The next byte; EOF at the end. */
static int next_byte(struct plain_input *input)
{
    if (input->fd < 0)
        return fgetc(input->file);
    if (input->at == input->n) {
        ssize_t n;
        do
            n = read(input->fd, input->buffer, sizeof input->buffer);
        while (n < 0 && errno == EINTR);
        if (n <= 0)
            return EOF;
        input->at = 0;
        input->n = (int)n;
    }
    return (unsigned char)input->buffer[input->at++];
}

static void take_byte(struct plain_input *input, int c)
{
    if (input->length == PLAIN_LINE_MAX - 1)
        input->cut = true;
    else if (c != '\0' && c != '\r') /* other control characters are removed when the text is cleaned for output */
        input->line[input->length++] = (char)(c == '\t' ? ' ' : c);
}

int plain_input_take(struct plain_input *input)
{
    bool any = false;
    do {
        int c = next_byte(input);
        if (c == EOF)
            return input->length || input->cut ? 1 : FAIL_TEXT;
        if (c == '\n')
            return 1;
        take_byte(input, c);
        any = input->fd < 0 || input->at < input->n;
    } while (any);
    return 0;
}

void plain_input_next(struct plain_input *input)
{
    input->length = 0;
    input->cut = false;
}
