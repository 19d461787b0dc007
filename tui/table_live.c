/* table_live.c - what a live table does: see table_live.h. */
#include "config.h"
#include "tui/table_live.h"

#include "archive/watch.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_EVERY = 10000,      /* milliseconds between looks where changes wake us */
    LOOK_WITHOUT = 500,      /* ... and where nothing does */
    LOOK_AGAIN = 5,          /* somebody is writing just now */
    NOTICE_AFTER = 3000,
    ANSWER_AFTER = 500,      /* an offer that changed under the finger is not answered */
    WATCHERS_FINISH = 3000   /* a watcher finishes a game only when no player did */
};

static const struct live_game *game_of(const struct table *table)
{
    return &table->live->journal->live;
}

bool table_live_on(const struct table *table)
{
    return table->live && !table->live->ended;
}

static struct journal_record begin_record(const struct table *table, enum journal_event event)
{
    struct journal_record record;
    journal_record_begin(&record, event);
    if (table->live->side != NOBODY)
        value_set(&record.value, "side", (char[]){side_letter(table->live->side), '\0'}, false);
    return record;
}

static void update(struct table *table);

/* Append, and show what came of it; a failure is said. */
static bool append(struct table *table, struct journal_record *record)
{
    struct table_live *live = table->live;
    struct note why = {0};
    int result = lobby_append(live->place, live->journal, record, &why);
    if (result < 0)
        app_error(table->view.app, "%s", why.text);
    update(table);
    return result == 0;
}

/* ------------------------------------------------------------------------------------------- opening, closing */

static void look_who_is_here(struct table_live *live)
{
    struct person *all;
    int n = presence_list(live->place->presence, &all), kept = 0;
    for (int i = 0; i < n; i++)
        if (!strcmp(all[i].game, live->journal->live.id))
            all[kept++] = all[i];
    free(live->person);
    live->person = all;
    live->persons = kept;
}

/* Does another login of this name sit here? */
static bool seat_is_held(const struct table_live *live)
{
    for (int i = 0; i < live->persons; i++)
        if (!live->person[i].self && live->person[i].plays && !strcmp(live->person[i].name, live->place->name))
            return true;
    return false;
}

static void sit(struct table *table)
{
    struct table_live *live = table->live;
    struct journal_record record;
    live->side = (uint8_t)live_side_of(game_of(table), live->place->name);
    presence_go(live->place->presence, game_of(table)->id, true);
    record = begin_record(table, JOURNAL_BACK);
    value_set(&record.value, "session", live->place->session, false);
    append(table, &record);
    if (table->rules->sides == 2) {
        table->turn = live->side == BLACK;
        table->turned = true;
    }
}

static void answer_take_over(struct view *view, bool yes)
{
    if (yes)
        sit(table_of(view));
    else
        app_say(view->app, "you watch; open the table again to take your seat over");
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
    live->notice_at = TICK_NEVER;
    table->writable = false;
    note_set(&table->unwritable, -1, "the game is being played: notes are for when it is over");
    view->fd = watch_new();
    watch_add(view->fd, live->place->root, "here", NULL);
    char file[ULID_LENGTH + 8];
    snprintf(file, sizeof file, "%s.jnl", game_of(table)->id);
    watch_add(view->fd, live->place->root, "live", file);
    look_who_is_here(live);
    bool seated = live_side_of(game_of(table), live->place->name) != NOBODY;
    table->focus = seated ? FOCUS_BOARD : FOCUS_MOVES;
    live->asked = seated && seat_is_held(live);
    if (!live->asked)
        presence_go(live->place->presence, game_of(table)->id, seated);
    live->records = -1;
    return 0;
}

void table_live_close(struct table *table, bool hangup)
{
    struct table_live *live = table->live;
    struct note why;
    if (!live)
        return;
    if (live->side != NOBODY && !live->ended && game_of(table)->stage < LIVE_OVER) {
        struct journal_record record = begin_record(table, JOURNAL_GONE);
        value_set(&record.value, "why", hangup ? "hangup" : "left", false);
        journal_append(live->journal, &record, &why);
        journal_record_clear(&record);
        live->side = NOBODY;
    }
    if (hangup)
        return;
    presence_go(live->place->presence, "", false);
    if (table->view.fd >= 0)
        close(table->view.fd);
    journal_free(live->journal);
    free(live->person);
    free(live);
    table->live = NULL;
}

