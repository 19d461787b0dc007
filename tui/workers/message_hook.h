/* message_hook.h - passes messages to another program: speech, a braille display, a log.
 *
 * The program runs as long as the client does and reads one line per message from its standard
 * input. It has no terminal and no output. The client never waits for it: what it does not read in
 * time is lost. */
#ifndef CHESSCADE_TUI_WORKERS_MESSAGE_HOOK_H
#define CHESSCADE_TUI_WORKERS_MESSAGE_HOOK_H

#include "core/base.h"

#include <sys/types.h>

struct message_hook {
    char *command; /* the command that was set; NULL if none was */
    int fd;        /* pipe to the program's standard input; -1 if it is not running */
    pid_t pid;     /* process id of the running program */
};

/* The initial value of a hook, with no command set. */
#define MESSAGE_HOOK_NONE \
    {                     \
        .fd = -1          \
    }

/* Start a program instead of the previous one. `command` is its name, looked up in PATH, and its
 * arguments, separated by blanks and read by no shell; "" means none. If this command is running
 * already, nothing happens. FAIL_TEXT, FAIL_SYSTEM: no program runs then, and the same command is
 * not tried again. */
int message_hook_set(struct message_hook *hook, const char *command, struct note *why);
/* Pass one line on to the program. Control characters are removed, and text after the first line
 * is dropped. FAIL_SYSTEM if the program has ended, reported only once. */
int message_hook_say(struct message_hook *hook, const char *text, struct note *why);
/* Close the program's input; the program then ends by itself. */
void message_hook_end(struct message_hook *hook);

#endif
