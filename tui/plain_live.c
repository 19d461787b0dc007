/* plain_live.c - the table of a game being played on this host, in plain mode: what has happened is told in sentences,
 * and plies go into the journal. See plain_lobby.h; offers, talk and clocks are in plain_talk.c.
 *
 * The record of the open game is made from the journal anew whenever something arrives, so that everything that reads a
 * game reads this one too. */
#include "config.h"
#include "tui/plain_lobby.h"

#include "core/position_text.h"
#include "tui/words.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 10000,   /* milliseconds between looks where changes wake us */
    LOOK_WITHOUT = 500,   /* ... and where nothing does */
    LOOK_AGAIN = 5,       /* somebody is writing just now */
    LOOK_AT_END = 1000,   /* somebody has to put the game into the archive */
    WATCHERS_FINISH = 3000 /* a watcher does only when no player did */
};

static struct plain_table *table_of(const struct plain *plain)
{
    return plain->lobby ? &plain->lobby->table : NULL;
}

bool plain_live_on(const struct plain *plain)
{
    const struct plain_table *table = table_of(plain);
    return table && table->journal && !table->ended;
}

struct journal_record plain_live_record(const struct plain *plain, enum journal_event event)
{
    struct journal_record record;
    int side = table_of(plain)->side;
    journal_record_begin(&record, event);
    if (side != NOBODY)
        value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
    return record;
}

/* ---------------------------------------------------------------- what the reader sees */

/* The game as far as this reader may see it: watchers of a delayed gallery are some plies behind. */
static struct record *shown_record(const struct plain *plain)
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

/* A reader who looks at an earlier position stays there. */
static void tell_far_ply(struct plain *plain, int number)
{
    char label[PLY_ROOM + 60];
    struct spot spot = spot_start();
    spot_go(plain_record(plain), &spot, number);
    plain_ply_label(plain, &spot, label, sizeof label);
    label[0] = 'P';
    plain_say(plain, "%s has been played; end goes there", label);
}

/* Put the present state of the game before the reader, and tell the plies that are gone or new: their number. */
static int show_record(struct plain *plain)
{
    struct record *record = shown_record(plain);
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
    track_restart(&plain->track);
    if (along || spot.ply > common) {
        spot = spot_start();
        spot_go(record, &spot, common);
    }
    plain->spot = spot; /* not plain_go(): it drops the ply in the making */
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

/* ---------------------------------------------------------------- who is here */

static bool is_at_table(const struct person *person, const struct plain *plain)
{
    return person->plays && !strcmp(person->game, plain_live_game(plain)->id);
}

/* Look who is here; changes are told if `tell`. */
static void look_around(struct plain *plain, bool tell)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    struct person *person;
    int n = presence_list(plain->lobby->place.presence, &person);
    table->held = false;
    lobby_know_seats(&plain->lobby->place, game);
    for (int i = 0; i < n; i++)
        lobby_know(&plain->lobby->place, person[i].name);
    plain_tell_alike(plain);
    for (int i = 0; i < n; i++)
        table->held |= !person[i].self && is_at_table(&person[i], plain) && !strcmp(person[i].name, plain->lobby->place.name);
    for (int side = 0; side < game->rules->sides; side++) {
        bool here = false;
        for (int i = 0; i < n; i++)
            here |= is_at_table(&person[i], plain) && !strcmp(person[i].name, game->seat[side].name);
        if (tell && here != table->here[side] && side != table->side && game->seat[side].taken && game->stage < LIVE_OVER)
            plain_say(plain, "%s is %s", game->seat[side].name, here ? "here" : "away");
        table->here[side] = here;
    }
    free(person);
}

/* A record that the user is here or away; where sides may change meanwhile it tells by name whose it is. */
static struct journal_record presence_record(const struct plain *plain, enum journal_event event)
{
    struct journal_record record = plain_live_record(plain, event);
    if (live_sides_may_change(plain_live_game(plain)))
        value_set(&record.value, "name", plain->lobby->place.name, false);
    return record;
}

void plain_live_sit(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    table->side = (uint8_t)live_side_of(plain_live_game(plain), plain->lobby->place.name);
    if (table->side == NOBODY) {
        plain_say(plain, "You have no seat here: you watch");
        return;
    }
    presence_go(plain->lobby->place.presence, plain_live_game(plain)->id, true);
    struct journal_record record = presence_record(plain, JOURNAL_BACK);
    value_set(&record.value, "session", plain->lobby->place.session, false);
    if (plain_live_append(plain, &record))
        plain_say(plain, plain_live_game(plain)->lot ? "You have a seat; your side is drawn by lot when everybody sits" : "You play %s",
                  side_name(table->side));
}

