/* view_variants.h - the list of variants: for a new game, or for their rules. */
#ifndef CHESSCADE_VIEW_VARIANTS_H
#define CHESSCADE_VIEW_VARIANTS_H

#include "tui/views.h"

enum variants_purpose { VARIANTS_NEW, VARIANTS_RULES, VARIANTS_SEEK };

struct lobby_place;

struct variants_open {
    enum variants_purpose purpose;
    struct lobby_place *place; /* of VARIANTS_SEEK: where a game is to be played (lobby.h); borrowed */
};

/* The board an own board begins as, and the one by which the rules of own boards are shown. */
#define OWN_BOARD_USUAL "custom:size=8;ranks=RNBQKBNR/PPPPPPPP"

/* The argument of own_board_view. */
struct own_board_open {
    const char *definition;    /* "custom:...", copied; NULL: the usual one */
    struct lobby_place *place; /* where a game on it is offered to others; NULL: it is played at this keyboard */
};

/* The argument of new_view: what a new game begins with. */
struct new_open {
    const char *variant;            /* id; copied */
    const struct setting *setting;  /* [settings] options, "white", "black", "red", "clock"; copied; may be NULL */
    int settings;
};

#endif
