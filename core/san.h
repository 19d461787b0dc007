/* san.h - SAN, the notation of Classical Chess, and replaying games written in it fast.
 *
 * To import a game: san_begin() at a position of the variant `classical` (its opening, or a FEN that was
 * read), san_play() for each ply's text, san_position() for the position reached. No memory is allocated.
 * The PGN standard is the source of the form: disambiguation by file, else rank, else both, counting legal
 * plies only; '+' and '#' as the position says. */
#ifndef CHESSCADE_SAN_H
#define CHESSCADE_SAN_H

#include "core/orthodox_mailbox.h"

enum { SAN_MAX = 16 }; /* room for any ply, with its NUL */

/* A ply played, and what takes it back. */
struct san_step {
    struct mailbox_ply ply;
    struct mailbox_undo undo;
    bool sound; /* before it */
};

struct san_game {
    struct mailbox now;            /* the present position */
    const struct ruleset *rules;   /* borrowed */
    struct san_step last;          /* the last ply played */
    bool sound;                    /* the side that has moved is not in check: its own */
};

/* Begin at a position whose ruleset is of the orthodox family; borrowed during the call only. */
void san_begin(struct san_game *game, const struct position *start);

/* Play one ply written as SAN or anything near it (orthodox_written.h), `length` bytes. Its canonical SAN is
 * written to `standard` unless that is NULL. FAIL_TEXT or FAIL_RULE and why; the game is as it was then. */
int san_play(struct san_game *game, const char *text, int length, char standard[SAN_MAX], struct note *why);

/* Pass the turn, as annotators do to show a threat: FAIL_RULE in check. It is a step like a ply, with no cell in it. */
int san_pass(struct san_game *game, struct note *why);

/* Take back the last ply played: game->last as it was after it, a copy kept by whoever goes back further than one. */
void san_back(struct san_game *game, const struct san_step *last);

/* The present position; *out may be anything. */
void san_position(const struct san_game *game, struct position *out);

/* A legal ply as SAN with its check sign; its length. The mailbox is changed during the call and back as
 * it was. */
int san_encode(struct mailbox *mailbox, struct mailbox_ply ply, char out[SAN_MAX]);

#endif
