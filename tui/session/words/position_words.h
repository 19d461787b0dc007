/* position_words.h - what stands on a board and can move on it, in sentences: for people who ask
 * about a part of it, in plain mode and with a screen reader. A sentence begins with a capital
 * letter and has no full stop. Texts are ASCII; all functions that write to a buffer are like
 * snprintf. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_POSITION_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_POSITION_WORDS_H

#include "core/family.h"

#include <stddef.h>

/* Called for each sentence; the text is valid only during the call. */
typedef void position_words_fn(void *argument, const char *sentence);

/* Describe every rank, from the top, and the captured pieces that may return. Empty ranks next to
 * each other are one sentence. */
void words_board(const struct position *position, position_words_fn *each, void *argument);
/* Describe each line through a cell, from the cell outwards: "Towards north-east: d5 nothing". On a
 * board of squares these are the diagonals. */
void words_lines_through(const struct position *position, cell_t cell, position_words_fn *each,
                         void *argument);

/* Where the pieces of a kind are: "White Knight: b1; g1", or "White has no Knight". Neutral pieces
 * count for both sides. */
int words_pieces(const struct position *position, int kind, int side, char *buffer, size_t size);
/* What the piece on a cell can do now: "From e2 it can go to e3; go to e4", or why it cannot
 * move. */
int words_moves_from(const struct position *position, cell_t cell, char *buffer, size_t size);
/* Which pieces could capture on a cell. */
int words_attackers(const struct position *position, cell_t cell, char *buffer, size_t size);

#endif
