/* game_words.c - the events of an open game as sentences: see game_words.h. */
#include "config.h"

#include "tui/session/words/game_words.h"

#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "tui/session/describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- worded.h */

void worded_say(struct worded *worded, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(worded->text, sizeof worded->text, format, list);
    va_end(list);
}

void worded_name(struct worded *worded, const char *name, const char *format, ...)
{
    size_t used = 0;
    va_list list;
    worded->named = true;
    text_add(worded->text, sizeof worded->text, &used, "%.200s", name);
    va_start(list, format);
    vsnprintf(worded->text + used, sizeof worded->text - used, format, list);
    va_end(list);
}

void worded_fail(struct worded *worded, const char *format, ...)
{
    va_list list;
    worded->error = true;
    va_start(list, format);
    vsnprintf(worded->text, sizeof worded->text, format, list);
    va_end(list);
}

/* ---------------------------------------------------------------- players eliminated */

const char *words_seat(const struct game_session *game, int side)
{
    const char *name =
        side == NOBODY ? "" : record_player_known(session_record(game), side_letter(side));
    return *name ? name : side_name(side);
}

bool words_gone(const struct game_session *game, char *out, size_t size)
{
    const struct track *track = &game->track;
    const char *rule = game->rules ? rule_cited(game->rules, CITE_OUT) : "";
    size_t used = 0;
    out[0] = '\0';
    for (int side = 0; track->plies && side < game->rules->sides; side++)
        if (words_is_out(&track->now, side) && !words_is_out(&track->before, side)) {
            const char *why = track_why_out(track, side);
            bool by_rule = why && strcmp(why, "resignation") != 0 && strcmp(why, "time") != 0;
            text_add(out, size, &used, "%s%s is out", used ? ", " : "", words_seat(game, side));
            if (why)
                text_add(out, size, &used, " (%s%s%s)", why, by_rule ? ", " : "",
                         by_rule ? rule : "");
        } else if (words_is_passed(&track->before, &track->now, side)) {
            text_add(out, size, &used, "%s%s has no ply and is skipped (%s)", used ? ", " : "",
                     words_seat(game, side), rule);
        }
    return used > 0;
}

bool words_gone_told(const struct game_session *game, char *out, size_t size)
{
    bool gone = words_gone(game, out, size);
    size_t used = strlen(out);
    if (strstr(out, " is out"))
        text_add(out, size, &used, "; the others play on");
    return gone;
}

/* ---------------------------------------------------------------- refusals */

static void word_refusal(const struct game_event *event, struct worded *out)
{
    const char *why = event->why->text;
    switch (event->cause) {
    case REFUSED_BROKEN:
        worded_fail(out, "the game cannot be replayed up to here: %s", why);
        break;
    case REFUSED_COMPUTER:
        worded_fail(out, "the computer is to move: {play-now} makes it move at once");
        break;
    case REFUSED_OVER:
        worded_fail(out, "the game is over: {take-back} takes the last ply back");
        break;
    case REFUSED_NOT_THE_END:
        worded_fail(out, "this is not the end of the game: {end} goes there");
        break;
    case REFUSED_IN_TRIAL:
        worded_fail(out, "a trial is not saved: {trial} ends it, {trial keep} keeps it");
        break;
    case REFUSED_NOTHING_TO_UNDO:
        worded_say(out, "there is nothing to undo%s%s", *why ? ": " : "", why);
        out->error = *why;
        break;
    case REFUSED_NOTHING_TO_REDO:
        worded_say(out, "there is nothing to redo");
        break;
    case REFUSED_OF_OTHERS:
        worded_fail(out, "only changes of other people are left: {undo theirs} undoes them");
        break;
    case REFUSED_OTHERS_SINCE:
        worded_fail(out,
                    "nothing is undone: %s; {undo theirs} undoes the changes of other people first",
                    why);
        break;
    case REFUSED_NO_PLY:
    case REFUSED_NO_OFFER:
    case REFUSED_NOTHING_THERE:
    case REFUSED_UNCHANGED:
        worded_say(out, "%s", why);
        break;
    case REFUSED_READ_ONLY:
    case REFUSED_POLICY:
    case REFUSED_RULES:
    case REFUSED_UNKNOWN:
    case REFUSED_FINISHED:
    case REFUSED_NOT_IN_PLAY:
    case REFUSED_NO_STORE:
    case REFUSED_TEXT:
        worded_fail(out, "%s", why);
        break;
    }
}

/* ---------------------------------------------------------------- a game in play */

