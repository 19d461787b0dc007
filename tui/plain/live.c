/* live.c - plain mode's live games: opening them, and their news in the sentences of
 * tui/session/words/live_words.h. tui/session/lobby/live_table.h does the rest. */
#include "config.h"

#include "tui/plain/plain_internal.h"
#include "tui/session/archive/games.h"
#include "tui/session/commands/table_commands.h"
#include "tui/session/words/live_words.h"
#include "tui/session/words/place_words.h"

enum { LOOK_EVERY = 10000 /* milliseconds between polls while no live game is open */ };

bool plain_live_on(const struct plain *plain)
{
    return plain->lobby && live_table_on(&plain->lobby->table);
}

static struct live_table *plain_table_of(const struct plain *plain)
{
    return &plain->lobby->table;
}

/* ---------------------------------------------------------------- plies, turns, the end */

static void tell_own_turn(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    struct worded worded;
    live_words_turn(plain_table_of(plain), &worded);
    if (game->game.now.side == plain_table_of(plain)->side)
        plain_tell_worded(plain, &worded);
}

/* The user is looking at an earlier position: print the new ply, and leave the user there. */
static void tell_far_ply(struct plain *plain, int number)
{
    char label[PLY_ROOM + 60];
    struct spot spot = spot_start();
    spot_go(plain_record(plain), &spot, number);
    words_ply_label(&plain->game, NULL, &spot, label, sizeof label);
    label[0] = 'P';
    plain_say(plain, "%s has been played; type \"end\" to go there", label);
}

/* The record was replaced, and the sentence about plies that were taken back has been printed. */
static void tell_plies(struct plain *plain, const struct table_news *news)
{
    struct spot spot = spot_start();
    for (int i = news->first + 1; i <= news->first + news->of; i++)
        if (news->yes) {
            spot_go(plain_record(plain), &spot, i);
            session_go(&plain->game, &spot);
            words_ply_here(&plain->game, plain_say_sentence, plain);
        } else {
            tell_far_ply(plain, i);
        }
}

/* ---------------------------------------------------------------- news */

static void tell_talk(struct plain *plain, const struct live_talk *talk)
{
    plain_say(plain, "%s says%s: %s", talk->by, talk->gallery ? " to the watchers" : "",
              talk->text);
}

/* What the news change in plain mode before their sentence is printed. Returns false if there is no
 * need for a sentence. */
static bool note_news(struct plain *plain, const struct table_news *news)
{
    switch (news->kind) {
    case NEWS_SAID:
        if (!news->yes)
            tell_talk(plain, news->talk);
        return false;
    case NEWS_RECORD:
        if (plain->game.composing && (news->count || news->of))
            plain_say(plain, "The ply in progress is dropped");
        if (news->count || news->of)
            session_compose_drop(&plain->game);
        return true;
    case NEWS_PEOPLE:
        lobby_session_tell_alike(&plain->lobby->session);
        return false;
    case NEWS_FILED:
        plain->game.came = plain->game.spot;
        plain_forget_losing(plain);
        return true;
    case NEWS_OPENS:
        plain_live_open(plain, news->text);
        return false;
    case NEWS_REMATCH: /* the lobby tells of the invitation */
        return false;
    default:
        return true;
    }
}

static void plain_table_told(void *client, const struct table_news *news)
{
    struct plain *plain = client;
    struct worded worded;
    if (!note_news(plain, news))
        return;
    live_words(plain_table_of(plain), news, &worded);
    plain_tell_worded(plain, &worded);
    if (news->kind == NEWS_DRAWN || news->kind == NEWS_SWAPPED)
        live_words_seats(plain_table_of(plain), plain_say_sentence, plain);
    else if (news->kind == NEWS_RECORD)
        tell_plies(plain, news);
    else if (news->kind == NEWS_OFFERED)
        live_words_answers(plain_table_of(plain), plain_say_sentence, plain);
    else if (news->kind == NEWS_TOLD && news->yes && plain_live_game(plain)->stage < LIVE_OVER) {
        words_turn_here(&plain->game, plain_say_sentence, plain);
        tell_own_turn(plain);
        if (plain_live_game(plain)->game.now.side == plain_table_of(plain)->side)
            words_clocks(&plain->game, plain_table_of(plain), plain_say_sentence, plain);
    }
}

