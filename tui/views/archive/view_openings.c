/* view_openings.c - the openings view: the next plies from a position in the games that match a
 * filter, with counts and scores.
 *
 * The list has the plies, most played first, or the variants if there is no position yet; the board
 * beside it shows the position. Enter plays a ply, and the way back is remembered. Games are
 * counted in small portions between keys, so the view can be used even with a large archive. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"

#include "core/draft.h"
#include "core/position_text.h"
#include "tui/session/archive/searches.h"
#include "tui/views/list_and_board.h"
#include "tui/boards/board_scene.h"
#include "tui/app/list.h"
#include "tui/views/navigation.h"
#include "tui/views/reader.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIND_PORTION = 2000,
    LOOK_PORTION = 40,
    PORTIONS_AT_ONCE = 5,
    LIST_LEAST = 45,
    STEPS_MAX = 400
};

/* A position that the user has passed on the way to the present one. */
struct opening_step {
    struct position *before; /* NULL: the openings of all variants */
    char *ply;
    int cursor;
};

struct openings {
    struct view view;
    struct store *store;
    bool owns_store;
    /* the index of the view's own store; NULL: none, or another view's index is used */
    struct index *index;
    char *query;           /* the query that selects the games */
    struct ruleset *rules; /* NULL: there is no position yet */
    struct position here;
    struct opening_count count;
    /* the old tree, shown while the games are counted again; NULL: that of `count` is shown */
    struct opening_tree *before;
    int before_found; /* number of games counted in `before` */
    int64_t begun;    /* app_now() when counting began */
    struct outside outside;
    loop_handle counting; /* when to count the next portion */
    struct opening_step step[STEPS_MAX];
    int steps;
    struct list list;
    struct board_scene board;
};

static struct openings *openings_of(struct view *view)
{
    return (struct openings *)view;
}

/* ---------------------------------------------------------------- counting */

static void stop_counting(struct openings *openings)
{
    opening_tree_close(openings->before);
    openings->before = NULL;
    opening_count_clear(&openings->count);
    app_stop(&openings->view, &openings->counting);
}

/* The tree that the list shows; NULL: none yet. */
static struct opening_tree *openings_shown(const struct openings *openings)
{
    return openings->before ? openings->before : openings->count.tree;
}

static int games_counted(const struct openings *openings)
{
    return opening_tree_games(openings_shown(openings));
}

static bool same_row(const struct opening_row *a, const struct opening_row *b)
{
    return !strcmp(a->variant, b->variant) && !strcmp(a->ply, b->ply);
}

/* Show the newly counted tree in place of the old one. The cursor stays on its ply. */
static void show_anew(struct openings *openings)
{
    int item = list_item(&openings->list), row = -1, n = opening_tree_count(openings->count.tree);
    for (int i = 0; item >= 0 && i < n && row < 0; i++)
        if (same_row(opening_tree_row(openings->count.tree, i),
                     opening_tree_row(openings->before, item)))
            row = i;
    opening_tree_close(openings->before);
    openings->before = NULL;
    list_set(&openings->list, n);
    list_go(&openings->list, row);
}

/* Count one portion of the games. Returns true while there is more to count. */
static bool go_on_counting(struct openings *openings)
{
    struct opening_count *count = &openings->count;
    char given_up[SEARCH_TOLD_ROOM];
    bool was_found = count->found;
    if (!count->finder || count->counted)
        return false;
    bool more = opening_count_step(count, FIND_PORTION, LOOK_PORTION);
    if (count->found && !was_found && search_given_up(count->finder, given_up))
        app_say(openings->view.app, "%s", given_up);
    if (!more && openings->before)
        show_anew(openings);
    else if (count->tree && !openings->before)
        list_set(&openings->list, opening_tree_count(count->tree));
    if (!more)
        outside_took(&openings->outside, app_now(openings->view.app) - openings->begun);
    return more;
}

static void openings_tick(void *argument);

static void openings_count_on(struct openings *openings)
{
    struct view *view = &openings->view;
    app_at(view, &openings->counting, app_now(view->app), openings_tick, openings);
}

