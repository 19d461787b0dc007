/* confine.h - the restricted mode's hold on the process: what it may use, and what it keeps of its environment. */
#ifndef CHESSCADE_CONFINE_H
#define CHESSCADE_CONFINE_H

enum {
    CONFINE_FILES = 256,                    /* open at a time */
    CONFINE_FILE_BYTES = 32 << 20,          /* in a file it writes */
    CONFINE_MEMORY_BYTES = 512 << 20,       /* of addresses; none in a build with sanitizers, which want many */
    CONFINE_PROCESSOR_SECONDS = 4 * 3600,   /* then it is asked to end as by a hang-up; a month in a lobby uses less */
    CONFINE_PROCESSOR_MORE = 60             /* ... and after so many more it is killed */
};

/* Keep TERM, LANG, LC_ALL, LC_CTYPE and COLORTERM where they are short and of harmless letters, nothing else of the environment;
 * set the limits above, none of which can be raised again; no core, no other process (Linux holds root to that in no way),
 * no privileges by running something, no look into the process by others of the same user. For good. */
void confine_process(void);

#endif
