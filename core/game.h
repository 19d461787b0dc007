/* game.h - the referee: a game being played or replayed, whatever its family.
 *
 * It keeps the plies, the positions, repetition, claims, resignations and the result. It knows no family's
 * rules; headers, notes and variations are a record's business (archive/record.h). */
#ifndef CHESSCADE_GAME_H
#define CHESSCADE_GAME_H

#include "core/rules.h"

enum { GAME_PLIES_MAX = 20000 };

/* A player of three who went out without a ply, while the others played on. */
struct game_exit {
    int plies;          /* played before it */
    uint8_t side;
    const char *reason; /* constant text: "resignation", "time" */
};

struct game {
    const struct ruleset *rules; /* borrowed: outlives the game */
    struct limits limits;
    struct position now;         /* the present position */
    struct verdict verdict;      /* what it is, claims and resignations included */
    int plies;                   /* played so far */
    struct game_exit *exit;      /* [exits], in order */
    int exits;
    /* The rest is the referee's own. */
    struct ply *ply;             /* [plies] */
    uint64_t *identity;          /* [plies + 1]: of the position before each ply, and of the present one */
    struct position **kept;      /* a position every KEEP_EVERY plies, the start first */
    int ply_room, identity_room, kept_room, exit_room;
};

/* Begin a game at the opening, or at `start` (copied) when it is not NULL, looked at within `limits` (NULL: the
 * default). *game is zero or was cleared. */
void game_begin(struct game *game, const struct ruleset *rules, const struct position *start,
                const struct limits *limits);
void game_clear(struct game *game);

/* Play a ply; FAIL_RULE and why when it is not legal or the game is over. Draws that a program calls but that
 * end no list of plies (verdict.goes_on) may be played past. */
int game_play(struct game *game, const struct ply *ply, struct note *why);
/* The same of a ply known to be legal, as parse() has read it: it is not looked for among all there are. */
int game_play_legal(struct game *game, const struct ply *ply, struct note *why);
/* Play a ply, or an action word (resign, claim, agree), written as text. */
int game_play_text(struct game *game, const char *text, struct note *why);
/* Pass the turn, which no rules allow, for records whose annotators show a threat so: a ply without actions. FAIL_RULE in
 * check or when the game is over. */
int game_pass(struct game *game, struct note *why);
/* Take back the last `count` plies, and with them any result. 0 <= count <= plies. A player of three who resigned
 * before the plies taken back is still out; with count 0 the last resignation itself is taken back. */
void game_back(struct game *game, int count);

/* `side` resigns, or loses with another reason ("time"): with three sides the others play on. FAIL_RULE when the
 * game is over or the side is out already. `reason` is constant text. */
int game_resign(struct game *game, int side, const char *reason, struct note *why);
/* The side to move claims a draw; FAIL_RULE when nothing can be claimed. */
int game_claim(struct game *game, struct note *why);
/* All sides still playing agree on a draw. */
int game_agree(struct game *game, struct note *why);

/* The position after the first `count` plies, 0: the start; players who resigned then are out in it. */
void game_position(const struct game *game, int count, struct position *out);

#endif
