/* record_file.h - reads and writes records as YAML, in the format of docs/archive.md. */
#ifndef CHESSCADE_ARCHIVE_RECORD_RECORD_FILE_H
#define CHESSCADE_ARCHIVE_RECORD_RECORD_FILE_H

#include "archive/record/record.h"
#include "archive/yaml/yaml_read.h"
#include "archive/yaml/yaml_write.h"

/* Reads one game. `first_line` is the line number of the first byte in its file (1 for a whole
 * file); `limits` NULL: the default. On success *out is a new record; otherwise FAIL_TEXT or
 * FAIL_LIMIT, *place (may be NULL) says where, and the note why. Does not check the rules of the
 * game. */
int record_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                struct record **out, struct place *place, struct note *why);

/* The same from a document already parsed or composed: on success its values become the record's. */
int record_settle(struct yaml_document *document, const struct yaml_limits *limits, struct record **out,
                  struct place *place, struct note *why);

/* Appends a record in canonical form, after its remarks. The same record gives the same bytes;
 * loading and saving a canonical file without edits reproduces it. */
void record_write(const struct record *record, struct yaml_text *out);

#endif
