/* san.h - SAN, the notation of Classical Chess, and fast replay of games written in it.
 *
 * To import a game: san_begin() at a position of the variant `classical` (the opening, or a FEN), san_play() for each ply's
 * text, san_position() for the position reached. No memory is allocated. The form follows the PGN standard: disambiguation by
 * file, else rank, else both, considering legal plies only; '+' and '#' are written if the position says so. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_SAN_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_SAN_H

#include "core/families/orthodox/mailbox.h"

enum { SAN_MAX = 16 }; /* room for any ply and its NUL */

/* A ply played, and what is needed to take it back. */
struct san_step {
    struct mailbox_ply ply;
    struct mailbox_undo undo;
    bool sound; /* san_game.sound before the ply */
};

struct san_game {
    struct mailbox now;            /* the current position */
    const struct ruleset *rules;   /* borrowed */
    struct san_step last;          /* the last ply played */
    bool sound;                    /* true if the side that has just moved is not in check */
};

/* Begin at a position whose ruleset is of the orthodox family; it is only read during the call. */
void san_begin(struct san_game *game, const struct position *start);

/* Play one ply written as SAN or anything close to it (core/families/orthodox/parse.h), `length` bytes. `standard`, unless NULL, receives
 * its canonical SAN. On FAIL_TEXT or FAIL_RULE the game is unchanged. */
int san_play(struct san_game *game, const char *text, int length, char standard[SAN_MAX], struct note *why);

/* Pass the turn, as annotators do to show a threat: FAIL_RULE in check. It makes a step like a ply's, but without cells. */
int san_pass(struct san_game *game, struct note *why);

/* Take back the last ply. `last` is game->last as it was after that ply; keep copies to go back further than one ply. */
void san_back(struct san_game *game, const struct san_step *last);

/* The current position; the previous contents of *out do not matter. */
void san_position(const struct san_game *game, struct position *out);

/* Write a legal ply as SAN with its check sign; returns its length. Changes the mailbox temporarily. */
int san_encode(struct mailbox *mailbox, struct mailbox_ply ply, char out[SAN_MAX]);

#endif
