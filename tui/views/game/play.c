/* play.c - a game in play at one keyboard: typed plies, the end, draw offers, claims, resigning,
 * takebacks, rematch. */
#include "config.h"

#include "core/enumerate.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "tui/session/ply_text.h"
#include "tui/session/describe.h"
#include "tui/session/words/game_words.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void table_read_result(struct table *table)
{
    const struct record *record = table_record(table);
    const char *reason = record_text(record, "result.reason");
    char text[sizeof table->result_text] = "";
    table->over = session_over(&table->game);
    if (table->over)
        snprintf(text, sizeof text, "%.20s%s%.100s", record_text(record, "result.score"),
                 *reason ? "  " : "", reason);
    if (strcmp(text, table->result_text) != 0)
        table->tree_stale = true;
    snprintf(table->result_text, sizeof table->result_text, "%s", text);
}

bool table_ended(const struct table *table)
{
    return verdict_over(&table->game.track.verdict) ||
           (table->over && session_at_end(&table->game));
}

/* ---------------------------------------------------------------- resigning, a rematch */

static void game_play_answer_resign(struct view *view, bool yes)
{
    if (yes)
        session_resign(&table_of(view)->game);
}

/* True if the player cannot leave a game for three yet. When one player leaves and the others play
 * on, the last ply records it, and there is no ply yet. */
static bool has_no_ply_for_it(const struct table *table)
{
    return table->game.rules->sides > 2 && !spot_node(table_record(table), &table->game.spot);
}

static void game_play_resign(struct table *table, const char *who)
{
    char question[160];
    if (!session_resigns_as(&table->game, who))
        return;
    if (has_no_ply_for_it(table)) {
        session_resign(&table->game); /* says so */
        return;
    }
    snprintf(question, sizeof question, "%.60s resigns?",
             words_seat(&table->game, session_resigner(&table->game)));
    app_ask(table->view.app, &table->view, question, game_play_answer_resign);
}

void table_rematch(struct table *table)
{
    struct app *app = table->view.app;
    struct table_open open = {.store = table->game.store,
                              .owns_store = table->from.owns_store,
                              .where = "a new game",
                              .record = session_rematch(&table->game, app_today(app)),
                              .play = true};
    if (!table_try_open(app, &open))
        return;
    table->from.owns_store = false; /* the new view owns the store now */
    app_close(app, &table->view);
}

void table_offer_text(const struct table *table, char *out, size_t size)
{
    size_t used = 0;
    text_add(out, size, &used, "%s offers a draw", words_seat(&table->game, table->game.offer));
    for (int side = 0; table->game.rules->sides > 2 && side < table->game.rules->sides; side++)
        if (!words_is_out(&table->game.track.now, side))
            text_add(out, size, &used, "  %s %s", words_seat(&table->game, side),
                     table->game.agreed[side] ? "yes" : "-");
}

bool table_stands_still(const struct table *table)
{
    return !table->live && table->game.writable && !app_restricted(table->view.app) &&
           session_stands_still(&table->game);
}

static bool playing_can(const struct table *table, enum request request)
{
    switch (request) {
    case REQ_RESIGN:
        return game_command_can(&table->game, request);
    case REQ_GO_ON:
        return table_stands_still(table);
    default:
        return false;
    }
}

static void game_play_resume(struct table *table)
{
    table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
    session_resume(&table->game);
}

/* ---------------------------------------------------------------- the action list */

static void game_play_act(struct view *view, int request)
{
    app_request(view->app, (enum request)request, "");
}

/* True for a request that can only explain why it is impossible: there is nothing to claim, or
 * nobody can leave yet. The list of actions omits it, but the user can still type its name. */
static bool only_told(struct table *table, enum request request)
{
    return request == REQ_CLAIM_DRAW
               ? !table->game.rules || !track_verdict(&table->game.track)->claims
               : request == REQ_RESIGN && playing_can(table, request) && has_no_ply_for_it(table);
}

void table_actions(struct table *table)
{
    static const enum request requests[] = {
        REQ_PLAY_NOW,      REQ_SIT,          REQ_ACCEPT,     REQ_DECLINE,     REQ_TAKE_BACK,
        REQ_OFFER_DRAW,    REQ_COMPUTER,     REQ_CLAIM_DRAW, REQ_OFFER_PAUSE, REQ_GO_ON,
        REQ_OFFER_ADJOURN, REQ_OFFER_ABORT,  REQ_OFFER_SWAP, REQ_RESIGN,      REQ_REMATCH,
        REQ_CASCADES,      REQ_LEAD,         REQ_SYNC,       REQ_CHAT,        REQ_SAVE,
        REQ_COPY_POSITION, REQ_COPY_DIAGRAM, REQ_COPY_GAME,  REQ_DIFF,        REQ_HISTORY,
        REQ_RULES,         REQ_CLOSE,
    };
    table_menu_open(table, "actions", game_play_act);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (app_can(table->view.app, &table->view, requests[i]) && !only_told(table, requests[i]))
            table_menu_add(table, (int)requests[i], request_hint(requests[i]));
}

/* ---- Typing a ply, with the plies that the text may become (tui/session/typed_plies.h).
 *
 * Enter parses the text as it stands. If that fails, a text with which exactly one ply begins is
 * completed and must be confirmed by another Enter, because the user may have meant another ply.
 * Error messages try harder than the parser: a lower-case piece letter, an ambiguous piece, and a
 * command typed without ':' get explanations of their own. */

