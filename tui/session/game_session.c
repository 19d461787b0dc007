/* game_session.c - an open game without a screen: opening it, moving in it, changing it, its draft,
 * undo. */
#include "config.h"

#include "tui/session/game_session.h"

#include "archive/replay/record_rules.h"
#include "archive/store/edit_history.h"
#include "core/family.h"
#include "tui/session/describe.h"

#include <stdarg.h>
#include <stdio.h>

/* ---------------------------------------------------------------- opening */

int session_open_rules(struct game_session *game)
{
    game->rules = NULL;
    int result = record_rules(&game->rules, session_record(game), &game->unknown);
    if (result < 0)
        return result;
    result = record_start(game->rules, session_record(game), &game->start, &game->unknown);
    if (result < 0) {
        ruleset_free(game->rules);
        game->rules = NULL;
        return result;
    }
    track_begin(&game->track, &game->start);
    return 0;
}

void session_begin(struct game_session *game)
{
    game->offer = -1;
    game->draft_kept = game->draft;
    game->writable = !game->store || store_writable(game->store, &game->unwritable);
    game->spot = game->came = spot_start();
    session_open_rules(game);
}

void session_clear(struct game_session *game)
{
    opponent_end(&game->computer);
    session_trial_drop(game);
    session_compose_drop(game);
    track_clear(&game->track);
    edits_clear(&game->edits);
    ruleset_free(game->rules);
    record_free(game->base);
    merge_saving_clear(&game->saving);
    bookmarks_clear(&game->bookmarks);
    *game = (struct game_session){.ops = game->ops, .client = game->client, .offer = -1};
}

/* ---------------------------------------------------------------- where the user left the game */

static bool is_of_guest(const struct game_session *game)
{
    return game->ops->restricted && game->ops->restricted(game->client);
}

/* All guests share one system user, so nothing is remembered for them. */
static bool is_remembered(const struct game_session *game, bool live)
{
    return game->store && !game->play && !live && !is_of_guest(game);
}

/* Drop the spots that the record does not have: it may have changed since they were stored. */
static int drop_spots(const struct record *record, struct spot *spot, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (spot_valid(record, &spot[i]))
            spot[kept++] = spot[i];
    return kept;
}

/* True if the game is the user's own and could be played on. */
static bool is_own_unfinished(const struct game_session *game)
{
    return session_stands_still(game) && game->writable && !is_of_guest(game) && game->store &&
           place_same(store_where(game->store), place_own());
}

void session_set_first_spot(struct game_session *game, const struct spot *at, bool live,
                            struct left *left)
{
    const struct record *record = session_record(game);
    *left = (struct left){.spot = spot_start(), .panel = -1};
    if (is_remembered(game, live))
        left_read(record->id, left);
    left->folds = drop_spots(record, left->fold, left->folds);
    left->explosions = drop_spots(record, left->explode, left->explosions);
    if (!drop_spots(record, &left->spot, 1))
        left->spot = spot_start();
    game->spot = at ? *at : left->spot;
    spot_mend(record, &game->spot);
    if (game->play || (!at && !live && !spot_plies(&game->spot) && is_own_unfinished(game)))
        spot_end(record, &game->spot);
    game->came = game->spot;
}

bool session_get_left(const struct game_session *game, bool live, struct left *left)
{
    if (!is_remembered(game, live))
        return false;
    left_read(session_record(game)->id, left);
    if (!spot_same(&game->spot, &game->came))
        left->spot = game->spot;
    return true;
}

bool session_is_saved(const struct game_session *game)
{
    return edits_saved(&game->edits) && (!game->draft || game->base);
}

bool session_over(const struct game_session *game)
{
    return result_stands(session_record(game));
}

bool session_at_end(const struct game_session *game)
{
    return game->spot.depth == 0 && game->spot.ply == session_record(game)->moves.n;
}

bool session_stands(const struct game_session *game)
{
    return game->play && game->rules && !game->trial && !game->guessing && !game->track.broken &&
           session_at_end(game);
}

/* ---------------------------------------------------------------- events */

void session_tell(struct game_session *game, const struct game_event *event)
{
    game->ops->tell(game->client, event);
}

void session_refuse(struct game_session *game, enum game_refusal cause, const char *format, ...)
{
    struct note why = {.offset = -1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why.text, sizeof why.text, format, arguments);
    va_end(arguments);
    session_tell(game, &(struct game_event){.kind = GAME_REFUSED, .cause = cause, .why = &why});
}

