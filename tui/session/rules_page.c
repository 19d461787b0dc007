/* rules_page.c - the text of docs/rules: see rules_page.h. */
#include "config.h"

#include "tui/session/rules_page.h"

#include "core/util/ascii.h"
#include "tui/session/describe.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 18, ROW_ROOM = 4000, COLUMNS_MOST = 8 };

bool rules_page_read(struct rules_page *page, const struct ruleset *rules)
{
    *page = (struct rules_page){0};
    FILE *file = rules_open_text(rules);
    if (!file)
        return false;
    page->bytes = memory_new(TEXT_MOST, 1);
    page->bytes[fread(page->bytes, 1, TEXT_MOST - 1, file)] = '\0';
    fclose(file);
    for (char *at = page->bytes, *end; *at; at = end + 1) {
        end = at + strcspn(at, "\n");
        bool last = !*end;
        *end = '\0';
        page->line = memory_room(page->line, &page->room, page->n + 1, sizeof *page->line);
        page->line[page->n++] = at;
        if (last)
            break;
    }
    return true;
}

void rules_page_clear(struct rules_page *page)
{
    free(page->line);
    free(page->bytes);
    *page = (struct rules_page){0};
}

static bool is_heading(const char *line)
{
    return line[0] == '#';
}

static const char *heading_words(const char *line)
{
    return line + strspn(line, "# ");
}

const char *rules_page_section(const struct rules_page *page, int line)
{
    const char *text = page->line[line];
    return is_heading(text) && text[1] == '#' ? heading_words(text) : NULL;
}

/* ---------------------------------------------------------------- examples */

static const char game_link[] = "game: ", position_link[] = "position: ", caption_sign[] = " -- ";

static bool begins_with(const char *line, const char *sign)
{
    return !strncmp(line, sign, strlen(sign));
}

static bool is_link(const char *line)
{
    return begins_with(line, game_link) || begins_with(line, position_link);
}

bool rules_example_read(const char *line, struct rules_example *out)
{
    bool game = begins_with(line, game_link);
    const char *caption = strstr(line, caption_sign);
    if (!is_link(line) || !caption)
        return false;
    line += strlen(game ? game_link : position_link);
    size_t where = strcspn(line, " ");
    out->game = game;
    snprintf(out->where, sizeof out->where, "%.*s", (int)where, line);
    line += where + strspn(line + where, " ");
    snprintf(out->position, sizeof out->position, "%.*s",
             line < caption ? (int)(caption - line) : 0, line);
    snprintf(out->caption, sizeof out->caption, "%s", caption + strlen(caption_sign));
    return game || *out->position;
}

bool rules_page_example(const struct rules_page *page, int number, struct rules_example *out)
{
    for (int i = 0; i < page->n; i++)
        if (rules_example_read(page->line[i], out) && --number == 0)
            return true;
    return false;
}

/* ---------------------------------------------------------------- sections and rules */

/* True if the line begins a numbered rule, such as "5.1 ...". */
static bool begins_rule(const char *line)
{
    line += strspn(line, " ");
    size_t digits = strspn(line, "0123456789");
    return digits && line[digits] == '.' && isdigit((unsigned char)line[digits + 1]);
}

/* The line that begins the section with this number, or with a title that begins so; -1: none. */
static int find_section(const struct rules_page *page, const char *number, const char *title)
{
    for (int i = 0; i < page->n; i++) {
        const char *words = rules_page_section(page, i);
        if (words && (rule_number_begins(words, number) ||
                      !ascii_ncasecmp(words + strspn(words, " 0123456789."), title, strlen(title))))
            return i;
    }
    return -1;
}

/* The line that begins the rule with this number; -1: none. */
static int find_rule(const struct rules_page *page, const char *number)
{
    for (int i = 0; i < page->n; i++)
        if (!is_heading(page->line[i]) &&
            rule_number_begins(page->line[i] + strspn(page->line[i], " "), number))
            return i;
    return -1;
}

