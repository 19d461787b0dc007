/* view_tour.c - the tour of the first run: the user tries five keys on a real board, one after the
 * other. Esc or q ends the tour, which is not offered again. */
#include "config.h"
#include "tui/views/setup/setup.h"
#include "tui/session/compose.h"
#include "tui/session/archive/bookmarks.h"

enum tour_step { STEP_MOVE, STEP_LIFT, STEP_DROP, STEP_INSPECT, STEP_HELP, STEPS };

struct tour {
    struct view view;
    struct ruleset *rules;
    struct position position;
    struct board_editor editor;
    struct compose compose;
    bool composing;
    enum tour_step step;
    cell_t pawn; /* the square of the tour's Pawn */
};

static struct tour *tour_of(struct view *view)
{
    return (struct tour *)view;
}

static cell_t tour_cell_named(const struct tour *tour, const char *name)
{
    return board_cell_named(tour->rules->board, name, NULL);
}

static int tour_open(struct view *view, const void *argument, struct note *why)
{
    struct tour *tour = tour_of(view);
    (void)argument;
    int status = ruleset_open(&tour->rules, "classical", NULL, 0, why);
    if (status < 0)
        return status;
    tour->rules->rules->setup(tour->rules, &tour->position);
    board_editor_begin(&tour->editor, view->app, &tour->position);
    tour->editor.cursor = tour_cell_named(tour, "c3");
    tour->pawn = tour_cell_named(tour, "e2");
    view->keymap[view->keymaps++] = KEYMAP_BOARD;
    view->keymap[view->keymaps++] = KEYMAP_TABLE;
    place_tour_seen();
    return 0;
}

static void drop_compose(struct tour *tour)
{
    if (tour->composing)
        compose_clear(&tour->compose);
    tour->composing = false;
}

static void tour_close(struct view *view)
{
    struct tour *tour = tour_of(view);
    drop_compose(tour);
    board_editor_free(&tour->editor);
    ruleset_free(tour->rules);
}

/* ---------------------------------------------------------------- drawing */

/* Add how to begin a game, with the keys of the screen where the tour ends. */
static void add_beginnings(const struct tour *tour, struct page *page)
{
    static const struct {
        enum request request;
        const char *words;
    } beginnings[] = {{REQ_COMPUTER, "{computer} plays against the computer"},
                      {REQ_LESSONS, "{lessons} opens the lessons"},
                      {REQ_NEW, "{new} begins a game"},
                      {REQ_ENTER, "{enter} opens what is under the cursor"}};
    const struct app *app = tour->view.app;
    const struct view *below = app_below(app, &tour->view);
    char text[300];
    size_t used = 0;
    for (size_t i = 0; below && i < sizeof beginnings / sizeof *beginnings; i++) {
        char words[120];
        if (below->ops->can && !below->ops->can(below, beginnings[i].request))
            continue;
        text_add(text, sizeof text, &used, "%s%s", used ? ", " : "Then: ",
                 app_words(app, below, beginnings[i].words, words, sizeof words));
    }
    if (used)
        page_addf(page, ROLE_TEXT, 0, "%s.", text);
}

static void tour_draw(struct view *view, struct scene *scene, const struct area *body,
                      struct face *face)
{
    static const char *const tasks[STEPS] = {
        "The arrows, or {left} {down} {up} {right}, move the cursor. Go to the Pawn on e2.",
        "{select} lifts the piece under the cursor. Lift the Pawn.",
        "The marked cells are where it may go. Go to e4 and press {select} again; "
        "{drop-member} would put it back.",
        "{inspect} describes the cell under the cursor: the piece, how it moves, by which "
        "rule. Press {inspect}.",
        "{help} lists the keys of every screen, and runs them; {close} closes a screen. Press {close}.",
    };
    struct tour *tour = tour_of(view);
    char text[300];
    struct page *page = board_editor_begin_page(&tour->editor, &tour->position, body);
    if (tour->composing) {
        board_scene_draft(&tour->editor.board, &tour->compose.draft);
        board_scene_choices(&tour->editor.board, &tour->compose.choices, NULL, false);
    }
    page_addf(page, ROLE_LABEL, 0, "%d of %d", (int)tour->step + 1, STEPS);
    page_gap(page);
    page_add(page, ROLE_TEXT, 0, app_words(view->app, view, tasks[tour->step], text, sizeof text));
    if (tour->step == STEP_HELP)
        add_beginnings(tour, page);
    page_gap(page);
    if (tour->step == STEP_HELP) {
        const struct kind *kind = &tour->rules->kinds[tour->position.at[tour->pawn].kind];
        page_addf(page, ROLE_MOVE, 0, "%s: White %s", board_name(tour->rules->board, tour->pawn),
                  kind->name);
        page_add(page, ROLE_COMMENT, 0, kind->moves);
        page_add(page, ROLE_DIM, 0, kind->source ? kind->source : "");
        page_gap(page);
    }
    page_add(page, ROLE_DIM, 0,
             app_words(view->app, view, "{escape} or {close} ends the tour; it is not shown again.",
                       text, sizeof text));
    snprintf(face->title, sizeof face->title, "A tour of five keys");
    snprintf(face->mode, sizeof face->mode, "TOUR");
    snprintf(face->status, sizeof face->status, "%d of %d", (int)tour->step + 1, STEPS);
    board_editor_draw(&tour->editor, scene);
}

