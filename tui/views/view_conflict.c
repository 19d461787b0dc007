/* view_conflict.c - resolves conflicts field by field: the user chooses one version of each field,
 * then saves. Nothing is written before that. */
#include "config.h"
#include "tui/views/navigation.h"

#include "tui/app/list.h"
#include "tui/session/game_session.h"
#include "tui/widgets/page.h"

#include <stdlib.h>
#include <string.h>

struct conflicts {
    struct view view;
    struct list list;
    struct merge merge; /* of the merge, only the list of conflicts is used */
    struct conflict_open open;
    struct page page;
    int top;         /* the first visible row of the page */
    char theirs[80]; /* the label of the other version, "theirs, ana" */
};

static void conflict_item_text(const struct list *list, int item, char *out, size_t size)
{
    const struct conflicts *conflicts = list->owner;
    snprintf(out, size, "%s", conflicts->merge.conflict[item].where);
}

static void conflict_draw_item(const struct list *list, int item, struct scene *scene,
                               const struct area *line, enum role ground)
{
    const struct conflicts *conflicts = list->owner;
    const struct conflict *conflict = &conflicts->merge.conflict[item];
    scene_textf(scene, line->row, line->column + 1, 8, ROLE_LABEL, ground, "%s",
                session_side_word(conflict->chosen));
    list_text(list, scene, line->row, line->column + 9, line->columns - 9, conflict->where,
              ROLE_TEXT, ground);
}

static const struct list_ops list_ops = {.draw = conflict_draw_item, .text = conflict_item_text};

static int conflicts_open(struct view *view, const void *argument, struct note *why)
{
    struct conflicts *conflicts = (struct conflicts *)view;
    (void)why;
    conflicts->open = *(const struct conflict_open *)argument;
    snprintf(conflicts->theirs, sizeof conflicts->theirs, "theirs%s%.60s",
             *conflicts->open.theirs ? ", by " : "", conflicts->open.theirs);
    conflicts->open.theirs = NULL;
    conflicts->merge = *conflicts->open.merge;
    conflicts->merge.record = NULL;
    conflicts->open.merge->conflict = NULL;
    conflicts->open.merge->conflicts = 0;
    view->keymap[view->keymaps++] = KEYMAP_CONFLICT;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&conflicts->list, &list_ops, view, conflicts);
    list_set(&conflicts->list, conflicts->merge.conflicts);
    return 0;
}

static void conflicts_close(struct view *view)
{
    struct conflicts *conflicts = (struct conflicts *)view;
    list_clear(&conflicts->list);
    page_free(&conflicts->page);
    merge_clear(&conflicts->merge);
}

static struct conflict *conflict_chosen(const struct conflicts *conflicts)
{
    int item = list_item(&conflicts->list);
    return item < 0 ? NULL : &conflicts->merge.conflict[item];
}

static void add_version(struct page *page, const char *name, const char *text, const char *without,
                        bool taken)
{
    page_addf(page, taken ? ROLE_GLYPH : ROLE_LABEL, 0, "%s%s", name, taken ? "  (chosen)" : "");
    page_add(page, *text ? ROLE_TEXT : ROLE_DIM, 2, *text ? text : without);
    page_gap(page);
}

static void conflicts_draw(struct view *view, struct scene *scene, const struct area *body,
                           struct face *face)
{
    struct conflicts *conflicts = (struct conflicts *)view;
    const struct conflict *conflict = conflict_chosen(conflicts);
    struct area list = *body, page = *body;
    snprintf(face->title, sizeof face->title,
             "Someone else changed the same fields: which version to keep?");
    snprintf(face->mode, sizeof face->mode, "CONFLICT");
    snprintf(face->status, sizeof face->status, "%d field%s; nothing is written yet",
             conflicts->merge.conflicts, conflicts->merge.conflicts == 1 ? "" : "s");
    list.rows =
        conflicts->merge.conflicts < body->rows / 3 ? conflicts->merge.conflicts : body->rows / 3;
    list.rows = list.rows < 1 ? 1 : list.rows;
    list_draw(&conflicts->list, scene, &list);
    page.row += list.rows + 1;
    page.rows -= list.rows + 1;
    page.column += 1;
    page.columns -= 2;
    if (!conflict || page.rows < 1)
        return;
    app_rule(view->app, scene, page.row - 1, body->column, body->columns);
    page_begin(&conflicts->page, page.columns);
    const char *without = *conflict->base ? "(deleted)" : "(not there)";
    add_version(&conflicts->page, "mine", conflict->mine, without,
                conflict->chosen != MERGE_THEIRS);
    add_version(&conflicts->page, conflicts->theirs, conflict->theirs, without,
                conflict->chosen != MERGE_MINE);
    add_version(&conflicts->page, "as it was", conflict->base, without, false);
    if (conflict->stays)
        page_add(&conflicts->page, ROLE_DIM, 0,
                 "The version you do not choose stays as a "
                 "variation.");
    if (conflicts->top > conflicts->page.rows - page.rows)
        conflicts->top = conflicts->page.rows - page.rows;
    if (conflicts->top < 0)
        conflicts->top = 0;
    page_draw(&conflicts->page, scene, &page, conflicts->top);
}

