/* live.c - plain mode's live table: joining and leaving, playing plies into the journal, the end of the game.
 * See tui/plain/lobby.h; tui/plain/live_news.c reports events, tui/plain/talk.c has offers, chat and clocks. */
#include "config.h"
#include "tui/plain/lobby.h"

#include "archive/replay/replay.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 10000,   /* milliseconds between polls if changes are notified */
    LOOK_WITHOUT = 500,   /* ... and if they are not */
    LOOK_AGAIN = 5,       /* another process is just writing */
    LOOK_AT_END = 1000,   /* one of the sessions must add the game to the archive */
    WATCHERS_FINISH = 3000 /* a watcher adds it only if no player has */
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

/* ---------------------------------------------------------------- who is here */

static bool is_at_table(const struct person *person, const struct plain *plain)
{
    return person->plays && !strcmp(person->game, plain_live_game(plain)->id);
}

void plain_look_around(struct plain *plain, bool tell)
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

/* A record that the user is present or away; in games where sides may change it includes the user's name. */
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
        plain_say(plain,
                  plain_live_game(plain)->lot ? "You have a seat; your side is drawn by lot when everybody sits" : "You play %s",
                  side_name(table->side));
}

void plain_live_sign(const struct plain *plain, struct journal_record *record)
{
    if (live_sides_may_change(plain_live_game(plain)))
        value_set(&record->value, "by", plain->lobby->place.name, false);
}

/* ---------------------------------------------------------------- the end */

/* The game is in the archive now: open that copy, which can be annotated like any other game. */
static void take_from_archive(struct plain *plain)
{
    struct plain_table table = plain->lobby->table;
    store_refresh(plain->store);
    store_scan(plain->store, INT32_MAX);
    int at = store_find(plain->store, plain_live_game(plain)->id);
    table.ended = true;
    if (at < 0) {
        plain->lobby->table = table;
        presence_go(plain->lobby->place.presence, "", false);
        plain_say(plain, "Nothing was played, so nothing is kept");
        return;
    }
    plain->lobby->table.journal = NULL; /* loading closes the table, but the journal is still needed for a rematch */
    bool loaded = plain_load(plain, at, store_listing(plain->store, at)->plies);
    plain->lobby->table = table;
    if (!loaded)
        presence_go(plain->lobby->place.presence, "", false);
    else
        plain_say(plain, "The game is in the archive as game %d: notes can be written now; lead shows the others around, "
                         "rematch begins another one", at + 1);
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

/* ---------------------------------------------------------------- news */

bool plain_live_append(struct plain *plain, struct journal_record *record)
{
    struct note why = {0};
    int result = lobby_append(table_of(plain)->journal, record, &why);
    if (result < 0)
        plain_refuse(plain, why.text);
    plain_tell_news(plain);
    if (plain_live_on(plain) && plain_live_game(plain)->stage >= LIVE_OVER)
        finish(plain);
    return result == 0;
}

/* When a player has run out of time, record it; the first session to see it does, once. */
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
    lobby_append(table_of(plain)->journal, &record, &why); /* fails if another session was first */
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

/* Report lines of chat that could not be read. */
static void tell_passed(struct plain *plain)
{
    struct plain_table *table = table_of(plain);
    int passed = table->journal->passed;
    if (passed > table->told_passed)
        plain_say(plain, "%d %s of talk cannot be read and %s left out", passed, passed == 1 ? "line" : "lines",
                  passed == 1 ? "is" : "are");
    table->told_passed = passed;
}

int plain_live_attend(struct plain *plain)
{
    if (!plain_live_on(plain))
        return LOOK_EVERY;
    struct plain_table *table = table_of(plain);
    const struct live_game *game = plain_live_game(plain);
    bool whole = !table->journal->broken, busy = journal_read_on(table->journal) == FAIL_BUSY;
    if (!may_see(plain, table->journal)) { /* all seats were taken by others */
        plain_close_game(plain);
        return LOOK_EVERY;
    }
    plain_tell_news(plain);
    plain_look_around(plain, true);
    if (whole && table->journal->broken)
        plain_say(plain, "The game cannot go on: %s", table->journal->trouble.text);
    if (table->journal->torn && !table->told_torn)
        plain_say(plain, "The " JOURNAL_TORN);
    table->told_torn = table->journal->torn;
    tell_passed(plain);
    notice_flag(plain);
    if (game->stage >= LIVE_OVER)
        finish(plain);
    if (busy || !plain_live_on(plain))
        return busy ? LOOK_AGAIN : LOOK_EVERY;
    int64_t wait = game->stage >= LIVE_OVER ? LOOK_AT_END : live_watch_fd(plain->lobby->watch) >= 0 ? LOOK_EVERY : LOOK_WITHOUT;
    int64_t left = live_clock_runs(game) ? live_clock(game, game->game.now.side, journal_clock()) + 1 : wait;
    /* a flag that could not be recorded is retried after a while */
    return (int)(left < wait ? left > 0 ? left : LOOK_WITHOUT : wait);
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

/* ---------------------------------------------------------------- joining and leaving */

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
    if (game->stage >= LIVE_OVER) /* the game ended while the user joined, or is not in the archive yet */
        plain_tell_end(plain);
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
                                  .talks = game->talks_ever, .exits = game->exits, .swaps = game->swaps,
                                  .lot = game->lot, .offer = game->offer};
    for (int side = 0; side < game->rules->sides; side++)
        table->taken[side] = game->seat[side].taken;
    struct spot spot = spot_start();
    plain_begin_game(plain, plain_shown_record(plain), &spot);
    spot_end(plain_record(plain), &spot);
    plain_go(plain, &spot);
    plain_look_around(plain, false);
    game_mark(id, mark);
    plain_say(plain, "This is game %s, %s%s%s%s", mark, ruleset_title(game->rules), *game->control_text ? ", clock " : "",
              game->control_text, game->is_private ? ", private" : "");
    plain_tell_seats(plain);
    take_place(plain);
    if (!plain_live_on(plain))
        return;
    tell_passed(plain);
    if (game->talks)
        plain_say(plain, "There has been talk: talk shows it");
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
    if (table_of(plain)->side == NOBODY) {
        plain_say(plain, "You watch this game");
        return;
    }
    struct journal_record record = plain_live_record(plain, JOURNAL_RESULT);
    value_set(&record.value, "why", game->stage == LIVE_SEATS ? "withdrawn" : "resigns", false);
    plain_live_sign(plain, &record);
    plain_live_append(plain, &record);
}
