/* replay.c - plain mode: the commands for reading a game; follows another person. */
#include "config.h"

#include "tui/plain/plain_internal.h"
#include "tui/session/words/place_words.h"

void plain_tell(struct plain *plain)
{
    game_command_run(&plain->game, REQ_TELL, "");
}

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
