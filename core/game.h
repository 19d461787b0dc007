/* game.h - the referee: a game being played or replayed, in any family.
 *
 * A struct game keeps the plies, the positions, repetition, claims, resignations and the result. It
 * knows no family's rules. Headers, comments and variations belong to the record
 * (archive/record/record.h). */
#ifndef CHESSCADE_CORE_GAME_H
#define CHESSCADE_CORE_GAME_H

#include "core/family.h"

enum { GAME_PLIES_MAX = 20000 };

/* In a game of three players: a player who left the game (resigned or lost on time) without making
 * a ply, while the others played on. */
struct game_exit {
    int plies; /* number of plies that had been played when the player left */
    uint8_t side;
    const char *reason; /* constant text: "resignation", "time" */
};

struct game {
    const struct ruleset *rules; /* borrowed: outlives the game */
    struct limits limits;
    struct position now;    /* the current position */
    struct verdict verdict; /* verdict on the current position, including claims and resignations */
    int plies;              /* number of plies played */
    struct game_exit *exit; /* [exits], in the order in which the players left */
    int exits;
    /* private to game.c: */
    struct ply *ply;        /* [plies] */
    uint64_t *identity;     /* [plies + 1]: rules.identity() of each position from the start to the
                               current one, to detect repetition */
    struct position **kept; /* a snapshot every KEEP_EVERY plies, beginning with the start */
    int ply_room, identity_room, kept_room, exit_room;
};

/* Begin a game from the opening, or from a copy of `start` if it is not NULL. Positions are judged
 * within `limits` (NULL: the default). *game must be zero or cleared. */
void game_begin(struct game *game, const struct ruleset *rules, const struct position *start,
                const struct limits *limits);
void game_clear(struct game *game);

/* Games for languages that cannot see struct game (docs/library.md). game_new() allocates a game
 * that begins from the opening; free it with game_free(). game_now() returns its current position,
 * borrowed until the next ply. */
struct game *game_new(const struct ruleset *rules);
const struct position *game_now(const struct game *game);
void game_free(struct game *game);

/* Play a ply; FAIL_RULE and why if it is illegal or the game is over. Some draws are announced but
 * do not end the game (verdict.goes_on); after such a draw play may continue. */
int game_play(struct game *game, const struct ply *ply, struct note *why);
/* Play a ply that the caller knows to be legal, for example from parse(). Faster than game_play(),
 * because it does not search for the ply among all legal plies. */
int game_play_legal(struct game *game, const struct ply *ply, struct note *why);
/* Play a ply, or perform an action word (resign, claim, agree), given as text. */
int game_play_text(struct game *game, const char *text, struct note *why);
/* Pass the turn: plays a ply without actions. The rules of play never allow this; it is for records
 * in which annotators show a threat. FAIL_RULE in check or if the game is over. */
int game_pass(struct game *game, struct note *why);
/* Take back the last `count` plies, and the result if there is one. 0 <= count <= plies. In a game
 * of three, a player who resigned before the plies taken back stays out. With count 0 only the last
 * resignation is taken back. */
void game_back(struct game *game, int count);

/* `side` resigns, or loses for another reason such as "time"; with three sides the others play on.
 * FAIL_RULE if the game is over or the side is already out. `reason` must be constant text. */
int game_resign(struct game *game, int side, const char *reason, struct note *why);
/* The side to move claims a draw; FAIL_RULE if there is nothing to claim. */
int game_claim(struct game *game, struct note *why);
/* All sides still playing agree on a draw. */
int game_agree(struct game *game, struct note *why);

/* The position after the first `count` plies (0: the start). Players who had resigned by then are
 * already removed. */
void game_position(const struct game *game, int count, struct position *out);

#endif
