/* view_gallery.c - the gallery: every piece of every game once, with a diagram of its moves. */
#include "config.h"
#include "tui/app/list.h"
#include "tui/widgets/page.h"
#include "tui/views/piece_card.h"
#include "tui/views/view_pager.h"

#include <stdlib.h>
#include <string.h>

/* BELOW_FROM: rows from which on the piece is shown below the list; LIST_LEAST: rows the list then has at least;
 * CARD_LEAST: rows a diagram has at least. */
enum { LIST_WIDE = 34, SIDE_LEAST = 30, BELOW_FROM = 9, LIST_LEAST = 3, CARD_LEAST = 6 };

/* A line: a kind of piece and the first variant that has it; or the heading of a family. */
struct gallery_line {
    const struct rules *rules;
    const struct variant *variant;
    const struct kind *kind; /* NULL: a heading */
    int number;              /* the kind's index in its variant */
};

struct gallery {
    struct view view;
    struct list list;
    struct gallery_line *line;
    int lines, room;
    struct ruleset *shown; /* opened for the diagram */
    struct page page;
};

static struct gallery *gallery_of(struct view *view)
{
    return (struct gallery *)view;
}

static void line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct gallery *gallery = list->owner;
    const struct gallery_line *line = &gallery->line[item];
    if (line->kind)
        snprintf(out, size, "%s %s %s", line->kind->name, line->variant->title, line->rules->title);
}

static void draw_line(const struct list *list, int item, struct scene *scene, const struct area *area,
                      enum role ground)
{
    const struct gallery *gallery = list->owner;
    const struct gallery_line *line = &gallery->line[item];
    if (!line->kind) {
        scene_text(scene, area->row, area->column + 1, area->columns - 1, line->rules->title, ROLE_DIM, ROLE_TEXT);
        return;
    }
    char text[80];
    snprintf(text, sizeof text, "%c  %s", line->kind->letter, line->kind->name);
    list_text(list, scene, area->row, area->column + 3, area->columns - 3, text, ROLE_TEXT, ground);
}

static bool line_stands(const struct list *list, int item)
{
    return ((const struct gallery *)list->owner)->line[item].kind != NULL;
}

static const struct list_ops list_ops = {.draw = draw_line, .text = line_text, .stands = line_stands};

static void add(struct gallery *gallery, struct gallery_line line)
{
    gallery->line = memory_room(gallery->line, &gallery->room, gallery->lines + 1, sizeof *gallery->line);
    gallery->line[gallery->lines++] = line;
}

/* True if the list already has the kind from another variant of its family. Kinds are compared by name, as their
 * descriptions may differ. */
static bool listed(const struct gallery *gallery, const struct rules *rules, const struct kind *kind)
{
    for (int i = 0; i < gallery->lines; i++) {
        const struct gallery_line *line = &gallery->line[i];
        if (line->kind && !strcmp(line->rules->title, rules->title) && !strcmp(line->kind->name, kind->name))
            return true;
    }
    return false;
}

static int gallery_open(struct view *view, const void *argument, struct note *why)
{
    struct gallery *gallery = gallery_of(view);
    const struct rules *rules, *family = NULL;
    const struct variant *variant;
    (void)argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&gallery->list, &list_ops, view, gallery);
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++) {
        if (!family || strcmp(rules->title, family->title) != 0)
            add(gallery, (struct gallery_line){.rules = rules});
        family = rules;
        for (int k = 1; k <= variant->kind_count; k++)
            if (!listed(gallery, rules, &variant->kinds[k]))
                add(gallery, (struct gallery_line){rules, variant, &variant->kinds[k], k});
    }
    list_set(&gallery->list, gallery->lines);
    return 0;
}

static void gallery_close(struct view *view)
{
    struct gallery *gallery = gallery_of(view);
    ruleset_free(gallery->shown);
    page_free(&gallery->page);
    list_clear(&gallery->list);
    free(gallery->line);
}

static const struct gallery_line *chosen(const struct gallery *gallery)
{
    int item = list_item(&gallery->list);
    return item >= 0 && gallery->line[item].kind ? &gallery->line[item] : NULL;
}

/* The index of the kind in a ruleset, 0 if it has no kind of that name. */
static int kind_shown(const struct ruleset *rules, const struct kind *kind)
{
    int number = rules ? ruleset_kind(rules, kind->letter) : 0;
    return number && !strcmp(rules->kinds[number].name, kind->name) ? number : 0;
}

/* Open the variant with one option changed. */
static bool open_with(struct gallery *gallery, const struct variant *variant, const struct setting *setting)
{
    ruleset_free(gallery->shown);
    gallery->shown = NULL;
    return ruleset_open(&gallery->shown, variant->id, setting, setting ? 1 : 0, NULL) == 0;
}

/* Open a ruleset that has the kind under the cursor, and return its index there; 0: none. Some kinds exist only
 * with a certain option. */
static int open_shown(struct gallery *gallery, const struct gallery_line *line)
{
    const struct variant *variant = line->variant;
    if (gallery->shown && gallery->shown->variant == variant && kind_shown(gallery->shown, line->kind))
        return kind_shown(gallery->shown, line->kind);
    if (open_with(gallery, variant, NULL) && kind_shown(gallery->shown, line->kind))
        return kind_shown(gallery->shown, line->kind);
    for (int i = 0; i < variant->option_count; i++) {
        const char *values = variant->options[i].values;
        char value[64];
        for (const char *at = values ? strchr(values, '|') : NULL; at; at = strchr(at, '|')) {
            snprintf(value, sizeof value, "%.*s", (int)strcspn(at + 1, "|"), at + 1);
            at++;
            struct setting setting = {variant->options[i].name, value};
            if (open_with(gallery, variant, &setting) && kind_shown(gallery->shown, line->kind))
                return kind_shown(gallery->shown, line->kind);
        }
    }
    return 0;
}

