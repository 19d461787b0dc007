/* view_rules.c - the rules of a variant as pages: how to win and what is odd first, the opening, positions to play on,
 * the pieces with their pictures of moves, options, and the family's text with notation and inventors.
 *
 * A page is a list of lines; pictures take several of them. The cursor walks the lines; Enter opens a link. In
 * docs/rules a line "position: VARIANT TEXT -- CAPTION" is a position that can be opened and played on, and
 * "game: FILE -- CAPTION" an annotated game of the sample archive. */
#include "config.h"
#include "tui/edit_text.h"
#include "tui/filter.h"
#include "tui/list.h"
#include "tui/opening.h"
#include "tui/paths.h"
#include "tui/piece_card.h"
#include "tui/places.h"
#include "tui/rule_number.h"
#include "tui/table.h"
#include "tui/view_pager.h"
#include "tui/view_variants.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_WIDE = 76,
    FILE_WIDE = 78, /* as its lines are broken */
    LEAST_WIDE = 16,
    CARD_ROWS = 18,
    PIECE_ROWS = 12,
    CARD_COLUMNS = 60,
    LINE_ROOM = 4600
};

enum line_is { LINE_TEXT, LINE_HEADING, LINE_NAME, LINE_LINK, LINE_GAME, LINE_NEW_GAME, LINE_GALLERY, LINE_CARD };

struct rules_line {
    uint8_t is;       /* enum line_is */
    char *text;       /* owned; of a card NULL */
    char *variant, *position; /* of a link; of a game: its file in the sample archive, and NULL; owned */
    int kind, row, of; /* of a card: its kind (0: the opening), the row of it and how many there are */
};

struct rules_pages {
    struct view view;
    struct ruleset *rules;
    struct position start;
    struct rules_line *line;
    int lines, room, text_at; /* text_at: where the family's text begins */
    int wide; /* columns the lines were made for */
    int at, top, rows; /* the cursor, the first line shown, lines of a page */
    struct scene card;
    char search[256];
    int kept_at; /* the cursor when a search was begun */
    char section[RULE_NUMBER_ROOM]; /* where it was opened, until a key is pressed; "": at the top */
};

static struct rules_pages *pages_of(struct view *view)
{
    return (struct rules_pages *)view;
}

/* ---------------------------------------------------------------- the lines */

static struct rules_line *add(struct rules_pages *pages, enum line_is is, const char *text)
{
    pages->line = memory_room(pages->line, &pages->room, pages->lines + 1, sizeof *pages->line);
    struct rules_line *line = &pages->line[pages->lines++];
    *line = (struct rules_line){.is = (uint8_t)is, .text = text ? memory_text(text) : NULL};
    return line;
}

/* A sentence broken at words; its later lines may stand farther in. */
static void add_hanging(struct rules_pages *pages, const char *indent, const char *hang, const char *text)
{
    char line[LINE_ROOM];
    int room = pages->wide < TEXT_WIDE ? pages->wide : TEXT_WIDE, length = (int)strlen(text);
    for (int from = 0, next; from < length; from = next, indent = hang) {
        int end = text_row(text, length, from, room - (int)strlen(indent), &next);
        snprintf(line, sizeof line, "%s%.*s", indent, end - from, text + from);
        add(pages, LINE_TEXT, line);
    }
}

static void add_wrapped(struct rules_pages *pages, const char *indent, const char *text)
{
    add_hanging(pages, indent, indent, text);
}

static int card_columns(const struct rules_pages *pages)
{
    return pages->wide - 4 < CARD_COLUMNS ? pages->wide - 4 : CARD_COLUMNS;
}

static void add_card(struct rules_pages *pages, int kind)
{
    const struct board *board = pages->rules->board;
    bool squares = board->shape == BOARD_SQUARES;
    int whole = squares && board->ranks + 1 > CARD_ROWS ? board->ranks + 1 : CARD_ROWS; /* the opening with its files */
    int rows = piece_card_rows(pages->view.app, pages->rules, kind && squares ? PIECE_ROWS : whole, card_columns(pages));
    for (int row = 0; row < rows; row++) {
        struct rules_line *line = add(pages, LINE_CARD, NULL);
        line->kind = kind;
        line->row = row;
        line->of = rows;
    }
    add(pages, LINE_TEXT, "");
}

