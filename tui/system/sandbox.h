/* sandbox.h - confines the process in restricted mode: resource limits and environment. */
#ifndef CHESSCADE_TUI_SYSTEM_SANDBOX_H
#define CHESSCADE_TUI_SYSTEM_SANDBOX_H

enum {
    CONFINE_FILES = 256,              /* files open at the same time */
    CONFINE_FILE_BYTES = 32 << 20,    /* largest size in bytes of a file that the process writes */
    CONFINE_MEMORY_BYTES = 512 << 20, /* bytes of address space; unlimited with sanitizers, which
                                         need much of it */
    CONFINE_PROCESSOR_SECONDS = 4 * 3600, /* processor time in seconds after which the process gets
                                             a signal to end, as for a hang-up; a month in a lobby
                                             needs less */
    CONFINE_PROCESSOR_MORE = 60 /* seconds of processor time after that signal until the process is
                                   killed */
};

/* Confine the process permanently. Keeps only TERM, LANG, LC_ALL, LC_CTYPE and COLORTERM in the
 * environment, if they are short and of harmless characters. Sets the limits above, which cannot
 * be raised again. Forbids core dumps, child processes (Linux does not apply this to root),
 * privileges gained by executing a program, and inspection by other processes of the same user. */
void confine_process(void);

#endif
