/* message_hook.h - messages handed to another program, for those who hear them: a speech program, a braille display, a
 * log. The program runs for as long as the client does and reads a line for each message from its standard input. It has
 * no terminal and nothing to write to. It is never waited for: what it does not read in time is lost to it. */
#ifndef CHESSCADE_MESSAGE_HOOK_H
#define CHESSCADE_MESSAGE_HOOK_H

#include "core/base.h"

#include <sys/types.h>

struct message_hook {
    char *command; /* NULL: none was set */
    int fd;        /* where it reads; -1: it does not run */
    pid_t pid;     /* of what runs */
};

/* A hook that is not set. */
#define MESSAGE_HOOK_NONE {.fd = -1}

/* Start the program, instead of the one before: its name, found as a shell would find it, and its arguments, parted by
 * blanks; no shell reads them. "" is none. The command that runs already is left alone. FAIL_TEXT, FAIL_SYSTEM: none runs
 * then, and the same command is not tried again. */
int message_hook_set(struct message_hook *hook, const char *command, struct note *why);
/* Hand over a line (cleaned, the rest of the text is left out). FAIL_SYSTEM: the program has ended; this is told once. */
int message_hook_say(struct message_hook *hook, const char *text, struct note *why);
/* It reads the end of its input, and is left to itself. */
void message_hook_end(struct message_hook *hook);

#endif
