/* record.h - a game as the archive stores it: headers, plies, notes, variations.
 *
 * A record is what a file says. Whether its plies are legal is checked by whoever replays them with
 * core/game.h; if they are not, the record is still valid, but the game in it is broken. All texts
 * are UTF-8, owned by the record, and may hold anything a file may hold: clean them before they
 * reach a terminal (archive/util/sanitize.h).
 *
 * docs/archive.md explains the keys. Unknown keys are kept with the element that contains them. */
#ifndef CHESSCADE_ARCHIVE_RECORD_RECORD_H
#define CHESSCADE_ARCHIVE_RECORD_RECORD_H

#include "archive/yaml/value.h"
#include "archive/yaml/yaml_read.h"
#include "archive/yaml/yaml_write.h"

enum {
    ULID_LENGTH = 26,
    VARIATION_DEPTH_MAX = 100,
    PLY_BYTES_MAX = 4096,        /* of a ply's text in a file; some cascades are longer */
    PLY_ROOM = PLY_BYTES_MAX + 2 /* buffer for composing a ply's text: one byte more than a file may
                                  * keep, so that overlong plies are noticed */
};

struct comment {
    char *text, *by, *lang, *on_date; /* all but text may be NULL; an anonymous comment has no `by`
                                       */
    bool is_private;
    uint8_t style;      /* enum value_style: how its mapping was laid out; the same below */
    struct value extra; /* unknown keys */
};
struct comments {
    struct comment *v;
    int n, room;
    uint8_t style; /* of the list */
};

/* A mark on the board: `as` is an arrow, circle, square, ...; at one cell, from one to another,
 * along a path, or on several cells. */
struct mark {
    char *as, *color, *label;
    char *at, *from, *to; /* cell names; NULL where not used */
    char **path, **cells; /* NULL-terminated lists of cell names, or NULL */
    uint8_t style;
    struct value extra;
};
struct marks {
    struct mark *v;
    int n, room;
    uint8_t style;
};

struct nags {
    int *v;
    int n, room;
};

/* A note inside a ply: on a member of a cascade or on a step of its path. */
struct step_note {
    int part, step; /* counted from 1; step 0: the whole member */
    char *after;    /* the member's text, to check that the note still fits; or NULL */
    struct nags nags;
    struct comments comments;
    struct marks marks;
    uint8_t style;
    struct value extra;
};

/* A line of plies: the game itself, a variation, a continuation. */
struct line {
    struct node *v;
    int n, room;
    char *title, *kind, *by, *comment; /* for variations and continuations; may be NULL */
    struct lines *then; /* continuations after the last ply; NULL if there are none */
    uint8_t style, moves_style;
    struct value extra;
};
struct lines {
    struct line *v;
    int n, room;
    uint8_t style;
};

/* What a ply has besides its text. */
struct notes {
    char side; /* 'w' 'b' 'r', or 0 */
    bool gap, broken;
    struct nags nags;
    char *before;             /* a comment before the ply, or NULL */
    struct comments comments; /* the anonymous `comment` first, if there is one: without `by` and
                                 with style 0 */
    struct marks marks;
    char *clk, *emt, *utc; /* as written, or NULL */
    struct step_note *steps;
    int step_count, step_room;
    struct lines alts;  /* lines that replace this ply */
    struct value other; /* eval, events, quiz, links, commands, and unknown keys: a map */
    uint8_t style, steps_style;
};

struct node {
    char *text;          /* m: the ply in the record's notation; shared or on the heap:
                            archive/util/string_pool.h */
    struct notes *notes; /* NULL for a bare ply */
    uint32_t line; /* line in its file, from 1; 0: not read from a file. Ignored in comparisons,
                    * like the column */
    uint16_t column;
};

enum notation { NOTATION_SAN, NOTATION_LONG, NOTATION_SHORT };

struct record {
    int major; /* major version of the schema; if larger than ours, read only */
    char id[ULID_LENGTH + 1];
    int64_t rev; /* 0: never saved */
    enum notation notation;
    struct value head;        /* a map: all root keys except those in the other members */
    struct comments comments; /* on the game as a whole */
    struct marks marks;
    struct line moves; /* the game; moves.then are its continuations */
    char *unparsed; /* the rest of the text after the point where an import could not go on, or NULL
                     */
    char *remarks;  /* the leading '#' lines, verbatim, or NULL */
    bool lost_remarks; /* the file had other '#' remarks: rewriting it loses them */
    int holders;       /* number of additional owners: record_hold() */
};

/* A new record with a new id, rev 0, notation by variant. Free with record_free(). */
struct record *record_new(const char *variant);
void record_free(struct record *record);
struct record *record_copy(const struct record *record);
/* Adds an owner to a record that no one changes; each owner frees it once. This saves memory: games
 * may be large, and the records for undo, comparison and saving are mostly the same. */
struct record *record_hold(struct record *record);
/* Makes a held record writable: returns it if it has no other owner, otherwise a copy, and releases
 * the original. */
