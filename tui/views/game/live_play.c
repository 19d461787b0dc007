/* live_play.c - a player's actions at a live table: plies, offers, resigning; and which requests are
 * possible. See tui/views/game/live.h. */
#include "config.h"
#include "tui/views/game/live_internal.h"

#include "archive/replay/replay.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

struct journal_record table_live_record(const struct table *table, enum journal_event event)
{
    struct journal_record record;
    journal_record_begin(&record, event);
    if (table->live->side != NOBODY)
        value_set(&record.value, "side", (char[]){side_letter(table->live->side), '\0'}, false);
    return record;
}

/* Add the author to a record, in games where the players may exchange sides. */
static void sign(const struct table *table, struct journal_record *record)
{
    if (live_sides_may_change(live_game_of(table)))
        value_set(&record->value, "by", table->live->place->name, false);
}

/* Append a record and show the result; a failure is shown as a message. */
bool table_live_append(struct table *table, struct journal_record *record)
{
    struct table_live *live = table->live;
    struct note why = {0};
    int result = lobby_append(live->journal, record, &why);
    if (result < 0)
        app_error(table->view.app, "%s", why.text);
    table_live_update(table);
    return result == 0;
}

/* ------------------------------------------------------------------------------------------- playing */

static bool at_live_end(const struct table *table)
{
    return table->spot.depth == 0 && table->spot.ply == table_record(table)->moves.n;
}

bool table_live_may_play(struct table *table)
{
    struct app *app = table->view.app;
    if (!table_live_on(table))
        return true;
    const struct live_game *game = live_game_of(table);
    if (table->live->journal->broken)
        app_say(app, "the game cannot go on: %s", table->live->journal->trouble.text);
    else if (table->live->side == NOBODY)
        app_say(app, "you watch this game");
    else if (!live_alive(game, table->live->side))
        app_say(app, "you are out of the game: you watch");
    else if (!at_live_end(table))
        app_say(app, "you look at an earlier position: {end} goes to the present one");
    else if (game->stage == LIVE_SEATS)
        app_say(app, "the game waits for its players");
    else if (game->stage == LIVE_PAUSED)
        app_say(app, "the game is paused: :go-on proposes to go on");
    else if (game->game.now.side != table->live->side)
        app_say(app, "it is %s%s's turn", game->seat[game->game.now.side].name,
                table_name_mark(table, game->seat[game->game.now.side].name));
    else
        return true;
    return false;
}

void table_live_play(struct table *table, const struct ply *ply)
{
    char text[PLY_ROOM];
    const struct live_game *game = live_game_of(table);
    struct note why;
    int result = ply_kept(&game->game.now, ply, FORM_LONG, text, &why);
    table_compose_reset(table);
    if (result < 0)
        app_error(table->view.app, "%s", why.text);
    if (result < 0 || !table_live_may_play(table))
        return;
    struct journal_record record = table_live_record(table, JOURNAL_PLY);
    value_set(&record.value, "m", text, false);
    sign(table, &record);
    table_live_append(table, &record);
}

/* ------------------------------------------------------------------------------------------- offers, results */

static void end_by(struct table *table, const char *why)
{
    struct journal_record record = table_live_record(table, JOURNAL_RESULT);
    value_set(&record.value, "why", why, false);
    sign(table, &record);
    table_live_append(table, &record);
}

static void answer_abort(struct view *view, bool yes)
{
    if (yes)
        end_by(table_of(view), "aborts");
}

static void propose(struct table *table, enum live_offer_kind kind, int count)
{
    char number[16], asked[PLAYER_NAME_MAX + 8];
    if (kind == LIVE_ABORT && live_may_abort(live_game_of(table), table->live->side)) {
        app_ask(table->view.app, &table->view, "Do you stop the game without a result?", answer_abort);
        return;
    }
    struct journal_record record = table_live_record(table, JOURNAL_OFFER);
    value_set(&record.value, "what", live_offer_text(kind), false);
    snprintf(number, sizeof number, "%d", count);
    if (count)
        value_set(&record.value, "count", number, true);
    if (table_live_append(table, &record) && live_game_of(table)->offer.kind == kind) /* otherwise nobody has to agree */
        app_say(table->view.app, "you propose %s; %s asked", live_offer_said(kind),
                lobby_asked(live_game_of(table), table->live->side, asked, sizeof asked));
}

static void take_back(struct table *table)
{
    const struct live_game *game = live_game_of(table);
    struct note why;
    int count = 0, plies = game->game.plies;
    while (count < plies && game->ply[plies - 1 - count].side != table->live->side)
        count++;
    if (++count > plies) {
        app_say(table->view.app, "you have not played yet");
        return;
    }
    struct journal_record record = table_live_record(table, JOURNAL_TAKEBACK);
    if (count == 1 && lobby_append(table->live->journal, &record, &why) == 0) {
        table_live_update(table);
        app_say(table->view.app, "taken back");
        return;
    }
    if (count > 1)
        journal_record_clear(&record);
    propose(table, LIVE_TAKEBACK, count);
}

