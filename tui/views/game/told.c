/* told.c - handles the events of a game session (tui/session/game_session.h): shows messages, asks
 * questions, and marks what must be drawn again. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"
#include "tui/views/reader.h"
#include "tui/workers/engine_player.h"

#include <stdio.h>
#include <string.h>

static void tell_end(struct table *table, const struct game_event *event)
{
    char brief[80] = "";
    int winner = event->side;
    table_read_result(table);
    app_call(table->view.app, SET_BELL_END);
    if (event->rule)
        rule_number_brief(event->rule, brief, sizeof brief);
    app_say(table->view.app,
            table->game.trial ? "%s%s: %s%s%s%s  -  {trial}: end the trial"
                              : "%s%s: %s%s%s%s  -  {actions}: rematch, save, leave",
            winner == NOBODY ? "a draw" : table_seat_name(table, winner),
            winner == NOBODY ? "" : " wins", words_reason(event->text), event->rule ? " (" : "",
            brief, event->rule ? ")" : "");
}

/* After a ply, or when a player has left, say who is out or that a side is in check. */
static void tell_what_it_did(struct table *table)
{
    char gone[240];
    if (!table->game.play || !table->game.rules || !session_at_end(&table->game) ||
        table->game.track.broken || table->over)
        return;
    const struct verdict *verdict = track_verdict(&table->game.track);
    if (table_gone(table, gone, sizeof gone))
        app_say(table->view.app, "%s%s", gone,
                strstr(gone, "is out") ? "; the others play on" : "");
    else if (!verdict_over(verdict) && verdict->outcome != OUTCOME_PLAYING) {
        app_say(table->view.app,
                verdict->outcome == OUTCOME_DOUBLE_CHECK ? "double check" : "check");
        app_call(table->view.app, SET_BELL_CHECK);
    }
}

/* Show why the rules refuse something. The request `rules` then opens the rule that was cited. */
static void tell_rule(struct table *table, const struct note *why)
{
    char brief[sizeof why->text];
    table->reason = *why;
    rule_number_brief(why->text, brief, sizeof brief);
    app_error(table->view.app, "%s", brief);
}

static void answer_undo(struct view *view, bool yes)
{
    if (yes)
        session_undo(&table_of(view)->game, 1, true);
}

static void tell_refused(struct table *table, const struct game_event *event)
{
    struct app *app = table->view.app;
    const char *why = event->why->text;
    char words[sizeof event->why->text];
    switch (event->cause) {
    case REFUSED_RULES:
        tell_rule(table, event->why);
        break;
    case REFUSED_BROKEN:
        app_error(app, "the game cannot be replayed up to here: %s", why);
        break;
    case REFUSED_COMPUTER:
        app_error(app, "the computer is to move: {play-now} makes it move at once");
        break;
    case REFUSED_OVER:
        app_error(app, "the game is over: {take-back} takes the last ply back");
        break;
    case REFUSED_IN_TRIAL:
        app_error(app, "end the trial first: {trial}");
        break;
    case REFUSED_NOTHING_TO_UNDO:
        if (*why)
            app_error(app, "there is nothing to undo: %s", why);
        else
            app_say(app, "there is nothing to undo");
        break;
    case REFUSED_NOTHING_TO_REDO:
        app_say(app, "there is nothing to redo");
        break;
    case REFUSED_OF_OTHERS:
        app_ask(app, &table->view, "Only another user's changes are left to undo. Undo them?",
                answer_undo);
        break;
    case REFUSED_OTHERS_SINCE:
        app_ask(app, &table->view, "Someone else changed the same fields after you. Undo theirs?",
                answer_undo);
        break;
    case REFUSED_NO_PLY:
    case REFUSED_NO_OFFER:
    case REFUSED_NOTHING_THERE:
    case REFUSED_UNCHANGED:
        app_say(app, "%s", app_words(app, &table->view, why, words, sizeof words));
        break;
    default:
        app_error(app, "%s", app_words(app, &table->view, why, words, sizeof words));
    }
}

/* ---- what the commands of tui/session/game_commands.h tell */

static void choose_offered(struct view *view, int at)
{
    struct table *table = table_of(view);
    char argument[sizeof table->offered.argument[0]];
    snprintf(argument, sizeof argument, "%s", table->offered.argument[at]);
    app_request(view->app, table->offered.command, argument);
}

static void offer_choices(struct table *table, const struct game_event *event)
{
    struct table_offered *offered = &table->offered;
    offered->command = event->command;
    table_menu_open(table, event->text, choose_offered);
    for (int i = 0; i < event->count && i < MENU_ITEMS_MAX; i++) {
        snprintf(offered->argument[i], sizeof offered->argument[i], "%s",
                 event->choice[i].argument);
        table_menu_add(table, i, event->choice[i].text);
    }
}

