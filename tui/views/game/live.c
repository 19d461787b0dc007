/* live.c - a live game on the screen: opening, updates from the journal, timers; the end, chat, and
 * a player's actions. See live.h.
 *
 * The journal (archive/live/journal.h) is the only truth about a live game. Each action of this
 * client is a record appended to the journal, and the view changes only when that record, like
 * those of all others, is read back: table_live_update() compares the journal's state with what was
 * shown last (live->records, plies, stage, offer and so on), rebuilds the record of the game, and
 * shows the differences. So all clients show the same game, whatever the order in which things
 * happen.
 *
 * There is no server. Duties that belong to nobody in particular are done by whichever session sees
 * them first, and the journal's validation rejects the second attempt: recording a fallen flag
 * (game_live_notice_flag()) or a lost connection (notice_lost()), and adding a finished game to the
 * archive.
 *
 * Time: tick() is called when the watch of the archive's files reports a change, or when view->wake
 * is due. next_due() is the time of the next thing to do besides reading the journal: redrawing a
 * clock, a notification, checking who is here. Where the system cannot notify us,
 * game_live_next_look() polls instead, at intervals that grow from LOOK_LIVELY to LOOK_WITHOUT the
 * longer nothing happens. */
#include "config.h"

#include "archive/replay/replay.h"
#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 60000, /* milliseconds between polls if the system notifies us of changes */
    /* Least milliseconds between checks of who is here, because on a busy host people often come
     * and go. */
    PEOPLE_EVERY = 250,
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
    LOOK_AGAIN = 5, /* milliseconds until the next try while another process is writing */
    /* Milliseconds between redraws of running clocks; longer with reduced motion while a minute
     * or more is left. */
    BEAT = 1000,
    BEAT_REDUCED = 10000,
    LOST_AFTER = 1500 /* milliseconds after which an absent player counts as disconnected */
};

/* A value of notice_at: the user has been notified, and is not notified again in this turn. */
static const int64_t NOTICE_TOLD = INT64_MAX;

bool table_live_on(const struct table *table)
{
    return table->live && !table->live->ended;
}

bool table_live_plays(const struct table *table)
{
    return table_live_on(table) && table->live->side != NOBODY;
}

/* -------------------------------------------------------------------------------------------
 * opening, closing */

static void game_live_look_who_is_here(struct table_live *live)
{
    struct person *all;
    live->people_stamp = presence_stamp(live->place->presence);
    int n = presence_list(live->place->presence, &all), kept = 0;
    for (int i = 0; i < n; i++) {
        lobby_know(live->place, all[i].name);
        if (!strcmp(all[i].game, live->journal->live.id))
            all[kept++] = all[i];
    }
    free(live->person);
    live->person = all;
    live->persons = kept;
}

/* True if another login of the user's name holds the user's seat. */
static bool seat_is_held(const struct table_live *live)
{
    for (int i = 0; i < live->persons; i++)
        if (!live->person[i].self && live->person[i].plays &&
            !strcmp(live->person[i].name, live->place->name))
            return true;
    return false;
}

static void turn_to_own_side(struct table *table)
{
    table->seat_turn = board_turn_for(table->game.rules, table->live->side);
    table->turned = false;
    if (table->live->side != NOBODY)
        table_cursor_home(table, table->live->side);
}

/* Make a journal record that says whether a player is present or away. It includes the player's
 * name in games whose players may exchange sides. */
static struct journal_record game_live_presence_record(const struct table *table,
                                                       enum journal_event event)
{
    struct journal_record record = table_live_record(table, event);
    if (live_sides_may_change(live_game_of(table)))
        value_set(&record.value, "name", table->live->place->name, false);
    return record;
}

static void game_live_sit(struct table *table)
{
    struct table_live *live = table->live;
    struct journal_record record;
    live->side = (uint8_t)live_side_of(live_game_of(table), live->place->name);
    presence_go(live->place->presence, live_game_of(table)->id, true);
    record = game_live_presence_record(table, JOURNAL_BACK);
    value_set(&record.value, "session", live->place->session, false);
    /* without this record nobody would know who has the seat */
    if (!table_live_append(table, &record)) {
        live->side = NOBODY;
        presence_go(live->place->presence, live_game_of(table)->id, false);
        table_live_update(table);
        app_error(
            table->view.app,
            "you only watch: your return could not be saved (is the disk full?); reopen the game later");
        return;
    }
    turn_to_own_side(table);
    if (live_game_of(table)->drawn && !live_game_of(table)->game.plies)
        app_say(table->view.app, "by lot you play %s", side_name(live->side));
}

