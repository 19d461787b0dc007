/* told.c - handles the events of a game session (tui/session/game_session.h): shows their sentences
 * (tui/session/words/game_words.h) as messages, asks questions, and marks what must be drawn
 * again. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/words/game_words.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"
#include "tui/views/reader.h"
#include "tui/workers/engine_player.h"

#include <stdio.h>
#include <string.h>

void table_say(struct table *table, const struct worded *worded)
{
    char text[WORDED_ROOM];
    (worded->error ? app_error : app_say)(
        table->view.app, "%s",
        app_words(table->view.app, &table->view, worded->text, text, sizeof text));
}

/* Show a sentence that may cite a rule, with a short citation. */
static void say_brief(struct table *table, const struct worded *worded)
{
    struct worded brief = *worded;
    rule_number_brief(worded->text, brief.text, sizeof brief.text);
    table_say(table, &brief);
}

static void tell_end(struct table *table, struct worded *worded)
{
    size_t used = strlen(worded->text);
    text_add(worded->text, sizeof worded->text, &used,
             table->game.trial ? "  -  {trial}: end the trial"
                               : "  -  {actions}: rematch, save, leave");
    table_read_result(table);
    app_call(table->view.app, SET_BELL_END);
    say_brief(table, worded);
}

/* After a ply, or when a player has left, say who is out or that a side is in check. */
static void tell_what_it_did(struct table *table)
{
    char gone[240];
    if (!table->game.play || !table->game.rules || !session_at_end(&table->game) ||
        table->game.track.broken || table->over)
        return;
    const struct verdict *verdict = track_verdict(&table->game.track);
    if (words_gone_told(&table->game, gone, sizeof gone))
        app_say(table->view.app, "%s", gone);
    else if (!verdict_over(verdict) && verdict->outcome != OUTCOME_PLAYING) {
        app_say(table->view.app,
                verdict->outcome == OUTCOME_DOUBLE_CHECK ? "double check" : "check");
        app_call(table->view.app, SET_BELL_CHECK);
    }
}

static void answer_undo(struct view *view, bool yes)
{
    if (yes)
        session_undo(&table_of(view)->game, 1, true);
}

static void tell_refused(struct table *table, const struct game_event *event, struct worded *worded)
{
    struct app *app = table->view.app;
    table->refusals++;
    if (event->cause == REFUSED_OF_OTHERS)
        app_ask(app, &table->view, "Only another user's changes are left to undo. Undo them?",
                answer_undo);
    else if (event->cause == REFUSED_OTHERS_SINCE)
        app_ask(app, &table->view, "Someone else changed the same fields after you. Undo theirs?",
                answer_undo);
    else
        say_brief(table, worded);
    if (event->cause == REFUSED_RULES)
        table->reason = *event->why; /* the request `rules` then opens the rule that it cites */
}

/* ---- what the commands of tui/session/commands/game_commands.h tell */

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

/* Show what a command tells: one sentence as a message if it fits, otherwise a text. */
static void show_text(struct table *table, const struct game_event *event)
{
    const char *end = strchr(event->content, '\n');
    int wide = (int)strcspn(event->content, "\n");
    if ((end && end[1]) || wide > 2 * app_message_columns(table->view.app))
        app_try_open(table->view.app, &pager_view,
                     &(struct pager_open){.title = *event->text ? event->text : "In words",
                                          .text = memory_text(event->content)});
    else
        app_say(table->view.app, "%.*s", (int)strcspn(event->content, "\n"), event->content);
}

/* What the event changes on the screen besides a message. Returns false if that shows all of it,
 * and no message is needed. */