/* "white is ana, that is you"; before the lot is drawn "a seat is ana's, ...". */
static void tell_seats(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    for (int side = 0; side < game->rules->sides; side++) {
        const struct live_seat *seat = &game->seat[side];
        const char *name = seat->name;
        if (game->lot)
            plain_say(plain, !*name ? "a seat is open" : seat->taken ? "a seat is taken by %s%s" : "a seat is kept for %s", name,
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

void plain_live_sign(const struct plain *plain, struct journal_record *record)
{
    if (live_sides_may_change(plain_live_game(plain)))
        value_set(&record->value, "by", plain->lobby->place.name, false);
}

/* The players have changed sides. */
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
    tell_seats(plain);
    return true;
}

/* Everybody sits, and sides are drawn. */
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
    look_around(plain, false);
    plain_say(plain, "Everybody sits, and sides are drawn by lot");
    memset(table->taken, true, sizeof table->taken); /* told with the sides */
    tell_seats(plain);
}

/* Another login took the seat. */
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

/* The game is in the archive now: it can be annotated like any other. */
static void take_from_archive(struct plain *plain)
{
    struct plain_table table = plain->lobby->table;
    presence_go(plain->lobby->place.presence, "", false);
    store_refresh(plain->store);
    store_scan(plain->store, INT32_MAX);
    int at = store_find(plain->store, plain_live_game(plain)->id);
    table.ended = true;
    if (at < 0) {
        plain->lobby->table = table;
        plain_say(plain, "Nothing was played, so nothing is kept");
        return;
    }
    plain->lobby->table.journal = NULL; /* loading closes the table, which is still asked for a rematch */
    bool loaded = plain_load(plain, at, store_listing(plain->store, at)->plies);
    plain->lobby->table = table;
    if (loaded)
        plain_say(plain, "The game is in the archive as game %d: notes can be written now; rematch begins another one", at + 1);
}

static void finish(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    struct note why;
    const struct live_game *game = plain_live_game(plain);
    bool late = journal_clock() - game->last_at > WATCHERS_FINISH, news = live_is_news(game, journal_clock());
    bool ours = news ? !strcmp(game->opener, plain->lobby->place.name) : table->side != NOBODY || late;
    if (!table->journal->finished && ours && journal_finish(table->journal, &why) < 0)
        plain_say(plain, "The game cannot be put into the archive yet: %s", why.text);
    if (table->journal->finished || (news && !ours))
        take_from_archive(plain);
}

static void tell_end(struct plain *plain)
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
    if (table->exits > game->exits) /* taken back */
        table->exits = game->exits;
    for (; table->exits < game->exits && game->exit[table->exits].plies <= plies; table->exits++) {
        const struct live_exit *out = &game->exit[table->exits];
        bool goes_on = game->stage < LIVE_OVER && table->exits + 1 == game->exits;
        plain_say(plain, out->time ? "The time of %s is over%s" : "%s resigns%s", side_name(out->side),
                  goes_on ? "; the others play on" : "");
    }
}

/* What became of the offer that was told last. */
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
    int fresh = game->talks_ever - table->talks;
    for (int i = fresh < game->talks ? game->talks - fresh : 0; i < game->talks; i++)
        if (plain_hears(plain, &game->talk[i]) && strcmp(game->talk[i].by, plain->lobby->place.name) != 0)
            plain_tell_talk(plain, &game->talk[i]);
    table->talks = game->talks_ever;
}

static void tell_news(struct plain *plain)
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
            tell_end(plain);
    } else if (moved || left || swapped || stage != game->stage) {
        tell_whose_turn(plain);
    }
}

bool plain_live_append(struct plain *plain, struct journal_record *record)
{
    struct note why = {0};
    int result = lobby_append(table_of(plain)->journal, record, &why);
    if (result < 0)
        plain_refuse(plain, why.text);
    tell_news(plain);
    if (plain_live_on(plain) && plain_live_game(plain)->stage >= LIVE_OVER)
        finish(plain);
    return result == 0;
}

/* Time is over for somebody: whoever sees it writes it down, once. */
static void notice_flag(struct plain *plain)
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
    lobby_append(table_of(plain)->journal, &record, &why); /* refused when another was first */
    tell_news(plain);
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

int plain_live_attend(struct plain *plain)
{
    if (!plain_live_on(plain))
        return LOOK_EVERY;
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    bool whole = !table->journal->broken, busy = journal_read_on(table->journal) == FAIL_BUSY;
    if (!may_see(plain, table->journal)) { /* the seats were taken by others */
        plain_close_game(plain);
        return LOOK_EVERY;
    }
    tell_news(plain);
    look_around(plain, true);
    if (whole && table->journal->broken)
        plain_say(plain, "The game cannot go on: %s", table->journal->trouble.text);
    if (table->journal->torn && !table->told_torn)
        plain_say(plain, "The " JOURNAL_TORN);
    table->told_torn = table->journal->torn;
    notice_flag(plain);
    if (game->stage >= LIVE_OVER)
        finish(plain);
    if (busy || !plain_live_on(plain))
        return busy ? LOOK_AGAIN : LOOK_EVERY;
    int64_t wait = game->stage >= LIVE_OVER ? LOOK_AT_END : live_watch_fd(plain->lobby->watch) >= 0 ? LOOK_EVERY : LOOK_WITHOUT;
    int64_t left = live_clock_runs(game) ? live_clock(game, game->game.now.side, journal_clock()) + 1 : wait;
    return (int)(left < wait ? left > 0 ? left : LOOK_WITHOUT : wait); /* a flag that cannot be written is tried again in a while */
}