bool table_live_seat_is_free(const struct table *table)
{
    const struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    if (live->ended || live->side != NOBODY || game->refused || game->stage >= LIVE_OVER)
        return false;
    return live_side_of(game, live->place->name) != NOBODY ||
           live_free_seat(game, live->place->name, NULL) != NOBODY;
}

void table_live_sit_down(struct table *table)
{
    struct lobby_place *place = table->live->place;
    const char *id = live_game_of(table)->id;
    struct note why;
    if (live_side_of(live_game_of(table), place->name) != NOBODY)
        game_live_sit(table);
    else if (lobby_sit_down(place, id, &why) < 0)
        app_error(table->view.app, "%s", why.text);
    else
        table_live_open_instead(table, id);
}

enum seat_answer { SEAT_TAKE, SEAT_WATCH, SEAT_LEAVE };

static void answer_seat(struct view *view, int answer)
{
    if (answer == SEAT_TAKE) {
        game_live_sit(table_of(view));
    } else if (answer == SEAT_LEAVE) {
        app_close(view->app, view);
    } else {
        presence_go(table_of(view)->live->place->presence, live_game_of(table_of(view))->id, false);
        app_say(view->app, "you watch; {actions}: take the seat");
    }
}

static void watch_instead(struct view *view)
{
    answer_seat(view, SEAT_WATCH);
}

static void ask_for_seat(struct table *table)
{
    table_menu_open(table, "you are playing from another login", answer_seat);
    table_menu_add(table, SEAT_TAKE, "take over the seat here");
    table_menu_add(table, SEAT_WATCH, "watch");
    table_menu_add(table, SEAT_LEAVE, "leave");
    table->menu.cancelled = watch_instead;
}

int table_live_open(struct table *table, struct note *why)
{
    struct view *view = &table->view;
    if (!table->from.journal)
        return 0;
    struct table_live *live = memory_new(1, sizeof *live);
    (void)why;
    table->live = live;
    live->place = table->from.place;
    live->journal = table->from.journal;
    live->side = NOBODY;
    live->notice_at = live->lost_at = live->due = TICK_NEVER;
    table->game.writable = false;
    note_set(&table->game.unwritable, -1, "you can write notes when the game is over");
    table->watch = live_watch_new(live->place->store);
    live_watch_add(table->watch, LIVE_WATCH_HERE);
    live_watch_game(table->watch, live_game_of(table)->id);
    view->fd = live_watch_fd(table->watch);
    game_live_look_who_is_here(live);
    bool seated = !live_game_of(table)->refused &&
                  live_side_of(live_game_of(table), live->place->name) != NOBODY;
    table->focus = seated ? FOCUS_BOARD : FOCUS_MOVES;
    live->board_first = !seated;
    live->asked = seated && seat_is_held(live);
    if (!live->asked)
        presence_go(live->place->presence, live_game_of(table)->id, seated);
    live->records = -1;
    return 0;
}

bool table_live_board_first(struct table *table)
{
    bool first = table_live_on(table) && table->live->board_first;
    if (first)
        table->live->board_first = false;
    return first;
}

void table_watch_end(struct table *table)
{
    live_watch_free(table->watch);
    table->watch = NULL;
    table->view.fd = -1;
}

void table_live_close(struct table *table, bool hangup)
{
    struct table_live *live = table->live;
    struct note why;
    if (!live)
        return;
    if (live->side != NOBODY && !live->ended && live_game_of(table)->stage < LIVE_OVER) {
        struct journal_record record = game_live_presence_record(table, JOURNAL_GONE);
        value_set(&record.value, "why", hangup ? "hangup" : "left", false);
        value_set(&record.value, "session", live->place->session, false);
        journal_append(live->journal, &record, &why);
        journal_record_clear(&record);
        live->side = NOBODY;
    }
    if (hangup)
        return;
    if (live->notice_at == NOTICE_TOLD)
        app_notify_over(table->view.app);
    if (!live->replaced)
        presence_go_back(live->place->presence, live_game_of(table)->id);
    if (!table->together)
        table_watch_end(table);
    journal_free(live->journal);
    free(live->person);
    free(live);
    table->live = NULL;
}

/* -------------------------------------------------------------------------------------------
 * updates */

int table_live_hidden(const struct table_live *live)
{
    return live_hidden(&live->journal->live, live->place->name);
}

