/* live_table.c - a live game without a screen: opening it, telling what the journal says, the
 * duties that belong to nobody in particular, and the end. See live_table.h. */
#include "config.h"

#include "tui/session/lobby/live_table.h"

#include "archive/replay/replay.h"
#include "core/position_text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 60000, /* milliseconds between polls if the client is notified of changes */
    /* milliseconds between checks of who is here if nobody seems to have come or left */
    PEOPLE_AGAIN = 600000,
    /* milliseconds between checks of who is here without notification, after someone came or
     * left */
    PEOPLE_WITHOUT = 2000,
    /* Milliseconds between checks of who is here without notification, if nobody came or left: a
     * session may have been killed, and with LOOK_WITHOUT and LOST_AFTER this is noticed within ten
     * seconds. */
    PEOPLE_QUIET = 7000,
    /* Milliseconds between polls of the journal without notification. (Systems limit the watches
     * of each user.) */
    LOOK_WITHOUT = 1000,
    /* milliseconds between polls without notification, if something happened some minutes ago */
    LOOK_QUIET = 250,
    /* milliseconds between polls without notification, if something happened just now */
    LOOK_LIVELY = 60,
    LIVELY = 30000,
    QUIET = 120000,
    LOOK_AGAIN = 5,   /* milliseconds until the next try while another process is writing */
    FLAG_AGAIN = 500, /* milliseconds until the next try to record that a player's time ran out */
    /* milliseconds between polls after the end, until a session has added the game to the archive
     */
    LOOK_AT_END = 1000,
    LOST_AFTER = 1500, /* milliseconds after which an absent player counts as disconnected */
    /* milliseconds after which a watcher adds the game to the archive, if no player has */
    WATCHERS_FINISH = 3000
};

static const int64_t NEVER = INT64_MAX;

static int64_t now_of(const struct live_table *table)
{
    return table->game->ops->now(table->game->client);
}

/* ---------------------------------------------------------------- telling */

void live_table_tell(struct live_table *table, const struct table_news *news)
{
    table->tell(table->client, news);
}

static void tell(struct live_table *table, enum table_news_kind kind, int side, bool yes)
{
    live_table_tell(table, &(struct table_news){.kind = kind, .side = side, .yes = yes});
}

void live_table_refuse(struct live_table *table, enum table_refusal cause, const char *format, ...)
{
    struct note why = {.offset = -1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why.text, sizeof why.text, format, arguments);
    va_end(arguments);
    live_table_tell(table, &(struct table_news){.kind = NEWS_REFUSED, .cause = cause, .why = &why});
}

/* ---------------------------------------------------------------- queries */

bool live_table_on(const struct live_table *table)
{
    return table->journal && !table->ended;
}

int live_table_may_see(const struct journal *journal, const char *name, struct note *why)
{
    if (!journal->live.rules)
        return note_fail(why, FAIL_TEXT, -1, "the game cannot be shown: %s", journal->trouble.text);
    return live_may_see(&journal->live, name)
               ? 0
               : note_fail(why, FAIL_RULE, -1, "that game is private");
}

int live_table_hidden(const struct live_table *table)
{
    return live_hidden(live_table_game(table), table->place->name);
}

bool live_table_late(const struct live_table *table)
{
    return live_is_late(live_table_game(table), table->place->name);
}

int64_t live_table_clock(const struct live_table *table, int side)
{
    return live_clock(live_table_game(table), side, journal_clock());
}

bool live_table_clock_text(const struct live_table *table, int side, char out[CLOCK_ROOM])
{
    out[0] = '\0';
    if (!live_has_clock(live_table_game(table)) || live_table_late(table))
        return false;
    clock_write(live_table_clock(table, side) / 1000 * 1000, true, out);
    return true;
}

bool live_table_hears(const struct live_table *table, const struct live_talk *talk)
{
    return lobby_hears(table->place, talk->by) &&
           live_hears(live_table_game(table), table->place->name, talk);
}

