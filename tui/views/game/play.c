/* play.c - a game in play at one keyboard: ends, draw offers, claims, resigning, takebacks, rematch. */
#include "config.h"
#include "tui/views/game/live.h"
#include "tui/session/describe.h"

#include "core/position_text.h"
#include "tui/session/result.h"
#include "tui/session/rule_number.h"

#include <stdlib.h>
#include <string.h>

static const char *seat_name(const struct table *table, int side)
{
    const char *name = record_player_known(table_record(table), side_letter(side));
    return *name ? name : side_name(side);
}

/* Read the result from the record, for the line below the last ply. */
static void read_result(struct table *table)
{
    const struct record *record = table_record(table);
    const char *score = record_text(record, "result.score"), *reason = record_text(record, "result.reason");
    if (!*score || !strcmp(score, "*"))
        table->result_text[0] = '\0';
    else
        snprintf(table->result_text, sizeof table->result_text, "%.20s%s%.100s", score, *reason ? "  " : "", reason);
    table->tree_stale = true;
}

static void end_game(struct table *table, int winner, const char *reason, const char *rule)
{
    result_set(table_record(table), &table->track.now, winner, reason);
    table->over = true;
    table->offer = -1;
    table_changed(table);
    read_result(table);
    char brief[80] = "";
    if (rule)
        rule_number_brief(rule, brief, sizeof brief);
    app_say(table->view.app,
            table->trial ? "%s%s: %s%s%s%s  -  {trial}: end the trial" : "%s%s: %s%s%s%s  -  {actions}: rematch, save, leave",
            winner == NOBODY ? "a draw" : seat_name(table, winner),
            winner == NOBODY ? "" : " wins", words_reason(reason), rule ? " (" : "", brief, rule ? ")" : "");
}

/* End the game by a player's action (a ply would be a change already); `rule`: the rule it cites, NULL: none. */
static void end_by(struct table *table, int winner, const char *reason, const char *rule)
{
    char what[80];
    snprintf(what, sizeof what, "the result (%s)", reason);
    table_before_change(table, what);
    end_game(table, winner, reason, rule);
}

static void forget_result(struct table *table)
{
    result_forget(table_record(table));
    table->over = false;
    table_changed(table);
}

bool table_at_end(const struct table *table)
{
    return table->spot.depth == 0 && table->spot.ply == table_record(table)->moves.n;
}

bool table_ended(const struct table *table)
{
    return verdict_over(&table->track.verdict) || (table->over && table_at_end(table));
}

bool table_gone(const struct table *table, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    const struct position *before = &table->track.before, *now = &table->track.now;
    for (int side = 0; table->track.plies && side < table->rules->sides; side++)
        if (words_is_out(now, side) && !words_is_out(before, side)) {
            const char *why = track_why_out(&table->track, side);
            text_add(out, size, &used, "%s%s is out", used ? ", " : "", seat_name(table, side));
            /* only games on triangles have three sides */
            bool by_rule = why && strcmp(why, "resignation") != 0 && strcmp(why, "time") != 0;
            if (why)
                text_add(out, size, &used, " (%s%s)", why, by_rule ? ", rules/triangles.md 8.8" : "");
        } else if (words_is_passed(before, now, side))
            text_add(out, size, &used, "%s%s has no ply and is passed by (rules/triangles.md 8.8)", used ? ", " : "",
                     seat_name(table, side));
    return used > 0;
}

static void judge(struct table *table)
{
    read_result(table);
    const char *score = record_text(table_record(table), "result.score");
    table->over = *score && strcmp(score, "*") != 0;
    if (!table->from.play || !table->rules || !table_at_end(table) || table->track.broken)
        return;
    if (table->offer >= 0 && table->track.plies && table->track.before.side != table->offer)
        table->offer = -1; /* playing on declines the offer */
    const struct verdict *verdict = track_verdict(&table->track);
    if (!verdict_over(verdict)) {
        char gone[240], was[160];
        bool goes_on = table->over;
        snprintf(was, sizeof was, "%s", table->result_text);
        if (goes_on)
            forget_result(table);
        read_result(table);
        if (goes_on)
            app_say(table->view.app, "the game goes on: its result (%s) is removed", was);
        else if (table_gone(table, gone, sizeof gone))
            app_say(table->view.app, "%s%s", gone, strstr(gone, "is out") ? "; the others play on" : "");
        else if (verdict->outcome != OUTCOME_PLAYING)
            app_say(table->view.app, verdict->outcome == OUTCOME_DOUBLE_CHECK ? "double check" : "check");
        return;
    }
    if (!table->over)
        end_game(table, verdict->outcome == OUTCOME_DRAW ? NOBODY : verdict->winner,
                 verdict->reason ? verdict->reason : result_of_leaving(spot_node(table_record(table), &table->spot)),
                 verdict->rule);
}

