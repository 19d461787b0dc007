/* rules.c - plain mode's rules, written for listening: what a game is about, its pieces and options
 * in sentences, the text of docs/rules by sections, and example positions and games.
 *
 * The text of docs/rules is written for the eye. For the ear, each paragraph becomes one line,
 * emphasis is dropped, each row of a table is read with the headings of its columns, and pictures
 * are omitted. */
#include "config.h"
#include "core/util/ascii.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/new_game.h"

#include "tui/session/archive/bookmarks.h"
#include "tui/session/describe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The lines of a rules page. */
struct text {
    char *bytes, **line;
    int n, room;
};

enum { ROW_ROOM = 4000, COLUMNS_MOST = 8 };

/* Read the rules page of a variant. Returns false after printing that there is none. */
static bool text_read(struct plain *plain, const struct ruleset *rules, struct text *text)
{
    enum { TEXT_MOST = 1 << 18 };
    *text = (struct text){0};
    FILE *file = rules_open_text(rules);
    if (!file) {
        plain_say(plain, "The rules text of %s is not installed", rules->rules->title);
        return false;
    }
    text->bytes = memory_new(TEXT_MOST, 1);
    text->bytes[fread(text->bytes, 1, TEXT_MOST - 1, file)] = '\0';
    fclose(file);
    for (char *at = text->bytes, *end; *at; at = end + 1) {
        end = at + strcspn(at, "\n");
        bool last = !*end;
        *end = '\0';
        text->line = memory_room(text->line, &text->room, text->n + 1, sizeof *text->line);
        text->line[text->n++] = at;
        if (last)
            break;
    }
    return true;
}

static void text_free(struct text *text)
{
    free(text->line);
    free(text->bytes);
}

static bool is_heading(const char *line)
{
    return line[0] == '#';
}

static bool is_link(const char *line)
{
    return !strncmp(line, "game: ", 6) || !strncmp(line, "position: ", 10);
}

static const char *plain_heading(const char *line)
{
    return line + strspn(line, "# ");
}

/* The text of a heading, without its number. */
static const char *plain_title(const char *line)
{
    return line + strspn(line, "# 0123456789.");
}

/* ---------------------------------------------------------------- from layout to sentences */

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

/* Print a table row, each cell after the heading of its column: "letter T, piece Tower". */
static void tell_row(struct plain *plain, const char *head, const int *column, int columns,
                     const char *line)
{
    char row[ROW_ROOM] = "";
    size_t used = 0;
    int length = (int)strlen(line);
    for (int i = 0, from = column[0], next; i < columns; i++, from = next) {
        int head_end = i + 1 < columns ? column[i + 1] : (int)strlen(head), to;
        from = from < length ? from : length;
        next = i + 1 < columns && column[i + 1] < length ? column[i + 1] : length;
        /* A cell may be wider than its heading, so its end is the next blank. */
        while (next > from && next < length && line[next - 1] != ' ')
            next++;
        while (from < next && line[from] == ' ')
            from++;
        for (to = next; to > from && line[to - 1] == ' '; to--)
            continue;
        while (head_end > column[i] && head[head_end - 1] == ' ')
            head_end--;
        if (to > from)
            text_add(row, sizeof row, &used, "%s%.*s: %.*s", used ? "; " : "", head_end - column[i],
                     head + column[i], to - from, line + from);
    }
    rules_unmark(row);
    plain_say(plain, "%s", row);
}

/* Print an item of a list as one sentence: "Rook: slides straight". */
static void tell_item(struct plain *plain, const char *item)
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
        plain_say(plain, "%s", row);
}

static bool begins_item(const char *text, bool cells)
{
    size_t digits = strspn(text, "0123456789");
    return cells || !strncmp(text, "- ", 2) || !strncmp(text, "http", 4) ||
           (digits && text[digits] == '.');
}

/* Print a block of indented lines: a table, a list whose items may have several lines, or a
 * picture. */
