/* compose.h - composes a ply on the board: point at cells, turn, choose, take back, as the rules
 * require.
 *
 * It knows nothing of families: the rules offer the next choices of a draft, and the user selects
 * one by pointing. Forced choices are made without asking. */
#ifndef CHESSCADE_TUI_SESSION_COMPOSE_H
#define CHESSCADE_TUI_SESSION_COMPOSE_H

#include "core/draft.h"

enum compose_state {
    COMPOSE_IDLE,   /* nothing is lifted */
    COMPOSE_OPEN,   /* a piece is lifted or in the air; the ply must go on */
    COMPOSE_CHOICE, /* choose from `menu`: a promotion, or one of two ways to the same cell */
    COMPOSE_READY,  /* the ply may end: Enter plays it; or it may go on */
    COMPOSE_DEAD,   /* a dead end: the user can only take back */
    COMPOSE_DONE    /* draft.ply is the finished ply; draft_finish() has not been called */
};

struct compose {
    struct draft draft;
    struct position before; /* the draft borrows it */
    struct actions choices; /* the next choices, ACTION_DONE included */
    bool *dead; /* [choices.n] once a piece is lifted: a short search proved this choice a dead end
                 */
    struct actions menu; /* for COMPOSE_CHOICE */
    enum compose_state state;
    int *decision; /* [decisions] how many actions the ply had before each decision, for taking
                      decisions back */
    int decisions, decision_room, dead_room;
};

/* Texts name keys in the syntax of app_words() in app.h: "{select} plays it". */

/* Begin at a position (copied). *compose is zero or has been cleared. */
void compose_begin(struct compose *compose, const struct position *position);
void compose_clear(struct compose *compose);

/* Point at a cell: lift, move, capture, activate, ..., or end the ply where Enter means that.
 * FAIL_RULE, with the reason, if nothing is possible there; the state is unchanged then. */
int compose_select(struct compose *compose, cell_t cell, struct note *why);
/* Choose an entry of the menu. To leave the menu, use compose_back(). */
int compose_choose(struct compose *compose, int entry, struct note *why);
/* If the menu is a promotion without the Queen that everybody expects, say why it is missing. False
 * if the Queen is there, or if this is no promotion. The draft is unchanged. */
bool compose_refused(struct compose *compose, struct note *out);
/* Turn the piece that moved by an eighth, right (1) or left (-1). */
int compose_turn(struct compose *compose, int eighth, struct note *why);
/* True if something can turn now. */
bool compose_can_turn(const struct compose *compose);
/* The cell of the piece that can turn or has turned: the piece that moved, or after castling the
 * Rook. CELL_NONE if none. */
cell_t compose_turner(const struct compose *compose);
/* End the ply. FAIL_RULE if it may not end yet. */
int compose_end(struct compose *compose, struct note *why);
/* Take the last decision back. False if there is none. */
bool compose_back(struct compose *compose);

/* True if a choice is known to be a dead end, before it is made. */
bool compose_dead_end(const struct compose *compose, const struct action *choice);

/* Describe a choice, for menus: "promotes to Queen", "turns over". Like snprintf. */
int compose_words(const struct compose *compose, const struct action *action, char *buffer,
                  size_t size);
/* A stack was lifted whole: the kind of the part that stays behind if this choice is taken, or
 * KIND_NONE. */
int compose_stays(const struct compose *compose, const struct action *action);
/* True if a choice leads the lifted piece back to its own cell, by a null move
 * (rules/triangles.md 9.2). */
bool compose_goes_round(const struct compose *compose, const struct action *action);
/* The only kind a piece can become by this choice (rules/turnover.md 6); KIND_NONE if it need not
 * change, or if several kinds are possible. */
int compose_becomes(const struct compose *compose, const struct action *action);
/* What a ring that turns over or joins becomes: ": a Castle; a Citadel stays on d2"; "" for other
 * choices. Like snprintf. */
int compose_outcome(const struct compose *compose, const struct action *action, char *buffer,
                    size_t size);
/* The ply so far: "Qc1-a1~Wa1-a5~_". Like snprintf. */
int compose_text(const struct compose *compose, char *buffer, size_t size);
/* Describe the piece in the air and what is needed next: "dark Wave in the air over a5, momentum 2,
 * moves like Queen". */
int compose_status(const struct compose *compose, char *buffer, size_t size);

#endif
