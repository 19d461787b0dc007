/* message_hook.c - passes messages to another program: see message_hook.h. */
#include "config.h"
#include "tui/workers/message_hook.h"

#include "archive/util/sanitize.h"
#include "tui/workers/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_ROOM = 1024 };

/* Close the program's input, and reap the program if it has ended. */
static void message_hook_let_go(struct message_hook *hook)
{
    if (hook->fd < 0)
        return;
    close(hook->fd);
    waitpid(hook->pid, NULL, WNOHANG);
    hook->fd = -1;
}

void message_hook_end(struct message_hook *hook)
{
    message_hook_let_go(hook);
    free(hook->command);
    *hook = (struct message_hook)MESSAGE_HOOK_NONE;
}

/* Start the program. Returns 0 if it runs, otherwise an errno. */
static int message_hook_start(struct message_hook *hook)
{
    int input[2];
    if (pipe(input) < 0)
        return errno;
    for (int i = 0; i < 2; i++)
        fcntl(input[i], F_SETFD, FD_CLOEXEC);
    int error = program_start(hook->command, NULL, input[0], &hook->pid);
    close(input[0]);
    if (error) {
        close(input[1]);
        return error;
    }
    fcntl(input[1], F_SETFL, O_NONBLOCK);
    hook->fd = input[1];
    return 0;
}

int message_hook_set(struct message_hook *hook, const char *command, struct note *why)
{
    if (!strcmp(hook->command ? hook->command : "", command))
        return 0;
    message_hook_end(hook);
    hook->command = memory_text(command);
    command += strspn(command, " ");
    int error = *command ? message_hook_start(hook) : 0;
    if (error == E2BIG)
        return note_fail(why, FAIL_TEXT, -1, "the program for messages has more than %d words",
                         PROGRAM_WORDS_MOST);
    return error ? note_fail(why, FAIL_SYSTEM, -1,
                             "the program for messages cannot be started: %.*s: %s",
                             (int)(strcspn(command, " ") < 80 ? strcspn(command, " ") : 80),
                             command, strerror(error))
                 : 0;
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
        written = write(hook->fd, line, n); /* so few bytes are written either completely or not at
                                               all */
    while (written < 0 && errno == EINTR);
    if (written >= 0 || errno == EAGAIN)
        return 0;
    message_hook_let_go(hook);
    return note_fail(why, FAIL_SYSTEM, -1, "the program for messages has ended");
}
