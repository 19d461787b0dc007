/* family.h - the interface that every family of games implements: the centre of the program.
 *
 * A player composes a ply instead of choosing it from a list, because in Croatian Chess it may be a
 * cascade of any length. A *draft* is a ply in progress: the rules list the next choices, one
 * action at a time, and say when the ply may stop. Every action can be undone (draft.h does that by
 * replaying). The cursor on the board, typed notation, step-by-step replay, plain mode, search and
 * perft all use these few functions. Ordinary chess is the case with one move and few choices.
 *
 * Read core/families/null.c next: the smallest family, always built and tested, and the template
 * for a new one.
 *
 * Three things are counted: *routes* are sequences of choices (there may be infinitely many),
 * *plies* are distinct long forms (what `moves` lists and `perft` counts), *outcomes* are distinct
 * positions. */
#ifndef CHESSCADE_CORE_FAMILY_H
#define CHESSCADE_CORE_FAMILY_H

#include "core/action.h"
#include "core/variant.h"

/* A ply in progress. Families read and write all members except `before`, which they only read. All
 * other code uses the functions of draft.h. */
struct draft {
    const struct position *before; /* borrowed: the position the ply starts from */
    struct position now;           /* the current board; the piece in hand is not on it */
    struct ply ply;                /* the actions so far; draft_take() appends */
    struct piece held;             /* the piece in hand, kind KIND_NONE if there is none */
    cell_t hand;                   /* the cell from which the piece in hand moves on */
    int momentum;    /* momentum of the piece in the air (Croatian Chess); 0 in other families */
    bool weightless; /* true if the piece in the air spends no momentum */
    int moves;       /* number of members (moves) completed */
    int stage;       /* which choice comes next; the family defines the values */
    struct piece pattern; /* kind and side of the piece whose movement a passive piece copies */
    int memo[12];         /* numbers for the family's own use */
    uint64_t touched[(CELLS_MAX + 63) / 64]; /* set of the cells that this ply has touched; only
                                                some families use it */
};

/* How far the program searches when it lists or judges plies. It does not limit the plies that
 * people may play. */
struct limits {
    int cascade; /* maximal number of members in a ply; families without cascades ignore it */
};
#define LIMITS_DEFAULT ((struct limits){.cascade = 3})

/* Facts about the current position that only the history of the game tells. */
struct context {
    struct limits limits;
    bool game; /* true if the position belongs to a game being played: rules that count plies or
                  repetitions then apply. False if the caller only lists plies */
    int times; /* how many times this position has occurred in the game, including now; 1 without a
                  game */
    int plies; /* number of plies played so far, 0 without a game; some rules call a draw only after
                  a ply */
};

enum outcome { OUTCOME_PLAYING, OUTCOME_CHECK, OUTCOME_DOUBLE_CHECK, OUTCOME_WIN, OUTCOME_DRAW };

/* The state of a position: the game goes on, or how it ended. */
struct verdict {
    uint8_t outcome; /* enum outcome */
    uint8_t winner;  /* enum side: the winner if `outcome` is OUTCOME_WIN */
    uint8_t notes;   /* enum verdict_note bits: extra words for the status line */
    uint8_t claims;  /* enum verdict_claim bits: draws the side to move may claim now */
    bool goes_on; /* true if plies are still listed and may be played although `outcome` is a draw
                     (rules/turning.md 7, draws 4 to 6) or `unsure` is true */
    bool unsure;  /* true if no legal ply was found within the limits, but a longer one may exist */
    const char *reason; /* constant text that is shown in parentheses: "checkmate"; NULL if there is
                           none */
    const char *rule;   /* constant text: the citation of the rule that decides, "rules/turnover.md
                           8.1"; or NULL */
};
enum verdict_note { NOTE_SIEGE = 1, NOTE_THREEFOLD = 2, NOTE_FIFTY = 4 };
enum verdict_claim { CLAIM_THREEFOLD = 1, CLAIM_FIFTY = 2 };

static inline bool verdict_over(const struct verdict *verdict)
{
    return verdict->outcome == OUTCOME_WIN || verdict->outcome == OUTCOME_DRAW;
}

/* Judge a position by itself, without a game's repetitions and counters, within the default
 * limits. */
void position_judge(const struct position *position, struct verdict *out);

/* The status line (docs/notation.md): "playing", "check (siege)", "white-wins (checkmate)". Like
 * snprintf. */
int verdict_text(const struct verdict *verdict, char *buffer, size_t size);

/* Say why the side to move cannot claim a draw in a position that has occurred `times` times:
 * FAIL_RULE and what is missing. */
int claim_refuse(const struct position *position, int times, struct note *why);

/* True if the side to move may pass in an annotation (position_pass()): it is not in check, and the
 * game is not over. */
bool position_can_pass(const struct position *position);

