/* board_here.h - the position that "here" means in a query, kept while the board it was on goes elsewhere. */
#ifndef CHESSCADE_BOARD_HERE_H
#define CHESSCADE_BOARD_HERE_H

#include "core/rules.h"

struct board_here;

/* A copy of a position, with rules of its own; NULL when these cannot be had. */
struct board_here *board_here_new(const struct position *position);
void board_here_free(struct board_here *here); /* NULL: nothing */
/* Borrowed; NULL of NULL. */
const struct position *board_here_position(const struct board_here *here);

/* Does a query ask for it? */
bool board_here_asked(const char *query);
/* The query with the position as text in its place; the caller's. NULL: as it is. */
char *board_here_write_out(const struct board_here *here, const char *query);

#endif
