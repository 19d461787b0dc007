/* yaml_in.h - reading YAML under our limits: bytes become a tree of values, or a sentence with line and column.
 *
 * Any YAML 1.1 or 1.2 is read that keeps to a strict subset: UTF-8, no anchors, aliases, tags, merge keys or
 * directives, no key twice in a mapping, and the sizes of struct yaml_limits (docs/archive.md, "What is
 * read"). What a scalar is, is not decided here: archive/schema.h decides by its key, never by its looks. */
#ifndef CHESSCADE_YAML_IN_H
#define CHESSCADE_YAML_IN_H

#include "archive/value.h"

/* Where in a file something was found; 0, 0: nowhere in particular. */
struct place {
    int line, column; /* from 1; the column counts characters; 0: it is of no place */
};

/* "line 7, column 3: ", nothing where there is no place. */
enum { PLACE_ROOM = 48 };
const char *place_words(struct place place, char words[PLACE_ROOM]);

struct yaml_limits {
    int file_bytes;   /* of one document */
    int scalar_bytes; /* of one text */
    int key_bytes;
    int nodes;        /* values and keys, lists and maps */
    int depth;        /* lists and maps inside each other */
    int flow_depth;   /* [] and {} inside each other */
    int plies;        /* of one game, variations included */
    int variations;   /* lines inside lines */
    int marks;        /* of one ply */
};
/* What archive.yaml may narrow under `limits`. */
extern const struct yaml_limits yaml_limits_default;

struct yaml_document {
    struct value root;
    char *remarks;     /* the leading block of '#' lines, each with its line feed; NULL without one */
    bool lost_remarks; /* there are other '#' remarks: they do not survive a rewriting */
};

/* Read the one document of a text. `first_line` is the number of the text's first line in its file (1 for a whole
 * file). `limits` NULL: the default. FAIL_TEXT or FAIL_LIMIT with *place (may be NULL) and a sentence. Free with
 * yaml_document_clear(). A text with blanks and remarks only is refused: there is no document. */
int yaml_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
              struct yaml_document *out, struct place *place, struct note *why);
void yaml_document_clear(struct yaml_document *document);
/* Has a document '#' remarks that writing it anew loses: others than the leading block, or with `all` that, too? */
bool yaml_has_remarks(const char *bytes, size_t size, bool all);

/* The documents of a stream, one after the other, without parsing them: lines `---` part them wherever they stand,
 * so a bad document costs itself and no other. */
struct yaml_piece {
    size_t start, end; /* bytes of the document, its '---' line included */
    int line;          /* of its first byte, from 1 */
};
/* The next document after *piece, all zero before the first; false when there is none. Documents of blanks and
 * remarks are passed by. */
bool yaml_is_marker(const char *line, size_t length); /* a line that parts documents; its first four bytes will do */
bool yaml_next(const char *bytes, size_t size, struct yaml_piece *piece);

#endif
