/* game_told.c - plain mode's sentences about what happens to the open game
 * (tui/session/game_session.h). */
#include "config.h"

#include "archive/util/sanitize.h"
#include "core/position_text.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"
#include "tui/system/process.h"
#include "tui/workers/engine_player.h"

#include <stdio.h>
#include <stdlib.h>

static void tell_refused(struct plain *plain, const struct game_event *event)
{
    const char *why = event->why->text;
    switch (event->cause) {
    case REFUSED_READ_ONLY:
        plain_say(plain, "This game cannot be changed: %s", why);
        break;
    case REFUSED_BROKEN:
        plain_say(plain, "The game cannot be replayed to this ply: %s", why);
        break;
    case REFUSED_COMPUTER:
        plain_say(
            plain,
            "The computer is to move; type \"wait\" to wait for it, \"play-now\" to make it move at once");
        break;
    case REFUSED_FINISHED:
        if (!plain->game.play) {
            plain_refuse(plain, why);
            break;
        } /* fall through */
    case REFUSED_OVER:
        plain_say(plain, "The game is over; type \"takeback\" to take the last ply back");
        break;
    case REFUSED_NOT_THE_END:
        plain_say(plain, "This is not the end of the game; type \"end\" to go there");
        break;
    case REFUSED_IN_TRIAL:
        plain_say(
            plain,
            "A trial is not saved; type \"try\" to end it, \"try keep\" to make it a change of the game");
        break;
    case REFUSED_NOTHING_TO_UNDO:
        plain_say(plain, "There is nothing to undo%s%s", *why ? ": " : "", why);
        break;
    case REFUSED_NOTHING_TO_REDO:
        plain_say(plain, "There is nothing to redo");
        break;
    case REFUSED_OF_OTHERS:
        plain_say(plain,
                  "Only changes of other people are left; type \"undo theirs\" to undo them");
        break;
    case REFUSED_OTHERS_SINCE:
        plain_say(
            plain,
            "Nothing is undone: %s; type \"undo theirs\" to undo the changes of other people first",
            why);
        break;
    default:
        plain_told(plain, why);
    }
}

static void tell_command_event(struct plain *plain, const struct game_event *event)
{
    char word[COMMAND_WORD_ROOM], *clean;
    switch (event->kind) {
    case GAME_SAID:
        plain_told(plain, event->text);
        break;
    case GAME_ARRIVED:
        plain_tell(plain);
        break;
    case GAME_ASKS:
        if (event->content) {
            plain_say(plain, *event->content ? "The game's %s: %s" : "The game has no %s",
                      event->text, event->content);
            break;
        }
        plain_say(plain, "Give %s: %s %s", event->text, command_word(event->command, word),
                  command_row(event->command)->usage);
        break;
    case GAME_DIFF:
        plain_say(plain, "%s:", event->text);
        clean = clean_copy(event->content, CLEAN_LINES);
        plain_print(plain, clean);
        free(clean);
        break;
    case GAME_CHOICES:
        for (int i = 0; i < event->count; i++)
            if (!event->choice[i].other)
                plain_say(plain, "%s", event->choice[i].text);
        plain_tell_command(plain, event->command);
        break;
    case GAME_UNDOES_OTHERS:
        plain_say(plain,
                  "This would also undo changes of other people; type \"history %d theirs\" to do "
                  "so",
                  event->count);
        break;
    default: /* GAME_LAYERS: a sentence follows */
        break;
    }
}

static void tell_end(struct plain *plain, const struct game_event *event)
{
    if (event->yes)
        return; /* the sentences about the last ply say how the game ended */
    if (event->side == NOBODY)
        plain_say(plain, "The game is drawn: %s", event->text);
    else
        plain_say(plain, "%s has won: %s", side_name(event->side), event->text);
}

static void tell_loss(struct plain *plain, const struct game_event *event)
{
    snprintf(plain->losing, sizeof plain->losing, "%s", event->text);
    plain_say(plain, "%s loses the game: %s%s%s%s. Type %s again to play it", event->text,
              event->why->text, event->rule ? " (" : "", event->rule ? event->rule : "",
              event->rule ? ")" : "", event->text);
}

static void tell_taken_back(struct plain *plain, int plies)
{
    if (plies > 1)
        plain_say(plain, "The last %d plies are taken back, to your turn", plies);
    else
        plain_say(plain, "The last ply is taken back");
    plain_tell(plain);
}

