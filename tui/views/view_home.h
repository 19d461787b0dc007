/* view_home.h - the home screen: what other views ask it to show. */
#ifndef CHESSCADE_TUI_VIEWS_VIEW_HOME_H
#define CHESSCADE_TUI_VIEWS_VIEW_HOME_H

#include "archive/store/store.h"
#include "tui/app/view.h"

/* Offer the drafts whose games are no longer in an archive, on the home screen, beside the other drafts. The last
 * call for an archive counts. */
void home_offer(struct app *app, const char *path, char (*ids)[ULID_LENGTH + 1], int n);

#endif
