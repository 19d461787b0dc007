/* family.h - the interface that every family of games implements: the centre of the program.
 *
 * A ply is composed, not picked from a list, because in Croatian Chess it may be a cascade of any
 * length. A *draft* is a ply in progress: the rules offer the next choices one action at a time and
 * say when the ply may stop, and every action can be undone (draft.h does that by replaying). The
 * cursor on the board, typed notation, step-by-step replay, plain mode, search and perft all use
 * these same few functions. Ordinary chess is the case with one move and few choices.
 *
 * Read core/families/null.c next: the smallest family, always built and tested, and the template
 * for a new one.
 *
 * Counting: *routes* are sequences of choices (there may be infinitely many), *plies* are distinct
 * long forms (what `moves` lists and `perft` counts), *outcomes* are distinct positions. */
#ifndef CHESSCADE_CORE_FAMILY_H
#define CHESSCADE_CORE_FAMILY_H

#include "core/action.h"
#include "core/variant.h"

/* A ply in progress. Families read and write all of it except `before`; everyone else uses the
 * functions of draft.h. */
struct draft {
    const struct position *before; /* borrowed: the position the ply starts from */
    struct position now;           /* the current board; the piece in hand is not on it */
    struct ply ply;                /* the actions so far; draft_take() appends */
    struct piece held;             /* the piece in hand, kind KIND_NONE if there is none */
    cell_t hand;                   /* the cell it is held over */
    int momentum;                  /* of the piece in the air; 0 in other families */
    bool weightless;               /* the piece in the air spends no momentum */
    int moves;                     /* members (moves) completed */
    int stage;                     /* defined by the family: which choice comes next */
    struct piece pattern;          /* kind and side whose movement a passive piece copies */
    int memo[12];                  /* defined by the family */
    uint64_t touched[(CELLS_MAX + 63) / 64]; /* cells touched by this ply, for families that need
                                                them */
};

/* How far the program searches by itself. It does not limit the plies that people may play. */
struct limits {
    int cascade; /* maximal members in a ply; families without cascades ignore it */
};
#define LIMITS_DEFAULT ((struct limits){.cascade = 3})

/* What only the history of a game tells about its current position. */
struct context {
    struct limits limits;
    bool game; /* true: a game is being played, so rules that count plies or repetitions apply;
                  false for lists of plies */
    int times; /* how often this position has occurred in the game, including now; 1 without a game
                */
    int plies; /* plies played so far, 0 without a game: some draws exist only after a ply */
};

enum outcome { OUTCOME_PLAYING, OUTCOME_CHECK, OUTCOME_DOUBLE_CHECK, OUTCOME_WIN, OUTCOME_DRAW };

/* What a position is: still being played, or how it ended. */
struct verdict {
    uint8_t outcome; /* enum outcome */
    uint8_t winner;  /* enum side, of OUTCOME_WIN */
    uint8_t notes;   /* enum verdict_note bits: extra words for the status line */
    uint8_t claims;  /* enum verdict_claim bits: draws the side to move may claim now */
    bool goes_on; /* a draw that does not end the list of plies (rules/turning.md 7, draws 4 to 6)
                   */
    bool unsure;  /* no legal ply was found within the limits, but there may be one beyond */
    const char *reason; /* constant text for parentheses: "checkmate"; NULL if there is none */
    const char *rule;   /* constant text: the citation, "rules/turnover.md 8.1"; or NULL */
};
enum verdict_note { NOTE_SIEGE = 1, NOTE_THREEFOLD = 2, NOTE_FIFTY = 4 };
enum verdict_claim { CLAIM_THREEFOLD = 1, CLAIM_FIFTY = 2 };

static inline bool verdict_over(const struct verdict *verdict)
{
    return verdict->outcome == OUTCOME_WIN || verdict->outcome == OUTCOME_DRAW;
}

/* Judge a position by itself, without a game's repetitions and counters, within the default limits.
 */
void position_judge(const struct position *position, struct verdict *out);

/* The status line (docs/notation.md): "playing", "check (siege)", "white-wins (checkmate)". Like
 * snprintf. */
int verdict_text(const struct verdict *verdict, char *buffer, size_t size);

/* Say why the side to move cannot claim a draw in a position that has occurred `times` times:
 * FAIL_RULE and what is missing. */
int claim_refuse(const struct position *position, int times, struct note *why);

/* True if the side to move can pass (position_pass), as annotations do: it is not in check and the
 * game is not over. */
bool position_can_pass(const struct position *position);

/* True if a legal ply at once loses the game for the side that makes it. *out becomes the verdict
 * after it. */
bool ply_loses(const struct position *before, const struct ply *ply, struct verdict *out);

enum form {
    FORM_LONG,  /* what files store and `moves` prints; can be read without context */
    FORM_SHORT, /* what people read and write; classical: SAN */
};

/* Called for each ply, which is only valid during the call. A result other than 0 stops the
 * enumeration. */
typedef int ply_fn(const struct ply *ply, void *argument);

struct goal; /* see cascades.h */
struct cascade_search;
struct cascade_result;
struct search_rules; /* see search_rules.h */
struct presentation; /* see presentation.h */

/* One family of games. Every function gets positions whose ruleset is of this family. Members must
 * not be NULL unless noted. */