bool plain_live_waits_for_us(const struct plain *plain, int plies)
{
    const struct live_game *game = plain_live_game(plain);
    const struct plain_table *table = table_of(plain);
    if (table->side == NOBODY || !live_alive(game, table->side))
        return game->game.plies != plies || game->stage >= LIVE_OVER;
    return game->stage >= LIVE_OVER || (game->stage == LIVE_PLAYING && game->game.now.side == table->side) ||
           (game->offer.kind && !game->offer.agreed[table->side]);
}

/* ---------------------------------------------------------------- coming and going */

static void take_place(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    bool seated = live_side_of(game, plain->lobby->place.name) != NOBODY;
    if (seated && !table->held && game->stage < LIVE_OVER) {
        plain_live_sit(plain);
        return;
    }
    presence_go(plain->lobby->place.presence, game->id, false);
    if (game->stage >= LIVE_OVER) /* as one came in, or it hangs between its end and the archive */
        tell_end(plain);
    else
        plain_say(plain, seated ? "You sit here from another login: sit takes the seat over, until then you watch" : "You watch");
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
    struct plain_table *table = table_of(plain);
    *table = (struct plain_table){.journal = journal, .side = NOBODY, .stage = (uint8_t)game->stage, .records = game->records,
                                  .talks = game->talks_ever, .exits = game->exits, .swaps = game->swaps, .lot = game->lot, .offer = game->offer};
    for (int side = 0; side < game->rules->sides; side++)
        table->taken[side] = game->seat[side].taken;
    struct spot spot = spot_start();
    plain_begin_game(plain, shown_record(plain), &spot);
    spot_end(plain_record(plain), &spot);
    plain_go(plain, &spot);
    look_around(plain, false);
    game_mark(id, mark);
    plain_say(plain, "This is game %s, %s%s%s%s", mark, game->rules->variant->title, *game->control_text ? ", clock " : "",
              game->control_text, game->is_private ? ", private" : "");
    tell_seats(plain);
    take_place(plain);
    if (!plain_live_on(plain))
        return;
    if (game->talks)
        plain_say(plain, "There has been talk: talk tells it");
    plain_tell(plain);
    if (game->stage == LIVE_SEATS)
        plain_say(plain, "The game waits for its players: wait waits with you");
    else if (game->stage == LIVE_PLAYING && game->game.now.side == table->side)
        plain_say(plain, "It is your turn");
    if (game->offer.kind)
        plain_tell_offer(plain);
    plain_tell_clocks(plain);
}

void plain_live_close(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    struct note why;
    if (!table || !table->journal)
        return;
    if (table->side != NOBODY && !table->ended && plain_live_game(plain)->stage < LIVE_OVER) {
        struct journal_record record = presence_record(plain, JOURNAL_GONE);
        value_set(&record.value, "why", "left", false);
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
    if (table_of(plain)->journal->broken)
        plain_say(plain, "The game cannot go on: %s", table_of(plain)->journal->trouble.text);
    else if (table_of(plain)->side == NOBODY)
        plain_say(plain, "You watch this game");
    else if (plain->spot.depth || plain->spot.ply != plain_record(plain)->moves.n)
        plain_say(plain, "You look at an earlier position: end goes to the present one");
    else if (game->stage == LIVE_SEATS)
        plain_say(plain, "The game waits for its players");
    else if (game->stage == LIVE_PAUSED)
        plain_say(plain, "The game is paused: offer resume proposes to go on");
    else if (game->stage >= LIVE_OVER)
        plain_say(plain, "The game is over");
    else if (game->game.now.side != table_of(plain)->side)
        plain_say(plain, "It is the turn of %s", game->seat[game->game.now.side].name);
    else
        return true;
    return false;
}

bool plain_live_play(struct plain *plain, const struct ply *ply)
{
    char text[8192];
    plain->rules->rules->format(&plain_live_game(plain)->game.now, ply, FORM_LONG, text, sizeof text);
    struct journal_record record = plain_live_record(plain, JOURNAL_PLY);
    value_set(&record.value, "m", text, false);
    plain_live_sign(plain, &record);
    return plain_live_append(plain, &record);
}

void plain_live_resign(struct plain *plain)
{
    const struct live_game *game = plain_live_game(plain);
    if (table_of(plain)->side == NOBODY) {
        plain_say(plain, "You watch this game");
        return;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_RESULT);
    value_set(&record.value, "why", game->stage == LIVE_SEATS ? "withdrawn" : "resigns", false);
    plain_live_sign(plain, &record);
    plain_live_append(plain, &record);
}
