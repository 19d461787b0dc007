/* cascades.h - finding plies that reach a goal: the shortest ones first.
 *
 * A cascade may be endless, so that lists of plies have to be cut off somewhere. Looked for by its number of
 * moves, and remembering every state of board, piece in the air, momentum and pattern it has been in, a
 * search ends also where chains do not. */
#ifndef CHESSCADE_CASCADES_H
#define CHESSCADE_CASCADES_H

#include "core/rules.h"

enum goal_verb {
    GOAL_ANY,     /* any legal ply */
    GOAL_CAPTURE, /* the piece on `cell` is captured, also en passant */
    GOAL_REACH,   /* a piece of `kind` comes to `cell` and is there when the ply ends */
    GOAL_CHECK,   /* the opponent's King is attacked */
    GOAL_PROMOTE, /* a Pawn becomes something */
    GOAL_SUMMON   /* a captured piece comes back */
};

struct goal {
    enum goal_verb verb;
    cell_t cell;  /* of CAPTURE and REACH */
    uint8_t kind; /* of REACH */
};

/* How far to look, and who listens. */
struct cascade_search {
    int moves;     /* moves of a ply at most */
    size_t states; /* states to remember at most, 0: a default of some millions */
    /* Called now and then with the moves reached and the states seen; not 0 cancels. May be NULL. */
    int (*progress)(int moves, size_t states, void *argument);
    void *argument; /* of progress */
};

enum cascade_end {
    CASCADES_ALL,    /* everything within the number of moves was looked at, and there is nothing beyond it */
    CASCADES_LIMIT,  /* there are longer chains than `moves` */
    CASCADES_STATES, /* too many states */
    CASCADES_CANCELLED /* by progress(), or by the callback */
};

struct cascade_result {
    enum cascade_end end;
    int found;     /* plies given to the callback */
    int moves;     /* of the shortest ones found; 0 without any */
    int looked;    /* all plies of at most so many moves were looked at */
    size_t states; /* seen */
};

/* Call `each` with every ply of the least number of moves that reaches the goal; of plies that pass through
 * the same state one stands for all. Not 0 from `each` cancels. */
void cascades_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result);

/* Of a search that found nothing, in one sentence without an end: that there is none, how far was looked, and whether that is
 * certain: "no ply of at most 3 members does that, a longer one may: 12 half-made cascades were looked at". Like snprintf. */
int cascades_none(const struct position *position, const struct goal *goal, const struct cascade_result *result, char *buffer,
                  size_t size);

/* Read a goal: "capture:CELL", "reach:LETTER@CELL", "check", "promote", "summon", "any". FAIL_TEXT with the
 * offset. */
int goal_read(const struct ruleset *rules, const char *text, struct goal *out, struct note *why);

#endif
