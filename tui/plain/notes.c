/* notes.c - plain mode's notes and changes: comments, judgements, marks, variations, undo. */
#include "config.h"

#include "tui/boards/board_scene.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plain_writable(struct plain *plain)
{
    if (!plain_live_on(plain))
        return !session_refuses(&plain->game);
    plain_say(plain, "The game is being played; you can write notes when it is over");
    return false;
}

const char *plain_author(const struct plain *plain)
{
    if (plain->lobby)
        return plain_lobby_name(plain);
    if (plain->store && store_shared(plain->store))
        return store_user(plain->store);
    return plain->options->user && *plain->options->user ? plain->options->user : NULL;
}

/* What the user's notes belong to: the ply at the reader's spot, or the selected member of it. */
static struct session_place place_here(const struct plain *plain)
{
    return (struct session_place){
        .node = plain->member ? spot_node(plain_record(plain), &plain->game.spot) : NULL,
        .part = plain->member};
}

static void plain_comment(struct plain *plain, const char *argument)
{
    struct session_place here = place_here(plain);
    if (!*argument) {
        const char *text = session_comment_text(&plain->game, &here);
        plain_say(plain,
                  *text ? "Your comment here: %s"
                        : "You have no comment here%s; type \"comment\" and a text to write one, "
                          "\"comment -\" to remove it",
                  text);
        return;
    }
    session_comment(&plain->game, &here, strcmp(argument, "-") != 0 ? argument : "");
}

/* Find a judgement by its symbol, its number, or the first words of its meaning. */
static const struct nag *nag_named(const char *text)
{
    const struct nag *nag;
    for (int i = 0; (nag = nag_at(i)) != NULL; i++)
        if (!strcmp(nag->ascii, text) || !strcmp(nag->words, text))
            return nag;
    return isdigit((unsigned char)*text) ? nag_numbered(atoi(text)) : NULL;
}

static void plain_nag(struct plain *plain, const char *argument)
{
    const struct nag *found = nag_named(argument);
    if (!found) {
        plain_say(plain, "Give a judgement by its sign or in words, as in \"nag !?\"");
        for (int i = 0; (found = nag_at(i)) != NULL; i++)
            plain_say(plain, "%s, %s", found->ascii, found->words);
        return;
    }
    struct session_place here = place_here(plain);
    session_judge_ply(&plain->game, &here, found->number);
}

enum { MARK_CELLS_TEXT = 400 };

/* Parse squares of this board and an optional colour, as in "e2 e4 red". Returns how many squares,
 * -1 after printing an error. */
static int read_cells(struct plain *plain, const char *argument, char cells[MARK_CELLS_TEXT],
                      const char **color)
{
    char word[32];
    int count = 0;
    size_t used = 0;
    *color = mark_color_name(1);
    while (plain_word(&argument, word, sizeof word)) {
        int number = mark_color_number(word);
        if (number && !*argument) {
            *color = mark_color_name(number);
            return count;
        }
        int length;
        if (count > 0 && !*argument &&
            board_cell_named(plain->game.rules->board, word, &length) == CELL_NONE) {
            plain_say(
                plain,
                "'%.20s' is neither a square of this board nor a colour; the colours are green, "
                "red, blue, yellow, cyan, magenta, orange and white",
                word);
            return -1;
        }
        if (plain_cell(plain, word) == CELL_NONE)
            return -1;
        if (used + 1 + strlen(word) >= MARK_CELLS_TEXT) {
            plain_say(plain, "An arrow cannot have that many squares");
            return -1;
        }
        text_add(cells, MARK_CELLS_TEXT, &used, "%s%s", count++ ? " " : "", word);
    }
    return count;
}

static void draw_mark(struct plain *plain, const char *argument, bool arrow)
{
    char cells[MARK_CELLS_TEXT] = "";
    const char *color;
    int count = read_cells(plain, argument, cells, &color);
    if (count < 0)
        return;
    if (arrow ? count < 2 : count != 1) {
        plain_say(plain, arrow ? "Give two squares or more, and a colour if you like"
                               : "Give a square, and a colour if you like");
        return;
    }
    struct session_place here = place_here(plain);
    session_mark(&plain->game, &here, arrow ? "arrow" : "circle", cells, color);
}

static void plain_mark(struct plain *plain, const char *argument)
{
    draw_mark(plain, argument, false);
}