static bool show(struct table *table, const struct game_event *event)
{
    struct app *app = table->view.app;
    switch (event->kind) {
    case GAME_MOVED:
        table_moved(table, event->from);
        return false;
    case GAME_CHANGED:
        table->tree_stale = true;
        table_read_result(table);
        table_together_changed(table);
        return false;
    case GAME_DRAFT:
        app_draft_is(app, event->text);
        return false;
    case GAME_PLAYED:
        if (!table->reopened)
            tell_what_it_did(table);
        table->reopened = false;
        return false;
    case GAME_SIDE_LEFT:
        tell_what_it_did(table);
        return false;
    case GAME_REOPENED:
        table->reopened = true;
        return true;
    case GAME_COMPUTER_PLAYED:
        if (!event->yes)
            table_look(table);
        /* The reader will be brought back from the end of the game, which is not remembered as a
         * jump. */
        table->jumping = event->yes;
        return false;
    case GAME_CAME_BACK:
        table->jumping = false;
        return true;
    case GAME_TRIAL_BEGUN:
    case GAME_TRIAL_ENDED:
    case GAME_GUESSING:
    case GAME_GUESSED:
    case GAME_GUESSED_ILL:
    case GAME_GUESS_END:
        table->tree_stale = true;
        return true;
    case GAME_LAYERS:
        table->tree_stale = true;
        return false;
    case GAME_TOLD:
        show_text(table, event);
        return false;
    case GAME_COMPOSED:
        table_composed(table);
        return false;
    case GAME_DIFF:
        app_try_open(app, &pager_view,
                     &(struct pager_open){.title = event->text,
                                          .text = memory_text(event->content),
                                          .changes = true});
        return false;
    case GAME_ARRIVED:
        table_look(table);
        return false;
    case GAME_REMATCH:
        table_rematch(table);
        return false;
    case GAME_NEW_VARIATION: /* these are seen */
    case GAME_COMPUTER_STUCK:
    case GAME_COMMENTED:
    case GAME_GRAFTED:
    case GAME_PASSED:
        return false;
    default:
        return true;
    }
}

/* Events that ask the user something. Returns false if it is none of them. */
static bool ask(struct table *table, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_ASKS:
        ask_argument(table, event);
        return true;
    case GAME_CHOICES:
        offer_choices(table, event);
        return true;
    case GAME_QUESTION:
        table_ask_save(table, event->text);
        return true;
    case GAME_UNDOES_OTHERS:
        table->back_to = event->count;
        app_ask(table->view.app, &table->view, "This also undoes another user's changes. Go back?",
                answer_others);
        return true;
    default:
        return false;
    }
}

static void tell(struct table *table, const struct game_event *event)
{
    struct worded worded;
    if (ask(table, event) || !show(table, event))
        return;
    game_words(&table->game, event, &worded);
    switch (event->kind) {
    case GAME_REFUSED:
        tell_refused(table, event, &worded);
        break;
    case GAME_LOSES:
        table_ask_losing(table, worded.text);
        break;
    case GAME_ENDED:
        tell_end(table, &worded);
        break;
    case GAME_MARKED:
        table_deed(table, "%s", worded.text);
        break;
    case GAME_SAVED:
    case GAME_NOT_SAVED:
    case GAME_CONFLICT:
        table_saved(table, event, &worded);
        break;
    default:
        table_say(table, &worded);
    }
}

static void table_told_by_game(void *self, const struct game_event *event)
{
    struct table *table = self;
    tell(table, event);
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

static void table_copied(void *self, const char *what, const char *text, const char *file)
{
    app_copy(((struct table *)self)->view.app, what, text, file);
}

static bool table_may_play_typed(void *self)
{
    return table_may_play(self);
}

static void table_plays_typed(void *self, const struct ply *ply)
{
    table_play_ply(self, ply);
    table_look(self);
}

static void table_draws(void *self, FILE *out)
{
    struct table *table = self;
    table_make_board(table);
    struct board_view view = table_board_view(table);
    view.size = -1;
    view.named = view.coordinates;
    board_art_for(table->game.rules)->show(&view, out);
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
    .copied = table_copied,
    .draw = table_draws,
    .restricted = table_is_restricted,
    .may_play = table_may_play_typed,
    .play = table_plays_typed,
    .counts_moves = true,
    .steps = true,
    .computer = &engine_player,
};
