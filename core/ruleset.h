/* ruleset.h - variants as rows of data, and a variant with its options settled.
 *
 * A variant is a constant row: id, title, pieces, options. A ruleset is a variant somebody plays: its options
 * chosen, its board built, and whatever the family worked out from them. Positions point to their ruleset. */
#ifndef CHESSCADE_RULESET_H
#define CHESSCADE_RULESET_H

#include "core/board.h"
#include "core/position.h"

struct rules;

/* A kind of piece. Kinds are listed from index 1; index 0 is a zero row. */
struct kind {
    char letter;        /* upper case, unique in its list */
    const char *name;   /* "Rook" */
    const char *moves;  /* how it moves, one or two sentences */
    const char *source; /* the rule, "rules/turning.md 3.4" */
    bool royal;         /* losing it, or its mate, loses the game */
};

/* An option of a variant. */
struct option {
    const char *name;
    const char *values; /* "may|must|none", the default first; NULL: free text, the family checks it */
    const char *help;   /* one sentence */
};

/* A setting of an option, as somebody chose it. */
struct setting {
    const char *name, *value; /* borrowed */
};

struct variant {
    const char *id;               /* "turning-chess": unique over all families */
    const char *title;            /* "Turning Chess" */
    const char *board;            /* in words for lists: "8x8", "64 triangles" */
    const char *summary[3];       /* goal and oddities in three lines; NULL where there is no line */
    int sides;                    /* 2 or 3 (some options change it: see ruleset.sides) */
    const struct kind *kinds;     /* [kind_count + 1], index 0 unused */
    int kind_count;
    const struct option *options; /* [option_count] */
    int option_count;
    const char *idle;             /* names of options that are read but change nothing here, so that they are not
                                   * offered, with blanks between; NULL: none */
    int number;                   /* the family's own index of this row */
};

struct ruleset {
    const struct variant *variant;
    const struct rules *rules;
    char *id;                 /* the variant's id, or "custom:..." in full; owned */
    struct board *board;      /* built by the family's open(); owned, unless its close() takes it away */
    const struct kind *kinds; /* the variant's; open() may set another list */
    int kind_count;
    int sides;
    struct setting *setting;  /* the settings that are not defaults, by name; texts owned */
    int settings;
    const char *idle;         /* names of options that cannot be set beside the others as they are; NULL: none; set by open() */
    const char *summary[3];   /* the variant's; open() may say what the options make of it */
    const char *draws;        /* where draws by repetition and by plies without change are written, or NULL; set by open() */
    bool draws_called;        /* they come by themselves, without being claimed; likewise */
    void *own;                /* the family's; freed by its close() */
};

/* The option a record has the definition of a custom variant in, whose ids are too long for one: "custom" with the setting
 * CUSTOM_DEFINITION is "custom:" with that text. */
#define CUSTOM_DEFINITION "definition"
/* The definition in an id like "custom:size=8;...", borrowed from it; NULL: it has none. */
const char *custom_definition(const char *id);
/* The id with a definition, the caller's to free. */
char *custom_variant(const char *definition);

/* Open a variant by id with settings (borrowed during the call). On success *out is a new ruleset, to be
 * given back with ruleset_free() when no position points to it any more. Fails with FAIL_NAME for an unknown
 * variant or option and FAIL_TEXT for a value or combination the family refuses. */
int ruleset_open(struct ruleset **out, const char *id, const struct setting *setting, int settings,
                 struct note *why);
/* The same, for a variant that is known already; `id` says more than its own where it is "custom:...". */
int ruleset_open_variant(struct ruleset **out, const struct rules *rules, const struct variant *variant, const char *id,
                         const struct setting *setting, int settings, struct note *why);
void ruleset_free(struct ruleset *ruleset);

/* The value somebody set an option to; NULL when it stands at its default. */
const char *ruleset_option(const struct ruleset *ruleset, const char *name);

/* Whether an option with listed values has this one, set or by default. False if the variant has no such
 * option. */
bool ruleset_has(const struct ruleset *ruleset, const char *name, const char *value);

/* Settings "NAME=VALUE " that stand before a text, at most `room`: they are cut off it, and point into it. Gives what
 * follows them. */
char *settings_before(char *text, struct setting *out, int room, int *n);

/* What to call a game of it: the name a custom definition gives itself, else the title of the variant. */
const char *ruleset_title(const struct ruleset *ruleset);
/* The kind with that letter (upper case), KIND_NONE without one. */
int ruleset_kind(const struct ruleset *ruleset, char letter);
/* Can the option make a difference in this variant? */
bool ruleset_offers(const struct ruleset *ruleset, const struct option *option);
/* How many can beside the others as they are, so that they are to be offered for a new game; and the index of the nth of
 * them (0..) among the variant's options: option_count past the end. */
int ruleset_offered(const struct ruleset *ruleset);
int ruleset_offered_at(const struct ruleset *ruleset, int nth);

/* Every variant of every family in the order of the lists: index 0.., NULL past the end. The null family
 * comes last and only with `all`. *rules (may be NULL) gets its family. */
const struct variant *variant_at(int index, bool all, const struct rules **rules);

#endif
