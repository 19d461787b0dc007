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
void compose_targets_words(const struct compose *compose, char *out, size_t size);

/* The index of the choice with a number, counted from 1: first come the targets, numbered as above,
 * then the other choices. -1: there is none. */
int compose_numbered(const struct compose *compose, int number);

/* Tell a sentence, which is valid only during the call. */
typedef void compose_told_fn(void *argument, const char *sentence);
/* How the ply stands: the piece in hand, and how many choices there are. Sentences name commands,
 * as {choose 1}. */
void compose_state_told(const struct compose *compose, compose_told_fn *tell, void *argument);
/* These choices, which are some of those of the ply, each with its number among all of them. */
void compose_choices_told(const struct compose *compose, const struct actions *some,
                          compose_told_fn *tell, void *argument);
/* The choices that lead to a cell, and that one of them must be made. */
void compose_choices_on(const struct compose *compose, const struct actions *some, cell_t to,
                        compose_told_fn *tell, void *argument);

#endif