/* Add the rule that an event cites. */
static void add_rule(const struct game_event *event, struct worded *out)
{
    size_t used = strlen(out->text);
    if (event->rule)
        text_add(out->text, sizeof out->text, &used, " (%s)", event->rule);
}

void words_draw_offer(const struct game_session *game, struct worded *out)
{
    int next = session_next_to_agree(game);
    *out = (struct worded){.named = true};
    worded_name(out, words_seat(game, game->offer),
                " offers a draw: %s must answer, {accept} or {decline}",
                next == NOBODY ? "somebody" : words_seat(game, next));
}

static void word_play(const struct game_session *game, const struct game_event *event,
                      struct worded *out)
{
    const char *player = words_seat(game, event->side);
    switch (event->kind) {
    case GAME_NEW_VARIATION:
        worded_say(out, "this is a new variation");
        break;
    case GAME_LOSES:
        worded_name(out, event->text, " loses the game: %s", event->why->text);
        add_rule(event, out);
        break;
    case GAME_ENDED:
        if (event->side == NOBODY)
            worded_say(out, "the game is drawn: %s", words_reason(event->text));
        else
            worded_name(out, player, " has won: %s", words_reason(event->text));
        add_rule(event, out);
        break;
    case GAME_REOPENED:
        worded_say(out, "the game continues: its result (%s) is removed", event->text);
        break;
    case GAME_SIDE_LEFT:
        worded_name(out, player, event->yes ? " has no time left" : " resigns");
        break;
    case GAME_OFFERED:
        words_draw_offer(game, out);
        break;
    case GAME_AGREED:
        worded_name(out, player, " agrees; %s must still answer, {accept} or {decline}",
                    words_seat(game, event->next));
        break;
    case GAME_DECLINED:
        if (event->side == NOBODY)
            worded_say(out, "the offer is declined");
        else
            worded_name(out, player, " declines the draw");
        break;
    case GAME_TAKEN_BACK:
        if (event->count == 1)
            worded_say(out, "the last ply is taken back");
        else
            worded_say(out, "the last %d plies are taken back, to your turn", event->count);
        break;
    case GAME_REMATCH:
        worded_say(out, "a new game of %s begins", ruleset_title(game->rules));
        break;
    default: /* GAME_RESUMED */
        worded_say(out, "the game continues%s",
                   game->clock.control.base ? ", and the clocks run" : "");
    }
}

static void word_computer(const struct game_session *game, const struct game_event *event,
                          struct worded *out)
{
    switch (event->kind) {
    case GAME_SEATED:
        if (event->yes)
            worded_name(out, event->text, " plays %s", side_name(event->side));
        else
            worded_say(out, "a person plays %s from now on", side_name(event->side));
        break;
    case GAME_CAME_BACK:
        worded_say(out, "the computer has played %s at the end of the game: {end} goes there",
                   event->text);
        break;
    case GAME_COMPUTER_STUCK:
        worded_say(out, "the computer pauses: {computer again} lets it try again");
        break;
    case GAME_COMPUTER_BROKE:
        worded_fail(out, "%s; play a ply for it, or {computer again} lets it try again",
                    event->why->text);
        break;
    case GAME_COMPUTER_PAUSED:
        worded_say(out, "the computer pauses%s: {computer again} resumes",
                   game->clock.control.base ? ", and the clocks are stopped" : "");
        break;
    default: /* GAME_COMPUTER_GOES_ON */
        worded_say(out, "the computer plays again");
    }
}

/* ---------------------------------------------------------------- notes, lines, saving */

static void word_note(const struct game_event *event, struct worded *out)
{
    const struct nag *nag = nag_numbered(event->count);
    const char *mark = event->yes ? "arrow" : "mark";
    switch (event->kind) {
    case GAME_COMMENTED:
        worded_say(out, event->yes ? "the comment is written" : "the comment is removed");
        break;
    case GAME_JUDGED:
        worded_say(out, "the judgement is %s: %s; {undo} undoes it",
                   event->yes ? "written" : "removed", nag ? nag->words : event->text);
        break;
    case GAME_MARKED:
        if (event->count < 0)
            worded_say(out, "%.80s: the %s is erased", event->text, mark);
        else
            worded_say(out, "%.80s: the %s is %s%s", event->text, mark,
                       event->count ? "drawn, " : "now ", event->color);
        break;
    default: /* GAME_LAYER_MERGED */
        worded_say(out, "%d note%s of %s %s part of the game now", event->count,
                   event->count == 1 ? "" : "s", event->text, event->count == 1 ? "is" : "are");
    }
}