bool table_live_late(const struct table_live *live)
{
    return live_is_late(&live->journal->live, live->place->name);
}

static void delay_for_watchers(const struct table_live *live, struct record *record)
{
    if (table_live_hidden(live))
        line_cut(&record->moves, live->journal->live.game.plies - table_live_hidden(live));
}

/* Replace the record of the view. A user at the end of the old record moves to the end of the new
 * one. */
void table_live_put_record(struct table *table, struct record *record)
{
    const struct line *moves = &table_record(table)->moves;
    bool along = table->game.spot.depth == 0 && table->game.spot.ply == moves->n;
    edits_clear(&table->game.edits);
    edits_begin(&table->game.edits, record);
    if (along || table->game.spot.ply > record->moves.n) {
        table->game.spot = spot_start();
        spot_end(record, &table->game.spot);
    }
    table_reread(table);
}

/* If the user is at the end of the game, show which of three players left the game or was
 * skipped. */
static void game_live_tell_gone(struct table *table)
{
    char gone[240];
    bool at_end = session_at_end(&table->game);
    if (at_end && live_game_of(table)->stage < LIVE_OVER && !table->game.track.broken &&
        table_gone(table, gone, sizeof gone))
        app_say(table->view.app, "%s%s", gone,
                strstr(gone, "is out") ? "; the others play on" : "");
}

/* Show that plies were taken back, by whichever player. A ply that was being composed after them
 * has been dropped as well (`begun`). */
static void tell_taken_back(struct table *table, int plies, bool begun)
{
    const char *dropped = begun ? ": the ply you began is dropped" : "";
    if (plies == 1)
        app_say(table->view.app, "the last ply is taken back%s", dropped);
    else if (plies > 1)
        app_say(table->view.app, "the last %d plies are taken back%s", plies, dropped);
}

/* Withdraw the notification of the user's turn, because the turn or the game is over. */
static void drop_notice(struct table *table)
{
    if (table->live->notice_at == NOTICE_TOLD)
        app_notify_over(table->view.app);
    table->live->notice_at = TICK_NEVER;
}

static void notice_turn(struct table *table, bool moved)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    bool mine = game->stage == LIVE_PLAYING && game->game.now.side == live->side;
    if (!mine)
        drop_notice(table);
    else if (moved && live->notice_at == TICK_NEVER)
        live->notice_at = app_now(table->view.app) +
                          1000 * strtol(app_setting(table->view.app, SET_NOTICE), NULL, 10);
}

/* Update the user's side after the players have exchanged sides, or (`drawn`) sides were drawn by
 * lot. */
static void game_live_notice_swap(struct table *table, bool drawn)
{
    struct table_live *live = table->live;
    int side = live_side_of(live_game_of(table), live->place->name);
    if (live->side == NOBODY || side == NOBODY || (side == live->side && !drawn))
        return;
    live->side = (uint8_t)side;
    drop_notice(table);
    turn_to_own_side(table);
    table_compose_reset(table);
    app_say(table->view.app,
            drawn ? "by lot you play %s" : "you have changed sides: you play %s now",
            side_name(side));
}

/* Another login took over the user's seat, so this one becomes a watcher. */
static void notice_taken(struct table *table)
{
    struct table_live *live = table->live;
    const char *session = live->side == NOBODY ? "" : live_game_of(table)->seat[live->side].session;
    if (!*session || !strcmp(session, live->place->session))
        return;
    live->side = NOBODY;
    drop_notice(table);
    presence_go(live->place->presence, live_game_of(table)->id, false);
    app_say(table->view.app, "you are playing from another login now; here you watch");
}

