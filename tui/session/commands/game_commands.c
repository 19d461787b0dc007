/* game_commands.c - the commands that act on the open game: see game_commands.h. The list of them
 * is at the end. */
#include "config.h"

#include "tui/session/commands/game_commands.h"

#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/archive/collecting.h"
#include "tui/session/describe.h"
#include "tui/session/commands/commands_internal.h"
#include "tui/session/words/live_words.h"
#include "tui/system/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- texts */

void session_tell_sentences(struct game_session *game, struct sentences *sentences,
                            const struct game_event *event)
{
    struct game_event told = *event;
    char *text = sentences_end(sentences);
    told.content = text;
    session_tell(game, &told);
    free(text);
}

void session_told(struct game_session *game, struct sentences *sentences, const char *title)
{
    char *text = sentences_end(sentences);
    if (*text)
        session_tell(game, &(struct game_event){.kind = GAME_TOLD, .text = title, .content = text});
    free(text);
}

void session_tell_one(struct game_session *game, const char *sentence)
{
    session_tell(game, &(struct game_event){.kind = GAME_TOLD, .text = "", .content = sentence});
}

/* ---------------------------------------------------------------- arguments */

void session_ask(struct game_session *game, enum request command, const char *what)
{
    session_tell(game, &(struct game_event){.kind = GAME_ASKS, .command = command, .text = what});
}

static void tell_choices(struct game_session *game, enum request command, const char *title,
                         const struct game_choice *choice, int n)
{
    session_tell(
        game,
        &(struct game_event){
            .kind = GAME_CHOICES, .command = command, .text = title, .choice = choice, .count = n});
}

bool session_read_number(struct game_session *game, const char *text, int least, int most, int *out)
{
    struct note why;
    if (argument_number(text, least, most, out, &why) == 0)
        return true;
    session_refuse(game, REFUSED_TEXT, "%s", why.text);
    return false;
}

/* If a text ends with these words, cut the words off and return true. */
static bool cut_words(char *text, const char *words)
{
    size_t length = strlen(text), end = strlen(words);
    if (length <= end || strcmp(text + length - end, words) != 0)
        return false;
    text[length - end] = '\0';
    return true;
}

static bool is_guest(const struct game_session *game)
{
    return game->ops->restricted && game->ops->restricted(game->client);
}

/* ---------------------------------------------------------------- files */

void session_copy(struct game_session *game, enum request command, const char *what,
                  const char *text, const char *file)
{
    char path[PATH_ROOM];
    if (is_guest(game))
        session_refuse(game, REFUSED_POLICY, "you cannot write files here");
    else if (!*file)
        session_ask(game, command, "the name of a new file");
    else if (!path_expand(file, path, sizeof path))
        session_refuse(game, REFUSED_TEXT, "this file name is too long");
    else if (path_write(path, text, true))
        session_say(game, "%s is copied to %.300s", what, file);
    else if (errno == EEXIST)
        session_refuse(game, REFUSED_TEXT, "%.300s exists already; give another name", file);
    else
        session_refuse(game, REFUSED_TEXT, "%.300s cannot be written: %s", file, strerror(errno));
}

/* Write the game's text, as the archive stores it, to a new file. */
static void copy_text(struct game_session *game, const char *file)
{
    struct yaml_text text = {0};
    record_write(session_record(game), &text);
    session_copy(game, REQ_COPY_TEXT, "the game's text", text.v, file);
    free(text.v);
}

/* ---------------------------------------------------------------- lines */

/* The plies of the line that was copied last, in this game or another one; NULL: none was. */
static char *copied_line;

static void copy_line(struct game_session *game, const char *file)
{
    const struct game_client *ops = game->ops;
    int n = 1;
    if (session_hides_plies(game))
        return;
    char *line = session_line_text(game, game->choice);
    if (!line) {
        session_refuse(game, REFUSED_NO_PLY, "no ply follows here");
        return;
    }
    for (const char *c = line; *c; c++)
        n += *c == ' ';
    free(copied_line);
    copied_line = line;
    if (ops->copied)
        ops->copied(game->client, "the line", line, file);
    else
        session_say(game, "%d %s copied; {graft} inserts %s elsewhere", n,
                    n == 1 ? "ply is" : "plies are", n == 1 ? "it" : "them");
}

