/* view_rules.c - the rules of a variant as pages (rules_lines.h). The cursor moves by lines; Enter opens a link. A
 * picture takes several lines. */
#include "config.h"
#include "archive/util/folded.h"
#include "tui/app/list.h"
#include "tui/views/navigation.h"
#include "tui/system/paths.h"
#include "tui/views/piece_card.h"
#include "tui/session/archive_places.h"
#include "tui/views/reader.h"
#include "tui/session/rule_number.h"
#include "tui/views/learn/rules_lines.h"
#include "tui/views/game/game.h"
#include "tui/views/view_pager.h"
#include "tui/views/view_variants.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct rules_pages {
    struct reader reader; /* its lines are those of `lines` */
    struct ruleset *rules;
    struct position start;
    struct rules_lines lines;
    struct scene card;
    char section[RULE_NUMBER_ROOM]; /* the section it was opened at, until a key is pressed; "": at the top */
    char piece[48];                 /* ... or the piece */
};

static struct rules_pages *pages_of(struct view *view)
{
    return (struct rules_pages *)view;
}

/* ---------------------------------------------------------------- opening */

/* Put the cursor on the piece or section the view was opened at, or on the section that contains it. */
static void go_to_section(struct rules_pages *pages)
{
    int at = *pages->piece ? rules_lines_piece(&pages->lines, pages->piece) : rules_lines_section(&pages->lines, pages->section);
    if (at >= 0) {
        pages->reader.at = at;
        pages->reader.top = at - 1;
    }
}

/* Make the lines for so many columns; the cursor stays in about the same place. */
static void make_lines(struct rules_pages *pages, int wide)
{
    int before = pages->lines.n;
    if (!rules_lines_make(&pages->lines, wide))
        return;
    pages->reader.n = pages->lines.n;
    pages->reader.at = before ? (int)((long)pages->reader.at * pages->lines.n / before) : 0;
    pages->reader.top = before ? (int)((long)pages->reader.top * pages->lines.n / before) : 0;
    go_to_section(pages);
}

static int find(const struct reader *reader, int from, int step)
{
    const struct rules_lines *lines = &((const struct rules_pages *)reader)->lines;
    for (int i = 0, length; i < lines->n; i++) {
        int at = ((reader->at + from + i * step) % lines->n + lines->n) % lines->n;
        if (lines->line[at].text && folded_find(lines->line[at].text, reader->search, &length) >= 0)
            return at;
    }
    return -1;
}

static int rules_view_open(struct view *view, const void *argument, struct note *why)
{
    struct rules_pages *pages = pages_of(view);
    const struct rules_wanted *wanted = argument;
    int status = ruleset_open(&pages->rules, wanted->id, wanted->setting, wanted->settings, why);
    if (status < 0)
        return status;
    pages->rules->rules->setup(pages->rules, &pages->start);
    pages->lines.app = view->app;
    pages->lines.rules = pages->rules;
    view->keymap[view->keymaps++] = KEYMAP_PAGER;
    view->keymap[view->keymaps++] = KEYMAP_RULES;
    pages->reader.pointed = true;
    pages->reader.find = find;
    make_lines(pages, RULES_FILE_WIDE);
    pages->reader.rows = 20;
    return 0;
}

static void rules_view_close(struct view *view)
{
    struct rules_pages *pages = pages_of(view);
    rules_lines_free(&pages->lines);
    scene_free(&pages->card);
    ruleset_free(pages->rules);
}

/* ---------------------------------------------------------------- drawing */

/* Draw a card into a scene of its own, from which the visible rows are copied. */
static void make_card(struct rules_pages *pages, const struct rules_line *line)
{
    struct area area = {0, 0, line->of, rules_card_columns(&pages->lines)};
    scene_begin(&pages->card, area.rows, area.columns);
    const struct app *app = pages->reader.view.app;
    if (line->pictured)
        piece_picture_draw(app, pages->rules, piece_at_first(pages->rules, line->kind), CELL_NONE, &pages->card, &area);
    else if (line->kind)
        piece_card_draw(app, pages->rules, piece_at_first(pages->rules, line->kind), CELL_NONE, &pages->card, &area);
    else
        position_draw(app, &pages->start, &pages->card, &area);
}

