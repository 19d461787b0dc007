/* view_cascades.c - the cascade finder: choose a goal, see the plies that reach it, shortest first, walk each, play one.
 *
 * The list holds the goals, then what was found for the last one. The board beside it shows the ply under the cursor:
 * whole at first, then as far as it is walked. The search runs in its own process; Esc ends it. */
#include "config.h"
#include "core/position_text.h"
#include "tui/board_scene.h"
#include "tui/finder_process.h"
#include "tui/list.h"
#include "tui/opening.h"
#include "tui/page.h"
#include "tui/ply_walk.h"
#include "tui/view_cascades.h"
#include "tui/words.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 50 /* milliseconds */, LOOK_WAIT = 20, LIST_LEAST = 34, TEXT_ROOM = 4100, TOLD_ROOM = 600 };

enum wanted { WANT_CAPTURE, WANT_REACH, WANT_CHECK, WANT_PROMOTE, WANT_SUMMON, WANT_ALL, WANT_TYPED, WANTED };

struct found {
    char *text; /* long form */
    int members;
};

struct cascades {
    struct view view;
    struct list list;
    struct ruleset *rules;
    struct position start;
    cell_t cell;
    void (*play)(struct view *below, const struct ply *ply);
    struct finder_process finder;
    char goal[64]; /* what was looked for last; "" nothing */
    struct found *found; /* [founds] */
    int founds, room;
    struct walk_place walk; /* of the ply under the cursor */
    bool walking;
    char told[TOLD_ROOM];   /* what was told last to those who hear the screen */
    struct board_scene board;
};

static struct cascades *cascades_of(struct view *view)
{
    return (struct cascades *)view;
}

/* ---------------------------------------------------------------- the list */

/* Has the game anybody who brings captured pieces back? Where it has not, that goal is left out. */
static bool summons(const struct cascades *cascades)
{
    return ruleset_kind(cascades->rules, 'I') != KIND_NONE;
}

/* How many goals are listed, and which one an item is. */
static int wants(const struct cascades *cascades)
{
    return WANTED - !summons(cascades);
}

static enum wanted wanted(const struct cascades *cascades, int item)
{
    return (enum wanted)(item + (item >= WANT_SUMMON && !summons(cascades)));
}

static const struct found *found_at(const struct cascades *cascades, int item)
{
    int at = item - wants(cascades) - 1; /* after the goals a heading */
    return at >= 0 && at < cascades->founds ? &cascades->found[at] : NULL;
}

/* Has the cell a piece that is likely meant: another player's, and no King? */
static bool has_prey(const struct cascades *cascades)
{
    struct piece piece = cascades->start.at[cascades->cell];
    return piece.kind && piece.side < cascades->rules->sides && piece.side != cascades->start.side &&
           !cascades->rules->kinds[piece.kind].royal;
}

static void goal_words(const struct cascades *cascades, int item, char *out, size_t size)
{
    const char *cell = board_name(cascades->rules->board, cascades->cell);
    struct piece piece = cascades->start.at[cascades->cell];
    switch (wanted(cascades, item)) {
    case WANT_CAPTURE:
        if (has_prey(cascades))
            snprintf(out, size, "capture the %s on %s", cascades->rules->kinds[piece.kind].name, cell);
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
        snprintf(out, size, "all cascades of two or three members");
        break;
    default:
        snprintf(out, size, "another goal ...");
    }
}

static void heading(const struct cascades *cascades, char *out, size_t size)
{
    static const char *const ends[] = {"", "; longer chains were not looked at", "; given up: too many states",
                                       "; stopped"};
    const struct finder_process *finder = &cascades->finder;
    int n = cascades->founds;
    if (!cascades->goal[0])
        snprintf(out, size, "choose what a ply shall reach");
    else if (finder->pid && !finder->ended)
        snprintf(out, size, "%s: looking at %d moves, %ld states, %d found", cascades->goal, finder->moves,
                 finder->states, n);
    else if (n)
        snprintf(out, size, "%s: %d found", cascades->goal, n);
    else
        snprintf(out, size, "%s: none%s", cascades->goal,
                 ends[finder->end >= 0 && finder->end < 4 ? finder->end : 0]);
}

