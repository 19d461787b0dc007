/* sandbox.h - confines the process in restricted mode: resource limits and environment. */
#ifndef CHESSCADE_TUI_SYSTEM_SANDBOX_H
#define CHESSCADE_TUI_SYSTEM_SANDBOX_H

enum {
    CONFINE_FILES = 256,                  /* open at a time */
    CONFINE_FILE_BYTES = 32 << 20,        /* per file it writes */
    CONFINE_MEMORY_BYTES = 512 << 20,     /* of address space; unlimited with sanitizers, which need
                                             much */
    CONFINE_PROCESSOR_SECONDS = 4 * 3600, /* then it gets a signal to end, as for a hang-up; a month
                                             in a lobby needs less */
    CONFINE_PROCESSOR_MORE = 60           /* ... and after this many more it is killed */
};

/* Confine the process, for good. Keeps only TERM, LANG, LC_ALL, LC_CTYPE and COLORTERM of the
 * environment, if they are short and of harmless characters. Sets the limits above, which cannot be
 * raised again; forbids core dumps, child processes (Linux does not hold root to that), privileges
 * gained by executing a program, and inspection by other processes of the same user. */
void confine_process(void);

#endif