/* Write the description of a piece, and the caption of its card. */
static void write_words(struct page *page, int columns, const struct ruleset *rules, int number, const char *card)
{
    const struct kind *kind = &rules->kinds[number];
    page_begin(page, columns);
    page_addf(page, ROLE_MOVE, 0, "%s, of %s", kind->name, rules->variant->title);
    if (kind->moves)
        page_add(page, ROLE_TEXT, 0, kind->moves);
    if (kind->source)
        page_add(page, ROLE_DIM, 0, kind->source);
    if (*card)
        page_add(page, ROLE_COMMENT, 0, card);
}

static void draw_piece(struct gallery *gallery, struct scene *scene, const struct area *area)
{
    const struct gallery_line *line = chosen(gallery);
    int kind = line ? open_shown(gallery, line) : 0;
    if (!kind)
        return;
    struct page *page = &gallery->page;
    struct piece piece = piece_at_first(gallery->shown, kind);
    char text[240];
    bool pictured = piece_has_picture(gallery->shown, piece); /* otherwise the card is the source's picture, or there is none */
    if (pictured)
        piece_picture_words(gallery->shown, piece, text, sizeof text);
    else
        piece_card_words(gallery->shown, piece, text, sizeof text);
    write_words(page, area->columns, gallery->shown, kind, text);
    if (*text && page->rows + 1 + CARD_LEAST > area->rows) /* the card is more useful than its caption */
        write_words(page, area->columns, gallery->shown, kind, "");
    int rows = page->rows + 1 < area->rows ? page->rows + 1 : area->rows;
    struct area words = {area->row, area->column, rows, area->columns};
    struct area card = {area->row + rows, area->column, area->rows - rows, area->columns};
    page_draw(page, scene, &words, 0);
    if (card.rows < CARD_LEAST)
        return;
    if (pictured)
        piece_picture_draw(gallery->view.app, gallery->shown, piece, CELL_NONE, scene, &card);
    else if (piece_has_card(gallery->shown, piece))
        piece_card_draw(gallery->view.app, gallery->shown, piece, CELL_NONE, scene, &card);
    else
        scene_text(scene, card.row, card.column, card.columns, "it does not move by itself", ROLE_DIM, ROLE_TEXT);
}

static void gallery_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct gallery *gallery = gallery_of(view);
    struct area list = *body;
    snprintf(face->title, sizeof face->title, "The pieces of all games");
    snprintf(face->mode, sizeof face->mode, "GALLERY");
    list_status(&gallery->list, "pieces", face->status, sizeof face->status);
    if (body->columns >= LIST_WIDE + SIDE_LEAST) {
        struct area side = {body->row, body->column + LIST_WIDE + 2, body->rows, body->columns - LIST_WIDE - 3};
        list.columns = LIST_WIDE;
        app_wall(view->app, scene, body->row, body->column + LIST_WIDE, body->rows);
        draw_piece(gallery, scene, &side);
    } else if (body->rows >= BELOW_FROM) {
        list.rows = body->rows / 4 > LIST_LEAST ? body->rows / 4 : LIST_LEAST;
        struct area below = {body->row + list.rows + 1, body->column + 1, body->rows - list.rows - 1, body->columns - 2};
        app_rule(view->app, scene, below.row - 1, body->column, body->columns);
        draw_piece(gallery, scene, &below);
    }
    list_draw(&gallery->list, scene, &list);
}

static bool gallery_request(struct view *view, const struct event *event)
{
    struct gallery *gallery = gallery_of(view);
    const struct gallery_line *line = chosen(gallery);
    if ((event->request == REQ_ENTER || event->request == REQ_RULES) && line)
        return rules_open_at_piece(view->app, line->variant->id, line->kind->name), true;
    if (event->request == REQ_NEXT_PANEL || event->request == REQ_PREVIOUS_PANEL)
        return list_go(&gallery->list, list_next_group(&gallery->list, event->request == REQ_NEXT_PANEL ? 1 : -1)), true;
    return list_request(&gallery->list, event);
}

static bool gallery_can(const struct view *view, enum request request)
{
    const struct gallery *gallery = (const struct gallery *)view;
    if (request == REQ_ENTER || request == REQ_RULES)
        return chosen(gallery) != NULL;
    if (request == REQ_NEXT_PANEL || request == REQ_PREVIOUS_PANEL)
        return list_next_group(&gallery->list, 1) >= 0;
    return list_can(&gallery->list, request);
}

static const struct hint *gallery_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_DOWN, REQ_UP, "move"},    {REQ_ENTER, REQ_NONE, "rules"},
                                        {REQ_SEARCH, REQ_NONE, NULL},  {REQ_FILTER, REQ_NONE, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},   {REQ_NEXT_PANEL, REQ_NONE, "next family"},
                                        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops gallery_view = {
    .name = "gallery",
    .size = sizeof(struct gallery),
    .open = gallery_open,
    .close = gallery_close,
    .draw = gallery_draw,
    .request = gallery_request,
    .can = gallery_can,
    .hints = gallery_hints,
};