bool live_table_sits(const struct live_table *table, const char *name)
{
    for (int i = 0; i < table->persons; i++)
        if (table->person[i].plays && !strcmp(table->person[i].name, name))
            return true;
    return false;
}

bool live_table_waits_for_user(const struct live_table *table, int plies)
{
    const struct live_game *game = live_table_game(table);
    if (table->side == NOBODY || !live_alive(game, table->side))
        return game->game.plies != plies || game->stage >= LIVE_OVER;
    return game->stage >= LIVE_OVER ||
           (game->stage == LIVE_PLAYING && game->game.now.side == table->side) ||
           (game->offer.kind && !game->offer.agreed[table->side]);
}

static void drop_clocks(struct line *moves)
{
    for (int i = 0; i < moves->n; i++)
        if (moves->v[i].notes) {
            text_replace(&moves->v[i].notes->clk, NULL);
            node_tidy(&moves->v[i]);
        }
}

struct record *live_table_record(const struct live_game *live, const char *name)
{
    struct record *record = live_record(live);
    int hidden = live_hidden(live, name);
    if (hidden)
        line_cut(&record->moves, live->game.plies - hidden);
    if (live_is_late(live, name))
        drop_clocks(&record->moves);
    return record;
}

/* ---------------------------------------------------------------- records */

struct journal_record live_table_prepare(const struct live_table *table, enum journal_event event)
{
    struct journal_record record;
    journal_record_begin(&record, event);
    if (table->side != NOBODY)
        value_set(&record.value, "side", (char[]){side_letter(table->side), '\0'}, false);
    return record;
}

struct journal_record live_table_presence(const struct live_table *table, enum journal_event event)
{
    struct journal_record record = live_table_prepare(table, event);
    if (live_sides_may_change(live_table_game(table)))
        value_set(&record.value, "name", table->place->name, false);
    return record;
}

/* ---------------------------------------------------------------- who is here */

static void look_who_is_here(struct live_table *table, bool told)
{
    const struct live_game *game = live_table_game(table);
    struct person *all;
    table->people_stamp = presence_stamp(table->place->presence);
    int n = presence_list(table->place->presence, &all), kept = 0;
    lobby_know_seats(table->place, game);
    for (int i = 0; i < n; i++) {
        lobby_know(table->place, all[i].name);
        if (!strcmp(all[i].game, game->id))
            all[kept++] = all[i];
    }
    free(table->person);
    table->person = all;
    table->persons = kept;
    table->held = false;
    for (int i = 0; i < kept; i++)
        table->held |= !all[i].self && all[i].plays && !strcmp(all[i].name, table->place->name);
    tell(table, NEWS_PEOPLE, NOBODY, false);
    for (int side = 0; side < game->rules->sides; side++) {
        bool here = live_table_sits(table, game->seat[side].name), was = table->here[side];
        table->here[side] = here;
        if (told && here != was && game->seat[side].taken && game->stage < LIVE_OVER &&
            strcmp(game->seat[side].name, table->place->name) != 0)
            tell(table, NEWS_HERE, side, here);
    }
}

static int64_t people_due(const struct live_table *table)
{
    if (table->watched)
        return table->people_at + table->people_every;
    return table->people_at + (presence_stamp(table->place->presence) == table->people_stamp
                                   ? PEOPLE_QUIET
                                   : PEOPLE_WITHOUT);
}

/* Check who is here if someone may have come or left. */
static void look_around(struct live_table *table, bool stirred)
{
    int64_t now = now_of(table);
    table->people_stale = table->people_stale || stirred || table->people_at + PEOPLE_AGAIN <= now;
    if (!table->people_stale || (table->people_at && now < people_due(table)))
        return;
    look_who_is_here(table, true);
    table->people_stale = false;
    table->people_at = now;
}

/* ---------------------------------------------------------------- the end */

/* Replace the record of the game session by the archive's copy, which can be annotated like any
 * other game. A reader at the end stays at the end. Returns the index of the game in the store, or
 * FAIL_... without changing anything. */