/* ------------------------------------------------------------------------------------------- what has arrived */

/* Watchers of a game with a delayed gallery see it so many plies late. */
static void delay_for_watchers(const struct table_live *live, struct record *record)
{
    const struct live_game *game = &live->journal->live;
    int plies = game->game.plies - game->gallery_delay;
    if (live->side == NOBODY && game->gallery_delay && game->stage < LIVE_OVER)
        line_cut(&record->moves, plies > 0 ? plies : 0);
}

/* Put another state of the game on the table; who was at its end goes along. */
static void put_record(struct table *table, struct record *record)
{
    const struct line *moves = &table_record(table)->moves;
    bool along = table->spot.depth == 0 && table->spot.ply == moves->n;
    edits_clear(&table->edits);
    edits_begin(&table->edits, record);
    if (along || table->spot.ply > record->moves.n) {
        table->spot = spot_start();
        spot_end(record, &table->spot);
    }
    track_restart(&table->track);
    table_reread(table);
}

static void tell_result(struct table *table)
{
    const struct live_game *game = game_of(table);
    char score[24];
    live_score(game, score, sizeof score);
    snprintf(table->result_text, sizeof table->result_text, "%s  %s", score, game->reason);
    table->over = true;
    if (game->aborted)
        app_say(table->view.app, "the game is %s", game->reason);
    else
        app_say(table->view.app, "%s  %s  -  a: rematch, annotate, leave", score, game->reason);
}

/* The game is in the archive now: it can be annotated. */
static void take_from_archive(struct table *table)
{
    struct table_live *live = table->live;
    struct record *record;
    struct version version;
    store_refresh(live->place->store);
    while (store_scan(live->place->store, 1000)) {
    }
    int at = store_find(live->place->store, game_of(table)->id);
    live->ended = true;
    presence_go(live->place->presence, game_of(table)->id, false);
    if (at < 0 || store_load(live->place->store, at, &record, &version, NULL, NULL) < 0) {
        note_set(&table->unwritable, -1, "nothing was played, so there is nothing to annotate");
        return;
    }
    put_record(table, record);
    table->from.store = live->place->store;
    table->from.version = version;
    table->writable = store_writable(live->place->store, &table->unwritable);
}

static void finish(struct table *table)
{
    struct table_live *live = table->live;
    struct note why;
    bool players = live->side != NOBODY;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    bool late = (int64_t)now.tv_sec * 1000 - game_of(table)->last_at > WATCHERS_FINISH;
    if (!live->journal->finished && (players || late) && journal_finish(live->journal, live->place->store, &why) < 0)
        app_error(table->view.app, "the game cannot be put into the archive yet: %s", why.text);
    if (live->journal->finished)
        take_from_archive(table);
}

static void notice_turn(struct table *table, bool moved)
{
    struct table_live *live = table->live;
    const struct live_game *game = game_of(table);
    bool mine = game->stage == LIVE_PLAYING && game->game.now.side == live->side;
    if (!mine)
        live->notice_at = TICK_NEVER;
    else if (moved && live->notice_at == TICK_NEVER)
        live->notice_at = app_now(table->view.app) + NOTICE_AFTER;
}

static void notice_talk(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = game_of(table);
    int new = game->talks_ever - live->talks;
    for (int i = game->talks - new; i < game->talks; i++)
        live->unread += i >= 0 && live->records >= 0 && table_live_hears(live, &game->talk[i]) &&
                        strcmp(game->talk[i].by, live->place->name) != 0;
    if (new && table->focus != FOCUS_NOTES)
        table->notes_top = 1 << 20; /* the newest: the panel corrects it */
    if (table->focus == FOCUS_NOTES)
        live->unread = 0;
    live->talks = game->talks_ever;
}

