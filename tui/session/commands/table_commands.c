/* table_commands.c - the commands of a live table: see table_commands.h. */
#include "config.h"

#include "tui/session/commands/table_commands.h"

#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/commands/commands_internal.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/session/words/live_words.h"

#include <string.h>

static const struct {
    enum request command;
    enum live_offer_kind kind;
} offers[] = {{REQ_OFFER_DRAW, LIVE_DRAW},       {REQ_OFFER_PAUSE, LIVE_PAUSE},
              {REQ_OFFER_ADJOURN, LIVE_ADJOURN}, {REQ_OFFER_ABORT, LIVE_ABORT},
              {REQ_OFFER_SWAP, LIVE_SWAP},       {REQ_GO_ON, LIVE_RESUME}};
enum { OFFERS = sizeof offers / sizeof *offers };

int table_command_can(const struct live_table *table, enum request command)
{
    const struct live_game *game = live_table_game(table);
    bool plays = table->side != NOBODY && !table->ended,
         going = plays && game->stage == LIVE_PLAYING;
    bool alive = plays && live_alive(game, table->side);
    switch (command) {
    case REQ_SIT:
        return live_table_seat_is_free(table);
    case REQ_TAKE_BACK:
    case REQ_OFFER_DRAW:
    case REQ_OFFER_PAUSE:
    case REQ_OFFER_ADJOURN:
    case REQ_OFFER_SWAP:
        return going && alive && !game->offer.kind;
    case REQ_CLOCK:
        return table->ended ? -1 : live_has_clock(game);
    case REQ_OFFER:
        return plays && alive && game->stage != LIVE_SEATS && game->stage <= LIVE_PAUSED &&
               !game->offer.kind;
    case REQ_OFFER_ABORT:
        return (going || (plays && game->stage == LIVE_PAUSED)) && alive && !game->offer.kind;
    case REQ_GO_ON:
        return plays && game->stage == LIVE_PAUSED && !game->offer.kind;
    case REQ_RESIGN:
        return plays && alive && game->stage <= LIVE_PAUSED;
    case REQ_ACCEPT:
        return plays && alive && game->offer.kind && !game->offer.agreed[table->side];
    case REQ_DECLINE:
        return plays && alive && game->offer.kind;
    case REQ_CLAIM_DRAW:
        return going && game->game.now.side == table->side;
    case REQ_REMATCH:
        return table->ended && live_side_of(game, table->place->name) != NOBODY;
    case REQ_PLAY:
    case REQ_SAVE:
    case REQ_PROMOTE:
    case REQ_GRAFT:
    case REQ_MARKS:
        return table->ended ? -1 : 0;
    default:
        return -1;
    }
}

/* The command "offer": propose what the argument names. */
static void offer(struct live_table *table, const char *argument)
{
    int kind = live_offer_named(argument);
    if (kind != LIVE_NO_OFFER)
        live_table_propose(table, (enum live_offer_kind)kind);
    else
        live_table_refuse(table, TABLE_INVALID,
                          "add one of these words to {offer}: draw, takeback, abort, pause, "
                          "adjourn, swap or resume");
}

static void tell_clock(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    struct sentences telling;
    sentences_begin(&telling);
    if (!words_clocks(table->game, table, sentences_add, &telling))
        sentences_add(&telling, "This game has no clock");
    else if (!live_clock_runs(game) && !live_table_late(table))
        sentences_add(&telling, game->stage == LIVE_PLAYING
                                    ? "The clocks are stopped until each side has played once"
                                    : "The clocks are stopped");
    session_told(table->game, &telling, "The clocks");
}

static void open_other(struct live_table *table, const char *id)
{
    live_table_tell(table, &(struct table_news){.kind = NEWS_OPENS, .text = id});
}

bool table_resigns_for(const struct live_table *table, const char *who)
{
    return !*who || table->side == NOBODY || !ascii_casecmp(who, side_name(table->side)) ||
           !strcmp(who, table->place->name);
}

static void resign(struct live_table *table, const char *who)
{
    if (table_resigns_for(table, who))
        live_table_resign(table);
    else
        live_table_refuse(table, TABLE_INVALID, "you play %s, and can only resign for yourself",
                          side_name(table->side));
}

bool table_command_run(struct live_table *table, enum request command, const char *argument)
{
    char id[ULID_LENGTH + 1];
    for (int i = 0; i < OFFERS; i++)
        if (offers[i].command == command)
            return live_table_propose(table, offers[i].kind), true;
    switch (command) {
    case REQ_CLOCK:
        return tell_clock(table), true;
    case REQ_OFFER:
        return offer(table, argument), true;
    case REQ_TAKE_BACK:
        return live_table_take_back(table), true;
    case REQ_ACCEPT:
    case REQ_DECLINE:
        return live_table_answer(table, command == REQ_ACCEPT), true;
    case REQ_CLAIM_DRAW:
        return live_table_claim(table), true;
    case REQ_RESIGN:
        return resign(table, argument), true;
    case REQ_REMATCH:
        if (live_table_rematch(table, id))
            open_other(table, id);
        return true;
    case REQ_SIT:
        if (live_table_sit_down(table, id))
            open_other(table, id);
        return true;
    default:
        return false;
    }
}