struct record *record_own(struct record *record);
/* Makes a record that shares everything with another one (which must not change meanwhile), except
 * the head keys `own` (NULL-terminated): it has copies of those, and only they may be changed or
 * added. Free whichever of the two is no longer wanted with record_part(). */
struct record *record_lend(const struct record *record, const char *const *own);
void record_part(struct record *record, const char *const *own);
/* True if both have the same data, and so the same bytes when written. */
bool record_same(const struct record *a, const struct record *b);

/* The players in turn order; `at` counts from 0. */
int record_players(const struct record *record);
char record_player_side(const struct record *record, int at);
/* Sets the variant from an id; the definition in an id like "custom:size=8;..." is stored as an
 * option. */
void record_set_variant(struct record *record, const char *id);
/* Adds a player, or renames the one with that side. */
void record_set_player(struct record *record, char side, const char *name);

/* Shortcuts to headers: "" if missing. Borrowed until the record changes. */
const char *record_variant(const struct record *record);
const char *record_player(const struct record *record, char side); /* name of 'w' 'b' 'r' */
/* The same, but "" if the name is unknown (files write "?"). */
const char *record_player_known(const struct record *record, char side);
/* True if any player's name is known, or neither a player nor the event has one. */
bool record_is_named(const struct record *record);
/* "Ana - Boris - Cle"; if no name is known, the name of the event, if any. Like snprintf. */
int record_title(const struct record *record, char *buffer, size_t size);
/* "event.name", "result.score" */
const char *record_text(const struct record *record, const char *path);
/* NULL or "" removes it. */
void record_set_text(struct record *record, const char *path, const char *text);

/* ---- record.c */
/* The notes of a ply, created if missing: never NULL. */
struct notes *node_notes(struct node *node);
/* Frees empty notes, so that the ply is written as a bare text again. Notes on members are kept
 * even if they are empty. */
void node_tidy(struct node *node);

/* Append, insert and remove lines, plies, comments, marks and nags. Indices count from 0; texts are
 * copied. Cleared objects can be reused; the target of a copy is overwritten. */
struct node *line_append(struct line *line, const char *text);
void line_cut(struct line *line, int from); /* removes the plies from that index on */
struct line *lines_append(struct lines *lines);
struct line *lines_insert(struct lines *lines, int at);
void lines_remove(struct lines *lines, int at);
void lines_clear(struct lines *lines);
struct lines *line_then(struct line *line); /* its continuations, created if missing */
void line_clear(struct line *line);
void line_copy(struct line *to, const struct line *from);
/* An anonymous comment (`by` NULL) becomes the first one if there is no anonymous comment yet. */
struct comment *comments_append(struct comments *comments, const char *text, const char *by);
void comments_remove(struct comments *comments, int at);
void comments_clear(struct comments *comments);
void comments_copy(struct comments *to, const struct comments *from);
struct mark *marks_append(struct marks *marks, const char *as);
void marks_remove(struct marks *marks, int at);
void marks_clear(struct marks *marks);
void marks_copy(struct marks *to, const struct marks *from);
void nags_add(struct nags *nags, int nag); /* a toggle: removes a nag that is already there */
/* The judgements, of which a ply has at most one: 1 to NAG_JUDGEMENTS as PGN numbers them, and how
 * they are written. */
enum { NAG_JUDGEMENTS = 6 };
const char *nag_mark(int nag); /* "!" for 1 ... "?!" for 6 */
struct step_note *notes_step(struct notes *notes, int part, int step); /* found or appended */
/* Removes it if it is empty. */
void notes_tidy_step(struct notes *notes, const struct step_note *step);
/* A copy of a text, owned by the caller; NULL stays NULL. */
char *text_copy(const char *text);
/* Replaces an owned text; NULL or "" removes it. */
void text_replace(char **text, const char *with);
/* Replaces a NULL-terminated list of cell names by those in "a1 b1 c1"; "" removes it. */
void cells_replace(char ***cells, const char *names);

/* Counts over the whole tree, including variations: for lists and tests. */
struct record_counts {
    int plies, main_plies, comments, nags, variations, marks, clocks, steps, broken;
};
void record_count(const struct record *record, struct record_counts *out);

/* A new ULID from the clock and the system's random numbers: 26 characters and a NUL. */
void ulid_new(char out[ULID_LENGTH + 1]);
bool ulid_valid(const char *text);

/* ---- Reads and writes records as YAML, in the format of docs/archive.md. */

/* Reads one game. `first_line` is the line number of the first byte in its file (1 for a whole
 * file); `limits` NULL: the default. On success *out is a new record; otherwise FAIL_TEXT or
 * FAIL_LIMIT, *place (may be NULL) says where, and the note why. Does not check the rules of the
 * game. */
int record_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                struct record **out, struct place *place, struct note *why);

/* The same from a document already parsed or composed: on success its values become the record's.
 */
int record_settle(struct yaml_document *document, const struct yaml_limits *limits,
                  struct record **out, struct place *place, struct note *why);

/* Appends a record in canonical form, after its remarks. The same record gives the same bytes;
 * loading and saving a canonical file without edits reproduces it. */
void record_write(const struct record *record, struct yaml_text *out);

#endif
