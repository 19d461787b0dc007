/* verify.h - verifies files: schema, notation, replay, end position; for games, collections and manifests. */
#ifndef CHESSCADE_ARCHIVE_STORE_VERIFY_H
#define CHESSCADE_ARCHIVE_STORE_VERIFY_H

#include "archive/replay/replay.h"

/* Checks one document; `first_line` is its first line's number in the file. `id` is the id in its
 * file name, NULL if there is none. Calls `each` with every finding. Returns the number of findings
 * that the file does not itself declare: 0 if it verifies. */
int verify_document(const char *bytes, size_t size, int first_line, const char *id, const struct yaml_limits *limits,
                    finding_fn *each, void *argument);

/* The same for a record from any source: its dates, and everything replay_check() checks. */
int verify_record(const struct record *record, finding_fn *each, void *argument);

#endif