/* Show the present state of the journal. */
void table_live_update(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    if (live->ended || live->records == game->records || !live_may_see(game, live->place->name))
        return;
    bool moved = live->plies != game->game.plies || live->records < 0;
    bool left = game->exits != live->exits && !table_live_late(live),
         news = live->records >= 0 && (moved || left);
    char off[PLAYER_NAME_MAX + 20];
    int offered = live->records < 0 ? 0 : live->offer_kind,
        back = live->records < 0 ? 0 : live->plies - game->game.plies;
    bool begun = table->composing,
         paused = live->records >= 0 && live->stage != LIVE_PAUSED && game->stage == LIVE_PAUSED;
    bool resumed = live->stage == LIVE_PAUSED && game->stage == LIVE_PLAYING;
    struct record *record = live_record(game);
    lobby_know_seats(live->place, game);
    delay_for_watchers(live, record);
    if (live->offer_kind != game->offer.kind)
        live->offer_since = app_now(table->view.app);
    if (live->offer_kind != game->offer.kind && game->offer.kind && game->offer.by != live->side)
        /* the answers to the offer are shown in place of the message */
        app_say(table->view.app, "%s", "");
    live_offer_off(game, live->offer_by, off, sizeof off);
    live->offer_kind = game->offer.kind;
    live->offer_by = game->offer.by;
    table_live_notice_talk(table);
    live->records = game->records;
    live->stirred_at = app_now(table->view.app);
    live->due = TICK_NEVER;
    /* The new records may say that somebody came or left, so check who is here. */
    live->people_at = table->view.fd >= 0 ? live->people_at : 0;
    live->plies = game->game.plies;
    if (moved)
        app_say(table->view.app, "%s", ""); /* the message was about another position */
    bool drawn = live->lot && game->drawn, swapped = drawn || live->swaps != game->swaps;
    live->lot = game->lot;
    /* If none of the changes is what was offered, show that the offer has ended. */
    if (offered && !game->offer.kind && !moved && !swapped && game->stage == live->stage &&
        !table_live_late(live))
        app_say(table->view.app, "the offer %s%s is off%s", live_offer_of(offered),
                live_offer_said(offered), off);
    bool seats = game->stage == LIVE_SEATS || game->stage != live->stage || swapped;
    live->swaps = game->swaps;
    live->stage = (uint8_t)game->stage;
    if (moved || seats || game->exits || record->moves.n != table_record(table)->moves.n) {
        table_live_put_record(table, record);
    } else {
        record_free(record);
        table->tree_stale = true;
    }
    live->exits = game->exits;
    if (news)
        game_live_tell_gone(table);
    if (!table_live_late(live))
        tell_taken_back(table, back, begun);
    if (paused)
        app_say(table->view.app, "the game is paused%s",
                begun ? ": the ply you began is dropped" : "");
    else if (resumed)
        app_say(table->view.app, "the game continues");
    game_live_notice_swap(table, drawn);
    notice_taken(table);
    notice_turn(table, moved || swapped);
    if (game->stage >= LIVE_OVER) {
        table_live_tell_result(table);
        table_live_finish(table);
    }
}

/* Record that a player has run out of time. The first session that notices it does this for all. */
static void game_live_notice_flag(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    struct note why;
    int mover = game->game.now.side;
    if (!live_clock_runs(game) || live_clock(game, mover, journal_clock()) > 0)
        return;
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_CLOCK);
    value_set(&record.value, "side", (char[]){side_letter(mover), '\0'}, false);
    value_set(&record.value, "by", live->place->name, false);
    /* This fails if another session was first, which is fine. */
    lobby_append(live->journal, &record, &why);
    table_live_update(table);
}

/* Record that a player is gone without having left. The first session that notices it does this for
 * all. */
static void notice_lost(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    int64_t now = app_now(table->view.app);
    live->lost_at = TICK_NEVER;
    for (int side = 0; side < game->rules->sides; side++) {
        const struct live_seat *seat = &game->seat[side];
        if (!seat->present || side == live->side || game->stage >= LIVE_OVER ||
            live->journal->broken || table_live_sits(live, seat->name)) {
            live->missed[side] = 0;
            continue;
        }
        live->missed[side] = live->missed[side] ? live->missed[side] : now;
        if (now < live->missed[side] + LOST_AFTER) {
            live->lost_at = live->missed[side] + LOST_AFTER;
            continue;
        }
        /* the last check may have missed a player who has just returned */
        game_live_look_who_is_here(live);
        live->missed[side] = 0;
        if (table_live_sits(live, seat->name))
            continue;
        struct journal_record record;
        struct note why;
        journal_record_begin(&record, JOURNAL_GONE);
        value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
        if (live_sides_may_change(game))
            value_set(&record.value, "name", seat->name, false);
        value_set(&record.value, "why", "lost", false);
        if (*seat->session)
            value_set(&record.value, "session", seat->session, false);
        value_set(&record.value, "by", live->place->name, false);
        lobby_append(live->journal, &record, &why);
    }
    table_live_update(table);
}

static bool somebody_is_away(const struct live_game *game)
{
    for (int side = 0; side < game->rules->sides; side++)
        if (game->seat[side].away_since)
            return true;
    return false;
}

/* True if the running clock shows less than a minute. */
static bool time_is_short(const struct live_game *game)
{
    return live_clock_runs(game) && live_clock(game, game->game.now.side, journal_clock()) < 60000;
}

