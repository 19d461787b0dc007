/* record.h - a game as the archive stores it: headers, plies, notes, variations.
 *
 * A record holds the contents of a file. Nothing here checks that its plies are legal; core/game.h
 * does when the game is replayed. A record with illegal plies is valid, but its game is called
 * *broken*. All texts are UTF-8, owned by the record, and untrusted: clean them with
 * archive/util/sanitize.h before they reach a terminal.
 *
 * docs/archive.md explains the keys of the file format. Unknown keys are kept with the element that
 * contains them. */
#ifndef CHESSCADE_ARCHIVE_RECORD_RECORD_H
#define CHESSCADE_ARCHIVE_RECORD_RECORD_H

#include "archive/yaml/value.h"
#include "archive/yaml/yaml_read.h"
#include "archive/yaml/yaml_write.h"

enum {
    ULID_LENGTH = 26,
    VARIATION_DEPTH_MAX = 100,
    PLY_BYTES_MAX = 4096, /* longest text of a ply in a file; some cascades are longer and cannot be
                             stored */
    PLY_ROOM = PLY_BYTES_MAX + 2 /* buffer for composing a ply's text; one byte larger than a file
                                    allows, so that a text that is too long is noticed */
};

struct comment {
    char *text, *by, *lang, *on_date; /* text, author, language, date; all but `text` may be NULL */
    bool is_private;
    uint8_t style; /* enum value_style: layout of the mapping in the file; `style` has this meaning
                      in the structs below, too */
    struct value extra; /* the keys of the comment that the program does not know */
};
struct comments {
    struct comment *v;
    int n, room;
    uint8_t style; /* layout of the whole list in the file */
};

/* A mark on the board. `as` is its form: arrow, circle, square, ... It lies on one cell (`at`),
 * between two cells (`from`, `to`), along a path, or on several cells. */
struct mark {
    char *as, *color, *label;
    char *at, *from, *to; /* names of the cells on which the mark lies; NULL if not used */
    char **path, **cells; /* lists of cell names, each with a NULL at its end; NULL if not used */
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
    int part, step; /* part: number of the member, from 1. step: number of its step, from 1; 0 if
                       the note is on the whole member */
    char *after;    /* the member's text, to check that the note still belongs to it; may be NULL */
    struct nags nags;
    struct comments comments;
    struct marks marks;
    uint8_t style;
    struct value extra;
};

/* A sequence of plies: the main line, a variation, or a continuation after the last ply of a
 * line. */
struct line {
    struct node *v;
    int n, room;
    char *title, *kind, *by, *comment; /* heading of a variation or continuation; any may be NULL */
    struct lines *then; /* lines that continue after the last ply; NULL if there are none */
    uint8_t style, moves_style;
    struct value extra;
};
struct lines {
    struct line *v;
    int n, room;
    uint8_t style;
};

/* Everything that a file may add to the text of a ply. */
struct notes {
    char side; /* side that made the ply: 'w', 'b' or 'r'; 0 if the file does not name it */
    bool gap, broken;
    struct nags nags;
    char *before; /* comment that stands before the ply in the text; NULL if there is none */
    struct comments comments; /* the anonymous comment, if any, comes first: its `by` is NULL and
                                 its `style` 0 */
    struct marks marks;
    char *clk, *emt, *utc; /* remaining time, time used and time of day as the file writes them;
                              each may be NULL */
    struct step_note *steps;
    int step_count, step_room;
    struct lines alts;  /* variations that replace this ply */
    struct value other; /* a map of the keys eval, events, quiz, links, commands, and of unknown
                           keys */
    uint8_t style, steps_style;
};

struct node {
    char *text;          /* the ply in the record's notation; shared or on the heap:
                            archive/util/string_pool.h */
    struct notes *notes; /* notes on the ply; NULL if it has only a text */
    uint32_t line; /* line in its file, from 1; 0 if not read from a file. Comparisons ignore `line`
                      and `column`. */
    uint16_t column;
};

enum notation { NOTATION_SAN, NOTATION_LONG, NOTATION_SHORT };

struct record {
    int major; /* major version of the file's schema; if larger than SCHEMA_MAJOR, the game is
                  read-only */
    char id[ULID_LENGTH + 1];
    int64_t rev; /* revision number, increased by each save; 0 if never saved */
    enum notation notation;
    struct value head;        /* map of the root keys for which this struct has no member */
    struct comments comments; /* comments on the whole game */
    struct marks marks;
    struct line moves; /* the main line; moves.then are its continuations */
    char *unparsed;    /* text that an import could not parse, from the first error on; or NULL */
    char *remarks;     /* the '#' comment lines at the top of the file, verbatim; or NULL */
    bool lost_remarks; /* true if the file has '#' comments elsewhere, which are lost when it is
                          rewritten */
    int holders;       /* number of additional owners, see record_hold() */
};

/* Creates a record with a new id, revision 0, and the notation that suits the variant. Free it with
 * record_free(). */
struct record *record_new(const char *variant);
void record_free(struct record *record);
struct record *record_copy(const struct record *record);
/* Adds an owner to a record that no owner will change; each owner calls record_free() once. Sharing
 * saves memory: games may be large, and undo, comparison and saving often need the same record. */
struct record *record_hold(struct record *record);
/* Makes a record that may be shared writable: returns the record itself if it has no other owner;
 * otherwise returns a copy and gives up one ownership of the original. */
struct record *record_own(struct record *record);
/* record_lend() makes a record that shares the data of `record`, but has its own copies of the head
 * keys in `own` (a NULL-terminated list). Only those keys of the new record may be changed, and
 * `record` must not change while both exist. Free one of the two with record_part() and the last
 * with record_free(). */
