/* game_told.c - prints what happens to the open game (tui/session/game_session.h): the sentences of
 * tui/session/words/game_words.h, and the reader's place if it is another. Answers what the session
 * asks its client. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "tui/boards/board_art.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/words/game_words.h"
#include "tui/session/words/place_words.h"
#include "tui/system/process.h"
#include "tui/workers/engine_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Print the arguments that a command can have, and how it is typed. */
static void tell_choices(struct plain *plain, const struct game_event *event)
{
    for (int i = 0; i < event->count; i++)
        if (!event->choice[i].other)
            plain_say(plain, "%s", event->choice[i].text);
    plain_tell_command(plain, event->command);
}

void plain_tell_wanted(struct plain *plain, enum request command, const char *what)
{
    char word[COMMAND_WORD_ROOM];
    plain_say(plain, "Give %s: %s %s", what, command_word(command, word),
              command_row(command)->usage);
}

/* A command needs an argument: print what it is at present, or how the command is typed. */
static void tell_wanted(struct plain *plain, const struct game_event *event)
{
    if (event->content)
        plain_say(plain, *event->content ? "The game's %s: %s" : "The game has no %s", event->text,
                  event->content);
    else
        plain_tell_wanted(plain, event->command, event->text);
}

static void tell_diff(struct plain *plain, const struct game_event *event)
{
    char *clean = clean_copy(event->content, CLEAN_LINES);
    plain_say(plain, "%s:", event->text);
    plain_print(plain, clean);
    free(clean);
}

void plain_tell_lines(struct plain *plain, const char *lines, bool commands)
{
    char *text = memory_text(lines), *rest = text, *line;
    while ((line = strsep(&rest, "\n")) != NULL)
        if (*line && commands)
            plain_told(plain, line);
        else if (*line)
            plain_say(plain, "%s", line);
    free(text);
}

static bool ends_line(const char *text)
{
    return *text && text[strlen(text) - 1] == '\n';
}

/* Begin the same game again in place of the open one, if that may be closed. */
static bool plain_rematch(struct plain *plain)
{
    struct spot start = spot_start();
    if (!plain_may_close(plain, "or \"rematch\" again"))
        return false;
    struct record *record = session_rematch(&plain->game, plain->options->today);
    plain_close_game(plain);
    plain_begin_game(plain, record, &start);
    plain->game.play = true;
    session_seats_open(&plain->game);
    return true;
}

static void tell_conflicts(struct plain *plain)
{
    struct worded answers;
    plain->game.offered = plain->game.saving.version;
    words_conflicts(&plain->game, plain_say_sentence, plain, &answers);
    plain_tell_worded(plain, &answers);
}

/* What the event changes in plain mode besides its sentence. Returns false if the sentence is not
 * needed, because others say the same. */
static bool note_event(struct plain *plain, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_MOVED:
        plain_forget_losing(plain);
        return false;
    case GAME_CHANGED:
        plain->warned = false;
        plain->archive.deed = DEED_NONE; /* `undo` is about the game now */
        return false;
    case GAME_LOSES:
        snprintf(plain->losing, sizeof plain->losing, "%s", event->text);
        return true;
    case GAME_REMATCH:
        return plain_rematch(plain);
    case GAME_ENDED: /* the sentences about the last ply say how the rules ended the game */
        return !event->yes;
    default:
        return true;
    }
}

/* True if the reader's place is described after the event. */
static bool leads_on(const struct game_event *event)
{
    switch (event->kind) {
    case GAME_PLAYED:
    case GAME_SIDE_LEFT:
    case GAME_TAKEN_BACK:
    case GAME_RESUMED:
    case GAME_REMATCH:
    case GAME_GUESSED:
    case GAME_LINE_MOVED_UP:
    case GAME_DELETED:
    case GAME_REPLACED:
    case GAME_PASSED:
    case GAME_ARRIVED:
        return true;
    case GAME_GRAFTED:
        return event->count;
    case GAME_TRIAL_ENDED:
        return !event->yes;
    default:
        return false;
    }
}

