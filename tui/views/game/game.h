/* game.h - opens the view of one game, replayed, annotated or played. The code calls it a table.
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

/* Open a table on the screen: FAIL_LIMIT if too many views are open. */
int table_open_on(struct app *app, const struct table_open *open, struct note *why);
/* The same; false after showing the error. */
bool table_try_open(struct app *app, const struct table_open *open);

/* Open a file that has one game. FAIL_NAME if it has none or several: those are shown as a list. */
int table_open_file(struct app *app, const char *path, struct note *why);

/* Add to a page what was said in a room, except by players muted here, one paragraph per line; for
 * the lobby and for tables. Returns how many. */
int talk_page(struct lobby_place *place, const struct talk_room *talk, struct page *page);

#endif