int plain_live_attend(struct plain *plain)
{
    if (!plain_live_on(plain))
        return LOOK_EVERY;
    if (!live_table_attend(plain_table_of(plain), true)) {
        plain_say(plain, "That game is private");
        plain_close_game(plain);
    }
    int wait = plain_live_on(plain) ? live_table_wait(plain_table_of(plain)) : LOOK_EVERY;
    return wait < LOOK_EVERY ? wait : LOOK_EVERY;
}

/* ---------------------------------------------------------------- joining and leaving */

void plain_live_ready(struct plain *plain)
{
    *plain_table_of(plain) = (struct live_table){
        .tell = plain_table_told,
        .client = plain,
        .place = &plain->lobby->session.place,
        .game = &plain->game,
        .watched = live_watch_fd(plain->lobby->session.watch) >= 0,
        .side = NOBODY,
    };
}

/* Open a finished game of the lobby, which is in the archive now. */
static void open_finished(struct plain *plain, const char *id)
{
    store_refresh(plain->store);
    int at = games_place_of(plain->store, id);
    if (at < 0)
        plain_say(plain, "The game is not in the archive that is open");
    else
        plain_open_at(plain, at, -1);
}

void plain_live_open(struct plain *plain, const char *id)
{
    struct lobby_place *place = &plain->lobby->session.place;
    struct table_open open;
    struct worded worded;
    struct note why;
    char mark[GAME_MARK_ROOM];
    if (lobby_table_open(place, id, &open, mark, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    if (!open.journal) {
        store_draft_leave(place->store, id);
        record_free(open.record);
        open_finished(plain, id);
        return;
    }
    plain_close_game(plain);
    const struct live_game *game = &open.journal->live;
    struct live_table *table = plain_table_of(plain);
    plain_begin_game(plain, open.record, &open.spot);
    table->store = plain->store;
    live_table_open(table, open.journal);
    live_words_table(table, plain_say_sentence, plain);
    live_table_begin(table);
    if (!plain_live_on(plain))
        return;
    if (game->talks)
        plain_say(plain, "The players have chatted; type \"talk\" to read it");
    plain_tell(plain);
    live_words_state(table, &worded);
    plain_tell_worded(plain, &worded);
    if (game->stage == LIVE_SEATS)
        plain_say(plain, "Type \"wait\" to wait for them");
    tell_own_turn(plain);
    if (game->offer.kind) {
        live_words_offer(table, &worded);
        plain_tell_worded(plain, &worded);
    }
    live_words_answers(table, plain_say_sentence, plain);
    words_clocks(&plain->game, plain_table_of(plain), plain_say_sentence, plain);
}

void plain_live_close(struct plain *plain)
{
    struct live_table *table = plain->lobby ? plain_table_of(plain) : NULL;
    if (!table || !table->journal)
        return;
    live_table_part(table, false);
    presence_go(table->place->presence, "", false);
    live_table_clear(table);
}

bool plain_live_run(struct plain *plain, enum request command, const char *argument)
{
    struct live_table *table = plain->lobby ? plain_table_of(plain) : NULL;
    if (plain_live_on(plain) && command == REQ_CLOCK)
        plain_live_attend(plain); /* print first what was played a moment ago */
    return table && table->journal && (plain_live_on(plain) || command == REQ_REMATCH) &&
           table_command_run(table, command, argument);
}

const struct plain_handler plain_talk_handlers[] = {
    {REQ_CHAT, NULL}, {REQ_TALK, NULL}, {REQ_MUTE, NULL}, {REQ_CLOCK, NULL},   {REQ_OFFER, NULL},
    {REQ_SIT, NULL},  {REQ_LEAD, NULL}, {REQ_SYNC, NULL}, {REQ_REMATCH, NULL}, {0},
};