/* ---------------------------------------------------------------- the steps */

static void tour_select(struct tour *tour)
{
    struct note why = {.offset = -1};
    if (!tour->composing) {
        compose_begin(&tour->compose, &tour->position);
        tour->composing = true;
    }
    if (compose_select(&tour->compose, tour->editor.cursor, &why) < 0) {
        char text[300];
        app_error(tour->view.app, "%s",
                  app_words(tour->view.app, &tour->view, why.text, text, sizeof text));
        if (tour->compose.draft.ply.n == 0)
            drop_compose(tour);
        return;
    }
    if (tour->compose.state == COMPOSE_DONE && draft_finish(&tour->compose.draft, &why) == 0) {
        position_copy(&tour->position, &tour->compose.draft.now);
        tour->pawn = tour->editor.cursor;
        drop_compose(tour);
        tour->step = STEP_INSPECT;
    } else if (tour->compose.state == COMPOSE_IDLE) {
        drop_compose(tour);
        tour->step = STEP_LIFT;
    } else if (tour->step < STEP_DROP) {
        tour->step = STEP_DROP;
    }
}

static bool tour_request(struct view *view, const struct event *event)
{
    struct tour *tour = tour_of(view);
    switch (event->request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_LEFT:
    case REQ_RIGHT:
        board_editor_walk(&tour->editor, event->request);
        if (tour->step == STEP_MOVE && tour->editor.cursor == tour->pawn)
            tour->step = STEP_LIFT;
        return true;
    case REQ_SELECT:
        tour_select(tour);
        return true;
    case REQ_DROP_MEMBER:
        drop_compose(tour);
        tour->step = tour->step == STEP_DROP ? STEP_LIFT : tour->step;
        return true;
    case REQ_INSPECT:
        if (tour->step == STEP_INSPECT)
            tour->step = STEP_HELP;
        return true;
    case REQ_ESCAPE:
        app_close(view->app, view);
        return true;
    default:
        return false;
    }
}

static bool tour_can(const struct view *view, enum request request)
{
    const struct tour *tour = (const struct tour *)view;
    switch (request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_LEFT:
    case REQ_RIGHT:
    case REQ_ESCAPE:
        return true;
    case REQ_SELECT:
        return tour->step != STEP_INSPECT && tour->step != STEP_HELP;
    case REQ_DROP_MEMBER:
        return tour->composing;
    case REQ_INSPECT:
        return tour->step == STEP_INSPECT;
    default:
        return false;
    }
}

static const struct hint *tour_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_LEFT, REQ_RIGHT, "move"}, {REQ_DOWN, REQ_UP, "move"},
        {REQ_SELECT, REQ_NONE, NULL},  {REQ_DROP_MEMBER, REQ_NONE, NULL},
        {REQ_INSPECT, REQ_NONE, NULL}, {REQ_CLOSE, REQ_NONE, "end the tour"},
        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops tour_view = {
    .name = "tour",
    .size = sizeof(struct tour),
    .open = tour_open,
    .close = tour_close,
    .draw = tour_draw,
    .request = tour_request,
    .can = tour_can,
    .hints = tour_hints,
};