static void graft(struct game_session *game, const char *argument)
{
    (void)argument;
    if (copied_line)
        session_graft(game, copied_line);
    else
        session_refuse(game, REFUSED_NOTHING_THERE,
                       "no line has been copied: {copy-line} copies one");
}

/* ---------------------------------------------------------------- moving through the game */

static const char *nowhere(enum request command)
{
    switch (command) {
    case REQ_STEP_NEXT:
    case REQ_END:
        return "this is the end of the line";
    case REQ_STEP_BACK:
    case REQ_START:
        return "this is the start of the game";
    case REQ_SIBLING_NEXT:
    case REQ_SIBLING_PREVIOUS:
        return "there is no other line in that direction";
    case REQ_FORK_NEXT:
    case REQ_FORK_PREVIOUS:
        return "there are no variations in that direction";
    case REQ_NOTE_NEXT:
    case REQ_NOTE_PREVIOUS:
        return "there are no notes in that direction";
    default:
        return "this is the main line, not a variation";
    }
}

/* Move a spot as a command does. Returns false if there is nothing in that direction. */
static bool spot_travel(const struct record *record, struct spot *at, enum request command,
                        int count, int choice)
{
    struct spot from = *at;
    bool moved = false;
    switch (command) {
    case REQ_STEP_NEXT:
        for (int i = 0; i < count && spot_next(record, at, i ? 0 : choice); i++)
            moved = true;
        return moved;
    case REQ_STEP_BACK:
        for (int i = 0; i < count && spot_back(at); i++)
            moved = true;
        return moved;
    case REQ_START:
        *at = spot_start();
        return !spot_same(at, &from);
    case REQ_END:
        return spot_end(record, at);
    case REQ_SIBLING_NEXT:
    case REQ_SIBLING_PREVIOUS:
        return spot_sibling(record, at, command == REQ_SIBLING_NEXT ? 1 : -1);
    case REQ_FORK_NEXT:
    case REQ_FORK_PREVIOUS:
        return spot_fork(record, at, command == REQ_FORK_NEXT ? 1 : -1);
    case REQ_NOTE_NEXT:
    case REQ_NOTE_PREVIOUS:
        return spot_noted(record, at, command == REQ_NOTE_NEXT ? 1 : -1);
    default: /* REQ_PARENT */
        return spot_parent(at);
    }
}

void session_arrive(struct game_session *game, const struct spot *at)
{
    session_go(game, at);
    session_tell(game, &(struct game_event){.kind = GAME_ARRIVED});
}

bool session_travel(struct game_session *game, enum request command, int count)
{
    struct spot to = game->spot;
    bool moved = spot_travel(session_record(game), &to, command, count, game->choice);
    if (moved)
        session_arrive(game, &to);
    else
        session_refuse(game, REFUSED_NOTHING_THERE, "%s", nowhere(command));
    return moved;
}

static void steps(struct game_session *game, enum request command, const char *count)
{
    int plies = 1;
    if (!*count || session_read_number(game, count, 1, STEPS_MOST, &plies))
        session_travel(game, command, plies);
}

static void step_next(struct game_session *game, const char *count)
{
    steps(game, REQ_STEP_NEXT, count);
}

static void step_back(struct game_session *game, const char *count)
{
    steps(game, REQ_STEP_BACK, count);
}

/* Go to one end of the line, and arrive there even if the reader was there before. */
static void go_far(struct game_session *game, enum request command)
{
    struct spot to = game->spot;
    spot_travel(session_record(game), &to, command, 1, 0);
    session_arrive(game, &to);
}

static void go_start(struct game_session *game, const char *argument)
{
    (void)argument;
    go_far(game, REQ_START);
}

static void go_end(struct game_session *game, const char *argument)
{
    (void)argument;
    go_far(game, REQ_END);
}

/* Follow a continuation by its number, counted from 1. */
static void go_line(struct game_session *game, const char *number)
{
    struct spot to = game->spot;
    int line, lines = spot_choices(session_record(game), &to);
    if (session_hides_plies(game))
        return;
    if (!lines)
        session_refuse(game, REFUSED_NOTHING_THERE, "%s", nowhere(REQ_STEP_NEXT));
    else if (!*number)
        session_ask(game, REQ_LINE, "the number of a continuation");
    else if (session_read_number(game, number, 1, lines, &line)) {
        if (spot_next(session_record(game), &to, line - 1))
            session_arrive(game, &to);
        else
            session_refuse(game, REFUSED_NOTHING_THERE, "this variation has no plies");
    }
}

