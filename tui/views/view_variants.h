/* view_variants.h - opens the list of variants, to start a new game or to read rules. */
#ifndef CHESSCADE_TUI_VIEWS_VIEW_VARIANTS_H
#define CHESSCADE_TUI_VIEWS_VIEW_VARIANTS_H

#include "tui/app/view.h"

enum variants_purpose { VARIANTS_NEW, VARIANTS_RULES, VARIANTS_SEEK, VARIANTS_COMPUTER };

struct lobby_place;

struct variants_open {
    enum variants_purpose purpose;
    /* For VARIANTS_SEEK: the lobby in which the game is offered (tui/session/lobby/lobby.h);
     * borrowed. */
    struct lobby_place *place;
};

/* The argument of seek_view. */
struct seek_open {
    struct lobby_place *place;
    const char *variant; /* id; copied */
};

/* The definition that a new custom board begins with. The rules of custom boards are shown for it
 * as well. */
#define OWN_BOARD_USUAL "custom:size=8;ranks=RNBQKBNR/PPPPPPPP"

/* The argument of own_board_view. */
struct own_board_open {
    const char *definition; /* the definition "custom:...", copied; NULL: the default definition */
    /* The lobby in which a game on the board is offered to others; NULL: the game is played at
     * this keyboard. */
    struct lobby_place *place;
};

/* The argument of new_view: the initial choices for a new game. */
struct new_open {
    const char *variant; /* the id of the variant; copied */
    /* [settings] The options, and "white", "black", "red" and "clock"; copied; may be NULL. */
    const struct setting *setting;
    int settings;
};

#endif