static void item_text(const struct list *list, int item, char *out, size_t size)
{
    const struct cascades *cascades = list->owner;
    const struct found *found = found_at(cascades, item);
    if (found)
        snprintf(out, size, "%s", found->text);
    else if (item == wants(cascades))
        heading(cascades, out, size);
    else
        goal_words(cascades, item, out, size);
}

static void draw_item(const struct list *list, int item, struct scene *scene, const struct area *line,
                      enum role ground)
{
    const struct cascades *cascades = list->owner;
    char text[LIST_TEXT_MAX];
    bool is_found = found_at(cascades, item) != NULL;
    item_text(list, item, text, sizeof text);
    int column = line->column + (item == wants(cascades) ? 1 : 3);
    list_text(list, scene, line->row, column, line->columns - (column - line->column) - 1, text,
              item == wants(cascades) ? ROLE_LABEL : is_found ? ROLE_MOVE : ROLE_TEXT, ground);
}

static bool item_stands(const struct list *list, int item)
{
    return item != wants(list->owner);
}

static const struct list_ops list_ops = {.draw = draw_item, .text = item_text, .stands = item_stands};

/* ---------------------------------------------------------------- looking */

static void forget_found(struct cascades *cascades)
{
    for (int i = 0; i < cascades->founds; i++)
        free(cascades->found[i].text);
    cascades->founds = 0;
}

static void keep(void *argument, const char *text)
{
    struct cascades *cascades = argument;
    struct found found = {memory_text(text), 1};
    for (const char *at = text; *at; at++)
        found.members += *at == '~';
    cascades->found = memory_room(cascades->found, &cascades->room, cascades->founds + 1, sizeof *cascades->found);
    int at = cascades->founds++; /* shorter ones first, else as their texts are sorted */
    for (; at > 0; at--) {
        const struct found *before = &cascades->found[at - 1];
        if (before->members < found.members ||
            (before->members == found.members && strcmp(before->text, found.text) <= 0))
            break;
        cascades->found[at] = *before;
    }
    cascades->found[at] = found;
}

static void cascades_tick(struct view *view)
{
    struct cascades *cascades = cascades_of(view);
    int before = cascades->founds;
    finder_process_read(&cascades->finder, LOOK_WAIT, keep, cascades);
    bool runs = cascades->finder.pid && !cascades->finder.ended;
    view->wake = runs ? app_now(view->app) + LOOK_EVERY : TICK_NEVER;
    view->fd = runs ? cascades->finder.fd : -1;
    if (cascades->founds != before)
        list_set(&cascades->list, wants(cascades) + 1 + cascades->founds);
    if (before == 0 && cascades->founds)
        list_go(&cascades->list, wants(cascades) + 1);
}

static void stop(struct cascades *cascades)
{
    finder_process_stop(&cascades->finder);
    cascades->finder.end = CASCADES_CANCELLED;
    cascades->view.wake = TICK_NEVER;
    cascades->view.fd = -1;
}

