/* board_scene.h - what a board shows: a position, and marks in order of priority.
 *
 * The position may be in the middle of a ply: the piece in hand is drawn where it is held. Marks
 * come from the cursor, the ply being composed, the last ply, checks and annotators. */
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
/* Show a draft: draw the piece in hand where it is held, and mark where it started. */
void board_scene_draft(struct board_scene *scene, const struct draft *draft);
/* Like board_scene_draft(), for a ply that is replayed step by step. Once it is `made`, no piece is
 * in hand. */
void board_scene_walk(struct board_scene *scene, const struct draft *draft, bool made);
/* Mark where the choices lead, by kind; numbered from 1 with `numbers`; as forbidden where dead[i]
 * (may be NULL). */
void board_scene_choices(struct board_scene *scene, const struct actions *choices, const bool *dead,
                         bool numbers);
/* Mark the cells where a ply began and ended; with several members, their ends as a numbered trail.
 */
void board_scene_last(struct board_scene *scene, const struct ply *ply);
/* Like board_scene_last(), for a cascade in progress: where its members are now. Nothing while the
 * first piece is in hand. */
void board_scene_begun(struct board_scene *scene, const struct ply *ply);
/* The cell to look at if only part of the board is visible: the last cell that the shown ply leads
 * to, else `other`. */
cell_t board_scene_looked_at(const struct board_scene *scene, cell_t other);
/* Mark the royal pieces of the side to move that are in check. */
void board_scene_check(struct board_scene *scene, const struct verdict *verdict);
/* Mark what a piece reaches. */
void board_scene_reach(struct board_scene *scene, cell_t cell);
/* Mark the annotations of a record: cells by colour and its letter ("#g"), arrows by number: "1>"
 * at the start, "-1" where they bend, ">1" at the end. */
void board_scene_notes(struct board_scene *scene, const struct marks *marks);

/* The mark for a choice; MARK_NONE if the choice has no cell. */
enum cell_mark mark_of_action(const struct action *action);
/* The colour name of a mark number 1..MARK_COLORS: green, red, blue, yellow, cyan, magenta, orange,
 * white. */
const char *mark_color_name(int number);
/* The number of a colour name; 0 if it is unknown or NULL. */
int mark_color_number(const char *color);

/* ---- An overview map beside a board that is only partly visible; one character stands for two by
 * two cells. */

/* Rows and columns of a view's map. False if none is needed: the whole board is visible, or it is
 * not made of squares. */
bool board_map_measure(const struct board_view *view, int *rows, int *columns);
/* Draw the map at (row, column): `o` White's pieces, `*` Black's, `%` both sides', the letter of a
 * neutral piece, `+` the cursor. The visible part is highlighted and has colons between the pieces,
 * the rest has dots. */
void board_map_draw(const struct board_view *view, cell_t cursor, struct scene *scene, int row,
                    int column);

/* A cell of the block at a place relative to the map, or CELL_NONE. */
cell_t board_map_hit(const struct board_view *view, int row, int column);

/* Draw a legend of the signs into `columns` columns; nothing if that is too narrow. */
void board_map_legend(struct scene *scene, int row, int column, int columns);

/* ---- Chooses which empty ranks of a tall board to leave out, so that both ends are visible at
 * once. */

enum { FOLD_ROWS_MAX = 64 };

/* The rows of a board from the top; used: holds a piece. */
struct fold_rows {
    bool used[FOLD_ROWS_MAX];
    int n;
};

/* True if `count` rows from `first` on are empty and include neither the top nor the bottom row. */
bool fold_fits(const struct fold_rows *rows, int first, int count);

/* The first of `count` empty rows to leave out; 0 if there are not so many. Prefer the stretch that
 * stays unused longest: next[] are the rows used next, soonest first. Otherwise prefer the stretch
 * nearest to the middle. */
int fold_find(const struct fold_rows *rows, int count, const int *next, int nexts);

#endif