static void add_beginning(struct rules_pages *pages)
{
    char text[200];
    const struct variant *variant = pages->rules->variant;
    add(pages, LINE_HEADING, variant->title);
    for (int i = 0; i < 3 && variant->summary[i]; i++)
        add_wrapped(pages, "", variant->summary[i]);
    add(pages, LINE_TEXT, "");
    snprintf(text, sizeof text, "%s, %d sides", variant->board, pages->rules->sides);
    add(pages, LINE_TEXT, text);
    add(pages, LINE_TEXT, "");
    add(pages, LINE_NEW_GAME, "play it: a new game for those at this keyboard");
    add(pages, LINE_GALLERY, "the gallery: the pieces of all games");
    add(pages, LINE_TEXT, "");
    add_card(pages, 0);
}

static void add_pieces(struct rules_pages *pages)
{
    const struct ruleset *rules = pages->rules;
    char text[200];
    add(pages, LINE_HEADING, "The pieces");
    for (int i = 1; i <= rules->kind_count; i++) {
        const struct kind *kind = &rules->kinds[i];
        snprintf(text, sizeof text, "%c  %s%s", kind->letter, kind->name, kind->royal ? " (royal)" : "");
        add(pages, LINE_NAME, text);
        if (kind->moves)
            add_wrapped(pages, "   ", kind->moves);
        if (kind->source) {
            snprintf(text, sizeof text, "   [%s]", kind->source);
            add(pages, LINE_TEXT, text);
        }
        if (piece_has_card(rules, piece_at_first(rules, i)))
            add_card(pages, i);
        else
            add(pages, LINE_TEXT, "");
    }
}

static void add_options(struct rules_pages *pages)
{
    const struct variant *variant = pages->rules->variant;
    char text[300];
    if (!variant->option_count)
        return;
    add(pages, LINE_HEADING, "Options, the usual value first");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        if (!ruleset_offers(pages->rules, option))
            continue;
        snprintf(text, sizeof text, "%s = %s", option->name, option->values ? option->values : "...");
        add(pages, LINE_NAME, text);
        if (option->help)
            add_wrapped(pages, "   ", option->help);
    }
    add(pages, LINE_TEXT, "");
}

/* "VARIANT TEXT -- CAPTION" of a position to play on. */
static void add_link(struct rules_pages *pages, const char *text)
{
    const char *end = strstr(text, " -- ");
    size_t id = strcspn(text, " ");
    char caption[400];
    if (!end || text + id >= end)
        return;
    snprintf(caption, sizeof caption, "%.300s", end + 4);
    struct rules_line *line = add(pages, LINE_LINK, caption);
    line->variant = memory_text(text);
    line->variant[id] = '\0';
    line->position = memory_text(text + id + 1);
    line->position[end - text - (ptrdiff_t)id - 1] = '\0';
}

/* "FILE -- CAPTION" of an annotated game. */
static void add_game(struct rules_pages *pages, const char *text)
{
    const char *end = strstr(text, " -- ");
    if (!end)
        return;
    struct rules_line *line = add(pages, LINE_GAME, end + 4);
    line->variant = memory_text(text);
    line->variant[end - text] = '\0';
}

/* The text of the variant, or else that of its family; NULL without one. */
static FILE *open_text(const struct rules_pages *pages)
{
    const char *names[] = {pages->rules->variant->id, pages->rules->rules->family};
    FILE *file = NULL;
    for (int i = 0; i < 2 && !file; i++) {
        char path[PATH_MAX + 64];
        snprintf(path, sizeof path, "%s/docs/rules/%s.md", app_data(pages->view.app), names[i]);
        file = fopen(path, "r");
    }
    return file;
}

enum text_part { PART_GAMES, PART_POSITIONS, PART_TEXT };

/* A line of the text where the screen is narrower than it: lines of a paragraph are joined and broken anew, those of a list go on
 * farther in. `paragraph` holds what is not yet broken. */
static void add_narrow(struct rules_pages *pages, const char *text, char *paragraph, size_t size)
{
    size_t blanks = strspn(text, " "), used = strlen(paragraph);
    if (*text && !blanks && *text != '-') {
        text_add(paragraph, size, &used, "%s%s", used ? " " : "", text);
        return;
    }
    add_wrapped(pages, "", paragraph);
    paragraph[0] = '\0';
    if (*text == '-')
        text_add(paragraph, size, &(size_t){0}, "%s", text);
    else if ((int)strlen(text) <= pages->wide || strpbrk(text, "/\\"))
        add(pages, LINE_TEXT, text);
    else
        add_hanging(pages, blanks < 4 ? "  " : "            ", "            ", text + blanks);
}

