/* schema.h - defines the keys of our files: their types, limits and order.
 *
 * The tables serve three purposes. When a file is read, the key decides the type of a value,
 * whatever the value looks like. When a file is written, the table decides the order of the keys.
 * When a user enters a value, the table decides whether it is valid. The tables follow
 * docs/archive.schema.json. Keys that are not in a table are kept unchanged and written after the
 * others. */
#ifndef CHESSCADE_ARCHIVE_RECORD_SCHEMA_H
#define CHESSCADE_ARCHIVE_RECORD_SCHEMA_H

#include "archive/yaml/yaml_read.h"

enum { SCHEMA_MAJOR = 1 };

enum schema_type {
    TYPE_TEXT,
    TYPE_NUMBER, /* a decimal integer */
    TYPE_POINTS, /* a number of points, like 1 or 0.5 */
    TYPE_FLAG,   /* a flag: true or false */
    TYPE_RATING, /* a number if it is unquoted and looks like a number, otherwise a text */
    TYPE_LIST,
    TYPE_MAP,
    TYPE_ANY, /* a value of any type, kept as written without a check */
    TYPE_PLY  /* a ply: a text, or a map with the key `m` */
};

/* The form that a text must have. */
enum schema_shape {
    SHAPE_ANY,
    SHAPE_ULID,
    SHAPE_VARIANT,  /* a variant's id in lower case, like turning-chess */
    SHAPE_SIDE,     /* the letter of a side: w, b or r */
    SHAPE_DATE,     /* a date like 2026-11-??; any digit may be a question mark */
    SHAPE_UTC,      /* a time like 2026-11-21T20:49:03.123Z */
    SHAPE_CLOCK,    /* a clock time like 0:15:06.250 */
    SHAPE_CELL,     /* a cell name like e4 or a16 */
    SHAPE_NOTATION, /* the name of a notation: san, long or short */
    SHAPE_LAYOUT,   /* month or hash: how an archive distributes its files over folders */
    SHAPES
};

struct schema_key {
    const char *name;
    uint8_t type;  /* enum schema_type */
    uint8_t shape; /* enum schema_shape of a text, or of each text in a list */
    uint8_t item;  /* enum schema_type of the items of a list, or of the values of a map with free
                      keys */
    bool required;
    const struct schema_key *of; /* keys of a map, or of each map in a list; ends with a NULL name.
                                    NULL if all keys are allowed */
    int least, most; /* range of a number, of the bytes of a text, or of the items of a list; `most`
                        0: no limit here */
};

extern const struct schema_key schema_game[], schema_ply[], schema_line[], schema_mark[],
    schema_comment[], schema_step[], schema_archive[], schema_collection[];

/* True if a text has the form `shape`. */
bool schema_fits(const char *text, enum schema_shape shape);

/* Validates a tree of values against a table and normalizes its layout: known texts become
 * canonical, numbers and flags plain; lists and maps become canonical if they are laid out as the
 * writer would lay them out. An entry with an empty, unquoted value ("key:") counts as absent and
 * is removed. On an error returns FAIL_TEXT or FAIL_LIMIT, with the position in *place and a
 * message; the tree may then be partly normalized. With `lenient`, known keys with invalid values
 * are removed: this is for displaying files of a later schema version. */
int schema_settle(struct value *map, const struct schema_key *keys,
                  const struct yaml_limits *limits, bool lenient, struct place *place,
                  struct note *why);

/* Returns the entry of a key in a table; NULL if the table has no such key. */
const struct schema_key *schema_key_named(const struct schema_key *keys, const char *name);

#endif