static void copy_card_row(const struct scene *card, int from, struct scene *scene, int row, int column, int end)
{
    for (int c = 0; c < card->columns && column + c < end; c++) {
        const struct glyph *glyph = &card->glyph[from * card->columns + c];
        scene_put(scene, row, column + c, glyph->character, (enum role)glyph->ink, (enum role)glyph->ground);
    }
}

static void draw_line(struct rules_pages *pages, const struct rules_line *line, struct scene *scene, int row,
                      const struct area *body, bool here)
{
    static const uint8_t inks[] = {[LINE_TEXT] = ROLE_TEXT, [LINE_HEADING] = ROLE_LABEL, [LINE_NAME] = ROLE_MOVE,
                                   [LINE_LINK] = ROLE_VARIATION, [LINE_GAME] = ROLE_VARIATION,
                                   [LINE_NEW_GAME] = ROLE_VARIATION,
                                   [LINE_GALLERY] = ROLE_VARIATION, [LINE_CARD] = ROLE_TEXT};
    enum role ground = here && rules_line_links(line) ? ROLE_SELECTED : ROLE_TEXT;
    int column = body->column + 1;
    if (rules_line_links(line)) {
        scene_fill(scene, row, column, body->columns - 1, ROLE_TEXT, ground, true);
        column = scene_text(scene, row, column, 2, line->row ? "  " : "> ", ROLE_VARIATION, ground);
    }
    text_found(scene, row, column, body->columns - (column - body->column), line->text, pages->reader.search,
               (enum role)inks[line->is], ground);
}

static void rules_view_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct rules_pages *pages = pages_of(view);
    const struct rules_line *drawn = NULL;
    make_lines(pages, body->columns - 2);
    pages->reader.rows = body->rows;
    reader_settle(&pages->reader);
    for (int r = 0; r < body->rows && pages->reader.top + r < pages->lines.n; r++) {
        const struct rules_line *line = &pages->lines.line[pages->reader.top + r];
        if (line->is != LINE_CARD) {
            draw_line(pages, line, scene, body->row + r, body, pages->reader.top + r == pages->reader.at);
            continue;
        }
        if (!drawn || drawn->kind != line->kind || drawn->pictured != line->pictured)
            make_card(pages, line);
        drawn = line;
        copy_card_row(&pages->card, line->row, scene, body->row + r, body->column + 4, body->column + body->columns);
    }
    snprintf(face->title, sizeof face->title, "The rules of %s", ruleset_title(pages->rules));
    snprintf(face->mode, sizeof face->mode, "RULES");
    const struct rules_line *here = &pages->lines.line[pages->reader.at];
    bool position = here->is == LINE_LINK; /* possibly on a different board from the page's */
    snprintf(face->status, sizeof face->status, "line %d of %d%s%.60s%s%.100s", pages->reader.at + 1, pages->lines.n,
             position ? ", a position of " : "", position ? here->variant : "", pages->reader.search[0] ? "  / " : "",
             pages->reader.search);
    scene->cursor_row = body->row + pages->reader.at - pages->reader.top;
    scene->cursor_column = body->column + 1;
}

/* ---------------------------------------------------------------- links */

/* Count how games continue from the position under the cursor; elsewhere, from the opening. */
static void count_openings(struct rules_pages *pages)
{
    const struct rules_line *line = &pages->lines.line[pages->reader.at];
    if (line->is == LINE_LINK)
        open_position_text(pages->reader.view.app, &pages->reader.view, line->variant, line->position, true);
    else
        open_openings(pages->reader.view.app, &pages->reader.view, &pages->start);
}

static void open_sample(struct rules_pages *pages, const char *file)
{
    char path[PATH_ROOM];
    struct note why;
    snprintf(path, sizeof path, "%s/%s", place_samples(), file);
    if (table_open_file(pages->reader.view.app, path, &why) < 0)
        app_error(pages->reader.view.app, "%s", why.text);
}

static void enter(struct rules_pages *pages)
{
    const struct rules_line *line = &pages->lines.line[pages->reader.at];
    struct new_open open = {pages->rules->id, pages->rules->setting, pages->rules->settings};
    if (line->is == LINE_LINK)
        open_position_text(pages->reader.view.app, &pages->reader.view, line->variant, line->position, false);
    else if (line->is == LINE_GAME)
        open_sample(pages, line->variant);
    else if (line->is == LINE_NEW_GAME)
        app_try_open(pages->reader.view.app, &new_view, &open);
    else if (line->is == LINE_GALLERY)
        app_try_open(pages->reader.view.app, &gallery_view, NULL);
}