static bool asked_done(struct view *view, const char *text)
{
    if (*text)
        app_request(view->app, table_of(view)->offered.command, text);
    return true;
}

/* Ask for the argument of a command. */
static void ask_argument(struct table *table, const struct game_event *event)
{
    struct table_offered *offered = &table->offered;
    const char *usage = command_row(event->command)->usage;
    bool completes = event->command == REQ_TAGS || event->command == REQ_COLLECT ||
                     (usage && !strcmp(usage, "FILE"));
    offered->command = event->command;
    snprintf(offered->label, sizeof offered->label, "%s: ", event->text);
    app_prompt(table->view.app, &table->view,
               &(struct prompt){.label = offered->label,
                                .text = event->content,
                                .done = asked_done,
                                .complete = completes ? table_complete : NULL});
}

static void answer_others(struct view *view, bool yes)
{
    char argument[40];
    snprintf(argument, sizeof argument, "%d theirs", table_of(view)->back_to);
    if (yes)
        app_request(view->app, REQ_HISTORY, argument);
}

static void tell_command(struct table *table, const struct game_event *event)
{
    struct app *app = table->view.app;
    char words[600];
    switch (event->kind) {
    case GAME_SAID:
        app_say(app, "%s", app_words(app, &table->view, event->text, words, sizeof words));
        break;
    case GAME_ARRIVED:
        table_look(table);
        break;
    case GAME_ASKS:
        ask_argument(table, event);
        break;
    case GAME_CHOICES:
        offer_choices(table, event);
        break;
    case GAME_DIFF:
        app_try_open(app, &pager_view,
                     &(struct pager_open){.title = event->text,
                                          .text = memory_text(event->content),
                                          .changes = true});
        break;
    case GAME_LAYERS:
        table->tree_stale = true;
        break;
    default: /* GAME_UNDOES_OTHERS */
        table->back_to = event->count;
        app_ask(app, &table->view, "This also undoes another user's changes. Go back?",
                answer_others);
    }
}

static void tell_play(struct table *table, const struct game_event *event)
{
    struct app *app = table->view.app;
    switch (event->kind) {
    case GAME_PLAYED:
        if (!table->reopened)
            tell_what_it_did(table);
        table->reopened = false;
        break;
    case GAME_SIDE_LEFT:
        tell_what_it_did(table);
        break;
    case GAME_REOPENED:
        table->reopened = true;
        app_say(app, "the game continues: its result (%s) is removed", event->text);
        break;
    case GAME_LOSES:
        table_ask_losing(table, event);
        break;
    case GAME_ENDED:
        tell_end(table, event);
        break;
    case GAME_OFFERED:
        app_say(app, "%s offers a draw: %s must answer  -  {actions}: accept, decline",
                table_seat_name(table, event->side), table_seat_name(table, event->next));
        break;
    case GAME_AGREED:
        app_say(app, "%s agrees; %s must still answer  -  {actions}: accept, decline",
                table_seat_name(table, event->side), table_seat_name(table, event->next));
        break;
    case GAME_DECLINED:
        if (event->side == NOBODY)
            app_say(app, "the offer is declined");
        else
            app_say(app, "%s declines the draw", table_seat_name(table, event->side));
        break;
    case GAME_TAKEN_BACK:
        app_say(app, "taken back: %s to move", table_seat_name(table, table->game.track.now.side));
        break;
    case GAME_RESUMED:
        app_say(app, "the game continues: %s to move%s",
                table_seat_name(table, table->game.track.now.side),
                table->game.clock.control.base ? ", and the clocks run" : "");
        break;
    default:
        table_computer_told(table, event);
    }
}

static void tell_note(struct table *table, const struct game_event *event)
{
    struct app *app = table->view.app;
    switch (event->kind) {
    case GAME_MARKED:
        table_deed(table, "%.80s: the %s is %s%s", event->text, event->yes ? "arrow" : "mark",
                   event->count > 0   ? "drawn, "
                   : event->count < 0 ? "erased"
                                      : "now ",
                   event->count < 0 ? "" : mark_color_name(table->brush));
        break;
    case GAME_LAYER_MERGED:
        app_say(app, "%d note%s of %s %s part of the game now", event->count,
                event->count == 1 ? "" : "s", event->text, event->count == 1 ? "is" : "are");
        break;
    case GAME_REPLACED:
        if (event->count < event->of) {
            app_say(app, "%s; %d of the %d plies after it remain - {undo} undoes", event->text,
                    event->count, event->of);
            break;
        } /* fall through */
    case GAME_JUDGED:
    case GAME_LINE_MOVED_UP:
    case GAME_DELETED:
        app_say(app, "%s - {undo} undoes", event->text);
        break;
    default: /* it is seen */
        break;
    }
}

