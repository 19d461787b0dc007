/* orthodox_written.h - a ply as somebody wrote it, and the legal plies it can mean.
 *
 * One reader for all forms: the long form, the book's short form (rules/croatian.md 13.3), and for
 * Classical Chess SAN with what people make of it: 0-0, e2e4, Ng1-f3, ed8Q, nf3, exd6 e.p., 12.Qh5!?. A
 * written ply is resolved by looking back from its target for the men that could come from there, never by
 * listing all plies. */
#ifndef CHESSCADE_ORTHODOX_WRITTEN_H
#define CHESSCADE_ORTHODOX_WRITTEN_H

#include "core/orthodox_mailbox.h"

enum hand { NO_HAND, RIGHT_HAND, LEFT_HAND };

struct written {
    uint8_t man;        /* enum man; NO_MAN: whatever stands on the start */
    int8_t file, rank;  /* of the start, from 0; -1: not written */
    uint8_t to;         /* mailbox cell; 0: castling without a field (O-O) */
    uint8_t taken;      /* the man named behind x, or NO_MAN */
    uint8_t promoted;   /* enum man, or NO_MAN */
    uint8_t hand;       /* enum hand: castling was written */
    bool takes;         /* an x was written */
    bool passing;       /* ":P" or "e.p." was written */
    bool maybe_bishop;  /* the file b written as start may be a Bishop in lower case */
};

enum { WRITTEN_FITS_MAX = 64 }; /* 8 lines to come from, each with 5 promotions */

/* Read a text of `length` bytes. `bishop`: its leading b is the Bishop, not the file; only after a reading
 * that said maybe_bishop. FAIL_TEXT and why when it is no ply in any form. */
int written_read(const struct orthodox *orthodox, const char *text, int length, bool bishop,
                 struct written *out, struct note *why);

/* The legal plies a written one fits: at most WRITTEN_FITS_MAX; their number. */
int written_fits(struct mailbox *mailbox, const struct written *written, struct mailbox_ply *out);

/* SAN to the letter that is one legal ply: nearly all that games are written with, and quickly. False: it is something
 * else, and written_decode() says what. */
bool written_usual(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out, bool *unique);

/* Read and resolve: the one legal ply a text means. *unique, unless NULL, says whether the man alone could
 * go there, nothing of its start having been needed. FAIL_TEXT: unreadable; FAIL_RULE: illegal, or it fits
 * several plies, which the note lists. The mailbox is changed during the call and back as it was after it. */
int written_decode(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique, struct note *why);

/* The cells from which a man of the side to move, were it free to, could go to `to`: at most 8. */
int written_origins(const struct mailbox *mailbox, int man, int to, uint8_t *out);

#endif