void table_forget_typed(struct table *table)
{
    typed_plies_free(table->typed);
    table->typed = NULL;
    table->typed_all = false;
}

/* List what can follow the typed text, if the game has cascades. */
static void list_plies(const struct table *table, const char *text)
{
    if (table->typed && table_can_find(table))
        typed_plies_follow(table->typed, text);
}

static void game_play_typing(struct view *view, const char *text)
{
    char note[256];
    const struct table *table = table_of(view);
    if (isdigit((unsigned char)*text) || (!*text && !(table->typed && table->typed_all))) {
        app_prompt_note(view->app, *text ? "a number goes to that move"
                                         : "a ply, or the number of a move; Tab completes");
        return;
    }
    list_plies(table, text);
    typed_plies_note(table->typed, &table->game.track.now, text, note, sizeof note);
    app_prompt_note(view->app, note);
}

/* Handle Tab: complete the text as far as all listed plies agree. */
static bool game_play_complete(struct view *view, const char *text, char *out, size_t size)
{
    struct table *table = table_of(view);
    list_plies(table, text);
    table->typed_all = table->typed_all || !*text;
    return typed_plies_complete(table->typed, text, out, size);
}

/* Handle Space: take the first listed ply. Before anything is typed a space does nothing, as no ply
 * begins with one. */
static bool game_play_first(struct view *view, const char *text, char *out, size_t size)
{
    if (!*text) {
        *out = '\0';
        return true;
    }
    list_plies(table_of(view), text);
    struct typed_found found = typed_plies_find(table_of(view)->typed, text);
    if (found.n == 0)
        return false;
    snprintf(out, size, "%s", found.first[0]);
    return true;
}

static bool all_digits(const char *text)
{
    const char *t = text;
    while (isdigit((unsigned char)*t))
        t++;
    return *text && (!*t || (*t == '.' && !t[1]));
}

/* Drop the ply being composed if nothing of it has been chosen. A partial ply stays, and Esc
 * returns to it. */
static void drop_unbegun(struct table *table)
{
    if (table->game.compose.draft.ply.n == 0)
        table_compose_reset(table);
}

static bool game_play_typed(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    struct note why = {.offset = -1};
    struct ply ply = {0};
    if (!*text) {
        table_forget_typed(table);
        return true;
    }
    if (all_digits(text)) {
        struct event event = {.request = REQ_GO_TO, .argument = text};
        table_forget_typed(table);
        return table_do(table, &event);
    }
    if (table_ended_meanwhile(table)) {
        table_forget_typed(table);
        return true;
    }
    if (!table_may_play(table))
        return true;
    drop_unbegun(table);
    char only[PLY_ROOM];
    int result = typed_ply_read(table->typed, &table->game.track.now, text, &ply, only, &why);
    if (result == TYPED_ONLY) {
        app_prompt_set(view->app, only);
        app_say(view->app, "only this ply begins with %.40s: Enter plays it", text);
        return false;
    }
    enum request command = result == FAIL_TEXT ? command_typed(text) : REQ_NONE;
    if (command != REQ_NONE && command < REQUESTS)
        note_set(&why, -1, "'%.40s' is not a ply but a command: type :%.40s", text, text);
    if (result == 0) {
        table_play_ply(table, &ply);
        table_look(table);
    } else {
        table->reason = why;
        rule_number_brief(table->reason.text, why.text, sizeof why.text);
        app_error(view->app, "%s", why.text);
    }
    ply_free(&ply);
    if (result == 0)
        table_forget_typed(table);
    return result == 0;
}

static void typing_cancelled(struct view *view)
{
    table_forget_typed(table_of(view));
}

/* Write the completed members of the ply being composed, "Sc3-e5~", to be continued by typing; ""
 * if there are none. */
static void members_begun(const struct table *table, char *out, size_t size)
{
    compose_text(&table->game.compose, out, size);
    char *last = strrchr(out, '~');
    out[last ? last + 1 - out : 0] = '\0';
}

/* Play a ply that was typed after ':', or go to a move by its number, or ask for one of them. */
static void table_type(struct table *table, const char *typed)
{
    if (all_digits(typed)) {
        game_command_run(&table->game, REQ_GO_TO, typed);
        return;
    }
    if (*typed) {
        game_command_run(&table->game, REQ_TYPE_MOVE, typed);
        return;
    }
    if (!table_may_play(table))
        return;
    char *begun = memory_new(PLY_ROOM, 1);
    members_begun(table, begun, PLY_ROOM);
    drop_unbegun(table);
    table_forget_typed(table);
    table->typed = typed_plies_new(&table->game.track.now);
    table->was_over = table->over;
    app_prompt(table->view.app, &table->view,
               &(struct prompt){.label = "move: ",
                                .text = *begun ? begun : NULL,
                                .changed = game_play_typing,
                                .done = game_play_typed,
                                .complete = game_play_complete,
                                .first = game_play_first,
                                .cancelled = typing_cancelled});
    free(begun);
}

const struct table_action table_play_actions[] = {
    {REQ_RESIGN, .can = playing_can, .with = game_play_resign},
    {REQ_GO_ON, .can = playing_can, .act = game_play_resume},
    {REQ_TYPE_MOVE, {IF_BOARD}, .with = table_type},
    {0},
};
