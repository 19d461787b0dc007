/* schema.h - what the keys of our files mean: their types, their limits, their order.
 *
 * One table serves three: reading (types are decided here, by the key, never by how a scalar looks), writing (the
 * order of keys) and everybody who makes values (is this text a date?). The tables follow docs/archive.schema.json.
 * Keys that are not in a table are kept as they are, after the known ones. */
#ifndef CHESSCADE_SCHEMA_H
#define CHESSCADE_SCHEMA_H

#include "archive/yaml_in.h"

enum { SCHEMA_MAJOR = 1 };

enum schema_type {
    TYPE_TEXT,
    TYPE_NUMBER, /* a plain decimal integer */
    TYPE_POINTS, /* 1, 0.5 */
    TYPE_FLAG,   /* true, false */
    TYPE_RATING, /* a number when written plain and looking like one, else a text */
    TYPE_LIST,
    TYPE_MAP,
    TYPE_ANY,    /* kept as it is written */
    TYPE_PLY     /* a text or a map */
};

/* What a text must look like. */
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
    SHAPE_LAYOUT,   /* month hash: of an archive's folders */
    SHAPES
};

struct schema_key {
    const char *name;
    uint8_t type;                /* enum schema_type */
    uint8_t shape;               /* enum schema_shape: of a text, or of the texts of a list */
    uint8_t item;                /* enum schema_type: of the items of a list, the values of a map with free keys */
    bool required;
    const struct schema_key *of; /* the keys of a map, or of the maps of a list; ends with a NULL name; or NULL */
    int least, most;             /* a number's range, a text's bytes, a list's items; most 0: no limit of its own */
};

extern const struct schema_key schema_game[], schema_ply[], schema_line[], schema_mark[], schema_comment[],
    schema_step[], schema_archive[], schema_collection[];

/* Whether a text has a shape. */
bool schema_fits(const char *text, enum schema_shape shape);

/* Check a tree by a table and settle its styles: known scalars become canonical, numbers and flags plain, lists and
 * maps canonical where they stand as the writer would put them. Entries whose value is empty and plain ("key:") are
 * dropped: absent. FAIL_TEXT or FAIL_LIMIT with *place and a sentence; the tree may be half settled then. With
 * `lenient` (files of a later schema, for looking at) a known key with a value that does not fit is dropped. */
int schema_settle(struct value *map, const struct schema_key *keys, const struct yaml_limits *limits, bool lenient,
                  struct place *place, struct note *why);

/* The entry of a key of a table, NULL when unknown. */
const struct schema_key *schema_key_named(const struct schema_key *keys, const char *name);

#endif
