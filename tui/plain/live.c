/* live.c - plain mode's live games: joining and leaving, playing plies into the journal, the end of
 * the game; offers, chat and clocks. See plain_internal.h; lobby.c prints what happens. */
#include "config.h"

#include "archive/replay/replay.h"
#include "core/position_text.h"
#include "tui/plain/plain_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 10000, /* milliseconds between polls if the system notifies us of changes */
    LOOK_WITHOUT = 500, /* milliseconds between polls if the system does not notify us */
    LOOK_AGAIN = 5,     /* milliseconds until the next try while another process is writing */
    /* milliseconds between polls after the end, until a session has added the game to the
     * archive */
    LOOK_AT_END = 1000,
    /* milliseconds after which a watcher adds the game to the archive, if no player has */
    WATCHERS_FINISH = 3000
};

static struct plain_table *plain_table_of(const struct plain *plain)
{
    return plain->lobby ? &plain->lobby->table : NULL;
}

bool plain_live_on(const struct plain *plain)
{
    const struct plain_table *table = plain_table_of(plain);
    return table && table->journal && !table->ended;
}

struct journal_record plain_live_record(const struct plain *plain, enum journal_event event)
{
    struct journal_record record;
    int side = plain_table_of(plain)->side;
    journal_record_begin(&record, event);
    if (side != NOBODY)
        value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
    return record;
}

/* ---------------------------------------------------------------- who is here */

static bool is_at_table(const struct person *person, const struct plain *plain)
{
    return person->plays && !strcmp(person->game, plain_live_game(plain)->id);
}

void plain_look_around(struct plain *plain, bool tell)
{
    struct plain_table *table = plain_table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    struct person *person;
    int n = presence_list(plain->lobby->place.presence, &person);
    table->held = false;
    lobby_know_seats(&plain->lobby->place, game);
    for (int i = 0; i < n; i++)
        lobby_know(&plain->lobby->place, person[i].name);
    plain_tell_alike(plain);
    for (int i = 0; i < n; i++)
        table->held |= !person[i].self && is_at_table(&person[i], plain) &&
                       !strcmp(person[i].name, plain->lobby->place.name);
    for (int side = 0; side < game->rules->sides; side++) {
        bool here = false;
        for (int i = 0; i < n; i++)
            here |=
                is_at_table(&person[i], plain) && !strcmp(person[i].name, game->seat[side].name);
        if (tell && here != table->here[side] && side != table->side && game->seat[side].taken &&
            game->stage < LIVE_OVER)
            plain_say(plain, "%s is %s", game->seat[side].name, here ? "here" : "away");
        table->here[side] = here;
    }
    free(person);
}

/* Make a journal record that says whether the user is present or away. It includes the user's name
 * in games whose players may exchange sides. */
static struct journal_record plain_presence_record(const struct plain *plain,
                                                   enum journal_event event)
{
    struct journal_record record = plain_live_record(plain, event);
    if (live_sides_may_change(plain_live_game(plain)))
        value_set(&record.value, "name", plain->lobby->place.name, false);
    return record;
}

void plain_live_sit(struct plain *plain)
{
    struct plain_table *table = plain_table_of(plain);
    table->side = (uint8_t)live_side_of(plain_live_game(plain), plain->lobby->place.name);
    if (table->side == NOBODY) {
        plain_say(plain, "You have no seat in this game, so you watch");
        return;
    }
    presence_go(plain->lobby->place.presence, plain_live_game(plain)->id, true);
    struct journal_record record = plain_presence_record(plain, JOURNAL_BACK);
    value_set(&record.value, "session", plain->lobby->place.session, false);
    if (plain_live_append(plain, &record))
        plain_say(plain,
                  plain_live_game(plain)->lot
                      ? "You have a seat; your side is drawn by lot when all seats are taken"
                      : "You play %s",
                  side_name(table->side));
}

void plain_live_sign(const struct plain *plain, struct journal_record *record)
{
    if (live_sides_may_change(plain_live_game(plain)))
        value_set(&record->value, "by", plain->lobby->place.name, false);
}

/* ---------------------------------------------------------------- the end */

