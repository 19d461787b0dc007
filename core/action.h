/* action.h - actions and lists of actions. An action is one choice of the player; a ply is a
 * sequence of actions, such as: pick a piece, go to e4, turn left.
 *
 * ACTION_DONE is offered as a choice ("the ply may stop here") and is never part of a ply. */
#ifndef CHESSCADE_CORE_ACTION_H
#define CHESSCADE_CORE_ACTION_H

#include "core/position.h"

enum verb {
    ACTION_NONE,
    ACTION_DONE, /* the ply may end here */
    ACTION_PICK, /* lift the piece on `from` (kind, side: that piece) */
    ACTION_GO, /* the piece in hand goes from `from` to the empty cell `to`; a null move if they are
                  equal */
    ACTION_TAKE,    /* ACTION_GO that also captures the piece on `to` (kind, side: that piece) */
    ACTION_PASSANT, /* ACTION_GO to the empty cell `to`, capturing a piece en passant (kind, side:
                       the captured piece) */
    ACTION_STEP,    /* one step of a multi-step move to the empty cell `to`; more may follow */
    ACTION_PUSH, /* ACTION_GO that also activates the piece on `to`, which is then in the air (kind,
                    side: that piece; turn: the momentum it receives) */
    ACTION_DIVE, /* ACTION_GO into the Star or Monolith on `to` (kind, side: the Star or Monolith);
                    an ACTION_PORTAL follows */
    ACTION_JOURNEY, /* the Starchild on the Monolith on `to` begins the second leg of its journey */
    ACTION_PORTAL,  /* the piece that dived or was teleported reappears on `to` (kind, side: of the
                       piece after it reappeared) */
    ACTION_SUMMON,  /* a captured piece (kind, side) comes back on `to` */
    ACTION_CONVERT, /* the piece on `to` changes sides (kind, side: the piece as it was) */
    ACTION_PROMOTE, /* the piece on `to` becomes a piece of kind `kind` (side: its owner) */
    ACTION_TELEPORT, /* a Monolith sends off the piece on `to` (kind, side: that piece); an
                        ACTION_PORTAL follows */
    ACTION_TURN, /* the piece on `to` turns by `turn` eighths of a circle, positive to the right; 0:
                    it does not turn */
    ACTION_SPLIT,  /* only the outermost ring of the piece on `from` travels */
    ACTION_FLIP,   /* the ring captures the enemy piece on `to` and turns it over (kind, side: that
                      piece) */
    ACTION_JOIN,   /* the ring joins your own piece on `to` (kind, side: that piece) */
    ACTION_CASTLE, /* the King goes from `from` to `to`; `kind` is its partner; turn > 0: to its
                      right, < 0: to its left */
    ACTION_VERBS
};

struct action {
    uint8_t verb; /* enum verb */
    uint8_t kind; /* a kind of piece; each verb above says of which piece */
    uint8_t side; /* enum side; each verb above says of which piece */
    int8_t turn; /* an angle, a momentum or a direction if the verb above mentions `turn`; otherwise
                    0 */
    cell_t from; /* the cell where the moving piece comes from; CELL_NONE if that is irrelevant */
    cell_t to; /* the cell where the action happens, at which the cursor can point; or CELL_NONE */
};

/* A growing list of actions. Initialise it to zero; free it with actions_free(). */
struct actions {
    struct action *v;
    int n, room;
};

/* A ply: its actions in order, without ACTION_DONE. A separate type with the same layout as struct
 * actions. */
struct ply {
    struct action *v;
    int n, room;
};

/* Append an action. */
void actions_add(struct actions *list, struct action action);
/* Append an action unless the list already contains an equal one. */
void actions_add_once(struct actions *list, struct action action);
void actions_free(struct actions *list);

/* Append an action to a ply. */
void ply_add(struct ply *ply, struct action action);
void ply_copy(struct ply *to, const struct ply *from); /* `to` must be zero or a used ply; its
                                                          memory is reused */
bool ply_same(const struct ply *a, const struct ply *b);
void ply_free(struct ply *ply);

/* True if all members are equal. */
bool action_same(struct action a, struct action b);

#endif
