/* session_study.c - trials of an open game, and guessing its plies. */
#include "config.h"

#include "tui/session/game_session.h"

/* ---------------------------------------------------------------- trials */

void session_trial_begin(struct game_session *game)
{
    if (game->live) {
        session_refuse(game, REFUSED_TEXT, "you cannot start a trial in a live game");
        return;
    }
    game->kept = game->edits;
    game->kept_spot = game->spot;
    game->edits = (struct edits){0};
    edits_begin(&game->edits, record_copy(game->kept.record));
    game->trial = true;
    session_tell(game, &(struct game_event){.kind = GAME_TRIAL_BEGUN});
}

void session_trial_drop(struct game_session *game)
{
    if (!game->trial)
        return;
    edits_clear(&game->edits);
    game->edits = game->kept;
    game->kept = (struct edits){0};
    game->trial = false;
    game->spot = game->kept_spot;
}

void session_trial_end(struct game_session *game, bool keep)
{
    struct spot spot = game->spot;
    if (!game->trial)
        return;
    if (keep) { /* a trial is always writable; the game itself may not be */
        game->trial = false;
        bool refuses = session_refuses(game);
        game->trial = true;
        if (refuses)
            return;
    }
    struct record *tried = keep ? record_copy(session_record(game)) : NULL;
    session_trial_drop(game);
    if (keep) {
        session_before_change(game, "a trial");
        record_free(game->edits.record);
        game->edits.record = tried;
        game->spot = spot;
    }
    session_reread(game);
    if (!keep || session_changed(game))
        session_tell(game, &(struct game_event){.kind = GAME_TRIAL_ENDED, .yes = keep});
}

/* ---------------------------------------------------------------- guessing */

static void tell_guesses(struct game_session *game, const struct game_event *event)
{
    struct game_event told = *event;
    told.count = game->guessed;
    told.of = game->guesses;
    session_tell(game, &told);
}

void session_guess_toggle(struct game_session *game)
{
    if (!game->guessing && (game->play || game->live)) {
        session_refuse(game, REFUSED_TEXT, "you cannot guess plies in a game that is being played");
        return;
    }
    game->guessing = !game->guessing;
    if (game->guessing)
        game->guesses = game->guessed = 0;
    tell_guesses(game, &(struct game_event){.kind = game->guessing ? GAME_GUESSING : GAME_GUESS_END,
                                            .yes = true});
}

bool session_guess(struct game_session *game, const struct way_sought *ply)
{
    struct spot to = game->spot;
    struct note near;
    if (!spot_choices(session_record(game), &to)) {
        tell_guesses(game, &(struct game_event){.kind = GAME_GUESS_END});
        return false;
    }
    int choice = way_sought_find(ply, &to);
    game->guesses++;
    if (choice < 0) {
        const char *right = way_sought_near(ply, &to);
        note_set(&near, -1, "%s", right ? right : "");
        tell_guesses(game, &(struct game_event){.kind = GAME_GUESSED_ILL,
                                                .text = ply->text,
                                                .why = right ? &near : NULL});
        return false;
    }
    game->guessed++;
    spot_next(session_record(game), &to, choice);
    session_go(game, &to);
    tell_guesses(game,
                 &(struct game_event){.kind = GAME_GUESSED, .text = ply->text, .yes = choice > 0});
    return true;
}