/* Open the archive's copy of the finished game, which can be annotated like any other game. */
static void plain_take_from_archive(struct plain *plain)
{
    struct plain_table table = plain->lobby->table;
    store_refresh(plain->store);
    store_scan(plain->store, INT32_MAX);
    int at = store_find(plain->store, plain_live_game(plain)->id);
    table.ended = true;
    if (at < 0) {
        plain->lobby->table = table;
        presence_go(plain->lobby->place.presence, "", false);
        plain_say(plain, "Nothing was played, so the game is not stored");
        return;
    }
    /* Loading the copy closes the live game, but a rematch still needs its journal. */
    plain->lobby->table.journal = NULL;
    bool loaded = plain_load(plain, at, store_listing(plain->store, at)->plies);
    plain->lobby->table = table;
    if (!loaded)
        presence_go(plain->lobby->place.presence, "", false);
    else
        plain_say(plain,
                  "The game is in the archive as game %d; you can write notes now. Type \"lead\" "
                  "to show the game to the others, \"rematch\" to play again",
                  at + 1);
}

static void plain_live_finish(struct plain *plain)
{
    struct plain_table *table = plain_table_of(plain);
    struct note why;
    const struct live_game *game = plain_live_game(plain);
    bool late = journal_clock() - game->last_at > WATCHERS_FINISH,
         news = live_is_news(game, journal_clock());
    bool ours =
        news ? !strcmp(game->opener, plain->lobby->place.name) : table->side != NOBODY || late;
    if (!table->journal->finished && ours && journal_finish(table->journal, &why) < 0)
        plain_say(plain, "The game cannot be put into the archive yet: %s", why.text);
    if (table->journal->finished || (news && !ours))
        plain_take_from_archive(plain);
}

/* ---------------------------------------------------------------- news */

bool plain_live_append(struct plain *plain, struct journal_record *record)
{
    struct note why = {0};
    int result = lobby_append(plain_table_of(plain)->journal, record, &why);
    if (result < 0)
        plain_refuse(plain, why.text);
    plain_tell_news(plain);
    if (plain_live_on(plain) && plain_live_game(plain)->stage >= LIVE_OVER)
        plain_live_finish(plain);
    return result == 0;
}

/* Record that a player has run out of time. The first session that notices it does this for all. */
static void plain_notice_flag(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    struct note why;
    struct journal_record record;
    int mover = game->game.now.side;
    if (!live_clock_runs(game) || live_clock(game, mover, journal_clock()) > 0)
        return;
    journal_record_begin(&record, JOURNAL_CLOCK);
    value_set(&record.value, "side", (char[]){side_letter(mover), '\0'}, false);
    value_set(&record.value, "by", plain->lobby->place.name, false);
    /* This fails if another session was first, which is fine. */
    lobby_append(plain_table_of(plain)->journal, &record, &why);
    plain_tell_news(plain);
}

static bool may_see(struct plain *plain, const struct journal *journal)
{
    const struct live_game *game = &journal->live;
    if (!game->rules)
        plain_say(plain, "The game cannot be shown: %s", journal->trouble.text);
    else if (!live_may_see(game, plain->lobby->place.name))
        plain_say(plain, "That game is private");
    else
        return true;
    return false;
}

/* Print how many lines of chat could not be read. */
static void tell_passed(struct plain *plain)
{
    struct plain_table *table = plain_table_of(plain);
    int passed = table->journal->passed;
    if (passed > table->told_passed)
        plain_say(plain, "%d %s of the chat cannot be read and %s left out", passed,
                  passed == 1 ? "line" : "lines", passed == 1 ? "is" : "are");
    table->told_passed = passed;
}

