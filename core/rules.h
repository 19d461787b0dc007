/* rules.h - what a family of games supplies: the central interface of the program.
 *
 * A ply is composed, not picked from a list: in Croatian Chess it may be a cascade without end. A *draft* is
 * a ply in the making; the rules offer the next choices one action at a time, say when the ply may stop, and
 * every action can be taken back (draft.h does that by replaying). The cursor on the board, typed notation,
 * replay step by step, plain mode, search and perft all stand on the same few functions. Ordinary chess is the
 * case with one move and few choices.
 *
 * Read core/null.c next: the smallest family, built and tested always, the template of a new one.
 *
 * Counting: *routes* are sequences of choices (there may be endlessly many), *plies* are distinct long
 * forms (what `moves` lists and `perft` counts), *outcomes* are distinct positions. */
#ifndef CHESSCADE_RULES_H
#define CHESSCADE_RULES_H

#include "core/action.h"
#include "core/ruleset.h"

/* How far a program looks for itself. People's plies are not limited by it. */
struct limits {
    int cascade; /* members of a ply at most; families without cascades ignore it */
};
#define LIMITS_DEFAULT ((struct limits){.cascade = 3})

/* What only the history of a game knows about its present position. */
struct context {
    struct limits limits;
    bool game; /* a game is being played: rules that count plies or repetitions speak; false for lists of plies */
    int times; /* how often this position has stood in the game, the present time included; 1 without a game */
    int plies; /* played so far, 0 without a game: some draws are called only after a ply */
};

enum outcome { OUTCOME_PLAYING, OUTCOME_CHECK, OUTCOME_DOUBLE_CHECK, OUTCOME_WIN, OUTCOME_DRAW };

/* What a position is: still being played, or how it ended. */
struct verdict {
    uint8_t outcome;    /* enum outcome */
    uint8_t winner;     /* enum side, of OUTCOME_WIN */
    uint8_t notes;      /* enum verdict_note bits: words of the status line */
    uint8_t claims;     /* enum verdict_claim bits: draws the side to move may claim now */
    bool goes_on;       /* a draw that does not end the list of plies (rules/turning.md 7, draws 4 to 6) */
    bool unsure;        /* no legal ply was found within the limits, but there may be one beyond them */
    const char *reason; /* constant text for parentheses: "checkmate"; NULL without one */
    const char *rule;   /* constant text: where the rules say so, "rules/turnover.md 8.1"; or NULL */
};
enum verdict_note { NOTE_SIEGE = 1, NOTE_THREEFOLD = 2, NOTE_FIFTY = 4 };
enum verdict_claim { CLAIM_THREEFOLD = 1, CLAIM_FIFTY = 2 };

static inline bool verdict_over(const struct verdict *verdict)
{
    return verdict->outcome == OUTCOME_WIN || verdict->outcome == OUTCOME_DRAW;
}

/* What a position is by itself, without a game's repetitions and counts, looked at as far as programs usually look. */
void position_judge(const struct position *position, struct verdict *out);

/* The status line (docs/notation.md): "playing", "check (siege)", "white-wins (checkmate)". Like snprintf. */
int verdict_text(const struct verdict *verdict, char *buffer, size_t size);

/* Why no draw can be claimed in a position that stands so many times in its game: FAIL_RULE and what is missing. */
int claim_refuse(const struct position *position, int times, struct note *why);

/* Can the side to move pass (position_pass), as in notes: it is not in check and the game is not over? */
bool position_can_pass(const struct position *position);

/* Does a legal ply lose the game at once for the side that makes it? *out is the verdict after it. */
bool ply_loses(const struct position *before, const struct ply *ply, struct verdict *out);

/* A ply in the making. Families read and write all of it but `before`; draft.h has the functions for everybody
 * else. */
struct draft {
    const struct position *before; /* borrowed: the position the ply starts from */
    struct position now;           /* the board at this moment; the piece in hand is not on it */
    struct ply ply;                /* the actions taken so far; draft_take() appends */
    struct piece held;             /* the piece in hand, kind KIND_NONE when there is none */
    cell_t hand;                   /* the cell it is held over */
    int momentum;                  /* of the piece in the air; 0 elsewhere */
    bool weightless;               /* the piece in the air spends none of it */
    int moves;                     /* members completed (a move each) */
    int stage;                     /* the family's own state: what is asked next */
    struct piece pattern;          /* kind and side whose movement a passive piece follows */
    int memo[12];                  /* the family's own numbers */
    uint64_t touched[(CELLS_MAX + 63) / 64]; /* cells touched by this ply, for families that ask */
};

