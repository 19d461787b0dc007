/* view_cascades.c - the cascade finder: choose a goal, see the plies that reach it, shortest first, step through
 * each, play one.
 *
 * The list has the goals, then the results for the last one. The board beside it shows the ply under the cursor,
 * first as a whole, then as far as the user has stepped. The search runs in its own process (tui/workers/cascade_worker.h),
 * since it may take long; results arrive through a descriptor and are inserted in order, while the cursor stays
 * on its ply. Esc stops the search. The first search is limited to plies of MOVES_FIRST moves; if it finds
 * nothing, a line of the list offers a longer search. */
#include "config.h"
#include "core/position_text.h"
#include "tui/views/cascades/internal.h"
#include "tui/views/navigation.h"
#include "tui/views/cascades/view_cascades.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 50 /* milliseconds between polls */, LOOK_WAIT = 20, MOVES_FIRST = 12 };

static struct cascades *cascades_of(struct view *view)
{
    return (struct cascades *)view;
}

/* ---------------------------------------------------------------- searching */

static void forget_found(struct cascades *cascades)
{
    for (int i = 0; i < cascades->founds; i++)
        free(cascades->found[i].text);
    cascades->founds = 0;
    cascades->walked = NULL;
}

static void keep(void *argument, const char *text)
{
    struct cascades *cascades = argument;
    struct found found = {memory_text(text), 1};
    for (const char *at = text; *at; at++)
        found.members += *at == '~';
    cascades->found = memory_room(cascades->found, &cascades->room, cascades->founds + 1, sizeof *cascades->found);
    int at = cascades->founds++; /* shorter ones first, then in alphabetical order */
    for (; at > 0; at--) {
        const struct found *before = &cascades->found[at - 1];
        if (before->members < found.members ||
            (before->members == found.members && strcmp(before->text, found.text) <= 0))
            break;
        cascades->found[at] = *before;
    }
    cascades->found[at] = found;
}

static bool is_looking(const struct cascades *cascades)
{
    return cascades->finder.process.pid && !cascades->finder.ended;
}

static void cascades_tick(struct view *view)
{
    struct cascades *cascades = cascades_of(view);
    int before = cascades->founds;
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    /* keep the cursor on its ply; otherwise on the first one, whichever it becomes */
    bool chosen = found && (found != cascades->found || cascades_walks(cascades));
    const char *here = chosen ? found->text : NULL;
    finder_process_read(&cascades->finder, LOOK_WAIT, keep, cascades);
    bool runs = is_looking(cascades);
    view->wake = runs ? app_now(view->app) + LOOK_EVERY : TICK_NEVER;
    view->fd = runs ? cascades->finder.process.fd : -1;
    bool further = cascades_can_further(cascades);
    if (cascades->founds != before || further)
        list_set(&cascades->list, cascades_wants(cascades) + 1 + cascades->founds + further);
    if (before == 0 && (cascades->founds || further))
        list_go(&cascades->list, cascades_wants(cascades) + 1);
    for (int i = 0; here && cascades->founds != before && i < cascades->founds; i++)
        if (cascades->found[i].text == here) /* others were inserted before it */
            list_go(&cascades->list, cascades_wants(cascades) + 1 + i);
}

static void stop(struct cascades *cascades)
{
    finder_process_stop(&cascades->finder);
    cascades->view.wake = TICK_NEVER;
    cascades->view.fd = -1;
}

/* Search for a goal, "all" or any that goal_read() parses, in plies of at most so many moves. */
static bool look_to(struct cascades *cascades, const char *text, int moves)
{
    struct goal goal = {.verb = GOAL_ANY, .cell = CELL_NONE};
    struct note why;
    bool all = !strcmp(text, "all");
    if ((!all && goal_read(cascades->rules, text, &goal, &why) < 0)) {
        app_error(cascades->view.app, "%s", why.text);
        return false;
    }
    stop(cascades);
    forget_found(cascades);
    if (text != cascades->goal)
        snprintf(cascades->goal, sizeof cascades->goal, "%s", text);
    cascades->wanted = goal;
    cascades->moves = moves;
    list_set(&cascades->list, cascades_wants(cascades) + 1);
    if (finder_process_start(&cascades->finder, &cascades->start, all ? NULL : &goal, moves, &why) < 0) {
        app_error(cascades->view.app, "%s", why.text);
        return false;
    }
    cascades_tick(&cascades->view);
    return true;
}

