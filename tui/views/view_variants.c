/* view_variants.c - the list of variants by family, with a picture of the one under the cursor, to
 * start a new game or to read rules; and the gallery of pieces. */
#include "config.h"

#include "tui/views/view_variants.h"
#include "tui/app/list.h"
#include "tui/session/lobby/lobby.h"
#include "tui/views/navigation.h"
#include "tui/views/piece_card.h"
#include "tui/views/reader.h"
#include "tui/widgets/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE_FROM = 76 /* fewest columns for a picture beside the list */,
    LIST_NARROW = 38,
    LIST_WIDE = 48,
    BELOW_FROM = 15 /* fewest rows for a description below the list */,
    PICTURE_FROM = 33 /* fewest rows for description and picture below the list */,
    PICTURE_LIST = 12 /* rows that the list keeps above description and picture */,
    GOAL_ROWS = 3, /* rows of the shortest description */
    /* Least rows of the summary, so that the board does not jump from variant to variant. */
    SUMMARY_ROWS = 7
};

/* A line: a variant, or the heading of a family. */
struct variant_line {
    const struct variant *variant; /* NULL: the line is a heading */
    const struct rules *rules;
};

struct variants {
    struct view view;
    enum variants_purpose purpose;
    struct lobby_place *place;
    struct list list;
    struct variant_line *line;
    int lines, room;
    struct ruleset *shown; /* the rules opened for the picture */
    struct position start;
};

static void variants_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct variants *variants = list->owner;
    const struct variant_line *line = &variants->line[item];
    /* searching finds the words that the summary uses */
    if (line->variant)
        snprintf(out, size, "%s %s %s %s%s", line->variant->title, line->variant->id,
                 line->variant->board, line->rules->title,
                 strcmp(line->variant->id, "custom") ? "" : " a board of your own");
}

static bool variants_line_stands(const struct list *list, int item)
{
    const struct variants *variants = list->owner;
    return variants->line[item].variant != NULL;
}

static void variants_draw_line(const struct list *list, int item, struct scene *scene,
                               const struct area *area, enum role ground)
{
    const struct variants *variants = list->owner;
    const struct variant_line *line = &variants->line[item];
    int row = area->row, column = area->column + 1, end = area->column + area->columns - 1;
    if (!line->variant) {
        scene_text(scene, row, column, end - column, line->rules->title, ROLE_DIM, ROLE_TEXT);
        return;
    }
    /* A narrow list has no room for the board, which the text beside the list mentions. */
    if (area->columns < LIST_WIDE) {
        list_text(list, scene, row, column + 2, end - column - 2, line->variant->title, ROLE_TEXT,
                  ground);
        return;
    }
    const char *board = line->variant->board;
    int board_wide = (int)strlen(board), title_end = end - board_wide - 2;
    list_text(list, scene, row, column + 2, title_end - column - 2, line->variant->title, ROLE_TEXT,
              ground);
    list_text(list, scene, row, end - board_wide, board_wide, board, ROLE_DIM, ground);
}

static const struct list_ops list_ops = {
    .draw = variants_draw_line, .text = variants_line_text, .stands = variants_line_stands};

static void variants_add_line(struct variants *variants, const struct variant *variant,
                              const struct rules *rules)
{
    variants->line =
        memory_room(variants->line, &variants->room, variants->lines + 1, sizeof *variants->line);
    variants->line[variants->lines++] = (struct variant_line){variant, rules};
}

static int variants_open(struct view *view, const void *argument, struct note *why)
{
    struct variants *variants = (struct variants *)view;
    const struct rules *rules, *family = NULL;
    const struct variant *variant;
    (void)why;
    variants->purpose = ((const struct variants_open *)argument)->purpose;
    variants->place = ((const struct variants_open *)argument)->place;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    view->keymap[view->keymaps++] = KEYMAP_RULES;
    list_begin(&variants->list, &list_ops, view, variants);
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++) {
        if (!family || strcmp(rules->title, family->title) != 0)
            variants_add_line(variants, NULL, rules);
        variants_add_line(variants, variant, rules);
        family = rules;
    }
    list_set(&variants->list, variants->lines);
    return 0;
}