static int take_copy(struct live_table *table)
{
    struct store *store = table->store ? table->store : table->place->store;
    struct game_session *game = table->game;
    const char *id = live_table_game(table)->id;
    struct record *record;
    struct version version;
    int at = store_find(store, id);
    if (at < 0) {
        store_refresh(store);
        store_scan(store, INT32_MAX);
        at = store_find(store, id);
    }
    int result = at < 0 ? FAIL_NAME : store_load(store, at, &record, &version, NULL, NULL);
    if (result < 0)
        return result;
    bool along = session_at_end(game);
    edits_clear(&game->edits);
    edits_begin(&game->edits, record);
    if (along || game->spot.ply > record->moves.n) {
        game->spot = spot_start();
        spot_end(record, &game->spot);
    }
    game->store = store;
    game->version = version;
    game->writable = store_writable(store, &game->unwritable);
    session_reread(game);
    session_recall(game);
    return at;
}

static void file_game(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    bool stored = lobby_find(table->place, game->id) >= 0;
    table->ended = true;
    table->game->live = false;
    int at = stored ? take_copy(table) : -1;
    presence_go(table->place->presence, at >= 0 ? game->id : "", false);
    live_table_tell(table, &(struct table_news){.kind = NEWS_FILED, .yes = stored, .count = at});
}

/* The game is over: add it to the archive, or wait until another session has done so. */
static void finish(struct live_table *table)
{
    struct note why;
    const struct live_game *game = live_table_game(table);
    bool late = journal_clock() - game->last_at > WATCHERS_FINISH,
         news = live_is_news(game, journal_clock());
    /* the person who started the game should see the news first */
    bool ours = news ? !strcmp(game->opener, table->place->name) : table->side != NOBODY || late;
    if (!table->journal->finished && ours && journal_finish(table->journal, &why) < 0)
        live_table_tell(table, &(struct table_news){.kind = NEWS_NOT_FILED, .why = &why});
    if (table->journal->finished || (news && !ours))
        file_game(table);
}

/* ---------------------------------------------------------------- news */

static int plies_in_common(const struct line *one, const struct line *other)
{
    int n = 0;
    while (n < one->n && n < other->n && !strcmp(one->v[n].text, other->v[n].text))
        n++;
    return n;
}

/* Replace the record of the game session; the first `common` plies are the same. A reader at the
 * end of the old record goes to the end of the new one. */
static void show_record(struct live_table *table, struct record *record, int common)
{
    struct game_session *game = table->game;
    const struct line *old = &session_record(game)->moves;
    struct table_news news = {.kind = NEWS_RECORD, .yes = session_at_end(game)};
    news.first = common;
    news.count = old->n - common;
    news.of = record->moves.n - common;
    edits_clear(&game->edits);
    edits_begin(&game->edits, record);
    if (news.yes || game->spot.ply > news.first) {
        game->spot = spot_start();
        spot_go(record, &game->spot, news.yes ? record->moves.n : news.first);
    }
    if (game->rules)
        track_go(&game->track, record, &game->spot);
    live_table_tell(table, &news);
}

static void tell_talks(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int first = game->talks;
    while (first > 0 && game->talk[first - 1].number > table->talks)
        first--;
    for (int i = first; i < game->talks; i++)
        if (live_table_hears(table, &game->talk[i]))
            live_table_tell(
                table, &(struct table_news){.kind = NEWS_SAID,
                                            .talk = &game->talk[i],
                                            .yes = !strcmp(game->talk[i].by, table->place->name)});
    table->talks = game->talks_ever;
}

/* Tell that the sides were drawn by lot. */
static void tell_lot(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    if (table->side != NOBODY)
        table->side = (uint8_t)live_side_of(game, table->place->name);
    look_who_is_here(table, false);
    tell(table, NEWS_DRAWN, table->side, false);
    memset(table->taken, true, sizeof table->taken); /* the news name all players already */
}