void table_judge(struct table *table)
{
    judge(table);
    table_clock_follow(table);
    table_clock_wake(table);
}

/* ---------------------------------------------------------------- offers, claims, resignation */

/* The side to move leaves the game, out of time or resigning. */
static void leave(struct table *table, bool time)
{
    int side = table->track.now.side;
    if (table->rules->sides == 2) {
        end_by(table, !side, time ? "time" : "resignation", NULL);
        return;
    }
    table_before_change(table, time ? "a flag" : "a resignation");
    /* the ply exists: see resign(); and clocks run only after a ply */
    result_side_leaves(spot_node(table_record(table), &table->spot), side, time);
    table_changed(table);
    table_reread(table);
    table_judge(table);
}

static void answer_resign(struct view *view, bool yes)
{
    if (yes)
        leave(table_of(view), false);
}

void table_flag(struct table *table)
{
    leave(table, true);
}

/* When one of three leaves and the others play on, that is recorded with the last ply: true if there is no ply yet. */
static bool has_no_ply_for_it(const struct table *table)
{
    return table->rules->sides > 2 && !spot_node(table_record(table), &table->spot);
}

static void resign(struct table *table)
{
    char question[160];
    if (has_no_ply_for_it(table)) {
        app_error(table->view.app, "in a game of three you cannot resign before the first ply");
        return;
    }
    snprintf(question, sizeof question, "%.60s resigns?", seat_name(table, table->track.now.side));
    app_ask(table->view.app, &table->view, question, answer_resign);
}

static void claim(struct table *table)
{
    const struct verdict *verdict = track_verdict(&table->track);
    if (!verdict->claims) {
        struct note why;
        claim_refuse(&table->track.now, table->track.times, &why);
        table->reason = why; /* `rules` opens it there */
        rule_number_brief(table->reason.text, why.text, sizeof why.text);
        app_error(table->view.app, "%s", why.text);
        return;
    }
    end_by(table, NOBODY, verdict->claims & CLAIM_THREEFOLD ? "threefold repetition" : "fifty-move rule",
           table->rules->draws);
}

static void take_back(struct table *table)
{
    struct note why;
    struct spot spot = spot_start();
    spot_end(table_record(table), &spot);
    if (spot.ply == 0) {
        app_say(table->view.app, "no ply has been played");
        return;
    }
    table_before_change(table, "a ply taken back");
    edit_delete(table_record(table), &spot, &why);
    table->offer = -1;
    forget_result(table);
    table->spot = spot;
    table_changed(table);
    table_reread(table);
    table_judge(table);
    app_say(table->view.app, "taken back: %s to move", seat_name(table, table->track.now.side));
}

static void rematch(struct table *table)
{
    struct app *app = table->view.app;
    struct record *record = table_new_game(table->rules, &table->start, app_today(app));
    for (int side = 0; side < table->rules->sides; side++) { /* the players rotate by one seat */
        int from = (side + 1) % table->rules->sides;
        const char *name = record_player(table_record(table), side_letter(from));
        if (strcmp(name, side_name(from)) != 0)
            record_set_player(record, side_letter(side), name);
    }
    keyboard_clock_write(record, record_text(table_record(table), "event.control.text"));
    struct table_open open = {.store = table->from.store, .owns_store = table->from.owns_store, .where = "a new game",
                              .record = record, .play = true};
    if (!table_try_open(app, &open))
        return;
    table->from.owns_store = false; /* the new table owns it now */
    app_close(app, &table->view);
}

static int next_to_agree(const struct table *table)
{
    return words_next_to_agree(&table->track.now, table->offer, table->agreed);
}

static void offer(struct table *table)
{
    table->offer = table->track.now.side;
    for (int side = 0; side < SIDES_MAX; side++)
        table->agreed[side] = side == table->offer;
    app_say(table->view.app, "%s offers a draw: %s is to answer  -  {actions}: accept, decline", seat_name(table, table->offer),
            seat_name(table, next_to_agree(table)));
}