static bool in_variation(const struct game_session *game)
{
    return game->spot.depth > 0;
}

static void go_parent(struct game_session *game, const char *argument)
{
    (void)argument;
    session_travel(game, REQ_PARENT, 1);
}

static void go_fork(struct game_session *game, const char *argument)
{
    session_travel(game, strcmp(argument, "back") ? REQ_FORK_NEXT : REQ_FORK_PREVIOUS, 1);
}

static void go_note(struct game_session *game, const char *argument)
{
    session_travel(game, strcmp(argument, "back") ? REQ_NOTE_NEXT : REQ_NOTE_PREVIOUS, 1);
}

/* ---------------------------------------------------------------- notes */

/* Find a judgement by its sign, its meaning, or its number. */
static const struct nag *nag_named(const char *text)
{
    const struct nag *nag;
    int number;
    for (int i = 0; (nag = nag_at(i)) != NULL; i++)
        if (!strcmp(nag->ascii, text) || !strcmp(nag->words, text))
            return nag;
    return argument_number(text, 0, INT_MAX, &number, NULL) == 0 ? nag_numbered(number) : NULL;
}

static void judge(struct game_session *game, const char *argument)
{
    enum { NAGS_MOST = 64, TEXT_ROOM = 80 };
    char text[NAGS_MOST][TEXT_ROOM];
    struct game_choice choice[NAGS_MOST];
    const struct nag *nag = nag_named(argument);
    struct session_place here = session_place_here(game);
    int n = 0;
    if (session_refuses(game))
        return;
    if (nag) {
        session_judge_ply(game, &here, nag->number);
        return;
    }
    for (; n < NAGS_MOST && (nag = nag_at(n)); n++) {
        snprintf(text[n], TEXT_ROOM, "%-4s%s", nag->ascii, nag->words);
        choice[n] = (struct game_choice){.text = text[n], .argument = nag->ascii};
    }
    tell_choices(game, REQ_NAG_PALETTE, "the judgements", choice, n);
}