static void word_line(const struct game_event *event, struct worded *out)
{
    int n = event->count;
    switch (event->kind) {
    case GAME_LINE_MOVED_UP:
        worded_say(out, "the line is moved up; {undo} undoes it");
        break;
    case GAME_DELETED:
        worded_say(out, "this ply and all after it are deleted; {undo} undoes it");
        break;
    case GAME_REPLACED:
        if (n < event->of)
            worded_say(out,
                       "the ply is replaced; %d of the %d plies after it %s left; {undo} undoes it",
                       n, event->of, n == 1 ? "is" : "are");
        else
            worded_say(out, "the ply is replaced; {undo} undoes it");
        break;
    default: /* GAME_GRAFTED */
        if (n)
            worded_say(out, "%d %s inserted", n, n == 1 ? "ply is" : "plies are");
        else
            worded_say(out, "these plies already follow here");
    }
}

static void word_saved(const struct game_session *game, const struct game_event *event,
                       struct worded *out)
{
    size_t used = 0;
    switch (event->kind) {
    case GAME_SAVED:
        text_add(out->text, sizeof out->text, &used, "saved%s as revision %lld%s%.60s",
                 event->yes ? ", with what someone else changed meanwhile," : "",
                 (long long)session_record(game)->rev, event->count ? " in " : "",
                 event->count ? store_title(game->store) : "");
        if (event->of)
            text_add(out->text, sizeof out->text, &used,
                     "; this game has another draft: open the game again to resume that draft");
        if (*event->text)
            text_add(out->text, sizeof out->text, &used,
                     "; somebody moved the game to %s, and it is saved there", event->text);
        break;
    case GAME_NOT_SAVED:
        worded_fail(out, "the game is not saved: %s", event->why->text);
        break;
    default: /* GAME_DRAFT_FAILED */
        worded_fail(out, "your unsaved changes cannot be stored: %s", event->why->text);
    }
}

static const char *taken_words(int taken)
{
    switch (taken) {
    case TAKEN_NOTHING:
        return "someone else changed the same fields; saving will ask which version to keep";
    case TAKEN_SAME:
        return "someone else changed the game: the new version has all your changes";
    case TAKEN_BOTH:
        return "someone else changed the game: both changes are here, but yours are not saved";
    default:
        return "someone else changed the game: ";
    }
}

/* What others have done to the stored game. */
static void word_others(const struct game_session *game, const struct game_event *event,
                        struct worded *out)
{
    const char *text = event->text;
    switch (event->kind) {
    case GAME_OTHERS_SAVED: {
        char revision[60] = "";
        if (event->count == TAKEN_ALL)
            snprintf(revision, sizeof revision, "this is revision %lld",
                     (long long)session_record(game)->rev);
        worded_say(out, "%s%s%s%s", taken_words(event->count),
                   event->count < 0 ? event->why->text : revision, *text ? "; moved to " : "",
                   text);
        out->error = event->count < 0 || event->count == TAKEN_NOTHING;
        break;
    }
    case GAME_OTHERS_MOVED:
        worded_say(out, "the game was moved to %s, and is saved there from now on", text);
        break;
    case GAME_MENDED:
        worded_say(out, "the game can be read again and has not changed");
        break;
    default: /* GAME_UNREADABLE */
        if (event->yes)
            worded_fail(out, "the game was deleted meanwhile: it stays here%s",
                        game->writable ? ", {save} saves it anew" : " until you leave it");
        else
            worded_fail(out, "%s - your own version stays here%s", event->why->text,
                        session_is_saved(game) ? "" : ", as a draft");
    }
}

/* ---------------------------------------------------------------- trials and guesses */

static void word_study(const struct game_event *event, struct worded *out)
{
    const char *text = event->text;
    switch (event->kind) {
    case GAME_TRIAL_BEGUN:
        worded_say(out, "try moves freely; {trial} restores the game, {trial keep} keeps them");
        break;
    case GAME_TRIAL_ENDED:
        worded_say(out, event->yes ? "the trial is now a change of the game; {undo} undoes it"
                                   : "the game is as it was before the trial");
        break;
    case GAME_GUESSING:
        worded_say(out, "what would you play? {step-next} shows what was played, {guess} stops");
        break;
    case GAME_GUESSED:
        worded_name(out, text, " is %s: %d of %d guessed", event->yes ? "in a variation" : "right",
                    event->count, event->of);
        break;
    case GAME_GUESSED_ILL:
        if (event->why)
            worded_fail(out, "%s: the move is right, %s; try again, or {step-next} shows it", text,
                        event->why->text);
        else
            worded_fail(out, "%s is not the ply of this game; try again, or {step-next} shows it",
                        text);
        out->named = true;
        break;
    default: /* GAME_GUESS_END */
        worded_say(
            out, event->yes ? "%d of %d guessed" : "this is the end of the line: %d of %d guessed",
            event->count, event->of);
    }
}