void session_say(struct game_session *game, const char *format, ...)
{
    char text[sizeof((struct note *)0)->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    session_tell(game, &(struct game_event){.kind = GAME_SAID, .text = text});
}

/* ---------------------------------------------------------------- the reader's place */

void session_go(struct game_session *game, const struct spot *spot)
{
    struct spot from = game->spot;
    game->spot = *spot;
    game->choice = 0;
    game->walk = (struct walk_place){0};
    game->member = 0;
    session_compose_drop(game);
    spot_mend(session_record(game), &game->spot);
    if (game->rules)
        track_go(&game->track, session_record(game), &game->spot);
    session_tell(game, &(struct game_event){.kind = GAME_MOVED, .from = &from});
}

void session_reread(struct game_session *game)
{
    spot_mend(session_record(game), &game->spot);
    struct spot here = game->spot;
    session_go(game, &here);
}

enum form session_form(const struct game_session *game)
{
    return game->ops->form ? game->ops->form(game->client) : FORM_SHORT;
}

struct session_place session_place_here(const struct game_session *game)
{
    struct session_place here = {0};
    if (game->ops->place)
        return game->ops->place(game->client);
    if (game->member)
        here = (struct session_place){.node = spot_node(session_record(game), &game->spot),
                                      .part = game->member};
    return here;
}

void session_compose_begin(struct game_session *game)
{
    if (game->composing)
        return;
    compose_begin(&game->compose, &game->track.now);
    game->composing = true;
    game->walk = (struct walk_place){0};
}

void session_compose_drop(struct game_session *game)
{
    if (game->composing)
        compose_clear(&game->compose);
    game->composing = false;
}

/* ---------------------------------------------------------------- changes */

bool session_refuses(struct game_session *game)
{
    if (game->trial)
        return false;
    if (game->ops->refuses && game->ops->refuses(game->client))
        return true;
    if (!game->writable)
        session_refuse(game, REFUSED_READ_ONLY, "%s", game->unwritable.text);
    return !game->writable;
}

void session_before_change(struct game_session *game, const char *what)
{
    edits_mark_from(&game->edits, game->base, &game->spot, what);
}

bool session_draft_save(struct game_session *game, const struct record *record)
{
    struct note why;
    char name[STORE_DRAFT_NAME_ROOM] = "";
    bool kept = store_draft_save(game->store, record, &game->version, &why) == 0;
    if (kept)
        store_draft_name(game->store, record->id, name, sizeof name);
    else
        session_tell(game, &(struct game_event){.kind = GAME_DRAFT_FAILED, .why = &why});
    session_tell(game, &(struct game_event){.kind = GAME_DRAFT, .text = name});
    if (game->base && !game->base_kept)
        game->base_kept = store_draft_keep_base(game->store, game->base, &game->version, &why) == 0;
    return kept;
}

void session_draft_drop(struct game_session *game)
{
    game->draft = game->draft_kept = game->base_kept = game->logged = false;
    store_draft_drop(game->store, session_record(game)->id);
    session_tell(game, &(struct game_event){.kind = GAME_DRAFT, .text = ""});
}

/* The record has changed: update the draft. */
static void session_keep_draft(struct game_session *game, enum edit_log_event event)
{
    if (!game->trial)
        game->draft_kept = false;
    if (!game->trial && game->store) {
        game->draft_kept = session_draft_save(game, session_record(game));
        edit_log_note(game->store, &game->edits, event, &game->logged);
    }
    session_tell(game, &(struct game_event){.kind = GAME_CHANGED});
}

bool session_changed(struct game_session *game)
{
    struct note why;
    if (!game->trial && game->store && game->base && game->edits.undos &&
        store_may_save(game->store, game->base, session_record(game), &why) < 0) {
        edits_take_back(&game->edits, &game->spot);
        session_reread(game);
        session_refuse(game, REFUSED_POLICY, "%s", why.text);
        return false;
    }
    session_keep_draft(game, LOGGED_CHANGE);
    game->offered = (struct version){0}; /* with these changes there may be other conflicts */
    return true;
}

void session_sign_ply(struct game_session *game, const struct spot *spot)
{
    const char *by = game->ops->author(game->client);
    const struct track *track = &game->track;
    if (by)
        edit_sign_line(session_record(game), spot, by);
    if (game->rules && track->plies && !track->broken)
        edit_tell_side(session_record(game), spot, track->before.side, track->now.side,
                       game->rules->sides);
}

/* ---------------------------------------------------------------- undo */

/* Undo the user's last change, and keep later changes of others. The draft's log cannot record
 * this as one step. */
static bool session_undo_own(struct game_session *game, struct spot *spot, const char **what)
{
    struct note why;
    int result = merge_undo(&game->edits, spot, what, &why);
    if (result < 0) {
        session_refuse(game, result == FAIL_NAME ? REFUSED_OF_OTHERS : REFUSED_OTHERS_SINCE, "%s",
                       why.text);
        return false;
    }
    if (game->base)
        edits_match_saved(&game->edits, game->base);
    game->logged = false;
    return true;
}

/* Undo or redo one change. If `any` is false, undo skips later changes of others and undoes the
 * user's own last change. */
static bool session_step_back(struct game_session *game, bool redo, bool any)
{
    struct spot spot = game->spot;
    const char *what;
    if (!redo && !any && edits_last_is_of_others(&game->edits)) {
        if (!session_undo_own(game, &spot, &what))
            return false;
    } else if (!(redo ? edits_redo : edits_undo)(&game->edits, &spot, &what)) {
        session_refuse(game, redo ? REFUSED_NOTHING_TO_REDO : REFUSED_NOTHING_TO_UNDO, "%s",
                       redo ? "" : game->past.text);
        return false;
    }
    game->spot = spot;
    session_reread(game);
    session_keep_draft(game, redo ? LOGGED_REDO : LOGGED_UNDO);
    session_clock_follow(game);
    session_tell(game, &(struct game_event){.kind = GAME_UNDONE, .text = what, .yes = redo});
    return true;
}

int session_undo(struct game_session *game, int changes, bool any)
{
    int done = 0, plies = session_record(game)->moves.n;
    if (session_refuses(game))
        return 0;
    while (done < changes && session_step_back(game, false, any))
        done++;
    /* If the computer's ply was undone, undo the person's ply before it as well. */
    while (done && session_record(game)->moves.n < plies && game->edits.undos > 0 &&
           session_computer_should_undo(game)) {
        plies = session_record(game)->moves.n;
        if (!session_step_back(game, false, any))
            break;
        done++;
    }
    return done;
}

bool session_redo(struct game_session *game)
{
    return !session_refuses(game) && session_step_back(game, true, false);
}
