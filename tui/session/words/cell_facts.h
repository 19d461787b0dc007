/* cell_facts.h - what there is to say about a cell: the piece on it, how that moves, what it
 * attacks and what attacks it; for an empty cell its kind, its neighbours and which pieces can go
 * there. The card of a cell on the screen shows it; in sentences it is told by `inspect`. Texts are
 * ASCII. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_CELL_FACTS_H
#define CHESSCADE_TUI_SESSION_WORDS_CELL_FACTS_H

#include "core/family.h"
#include "tui/session/describe.h"

#include <stddef.h>

enum cell_fact {
    CELL_CONTENT,   /* "e2: White Pawn", "e4: empty" */
    CELL_GAIT,      /* how the kind of piece moves by its rules */
    CELL_SOURCE,    /* where those rules stand */
    CELL_STUCK,     /* The piece has no cell to go to or to capture on. */
    CELL_REACH,     /* "goes to: e3 e4", "attacks: bd5"; an entry for each way to move */
    CELL_REACHED,   /* "attacked by: Nf3", "can go there: Nf3"; an entry for each way */
    CELL_GROUND,    /* "a dark square", "triangle pointing up, dark" */
    CELL_NEIGHBOURS /* of a triangle: "edges: d4 e4 f4" */
};

struct cell_asked {
    const struct position *position;
    cell_t cell;
    bool begins;  /* A ply can begin here now, so say which of the piece's moves are legal. */
    bool turned;  /* The board is turned by a sixth, so triangles point the other way. */
    bool in_hand; /* The piece is in the air: only what is about itself and the cell is said. */
    int most;     /* If a piece can go to more cells, say only how many; 0: name them all. */
};

/* Called for each fact; the text is valid only during the call. */
typedef void cell_fact_fn(void *argument, enum cell_fact fact, const char *text);

void cell_tell(const struct cell_asked *asked, cell_fact_fn *each, void *argument);
/* Tell the same in sentences without a full stop. */
void cell_tell_sentences(const struct cell_asked *asked, position_words_fn *each, void *argument);
/* Write what is on a cell, and what cell it is: "a1: White Rook; dark square". */
void words_cell(const struct position *position, cell_t cell, char *out, size_t size);

/* Write the piece on a cell with its state: "e2: White Pawn", or "e4: empty". */
void cell_describe(const struct position *position, cell_t cell, char *out, size_t size);

#endif
