/* study.c - trials, and guessing plies.
 *
 * A trial is a copy of the game in which anything may be changed, even if the game is read-only; at its end the
 * game is restored, unless the trial is kept as a change of it. Guessing hides the following plies and compares
 * what the user plays with them. */
#include "config.h"
#include "tui/views/game/game_internal.h"

enum trial_end { TRIAL_BACK, TRIAL_KEEP, TRIAL_ON };

void table_trial_close(struct table *table)
{
    if (!table->trial)
        return;
    edits_clear(&table->edits);
    table->edits = table->kept;
    table->kept = (struct edits){0};
    table->trial = false;
    table->spot = table->kept_spot;
}

static void restore(struct table *table)
{
    table_trial_close(table);
    table_reread(table);
    table_judge(table);
}

static void end_trial(struct view *view, int choice)
{
    struct table *table = table_of(view);
    if (!table->trial || choice == TRIAL_ON)
        return;
    struct record *tried = choice == TRIAL_KEEP ? record_copy(table_record(table)) : NULL;
    struct spot spot = table->spot;
    restore(table);
    if (!tried) {
        app_say(view->app, "all is as it was before the trial");
        return;
    }
    table_before_change(table, "a trial");
    record_free(table->edits.record);
    table->edits.record = tried;
    table->spot = spot;
    table_changed(table);
    table_reread(table);
    app_say(view->app, "the trial is kept - {undo} undoes");
}

static void trial(struct table *table)
{
    if (!table->trial) {
        table->kept = table->edits;
        table->kept_spot = table->spot;
        edits_begin(&table->edits, record_copy(table->kept.record));
        table->trial = true;
        app_say(table->view.app, "a trial: play anything; {trial} ends it and all is back");
        return;
    }
    if (edits_saved(&table->edits)) {
        end_trial(&table->view, TRIAL_BACK);
        return;
    }
    table_menu_open(table, "the trial", end_trial);
    table_menu_add(table, TRIAL_BACK, "back to the game as it was");
    if (table->writable)
        table_menu_add(table, TRIAL_KEEP, "keep it as a change of the game");
    table_menu_add(table, TRIAL_ON, "go on trying");
}

/* ---------------------------------------------------------------- guessing */

static void guess(struct table *table)
{
    table->guessing = !table->guessing;
    if (table->guessing) {
        table->guesses = table->guessed = 0;
        app_say(table->view.app, "what would you play? {guess} shows what was played");
    } else {
        app_say(table->view.app, "%d of %d guessed", table->guessed, table->guesses);
    }
    table->tree_stale = true;
}

bool table_guess(struct table *table, const struct way_sought *ply)
{
    const char *near;
    struct spot to = table->spot;
    if (!table->guessing)
        return false;
    if (spot_choices(table_record(table), &to) == 0) {
        app_say(table->view.app, "this is the end of the line: %d of %d guessed", table->guessed, table->guesses);
        return true;
    }
    int choice = way_sought_find(ply, &to);
    table->guesses++;
    if (choice < 0) {
        near = way_sought_near(ply, &to);
        if (near)
            app_error(table->view.app, "%s: the move is right, %s: try again, or {guess} shows it", ply->text, near);
        else
            app_error(table->view.app, "%s is not what is written here: try again, or {guess} shows it", ply->text);
        return true;
    }
    table->guessed++;
    spot_next(table_record(table), &to, choice);
    table_go(table, &to);
    app_say(table->view.app, choice ? "%s is written as a variation: %d of %d guessed" : "%s it was: %d of %d guessed", ply->text,
            table->guessed, table->guesses);
    return true;
}

bool table_try(struct table *table, const struct event *event)
{
    switch (event->request) {
    case REQ_TRIAL:
        trial(table);
        return true;
    case REQ_GUESS:
        guess(table);
        return true;
    default:
        return false;
    }
}
