/* yaml_read.h - parses YAML into a tree of values. Reports an error, with line and column, if the
 * YAML is invalid or exceeds our limits.
 *
 * Accepts a strict subset of YAML 1.1 and 1.2: UTF-8, no anchors, aliases, tags, merge keys or
 * directives, no duplicate keys in a mapping, nothing larger than struct yaml_limits allows
 * (docs/archive.md, "What is read"). Does not decide the types of scalars: archive/record/schema.h
 * does that by their keys, never by what the scalars look like. */
#ifndef CHESSCADE_ARCHIVE_YAML_YAML_READ_H
#define CHESSCADE_ARCHIVE_YAML_YAML_READ_H

#include "archive/yaml/value.h"

/* A position in a file; both members are 0 if there is no position. */
struct place {
    int line, column; /* both counted from 1; the column counts characters, and is 0 if unknown */
};

/* Writes "line 7, column 3: "; "" if there is no position. Returns `words`. */
enum { PLACE_ROOM = 48 };
const char *place_words(struct place place, char words[PLACE_ROOM]);

struct yaml_limits {
    int file_bytes;   /* largest document, in bytes */
    int scalar_bytes; /* longest text, in bytes */
    int key_bytes;
    int nodes;      /* most values, keys, lists and maps together in a document */
    int depth;      /* deepest nesting of lists and maps */
    int flow_depth; /* deepest nesting of [] and {} */
    int plies;      /* most plies in a game, including variations */
    int variations; /* deepest nesting of variations */
    int marks;      /* most marks on a ply */
};
/* The default limits. An archive can lower them in its archive.yaml. */
extern const struct yaml_limits yaml_limits_default;

struct yaml_document {
    struct value root;
    char *remarks; /* the '#' comment lines at the top, each with its line feed; NULL if there are
                      none */
    bool lost_remarks; /* true if there are '#' comments elsewhere, which are lost when the file is
                          rewritten */
};

/* Parses a text with exactly one document. `first_line` is the line number of the text in its file
 * (1 for a whole file). `limits` may be NULL for the defaults, and `place` may be NULL. Returns
 * FAIL_TEXT or FAIL_LIMIT on an error, with its position in *place and a message. A text of only
 * blanks and '#' comments is an error. Free the document with yaml_document_clear(). */
int yaml_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
              struct yaml_document *out, struct place *place, struct note *why);
void yaml_document_clear(struct yaml_document *document);
/* True if the text has '#' comments that are lost when it is rewritten: all except those at the
 * top. With `all`, true if the text has any '#' comment. */
bool yaml_has_remarks(const char *bytes, size_t size, bool all);

/* A document in a stream of several. The stream is split only at its `---` lines, without parsing
 * the documents, so an invalid document does not affect the others. */
struct yaml_piece {
    size_t start, end; /* byte offsets of the document, including its '---' line */
    int line;          /* line number of its first byte, from 1 */
};
/* yaml_next() finds the document after *piece, which must be all zero to find the first. False if
 * there are no more. Skips documents of only blanks and '#' comments. */
bool yaml_is_marker(const char *line, size_t length); /* true for a separator line (---); `line` may
                                                         be just its first four bytes */
bool yaml_next(const char *bytes, size_t size, struct yaml_piece *piece);

#endif