/* Tell a comment as one sentence, however many lines it has. */
static void tell_comment(struct game_session *game, const char *text)
{
    static const char before[] = "Your comment here: ";
    size_t size = sizeof before + strlen(text);
    char *told = memory_new(size, 1);
    snprintf(told, size, "%s%s", before, text);
    for (char *at = told; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    session_tell_one(game, told);
    free(told);
}

static void comment(struct game_session *game, const char *text)
{
    struct session_place here = session_place_here(game);
    if (*text) {
        if (!session_refuses(game))
            session_comment(game, &here, strcmp(text, "-") != 0 ? text : "");
        return;
    }
    text = session_comment_text(game, &here);
    if (*text)
        tell_comment(game, text);
    else
        session_say(game, "you have no comment here; {comment TEXT} writes one, {comment -} "
                          "removes it");
}

enum { MARK_CELLS_TEXT = 400 };

/* Read squares of this board and an optional colour, as in "e2 e4 red". Returns how many squares,
 * -1 after telling what is wrong. */
static int read_cells(struct game_session *game, enum request command, const char *text,
                      char cells[MARK_CELLS_TEXT], const char **color)
{
    char word[32];
    int count = 0, length;
    size_t used = 0;
    *color = mark_color_name(1);
    while (argument_word(&text, word, sizeof word)) {
        bool last = !*text;
        if (last && mark_color_number(word)) {
            *color = mark_color_name(mark_color_number(word));
            return count;
        }
        if (count && last && board_cell_named(game->rules->board, word, &length) == CELL_NONE) {
            session_refuse(game, REFUSED_TEXT,
                           "'%.20s' is neither a square of this board nor a colour; the colours "
                           "are green, red, blue, yellow, cyan, magenta, orange and white",
                           word);
            return -1;
        }
        if (session_read_cell(game, command, word) == CELL_NONE)
            return -1;
        if (used + 1 + strlen(word) >= MARK_CELLS_TEXT) {
            session_refuse(game, REFUSED_TEXT, "an arrow cannot have that many squares");
            return -1;
        }
        text_add(cells, MARK_CELLS_TEXT, &used, "%s%s", count++ ? " " : "", word);
    }
    return count;
}

static void draw_mark(struct game_session *game, enum request command, const char *argument)
{
    char cells[MARK_CELLS_TEXT] = "";
    const char *color;
    struct session_place here = session_place_here(game);
    bool arrow = command == REQ_MARK_ARROW;
    int count = read_cells(game, command, argument, cells, &color);
    if (count < 0)
        return;
    if (arrow ? count < 2 : count != 1)
        session_ask(game, command,
                    arrow ? "two squares or more, and a colour if you like"
                          : "a square, and a colour if you like");
    else
        session_mark(game, &here, arrow ? "arrow" : "circle", cells, color);
}

static void mark_cell(struct game_session *game, const char *argument)
{
    draw_mark(game, REQ_MARK_CELL, argument);
}

static void mark_arrow(struct game_session *game, const char *argument)
{
    draw_mark(game, REQ_MARK_ARROW, argument);
}

/* ---------------------------------------------------------------- whose notes are shown */

static bool has_layer(const struct layer *layer)
{
    /* A layer whose notes were all merged is gone, but one that is hidden can be shown again. */
    return layer->notes || layer->hidden;
}

static void list_layers(struct game_session *game)
{
    enum { TEXT_ROOM = LAYER_NAME_ROOM + 60 };
    const struct layers *layers = &game->layers;
    struct game_choice choice[LAYERS_MAX + 1];
    char text[LAYERS_MAX][TEXT_ROOM];
    bool merges = false;
    int n = 0;
    for (int i = 0; i < layers->n; i++) {
        const struct layer *layer = &layers->v[i];
        if (!has_layer(layer))
            continue;
        merges = merges || (game->writable && layer_is_signed(layer));
        snprintf(text[n], TEXT_ROOM, "%s: %d %s, %s", layer->by, layer->notes,
                 layer->notes == 1 ? "note" : "notes", layer->hidden ? "hidden" : "shown");
        choice[n] = (struct game_choice){.text = text[n], .argument = layer->by};
        n++;
    }
    if (merges)
        choice[n++] = (struct game_choice){
            .text = "merge notes into the game ...", .argument = "merge", .other = true};
    if (n)
        tell_choices(game, REQ_LAYER, "Enter shows or hides notes", choice, n);
    else
        session_refuse(game, REFUSED_NOTHING_THERE, "this game has no notes");
}

/* List whose notes could be merged: those at the reader's spot, and all. */
static void list_merges(struct game_session *game)
{
    enum { TEXT_ROOM = LAYER_NAME_ROOM + 60 };
    const struct layers *layers = &game->layers;
    struct game_choice choice[2 * LAYERS_MAX];
    char text[2 * LAYERS_MAX][TEXT_ROOM], argument[2 * LAYERS_MAX][TEXT_ROOM];
    int n = 0;
    for (int i = 0; i < layers->n; i++) {
        const char *by = layers->v[i].by;
        bool here = layer_written_at(session_record(game), &game->spot, by);
        for (int all = !here; layer_is_signed(&layers->v[i]) && all < 2; all++, n++) {
            if (all)
                snprintf(text[n], TEXT_ROOM, "all notes of %.40s: %d", by, layers->v[i].notes);
            else
                snprintf(text[n], TEXT_ROOM, "what %.40s wrote here", by);
            snprintf(argument[n], TEXT_ROOM, "%s merge%s", by, all ? "" : " here");
            choice[n] = (struct game_choice){.text = text[n], .argument = argument[n]};
        }
    }
    tell_choices(game, REQ_LAYER, "whose notes to merge into the game", choice, n);
}

/* "ana off", "ana on", "ana", "all", "merge", "ana merge", "ana merge here" */
static void show_layer(struct game_session *game, const char *argument)
{
    char by[LAYER_NAME_ROOM + 20];
    struct layers *layers = &game->layers;
    layers_count(layers, session_record(game));
    if (!*argument || !strcmp(argument, "merge")) {
        if (*argument)
            list_merges(game);
        else
            list_layers(game);
        return;
    }
    if (!strcmp(argument, "all")) {
        for (int i = 0; i < layers->n; i++)
            layers->v[i].hidden = false;
        session_tell(game, &(struct game_event){.kind = GAME_LAYERS});
        session_say(game, "all notes are shown");
        return;
    }
    snprintf(by, sizeof by, "%s", argument);
    bool here = cut_words(by, " merge here"), merges = here || cut_words(by, " merge");
    bool off = !merges && cut_words(by, " off"), on = !merges && !off && cut_words(by, " on");
    int at = layers_find(layers, by);
    if (at < 0 || !has_layer(&layers->v[at]) || (merges && !layers->v[at].notes)) {
        session_refuse(game, REFUSED_TEXT,
                       "this game has no notes by %.60s; {layer} lists who wrote some", by);
    } else if (merges && !layer_is_signed(&layers->v[at])) {
        session_refuse(game, REFUSED_NOTHING_THERE, "unsigned notes are part of the game already");
    } else if (merges) {
        session_merge_layer(game, by, here);
    } else {
        layers->v[at].hidden = off || (!on && !layers->v[at].hidden);
        session_tell(game, &(struct game_event){.kind = GAME_LAYERS});
        session_say(game, "the notes of %s are %s", layers->v[at].by,
                    layers->v[at].hidden ? "hidden" : "shown");
    }
}

/* ---------------------------------------------------------------- lines and changes */

static bool may_select_member(const struct game_session *game)
{
    return !game->composing;
}

static bool may_delete(const struct game_session *game)
{
    return game->spot.ply > 0 && game->writable;
}

static void replace(struct game_session *game, const char *ply)
{
    if (*ply)
        session_replace(game, ply);
    else if (!session_refuses(game))
        session_ask(game, REQ_REPLACE, "the ply to play instead");
}

static bool may_replace(const struct game_session *game)
{
    return game->rules && game->spot.ply > 0 && (game->writable || game->trial) &&
           !game->track.broken;
}

/* True if one of the changes after the first `changes` was made by somebody else. */
static bool of_others_since(const struct edits *edits, int changes)
{
    bool others = false;
    for (int i = changes; i < edits->undos; i++)
        others |= !strcmp(edits->undo[i].what, edits_of_others);
    return others;
}

static void list_changes(struct game_session *game)
{
    enum { CHANGES_SHOWN = 60, TEXT_ROOM = 120 };
    const struct edits *edits = &game->edits;
    struct game_choice choice[CHANGES_SHOWN];
    char text[CHANGES_SHOWN][TEXT_ROOM], number[CHANGES_SHOWN][12];
    int n = 0;
    for (int i = edits->undos; i >= 1 && n < CHANGES_SHOWN; i--, n++) {
        unsigned after = i < edits->undos ? edits->undo[i].number : edits->number;
        snprintf(text[n], TEXT_ROOM, "Change %d%s: %.60s", i,
                 after == edits->saved ? ", saved" : "", edits->undo[i - 1].what);
        snprintf(number[n], sizeof number[n], "%d", i);
        choice[n] = (struct game_choice){.text = text[n], .argument = number[n]};
    }
    tell_choices(game, REQ_HISTORY, "Enter goes back to one; :diff N", choice, n);
}

/* "", "3" or "3 theirs": list the changes, or undo all that were made after one of them. */
static void go_back_to(struct game_session *game, const char *argument)
{
    const struct edits *edits = &game->edits;
    char word[20];
    int number;
    bool theirs = argument_word(&argument, word, sizeof word) && !strcmp(argument, "theirs");
    if (!edits->undos) {
        session_refuse(game, REFUSED_NOTHING_THERE, "%s",
                       edits->redos ? "all changes are undone; {redo} redoes the first"
                                    : "nothing was changed here");
    } else if (!*word) {
        list_changes(game);
    } else if (*argument && !theirs) {
        session_refuse(game, REFUSED_TEXT,
                       "nothing is undone; the only word that can follow the number is \"theirs\"");
    } else if (session_read_number(game, word, 0, edits->undos, &number) &&
               !session_refuses(game)) {
        if (number == edits->undos)
            session_refuse(game, REFUSED_NOTHING_THERE,
                           "nothing is undone, because this is the last change");
        else if (of_others_since(edits, number) && !theirs)
            session_tell(game, &(struct game_event){.kind = GAME_UNDOES_OTHERS, .count = number});
        else if (session_undo(game, edits->undos - number, true))
            session_tell(game, &(struct game_event){.kind = GAME_ARRIVED});
    }
}

/* "" or "theirs": undo the last change, if it is the user's own, or that of somebody else. */
static void undo(struct game_session *game, const char *argument)
{
    bool theirs = !strcmp(argument, "theirs");
    if (*argument && !theirs)
        session_refuse(game, REFUSED_TEXT,
                       "nothing is undone; the only word that can follow {undo} is \"theirs\"");
    else if (theirs && game->edits.undos && !edits_last_is_of_others(&game->edits))
        session_refuse(game, REFUSED_TEXT,
                       "the last change is your own; type {undo} alone to undo it");
    else if (session_undo(game, 1, theirs))
        session_tell(game, &(struct game_event){.kind = GAME_ARRIVED});
}

static void redo(struct game_session *game, const char *argument)
{
    (void)argument;
    if (session_redo(game))
        session_tell(game, &(struct game_event){.kind = GAME_ARRIVED});
}

static bool may_undo(const struct game_session *game)
{
    return game->edits.undos > 0 || game->past.text[0];
}

static bool may_redo(const struct game_session *game)
{
    return game->edits.redos > 0;
}

static bool has_changed(const struct game_session *game)
{
    return game->edits.undos > 0;
}

/* ---------------------------------------------------------------- the game as a whole */

static void tag(struct game_session *game, const char *words)
{
    char *tags = NULL;
    if (*words && !session_tag(game, words))
        return;
    tags = record_tags(session_record(game));
    if (!*words)
        session_tell(game,
                     &(struct game_event){
                         .kind = GAME_ASKS, .command = REQ_TAGS, .text = "tags", .content = tags});
    else if (*tags)
        session_say(game, "the game's tags are now: %s", tags);
    else
        session_say(game, "the game's tags are removed");
    free(tags);
}

static bool is_writable(const struct game_session *game)
{
    return game->writable;
}

/* Add the game, at the ply of its main line, to the collection with a title. */
static void collect(struct game_session *game, const char *title)
{
    const struct spot *spot = &game->spot;
    const struct record *record = session_record(game);
    struct note said;
    if (!game->store || !game->version.known)
        session_refuse(game, REFUSED_NO_STORE,
                       "this game is not in the archive yet; {save} saves it");
    else if (!store_writable(game->store, &said))
        session_refuse(game, REFUSED_READ_ONLY, "%s", said.text);
    else if (!*title)
        session_ask(game, REQ_COLLECT, "the title of a new or existing collection");
    else if (collecting_add(game->store, title, game->ops->saver(game->client),
                            (const char(*)[ULID_LENGTH + 1]) record->id, 1,
                            spot->depth ? spot->branch[0].ply : spot->ply, &said) < 0)
        session_refuse(game, REFUSED_TEXT, "%s", said.text);
    else
        session_say(game, "%s", said.text);
}

static bool may_collect(const struct game_session *game)
{
    return game->writable && game->store && game->version.known;
}

/* Write the texts of a bookmark that is new. */
static void describe_bookmark(struct game_session *game, struct bookmark *bookmark)
{
    char title[400], ply[200];
    char *archive = game->store ? realpath(store_where(game->store), NULL) : NULL;
    bookmark_game(session_record(game), game->rules ? game->rules->sides : 2, title, sizeof title);
    game->ops->label(game->client, ply, sizeof ply);
    bookmark_tell(bookmark, archive ? archive : "", title, ply);
    free(archive);
}

/* Set a bookmark at the reader's spot, or remove the one that is there. */
static void set_bookmark(struct game_session *game, const char *argument)
{
    const char *id = session_record(game)->id;
    (void)argument;
    if (game->trial && !spot_is_in(session_record(game), &game->spot, game->kept.record)) {
        session_refuse(
            game, REFUSED_TEXT,
            "this ply is not part of the game; keep it first ({trial}), then set a bookmark");
        return;
    }
    if (!is_guest(game)) /* another terminal may have set some */
        bookmarks_read(id, &game->bookmarks);
    struct bookmark *bookmark = bookmarks_toggle(&game->bookmarks, id, &game->spot);
    if (bookmark)
        describe_bookmark(game, bookmark);
    if (!is_guest(game))
        bookmarks_write(id, &game->bookmarks);
    session_say(game, bookmark ? "bookmark set: {bookmarks} goes back to it, {bookmark} "
                                 "here removes it"
                               : "the bookmark is removed");
}

static bool may_differ(const struct game_session *game)
{
    return !game->live && (!edits_saved(&game->edits) || game->edits.undos || game->store);
}

/* ---------------------------------------------------------------- studying */

static void try_out(struct game_session *game, const char *argument)
{
    if (game->trial)
        session_trial_end(game, !strcmp(argument, "keep"));
    else
        session_trial_begin(game);
}

/* ---------------------------------------------------------------- a game in play */

bool session_resigns_as(struct game_session *game, const char *who)
{
    int side = session_resigner(game);
    bool other = *who && side != NOBODY && ascii_casecmp(who, side_name(side)) != 0 &&
                 strcmp(who, record_player(session_record(game), side_letter(side))) != 0;
    if (other)
        session_refuse(game, REFUSED_TEXT, "%s is to move, and only the side to move can resign",
                       side_name(side));
    return !other;
}

/* The side to move resigns. An argument must name that side or its player. */
static void resign(struct game_session *game, const char *who)
{
    if (session_resigns_as(game, who))
        session_resign(game);
}

static void tell_clock(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    sentences_begin(&telling);
    if (!words_clocks(game, NULL, sentences_add, &telling))
        sentences_add(&telling, "This game has no clock");
    session_told(game, &telling, "The clocks");
}

/* The client opens the new game, since it has to close this one. */
static void rematch(struct game_session *game, const char *argument)
{
    (void)argument;
    if (session_may_rematch(game))
        session_tell(game, &(struct game_event){.kind = GAME_REMATCH});
    else
        session_refuse(game, REFUSED_NOTHING_THERE,
                       "you can start a rematch when a game that was played here is over");
}

static bool goes_on(const struct game_session *game)
{
    return game->play && game->rules && !session_over(game) && session_at_end(game) &&
           !game->track.broken;
}

/* True if a person is to move. */
static bool person_moves(const struct game_session *game)
{
    return goes_on(game) && !session_computer_should_undo(game);
}

static bool may_offer(const struct game_session *game)
{
    return person_moves(game) && game->offer < 0;
}

static bool may_answer(const struct game_session *game)
{
    return goes_on(game) && game->offer >= 0;
}

static bool may_resign(const struct game_session *game)
{
    return goes_on(game) && session_resigner(game) != NOBODY;
}

static bool may_take_back(const struct game_session *game)
{
    return game->play && session_record(game)->moves.n > 0;
}

/* ---------------------------------------------------------------- the list */

static const struct game_command {
    enum request command;
    void (*run)(struct game_session *game, const char *argument);
    void (*does)(struct game_session *game); /* instead of run(): a command without an argument */
    bool (*can)(const struct game_session *game); /* whether it is offered; NULL: always */
    bool rules; /* it needs a game whose rules are known, and is refused in others */
} commands[] = {
    {REQ_COPY_TEXT, .run = copy_text},
    {REQ_STEP_NEXT, .run = step_next},
    {REQ_STEP_BACK, .run = step_back},
    {REQ_START, .run = go_start},
    {REQ_END, .run = go_end},
    {REQ_LINE, .run = go_line},
    {REQ_PARENT, .run = go_parent, .can = in_variation},
    {REQ_FORK_NEXT, .run = go_fork},
    {REQ_NOTE_NEXT, .run = go_note},
    {REQ_GO_TO, .run = session_go_to},
    {REQ_CASCADES, .run = session_find_cascades, .can = session_can_find},
    {REQ_MEMBER_NEXT, .run = session_select_member, .can = may_select_member, .rules = true},
    {REQ_TELL, .run = session_tell_place},
    {REQ_PLIES, .run = session_tell_plies},
    {REQ_LAST_PLY, .run = session_tell_last},
    {REQ_MEMBERS, .run = session_tell_members},
    {REQ_TURN, .run = session_tell_turn},
    {REQ_LINES, .run = session_tell_ways},
    {REQ_BOARD, .run = session_tell_board, .rules = true},
    {REQ_PIECES, .run = session_tell_pieces, .rules = true},
    {REQ_ROW, .run = session_tell_row, .rules = true},
    {REQ_LOOK, .run = session_tell_cell, .rules = true},
    {REQ_MOVES_FROM, .run = session_tell_moves, .rules = true},
    {REQ_ATTACKERS, .run = session_tell_attackers, .rules = true},
    {REQ_DIAGONALS, .run = session_tell_lines, .rules = true},
    {REQ_TYPE_MOVE, .run = command_play, .rules = true},
    {REQ_NUMBER_TARGETS, .run = command_list_choices, .can = session_has_targets, .rules = true},
    {REQ_SELECT, .run = command_lift, .rules = true},
    {REQ_TO, .run = command_move_to, .rules = true},
    {REQ_CHOOSE, .run = command_make_choice, .rules = true},
    {REQ_TURN_PIECE, .run = command_turn_piece, .rules = true},
    {REQ_DONE, .run = command_end_ply, .rules = true},
    {REQ_DROP_MEMBER, .run = command_retract, .can = session_has_begun, .rules = true},
    {REQ_ESCAPE, .run = command_drop, .can = session_has_begun, .rules = true},
    {REQ_INSPECT, .run = session_inspect, .rules = true},
    {REQ_COPY_POSITION, .run = session_copy_position, .rules = true},
    {REQ_COPY_DIAGRAM, .run = session_copy_diagram, .rules = true},
    {REQ_NAG_PALETTE, .run = judge},
    {REQ_COMMENT, .run = comment, .can = is_writable},
    {REQ_MARK_CELL, .run = mark_cell, .can = is_writable, .rules = true},
    {REQ_MARK_ARROW, .run = mark_arrow, .can = is_writable, .rules = true},
    {REQ_LAYER, .run = show_layer},
    {REQ_PROMOTE, .does = session_promote, .can = in_variation},
    {REQ_DELETE, .does = session_delete, .can = may_delete},
    {REQ_NULL_MOVE, .does = session_null_move},
    {REQ_REPLACE, .run = replace, .can = may_replace},
    {REQ_UNDO, .run = undo, .can = may_undo},
    {REQ_REDO, .run = redo, .can = may_redo},
    {REQ_HISTORY, .run = go_back_to, .can = has_changed},
    {REQ_COPY_LINE, .run = copy_line},
    {REQ_GRAFT, .run = graft},
    {REQ_DIFF, .run = session_diff, .can = may_differ},
    {REQ_TAGS, .run = tag, .can = is_writable},
    {REQ_COLLECT, .run = collect, .can = may_collect},
    {REQ_BOOKMARK, .run = set_bookmark},
    {REQ_TRIAL, .run = try_out},
    {REQ_GUESS, .does = session_guess_toggle, .rules = true},
    {REQ_RESIGN, .run = resign, .can = may_resign},
    {REQ_CLOCK, .run = tell_clock, .can = session_has_clocks},
    {REQ_REMATCH, .run = rematch, .can = session_may_rematch},
    {REQ_OFFER_DRAW, .does = session_offer_draw, .can = may_offer},
    {REQ_ACCEPT, .does = session_accept, .can = may_answer},
    {REQ_DECLINE, .does = session_decline, .can = may_answer},
    {REQ_CLAIM_DRAW, .does = session_claim, .can = person_moves},
    {REQ_TAKE_BACK, .does = session_take_back, .can = may_take_back},
};
enum { GAME_COMMANDS = sizeof commands / sizeof *commands };

static const struct game_command *row_of(enum request command)
{
    for (int i = 0; i < GAME_COMMANDS; i++)
        if (commands[i].command == command)
            return &commands[i];
    return NULL;
}

bool game_command_is(enum request command)
{
    return row_of(command);
}

enum request game_command_at(int i)
{
    return i < GAME_COMMANDS ? commands[i].command : REQ_NONE;
}

bool game_command_can(const struct game_session *game, enum request command)
{
    const struct game_command *row = row_of(command);
    return row && (!row->rules || game->rules) && (!row->can || row->can(game));
}

bool game_command_run(struct game_session *game, enum request command, const char *argument)
{
    const struct game_command *row = row_of(command);
    if (row && row->rules && !game->rules)
        session_refuse(game, REFUSED_UNKNOWN, "%s", game->unknown.text);
    else if (row && row->does)
        row->does(game);
    else if (row)
        row->run(game, argument);
    return row;
}