static bool look(struct cascades *cascades, const char *text)
{
    return look_to(cascades, text, MOVES_FIRST);
}

static bool goal_typed(struct view *view, const char *text)
{
    return !*text || look(cascades_of(view), text);
}

static bool letter_typed(struct view *view, const char *text)
{
    struct cascades *cascades = cascades_of(view);
    char goal[64];
    if (!*text)
        return true;
    snprintf(goal, sizeof goal, "reach:%.1s@%s", text, board_name(cascades->rules->board, cascades->cell));
    return look(cascades, goal);
}

static void want(struct cascades *cascades, int item)
{
    static const char *const words[WANTED] = {
        [WANT_CHECK] = "check", [WANT_PROMOTE] = "promote", [WANT_SUMMON] = "summon", [WANT_ALL] = "all"};
    char goal[64];
    const char *note = "";
    struct prompt prompt = {.label = "goal: ", .done = goal_typed};
    const char *cell = board_name(cascades->rules->board, cascades->cell);
    switch (cascades_wanted(cascades, item)) {
    case WANT_CAPTURE:
        if (cascades_has_prey(cascades)) {
            snprintf(goal, sizeof goal, "capture:%s", cell);
            look(cascades, goal);
            return;
        }
        prompt.text = "capture:";
        note = "the cell of a piece; the opponent's may take your own";
        break;
    case WANT_REACH:
        prompt.label = "the letter of the piece: ";
        prompt.done = letter_typed;
        break;
    case WANT_CHECK:
    case WANT_PROMOTE:
    case WANT_SUMMON:
    case WANT_ALL:
        look(cascades, words[cascades_wanted(cascades, item)]);
        return;
    default:
        prompt.text = "reach:Q@";
        note = "a piece's letter and a cell; also capture:CELL, check, summon";
    }
    app_prompt(cascades->view.app, &cascades->view, &prompt);
    if (*note)
        app_prompt_note(cascades->view.app, note);
}

/* ---------------------------------------------------------------- opening */

static int cascades_open(struct view *view, const void *argument, struct note *why)
{
    struct cascades *cascades = cascades_of(view);
    const struct cascades_open *open = argument;
    const struct ruleset *rules = open->position->rules;
    cascades->finder.process.fd = -1;
    int status = ruleset_open(&cascades->rules, rules->id, rules->setting, rules->settings, why);
    if (status < 0)
        return status;
    position_copy(&cascades->start, open->position);
    cascades->start.rules = cascades->rules;
    cascades->cell = open->cell;
    cascades->play = open->play;
    view->keymap[view->keymaps++] = KEYMAP_CASCADES;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&cascades->list, &cascades_list, view, cascades);
    list_set(&cascades->list, cascades_wants(cascades) + 1);
    if (open->goal && *open->goal)
        look(cascades, open->goal);
    return 0;
}

static void cascades_close(struct view *view)
{
    struct cascades *cascades = cascades_of(view);
    stop(cascades);
    forget_found(cascades);
    free(cascades->found);
    board_scene_free(&cascades->board);
    page_free(&cascades->page);
    list_clear(&cascades->list);
    ruleset_free(cascades->rules);
}

/* ---------------------------------------------------------------- stepping */

static bool walk(struct cascades *cascades, enum request request)
{
    struct ply ply = {0};
    cell_t path[WALK_CELLS_MAX];
    struct walk_place *place = &cascades->walk;
    bool on = request == REQ_MEMBER_NEXT || request == REQ_CELL_NEXT, cells = request == REQ_CELL_NEXT ||
                                                                               request == REQ_CELL_BACK;
    if (!cascades_ply(cascades, &ply))
        return false;
    int members = ply_walk_members(&ply);
    if (!cascades_walks(cascades))
        *place = (struct walk_place){on ? 0 : members, 0};
    cascades->walked = cascades_found(cascades, list_item(&cascades->list))->text;
    int at = on ? place->member : place->member - 1;
    int n = at >= 0 && at < members ? ply_walk_path(&cascades->start, &ply, at, path, WALK_CELLS_MAX) : 0;
    if (on && place->member < members)
        *place = cells && place->cell + 1 < n ? (struct walk_place){place->member, place->cell + 1}
                                              : (struct walk_place){place->member + 1, 0};
    else if (on)
        *place = (struct walk_place){0};
    else if (place->cell)
        place->cell = cells ? place->cell - 1 : 0;
    else if (place->member)
        *place = (struct walk_place){place->member - 1, cells && n > 1 ? n - 1 : 0};
    ply_free(&ply);
    return true;
}

