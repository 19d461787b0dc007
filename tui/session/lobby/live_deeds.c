/* live_deeds.c - what a user does at the table of a live game: sitting down, plies, offers and
 * answers, talk, a rematch. See live_table.h. */
#include "config.h"

#include "tui/session/lobby/live_table.h"

#include "core/position_text.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- seats */

void live_table_sit(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    table->side = (uint8_t)live_side_of(game, table->place->name);
    if (table->side == NOBODY) {
        live_table_refuse(table, TABLE_WATCHES, "you have no seat in this game, so you watch");
        return;
    }
    presence_go(table->place->presence, game->id, true);
    struct journal_record record = live_table_presence(table, JOURNAL_BACK);
    value_set(&record.value, "session", table->place->session, false);
    if (live_table_append(table, &record)) {
        live_table_tell(table, &(struct table_news){.kind = NEWS_SEATED, .side = table->side});
        return;
    }
    /* without this record nobody would know who has the seat */
    table->side = NOBODY;
    presence_go(table->place->presence, game->id, false);
    live_table_refuse(table, TABLE_NO_SEAT,
                      "you only watch: your return could not be saved (is the disk full?); "
                      "reopen the game later");
}

void live_table_watch(struct live_table *table)
{
    presence_go(table->place->presence, live_table_game(table)->id, false);
    live_table_tell(table, &(struct table_news){.kind = NEWS_WATCHING});
}

bool live_table_seat_is_free(const struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    if (table->ended || table->side != NOBODY || game->refused || game->stage >= LIVE_OVER)
        return false;
    return live_side_of(game, table->place->name) != NOBODY ||
           live_free_seat(game, table->place->name, NULL) != NOBODY;
}

bool live_table_sit_down(struct live_table *table, char id[ULID_LENGTH + 1])
{
    const struct live_game *game = live_table_game(table);
    struct note why;
    snprintf(id, ULID_LENGTH + 1, "%s", game->id);
    if (table->side != NOBODY)
        live_table_refuse(table, TABLE_SEATED, "you already have this seat");
    else if (!live_table_seat_is_free(table) || live_side_of(game, table->place->name) != NOBODY)
        live_table_sit(table);
    else if (lobby_sit_down(table->place, id, &why) < 0)
        live_table_refuse(table, TABLE_INVALID, "%s", why.text);
    else
        return true;
    return false;
}

/* ---------------------------------------------------------------- plies */

/* True if the user is a player of the game; if not, the client has been told. */
static bool plays(struct live_table *table)
{
    if (table->side == NOBODY)
        live_table_refuse(table, TABLE_WATCHES, "you watch this game");
    return table->side != NOBODY;
}

bool live_table_may_play(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    if (table->journal->broken)
        live_table_refuse(table, TABLE_BROKEN, "the game cannot continue: %s",
                          table->journal->trouble.text);
    else if (table->side == NOBODY)
        return plays(table);
    else if (!live_alive(game, table->side))
        live_table_refuse(table, TABLE_OUT, "you are out of the game and watch it");
    else if (!session_at_end(table->game))
        live_table_refuse(table, TABLE_EARLIER, "this is an earlier position");
    else if (game->stage == LIVE_SEATS)
        live_table_refuse(table, TABLE_SEATS, "the game waits for its players");
    else if (game->stage == LIVE_PAUSED)
        live_table_refuse(table, TABLE_PAUSED, "the game is paused");
    else if (game->stage >= LIVE_OVER)
        live_table_refuse(table, TABLE_OVER, "the game is over");
    else if (game->game.now.side != table->side)
        live_table_refuse(table, TABLE_TURN, "%s is to move", game->seat[game->game.now.side].name);
    else
        return true;
    return false;
}

/* Add the author to a record, in games whose players may exchange sides. */
static void sign(const struct live_table *table, struct journal_record *record)
{
    if (live_sides_may_change(live_table_game(table)))
        value_set(&record->value, "by", table->place->name, false);
}

bool live_table_play(struct live_table *table, const struct ply *ply)
{
    char text[PLY_ROOM];
    struct note why;
    if (!live_table_may_play(table))
        return false;
    if (ply_kept(&live_table_game(table)->game.now, ply, FORM_LONG, text, &why) < 0) {
        live_table_refuse(table, TABLE_INVALID, "%s", why.text);
        return false;
    }
    struct journal_record record = live_table_prepare(table, JOURNAL_PLY);
    value_set(&record.value, "m", text, false);
    sign(table, &record);
    return live_table_append(table, &record);
}

/* ---------------------------------------------------------------- results, offers */

static void end_by(struct live_table *table, const char *why)
{
    if (!plays(table))
        return;
    struct journal_record record = live_table_prepare(table, JOURNAL_RESULT);
    value_set(&record.value, "why", why, false);
    sign(table, &record);
    live_table_append(table, &record);
}

void live_table_resign(struct live_table *table)
{
    end_by(table, live_table_game(table)->stage == LIVE_SEATS ? "withdrawn" : "resigns");
}

