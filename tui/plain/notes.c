/* notes.c - plain mode's notes and changes: comments, marks. */
#include "config.h"

#include "tui/boards/board_scene.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"

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

struct session_place plain_place(const struct plain *plain)
{
    return (struct session_place){
        .node = plain->member ? spot_node(plain_record(plain), &plain->game.spot) : NULL,
        .part = plain->member};
}

static void plain_comment(struct plain *plain, const char *argument)
{
    struct session_place here = plain_place(plain);
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
    struct session_place here = plain_place(plain);
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

const struct plain_handler plain_note_handlers[] = {
    {REQ_COMMENT, plain_comment},
    {REQ_NAG_PALETTE, NULL},
    {REQ_MARK_CELL, plain_mark},
    {REQ_MARK_ARROW, plain_arrow},
    {REQ_PROMOTE, NULL},
    {REQ_DELETE, NULL},
    {REQ_UNDO, NULL},
    {REQ_REDO, NULL},
    {REQ_SAVE, plain_save},
    {0},
};

const struct plain_handler plain_layer_handlers[] = {
    {REQ_LAYER, NULL},
    {0},
};