/* Look for a goal: "all", or as goal_read() reads it. */
static bool look(struct cascades *cascades, const char *text)
{
    struct goal goal;
    struct note why;
    bool all = !strcmp(text, "all");
    if ((!all && goal_read(cascades->rules, text, &goal, &why) < 0)) {
        app_error(cascades->view.app, "%s", why.text);
        return false;
    }
    stop(cascades);
    forget_found(cascades);
    cascades->walk = (struct walk_place){0};
    cascades->walking = false;
    snprintf(cascades->goal, sizeof cascades->goal, "%s", text);
    list_set(&cascades->list, wants(cascades) + 1);
    if (finder_process_start(&cascades->finder, &cascades->start, all ? NULL : &goal, &why) < 0) {
        app_error(cascades->view.app, "%s", why.text);
        return false;
    }
    cascades_tick(&cascades->view);
    return true;
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
    switch (wanted(cascades, item)) {
    case WANT_CAPTURE:
        if (has_prey(cascades)) {
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
        look(cascades, words[wanted(cascades, item)]);
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
    cascades->finder.fd = -1;
    int status = ruleset_open(&cascades->rules, rules->id, rules->setting, rules->settings, why);
    if (status < 0)
        return status;
    position_copy(&cascades->start, open->position);
    cascades->start.rules = cascades->rules;
    cascades->cell = open->cell;
    cascades->play = open->play;
    view->keymap[view->keymaps++] = KEYMAP_CASCADES;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&cascades->list, &list_ops, view, cascades);
    list_set(&cascades->list, wants(cascades) + 1);
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
    list_clear(&cascades->list);
    ruleset_free(cascades->rules);
}

/* ---------------------------------------------------------------- the ply under the cursor */

static bool ply_here(const struct cascades *cascades, struct ply *ply)
{
    const struct found *found = found_at(cascades, list_item(&cascades->list));
    return found && cascades->rules->rules->parse(&cascades->start, found->text, ply, NULL) == 0;
}

static void make_board(struct cascades *cascades, char *words, size_t size)
{
    struct ply ply = {0};
    struct draft draft = {0};
    cell_t path[WALK_CELLS_MAX];
    board_scene_begin(&cascades->board, &cascades->start);
    words[0] = '\0';
    if (ply_here(cascades, &ply)) {
        struct walk_place place = cascades->walking ? cascades->walk : (struct walk_place){ply_walk_members(&ply), 0};
        ply_walk_draft(&cascades->start, &ply, place, &draft);
        board_scene_draft(&cascades->board, &draft);
        int n = place.cell ? ply_walk_path(&cascades->start, &ply, place.member, path, WALK_CELLS_MAX) : 0;
        for (int i = 0; i < place.cell && i < n; i++)
            board_scene_add(&cascades->board, path[i], MARK_NUMBER, i + 1, NULL);
        if (!place.cell)
            board_scene_last(&cascades->board, &draft.ply);
        ply_walk_words(&cascades->start, &ply, place, words, size);
        draft_clear(&draft);
    } else {
        board_scene_add(&cascades->board, cascades->cell, MARK_CURSOR, 0, NULL);
    }
    ply_free(&ply);
}

static bool walk(struct cascades *cascades, enum request request)
{
    struct ply ply = {0};
    cell_t path[WALK_CELLS_MAX];
    struct walk_place *place = &cascades->walk;
    bool on = request == REQ_MEMBER_NEXT || request == REQ_CELL_NEXT, cells = request == REQ_CELL_NEXT ||
                                                                               request == REQ_CELL_BACK;
    if (!ply_here(cascades, &ply))
        return false;
    int members = ply_walk_members(&ply);
    if (!cascades->walking)
        *place = (struct walk_place){on ? 0 : members, 0};
    cascades->walking = true;
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
    if (!ply_here(cascades, &ply)) {
        app_say(app, "go to one of the plies found first");
    } else if (!cascades->play || !below) {
        app_say(app, "there is no game to play it in");
    } else {
        cascades->play(below, &ply);
        app_close(app, &cascades->view);
    }
    ply_free(&ply);
}

/* ---------------------------------------------------------------- drawing */

static void draw_board(struct cascades *cascades, struct scene *scene, const struct area *area)
{
    const struct board_art *art = board_art_for(cascades->rules);
    struct board_view view = {.position = &cascades->board.shown,
                              .charset = app_charset(cascades->view.app),
                              .coordinates = true,
                              .shaded = app_mono(cascades->view.app),
                              .mark = cascades->board.mark,
                              .marks = cascades->board.marks};
    view.size = board_fit(&view, area->rows, area->columns, -1);
    view.rows = area->rows;
    view.columns = area->columns;
    if (art->follow)
        art->follow(&view, cascades->cell);
    art->draw(&view, scene, area->row, area->column);
}

/* What is in the air, below the board; true if it has found a place there. */
static bool draw_words(struct cascades *cascades, struct scene *scene, const struct area *board, int rows, const char *words)
{
    struct page page = {0};
    struct area below = {board->row + rows, board->column + 1, board->rows - rows, board->columns - 1};
    if (!cascades->walking || !*words || below.rows < 1)
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

static void cascades_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct cascades *cascades = cascades_of(view);
    struct area list = *body, board = *body;
    char words[240];
    make_board(cascades, words, sizeof words);
    snprintf(face->title, sizeof face->title, "Cascades: %s to move, %s", side_name(cascades->start.side),
             cascades->rules->variant->title);
    snprintf(face->mode, sizeof face->mode, "CASCADES");
    struct board_view whole = {.position = &cascades->start, .coordinates = true};
    int rows, columns;
    bool told = false;
    whole.size = board_fit(&whole, body->rows, body->columns - LIST_LEAST - 2, -1);
    board_art_for(cascades->rules)->measure(&whole, &rows, &columns);
    if (columns + LIST_LEAST + 2 <= body->columns) {
        list.columns = body->columns - columns - 2;
        board.column += list.columns + 2;
        board.columns = columns;
        app_wall(view->app, scene, body->row, list.column + list.columns, body->rows);
        draw_board(cascades, scene, &board);
        told = draw_words(cascades, scene, &board, rows, words);
    } else if (body->rows >= 16 && found_at(cascades, list_item(&cascades->list))) {
        list.rows = body->rows / 3;
        board.row += list.rows + 1;
        board.rows -= list.rows + 1;
        app_rule(view->app, scene, board.row - 1, body->column, body->columns);
        draw_board(cascades, scene, &board);
    }
    list_draw(&cascades->list, scene, &list);
    const struct found *found = found_at(cascades, list_item(&cascades->list));
    if (cascades->walking && found)
        snprintf(face->status, sizeof face->status, "after %d of %d %s   %.200s", cascades->walk.member, found->members,
                 found->members == 1 ? "member" : "members", told ? "" : words);
    else
        heading(cascades, face->status, sizeof face->status);
}

/* The ply under the cursor in words, member by member; walked through, what is in the air. */
static bool cascades_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct cascades *cascades = cascades_of(view);
    struct ply ply = {0};
    char now[TOLD_ROOM] = "", words[300];
    size_t used = 0;
    (void)brief;
    if (ply_here(cascades, &ply)) {
        int members = words_members(&ply);
        if (cascades->walking) {
            ply_walk_words(&cascades->start, &ply, cascades->walk, words, sizeof words);
            text_add(now, sizeof now, &used, "After %d of %d members%s%s.", cascades->walk.member, members, *words ? ": " : "",
                     words);
        } else {
            text_add(now, sizeof now, &used, "%d %s:", members, members == 1 ? "member" : "members");
            for (int i = 0; i < members; i++) {
                words_member(&cascades->start, &ply, i, words, sizeof words);
                text_add(now, sizeof now, &used, " %s%s", words, i + 1 < members ? ";" : ".");
            }
        }
    }
    ply_free(&ply);
    bool other = *now && strcmp(now, cascades->told) != 0;
    snprintf(cascades->told, sizeof cascades->told, "%s", now);
    snprintf(out, size, "%s", now);
    return other;
}

