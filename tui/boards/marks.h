/* marks.h - how marked cells look: their backgrounds, and their signs unless a family draws its
 * own. */
#ifndef CHESSCADE_TUI_BOARDS_MARKS_H
#define CHESSCADE_TUI_BOARDS_MARKS_H

#include "core/draft.h"
#include "core/presentation.h"
#include "tui/boards/board_art.h"
#include "tui/widgets/scene.h"

/* The signs that show a mark in a cell: a pair at the sides, or one sign (`empty` in the middle
 * of an empty cell, `occupied` beside a piece). 0 means no sign. */
struct mark_look {
    uint32_t left, right, empty, occupied;
};

/* True if the label of a mark is a number of two digits. It must not be cut, since one digit
 * alone would be another number. */
bool mark_long_number(const struct board_mark *mark);

/* The background of a cell without marks. */
static inline enum role plain_ground(const struct board *board, int cell)
{
    return board->cell[cell].dark ? ROLE_DARK_CELL : ROLE_LIGHT_CELL;
}

/* The background of a marked cell. */
enum role mark_ground(const struct board_mark *mark);

/* The usual look of a mark. `dotted`: empty cells contain dots, so a dot cannot mark a
 * destination. */
struct mark_look mark_look_usual(enum cell_mark mark, enum charset charset, bool dotted);

/* ---- Draws how a piece moves: R. Betza's "Ugly Ascii Diagrams" for any board of squares.
 *
 * Eight rows of eight: `O` the piece alone on an empty board, `x` where it can move or capture, `m`
 * move only, `c` capture only, `.` elsewhere, blank off the board. Diagrams stand side by side,
 * four columns apart. */

enum {
    PATTERN_CELLS = 8,
    PATTERN_ROWS = PATTERN_CELLS,
    PATTERN_COLUMNS = 2 * PATTERN_CELLS - 1,
    PATTERN_GAP = 4,
    PATTERN_CELLS_MOST = 13 /* the size of the largest pattern: a Shaman jumps up to six squares
                               each way */
};

/* Put a piece alone on `cell` and list the squares that it reaches. Some pieces cannot move by
 * themselves and have an example in which another piece moves them: in that case set up the
 * example's position and return the example; otherwise return NULL. */
const struct example *pattern_alone(const struct ruleset *rules, struct piece piece, cell_t cell,
                                    struct position *out, struct actions *reach);
/* pattern_is() is true if the pattern of a piece shows anything. pattern_is_example() is true if
 * it would show an example in which another piece moves it. */
bool pattern_is(const struct ruleset *rules, struct piece piece, cell_t cell);
bool pattern_is_example(const struct ruleset *rules, struct piece piece, cell_t cell);

/* The family's own explanation of the signs in a piece's diagram; NULL if the diagram uses the
 * usual signs. */
const struct example *pattern_signs(const struct ruleset *rules, struct piece piece,
                                    const struct example *example);

/* Draw the pattern of a piece on a board of squares, with its upper left corner at (row, column).
 * The piece stands on `cell`; CELL_NONE stands for the middle, d4 of a chessboard. Of a larger
 * board, draw the part around the piece. Returns the example that explains the signs, or NULL. If
 * the example has other pieces, they are shown by their letters. */
const struct example *pattern_draw(const struct ruleset *rules, struct piece piece, cell_t cell,
                                   struct scene *scene, int row, int column);

/* The number of squares per side that a diagram needs to show all leaps of a piece in its
 * middle, on boards larger than a chessboard. PATTERN_CELLS if that is enough, or if the piece
 * goes farther than any diagram can show. */
int pattern_whole(const struct ruleset *rules, struct piece piece, cell_t cell);
/* Like pattern_draw(), with `cells` squares a side, in 2 * cells - 1 columns. */
const struct example *pattern_draw_part(const struct ruleset *rules, struct piece piece,
                                        cell_t cell, int cells, struct scene *scene, int row,
                                        int column);

/* A ply being composed may offer turns next: to the left, none, to the right. Write the different
 * pieces that result to out[] (at most three), and to turn[i] the turn that leads to out[i].
 * Returns their number, 0 if there is no turn to choose. */
enum { PATTERN_TURNS = 3 };
int pattern_turns(const struct draft *draft, struct piece out[PATTERN_TURNS],
                  int turn[PATTERN_TURNS]);

#endif
