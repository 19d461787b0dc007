/* view_rules.c - the rules of a variant as pages (rules_lines.h). The cursor moves by lines, and
 * Enter opens a link. A picture takes several lines. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "tui/app/list.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/describe.h"
#include "tui/session/rules_page.h"
#include "tui/session/words/rules_words.h"
#include "tui/system/paths.h"
#include "tui/views/game/game.h"
#include "tui/views/learn/rules_lines.h"
#include "tui/views/navigation.h"
#include "tui/views/piece_card.h"
#include "tui/views/reader.h"
#include "tui/views/view_variants.h"
#include "tui/widgets/editors.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct rules_pages {
    struct reader reader; /* scrolls and searches the lines of `lines` */
    struct ruleset *rules;
    struct position start;
    struct rules_lines lines;
    struct scene card;
    /* the section to begin at, until a key is pressed; "": begin at the top */
    char section[RULE_NUMBER_ROOM];
    char piece[48];                   /* the piece to begin at, until a key is pressed; "": none */
    char heading[RULES_HEADING_ROOM]; /* the same with the heading of a section */
};

static struct rules_pages *pages_of(struct view *view)
{
    return (struct rules_pages *)view;
}

/* ---------------------------------------------------------------- opening */

/* Put the cursor on the piece or section that the view begins at, or on the section that contains
 * it. */
static void go_to_section(struct rules_pages *pages)
{
    int at = *pages->piece     ? rules_lines_piece(&pages->lines, pages->piece)
             : *pages->heading ? rules_lines_heading(&pages->lines, pages->heading)
                               : rules_lines_section(&pages->lines, pages->section);
    if (at >= 0) {
        pages->reader.at = at;
        pages->reader.top = at - 1;
    }
}

/* Make the lines for a width in columns. The cursor stays in about the same place. */
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

static int rules_find(const struct reader *reader, int from, int step)
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
    pages->reader.find = rules_find;
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

/* Draw the diagram of a piece into a scene of its own, from which the visible rows are copied. */
static void make_card(struct rules_pages *pages, const struct rules_line *line)
{
    struct area area = {0, 0, line->of, rules_card_columns(&pages->lines)};
    scene_begin(&pages->card, area.rows, area.columns);
    const struct app *app = pages->reader.view.app;
    if (line->pictured)
        piece_picture_draw(app, pages->rules, piece_at_first(pages->rules, line->kind), CELL_NONE,
                           &pages->card, &area);
    else if (line->kind)
        piece_card_draw(app, pages->rules, piece_at_first(pages->rules, line->kind), CELL_NONE,
                        &pages->card, &area);
    else
        position_draw(app, &pages->start, &pages->card, &area);
}

static void copy_card_row(const struct scene *card, int from, struct scene *scene, int row,
                          int column, int end)
{
    for (int c = 0; c < card->columns && column + c < end; c++) {
        const struct glyph *glyph = &card->glyph[from * card->columns + c];
        scene_put(scene, row, column + c, glyph->character, (enum role)glyph->ink,
                  (enum role)glyph->ground);
    }
}

static void rules_draw_line(struct rules_pages *pages, const struct rules_line *line,
                            struct scene *scene, int row, const struct area *body, bool here)
{
    static const uint8_t inks[] = {
        [LINE_TEXT] = ROLE_TEXT,         [LINE_HEADING] = ROLE_LABEL,
        [LINE_NAME] = ROLE_MOVE,         [LINE_LINK] = ROLE_VARIATION,
        [LINE_GAME] = ROLE_VARIATION,    [LINE_NEW_GAME] = ROLE_VARIATION,
        [LINE_GALLERY] = ROLE_VARIATION, [LINE_CARD] = ROLE_TEXT};
    enum role ground = here && rules_line_links(line) ? ROLE_SELECTED : ROLE_TEXT;
    int column = body->column + 1;
    if (rules_line_links(line)) {
        scene_fill(scene, row, column, body->columns - 1, ROLE_TEXT, ground, true);
        column = scene_text(scene, row, column, 2, line->row ? "  " : "> ", ROLE_VARIATION, ground);
    }
    text_found(scene, row, column, body->columns - (column - body->column), line->text,
               pages->reader.search, (enum role)inks[line->is], ground);
}