static void tell_guess(struct table *table, const struct game_event *event)
{
    struct app *app = table->view.app;
    table->tree_stale = true;
    switch (event->kind) {
    case GAME_GUESSING:
        app_say(app, "what would you play? {guess} shows what was played");
        break;
    case GAME_GUESSED:
        app_say(app,
                event->yes ? "%s is in a variation: %d of %d guessed"
                           : "%s was played: %d of %d guessed",
                event->text, event->count, event->of);
        break;
    case GAME_GUESSED_ILL:
        if (event->why)
            app_error(app, "%s: the move is right, %s: try again, or {guess} shows it", event->text,
                      event->why->text);
        else
            app_error(app, "%s is not the ply of this game: try again, or {guess} shows it",
                      event->text);
        break;
    default:
        app_say(app,
                event->yes ? "%d of %d guessed" : "this is the end of the line: %d of %d guessed",
                event->count, event->of);
    }
}

static void table_told_by_game(void *self, const struct game_event *event)
{
    struct table *table = self;
    switch (event->kind) {
    case GAME_MOVED:
        table_moved(table, event->from);
        break;
    case GAME_CHANGED:
        table->tree_stale = true;
        table_read_result(table);
        table_together_changed(table);
        break;
    case GAME_DRAFT:
        app_draft_is(table->view.app, event->text);
        break;
    case GAME_DRAFT_FAILED:
        app_error(table->view.app, "the draft cannot be saved: %s", event->why->text);
        break;
    case GAME_REFUSED:
        tell_refused(table, event);
        break;
    case GAME_UNDONE:
        app_say(table->view.app, "%s: %s", event->yes ? "redone" : "undone", event->text);
        break;
    case GAME_COMMENTED:
    case GAME_JUDGED:
    case GAME_MARKED:
    case GAME_LAYER_MERGED:
    case GAME_LINE_MOVED_UP:
    case GAME_DELETED:
    case GAME_REPLACED:
    case GAME_PASSED:
    case GAME_GRAFTED:
        tell_note(table, event);
        break;
    case GAME_SAVED:
    case GAME_NOT_SAVED:
    case GAME_CONFLICT:
    case GAME_GONE:
        table_saved(table, event);
        break;
    case GAME_TRIAL_BEGUN:
        table->tree_stale = true;
        app_say(table->view.app, "try moves freely; {trial} ends the trial and restores the game");
        break;
    case GAME_TRIAL_ENDED:
        table->tree_stale = true;
        app_say(table->view.app, event->yes
                                     ? "the plies you tried are part of the game now; {undo} undoes"
                                     : "the game is as it was before the trial");
        break;
    case GAME_GUESSING:
    case GAME_GUESSED:
    case GAME_GUESSED_ILL:
    case GAME_GUESS_END:
        tell_guess(table, event);
        break;
    case GAME_SAID:
    case GAME_ARRIVED:
    case GAME_ASKS:
    case GAME_CHOICES:
    case GAME_DIFF:
    case GAME_LAYERS:
    case GAME_UNDOES_OTHERS:
        tell_command(table, event);
        break;
    default:
        tell_play(table, event);
    }
    table_clock_wake(table);
    table_computer_wake(table);
    table_endgame_wake(table);
}

static int64_t table_now(void *self)
{
    return app_now(((struct table *)self)->view.app);
}

static const char *table_signs(void *self)
{
    return table_author(self);
}

static const char *table_saves_as(void *self)
{
    return table_user(self);
}

static void table_labels(void *self, char *out, size_t size)
{
    table_label_here(self, out, size);
}

static bool table_leader_refuses(void *self)
{
    return table_together_refuses(self);
}

static struct session_place table_places(void *self)
{
    return table_place_here(self);
}

static int table_chooses(void *self)
{
    return ((struct table *)self)->choice;
}

static void table_copied(void *self, const char *what, const char *text, const char *file)
{
    app_copy(((struct table *)self)->view.app, what, text, file);
}

static bool table_is_restricted(void *self)
{
    return app_restricted(((struct table *)self)->view.app);
}

const struct game_client table_game_client = {
    .tell = table_told_by_game,
    .now = table_now,
    .author = table_signs,
    .saver = table_saves_as,
    .label = table_labels,
    .refuses = table_leader_refuses,
    .place = table_places,
    .choice = table_chooses,
    .copied = table_copied,
    .restricted = table_is_restricted,
    .computer = &engine_player,
};
