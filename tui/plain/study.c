/* study.c - plain mode's tools for study: trials, bookmarks. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "tui/session/archive/bookmarks.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- trials */

void plain_trial_end(struct plain *plain)
{
    if (!plain->game.trial)
        return;
    session_trial_drop(&plain->game);
    session_reread(&plain->game);
}

/* ---------------------------------------------------------------- bookmarks */

/* Open the game of a bookmark if it is not open already. Returns false after printing an error. */
static bool open_game_of(struct plain *plain, const struct bookmark *to)
{
    const char *archive = to->text + to->archive;
    if (plain->open && !strcmp(plain_record(plain)->id, to->id))
        return true;
    if (!plain_may_close(plain, PLAIN_CLOSE))
        return false;
    int at = plain->store ? store_find(plain->store, to->id) : -1;
    if (at < 0 && *archive && plain_open_store(plain, archive, false)) {
        if (plain->open && !strcmp(plain_record(plain)->id, to->id))
            return true; /* opening a file that has only one game also opens that game */
        at = store_find(plain->store, to->id);
    }
    if (at < 0)
        plain_say(plain, "The game of this bookmark no longer exists");
    return at >= 0 && plain_load(plain, at, -1);
}

void plain_go_to_bookmark(struct plain *plain, const struct bookmark *to)
{
    if (!open_game_of(plain, to))
        return;
    if (spot_valid(plain_record(plain), &to->spot))
        session_go(&plain->game, &to->spot);
    else
        plain_say(plain, "The game has changed and no longer has the ply of this bookmark");
    plain_tell(plain);
}

const struct plain_handler plain_study_handlers[] = {
    {REQ_TRIAL, NULL},     {REQ_GUESS, NULL}, {REQ_CASCADES, NULL}, {REQ_BOOKMARK, NULL},
    {REQ_BOOKMARKS, NULL}, {REQ_TAGS, NULL},  {REQ_DIFF, NULL},     {0},
};
