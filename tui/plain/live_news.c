/* live_news.c - plain mode's reports at a live table: what has happened since the last report, in sentences. See
 * tui/plain/lobby.h.
 *
 * Whenever something arrives, the record of the open game is rebuilt from the journal, so every command that reads
 * a game works for live games, too. */
#include "config.h"
#include "tui/plain/lobby.h"

#include "core/position_text.h"
#include "tui/session/describe.h"

#include <string.h>

static struct plain_table *table_of(const struct plain *plain)
{
    return &plain->lobby->table;
}

/* ---------------------------------------------------------------- what the reader sees */

/* Watchers of a gallery with a delay see the game some plies behind. */
struct record *plain_shown_record(const struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    struct record *record = live_record(game);
    int hidden = live_hidden(game, plain->lobby->place.name);
    if (hidden)
        line_cut(&record->moves, game->game.plies - hidden);
    return record;
}

static int plies_in_common(const struct line *one, const struct line *other)
{
    int n = 0;
    while (n < one->n && n < other->n && !strcmp(one->v[n].text, other->v[n].text))
        n++;
    return n;
}

static void tell_whose_turn(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    plain_tell_turn(plain);
    if (game->stage == LIVE_PLAYING && game->game.now.side == table_of(plain)->side) {
        plain_say(plain, "It is your turn");
        plain_tell_clocks(plain);
    }
}

/* Report a ply to a reader who is looking at an earlier position, and leave them there. */
static void tell_far_ply(struct plain *plain, int number)
{
    char label[PLY_ROOM + 60];
    struct spot spot = spot_start();
    spot_go(plain_record(plain), &spot, number);
    plain_ply_label(plain, &spot, label, sizeof label);
    label[0] = 'P';
    plain_say(plain, "%s has been played; end goes there", label);
}

/* Show the present state of the game, and report plies that are gone or new. Returns how many. */
static int show_record(struct plain *plain)
{
    struct record *record = plain_shown_record(plain);
    const struct line *old = &plain_record(plain)->moves;
    int common = plies_in_common(old, &record->moves), gone = old->n - common, fresh = record->moves.n - common;
    bool along = plain->spot.depth == 0 && plain->spot.ply == old->n;
    struct spot spot = plain->spot;
    bool changed = gone || fresh;
    if (changed && plain->composing)
        plain_say(plain, "The ply in the making is dropped");
    if (changed)
        plain_drop_draft(plain);
    edits_clear(&plain->edits);
    edits_begin(&plain->edits, record);
    if (along || spot.ply > common) {
        spot = spot_start();
        spot_go(record, &spot, common);
    }
    plain->spot = spot; /* plain_go() would drop the ply being composed */
    track_go(&plain->track, record, &plain->spot);
    if (gone)
        plain_say(plain, gone == 1 ? "The last ply is taken back" : "The last %d plies are taken back", gone);
    for (int i = 0; i < fresh && along; i++) {
        spot_next(plain_record(plain), &spot, 0);
        plain_go(plain, &spot);
        plain_tell_ply(plain);
    }
    for (int i = 0; i < fresh && !along; i++)
        tell_far_ply(plain, common + i + 1);
    return gone + fresh;
}

/* ---------------------------------------------------------------- seats */

/* "white is ana, that is you"; before sides are drawn, "A seat is taken by ana". */
void plain_tell_seats(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    for (int side = 0; side < game->rules->sides; side++) {
        const struct live_seat *seat = &game->seat[side];
        const char *name = seat->name;
        if (game->lot)
            plain_say(plain, !*name ? "A seat is open" : seat->taken ? "A seat is taken by %s%s" : "A seat is kept for %s", name,
                      strcmp(name, plain->lobby->place.name) ? "" : ", that is you");
        else if (!seat->taken)
            plain_say(plain, *name ? "%s is kept for %s" : "%s is open", side_name(side), name);
        else
            plain_say(plain, "%s is %s%s", side_name(side), name,
                      !strcmp(name, plain->lobby->place.name)                   ? ", that is you"
                      : game->stage >= LIVE_OVER || table_of(plain)->here[side] ? ""
                                                                                : ", away");
    }
}

/* If the players have exchanged sides, report it. */
static bool notice_swap(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    int side = live_side_of(plain_live_game(plain), plain->lobby->place.name);
    bool swapped = table->swaps != plain_live_game(plain)->swaps;
    table->swaps = plain_live_game(plain)->swaps;
    if (!swapped)
        return false;
    if (table->side != NOBODY && side != NOBODY) {
        table->side = (uint8_t)side;
        plain_say(plain, "The players have changed sides: you play %s now", side_name(side));
    } else {
        plain_say(plain, "The players have changed sides");
    }
    plain_tell_seats(plain);
    return true;
}

