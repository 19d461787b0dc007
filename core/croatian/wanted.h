/* wanted.h - a ply as it is written: the members somebody wants, before the rules are asked (13.3). */
#ifndef CHESSCADE_CROATIAN_WANTED_H
#define CHESSCADE_CROATIAN_WANTED_H

#include "core/croatian/croatian.h"

/* A member as written. KIND_NONE and CELL_NONE: not written. */
struct wanted {
    int offset; /* in the text */
    uint8_t kind;
    cell_t from, to;
    uint8_t capture, promotion, conversion;
    uint8_t host, leg_host;
    uint8_t portal_kind, summoned, partner_kind;
    cell_t leg, portal, summon_cell, partner;
    int8_t castle; /* 1: right, -1: left */
    bool passant;
};

/* Read a text into a list of members, at least one, which the caller frees; *count is their number. FAIL_TEXT and the byte
 * that cannot be read, *out NULL then. */
int wanted_read(const struct croatian *own, const char *text, struct wanted **out, int *count, struct note *why);

#endif