/* One part of the text: the annotated games, the positions to play on, or all the rest. */
static void add_text(struct rules_pages *pages, enum text_part wanted)
{
    static const char *const headings[] = {"Games that show it, with notes", "Positions to play on"};
    char text[LINE_ROOM], paragraph[LINE_ROOM] = "";
    FILE *file = open_text(pages);
    bool any = false;
    while (file && fgets(text, sizeof text, file)) {
        text[strcspn(text, "\r\n")] = '\0';
        enum text_part part = !strncmp(text, "game: ", 6)        ? PART_GAMES
                              : !strncmp(text, "position: ", 10) ? PART_POSITIONS
                                                                 : PART_TEXT;
        size_t hashes = strspn(text, "#");
        if (part != wanted)
            continue;
        if (part != PART_TEXT && !any)
            add(pages, LINE_HEADING, headings[part]);
        any = true;
        if (part == PART_GAMES)
            add_game(pages, text + 6);
        else if (part == PART_POSITIONS)
            add_link(pages, text + 10);
        else if (hashes && text[hashes] == ' ')
            add(pages, LINE_HEADING, text + hashes + 1);
        else if (pages->wide < FILE_WIDE)
            add_narrow(pages, text, paragraph, sizeof paragraph);
        else
            add(pages, LINE_TEXT, text);
    }
    add_wrapped(pages, "", paragraph);
    if (file)
        fclose(file);
    if (wanted != PART_TEXT && any)
        add(pages, LINE_TEXT, "");
}

/* ---------------------------------------------------------------- opening */

static void forget_lines(struct rules_pages *pages)
{
    for (int i = 0; i < pages->lines; i++) {
        free(pages->line[i].text);
        free(pages->line[i].variant);
        free(pages->line[i].position);
    }
    pages->lines = 0;
}

/* The cursor to the section it was opened at, or to the one that is in: the family's text is the last part. */
static void go_to_section(struct rules_pages *pages)
{
    char number[RULE_NUMBER_ROOM];
    memcpy(number, pages->section, sizeof number);
    do {
        for (int at = pages->text_at; *number && at < pages->lines; at++)
            if (rule_number_begins(pages->line[at].text, number)) {
                pages->at = at;
                pages->top = at - 1;
                return;
            }
    } while (rule_number_up(number));
}

/* The lines for so many columns; the cursor stays about where it was. */
static void make_lines(struct rules_pages *pages, int wide)
{
    int before = pages->lines;
    wide = wide < LEAST_WIDE ? LEAST_WIDE : wide > FILE_WIDE ? FILE_WIDE : wide;
    if (wide == pages->wide)
        return;
    forget_lines(pages);
    pages->wide = wide;
    add_beginning(pages);
    add_text(pages, PART_GAMES);
    add_text(pages, PART_POSITIONS);
    add_pieces(pages);
    add_options(pages);
    pages->text_at = pages->lines;
    add_text(pages, PART_TEXT);
    pages->at = before ? (int)((long)pages->at * pages->lines / before) : 0;
    pages->top = before ? (int)((long)pages->top * pages->lines / before) : 0;
    go_to_section(pages);
}

static int rules_view_open(struct view *view, const void *argument, struct note *why)
{
    struct rules_pages *pages = pages_of(view);
    int status = ruleset_open(&pages->rules, argument, NULL, 0, why);
    if (status < 0)
        return status;
    pages->rules->rules->setup(pages->rules, &pages->start);
    view->keymap[view->keymaps++] = KEYMAP_PAGER;
    view->keymap[view->keymaps++] = KEYMAP_RULES;
    make_lines(pages, FILE_WIDE);
    pages->rows = 20;
    return 0;
}

static void rules_view_close(struct view *view)
{
    struct rules_pages *pages = pages_of(view);
    forget_lines(pages);
    free(pages->line);
    scene_free(&pages->card);
    ruleset_free(pages->rules);
}

/* ---------------------------------------------------------------- drawing */

/* A card is drawn on a scene of its own, and the rows that are seen are copied. */
static void make_card(struct rules_pages *pages, const struct rules_line *line)
{
    struct area area = {0, 0, line->of, card_columns(pages)};
    scene_begin(&pages->card, area.rows, area.columns);
    if (line->kind)
        piece_card_draw(pages->view.app, pages->rules, piece_at_first(pages->rules, line->kind), CELL_NONE, &pages->card, &area);
    else
        position_draw(pages->view.app, &pages->start, &pages->card, &area);
}

static void copy_card_row(const struct scene *card, int from, struct scene *scene, int row, int column, int end)
{
    for (int c = 0; c < card->columns && column + c < end; c++) {
        const struct glyph *glyph = &card->glyph[from * card->columns + c];
        scene_put(scene, row, column + c, glyph->character, (enum role)glyph->ink, (enum role)glyph->ground);
    }
}

