/* compose_ways.h - how a ply that is being composed (tui/session/compose.h) can go on, as a list in
 * words: single choices, and the cells to go to together. A key is named as {select}. Texts are
 * ASCII. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_COMPOSE_WAYS_H
#define CHESSCADE_TUI_SESSION_WORDS_COMPOSE_WAYS_H

#include "tui/session/compose.h"

enum { WAY_ROOM = 1300 };

enum compose_way {
    WAY_CHOICE, /* one choice: "capture the Pawn on e5" */
    WAY_GOALS,  /* several cells: "goes to: e3 e4" */
};

/* Called for each entry; the text is valid only during the call. */
typedef void compose_way_fn(void *argument, enum compose_way way, const char *text);

/* List the ways. `numbers`: every target is an entry with its number; `turns`: the turns of the
 * piece are listed. */
void compose_ways(const struct compose *compose, bool numbers, bool turns, compose_way_fn *each,
                  void *argument);
/* Describe what the ply can do on a cell: "e4: go to e4, or end the ply here". Returns false if it
 * can do nothing there; the text is then only the name of the cell. */
bool compose_ways_to(const struct compose *compose, cell_t cell, char *out, size_t size);

/* The target with a number, counted from 1; CELL_NONE: there is none. *targets is set to the
 * number of targets. */
cell_t compose_target(const struct compose *compose, int number, int *targets);
/* Say which number stands for which target: "1 e3, 2 e4"; "" if there are none. */
void compose_targets_told(const struct compose *compose, char *out, size_t size);

#endif