static int64_t people_due(const struct table *table)
{
    const struct table_live *live = table->live;
    if (table->view.fd >= 0)
        return live->people_at + PEOPLE_EVERY;
    return live->people_at + (presence_stamp(live->place->presence) == live->people_stamp
                                  ? PEOPLE_QUIET
                                  : PEOPLE_WITHOUT);
}

/* When the next thing besides polling the journal is due. */
static int64_t next_due(const struct table *table)
{
    const struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    int64_t now = app_now(table->view.app), at = now + LOOK_EVERY;
    if (live_clock_runs(game) || game->offer.kind || somebody_is_away(game)) {
        int64_t beat = app_reduced(table->view.app) && !time_is_short(game) ? BEAT_REDUCED : BEAT;
        at = now + beat - now % beat;
    }
    if (game->stage >= LIVE_OVER)
        at = now + 1000;
    if (live->notice_at != TICK_NEVER && at > live->notice_at)
        at = live->notice_at;
    if (live->people_stale && at > people_due(table))
        at = people_due(table);
    return live->lost_at != TICK_NEVER && at > live->lost_at ? live->lost_at : at;
}

/* When to poll the journal next: without notification, less often the longer nothing has
 * happened. */
static int64_t game_live_next_look(const struct table *table)
{
    int64_t now = app_now(table->view.app), since = now - table->live->stirred_at;
    int64_t wait = since < LIVELY ? LOOK_LIVELY : since < QUIET ? LOOK_QUIET : LOOK_WITHOUT;
    int64_t at = table->view.fd >= 0 ? table->live->due : now + wait;
    return at < table->live->due ? at : table->live->due;
}

/* Check who is here if someone has come or left. Returns true if that was checked. */
static bool game_live_look_around(struct table *table)
{
    struct table_live *live = table->live;
    int64_t now = app_now(table->view.app);
    bool changed = live_watch_told(table->watch) & LIVE_WATCH_HERE;
    live->people_stale = live->people_stale || changed || live->people_at + PEOPLE_AGAIN <= now;
    if (!live->people_stale || (live->people_at && now < people_due(table)))
        return false;
    game_live_look_who_is_here(live);
    live->people_stale = false;
    live->people_at = now;
    return true;
}

/* If the followed player has gone to another game, open that game and return true. */
static bool moves_on(struct table *table)
{
    struct table_live *live = table->live;
    struct view *view = &table->view;
    if (live->side != NOBODY || live->asked || table->menu.title || app_top(view->app) != view ||
        !lobby_follow_on(view->app, live->place, live_game_of(table)->id))
        return false;
    app_close(view->app, view);
    return true;
}

/* Close a private game for a watcher, if others took all its seats before the first ply. */
static bool shut_out(struct table *table)
{
    struct app *app = table->view.app;
    if (live_may_see(live_game_of(table), table->live->place->name))
        return false;
    app_close(app, &table->view);
    app_error(app, "that game is private");
    return true;
}

void table_live_tick(struct table *table)
{
    struct table_live *live = table->live;
    struct view *view = &table->view;
    if (live && live->ended && live_side_of(live_game_of(table), live->place->name) != NOBODY)
        table_live_look_for_rematch(table);
    if (!live || live->ended)
        return;
    if (view->fd < 0 && app_now(view->app) < live->due && app_now(view->app) < people_due(table) &&
        !journal_grew(live->journal)) {
        view->wake = game_live_next_look(table); /* this poll has found no change */
        view->idle = true;
        return;
    }
    if (live->asked) {
        live->asked = false;
        ask_for_seat(table);
    } else if (live->records < 0 && !live_game_of(table)->refused &&
               live_side_of(live_game_of(table), live->place->name) != NOBODY &&
               !seat_is_held(live)) {
        game_live_sit(table);
    }
    if (game_live_look_around(table) && moves_on(table))
        return;
    bool busy = journal_read_on(live->journal) == FAIL_BUSY;
    if (shut_out(table))
        return;
    table_live_update(table);
    if (live->ended)
        return;
    if (live->journal->broken && !live->told_broken)
        app_error(view->app, "the game cannot continue: %s", live->journal->trouble.text);
    live->told_broken = live->journal->broken;
    if (live->journal->torn && !live->told_torn)
        app_say(view->app, "the " JOURNAL_TORN);
    live->told_torn = live->journal->torn;
    if (live->journal->passed > live->told_passed)
        app_say(view->app,
                live->journal->passed == 1 ? "%d line of the chat cannot be read and is left out"
                                           : "%d lines of the chat cannot be read and are left out",
                live->journal->passed);
    live->told_passed = live->journal->passed;
    game_live_notice_flag(table);
    notice_lost(table);
    if (!live->ended && live_game_of(table)->stage >= LIVE_OVER)
        table_live_finish(table);
    if (live->notice_at != TICK_NEVER && app_now(view->app) >= live->notice_at) {
        char text[120], mark[GAME_MARK_ROOM];
        game_mark(live_game_of(table)->id, mark);
        snprintf(text, sizeof text, "chesscade: your move in %s", mark);
        app_notify(view->app, text);
        live->notice_at = NOTICE_TOLD;
    }
    live->due = next_due(table);
    view->wake = live->ended ? TICK_NEVER
                 : busy      ? app_now(view->app) + LOOK_AGAIN
                             : game_live_next_look(table);
}