static void variants_close(struct view *view)
{
    struct variants *variants = (struct variants *)view;
    ruleset_free(variants->shown);
    list_clear(&variants->list);
    free(variants->line);
}

/* ---- the picture ---- */

static const struct variant *variants_chosen(const struct variants *variants)
{
    int item = list_item(&variants->list);
    return item < 0 ? NULL : variants->line[item].variant;
}

/* Open the variant under the cursor for its picture. Returns false if there is none. */
static bool open_shown(struct variants *variants)
{
    const struct variant *variant = variants_chosen(variants);
    if (!variant)
        return false;
    if (variants->shown && variants->shown->variant == variant)
        return true;
    ruleset_free(variants->shown);
    variants->shown = NULL;
    const char *id = strcmp(variant->id, "custom") ? variant->id : OWN_BOARD_USUAL;
    if (ruleset_open(&variants->shown, id, NULL, 0, NULL) < 0)
        return false;
    variants->shown->rules->setup(variants->shown, &variants->start);
    return true;
}

static void write_board(const struct variant *variant, struct page *page)
{
    page_addf(page, ROLE_DIM, 0, "%s, %d sides%s", variant->board, variant->sides,
              variant->option_count ? ", with options" : "");
}

/* Write the variant's summary for a width in columns. */
static void write_summary(const struct variants *variants, struct page *page, int columns)
{
    const struct variant *variant = variants->shown->variant;
    page_begin(page, columns);
    page_add(page, ROLE_LABEL, 0, variant->title);
    write_board(variant, page);
    for (int i = 0; i < 3 && variant->summary[i]; i++)
        page_add(page, ROLE_TEXT, 0, variant->summary[i]);
}

/* Write only the first part of the summary. The title is in the list. */
static void write_goal(const struct variants *variants, struct page *page, int columns)
{
    const struct variant *variant = variants->shown->variant;
    page_begin(page, columns);
    write_board(variant, page);
    if (variant->summary[0])
        page_add(page, ROLE_TEXT, 0, variant->summary[0]);
}

/* On a narrow and high screen, draw description and picture below the list, at the same place for
 * all variants. Returns the number of rows left for the list. */
static int draw_picture_below(struct variants *variants, struct scene *scene,
                              const struct area *body)
{
    struct app *app = variants->view.app;
    struct page page = {0};
    int rows = body->rows / 3 > PICTURE_LIST ? body->rows / 3 : PICTURE_LIST;
    struct area below = {body->row + rows + 1, body->column + 1, body->rows - rows - 1,
                         body->columns - 2};
    write_summary(variants, &page, below.columns);
    int words = page.rows < SUMMARY_ROWS ? SUMMARY_ROWS : page.rows + 1;
    struct area board = {below.row + words, below.column, below.rows - words, below.columns};
    app_rule(app, scene, below.row - 1, body->column, body->columns);
    page_draw(&page, scene, &below, 0);
    position_draw(app, &variants->start, scene, &board);
    page_free(&page);
    return rows;
}