static void rules_view_draw(struct view *view, struct scene *scene, const struct area *body,
                            struct face *face)
{
    struct rules_pages *pages = pages_of(view);
    const struct rules_line *drawn = NULL;
    make_lines(pages, body->columns - 2);
    pages->reader.rows = body->rows;
    reader_settle(&pages->reader);
    for (int r = 0; r < body->rows && pages->reader.top + r < pages->lines.n; r++) {
        const struct rules_line *line = &pages->lines.line[pages->reader.top + r];
        if (line->is != LINE_CARD) {
            rules_draw_line(pages, line, scene, body->row + r, body,
                            pages->reader.top + r == pages->reader.at);
            continue;
        }
        if (!drawn || drawn->kind != line->kind || drawn->pictured != line->pictured)
            make_card(pages, line);
        drawn = line;
        copy_card_row(&pages->card, line->row, scene, body->row + r, body->column + 4,
                      body->column + body->columns);
    }
    snprintf(face->title, sizeof face->title, "The rules of %s", ruleset_title(pages->rules));
    snprintf(face->mode, sizeof face->mode, "RULES");
    const struct rules_line *here = &pages->lines.line[pages->reader.at];
    /* true for a position, which may be on a different board from the page's */
    bool position = here->is == LINE_LINK;
    snprintf(face->status, sizeof face->status, "line %d of %d%s%.60s%s%.100s",
             pages->reader.at + 1, pages->lines.n, position ? ", a position of " : "",
             position ? here->variant : "", pages->reader.search[0] ? "  / " : "",
             pages->reader.search);
    scene->cursor_row = body->row + pages->reader.at - pages->reader.top;
    scene->cursor_column = body->column + 1;
}

/* ---------------------------------------------------------------- links */

/* Show how games continue from the position under the cursor, or from the opening if there is
 * none. */
static void count_openings(struct rules_pages *pages, const char *query)
{
    const struct rules_line *line = &pages->lines.line[pages->reader.at];
    if (line->is == LINE_LINK)
        open_position_text(pages->reader.view.app, &pages->reader.view, line->variant,
                           line->position, query);
    else
        open_openings(pages->reader.view.app, &pages->reader.view, &pages->start, query);
}

static void rules_open_sample(struct rules_pages *pages, const char *file)
{
    char path[PATH_ROOM];
    struct note why;
    snprintf(path, sizeof path, "%s/%s", place_samples(), file);
    if (table_open_file(pages->reader.view.app, path, &why) < 0)
        app_error(pages->reader.view.app, "%s", why.text);
}