/* Go to the next link, heading or piece, wrapping round. */
static void next_stop(struct rules_pages *pages, int step)
{
    for (int i = 1; i <= pages->lines.n; i++) {
        int at = ((pages->reader.at + i * step) % pages->lines.n + pages->lines.n) % pages->lines.n;
        const struct rules_line *line = &pages->lines.line[at];
        if (((rules_line_links(line) || line->is == LINE_HEADING) && !line->row) || line->is == LINE_NAME) {
            pages->reader.at = at;
            pages->reader.top = at - 1;
            return;
        }
    }
}

/* ---------------------------------------------------------------- requests */

static bool rules_view_request(struct view *view, const struct event *event)
{
    struct rules_pages *pages = pages_of(view);
    pages->section[0] = pages->piece[0] = '\0';
    switch (event->request) {
    case REQ_NEXT_PANEL: next_stop(pages, 1); break;
    case REQ_PREVIOUS_PANEL: next_stop(pages, -1); break;
    case REQ_ENTER: enter(pages); break;
    case REQ_OPENINGS: count_openings(pages); break;
    default: return reader_request(&pages->reader, event);
    }
    reader_settle(&pages->reader);
    return true;
}

static bool rules_view_can(const struct view *view, enum request request)
{
    const struct rules_pages *pages = (const struct rules_pages *)view;
    switch (request) {
    case REQ_NEXT_PANEL: case REQ_PREVIOUS_PANEL: return true;
    case REQ_OPENINGS: return !app_restricted(view->app);
    case REQ_ENTER: return pages->reader.at < pages->lines.n && rules_line_links(&pages->lines.line[pages->reader.at]);
    default: return reader_can(&pages->reader, request);
    }
}

static const struct hint *rules_view_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, "open"},       {REQ_DOWN, REQ_UP, "move"},
                                        {REQ_NEXT_PANEL, REQ_NONE, "next"},  {REQ_PAGE_DOWN, REQ_PAGE_UP, "page"},
                                        {REQ_SEARCH, REQ_NONE, NULL},        {REQ_GALLERY, REQ_NONE, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},         {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool rules_view_mouse(struct view *view, const struct mouse *mouse)
{
    struct rules_pages *pages = pages_of(view);
    struct area body = app_body(view->app);
    int at = pages->reader.top + mouse->row - body.row;
    if (!reader_mouse(&pages->reader, mouse) && mouse->what == MOUSE_PRESS && at >= 0 && at < pages->lines.n) {
        pages->reader.at = at;
        enter(pages);
    }
    return true;
}

const struct view_ops rules_view = {
    .name = "rules",
    .size = sizeof(struct rules_pages),
    .open = rules_view_open,
    .close = rules_view_close,
    .draw = rules_view_draw,
    .request = rules_view_request,
    .can = rules_view_can,
    .hints = rules_view_hints,
    .mouse = rules_view_mouse,
};

static void open_wanted(struct app *app, const struct rules_wanted *wanted, const char *rule)
{
    if (!app_try_open(app, &rules_view, wanted))
        return;
    struct rules_pages *pages = pages_of(app_top(app));
    if (rule_number_in(rule, pages->section))
        go_to_section(pages);
}

void rules_open_at(struct app *app, const char *id, const char *rule)
{
    open_wanted(app, &(struct rules_wanted){.id = strcmp(id, "custom") ? id : OWN_BOARD_USUAL}, rule);
}

void rules_open_of(struct app *app, const struct ruleset *rules, const char *rule)
{
    open_wanted(app, &(struct rules_wanted){rules->id, rules->setting, rules->settings}, rule);
}

void rules_open_at_piece(struct app *app, const char *id, const char *name)
{
    rules_open_at(app, id, "");
    if (app_top(app)->ops != &rules_view)
        return;
    struct rules_pages *pages = pages_of(app_top(app));
    snprintf(pages->piece, sizeof pages->piece, "%s", name);
    go_to_section(pages);
}

void rules_open(struct app *app, const char *id)
{
    rules_open_at(app, id, "");
}