void live_table_claim(struct live_table *table)
{
    end_by(table, "claims");
}

static void propose(struct live_table *table, enum live_offer_kind kind, int count)
{
    char number[16], asked[PLAYER_NAME_MAX + 8];
    struct journal_record record = live_table_prepare(table, JOURNAL_OFFER);
    value_set(&record.value, "what", live_offer_text(kind), false);
    snprintf(number, sizeof number, "%d", count);
    if (count)
        value_set(&record.value, "count", number, true);
    /* If no offer of this kind is open now, nobody had to agree, and the proposal has already
     * taken effect. */
    if (!live_table_append(table, &record) || live_table_game(table)->offer.kind != kind)
        return;
    lobby_asked(live_table_game(table), table->side, asked, sizeof asked);
    live_table_tell(table,
                    &(struct table_news){.kind = NEWS_PROPOSED, .count = kind, .text = asked});
}

void live_table_propose(struct live_table *table, enum live_offer_kind kind)
{
    if (!plays(table))
        return;
    if (kind == LIVE_TAKEBACK)
        live_table_take_back(table);
    else if (kind == LIVE_ABORT && live_may_abort(live_table_game(table), table->side))
        end_by(table, "aborts");
    else
        propose(table, kind, 0);
}

void live_table_take_back(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int count = 0, plies = game->game.plies;
    if (!plays(table))
        return;
    while (count < plies && game->ply[plies - 1 - count].side != table->side)
        count++;
    if (++count > plies) {
        live_table_refuse(table, TABLE_NO_PLY, "you have not played yet");
        return;
    }
    if (count == 1) {
        struct journal_record record = live_table_prepare(table, JOURNAL_TAKEBACK);
        if (lobby_append(table->journal, &record, NULL) == 0) {
            live_table_catch_up(table);
            live_table_tell(table, &(struct table_news){.kind = NEWS_TOOK_BACK});
            return;
        }
    }
    propose(table, LIVE_TAKEBACK, count);
}

void live_table_answer(struct live_table *table, bool agrees)
{
    if (!plays(table))
        return;
    if (table->offer.kind == LIVE_NO_OFFER) {
        live_table_refuse(table, TABLE_NO_OFFER, "nothing is offered");
        return;
    }
    if (table->game->ops->now(table->game->client) - table->offer_since < table->answer_after) {
        live_table_refuse(table, TABLE_NEW_OFFER,
                          "the offer has just changed: read it and answer again");
        return;
    }
    /* The record names the kind of the offer, so it cannot answer another kind by mistake. */
    struct journal_record record = live_table_prepare(table, JOURNAL_ACCEPT);
    value_set(&record.value, "what", live_offer_text(table->offer.kind), false);
    if (!agrees)
        value_set(&record.value, "agree", "no", false);
    sign(table, &record);
    live_table_append(table, &record);
}

/* ---------------------------------------------------------------- talk */

void live_table_say(struct live_table *table, const char *text)
{
    struct journal_record record;
    if (!*text)
        return;
    const char *room = live_room(live_table_game(table), table->place->name);
    journal_record_begin(&record, JOURNAL_CHAT);
    value_set(&record.value, "by", table->place->name, false);
    value_set(&record.value, "room", room, false);
    value_set(&record.value, "text", text, false);
    if (live_table_append(table, &record))
        live_table_tell(table,
                        &(struct table_news){.kind = NEWS_SENT, .yes = strcmp(room, "table") != 0});
}

/* ---------------------------------------------------------------- a rematch */

void live_table_look_for_rematch(struct live_table *table)
{
    char by[PLAYER_NAME_MAX + 1];
    if (!*table->rematch &&
        lobby_find_rematch(table->place, live_table_game(table), table->rematch, by))
        live_table_tell(table, &(struct table_news){.kind = NEWS_REMATCH, .text = by});
}

bool live_table_rematch(struct live_table *table, char id[ULID_LENGTH + 1])
{
    struct note why;
    if (!table->journal || !table->ended ||
        live_side_of(live_table_game(table), table->place->name) == NOBODY) {
        live_table_refuse(table, TABLE_UNFINISHED,
                          "only the players of a finished game can start a rematch");
        return false;
    }
    const struct live_game *game = live_table_game(table);
    live_table_look_for_rematch(table);
    snprintf(id, ULID_LENGTH + 1, "%s", table->rematch);
    if (*id && lobby_sit_down(table->place, id, NULL) == 0)
        return true;
    struct seek seek = {.rules = game->rules,
                        .control = game->control_text,
                        .is_private = game->is_private,
                        .is_strict = !game->casual,
                        .delay = game->gallery_delay,
                        .grace = game->grace,
                        .after = game->id};
    for (int side = 0; side < game->rules->sides; side++)
        seek.name[side] = game->seat[(side + 1) % game->rules->sides].name;
    if (lobby_begin_game(table->place, &seek, id, &why) == 0)
        return true;
    live_table_refuse(table, TABLE_INVALID, "%s", why.text);
    return false;
}
