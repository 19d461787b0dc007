/* record.h - a game as the archive knows it: headers, plies, notes, variations.
 *
 * A record is what a file says; whether its plies are legal is asked of core/game.h by whoever replays it, and a
 * record whose plies do not replay is a good record with a broken game in it. All texts are UTF-8, owned by the
 * record, and may hold anything a file may hold: clean them before they reach a terminal (archive/clean.h).
 *
 * The keys and their meaning: docs/archive.md. Keys nobody knows are kept with the element they stood in. */
#ifndef CHESSCADE_RECORD_H
#define CHESSCADE_RECORD_H

#include "archive/value.h"

enum {
    ULID_LENGTH = 26,
    VARIATION_DEPTH_MAX = 100,
    PLY_BYTES_MAX = 4096,        /* of a ply's text in a file; there are cascades with more */
    PLY_ROOM = PLY_BYTES_MAX + 2 /* for a ply's text that is written: one byte more than a file keeps tells that there are more */
};

struct comment {
    char *text, *by, *lang, *on_date; /* all but text may be NULL; an anonymous one has no `by` */
    bool is_private;
    uint8_t style;      /* enum value_style: how its mapping was laid out; so below */
    struct value extra; /* unknown keys */
};
struct comments {
    struct comment *v;
    int n, room;
    uint8_t style; /* of the list */
};