static void variants_draw(struct view *view, struct scene *scene, const struct area *body,
                          struct face *face)
{
    struct variants *variants = (struct variants *)view;
    struct area list = *body;
    struct page page = {0};
    bool new_game = variants->purpose != VARIANTS_RULES;
    snprintf(face->title, sizeof face->title,
             variants->purpose == VARIANTS_COMPUTER ? "Against the computer: which variant?"
             : new_game                             ? "A new game: which variant?"
                                                    : "Rules: of which variant?");
    snprintf(face->mode, sizeof face->mode, new_game ? "NEW GAME" : "RULES");
    list_status(&variants->list, "variants", face->status, sizeof face->status);
    if (!open_shown(variants)) {
        list_draw(&variants->list, scene, &list);
        return;
    }
    if (body->columns >= SIDE_FROM) {
        int wide = body->columns >= 2 * LIST_WIDE ? LIST_WIDE : LIST_NARROW;
        struct area side = {body->row, body->column + wide + 2, body->rows,
                            body->columns - wide - 3};
        write_summary(variants, &page, side.columns);
        int rows = page.rows < SUMMARY_ROWS ? SUMMARY_ROWS : page.rows + 1;
        int tall = position_rows(view->app, &variants->start, side.rows - GOAL_ROWS, side.columns);
        /* If board and text do not both fit, show the whole board and only the goal of the game. */
        if (tall && rows + tall > side.rows) {
            write_goal(variants, &page, side.columns);
            if (page.rows + tall <= side.rows)
                rows = side.rows - tall;
            else
                write_summary(variants, &page, side.columns);
        }
        struct area board = {side.row + rows, side.column, body->rows - rows, side.columns};
        list.columns = wide;
        app_wall(view->app, scene, body->row, body->column + wide, body->rows);
        page_draw(&page, scene, &side, 0);
        position_draw(view->app, &variants->start, scene, &board);
    } else if (body->rows >= PICTURE_FROM) {
        list.rows = draw_picture_below(variants, scene, body);
    } else if (body->rows >= BELOW_FROM) {
        write_summary(variants, &page, body->columns - 2);
        int rows = page.rows < body->rows / 2 ? page.rows : body->rows / 2;
        struct area below = {body->row + body->rows - rows, body->column + 1, rows,
                             body->columns - 2};
        list.rows -= rows + 1;
        app_rule(view->app, scene, below.row - 1, body->column, body->columns);
        page_draw(&page, scene, &below, 0);
    }
    page_free(&page);
    list_draw(&variants->list, scene, &list);
}

/* ---- requests ---- */

/* Open the form for a game against the computer, which plays every seat but White's. */
static void variants_against_computer(struct variants *variants)
{
    static const struct setting seats[] = {{"black", "computer"}, {"red", "computer"}};
    const struct variant *variant = variants_chosen(variants);
    if (!variant)
        return;
    struct new_open open = {.variant =
                                strcmp(variant->id, "custom") ? variant->id : OWN_BOARD_USUAL,
                            .setting = seats,
                            .settings = variant->sides - 1};
    app_try_open(variants->view.app, &new_view, &open);
}

static void variants_choose(struct variants *variants)
{
    const struct variant *variant = variants_chosen(variants);
    if (variant && variants->purpose != VARIANTS_RULES && variants->purpose != VARIANTS_COMPUTER &&
        !strcmp(variant->id, "custom")) {
        app_try_open(variants->view.app, &own_board_view,
                     &(struct own_board_open){.place = variants->place});
        return;
    }
    struct new_open open = {.variant = variant ? variant->id : ""};
    if (!variant)
        return;
    if (variants->purpose == VARIANTS_COMPUTER) {
        variants_against_computer(variants);
        return;
    }
    struct seek_open seek = {variants->place, variant->id};
    if (variants->purpose == VARIANTS_RULES)
        rules_open(variants->view.app, variant->id);
    else if (variants->purpose == VARIANTS_SEEK)
        app_try_open(variants->view.app, &seek_view, &seek);
    else
        app_try_open(variants->view.app, &new_view, &open);
}

