/* draw.c - draws the cascade finder.
 *
 * Its list, the ply under the cursor on the board, and why a search found nothing. */
#include "config.h"
#include "core/util/ascii.h"
#include "core/position_text.h"
#include "tui/views/list_and_board.h"
#include "tui/views/cascades/internal.h"
#include "tui/session/describe.h"

#include <string.h>

enum { LIST_LEAST = 34, LIST_ROWS = 3 /* at least, above the explanation of an empty result */,
       BELOW_ALWAYS = 30 /* rows from which there is always room for a board below the goals */,
       WALK_ROWS = 7 /* rows from which the ply being walked gets a row besides the board */ };

/* ---------------------------------------------------------------- the list */

/* True if the variant has a piece that brings captured pieces back. If not, that goal is left out. */
static bool summons(const struct cascades *cascades)
{
    return ruleset_kind(cascades->rules, 'I') != KIND_NONE;
}

/* How many goals are listed, and which goal an item stands for. */
int cascades_wants(const struct cascades *cascades)
{
    return WANTED - !summons(cascades);
}

enum wanted cascades_wanted(const struct cascades *cascades, int item)
{
    return (enum wanted)(item + (item >= WANT_SUMMON && !summons(cascades)));
}

const struct found *cascades_found(const struct cascades *cascades, int item)
{
    int at = item - cascades_wants(cascades) - 1; /* a heading follows the goals */
    return at >= 0 && at < cascades->founds ? &cascades->found[at] : NULL;
}

/* True if the cell holds a likely target: another player's piece that is not a King. */
bool cascades_has_prey(const struct cascades *cascades)
{
    struct piece piece = cascades->start.at[cascades->cell];
    return piece.kind && piece.side < cascades->rules->sides && piece.side != cascades->start.side &&
           !cascades->rules->kinds[piece.kind].royal;
}

static void goal_words(const struct cascades *cascades, int item, char *out, size_t size)
{
    const char *cell = board_name(cascades->rules->board, cascades->cell);
    struct piece piece = cascades->start.at[cascades->cell];
    switch (cascades_wanted(cascades, item)) {
    case WANT_CAPTURE:
        if (cascades_has_prey(cascades))
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
        snprintf(out, size, "all cascades of 2 or 3 members");
        break;
    default:
        snprintf(out, size, "another goal ...");
    }
}

/* True if the search has ended without a result. */
static bool none_found(const struct cascades *cascades)
{
    const struct finder_process *finder = &cascades->finder;
    return cascades->goal[0] && !cascades->founds && (!finder->process.pid || finder->ended);
}

bool cascades_can_further(const struct cascades *cascades)
{
    return none_found(cascades) && cascades->finder.end == CASCADES_LIMIT && strcmp(cascades->goal, "all") != 0;
}

bool cascades_is_further(const struct cascades *cascades, int item)
{
    return item == cascades_wants(cascades) + 1 && cascades_can_further(cascades);
}

static void heading(const struct cascades *cascades, char *out, size_t size)
{
    const struct finder_process *finder = &cascades->finder;
    int n = cascades->founds, least = n ? cascades->found[0].members : 0;
    bool all = !strcmp(cascades->goal, "all");
    if (!cascades->goal[0])
        snprintf(out, size, "choose a goal");
    else if (finder->process.pid && !finder->ended)
        snprintf(out, size, "%s: %d found, %d member%s done (%ld partial)", cascades->goal, n, finder->moves,
                 finder->moves == 1 ? "" : "s", finder->states);
    else if (n == FINDER_PLIES_MAX)
        snprintf(out, size, "%s: the first %d found", cascades->goal, n);
    else if (n && all)
        snprintf(out, size, "%s: %d found", cascades->goal, n);
    else if (n)
        snprintf(out, size, "%s: %d found, of %d member%s", cascades->goal, n, least, least == 1 ? "" : "s");
    else if (finder->end == CASCADES_ALL)
        snprintf(out, size, "%s: none (search complete)", cascades->goal);
    else
        snprintf(out, size, "%s: none of at most %d member%s", cascades->goal, finder->moves, finder->moves == 1 ? "" : "s");
}