static void rules_enter(struct rules_pages *pages)
{
    const struct rules_line *line = &pages->lines.line[pages->reader.at];
    struct new_open open = {pages->rules->id, pages->rules->setting, pages->rules->settings};
    if (line->is == LINE_LINK)
        open_position_text(pages->reader.view.app, &pages->reader.view, line->variant,
                           line->position, NULL);
    else if (line->is == LINE_GAME)
        rules_open_sample(pages, line->variant);
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
        if (((rules_line_links(line) || line->is == LINE_HEADING) && !line->row) ||
            line->is == LINE_NAME) {
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
    pages->section[0] = pages->piece[0] = pages->heading[0] = '\0';
    switch (event->request) {
    case REQ_NEXT_PANEL:
        next_stop(pages, 1);
        break;
    case REQ_PREVIOUS_PANEL:
        next_stop(pages, -1);
        break;
    case REQ_ENTER:
        rules_enter(pages);
        break;
    case REQ_OPENINGS:
        count_openings(pages, event->argument);
        break;
    default:
        return reader_request(&pages->reader, event);
    }
    reader_settle(&pages->reader);
    return true;
}

static bool rules_view_can(const struct view *view, enum request request)
{
    const struct rules_pages *pages = (const struct rules_pages *)view;
    switch (request) {
    case REQ_NEXT_PANEL:
    case REQ_PREVIOUS_PANEL:
        return true;
    case REQ_OPENINGS:
        return !app_restricted(view->app);
    case REQ_ENTER:
        return pages->reader.at < pages->lines.n &&
               rules_line_links(&pages->lines.line[pages->reader.at]);
    default:
        return reader_can(&pages->reader, request);
    }
}

static const struct hint *rules_view_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, "open"},      {REQ_DOWN, REQ_UP, "move"},
        {REQ_NEXT_PANEL, REQ_NONE, "next"}, {REQ_PAGE_DOWN, REQ_PAGE_UP, "page"},
        {REQ_SEARCH, REQ_NONE, NULL},       {REQ_GALLERY, REQ_NONE, NULL},
        {REQ_CLOSE, REQ_NONE, NULL},        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool rules_view_mouse(struct view *view, const struct mouse *mouse)
{
    struct rules_pages *pages = pages_of(view);
    struct area body = app_body(view->app);
    int at = pages->reader.top + mouse->row - body.row;
    if (!reader_mouse(&pages->reader, mouse) && mouse->what == MOUSE_PRESS && at >= 0 &&
        at < pages->lines.n) {
        pages->reader.at = at;
        rules_enter(pages);
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
    open_wanted(app, &(struct rules_wanted){.id = strcmp(id, "custom") ? id : OWN_BOARD_USUAL},
                rule);
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

/* Show why a text asks for no rules. */
static void refuse(struct app *app, const struct note *why)
{
    char text[sizeof why->text + 40];
    app_error(app, "%s", app_words(app, app_top(app), why->text, text, sizeof text));
}

void rules_show(struct app *app, const char *asked_for, const struct ruleset *rules)
{
    struct rules_asked asked;
    struct note why;
    struct view *top = app_top(app);
    char number[RULE_NUMBER_ROOM], heading[RULES_HEADING_ROOM], cited[RULE_NUMBER_ROOM + 20] = "";
    if (!rules && top->ops == &rules_view)
        rules = pages_of(top)->rules;
    if (rules_asked_read(asked_for, rules, &asked, &why) < 0) {
        refuse(app, &why);
        return;
    }
    bool whole = !*asked.section || !strcmp(asked.section, "all");
    if (!whole && !rules_asked_place(&asked, number, heading)) {
        rules_no_section(&asked, &why);
        refuse(app, &why);
    } else {
        if (!whole && *number)
            snprintf(cited, sizeof cited, "(.md %s)", number);
        rules_open_of(app, asked.rules, cited);
        if (!whole && *heading && app_top(app)->ops == &rules_view) {
            struct rules_pages *pages = pages_of(app_top(app));
            snprintf(pages->heading, sizeof pages->heading, "%s", heading);
            go_to_section(pages);
        }
    }
    rules_asked_clear(&asked);
}

/* ---- The rules of a variant as lines of a page: see rules_lines.h. */

enum {
    TEXT_WIDE = 76,
    LEAST_WIDE = 16,
    CARD_ROWS = 18,
    PIECE_ROWS = 12,
    PICTURE_ROWS = 25, /* rows for the source's picture: 64 triangles and the file letters */
    CARD_COLUMNS = 60,
    LINK_SIGN = 2, /* columns for the sign before a link */
    LINE_ROOM = 4600
};

static struct rules_line *rules_add(struct rules_lines *lines, enum rules_line_is is,
                                    const char *text)
{
    lines->line = memory_room(lines->line, &lines->room, lines->n + 1, sizeof *lines->line);
    struct rules_line *line = &lines->line[lines->n++];
    *line = (struct rules_line){.is = (uint8_t)is, .text = text ? memory_text(text) : NULL};
    return line;
}

/* Add a sentence, broken between words. Its later lines begin with `hang`. */
static void add_hanging(struct rules_lines *lines, const char *indent, const char *hang,
                        const char *text)
{
    char line[LINE_ROOM];
    int room = lines->wide < TEXT_WIDE ? lines->wide : TEXT_WIDE, length = (int)strlen(text);
    for (int from = 0, next; from < length; from = next, indent = hang) {
        int end = text_row(text, length, from, room - (int)strlen(indent), &next);
        snprintf(line, sizeof line, "%s%.*s", indent, end - from, text + from);
        rules_add(lines, LINE_TEXT, line);
    }
}

/* Add a heading, broken between words if necessary. Tab stops at it once. */
static void add_heading(struct rules_lines *lines, const char *text)
{
    int length = (int)strlen(text), row = 0;
    for (int from = 0, next; from < length; from = next) {
        int end = text_row(text, length, from, lines->wide, &next);
        struct rules_line *line = rules_add(lines, LINE_HEADING, text + from);
        line->text[end - from] = '\0';
        line->row = row++;
    }
}

static void add_wrapped(struct rules_lines *lines, const char *indent, const char *text)
{
    add_hanging(lines, indent, indent, text);
}

/* Add a link, broken between words if necessary. Each of its lines opens it. `variant` and
 * `position` may be NULL. */
static void add_links(struct rules_lines *lines, enum rules_line_is is, const char *text,
                      const char *variant, const char *position)
{
    int length = (int)strlen(text), row = 0;
    for (int from = 0, next; from < length; from = next) {
        int end = text_row(text, length, from, lines->wide - LINK_SIGN, &next);
        struct rules_line *line = rules_add(lines, is, NULL);
        line->text = memory_text(text + from);
        line->text[end - from] = '\0';
        line->row = row++;
        line->variant = variant ? memory_text(variant) : NULL;
        line->position = position ? memory_text(position) : NULL;
    }
}

int rules_card_columns(const struct rules_lines *lines)
{
    return lines->wide - 4 < CARD_COLUMNS ? lines->wide - 4 : CARD_COLUMNS;
}

static void add_card_rows(struct rules_lines *lines, int kind, bool pictured, int rows)
{
    for (int row = 0; row < rows; row++) {
        struct rules_line *line = rules_add(lines, LINE_CARD, NULL);
        line->kind = kind;
        line->pictured = pictured;
        line->row = row;
        line->of = rows;
    }
    rules_add(lines, LINE_TEXT, "");
}

static void add_card(struct rules_lines *lines, int kind)
{
    const struct board *board = lines->rules->board;
    bool squares = board->shape == BOARD_SQUARES;
    /* a board with its file letters */
    int whole = squares && board->ranks + 1 > CARD_ROWS ? board->ranks + 1 : CARD_ROWS;
    int rows = piece_card_rows(lines->app, lines->rules, kind && squares ? PIECE_ROWS : whole,
                               rules_card_columns(lines));
    add_card_rows(lines, kind, false, rows);
}

/* Add the source's picture below the diagram, if the two differ. */
static void add_picture(struct rules_lines *lines, int kind)
{
    struct piece piece = piece_at_first(lines->rules, kind);
    char text[200];
    if (!piece_has_picture(lines->rules, piece))
        return;
    piece_picture_words(lines->rules, piece, text, sizeof text);
    add_wrapped(lines, "   ", text);
    int rows = piece_picture_rows(lines->app, lines->rules, piece, PICTURE_ROWS,
                                  rules_card_columns(lines));
    add_card_rows(lines, kind, true, rows);
}

static void add_beginning(struct rules_lines *lines)
{
    char text[300];
    add_heading(lines, ruleset_title(lines->rules));
    for (int i = 0; i < 3 && lines->rules->summary[i]; i++)
        add_wrapped(lines, "", lines->rules->summary[i]);
    rules_add(lines, LINE_TEXT, "");
    char board[40];
    rules_board_size(lines->rules, board, sizeof board);
    snprintf(text, sizeof text, "%s, %d sides", board, lines->rules->sides);
    rules_add(lines, LINE_TEXT, text);
    for (int i = 0; i < lines->rules->settings; i++) {
        snprintf(text, sizeof text, "%s: %s", lines->rules->setting[i].name,
                 lines->rules->setting[i].value);
        add_wrapped(lines, "", text);
    }
    if (lines->rules->settings)
        rules_add(lines, LINE_TEXT,
                  lines->rules->settings > 1 ? "(unlike the default rules)"
                                             : "(unlike the default rule)");
    rules_add(lines, LINE_TEXT, "");
    add_links(lines, LINE_NEW_GAME, "play it: a new game at this keyboard", NULL, NULL);
    add_links(lines, LINE_GALLERY, "gallery: the pieces of all games", NULL, NULL);
    rules_add(lines, LINE_TEXT, "");
    add_card(lines, 0);
}

static void add_pieces(struct rules_lines *lines)
{
    const struct ruleset *rules = lines->rules;
    struct position *start = memory_new(1, sizeof *start);
    char text[300];
    int order[KINDS_MAX], own;
    rules->rules->setup(rules, start);
    int n = rules_kinds(start, order, &own);
    free(start);
    add_heading(lines, "The pieces");
    for (int at = 0; at < n; at++) {
        int i = order[at];
        const struct kind *kind = &rules->kinds[i];
        if (at == own)
            add_heading(lines, RULES_OTHER_KINDS);
        snprintf(text, sizeof text, "%c  %s%s", kind->letter, kind->name,
                 kind->royal ? " (royal)" : "");
        rules_add(lines, LINE_NAME, text);
        if (kind->moves)
            add_wrapped(lines, "   ", kind->moves);
        if (kind->source) {
            snprintf(text, sizeof text, "   [%s]", kind->source);
            rules_add(lines, LINE_TEXT, text);
        }
        struct piece piece = piece_at_first(rules, i);
        if (piece_card_words(rules, piece, text, sizeof text))
            add_wrapped(lines, "   ", text);
        if (piece_has_card(rules, piece))
            add_card(lines, i);
        else
            rules_add(lines, LINE_TEXT, "");
        add_picture(lines, i);
    }
}

static void add_options(struct rules_lines *lines)
{
    const struct variant *variant = lines->rules->variant;
    char text[300];
    if (!variant->option_count)
        return;
    add_heading(lines, "Options, the default value first");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        if (!ruleset_offers(lines->rules, option))
            continue;
        snprintf(text, sizeof text, "%s = %s", option->name,
                 option->values ? option->values : "...");
        rules_add(lines, LINE_NAME, text);
        if (option->help)
            add_wrapped(lines, "   ", option->help);
    }
    rules_add(lines, LINE_TEXT, "");
}

enum text_part { PART_GAMES, PART_OWN_POSITIONS, PART_POSITIONS };

/* Add a line of the text on a screen that is narrower than the text. The lines of a paragraph are
 * joined and broken again; those of a list item are indented. `paragraph` collects the lines that
 * are not broken yet. */
static void add_narrow(struct rules_lines *lines, const char *text, char *paragraph, size_t size)
{
    size_t blanks = strspn(text, " "), used = strlen(paragraph);
    if (*text && !blanks && *text != '-') {
        text_add(paragraph, size, &used, "%s%s", used ? " " : "", text);
        return;
    }
    add_wrapped(lines, "", paragraph);
    paragraph[0] = '\0';
    if (*text == '-')
        text_add(paragraph, size, &(size_t){0}, "%s", text);
    else if ((int)strlen(text) <= lines->wide || strpbrk(text, "/\\"))
        rules_add(lines, LINE_TEXT, text);
    else
        add_hanging(lines, blanks < 4 ? "  " : "            ", "            ", text + blanks);
}

/* Add one part of the examples: the annotated games; the positions to play from, first those of
 * this variant. */
static void add_examples(struct rules_lines *lines, const struct rules_page *page,
                         enum text_part wanted)
{
    static const char *const headings[] = {"Games that show it, with notes", "Positions to play on",
                                           "Positions of other games of the family"};
    struct rules_example example;
    bool any = false;
    for (int i = 1; rules_page_example(page, i, &example); i++) {
        bool own = !strcmp(example.where, lines->rules->variant->id);
        if (wanted != (example.game ? PART_GAMES : own ? PART_OWN_POSITIONS : PART_POSITIONS))
            continue;
        if (!any)
            add_heading(lines, headings[wanted]);
        any = true;
        add_links(lines, example.game ? LINE_GAME : LINE_LINK, example.caption, example.where,
                  example.game ? NULL : example.position);
    }
    if (any)
        rules_add(lines, LINE_TEXT, "");
}

/* Add the text without its examples. */
static void rules_add_text(struct rules_lines *lines, const struct rules_page *page)
{
    char text[LINE_ROOM], paragraph[LINE_ROOM] = "";
    struct rules_example example;
    for (int i = 0; i < page->n; i++) {
        size_t hashes = strspn(page->line[i], "#");
        if (rules_example_read(page->line[i], &example))
            continue;
        snprintf(text, sizeof text, "%s", page->line[i]);
        rules_unmark(text);
        if (hashes && text[hashes] == ' ')
            add_heading(lines, text + hashes + 1);
        else if (lines->wide < RULES_FILE_WIDE)
            add_narrow(lines, text, paragraph, sizeof paragraph);
        else
            rules_add(lines, LINE_TEXT, text);
    }
    add_wrapped(lines, "", paragraph);
}

static void forget_lines(struct rules_lines *lines)
{
    for (int i = 0; i < lines->n; i++) {
        free(lines->line[i].text);
        free(lines->line[i].variant);
        free(lines->line[i].position);
    }
    lines->n = 0;
}

bool rules_lines_make(struct rules_lines *lines, int wide)
{
    wide = wide < LEAST_WIDE ? LEAST_WIDE : wide > RULES_FILE_WIDE ? RULES_FILE_WIDE : wide;
    if (wide == lines->wide)
        return false;
    forget_lines(lines);
    lines->wide = wide;
    struct rules_page page;
    rules_page_read(&page, lines->rules);
    add_beginning(lines);
    for (enum text_part part = PART_GAMES; part <= PART_POSITIONS; part++)
        add_examples(lines, &page, part);
    add_pieces(lines);
    add_options(lines);
    lines->text_at = lines->n;
    rules_add_text(lines, &page);
    rules_page_clear(&page);
    return true;
}

void rules_lines_free(struct rules_lines *lines)
{
    forget_lines(lines);
    free(lines->line);
}

int rules_lines_section(const struct rules_lines *lines, const char *rule)
{
    char number[RULE_NUMBER_ROOM];
    snprintf(number, sizeof number, "%s", rule);
    do {
        for (int at = lines->text_at; *number && at < lines->n; at++)
            if (rule_number_begins(lines->line[at].text, number))
                return at;
    } while (rule_number_up(number));
    return -1;
}

int rules_lines_piece(const struct rules_lines *lines, const char *name)
{
    for (int at = 0; at < lines->n; at++) {
        const struct rules_line *line = &lines->line[at];
        const char *stands =
            line->is == LINE_NAME && line->text[0] ? line->text + strcspn(line->text, " ") : "";
        size_t length = strlen(name);
        stands += strspn(stands, " ");
        if (*name && !strncmp(stands, name, length) &&
            (!stands[length] || !strncmp(stands + length, " (", 2)))
            return at;
    }
    return -1;
}

int rules_lines_heading(const struct rules_lines *lines, const char *heading)
{
    for (int at = lines->text_at; at < lines->n; at++) {
        const struct rules_line *line = &lines->line[at];
        /* a heading that is too wide takes several lines, and each has a part of it */
        if (line->is == LINE_HEADING && !line->row && *line->text &&
            !strncmp(heading, line->text, strlen(line->text)))
            return at;
    }
    return -1;
}

bool rules_line_links(const struct rules_line *line)
{
    return line->is == LINE_LINK || line->is == LINE_GAME || line->is == LINE_NEW_GAME ||
           line->is == LINE_GALLERY;
}
