/* open.c - plain mode: opening, saving and closing archives and games, and games with unsaved
 * changes. */
#include "config.h"

#include "archive/record/header_values.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/archive/games.h"
#include "tui/session/describe.h"
#include "tui/session/game_open.h"
#include "tui/session/words/place_words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void leave_place(struct plain *plain)
{
    struct left left;
    if (!spot_same(&plain->game.spot, &plain->game.came) &&
        session_get_left(&plain->game, plain_live_on(plain), &left))
        left_write(plain_record(plain)->id, &left);
}

void plain_trial_end(struct plain *plain)
{
    if (!plain->game.trial)
        return;
    session_trial_drop(&plain->game);
    session_reread(&plain->game);
}

void plain_close_game(struct plain *plain)
{
    if (!plain->open)
        return;
    plain_trial_end(plain);
    session_seats_close(&plain->game);
    leave_place(plain);
    plain_live_close(plain);
    plain_together_close(plain);
    session_compose_drop(&plain->game);
    plain_forget_losing(plain);
    if (plain->game.base && plain->game.base_kept && !plain_unsaved(plain))
        session_draft_drop(&plain->game); /* Every change was undone, so no draft is needed. */
    if (plain->store)
        store_draft_leave(plain->store, plain_record(plain)->id);
    session_clear(&plain->game);
    plain->open = false;
}

void plain_close_store(struct plain *plain)
{
    archive_session_clear(&plain->archive);
    plain->listed = 0;
    index_close(plain->index);
    plain->index = NULL;
    store_close(plain->store);
    plain->store = NULL;
}

bool plain_unsaved(const struct plain *plain)
{
    return plain->open && !session_is_saved(&plain->game);
}

void plain_begin_game(struct plain *plain, struct record *record, const struct spot *spot)
{
    struct left left;
    edits_begin(&plain->game.edits, record);
    plain->open = true;
    plain->warned = false;
    plain->game.store = plain->store;
    session_begin(&plain->game);
    session_set_first_spot(&plain->game, spot, false, &left);
    session_go(&plain->game, &plain->game.came);
}

/* True if the open game has no result and could be continued, but is only being read. (Guests may
 * not change plies already played.) */
static bool plain_stands_still(const struct plain *plain)
{
    return plain->open && !plain_live_on(plain) && !plain->options->restricted &&
           session_stands_still(&plain->game);
}

static void tell_header(struct plain *plain)
{
    words_heading(&plain->game, plain_say_sentence, plain);
    if (plain_stands_still(plain) && *record_text(plain_record(plain), "event.control.text"))
        plain_say(plain,
                  "The clocks of the game are stopped; type \"resume\" to continue the game");
    if (plain_unsaved(plain))
        plain_say(plain, "The game has your unsaved changes from an earlier session%s",
                  plain->game.edits.undos ? "; type \"undo\" to undo them one by one" : "");
}

void plain_look(struct plain *plain)
{
    if (plain->open && !plain_live_on(plain))
        session_look(&plain->game);
}

/* Begin with a game of the store, or its draft. */
static void begin_stored(struct plain *plain, const struct table_open *open,
                         const struct spot *spot)
{
    plain->game.draft = open->draft;
    plain->game.version = open->version;
    plain_begin_game(plain, open->record, spot);
    session_recall(&plain->game);
}

bool plain_load(struct plain *plain, int at, int hit)
{
    struct table_open open = {0};
    struct place place = {0, 0};
    struct spot spot = spot_start();
    struct note why;
    if (table_load(plain->store, at, &open, &place, &why) < 0) {
        char where[PLACE_ROOM];
        plain_say(plain, "Game %d cannot be read: %s%s", at + 1, place_words(place, where),
                  why.text);
        return false;
    }
    plain_close_game(plain);
    if (open.spoilt.text[0])
        plain_refuse(plain, open.spoilt.text);
    spot.ply = hit > 0 ? hit : 0;
    begin_stored(plain, &open, hit < 0 ? NULL : &spot);
    return true;
}

void plain_open_at(struct plain *plain, int at, int hit)
{
    if (!plain_load(plain, at, hit))
        return;
    tell_header(plain);
    if (hit < 0 && spot_plies(&plain->game.spot))
        plain_say(plain, "This is where you left the game; type \"start\" to go to its beginning");
    plain_tell(plain);
}

/* Open the archive or file at a path for a user. Returns NULL after printing an error. */
static struct store *store_of(struct plain *plain, const char *path, bool read_only,
                              const char *user)
{
    struct store *store;
    struct note why;
    struct store_options options = {
        .read_only = read_only, .user = user, .guest = plain->options->restricted};
    if (store_open(&store, path, &options, &why) == 0)
        return store;
    plain_say(plain, "%.300s: %s", path, why.text);
    return NULL;
}