static void tell_sitting_down(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    for (int side = 0; side < game->rules->sides; side++) {
        if (game->seat[side].taken && !table->taken[side] && side != table->side)
            tell(table, NEWS_JOINED, side, false);
        table->taken[side] = game->seat[side].taken;
    }
}

static void tell_exits(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int plies = game->game.plies - live_table_hidden(table);
    if (table->exits > game->exits) /* A takeback has brought back players who had left the game. */
        table->exits = game->exits;
    for (; table->exits < game->exits && game->exit[table->exits].plies <= plies; table->exits++) {
        const struct live_exit *out = &game->exit[table->exits];
        live_table_tell(table, &(struct table_news){.kind = NEWS_LEFT,
                                                    .side = out->side,
                                                    .yes = out->time,
                                                    .count = game->stage < LIVE_OVER &&
                                                             table->exits + 1 == game->exits});
    }
}

static void tell_swap(struct live_table *table)
{
    int side = live_side_of(live_table_game(table), table->place->name);
    if (table->side != NOBODY && side != NOBODY)
        table->side = (uint8_t)side;
    tell(table, NEWS_SWAPPED, table->side, false);
}

/* Send news of a new offer, of who agreed to it, and of an offer that is off. `settled`: a record
 * has come that an accepted offer leads to, such as a draw, so no news that it is off is needed. */
static void tell_offers(struct live_table *table, bool settled)
{
    const struct live_game *game = live_table_game(table);
    const struct live_offer *now = &game->offer, told = table->offer;
    char off[PLAYER_NAME_MAX + 20];
    bool same = now->kind && now->kind == told.kind && now->at == told.at && now->by == told.by;
    bool late = live_table_late(table);
    table->offer = *now;
    if (!same)
        table->offer_since = now_of(table);
    for (int side = 0; same && !late && side < SIDES_MAX; side++)
        if (now->agreed[side] && !told.agreed[side])
            tell(table, NEWS_AGREED, side, false);
    live_offer_off(game, told.by, off, sizeof off);
    if (told.kind && !same && !settled && !late)
        live_table_tell(
            table, &(struct table_news){.kind = NEWS_OFFER_OFF, .count = told.kind, .text = off});
    if (now->kind && !same && now->by != table->side && !late)
        tell(table, NEWS_OFFERED, now->by, false);
}

/* Another login has taken over the user's seat. */
static void tell_taken_over(struct live_table *table)
{
    const char *session =
        table->side == NOBODY ? "" : live_table_game(table)->seat[table->side].session;
    if (!*session || !strcmp(session, table->place->session))
        return;
    table->side = NOBODY;
    presence_go(table->place->presence, live_table_game(table)->id, false);
    tell(table, NEWS_TAKEN, NOBODY, false);
}

static void tell_news(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    if (table->ended || table->records == game->records || !live_may_see(game, table->place->name))
        return;
    struct record *record = live_table_record(game, table->place->name);
    uint8_t stage = table->stage;
    bool began = stage != game->stage, swapped = table->swaps != game->swaps,
         drawn = table->lot && game->drawn,
         left = table->exits != game->exits && !live_table_late(table);
    const struct line *old = &session_record(table->game)->moves, *new = &record->moves;
    int common = plies_in_common(old, new);
    bool moved = common < old->n || common < new->n; /* as far as the user may see */
    table->records = game->records;
    table->stage = (uint8_t)game->stage;
    table->swaps = game->swaps;
    table->lot = game->lot;
    table->stirred_at = now_of(table);
    if (!table->watched)
        table->people_at = 0; /* the new records may say that somebody came or left */
    lobby_know_seats(table->place, game);
    tell(table, NEWS_CAME, NOBODY, moved);
    tell_talks(table);
    if (drawn)
        tell_lot(table);
    tell_sitting_down(table);
    if (stage == LIVE_SEATS && game->stage == LIVE_PLAYING)
        tell(table, NEWS_BEGUN, NOBODY, false);
    if (moved || began || swapped || drawn || game->exits || game->stage == LIVE_SEATS)
        show_record(table, record, common);
    else
        record_free(record);
    tell_exits(table);
    if (began && game->stage == LIVE_PAUSED)
        tell(table, NEWS_PAUSED, NOBODY, false);
    if (stage == LIVE_PAUSED && game->stage == LIVE_PLAYING)
        tell(table, NEWS_RESUMED, NOBODY, false);
    if (swapped)
        tell_swap(table);
    tell_offers(table, moved || swapped || drawn || began);
    tell_taken_over(table);
    if (stage < LIVE_OVER && game->stage >= LIVE_OVER)
        tell(table, NEWS_OVER, NOBODY, false);
    tell(table, NEWS_TOLD, NOBODY, moved || left || swapped || drawn || began);
}

