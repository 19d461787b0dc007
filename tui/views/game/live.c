/* live.c - a live game on the screen: what the news of the table (tui/session/lobby/live_table.h)
 * change here, the times at which the view wakes, and the requests of players and watchers. See
 * live.h.
 *
 * Time: table_news() is called when the watch of the archive's files reports a change, and at the
 * times that set_times() sets: when live_table_wait() says that the table needs to be called again,
 * and for what only the screen does: redrawing a clock, or a notification. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/commands/lobby_commands.h"
#include "tui/session/commands/table_commands.h"
#include "tui/session/words/game_words.h"
#include "tui/session/words/live_words.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* Least milliseconds between checks of who is here, because on a busy host people often come
     * and go. */
    PEOPLE_EVERY = 250,
    /* Milliseconds between redraws of running clocks; longer with reduced motion while a minute
     * or more is left. */
    BEAT = 1000,
    BEAT_REDUCED = 10000
};

/* A value of notice_at: the user has been notified, and is not notified again in this turn. */
static const int64_t NOTICE_TOLD = INT64_MAX;

bool table_live_on(const struct table *table)
{
    return table->live && !table->live->at.ended;
}

bool table_live_plays(const struct table *table)
{
    return table_live_on(table) && table->live->at.side != NOBODY;
}

/* ---------------------------------------------------------------- seats */

static void turn_to_own_side(struct table *table)
{
    table->seat_turn = board_turn_for(table->game.rules, table->live->at.side);
    table->turned = false;
    if (table->live->at.side != NOBODY)
        table->cursor = board_home(&table->game.start, table->live->at.side);
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
    bool mine = game->stage == LIVE_PLAYING && game->game.now.side == live->at.side;
    if (!mine)
        drop_notice(table);
    else if (moved && live->notice_at == TICK_NEVER)
        live->notice_at = app_now(table->view.app) +
                          1000 * strtol(app_setting(table->view.app, SET_NOTICE), NULL, 10);
}

/* Call the user if a new ply gives check, wherever in the game the user looks. */
static void notice_check(struct table *table)
{
    const struct game *game = &live_game_of(table)->game;
    enum outcome outcome = game->verdict.outcome;
    if (game->plies > table->live->plies &&
        (outcome == OUTCOME_CHECK || outcome == OUTCOME_DOUBLE_CHECK))
        app_call(table->view.app, SET_BELL_CHECK);
    table->live->plies = game->plies;
}

enum seat_answer { SEAT_TAKE, SEAT_WATCH, SEAT_LEAVE };