/* Explain an empty result: how far the search went, whether it was complete, and what to do now. */
static void why_none(const struct cascades *cascades, char *out, size_t size)
{
    const struct finder_process *finder = &cascades->finder;
    struct cascade_result result = {
        .end = (enum cascade_end)finder->end, .looked = finder->moves, .states = (size_t)finder->states};
    char text[240], keyed[120];
    if (!strcmp(cascades->goal, "all")) {
        snprintf(out, size, "%s", finder->end == CASCADES_CANCELLED
                                      ? "Stopped: no ply of two or three members was found so far."
                                      : "No ply has two or three members (search complete). Choose another goal.");
        return;
    }
    cascades_none(&cascades->start, &cascades->wanted, &result, text, sizeof text);
    const char *next = result.end == CASCADES_ALL         ? "choose another goal, or look again from another position"
                       : result.end == CASCADES_LIMIT     ? "{enter} on the line above looks further"
                       : result.end == CASCADES_CANCELLED ? "choose the goal again to look through all of it"
                                                          : "choose a goal on the way there, or look from a later position";
    snprintf(out, size, "%c%s; %s.", ascii_upper((unsigned char)text[0]), text + 1,
             app_words(cascades->view.app, &cascades->view, next, keyed, sizeof keyed));
}

static void item_text(const struct list *list, int item, char *out, size_t size)
{
    const struct cascades *cascades = list->owner;
    const struct found *found = cascades_found(cascades, item);
    if (found)
        snprintf(out, size, "%s", found->text);
    else if (item == cascades_wants(cascades))
        heading(cascades, out, size);
    else if (cascades_is_further(cascades, item))
        snprintf(out, size, "look further: up to %d members", 2 * cascades->moves);
    else
        goal_words(cascades, item, out, size);
}

static void draw_item(const struct list *list, int item, struct scene *scene, const struct area *line,
                      enum role ground)
{
    const struct cascades *cascades = list->owner;
    char text[LIST_TEXT_MAX];
    bool is_found = cascades_found(cascades, item) != NULL;
    item_text(list, item, text, sizeof text);
    int column = line->column + (item == cascades_wants(cascades) ? 1 : 3);
    list_text(list, scene, line->row, column, line->columns - (column - line->column) - 1, text,
              item == cascades_wants(cascades) ? ROLE_LABEL : is_found ? ROLE_MOVE : ROLE_TEXT, ground);
}

static bool item_stands(const struct list *list, int item)
{
    return item != cascades_wants(list->owner);
}

const struct list_ops cascades_list = {.draw = draw_item, .text = item_text, .stands = item_stands};

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

/* Set up the board. Returns the cell to centre it on: the last cell of the ply shown, else the cell the goals are
 * about. */
static cell_t make_board(struct cascades *cascades, char *words, size_t size)
{
    struct ply ply = {0};
    struct draft draft = {0};
    cell_t path[WALK_CELLS_MAX], at = cascades->cell;
    board_scene_begin(&cascades->board, &cascades->start);
    words[0] = '\0';
    if (cascades_ply(cascades, &ply)) {
        struct walk_place place = cascades_walks(cascades) ? cascades->walk : (struct walk_place){ply_walk_members(&ply), 0};
        ply_walk_draft(&cascades->start, &ply, place, &draft);
        board_scene_walk(&cascades->board, &draft, ply_walk_is_made(&ply, place));
        int n = place.cell ? ply_walk_path(&cascades->start, &ply, place.member, path, WALK_CELLS_MAX) : 0;
        for (int i = 0; i < place.cell && i < n; i++)
            board_scene_add(&cascades->board, path[i], MARK_NUMBER, i + 1, NULL);
        if (!place.cell)
            board_scene_last(&cascades->board, &draft.ply);
        ply_walk_words(&cascades->start, &ply, place, words, size);
        at = board_scene_looked_at(&cascades->board, draft.hand != CELL_NONE ? draft.hand : ply.v[0].from);
        draft_clear(&draft);
    } else {
        board_scene_add(&cascades->board, cascades->cell, MARK_CURSOR, 0, NULL);
    }
    ply_free(&ply);
    return at;
}