static void plain_arrow(struct plain *plain, const char *argument)
{
    draw_mark(plain, argument, true);
}

static void plain_promote(struct plain *plain, const char *argument)
{
    (void)argument;
    session_promote(&plain->game);
}

static void delete_line(struct plain *plain, const char *argument)
{
    (void)argument;
    session_delete(&plain->game);
}

void plain_undo(struct plain *plain, int changes, bool any)
{
    if (session_undo(&plain->game, changes, any))
        plain_tell(plain);
}

static void plain_notes_undo(struct plain *plain, const char *argument)
{
    bool theirs = !strcmp(argument, "theirs");
    if (*argument && !theirs)
        plain_say(plain, "Nothing is undone; the only word that can follow \"undo\" is \"theirs\"");
    else if (theirs && plain->game.edits.undos && !edits_last_is_of_others(&plain->game.edits))
        plain_say(plain, "The last change is your own; type \"undo\" alone to undo it");
    else
        plain_undo(plain, 1, theirs);
}

static void plain_redo(struct plain *plain, const char *argument)
{
    (void)argument;
    if (session_redo(&plain->game))
        plain_tell(plain);
}

const struct plain_handler plain_note_handlers[] = {
    {REQ_COMMENT, plain_comment}, {REQ_NAG_PALETTE, plain_nag},
    {REQ_MARK_CELL, plain_mark},  {REQ_MARK_ARROW, plain_arrow},
    {REQ_PROMOTE, plain_promote}, {REQ_DELETE, delete_line},
    {REQ_UNDO, plain_notes_undo}, {REQ_REDO, plain_redo},
    {REQ_SAVE, plain_save},       {0},
};

/* ---- Plain mode's choice of whose notes are shown (tui/session/annotators.h), and merging an
 * annotator's notes into the game. */

static void tell_layers(struct plain *plain)
{
    const struct layers *layers = &plain->game.layers;
    bool any = false;
    for (int i = 0; i < layers->n; i++) {
        if (!layers->v[i].notes)
            continue;
        any = true;
        plain_say(plain, "By %s: %d %s, %s", layers->v[i].by, layers->v[i].notes,
                  layers->v[i].notes == 1 ? "note" : "notes",
                  layers->v[i].hidden ? "hidden" : "shown");
    }
    if (any)
        plain_say(plain, "Type \"layer NAME off\" to hide the notes of one person, \"layer NAME "
                         "on\" to show them");
    else
        plain_say(plain, "This game has no notes");
}

/* If a text ends with these words, cut the words off and return true. */
static bool plain_ends_with(char *text, const char *words)
{
    size_t length = strlen(text), end = strlen(words);
    if (length <= end || strcmp(text + length - end, words) != 0)
        return false;
    text[length - end] = '\0';
    return true;
}

static void plain_layer(struct plain *plain, const char *argument)
{
    char by[LAYER_NAME_ROOM + 20];
    layers_count(&plain->game.layers, plain_record(plain));
    if (!*argument) {
        tell_layers(plain);
        return;
    }
    if (!strcmp(argument, "all")) {
        for (int i = 0; i < plain->game.layers.n; i++)
            plain->game.layers.v[i].hidden = false;
        plain_say(plain, "All notes are shown");
        return;
    }
    snprintf(by, sizeof by, "%s", argument);
    bool here = plain_ends_with(by, " merge here"), merged = here || plain_ends_with(by, " merge");
    bool off = !merged && plain_ends_with(by, " off"),
         on = !merged && !off && plain_ends_with(by, " on");
    int at = layers_find(&plain->game.layers, by);
    if (at < 0 ||
        (!plain->game.layers.v[at].notes && (merged || !plain->game.layers.v[at].hidden))) {
        plain_say(plain, "%.60s has no notes on this game; type \"layer\" to see who has", by);
    } else if (merged && !layer_is_signed(&plain->game.layers.v[at])) {
        plain_say(plain, "Unsigned notes already belong to the game");
    } else if (merged) {
        session_merge_layer(&plain->game, by, here);
    } else {
        bool *hidden = &plain->game.layers.v[at].hidden;
        *hidden = off || (!on && !*hidden);
        plain_say(plain, "The notes of %s are %s", by, *hidden ? "hidden" : "shown");
    }
}

const struct plain_handler plain_layer_handlers[] = {
    {REQ_LAYER, plain_layer},
    {0},
};