/* True if a legal ply loses the game at once for the side that makes it. *out becomes the verdict
 * on the position after the ply. */
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
    bool coordinates;  /* no two plies of a position have the same cells and the same promotion, so
                          "e7e8q" identifies a ply */

    /* Complete a ruleset: board, sides, own data. The caller has already checked that each option
     * belongs to the variant and that its value is one of option.values. This function checks free
     * texts and combinations of options. */
    int (*open)(struct ruleset *ruleset, struct note *why);
    /* Free ruleset->own. May be NULL. */
    void (*close)(struct ruleset *ruleset);
    /* The name that the options give this game ("Anaconda" for a custom board). "" if they give
     * none: the variant's title is used. May be NULL: options never give a name. */
    const char *(*name)(const struct ruleset *ruleset);
    /* Write the opening position. */
    void (*setup)(const struct ruleset *ruleset, struct position *out);

    /* Parse a position text. On failure *out is unchanged, and the offset in `why` is the byte of
     * the error. */
    int (*read)(const struct ruleset *ruleset, const char *text, struct position *out,
                struct note *why);
    /* Write the canonical text of a position, like snprintf. read() also accepts other forms. */
    int (*write)(const struct position *position, char *buffer, size_t size);

    /* Initialise the family's members of a draft; `now` is a copy of `before`, all else is zero.
     * draft_back() also calls this function, before it replays the actions. */
    void (*begin)(struct draft *draft);
    /* Append the next legal choices to *out (empty at the call), including ACTION_DONE if the ply
     * may end here. An empty list is a dead end: the player can only undo. An action must not be
     * listed twice. */
    void (*choices)(const struct draft *draft, struct actions *out);
    /* Perform one of the choices. The action is already in draft->ply. */
    void (*take)(struct draft *draft, const struct action *action);
    /* The player chose ACTION_DONE. Do what happens at the end of a ply (forced promotion, turn,
     * counters, eliminations), so that draft->now becomes the position after the ply. */
    void (*finish)(struct draft *draft);
    /* Say why the piece in hand cannot go to `to`. With an empty hand, say why the piece on `to`
     * cannot be picked up. The note is a sentence with the number of the rule. Only called if no
     * choice points at `to`. */
    void (*why_not)(const struct draft *draft, cell_t to, struct note *why);

    /* Judge a position. Rules about repetition and counters apply only if `context` supplies the
     * numbers. */
    void (*judge)(const struct position *position, const struct context *context,
                  struct verdict *out);
    /* `side` resigns or loses on time while other sides play on: *position becomes the position
     * without `side`; it is unchanged if `side` was already out. If only one side is left, judge()
     * must set the reason to NULL, because only the referee knows it. May be NULL: with two sides
     * the referee ends the game. */
    void (*retire)(struct position *position, int side);
    /* The side to move passes: see position_pass(). May be NULL if no side can be out: the next
     * side in turn order is to move. */
    void (*pass)(struct position *position);
    /* Why a legal ply eliminates `side` while others play on: constant text, "checkmate". NULL if
     * the ply does not eliminate `side`, or if it also eliminates other sides. May be NULL in
     * families with two sides: the verdict gives the reason. */
    const char *(*why_out)(const struct position *before, const struct ply *ply, int side);
    /* A hash of the facts that must be equal for a position to count as repeated. May be NULL:
     * position_hash(). */
    uint64_t (*identity)(const struct position *position);

    /* Write a legal ply as text, like snprintf. The long form never has a check sign. */
    int (*format)(const struct position *position, const struct ply *ply, enum form form,
                  char *buffer, size_t size);
    /* Parse a ply in long or short form. *out is zero, or a ply to overwrite. On success *out is
     * the legal ply. FAIL_TEXT if the text cannot be parsed, FAIL_RULE if the ply is illegal or the
     * text fits several plies; `why` then has the number of the rule. */
    int (*parse)(const struct position *position, const char *text, struct ply *out,
                 struct note *why);

    /* List where the piece on `cell` could move: ACTION_GO for a cell to which it could move if the
     * cell is empty, ACTION_TAKE for a cell on which it could capture; a cell may have both.
     * Families may use other verbs where they fit. Other pieces block the piece. Whose turn it is
     * and whether a ply would be legal do not matter. For inspection and diagrams; on an otherwise
     * empty board the list is the complete pattern of the piece. */
    void (*reach)(const struct position *position, cell_t cell, struct actions *out);

    /* Pass every legal ply to `each`: each distinct long form once, in any order. Never called for
     * a position that is over. Returns 0, or the result with which the callback stopped. May be
     * NULL: enumerate.h then tries every choice of a draft. */
    int (*plies)(const struct position *position, const struct limits *limits, ply_fn *each,
                 void *argument);
    /* Count the sequences of `depth` >= 1 plies, as fast as the family can. With `bulk` the last
     * ply of a sequence is counted without being made. A position that is over has no plies. May be
     * NULL: plies() and finish() are used. */
    uint64_t (*perft)(const struct position *position, int depth, const struct limits *limits,
                      bool bulk);

    /* Find the plies that reach a goal in the fewest moves. cascades_find() in cascades.h calls
     * this with *result zero. May be NULL: cascades_find() then searches all plies. */
    void (*find)(const struct position *position, const struct goal *goal,
                 const struct cascade_search *search, ply_fn *each, void *argument,
                 struct cascade_result *result);

    /* What people are shown beyond plies: words, pictures, diagrams. NULL: the family adds
     * nothing. */
    const struct presentation *presentation;
    /* A compact form of positions and plies for the engine. May be NULL: the engine uses the
     * functions above. */
    const struct search_rules *search;
};

#endif
