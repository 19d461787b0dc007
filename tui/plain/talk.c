/* talk.c - plain mode at a live table: offers and answers, chat, clocks, rematches. See tui/plain/lobby.h. */
#include "config.h"
#include "tui/plain/lobby.h"

#include "core/position_text.h"

#include <string.h>

static struct plain_table *table_of(const struct plain *plain)
{
    return &plain->lobby->table;
}

/* True if the user is a player; if not, prints that. */
static bool plays(struct plain *plain)
{
    if (table_of(plain)->side == NOBODY)
        plain_say(plain, "You watch this game");
    return table_of(plain)->side != NOBODY;
}

/* ---------------------------------------------------------------- offers */

void plain_tell_offer(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    const struct live_offer *offer = &game->offer;
    int side = table_of(plain)->side;
    char count[32] = "";
    if (live_is_late(game, plain->lobby->place.name))
        return;
    if (offer->kind == LIVE_TAKEBACK)
        snprintf(count, sizeof count, " %d %s", offer->count, offer->count == 1 ? "ply" : "plies");
    plain_say(plain, "%s proposes %s%s%s", game->seat[offer->by].name, live_offer_said(offer->kind), count,
              side != NOBODY && !offer->agreed[side] ? ": accept or decline" : "");
    for (int other = 0; game->rules->sides > 2 && other < game->rules->sides; other++)
        if (live_alive(game, other))
            plain_say(plain, "%s %s", game->seat[other].name, offer->agreed[other] ? "agrees" : "has not answered");
}

static void end_by(struct plain *plain, const char *why)
{
    struct journal_record record = plain_live_record(plain, JOURNAL_RESULT);
    value_set(&record.value, "why", why, false);
    plain_live_sign(plain, &record);
    plain_live_append(plain, &record);
}

static void propose(struct plain *plain, enum live_offer_kind kind, int count)
{
    char number[16], asked[PLAYER_NAME_MAX + 8];
    if (!plays(plain))
        return;
    if (kind == LIVE_ABORT && live_may_abort(plain_live_game(plain), table_of(plain)->side)) {
        end_by(plain, "aborts");
        return;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_OFFER);
    value_set(&record.value, "what", live_offer_text(kind), false);
    snprintf(number, sizeof number, "%d", count);
    if (count)
        value_set(&record.value, "count", number, true);
    if (plain_live_append(plain, &record) && plain_live_game(plain)->offer.kind == kind) /* otherwise nobody has to agree */
        plain_say(plain, "You propose %s; %s asked", live_offer_said(kind),
                  lobby_asked(plain_live_game(plain), table_of(plain)->side, asked, sizeof asked));
}

static void offer(struct plain *plain, const char *argument)
{
    int kind = live_offer_named(argument);
    if (kind == LIVE_TAKEBACK)
        plain_live_take_back(plain);
    else if (kind != LIVE_NO_OFFER)
        propose(plain, (enum live_offer_kind)kind, 0);
    else
        plain_say(plain, "Say what: draw, takeback, abort, pause, adjourn, swap or resume");
}

void plain_live_draw(struct plain *plain)
{
    propose(plain, LIVE_DRAW, 0);
}

/* Answer the offer that was last printed. The record names it, so it cannot answer another offer that has just
 * replaced it; that one is printed first. */