int plain_live_attend(struct plain *plain)
{
    if (!plain_live_on(plain))
        return LOOK_EVERY;
    struct plain_table *table = plain_table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    bool whole = !table->journal->broken, busy = journal_read_on(table->journal) == FAIL_BUSY;
    if (!may_see(plain, table->journal)) { /* Others have taken all seats of this private game. */
        plain_close_game(plain);
        return LOOK_EVERY;
    }
    plain_tell_news(plain);
    plain_look_around(plain, true);
    if (whole && table->journal->broken)
        plain_say(plain, "The game cannot continue: %s", table->journal->trouble.text);
    if (table->journal->torn && !table->told_torn)
        plain_say(plain, "The " JOURNAL_TORN);
    table->told_torn = table->journal->torn;
    tell_passed(plain);
    plain_notice_flag(plain);
    if (game->stage >= LIVE_OVER)
        plain_live_finish(plain);
    if (busy || !plain_live_on(plain))
        return busy ? LOOK_AGAIN : LOOK_EVERY;
    int64_t wait = game->stage >= LIVE_OVER                  ? LOOK_AT_END
                   : live_watch_fd(plain->lobby->watch) >= 0 ? LOOK_EVERY
                                                             : LOOK_WITHOUT;
    int64_t left =
        live_clock_runs(game) ? live_clock(game, game->game.now.side, journal_clock()) + 1 : wait;
    /* If recording a player's lost time has failed, try again after a while. */
    return (int)(left < wait ? left > 0 ? left : LOOK_WITHOUT : wait);
}

bool plain_live_waits_for_us(const struct plain *plain, int plies)
{
    const struct live_game *game = plain_live_game(plain);
    const struct plain_table *table = plain_table_of(plain);
    if (table->side == NOBODY || !live_alive(game, table->side))
        return game->game.plies != plies || game->stage >= LIVE_OVER;
    return game->stage >= LIVE_OVER ||
           (game->stage == LIVE_PLAYING && game->game.now.side == table->side) ||
           (game->offer.kind && !game->offer.agreed[table->side]);
}

/* ---------------------------------------------------------------- joining and leaving */

static void take_place(struct plain *plain)
{
    struct plain_table *table = plain_table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    bool seated = live_side_of(game, plain->lobby->place.name) != NOBODY;
    if (seated && !table->held && game->stage < LIVE_OVER) {
        plain_live_sit(plain);
        return;
    }
    presence_go(plain->lobby->place.presence, game->id, false);
    /* The game ended while the user joined, or is not in the archive yet. */
    if (game->stage >= LIVE_OVER)
        plain_tell_end(plain);
    else
        plain_say(plain,
                  seated ? "Your seat is in use at another login, so you watch; type \"sit\" to "
                           "take it over"
                         : "You watch");
}