struct record *record_lend(const struct record *record, const char *const *own);
void record_part(struct record *record, const char *const *own);
/* True if both records have the same data, and therefore the same bytes in a file. */
bool record_same(const struct record *a, const struct record *b);

/* Number and sides of the players, in turn order; `at` counts from 0. */
int record_players(const struct record *record);
char record_player_side(const struct record *record, int at);
/* Sets the variant. From an id like "custom:size=8;..." stores the part after the colon as an
 * option. */
void record_set_variant(struct record *record, const char *id);
/* Sets the name of the player of a side, adding the player if necessary. */
void record_set_player(struct record *record, char side, const char *name);

/* Functions that return one header: "" if it is missing. The result is valid until the record
 * changes. */
const char *record_variant(const struct record *record);
const char *record_player(const struct record *record, char side); /* name of the player of side
                                                                      'w', 'b' or 'r' */
/* Like record_player(), but returns "" for "?", which files write for an unknown name. */
const char *record_player_known(const struct record *record, char side);
/* True if the name of any player is known, or if the event has no name either. */
bool record_is_named(const struct record *record);
/* Writes a title like "Ana - Boris - Cle"; if no player's name is known, the name of the event.
 * Returns what snprintf() would return. */
int record_title(const struct record *record, char *buffer, size_t size);
/* Returns the text of a key, given by its path: "event.name", "result.score" */
const char *record_text(const struct record *record, const char *path);
/* Sets the text of a key, given by its path; NULL or "" removes the key. */
void record_set_text(struct record *record, const char *path, const char *text);

/* ---- Changing lines, plies and notes. */
/* Returns the notes of a ply and creates them if necessary; never NULL. */
struct notes *node_notes(struct node *node);
/* Frees the notes of a ply if they are empty, so that a file stores the ply as a bare text again.
 * Does not free a note on a member, even an empty one: see notes_tidy_step(). */
void node_tidy(struct node *node);

/* The functions below append, insert and remove lines, plies, comments, marks and nags. Indices
 * count from 0. Texts are copied. A cleared object can be used again. A copy function overwrites
 * its target without freeing it. */
struct node *line_append(struct line *line, const char *text);
void line_cut(struct line *line, int from); /* removes all plies with an index of `from` or more */
struct line *lines_append(struct lines *lines);
struct line *lines_insert(struct lines *lines, int at);
void lines_remove(struct lines *lines, int at);
void lines_clear(struct lines *lines);
struct lines *line_then(struct line *line); /* continuations of a line; created if necessary */
void line_clear(struct line *line);
void line_copy(struct line *to, const struct line *from);
/* Appends a comment. An anonymous comment (`by` NULL) is inserted at index 0 instead, if there is
 * no anonymous comment yet. */
struct comment *comments_append(struct comments *comments, const char *text, const char *by);
void comments_remove(struct comments *comments, int at);
void comments_clear(struct comments *comments);
void comments_copy(struct comments *to, const struct comments *from);
struct mark *marks_append(struct marks *marks, const char *as);
void marks_remove(struct marks *marks, int at);
void marks_clear(struct marks *marks);
void marks_copy(struct marks *to, const struct marks *from);
void nags_add(struct nags *nags, int nag); /* adds a nag (numeric judgement), or removes it if
                                              present */
/* The judgements are the nags 1 to NAG_JUDGEMENTS, numbered as in PGN. A ply has at most one of
 * them. nag_mark() returns how a judgement is written. */
enum { NAG_JUDGEMENTS = 6 };
const char *nag_mark(int nag); /* returns "!" for 1 ... "?!" for 6 */
struct step_note *notes_step(struct notes *notes, int part, int step); /* returns the note on a
                                                                          step; appends it if
                                                                          missing */
/* Removes a note on a member or step if it is empty. */
void notes_tidy_step(struct notes *notes, const struct step_note *step);
/* Copies a text; the caller owns the copy. NULL stays NULL. */
char *text_copy(const char *text);
/* Frees an owned text and replaces it by a copy of `with`. NULL or "" makes it NULL. */
void text_replace(char **text, const char *with);
/* Replaces a NULL-terminated list of cell names by the names in a text like "a1 b1 c1"; "" removes
 * the list. */
void cells_replace(char ***cells, const char *names);

/* Counts the elements of a record, including those in variations. Used for lists and tests. */
struct record_counts {
    int plies, main_plies, comments, nags, variations, marks, clocks, steps, broken;
};
void record_count(const struct record *record, struct record_counts *out);

/* Creates a ULID (a unique, sortable id) from the clock and the system's random numbers: 26
 * characters and a NUL. */
void ulid_new(char out[ULID_LENGTH + 1]);
bool ulid_valid(const char *text);

/* ---- Reads and writes records as YAML, in the format of docs/archive.md. */

/* Parses one game. `first_line` is the line number of its first byte in the file (1 if the game is
 * the whole file). `limits` may be NULL for the defaults. On success *out is a new record.
 * Otherwise returns FAIL_TEXT or FAIL_LIMIT, *place (`place` may be NULL) is the position of the
 * error, and `why` explains it. Does not check the rules of chess. */
int record_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                struct record **out, struct place *place, struct note *why);

/* Like record_read(), for a document that is already a tree of values. On success the record takes
 * the values out of the document. */
int record_settle(struct yaml_document *document, const struct yaml_limits *limits,
                  struct record **out, struct place *place, struct note *why);

/* Appends the remarks and then the record in canonical form. Equal records give equal bytes: a
 * canonical file that is loaded and saved without a change stays the same. */
void record_write(const struct record *record, struct yaml_text *out);

#endif