/* Make `store` the open archive. */
static void take_store(struct plain *plain, struct store *store, const char *path)
{
    plain_close_game(plain);
    plain_close_store(plain);
    plain->store = store;
    if (store_total(store) >= INDEX_WORTH && index_open(&plain->index, store, false, NULL) < 0)
        plain->index = NULL; /* Without an index searching still works, but is slower. */
    const char *notice = plain->index ? index_notice(plain->index) : NULL;
    store_scan(store, INT_MAX);
    const char *title = store_title(store);
    int n = store_count(store);
    plain_say(plain, "%s is open%s: %d %s; type \"list\" to see them", *title ? title : path,
              store_writable(store, NULL) ? "" : " for reading", n, n == 1 ? "game" : "games");
    if (notice)
        plain_say(plain, "Searches are slower, because the index is not used: %s", notice);
    if (*store_unread(store))
        plain_say(plain, "Some games are missing: %s", store_unread(store));
    if (!plain->lobby)
        plain_count_drafts(plain);
    if (n == 1 && !plain->lobby && !store_listing(store, 0)->damaged)
        plain_open_at(plain, 0, -1);
}

bool plain_open_store(struct plain *plain, const char *path, bool read_only)
{
    struct store *store =
        store_of(plain, path, read_only, plain->lobby ? plain_author(plain) : NULL);
    if (store)
        take_store(plain, store, path);
    return store != NULL;
}

/* Leave the lobby, if the user is in one, and make `store` the open archive. */
static void go_to_store(struct plain *plain, struct store *store, const char *path)
{
    if (plain->lobby)
        plain_say(plain, "You have left the lobby");
    plain_close_game(plain);
    plain_lobby_leave(plain);
    take_store(plain, store, path);
}

void plain_go_to_store(struct plain *plain, const char *path)
{
    struct store *store = store_of(plain, path, false, NULL);
    if (store)
        go_to_store(plain, store, path);
}

/* ---------------------------------------------------------------- bookmarks */

static bool is_game_of(const struct plain *plain, const struct bookmark *bookmark)
{
    return plain->open && !strcmp(plain_record(plain)->id, bookmark->id);
}

/* Open the game of a bookmark if it is not open already. Returns false after printing an error. */
static bool open_game_of(struct plain *plain, const struct bookmark *to)
{
    struct store *found;
    struct note why;
    if (is_game_of(plain, to))
        return true;
    if (!plain_may_close(plain, PLAIN_CLOSE))
        return false;
    int at = bookmark_find(to, plain->store, &found, &why);
    if (at < 0) {
        plain_refuse(plain, why.text);
        return false;
    }
    if (found != plain->store) {
        go_to_store(plain, found, to->text + to->archive);
        at = store_find(found, to->id);
    }
    /* opening a file that has only one game also opens that game */
    return is_game_of(plain, to) || plain_load(plain, at, -1);
}

void plain_go_to_bookmark(struct plain *plain, const struct bookmark *to)
{
    struct note why;
    if (!open_game_of(plain, to))
        return;
    if (bookmark_stands(to, plain_record(plain), &why))
        session_go(&plain->game, &to->spot);
    else
        plain_refuse(plain, why.text);
    plain_tell(plain);
}

/* ---- Plain mode's drafts: counting games with unsaved changes, and resuming one. */

void plain_count_drafts(struct plain *plain)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = games_drafts(plain->store, &ids);
    if (n == 1)
        plain_say(plain, "One game has unsaved changes; type \"drafts\" to see it");
    else if (n)
        plain_say(plain, "%d games have unsaved changes; type \"drafts\" to see them", n);
    free(ids);
}

void plain_resume(struct plain *plain, const char *argument)
{
    if (plain_live_run(plain, REQ_GO_ON, argument))
        return;
    if (!*argument && plain_stands_still(plain))
        session_resume(&plain->game);
    else
        plain_run_archive(plain, REQ_GO_ON, argument);
}

void plain_resume_draft(struct plain *plain, const char *id)
{
    struct table_open open = {0};
    struct spot spot = spot_start();
    struct note why;
    if (!plain_may_close(plain, PLAIN_CLOSE))
        return;
    plain_close_game(plain);
    if (table_load_draft(plain->store, id, &open, &why) < 0) {
        plain_say(plain, "The game cannot be read: %s", why.text);
        return;
    }
    spot_end(open.record, &spot); /* continue after the last ply of the main line */
    begin_stored(plain, &open, &spot);
    plain->game.play = open.play;
    session_seats_open(&plain->game);
    tell_header(plain);
    plain_tell(plain);
}

/* ---- Plain mode's command `save`: with conflicts nothing is saved; they are printed with a number
 * each, and the user repeats `save` with answers. */

void plain_save(struct plain *plain, const char *argument)
{
    if (session_may_save(&plain->game))
        session_save_answered(&plain->game, argument);
}