bool rules_page_part(const struct rules_page *page, const char *asked, int *from, int *to)
{
    char number[RULE_NUMBER_ROOM];
    bool whole = strlen(asked) < sizeof number; /* a longer text is no number */
    snprintf(number, sizeof number, "%s", whole ? asked : "-");
    do {
        *from = find_section(page, number, asked);
        bool section = *from >= 0;
        if (!section && whole)
            *from = find_rule(page, number);
        for (*to = *from + 1; *from >= 0 && *to < page->n; ++*to) {
            const char *line = page->line[*to];
            if (is_heading(line) || (!section && (begins_rule(line) || is_link(line))))
                break;
        }
    } while (*from < 0 && whole && rule_number_up(number));
    return *from >= 0;
}

/* ---------------------------------------------------------------- from layout to sentences */

struct listener {
    void (*tell)(void *argument, enum rules_said is, const char *text);
    void *argument;
};

static void sentence(const struct listener *to, const char *text)
{
    to->tell(to->argument, RULES_SENTENCE, text);
}

/* Read the next cell of a table row; two blanks separate cells. */
static const char *next_cell(const char *at, char *out, size_t size)
{
    const char *end = strstr(at, "  ");
    size_t length = end ? (size_t)(end - at) : strlen(at);
    snprintf(out, size, "%.*s", (int)length, at);
    at += length;
    return at + strspn(at, " ");
}

/* True if these lines are a picture: drawings of squares consist of single characters, drawings of
 * triangles of strokes. */
static bool is_picture(char *const *line, int n)
{
    int letters = 0, words = 0;
    for (int i = 0; i < n; i++) {
        if (strstr(line[i], "/\\") || strstr(line[i], "----"))
            return true;
        for (const char *at = line[i]; *at; at++) {
            letters += *at != ' ';
            words += *at != ' ' && (at == line[i] || at[-1] == ' ');
        }
    }
    return letters < 2 * words + words / 4;
}

/* Find the columns where the cells of a table's head begin. Returns how many; 0 if the line is not
 * a head. */
static int read_head(const char *line, int column[COLUMNS_MOST])
{
    static const char *const firsts[] = {"id  ", "it moves  ", "letter  ", "ring  "};
    const char *at = line + strspn(line, " ");
    bool is = false;
    int n = 0;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
        is = is || !strncmp(at, firsts[i], strlen(firsts[i]));
    for (; is && *at && n < COLUMNS_MOST; at += strspn(at, " ")) {
        column[n++] = (int)(at - line);
        at = strstr(at, "  ") ? strstr(at, "  ") : at + strlen(at);
    }
    return n;
}

/* Tell a table row, each cell after the heading of its column: "letter T, piece Tower". */
static void tell_row(const struct listener *to, const char *head, const int *column, int columns,
                     const char *line)
{
    char row[ROW_ROOM] = "";
    size_t used = 0;
    int length = (int)strlen(line);
    for (int i = 0, from = column[0], next; i < columns; i++, from = next) {
        int head_end = i + 1 < columns ? column[i + 1] : (int)strlen(head), end;
        from = from < length ? from : length;
        next = i + 1 < columns && column[i + 1] < length ? column[i + 1] : length;
        /* A cell may be wider than its heading, so its end is the next blank. */
        while (next > from && next < length && line[next - 1] != ' ')
            next++;
        while (from < next && line[from] == ' ')
            from++;
        for (end = next; end > from && line[end - 1] == ' '; end--)
            continue;
        while (head_end > column[i] && head[head_end - 1] == ' ')
            head_end--;
        if (end > from)
            text_add(row, sizeof row, &used, "%s%.*s: %.*s", used ? "; " : "", head_end - column[i],
                     head + column[i], end - from, line + from);
    }
    rules_unmark(row);
    sentence(to, row);
}