void live_table_catch_up(struct live_table *table)
{
    tell_news(table);
    if (live_table_on(table) && live_table_game(table)->stage >= LIVE_OVER)
        finish(table);
}

bool live_table_append(struct live_table *table, struct journal_record *record)
{
    struct note why = {0};
    int result = lobby_append(table->journal, record, &why);
    if (result < 0)
        live_table_refuse(table, TABLE_INVALID, "%s", why.text);
    live_table_catch_up(table);
    return result == 0;
}

/* ---------------------------------------------------------------- duties */

/* Record that the side to move has run out of time. */
static void notice_flag(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int mover = game->game.now.side;
    if (!live_clock_runs(game) || live_clock(game, mover, journal_clock()) > 0)
        return;
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_CLOCK);
    value_set(&record.value, "side", (char[]){side_letter(mover), '\0'}, false);
    value_set(&record.value, "by", table->place->name, false);
    /* This fails if another session was first, which is fine. */
    lobby_append(table->journal, &record, NULL);
    tell_news(table);
}

static void record_lost(struct live_table *table, int side)
{
    const struct live_game *game = live_table_game(table);
    const struct live_seat *seat = &game->seat[side];
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_GONE);
    value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
    if (live_sides_may_change(game))
        value_set(&record.value, "name", seat->name, false);
    value_set(&record.value, "why", "lost", false);
    if (*seat->session)
        value_set(&record.value, "session", seat->session, false);
    value_set(&record.value, "by", table->place->name, false);
    lobby_append(table->journal, &record, NULL);
}

/* Record that a player is gone without having left. */
static void notice_lost(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int64_t now = now_of(table);
    table->lost_at = NEVER;
    for (int side = 0; side < game->rules->sides; side++) {
        const struct live_seat *seat = &game->seat[side];
        if (!seat->present || side == table->side || game->stage >= LIVE_OVER ||
            table->journal->broken || live_table_sits(table, seat->name)) {
            table->missed[side] = 0;
            continue;
        }
        table->missed[side] = table->missed[side] ? table->missed[side] : now;
        if (now < table->missed[side] + LOST_AFTER) {
            int64_t at = table->missed[side] + LOST_AFTER;
            table->lost_at = at < table->lost_at ? at : table->lost_at;
            continue;
        }
        /* the last check may have missed a player who has just returned */
        look_who_is_here(table, true);
        table->missed[side] = 0;
        if (!live_table_sits(table, seat->name))
            record_lost(table, side);
    }
    tell_news(table);
}

/* Tell once that the journal is damaged, and what of it was left out. */
static void tell_damage(struct live_table *table)
{
    const struct journal *journal = table->journal;
    if (journal->broken && !table->told_broken)
        live_table_tell(table, &(struct table_news){.kind = NEWS_BROKEN, .why = &journal->trouble});
    if (journal->torn && !table->told_torn)
        tell(table, NEWS_TORN, NOBODY, false);
    if (journal->passed > table->passed)
        live_table_tell(table, &(struct table_news){.kind = NEWS_PASSED, .count = journal->passed});
    table->told_broken = journal->broken;
    table->told_torn = journal->torn;
    table->passed = journal->passed;
}

