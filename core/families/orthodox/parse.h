/* parse.h - parse a ply as people write it, and find the legal plies it can mean.
 *
 * One parser for all forms: the long form, the Croatian short form (rules/croatian.md 13.3) and, for Classical Chess, SAN and
 * its common variants: 0-0, e2e4, Ng1-f3, ed8Q, nf3, exd6 e.p., 12.Qh5!?. A written ply is resolved by looking backwards from
 * its target for pieces that could come from there, never by listing all plies. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_PARSE_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_PARSE_H

#include "core/families/orthodox/mailbox.h"

enum hand { NO_HAND, RIGHT_HAND, LEFT_HAND };

struct written {
    uint8_t man;        /* enum man; NO_MAN: whatever piece is on the start */
    int8_t file, rank;  /* of the start, from 0; -1: not written */
    uint8_t to;         /* mailbox cell; 0: castling without a square (O-O) */
    uint8_t taken;      /* the piece named after x, or NO_MAN */
    uint8_t promoted;   /* enum man, or NO_MAN */
    uint8_t hand;       /* enum hand: which castling was written */
    bool takes;         /* an x was written */
    bool passing;       /* ":P" or "e.p." was written */
    bool maybe_bishop;  /* the b read as the start's file may be a lower-case Bishop */
};

enum { WRITTEN_FITS_MAX = 64 }; /* 8 directions to come from, each with 5 promotions, fit */

/* Parse a text of `length` bytes. `bishop`: read its leading b as the Bishop, not the file; only after a call that set
 * maybe_bishop. FAIL_TEXT and why if it is not a ply in any form. */
int written_read(const struct orthodox *orthodox, const char *text, int length, bool bishop,
                 struct written *out, struct note *why);

/* List the legal plies that fit a written one, at most WRITTEN_FITS_MAX; returns their number. */
int written_fits(struct mailbox *mailbox, const struct written *written, struct mailbox_ply *out);

/* Fast path for strict SAN that names exactly one legal ply, as nearly all games do. False: the text is anything else; use
 * written_decode(). */
bool written_usual(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out, bool *unique);

/* Parse and resolve: the one legal ply a text means. *unique (may be NULL) becomes true if only one piece of that kind could go
 * there, so that the start was not needed. FAIL_TEXT: it cannot be parsed; FAIL_RULE: it is illegal, or it fits several plies,
 * which the note lists. Changes the mailbox temporarily. */
int written_decode(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique, struct note *why);

/* List the cells from which a piece of the side to move could go to `to`, ignoring pins and checks: at most 8. */
int written_origins(const struct mailbox *mailbox, int man, int to, uint8_t *out);

#endif