/* ---------------------------------------------------------------- all events */

void game_words(const struct game_session *game, const struct game_event *event, struct worded *out)
{
    *out = (struct worded){0};
    switch (event->kind) {
    case GAME_REFUSED:
        word_refusal(event, out);
        break;
    case GAME_UNDONE:
        worded_say(out, "%s: %s", event->yes ? "redone" : "undone", event->text);
        break;
    case GAME_NEW_VARIATION:
    case GAME_LOSES:
    case GAME_ENDED:
    case GAME_REOPENED:
    case GAME_SIDE_LEFT:
    case GAME_OFFERED:
    case GAME_AGREED:
    case GAME_DECLINED:
    case GAME_TAKEN_BACK:
    case GAME_RESUMED:
    case GAME_REMATCH:
        word_play(game, event, out);
        break;
    case GAME_SEATED:
    case GAME_CAME_BACK:
    case GAME_COMPUTER_STUCK:
    case GAME_COMPUTER_BROKE:
    case GAME_COMPUTER_PAUSED:
    case GAME_COMPUTER_GOES_ON:
        word_computer(game, event, out);
        break;
    case GAME_COMMENTED:
    case GAME_JUDGED:
    case GAME_MARKED:
    case GAME_LAYER_MERGED:
        word_note(event, out);
        break;
    case GAME_LINE_MOVED_UP:
    case GAME_DELETED:
    case GAME_REPLACED:
    case GAME_GRAFTED:
        word_line(event, out);
        break;
    case GAME_DRAFT_FAILED:
    case GAME_SAVED:
    case GAME_NOT_SAVED:
        word_saved(game, event, out);
        break;
    case GAME_OTHERS_SAVED:
    case GAME_OTHERS_MOVED:
    case GAME_UNREADABLE:
    case GAME_MENDED:
        word_others(game, event, out);
        break;
    case GAME_TRIAL_BEGUN:
    case GAME_TRIAL_ENDED:
    case GAME_GUESSING:
    case GAME_GUESSED:
    case GAME_GUESSED_ILL:
    case GAME_GUESS_END:
        word_study(event, out);
        break;
    case GAME_CONFLICT:
        worded_fail(out, "nothing is saved yet; someone else changed the same fields %s",
                    game->saving.unseen && game->offered.known ? "again" : "meanwhile");
        break;
    case GAME_SAID:
        worded_say(out, "%s", event->text);
        break;
    case GAME_UNDOES_OTHERS:
        worded_fail(out, "this also undoes changes of other people: {history %d theirs} does so",
                    event->count);
        break;
    case GAME_MOVED:
    case GAME_CHANGED:
    case GAME_DRAFT:
    case GAME_PLAYED:
    case GAME_COMPUTER_PLAYED:
    case GAME_PASSED:
    case GAME_ARRIVED:
    case GAME_QUESTION:
    case GAME_ASKS:
    case GAME_CHOICES:
    case GAME_TOLD:
    case GAME_SHOWN:
    case GAME_COMPOSED:
    case GAME_DIFF:
    case GAME_LAYERS:
        break;
    }
}

/* ---------------------------------------------------------------- conflicts */

static const char *or_nothing(const char *text)
{
    return *text ? text : "nothing";
}

static void tell_conflict(int number, const struct conflict *conflict, position_words_fn *each,
                          void *argument)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    fprintf(out, "%d, %s: mine is %s; theirs is %s; before it was %s%s", number, conflict->where,
            or_nothing(conflict->mine), or_nothing(conflict->theirs), or_nothing(conflict->base),
            conflict->stays ? "; the version you do not choose stays as a variation" : "");
    fclose(out);
    each(argument, text);
    free(text);
}

void words_conflicts(const struct game_session *game, position_words_fn *each, void *argument,
                     struct worded *answers)
{
    const struct merge *merge = &game->saving.merge;
    bool both = true;
    for (int i = 0; i < merge->conflicts; i++) {
        both &= merge->conflict[i].both;
        tell_conflict(i + 1, &merge->conflict[i], each, argument);
    }
    *answers = (struct worded){0};
    worded_say(answers, "type {save mine}%s {save theirs}%s%s", both ? "," : " or",
               both ? " or {save both}" : "",
               merge->conflicts > 1
                   ? "; several words, as in {save mine theirs}, answer the conflicts in this order"
                   : "");
}
