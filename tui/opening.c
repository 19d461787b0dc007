/* opening.c - what views open for each other: see opening.h. */
#include "config.h"
#include "tui/opening.h"

bool open_archive(struct app *app, const char *path)
{
    app_error(app, "%s: the archive is not there yet", path);
    return false;
}

bool open_draft(struct app *app, const char *path, const char *id)
{
    (void)id;
    return open_archive(app, path);
}

bool open_new_game(struct app *app, const struct ruleset *rules, const char *const player[SIDES_MAX])
{
    (void)rules;
    (void)player;
    app_error(app, "The table is not set up yet");
    return false;
}