bool live_table_attend(struct live_table *table, bool stirred)
{
    if (!live_table_on(table))
        return true;
    table->busy = journal_read_on(table->journal) == FAIL_BUSY;
    if (!live_may_see(live_table_game(table), table->place->name))
        return false;
    tell_news(table);
    look_around(table, stirred);
    tell_damage(table);
    notice_flag(table);
    notice_lost(table);
    live_table_catch_up(table);
    return true;
}

int live_table_wait(const struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int64_t now = now_of(table), since = now - table->stirred_at, wait = LOOK_EVERY;
    if (table->ended)
        return LOOK_EVERY;
    if (table->busy)
        return LOOK_AGAIN;
    if (!table->watched)
        wait = since < LIVELY ? LOOK_LIVELY : since < QUIET ? LOOK_QUIET : LOOK_WITHOUT;
    if (game->stage >= LIVE_OVER && wait > LOOK_AT_END)
        wait = LOOK_AT_END;
    if (live_clock_runs(game)) {
        int64_t left = live_clock(game, game->game.now.side, journal_clock()) + 1;
        left = left > 0 ? left : FLAG_AGAIN;
        wait = left < wait ? left : wait;
    }
    if (table->people_stale && people_due(table) - now < wait)
        wait = people_due(table) - now;
    if (table->lost_at != NEVER && table->lost_at - now < wait)
        wait = table->lost_at - now;
    return wait > 0 ? (int)wait : 0;
}

bool live_table_quiet(const struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    int64_t now = now_of(table);
    return now < people_due(table) && now < table->lost_at && !table->busy &&
           game->stage < LIVE_OVER && !journal_grew(table->journal) &&
           !(live_clock_runs(game) && live_clock(game, game->game.now.side, journal_clock()) <= 0);
}

/* ---------------------------------------------------------------- opening, closing */

void live_table_open(struct live_table *table, struct journal *journal)
{
    const struct live_game *game = &journal->live;
    table->journal = journal;
    table->side = NOBODY;
    table->stage = (uint8_t)game->stage;
    table->records = game->records;
    table->talks = game->talks_ever;
    table->exits = game->exits;
    table->swaps = game->swaps;
    table->lot = game->lot;
    table->offer = game->offer;
    table->lost_at = NEVER;
    table->stirred_at = now_of(table);
    for (int side = 0; side < game->rules->sides; side++)
        table->taken[side] = game->seat[side].taken;
    table->game->live = true;
    table->game->writable = false;
    note_set(&table->game->unwritable, -1,
             "the game is being played; you can write notes when it is over");
    look_who_is_here(table, false);
}

void live_table_begin(struct live_table *table)
{
    const struct live_game *game = live_table_game(table);
    bool seated = live_side_of(game, table->place->name) != NOBODY;
    if (seated && !table->held && game->stage < LIVE_OVER) {
        live_table_sit(table);
        return;
    }
    presence_go(table->place->presence, game->id, false);
    if (game->stage >= LIVE_OVER) /* it is not in the archive yet */
        tell(table, NEWS_OVER, NOBODY, false);
    else
        tell(table, NEWS_WATCHING, NOBODY, seated);
}

void live_table_part(struct live_table *table, bool hangup)
{
    if (!live_table_on(table) || table->side == NOBODY ||
        live_table_game(table)->stage >= LIVE_OVER)
        return;
    struct journal_record record = live_table_presence(table, JOURNAL_GONE);
    value_set(&record.value, "why", hangup ? "hangup" : "left", false);
    value_set(&record.value, "session", table->place->session, false);
    journal_append(table->journal, &record, NULL);
    journal_record_clear(&record);
    table->side = NOBODY;
}

void live_table_clear(struct live_table *table)
{
    journal_free(table->journal);
    free(table->person);
    *table = (struct live_table){.tell = table->tell,
                                 .client = table->client,
                                 .place = table->place,
                                 .game = table->game,
                                 .watched = table->watched,
                                 .people_every = table->people_every,
                                 .answer_after = table->answer_after,
                                 .side = NOBODY};
}