/* Tell an item of a list as one sentence: "Rook: slides straight". */
static void tell_item(const struct listener *to, const char *item)
{
    char row[ROW_ROOM] = "", cell[ROW_ROOM];
    size_t used = 0;
    for (int i = 0; *item; i++) {
        item = next_cell(item, cell, sizeof cell);
        text_add(row, sizeof row, &used, "%s", i == 0 ? "" : i == 1 ? ": " : ", ");
        rules_unmark(cell);
        text_add(row, sizeof row, &used, "%s", strncmp(cell, "- ", 2) ? cell : cell + 2);
    }
    if (*row)
        sentence(to, row);
}

static bool begins_item(const char *text, bool cells)
{
    size_t digits = strspn(text, "0123456789");
    return cells || !strncmp(text, "- ", 2) || !strncmp(text, "http", 4) ||
           (digits && text[digits] == '.');
}

/* Tell a block of indented lines: a table, a list whose items may have several lines, or a
 * picture. */
static void tell_block(const struct listener *to, char *const *line, int n)
{
    int column[COLUMNS_MOST], columns = read_head(line[0], column);
    char item[ROW_ROOM] = "";
    size_t used = 0, indent = strspn(line[0], " ");
    bool cells = false;
    if (is_picture(line, n)) {
        to->tell(to->argument, RULES_PICTURE, "");
        return;
    }
    for (int i = 0; i < n; i++)
        cells = cells || strstr(line[i] + strspn(line[i], " "), "  ");
    for (int i = columns ? 1 : 0; i < n; i++) {
        const char *text = line[i] + strspn(line[i], " ");
        bool begins = (size_t)(text - line[i]) <= indent && begins_item(text, cells);
        if (columns) {
            tell_row(to, line[0], column, columns, line[i]);
            continue;
        }
        if (begins) {
            tell_item(to, item);
            item[0] = '\0', used = 0;
        }
        /* The line explains one more value of the same option. */
        bool value = text[strspn(text, "abcdefghijklmnopqrstuvwxyz-")] == ':';
        text_add(item, sizeof item, &used, "%s%s",
                 !used   ? ""
                 : value ? "; "
                         : " ",
                 strncmp(text, "- ", 2) ? text : text + 2);
    }
    tell_item(to, item);
}

static void tell_heading(const struct listener *to, const char *line)
{
    const char *words = heading_words(line);
    if (line[1] == '#') /* the page's own title is known */
        to->tell(to->argument, isdigit((unsigned char)*words) ? RULES_SECTION : RULES_SENTENCE,
                 words);
}

/* Tell the lines of a paragraph as one. */
static void tell_paragraph(const struct listener *to, char *const *line, int n)
{
    char row[ROW_ROOM] = "";
    size_t used = 0;
    for (int i = 0; i < n; i++)
        text_add(row, sizeof row, &used, "%s%s", used ? " " : "",
                 line[i] + strspn(line[i], i ? " " : "- "));
    rules_unmark(row);
    used = strlen(row);
    /* The paragraph ends with a comma, because a rule with its own number continues it. */
    if (used && used < sizeof row && row[used - 1] == ',')
        row[used - 1] = '\0';
    sentence(to, row);
}

void rules_page_tell(const struct rules_page *page, int from, int to,
                     void (*tell)(void *argument, enum rules_said is, const char *text),
                     void *argument)
{
    const struct listener listener = {tell, argument};
    for (int next; from < to; from = next) {
        char *const *line = page->line + from;
        bool block = line[0][0] == ' ';
        next = from + 1;
        if (!line[0][0] || is_link(line[0]))
            continue;
        if (is_heading(line[0])) {
            tell_heading(&listener, line[0]);
            continue;
        }
        bool item = begins_item(line[0], false); /* The following lines of an item are indented. */
        while (next < to && page->line[next][0] && !is_heading(page->line[next]) &&
               !is_link(page->line[next]) && (item || (page->line[next][0] == ' ') == block) &&
               (block || strncmp(page->line[next], "- ", 2) != 0))
            next++;
        if (block)
            tell_block(&listener, line, next - from);
        else
            tell_paragraph(&listener, line, next - from);
    }
}