void plain_live_open(struct plain *plain, const char *id)
{
    struct journal *journal;
    struct note why;
    char mark[GAME_MARK_ROOM];
    if (journal_open(&journal, plain->lobby->place.store, plain->lobby->place.name, id, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    if (!may_see(plain, journal)) {
        journal_free(journal);
        return;
    }
    plain_close_game(plain);
    const struct live_game *game = &journal->live;
    struct plain_table *table = plain_table_of(plain);
    *table = (struct plain_table){.journal = journal,
                                  .side = NOBODY,
                                  .stage = (uint8_t)game->stage,
                                  .records = game->records,
                                  .talks = game->talks_ever,
                                  .exits = game->exits,
                                  .swaps = game->swaps,
                                  .lot = game->lot,
                                  .offer = game->offer};
    for (int side = 0; side < game->rules->sides; side++)
        table->taken[side] = game->seat[side].taken;
    struct spot spot = spot_start();
    plain_begin_game(plain, plain_shown_record(plain), &spot);
    spot_end(plain_record(plain), &spot);
    session_go(&plain->game, &spot);
    plain_look_around(plain, false);
    game_mark(id, mark);
    plain_say(plain, "This is game %s, %s%s%s%s", mark, ruleset_title(game->rules),
              *game->control_text ? ", clock " : "", game->control_text,
              game->is_private ? ", private" : "");
    plain_tell_seats(plain);
    take_place(plain);
    if (!plain_live_on(plain))
        return;
    tell_passed(plain);
    if (game->talks)
        plain_say(plain, "The players have chatted; type \"talk\" to read it");
    plain_tell(plain);
    if (game->stage == LIVE_SEATS)
        plain_say(plain, "The game waits for its players; type \"wait\" to wait for them");
    else if (game->stage == LIVE_PLAYING && game->game.now.side == table->side)
        plain_say(plain, "It is your turn");
    if (game->offer.kind)
        plain_tell_offer(plain);
    plain_tell_clocks(plain);
}

void plain_live_close(struct plain *plain)
{
    struct plain_table *table = plain_table_of(plain);
    struct note why;
    if (!table || !table->journal)
        return;
    if (table->side != NOBODY && !table->ended && plain_live_game(plain)->stage < LIVE_OVER) {
        struct journal_record record = plain_presence_record(plain, JOURNAL_GONE);
        value_set(&record.value, "why", "left", false);
        value_set(&record.value, "session", plain->lobby->place.session, false);
        journal_append(table->journal, &record, &why);
        journal_record_clear(&record);
    }
    presence_go(plain->lobby->place.presence, "", false);
    journal_free(table->journal);
    *table = (struct plain_table){0};
}

/* ---------------------------------------------------------------- playing */

bool plain_live_may_play(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    if (plain_table_of(plain)->journal->broken)
        plain_say(plain, "The game cannot continue: %s",
                  plain_table_of(plain)->journal->trouble.text);
    else if (plain_table_of(plain)->side == NOBODY)
        plain_say(plain, "You watch this game");
    else if (plain->game.spot.depth || plain->game.spot.ply != plain_record(plain)->moves.n)
        plain_say(plain, "This is an earlier position; type \"end\" to go to the current one");
    else if (game->stage == LIVE_SEATS)
        plain_say(plain, "The game waits for its players");
    else if (game->stage == LIVE_PAUSED)
        plain_say(plain, "The game is paused; type \"offer resume\" to propose to resume it");
    else if (game->stage >= LIVE_OVER)
        plain_say(plain, "The game is over");
    else if (game->game.now.side != plain_table_of(plain)->side)
        plain_say(plain, "%s is to move", game->seat[game->game.now.side].name);
    else
        return true;
    return false;
}

bool plain_live_play(struct plain *plain, const struct ply *ply)
{
    char text[PLY_ROOM];
    struct note why;
    if (ply_kept(&plain_live_game(plain)->game.now, ply, FORM_LONG, text, &why) < 0) {
        plain_refuse(plain, why.text);
        return false;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_PLY);
    value_set(&record.value, "m", text, false);
    plain_live_sign(plain, &record);
    return plain_live_append(plain, &record);
}

void plain_live_resign(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    if (plain_table_of(plain)->side == NOBODY) {
        plain_say(plain, "You watch this game");
        return;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_RESULT);
    value_set(&record.value, "why", game->stage == LIVE_SEATS ? "withdrawn" : "resigns", false);
    plain_live_sign(plain, &record);
    plain_live_append(plain, &record);
}

/* ---- Plain mode in a live game: offers and answers, chat, clocks, rematches. See
 * plain_internal.h. */

static struct plain_table *talk_table_of(const struct plain *plain)
{
    return &plain->lobby->table;
}

/* True if the user is a player of the live game; if not, the user has been told so. */
static bool plain_plays(struct plain *plain)
{
    if (talk_table_of(plain)->side == NOBODY)
        plain_say(plain, "You watch this game");
    return talk_table_of(plain)->side != NOBODY;
}

/* ---------------------------------------------------------------- offers */

void plain_tell_offer(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    const struct live_offer *offer = &game->offer;
    int side = talk_table_of(plain)->side;
    char count[32] = "";
    if (live_is_late(game, plain->lobby->place.name))
        return;
    if (offer->kind == LIVE_TAKEBACK)
        snprintf(count, sizeof count, " %d %s", offer->count, offer->count == 1 ? "ply" : "plies");
    plain_say(plain, "%s proposes %s%s%s", game->seat[offer->by].name, live_offer_said(offer->kind),
              count,
              side != NOBODY && !offer->agreed[side] ? "; type \"accept\" or "
                                                       "\"decline\""
                                                     : "");
    for (int other = 0; game->rules->sides > 2 && other < game->rules->sides; other++)
        if (live_alive(game, other))
            plain_say(plain, "%s %s", game->seat[other].name,
                      offer->agreed[other] ? "agrees" : "has not answered");
}

static void plain_end_by(struct plain *plain, const char *why)
{
    struct journal_record record = plain_live_record(plain, JOURNAL_RESULT);
    value_set(&record.value, "why", why, false);
    plain_live_sign(plain, &record);
    plain_live_append(plain, &record);
}

static void plain_propose(struct plain *plain, enum live_offer_kind kind, int count)
{
    char number[16], asked[PLAYER_NAME_MAX + 8];
    if (!plain_plays(plain))
        return;
    if (kind == LIVE_ABORT && live_may_abort(plain_live_game(plain), talk_table_of(plain)->side)) {
        plain_end_by(plain, "aborts");
        return;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_OFFER);
    value_set(&record.value, "what", live_offer_text(kind), false);
    snprintf(number, sizeof number, "%d", count);
    if (count)
        value_set(&record.value, "count", number, true);
    /* If no offer of this kind is open now, nobody had to agree, and the proposal has already
     * taken effect. */
    if (plain_live_append(plain, &record) && plain_live_game(plain)->offer.kind == kind)
        plain_say(
            plain, "You propose %s; %s asked", live_offer_said(kind),
            lobby_asked(plain_live_game(plain), talk_table_of(plain)->side, asked, sizeof asked));
}

static void plain_offer(struct plain *plain, const char *argument)
{
    int kind = live_offer_named(argument);
    if (kind == LIVE_TAKEBACK)
        plain_live_take_back(plain);
    else if (kind != LIVE_NO_OFFER)
        plain_propose(plain, (enum live_offer_kind)kind, 0);
    else
        plain_say(
            plain,
            "Type \"offer\" and one of these words: draw, takeback, abort, pause, adjourn, swap or "
            "resume");
}

void plain_live_draw(struct plain *plain)
{
    plain_propose(plain, LIVE_DRAW, 0);
}

/* Answer the offer that was last printed. The journal record names this offer, so it cannot answer
 * a newer offer by mistake; a newer offer is printed first. */
static void plain_live_answer(struct plain *plain, bool agrees)
{
    const struct live_offer *told = &talk_table_of(plain)->offer;
    if (!plain_plays(plain))
        return;
    if (told->kind == LIVE_NO_OFFER) {
        plain_say(plain, "Nothing is offered");
        return;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_ACCEPT);
    value_set(&record.value, "what", live_offer_text(told->kind), false);
    if (!agrees)
        value_set(&record.value, "agree", "no", false);
    plain_live_sign(plain, &record);
    plain_live_append(plain, &record);
}

void plain_live_accept(struct plain *plain)
{
    plain_live_answer(plain, true);
}

void plain_live_decline(struct plain *plain)
{
    plain_live_answer(plain, false);
}

void plain_live_claim(struct plain *plain)
{
    if (plain_plays(plain))
        plain_end_by(plain, "claims");
}

/* The command `takeback`: takes back at once during the first seconds after a ply, later asks the
 * others to agree. */
void plain_live_take_back(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    struct note why;
    int count = 0, plies = game->game.plies;
    if (!plain_plays(plain))
        return;
    while (count < plies && game->ply[plies - 1 - count].side != talk_table_of(plain)->side)
        count++;
    if (++count > plies) {
        plain_say(plain, "You have not played yet");
        return;
    }
    if (count == 1) {
        struct journal_record record = plain_live_record(plain, JOURNAL_TAKEBACK);
        if (lobby_append(talk_table_of(plain)->journal, &record, &why) == 0) {
            plain_live_attend(plain);
            return;
        }
    }
    plain_propose(plain, LIVE_TAKEBACK, count);
}

/* ---------------------------------------------------------------- chat */

bool plain_hears(const struct plain *plain, const struct live_talk *talk)
{
    const struct lobby_place *place = &plain->lobby->place;
    return lobby_hears(place, talk->by) && live_hears(plain_live_game(plain), place->name, talk);
}

void plain_tell_talk(struct plain *plain, const struct live_talk *talk)
{
    plain_say(plain, "%s says%s: %s", talk->by, talk->gallery ? " to the watchers" : "",
              talk->text);
}

/* Print the last `count` lines of the chat of the people who read the open game together; if
 * that chat is empty, of the lobby's chat. Returns how many lines were printed. */
static int tell_room(struct plain *plain, int count)
{
    struct plain_lobby *lobby = plain->lobby;
    bool together = lobby->together.talk.n > 0;
    const struct talk_room *talk = together ? &lobby->together.talk : &lobby->talk;
    int told = 0;
    for (int i = talk->n > count ? talk->n - count : 0; i < talk->n; i++)
        if (lobby_hears(&lobby->place, talk->v[i].by)) {
            plain_say(plain, "%s says%s: %s", talk->v[i].by, together ? "" : " in the lobby",
                      talk->v[i].text);
            told++;
        }
    return told;
}

void plain_attend_lobby_talk(struct plain *plain)
{
    struct plain_lobby *lobby = plain->lobby;
    int passed = lobby->talk.passed, new = talk_read_on(&lobby->talk, lobby->place.store);
    if (!plain_live_on(plain) && lobby->talk.passed > passed)
        plain_say(plain, "A line of the lobby's chat cannot be read and is left out");
    for (int i = lobby->talk.n > new ? lobby->talk.n - new : 0; i < lobby->talk.n; i++) {
        const struct said *said = &lobby->talk.v[i];
        if (!plain_live_on(plain) && lobby_hears(&lobby->place, said->by) &&
            strcmp(said->by, lobby->place.name) != 0)
            plain_say(plain, "%s says in the lobby: %s", said->by, said->text);
    }
}

static void plain_talk(struct plain *plain, const char *argument)
{
    int count = PLAIN_PAGE, heard = 0;
    if (*argument && !plain_number(plain, argument, 1, TALK_KEPT, &count))
        return;
    const struct live_game *game = plain_live_on(plain) ? plain_live_game(plain) : NULL;
    for (int i = game && game->talks > count ? game->talks - count : 0; game && i < game->talks;
         i++)
        if (plain_hears(plain, &game->talk[i])) {
            plain_tell_talk(plain, &game->talk[i]);
            heard++;
        }
    if (!game)
        heard = tell_room(plain, count);
    if (!heard)
        plain_say(plain, "Nothing has been said");
}

/* Send a line to the people who have the same game open, or to the lobby if there are none. */
static void say_in_room(struct plain *plain, const char *text)
{
    struct plain_lobby *lobby = plain->lobby;
    bool together = lobby->together.persons > 0;
    struct note why;
    if (talk_say(together ? &lobby->together.talk : &lobby->talk, lobby->place.store,
                 lobby->place.name, text, &why) < 0)
        plain_refuse(plain, why.text);
    else
        plain_say(plain, together ? "Sent to the people at this game" : "Sent to the lobby");
}

static void plain_live_say(struct plain *plain, const char *argument)
{
    struct journal_record record;
    if (!*argument) {
        plain_say(plain,
                  "Type \"say\" and your text. Players talk to everyone at the game, watchers to "
                  "each other (players read it after the game), people who read a game together "
                  "to each other, everyone else to the lobby");
        return;
    }
    if (!plain_live_on(plain)) {
        say_in_room(plain, argument);
        return;
    }
    const char *room = live_room(plain_live_game(plain), plain->lobby->place.name);
    journal_record_begin(&record, JOURNAL_CHAT);
    value_set(&record.value, "by", plain->lobby->place.name, false);
    value_set(&record.value, "room", room, false);
    value_set(&record.value, "text", argument, false);
    if (plain_live_append(plain, &record))
        plain_say(plain, "Sent to the %s",
                  strcmp(room, "table") ? "watchers" : "people at this game");
}

static void plain_mute(struct plain *plain, const char *argument)
{
    struct lobby_place *place = &plain->lobby->place;
    struct note why;
    bool heard = lobby_hears(place, argument);
    char muted[MUTED_MAX * (PLAYER_NAME_MAX + 2)];
    if (!*argument && lobby_mutes_tell(place, muted, sizeof muted))
        plain_say(plain, "Muted: %s", muted);
    else if (!*argument)
        plain_say(plain, "No player is muted");
    else if (!strcmp(argument, place->name))
        plain_say(plain, "That is you");
    else if (heard && player_name_check(argument, &why) < 0)
        plain_refuse(plain, why.text);
    else if (!lobby_mute_turn(place, argument))
        plain_say(plain, "At most %d people can be muted", MUTED_MAX);
    else
        plain_say(plain,
                  heard ? "%s is muted; type the same again to unmute"
                        : "%s is no longer "
                          "muted",
                  argument);
}

/* ---------------------------------------------------------------- clocks, seats, rematch */

void plain_tell_clocks(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    char clock[CLOCK_ROOM], words[200] = "";
    size_t used = 0;
    if (!live_has_clock(game))
        return;
    /* Watchers who see the game late get no clocks, which would show who is thinking and for how
     * long. */
    if (live_is_late(game, plain->lobby->place.name)) {
        plain_say(plain, "You see the game %d %s late and without its clocks", game->gallery_delay,
                  game->gallery_delay == 1 ? "ply" : "plies");
        return;
    }
    for (int side = 0; side < game->rules->sides; side++) {
        int64_t left = live_clock(game, side, journal_clock());
        clock_write(left / 1000 * 1000, true, clock);
        text_add(words, sizeof words, &used, "%s%s has %s left", side ? ", " : "", side_name(side),
                 clock);
    }
    plain_say(plain, "%s", words);
}

static void tell_clock(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!plain_live_on(plain)) {
        if (!plain_clock_tell(plain))
            plain_say(plain, "This game has no clock");
        return;
    }
    plain_live_attend(plain); /* Print first what was played a moment ago. */
    if (!plain_live_on(plain))
        return;
    const struct live_game *game = plain_live_game(plain);
    plain_tell_clocks(plain);
    if (!live_has_clock(game))
        plain_say(plain, "This game has no clock");
    else if (!live_clock_runs(game))
        plain_say(plain, "The clocks are stopped%s",
                  game->stage == LIVE_PLAYING ? " until each side has played once" : "");
}

static void plain_sit(struct plain *plain, const char *argument)
{
    char id[ULID_LENGTH + 1];
    struct lobby_place *place = &plain->lobby->place;
    const struct live_game *game = plain_live_game(plain);
    struct note why;
    (void)argument;
    snprintf(id, sizeof id, "%s", game->id);
    if (talk_table_of(plain)->side != NOBODY)
        plain_say(plain, "You already have this seat");
    else if (live_side_of(game, place->name) != NOBODY ||
             live_free_seat(game, place->name, NULL) == NOBODY)
        plain_live_sit(plain);
    else if (lobby_sit_down(place, id, &why) < 0)
        plain_refuse(plain, why.text);
    else
        plain_live_open(plain, id);
}

/* The command `rematch`: start a game in which the players rotate by one seat, and invite the
 * others. */
static void plain_rematch(struct plain *plain, const char *argument)
{
    struct plain_table *table = talk_table_of(plain);
    struct seek seek = {0};
    char name[SIDES_MAX][PLAYER_NAME_MAX + 1], control[40], id[ULID_LENGTH + 1],
        after[ULID_LENGTH + 1], by[PLAYER_NAME_MAX + 1];
    (void)argument;
    if (!table->journal || !table->ended ||
        live_side_of(plain_live_game(plain), plain->lobby->place.name) == NOBODY) {
        plain_say(plain, "Only the players of a finished game can start a rematch");
        return;
    }
    const struct live_game *game = plain_live_game(plain);
    struct lobby_place *place = &plain->lobby->place;
    if (lobby_find_rematch(place, game, id, by) && lobby_sit_down(place, id, NULL) == 0) {
        /* Another player has already started the rematch, so join that game. */
        plain_live_open(plain, id);
        return;
    }
    snprintf(control, sizeof control, "%s", game->control_text);
    snprintf(after, sizeof after, "%s", game->id);
    seek = (struct seek){.rules = game->rules,
                         .control = control,
                         .is_private = game->is_private,
                         .is_strict = !game->casual,
                         .delay = game->gallery_delay,
                         .grace = game->grace,
                         .after = after};
    for (int side = 0; side < game->rules->sides; side++) {
        snprintf(name[side], sizeof name[side], "%s",
                 game->seat[(side + 1) % game->rules->sides].name);
        seek.name[side] = name[side];
    }
    plain_lobby_begin(plain, &seek);
}

const struct plain_handler plain_talk_handlers[] = {
    {REQ_CHAT, plain_live_say},   {REQ_TALK, plain_talk},
    {REQ_MUTE, plain_mute},       {REQ_CLOCK, tell_clock},
    {REQ_OFFER, plain_offer},     {REQ_SIT, plain_sit},
    {REQ_LEAD, plain_lead},       {REQ_SYNC, plain_sync},
    {REQ_REMATCH, plain_rematch}, {0},
};
