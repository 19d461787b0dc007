/* compose.h - composes a ply on the board: the user points at squares, turns pieces, chooses and
 * takes choices back, as the rules require.
 *
 * This file knows no family: the rules offer the next choices of a draft (an unfinished ply), and
 * the user selects one by pointing. A forced choice is made without asking. */
#ifndef CHESSCADE_TUI_SESSION_COMPOSE_H
#define CHESSCADE_TUI_SESSION_COMPOSE_H

#include "core/draft.h"

enum compose_state {
    COMPOSE_IDLE,   /* no piece is lifted */
    COMPOSE_OPEN,   /* a piece is lifted or in the air, and the ply must continue */
    COMPOSE_CHOICE, /* `menu` is open: a promotion, or one of two ways to the same square */
    COMPOSE_READY,  /* the ply may end (Enter plays it) or continue */
    COMPOSE_DEAD,   /* no legal ply begins like this: the user can only take choices back */
    COMPOSE_DONE    /* draft.ply is the finished ply; draft_finish() has not been called */
};

struct compose {
    struct draft draft;
    struct position before; /* the position in which the ply is played; the draft borrows it */
    struct actions choices; /* the next choices, including ACTION_DONE if the ply may end */
    /* [choices.n] Once a piece is lifted: a short search proved that this choice leads to a dead
     * end. */
    bool *dead;
    struct actions menu; /* the choices to show in state COMPOSE_CHOICE */
    enum compose_state state;
    /* [decisions] How many actions the ply had before each decision of the user; used to take
     * decisions back. */
    int *decision;
    int decisions, decision_room, dead_room;
};

/* In all texts of this file a key is named in the syntax of app_words() in app.h: "{select} plays
 * it". */

/* Begin to compose a ply in a position, which is copied. *compose is zero or has been cleared. */
void compose_begin(struct compose *compose, const struct position *position);
void compose_clear(struct compose *compose);

/* Point at a square: lift, move, capture, activate, ..., or end the ply if Enter on that square
 * means that. FAIL_RULE, with the reason and an unchanged state, if nothing is possible there. */
int compose_select(struct compose *compose, cell_t cell, struct note *why);
/* Choose an entry of the menu. (compose_back() leaves the menu without choosing.) */
int compose_choose(struct compose *compose, int entry, struct note *why);
/* Make one of `choices`, given by its index. FAIL_RULE, with an unchanged state, if there is no
 * such choice, or if it ends the ply and the ply may not end. */
int compose_take_choice(struct compose *compose, int index, struct note *why);
/* True if some choices point at a square, so that compose_select() takes one or opens a menu. */
bool compose_points(const struct compose *compose, cell_t cell);
/* If the menu is a promotion that lacks the Queen, write why the Queen is missing. Returns false if
 * the Queen is there, or if the menu is no promotion. The draft is unchanged. */
bool compose_refused(struct compose *compose, struct note *out);
/* Turn the piece that moved by one eighth of a circle: right (1) or left (-1). */
int compose_turn(struct compose *compose, int eighth, struct note *why);
/* True if a piece can be turned now. */
bool compose_can_turn(const struct compose *compose);
/* The square of the piece that can turn or has turned: the piece that moved, or after castling the
 * Rook. CELL_NONE if there is no such piece. */
cell_t compose_turner(const struct compose *compose);
/* True if the piece on a cell makes the next move of the ply, or waits in a gate: it is not on the
 * board now. */
bool compose_in_the_air(const struct compose *compose, cell_t cell);
/* End the ply. FAIL_RULE if it may not end yet. */
int compose_end(struct compose *compose, struct note *why);
/* True if the ply may end now, and true if it can only end. */
bool compose_may_end(const struct compose *compose);
bool compose_must_end(const struct compose *compose);
/* Take the user's last decision back. Returns false if there is none. */
bool compose_back(struct compose *compose);

/* True if a choice was proved to be a dead end before the user makes it. */
bool compose_dead_end(const struct compose *compose, const struct action *choice);

/* True if a choice leads to a cell: all but lifting a piece, turning it and ending the ply. */
bool compose_is_target(const struct action *choice);
/* Describe a choice, for menus: "promotes to Queen", "turns over". Like snprintf. */
int compose_words(const struct compose *compose, const struct action *action, char *buffer,
                  size_t size);
/* If a stack was lifted whole, returns the kind of the part that stays behind when this choice is
 * made; otherwise KIND_NONE. */
int compose_stays(const struct compose *compose, const struct action *action);
/* True if a choice leads the lifted piece back to its own square, which is a null move
 * (rules/triangles.md 9.2). */
bool compose_goes_round(const struct compose *compose, const struct action *action);
/* The only kind that a piece can become by this choice (rules/turnover.md 6). KIND_NONE if the
 * piece need not change, or if several kinds are possible. */
int compose_becomes(const struct compose *compose, const struct action *action);
/* Describe what a ring becomes when it turns over or joins: ": a Castle; a Citadel stays on d2". ""
 * for other choices. Like snprintf. */
int compose_outcome(const struct compose *compose, const struct action *action, char *buffer,
                    size_t size);
/* Write the ply as far as it is composed: "Qc1-a1~Wa1-a5~_". Like snprintf. */
int compose_text(const struct compose *compose, char *buffer, size_t size);
/* Describe the piece in the air and what the user must do next: "dark Wave in the air over a5,
 * momentum 2, moves like Queen". Like snprintf. */
int compose_status(const struct compose *compose, char *buffer, size_t size);

#endif
