/* board_scene.h - what is shown on a board: a position, and marks in the order in which they count.
 *
 * The position may be one in the middle of a ply: the piece in hand is drawn where it is held. Marks come from the
 * cursor, the ply in the making, the last ply, checks and the annotators. */
#ifndef CHESSCADE_BOARD_SCENE_H
#define CHESSCADE_BOARD_SCENE_H

#include "archive/record.h"
#include "core/draft.h"
#include "tui/board_art.h"

struct board_scene {
    struct position shown;
    struct board_mark *mark;
    int marks, room;
};

/* Begin with a position and no marks. *scene is zero or a used scene. */
void board_scene_begin(struct board_scene *scene, const struct position *position);
void board_scene_free(struct board_scene *scene);

/* A mark more, over those there are; `label` (at most two characters) may be NULL. */
void board_scene_add(struct board_scene *scene, cell_t cell, enum cell_mark mark, int number, const char *label);
/* The board of a draft: the piece in hand stands where it is held, its start is marked. */
void board_scene_draft(struct board_scene *scene, const struct draft *draft);
/* The same of a walked ply; once it is made nobody is lifted any more. */
void board_scene_walk(struct board_scene *scene, const struct draft *draft, bool made);
/* Where the choices lead, by kind; numbered 1.. when `numbers`; forbidden where dead[i] (may be NULL). */
void board_scene_choices(struct board_scene *scene, const struct actions *choices, const bool *dead, bool numbers);
/* The cells a ply came from and went to; with several members, their ends as a numbered trail. */
void board_scene_last(struct board_scene *scene, const struct ply *ply);
/* The same for a cascade that is begun: where its members are now; nothing while the first piece is in hand. */
void board_scene_begun(struct board_scene *scene, const struct ply *ply);
/* Where to look at a board that is seen in part: the last cell a ply shown on it leads to; else `other`. */
cell_t board_scene_looked_at(const struct board_scene *scene, cell_t other);
/* Royal pieces of the side to move that stand in check. */
void board_scene_check(struct board_scene *scene, const struct verdict *verdict);
/* What a piece reaches. */
void board_scene_reach(struct board_scene *scene, cell_t cell);
/* The marks of a record: cells in their colour and with its letter ("#g"), arrows numbered "1>" where they begin, "-1" where they
 * bend and ">1" where they end. */
void board_scene_notes(struct board_scene *scene, const struct marks *marks);

/* Which mark a choice is, MARK_NONE for those without a place. */
enum cell_mark mark_of_action(const struct action *action);
/* The colour of marks of a number 1..MARK_COLORS: green, red, blue, yellow, cyan, magenta, orange, white. */
const char *mark_color_name(int number);
/* And the number of a colour, 0 for others and NULL. */
int mark_color_number(const char *color);

#endif