/* Another login took the seat. */
static void notice_taken(struct table *table)
{
    struct table_live *live = table->live;
    const char *session = live->side == NOBODY ? "" : game_of(table)->seat[live->side].session;
    if (!*session || !strcmp(session, live->place->session))
        return;
    live->side = NOBODY;
    presence_go(live->place->presence, game_of(table)->id, false);
    app_say(table->view.app, "your seat was taken over from another login: you watch now");
}

/* Show what the journal says by now. */
static void update(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = game_of(table);
    if (live->ended || live->records == game->records)
        return;
    bool moved = live->plies != game->game.plies || live->records < 0;
    struct record *record = live_record(game);
    delay_for_watchers(live, record);
    if (live->offer_kind != game->offer.kind)
        live->offer_since = app_now(table->view.app);
    live->offer_kind = game->offer.kind;
    notice_talk(table);
    live->records = game->records;
    live->plies = game->game.plies;
    if (moved)
        app_say(table->view.app, "%s", ""); /* what was said was said of another position */
    bool seats = game->stage == LIVE_SEATS || game->stage != live->stage;
    live->stage = (uint8_t)game->stage;
    if (moved || seats || game->exits || record->moves.n != table_record(table)->moves.n) {
        put_record(table, record);
    } else {
        record_free(record);
        table->tree_stale = true;
    }
    notice_taken(table);
    notice_turn(table, moved);
    if (game->stage >= LIVE_OVER) {
        tell_result(table);
        finish(table);
    }
}

/* Time is over for somebody: whoever sees it writes it down, once. */
static void notice_flag(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = game_of(table);
    struct timespec now;
    struct note why;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t time = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    int mover = game->game.now.side;
    if (!live_clock_runs(game) || live_clock(game, mover, time) > 0)
        return;
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_CLOCK);
    value_set(&record.value, "side", (char[]){side_letter(mover), '\0'}, false);
    value_set(&record.value, "by", live->place->name, false);
    lobby_append(live->place, live->journal, &record, &why); /* refused when another was first: nothing to say */
    update(table);
}

static int64_t next_look(const struct table *table)
{
    const struct table_live *live = table->live;
    int64_t now = app_now(table->view.app), wait = table->view.fd >= 0 ? LOOK_EVERY : LOOK_WITHOUT;
    const struct live_game *game = game_of(table);
    bool shows_time = live_clock_runs(game) || game->offer.kind;
    if (shows_time && wait > 1000)
        wait = 1000 - now % 1000;
    if (game->stage >= LIVE_OVER)
        wait = 1000;
    if (live->notice_at != TICK_NEVER && now + wait > live->notice_at)
        return live->notice_at;
    return now + wait;
}

void table_live_tick(struct table *table)
{
    struct table_live *live = table->live;
    struct view *view = &table->view;
    if (!live || live->ended)
        return;
    if (live->asked) {
        live->asked = false;
        app_ask(view->app, view, "You sit here from another login: y takes the seat over, any other key watches",
                answer_take_over);
    } else if (live->records < 0 && live_side_of(game_of(table), live->place->name) != NOBODY && !seat_is_held(live)) {
        sit(table);
    }
    watch_drain(view->fd);
    look_who_is_here(live);
    bool busy = journal_read_on(live->journal) == FAIL_BUSY;
    update(table);
    if (live->ended)
        return;
    if (live->journal->broken)
        app_error(view->app, "the game cannot go on: %s", live->journal->trouble.text);
    notice_flag(table);
    if (game_of(table)->stage >= LIVE_OVER && !live->ended)
        finish(table);
    if (live->notice_at != TICK_NEVER && app_now(view->app) >= live->notice_at) {
        char text[120], mark[GAME_MARK_ROOM];
        game_mark(game_of(table)->id, mark);
        snprintf(text, sizeof text, "chesscade: your move in %s", mark);
        app_notify(view->app, text);
        live->notice_at = INT64_MAX; /* once a turn */
    }
    view->wake = live->ended ? TICK_NEVER : busy ? app_now(view->app) + LOOK_AGAIN : next_look(table);
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
    const struct live_game *game = game_of(table);
    if (table->live->side == NOBODY)
        app_say(app, "you watch this game");
    else if (!at_live_end(table))
        app_say(app, "you look at an earlier position: G goes to the present one");
    else if (game->stage == LIVE_SEATS)
        app_say(app, "the game waits for its players");
    else if (game->stage == LIVE_PAUSED)
        app_say(app, "the game is paused: :go-on proposes to go on");
    else if (game->game.now.side != table->live->side)
        app_say(app, "it is %s's turn", game->seat[game->game.now.side].name);
    else
        return true;
    return false;
}