static void plain_game_told(void *self, const struct game_event *event)
{
    struct plain *plain = self;
    struct worded worded;
    if (!note_event(plain, event))
        return;
    game_words(&plain->game, event, &worded);
    plain_tell_worded(plain, &worded);
    if (event->kind == GAME_QUESTION)
        plain_tell_question(plain, event->text, event->command, "");
    else if (event->kind == GAME_ASKS)
        tell_wanted(plain, event);
    else if (event->kind == GAME_COMPOSED && event->yes)
        session_compose_play(&plain->game);
    else if (event->kind == GAME_TOLD || event->kind == GAME_COMPOSED)
        plain_tell_lines(plain, event->content, event->kind == GAME_COMPOSED);
    else if (event->kind == GAME_SHOWN)
        fprintf(plain->out, "%s%s", event->content, ends_line(event->content) ? "" : "\n");
    else if (event->kind == GAME_DIFF)
        tell_diff(plain, event);
    else if (event->kind == GAME_CHOICES)
        tell_choices(plain, event);
    else if (event->kind == GAME_CONFLICT)
        tell_conflicts(plain);
    else if (event->kind == GAME_LOSES)
        plain_say(plain, "Type %s again to play it", event->text);
    else if (leads_on(event))
        plain_tell(plain);
}

void plain_tell(struct plain *plain)
{
    game_command_run(&plain->game, REQ_TELL, "");
}

const char *plain_author(const struct plain *plain)
{
    if (plain->lobby)
        return plain_lobby_name(plain);
    if (plain->store && store_shared(plain->store))
        return store_user(plain->store);
    return plain->options->user && *plain->options->user ? plain->options->user : NULL;
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
    return name || !plain->store ? name : store_user(plain->store);
}

static void plain_labels(void *self, char *out, size_t size)
{
    words_label_here(&((struct plain *)self)->game, out, size);
}

static enum form plain_form(void *self)
{
    return ((struct plain *)self)->style == PLAIN_LONG ? FORM_LONG : FORM_SHORT;
}

static bool plain_leader_refuses(void *self)
{
    return plain_together_refuses(self);
}

static void plain_draw(void *self, FILE *out)
{
    const struct game_session *game = &((struct plain *)self)->game;
    board_art_for(game->rules)
        ->show(
            &(struct board_view){
                .position = session_shown(game), .size = -1, .coordinates = true, .shaded = true},
            out);
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
    .form = plain_form,
    .draw = plain_draw,
    .refuses = plain_leader_refuses,
    .restricted = plain_is_restricted,
    .may_play = plain_may_play,
    .play = plain_plays,
    .computer = &engine_player,
};

const struct plain_handler plain_replay_handlers[] = {
    {REQ_TELL, NULL},
    {REQ_STEP_NEXT, NULL},
    {REQ_STEP_BACK, NULL},
    {REQ_GO_TO, NULL},
    {REQ_START, NULL},
    {REQ_END, NULL},
    {REQ_PLIES, NULL},
    {REQ_LAST_PLY, NULL},
    {REQ_MEMBERS, NULL},
    {REQ_MEMBER_NEXT, NULL},
    {REQ_TURN, NULL},
    {REQ_LINES, NULL},
    {REQ_LINE, NULL},
    {REQ_PARENT, NULL},
    {REQ_FORK_NEXT, NULL},
    {REQ_NOTE_NEXT, NULL},
    {0},
};

const struct plain_handler plain_study_handlers[] = {
    {REQ_TRIAL, NULL},     {REQ_GUESS, NULL}, {REQ_CASCADES, NULL}, {REQ_BOOKMARK, NULL},
    {REQ_BOOKMARKS, NULL}, {REQ_TAGS, NULL},  {REQ_DIFF, NULL},     {0},
};

const struct plain_handler plain_note_handlers[] = {
    {REQ_COMMENT, NULL},    {REQ_NAG_PALETTE, NULL},
    {REQ_MARK_CELL, NULL},  {REQ_MARK_ARROW, NULL},
    {REQ_PROMOTE, NULL},    {REQ_DELETE, NULL},
    {REQ_UNDO, NULL},       {REQ_REDO, NULL},
    {REQ_SAVE, plain_save}, {0},
};

const struct plain_handler plain_layer_handlers[] = {
    {REQ_LAYER, NULL},
    {0},
};