/* ---- The end of a live game: its result, the archive's copy in the view, a rematch. See
 * live.h. */

enum {
    WATCHERS_FINISH = 3000 /* milliseconds after which a watcher adds the game to the archive, if no
                              player has */
};

void table_live_tell_result(struct table *table)
{
    const struct live_game *game = live_game_of(table);
    char score[24];
    live_score(game, score, sizeof score);
    snprintf(table->result_text, sizeof table->result_text, "%s  %s", score, game->reason);
    table->over = true;
    char refused[PLAYER_NAME_MAX + 24];
    lobby_refused(game, refused, sizeof refused);
    if (game->refused)
        app_say(table->view.app, "the game is cancelled: %s", refused);
    else if (game->aborted)
        app_say(table->view.app, "the game is %s", game->reason);
    else
        app_say(table->view.app, "%s  %s  -  {actions}: rematch, annotate, leave", score,
                words_reason(game->reason));
}

/* Show the archive's copy of the finished game, which can be annotated. */
static void game_live_take_from_archive(struct table *table)
{
    struct table_live *live = table->live;
    struct record *record;
    struct version version;
    store_refresh(live->place->store);
    while (store_scan(live->place->store, 1000)) {
    }
    int at = store_find(live->place->store, live_game_of(table)->id);
    live->ended = true;
    presence_go(live->place->presence, live_game_of(table)->id, false);
    if (at < 0 || store_load(live->place->store, at, &record, &version, NULL, NULL) < 0) {
        note_set(&table->game.unwritable, -1,
                 "nothing was played, so there is nothing to annotate");
        return;
    }
    table_live_put_record(table, record);
    table->game.store = live->place->store;
    table->game.version = version;
    table->game.writable = store_writable(live->place->store, &table->game.unwritable);
    table_merge_open(table);
    table_together_open(table, live->place);
}

void table_live_finish(struct table *table)
{
    struct table_live *live = table->live;
    struct note why;
    const struct live_game *game = live_game_of(table);
    bool players = live->side != NOBODY, opener = !strcmp(game->opener, live->place->name);
    bool late = journal_clock() - game->last_at > WATCHERS_FINISH,
         news = live_is_news(game, journal_clock());
    /* the person who started the game should see the news first */
    bool ours = news ? opener : players || late;
    if (!live->journal->finished && ours && journal_finish(live->journal, &why) < 0)
        app_error(table->view.app, "the game cannot be saved in the archive yet: %s", why.text);
    if (live->journal->finished || (news && !ours))
        game_live_take_from_archive(table);
}

void table_live_look_for_rematch(struct table *table)
{
    struct table_live *live = table->live;
    char by[PLAYER_NAME_MAX + 1];
    if (!*live->rematch && lobby_find_rematch(live->place, live_game_of(table), live->rematch, by))
        app_say(table->view.app, "%s%s asks for a rematch: :rematch (or {actions}) accepts", by,
                table_name_mark(table, by));
}

void table_live_open_instead(struct table *table, const char *id)
{
    struct app *app = table->view.app;
    if (!lobby_open_table(app, table->live->place, id))
        return;
    table->live->replaced = true;
    app_close(app, &table->view);
}

