/* query_position.h - the position that "here" means in a query, kept after the board has moved on. */
#ifndef CHESSCADE_TUI_SESSION_QUERY_POSITION_H
#define CHESSCADE_TUI_SESSION_QUERY_POSITION_H

#include "core/family.h"

struct board_here;

/* Copy a position, together with its ruleset. NULL if the ruleset cannot be opened. */
struct board_here *board_here_new(const struct position *position);
void board_here_free(struct board_here *here); /* NULL is allowed */
/* Borrowed; NULL if `here` is NULL. */
const struct position *board_here_position(const struct board_here *here);

/* True if a query mentions "here". */
bool board_here_asked(const char *query);
/* The query with "here" replaced by the position as text, owned by the caller. NULL if there is nothing to replace. */
char *board_here_write_out(const struct board_here *here, const char *query);

#endif
