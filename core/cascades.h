/* cascades.h - find the shortest plies that reach a goal: a capture, a check, a promotion...
 *
 * A cascade may be endless, so a plain listing of plies has to be cut off somewhere. This search
 * goes through the plies of one move, then of two, and so on, and remembers every state it has seen
 * (board, piece in the air, momentum, pattern). So it can end even if some chains of moves do not.
 * Read cascades.c for families without cascades, core/families/croatian/goal_search.c for the
 * search itself. */
#ifndef CHESSCADE_CORE_CASCADES_H
#define CHESSCADE_CORE_CASCADES_H

#include "core/family.h"

enum goal_verb {
    GOAL_ANY,     /* any legal ply */
    GOAL_CAPTURE, /* the piece on `cell` is captured, also en passant */
    GOAL_REACH,   /* a piece of `kind` arrives on `cell` and is still there when the ply ends */
    GOAL_CHECK,   /* the opponent's King is attacked */
    GOAL_PROMOTE, /* a Pawn promotes */
    GOAL_SUMMON   /* a captured piece returns */
};

struct goal {
    enum goal_verb verb;
    cell_t cell;  /* the target of GOAL_CAPTURE and GOAL_REACH */
    uint8_t kind; /* the piece of GOAL_REACH */
};

/* Limits of a search, and a progress callback. */
struct cascade_search {
    int moves;     /* maximal moves in a ply */
    size_t states; /* maximal states to remember; 0: a default of some millions */
    /* Called periodically with the number of moves reached and of states seen; a result other than
     * 0 cancels. May be NULL. */
    int (*progress)(int moves, size_t states, void *argument);
    void *argument; /* passed to progress() */
};

enum cascade_end {
    CASCADES_ALL,    /* the search is complete: plies with more than `moves` moves cannot reach the
                        goal either */
    CASCADES_LIMIT,  /* the search stopped at `moves` moves; longer plies exist */
    CASCADES_STATES, /* the limit of states was reached */
    CASCADES_CANCELLED /* progress() or the callback cancelled the search */
};

struct cascade_result {
    enum cascade_end end;
    int found;  /* how many plies were passed to the callback */
    int moves;  /* number of moves in the shortest plies that reach the goal; 0 if there is none */
    int looked; /* every ply with at most this many moves was searched */
    size_t states; /* number of states seen; families without cascades count the plies searched
                      instead */
};

/* Call `each` with every ply that reaches the goal in the fewest moves. Of plies that pass through
 * the same state only one is reported. A result other than 0 from `each` cancels. */
void cascades_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result);

/* Describe a search that found nothing, in one sentence without a full stop: how far it searched
 * and whether the answer is certain. Like snprintf. */
int cascades_none(const struct position *position, const struct goal *goal,
                  const struct cascade_result *result, char *buffer, size_t size);

/* Parse a goal: "capture:CELL", "reach:LETTER@CELL", "check", "promote", "summon", "any". FAIL_TEXT
 * with the offset of the error. */
int goal_read(const struct ruleset *rules, const char *text, struct goal *out, struct note *why);

#endif