static void tell_block(struct plain *plain, char *const *line, int n)
{
    int column[COLUMNS_MOST], columns = read_head(line[0], column);
    char item[ROW_ROOM] = "";
    size_t used = 0, indent = strspn(line[0], " ");
    bool cells = false;
    if (is_picture(line, n)) {
        plain_say(plain, "A picture in the text is left out here");
        return;
    }
    for (int i = 0; i < n; i++)
        cells = cells || strstr(line[i] + strspn(line[i], " "), "  ");
    for (int i = columns ? 1 : 0; i < n; i++) {
        const char *text = line[i] + strspn(line[i], " ");
        bool begins = (size_t)(text - line[i]) <= indent && begins_item(text, cells);
        if (columns) {
            tell_row(plain, line[0], column, columns, line[i]);
            continue;
        }
        if (begins) {
            tell_item(plain, item);
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
    tell_item(plain, item);
}

/* Print lines `from` up to (not including) `to` of a page. Each paragraph becomes one line of
 * output. */
static void tell_lines(struct plain *plain, const struct text *text, int from, int to)
{
    for (int next; from < to; from = next) {
        char *const *line = text->line + from;
        char row[ROW_ROOM] = "";
        size_t used = 0;
        bool block = line[0][0] == ' ';
        next = from + 1;
        if (!line[0][0] || is_link(line[0]))
            continue;
        if (is_heading(line[0])) {
            if (line[0][1] == '#')
                plain_say(plain,
                          isdigit((unsigned char)*plain_heading(line[0])) ? "Section %s" : "%s",
                          plain_heading(line[0]));
            continue;
        }
        bool item = begins_item(line[0], false); /* The following lines of an item are indented. */
        while (next < to && text->line[next][0] && !is_heading(text->line[next]) &&
               !is_link(text->line[next]) && (item || (text->line[next][0] == ' ') == block) &&
               (block || strncmp(text->line[next], "- ", 2) != 0))
            next++;
        if (block) {
            tell_block(plain, line, next - from);
            continue;
        }
        for (int i = from; i < next; i++) {
            text_add(row, sizeof row, &used, "%s%s", used ? " " : "",
                     text->line[i] + strspn(text->line[i], i == from ? "- " : " "));
        }
        rules_unmark(row);
        used = strlen(row);
        /* The paragraph ends with a comma, because a rule with its own number continues it. */
        if (used && used < sizeof row && row[used - 1] == ',')
            row[used - 1] = '\0';
        plain_say(plain, "%s", row);
    }
}

/* ---------------------------------------------------------------- sections */

static int end_of_section(const struct text *text, int from)
{
    int to = from + 1;
    while (to < text->n && !is_heading(text->line[to]))
        to++;
    return to;
}

/* True if the line begins a numbered rule, such as "5.1 ...". */
static bool begins_rule(const char *line)
{
    line += strspn(line, " ");
    size_t digits = strspn(line, "0123456789");
    return digits && line[digits] == '.' && isdigit((unsigned char)line[digits + 1]);
}

/* Print the section or rule with a number, or the section whose title begins with the given words.
 * Returns false if there is none. */
static bool tell_part(struct plain *plain, const struct text *text, const char *asked)
{
    char number[RULE_NUMBER_ROOM];
    snprintf(number, sizeof number, "%s", asked);
    bool whole = strlen(asked) < sizeof number;
    for (int i = 0; i < text->n; i++)
        if (is_heading(text->line[i]) && text->line[i][1] == '#' &&
            ((whole && rule_number_begins(plain_heading(text->line[i]), number)) ||
             !ascii_ncasecmp(plain_title(text->line[i]), asked, strlen(asked)))) {
            tell_lines(plain, text, i, end_of_section(text, i));
            return true;
        }
    for (int i = 0; whole && i < text->n; i++) {
        if (is_heading(text->line[i]) ||
            !rule_number_begins(text->line[i] + strspn(text->line[i], " "), number))
            continue;
        int to = i + 1;
        while (to < text->n && !is_heading(text->line[to]) && !begins_rule(text->line[to]) &&
               !is_link(text->line[to]))
            to++;
        tell_lines(plain, text, i, to);
        return true;
    }
    return whole && rule_number_up(number) && tell_part(plain, text, number);
}

static void tell_sections(struct plain *plain, const struct ruleset *rules, const struct text *text)
{
    const char *id = rules->variant->id;
    int links = 0;
    plain_say(plain, "The rules text has these sections:");
    for (int i = 0; i < text->n; i++) {
        links += is_link(text->line[i]);
        if (is_heading(text->line[i]) && text->line[i][1] == '#')
            plain_say(plain, "%s", plain_heading(text->line[i]));
    }
    plain_say(plain,
              "Type \"rules %s\" and the number or first words of a section to read it, \"rules %s "
              "all\" to read everything",
              id, id);
    if (links)
        plain_say(plain, "Type \"examples %s\" for example games and positions", id);
}

static void tell_pieces(struct plain *plain, const struct position *start)
{
    const struct ruleset *rules = start->rules;
    int order[KINDS_MAX], own, n = rules_kinds(start, order, &own);
    plain_say(plain, "The pieces:");
    for (int i = 0; i < n; i++) {
        const struct kind *kind = &rules->kinds[order[i]];
        if (i == own)
            plain_say(plain, "%s:", RULES_OTHER_KINDS);
        size_t length = kind->moves ? strlen(kind->moves) : 0;
        bool stopped = length && kind->moves[length - 1] == '.';
        plain_say(plain, "%s%s, letter %c%s%.*s%s%s%s", kind->name, kind->royal ? ", royal" : "",
                  kind->letter, length ? ": " : "", (int)(length - stopped),
                  length ? kind->moves : "", kind->source ? " (" : "",
                  kind->source ? kind->source : "", kind->source ? ")" : "");
    }
}

static void tell_options(struct plain *plain, const struct variant *variant)
{
    if (variant->option_count)
        plain_say(plain, "The options, the default value first:");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        char values[300] = "";
        size_t used = 0;
        for (const char *at = option->values ? option->values : "any text"; *at; at++)
            text_add(values, sizeof values, &used, *at == '|' ? " or " : "%c", *at);
        plain_say(plain, "%s, %s%s%s", option->name, values, option->help ? ": " : "",
                  option->help ? option->help : "");
    }
}

static void tell_overview(struct plain *plain, const struct ruleset *rules)
{
    struct position *start = memory_new(1, sizeof *start);
    const struct variant *variant = rules->variant;
    char board[40];
    rules->rules->setup(rules, start);
    rules_board_size(rules, board, sizeof board);
    bool of = strcmp(variant->title, rules->rules->title) != 0;
    plain_say(plain, "%s, called %s here, is %s%s%splayed by %d on a board of %s",
              ruleset_title(rules), variant->id, of ? "a game of " : "",
              of ? rules->rules->title : "", of ? " " : "", rules->sides, board);
    for (int i = 0; i < 3 && rules->summary[i]; i++)
        plain_say(plain, "%s", rules->summary[i]);
    tell_pieces(plain, start);
    tell_options(plain, variant);
    free(start);
}

/* Open the rules of the variant that the argument names, or else of the open game. *argument is
 * advanced past the name. Returns NULL after printing an error. */
static struct ruleset *rules_meant(struct plain *plain, const char **argument)
{
    struct ruleset *rules = NULL;
    struct note why;
    char id[NEW_WORD_ROOM] = "";
    const char *rest = *argument;
    if (plain_word(&rest, id, sizeof id) && ruleset_open(&rules, id, NULL, 0, &why) == 0) {
        *argument = rest;
        return rules;
    }
    if (plain->game.rules && (!*id || isdigit((unsigned char)*id) || !strchr(id, '-'))) {
        if (ruleset_open(&rules, plain->game.rules->id, plain->game.rules->setting,
                         plain->game.rules->settings, &why) == 0)
            return rules;
    }
    if (!*id || isdigit((unsigned char)*id))
        plain_say(plain, "Give a variant, as in \"rules classical\"; type \"variants\" for a list");
    else
        plain_no_variant(plain, &why);
    return NULL;
}

static void plain_rules(struct plain *plain, const char *argument)
{
    struct text text;
    struct ruleset *rules = rules_meant(plain, &argument);
    if (!rules)
        return;
    if (!*argument || !strcmp(argument, "all"))
        tell_overview(plain, rules);
    if (!text_read(plain, rules, &text)) {
        ruleset_free(rules);
        return;
    }
    if (!strcmp(argument, "all"))
        tell_lines(plain, &text, 0, text.n);
    else if (!*argument)
        tell_sections(plain, rules, &text);
    else if (!tell_part(plain, &text, argument))
        plain_say(plain, "The rules of %s have no section '%.40s'; type \"rules %s\" for a list",
                  rules->rules->title, argument, rules->variant->id);
    text_free(&text);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- examples */

/* The line of the example game or position with this number on the page, or NULL. */
static const char *example_of(const struct text *text, int number)
{
    for (int i = 0; i < text->n; i++)
        if (is_link(text->line[i]) && --number == 0)
            return text->line[i];
    return NULL;
}

static void tell_examples(struct plain *plain, const struct ruleset *rules, const struct text *text)
{
    const char *line;
    for (int i = 1; (line = example_of(text, i)); i++) {
        bool game = line[0] == 'g';
        const char *caption = strstr(line, " -- "), *id = line + strlen("position: ");
        plain_say(plain, "Example %d, %s%.*s: %s", i, game ? "a game" : "",
                  game ? 0 : (int)strcspn(id, " "), id, caption ? caption + 4 : "");
    }
    if (example_of(text, 1))
        plain_say(plain, "Type \"example N\" to open one");
    else
        plain_say(plain, "There are no examples of %s", rules->variant->title);
}

/* Open an annotated sample game by its file name, which is the game's id. */
static void plain_open_sample(struct plain *plain, const char *line)
{
    const char *name = line, *end = line + strcspn(line, " ");
    char id[ULID_LENGTH + 1];
    for (const char *at = line; at < end; at++)
        name = *at == '/' ? at + 1 : name;
    snprintf(id, sizeof id, "%s", name);
    if (plain->options->restricted) {
        plain_say(plain, "You cannot open another archive here");
        return;
    }
    if (plain->lobby)
        plain_say(plain, "You have left the lobby");
    plain_close_game(plain);
    plain_lobby_leave(plain);
    if (!plain_open_store(plain, place_samples(), true))
        return;
    int at = store_find(plain->store, id);
    if (at < 0)
        plain_say(plain, "This game is not installed");
    else
        plain_open_at(plain, at, -1);
}

static void plain_open_position(struct plain *plain, const char *line)
{
    char *words = memory_text(line), variant[NEW_WORD_ROOM];
    char *caption = strstr(words, " -- ");
    const char *at = words, *rest, *equals;
    struct new_words named = {0};
    if (caption)
        *caption = '\0';
    plain_word(&at, variant, sizeof variant);
    while ((equals = strchr(at, '=')) && equals < at + strcspn(at, " ") &&
           named.n < NEW_WORDS_MAX) {
        char *text = named.text[named.n];
        rest = at;
        plain_word(&rest, text, NEW_WORD_ROOM);
        text[equals - at] = '\0';
        named.setting[named.n++] = (struct setting){text, text + (equals - at) + 1};
        at = rest;
    }
    if (plain_new_game_with(plain, variant, named.setting, named.n, at) && caption)
        plain_say(plain, "%s", caption + 4);
    free(words);
}

static void plain_examples(struct plain *plain, const char *argument)
{
    struct text text;
    struct ruleset *rules = rules_meant(plain, &argument);
    if (rules && text_read(plain, rules, &text)) {
        plain->examples = rules->variant->id;
        tell_examples(plain, rules, &text);
        text_free(&text);
    }
    ruleset_free(rules);
}

static void plain_example(struct plain *plain, const char *argument)
{
    struct text text;
    struct ruleset *rules = NULL;
    const char *line;
    int number, most = 0;
    if (!plain->examples) {
        plain_say(plain, "Type \"examples VARIANT\" first to list examples");
        return;
    }
    if (ruleset_open(&rules, plain->examples, NULL, 0, NULL) < 0 ||
        !text_read(plain, rules, &text)) {
        ruleset_free(rules);
        return;
    }
    while (example_of(&text, most + 1))
        most++;
    if (!most) {
        plain_say(plain, "There are no examples of %s", rules->variant->title);
    } else if (plain_number(plain, argument, 1, most, &number) && plain_may_close(plain)) {
        line = example_of(&text, number);
        if (line[0] == 'g')
            plain_open_sample(plain, line + strlen("game: "));
        else
            plain_open_position(plain, line + strlen("position: "));
    }
    text_free(&text);
    ruleset_free(rules);
}

const struct plain_handler plain_rules_handlers[] = {
    {REQ_RULES, plain_rules},
    {REQ_EXAMPLES, plain_examples},
    {REQ_EXAMPLE, plain_example},
    {0},
};
