/* san.h - parse a ply as people write it, and find the legal plies it can mean.
 *
 * One parser for all forms: the long form, the Croatian short form (rules/croatian.md 13.3) and,
 * for Classical Chess, SAN and its common variants: 0-0, e2e4, Ng1-f3, ed8Q, nf3, exd6
 * e.p., 12.Qh5!?. A written ply is resolved by looking backwards from its target for pieces that
 * could come from there, never by listing all plies. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_SAN_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_SAN_H

#include "core/families/orthodox/mailbox.h"

enum hand { NO_HAND, RIGHT_HAND, LEFT_HAND };

struct written {
    uint8_t man;       /* enum man; NO_MAN: whatever piece is on the start */
    int8_t file, rank; /* of the start, from 0; -1: not written */
    uint8_t to;        /* mailbox cell; 0: castling without a square (O-O) */
    uint8_t taken;     /* the piece named after x, or NO_MAN */
    uint8_t promoted;  /* enum man, or NO_MAN */
    uint8_t hand;      /* enum hand: which castling was written */
    bool takes;        /* an x was written */
    bool passing;      /* ":P" or "e.p." was written */
    bool maybe_bishop; /* the b read as the start's file may be a lower-case Bishop */
};

enum { WRITTEN_FITS_MAX = 64 }; /* 8 directions to come from, each with 5 promotions, fit */

/* Parse a text of `length` bytes. `bishop`: read its leading b as the Bishop, not the file; only
 * after a call that set maybe_bishop. FAIL_TEXT and why if it is not a ply in any form. */
int written_read(const struct orthodox *orthodox, const char *text, int length, bool bishop,
                 struct written *out, struct note *why);

/* List the legal plies that fit a written one, at most WRITTEN_FITS_MAX; returns their number. */
int written_fits(struct mailbox *mailbox, const struct written *written, struct mailbox_ply *out);

/* Fast path for strict SAN that names exactly one legal ply, as nearly all games do. False: the
 * text is anything else; use written_decode(). */
bool written_usual(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique);

/* Parse and resolve: the one legal ply a text means. *unique (may be NULL) becomes true if only one
 * piece of that kind could go there, so that the start was not needed. FAIL_TEXT: it cannot be
 * parsed; FAIL_RULE: it is illegal, or it fits several plies, which the note lists. Changes the
 * mailbox temporarily. */
int written_decode(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique, struct note *why);

/* List the cells from which a piece of the side to move could go to `to`, ignoring pins and checks:
 * at most 8. */
int written_origins(const struct mailbox *mailbox, int man, int to, uint8_t *out);

/* ---- SAN, the notation of Classical Chess, and fast replay of games written in it.
 *
 * To import a game: san_begin() at a position of the variant `classical` (the opening, or a FEN),
 * san_play() for each ply's text, san_position() for the position reached. No memory is allocated.
 * The form follows the PGN standard: disambiguation by file, else rank, else both, considering
 * legal plies only; '+' and '#' are written if the position says so. */

enum { SAN_MAX = 16 }; /* room for any ply and its NUL */

/* A ply played, and what is needed to take it back. */
struct san_step {
    struct mailbox_ply ply;
    struct mailbox_undo undo;
    bool sound; /* san_game.sound before the ply */
};

struct san_game {
    struct mailbox now;          /* the current position */
    const struct ruleset *rules; /* borrowed */
    struct san_step last;        /* the last ply played */
    bool sound;                  /* true if the side that has just moved is not in check */
};

/* Begin at a position whose ruleset is of the orthodox family; it is only read during the call. */
void san_begin(struct san_game *game, const struct position *start);

/* Play one ply written as SAN or anything close to it (san.h), `length`
 * bytes. `standard`, unless NULL, receives its canonical SAN. On FAIL_TEXT or FAIL_RULE the game is
 * unchanged. */
int san_play(struct san_game *game, const char *text, int length, char standard[SAN_MAX],
             struct note *why);

/* Pass the turn, as annotators do to show a threat: FAIL_RULE in check. It makes a step like a
 * ply's, but without cells. */
int san_pass(struct san_game *game, struct note *why);

/* Take back the last ply. `last` is game->last as it was after that ply; keep copies to go back
 * further than one ply. */
void san_back(struct san_game *game, const struct san_step *last);

/* The current position; the previous contents of *out do not matter. */
void san_position(const struct san_game *game, struct position *out);

/* Write a legal ply as SAN with its check sign; returns its length. Changes the mailbox
 * temporarily. */
int san_encode(struct mailbox *mailbox, struct mailbox_ply ply, char out[SAN_MAX]);

#endif