/* A mark on the board: `as` arrow, circle, square, ... at one cell, from one to another, along a path, on cells. */
struct mark {
    char *as, *color, *label;
    char *at, *from, *to;     /* cell names; NULL where not used */
    char **path, **cells;     /* NULL-terminated lists of cell names, or NULL */
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

/* A note inside a ply: on a member of a cascade, or on a step of its path. */
struct step_note {
    int part, step; /* counted from 1; step 0: the whole member */
    char *after;    /* the member's text as a check, or NULL */
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
    char *title, *kind, *by, *comment; /* of variations and continuations; may be NULL */
    struct lines *then;                /* continuations after the last ply; NULL without any */
    uint8_t style, moves_style;
    struct value extra;
};
struct lines {
    struct line *v;
    int n, room;
    uint8_t style;
};

/* What a ply carries besides its text. */
struct notes {
    char side;                /* 'w' 'b' 'r', or 0 */
    bool gap, broken;
    struct nags nags;
    char *before;             /* a comment before the ply, or NULL */
    struct comments comments; /* the anonymous `comment` first, if there is one: without by and style 0 */
    struct marks marks;
    char *clk, *emt, *utc;    /* as written, or NULL */
    struct step_note *steps;
    int step_count, step_room;
    struct lines alts;        /* lines that replace this ply */
    struct value other;       /* eval, events, quiz, links, commands, and unknown keys: a map */
    uint8_t style, steps_style;
};

struct node {
    char *text;          /* m: the ply in the record's notation; shared or on the heap: archive/words.h */
    struct notes *notes; /* NULL for a bare ply */
    uint32_t line;       /* of its file, from 1; 0: it was not read from one. Not compared, as the column */
    uint16_t column;
};

enum notation { NOTATION_SAN, NOTATION_LONG, NOTATION_SHORT };

struct record {
    int major;                  /* schema major; larger than ours: read only */
    char id[ULID_LENGTH + 1];
    int64_t rev;                /* 0: never saved */
    enum notation notation;
    struct value head;          /* a map: every key of the root but those held by the members here and below */
    struct comments comments;   /* on the game as a whole */
    struct marks marks;
    struct line moves;          /* the game; moves.then are its continuations */
    char *unparsed;             /* what followed the point where an import stopped making sense, or NULL */
    char *remarks;              /* the leading block of '#' lines, kept verbatim, or NULL */
    bool lost_remarks;          /* other '#' remarks were in the file: rewriting it loses them */
    int holders;                /* besides the first: record_hold() */
};

/* A new record with a new id, rev 0, notation by variant. Free with record_free(). */
struct record *record_new(const char *variant);
void record_free(struct record *record);
struct record *record_copy(const struct record *record);
/* A record that nobody changes may have several who free it, each once: one more of them. Games may be large, and undo, what is
 * compared with and what is to be saved are mostly the same. */
struct record *record_hold(struct record *record);
/* A held record to be changed: itself where nobody else has it, else a copy, and it is given back. */
struct record *record_own(struct record *record);
/* A record that has all of another, which must stay as it is meanwhile, but for the head's keys `own` (NULL-terminated): of those
 * it has copies, and only they may be changed or be new. One of the two, whichever is not wanted any more, goes by
 * record_part(). */
struct record *record_lend(const struct record *record, const char *const *own);
void record_part(struct record *record, const char *const *own);
/* Same data, so the same bytes when written. */
bool record_same(const struct record *a, const struct record *b);

/* The players in turn order; `at` from 0. */
int record_players(const struct record *record);
char record_player_side(const struct record *record, int at);
/* The variant an id is of; the definition in an id like "custom:size=8;..." becomes the option it is kept as. */
void record_set_variant(struct record *record, const char *id);
/* Add a player, or rename the one of that side. */
void record_set_player(struct record *record, char side, const char *name);

/* Headers in short: "" where there is none. Borrowed until the record changes. */
const char *record_variant(const struct record *record);
const char *record_player(const struct record *record, char side); /* name of 'w' 'b' 'r' */
/* The same, and "" when nobody knows it, for which files write "?". */
const char *record_player_known(const struct record *record, char side);
/* Does anybody who plays have a name that is known, or has the event none either? */
bool record_is_named(const struct record *record);
/* "Ana - Boris - Cle"; where no name is known the name of the event, if there is one. Like snprintf. */
int record_title(const struct record *record, char *buffer, size_t size);
const char *record_text(const struct record *record, const char *path); /* "event.name", "result.score" */
void record_set_text(struct record *record, const char *path, const char *text); /* NULL or "" removes */

/* record_moves.c */
/* Make room for notes on a ply: never NULL. */
struct notes *node_notes(struct node *node);
/* Free empty notes, so that the ply is written as a bare text again. Notes on members stay as they were found, also such that
 * say nothing. */
void node_tidy(struct node *node);

/* Lines, plies, comments, marks, nags: append, insert at, remove at. Indices count from 0; texts are copied. What is cleared
 * may be used anew; what is copied to is overwritten. */
struct node *line_append(struct line *line, const char *text);
void line_cut(struct line *line, int from); /* remove plies from that index on */
struct line *lines_append(struct lines *lines);
struct line *lines_insert(struct lines *lines, int at);
void lines_remove(struct lines *lines, int at);
void lines_clear(struct lines *lines);
struct lines *line_then(struct line *line); /* its continuations, made when there are none */
void line_clear(struct line *line);
void line_copy(struct line *to, const struct line *from);
/* An anonymous comment (`by` NULL) becomes the first one if there is no anonymous one yet. */
struct comment *comments_append(struct comments *comments, const char *text, const char *by);
void comments_remove(struct comments *comments, int at);
void comments_clear(struct comments *comments);
void comments_copy(struct comments *to, const struct comments *from);
struct mark *marks_append(struct marks *marks, const char *as);
void marks_remove(struct marks *marks, int at);
void marks_clear(struct marks *marks);
void marks_copy(struct marks *to, const struct marks *from);
void nags_add(struct nags *nags, int nag); /* a nag that is there already is removed: a toggle */
/* The judgements of a ply, of which a ply has one: 1 to NAG_JUDGEMENTS as PGN numbers them, and how they are written. */
enum { NAG_JUDGEMENTS = 6 };
const char *nag_mark(int nag); /* "!" for 1 ... "?!" for 6 */
struct step_note *notes_step(struct notes *notes, int part, int step); /* found or appended */
void notes_tidy_step(struct notes *notes, const struct step_note *step); /* it goes if nothing was left in it */
/* A text of one's own; NULL stays NULL. */
char *text_copy(const char *text);
/* Replace an owned text; NULL or "" removes it. */
void text_replace(char **text, const char *with);
/* A NULL-terminated list of cell names from "a1 b1 c1"; replaces what was there; "" removes. */
void cells_replace(char ***cells, const char *names);

/* record.c */
/* Counts over the whole tree, variations included: for lists and tests. */
struct record_counts {
    int plies, main_plies, comments, nags, variations, marks, clocks, steps, broken;
};
void record_count(const struct record *record, struct record_counts *out);

/* A new ULID from the clock and the system's random numbers: 26 characters and NUL. */
void ulid_new(char out[ULID_LENGTH + 1]);
bool ulid_valid(const char *text);

#endif