/* At one keyboard the players agree in the order of play. */
static void accept(struct table *table)
{
    int side = next_to_agree(table);
    if (side != NOBODY)
        table->agreed[side] = true;
    int next = next_to_agree(table);
    if (next == NOBODY)
        end_by(table, NOBODY, "agreement", NULL);
    else
        app_say(table->view.app, "%s agrees; %s is still to answer  -  {actions}: accept, decline", seat_name(table, side),
                seat_name(table, next));
}

void table_offer_text(const struct table *table, char *out, size_t size)
{
    size_t used = 0;
    text_add(out, size, &used, "%s offers a draw", seat_name(table, table->offer));
    for (int side = 0; table->rules->sides > 2 && side < table->rules->sides; side++)
        if (!words_is_out(&table->track.now, side))
            text_add(out, size, &used, "  %s %s", seat_name(table, side),
                     table->agreed[side] ? "yes" : "-");
}

bool table_stands_still(const struct table *table)
{
    const char *score = record_text(table_record(table), "result.score");
    return !table->from.play && !table->live && table->rules && table->writable && !table->trial && !table->guessing &&
           !app_restricted(table->view.app) && (!*score || !strcmp(score, "*"));
}

/* A saved game is opened for reading; this resumes play, with its clocks. */
static void go_on(struct table *table)
{
    struct spot end = spot_start();
    spot_end(table_record(table), &end);
    table->from.play = true;
    table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
    table_clock_open(table);
    table_go(table, &end);
    app_say(table->view.app, "the game goes on: %s to move%s", seat_name(table, table->track.now.side),
            table->clock.control.base ? ", and the clocks go" : "");
    table_judge(table);
}

bool table_playing_can(const struct table *table, enum request request)
{
    bool going = table->from.play && table->rules && !table->over && table_at_end(table) && !table->track.broken;
    switch (request) {
    case REQ_TAKE_BACK:
        return table->from.play && table_record(table)->moves.n > 0;
    case REQ_RESIGN:
        return going;
    case REQ_OFFER_DRAW:
        return going && table->offer < 0;
    case REQ_ACCEPT:
    case REQ_DECLINE:
        return going && table->offer >= 0;
    case REQ_CLAIM_DRAW:
        return going;
    case REQ_REMATCH:
        return table->from.play && table->over && table->rules && !table->trial;
    case REQ_GO_ON:
        return table_stands_still(table);
    default:
        return false;
    }
}

bool table_playing(struct table *table, const struct event *event)
{
    if (!table_playing_can(table, event->request))
        return false;
    switch (event->request) {
    case REQ_TAKE_BACK:
        take_back(table);
        break;
    case REQ_RESIGN:
        resign(table);
        break;
    case REQ_OFFER_DRAW:
        offer(table);
        break;
    case REQ_ACCEPT:
        accept(table);
        break;
    case REQ_DECLINE:
        table->offer = -1;
        app_say(table->view.app, "the offer is declined");
        break;
    case REQ_CLAIM_DRAW:
        claim(table);
        break;
    case REQ_GO_ON:
        go_on(table);
        break;
    default:
        rematch(table);
    }
    return true;
}

/* ---------------------------------------------------------------- the action list */

static void act(struct view *view, int request)
{
    app_request(view->app, (enum request)request, "");
}

/* True for a request that could only show why it is impossible. If typed, it still says so: there is nothing to
 * claim, or nobody can leave yet. */
static bool only_told(struct table *table, enum request request)
{
    return request == REQ_CLAIM_DRAW ? !table->rules || !track_verdict(&table->track)->claims
                                     : request == REQ_RESIGN && table_playing_can(table, request) && has_no_ply_for_it(table);
}

void table_actions(struct table *table)
{
    static const enum request requests[] = {
        REQ_SIT,         REQ_ACCEPT,  REQ_DECLINE,       REQ_TAKE_BACK,    REQ_OFFER_DRAW,
        REQ_CLAIM_DRAW,
        REQ_OFFER_PAUSE, REQ_GO_ON,   REQ_OFFER_ADJOURN, REQ_OFFER_ABORT,  REQ_OFFER_SWAP,
        REQ_RESIGN,      REQ_REMATCH, REQ_CASCADES,      REQ_LEAD,         REQ_SYNC,
        REQ_CHAT,        REQ_SAVE,    REQ_COPY_POSITION, REQ_COPY_DIAGRAM, REQ_COPY_GAME,
        REQ_DIFF,        REQ_HISTORY, REQ_RULES,         REQ_CLOSE,
    };
    table_menu_open(table, "actions", act);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (app_can(table->view.app, &table->view, requests[i]) && !only_told(table, requests[i]))
            table_menu_add(table, (int)requests[i], request_hint(requests[i]));
}
