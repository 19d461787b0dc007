/* schema.h - defines the keys of our files: their types, limits and order.
 *
 * The same tables are used for reading (the key decides the type, never the look of a scalar),
 * writing (the order of keys) and validating new values (is this text a date?). They follow
 * docs/archive.schema.json. Keys not in a table are kept unchanged, after the known ones. */
#ifndef CHESSCADE_ARCHIVE_RECORD_SCHEMA_H
#define CHESSCADE_ARCHIVE_RECORD_SCHEMA_H

#include "archive/yaml/yaml_read.h"

enum { SCHEMA_MAJOR = 1 };

enum schema_type {
    TYPE_TEXT,
    TYPE_NUMBER, /* a plain decimal integer */
    TYPE_POINTS, /* 1, 0.5 */
    TYPE_FLAG,   /* true, false */
    TYPE_RATING, /* a number if it is unquoted and looks like one, otherwise a text */
    TYPE_LIST,
    TYPE_MAP,
    TYPE_ANY, /* kept as written */
    TYPE_PLY  /* a text or a map */
};

/* The required form of a text. */
enum schema_shape {
    SHAPE_ANY,
    SHAPE_ULID,
    SHAPE_VARIANT,  /* turning-chess */
    SHAPE_SIDE,     /* w b r */
    SHAPE_DATE,     /* 2026-11-??, each digit may be a question mark */
    SHAPE_UTC,      /* 2026-11-21T20:49:03.123Z */
    SHAPE_CLOCK,    /* 0:15:06.250 */
    SHAPE_CELL,     /* e4, a16 */
    SHAPE_NOTATION, /* san long short */
    SHAPE_LAYOUT,   /* month hash: the folder layout of an archive */
    SHAPES
};

struct schema_key {
    const char *name;
    uint8_t type;  /* enum schema_type */
    uint8_t shape; /* enum schema_shape: of a text, or of the texts of a list */
    uint8_t item;  /* enum schema_type: of the items of a list, or of the values of a map with
                    * free keys */
    bool required;
    const struct schema_key *of; /* the keys of a map, or of the maps of a list, ending with a NULL
                                    name; or NULL */
    int least, most; /* range of a number, bytes of a text, items of a list; most 0: no limit of
                      * its own */
};

extern const struct schema_key schema_game[], schema_ply[], schema_line[], schema_mark[],
    schema_comment[], schema_step[], schema_archive[], schema_collection[];

/* True if a text has a shape. */
bool schema_fits(const char *text, enum schema_shape shape);

/* Validates a tree against a table and normalizes its styles: known scalars become canonical,
 * numbers and flags plain; lists and maps become canonical if they are laid out as the writer
 * would. Drops entries whose value is empty and plain ("key:"), which count as absent. FAIL_TEXT or
 * FAIL_LIMIT with *place and a message; the tree may then be partly normalized. With `lenient` (for
 * displaying files of a later schema), drops a known key with an invalid value. */
int schema_settle(struct value *map, const struct schema_key *keys,
                  const struct yaml_limits *limits, bool lenient, struct place *place,
                  struct note *why);

/* The entry of a key in a table; NULL if it is unknown. */
const struct schema_key *schema_key_named(const struct schema_key *keys, const char *name);

#endif