static void answer_seat(struct view *view, int answer)
{
    struct live_table *at = &table_of(view)->live->at;
    if (answer == SEAT_TAKE) {
        live_table_sit(at);
    } else if (answer == SEAT_LEAVE) {
        app_close(view->app, view);
    } else {
        live_table_watch(at);
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
    table->cancelled = watch_instead;
}

/* The user has taken a place or has another side, because the players have exchanged sides or sides
 * were drawn by lot. Returns false if it is seen, and no message is needed. */
static bool show_seat(struct table *table, const struct table_news *news)
{
    const struct live_game *game = live_game_of(table);
    switch (news->kind) {
    case NEWS_SEATED:
        turn_to_own_side(table);
        return game->drawn && !game->game.plies;
    case NEWS_WATCHING:
        if (news->yes)
            ask_for_seat(table);
        return false;
    case NEWS_TAKEN:
        drop_notice(table);
        return true;
    default: /* NEWS_DRAWN, NEWS_SWAPPED */
        if (news->side == NOBODY)
            return false;
        drop_notice(table);
        turn_to_own_side(table);
        table_compose_reset(table);
        return true;
    }
}

/* ---------------------------------------------------------------- the end */

static void show_result(struct table *table, struct worded *worded)
{
    const struct live_game *game = live_game_of(table);
    char score[24];
    live_score(game, score, sizeof score);
    snprintf(table->result_text, sizeof table->result_text, "%s  %s", score, game->reason);
    table->over = true;
    if (!table->live->opening) /* otherwise the game had ended before the user came */
        app_call(table->view.app, SET_BELL_END);
    /* Short, so that it fits one line of 80 columns: the notes tell the rest. */
    if (!game->refused && !game->aborted)
        snprintf(worded->text, sizeof worded->text,
                 "%s  %s  -  {actions}: rematch, annotate, leave", score,
                 words_reason(game->reason));
}

/* Show the archive's copy of the finished game, which can be annotated. Returns false if there is
 * none. */
static bool show_copy(struct table *table, const struct table_news *news)
{
    if (news->count < 0) {
        note_set(&table->game.unwritable, -1,
                 news->yes ? "the archive's copy of the game cannot be opened"
                           : "nothing was played, so there is nothing to annotate");
        return false;
    }
    table_reread(table);
    table_merge_wake(table);
    table_together_open(table, table->live->at.place);
    return true;
}

/* ---------------------------------------------------------------- news */

/* If the user is at the end of the game, show which of three players left the game or was
 * skipped. */
static void tell_gone(struct table *table)
{
    char gone[240];
    if (session_at_end(&table->game) && live_game_of(table)->stage < LIVE_OVER &&
        !table->game.track.broken && words_gone_told(&table->game, gone, sizeof gone)) {
        app_say(table->view.app, "%s", gone);
        table->live->gone = live_game_of(table)->exits;
    }
}

/* Say in the sentence that a ply which the user was composing is gone. */
static void add_dropped(struct worded *worded, bool dropped)
{
    size_t used = strlen(worded->text);
    if (dropped)
        text_add(worded->text, sizeof worded->text, &used, "; the ply you began is dropped");
}

static void tell_talk(struct table *table, bool own)
{
    if (table->focus == FOCUS_NOTES)
        return;
    table->notes_top = 1 << 20; /* scroll to the newest line; the panel limits this value */
    table->live->unread += !own;
}

/* Close this game and open another live game in its place. */
static void open_instead(struct table *table, const char *id)
{
    struct app *app = table->view.app;
    if (!lobby_open_table(app, table->live->at.place, id))
        return;
    table->live->replaced = true;
    app_close(app, &table->view);
}

/* What the news change on the screen besides a message. Returns false if that shows all of it, and
 * no message is needed. */
static bool show(struct table *table, const struct table_news *news)
{
    struct app *app = table->view.app;
    switch (news->kind) {
    case NEWS_CAME:
        table->live->begun = table->game.composing;
        if (news->yes)
            app_say(app, "%s", ""); /* the message was about another position */
        return false;
    case NEWS_SAID:
        tell_talk(table, news->yes);
        return false;
    case NEWS_RECORD:
        table_reread(table);
        if (news->count || news->of)
            tell_gone(table);
        return news->count;
    case NEWS_LEFT:
        /* a ply that came with it has told this */
        if (!live_table_late(&table->live->at) && table->live->gone != live_game_of(table)->exits)
            tell_gone(table);
        return false;
    case NEWS_SEATED:
    case NEWS_WATCHING:
    case NEWS_TAKEN:
    case NEWS_DRAWN:
    case NEWS_SWAPPED:
        return show_seat(table, news);
    case NEWS_OFFERED: /* the answers are shown in place of the message */
        app_say(app, "%s", "");
        return false;
    case NEWS_TOLD:
        table->tree_stale = true;
        if (table->focus == FOCUS_NOTES)
            table->live->unread = 0;
        notice_check(table);
        notice_turn(table, news->yes);
        return false;
    case NEWS_FILED:
        return !show_copy(table, news) && news->yes;
    case NEWS_OPENS:
        open_instead(table, news->text);
        return false;
    case NEWS_SENT: /* it is seen */
    case NEWS_JOINED:
    case NEWS_BEGUN:
    case NEWS_AGREED:
    case NEWS_PEOPLE:
    case NEWS_HERE:
    case NEWS_TOOK_BACK:
        return false;
    default:
        return true;
    }
}

static void table_told_by_live(void *client, const struct table_news *news)
{
    struct table *table = client;
    struct worded worded;
    bool composing = table->game.composing;
    if (!show(table, news))
        return;
    live_words(&table->live->at, news, &worded);
    if (news->kind == NEWS_OVER)
        show_result(table, &worded);
    else if (news->kind == NEWS_RECORD)
        add_dropped(&worded, composing);
    else if (news->kind == NEWS_PAUSED)
        add_dropped(&worded, table->live->begun);
    table_say(table, &worded);
}

/* ---------------------------------------------------------------- opening, closing */

void table_live_open(struct table *table)
{
    struct view *view = &table->view;
    if (!table->from.journal)
        return;
    struct table_live *live = memory_new(1, sizeof *live);
    table->live = live;
    live->notice_at = TICK_NEVER;
    live->at = (struct live_table){.tell = table_told_by_live,
                                   .client = table,
                                   .place = table->from.place,
                                   .game = &table->game,
                                   .people_every = PEOPLE_EVERY};
    table->watch = live_watch_new(live->at.place->store);
    live_watch_add(table->watch, LIVE_WATCH_HERE);
    live_watch_game(table->watch, table->from.journal->live.id);
    app_watch(view, &table->watching, live_watch_fd(table->watch), table_news, table);
    live->at.watched = table->watching != 0;
    live_table_open(&live->at, table->from.journal);
    const struct live_game *game = live_game_of(table);
    bool seated = !game->refused && live_side_of(game, live->at.place->name) != NOBODY;
    table->focus = seated ? FOCUS_BOARD : FOCUS_MOVES;
    live->plies = game->game.plies;
    live->board_first = !seated;
    live->opening = true;
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
    app_stop(&table->view, &table->watching);
    live_watch_free(table->watch);
    table->watch = NULL;
}

void table_live_close(struct table *table, bool hangup)
{
    struct table_live *live = table->live;
    if (!live)
        return;
    live_table_part(&live->at, hangup);
    if (hangup)
        return;
    if (live->notice_at == NOTICE_TOLD)
        app_notify_over(table->view.app);
    if (!live->replaced)
        presence_go_back(live->at.place->presence, live_game_of(table)->id);
    if (!table->together)
        table_watch_end(table);
    live_table_clear(&live->at);
    free(live);
    table->live = NULL;
}

/* ---------------------------------------------------------------- time */

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

static void poll_table(void *argument);

/* Call the table again when it needs that. */
static void poll_later(struct table *table)
{
    int64_t at = app_now(table->view.app) + live_table_wait(&table->live->at);
    app_at(&table->view, &table->live->polling, at, poll_table, table);
}

static void poll_table(void *argument)
{
    struct table *table = argument;
    if (!table_live_on(table))
        return;
    if (table->watching || table->live->opening || !live_table_quiet(&table->live->at)) {
        table_news(table);
        return;
    }
    table->view.idle = true; /* this poll has found no change */
    poll_later(table);
}

/* Call table_news() at each time when something is due. */
static void set_times(struct table *table)
{
    const struct live_game *game = live_game_of(table);
    struct table_live *live = table->live;
    struct view *view = &table->view;
    int64_t now = app_now(view->app), beat = TICK_NEVER;
    if (live_clock_runs(game) || game->offer.kind || somebody_is_away(game)) {
        int64_t each = app_reduced(view->app) && !time_is_short(game) ? BEAT_REDUCED : BEAT;
        beat = now + each - now % each;
    }
    app_at(view, &live->beating, beat, table_news, table);
    app_at(view, &live->noticing, live->notice_at == NOTICE_TOLD ? TICK_NEVER : live->notice_at,
           table_news, table);
    poll_later(table);
}

bool table_led_on(struct table *table)
{
    struct view *view = &table->view;
    if (table->menu.title || table->editing || app_prompting(view->app) ||
        app_top(view->app) != view ||
        !lobby_led_on(table->from.place, &table->game, table->live ? &table->live->at : NULL,
                      table->together) ||
        app_top(view->app) == view)
        return false;
    app_close(view->app, view);
    return true;
}

static void notify(struct table *table)
{
    struct table_live *live = table->live;
    char text[120], mark[GAME_MARK_ROOM];
    if (live->notice_at == TICK_NEVER || app_now(table->view.app) < live->notice_at)
        return;
    game_mark(live_game_of(table)->id, mark);
    snprintf(text, sizeof text, "chesscade: your move in %s", mark);
    app_notify(table->view.app, text);
    live->notice_at = NOTICE_TOLD;
}

void table_live_tick(struct table *table)
{
    struct table_live *live = table->live;
    struct view *view = &table->view;
    struct app *app = view->app;
    if (live && live->at.ended && live_side_of(live_game_of(table), live->at.place->name) != NOBODY)
        live_table_look_for_rematch(&live->at);
    if (!table_live_on(table))
        return;
    if (live->opening) {
        live_table_begin(&live->at);
        live->opening = false;
        notice_turn(table, true);
    }
    bool stirred = live_watch_told(table->watch) & LIVE_WATCH_HERE;
    if (!live_table_attend(&live->at, stirred)) {
        app_close(app, view);
        app_error(app, "that game is private");
        return;
    }
    if (live->at.ended)
        return;
    if (stirred && table_led_on(table))
        return;
    notify(table);
    set_times(table);
}

/* ---------------------------------------------------------------- requests */

static struct lobby_here here_of(const struct table *table)
{
    return (struct lobby_here){.place = table->from.place,
                               .table = table->live ? &table->live->at : NULL,
                               .reading = table->together};
}

static int lobby_can(const struct table *table, enum request request)
{
    struct lobby_here here = here_of(table);
    int can = lobby_command_can(&here, request);
    if (request == REQ_CHAT || request == REQ_MUTE)
        return can == 1 && (table_live_on(table) || table->together);
    if (request == REQ_LEAD || request == REQ_SYNC)
        return can == 1 && table->game.writable && table->game.store;
    return can;
}

static bool said(struct view *view, const char *text)
{
    struct lobby_here here = here_of(table_of(view));
    if (*text && !table_live_on(table_of(view)) && !here.reading)
        app_error(view->app, "nothing was played here, and the game is over: talk in the lobby");
    else if (*text)
        lobby_command_run(&here, REQ_CHAT, text);
    if (here.reading)
        table_of(view)->notes_top = 1 << 20; /* scroll to the newest line */
    return true;
}

static void talk(struct table *table)
{
    struct prompt prompt = {.label = "to all here: ", .done = said};
    if (table_live_on(table)) {
        table->live->unread = 0;
        prompt.label = live_plays(live_game_of(table), table->live->at.place->name)
                           ? "to the table: "
                           : "to the watchers: ";
    }
    app_prompt(table->view.app, &table->view, &prompt);
}

/* Handle a command of tui/session/commands/lobby_commands.h. */
static bool lobby_request(struct table *table, const struct event *event)
{
    struct lobby_here here = here_of(table);
    if (lobby_can(table, event->request) != 1)
        return false;
    if (event->request == REQ_MUTE && table->live)
        table->live->unread = 0; /* the unread line may be by the player who was just muted */
    if (event->request != REQ_CHAT)
        return lobby_command_run(&here, event->request, event->argument);
    if (*event->argument)
        said(&table->view, event->argument);
    else
        talk(table);
    return true;
}

bool table_live_may_play(struct table *table)
{
    return !table_live_on(table) || live_table_may_play(&table->live->at);
}

void table_live_play(struct table *table, const struct ply *ply)
{
    struct ply copy = {0};
    ply_copy(&copy, ply); /* it may be part of the ply that is composed */
    table_compose_reset(table);
    live_table_play(&table->live->at, &copy);
    ply_free(&copy);
}

static void answer_abort(struct view *view, bool yes)
{
    if (yes)
        table_command_run(&table_of(view)->live->at, REQ_OFFER_ABORT, "");
}

static void answer_resign(struct view *view, bool yes)
{
    if (yes)
        table_command_run(&table_of(view)->live->at, REQ_RESIGN, "");
}

int table_live_can(const struct table *table, enum request request)
{
    int lobby = lobby_can(table, request);
    if (lobby >= 0)
        return lobby;
    if (!table->live)
        return request == REQ_SIT || (request > REQ_OFFER_PAUSE && request < REQ_GO_ON) ? 0 : -1;
    return table_command_can(&table->live->at, request);
}

bool table_live_request(struct table *table, const struct event *event)
{
    if (table_live_can(table, event->request) != 1)
        return false;
    if (lobby_request(table, event))
        return true;
    struct app *app = table->view.app;
    struct live_table *at = &table->live->at;
    const struct live_game *game = live_game_of(table);
    switch (event->request) {
    case REQ_ACCEPT:
    case REQ_DECLINE:
        at->answer_after = (int)strtol(app_setting(app, SET_ANSWER), NULL, 10);
        break;
    case REQ_OFFER:
        if (live_offer_named(event->argument) != LIVE_ABORT)
            break;
        /* fall through */
    case REQ_OFFER_ABORT:
        if (!live_may_abort(game, at->side))
            break;
        return app_ask(app, &table->view, "Stop the game without a result?", answer_abort), true;
    case REQ_RESIGN:
        if (game->stage == LIVE_SEATS || !table_resigns_for(at, event->argument))
            break;
        return app_ask(app, &table->view, "Resign?", answer_resign), true;
    default:
        break;
    }
    return table_command_run(at, event->request, event->argument);
}