static void tell_guess(struct plain *plain, const struct game_event *event)
{
    const char *text = event->text;
    switch (event->kind) {
    case GAME_GUESSING:
        plain_say(
            plain,
            "What would you play? Type \"next\" to see what was played, \"guess\" again to stop");
        break;
    case GAME_GUESSED:
        plain_say(plain,
                  event->yes ? "%s is in a variation: %d of %d guessed"
                             : "%s is right: %d of %d guessed",
                  text, event->count, event->of);
        plain_tell(plain);
        break;
    case GAME_GUESSED_ILL:
        if (event->why)
            plain_say(plain,
                      "%s: the move is right, %s; try again, or type \"next\" to see the ply", text,
                      event->why->text);
        else
            plain_say(plain,
                      "%s is not the ply of this game; try again, or type \"next\" to see the ply",
                      text);
        break;
    default:
        plain_say(plain,
                  event->yes ? "%d of %d guessed" : "This is the end of the line: %d of %d guessed",
                  event->count, event->of);
    }
}

static void tell_trial(struct plain *plain, const struct game_event *event)
{
    if (event->kind == GAME_TRIAL_BEGUN) {
        plain_say(
            plain,
            "Try moves freely; type \"try\" again to restore the game, \"try keep\" to make the trial a change of the game");
    } else if (event->yes) {
        plain_say(plain, "The trial is now a change of the game; type \"undo\" to undo it");
    } else {
        plain_say(plain, "The game is as it was before the trial");
        plain_tell(plain);
    }
}

static void tell_computer(struct plain *plain, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_SEATED:
        if (event->yes)
            plain_say(plain, "%s plays %s", event->text, side_name(event->side));
        else
            plain_say(plain, "A person plays %s from now on", side_name(event->side));
        break;
    case GAME_CAME_BACK:
        plain_say(plain,
                  "You are still at an earlier ply; type \"end\" to go to the end of the game");
        break;
    case GAME_COMPUTER_STUCK:
        plain_say(plain, "The computer pauses; type \"computer again\" to let it try again");
        break;
    case GAME_COMPUTER_BROKE:
        plain_refuse(plain, event->why->text);
        plain_say(plain, "Play a ply for the computer, or type \"computer again\"");
        break;
    case GAME_COMPUTER_PAUSED:
        plain_say(plain, "The computer pauses%s; type \"computer again\" to resume",
                  plain->game.clock.control.base ? ", and the clocks are stopped" : "");
        break;
    case GAME_COMPUTER_GOES_ON:
        plain_say(plain, "The computer plays again");
        break;
    default:
        break;
    }
}

static void tell_note(struct plain *plain, const struct game_event *event)
{
    const struct nag *nag = nag_numbered(event->count);
    switch (event->kind) {
    case GAME_COMMENTED:
        plain_say(plain, event->yes ? "The comment is written" : "The comment is removed");
        break;
    case GAME_JUDGED:
        plain_say(plain, "The judgement is %s: %s", event->yes ? "written" : "removed",
                  nag ? nag->words : event->text);
        break;
    case GAME_LAYER_MERGED:
        plain_say(plain, "%d %s of %s %s now unsigned notes of the game", event->count,
                  event->count == 1 ? "note" : "notes", event->text,
                  event->count == 1 ? "is" : "are");
        break;
    default:
        plain_say(plain, event->count < 0   ? "The mark is erased"
                         : event->count > 0 ? "The mark is drawn"
                                            : "The mark has a new colour now");
    }
}

static void tell_line(struct plain *plain, const struct game_event *event)
{
    int n = event->count;
    switch (event->kind) {
    case GAME_LINE_MOVED_UP:
        plain_say(plain, "The line is moved up");
        break;
    case GAME_DELETED:
        plain_say(plain, "This ply and all after it are deleted; type \"undo\" to restore them");
        break;
    case GAME_REPLACED:
        if (n < event->of)
            plain_say(
                plain,
                "The ply is replaced; %d of the %d plies after it %s left; type \"undo\" to restore all",
                n, event->of, n == 1 ? "is" : "are");
        else
            plain_say(plain, "The ply is replaced");
        break;
    case GAME_GRAFTED:
        if (!n) {
            plain_say(plain, "These plies already follow here");
            return;
        }
        plain_say(plain, "%d %s inserted", n, n == 1 ? "ply is" : "plies are");
        break;
    default: /* GAME_PASSED */
        break;
    }
    plain_tell(plain);
}

static void tell_saved(struct plain *plain, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_SAVED:
        plain_say(plain, "Saved%s as revision %lld",
                  event->yes ? ", with what someone else changed meanwhile," : "",
                  (long long)plain_record(plain)->rev);
        if (event->of)
            plain_say(plain,
                      "This game has another draft; open the game again to resume that draft");
        if (*event->text)
            plain_say(plain, "Somebody moved the game to %s; it is saved there", event->text);
        break;
    case GAME_GONE:
        plain->game.gone = true;
        plain_say(plain,
                  "Somebody deleted the game meanwhile; type \"save\" again to create it anew");
        break;
    case GAME_NOT_SAVED:
        plain_say(plain, "The game is not saved: %s", event->why->text);
        break;
    default:
        break; /* GAME_CONFLICT: plain_save() may resolve it by the words typed after "save" */
    }
}