/* Start a rematch in which the players rotate by one seat, and invite the others. */
void table_live_rematch(struct table *table)
{
    const struct live_game *game = live_game_of(table);
    struct app *app = table->view.app;
    struct lobby_place *place = table->live->place;
    struct seek seek = {.rules = table->game.rules,
                        .control = game->control_text,
                        .is_private = game->is_private,
                        .is_strict = !game->casual,
                        .delay = game->gallery_delay,
                        .grace = game->grace,
                        .after = game->id};
    char id[ULID_LENGTH + 1];
    struct note why;
    table_live_look_for_rematch(table);
    if (*table->live->rematch && lobby_sit_down(place, table->live->rematch, &why) == 0) {
        table_live_open_instead(table, table->live->rematch);
        return;
    }
    for (int side = 0; side < table->game.rules->sides; side++)
        seek.name[side] = game->seat[(side + 1) % table->game.rules->sides].name;
    if (lobby_begin_game(place, &seek, id, &why) < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    table_live_open_instead(table, id);
}

/* ---- Chat in a live game. See live.h. */

void table_live_notice_talk(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    bool new = game->talks_ever > live->talks;
    for (int i = game->talks - 1; i >= 0 && game->talk[i].number > live->talks; i--)
        live->unread += live->records >= 0 && table_live_hears(live, &game->talk[i]) &&
                        strcmp(game->talk[i].by, live->place->name) != 0;
    if (new && table->focus != FOCUS_NOTES)
        table->notes_top = 1 << 20; /* scroll to the newest line; the panel limits this value */
    if (table->focus == FOCUS_NOTES)
        live->unread = 0;
    live->talks = game->talks_ever;
}

bool table_live_hears(const struct table_live *live, const struct live_talk *talk)
{
    return lobby_hears(live->place, talk->by) &&
           live_hears(&live->journal->live, live->place->name, talk);
}

bool table_live_said(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    struct journal_record record;
    if (!*text)
        return true;
    if (!table_live_on(table)) {
        app_error(view->app, "nothing was played here, and the game is over: talk in the lobby");
        return true;
    }
    journal_record_begin(&record, JOURNAL_CHAT);
    value_set(&record.value, "by", table->live->place->name, false);
    value_set(&record.value, "room", live_room(live_game_of(table), table->live->place->name),
              false);
    value_set(&record.value, "text", text, false);
    table_live_append(table, &record);
    return true;
}

void table_live_talk(struct table *table)
{
    struct app *app = table->view.app;
    table->live->unread = 0;
    struct prompt prompt = {.label = live_plays(live_game_of(table), table->live->place->name)
                                         ? "to the table: "
                                         : "to the watchers: ",
                            .done = table_live_said};
    app_prompt(app, &table->view, &prompt);
}

/* ---- A player's actions in a live game: plies, offers, resigning; which requests are possible.
 * See live.h. */

struct journal_record table_live_record(const struct table *table, enum journal_event event)
{
    struct journal_record record;
    journal_record_begin(&record, event);
    if (table->live->side != NOBODY)
        value_set(&record.value, "side", (char[]){side_letter(table->live->side), '\0'}, false);
    return record;
}

/* Add the author to a journal record, in games whose players may exchange sides. */
static void game_live_sign(const struct table *table, struct journal_record *record)
{
    if (live_sides_may_change(live_game_of(table)))
        value_set(&record->value, "by", table->live->place->name, false);
}

/* Append a journal record and show the result. A failure is shown as a message. */
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

/* -------------------------------------------------------------------------------------------
 * playing */

static bool at_live_end(const struct table *table)
{
    return table->game.spot.depth == 0 && table->game.spot.ply == table_record(table)->moves.n;
}

bool table_live_may_play(struct table *table)
{
    struct app *app = table->view.app;
    if (!table_live_on(table))
        return true;
    const struct live_game *game = live_game_of(table);
    if (table->live->journal->broken)
        app_say(app, "the game cannot continue: %s", table->live->journal->trouble.text);
    else if (table->live->side == NOBODY)
        app_say(app, "you watch this game");
    else if (!live_alive(game, table->live->side))
        app_say(app, "you are out of the game and watch it");
    else if (!at_live_end(table))
        app_say(app, "you look at an earlier position: {end} goes to the current one");
    else if (game->stage == LIVE_SEATS)
        app_say(app, "the game waits for its players");
    else if (game->stage == LIVE_PAUSED)
        app_say(app, "the game is paused: :go-on proposes to resume");
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
    game_live_sign(table, &record);
    table_live_append(table, &record);
}

/* -------------------------------------------------------------------------------------------
 * offers, results */

static void game_live_end_by(struct table *table, const char *why)
{
    struct journal_record record = table_live_record(table, JOURNAL_RESULT);
    value_set(&record.value, "why", why, false);
    game_live_sign(table, &record);
    table_live_append(table, &record);
}

static void answer_abort(struct view *view, bool yes)
{
    if (yes)
        game_live_end_by(table_of(view), "aborts");
}

static void game_live_propose(struct table *table, enum live_offer_kind kind, int count)
{
    char number[16], asked[PLAYER_NAME_MAX + 8];
    if (kind == LIVE_ABORT && live_may_abort(live_game_of(table), table->live->side)) {
        app_ask(table->view.app, &table->view, "Stop the game without a result?", answer_abort);
        return;
    }
    struct journal_record record = table_live_record(table, JOURNAL_OFFER);
    value_set(&record.value, "what", live_offer_text(kind), false);
    snprintf(number, sizeof number, "%d", count);
    if (count)
        value_set(&record.value, "count", number, true);
    /* If no offer of this kind is open now, nobody else had to agree, and the change is made. */
    if (table_live_append(table, &record) && live_game_of(table)->offer.kind == kind)
        app_say(table->view.app, "you propose %s; %s asked", live_offer_said(kind),
                lobby_asked(live_game_of(table), table->live->side, asked, sizeof asked));
}

static void game_live_take_back(struct table *table)
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
    game_live_propose(table, LIVE_TAKEBACK, count);
}