enum form {
    FORM_LONG,  /* what files store and `moves` prints; needs no context */
    FORM_SHORT, /* what people read and write; classical: SAN */
};

/* Called with each ply; borrowed during the call. Not 0 stops the enumeration. */
typedef int ply_fn(const struct ply *ply, void *argument);

struct goal; /* core/cascades.h */
struct cascade_search;
struct cascade_result;
struct search_rules; /* core/search_rules.h */

/* A picture of a piece that others move, or whose signs are not the usual ones. Constant texts. */
enum { EXAMPLE_LEGEND = 3 };
struct example {
    const char *sentence;               /* "": the piece's own words say it */
    const char *legend[EXAMPLE_LEGEND]; /* the signs of the little diagram, in lines of at most 16 characters */
};

/* The source's own picture of how a kind of piece moves: of which game, on which board, where and how lettered. */
struct source_picture {
    const char *variant;    /* the game whose rules it shows */
    struct setting setting; /* ... with this option; its name NULL: none */
    char letter;            /* of the kind there */
    const char *board;      /* the variant on whose board it is drawn: that game's own one, or the top of it */
    const char *label;      /* the piece in the source's letters, one or two */
    const char *cells;      /* where it stands, once or twice: "h3 d2" */
    const char *army;       /* whose piece it is, where that matters: "the bottom left corner"; NULL */
};

/* One family of games. All functions get positions whose ruleset is of this family. Members may not be NULL
 * unless said so. */
struct rules {
    const char *family;             /* "turnover" */
    const char *title;              /* "Turnover Chess" */
    const struct variant *variants; /* [variant_count] */
    int variant_count;

    /* Finish a ruleset: board, sides, own data. Options are already known to be the variant's own and, where
     * option.values lists values, among them; free texts and combinations are checked here. */
    int (*open)(struct ruleset *ruleset, struct note *why);
    /* Free ruleset->own. May be NULL. */
    void (*close)(struct ruleset *ruleset);
    /* The opening position. */
    void (*setup)(const struct ruleset *ruleset, struct position *out);

    /* Read a position text; offset of `why` is the byte where it went wrong. *out is untouched on failure. */
    int (*read)(const struct ruleset *ruleset, const char *text, struct position *out, struct note *why);
    /* Write a position text, like snprintf. What read() accepts, write() gives back in canonical form. */
    int (*write)(const struct position *position, char *buffer, size_t size);

    /* Prepare the family's fields of a draft; `now` is a copy of `before`, all else zero. Also called at
     * the beginning of every draft_back(). */
    void (*begin)(struct draft *draft);
    /* Append the next choices to *out (empty at the call): legal ones only, ACTION_DONE among them when the
     * ply may end here. None at all: a dead end, only taking back is possible. No two are the same action. */
    void (*choices)(const struct draft *draft, struct actions *out);
    /* Do one of the choices. The action is in draft->ply already. */
    void (*take)(struct draft *draft, const struct action *action);
    /* ACTION_DONE was chosen: settle what happens at the end of a ply (promotion forced, turn passed,
     * counters, eliminations), so that draft->now is the position after the ply. */
    void (*finish)(struct draft *draft);
    /* The cells a piece passes in an action, from its first step to its landing, for walking it on the
     * screen: at most `room` cells, the number as result. May be NULL: it jumps. */
    int (*path)(const struct draft *draft, const struct action *action, cell_t *out, int room);
    /* Why the piece in hand (or, without one, the piece on `to`) cannot go to (be picked on) `to`: a sentence
     * with the rule's number. Only called when no choice points at `to`. */
    void (*why_not)(const struct draft *draft, cell_t to, struct note *why);

