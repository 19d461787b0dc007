/* art_pattern.h - how a piece moves, as a picture: R. Betza's "Ugly Ascii Diagrams" for any board of squares.
 *
 * Eight rows of eight: `O` the piece alone on an empty board, `x` where it can move to or capture on, `m`
 * move only, `c` capture only, `.` elsewhere; off the board blank. Diagrams stand side by side, four columns
 * apart. */
#ifndef CHESSCADE_ART_PATTERN_H
#define CHESSCADE_ART_PATTERN_H

#include "core/draft.h"
#include "tui/scene.h"

enum {
    PATTERN_CELLS = 8,
    PATTERN_ROWS = PATTERN_CELLS,
    PATTERN_COLUMNS = 2 * PATTERN_CELLS - 1,
    PATTERN_GAP = 4,
    PATTERN_CELLS_MOST = 13 /* a Shaman's jumps go six cells each way */
};

/* A piece alone on `cell`, and where it goes; or of a piece that others move an example with who moves it, which is the result. */
const struct example *pattern_alone(const struct ruleset *rules, struct piece piece, cell_t cell, struct position *out,
                                    struct actions *reach);
/* Is there anything to be seen? Is it an example? */
bool pattern_is(const struct ruleset *rules, struct piece piece, cell_t cell);
bool pattern_is_example(const struct ruleset *rules, struct piece piece, cell_t cell);

/* The family's own words about the signs of a piece's diagram, be it an example or not; NULL: the usual ones. */
const struct example *pattern_signs(const struct ruleset *rules, struct piece piece, const struct example *example);

/* Draw the pattern of a piece with the upper left corner at (row, column). `cell` is where it stands,
 * CELL_NONE: in the middle, d4 of a chessboard. Larger boards show the part around it. The board is one of
 * squares. The result, if any, says what the signs are; who moves a piece that others move is seen by its letter. */
const struct example *pattern_draw(const struct ruleset *rules, struct piece piece, cell_t cell, struct scene *scene, int row,
                                   int column);

/* On boards that are larger than a chessboard: cells a side that a part needs to show all leaps of a piece, which stands in its
 * middle; PATTERN_CELLS when that is enough, or when it goes farther than any part shows. */
int pattern_whole(const struct ruleset *rules, struct piece piece, cell_t cell);
/* The same as pattern_draw(), of so many cells a side: 2 * cells - 1 columns. */
const struct example *pattern_draw_part(const struct ruleset *rules, struct piece piece, cell_t cell, int cells,
                                        struct scene *scene, int row, int column);

/* What a man may be after the turns a draft offers next: left, no turn, right, as far as they differ. At most
 * three; 0 when no turn is to be chosen. turn[i] gets the turn that leads to out[i]. */
enum { PATTERN_TURNS = 3 };
int pattern_turns(const struct draft *draft, struct piece out[PATTERN_TURNS], int turn[PATTERN_TURNS]);

#endif
