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

/* ---- Plain mode's command `follow`: opens whatever game a person in the lobby plays. */

/* True if the user may be taken to another game without asking, because the user neither has a seat
 * here nor is writing something. */
static bool may_be_led(const struct plain *plain)
{
    const struct live_table *table = &plain->lobby->table;
    if (!plain->open)
        return true;
    if (plain->game.composing || plain->game.trial || plain_unsaved(plain) ||
        plain->lobby->together.baton)
        return false;
    if (!table->journal)
        return plain_is_together(plain);
    return table->ended || table->side == NOBODY || plain_live_game(plain)->stage >= LIVE_OVER;
}

void plain_follow_on(struct plain *plain)
{
    struct lobby_place *place = &plain->lobby->session.place;
    const struct journal *journal = plain->lobby->table.journal;
    char id[ULID_LENGTH + 1];
    if (!*place->followed || !may_be_led(plain) ||
        !lobby_followed_to(place, journal ? journal->live.id : "", id))
        return;
    plain_say(plain, "%s, whom you follow, has started to play; opening that game",
              place->followed);
    plain_live_open(plain, id);
}
