/* san.h - parse a ply as people write it, and find the legal plies it can mean.
 *
 * One parser reads all forms: the long form, the Croatian short form (rules/croatian.md 13.3) and,
 * for Classical Chess, SAN and its common variants: 0-0, e2e4, Ng1-f3, ed8Q, nf3, exd6 e.p.,
 * 12.Qh5!?. To find the ply that is meant, it looks from the target square backwards for pieces
 * that could come from there; it never lists all plies. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_SAN_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_SAN_H

#include "core/families/orthodox/mailbox.h"

enum hand { NO_HAND, RIGHT_HAND, LEFT_HAND };

struct written {
    uint8_t man; /* enum man; NO_MAN if the text names none: any piece on the start square fits */
    int8_t file, rank; /* file and rank of the start square, counted from 0; -1: not written */
    uint8_t to;        /* mailbox cell; 0: castling without a square (O-O) */
    uint8_t taken;     /* the piece named after the x, or NO_MAN */
    uint8_t promoted;  /* enum man, or NO_MAN */
    uint8_t hand;      /* enum hand: the castling that was written */
    bool takes;        /* true if the text has an x */
    bool passing;      /* true if the text has ":P" or "e.p." */
    bool maybe_bishop; /* true if the b that was read as the start's file may instead be a
                          lower-case Bishop */
};

enum { WRITTEN_FITS_MAX = 64 }; /* room for pieces from 8 directions with 5 promotions each */

/* Parse a text of `length` bytes. `bishop`: read a leading b as the Bishop instead of the file;
 * only allowed after a call that set maybe_bishop. FAIL_TEXT and why if the text is not a ply in
 * any form. */
int written_read(const struct orthodox *orthodox, const char *text, int length, bool bishop,
                 struct written *out, struct note *why);

/* List the legal plies that fit a written ply, at most WRITTEN_FITS_MAX; returns their number. */
int written_fits(struct mailbox *mailbox, const struct written *written, struct mailbox_ply *out);

/* Fast path for strict SAN that names exactly one legal ply, as the text of nearly all games does.
 * False for any other text: use written_decode(). */
bool written_usual(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique);

/* Parse a text and find the one legal ply it means. *unique (may be NULL) becomes true if only one
 * piece of that kind could go there, so that the start square was not needed. FAIL_TEXT: the text
 * cannot be parsed; FAIL_RULE: the ply is illegal, or the text fits several plies, which the note
 * lists. Changes the mailbox temporarily. */
int written_decode(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique, struct note *why);

/* List the cells from which a piece `man` of the side to move could go to `to`, ignoring pins and
 * checks: at most 8. */
int written_origins(const struct mailbox *mailbox, int man, int to, uint8_t *out);

/* ---- SAN, the notation of Classical Chess, and fast replay of games written in SAN.
 *
 * To import a game: call san_begin() at a position of the variant `classical` (the opening, or a
 * FEN), san_play() for the text of each ply, and san_position() for the position reached. No memory
 * is allocated. SAN follows the PGN standard: if several pieces of a kind can legally go to the
 * target, the file of the start is added, or else its rank, or else both; '+' and '#' are added for
 * check and mate. */

enum { SAN_MAX = 16 }; /* room for any ply and its NUL */

/* A ply that was played, with what is needed to take it back. */
struct san_step {
    struct mailbox_ply ply;
    struct mailbox_undo undo;
    bool sound; /* the value of san_game.sound before the ply, for san_back() */
};

struct san_game {
    struct mailbox now;          /* the current position */
    const struct ruleset *rules; /* borrowed */
    struct san_step last;        /* the last ply played */
    bool sound;                  /* true if the side that has just moved is not in check */
};

/* Begin at a position of the orthodox family; `start` is only read during the call. */
void san_begin(struct san_game *game, const struct position *start);

/* Play one ply, written in SAN or any other form that this file parses. `standard`, unless NULL,
 * receives its canonical SAN. On FAIL_TEXT or FAIL_RULE the game is unchanged. */
int san_play(struct san_game *game, const char *text, int length, char standard[SAN_MAX],
             struct note *why);

/* Pass the turn, as annotators do to show a threat. FAIL_RULE in check. san_back() takes it back
 * like a ply. */
int san_pass(struct san_game *game, struct note *why);

/* Take back the last ply. `last` is game->last as it was just after that ply; to take back several
 * plies, keep a copy for each. */
void san_back(struct san_game *game, const struct san_step *last);

/* Write the current position to *out, whose previous contents do not matter. */
void san_position(const struct san_game *game, struct position *out);

/* Write a legal ply as SAN with its check sign; returns its length. Changes the mailbox
 * temporarily. */
int san_encode(struct mailbox *mailbox, struct mailbox_ply ply, char out[SAN_MAX]);

#endif