    /* What this position is. Repetition and counters only as far as `context` knows them. */
    void (*judge)(const struct position *position, const struct context *context, struct verdict *out);
    /* `side` resigns or is flagged in a game with other sides still playing: *position becomes the position
     * with it out, the same when it was out already. When that leaves a winner, judge() leaves the reason NULL: the
     * referee knows it. May be NULL: with two sides the referee ends the game. */
    void (*retire)(struct position *position, int side);
    /* The side to move passes: see position_pass(). May be NULL: the next in turn order moves, who is never out. */
    void (*pass)(struct position *position);
    /* Why a legal ply puts `side` out while others play on: constant text, "checkmate"; NULL when it does not, or not alone.
     * May be NULL: with two sides the verdict says it. */
    const char *(*why_out)(const struct position *before, const struct ply *ply, int side);
    /* What repetition compares, as a number. May be NULL: position_hash(). */
    uint64_t (*identity)(const struct position *position);

    /* The text of a legal ply, like snprintf. The long form ends in no check sign. */
    int (*format)(const struct position *position, const struct ply *ply, enum form form, char *buffer,
                  size_t size);
    /* Read long or short form. *out (zero, or a ply to be overwritten) is the legal ply on success; otherwise
     * `why` says with the rule's number why not: FAIL_TEXT it cannot be read, FAIL_RULE it is not legal or
     * fits several plies. */
    int (*parse)(const struct position *position, const char *text, struct ply *out, struct note *why);

    /* Every legal ply of a position not over, each distinct long form once, in any order; result: 0, or what
     * the callback stopped with. May be NULL: search.h walks the drafts. */
    int (*plies)(const struct position *position, const struct limits *limits, ply_fn *each, void *argument);
    /* Number of ply sequences of `depth` >= 1, by the family's fastest way, every leaf made unless `bulk`.
     * Positions that are over have none. May be NULL: plies() and finish() are used. */
    uint64_t (*perft)(const struct position *position, int depth, const struct limits *limits, bool bulk);

    /* The plies with the fewest moves that reach a goal; see cascades_find() in core/cascades.h, which calls it with
     * *result zero. May be NULL: all plies are looked through. */
    void (*find)(const struct position *position, const struct goal *goal, const struct cascade_search *search,
                 ply_fn *each, void *argument, struct cascade_result *result);

    /* The movement of the piece on `cell` as marks: ACTION_GO where it could go, ACTION_TAKE where it
     * could only take, both where both (other verbs as they fit), blocked as the board stands but whoever's turn it
     * is and whether or not it would be legal. For inspecting and pictures; on an otherwise empty board it is the
     * piece's whole pattern. */
    void (*reach)(const struct position *position, cell_t cell, struct actions *out);
    /* Of one of these: who goes there when it is only a part of the piece, and others go whole: "its Wall". NULL: the whole piece.
     * May be NULL: always that. */
    const char *(*part)(const struct position *position, const struct action *action);
    /* For a piece that does not move by itself: puts beside it, alone on a board, who makes it move, and appends where it
     * comes to then, as reach() does. What is seen there; NULL: it needs no such example. May be NULL. */
    const struct example *(*example)(struct position *alone, cell_t cell, struct actions *out);
    /* What the signs of a piece's little diagram mean, where it is more than that it goes or takes (x), only goes (m), only takes
     * (c). NULL: that. May be NULL. */
    const struct example *(*signs)(const struct ruleset *ruleset, int kind);
    /* The source's picture of how a kind moves, under the options of the ruleset; NULL: it has none. May be NULL. */
    const struct source_picture *(*picture)(const struct ruleset *ruleset, int kind);
    /* The piece in words beyond its name: "faces sw, now moves as a Rook", "Tower in Fort in Wall". Like
     * snprintf; nothing to say: the empty text. May be NULL. */
    int (*describe)(const struct position *position, cell_t cell, char *buffer, size_t size);
    /* The piece in hand in words: "in the air from a1, momentum 3, moves like a light Queen". Like snprintf; nothing
     * in hand: the empty text. May be NULL. */
    int (*describe_hand)(const struct draft *draft, char *buffer, size_t size);

    /* A compact form of positions and plies for the engine. May be NULL: the engine uses the functions above. */
    const struct search_rules *search;
};

/* The families; families.c lists them. */
extern const struct rules croatian_rules;
extern const struct rules orthodox_rules; /* Croatian without cascades: Classical Chess and its neighbours */
extern const struct rules null_rules;
extern const struct rules triangles_rules;
extern const struct rules turning_rules;
extern const struct rules turnover_rules;
#endif