/* If all seats are taken and sides have been drawn, report it. */
static void notice_lot(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    bool drawn = table->lot && game->drawn;
    table->lot = game->lot;
    if (!drawn)
        return;
    if (table->side != NOBODY)
        table->side = (uint8_t)live_side_of(game, plain->lobby->place.name);
    plain_look_around(plain, false);
    plain_say(plain, "Everybody sits, and sides are drawn by lot");
    memset(table->taken, true, sizeof table->taken); /* the report of the sides included them */
    plain_tell_seats(plain);
}

/* Report that another login took over the user's seat. */
static void notice_taken_over(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const char *session = table->side == NOBODY ? "" : plain_live_game(plain)->seat[table->side].session;
    if (!*session || !strcmp(session, plain->lobby->place.session))
        return;
    table->side = NOBODY;
    presence_go(plain->lobby->place.presence, plain_live_game(plain)->id, false);
    plain_say(plain, "Your seat was taken over from another login: you watch now, sit takes it back");
}

/* ---------------------------------------------------------------- the end */

void plain_tell_end(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    char words[400], score[24];
    live_score(game, score, sizeof score);
    if (game->refused) {
        lobby_refused(game, words, sizeof words);
        plain_say(plain, "The game is off: %s", words);
    } else if (game->aborted) {
        plain_say(plain, "The game is %s", game->reason);
    } else {
        words_verdict(&game->game.now, &game->game.verdict, words, sizeof words);
        plain_say(plain, "%s", words);
        plain_say(plain, "The result is %s", score);
    }
}

/* ---------------------------------------------------------------- news */

static void tell_sitting_down(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    for (int side = 0; side < game->rules->sides; side++) {
        if (game->seat[side].taken && !table->taken[side] && side != table->side)
            plain_say(plain, game->lot ? "%s sits down" : "%s sits down as %s", game->seat[side].name, side_name(side));
        table->taken[side] = game->seat[side].taken;
    }
}

static void tell_exits(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    int plies = game->game.plies - live_hidden(game, plain->lobby->place.name);
    if (table->exits > game->exits) /* undone by a takeback */
        table->exits = game->exits;
    for (; table->exits < game->exits && game->exit[table->exits].plies <= plies; table->exits++) {
        const struct live_exit *out = &game->exit[table->exits];
        bool goes_on = game->stage < LIVE_OVER && table->exits + 1 == game->exits;
        plain_say(plain, out->time ? "The time of %s is over%s" : "%s resigns%s", side_name(out->side),
                  goes_on ? "; the others play on" : "");
    }
}

/* Report what happened to the offer reported last. */
static void tell_offers(struct plain *plain, bool settled)
{
    struct plain_table *table = table_of(plain);
    const struct live_offer *now = &plain_live_game(plain)->offer, *told = &table->offer;
    char off[PLAYER_NAME_MAX + 20];
    bool same = now->kind && now->kind == told->kind && now->at == told->at && now->by == told->by;
    bool late = live_is_late(plain_live_game(plain), plain->lobby->place.name);
    for (int side = 0; same && !late && side < SIDES_MAX; side++)
        if (now->agreed[side] && !told->agreed[side])
            plain_say(plain, "%s agrees", side_name(side));
    live_offer_off(plain_live_game(plain), told->by, off, sizeof off);
    if (told->kind && !same && !settled && !late)
        plain_say(plain, "The offer %s%s is off%s", live_offer_of(told->kind), live_offer_said(told->kind), off);
    bool tell = now->kind && !same && now->by != table->side;
    table->offer = *now;
    if (tell)
        plain_tell_offer(plain);
}

static void tell_talks(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    int first = game->talks;
    while (first > 0 && game->talk[first - 1].number > table->talks)
        first--;
    for (int i = first; i < game->talks; i++)
        if (plain_hears(plain, &game->talk[i]) && strcmp(game->talk[i].by, plain->lobby->place.name) != 0)
            plain_tell_talk(plain, &game->talk[i]);
    table->talks = game->talks_ever;
}

void plain_tell_news(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    if (table->ended || table->records == game->records || !live_may_see(game, plain->lobby->place.name))
        return;
    uint8_t stage = table->stage;
    bool left = table->exits != game->exits && !live_is_late(game, plain->lobby->place.name);
    table->records = game->records;
    table->stage = (uint8_t)game->stage;
    tell_talks(plain);
    notice_lot(plain);
    tell_sitting_down(plain);
    if (stage == LIVE_SEATS && game->stage == LIVE_PLAYING)
        plain_say(plain, "The game begins");
    int moved = show_record(plain);
    tell_exits(plain);
    if (stage != game->stage && game->stage == LIVE_PAUSED)
        plain_say(plain, "The game is paused: offer resume proposes to go on");
    if (stage == LIVE_PAUSED && game->stage == LIVE_PLAYING)
        plain_say(plain, "The game goes on");
    bool swapped = notice_swap(plain);
    tell_offers(plain, moved || swapped || stage != game->stage);
    notice_taken_over(plain);
    if (game->stage >= LIVE_OVER) {
        if (stage < LIVE_OVER)
            plain_tell_end(plain);
    } else if (moved || left || swapped || stage != game->stage) {
        tell_whose_turn(plain);
    }
}
