/* presentation.h - what a family shows to people beyond its plies: pieces in words, the cells an
 * animation passes, pictures and diagrams of how pieces move.
 *
 * Nothing here changes what is legal: the rules work without it, and a new family can leave all of
 * it out. Screens and plain mode call the functions at the end of this file, which return a default
 * if a family leaves a member out. Read family.h first. */
#ifndef CHESSCADE_CORE_PRESENTATION_H
#define CHESSCADE_CORE_PRESENTATION_H

#include "core/family.h"

/* An example diagram with a sentence and a legend. It shows a piece that moves only with the help
 * of other pieces, or explains special signs. Constant texts. */
enum { EXAMPLE_LEGEND = 3 };
struct example {
    const char *sentence; /* what the diagram shows; "" if the description of the piece already says
                             it */
    const char *legend[EXAMPLE_LEGEND]; /* explanation of the diagram's signs, in lines of at most
                                           16 characters */
};

/* The picture in the published rules that shows how a kind of piece moves. */
struct source_picture {
    const char *variant;    /* the game whose rules it shows */
    struct setting setting; /* the option with which that game was set up for the picture; a NULL
                               name means no option */
    char letter;            /* the letter of the kind in that game */
    const char *board; /* the variant on whose board the picture is drawn: `variant` itself, or one
                          whose board is the top part of that board */
    const char *label; /* how the source labels the piece, one or two letters */
    const char *cells; /* the one or two cells where the piece is drawn: "h3 d2" */
    const char *army;  /* where the army of the piece begins, if that matters: "the bottom left
                          corner"; otherwise NULL */
};

/* Bits: the parts of a position, besides its pieces and the side to move, that an editor of
 * positions can offer to change. */
enum position_edit {
    EDIT_CASTLING = 1, /* castling rights */
    EDIT_PASSED = 2,   /* en passant: a piece that has just moved several steps can be captured */
    EDIT_FACING = 4,   /* the direction a piece faces */
    EDIT_MARK = 8,     /* the state of a piece: moved, frozen */
    EDIT_HELD = 16     /* captured pieces that may return */
};

/* Rules that messages from outside a family cite. */
enum cited_rule {
    CITE_TURN,      /* pieces may turn after they move */
    CITE_MUST_TURN, /* a piece that has moved must turn before the ply ends */
    CITE_STEPS,     /* a piece may walk several steps and choose its path */
    CITE_OUT,       /* a player is eliminated or skipped while others play on */
    CITED_RULES
};

/* What a ply does to a piece that comes apart. `stays`: the kind that stays on the starting cell;
 * `makes`: the kind that the part that moves forms on its goal. KIND_NONE: not to be described. */
struct left_behind {
    int stays, makes;
    const char *goes; /* name of the part that moves, "Wall"; NULL if no part stays behind */
};

/* What a family provides. Each member may be NULL. Every function gets positions whose ruleset is
 * of this family. */
struct presentation {
    /* Describe a piece beyond its name: "faces sw, now moves as a Rook", "Tower in Fort in Wall".
     * Like snprintf; writes "" if there is nothing to add. */
    int (*describe)(const struct position *position, cell_t cell, char *buffer, size_t size);
    /* Describe the piece in hand: "in the air from a1, momentum 3, moves like a light Queen". Like
     * snprintf; writes "" if the hand is empty. */
    int (*describe_hand)(const struct draft *draft, char *buffer, size_t size);
    /* Writes the cells a piece passes in an action, from its first step to its landing, for
     * animation. Writes at most `room` cells and returns their number. NULL: the piece jumps. */
    int (*path)(const struct draft *draft, const struct action *action, cell_t *out, int room);
    /* For a cell that rules.reach() listed: the part of the piece that moves to it ("its Wall"), or
     * NULL if the whole piece moves. If this member is NULL, the whole piece always moves. */
    const char *(*part)(const struct position *position, const struct action *action);
    /* For a piece that cannot move by itself and is alone on a board. Places beside it a piece that
     * makes it move, and appends the cells to which it can then go, like rules.reach(). Returns
     * what the example shows; NULL: the piece needs no example. */
    const struct example *(*example)(struct position *alone, cell_t cell, struct actions *out);
    /* The legend of a piece's small diagram if the diagram has signs other than x (move or
     * capture), m (move only) and c (capture only). NULL: it has no others. */
    const struct example *(*signs)(const struct ruleset *ruleset, int kind);
    /* The source's picture of how a kind moves under the ruleset's options; NULL: there is none. */
    const struct source_picture *(*picture)(const struct ruleset *ruleset, int kind);
    /* The kind that a query means by a drawing of signs such as "[()]"; KIND_NONE: none. */
    int (*drawn)(const struct ruleset *ruleset, const char *text);
    /* A word for the state of a piece, "frozen", which a capture sign on its cell would hide; "" if
     * there is none. */
    const char *(*state)(struct piece piece);
    /* How a ply takes a piece apart; see struct left_behind. NULL: pieces never come apart. */
    struct left_behind (*leaves)(const struct position *before, const struct ply *ply);
    /* The enum position_edit bits of a ruleset. NULL: none. */
    unsigned (*edits)(const struct ruleset *ruleset);

    const char *cited[CITED_RULES]; /* the citation by enum cited_rule, "rules/turning.md 6.1"; NULL
                                       if the family has no such rule */
    bool turns;                     /* pieces face a direction, and turn after they move */
    bool names_tell_all; /* describe() says no more than the piece's name says, so its text can be
                            left out beside the name */
    bool kinds_beyond;   /* players choose armies, so a game may have kinds that are not in the
                            opening */
    char passant_sign;   /* the sign of ACTION_PASSANT in the long form; '\0': an x */
};

/* What the family of a ruleset presents. Never NULL: all members are zero if it has nothing. */
const struct presentation *presentation_of(const struct ruleset *ruleset);

/* Each function calls the member of struct presentation that has a similar name, for any family. It
 * returns "", 0 or NULL if the family leaves that member out. Texts are written like snprintf. */
int piece_describe(const struct position *position, cell_t cell, char *buffer, size_t size);
int hand_describe(const struct draft *draft, char *buffer, size_t size);
int action_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
const char *reach_part(const struct position *position, const struct action *mark);
const struct example *piece_example(struct position *alone, cell_t cell, struct actions *out);
const struct example *kind_signs(const struct ruleset *ruleset, int kind);
const struct source_picture *kind_picture(const struct ruleset *ruleset, int kind);
int kind_drawn(const struct ruleset *ruleset, const char *text);
const char *piece_state(const struct ruleset *ruleset, struct piece piece);
struct left_behind ply_leaves(const struct position *before, const struct ply *ply);
unsigned position_edits(const struct ruleset *ruleset);
/* The citation of a rule; "" if the family has no such rule. */
const char *rule_cited(const struct ruleset *ruleset, enum cited_rule rule);

#endif