/* Begin to count; the tree `before` is shown meanwhile. */
static int begin_counting(struct openings *openings, struct opening_tree *before, int before_found,
                          struct note *why)
{
    const struct position *here = openings->rules ? &openings->here : NULL;
    stop_counting(openings);
    openings->before = before;
    openings->before_found = before_found;
    openings->begun = app_now(openings->view.app);
    int status = opening_count_begin(&openings->count, openings->store, openings->query, here, why);
    bool more = status == 0;
    for (int i = 0; more && i < PORTIONS_AT_ONCE; i++)
        more = go_on_counting(openings);
    /* continue to count, or start to check for changes by others */
    openings_count_on(openings);
    return status;
}

static int start_counting(struct openings *openings, struct note *why)
{
    list_set(&openings->list, 0);
    int status = begin_counting(openings, NULL, 0, why);
    list_go(&openings->list, 0);
    return status;
}

/* Say why the query cannot be used. */
static void refuse_query(const struct openings *openings, const struct note *reason,
                         struct note *why)
{
    struct note said;
    const struct view *view = &openings->view;
    search_refusal(openings->query, reason, &said);
    note_set(why, -1, "%s", "");
    app_words(view->app, view, said.text, why->text, sizeof why->text);
}

/* Count only the games that match a query, or all if it is "". */
static void openings_filter(struct openings *openings, const char *query)
{
    struct note reason, why;
    char *before = openings->query;
    openings->query = query_written_out(query, openings->rules ? &openings->here : NULL);
    if (start_counting(openings, &reason) < 0) {
        refuse_query(openings, &reason, &why);
        app_error(openings->view.app, "%s", why.text);
        free(openings->query);
        openings->query = before;
        start_counting(openings, &reason);
    } else {
        free(before);
    }
}

/* Count again, because others have changed games and so their indices. The old tree is shown
 * meanwhile. */
static void count_anew(struct openings *openings)
{
    struct opening_tree *before = openings_shown(openings);
    int found = openings->before         ? openings->before_found
                : openings->count.finder ? finder_count(openings->count.finder)
                                         : 0;
    struct note why;
    if (openings->before)
        openings->before = NULL;
    else
        openings->count.tree = NULL;
    if (begin_counting(openings, before, found, &why) < 0)
        app_error(openings->view.app, "%s", why.text);
}

/* Count the next portion; when all is counted, look for changes by others. */
static void openings_tick(void *argument)
{
    struct openings *openings = argument;
    if (openings->count.finder && opening_count_stale(&openings->count))
        /* the index or the indices of games have changed, so the count cannot be continued */
        count_anew(openings);
    else if (go_on_counting(openings))
        openings_count_on(openings);
    else if (outside_take(&openings->outside))
        count_anew(openings);
    else
        openings->view.idle = true;
}

/* ---------------------------------------------------------------- moving forward and back */

/* Play the ply of a row. Returns false if the row stands for games that end here. */
static bool play_row(struct openings *openings, const struct opening_row *row)
{
    struct ply ply = {0};
    struct position after;
    struct note why;
    if (!openings->rules && ruleset_open(&openings->rules, row->variant, NULL, 0, &why) == 0)
        openings->rules->rules->setup(openings->rules, &openings->here);
    bool legal = openings->rules && *row->ply &&
                 openings->rules->rules->parse(&openings->here, row->ply, &ply, &why) == 0;
    if (legal) {
        ply_play(&openings->here, &ply, &after);
        position_copy(&openings->here, &after);
    }
    ply_free(&ply);
    return legal;
}

static void openings_go_on(struct openings *openings)
{
    struct app *app = openings->view.app;
    struct note why;
    int item = list_item(&openings->list);
    if (item < 0 || !openings_shown(openings))
        return;
    const struct opening_row *row = opening_tree_row(openings_shown(openings), item);
    if (!*row->ply || openings->steps == STEPS_MAX) {
        app_say(app, "these games end here: {search-position} lists them");
        return;
    }
    struct opening_step *step = &openings->step[openings->steps++];
    *step = (struct opening_step){.ply = memory_text(row->ply), .cursor = openings->list.cursor};
    if (openings->rules) {
        step->before = memory_new(1, sizeof *step->before);
        position_copy(step->before, &openings->here);
    }
    if (!play_row(openings, row))
        app_error(app, "'%.60s' cannot be played here", row->ply);
    if (start_counting(openings, &why) < 0)
        app_error(app, "%s", why.text);
}

