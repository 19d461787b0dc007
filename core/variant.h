/* variant.h - variants as rows of data, and rulesets: a variant with its options chosen.
 *
 * A variant is a constant row: id, title, pieces, options. A ruleset is a variant ready to play:
 * its options have values, its board is built, and the family has computed its own data. Positions
 * point to their ruleset. */
#ifndef CHESSCADE_CORE_VARIANT_H
#define CHESSCADE_CORE_VARIANT_H

#include "core/board.h"
#include "core/position.h"

struct rules;

/* A kind of piece. Kinds are listed from index 1; index 0 is a zero row. */
struct kind {
    char letter;        /* upper case, unique among the kinds of the variant */
    const char *name;   /* "Rook" */
    const char *moves;  /* how it moves, one or two sentences */
    const char *source; /* citation: "rules/turning.md 3.4" */
    bool royal;         /* a player who loses it, or is checkmated, loses the game */
};

/* An option of a variant. */
struct option {
    const char *name;
    const char *values; /* "may|must|none", the default first; NULL: free text, which the family
                           checks */
    const char *help;   /* one sentence */
};

/* An option with the chosen value. */
struct setting {
    const char *name, *value; /* the ruleset or the caller owns both texts */
};

struct variant {
    const char *id;           /* "turning-chess": unique over all families */
    const char *title;        /* "Turning Chess" */
    const char *board;        /* the board in words, for lists: "8x8", "64 triangles" */
    const char *summary[3];   /* goal and peculiarities in up to three lines; a line may be NULL */
    int sides;                /* 2 or 3 (some options change the number: see ruleset.sides) */
    const struct kind *kinds; /* [kind_count + 1], index 0 unused */
    int kind_count;
    const struct option *options; /* [option_count] */
    int option_count;
    const char *idle; /* names of options, separated by blanks, that have no effect in this variant:
                         it accepts them but does not offer them. NULL: there are none */
    int number;       /* the family's index of this row */
};

struct ruleset {
    const struct variant *variant;
    const struct rules *rules;
    char *id;                 /* the variant's id, or the complete "custom:..." id; owned */
    struct board *board;      /* built by the family's open(); owned, unless its close() takes it */
    const struct kind *kinds; /* the variant's kinds; open() may set another list */
    int kind_count;
    int sides;
    struct setting *setting; /* settings that differ from the default, sorted by name; their texts
                                are owned */
    int settings;
    const char *idle; /* names of options that cannot be combined with the current settings; NULL:
                         none; open() sets it */
    const char *summary[3]; /* the variant's summary; open() may adapt it to the options */
    const char *draws; /* citation for draws by repetition and by plies without progress, or NULL;
                          set by open() */
    bool draws_called; /* true if draws by repetition and by plies without progress are automatic
                          and need no claim; set by open() */
    void *own;         /* the family's data; freed by its close() */
};

/* The option with which a record stores the definition of a custom variant. The complete id may be
 * too long for a record, so the variant "custom" with the setting CUSTOM_DEFINITION means "custom:"
 * followed by that text. */
#define CUSTOM_DEFINITION "definition"
/* The definition in an id such as "custom:size=8;...", borrowed from it; NULL if it has none. */
const char *custom_definition(const char *id);
/* The id "custom:..." for a definition; the caller frees it. */
char *custom_variant(const char *definition);

/* Open a variant by id with settings, which are only read during the call. On success *out is a new
 * ruleset; free it with ruleset_free() when no position points to it any more. FAIL_NAME for an
 * unknown variant or option, FAIL_TEXT for a value or combination the family refuses. */
int ruleset_open(struct ruleset **out, const char *id, const struct setting *setting, int settings,
                 struct note *why);
/* Like ruleset_open() for a variant already found; `id` differs from variant->id only for
 * "custom:...". */
int ruleset_open_variant(struct ruleset **out, const struct rules *rules,
                         const struct variant *variant, const char *id,
                         const struct setting *setting, int settings, struct note *why);
void ruleset_free(struct ruleset *ruleset);

/* The value an option was set to; NULL if it has its default. */
const char *ruleset_option(const struct ruleset *ruleset, const char *name);

/* True if an option with listed values has this value, explicitly or by default. False if the
 * variant has no such option. */
bool ruleset_has(const struct ruleset *ruleset, const char *name, const char *value);

/* Parse the settings "NAME=VALUE " at the beginning of a text, at most `room` of them. Writes NULs
 * into `text`, and *out points into it. Returns the rest of the text. */
char *settings_before(char *text, struct setting *out, int room, int *n);

/* The title of a game: the name that a custom definition gives itself, otherwise the variant's
 * title. */
const char *ruleset_title(const struct ruleset *ruleset);
/* The kind with that upper-case letter, KIND_NONE if there is none. */
int ruleset_kind(const struct ruleset *ruleset, char letter);
/* True if the option can have an effect in this variant. */
bool ruleset_offers(const struct ruleset *ruleset, const struct option *option);
/* ruleset_offered() is the number of options to offer for a new game: those that have an effect
 * with the current settings. ruleset_offered_at() finds the offered option number `nth` (from 0)
 * and returns its index among all options of the variant; option_count if fewer are offered. */
int ruleset_offered(const struct ruleset *ruleset);
int ruleset_offered_at(const struct ruleset *ruleset, int nth);

/* The variant number `index`, from 0, of all families in display order; NULL past the end. The null
 * family comes last, and only if `all` is true. *rules (may be NULL) becomes the variant's
 * family. */
const struct variant *variant_at(int index, bool all, const struct rules **rules);

#endif