void table_live_play(struct table *table, const struct ply *ply)
{
    char text[8192];
    const struct live_game *game = game_of(table);
    table->rules->rules->format(&game->game.now, ply, FORM_LONG, text, sizeof text);
    table_compose_reset(table);
    if (!table_live_may_play(table))
        return;
    struct journal_record record = begin_record(table, JOURNAL_PLY);
    value_set(&record.value, "m", text, false);
    append(table, &record);
}

/* ------------------------------------------------------------------------------------------- offers, results */

static void propose(struct table *table, enum live_offer_kind kind, int count)
{
    char number[16];
    struct journal_record record = begin_record(table, JOURNAL_OFFER);
    value_set(&record.value, "what", live_offer_text(kind), false);
    snprintf(number, sizeof number, "%d", count);
    if (count)
        value_set(&record.value, "count", number, true);
    if (append(table, &record))
        app_say(table->view.app, "you propose %s; the others are asked", live_offer_said(kind));
}

static void take_back(struct table *table)
{
    const struct live_game *game = game_of(table);
    struct note why;
    int count = 0, plies = game->game.plies;
    while (count < plies && game->ply[plies - 1 - count].side != table->live->side)
        count++;
    if (++count > plies) {
        app_say(table->view.app, "you have not played yet");
        return;
    }
    struct journal_record record = begin_record(table, JOURNAL_TAKEBACK);
    if (count == 1 && lobby_append(table->live->place, table->live->journal, &record, &why) == 0) {
        update(table);
        app_say(table->view.app, "taken back");
        return;
    }
    if (count > 1)
        journal_record_clear(&record);
    propose(table, LIVE_TAKEBACK, count);
}

static void answer(struct table *table, bool agrees)
{
    const struct live_game *game = game_of(table);
    if (app_now(table->view.app) - table->live->offer_since < ANSWER_AFTER) {
        app_say(table->view.app, "the offer changed just now: look again");
        return;
    }
    struct journal_record record = begin_record(table, JOURNAL_ACCEPT);
    value_set(&record.value, "what", live_offer_text(game->offer.kind), false);
    if (!agrees)
        value_set(&record.value, "agree", "no", false);
    append(table, &record);
}

static void end_by(struct table *table, const char *why)
{
    struct journal_record record = begin_record(table, JOURNAL_RESULT);
    value_set(&record.value, "why", why, false);
    append(table, &record);
}

static void answer_resign(struct view *view, bool yes)
{
    if (yes)
        end_by(table_of(view), "resigns");
}

