/* view_variants.h - opening the list of variants: to start a new game, or to read their rules. */
#ifndef CHESSCADE_TUI_VIEWS_VIEW_VARIANTS_H
#define CHESSCADE_TUI_VIEWS_VIEW_VARIANTS_H

#include "tui/app/view.h"

enum variants_purpose { VARIANTS_NEW, VARIANTS_RULES, VARIANTS_SEEK, VARIANTS_COMPUTER };

struct lobby_place;

struct variants_open {
    enum variants_purpose purpose;
    struct lobby_place *place; /* for VARIANTS_SEEK: the lobby where the game is to be played
                                  (tui/session/lobby.h); borrowed */
};

/* The argument of seek_view. */
struct seek_open {
    struct lobby_place *place;
    const char *variant; /* id; copied */
};

/* The definition that a new custom board begins with, also used to show the rules of custom boards.
 */
#define OWN_BOARD_USUAL "custom:size=8;ranks=RNBQKBNR/PPPPPPPP"

/* The argument of own_board_view. */
struct own_board_open {
    const char *definition;    /* "custom:...", copied; NULL: the usual one */
    struct lobby_place *place; /* the lobby where a game on it is offered to others; NULL: it is
                                  played at this keyboard */
};

/* The argument of new_view: the initial choices for a new game. */
struct new_open {
    const char *variant;           /* id; copied */
    const struct setting *setting; /* [settings] options, "white", "black", "red", "clock"; copied;
                                      may be NULL */
    int settings;
};

#endif