static bool variants_request(struct view *view, const struct event *event)
{
    struct variants *variants = (struct variants *)view;
    const struct variant *variant = variants_chosen(variants);
    if (event->request == REQ_ENTER)
        return variants_choose(variants), true;
    if (event->request == REQ_COMPUTER && variants->purpose != VARIANTS_SEEK)
        return variants_against_computer(variants), true;
    if (event->request == REQ_NEXT_PANEL || event->request == REQ_PREVIOUS_PANEL)
        return list_go(&variants->list,
                       list_next_group(&variants->list, event->request == REQ_NEXT_PANEL ? 1 : -1)),
               true;
    if (event->request == REQ_RULES && variant)
        return rules_open(view->app, variant->id), true;
    if (event->request == REQ_OPENINGS && open_shown(variants))
        return open_openings(view->app, view, &variants->start, event->argument), true;
    return list_request(&variants->list, event);
}

static bool variants_can(const struct view *view, enum request request)
{
    const struct variants *variants = (const struct variants *)view;
    if (request == REQ_ENTER || request == REQ_RULES)
        return variants_chosen(variants) != NULL;
    if (request == REQ_COMPUTER)
        return variants_chosen(variants) && variants->purpose != VARIANTS_SEEK &&
               variants->purpose != VARIANTS_COMPUTER;
    if (request == REQ_NEXT_PANEL || request == REQ_PREVIOUS_PANEL)
        return list_next_group(&variants->list, 1) >= 0;
    /* Openings are counted in the archive of a view below, and the lobby has no such view. */
    if (request == REQ_OPENINGS)
        return variants_chosen(variants) && !variants->place;
    return list_can(&variants->list, request);
}

static const struct hint *variants_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, "choose"}, {REQ_DOWN, REQ_UP, "move"},
        {REQ_SEARCH, REQ_NONE, NULL},    {REQ_FILTER, REQ_NONE, NULL},
        {REQ_CLOSE, REQ_NONE, NULL},     {REQ_NEXT_PANEL, REQ_NONE, "next family"},
        {REQ_COMPUTER, REQ_NONE, NULL},  {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops variants_view = {
    .name = "variants",
    .size = sizeof(struct variants),
    .open = variants_open,
    .close = variants_close,
    .draw = variants_draw,
    .request = variants_request,
    .can = variants_can,
    .hints = variants_hints,
};

/* ---- The gallery: every kind of piece of every game, with a diagram of its moves. */

/* BELOW_FROM: fewest rows for a piece below the list. LIST_LEAST: least rows of the list then.
 * CARD_LEAST: least rows of a diagram. */
enum {
    VIEW_GALLERY_LIST_WIDE = 34,
    SIDE_LEAST = 30,
    VIEW_GALLERY_BELOW_FROM = 9,
    LIST_LEAST = 3,
    CARD_LEAST = 6
};

/* A line: a kind of piece and the first variant that has it, or the heading of a family. */
struct gallery_line {
    const struct rules *rules;
    const struct variant *variant;
    const struct kind *kind; /* NULL: the line is a heading */
    int number;              /* the kind's index in its variant */
};

struct gallery {
    struct view view;
    struct list list;
    struct gallery_line *line;
    int lines, room;
    struct ruleset *shown; /* the rules opened for the diagram */
    struct page page;
};

static struct gallery *gallery_of(struct view *view)
{
    return (struct gallery *)view;
}

static void view_gallery_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct gallery *gallery = list->owner;
    const struct gallery_line *line = &gallery->line[item];
    if (line->kind)
        snprintf(out, size, "%s %s %s", line->kind->name, line->variant->title, line->rules->title);
}

static void view_gallery_draw_line(const struct list *list, int item, struct scene *scene,
                                   const struct area *area, enum role ground)
{
    const struct gallery *gallery = list->owner;
    const struct gallery_line *line = &gallery->line[item];
    if (!line->kind) {
        scene_text(scene, area->row, area->column + 1, area->columns - 1, line->rules->title,
                   ROLE_DIM, ROLE_TEXT);
        return;
    }
    char text[80];
    snprintf(text, sizeof text, "%c  %s", line->kind->letter, line->kind->name);
    list_text(list, scene, area->row, area->column + 3, area->columns - 3, text, ROLE_TEXT, ground);
}