static bool openings_go_back(struct openings *openings)
{
    struct note why;
    if (!openings->steps)
        return false;
    struct opening_step *step = &openings->step[--openings->steps];
    if (step->before) {
        position_copy(&openings->here, step->before);
    } else {
        ruleset_free(openings->rules);
        openings->rules = NULL;
    }
    free(step->before);
    free(step->ply);
    start_counting(openings, &why);
    return true;
}

/* ---------------------------------------------------------------- the list */

static void row_text(const struct list *list, int item, char *out, size_t size)
{
    const struct openings *openings = list->owner;
    const struct opening_row *row = opening_tree_row(openings_shown(openings), item);
    snprintf(out, size, "%s %s", row->variant, *row->ply ? row->ply : "(ends)");
}

/* Widths in columns. SCORES: the number of games and the score. NUMBERS: all numbers. MEMBERS: the
 * extra column for cascades. PLY_LEAST: the ply. */
enum {
    SCORES = 19,
    NUMBERS = 34,
    MEMBERS = 8,
    PLY_LEAST = 11,
    /* The widest column for plies; in a wider one the numbers would be hard to find on wide
     * screens. */
    PLY_MOST = 66
};

static bool with_members(const struct openings *openings)
{
    for (int i = 0; openings_shown(openings) && i < opening_tree_count(openings_shown(openings));
         i++)
        if (opening_tree_row(openings_shown(openings), i)->cascades)
            return true;
    return false;
}

/* The width of the columns with numbers. The column for cascades is shown only if there are any;
 * columns that would leave no room for the ply are left out. */
static int numbers_width(const struct openings *openings, int columns)
{
    if (columns >= LIST_LEAST + MEMBERS && with_members(openings))
        return NUMBERS + MEMBERS;
    return columns >= NUMBERS + PLY_LEAST ? NUMBERS : columns >= SCORES + PLY_LEAST ? SCORES : 0;
}

/* The width of the column for plies, before the numbers. */
static int ply_width(int columns, int told)
{
    return told && columns - told > PLY_MOST ? PLY_MOST : columns - told;
}