static bool is_link(const struct rules_line *line)
{
    return line->is == LINE_LINK || line->is == LINE_GAME || line->is == LINE_NEW_GAME || line->is == LINE_GALLERY;
}

static void draw_line(struct rules_pages *pages, const struct rules_line *line, struct scene *scene, int row,
                      const struct area *body, bool here)
{
    static const uint8_t inks[] = {[LINE_TEXT] = ROLE_TEXT, [LINE_HEADING] = ROLE_LABEL, [LINE_NAME] = ROLE_MOVE,
                                   [LINE_LINK] = ROLE_VARIATION, [LINE_GAME] = ROLE_VARIATION,
                                   [LINE_NEW_GAME] = ROLE_VARIATION,
                                   [LINE_GALLERY] = ROLE_VARIATION, [LINE_CARD] = ROLE_TEXT};
    enum role ground = here && is_link(line) ? ROLE_SELECTED : ROLE_TEXT;
    int column = body->column + 1;
    if (is_link(line)) {
        scene_fill(scene, row, column, body->columns - 1, ROLE_TEXT, ground, true);
        column = scene_text(scene, row, column, 2, "> ", ROLE_VARIATION, ground);
    }
    text_found(scene, row, column, body->columns - (column - body->column), line->text, pages->search,
               (enum role)inks[line->is], ground);
}

static void scroll(struct rules_pages *pages)
{
    pages->at = pages->at >= pages->lines ? pages->lines - 1 : pages->at < 0 ? 0 : pages->at;
    if (pages->at < pages->top)
        pages->top = pages->at;
    if (pages->at >= pages->top + pages->rows)
        pages->top = pages->at - pages->rows + 1;
    if (pages->top > pages->lines - pages->rows)
        pages->top = pages->lines - pages->rows;
    if (pages->top < 0)
        pages->top = 0;
}

static void rules_view_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct rules_pages *pages = pages_of(view);
    const struct rules_line *drawn = NULL;
    make_lines(pages, body->columns - 2);
    pages->rows = body->rows;
    scroll(pages);
    for (int r = 0; r < body->rows && pages->top + r < pages->lines; r++) {
        const struct rules_line *line = &pages->line[pages->top + r];
        if (line->is != LINE_CARD) {
            draw_line(pages, line, scene, body->row + r, body, pages->top + r == pages->at);
            continue;
        }
        if (!drawn || drawn->kind != line->kind)
            make_card(pages, line);
        drawn = line;
        copy_card_row(&pages->card, line->row, scene, body->row + r, body->column + 4, body->column + body->columns);
    }
    snprintf(face->title, sizeof face->title, "The rules of %s", pages->rules->variant->title);
    snprintf(face->mode, sizeof face->mode, "RULES");
    snprintf(face->status, sizeof face->status, "line %d of %d%s%.100s", pages->at + 1, pages->lines,
             pages->search[0] ? "  / " : "", pages->search);
    scene->cursor_row = body->row + pages->at - pages->top;
    scene->cursor_column = body->column + 1;
}

/* ---------------------------------------------------------------- links */

/* How games go on from the position under the cursor, from the opening anywhere else. */
static void count_openings(struct rules_pages *pages)
{
    const struct rules_line *line = &pages->line[pages->at];
    if (line->is == LINE_LINK)
        open_position_text(pages->view.app, &pages->view, line->variant, line->position, true);
    else
        open_openings(pages->view.app, &pages->view, &pages->start);
}

static void open_sample(struct rules_pages *pages, const char *file)
{
    char path[PATH_ROOM];
    struct note why;
    snprintf(path, sizeof path, "%s/%s", place_samples(), file);
    if (table_open_file(pages->view.app, path, &why) < 0)
        app_error(pages->view.app, "%s", why.text);
}

static void enter(struct rules_pages *pages)
{
    const struct rules_line *line = &pages->line[pages->at];
    struct new_open open = {.variant = pages->rules->variant->id};
    if (line->is == LINE_LINK)
        open_position_text(pages->view.app, &pages->view, line->variant, line->position, false);
    else if (line->is == LINE_GAME)
        open_sample(pages, line->variant);
    else if (line->is == LINE_NEW_GAME)
        app_try_open(pages->view.app, &new_view, &open);
    else if (line->is == LINE_GALLERY)
        app_try_open(pages->view.app, &gallery_view, NULL);
}