void plain_live_answer(struct plain *plain, bool agrees)
{
    const struct live_offer *told = &table_of(plain)->offer;
    if (!plays(plain))
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

void plain_live_claim(struct plain *plain)
{
    if (plays(plain))
        end_by(plain, "claims");
}

/* `takeback`: done at once during the grace period, else it needs agreement. */
void plain_live_take_back(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    struct note why;
    int count = 0, plies = game->game.plies;
    if (!plays(plain))
        return;
    while (count < plies && game->ply[plies - 1 - count].side != table_of(plain)->side)
        count++;
    if (++count > plies) {
        plain_say(plain, "You have not played yet");
        return;
    }
    if (count == 1) {
        struct journal_record record = plain_live_record(plain, JOURNAL_TAKEBACK);
        if (lobby_append(table_of(plain)->journal, &record, &why) == 0) {
            plain_live_attend(plain);
            return;
        }
    }
    propose(plain, LIVE_TAKEBACK, count);
}

/* ---------------------------------------------------------------- chat */

bool plain_hears(const struct plain *plain, const struct live_talk *talk)
{
    const struct lobby_place *place = &plain->lobby->place;
    return lobby_hears(place, talk->by) && live_hears(plain_live_game(plain), place->name, talk);
}

void plain_tell_talk(struct plain *plain, const struct live_talk *talk)
{
    plain_say(plain, "%s says%s: %s", talk->by, talk->gallery ? " to the gallery" : "", talk->text);
}

/* Print the last `count` lines of the chat at the shared game, or of the lobby's. Returns how many were printed. */
static int tell_room(struct plain *plain, int count)
{
    struct plain_lobby *lobby = plain->lobby;
    bool together = lobby->together.talk.n > 0;
    const struct talk_room *talk = together ? &lobby->together.talk : &lobby->talk;
    int told = 0;
    for (int i = talk->n > count ? talk->n - count : 0; i < talk->n; i++)
        if (lobby_hears(&lobby->place, talk->v[i].by)) {
            plain_say(plain, "%s says%s: %s", talk->v[i].by, together ? "" : " in the lobby", talk->v[i].text);
            told++;
        }
    return told;
}

void plain_attend_lobby_talk(struct plain *plain)
{
    struct plain_lobby *lobby = plain->lobby;
    int passed = lobby->talk.passed, new = talk_read_on(&lobby->talk, lobby->place.store);
    if (!plain_live_on(plain) && lobby->talk.passed > passed)
        plain_say(plain, "Somebody said something in the lobby that cannot be read, and it is left out");
    for (int i = lobby->talk.n > new ? lobby->talk.n - new : 0; i < lobby->talk.n; i++) {
        const struct said *said = &lobby->talk.v[i];
        if (!plain_live_on(plain) && lobby_hears(&lobby->place, said->by) && strcmp(said->by, lobby->place.name) != 0)
            plain_say(plain, "%s says in the lobby: %s", said->by, said->text);
    }
}

static void talk(struct plain *plain, const char *argument)
{
    int count = PLAIN_PAGE, heard = 0;
    if (*argument && !plain_number(plain, argument, 1, TALK_KEPT, &count))
        return;
    const struct live_game *game = plain_live_on(plain) ? plain_live_game(plain) : NULL;
    for (int i = game && game->talks > count ? game->talks - count : 0; game && i < game->talks; i++)
        if (plain_hears(plain, &game->talk[i])) {
            plain_tell_talk(plain, &game->talk[i]);
            heard++;
        }
    if (!game)
        heard = tell_room(plain, count);
    if (!heard)
        plain_say(plain, "Nothing has been said");
}

/* Send a line to the others who have the open game open; if there are none, to the lobby. */
static void say_in_room(struct plain *plain, const char *text)
{
    struct plain_lobby *lobby = plain->lobby;
    bool together = lobby->together.persons > 0;
    struct note why;
    if (talk_say(together ? &lobby->together.talk : &lobby->talk, lobby->place.store, lobby->place.name, text, &why) < 0)
        plain_refuse(plain, why.text);
    else
        plain_say(plain, together ? "It is said to those at this game" : "It is said in the lobby");
}

static void say(struct plain *plain, const char *argument)
{
    struct journal_record record;
    if (!*argument) {
        plain_say(plain, "Say what: players talk to the table, watchers to the gallery, which players hear when the game is over, "
                         "who reads a game with others to them, and everybody else to the lobby");
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
        plain_say(plain, "It is said to the %s", room);
}

static void mute(struct plain *plain, const char *argument)
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
        plain_say(plain, heard ? "%s is muted; mute again to unmute" : "%s is no longer muted", argument);
}

/* ---------------------------------------------------------------- clocks, seats, rematch */

void plain_tell_clocks(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    char clock[CLOCK_ROOM], words[200] = "";
    size_t used = 0;
    if (!live_has_clock(game))
        return;
    if (live_is_late(game, plain->lobby->place.name)) { /* the clocks would reveal who is thinking, and how long */
        plain_say(plain, "You see the game %d %s late, and no clocks", game->gallery_delay,
                  game->gallery_delay == 1 ? "ply" : "plies");
        return;
    }
    for (int side = 0; side < game->rules->sides; side++) {
        int64_t left = live_clock(game, side, journal_clock());
        clock_write(left / 1000 * 1000, true, clock);
        text_add(words, sizeof words, &used, "%s%s has %s left", side ? ", " : "", side_name(side), clock);
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
    plain_live_attend(plain); /* include what was played just now */
    if (!plain_live_on(plain))
        return;
    const struct live_game *game = plain_live_game(plain);
    plain_tell_clocks(plain);
    if (!live_has_clock(game))
        plain_say(plain, "This game is played without a clock");
    else if (!live_clock_runs(game))
        plain_say(plain, "The clocks are stopped%s", game->stage == LIVE_PLAYING ? " until everybody has played once" : "");
}

static void sit(struct plain *plain, const char *argument)
{
    char id[ULID_LENGTH + 1];
    struct lobby_place *place = &plain->lobby->place;
    const struct live_game *game = plain_live_game(plain);
    struct note why;
    (void)argument;
    snprintf(id, sizeof id, "%s", game->id);
    if (table_of(plain)->side != NOBODY)
        plain_say(plain, "You sit here already");
    else if (live_side_of(game, place->name) != NOBODY || live_free_seat(game, place->name, NULL) == NOBODY)
        plain_live_sit(plain);
    else if (lobby_sit_down(place, id, &why) < 0)
        plain_refuse(plain, why.text);
    else
        plain_live_open(plain, id);
}

/* `rematch`: the players rotate by one seat; the others are invited. */
static void rematch(struct plain *plain, const char *argument)
{
    struct plain_table *table = table_of(plain);
    struct seek seek = {0};
    char name[SIDES_MAX][PLAYER_NAME_MAX + 1], control[40], id[ULID_LENGTH + 1], after[ULID_LENGTH + 1], by[PLAYER_NAME_MAX + 1];
    (void)argument;
    if (!table->journal || !table->ended || live_side_of(plain_live_game(plain), plain->lobby->place.name) == NOBODY) {
        plain_say(plain, "A rematch is for the players of a game that is over");
        return;
    }
    const struct live_game *game = plain_live_game(plain);
    struct lobby_place *place = &plain->lobby->place;
    if (lobby_find_rematch(place, game, id, by) && lobby_sit_down(place, id, NULL) == 0) {
        plain_live_open(plain, id); /* another player has already started it */
        return;
    }
    snprintf(control, sizeof control, "%s", game->control_text);
    snprintf(after, sizeof after, "%s", game->id);
    seek = (struct seek){.rules = game->rules, .control = control, .is_private = game->is_private, .is_strict = !game->casual,
                         .delay = game->gallery_delay, .grace = game->grace, .after = after};
    for (int side = 0; side < game->rules->sides; side++) {
        snprintf(name[side], sizeof name[side], "%s", game->seat[(side + 1) % game->rules->sides].name);
        seek.name[side] = name[side];
    }
    plain_lobby_begin(plain, &seek);
}

const struct plain_command plain_talk_commands[] = {
    {"say", NULL, "TEXT",
     "talks to the table; as a watcher to the gallery; to the others at a game of the archive; else to the lobby", NEED_LOBBY, say},
    {"talk", NULL, "[COUNT]", "shows what has been said", NEED_LOBBY, talk},
    {"mute", NULL, "[NAME]", "mutes a player; again: unmutes; without a name: lists the muted players", NEED_LOBBY, mute},
    {"clock", NULL, "", "shows the clocks", NEED_PLAYED, tell_clock},
    {"offer", NULL, "draw, takeback, abort, pause, adjourn, swap or resume",
     "proposes it; accept and decline answer", NEED_TABLE, offer},
    {"sit", NULL, "", "sits down at the game you watch, or takes your seat over from another login", NEED_TABLE, sit},
    {"lead", NULL, "", "shows the others at this game of the archive around, or ends it", NEED_LOBBY, plain_lead},
    {"sync", NULL, "", "goes along with whoever leads at a game of the archive, or goes your own way", NEED_LOBBY, plain_sync},
    {"rematch", NULL, "", "starts a rematch with seats rotated", NEED_LOBBY, rematch},
    {0},
};