struct rules {
    const char *family;             /* "turnover" */
    const char *title;              /* "Turnover Chess" */
    const struct variant *variants; /* [variant_count] */
    int variant_count;
    bool plain_pieces; /* a piece is its kind and its side: facing and mark are always 0 */
    bool coordinates;  /* the cells of a ply and its promotion tell it from all others: "e7e8q" */

    /* Complete a ruleset: board, sides, own data. The caller has checked that the options belong to
     * the variant and that their values are listed in option.values, if that lists any; this
     * function checks free texts and combinations. */
    int (*open)(struct ruleset *ruleset, struct note *why);
    /* Free ruleset->own. May be NULL. */
    void (*close)(struct ruleset *ruleset);
    /* The name that the options give this game ("Anaconda" of a custom board); "" when they give
     * none, and the variant's title stands. May be NULL: they never do. */
    const char *(*name)(const struct ruleset *ruleset);
    /* Write the opening position. */
    void (*setup)(const struct ruleset *ruleset, struct position *out);

    /* Parse a position text; on failure the offset in `why` is the byte of the error and *out is
     * unchanged. */
    int (*read)(const struct ruleset *ruleset, const char *text, struct position *out,
                struct note *why);
    /* Write a position text, like snprintf. The canonical form of whatever read() accepts. */
    int (*write)(const struct position *position, char *buffer, size_t size);

    /* Initialise the family's members of a draft; `now` is a copy of `before`, all else is zero.
     * draft_back() calls it as well, before it replays. */
    void (*begin)(struct draft *draft);
    /* Append the next legal choices to *out (empty at the call), including ACTION_DONE if the ply
     * may end here. No choice at all is a dead end: the player can only undo. No action may be
     * listed twice. */
    void (*choices)(const struct draft *draft, struct actions *out);
    /* Perform one of the choices. The action is already in draft->ply. */
    void (*take)(struct draft *draft, const struct action *action);
    /* ACTION_DONE was chosen: do what happens at the end of a ply (forced promotion, turn,
     * counters, eliminations), so that draft->now becomes the position after the ply. */
    void (*finish)(struct draft *draft);
    /* Say why the piece in hand cannot go to `to`, or, with an empty hand, why the piece on `to`
     * cannot be picked: a sentence with the number of the rule. Only called if no choice points at
     * `to`. */
    void (*why_not)(const struct draft *draft, cell_t to, struct note *why);

    /* Judge a position. Consider repetition and counters only as far as `context` knows them. */
    void (*judge)(const struct position *position, const struct context *context,
                  struct verdict *out);
    /* `side` resigns or loses on time while other sides play on: *position becomes the position
     * without it; unchanged if it was already out. If that leaves a winner, judge() sets the reason
     * to NULL, because only the referee knows it. May be NULL: with two sides the referee ends the
     * game. */
    void (*retire)(struct position *position, int side);
    /* The side to move passes: see position_pass(). May be NULL: the next in turn order moves and
     * is never out. */
    void (*pass)(struct position *position);
    /* Why a legal ply eliminates `side` while others play on: constant text, "checkmate". NULL if
     * it does not, or if it eliminates others too. May be NULL: with two sides the verdict says it.
     */
    const char *(*why_out)(const struct position *before, const struct ply *ply, int side);
    /* A hash of what repetition compares. May be NULL: position_hash(). */
    uint64_t (*identity)(const struct position *position);

    /* Write a legal ply as text, like snprintf. The long form has no check sign. */
    int (*format)(const struct position *position, const struct ply *ply, enum form form,
                  char *buffer, size_t size);
    /* Parse a ply in long or short form. On success *out (zero, or a ply to overwrite) is the legal
     * ply. Otherwise `why` says why not, with the number of the rule: FAIL_TEXT if it cannot be
     * parsed, FAIL_RULE if it is illegal or fits several plies. */
    int (*parse)(const struct position *position, const char *text, struct ply *out,
                 struct note *why);

    /* The movement of the piece on `cell` as marks: ACTION_GO where it could move, ACTION_TAKE
     * where it could only capture, both where it could do both (other verbs where they fit). Other
     * pieces block it, but whose turn it is and whether a ply would be legal do not matter. For
     * inspection and diagrams; on an otherwise empty board this is the complete pattern of the
     * piece. */
    void (*reach)(const struct position *position, cell_t cell, struct actions *out);

    /* Pass every legal ply of a position that is not over to `each`: each distinct long form once,
     * in any order. Returns 0, or the result with which the callback stopped. May be NULL:
     * enumerate.h then walks drafts. */
    int (*plies)(const struct position *position, const struct limits *limits, ply_fn *each,
                 void *argument);
    /* Count the sequences of `depth` >= 1 plies, as fast as the family can; every leaf is made
     * unless `bulk`. Positions that are over have none. May be NULL: plies() and finish() are used.
     */
    uint64_t (*perft)(const struct position *position, int depth, const struct limits *limits,
                      bool bulk);

    /* Find the plies that reach a goal in the fewest moves; see cascades_find() in cascades.h,
     * which calls this with *result zero. May be NULL: all plies are searched. */
    void (*find)(const struct position *position, const struct goal *goal,
                 const struct cascade_search *search, ply_fn *each, void *argument,
                 struct cascade_result *result);

    /* What people are shown beyond plies: words, pictures, diagrams. NULL: nothing more. */
    const struct presentation *presentation;
    /* A compact form of positions and plies for the engine. May be NULL: the engine uses the
     * functions above. */
    const struct search_rules *search;
};

#endif
