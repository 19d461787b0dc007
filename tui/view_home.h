/* view_home.h - the first screen: what other views have it tell. */
#ifndef CHESSCADE_VIEW_HOME_H
#define CHESSCADE_VIEW_HOME_H

#include "archive/store.h"
#include "tui/view.h"

/* The drafts of an archive whose games it has no more, of all that was given for it the last: they wait with the others. */
void home_offer(struct app *app, const char *path, char (*ids)[ULID_LENGTH + 1], int n);

#endif
