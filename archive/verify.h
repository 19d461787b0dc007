/* verify.h - is a file what it should be? Schema, notation, replay, end position; games, collections, manifests. */
#ifndef CHESSCADE_VERIFY_H
#define CHESSCADE_VERIFY_H

#include "archive/replay.h"

/* Check one document; its first line has that number in its file. `id` is what its file name says, NULL where a name
 * says nothing. `each` is called with every finding. Returns the number of findings the file does not tell of
 * itself: 0, it verifies. */
int verify_document(const char *bytes, size_t size, int first_line, const char *id, const struct yaml_limits *limits,
                    finding_fn *each, void *argument);

/* The same of a record, from whatever it was read: its days, and all that replay_check() looks at. */
int verify_record(const struct record *record, finding_fn *each, void *argument);

#endif
