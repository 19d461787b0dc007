/* import_process.h - importing a file into an archive in a process of its own, while its list is in use. What was imported
 * stays when it is stopped or killed: the same import goes on from there (archive/import.h). */
#ifndef CHESSCADE_IMPORT_PROCESS_H
#define CHESSCADE_IMPORT_PROCESS_H

#include "archive/import.h"
#include "tui/background.h"

struct import_process {
    struct background process;
    size_t done, size; /* bytes of the file */
    int games;
    bool ended, failed; /* it came to its end; the import failed, was stopped or left something out */
    char text[400]; /* what came of it, a sentence */
};

/* Start importing a file into the archive at a path: into a pack of that name, or (NULL) as files. `store` is the caller's
 * of that archive: the new process does without its copy. *process is zero or was stopped. FAIL_SYSTEM. */
int import_process_start(struct import_process *process, const char *archive, const char *file, const char *pack,
                         struct store *store, struct note *why);
/* Take its news; true when it has just come to its end. */
bool import_process_read(struct import_process *process);
/* Let it come to its end where it can be continued from; import_process_read() tells when it has. */
void import_process_cancel(struct import_process *process);
/* End it, if it runs: it has some time to do so by itself. */
void import_process_stop(struct import_process *process);

/* What an import came to, as a sentence without a stop: "17 games, 2 were there". */
void import_report_text(const struct import_report *report, char *text, size_t size);

#endif
