/* rules_lines.c - the rules of a variant as lines of a page: see rules_lines.h. */
#include "config.h"
#include "tui/views/learn/rules_lines.h"

#include "tui/widgets/text_editor.h"
#include "tui/views/piece_card.h"
#include "tui/session/rule_number.h"
#include "tui/session/rules_text.h"

#include <stdlib.h>
#include <string.h>

enum {
    TEXT_WIDE = 76,
    LEAST_WIDE = 16,
    CARD_ROWS = 18,
    PIECE_ROWS = 12,
    PICTURE_ROWS = 25, /* rows for the source's picture: the 64 triangles as it draws them, and the file letters */
    CARD_COLUMNS = 60,
    LINK_SIGN = 2, /* columns for the sign before a link */
    LINE_ROOM = 4600
};

static struct rules_line *add(struct rules_lines *lines, enum rules_line_is is, const char *text)
{
    lines->line = memory_room(lines->line, &lines->room, lines->n + 1, sizeof *lines->line);
    struct rules_line *line = &lines->line[lines->n++];
    *line = (struct rules_line){.is = (uint8_t)is, .text = text ? memory_text(text) : NULL};
    return line;
}

/* Add a sentence broken between words; continuation lines begin with `hang`. */
static void add_hanging(struct rules_lines *lines, const char *indent, const char *hang, const char *text)
{
    char line[LINE_ROOM];
    int room = lines->wide < TEXT_WIDE ? lines->wide : TEXT_WIDE, length = (int)strlen(text);
    for (int from = 0, next; from < length; from = next, indent = hang) {
        int end = text_row(text, length, from, room - (int)strlen(indent), &next);
        snprintf(line, sizeof line, "%s%.*s", indent, end - from, text + from);
        add(lines, LINE_TEXT, line);
    }
}

/* Add a heading, broken between words if necessary; for Tab it is one stop. */
static void add_heading(struct rules_lines *lines, const char *text)
{
    int length = (int)strlen(text), row = 0;
    for (int from = 0, next; from < length; from = next) {
        int end = text_row(text, length, from, lines->wide, &next);
        struct rules_line *line = add(lines, LINE_HEADING, text + from);
        line->text[end - from] = '\0';
        line->row = row++;
    }
}

static void add_wrapped(struct rules_lines *lines, const char *indent, const char *text)
{
    add_hanging(lines, indent, indent, text);
}

/* Add a link, broken between words if necessary; each of its lines opens it. `variant` and `position` may be NULL. */
static void add_links(struct rules_lines *lines, enum rules_line_is is, const char *text, const char *variant,
                      const char *position)
{
    int length = (int)strlen(text), row = 0;
    for (int from = 0, next; from < length; from = next) {
        int end = text_row(text, length, from, lines->wide - LINK_SIGN, &next);
        struct rules_line *line = add(lines, is, NULL);
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
        struct rules_line *line = add(lines, LINE_CARD, NULL);
        line->kind = kind;
        line->pictured = pictured;
        line->row = row;
        line->of = rows;
    }
    add(lines, LINE_TEXT, "");
}

static void add_card(struct rules_lines *lines, int kind)
{
    const struct board *board = lines->rules->board;
    bool squares = board->shape == BOARD_SQUARES;
    int whole = squares && board->ranks + 1 > CARD_ROWS ? board->ranks + 1 : CARD_ROWS; /* the opening with its file letters */
    int rows = piece_card_rows(lines->app, lines->rules, kind && squares ? PIECE_ROWS : whole, rules_card_columns(lines));
    add_card_rows(lines, kind, false, rows);
}

/* Add the source's picture below the card, if it differs from the card. */
static void add_picture(struct rules_lines *lines, int kind)
{
    struct piece piece = piece_at_first(lines->rules, kind);
    char text[200];
    if (!piece_has_picture(lines->rules, piece))
        return;
    piece_picture_words(lines->rules, piece, text, sizeof text);
    add_wrapped(lines, "   ", text);
    int rows = piece_picture_rows(lines->app, lines->rules, piece, PICTURE_ROWS, rules_card_columns(lines));
    add_card_rows(lines, kind, true, rows);
}

static void add_beginning(struct rules_lines *lines)
{
    char text[300];
    add_heading(lines, ruleset_title(lines->rules));
    for (int i = 0; i < 3 && lines->rules->summary[i]; i++)
        add_wrapped(lines, "", lines->rules->summary[i]);
    add(lines, LINE_TEXT, "");
    char board[40];
    rules_board_size(lines->rules, board, sizeof board);
    snprintf(text, sizeof text, "%s, %d sides", board, lines->rules->sides);
    add(lines, LINE_TEXT, text);
    for (int i = 0; i < lines->rules->settings; i++) {
        snprintf(text, sizeof text, "%s: %s", lines->rules->setting[i].name, lines->rules->setting[i].value);
        add_wrapped(lines, "", text);
    }
    if (lines->rules->settings)
        add(lines, LINE_TEXT, lines->rules->settings > 1 ? "(unlike the usual rules)" : "(unlike the usual rule)");
    add(lines, LINE_TEXT, "");
    add_links(lines, LINE_NEW_GAME, "play it: a new game for those at this keyboard", NULL, NULL);
    add_links(lines, LINE_GALLERY, "the gallery: the pieces of all games", NULL, NULL);
    add(lines, LINE_TEXT, "");
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
        snprintf(text, sizeof text, "%c  %s%s", kind->letter, kind->name, kind->royal ? " (royal)" : "");
        add(lines, LINE_NAME, text);
        if (kind->moves)
            add_wrapped(lines, "   ", kind->moves);
        if (kind->source) {
            snprintf(text, sizeof text, "   [%s]", kind->source);
            add(lines, LINE_TEXT, text);
        }
        struct piece piece = piece_at_first(rules, i);
        if (piece_card_words(rules, piece, text, sizeof text))
            add_wrapped(lines, "   ", text);
        if (piece_has_card(rules, piece))
            add_card(lines, i);
        else
            add(lines, LINE_TEXT, "");
        add_picture(lines, i);
    }
}