static void conflict_take(struct conflicts *conflicts, enum merge_side side)
{
    struct conflict *conflict = conflict_chosen(conflicts);
    if (conflict && side == MERGE_BOTH && !conflict->both)
        app_error(conflicts->view.app, "only texts can keep both versions: choose mine or theirs");
    else if (conflict)
        conflict->chosen = side;
}

static void conflict_save(struct conflicts *conflicts)
{
    int n = conflicts->merge.conflicts;
    enum merge_side *choice = memory_new((size_t)n + 1, sizeof *choice);
    for (int i = 0; i < n; i++)
        choice[i] = conflicts->merge.conflict[i].chosen;
    app_close(conflicts->view.app, &conflicts->view);
    conflicts->open.done(conflicts->open.below, choice, n);
    free(choice);
}

static bool conflicts_request(struct view *view, const struct event *event)
{
    struct conflicts *conflicts = (struct conflicts *)view;
    switch (event->request) {
    case REQ_TAKE_MINE:
        conflict_take(conflicts, MERGE_MINE);
        return true;
    case REQ_TAKE_THEIRS:
        conflict_take(conflicts, MERGE_THEIRS);
        return true;
    case REQ_TAKE_BOTH:
        conflict_take(conflicts, MERGE_BOTH);
        return true;
    case REQ_PAGE_DOWN:
        conflicts->top += 5;
        return true;
    case REQ_PAGE_UP:
        conflicts->top -= 5;
        return true;
    case REQ_ENTER:
    case REQ_SAVE:
        conflict_save(conflicts);
        return true;
    default:
        conflicts->top = 0;
        return list_request(&conflicts->list, event);
    }
}

static bool conflicts_can(const struct view *view, enum request request)
{
    const struct conflicts *conflicts = (const struct conflicts *)view;
    const struct conflict *conflict = conflict_chosen(conflicts);
    switch (request) {
    case REQ_TAKE_MINE:
    case REQ_TAKE_THEIRS:
    case REQ_ENTER:
    case REQ_SAVE:
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
        return conflict != NULL;
    case REQ_TAKE_BOTH:
        return conflict && conflict->both;
    default:
        return list_can(&conflicts->list, request);
    }
}

static const struct hint *conflicts_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_TAKE_MINE, REQ_NONE, NULL}, {REQ_TAKE_THEIRS, REQ_NONE, NULL},
        {REQ_TAKE_BOTH, REQ_NONE, NULL}, {REQ_DOWN, REQ_UP, "move"},
        {REQ_ENTER, REQ_NONE, "save"},   {REQ_CLOSE, REQ_NONE, "back, nothing saved"},
        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

/* A click only selects a field and does not act like Enter, which would save. */
static bool conflicts_mouse(struct view *view, const struct mouse *mouse)
{
    struct conflicts *conflicts = (struct conflicts *)view;
    conflicts->top = 0;
    list_mouse(&conflicts->list, mouse);
    return true;
}

const struct view_ops conflict_view = {
    .name = "conflict",
    .size = sizeof(struct conflicts),
    .open = conflicts_open,
    .close = conflicts_close,
    .draw = conflicts_draw,
    .request = conflicts_request,
    .can = conflicts_can,
    .hints = conflicts_hints,
    .mouse = conflicts_mouse,
};
