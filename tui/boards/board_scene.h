/* board_scene.h - what a board shows: a position, and marks in order of priority.
 *
 *  The position may be in the middle of a ply: the piece in hand (picked up, not put down yet)
 *  is then drawn on the cell above which it is held. Marks come from the cursor, the ply being
 *  composed, the last ply, checks and annotators. */
#ifndef CHESSCADE_TUI_BOARDS_BOARD_SCENE_H
#define CHESSCADE_TUI_BOARDS_BOARD_SCENE_H

#include "archive/record/record.h"
#include "core/draft.h"
#include "tui/boards/board_art.h"

#include <stdbool.h>

struct board_scene {
    struct position shown;
    struct board_mark *mark;
    int marks, room;
};

/* Begin with a position and no marks. *scene is zero or a used scene. */
void board_scene_begin(struct board_scene *scene, const struct position *position);
void board_scene_free(struct board_scene *scene);

/* Add a mark with a lower priority than those added before. `label` (at most two characters) may be
 * NULL. */
void board_scene_add(struct board_scene *scene, cell_t cell, enum cell_mark mark, int number,
                     const char *label);
/* Show a ply being composed: draw the piece in hand on its current cell, and mark the cell it
 * came from. */
void board_scene_draft(struct board_scene *scene, const struct draft *draft);
/* Like board_scene_draft(), for a ply that is replayed step by step. Once the ply is `made`, no
 * piece is in hand. */
void board_scene_walk(struct board_scene *scene, const struct draft *draft, bool made);
/* Mark the cells to which the choices lead, by kind of choice. With `numbers` they are numbered
 * from 1. Choice i is marked as forbidden if dead[i] is true (`dead` may be NULL). */
void board_scene_choices(struct board_scene *scene, const struct actions *choices, const bool *dead,
                         bool numbers);
/* Mark the cells where a ply began and ended. If the ply has several members, number the cells
 * where they ended. */
void board_scene_last(struct board_scene *scene, const struct ply *ply);
/* Like board_scene_last(), for a cascade in progress: marks the current cells of its members.
 * Adds nothing while the first piece is in hand. */
void board_scene_begun(struct board_scene *scene, const struct ply *ply);
/* The cell to keep in view if only part of the board is visible: the last cell that the shown
 * ply leads to, or `other` if there is none. */
cell_t board_scene_looked_at(const struct board_scene *scene, cell_t other);
/* Mark the royal pieces of the side to move that are in check. */
void board_scene_check(struct board_scene *scene, const struct verdict *verdict);
/* Mark the cells that the piece on a cell can reach. */
void board_scene_reach(struct board_scene *scene, cell_t cell);
/* Mark the annotations of a record: cells by colour and its letter ("#g"), arrows by number: "1>"
 * at the start, "-1" where they bend, ">1" at the end. */
void board_scene_notes(struct board_scene *scene, const struct marks *marks);

/* Add to a text what the marks on a cell mean, one mark of each kind: ", in check, of the last
 * ply". `hand` is the cell over which a piece is held, of which nothing more is said; CELL_NONE:
 * none. */
void board_scene_words(const struct board_scene *scene, cell_t cell, cell_t hand, char *out,
                       size_t size, size_t *used);

/* The kind of mark for a choice; MARK_NONE if the choice leads to no cell. */
enum cell_mark mark_of_action(const struct action *action);
/* ---- An overview map beside a board that is only partly visible; one character stands for two by
 * two cells. */

/* The rows and columns of a view's map. False if the view needs none, because the whole board is
 * visible or it is not made of squares. */
bool board_map_measure(const struct board_view *view, int *rows, int *columns);
/* Draw the map at (row, column): `o` White's pieces, `*` Black's, `%` both sides', the letter of a
 * neutral piece, `+` the cursor. The visible part is highlighted and has colons between the pieces,
 * the rest has dots. */
void board_map_draw(const struct board_view *view, cell_t cursor, struct scene *scene, int row,
                    int column);

/* The cell that a row and column of the map stand for (one of the block of cells), or CELL_NONE. */
cell_t board_map_hit(const struct board_view *view, int row, int column);

/* Draw a legend of the signs into `columns` columns; nothing if that is too narrow. */
void board_map_legend(struct scene *scene, int row, int column, int columns);

/* ---- Chooses which empty ranks of a tall board to leave out, so that both ends are visible at
 * once. */

enum { FOLD_ROWS_MAX = 64 };

/* The rows of a board, from the top; used[i] is true if row i has a piece. */
struct fold_rows {
    bool used[FOLD_ROWS_MAX];
    int n;
};

/* True if `count` rows from `first` on are empty and include neither the top nor the bottom row. */
bool fold_fits(const struct fold_rows *rows, int first, int count);

/* The first of `count` empty rows to leave out; 0 if there are not that many together. Prefers
 * the rows that stay unused longest: next[] are the rows that will be used, soonest first. If
 * that does not decide, prefers the rows nearest to the middle. */
int fold_find(const struct fold_rows *rows, int count, const int *next, int nexts);

#endif