static void tell_play(struct plain *plain, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_PLAYED:
        plain_tell(plain);
        break;
    case GAME_NEW_VARIATION:
        plain_say(plain, "This is a new variation");
        break;
    case GAME_LOSES:
        tell_loss(plain, event);
        break;
    case GAME_ENDED:
        tell_end(plain, event);
        break;
    case GAME_REOPENED:
        plain_say(plain, "The game continues: its result, %s, is removed", event->text);
        break;
    case GAME_SIDE_LEFT:
        plain_say(plain, event->yes ? "%s has no time left" : "%s resigns", side_name(event->side));
        plain_tell(plain);
        break;
    case GAME_OFFERED:
        plain_tell_draw(plain);
        break;
    case GAME_AGREED:
        plain_say(plain, "%s agrees; %s still has to type \"accept\" or \"decline\"",
                  side_name(event->side), side_name(event->next));
        break;
    case GAME_DECLINED:
        if (event->side == NOBODY)
            plain_say(plain, "The offer is declined");
        else
            plain_say(plain, "%s declines the draw", side_name(event->side));
        break;
    case GAME_TAKEN_BACK:
        tell_taken_back(plain, event->count);
        break;
    case GAME_RESUMED:
        plain_say(plain, "The game continues");
        plain_tell(plain);
        break;
    default:
        tell_computer(plain, event);
    }
}

/* Begin a new line if the prompt has just been printed: the event may have nothing to do with a
 * typed line. */
static void leave_prompt(struct plain *plain)
{
    if (plain->prompted)
        fputc('\n', plain->out);
    plain->prompted = false;
}

static void plain_game_told(void *self, const struct game_event *event)
{
    struct plain *plain = self;
    switch (event->kind) {
    case GAME_MOVED:
        plain_drop_draft(plain);
        plain_forget_losing(plain);
        plain->member = 0;
        return;
    case GAME_CHANGED:
        plain->warned = false;
        return;
    case GAME_DRAFT:
        return;
    default:
        leave_prompt(plain);
    }
    switch (event->kind) {
    case GAME_REFUSED:
        tell_refused(plain, event);
        break;
    case GAME_DRAFT_FAILED:
        plain_say(plain, "Your unsaved changes cannot be stored: %s", event->why->text);
        break;
    case GAME_UNDONE:
        plain_say(plain, "%s: %s", event->yes ? "Redone" : "Undone", event->text);
        break;
    case GAME_SAVED:
    case GAME_GONE:
    case GAME_NOT_SAVED:
    case GAME_CONFLICT:
        tell_saved(plain, event);
        break;
    case GAME_COMMENTED:
    case GAME_JUDGED:
    case GAME_MARKED:
    case GAME_LAYER_MERGED:
        tell_note(plain, event);
        break;
    case GAME_LINE_MOVED_UP:
    case GAME_DELETED:
    case GAME_REPLACED:
    case GAME_GRAFTED:
    case GAME_PASSED:
        tell_line(plain, event);
        break;
    case GAME_TRIAL_BEGUN:
    case GAME_TRIAL_ENDED:
        tell_trial(plain, event);
        break;
    case GAME_GUESSING:
    case GAME_GUESSED:
    case GAME_GUESSED_ILL:
    case GAME_GUESS_END:
        tell_guess(plain, event);
        break;
    case GAME_SAID:
    case GAME_ARRIVED:
    case GAME_ASKS:
    case GAME_CHOICES:
    case GAME_DIFF:
    case GAME_LAYERS:
    case GAME_UNDOES_OTHERS:
        tell_command_event(plain, event);
        break;
    default:
        tell_play(plain, event);
    }
}

static int64_t plain_now(void *self)
{
    (void)self;
    return milliseconds();
}

static const char *plain_signs(void *self)
{
    return plain_author(self);
}

static const char *plain_saves_as(void *self)
{
    const struct plain *plain = self;
    const char *name = plain_author(plain);
    return name ? name : store_user(plain->store);
}

static void plain_labels(void *self, char *out, size_t size)
{
    const struct plain *plain = self;
    char label[PLY_ROOM + 60];
    plain_ply_label(plain, &plain->game.spot, label, sizeof label);
    if (plain->member)
        snprintf(out, size, "member %d of %s", plain->member, label);
    else
        snprintf(out, size, "%s", label);
}

static bool plain_leader_refuses(void *self)
{
    return plain_together_refuses(self);
}

static struct session_place plain_places(void *self)
{
    return plain_place(self);
}

static bool plain_is_restricted(void *self)
{
    return ((struct plain *)self)->options->restricted;
}

const struct game_client plain_game_client = {
    .tell = plain_game_told,
    .now = plain_now,
    .author = plain_signs,
    .saver = plain_saves_as,
    .label = plain_labels,
    .refuses = plain_leader_refuses,
    .place = plain_places,
    .restricted = plain_is_restricted,
    .computer = &engine_player,
};