static bool view_gallery_line_stands(const struct list *list, int item)
{
    return ((const struct gallery *)list->owner)->line[item].kind != NULL;
}

static const struct list_ops gallery_list_ops = {.draw = view_gallery_draw_line,
                                                 .text = view_gallery_line_text,
                                                 .stands = view_gallery_line_stands};

static void variants_add(struct gallery *gallery, struct gallery_line line)
{
    gallery->line =
        memory_room(gallery->line, &gallery->room, gallery->lines + 1, sizeof *gallery->line);
    gallery->line[gallery->lines++] = line;
}

/* True if the list already has the kind from another variant of its family. Kinds are compared by
 * name, because their descriptions may differ. */
static bool variants_listed(const struct gallery *gallery, const struct rules *rules,
                            const struct kind *kind)
{
    for (int i = 0; i < gallery->lines; i++) {
        const struct gallery_line *line = &gallery->line[i];
        if (line->kind && !strcmp(line->rules->title, rules->title) &&
            !strcmp(line->kind->name, kind->name))
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
    list_begin(&gallery->list, &gallery_list_ops, view, gallery);
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++) {
        if (!family || strcmp(rules->title, family->title) != 0)
            variants_add(gallery, (struct gallery_line){.rules = rules});
        family = rules;
        for (int k = 1; k <= variant->kind_count; k++)
            if (!variants_listed(gallery, rules, &variant->kinds[k]))
                variants_add(gallery, (struct gallery_line){rules, variant, &variant->kinds[k], k});
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

static const struct gallery_line *view_gallery_chosen(const struct gallery *gallery)
{
    int item = list_item(&gallery->list);
    return item >= 0 && gallery->line[item].kind ? &gallery->line[item] : NULL;
}

/* The index of the kind in a ruleset; 0: the ruleset has no kind with that name. */
static int kind_shown(const struct ruleset *rules, const struct kind *kind)
{
    int number = rules ? ruleset_kind(rules, kind->letter) : 0;
    return number && !strcmp(rules->kinds[number].name, kind->name) ? number : 0;
}

/* Open a variant with one option changed. Returns false if that fails. */
static bool variants_open_with(struct gallery *gallery, const struct variant *variant,
                               const struct setting *setting)
{
    ruleset_free(gallery->shown);
    gallery->shown = NULL;
    return ruleset_open(&gallery->shown, variant->id, setting, setting ? 1 : 0, NULL) == 0;
}

/* Open a ruleset that has the kind under the cursor, and return the kind's index there; 0: there is
 * none. Some kinds exist only with a certain option. */
static int view_gallery_open_shown(struct gallery *gallery, const struct gallery_line *line)
{
    const struct variant *variant = line->variant;
    if (gallery->shown && gallery->shown->variant == variant &&
        kind_shown(gallery->shown, line->kind))
        return kind_shown(gallery->shown, line->kind);
    if (variants_open_with(gallery, variant, NULL) && kind_shown(gallery->shown, line->kind))
        return kind_shown(gallery->shown, line->kind);
    for (int i = 0; i < variant->option_count; i++) {
        const char *values = variant->options[i].values;
        char value[64];
        for (const char *at = values ? strchr(values, '|') : NULL; at; at = strchr(at, '|')) {
            snprintf(value, sizeof value, "%.*s", (int)strcspn(at + 1, "|"), at + 1);
            at++;
            struct setting setting = {variant->options[i].name, value};
            if (variants_open_with(gallery, variant, &setting) &&
                kind_shown(gallery->shown, line->kind))
                return kind_shown(gallery->shown, line->kind);
        }
    }
    return 0;
}

/* Write the description of a piece, and the caption of its card. */
static void variants_write_words(struct page *page, int columns, const struct ruleset *rules,
                                 int number, const char *card)
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
    const struct gallery_line *line = view_gallery_chosen(gallery);
    int kind = line ? view_gallery_open_shown(gallery, line) : 0;
    if (!kind)
        return;
    struct page *page = &gallery->page;
    struct piece piece = piece_at_first(gallery->shown, kind);
    char text[240];
    /* The caption is that of the source's picture, or that of the card if there is no picture. */
    bool pictured = piece_has_picture(gallery->shown, piece);
    if (pictured)
        piece_picture_words(gallery->shown, piece, text, sizeof text);
    else
        piece_card_words(gallery->shown, piece, text, sizeof text);
    variants_write_words(page, area->columns, gallery->shown, kind, text);
    /* If there is not enough room for both, the diagram is more useful than its caption. */
    if (*text && page->rows + 1 + CARD_LEAST > area->rows)
        variants_write_words(page, area->columns, gallery->shown, kind, "");
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
        scene_text(scene, card.row, card.column, card.columns, "it does not move by itself",
                   ROLE_DIM, ROLE_TEXT);
}

static void gallery_draw(struct view *view, struct scene *scene, const struct area *body,
                         struct face *face)
{
    struct gallery *gallery = gallery_of(view);
    struct area list = *body;
    snprintf(face->title, sizeof face->title, "The pieces of all games");
    snprintf(face->mode, sizeof face->mode, "GALLERY");
    list_status(&gallery->list, "pieces", face->status, sizeof face->status);
    if (body->columns >= VIEW_GALLERY_LIST_WIDE + SIDE_LEAST) {
        struct area side = {body->row, body->column + VIEW_GALLERY_LIST_WIDE + 2, body->rows,
                            body->columns - VIEW_GALLERY_LIST_WIDE - 3};
        list.columns = VIEW_GALLERY_LIST_WIDE;
        app_wall(view->app, scene, body->row, body->column + VIEW_GALLERY_LIST_WIDE, body->rows);
        draw_piece(gallery, scene, &side);
    } else if (body->rows >= VIEW_GALLERY_BELOW_FROM) {
        list.rows = body->rows / 4 > LIST_LEAST ? body->rows / 4 : LIST_LEAST;
        struct area below = {body->row + list.rows + 1, body->column + 1,
                             body->rows - list.rows - 1, body->columns - 2};
        app_rule(view->app, scene, below.row - 1, body->column, body->columns);
        draw_piece(gallery, scene, &below);
    }
    list_draw(&gallery->list, scene, &list);
}

static bool gallery_request(struct view *view, const struct event *event)
{
    struct gallery *gallery = gallery_of(view);
    const struct gallery_line *line = view_gallery_chosen(gallery);
    if ((event->request == REQ_ENTER || event->request == REQ_RULES) && line)
        return rules_open_at_piece(view->app, line->variant->id, line->kind->name), true;
    if (event->request == REQ_NEXT_PANEL || event->request == REQ_PREVIOUS_PANEL)
        return list_go(&gallery->list,
                       list_next_group(&gallery->list, event->request == REQ_NEXT_PANEL ? 1 : -1)),
               true;
    return list_request(&gallery->list, event);
}

static bool gallery_can(const struct view *view, enum request request)
{
    const struct gallery *gallery = (const struct gallery *)view;
    if (request == REQ_ENTER || request == REQ_RULES)
        return view_gallery_chosen(gallery) != NULL;
    if (request == REQ_NEXT_PANEL || request == REQ_PREVIOUS_PANEL)
        return list_next_group(&gallery->list, 1) >= 0;
    return list_can(&gallery->list, request);
}

static const struct hint *gallery_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_DOWN, REQ_UP, "move"},   {REQ_ENTER, REQ_NONE, "rules"},
        {REQ_SEARCH, REQ_NONE, NULL}, {REQ_FILTER, REQ_NONE, NULL},
        {REQ_CLOSE, REQ_NONE, NULL},  {REQ_NEXT_PANEL, REQ_NONE, "next family"},
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
