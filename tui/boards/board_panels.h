/* board_panels.h - the places of a board and the panels around it: the moves, the notes, an
 * overview of a board that is cut, a panel of openings. They depend on the size of the screen and
 * on what must be readable now; everything is computed anew at every drawing. */
#ifndef CHESSCADE_TUI_BOARDS_BOARD_PANELS_H
#define CHESSCADE_TUI_BOARDS_BOARD_PANELS_H

#include "tui/boards/board_scene.h"

enum panel_focus { FOCUS_BOARD, FOCUS_MOVES, FOCUS_NOTES };

/* Where each panel is on the screen. An area with 0 rows is not shown. */
struct panel_layout {
    struct area body;     /* the whole body of the view */
    struct area openings; /* the openings panel, below the notes */
    struct area turns;    /* the facings that a piece may turn to, inside the notes panel */
    /* map: an overview of the board, shown if only part of the board is visible */
    struct area board, moves, notes, map;
    struct area detail; /* a line that describes one cell, shown instead of the board */
    bool stands_in;     /* the board is shown in place of the moves panel, which has the focus */
    int seat_row[2];    /* the rows of the players above and below the board; -1: not shown */
    bool seats_stacked; /* three players have one row each, from seat_row[1] on */
    int seat_column, seat_width;
    int size; /* the cell size in use */
    int fit;  /* the largest cell size that fits */
};

struct board_panels {
    /* What is to be placed. `view` is how the board is drawn; its size, turn and room are chosen.
     */
    struct board_view view;
    const struct ruleset *rules; /* NULL: there is no board */
    bool line_a_rank; /* one line for each rank, and triangles without edges, if that fits */
    int size_most;    /* the largest cell size allowed; -1: any */
    int zoom;         /* by how many sizes the user has made cells larger or smaller */
    int seat_turn;    /* the turn that the board has unless another one lets it fit */
    bool turned;      /* the user turned the board, so `turn` stays */
    bool maximised;   /* only the panel with the focus is shown */
    bool board_first; /* if only one panel fits, the board stands in for the moves */
    bool board_now;   /* if the board has no room beside the panels, it gets the focus */
    bool composing;   /* a ply is being composed, which the notes describe */
    bool list;        /* the notes show a menu or an editor, which must be readable */
    int entries;      /* rows that the menu wants; 0: none */
    bool card;        /* the notes show a card, which must be readable */
    bool card_alone;  /* the card has the whole screen */
    bool wide;        /* the notes want the place of the moves as well */
    bool openings;    /* there is a panel of openings */

    /* The result. `focus` and `turn` keep their values unless they must change. */
    enum panel_focus focus;
    int turn;
    struct panel_layout layout;
};

void board_panels_lay_out(struct board_panels *panels, const struct area *body);

#endif