static void openings_draw_row(const struct list *list, int item, struct scene *scene,
                              const struct area *line, enum role ground)
{
    const struct openings *openings = list->owner;
    const struct opening_row *row = opening_tree_row(openings_shown(openings), item);
    char text[LIST_TEXT_MAX], numbers[80];
    size_t used = 0;
    int all = games_counted(openings), told = numbers_width(openings, line->columns),
        wide = ply_width(line->columns, told);
    if (!openings->rules)
        row_text(list, item, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s", *row->ply ? row->ply : "(ends)");
    list_text(list, scene, line->row, line->column + 1, wide - 1, text,
              *row->ply ? ROLE_MOVE : ROLE_DIM, ground);
    if (!told)
        return;
    text_add(numbers, sizeof numbers, &used, "%7d %3d%%", row->games,
             all ? (int)(100.0 * row->games / all + 0.5) : 0);
    if (row->scored)
        text_add(numbers, sizeof numbers, &used, " %5.1f%% %4d %4d %4d",
                 100 * row->points / row->scored, row->won, row->drawn, row->lost);
    else
        text_add(numbers, sizeof numbers, &used, "      -");
    scene_text(scene, line->row, line->column + wide, told == SCORES ? SCORES : NUMBERS, numbers,
               ROLE_TEXT, ground);
    if (told > NUMBERS && row->cascades)
        scene_textf(scene, line->row, line->column + wide + NUMBERS - 1, MEMBERS, ROLE_TEXT, ground,
                    "%7.2f", row->members);
}

static const struct list_ops list_ops = {.draw = openings_draw_row, .text = row_text};

/* ---------------------------------------------------------------- opening */

static int openings_open(struct view *view, const void *argument, struct note *why)
{
    struct openings *openings = openings_of(view);
    const struct openings_open *open = argument;
    openings->store = view->store = open->store;
    openings->owns_store = open->owns_store;
    outside_begin(&openings->outside, open->store, view, openings_tick, openings);
    openings->query = memory_text(open->query ? open->query : "");
    int status = 0;
    if (open->here) {
        const struct ruleset *rules = open->here->rules;
        status = ruleset_open(&openings->rules, rules->id, rules->setting, rules->settings, why);
        if (status == 0) {
            position_copy(&openings->here, open->here);
            openings->here.rules = openings->rules;
        }
    }
    list_begin(&openings->list, &list_ops, view, openings);
    if (openings->owns_store && store_total(openings->store) >= INDEX_WORTH)
        index_open(&openings->index, openings->store, false, NULL);
    if (status == 0) {
        struct note reason;
        status = start_counting(openings, &reason);
        if (status < 0)
            refuse_query(openings, &reason, why);
    }
    if (status < 0) {
        list_clear(&openings->list);
        ruleset_free(openings->rules);
        index_close(openings->index);
        free(openings->query);
        return status;
    }
    view->keymap[view->keymaps++] = KEYMAP_OPENINGS;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    return 0;
}

static void openings_close(struct view *view)
{
    struct openings *openings = openings_of(view);
    stop_counting(openings);
    for (int i = 0; i < openings->steps; i++) {
        free(openings->step[i].before);
        free(openings->step[i].ply);
    }
    list_clear(&openings->list);
    board_scene_free(&openings->board);
    ruleset_free(openings->rules);
    index_close(openings->index);
    free(openings->query);
    if (openings->owns_store)
        store_close(openings->store);
}

/* Called when a view above has been closed. Counts again if the games of the store have changed in
 * the meantime, and with them the indices into the store. */
static void openings_resume(struct view *view)
{
    struct openings *openings = openings_of(view);
    if (store_refresh(openings->store) || opening_count_stale(&openings->count))
        count_anew(openings);
}

/* ---------------------------------------------------------------- drawing */

static void openings_fill_face(const struct openings *openings, struct face *face)
{
    size_t used = 0;
    const char *title = store_title(openings->store);
    snprintf(face->title, sizeof face->title, "Openings: %.120s", title);
    if (openings->rules)
        snprintf(face->title_side, sizeof face->title_side, "%.100s",
                 ruleset_title(openings->rules));
    snprintf(face->mode, sizeof face->mode, "OPENINGS");
    face->status[0] = '\0';
    if (*openings->query)
        text_add(face->status, sizeof face->status, &used, "& %.80s  ", openings->query);
    if (openings->before)
        text_add(face->status, sizeof face->status, &used, "%d of %d games, counting again",
                 games_counted(openings), openings->before_found);
    else if (openings->count.finder && !openings->count.found)
        text_add(face->status, sizeof face->status, &used, "looking for the games, %d so far",
                 finder_count(openings->count.finder));
    else
        text_add(face->status, sizeof face->status, &used, "%d of %d games%s",
                 games_counted(openings),
                 openings->count.finder ? finder_count(openings->count.finder) : 0,
                 openings->count.counted ? "" : " so far");
    for (int i = openings->steps > 6 ? openings->steps - 6 : 0; i < openings->steps; i++)
        text_add(face->status, sizeof face->status, &used, "  %.40s", openings->step[i].ply);
}

static void draw_heads(const struct openings *openings, struct scene *scene,
                       const struct area *line)
{
    char side[32] = "mover";
    int told = numbers_width(openings, line->columns), wide = ply_width(line->columns, told);
    if (openings->rules)
        snprintf(side, sizeof side, "%s", side_name(openings->here.side));
    scene_textf(scene, line->row, line->column + 1, wide - 1, ROLE_LABEL, ROLE_TEXT, "%s",
                openings->rules ? "ply" : "variant, ply");
    if (told)
        scene_textf(scene, line->row, line->column + wide, told, ROLE_LABEL, ROLE_TEXT,
                    "%7s %4s %6.6s %4s %4s %4s%s", "games", "%", side, "won", "drew", "lost",
                    " members");
}

/* Draw the board with the ply under the cursor. *list is set to the area left for the list. */
static void openings_draw_board(struct openings *openings, struct scene *scene,
                                const struct area *body, struct area *list)
{
    const struct board_art *art = board_art_for(openings->rules);
    struct app *app = openings->view.app;
    struct area board;
    board_scene_begin(&openings->board, &openings->here);
    int item = list_item(&openings->list);
    struct ply ply = {0};
    if (item >= 0 && openings_shown(openings)) {
        const struct opening_row *row = opening_tree_row(openings_shown(openings), item);
        if (*row->ply && openings->rules->rules->parse(&openings->here, row->ply, &ply, NULL) == 0)
            board_scene_last(&openings->board, &ply); /* show where the ply would go */
    }
    ply_free(&ply);
    struct board_view view = {.position = &openings->board.shown,
                              .charset = app_charset(app),
                              .coordinates = true,
                              .plain = app_choice(app, SET_A11Y) == 1,
                              .shaded = app_mono(app),
                              .mark = openings->board.mark,
                              .marks = openings->board.marks};
    app_pieces(app, &view);
    enum board_place place = board_beside_list(&view, body, LIST_LEAST, list, &board);
    if (place == BOARD_NOWHERE)
        return;
    if (place == BOARD_BESIDE)
        app_wall(app, scene, body->row, list->column + list->columns, body->rows);
    else
        app_rule(app, scene, board.row - 1, body->column, body->columns);
    if (art->follow)
        art->follow(&view, board_scene_looked_at(&openings->board, 0));
    art->draw(&view, scene, board.row, board.column);
}

static void openings_draw(struct view *view, struct scene *scene, const struct area *body,
                          struct face *face)
{
    struct openings *openings = openings_of(view);
    struct area list = *body;
    openings_fill_face(openings, face);
    if (openings->rules)
        openings_draw_board(openings, scene, body, &list);
    if (list.rows > 2) {
        draw_heads(openings, scene, &list);
        list.row++;
        list.rows--;
    }
    list_draw(&openings->list, scene, &list);
}

/* ---------------------------------------------------------------- requests */

static void openings_copy_position(struct openings *openings, const char *file)
{
    char text[POSITION_TEXT_MAX + 1];
    openings->rules->rules->write(&openings->here, text, sizeof text);
    app_copy(openings->view.app, "the position", text, file);
}

static bool openings_request(struct view *view, const struct event *event)
{
    struct openings *openings = openings_of(view);
    switch (event->request) {
    case REQ_ENTER:
    case REQ_STEP_NEXT:
        openings_go_on(openings);
        return true;
    case REQ_STEP_BACK:
        if (!openings_go_back(openings))
            app_say(view->app, "the tree was opened at this position");
        return true;
    case REQ_START:
        while (openings->steps)
            openings_go_back(openings);
        return true;
    case REQ_OPENINGS:
        return openings_filter(openings, event->argument), true;
    case REQ_SEARCH_POSITION:
        if (openings->rules)
            open_position(view->app, view, &openings->here, openings->query);
        return true;
    case REQ_COPY_POSITION:
        if (openings->rules)
            openings_copy_position(openings, event->argument);
        return true;
    case REQ_RULES:
        if (openings->rules)
            rules_open_of(view->app, openings->rules, "");
        return true;
    default:
        return list_request(&openings->list, event);
    }
}

static bool openings_can(const struct view *view, enum request request)
{
    const struct openings *openings = (const struct openings *)view;
    switch (request) {
    case REQ_ENTER:
    case REQ_STEP_NEXT:
        return list_item(&openings->list) >= 0;
    case REQ_STEP_BACK:
    case REQ_START:
        return openings->steps > 0;
    case REQ_OPENINGS:
        return true;
    case REQ_SEARCH_POSITION:
    case REQ_COPY_POSITION:
    case REQ_RULES:
        return openings->rules != NULL;
    default:
        return list_can(&openings->list, request);
    }
}

static const struct hint *openings_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_STEP_NEXT, REQ_NONE, "step"}, {REQ_STEP_BACK, REQ_NONE, "back"},
        {REQ_DOWN, REQ_UP, "choose"},      {REQ_SEARCH_POSITION, REQ_NONE, "games"},
        {REQ_CLOSE, REQ_NONE, NULL},       {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops openings_view = {
    .name = "openings",
    .size = sizeof(struct openings),
    .open = openings_open,
    .close = openings_close,
    .draw = openings_draw,
    .request = openings_request,
    .can = openings_can,
    .hints = openings_hints,
    .changed = openings_tick,
    .resume = openings_resume,
};
