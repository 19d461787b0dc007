/* notes.c - plain mode's notes and changes: comments, marks. */
#include "config.h"

#include "tui/plain/plain_internal.h"

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
