/* ply_scanner.h - parse the text of a ply into members, without checking the rules (13.3). */
#ifndef CHESSCADE_CORE_FAMILIES_CROATIAN_PLY_SCANNER_H
#define CHESSCADE_CORE_FAMILIES_CROATIAN_PLY_SCANNER_H

#include "core/families/croatian/croatian.h"

/* A member as written. KIND_NONE and CELL_NONE mean that something was not written. */
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

/* Parse a text into a list of at least one member, which the caller frees; *count is their number. On FAIL_TEXT `why` has the
 * offset of the error and *out is NULL. */
int wanted_read(const struct croatian *own, const char *text, struct wanted **out, int *count, struct note *why);

#endif