static void answer(struct table *table, bool agrees)
{
    const struct live_game *game = live_game_of(table);
    if (app_now(table->view.app) - table->live->offer_since < strtol(app_setting(table->view.app, SET_ANSWER), NULL, 10)) {
        app_say(table->view.app, "the offer changed just now: look again");
        return;
    }
    struct journal_record record = table_live_record(table, JOURNAL_ACCEPT);
    value_set(&record.value, "what", live_offer_text(game->offer.kind), false);
    if (!agrees)
        value_set(&record.value, "agree", "no", false);
    sign(table, &record);
    table_live_append(table, &record);
}

static void answer_resign(struct view *view, bool yes)
{
    if (yes)
        end_by(table_of(view), "resigns");
}

/* ------------------------------------------------------------------------------------------- requests */

static const struct {
    enum request request;
    enum live_offer_kind kind;
} proposals[] = {{REQ_OFFER_DRAW, LIVE_DRAW},
                 {REQ_OFFER_PAUSE, LIVE_PAUSE},
                 {REQ_OFFER_ADJOURN, LIVE_ADJOURN},
                 {REQ_OFFER_ABORT, LIVE_ABORT},
                 {REQ_OFFER_SWAP, LIVE_SWAP},
                 {REQ_GO_ON, LIVE_RESUME}};
enum { PROPOSALS = sizeof proposals / sizeof *proposals };

int table_live_can(const struct table *table, enum request request)
{
    if (!table->live)
        return ((request == REQ_CHAT || request == REQ_MUTE) && !table->together) || request == REQ_FOLLOW || request == REQ_SIT ||
                       (request >= REQ_OFFER_PAUSE && request < REQ_GO_ON)
                   ? 0
                   : -1;
    const struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    bool plays = live->side != NOBODY && !live->ended, going = plays && game->stage == LIVE_PLAYING;
    bool alive = plays && live_alive(game, live->side);
    switch (request) {
    case REQ_FOLLOW:
        return true;
    case REQ_SIT:
        return table_live_seat_is_free(table);
    case REQ_CHAT:
    case REQ_MUTE: /* after the game tui/views/game/following.c handles it */
        return live->ended ? -1 : 1;
    case REQ_TAKE_BACK:
    case REQ_OFFER_DRAW:
    case REQ_OFFER_PAUSE:
    case REQ_OFFER_ADJOURN:
    case REQ_OFFER_SWAP:
        return going && alive && !game->offer.kind;
    case REQ_OFFER_ABORT:
        return (going || (plays && game->stage == LIVE_PAUSED)) && alive && !game->offer.kind;
    case REQ_GO_ON:
        return plays && game->stage == LIVE_PAUSED && !game->offer.kind;
    case REQ_RESIGN:
        return plays && alive && game->stage <= LIVE_PAUSED;
    case REQ_ACCEPT:
        return plays && alive && game->offer.kind && !game->offer.agreed[live->side];
    case REQ_DECLINE:
        return plays && alive && game->offer.kind;
    case REQ_CLAIM_DRAW:
        return going && game->game.now.side == live->side;
    case REQ_REMATCH:
        return live->ended && live_side_of(game, live->place->name) != NOBODY;
    case REQ_PLAY:
    case REQ_SAVE:
    case REQ_PROMOTE:
    case REQ_GRAFT:
    case REQ_MARKS:
        return live->ended ? -1 : 0;
    default:
        return -1;
    }
}

bool table_live_request(struct table *table, const struct event *event)
{
    if (!table->live || table_live_can(table, event->request) != 1)
        return false;
    for (int i = 0; i < PROPOSALS; i++)
        if (proposals[i].request == event->request)
            return propose(table, proposals[i].kind, 0), true;
    switch (event->request) {
    case REQ_CHAT:
        if (*event->argument)
            table_live_said(&table->view, event->argument);
        else
            table_live_talk(table);
        return true;
    case REQ_FOLLOW: return lobby_follow(table->view.app, table->live->place, event->argument), true;
    case REQ_MUTE:
        table->live->unread = 0; /* the unread line may be one by the muted person */
        return lobby_mute(table->view.app, table->live->place, event->argument), true;
    case REQ_TAKE_BACK: return take_back(table), true;
    case REQ_ACCEPT: return answer(table, true), true;
    case REQ_DECLINE: return answer(table, false), true;
    case REQ_CLAIM_DRAW: return end_by(table, "claims"), true;
    case REQ_REMATCH: return table_live_rematch(table), true;
    case REQ_SIT: return table_live_sit_down(table), true;
    case REQ_RESIGN:
        if (live_game_of(table)->stage == LIVE_SEATS)
            return end_by(table, "withdrawn"), true;
        app_ask(table->view.app, &table->view, "Do you resign?", answer_resign);
        return true;
    default: return false;
    }
}