static void add_options(struct rules_lines *lines)
{
    const struct variant *variant = lines->rules->variant;
    char text[300];
    if (!variant->option_count)
        return;
    add_heading(lines, "Options, the usual value first");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        if (!ruleset_offers(lines->rules, option))
            continue;
        snprintf(text, sizeof text, "%s = %s", option->name, option->values ? option->values : "...");
        add(lines, LINE_NAME, text);
        if (option->help)
            add_wrapped(lines, "   ", option->help);
    }
    add(lines, LINE_TEXT, "");
}

/* True if "VARIANT TEXT -- CAPTION" names the variant of this page. */
static bool of_variant(const struct rules_lines *lines, const char *text)
{
    const char *id = lines->rules->variant->id;
    return !strncmp(text, id, strlen(id)) && text[strlen(id)] == ' ';
}

/* Add "VARIANT TEXT -- CAPTION", a link to a position to play on. */
static void add_link(struct rules_lines *lines, const char *text)
{
    const char *end = strstr(text, " -- ");
    size_t id = strcspn(text, " ");
    if (!end || text + id >= end)
        return;
    char *variant = memory_text(text), *position = memory_text(text + id + 1);
    variant[id] = '\0';
    position[end - text - (ptrdiff_t)id - 1] = '\0';
    add_links(lines, LINE_LINK, end + 4, variant, position);
    free(variant);
    free(position);
}

/* Add "FILE -- CAPTION", a link to an annotated game. */
static void add_game(struct rules_lines *lines, const char *text)
{
    const char *end = strstr(text, " -- ");
    if (!end)
        return;
    char *file = memory_text(text);
    file[end - text] = '\0';
    add_links(lines, LINE_GAME, end + 4, file, NULL);
    free(file);
}

enum text_part { PART_GAMES, PART_OWN_POSITIONS, PART_POSITIONS, PART_TEXT };

/* Add a line of the text on a screen narrower than the text: the lines of a paragraph are joined and broken again,
 * those of a list item are indented. `paragraph` collects lines not broken yet. */
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
        add(lines, LINE_TEXT, text);
    else
        add_hanging(lines, blanks < 4 ? "  " : "            ", "            ", text + blanks);
}

/* Add one part of the text: the annotated games; the positions to play on, beginning with those of this variant; or
 * the rest. */
static void add_text(struct rules_lines *lines, enum text_part wanted)
{
    static const char *const headings[] = {"Games that show it, with notes", "Positions to play on",
                                           "Positions of other games of the family"};
    char text[LINE_ROOM], paragraph[LINE_ROOM] = "";
    FILE *file = rules_open_text(lines->rules);
    bool any = false;
    while (file && fgets(text, sizeof text, file)) {
        text[strcspn(text, "\r\n")] = '\0';
        enum text_part part = !strncmp(text, "game: ", 6)        ? PART_GAMES
                              : strncmp(text, "position: ", 10)  ? PART_TEXT
                              : of_variant(lines, text + 10)     ? PART_OWN_POSITIONS
                                                                 : PART_POSITIONS;
        size_t hashes = strspn(text, "#");
        if (part != wanted)
            continue;
        if (part != PART_TEXT && !any)
            add_heading(lines, headings[part]);
        any = true;
        if (part == PART_GAMES)
            add_game(lines, text + 6);
        else if (part != PART_TEXT)
            add_link(lines, text + 10);
        else if (hashes && text[hashes] == ' ')
            add_heading(lines, text + hashes + 1);
        else if (lines->wide < RULES_FILE_WIDE)
            add_narrow(lines, text, paragraph, sizeof paragraph);
        else
            add(lines, LINE_TEXT, text);
    }
    add_wrapped(lines, "", paragraph);
    if (file)
        fclose(file);
    if (wanted != PART_TEXT && any)
        add(lines, LINE_TEXT, "");
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
    add_beginning(lines);
    add_text(lines, PART_GAMES);
    add_text(lines, PART_OWN_POSITIONS);
    add_text(lines, PART_POSITIONS);
    add_pieces(lines);
    add_options(lines);
    lines->text_at = lines->n;
    add_text(lines, PART_TEXT);
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
        const char *stands = line->is == LINE_NAME && line->text[0] ? line->text + strcspn(line->text, " ") : "";
        size_t length = strlen(name);
        stands += strspn(stands, " ");
        if (*name && !strncmp(stands, name, length) && (!stands[length] || !strncmp(stands + length, " (", 2)))
            return at;
    }
    return -1;
}

bool rules_line_links(const struct rules_line *line)
{
    return line->is == LINE_LINK || line->is == LINE_GAME || line->is == LINE_NEW_GAME || line->is == LINE_GALLERY;
}