/* ---------------------------------------------------------------- drawing */

static struct board_view view_of(const struct cascades *cascades)
{
    return (struct board_view){.position = &cascades->board.shown,
                               .charset = app_charset(cascades->view.app),
                               .coordinates = true,
                               .shaded = app_mono(cascades->view.app),
                               .mark = cascades->board.mark,
                               .marks = cascades->board.marks};
}

/* Describe the piece in the air below the board. True if there was room. */
static bool draw_words(struct cascades *cascades, struct scene *scene, const struct area *board, int rows, const char *words)
{
    struct page page = {0};
    struct area below = {board->row + rows, board->column + 1, board->rows - rows, board->columns - 1};
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

/* Explain an empty result below the list, on the rows that the list does not need, or on as many as it can spare. */
static void draw_none(struct cascades *cascades, struct scene *scene, struct area *list)
{
    char words[400];
    if (!none_found(cascades))
        return;
    why_none(cascades, words, sizeof words);
    page_begin(&cascades->page, list->columns - 2);
    page_add(&cascades->page, ROLE_TEXT, 0, words);
    int items = cascades->list.n, rows = list->rows - cascades->page.rows - 1;
    if (rows < LIST_ROWS)
        return;
    struct area below = {list->row + (items < rows ? items : rows) + 1, list->column + 1, cascades->page.rows, list->columns - 2};
    list->rows = items < rows ? items : rows;
    page_draw(&cascades->page, scene, &below, 0);
}

void cascades_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct cascades *cascades = (struct cascades *)view;
    struct area list = *body, board = *body;
    char words[240];
    cell_t at = make_board(cascades, words, sizeof words);
    snprintf(face->title, sizeof face->title, "Cascades: %s to move, %s", side_name(cascades->start.side),
             ruleset_title(cascades->rules));
    snprintf(face->mode, sizeof face->mode, "CASCADES");
    struct board_view shown = view_of(cascades);
    const struct board_art *art = board_art_for(cascades->rules);
    bool told = false;
    enum board_place place = board_beside_list(&shown, body, LIST_LEAST, &list, &board);
    if (place == BOARD_BELOW && !cascades_found(cascades, list_item(&cascades->list)) && body->rows < BELOW_ALWAYS) {
        place = BOARD_NOWHERE; /* the goals need the rows */
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
        told = draw_words(cascades, scene, &board, shown.rows, words);
    }
    draw_none(cascades, scene, &list);
    list_draw(&cascades->list, scene, &list);
    const struct found *found = cascades_found(cascades, list_item(&cascades->list));
    if (cascades_walks(cascades) && cascades->walk.cell)
        snprintf(face->status, sizeof face->status, "step %d of member %d of %d   %.200s", cascades->walk.cell,
                 cascades->walk.member + 1, found->members, told ? "" : words);
    else if (cascades_walks(cascades))
        snprintf(face->status, sizeof face->status, "after %d of %d %s   %.200s", cascades->walk.member, found->members,
                 found->members == 1 ? "member" : "members", told ? "" : words);
    else
        heading(cascades, face->status, sizeof face->status);
}

/* Describe the ply under the cursor, member by member; during a walk, the piece in the air. */
bool cascades_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct cascades *cascades = (struct cascades *)view;
    struct ply ply = {0};
    char now[CASCADES_TOLD_ROOM] = "", words[300];
    size_t used = 0;
    (void)brief;
    if (cascades_ply(cascades, &ply)) {
        int members = words_members(&ply);
        if (cascades_walks(cascades)) {
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
    if (none_found(cascades))
        why_none(cascades, now, sizeof now);
    ply_free(&ply);
    bool other = *now && strcmp(now, cascades->told) != 0;
    snprintf(cascades->told, sizeof cascades->told, "%s", now);
    snprintf(out, size, "%s", now);
    return other;
}

