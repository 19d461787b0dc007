/* message_hook.c - see message_hook.h. */
#include "config.h"
#include "tui/message_hook.h"

#include "archive/clean.h"
#include "tui/process_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MOST = 32, LINE_ROOM = 1024 };

void message_hook_end(struct message_hook *hook)
{
    if (hook->fd >= 0)
        close(hook->fd);
    free(hook->command);
    *hook = (struct message_hook)MESSAGE_HOOK_NONE;
}

/* In the new process: become the program; what went wrong goes to `failed`. */
static void become(char *const *word, int input, int failed)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    process_signals_by_default();
    setsid(); /* the terminal is the client's alone */
    if (nothing >= 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0)
        execvp(word[0], word);
    int error = errno;
    if (write(failed, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

/* Start it through a process that ends at once, so that nobody has to wait for it. The error, 0: it runs. */
static int start(char *const *word, int *fd)
{
    int input[2], failed[2], error = 0;
    if (pipe(input) < 0)
        return errno;
    if (pipe(failed) < 0) {
        error = errno;
        close(input[0]);
        close(input[1]);
        return error;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(input[i], F_SETFD, FD_CLOEXEC);
        fcntl(failed[i], F_SETFD, FD_CLOEXEC);
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(input[1]); /* or it would never read the end of its input */
        if (fork() == 0)
            become(word, input[0], failed[1]);
        _exit(0);
    }
    if (pid < 0)
        error = errno;
    close(input[0]);
    close(failed[1]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    ssize_t n;
    do
        n = pid > 0 ? read(failed[0], &error, sizeof error) : 0;
    while (n < 0 && errno == EINTR);
    close(failed[0]);
    if (error) {
        close(input[1]);
        return error;
    }
    fcntl(input[1], F_SETFL, O_NONBLOCK);
    *fd = input[1];
    return 0;
}

int message_hook_set(struct message_hook *hook, const char *command, struct note *why)
{
    char *word[WORDS_MOST + 1], *left;
    int words = 0;
    if (!strcmp(hook->command ? hook->command : "", command))
        return 0;
    message_hook_end(hook);
    hook->command = memory_text(command);
    char *text = memory_text(command);
    for (char *one = strtok_r(text, " ", &left); one && words <= WORDS_MOST; one = strtok_r(NULL, " ", &left))
        word[words++] = one;
    int result = 0;
    if (words > WORDS_MOST) {
        result = note_fail(why, FAIL_TEXT, -1, "the program for messages has more than %d words", WORDS_MOST);
    } else if (words) {
        word[words] = NULL;
        int error = start(word, &hook->fd);
        if (error)
            result = note_fail(why, FAIL_SYSTEM, -1, "the program for messages cannot be started: %.80s: %s", word[0],
                               strerror(error));
    }
    free(text);
    return result;
}

int message_hook_say(struct message_hook *hook, const char *text, struct note *why)
{
    char line[LINE_ROOM];
    if (hook->fd < 0)
        return 0;
    clean_text(line, sizeof line - 1, text, CLEAN_LINE);
    size_t n = strlen(line);
    if (!n)
        return 0;
    line[n++] = '\n';
    ssize_t written;
    do
        written = write(hook->fd, line, n); /* so little goes as one, or not at all */
    while (written < 0 && errno == EINTR);
    if (written >= 0 || errno == EAGAIN)
        return 0;
    close(hook->fd);
    hook->fd = -1;
    return note_fail(why, FAIL_SYSTEM, -1, "the program for messages has ended");
}
