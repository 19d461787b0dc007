/* yaml_read.h - parses YAML within our limits into a tree of values, or reports an error with line
 * and column.
 *
 * Accepts any YAML 1.1 or 1.2 that keeps to a strict subset: UTF-8, no anchors, aliases, tags,
 * merge keys or directives, no duplicate keys in a mapping, and the sizes of struct yaml_limits
 * (docs/archive.md, "What is read"). The type of a scalar is not decided here:
 * archive/record/schema.h decides it by the key, never by how the scalar looks. */
#ifndef CHESSCADE_ARCHIVE_YAML_YAML_READ_H
#define CHESSCADE_ARCHIVE_YAML_YAML_READ_H

#include "archive/yaml/value.h"

/* A place in a file; 0, 0: nowhere in particular. */
struct place {
    int line, column; /* from 1; the column counts characters; 0: unknown */
};

/* "line 7, column 3: "; "" if there is no place. */
enum { PLACE_ROOM = 48 };
const char *place_words(struct place place, char words[PLACE_ROOM]);

struct yaml_limits {
    int file_bytes;   /* of one document */
    int scalar_bytes; /* of one text */
    int key_bytes;
    int nodes;      /* values, keys, lists and maps */
    int depth;      /* nesting of lists and maps */
    int flow_depth; /* nesting of [] and {} */
    int plies;      /* of one game, variations included */
    int variations; /* nesting of lines */
    int marks;      /* of one ply */
};
/* archive.yaml may lower these limits. */
extern const struct yaml_limits yaml_limits_default;

struct yaml_document {
    struct value root;
    char *remarks;     /* the leading '#' lines, each with its line feed; NULL if there are none */
    bool lost_remarks; /* there are other '#' remarks, which rewriting loses */
};

/* Parses a text with exactly one document. `first_line` is the line number of the text in its file
 * (1 for a whole file). `limits` NULL: the default. FAIL_TEXT or FAIL_LIMIT with *place (may be
 * NULL) and a message. Free it with yaml_document_clear(). A text of only blanks and remarks is
 * refused: it has no document. */
int yaml_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
              struct yaml_document *out, struct place *place, struct note *why);
void yaml_document_clear(struct yaml_document *document);
/* True if a document has '#' remarks that rewriting would lose: any outside the leading block, or
 * with `all` any at all. */
bool yaml_has_remarks(const char *bytes, size_t size, bool all);

/* Splits a stream into documents without parsing them: `---` lines separate them wherever they
 * occur, so an invalid document affects no other. */
struct yaml_piece {
    size_t start, end; /* bytes of the document, including its '---' line */
    int line;          /* line number of its first byte, from 1 */
};
/* The next document after *piece (all zero before the first); false if there are no more. Documents
 * of only blanks and remarks are skipped. */
bool yaml_is_marker(const char *line, size_t length); /* a separator line; its first four bytes
                                                         suffice */
bool yaml_next(const char *bytes, size_t size, struct yaml_piece *piece);

#endif