/* The same again, everybody one seat further; the others are asked to sit down. */
static void rematch(struct table *table)
{
    const struct live_game *game = game_of(table);
    struct app *app = table->view.app;
    struct lobby_place *place = table->live->place;
    struct seek seek = {.rules = table->rules, .control = game->control_text, .is_private = game->is_private,
                        .delay = game->gallery_delay};
    char id[ULID_LENGTH + 1];
    struct note why;
    for (int side = 0; side < table->rules->sides; side++)
        seek.name[side] = game->seat[(side + 1) % table->rules->sides].name;
    if (lobby_begin_game(place, &seek, id, &why) < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    struct view *here = &table->view;
    if (lobby_open_table(app, place, id))
        app_close(app, here);
}

/* ------------------------------------------------------------------------------------------- talk */

bool table_live_hears(const struct table_live *live, const struct live_talk *talk)
{
    bool seated = live_side_of(&live->journal->live, live->place->name) != NOBODY;
    for (int i = 0; i < live->mutes; i++)
        if (!strcmp(live->muted[i], talk->by))
            return false;
    return !talk->gallery || !seated || live->journal->live.stage >= LIVE_OVER;
}

static bool said(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    struct journal_record record;
    if (!*text)
        return true;
    if (!table_live_on(table)) {
        app_error(view->app, "the game is in the archive: comments are written with c");
        return true;
    }
    journal_record_begin(&record, JOURNAL_CHAT);
    value_set(&record.value, "by", table->live->place->name, false);
    value_set(&record.value, "room", table->live->side == NOBODY ? "gallery" : "table", false);
    value_set(&record.value, "text", text, false);
    append(table, &record);
    return true;
}

static void talk(struct table *table)
{
    struct app *app = table->view.app;
    table->live->unread = 0;
    app_prompt(app, &table->view,
               &(struct prompt){.label = table->live->side == NOBODY ? "to the gallery: " : "to the table: ", .done = said});
}

static void mute(struct table *table, const char *name)
{
    struct table_live *live = table->live;
    struct app *app = table->view.app;
    for (int i = 0; i < live->mutes; i++)
        if (!strcmp(live->muted[i], name)) {
            memcpy(live->muted[i], live->muted[--live->mutes], sizeof live->muted[i]);
            app_say(app, "%s is heard again", name);
            return;
        }
    if (player_name_check(name, NULL) < 0 || live->mutes == MUTED_MAX) {
        app_error(app, ":mute NAME, and the same again to hear them; at most %d", MUTED_MAX);
        return;
    }
    snprintf(live->muted[live->mutes++], sizeof live->muted[0], "%s", name);
    app_say(app, "%s is not heard any more", name);
}

/* ------------------------------------------------------------------------------------------- requests */

static const struct {
    enum request request;
    enum live_offer_kind kind;
} proposals[] = {{REQ_OFFER_DRAW, LIVE_DRAW},
                 {REQ_OFFER_PAUSE, LIVE_PAUSE},
                 {REQ_OFFER_ADJOURN, LIVE_ADJOURN},
                 {REQ_OFFER_ABORT, LIVE_ABORT},
                 {REQ_GO_ON, LIVE_RESUME}};
enum { PROPOSALS = sizeof proposals / sizeof *proposals };

int table_live_can(const struct table *table, enum request request)
{
    if (!table->live)
        return request == REQ_CHAT || request == REQ_MUTE || (request >= REQ_OFFER_PAUSE && request <= REQ_GO_ON) ? 0 : -1;
    const struct table_live *live = table->live;
    const struct live_game *game = game_of(table);
    bool plays = live->side != NOBODY && !live->ended, going = plays && game->stage == LIVE_PLAYING;
    bool alive = plays && live_alive(game, live->side);
    switch (request) {
    case REQ_CHAT:
    case REQ_MUTE:
        return !live->ended;
    case REQ_TAKE_BACK:
    case REQ_OFFER_DRAW:
    case REQ_OFFER_PAUSE:
    case REQ_OFFER_ADJOURN:
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
        return going && game->game.now.side == live->side && game->game.verdict.claims;
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
            said(&table->view, event->argument);
        else
            talk(table);
        return true;
    case REQ_MUTE: return mute(table, event->argument), true;
    case REQ_TAKE_BACK: return take_back(table), true;
    case REQ_ACCEPT: return answer(table, true), true;
    case REQ_DECLINE: return answer(table, false), true;
    case REQ_CLAIM_DRAW: return end_by(table, "claims"), true;
    case REQ_REMATCH: return rematch(table), true;
    case REQ_RESIGN:
        if (game_of(table)->stage == LIVE_SEATS)
            return end_by(table, "withdrawn"), true;
        app_ask(table->view.app, &table->view, "Do you resign?", answer_resign);
        return true;
    default: return false;
    }
}
