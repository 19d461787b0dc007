/* study.c - plain mode's tools for study: finding cascades, bookmarks, changes. */
#include "config.h"
#include "core/util/ascii.h"
#include "tui/plain/plain_internal.h"

#include "core/cascades.h"
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

/* ---------------------------------------------------------------- finding cascades */

enum { FOUND_MOST = 20, MOVES_USUAL = 6, MOVES_MOST = 40, STATES_MOST = 1 << 20 };

struct plain_found {
    const struct plain *plain;
    char *text[FOUND_MOST];
    int n;
};

static int keep_found(const struct ply *ply, void *argument)
{
    struct plain_found *found = argument;
    const struct position *here = &found->plain->game.track.now;
    char text[PLY_ROOM];
    found->plain->game.rules->rules->format(
        here, ply, found->plain->style == PLAIN_LONG ? FORM_LONG : FORM_SHORT, text, sizeof text);
    found->text[found->n++] = memory_text(text);
    return found->n == FOUND_MOST;
}

static void plain_cascades(struct plain *plain, const char *argument)
{
    char word[64];
    struct goal goal;
    struct note why;
    struct plain_found found = {.plain = plain};
    struct cascade_search search = {.moves = MOVES_USUAL, .states = STATES_MOST};
    struct cascade_result result;
    if (!plain_word(&argument, word, sizeof word)) {
        plain_say(
            plain,
            "Give a goal for the ply: capture:CELL, reach:LETTER@CELL, check, promote or summon");
        return;
    }
    if (goal_read(plain->game.rules, word, &goal, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    if (*argument && !plain_number(plain, argument, 1, MOVES_MOST, &search.moves))
        return;
    cascades_find(&plain->game.track.now, &goal, &search, keep_found, &found, &result);
    for (int i = 0; i < found.n; i++) {
        plain_say(plain, "Found: %s", found.text[i]);
        free(found.text[i]);
    }
    if (found.n == FOUND_MOST)
        plain_say(plain, "There may be more of them");
    if (found.n)
        return;
    char none[240];
    cascades_none(&plain->game.track.now, &goal, &result, none, sizeof none);
    none[0] = (char)ascii_upper((unsigned char)none[0]);
    int further = 2 * search.moves < MOVES_MOST ? 2 * search.moves : MOVES_MOST;
    if (result.end == CASCADES_LIMIT && further > search.moves)
        plain_say(plain, "%s; type \"cascades %s %d\" to search further", none, word, further);
    else
        plain_say(plain, "%s; try another goal or position", none);
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

/* ---------------------------------------------------------------- the game as a whole */

static void plain_changes(struct plain *plain, const char *argument)
{
    char text[400] = "";
    plain_look(plain); /* what someone else saved meanwhile is not our change */
    if (*argument) {
        game_command_run(&plain->game, REQ_DIFF, argument);
        return;
    }
    if (!edits_saved(&plain->game.edits))
        edits_tell_unsaved(&plain->game.edits, text, sizeof text);
    if (*text)
        plain_say(plain, "Changed since the game was saved: %s", text);
    else
        plain_say(plain, plain_unsaved(plain) ? "There are unsaved changes from an earlier session"
                                              : "Nothing was changed since the game was saved");
}

const struct plain_handler plain_study_handlers[] = {
    {REQ_TRIAL, NULL},     {REQ_GUESS, NULL}, {REQ_CASCADES, plain_cascades}, {REQ_BOOKMARK, NULL},
    {REQ_BOOKMARKS, NULL}, {REQ_TAGS, NULL},  {REQ_DIFF, plain_changes},      {0},
};
