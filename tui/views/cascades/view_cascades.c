/* view_cascades.c - the cascade finder: the user chooses a goal, sees the plies that reach it,
 * shortest first, steps through them, and can play one.
 *
 * The list has the goals, then the plies found for the goal chosen last. The board beside it shows
 * the ply under the cursor, first as a whole, then as far as the user has stepped. The search runs
 * in its own process (tui/workers/cascade_worker.h), because it may take long; results arrive
 * through a descriptor and are inserted in order, while the cursor stays on its ply. Esc stops the
 * search. The first search is limited to plies of MOVES_FIRST moves; if it finds nothing, a line of
 * the list offers a longer search. */
#include "config.h"

#include "tui/views/cascades/view_cascades.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/describe.h"
#include "tui/session/words/cascade_words.h"
#include "tui/views/cascades/internal.h"
#include "tui/views/list_and_board.h"
#include "tui/views/navigation.h"

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

static void cascades_keep(void *argument, const char *text)
{
    struct cascades *cascades = argument;
    struct found found = {memory_text(text), 1};
    for (const char *at = text; *at; at++)
        found.members += *at == '~';
    cascades->found = memory_room(cascades->found, &cascades->room, cascades->founds + 1,
                                  sizeof *cascades->found);
    int at = cascades->founds++; /* insert in order: shorter plies first, then alphabetically */
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

void cascades_tick(void *argument)
{
    struct cascades *cascades = argument;
    struct view *view = &cascades->view;
    int before = cascades->founds;
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    /* Keep the cursor on its ply. If the user has not chosen one, keep it on the first ply of the
     * list. */
    bool chosen = found && (found != cascades->found || cascades_walks(cascades));
    const char *here = chosen ? found->text : NULL;
    finder_process_read(&cascades->finder, LOOK_WAIT, cascades_keep, cascades);
    bool runs = is_looking(cascades);
    app_at(view, &cascades->reading, runs ? app_now(view->app) + LOOK_EVERY : TICK_NEVER,
           cascades_tick, cascades);
    app_watch(view, &cascades->finder_watch, runs ? cascades->finder.process.fd : -1, cascades_tick,
              cascades);
    bool further = cascades_can_further(cascades);
    if (cascades->founds != before || further)
        list_set(&cascades->list, cascades_wants(cascades) + 1 + cascades->founds + further);
    if (before == 0 && (cascades->founds || further))
        list_go(&cascades->list, cascades_wants(cascades) + 1);
    for (int i = 0; here && cascades->founds != before && i < cascades->founds; i++)
        if (cascades->found[i].text == here) /* other plies were inserted before this one */
            list_go(&cascades->list, cascades_wants(cascades) + 1 + i);
}

static void cascades_stop(struct cascades *cascades)
{
    app_stop(&cascades->view, &cascades->reading);
    app_stop(&cascades->view, &cascades->finder_watch);
    finder_process_stop(&cascades->finder);
}

/* Search for what a text asks for (cascade_asked_read()), in plies of at most `moves` moves if it
 * does not say how many. */
static bool look_to(struct cascades *cascades, const char *text, int moves)
{
    struct cascade_asked asked;
    struct note why;
    if (cascade_asked_read(cascades->rules, text, moves, &asked, &why) < 0) {
        app_error(cascades->view.app, "%s", why.text);
        return false;
    }
    cascades_stop(cascades);
    forget_found(cascades);
    memcpy(cascades->goal, asked.text, sizeof cascades->goal);
    cascades->wanted = asked.goal;
    cascades->moves = asked.moves;
    list_set(&cascades->list, cascades_wants(cascades) + 1);
    if (finder_process_start(&cascades->finder, &cascades->start, asked.all ? NULL : &asked.goal,
                             asked.moves, &why) < 0) {
        app_error(cascades->view.app, "%s", why.text);
        return false;
    }
    cascades_tick(cascades);
    return true;
}

static bool cascades_look(struct cascades *cascades, const char *text)
{
    return look_to(cascades, text, MOVES_FIRST);
}

static bool goal_typed(struct view *view, const char *text)
{
    return !*text || cascades_look(cascades_of(view), text);
}

static bool letter_typed(struct view *view, const char *text)
{
    struct cascades *cascades = cascades_of(view);
    char goal[64];
    if (!*text)
        return true;
    snprintf(goal, sizeof goal, "reach:%.1s@%s", text,
             board_name(cascades->rules->board, cascades->cell));
    return cascades_look(cascades, goal);
}

static void cascades_want(struct cascades *cascades, int item)
{
    static const char *const words[WANTED] = {[WANT_CHECK] = "check",
                                              [WANT_PROMOTE] = "promote",
                                              [WANT_SUMMON] = "summon",
                                              [WANT_ALL] = "all"};
    char goal[64];
    const char *note = "";
    struct prompt prompt = {.label = "goal: ", .done = goal_typed};
    const char *cell = board_name(cascades->rules->board, cascades->cell);
    switch (cascades_wanted(cascades, item)) {
    case WANT_CAPTURE:
        if (cascades_has_prey(cascades)) {
            snprintf(goal, sizeof goal, "capture:%s", cell);
            cascades_look(cascades, goal);
            return;
        }
        prompt.text = "capture:";
        note = "either side's piece: capture:e5 (activated enemy pieces can capture yours)";
        break;
    case WANT_REACH:
        prompt.label = "the letter of the piece, such as Q: ";
        prompt.done = letter_typed;
        break;
    case WANT_CHECK:
    case WANT_PROMOTE:
    case WANT_SUMMON:
    case WANT_ALL:
        cascades_look(cascades, words[cascades_wanted(cascades, item)]);
        return;
    default:
        prompt.text = "reach:Q@";
        note = "a piece's letter and a cell: reach:Q@e5; also capture:e5, check, summon";
    }
    app_prompt(cascades->view.app, &cascades->view, &prompt);
    if (*note)
        app_prompt_choices(cascades->view.app, note);
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
        cascades_look(cascades, open->goal);
    return 0;
}

static void cascades_close(struct view *view)
{
    struct cascades *cascades = cascades_of(view);
    cascades_stop(cascades);
    forget_found(cascades);
    free(cascades->found);
    board_scene_free(&cascades->board);
    page_free(&cascades->page);
    list_clear(&cascades->list);
    ruleset_free(cascades->rules);
}

/* ---------------------------------------------------------------- stepping */

static bool cascades_walk(struct cascades *cascades, enum request request)
{
    struct ply ply = {0};
    cell_t path[WALK_CELLS_MAX];
    struct walk_place *place = &cascades->walk;
    bool on = request == REQ_MEMBER_NEXT || request == REQ_CELL_NEXT,
         cells = request == REQ_CELL_NEXT || request == REQ_CELL_BACK;
    if (!cascades_ply(cascades, &ply))
        return false;
    int members = ply_walk_members(&ply);
    if (!cascades_walks(cascades))
        *place = (struct walk_place){on ? 0 : members, 0};
    cascades->walked = cascades_found(cascades, list_item(&cascades->list))->text;
    int at = on ? place->member : place->member - 1;
    int n = at >= 0 && at < members
                ? ply_walk_path(&cascades->start, &ply, at, path, WALK_CELLS_MAX)
                : 0;
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

static void cascades_play(struct cascades *cascades)
{
    struct ply ply = {0};
    struct app *app = cascades->view.app;
    struct view *below = app_below(app, &cascades->view);
    if (!cascades_ply(cascades, &ply)) {
        app_say(app, "first select one of the plies found");
    } else if (!cascades->play || !below) {
        app_say(app, "no game is open in which to play this ply");
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
            cascades_walk(cascades, REQ_MEMBER_NEXT);
        else if (cascades_is_further(cascades, item))
            look_to(cascades, cascades->goal, 2 * cascades->moves);
        else if (item >= 0)
            cascades_want(cascades, item);
        return true;
    case REQ_MEMBER_NEXT:
    case REQ_MEMBER_BACK:
    case REQ_CELL_NEXT:
    case REQ_CELL_BACK:
        return cascades_walk(cascades, event->request);
    case REQ_PLAY_FOUND:
        cascades_play(cascades);
        return true;
    case REQ_OPENINGS:
        return open_openings(view->app, view, &cascades->start, event->argument), true;
    case REQ_SEARCH_POSITION:
        return open_position(view->app, view, &cascades->start, ""), true;
    case REQ_ESCAPE:
        if (is_looking(cascades)) {
            cascades_stop(cascades);
            app_say(view->app, "the search was stopped");
            return true;
        }
        break;
    case REQ_CASCADES:
        if (*event->argument)
            return cascades_look(cascades, event->argument);
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
    static const struct hint goals[] = {{REQ_ESCAPE, REQ_NONE, "stop"},
                                        {REQ_ENTER, REQ_NONE, "look for it"},
                                        {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_CLOSE, REQ_NONE, NULL},
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
    int first = is_looking(cascades) ? 0 : 1; /* omit the hint for stopping the search */
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
    .aloud = cascades_aloud,
};

/* ---- Draws the cascade finder: its list, the ply under the cursor on the board, and why a search
 * found nothing. */

enum {
    LIST_LEAST = 34,
    LIST_ROWS = 3 /* fewest rows of the list if the reason for an empty result is shown below it */,
    BELOW_ALWAYS =
        30 /* fewest rows of a screen on which a board is drawn below the list of goals */,
    /* If the user steps through a ply and the board fits nowhere else, it is drawn below a single
     * row of the list. The screen needs at least this many rows for that. */
    WALK_ROWS = 7
};

/* ---------------------------------------------------------------- the list */

/* True if the variant has a piece that brings captured pieces back. Otherwise the list has no
 * goal for bringing pieces back. */
static bool cascades_summons(const struct cascades *cascades)
{
    return ruleset_kind(cascades->rules, 'I') != KIND_NONE;
}

/* cascades_wants() is the number of goals in the list. The next function tells which goal an item
 * stands for. */
int cascades_wants(const struct cascades *cascades)
{
    return WANTED - !cascades_summons(cascades);
}

enum wanted cascades_wanted(const struct cascades *cascades, int item)
{
    return (enum wanted)(item + (item >= WANT_SUMMON && !cascades_summons(cascades)));
}

const struct found *cascades_found(const struct cascades *cascades, int item)
{
    int at = item - cascades_wants(cascades) - 1; /* a heading follows the goals */
    return at >= 0 && at < cascades->founds ? &cascades->found[at] : NULL;
}

/* True if the finder's cell holds a likely target: a piece of another player that is not a King. */
bool cascades_has_prey(const struct cascades *cascades)
{
    struct piece piece = cascades->start.at[cascades->cell];
    return piece.kind && piece.side < cascades->rules->sides &&
           piece.side != cascades->start.side && !cascades->rules->kinds[piece.kind].royal;
}

static void goal_words(const struct cascades *cascades, int item, char *out, size_t size)
{
    const char *cell = board_name(cascades->rules->board, cascades->cell);
    struct piece piece = cascades->start.at[cascades->cell];
    switch (cascades_wanted(cascades, item)) {
    case WANT_CAPTURE:
        if (cascades_has_prey(cascades))
            snprintf(out, size, "capture the %s on %s", cascades->rules->kinds[piece.kind].name,
                     cell);
        else
            snprintf(out, size, "capture a piece ...");
        break;
    case WANT_REACH:
        snprintf(out, size, "bring a piece to %s ...", cell);
        break;
    case WANT_CHECK:
        snprintf(out, size, "give check");
        break;
    case WANT_PROMOTE:
        snprintf(out, size, "promote a Pawn");
        break;
    case WANT_SUMMON:
        snprintf(out, size, "summon a captured piece");
        break;
    case WANT_ALL:
        snprintf(out, size, "all cascades of 2 or 3 members");
        break;
    default:
        snprintf(out, size, "another goal ...");
    }
}

/* True if the search has ended and found nothing. */
static bool none_found(const struct cascades *cascades)
{
    const struct finder_process *finder = &cascades->finder;
    return cascades->goal[0] && !cascades->founds && (!finder->process.pid || finder->ended);
}

bool cascades_can_further(const struct cascades *cascades)
{
    return none_found(cascades) && cascades->finder.end == CASCADES_LIMIT &&
           strcmp(cascades->goal, "all") != 0;
}

bool cascades_is_further(const struct cascades *cascades, int item)
{
    return item == cascades_wants(cascades) + 1 && cascades_can_further(cascades);
}

static void cascades_heading(const struct cascades *cascades, char *out, size_t size)
{
    const struct finder_process *finder = &cascades->finder;
    int n = cascades->founds, least = n ? cascades->found[0].members : 0;
    bool all = !strcmp(cascades->goal, "all");
    if (!cascades->goal[0])
        snprintf(out, size, "choose a goal");
    else if (finder->process.pid && !finder->ended)
        snprintf(out, size, "%s: %d found, searched up to %d member%s (%ld partial cascades)",
                 cascades->goal, n, finder->moves, finder->moves == 1 ? "" : "s", finder->states);
    else if (n == FINDER_PLIES_MAX)
        snprintf(out, size, "%s: the first %d found", cascades->goal, n);
    else if (n && all)
        snprintf(out, size, "%s: %d found", cascades->goal, n);
    else if (n)
        snprintf(out, size, "%s: %d found with %d member%s", cascades->goal, n, least,
                 least == 1 ? "" : "s");
    else if (finder->end == CASCADES_ALL)
        snprintf(out, size, "%s: none (search complete)", cascades->goal);
    else
        snprintf(out, size, "%s: none with at most %d member%s", cascades->goal, finder->moves,
                 finder->moves == 1 ? "" : "s");
}

/* Explain why the search found nothing: how far it went, whether it was complete, and what to do
 * now. */
static void cascades_why_none(const struct cascades *cascades, char *out, size_t size)
{
    const struct finder_process *finder = &cascades->finder;
    struct cascade_result result = {.end = (enum cascade_end)finder->end,
                                    .looked = finder->moves,
                                    .states = (size_t)finder->states};
    char text[400], keyed[400];
    if (!strcmp(cascades->goal, "all")) {
        snprintf(out, size, "%s",
                 finder->end == CASCADES_CANCELLED
                     ? "Stopped: no ply of two or three members was found so far."
                     : "No ply has two or three members (search complete). Choose another goal.");
        return;
    }
    words_no_cascade(&cascades->start, &cascades->wanted, &result,
                     "{enter} on the line above searches further", text, sizeof text);
    app_words(cascades->view.app, &cascades->view, text, keyed, sizeof keyed);
    snprintf(out, size, "%c%s.", ascii_upper((unsigned char)keyed[0]), keyed + 1);
}

static void cascades_item_text(const struct list *list, int item, char *out, size_t size)
{
    const struct cascades *cascades = list->owner;
    const struct found *found = cascades_found(cascades, item);
    if (found)
        snprintf(out, size, "%s", found->text);
    else if (item == cascades_wants(cascades))
        cascades_heading(cascades, out, size);
    else if (cascades_is_further(cascades, item))
        snprintf(out, size, "look further: up to %d members", 2 * cascades->moves);
    else
        goal_words(cascades, item, out, size);
}

static void cascades_draw_item(const struct list *list, int item, struct scene *scene,
                               const struct area *line, enum role ground)
{
    const struct cascades *cascades = list->owner;
    char text[LIST_TEXT_MAX];
    bool is_found = cascades_found(cascades, item) != NULL;
    cascades_item_text(list, item, text, sizeof text);
    int column = line->column + (item == cascades_wants(cascades) ? 1 : 3);
    list_text(list, scene, line->row, column, line->columns - (column - line->column) - 1, text,
              item == cascades_wants(cascades) ? ROLE_LABEL
              : is_found                       ? ROLE_MOVE
                                               : ROLE_TEXT,
              ground);
}

static bool cascades_item_stands(const struct list *list, int item)
{
    return item != cascades_wants(list->owner);
}

const struct list_ops cascades_list = {
    .draw = cascades_draw_item, .text = cascades_item_text, .stands = cascades_item_stands};

/* ---------------------------------------------------------------- the ply under the cursor */

bool cascades_ply(const struct cascades *cascades, struct ply *ply)
{
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    return found && cascades->rules->rules->parse(&cascades->start, found->text, ply, NULL) == 0;
}

bool cascades_walks(const struct cascades *cascades)
{
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    return found && found->text == cascades->walked;
}

/* Set up the board. Returns the cell to centre the board on: the last cell of the ply that is
 * shown, or else the cell that the goals refer to. */
static cell_t make_board(struct cascades *cascades, char *words, size_t size)
{
    struct ply ply = {0};
    struct draft draft = {0};
    cell_t path[WALK_CELLS_MAX], at = cascades->cell;
    board_scene_begin(&cascades->board, &cascades->start);
    words[0] = '\0';
    if (cascades_ply(cascades, &ply)) {
        struct walk_place place = cascades_walks(cascades)
                                      ? cascades->walk
                                      : (struct walk_place){ply_walk_members(&ply), 0};
        ply_walk_draft(&cascades->start, &ply, place, &draft);
        board_scene_walk(&cascades->board, &draft, ply_walk_is_made(&ply, place));
        int n = place.cell
                    ? ply_walk_path(&cascades->start, &ply, place.member, path, WALK_CELLS_MAX)
                    : 0;
        for (int i = 0; i < place.cell && i < n; i++)
            board_scene_add(&cascades->board, path[i], MARK_NUMBER, i + 1, NULL);
        if (!place.cell)
            board_scene_last(&cascades->board, &draft.ply);
        ply_walk_words(&cascades->start, &ply, place, words, size);
        at = board_scene_looked_at(&cascades->board,
                                   draft.hand != CELL_NONE ? draft.hand : ply.v[0].from);
        draft_clear(&draft);
    } else {
        board_scene_add(&cascades->board, cascades->cell, MARK_CURSOR, 0, NULL);
    }
    ply_free(&ply);
    return at;
}

/* ---------------------------------------------------------------- drawing */

static struct board_view cascades_view_of(const struct cascades *cascades)
{
    struct board_view view = {.position = &cascades->board.shown,
                              .charset = app_charset(cascades->view.app),
                              .coordinates = true,
                              .shaded = app_mono(cascades->view.app),
                              .mark = cascades->board.mark,
                              .marks = cascades->board.marks};
    app_pieces(cascades->view.app, &view);
    return view;
}

/* Describe the piece in the air below the board. Returns true if there was room. */
static bool cascades_draw_words(struct cascades *cascades, struct scene *scene,
                                const struct area *board, int rows, const char *words)
{
    struct page page = {0};
    struct area below = {board->row + rows, board->column + 1, board->rows - rows,
                         board->columns - 1};
    if (!cascades_walks(cascades) || !*words || below.rows < 1)
        return false;
    page_begin(&page, below.columns);
    page_add(&page, ROLE_TEXT, 0, words);
    bool fits = page.rows <= below.rows;
    if (page.rows < below.rows) {
        below.row++;
        below.rows--;
    }
    if (fits)
        page_draw(&page, scene, &below, 0);
    page_free(&page);
    return fits;
}

/* Explain below the list why nothing was found, on the rows that the list does not need or can
 * spare. */
static void cascades_draw_none(struct cascades *cascades, struct scene *scene, struct area *list)
{
    char words[400];
    if (!none_found(cascades))
        return;
    cascades_why_none(cascades, words, sizeof words);
    page_begin(&cascades->page, list->columns - 2);
    page_add(&cascades->page, ROLE_TEXT, 0, words);
    int items = cascades->list.n, rows = list->rows - cascades->page.rows - 1;
    if (rows < LIST_ROWS)
        return;
    struct area below = {list->row + (items < rows ? items : rows) + 1, list->column + 1,
                         cascades->page.rows, list->columns - 2};
    list->rows = items < rows ? items : rows;
    page_draw(&cascades->page, scene, &below, 0);
}

void cascades_draw(struct view *view, struct scene *scene, const struct area *body,
                   struct face *face)
{
    struct cascades *cascades = (struct cascades *)view;
    struct area list = *body, board = *body;
    char words[240];
    cell_t at = make_board(cascades, words, sizeof words);
    snprintf(face->title, sizeof face->title, "Cascades: %s to move, %s",
             side_name(cascades->start.side), ruleset_title(cascades->rules));
    snprintf(face->mode, sizeof face->mode, "CASCADES");
    struct board_view shown = cascades_view_of(cascades);
    const struct board_art *art = board_art_for(cascades->rules);
    bool told = false;
    enum board_place place = board_beside_list(&shown, body, LIST_LEAST, &list, &board);
    if (place == BOARD_BELOW && !cascades_found(cascades, list_item(&cascades->list)) &&
        body->rows < BELOW_ALWAYS) {
        place = BOARD_NOWHERE; /* the list of goals needs these rows */
        list = *body;
    }
    if (place == BOARD_NOWHERE && cascades_walks(cascades) && body->rows >= WALK_ROWS)
        place = board_below_rows(&shown, body, 1, &list, &board);
    if (place == BOARD_BESIDE)
        app_wall(view->app, scene, body->row, list.column + list.columns, body->rows);
    else if (place == BOARD_BELOW)
        app_rule(view->app, scene, board.row - 1, body->column, body->columns);
    if (place != BOARD_NOWHERE) {
        if (art->follow)
            art->follow(&shown, at);
        art->draw(&shown, scene, board.row, board.column);
        told = cascades_draw_words(cascades, scene, &board, shown.rows, words);
    }
    cascades_draw_none(cascades, scene, &list);
    list_draw(&cascades->list, scene, &list);
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    if (cascades_walks(cascades) && cascades->walk.cell)
        snprintf(face->status, sizeof face->status, "step %d of member %d of %d   %.200s",
                 cascades->walk.cell, cascades->walk.member + 1, found->members, told ? "" : words);
    else if (cascades_walks(cascades))
        snprintf(face->status, sizeof face->status, "after %d of %d %s   %.200s",
                 cascades->walk.member, found->members, found->members == 1 ? "member" : "members",
                 told ? "" : words);
    else
        cascades_heading(cascades, face->status, sizeof face->status);
}

/* Describe the ply under the cursor, member by member; or while the user steps through it, only
 * the piece in the air. */
bool cascades_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct cascades *cascades = (struct cascades *)view;
    struct ply ply = {0};
    char now[CASCADES_TOLD_ROOM] = "", words[300];
    size_t used = 0;
    (void)brief;
    if (cascades_ply(cascades, &ply)) {
        int members = ply_walk_members(&ply);
        if (cascades_walks(cascades)) {
            ply_walk_words(&cascades->start, &ply, cascades->walk, words, sizeof words);
            text_add(now, sizeof now, &used, "After %d of %d members%s%s.", cascades->walk.member,
                     members, *words ? ": " : "", words);
        } else {
            text_add(now, sizeof now, &used, "%d %s:", members,
                     members == 1 ? "member" : "members");
            for (int i = 0; i < members; i++) {
                words_member(&cascades->start, &ply, i, words, sizeof words);
                text_add(now, sizeof now, &used, " %s%s", words, i + 1 < members ? ";" : ".");
            }
        }
    }
    if (none_found(cascades))
        cascades_why_none(cascades, now, sizeof now);
    ply_free(&ply);
    bool other = *now && strcmp(now, cascades->told) != 0;
    snprintf(cascades->told, sizeof cascades->told, "%s", now);
    snprintf(out, size, "%s", now);
    return other;
}