/* To the next link, heading or piece, going round. */
static void next_stop(struct rules_pages *pages, int step)
{
    for (int i = 1; i <= pages->lines; i++) {
        int at = ((pages->at + i * step) % pages->lines + pages->lines) % pages->lines;
        if (is_link(&pages->line[at]) || pages->line[at].is == LINE_HEADING || pages->line[at].is == LINE_NAME) {
            pages->at = at;
            pages->top = at - 1;
            return;
        }
    }
}

/* ---------------------------------------------------------------- requests */

static bool search_step(struct rules_pages *pages, int from, int step)
{
    for (int i = 0, length; i < pages->lines; i++) {
        int at = ((from + i * step) % pages->lines + pages->lines) % pages->lines;
        if (pages->line[at].text && text_find(pages->line[at].text, pages->search, &length) >= 0) {
            pages->at = at;
            return true;
        }
    }
    return false;
}

static void search_changed(struct view *view, const char *text)
{
    struct rules_pages *pages = pages_of(view);
    snprintf(pages->search, sizeof pages->search, "%s", text);
    pages->at = pages->kept_at;
    if (*text && !search_step(pages, pages->at, 1))
        app_prompt_note(view->app, "nowhere in this text");
}

static bool search_done(struct view *view, const char *text)
{
    (void)view;
    (void)text;
    return true;
}

static void search_cancelled(struct view *view)
{
    struct rules_pages *pages = pages_of(view);
    pages->search[0] = '\0';
    pages->at = pages->kept_at;
}

static bool rules_view_request(struct view *view, const struct event *event)
{
    static const struct prompt prompt = {
        .label = "/", .changed = search_changed, .done = search_done, .cancelled = search_cancelled};
    struct rules_pages *pages = pages_of(view);
    int page = pages->rows > 2 ? pages->rows - 1 : 1;
    pages->section[0] = '\0';
    switch (event->request) {
    case REQ_UP: pages->at--; break;
    case REQ_DOWN: pages->at++; break;
    case REQ_PAGE_UP: pages->at -= page, pages->top -= page; break;
    case REQ_PAGE_DOWN: pages->at += page, pages->top += page; break;
    case REQ_FIRST: pages->at = 0; break;
    case REQ_LAST: pages->at = pages->lines - 1; break;
    case REQ_NEXT_PANEL: next_stop(pages, 1); break;
    case REQ_PREVIOUS_PANEL: next_stop(pages, -1); break;
    case REQ_ENTER: enter(pages); break;
    case REQ_OPENINGS: count_openings(pages); break;
    case REQ_SEARCH:
        pages->kept_at = pages->at;
        app_prompt(view->app, view, &prompt);
        break;
    case REQ_SEARCH_NEXT: search_step(pages, pages->at + 1, 1); break;
    case REQ_SEARCH_PREVIOUS: search_step(pages, pages->at - 1 + pages->lines, -1); break;
    case REQ_ESCAPE:
        if (!pages->search[0])
            return false;
        pages->search[0] = '\0';
        break;
    default: return false;
    }
    scroll(pages);
    return true;
}

static bool rules_view_can(const struct view *view, enum request request)
{
    const struct rules_pages *pages = (const struct rules_pages *)view;
    switch (request) {
    case REQ_UP: case REQ_DOWN: case REQ_PAGE_UP: case REQ_PAGE_DOWN: case REQ_FIRST: case REQ_LAST:
    case REQ_NEXT_PANEL: case REQ_PREVIOUS_PANEL: case REQ_SEARCH: return true;
    case REQ_OPENINGS: return !app_restricted(view->app);
    case REQ_ENTER: return pages->at < pages->lines && is_link(&pages->line[pages->at]);
    case REQ_SEARCH_NEXT: case REQ_SEARCH_PREVIOUS: return pages->search[0] != '\0';
    default: return false;
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
    int at = pages->top + mouse->row - body.row;
    if (mouse->what == MOUSE_WHEEL_UP || mouse->what == MOUSE_WHEEL_DOWN) {
        int step = mouse->what == MOUSE_WHEEL_UP ? -3 : 3;
        pages->at += step;
        pages->top += step;
        scroll(pages);
    } else if (mouse->what == MOUSE_PRESS && at >= 0 && at < pages->lines) {
        pages->at = at;
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

void rules_open_at(struct app *app, const char *id, const char *rule)
{
    if (!app_try_open(app, &rules_view, strcmp(id, "custom") ? id : OWN_BOARD_USUAL))
        return;
    struct rules_pages *pages = pages_of(app_top(app));
    if (rule_number_in(rule, pages->section))
        go_to_section(pages);
}

void rules_open(struct app *app, const char *id)
{
    rules_open_at(app, id, "");
}