static void game_live_answer(struct table *table, bool agrees)
{
    const struct live_game *game = live_game_of(table);
    if (app_now(table->view.app) - table->live->offer_since <
        strtol(app_setting(table->view.app, SET_ANSWER), NULL, 10)) {
        app_say(table->view.app, "the offer has just changed: read it and answer again");
        return;
    }
    struct journal_record record = table_live_record(table, JOURNAL_ACCEPT);
    value_set(&record.value, "what", live_offer_text(game->offer.kind), false);
    if (!agrees)
        value_set(&record.value, "agree", "no", false);
    game_live_sign(table, &record);
    table_live_append(table, &record);
}

static void game_live_answer_resign(struct view *view, bool yes)
{
    if (yes)
        game_live_end_by(table_of(view), "resigns");
}

/* -------------------------------------------------------------------------------------------
 * requests */

static const struct {
    enum request request;
    enum live_offer_kind kind;
} proposals[] = {{REQ_OFFER_DRAW, LIVE_DRAW},       {REQ_OFFER_PAUSE, LIVE_PAUSE},
                 {REQ_OFFER_ADJOURN, LIVE_ADJOURN}, {REQ_OFFER_ABORT, LIVE_ABORT},
                 {REQ_OFFER_SWAP, LIVE_SWAP},       {REQ_GO_ON, LIVE_RESUME}};
enum { PROPOSALS = sizeof proposals / sizeof *proposals };

int table_live_can(const struct table *table, enum request request)
{
    if (!table->live)
        return ((request == REQ_CHAT || request == REQ_MUTE) && !table->together) ||
                       request == REQ_FOLLOW || request == REQ_SIT ||
                       (request > REQ_OFFER_PAUSE && request < REQ_GO_ON)
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
    /* When the game is over, following.c handles REQ_CHAT and REQ_MUTE. */
    case REQ_MUTE:
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
            return game_live_propose(table, proposals[i].kind, 0), true;
    switch (event->request) {
    case REQ_CHAT:
        if (*event->argument)
            table_live_said(&table->view, event->argument);
        else
            table_live_talk(table);
        return true;
    case REQ_FOLLOW:
        return lobby_follow(table->view.app, table->live->place, event->argument), true;
    case REQ_MUTE:
        table->live->unread = 0; /* the unread line may be by the player who was just muted */
        return lobby_mute(table->view.app, table->live->place, event->argument), true;
    case REQ_TAKE_BACK:
        return game_live_take_back(table), true;
    case REQ_ACCEPT:
        return game_live_answer(table, true), true;
    case REQ_DECLINE:
        return game_live_answer(table, false), true;
    case REQ_CLAIM_DRAW:
        return game_live_end_by(table, "claims"), true;
    case REQ_REMATCH:
        return table_live_rematch(table), true;
    case REQ_SIT:
        return table_live_sit_down(table), true;
    case REQ_RESIGN:
        if (live_game_of(table)->stage == LIVE_SEATS)
            return game_live_end_by(table, "withdrawn"), true;
        app_ask(table->view.app, &table->view, "Resign?", game_live_answer_resign);
        return true;
    default:
        return false;
    }
}
