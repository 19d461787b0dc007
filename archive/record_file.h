/* record_file.h - records from YAML and back: the format of docs/archive.md. */
#ifndef CHESSCADE_RECORD_FILE_H
#define CHESSCADE_RECORD_FILE_H

#include "archive/record.h"
#include "archive/yaml_in.h"
#include "archive/yaml_out.h"

/* Read one game. `first_line` numbers the first line of the bytes in their file (1 for a whole file); `limits` NULL:
 * the default. On success *out is a new record; otherwise FAIL_TEXT or FAIL_LIMIT, *place (may be NULL) says where
 * and the note why. Nothing is asked about the rules of the game. */
int record_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                struct record **out, struct place *place, struct note *why);

/* The same from a document that was read or put together: on success its values are the record's. */
int record_settle(struct yaml_document *document, const struct yaml_limits *limits, struct record **out,
                  struct place *place, struct note *why);

/* Append a record in canonical form, the remarks in front. Same record, same bytes; load and save without edits is
 * the identity for canonical files. */
void record_write(const struct record *record, struct yaml_text *out);

#endif
