/* prompts.h - prompts that several views use: add games to a collection by title, complete queries
 * and tags. */
#ifndef CHESSCADE_TUI_VIEWS_PROMPTS_H
#define CHESSCADE_TUI_VIEWS_PROMPTS_H

#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/app/view.h"

/* Add `n` games to the collection with a title, which is created if it does not exist; "": ask for
 * the title. The ids are copied. `view` shows the prompt; the store must outlive it. */
void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n,
                   const char *title);

/* ---- Tab at a prompt for a query or for tags. */

/* Complete a query for a prompt's complete(), as query_complete() does. If the text does not
 * change, the candidates are shown beside it for the next Tab. */
bool query_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                          size_t size);
/* Complete tags from those in a store, otherwise like query_complete_typed(). NULL: there is no
 * store. */
bool tags_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                         size_t size);

/* Show sentences, one a line: a single one as a message, more as a text with a title. `hint` is
 * added as a sentence of its own; it names commands in braces, see app_words(). NULL: none. */
void show_lines(struct view *view, const char *title, const char *lines, const char *hint);
/* Show a sentence about what was done (tui/session/archive/collecting.h), or if `result` is
 * negative, why not. */
void tell_done(struct view *view, int result, const struct note *said);

#endif