/* ---------------------------------------------------------------- requests */

static bool cascades_request(struct view *view, const struct event *event)
{
    struct cascades *cascades = cascades_of(view);
    int item = list_item(&cascades->list);
    switch (event->request) {
    case REQ_ENTER:
        if (found_at(cascades, item))
            walk(cascades, REQ_MEMBER_NEXT);
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
        return open_position(view->app, view, &cascades->start), true;
    case REQ_ESCAPE:
        if (cascades->finder.pid && !cascades->finder.ended) {
            stop(cascades);
            app_say(view->app, "the search was stopped");
            return true;
        }
        break;
    case REQ_CASCADES:
        return *event->argument ? look(cascades, event->argument) : true;
    default:
        break;
    }
    bool done = list_request(&cascades->list, event);
    if (list_item(&cascades->list) != item)
        cascades->walking = false;
    return done;
}

static bool cascades_can(const struct view *view, enum request request)
{
    const struct cascades *cascades = (const struct cascades *)view;
    const struct found *found = found_at(cascades, list_item(&cascades->list));
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
    static const struct hint goals[] = {{REQ_ENTER, REQ_NONE, "look for it"}, {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_ESCAPE, REQ_NONE, "stop"},       {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    static const struct hint plies[] = {{REQ_ENTER, REQ_NONE, "walk"},
                                        {REQ_MEMBER_BACK, REQ_MEMBER_NEXT, "member"},
                                        {REQ_CELL_BACK, REQ_CELL_NEXT, "cell"},
                                        {REQ_PLAY_FOUND, REQ_NONE, NULL},
                                        {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_CLOSE, REQ_NONE, NULL},
                                        {REQ_NONE, REQ_NONE, NULL}};
    const struct cascades *cascades = (const struct cascades *)view;
    return found_at(cascades, list_item(&cascades->list)) ? plies : goals;
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