static void play(struct cascades *cascades)
{
    struct ply ply = {0};
    struct app *app = cascades->view.app;
    struct view *below = app_below(app, &cascades->view);
    if (!cascades_ply(cascades, &ply)) {
        app_say(app, "go to one of the plies found first");
    } else if (!cascades->play || !below) {
        app_say(app, "there is no game to play it in");
    } else {
        cascades->play(below, &ply);
        app_close(app, &cascades->view);
    }
    ply_free(&ply);
}

/* ---------------------------------------------------------------- requests */

static bool cascades_request(struct view *view, const struct event *event)
{
    struct cascades *cascades = cascades_of(view);
    int item = list_item(&cascades->list);
    switch (event->request) {
    case REQ_ENTER:
        if (cascades_found(cascades, item))
            walk(cascades, REQ_MEMBER_NEXT);
        else if (cascades_is_further(cascades, item))
            look_to(cascades, cascades->goal, 2 * cascades->moves);
        else if (item >= 0)
            want(cascades, item);
        return true;
    case REQ_MEMBER_NEXT:
    case REQ_MEMBER_BACK:
    case REQ_CELL_NEXT:
    case REQ_CELL_BACK:
        return walk(cascades, event->request);
    case REQ_PLAY_FOUND:
        play(cascades);
        return true;
    case REQ_OPENINGS:
        return open_openings(view->app, view, &cascades->start), true;
    case REQ_SEARCH_POSITION:
        return open_position(view->app, view, &cascades->start, ""), true;
    case REQ_ESCAPE:
        if (is_looking(cascades)) {
            stop(cascades);
            app_say(view->app, "the search was stopped");
            return true;
        }
        break;
    case REQ_CASCADES:
        if (*event->argument)
            return look(cascades, event->argument);
        app_say(view->app, "choose a goal");
        return true;
    default:
        break;
    }
    return list_request(&cascades->list, event);
}

static bool cascades_can(const struct view *view, enum request request)
{
    const struct cascades *cascades = (const struct cascades *)view;
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    switch (request) {
    case REQ_ENTER:
        return list_item(&cascades->list) >= 0;
    case REQ_MEMBER_NEXT:
    case REQ_MEMBER_BACK:
    case REQ_CELL_NEXT:
    case REQ_CELL_BACK:
        return found != NULL;
    case REQ_PLAY_FOUND:
        return found && cascades->play;
    case REQ_CASCADES:
    case REQ_OPENINGS:
    case REQ_SEARCH_POSITION:
        return true;
    case REQ_RULES:
        return false;
    default:
        return list_can(&cascades->list, request);
    }
}

static const struct hint *cascades_hints(const struct view *view)
{
    static const struct hint goals[] = {{REQ_ESCAPE, REQ_NONE, "stop"}, {REQ_ENTER, REQ_NONE, "look for it"},
                                        {REQ_DOWN, REQ_UP, "move"},     {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint plies[] = {{REQ_ESCAPE, REQ_NONE, "stop"},
                                        {REQ_ENTER, REQ_NONE, "walk"},
                                        {REQ_MEMBER_BACK, REQ_MEMBER_NEXT, "member"},
                                        {REQ_CELL_BACK, REQ_CELL_NEXT, "cell"},
                                        {REQ_PLAY_FOUND, REQ_NONE, NULL},
                                        {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    const struct cascades *cascades = (const struct cascades *)view;
    int first = is_looking(cascades) ? 0 : 1; /* omit the hint for stopping */
    return first + (cascades_found(cascades, list_item(&cascades->list)) ? plies : goals);
}

const struct view_ops cascades_view = {
    .name = "cascades",
    .size = sizeof(struct cascades),
    .open = cascades_open,
    .close = cascades_close,
    .draw = cascades_draw,
    .request = cascades_request,
    .can = cascades_can,
    .hints = cascades_hints,
    .tick = cascades_tick,
    .aloud = cascades_aloud,
};
