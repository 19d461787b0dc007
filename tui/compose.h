/* compose.h - putting a ply together on the board: point at cells, turn, choose, take back, whatever the rules ask.
 *
 * It knows no family: the rules offer the next choices of a draft, and what a person points at selects among them.
 * What leaves no choice is done without asking. */
#ifndef CHESSCADE_COMPOSE_H
#define CHESSCADE_COMPOSE_H

#include "core/draft.h"

enum compose_state {
    COMPOSE_IDLE,   /* nothing is lifted */
    COMPOSE_OPEN,   /* a piece is lifted or in the air; more is wanted */
    COMPOSE_CHOICE, /* one of `menu` is wanted: a promotion, one of two ways to the same cell */
    COMPOSE_READY,  /* the ply may end: Enter plays it; it may also go on */
    COMPOSE_DEAD,   /* a dead end: only taking back is left */
    COMPOSE_DONE    /* draft.ply is the ply, and draft_finish() has not been called */
};

struct compose {
    struct draft draft;
    struct position before;   /* what the draft borrows */
    struct actions choices;   /* the next ones, ACTION_DONE included */
    bool *dead;               /* [choices.n] once something is lifted: a short search knows it for a dead end */
    struct actions menu;      /* of COMPOSE_CHOICE */
    enum compose_state state;
    int *decision;            /* [decisions]: actions taken before each decision, to take decisions back */
    int decisions, decision_room, dead_room;
};

/* Texts name keys as app_words() of app.h reads them: "{select} plays it". */

/* Begin at a position (copied). *compose is zero or was cleared. */
void compose_begin(struct compose *compose, const struct position *position);
void compose_clear(struct compose *compose);

/* Point at a cell: lift, go, take, activate, ... or end the ply where that is what Enter means. FAIL_RULE and why
 * when nothing is possible there; the state is unchanged then. */
int compose_select(struct compose *compose, cell_t cell, struct note *why);
/* Choose an entry of the menu; Esc from it is compose_back(). */
int compose_choose(struct compose *compose, int entry, struct note *why);
/* Everybody looks for a Queen in the menu of a promotion: where there is none, why. False: there is one, or nothing is promoted. The
 * draft is as before. */
bool compose_refused(struct compose *compose, struct note *out);
/* Turn the piece that moved by an eighth, right (1) or left (-1). */
int compose_turn(struct compose *compose, int eighth, struct note *why);
/* Can something turn now? */
bool compose_can_turn(const struct compose *compose);
/* The cell of what then turns or has turned: the piece that moved, after castling the Rook. CELL_NONE without one. */
cell_t compose_turner(const struct compose *compose);
/* End the ply. FAIL_RULE when it may not end yet. */
int compose_end(struct compose *compose, struct note *why);
/* Take the last decision back; false when there is none. */
bool compose_back(struct compose *compose);

/* Is one of the choices known to be a dead end, before it is made? */
bool compose_dead_end(const struct compose *compose, const struct action *choice);

/* What a choice means, for menus: "promotes to Queen", "turns over". Like snprintf. */
int compose_words(const struct compose *compose, const struct action *action, char *buffer, size_t size);
/* The kind that stays where a stack held whole was lifted if the choice is taken, KIND_NONE when nothing does. */
int compose_stays(const struct compose *compose, const struct action *action);
/* Does a choice lead the lifted piece back to its own cell, by a null move (rules/triangles.md 9.2)? */
bool compose_goes_round(const struct compose *compose, const struct action *action);
/* The one kind it must become on the way the choice goes (rules/turnover.md 6), KIND_NONE when it need not, or may choose. */
int compose_becomes(const struct compose *compose, const struct action *action);
/* What becomes of a ring that turns over or joins: ": a Castle; a Citadel stays on d2"; "" of other choices. Like snprintf. */
int compose_outcome(const struct compose *compose, const struct action *action, char *buffer, size_t size);
/* The ply so far: "Qc1-a1~Wa1-a5~_". Like snprintf. */
int compose_text(const struct compose *compose, char *buffer, size_t size);
/* What is in the air and what is wanted: "dark Wave in the air over a5, momentum 2, moves like Queen". */
int compose_status(const struct compose *compose, char *buffer, size_t size);

#endif
