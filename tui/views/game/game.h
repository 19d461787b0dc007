/* game.h - opens the view of one game, to replay, annotate or play it. The code calls this view a
 * table.
 *
 *   struct table_open open = {.store = store, .record = record, .version = version};
 *   table_open_on(app, &open, &why); */
#ifndef CHESSCADE_TUI_VIEWS_GAME_GAME_H
#define CHESSCADE_TUI_VIEWS_GAME_GAME_H

#include "tui/app/view.h"
#include "tui/session/game_open.h"

struct lobby_place;
struct talk_room;
struct page;

/* Open a game on the screen. FAIL_LIMIT if too many views are open. */
int table_open_on(struct app *app, const struct table_open *open, struct note *why);
/* Open a game as table_open_on() does; on failure show the error and return false. */
bool table_try_open(struct app *app, const struct table_open *open);

/* True if a table_view shows the game with this id of an archive. */
bool table_has_game(const struct view *view, const struct store *store, const char *id);

/* Open a file that has one game. FAIL_NAME if it has no game or several; the file is then shown as
 * a list. */
int table_open_file(struct app *app, const char *path, struct note *why);

/* Add the chat of a room to a page, one paragraph for each line, without the lines of players whom
 * the user has muted. The lobby and the views of games use this. Returns how many lines it
 * added. */
int talk_page(struct lobby_place *place, const struct talk_room *talk, struct page *page);

#endif
